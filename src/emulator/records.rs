//! The things that the service holds, one type for each kind.
//!
//! Always: as they are kept, not as they are answered. Absent: checks.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::emulator::clock::Moment;
use crate::emulator::id::EmulatedId;

/// Configured rules: category, rule, value.
pub type StoredRules = BTreeMap<String, BTreeMap<String, String>>;

/// A style rule list as it is held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredStyleList {
    /// Its identifier.
    pub style_id: EmulatedId,
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
    pub configured_rules: Arc<StoredRules>,
    /// Instructions in the order in which they were added.
    pub custom_instructions: Vec<Arc<StoredInstruction>>,
}

/// A custom instruction as it is held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredInstruction {
    /// Its identifier.
    pub id: EmulatedId,
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
pub struct StoredGlossary {
    /// Its identifier.
    pub glossary_id: EmulatedId,
    /// Display name.
    pub name: String,
    /// When it was made.
    pub creation_time: Moment,
    /// Dictionaries in the order in which they came.
    pub dictionaries: Vec<Arc<StoredDictionary>>,
}

/// The entries of one direction between two languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredDictionary {
    /// Root code, lower-case.
    pub source_lang: String,
    /// Root code, lower-case.
    pub target_lang: String,
    /// Target phrase by source phrase.
    pub entries: BTreeMap<String, String>,
}

/// A collection of spoken terms as it is held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredSpokenTerms {
    /// Its identifier.
    pub spoken_terms_id: EmulatedId,
    /// Display name.
    pub name: String,
    /// When it was made.
    pub creation_time: Moment,
    /// Terms by lower-case language, in the order in which they came.
    pub term_lists: BTreeMap<String, Vec<String>>,
}

/// A translation memory as it is held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredTranslationMemory {
    /// Its identifier.
    pub translation_memory_id: EmulatedId,
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
pub struct StoredDocument {
    /// Its identifier.
    pub document_id: EmulatedId,
    /// What its owner must show to get it.
    pub document_key: String,
    /// When it was uploaded.
    pub uploaded_at: Moment,
    /// Name of the file that comes back.
    pub filename: String,
    /// The translated file, or why there is none.
    pub result: Result<Vec<u8>, String>,
    /// Characters that it counts for.
    pub billed_characters: u64,
    /// Whether the result was given out.
    pub was_downloaded: bool,
}

/// Characters that an account has used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredUsage {
    /// Of texts.
    pub text: u64,
    /// Of documents.
    pub document: u64,
    /// Of text improvement.
    pub write: u64,
}

impl StoredUsage {
    /// All of them.
    #[must_use]
    pub fn total_characters(self) -> u64 {
        let Self { text, document, write } = self;
        text.saturating_add(document).saturating_add(write)
    }
}
