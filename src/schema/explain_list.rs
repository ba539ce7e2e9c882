//! Explains what stands where a list belongs: one text, several in one, one table.

use crate::catalogue::languages::root_code;
use crate::diagnostic::{Diagnostic, Edit, Fix, Safety, SourceFile, Span};
use crate::schema::document_kind::DocumentKind;
use crate::schema::edits;
use crate::schema::explain_choice::words_at;
use crate::schema::explained_document::{ExplainedDocument, echo_text, is_index};
use crate::schema::lines_as_items::{has_item_marks, item_mark, lines_of_text, split_at_lines};
use crate::source::key_text::is_key_char;
use crate::source::side_tables::resolve_table_path;
use crate::source::{Entry, Node};

/// Signs that stand between the entries of a list that was written as one text.
const SEPARATORS: &[char] = &[',', ';', '、', '，', '；'];

/// What to do with several where one is due.
pub(super) fn advise_on_several(explained: &ExplainedDocument<'_>, parts: &[&str]) -> String {
    // A table of a list in the project file is about one thing, and its environments alone are several.
    if let (None, [list, at, _]) = (explained.kind, parts)
        && is_index(at)
    {
        return format!("write a block `[[{list}]]` for each of them");
    }
    let advice = match parts.last().copied().unwrap_or_default() {
        _ if explained.is_item(parts) => "write each as an entry of its own, without brackets around them",
        "source_language" if parts.first() == Some(&"custom_instructions") => {
            "write an instruction for each of them, or leave the line out for all languages"
        }
        "prompt" | "context" | "description" => "write them as one text",
        "language" if explained.kind == Some(DocumentKind::Style) => {
            "make a list of its own for each language; what they share stands in a document with `kind: base_style`, which \
             each names in `extends`"
        }
        "language" if parts.first() == Some(&"term_lists") => "make a term list for each language",
        "source_language" | "target_language" if parts.first() == Some(&"dictionaries") => {
            "make a dictionary for each pair of languages"
        }
        "target_language" => "make a profile of its own for each language",
        "text" if parts.first() == Some(&"tests") => "write a test for each of them",
        "file" => "name one table, and put the rows of the others into it",
        "spoken_terms" => "name one document by its key: terms stand in one of their own, with `kind: spoken_terms`",
        _ => "keep one of them",
    };
    advice.to_owned()
}

/// The root language of a list, where all of several codes are its variants.
pub(super) fn offer_root_language(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    node: &Node,
    finding: &Diagnostic,
) -> Option<Diagnostic> {
    if !matches!(explained.kind, Some(DocumentKind::Style)) || parts != ["language"] {
        return None;
    }
    let codes: Vec<String> = node.items().iter().filter_map(Node::text).map(str::to_ascii_lowercase).collect();
    let root = root_code(codes.first()?);
    let of_one_root = codes.len() == node.items().len() && codes.iter().all(|code| root_code(code) == root);
    if !of_one_root || !explained.catalogue.supports_language(root) {
        return None;
    }
    let edit = Edit { span: node.span, text: edits::text_value(explained.file, root) };
    let finding =
        finding.clone().with_note("lists are kept per root language, and also serve requests for its variants");
    Some(finding.offering(format!("write `{root}`"), vec![edit]))
}

/// Several texts behind a field that takes one, where one beside it takes them: `glossaries` beside `glossary`.
pub(super) fn offer_plural(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    finding: &Diagnostic,
) -> Option<Diagnostic> {
    let (name, holder) = parts.split_last()?;
    let plural = match name.strip_suffix('y') {
        Some(stem) => format!("{stem}ies"),
        None => format!("{name}s"),
    };
    let place = [holder, &[plural.as_str()]].concat();
    if !explained.fields_at(holder).contains(&plural.as_str()) || !takes_texts(explained, &place) {
        return None;
    }
    let finding = finding.clone().with_help(format!("write `{plural}`, which takes several"));
    if explained.node_at(&place).is_some() {
        return Some(
            finding.with_help(format!("put them into `{plural}`, which takes several, and take `{name}` out")),
        );
    }
    let key = explained.entry_at(parts)?.key.span;
    Some(finding.with_fix(edits::rename_key(explained.file, key, &plural, Safety::Unsafe)))
}

/// A list of which one entry alone is a word that the field takes, as other programs write a word with its options.
pub(super) fn offer_word_of_list(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    node: &Node,
    finding: &Diagnostic,
) -> Option<Diagnostic> {
    let words = words_at(explained, parts);
    let mut taken = node.items().iter().filter(|item| item.text().is_some_and(|text| words.contains(&text)));
    let only = taken.next().filter(|_| taken.next().is_none())?;
    let text = explained.file.slice(only.span);
    let title = format!("write `{}` alone", only.text()?);
    let options = if parts.first() == Some(&"lints") { ": a finding has a weight, and no options" } else { "" };
    let fix = edits::replace_span(node.span, text, title.clone(), Safety::Unsafe);
    Some(finding.clone().with_help(format!("{title}{options}")).with_fix(fix))
}

/// One text where a list of texts is due: alone it needs brackets, several of them need to be told apart.
pub(super) fn explain_text_for_list<'a>(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    node: &Node,
    text: &'a str,
    finding: Diagnostic,
) -> Diagnostic {
    let field = parts.last().copied().unwrap_or_default();
    let sentences = field == "custom_instructions";
    let inner = text.trim().trim_start_matches(['［', '【', '[', '(']).trim_end_matches(['］', '】', ']', ')']);
    // Names on the service and phrases have blanks in them.
    let spaced = ["terms", "contains", "not_contains", "starts_with", "matches", "uses_term", "translation_memories"]
        .contains(&field);
    let names = !sentences && !spaced;
    let separated = |c: char| SEPARATORS.contains(&c) || (names && c.is_whitespace());
    // What stands in braces is one alternative of a pattern or the name of a column.
    let mut depth = 0_usize;
    let parts_entries = |c: char| {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && separated(c)
    };
    let several: Vec<&str> = inner.split(parts_entries).map(str::trim).filter(|part| !part.is_empty()).collect();
    let whole = sentences || (several.len() == 1 && several[0] == text);
    let list = |items: &[&str]| {
        let items: Vec<String> =
            items.iter().map(|item| edits::match_notation(explained.file, node.span, item)).collect();
        format!("[{}]", items.join(", "))
    };
    if matches!(text.to_ascii_lowercase().as_str(), "none" | "nil" | "null" | "n/a" | "-" | "keine") && !sentences {
        let finding = finding.with_label("a word for nothing");
        return match parts {
            // Without the line, what the project says of it counts.
            ["shared"] => finding.offering("write `[]`", vec![Edit { span: node.span, text: "[]".to_owned() }]),
            _ => finding.with_help("remove the line: what is not there says nothing"),
        };
    }
    if text.trim().is_empty() {
        return finding.with_help("write its entries in brackets, or remove the line");
    }
    let raw = explained.file.slice(node.span);
    let plain = !raw.starts_with(['"', '\'']);
    if plain && (raw.contains('\n') && !sentences || has_item_marks(explained.file, node.span)) {
        return explain_lines_for_list(explained.file, node.span, sentences, finding);
    }
    let bare = |line: &'a str| line.trim().trim_start_matches(['-', '*', '•']).trim_start();
    let lines: Vec<&str> = text.lines().map(bare).filter(|line| !line.is_empty()).collect();
    if lines.len() > 1 {
        let title = "write each line as an entry of its own";
        let fix = edits::replace_span(node.span, list(&lines), title, Safety::Unsafe);
        return finding.with_label("one text with several lines").with_help(title).with_fix(fix);
    }
    if whole {
        // A key that is none stays none in brackets, and so does a word that is none of a closed list, and an address.
        let words = words_at(explained, &[parts, &["0"]].concat());
        let rule = |text: &str| {
            text.split_once('.').is_some_and(|(of, name)| explained.catalogue.find_rule(of, name).is_some())
        };
        let known = (words.is_empty() || words.contains(&text))
            && (field != "without_rules" || rule(text))
            && field != "protect";
        let fits = !names || text.chars().all(|c| is_key_char(c) || matches!(c, '*' | '{' | '}'));
        // A name in curly brackets is one that somebody thinks is filled in.
        let fits = fits && (!names || !text.contains('{'));
        // What stands before a colon is read as a key again, whatever is put around it.
        let rest = explained.file.text().get(node.span.end as usize..).unwrap_or_default();
        let fits = fits && !rest.trim_start_matches([' ', '\t']).starts_with(':');
        let safety = if fits && known && !text.is_empty() && text.trim() == text && !raw.contains('\n') {
            Safety::Safe
        } else {
            Safety::Unsafe
        };
        let key = match field {
            // The key of a base may have a folder.
            "extends" => {
                let path = text.split("#/").next().unwrap_or(text);
                [".yaml", ".yml", ".toml"].iter().find_map(|ending| path.strip_suffix(ending))
            }
            "styles" | "glossaries" => text.rsplit_once('/').and_then(|(_, name)| Some(name.rsplit_once('.')?.0)),
            _ => None,
        };
        // A base's key is its path in the project.
        let path = |key: &str| {
            resolve_table_path(explained.file.path(), key)
                .ok()
                .filter(|_| key.starts_with("../") || key.starts_with("./") && !key[2..].contains('/'))
        };
        let full = key.filter(|_| field == "extends").and_then(path);
        let key = full.as_ref().map(|path| path.as_str()).or(key);
        if let Some(key) = key.map(|key| key.trim_start_matches(['.', '/'])) {
            let text = list(&[key]);
            let title = format!("write `{text}`: documents are named by their keys, in brackets");
            let fix = edits::replace_span(node.span, text, "name the key, in brackets", Safety::Unsafe);
            return finding.with_help(title).with_fix(fix);
        }
        // Without a sign of a pattern, it is a folder: in brackets it would match nothing.
        if field == "files" && !text.contains(['*', '?', '{', '.']) {
            let text = list(&[&format!("{}/**/*.{{yaml,yml,toml}}", text.trim_end_matches('/'))]);
            let title = format!("write a pattern of files, in brackets: `{text}`");
            let fix = edits::replace_span(node.span, text, "write a pattern of files", Safety::Unsafe);
            return finding.with_help(title).with_fix(fix);
        }
        // A pattern that no project may have is told in brackets, too.
        let is_closed = |[open, close]: [char; 2]| text.matches(open).count() == text.matches(close).count();
        let strange = text.starts_with('/') || text.ends_with('/') || text.contains('\\') || text.contains("..");
        let strange = strange || !is_closed(['{', '}']) || !is_closed(['[', ']']);
        let safety = if strange && matches!(field, "files" | "exclude") { Safety::Unsafe } else { safety };
        let title = "put it in brackets";
        return finding.with_help(title).with_fix(edits::replace_span(node.span, list(&[text]), title, safety));
    }
    let title = if several.len() == 1 { "write it in brackets" } else { "write each of them as an entry of its own" };
    let text = list(&several);
    // What is to be written is shown whole, or not at all.
    let help = if echo_text(&text) == text { format!("{title}: `{text}`") } else { title.to_owned() };
    finding.with_help(help).with_fix(edits::replace_span(node.span, text, title, Safety::Unsafe))
}

/// A text without quotes whose lines were meant as entries: without a sign, with one that begins none, or with no blank behind it.
fn explain_lines_for_list(file: &SourceFile, span: Span, wrapped: bool, finding: Diagnostic) -> Diagnostic {
    let several = lines_of_text(file, span).count() > 1;
    let label = if several { "one text over several lines" } else { "one text" };
    let marks = lines_of_text(file, span).filter(|(_, words)| !words.starts_with("- "));
    let marks: Vec<&str> = marks.map(|(_, words)| item_mark(words)).collect();
    let each = if marks.len() > 1 { "each" } else { "the" };
    let help = match marks[..] {
        ["-", ..] if marks.iter().all(|mark| *mark == "-") => format!("write a blank behind {each} `-`"),
        [first, ..] if !first.is_empty() && marks.iter().all(|mark| *mark == first) => {
            format!("write `-` for {each} `{first}`")
        }
        [""] => "begin the first entry with `- `, as those below it".to_owned(),
        _ => "write each line as an entry, behind a `- `".to_owned(),
    };
    let finding = finding.with_label(label);
    match split_at_lines(file, span, wrapped) {
        Some(edits) => finding.offering(help, edits),
        None => finding.with_help("write each entry on a line of its own, behind a `- `"),
    }
}

/// One text behind a misspelt field that takes a list of texts: one edit says both.
pub(super) fn explain_one_for_list(
    explained: &ExplainedDocument<'_>,
    place: &[&str],
    entry: &Entry,
    finding: &Diagnostic,
) -> Option<Diagnostic> {
    let (name, text) = (place.last()?, entry.value.text().filter(|_| takes_texts(explained, place))?);
    // The key of a base at a path is known to whoever knows all bases.
    if *name == "extends" && text.contains('.') && !text.starts_with("../") {
        return None;
    }
    let listed = explain_text_for_list(explained, place, &entry.value, text, finding.clone());
    let Fix { title, edits, .. } = listed.fix?;
    let renamed = edits::rename_key(explained.file, entry.key.span, name, Safety::Unsafe).edits;
    let title = format!("write `{name}`, and {}", title.replacen("put it", "put the text", 1));
    let fix = Fix { title, safety: Safety::Unsafe, edits: [renamed, edits].concat() };
    Some(finding.clone().with_help(format!("did you mean `{name}`? {}", listed.help?)).with_fix(fix))
}

/// `- file: house/de.yaml`: the one text of a mapping is what is due, of a path to a base its key.
pub(super) fn offer_text_alone(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    node: &Node,
    text: &str,
    finding: Diagnostic,
) -> Diagnostic {
    let key =
        || [".yaml", ".yml", ".toml"].iter().find_map(|ending| text.trim_start_matches("./").strip_suffix(ending));
    let (what, text) = match parts.first().filter(|field| **field == "extends").and_then(|_| key()) {
        Some(key) => ("key", key),
        None => ("text", text),
    };
    let finding = finding.with_help(format!("write the {what} alone: `{text}`"));
    let raw = explained.file.slice(node.span);
    // A table of TOML stands behind a header of its own.
    let inside = !edits::is_toml(explained.file) || raw.starts_with('{');
    if node.entries().len() != 1 || raw.contains(['\n', '#']) || !inside {
        return finding;
    }
    let new = edits::text_value(explained.file, text);
    finding.with_fix(edits::replace_span(node.span, new, format!("write the {what} alone"), Safety::Unsafe))
}

/// `- - name: a`: the second dash goes, and the lines of the item move with what stands behind it.
pub(super) fn offer_one_dash(file: &SourceFile, node: &Node, finding: Diagnostic) -> Diagnostic {
    let title = "take one `- ` away: an entry begins with one";
    let (raw, start) = (file.slice(node.span), node.span.start as usize);
    let line = &file.text()[edits::line_start(file, start)..start];
    let dashed = raw.strip_prefix("- ").filter(|_| line.trim() == "-" && node.items().len() == 1);
    let Some(width) = dashed.map(|rest| raw.len() - rest.trim_start_matches(' ').len()) else {
        return finding.with_help(title);
    };
    let (mut at, mut edits) = (start, Vec::new());
    for line in raw.split_inclusive('\n') {
        if at == start || line.starts_with(&" ".repeat(width)) {
            edits.push(Edit { span: Span::new(at, at + width), text: String::new() });
        }
        at += line.len();
    }
    finding.offering(title, edits)
}

/// A table or mapping where a list of texts is due.
pub(super) fn explain_table_for_texts(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    entries: &[Entry],
    finding: Diagnostic,
) -> Diagnostic {
    let name = parts.last().copied().unwrap_or_default();
    let below = |entry: &Entry| -> Vec<String> {
        // What is beside a term is about it.
        if name == "terms" && entry.value.items().is_empty() {
            return vec![entry.key.value.clone()];
        }
        let one = entry.value.text().into_iter();
        let texts = one.chain(entry.value.items().iter().filter_map(Node::text));
        // Rules are named with their category.
        texts
            .map(|text| if name == "without_rules" { format!("{}.{text}", entry.key.value) } else { text.to_owned() })
            .collect()
    };
    let texts: Vec<String> = entries.iter().flat_map(below).collect();
    let toml = edits::is_toml(explained.file);
    let sign = if toml { " =" } else { ":" };
    let quoted: Vec<String> =
        texts.iter().map(|text| if toml { edits::quote_text(text) } else { text.clone() }).collect();
    let shown = if quoted.is_empty() { "[]".to_owned() } else { format!("[{}]", quoted.join(", ")) };
    let place = if table_header_of(explained, parts).is_some() { ", above the first `[table]`" } else { "" };
    let shown = if echo_text(&shown) == shown { shown } else { "[…]".to_owned() };
    finding.with_label("not a list").with_help(format!("write `{name}{sign} {shown}`{place}"))
}

/// The field that entries of a list of mappings begin with.
pub(super) fn first_field_of_items<'a>(explained: &ExplainedDocument<'a>, parts: &[&str]) -> Option<&'a str> {
    let item = explained.schema_at(&[parts, &["0"]].concat())?;
    let required = item.get("required").and_then(|names| names.as_array()?.first()?.as_str());
    item.get("properties").and(required)
}

/// Whether a table has all fields that an entry of the list needs, and no other.
pub(super) fn takes_fields_of(explained: &ExplainedDocument<'_>, parts: &[&str], node: &Node) -> bool {
    let item = [parts, &["0"]].concat();
    let fields = explained.fields_at(&item);
    let required = explained.schema_at(&item).and_then(|schema| schema.get("required")?.as_array());
    node.entries().iter().all(|entry| fields.contains(&entry.key.value.as_str()))
        && required.into_iter().flatten().filter_map(serde_json::Value::as_str).all(|field| node.get(field).is_some())
}

/// Whether a field takes a list of texts: one text alone is easily written without its brackets.
pub(super) fn takes_texts(explained: &ExplainedDocument<'_>, parts: &[&str]) -> bool {
    explained.schema_at(&[parts, &["0"]].concat()).is_some_and(|item| item["type"] == "string")
}

/// The brackets of a table of TOML that holds the value at this path.
pub(super) fn table_header_of(explained: &ExplainedDocument<'_>, parts: &[&str]) -> Option<Span> {
    let key = explained.entry_at(parts).filter(|_| edits::is_toml(explained.file) && parts.len() == 1)?.key.span;
    let header = Span::new((key.start as usize).checked_sub(1)?, key.end as usize + 1);
    let written = explained.file.slice(header);
    let line =
        explained.file.text().get(edits::line_start(explained.file, key.start as usize)..header.start as usize)?;
    (written.starts_with('[') && written.ends_with(']') && line.trim().is_empty()).then_some(header)
}
