//! The JSON formats of `state list` and `state show`, of a resource and of the store.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value as Json;

use crate::model::Address;
use crate::report::json::to_pretty_json;
use crate::state::applied::{AppliedInstruction, AppliedPart, AppliedStyle, AppliedStyleProfile, AppliedTermSet};
use crate::state::{Applied, Binding, State};

/// Version of these formats. Rises when a reader of the old one would misread the new one.
pub const VERSION: u32 = 1;

/// Every managed resource, and what no run has finished yet.
#[derive(Serialize, JsonSchema)]
#[schemars(title = "housestyle state list", deny_unknown_fields)]
pub(crate) struct StateListDocument<'a> {
    /// Version of this format.
    #[schemars(extend("enum" = [VERSION]))]
    housestyle_state_list: u32,
    /// How often the state was written.
    serial: u64,
    /// Address of the service that the ids belong to; empty before the first apply.
    origin: &'a str,
    /// Managed resources by address.
    resources: BTreeMap<String, ManagedResourceDocument<'a>>,
    /// Addresses whose creation was begun, and of which nothing is known yet: the next apply looks for it.
    pending: Vec<String>,
}

/// One managed resource.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct ManagedResourceDocument<'a> {
    /// Id on the service.
    id: &'a str,
    /// Version on the service; 0 for kinds without versions.
    version: u64,
    /// Name as last applied; while it is not known to have one, the one that it is to get.
    name: &'a str,
    /// Root language; null for kinds without one.
    language: Option<String>,
    /// Whether the resource is protected.
    protected: bool,
    /// Whether it was imported, not created.
    imported: bool,
    /// Whether its entry in the state file was edited by hand.
    edited_by_hand: bool,
    /// Whether a run began to write to it and did not read it back: the next apply does.
    interrupted: bool,
}

/// One managed resource with everything that was last applied.
#[derive(Serialize, JsonSchema)]
#[schemars(title = "housestyle state show", deny_unknown_fields)]
pub(crate) struct StateShowDocument<'a> {
    /// Version of this format.
    #[schemars(extend("enum" = [VERSION]))]
    housestyle_state_show: u32,
    /// The service that the id belongs to: its base address, or `emulator`.
    origin: &'a str,
    /// `style/support-de`
    address: String,
    /// The resource, as `state list` shows it.
    resource: ManagedResourceDocument<'a>,
    /// Rules of a style rule list: values by `category.rule`.
    rules: BTreeMap<String, &'a str>,
    /// Instructions of a style rule list, by label.
    instructions: BTreeMap<&'a str, AppliedPromptDocument>,
    /// Dictionaries of a glossary, or term lists of spoken terms.
    parts: BTreeMap<String, AppliedPartDocument<'a>>,
    /// What a style profile says, in the words of the service; null for other kinds.
    profile: Option<Json>,
    /// Addresses of the style profiles of the project that hold the resource.
    style_profiles: Vec<String>,
}

/// Where a state is kept, whose it is, and how much it holds.
#[derive(Serialize, JsonSchema)]
#[schemars(title = "housestyle state store", deny_unknown_fields)]
pub struct StateStoreDocument {
    /// Version of this format.
    #[schemars(extend("enum" = [VERSION]))]
    pub housestyle_state_store: u32,
    /// The store: `file`, `git`, or the address of an object store.
    pub store: String,
    /// Where in it the state is.
    pub place: String,
    /// Name of the environment.
    pub environment: String,
    /// Name of the stack; null before the first apply.
    pub stack: Option<String>,
    /// What decided the name of the stack; null before the first apply.
    pub stack_from: Option<String>,
    /// How often the state was written.
    pub serial: u64,
    /// The service that the ids belong to: its base address, or `emulator`; null before the first apply.
    pub origin: Option<String>,
    /// How many resources are managed.
    pub resources: u64,
}

/// One instruction.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct AppliedPromptDocument {
    /// Its prompt.
    prompt: String,
}

/// One dictionary or term list.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct AppliedPartDocument<'a> {
    /// How many entries were sent.
    entry_count: u64,
    /// Digest of the entries that were sent.
    digest: &'a str,
}

/// What `state list` prints as JSON.
#[must_use]
pub fn render_list_json(state: &State) -> String {
    let State { serial, origin, bindings, pending_creations, .. } = state;
    to_pretty_json(&StateListDocument {
        housestyle_state_list: VERSION,
        serial: *serial,
        origin,
        resources: bindings.iter().map(|(address, binding)| (address.to_string(), managed_resource(binding))).collect(),
        pending: pending_creations.keys().map(ToString::to_string).collect(),
    })
}

/// What `state show` prints as JSON where no resource is named.
#[must_use]
pub fn render_store_json(store: &StateStoreDocument) -> String {
    to_pretty_json(store)
}

/// What `state show` prints as JSON of a resource.
#[must_use]
pub fn render_show_json(origin: &str, address: &Address, binding: &Binding, holders: &[&Address]) -> String {
    let mut document = StateShowDocument {
        housestyle_state_show: VERSION,
        origin,
        address: address.to_string(),
        resource: managed_resource(binding),
        rules: BTreeMap::new(),
        instructions: BTreeMap::new(),
        parts: BTreeMap::new(),
        profile: None,
        style_profiles: holders.iter().map(ToString::to_string).collect(),
    };
    match &binding.applied {
        Applied::Style(AppliedStyle { rules, instructions, .. }) => {
            document.rules = rules.iter().map(|(key, value)| (key.to_string(), value.as_str())).collect();
            document.instructions = instructions
                .iter()
                .map(|(label, AppliedInstruction { prompt, .. })| {
                    (label.as_str(), AppliedPromptDocument { prompt: prompt.to_string() })
                })
                .collect();
        }
        Applied::TermSet(AppliedTermSet { parts, .. }) => {
            document.parts = parts
                .iter()
                .map(|(part, AppliedPart { count, entries, .. })| {
                    (part.to_string(), AppliedPartDocument { entry_count: *count, digest: entries })
                })
                .collect();
        }
        Applied::StyleProfile(AppliedStyleProfile { sent, stored: _, shared: _ }) => {
            document.profile = Some(sent.to_json());
        }
    }
    to_pretty_json(&document)
}

fn managed_resource(binding: &Binding) -> ManagedResourceDocument<'_> {
    let Binding { id, version, protected, applied, attempted: _, imported, sealed } = binding;
    ManagedResourceDocument {
        id: id.as_str(),
        version: *version,
        name: binding.display_name(),
        language: applied.language().map(ToString::to_string),
        protected: *protected,
        imported: *imported,
        edited_by_hand: !sealed,
        interrupted: binding.is_unverified(),
    }
}
