//! Documents of spoken terms: term lists, their languages and terms.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::catalogue::limits::SPOKEN_CHARACTERS;
use crate::check::document::Document;
use crate::check::few::Few;
use crate::check::glossary::{located, long_name};
use crate::check::language;
use crate::check::phrase::{self, Phrase};
use crate::diagnostic::{Code, Diagnostic, Safety, SourceFile, Span};
use crate::model::spoken_terms::{SpokenTerms, TermList};
use crate::model::{Language, Placed};
use crate::schema::edits;
use crate::schema::validate::echo;
use crate::source::Node;

/// What came out of a document of spoken terms.
pub(super) struct Read {
    /// The collection; none where something is missing.
    pub(super) terms: Option<SpokenTerms>,
    /// The languages that it has, as far as they can be read.
    pub(super) languages: Vec<Language>,
}

/// Reads a collection and says what is wrong with its lists.
pub(super) fn read(document: &Document<'_>) -> (Read, Vec<Diagnostic>) {
    let file = document.file;
    let mut findings = Vec::new();
    let mut lists: BTreeMap<Language, TermList> = BTreeMap::new();
    let mut places: BTreeMap<Language, Span> = BTreeMap::new();
    for (index, node) in document.node.get("term_lists").map(Node::items).unwrap_or_default().iter().enumerate() {
        let pointer = format!("/term_lists/{index}");
        let (terms, found) = terms(file, node, &pointer);
        findings.extend(found);
        let Some(code) = located(node, "language") else { continue };
        findings.extend(language::check(file, &code, &format!("{pointer}/language")));
        let language = Language::new(&code.value);
        if let Some(first) = places.get(&language) {
            let message = format!("this collection has a term list for {language} already");
            let finding = Diagnostic::new(Code::DuplicateTermList, file, code.span, message)
                .because(*first, "first here")
                .help("merge the two, or correct the language of one");
            findings.push(finding.at(format!("{pointer}/language")));
            continue;
        }
        places.insert(language.clone(), code.span);
        lists.insert(language, TermList { terms, place: file.place(node.span) });
    }
    findings.extend(long_name(document));
    let languages = lists.keys().cloned().collect();
    let collection = || {
        let name = document.own.name.as_ref()?;
        Some(SpokenTerms {
            key: document.key.clone()?,
            name: Placed::new(name.value.clone(), file.place(name.span)),
            term_lists: lists,
            protected: document.own.protected,
            place: file.place(document.start),
        })
    };
    (Read { terms: collection(), languages }, findings)
}

type Terms = BTreeMap<String, crate::diagnostic::Place>;

fn terms(file: &Arc<SourceFile>, list: &Node, pointer: &str) -> (Terms, Vec<Diagnostic>) {
    let mut found = Few::default();
    let mut first: BTreeMap<&str, Span> = BTreeMap::new();
    let mut terms = Terms::new();
    let (mut characters, mut over) = (0, None);
    for (index, node) in list.get("terms").map(Node::items).unwrap_or_default().iter().enumerate() {
        let Some(text) = node.text().filter(|text| !text.is_empty()) else { continue };
        let at = format!("{pointer}/terms/{index}");
        phrase::check(file, &Phrase { what: "term", text, span: node.span, pointer: Some(&at) }, &mut found);
        if let Some(before) = first.get(text) {
            found.add(Code::DuplicateTerm, || twice(file, text, node.span, *before).at(at.clone()));
            continue;
        }
        first.insert(text, node.span);
        terms.insert(text.to_owned(), file.place(node.span));
        characters += text.chars().count();
        if characters > SPOKEN_CHARACTERS {
            over.get_or_insert((node.span, at));
        }
    }
    let mut findings = found.finish();
    let with_breaks = characters + terms.len().saturating_sub(1);
    if let Some((span, at)) = over {
        let beyond = characters - SPOKEN_CHARACTERS;
        let message = format!(
            "the terms have {characters} characters, {beyond} over the limit of {SPOKEN_CHARACTERS} for a list"
        );
        let finding = Diagnostic::new(Code::TermsTooLong, file, span, message).label("the first one over");
        findings.push(finding.help("keep the terms that matter most, or divide them among collections").at(at));
    } else if with_breaks > SPOKEN_CHARACTERS
        && let Some(entry) = list.entry("terms")
    {
        let message = format!(
            "the terms have {characters} characters, and {with_breaks} with the line breaks between them: the limit is {SPOKEN_CHARACTERS}"
        );
        let finding = Diagnostic::new(Code::TermsWithBreaks, file, entry.key.span, message);
        let finding = finding.help("leave out a term, to be safe whichever way it is counted");
        findings.push(finding.at(format!("{pointer}/terms")));
    }
    (terms, findings)
}

fn twice(file: &Arc<SourceFile>, text: &str, span: Span, first: Span) -> Diagnostic {
    let finding =
        Diagnostic::new(Code::DuplicateTerm, file, span, format!("`{}` stands in this list already", echo(text)))
            .label("again")
            .because(first, "first here")
            .help("keep it once");
    match edits::lines_of_item(file, span) {
        Some(lines) => finding.fix(edits::replace(lines, "", "take this one away", Safety::Safe)),
        None => finding,
    }
}
