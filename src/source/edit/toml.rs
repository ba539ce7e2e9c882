//! Ways to make an edit in TOML, the least change first: tables behind headers, dotted keys and inline tables each stay
//! what they are. Which way is right is found out by reading again.

use crate::diagnostic::{Edit, Span};
use crate::source::edit::yaml::{insert_below, insert_flow_item, insert_position, remove_flow_item, replacement_edit};
use crate::source::edit::{EditTask, TreeEdit, line, resolve_task, token_patch};
use crate::source::emit::{self, ValueTree};
use crate::source::path_segment::PathSegment;
use crate::source::{Entry, Node, Value};

/// Edits that may do what is asked.
pub(super) fn candidate_edits(text: &str, root: &Node, edit: &TreeEdit) -> Vec<Vec<Edit>> {
    let Some(task) = resolve_task(root, edit) else { return Vec::new() };
    match task {
        EditTask::ReplaceScalar { node, value } => replace_value(text, node, value),
        EditTask::InsertEntry { mapping, key, value, after } => {
            insert_entry(text, root, edit, mapping, key, &value, after)
        }
        EditTask::AppendItem { list, item } => append_item(text, edit, list, item),
        EditTask::RemoveEntry { mapping, entry } => {
            if is_inline(text, mapping) {
                let spans: Vec<Span> = mapping.entries().iter().map(Entry::span).collect();
                remove_flow_item(text, &spans, spans[entry])
            } else {
                remove_entry(text, &mapping.entries()[entry])
            }
        }
        EditTask::RemoveItem { list, item } => {
            let spans: Vec<Span> = list.items().iter().map(|item| item.span).collect();
            if is_array(text, list) {
                remove_flow_item(text, &spans, spans[item])
            } else {
                remove_item(text, &list.items()[item])
            }
        }
    }
}

fn is_inline(text: &str, node: &Node) -> bool {
    text[node.span.range()].starts_with('{')
}

fn is_array(text: &str, node: &Node) -> bool {
    text[node.span.range()].starts_with('[')
}

fn replace_value(text: &str, node: &Node, value: &ValueTree) -> Vec<Vec<Edit>> {
    let range = node.span.range();
    let (start, end) = (range.start, range.end);
    let token = &text[range];
    let ValueTree::Text(new) = value else { return vec![replacement_edit(start, end, emit::render_inline(value))] };
    let old = node.text().unwrap_or_default();
    let eol = line::line_ending(text);
    let basic = |text: &str| {
        let written = emit::basic_string(text);
        written[1..written.len() - 1].to_owned()
    };
    let mut ways = Vec::new();
    if token.starts_with("\"\"\"") && token.len() >= 6 {
        if let Some((range, written)) = token_patch::patch_token(token, 3..token.len() - 3, old, new, Some(eol), basic)
        {
            ways.push(replacement_edit(start + range.start, start + range.end, written));
        }
        let lines: Vec<String> = new.split('\n').map(basic).collect();
        ways.push(replacement_edit(start, end, format!("\"\"\"{eol}{}\"\"\"", lines.join(eol))));
    } else if token.starts_with("'''") && token.len() >= 6 {
        let write = str::to_owned;
        if let Some((range, written)) = token_patch::patch_token(token, 3..token.len() - 3, old, new, Some(eol), write)
        {
            ways.push(replacement_edit(start + range.start, start + range.end, written));
        }
        ways.push(replacement_edit(start, end, format!("'''{eol}{}'''", new.replace('\n', eol))));
    } else if token.starts_with('\'') {
        ways.extend(emit::literal_string(new).map(|text| replacement_edit(start, end, text)));
    }
    ways.push(replacement_edit(start, end, emit::basic_string(new)));
    ways
}

/// Whether an entry is a line of its table: neither a table behind a header, nor several, nor part of dotted keys.
fn is_line(text: &str, entry: &Entry) -> bool {
    let table = matches!(entry.value.value, Value::Mapping(_)) && !is_inline(text, &entry.value);
    !table && !is_table_array(text, entry)
}

/// Whether an entry is tables behind headers in double brackets.
fn is_table_array(text: &str, entry: &Entry) -> bool {
    matches!(entry.value.value, Value::Sequence(_)) && !is_array(text, &entry.value)
}

fn insert_entry(
    text: &str,
    root: &Node,
    edit: &TreeEdit,
    mapping: &Node,
    key: &str,
    value: &ValueTree,
    after: &[&str],
) -> Vec<Vec<Edit>> {
    let eol = line::line_ending(text);
    let name = emit::toml_key(key);
    if is_inline(text, mapping) {
        let written = format!("{name} = {}", emit::render_inline(value));
        let spans: Vec<Span> = mapping.entries().iter().map(Entry::span).collect();
        return insert_flow_item(text, mapping.span, &spans, &written, eol);
    }
    let lines: Vec<Entry> = mapping.entries().iter().filter(|entry| is_line(text, entry)).cloned().collect();
    let mut ways = Vec::new();
    if value.is_scalar() || matches!(value, ValueTree::Sequence(items) if items.iter().all(ValueTree::is_scalar)) {
        let Some(some) = lines.first() else { return ways };
        // What stands before the key is that of its neighbours, dotted parts included.
        let lead = line::line_prefix(text, some.key.span.range().start).to_owned();
        if lead.trim_start().starts_with(['[', '{']) {
            return ways;
        }
        let written = format!("{name} = {}{eol}", emit::render_inline(value));
        let place = insert_position(&lines, key, after);
        if let Some(next) = lines.get(place) {
            let at = line::line_start(text, next.key.span.range().start);
            let begins = line::start_with_comments(text, at, lead.len() - lead.trim_start().len());
            if place > 0 || begins == at {
                ways.push(replacement_edit(begins, begins, format!("{lead}{written}")));
            }
        }
        let last = place.checked_sub(1).unwrap_or(lines.len() - 1);
        ways.extend(insert_below(text, lines[last].span().range().end, &lead, &written, eol));
        return ways;
    }
    let mut way: Vec<String> = edit
        .path()
        .iter()
        .map_while(|step| match step {
            PathSegment::Key(key) => Some(emit::toml_key(key)),
            PathSegment::Item(_) => None,
        })
        .collect();
    match value {
        ValueTree::Mapping(_) => {
            let mut inner = value;
            // The last key of a way that is set stands in the table, the others in its header.
            way.pop();
            while let ValueTree::Mapping(entries) = inner {
                let [(_, next)] = entries.as_slice() else { break };
                if next.is_scalar() {
                    break;
                }
                inner = next;
            }
            let ValueTree::Mapping(entries) = inner else { return ways };
            let body: String = entries
                .iter()
                .map(|(key, value)| format!("{} = {}{eol}", emit::toml_key(key), emit::render_inline(value)))
                .collect();
            let written = format!("[{}]{eol}{body}", way.join("."));
            let dotted = mapping.entries().iter().find(|entry| !is_line(text, entry)).and_then(|entry| {
                let start = entry.key.span.range().start;
                let lead = line::line_prefix(text, start);
                (!lead.trim_start().starts_with('[')).then(|| (lead.to_owned(), entry.span().range().end))
            });
            if let (Some((lead, _)), [(inner, value)]) = (&dotted, entries.as_slice()) {
                let last = mapping
                    .entries()
                    .iter()
                    .filter(|entry| !is_line(text, entry))
                    .map(|entry| entry.span().range().end)
                    .max();
                let dotted = format!("{name}.{} = {}{eol}", emit::toml_key(inner), emit::render_inline(value));
                ways.extend(insert_below(text, last.unwrap_or_default(), lead, &dotted, eol));
            }
            let tables = mapping.entries().iter().filter(|entry| !is_line(text, entry) && !is_table_array(text, entry));
            if let Some(last) = tables.map(|entry| entry.span().range().end).max() {
                ways.extend(append_block(text, last, &written, eol));
            }
            // Tables that are many stand last.
            let many = root.entries().iter().filter(|entry| is_table_array(text, entry));
            if let Some(header) =
                many.filter_map(|entry| entry.value.items().first()).filter_map(|item| header_line(text, item)).min()
            {
                let begins = line::start_with_comments(text, header, 0);
                ways.push(replacement_edit(begins, begins, format!("{written}{eol}")));
            }
            ways.extend(append_block(text, text.len(), &written, eol));
        }
        ValueTree::Sequence(items) => {
            let Some(ValueTree::Mapping(entries)) = items.first() else { return ways };
            ways.extend(append_block(text, text.len(), &render_table_item(&way.join("."), "", entries, eol), eol));
        }
        ValueTree::Null
        | ValueTree::Bool(_)
        | ValueTree::Integer(_)
        | ValueTree::Float(_)
        | ValueTree::Date(_)
        | ValueTree::Text(_) => {}
    }
    ways
}

/// Lines below what ends at `end`, behind an empty line.
fn append_block(text: &str, end: usize, written: &str, eol: &str) -> Vec<Vec<Edit>> {
    let at = line::next_line_start(text, end.min(text.len()));
    if at == text.len() {
        let trimmed = text.trim_end_matches([' ', '\t', '\n', '\r']).len();
        let last = if text[trimmed..].contains('\n') { line::next_line_start(text, trimmed) } else { text.len() };
        let open = if text[trimmed..].contains('\n') { String::new() } else { eol.to_owned() };
        return vec![replacement_edit(last, last, format!("{open}{eol}{written}"))];
    }
    vec![replacement_edit(at, at, format!("{eol}{written}"))]
}

/// An item of an array of tables; what is a table in it gets a header of its own.
fn render_table_item(path: &str, lead: &str, entries: &[(String, ValueTree)], eol: &str) -> String {
    let mut out = format!("{lead}[[{path}]]{eol}");
    for (key, value) in entries.iter().filter(|(_, value)| !matches!(value, ValueTree::Mapping(_))) {
        let text = emit::toml(&[(key.clone(), value.clone())]);
        out.push_str(lead);
        out.push_str(&text.replace('\n', eol));
    }
    for (key, value) in entries {
        let ValueTree::Mapping(entries) = value else { continue };
        out.push_str(&format!("{eol}{lead}[{path}.{}]{eol}", emit::toml_key(key)));
        for (name, value) in entries {
            out.push_str(&format!("{lead}{} = {}{eol}", emit::toml_key(name), emit::render_inline(value)));
        }
    }
    out
}

fn append_item(text: &str, edit: &TreeEdit, list: &Node, item: &ValueTree) -> Vec<Vec<Edit>> {
    let eol = line::line_ending(text);
    if is_array(text, list) {
        let spans: Vec<Span> = list.items().iter().map(|item| item.span).collect();
        return insert_flow_item(text, list.span, &spans, &emit::render_inline(item), eol);
    }
    let (Some(last), ValueTree::Mapping(entries)) = (list.items().last(), item) else { return Vec::new() };
    let Some(header) = header_line(text, last) else { return Vec::new() };
    let lead: String = text[header..].chars().take_while(|c| matches!(c, ' ' | '\t')).collect();
    let way: Vec<String> = edit
        .path()
        .iter()
        .filter_map(|step| match step {
            PathSegment::Key(key) => Some(emit::toml_key(key)),
            PathSegment::Item(_) => None,
        })
        .collect();
    append_block(text, last.span.range().end, &render_table_item(&way.join("."), &lead, entries, eol), eol)
}

/// The start of the line of the header above a table.
fn header_line(text: &str, table: &Node) -> Option<usize> {
    let mut at = line::line_start(text, table.span.range().start);
    loop {
        let line = text[at..line::next_line_start(text, at)].trim();
        if line.starts_with('[') {
            return Some(at);
        }
        if at == 0
            || !(line.is_empty() || line.starts_with('#') || at == line::line_start(text, table.span.range().start))
        {
            return None;
        }
        at = line::line_start(text, at - 1);
    }
}

/// The lines of an entry, or of the table that it heads, with the comments above.
fn remove_entry(text: &str, entry: &Entry) -> Vec<Vec<Edit>> {
    let end = line::next_line_start(text, entry.span().range().end);
    if is_line(text, entry) {
        return remove_lines(text, line::line_start(text, entry.key.span.range().start), end);
    }
    match &entry.value.value {
        Value::Mapping(entries) => {
            let Some(first) = entries.iter().map(|entry| entry.key.span.range().start).min() else { return Vec::new() };
            let last = entries.iter().map(|entry| entry.span().range().end).max().unwrap_or(first);
            match header_line(text, &entry.value).filter(|_| line::line_prefix(text, first).trim().is_empty()) {
                Some(header) => remove_lines(text, header, line::next_line_start(text, last)),
                None => remove_lines(text, line::line_start(text, first), line::next_line_start(text, last)),
            }
        }
        Value::Sequence(items) => match (items.first().and_then(|item| header_line(text, item)), items.last()) {
            (Some(header), Some(last)) => {
                remove_lines(text, header, line::next_line_start(text, last.span.range().end))
            }
            (_, _) => Vec::new(),
        },
        Value::Null | Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::Date(_) | Value::Text(_) => {
            Vec::new()
        }
    }
}

fn remove_item(text: &str, item: &Node) -> Vec<Vec<Edit>> {
    header_line(text, item)
        .map(|header| remove_lines(text, header, line::next_line_start(text, item.span.range().end)))
        .unwrap_or_default()
}

fn remove_lines(text: &str, from: usize, to: usize) -> Vec<Vec<Edit>> {
    let column = text[from..].len() - text[from..].trim_start_matches([' ', '\t']).len();
    let begins = line::start_with_comments(text, from, column);
    let (start, end) = line::removal_range(text, begins, to);
    vec![replacement_edit(start, end, ""), replacement_edit(begins, to, "")]
}
