//! Resolves bases in order of what they extend, and finds circles.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalogue::Catalogue;
use crate::check::contradiction::{self, Clashes};
use crate::check::document::Document;
use crate::check::inherit::{self, Bases};
use crate::check::value_not_offered;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::Key;
use crate::schema::validate::Shape;

/// Every base with its own bases taken in, and what was wrong on the way. Works without recursion: chains may be long.
pub(super) fn resolve<'d, 'a>(documents: &'d [Document<'a>]) -> (Bases<'d, 'a>, Vec<Diagnostic>) {
    let mut by_key: BTreeMap<&str, &Document<'_>> = BTreeMap::new();
    let mut lists = Vec::new();
    for document in documents {
        let Some(key) = &document.key else { continue };
        match document.shape {
            Shape::Base => {
                by_key.entry(key.as_str()).or_insert(document);
            }
            Shape::Style => lists.push(key),
            Shape::Glossary | Shape::SpokenTerms | Shape::Profile => {}
        }
    }
    let mut bases = Bases { resolved: BTreeMap::new(), lists };
    let (order, circles) = order(&by_key);
    let mut findings = circles;
    let mut open: Vec<(&str, &Document<'_>)> = Vec::new();
    for (key, ordered) in order {
        let document = by_key[key];
        if ordered {
            let (merged, found) = inherit::merge(document, &bases);
            bases.resolved.insert(key, merged);
            // Bases that come later in the order are there, only not yet: no base of a known key is unknown.
            findings.extend(found.into_iter().filter(|finding| finding.code != Code::UnknownBase));
        } else {
            open.push((key, document));
        }
    }
    // What stands in a circle, or rests on one, is there but not whole, so that nobody calls it unknown.
    for (key, document) in open {
        let (mut merged, _) = inherit::merge(document, &bases);
        merged.whole = false;
        bases.resolved.insert(key, merged);
    }
    for document in by_key.values() {
        let (_, found) = inherit::merge(document, &bases);
        findings.extend(found.into_iter().filter(|finding| finding.code == Code::UnknownBase));
    }
    (bases, findings)
}

/// What is checked on a base by itself, so that it is said once and not for every list that extends it.
pub(super) fn check_alone(bases: &Bases<'_, '_>, catalogue: &Catalogue, clashes: &Clashes<'_>) -> Vec<Diagnostic> {
    bases
        .resolved
        .values()
        .flat_map(|merged| {
            let mut found = value_not_offered::check(merged, catalogue);
            found.extend(contradiction::check(merged, clashes));
            found
        })
        .collect()
}

/// Keys in an order in which every base comes after those it extends; `false` marks keys for which there is none.
fn order<'d>(by_key: &BTreeMap<&'d str, &'d Document<'_>>) -> (Vec<(&'d str, bool)>, Vec<Diagnostic>) {
    let needs = |document: &'d Document<'_>| -> BTreeSet<&'d str> {
        document
            .own
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
    let findings = circles(by_key, &waiting);
    (order, findings)
}

/// One finding for each circle, at the line that closes it as seen from its first key.
fn circles(by_key: &BTreeMap<&str, &Document<'_>>, waiting: &BTreeMap<&str, BTreeSet<&str>>) -> Vec<Diagnostic> {
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
        let Some(item) = document.own.extends.iter().find(|item| item.value == at) else { continue };
        let mut way: Vec<String> = circle.iter().take(5).map(|key| format!("`{key}`")).collect();
        if circle.len() > way.len() {
            way.push("…".to_owned());
        }
        way.push(format!("`{at}`"));
        let key = document.key.as_ref().map_or("", Key::as_str);
        let message = if circle.len() == 1 {
            format!("the base `{key}` extends itself")
        } else {
            format!("the base `{key}` extends itself through {} others", circle.len() - 1)
        };
        findings.push(
            Diagnostic::new(Code::BaseCycle, document.file, item.span, message)
                .label("closes the circle")
                .note(format!("the circle: {}", way.join(" extends ")))
                .help("take one of these out of `extends`")
                .at("/extends"),
        );
    }
    findings
}
