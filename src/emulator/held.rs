//! The things that the service holds, one type for each kind.
//!
//! Always: as they are kept, not as they are answered. Absent: checks.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::emulator::clock::Moment;
use crate::emulator::id::Id;

/// Configured rules: category, rule, value.
pub type Rules = BTreeMap<String, BTreeMap<String, String>>;

/// A style rule list as it is held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StyleList {
    /// Its identifier.
    pub style_id: Id,
    /// Display name.
    pub name: String,
    /// When it was made.
    pub creation_time: Moment,
    /// When it was last written.
    pub updated_time: Moment,
    /// Language, lower-case.
    pub language: String,
    /// 1 when made, one more with every write.
    pub version: u64,
    /// Rules that are set.
    pub configured_rules: Arc<Rules>,
    /// Instructions in the order in which they were added.
    pub custom_instructions: Vec<Arc<Instruction>>,
}

/// A custom instruction as it is held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Instruction {
    /// Its identifier.
    pub id: Id,
    /// Short name.
    pub label: String,
    /// The text that instructs.
    pub prompt: String,
    /// Language of the source text.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub source_language: Option<String>,
}

/// A glossary as it is held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Glossary {
    /// Its identifier.
    pub glossary_id: Id,
    /// Display name.
    pub name: String,
    /// When it was made.
    pub creation_time: Moment,
    /// Dictionaries in the order in which they came.
    pub dictionaries: Vec<Arc<Dictionary>>,
}

/// The entries of one direction between two languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dictionary {
    /// Root code, lower-case.
    pub source_lang: String,
    /// Root code, lower-case.
    pub target_lang: String,
    /// Target phrase by source phrase.
    pub entries: BTreeMap<String, String>,
}

/// A collection of spoken terms as it is held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpokenTerms {
    /// Its identifier.
    pub spoken_terms_id: Id,
    /// Display name.
    pub name: String,
    /// When it was made.
    pub creation_time: Moment,
    /// Terms by lower-case language, in the order in which they came.
    pub term_lists: BTreeMap<String, Vec<String>>,
}

/// A translation memory as it is held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    /// Its identifier.
    pub translation_memory_id: Id,
    /// Display name.
    pub name: String,
    /// Language of its source segments.
    pub source_language: String,
    /// Languages that it has translations in.
    pub target_languages: Vec<String>,
    /// How many segments it has.
    pub segment_count: u64,
}

/// A document and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// Its identifier.
    pub document_id: Id,
    /// What its owner must show to get it.
    pub document_key: String,
    /// When it was uploaded.
    pub uploaded: Moment,
    /// Name of the file that comes back.
    pub filename: String,
    /// The translated file, or why there is none.
    pub result: Result<Vec<u8>, String>,
    /// Characters that it counts for.
    pub billed_characters: u64,
    /// Whether the result was given out.
    pub fetched: bool,
}

/// Characters that an account has used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Of texts.
    pub text: u64,
    /// Of documents.
    pub document: u64,
    /// Of text improvement.
    pub write: u64,
}

impl Usage {
    /// All of them.
    #[must_use]
    pub fn total(self) -> u64 {
        let Self { text, document, write } = self;
        text.saturating_add(document).saturating_add(write)
    }
}
