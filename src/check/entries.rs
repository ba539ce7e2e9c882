//! The entries of a dictionary, from its document or from a table beside it. No row of a table is ever left out: what
//! cannot be an entry is a finding.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::check::few::Few;
use crate::check::phrase::{self, Phrase};
use crate::check::{hidden_text, language};
use crate::diagnostic::{Code, Diagnostic, Safety, SourceFile, Span};
use crate::model::Placed;
use crate::model::glossary::Pair;
use crate::schema::edits;
use crate::schema::validate::echo;
use crate::source::table::{Cell, Fault, Notation, Table, Wrong};
use crate::source::{Node, table};

/// The entries of a dictionary by source phrase.
pub(super) type Entries = BTreeMap<String, Placed<String>>;

/// Entries that stand in the document, and how many bytes they are. What is no text was said with the shape.
pub(super) fn inline(file: &Arc<SourceFile>, node: &Node, pointer: &str) -> (Entries, Vec<Diagnostic>) {
    let mut found = Few::default();
    let mut entries = Vec::with_capacity(node.entries().len());
    for entry in node.entries() {
        let Some(target) = entry.value.text().filter(|text| !text.is_empty()) else { continue };
        let source = entry.key.value.as_str();
        for (what, text, span) in
            [("source phrase", source, entry.key.span), ("target phrase", target, entry.value.span)]
        {
            phrase::check(file, &Phrase { what, text, span, pointer: Some(pointer) }, &mut found);
        }
        entries.push((source.to_owned(), Placed::new(target.to_owned(), file.place(entry.key.span))));
    }
    (entries.into_iter().collect(), found.finish())
}

/// Entries of a table.
pub(super) fn beside(file: &Arc<SourceFile>, notation: Notation, pair: &Pair) -> (Entries, Vec<Diagnostic>) {
    let table = table::parse(file, notation);
    let mut reader = Reader { table: &table, notation, pair, found: Few::default() };
    for fault in &table.faults {
        reader.quotes(*fault);
    }
    let entries = reader.rows();
    let mut findings = reader.found.finish();
    let apart: Vec<Span> = findings.iter().map(|finding| finding.primary.span).collect();
    findings.extend(hidden_text::check_file(file, &apart));
    (entries, findings)
}

struct Reader<'t> {
    table: &'t Table,
    notation: Notation,
    pair: &'t Pair,
    found: Few,
}

impl Reader<'_> {
    fn rows(&mut self) -> Entries {
        let table = self.table;
        let file = table.file();
        let mut first: HashMap<String, Cell> = HashMap::with_capacity(table.len());
        let mut entries: Vec<(String, Placed<String>)> = Vec::with_capacity(table.len());
        let (mut reversed, mut quoted) = (Vec::new(), None);
        let broken = table.faults.iter().any(|fault| fault.what == Wrong::Unclosed);
        for (index, row) in table.rows().enumerate() {
            // The row in which a quote was never closed has swallowed what follows.
            if broken && index + 1 == table.len() {
                continue;
            }
            let (source, target) = match (row, self.notation) {
                ([source, target], _) => (*source, *target),
                ([source, target, one, other], Notation::Csv) => {
                    if self.swapped(*one, *other) {
                        reversed.push(one.span.to(other.span));
                    } else if !self.languages(*one, *other) {
                        continue;
                    }
                    (*source, *target)
                }
                (cells, _) => {
                    self.columns(cells);
                    continue;
                }
            };
            if index == 0 {
                self.header(source, target);
            }
            let (from, to) = (table.text(source), table.text(target));
            if self.notation == Notation::Tsv && quoted.is_none() {
                quoted = [(&from, source), (&to, target)]
                    .into_iter()
                    .find(|(text, _)| text.len() >= 2 && text.starts_with('"') && text.ends_with('"'))
                    .map(|(_, cell)| cell);
            }
            for (what, text, cell) in [("source phrase", &from, source), ("target phrase", &to, target)] {
                phrase::check(file, &Phrase { what, text, span: cell.span, pointer: None }, &mut self.found);
            }
            if let Some(before) = first.get(&*from) {
                self.twice(*before, source, target, &from);
                continue;
            }
            entries.push((from.to_string(), Placed::new(to.into_owned(), file.place(source.span))));
            first.insert(from.into_owned(), source);
        }
        if let Some(at) = reversed.first() {
            self.reversed(*at, reversed.len());
        }
        if let Some(cell) = quoted {
            self.quoted_cell(cell);
        }
        drop(first);
        entries.into_iter().collect()
    }

    fn finding(&self, code: Code, span: Span, message: String) -> Diagnostic {
        Diagnostic::new(code, self.table.file(), span, message)
    }

    fn quotes(&mut self, fault: Fault) {
        let (message, help) = match fault.what {
            Wrong::Unclosed => {
                ("this quote is never closed", "close it, or write it twice where it belongs to the phrase")
            }
            Wrong::AfterQuote => {
                ("text stands between a closing quote and the next comma", "write a quote inside of a phrase twice")
            }
            Wrong::InsideCell => (
                "a quote stands inside of a phrase that is not in quotes",
                "put the whole phrase in quotes, and write the quote inside of it twice",
            ),
        };
        let finding = self.finding(Code::TableQuotes, fault.span, message.to_owned()).help(help);
        let finding = match fault.what {
            Wrong::Unclosed => finding.note("what follows it was not read"),
            Wrong::AfterQuote | Wrong::InsideCell => finding,
        };
        self.found.add(Code::TableQuotes, || finding);
    }

    fn columns(&mut self, cells: &[Cell]) {
        let table = self.table;
        let (Some(first), Some(last)) = (cells.first(), cells.last()) else { return };
        let whole = first.span.to(last.span);
        let over = if cells.len() > 2 { cells[2].span.to(last.span) } else { whole };
        let raw = table.file().slice(whole);
        let due = match self.notation {
            Notation::Tsv => "two",
            Notation::Csv => "two or four",
        };
        let message = match cells.len() {
            1 => format!("this row has one column, not {due}"),
            count => format!("this row has {count} columns, not {due}"),
        };
        let help = match (self.notation, cells.len()) {
            (Notation::Tsv, 1) if raw.contains(',') || raw.contains(';') => {
                "write a tab between the phrases, or save a table with commas as `.csv`"
            }
            (Notation::Tsv, 1) => "write a tab between the source phrase and the target phrase",
            (Notation::Tsv, _) => "take the tab out of the phrase: it divides columns, and no phrase may hold one",
            (Notation::Csv, 1) if raw.contains('\t') => "save a table with tabs as `.tsv`",
            (Notation::Csv, 1) if raw.contains(';') => "divide columns with commas: the service knows no semicolons",
            (Notation::Csv, 1) => "write a comma between the source phrase and the target phrase",
            (Notation::Csv, _) => "put a phrase that holds a comma in quotes",
        };
        let finding = || {
            let finding = finding_in(table, Code::TableColumns, over, message).help(help);
            if cells.len() > 2 { finding.label("too many") } else { finding }
        };
        self.found.add(Code::TableColumns, finding);
    }

    fn header(&mut self, source: Cell, target: Cell) {
        let Pair { source: from, target: to } = self.pair;
        let word = |cell| self.table.text(cell).trim().to_lowercase().replace(['-', ' '], "_");
        let (one, other) = (word(source), word(target));
        let names = |word: &str, side: &str, code: &str| {
            let generic = ["", "_text", "_phrase", "_term", "_lang", "_language"];
            generic.iter().any(|ending| word == format!("{side}{ending}"))
                || language::words(code)
                    .iter()
                    .any(|name| *name == word.replace('_', "-") || *name == word.replace('_', " "))
        };
        let span = source.span.to(target.span);
        if names(&one, "source", from.as_str()) && names(&other, "target", to.as_str()) {
            let finding = self
                .finding(Code::TableHeader, span, "the first row names its columns".to_owned())
                .label("would become an entry")
                .help("delete this row");
            let fix = edits::lines(self.table.file(), span)
                .map(|lines| edits::replace(lines, "", "delete this row", Safety::Unsafe));
            self.found.add(Code::TableHeader, || match fix {
                Some(fix) => finding.fix(fix),
                None => finding,
            });
        } else if names(&one, "target", to.as_str()) && names(&other, "source", from.as_str()) {
            let finding = self
                .finding(Code::ReversedTable, span, "the target phrases stand first in this table".to_owned())
                .label("the names of the columns say so")
                .note(format!("the dictionary is for {}", self.pair))
                .help("put the source phrases first and delete this row");
            self.found.add(Code::ReversedTable, || finding);
        }
    }

    /// The languages of a row, lower-case, as (third, fourth) column.
    fn codes(&self, one: Cell, other: Cell) -> (String, String) {
        let code = |cell| self.table.text(cell).trim().to_lowercase();
        (code(one), code(other))
    }

    fn swapped(&self, one: Cell, other: Cell) -> bool {
        let (one, other) = self.codes(one, other);
        one == self.pair.target.as_str() && other == self.pair.source.as_str()
    }

    /// Whether a row is for the languages of its dictionary; says it where not.
    fn languages(&mut self, one: Cell, other: Cell) -> bool {
        let (from, to) = self.codes(one, other);
        if from == self.pair.source.as_str() && to == self.pair.target.as_str() {
            return true;
        }
        let wrong = if from == self.pair.source.as_str() { other.span } else { one.span };
        let message = format!("this row is for {} > {}, its dictionary for {}", echo(&from), echo(&to), self.pair);
        let finding = self
            .finding(Code::TableLanguages, wrong, message)
            .label("another language")
            .note("the service leaves such a row out without a word")
            .help("move the row to the dictionary of its languages, or correct them");
        self.found.add(Code::TableLanguages, || finding);
        false
    }

    fn reversed(&mut self, at: Span, rows: usize) {
        let rows = if rows == 1 { "one row says so".to_owned() } else { format!("{rows} rows say so") };
        let finding = self
            .finding(Code::ReversedTable, at, "the target phrases stand first in this table".to_owned())
            .label("these languages say so")
            .note(format!("the dictionary is for {}; {rows}", self.pair))
            .help("put the source phrases first, or swap the languages of the dictionary");
        self.found.add(Code::ReversedTable, || finding);
    }

    fn quoted_cell(&mut self, cell: Cell) {
        let message = "a phrase stands in quotes, which would be sent along".to_owned();
        let finding = self
            .finding(Code::QuotedCell, cell.span, message)
            .note("tab-separated tables know no quotes; more such phrases may follow")
            .help("take the quotes away, or save the table as `.csv`");
        self.found.add(Code::QuotedCell, || finding);
    }

    fn twice(&mut self, before: Cell, source: Cell, target: Cell, text: &str) {
        let table = self.table;
        self.found.add(Code::DuplicateEntry, || {
            let line = table.file().position(before.span.start).line;
            let finding =
                finding_in(table, Code::DuplicateEntry, source.span, format!("`{}` has an entry already", echo(text)))
                    .label("again")
                    .because(before.span, "first here")
                    .note(format!("first on line {line}"))
                    .help("keep one of the two rows");
            match edits::lines(table.file(), source.span.to(target.span)) {
                Some(lines) => finding.fix(edits::replace(lines, "", "delete this row", Safety::Unsafe)),
                None => finding,
            }
        });
    }
}

fn finding_in(table: &Table, code: Code, span: Span, message: String) -> Diagnostic {
    Diagnostic::new(code, table.file(), span, message)
}
