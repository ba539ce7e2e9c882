//! The bytes of a state file and of its journal: JSON, sorted, one binding per line, so that a merge conflict is readable.
//! Journal lines carry a checksum: a torn last line is dropped.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use serde::{Deserialize, Serialize};

use crate::model::{Address, Id, Kind, digest};
use crate::state::binding_document::{BindingDocument, BindingLines, binding_seal};
use crate::state::unique_map::UniqueMap;
use crate::state::{AppliedFiles, Binding, FilesHistory, JournalEntry, PendingCreation, State};

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
    #[serde(default)]
    files: Vec<AppliedFiles>,
    bindings: BindingLines,
    creating: UniqueMap<String, PendingDocument>,
    deleting: UniqueMap<String, String>,
    #[serde(default)]
    acknowledged: Vec<String>,
    #[serde(default)]
    former: UniqueMap<String, String>,
}

/// What tells of a file that is no state of this format what it is.
#[derive(Deserialize)]
struct FormatDocument {
    housestyle_state: Option<u64>,
    moved_to: Option<String>,
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
    files: Option<AppliedFiles>,
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    lacking: BTreeSet<String>,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    acknowledged: Option<String>,
}

/// The line that bindings follow, a line each.
pub(super) const BINDINGS_LINE: &str = "  \"bindings\": {\n";

/// The file's text: one binding per line.
#[must_use]
pub fn render_state(state: &State) -> String {
    let mut bytes = Vec::new();
    write_state(state, &mut bytes).expect("a vector takes everything");
    String::from_utf8(bytes).expect("JSON is UTF-8")
}

/// Writes the file: what [`render_state`] gives, never held as a whole.
///
/// # Errors
/// It could not be written.
pub fn write_state(state: &State, out: &mut impl io::Write) -> io::Result<()> {
    let State {
        serial,
        stack,
        origin,
        bindings,
        pending_creations,
        pending_deletions,
        former_ids,
        used_kinds,
        acknowledged,
        files,
    } = state;
    write!(out, "{{\n  \"housestyle_state\": {FORMAT},\n  \"serial\": {serial},\n")?;
    writeln!(out, "  \"stack\": {},\n  \"origin\": {},", line_json(stack), line_json(origin))?;
    if !used_kinds.is_empty() {
        let used: Vec<&str> = used_kinds.iter().map(|kind| kind.as_str()).collect();
        writeln!(out, "  \"used\": {},", line_json(&used))?;
    }
    if !acknowledged.is_empty() {
        let ids: Vec<&str> = acknowledged.iter().map(Id::as_str).collect();
        writeln!(out, "  \"acknowledged\": {},", line_json(&ids))?;
    }
    if !files.runs().is_empty() {
        let lines: Vec<String> = files.runs().iter().map(line_json).collect();
        writeln!(out, "  \"files\": [\n    {}\n  ],", lines.join(",\n    "))?;
    }
    let bindings = bindings
        .iter()
        .map(|(address, binding)| render_line(address, &BindingDocument::from_binding(stack, address, binding)));
    let creating = pending_creations
        .iter()
        .map(|(address, pending)| render_line(address, &PendingDocument::from_creation(pending)));
    let ids = |ids: &BTreeMap<Id, Address>| -> Vec<String> {
        ids.iter().map(|(id, address)| render_line(id, &address.to_string())).collect()
    };
    write_section(out, "bindings", bindings, ",")?;
    write_section(out, "creating", creating, ",")?;
    write_section(out, "deleting", ids(pending_deletions), if former_ids.is_empty() { "" } else { "," })?;
    if !former_ids.is_empty() {
        write_section(out, "former", ids(former_ids), "")?;
    }
    out.write_all(b"}\n")
}

fn render_line(key: &impl ToString, value: &impl Serialize) -> String {
    format!("{}: {}", line_json(&key.to_string()), line_json(value))
}

fn write_section(
    out: &mut impl io::Write,
    name: &str,
    lines: impl IntoIterator<Item = String>,
    end: &str,
) -> io::Result<()> {
    write!(out, "  \"{name}\": {{")?;
    let mut empty = true;
    for line in lines {
        write!(out, "{}\n    {}", if empty { "" } else { "," }, line)?;
        empty = false;
    }
    writeln!(out, "{}}}{end}", if empty { "" } else { "\n  " })
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
    let StateDocument {
        housestyle_state,
        moved_to,
        serial,
        stack,
        origin,
        used,
        files,
        acknowledged,
        bindings,
        creating,
        deleting,
        former,
    } = document;
    if housestyle_state > FORMAT {
        return Err(StateFormatError::Newer(housestyle_state));
    }
    if let Some(to) = moved_to {
        return Err(StateFormatError::Moved(to));
    }
    let mut state = State { serial, origin, ..State::default() };
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
    state.files = FilesHistory::new(files);
    state.acknowledged = acknowledged.iter().map(|id| parse_id(id)).collect::<Result<_, _>>()?;
    state.stack = stack;
    seal_bindings(&mut state, bindings.0);
    Ok(state)
}

/// Takes bindings into the state of their stack, and tells of each whether its seal fits.
pub(super) fn seal_bindings(state: &mut State, bindings: BTreeMap<Address, (Binding, String)>) {
    let State { stack, .. } = state;
    let sealed = bindings.into_iter().map(|(address, (binding, seal))| {
        let sealed = seal == binding_seal(stack, &address, &binding.id);
        (address, Binding { sealed, ..binding })
    });
    state.bindings = sealed.collect();
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
        JournalEntry::FilesApplied(files, lacking) => {
            JournalLine { files: Some(files.clone()), lacking: lacking.clone(), ..none }
        }
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
        JournalEntry::Acknowledged(id) => JournalLine { acknowledged: Some(id.to_string()), ..none },
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
    let JournalLine {
        files,
        lacking,
        creating,
        intent,
        not_created,
        bound,
        moved_from,
        binding,
        deleting,
        of,
        deleted,
        unbound,
        acknowledged,
    } = line;
    let address = |text: &str| parse_address(text).ok();
    if let Some(files) = files {
        return Some(JournalEntry::FilesApplied(files, lacking));
    }
    if let Some(creating) = creating {
        return Some(JournalEntry::CreationStarted(address(&creating)?, intent?.into_creation()));
    }
    if let Some(not_created) = not_created {
        return Some(JournalEntry::CreationAbandoned(address(&not_created)?));
    }
    if let Some(bound) = bound {
        let address = address(&bound)?;
        let (mut binding, seal) = binding?.into_binding(&address).ok()?;
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
    if let Some(acknowledged) = acknowledged {
        return Some(JournalEntry::Acknowledged(parse_id(&acknowledged).ok()?));
    }
    unbound.and_then(|unbound| Some(JournalEntry::Unbound(address(&unbound)?)))
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

pub(super) fn parse_address(text: &str) -> Result<Address, StateFormatError> {
    Address::parse(text).map_err(|why| StateFormatError::Shape(format!("`{text}` is no address: {why}")))
}

pub(super) fn parse_id(text: &str) -> Result<Id, StateFormatError> {
    Id::new(text).ok_or_else(|| StateFormatError::Shape(format!("`{text}` is no id of the service")))
}
