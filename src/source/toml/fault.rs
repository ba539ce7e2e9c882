//! What is not TOML: from the words of the parser to words for people.

use std::sync::Arc;

use toml_edit::{Key, TomlError};

use crate::diagnostic::{Code, Diagnostic, SourceFile, Span};
use crate::source::toml::tree;
use crate::source::{Entry, Node};

/// Whether the parser's own limit of nesting was reached.
pub(super) fn is_too_deep(message: &str) -> bool {
    message.starts_with("cannot recurse further") || message.starts_with("recursion limit")
}

/// The finding for an error of the parser.
pub(super) fn explain(file: &Arc<SourceFile>, span: Span, error: &TomlError) -> Diagnostic {
    let message = error.message();
    if is_too_deep(message) {
        return tree::too_deep(file, span);
    }
    let (what, expected) = message.split_once(", expected ").unwrap_or((message, ""));
    let (words, help) = words(what);
    let mut finding = Diagnostic::new(Code::Syntax, file, span, if words.is_empty() { what } else { words });
    if !expected.is_empty() {
        finding = finding.label(format!("expected {}", expected.replace("nothing", "the end of the line")));
    }
    if help.is_empty() { finding } else { finding.help(help) }
}

/// Better words for the common faults, and what to do.
fn words(what: &str) -> (&'static str, &'static str) {
    match what {
        "string values must be quoted" => ("a text must be in quotes", "write `\"…\"` around it"),
        "key with no value" => ("a key without `=` and a value", "write `key = value`"),
        "missing value for key" | "missing value" => {
            ("there is no value behind the `=`", "write the value, text in quotes")
        }
        "extra `=`" => ("a second `=`", "put all of the text in quotes"),
        "unclosed array" => ("this `[` is never closed", "close it with `]`"),
        "unclosed inline table" => ("this `{` is never closed", "close it with `}`"),
        "unclosed table" => ("the name of a table is not closed", "close it with `]`"),
        "unclosed array table" => ("the name of a list of tables is not closed", "close it with `]]`"),
        "missing comma between array elements" => {
            ("a `,` is missing between two values", "separate the values with `,`")
        }
        "missing comma between key-value pairs" => ("a `,` is missing between two entries", "separate them with `,`"),
        "invalid basic string" => {
            ("a text in `\"…\"` that is not closed, or holds what it cannot", "close the quote on the same line")
        }
        "invalid literal string" => {
            ("a text in `'…'` that is not closed, or holds what it cannot", "close the quote on the same line")
        }
        "unexpected leading zero" => {
            ("a number cannot start with a zero", "drop the zero, or put it in quotes as text")
        }
        "integer number overflowed" => ("the number is too large", "put it in quotes if it is text"),
        "unexpected key or value" => ("there is more on this line than a value", "put each entry on a line of its own"),
        _ => ("", ""),
    }
}

/// The name that a key in its notation has.
pub(super) fn key_name(written: &str) -> String {
    let keys = Key::parse(written).ok();
    keys.and_then(|mut keys| keys.pop()).map_or_else(|| written.to_owned(), |key| key.get().to_owned())
}

/// The finding for a key that its table has already.
pub(super) fn duplicate_key(file: &Arc<SourceFile>, span: Span, name: &str, document: &Node) -> Diagnostic {
    let finding = Diagnostic::new(Code::DuplicateKey, file, span, format!("`{name}` is set twice"))
        .label("set again")
        .help("keep one of them");
    match first(document, name, span) {
        Some(entry) => finding.because(entry.key.span, "first set here"),
        None => finding,
    }
}

/// The nearest entry of this name before a place.
fn first<'n>(node: &'n Node, name: &str, before: Span) -> Option<&'n Entry> {
    let own = node.entries().iter().filter(|entry| entry.key.value == name && entry.key.span < before);
    let inner = node.entries().iter().filter_map(|entry| first(&entry.value, name, before));
    let items = node.items().iter().filter_map(|item| first(item, name, before));
    own.chain(inner).chain(items).max_by_key(|entry| entry.key.span)
}

/// The finding for a file without an entry.
pub(super) fn empty(file: &Arc<SourceFile>) -> Diagnostic {
    Diagnostic::new(Code::EmptyFile, file, Span::at(0), "this file is empty; a list needs `name` and `language`")
        .help("start from this:\n\nname = \"Support, German\"\nlanguage = \"de\"\n\n[configured_rules]\n")
}
