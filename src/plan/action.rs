//! What `apply` can do, as a closed set: calls nest by kind, so that a write to a list can never be asked of a glossary.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::model::resource::ResourceContent;
use crate::model::style::{Instruction, RuleKey};
use crate::model::style_profile::ProfilePatch;
use crate::model::term_set::{TermEntries, TermSetKind, TermSetPart};
use crate::model::{Id, Kind, SharedText};

/// One thing that `apply` does: a call, several that belong together, or a change of the state alone.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Take a live resource into the state; no call.
    Bind {
        /// The resource.
        id: Id,
    },
    /// Create a resource under a temporary name, fill it, verify it, give it its name.
    Create(Arc<ResourceContent>),
    /// Write to a list.
    Style(StyleAction),
    /// Write to a glossary or to spoken terms.
    TermSet(TermSetAction),
    /// PATCH of a style profile: what differs, and nothing else.
    StyleProfile(ProfilePatch),
    /// DELETE a resource that a binding (or our tag) names.
    Delete {
        /// Its kind.
        kind: Kind,
        /// The resource.
        id: Id,
    },
    /// Drop a binding; no call.
    Unbind,
}

/// One call that writes to a list.
#[derive(Clone, Debug, PartialEq)]
pub enum StyleAction {
    /// PATCH the name.
    Rename {
        /// The new name.
        name: String,
    },
    /// PUT the whole set of rules.
    ReplaceRules {
        /// The rules, those kept although the catalogue does not know them included.
        rules: BTreeMap<RuleKey, SharedText>,
        /// What else `configured_rules` held and is sent back as it was.
        opaque_rules: BTreeMap<String, serde_json::Value>,
    },
    /// POST one instruction.
    AddInstruction {
        /// Its content.
        instruction: Instruction,
    },
    /// PUT one instruction: its id stays.
    ReplaceInstruction {
        /// The instruction's id.
        id: Id,
        /// Its content from then on.
        instruction: Instruction,
    },
    /// DELETE one instruction.
    RemoveInstruction {
        /// The instruction's id.
        id: Id,
        /// Its label, for messages.
        label: SharedText,
    },
}

/// One call that writes to a glossary or to spoken terms.
#[derive(Clone, Debug, PartialEq)]
pub enum TermSetAction {
    /// PATCH the name, and nothing else: a PATCH of entries would merge them.
    Rename {
        /// Glossary or spoken terms.
        kind: TermSetKind,
        /// The new name.
        name: String,
    },
    /// PUT one part with all its entries.
    ReplacePart {
        /// The part.
        part: TermSetPart,
        /// Its entries from then on.
        entries: TermEntries,
    },
    /// DELETE one part.
    RemovePart {
        /// The part.
        part: TermSetPart,
    },
}

impl Action {
    /// What it writes to a list, if it does.
    #[must_use]
    pub fn as_style(&self) -> Option<&StyleAction> {
        match self {
            Self::Style(action) => Some(action),
            Self::Bind { .. }
            | Self::Create(_)
            | Self::TermSet(_)
            | Self::StyleProfile(_)
            | Self::Delete { .. }
            | Self::Unbind => None,
        }
    }

    /// What it writes to a glossary or to spoken terms, if it does.
    #[must_use]
    pub fn as_term_set(&self) -> Option<&TermSetAction> {
        match self {
            Self::TermSet(action) => Some(action),
            Self::Bind { .. }
            | Self::Create(_)
            | Self::Style(_)
            | Self::StyleProfile(_)
            | Self::Delete { .. }
            | Self::Unbind => None,
        }
    }

    /// What it writes to a style profile, if it does.
    #[must_use]
    pub fn as_style_profile(&self) -> Option<&ProfilePatch> {
        match self {
            Self::StyleProfile(patch) => Some(patch),
            Self::Bind { .. }
            | Self::Create(_)
            | Self::Style(_)
            | Self::TermSet(_)
            | Self::Delete { .. }
            | Self::Unbind => None,
        }
    }

    /// What it creates, if it does.
    #[must_use]
    pub fn created_content(&self) -> Option<&ResourceContent> {
        match self {
            Self::Create(content) => Some(content),
            Self::Bind { .. }
            | Self::Style(_)
            | Self::TermSet(_)
            | Self::StyleProfile(_)
            | Self::Delete { .. }
            | Self::Unbind => None,
        }
    }

    /// Requests that write: what the service counts.
    #[must_use]
    pub fn count_writes(&self) -> usize {
        match self {
            Self::Bind { .. } | Self::Unbind => 0,
            // One to create under a temporary name, one to give the name, and what does not fit into the first body.
            Self::Create(content) => match &**content {
                ResourceContent::Style(content) => 2 + content.instructions_beyond_first_body(),
                ResourceContent::TermSet(content) => 2 + content.parts.len() - content.initial_parts().parts.len(),
                ResourceContent::StyleProfile(_) => 2,
            },
            Self::Style(_) | Self::TermSet(_) | Self::StyleProfile(_) | Self::Delete { .. } => 1,
        }
    }

    /// The word in JSON; for calls, the name of the call.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Bind { .. } => "bind",
            Self::Unbind => "unbind",
            Self::Create(content) => match &**content {
                ResourceContent::Style(_) => "create-style",
                ResourceContent::TermSet(content) => {
                    name_of_kind(content.kind, "create-glossary", "create-spoken-terms")
                }
                ResourceContent::StyleProfile(_) => "create-style-profile",
            },
            Self::Style(StyleAction::Rename { .. }) => "rename-style",
            Self::Style(StyleAction::ReplaceRules { .. }) => "replace-rules",
            Self::Style(StyleAction::AddInstruction { .. }) => "add-instruction",
            Self::Style(StyleAction::ReplaceInstruction { .. }) => "replace-instruction",
            Self::Style(StyleAction::RemoveInstruction { .. }) => "remove-instruction",
            Self::TermSet(TermSetAction::Rename { kind, .. }) => {
                name_of_kind(*kind, "patch-glossary", "patch-spoken-terms")
            }
            Self::TermSet(TermSetAction::ReplacePart { part, .. }) => {
                name_of_kind(part.term_set_kind(), "replace-dictionary", "replace-term-list")
            }
            Self::TermSet(TermSetAction::RemovePart { part }) => {
                name_of_kind(part.term_set_kind(), "delete-dictionary", "delete-term-list")
            }
            Self::StyleProfile(_) => "patch-style-profile",
            Self::Delete { kind, .. } => match kind {
                Kind::Style | Kind::TranslationProfile => "delete-style",
                Kind::Glossary => "delete-glossary",
                Kind::SpokenTerms => "delete-spoken-terms",
                Kind::StyleProfile => "delete-style-profile",
            },
        }
    }
}

fn name_of_kind(kind: TermSetKind, of_glossary: &'static str, of_terms: &'static str) -> &'static str {
    match kind {
        TermSetKind::Glossary => of_glossary,
        TermSetKind::SpokenTerms => of_terms,
    }
}
