//! Semantic tokens: what each word of a document is to us. A rule or a value has a token only where the catalogue knows it, so
//! that a word that does nothing looks like none that does.

use serde_json::{Value, json};

use crate::catalogue::Catalogue;
use crate::diagnostic::Span;
use crate::editor::buffer::BufferRole;
use crate::editor::position::LineIndex;
use crate::editor::protocol::{DocumentParams, ResponseError};
use crate::editor::session::LanguageServer;
use crate::editor::settings::EditorSettings;
use crate::editor::symbol_index::document_kind;
use crate::schema::subschema_at;
use crate::source::{Entry, Node, Value as Held};

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SemanticType {
    /// A field.
    Field = 0,
    /// A category of rules.
    Category = 1,
    /// A rule.
    Rule = 2,
    /// A value of a rule.
    RuleValue = 3,
    /// The key of a document, where it is declared or named.
    Key = 4,
    /// A language.
    Language = 5,
}

/// Fields that name documents.
const REFERENCE_FIELDS: [&str; 10] = [
    "key",
    "extends",
    "style",
    "styles",
    "glossary",
    "glossaries",
    "spoken_terms",
    "style_profile",
    "translation_memory",
    "translation_memories",
];
/// Fields that name languages.
const LANGUAGE_FIELDS: [&str; 5] = ["language", "source_language", "target_language", "source", "target"];

impl LanguageServer {
    /// The tokens of a document, all of them.
    pub(super) fn semantic_tokens(&mut self, params: &DocumentParams) -> Result<Value, ResponseError> {
        let encoding = self.client.encoding;
        let uri = &params.text_document.uri;
        let root = self.buffers.get(uri).and_then(|buffer| buffer.root.clone());
        let settings = root.and_then(|root| self.projects.get(&root)).map(|project| project.settings.clone());
        let settings = settings.unwrap_or_else(EditorSettings::without_project);
        let Some(buffer) = self.own_buffer(uri).filter(|buffer| buffer.role == BufferRole::Documents) else {
            return Ok(Value::Null);
        };
        let path = buffer.path.clone();
        let parsed = buffer.indexed_file().parsed;
        let mut tokens = Vec::new();
        for document in &parsed.documents {
            let schema = settings.schema_for_kind(document_kind(&path, document));
            let mut collector = TokenCollector { catalogue: &settings.catalogue, tokens: &mut tokens };
            collector.collect_fields(document, schema, &mut Vec::new());
        }
        let ruler = buffer.line_index(encoding);
        Ok(json!({ "data": encode_tokens(tokens, &buffer.text, &ruler) }))
    }
}

struct TokenCollector<'a> {
    catalogue: &'a Catalogue,
    tokens: &'a mut Vec<(Span, SemanticType)>,
}

impl TokenCollector<'_> {
    fn collect_fields(&mut self, node: &Node, schema: Option<&Value>, above: &mut Vec<String>) {
        for (index, item) in node.items().iter().enumerate() {
            above.push(index.to_string());
            self.collect_fields(item, schema, above);
            above.pop();
        }
        for entry in node.entries() {
            if above.is_empty() && entry.key.value == "configured_rules" {
                self.tokens.push((entry.key.span, SemanticType::Field));
                self.collect_rules(&entry.value);
                continue;
            }
            above.push(entry.key.value.clone());
            let parts: Vec<&str> = above.iter().map(String::as_str).collect();
            let parent = schema.and_then(|schema| subschema_at(schema, &parts[..parts.len() - 1]));
            let known = parent.is_some_and(|place| place["properties"].get(&entry.key.value).is_some());
            if known {
                self.tokens.push((entry.key.span, SemanticType::Field));
                self.collect_value(entry);
            }
            self.collect_fields(&entry.value, schema, above);
            above.pop();
        }
    }

    /// What a field's value names.
    fn collect_value(&mut self, entry: &Entry) {
        let name = entry.key.value.as_str();
        let sort = match name {
            _ if REFERENCE_FIELDS.contains(&name) => SemanticType::Key,
            _ if LANGUAGE_FIELDS.contains(&name) => SemanticType::Language,
            "without_rules" => SemanticType::Rule,
            _ => return,
        };
        let nodes = std::iter::once(&entry.value).chain(entry.value.items());
        for node in nodes.filter(|node| matches!(node.value, Held::Text(_))) {
            self.tokens.push((node.span, sort));
        }
    }

    fn collect_rules(&mut self, rules: &Node) {
        for category in rules.entries() {
            let name = category.key.value.as_str();
            if !self.catalogue.iter_rules().any(|rule| rule.category == name) {
                continue;
            }
            self.tokens.push((category.key.span, SemanticType::Category));
            for entry in category.value.entries() {
                let Some(rule) = self.catalogue.find_rule(name, &entry.key.value) else { continue };
                self.tokens.push((entry.key.span, SemanticType::Rule));
                let value = entry.value.text().filter(|text| rule.values.contains_key(text));
                if value.is_some() {
                    self.tokens.push((entry.value.span, SemanticType::RuleValue));
                }
            }
        }
    }
}

/// Tokens as the protocol counts them: each by its distance from the one before. A word stands on one line.
fn encode_tokens(mut tokens: Vec<(Span, SemanticType)>, text: &str, lines: &LineIndex<'_>) -> Vec<u32> {
    tokens.sort_by_key(|(span, _)| *span);
    tokens.dedup_by_key(|(span, _)| span.start);
    let (mut line, mut character) = (0, 0);
    let mut data = Vec::with_capacity(tokens.len() * 5);
    for (span, sort) in tokens {
        let range = lines.range_of(span);
        let single = range.start.line == range.end.line && range.end.character > range.start.character;
        // An alias is a word of another place.
        if !single || text.get(span.range()).is_none_or(|written| written.starts_with('*')) {
            continue;
        }
        let same = range.start.line == line;
        let distance = if same { range.start.character - character } else { range.start.character };
        data.extend([range.start.line - line, distance, range.end.character - range.start.character, sort as u32, 0]);
        (line, character) = (range.start.line, range.start.character);
    }
    data
}
