//! Edits that a finding offers: whole entries of block style come and go with their lines, scalars keep their notation.
//!
//! Where the text is not laid out plainly enough (flow style, several entries on a line), no edit is offered.

use crate::diagnostic::{Diagnostic, Edit, Fix, Safety, SourceFile, Span};
use crate::source::emit::is_bare_key;
use crate::source::toml::table_paths::other_names_of_table;
use crate::source::{Entry, Format, Node};

/// Replaces the bytes of a span.
pub fn replace_span(span: Span, text: impl Into<String>, title: impl Into<String>, safety: Safety) -> Fix {
    Fix { title: title.into(), safety, edits: vec![Edit { span, text: text.into() }] }
}

/// Swaps what stands at two places.
pub fn swap_texts(file: &SourceFile, one: Span, other: Span, title: impl Into<String>) -> Fix {
    let text = |span: Span| file.slice(span).to_owned();
    let mut edits = vec![Edit { span: one, text: text(other) }, Edit { span: other, text: text(one) }];
    edits.sort_by_key(|edit| edit.span);
    Fix { title: title.into(), safety: Safety::Unsafe, edits }
}

/// Writes another name over a key, in the notation that the key has now; that of a TOML table wherever it is named.
pub fn rename_key(file: &SourceFile, span: Span, name: &str, safety: Safety) -> Fix {
    let others = if is_toml(file) { other_names_of_table(file.text(), span) } else { Vec::new() };
    let edit = |span: Span| Edit { span, text: match_notation(file, span, name) };
    let edits = std::iter::once(span).chain(others).map(edit).collect();
    Fix { title: format!("write `{name}`"), safety, edits }
}

/// Most names that are offered side by side: of more, none is likely.
const MAX_NAMES: usize = 4;

/// Offers each of a few names in the place of what a span holds, as none of them is the likeliest.
pub fn offer_names<'n>(
    mut finding: Diagnostic,
    file: &SourceFile,
    span: Span,
    names: impl IntoIterator<Item = &'n str>,
) -> Diagnostic {
    let names: Vec<&str> = names.into_iter().collect();
    if (2..=MAX_NAMES).contains(&names.len()) {
        finding.alternatives.extend(names.iter().map(|name| rename_key(file, span, name, Safety::Unsafe)));
    }
    finding
}

/// Puts TOML tables below another one, wherever they are named.
pub fn put_below_table(file: &SourceFile, names: &[Span], above: &str) -> Fix {
    let others = names.iter().flat_map(|name| other_names_of_table(file.text(), *name));
    let places: std::collections::BTreeSet<u32> = names.iter().copied().chain(others).map(|span| span.start).collect();
    let edit = |at: u32| Edit { span: Span::empty_at(at as usize), text: format!("{above}.") };
    Fix {
        title: format!("write `{above}.` before each of its names"),
        safety: Safety::Unsafe,
        edits: places.into_iter().map(edit).collect(),
    }
}

/// `text` in the notation of the scalar at `span`: the same quotes, or quotes where a plain scalar would be misread, or would
/// not be JSON among JSON.
pub fn match_notation(file: &SourceFile, span: Span, text: &str) -> String {
    let now = file.slice(span);
    let plain = !text.contains(['"', '\\', '\n', '\'']);
    if now.starts_with('\'') && plain {
        format!("'{text}'")
    } else if now.starts_with(['"', '\'']) {
        quote_text(text)
    } else if reads_as_bare_text(file, text) || (is_toml(file) && is_bare_key(text)) {
        text.to_owned()
    } else {
        quote_text(text)
    }
}

/// `text` in double quotes, as YAML and TOML both read it.
pub fn quote_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A field with a text as its value, as a line of this file has it: `name: value`, `name = "value"` or `"name": "value"`.
pub fn field_line(file: &SourceFile, name: &str, text: &str) -> String {
    let value = text_value(file, text);
    match is_toml(file) {
        true => format!("{name} = {value}"),
        false => format!("{}: {value}", key_text(file, name)),
    }
}

/// The name of a field as a key of this file.
pub fn key_text(file: &SourceFile, name: &str) -> String {
    if is_toml(file) { name.to_owned() } else { text_value(file, name) }
}

/// A text as a value of this file.
pub fn text_value(file: &SourceFile, text: &str) -> String {
    if is_toml(file) { quote_text(text) } else { match_notation(file, Span::empty_at(0), text) }
}

/// Takes an entry away together with its lines, where nothing else stands on them; in JSON, with the comma beside it.
pub fn removal_span(file: &SourceFile, entry: &Entry) -> Option<Span> {
    if is_toml(file) && file.slice(entry.key.span).is_empty() {
        return None;
    }
    removal_of_span(file, entry.span()).or_else(|| behind_dash(file, entry))
}

/// The first entry of an item, `- id: 1`, up to the next one, which then stands behind the dash.
fn behind_dash(file: &SourceFile, entry: &Entry) -> Option<Span> {
    let (text, start) = (file.text(), entry.key.span.start as usize);
    let lead = &text[line_start(file, start)..start];
    if lead.trim() != "-" || is_json(file) {
        return None;
    }
    let end = entry.span().end as usize;
    let (rest, next) = text[end..].split_once('\n').filter(|(rest, _)| rest.trim().is_empty())?;
    let indent = next.len() - next.trim_start_matches(' ').len();
    let is_sibling = indent == lead.len() && !next[indent..].starts_with(['#', '-', '\r', '\n']);
    is_sibling.then(|| Span::new(start, end + rest.len() + 1 + indent))
}

/// The same of an entry by its place.
pub fn removal_of_span(file: &SourceFile, span: Span) -> Option<Span> {
    if is_json(file) { item_in_brackets(file, span) } else { lines_of_span(file, span) }
}

/// Takes one item of a list away; of the only one, the list.
pub fn removal_of_item(file: &SourceFile, list: &Entry, item: Span) -> Option<Span> {
    match list.value.items() {
        [] | [_] => removal_span(file, list),
        [_, _, ..] => item_in_brackets(file, item).or_else(|| lines_of_item(file, item)),
    }
}

/// A field to insert before the first entry of a mapping: a line of its own, as far as the mapping is laid out in lines.
pub fn insert_first(file: &SourceFile, mapping: &Node, key: &str, value: &str) -> Option<Edit> {
    insert_before(file, mapping, mapping.entries().iter().map(|entry| entry.key.span).min()?, key, value)
}

/// The same below the `kind` that a mapping begins with, where nothing is between that and the next field.
pub fn insert_below_kind(file: &SourceFile, mapping: &Node, key: &str, value: &str) -> Option<Edit> {
    if let [kind, next, ..] = mapping.entries()
        && kind.key.value == "kind"
        && file.text()[kind.span().end as usize..next.key.span.start as usize].trim().is_empty()
    {
        return insert_before(file, mapping, next.key.span, key, value);
    }
    insert_first(file, mapping, key, value)
}

fn insert_before(file: &SourceFile, mapping: &Node, first: Span, key: &str, value: &str) -> Option<Edit> {
    let start = line_start(file, first.start as usize);
    let lead = &file.text()[start..first.start as usize];
    if is_toml(file) {
        // A table header stands before its keys: only what is written above every header is at the top.
        let above = file.text()[..mapping.span.start as usize].lines();
        return above
            .map(str::trim)
            .all(|line| line.is_empty() || line.starts_with('#'))
            .then(|| Edit { span: Span::empty_at(start), text: format!("{key} = {value}{}", line_ending(file)) });
    }
    if file.slice(mapping.span).starts_with('{') {
        let line = lead.chars().all(|c| c == ' ').then(|| format!("{}{lead}", line_ending(file)));
        let (key, value) = match file.slice(Span::new(first.start as usize, first.start as usize + 1)) {
            "\"" => {
                (quote_text(key), if value.starts_with(['"', '[', '{']) { value.to_owned() } else { quote_text(value) })
            }
            _ => (key.to_owned(), value.to_owned()),
        };
        let text = format!("{key}: {value},{}", line.unwrap_or_else(|| " ".to_owned()));
        return Some(Edit { span: Span::empty_at(first.start as usize), text });
    }
    if lead.chars().all(|c| c == ' ' || c == '\u{feff}') {
        let indent = lead.trim_start_matches('\u{feff}');
        let at = first.start as usize;
        return Some(Edit { span: Span::empty_at(at), text: format!("{key}: {value}{}{indent}", line_ending(file)) });
    }
    let dash = lead.trim_start_matches(' ').strip_prefix('-')?;
    if !dash.is_empty() && dash.chars().all(|c| c == ' ') {
        let indent = " ".repeat(lead.chars().count());
        let end = line_ending(file);
        return Some(Edit { span: Span::empty_at(first.start as usize), text: format!("{key}: {value}{end}{indent}") });
    }
    None
}

/// The lines that a span fills, their line end included, where nothing but white space or a comment stands beside it.
pub fn lines_of_span(file: &SourceFile, span: Span) -> Option<Span> {
    let text = file.text();
    let start = line_start(file, span.start as usize);
    let before = text.get(start..span.start as usize)?;
    let end = text.get(span.end as usize..)?.find('\n').map_or(text.len(), |at| span.end as usize + at + 1);
    // The span of a block scalar may end with its line.
    let end = if text.get(..span.end as usize)?.ends_with('\n') { span.end as usize } else { end };
    let after = text.get((span.end as usize).min(end)..end)?.trim();
    (before.chars().all(|c| c == ' ') && (after.is_empty() || after.starts_with('#'))).then(|| Span::new(start, end))
}

/// The line end of the file, for lines that are inserted.
pub fn line_ending(file: &SourceFile) -> &'static str {
    match file.text().find('\n') {
        Some(at) if file.text()[..at].ends_with('\r') => "\r\n",
        Some(_) | None => "\n",
    }
}

/// What is to be done with lines of which the one above is a comment.
#[must_use]
pub fn comment_title(first: u32, last: u32) -> String {
    format!("begin {} with `#`, too", name_lines(first, last))
}

/// What is to be done with lines that became comments.
#[must_use]
pub fn uncomment_title(first: u32, last: u32) -> String {
    format!("take the `#` of {} away", name_lines(first, last))
}

fn name_lines(first: u32, last: u32) -> String {
    if first == last { format!("line {first}") } else { format!("lines {first} to {last}") }
}

/// Offset of the first byte of the line that holds `offset`.
pub fn line_start(file: &SourceFile, offset: usize) -> usize {
    file.text()[..offset].rfind('\n').map_or(0, |at| at + 1)
}

/// Whether the file is YAML by its name, and begins as JSON does.
pub fn is_json(file: &SourceFile) -> bool {
    let inner = file.text().trim_start().strip_prefix('{');
    !is_toml(file) && inner.is_some_and(|inner| inner.trim_start().starts_with('"'))
}

/// Whether the file is TOML.
pub fn is_toml(file: &SourceFile) -> bool {
    Format::from_path(file.path()) == Some(Format::Toml)
}

/// Whether YAML reads the text as text without quotes. Cautious: says no too often.
fn reads_as_bare_text(file: &SourceFile, text: &str) -> bool {
    const READ_AS_OTHER: &[&str] = &["true", "false", "null", "yes", "no", "on", "off", "y", "n"];
    !is_toml(file)
        && !is_json(file)
        && text.starts_with(char::is_alphabetic)
        && !text.ends_with(' ')
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '/' | '.' | ' '))
        && !READ_AS_OTHER.contains(&text.to_ascii_lowercase().as_str())
}

/// One item of a list in brackets, or of a mapping in braces, with the comma that parts it from the next one, or from the one
/// before.
pub fn item_in_brackets(file: &SourceFile, item: Span) -> Option<Span> {
    let (before, rest) = file.text().split_at_checked(item.start as usize)?;
    let behind = rest.get(item.range().len()..)?;
    if let Some(next) = behind.trim_start().strip_prefix(',') {
        let next = next.trim_start();
        return (!next.starts_with('#')).then(|| Span::new(item.start as usize, file.text().len() - next.len()));
    }
    let bare = before.trim_end();
    let start = bare.strip_suffix(',').map_or(bare.len(), str::len);
    (bare.ends_with([',', '[', '{']) && behind.trim_start().starts_with([']', '}']))
        .then(|| Span::new(start, item.end as usize))
}

/// The lines of one item of a YAML list in block style, its dash included.
pub fn lines_of_item(file: &SourceFile, item: Span) -> Option<Span> {
    let start = line_start(file, item.start as usize);
    let lead = file.text()[start..item.start as usize].trim_start_matches(' ');
    let dash = lead.strip_prefix('-')?;
    let plain = !dash.is_empty() && dash.chars().all(|c| c == ' ');
    let whole = if plain { lines_of_span(file, Span::new(start, item.end as usize))? } else { return None };
    Some(whole)
}

/// The words of a file's name, or of a key, as people would write them; nothing of an empty one.
pub fn sentence_of_stem(stem: &str) -> Option<String> {
    let words = stem.replace(['-', '_'], " ");
    let mut chars = words.chars();
    let first = chars.next()?;
    Some(first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_goes_with_the_comma_beside_it() {
        for (text, item, left) in [
            ("[a, b, c]", "a", "[b, c]"),
            ("[a, b, c]", "b", "[a, c]"),
            ("[a, b, c]", "c", "[a, b]"),
            ("[a]", "a", "[]"),
            ("[\n  a,\n  b\n]", "b", "[\n  a\n]"),
        ] {
            let file = SourceFile::new("a.toml", text);
            let at = text.find(item).unwrap();
            let span = item_in_brackets(&file, Span::new(at, at + item.len())).unwrap();
            assert_eq!(format!("{}{}", &text[..span.start as usize], &text[span.end as usize..]), left, "{text}");
        }
        let file = SourceFile::new("a.toml", "[a, # why\n b]");
        assert_eq!(item_in_brackets(&file, Span::new(1, 2)), None);
    }
}
