//! Ways through a schema, and the symbols of a document.

use serde_json::{Value, json};

use crate::editor::message::{OfDocument, Refusal};
use crate::editor::position::Ruler;
use crate::editor::session::Server;
use crate::report::Shown;
use crate::source::{Entry, Node, Value as Held};

/// The schema of what stands at the end of a way.
pub(super) fn at<'s>(schema: &'s Value, parts: &[&str]) -> Option<&'s Value> {
    parts.iter().try_fold(schema, |schema, part| {
        if let Some(items) = schema.get("items").filter(|_| part.parse::<usize>().is_ok()) {
            return Some(items);
        }
        schema
            .get("properties")
            .and_then(|fields| fields.get(part))
            .or_else(|| schema.get("additionalProperties").filter(|schema| schema.is_object()))
    })
}

/// Sorts of symbols, by their numbers in the protocol.
const NAMESPACE: u8 = 3;
const PROPERTY: u8 = 7;
const OBJECT: u8 = 19;
const KEY: u8 = 20;
const STRING: u8 = 15;

impl Server {
    /// The outline of a document: fields, categories, rules and instructions.
    pub(super) fn symbols(&mut self, params: &OfDocument) -> Result<Value, Refusal> {
        let encoding = self.client.encoding;
        let Some(buffer) = self.ours(&params.text_document.uri) else { return Ok(json!([])) };
        let parsed = buffer.filed().parsed;
        let ruler = Ruler::held(&buffer.text, encoding);
        let many = parsed.documents.len() > 1;
        let symbols = parsed.documents.iter().enumerate().map(|(index, document)| {
            let children = below(document, &ruler);
            if !many {
                return children;
            }
            let key = document.get("key").or_else(|| document.get("name"));
            let name = key.and_then(Node::text).map_or_else(|| format!("document {}", index + 1), str::to_owned);
            let range = ruler.range(document.span).json();
            let at = ruler.range(key.map_or(document.span, |key| key.span)).json();
            vec![symbol(&name, "", NAMESPACE, &range, &at, children)]
        });
        Ok(symbols.flatten().collect())
    }
}

fn below(node: &Node, ruler: &Ruler<'_>) -> Vec<Value> {
    let entries = node.entries().iter().map(|entry| of_entry(entry, ruler));
    let items = node.items().iter().enumerate().filter_map(|(index, item)| of_item(index, item, ruler));
    entries.chain(items).collect()
}

fn of_entry(entry: &Entry, ruler: &Ruler<'_>) -> Value {
    let sort = match &entry.value.value {
        Held::Mapping(_) => OBJECT,
        Held::Sequence(_) => NAMESPACE,
        Held::Null | Held::Bool(_) | Held::Integer(_) | Held::Float(_) | Held::Date(_) | Held::Text(_) => PROPERTY,
    };
    let detail = entry.value.text().unwrap_or_default();
    let (range, at) = (ruler.range(entry.span()).json(), ruler.range(entry.key.span).json());
    symbol(&entry.key.value, detail, sort, &range, &at, below(&entry.value, ruler))
}

/// An item is called by its label, or by what it is itself.
fn of_item(index: usize, item: &Node, ruler: &Ruler<'_>) -> Option<Value> {
    let range = ruler.range(item.span).json();
    match &item.value {
        Held::Mapping(_) => {
            let label = item.get("label");
            let name = label.and_then(Node::text).map_or_else(|| format!("{}", index + 1), str::to_owned);
            let at =
                ruler.range(label.filter(|label| inside(label, item)).map_or(item.span, |label| label.span)).json();
            let detail = item.get("prompt").and_then(Node::text).unwrap_or_default();
            Some(symbol(&name, detail, KEY, &range, &at, Vec::new()))
        }
        Held::Text(text) => Some(symbol(text, "", STRING, &range, &range, Vec::new())),
        Held::Sequence(_) | Held::Null | Held::Bool(_) | Held::Integer(_) | Held::Float(_) | Held::Date(_) => None,
    }
}

fn inside(inner: &Node, outer: &Node) -> bool {
    outer.span.start <= inner.span.start && inner.span.end <= outer.span.end
}

/// Editors refuse a symbol without a name.
fn symbol(name: &str, detail: &str, sort: u8, range: &Value, at: &Value, children: Vec<Value>) -> Value {
    let name = Shown(name).to_string();
    let detail = crate::report::shown::cut(detail, 80, "…");
    json!({
        "name": if name.trim().is_empty() { "(no name)" } else { &name },
        "detail": detail, "kind": sort, "range": range, "selectionRange": at, "children": children,
    })
}
