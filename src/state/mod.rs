//! What we remember between runs: which resource of the service belongs to which key, what was last applied, and what was
//! begun and not finished.
//!
//! Memory, not truth: losing it costs a question, never data. It holds no secret. A newer format is refused, not
//! rewritten. During a run every fact is one journal line, safe on disk before the next call is sent ([`Journal`]);
//! at the end of a run the journal is folded into the state file, which is replaced as a whole or not at all.

pub mod applied;
pub mod applied_files;
pub mod backend;
mod binding_document;
pub mod file;
pub mod git_backend;
pub mod git_command;
mod git_words;
pub mod lease;
pub mod leased_journal;
mod lines;
pub mod object_address;
#[cfg(feature = "object-storage")]
pub mod object_backend;
#[cfg(feature = "object-storage")]
pub mod object_client;
#[cfg(feature = "object-storage")]
mod object_wire;
pub mod run_summary;
pub mod format;
pub mod snapshot_store;
pub mod snapshot_capabilities;
pub mod snapshot_error;
mod snapshot_style_profile;
mod snapshot_terms;
mod unique_map;
pub mod snapshot;

// Paths read as everywhere in the house: `crate::room::…`.
use crate as state;
use housestyle_disk as disk;
use housestyle_fence as fence;
use housestyle_model as model;

use std::collections::{BTreeMap, BTreeSet};
use std::io;

pub use applied::Applied;
pub use applied_files::{AppliedFiles, FilesHistory, OpenFiles};
pub use run_summary::{ApprovedBy, RunSummary};

use crate::model::style_profile::Component;
use crate::model::{Address, Id, Kind};
use crate::state::snapshot::Snapshot;

/// The memory of one project and environment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// Rises with every run that wrote something.
    pub serial: u64,
    /// Name of the project (6 to 8 base32 digits), part of every tag.
    pub stack: String,
    /// Address of the service that the ids belong to, or `emulator`. Empty until the first apply.
    pub origin: String,
    /// Which resource each key names.
    pub bindings: BTreeMap<Address, Binding>,
    /// Creations that were begun and not finished.
    pub pending_creations: BTreeMap<Address, PendingCreation>,
    /// Deletions that were begun and not finished.
    pub pending_deletions: BTreeMap<Id, Address>,
    /// The last address under which this project managed an id before, where it is another one than now: what a snapshot
    /// brings back under such an id was its own, and what somebody agreed to for such an address is done.
    pub former_ids: BTreeMap<Id, Address>,
    /// Kinds that were ever created, empty as long as there were lists alone: what an old run sent may still arrive, so they
    /// are looked at.
    pub used_kinds: BTreeSet<Kind>,
    /// Resources of others of which somebody here knows: they are not noted any more.
    pub acknowledged: BTreeSet<Id>,
    /// Which files the last runs applied.
    pub files: FilesHistory,
}

/// A resource that is ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The service's id.
    pub id: Id,
    /// Version after our last write; 0 where the kind has none.
    pub version: u64,
    /// Whether deleting it is refused, even when its file is gone.
    pub protected: bool,
    /// What we last made it say.
    pub applied: Applied,
    /// What we began to make it say since then and were not seen to finish, oldest first: any part of it may be there, or
    /// may still arrive.
    pub attempted: Vec<Applied>,
    /// Whether it was imported without being named: nobody in this project created it, so deleting it needs its name.
    pub imported: bool,
    /// Whether the binding is as this tool wrote it; a line edited by hand is not.
    pub sealed: bool,
}

/// A creation that was begun: a list under this nonce may exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingCreation {
    /// 8 base32 digits that no other attempt has.
    pub nonce: String,
    /// Digest of the content to create.
    pub digest: String,
    /// The service's own time when it was begun, where known (an HTTP date).
    pub since: Option<String>,
}

/// One fact of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JournalEntry {
    /// A run that has these files is about to write. Its own history lacks those of these commits.
    FilesApplied(AppliedFiles, BTreeSet<String>),
    /// A list is about to be created for this key.
    CreationStarted(Address, PendingCreation),
    /// The creation came to nothing.
    CreationAbandoned(Address),
    /// The key names this resource from now on (and its creation, if any, is over).
    Bound(Address, Binding),
    /// The second key names from now on what the first one named. One fact, so that no crash leaves both or neither.
    Moved(Address, Address, Binding),
    /// A resource that this key named is about to be deleted.
    DeletionStarted(Id, Address),
    /// The resource is gone, and so is any binding that names it.
    Deleted(Id),
    /// The key names nothing from now on.
    Unbound(Address),
    /// Somebody knows of a resource that is not ours.
    Acknowledged(Id),
}

impl JournalEntry {
    /// The address that has another binding from now on, and the binding.
    fn bound(&self) -> Option<(&Address, &Binding)> {
        match self {
            Self::Bound(address, binding) | Self::Moved(_, address, binding) => Some((address, binding)),
            Self::FilesApplied(..)
            | Self::CreationStarted(..)
            | Self::CreationAbandoned(_)
            | Self::DeletionStarted(..)
            | Self::Deleted(_)
            | Self::Unbound(_)
            | Self::Acknowledged(_) => None,
        }
    }
}

/// Where facts are kept while a run goes on: a file, or memory in tests.
pub trait Journal {
    /// Makes facts safe. When this returns, a crash does not lose them.
    ///
    /// # Errors
    /// The facts could not be kept: what they speak of must not be done.
    fn append(&mut self, facts: &[JournalEntry]) -> io::Result<()>;

    /// Replaces the kept state by this one, journal and all.
    ///
    /// # Errors
    /// The state could not be written; the journal still holds everything.
    fn checkpoint(&mut self, state: &State) -> io::Result<()>;

    /// Ends the run: replaces the kept state by this one, and gives a lease back where there is one.
    ///
    /// # Errors
    /// The state could not be written; what was kept of the run so far stays.
    fn finish(&mut self, state: &State, summary: &RunSummary) -> io::Result<()> {
        let _not_kept = summary;
        self.checkpoint(state)
    }

    /// Keeps what the resources of a run say before its first write, so that it can be undone.
    ///
    /// # Errors
    /// It could not be kept: the run must not write.
    fn save_snapshot(&mut self, snapshot: &Snapshot) -> io::Result<()>;
}

impl Journal for Box<dyn Journal> {
    fn append(&mut self, facts: &[JournalEntry]) -> io::Result<()> {
        (**self).append(facts)
    }

    fn checkpoint(&mut self, state: &State) -> io::Result<()> {
        (**self).checkpoint(state)
    }

    fn finish(&mut self, state: &State, summary: &RunSummary) -> io::Result<()> {
        (**self).finish(state, summary)
    }

    fn save_snapshot(&mut self, snapshot: &Snapshot) -> io::Result<()> {
        (**self).save_snapshot(snapshot)
    }
}

/// The state of a run and its journal: nothing enters the one that is not safe in the other.
#[derive(Debug)]
pub struct StateStore<J> {
    state: State,
    journal: J,
    /// Whether what is kept says whose memory it is.
    named: bool,
    changed: bool,
    summary: RunSummary,
    /// The files of this run, until its first fact tells of them.
    files: Option<JournalEntry>,
}

impl<J: Journal> StateStore<J> {
    /// Memory that begins as `state`, as it is kept.
    pub fn new(state: State, journal: J) -> Self {
        let named = !state.origin.is_empty() && !state.stack.is_empty();
        Self { state, journal, named, changed: false, summary: RunSummary::default(), files: None }
    }

    /// What is remembered.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The same store with another kind of journal behind it.
    pub fn map_journal<K: Journal>(self, map: impl FnOnce(J) -> K) -> StateStore<K> {
        let Self { state, journal, named, changed, summary, files } = self;
        StateStore { state, journal: map(journal), named, changed, summary, files }
    }

    /// What the history of the state tells about this run.
    pub fn summary_mut(&mut self) -> &mut RunSummary {
        &mut self.summary
    }

    /// Which files this run applies, and the commits of other runs that its own history lacks: recorded with its first fact.
    pub fn set_files(&mut self, files: AppliedFiles, lacking: BTreeSet<String>) {
        self.files = Some(JournalEntry::FilesApplied(files, lacking));
    }

    /// Names the memory and its service, once, before the first fact.
    pub fn initialize(&mut self, origin: &str, stack: &str) {
        if self.state.origin.is_empty() {
            origin.clone_into(&mut self.state.origin);
        }
        if self.state.stack.is_empty() {
            stack.clone_into(&mut self.state.stack);
        }
    }

    /// Keeps what the resources of a run say before its first write.
    ///
    /// # Errors
    /// Nothing was kept: the run must not write.
    pub fn save_snapshot(&mut self, snapshot: &Snapshot) -> io::Result<()> {
        self.journal.save_snapshot(&Snapshot { stack: self.state.stack.clone(), ..snapshot.clone() })
    }

    /// Remembers facts.
    ///
    /// # Errors
    /// Nothing was remembered: what the facts speak of must not be done.
    pub fn record_entries(&mut self, facts: &[JournalEntry]) -> io::Result<()> {
        if facts.is_empty() {
            return Ok(());
        }
        if !self.named {
            // The journal is read back on top of what is kept: the names of both must be there first.
            self.journal.checkpoint(&self.state)?;
            self.named = true;
        }
        // First of all, so that whoever finds a part of what this run did knows from which files.
        let facts: Vec<JournalEntry> = self.files.iter().chain(facts).cloned().collect();
        self.journal.append(&facts)?;
        self.files = None;
        self.changed = true;
        for fact in &facts {
            self.summary.note_entry(&self.state, fact);
            self.state.apply_entry(fact.clone());
        }
        Ok(())
    }

    /// Ends the run: the state file is replaced, the journal goes.
    ///
    /// # Errors
    /// The state could not be written; the journal still holds everything.
    pub fn checkpoint(&mut self) -> io::Result<()> {
        if self.changed {
            self.state.serial += 1;
            self.journal.finish(&self.state, &self.summary)?;
            self.changed = false;
        }
        Ok(())
    }
}

impl State {
    /// Takes one fact in.
    pub fn apply_entry(&mut self, fact: JournalEntry) {
        match fact {
            JournalEntry::FilesApplied(files, lacking) => self.files.record_run(files, &lacking),
            JournalEntry::CreationStarted(address, creating) => {
                self.record_kind(address.kind);
                self.pending_creations.insert(address, creating);
            }
            JournalEntry::CreationAbandoned(address) => {
                self.pending_creations.remove(&address);
            }
            JournalEntry::Bound(address, binding) => {
                self.pending_creations.remove(&address);
                self.pending_deletions.remove(&binding.id);
                self.retire_binding(&address, Some(&binding.id));
                if self.former_ids.get(&binding.id) == Some(&address) {
                    self.former_ids.remove(&binding.id);
                }
                self.bindings.insert(address, binding);
            }
            JournalEntry::Moved(from, to, binding) => {
                self.retire_binding(&from, None);
                self.apply_entry(JournalEntry::Bound(to, binding));
            }
            JournalEntry::DeletionStarted(id, address) => {
                self.pending_deletions.insert(id, address);
            }
            JournalEntry::Deleted(id) => {
                self.pending_deletions.remove(&id);
                while let Some(address) = self.address_of(&id).cloned() {
                    self.retire_binding(&address, None);
                }
            }
            JournalEntry::Unbound(address) => self.retire_binding(&address, None),
            JournalEntry::Acknowledged(id) => drop(self.acknowledged.insert(id)),
        }
    }

    /// Takes a binding out, unless it names this id already, and remembers its id.
    fn retire_binding(&mut self, address: &Address, unless: Option<&Id>) {
        if self.bindings.get(address).is_some_and(|binding| Some(&binding.id) != unless)
            && let Some(binding) = self.bindings.remove(address)
        {
            self.former_ids.insert(binding.id, address.clone());
        }
    }

    /// Remembers that a kind was created. A memory of lists alone, as all once were, does not mention it.
    fn record_kind(&mut self, kind: Kind) {
        let mut lists =
            self.bindings.keys().chain(self.pending_creations.keys()).filter(|address| address.kind == Kind::Style);
        if self.used_kinds.is_empty() && (self.serial > 0 || lists.next().is_some()) {
            self.used_kinds.insert(Kind::Style);
        }
        self.used_kinds.insert(kind);
        if self.used_kinds.len() == 1 && kind == Kind::Style {
            self.used_kinds.clear();
        }
    }

    /// Whether this address was managed before, and is not any more.
    #[must_use]
    pub fn was_managed(&self, address: &Address) -> bool {
        !self.bindings.contains_key(address) && self.former_ids.values().any(|former| former == address)
    }

    /// The address that `old` was renamed to: the id that it had last is managed under that one now.
    #[must_use]
    pub fn renamed_to(&self, old: &Address) -> Option<&Address> {
        let former = self.former_ids.iter().filter(|(_, former)| *former == old);
        former.filter_map(|(id, _)| self.address_of(id)).find(|now| *now != old)
    }

    /// The style profiles that hold a resource, as they were last applied.
    #[must_use]
    pub fn style_profiles_with(&self, id: &Id) -> Vec<&Address> {
        let component = Component::Id(id.clone());
        let holds = |binding: &Binding| {
            let applied = binding.applied.style_profile();
            applied.is_some_and(|applied| applied.sent.links().any(|(_, link)| *link == component))
        };
        self.bindings.iter().filter(|(_, binding)| holds(binding)).map(|(address, _)| address).collect()
    }

    /// The key that an id is bound to.
    #[must_use]
    pub fn address_of(&self, id: &Id) -> Option<&Address> {
        self.bindings.iter().find(|(_, binding)| binding.id == *id).map(|(address, _)| address)
    }
}
