//! Explains what stands where the table of cases of a style test is named, or where its expectations are due.

use crate::diagnostic::{Diagnostic, Safety, Span};
use crate::schema::edits;
use crate::schema::explain_mapping::begins_behind_its_key;
use crate::schema::explained_document::{ExplainedDocument, echo_text};
use crate::source::Node;

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
    let finding = finding.with_help(format!(
        "write `golden: {shown}` below it for a translation that is near to this, or `contains:` for a part of it"
    ));
    let key = explained.entry_at(parts).map(|entry| entry.key.span);
    let Some(key) = key.filter(|_| !raw.contains('\n') && begins_behind_its_key(explained, parts, node)) else {
        return finding;
    };
    let start = edits::line_start(explained.file, key.start as usize);
    let lead = explained.file.text().get(start..key.start as usize).unwrap_or_default();
    let gap = explained.file.text().get(key.end as usize..node.span.start as usize).unwrap_or_default();
    if !lead.chars().all(|c| c == ' ') || gap.trim_end() != ":" {
        return finding;
    }
    let below = format!("{}{lead}  golden: ", edits::line_ending(explained.file));
    let blank = Span::new(key.end as usize + 1, node.span.start as usize);
    finding.with_fix(edits::replace_span(blank, below, "write `golden`", Safety::Unsafe))
}
