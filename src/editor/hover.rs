//! What stands at the cursor, explained.

use serde_json::{Value, json};

use crate::diagnostic::Code;
use crate::editor::buffer::Part;
use crate::editor::index::{kind, refers_to};
use crate::editor::message::{AtPoint, Refusal};
use crate::editor::outline::at as schema_at;
use crate::editor::session::Server;
use crate::editor::settings::Settings;
use crate::editor::trail::{self, Trail};
use crate::editor::{jump, page};
use crate::report::Look;
use crate::report::explain::explain;

impl Server {
    pub(super) fn hover(&mut self, params: AtPoint) -> Result<Value, Refusal> {
        let AtPoint { text_document, position } = params;
        let Some(here) = self.here(&text_document.uri, position) else { return Ok(Value::Null) };
        let Some(found) = trail::at(&here.parsed, here.offset) else { return Ok(Value::Null) };
        let page = self.explained(&text_document.uri, &found).or_else(|| subject(&here, &found));
        let Some(page) = page else { return Ok(Value::Null) };
        let range = here.ruler(self.client.encoding).range(found.span).json();
        let contents = if self.client.markdown {
            json!({ "kind": "markdown", "value": page })
        } else {
            let look = Look { color: false, unicode: true, width: 80, narrated: false };
            let known = explain(&found.text, &here.settings.catalogue, &look);
            json!({ "kind": "plaintext", "value": known.unwrap_or(page) })
        };
        Ok(json!({ "contents": contents, "range": range }))
    }

    /// What a name of another document leads to.
    fn explained(&self, uri: &str, found: &Trail) -> Option<String> {
        let target = self.named_at(uri, found)?;
        let (place, filed) = self.declaration(uri, &target)?;
        let declared = filed.summary.declares(&target.kind, &target.key)?;
        let document = filed.parsed.documents.get(declared.document)?;
        let mut out =
            format!("**{}**: {} in {}\n", page::plain(&target.key), jump::noun(&target.kind), page::code(&place));
        for field in ["name", "language", "description"] {
            if let Some(text) = document.get(field).and_then(crate::source::Node::text) {
                out.push_str(&format!("\n- {field}: {}", page::plain(text)));
            }
        }
        for category in document.get("configured_rules").map(crate::source::Node::entries).unwrap_or_default() {
            for rule in category.value.entries() {
                let value = rule.value.text().unwrap_or("~");
                out.push_str(&format!("\n- {}: {}", page::code(&rule.key.value), page::code(value)));
            }
        }
        for label in document.get("custom_instructions").map(crate::source::Node::items).unwrap_or_default() {
            if let Some(label) = label.get("label").and_then(crate::source::Node::text) {
                out.push_str(&format!("\n- instruction {}", page::code(label)));
            }
        }
        Some(out)
    }
}

/// The page of a rule, a value, a category, a code or a field.
fn subject(here: &jump::Here, found: &Trail) -> Option<String> {
    let settings: &Settings = &here.settings;
    let catalogue = &settings.catalogue;
    let parts = found.parts();
    if here.part == Part::Documents {
        match (parts.as_slice(), found.is_key) {
            (["configured_rules", category], true) => {
                return catalogue.categories.get(*category).map(page::of_category);
            }
            (["configured_rules", category, rule], true) => return catalogue.rule(category, rule).map(page::of_rule),
            (["configured_rules", category, rule], false) => {
                let rule = catalogue.rule(category, rule)?;
                return rule.values.get(&found.text).map(|value| page::of_value(rule, value));
            }
            (["language"] | ["custom_instructions", _, "source_language"], false) => {
                let name = page::language(catalogue, &found.text)?;
                return Some(format!("**{}**: {}", page::plain(&found.text), page::plain(&name)));
            }
            (_, _) => {}
        }
    }
    if let (Part::Project, ["lints", name]) = (here.part, parts.as_slice()) {
        return Code::from_name(name).map(page::of_code);
    }
    let document = here.parsed.documents.get(found.document)?;
    if !found.is_key && refers_to(kind(document), parts.first()?).is_some() {
        return None;
    }
    let schema = here.schema(document)?;
    let field = schema_at(schema, &parts)?;
    let name = parts.iter().rev().find(|part| part.parse::<usize>().is_err())?;
    if found.is_key {
        return Some(page::of_field(name, field));
    }
    // A word of a closed list, with what it means.
    let words = field["enum"].as_array()?;
    let at = words.iter().position(|word| page::word(word) == found.text)?;
    let meaning = field["enumDescriptions"].get(at).and_then(Value::as_str).map(page::plain);
    Some(format!("**{}**: {}\n", page::plain(&found.text), meaning.unwrap_or_else(|| page::said(field))))
}
