//! Pairs in CSV and TSV: a header of language codes, or source and target in two columns.
//!
//! Invariant: a quoted cell may hold anything; one that is never closed ends at the end of the file, with a fault.

use std::borrow::Cow;
use std::ops::Range;

use crate::conform::reader::decoded::{Decoded, Escape};
use crate::conform::reader::{ReadFault, Segment};

struct CsvCell {
    inner: Range<usize>,
    quoted: bool,
}

pub(super) fn read<'a>(text: &'a str, take: &mut dyn FnMut(Segment<'a>)) -> Vec<ReadFault> {
    let mut faults = Vec::new();
    let mut at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let first = text[at..].lines().next().unwrap_or_default();
    let delimiter = [b'\t', b';', b',']
        .into_iter()
        .max_by_key(|sign| first.bytes().filter(|byte| byte == sign).count())
        .unwrap_or(b',');
    let mut columns: Option<Vec<Option<String>>> = None;
    let mut number = 0;
    while at < text.len() {
        let (cells, end) = row(text, at, delimiter, &mut faults);
        at = end;
        number += 1;
        let values: Vec<Decoded> = cells.iter().map(|cell| decode(text, cell)).collect();
        let Some(columns) = &columns else {
            let heads: Vec<Option<String>> = values.iter().map(|value| language_of(value.text())).collect();
            let headed = heads.iter().flatten().count() >= 2;
            columns = Some(if headed { heads } else { vec![Some(String::new()), Some(String::new())] });
            if !headed {
                hand(values, &[Some(String::new()), Some(String::new())], number, take);
            }
            continue;
        };
        hand(values, columns, number, take);
    }
    faults
}

/// What a head of a column says: a language, or `source` and `target` without one.
fn language_of(head: &str) -> Option<String> {
    let lower = head.trim().to_ascii_lowercase();
    if matches!(lower.as_str(), "source" | "target") {
        return Some(String::new());
    }
    let root = lower.split(['-', '_']).next().unwrap_or_default();
    let code = root.len() == 2 && lower.len() <= 10 && root.chars().all(|c| c.is_ascii_lowercase());
    (code && root != "id" && root != "no").then(|| head.trim().to_owned())
}

fn hand<'a>(values: Vec<Decoded<'a>>, columns: &[Option<String>], number: usize, take: &mut dyn FnMut(Segment<'a>)) {
    let mut source: Option<Cow<'a, str>> = None;
    for (value, column) in values.into_iter().zip(columns) {
        let Some(language) = column else { continue };
        let own = value.text_again();
        let target = !language.is_empty() || source.is_some();
        if target && !value.is_blank() {
            let language = (!language.is_empty()).then(|| language.clone());
            let key = format!("row {number}").into();
            take(Segment { key, source: source.clone(), target: value, language, ..Segment::default() });
        }
        source.get_or_insert(own);
    }
}

fn decode<'a>(text: &'a str, cell: &CsvCell) -> Decoded<'a> {
    let body = text.get(cell.inner.clone()).unwrap_or_default();
    if !cell.quoted {
        return Decoded::verbatim(body, cell.inner.start);
    }
    let mut decoded = Decoded::new(Escape::Csv);
    let mut at = cell.inner.start;
    let mut parts = body.split("\"\"").peekable();
    while let Some(part) = parts.next() {
        decoded.push_plain(part, at);
        at += part.len();
        if parts.peek().is_some() {
            decoded.push_escape("\"", at, 2);
            at += 2;
        }
    }
    decoded
}

/// The cells of the row at `at`, and where the next one starts.
fn row(text: &str, at: usize, delimiter: u8, faults: &mut Vec<ReadFault>) -> (Vec<CsvCell>, usize) {
    let bytes = text.as_bytes();
    let mut cells = Vec::new();
    let mut here = at;
    loop {
        let start = here;
        let quoted = bytes.get(start) == Some(&b'"');
        let inner = if quoted {
            here += 1;
            loop {
                match (bytes.get(here), bytes.get(here + 1)) {
                    (Some(b'"'), Some(b'"')) => here += 2,
                    (Some(b'"'), _) => break,
                    (Some(_), _) => here += 1,
                    (None, _) => {
                        faults.push(ReadFault {
                            offset: start,
                            message: "the quotation mark is never closed".to_owned(),
                        });
                        break;
                    }
                }
            }
            let inner = start + 1..here;
            here = (here + 1).min(bytes.len());
            inner
        } else {
            while bytes.get(here).is_some_and(|byte| *byte != delimiter && *byte != b'\n') {
                here += 1;
            }
            let end = if here > start && bytes[here - 1] == b'\r' { here - 1 } else { here };
            start..end
        };
        cells.push(CsvCell { inner, quoted });
        while quoted && bytes.get(here).is_some_and(|byte| *byte != delimiter && *byte != b'\n') {
            here += 1;
        }
        match bytes.get(here) {
            Some(byte) if *byte == delimiter => here += 1,
            Some(_) => return (cells, here + 1),
            None => return (cells, bytes.len()),
        }
    }
}
