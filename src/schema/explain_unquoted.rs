//! Explains numbers, dates and switches where a text is due.

use crate::diagnostic::{Diagnostic, Edit, Fix, Safety, SourceFile, Span};
use crate::schema::explain_value::ExpectedValue;
use crate::schema::explained_document::{ExplainedDocument, echo_text, is_index};
use crate::schema::{edits, explain_choice};
use crate::source::{Node, Value};

/// Fields that hold text which people read, or which is sent as it is: any text will do.
const FREE_TEXTS: &[&str] = &[
    "name",
    "description",
    "label",
    "prompt",
    "context",
    "reason",
    "text",
    "terms",
    "entries",
    "contains",
    "not_contains",
    "starts_with",
    "example",
];

/// Whether any text will do at a place.
fn takes_free_text(explained: &ExplainedDocument<'_>, parts: &[&str]) -> bool {
    let field = match parts {
        // Phrases of a dictionary are keys and values of one mapping.
        [.., list @ ("terms" | "entries"), _] => list,
        [.., list, index] if is_index(index) => list,
        [.., field] => field,
        [] => return false,
    };
    let closed = explained
        .schema_at(parts)
        .is_some_and(|schema| schema.get("enum").is_some() || schema.get("pattern").is_some());
    FREE_TEXTS.contains(field) && !closed
}

/// A number, a date or a switch where a text is due.
pub(super) fn explain_unquoted(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    node: &Node,
    finding: Diagnostic,
) -> Diagnostic {
    let raw = explained.file.slice(node.span);
    if let ([.., "entries", phrase], Value::Bool(_)) = (parts, &node.value) {
        // A switch in a table of terms says that a phrase stays as it is, or is a field that slid down.
        let phrase = echo_text(phrase);
        if explained.fields_at(&[]).contains(&phrase.as_str()) && explained.node_at(&[&phrase]).is_none() {
            return finding.with_label(format!("a field of the {}", explained.noun())).with_help(match edits::is_toml(
                explained.file,
            ) {
                true => format!("move `{phrase}` above the first `[table]`: every line below one belongs to it"),
                false => format!("indent `{phrase}` like the other fields of the {}", explained.noun()),
            });
        }
        // `falsch: false` may well be the word, and `Almwind: true` says that the phrase stays.
        let quoted = Edit { span: node.span, text: edits::quote_text(raw) };
        let word = format!("put it in quotes, if it is the word: `{phrase}: {}`", quoted.text);
        let stays = Edit { span: node.span, text: edits::text_value(explained.file, &phrase) };
        let title = format!("repeat the phrase, where it stays as it is: `{phrase}: {phrase}`");
        let fix = |title: String, edit| Fix { title, safety: Safety::Unsafe, edits: vec![edit] };
        return finding.offering_either(fix(word, quoted), fix(title, stays));
    }
    if let Some(span) = number_with_comma(explained.file, node).filter(|_| takes_free_text(explained, parts)) {
        let whole = edits::quote_text(explained.file.slice(span));
        let title = format!("write `{whole}`");
        let finding = finding.with_note("within brackets, a comma parts entries, and decimals too");
        let finding = finding.offering(title.clone(), vec![Edit { span, text: whole }]);
        return finding.with_help(format!("{title}, or put each of the two in quotes"));
    }
    if takes_free_text(explained, parts) {
        let title = "put it in quotes";
        let fix = edits::replace_span(node.span, edits::quote_text(raw), title, Safety::Safe);
        return finding.with_help(title).with_fix(fix);
    }
    let level = match &node.value {
        Value::Bool(false) | Value::Integer(0) => Some("off"),
        // Of other linters, which have three levels.
        Value::Integer(1) => Some("warn"),
        Value::Bool(true) | Value::Integer(2) => Some("error"),
        Value::Null
        | Value::Integer(_)
        | Value::Float(_)
        | Value::Date(_)
        | Value::Text(_)
        | Value::Sequence(_)
        | Value::Mapping(_) => None,
    };
    if let (["lints", _], Some(word)) = (parts, level) {
        let title = format!("write `\"{word}\"`");
        let fix = edits::replace_span(node.span, format!("\"{word}\""), title.clone(), Safety::Unsafe);
        return finding.with_help(format!("{title}: a finding is `error`, `warn` or `off`")).with_fix(fix);
    }
    let field = parts.last().copied().unwrap_or_default();
    if field == "kind" {
        return finding.with_help("write the word of a kind, such as `style`");
    }
    if matches!(field, "language" | "source_language" | "target_language" | "from" | "to") && explained.kind.is_some() {
        // What older readers take for `false` is a code of two letters.
        let word = matches!(node.value, Value::Bool(false)) && matches!(raw, "no" | "No" | "NO");
        let note = word.then_some("`no` is the code of no language that can be named here: Norwegian is `nb`");
        let finding = note.into_iter().fold(finding, Diagnostic::with_note);
        return finding.with_help("write the code of a language, such as `de`");
    }
    if let Some(word) = explain_choice::word_meant(field, raw) {
        let title = format!("write `{word}`");
        return finding.offering(title, vec![Edit { span: node.span, text: edits::quote_text(word) }]);
    }
    if let Some(words) = explain_choice::describe_words(explained, parts) {
        return finding.with_help(format!("write one of {words}"));
    }
    if field == "key" && !raw.is_empty() && raw.bytes().all(|byte| byte.is_ascii_digit()) {
        let title = "put it in quotes";
        let fix = edits::replace_span(node.span, edits::quote_text(raw), title, Safety::Unsafe);
        return finding.with_help(format!("{title}, or write a word such as `support-de`")).with_fix(fix);
    }
    finding.with_help(match field {
        "follows" => "write `all`, or a list of rules".to_owned(),
        "key" => "write a word of letters, such as `support-de`: commands name the document by it".to_owned(),
        "state" => "write the path of the state file, such as `state = \"housestyle.state.json\"`".to_owned(),
        "extends" | "style" | "glossary" | "spoken_terms" | "style_profile" | "profile" => {
            format!("write the key of a document after `{field}`")
        }
        _ => format!("write {} here", ExpectedValue::Text.describe_expected()),
    })
}

/// The whole of a number with a decimal comma, of which brackets make two: `[1.249,50]`.
fn number_with_comma(file: &SourceFile, node: &Node) -> Option<Span> {
    let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
    let (before, after) = file.text().split_at_checked(node.span.start as usize)?;
    let start = before.trim_end_matches(is_number).len();
    let end = before.len() + after.len() - after.trim_start_matches(is_number).len();
    let whole = &file.text()[start..end];
    let closed = before[..start].ends_with('[') && file.text()[end..].starts_with(']');
    (closed && whole.matches(',').count() == 1 && !whole.starts_with(',') && !whole.ends_with(','))
        .then(|| Span::new(start, end))
}
