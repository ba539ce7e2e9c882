//! Explains what stands where the table of cases of a style test is named, or where its expectations are due.

use crate::diagnostic::{Diagnostic, Safety};
use crate::schema::explain_mapping::begins_behind_its_key;
use crate::schema::explained_document::{ExplainedDocument, echo_text};
use crate::schema::{edits, elsewhere};
use crate::source::{Entry, Node};

/// Rows of a table that stand in the test itself.
pub(super) fn describe_table_of_cases(node: &Node) -> String {
    let first = node.items().first().map(Node::entries).unwrap_or_default();
    let columns: Vec<&str> = first.iter().map(|entry| entry.key.value.as_str()).collect();
    let table = "write a table beside the file and name it, such as `cases: cases.csv`";
    match columns.is_empty() {
        true => format!("{table}: a line of column names, then a row for each case"),
        false => format!("{table}: a line `{}`, then a row for each case", echo_text(&columns.join(","))),
    }
}

/// The translation itself where expectations are due.
pub(super) fn explain_text_for_expectations(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    node: &Node,
    text: &str,
    finding: Diagnostic,
) -> Diagnostic {
    if matches!(text, "all" | "follows") {
        return finding.with_help("write `follows: all` below it");
    }
    let raw = explained.file.slice(node.span);
    let shown = if echo_text(raw) == raw { raw } else { "…" };
    let help = format!(
        "write `contains: {shown}` below it for a part of the translation, or `golden:` for one that is near to this"
    );
    match begins_behind_its_key(explained, parts, node) {
        true => {
            let way = |field| elsewhere::offer_field_below(explained, parts, node, (field, None), finding.clone()).fix;
            match way("contains").zip(way("golden")) {
                Some((part, whole)) => finding.offering_either(part, whole).with_help(help),
                None => finding.with_help(help),
            }
        }
        false => finding.with_help(help),
    }
}

/// A list of texts where what must not hold is due: none of them is to be there, as it seems.
pub(super) fn explain_list_for_not(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    finding: Diagnostic,
) -> Diagnostic {
    let free = explained.node_at(&parts[..parts.len() - 1]).is_some_and(|holder| holder.get("not_contains").is_none());
    let finding = finding.with_help("write `not_contains`, where none of these texts is to be there");
    match explained.entry_at(parts).filter(|_| free) {
        Some(entry) => {
            let fix = edits::rename_key(explained.file, entry.key.span, "not_contains", Safety::Unsafe);
            finding.with_fix(fix)
        }
        None => finding,
    }
}

/// A text or a pattern where what must not hold is due.
pub(super) fn explain_text_for_not(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    node: &Node,
    text: &str,
    finding: Diagnostic,
) -> Diagnostic {
    let pattern = text.strip_prefix('/').and_then(|rest| rest.rsplit_once('/'));
    let (field, text) = match pattern {
        Some((pattern, "i")) => ("matches", format!("(?i){pattern}")),
        Some((pattern, "")) => ("matches", pattern.to_owned()),
        Some(_) | None => ("contains", text.to_owned()),
    };
    elsewhere::offer_field_below(explained, parts, node, (field, Some(&text)), finding)
}

/// Expectations without the dashes that make them entries of a list; of several texts in one, each is an entry.
pub(super) fn explain_mapping_for_entries(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    node: &Node,
    finding: Diagnostic,
) -> Diagnostic {
    let file = explained.file;
    let Some(first) = node.entries().first() else { return finding };
    let texts = first.value.items();
    let alone = node.entries().len() == 1 && texts.len() > 1 && texts.iter().all(|item| item.text().is_some());
    if parts.last() != Some(&"any") || !alone {
        let first = echo_text(&first.key.value);
        return finding.with_help(format!("write a list: each entry begins with a `- `, such as `- {first}: …`"));
    }
    let key = file.slice(first.key.span);
    let entries: Vec<String> = texts.iter().map(|text| format!("{key}: {}", file.slice(text.span))).collect();
    let raw = file.slice(node.span);
    let braces = raw.starts_with('{');
    let entry = |entry: &String| if braces { format!("{{ {entry} }}") } else { format!("- {entry}") };
    let shown: Vec<String> = entries.iter().take(2).map(|text| format!("`{}`", echo_text(&entry(text)))).collect();
    let more = if entries.len() > shown.len() { " and so on" } else { "" };
    let finding = finding.with_help(format!("write an entry for each of them: {}{more}", shown.join(", ")));
    let at = node.span.start as usize;
    let lead = &file.text()[edits::line_start(file, at)..at];
    let new = match braces {
        true => format!("[{}]", entries.iter().map(entry).collect::<Vec<_>>().join(", ")),
        false if lead.chars().all(|c| c == ' ') => {
            format!("- {}", entries.join(&format!("{}{lead}- ", edits::line_ending(file))))
        }
        false => return finding,
    };
    match raw.contains('#') {
        true => finding,
        false => finding.with_fix(edits::replace_span(node.span, new, "write an entry for each", Safety::Unsafe)),
    }
}

/// Style tests, or examples of good and bad, that stand in the list which they are about.
pub(super) fn explain_tests_in_list(
    explained: &ExplainedDocument<'_>,
    entry: &Entry,
    finding: Diagnostic,
) -> Diagnostic {
    let name = explained.file.path().rsplit('/').next().unwrap_or_default();
    let stem = echo_text(name.rsplit_once('.').map_or(name, |(stem, _)| stem));
    let file = format!("`tests/{stem}.yaml` with `style: {stem}`");
    let rated = |item: &Node| ["good", "bad", "right", "wrong"].iter().any(|word| item.get(word).is_some());
    finding.with_label("style tests, as it seems").with_help(match entry.value.items().iter().any(rated) {
        true => format!(
            "write each as a style test, in {file}: `text:` with the source, and below `expect:` what is good behind \
             `contains:` and what is bad behind `not_contains:`"
        ),
        false => format!("write them into {file} and these below `tests:`: style tests stand in files of their own"),
    })
}
