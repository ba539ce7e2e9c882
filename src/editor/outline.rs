//! The symbols of a document.

use serde_json::{Value, json};

use crate::editor::position::LineIndex;
use crate::editor::protocol::{DocumentParams, ResponseError};
use crate::editor::session::LanguageServer;
use crate::report::Sanitized;
use crate::source::{Entry, Node, Value as Held};

/// Sorts of symbols, by their numbers in the protocol.
const NAMESPACE: u8 = 3;
const PROPERTY: u8 = 7;
const OBJECT: u8 = 19;
const KEY: u8 = 20;
const STRING: u8 = 15;

impl LanguageServer {
    /// The outline of a document: fields, categories, rules and instructions.
    pub(super) fn document_symbols(&mut self, params: &DocumentParams) -> Result<Value, ResponseError> {
        let encoding = self.client.encoding;
        let Some(buffer) = self.own_buffer(&params.text_document.uri) else { return Ok(json!([])) };
        let parsed = buffer.indexed_file().parsed;
        let ruler = LineIndex::for_buffer(&buffer.text, encoding);
        let many = parsed.documents.len() > 1;
        let symbols = parsed.documents.iter().enumerate().map(|(index, document)| {
            let children = child_symbols(document, &ruler);
            if !many {
                return children;
            }
            let key = document.get("key").or_else(|| document.get("name"));
            let name = key.and_then(Node::text).map_or_else(|| format!("document {}", index + 1), str::to_owned);
            let range = ruler.range_of(document.span).to_json();
            let at = ruler.range_of(key.map_or(document.span, |key| key.span)).to_json();
            vec![symbol_json(&name, "", NAMESPACE, &range, &at, children)]
        });
        Ok(symbols.flatten().collect())
    }
}

fn child_symbols(node: &Node, lines: &LineIndex<'_>) -> Vec<Value> {
    let entries = node.entries().iter().map(|entry| entry_symbol(entry, lines));
    let items = node.items().iter().enumerate().filter_map(|(index, item)| item_symbol(index, item, lines));
    entries.chain(items).collect()
}

fn entry_symbol(entry: &Entry, lines: &LineIndex<'_>) -> Value {
    let sort = match &entry.value.value {
        Held::Mapping(_) => OBJECT,
        Held::Sequence(_) => NAMESPACE,
        Held::Null | Held::Bool(_) | Held::Integer(_) | Held::Float(_) | Held::Date(_) | Held::Text(_) => PROPERTY,
    };
    let detail = entry.value.text().unwrap_or_default();
    let (range, at) = (lines.range_of(entry.span()).to_json(), lines.range_of(entry.key.span).to_json());
    symbol_json(&entry.key.value, detail, sort, &range, &at, child_symbols(&entry.value, lines))
}

/// An item is called by its label, or by what it is itself.
fn item_symbol(index: usize, item: &Node, lines: &LineIndex<'_>) -> Option<Value> {
    let range = lines.range_of(item.span).to_json();
    match &item.value {
        Held::Mapping(_) => {
            let label = item.get("label");
            let name = label.and_then(Node::text).map_or_else(|| format!("{}", index + 1), str::to_owned);
            let at = lines
                .range_of(label.filter(|label| is_inside(label, item)).map_or(item.span, |label| label.span))
                .to_json();
            let detail = item.get("prompt").and_then(Node::text).unwrap_or_default();
            Some(symbol_json(&name, detail, KEY, &range, &at, Vec::new()))
        }
        Held::Text(text) => Some(symbol_json(text, "", STRING, &range, &range, Vec::new())),
        Held::Sequence(_) | Held::Null | Held::Bool(_) | Held::Integer(_) | Held::Float(_) | Held::Date(_) => None,
    }
}

fn is_inside(inner: &Node, outer: &Node) -> bool {
    outer.span.start <= inner.span.start && inner.span.end <= outer.span.end
}

/// Editors refuse a symbol without a name.
fn symbol_json(name: &str, detail: &str, sort: u8, range: &Value, at: &Value, children: Vec<Value>) -> Value {
    let name = Sanitized(name).to_string();
    let detail = crate::report::sanitize::truncate_sanitized(detail, 80, "…");
    json!({
        "name": if name.trim().is_empty() { "(no name)" } else { &name },
        "detail": detail, "kind": sort, "range": range, "selectionRange": at, "children": children,
    })
}
