//! Rows of comma-separated text for spreadsheets: no cell is a formula, and what a cell says can be read back.

/// What a spreadsheet takes for the beginning of a formula.
const FORMULA_STARTS: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];
/// What makes a cell text, whatever it begins with.
const TEXT_MARK: char = '\'';

/// One row, with its line end.
pub fn render_row<'a>(cells: impl IntoIterator<Item = &'a str>) -> String {
    let cells: Vec<String> = cells.into_iter().map(render_cell).collect();
    cells.join(",") + "\r\n"
}

fn render_cell(text: &str) -> String {
    // A text that begins with the mark gets another one, so that reading takes away exactly what was put here.
    let guard = if text.starts_with(FORMULA_STARTS) || text.starts_with(TEXT_MARK) { "'" } else { "" };
    if text.contains(['"', ',', ';', '\r', '\n', '\t']) || !guard.is_empty() {
        format!("\"{guard}{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// What a cell of [`render_row`] says, whether a spreadsheet kept the mark or not.
#[must_use]
pub fn read_cell(text: &str) -> &str {
    match text.strip_prefix(TEXT_MARK) {
        Some(rest) if rest.starts_with(FORMULA_STARTS) || rest.starts_with(TEXT_MARK) => rest,
        Some(_) | None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula_or_ends_its_row() {
        for (text, wanted) in
            [("use_hyphen", "use_hyphen"), ("=1+1", "\"'=1+1\""), ("-a", "\"'-a\""), ("a,\"b\"\n", "\"a,\"\"b\"\"\n\"")]
        {
            assert_eq!(render_cell(text), wanted);
        }
    }

    #[test]
    fn what_was_written_is_read_back() {
        for text in ["", "a", "=1+1", "'=1", "''x", "'quoted'", "-", "\tx", "@a"] {
            let cell = render_cell(text);
            let inner = cell.strip_prefix('"').and_then(|cell| cell.strip_suffix('"')).unwrap_or(&cell);
            assert_eq!(read_cell(inner), text);
        }
    }
}
