//! A profile that translates a language into itself: which of its two languages was left as it was, its glossaries may say.

use std::collections::BTreeSet;

use crate::check::document::SourceDocument;
use crate::check::profile::root_language;
use crate::check::reference::ReferenceTarget;
use crate::check::unlikely_language::key_says;
use crate::diagnostic::{Code, Diagnostic, Fix, Located, Safety, Severity, Span};
use crate::model::glossary::LanguagePair;
use crate::model::{Key, Language};
use crate::schema::edits;
use crate::schema::explained_document::echo_text;
use crate::source::Node;

/// A glossary that a profile names: the field, what it led to, and the name.
type NamedGlossary<'i, 'd, 'a> = (String, &'i ReferenceTarget<'d, 'a>, Located<String>);

/// Most languages that are offered side by side.
const MAX_OFFERED: usize = 4;

/// Says it of a profile with one language as source and target; of a variant of it, only where its glossaries know better, as a
/// text may be translated from one variant into another.
pub(super) fn tell_one_language(
    document: &SourceDocument<'_>,
    (source, from): &(Language, Span),
    (target, at): &(Language, Span),
    glossaries: &[NamedGlossary<'_, '_, '_>],
) -> Option<Diagnostic> {
    let root = root_language(source);
    if root != root_language(target) {
        return None;
    }
    let key = document.key.as_ref().map_or("", Key::as_str);
    let sources = languages_meant(glossaries, |pair| (pair.target == root).then_some(&pair.source));
    // The key of a profile says its target.
    let targets = match key_says(key, root.as_str()) {
        true => BTreeSet::new(),
        false => languages_meant(glossaries, |pair| (pair.source == root).then_some(&pair.target)),
    };
    let ways = |field: &'static str, span: Span, codes: &BTreeSet<&Language>| -> Vec<Fix> {
        let fix = |code: &&Language| Fix {
            title: format!("write `{}`", edits::field_line(document.file, field, code.as_str())),
            ..edits::rename_key(document.file, span, code.as_str(), Safety::Unsafe)
        };
        codes.iter().map(fix).collect()
    };
    let ways = [ways("source_language", *from, &sources), ways("target_language", *at, &targets)].concat();
    let is_variant = source != target;
    if is_variant && !(1..=MAX_OFFERED).contains(&ways.len()) {
        return None;
    }
    let message = match (is_variant, document.node.get("target_language").and_then(Node::text)) {
        (true, Some(variant)) => {
            format!("this profile translates from `{source}` into `{}`, the same language", echo_text(variant))
        }
        (_, _) => format!("this profile translates from `{source}` into `{source}`"),
    };
    let of_source = !sources.is_empty() && targets.is_empty();
    let (place, other) = if of_source { (*from, *at) } else { (*at, *from) };
    let finding = Diagnostic::new(Code::PairOfOneLanguage, document.file, place, message)
        .with_secondary(other, "the same")
        .with_help("correct one of the two languages")
        .with_pointer(if of_source { "/source_language" } else { "/target_language" });
    let severity = if is_variant { Severity::Error } else { Severity::Warning };
    Some(offer_ways(Diagnostic { severity, ..finding }, ways, glossaries))
}

/// The languages that pairs of every glossary name for a side; none where one of them cannot be judged.
fn languages_meant<'g>(
    glossaries: &'g [NamedGlossary<'_, '_, '_>],
    side: impl Fn(&'g LanguagePair) -> Option<&'g Language>,
) -> BTreeSet<&'g Language> {
    let of_glossary = |glossary: &'g ReferenceTarget<'_, '_>| -> BTreeSet<&'g Language> {
        let sound = !glossary.document.broken && glossary.has_all_pairs;
        // One that has the pair of one language is found wrong there.
        let odd = glossary.pairs.iter().any(|pair| pair.source == pair.target);
        if sound && !odd { glossary.pairs.iter().filter_map(&side).collect() } else { BTreeSet::new() }
    };
    let mut sets = glossaries.iter().map(|(_, glossary, _)| of_glossary(glossary));
    let first = sets.next().unwrap_or_default();
    sets.fold(first, |both, of_next| both.intersection(&of_next).copied().collect())
}

/// The only way as the edit, or each of several.
fn offer_ways(finding: Diagnostic, ways: Vec<Fix>, glossaries: &[NamedGlossary<'_, '_, '_>]) -> Diagnostic {
    let has = if glossaries.len() == 1 { "its glossary has" } else { "its glossaries have" };
    match <[Fix; 1]>::try_from(ways) {
        Ok([only]) => {
            let help = format!("{}, for which {has} a dictionary", only.title);
            finding.with_help(help).with_fix(only)
        }
        Err(ways) if (2..=MAX_OFFERED).contains(&ways.len()) => {
            let titles: Vec<&str> = ways.iter().map(|way| way.title.as_str()).collect();
            let help = format!("{}: {has} a dictionary for each", titles.join(", or "));
            Diagnostic { alternatives: ways, ..finding }.with_help(help)
        }
        Err(_) => finding,
    }
}
