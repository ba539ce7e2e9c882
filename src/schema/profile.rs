//! Documents of translation profiles.

use schemars::JsonSchema;
use serde_json::{Value, json};

use crate::catalogue::Catalogue;
use crate::catalogue::limits::{MAX_GLOSSARIES_OF_REQUEST, MAX_INSTRUCTIONS_OF_REQUEST, MAX_THRESHOLD};
use crate::catalogue::request_words::{
    Formality, ModelType, OutputFormat, TagHandling, TagHandlingVersion, Tone, WritingStyle,
};
use crate::schema::{KEY_PATTERN, MAX_KEY_LENGTH, derive_schema};

/// The parameters of a translation request, under one name. Never sent to the service by itself.
#[derive(JsonSchema)]
#[schemars(title = "Translation profile", deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct ProfileShape {
    /// Kind of the document: `translation_profile`.
    kind: String,
    /// Stable name within the project. Default: the file name without its extension; required of all documents of a file but the first.
    key: Option<String>,
    /// Purpose, in one sentence. Not sent to the service.
    description: Option<String>,
    /// Target language; may be a variant such as `en-GB`.
    target_language: String,
    /// Source language. Required with a glossary; otherwise detected by the service if absent.
    source_language: Option<String>,
    /// Key of the style profile: its style, glossaries and translation memories are used.
    style_profile: Option<String>,
    /// Key of the style rule list. Its language is the root of the target language.
    style: Option<String>,
    /// Key of the glossary. Excludes `glossaries`.
    glossary: Option<String>,
    /// Keys of one to five glossaries. Excludes `glossary`.
    glossaries: Option<Vec<String>>,
    /// Name of the translation memory, as the service shows it.
    translation_memory: Option<String>,
    /// Minimum match of a segment of `translation_memory`, 0 to 100 percent; 75 or more is recommended.
    translation_memory_threshold: Option<u8>,
    /// Key of the spoken terms for voice sessions.
    spoken_terms: Option<String>,
    /// Formality of the translation. `more` and `less` are rejected for languages without formality; `prefer_…` is not.
    formality: Option<String>,
    /// Type of the translation model. `latency_optimized` supports every feature; all support styles.
    model_type: Option<String>,
    /// Markup of the text.
    tag_handling: Option<String>,
    /// Version of the markup handling; `v2` is the newer one.
    tag_handling_version: Option<String>,
    /// Additional context that is not translated and not billed.
    context: Option<String>,
    /// Natural-language instructions for each request, in addition to those of the style. At most 10.
    custom_instructions: Option<Vec<String>>,
    /// Return the number of billed characters.
    show_billed_characters: Option<bool>,
    /// Kept by the service for compatibility; no effect.
    enable_beta_languages: Option<bool>,
    /// Parameters of document translation.
    document: Option<DocumentShape>,
    /// Parameters of voice sessions.
    voice: Option<VoiceShape>,
    /// Style of text improvement. Excludes `tone`.
    writing_style: Option<String>,
    /// Tone of text improvement. Excludes `writing_style`.
    tone: Option<String>,
}

/// Parameters of document translation.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct DocumentShape {
    /// Format of the translated document. Default: that of the source document.
    output_format: Option<String>,
    /// Add the service's watermark. Only `docx` and `pdf` show it.
    enable_watermark: Option<bool>,
}

/// Parameters of voice sessions.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct VoiceShape {
    /// Target languages of synthesized speech.
    target_languages: Option<Vec<String>>,
    /// Audio format of the synthesized speech.
    content_type: Option<String>,
    /// Voice of the synthesized speech.
    voice: Option<String>,
}

/// The schema of `kind: translation_profile`.
pub(super) fn profile_schema(catalogue: &Catalogue) -> Value {
    let mut schema = derive_schema::schema_of::<ProfileShape>();
    let at = |field: &str| format!("/properties/{}", field.replace('.', "/properties/"));
    derive_schema::set_keyword(&mut schema, &at("kind"), "enum", json!(["translation_profile"]));
    derive_schema::set_keyword(&mut schema, &at("key"), "minLength", json!(1));
    derive_schema::set_keyword(&mut schema, &at("key"), "maxLength", json!(MAX_KEY_LENGTH));
    derive_schema::set_keyword(&mut schema, &at("key"), "pattern", json!(KEY_PATTERN));
    for (field, example) in [
        ("target_language", "de"),
        ("source_language", "en"),
        ("style_profile", "website"),
        ("style", "support-de"),
        ("glossary", "terms"),
        ("translation_memory", "Website 2026"),
        ("spoken_terms", "product-names"),
        ("context", "The text is shown on a button."),
        ("voice.content_type", "audio/ogg; codecs=opus"),
        ("voice.voice", "female"),
    ] {
        derive_schema::set_keyword(&mut schema, &at(field), "minLength", json!(1));
        derive_schema::set_keyword(&mut schema, &at(field), "examples", json!([example]));
    }
    for (field, words) in [
        ("formality", Formality::WORDS),
        ("model_type", ModelType::WORDS),
        ("tag_handling", TagHandling::WORDS),
        ("tag_handling_version", TagHandlingVersion::WORDS),
        ("document.output_format", OutputFormat::WORDS),
        ("writing_style", WritingStyle::WORDS),
        ("tone", Tone::WORDS),
    ] {
        derive_schema::set_keyword(&mut schema, &at(field), "enum", json!(words));
    }
    for (field, least, most) in [
        ("glossaries", 1, Some(MAX_GLOSSARIES_OF_REQUEST)),
        ("custom_instructions", 1, Some(MAX_INSTRUCTIONS_OF_REQUEST)),
        ("voice.target_languages", 1, None),
    ] {
        derive_schema::set_keyword(&mut schema, &at(field), "minItems", json!(least));
        if let Some(most) = most {
            derive_schema::set_keyword(&mut schema, &at(field), "maxItems", json!(most));
        }
        derive_schema::set_keyword(&mut schema, &format!("{}/items", at(field)), "minLength", json!(1));
    }
    let prompt = format!("{}/items", at("custom_instructions"));
    derive_schema::set_keyword(&mut schema, &prompt, "maxLength", json!(catalogue.limits.prompt));
    derive_schema::set_keyword(&mut schema, &at("translation_memory_threshold"), "minimum", json!(0));
    derive_schema::set_keyword(&mut schema, &at("translation_memory_threshold"), "maximum", json!(MAX_THRESHOLD));
    schema
}
