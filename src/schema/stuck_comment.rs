//! A comment that begins as other languages have it, or without a blank, and so became part of a value.

use crate::diagnostic::{Code, Diagnostic, Safety};
use crate::schema::edits;
use crate::schema::explain_choice::words_at;
use crate::schema::explained_document::{ExplainedDocument, echo_text};
use crate::source::Node;
use crate::source::key_text::is_key_char;

/// The finding, where what stands before such a sign is a value of the place.
pub(super) fn explain_stuck_comment(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    node: &Node,
) -> Option<Diagnostic> {
    let text = node.text()?;
    let signs = ["#", " // ", " -- ", " /* ", " ; ", " <!-- "];
    let (at, sign) = signs.iter().filter_map(|sign| Some((text.find(sign)?, *sign))).min()?;
    let (value, comment) =
        (text[..at].trim(), text[at + sign.len()..].trim().trim_end_matches("*/").trim_end_matches("-->").trim_end());
    let code = match parts {
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
                _ => false,
            };
            fits.then_some(Code::WrongType)
        }
    }?;
    let sign = sign.trim();
    let message = if sign == "#" {
        format!("a comment begins with a blank and `#`, so `{}` is one text", echo_text(text))
    } else {
        format!("`{sign}` begins no comment, so `{}` is one text", echo_text(text))
    };
    let written = if code == Code::WrongType {
        value.to_owned()
    } else {
        edits::match_notation(explained.file, node.span, value)
    };
    let new = format!("{written} # {comment}");
    let title = format!("write `{}`", echo_text(&new));
    let finding = explained.new_finding(code, node.span, message).with_label("not a comment").with_help(&title);
    // Within brackets, a comment would hide what follows.
    let rest = explained.file.text().get(node.span.end as usize..)?.lines().next().unwrap_or_default();
    Some(if rest.trim().is_empty() {
        finding.with_fix(edits::replace_span(node.span, new, title.clone(), Safety::Unsafe))
    } else {
        finding
    })
}
