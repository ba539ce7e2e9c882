//! `cut-text`: a text of YAML without quotes ends where ` #` starts a comment, or begins behind the name of an anchor, and more
//! of it was meant.
//!
//! Two blanks before the `#` say that a comment is meant; so does a sentence that ends before it. A `#` with nothing behind it is
//! no comment that anybody writes. Where a text goes on over lines that look like items, `joined_items` says so.

use std::borrow::Cow;
use std::sync::Arc;

use crate::check::joined_items::{check_item_commas, check_joined_items, check_lone_item};
use crate::check::raw_document::{RawDocument, RawInstruction, RawText, RawTextKind, TextPointer};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, SourceFile, Span};
use crate::schema::edits;
use crate::schema::explained_document::{echo_text, join_pointer};
use crate::source::{Node, Value};

/// Says it of every text of a document but the phrases of dictionaries, which are many and told together.
pub(super) fn check_cut_texts(file: &Arc<SourceFile>, document: &Node) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    if !edits::is_toml(file) {
        check_node(file, document, "", &mut Vec::new(), &mut findings);
    }
    findings
}

/// Words that no sentence ends with, in the languages of prompts.
const OPEN_WORDS: &str = "and|or|the|of|und|oder|der|die|das|dem|den|des|eine|einen|einem|einer|et|ou|le|la|les|une|du|el|los|las|\
    del|il|lo|gli|della|dei";
/// Words that one ends with at most where none of those stands before them.
const PREPOSITIONS: &str = "in|on|at|to|for|by|with|from|a|an|mit|zu|von|bei|für|dans|pour|avec|con|para|per|en";

/// Says it of a prompt that breaks off in the middle of a sentence, where all others of its list end with a stop.
pub(super) fn check_broken_sentence(file: &Arc<SourceFile>, own: &RawDocument) -> Option<Diagnostic> {
    let is_open = |own: &&RawInstruction| own.instruction.prompt.trim_end().ends_with(char::is_alphanumeric);
    let mut all_open = own.instructions.iter().filter(is_open);
    let (Some(open), None, [_, _, ..]) = (all_open.next(), all_open.next(), &own.instructions[..]) else { return None };
    let mut words = open.instruction.prompt.trim_end().rsplit(char::is_whitespace);
    let is_one = |word: Option<&str>, of: &str| word.is_some_and(|word| of.split('|').any(|open| open == word));
    let (last, before, more) = (words.next(), words.next(), words.nth(1));
    let broken = is_one(last, OPEN_WORDS) || is_one(before, "and|or|und|oder|et|ou") && is_one(last, PREPOSITIONS);
    let word = last.filter(|_| broken && more.is_some())?;
    let raw = file.slice(open.prompt).trim_end();
    let end = open.prompt.start as usize + raw.rfind(word).map_or(raw.len(), |at| at + word.len());
    let message = format!("this prompt breaks off behind `{}`, as it seems", echo_text(word));
    let finding = Diagnostic::new(Code::CutText, file, Span::new(end - word.len(), end), message)
        .with_label("no sentence ends so")
        .with_help("write the sentence to its end, or bring the line back from where it is whole");
    Some(finding.with_pointer(format!("/custom_instructions/{}/prompt", open.index)))
}

fn check_node<'n>(
    file: &Arc<SourceFile>,
    node: &'n Node,
    field: &str,
    path: &mut Vec<Cow<'n, str>>,
    findings: &mut Vec<Diagnostic>,
) {
    match &node.value {
        Value::Text(text) => {
            let Some(kind) = kind_of_field(field) else { return };
            let nowhere = TextPointer::Written(Cow::Borrowed(""));
            let found = check_cut_text(file, &RawText { kind, text, span: node.span, pointer: nowhere });
            let is_item = path.last().is_some_and(|part| part != field);
            let found = found.or_else(|| check_joined_items(file, field, is_item, kind, node.span));
            findings.extend(found.map(|finding| {
                let parts: Vec<&str> = path.iter().map(|part| &**part).collect();
                finding.with_pointer(join_pointer(&parts))
            }));
        }
        Value::Sequence(items) => {
            let commas = kind_of_field(field).map(|kind| check_item_commas(file, field, kind, items));
            let lone = check_lone_item(file, field, items).map(|finding| (0, finding));
            findings.extend(commas.into_iter().flatten().chain(lone).map(|(at, finding)| {
                let parts: Vec<&str> = path.iter().map(|part| &**part).collect();
                finding.with_pointer(format!("{}/{at}", join_pointer(&parts)))
            }));
            for (at, item) in items.iter().enumerate() {
                path.push(at.to_string().into());
                check_node(file, item, field, path, findings);
                path.pop();
            }
        }
        Value::Mapping(entries) => {
            for entry in entries.iter().filter(|entry| !matches!(&*entry.key.value, "entries" | "configured_rules")) {
                path.push(entry.key.value.as_str().into());
                check_node(file, &entry.value, &entry.key.value, path, findings);
                path.pop();
            }
        }
        Value::Null | Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::Date(_) => {}
    }
}

/// What the text of a field is; nothing where it is a word of a list, a key or a code.
fn kind_of_field(field: &str) -> Option<RawTextKind> {
    Some(match field {
        "name" => RawTextKind::Name,
        "label" => RawTextKind::Label,
        // Those of a request are texts.
        "prompt" | "custom_instructions" => RawTextKind::Prompt,
        "context" | "text" | "golden" => RawTextKind::Context,
        "translation_memory" | "translation_memories" => RawTextKind::TranslationMemory,
        "terms" => RawTextKind::Term,
        "description" | "industry" | "contains" | "not_contains" | "starts_with" | "matches" | "uses_term" => {
            RawTextKind::Text
        }
        _ => return None,
    })
}

/// Says it where the comment looks like a part of the text.
pub(super) fn check_cut_text(file: &Arc<SourceFile>, text: &RawText<'_>) -> Option<Diagnostic> {
    let (start, end) = (text.span.start as usize, text.span.end as usize);
    if let Some(finding) = check_lost_beginning(file, text) {
        return Some(finding);
    }
    let comment = file.text().get(end..)?.strip_prefix(" #")?;
    let comment = comment.split(['\n', '\r']).next().unwrap_or_default().trim_end();
    if edits::is_toml(file) || !is_plain(file, text.span) || !continues_text(text, comment) {
        return None;
    }
    let line_end = end + " #".len() + comment.len();
    let noun = text.kind.noun();
    let finding = Diagnostic::new(
        Code::CutText,
        file,
        Span::new(end + 1, line_end),
        format!("{noun} ends before ` #`, which starts a comment"),
    )
    .with_label("not part of the text")
    .with_note(format!("read as `{}`", echo_text(text.text)))
    .with_help("put all of the text in quotes, or write two spaces before a comment")
    .with_pointer(text.pointer.to_string());
    let apart = Edit { span: Span::empty_at(end), text: " ".to_owned() };
    let finding = finding.or_offering("write two spaces before the comment", vec![apart]);
    let whole = file.slice(Span::new(start, line_end));
    Some(match quote_character(whole) {
        Some(quote) => {
            let insert = |at: usize| Edit { span: Span::empty_at(at), text: quote.to_owned() };
            finding.with_fix(Fix {
                title: "put all of the text in quotes".to_owned(),
                safety: Safety::Unsafe,
                edits: vec![insert(start), insert(line_end)],
            })
        }
        None => finding,
    })
}

/// `&amp; becomes und.`: the first word is taken for the name of an anchor, and no alias names it.
fn check_lost_beginning(file: &Arc<SourceFile>, text: &RawText<'_>) -> Option<Diagnostic> {
    let start = text.span.start as usize;
    let line = file.text().get(..start)?.rsplit('\n').next()?;
    let anchor = line.trim_end().rsplit([' ', '\t']).next().filter(|word| word.len() > 1 && word.starts_with('&'))?;
    let at = start - (line.len() - line.rfind(anchor)?);
    if edits::is_toml(file) || !is_plain(file, text.span) || file.text().contains(&format!("*{}", &anchor[1..])) {
        return None;
    }
    let noun = text.kind.noun();
    let message = format!("`{}` before {noun} is the name of an anchor, and no part of it", echo_text(anchor));
    let finding = Diagnostic::new(Code::CutText, file, Span::new(at, at + anchor.len()), message)
        .with_label("not part of the text")
        .with_note(format!("read as `{}`", echo_text(text.text)))
        .with_help("put all of the text in quotes, or take the anchor away: no alias names it")
        .with_pointer(text.pointer.to_string());
    let end = text.span.end as usize;
    let Some(quote) = quote_character(file.slice(Span::new(at, end))) else { return Some(finding) };
    let insert = |at: usize| Edit { span: Span::empty_at(at), text: quote.to_owned() };
    Some(finding.with_fix(Fix {
        title: "put all of the text in quotes".to_owned(),
        safety: Safety::Unsafe,
        edits: vec![insert(at), insert(end)],
    }))
}

/// Whether the scalar here is written without quotes.
pub(super) fn is_plain(file: &SourceFile, span: Span) -> bool {
    !span.is_empty() && !file.slice(span).starts_with(['"', '\'', '|', '>'])
}

fn continues_text(text: &RawText<'_>, comment: &str) -> bool {
    let Some(first) = comment.chars().next() else { return true };
    let prompt = match text.kind {
        RawTextKind::Prompt | RawTextKind::Context => true,
        RawTextKind::Name
        | RawTextKind::Label
        | RawTextKind::TranslationMemory
        | RawTextKind::Phrase
        | RawTextKind::Term
        | RawTextKind::Text => false,
    };
    let ended = text.text.ends_with(['.', '!', '?', '。', '！', '？']);
    match first {
        '#' | '!' => false,
        ' ' => prompt && !ended && !comment.trim_start().starts_with("housestyle:"),
        _ => true,
    }
}

/// The quote that a text can stand in as it is.
fn quote_character(text: &str) -> Option<&'static str> {
    if text.contains(['\n', '\r']) {
        None
    } else if !text.contains(['"', '\\']) {
        Some("\"")
    } else if !text.contains('\'') {
        Some("'")
    } else {
        None
    }
}
