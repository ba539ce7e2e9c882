//! What stands at a place: a key or a value, with the way to it from the top of its document.

use crate::diagnostic::Span;
use crate::source::{Node, ParsedFile, Value};

/// A key or a value at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NodePath {
    /// Which document of the file.
    pub(super) document: usize,
    /// Keys and indexes from the top; those of the key or value itself last.
    pub(super) path: Vec<String>,
    /// Whether it is a key; else it is the value behind it.
    pub(super) is_key: bool,
    pub(super) span: Span,
    /// The key's name, the text of the value, or its notation.
    pub(super) text: String,
}

impl NodePath {
    /// The way as borrowed words.
    pub(super) fn path_parts(&self) -> Vec<&str> {
        self.path.iter().map(String::as_str).collect()
    }
}

/// The key or value whose bytes hold the offset, or end there.
pub(super) fn node_at_offset(parsed: &ParsedFile, offset: usize) -> Option<NodePath> {
    let hit = |span: Span| (span.start as usize..=span.end as usize).contains(&offset) && !span.is_empty();
    let mut found = None;
    for (document, node) in parsed.documents.iter().enumerate() {
        walk_nodes(node, &mut Vec::new(), &mut |path, is_key, span, text| {
            if hit(span) && found.is_none() {
                let path = path.to_vec();
                found = Some(NodePath {
                    document,
                    path,
                    is_key,
                    span,
                    text: text.unwrap_or(parsed.file.slice(span)).to_owned(),
                });
            }
        });
    }
    found
}

/// The first key or text of exactly these words.
pub(super) fn find_text(parsed: &ParsedFile, words: &str) -> Option<NodePath> {
    let mut found = None;
    for (document, node) in parsed.documents.iter().enumerate() {
        walk_nodes(node, &mut Vec::new(), &mut |path, is_key, span, text| {
            if text == Some(words) && found.is_none() {
                found = Some(NodePath { document, path: path.to_vec(), is_key, span, text: words.to_owned() });
            }
        });
    }
    found
}

/// Visits every key and every value that is no collection, in the order of the text.
fn walk_nodes(node: &Node, path: &mut Vec<String>, visit: &mut impl FnMut(&[String], bool, Span, Option<&str>)) {
    match &node.value {
        Value::Mapping(entries) => {
            for entry in entries {
                path.push(entry.key.value.clone());
                visit(path, true, entry.key.span, Some(&entry.key.value));
                walk_nodes(&entry.value, path, visit);
                path.pop();
            }
        }
        Value::Sequence(items) => {
            for (index, item) in items.iter().enumerate() {
                path.push(index.to_string());
                walk_nodes(item, path, visit);
                path.pop();
            }
        }
        Value::Text(text) => visit(path, false, node.span, Some(text)),
        Value::Null | Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::Date(_) => {
            visit(path, false, node.span, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::discover::parse_buffer;

    fn say(path: &str, text: &str, word: &str) -> String {
        let trail = node_at_offset(&parse_buffer(path, text), text.find(word).unwrap() + 1).unwrap();
        format!("{} {} {}", trail.path.join("/"), if trail.is_key { "key" } else { "value" }, trail.text)
    }

    #[test]
    fn keys_and_values_are_found_in_both_notations() {
        let yaml = "name: A\nconfigured_rules: {numbers: {dash: \"x y\"}}\nextends:\n  - house/a\nprotected: true\n";
        assert_eq!(say("a.yaml", yaml, "dash"), "configured_rules/numbers/dash key dash");
        assert_eq!(say("a.yaml", yaml, "x y"), "configured_rules/numbers/dash value x y");
        assert_eq!(say("a.yaml", yaml, "house"), "extends/0 value house/a");
        assert_eq!(say("a.yaml", yaml, "true"), "protected value true");
        let toml = "name = \"A\"\n[configured_rules.numbers]\ndash = \"x\"\n[[custom_instructions]]\nlabel = \"l\"\n";
        assert_eq!(say("a.toml", toml, "numbers"), "configured_rules/numbers key numbers");
        assert_eq!(say("a.toml", toml, "label"), "custom_instructions/0/label key label");
        assert_eq!(node_at_offset(&parse_buffer("a.yaml", "a: b\n\n\n"), 6), None);
    }
}
