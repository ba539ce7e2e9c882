//! Explains entries whose fields have names of their own: a label as a field, or both names in another language.

use crate::catalogue::Rule;
use crate::diagnostic::{Code, Diagnostic, Edit, Safety};
use crate::schema::explained_document::{ExplainedDocument, echo_text, join_pointer};
use crate::schema::field_words::closest_field;
use crate::schema::restate::restate_as_list;
use crate::schema::{edits, explain_rule};
use crate::source::{Entry, Node};

/// `- Tone: Be kind.` or `- en-de:`: an entry of a list that has its name as its one field, where other fields say it.
pub(super) fn explain_named_entry(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    node: &Node,
    unknown: &[&Entry],
    missing: &[&str],
) -> Option<Diagnostic> {
    let ([list @ .., _], [entry], [_]) = (parts, unknown, node.entries()) else { return None };
    let written = entry.key.value.as_str();
    let item = explained.schema_at(parts).filter(|_| explained.kind.is_some() && explained.is_item(parts))?;
    let prose = written.contains(' ') && entry.value.text().is_some_and(|text| text.split_whitespace().count() > 3);
    if missing.is_empty() || !prose && closest_field(written, &explained.fields_at(parts)).is_some() {
        return None;
    }
    let names: Vec<String> = missing.iter().map(|field| format!("`{field}`")).collect();
    let verb = if names.len() == 1 { "belongs" } else { "belong" };
    let message = format!("`{}` stands where {} {verb}", echo_text(written), names.join(" and "));
    let finding = explained
        .new_finding(Code::UnknownField, entry.key.span, message)
        .with_pointer(join_pointer(&[parts, &[written]].concat()));
    let value = entry.value.text().unwrap_or_default();
    let is_set = |rule: &&Rule| rule.name == written && (rule.values.contains_key(value) || !value.contains(' '));
    if let Some(rule) = explained.catalogue.iter_rules().find(is_set).filter(|_| list == ["custom_instructions"]) {
        let line = edits::field_line(explained.file, &rule.name, value);
        let help = explain_rule::describe_home(explained, &echo_text(&line), &rule.category);
        return Some(finding.with_label("a rule, not an instruction").with_help(help));
    }
    let restated = restate_as_list(explained.file, item, list, std::slice::from_ref(*entry), None)?;
    Some(restated.explain(finding.with_label("no field, but what the entry is called")))
}

/// An instruction whose label stands as a field, with the prompt as its value, beside fields that are known.
pub(super) fn explain_label_as_field(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    unknown: &[&Entry],
    missing: &[&str],
) -> Option<Diagnostic> {
    let (["custom_instructions", _], [entry], ["label", "prompt"]) = (parts, unknown, missing) else { return None };
    let (file, label) = (explained.file, entry.key.value.as_str());
    entry.value.text().filter(|text| text.contains(char::is_whitespace))?;
    closest_field(label, &explained.fields_at(parts)).is_none().then_some(())?;
    let message = format!("an instruction has no field `{}`, which is its label, as it seems", echo_text(label));
    let finding = explained
        .new_finding(Code::UnknownField, entry.key.span, message)
        .with_label("not a field")
        .with_pointer(join_pointer(&[parts, &[label]].concat()))
        .with_help(format!("write `label` for `{}`, and `prompt` for its text", echo_text(label)));
    let at = entry.key.span.start as usize;
    let lead = &file.text()[edits::line_start(file, at)..at];
    let raw = file.slice(entry.key.span);
    let in_block =
        !edits::is_toml(file) && !raw.starts_with(['"', '\'']) && lead.chars().all(|c| matches!(c, ' ' | '-'));
    if !in_block {
        return Some(finding);
    }
    let indent = " ".repeat(lead.chars().count());
    let new = format!("label: {raw}{}{indent}prompt", edits::line_ending(file));
    Some(finding.with_fix(edits::replace_span(entry.key.span, new, "write `label` and `prompt`", Safety::Unsafe)))
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
            .offering(title, edits)
            .with_pointer(join_pointer(parts)),
    )
}

/// Whether an item has a field of an instruction, or both of them under other names, such as those of another language.
pub(super) fn is_instruction(item: &Node) -> bool {
    let fields = ["label", "prompt"];
    let says = |field: &&str| {
        item.entries().iter().any(|inner| closest_field(&inner.key.value, &fields).as_ref() == Some(field))
    };
    fields.iter().any(|field| item.get(field).is_some()) || fields.iter().all(says)
}
