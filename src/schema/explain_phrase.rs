//! Explains fields that stand where the translation of a phrase belongs.

use crate::catalogue::languages::find_language;
use crate::schema::edits;
use crate::schema::explained_document::{ExplainedDocument, echo_text};
use crate::source::Entry;

/// Fields in which people write a translation beside what they note about it.
const TRANSLATIONS: &[&str] = &["target", "translation", "value", "text", "term", "to", "phrase"];

/// What to do about fields where the translation of a phrase belongs.
pub(super) fn explain_structured_phrase(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    entries: &[Entry],
) -> String {
    let phrase = echo_text(parts[3]);
    let dotted = explained.entry_at(parts).is_some_and(|entry| {
        edits::is_toml(explained.file)
            && explained.file.text().get(entry.key.span.end as usize..).is_some_and(|rest| rest.trim().starts_with('.'))
    });
    if let Some(inner) = entries.first().filter(|_| dotted) {
        return format!("put the whole phrase in quotes: `\"{phrase}.{}\"`", echo_text(&inner.key.value));
    }
    if entries.iter().all(|entry| find_language(&entry.key.value.to_lowercase()).is_some()) {
        return "write the phrase alone: each language has a dictionary of its own".to_owned();
    }
    let meant = |entry: &&Entry| TRANSLATIONS.contains(&entry.key.value.to_ascii_lowercase().as_str());
    match entries.iter().find(meant).and_then(|entry| entry.value.text()) {
        Some(text) => {
            format!("write the translation alone: `{}`; what is noted about it, as a comment", echo_text(text))
        }
        None if entries.iter().all(|entry| entry.value.text().is_some()) => {
            format!("take `{phrase}` away, and its entries one level up: a dictionary has no groups, but comments")
        }
        None => "write one text: an entry has a phrase and its translation".to_owned(),
    }
}
