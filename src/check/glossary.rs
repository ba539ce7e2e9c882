//! Glossary documents: dictionaries, their languages and entries.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::catalogue::limits::{GLOSSARIES, GLOSSARY_BYTES, PHRASE_BYTES};
use crate::check::document::Document;
use crate::check::entries::{self, Entries};
use crate::check::language;
use crate::diagnostic::{Code, Diagnostic, Located, SourceFile, Span};
use crate::model::glossary::{Dictionary, Glossary, Pair};
use crate::model::{Language, Placed};
use crate::schema::validate::echo;
use crate::source::Node;
use crate::source::beside::Absent;
use crate::source::limit::{TABLE_BYTES, TABLES_BYTES};
use crate::source::table::Notation;

/// What came out of a glossary document.
pub(super) struct Read {
    /// The glossary; none where something is missing.
    pub(super) glossary: Option<Glossary>,
    /// The pairs that it has, as far as they can be read.
    pub(super) pairs: Vec<Pair>,
}

/// Reads a glossary and says what is wrong with its dictionaries.
pub(super) fn read(document: &Document<'_>) -> (Read, Vec<Diagnostic>) {
    let file = document.file;
    let mut findings = Vec::new();
    let mut dictionaries: BTreeMap<Pair, Dictionary> = BTreeMap::new();
    let mut places: BTreeMap<Pair, Span> = BTreeMap::new();
    let mut bytes = 0;
    let list = document.node.entry("dictionaries");
    for (index, node) in list.map(|entry| entry.value.items()).unwrap_or_default().iter().enumerate() {
        let pointer = format!("/dictionaries/{index}");
        let Some((pair, span)) = pair(file, node, &pointer, &mut findings) else { continue };
        let (entries, found) = entries_of(document, node, &pair, &pointer);
        findings.extend(found);
        bytes += entries.iter().map(|(source, target)| source.len() + target.value.len() + 2).sum::<usize>();
        if let Some(first) = places.get(&pair) {
            findings.push(duplicate_pair(file, &pair, span, *first).at(pointer));
            continue;
        }
        places.insert(pair.clone(), span);
        dictionaries.insert(pair, Dictionary { entries, place: file.place(node.span) });
    }
    if bytes > GLOSSARY_BYTES {
        let span = list.map_or(document.start, |entry| entry.key.span);
        let message = format!(
            "the entries of this glossary have {bytes} bytes, {} over the limit of {GLOSSARY_BYTES} (10 MiB)",
            bytes - GLOSSARY_BYTES
        );
        let finding = Diagnostic::new(Code::GlossaryTooLarge, file, span, message);
        findings.push(finding.help("split it: a request can name up to five glossaries").at("/dictionaries"));
    }
    findings.extend(long_name(document));
    let pairs = dictionaries.keys().cloned().collect();
    let glossary = || {
        let name = document.own.name.as_ref()?;
        Some(Glossary {
            key: document.key.clone()?,
            name: Placed::new(name.value.clone(), file.place(name.span)),
            dictionaries,
            protected: document.own.protected,
            place: file.place(document.start),
        })
    };
    (Read { glossary: glossary(), pairs }, findings)
}

/// More glossaries than an account holds, said at the first one over.
pub(super) fn check_number(documents: &[Document<'_>]) -> Option<Diagnostic> {
    let mut glossaries = documents.iter().filter(|document| document.shape == crate::schema::validate::Shape::Glossary);
    let over = glossaries.nth(GLOSSARIES)?;
    let count = GLOSSARIES + 1 + glossaries.count();
    let message = format!("the project has {count} glossaries, {} over the limit of {GLOSSARIES}", count - GLOSSARIES);
    let finding = Diagnostic::new(Code::TooManyGlossaries, over.file, over.start, message).label("the first one over");
    Some(finding.help("merge glossaries: each holds many pairs of languages"))
}

/// A name that fits in characters but not in bytes. Glossaries and spoken terms count bytes.
pub(super) fn long_name(document: &Document<'_>) -> Option<Diagnostic> {
    let name = document.own.name.as_ref()?;
    let (bytes, characters) = (name.value.len(), name.value.chars().count());
    if bytes <= PHRASE_BYTES || characters > PHRASE_BYTES {
        return None;
    }
    let over = bytes - PHRASE_BYTES;
    let message = format!("the name has {bytes} bytes of UTF-8, {over} over the limit of {PHRASE_BYTES}");
    let finding = Diagnostic::new(Code::NameTooLong, document.file, name.span, message)
        .label(format!("{characters} characters"))
        .note("letters beyond ASCII count two to four bytes");
    Some(finding.help("shorten it").at("/name"))
}

/// A text of a field with its place.
pub(super) fn located(node: &Node, field: &str) -> Option<Located<String>> {
    let node = node.get(field)?;
    node.text().filter(|text| !text.is_empty()).map(|text| Located { value: text.to_owned(), span: node.span })
}

/// The pair of a dictionary, and where it is written; nothing where a code cannot be read.
fn pair(file: &Arc<SourceFile>, node: &Node, pointer: &str, findings: &mut Vec<Diagnostic>) -> Option<(Pair, Span)> {
    let (source, target) = (located(node, "source_language"), located(node, "target_language"));
    for (field, code) in [("source_language", &source), ("target_language", &target)] {
        let Some(code) = code else { continue };
        findings.extend(language::check_root(file, code, &format!("{pointer}/{field}")));
    }
    let (source, target) = (source?, target?);
    let pair = Pair { source: Language::new(&source.value), target: Language::new(&target.value) };
    if pair.source == pair.target {
        let message = format!("this dictionary is for {pair}: nothing is translated from a language into itself");
        let finding = Diagnostic::new(Code::PairOfOneLanguage, file, target.span, message)
            .because(source.span, "the same")
            .help("correct one of the languages");
        findings.push(finding.at(format!("{pointer}/target_language")));
    }
    Some((pair, source.span.to(target.span)))
}

fn entries_of(document: &Document<'_>, node: &Node, pair: &Pair, pointer: &str) -> (Entries, Vec<Diagnostic>) {
    let file = document.file;
    let (inline, name) = (node.entry("entries"), node.entry("file"));
    match (inline, name) {
        (Some(inline), Some(name)) => {
            let message = "a dictionary has its entries here or in a file, not both";
            let finding = Diagnostic::new(Code::ExclusiveFields, file, name.key.span, message)
                .because(inline.key.span, "entries here")
                .help("move the entries into the file, or take `file` out")
                .at(pointer);
            (Entries::new(), vec![finding])
        }
        (None, None) => {
            let finding = Diagnostic::new(Code::MissingField, file, node.span, "this dictionary has no entries")
                .help("add `entries`, or `file` with the name of a `.tsv` or `.csv` beside")
                .at(pointer);
            (Entries::new(), vec![finding])
        }
        (Some(inline), None) => {
            let pointer = format!("{pointer}/entries");
            let (entries, mut findings) = entries::inline(file, &inline.value, &pointer);
            if matches!(&inline.value.value, crate::source::Value::Mapping(entries) if entries.is_empty()) {
                findings.push(no_entries(file, inline.value.span, "`entries` is empty").at(pointer));
            }
            (entries, findings)
        }
        (None, Some(name)) => match name.value.text() {
            Some(text) if !text.is_empty() => table(document, text, name.value.span, pair, pointer),
            Some(_) | None => (Entries::new(), Vec::new()),
        },
    }
}

fn table(document: &Document<'_>, name: &str, span: Span, pair: &Pair, pointer: &str) -> (Entries, Vec<Diagnostic>) {
    let file = document.file;
    let pointer = format!("{pointer}/file");
    let finding = |code, message: String| Diagnostic::new(code, file, span, message).at(pointer.clone());
    let Some(notation) = Notation::of(name) else {
        let found = finding(Code::UnknownTable, format!("`{}` is neither a `.tsv` nor a `.csv`", echo(name)))
            .help("save the table as `.tsv` (tabs) or `.csv` (commas), and name that file");
        return (Entries::new(), vec![found]);
    };
    let read = document.beside.iter().find(|beside| beside.written == name);
    let (table, mut findings) = match read.map(|beside| (&beside.file, &beside.findings)) {
        Some((Ok(table), findings)) => (table, findings.clone()),
        Some((Err(why), _)) => return (Entries::new(), vec![absent(finding, name, why)]),
        None => {
            let why = Absent::Unread("it was not looked for".to_owned());
            return (Entries::new(), vec![absent(finding, name, &why)]);
        }
    };
    let damaged = !findings.is_empty();
    let (entries, found) = entries::beside(table, notation, pair);
    if entries.is_empty() && found.is_empty() && !damaged {
        findings.push(no_entries(file, span, &format!("`{}` has no entry", echo(name))).at(pointer));
    }
    findings.extend(found);
    (entries, findings)
}

fn absent(finding: impl Fn(Code, String) -> Diagnostic, name: &str, why: &Absent) -> Diagnostic {
    let name = echo(name);
    match why {
        Absent::Large(bytes) => {
            finding(Code::FileTooLarge, format!("`{name}` has {bytes} bytes, and at most {TABLE_BYTES} are read"))
                .note(format!("the service takes {GLOSSARY_BYTES} bytes of entries (10 MiB) in one glossary"))
                .help("divide the table among several glossaries: a request can name up to five")
        }
        Absent::Many(bytes) => {
            let message = format!("the tables of the project have {bytes} bytes, and at most {TABLES_BYTES} are read");
            finding(Code::FileTooLarge, message)
                .label("was not read")
                .help("divide the glossaries among several projects")
        }
        Absent::Unread(why) => finding(Code::UnreadableFile, format!("`{name}` cannot be read: {why}"))
            .note("the name counts from the folder of this document")
            .help("correct the name, or add the file"),
    }
}

fn no_entries(file: &Arc<SourceFile>, span: Span, message: &str) -> Diagnostic {
    Diagnostic::new(Code::EmptyValue, file, span, message)
        .label("says nothing")
        .help("add an entry, or take the dictionary away")
}

fn duplicate_pair(file: &Arc<SourceFile>, pair: &Pair, span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicatePair, file, span, format!("this glossary has a dictionary for {pair} already"))
        .because(first, "first here")
        .help("merge the two, or correct the languages of one")
}
