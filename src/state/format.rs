//! The bytes of a state file and of its journal: JSON, sorted, one binding per line, so that a merge conflict is readable.
//!
//! A binding carries a seal, a short digest over stack, key and id: a line whose id was edited by hand no longer fits its
//! seal, and the plan says so. Journal lines carry a checksum: a torn last line is dropped.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::model::digest::TextDigest;
use crate::model::style::RuleKey;
use crate::model::term_set::{TermSetKind, TermSetPart};
use crate::model::{Address, Id, Kind, Language, SharedText, digest};
use crate::state::applied::{AppliedInstruction, AppliedPart, AppliedStyle, AppliedTermSet};
use crate::state::unique_map::{self, UniqueMap};
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
    #[error("line {0} contains a merge conflict marker: keep one side of each binding, then run again")]
    Conflict(usize),
    /// Not text.
    #[error("it is not UTF-8")]
    NotUtf8,
    /// Not JSON.
    #[error("it is not JSON: {0}")]
    NotJson(#[from] serde_json::Error),
    /// It was moved, and this is what was left in its place.
    #[error("it was moved to {0}")]
    Moved(String),
    /// Not a state.
    #[error("{0}")]
    Shape(String),
}

/// The file. A key that occurs twice is refused: a merge that kept both sides would lose one of them unseen.
#[derive(Deserialize)]
struct StateDocument {
    housestyle_state: u64,
    moved_to: Option<String>,
    serial: u64,
    stack: String,
    origin: String,
    #[serde(default)]
    used: Vec<String>,
    bindings: BindingLines,
    creating: UniqueMap<PendingDocument>,
    deleting: UniqueMap<String>,
    #[serde(default)]
    former: UniqueMap<String>,
}

/// Bindings, each with the seal of its line: the stack that it has to fit may stand after them. Of a line only what is
/// kept of it is held while the next one is read.
struct BindingLines(BTreeMap<Address, (Binding, String)>);

/// What tells of a file that is no state of this format what it is.
#[derive(Deserialize)]
struct FormatDocument {
    housestyle_state: Option<u64>,
    moved_to: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct BindingDocument {
    id: String,
    seal: String,
    version: u64,
    applied: AppliedDocument,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    attempted: Vec<AppliedDocument>,
    #[serde(default, skip_serializing_if = "is_false")]
    protected: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    imported: bool,
}

/// What was applied, of every kind: which fields there are, the kind of the address tells.
#[derive(Serialize, Deserialize)]
struct AppliedDocument {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    language: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules: Option<UniqueMap<UniqueMap<SharedText>>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    instructions: Option<UniqueMap<InstructionDocument>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    parts: Option<UniqueMap<PartDocument>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stored_name: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct InstructionDocument {
    prompt: TextDigest,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stored_prompt: Option<Box<TextDigest>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    source_language: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct PartDocument {
    count: u64,
    entries: String,
    sum: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stored: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct PendingDocument {
    nonce: String,
    digest: String,
    since: Option<String>,
}

/// The body of a journal line: one of its facts.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct JournalLine {
    #[serde(skip_serializing_if = "Option::is_none")]
    creating: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    intent: Option<PendingDocument>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_created: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moved_from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    binding: Option<BindingDocument>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deleting: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deleted: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unbound: Option<String>,
}

/// The file's text: one binding per line.
#[must_use]
pub fn render_state(state: &State) -> String {
    let State { serial, stack, origin, bindings, pending_creations, pending_deletions, former_ids, used_kinds } = state;
    let mut text = format!(
        "{{\n  \"housestyle_state\": {FORMAT},\n  \"serial\": {serial},\n  \"stack\": {},\n  \"origin\": {},\n",
        line_json(stack),
        line_json(origin)
    );
    if !used_kinds.is_empty() {
        let used: Vec<&str> = used_kinds.iter().map(|kind| kind.as_str()).collect();
        text.push_str(&format!("  \"used\": {},\n", line_json(&used)));
    }
    let bindings = bindings.iter().map(|(address, binding)| {
        (address.to_string(), line_json(&BindingDocument::from_binding(stack, address, binding)))
    });
    let creating = pending_creations
        .iter()
        .map(|(address, pending)| (address.to_string(), line_json(&PendingDocument::from_creation(pending))));
    let deleting = pending_deletions.iter().map(|(id, address)| (id.to_string(), line_json(&address.to_string())));
    render_section(&mut text, "bindings", bindings, ",");
    render_section(&mut text, "creating", creating, ",");
    if former_ids.is_empty() {
        render_section(&mut text, "deleting", deleting, "");
    } else {
        let former = former_ids.iter().map(|(id, address)| (id.to_string(), line_json(&address.to_string())));
        render_section(&mut text, "deleting", deleting, ",");
        render_section(&mut text, "former", former, "");
    }
    text.push_str("}\n");
    text
}

fn render_section(text: &mut String, name: &str, lines: impl Iterator<Item = (String, String)>, end: &str) {
    text.push_str(&format!("  \"{name}\": {{"));
    let mut empty = true;
    for (key, value) in lines {
        text.push_str(if empty { "\n" } else { ",\n" });
        text.push_str("    ");
        text.push_str(&line_json(&key));
        text.push_str(": ");
        text.push_str(&value);
        empty = false;
    }
    text.push_str(if empty { "}" } else { "\n  }" });
    text.push_str(end);
    text.push('\n');
}

fn line_json(value: &(impl Serialize + ?Sized)) -> String {
    serde_json::to_string(value).expect("text, numbers and maps of text serialise")
}

/// What is left in the place of a state that was moved.
#[must_use]
pub fn render_pointer(to: &str) -> String {
    format!("{{\n  \"housestyle_state\": {FORMAT},\n  \"moved_to\": {}\n}}\n", line_json(to))
}

/// Reads the file's text.
///
/// # Errors
/// Tells what is wrong; nothing is guessed.
pub fn parse_state(text: &str) -> Result<State, StateFormatError> {
    if let Some(at) = text.lines().position(|line| line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> ")) {
        return Err(StateFormatError::Conflict(at + 1));
    }
    let document: StateDocument = match serde_json::from_str(text) {
        Ok(document) => document,
        Err(error) => return Err(explain_unreadable(text, &error)),
    };
    let StateDocument { housestyle_state, moved_to, serial, stack, origin, used, bindings, creating, deleting, former } =
        document;
    if housestyle_state > FORMAT {
        return Err(StateFormatError::Newer(housestyle_state));
    }
    if let Some(to) = moved_to {
        return Err(StateFormatError::Moved(to));
    }
    let mut state = State { serial, origin, ..State::default() };
    for (address, (mut binding, seal)) in bindings.0 {
        binding.sealed = seal == binding_seal(&stack, &address, &binding.id);
        state.bindings.insert(address, binding);
    }
    for (key, pending) in creating.0 {
        state.pending_creations.insert(parse_address(&key)?, pending.into_creation());
    }
    for (key, of) in deleting.0 {
        state.pending_deletions.insert(parse_id(&key)?, parse_address(&of)?);
    }
    for (key, of) in former.0 {
        state.former_ids.insert(parse_id(&key)?, parse_address(&of)?);
    }
    state.used_kinds = used.iter().filter_map(|kind| Kind::from_name(kind)).collect();
    state.stack = stack;
    Ok(state)
}

/// Why a text is no state of this format: another one, a pointer, or what is wrong with it.
fn explain_unreadable(text: &str, error: &serde_json::Error) -> StateFormatError {
    match serde_json::from_str::<FormatDocument>(text) {
        Ok(FormatDocument { housestyle_state: None, moved_to: _ }) => {
            StateFormatError::Shape("it has no `housestyle_state`, so it is no state file".to_owned())
        }
        Ok(FormatDocument { housestyle_state: Some(format), moved_to: _ }) if format > FORMAT => {
            StateFormatError::Newer(format)
        }
        Ok(FormatDocument { housestyle_state: Some(_), moved_to: Some(to) }) => StateFormatError::Moved(to),
        Ok(FormatDocument { housestyle_state: Some(_), moved_to: None }) => StateFormatError::Shape(error.to_string()),
        Err(error) if error.is_data() => StateFormatError::Shape(error.to_string()),
        Err(error) => error.into(),
    }
}

impl<'de> Deserialize<'de> for BindingLines {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct LinesVisitor;
        impl<'de> Visitor<'de> for LinesVisitor {
            type Value = BindingLines;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
                let mut lines = BTreeMap::new();
                while let Some((key, mut document)) = access.next_entry::<String, BindingDocument>()? {
                    let address = parse_address(&key).map_err(A::Error::custom)?;
                    let seal = std::mem::take(&mut document.seal);
                    let binding = document.into_binding(&address).map_err(A::Error::custom)?;
                    if lines.insert(address, (binding, seal)).is_some() {
                        return Err(A::Error::custom(unique_map::occurs_twice(&key)));
                    }
                }
                Ok(BindingLines(lines))
            }
        }
        deserializer.deserialize_map(LinesVisitor)
    }
}

/// A journal line: checksum, then the fact.
#[must_use]
pub fn render_journal_line(stack: &str, fact: &JournalEntry) -> String {
    let bound = |address: &Address, binding: &Binding| JournalLine {
        bound: Some(address.to_string()),
        binding: Some(BindingDocument::from_binding(stack, address, binding)),
        ..JournalLine::default()
    };
    let none = JournalLine::default();
    let line = match fact {
        JournalEntry::CreationStarted(address, creating) => JournalLine {
            creating: Some(address.to_string()),
            intent: Some(PendingDocument::from_creation(creating)),
            ..none
        },
        JournalEntry::CreationAbandoned(address) => JournalLine { not_created: Some(address.to_string()), ..none },
        JournalEntry::Bound(address, binding) => bound(address, binding),
        JournalEntry::Moved(from, to, binding) => {
            JournalLine { moved_from: Some(from.to_string()), ..bound(to, binding) }
        }
        JournalEntry::DeletionStarted(id, address) => {
            JournalLine { deleting: Some(id.to_string()), of: Some(address.to_string()), ..none }
        }
        JournalEntry::Deleted(id) => JournalLine { deleted: Some(id.to_string()), ..none },
        JournalEntry::Unbound(address) => JournalLine { unbound: Some(address.to_string()), ..none },
    };
    let body = line_json(&line);
    format!("{} {body}\n", digest::short_digest(&body, 10))
}

/// Reads a journal line; `None` for one that is torn or damaged.
#[must_use]
pub fn parse_journal_line(stack: &str, line: &str) -> Option<JournalEntry> {
    let (check, body) = line.split_once(' ')?;
    if check != digest::short_digest(body, 10) {
        return None;
    }
    let line: JournalLine = serde_json::from_str(body).ok()?;
    let JournalLine { creating, intent, not_created, bound, moved_from, binding, deleting, of, deleted, unbound } =
        line;
    let address = |text: &str| parse_address(text).ok();
    if let Some(creating) = creating {
        return Some(JournalEntry::CreationStarted(address(&creating)?, intent?.into_creation()));
    }
    if let Some(not_created) = not_created {
        return Some(JournalEntry::CreationAbandoned(address(&not_created)?));
    }
    if let Some(bound) = bound {
        let address = address(&bound)?;
        let mut document = binding?;
        let seal = std::mem::take(&mut document.seal);
        let mut binding = document.into_binding(&address).ok()?;
        binding.sealed = seal == binding_seal(stack, &address, &binding.id);
        return Some(match moved_from {
            Some(from) => JournalEntry::Moved(parse_address(&from).ok()?, address, binding),
            None => JournalEntry::Bound(address, binding),
        });
    }
    if let Some(deleting) = deleting {
        return Some(JournalEntry::DeletionStarted(parse_id(&deleting).ok()?, address(&of?)?));
    }
    if let Some(deleted) = deleted {
        return Some(JournalEntry::Deleted(parse_id(&deleted).ok()?));
    }
    unbound.and_then(|unbound| Some(JournalEntry::Unbound(address(&unbound)?)))
}

fn binding_seal(stack: &str, address: &Address, id: &Id) -> String {
    digest::short_digest(format!("{stack} {address} {id}"), 8)
}

impl BindingDocument {
    fn from_binding(stack: &str, address: &Address, binding: &Binding) -> Self {
        let Binding { id, version, protected, applied, attempted, imported, sealed } = binding;
        Self {
            id: id.to_string(),
            seal: if *sealed { binding_seal(stack, address, id) } else { "broken".to_owned() },
            version: *version,
            applied: AppliedDocument::from_applied(applied),
            attempted: attempted.iter().map(AppliedDocument::from_applied).collect(),
            protected: *protected,
            imported: *imported,
        }
    }

    /// The binding of this line; whether it is sealed is left open.
    fn into_binding(self, address: &Address) -> Result<Binding, StateFormatError> {
        let Self { id, seal: _, version, applied, attempted, protected, imported } = self;
        let id = parse_id(&id)?;
        Ok(Binding {
            sealed: false,
            version,
            protected,
            imported,
            applied: applied.into_applied(address)?,
            attempted: attempted.into_iter().map(|attempt| attempt.into_applied(address)).collect::<Result<_, _>>()?,
            id,
        })
    }
}

impl AppliedDocument {
    fn from_applied(applied: &Applied) -> Self {
        match applied {
            Applied::Style(AppliedStyle { name, stored_name, language, rules, instructions }) => {
                let mut by_category: UniqueMap<UniqueMap<SharedText>> = UniqueMap::default();
                for (key, value) in &**rules {
                    let of_category = by_category.0.entry(key.category.to_string()).or_default();
                    of_category.0.insert(key.rule.to_string(), value.clone());
                }
                let instruction = |(label, applied): (&SharedText, &AppliedInstruction)| {
                    let AppliedInstruction { prompt, stored_prompt, source_language } = applied;
                    let document = InstructionDocument {
                        prompt: *prompt,
                        stored_prompt: stored_prompt.clone(),
                        source_language: source_language.as_ref().map(ToString::to_string),
                    };
                    (label.to_string(), document)
                };
                Self {
                    name: name.clone(),
                    language: Some(language.to_string()),
                    rules: Some(by_category),
                    instructions: Some(UniqueMap(instructions.iter().map(instruction).collect())),
                    parts: None,
                    stored_name: stored_name.clone(),
                }
            }
            Applied::TermSet(AppliedTermSet { name, stored_name, parts }) => {
                let part = |(part, applied): (&TermSetPart, &AppliedPart)| {
                    let AppliedPart { count, entries, sum, stored } = applied;
                    let document = PartDocument {
                        count: *count,
                        entries: entries.clone(),
                        sum: format!("{sum:032x}"),
                        stored: stored.clone(),
                    };
                    (part.to_string(), document)
                };
                Self {
                    name: name.clone(),
                    language: None,
                    rules: None,
                    instructions: None,
                    parts: Some(UniqueMap(parts.iter().map(part).collect())),
                    stored_name: stored_name.clone(),
                }
            }
        }
    }

    fn into_applied(self, address: &Address) -> Result<Applied, StateFormatError> {
        let Self { name, language, rules, instructions, parts, stored_name } = self;
        match (address.kind, TermSetKind::from_kind(address.kind)) {
            (_, Some(kind)) => {
                let parts = parts.ok_or_else(|| missing_field("parts", address))?;
                let parts = parts.0.into_iter().map(|(name, part)| part.into_part(kind, &name, address));
                Ok(Applied::TermSet(AppliedTermSet { name, stored_name, parts: parts.collect::<Result<_, _>>()? }))
            }
            (Kind::Style, None) => {
                let language = language.ok_or_else(|| missing_field("language", address))?;
                let rules = rules.ok_or_else(|| missing_field("rules", address))?;
                let instructions = instructions.ok_or_else(|| missing_field("instructions", address))?;
                let rule = |(category, rules): (String, UniqueMap<SharedText>)| {
                    rules.0.into_iter().map(move |(rule, value)| (RuleKey::new(&category, &rule), value))
                };
                let instruction = |(label, document): (String, InstructionDocument)| {
                    let InstructionDocument { prompt, stored_prompt, source_language } = document;
                    let source_language = source_language.as_deref().map(Language::new);
                    (SharedText::from(label), AppliedInstruction { prompt, stored_prompt, source_language })
                };
                Ok(Applied::Style(AppliedStyle {
                    name,
                    stored_name,
                    language: Language::new(&language),
                    rules: Arc::new(rules.0.into_iter().flat_map(rule).collect()),
                    instructions: Arc::new(instructions.0.into_iter().map(instruction).collect()),
                }))
            }
            (Kind::Glossary | Kind::SpokenTerms | Kind::TranslationProfile, None) => {
                Err(StateFormatError::Shape(format!("{address} cannot be managed: its kind is never on the service")))
            }
        }
    }
}

impl PartDocument {
    fn into_part(
        self,
        kind: TermSetKind,
        name: &str,
        address: &Address,
    ) -> Result<(TermSetPart, AppliedPart), StateFormatError> {
        let Self { count, entries, sum, stored } = self;
        let part = TermSetPart::parse(kind, name)
            .ok_or_else(|| StateFormatError::Shape(format!("`{name}` of {address} names no part")))?;
        let sum = u128::from_str_radix(&sum, 16).map_err(|_| missing_field("sum", address))?;
        Ok((part, AppliedPart { count, entries, sum, stored }))
    }
}

impl PendingDocument {
    fn from_creation(pending: &PendingCreation) -> Self {
        let PendingCreation { nonce, digest, since } = pending;
        Self { nonce: nonce.clone(), digest: digest.clone(), since: since.clone() }
    }

    fn into_creation(self) -> PendingCreation {
        let Self { nonce, digest, since } = self;
        PendingCreation { nonce, digest, since }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the shape that serde asks for")]
fn is_false(value: &bool) -> bool {
    !value
}

fn missing_field(key: &str, address: &Address) -> StateFormatError {
    StateFormatError::Shape(format!("`{key}` of {address} is missing or of another type"))
}

fn parse_address(text: &str) -> Result<Address, StateFormatError> {
    Address::parse(text).map_err(|why| StateFormatError::Shape(format!("`{text}` is no address: {why}")))
}

fn parse_id(text: &str) -> Result<Id, StateFormatError> {
    Id::new(text).ok_or_else(|| StateFormatError::Shape(format!("`{text}` is no id of the service")))
}
