//! What each cell of a row is: a phrase, a language, or nothing. What is said of the columns of a row asks here, so that no help
//! loses a phrase, or takes the code of a language for one.

use crate::catalogue::languages::{find_language, root_code};
use crate::check::entries::TableReader;
use crate::diagnostic::{Code, Diagnostic, Edit, Safety, Span};
use crate::model::glossary::LanguagePair;
use crate::schema::edits;
use crate::schema::explain_language::{code_meant, root_language_called};
use crate::schema::explained_document::echo_text;
use crate::source::table::{Notation, Table, TableCell};

/// What all rows of a table tell of each.
#[derive(Clone, Copy)]
pub(super) struct RowHabits {
    /// Blanks stand behind the commas between phrases, too.
    pub(super) spaced: bool,
    /// Rows whose quotes pair have two columns, and four.
    pub(super) counts: [bool; 2],
    /// Each row has four columns, none of them with languages.
    pub(super) four_phrases: bool,
    /// Several rows have one number of columns, more than their phrases and languages need.
    wide: bool,
    /// What is empty in one of them is not in another: notes, perhaps.
    ragged: bool,
    /// Of several rows with both phrases, no source phrase begins with a small letter.
    pub(super) no_small_sources: bool,
}

impl RowHabits {
    pub(super) fn of_table(table: &Table) -> Self {
        let empty = |cell: &TableCell| table.cell_text(*cell).trim().is_empty();
        let language = |cell: &TableCell| language_called(&table.cell_text(*cell)).is_some();
        let spaced = |row: &[TableCell]| matches!(row, [_, second] if table.file().slice(second.span).starts_with(' '));
        let first = table.rows().next().unwrap_or_default();
        let alike = table.rows().all(|row| row.len() == first.len());
        // Languages in the first row may name the columns.
        let named = |row: &[TableCell]| row.len() == 4 && row[2..].iter().any(language);
        let four_phrases = alike && first.len() == 4 && !table.rows().skip(1).any(named);
        let wide = alike && table.len() > 1 && first.len() > 2 && (four_phrases || first.len() != 4);
        let sources = table.rows().filter(|row| row.len() == 2).map(|row| table.cell_text(row[0]));
        let (mut small, mut count) = (false, 0);
        sources.for_each(|source| (small, count) = (small || source.starts_with(char::is_lowercase), count + 1));
        let ragged = |row: &[TableCell]| row.iter().zip(first).any(|(one, other)| empty(one) != empty(other));
        Self {
            spaced: table.rows().any(spaced),
            counts: [2, 4].map(|count| table.rows().any(|row| row.len() == count && table.faults_of(row).is_empty())),
            four_phrases,
            wide,
            ragged: wide && table.rows().any(ragged),
            no_small_sources: count > 2 && !small,
        }
    }
}

/// The cells of a row by what they are, as places in it.
pub(super) struct RowCells<'r> {
    row: &'r [TableCell],
    pub(super) phrases: Vec<usize>,
    /// That of the source and that of the target, or of one language alone.
    pub(super) languages: Vec<usize>,
}

impl RowCells<'_> {
    fn has_nothing(&self) -> bool {
        self.phrases.len() + self.languages.len() < self.row.len()
    }

    /// Whether the languages are the last cells that say something.
    fn languages_last(&self) -> bool {
        self.phrases.last() < self.languages.iter().min()
    }
}

/// The language that a text calls by a code or by a name.
pub(super) fn language_called(text: &str) -> Option<&'static str> {
    let lower = text.trim().to_lowercase();
    let by_code = || code_meant(&lower).and_then(|code| find_language(root_code(&code)));
    root_language_called(&lower).map(|(code, _)| code).or_else(|| by_code().map(|known| root_code(known.code)))
}

impl TableReader<'_> {
    /// The side of the dictionary (source, target) whose language a cell is: by its code, or also by a region of it or a name.
    pub(super) fn side_of(&self, cell: TableCell, by_code: bool) -> Option<usize> {
        let text = self.table.cell_text(cell);
        let side = |code: &str| [&self.pair.source, &self.pair.target].iter().position(|one| one.as_str() == code);
        let called = || if by_code { None } else { language_called(&text) };
        side(&text.trim().to_lowercase()).or_else(|| called().and_then(side))
    }

    pub(super) fn cells_of<'r>(&self, row: &'r [TableCell]) -> RowCells<'r> {
        let said: Vec<usize> = (0..row.len()).filter(|at| !self.table.cell_text(row[*at]).trim().is_empty()).collect();
        let languages = if row.len() < 3 { Vec::new() } else { self.languages_in(row, &said) };
        let phrases = said.into_iter().filter(|at| !languages.contains(at)).collect();
        RowCells { row, phrases, languages }
    }

    fn languages_in(&self, row: &[TableCell], said: &[usize]) -> Vec<usize> {
        let both = |among: &[usize], by_code: bool| {
            let at = |side| among.iter().copied().find(|at| self.side_of(row[*at], by_code) == Some(side));
            Some(vec![at(0)?, at(1)?])
        };
        // A name of a language is a phrase, too, where it is one of few cells.
        let few = said.len() < 4;
        let last = &said[said.len().saturating_sub(2)..];
        let all_named = said.len() > 2 && said.iter().all(|at| self.names_language(row[*at]));
        // Languages alone name the columns, and so do the first ones of a table that has no languages below them.
        if all_named && (few || both(last, false).is_none()) || self.is_head(row) {
            return Vec::new();
        }
        let found = both(last, few).or_else(|| both(said, true)).or_else(|| both(said, few));
        let alone = || match said {
            [_, _, last] => {
                (self.table.cell_text(row[*last]).len() == 2 && self.names_language(row[*last])).then(|| vec![*last])
            }
            _ => None,
        };
        let one = || said.iter().copied().find(|at| self.side_of(row[*at], true).is_some()).map(|at| vec![at]);
        found.or_else(|| one().filter(|_| few)).or_else(alone).unwrap_or_default()
    }

    /// What all rows tell, found out once a row is odd.
    pub(super) fn habits(&self) -> RowHabits {
        *self.habits.get_or_init(|| RowHabits::of_table(self.table))
    }

    pub(super) fn names_language(&self, cell: TableCell) -> bool {
        language_called(&self.table.cell_text(cell)).is_some()
    }

    /// Whether a row is the first one and begins with the pair of the dictionary, and the second one names no languages.
    fn is_head(&self, row: &[TableCell]) -> bool {
        let mut rows = self.table.rows();
        let first = rows.next().is_some_and(|first| first.first() == row.first());
        let paired = |by_code| self.side_of(row[0], by_code) == Some(0) && self.side_of(row[1], by_code) == Some(1);
        let straight = || matches!(row, [.., one, other] if self.is_straight(*one, *other));
        let all_names = row.len() == 4 && self.names_both_sides(&row[2..]);
        let is_below = |second: &[TableCell]| all_names || !paired(true) || self.cells_of(second).languages.is_empty();
        first && paired(false) && !straight() && rows.next().is_some_and(is_below)
    }

    /// The phrases of a row, where commas without quotes divide some: a cell that begins with a blank goes on.
    fn phrases_joined(&self, cells: &RowCells<'_>) -> Option<Vec<Span>> {
        let file = self.table.file();
        let mut joined: Vec<Span> = Vec::new();
        let mut before: Option<usize> = None;
        for at in &cells.phrases {
            let cell = cells.row[*at];
            let goes_on = file.slice(cell.span).starts_with(' ') && !cell.quoted && !self.habits().spaced;
            let follows = before.is_some_and(|before| before + 1 == *at && !cells.row[before].quoted);
            match joined.last_mut().filter(|_| goes_on && follows) {
                Some(phrase) => *phrase = phrase.to(cell.span),
                None => joined.push(cell.span),
            }
            before = Some(*at);
        }
        let plain =
            cells.phrases.len() == 2 || self.notation == Notation::Csv && !self.habits().wide && !cells.has_nothing();
        (plain && joined.len() == 2).then_some(joined)
    }

    /// The row as its cells tell that it was meant.
    fn row_meant(&self, cells: &RowCells<'_>) -> Option<String> {
        let LanguagePair { source, target } = self.pair;
        let file = self.table.file();
        let mut phrases = match cells.phrases.len() {
            2 => cells.phrases.iter().map(|at| cells.row[*at].span).collect(),
            _ => self.phrases_joined(cells)?,
        };
        let mut languages = match cells.languages[..] {
            [one, other] if one < other => vec![source.as_str(), target.as_str()],
            [_, _] => vec![target.as_str(), source.as_str()],
            [_] => return None,
            _ => Vec::new(),
        };
        // Each phrase stands in the place of its language; those that are swapped behind the phrases tell of no order.
        if languages.first() == Some(&target.as_str()) && !cells.languages_last() {
            phrases.reverse();
            languages.reverse();
        }
        let cell_ends = |span: &Span| cells.row.iter().any(|cell| cell.span == *span);
        let written = phrases.iter().map(|span| match file.slice(*span).trim() {
            text if cell_ends(span) => Some(text.to_owned()),
            text => (!text.contains('"')).then(|| format!("\"{text}\"")),
        });
        let mut parts = written.collect::<Option<Vec<String>>>()?;
        // A table with tabs has no languages.
        if self.notation == Notation::Csv {
            parts.extend(languages.into_iter().map(str::to_owned));
        }
        Some(parts.join(if self.notation == Notation::Csv { "," } else { "\t" }))
    }

    /// What is wrong with the columns of a row, where its cells tell what was meant.
    pub(super) fn explain_row(&self, cells: &RowCells<'_>) -> Option<Diagnostic> {
        let RowCells { row, phrases, languages } = cells;
        let [first, _, .., last] = row else { return None };
        if self.habits().ragged && cells.has_nothing() {
            return None;
        }
        let span = first.span.to(last.span);
        let place = |at: usize| row[at].span;
        let count = || format!("this row has {} columns, not {}", row.len(), self.columns_due());
        let Some(meant) = self.row_meant(cells) else { return self.explain_lack(cells) };
        let finding = if phrases.len() > 2 {
            let message = "commas divide the phrases of this row".to_owned();
            let is_cut = |phrase: &Span| !row.iter().any(|cell| cell.span == *phrase);
            let cut = self.phrases_joined(cells)?.into_iter().find(is_cut)?;
            self.table_finding(Code::TableColumns, cut, message).with_label("not in quotes")
        } else if self.notation == Notation::Tsv && !languages.is_empty() {
            let at = place(*languages.iter().min()?).to(place(*languages.iter().max()?));
            self.table_finding(Code::TableColumns, at, count()).with_label("too many")
        } else if !languages.is_empty() && !cells.languages_last() {
            let message = "the languages of a row stand behind its phrases".to_owned();
            self.table_finding(Code::TableLanguages, span, message).with_label("columns in another order")
        } else if cells.has_nothing() {
            let nothing = |at: &usize| !phrases.contains(at) && !languages.contains(at);
            let first = (0..row.len()).find(nothing)?;
            let last = (first..row.len()).take_while(nothing).last()?;
            // A cell of nothing is seen by the sign beside it.
            let start = if first == 0 { place(0).start } else { place(first - 1).end };
            let end = if last + 1 == row.len() { place(last).end } else { place(last + 1).start };
            let message = if row.len() == 4 { "this row has columns of nothing".to_owned() } else { count() };
            self.table_finding(Code::TableColumns, Span { start, end }, message).with_label("nothing")
        } else {
            let at = place(*languages.first()?).to(place(*languages.last()?));
            let message = "these languages are written otherwise than those of the dictionary".to_owned();
            let finding = self.table_finding(Code::TableLanguages, at, message);
            let LanguagePair { source, target } = self.pair;
            let title = format!("write `{source},{target}`");
            let finding = finding.with_label(format!("`{source}` and `{target}` there"));
            let finding = finding.with_note("the service leaves such a row out without a word").with_help(&title);
            let text = format!("{source},{target}");
            return Some(finding.with_fix(edits::replace_span(at, text, title, Safety::Unsafe)));
        };
        let finding = finding.with_help(match self.notation {
            Notation::Csv => format!("write `{}`", echo_text(&meant)),
            Notation::Tsv if languages.is_empty() => "keep one tab, between the phrases".to_owned(),
            Notation::Tsv => "keep the two phrases: a table with tabs names no languages".to_owned(),
        });
        Some(finding.with_fix(edits::replace_span(span, meant, "write the columns as they are due", Safety::Unsafe)))
    }

    /// What a row lacks, or has too much of, where that is not to be written from its cells alone.
    fn explain_lack(&self, cells: &RowCells<'_>) -> Option<Diagnostic> {
        let RowCells { row, phrases, languages } = cells;
        let LanguagePair { source, target } = self.pair;
        let finding = |span, message: &str| self.table_finding(Code::TableColumns, span, message.to_owned());
        match (phrases[..].split_first()?, &languages[..]) {
            ((phrase, []), _) if self.gap_of(&row[*phrase..=*phrase]).is_some() => {
                let gap = self.gap_of(&row[*phrase..=*phrase])?;
                let message = format!("`{}` divides no columns", self.table.file().slice(gap));
                let finding = finding(gap, &message).with_label("not a `,`");
                Some(finding.offering("write `,`", vec![Edit { span: gap, text: ",".to_owned() }]))
            }
            ((phrase, []), languages) => {
                let finding = finding(row[*phrase].span, "this row has one phrase, not two");
                Some(finding.with_label("the other one is missing").with_help(match languages {
                    [] => "write both: source phrase, target phrase".to_owned(),
                    _ => format!("write both, and the languages behind them: source phrase, target phrase, `{source}`, `{target}`"),
                }))
            }
            ((_, [_]), [language]) => {
                let finding = finding(row[*language].span, "this row names one language of two");
                let finding = finding.with_label("the other one is missing");
                Some(finding.with_help(match self.notation {
                    Notation::Tsv => "delete the language: a table with tabs names none",
                    Notation::Csv => {
                        "delete the language, or write both: phrase, translation, source language, target language"
                    }
                }))
            }
            ((_, [_, behind, ..]), [one, other]) if (*one).max(*other) < *behind && (*one).min(*other) == 2 => {
                let span = row[*behind].span.to(row[*phrases.last()?].span);
                let message = format!("this row has {} columns, not {}", row.len(), self.columns_due());
                let finding = finding(span, &message).with_label("too many");
                Some(finding.with_help("delete what stands behind the languages: notes have no place here"))
            }
            _ => None,
        }
    }

    pub(super) fn columns_due(&self) -> &'static str {
        match self.notation {
            Notation::Tsv => "two",
            Notation::Csv => "two or four",
        }
    }
}
