//! Entries of a dictionary as a request carries them: tab-separated or comma-separated text.
//!
//! Always: parsing ends in phrases that all hold, or in one sentence that names the row. Rows of a CSV text whose language
//! columns name another pair are dropped without a word, as the service is known to do. Decision: what such a text
//! weighs is what its phrases weigh as tab-separated text.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Bytes that a phrase may have.
const MAX_PHRASE_BYTES: usize = 1024;

/// How entries are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EntriesFormat {
    Tsv,
    Csv,
}

impl EntriesFormat {
    pub(crate) fn from_name(written: &str) -> Option<Self> {
        match written {
            "tsv" => Some(Self::Tsv),
            "csv" => Some(Self::Csv),
            _ => None,
        }
    }
}

/// Target phrase by source phrase.
pub(crate) type EmulatedEntries = BTreeMap<String, String>;

/// Reads the entries of a pair of languages (lower-case roots).
pub(crate) fn parse_entries(
    text: &str,
    format: EntriesFormat,
    source: &str,
    target: &str,
) -> Result<EmulatedEntries, String> {
    let mut entries = EmulatedEntries::new();
    let mut add = |row: usize, from: &str, to: &str| -> Result<(), String> {
        for (side, phrase) in [("source", from), ("target", to)] {
            let long = || (phrase.len() > MAX_PHRASE_BYTES).then(|| format!("has more than {MAX_PHRASE_BYTES} bytes"));
            phrase_error(phrase)
                .or_else(long)
                .map_or(Ok(()), |what| Err(format!("Row {row}: the {side} text {what}")))?;
        }
        match entries.entry(from.to_owned()) {
            Entry::Vacant(free) => {
                free.insert(to.to_owned());
                Ok(())
            }
            Entry::Occupied(_) => Err(format!("Row {row}: the source text is there already: {from}")),
        }
    };
    match format {
        EntriesFormat::Tsv => {
            for (at, line) in split_lines(text).enumerate() {
                let row = at + 1;
                let mut fields = line.split('\t');
                match (fields.next(), fields.next(), fields.next()) {
                    (Some(from), Some(to), None) => add(row, from, to)?,
                    _ => return Err(format!("Row {row}: two texts with one tab between them are expected")),
                }
            }
        }
        EntriesFormat::Csv => {
            for (at, fields) in parse_csv_rows(text)?.iter().enumerate() {
                let row = at + 1;
                let of = |written: &str, wanted: &str| written.trim().eq_ignore_ascii_case(wanted);
                match fields.as_slice() {
                    [from, to] => add(row, from, to)?,
                    [from, to, left] if of(left, source) => add(row, from, to)?,
                    [from, to, left, right] if of(left, source) && of(right, target) => add(row, from, to)?,
                    [_, _, _] | [_, _, _, _] => {}
                    _ => return Err(format!("Row {row}: two to four columns are expected, not {}", fields.len())),
                }
            }
        }
    }
    if entries.is_empty() {
        return Err("There are no entries".to_owned());
    }
    Ok(entries)
}

/// Entries as tab-separated text.
pub(crate) fn format_tsv<'a>(entries: impl Iterator<Item = (&'a String, &'a String)>) -> String {
    let mut text = String::new();
    for (from, to) in entries {
        if !text.is_empty() {
            text.push('\n');
        }
        text.extend([from, "\t", to]);
    }
    text
}

/// What entries weigh, in bytes.
pub(crate) fn count_bytes(entries: &EmulatedEntries) -> usize {
    entries.iter().map(|(from, to)| from.len() + to.len() + 2).sum()
}

/// What is wrong with a phrase of any length, as the end of a sentence about it.
pub(crate) fn phrase_error(phrase: &str) -> Option<String> {
    if phrase.is_empty() {
        return Some("is empty".to_owned());
    }
    if phrase.starts_with(char::is_whitespace) || phrase.ends_with(char::is_whitespace) {
        return Some("begins or ends with white space".to_owned());
    }
    let control = phrase.chars().find(|&c| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}'));
    control.map(|c| format!("holds the control character U+{:04X}", u32::from(c)))
}

/// Lines without their ends. The last may end or not.
pub(crate) fn split_lines(text: &str) -> impl Iterator<Item = &str> {
    let whole = text.strip_suffix('\n').unwrap_or(text);
    let lines = (!whole.is_empty() || !text.is_empty()).then(|| whole.split('\n'));
    lines.into_iter().flatten().map(|line| line.strip_suffix('\r').unwrap_or(line))
}

/// The rows of a comma-separated text, as RFC 4180 has them: a field in quotes may hold anything, a quote is doubled.
fn parse_csv_rows(text: &str) -> Result<Vec<Vec<String>>, String> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut row = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let number = rows.len() + 1;
        let field;
        if let Some(quoted) = rest.strip_prefix('"') {
            (field, rest) =
                split_quoted_field(quoted).ok_or_else(|| format!("Row {number}: a quotation mark is not closed"))?;
        } else {
            let end = rest.find([',', '\n']).unwrap_or(rest.len());
            let plain =
                rest[..end].strip_suffix('\r').filter(|_| rest[end..].starts_with('\n')).unwrap_or(&rest[..end]);
            if plain.contains('"') {
                return Err(format!("Row {number}: a quotation mark stands in a text that is not quoted"));
            }
            field = plain.to_owned();
            rest = &rest[end..];
        }
        row.push(field);
        rest = rest.strip_prefix('\r').filter(|after| after.is_empty() || after.starts_with('\n')).unwrap_or(rest);
        if let Some(after) = rest.strip_prefix(',') {
            rest = after;
            if rest.is_empty() {
                row.push(String::new());
            }
        } else if let Some(after) = rest.strip_prefix('\n') {
            rest = after;
            rows.push(std::mem::take(&mut row));
        } else if !rest.is_empty() {
            return Err(format!("Row {number}: a text goes on behind its closing quotation mark"));
        }
    }
    if !row.is_empty() {
        rows.push(row);
    }
    Ok(rows)
}

/// A field up to its closing quote, and what follows it.
fn split_quoted_field(quoted: &str) -> Option<(String, &str)> {
    let mut field = String::new();
    let mut rest = quoted;
    loop {
        let end = rest.find('"')?;
        field.push_str(&rest[..end]);
        rest = &rest[end + 1..];
        match rest.strip_prefix('"') {
            Some(after) => {
                field.push('"');
                rest = after;
            }
            None => return Some((field, rest)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, format: EntriesFormat) -> Result<Vec<(String, String)>, String> {
        parse_entries(text, format, "en", "de").map(|entries| entries.into_iter().collect())
    }

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(from, to)| ((*from).to_owned(), (*to).to_owned())).collect()
    }

    #[test]
    fn tabs_separate_and_lines_end_in_any_usual_way() {
        for text in ["a\tb\nc d\te", "a\tb\nc d\te\n", "a\tb\r\nc d\te\r\n"] {
            assert_eq!(read(text, EntriesFormat::Tsv), Ok(pairs(&[("a", "b"), ("c d", "e")])), "{text:?}");
        }
        assert_eq!(read("\"a\t,b", EntriesFormat::Tsv), Ok(pairs(&[("\"a", ",b")])));
    }

    #[test]
    fn quotes_hold_what_would_otherwise_end_a_field() {
        let text = "a,b\r\n\"c,d\",\"e \"\"f\"\"\"\n\"g\",h,EN,de\ni,j,en,fr\nk,l,de\n";
        let wanted = pairs(&[("a", "b"), ("c,d", "e \"f\""), ("g", "h")]);
        assert_eq!(read(text, EntriesFormat::Csv), Ok(wanted));
    }

    #[test]
    fn every_fault_names_its_row() {
        for (text, what) in [
            ("", "no entries"),
            ("\n", "Row 1: two texts"),
            ("a\tb\n\nc\td", "Row 2: two texts"),
            ("a\tb\tc", "Row 1: two texts"),
            ("a", "Row 1: two texts"),
            ("a\t", "Row 1: the target text is empty"),
            ("\tb", "Row 1: the source text is empty"),
            ("a\tb\n c\td", "Row 2: the source text begins or ends"),
            ("a\tb\u{a0}", "Row 1: the target text begins or ends"),
            ("a\tb\na\tc", "Row 2: the source text is there already: a"),
            ("a\tx\u{1}y", "control character U+0001"),
            ("a\tx\u{2028}y", "control character U+2028"),
            ("a\tx\u{85}y", "control character U+0085"),
        ] {
            let found = read(text, EntriesFormat::Tsv).unwrap_err();
            assert!(found.contains(what), "{text:?}: {found}");
        }
        for (text, what) in [
            ("", "no entries"),
            ("a,b,fr,de", "no entries"),
            ("\n", "Row 1: two to four columns are expected, not 1"),
            ("a,b,c,d,e", "not 5"),
            ("a,", "Row 1: the target text is empty"),
            ("a,\"b", "not closed"),
            ("a,\"b\"c", "behind its closing"),
            ("a,b\"c\"", "not quoted"),
            ("a,\"b\nc\"", "control character U+000A"),
            ("a,b\n\"a\",c", "Row 2: the source text is there already"),
        ] {
            let found = read(text, EntriesFormat::Csv).unwrap_err();
            assert!(found.contains(what), "{text:?}: {found}");
        }
    }

    #[test]
    fn phrases_are_measured_in_bytes() {
        assert!(read(&format!("{}\tb", "ä".repeat(512)), EntriesFormat::Tsv).is_ok());
        assert!(read(&format!("{}\tb", "ä".repeat(513)), EntriesFormat::Tsv).is_err());
    }

    #[test]
    fn what_is_written_reads_back() {
        let entries = parse_entries("a\tb\nc\td", EntriesFormat::Tsv, "en", "de").unwrap();
        assert_eq!(parse_entries(&format_tsv(entries.iter()), EntriesFormat::Tsv, "en", "de"), Ok(entries.clone()));
        assert_eq!(count_bytes(&entries), format_tsv(entries.iter()).len() + 1);
    }
}
