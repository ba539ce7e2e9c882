//! YAML in block style, two spaces deep; texts plain where nobody misreads them, of several lines as `|`.

use crate::source::emit::{LIST_COLUMNS, ValueTree, is_printable};
use crate::source::yaml::scalar;

/// A document of its own, ending with a line end.
#[must_use]
pub fn render_yaml(entries: &[(String, ValueTree)]) -> String {
    entries.iter().map(|(name, value)| render_entry(name, value, 0, "\n")).collect()
}

/// An entry of a mapping in block style whose keys stand in column `indent`; ends with a line end. The first line is not
/// indented.
pub(crate) fn render_entry(name: &str, value: &ValueTree, indent: usize, eol: &str) -> String {
    let name = yaml_key(name);
    let deeper = " ".repeat(indent + 2);
    match value {
        ValueTree::Mapping(entries) if !entries.is_empty() => {
            let mut out = format!("{name}:{eol}");
            for (name, value) in entries {
                out.push_str(&deeper);
                out.push_str(&render_entry(name, value, indent + 2, eol));
            }
            out
        }
        ValueTree::Sequence(items)
            if !items.is_empty()
                && (items.iter().any(|item| !item.is_scalar())
                    || render_flow(value).chars().count() > LIST_COLUMNS) =>
        {
            let mut out = format!("{name}:{eol}");
            for value in items {
                out.push_str(&deeper);
                out.push_str(&render_item(value, indent + 2, 1, eol));
            }
            out
        }
        ValueTree::Text(text) => format!("{name}: {}{eol}", yaml_scalar(text, indent, eol)),
        ValueTree::Mapping(_)
        | ValueTree::Sequence(_)
        | ValueTree::Null
        | ValueTree::Bool(_)
        | ValueTree::Integer(_)
        | ValueTree::Float(_)
        | ValueTree::Date(_) => format!("{name}: {}{eol}", render_flow(value)),
    }
}

/// An item of a list in block style whose dash stands in column `indent`, `gap` spaces before its content; ends with a line
/// end. The first line is not indented.
pub(crate) fn render_item(value: &ValueTree, indent: usize, gap: usize, eol: &str) -> String {
    let mut out = format!("-{}", " ".repeat(gap));
    let column = indent + 1 + gap;
    match value {
        ValueTree::Mapping(entries) if !entries.is_empty() => {
            for (index, (name, value)) in entries.iter().enumerate() {
                if index > 0 {
                    out.push_str(&" ".repeat(column));
                }
                out.push_str(&render_entry(name, value, column, eol));
            }
        }
        ValueTree::Text(text) => out.push_str(&format!("{}{eol}", yaml_scalar(text, indent, eol))),
        ValueTree::Mapping(_)
        | ValueTree::Sequence(_)
        | ValueTree::Null
        | ValueTree::Bool(_)
        | ValueTree::Integer(_)
        | ValueTree::Float(_)
        | ValueTree::Date(_) => out.push_str(&format!("{}{eol}", render_flow(value))),
    }
    out
}

/// A value on one line.
pub(crate) fn render_flow(value: &ValueTree) -> String {
    match value {
        ValueTree::Null => "~".to_owned(),
        ValueTree::Bool(value) => value.to_string(),
        ValueTree::Integer(value) => value.to_string(),
        ValueTree::Float(value) => value.to_string(),
        ValueTree::Date(text) | ValueTree::Text(text) => {
            if is_plain_safe(text, true) {
                text.clone()
            } else {
                quote_scalar(text)
            }
        }
        ValueTree::Sequence(items) => {
            let items: Vec<String> = items.iter().map(render_flow).collect();
            format!("[{}]", items.join(", "))
        }
        ValueTree::Mapping(entries) => {
            let entries: Vec<String> =
                entries.iter().map(|(name, value)| format!("{}: {}", yaml_key(name), render_flow(value))).collect();
            format!("{{{}}}", entries.join(", "))
        }
    }
}

/// Text as the value of a key in column `indent`.
pub(crate) fn yaml_scalar(text: &str, indent: usize, eol: &str) -> String {
    if text.contains('\n')
        && let Some(block) = literal_block(text, &" ".repeat(indent + 2), eol)
    {
        return block;
    }
    if is_plain_safe(text, false) { text.to_owned() } else { quote_scalar(text) }
}

/// A key.
pub(crate) fn yaml_key(text: &str) -> String {
    if is_plain_safe(text, true) { text.to_owned() } else { double_quoted(text) }
}

/// Text as `|`, its lines behind `indent`, without the last line end; nothing where that cannot say it.
pub(crate) fn literal_block(text: &str, indent: &str, eol: &str) -> Option<String> {
    let body = text.trim_end_matches('\n');
    let ends = text.len() - body.len();
    let first = body.lines().next()?;
    let visible = body.chars().all(|c| c == '\n' || c == '\t' || is_printable(c));
    // A space at the start of the first line that says something would count as indentation.
    let begins = body.split('\n').find(|line| !line.is_empty())?;
    if !visible || first.is_empty() || begins.starts_with([' ', '\t']) || body.ends_with([' ', '\t']) {
        return None;
    }
    let mut out = String::from(match ends {
        0 => "|-",
        1 => "|",
        _ => "|+",
    });
    for line in body.split('\n') {
        out.push_str(eol);
        if !line.is_empty() {
            out.push_str(indent);
            out.push_str(line);
        }
    }
    for _ in 1..ends {
        out.push_str(eol);
    }
    Some(out)
}

/// Whether text without quotes is read as that text, by every reader.
pub(crate) fn is_plain_safe(text: &str, flow: bool) -> bool {
    let Some(first) = text.chars().next() else { return false };
    let last = text.chars().next_back().unwrap_or(' ');
    let begins = !"-?:,[]{}#&*!|>'\"%@`<=~ ".contains(first);
    begins
        && last != ' '
        && last != ':'
        && text.chars().all(is_printable)
        && !text.contains(": ")
        && !text.contains(" #")
        && !(flow && text.contains([',', '[', ']', '{', '}', ':']))
        && !text.starts_with("---")
        && !text.starts_with("...")
        && scalar::resolve_non_text(text).is_none()
        && scalar::yaml_1_1_reading(text).is_none()
}

fn quote_scalar(text: &str) -> String {
    if text.contains(['"', '\\'])
        && let Some(single) = single_quoted(text)
    {
        return single;
    }
    double_quoted(text)
}

/// Text in single quotes; nothing where it needs escapes.
pub(crate) fn single_quoted(text: &str) -> Option<String> {
    text.chars().all(is_printable).then(|| format!("'{}'", text.replace('\'', "''")))
}

/// Text in double quotes.
pub(crate) fn double_quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if is_printable(c) => out.push(c),
            c => match u32::from(c) {
                code @ 0..=0xff => out.push_str(&format!("\\x{code:02x}")),
                code @ 0x100..=0xffff => out.push_str(&format!("\\u{code:04x}")),
                code => out.push_str(&format!("\\U{code:08x}")),
            },
        }
    }
    out.push('"');
    out
}
