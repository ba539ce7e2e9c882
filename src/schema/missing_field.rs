//! Explains required fields that are not there, and what could stand in them.

use crate::catalogue::languages::root_code;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Label, Safety, SourceFile, Span};
use crate::schema::commented_block::comment_out_item;
use crate::schema::document_kind::DocumentKind;
use crate::schema::edits;
use crate::schema::explained_document::{ExplainedDocument, join_pointer};
use crate::source::{Node, Value};

/// A finding for each field; of an entry that says nothing, all that it needs is one.
pub(super) fn explain_missing_fields(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    node: &Node,
    missing: &[&str],
) -> Vec<Diagnostic> {
    let explain = |field: &&str| explain_missing_field(explained, parts, node, field);
    let ([first, more @ ..], true) = (missing, node.entries().is_empty() && !parts.is_empty()) else {
        return missing.iter().map(explain).collect();
    };
    let mut finding = explain(first);
    let mut help = format!("add `{first}`");
    for field in more {
        finding.message.push_str(&format!(" and no `{field}`"));
        help.push_str(&format!(", and `{field}`"));
    }
    vec![finding.with_help(help)]
}

fn explain_missing_field(explained: &ExplainedDocument<'_>, parts: &[&str], node: &Node, field: &str) -> Diagnostic {
    let start = node.entries().iter().map(|entry| entry.key.span.start).min().unwrap_or(node.span.start);
    let owner = explained.describe_owner(parts);
    let finding = explained
        .new_finding(Code::MissingField, Span::empty_at(start as usize), format!("{owner} has no `{field}`"))
        .with_label("insert it here")
        .with_pointer(join_pointer(parts));
    if let Some((at, edits)) = commented_field(explained.file, node, field) {
        let line = explained.file.position_at(at.start).line;
        let finding = finding.with_secondary(at, "a comment");
        let title = edits::uncomment_title(line, line);
        let last = node.entries().iter().max_by_key(|entry| entry.key.span);
        let rest =
            last.and_then(|last| comment_out_item(explained, &[parts, &[&last.key.value]].concat(), last.key.span));
        return match rest {
            Some(rest) => finding.offering_either(Fix { title, safety: Safety::Unsafe, edits }, rest),
            None => finding.offering(title, edits),
        };
    }
    if explained.kind.is_none() && field == "delete" {
        let finding = finding.with_help(
            "write `delete = true` to delete it on the service, or `delete = false` to leave it there, unmanaged",
        );
        let Some(last) = node.entries().iter().map(|entry| entry.span().end as usize).max() else { return finding };
        let (file, rest) = (explained.file, &explained.file.text()[last..]);
        let end = last + rest.find(['\r', '\n']).unwrap_or(rest.len());
        return ["delete = true", "delete = false"].into_iter().fold(finding, |finding, line| {
            let edit = Edit { span: Span::empty_at(end), text: format!("{}{line}", edits::line_ending(file)) };
            finding.or_offering(format!("write `{line}` below it"), vec![edit])
        });
    }
    if explained.kind == Some(DocumentKind::StyleTest) && field == "expect" {
        return finding
            .with_help("add `expect`, and what the translation is to have below it: `contains: …`, `matches: …`");
    }
    let sign = if edits::is_toml(explained.file) { " =" } else { ":" };
    let name = edits::key_text(explained.file, field);
    if let Some(label) = node.entry("label").filter(|_| field == "prompt") {
        let behind = label.span().start as usize + explained.file.slice(label.span()).trim_end().len();
        let primary = Label { span: Span::empty_at(behind), ..finding.primary.clone() };
        let help = format!("write behind `label` what is to be done: `{name}{sign} \"…\"`; or delete the instruction");
        return Diagnostic { primary, ..finding }.with_help(help);
    }
    let Some((value, why)) = suggest_value(explained, node, field) else {
        let what = describe_field(explained, parts, field).map(|what| format!(": {what}")).unwrap_or_default();
        return finding.with_help(format!("add `{field}`{what}"));
    };
    // What the service calls a thing, a person knows, or the last commit.
    let is_known = if field == "name" { " as the service shows it (the last commit may have it)" } else { "" };
    let finding = finding.with_help(format!("add `{field}`{is_known}, for example `{name}{sign} {value}`"));
    let title = format!("add `{field}`, taken from {why}");
    match edits::insert_first(explained.file, node, field, &value) {
        Some(edit) if field == "name" => finding.or_offering(title, vec![edit]),
        Some(edit) => finding.with_fix(Fix { title, safety: Safety::Unsafe, edits: vec![edit] }),
        None => finding,
    }
}

/// A field that stands in a comment right above the lines of its mapping, among them or right below them, and what makes it one
/// again.
#[must_use]
pub fn commented_field(file: &SourceFile, node: &Node, field: &str) -> Option<(Span, Vec<Edit>)> {
    let first = node.entries().iter().map(|entry| entry.key.span.start as usize).min();
    let first = first.filter(|_| !edits::is_json(file))?;
    let end = node.entries().iter().map(|entry| entry.span().end as usize).max()?;
    let (text, is_toml, begin) = (file.text(), edits::is_toml(file), edits::line_start(file, first));
    let lead = &text[begin..first];
    let column = if is_toml { lead.len() - lead.trim_start().len() } else { lead.len() };
    let mut at = begin - bytes_of_comments_above(text, begin, lead);
    for line in text[at..].split_inclusive('\n') {
        let body = line.trim();
        // Below a header of TOML, it would be a field of that table.
        if is_toml && at >= begin && body.starts_with('[') {
            return None;
        }
        let said = body.strip_prefix('#').map(str::trim_start);
        let value = said.and_then(|said| said.strip_prefix(field)?.trim_start().strip_prefix([':', '=']));
        let start = at + line.len() - line.trim_start().len();
        // What stands deeper is about something else, and what ends as a sentence does may be prose.
        let is_value = |value: &str| !value.trim().is_empty() && (at >= begin || !value.trim_end().ends_with('.'));
        if value.is_some_and(is_value) && start - at <= column {
            let text = format!("{}{}", " ".repeat(column), said?);
            return Some((
                Span::new(start, start + body.len()),
                vec![Edit { span: Span::new(at, start + body.len()), text }],
            ));
        }
        if at >= end && said.is_none() {
            return None;
        }
        at += line.len();
    }
    None
}

/// How many bytes the comments right above the first entry of a mapping fill, as far as a field could stand there: not before
/// the dash of an item, nor between two tables of TOML.
fn bytes_of_comments_above(text: &str, begin: usize, lead: &str) -> usize {
    let above = &text[..begin];
    let is_first_table = || lead == "[" && !above.lines().any(|line| line.trim_start().starts_with('['));
    if !lead.trim().is_empty() && !is_first_table() {
        return 0;
    }
    let is_apart = |line: &&str| line.trim().is_empty() || line.trim_start().starts_with('#');
    above.split_inclusive('\n').rev().take_while(is_apart).map(str::len).sum()
}

/// What a field holds, as its description in the schema begins.
fn describe_field(explained: &ExplainedDocument<'_>, parts: &[&str], field: &str) -> Option<String> {
    let described = explained.schema_at(parts)?["properties"][field]["description"].as_str()?;
    let first = described.split(". ").next()?.trim_end_matches('.');
    let mut rest = first.chars();
    Some(rest.next()?.to_lowercase().chain(rest).collect())
}

/// Text for an absent field that is better than nothing, as it stands in a file, and where it comes from.
fn suggest_value(explained: &ExplainedDocument<'_>, node: &Node, field: &str) -> Option<(String, &'static str)> {
    let stem = explained.file.path().rsplit('/').next()?.split('.').next()?;
    match field {
        // What a test is about, only its writer knows.
        "name" if explained.kind == Some(DocumentKind::StyleTest) => None,
        "name" => {
            if explained.kind != Some(DocumentKind::Style) {
                return Some((edits::quote_text(&edits::sentence_of_stem(stem)?), "the file's name"));
            }
            let language = node.get("language").and_then(Node::text);
            let words = stem.replace(['-', '_'], " ");
            let name = match language {
                Some(language) if words == language => format!("House style ({language})"),
                _ => edits::sentence_of_stem(stem)?,
            };
            Some((edits::quote_text(&name), "the file's name"))
        }
        "language" if explained.kind == Some(DocumentKind::Style) => {
            let code = |name: &'_ str| -> Option<String> {
                let word =
                    name.split(['-', '_', '.', '/']).rev().find(|word| explained.catalogue.supports_language(word));
                word.map(|word| edits::text_value(explained.file, word))
            };
            let bases = node.get("extends").map(Node::items).unwrap_or_default();
            let of_base = || bases.iter().filter_map(Node::text).find_map(code).map(|word| (word, "a base's name"));
            code(stem).map(|word| (word, "the file's name")).or_else(of_base)
        }
        // Dictionaries of one glossary mostly share a source.
        "source_language" if explained.kind == Some(DocumentKind::Glossary) => {
            let dictionaries = explained.document.get("dictionaries").map(Node::items).unwrap_or_default();
            let mut sources = dictionaries.iter().filter_map(|one| one.get(field)?.text());
            let first = sources.next()?;
            let shared = sources.all(|other| other == first);
            let free = node.get("target_language").and_then(Node::text).is_none_or(|target| root_code(target) != first);
            (shared && free).then(|| (edits::text_value(explained.file, first), "the other dictionaries"))
        }
        "label" => {
            let Value::Text(prompt) = &node.get("prompt")?.value else { return None };
            let words: Vec<&str> = prompt.split_whitespace().take(3).collect();
            let label: String = words.join(" ").trim_end_matches(['.', ',', ':', ';']).chars().take(40).collect();
            (!label.is_empty()).then(|| (edits::quote_text(&label), "the prompt's first words"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::edit::apply_text_edits;
    use crate::source::{Format, parse_source};

    /// The file with the field back in its mapping, the document or the first item of a list.
    fn brought_back(path: &str, text: &str, list: Option<&str>, field: &str) -> Option<String> {
        let file = SourceFile::new(path, text);
        let parsed = parse_source(&file, Format::from_path(path)?);
        let document = parsed.documents.first()?;
        let node = list.map_or(Some(document), |list| document.get(list)?.items().first())?;
        apply_text_edits(text, &commented_field(&file, node, field)?.1)
    }

    #[test]
    fn a_field_that_is_commented_out_is_found_above_its_mapping_and_in_it() {
        for (path, text, list, mended) in [
            ("a.yaml", "# name: Board\nlanguage: de\n", None, "name: Board\nlanguage: de\n"),
            ("a.yaml", "# All lists\n\n#name: Board\nkey: b\n", None, "# All lists\n\nname: Board\nkey: b\n"),
            ("a.yaml", "key: b\n# name: Board\nlanguage: de\n", None, "key: b\nname: Board\nlanguage: de\n"),
            ("a.toml", "# name = \"A\"\n[rules]\nx = 1\n", None, "name = \"A\"\n[rules]\nx = 1\n"),
            ("a.toml", "[[list]]\n# name = \"A\"\nx = 1\n", Some("list"), "[[list]]\nname = \"A\"\nx = 1\n"),
        ] {
            assert_eq!(brought_back(path, text, list, "name").as_deref(), Some(mended), "{text}");
        }
    }

    #[test]
    fn what_would_be_a_field_of_something_else_is_no_such_comment() {
        for (path, text, list) in [
            ("a.toml", "key = \"b\"\n[rules]\n# name = \"A\"\nx = 1\n", None),
            ("a.yaml", "list:\n  # name: A\n  - x: 1\n", Some("list")),
            ("a.yaml", "# name: what the service shows.\nlanguage: de\n", None),
            ("a.yaml", "# name:\nlanguage: de\n", None),
        ] {
            assert_eq!(brought_back(path, text, list, "name"), None, "{text}");
        }
    }
}
