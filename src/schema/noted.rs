//! Texts with what is noted about them, where a text alone is due: what is noted becomes a comment, so that nothing is lost.

use crate::diagnostic::{Edit, Fix, Safety, SourceFile, Span};
use crate::schema::edits;
use crate::source::{Entry, Node};

/// Fields in which people write a term beside what they note about it.
const TERMS: &[&str] = &["phrase", "term", "text", "word", "value", "name", "content", "spoken"];

/// Fields that say of themselves that they are notes.
const NOTES: &[&str] = &["note", "notes", "comment", "comments", "description", "context", "remark"];

/// The entry of a mapping that holds a text by one of these names; else its only text.
pub(super) fn text_called<'e>(entries: &'e [Entry], names: &[&str]) -> Option<&'e Entry> {
    let mut texts = entries.iter().filter(|entry| entry.value.text().is_some());
    let called = texts.clone().find(|entry| names.contains(&&*entry.key.value.to_ascii_lowercase()));
    called.or_else(|| texts.next().filter(|_| texts.next().is_none()))
}

/// The entry of a mapping that holds its term.
pub(super) fn term_of(entries: &[Entry]) -> Option<&Entry> {
    text_called(entries, TERMS)
}

/// Whether a value is a list of mappings that hold a term each.
pub(super) fn holds_noted_texts(node: &Node) -> bool {
    !node.items().is_empty() && node.items().iter().all(|item| term_of(item.entries()).is_some())
}

/// All entries but those that are used, as a comment to stand behind a value; none where there are none, and nothing where
/// they do not fit on a line.
pub(super) fn as_comment(file: &SourceFile, entries: &[Entry], used: &[&Entry]) -> Option<String> {
    let is_used = |entry: &&Entry| used.iter().any(|used| used.key.span == entry.key.span);
    let say = |entry: &Entry| match entry.value.text().filter(|_| NOTES.contains(&&*entry.key.value)) {
        Some(text) => text.trim().to_owned(),
        None => format!("{}: {}", entry.key.value, file.slice(entry.value.span)),
    };
    let said: Vec<String> = entries.iter().filter(|entry| !is_used(entry)).map(say).collect();
    let comment = if said.is_empty() { String::new() } else { format!("  # {}", said.join("; ")) };
    (!comment.contains(['\n', '\r'])).then_some(comment)
}

/// The fix that writes a text in place of the mapping that holds it, and what else that holds as a comment. `start` is where
/// what is replaced begins, and `lead` what stands before the text.
pub(super) fn write_alone(file: &SourceFile, node: &Node, kept: &Entry, (start, lead): (u32, &str)) -> Option<Fix> {
    let (text, comment) = (file.slice(kept.value.span), as_comment(file, node.entries(), &[kept])?);
    let raw = file.slice(node.span);
    let rest = file.text().get(node.span.end as usize..)?;
    let ends = rest.is_empty() || rest.starts_with(['\n', '\r']) || comment.is_empty();
    // A block in TOML has a header of its own, and a comment may stand between the lines.
    let inside = !edits::is_toml(file) || raw.starts_with('{');
    let plain = !text.contains('\n') && !raw.contains('#') && ends && inside && !text.is_empty();
    let edit = Edit { span: Span { start, end: node.span.end }, text: format!("{lead}{text}{comment}") };
    let title = "write the text alone, and notes as a comment".to_owned();
    plain.then(|| Fix { title, safety: Safety::Unsafe, edits: vec![edit] })
}
