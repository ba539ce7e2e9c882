//! Text in a page: inert as everywhere, and then as HTML writes it.
//!
//! Always holds: no text can begin or end an element, an attribute or a comment.

use crate::report::prompt_diff::{changed_prompt_pieces, prompt_pieces, reads_right_to_left};
use crate::report::render_options::{RenderOptions, TextTone};
use crate::report::sanitize::Sanitized;
use crate::report::wrap::TextPiece;

/// Text that may be anybody's, made inert and escaped.
#[must_use]
pub(crate) fn escape_foreign(foreign: &str) -> String {
    escape_html(&Sanitized(foreign).to_string())
}

/// Text that was made inert already.
#[must_use]
pub(crate) fn escape_html(shown: &str) -> String {
    let mut out = String::with_capacity(shown.len() + 16);
    for c in shown.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(c),
        }
    }
    out
}

/// A sentence of ours, in which commands stand between backticks, as code in a page.
#[must_use]
pub(crate) fn escape_sentence(sentence: &str) -> String {
    let pieces = escape_html(sentence);
    let parts: Vec<&str> = pieces.split('`').collect();
    let closed = parts.len() % 2 == 1;
    let part = |(at, part): (usize, &&str)| {
        if closed && at % 2 == 1 { format!("<code>{part}</code>") } else { (*part).to_owned() }
    };
    parts.iter().enumerate().map(part).collect::<Vec<_>>().join(if closed { "" } else { "`" })
}

/// The attribute of an element whose text has a direction of its own: browsers set it apart, and what is copied stays as it is.
#[must_use]
pub(crate) fn direction_attribute(shown: &str) -> &'static str {
    if reads_right_to_left(shown) { " dir=\"auto\"" } else { "" }
}

/// What became of the words of a prompt; one side alone where the other is not there.
#[must_use]
pub(crate) fn render_prompt_diff(before: Option<&str>, after: Option<&str>) -> String {
    // The tones of colour become elements of their own, so that no marks in the text are needed.
    let look = RenderOptions { color: true, direction_marks: false, ..RenderOptions::default() };
    let pieces = match (before, after) {
        (Some(before), Some(after)) => changed_prompt_pieces(before, after, &look),
        (Some(before), None) => prompt_pieces(before, TextTone::Removed, &look),
        (None, Some(after)) => prompt_pieces(after, TextTone::Added, &look),
        (None, None) => Vec::new(),
    };
    pieces.iter().map(render_piece).collect()
}

fn render_piece(piece: &TextPiece) -> String {
    let text = escape_html(&piece.text);
    match piece.tone {
        TextTone::Removed => format!("<del>{text}</del>"),
        TextTone::Added => format!("<ins>{text}</ins>"),
        TextTone::Plain
        | TextTone::Strong
        | TextTone::Faint
        | TextTone::Error
        | TextTone::Warning
        | TextTone::Success
        | TextTone::Change
        | TextTone::Help => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_markup() {
        assert_eq!(escape_foreign("<b a='x\">&\u{202e}\n"), "&lt;b a=&#39;x&quot;&gt;&amp;\\u{202e}\\u{a}");
        assert_eq!(render_prompt_diff(Some("a <i> c"), Some("a <b> c")), "a &lt;<del>i</del><ins>b</ins>&gt; c");
        assert_eq!(escape_sentence("restorable with `apply --undo`."), "restorable with <code>apply --undo</code>.");
        assert_eq!(escape_sentence("one ` alone"), "one ` alone");
        assert_eq!(render_prompt_diff(None, Some("<script>")), "<ins>&lt;script&gt;</ins>");
    }
}
