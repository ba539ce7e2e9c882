//! Desired against live: what to do, as data.
//!
//! Pure and deterministic: the same inputs give the same bytes. Every step has a change that explains it. Planning what
//! was just applied gives nothing. Nothing unmanaged is touched, nothing is dropped unsaid. The planner decides; `apply`
//! makes no choices.

pub mod action;
pub mod additions;
mod agreement;
pub mod change;
pub mod commands;
pub mod component;
mod upsert;
pub mod planner;
pub mod linked_profile;
pub mod diff;
pub mod resource_diff;
pub mod document;
pub mod drift;
pub mod drift_style_profile;
pub mod drift_term_set;
pub mod drift_verdict;
mod removal;
pub mod saved_display;
pub mod safeguard;
pub mod settled_drift;
mod term_set;
pub mod translation_memory;
mod identity;
mod namesake;
mod reviewed;
pub mod shared_changes;
pub mod capabilities;
pub mod style;
mod style_profile;
pub mod undo;
pub mod desired_resource;
pub mod keep_going;
pub mod known_addresses;
pub mod older_files;
pub mod unseen;
pub mod untouched;
pub mod unread_kind;

// Paths read as everywhere in the house: `crate::room::…`.
use crate as plan;
use housestyle_catalogue as catalogue;
use housestyle_check as check;
use housestyle_diagnostic as diagnostic;
use housestyle_model as model;
use housestyle_state as state;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub use action::{Action, StyleAction, TermSetAction};
pub use additions::{Additions, KeptAdditions};
pub use agreement::{Agreement, Agreements};
pub use change::{Cause, Change, ChangedField};
pub use planner::live_fingerprint;
pub use planner::make_plan;
pub use safeguard::{Blocker, Safeguard};
pub use undo::Undo;

use crate::check::DesiredDigest;
use crate::diagnostic::Place;
use crate::model::resource::{LiveResource, ResourceContent};
use crate::model::reviewed::ReviewedChanges;
use crate::model::shared_parts::SharedParts;
use crate::model::style::RuleKey;
use crate::model::style_profile::Component;
use crate::model::tag::Tag;
use crate::model::{Address, Id, Kind, Language};
use crate::state::Binding;

/// What would be done, what is held back, and what it rests on.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What the plan was made from.
    pub basis: Basis,
    /// Resources with something to do, deletions first, then replaces, then the rest by address.
    pub items: Vec<PlanItem>,
    /// Calls that write, foreseen.
    pub calls: usize,
    /// Resources that are as wanted, by address.
    pub unchanged: Vec<Address>,
    /// Of those, the ones of which the state does not know it: an interrupted run wrote what is wanted, or service and files
    /// were changed to the same.
    pub read_back: BTreeMap<Address, Binding>,
    /// What would be done but is not, and why.
    pub kept: Vec<DeferredDeletion>,
    /// What forbids applying this plan (exit code 5).
    pub blockers: Vec<Blocker>,
    /// Live resources that no file wants and no binding names: counted, never touched.
    pub unmanaged: BTreeMap<Kind, usize>,
    /// Facts worth saying that change nothing.
    pub notes: Vec<String>,
    /// Every resource that was there when a creation was planned, with its name: what appears later, or has another name
    /// then, is somebody else's work.
    pub seen: BTreeMap<Id, String>,
    /// What people added to shared parts, which stays.
    pub additions: Vec<KeptAdditions>,
}

/// What a plan was made from, so that it can be made again and compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Basis {
    /// Base address of the service, or `emulator`.
    pub origin: String,
    /// Name of the environment.
    pub environment: String,
    /// Digest of every wanted resource.
    pub desired: DesiredDigest,
    /// Digest of the catalogue.
    pub catalogue: String,
    /// Options that shaped it.
    pub options: PlanOptions,
}

/// What a person asked for beside the files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlanOptions {
    /// What is wanted comes from a snapshot instead of the files: only what it names is in reach.
    pub undo: Option<Undo>,
    /// Only these resources; all where empty.
    pub targets: BTreeSet<Address>,
    /// Plan deletions instead of holding them.
    pub prune: bool,
    /// Adopt these although their live content differs. By address, with the id to take where several fit.
    pub import: BTreeMap<Address, Option<Id>>,
    /// A single candidate of same kind, name and language is ours whatever its content.
    pub import_by_name: bool,
    /// What people agreed to, resource by resource.
    pub agreed: Agreements,
    /// Renamed keys that were agreed to: new address -> old address.
    pub accept_rename: BTreeMap<Address, Address>,
    /// Nobody sees this plan before it is carried out: it covers what the files ask for, and nothing that people did.
    pub unseen: bool,
    /// What no safeguard stops is carried out although others are stopped.
    pub keep_going: bool,
    /// Every edit on the service may be taken back unseen.
    pub allow_any_drift: bool,
    /// Reviewed blocks of the project file.
    pub reviewed: ReviewedChanges,
    /// Kinds that the project file leaves out of this environment.
    pub skip_kinds: BTreeSet<Kind>,
    /// Resources protected by the project file.
    pub protect: BTreeSet<Address>,
    /// Another run that writes with the state now, as its lease tells: what it makes is not left over.
    pub other_run: Option<String>,
    /// Managed ids of which no history shows that this project ever managed them: deleted only by name.
    pub without_history: BTreeSet<Id>,
    /// Most deletions without agreement: at most this many,
    pub max_delete: usize,
    /// … or this share of the managed resources in percent, whichever is larger.
    pub max_delete_percent: usize,
    /// Largest share of one resource's instructions or rules that may go without agreement, in percent.
    pub max_shrink_percent: usize,
}

impl PlanOptions {
    /// Whether deleting or replacing a resource is refused: by its own document, or by its address.
    #[must_use]
    pub fn protects(&self, address: &Address, by_document: bool) -> bool {
        by_document || self.protect.contains(address)
    }

    /// The resources that the options name and that may be gone since: option -> addresses.
    #[must_use]
    pub fn named_addresses(&self) -> Vec<(String, &BTreeSet<Address>)> {
        let agreed = Agreement::ALL.iter().map(|agreement| (agreement.to_string(), &self.agreed[*agreement]));
        let targets = ("--target".to_owned(), &self.targets);
        let protect = ("`protect` in housestyle.toml".to_owned(), &self.protect);
        std::iter::once(targets).chain(agreed).chain([protect]).collect()
    }
}

/// One resource and everything that would happen to it.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanItem {
    /// What it is called in the project.
    pub address: Address,
    /// Display name: as wanted, or as held where it goes.
    pub name: String,
    /// Root language, where its kind has one.
    pub language: Option<Language>,
    /// What happens on the whole.
    pub operation: Operation,
    /// The live resource it is about. For a replace, the one that goes.
    pub id: Option<Id>,
    /// What the live resource was like when this was planned.
    pub live: Option<LiveFingerprint>,
    /// All of the live resource as it was then, for an undo.
    pub before: Option<LiveResource>,
    /// What changes, for people.
    pub changes: Vec<Change>,
    /// What is called, for the machine, in order.
    pub steps: Vec<Step>,
    /// What to look at twice.
    pub hazards: Vec<Hazard>,
    /// Live rules that nobody here knows, and that stay.
    pub kept_rules: Vec<RuleKey>,
    /// Parts that the files share with people.
    pub shared: SharedParts,
    /// What people added to them, which stays.
    pub additions: Additions,
    /// The key whose binding moves to this one.
    pub moved_from: Option<Address>,
    /// Where the resource is written.
    pub place: Option<Place>,
    /// What the resource says once done; nothing for a deletion.
    pub desired: Option<Arc<ResourceContent>>,
    /// Whether the binding is to carry protection.
    pub protected: bool,
    /// Whether it was imported without being named, now or before.
    pub imported: bool,
}

/// What happens to a resource on the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    /// A managed resource goes.
    Delete,
    /// A new resource comes, then the old one goes: the id changes.
    Replace,
    /// A new resource comes.
    Create,
    /// Parts of a managed resource change, its id stays.
    Update,
    /// A live resource that is as wanted becomes ours; nothing is sent. (If it differs, an update follows in the same item.)
    Import,
    /// A managed resource is gone from the service and from the files: its binding is dropped.
    Forget,
    /// A tagged rest of an interrupted create, bound to nothing, goes.
    Sweep,
}

/// The state of a live resource that a plan rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveFingerprint {
    /// The service's version, where its kind has one.
    pub version: Option<u64>,
    /// Digest of its content.
    pub digest: String,
}

/// One call (or none), and the changes it explains.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What is called.
    pub action: Action,
    /// Indexes into the item's changes.
    pub changes: Vec<usize>,
}

/// What a reviewer should look at twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hazard {
    /// The resource goes for good.
    Deletes,
    /// The resource gets a new id: applications that hold the old one break.
    ChangesId,
    /// Somebody's edit on the service is overwritten.
    OverwritesDrift,
    /// Newer files than these made the resource what it is.
    OlderFiles,
    /// A large part of the resource's content goes.
    Shrinks,
    /// Live rules that nobody here knows are removed.
    DropsUnknown,
}

/// Something that would be done but is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeferredDeletion {
    /// The resource.
    pub address: Address,
    /// Its id.
    pub id: Option<Id>,
    /// Its display name.
    pub name: String,
    /// What would happen: `delete`, `remove rule …`.
    pub effect: String,
    /// Why it is held, and what would release it.
    pub reason: String,
}

impl PlanItem {
    /// An item of which nothing is known yet but what it is about.
    #[must_use]
    pub fn new<'l>(
        address: Address,
        name: &str,
        language: impl Into<Option<&'l Language>>,
        operation: Operation,
    ) -> Self {
        Self {
            address,
            name: name.to_owned(),
            language: language.into().cloned(),
            operation,
            id: None,
            live: None,
            before: None,
            changes: Vec::new(),
            steps: Vec::new(),
            hazards: Vec::new(),
            kept_rules: Vec::new(),
            shared: SharedParts::default(),
            additions: Additions::default(),
            moved_from: None,
            place: None,
            desired: None,
            protected: false,
            imported: false,
        }
    }

    /// Whether it gives a name to a resource that has none yet: a new one, or one that an interrupted run left under a
    /// temporary name.
    #[must_use]
    pub fn gives_name(&self) -> bool {
        let unnamed = |held: &LiveResource| Tag::from_name(held.as_resource_ref().name()).is_some();
        match self.operation {
            Operation::Create | Operation::Replace => true,
            Operation::Update | Operation::Import => self.before.as_ref().is_some_and(unnamed),
            Operation::Delete | Operation::Forget | Operation::Sweep => false,
        }
    }

    /// Ids that it deletes.
    #[must_use]
    pub fn deleted_ids(&self) -> Vec<&Id> {
        let deletes = self.steps.iter().filter_map(|step| match &step.action {
            Action::Delete { kind: _, id } => Some(id),
            Action::Bind { .. }
            | Action::Create(_)
            | Action::Style(_)
            | Action::TermSet(_)
            | Action::StyleProfile(_)
            | Action::Unbind => None,
        });
        deletes.collect()
    }

    /// Resources that a style profile is to hold and that have no id before the plan is applied.
    #[must_use]
    pub fn awaited_components(&self) -> Vec<&Address> {
        let Some(ResourceContent::StyleProfile(content)) = self.desired.as_deref() else { return Vec::new() };
        let awaited = content.links().filter_map(|(_, link)| match link {
            Component::Managed(address) => Some(address),
            Component::Id(_) | Component::Memory(_) => None,
        });
        awaited.collect()
    }

    /// What people added to shared parts while this was written: beside a content, in what is held. What was there before and
    /// is not in the content was to go, and is nobody's addition.
    #[must_use]
    pub fn shared_additions(&self, written: &ResourceContent, live: &LiveResource) -> Additions {
        let beside = Additions::beside(self.shared, written, &live.as_resource_ref().content());
        match &self.before {
            Some(before) => beside.not_in(&before.as_resource_ref().content()),
            None => beside,
        }
    }

    /// What is ours of a content: without the rules of the service that are kept although nobody here knows them, and without
    /// what people added.
    #[must_use]
    pub fn own_content(&self, content: &ResourceContent) -> ResourceContent {
        let mut content = content.clone();
        match &mut content {
            ResourceContent::Style(style) => style.rules.retain(|key, _| !self.kept_rules.contains(key)),
            ResourceContent::TermSet(_) | ResourceContent::StyleProfile(_) => {}
        }
        self.additions.remove_from(&mut content);
        content
    }
}

impl Plan {
    /// Whether there is nothing to do: no item (held things, refusals and notes aside).
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Counts the calls that its steps make.
    pub(crate) fn count_calls(&mut self) {
        self.calls = self.items.iter().flat_map(|item| &item.steps).map(|step| step.action.count_writes()).sum();
    }

    /// How many items have this verb.
    #[must_use]
    pub fn count_operations(&self, operation: Operation) -> usize {
        self.items.iter().filter(|item| item.operation == operation).count()
    }
}
