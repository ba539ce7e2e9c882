//! What could be written at the cursor: fields, categories, rules, values with what they mean, languages, keys.
//!
//! What a place takes is what its schema says, the one that validation decides by; the catalogue adds what rules and
//! values mean, the project adds what can be named.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::catalogue::{Rule, RuleValue};
use crate::diagnostic::{Code, Diagnostic, Severity, SourceFile, Span};
use crate::editor::buffer::BufferRole;
use crate::editor::cursor::{self, CursorContext};
use crate::editor::markdown_page;
use crate::editor::navigation::{CursorDocument, kind_noun};
use crate::editor::project::IndexedFile;
use crate::editor::protocol::{ResponseError, TextDocumentPositionParams};
use crate::editor::session::LanguageServer;
use crate::editor::symbol_index::{BASE_KIND, KINDS, document_kind};
use crate::model::reference::{PROJECT_KIND, ReferenceForm, reference_at};
use crate::schema::{edits, subschema_at};
use crate::source::side_tables::SideTable;
use crate::source::{Node, ParsedFile, discover};

/// Sorts of items, by their numbers in the protocol.
const FIELD: u8 = 5;
const MODULE: u8 = 9;
const PROPERTY: u8 = 10;
const VALUE: u8 = 12;
const REFERENCE: u8 = 18;

/// Bytes of text that are judged for the offers of one place: some milliseconds.
const MAX_JUDGED_BYTES: usize = 1 << 19;

/// One offer.
struct CompletionItem {
    name: String,
    item_kind: u8,
    /// A few words beside the name.
    detail: String,
    /// What it means, as Markdown.
    page: String,
    /// Later ones stand below.
    rank: u8,
    /// What is written instead of the name in quotes or without.
    insert_kind: InsertKind,
}

/// How an offer is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum InsertKind {
    /// As a text of the notation.
    Text,
    /// As it is: a number, `true`, `~`.
    Bare,
    /// As a key of a value.
    Key,
    /// As a key of a mapping or of a list of mappings.
    Table { many: bool },
}

impl LanguageServer {
    pub(super) fn completion_items(&mut self, params: TextDocumentPositionParams) -> Result<Value, ResponseError> {
        let uri = params.text_document.uri;
        let Some(here) = self.cursor_document(&uri, params.position) else { return Ok(Value::Null) };
        let Some(spot) = cursor::locate_cursor(&here.path, &here.text, here.offset) else { return Ok(Value::Null) };
        let Some(document) = spot.document() else { return Ok(Value::Null) };
        let Some(schema) = here.document_schema(document) else { return Ok(Value::Null) };
        let trail = &spot.node_path;
        let parts: Vec<&str> = trail.path_parts();
        let above = if trail.is_key { &parts[..parts.len().saturating_sub(1)] } else { &parts };
        let Some(place) = subschema_at(schema, above) else { return Ok(Value::Null) };
        // What may be a text as well has fields only where a key stands.
        let mapping = (place.get("properties").is_some() || place["additionalProperties"].is_object())
            && (trail.is_key || !place["type"].is_array());
        let (offers, wrap) = if mapping {
            (field_items(&here, &spot, place, above), false)
        } else if spot.has_key_end {
            (Vec::new(), false)
        } else if let Some(items) = place.get("items").filter(|_| !trail.is_key) {
            let one: Vec<&str> = above.iter().copied().chain(["0"]).collect();
            (self.value_items(&uri, &here, document, items, &one), true)
        } else {
            (self.value_items(&uri, &here, document, place, above), false)
        };
        let offers = self.keep_sound_offers(&uri, &here, &spot, wrap, offers);
        let range = here.line_index(self.client.encoding).range_of(spot.word).to_json();
        let markdown = self.client.markdown;
        let items = offers.into_iter().enumerate().map(|(index, offer)| {
            let text = offer.insert_text(&here.parsed.file, &spot, wrap);
            let kind = if markdown { "markdown" } else { "plaintext" };
            json!({
                "label": offer.name, "kind": offer.item_kind, "detail": offer.detail,
                "documentation": { "kind": kind, "value": offer.page },
                "sortText": format!("{}{index:04}", offer.rank), "filterText": offer.name,
                "textEdit": { "range": range, "newText": text },
            })
        });
        Ok(json!({ "isIncomplete": false, "items": items.collect::<Vec<_>>() }))
    }

    /// Offers after which the document has no error that it does not have yet: each is judged as the document that it makes.
    /// Where judging all would keep somebody waiting, those behind are judged by their form alone, one for all of a form.
    fn keep_sound_offers(
        &self,
        uri: &str,
        here: &CursorDocument,
        spot: &CursorContext,
        wrap: bool,
        mut offers: Vec<CompletionItem>,
    ) -> Vec<CompletionItem> {
        let (before, after) = (&here.text[..spot.word.start as usize], &here.text[spot.word.end as usize..]);
        let parse = |text: &str| Arc::new(discover::parse_buffer(&here.path, text));
        let check = |parsed: Arc<ParsedFile>, begun: Option<Span>| -> BTreeSet<String> {
            let errors = self.check_file_text(uri, &IndexedFile::from_parsed(parsed)).into_iter();
            let errors = errors.filter(|finding| {
                finding.severity == Severity::Error && !begun.is_some_and(|begun| awaits_more(finding, begun))
            });
            errors.map(|finding| format!("{} {}", finding.code, finding.message)).collect()
        };
        // A word that is only begun may break the text: then what it says without that word counts too.
        let without = parse(&format!("{before}{after}"));
        if is_faulty(&here.parsed) && is_faulty(&without) {
            // A text with a fault of its own proves nothing.
            return offers;
        }
        let beside: usize = here.parsed.side_tables.get().into_iter().flatten().map(SideTable::byte_count).sum();
        let cost = here.text.len() + beside;
        let mut left = MAX_JUDGED_BYTES.saturating_sub(2 * cost);
        let mut known = check(here.parsed.clone(), None);
        known.extend(check(without, None));
        let toml = edits::is_toml(&here.parsed.file);
        let mut forms: Vec<(InsertKind, bool)> = Vec::new();
        offers.retain(|offer| {
            let inserted = offer.insert_text(&here.parsed.file, spot, wrap);
            let value_offer = matches!(offer.insert_kind, InsertKind::Text | InsertKind::Bare);
            let begins = !(value_offer || spot.has_key_end || spot.header > 0);
            // A key of TOML is nothing without a value.
            let value = match inserted.chars().last().filter(|_| toml && begins) {
                Some('.') => "x = 1",
                Some(' ') => "\"\"",
                Some(_) | None => "",
            };
            let parsed = parse(&format!("{before}{inserted}{value}{after}"));
            if left < cost {
                return match forms.iter().find(|(kind, _)| *kind == offer.insert_kind) {
                    Some((_, sound)) => *sound,
                    None => {
                        let sound = !is_faulty(&parsed);
                        forms.push((offer.insert_kind, sound));
                        sound
                    }
                };
            }
            left -= cost;
            let start = before.len();
            let end = if begins { start + inserted.len() + value.len() } else { start };
            // A key in place of another one leaves nothing to be written.
            let begun = (!spot.has_key_end).then(|| Span::new(start, end));
            check(parsed, begun).is_subset(&known)
        });
        offers
    }

    /// Values that a place takes.
    fn value_items(
        &self,
        uri: &str,
        here: &CursorDocument,
        document: &Node,
        schema: &Value,
        parts: &[&str],
    ) -> Vec<CompletionItem> {
        let catalogue = &here.settings.catalogue;
        let kind = if here.role == BufferRole::Project { PROJECT_KIND } else { document_kind(&here.path, document) };
        match reference_at(kind, parts).map(|(form, _)| form) {
            Some(ReferenceForm::Key(kind) | ReferenceForm::KeyOrAddress(kind)) => {
                return self.key_items(uri, document, kind);
            }
            Some(ReferenceForm::Address) => return self.address_items(uri),
            None => {}
        }
        if here.role == BufferRole::Documents {
            if let ["configured_rules", category, rule] = parts {
                let Some(rule) = catalogue.find_rule(category, rule) else { return Vec::new() };
                return rule_value_items(here, rule, document);
            }
            if parts == ["kind"] {
                let known = KINDS.iter().filter_map(|kind| Some((kind, here.settings.schema_for_kind(kind)?)));
                let offer = |(kind, schema): (&&str, &Value)| {
                    CompletionItem::new(
                        kind,
                        VALUE,
                        &kind_noun(kind),
                        markdown_page::describe_schema(schema),
                        InsertKind::Text,
                    )
                };
                return known.map(offer).collect();
            }
            if parts.last() == Some(&"source_language") {
                let offer = |language: &crate::catalogue::ListLanguage| {
                    CompletionItem::new(
                        &language.code,
                        VALUE,
                        &language.name,
                        markdown_page::escape_text(&language.name),
                        InsertKind::Text,
                    )
                };
                return catalogue.languages.iter().map(offer).collect();
            }
        }
        if let (BufferRole::Project, ["default_environment"]) = (here.role, parts) {
            let named = document.get("environments").map(Node::entries).unwrap_or_default();
            let offer = |name: &str| CompletionItem::new(name, VALUE, "environment", String::new(), InsertKind::Text);
            return named.iter().map(|entry| offer(&entry.key.value)).collect();
        }
        enum_items(schema)
    }

    /// Keys of documents of a kind: of bases, those that are for the language of the document, or for all.
    fn key_items(&self, uri: &str, document: &Node, kind: &str) -> Vec<CompletionItem> {
        let own = document.get("key").and_then(Node::text);
        let language = document.get("language").and_then(Node::text);
        let mut offers = Vec::new();
        for (path, filed) in self.visible_files(uri) {
            for declared in filed.index.declarations.iter().filter(|declared| declared.kind == kind) {
                let node = filed.parsed.documents.get(declared.document);
                let text = |field: &str| node.and_then(|node| node.get(field)).and_then(Node::text);
                let same = self.buffers.get(uri).is_some_and(|buffer| buffer.path == path);
                if same && (own == Some(&declared.key) || !declared.is_explicit) {
                    continue;
                }
                let about = text("description").or_else(|| text("name")).unwrap_or_default();
                // A base of another language would be an error.
                if kind == BASE_KIND && text("language").zip(language).is_some_and(|(one, other)| one != other) {
                    continue;
                }
                let detail =
                    text("language").map_or_else(|| kind_noun(kind), |code| format!("{} for {code}", kind_noun(kind)));
                let about = format!("{}\n\n{}", markdown_page::escape_text(about), markdown_page::code_span(&path));
                offers.push(CompletionItem::new(&declared.key, REFERENCE, &detail, about, InsertKind::Text));
            }
        }
        offers
    }

    /// Addresses of what is applied to the service.
    fn address_items(&self, uri: &str) -> Vec<CompletionItem> {
        let applied = ["style", "glossary", "spoken_terms", "style_profile"];
        let files = self.visible_files(uri);
        let declared = files.iter().flat_map(|(_, filed)| &filed.index.declarations);
        let of = declared.filter(|declared| applied.contains(&declared.kind.as_str()));
        of.map(|own| {
            let about = own.title.as_ref().map(|(name, _)| markdown_page::escape_text(name)).unwrap_or_default();
            CompletionItem::new(
                &format!("{}/{}", own.kind, own.key),
                REFERENCE,
                &kind_noun(&own.kind),
                about,
                InsertKind::Text,
            )
        })
        .collect()
    }
}

/// Whether a text has a fault of its notation.
fn is_faulty(parsed: &ParsedFile) -> bool {
    parsed.incomplete || parsed.findings.iter().any(|finding| finding.severity == Severity::Error)
}

/// Whether an error only says that something is still to be written: fields that go with what is chosen, and the value of the
/// key that is begun in these bytes.
fn awaits_more(finding: &Diagnostic, begun: Span) -> bool {
    let whatever_follows = matches!(finding.code, Code::Syntax | Code::DuplicateKey | Code::ExclusiveFields);
    matches!(finding.code, Code::MissingField | Code::MissingSourceLanguage)
        || begun.range().contains(&(finding.primary.span.start as usize)) && !whatever_follows
}

/// Keys that a mapping takes and does not have yet.
fn field_items(here: &CursorDocument, spot: &CursorContext, schema: &Value, above: &[&str]) -> Vec<CompletionItem> {
    let set = sibling_keys(here, spot, above);
    let catalogue = &here.settings.catalogue;
    let fields = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    let fields = fields.filter(|(name, _)| !set.contains(name) || spot.has_key_end && *name == typed_word(here, spot));
    let offers = fields.map(|(name, schema)| {
        let form = insert_kind(schema);
        match (here.role, above) {
            (BufferRole::Documents, ["configured_rules"]) => {
                let category = catalogue.categories.get(name);
                let detail = category.map_or(0, |category| category.rules.len());
                let page = category.map(markdown_page::category_page).unwrap_or_default();
                CompletionItem::new(name, MODULE, &crate::report::humanize::count_noun(detail, "rule"), page, form)
            }
            (BufferRole::Documents, ["configured_rules", category]) => {
                let rule = catalogue.find_rule(category, name);
                let values = rule.map_or(0, |rule| rule.values.len());
                let page = rule.map(markdown_page::rule_page).unwrap_or_default();
                CompletionItem::new(name, PROPERTY, &crate::report::humanize::count_noun(values, "value"), page, form)
            }
            (BufferRole::Project, ["lints"]) => {
                let page = Code::from_name(name).map(markdown_page::code_page).unwrap_or_default();
                CompletionItem::new(name, PROPERTY, "code of a finding", page, form)
            }
            (
                BufferRole::Project
                | BufferRole::Catalogue
                | BufferRole::Documents
                | BufferRole::Table
                | BufferRole::Texts
                | BufferRole::Foreign,
                _,
            ) => CompletionItem::new(
                name,
                FIELD,
                markdown_page::schema_type(schema),
                markdown_page::field_page(name, schema),
                form,
            ),
        }
    });
    let fits = |offer: &CompletionItem| match spot.header {
        0 => true,
        1 => matches!(offer.insert_kind, InsertKind::Table { many: false }),
        _ => matches!(offer.insert_kind, InsertKind::Table { many: true }),
    };
    offers.filter(fits).collect()
}

fn typed_word<'h>(here: &'h CursorDocument, spot: &CursorContext) -> &'h str {
    here.text.get(spot.word.range()).unwrap_or_default()
}

/// Keys that stand beside the one being written: here, or where the text was last without a fault.
fn sibling_keys(here: &CursorDocument, spot: &CursorContext, above: &[&str]) -> Vec<String> {
    let below = |parsed: &ParsedFile| -> Vec<String> {
        let document = parsed.documents.get(spot.node_path.document);
        let node = document.and_then(|document| {
            above.iter().try_fold(document, |node, part| match node.items() {
                [] => node.get(part),
                items => items.get(part.parse::<usize>().ok()?),
            })
        });
        let entries = node.map(Node::entries).unwrap_or_default();
        entries.iter().map(|entry| entry.key.value.clone()).filter(|key| *key != spot.node_path.text).collect()
    };
    let mut found = below(&spot.parsed);
    if spot.detached || spot.parsed.incomplete {
        found.extend(here.last_valid.as_deref().map(below).unwrap_or_default());
    }
    found
}

fn insert_kind(schema: &Value) -> InsertKind {
    match markdown_page::schema_type(schema) {
        "mapping" => InsertKind::Table { many: false },
        "list of mappings" => InsertKind::Table { many: true },
        _ => InsertKind::Key,
    }
}

/// Words of a closed list, or the two of a switch.
fn enum_items(schema: &Value) -> Vec<CompletionItem> {
    if schema["type"] == "boolean" {
        return ["true", "false"]
            .map(|word| CompletionItem::new(word, VALUE, "", String::new(), InsertKind::Bare))
            .into();
    }
    let words = schema["enum"].as_array().into_iter().flatten().enumerate();
    words
        .filter(|(_, word)| word.is_string())
        .map(|(at, word)| {
            let meaning = schema["enumDescriptions"].get(at).and_then(Value::as_str).unwrap_or_default();
            let detail = if Some(word) == schema.get("default") { "default" } else { meaning };
            CompletionItem::new(
                &markdown_page::value_text(word),
                VALUE,
                detail,
                markdown_page::escape_text(meaning),
                InsertKind::Text,
            )
        })
        .collect()
}

/// Values of a rule: those known for the language of the list first.
fn rule_value_items(here: &CursorDocument, rule: &Rule, document: &Node) -> Vec<CompletionItem> {
    let language = document.get("language").and_then(Node::text);
    let offered = |value: &RuleValue| language.is_none_or(|code| value.is_offered_for(code));
    let mut offers: Vec<CompletionItem> = rule
        .values
        .values()
        .map(|value| {
            let example = value
                .example
                .as_deref()
                .map(|text| crate::report::sanitize::truncate_sanitized(text, 40, "…"))
                .unwrap_or_default();
            let detail =
                if offered(value) { example } else { format!("not offered for {}", language.unwrap_or_default()) };
            let rank = u8::from(!offered(value));
            CompletionItem {
                rank,
                ..CompletionItem::new(
                    &value.name,
                    VALUE,
                    &detail,
                    markdown_page::value_page(rule, value),
                    InsertKind::Text,
                )
            }
        })
        .collect();
    let yaml = !edits::is_toml(&here.parsed.file);
    if yaml && document.get("extends").is_some() {
        let about = "Remove the rule that a base style gave.";
        offers.push(CompletionItem {
            rank: 2,
            ..CompletionItem::new("~", VALUE, "removes it", about.to_owned(), InsertKind::Bare)
        });
    }
    offers
}

impl CompletionItem {
    fn new(name: &str, sort: u8, detail: &str, page: String, form: InsertKind) -> Self {
        Self { name: name.to_owned(), item_kind: sort, detail: detail.to_owned(), page, rank: 0, insert_kind: form }
    }

    /// What is written in place of the word.
    fn insert_text(&self, file: &SourceFile, spot: &CursorContext, wrap: bool) -> String {
        let toml = edits::is_toml(file);
        let lead = if spot.needs_space { " " } else { "" };
        let own = |quoted: bool| match (spot.quoted, self.insert_kind) {
            (true, _) => {
                let inner = edits::quote_text(&self.name);
                inner[1..inner.len() - 1].to_owned()
            }
            (false, InsertKind::Bare) => self.name.clone(),
            (false, InsertKind::Text | InsertKind::Key | InsertKind::Table { .. }) if quoted => {
                edits::quote_text(&self.name)
            }
            (false, InsertKind::Text | InsertKind::Key | InsertKind::Table { .. }) => {
                edits::match_notation(file, Span::default(), &self.name)
            }
        };
        let text = match self.insert_kind {
            InsertKind::Text | InsertKind::Bare => own(toml && self.insert_kind == InsertKind::Text),
            InsertKind::Key | InsertKind::Table { .. } if spot.has_key_end || spot.header > 0 || spot.quoted => {
                own(false)
            }
            InsertKind::Key => own(false) + if toml { " = " } else { ": " },
            InsertKind::Table { many } if toml && spot.starts_line && spot.node_path.path.len() == 1 => {
                if many {
                    format!("[[{}]]", own(false))
                } else {
                    format!("[{}]", own(false))
                }
            }
            InsertKind::Table { many: false } if toml => own(false) + ".",
            InsertKind::Table { many: true } if toml => own(false) + " = ",
            InsertKind::Table { .. } => own(false) + ":",
        };
        if wrap && !spot.quoted { format!("{lead}[{text}]") } else { format!("{lead}{text}") }
    }
}
