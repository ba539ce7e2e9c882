//! Lexicons in a snapshot: every entry as the service held it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::lexicon::{Entries, LiveLexicon, LivePart, Part, Which};
use crate::model::{Address, Language};
use crate::state::snapshot::{Error, address, id};

/// One glossary as the service held it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SavedGlossary {
    /// What the project calls it; absent where it is not the project's.
    pub address: Option<String>,
    /// The service's id.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Dictionaries by language pair.
    pub dictionaries: Vec<SavedDictionary>,
}

/// One dictionary as the service held it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SavedDictionary {
    /// Language of the source phrases.
    pub source_language: String,
    /// Language of the target phrases.
    pub target_language: String,
    /// Target phrase by source phrase.
    pub entries: BTreeMap<String, String>,
}

/// One collection of spoken terms as the service held it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SavedSpokenTerms {
    /// What the project calls it; absent where it is not the project's.
    pub address: Option<String>,
    /// The service's id.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Term lists by language.
    pub term_lists: Vec<SavedTermList>,
}

/// One term list as the service held it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SavedTermList {
    /// Its language.
    pub language: String,
    /// The terms.
    pub terms: BTreeSet<String>,
}

impl SavedGlossary {
    pub(super) fn of(called: Option<&Address>, held: &LiveLexicon) -> Self {
        let LiveLexicon { which: _, id, name, creation_time: _, parts } = held;
        let dictionary = |(part, held): (&Part, &LivePart)| match part {
            Part::Dictionary { source, target } => Some(SavedDictionary {
                source_language: source.to_string(),
                target_language: target.to_string(),
                entries: held.entries.as_deref().cloned().unwrap_or_default(),
            }),
            Part::Terms(_) => None,
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
    pub fn read(&self) -> Result<(Option<Address>, LiveLexicon), Error> {
        let Self { address, id, name, dictionaries } = self;
        let parts = dictionaries.iter().map(|SavedDictionary { source_language, target_language, entries }| {
            let (source, target) = (Language::new(source_language), Language::new(target_language));
            (Part::Dictionary { source, target }, Arc::new(entries.clone()))
        });
        held(Which::Glossary, address.as_deref(), id, name, parts)
    }
}

impl SavedSpokenTerms {
    pub(super) fn of(called: Option<&Address>, held: &LiveLexicon) -> Self {
        let LiveLexicon { which: _, id, name, creation_time: _, parts } = held;
        let list = |(part, held): (&Part, &LivePart)| match part {
            Part::Terms(language) => Some(SavedTermList {
                language: language.to_string(),
                terms: held.entries.iter().flat_map(|entries| entries.keys().cloned()).collect(),
            }),
            Part::Dictionary { .. } => None,
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
    pub fn read(&self) -> Result<(Option<Address>, LiveLexicon), Error> {
        let Self { address, id, name, term_lists } = self;
        let parts = term_lists.iter().map(|SavedTermList { language, terms }| {
            let entries = terms.iter().map(|term| (term.clone(), String::new())).collect();
            (Part::Terms(Language::new(language)), Arc::new(entries))
        });
        held(Which::SpokenTerms, address.as_deref(), id, name, parts)
    }
}

fn held(
    which: Which,
    called: Option<&str>,
    named: &str,
    name: &str,
    parts: impl Iterator<Item = (Part, Entries)>,
) -> Result<(Option<Address>, LiveLexicon), Error> {
    let parts =
        parts.map(|(part, entries)| (part, LivePart { entry_count: entries.len() as u64, entries: Some(entries) }));
    let held = LiveLexicon {
        which,
        id: id(named)?,
        name: name.to_owned(),
        creation_time: String::new(),
        parts: parts.collect(),
    };
    Ok((called.map(address).transpose()?, held))
}
