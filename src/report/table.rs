//! Tables: columns as wide as their cells, a faint head, no frame.

use crate::report::look::{Look, Tone};
use crate::report::shown::columns;

/// A table of cells that may be shown as they are. Every row has as many cells as the head; the last column is not padded.
#[must_use]
pub fn table(head: &[&str], rows: &[Vec<String>], look: &Look) -> String {
    let widths: Vec<usize> = (0..head.len())
        .map(|at| rows.iter().map(|row| columns(&row[at])).chain([columns(head[at])]).max().unwrap_or(0))
        .collect();
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let padded: String = cells
            .zip(&widths)
            .map(|(cell, width)| format!("{cell}{}  ", " ".repeat(width.saturating_sub(columns(cell)))))
            .collect();
        padded.trim_end().to_owned()
    };
    let mut out = format!("{}\n", look.paint(Tone::Faint, line(&mut head.iter().copied())));
    for row in rows {
        out.push_str(&line(&mut row.iter().map(String::as_str)));
        out.push('\n');
    }
    out
}

/// A number with its thousands apart: `1 250 000`.
#[must_use]
pub fn number(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_what_a_reader_sees() {
        let rows = [
            vec!["ja".to_owned(), "日本語".to_owned(), "x".to_owned()],
            vec!["de-CH".to_owned(), "d".to_owned(), String::new()],
        ];
        let text = table(&["code", "name", "more"], &rows, &Look::default());
        assert_eq!(text, "code   name    more\nja     日本語  x\nde-CH  d\n");
    }

    #[test]
    fn thousands_stand_apart() {
        assert_eq!([0, 999, 1000, 1_250_000].map(number), ["0", "999", "1 000", "1 250 000"]);
    }
}
