//! What the service offers now: resources, their languages, and what each language can do, as its own listing tells it.
//!
//! Codes keep the casing of the service, because people read them; they are compared without it.

use std::collections::BTreeMap;

use crate::model::translation_memory::TranslationMemory;

/// Every resource that the specification names, in the order in which they are shown.
pub const RESOURCES: &[&str] =
    &[TRANSLATE_TEXT, TRANSLATE_DOCUMENT, GLOSSARY, VOICE, WRITE, STYLE_RULES, TRANSLATION_MEMORY];
/// Translation of text.
pub const TRANSLATE_TEXT: &str = "translate_text";
/// Translation of documents.
pub const TRANSLATE_DOCUMENT: &str = "translate_document";
/// Dictionaries of glossaries.
pub const GLOSSARY: &str = "glossary";
/// Transcription and translation of speech; spoken terms are a feature of its languages.
pub const VOICE: &str = "voice";
/// Text improvement.
pub const WRITE: &str = "write";
/// Style rule lists.
pub const STYLE_RULES: &str = "style_rules";
/// Translation memories.
pub const TRANSLATION_MEMORY: &str = "translation_memory";

/// Resources whose languages a plan may rest on.
pub const PLANNED: &[&str] = &[STYLE_RULES, GLOSSARY, VOICE, TRANSLATE_TEXT, WRITE];

/// What the service answered. What it was not asked for is absent; where it or the key has no such listing, its words are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// Languages by resource.
    pub languages: BTreeMap<String, Result<Vec<SupportedLanguage>, String>>,
    /// Translation memories.
    pub memories: Option<Result<Vec<TranslationMemory>, String>>,
}

/// One language of one resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SupportedLanguage {
    /// Code as the service writes it: `pt-BR`.
    pub code: String,
    /// Its name in words.
    pub name: String,
    /// Whether it may be a source.
    pub source: bool,
    /// Whether it may be a target.
    pub target: bool,
    /// `stable`, `beta` and whatever else there is; empty where the service says nothing.
    pub status: String,
    /// What it can do, by the service's word for it, and how far that is.
    pub features: BTreeMap<String, LanguageFeature>,
    /// Whether partners provide it.
    pub external: bool,
}

/// How far a feature of a language is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LanguageFeature {
    /// `stable`, `beta` and whatever else there is; empty where the service says nothing.
    pub status: String,
    /// Whether partners provide it.
    pub external: bool,
}

/// A resource, as the service lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LanguageResource {
    /// Its word: `translate_text`.
    pub name: String,
    /// Features that its languages may have.
    pub features: Vec<LanguageResourceFeature>,
}

/// A feature that languages of a resource may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LanguageResourceFeature {
    /// Its word: `formality`.
    pub name: String,
    /// Whether the source language must have it.
    pub source: bool,
    /// Whether the target language must have it.
    pub target: bool,
}

impl SupportedLanguage {
    /// Whether it is of this language, whatever the case of the code.
    #[must_use]
    pub fn matches_code(&self, code: &str) -> bool {
        self.code.eq_ignore_ascii_case(code)
    }

    /// The language without script and region: `pt` of `pt-BR`.
    #[must_use]
    pub fn base_language(&self) -> &str {
        self.code.split('-').next().unwrap_or_default()
    }
}
