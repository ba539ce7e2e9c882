//! A comment that begins as other languages have it, or without a blank, and so became part of a value.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Safety, SourceFile, Span};
use crate::schema::edits;
use crate::schema::explain_choice::words_at;
use crate::schema::explained_document::{ExplainedDocument, echo_text};
use crate::source::Node;
use crate::source::key_text::is_key_char;
use crate::source::note::is_note;

/// What stands behind the `#` after a key without a value: what may be its text, and else a note that it is still to be written.
pub(super) fn part_note(comment: Option<&str>) -> (Option<&str>, Option<&str>) {
    match comment.filter(|comment| is_note(comment)) {
        Some(note) => (None, Some(note.trim_end())),
        None => (comment, None),
    }
}

/// The finding, where what stands before such a sign is a value of the place.
pub(super) fn explain_stuck_comment(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    node: &Node,
) -> Option<Diagnostic> {
    let code = |value: &str| match parts {
        ["configured_rules", category, rule] => {
            explained.catalogue.find_rule(category, rule)?.values.contains_key(value).then_some(Code::UnknownValue)
        }
        ["key"] => (!value.is_empty() && value.chars().all(is_key_char)).then_some(Code::InvalidKey),
        ["language"] => explained.catalogue.supports_language(value).then_some(Code::UnknownLanguage),
        _ if words_at(explained, parts).contains(&value) => Some(Code::UnknownChoice),
        _ => {
            let schema = explained.schema_at(parts)?;
            let fits = match schema.get("type")?.as_str()? {
                "boolean" => matches!(value, "true" | "false"),
                "integer" => value.parse::<i64>().is_ok(),
                "number" => value.parse::<f64>().is_ok(),
                _ => false,
            };
            fits.then_some(Code::WrongType)
        }
    };
    stuck_comment(explained.file, node.text()?, node.span, code)
}

/// The finding for a text that ends with such a comment, with the code for what stands before it; none where that is no value.
pub fn stuck_comment(
    file: &Arc<SourceFile>,
    text: &str,
    span: Span,
    code: impl FnOnce(&str) -> Option<Code>,
) -> Option<Diagnostic> {
    let signs = ["#", " // ", " -- ", " /* ", " ; ", " <!-- "];
    let (at, sign) = signs.iter().filter_map(|sign| Some((text.find(sign)?, *sign))).min()?;
    let (value, comment) =
        (text[..at].trim(), text[at + sign.len()..].trim().trim_end_matches("*/").trim_end_matches("-->").trim_end());
    let code = code(value)?;
    let sign = sign.trim();
    let message = if sign == "#" {
        format!("a comment begins with a blank and `#`, so `{}` is one text", echo_text(text))
    } else {
        format!("`{sign}` begins no comment, so `{}` is one text", echo_text(text))
    };
    let written = if code == Code::WrongType { value.to_owned() } else { edits::match_notation(file, span, value) };
    let new = format!("{written}  # {comment}");
    let title = format!("write `{}`", echo_text(&new));
    let raw = file.slice(span);
    // Whatever else is said of a key stands at all of it.
    let marked = raw.find(sign).filter(|_| code != Code::InvalidKey).map_or(span, |at| {
        let end = raw.trim_end_matches(['"', '\'']).len();
        Span::new(span.start as usize + at, span.start as usize + end)
    });
    let finding = Diagnostic::new(code, file, marked, message).with_label("not a comment").with_help(&title);
    // Within brackets, a comment would hide what follows.
    let rest = file.text().get(span.end as usize..)?.lines().next().unwrap_or_default();
    Some(if rest.trim().is_empty() {
        finding.with_fix(edits::replace_span(span, new, title.clone(), Safety::Unsafe))
    } else {
        finding
    })
}
