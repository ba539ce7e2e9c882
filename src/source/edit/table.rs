//! Edits of a table's bytes: cells change, rows come and go, and everything else stays as it was written: the order of rows,
//! quotes, further columns, line ends, the byte order mark.
//!
//! Always holds: afterwards the table is read again and says exactly what was wanted, or nothing is changed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::diagnostic::{Edit, SourceFile, Span};
use crate::source::edit::{apply_text_edits, line};
use crate::source::emit::{cell_separator, render_cell};
use crate::source::table::{Notation, Table, TableCell, parse_table};

/// The text of a table after these entries came, changed (`Some`) or went (`None`), by source phrase.
///
/// # Errors
/// Says why the table cannot contain it, in words that follow a colon.
pub fn edit_table(
    file: &Arc<SourceFile>,
    notation: Notation,
    changes: &BTreeMap<String, Option<String>>,
) -> Result<String, &'static str> {
    const UNSAYABLE: &str = "the table cannot contain it";
    let before = parse_table(file, notation);
    let mut wanted = table_entries(&before).ok_or("the table is not well-formed")?;
    let rows = TableRows { notation, rows: before.rows().collect(), table: &before };
    let places: BTreeMap<String, usize> =
        rows.rows.iter().enumerate().map(|(at, row)| (before.cell_text(row[0]).into_owned(), at)).collect();
    let mut edits = Vec::new();
    let (mut gone, mut fresh) = (BTreeSet::new(), Vec::new());
    for (source, target) in changes {
        match (places.get(source), target) {
            (Some(at), Some(target)) => {
                let held = rows.rows[*at][1];
                if before.cell_text(held) != **target {
                    let text = render_cell(target, notation, held.quoted).ok_or(UNSAYABLE)?;
                    edits.push(Edit { span: held.span, text });
                }
            }
            (Some(at), None) => {
                edits.push(Edit { span: rows.row_lines(*at), text: String::new() });
                gone.insert(*at);
            }
            (None, Some(target)) => fresh.push((source.as_str(), target.as_str())),
            (None, None) => {}
        }
        match target {
            Some(target) => drop(wanted.insert(source.clone(), target.clone())),
            None => drop(wanted.remove(source)),
        }
    }
    let sorted = rows.rows.windows(2).all(|pair| before.cell_text(pair[0][0]) < before.cell_text(pair[1][0]));
    for (source, target) in fresh {
        let next = rows.rows.iter().position(|row| *before.cell_text(row[0]) > *source);
        let at = next.filter(|_| sorted).unwrap_or(rows.rows.len());
        edits.push(rows.insert_row(at, source, target, &gone).ok_or(UNSAYABLE)?);
    }
    let text = apply_text_edits(file.text(), &edits).ok_or("its rows are not laid out in a way that can be edited")?;
    let after = parse_table(&SourceFile::new(file.path().clone(), text.as_str()), notation);
    if table_entries(&after).as_ref() == Some(&wanted) && after.len() == wanted.len() {
        Ok(text)
    } else {
        Err(UNSAYABLE)
    }
}

/// What a table says; nothing where it is not well-formed.
fn table_entries(table: &Table) -> Option<BTreeMap<String, String>> {
    if !table.faults.is_empty() {
        return None;
    }
    let entry = |row: &[TableCell]| match row {
        [source, target, ..] => Some((table.cell_text(*source).into_owned(), table.cell_text(*target).into_owned())),
        [] | [_] => None,
    };
    table.rows().map(entry).collect()
}

struct TableRows<'t> {
    table: &'t Table,
    notation: Notation,
    rows: Vec<&'t [TableCell]>,
}

impl TableRows<'_> {
    fn source_text(&self) -> &str {
        self.table.file().text()
    }

    /// The lines of a row, with their line end.
    fn row_lines(&self, at: usize) -> Span {
        let (text, row) = (self.source_text(), self.rows[at]);
        let end = row.last().map_or(row[0].span, |cell| cell.span).range().end;
        Span::new(line::line_start(text, row[0].span.range().start), line::next_line_start(text, end))
    }

    /// A row that comes before the one at `at`, with quotes and further columns as its neighbour has them.
    fn insert_row(&self, at: usize, source: &str, target: &str, gone: &BTreeSet<usize>) -> Option<Edit> {
        let (text, eol) = (self.source_text(), line::line_ending(self.source_text()));
        let neighbour = self.rows.get(at.saturating_sub(1)).copied().unwrap_or_default();
        let quotes = |column: usize| neighbour.get(column).is_some_and(|cell| cell.quoted);
        let mut row = render_cell(source, self.notation, quotes(0))?;
        row.push(cell_separator(self.notation));
        row.push_str(&render_cell(target, self.notation, quotes(1))?);
        for further in neighbour.iter().skip(2) {
            row.push(cell_separator(self.notation));
            row.push_str(self.table.file().slice(further.span));
        }
        if at < self.rows.len() {
            let start = self.row_lines(at).range().start;
            return Some(Edit { span: Span::empty_at(start), text: format!("{row}{eol}") });
        }
        let end = self.rows.len().checked_sub(1).map_or(text.len(), |last| self.row_lines(last).range().end);
        // The last line may have no end, and keeps none.
        let open = !self.rows.is_empty() && !text[..end].ends_with('\n') && !gone.contains(&(self.rows.len() - 1));
        let text = if open { format!("{eol}{row}") } else { format!("{row}{eol}") };
        Some(Edit { span: Span::empty_at(end), text })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(text: &str, notation: Notation, changes: &[(&str, Option<&str>)]) -> Result<String, &'static str> {
        let changes = changes.iter().map(|(a, b)| ((*a).to_owned(), b.map(str::to_owned))).collect();
        edit_table(&SourceFile::new("t", text), notation, &changes)
    }

    #[test]
    fn one_cell_changes_and_the_rest_keeps_its_bytes() {
        let text = "\u{feff}b\tB\r\n\r\na\tA\r\n";
        assert_eq!(edited(text, Notation::Tsv, &[("a", Some("X"))]).unwrap(), "\u{feff}b\tB\r\n\r\na\tX\r\n");
        let text = "\"b\",\"B\",en,de\n'a',A,EN,\"de\"";
        let wanted = "\"b\",\"X \"\"y\"\"\",en,de\n'a',\"A,\",EN,\"de\"";
        assert_eq!(edited(text, Notation::Csv, &[("'a'", Some("A,")), ("b", Some("X \"y\""))]).unwrap(), wanted);
    }

    #[test]
    fn rows_come_where_the_order_wants_them_and_as_their_neighbours_are() {
        let text = "a\tA\nc\tC\n";
        let changes = [("b", Some("B")), ("bb", Some("BB")), ("d", Some("D"))];
        assert_eq!(edited(text, Notation::Tsv, &changes).unwrap(), "a\tA\nb\tB\nbb\tBB\nc\tC\nd\tD\n");
        assert_eq!(edited("z\tZ\na\tA", Notation::Tsv, &[("b", Some("B"))]).unwrap(), "z\tZ\na\tA\nb\tB");
        let text = "\"z\",\"Z\",en,de\r\n\"a\",\"A\",en,de\r\n";
        assert_eq!(edited(text, Notation::Csv, &[("b", Some("B"))]).unwrap(), format!("{text}\"b\",\"B\",en,de\r\n"));
    }

    #[test]
    fn rows_go_with_their_lines() {
        assert_eq!(edited("\u{feff}a\tA\nb\tB\nc\tC", Notation::Tsv, &[("a", None)]).unwrap(), "\u{feff}b\tB\nc\tC");
        assert_eq!(edited("a\tA\nb\tB", Notation::Tsv, &[("b", None), ("c", Some("C"))]).unwrap(), "a\tA\nc\tC\n");
        assert_eq!(edited("a,\"A\nA\"\nb,B\n", Notation::Csv, &[("a", None)]).unwrap(), "b,B\n");
        assert_eq!(edited("a\tA\n", Notation::Tsv, &[("gone", None)]).unwrap(), "a\tA\n");
    }

    #[test]
    fn what_a_table_cannot_say_changes_nothing() {
        assert!(edited("a\tA\n", Notation::Tsv, &[("a", Some("A\tB"))]).is_err());
        assert!(edited("a\tA\n", Notation::Tsv, &[("b\nc", Some("B"))]).is_err());
        assert!(edited("a,\"A\n", Notation::Csv, &[("a", Some("B"))]).is_err());
    }
}
