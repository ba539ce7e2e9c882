//! Mistakes of catalogue files: entries a level too high, values that are switched on and off, languages without a record.

use crate::catalogue::CatalogueSource;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety};
use crate::schema::document_kind::DocumentKind;
use crate::schema::dotted_name::explain_quoted_header;
use crate::schema::edits;
use crate::schema::explain_language::root_language_called;
use crate::schema::explained_document::{ExplainedDocument, describe_entry, echo_text, join_pointer};
use crate::schema::regroup::write_above;
use crate::source::{Entry, Node, Value};

/// Unknown names that hold what entries of a field of this place hold: one finding, with that field and these entries.
pub(super) fn explain_missing_level<'a, 'e>(
    explained: &ExplainedDocument<'a>,
    parts: &[&str],
    node: &Node,
    unknown: &[&'e Entry],
) -> Option<(Diagnostic, &'a str, Vec<&'e Entry>)> {
    explained.kind.filter(|kind| *kind == DocumentKind::Catalogue)?;
    let fits = |field: &str, entry: &Entry| {
        let fields = explained.fields_at(&[parts, &[field, "*"]].concat());
        let known = |inner: &Entry| fields.contains(&inner.key.value.as_str());
        let category = parts.is_empty() && explained.catalogue.categories.contains_key(&entry.key.value);
        let inner = entry.value.entries();
        let rule = matches!(parts, ["categories", _]) && field == "rules" && {
            let values = entry.value.items();
            !values.is_empty() && values.iter().all(|value| value.text().is_some())
        };
        !fields.is_empty() && (rule || !inner.is_empty() && (category || inner.iter().all(known)))
    };
    let of_field = |field: &'a str| {
        let in_quotes = |entry: &Entry| explain_quoted_header(explained, parts, entry).is_some();
        let found: Vec<&Entry> =
            unknown.iter().copied().filter(|entry| fits(field, entry) && !in_quotes(entry)).collect();
        (!found.is_empty()).then_some((field, found))
    };
    let (field, found) = explained.fields_at(parts).into_iter().find_map(of_field)?;
    let file = explained.file;
    let names: Vec<String> = found.iter().map(|entry| format!("`{}`", echo_text(&entry.key.value))).collect();
    let (verb, those) = if names.len() == 1 { ("belongs", "it") } else { ("belong", "them") };
    let first = found[0].key.span;
    let finding = explained
        .new_finding(Code::UnknownField, first, format!("{} {verb} below `{field}`", names.join(", ")))
        .with_label(format!("{} has no such field", explained.describe_any_owner(parts)))
        .with_pointer(join_pointer(&[parts, &[found[0].key.value.as_str()]].concat()));
    let finding =
        found[1..].iter().fold(finding, |finding, entry| finding.with_secondary(entry.key.span, "and this one"));
    let finding = if edits::is_toml(file) {
        let header = echo_text(&[parts, &[field, &found[0].key.value]].concat().join("."));
        let keys: Vec<_> = found.iter().map(|entry| entry.key.span).collect();
        finding.with_help(format!("write `[{header}]`")).with_fix(edits::put_below_table(file, &keys, field))
    } else if matches!(node.get(field).map(|held| &held.value), Some(Value::Mapping(_))) {
        finding.with_help(format!("move {those} below `{field}`"))
    } else {
        let fix = write_above(explained, node, &found, field);
        let help = format!("write `{field}:` above {those}, and indent {those} below it");
        fix.into_iter().fold(finding.with_help(help), Diagnostic::with_fix)
    };
    Some((finding, field, found))
}

/// A value of a rule that is no mapping, and a language by its code or name alone.
pub(super) fn explain_catalogue_value(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    node: &Node,
) -> Option<Diagnostic> {
    explained.kind.filter(|kind| *kind == DocumentKind::Catalogue)?;
    match parts {
        ["categories", category, "rules", rule, "values", value] => {
            let finding = |message: String| explained.new_finding(Code::WrongType, node.span, message);
            let off = match &node.value {
                Value::Bool(on) => !on,
                Value::Text(word) => matches!(word.to_lowercase().as_str(), "off" | "no" | "none" | "disabled"),
                Value::Null
                | Value::Integer(_)
                | Value::Float(_)
                | Value::Date(_)
                | Value::Sequence(_)
                | Value::Mapping(_) => return None,
            };
            let known = explained.catalogue.find_rule(category, rule).and_then(|rule| rule.values.get(value));
            let built_in = known.is_some_and(|value| value.source != CatalogueSource::Project);
            let text = node.text().filter(|text| !off && text.contains(' '));
            Some(match text {
                Some(text) => {
                    let summary = edits::field_line(explained.file, "summary", &echo_text(text));
                    finding(format!("`{value}` takes a mapping, not text"))
                        .with_label("its meaning, as it seems")
                        .with_help(format!("write `{summary}` below `{value}`"))
                }
                None if off && built_in => {
                    finding(format!("a catalogue file only adds: `{value}` is built in and stays"))
                        .with_label("switches nothing off")
                        .with_help("take the line out: a list has only the values that it names")
                }
                None => finding(format!("`{value}` takes a mapping, not {}", node.describe_type()))
                    .with_label("says nothing of the value")
                    .with_help(match (off, edits::is_toml(explained.file)) {
                        (true, _) => "take the line out: what no catalogue names is no value".to_owned(),
                        (false, true) => format!("write `{value} = {{}}`: its name is enough"),
                        (false, false) => format!("write `{value}: {{}}`: its name is enough"),
                    }),
            })
        }
        ["languages"] if node.text().is_some() => Some(explain_bare_languages(explained, node, &[node])),
        ["languages", _] => {
            let list = explained.node_at(&["languages"])?;
            let bare: Vec<&Node> = list.items().iter().filter(|item| item.text().is_some()).collect();
            (node.text().is_some() && !bare.is_empty()).then(|| explain_bare_languages(explained, node, &bare))
        }
        ["contradictions", at] if !matches!(node.value, Value::Mapping(_)) => {
            let part = |at: usize| node.items().first().and_then(Node::text)?.split('.').nth(at);
            let [category, rule, value] = [0, 1, 2].map(|at| part(at).map_or("…".into(), echo_text));
            let side = match edits::is_toml(explained.file) {
                true => format!("one = {{ category = \"{category}\", rule = \"{rule}\", value = \"{value}\" }}"),
                false => format!("one: {{ category: {category}, rule: {rule}, value: {value} }}"),
            };
            let message =
                format!("{} takes a mapping, not {}", describe_entry("contradictions", at), node.describe_type());
            let finding = explained.new_finding(Code::WrongType, node.span, message).with_label(node.describe_type());
            Some(finding.with_help(format!("write `{side}`, `other` like it, and `reason` with why")))
        }
        _ => None,
    }
}

/// Two sides of a contradiction that are written alike are one slip.
pub(super) fn join_sides(findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let side = |finding: &Diagnostic, side: &str| {
        let pointer = finding.pointer.as_deref().and_then(|pointer| pointer.strip_suffix(side));
        pointer.filter(|_| finding.code == Code::WrongType && finding.fix.is_some()).map(str::to_owned)
    };
    let mut joined: Vec<Diagnostic> = Vec::with_capacity(findings.len());
    for finding in findings {
        let above = side(&finding, "/other");
        match joined.iter_mut().find(|first| above.is_some() && side(first, "/one") == above) {
            Some(first) => {
                if let (Some(fix), Some(other)) = (first.fix.as_mut(), finding.fix) {
                    fix.edits.extend(other.edits);
                }
                first.help = first.help.take().map(|help| format!("{help}; the other in the same way"));
                *first = first.clone().with_secondary(finding.primary.span, "and this one");
            }
            None => joined.push(finding),
        }
    }
    joined
}

/// Languages by their codes or names alone: told of each with the records of all, so that they become one finding.
fn explain_bare_languages(explained: &ExplainedDocument<'_>, node: &Node, bare: &[&Node]) -> Diagnostic {
    let line = |field: &str, text: &str| edits::field_line(explained.file, field, text);
    let record = |code: &str, name: &str| format!("{{ {}, {} }}", line("code", code), line("name", name));
    let called = |item: &&Node| root_language_called(item.text()?).map(|(code, name)| record(code, name));
    let finding = explained
        .new_finding(Code::WrongType, node.span, "a language has a `code` and a `name`")
        .with_label("one of the two");
    let records: Option<Vec<String>> = bare.iter().map(called).collect();
    let Some(records) = records else {
        return finding.with_help(format!("write each so: `{}`", record("nl", "Dutch")));
    };
    let whole = format!("[{}]", records.join(", "));
    let alone = matches!(bare, [only] if explained.node_at(&["languages"]).is_some_and(|list| list.span == only.span));
    let shown = match (alone, records.as_slice()) {
        (false, [only]) => only.clone(),
        (true, _) | (false, _) => whole.clone(),
    };
    let edits = match alone {
        true => vec![Edit { span: node.span, text: whole }],
        false => bare.iter().zip(records).map(|(item, text)| Edit { span: item.span, text }).collect(),
    };
    let title = "write each with its code and its name".to_owned();
    let help = if echo_text(&shown) == shown { format!("write `{shown}`") } else { title.clone() };
    finding.with_help(help).with_fix(Fix { title, safety: Safety::Unsafe, edits })
}
