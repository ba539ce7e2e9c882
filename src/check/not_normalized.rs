//! `not-normalized`: a name of the catalogue, written in another Unicode normal form, is the same name.
//!
//! Names, labels and prompts are sent as people wrote them and are not looked at here.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Located, Safety, SourceFile, Span};
use crate::schema::explained_document::echo_text;
use crate::source::{Entry, Node, Value};

/// The document with its rules in composed form, and what had to be changed; none where nothing had to.
pub(super) fn normalize_rules(file: &Arc<SourceFile>, document: &Node) -> Option<(Node, Vec<Diagnostic>)> {
    let rules = document.get("configured_rules")?;
    if is_composed(rules) {
        return None;
    }
    let mut findings = Vec::new();
    let mut node = document.clone();
    if let Value::Mapping(entries) = &mut node.value {
        for entry in entries.iter_mut().filter(|entry| entry.key.value == "configured_rules") {
            entry.value = compose_node(file, &entry.value, "/configured_rules", &mut findings);
        }
    }
    Some((node, findings))
}

/// A text in composed form (NFC).
pub(super) fn compose(text: &str) -> Cow<'_, str> {
    let is_composed = text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes || text.nfc().eq(text.chars());
    if is_composed { Cow::Borrowed(text) } else { Cow::Owned(text.nfc().collect()) }
}

fn is_composed(node: &Node) -> bool {
    let good = |text: &str| matches!(compose(text), Cow::Borrowed(_));
    node.text().is_none_or(good)
        && node.entries().iter().all(|entry| good(&entry.key.value) && is_composed(&entry.value))
}

fn compose_node(file: &Arc<SourceFile>, node: &Node, pointer: &str, findings: &mut Vec<Diagnostic>) -> Node {
    let value = match &node.value {
        Value::Text(text) => Value::Text(compose_text(file, text, node.span, pointer, findings)),
        Value::Mapping(entries) => {
            let mut kept: Vec<Entry> = Vec::with_capacity(entries.len());
            let mut places: HashMap<String, Span> = HashMap::with_capacity(entries.len());
            for entry in entries {
                let key = compose_text(file, &entry.key.value, entry.key.span, pointer, findings);
                if let Some(first) = places.get(&key) {
                    let message = format!("`{}` is set twice, in two Unicode normal forms", echo_text(&key));
                    findings.push(
                        Diagnostic::new(Code::DuplicateKey, file, entry.key.span, message)
                            .with_secondary(*first, "first set here")
                            .with_help("keep one line"),
                    );
                    continue;
                }
                let value = compose_node(file, &entry.value, &format!("{pointer}/{key}"), findings);
                places.insert(key.clone(), entry.key.span);
                kept.push(Entry { key: Located { value: key, span: entry.key.span }, value });
            }
            Value::Mapping(kept)
        }
        other @ (Value::Null
        | Value::Bool(_)
        | Value::Integer(_)
        | Value::Float(_)
        | Value::Date(_)
        | Value::Sequence(_)) => other.clone(),
    };
    Node { value, span: node.span }
}

fn compose_text(
    file: &Arc<SourceFile>,
    text: &str,
    span: Span,
    pointer: &str,
    findings: &mut Vec<Diagnostic>,
) -> String {
    let composed: String = text.nfc().collect();
    if composed == text {
        return composed;
    }
    let message = format!("`{}` is written with separate accents (another Unicode normal form)", echo_text(&composed));
    let finding = Diagnostic::new(Code::NotNormalized, file, span, message)
        .with_label("the same name, other characters")
        .with_note("it was checked as if it were composed (NFC), which is how the service writes it")
        .with_pointer(pointer);
    let raw = file.slice(span);
    let finding = if raw.contains(text) {
        let edits = vec![Edit { span, text: raw.nfc().collect() }];
        finding.with_help("write it composed").with_fix(Fix {
            title: "write it composed".to_owned(),
            safety: Safety::Safe,
            edits,
        })
    } else {
        finding.with_help("write it composed")
    };
    findings.push(finding);
    composed
}
