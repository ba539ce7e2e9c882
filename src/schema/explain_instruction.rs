//! Explains instructions whose fields have names of their own: a label as a field, or both names in another language.

use crate::catalogue::Rule;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, Span};
use crate::schema::explained_document::{ExplainedDocument, echo_text, join_pointer};
use crate::schema::field_words::closest_field;
use crate::schema::{edits, explain_rule};
use crate::source::{Entry, Node};

/// `- Tone: Be kind.`: an instruction whose label was written as a field, with its prompt as the value.
pub(super) fn explain_named_prompt(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    node: &Node,
    unknown: &[&Entry],
    missing: &[&str],
) -> Option<Diagnostic> {
    let (["custom_instructions", _], [entry], [only]) = (parts, unknown, node.entries()) else { return None };
    let written = entry.key.value.as_str();
    let alone = closest_field(written, &explained.fields_at(parts)).is_none() && only.value.text().is_some();
    if !alone || !["label", "prompt"].iter().all(|field| missing.contains(field)) {
        return None;
    }
    let message = format!("`{}` stands where `label` and `prompt` belong", echo_text(written));
    let finding = explained.new_finding(Code::UnknownField, entry.key.span, message);
    let value = only.value.text().unwrap_or_default();
    let is_set = |rule: &&Rule| rule.name == written && (rule.values.contains_key(value) || !value.contains(' '));
    if let Some(rule) = explained.catalogue.iter_rules().find(is_set) {
        let line = edits::field_line(explained.file, &rule.name, value);
        return Some(
            finding
                .with_label("a rule, not an instruction")
                .with_help(explain_rule::describe_home(explained, &echo_text(&line), &rule.category))
                .with_pointer(join_pointer(&[parts, &[written]].concat())),
        );
    }
    let finding = finding
        .with_label("a label, as it seems, with its prompt")
        .with_help("write the label behind `label:` and the prompt behind `prompt:`")
        .with_pointer(join_pointer(&[parts, &[written]].concat()));
    let file = explained.file;
    let start = entry.key.span.start as usize;
    let lead = file.text().get(edits::line_start(file, start)..start)?;
    let plain = lead.chars().all(|c| matches!(c, ' ' | '-'))
        && file.text().get(entry.key.span.end as usize..entry.value.span.start as usize)?.trim() == ":";
    if edits::is_toml(file) || !plain {
        return Some(finding);
    }
    let indent = format!("{}{}", edits::line_ending(file), " ".repeat(lead.len()));
    let text = format!("label: {}{indent}prompt: ", file.slice(entry.key.span));
    let span = Span::new(start, entry.value.span.start as usize);
    Some(finding.with_fix(edits::replace_span(span, text, "write `label` and `prompt`", Safety::Unsafe)))
}

/// An instruction both of whose fields have names that nobody knows: in another language, as it seems. The longer text is the
/// prompt.
pub(super) fn explain_translated_names(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    unknown: &[&Entry],
    missing: &[&str],
) -> Option<Diagnostic> {
    let (["custom_instructions", _], [one, other]) = (parts, unknown) else { return None };
    let strange = |entry: &Entry| closest_field(&entry.key.value, &["label", "prompt", "source_language"]).is_none();
    let text = |entry: &Entry| entry.value.text().map(|text| text.chars().count());
    let (first, second) = (text(one)?, text(other)?);
    if missing.len() != 2 || !strange(one) || !strange(other) {
        return None;
    }
    let names = if first <= second { ["label", "prompt"] } else { ["prompt", "label"] };
    let shown = |entry: &Entry| echo_text(&entry.key.value);
    let message = format!("an instruction has no fields `{}` and `{}`", shown(one), shown(other));
    let title = format!("write `{}` and `{}`", names[0], names[1]);
    let rename = |(entry, name): (&&Entry, &str)| Edit {
        span: entry.key.span,
        text: edits::match_notation(explained.file, entry.key.span, name),
    };
    let edits = unknown.iter().zip(names).map(rename).collect();
    Some(
        explained
            .new_finding(Code::UnknownField, one.key.span, message)
            .with_label("not a field")
            .with_secondary(other.key.span, "and this one")
            .with_note("the names of fields are English words of the service, whatever language the list is for")
            .with_help(&title)
            .with_fix(Fix { title: title.clone(), safety: Safety::Unsafe, edits })
            .with_pointer(join_pointer(parts)),
    )
}
