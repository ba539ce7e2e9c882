//! The languages in the third and fourth column of a comma-separated table, against the pair of its dictionary.

use crate::check::entries::TableReader;
use crate::diagnostic::{Code, Diagnostic, Fix, Safety};
use crate::model::Language;
use crate::model::glossary::LanguagePair;
use crate::schema::edits;
use crate::schema::explain_language::code_meant;
use crate::schema::explained_document::echo_text;
use crate::source::table::{Notation, TableCell};

/// What to do with a row of another pair.
pub(super) const MOVE_ROW: &str = "move the row to the dictionary of its languages, or correct them";

/// What is said of a table whose rows all name the languages of the opposite direction.
pub(super) const TARGETS_FIRST: &str = "the target phrases come first in this table";
/// Most rows that an edit turns round.
const MAX_SWAPPED: usize = 500;

impl TableReader<'_> {
    /// The languages of a row, lower-case, as (third, fourth) column.
    fn row_languages(&self, one: TableCell, other: TableCell) -> (String, String) {
        let code = |cell| self.table.cell_text(cell).trim().to_lowercase();
        (code(one), code(other))
    }

    pub(super) fn is_swapped(&self, one: TableCell, other: TableCell) -> bool {
        self.side_of(one, false) == Some(1) && self.side_of(other, false) == Some(0)
    }

    pub(super) fn is_straight(&self, one: TableCell, other: TableCell) -> bool {
        self.side_of(one, true) == Some(0) && self.side_of(other, true) == Some(1)
    }

    /// What is said of a row that is not for the languages of its dictionary; where no row of the table holds languages, once.
    pub(super) fn report_row_languages(&mut self, row: &[TableCell]) -> Option<Diagnostic> {
        let [first, second, one, other] = *row else { return None };
        let named = |one, other| self.names_language(one) || self.names_language(other);
        let paired = self.side_of(first, false) == Some(0) && self.side_of(second, false) == Some(1);
        // The names of columns begin with the pair of the dictionary.
        let none = !named(one, other) || paired;
        // Languages of another dictionary may come first, too.
        let before = none && !paired && self.names_language(first) && self.names_language(second);
        let (one, other) = if before { (first, second) } else { (one, other) };
        let none = none && !before;
        let (from, to) = self.row_languages(one, other);
        let heads = none && self.names_columns(one, other);
        if heads || none && self.names_both_sides(row) {
            let span = first.span.to(row[3].span);
            let (message, label) = match heads {
                true => ("the first row names its columns", "would become an entry"),
                false => ("this row names the columns", "no entry"),
            };
            let finding = self.table_finding(Code::TableHeader, span, message.to_owned());
            let finding = finding.with_label(label).with_help("delete this row");
            self.report_row_to_delete(span, finding);
            return None;
        }
        if none {
            let finding = self
                .table_finding(
                    Code::TableColumns,
                    one.span.to(other.span),
                    "the third and fourth column hold languages, or are not there".to_owned(),
                )
                .with_label("no languages")
                .with_help(match self.habits().four_phrases {
                    true => "keep two columns, source phrase and target phrase, and no row with their names",
                    false => "put a phrase that contains a comma in quotes: behind two phrases, a row has two languages or nothing",
                });
            let told = self.habits().four_phrases;
            if !std::mem::replace(&mut self.told_of_columns, told) {
                self.found.add(Code::TableColumns, || finding);
            }
            return None;
        }
        let wrong = if from == self.pair.source.as_str() { other.span } else { one.span };
        let message =
            format!("this row is for {} > {}, its dictionary for {}", echo_text(&from), echo_text(&to), self.pair);
        let finding = self.table_finding(Code::TableLanguages, wrong, message).with_label("another language");
        Some(finding.with_note("the service leaves such a row out without a word").with_help(MOVE_ROW))
    }

    /// Whether the third and fourth cell are of the first row, and those below it name languages.
    fn names_columns(&self, one: TableCell, other: TableCell) -> bool {
        let mut rows = self.table.rows();
        let first = rows.next().is_some_and(|row| row.get(2).is_some_and(|cell| cell.span == one.span));
        let named = |row: &[TableCell]| {
            row[2..].iter().all(|cell| self.names_language(*cell)) || self.cells_of(row).languages.len() == 2
        };
        first
            && other.span != one.span
            && self.table.len() > 1
            && rows.all(|row| self.has_broken_quotes(row) || row.len() == 4 && named(row))
    }

    pub(super) fn report_reversed(&mut self, reversed: &[[TableCell; 4]]) {
        let Some([.., one, other]) = reversed.first() else { return };
        let (at, rows) = (one.span.to(other.span), reversed.len());
        let rows = if rows == 1 { "one row says so".to_owned() } else { format!("{rows} rows say so") };
        let finding = self
            .table_finding(Code::ReversedTable, at, TARGETS_FIRST.to_owned())
            .with_label("these languages say so")
            .with_note(format!("the dictionary is for {}; {rows}", self.pair))
            .with_help(
                "where the phrases are right, swap the two languages in each row; else swap both, or the languages of the \
                 dictionary",
            );
        let titles = ["swap the two languages in each row", "swap the phrases and the languages in each row"];
        let alternatives = if reversed.len() > MAX_SWAPPED { Vec::new() } else { self.ways_to_turn(reversed, titles) };
        let finding = Diagnostic { alternatives, ..finding };
        self.found.add(Code::ReversedTable, || finding);
    }

    /// A row of the opposite direction among others that are right: its languages are the slip, or all of it was taken from there.
    pub(super) fn report_reversed_row(&mut self, row: [TableCell; 4]) {
        let ([.., one, other], LanguagePair { source, target }) = (row, self.pair);
        let message = format!("this row is for {target} > {source}, its dictionary for {}", self.pair);
        let finding = self
            .table_finding(Code::ReversedTable, one.span.to(other.span), message)
            .with_label("the opposite direction")
            .with_help("swap the languages where the phrases are right; else swap both");
        let alternatives = self.ways_to_turn(&[row], ["swap the two languages", "swap the phrases and the languages"]);
        let finding = Diagnostic { alternatives, ..finding };
        self.found.add(Code::ReversedTable, || finding);
    }

    /// Rows of the opposite direction with their languages exchanged, and with their phrases, too.
    fn ways_to_turn(&self, rows: &[[TableCell; 4]], [languages, both]: [&str; 2]) -> Vec<Fix> {
        let swap = |title: &str, columns: &[[usize; 2]]| {
            let cells = rows.iter().flat_map(|row| columns.iter().map(|column| column.map(|at| row[at].span)));
            let edits = cells.flat_map(|[one, other]| edits::swap_texts(self.table.file(), one, other, "").edits);
            Fix { title: title.to_owned(), safety: Safety::Unsafe, edits: edits.collect() }
        };
        vec![swap(languages, &[[2, 3]]), swap(both, &[[0, 1], [2, 3]])]
    }

    /// The one pair that every row names, which is neither that of the dictionary nor the opposite one. A single row may be the slip
    /// itself, unless nothing can be right for the dictionary.
    pub(super) fn pair_of_all_rows(&self) -> Option<LanguagePair> {
        let mut rows = self.table.rows();
        let languages = |row: &[TableCell]| match (row, self.notation) {
            ([_, _, one, other], Notation::Csv) => Some(self.row_languages(*one, *other)),
            _ => None,
        };
        let (from, to) = languages(rows.next()?)?;
        // A dictionary has no variant of a language: of one, the rows are the slip.
        let is_code = |text: &String| code_meant(text).as_ref() == Some(text) && !text.contains('-');
        let other = LanguagePair { source: Language::new(&from), target: Language::new(&to) };
        let turned = other.source == self.pair.target && other.target == self.pair.source;
        let enough = self.table.len() > 1 || self.pair.source == self.pair.target;
        let odd = other != *self.pair && !turned && from != to && is_code(&from) && is_code(&to);
        let all = rows.all(|row| languages(row).is_some_and(|(source, target)| source == from && target == to));
        (odd && enough && all).then_some(other)
    }
}
