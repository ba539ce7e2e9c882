//! Translation memories as the service holds them. This tool refers to them by name and never writes one.

use crate::model::{Id, Language};

/// A translation memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranslationMemory {
    /// The service's id.
    pub id: Id,
    /// Display name; not promised to be unique.
    pub name: String,
    /// Language of the source segments.
    pub source_language: Language,
    /// Languages that it has translations in.
    pub target_languages: Vec<Language>,
    /// How many segments it has.
    pub segment_count: u64,
}
