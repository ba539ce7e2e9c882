//! What the service offered, in a snapshot: languages by resource and translation memories, so that a plan against it can be
//! judged as one against the service.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::Language;
use crate::model::memory::Memory;
use crate::model::offer::{Feature, Offer, Offers};
use crate::state::snapshot::{Error, id};

/// What the service offered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SavedOffers {
    /// Languages by resource.
    pub languages: BTreeMap<String, SavedListing<SavedLanguage>>,
    /// Translation memories.
    pub translation_memories: SavedListing<SavedMemory>,
}

/// A listing, or why there was none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SavedListing<T> {
    /// What was listed; absent where nothing could be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listed: Option<Vec<T>>,
    /// The words of the service or of the key's refusal, where nothing was listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
}

/// One language of one resource.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SavedLanguage {
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
    pub features: BTreeMap<String, SavedFeature>,
}

/// How far a feature of a language is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SavedFeature {
    /// `stable`, `beta` and whatever else there is.
    pub status: String,
    /// Whether partners provide it.
    pub external: bool,
}

/// One translation memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SavedMemory {
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

impl SavedOffers {
    /// What was offered, as it is kept.
    #[must_use]
    pub fn of(offers: &Offers) -> Self {
        let Offers { languages, memories } = offers;
        let nobody_asked = Err("it was not asked for".to_owned());
        Self {
            languages: languages
                .iter()
                .map(|(resource, listed)| (resource.clone(), SavedListing::of(listed, SavedLanguage::of)))
                .collect(),
            translation_memories: SavedListing::of(memories.as_ref().unwrap_or(&nobody_asked), SavedMemory::of),
        }
    }

    /// What was offered.
    ///
    /// # Errors
    /// Names what is no id.
    pub fn read(&self) -> Result<Offers, Error> {
        let Self { languages, translation_memories } = self;
        let languages = languages
            .iter()
            .map(|(resource, saved)| Ok((resource.clone(), saved.read(|saved| Ok(saved.read()))?)))
            .collect::<Result<_, Error>>()?;
        Ok(Offers { languages, memories: Some(translation_memories.read(SavedMemory::read)?) })
    }
}

impl<T> SavedListing<T> {
    fn of<U>(listed: &Result<Vec<U>, String>, save: impl Fn(&U) -> T) -> Self {
        match listed {
            Ok(listed) => Self { listed: Some(listed.iter().map(save).collect()), refused: None },
            Err(why) => Self { listed: None, refused: Some(why.clone()) },
        }
    }

    fn read<U>(&self, read: impl Fn(&T) -> Result<U, Error>) -> Result<Result<Vec<U>, String>, Error> {
        let Self { listed, refused } = self;
        match listed {
            Some(listed) => Ok(Ok(listed.iter().map(read).collect::<Result<_, Error>>()?)),
            None => Ok(Err(refused.clone().unwrap_or_default())),
        }
    }
}

impl SavedLanguage {
    fn of(offer: &Offer) -> Self {
        let Offer { code, name, source, target, status, features, external } = offer.clone();
        let feature = |Feature { status, external }| SavedFeature { status, external };
        let features = features.into_iter().map(|(word, far)| (word, feature(far))).collect();
        Self { code, name, source, target, status, external, features }
    }

    fn read(&self) -> Offer {
        let Self { code, name, source, target, status, external, features } = self.clone();
        let feature = |SavedFeature { status, external }| Feature { status, external };
        let features = features.into_iter().map(|(word, far)| (word, feature(far))).collect();
        Offer { code, name, source, target, status, features, external }
    }
}

impl SavedMemory {
    fn of(memory: &Memory) -> Self {
        let Memory { id, name, source_language, target_languages, segment_count } = memory;
        Self {
            id: id.to_string(),
            name: name.clone(),
            source_language: source_language.to_string(),
            target_languages: target_languages.iter().map(ToString::to_string).collect(),
            segment_count: *segment_count,
        }
    }

    fn read(&self) -> Result<Memory, Error> {
        let Self { id: named, name, source_language, target_languages, segment_count } = self;
        Ok(Memory {
            id: id(named)?,
            name: name.clone(),
            source_language: Language::new(source_language),
            target_languages: target_languages.iter().map(|code| Language::new(code)).collect(),
            segment_count: *segment_count,
        })
    }
}
