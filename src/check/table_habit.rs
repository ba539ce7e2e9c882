//! Tables that are something else as a whole, or divided in another way: one finding about the table, none about its rows.

use std::sync::Arc;

use crate::check::language;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, Severity, SourceFile, Span};
use crate::schema::edits;
use crate::schema::explain_language::code_meant;
use crate::source::quotes::quotes_around;
use crate::source::table::{self, Notation, Table, TableCell};

/// What the table is, where that is the reason that its rows cannot be read.
pub(super) fn explain_table(file: &Arc<SourceFile>, notation: Notation) -> Option<Diagnostic> {
    let whole = explain_other_file(file).or_else(|| explain_empty_columns(file, notation));
    let whole =
        whole.or_else(|| explain_numbered_rows(file, notation)).or_else(|| explain_lost_letters(file, notation));
    whole.or_else(|| match notation {
        Notation::Csv => explain_backslashes(file)
            .or_else(|| explain_other_sign(file, ';'))
            .or_else(|| explain_other_sign(file, '\t')),
        Notation::Tsv => None,
    })
}

/// A first column that counts the rows, as programs write it along; the row of names has no number.
fn explain_numbered_rows(file: &Arc<SourceFile>, notation: Notation) -> Option<Diagnostic> {
    if !file.text().trim_start_matches('\u{feff}').starts_with(['0', '1', ',', '\t']) {
        return None;
    }
    let table = table::parse_table(file, notation);
    let number = |row: &[TableCell]| row.first().and_then(|cell| table.cell_text(*cell).trim().parse::<usize>().ok());
    let names = table.rows().take_while(|row| row[0].span.is_empty()).count().min(1);
    let first = table.rows().nth(names).and_then(number).filter(|first| *first < 2)?;
    let counted = table.rows().skip(names).enumerate().all(|(at, row)| number(row) == Some(first + at));
    let wide = table.rows().all(|row| row.len() == 3 || row.len() == 5 && notation == Notation::Csv);
    if !counted || !wide || !table.faults.is_empty() || table.len() < names + 2 {
        return None;
    }
    let column = |row: &[TableCell]| Span { start: row[0].span.start, end: row[1].span.start };
    let edits = table.rows().map(|row| Edit { span: column(row), text: String::new() }).collect();
    let at = table.rows().nth(names)?[0].span;
    let finding = Diagnostic::new(Code::TableColumns, file, at, "the first column of this table counts its rows");
    Some(finding.with_label("no phrase").offering("delete the first column", edits))
}

/// Phrases of nothing but question marks: who saved the table had no place for their letters.
fn explain_lost_letters(file: &Arc<SourceFile>, notation: Notation) -> Option<Diagnostic> {
    if !file.text().contains("??") {
        return None;
    }
    let table = table::parse_table(file, notation);
    let is_lost = |cell: &&TableCell| {
        let text = table.cell_text(**cell);
        text.contains("??") && text.chars().all(|c| matches!(c, '?' | ' ' | '-' | ','))
    };
    let lost_at = |side: usize| table.rows().filter_map(move |row| row.get(side)).filter(is_lost);
    let side = (0..2).find(|side| lost_at(*side).count() > 1 && lost_at(*side).count() * 2 > table.len())?;
    let message = "question marks stand in the place of letters in this table";
    let finding = Diagnostic::new(Code::GarbledText, file, lost_at(side).next()?.span, message);
    let finding = finding.with_label("its letters were lost").with_note(format!(
        "{} of {} phrases of this column are nothing else",
        lost_at(side).count(),
        table.len()
    ));
    let help = "save the table again as UTF-8 from where its letters are whole";
    // None of it is to be sent.
    Some(Diagnostic { severity: Severity::Error, ..finding }.with_help(help))
}

/// A page, a pointer or an object under the name of a table.
fn explain_other_file(file: &Arc<SourceFile>) -> Option<Diagnostic> {
    let text = file.text().trim_start_matches('\u{feff}');
    let first = text.lines().find(|line| !line.trim().is_empty())?;
    let tag = first.trim_start().strip_prefix('<');
    let (what, help) = if tag.is_some_and(|rest| rest.starts_with(['!', '?']) || rest.starts_with("html")) {
        ("XML or HTML", "save the table itself: what was saved is a page, perhaps one to sign in")
    } else if first.starts_with("version https://git-lfs.github.com/") {
        ("a pointer of Git LFS", "fetch the file that it points to: `git lfs pull`")
    } else if matches!(first.trim(), "{" | "[" | "[{") || first.starts_with("{\"") || first.starts_with("[{\"") {
        ("JSON", "write one row for each entry, or write the entries into the document below `entries`")
    } else {
        return None;
    };
    let start = file.text().find(first)?;
    let message = format!("this is {what}, not a table");
    let finding = Diagnostic::new(Code::TableColumns, file, Span::new(start, start + first.len()), message);
    Some(finding.with_label("no row").with_help(help))
}

/// Quotes inside of phrases with a backslash before them, as other notations have it: with doubled ones, the table is whole.
fn explain_backslashes(file: &Arc<SourceFile>) -> Option<Diagnostic> {
    const ESCAPED: &str = "\\\"";
    let first = file.text().find(ESCAPED)?;
    let doubled = SourceFile::new("", file.text().replace(ESCAPED, "\"\""));
    let (own, other) = (table::parse_table(file, Notation::Csv), table::parse_table(&doubled, Notation::Csv));
    let whole = other.faults.is_empty() && other.rows().all(|row| matches!(row.len(), 2 | 4));
    if own.faults.is_empty() || !whole {
        return None;
    }
    let backslash = |at: usize| Span::new(at, at + 1);
    let edit = |(at, _)| Edit { span: backslash(at), text: "\"".to_owned() };
    let edits = file.text().match_indices(ESCAPED).map(edit).collect();
    let message = "a backslash stands before a quote, and ends the phrase there";
    let finding = Diagnostic::new(Code::TableQuotes, file, Span::new(first, first + ESCAPED.len()), message);
    let finding = finding.with_label("no escape in a table");
    Some(finding.offering("write a quote inside of a phrase twice, without a backslash", edits))
}

/// Rows that semicolons or tabs divide, whatever commas are in their phrases.
fn explain_other_sign(file: &Arc<SourceFile>, sign: char) -> Option<Diagnostic> {
    if !file.text().contains(sign) {
        return None;
    }
    let (own, other) = (table::parse_table(file, Notation::Csv), table::parse_separated(file, sign as u8));
    let said = |table: &Table, cell: &TableCell| !table.cell_text(*cell).trim().is_empty();
    let divides = |row: &[TableCell]| matches!(row.len(), 2 | 4) && row.iter().all(|cell| said(&other, cell));
    let fits = !other.is_empty() && other.faults.is_empty() && other.rows().all(divides);
    // What stands inside of a phrase has a blank behind it.
    let tight = other.rows().all(|row| row[1..].iter().all(|cell| !other.cell_text(*cell).starts_with(' ')));
    let readable = own.faults.is_empty() && own.rows().all(|row| matches!(row.len(), 2 | 4));
    if !fits || (readable && !(tight && other.len() > 1)) {
        return None;
    }
    let first = other.rows().next()?.first()?.span.end as usize;
    let (message, help) = match sign {
        '\t' => (
            "tabs divide the columns of this table",
            "save it as `.tsv`, and name it so in `file`; or divide columns with commas",
        ),
        _ => (
            "semicolons divide the columns of this table",
            "divide columns with commas, and put phrases with a comma in quotes: the service knows no semicolons",
        ),
    };
    let finding = Diagnostic::new(Code::TableColumns, file, Span::new(first, first + 1), message)
        .with_label("no comma")
        .with_note(match other.len() {
            1 => "commas in it are part of a phrase".to_owned(),
            rows => format!("all {rows} rows are so; commas in them are part of a phrase"),
        })
        .with_help(help);
    let quoted = |cell: &&TableCell| !cell.quoted && file.slice(cell.span).contains([',', '"']);
    let edits = other.rows().flat_map(|row| {
        let signs =
            row.windows(2).map(|pair| (Span { start: pair[0].span.end, end: pair[1].span.start }, ",".to_owned()));
        let phrase = |cell: &TableCell| (cell.span, format!("\"{}\"", file.slice(cell.span).replace('"', "\"\"")));
        signs.chain(row.iter().filter(quoted).map(phrase)).collect::<Vec<_>>()
    });
    let mut edits: Vec<Edit> = edits.map(|(span, text)| Edit { span, text }).collect();
    edits.sort_by_key(|edit| edit.span);
    Some(finding.with_fix(Fix { title: "divide the columns with commas".to_owned(), safety: Safety::Unsafe, edits }))
}

/// Columns behind the phrases in which no row has anything, as spreadsheets save them, with the rows of nothing.
fn explain_empty_columns(file: &Arc<SourceFile>, notation: Notation) -> Option<Diagnostic> {
    let sign = if notation == Notation::Tsv { '\t' } else { ',' };
    if !file.text().lines().next()?.ends_with(sign) {
        return None;
    }
    let table = table::parse_table(file, notation);
    let is_empty = |cell: &TableCell| cell.span.is_empty();
    let fits = table.faults.is_empty() && table.rows().all(|row| row.len() > 1 && row[2..].iter().all(is_empty));
    let [_, before, _, ..] = table.rows().next().filter(|_| fits)? else { return None };
    let (mut edits, mut rows) = (Vec::new(), 0);
    for row in table.rows() {
        let span = match row {
            [first, .., last] if row.iter().all(is_empty) => {
                rows += 1;
                edits::lines_of_span(file, first.span.to(last.span))?
            }
            [_, before, .., last] => Span { start: before.span.end, end: last.span.end },
            _ => continue,
        };
        edits.push(Edit { span, text: String::new() });
    }
    let title = match rows {
        0 => "delete the empty columns".to_owned(),
        _ => "delete the empty columns and rows".to_owned(),
    };
    let message = "columns of nothing follow the phrases of this table";
    let at = before.span.end as usize;
    let finding = Diagnostic::new(Code::TableColumns, file, Span::new(at, at + 1), message);
    let finding = finding.with_label("nothing").with_note("a spreadsheet saves them where something once stood");
    Some(finding.offering(title, edits))
}

/// Cells that commas make of one phrase, as far as its end is looked for.
const MAX_CELLS: usize = 8;

/// Phrases of a table with commas in quotes of a typeset page, which begin and end no cell.
#[derive(Default)]
pub(super) struct TypesetQuotes {
    phrases: Vec<Span>,
    /// The first of them that has a comma, and so is several cells.
    cut: Option<Span>,
}

impl TypesetQuotes {
    /// Takes those of a row; whether a comma stands in one of them.
    pub(super) fn note_row(&mut self, table: &Table, mut row: &[TableCell]) -> bool {
        let (file, mut cut) = (table.file(), false);
        while let Some(first) = row.first() {
            let begins = !file.slice(first.span).starts_with(|c: char| c.is_ascii());
            let mut ends = row.iter().take(MAX_CELLS).map(|last| first.span.to(last.span));
            let quoted = |span: Span| quotes_around(file.slice(span)).is_some_and(|(_, text, _)| !text.contains('"'));
            let cells = begins.then(|| ends.position(quoted)).flatten();
            if let Some(last) = cells {
                let phrase = first.span.to(row[last].span);
                self.phrases.push(phrase);
                if last > 0 {
                    cut = true;
                    self.cut.get_or_insert(phrase);
                }
            }
            row = &row[1 + cells.unwrap_or_default()..];
        }
        cut
    }

    /// The finding about all of them.
    pub(super) fn explain(self, file: &Arc<SourceFile>) -> Option<Diagnostic> {
        let at = self.cut.or_else(|| self.phrases.first().copied())?;
        let (open, _, close) = quotes_around(file.slice(at))?;
        let (code, what) = match self.cut {
            Some(_) => (Code::TableQuotes, "hold no phrase together"),
            None => (Code::ForeignNotation, "become part of the phrase"),
        };
        let signs = self.phrases.iter().filter_map(|phrase| {
            let (open, _, close) = quotes_around(file.slice(*phrase))?;
            let (start, end) = (phrase.start as usize, phrase.end as usize);
            Some([Span::new(start, start + open.len_utf8()), Span::new(end - close.len_utf8(), end)])
        });
        let edits = signs.flatten().map(|span| Edit { span, text: "\"".to_owned() }).collect();
        let message = format!("`{open}` and `{close}` are no quotes of a table, and {what}");
        let finding = Diagnostic::new(code, file, at, message).offering("write straight quotes", edits);
        Some(match self.phrases.len() - 1 {
            0 => finding,
            1 => finding.with_note("another phrase is like it"),
            more => finding.with_note(format!("{more} other phrases are like it")),
        })
    }
}

/// What columns are called in other languages.
const HEADER_WORDS: &[(&str, &str)] = &[
    ("source", "quelle quelltext ausgangstext ausgangssprache quellsprache origen origine key original phrase"),
    ("source", "term terms terme término termine begriff 原文 原語 用語 源语 术语 원문 용어"),
    ("target", "ziel zieltext zielsprache cible destino value translations"),
    ("target", "übersetzung traduction traducción traduzione translation 訳文 訳語 译文 译语 번역 번역문"),
];

/// Whether a word names the column of a side: `source`, `source_term`, or the language by its name.
pub(super) fn names_side(word: &str, side: &str, code: &str) -> bool {
    let generic = ["", "_text", "_phrase", "_term", "_lang", "_language"];
    let called = code_meant(word).is_some_and(|meant| meant == code);
    // `en_gb`: a region of the language.
    let of_region = word.split_once('_').is_some_and(|(root, region)| {
        root == code && (2..5).contains(&region.len()) && region.bytes().all(|byte| byte.is_ascii_alphanumeric())
    });
    of_region
        || generic.iter().any(|ending| word == format!("{side}{ending}"))
        || (word.len() > 3 && called)
        || HEADER_WORDS.iter().any(|(of, words)| *of == side && words.split(' ').any(|one| one == word))
        || language::code_and_name(code)
            .iter()
            .any(|name| *name == word.replace('_', "-") || *name == word.replace('_', " "))
}
