//! One text of a file, written anew: the bytes of its scalar change, and nothing else does.
//!
//! Invariant: what is written was read again, and says exactly what was wanted in every document of the file. Ways of
//! writing are tried from the one that is there now to one that always does; what several places share is left alone,
//! because a change of one would be a change of all.

use crate::diagnostic::{SourceFile, Span};
use crate::schema::edits;
use crate::source::{Node, ParsedFile, discover};

/// The text of the file with this scalar saying something else.
///
/// # Errors
/// Where no way of writing says that and nothing else.
pub(super) fn rewrite_scalar(
    now: &ParsedFile,
    document: usize,
    pointer: &str,
    text: &str,
) -> Result<String, &'static str> {
    const NO_WAY: &str = "the place is not laid out in a way that can be edited";
    let node = now.documents.get(document).and_then(|node| node.at_pointer(pointer)).ok_or(NO_WAY)?;
    let mut wanted: Vec<serde_json::Value> = now.documents.iter().map(Node::to_json).collect();
    *wanted[document].pointer_mut(pointer).ok_or(NO_WAY)? = serde_json::Value::from(text);
    for way in scalar_candidates(&now.file, node.span, text) {
        let whole = now.file.text();
        let range = node.span.range();
        let new = format!("{}{way}{}", &whole[..range.start], &whole[range.end..]);
        let again = discover::parse_buffer(now.file.path(), &new);
        let says: Vec<serde_json::Value> = again.documents.iter().map(Node::to_json).collect();
        if says == wanted && !again.incomplete && again.findings.len() <= now.findings.len() {
            return Ok(new);
        }
    }
    Err(NO_WAY)
}

/// Ways of writing a text in the place of a scalar, the likest first.
fn scalar_candidates(file: &SourceFile, span: Span, text: &str) -> Vec<String> {
    let slice = file.slice(span);
    // The span of a block scalar may end with its line.
    let end = if slice.ends_with('\n') { "\n" } else { "" };
    let mut ways = Vec::new();
    if slice.starts_with(['|', '>']) {
        ways.extend(block_scalar(slice, text));
    } else if !slice.starts_with(['"', '\'']) {
        ways.push(text.to_owned());
    }
    ways.push(format!("{}{end}", edits::match_notation(file, span, text)));
    ways.push(format!("{}{end}", edits::quote_text(text)));
    ways
}

/// A block scalar with other lines below the same header.
fn block_scalar(slice: &str, text: &str) -> Option<String> {
    let (header, body) = slice.split_once('\n')?;
    let first = body.lines().find(|line| !line.trim().is_empty())?;
    let indent = &first[..first.len() - first.trim_start_matches(' ').len()];
    let lines: Vec<String> = text
        .trim_end_matches('\n')
        .split('\n')
        .map(|line| if line.is_empty() { String::new() } else { format!("{indent}{line}") })
        .collect();
    let end = if slice.ends_with('\n') { "\n" } else { "" };
    Some(format!("{header}\n{}{end}", lines.join("\n")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(path: &str, text: &str, new: &str) -> Result<String, &'static str> {
        rewrite_scalar(&discover::parse_buffer(path, text), 0, "/list/0/prompt", new)
    }

    #[test]
    fn every_notation_is_kept_where_it_can_say_the_words() {
        let cases = [
            ("x.yaml", "list:\n- prompt: old # why\n", "list:\n- prompt: new: or # why\n", "new: or"),
            ("x.yaml", "list:\n- prompt: old # why\n", "list:\n- prompt: new (one) # why\n", "new (one)"),
            ("x.yaml", "list:\n- prompt: old # why\n", "list:\n- prompt: \"new # one\" # why\n", "new # one"),
            ("x.yaml", "list:\n- prompt: old # why\n", "list:\n- prompt: \"2024\" # why\n", "2024"),
            ("x.yaml", "list:\n- prompt: 'old'\n", "list:\n- prompt: 'new'\n", "new"),
            ("x.yaml", "list:\n- prompt: 'old'\n", "list:\n- prompt: \"it's\"\n", "it's"),
            ("x.yaml", "list: [{prompt: old, b: 1}]\n", "list: [{prompt: \"a, b\", b: 1}]\n", "a, b"),
            (
                "x.yaml",
                "list:\n- prompt: |\n    old\n    one\n  b: 1\n",
                "list:\n- prompt: |\n    new\n    one\n  b: 1\n",
                "new\none\n",
            ),
            (
                "x.yaml",
                "list:\n- prompt: >-\n    old\n    one\n# c\n",
                "list:\n- prompt: >-\n    new one\n# c\n",
                "new one",
            ),
            ("x.toml", "[[list]]\nprompt = 'old' # c\n", "[[list]]\nprompt = 'new' # c\n", "new"),
            ("x.toml", "[[list]]\nprompt = \"\"\"\nold\"\"\"\n", "[[list]]\nprompt = \"a\\nb\"\n", "a\nb"),
        ];
        for (path, before, after, text) in cases {
            let expected = if text == "new: or" { after.replace("new: or", "\"new: or\"") } else { after.to_owned() };
            assert_eq!(written(path, before, text).as_deref(), Ok(expected.as_str()), "{before}");
        }
    }

    #[test]
    fn what_others_share_is_left_alone() {
        assert!(written("x.yaml", "list:\n- prompt: &a old\n- prompt: *a\n", "new").is_err());
        let (before, after) = ("all: &a old\nlist:\n- prompt: *a\n", "all: &a old\nlist:\n- prompt: new\n");
        assert_eq!(written("x.yaml", before, "new").as_deref(), Ok(after));
        assert!(written("x.yaml", "list:\n- label: x\n", "new").is_err());
    }
}
