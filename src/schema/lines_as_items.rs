//! Lines of one text that were meant as items of a list: of which one lost its dash, or has the mark of another notation.

use crate::diagnostic::{Edit, SourceFile, Span};
use crate::schema::edits;

/// Whether a text with this sign before it was meant as an item of a list.
fn is_item_sign(sign: char) -> bool {
    matches!(sign, '-' | '•' | '◦' | '▪' | '·' | '–' | '—' | '‣')
}

/// The mark that a line begins with where it was meant as an item: a dash, a bullet or a number, without the blank behind it.
pub fn item_mark(words: &str) -> &str {
    let sign = words.chars().next().unwrap_or_default();
    let bare = words.trim_start_matches(sign);
    let run = &words[..words.len() - bare.len()];
    let digits = words.bytes().take_while(u8::is_ascii_digit).count();
    let numbered = (1..3).contains(&digits) && words[digits..].starts_with([')', '.']);
    let length = match sign {
        _ if is_item_sign(sign) && bare.starts_with(' ') => run.len(),
        _ if is_item_sign(sign) => sign.len_utf8(),
        '+' | '*' if words[1..].starts_with(' ') => 1,
        _ if numbered && words[digits + 1..].starts_with(' ') => digits + 1,
        _ => 0,
    };
    &words[..length]
}

/// The lines of a text without quotes that say something, without the blanks before them: where each begins.
pub fn lines_of_text(file: &SourceFile, span: Span) -> impl Iterator<Item = (usize, &str)> {
    let mut at = span.start as usize;
    let lines = file.slice(span).split_inclusive('\n').map(move |line| {
        at += line.len();
        let words = line.trim_start();
        (at - words.len(), words.trim_end())
    });
    lines.filter(|(_, words)| !words.is_empty())
}

/// Whether a text without quotes has a line that begins with the mark of an item.
pub fn has_item_marks(file: &SourceFile, span: Span) -> bool {
    lines_of_text(file, span).any(|(_, words)| !item_mark(words).is_empty())
}

/// Edits that make an item of each line of a text without quotes. `wrapped` says that a line without a mark goes on with the one
/// above. Nothing in brackets, and where lines stand at columns that say something else, or cannot begin an item as they are.
pub fn split_at_lines(file: &SourceFile, span: Span, wrapped: bool) -> Option<Vec<Edit>> {
    let column = |at: usize| at - edits::line_start(file, at);
    let before = &file.text()[edits::line_start(file, span.start as usize)..span.start as usize];
    let is_item = before.trim_end().ends_with('-') && before.chars().all(|c| matches!(c, ' ' | '-'));
    let listed = || lines_of_text(file, span).find(|(_, words)| words.starts_with("- ")).map(|(at, _)| column(at));
    let own = Some(before.len()).filter(|_| before.trim().is_empty());
    let behind = file.text().get(span.end as usize..)?.trim_start();
    if before.contains(['{', '[']) || behind.starts_with([',', ']', '}']) {
        return None;
    }
    let list = if is_item { before.rfind('-') } else { listed().or(own) }?;
    let mut found = Vec::new();
    for (at, words) in lines_of_text(file, span) {
        let (mark, first, depth) = (item_mark(words), at == span.start as usize, column(at));
        let text = words[mark.len()..].trim_start();
        let start = at + words.len() - text.len();
        let indent = " ".repeat(list);
        if wrapped && mark.is_empty() && !first {
            if depth <= list {
                found.push(Edit { span: Span::new(at - depth, at), text: format!("{indent}  ") });
            }
            continue;
        }
        let beside = depth == list || is_item && depth == before.len();
        if text.is_empty() || text.starts_with(|c| "[]{}*&!|>%@`#,?:".contains(c)) {
            return None;
        }
        let new = match (first, mark) {
            (true, "") if is_item => continue,
            (true, _) if is_item => Edit { span: Span::new(at, start), text: String::new() },
            (true, _) if own.is_none() => {
                let from = at - before.len() + before.trim_end().len();
                Edit { span: Span::new(from, start), text: format!("{}{indent}- ", edits::line_ending(file)) }
            }
            (_, "-") if depth == list && words.starts_with("- ") => continue,
            (false, "") if !beside => return None,
            _ if depth == list => {
                let blank = if words[mark.len()..].starts_with(' ') { "" } else { " " };
                Edit { span: Span::new(at, at + mark.len()), text: format!("-{blank}") }
            }
            _ => Edit { span: Span::new(at - depth, start), text: format!("{indent}- ") },
        };
        found.push(new);
    }
    Some(found)
}
