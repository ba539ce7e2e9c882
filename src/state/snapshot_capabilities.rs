//! What the service offered, in a snapshot: languages by resource and translation memories, so that a plan against it can be
//! judged as one against the service.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::Language;
use crate::model::capabilities::{Capabilities, LanguageFeature, SupportedLanguage};
use crate::model::translation_memory::TranslationMemory;
use crate::state::snapshot_error::SnapshotError;
use crate::state::snapshot_error::parse_id;

/// What the service offered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SnapshotCapabilities {
    /// Languages by resource.
    pub languages: BTreeMap<String, SnapshotListing<SnapshotLanguage>>,
    /// Translation memories.
    pub translation_memories: SnapshotListing<SnapshotTranslationMemory>,
}

/// A listing, or why there was none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SnapshotListing<T> {
    /// What was listed; absent where nothing could be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listed: Option<Vec<T>>,
    /// The words of the service or of the key's refusal, where nothing was listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rejected: Option<String>,
}

/// One language of one resource.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SnapshotLanguage {
    /// Code as the service writes it.
    pub code: String,
    /// Its name in words.
    pub name: String,
    /// Whether it may be a source.
    pub source: bool,
    /// Whether it may be a target.
    pub target: bool,
    /// `stable`, `beta` and whatever else there is.
    pub status: String,
    /// Whether partners provide it.
    pub external: bool,
    /// What it can do.
    pub features: BTreeMap<String, SnapshotFeature>,
}

/// How far a feature of a language is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SnapshotFeature {
    /// `stable`, `beta` and whatever else there is.
    pub status: String,
    /// Whether partners provide it.
    pub external: bool,
}

/// One translation memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SnapshotTranslationMemory {
    /// The service's id.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Language of the source segments.
    pub source_language: String,
    /// Languages that it has translations in.
    pub target_languages: Vec<String>,
    /// How many segments it has.
    pub segment_count: u64,
}

impl SnapshotCapabilities {
    /// What was offered, as it is kept.
    #[must_use]
    pub fn from_capabilities(capabilities: &Capabilities) -> Self {
        let Capabilities { languages, memories } = capabilities;
        let nobody_asked = Err("it was not asked for".to_owned());
        Self {
            languages: languages
                .iter()
                .map(|(resource, listed)| {
                    (resource.clone(), SnapshotListing::from_result(listed, SnapshotLanguage::from_supported))
                })
                .collect(),
            translation_memories: SnapshotListing::from_result(
                memories.as_ref().unwrap_or(&nobody_asked),
                SnapshotTranslationMemory::from_memory,
            ),
        }
    }

    /// What was offered.
    ///
    /// # Errors
    /// Names what is no id.
    pub fn to_capabilities(&self) -> Result<Capabilities, SnapshotError> {
        let Self { languages, translation_memories } = self;
        let languages = languages
            .iter()
            .map(|(resource, saved)| Ok((resource.clone(), saved.to_result(|saved| Ok(saved.to_supported()))?)))
            .collect::<Result<_, SnapshotError>>()?;
        Ok(Capabilities {
            languages,
            memories: Some(translation_memories.to_result(SnapshotTranslationMemory::to_memory)?),
        })
    }
}

impl<T> SnapshotListing<T> {
    fn from_result<U>(listed: &Result<Vec<U>, String>, save: impl Fn(&U) -> T) -> Self {
        match listed {
            Ok(listed) => Self { listed: Some(listed.iter().map(save).collect()), rejected: None },
            Err(why) => Self { listed: None, rejected: Some(why.clone()) },
        }
    }

    fn to_result<U>(
        &self,
        read: impl Fn(&T) -> Result<U, SnapshotError>,
    ) -> Result<Result<Vec<U>, String>, SnapshotError> {
        let Self { listed, rejected: refused } = self;
        match listed {
            Some(listed) => Ok(Ok(listed.iter().map(read).collect::<Result<_, SnapshotError>>()?)),
            None => Ok(Err(refused.clone().unwrap_or_default())),
        }
    }
}

impl SnapshotLanguage {
    fn from_supported(offer: &SupportedLanguage) -> Self {
        let SupportedLanguage { code, name, source, target, status, features, external } = offer.clone();
        let feature = |LanguageFeature { status, external }| SnapshotFeature { status, external };
        let features = features.into_iter().map(|(word, far)| (word, feature(far))).collect();
        Self { code, name, source, target, status, external, features }
    }

    fn to_supported(&self) -> SupportedLanguage {
        let Self { code, name, source, target, status, external, features } = self.clone();
        let feature = |SnapshotFeature { status, external }| LanguageFeature { status, external };
        let features = features.into_iter().map(|(word, far)| (word, feature(far))).collect();
        SupportedLanguage { code, name, source, target, status, features, external }
    }
}

impl SnapshotTranslationMemory {
    fn from_memory(memory: &TranslationMemory) -> Self {
        let TranslationMemory { id, name, source_language, target_languages, segment_count } = memory;
        Self {
            id: id.to_string(),
            name: name.clone(),
            source_language: source_language.to_string(),
            target_languages: target_languages.iter().map(ToString::to_string).collect(),
            segment_count: *segment_count,
        }
    }

    fn to_memory(&self) -> Result<TranslationMemory, SnapshotError> {
        let Self { id: named, name, source_language, target_languages, segment_count } = self;
        Ok(TranslationMemory {
            id: parse_id(named)?,
            name: name.clone(),
            source_language: Language::new(source_language),
            target_languages: target_languages.iter().map(|code| Language::new(code)).collect(),
            segment_count: *segment_count,
        })
    }
}
