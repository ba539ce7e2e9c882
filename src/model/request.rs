//! What a profile becomes in a request: the exact parameters of an endpoint, in one order, with the service's ids.
//!
//! What the application adds itself (the text, the document, the sound) is absent. A parameter that an endpoint does not
//! take is left out of its request, although the profile says it for others.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};

use crate::model::profile::{
    DocumentParameters, Formality, GlossaryParameters, Profile, TranslationMemoryParameters, VoiceParameters,
    WritingParameters,
};
use crate::model::{Address, Id, Key, Kind, Language, Placed};

/// What a request is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RequestKind {
    /// `POST /v2/translate`
    Text,
    /// `POST /v2/document`
    Document,
    /// `POST /v3/voice/realtime`
    Voice,
    /// `POST /v2/write/rephrase`
    Write,
}

impl RequestKind {
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

    /// Whether requests of this use take a field of a profile, by its name in the file.
    fn takes_field(self, field: &str) -> bool {
        match field {
            "target_language" => true,
            "source_language" | "glossary" | "glossaries" | "formality" => self != Self::Write,
            "style_profile"
            | "style"
            | "translation_memory"
            | "translation_memory_threshold"
            | "enable_beta_languages" => self.is_translation(),
            "model_type"
            | "tag_handling"
            | "tag_handling_version"
            | "context"
            | "custom_instructions"
            | "show_billed_characters" => self == Self::Text,
            "spoken_terms" => self == Self::Voice,
            "writing_style" | "tone" => self == Self::Write,
            _ if field.starts_with("document.") => self == Self::Document,
            _ if field.starts_with("voice.") => self == Self::Voice,
            _ => false,
        }
    }

    /// Whether requests of this use take a style and a translation memory.
    fn is_translation(self) -> bool {
        match self {
            Self::Text | Self::Document => true,
            Self::Voice | Self::Write => false,
        }
    }
}

/// Ids of what a profile refers to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReferencedIds {
    /// Of resources that files describe.
    pub managed: BTreeMap<Address, Id>,
    /// Of the translation memory.
    pub translation_memory: Option<Id>,
}

/// What a request of this use refers to, in the order of the file.
#[must_use]
pub fn referenced_addresses(profile: &Profile, r#use: RequestKind) -> Vec<Address> {
    let address = |kind| move |key: &Placed<Key>| Address { kind, key: key.value.clone() };
    let mut found = Vec::new();
    if r#use.is_translation() {
        found.extend(profile.style_profile.iter().map(address(Kind::StyleProfile)));
        found.extend(profile.style.iter().map(address(Kind::Style)));
    }
    if r#use.takes_field("glossary") {
        found.extend(profile.glossaries.keys().iter().map(address(Kind::Glossary)));
    }
    if r#use == RequestKind::Voice {
        found.extend(profile.spoken_terms.iter().map(address(Kind::SpokenTerms)));
    }
    found
}

/// Fields of a profile that its author wrote and that requests of this use do not take, in the order of the file.
#[must_use]
pub fn ignored_fields(profile: &Profile, r#use: RequestKind) -> Vec<String> {
    let mut ignored = Vec::new();
    for (field, _) in profile.list_fields() {
        // Entries of a list have their number behind a dot.
        let name = match field.rsplit_once('.') {
            Some((name, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => name.to_owned(),
            Some(_) | None => field,
        };
        let refused = name == "formality" && r#use == RequestKind::Voice && voice_formality(profile).is_none();
        if name != "description" && (refused || !r#use.takes_field(&name)) && !ignored.contains(&name) {
            ignored.push(name);
        }
    }
    ignored
}

/// The formality of a voice session, which does not take preferences.
fn voice_formality(profile: &Profile) -> Option<&'static str> {
    match profile.formality.as_ref()?.value {
        formality @ (Formality::Default | Formality::More | Formality::Less) => Some(formality.as_str()),
        Formality::PreferMore | Formality::PreferLess => None,
    }
}

/// The translation memory that a request of this use refers to, by name.
#[must_use]
pub fn referenced_translation_memory(profile: &Profile, r#use: RequestKind) -> Option<&Placed<String>> {
    profile.translation_memory.as_ref().filter(|_| r#use.is_translation()).map(|memory| &memory.name)
}

/// Whether requests of this use need the source language of the profile, and it has none: with glossaries, but for one on text.
#[must_use]
pub fn lacks_source_language(profile: &Profile, r#use: RequestKind) -> bool {
    let needed = match (&profile.glossaries, r#use) {
        (GlossaryParameters::None, _) | (_, RequestKind::Write) | (GlossaryParameters::One(_), RequestKind::Text) => {
            false
        }
        (GlossaryParameters::One(_) | GlossaryParameters::Several(_), _) => true,
    };
    needed && profile.source_language.is_none()
}

/// The parameters of a request.
///
/// # Errors
/// Names what has no id yet.
pub fn build_parameters(
    profile: &Profile,
    r#use: RequestKind,
    ids: &ReferencedIds,
) -> Result<Map<String, Json>, Address> {
    let mut out = RequestParameters { map: Map::new(), ids };
    match r#use {
        RequestKind::Text => out.add_text(profile)?,
        RequestKind::Document => out.add_document(profile)?,
        RequestKind::Voice => out.add_voice(profile)?,
        RequestKind::Write => out.add_write(profile),
    }
    Ok(out.map)
}

/// A language as BCP 47 writes it: `pt-BR`, `zh-Hans`.
#[must_use]
pub fn to_bcp47(language: &Language) -> String {
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

struct RequestParameters<'a> {
    map: Map<String, Json>,
    ids: &'a ReferencedIds,
}

impl RequestParameters<'_> {
    fn add_text(&mut self, profile: &Profile) -> Result<(), Address> {
        self.add_languages(profile);
        self.add_references(profile)?;
        self.add_value("formality", profile.formality.as_ref().map(|placed| placed.value.as_str()));
        self.add_value("model_type", profile.model_type.as_ref().map(|placed| placed.value.as_str()));
        self.add_value("tag_handling", profile.tag_handling.as_ref().map(|placed| placed.value.as_str()));
        self.add_value(
            "tag_handling_version",
            profile.tag_handling_version.as_ref().map(|placed| placed.value.as_str()),
        );
        self.add_value("context", profile.context.as_ref().map(|placed| placed.value.as_str()));
        let instructions: Vec<&str> = profile.custom_instructions.iter().map(|placed| placed.value.as_str()).collect();
        self.add_value("custom_instructions", (!instructions.is_empty()).then_some(instructions));
        self.add_value("show_billed_characters", profile.show_billed_characters.as_ref().map(|placed| placed.value));
        self.add_value("enable_beta_languages", profile.enable_beta_languages.as_ref().map(|placed| placed.value));
        Ok(())
    }

    fn add_document(&mut self, profile: &Profile) -> Result<(), Address> {
        self.add_languages(profile);
        self.add_references(profile)?;
        self.add_value("formality", profile.formality.as_ref().map(|placed| placed.value.as_str()));
        if let Some(DocumentParameters { output_format, enable_watermark }) = &profile.document {
            self.add_value("output_format", output_format.as_ref().map(|placed| placed.value.as_str()));
            self.add_value("enable_watermark", enable_watermark.as_ref().map(|placed| placed.value));
        }
        self.add_value("enable_beta_languages", profile.enable_beta_languages.as_ref().map(|placed| placed.value));
        Ok(())
    }

    fn add_voice(&mut self, profile: &Profile) -> Result<(), Address> {
        self.add_value("source_language", profile.source_language.as_ref().map(|placed| to_bcp47(&placed.value)));
        let mut targets = vec![to_bcp47(&profile.target_language.value)];
        // Speech is made only in languages that are translated into.
        for spoken in profile.voice.iter().flat_map(|voice| &voice.target_languages) {
            let code = to_bcp47(&spoken.value);
            if !targets.contains(&code) {
                targets.push(code);
            }
        }
        self.add_value("target_languages", Some(targets));
        self.add_glossaries(profile)?;
        self.add_value("formality", voice_formality(profile));
        if let Some(key) = &profile.spoken_terms {
            let id = self.require_id(Kind::SpokenTerms, key)?;
            self.add_value("spoken_terms_id", Some(id));
        }
        if let Some(VoiceParameters { target_languages, content_type, voice }) = &profile.voice {
            let languages: Vec<String> = target_languages.iter().map(|placed| to_bcp47(&placed.value)).collect();
            self.add_value("target_media_languages", (!languages.is_empty()).then_some(languages));
            self.add_value("target_media_content_type", content_type.as_ref().map(|placed| placed.value.as_str()));
            self.add_value("target_media_voice", voice.as_ref().map(|placed| placed.value.as_str()));
        }
        Ok(())
    }

    fn add_write(&mut self, profile: &Profile) {
        self.add_value("target_lang", Some(to_bcp47(&profile.target_language.value)));
        match &profile.writing {
            None => {}
            Some(WritingParameters::Style(style)) => self.add_value("writing_style", Some(style.value.as_str())),
            Some(WritingParameters::Tone(tone)) => self.add_value("tone", Some(tone.value.as_str())),
        }
    }

    fn add_languages(&mut self, profile: &Profile) {
        self.add_value("source_lang", profile.source_language.as_ref().map(|placed| to_bcp47(&placed.value)));
        self.add_value("target_lang", Some(to_bcp47(&profile.target_language.value)));
    }

    fn add_references(&mut self, profile: &Profile) -> Result<(), Address> {
        if let Some(key) = &profile.style_profile {
            let id = self.require_id(Kind::StyleProfile, key)?;
            self.add_value("style_profile_id", Some(id));
        }
        if let Some(key) = &profile.style {
            let id = self.require_id(Kind::Style, key)?;
            self.add_value("style_id", Some(id));
        }
        self.add_glossaries(profile)?;
        if let Some(TranslationMemoryParameters { name: _, threshold }) = &profile.translation_memory {
            self.add_value("translation_memory_id", self.ids.translation_memory.as_ref().map(Id::as_str));
            self.add_value("translation_memory_threshold", threshold.as_ref().map(|placed| placed.value));
        }
        Ok(())
    }

    fn add_glossaries(&mut self, profile: &Profile) -> Result<(), Address> {
        match &profile.glossaries {
            GlossaryParameters::None => {}
            GlossaryParameters::One(key) => {
                let id = self.require_id(Kind::Glossary, key)?;
                self.add_value("glossary_id", Some(id));
            }
            GlossaryParameters::Several(keys) => {
                let ids: Vec<String> =
                    keys.iter().map(|key| self.require_id(Kind::Glossary, key)).collect::<Result<_, _>>()?;
                self.add_value("glossary_ids", Some(ids));
            }
        }
        Ok(())
    }

    fn require_id(&self, kind: Kind, key: &Placed<Key>) -> Result<String, Address> {
        let address = Address { kind, key: key.value.clone() };
        self.ids.managed.get(&address).map(|id| id.as_str().to_owned()).ok_or(address)
    }

    fn add_value(&mut self, name: &str, value: Option<impl serde::Serialize>) {
        self.map.extend(value.map(|value| (name.to_owned(), json!(value))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_cased_as_people_write_them() {
        let cased = |code| to_bcp47(&Language::new(code));
        assert_eq!(
            ["DE", "EN-gb", "zh-hans", "sr-LATN-rs", "es-419", "ä-b"].map(cased),
            ["de", "en-GB", "zh-Hans", "sr-Latn-RS", "es-419", "ä-b"]
        );
    }
}
