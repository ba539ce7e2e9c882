//! Resolves bases in order of what they extend, and finds circles.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::catalogue::Catalogue;
use crate::check::asked_in_prompt;
use crate::check::contradiction::{self, ContradictionIndex};
use crate::check::document::SourceDocument;
use crate::check::inherit::{self, ResolvedBases};
use crate::check::unlikely_language::key_says;
use crate::check::value_not_offered;
use crate::diagnostic::{Code, Diagnostic, Edit, Located, Safety, SourceFile, Span};
use crate::model::{Key, Language};
use crate::schema::edits;
use crate::schema::explained_document::echo_text;
use crate::schema::validate::DocumentKind;
use crate::source::{self, Format};

/// Every base with its own bases taken in, and what was wrong on the way. Works without recursion: chains may be long.
pub(super) fn resolve_bases<'d, 'a>(documents: &'d [SourceDocument<'a>]) -> (ResolvedBases<'d, 'a>, Vec<Diagnostic>) {
    let mut by_key: BTreeMap<&str, &SourceDocument<'_>> = BTreeMap::new();
    let mut lists = Vec::new();
    for document in documents {
        let Some(key) = &document.key else { continue };
        match document.shape {
            DocumentKind::Base => {
                by_key.entry(key.as_str()).or_insert(document);
            }
            DocumentKind::Style => lists.push((key, document)),
            DocumentKind::Glossary
            | DocumentKind::SpokenTerms
            | DocumentKind::StyleProfile
            | DocumentKind::Profile
            | DocumentKind::StyleTest
            | DocumentKind::Catalogue => {}
        }
    }
    let mut bases = ResolvedBases { lists, documents, ..ResolvedBases::default() };
    let (order, circles) = order_bases(&by_key, documents);
    let mut findings = circles;
    let mut open: Vec<(&str, &SourceDocument<'_>)> = Vec::new();
    for (key, ordered) in order {
        let document = by_key[key];
        if ordered {
            let (merged, found) = inherit::merge_bases(document, &bases);
            bases.resolved.insert(key, merged);
            findings.extend(found);
        } else {
            open.push((key, document));
        }
    }
    // What stands in a circle, or rests on one, is there but not whole, so that nobody calls it unknown. A language that came round
    // the circle is none.
    for (key, document) in open {
        let (mut merged, _) = inherit::merge_bases(document, &bases);
        merged.complete = false;
        merged.language = document.raw.language.as_ref().map(|language| &language.value);
        bases.resolved.insert(key, merged);
    }
    for document in by_key.values() {
        findings.extend(inherit::unknown_bases(document, &bases));
    }
    (bases, findings)
}

/// What is checked on a base by itself, so that it is said once and not for every list that extends it. Where its language is the
/// slip, which is told in the lists, nothing is held against that.
pub(super) fn check_bases(
    bases: &ResolvedBases<'_, '_>,
    catalogue: &Catalogue,
    clashes: &ContradictionIndex<'_>,
) -> Vec<Diagnostic> {
    let extending =
        bases.documents.iter().filter_map(|document| Some((document, &document.raw.language.as_ref()?.value)));
    let extended =
        extending.flat_map(|(document, wanted)| document.raw.extends.iter().map(move |base| (&*base.value, wanted)));
    let is_slip = |(key, wanted): &(&str, &Language)| {
        bases.resolved.get(key).is_some_and(|base| inherit::is_language_against_key(key, base, wanted))
    };
    let told: BTreeSet<&str> = extended.filter(is_slip).map(|(key, _)| key).collect();
    bases
        .resolved
        .iter()
        .flat_map(|(key, merged)| {
            let mut found = match told.contains(key) {
                true => Vec::new(),
                false => value_not_offered::check_values_offered(merged, catalogue),
            };
            found.extend(contradiction::check_contradictions(merged, clashes));
            found.extend(asked_in_prompt::check_prompts(merged));
            found
        })
        .collect()
}

/// A base for one language, by a field that its key does not bear out, which documents of several others extend: one finding, at
/// the base.
pub(super) fn join_base_languages(findings: &mut [Vec<Diagnostic>], bases: &ResolvedBases<'_, '_>) {
    // The base that a document names, of another language than its own.
    let base_of = |finding: &Diagnostic| {
        let of_base = finding.code == Code::BaseLanguage && finding.fix.is_none();
        of_base.then(|| finding.file.slice(finding.primary.span).trim_matches(['"', '\'']).to_owned())
    };
    let mut told: BTreeMap<String, usize> = BTreeMap::new();
    for key in findings.iter().flatten().filter_map(base_of) {
        *told.entry(key).or_default() += 1;
    }
    told.retain(|_, count| *count > 1);
    if told.is_empty() {
        return;
    }
    let mut languages: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for document in bases.documents {
        let Some(language) = &document.raw.language else { continue };
        for base in &document.raw.extends {
            languages.entry(base.value.as_str()).or_default().push(language.value.as_str());
        }
    }
    let mut joined = Vec::new();
    for (key, base) in &bases.resolved {
        let (Some(language), Some(extending)) = (&base.document.raw.language, languages.get(key)) else { continue };
        let others: Vec<&str> = extending.iter().copied().filter(|code| *code != language.value.as_str()).collect();
        let names: BTreeSet<String> = others.iter().map(|code| format!("`{code}`")).collect();
        // A key that says a language tells which one is right.
        let says_it = extending.iter().chain([&language.value.as_str()]).any(|code| key_says(key, code));
        if says_it || names.len() < 2 || told.get(*key) != Some(&others.len()) {
            continue;
        }
        for found in findings.iter_mut() {
            found.retain(|finding| base_of(finding).as_deref() != Some(key));
        }
        let names: Vec<String> = names.into_iter().collect();
        let message = format!(
            "the base `{}` is for `{}`, and documents for {} extend it",
            echo_text(key),
            language.value,
            names.join(" and ")
        );
        joined.push(
            Diagnostic::new(Code::BaseLanguage, base.document.file, language.span, message)
                .with_label("not the language of all that extends it")
                .with_help("take `language` out: a base without it is for all")
                .with_pointer("/language"),
        );
    }
    if let Some(found) = findings.first_mut() {
        found.extend(joined);
    }
}

/// Keys in an order in which every base comes after those it extends; `false` marks keys for which there is none.
fn order_bases<'d>(
    by_key: &BTreeMap<&'d str, &'d SourceDocument<'_>>,
    documents: &[SourceDocument<'_>],
) -> (Vec<(&'d str, bool)>, Vec<Diagnostic>) {
    let needs = |document: &'d SourceDocument<'_>| -> BTreeSet<&'d str> {
        document
            .raw
            .extends
            .iter()
            .filter_map(|item| by_key.get_key_value(item.value.as_str()).map(|(key, _)| *key))
            .collect()
    };
    let mut waiting: BTreeMap<&str, BTreeSet<&str>> =
        by_key.iter().map(|(key, document)| (*key, needs(document))).collect();
    let mut wanted_by: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (key, needs) in &waiting {
        for need in needs {
            wanted_by.entry(need).or_default().push(key);
        }
    }
    let mut ready: BTreeSet<&str> = waiting.iter().filter(|(_, needs)| needs.is_empty()).map(|(key, _)| *key).collect();
    let mut order = Vec::with_capacity(by_key.len());
    while let Some(key) = ready.pop_first() {
        waiting.remove(key);
        order.push((key, true));
        for after in wanted_by.get(key).into_iter().flatten() {
            if let Some(needs) = waiting.get_mut(after) {
                needs.remove(key);
                if needs.is_empty() {
                    ready.insert(after);
                }
            }
        }
    }
    order.extend(waiting.keys().map(|key| (*key, false)));
    let findings = find_cycles(by_key, &waiting, documents);
    (order, findings)
}

/// Links of a circle that are named as those which could be cut.
const MAX_CUTS: usize = 3;

/// A link of a circle: a base, and the name in its `extends`.
type Link<'l, 'a> = (&'l SourceDocument<'a>, &'l Located<String>);

/// The languages that documents which extend a base are for, by the key of the base.
type ExtendingLanguages<'l> = BTreeMap<&'l str, BTreeSet<&'l Language>>;

/// One finding for each circle: at the one link that the languages forbid, or at the line that closes it as seen from its first key.
fn find_cycles(
    by_key: &BTreeMap<&str, &SourceDocument<'_>>,
    waiting: &BTreeMap<&str, BTreeSet<&str>>,
    documents: &[SourceDocument<'_>],
) -> Vec<Diagnostic> {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut findings = Vec::new();
    let extending = LazyCell::new(|| languages_extending(documents));
    let extenders = LazyCell::new(|| documents_extending(documents));
    for start in waiting.keys() {
        let mut path: Vec<&str> = Vec::new();
        let mut at = *start;
        while seen.insert(at) {
            path.push(at);
            match waiting.get(at).and_then(|needs| needs.iter().find(|need| waiting.contains_key(*need))) {
                Some(next) => at = next,
                None => break,
            }
        }
        let Some(from) = path.iter().position(|key| *key == at) else { continue };
        let circle = &path[from..];
        let nexts = circle.iter().skip(1).chain([&at]);
        let link = |(key, next): (&&str, &&str)| {
            let document = by_key[*key];
            Some((document, document.raw.extends.iter().find(|item| item.value == **next)?))
        };
        let links: Option<Vec<Link<'_, '_>>> = circle.iter().zip(nexts).map(link).collect();
        if let Some(mut links) = links {
            begin_at_entry(&mut links, &extenders);
            findings.extend(tell_cycle(&links, by_key, &extending));
        }
    }
    findings
}

/// Puts the base first that documents outside of a circle extend, where that is one alone: the last link leads back to it.
fn begin_at_entry(links: &mut [Link<'_, '_>], extenders: &BTreeMap<&str, Vec<&SourceDocument<'_>>>) {
    let is_inside = |document: &SourceDocument<'_>| links.iter().any(|(own, _)| std::ptr::eq(*own, document));
    let is_named = |key: &str| extenders.get(key).into_iter().flatten().any(|document| !is_inside(document));
    // A link leads to the base of the next one.
    let mut entries = (0..links.len()).filter(|at| is_named(&links[*at].1.value));
    if let (Some(last), None) = (entries.next(), entries.next()) {
        links.rotate_left((last + 1) % links.len());
    }
}

fn documents_extending<'d, 'a>(documents: &'d [SourceDocument<'a>]) -> BTreeMap<&'d str, Vec<&'d SourceDocument<'a>>> {
    let mut extenders: BTreeMap<&str, Vec<&SourceDocument<'_>>> = BTreeMap::new();
    for document in documents {
        for item in &document.raw.extends {
            extenders.entry(&item.value).or_default().push(document);
        }
    }
    extenders
}

fn languages_extending<'l>(documents: &'l [SourceDocument<'_>]) -> ExtendingLanguages<'l> {
    let mut languages = ExtendingLanguages::new();
    for document in documents {
        let Some(language) = &document.raw.language else { continue };
        for base in &document.raw.extends {
            languages.entry(base.value.as_str()).or_default().insert(&language.value);
        }
    }
    languages
}

/// Why a base cannot extend another one, whatever is in them: what is for several languages extends nothing that is for one.
fn why_not_extended(
    document: &SourceDocument<'_>,
    base: &SourceDocument<'_>,
    by: &ExtendingLanguages<'_>,
) -> Option<String> {
    let language = &base.raw.language.as_ref()?.value;
    match &document.raw.language {
        Some(own) => {
            (own.value != *language).then(|| format!("it is for `{language}`, and this base for `{}`", own.value))
        }
        None => {
            let other = by.get(document.key.as_ref()?.as_str())?.iter().find(|other| **other != language)?;
            Some(format!("it is for `{language}`, and documents for `{other}` extend this base"))
        }
    }
}

fn tell_cycle(
    links: &[Link<'_, '_>],
    by_key: &BTreeMap<&str, &SourceDocument<'_>>,
    extending: &ExtendingLanguages<'_>,
) -> Option<Diagnostic> {
    let why = |(document, item): &Link<'_, '_>| why_not_extended(document, by_key.get(item.value.as_str())?, extending);
    let mut odd = links.iter().filter_map(|link| Some((link, why(link)?)));
    let odd = odd.next().filter(|_| odd.next().is_none());
    let (document, item) = odd.as_ref().map_or(links.last()?, |(link, _)| link);
    let key = |document: &SourceDocument<'_>| document.key.as_ref().map_or(String::new(), Key::to_string);
    let message = match links.len() - 1 {
        0 => format!("the base `{}` extends itself", key(document)),
        1 => format!("the base `{}` extends itself through another one", key(document)),
        others => format!("the base `{}` extends itself through {others} others", key(document)),
    };
    let step = |(document, item): &Link<'_, '_>| {
        format!("`{}` extends `{}` at {}", key(document), item.value, document.file.place_of(item.span))
    };
    let mut way: Vec<String> = links.iter().take(5).map(step).collect();
    way.extend((links.len() > way.len()).then(|| "…".to_owned()));
    let finding = Diagnostic::new(Code::BaseCycle, document.file, item.span, message)
        .with_label("closes the circle")
        .with_pointer("/extends");
    let finding = if links.len() > 1 { finding.with_note(format!("the circle: {}", way.join(", "))) } else { finding };
    let title = format!("take `{}` out", echo_text(&item.value));
    let why = match odd {
        Some((_, why)) => why,
        None if links.len() == 1 => {
            // A variant is called like what it varies.
            let longer = |key: &&&str| item.value.strip_prefix(**key).is_some_and(|rest| rest.starts_with('-'));
            if let Some(meant) = by_key.keys().filter(longer).max_by_key(|key| key.len()) {
                let fix = edits::rename_key(document.file, item.span, meant, Safety::Unsafe);
                return Some(finding.with_help(format!("did you mean `{}`?", echo_text(meant))).with_fix(fix));
            }
            "nothing extends itself".to_owned()
        }
        None => return Some(offer_cuts(links, finding, title)),
    };
    let finding = finding.with_help(format!("{title}: {why}"));
    let fix = span_of_base(document.file, item.span).map(|span| edits::replace_span(span, "", title, Safety::Unsafe));
    Some(fix.into_iter().fold(finding, Diagnostic::with_fix))
}

/// Names the links of a circle that could be cut, the last one first, whose file the finding is in.
fn offer_cuts(links: &[Link<'_, '_>], finding: Diagnostic, title: String) -> Diagnostic {
    let cut = |(document, item): &Link<'_, '_>| {
        format!("`{}` at {}", echo_text(&item.value), document.file.place_of(item.span))
    };
    let cuts: Vec<String> = links.iter().rev().take(MAX_CUTS).map(cut).collect();
    let finding = finding.with_help(format!("take out of `extends` either {}", cuts.join(", or ")));
    match span_of_base(&finding.file, finding.primary.span) {
        Some(span) => finding.or_offering(title, vec![Edit { span, text: String::new() }]),
        None => finding,
    }
}

/// What goes with a base that is taken out of `extends`, the field where it is the only one. Of a base in which nothing else is
/// found, the tree was not kept.
pub(super) fn span_of_base(file: &Arc<SourceFile>, at: Span) -> Option<Span> {
    let parsed = source::parse_source(file, Format::from_path(file.path())?);
    let document = parsed.documents.iter().find(|node| node.span.start <= at.start && at.end <= node.span.end)?;
    edits::removal_of_item(file, document.entry("extends")?, at)
}
