//! What is well-formed YAML and yet refused, or doubtful: the findings, one function each.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, SourceFile, Span};
use crate::source::brief::brief;
use crate::source::yaml::anchor::Anchors;
use crate::source::{Node, limit};

/// Nesting beyond what is read.
pub(super) fn too_deep(file: &Arc<SourceFile>, span: Span) -> Diagnostic {
    Diagnostic::new(Code::TooDeep, file, span, format!("values are nested more than {} levels deep", limit::DEPTH))
        .label("the first one too deep")
        .note("nothing below this place was read")
        .help("flatten the values; a style needs four levels")
}

/// A plain scalar that YAML 1.1 reads as something else.
pub(super) fn ambiguous(file: &Arc<SourceFile>, span: Span, text: &str, reading: &str) -> Diagnostic {
    let number = text.as_bytes()[0].is_ascii_digit() && text.bytes().all(|b| b.is_ascii_digit() || b == b'o');
    let message = if matches!(reading, "true" | "false") {
        format!("`{text}` without quotes is `{reading}` to readers of YAML 1.1")
    } else {
        format!("`{}` without quotes is {reading} to readers of YAML 1.1", brief(text))
    };
    Diagnostic::new(Code::AmbiguousScalar, file, span, message)
        .note(if number { "here it is a number, as YAML 1.2 has it" } else { "here it is text, as YAML 1.2 has it" })
        .help(format!("quote it: `\"{}\"`", brief(text)))
        .fix(Fix {
            title: "quote it".into(),
            // A number in quotes is text.
            safety: if number { Safety::Unsafe } else { Safety::Safe },
            edits: vec![Edit { span, text: format!("\"{text}\"") }],
        })
}

/// A key that is a number, `true` or nothing.
pub(super) fn key_type(file: &Arc<SourceFile>, key: &Node, text: &str) -> Diagnostic {
    let message = format!("a key must be text, and `{}` is {}", brief(text), key.describe());
    Diagnostic::new(Code::WrongType, file, key.span, message).help(format!("quote it: `\"{}\"`", brief(text))).fix(
        Fix {
            title: "quote it".into(),
            safety: Safety::Safe,
            edits: vec![Edit { span: key.span, text: format!("\"{text}\"") }],
        },
    )
}

/// A key that is a collection.
pub(super) fn complex_key(file: &Arc<SourceFile>, span: Span, what: &str) -> Diagnostic {
    let finding = Diagnostic::new(Code::WrongType, file, span, format!("a key must be text, not {what}"));
    // Template languages write `{{ name }}`, which is a mapping inside of a mapping.
    let (before, behind) = file.text().split_at_checked(span.start as usize).unwrap_or_default();
    if before.ends_with('{') || behind.starts_with("{{") {
        return finding.help("quote the value if it is meant as text; templates are not filled in");
    }
    finding.help("write a word as the key, or quote the value if it is meant as text")
}

/// A value whose key is absent.
pub(super) fn no_key(file: &Arc<SourceFile>, span: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, file, span, "a value without a key").help("write the key before the `:`")
}

/// A merge key.
pub(super) fn merge_key(file: &Arc<SourceFile>, key: Span, merged: Span) -> Diagnostic {
    Diagnostic::new(Code::MergeKey, file, key, "merge keys are not read: `<<` hides where values come from")
        .label("would be merged here")
        .because(merged, "what would be merged")
        .note("YAML 1.2 has no merge keys; readers differ in what they make of them")
        .help("write the entries out, or share them with `extends`")
}

/// A tag for a type that these files do not have.
pub(super) fn unsupported_tag(file: &Arc<SourceFile>, tag: Span) -> Diagnostic {
    let message = format!("the tag `{}` has no meaning here", brief(file.slice(tag)));
    Diagnostic::new(Code::UnsupportedTag, file, tag, message)
        .note("tags of the core schema are read: `!!str`, `!!int`, `!!float`, `!!bool`, `!!null`, `!!seq`, `!!map`")
        .help("delete the tag; the value was checked as if it had none")
}

/// An alias whose anchor does not exist.
pub(super) fn undefined_alias(file: &Arc<SourceFile>, span: Span, name: &str, anchors: &Anchors) -> Diagnostic {
    let finding =
        Diagnostic::new(Code::UndefinedAlias, file, span, format!("nothing is anchored as `{}`", brief(name)))
            .label("used here");
    let known: Vec<(&str, Span)> = anchors.known().collect();
    match known.as_slice() {
        [] if name.is_empty() || name.starts_with('*') => {
            finding.note("a plain text cannot start with `*`").help("quote the text")
        }
        [] => finding
            .note("the document has no anchor before this line")
            .help(format!("write the value out, or quote `\"*{}\"` if it is meant as text", brief(name))),
        [(_, place)] => finding
            .because(*place, "the only anchor before this line")
            .help("name an anchor that exists, or write the value out"),
        many => {
            let finding = many.iter().rev().take(3).rev().fold(finding, |finding, (name, place)| {
                finding.because(*place, format!("`{}` is anchored here", brief(name)))
            });
            finding.help("name an anchor that exists, or write the value out")
        }
    }
}
