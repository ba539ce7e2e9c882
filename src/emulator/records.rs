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

/// A style profile as it is held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredStyleProfile {
    /// Its identifier.
    pub style_profile_id: EmulatedId,
    /// Display name.
    pub name: String,
    /// What it is for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub description: Option<String>,
    /// Line of business.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub industry: Option<String>,
    /// Glossaries; in the order of their priority where that is switched on.
    pub glossary_ids: Vec<EmulatedId>,
    /// Style rule lists, one for each language at most.
    pub style_rule_ids: Vec<EmulatedId>,
    /// Translation memories, one for each source language at most.
    pub translation_memory_ids: Vec<EmulatedId>,
    /// Whether the order of the glossaries is their priority.
    pub glossary_priority_order_enabled: bool,
    /// When it was made.
    pub creation_time: Moment,
    /// When it was last written.
    pub updated_time: Moment,
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
    /// When it was made.
    #[serde(default = "unknown_time")]
    pub creation_time: Moment,
    /// When it was last written.
    #[serde(default = "unknown_time")]
    pub updated_time: Moment,
    /// Segments that can be read; there may be fewer than are counted.
    #[serde(default)]
    pub segments: Arc<Vec<StoredSegment>>,
}

/// The time of what was written down without one.
fn unknown_time() -> Moment {
    Moment::from_micros(0)
}

/// A source segment of a translation memory with its translations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredSegment {
    /// Its identifier.
    pub source_segment_id: EmulatedId,
    /// Its text.
    pub source_text: String,
    /// A translation for each language.
    pub targets: Vec<StoredTargetSegment>,
}

/// A translation of a segment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredTargetSegment {
    /// Its identifier.
    pub target_segment_id: EmulatedId,
    /// Its language.
    pub target_language: String,
    /// Its text.
    pub target_text: String,
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

/// The memory that an import made and how many segments were left out, or why there is none.
pub(crate) type ImportOutcome = Result<(EmulatedId, u64), String>;

/// What a job does with a translation memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MemoryJobOperation {
    /// A file becomes a memory.
    Import {
        /// Name of the memory to be.
        display_name: String,
        /// Media type that was declared for the file.
        content_type: String,
        /// Bytes that were declared for the file.
        content_length: u64,
        /// When the file came and what became of it: the memory and how many segments were left out, or why there is none.
        outcome: Option<(Moment, ImportOutcome)>,
    },
    /// A memory becomes a file.
    Export {
        /// The memory.
        translation_memory_id: EmulatedId,
        /// The file.
        file: Arc<Vec<u8>>,
        /// Whether the file was given out.
        was_downloaded: bool,
    },
}

/// A job that reads or makes a translation memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredMemoryJob {
    /// Its identifier.
    pub job_id: EmulatedId,
    /// What opens its file without a key.
    pub signature: String,
    /// When it was made.
    pub creation_time: Moment,
    /// What it does.
    pub operation: MemoryJobOperation,
}

/// What an account has used.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredUsage {
    /// Characters of texts.
    pub text: u64,
    /// Characters of documents.
    pub document: u64,
    /// Characters of text improvement.
    pub write: u64,
    /// Most characters of the account; that of its plan when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub character_limit: Option<u64>,
    /// What each key used, by the identifier of the key.
    #[serde(default)]
    pub by_key: BTreeMap<EmulatedId, KeyUsage>,
    /// What was used under each reporting tag on each day: `2026-01-05`.
    #[serde(default)]
    pub by_tag: BTreeMap<String, BTreeMap<String, TagUsage>>,
}

/// What one key used and may use.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyUsage {
    /// Characters of texts and documents.
    pub translate: u64,
    /// Characters of text improvement.
    pub write: u64,
    /// Most characters; no limit when absent.
    #[serde(default)]
    pub character_limit: Option<u64>,
    /// Most milliseconds of speech; no limit when absent.
    #[serde(default)]
    pub speech_limit: Option<u64>,
}

/// What was used under a reporting tag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TagUsage {
    /// Characters of texts and documents.
    pub translate: u64,
    /// Characters of text improvement.
    pub write: u64,
}

impl StoredUsage {
    /// All characters of the account.
    #[must_use]
    pub fn total_characters(&self) -> u64 {
        self.text.saturating_add(self.document).saturating_add(self.write)
    }
}

impl KeyUsage {
    /// All characters of the key.
    #[must_use]
    pub fn total_characters(&self) -> u64 {
        self.translate.saturating_add(self.write)
    }
}
