//! What the cells of a table of cases say beyond what was meant: they are sent and compared as they stand.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::check::document::SourceDocument;
use crate::check::entries::{finding_in, looks_like_comment};
use crate::check::{garbled_text, hidden_text};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, Severity, SourceFile, Span};
use crate::schema::edits;
use crate::source::Node;
use crate::source::table::{Notation, Table, TableCell, parse_table};

/// What is found in the tables that the tests of a document name, each looked at once.
pub(super) fn check_case_tables(document: &SourceDocument<'_>, tests: &[Node]) -> Vec<Diagnostic> {
    let named: BTreeSet<&str> = tests.iter().filter_map(|test| test.get("cases")?.text()).collect();
    let read = document.side_tables.iter().filter(|beside| named.contains(beside.written.as_str()));
    let read = read.filter_map(|beside| Some((beside.file.as_ref().ok()?, Notation::from_path(&beside.written)?)));
    read.flat_map(|(file, notation)| check_cells(file, notation)).collect()
}

fn check_cells(file: &Arc<SourceFile>, notation: Notation) -> Vec<Diagnostic> {
    let table = parse_table(file, notation);
    if !table.faults.is_empty() {
        return Vec::new();
    }
    let mut findings: Vec<Diagnostic> = explain_blanks(&table).into_iter().collect();
    findings.extend(table.rows().skip(1).find_map(|row| explain_comment(&table, row)));
    let apart: Vec<Span> = findings.iter().map(|finding| finding.primary.span).collect();
    findings.extend(hidden_text::check_hidden_in_file(file, &apart));
    garbled_text::add_garbled_text(file, &mut findings);
    findings
}

/// White space around cells without quotes.
fn explain_blanks(table: &Table) -> Option<Diagnostic> {
    let text = |cell: &TableCell| table.file().slice(cell.span);
    let padded = |cell: &&TableCell| !cell.quoted && text(cell).trim().len() < text(cell).len();
    // A row of more cells is one of which a comma parted some.
    let columns = table.rows().next().map_or(0, <[TableCell]>::len);
    let cells: Vec<&TableCell> = table.rows().filter(|row| row.len() == columns).flatten().filter(padded).collect();
    let first = cells.first()?;
    let edits = cells.iter().map(|cell| Edit { span: cell.span, text: text(cell).trim().to_owned() }).collect();
    let message = "white space at the edge of a cell is part of what it says".to_owned();
    let finding = finding_in(table, Code::EdgeWhitespace, first.span, message).with_label("here");
    let finding = match cells.len() - 1 {
        0 => finding,
        1 => finding.with_note("another cell is like it"),
        more => finding.with_note(format!("{more} other cells are like it")),
    };
    let finding = finding.with_help("take it away, or put the cell in quotes where it is meant");
    Some(finding.with_fix(Fix { title: "take the white space away".to_owned(), safety: Safety::Unsafe, edits }))
}

/// A row that is a comment, as it seems.
fn explain_comment(table: &Table, row: &[TableCell]) -> Option<Diagnostic> {
    let (first, last) = (row.first()?, row.last()?);
    let span = first.span.to(last.span);
    let is_comment = looks_like_comment(&table.cell_text(*first));
    let message = "tables have no comments: this row is a case".to_owned();
    let finding = finding_in(table, Code::TableHeader, span, message).with_help("delete this row, unless it is a case");
    let fix = edits::lines_of_span(table.file(), span)
        .map(|lines| edits::replace_span(lines, "", "delete this row", Safety::Unsafe));
    let finding = Diagnostic { severity: Severity::Warning, ..finding };
    is_comment.then(|| fix.into_iter().fold(finding, Diagnostic::with_fix))
}
