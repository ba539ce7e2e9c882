//! Explains fields that stand where the translation of a phrase belongs.

use crate::catalogue::languages::find_language;
use crate::diagnostic::{Diagnostic, Fix, Safety};
use crate::schema::edits;
use crate::schema::explained_document::{ExplainedDocument, echo_text};
use crate::schema::noted::write_alone;
use crate::schema::wrapper::dedent;
use crate::source::table::Notation;
use crate::source::{Entry, Node};

/// Fields in which people write a translation beside what they note about it.
const TRANSLATIONS: &[&str] = &["target", "translation", "value", "text", "term", "to", "phrase"];

/// A text where the entries of a dictionary belong: the path of a table, which `file` names, or anything else.
pub(super) fn explain_text_for_entries(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    text: &str,
    finding: Diagnostic,
) -> Diagnostic {
    let help = "write each entry on a line below it as `phrase: translation`, or name a table with `file`";
    let (key, dictionary) = (explained.entry_at(parts), explained.node_at(&parts[..parts.len().saturating_sub(1)]));
    let table = text.lines().count() == 1 && Notation::from_path(text).is_some();
    let Some(key) = key.filter(|_| table && dictionary.is_some_and(|node| node.get("file").is_none())) else {
        return finding.with_help(help);
    };
    let line = edits::field_line(explained.file, "file", text);
    let fix = edits::rename_key(explained.file, key.key.span, "file", Safety::Unsafe);
    finding.with_help(format!("write `{}`: that names a table", echo_text(&line))).with_fix(fix)
}

/// What to do about fields where the translation of a phrase belongs, told at the phrase.
pub(super) fn explain_structured_phrase(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    node: &Node,
    entries: &[Entry],
    mut finding: Diagnostic,
) -> Diagnostic {
    let (phrase, toml) = (echo_text(parts[3]), edits::is_toml(explained.file));
    let key = explained.entry_at(parts);
    let behind = key.and_then(|entry| explained.file.text().get(entry.key.span.end as usize..)).unwrap_or_default();
    if let Some(inner) = entries.first().filter(|_| toml && behind.trim().starts_with('.')) {
        return finding
            .with_help(format!("put the whole phrase in quotes: `\"{phrase}.{}\"`", echo_text(&inner.key.value)));
    }
    if let Some(entry) = key {
        finding.primary.span = entry.key.span;
    }
    if entries.iter().all(|entry| find_language(&entry.key.value.to_lowercase()).is_some()) {
        return finding.with_help("write the phrase alone: each language has a dictionary of its own");
    }
    let meant = |entry: &&Entry| TRANSLATIONS.contains(&entry.key.value.to_ascii_lowercase().as_str());
    if let Some((kept, text)) = entries.iter().find(meant).and_then(|entry| Some((entry, entry.value.text()?))) {
        let help = format!("write the translation alone: `{}`; what is noted about it, as a comment", echo_text(text));
        let start = match (key, toml) {
            (Some(entry), false) => (entry.key.span.end, ": "),
            (_, _) => (node.span.start, ""),
        };
        let fix = write_alone(explained.file, node, kept, start);
        return fix.into_iter().fold(finding.with_help(help), Diagnostic::with_fix);
    }
    if !entries.iter().all(|entry| entry.value.text().is_some()) {
        return finding.with_help("write one text: an entry has a phrase and its translation");
    }
    let finding = finding.with_label("a dictionary has no groups").with_help(format!(
        "take `{phrase}` away, and its entries one level up: a dictionary has no groups, but comments"
    ));
    let edits = key.and_then(|entry| {
        let mut edits = dedent(explained.file, entry, entries)?;
        let start = edits::line_start(explained.file, entry.key.span.start as usize);
        let lead = explained.file.text().get(start..entry.key.span.start as usize)?;
        let comment = format!("{lead}# {}{}", entry.key.value, edits::line_ending(explained.file));
        edits.first_mut().filter(|edit| edit.span.start as usize == start)?.text = comment;
        Some(edits)
    });
    let title = "write the names of groups as comments".to_owned();
    let fix = edits.map(|edits| Fix { title, safety: Safety::Unsafe, edits });
    fix.into_iter().fold(finding, Diagnostic::with_fix)
}
