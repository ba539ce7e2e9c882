//! Resolves bases in order of what they extend, and finds circles.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalogue::Catalogue;
use crate::check::contradiction::{self, ContradictionIndex};
use crate::check::document::SourceDocument;
use crate::check::inherit::{self, ResolvedBases};
use crate::check::unlikely_language::key_says;
use crate::check::value_not_offered;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Key, Language};
use crate::schema::explained_document::echo_text;
use crate::schema::validate::DocumentKind;

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
    let (order, circles) = order_bases(&by_key);
    let mut findings = circles;
    let mut open: Vec<(&str, &SourceDocument<'_>)> = Vec::new();
    for (key, ordered) in order {
        let document = by_key[key];
        if ordered {
            let (merged, found) = inherit::merge_bases(document, &bases);
            bases.resolved.insert(key, merged);
            // Bases that come later in the order are there, only not yet: no base of a known key is unknown.
            findings.extend(found.into_iter().filter(|finding| finding.code != Code::UnknownBase));
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
        let (_, found) = inherit::merge_bases(document, &bases);
        findings.extend(found.into_iter().filter(|finding| finding.code == Code::UnknownBase));
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
fn order_bases<'d>(by_key: &BTreeMap<&'d str, &'d SourceDocument<'_>>) -> (Vec<(&'d str, bool)>, Vec<Diagnostic>) {
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
    let findings = find_cycles(by_key, &waiting);
    (order, findings)
}

/// One finding for each circle, at the line that closes it as seen from its first key.
fn find_cycles(
    by_key: &BTreeMap<&str, &SourceDocument<'_>>,
    waiting: &BTreeMap<&str, BTreeSet<&str>>,
) -> Vec<Diagnostic> {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut findings = Vec::new();
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
        if !waiting.get(circle[circle.len() - 1]).is_some_and(|needs| needs.contains(at)) {
            continue;
        }
        let document = by_key[circle[circle.len() - 1]];
        let Some(item) = document.raw.extends.iter().find(|item| item.value == at) else { continue };
        let mut way: Vec<String> = circle.iter().take(5).map(|key| format!("`{key}`")).collect();
        if circle.len() > way.len() {
            way.push("…".to_owned());
        }
        way.push(format!("`{at}`"));
        let key = document.key.as_ref().map_or("", Key::as_str);
        let message = if circle.len() == 1 {
            format!("the base `{key}` extends itself")
        } else {
            format!(
                "the base `{key}` extends itself through {}",
                match circle.len() - 1 {
                    1 => "another one".to_owned(),
                    others => format!("{others} others"),
                }
            )
        };
        findings.push(
            Diagnostic::new(Code::BaseCycle, document.file, item.span, message)
                .with_label("closes the circle")
                .with_note(format!("the circle: {}", way.join(" extends ")))
                .with_help("take one of these out of `extends`")
                .with_pointer("/extends"),
        );
    }
    findings
}
