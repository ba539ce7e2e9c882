//! Documents of translation profiles.

use schemars::JsonSchema;
use serde_json::{Value, json};

use crate::catalogue::Catalogue;
use crate::catalogue::limits::{MAX_GLOSSARIES_OF_REQUEST, MAX_INSTRUCTIONS_OF_REQUEST, MAX_THRESHOLD};
use crate::catalogue::request_words::{
    Formality, ModelType, OutputFormat, TagHandling, TagHandlingVersion, Tone, WritingStyle,
};
use crate::schema::{KEY_PATTERN, MAX_KEY_LENGTH, derive_schema};

/// Everything that a request for translation says, under one name. It is never sent to the service by itself.
#[derive(JsonSchema)]
#[schemars(title = "Translation profile", deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct ProfileShape {
    /// What this document is: `translation_profile`.
    kind: String,
    /// Stable name inside the project. The file name without its ending unless said otherwise; needed where one file holds several documents.
    key: Option<String>,
    /// What it is for, in a sentence. For people alone.
    description: Option<String>,
    /// Language to translate into; may be a variant such as `en-GB`.
    target_language: String,
    /// Language to translate from. Needed where a glossary is used; detected by the service where absent.
    source_language: Option<String>,
    /// Key of the style whose list is used. Its language is the root of the target language.
    style: Option<String>,
    /// Key of the one glossary that is used. Excludes `glossaries`.
    glossary: Option<String>,
    /// Keys of one to five glossaries that are used. Excludes `glossary`.
    glossaries: Option<Vec<String>>,
    /// Name of the translation memory that is used, as the service shows it.
    translation_memory: Option<String>,
    /// Smallest match in percent for a stored segment to be used, 0 to 100; 75 or more is recommended.
    translation_memory_threshold: Option<u8>,
    /// Key of the collection of spoken terms that voice sessions use.
    spoken_terms: Option<String>,
    /// How the reader is addressed. `more` and `less` are refused for languages without the choice, `prefer_…` is not.
    formality: Option<String>,
    /// Which models translate. `latency_optimized` works with every feature; all work with styles.
    model_type: Option<String>,
    /// What markup the text holds.
    tag_handling: Option<String>,
    /// Which way markup is handled; `v2` is the newer one.
    tag_handling_version: Option<String>,
    /// Text that helps to translate and is not translated itself. It is not billed.
    context: Option<String>,
    /// Instructions in plain words for each request, beside those of the style. At most 10.
    custom_instructions: Option<Vec<String>>,
    /// Whether answers say how many characters are billed.
    show_billed_characters: Option<bool>,
    /// Kept by the service for compatibility, without effect.
    enable_beta_languages: Option<bool>,
    /// What holds for documents alone.
    document: Option<DocumentShape>,
    /// What holds for voice sessions alone.
    voice: Option<VoiceShape>,
    /// How text is improved within one language. Excludes `tone`.
    writing_style: Option<String>,
    /// How improved text sounds. Excludes `writing_style`.
    tone: Option<String>,
}

/// What holds for documents alone.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct DocumentShape {
    /// What the translated document is written as. As it came, where absent.
    output_format: Option<String>,
    /// Whether the service adds its watermark. Only `docx` and `pdf` show it.
    enable_watermark: Option<bool>,
}

/// What holds for voice sessions alone.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct VoiceShape {
    /// Languages that speech is made in.
    target_languages: Option<Vec<String>>,
    /// Form of the speech that is sent back.
    content_type: Option<String>,
    /// The voice that speaks.
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
