//! What accounts hold before anybody asks: resources of every kind with fixed identifiers and times, and usage.
//!
//! Always: an unknown member is refused, and what a call would refuse is no seed either. Applying the same file twice changes
//! nothing: a resource is found by its identifier or, where the file gives none, by its account and name.
//!
//! ```json
//! {
//!   "style_rules": [
//!     { "style_id": "8a9f1b9e-1111-4222-8333-444455556666", "name": "Support", "language": "de",
//!       "custom_instructions": [{ "label": "Tone", "prompt": "Write plainly." }] }
//!   ],
//!   "glossaries": [
//!     { "name": "Product", "dictionaries": [
//!       { "source_lang": "en", "target_lang": "de", "entries": { "log in": "anmelden" } } ] }
//!   ],
//!   "spoken_terms": [ { "name": "Names", "term_lists": [{ "lang": "en", "entries": ["Kubernetes"] }] } ],
//!   "translation_memories": [
//!     { "name": "Support", "source_language": "en", "target_languages": ["de", "fr"], "segment_count": 1200 }
//!   ],
//!   "usage": [ { "text": 1000, "document": 0, "write": 0 } ]
//! }
//! ```
//!
//! `account` may be given in each; left out, it is the account of an emulator without keys.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::emulator::clock::Moment;
use crate::emulator::id::EmulatedId;
use crate::emulator::records::{StoredRules, StoredUsage};

/// A seed as data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SeedFile {
    /// Style rule lists.
    pub style_rules: Vec<SeedStyleList>,
    /// Glossaries.
    pub glossaries: Vec<SeedGlossary>,
    /// Collections of spoken terms.
    pub spoken_terms: Vec<SeedSpokenTerms>,
    /// Translation memories.
    pub translation_memories: Vec<SeedTranslationMemory>,
    /// What accounts have used already.
    pub usage: Vec<SeedUsage>,
}

/// A style rule list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeedStyleList {
    /// Whose it is.
    #[serde(default = "default_account")]
    pub account: String,
    /// Its identifier; a new one when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub style_id: Option<EmulatedId>,
    /// Display name.
    pub name: String,
    /// Language.
    pub language: String,
    /// Rules by category.
    #[serde(default)]
    pub configured_rules: StoredRules,
    /// Instructions in their order.
    #[serde(default)]
    pub custom_instructions: Vec<SeedInstruction>,
    /// How often it was written.
    #[serde(default = "default_version")]
    pub version: u64,
    /// When it was made; now when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub creation_time: Option<Moment>,
    /// When it was last written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updated_time: Option<Moment>,
}

/// A custom instruction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeedInstruction {
    /// Its identifier; a new one when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<EmulatedId>,
    /// Short name.
    pub label: String,
    /// The text that instructs.
    pub prompt: String,
    /// Language of the source text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_language: Option<String>,
}

/// A glossary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeedGlossary {
    /// Whose it is.
    #[serde(default = "default_account")]
    pub account: String,
    /// Its identifier; a new one when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub glossary_id: Option<EmulatedId>,
    /// Display name.
    pub name: String,
    /// Directions of languages.
    pub dictionaries: Vec<SeedDictionary>,
    /// When it was made; now when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub creation_time: Option<Moment>,
}

/// The entries of one direction between two languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeedDictionary {
    /// Root code.
    pub source_lang: String,
    /// Root code.
    pub target_lang: String,
    /// Target phrase by source phrase.
    pub entries: BTreeMap<String, String>,
}

/// A collection of spoken terms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeedSpokenTerms {
    /// Whose it is.
    #[serde(default = "default_account")]
    pub account: String,
    /// Its identifier; a new one when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spoken_terms_id: Option<EmulatedId>,
    /// Display name.
    pub name: String,
    /// A list for each language.
    pub term_lists: Vec<SeedTermList>,
    /// When it was made; now when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub creation_time: Option<Moment>,
}

/// The terms of a language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeedTermList {
    /// Language.
    pub lang: String,
    /// Terms in their order.
    pub entries: Vec<String>,
}

/// A translation memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeedTranslationMemory {
    /// Whose it is.
    #[serde(default = "default_account")]
    pub account: String,
    /// Its identifier; a new one when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub translation_memory_id: Option<EmulatedId>,
    /// Display name.
    pub name: String,
    /// Language of its source segments.
    pub source_language: String,
    /// Languages that it has translations in.
    pub target_languages: Vec<String>,
    /// How many segments it has; as many as are listed when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub segment_count: Option<u64>,
    /// Segments that can be read.
    #[serde(default)]
    pub segments: Vec<SeedSegment>,
    /// When it was made; now when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub creation_time: Option<Moment>,
    /// When it was last written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updated_time: Option<Moment>,
}

/// A segment of a translation memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeedSegment {
    /// Its text.
    pub source_text: String,
    /// Translation by target language.
    pub targets: BTreeMap<String, String>,
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

fn default_version() -> u64 {
    1
}

impl SeedFile {
    /// Reads a seed.
    ///
    /// # Errors
    /// Says in words what is wrong with it, and where.
    pub fn parse(json: &str) -> Result<Self, String> {
        serde_json::from_str(json).map_err(|error| format!("not an emulator seed: {error}"))
    }
}

impl SeedUsage {
    /// The counts as an account holds them.
    pub(crate) fn to_stored(&self) -> StoredUsage {
        StoredUsage { text: self.text, document: self.document, write: self.write, ..StoredUsage::default() }
    }
}
