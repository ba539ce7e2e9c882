//! Ways to make an edit in YAML, the least change first. Which of them is right is found out by reading again.

use crate::diagnostic::{Edit, Span};
use crate::source::edit::{Act, Task, line, local, task};
use crate::source::emit::{self, Tree};
use crate::source::{Node, Value};

/// Edits that may do what is asked.
pub(super) fn ways(text: &str, root: &Node, act: &Act) -> Vec<Vec<Edit>> {
    let Some(task) = task(root, act) else { return Vec::new() };
    match task {
        Task::Replace { node, value } => replace(text, node, value),
        Task::Insert { mapping, key, value, after } => insert(text, mapping, key, &value, after),
        Task::Push { list, item } => push(text, list, item),
        Task::Drop { mapping, entry } => {
            let entry = &mapping.entries()[entry];
            if is_flow(text, mapping) {
                let spans: Vec<Span> = mapping.entries().iter().map(crate::source::Entry::span).collect();
                flow_drop(text, &spans, entry.span())
            } else {
                drop_entry(text, mapping, entry.key.span.range().start, entry.span())
            }
        }
        Task::Pull { list, item } => {
            let spans: Vec<Span> = list.items().iter().map(|item| item.span).collect();
            if is_flow(text, list) { flow_drop(text, &spans, spans[item]) } else { pull(text, spans[item]) }
        }
    }
}

pub(super) fn replaced(start: usize, end: usize, text: impl Into<String>) -> Vec<Edit> {
    vec![Edit { span: Span::new(start, end), text: text.into() }]
}

fn is_flow(text: &str, node: &Node) -> bool {
    // A list in the column of its key is said to begin behind its first dash.
    let token = &text[node.span.range()];
    match node.value {
        Value::Mapping(_) => token.starts_with('{'),
        Value::Sequence(_) => token.starts_with('[') && token.ends_with(']'),
        Value::Null | Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::Date(_) | Value::Text(_) => false,
    }
}

fn replace(text: &str, node: &Node, value: &Tree) -> Vec<Vec<Edit>> {
    let range = node.span.range();
    let (start, end) = (range.start, range.end);
    let token = &text[range];
    let Tree::Text(new) = value else { return vec![replaced(start, end, pad(token, emit::flow(value)))] };
    let old = node.text().unwrap_or_default();
    let eol = line::end(text);
    let mut ways = Vec::new();
    let way = |text: String| replaced(start, end, pad(token, text));
    match token.chars().next() {
        Some(sign @ ('|' | '>')) => {
            let head = token.find('\n').map_or(token.len(), |at| at + 1);
            let lead = token[head..].lines().find(|line| !line.trim().is_empty());
            let deep: String = lead.map(|line| line.chars().take_while(|c| *c == ' ').collect()).unwrap_or_default();
            let newline = format!("{eol}{deep}");
            let newline = (sign == '|').then_some(newline.as_str());
            let patch = local::patch(token, head..token.len(), old, new, newline, str::to_owned);
            if let Some((range, written)) = patch {
                ways.push(replaced(start + range.start, start + range.end, written));
            }
            if let Some(block) = emit::literal_block(new, &deep, eol) {
                // What stands behind the sign on its line, a comment perhaps, stays.
                let behind = token[..head]
                    .trim_end_matches(['\r', '\n'])
                    .trim_start_matches(|c: char| matches!(c, '|' | '>' | '-' | '+') || c.is_ascii_digit());
                let (mark, body) = block.split_at(block.find(eol).unwrap_or(block.len()));
                if sign == '>' {
                    // Without line ends inside, folding changes nothing.
                    ways.push(way(format!("{}{behind}{body}", mark.replace('|', ">"))));
                }
                ways.push(way(format!("{mark}{behind}{body}")));
                ways.push(way(block));
            }
            ways.push(way(emit::double(new)));
        }
        Some('"') => {
            if token.contains('\n') {
                let inner = 1..token.len() - 1;
                let write = |text: &str| emit::double(text).trim_matches('"').to_owned();
                if let Some((range, written)) = local::patch(token, inner, old, new, None, write) {
                    ways.push(replaced(start + range.start, start + range.end, written));
                }
            }
            ways.push(replaced(start, end, emit::double(new)));
        }
        Some('\'') => {
            if token.contains('\n') {
                let write = |text: &str| text.replace('\'', "''");
                if let Some((range, written)) = local::patch(token, 1..token.len() - 1, old, new, None, write) {
                    ways.push(replaced(start + range.start, start + range.end, written));
                }
            }
            ways.extend(emit::single(new).map(|text| replaced(start, end, text)));
            ways.push(replaced(start, end, emit::double(new)));
        }
        Some(_) | None => {
            if token.contains('\n') {
                if let Some((range, written)) = local::patch(token, 0..token.len(), old, new, None, str::to_owned) {
                    ways.push(replaced(start + range.start, start + range.end, written));
                }
            } else if emit::plain(new, false) {
                ways.push(way(new.clone()));
            } else if new.contains('\n') {
                let indent = line::lead(text, start).len() - line::lead(text, start).trim_start_matches(' ').len();
                let deep = " ".repeat(dashes(line::lead(text, start)).max(indent) + 2);
                ways.extend(emit::literal_block(new, &deep, eol).map(way));
            }
            if !new.contains('\n') {
                ways.push(way(emit::yaml_scalar(new, 0, eol)));
            }
            ways.push(way(emit::double(new)));
        }
    }
    ways
}

/// Column of the first key of a list's item, where a line begins with dashes.
fn dashes(lead: &str) -> usize {
    lead.len() - lead.trim_start_matches([' ', '-']).len()
}

/// A value in the place of nothing stands apart from its colon.
fn pad(token: &str, text: String) -> String {
    if token.is_empty() { format!(" {text}") } else { text }
}

fn insert(text: &str, mapping: &Node, key: &str, value: &Tree, after: &[&str]) -> Vec<Vec<Edit>> {
    let eol = line::end(text);
    let entries = mapping.entries();
    if is_flow(text, mapping) {
        let written = format!("{}: {}", emit::yaml_key(key), emit::flow(value));
        let spans: Vec<Span> = entries.iter().map(crate::source::Entry::span).collect();
        return flow_add(text, mapping.span, &spans, &written, eol);
    }
    let Some(first) = entries.first() else { return Vec::new() };
    let column = first.key.span.range().start - line::start(text, first.key.span.range().start);
    let written = emit::entry(key, value, column, eol);
    let indent = " ".repeat(column);
    let mut ways = Vec::new();
    let place = place(entries, key, after);
    if let Some(next) = entries.get(place) {
        let at = next.key.span.range().start;
        if line::lead(text, at).chars().all(|c| c == ' ') {
            let begins = line::with_comments(text, line::start(text, at), column);
            if place > 0 || begins == line::start(text, at) {
                ways.push(replaced(begins, begins, format!("{indent}{written}")));
            }
        }
    }
    for entry in place.checked_sub(1).into_iter().chain([entries.len() - 1]) {
        ways.extend(below(text, entries[entry].span().range().end, &indent, &written, eol));
    }
    ways
}

/// Where a new entry stands among others: their number from 0.
pub(super) fn place(entries: &[crate::source::Entry], key: &str, after: &[&str]) -> usize {
    if after.is_empty() {
        let sorted = entries.windows(2).all(|pair| pair[0].key.value < pair[1].key.value);
        let next = entries.iter().position(|entry| entry.key.value.as_str() > key);
        return if sorted { next.unwrap_or(entries.len()) } else { entries.len() };
    }
    let last = entries.iter().rposition(|entry| after.contains(&entry.key.value.as_str()));
    last.map_or(entries.len(), |last| last + 1)
}

/// Lines below the line on which something ends, and below the empty lines that follow it.
pub(super) fn below(text: &str, end: usize, indent: &str, written: &str, eol: &str) -> Vec<Vec<Edit>> {
    let at = line::behind(text, end);
    if at == text.len() && !text.ends_with('\n') {
        let written = written.trim_end_matches(['\n', '\r']);
        return vec![replaced(at, at, format!("{eol}{indent}{written}"))];
    }
    let mut further = at;
    while further < text.len() && line::blank(text, further) {
        further = line::behind(text, further);
    }
    let way = |at| replaced(at, at, format!("{indent}{written}"));
    if further == at { vec![way(at)] } else { vec![way(at), way(further)] }
}

fn push(text: &str, list: &Node, item: &Tree) -> Vec<Vec<Edit>> {
    let eol = line::end(text);
    let spans: Vec<Span> = list.items().iter().map(|item| item.span).collect();
    if is_flow(text, list) {
        return flow_add(text, list.span, &spans, &emit::flow(item), eol);
    }
    let Some(last) = list.items().last() else { return Vec::new() };
    let start = last.span.range().start;
    let Some(dash) = dash(text, start) else { return Vec::new() };
    let column = dash - line::start(text, dash);
    let gap = if text[dash + 1..start].chars().all(|c| c == ' ') { (start - dash - 1).max(1) } else { 1 };
    let written = if is_flow(text, last) && matches!(last.value, Value::Mapping(_)) {
        format!("-{}{}{eol}", " ".repeat(gap), emit::flow(item))
    } else {
        emit::item(item, column, gap, eol)
    };
    below(text, last.span.range().end, &" ".repeat(column), &written, eol)
}

/// The dash of the item that begins at `start`.
fn dash(text: &str, start: usize) -> Option<usize> {
    let mut at = start;
    loop {
        let lead = line::lead(text, at);
        if let Some(dash) = lead.rfind('-').filter(|dash| !lead[..*dash].contains('#')) {
            return Some(at - lead.len() + dash);
        }
        if !lead.trim().is_empty() && !lead.trim().starts_with(['#', '&']) {
            return None;
        }
        at = line::start(text, at).checked_sub(1)?;
    }
}

/// Whole lines of an entry in block style, with the comments above it.
fn drop_entry(text: &str, mapping: &Node, key: usize, span: Span) -> Vec<Vec<Edit>> {
    let lead = line::lead(text, key);
    let end = line::behind(text, span.range().end);
    if lead.chars().all(|c| c == ' ') {
        let begins = line::with_comments(text, line::start(text, key), lead.len());
        let (from, to) = line::gap(text, begins, end);
        return vec![replaced(from, to, ""), replaced(begins, end, "")];
    }
    // The first of an item: the next one moves up to its dash.
    let next = mapping.entries().iter().map(|entry| entry.key.span.range().start).find(|start| *start > key);
    next.filter(|next| text[end..*next].trim().is_empty()).map(|next| replaced(key, next, "")).into_iter().collect()
}

/// Whole lines of an item in block style, with the comments above it.
fn pull(text: &str, item: Span) -> Vec<Vec<Edit>> {
    let Some(dash) = dash(text, item.range().start) else { return Vec::new() };
    let lead = line::lead(text, dash);
    let end = line::behind(text, item.range().end);
    if !lead.chars().all(|c| c == ' ') {
        return Vec::new();
    }
    let begins = line::with_comments(text, line::start(text, dash), lead.len());
    let (from, to) = line::gap(text, begins, end);
    vec![replaced(from, to, ""), replaced(begins, end, "")]
}

/// One more between brackets.
pub(super) fn flow_add(text: &str, around: Span, spans: &[Span], written: &str, eol: &str) -> Vec<Vec<Edit>> {
    let close = around.range().end - 1;
    let Some(last) = spans.last().map(|span| span.range()) else {
        let padded = text[around.range()].len() > 2 && text[..close].ends_with(' ');
        return vec![replaced(
            around.range().start + 1,
            close,
            if padded { format!(" {written} ") } else { written.to_owned() },
        )];
    };
    let lead = line::lead(text, last.start);
    let alone = spans.len() > 1 || line::start(text, around.range().start) != line::start(text, last.start);
    let own_line =
        alone && lead.trim().is_empty() && line::start(text, around.range().start) != line::start(text, last.start);
    let between = if own_line { format!("{eol}{lead}") } else { " ".to_owned() };
    let rest = &text[last.end..close];
    let comma = rest.trim_start().starts_with(',');
    if comma {
        let at = last.end + rest.find(',').unwrap_or(0) + 1;
        let at = if own_line { comment_end(text, at) } else { at };
        let tail = if own_line { "," } else { "" };
        return vec![replaced(at, at, format!("{between}{written}{tail}"))];
    }
    if own_line && rest.contains('#') {
        // The comma goes before the comment that stands behind the last one.
        let at = comment_end(text, last.end);
        return vec![vec![
            Edit { span: Span::at(last.end), text: ",".to_owned() },
            Edit { span: Span::at(at), text: format!("{between}{written}") },
        ]];
    }
    vec![replaced(last.end, last.end, format!(",{between}{written}"))]
}

/// The end of the line without its line end, where nothing but a comment stands between.
fn comment_end(text: &str, at: usize) -> usize {
    let end = line::behind(text, at);
    let rest = text[at..end].trim_end_matches(['\n', '\r']);
    if rest.trim().is_empty() || rest.trim_start().starts_with('#') { at + rest.trim_end().len() } else { at }
}

/// One less between brackets, with its comma.
pub(super) fn flow_drop(text: &str, spans: &[Span], gone: Span) -> Vec<Vec<Edit>> {
    let Some(at) = spans.iter().position(|span| *span == gone) else { return Vec::new() };
    let range = gone.range();
    let lead = line::lead(text, range.start);
    let end = line::behind(text, range.end);
    let mut ways = Vec::new();
    let rest = text[range.end..end].trim();
    // On lines of its own, with its comma and comments.
    if lead.trim().is_empty()
        && rest.starts_with(',')
        && (rest[1..].trim().is_empty() || rest[1..].trim().starts_with('#'))
    {
        let begins = line::with_comments(text, line::start(text, range.start), lead.len());
        ways.push(replaced(begins, end, ""));
    }
    if let Some(next) = spans.get(at + 1) {
        ways.push(replaced(range.start, next.range().start, ""));
    }
    if let Some(before) = at.checked_sub(1).map(|at| spans[at].range()) {
        ways.push(replaced(before.end, range.end, ""));
    }
    if spans.len() == 1 {
        ways.push(replaced(range.start, range.end, ""));
    }
    ways
}
