//! Prompts and glossary entries as a sheet for people who work in spreadsheets, and what such a sheet changes in the files.
//!
//! A row has the address of a document, a language (a pair for glossaries), an entry (a label or a source phrase) and its
//! text. Always holds: by a sheet texts change and terms are added, and all of it is taken or nothing; a row that names nothing,
//! is missing or stands there twice is a finding with its place. Sheets are read as spreadsheets save them: commas, semicolons or tabs,
//! a byte order mark, either line end, columns in any order, further columns beside.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::catalogue::nearest;
use crate::check::Desired;
use crate::diagnostic::{Code, Diagnostic, Place, SourceFile, Span};
use crate::model::term_set::{TermSet, TermSetKind, TermSetPart};
use crate::model::{Address, Kind};
use crate::plan::desired_resource::DesiredTermSet;
use crate::project::rewriting::merge::{document_error, edit_entries, find_document};
use crate::project::rewriting::project_files::ProjectFiles;
use crate::report::csv;
use crate::source::edit::{self, TreeEdit};
use crate::source::emit::ValueTree;
use crate::source::path_segment::PathSegment;
use crate::source::table::{TableFaultKind, parse_separated};
use crate::source::{Format, Node};

/// The columns, in the order in which they are written.
const COLUMNS: [&str; 4] = ["address", "language", "entry", "text"];

/// Where a text of a sheet stands: address, language and entry.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SheetKey {
    /// `style/support`, `base_style/house/de` or `glossary/product`.
    pub address: String,
    /// Code of the document, or the pair of a dictionary (`en-de`).
    pub language: String,
    /// Label of an instruction, or source phrase.
    pub entry: String,
}

/// What a row is about in the files.
#[derive(Clone, Debug)]
pub struct SheetEntry {
    /// The text in the files.
    pub text: String,
    target: SheetTarget,
}

#[derive(Clone, Debug)]
enum SheetTarget {
    /// An instruction: the file, the document in it, the item.
    Prompt { path: String, document: usize, item: usize },
    /// An entry of a dictionary: the file, the glossary, the pair.
    Entry { path: String, address: Address, part: TermSetPart },
}

/// A text that a sheet changes.
#[derive(Clone, Debug)]
pub struct SheetChange {
    /// Where.
    pub key: SheetKey,
    /// The text so far; nothing where the entry is new.
    pub before: Option<String>,
    /// The text from now on.
    pub after: String,
    /// The row that says so.
    pub place: Place,
    span: Span,
}

/// Everything of the files that a sheet may change, in order of address.
#[must_use]
pub fn list_entries(files: &ProjectFiles<'_>, desired: &Desired) -> BTreeMap<SheetKey, SheetEntry> {
    let mut found = BTreeMap::new();
    for list in desired.styles().values() {
        let address = Address::style(list.key.clone());
        let path = list.place.file.to_string();
        let document = files.get(&path).and_then(|parsed| find_document(parsed, Kind::Style, &list.key));
        if let Some(document) = document {
            add_prompts(&mut found, files, &path, document, &address.to_string());
        }
    }
    for parsed in &files.parsed {
        let path = parsed.file.path().to_string();
        for (document, root) in parsed.documents.iter().enumerate() {
            if root.get("kind").and_then(Node::text) == Some("base_style") {
                let stem = path.rsplit_once('.').map_or(path.as_str(), |(stem, _)| stem);
                let key = root.get("key").and_then(Node::text).unwrap_or(stem);
                add_prompts(&mut found, files, &path, document, &format!("base_style/{key}"));
            }
        }
    }
    for (key, glossary) in desired.glossaries() {
        let address = Address::new(Kind::Glossary, key.clone());
        let Some(content) = term_set(desired, &address) else { continue };
        let path = glossary.place.file.to_string();
        for (part, entries) in &content.parts {
            for (source, target) in entries.iter() {
                let target_place =
                    SheetTarget::Entry { path: path.clone(), address: address.clone(), part: part.clone() };
                let key = SheetKey { address: address.to_string(), language: pair_name(part), entry: source.clone() };
                found.insert(key, SheetEntry { text: target.clone(), target: target_place });
            }
        }
    }
    found
}

fn term_set(desired: &Desired, address: &Address) -> Option<TermSet> {
    DesiredTermSet::find(desired, address).map(|wanted| wanted.content())
}

fn pair_name(part: &TermSetPart) -> String {
    match part {
        TermSetPart::Dictionary { source, target } => format!("{source}-{target}"),
        TermSetPart::Terms(language) => language.to_string(),
    }
}

fn add_prompts(
    found: &mut BTreeMap<SheetKey, SheetEntry>,
    files: &ProjectFiles<'_>,
    path: &str,
    document: usize,
    address: &str,
) {
    let Some(root) = files.get(path).and_then(|parsed| parsed.documents.get(document)) else { return };
    let language = root.get("language").and_then(Node::text).unwrap_or_default().to_ascii_lowercase();
    let items = root.get("custom_instructions").map(Node::items).unwrap_or_default();
    for (item, node) in items.iter().enumerate() {
        let text = |field: &str| node.get(field).and_then(Node::text).map(str::to_owned);
        if let (Some(label), Some(prompt)) = (text("label"), text("prompt")) {
            let key = SheetKey { address: address.to_owned(), language: language.clone(), entry: label };
            let target = SheetTarget::Prompt { path: path.to_owned(), document, item };
            found.insert(key, SheetEntry { text: prompt, target });
        }
    }
}

/// The sheet of these entries, as a spreadsheet opens it. The byte order mark tells it that the text is UTF-8.
pub fn render_sheet<'a>(entries: impl Iterator<Item = (&'a SheetKey, &'a SheetEntry)>) -> String {
    let mut out = format!("\u{feff}{}", csv::render_row(COLUMNS));
    for (SheetKey { address, language, entry }, SheetEntry { text, target: _ }) in entries {
        out.push_str(&csv::render_row([address.as_str(), language, entry, text]));
    }
    out
}

/// What a sheet says.
#[derive(Debug, Default)]
pub struct ReadSheet {
    /// What it changes and adds, if it can be taken.
    pub changes: Vec<SheetChange>,
    /// Everything that is wrong with it.
    pub findings: Vec<Diagnostic>,
    /// Documents, each with its language, of which it has no row.
    pub absent: BTreeSet<(String, String)>,
}

/// Reads a sheet. `expected` are the entries that it must have a row for, if it has one of the same document and language. A
/// row of a glossary beside all of these is a new entry.
#[must_use]
pub fn read_sheet(file: &Arc<SourceFile>, expected: &BTreeMap<SheetKey, SheetEntry>) -> ReadSheet {
    let (changes, findings, seen) = read_rows(file, expected);
    let parts = |keys: &mut dyn Iterator<Item = &SheetKey>| -> BTreeSet<(String, String)> {
        keys.map(|key| (key.address.clone(), key.language.clone())).collect()
    };
    let absent = &parts(&mut expected.keys()) - &parts(&mut seen.keys());
    ReadSheet { changes, findings, absent }
}

/// Changes, findings and the rows that were understood.
fn read_rows(
    file: &Arc<SourceFile>,
    expected: &BTreeMap<SheetKey, SheetEntry>,
) -> (Vec<SheetChange>, Vec<Diagnostic>, BTreeMap<SheetKey, Span>) {
    let mut findings = Vec::new();
    let table = parse_separated(file, separator_of(file.text()));
    for fault in &table.faults {
        let message = match fault.kind {
            TableFaultKind::Unclosed => "a quote is never closed; the rows after it cannot be read",
            TableFaultKind::BlankBeside => "a blank stands beside a quote",
            TableFaultKind::AfterQuote => "text stands behind a closing quote",
            TableFaultKind::InsideCell => "a quote stands inside of a cell that does not begin with one",
        };
        findings
            .push(Diagnostic::new(Code::TableQuotes, file, fault.span, message).with_help(
                "save the sheet as CSV again: cells with quotes are quoted, and the quotes in them doubled",
            ));
    }
    let mut rows = table.rows();
    let Some(head) = rows.next() else {
        findings.push(header_finding(file, Span::empty_at(0), "the sheet has no rows"));
        return (Vec::new(), findings, BTreeMap::new());
    };
    let names: Vec<String> = head.iter().map(|cell| table.cell_text(*cell).trim().to_ascii_lowercase()).collect();
    let head_span = head.first().map_or(Span::empty_at(0), |cell| cell.span);
    let (mut columns, mut missing) = (Vec::new(), Vec::new());
    for wanted in COLUMNS {
        let at: Vec<usize> = names.iter().enumerate().filter(|(_, name)| *name == wanted).map(|(at, _)| at).collect();
        match at.as_slice() {
            [at] => columns.push(*at),
            [] => match nearest::nearest_words(wanted, names.iter().map(String::as_str)).first() {
                Some(near) if near.chars().any(char::is_alphabetic) => {
                    let message = format!("the sheet has no column `{wanted}`");
                    let note = format!("is `{near}` meant?");
                    findings.push(header_finding(file, head_span, &message).with_note(note));
                }
                Some(_) | None => missing.push(wanted),
            },
            [_, again, ..] => {
                findings.push(header_finding(
                    file,
                    head[*again].span,
                    &format!("the column `{wanted}` is there twice"),
                ));
            }
        }
    }
    if let [first, others @ ..] = missing.as_slice() {
        let noun = if others.is_empty() { "column" } else { "columns" };
        let all: String = others.iter().map(|name| format!(", `{name}`")).collect();
        findings.push(header_finding(file, head_span, &format!("the sheet has no {noun} `{first}`{all}")));
    }
    let [address, language, entry, text] = columns.as_slice() else {
        return (Vec::new(), findings, BTreeMap::new());
    };
    // Of these documents a row that cannot be read may be the one that is missing.
    let mut unclear: BTreeSet<String> = BTreeSet::new();
    let (mut seen, mut changes): (BTreeMap<SheetKey, Span>, Vec<SheetChange>) = (BTreeMap::new(), Vec::new());
    for row in rows {
        let Some(first) = row.first().map(|cell| cell.span) else { continue };
        let whole = first.to(row.last().map_or(first, |cell| cell.span));
        if row.iter().all(|cell| table.cell_text(*cell).trim().is_empty()) {
            continue;
        }
        if row.len() != head.len() {
            unclear.extend(row.get(*address).map(|cell| csv::read_cell(&table.cell_text(*cell)).trim().to_owned()));
            let message = format!("this row has {} cells, the first one has {}", row.len(), head.len());
            findings.push(
                Diagnostic::new(Code::TableColumns, file, whole, message)
                    .with_help("a text with a comma, a semicolon or a line break stands in quotes"),
            );
            continue;
        }
        let said = |at: usize| csv::read_cell(&table.cell_text(row[at])).to_owned();
        let key = SheetKey {
            address: said(*address).trim().to_owned(),
            language: said(*language).trim().to_ascii_lowercase(),
            entry: said(*entry),
        };
        let span = row[*text].span;
        let known = expected.get(&key);
        if known.is_none() && !is_new_entry(&key, expected) {
            findings.push(unknown_row(file, whole, &key, expected));
            unclear.insert(key.address);
            continue;
        }
        if let Some(before) = seen.insert(key.clone(), whole) {
            findings.push(
                Diagnostic::new(Code::DuplicateEntry, file, whole, format!("`{}` has a row already", key.entry))
                    .with_secondary(before, "first here")
                    .with_help("keep one of the two"),
            );
            continue;
        }
        // Spreadsheets write the line ends of their own system into cells.
        let after = said(*text).replace("\r\n", "\n").replace('\r', "\n");
        if after.trim().is_empty() {
            findings.push(
                Diagnostic::new(Code::EmptyValue, file, span, format!("`{}` has no text", key.entry))
                    .with_help("a sheet changes texts; what is to go is taken out of the file"),
            );
        } else if known.is_none_or(|known| known.text != after) {
            let place = file.place_of(span);
            changes.push(SheetChange { key, before: known.map(|known| known.text.clone()), after, place, span });
        }
    }
    let clear = seen.iter().filter(|(key, _)| !unclear.contains(&key.address));
    findings.extend(missing_rows(file, &clear.map(|(key, span)| (key.clone(), *span)).collect(), expected));
    findings.sort_by_key(Diagnostic::sort_key);
    (changes, findings, seen)
}

/// Whether a row that no entry has is one to add: a phrase of a dictionary that there is.
fn is_new_entry(key: &SheetKey, expected: &BTreeMap<SheetKey, SheetEntry>) -> bool {
    !key.entry.trim().is_empty()
        && sibling_of(key, expected).is_some_and(|entry| matches!(entry.target, SheetTarget::Entry { .. }))
}

/// An entry of the same document and language.
fn sibling_of<'a>(key: &SheetKey, entries: &'a BTreeMap<SheetKey, SheetEntry>) -> Option<&'a SheetEntry> {
    let same = |(known, _): &(&SheetKey, _)| known.address == key.address && known.language == key.language;
    let first = SheetKey { entry: String::new(), ..key.clone() };
    entries.range(first..).next().filter(same).map(|(_, entry)| entry)
}

/// What divides cells: whichever the first line has most of.
fn separator_of(text: &str) -> u8 {
    let line = text.lines().next().unwrap_or_default();
    let count = |separator: &u8| line.bytes().filter(|byte| byte == separator).count();
    [b',', b';', b'\t'].into_iter().rev().max_by_key(count).unwrap_or(b',')
}

fn header_finding(file: &Arc<SourceFile>, span: Span, message: &str) -> Diagnostic {
    Diagnostic::new(Code::TableColumns, file, span, message)
        .with_help(format!("the first row names the columns: {}; housestyle sheet prints one", COLUMNS.join(", ")))
}

fn unknown_row(
    file: &Arc<SourceFile>,
    span: Span,
    key: &SheetKey,
    expected: &BTreeMap<SheetKey, SheetEntry>,
) -> Diagnostic {
    let nearest = |written: &str, known: BTreeSet<&str>| {
        nearest::nearest_words(written, known).first().map(|near| format!("did you mean `{near}`?"))
    };
    let same_address = || expected.keys().filter(|known| known.address == key.address);
    let same_part = || same_address().filter(|known| known.language == key.language);
    let (message, help) = if same_address().next().is_none() {
        let known = expected.keys().map(|known| known.address.as_str()).collect();
        (format!("no document with texts has the address `{}`", key.address), nearest(&key.address, known))
    } else if same_part().next().is_none() {
        let known = same_address().map(|known| known.language.as_str()).collect();
        (format!("`{}` has no texts for `{}`", key.address, key.language), nearest(&key.language, known))
    } else {
        let known = same_part().map(|known| known.entry.as_str()).collect();
        (format!("`{}` has no entry `{}`", key.address, key.entry), nearest(&key.entry, known))
    };
    Diagnostic::new(Code::UnknownReference, file, span, message)
        .with_note("a sheet changes texts and adds terms: all else comes, goes and is renamed in the files")
        .with_help(help.unwrap_or_else(|| "take the first three columns from a new sheet".to_owned()))
}

/// A finding for each document and language of which rows are missing.
fn missing_rows(
    file: &Arc<SourceFile>,
    seen: &BTreeMap<SheetKey, Span>,
    expected: &BTreeMap<SheetKey, SheetEntry>,
) -> Vec<Diagnostic> {
    let mut parts: BTreeMap<(&str, &str), Span> = BTreeMap::new();
    for (key, span) in seen {
        parts.insert((&key.address, &key.language), *span);
    }
    let mut findings = Vec::new();
    for ((address, language), span) in parts {
        let missing: Vec<&str> = expected
            .keys()
            .filter(|key| key.address == address && key.language == language && !seen.contains_key(*key))
            .map(|key| key.entry.as_str())
            .collect();
        if let Some(first) = missing.first() {
            let message = match missing.len() {
                1 => format!("the row for `{first}` of `{address}` is missing"),
                more => format!("{more} rows of `{address}` are missing, the first is `{first}`"),
            };
            findings.push(
                Diagnostic::new(Code::MissingField, file, span, message)
                    .with_note("a sheet deletes nothing")
                    .with_help("take the rows from a new sheet; what is to go is taken out of the file"),
            );
        }
    }
    findings
}

/// Makes the changes in the files, in memory.
///
/// # Errors
/// Says for each row that cannot be written where and why.
pub fn apply_changes(
    files: &mut ProjectFiles<'_>,
    desired: &Desired,
    sheet: &Arc<SourceFile>,
    entries: &BTreeMap<SheetKey, SheetEntry>,
    changes: &[SheetChange],
) -> Result<(), Vec<Diagnostic>> {
    let mut findings = Vec::new();
    for change in changes {
        let Some(entry) = entries.get(&change.key).or_else(|| sibling_of(&change.key, entries)) else { continue };
        if let Err((place, why)) = apply_change(files, desired, &entry.target, change) {
            let finding = Diagnostic::new(
                Code::UnreadableText,
                sheet,
                change.span,
                format!("this text cannot be written: {why}"),
            );
            let at = place.map(|place| format!("edit {place} by hand"));
            findings.push(finding.with_help(at.unwrap_or_else(|| "edit the file by hand".to_owned())));
        }
    }
    if findings.is_empty() { Ok(()) } else { Err(findings) }
}

fn apply_change(
    files: &mut ProjectFiles<'_>,
    desired: &Desired,
    target: &SheetTarget,
    change: &SheetChange,
) -> Result<(), (Option<Place>, String)> {
    match target {
        SheetTarget::Prompt { path, document, item } => {
            let Some(parsed) = files.get(path) else { return Err((None, "its file is gone".to_owned())) };
            let at = vec![
                PathSegment::Key("custom_instructions".to_owned()),
                PathSegment::Item(*item),
                PathSegment::Key("prompt".to_owned()),
            ];
            let act = TreeEdit::Set { at, value: ValueTree::from_text(&*change.after), after: &[] };
            let format = Format::from_path(path).unwrap_or(Format::Yaml);
            let text = edit::edit_document(parsed, format, *document, std::slice::from_ref(&act))
                .map_err(|error| (Some(parsed.file.place_of(error.span)), error.why.to_owned()))?;
            if let Some(why) = document_error(files, path, &text, &[]) {
                return Err((None, why));
            }
            files.put_document(path, &text);
            Ok(())
        }
        SheetTarget::Entry { path, address, part } => {
            let content = term_set(desired, address)
                .filter(|content| content.kind == TermSetKind::Glossary)
                .ok_or((None, "its glossary is gone".to_owned()))?;
            let changes = BTreeMap::from([(change.key.entry.clone(), Some(change.after.clone()))]);
            edit_entries(files, path, address, &content, part, &changes)
        }
    }
}
