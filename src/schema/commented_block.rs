//! Blocks of which all lines but the name are commented out: told with the lines, and the ways to go on.

use crate::diagnostic::{Diagnostic, Edit, Fix, Safety, SourceFile, Span};
use crate::schema::edits;
use crate::schema::explained_document::{ExplainedDocument, is_index};
use crate::source::Entry;

/// The comments right below the name of a block, each of which is an entry or an item.
struct CommentedLines {
    /// Where the first and the last of their lines begin.
    first: usize,
    last: usize,
    /// What makes them lines of the block again.
    edits: Vec<Edit>,
}

/// Says of an empty block that a document needs that what it holds is commented out; nothing where it is not.
pub(super) fn explain_commented_block(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    finding: &Diagnostic,
) -> Option<Diagnostic> {
    let told = tell_commented_lines(finding)?;
    let rest = comment_out_item(explained, parts, finding.primary.span);
    Some(match told.fix.clone().zip(rest) {
        Some((back, rest)) => told.offering_either(back, rest),
        None => told,
    })
}

/// Offers to take the signs of comments away from the lines right below an empty block, of which a finding marks the name or the
/// header; nothing where one of them is no entry.
#[must_use]
pub fn tell_commented_lines(finding: &Diagnostic) -> Option<Diagnostic> {
    let file = &finding.file;
    let lines = commented_lines(file, finding.primary.span)?;
    let (first, last) = (number(file, lines.first), number(file, lines.last));
    let title = edits::uncomment_title(first, last);
    let comment = first_comment(file, lines.first);
    let told = finding.clone().with_label("all that stands below it is commented out");
    Some(told.with_secondary(comment, "a comment").offering(title, lines.edits))
}

/// The same of a block that a document can do without: its name may become a comment as well.
pub(super) fn or_comment_out(entry: &Entry, finding: &Diagnostic) -> Option<Diagnostic> {
    let told = tell_commented_lines(finding)?;
    let (file, start) = (&finding.file, entry.key.span.start as usize);
    if !file.text()[edits::line_start(file, start)..start].trim().is_empty() {
        return Some(told);
    }
    let line = number(file, start);
    let edits = vec![Edit { span: Span::empty_at(start), text: "# ".to_owned() }];
    let name = Fix { title: edits::comment_title(line, line), safety: Safety::Unsafe, edits };
    Some(match told.fix.clone() {
        Some(back) => told.offering_either(back, name),
        None => told,
    })
}

fn number(file: &SourceFile, at: usize) -> u32 {
    file.position_at(Span::empty_at(at).start).line
}

/// The comment of a line, without what indents it.
fn first_comment(file: &SourceFile, start: usize) -> Span {
    let line = file.text()[start..].lines().next().unwrap_or_default();
    let body = line.trim();
    let begin = start + line.len() - line.trim_start().len();
    Span::new(begin, begin + body.len())
}

fn commented_lines(file: &SourceFile, key: Span) -> Option<CommentedLines> {
    let (text, is_toml) = (file.text(), edits::is_toml(file));
    let column = key.start as usize - edits::line_start(file, key.start as usize);
    let mut at = key.end as usize + text[key.end as usize..].find('\n')? + 1;
    let mut lines: Vec<(usize, &str, String)> = Vec::new();
    for line in text[at..].split_inclusive('\n') {
        let line_start = at;
        at += line.len();
        let bare = line.trim_end();
        let Some((lead, said)) = bare.split_once('#').filter(|(lead, _)| lead.trim().is_empty()) else { break };
        let said = said.strip_prefix(' ').unwrap_or(said);
        if !is_entry(said, is_toml) {
            return None;
        }
        lines.push((line_start, bare, format!("{lead}{said}")));
    }
    let depth = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let least = lines.iter().map(|(_, _, back)| depth(back)).min()?;
    // What was commented out at another column goes below its name.
    let missing = if least > column || is_toml { 0 } else { column + 2 - least };
    let edit = |(start, bare, back): &(usize, &str, String)| Edit {
        span: Span::new(*start, start + bare.len()),
        text: format!("{}{back}", " ".repeat(missing)),
    };
    let (first, last) = (lines.first()?.0, lines.last()?.0);
    Some(CommentedLines { first, last, edits: lines.iter().map(edit).collect() })
}

/// Whether a comment is an entry of a block, an item, or a field of one.
fn is_entry(said: &str, is_toml: bool) -> bool {
    let said = said.trim();
    // What ends as a sentence may be prose, unless it stands behind the name of a field.
    let is_field = |key: &str| key.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    let is_pair = |(key, value): (&str, &str)| {
        !key.is_empty() && !value.trim().is_empty() && (!value.ends_with('.') || is_field(key))
    };
    match is_toml {
        true => said.split_once(" = ").is_some_and(is_pair),
        false => said.starts_with("- ") || said.split_once(": ").is_some_and(is_pair),
    }
}

/// The way to comment out the item, too, whose last field a key is: that of a list that has others.
pub(super) fn comment_out_item(explained: &ExplainedDocument<'_>, parts: &[&str], key: Span) -> Option<Fix> {
    let (file, index) = (explained.file, parts.len().checked_sub(2).filter(|at| is_index(parts[*at]))?);
    let list = explained.node_at(&parts[..index])?;
    let item = explained.node_at(&parts[..=index]).filter(|_| list.items().len() > 1)?;
    let is_last = item.entries().iter().all(|entry| entry.key.span <= key);
    let start = edits::line_start(file, item.span.start as usize);
    let dash = file.text()[start..].find('-').filter(|_| is_last)?;
    let lead = &file.text()[start..start + dash];
    if !lead.bytes().all(|byte| byte == b' ') {
        return None;
    }
    let (mut at, mut edits) = (start, Vec::new());
    for line in file.text()[start..key.end as usize].split_inclusive('\n') {
        let sign = Edit { span: Span::empty_at(at + dash), text: "# ".to_owned() };
        edits.extend((!line.trim().is_empty() && !line.trim_start().starts_with('#')).then_some(sign));
        at += line.len();
    }
    let (first, last) = (number(file, start), number(file, key.start as usize));
    let title = edits::comment_title(first, last);
    Some(Fix { title, safety: Safety::Unsafe, edits })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::edit::apply_text_edits;

    fn back(text: &str) -> Option<String> {
        let at = text.find("entries")?;
        let path = if text.starts_with('[') { "a.toml" } else { "a.yaml" };
        let file = SourceFile::new(path, text);
        apply_text_edits(text, &commented_lines(&file, Span::new(at, at + "entries".len()))?.edits)
    }

    #[test]
    fn entries_come_back_below_their_name() {
        for (text, mended) in [
            ("- a: b\n  entries:\n  #   c: d\n  #   e: f\n", "- a: b\n  entries:\n    c: d\n    e: f\n"),
            ("  entries:\n#     c: d\nx: y\n", "  entries:\n    c: d\nx: y\n"),
            ("  entries:\n#c: d\n", "  entries:\n    c: d\n"),
            ("entries:\r\n  # - c\r\n", "entries:\r\n  - c\r\n"),
            ("[a.entries]\n# c = \"d\"\n[[a]]\n", "[a.entries]\nc = \"d\"\n[[a]]\n"),
        ] {
            assert_eq!(back(text).as_deref(), Some(mended), "{text}");
        }
    }

    #[test]
    fn what_people_write_below_a_name_is_no_entry() {
        for text in ["entries:\n  # still to come\n", "entries:\n  # Note: ask legal.\n", "entries:\n\n# c: d\n"] {
            assert_eq!(back(text), None, "{text}");
        }
    }
}
