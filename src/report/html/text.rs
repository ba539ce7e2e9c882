//! Text in a page: inert as everywhere, and then as HTML writes it.
//!
//! Always holds: no text can begin or end an element, an attribute or a comment.

use crate::report::look::{Look, Tone};
use crate::report::prompt::{changed, prompt};
use crate::report::shown::Shown;
use crate::report::wrap::Piece;

/// Text that may be anybody's, made inert and escaped.
#[must_use]
pub(super) fn text(foreign: &str) -> String {
    escape(&Shown(foreign).to_string())
}

/// Text that was made inert already.
#[must_use]
pub(super) fn escape(shown: &str) -> String {
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

/// What became of the words of a prompt; one side alone where the other is not there.
#[must_use]
pub(super) fn words(before: Option<&str>, after: Option<&str>) -> String {
    // The tones of colour become elements of their own, so that no marks in the text are needed.
    let look = Look { color: true, ..Look::default() };
    let pieces = match (before, after) {
        (Some(before), Some(after)) => changed(before, after, &look),
        (Some(before), None) => prompt(before, Tone::Gone, &look),
        (None, Some(after)) => prompt(after, Tone::Come, &look),
        (None, None) => Vec::new(),
    };
    pieces.iter().map(piece).collect()
}

fn piece(piece: &Piece) -> String {
    let text = escape(&piece.text);
    match piece.tone {
        Tone::Gone => format!("<del>{text}</del>"),
        Tone::Come => format!("<ins>{text}</ins>"),
        Tone::Plain | Tone::Strong | Tone::Faint | Tone::Bad | Tone::Doubt | Tone::Good | Tone::Change | Tone::Help => {
            text
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_markup() {
        assert_eq!(text("<b a='x\">&\u{202e}\n"), "&lt;b a=&#39;x&quot;&gt;&amp;\\u{202e}\\u{a}");
        assert_eq!(words(Some("a <i> c"), Some("a <b> c")), "a &lt;<del>i</del><ins>b</ins>&gt; c");
        assert_eq!(words(None, Some("<script>")), "<ins>&lt;script&gt;</ins>");
    }
}
