//! The plan as JSON: what `--format json` prints, what `--out` saves, and what the digest is taken of.
//!
//! Canonical: fixed order of fields, sorted resources, no times, no host-dependent paths, no secrets. A saved plan is a
//! claim: `apply` makes the plan again and compares digests; nothing in the file is ever executed.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use crate::diagnostic::Place;
use crate::model::resource::ResourceContent;
use crate::model::reviewed::ReviewedChanges;
use crate::model::style::{RuleKey, StyleContent};
use crate::model::term_set::{TermEntries, TermSet, TermSetPart, digest_of_entries};
use crate::model::wire::{instruction_json, rules_json};
use crate::model::{Address, Id, SharedText, digest};
use crate::plan::shared_changes::{SharedChanges, group_items};
use crate::plan::{
    Action, Agreement, Basis, Blocker, Change, DeferredDeletion, Hazard, KeptAdditions, LiveFingerprint, Operation,
    Plan, PlanItem, PlanOptions, Step, StyleAction, TermSetAction,
};

/// The format this version writes and reads.
pub const FORMAT: u64 = 1;

/// A plan of housestyle.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PlanDocument {
    /// Format of this file.
    pub housestyle_plan: u64,
    /// SHA-256 over everything else in canonical form. `apply --approve` takes it.
    pub digest: String,
    /// What the plan was made from.
    pub basis: PlanBasisDocument,
    /// Totals.
    pub summary: PlanSummary,
    /// Resources with something to do: deletions, replacements, creations, updates, imports.
    pub items: Vec<PlanItemDocument>,
    /// Changes that are the same in three lists and more, each once; the items have them as well, and the digest is of those.
    #[serde(default)]
    pub shared: Vec<SharedChangesDocument>,
    /// What is not done unless asked for, and why.
    pub kept: Vec<DeferredDeletionDocument>,
    /// What forbids applying the plan.
    pub blockers: Vec<BlockerDocument>,
    /// Facts that change nothing.
    pub notes: Vec<String>,
    /// What people added to parts that files share with them: kept, and no part of the digest.
    #[serde(default)]
    pub additions: Vec<AdditionsDocument>,
}

/// What people added to one resource.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AdditionsDocument {
    /// The resource.
    pub address: String,
    /// Each addition in a few words: `instruction "Anrede"`.
    pub names: Vec<String>,
}

/// What a plan was made from.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PlanBasisDocument {
    /// Address of the service, or `emulator`.
    pub origin: String,
    /// Environment of the project.
    pub environment: String,
    /// Digest of what the files want.
    pub desired: String,
    /// Digest of the catalogue of rules.
    pub catalogue: String,
    /// Flags that shaped the plan, each with its addresses; absent ones were not given.
    pub options: BTreeMap<String, Vec<String>>,
}

/// Totals of a plan.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PlanSummary {
    /// New resources.
    pub create: usize,
    /// Resources that change and keep their id.
    pub update: usize,
    /// Resources that get a new id.
    pub replace: usize,
    /// Resources that are deleted.
    pub delete: usize,
    /// Live resources that become managed.
    pub import: usize,
    /// State entries that are dropped because the resource is gone.
    pub forget: usize,
    /// Orphaned resources of interrupted runs that are deleted.
    pub sweep: usize,
    /// Resources that match the files.
    pub unchanged: usize,
    /// Live resources outside the state: never touched.
    pub unmanaged: usize,
    /// Calls that write, foreseen.
    pub calls: usize,
}

/// One resource and what happens to it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PlanItemDocument {
    /// `style/support-de`
    pub address: String,
    /// `create`, `update`, `replace`, `delete`, `import`, `forget` or `sweep`.
    pub operation: String,
    /// Display name.
    pub name: String,
    /// Root language, where the kind has one.
    pub language: Option<String>,
    /// Id of the live resource; for a replacement, of the one that is deleted.
    pub id: Option<String>,
    /// Version of the live resource that the plan is based on.
    pub version: Option<u64>,
    /// Digest of the live content that the plan is based on.
    pub live_digest: Option<String>,
    /// `path:line:column` of the resource in the files.
    pub place: Option<String>,
    /// What to check: `deletes`, `changes-id`, `overwrites-drift`, `older-files`, `shrinks`, `drops-unknown`.
    pub hazards: Vec<String>,
    /// What becomes different.
    pub changes: Vec<PlanChangeDocument>,
    /// What is called, in order.
    pub steps: Vec<PlanStepDocument>,
    /// Live rules unknown to this version, which stay.
    pub kept_rules: Vec<String>,
    /// The address that it was managed under before.
    pub moved_from: Option<String>,
    /// Whether the resource is protected after this.
    pub protected: bool,
}

/// One thing that becomes different.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PlanChangeDocument {
    /// What it is about, in words: `name`, `numbers.decimal_separator`, `instruction "Anrede"`.
    pub field: String,
    /// As held now.
    pub before: Option<SharedText>,
    /// As wanted.
    pub after: Option<SharedText>,
    /// `edited`, `drifted`, `conflict` or `unknown`.
    pub cause: String,
    /// `path:line:column` of the wanted value.
    pub place: Option<String>,
}

/// Changes that are the same in several lists: a line of a base that they extend.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SharedChangesDocument {
    /// The changes.
    pub changes: Vec<PlanChangeDocument>,
    /// Addresses of the lists.
    pub lists: Vec<String>,
}

/// One call.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PlanStepDocument {
    /// `create-style`, `rename-style`, `replace-rules`, `add-instruction`, `replace-instruction`, `remove-instruction`,
    /// `delete-style`; `create-glossary`, `patch-glossary`, `replace-dictionary`, `delete-dictionary`, `delete-glossary`;
    /// `create-spoken-terms`, `patch-spoken-terms`, `replace-term-list`, `delete-term-list`, `delete-spoken-terms`;
    /// `create-style-profile`, `patch-style-profile`, `delete-style-profile`; `bind` or `unbind`.
    pub action: String,
    /// The resource or instruction that the call is about.
    pub id: Option<String>,
    /// What is sent; of the entries of glossaries and spoken terms their number and digest, the changes hold the rest.
    /// In a style profile, what the same plan creates stands by its address: its id is known after apply.
    pub body: Option<serde_json::Value>,
    /// Indexes into the item's changes: what this call is for.
    pub changes: Vec<usize>,
}

/// Something that is not done unless asked for.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DeferredDeletionDocument {
    /// The resource.
    pub address: String,
    /// Its id.
    pub id: Option<String>,
    /// Its display name.
    pub name: String,
    /// What would be done: `delete`, `remove rule …`.
    pub effect: String,
    /// Why it is kept, and what to pass to do it.
    pub reason: String,
}

/// Something that forbids applying the plan.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BlockerDocument {
    /// Name of the safeguard: `protected`, `unmanaged`, …
    pub safeguard: String,
    /// The resource, where it is about one.
    pub address: Option<String>,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
}

/// The plan as a document, digest included.
#[must_use]
pub fn plan_document(plan: &Plan) -> PlanDocument {
    let mut document = document_without_items(plan);
    document.items = plan.items.iter().map(item_document).collect();
    document.shared = group_items(&plan.items).shared.iter().map(shared_document).collect();
    document.digest = digest_of_plan(&document);
    document
}

/// The digest of the plan's document, of which one item at a time is held.
#[must_use]
pub fn plan_digest(plan: &Plan) -> String {
    /// Items that become documents one by one.
    struct Items<'a>(&'a [PlanItem]);
    impl Serialize for Items<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_seq(self.0.iter().map(item_document))
        }
    }
    digest_of_parts(&document_without_items(plan), &Items(&plan.items))
}

/// The document without its items and its digest.
fn document_without_items(plan: &Plan) -> PlanDocument {
    let Plan { basis, items: _, calls, unchanged, read_back: _, kept, blockers, unmanaged, notes, seen: _, additions } =
        plan;
    let count = |verb| plan.count_operations(verb);
    PlanDocument {
        housestyle_plan: FORMAT,
        digest: String::new(),
        basis: basis_document(basis),
        summary: PlanSummary {
            create: count(Operation::Create),
            update: count(Operation::Update),
            replace: count(Operation::Replace),
            delete: count(Operation::Delete),
            import: count(Operation::Import),
            forget: count(Operation::Forget),
            sweep: count(Operation::Sweep),
            unchanged: unchanged.len(),
            unmanaged: unmanaged.values().sum(),
            calls: *calls,
        },
        items: Vec::new(),
        shared: Vec::new(),
        kept: kept.iter().map(deferred_document).collect(),
        blockers: blockers.iter().map(blocker_document).collect(),
        notes: notes.clone(),
        additions: additions
            .iter()
            .map(|KeptAdditions { address, names }| AdditionsDocument {
                address: address.to_string(),
                names: names.clone(),
            })
            .collect(),
    }
}

/// The digest of a plan: equal where, and only where, the same would be done for the same reasons on the same ground.
///
/// What others do to resources that the plan does not touch does not count.
#[must_use]
pub fn digest_of_plan(document: &PlanDocument) -> String {
    digest_of_parts(document, &document.items)
}

fn digest_of_parts(document: &PlanDocument, items: &impl Serialize) -> String {
    /// What counts of a document, in its order.
    #[derive(Serialize)]
    struct DigestedPlan<'a, I> {
        housestyle_plan: u64,
        digest: &'static str,
        basis: &'a PlanBasisDocument,
        summary: PlanSummary,
        items: &'a I,
        kept: &'a [DeferredDeletionDocument],
        blockers: &'a [BlockerDocument],
        notes: &'a [String],
    }
    let PlanDocument {
        housestyle_plan,
        digest: _,
        basis,
        summary,
        items: _,
        shared: _,
        kept,
        blockers,
        notes,
        additions: _,
    } = document;
    let summary = PlanSummary { unmanaged: 0, ..summary.clone() };
    digest::digest_of_json(&DigestedPlan {
        housestyle_plan: *housestyle_plan,
        digest: "",
        basis,
        summary,
        items,
        kept,
        blockers,
        notes,
    })
}

/// The digest of the plans of several environments, in their order. One that could not be planned has none: that it
/// could not is part of what is approved.
#[must_use]
pub fn digest_of_plan_set(plans: &[(&str, Option<&str>)]) -> String {
    digest::digest_of_json(&plans)
}

/// The document as the bytes of a file: indented, one final line end.
#[must_use]
pub fn render_plan(document: &PlanDocument) -> String {
    let mut text = serde_json::to_string_pretty(document).expect("a document of text and numbers serialises");
    text.push('\n');
    text
}

/// Why a file is not a plan.
#[derive(Debug, thiserror::Error)]
pub enum PlanFileError {
    /// Not a plan at all.
    #[error("it is not a housestyle plan: {0}")]
    NotAPlan(#[from] serde_json::Error),
    /// Written by a newer version.
    #[error("it has format {0}, this version knows formats up to {FORMAT}: use a newer housestyle")]
    Newer(u64),
    /// Its digest is not that of its content.
    #[error("its digest does not match its content: it was edited after it was made")]
    Altered,
}

/// Reads a saved plan. Holding one proves nothing: it only says which digest was reviewed, and with which options.
///
/// # Errors
/// See [`PlanFileError`].
pub fn parse_plan(text: &str) -> Result<PlanDocument, PlanFileError> {
    let document: PlanDocument = serde_json::from_str(text)?;
    if document.housestyle_plan > FORMAT {
        return Err(PlanFileError::Newer(document.housestyle_plan));
    }
    if digest_of_plan(&document) != document.digest {
        return Err(PlanFileError::Altered);
    }
    Ok(document)
}

fn basis_document(basis: &Basis) -> PlanBasisDocument {
    let Basis { origin, environment, desired, catalogue, options } = basis;
    PlanBasisDocument {
        origin: origin.clone(),
        environment: environment.clone(),
        desired: desired.as_str().to_owned(),
        catalogue: catalogue.clone(),
        options: options_document(options),
    }
}

fn options_document(options: &PlanOptions) -> BTreeMap<String, Vec<String>> {
    let PlanOptions {
        undo,
        targets,
        prune,
        import,
        import_by_name,
        agreed,
        accept_rename,
        allow_any_drift,
        protect,
        skip_kinds,
        reviewed,
        // What these mean is told by notes and safeguards.
        unseen: _,
        keep_going,
        other_run: _,
        without_history: _,
        max_delete,
        max_delete_percent,
        max_shrink_percent,
    } = options;
    let all = |set: &BTreeSet<Address>| set.iter().map(ToString::to_string).collect::<Vec<_>>();
    let agreed = Agreement::ALL.iter().map(|agreement| {
        if *agreement == Agreement::Drift && *allow_any_drift {
            return (agreement.flag(), vec!["all".to_owned()]);
        }
        let value = |address| format!("{}{address}", agreement.value_prefix());
        (agreement.flag(), agreed[*agreement].iter().map(value).collect())
    });
    let flag = |on: bool| if on { vec!["true".to_owned()] } else { Vec::new() };
    let ReviewedChanges { imports, moves, removals, acknowledged: _ } = reviewed;
    let imports = imports.iter().map(|block| format!("{}={}", block.to, block.id));
    let moves = moves.iter().map(|block| format!("{}={}", block.to, block.from));
    let removals = removals.iter().map(|block| {
        let how = if block.delete { "delete" } else { "keep" };
        format!("{}={how}", block.address)
    });
    let imported = import.iter().map(|(address, id)| match id {
        Some(id) => format!("{address}={id}"),
        None => address.to_string(),
    });
    [
        ("undo", undo.iter().map(|undo| undo.digest.clone()).collect()),
        ("target", all(targets)),
        ("prune", flag(*prune)),
        ("keep-going", flag(*keep_going)),
        ("import", imported.collect()),
        ("import-by-name", flag(*import_by_name)),
        ("accept-rename", accept_rename.iter().map(|(new, old)| format!("{new}={old}")).collect()),
        ("import-block", imports.collect()),
        ("moved-block", moves.collect()),
        ("removed-block", removals.collect()),
        ("protect", all(protect)),
        ("skip-kinds", skip_kinds.iter().map(|kind| kind.as_str().to_owned()).collect()),
        ("max-delete", vec![max_delete.to_string(), format!("{max_delete_percent}%")]),
        ("max-shrink", vec![format!("{max_shrink_percent}%")]),
    ]
    .into_iter()
    .chain(agreed)
    .filter(|(_, values)| !values.is_empty())
    .map(|(name, values)| (name.to_owned(), values))
    .collect()
}

fn shared_document(shared: &SharedChanges<'_>) -> SharedChangesDocument {
    let SharedChanges { changes, lists } = shared;
    SharedChangesDocument {
        changes: changes.iter().map(|change| change_document(change)).collect(),
        lists: lists.iter().map(|list| list.address.to_string()).collect(),
    }
}

fn item_document(item: &PlanItem) -> PlanItemDocument {
    let PlanItem {
        address,
        name,
        language,
        operation,
        id,
        live,
        // Told by its digest.
        before: _,
        changes,
        steps,
        hazards,
        kept_rules,
        moved_from,
        place,
        // Told by the steps.
        desired: _,
        protected,
        // Told by the plan, and by the bodies that carry them.
        shared: _,
        additions: _,
        // Told by a note.
        imported: _,
    } = item;
    PlanItemDocument {
        address: address.to_string(),
        operation: operation.name().to_owned(),
        name: name.clone(),
        language: language.as_ref().map(ToString::to_string),
        id: id.as_ref().map(Id::to_string),
        version: live.as_ref().and_then(|LiveFingerprint { version, .. }| *version),
        live_digest: live.as_ref().map(|LiveFingerprint { digest, .. }| digest.clone()),
        place: place.as_ref().map(Place::to_string),
        hazards: hazards.iter().map(|hazard| hazard.name().to_owned()).collect(),
        changes: changes.iter().map(change_document).collect(),
        steps: steps.iter().map(step_document).collect(),
        kept_rules: kept_rules.iter().map(RuleKey::to_string).collect(),
        moved_from: moved_from.as_ref().map(Address::to_string),
        protected: *protected,
    }
}

fn change_document(change: &Change) -> PlanChangeDocument {
    let Change { field, before, after, cause, place } = change;
    PlanChangeDocument {
        field: field.to_string(),
        before: before.clone(),
        after: after.clone(),
        cause: cause.as_str().to_owned(),
        place: place.as_ref().map(Place::to_string),
    }
}

fn step_document(step: &Step) -> PlanStepDocument {
    let Step { action, changes } = step;
    let (id, body) = match action {
        Action::Bind { id } | Action::Delete { kind: _, id } => (Some(id), None),
        Action::Unbind => (None, None),
        Action::Create(content) => match &**content {
            ResourceContent::Style(content) => (None, Some(content_json(content))),
            ResourceContent::TermSet(content) => (None, Some(term_set_json(content))),
            ResourceContent::StyleProfile(content) => (None, Some(content.to_json())),
        },
        Action::Style(action) => match action {
            StyleAction::Rename { name } => (None, Some(serde_json::json!({"name": name}))),
            StyleAction::ReplaceRules { rules, opaque_rules } => (None, Some(rules_json(rules, opaque_rules))),
            StyleAction::AddInstruction { instruction } => (None, Some(instruction_json(instruction))),
            StyleAction::ReplaceInstruction { id, instruction } => (Some(id), Some(instruction_json(instruction))),
            StyleAction::RemoveInstruction { id, label: _ } => (Some(id), None),
        },
        Action::StyleProfile(patch) => (None, Some(serde_json::Value::Object(patch.to_json()))),
        Action::TermSet(action) => match action {
            TermSetAction::Rename { kind: _, name } => (None, Some(serde_json::json!({"name": name}))),
            TermSetAction::ReplacePart { part, entries } => (None, Some(part_json(part, entries))),
            TermSetAction::RemovePart { part } => (None, Some(serde_json::json!({"part": part.to_string()}))),
        },
    };
    PlanStepDocument { action: action.name().to_owned(), id: id.map(Id::to_string), body, changes: changes.clone() }
}

fn deferred_document(kept: &DeferredDeletion) -> DeferredDeletionDocument {
    let DeferredDeletion { address, id, name, effect, reason } = kept;
    DeferredDeletionDocument {
        address: address.to_string(),
        id: id.as_ref().map(Id::to_string),
        name: name.clone(),
        effect: effect.clone(),
        reason: reason.clone(),
    }
}

fn blocker_document(blocker: &Blocker) -> BlockerDocument {
    let Blocker { safeguard, address, message, help } = blocker;
    BlockerDocument {
        safeguard: safeguard.name().to_owned(),
        address: address.as_ref().map(Address::to_string),
        message: message.clone(),
        help: help.clone(),
    }
}

fn content_json(content: &StyleContent) -> serde_json::Value {
    let StyleContent { name, language, rules, instructions } = content;
    serde_json::json!({
        "name": name,
        "language": language.as_str(),
        "configured_rules": rules_json(rules, &BTreeMap::new()),
        "custom_instructions": instructions.iter().map(instruction_json).collect::<Vec<_>>(),
    })
}

/// Tens of thousands of entries are told by number and digest: the changes name those that differ.
fn term_set_json(term_set: &TermSet) -> serde_json::Value {
    let TermSet { kind: _, name, parts } = term_set;
    let parts: Vec<_> = parts.iter().map(|(part, entries)| part_json(part, entries)).collect();
    serde_json::json!({"name": name, "parts": parts})
}

fn part_json(part: &TermSetPart, entries: &TermEntries) -> serde_json::Value {
    let digest = digest_of_entries(entries);
    serde_json::json!({"part": part.to_string(), "entry_count": entries.len(), "entries_digest": digest})
}

impl Operation {
    /// The word in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Delete => "delete",
            Self::Replace => "replace",
            Self::Create => "create",
            Self::Update => "update",
            Self::Import => "import",
            Self::Forget => "forget",
            Self::Sweep => "sweep",
        }
    }
}

impl Hazard {
    /// The word in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Deletes => "deletes",
            Self::ChangesId => "changes-id",
            Self::OverwritesDrift => "overwrites-drift",
            Self::OlderFiles => "older-files",
            Self::Shrinks => "shrinks",
            Self::DropsUnknown => "drops-unknown",
        }
    }
}
