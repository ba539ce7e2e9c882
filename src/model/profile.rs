//! Translation profiles: every parameter of a request under one name.
//!
//! A profile lives in files alone. What it refers to is named by key (or, for a translation memory, by the name that the
//! service shows); ids are put in when a profile is rendered. Every rule between its fields was checked before one is made.

pub use crate::catalogue::request_words::{
    Formality, ModelType, OutputFormat, TagHandling, TagHandlingVersion, Tone, WritingStyle,
};
use crate::diagnostic::Place;
use crate::model::{Key, Language, Placed};

/// A translation profile.
#[derive(Clone, Debug)]
pub struct Profile {
    /// Its stable name in the project.
    pub key: Key,
    /// What it is for. For people alone.
    pub description: Option<String>,
    /// Language to translate into; may be a variant such as `en-gb`.
    pub target_language: Placed<Language>,
    /// Language to translate from; never absent where glossaries are used.
    pub source_language: Option<Placed<Language>>,
    /// The style profile, by key: what it holds counts where nothing else is named.
    pub style_profile: Option<Placed<Key>>,
    /// The style rule list, by key.
    pub style: Option<Placed<Key>>,
    /// The glossaries, by key.
    pub glossaries: GlossaryParameters,
    /// The translation memory.
    pub translation_memory: Option<TranslationMemoryParameters>,
    /// The collection of spoken terms, by key.
    pub spoken_terms: Option<Placed<Key>>,
    /// How the reader is addressed.
    pub formality: Option<Placed<Formality>>,
    /// Which models translate.
    pub model_type: Option<Placed<ModelType>>,
    /// What markup the text holds.
    pub tag_handling: Option<Placed<TagHandling>>,
    /// Which way markup is handled.
    pub tag_handling_version: Option<Placed<TagHandlingVersion>>,
    /// Text that is not translated but helps to.
    pub context: Option<Placed<String>>,
    /// Instructions of each request, beside those of the style.
    pub custom_instructions: Vec<Placed<String>>,
    /// Whether answers say how many characters are billed.
    pub show_billed_characters: Option<Placed<bool>>,
    /// Kept for compatibility by the service, without effect.
    pub enable_beta_languages: Option<Placed<bool>>,
    /// What is said about documents alone.
    pub document: Option<DocumentParameters>,
    /// What is said about voice sessions alone.
    pub voice: Option<VoiceParameters>,
    /// How text is improved.
    pub writing: Option<WritingParameters>,
    /// Where its document begins.
    pub place: Place,
}

/// One glossary and several are different parameters that exclude each other.
#[derive(Clone, Debug, Default)]
pub enum GlossaryParameters {
    /// None.
    #[default]
    None,
    /// `glossary_id`
    One(Placed<Key>),
    /// `glossary_ids`, one to five.
    Several(Vec<Placed<Key>>),
}

impl GlossaryParameters {
    /// The keys, in order.
    #[must_use]
    pub fn keys(&self) -> &[Placed<Key>] {
        match self {
            Self::None => &[],
            Self::One(key) => std::slice::from_ref(key),
            Self::Several(keys) => keys,
        }
    }
}

/// A translation memory and how near a segment has to be.
#[derive(Clone, Debug)]
pub struct TranslationMemoryParameters {
    /// The name that the service shows. Only the service knows its id and languages.
    pub name: Placed<String>,
    /// Smallest match in percent, 0 to 100.
    pub threshold: Option<Placed<u8>>,
}

/// Parameters of document translation alone.
#[derive(Clone, Debug, Default)]
pub struct DocumentParameters {
    /// What the translated document is written as.
    pub output_format: Option<Placed<OutputFormat>>,
    /// Whether a fixed watermark is added; only `docx` and `pdf` show it.
    pub enable_watermark: Option<Placed<bool>>,
}

/// Parameters of voice sessions alone.
#[derive(Clone, Debug, Default)]
pub struct VoiceParameters {
    /// Languages that speech is made in.
    pub target_languages: Vec<Placed<Language>>,
    /// Form of the speech that is sent back.
    pub content_type: Option<Placed<String>>,
    /// The voice that speaks.
    pub voice: Option<Placed<String>>,
}

/// A request carries one or the other.
#[derive(Clone, Debug)]
pub enum WritingParameters {
    /// `writing_style`
    Style(Placed<WritingStyle>),
    /// `tone`
    Tone(Placed<Tone>),
}

impl Profile {
    /// Everything that it says, in the words of the file and in one order: what is digested and compared. Fields below
    /// others are joined by dots; entries of a list have their number.
    #[must_use]
    pub fn list_fields(&self) -> Vec<(String, String)> {
        let Self {
            key: _,
            description,
            target_language,
            source_language,
            style_profile,
            style,
            glossaries,
            translation_memory,
            spoken_terms,
            formality,
            model_type,
            tag_handling,
            tag_handling_version,
            context,
            custom_instructions,
            show_billed_characters,
            enable_beta_languages,
            document,
            voice,
            writing,
            place: _,
        } = self;
        let mut said = ProfileFields(Vec::new());
        said.push_field("description", description.as_ref());
        said.push_field("target_language", Some(&target_language.value));
        said.push_field("source_language", source_language.as_ref().map(|placed| &placed.value));
        said.push_field("style_profile", style_profile.as_ref().map(|placed| &placed.value));
        said.push_field("style", style.as_ref().map(|placed| &placed.value));
        match glossaries {
            GlossaryParameters::None => {}
            GlossaryParameters::One(key) => said.push_field("glossary", Some(&key.value)),
            GlossaryParameters::Several(keys) => said.push_indexed_fields("glossaries", keys),
        }
        if let Some(TranslationMemoryParameters { name, threshold }) = translation_memory {
            said.push_field("translation_memory", Some(&name.value));
            said.push_field("translation_memory_threshold", threshold.as_ref().map(|placed| placed.value));
        }
        said.push_field("spoken_terms", spoken_terms.as_ref().map(|placed| &placed.value));
        said.push_field("formality", formality.as_ref().map(|placed| placed.value.as_str()));
        said.push_field("model_type", model_type.as_ref().map(|placed| placed.value.as_str()));
        said.push_field("tag_handling", tag_handling.as_ref().map(|placed| placed.value.as_str()));
        said.push_field("tag_handling_version", tag_handling_version.as_ref().map(|placed| placed.value.as_str()));
        said.push_field("context", context.as_ref().map(|placed| &placed.value));
        said.push_indexed_fields("custom_instructions", custom_instructions);
        said.push_field("show_billed_characters", show_billed_characters.as_ref().map(|placed| placed.value));
        said.push_field("enable_beta_languages", enable_beta_languages.as_ref().map(|placed| placed.value));
        if let Some(DocumentParameters { output_format, enable_watermark }) = document {
            said.push_field("document.output_format", output_format.as_ref().map(|placed| placed.value.as_str()));
            said.push_field("document.enable_watermark", enable_watermark.as_ref().map(|placed| placed.value));
        }
        if let Some(VoiceParameters { target_languages, content_type, voice }) = voice {
            said.push_indexed_fields("voice.target_languages", target_languages);
            said.push_field("voice.content_type", content_type.as_ref().map(|placed| &placed.value));
            said.push_field("voice.voice", voice.as_ref().map(|placed| &placed.value));
        }
        match writing {
            None => {}
            Some(WritingParameters::Style(style)) => said.push_field("writing_style", Some(style.value.as_str())),
            Some(WritingParameters::Tone(tone)) => said.push_field("tone", Some(tone.value.as_str())),
        }
        said.0
    }
}

struct ProfileFields(Vec<(String, String)>);

impl ProfileFields {
    fn push_field(&mut self, field: &str, value: Option<impl std::fmt::Display>) {
        self.0.extend(value.map(|value| (field.to_owned(), value.to_string())));
    }

    fn push_indexed_fields(&mut self, field: &str, values: &[Placed<impl std::fmt::Display>]) {
        for (index, placed) in values.iter().enumerate() {
            self.0.push((format!("{field}.{}", index + 1), placed.value.to_string()));
        }
    }
}
