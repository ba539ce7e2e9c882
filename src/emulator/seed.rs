//! What an account holds before anybody asks: what no call of the service can make.
//!
//! Always: an unknown member is refused. Planting the same file twice changes nothing.
//!
//! ```json
//! {
//!   "memories": [
//!     { "name": "Support", "source_language": "en", "target_languages": ["de", "fr"], "segment_count": 1200 }
//!   ],
//!   "usage": [ { "text": 1000, "document": 0, "write": 0 } ]
//! }
//! ```
//!
//! `account` may stand in each; left out, it is the account of an emulator without keys.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::emulator::Emulator;
use crate::emulator::language_table;
use crate::emulator::records::{StoredTranslationMemory, StoredUsage};

/// A seed as data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeedFile {
    /// Translation memories.
    #[serde(default)]
    pub translation_memories: Vec<SeedTranslationMemory>,
    /// What accounts have used already.
    #[serde(default)]
    pub usage: Vec<SeedUsage>,
}

/// A translation memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeedTranslationMemory {
    /// Whose it is.
    #[serde(default = "default_account")]
    pub account: String,
    /// Display name.
    pub name: String,
    /// Language of its source segments.
    pub source_language: String,
    /// Languages that it has translations in.
    pub target_languages: Vec<String>,
    /// How many segments it has.
    #[serde(default)]
    pub segment_count: u64,
}

/// Characters that an account has used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeedUsage {
    /// Whose it is.
    #[serde(default = "default_account")]
    pub account: String,
    /// Of texts.
    #[serde(default)]
    pub text: u64,
    /// Of documents.
    #[serde(default)]
    pub document: u64,
    /// Of text improvement.
    #[serde(default)]
    pub write: u64,
}

fn default_account() -> String {
    "default".to_owned()
}

impl SeedFile {
    /// Reads a seed.
    ///
    /// # Errors
    /// Says in words what is wrong with it.
    pub fn parse(json: &str) -> Result<Self, String> {
        let file: Self = serde_json::from_str(json).map_err(|error| format!("not an emulator seed: {error}"))?;
        for memory in &file.translation_memories {
            let languages = std::iter::once(&memory.source_language).chain(&memory.target_languages);
            if let Some(unknown) = languages.into_iter().find(|code| language_table::find_language(code).is_none()) {
                return Err(format!("memory `{}`: `{unknown}` is no language of the service", memory.name));
            }
            if memory.name.is_empty() || memory.target_languages.is_empty() {
                return Err(format!("memory `{}` needs a name and target_languages", memory.name));
            }
        }
        Ok(file)
    }
}

/// Plants what is not there yet or says something else.
pub(crate) fn apply_seed(emulator: &Emulator, file: &SeedFile) {
    let SeedFile { translation_memories: memories, usage } = file;
    let mut seen = BTreeMap::new();
    for SeedTranslationMemory { account, name, source_language, target_languages, segment_count } in memories {
        // Names may be shared: the second of a name in the file is the second of this name in the account.
        let nth = seen.entry((account, name)).or_insert(0_usize);
        let held = emulator.translation_memories(account).into_iter().filter(|held| held.name == *name).nth(*nth);
        *nth += 1;
        let memory = StoredTranslationMemory {
            translation_memory_id: held.as_ref().map_or_else(|| emulator.new_id(), |held| held.translation_memory_id),
            name: name.clone(),
            source_language: source_language.clone(),
            target_languages: target_languages.clone(),
            segment_count: *segment_count,
        };
        if held.is_none_or(|held| *held != memory) {
            emulator.insert_translation_memory(account, memory);
        }
    }
    for SeedUsage { account, text, document, write } in usage {
        // What was counted since is not taken back.
        if emulator.usage(account) == StoredUsage::default() {
            emulator.set_usage(account, StoredUsage { text: *text, document: *document, write: *write });
        }
    }
}
