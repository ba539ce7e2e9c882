//! Keys that a mapping has already, in either notation.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, SourceFile, Span};
use crate::source::duplicate_block::{comments_above, join_blocks};
use crate::source::shorten::shorten_line;
use crate::source::{Entry, Node, Value};

/// A key that its mapping has already. `before` is the entry above it.
pub(super) fn duplicate_key_finding(
    file: &Arc<SourceFile>,
    first: &Entry,
    second: &Entry,
    before: Span,
    flow: bool,
) -> Diagnostic {
    if let Some(finding) = single_header(file, first, second) {
        return finding;
    }
    let key = shorten_line(&first.key.value);
    let same = same_value(&first.value, &second.value);
    let finding = Diagnostic::new(Code::DuplicateKey, file, second.key.span, format!("`{key}` is set twice"))
        .with_label(if same { "set again, to the same value" } else { "set again, to another value" })
        .with_secondary(first.key.span, "first set here");
    if !same {
        let both = |is: fn(&Value) -> bool| is(&first.value.value) && is(&second.value.value);
        let of_list =
            || header_of_list(file, second.key.span).filter(|_| both(|value| matches!(value, Value::Mapping(_))));
        if let Some((header, list)) = of_list() {
            let help = format!("move the first `{header}`, with its lines, up to the `[[{list}]]` {LACKS_ONE}");
            return finding.with_help(help).with_note(format!("each belongs to the `[[{list}]]` above it"));
        }
        let joined = |values: Values| {
            let tables = join_tables(file, first, second, values);
            tables.or_else(|| join_blocks(file, first, second, values).filter(|_| !flow))
        };
        let what = if matches!(second.value.value, Value::Sequence(_)) { "the entries of" } else { "what is below" };
        let title = format!("move {what} the second into the first `{key}`");
        if let Some(edits) = joined(Values::Alike) {
            return finding.offering(title, edits);
        }
        let is_named = || file.text()[..second.key.span.start as usize].ends_with("[environments.");
        let ways = joined(Values::First).zip(joined(Values::Second)).filter(|_| !is_named());
        if let Some((kept, written)) = ways {
            let differ = differing_fields(first, second);
            return finding
                .with_help(format!("{title}; they differ in {differ}"))
                .or_offering(format!("{title}, and keep {differ} of the first"), kept)
                .or_offering(format!("{title}, and keep {differ} of the second"), written);
        }
        let help = if is_named() && sets_the_same(&first.value, &second.value) {
            format!("keep one of them, or give the second `{key}` its own name")
        } else if both(|value| matches!(value, Value::Mapping(_))) {
            format!("move what is below the second into the first `{key}`")
        } else if both(|value| matches!(value, Value::Sequence(_))) {
            format!("move the entries of the second into the first `{key}`")
        } else if let Some((title, edits)) = without_empty(file, first, second).filter(|_| !flow) {
            return finding.offering(title, edits);
        } else if let Some(field) = first_field_of_item(file, second.key.span).filter(|field| *field != key) {
            format!("keep one of them, or, where another entry begins here, write its `- {field}: …` above it")
        } else {
            let removal = removal_span(file, second, before, flow);
            return offer_either(finding.with_help("keep one of them"), first, second, removal);
        };
        return finding.with_help(help);
    }
    if let Some(kind) = kind_between(file, first, second).filter(|_| !flow) {
        let edits = vec![Edit { span: Span::empty_at(kind), text: format!("---{}", line_end(file)) }];
        let title = "write `---` above `kind`, where another document begins";
        return finding.offering(title, edits).with_help(format!("{title}; else delete one of them"));
    }
    let finding = finding.with_help("delete one of them");
    match removal_span(file, second, before, flow) {
        Some(span) => finding.with_fix(Fix {
            title: format!("delete the second `{key}`"),
            safety: Safety::Safe,
            edits: vec![Edit { span, text: String::new() }],
        }),
        None => finding,
    }
}

fn line_end(file: &SourceFile) -> &'static str {
    if file.text().contains("\r\n") { "\r\n" } else { "\n" }
}

/// Where a line with a kind stands between an entry with others below it and the one that is the same: behind fields of its own, it
/// begins another document, whose `---` was lost.
fn kind_between(file: &SourceFile, first: &Entry, second: &Entry) -> Option<usize> {
    let (start, text) = (first.span().end as usize, file.text());
    let between = text.get(start..=second.key.span.end as usize)?;
    let at = between.rfind("\nkind:")? + 1;
    let is_field = |line: &str| line.starts_with(|c: char| c.is_ascii_lowercase()) && line.contains(':');
    let behind = text[second.span().end as usize..].lines().skip(1).any(is_field);
    (between[..at].lines().skip(1).any(is_field) && behind).then_some(start + at)
}

/// Offers either of two values of one line for a key that is set twice: the second entry goes.
fn offer_either(finding: Diagnostic, first: &Entry, second: &Entry, removal: Option<Span>) -> Diagnostic {
    let file = finding.file.clone();
    let [one, other] = [first, second].map(|entry| file.slice(entry.value.span));
    let Some(span) = removal.filter(|_| ![one, other].iter().any(|value| value.is_empty() || value.contains('\n')))
    else {
        return finding;
    };
    let title = |which: &str, value: &str| format!("keep the {which}, `{}`", shorten_line(value));
    let gone = Edit { span, text: String::new() };
    let written = Edit { span: first.value.span, text: other.to_owned() };
    finding
        .or_offering(title("first", one), vec![gone.clone()])
        .or_offering(title("second", other), vec![written, gone])
}

/// The edit that takes the one of two keys away which has nothing on its line or below it, where the other one holds something.
fn without_empty(file: &Arc<SourceFile>, first: &Entry, second: &Entry) -> Option<(String, Vec<Edit>)> {
    let says_nothing = |entry: &&Entry| entry.value.value == Value::Null && file.slice(entry.value.span).is_empty();
    let holds = |entry: &Entry| matches!(entry.value.value, Value::Mapping(_) | Value::Sequence(_));
    let (empty, which) = [(first, "first"), (second, "second")].into_iter().find(|(entry, _)| says_nothing(entry))?;
    let (start, end) = (empty.key.span.start as usize, empty.key.span.end as usize);
    let text = file.text();
    let line = text[..start].rfind('\n')? + 1;
    let behind = text[end..].split_inclusive('\n').next()?;
    let clean = text[line..start].trim().is_empty() && behind.trim() == ":";
    let edits = vec![Edit { span: Span::new(line, end + behind.len()), text: String::new() }];
    let title = format!("delete the {which} `{}`, which holds nothing", shorten_line(&empty.key.value));
    (clean && (holds(first) || holds(second))).then_some((title, edits))
}

/// Whose value a field keeps that two tables of one name set.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Values {
    /// Both have the same.
    Alike,
    /// That of the first.
    First,
    /// That of the second.
    Second,
}

/// The fields that two tables set to different values, in words.
fn differing_fields(first: &Entry, second: &Entry) -> String {
    let differs = |entry: &&Entry| first.value.get(&entry.key.value).is_some_and(|set| !same_value(set, &entry.value));
    let fields = second.value.entries().iter().filter(differs);
    fields.map(|entry| format!("`{}`", shorten_line(&entry.key.value))).collect::<Vec<_>>().join(" and ")
}

/// Edits that move what stands below the second header of a table of TOML to the end of the first, but for what both set; nothing
/// where they have tables of their own, or differ in a field that neither of them is to keep.
fn join_tables(file: &SourceFile, first: &Entry, second: &Entry, values: Values) -> Option<Vec<Edit>> {
    let text = file.text();
    let line_start = |at: usize| text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line_end = |at: usize| text[at..].find('\n').map_or(text.len(), |end| at + end + 1);
    let lines = |entry: &Entry| line_start(entry.span().start as usize)..line_end(entry.span().end as usize);
    let is_header = |line: &str| line.trim_start().starts_with('[');
    let own_lines = |table: &Entry| {
        let header = line_start(table.key.span.start as usize);
        let begin = line_end(table.key.span.end as usize);
        let end = table.value.entries().iter().map(|entry| lines(entry).end).max()?;
        let plain = is_header(&text[header..]) && !text.get(begin..end)?.lines().any(is_header);
        plain.then_some((header, begin, end))
    };
    let ((_, _, to), (header, begin, end)) = (own_lines(first)?, own_lines(second)?);
    let above = comments_above(text, header).max(to);
    let (mut moved, mut at, mut edits) = (text.get(above..header)?.to_owned(), begin, Vec::new());
    for entry in second.value.entries() {
        match first.value.get(&entry.key.value) {
            Some(set) if !same_value(set, &entry.value) => match values {
                Values::Alike => return None,
                Values::First => moved.push_str(text.get(at..lines(entry).start)?),
                Values::Second => {
                    moved.push_str(text.get(at..lines(entry).start)?);
                    edits.push(Edit { span: set.span, text: file.slice(entry.value.span).to_owned() });
                }
            },
            Some(_) => moved.push_str(text.get(at..lines(entry).start)?),
            None => moved.push_str(text.get(at..lines(entry).end)?),
        }
        at = lines(entry).end;
    }
    if !moved.is_empty() && !moved.ends_with('\n') {
        moved.push('\n');
    }
    let from = line_end(text[..above].trim_end().len());
    let edit = |start: usize, end: usize, text: String| Edit { span: Span::new(start, end), text };
    match to == from {
        true => edits.push(edit(from, end, moved)),
        false => edits.extend([edit(to, to, moved), edit(from, end, String::new())]),
    }
    Some(edits)
}

/// One table of TOML behind a list of tables of that name: the next entry, whose header has one bracket.
fn single_header(file: &Arc<SourceFile>, first: &Entry, second: &Entry) -> Option<Diagnostic> {
    let header_at = |key: Span| {
        let start = file.text()[..key.start as usize].rfind('\n').map_or(0, |at| at + 1);
        let line = file.text()[start..].lines().next()?;
        line.trim_start().starts_with('[').then(|| (start + line.len() - line.trim_start().len(), line.trim_start()))
    };
    let list = header_at(first.key.span).is_some_and(|(_, line)| line.starts_with("[["));
    let (start, line) = header_at(second.key.span).filter(|(_, line)| list && !line.starts_with("[["))?;
    // What stands below it may be a table of its own.
    let end = second.key.span.end as usize;
    let close = end + file.text().get(end..start + line.len())?.find(']')?;
    if !file.text()[end..close].trim_matches(['"', '\'', ' ', '\t']).is_empty() {
        return None;
    }
    let name = shorten_line(&file.text()[start + 1..close]);
    let span = Span::new(start, close + 1);
    let title = format!("write `[[{name}]]`");
    let message = format!("`{name}` is a list of tables, and `[{name}]` is one table");
    let finding = Diagnostic::new(Code::DuplicateKey, file, span, message)
        .with_label("one table")
        .with_secondary(first.key.span, "the first of the list");
    let edits = vec![Edit { span, text: format!("[[{}]]", &file.text()[start + 1..close]) }];
    Some(finding.with_help(title.clone()).with_fix(Fix { title, safety: Safety::Unsafe, edits }))
}

/// The key that begins the next entry of a list of tables in TOML, where only its header is missing.
pub(super) fn missing_header(file: &Arc<SourceFile>, key: Span) -> Option<Diagnostic> {
    let text = file.text();
    let line = text[..key.start as usize].rfind('\n')? + 1;
    let header = text[..line].lines().rev().map(str::trim).find(|line| line.starts_with('['))?;
    let header = header.split_once("]]").filter(|(name, _)| name.starts_with("[["))?.0.to_owned() + "]]";
    let end = line_end(file);
    let title = format!("write `{}` above it", shorten_line(&header));
    let edits = vec![Edit { span: Span::empty_at(line), text: format!("{header}{end}") }];
    let name = shorten_line(file.slice(key));
    let message = format!("`{name}` begins the next `{}`, whose header is missing", shorten_line(&header));
    let finding = Diagnostic::new(Code::DuplicateKey, file, key, message).with_label("set in the entry above already");
    Some(finding.with_help(title.clone()).with_fix(Fix { title, safety: Safety::Unsafe, edits }))
}

/// What is said of a table in a list that has none of the blocks which another one has twice.
pub const LACKS_ONE: &str = "that has none";

/// Whether a table of TOML is that of the next entry of a list, whose header above it has one bracket: that is told there.
pub(super) fn is_below_single_header(file: &SourceFile, first: Span, second: Span) -> bool {
    let line = file.text()[..second.start as usize].rfind('\n').map_or(0, |at| at + 1);
    let header = file.text()[line..].lines().next().unwrap_or_default().trim();
    let list = header.strip_prefix('[').and_then(|header| header.rsplit_once('.')).map(|(list, _)| format!("[{list}]"));
    let between = file.text().get(first.end as usize..line).unwrap_or_default();
    list.is_some_and(|list| between.lines().any(|line| line.trim() == list))
}

/// The header of TOML around a key, and the list of tables that it belongs to, where not every one of those can have such a block.
fn header_of_list(file: &SourceFile, key: Span) -> Option<(&str, &str)> {
    let line = file.text()[..key.start as usize].rfind('\n')? + 1;
    let header = file.text()[line..].lines().next()?.trim();
    let (list, _) = header.strip_prefix('[')?.strip_suffix(']')?.rsplit_once('.')?;
    let count = |header: &str| file.text().matches(header).count();
    (count(&format!("[[{list}]]")) >= count(header)).then_some((header, list))
}

/// What readers do who do not refuse a repeated key: nothing where it makes no difference.
pub(super) fn other_readers_note(first: &Entry, second: &Entry) -> Option<String> {
    if same_value(&first.value, &second.value) {
        return None;
    }
    let kept =
        scalar_text(&second.value).map_or_else(|| "the second".to_owned(), |text| format!("`{}`", shorten_line(&text)));
    Some(format!("most readers would keep {kept} and drop the first without a word"))
}

/// What to delete so that an entry goes and nothing else does.
fn removal_span(file: &Arc<SourceFile>, entry: &Entry, before: Span, flow: bool) -> Option<Span> {
    let text = file.text();
    let Span { start, end } = entry.span();
    let (start, end) = (start as usize, end as usize);
    if flow {
        let between = text.get(before.end as usize..start)?;
        return (between.trim() == ",").then(|| Span::new(before.end as usize, end));
    }
    let line = text[..start].rfind('\n')? + 1;
    let behind = &text[end..];
    let stop = behind.find('\n').map_or(behind.len(), |at| at + 1);
    let clean = text[line..start].trim().is_empty() && behind[..stop].trim().is_empty();
    clean.then(|| Span::new(line, end + stop))
}

/// Most lines above a field among which the beginning of its item is looked for.
const MAX_LINES_OF_ITEM: usize = 32;

/// The field that an item of a YAML list in block style begins with, of which another field stands here.
pub(super) fn first_field_of_item(file: &SourceFile, key: Span) -> Option<&str> {
    let before = &file.text()[..key.start as usize];
    let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1);
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let mut above = before.lines().rev().skip(1).take(MAX_LINES_OF_ITEM).filter(|line| !line.trim().is_empty());
    let line = above.find(|line| indent(line) < column)?;
    let first = line.trim_start_matches(' ').strip_prefix("- ")?.trim_start_matches(' ');
    (line.len() - first.len() == column).then(|| first.split(':').next().unwrap_or_default())
}

/// Whether two blocks set the same field: moved together, they would do so twice.
fn sets_the_same(first: &Node, second: &Node) -> bool {
    second.entries().iter().any(|entry| first.get(&entry.key.value).is_some())
}

/// Whether two values are equal, wherever they stand.
pub(super) fn same_value(a: &Node, b: &Node) -> bool {
    match (&a.value, &b.value) {
        (Value::Sequence(a), Value::Sequence(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_value(a, b))
        }
        (Value::Mapping(a), Value::Mapping(b)) => {
            a.len() == b.len()
                && a.iter().zip(b).all(|(a, b)| a.key.value == b.key.value && same_value(&a.value, &b.value))
        }
        (a, b) => a == b,
    }
}

fn scalar_text(node: &Node) -> Option<String> {
    match &node.value {
        Value::Null => Some("null".to_owned()),
        Value::Bool(value) => Some(value.to_string()),
        Value::Integer(value) => Some(value.to_string()),
        Value::Float(value) => Some(value.to_string()),
        Value::Date(text) | Value::Text(text) => Some(text.clone()),
        Value::Sequence(_) | Value::Mapping(_) => None,
    }
}
