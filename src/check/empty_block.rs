//! `empty-value`: a table of TOML without a line of its own, which says as little as an empty block of YAML.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, SourceFile};
use crate::schema::edits;
use crate::source::{Entry, Node, Value};

/// Says it of the document's tables, and of those of its categories. `{}` was written on purpose.
pub(super) fn check_empty_tables(file: &Arc<SourceFile>, document: &Node) -> Vec<Diagnostic> {
    if !edits::is_toml(file) {
        return Vec::new();
    }
    let categories = document.get("configured_rules").map(Node::entries).unwrap_or_default();
    let below = categories.iter().map(|entry| ("/configured_rules", entry));
    let all = document.entries().iter().map(|entry| ("", entry)).chain(below);
    all.filter(|(_, entry)| is_empty_table(file, entry)).map(|(above, entry)| empty_table(file, above, entry)).collect()
}

fn is_empty_table(file: &SourceFile, entry: &Entry) -> bool {
    let start = entry.key.span.start as usize;
    let line = &file.text()[edits::line_start(file, start)..start];
    matches!(&entry.value.value, Value::Mapping(entries) if entries.is_empty()) && line.trim_start().starts_with('[')
}

fn empty_table(file: &Arc<SourceFile>, above: &str, entry: &Entry) -> Diagnostic {
    let name = &entry.key.value;
    let mut finding = Diagnostic::new(Code::EmptyValue, file, entry.key.span, format!("`{name}` is empty"))
        .with_label("nothing follows")
        .with_help("write its fields below it, or remove the table")
        .with_pointer(format!("{above}/{name}"));
    finding.severity = crate::diagnostic::Severity::Warning;
    finding
}
