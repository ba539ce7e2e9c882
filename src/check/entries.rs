//! The entries of a dictionary, from its document or from a table beside it. No row of a table is ever left out: what
//! cannot be an entry is a finding.

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::check::left_in_cell::{Side, is_shortened_number, tell_filled_down, tell_left_in_entry};
use crate::check::phrase::{self, Phrase};
use crate::check::raw_document::{RawText, RawTextKind, TextPointer};
use crate::check::row_cells::RowHabits;
use crate::check::row_languages::MOVE_ROW;
use crate::check::several_translations::{SeveralTranslations, check_synonyms};
use crate::check::table_habit::TypesetQuotes;
use crate::check::{
    compared_phrases, cut_text, foreign_notation, garbled_text, hidden_text, joined_items, table_habit,
};
use crate::diagnostic::cap::CappedFindings;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, Severity, SourceFile, Span};
use crate::model::glossary::LanguagePair;
use crate::model::{Language, Placed};
use crate::schema::edits;
use crate::schema::explained_document::echo_text;
use crate::source::quotes::quotes_around;
use crate::source::table::{Notation, Table, TableCell};
use crate::source::{Entry, Node, table};

/// The entries of a dictionary by source phrase.
pub(super) type DictionaryEntries = BTreeMap<String, Placed<String>>;

/// Entries that stand in the document, and how many bytes they are. What is no text was said with the shape.
pub(super) fn read_inline_entries(
    file: &Arc<SourceFile>,
    node: &Node,
    pair: &LanguagePair,
    pointer: &str,
) -> (DictionaryEntries, Vec<Diagnostic>) {
    let mut found = CappedFindings::default();
    if let Some(finding) = node.entries().first().and_then(|first| explain_head(file, first, pair)) {
        found.add(Code::TableHeader, || finding.with_pointer(pointer));
    }
    let mut entries = Vec::with_capacity(node.entries().len());
    let (mut quoted, mut commas, mut several) = (Vec::new(), Vec::new(), SeveralTranslations::default());
    for entry in node.entries() {
        let Some(target) = entry.value.text().filter(|text| !text.is_empty()) else { continue };
        let source = entry.key.value.as_str();
        if source.trim() != source && node.get(source.trim()).is_some() {
            found.add(Code::DuplicateEntry, || blank_twin(file, entry.key.span, source).with_pointer(pointer));
            continue;
        }
        for (what, text, span) in
            [("source phrase", source, entry.key.span), ("target phrase", target, entry.value.span)]
        {
            phrase::check_phrase(file, &Phrase { what, text, span, pointer: Some(pointer) }, &mut found);
        }
        let written = TextPointer::Written(pointer.into());
        let raw = RawText { kind: RawTextKind::Phrase, text: target, span: entry.value.span, pointer: written };
        if let Some(finding) = cut_text::check_cut_text(file, &raw) {
            found.add(finding.code, || finding);
        }
        commas.extend(foreign_notation::check_trailing_comma(file, entry.value.span, "this phrase"));
        quoted.extend(foreign_notation::check_quoted_entry(file, entry.key.span, entry.value.span));
        let sides = [(source, entry.key.span), (target, entry.value.span)].map(|(text, span)| Side { text, span });
        if let Some(finding) = check_synonyms(file, source, target, entry.value.span) {
            several.add(finding.with_pointer(pointer), &mut found);
        }
        let above = entries.last().map(|(source, target): &(String, Placed<String>)| (&**source, &*target.value));
        let filled = above.and_then(|above| tell_filled_down(file, above, sides));
        let left = tell_left_in_entry(file, pair, sides[0], sides[1]);
        for finding in filled.into_iter().chain(left) {
            found.add(Code::ForeignNotation, || finding.with_pointer(pointer));
        }
        entries.push((source.to_owned(), Placed::new(target.to_owned(), file.place_of(entry.key.span))));
    }
    several.tell_few(&mut found);
    for alike in [commas, quoted] {
        if let Some(finding) = told_once(alike) {
            found.add(Code::ForeignNotation, || finding.with_pointer(pointer));
        }
    }
    let column = |side| {
        node.entries().iter().map(move |entry| match side {
            0 => (entry.key.value.as_str(), entry.key.span),
            _ => (entry.value.text().unwrap_or_default(), entry.value.span),
        })
    };
    let numbers = joined_items::check_item_numbers(file, "phrase", [0, 1].map(column));
    let sides = entries.iter().map(|(source, target)| (source.as_str(), target.value.as_str()));
    let first = node.entries().first().map_or(node.span, |entry| entry.key.span);
    let twins = compared_phrases::find_twins(file, column(0).collect());
    let decomposed = twins.is_empty().then(|| compared_phrases::tell_decomposed(file, column(0).chain(column(1))));
    let compared = twins.into_iter().chain(decomposed.flatten()).chain(numbers);
    for finding in compared.chain(compared_phrases::tell_swapped_sides(file, pair, first, sides)) {
        found.add(finding.code, || finding.with_pointer(pointer));
    }
    (entries.into_iter().collect(), found.into_findings())
}

/// A first entry of the names of both languages: the head of the table that the entries come from, and no translation.
fn explain_head(file: &Arc<SourceFile>, first: &Entry, pair: &LanguagePair) -> Option<Diagnostic> {
    // Of no side, the names of its language are left.
    let names = |word: &str, code: &Language| table_habit::names_side(&word.trim().to_lowercase(), "", code.as_str());
    let head = names(&first.key.value, &pair.source) && names(first.value.text()?, &pair.target);
    let span = first.key.span.to(first.value.span);
    let finding = Diagnostic::new(Code::TableHeader, file, span, "the first entry names the languages")
        .with_label("would become an entry")
        .with_help("delete this entry");
    let fix = edits::removal_span(file, first)
        .map(|lines| edits::replace_span(lines, "", "delete this entry", Safety::Unsafe));
    let finding = Diagnostic { severity: Severity::Warning, ..finding };
    head.then(|| fix.into_iter().fold(finding, Diagnostic::with_fix))
}

/// One finding for a habit that many entries share, which mends them all.
fn told_once(alike: Vec<Diagnostic>) -> Option<Diagnostic> {
    let more = alike.len().checked_sub(1)?;
    let mut all = alike.into_iter();
    let mut first = all.next()?;
    for other in all {
        match (&mut first.fix, other.fix) {
            (Some(fix), Some(other)) => fix.edits.extend(other.edits),
            (fix, _) => *fix = None,
        }
    }
    Some(match more {
        0 => first,
        1 => first.with_note("another entry is like it"),
        more => first.with_note(format!("{more} more entries are like it")),
    })
}

/// The same of rows of tables; those for another pair are marked, as each of them has its languages to correct.
fn told_of_rows(alike: Vec<Diagnostic>) -> Option<Diagnostic> {
    /// Most rows that are marked beside the first.
    const MOST_MARKED: usize = 20;
    let places: Vec<Span> = alike.iter().skip(1).map(|finding| finding.primary.span).collect();
    let first = told_once(alike)?;
    if first.help.as_deref() != Some(MOVE_ROW) || places.is_empty() {
        return Some(first);
    }
    let mut notes = first.notes.clone();
    if places.len() <= MOST_MARKED {
        notes.pop();
    }
    let marked = places.into_iter().take(MOST_MARKED);
    Some(marked.fold(Diagnostic { notes, ..first }, |finding, place| finding.with_secondary(place, "here, too")))
}

/// A phrase that only the white space at its edges tells from another one.
fn blank_twin(file: &Arc<SourceFile>, span: Span, text: &str) -> Diagnostic {
    let message = format!("without the white space at its edge, `{}` has an entry already", echo_text(text.trim()));
    Diagnostic::new(Code::DuplicateEntry, file, span, message)
        .with_label("again")
        .with_help("keep one of the two: the service rejects white space at the edges")
}

/// What came out of a table.
#[derive(Default)]
pub(super) struct TableReading {
    pub(super) entries: DictionaryEntries,
    pub(super) findings: Vec<Diagnostic>,
    /// The other pair that every row is for, which is said of the dictionary and of no row.
    pub(super) other_pair: Option<LanguagePair>,
}

/// Entries of a table.
pub(super) fn read_table_entries(file: &Arc<SourceFile>, notation: Notation, pair: &LanguagePair) -> TableReading {
    if let Some((conflict, settled)) = table::resolve_table_conflict(file) {
        let table = table::parse_table(&settled, notation);
        let entries = TableReader::new(&table, notation, pair).read_rows();
        return TableReading { entries, findings: vec![conflict], other_pair: None };
    }
    if let Some(finding) = table_habit::explain_table(file, notation) {
        return TableReading { findings: vec![finding], ..TableReading::default() };
    }
    let table = table::parse_table(file, notation);
    let mut reader = TableReader::new(&table, notation, pair);
    let entries = reader.read_rows();
    let other_pair = reader.other_pair.take();
    let mut findings = reader.found.into_findings();
    let apart: Vec<Span> = findings.iter().map(|finding| finding.primary.span).collect();
    findings.extend(hidden_text::check_hidden_in_file(file, &apart));
    garbled_text::add_garbled_text(file, &mut findings);
    TableReading { entries, findings, other_pair }
}

pub(super) struct TableReader<'t> {
    pub(super) table: &'t Table,
    pub(super) notation: Notation,
    pub(super) pair: &'t LanguagePair,
    pub(super) found: CappedFindings,
    pub(super) habits: OnceCell<RowHabits>,
    /// Whether it was said that columns hold no languages.
    pub(super) told_of_columns: bool,
    /// The other pair that every row is for.
    other_pair: Option<LanguagePair>,
}

impl<'t> TableReader<'t> {
    fn new(table: &'t Table, notation: Notation, pair: &'t LanguagePair) -> Self {
        let (found, habits) = (CappedFindings::default(), OnceCell::new());
        Self { table, notation, pair, found, habits, told_of_columns: false, other_pair: None }
    }

    fn read_rows(&mut self) -> DictionaryEntries {
        let table = self.table;
        let file = table.file();
        let mut first: HashMap<String, [TableCell; 2]> = HashMap::with_capacity(table.len());
        let mut entries: Vec<(String, Placed<String>)> = Vec::with_capacity(table.len());
        let (mut reversed, mut quoted, mut miscounted, mut misplaced) =
            (Vec::new(), Vec::new(), Vec::new(), BTreeMap::<_, Vec<_>>::new());
        let (mut straight, mut typeset) = (false, TypesetQuotes::default());
        let mut several = SeveralTranslations::default();
        self.other_pair = self.pair_of_all_rows();
        for (index, row) in table.rows().enumerate() {
            // Where quotes are broken, so are the columns.
            if self.report_quotes(row) {
                continue;
            }
            // A row of nothing is one finding, whatever its cells lack.
            let blank = |cell: &TableCell| table.cell_text(*cell).trim().is_empty();
            if row.len() > 1 && row.iter().any(blank) && self.cells_of(row).phrases.is_empty() {
                self.report_empty_row(row[0].span.to(row[row.len() - 1].span));
                continue;
            }
            // What was to be one cell stands in several.
            if self.notation == Notation::Csv && typeset.note_row(table, row) {
                continue;
            }
            let (source, target) = match (row, self.notation) {
                ([source, target], _) => (*source, *target),
                ([source, target, one, other], Notation::Csv) if self.is_straight(*one, *other) => {
                    straight = true;
                    (*source, *target)
                }
                ([source, target, one, other], Notation::Csv) if self.is_swapped(*one, *other) => {
                    reversed.push([*source, *target, *one, *other]);
                    (*source, *target)
                }
                (cells, _) if let Some(finding) = self.explain_row(&self.cells_of(cells)) => {
                    misplaced.entry(finding.message.clone()).or_default().push(finding);
                    continue;
                }
                ([source, target, ..], Notation::Csv) if row.len() == 4 && self.other_pair.is_some() => {
                    straight = true;
                    (*source, *target)
                }
                (cells, Notation::Csv) if cells.len() == 4 => {
                    if let Some(finding) = self.report_row_languages(cells) {
                        misplaced.entry(finding.message.clone()).or_default().push(finding);
                    }
                    continue;
                }
                (cells, _) => {
                    miscounted.push(cells);
                    continue;
                }
            };
            let (from, to) = (table.cell_text(source), table.cell_text(target));
            let comment = looks_like_comment(&from) || is_crossed_out(&from, &to);
            if comment {
                self.report_comment(source.span.to(target.span));
            } else if index == 0 {
                self.check_header_row(source, target);
            }
            if self.notation == Notation::Tsv {
                quoted.extend(
                    [source, target].into_iter().filter(|cell| text_in_quotes(&table.cell_text(*cell)).is_some()),
                );
            }
            if from.trim() != from && !from.trim().is_empty() && first.contains_key(from.trim()) {
                self.found.add(Code::DuplicateEntry, || blank_twin(file, source.span, &from));
                continue;
            }
            let sides = [(&*from, source), (&*to, target)].map(|(text, cell)| Side { text, span: cell.span });
            if let Some(finding) = check_synonyms(file, &from, &to, target.span) {
                several.add(finding, &mut self.found);
            }
            let above = entries.last().map(|(source, target)| (source.as_str(), target.value.as_str()));
            let filled = above.and_then(|above| tell_filled_down(file, above, sides));
            let left = tell_left_in_entry(file, self.pair, sides[0], sides[1]);
            for finding in filled.into_iter().chain(left) {
                self.found.add(Code::ForeignNotation, || finding);
            }
            if index + 1 == table.len()
                && to.is_empty()
                && let Some(finding) = self.explain_moved_cells(target)
            {
                self.found.add(Code::EmptyValue, || finding);
                continue;
            }
            if index + 1 == table.len()
                && let Some(finding) = self.explain_total([source, target])
            {
                self.found.add(Code::ForeignNotation, || finding);
                continue;
            }
            // What is said of a row that is no entry, as it seems, is about all of it.
            let comment = comment || index == 0 && from.starts_with("sep=");
            let cells = [("source phrase", &from, source), ("target phrase", &to, target)];
            for (what, text, cell) in cells.into_iter().filter(|_| !comment) {
                phrase::check_phrase(file, &Phrase { what, text, span: cell.span, pointer: None }, &mut self.found);
            }
            // Numbers that were shortened alike were others.
            if let Some(before) = first.get(&*from) {
                if is_shortened_number(&from) {
                    continue;
                }
                self.report_duplicate_entry(*before, [source, target], &from);
                continue;
            }
            entries.push((from.to_string(), Placed::new(to.into_owned(), file.place_of(source.span))));
            first.insert(from.into_owned(), [source, target]);
        }
        several.tell_few(&mut self.found);
        self.report_column_counts(&miscounted, table.len());
        match reversed.first() {
            Some(_) if straight => reversed.iter().for_each(|row| self.report_reversed_row(*row)),
            Some(_) => self.report_reversed(&reversed),
            None => {}
        }
        self.report_quoted_cells(&quoted);
        self.report_patch_signs();
        if let Some(finding) = typeset.explain(file) {
            self.found.add(finding.code, || finding);
        }
        let mut compared =
            compared_phrases::find_twins(file, first.iter().map(|(text, [cell, _])| (&**text, cell.span)).collect());
        if let Some(cell) = table.rows().next().and_then(<[TableCell]>::first).filter(|_| reversed.is_empty()) {
            let sides = entries.iter().map(|(source, target)| (source.as_str(), target.value.as_str()));
            compared.extend(compared_phrases::tell_swapped_sides(file, self.pair, cell.span, sides));
        }
        let sound = || table.rows().filter(|row| !self.has_broken_quotes(row));
        let column = |at| sound().filter_map(move |row| row.get(at)).map(|cell| (table.cell_text(*cell), cell.span));
        if compared.is_empty() {
            compared.extend(compared_phrases::tell_decomposed(file, column(0).chain(column(1))));
        }
        compared.extend(joined_items::check_item_numbers(file, "phrase", [0, 1].map(column)));
        for finding in compared.into_iter().chain(misplaced.into_values().filter_map(told_of_rows)) {
            self.found.add(finding.code, || finding);
        }
        drop(first);
        entries.into_iter().collect()
    }

    fn report_empty_row(&mut self, span: Span) {
        let finding = self
            .table_finding(Code::EmptyValue, span, "this row has no phrases".to_owned())
            .with_label("nothing")
            .with_help("delete this row");
        self.report_row_to_delete(span, finding);
    }

    /// Reports a finding about a row that is to go.
    pub(super) fn report_row_to_delete(&mut self, row: Span, finding: Diagnostic) {
        let fix = edits::lines_of_span(self.table.file(), row)
            .map(|lines| edits::replace_span(lines, "", "delete this row", Safety::Unsafe));
        self.found.add(finding.code, || fix.into_iter().fold(finding, Diagnostic::with_fix));
    }

    /// A row that looks like a comment; a term may begin so, too.
    fn report_comment(&mut self, span: Span) {
        let message = "this row looks like a comment, and a table has none".to_owned();
        let finding = self.table_finding(Code::TableHeader, span, message).with_label("becomes an entry");
        let finding = Diagnostic { severity: Severity::Warning, ..finding };
        self.report_row_to_delete(span, finding.with_help("delete this row, unless it is a term"));
    }

    /// The sign of a patch before the phrase of one row: `+Rückruf`; where several begin so, it is theirs.
    fn report_patch_signs(&mut self) {
        let table = self.table;
        for sign in ["+", "- "] {
            let begins = |text: &str| text.strip_prefix(sign).is_some_and(|rest| rest.starts_with(char::is_alphabetic));
            let mut signed = table.rows().filter(|row| row.first().is_some_and(|cell| begins(&table.cell_text(*cell))));
            let (Some(row), None) = (signed.next(), signed.next()) else { continue };
            let told =
                table.len() > 2 && !row[0].quoted && row.get(1).is_some_and(|cell| !begins(&table.cell_text(*cell)));
            if told {
                let start = row[0].span.start as usize;
                let message = format!("this row begins with `{}`, the sign of a patch", sign.trim_end());
                let finding =
                    self.table_finding(Code::ForeignNotation, Span::new(start, start + sign.trim_end().len()), message);
                let edit = Edit { span: Span::new(start, start + sign.len()), text: String::new() };
                let finding = finding.with_label("part of the phrase").offering("delete the sign", vec![edit]);
                self.found.add(Code::ForeignNotation, || finding);
            }
        }
    }

    pub(super) fn table_finding(&self, code: Code, span: Span, message: String) -> Diagnostic {
        Diagnostic::new(code, self.table.file(), span, message)
    }

    /// A cell as the name of a column.
    fn column_word(&self, cell: TableCell) -> String {
        self.table.cell_text(cell).trim().to_lowercase().replace(['-', ' '], "_")
    }

    /// Whether the first two cells name the columns of the dictionary.
    pub(super) fn names_both_sides(&self, cells: &[TableCell]) -> bool {
        let LanguagePair { source, target } = self.pair;
        let [one, other, ..] = cells else { return false };
        table_habit::names_side(&self.column_word(*one), "source", source.as_str())
            && table_habit::names_side(&self.column_word(*other), "target", target.as_str())
    }

    fn check_header_row(&mut self, source: TableCell, target: TableCell) {
        let LanguagePair { source: from, target: to } = self.pair;
        let (one, other) = (self.column_word(source), self.column_word(target));
        let span = source.span.to(target.span);
        if one.starts_with("sep=") && other.is_empty() {
            let message = "this row speaks to a spreadsheet, and is no entry".to_owned();
            let finding = self.table_finding(Code::TableHeader, span, message).with_label("no phrase");
            self.report_row_to_delete(span, finding.with_help("delete this row"));
        } else if table_habit::names_side(&one, "source", from.as_str())
            && table_habit::names_side(&other, "target", to.as_str())
        {
            let finding = self
                .table_finding(Code::TableHeader, span, "the first row names its columns".to_owned())
                .with_label("would become an entry")
                .with_help("delete this row");
            self.report_row_to_delete(span, finding);
        } else if table_habit::names_side(&one, "target", to.as_str())
            && table_habit::names_side(&other, "source", from.as_str())
        {
            let finding = self
                .table_finding(Code::ReversedTable, span, "the target phrases come first in this table".to_owned())
                .with_label("the names of the columns say so")
                .with_note(format!("the dictionary is for {}", self.pair))
                .with_help("put the source phrases first and delete this row");
            self.found.add(Code::ReversedTable, || finding);
        }
    }

    fn report_quoted_cells(&mut self, cells: &[TableCell]) {
        let Some(first) = cells.first() else { return };
        let message = "a phrase is in quotes, which would be sent too".to_owned();
        let finding = self.table_finding(Code::QuotedCell, first.span, message);
        let finding = finding.with_note(match cells.len() - 1 {
            0 => "tab-separated tables know no quotes".to_owned(),
            1 => "tab-separated tables know no quotes; another phrase is like it".to_owned(),
            more => format!("tab-separated tables know no quotes; {more} other phrases are like it"),
        });
        let inner = |cell: &TableCell| {
            let text = text_in_quotes(self.table.file().slice(cell.span)).filter(|text| !text.contains('"'))?;
            Some(Edit { span: cell.span, text: text.to_owned() })
        };
        let title = "take the quotes away".to_owned();
        let edits = cells.iter().map(inner).collect::<Option<Vec<Edit>>>();
        let fix = edits.map(|edits| Fix { title, safety: Safety::Unsafe, edits });
        let finding = finding.with_help("take the quotes away, or save the table as `.csv`");
        self.found.add(Code::QuotedCell, || fix.into_iter().fold(finding, Diagnostic::with_fix));
    }

    fn report_duplicate_entry(&mut self, before: [TableCell; 2], again: [TableCell; 2], text: &str) {
        let table = self.table;
        self.found.add(Code::DuplicateEntry, || {
            let ([before, other], [source, target]) = (before, again);
            let line = table.file().position_at(before.span.start).line;
            let same = table.cell_text(other) == table.cell_text(target);
            let finding = finding_in(
                table,
                Code::DuplicateEntry,
                source.span,
                format!("`{}` has an entry already", echo_text(text)),
            )
            .with_label("again")
            .with_secondary(before.span, "first here")
            .with_note(format!("first on line {line}"))
            .with_help("keep one of the two rows");
            let row = |first: TableCell, last: TableCell| edits::lines_of_span(table.file(), first.span.to(last.span));
            let Some((above, this)) = row(before, other).zip(row(source, target)) else { return finding };
            let delete = |lines: Span| vec![Edit { span: lines, text: String::new() }];
            if same {
                return finding.with_fix(edits::replace_span(this, "", "delete this row", Safety::Unsafe));
            }
            // Of two translations, nothing tells which one is meant.
            finding
                .or_offering(format!("delete line {line}"), delete(above))
                .or_offering("delete this row", delete(this))
        });
    }
}

pub(super) fn finding_in(table: &Table, code: Code, span: Span, message: String) -> Diagnostic {
    Diagnostic::new(code, table.file(), span, message)
}

/// What stands between the quotes around a phrase, straight, single or of a typeset page.
fn text_in_quotes(cell: &str) -> Option<&str> {
    let straight = || cell.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let single = || {
        cell.strip_prefix('\'')
            .and_then(|rest| rest.strip_suffix('\''))
            .filter(|text| !text.is_empty() && !text.contains('\''))
    };
    straight().or_else(single).or_else(|| quotes_around(cell).map(|(_, text, _)| text))
}

/// `#Warenkorb`, of which the translation has no `#`: no word for a hashtag, but a row that was meant to be a comment.
fn is_crossed_out(from: &str, to: &str) -> bool {
    let behind = from.trim_start_matches('\u{feff}').strip_prefix('#');
    behind.is_some_and(|rest| rest.starts_with(char::is_alphabetic) && !rest.contains(['#', '!', '?', '/']))
        && !to.contains('#')
        && !to.trim().is_empty()
}

/// `# terms, 2026`, `// terms`: a sign, a blank, and words.
pub(super) fn looks_like_comment(cell: &str) -> bool {
    let cell = cell.trim_start_matches('\u{feff}');
    let behind = ["# ", "// "].iter().find_map(|sign| cell.strip_prefix(sign));
    behind.is_some_and(|rest| rest.starts_with(char::is_alphabetic))
}
