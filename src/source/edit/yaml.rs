//! Ways to make an edit in YAML, the least change first. Which of them is right is found out by reading again.

use crate::diagnostic::{Edit, Span};
use crate::source::edit::{EditTask, TreeEdit, line, resolve_task, token_patch};
use crate::source::emit::{self, ValueTree};
use crate::source::{Node, Value};

/// Edits that may do what is asked.
pub(super) fn candidate_edits(text: &str, root: &Node, edit: &TreeEdit) -> Vec<Vec<Edit>> {
    let Some(task) = resolve_task(root, edit) else { return Vec::new() };
    match task {
        EditTask::ReplaceScalar { node, value } => replace_value(text, node, value),
        EditTask::InsertEntry { mapping, key, value, after } => insert_entry(text, mapping, key, &value, after),
        EditTask::AppendItem { list, item } => append_item(text, list, item),
        EditTask::RemoveEntry { mapping, entry } => {
            let entry = &mapping.entries()[entry];
            if is_flow(text, mapping) {
                let spans: Vec<Span> = mapping.entries().iter().map(crate::source::Entry::span).collect();
                remove_flow_item(text, &spans, entry.span())
            } else {
                remove_entry(text, mapping, entry.key.span.range().start, entry.span())
            }
        }
        EditTask::RemoveItem { list, item } => {
            let spans: Vec<Span> = list.items().iter().map(|item| item.span).collect();
            if is_flow(text, list) {
                remove_flow_item(text, &spans, spans[item])
            } else {
                remove_item(text, spans[item])
            }
        }
    }
}

pub(super) fn replacement_edit(start: usize, end: usize, text: impl Into<String>) -> Vec<Edit> {
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

fn replace_value(text: &str, node: &Node, value: &ValueTree) -> Vec<Vec<Edit>> {
    let range = node.span.range();
    let (start, end) = (range.start, range.end);
    let token = &text[range];
    let ValueTree::Text(new) = value else {
        return vec![replacement_edit(start, end, pad_value(token, emit::render_flow(value)))];
    };
    let old = node.text().unwrap_or_default();
    let eol = line::line_ending(text);
    let mut ways = Vec::new();
    let way = |text: String| replacement_edit(start, end, pad_value(token, text));
    match token.chars().next() {
        Some(sign @ ('|' | '>')) => {
            let head = token.find('\n').map_or(token.len(), |at| at + 1);
            let lead = token[head..].lines().find(|line| !line.trim().is_empty());
            let deep: String = lead.map(|line| line.chars().take_while(|c| *c == ' ').collect()).unwrap_or_default();
            let newline = format!("{eol}{deep}");
            let newline = (sign == '|').then_some(newline.as_str());
            let patch = token_patch::patch_token(token, head..token.len(), old, new, newline, str::to_owned);
            if let Some((range, written)) = patch {
                ways.push(replacement_edit(start + range.start, start + range.end, written));
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
            ways.push(way(emit::double_quoted(new)));
        }
        Some('"') => {
            if token.contains('\n') {
                let inner = 1..token.len() - 1;
                let write = |text: &str| emit::double_quoted(text).trim_matches('"').to_owned();
                if let Some((range, written)) = token_patch::patch_token(token, inner, old, new, None, write) {
                    ways.push(replacement_edit(start + range.start, start + range.end, written));
                }
            }
            ways.push(replacement_edit(start, end, emit::double_quoted(new)));
        }
        Some('\'') => {
            if token.contains('\n') {
                let write = |text: &str| text.replace('\'', "''");
                if let Some((range, written)) =
                    token_patch::patch_token(token, 1..token.len() - 1, old, new, None, write)
                {
                    ways.push(replacement_edit(start + range.start, start + range.end, written));
                }
            }
            ways.extend(emit::single_quoted(new).map(|text| replacement_edit(start, end, text)));
            ways.push(replacement_edit(start, end, emit::double_quoted(new)));
        }
        Some(_) | None => {
            if token.contains('\n') {
                if let Some((range, written)) =
                    token_patch::patch_token(token, 0..token.len(), old, new, None, str::to_owned)
                {
                    ways.push(replacement_edit(start + range.start, start + range.end, written));
                }
            } else if emit::is_plain_safe(new, false) {
                ways.push(way(new.clone()));
            } else if new.contains('\n') {
                let indent =
                    line::line_prefix(text, start).len() - line::line_prefix(text, start).trim_start_matches(' ').len();
                let deep = " ".repeat(dash_width(line::line_prefix(text, start)).max(indent) + 2);
                ways.extend(emit::literal_block(new, &deep, eol).map(way));
            }
            if !new.contains('\n') {
                ways.push(way(emit::yaml_scalar(new, 0, eol)));
            }
            ways.push(way(emit::double_quoted(new)));
        }
    }
    ways
}

/// Column of the first key of a list's item, where a line begins with dashes.
fn dash_width(lead: &str) -> usize {
    lead.len() - lead.trim_start_matches([' ', '-']).len()
}

/// A value in the place of nothing stands apart from its colon.
fn pad_value(token: &str, text: String) -> String {
    if token.is_empty() { format!(" {text}") } else { text }
}

fn insert_entry(text: &str, mapping: &Node, key: &str, value: &ValueTree, after: &[&str]) -> Vec<Vec<Edit>> {
    let eol = line::line_ending(text);
    let entries = mapping.entries();
    if is_flow(text, mapping) {
        let written = format!("{}: {}", emit::yaml_key(key), emit::render_flow(value));
        let spans: Vec<Span> = entries.iter().map(crate::source::Entry::span).collect();
        return insert_flow_item(text, mapping.span, &spans, &written, eol);
    }
    let Some(first) = entries.first() else { return Vec::new() };
    let column = first.key.span.range().start - line::line_start(text, first.key.span.range().start);
    let written = emit::render_entry(key, value, column, eol);
    let indent = " ".repeat(column);
    let mut ways = Vec::new();
    let place = insert_position(entries, key, after);
    if let Some(next) = entries.get(place) {
        let at = next.key.span.range().start;
        if line::line_prefix(text, at).chars().all(|c| c == ' ') {
            let begins = line::start_with_comments(text, line::line_start(text, at), column);
            if place > 0 || begins == line::line_start(text, at) {
                ways.push(replacement_edit(begins, begins, format!("{indent}{written}")));
            }
        }
    }
    for entry in place.checked_sub(1).into_iter().chain([entries.len() - 1]) {
        ways.extend(insert_below(text, entries[entry].span().range().end, &indent, &written, eol));
    }
    ways
}

/// Where a new entry stands among others: their number from 0.
pub(super) fn insert_position(entries: &[crate::source::Entry], key: &str, after: &[&str]) -> usize {
    if after.is_empty() {
        let sorted = entries.windows(2).all(|pair| pair[0].key.value < pair[1].key.value);
        let next = entries.iter().position(|entry| entry.key.value.as_str() > key);
        return if sorted { next.unwrap_or(entries.len()) } else { entries.len() };
    }
    let last = entries.iter().rposition(|entry| after.contains(&entry.key.value.as_str()));
    last.map_or(entries.len(), |last| last + 1)
}

/// Lines below the line on which something ends, and below the empty lines that follow it.
pub(super) fn insert_below(text: &str, end: usize, indent: &str, written: &str, eol: &str) -> Vec<Vec<Edit>> {
    let at = line::next_line_start(text, end);
    if at == text.len() && !text.ends_with('\n') {
        let written = written.trim_end_matches(['\n', '\r']);
        return vec![replacement_edit(at, at, format!("{eol}{indent}{written}"))];
    }
    let mut further = at;
    while further < text.len() && line::is_blank_line(text, further) {
        further = line::next_line_start(text, further);
    }
    let way = |at| replacement_edit(at, at, format!("{indent}{written}"));
    if further == at { vec![way(at)] } else { vec![way(at), way(further)] }
}

fn append_item(text: &str, list: &Node, item: &ValueTree) -> Vec<Vec<Edit>> {
    let eol = line::line_ending(text);
    let spans: Vec<Span> = list.items().iter().map(|item| item.span).collect();
    if is_flow(text, list) {
        return insert_flow_item(text, list.span, &spans, &emit::render_flow(item), eol);
    }
    let Some(last) = list.items().last() else { return Vec::new() };
    let start = last.span.range().start;
    let Some(dash) = find_dash(text, start) else { return Vec::new() };
    let column = dash - line::line_start(text, dash);
    let gap = if text[dash + 1..start].chars().all(|c| c == ' ') { (start - dash - 1).max(1) } else { 1 };
    let written = if is_flow(text, last) && matches!(last.value, Value::Mapping(_)) {
        format!("-{}{}{eol}", " ".repeat(gap), emit::render_flow(item))
    } else {
        emit::render_item(item, column, gap, eol)
    };
    insert_below(text, last.span.range().end, &" ".repeat(column), &written, eol)
}

/// The dash of the item that begins at `start`.
fn find_dash(text: &str, start: usize) -> Option<usize> {
    let mut at = start;
    loop {
        let lead = line::line_prefix(text, at);
        if let Some(dash) = lead.rfind('-').filter(|dash| !lead[..*dash].contains('#')) {
            return Some(at - lead.len() + dash);
        }
        if !lead.trim().is_empty() && !lead.trim().starts_with(['#', '&']) {
            return None;
        }
        at = line::line_start(text, at).checked_sub(1)?;
    }
}

/// Whole lines of an entry in block style, with the comments above it.
fn remove_entry(text: &str, mapping: &Node, key: usize, span: Span) -> Vec<Vec<Edit>> {
    let lead = line::line_prefix(text, key);
    let end = line::next_line_start(text, span.range().end);
    if lead.chars().all(|c| c == ' ') {
        let begins = line::start_with_comments(text, line::line_start(text, key), lead.len());
        let (from, to) = line::removal_range(text, begins, end);
        return vec![replacement_edit(from, to, ""), replacement_edit(begins, end, "")];
    }
    // The first of an item: the next one moves up to its dash.
    let next = mapping.entries().iter().map(|entry| entry.key.span.range().start).find(|start| *start > key);
    next.filter(|next| text[end..*next].trim().is_empty())
        .map(|next| replacement_edit(key, next, ""))
        .into_iter()
        .collect()
}

/// Whole lines of an item in block style, with the comments above it.
fn remove_item(text: &str, item: Span) -> Vec<Vec<Edit>> {
    let Some(dash) = find_dash(text, item.range().start) else { return Vec::new() };
    let lead = line::line_prefix(text, dash);
    let end = line::next_line_start(text, item.range().end);
    if !lead.chars().all(|c| c == ' ') {
        return Vec::new();
    }
    let begins = line::start_with_comments(text, line::line_start(text, dash), lead.len());
    let (from, to) = line::removal_range(text, begins, end);
    vec![replacement_edit(from, to, ""), replacement_edit(begins, end, "")]
}

/// One more between brackets.
pub(super) fn insert_flow_item(text: &str, around: Span, spans: &[Span], written: &str, eol: &str) -> Vec<Vec<Edit>> {
    let close = around.range().end - 1;
    let Some(last) = spans.last().map(|span| span.range()) else {
        if text[around.range()].contains('#') {
            return vec![insert_below_comments(text, close, written, eol)];
        }
        let padded = text[around.range()].len() > 2 && text[..close].ends_with(' ');
        return vec![replacement_edit(
            around.range().start + 1,
            close,
            if padded { format!(" {written} ") } else { written.to_owned() },
        )];
    };
    let lead = line::line_prefix(text, last.start);
    let own_line =
        lead.trim().is_empty() && line::line_start(text, around.range().start) != line::line_start(text, last.start);
    let between = if own_line { format!("{eol}{lead}") } else { " ".to_owned() };
    let rest = &text[last.end..close];
    let comma = rest.trim_start().starts_with(',');
    if comma {
        let at = last.end + rest.find(',').unwrap_or(0) + 1;
        let at = if own_line { comment_end(text, at) } else { at };
        let tail = if own_line { "," } else { "" };
        return vec![replacement_edit(at, at, format!("{between}{written}{tail}"))];
    }
    if own_line && rest.contains('#') {
        // The comma goes before the comment that stands behind the last one.
        let at = comment_end(text, last.end);
        return vec![vec![
            Edit { span: Span::empty_at(last.end), text: ",".to_owned() },
            Edit { span: Span::empty_at(at), text: format!("{between}{written}") },
        ]];
    }
    vec![replacement_edit(last.end, last.end, format!(",{between}{written}"))]
}

/// On a line of its own above a bracket, in the column of the comment that stands there.
fn insert_below_comments(text: &str, close: usize, written: &str, eol: &str) -> Vec<Edit> {
    let at = line::line_start(text, close);
    let above = text[..at].lines().next_back().unwrap_or_default();
    let bare = above.trim_start_matches([' ', '\t']);
    let indent = match above.strip_suffix(bare) {
        Some(lead) if bare.starts_with('#') => lead.to_owned(),
        Some(_) | None => format!("{}  ", line::line_prefix(text, close)),
    };
    replacement_edit(at, at, format!("{indent}{written}{eol}"))
}

/// The end of the line without its line end, where nothing but a comment stands between.
fn comment_end(text: &str, at: usize) -> usize {
    let end = line::next_line_start(text, at);
    let rest = text[at..end].trim_end_matches(['\n', '\r']);
    if rest.trim().is_empty() || rest.trim_start().starts_with('#') { at + rest.trim_end().len() } else { at }
}

/// One less between brackets, with its comma.
pub(super) fn remove_flow_item(text: &str, spans: &[Span], gone: Span) -> Vec<Vec<Edit>> {
    let Some(at) = spans.iter().position(|span| *span == gone) else { return Vec::new() };
    let range = gone.range();
    let lead = line::line_prefix(text, range.start);
    let end = line::next_line_start(text, range.end);
    let mut ways = Vec::new();
    let rest = text[range.end..end].trim();
    let behind = rest.strip_prefix(',').unwrap_or(rest).trim_start();
    let before = at.checked_sub(1).map(|before| spans[before].range().end);
    let below_comment = before.is_some_and(|before| text[before..range.start].contains('#'));
    // On lines of its own, with its comma and comments; those of the one before it stay.
    if lead.trim().is_empty()
        && (behind.is_empty() || behind.starts_with('#'))
        && (rest.starts_with(',') || !behind.is_empty() || below_comment)
    {
        let begins = line::start_with_comments(text, line::line_start(text, range.start), lead.len());
        ways.push(replacement_edit(begins, end, ""));
    }
    if let Some(next) = spans.get(at + 1) {
        ways.push(replacement_edit(range.start, next.range().start, ""));
    }
    if let Some(before) = before {
        ways.push(replacement_edit(before, range.end, ""));
    }
    if spans.len() == 1 {
        ways.push(replacement_edit(range.start, range.end, ""));
    }
    ways
}
