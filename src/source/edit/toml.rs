//! Ways to make an edit in TOML, the least change first: tables behind headers, dotted keys and inline tables each stay
//! what they are. Which way is right is found out by reading again.

use crate::diagnostic::{Edit, Span};
use crate::source::edit::yaml::{below, flow_add, flow_drop, place, replaced};
use crate::source::edit::{Act, Step, Task, line, local, task};
use crate::source::emit::{self, Tree};
use crate::source::{Entry, Node, Value};

/// Edits that may do what is asked.
pub(super) fn ways(text: &str, root: &Node, act: &Act) -> Vec<Vec<Edit>> {
    let Some(task) = task(root, act) else { return Vec::new() };
    match task {
        Task::Replace { node, value } => replace(text, node, value),
        Task::Insert { mapping, key, value, after } => insert(text, root, act, mapping, key, &value, after),
        Task::Push { list, item } => push(text, act, list, item),
        Task::Drop { mapping, entry } => {
            if is_inline(text, mapping) {
                let spans: Vec<Span> = mapping.entries().iter().map(Entry::span).collect();
                flow_drop(text, &spans, spans[entry])
            } else {
                drop_entry(text, &mapping.entries()[entry])
            }
        }
        Task::Pull { list, item } => {
            let spans: Vec<Span> = list.items().iter().map(|item| item.span).collect();
            if is_array(text, list) { flow_drop(text, &spans, spans[item]) } else { pull(text, &list.items()[item]) }
        }
    }
}

fn is_inline(text: &str, node: &Node) -> bool {
    text[node.span.range()].starts_with('{')
}

fn is_array(text: &str, node: &Node) -> bool {
    text[node.span.range()].starts_with('[')
}

fn replace(text: &str, node: &Node, value: &Tree) -> Vec<Vec<Edit>> {
    let range = node.span.range();
    let (start, end) = (range.start, range.end);
    let token = &text[range];
    let Tree::Text(new) = value else { return vec![replaced(start, end, emit::inline(value))] };
    let old = node.text().unwrap_or_default();
    let eol = line::end(text);
    let basic = |text: &str| {
        let written = emit::basic(text);
        written[1..written.len() - 1].to_owned()
    };
    let mut ways = Vec::new();
    if token.starts_with("\"\"\"") && token.len() >= 6 {
        if let Some((range, written)) = local::patch(token, 3..token.len() - 3, old, new, Some(eol), basic) {
            ways.push(replaced(start + range.start, start + range.end, written));
        }
        let lines: Vec<String> = new.split('\n').map(basic).collect();
        ways.push(replaced(start, end, format!("\"\"\"{eol}{}\"\"\"", lines.join(eol))));
    } else if token.starts_with("'''") && token.len() >= 6 {
        let write = str::to_owned;
        if let Some((range, written)) = local::patch(token, 3..token.len() - 3, old, new, Some(eol), write) {
            ways.push(replaced(start + range.start, start + range.end, written));
        }
        ways.push(replaced(start, end, format!("'''{eol}{}'''", new.replace('\n', eol))));
    } else if token.starts_with('\'') {
        ways.extend(emit::literal(new).map(|text| replaced(start, end, text)));
    }
    ways.push(replaced(start, end, emit::basic(new)));
    ways
}

/// Whether an entry is a line of its table: neither a table behind a header nor part of dotted keys.
fn is_line(text: &str, entry: &Entry) -> bool {
    let table = matches!(entry.value.value, Value::Mapping(_)) && !is_inline(text, &entry.value);
    let tables = match &entry.value.value {
        Value::Sequence(_) => !is_array(text, &entry.value),
        Value::Null
        | Value::Bool(_)
        | Value::Integer(_)
        | Value::Float(_)
        | Value::Date(_)
        | Value::Text(_)
        | Value::Mapping(_) => false,
    };
    !table && !tables
}

fn insert(
    text: &str,
    root: &Node,
    act: &Act,
    mapping: &Node,
    key: &str,
    value: &Tree,
    after: &[&str],
) -> Vec<Vec<Edit>> {
    let eol = line::end(text);
    let name = emit::toml_key(key);
    if is_inline(text, mapping) {
        let written = format!("{name} = {}", emit::inline(value));
        let spans: Vec<Span> = mapping.entries().iter().map(Entry::span).collect();
        return flow_add(text, mapping.span, &spans, &written, eol);
    }
    let lines: Vec<Entry> = mapping.entries().iter().filter(|entry| is_line(text, entry)).cloned().collect();
    let mut ways = Vec::new();
    if value.is_scalar() || matches!(value, Tree::Sequence(items) if items.iter().all(Tree::is_scalar)) {
        let Some(some) = lines.first() else { return ways };
        // What stands before the key is that of its neighbours, dotted parts included.
        let lead = line::lead(text, some.key.span.range().start).to_owned();
        if lead.trim_start().starts_with(['[', '{']) {
            return ways;
        }
        let written = format!("{name} = {}{eol}", emit::inline(value));
        let place = place(&lines, key, after);
        if let Some(next) = lines.get(place) {
            let at = line::start(text, next.key.span.range().start);
            let begins = line::with_comments(text, at, lead.len() - lead.trim_start().len());
            if place > 0 || begins == at {
                ways.push(replaced(begins, begins, format!("{lead}{written}")));
            }
        }
        let last = place.checked_sub(1).unwrap_or(lines.len() - 1);
        ways.extend(below(text, lines[last].span().range().end, &lead, &written, eol));
        return ways;
    }
    let mut way: Vec<String> = act
        .at()
        .iter()
        .map_while(|step| match step {
            Step::Key(key) => Some(emit::toml_key(key)),
            Step::Item(_) => None,
        })
        .collect();
    match value {
        Tree::Mapping(_) => {
            let mut inner = value;
            // The last key of a way that is set stands in the table, the others in its header.
            way.pop();
            while let Tree::Mapping(entries) = inner {
                let [(_, next)] = entries.as_slice() else { break };
                if next.is_scalar() {
                    break;
                }
                inner = next;
            }
            let Tree::Mapping(entries) = inner else { return ways };
            let body: String = entries
                .iter()
                .map(|(key, value)| format!("{} = {}{eol}", emit::toml_key(key), emit::inline(value)))
                .collect();
            let written = format!("[{}]{eol}{body}", way.join("."));
            let dotted = mapping.entries().iter().find(|entry| !is_line(text, entry)).and_then(|entry| {
                let start = entry.key.span.range().start;
                let lead = line::lead(text, start);
                (!lead.trim_start().starts_with('[')).then(|| (lead.to_owned(), entry.span().range().end))
            });
            if let (Some((lead, _)), [(inner, value)]) = (&dotted, entries.as_slice()) {
                let last = mapping
                    .entries()
                    .iter()
                    .filter(|entry| !is_line(text, entry))
                    .map(|entry| entry.span().range().end)
                    .max();
                let dotted = format!("{name}.{} = {}{eol}", emit::toml_key(inner), emit::inline(value));
                ways.extend(below(text, last.unwrap_or_default(), lead, &dotted, eol));
            }
            let beside = mapping
                .entries()
                .iter()
                .filter(|entry| !is_line(text, entry) && entry.key.value != "custom_instructions");
            if let Some(last) = beside.map(|entry| entry.span().range().end).max() {
                ways.extend(apart(text, last, &written, eol));
            }
            let list = root.entry("custom_instructions").filter(|entry| !is_line(text, entry));
            if let Some(header) = list.and_then(|list| list.value.items().first()).and_then(|item| header(text, item)) {
                let begins = line::with_comments(text, header, 0);
                ways.push(replaced(begins, begins, format!("{written}{eol}")));
            }
            ways.extend(apart(text, text.len(), &written, eol));
        }
        Tree::Sequence(items) => {
            let Some(Tree::Mapping(entries)) = items.first() else { return ways };
            ways.extend(apart(text, text.len(), &tables(&way.join("."), "", entries, eol), eol));
        }
        Tree::Null | Tree::Bool(_) | Tree::Integer(_) | Tree::Float(_) | Tree::Date(_) | Tree::Text(_) => {}
    }
    ways
}

/// Lines below what ends at `end`, behind an empty line.
fn apart(text: &str, end: usize, written: &str, eol: &str) -> Vec<Vec<Edit>> {
    let at = line::behind(text, end.min(text.len()));
    if at == text.len() {
        let trimmed = text.trim_end_matches([' ', '\t', '\n', '\r']).len();
        let last = if text[trimmed..].contains('\n') { line::behind(text, trimmed) } else { text.len() };
        let open = if text[trimmed..].contains('\n') { String::new() } else { eol.to_owned() };
        return vec![replaced(last, last, format!("{open}{eol}{written}"))];
    }
    vec![replaced(at, at, format!("{eol}{written}"))]
}

/// An item of an array of tables; what is a table in it gets a header of its own.
fn tables(path: &str, lead: &str, entries: &[(String, Tree)], eol: &str) -> String {
    let mut out = format!("{lead}[[{path}]]{eol}");
    for (key, value) in entries.iter().filter(|(_, value)| !matches!(value, Tree::Mapping(_))) {
        let text = emit::toml(&[(key.clone(), value.clone())]);
        out.push_str(lead);
        out.push_str(&text.replace('\n', eol));
    }
    for (key, value) in entries {
        let Tree::Mapping(entries) = value else { continue };
        out.push_str(&format!("{eol}{lead}[{path}.{}]{eol}", emit::toml_key(key)));
        for (name, value) in entries {
            out.push_str(&format!("{lead}{} = {}{eol}", emit::toml_key(name), emit::inline(value)));
        }
    }
    out
}

fn push(text: &str, act: &Act, list: &Node, item: &Tree) -> Vec<Vec<Edit>> {
    let eol = line::end(text);
    if is_array(text, list) {
        let spans: Vec<Span> = list.items().iter().map(|item| item.span).collect();
        return flow_add(text, list.span, &spans, &emit::inline(item), eol);
    }
    let (Some(last), Tree::Mapping(entries)) = (list.items().last(), item) else { return Vec::new() };
    let Some(header) = header(text, last) else { return Vec::new() };
    let lead: String = text[header..].chars().take_while(|c| matches!(c, ' ' | '\t')).collect();
    let way: Vec<String> = act
        .at()
        .iter()
        .filter_map(|step| match step {
            Step::Key(key) => Some(emit::toml_key(key)),
            Step::Item(_) => None,
        })
        .collect();
    apart(text, last.span.range().end, &tables(&way.join("."), &lead, entries, eol), eol)
}

/// The start of the line of the header above a table.
fn header(text: &str, table: &Node) -> Option<usize> {
    let mut at = line::start(text, table.span.range().start);
    loop {
        let line = text[at..line::behind(text, at)].trim();
        if line.starts_with('[') {
            return Some(at);
        }
        if at == 0 || !(line.is_empty() || line.starts_with('#') || at == line::start(text, table.span.range().start)) {
            return None;
        }
        at = line::start(text, at - 1);
    }
}

/// The lines of an entry, or of the table that it heads, with the comments above.
fn drop_entry(text: &str, entry: &Entry) -> Vec<Vec<Edit>> {
    let end = line::behind(text, entry.span().range().end);
    if is_line(text, entry) {
        return whole(text, line::start(text, entry.key.span.range().start), end);
    }
    match &entry.value.value {
        Value::Mapping(entries) => {
            let Some(first) = entries.iter().map(|entry| entry.key.span.range().start).min() else { return Vec::new() };
            let last = entries.iter().map(|entry| entry.span().range().end).max().unwrap_or(first);
            match header(text, &entry.value).filter(|_| line::lead(text, first).trim().is_empty()) {
                Some(header) => whole(text, header, line::behind(text, last)),
                None => whole(text, line::start(text, first), line::behind(text, last)),
            }
        }
        Value::Sequence(items) => match (items.first().and_then(|item| header(text, item)), items.last()) {
            (Some(header), Some(last)) => whole(text, header, line::behind(text, last.span.range().end)),
            (_, _) => Vec::new(),
        },
        Value::Null | Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::Date(_) | Value::Text(_) => {
            Vec::new()
        }
    }
}

fn pull(text: &str, item: &Node) -> Vec<Vec<Edit>> {
    header(text, item).map(|header| whole(text, header, line::behind(text, item.span.range().end))).unwrap_or_default()
}

fn whole(text: &str, from: usize, to: usize) -> Vec<Vec<Edit>> {
    let column = text[from..].len() - text[from..].trim_start_matches([' ', '\t']).len();
    let begins = line::with_comments(text, from, column);
    let (start, end) = line::gap(text, begins, to);
    vec![replaced(start, end, ""), replaced(begins, to, "")]
}
