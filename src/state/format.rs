//! The bytes of a state file and of its journal: JSON, sorted, one binding per line, so that a merge conflict is readable.
//!
//! A binding carries a seal, a short digest over stack, key and id: a line whose id was edited by hand no longer fits its
//! seal, and the plan says so. Journal lines carry a checksum: a torn last line is dropped.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};

use crate::model::style::RuleKey;
use crate::model::term_set::{TermSetKind, TermSetPart};
use crate::model::{Address, Id, Kind, Language, digest};
use crate::state::applied::{AppliedInstruction, AppliedPart, AppliedStyle, AppliedTermSet};
use crate::state::{Applied, Binding, JournalEntry, PendingCreation, State};

/// The format this version writes. Higher ones are refused.
pub const FORMAT: u64 = 1;

/// What is wrong with the bytes of a state file.
#[derive(Debug, thiserror::Error)]
pub enum StateFormatError {
    /// Written by a newer version.
    #[error("it has format {0}, this version knows formats up to {FORMAT}: use a newer housestyle")]
    Newer(u64),
    /// A merge left its markers.
    #[error("line {0} holds a merge conflict marker: keep one side of each binding, then run again")]
    Conflict(usize),
    /// Not JSON.
    #[error("it is not JSON: {0}")]
    NotJson(#[from] serde_json::Error),
    /// Not a state.
    #[error("{0}")]
    Shape(String),
}

/// The file's text: one binding per line.
#[must_use]
pub fn render_state(state: &State) -> String {
    let State {
        serial,
        stack,
        origin,
        bindings,
        pending_creations: creating,
        pending_deletions: deleting,
        used_kinds: used,
    } = state;
    let mut head = vec![
        ("housestyle_state", json!(FORMAT)),
        ("serial", json!(serial)),
        ("stack", json!(stack)),
        ("origin", json!(origin)),
    ];
    if !used.is_empty() {
        head.push(("used", used.iter().map(|kind| kind.as_str()).collect()));
    }
    let mut text = String::from("{\n");
    for (key, value) in head {
        text.push_str(&format!("  \"{key}\": {value},\n"));
    }
    let sections: [(&str, Vec<(String, Json)>); 3] = [
        ("bindings", bindings.iter().map(|(a, b)| (a.to_string(), binding_json(stack, a, b))).collect()),
        ("creating", creating.iter().map(|(a, c)| (a.to_string(), pending_creation_json(c))).collect()),
        ("deleting", deleting.iter().map(|(id, a)| (id.to_string(), json!(a.to_string()))).collect()),
    ];
    for (at, (name, lines)) in sections.iter().enumerate() {
        let end = if at + 1 == sections.len() { "" } else { "," };
        if lines.is_empty() {
            text.push_str(&format!("  \"{name}\": {{}}{end}\n"));
            continue;
        }
        text.push_str(&format!("  \"{name}\": {{\n"));
        for (at, (key, value)) in lines.iter().enumerate() {
            let comma = if at + 1 == lines.len() { "" } else { "," };
            text.push_str(&format!("    {}: {value}{comma}\n", json!(key)));
        }
        text.push_str(&format!("  }}{end}\n"));
    }
    text.push_str("}\n");
    text
}

/// Reads the file's text.
///
/// # Errors
/// Says what is wrong; nothing is guessed.
pub fn parse_state(text: &str) -> Result<State, StateFormatError> {
    if let Some(at) = text.lines().position(|line| line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> ")) {
        return Err(StateFormatError::Conflict(at + 1));
    }
    let json: Json = serde_json::from_str(text)?;
    let format = json.get("housestyle_state").and_then(Json::as_u64);
    match format {
        None => return Err(StateFormatError::Shape("it has no `housestyle_state`, so it is no state file".to_owned())),
        Some(format) if format > FORMAT => return Err(StateFormatError::Newer(format)),
        Some(_) => {}
    }
    let stack = text_field(&json, "stack")?;
    let mut state = State {
        serial: json.get("serial").and_then(Json::as_u64).ok_or_else(|| missing_field("serial"))?,
        origin: text_field(&json, "origin")?,
        ..State::default()
    };
    for (key, value) in object_field(&json, "bindings")? {
        let address = parse_address(key)?;
        let binding = read_binding(&stack, &address, value)?;
        state.bindings.insert(address, binding);
    }
    for (key, value) in object_field(&json, "creating")? {
        state.pending_creations.insert(parse_address(key)?, read_pending_creation(value)?);
    }
    for (key, value) in object_field(&json, "deleting")? {
        let of = value.as_str().ok_or_else(|| StateFormatError::Shape(format!("`deleting` names no key for {key}")))?;
        state.pending_deletions.insert(parse_id(key)?, parse_address(of)?);
    }
    let used = json.get("used").and_then(Json::as_array);
    state.used_kinds = used.into_iter().flatten().filter_map(|kind| Kind::from_name(kind.as_str()?)).collect();
    state.stack = stack;
    Ok(state)
}

/// A journal line: checksum, then the fact.
#[must_use]
pub fn render_journal_line(stack: &str, fact: &JournalEntry) -> String {
    let json = match fact {
        JournalEntry::CreationStarted(address, creating) => {
            json!({"creating": address.to_string(), "intent": pending_creation_json(creating)})
        }
        JournalEntry::CreationAbandoned(address) => json!({"not_created": address.to_string()}),
        JournalEntry::Bound(address, binding) => {
            json!({"bound": address.to_string(), "binding": binding_json(stack, address, binding)})
        }
        JournalEntry::DeletionStarted(id, address) => json!({"deleting": id.to_string(), "of": address.to_string()}),
        JournalEntry::Deleted(id) => json!({"deleted": id.to_string()}),
        JournalEntry::Unbound(address) => json!({"unbound": address.to_string()}),
    };
    let body = json.to_string();
    format!("{} {body}\n", digest::short_digest(&body, 10))
}

/// Reads a journal line; `None` for one that is torn or damaged.
#[must_use]
pub fn parse_journal_line(stack: &str, line: &str) -> Option<JournalEntry> {
    let (check, body) = line.split_once(' ')?;
    if check != digest::short_digest(body, 10) {
        return None;
    }
    let json: Json = serde_json::from_str(body).ok()?;
    let text = |key: &str| json.get(key).and_then(Json::as_str);
    if let Some(of) = text("creating") {
        return Some(JournalEntry::CreationStarted(
            parse_address(of).ok()?,
            read_pending_creation(json.get("intent")?).ok()?,
        ));
    }
    if let Some(of) = text("not_created") {
        return Some(JournalEntry::CreationAbandoned(parse_address(of).ok()?));
    }
    if let Some(of) = text("bound") {
        let address = parse_address(of).ok()?;
        let binding = read_binding(stack, &address, json.get("binding")?).ok()?;
        return Some(JournalEntry::Bound(address, binding));
    }
    if let Some(of) = text("deleting") {
        return Some(JournalEntry::DeletionStarted(parse_id(of).ok()?, parse_address(text("of")?).ok()?));
    }
    if let Some(of) = text("deleted") {
        return Some(JournalEntry::Deleted(parse_id(of).ok()?));
    }
    text("unbound").and_then(|of| Some(JournalEntry::Unbound(parse_address(of).ok()?)))
}

fn binding_seal(stack: &str, address: &Address, id: &Id) -> String {
    digest::short_digest(format!("{stack} {address} {id}"), 8)
}

fn binding_json(stack: &str, address: &Address, binding: &Binding) -> Json {
    let Binding { id, version, protected, applied, attempted, imported, sealed } = binding;
    let mut json = json!({
        "id": id.as_str(),
        "seal": if *sealed { binding_seal(stack, address, id) } else { "broken".to_owned() },
        "version": version,
        "applied": applied_json(applied),
    });
    if !attempted.is_empty() {
        json["attempted"] = attempted.iter().map(applied_json).collect();
    }
    if *protected {
        json["protected"] = json!(true);
    }
    if *imported {
        json["imported"] = json!(true);
    }
    json
}

fn applied_json(applied: &Applied) -> Json {
    match applied {
        Applied::Style(style) => applied_style_json(style),
        Applied::TermSet(lexicon) => applied_term_set_json(lexicon),
    }
}

fn applied_style_json(applied: &AppliedStyle) -> Json {
    let AppliedStyle { name, stored_name, language, rules, instructions } = applied;
    let mut by_category: Map<String, Json> = Map::new();
    for (key, value) in rules {
        let category = by_category.entry(&key.category).or_insert_with(|| json!({}));
        if let Json::Object(category) = category {
            category.insert(key.rule.clone(), json!(value));
        }
    }
    let instructions: Map<String, Json> = instructions
        .iter()
        .map(|(label, AppliedInstruction { prompt, stored_prompt, source_language })| {
            let mut json = json!({"prompt": prompt});
            if let Some(stored) = stored_prompt {
                json["stored_prompt"] = json!(stored);
            }
            if let Some(language) = source_language {
                json["source_language"] = json!(language.as_str());
            }
            (label.clone(), json)
        })
        .collect();
    let mut json =
        json!({"name": name, "language": language.as_str(), "rules": by_category, "instructions": instructions});
    if let Some(stored) = stored_name {
        json["stored_name"] = json!(stored);
    }
    json
}

fn applied_term_set_json(applied: &AppliedTermSet) -> Json {
    let AppliedTermSet { name, stored_name, parts } = applied;
    let parts: Map<String, Json> = parts
        .iter()
        .map(|(part, AppliedPart { count, entries, sum, stored })| {
            let mut json = json!({"count": count, "entries": entries, "sum": format!("{sum:032x}")});
            if let Some(stored) = stored {
                json["stored"] = json!(stored);
            }
            (part.to_string(), json)
        })
        .collect();
    let mut json = json!({"name": name, "parts": parts});
    if let Some(stored) = stored_name {
        json["stored_name"] = json!(stored);
    }
    json
}

fn pending_creation_json(creating: &PendingCreation) -> Json {
    let PendingCreation { nonce, digest, since } = creating;
    json!({"nonce": nonce, "digest": digest, "since": since})
}

fn read_binding(stack: &str, address: &Address, json: &Json) -> Result<Binding, StateFormatError> {
    let id = parse_id(&text_field(json, "id")?)?;
    let attempted = match json.get("attempted") {
        None => Vec::new(),
        Some(Json::Array(attempts)) => {
            attempts.iter().map(|json| read_applied(address, json)).collect::<Result<_, _>>()?
        }
        Some(_) => return Err(StateFormatError::Shape(format!("`attempted` of {address} is not a list"))),
    };
    Ok(Binding {
        sealed: text_field(json, "seal")? == binding_seal(stack, address, &id),
        version: json.get("version").and_then(Json::as_u64).ok_or_else(|| missing_field("version"))?,
        protected: json.get("protected").and_then(Json::as_bool).unwrap_or(false),
        imported: json.get("imported").and_then(Json::as_bool).unwrap_or(false),
        applied: read_applied(address, json.get("applied").ok_or_else(|| missing_field("applied"))?)?,
        attempted,
        id,
    })
}

fn read_applied(address: &Address, json: &Json) -> Result<Applied, StateFormatError> {
    match (address.kind, TermSetKind::from_kind(address.kind)) {
        (_, Some(which)) => Ok(Applied::TermSet(read_applied_term_set(which, address, json)?)),
        (Kind::Style, None) => Ok(Applied::Style(read_applied_style(address, json)?)),
        (Kind::Glossary | Kind::SpokenTerms | Kind::TranslationProfile, None) => {
            Err(StateFormatError::Shape(format!("{address} cannot be bound: its kind is never on the service")))
        }
    }
}

fn read_applied_term_set(
    which: TermSetKind,
    address: &Address,
    json: &Json,
) -> Result<AppliedTermSet, StateFormatError> {
    let mut parts = BTreeMap::new();
    for (name, json) in object_field(json, "parts")? {
        let part = TermSetPart::parse(which, name)
            .ok_or_else(|| StateFormatError::Shape(format!("`{name}` of {address} names no part")))?;
        let applied = AppliedPart {
            count: json.get("count").and_then(Json::as_u64).ok_or_else(|| missing_field("count"))?,
            entries: text_field(json, "entries")?,
            sum: u128::from_str_radix(&text_field(json, "sum")?, 16).map_err(|_| missing_field("sum"))?,
            stored: json.get("stored").and_then(Json::as_str).map(str::to_owned),
        };
        parts.insert(part, applied);
    }
    Ok(AppliedTermSet { name: text_field(json, "name")?, stored_name: stored_name(json), parts })
}

fn stored_name(json: &Json) -> Option<String> {
    json.get("stored_name").and_then(Json::as_str).map(str::to_owned)
}

fn read_applied_style(address: &Address, json: &Json) -> Result<AppliedStyle, StateFormatError> {
    let mut rules = BTreeMap::new();
    for (category, under) in object_field(json, "rules")? {
        let under = under
            .as_object()
            .ok_or_else(|| StateFormatError::Shape(format!("`rules` of {address} are not sorted by category")))?;
        for (rule, value) in under {
            let value = value
                .as_str()
                .ok_or_else(|| StateFormatError::Shape(format!("rule `{rule}` of {address} is not text")))?;
            rules.insert(RuleKey::new(category, rule), value.to_owned());
        }
    }
    let mut instructions = BTreeMap::new();
    for (label, json) in object_field(json, "instructions")? {
        let instruction = AppliedInstruction {
            prompt: text_field(json, "prompt")?,
            stored_prompt: json.get("stored_prompt").and_then(Json::as_str).map(str::to_owned),
            source_language: json.get("source_language").and_then(Json::as_str).map(Language::new),
        };
        instructions.insert(label.clone(), instruction);
    }
    Ok(AppliedStyle {
        name: text_field(json, "name")?,
        stored_name: stored_name(json),
        language: Language::new(&text_field(json, "language")?),
        rules,
        instructions,
    })
}

fn read_pending_creation(json: &Json) -> Result<PendingCreation, StateFormatError> {
    Ok(PendingCreation {
        nonce: text_field(json, "nonce")?,
        digest: text_field(json, "digest")?,
        since: json.get("since").and_then(Json::as_str).map(str::to_owned),
    })
}

fn text_field(json: &Json, key: &str) -> Result<String, StateFormatError> {
    json.get(key).and_then(Json::as_str).map(str::to_owned).ok_or_else(|| missing_field(key))
}

fn object_field<'a>(json: &'a Json, key: &str) -> Result<&'a Map<String, Json>, StateFormatError> {
    json.get(key).and_then(Json::as_object).ok_or_else(|| missing_field(key))
}

fn missing_field(key: &str) -> StateFormatError {
    StateFormatError::Shape(format!("`{key}` is missing or of another type"))
}

fn parse_address(text: &str) -> Result<Address, StateFormatError> {
    Address::parse(text).map_err(|why| StateFormatError::Shape(format!("`{text}` is no address: {why}")))
}

fn parse_id(text: &str) -> Result<Id, StateFormatError> {
    Id::new(text).ok_or_else(|| StateFormatError::Shape(format!("`{text}` is no id of the service")))
}
