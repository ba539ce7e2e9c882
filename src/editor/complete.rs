//! What could be written at the cursor: fields, categories, rules, values with what they mean, languages, keys.
//!
//! What a place takes is what its schema says, the one that validation decides by; the catalogue adds what rules and
//! values mean, the project adds what can be named.

use serde_json::{Value, json};

use crate::catalogue::{Rule, RuleValue};
use crate::diagnostic::{Code, SourceFile};
use crate::editor::buffer::Part;
use crate::editor::index::{KINDS, kind, refers_to};
use crate::editor::jump::{Here, noun};
use crate::editor::message::{AtPoint, Refusal};
use crate::editor::session::Server;
use crate::editor::spot::{self, Spot};
use crate::editor::{outline, page};
use crate::schema::edits;
use crate::source::{Node, Parsed};

/// Sorts of items, by their numbers in the protocol.
const FIELD: u8 = 5;
const MODULE: u8 = 9;
const PROPERTY: u8 = 10;
const VALUE: u8 = 12;
const REFERENCE: u8 = 18;

/// One offer.
struct Offer {
    name: String,
    sort: u8,
    /// A few words beside the name.
    detail: String,
    /// What it means, as Markdown.
    page: String,
    /// Later ones stand below.
    rank: u8,
    /// What is written instead of the name in quotes or without.
    form: Form,
}

/// How an offer is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// As a text of the notation.
    Text,
    /// As it is: a number, `true`, `~`.
    Bare,
    /// As a key of a value.
    Key,
    /// As a key of a mapping or of a list of mappings.
    Table { many: bool },
}

impl Server {
    pub(super) fn complete(&mut self, params: AtPoint) -> Result<Value, Refusal> {
        let uri = params.text_document.uri;
        let Some(here) = self.here(&uri, params.position) else { return Ok(Value::Null) };
        let Some(spot) = spot::at(&here.path, &here.text, here.offset) else { return Ok(Value::Null) };
        let Some(document) = spot.document() else { return Ok(Value::Null) };
        let Some(schema) = here.schema(document) else { return Ok(Value::Null) };
        let trail = &spot.trail;
        let parts: Vec<&str> = trail.parts();
        let above = if trail.is_key { &parts[..parts.len().saturating_sub(1)] } else { &parts };
        let Some(place) = outline::at(schema, above) else { return Ok(Value::Null) };
        let mapping = place.get("properties").is_some() || place["additionalProperties"].is_object();
        let (offers, wrap) = if mapping {
            (keys(&here, &spot, place, above), false)
        } else if spot.ended {
            (Vec::new(), false)
        } else if let Some(items) = place.get("items").filter(|_| !trail.is_key) {
            let one: Vec<&str> = above.iter().copied().chain(["0"]).collect();
            (self.values(&uri, &here, document, items, &one), true)
        } else {
            (self.values(&uri, &here, document, place, above), false)
        };
        let range = here.ruler(self.client.encoding).range(spot.word).json();
        let markdown = self.client.markdown;
        let items = offers.into_iter().enumerate().map(|(index, offer)| {
            let text = offer.written(&here.parsed.file, &spot, wrap);
            let kind = if markdown { "markdown" } else { "plaintext" };
            json!({
                "label": offer.name, "kind": offer.sort, "detail": offer.detail,
                "documentation": { "kind": kind, "value": offer.page },
                "sortText": format!("{}{index:04}", offer.rank), "filterText": offer.name,
                "textEdit": { "range": range, "newText": text },
            })
        });
        Ok(json!({ "isIncomplete": false, "items": items.collect::<Vec<_>>() }))
    }

    /// Values that a place takes.
    fn values(&self, uri: &str, here: &Here, document: &Node, schema: &Value, parts: &[&str]) -> Vec<Offer> {
        let catalogue = &here.settings.catalogue;
        if here.part == Part::Documents {
            if let ["configured_rules", category, rule] = parts {
                let Some(rule) = catalogue.rule(category, rule) else { return Vec::new() };
                return rule_values(here, rule, document);
            }
            if let Some(kind) = parts.first().and_then(|field| refers_to(kind(document), field)) {
                return self.named(uri, document, kind);
            }
            if parts == ["kind"] {
                let known = KINDS.iter().filter_map(|kind| Some((kind, here.settings.schema_of(kind)?)));
                let offer = |(kind, schema): (&&str, &Value)| {
                    Offer::new(kind, VALUE, &noun(kind), page::said(schema), Form::Text)
                };
                return known.map(offer).collect();
            }
            if parts.last() == Some(&"source_language") {
                let offer = |language: &crate::catalogue::ListLanguage| {
                    Offer::new(&language.code, VALUE, &language.name, page::plain(&language.name), Form::Text)
                };
                return catalogue.languages.iter().map(offer).collect();
            }
        }
        if let (Part::Project, ["default_environment"]) = (here.part, parts) {
            let named = document.get("environments").map(Node::entries).unwrap_or_default();
            let offer = |name: &str| Offer::new(name, VALUE, "environment", String::new(), Form::Text);
            return named.iter().map(|entry| offer(&entry.key.value)).collect();
        }
        if let (Part::Project, [.., "guards", "protect", _]) = (here.part, parts) {
            return self.addresses(uri);
        }
        closed(schema)
    }

    /// Keys of documents of a kind: of bases, those for the language of the document first.
    fn named(&self, uri: &str, document: &Node, kind: &str) -> Vec<Offer> {
        let own = document.get("key").and_then(Node::text);
        let language = document.get("language").and_then(Node::text);
        let mut offers = Vec::new();
        for (path, filed) in self.around(uri) {
            for declared in filed.summary.declared.iter().filter(|declared| declared.kind == kind) {
                let node = filed.parsed.documents.get(declared.document);
                let text = |field: &str| node.and_then(|node| node.get(field)).and_then(Node::text);
                let same = self.buffers.get(uri).is_some_and(|buffer| buffer.path == path);
                if same && (own == Some(&declared.key) || !declared.written) {
                    continue;
                }
                let about = text("description").or_else(|| text("name")).unwrap_or_default();
                let other = text("language").zip(language).is_some_and(|(one, other)| one != other);
                let detail = text("language").map_or_else(|| noun(kind), |code| format!("{} for {code}", noun(kind)));
                let about = format!("{}\n\n{}", page::plain(about), page::code(&path));
                offers.push(Offer {
                    rank: u8::from(other),
                    ..Offer::new(&declared.key, REFERENCE, &detail, about, Form::Text)
                });
            }
        }
        offers
    }

    /// Addresses of what is applied to the service.
    fn addresses(&self, uri: &str) -> Vec<Offer> {
        let applied = ["style", "glossary", "spoken_terms"];
        let files = self.around(uri);
        let declared = files.iter().flat_map(|(_, filed)| &filed.summary.declared);
        let of = declared.filter(|declared| applied.contains(&declared.kind.as_str()));
        of.map(|own| {
            let about = own.title.as_ref().map(|(name, _)| page::plain(name)).unwrap_or_default();
            Offer::new(&format!("{}/{}", own.kind, own.key), REFERENCE, &noun(&own.kind), about, Form::Text)
        })
        .collect()
    }
}

/// Keys that a mapping takes and does not have yet.
fn keys(here: &Here, spot: &Spot, schema: &Value, above: &[&str]) -> Vec<Offer> {
    let set = siblings(here, spot, above);
    let catalogue = &here.settings.catalogue;
    let fields = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    let fields = fields.filter(|(name, _)| !set.contains(name) || spot.ended && *name == word(here, spot));
    let offers = fields.map(|(name, schema)| {
        let form = form(schema);
        match (here.part, above) {
            (Part::Documents, ["configured_rules"]) => {
                let category = catalogue.categories.get(name);
                let detail = category.map_or(0, |category| category.rules.len());
                let page = category.map(page::of_category).unwrap_or_default();
                Offer::new(name, MODULE, &crate::report::words::count(detail, "rule"), page, form)
            }
            (Part::Documents, ["configured_rules", category]) => {
                let rule = catalogue.rule(category, name);
                let values = rule.map_or(0, |rule| rule.values.len());
                let page = rule.map(page::of_rule).unwrap_or_default();
                Offer::new(name, PROPERTY, &crate::report::words::count(values, "value"), page, form)
            }
            (Part::Project, ["lints"]) => {
                let page = Code::from_name(name).map(page::of_code).unwrap_or_default();
                Offer::new(name, PROPERTY, "code of a finding", page, form)
            }
            (Part::Project | Part::Catalogue | Part::Documents | Part::Table | Part::Foreign, _) => {
                Offer::new(name, FIELD, page::sort(schema), page::of_field(name, schema), form)
            }
        }
    });
    let fits = |offer: &Offer| match spot.header {
        0 => true,
        1 => matches!(offer.form, Form::Table { many: false }),
        _ => matches!(offer.form, Form::Table { many: true }),
    };
    offers.filter(fits).collect()
}

fn word<'h>(here: &'h Here, spot: &Spot) -> &'h str {
    here.text.get(spot.word.range()).unwrap_or_default()
}

/// Keys that stand beside the one being written: here, or where the text was last without a fault.
fn siblings(here: &Here, spot: &Spot, above: &[&str]) -> Vec<String> {
    let below = |parsed: &Parsed| -> Vec<String> {
        let document = parsed.documents.get(spot.trail.document);
        let node = document.and_then(|document| {
            above.iter().try_fold(document, |node, part| match node.items() {
                [] => node.get(part),
                items => items.get(part.parse::<usize>().ok()?),
            })
        });
        let entries = node.map(Node::entries).unwrap_or_default();
        entries.iter().map(|entry| entry.key.value.clone()).filter(|key| *key != spot.trail.text).collect()
    };
    let mut found = below(&spot.parsed);
    if spot.apart || spot.parsed.incomplete {
        found.extend(here.sound.as_deref().map(below).unwrap_or_default());
    }
    found
}

fn form(schema: &Value) -> Form {
    match page::sort(schema) {
        "mapping" => Form::Table { many: false },
        "list of mappings" => Form::Table { many: true },
        _ => Form::Key,
    }
}

/// Words of a closed list, or the two of a switch.
fn closed(schema: &Value) -> Vec<Offer> {
    if schema["type"] == "boolean" {
        return ["true", "false"].map(|word| Offer::new(word, VALUE, "", String::new(), Form::Bare)).into();
    }
    let words = schema["enum"].as_array().into_iter().flatten().enumerate();
    words
        .filter(|(_, word)| word.is_string())
        .map(|(at, word)| {
            let meaning = schema["enumDescriptions"].get(at).and_then(Value::as_str).unwrap_or_default();
            let detail = if Some(word) == schema.get("default") { "unless said otherwise" } else { meaning };
            Offer::new(&page::word(word), VALUE, detail, page::plain(meaning), Form::Text)
        })
        .collect()
}

/// Values of a rule: those known for the language of the list first.
fn rule_values(here: &Here, rule: &Rule, document: &Node) -> Vec<Offer> {
    let language = document.get("language").and_then(Node::text);
    let offered = |value: &RuleValue| {
        language.is_none_or(|code| value.languages.is_empty() || value.languages.iter().any(|known| known == code))
    };
    let mut offers: Vec<Offer> = rule
        .values
        .values()
        .map(|value| {
            let example =
                value.example.as_deref().map(|text| crate::report::shown::cut(text, 40, "…")).unwrap_or_default();
            let detail =
                if offered(value) { example } else { format!("not offered for {}", language.unwrap_or_default()) };
            let rank = u8::from(!offered(value));
            Offer { rank, ..Offer::new(&value.name, VALUE, &detail, page::of_value(rule, value), Form::Text) }
        })
        .collect();
    let yaml = !edits::is_toml(&here.parsed.file);
    if yaml && document.get("extends").is_some() {
        let about = "Remove the rule that a base style gave.";
        offers.push(Offer { rank: 2, ..Offer::new("~", VALUE, "removes it", about.to_owned(), Form::Bare) });
    }
    offers
}

impl Offer {
    fn new(name: &str, sort: u8, detail: &str, page: String, form: Form) -> Self {
        Self { name: name.to_owned(), sort, detail: detail.to_owned(), page, rank: 0, form }
    }

    /// What is written in place of the word.
    fn written(&self, file: &SourceFile, spot: &Spot, wrap: bool) -> String {
        let toml = edits::is_toml(file);
        let lead = if spot.lead { " " } else { "" };
        let own = |quoted: bool| match (spot.quoted, self.form) {
            (true, _) => {
                let inner = edits::quoted(&self.name);
                inner[1..inner.len() - 1].to_owned()
            }
            (false, Form::Bare) => self.name.clone(),
            (false, Form::Text | Form::Key | Form::Table { .. }) if quoted => edits::quoted(&self.name),
            (false, Form::Text | Form::Key | Form::Table { .. }) => {
                edits::like(file, crate::diagnostic::Span::default(), &self.name)
            }
        };
        let text = match self.form {
            Form::Text | Form::Bare => own(toml && self.form == Form::Text),
            Form::Key | Form::Table { .. } if spot.ended || spot.header > 0 || spot.quoted => own(false),
            Form::Key => own(false) + if toml { " = " } else { ": " },
            Form::Table { many } if toml && spot.first && spot.trail.path.len() == 1 => {
                if many {
                    format!("[[{}]]", own(false))
                } else {
                    format!("[{}]", own(false))
                }
            }
            Form::Table { many: false } if toml => own(false) + ".",
            Form::Table { many: true } if toml => own(false) + " = ",
            Form::Table { .. } => own(false) + ":",
        };
        if wrap && !spot.quoted { format!("{lead}[{text}]") } else { format!("{lead}{text}") }
    }
}
