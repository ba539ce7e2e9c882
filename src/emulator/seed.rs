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
//! `account` may be given in each; left out, it is the account of an emulator without keys. `*` stands for every account: each
//! gets the entry when it is used first.

use std::collections::{BTreeMap, BTreeSet};

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
    /// Style profiles.
    pub style_profiles: Vec<SeedStyleProfile>,
    /// What accounts have used already, and may use.
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

/// A style profile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeedStyleProfile {
    /// Whose it is.
    #[serde(default = "default_account")]
    pub account: String,
    /// Its identifier; a new one when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub style_profile_id: Option<EmulatedId>,
    /// Display name.
    pub name: String,
    /// What it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Line of business.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub industry: Option<String>,
    /// Identifiers of glossaries.
    #[serde(default)]
    pub glossary_ids: Vec<EmulatedId>,
    /// Identifiers of style rule lists.
    #[serde(default)]
    pub style_rule_ids: Vec<EmulatedId>,
    /// Identifiers of translation memories.
    #[serde(default)]
    pub translation_memory_ids: Vec<EmulatedId>,
    /// Whether the order of the glossaries is their priority.
    #[serde(default)]
    pub glossary_priority_order_enabled: bool,
    /// When it was made; now when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub creation_time: Option<Moment>,
    /// When it was last written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updated_time: Option<Moment>,
}

/// Characters that an account has used, and how many it may use.
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
    /// Most of all together; that of the plan when absent. More are 456.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub character_limit: Option<u64>,
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

impl SeedFile {
    /// The account that stands for every account.
    const EVERY_ACCOUNT: &'static str = "*";

    /// What the file says of one account, what it says of every account included.
    pub(crate) fn for_account(&self, name: &str) -> Self {
        let mut own = self.clone();
        let Self { style_rules, glossaries, spoken_terms, translation_memories, style_profiles, usage } = &mut own;
        let is_own = |account: &mut String| {
            if account == Self::EVERY_ACCOUNT {
                name.clone_into(account);
            }
            account == name
        };
        style_rules.retain_mut(|entry| is_own(&mut entry.account));
        glossaries.retain_mut(|entry| is_own(&mut entry.account));
        spoken_terms.retain_mut(|entry| is_own(&mut entry.account));
        translation_memories.retain_mut(|entry| is_own(&mut entry.account));
        style_profiles.retain_mut(|entry| is_own(&mut entry.account));
        usage.retain_mut(|entry| is_own(&mut entry.account));
        own
    }

    /// The accounts that the file names.
    pub(crate) fn named_accounts(&self) -> BTreeSet<String> {
        let Self { style_rules, glossaries, spoken_terms, translation_memories, style_profiles, usage } = self;
        let lists = style_rules.iter().map(|entry| &entry.account);
        let terms =
            glossaries.iter().map(|entry| &entry.account).chain(spoken_terms.iter().map(|entry| &entry.account));
        let rest = translation_memories.iter().map(|entry| &entry.account);
        let rest =
            rest.chain(style_profiles.iter().map(|entry| &entry.account)).chain(usage.iter().map(|it| &it.account));
        let all = lists.chain(terms).chain(rest);
        all.filter(|account| *account != Self::EVERY_ACCOUNT).cloned().collect()
    }

    /// Whether the file says something of every account.
    pub(crate) fn is_for_every_account(&self) -> bool {
        let own = self.for_account(Self::EVERY_ACCOUNT);
        own != Self::default()
    }
}

impl SeedUsage {
    /// The counts as an account holds them.
    pub(crate) fn to_stored(&self) -> StoredUsage {
        let Self { account: _, text, document, write, character_limit } = *self;
        StoredUsage { text, document, write, character_limit, ..StoredUsage::default() }
    }
}
