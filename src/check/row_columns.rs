//! Rows of too few or too many columns, and what stands in their places.

use crate::check::entries::{TableReader, finding_in};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, Span};
use crate::schema::edits;
use crate::source::table::{Notation, TableCell};

/// Commas of other scripts, which divide no columns.
const WIDE_COMMAS: [char; 3] = ['，', '、', '،'];

impl TableReader<'_> {
    /// Rows of too few or too many columns: each by itself, or once where no row of the table is otherwise.
    pub(super) fn report_column_counts(&mut self, rows: &[&[TableCell]], all: usize) {
        let rows = &*self.report_stray_rows(rows);
        let mut gaps: Vec<Option<Span>> = rows.iter().map(|cells| self.gap_of(cells)).collect();
        self.find_tab_stops(rows, &mut gaps);
        let spaced: Vec<Span> = gaps.iter().copied().flatten().collect();
        if let Some(first) = gaps.iter().position(Option::is_some) {
            let (sign, name) = if self.notation == Notation::Tsv { ("\t", "tab") } else { (",", "comma") };
            let edits = spaced.iter().map(|span| Edit { span: *span, text: sign.to_owned() }).collect();
            let fix = Fix { title: format!("write a {name} between the phrases"), safety: Safety::Unsafe, edits };
            self.report_column_count(rows[first], spaced.len() - 1, Some(fix));
        }
        let rows = rows.iter().zip(&gaps).filter(|(_, gap)| gap.is_none()).map(|(cells, _)| *cells);
        let mut rows: Vec<&[TableCell]> = rows.collect();
        for is_kind in [is_comment, is_count, is_fence] {
            let (of_kind, rest): (Vec<_>, Vec<_>) =
                rows.iter().partition(|cells| cells.len() == 1 && is_kind(&self.table.cell_text(cells[0])));
            rows = rest;
            let Some(first) = of_kind.first() else { continue };
            let line = |cells: &&[TableCell]| edits::lines_of_span(self.table.file(), cells[0].span);
            let edits: Option<Vec<Edit>> =
                of_kind.iter().map(|cells| Some(Edit { span: line(cells)?, text: String::new() })).collect();
            let title = "delete such rows".to_owned();
            let fix = edits.map(|edits| Fix { title, safety: Safety::Unsafe, edits });
            self.report_column_count(first, of_kind.len() - 1, fix);
        }
        let (framed, others): (Vec<_>, Vec<_>) = rows.iter().partition(|cells| self.cells_in_frame(cells).is_some());
        if let Some(first) = framed.first() {
            rows = others;
            self.report_column_count(first, framed.len() - 1, self.take_frames(&framed));
        }
        let whole = rows.len() == all && rows.windows(2).all(|pair| pair[0].len() == pair[1].len());
        for cells in rows.iter().take(if whole { 1 } else { rows.len() }) {
            self.report_column_count(cells, if whole { all - 1 } else { 0 }, None);
        }
    }

    /// The cells of a row of Markdown, `| one | other |`.
    fn cells_in_frame(&self, cells: &[TableCell]) -> Option<Vec<&str>> {
        let [only] = cells else { return None };
        let inner = self.table.file().slice(only.span).trim().strip_prefix('|')?.strip_suffix('|')?;
        Some(inner.split('|').map(str::trim).collect())
    }

    /// The fix that writes rows of Markdown as those of the table, without the line below their heads, and these.
    fn take_frames(&self, rows: &[&[TableCell]]) -> Option<Fix> {
        let file = self.table.file();
        let sign = if self.notation == Notation::Tsv { "\t" } else { "," };
        let is_rule = |row: &&[TableCell]| {
            let cells = self.cells_in_frame(row).unwrap_or_default();
            cells.iter().all(|cell| cell.contains('-') && cell.trim_matches(['-', ':']).is_empty())
        };
        let edit = |(at, row): (usize, &&[TableCell])| {
            let head = at == 0 && rows.get(1).is_some_and(is_rule);
            if head || is_rule(row) {
                return Some(Edit { span: edits::lines_of_span(file, row[0].span)?, text: String::new() });
            }
            let cells = self.cells_in_frame(row)?;
            let plain = cells.iter().all(|cell| !cell.is_empty() && !cell.contains([',', '"', '\t']));
            (cells.len() == 2 && plain).then(|| Edit { span: row[0].span, text: cells.join(sign) })
        };
        let edits = rows.iter().enumerate().map(edit).collect::<Option<Vec<Edit>>>()?;
        Some(Fix { title: "write the phrases alone".to_owned(), safety: Safety::Unsafe, edits })
    }

    /// What stands between the phrases of a row in place of a tab or a comma, where there is one such place: several blanks, or
    /// the comma of another script.
    pub(super) fn gap_of(&self, cells: &[TableCell]) -> Option<Span> {
        let [only] = cells else { return None };
        let raw = self.table.file().slice(only.span);
        if self.notation == Notation::Csv {
            let (at, sign) = raw.match_indices(WIDE_COMMAS).next()?;
            let (before, behind) = (&raw[..at], &raw[at + sign.len()..]);
            let plain = !raw.contains(['"', '\t', ';', '\r']) && !behind.contains(WIDE_COMMAS);
            let both = !before.trim().is_empty() && !behind.trim().is_empty() && !raw.starts_with('#');
            let start = only.span.start as usize + at;
            return (plain && both).then(|| Span::new(start, start + sign.len()));
        }
        let at = raw.find("  ").filter(|at| *at > 0 && self.notation == Notation::Tsv)?;
        let end = raw.len() - raw[at..].trim_start_matches(' ').len();
        let plain = !raw[end..].contains("  ") && !raw.starts_with(['#', '|', ' ']) && !raw[end..].is_empty();
        let start = only.span.start as usize;
        (plain && !raw.contains(['=', '>', '→', '|', '\\', '\r'])).then(|| Span::new(start + at, start + end))
    }

    /// The gaps of one blank, where those of other rows show that blanks up to the next stop were written for each tab.
    fn find_tab_stops(&self, rows: &[&[TableCell]], gaps: &mut [Option<Span>]) {
        let file = self.table.file();
        let column = |row: &[TableCell], end| file.slice(Span { start: row[0].span.start, end }).chars().count();
        let ends =
            |(row, gap): (&&[TableCell], &Option<Span>)| gap.map(|gap| [gap.start, gap.end].map(|at| column(row, at)));
        let wide: Vec<[usize; 2]> = rows.iter().zip(&*gaps).filter_map(ends).collect();
        let fits = |stop: &usize| {
            self.notation == Notation::Tsv
                && wide.len() > 1
                && wide.iter().all(|[from, to]| (from / stop + 1) * stop == *to)
        };
        let Some(stop) = [8, 4].into_iter().find(fits) else { return };
        for (row, gap) in rows.iter().zip(gaps).filter(|(row, gap)| gap.is_none() && row.len() == 1) {
            let (raw, start) = (file.slice(row[0].span), row[0].span.start as usize);
            let blanks =
                raw.char_indices().enumerate().filter(|(column, (_, c))| *c == ' ' && (column + 1) % stop == 0);
            let mut at_stop = blanks.map(|(_, (at, _))| Span::new(start + at, start + at + 1));
            *gap = at_stop.next().filter(|_| at_stop.next().is_none() && !is_comment(raw));
        }
    }

    /// `alike` so many other rows are like this one, and are mended with it.
    fn report_column_count(&mut self, cells: &[TableCell], alike: usize, fix: Option<Fix>) {
        let table = self.table;
        let (Some(first), Some(last)) = (cells.first(), cells.last()) else { return };
        let whole = first.span.to(last.span);
        let over = match self.cells_of(cells).phrases[..] {
            [_, _, third, .., last] => cells[third].span.to(cells[last].span),
            [_, _, third] => cells[third].span,
            _ => whole,
        };
        let raw = table.file().slice(whole);
        let due = self.columns_due();
        let message = match cells.len() {
            1 => format!("this row has one column, not {due}"),
            count => format!("this row has {count} columns, not {due}"),
        };
        let blank = raw.trim().is_empty();
        let markdown = raw.starts_with('|') || !blank && raw.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '));
        let help = match (self.notation, cells.len()) {
            (_, _) if blank => "delete this row: it holds nothing but blanks",
            (_, _) if raw.trim_start().starts_with('#') => "delete this row: a table has no comments",
            (_, 1) if is_count(raw) => "delete this row: it counts the others, and is no entry",
            (_, _) if raw.trim_end_matches('\r').contains('\r') => {
                "save the table with line ends of today: a carriage return alone ends no row"
            }
            (_, 1) if is_fence(raw) => "delete the fence of the Markdown page: it is no row",
            (Notation::Csv, _) if markdown => {
                "this is a table of Markdown: write one row for each entry, a comma between its phrases"
            }
            (Notation::Tsv, _) if markdown => {
                "this is a table of Markdown: write one row for each entry, a tab between its phrases"
            }
            (Notation::Tsv, 1) if raw.contains("\\t") => "write a tab itself: `\\t` is two signs in a table",
            (Notation::Tsv, 1) if raw.contains(" = ") => "write a tab instead of the `=`",
            (Notation::Tsv, 1) if raw.contains("->") => "write a tab instead of the `->`",
            (Notation::Tsv, 1) if raw.contains("=>") => "write a tab instead of the `=>`",
            (Notation::Tsv, 1) if raw.contains("→") => "write a tab instead of the `→`",
            (Notation::Tsv, 1) if raw.contains('|') => "write a tab instead of the `|`",
            (Notation::Tsv, 1) if raw.contains("  ") => "write a tab between the phrases: spaces do not divide columns",
            (Notation::Tsv, 1) if raw.contains(',') || raw.contains(';') => {
                "write a tab between the phrases, or save a table with commas as `.csv`"
            }
            (Notation::Tsv, 1) => "write a tab between the source phrase and the target phrase",
            (Notation::Tsv, _) => {
                "keep two columns, phrase and translation: delete the others, or the tab inside of a phrase"
            }
            (_, 1) if raw.to_ascii_lowercase().starts_with("sep=") => {
                "delete this row, which speaks to a spreadsheet, and divide columns with commas"
            }
            (Notation::Csv, 1) if raw.contains('\t') => "save a table with tabs as `.tsv`",
            (Notation::Csv, 1) if raw.contains(';') => "divide columns with commas: the service knows no semicolons",
            (Notation::Csv, 1) if raw.contains('，') => "write `,` for the `，` (U+FF0C), which divides no columns",
            (Notation::Csv, 1) if raw.contains('、') => "write `,` for the `、` (U+3001), which divides no columns",
            (Notation::Csv, 1) => "write a comma between the source phrase and the target phrase",
            (Notation::Csv, 3) if alike > 0 && self.names_both_sides(cells) => {
                "keep two columns, source phrase and target phrase, and delete this row, which names them"
            }
            (Notation::Csv, 3) if alike > 0 => {
                "keep two columns, source phrase and target phrase: notes and further languages have no place here"
            }
            (Notation::Csv, 3) => "delete the third column, or put a phrase that contains a comma in quotes",
            (Notation::Csv, _) => {
                "put a phrase that contains a comma in quotes: a row has two phrases, and further columns for their languages alone"
            }
        };
        let joint = self.describe_joint(cells);
        // A tab divides columns and is no sign of a phrase: what is too much, then, is the break that is lost.
        let (over, label) = match (&joint, self.notation, cells) {
            (Some(_), Notation::Tsv, [_, middle, _]) => {
                (middle.span, "the end of one row and the start of the next, as it seems")
            }
            _ => (over, "too many"),
        };
        let help = joint.unwrap_or_else(|| help.to_owned());
        let finding = || {
            let finding = finding_in(table, Code::TableColumns, over, message).with_help(help);
            let finding = if cells.len() > 2 { finding.with_label(label) } else { finding };
            let finding = match (alike, &fix) {
                (0, _) => finding,
                (1, Some(_)) => finding.with_note("another row is like it"),
                (1, None) => finding.with_note("the other row is like it"),
                (more, Some(_)) => finding.with_note(format!("{more} other rows are like it")),
                (more, None) => finding.with_note(format!("all {more} rows below are like it")),
            };
            fix.into_iter().fold(finding, Diagnostic::with_fix)
        };
        self.found.add(Code::TableColumns, finding);
    }
}

fn is_comment(row: &str) -> bool {
    row.starts_with('#')
}

/// The line above or below code on a page of Markdown.
fn is_fence(text: &str) -> bool {
    text.trim_start().starts_with("```")
}

/// `(12 rows)`: what a database writes below a table.
fn is_count(row: &str) -> bool {
    let words = row.trim().strip_prefix('(').and_then(|words| words.strip_suffix(')'));
    let count = words.and_then(|words| words.split_once(' '));
    count.is_some_and(|(count, of)| {
        count.bytes().all(|digit| digit.is_ascii_digit()) && of.chars().all(char::is_alphabetic)
    })
}
