//! `foreign-notation`: items of a list in block style that have signs of another notation: those that YAML joins to one text,
//! since one of them lost its dash or has another mark, commas behind items, and numbers before them.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::check::cut_text::is_plain;
use crate::check::foreign_notation::check_trailing_comma;
use crate::check::raw_document::RawTextKind;
use crate::diagnostic::{Code, Diagnostic, Edit, SourceFile, Span};
use crate::schema::explained_document::echo_text;
use crate::schema::lines_as_items::{item_mark, lines_of_text, split_at_lines};
use crate::source::Node;

/// Says it of a text in a field that takes a list of texts, where a line of it begins as an item does; of short ones, whose lines
/// are not wrapped, where they are as short.
pub(super) fn check_joined_items(
    file: &Arc<SourceFile>,
    field: &str,
    is_item: bool,
    kind: RawTextKind,
    span: Span,
) -> Option<Diagnostic> {
    let wrapped = match kind {
        RawTextKind::Prompt => true,
        RawTextKind::Term | RawTextKind::Text | RawTextKind::TranslationMemory => false,
        RawTextKind::Name | RawTextKind::Label | RawTextKind::Context | RawTextKind::Phrase => return None,
    };
    let one = matches!(field, "prompt" | "translation_memory" | "description" | "industry");
    // Where a list alone is due, one text was told with its lines.
    let told = !is_item && kind != RawTextKind::Text;
    if one || told || !is_plain(file, span) || !file.slice(span).contains('\n') {
        return None;
    }
    // A dash of a sentence may begin a line.
    let marked = |words: &str| {
        let mark = item_mark(words);
        !mark.is_empty() && words[mark.len()..].starts_with(' ') && !mark.starts_with(['–', '—', '·'])
    };
    let short = |words: &str| words.split(' ').count() < 4 && !words.contains(['.', ',', ':']);
    let (at, words) = lines_of_text(file, span)
        .skip(1)
        .find(|(_, words)| marked(words))
        .or_else(|| lines_of_text(file, span).nth(1).filter(|_| !wrapped))?;
    if !marked(words) && !lines_of_text(file, span).all(|(_, words)| short(words)) {
        return None;
    }
    let message = format!("`{}` is no entry of its own, and goes on with the text above", echo_text(words));
    let finding = Diagnostic::new(Code::ForeignNotation, file, Span::new(at, at + words.len()), message)
        .with_label("part of the text above");
    let title = "write each line as an entry, behind a `- `";
    Some(match split_at_lines(file, span, wrapped) {
        Some(edits) => finding.offering(title, edits),
        None => finding.with_help(title),
    })
}

/// Numbers of a list that came along with its items or with the phrases of a column, and became part of them.
pub(super) fn check_item_numbers<T: AsRef<str>>(
    file: &Arc<SourceFile>,
    noun: &str,
    columns: impl IntoIterator<Item = impl Iterator<Item = (T, Span)>>,
) -> Option<Diagnostic> {
    let mut edits: Vec<Edit> = columns.into_iter().filter_map(|items| find_numbers(file, items)).flatten().collect();
    edits.sort_by_key(|edit| edit.span);
    let message = format!("the numbers of a list came along, and become part of each {noun}");
    let finding = Diagnostic::new(Code::ForeignNotation, file, edits.first()?.span, message);
    Some(finding.with_label("and those below").offering("take the numbers away", edits))
}

/// The numbers of three items or more, of which each has its own, from one. What only its number tells from another one keeps it.
fn find_numbers<T: AsRef<str>>(file: &SourceFile, items: impl Iterator<Item = (T, Span)>) -> Option<Vec<Edit>> {
    let (mut words, mut edits) = (BTreeSet::new(), Vec::new());
    for (at, (text, span)) in items.enumerate() {
        let mark = item_mark(text.as_ref());
        let is_own = mark.strip_suffix(['.', ')']).is_some_and(|number| number.parse() == Ok(at + 1));
        let rest = text.as_ref()[mark.len()..].trim_start();
        if !is_own || !rest.starts_with(char::is_alphabetic) || !words.insert(rest.to_owned()) {
            return None;
        }
        let start = span.start as usize + file.slice(span).find(mark)?;
        edits.push(Edit { span: Span::new(start, start + text.as_ref().len() - rest.len()), text: String::new() });
    }
    (edits.len() > 2).then_some(edits)
}

/// The commas behind items of a list in block style, by their places in it: all but the last end with one, as in brackets, or
/// what ends with one is a sentence. Terms are looked at by themselves.
pub(super) fn check_item_commas(
    file: &Arc<SourceFile>,
    field: &str,
    kind: RawTextKind,
    items: &[Node],
) -> Vec<(usize, Diagnostic)> {
    let Some((_, others)) = items.split_last().filter(|(_, others)| !others.is_empty()) else { return Vec::new() };
    let comma = |item: &Node| is_plain(file, item.span) && file.slice(item.span).ends_with(',');
    let sentence = |item: &Node| {
        let text = item.text().unwrap_or_default().trim_end_matches(',');
        field == "custom_instructions" && text.ends_with(['.', '!', '?', '。', '！', '？'])
    };
    let all = kind != RawTextKind::Term && others.iter().all(comma);
    let told = items.iter().enumerate().filter(|(at, item)| all && *at < others.len() || comma(item) && sentence(item));
    told.filter_map(|(at, item)| Some((at, check_trailing_comma(file, item.span, kind.noun())?))).collect()
}

/// The only item of a list in brackets that a comma of another script joins from several words; a text that is due may hold one.
pub(super) fn check_lone_item(file: &Arc<SourceFile>, field: &str, items: &[Node]) -> Option<Diagnostic> {
    let [item] = items else { return None };
    let text = item.text().filter(|text| matches!(field, "not_contains" | "tags") && file.slice(item.span) == *text)?;
    let sign = text.chars().find(|c| matches!(c, '、' | '，' | '،'))?;
    let words: Vec<&str> = text.split(sign).map(str::trim).collect();
    let is_kana = |c: char| matches!(c, '\u{3040}'..='\u{30ff}');
    let is_word = |word: &&str| (1..=8).contains(&word.chars().count()) && !word.contains(is_kana);
    let in_brackets = file.text()[..item.span.start as usize].trim_end().ends_with('[');
    let list = words.join(", ");
    let message = format!("`{}` is one item", echo_text(text));
    let finding = Diagnostic::new(Code::ForeignNotation, file, item.span, message)
        .with_label(format!("`{sign}` (U+{:04X}) parts nothing", u32::from(sign)));
    let title = format!("write `[{}]`", echo_text(&list));
    let finding = finding.offering(title, vec![Edit { span: item.span, text: list }]);
    (in_brackets && words.iter().all(is_word)).then_some(finding)
}
