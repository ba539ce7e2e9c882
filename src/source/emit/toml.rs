//! TOML with a header for each table, instructions as tables of their own, texts of several lines in `"""`.

use crate::source::emit::{LIST_COLUMNS, ValueTree, is_printable};

/// A document of its own, ending with a line end. Nothing has no notation here and is left out.
#[must_use]
pub fn render_toml(entries: &[(String, ValueTree)]) -> String {
    let mut out = String::new();
    write_table(&mut out, "", entries, "\n");
    out
}

/// The entries of a table, tables below it behind headers of their own.
fn write_table(out: &mut String, path: &str, entries: &[(String, ValueTree)], eol: &str) {
    let below = |value: &ValueTree| match value {
        ValueTree::Mapping(_) => true,
        ValueTree::Sequence(items) => {
            !items.is_empty() && items.iter().all(|item| matches!(item, ValueTree::Mapping(_)))
        }
        ValueTree::Null
        | ValueTree::Bool(_)
        | ValueTree::Integer(_)
        | ValueTree::Float(_)
        | ValueTree::Date(_)
        | ValueTree::Text(_) => false,
    };
    for (name, value) in entries.iter().filter(|(_, value)| !below(value) && *value != ValueTree::Null) {
        out.push_str(&format!("{} = {}{eol}", toml_key(name), render_value(value, eol)));
    }
    for (name, value) in entries.iter().filter(|(_, value)| below(value)) {
        let path = if path.is_empty() { toml_key(name) } else { format!("{path}.{}", toml_key(name)) };
        match value {
            ValueTree::Mapping(entries) => {
                let own = entries.iter().any(|(_, value)| !below(value));
                if own || entries.is_empty() {
                    write_header(out, &format!("[{path}]"), eol);
                }
                write_table(out, &path, entries, eol);
            }
            ValueTree::Sequence(items) => {
                for item in items {
                    let ValueTree::Mapping(entries) = item else { continue };
                    write_header(out, &format!("[[{path}]]"), eol);
                    write_table(out, &path, entries, eol);
                }
            }
            ValueTree::Null
            | ValueTree::Bool(_)
            | ValueTree::Integer(_)
            | ValueTree::Float(_)
            | ValueTree::Date(_)
            | ValueTree::Text(_) => {}
        }
    }
}

fn write_header(out: &mut String, header: &str, eol: &str) {
    if !out.is_empty() {
        out.push_str(eol);
    }
    out.push_str(header);
    out.push_str(eol);
}

/// A value that stands behind `=`; text of several lines in `"""`.
fn render_value(value: &ValueTree, eol: &str) -> String {
    match value {
        ValueTree::Text(text) if text.contains('\n') => render_multiline(text, eol),
        ValueTree::Sequence(items) if render_inline(value).chars().count() > LIST_COLUMNS => {
            let items: String = items.iter().map(|item| format!("  {},{eol}", render_inline(item))).collect();
            format!("[{eol}{items}]")
        }
        ValueTree::Null
        | ValueTree::Bool(_)
        | ValueTree::Integer(_)
        | ValueTree::Float(_)
        | ValueTree::Date(_)
        | ValueTree::Text(_)
        | ValueTree::Sequence(_)
        | ValueTree::Mapping(_) => render_inline(value),
    }
}

fn render_multiline(text: &str, eol: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(|line| escape_line(line).replace("\"\"\"", "\"\"\\\"")).collect();
    let body = lines.join(eol);
    let body = match body.strip_suffix('"') {
        Some(rest) => format!("{rest}\\\""),
        None => body,
    };
    format!("\"\"\"{eol}{}\"\"\"", body)
}

/// A value on one line.
pub(crate) fn render_inline(value: &ValueTree) -> String {
    match value {
        ValueTree::Null => String::new(),
        ValueTree::Bool(value) => value.to_string(),
        ValueTree::Integer(value) => value.to_string(),
        ValueTree::Float(value) => format!("{value:?}"),
        ValueTree::Date(text) => text.clone(),
        ValueTree::Text(text) => basic_string(text),
        ValueTree::Sequence(items) => {
            let items: Vec<String> = items.iter().map(render_inline).collect();
            format!("[{}]", items.join(", "))
        }
        ValueTree::Mapping(entries) => {
            let entries: Vec<String> =
                entries.iter().map(|(name, value)| format!("{} = {}", toml_key(name), render_inline(value))).collect();
            if entries.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", entries.join(", ")) }
        }
    }
}

/// Whether a key of TOML needs no quotes.
#[must_use]
pub fn is_bare_key(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
}

/// A key.
pub(crate) fn toml_key(text: &str) -> String {
    if is_bare_key(text) { text.to_owned() } else { basic_string(text) }
}

/// Text in double quotes.
pub(crate) fn basic_string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\n' => out.push_str("\\n"),
            c => push_escaped(&mut out, c),
        }
    }
    out.push('"');
    out
}

/// Text in single quotes; nothing where it needs escapes.
pub(crate) fn literal_string(text: &str) -> Option<String> {
    let fits = text.chars().all(|c| c != '\'' && (c == '\t' || is_printable(c)));
    fits.then(|| format!("'{text}'"))
}

fn escape_line(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    line.chars().for_each(|c| push_escaped(&mut out, c));
    out
}

fn push_escaped(out: &mut String, c: char) {
    match c {
        '\\' => out.push_str("\\\\"),
        '\t' => out.push_str("\\t"),
        '\r' => out.push_str("\\r"),
        c if is_printable(c) => out.push(c),
        c => match u32::from(c) {
            code @ 0..=0xffff => out.push_str(&format!("\\u{code:04x}")),
            code => out.push_str(&format!("\\U{code:08x}")),
        },
    }
}
