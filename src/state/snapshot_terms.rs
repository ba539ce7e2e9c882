//! Term sets in a snapshot: every entry as the service held it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::term_set::{LiveTermSet, LiveTermSetPart, TermEntries, TermSetKind, TermSetPart};
use crate::model::{Address, Language};
use crate::state::snapshot_error::SnapshotError;
use crate::state::snapshot_error::parse_address;
use crate::state::snapshot_error::parse_id;

/// One glossary as the service held it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SnapshotGlossary {
    /// What the project calls it; absent where it is not the project's.
    pub address: Option<String>,
    /// The service's id.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Dictionaries by language pair.
    pub dictionaries: Vec<SnapshotDictionary>,
}

/// One dictionary as the service held it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SnapshotDictionary {
    /// Language of the source phrases.
    pub source_language: String,
    /// Language of the target phrases.
    pub target_language: String,
    /// Target phrase by source phrase.
    pub entries: BTreeMap<String, String>,
}

/// One collection of spoken terms as the service held it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SnapshotSpokenTerms {
    /// What the project calls it; absent where it is not the project's.
    pub address: Option<String>,
    /// The service's id.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Term lists by language.
    pub term_lists: Vec<SnapshotTermList>,
}

/// One term list as the service held it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SnapshotTermList {
    /// Its language.
    pub language: String,
    /// The terms.
    pub terms: BTreeSet<String>,
}

impl SnapshotGlossary {
    pub(super) fn from_live(called: Option<&Address>, live: &LiveTermSet) -> Self {
        let LiveTermSet { kind: _, id, name, creation_time: _, parts } = live;
        let dictionary = |(part, live): (&TermSetPart, &LiveTermSetPart)| match part {
            TermSetPart::Dictionary { source, target } => Some(SnapshotDictionary {
                source_language: source.to_string(),
                target_language: target.to_string(),
                entries: live.entries.as_deref().cloned().unwrap_or_default(),
            }),
            TermSetPart::Terms(_) => None,
        };
        Self {
            address: called.map(ToString::to_string),
            id: id.to_string(),
            name: name.clone(),
            dictionaries: parts.iter().filter_map(dictionary).collect(),
        }
    }

    /// What the project called it, and the glossary as the service held it.
    ///
    /// # Errors
    /// Names what is no address or no id.
    pub fn to_live(&self) -> Result<(Option<Address>, LiveTermSet), SnapshotError> {
        let Self { address, id, name, dictionaries } = self;
        let parts = dictionaries.iter().map(|SnapshotDictionary { source_language, target_language, entries }| {
            let (source, target) = (Language::new(source_language), Language::new(target_language));
            (TermSetPart::Dictionary { source, target }, Arc::new(entries.clone()))
        });
        live_term_set(TermSetKind::Glossary, address.as_deref(), id, name, parts)
    }
}

impl SnapshotSpokenTerms {
    pub(super) fn from_live(called: Option<&Address>, live: &LiveTermSet) -> Self {
        let LiveTermSet { kind: _, id, name, creation_time: _, parts } = live;
        let list = |(part, live): (&TermSetPart, &LiveTermSetPart)| match part {
            TermSetPart::Terms(language) => Some(SnapshotTermList {
                language: language.to_string(),
                terms: live.entries.iter().flat_map(|entries| entries.keys().cloned()).collect(),
            }),
            TermSetPart::Dictionary { .. } => None,
        };
        Self {
            address: called.map(ToString::to_string),
            id: id.to_string(),
            name: name.clone(),
            term_lists: parts.iter().filter_map(list).collect(),
        }
    }

    /// What the project called it, and the collection as the service held it.
    ///
    /// # Errors
    /// Names what is no address or no id.
    pub fn to_live(&self) -> Result<(Option<Address>, LiveTermSet), SnapshotError> {
        let Self { address, id, name, term_lists } = self;
        let parts = term_lists.iter().map(|SnapshotTermList { language, terms }| {
            let entries = terms.iter().map(|term| (term.clone(), String::new())).collect();
            (TermSetPart::Terms(Language::new(language)), Arc::new(entries))
        });
        live_term_set(TermSetKind::SpokenTerms, address.as_deref(), id, name, parts)
    }
}

fn live_term_set(
    kind: TermSetKind,
    called: Option<&str>,
    named: &str,
    name: &str,
    parts: impl Iterator<Item = (TermSetPart, TermEntries)>,
) -> Result<(Option<Address>, LiveTermSet), SnapshotError> {
    let parts = parts
        .map(|(part, entries)| (part, LiveTermSetPart { entry_count: entries.len() as u64, entries: Some(entries) }));
    let held = LiveTermSet {
        kind,
        id: parse_id(named)?,
        name: name.to_owned(),
        creation_time: String::new(),
        parts: parts.collect(),
    };
    Ok((called.map(parse_address).transpose()?, held))
}
