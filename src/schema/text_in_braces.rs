//! A text without quotes in braces that its own comma ends: the rest of it reads as fields without a value.

use crate::diagnostic::{Code, Diagnostic, Edit, Span};
use crate::schema::edits;
use crate::schema::explained_document::{ExplainedDocument, echo_text, join_pointer};
use crate::source::{Entry, Node, Value};

/// The finding about the only such text of a mapping, where it explains all that is unknown there.
pub(super) fn explain_text_in_braces(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    node: &Node,
    unknown: &[&Entry],
) -> Option<Diagnostic> {
    let file = explained.file;
    let is_rest = |entry: &&Entry| {
        let behind = file.text().get(entry.key.span.end as usize..).unwrap_or_default().trim_start();
        entry.value.value == Value::Null
            && file.slice(entry.key.span) == entry.key.value
            && behind.starts_with([',', '}'])
    };
    let first = unknown.first().filter(|_| unknown.iter().all(is_rest))?;
    let entries = node.entries();
    let at = entries.iter().position(|entry| entry.key.span == first.key.span)?;
    let whole = &entries[at.checked_sub(1)?];
    let rest = &entries[at..at + unknown.len()];
    let plain = whole.value.text().is_some_and(|text| text == file.slice(whole.value.span));
    if !plain || !rest.iter().zip(unknown).all(|(one, other)| one.key.span == other.key.span) {
        return None;
    }
    let span = whole.value.span.to(rest.last()?.key.span);
    let text = edits::quote_text(file.slice(span));
    let comma = whole.value.span.end as usize;
    let name = echo_text(&whole.key.value);
    let message = format!("the `,` ends the text of `{name}`, and the rest of it reads as a field");
    let finding = explained.new_finding(Code::UnknownField, Span::new(comma, comma + 1), message);
    let finding =
        finding.with_label("not in quotes").with_pointer(join_pointer(&[parts, &[&first.key.value]].concat()));
    Some(finding.offering(format!("put all of it in quotes: `{}`", echo_text(&text)), vec![Edit { span, text }]))
}

/// `{label="a"}`: a key of YAML that was given its value as other languages do.
pub(super) fn explain_equals_sign(explained: &ExplainedDocument<'_>, entry: &Entry) -> Option<Diagnostic> {
    let (key, value) = entry.key.value.split_once('=')?;
    let (key, value) = (key.trim(), value.trim());
    let raw = explained.file.slice(entry.key.span);
    let plain = raw == entry.key.value && entry.value.value == Value::Null;
    if edits::is_toml(explained.file)
        || !plain
        || key.is_empty()
        || value.is_empty()
        || key.contains(char::is_whitespace)
    {
        return None;
    }
    let at = entry.key.span.start as usize + raw.find('=')?;
    let title = format!("write `{}: `", echo_text(key));
    let message = "YAML sets values with `:`, not with `=`".to_owned();
    let finding = explained.new_finding(Code::UnknownField, Span::new(at, at + 1), message);
    Some(
        finding
            .with_label("not a colon")
            .offering(title, vec![Edit { span: entry.key.span, text: format!("{key}: {value}") }]),
    )
}
