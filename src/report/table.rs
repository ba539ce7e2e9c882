//! Tables: columns as wide as their cells, a faint head, no frame.

use crate::report::render_options::{RenderOptions, TextTone};
use crate::report::sanitize::display_width;

/// A table of cells that may be shown as they are. Every row has as many cells as the head; the last column is not padded.
#[must_use]
pub fn render_table(head: &[&str], rows: &[Vec<String>], look: &RenderOptions) -> String {
    let widths: Vec<usize> = (0..head.len())
        .map(|at| rows.iter().map(|row| display_width(&row[at])).chain([display_width(head[at])]).max().unwrap_or(0))
        .collect();
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let padded: String = cells
            .zip(&widths)
            .map(|(cell, width)| format!("{cell}{}  ", " ".repeat(width.saturating_sub(display_width(cell)))))
            .collect();
        padded.trim_end().to_owned()
    };
    let mut out = format!("{}\n", look.paint(TextTone::Faint, line(&mut head.iter().copied())));
    for row in rows {
        out.push_str(&line(&mut row.iter().map(String::as_str)));
        out.push('\n');
    }
    out
}

/// A number with its thousands apart: `1 250 000`.
#[must_use]
pub fn format_number(n: u64) -> String {
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
        let text = render_table(&["code", "name", "more"], &rows, &RenderOptions::default());
        assert_eq!(text, "code   name    more\nja     日本語  x\nde-CH  d\n");
    }

    #[test]
    fn thousands_stand_apart() {
        assert_eq!([0, 999, 1000, 1_250_000].map(format_number), ["0", "999", "1 000", "1 250 000"]);
    }
}
