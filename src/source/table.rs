//! Tables beside documents: tab-separated (`.tsv`) and comma-separated (`.csv`) text to rows of cells, with places.
//!
//! Parsing never fails and drops nothing: a row has the cells that it has, and whoever reads it says what is wrong with
//! their number. Tab-separated text knows no quotes, as the service reads it. Comma-separated text follows RFC 4180; its
//! quoted cells may span lines. Lines end with `\n` or `\r\n`; a byte order mark and empty lines mean nothing.

use std::borrow::Cow;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, SourceFile, Span};
use crate::source::conflict;

/// The notations of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// Cells between tabs, no quotes.
    Tsv,
    /// Cells between commas, in quotes where they need them.
    Csv,
}

impl Notation {
    /// The notation that a path's ending names: `.tsv` or `.csv`.
    #[must_use]
    pub fn from_path(path: &str) -> Option<Self> {
        match path.rsplit_once('.')?.1 {
            "tsv" => Some(Self::Tsv),
            "csv" => Some(Self::Csv),
            _ => None,
        }
    }
}

/// A table: rows of cells, kept flat, because there may be tens of thousands.
#[derive(Debug)]
pub struct Table {
    file: Arc<SourceFile>,
    cells: Vec<TableCell>,
    /// Index of each row's first cell.
    rows: Vec<u32>,
    /// What is not well-formed, in order of place.
    pub faults: Vec<TableFault>,
}

/// One cell of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableCell {
    /// The bytes of the file, quotes included.
    pub span: Span,
    /// Whether it stands in quotes.
    pub quoted: bool,
}

/// Text of a table that is not well-formed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableFault {
    /// What is wrong.
    pub kind: TableFaultKind,
    /// Where.
    pub span: Span,
}

/// What may be wrong with the quotes of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFaultKind {
    /// A quote is never closed; what follows it was not read.
    Unclosed,
    /// Text stands between a closing quote and the next comma.
    AfterQuote,
    /// Blanks stand before the quote that opens a cell, or behind the one that closes it.
    BlankBeside,
    /// A quote stands inside of a cell that does not begin with one.
    InsideCell,
}

/// The finding about a merge that left its markers in a table, and the table as if our side had won, line by line as before.
#[must_use]
pub fn resolve_table_conflict(file: &Arc<SourceFile>) -> Option<(Diagnostic, Arc<SourceFile>)> {
    let (finding, settled) = conflict::resolve_conflict_markers(file)?;
    // What was taken out is blanks, and a line of blanks is none.
    let blank = |line: &str| !line.is_empty() && line.bytes().all(|byte| byte == b' ');
    let lines = settled.split_inclusive('\n').map(|line| match line.trim_end_matches(['\r', '\n']) {
        bare if blank(bare) => &line[bare.len()..],
        _ => line,
    });
    Some((finding, SourceFile::new(file.path().clone(), lines.collect::<String>())))
}

/// The finding about a line of `=======` that a merge left in a table, where a span is one.
#[must_use]
pub fn explain_separator(file: &Arc<SourceFile>, span: Span) -> Option<Diagnostic> {
    conflict::explain_separator(file, span)
}

/// Reads a table.
#[must_use]
pub fn parse_table(file: &Arc<SourceFile>, notation: Notation) -> Table {
    let mut table = Table { file: file.clone(), cells: Vec::new(), rows: Vec::new(), faults: Vec::new() };
    let start = if file.text().starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    match notation {
        Notation::Tsv => table.parse_tsv(start),
        Notation::Csv => table.parse_csv(start, b','),
    }
    table
}

/// Reads text in the manner of comma-separated text with another separator, as spreadsheets of some languages write it.
#[must_use]
pub fn parse_separated(file: &Arc<SourceFile>, separator: u8) -> Table {
    let mut table = Table { file: file.clone(), cells: Vec::new(), rows: Vec::new(), faults: Vec::new() };
    let start = if file.text().starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    table.parse_csv(start, separator);
    table
}

impl Table {
    /// The file that it was read from.
    #[must_use]
    pub fn file(&self) -> &Arc<SourceFile> {
        &self.file
    }

    /// How many rows there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The rows in order. Each has at least one cell.
    pub fn rows(&self) -> impl Iterator<Item = &[TableCell]> {
        let ends = self.rows.iter().skip(1).copied().chain([u32::try_from(self.cells.len()).unwrap_or(u32::MAX)]);
        self.rows.iter().zip(ends).map(|(start, end)| &self.cells[*start as usize..end as usize])
    }

    /// What is not well-formed in a row.
    #[must_use]
    pub fn faults_of(&self, row: &[TableCell]) -> &[TableFault] {
        let (Some(first), Some(last)) = (row.first(), row.last()) else { return &[] };
        let from = self.faults.partition_point(|fault| fault.span.end < first.span.start);
        let count = self.faults[from..].partition_point(|fault| fault.span.start <= last.span.end);
        &self.faults[from..from + count]
    }

    /// What a cell says.
    #[must_use]
    pub fn cell_text(&self, cell: TableCell) -> Cow<'_, str> {
        let raw = self.file.slice(cell.span);
        if !cell.quoted {
            return Cow::Borrowed(raw);
        }
        let inner = raw.strip_prefix('"').unwrap_or(raw);
        let inner = inner.strip_suffix('"').unwrap_or(inner);
        if inner.contains("\"\"") { Cow::Owned(inner.replace("\"\"", "\"")) } else { Cow::Borrowed(inner) }
    }

    fn begin_row(&mut self) {
        self.rows.push(u32::try_from(self.cells.len()).unwrap_or(u32::MAX));
    }

    fn push_cell(&mut self, start: usize, end: usize, quoted: bool) {
        self.cells.push(TableCell { span: Span::new(start, end), quoted });
    }

    fn parse_tsv(&mut self, start: usize) {
        let file = self.file.clone();
        let text = file.text();
        let mut at = start;
        while at < text.len() {
            let end = text[at..].find('\n').map_or(text.len(), |found| at + found);
            let line = text[at..end].strip_suffix('\r').unwrap_or(&text[at..end]);
            if !line.is_empty() {
                self.begin_row();
                let mut from = at;
                for part in line.split('\t') {
                    self.push_cell(from, from + part.len(), false);
                    from += part.len() + 1;
                }
            }
            at = end + 1;
        }
    }

    fn parse_csv(&mut self, start: usize, separator: u8) {
        let file = self.file.clone();
        let bytes = file.text().as_bytes();
        let mut at = start;
        while at < bytes.len() {
            if let Some(end) = line_end(bytes, at) {
                at = end;
                continue;
            }
            self.begin_row();
            loop {
                let blanks = bytes[at..].iter().take_while(|byte| **byte == b' ').count();
                let quote = at + blanks;
                let (end, ends) = if bytes.get(quote) == Some(&b'"') {
                    if blanks > 0 {
                        self.faults.push(TableFault { kind: TableFaultKind::BlankBeside, span: Span::new(at, quote) });
                    }
                    self.parse_quoted_cell(bytes, quote, separator)
                } else {
                    self.parse_plain_cell(bytes, at, separator)
                };
                at = end;
                match ends {
                    CellEnd::Cell => {}
                    CellEnd::Row => break,
                    // What follows an open quote may be anything.
                    CellEnd::Table => return,
                }
            }
        }
    }

    /// A cell without quotes; where the next one begins.
    fn parse_plain_cell(&mut self, bytes: &[u8], start: usize, separator: u8) -> (usize, CellEnd) {
        let mut at = start;
        let mut stray = None;
        while at < bytes.len() && bytes[at] != separator && line_end(bytes, at).is_none() {
            if bytes[at] == b'"' && stray.is_none() {
                stray = Some(at);
            }
            at += 1;
        }
        if let Some(quote) = stray {
            self.faults.push(TableFault { kind: TableFaultKind::InsideCell, span: Span::new(quote, quote + 1) });
        }
        self.push_cell(start, at, false);
        end_after_cell(bytes, at)
    }

    /// A cell in quotes; where the next one begins.
    fn parse_quoted_cell(&mut self, bytes: &[u8], start: usize, separator: u8) -> (usize, CellEnd) {
        let mut at = start + 1;
        loop {
            match bytes.get(at) {
                None => {
                    self.faults.push(TableFault { kind: TableFaultKind::Unclosed, span: Span::new(start, start + 1) });
                    self.push_cell(start, bytes.len(), true);
                    return (bytes.len(), CellEnd::Table);
                }
                Some(b'"') if bytes.get(at + 1) == Some(&b'"') => at += 2,
                Some(b'"') => break,
                Some(_) => at += 1,
            }
        }
        at += 1;
        self.push_cell(start, at, true);
        let rest = at;
        while at < bytes.len() && bytes[at] != separator && line_end(bytes, at).is_none() {
            at += 1;
        }
        if at > rest {
            let blank = bytes[rest..at].iter().all(|byte| *byte == b' ');
            let kind = if blank { TableFaultKind::BlankBeside } else { TableFaultKind::AfterQuote };
            self.faults.push(TableFault { kind, span: Span::new(rest, at) });
        }
        end_after_cell(bytes, at)
    }
}

/// What ends behind a cell.
enum CellEnd {
    Cell,
    Row,
    Table,
}

/// Where the line end at `at` ends, if there is one.
fn line_end(bytes: &[u8], at: usize) -> Option<usize> {
    match (bytes.get(at), bytes.get(at + 1)) {
        (Some(b'\n'), _) => Some(at + 1),
        (Some(b'\r'), Some(b'\n')) => Some(at + 2),
        (Some(b'\r'), None) => Some(at + 1),
        (Some(_) | None, _) => None,
    }
}

fn end_after_cell(bytes: &[u8], at: usize) -> (usize, CellEnd) {
    match line_end(bytes, at) {
        Some(end) => (end, CellEnd::Row),
        None if at < bytes.len() => (at + 1, CellEnd::Cell),
        None => (at, CellEnd::Row),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, notation: Notation) -> (Vec<Vec<String>>, Vec<(TableFaultKind, String)>) {
        let file = SourceFile::new("terms", text);
        let table = parse_table(&file, notation);
        let rows =
            table.rows().map(|row| row.iter().map(|cell| table.cell_text(*cell).into_owned()).collect()).collect();
        let faults = table.faults.iter().map(|fault| (fault.kind, file.place_of(fault.span).to_string())).collect();
        (rows, faults)
    }

    fn rows(text: &str, notation: Notation) -> Vec<Vec<String>> {
        let (rows, faults) = read(text, notation);
        assert_eq!(faults, [], "{text:?}");
        rows
    }

    #[test]
    fn tabs_divide_and_quotes_are_text() {
        assert_eq!(rows("\u{feff}a\tb\r\n\n\"c\"\td, e\n", Notation::Tsv), [["a", "b"], ["\"c\"", "d, e"]]);
        assert_eq!(rows("a\tb\tc\nd\n\t", Notation::Tsv), [vec!["a", "b", "c"], vec!["d"], vec!["", ""]]);
        assert!(rows("", Notation::Tsv).is_empty() && rows("\u{feff}\r\n\n", Notation::Tsv).is_empty());
    }

    #[test]
    fn commas_divide_and_quotes_hold_anything() {
        let text = "\u{feff}a,\"b, \"\"c\"\"\"\r\n\r\n\"d\ne\",f\ng,,h,\n";
        let wanted = [vec!["a", "b, \"c\""], vec!["d\ne", "f"], vec!["g", "", "h", ""]];
        assert_eq!(rows(text, Notation::Csv), wanted);
        assert_eq!(rows("a,b\r", Notation::Csv), [["a", "b"]]);
        assert_eq!(rows("\"\",\"\"\"\"", Notation::Csv), [["", "\""]]);
        assert!(rows("", Notation::Csv).is_empty());
    }

    #[test]
    fn quotes_that_do_not_pair_are_found_where_they_are() {
        let (got, faults) = read("a,\"b\nc,d\n", Notation::Csv);
        assert_eq!(got, [["a", "b\nc,d\n"]]);
        assert_eq!(faults, [(TableFaultKind::Unclosed, "terms:1:3".to_owned())]);
        let (got, faults) = read("\"a\" b,c\nd,5\" e\n", Notation::Csv);
        assert_eq!(got, [["a", "c"], ["d", "5\" e"]]);
        assert_eq!(
            faults,
            [
                (TableFaultKind::AfterQuote, "terms:1:4".to_owned()),
                (TableFaultKind::InsideCell, "terms:2:4".to_owned())
            ]
        );
    }
}
