//! Documents of spoken terms: term lists, their languages and terms.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::catalogue::languages::find_language;
use crate::catalogue::limits::MAX_SPOKEN_CHARACTERS;
use crate::check::document::SourceDocument;
use crate::check::glossary::{check_name_bytes, located_field};
use crate::check::phrase::{self, Phrase};
use crate::check::reference::ReferenceIndex;
use crate::check::script_language::{odd_language, write_code};
use crate::check::{compared_phrases, foreign_notation, joined_items, language, left_in_cell, profile};
use crate::diagnostic::cap::CappedFindings;
use crate::diagnostic::{Code, Diagnostic, Located, Place, Safety, SourceFile, Span};
use crate::model::spoken_terms::{SpokenTerms, TermList};
use crate::model::{Language, Placed};
use crate::schema::edits;
use crate::schema::explained_document::echo_text;
use crate::schema::validate::DocumentKind;
use crate::source::Node;

/// What came out of a document of spoken terms.
pub(super) struct SpokenTermsReading {
    /// The collection; none where something is missing.
    pub(super) terms: Option<SpokenTerms>,
    /// The languages that it has, as far as they can be read.
    pub(super) languages: Vec<Language>,
}

/// Reads a collection and says what is wrong with its lists.
pub(super) fn read_spoken_terms(document: &SourceDocument<'_>) -> (SpokenTermsReading, Vec<Diagnostic>) {
    let file = document.file;
    let mut findings = Vec::new();
    let mut lists: BTreeMap<Language, TermList> = BTreeMap::new();
    let mut places: BTreeMap<Language, (Span, &Node)> = BTreeMap::new();
    let nodes = document.node.get("term_lists").map(Node::items).unwrap_or_default();
    let codes = nodes.iter().rev().filter_map(|node| located_field(node, "language"));
    let first: BTreeMap<Language, Located<String>> = codes.map(|code| (Language::new(&code.value), code)).collect();
    // Two languages of each root at most: of those, one is another than that of a list.
    let mut variants: BTreeMap<Language, Vec<Language>> = BTreeMap::new();
    for (index, node) in nodes.iter().enumerate() {
        let pointer = format!("/term_lists/{index}");
        let (terms, found) = read_terms(file, node, &pointer);
        findings.extend(found);
        let Some(code) = located_field(node, "language") else { continue };
        let language = Language::new(&code.value);
        let found = language::check_spoken_language(file, &code, &format!("{pointer}/language"));
        let root = profile::root_language(&language);
        // Its root is taken, or was offered to another variant: two lists would be one.
        let earlier = variants.entry(root.clone()).or_default();
        let variant = || earlier.iter().find(|other| **other != language).and_then(|other| first.get(other));
        let twin = first.get(&root).or_else(variant).filter(|_| root != language);
        findings.extend(found.map(|found| match twin {
            Some(twin) => {
                let list = format!("the list for `{}`", echo_text(&twin.value));
                let help = format!("put its terms into {list} in line {}", file.position_at(twin.span.start).line);
                found.without_edits().with_secondary(twin.span, list).with_help(help)
            }
            None => found,
        }));
        if earlier.len() < 2 && !earlier.contains(&language) {
            earlier.push(language.clone());
        }
        if let Some((before, other)) = places.get(&language) {
            let message = format!("this collection has a term list for {language} already");
            let finding = Diagnostic::new(Code::DuplicateTermList, file, code.span, message)
                .with_secondary(*before, "first here")
                .with_help("merge the two, or correct the language of one")
                .with_pointer(format!("{pointer}/language"));
            let odd = odd_language(language.as_str(), [&mut terms_of(other), &mut terms_of(node)]);
            findings.push(match odd {
                Some((at, meant)) => {
                    let there = first.get(&Language::new(meant)).map(|code| code.span);
                    tell_language_meant(finding, [*before, code.span][at], meant, there)
                }
                None => finding,
            });
            continue;
        }
        places.insert(language.clone(), (code.span, node));
        lists.insert(language, TermList { terms, place: file.place_of(node.span) });
    }
    findings.extend(check_name_bytes(document));
    let languages = lists.keys().cloned().collect();
    let collection = || {
        let name = document.raw.name.as_ref()?;
        Some(SpokenTerms {
            key: document.key.clone()?,
            name: Placed::new(name.value.clone(), file.place_of(name.span)),
            term_lists: lists,
            protected: document.raw.protected,
            place: file.place_of(document.start),
        })
    };
    (SpokenTermsReading { terms: collection(), languages }, findings)
}

/// The terms of a list.
fn terms_of(list: &Node) -> impl Iterator<Item = &str> {
    list.get("terms").map(Node::items).unwrap_or_default().iter().filter_map(Node::text)
}

/// One of two lists for a language whose letters say that it is for another one, which may have a list as well.
fn tell_language_meant(finding: Diagnostic, at: Span, meant: &str, there: Option<Span>) -> Diagnostic {
    let named = find_language(meant).map_or(meant, |known| known.name);
    let why = format!("its terms are in {named}, as their letters say");
    let mut finding = finding.with_label(&why);
    if at != finding.primary.span {
        // What is wrong is the first one.
        finding.secondary.clear();
        finding = finding.with_label("the second").with_secondary(at, why);
    }
    if let Some(there) = there {
        let line = finding.file.position_at(there.start).line;
        return finding.with_help(format!("put its terms into the list for `{meant}` in line {line}"));
    }
    let fix = write_code(&finding.file, at, "language", meant);
    finding.with_help(format!("{}, or merge the two", fix.title)).with_fix(fix)
}

/// A language that a collection has twice, where profiles speak one more that it lacks: one of the two lists was copied, and its
/// language left.
pub(super) fn name_needed_languages(
    findings: &mut [Vec<Diagnostic>],
    documents: &[SourceDocument<'_>],
    index: &ReferenceIndex<'_, '_>,
) {
    let is_twice = |finding: &&mut Diagnostic| finding.code == Code::DuplicateTermList && finding.fix.is_none();
    let twice: Vec<&mut Diagnostic> = findings.iter_mut().flatten().filter(is_twice).collect();
    if twice.is_empty() {
        return;
    }
    let mut lacking: BTreeMap<&str, BTreeMap<Language, Place>> = BTreeMap::new();
    for profile in documents.iter().filter(|document| document.shape == DocumentKind::Profile) {
        let node = profile.node;
        let terms = node.get("spoken_terms").and_then(|named| index.get(DocumentKind::SpokenTerms, named.text()?));
        let Some(terms) = terms else { continue };
        for named in node.get("source_language").into_iter().chain(profile::spoken_languages(node)) {
            let Some(language) = named.text().map(|code| profile::root_language(&Language::new(code))) else {
                continue;
            };
            if !terms.languages.iter().any(|has| profile::root_language(has) == language) {
                let of_file = lacking.entry(terms.document.file.path()).or_default();
                of_file.entry(language).or_insert_with(|| profile.file.place_of(named.span));
            }
        }
    }
    for finding in twice {
        let mut lacks = lacking.remove(&**finding.file.path()).into_iter().flatten();
        let Some((language, place)) = lacks.next().filter(|_| lacks.next().is_none()) else { continue };
        let fix = edits::rename_key(&finding.file, finding.primary.span, language.as_str(), Safety::Unsafe);
        finding.help = Some(format!("{}, which {place} needs, or merge the two", fix.title));
        finding.fix = Some(fix);
    }
}

type TermPlaces = BTreeMap<String, Place>;

fn read_terms(file: &Arc<SourceFile>, list: &Node, pointer: &str) -> (TermPlaces, Vec<Diagnostic>) {
    let mut found = CappedFindings::default();
    let mut first: BTreeMap<&str, Span> = BTreeMap::new();
    let mut terms = TermPlaces::new();
    let (mut characters, mut over) = (0, None);
    let nodes = list.get("terms").map(Node::items).unwrap_or_default();
    let texts = nodes.iter().map(|node| (node.text().unwrap_or_default(), node.span));
    let compared = compared_phrases::tell_decomposed(file, texts.clone());
    for finding in joined_items::check_item_numbers(file, "term", [texts]).into_iter().chain(compared) {
        found.add(finding.code, || finding.with_pointer(format!("{pointer}/terms/0")));
    }
    for (index, node) in nodes.iter().enumerate() {
        let Some(text) = node.text().filter(|text| !text.is_empty()) else { continue };
        let at = format!("{pointer}/terms/{index}");
        if let Some(before) = first.get(text.trim()).filter(|_| text.trim() != text) {
            found.add(Code::DuplicateTerm, || {
                duplicate_term(file, text.trim(), node.span, *before).with_pointer(at.clone())
            });
            continue;
        }
        let phrase = Phrase { what: "term", text, span: node.span, pointer: Some(&at) };
        let sound = phrase::check_phrase(file, &phrase, &mut found);
        let signs = foreign_notation::check_trailing_comma(file, node.span, "this term")
            .or_else(|| foreign_notation::check_several_terms(file, node.span, text))
            .or_else(|| left_in_cell::tell_left_in_term(file, text, node.span).filter(|_| sound));
        if let Some(finding) = signs {
            found.add(Code::ForeignNotation, || finding.with_pointer(at.clone()));
        }
        if let Some(before) = first.get(text) {
            found.add(Code::DuplicateTerm, || duplicate_term(file, text, node.span, *before).with_pointer(at.clone()));
            continue;
        }
        first.insert(text, node.span);
        terms.insert(text.to_owned(), file.place_of(node.span));
        characters += text.chars().count();
        if characters > MAX_SPOKEN_CHARACTERS {
            over.get_or_insert((node.span, at));
        }
    }
    let mut findings = found.into_findings();
    let with_breaks = characters + terms.len().saturating_sub(1);
    if let Some((span, at)) = over {
        let beyond = characters - MAX_SPOKEN_CHARACTERS;
        let message = format!(
            "the terms have {characters} characters, {beyond} over the limit of {MAX_SPOKEN_CHARACTERS} for a list"
        );
        let finding = Diagnostic::new(Code::TermsTooLong, file, span, message).with_label("the first one over");
        findings.push(
            finding.with_help("keep the terms that matter most, or divide them among collections").with_pointer(at),
        );
    } else if with_breaks > MAX_SPOKEN_CHARACTERS
        && let Some(entry) = list.entry("terms")
    {
        let message = format!(
            "the terms have {characters} characters, and {with_breaks} with the line breaks between them: the limit is {MAX_SPOKEN_CHARACTERS}"
        );
        let finding = Diagnostic::new(Code::TermsWithBreaks, file, entry.key.span, message);
        let finding = finding.with_help("leave out a term, to be safe whichever way it is counted");
        findings.push(finding.with_pointer(format!("{pointer}/terms")));
    }
    (terms, findings)
}

fn duplicate_term(file: &Arc<SourceFile>, text: &str, span: Span, first: Span) -> Diagnostic {
    let finding =
        Diagnostic::new(Code::DuplicateTerm, file, span, format!("`{}` is already in this list", echo_text(text)))
            .with_label("again")
            .with_secondary(first, "first here")
            .with_help("keep it once");
    match edits::lines_of_item(file, span) {
        Some(lines) => finding.with_fix(edits::replace_span(lines, "", "take this one away", Safety::Safe)),
        None => finding,
    }
}
