//! One line of the emulator's file: a change as it is written down.
//!
//! Always: a line without `kind` is about a style rule list, as all lines of version 1 are. Absent: documents and jobs. They
//! belong to the running service and end with it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::emulator::id::EmulatedId;
use crate::emulator::records::{
    StoredGlossary, StoredSpokenTerms, StoredStyleList, StoredStyleProfile, StoredTranslationMemory, StoredUsage,
};
use crate::emulator::store::{StoreChange, StoredRecord};

/// A change on disk.
#[derive(Serialize, Deserialize)]
pub(crate) struct DataFileLine {
    account: String,
    position: u64,
    id: EmulatedId,
    #[serde(default, skip_serializing_if = "DataFileLineKind::is_style")]
    kind: DataFileLineKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    after: Option<Arc<StoredStyleList>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    glossary: Option<Arc<StoredGlossary>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    spoken_terms: Option<Arc<StoredSpokenTerms>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    translation_memory: Option<Arc<StoredTranslationMemory>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    style_profile: Option<Arc<StoredStyleProfile>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    usage: Option<Arc<StoredUsage>>,
    ids_issued: u64,
}

/// What a line is about; the member of that name says what it is afterwards, none that it is gone.
#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum DataFileLineKind {
    #[default]
    Style,
    Glossary,
    SpokenTerms,
    TranslationMemory,
    StyleProfile,
    Usage,
}

impl DataFileLineKind {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
    fn is_style(&self) -> bool {
        *self == Self::Style
    }
}

impl DataFileLine {
    /// How a change is written down; nothing for what ends with the process.
    pub(crate) fn from_change(change: &StoreChange) -> Option<Self> {
        let StoreChange { account, position: place, id, after, ids_issued: made } = change;
        let mut line = Self {
            account: account.clone(),
            position: *place,
            id: *id,
            kind: DataFileLineKind::Style,
            after: None,
            glossary: None,
            spoken_terms: None,
            translation_memory: None,
            style_profile: None,
            usage: None,
            ids_issued: *made,
        };
        match after.clone() {
            StoredRecord::Style(list) => line.after = list,
            StoredRecord::Glossary(glossary) => (line.kind, line.glossary) = (DataFileLineKind::Glossary, glossary),
            StoredRecord::SpokenTerms(terms) => (line.kind, line.spoken_terms) = (DataFileLineKind::SpokenTerms, terms),
            StoredRecord::TranslationMemory(memory) => {
                (line.kind, line.translation_memory) = (DataFileLineKind::TranslationMemory, memory)
            }
            StoredRecord::StyleProfile(profile) => {
                (line.kind, line.style_profile) = (DataFileLineKind::StyleProfile, profile)
            }
            StoredRecord::Usage(usage) => (line.kind, line.usage) = (DataFileLineKind::Usage, Some(usage)),
            StoredRecord::Document(_) | StoredRecord::MemoryJob(_) => return None,
        }
        Some(line)
    }

    /// The change that was written down.
    pub(crate) fn into_change(self) -> StoreChange {
        let Self {
            account,
            position: place,
            id,
            kind,
            after,
            glossary,
            spoken_terms,
            translation_memory: memory,
            style_profile,
            usage,
            ids_issued: made,
        } = self;
        let after = match kind {
            DataFileLineKind::Style => StoredRecord::Style(after),
            DataFileLineKind::Glossary => StoredRecord::Glossary(glossary),
            DataFileLineKind::SpokenTerms => StoredRecord::SpokenTerms(spoken_terms),
            DataFileLineKind::TranslationMemory => StoredRecord::TranslationMemory(memory),
            DataFileLineKind::StyleProfile => StoredRecord::StyleProfile(style_profile),
            DataFileLineKind::Usage => StoredRecord::Usage(usage.unwrap_or_default()),
        };
        StoreChange { account, position: place, id, after, ids_issued: made }
    }
}
