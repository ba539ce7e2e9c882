//! What the other dictionaries of a glossary tell of rows that name their languages.

use std::collections::BTreeMap;

use crate::catalogue::languages::find_language;
use crate::check::glossary::dictionary_of_table;
use crate::check::row_languages::MOVE_ROW;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, SourceFile, Span};
use crate::model::Language;
use crate::model::glossary::{Dictionary, LanguagePair};
use crate::schema::edits;
use crate::schema::explained_document::echo_text;
use crate::source::table::{self, Notation};

/// A row with its phrases, its languages and its place.
struct RowOfPair {
    phrase: String,
    translation: String,
    pair: LanguagePair,
    row: Span,
}

/// The row of four columns in which a cell stands.
fn row_at(file: &SourceFile, cell: Span) -> Option<RowOfPair> {
    let start = edits::line_start(file, cell.start as usize);
    let line = file.text()[start..].lines().next().unwrap_or_default();
    let table = table::parse_table(&SourceFile::new("", line), Notation::Csv);
    let [source, target, from, to] = *table.rows().next()? else { return None };
    let [phrase, translation, from, to] = [source, target, from, to].map(|cell| table.cell_text(cell).into_owned());
    let language = |code: &str| Language::new(&code.trim().to_lowercase());
    let pair = LanguagePair { source: language(&from), target: language(&to) };
    Some(RowOfPair { phrase, translation, pair, row: Span::new(start, start + line.len()) })
}

/// Of a row for another pair whose dictionary has its entry, more is known: it is not to be moved there.
pub(super) fn tell_known_entry(finding: &mut Diagnostic, dictionaries: &BTreeMap<LanguagePair, Dictionary>) {
    if finding.code != Code::TableLanguages || finding.help.as_deref() != Some(MOVE_ROW) {
        return;
    }
    let Some(RowOfPair { phrase, translation, pair, row }) = row_at(&finding.file, finding.primary.span) else {
        return;
    };
    // Where the languages come first, the last columns hold none.
    if !finding.message.contains(&format!("for {pair},")) {
        return;
    }
    let Some(other) = dictionaries.get(&pair) else {
        tell_row_of_own(finding, dictionaries, &pair, (&phrase, row));
        return;
    };
    let Some(entry) = other.entries.get(&phrase) else { return };
    if entry.value != translation {
        let there = echo_text(&entry.value);
        if let Some((code, edits)) = own_language_of_rows(finding, dictionaries, &pair, other) {
            let each = if edits.len() == 1 { "" } else { " in each of these rows" };
            finding.help =
                Some(format!("write `{code}`{each}: for {pair}, the translation is `{there}` ({})", entry.place));
            finding.fix = Some(Fix { title: format!("write `{code}`"), safety: Safety::Unsafe, edits });
            return;
        }
        finding.help = Some(format!(
            "write the languages of this dictionary: for {pair}, the translation is `{there}` ({})",
            entry.place
        ));
        return;
    }
    finding.help = Some(format!(
        "{pair} has this entry already ({}): write the phrase and the languages of this dictionary here, or delete the row",
        entry.place
    ));
}

/// Of a row for a pair without a dictionary, the table may have the phrase for its own pair, too: then there is nothing to correct.
fn tell_row_of_own(
    finding: &mut Diagnostic,
    dictionaries: &BTreeMap<LanguagePair, Dictionary>,
    pair: &LanguagePair,
    (phrase, row): (&str, Span),
) {
    let known = dictionaries.iter().filter_map(|(own, dictionary)| Some((own, &dictionary.entries.get(phrase)?.place)));
    let mut here = known.filter(|(_, place)| place.file == *finding.file.path());
    // More rows like it, which a note tells, may have none.
    let Some((own, place)) = here.next().filter(|_| finding.secondary.is_empty()) else {
        let code = match dictionary_of_table(dictionaries, &finding.file) {
            Some((own, _)) if own.source == pair.source => Some(&own.target),
            Some((own, _)) if own.target == pair.target => Some(&own.source),
            Some(_) | None => None,
        };
        let known = code.and_then(|code| find_language(code.as_str()));
        let mend = known.map_or_else(
            || "correct the phrases and the languages".to_owned(),
            |known| format!("write the {} phrase and `{}`", known.name, known.code),
        );
        let rows = if finding.secondary.is_empty() { "this row" } else { "such rows" };
        finding.help = Some(format!("no dictionary here is for {pair}: {mend}, delete {rows}, or add a dictionary"));
        return;
    };
    let (phrase, line) = (echo_text(phrase), place.line);
    finding.help =
        Some(format!("delete this row: `{phrase}` has one for {own} (line {line}); or add a dictionary for {pair}"));
    finding.fix = edits::lines_of_span(&finding.file, row)
        .map(|lines| edits::replace_span(lines, "", "delete this row", Safety::Unsafe));
}

/// The language of this dictionary that rows lack, and the edits that write it, where the dictionary of their languages has other
/// translations for the phrases of all of them: they were copied, and translated anew.
fn own_language_of_rows(
    finding: &Diagnostic,
    dictionaries: &BTreeMap<LanguagePair, Dictionary>,
    pair: &LanguagePair,
    other: &Dictionary,
) -> Option<(String, Vec<Edit>)> {
    let (own, _) = dictionary_of_table(dictionaries, &finding.file)?;
    let (wrong, code) = match own.source == pair.source {
        true => (&pair.target, &own.target),
        false => (&pair.source, (own.target == pair.target).then_some(&own.source)?),
    };
    // More rows than are marked may be others.
    let all_marked = finding.notes.iter().all(|note| !note.contains("entr"));
    let cells = std::iter::once(finding.primary.span).chain(finding.secondary.iter().map(|label| label.span));
    let edit = |cell: Span| {
        let RowOfPair { phrase, translation, pair: of_row, .. } = row_at(&finding.file, cell)?;
        let differs = other.entries.get(&phrase).is_some_and(|entry| entry.value != translation);
        let raw = finding.file.slice(cell);
        let is_code = raw.trim().eq_ignore_ascii_case(wrong.as_str());
        let new = || raw.replace(raw.trim(), code.as_str());
        (of_row == *pair && differs && is_code).then(|| Edit { span: cell, text: new() })
    };
    let edits = cells.map(edit).collect::<Option<Vec<Edit>>>().filter(|_| all_marked)?;
    Some((code.to_string(), edits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_read_from_any_of_its_cells() {
        let file = SourceFile::new("a.csv", "saddle,selle,en,fr\npannier,sacoche,en,de\nrim,jante\n");
        let at = |text: &str| {
            let start = file.text().find(text).unwrap();
            row_at(&file, Span::new(start, start + text.len()))
        };
        let row = at("de").unwrap();
        assert_eq!((row.phrase.as_str(), row.translation.as_str()), ("pannier", "sacoche"));
        assert_eq!(row.pair.to_string(), "en > de");
        assert_eq!(file.slice(row.row), "pannier,sacoche,en,de");
        assert!(at("jante").is_none());
    }
}
