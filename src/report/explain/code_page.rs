//! The page of a code: its Markdown, set for a terminal.
//!
//! Understood is what our pages use: headings, paragraphs, lists, fenced code, `**strong**` and `` `code` ``. Anything
//! else is shown as it is written.

use crate::diagnostic::{Code, Severity};
use crate::report::explain::page_heading;
use crate::report::render_options::{RenderOptions, TextTone};
use crate::report::sanitize::Sanitized;
use crate::report::wrap::{TextPiece, write_wrapped};

/// The page of a code.
pub(crate) fn render_code_page(code: Code, options: &RenderOptions) -> String {
    let weight = match code.severity() {
        Severity::Error => "error; ends with exit code 3",
        Severity::Warning => "warning; nothing stops",
    };
    let mut out = page_heading(code.name(), weight, options);
    let title = format!("# {}", code.name());
    let body = code.page().trim().strip_prefix(title.as_str()).unwrap_or_else(|| code.page());
    out.push('\n');
    out.push_str(&render_markdown(body.trim(), options));
    out
}

/// Markdown as text for a terminal.
fn render_markdown(source: &str, options: &RenderOptions) -> String {
    let mut out = String::new();
    let mut paragraph: Vec<&str> = Vec::new();
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        let trimmed = line.trim_start();
        let fence = trimmed.len() - trimmed.trim_start_matches('`').len();
        if fence >= 3 {
            flush_paragraph(&mut out, &mut paragraph, options);
            let close = "`".repeat(fence);
            for code in lines.by_ref().take_while(|line| line.trim() != close) {
                out.push_str(format!("    {}", options.paint(TextTone::Help, Sanitized(code))).trim_end());
                out.push('\n');
            }
        } else if trimmed.is_empty() {
            flush_paragraph(&mut out, &mut paragraph, options);
            if !out.is_empty() && !out.ends_with("\n\n") {
                out.push('\n');
            }
        } else if let Some(title) = trimmed.strip_prefix('#') {
            flush_paragraph(&mut out, &mut paragraph, options);
            let title = Sanitized(title.trim_start_matches('#').trim()).to_string();
            write_wrapped(&mut out, options, "", "  ", &[TextPiece::new(TextTone::Strong, title)]);
        } else if is_item(trimmed) || trimmed.starts_with('|') {
            flush_paragraph(&mut out, &mut paragraph, options);
            paragraph.push(line);
        } else {
            paragraph.push(if paragraph.is_empty() { line } else { trimmed });
        }
    }
    flush_paragraph(&mut out, &mut paragraph, options);
    out
}

fn is_item(line: &str) -> bool {
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.starts_with("- ") || line.starts_with("* ") || (digits.len() < line.len() && digits.starts_with(". "))
}

/// Writes the lines gathered so far as one paragraph or one item of a list.
fn flush_paragraph(out: &mut String, paragraph: &mut Vec<&str>, options: &RenderOptions) {
    let Some(first) = paragraph.first() else { return };
    let indent = first.len() - first.trim_start().len();
    let (lead, hang) = if is_item(first.trim_start()) { (indent + 2, indent + 4) } else { (indent, indent) };
    let text = paragraph.join(" ");
    if text.trim_start().starts_with('|') {
        out.push_str(&format!("  {}\n", Sanitized(text.trim())));
    } else {
        write_wrapped(out, options, &" ".repeat(lead), &" ".repeat(hang), &inline_pieces(text.trim()));
    }
    paragraph.clear();
}

/// Pieces of a line: code in the tone of commands, strong words without their stars.
fn inline_pieces(text: &str) -> Vec<TextPiece> {
    let mut pieces = Vec::new();
    for (index, part) in text.split('`').enumerate() {
        if index % 2 == 1 {
            pieces.push(TextPiece::new(TextTone::Help, format!("`{}`", Sanitized(part))));
            continue;
        }
        for (index, part) in part.split("**").enumerate() {
            let tone = if index % 2 == 1 { TextTone::Strong } else { TextTone::Plain };
            if !part.is_empty() {
                pieces.push(TextPiece::new(tone, Sanitized(part).to_string()));
            }
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_is_set_for_a_terminal() {
        let source = "One **strong** word and `code`\nin a paragraph.\n\n## Why\n\n- first item that is long enough to wrap\n  \
                      and goes on\n- second\n\n```yaml\na: b\n\tc\n```\n\n1. one\n2. two";
        let look = RenderOptions { width: 30, ..RenderOptions::default() };
        assert_eq!(
            render_markdown(source, &look),
            "One strong word and `code` in\na paragraph.\n\nWhy\n\n  - first item that is long\n    enough to wrap and goes on\n  \
             - second\n\n    a: b\n    \\u{9}c\n\n  1. one\n  2. two\n"
        );
    }

    #[test]
    fn every_code_has_a_page_that_says_more_than_its_name() {
        for code in Code::ALL {
            let page = super::render_code_page(*code, &RenderOptions::default());
            assert!(page.starts_with(code.name()) && page.lines().count() > 2, "{page}");
            assert!(page.chars().all(|c| c == '\n' || !c.is_control()));
        }
    }
}
