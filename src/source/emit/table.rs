//! Rows of tables as text.

use crate::source::table::Notation;

/// A table of these rows, each ending with a line end; nothing where the notation cannot say one.
#[must_use]
pub fn render_table<'a>(rows: impl IntoIterator<Item = (&'a str, &'a str)>, notation: Notation) -> Option<String> {
    let mut out = String::new();
    for (source, target) in rows {
        out.push_str(&render_cell(source, notation, false)?);
        out.push(cell_separator(notation));
        out.push_str(&render_cell(target, notation, false)?);
        out.push('\n');
    }
    Some(out)
}

/// What stands between two cells.
pub(crate) fn cell_separator(notation: Notation) -> char {
    match notation {
        Notation::Tsv => '\t',
        Notation::Csv => ',',
    }
}

/// One cell, in quotes where it needs them or is to have them; nothing where the notation cannot say it.
pub(crate) fn render_cell(text: &str, notation: Notation, quotes: bool) -> Option<String> {
    match notation {
        Notation::Tsv => (!text.contains(['\t', '\n', '\r'])).then(|| text.to_owned()),
        // What begins like a formula is one to spreadsheets, quotes or not, but quotes are what they ask for.
        Notation::Csv if quotes || text.contains(['"', ',', '\n', '\r']) || text.starts_with(['=', '+', '-', '@']) => {
            Some(format!("\"{}\"", text.replace('"', "\"\"")))
        }
        Notation::Csv => Some(text.to_owned()),
    }
}
