//! What stands at the cursor, explained.

use serde_json::{Value, json};

use crate::diagnostic::Code;
use crate::editor::buffer::BufferRole;
use crate::editor::node_path::{self, NodePath};
use crate::editor::protocol::{ResponseError, TextDocumentPositionParams};
use crate::editor::session::LanguageServer;
use crate::editor::settings::EditorSettings;
use crate::editor::symbol_index::document_kind;
use crate::editor::{markdown_page, navigation};
use crate::model::reference::reference_at;
use crate::report::RenderOptions;
use crate::report::explain::explain_topic;
use crate::schema::subschema_at;

impl LanguageServer {
    pub(super) fn hover(&mut self, params: TextDocumentPositionParams) -> Result<Value, ResponseError> {
        let TextDocumentPositionParams { text_document, position } = params;
        let Some(here) = self.cursor_document(&text_document.uri, position) else { return Ok(Value::Null) };
        let Some(found) = node_path::node_at_offset(&here.parsed, here.offset) else { return Ok(Value::Null) };
        let page = self.explain_reference(&text_document.uri, &found).or_else(|| explain_subject(&here, &found));
        let Some(page) = page else { return Ok(Value::Null) };
        let range = here.line_index(self.client.encoding).range_of(found.span).to_json();
        let contents = if self.client.markdown {
            json!({ "kind": "markdown", "value": page })
        } else {
            let look = RenderOptions { width: 80, ..RenderOptions::default() };
            let known = explain_topic(&found.text, &here.settings.catalogue, &[], &look);
            json!({ "kind": "plaintext", "value": known.unwrap_or(page) })
        };
        Ok(json!({ "contents": contents, "range": range }))
    }

    /// What a name of another document leads to.
    fn explain_reference(&self, uri: &str, found: &NodePath) -> Option<String> {
        let target = self.symbol_at(uri, found)?;
        let (place, filed) = self.locate_declaration(uri, &target)?;
        let declared = filed.index.find_declaration(&target.kind, &target.key)?;
        let document = filed.parsed.documents.get(declared.document)?;
        let mut out = format!(
            "**{}**: {} in {}\n",
            markdown_page::escape_text(&target.key),
            navigation::kind_noun(&target.kind),
            markdown_page::code_span(&place)
        );
        for field in ["name", "language", "description"] {
            if let Some(text) = document.get(field).and_then(crate::source::Node::text) {
                out.push_str(&format!("\n- {field}: {}", markdown_page::escape_text(text)));
            }
        }
        for category in document.get("configured_rules").map(crate::source::Node::entries).unwrap_or_default() {
            for rule in category.value.entries() {
                let value = rule.value.text().unwrap_or("~");
                out.push_str(&format!(
                    "\n- {}: {}",
                    markdown_page::code_span(&rule.key.value),
                    markdown_page::code_span(value)
                ));
            }
        }
        for label in document.get("custom_instructions").map(crate::source::Node::items).unwrap_or_default() {
            if let Some(label) = label.get("label").and_then(crate::source::Node::text) {
                out.push_str(&format!("\n- instruction {}", markdown_page::code_span(label)));
            }
        }
        Some(out)
    }
}

/// The page of a rule, a value, a category, a code or a field.
fn explain_subject(here: &navigation::CursorDocument, found: &NodePath) -> Option<String> {
    let settings: &EditorSettings = &here.settings;
    let catalogue = &settings.catalogue;
    let parts = found.path_parts();
    if here.role == BufferRole::Documents {
        match (parts.as_slice(), found.is_key) {
            (["configured_rules", category], true) => {
                return catalogue.categories.get(category).map(markdown_page::category_page);
            }
            (["configured_rules", category, rule], true) => {
                return catalogue.find_rule(category, rule).map(markdown_page::rule_page);
            }
            (["configured_rules", category, rule], false) => {
                let rule = catalogue.find_rule(category, rule)?;
                return rule.values.get(&found.text).map(|value| markdown_page::value_page(rule, value));
            }
            (["language"] | ["custom_instructions", _, "source_language"], false) => {
                let name = markdown_page::language_name(catalogue, &found.text)?;
                return Some(format!(
                    "**{}**: {}",
                    markdown_page::escape_text(&found.text),
                    markdown_page::escape_text(&name)
                ));
            }
            (_, _) => {}
        }
    }
    if let (BufferRole::Project, ["lints", name]) = (here.role, parts.as_slice()) {
        return Code::from_name(name).map(markdown_page::code_page);
    }
    let document = here.parsed.documents.get(found.document)?;
    if !found.is_key && reference_at(document_kind(&here.path, document), &parts).is_some() {
        return None;
    }
    let schema = here.document_schema(document)?;
    let field = subschema_at(schema, &parts)?;
    let name = parts.iter().rev().find(|part| part.parse::<usize>().is_err())?;
    if found.is_key {
        return Some(markdown_page::field_page(name, field));
    }
    // A word of a closed list, with what it means.
    let words = field["enum"].as_array()?;
    let at = words.iter().position(|word| markdown_page::value_text(word) == found.text)?;
    let meaning = field["enumDescriptions"].get(at).and_then(Value::as_str).map(markdown_page::escape_text);
    Some(format!(
        "**{}**: {}\n",
        markdown_page::escape_text(&found.text),
        meaning.unwrap_or_else(|| markdown_page::describe_schema(field))
    ))
}
