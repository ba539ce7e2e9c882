//! TOML with a header for each table, instructions as tables of their own, texts of several lines in `"""`.

use crate::source::emit::{LIST_COLUMNS, Tree, shows};

/// A document of its own, ending with a line end. Nothing has no notation here and is left out.
#[must_use]
pub fn document(entries: &[(String, Tree)]) -> String {
    let mut out = String::new();
    table(&mut out, "", entries, "\n");
    out
}

/// The entries of a table, tables below it behind headers of their own.
fn table(out: &mut String, path: &str, entries: &[(String, Tree)], eol: &str) {
    let below = |value: &Tree| match value {
        Tree::Mapping(_) => true,
        Tree::Sequence(items) => !items.is_empty() && items.iter().all(|item| matches!(item, Tree::Mapping(_))),
        Tree::Null | Tree::Bool(_) | Tree::Integer(_) | Tree::Float(_) | Tree::Date(_) | Tree::Text(_) => false,
    };
    for (name, value) in entries.iter().filter(|(_, value)| !below(value) && *value != Tree::Null) {
        out.push_str(&format!("{} = {}{eol}", key(name), value_text(value, eol)));
    }
    for (name, value) in entries.iter().filter(|(_, value)| below(value)) {
        let path = if path.is_empty() { key(name) } else { format!("{path}.{}", key(name)) };
        match value {
            Tree::Mapping(entries) => {
                let own = entries.iter().any(|(_, value)| !below(value));
                if own || entries.is_empty() {
                    header(out, &format!("[{path}]"), eol);
                }
                table(out, &path, entries, eol);
            }
            Tree::Sequence(items) => {
                for item in items {
                    let Tree::Mapping(entries) = item else { continue };
                    header(out, &format!("[[{path}]]"), eol);
                    table(out, &path, entries, eol);
                }
            }
            Tree::Null | Tree::Bool(_) | Tree::Integer(_) | Tree::Float(_) | Tree::Date(_) | Tree::Text(_) => {}
        }
    }
}

fn header(out: &mut String, header: &str, eol: &str) {
    if !out.is_empty() {
        out.push_str(eol);
    }
    out.push_str(header);
    out.push_str(eol);
}

/// A value that stands behind `=`; text of several lines in `"""`.
fn value_text(value: &Tree, eol: &str) -> String {
    match value {
        Tree::Text(text) if text.contains('\n') => multiline(text, eol),
        Tree::Sequence(items) if inline(value).chars().count() > LIST_COLUMNS => {
            let items: String = items.iter().map(|item| format!("  {},{eol}", inline(item))).collect();
            format!("[{eol}{items}]")
        }
        Tree::Null
        | Tree::Bool(_)
        | Tree::Integer(_)
        | Tree::Float(_)
        | Tree::Date(_)
        | Tree::Text(_)
        | Tree::Sequence(_)
        | Tree::Mapping(_) => inline(value),
    }
}

fn multiline(text: &str, eol: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(|line| escaped(line).replace("\"\"\"", "\"\"\\\"")).collect();
    let body = lines.join(eol);
    let body = match body.strip_suffix('"') {
        Some(rest) => format!("{rest}\\\""),
        None => body,
    };
    format!("\"\"\"{eol}{}\"\"\"", body)
}

/// A value on one line.
pub(in crate::source) fn inline(value: &Tree) -> String {
    match value {
        Tree::Null => String::new(),
        Tree::Bool(value) => value.to_string(),
        Tree::Integer(value) => value.to_string(),
        Tree::Float(value) => format!("{value:?}"),
        Tree::Date(text) => text.clone(),
        Tree::Text(text) => basic(text),
        Tree::Sequence(items) => {
            let items: Vec<String> = items.iter().map(inline).collect();
            format!("[{}]", items.join(", "))
        }
        Tree::Mapping(entries) => {
            let entries: Vec<String> =
                entries.iter().map(|(name, value)| format!("{} = {}", key(name), inline(value))).collect();
            if entries.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", entries.join(", ")) }
        }
    }
}

/// A key.
pub(in crate::source) fn key(text: &str) -> String {
    let bare = !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
    if bare { text.to_owned() } else { basic(text) }
}

/// Text in double quotes.
pub(in crate::source) fn basic(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\n' => out.push_str("\\n"),
            c => escape(&mut out, c),
        }
    }
    out.push('"');
    out
}

/// Text in single quotes; nothing where it needs escapes.
pub(in crate::source) fn literal(text: &str) -> Option<String> {
    let fits = text.chars().all(|c| c != '\'' && (c == '\t' || shows(c)));
    fits.then(|| format!("'{text}'"))
}

fn escaped(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    line.chars().for_each(|c| escape(&mut out, c));
    out
}

fn escape(out: &mut String, c: char) {
    match c {
        '\\' => out.push_str("\\\\"),
        '\t' => out.push_str("\\t"),
        '\r' => out.push_str("\\r"),
        c if shows(c) => out.push(c),
        c => match u32::from(c) {
            code @ 0..=0xffff => out.push_str(&format!("\\u{code:04x}")),
            code => out.push_str(&format!("\\U{code:08x}")),
        },
    }
}
