//! Lines of a table that are no rows: what a merge, a chat or a mail left there, two rows in one line, and cells that moved up.

use crate::check::entries::TableReader;
use crate::check::left_out;
use crate::check::line_places::MAIL_ENDS;
use crate::diagnostic::{Code, Diagnostic, Edit, Safety, Span};
use crate::schema::edits;
use crate::schema::explained_document::echo_text;
use crate::source::table::{self, Notation, TableCell};

/// How a chat or a mail ends.
const LAST_WORDS: &[&str] = &[
    "Let me know",
    "I hope",
    "Hope this",
    "Feel free",
    "Would you like",
    "Best regards",
    "Kind regards",
    "Viele Grüße",
    "Lass mich wissen",
    "N'hésitez pas",
];
/// How words begin that name a count of rows, in lower case.
const TOTALS: &str = "total|totaal|summ|sum|gesamt|insgesamt|anzahl|count|einträge|entries|rows|terms|begriffe|somme|nombre|suma|\
    número|numero|voci|razem|liczba|antal|aantal|всего|итого|合計|合计|总计|総数|件数|합계|총";
/// An empty cell below those that moved up, and what to do.
pub(super) const CELLS_MOVED: &str = "this target phrase is empty, and those above it stand a row too high";
pub(super) const MOVE_CELLS: &str =
    "move the cells of this column down by one from the row whose translation is gone, and write that one";
/// Least characters of a sentence without blanks.
const SENTENCE: usize = 8;

impl TableReader<'_> {
    /// Tells the lines that are no rows, and gives back the rest.
    pub(super) fn report_stray_rows<'r>(&mut self, rows: &[&'r [TableCell]]) -> Vec<&'r [TableCell]> {
        let mut rest = Vec::new();
        for cells in rows {
            let stray = self.explain_separator(cells).or_else(|| self.explain_rest(cells));
            let stray = stray.or_else(|| self.explain_sentence(cells)).or_else(|| self.explain_continued(cells));
            match stray.or_else(|| self.explain_joined_rows(cells)) {
                Some(finding) => self.found.add(finding.code, || finding),
                None => rest.push(*cells),
            }
        }
        rest
    }

    /// The line between the two sides of a merge, whose other markers were deleted.
    fn explain_separator(&self, cells: &[TableCell]) -> Option<Diagnostic> {
        let [only] = cells else { return None };
        let file = self.table.file();
        let finding = table::explain_separator(file, only.span)?;
        let line = edits::lines_of_span(file, only.span)?;
        Some(finding.with_fix(edits::replace_span(line, "", "delete the line", Safety::Unsafe)))
    }

    /// The line by which an assistant left rows out.
    fn explain_rest(&self, cells: &[TableCell]) -> Option<Diagnostic> {
        let [only] = cells else { return None };
        let said = self.table.file().slice(only.span).trim_start_matches(['#', '/', ' ']).trim_end();
        let message = "this line stands for rows that an assistant left out, as it seems".to_owned();
        let finding = self.table_finding(Code::TableColumns, only.span, message).with_label("stands for more");
        left_out::says_rest(said)
            .then(|| finding.with_help("bring the rows back from the version before, in place of this line"))
    }

    /// A sentence before all rows or behind them, which was copied along with them.
    fn explain_sentence(&self, cells: &[TableCell]) -> Option<Diagnostic> {
        let [only] = cells else { return None };
        let file = self.table.file();
        let sentence = file.slice(only.span).trim();
        let before = &file.text()[..only.span.start as usize];
        let is_first = before.trim_start_matches('\u{feff}').trim().is_empty();
        let is_last = file.text()[only.span.end as usize..].trim().is_empty();
        let words = sentence.split_whitespace().count();
        let inner = sentence.trim_end_matches([':', '：']);
        let opens = is_first
            && inner.len() < sentence.len()
            && !inner.contains([':', '：'])
            && (words > 1 || sentence.chars().count() >= SENTENCE);
        let apart = before.ends_with("\n\n") || before.ends_with("\n\r\n");
        let ends = sentence.ends_with(['.', '!', '?', '。', '！', '？']);
        let closes = is_last
            && !is_first
            && (apart && ends && words > 2
                || LAST_WORDS.iter().chain(MAIL_ENDS).any(|words| sentence.starts_with(words)));
        if !(opens || closes) || self.table.len() < 2 {
            return None;
        }
        let line = edits::lines_of_span(file, only.span)?;
        let message = "this line is a sentence, and no row".to_owned();
        let finding =
            self.table_finding(Code::TableColumns, only.span, message).with_label("copied along, as it seems");
        Some(finding.offering("delete this line", vec![Edit { span: line, text: String::new() }]))
    }

    /// The rest of a phrase behind a line break, which a sheet takes within a cell: below a whole row, words that begin with a small
    /// letter. Where no source phrase begins so, a single word is no phrase whose translation is lost.
    fn explain_continued(&self, cells: &[TableCell]) -> Option<Diagnostic> {
        let [only] = cells else { return None };
        let file = self.table.file();
        let (before, text) = (&file.text()[..only.span.start as usize], file.slice(only.span).trim_end());
        let above = before.strip_suffix('\n')?;
        let above = above.strip_suffix('\r').unwrap_or(above);
        let row = above.rsplit('\n').next().and_then(|row| row.split_once('\t'))?;
        let is_whole = !row.0.trim().is_empty() && !row.1.trim().is_empty() && !row.1.contains('\t');
        let is_word = |c: char| c.is_alphanumeric() || " -'’./()".contains(c);
        let plain = text.starts_with(char::is_lowercase) && text.chars().all(is_word) && !text.contains("  ");
        let (alone, odd) = (!text.contains(' '), self.habits().no_small_sources);
        if self.notation != Notation::Tsv || !is_whole || !plain || !(alone || odd) {
            return self.explain_cut_above(only.span, text);
        }
        let edit = Edit { span: Span::new(above.trim_end().len(), before.len()), text: " ".to_owned() };
        let finding = |message: &str| self.table_finding(Code::TableColumns, only.span, message.to_owned());
        let title = format!("join it to the row above: `{} {}`", echo_text(row.1.trim()), echo_text(text));
        if alone && odd {
            let finding = finding("this line continues the row above, as it seems").with_label("of the cell above");
            return Some(finding.offering(title, vec![edit]));
        }
        let help = format!("write both phrases, and a tab between them; or {title}");
        Some(finding("this row has one column, not two").with_help(help).or_offering(title, vec![edit]))
    }

    /// A word whose cell a line break cut: the row below goes on with it.
    fn explain_cut_above(&self, line: Span, word: &str) -> Option<Diagnostic> {
        let rest = &self.table.file().text()[line.end as usize..];
        let below = rest.trim_start_matches(['\r', '\n']);
        let (source, target) = below.lines().next()?.split_once('\t').filter(|_| self.notation == Notation::Tsv)?;
        let is_word = word.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '’'));
        if !is_word || word.is_empty() || source.trim().is_empty() || target.trim().is_empty() || target.contains('\t')
        {
            return None;
        }
        let title = format!("join it to the row below: `{} {}`", echo_text(word), echo_text(source.trim()));
        let place = Span::new(line.end as usize, line.end as usize + rest.len() - below.len());
        let finding = self.table_finding(Code::TableColumns, line, "this row has one column, not two".to_owned());
        let help = format!("write both phrases, and a tab between them; or {title}");
        Some(finding.with_help(help).or_offering(title, vec![Edit { span: place, text: " ".to_owned() }]))
    }

    /// Two rows in one line: the first file of two that were joined had no line break at its end, or the break between them is gone.
    fn explain_joined_rows(&self, cells: &[TableCell]) -> Option<Diagnostic> {
        let file = self.table.file();
        if !self.table.rows().any(|row| row.len() == 2) {
            return None;
        }
        let (gap, second, last) = match cells {
            [_, middle, last] if !middle.quoted && !file.slice(last.span).trim().is_empty() => {
                let text = file.slice(middle.span);
                let at = middle.span.start as usize + joint_of(text)?;
                (Span::empty_at(at), &text[at - middle.span.start as usize..], last)
            }
            // What is short is a note, such as the gender of a noun.
            [_, before, next, last]
                if self.notation == Notation::Tsv
                    && self.cells_of(cells).phrases.len() == 4
                    && [next, last].iter().all(|cell| file.slice(cell.span).chars().count() > 3) =>
            {
                (Span { start: before.span.end, end: next.span.start }, file.slice(next.span), last)
            }
            _ => return None,
        };
        let message = "two rows stand in this line, as it seems".to_owned();
        let span = Span { start: gap.end, end: last.span.end };
        let finding = self.table_finding(Code::TableColumns, span, message).with_label("the second row");
        let edit = Edit { span: gap, text: edits::line_ending(file).to_owned() };
        Some(finding.offering(format!("break the line before `{}`", echo_text(second)), vec![edit]))
    }

    /// What to do with the only row of three columns, whose second cell is as long as a row.
    pub(super) fn describe_joint(&self, cells: &[TableCell]) -> Option<String> {
        let [_, middle, last] = cells else { return None };
        let text = |cell: &TableCell| self.table.cell_text(*cell);
        let others = || self.table.rows().filter(|row| *row != cells);
        let least = others().map(|row| row.iter().map(|cell| text(cell).len()).sum::<usize>()).min()?;
        let tight = !text(last).trim().is_empty() && !text(last).starts_with(' ') && !middle.quoted;
        (tight && text(middle).len() >= least && others().all(|row| row.len() == 2)).then(|| {
            let joined = format!("break the line in `{}` if two rows are joined there", echo_text(&text(middle)));
            match self.notation {
                Notation::Csv => {
                    format!("{joined}; or put a phrase that contains a comma in quotes, or delete the third column")
                }
                Notation::Tsv => format!("{joined}; or delete the third column"),
            }
        })
    }

    /// The last row, where it counts the others, as a sheet has it at its end: `Total,7`.
    pub(super) fn explain_total(&self, [source, target]: [TableCell; 2]) -> Option<Diagnostic> {
        let number = |cell: &TableCell| self.table.cell_text(*cell).trim().parse::<usize>().ok();
        let above = self.table.len() - 1;
        let counts = number(&target)? == above && above > 2;
        let numbers = self.table.rows().filter(|row| row.get(1).and_then(number).is_some()).count();
        let said = self.table.cell_text(source).to_lowercase();
        let total = |word: &str| TOTALS.split('|').any(|total| word.starts_with(total));
        let named = said.split(|c: char| !c.is_alphanumeric()).any(total);
        if !counts || numbers > 1 || !named {
            return None;
        }
        let line = edits::lines_of_span(self.table.file(), source.span.to(target.span))?;
        let message = "this row counts the others, and is no entry".to_owned();
        let finding = self.table_finding(Code::ForeignNotation, source.span.to(target.span), message);
        let finding = finding.with_label(format!("{above} rows stand above"));
        Some(finding.offering("delete this row", vec![Edit { span: line, text: String::new() }]))
    }

    /// An empty cell at the end of the target phrases, which stand a row too high as their numbers say.
    pub(super) fn explain_moved_cells(&self, empty: TableCell) -> Option<Diagnostic> {
        let pair = |row: &[TableCell]| match row {
            [source, target, ..] => Some([*source, *target]),
            [] | [_] => None,
        };
        let rows: Vec<[TableCell; 2]> = self.table.rows().map(pair).collect::<Option<_>>()?;
        let numbers = |cell: TableCell| digits_of(self.table.file().slice(cell.span));
        let is_above = |above: &[TableCell; 2], row: &[TableCell; 2]| {
            let own = numbers(row[0]);
            !own.is_empty() && own == numbers(above[1]) && own != numbers(row[1]) && own != numbers(above[0])
        };
        let at = rows.windows(2).position(|two| is_above(&two[0], &two[1]))?;
        let agrees = |row: &[TableCell; 2]| !numbers(row[0]).is_empty() && numbers(row[0]) == numbers(row[1]);
        if rows[at..].iter().any(agrees) {
            return None;
        }
        let line = self.table.file().position_at(rows[at + 1][0].span.start).line;
        let finding = self.table_finding(Code::EmptyValue, empty.span, CELLS_MOVED.to_owned());
        let finding = finding.with_label("says nothing").with_help(MOVE_CELLS);
        Some(finding.with_secondary(rows[at][1].span, format!("of line {line}, as its number says")))
    }
}

/// Where two texts were joined without anything between them, if there is one such place.
fn joint_of(text: &str) -> Option<usize> {
    let mut joints = text.char_indices().zip(text.chars().skip(1)).filter_map(|((at, one), next)| {
        let (cut, least) = (at + one.len_utf8(), 2);
        let long = text[..cut].chars().nth(least).is_some() && text[cut..].chars().nth(least).is_some();
        (long && is_joint(one, next)).then_some(cut)
    });
    joints.next().filter(|_| joints.next().is_none())
}

/// Whether one word cannot go on so: a capital behind a small letter, or a letter of a script without capitals beside one that has
/// them.
fn is_joint(one: char, next: char) -> bool {
    let cased = |c: char| c.is_lowercase() || c.is_uppercase();
    let letters = one.is_alphabetic() && next.is_alphabetic();
    letters && (one.is_lowercase() && !next.is_lowercase() || !cased(one) && cased(next))
}

/// The numbers of a text.
fn digits_of(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty()).collect()
}
