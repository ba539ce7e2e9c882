//! Tables: columns as wide as their cells, a faint head, no frame.
//!
//! Always holds: no line is broken inside a word. A table that is wider than the screen has its widest cells wrapped between
//! words; where even that is too wide, each row becomes a block of lines, one for each cell.

use crate::report::render_options::{RenderOptions, TextTone};
use crate::report::sanitize::display_width;
use crate::report::wrap::{TextPiece, write_wrapped};

/// Columns between two cells.
const GAP: usize = 2;

/// A table of cells that may be shown as they are. Every row has as many cells as the head; the last column is not padded.
#[must_use]
pub fn render_table(head: &[&str], rows: &[Vec<String>], options: &RenderOptions) -> String {
    match fit_columns(head, rows, options.width) {
        Some(widths) => render_columns(head, rows, &widths, options),
        None => render_blocks(head, rows, options),
    }
}

/// Widths of the columns within a width of the screen; none if the longest words alone are wider.
fn fit_columns(head: &[&str], rows: &[Vec<String>], screen: usize) -> Option<Vec<usize>> {
    let widest = |measure: fn(&str) -> usize| -> Vec<usize> {
        (0..head.len())
            .map(|at| rows.iter().map(|row| measure(&row[at])).chain([display_width(head[at])]).max().unwrap_or(0))
            .collect()
    };
    let mut widths = widest(display_width);
    let least = widest(|cell| cell.split(' ').map(display_width).max().unwrap_or(0));
    let room = screen.saturating_sub(GAP * head.len().saturating_sub(1));
    while widths.iter().sum::<usize>() > room {
        let (_, at) = widths
            .iter()
            .zip(&least)
            .enumerate()
            .filter(|(_, (width, least))| width > least)
            .map(|(at, (width, _))| (*width, at))
            .max()?;
        widths[at] -= 1;
    }
    Some(widths)
}

fn render_columns(head: &[&str], rows: &[Vec<String>], widths: &[usize], options: &RenderOptions) -> String {
    let line = |cells: &[&str]| {
        let pad = |(cell, width): (&&str, &usize)| {
            format!("{cell}{}", " ".repeat(width.saturating_sub(display_width(cell)) + GAP))
        };
        cells.iter().zip(widths).map(pad).collect::<String>().trim_end().to_owned()
    };
    let mut out = format!("{}\n", options.paint(TextTone::Faint, line(head)));
    for row in rows {
        let cells: Vec<Vec<String>> = row.iter().zip(widths).map(|(cell, width)| wrap_cell(cell, *width)).collect();
        for at in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
            let texts: Vec<&str> = cells.iter().map(|lines| lines.get(at).map_or("", String::as_str)).collect();
            out.push_str(&line(&texts));
            out.push('\n');
        }
    }
    out
}

/// The lines of a cell, broken at spaces where it is wider than its column.
fn wrap_cell(cell: &str, width: usize) -> Vec<String> {
    if display_width(cell) <= width {
        return vec![cell.to_owned()];
    }
    let mut lines: Vec<String> = Vec::new();
    for word in cell.split(' ') {
        match lines.last_mut() {
            Some(line) if display_width(line) + 1 + display_width(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Each row as lines of `head: cell`, an empty line between two rows.
fn render_blocks(head: &[&str], rows: &[Vec<String>], options: &RenderOptions) -> String {
    let mut out = String::new();
    for (at, row) in rows.iter().enumerate() {
        if at > 0 {
            out.push('\n');
        }
        for (name, cell) in head.iter().zip(row).filter(|(_, cell)| !cell.is_empty()) {
            let pieces =
                [TextPiece::new(TextTone::Faint, format!("{name}: ")), TextPiece::new(TextTone::Plain, cell.as_str())];
            write_wrapped(&mut out, options, "", "  ", &pieces);
        }
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
    fn a_table_that_is_too_wide_breaks_between_words_and_never_inside_one() {
        let head = ["code", "name", "features"];
        let rows =
            [vec!["de".to_owned(), "German".to_owned(), "formality, glossary, tag_handling, style_rules".to_owned()]];
        let narrow = |width| render_table(&head, &rows, &RenderOptions { width, ..RenderOptions::default() });
        assert_eq!(
            narrow(40),
            "code  name    features\nde    German  formality, glossary,\n              tag_handling, style_rules\n"
        );
        assert_eq!(
            narrow(20),
            "code: de\nname: German\nfeatures: formality,\n  glossary,\n  tag_handling,\n  style_rules\n"
        );
        for width in 16..120 {
            let words = |text: &str| text.split_whitespace().map(ToOwned::to_owned).collect::<Vec<String>>();
            let shown = words(&narrow(width));
            assert!(words(&rows[0][2]).iter().all(|word| shown.contains(word)), "{width}: {}", narrow(width));
            assert!(narrow(width).lines().all(|line| display_width(line) <= width), "{width}: {}", narrow(width));
        }
    }

    #[test]
    fn thousands_stand_apart() {
        assert_eq!([0, 999, 1000, 1_250_000].map(format_number), ["0", "999", "1 000", "1 250 000"]);
    }
}
