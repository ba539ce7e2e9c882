//! Rows of a comma-separated table whose quotes do not pair: one finding for each, and none about its cells, which nobody knows.
//! What is offered makes a row with as many cells as the others have, and with no blank at an edge.

use crate::check::entries::TableReader;
use crate::check::row_cells::{RowHabits, language_called};
use crate::diagnostic::{Code, Diagnostic, Edit, SourceFile, Span};
use crate::schema::explained_document::echo_text;
use crate::source::edit::apply_text_edits;
use crate::source::table::{Notation, Table, TableCell, TableFault, TableFaultKind, parse_table};

/// Most bytes of a row in which it is looked for where a quote belongs.
const MAX_ROW: usize = 1000;

impl TableReader<'_> {
    /// Says once what is wrong with the quotes of a row; whether its cells are not those which were meant.
    pub(super) fn report_quotes(&mut self, row: &[TableCell]) -> bool {
        let (table, broken) = (self.table, self.has_broken_quotes(row));
        let faults = table.faults_of(row);
        let Some(first) = faults.first() else { return false };
        let habits = self.habits();
        self.found.add(Code::TableQuotes, || match faults.iter().find(|fault| !is_blank(fault)) {
            Some(fault) => explain_quotes(table, row, fault, habits),
            None => {
                let edits = faults.iter().map(|fault| Edit { span: fault.span, text: String::new() }).collect();
                let message = "a blank outside of the quotes becomes part of the phrase";
                Diagnostic::new(Code::TableQuotes, table.file(), first.span, message)
                    .offering("delete the blank", edits)
            }
        });
        broken
    }

    /// Whether a row has quotes that do not pair, so that its cells are not those which were meant.
    pub(super) fn has_broken_quotes(&self, row: &[TableCell]) -> bool {
        self.table.faults_of(row).iter().any(|fault| !is_blank(fault))
    }
}

fn is_blank(fault: &TableFault) -> bool {
    fault.kind == TableFaultKind::BlankBeside
}

fn explain_quotes(table: &Table, row: &[TableCell], fault: &TableFault, habits: RowHabits) -> Diagnostic {
    let message = match fault.kind {
        TableFaultKind::Unclosed => "this quote is never closed",
        TableFaultKind::InsideCell => "an unquoted phrase contains a quote",
        TableFaultKind::AfterQuote | TableFaultKind::BlankBeside => {
            "there is text between a closing quote and the next comma"
        }
    };
    let mut finding = Diagnostic::new(Code::TableQuotes, table.file(), fault.span, message);
    if fault.kind == TableFaultKind::Unclosed {
        finding = finding.with_note("what follows it was not read");
    }
    // The row ends with the line in which the broken cell begins, or where it was read to end.
    let text = table.file().text();
    let line_end = |at: u32| text[at as usize..].find(['\n', '\r']).map_or(text.len(), |end| at as usize + end);
    let start = row[0].span.start;
    let broken = row.iter().rev().map(|cell| cell.span.start).find(|start| *start <= fault.span.start);
    let ends = [broken.unwrap_or(start), row[row.len() - 1].span.end].map(line_end);
    let rows = ends.map(|end| BrokenRow { table, row, habits, span: Span::new(start as usize, end) });
    let found = rows.iter().filter(|row| row.span.len() <= MAX_ROW).find_map(|row| row.find_way(&finding));
    found.unwrap_or_else(|| {
        finding.with_help("put each phrase with a comma or a quote in quotes, and write a quote inside of it twice")
    })
}

struct BrokenRow<'t> {
    table: &'t Table,
    row: &'t [TableCell],
    habits: RowHabits,
    span: Span,
}

impl BrokenRow<'_> {
    /// The finding with the way to write the row, where there is one.
    fn find_way(&self, finding: &Diagnostic) -> Option<Diagnostic> {
        let (file, fault, start) = (self.table.file(), finding.primary.span, self.span.start as usize);
        let line = file.slice(self.span);
        // A quote behind a digit, in a phrase without quotes, is a sign for inches.
        let inches =
            file.slice(fault) == "\"" && line[..fault.start as usize - start].ends_with(|c: char| c.is_ascii_digit());
        let edges = line.match_indices(',').flat_map(|(at, _)| [at, at + 1]).chain([0, line.len()]);
        let mut lost = edges.filter(|_| !inches).filter_map(|at| self.explain_lost_quote(finding, start + at));
        if let Some(only) = lost.next().filter(|_| lost.next().is_none()) {
            return Some(only);
        }
        let offer = |title, edits: Vec<Edit>| self.mend(&edits).map(|_| finding.clone().offering(title, edits));
        let gap = file.slice(fault).split('"').next().filter(|gap| !gap.contains(char::is_alphanumeric));
        let comma = |gap: &str| Edit {
            span: Span::new(fault.start as usize, fault.start as usize + gap.len()),
            text: ",".to_owned(),
        };
        let raw = |cell: &TableCell| file.slice(cell.span);
        let bare = self.row.iter().filter(|cell| !cell.quoted && raw(cell).contains('"'));
        let whole = bare.map(|cell| Edit { span: cell.span, text: format!("\"{}\"", raw(cell).replace('"', "\"\"")) });
        gap.and_then(|gap| offer("write a comma between the phrases", vec![comma(gap)]))
            .or_else(|| self.doubled_quotes().find_map(|edits| offer("write a quote inside of a phrase twice", edits)))
            .or_else(|| {
                offer("put the whole phrase in quotes, and write the quote inside of it twice", whole.collect())
            })
    }

    /// The row with edits made, where all of it is read, it has as many cells as others, and each says something.
    fn mend(&self, edits: &[Edit]) -> Option<Table> {
        let shift = |at: u32| at - self.span.start;
        let shift = |Edit { span, text }: &Edit| Edit {
            span: Span { start: shift(span.start), end: shift(span.end) },
            text: text.clone(),
        };
        let edits: Vec<Edit> = edits.iter().map(shift).collect();
        let text = apply_text_edits(self.table.file().slice(self.span), &edits)?;
        let table = parse_table(&SourceFile::new("", text), Notation::Csv);
        let whole = |cell: &TableCell| {
            let text = table.cell_text(*cell);
            let text = if self.habits.spaced { text.trim_start() } else { &text };
            !text.is_empty() && text.trim() == text
        };
        let language = |cell: &TableCell| language_called(&table.cell_text(*cell)).is_some();
        let [two, four] = self.habits.counts;
        let counted = |row: &[TableCell]| match row.len() {
            2 => two || !four,
            4 => (four || !two) && row[2..].iter().all(language),
            _ => false,
        };
        let fits = table.len() == 1 && table.rows().all(|row| counted(row) && row.iter().all(whole));
        (fits && table.faults.iter().all(is_blank)).then_some(table)
    }

    /// One quote is missing at a place: the phrase around which it is.
    fn explain_lost_quote(&self, finding: &Diagnostic, at: usize) -> Option<Diagnostic> {
        let edits = vec![Edit { span: Span::empty_at(at), text: "\"".to_owned() }];
        let mended = self.mend(&edits)?;
        let start = self.span.start as usize;
        let cell = mended.rows().next()?.iter().find(|cell| cell.span.range().contains(&(at - start)))?.span;
        let first = start + cell.start as usize;
        let mut finding = finding.clone().offering(format!("write `{}`", echo_text(mended.file().slice(cell))), edits);
        let (length, message) = match first == at {
            true => (cell.len() - 1, "the quote before this phrase is missing"),
            false => (1, "this quote is not closed where its phrase ends"),
        };
        (finding.primary.span, finding.message) = (Span::new(first, first + length), message.to_owned());
        Some(finding)
    }

    /// The quotes of a row doubled that stand beside no comma, and one other.
    fn doubled_quotes(&self) -> impl Iterator<Item = Vec<Edit>> {
        let line = self.table.file().slice(self.span);
        let quotes = move || line.match_indices('"').map(|(at, _)| at);
        let apart = move |at: usize| {
            let (before, behind) = (line[..at].chars().next_back(), line[at + 1..].chars().next());
            ![before, behind].iter().any(|beside| matches!(beside, None | Some(',' | '"')))
        };
        let double = |at: usize| Edit { span: Span::empty_at(self.span.start as usize + at), text: "\"".to_owned() };
        let others = std::iter::once(None).chain(quotes().map(Some));
        others.map(move |other| quotes().filter(|at| apart(*at) || other == Some(*at)).map(double).collect())
    }
}
