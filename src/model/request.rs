//! What a profile becomes in a request: the exact parameters of an endpoint, in one order, with the service's ids.
//!
//! What the application adds itself (the text, the document, the sound) is absent. A parameter that an endpoint does not
//! take is left out of its request, although the profile says it for others.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};

use crate::model::profile::{DocumentUse, Glossaries, MemoryUse, Profile, VoiceUse, Writing};
use crate::model::{Address, Id, Key, Kind, Language, Placed};

/// What a request is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Use {
    /// `POST /v2/translate`
    Text,
    /// `POST /v2/document`
    Document,
    /// `POST /v3/voice/realtime`
    Voice,
    /// `POST /v2/write/rephrase`
    Write,
}

impl Use {
    /// Every use.
    pub const ALL: &'static [Self] = &[Self::Text, Self::Document, Self::Voice, Self::Write];

    /// The word for it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Document => "document",
            Self::Voice => "voice",
            Self::Write => "write",
        }
    }

    /// Whether requests of this use take a style, glossaries and a memory.
    fn translates(self) -> bool {
        match self {
            Self::Text | Self::Document => true,
            Self::Voice | Self::Write => false,
        }
    }
}

/// Ids of what a profile refers to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ids {
    /// Of objects that files describe.
    pub bound: BTreeMap<Address, Id>,
    /// Of the translation memory.
    pub memory: Option<Id>,
}

/// What a request of this use refers to, in the order of the file.
#[must_use]
pub fn references(profile: &Profile, r#use: Use) -> Vec<Address> {
    let address = |kind| move |key: &Placed<Key>| Address { kind, key: key.value.clone() };
    let mut found = Vec::new();
    if r#use.translates() {
        found.extend(profile.style.iter().map(address(Kind::Style)));
        found.extend(profile.glossaries.keys().iter().map(address(Kind::Glossary)));
    }
    if r#use == Use::Voice {
        found.extend(profile.spoken_terms.iter().map(address(Kind::SpokenTerms)));
    }
    found
}

/// The translation memory that a request of this use refers to, by name.
#[must_use]
pub fn memory(profile: &Profile, r#use: Use) -> Option<&Placed<String>> {
    profile.translation_memory.as_ref().filter(|_| r#use.translates()).map(|memory| &memory.name)
}

/// The parameters of a request.
///
/// # Errors
/// Names what has no id yet.
pub fn parameters(profile: &Profile, r#use: Use, ids: &Ids) -> Result<Map<String, Json>, Address> {
    let mut out = Parameters { map: Map::new(), ids };
    match r#use {
        Use::Text => out.text(profile)?,
        Use::Document => out.document(profile)?,
        Use::Voice => out.voice(profile)?,
        Use::Write => out.write(profile),
    }
    Ok(out.map)
}

/// A language as BCP 47 writes it: `pt-BR`, `zh-Hans`.
#[must_use]
pub fn cased(language: &Language) -> String {
    let part = |(at, part): (usize, &str)| match (at, part.len()) {
        (0, _) => part.to_owned(),
        (_, 4) => part[..1].to_ascii_uppercase() + &part[1..],
        (_, 2) => part.to_ascii_uppercase(),
        (_, _) => part.to_owned(),
    };
    let whole = language.as_str();
    if whole.is_ascii() {
        whole.split('-').enumerate().map(part).collect::<Vec<_>>().join("-")
    } else {
        whole.to_owned()
    }
}

struct Parameters<'a> {
    map: Map<String, Json>,
    ids: &'a Ids,
}

impl Parameters<'_> {
    fn text(&mut self, profile: &Profile) -> Result<(), Address> {
        self.languages(profile);
        self.referred(profile)?;
        self.one("formality", profile.formality.as_ref().map(|placed| placed.value.as_str()));
        self.one("model_type", profile.model_type.as_ref().map(|placed| placed.value.as_str()));
        self.one("tag_handling", profile.tag_handling.as_ref().map(|placed| placed.value.as_str()));
        self.one("tag_handling_version", profile.tag_handling_version.as_ref().map(|placed| placed.value.as_str()));
        self.one("context", profile.context.as_ref().map(|placed| placed.value.as_str()));
        let instructions: Vec<&str> = profile.custom_instructions.iter().map(|placed| placed.value.as_str()).collect();
        self.one("custom_instructions", (!instructions.is_empty()).then_some(instructions));
        self.one("show_billed_characters", profile.show_billed_characters.as_ref().map(|placed| placed.value));
        self.one("enable_beta_languages", profile.enable_beta_languages.as_ref().map(|placed| placed.value));
        Ok(())
    }

    fn document(&mut self, profile: &Profile) -> Result<(), Address> {
        self.languages(profile);
        self.referred(profile)?;
        self.one("formality", profile.formality.as_ref().map(|placed| placed.value.as_str()));
        if let Some(DocumentUse { output_format, enable_watermark }) = &profile.document {
            self.one("output_format", output_format.as_ref().map(|placed| placed.value.as_str()));
            self.one("enable_watermark", enable_watermark.as_ref().map(|placed| placed.value));
        }
        self.one("enable_beta_languages", profile.enable_beta_languages.as_ref().map(|placed| placed.value));
        Ok(())
    }

    fn voice(&mut self, profile: &Profile) -> Result<(), Address> {
        if let Some(key) = &profile.spoken_terms {
            let id = self.id(Kind::SpokenTerms, key)?;
            self.one("spoken_terms_id", Some(id));
        }
        if let Some(VoiceUse { target_languages, content_type, voice }) = &profile.voice {
            let languages: Vec<String> = target_languages.iter().map(|placed| cased(&placed.value)).collect();
            self.one("target_media_languages", (!languages.is_empty()).then_some(languages));
            self.one("target_media_content_type", content_type.as_ref().map(|placed| placed.value.as_str()));
            self.one("target_media_voice", voice.as_ref().map(|placed| placed.value.as_str()));
        }
        Ok(())
    }

    fn write(&mut self, profile: &Profile) {
        self.one("target_lang", Some(cased(&profile.target_language.value)));
        match &profile.writing {
            None => {}
            Some(Writing::Style(style)) => self.one("writing_style", Some(style.value.as_str())),
            Some(Writing::Tone(tone)) => self.one("tone", Some(tone.value.as_str())),
        }
    }

    fn languages(&mut self, profile: &Profile) {
        self.one("source_lang", profile.source_language.as_ref().map(|placed| cased(&placed.value)));
        self.one("target_lang", Some(cased(&profile.target_language.value)));
    }

    fn referred(&mut self, profile: &Profile) -> Result<(), Address> {
        if let Some(key) = &profile.style {
            let id = self.id(Kind::Style, key)?;
            self.one("style_id", Some(id));
        }
        match &profile.glossaries {
            Glossaries::None => {}
            Glossaries::One(key) => {
                let id = self.id(Kind::Glossary, key)?;
                self.one("glossary_id", Some(id));
            }
            Glossaries::Several(keys) => {
                let ids: Vec<String> = keys.iter().map(|key| self.id(Kind::Glossary, key)).collect::<Result<_, _>>()?;
                self.one("glossary_ids", Some(ids));
            }
        }
        if let Some(MemoryUse { name: _, threshold }) = &profile.translation_memory {
            self.one("translation_memory_id", self.ids.memory.as_ref().map(Id::as_str));
            self.one("translation_memory_threshold", threshold.as_ref().map(|placed| placed.value));
        }
        Ok(())
    }

    fn id(&self, kind: Kind, key: &Placed<Key>) -> Result<String, Address> {
        let address = Address { kind, key: key.value.clone() };
        self.ids.bound.get(&address).map(|id| id.as_str().to_owned()).ok_or(address)
    }

    fn one(&mut self, name: &str, value: Option<impl serde::Serialize>) {
        self.map.extend(value.map(|value| (name.to_owned(), json!(value))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_cased_as_people_write_them() {
        let cased = |code| cased(&Language::new(code));
        assert_eq!(
            ["DE", "EN-gb", "zh-hans", "sr-LATN-rs", "es-419", "ä-b"].map(cased),
            ["de", "en-GB", "zh-Hans", "sr-Latn-RS", "es-419", "ä-b"]
        );
    }
}
