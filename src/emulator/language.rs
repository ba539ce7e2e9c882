//! The endpoints that list languages, and what other endpoints ask about a language.
//!
//! Always: one call lists every language of a resource; a feature stands in a record only where the language has it.
//! Languages on trial and speech by external partners come only when asked for. The two older listings that are still
//! answered are here too.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::json;

use crate::emulator::capabilities::EmulatedCapabilities;
use crate::emulator::error_response::ErrorResponse;
use crate::emulator::language_table::{self, EmulatedLanguage, EmulatedLanguageUse};
use crate::emulator::message::RawRequest;
use crate::emulator::request_context::{EndpointResponse, RequestContext};
use crate::emulator::request_fields::RequestFields;
use crate::emulator::route;

/// What languages are listed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EmulatedLanguageResource {
    TranslateText,
    TranslateDocument,
    Glossary,
    Voice,
    Write,
    StyleRules,
    TranslationMemory,
}

/// A feature: its key, whether both sides of a translation must have it, and who has it.
struct EmulatedFeature {
    name: &'static str,
    source: bool,
    target: bool,
}

const ALL_RESOURCES: &[(&str, EmulatedLanguageResource)] = &[
    ("translate_text", EmulatedLanguageResource::TranslateText),
    ("translate_document", EmulatedLanguageResource::TranslateDocument),
    ("glossary", EmulatedLanguageResource::Glossary),
    ("voice", EmulatedLanguageResource::Voice),
    ("write", EmulatedLanguageResource::Write),
    ("style_rules", EmulatedLanguageResource::StyleRules),
    ("translation_memory", EmulatedLanguageResource::TranslationMemory),
];

const fn feature_row(name: &'static str, source: bool, target: bool) -> EmulatedFeature {
    EmulatedFeature { name, source, target }
}

impl EmulatedLanguageResource {
    fn listed_features(self) -> &'static [EmulatedFeature] {
        const TEXT: &[EmulatedFeature] = &[
            feature_row("auto_detection", true, false),
            feature_row("formality", false, true),
            feature_row("glossary", true, true),
            feature_row("style_rules", false, true),
            feature_row("tag_handling", true, true),
            feature_row("translation_memory", true, true),
        ];
        const DOCUMENT: &[EmulatedFeature] = &[
            feature_row("auto_detection", true, false),
            feature_row("formality", false, true),
            feature_row("glossary", true, true),
            feature_row("style_rules", false, true),
            feature_row("translation_memory", true, true),
        ];
        const VOICE: &[EmulatedFeature] = &[
            feature_row("auto_detection", true, false),
            feature_row("formality", false, true),
            feature_row("glossary", true, true),
            feature_row("spoken_terms", true, false),
            feature_row("transcription", true, false),
            feature_row("translated_speech", false, true),
        ];
        const WRITE: &[EmulatedFeature] = &[
            feature_row("auto_detection", true, false),
            feature_row("tone", false, true),
            feature_row("writing_style", false, true),
        ];
        match self {
            Self::TranslateText => TEXT,
            Self::TranslateDocument => DOCUMENT,
            Self::Voice => VOICE,
            Self::Write => WRITE,
            Self::Glossary | Self::StyleRules | Self::TranslationMemory => &[],
        }
    }

    /// Whether a language is a source and a target here.
    fn usable_sides(self, tongue: EmulatedLanguage, offer: &EmulatedCapabilities) -> (bool, bool) {
        match self {
            Self::TranslateText | Self::TranslateDocument => {
                (tongue.supports_use(EmulatedLanguageUse::Source), tongue.supports_use(EmulatedLanguageUse::Target))
            }
            Self::Glossary => {
                (tongue.supports_use(EmulatedLanguageUse::Glossary), tongue.supports_use(EmulatedLanguageUse::Glossary))
            }
            Self::Voice => {
                let speaks = tongue.supports_use(EmulatedLanguageUse::Transcription);
                (
                    speaks,
                    tongue.supports_use(EmulatedLanguageUse::Target)
                        && tongue.root_supports_use(EmulatedLanguageUse::Transcription),
                )
            }
            Self::Write => (
                tongue.supports_use(EmulatedLanguageUse::Source) && supports_improvement(tongue),
                tongue.supports_use(EmulatedLanguageUse::Write),
            ),
            Self::StyleRules => (false, offer.supports_language(&tongue.code.to_lowercase())),
            Self::TranslationMemory => (
                tongue.supports_use(EmulatedLanguageUse::TranslationMemory),
                tongue.supports_use(EmulatedLanguageUse::TranslationMemory),
            ),
        }
    }

    fn has_feature(self, feature: &str, tongue: EmulatedLanguage, offer: &EmulatedCapabilities) -> bool {
        match feature {
            "auto_detection" => self.usable_sides(tongue, offer).0,
            "formality" => tongue.supports_use(EmulatedLanguageUse::Formality),
            "glossary" => tongue.root_supports_use(EmulatedLanguageUse::Glossary),
            "style_rules" => {
                tongue.supports_use(EmulatedLanguageUse::Target)
                    && offer.supports_language(language_table::root_code(tongue.code))
            }
            "tag_handling" => true,
            "translation_memory" => tongue.root_supports_use(EmulatedLanguageUse::TranslationMemory),
            "spoken_terms" | "transcription" => tongue.supports_use(EmulatedLanguageUse::Transcription),
            "translated_speech" => {
                tongue.supports_use(EmulatedLanguageUse::Target)
                    && tongue.root_supports_use(EmulatedLanguageUse::Speech)
            }
            "tone" | "writing_style" => tongue.supports_use(EmulatedLanguageUse::Tone),
            _ => false,
        }
    }
}

/// Whether text of a language, or of a variant of it, is improved.
fn supports_improvement(tongue: EmulatedLanguage) -> bool {
    language_table::ALL_LANGUAGES.iter().any(|other| {
        language_table::root_code(other.code) == language_table::root_code(tongue.code)
            && other.supports_use(EmulatedLanguageUse::Write)
    })
}

/// A language as it is listed.
#[derive(Serialize)]
struct LanguageBody {
    lang: String,
    name: String,
    usable_as_source: bool,
    usable_as_target: bool,
    status: &'static str,
    features: BTreeMap<&'static str, FeatureBody>,
    #[serde(skip_serializing_if = "Option::is_none")]
    external: Option<bool>,
}

/// How far a feature is supported.
#[derive(Serialize)]
struct FeatureBody {
    status: &'static str,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    external: bool,
}

/// `GET /v3/languages`
pub(crate) fn list_languages(
    context: &RequestContext<'_>,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let names = || ALL_RESOURCES.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    let resource = match route::query_values(&request.target, "resource").as_slice() {
        [] => return Err(ErrorResponse::bad_request("resource is required")),
        [written] => match ALL_RESOURCES.iter().find(|(name, _)| name == written) {
            Some((_, resource)) => *resource,
            None => {
                return Err(ErrorResponse::bad_request(format!("resource must be one of {}, not {written}", names())));
            }
        },
        [_, _, ..] => return Err(ErrorResponse::bad_request("resource is given more than once")),
    };
    let (mut beta, mut external) = (false, false);
    for include in route::query_values(&request.target, "include") {
        match include.as_str() {
            "beta" => beta = true,
            "external" => external = true,
            _ => return Err(ErrorResponse::bad_request(format!("include must be beta or external, not {include}"))),
        }
    }
    let shown = language_table::ALL_LANGUAGES
        .iter()
        .filter(|tongue| beta || !tongue.supports_use(EmulatedLanguageUse::Beta))
        .filter_map(|tongue| {
            let partner =
                resource == EmulatedLanguageResource::Voice && tongue.root_supports_use(EmulatedLanguageUse::External);
            let (source, target) = resource.usable_sides(*tongue, context.capabilities);
            ((source || target) && (external || !partner))
                .then(|| language_body(*tongue, resource, (source, target), context.capabilities))
        });
    let mut shown: Vec<LanguageBody> = shown.collect();
    if resource == EmulatedLanguageResource::StyleRules {
        shown.extend(extra_languages(context.capabilities));
    }
    EndpointResponse::from_json(200, &shown)
}

fn language_body(
    tongue: EmulatedLanguage,
    resource: EmulatedLanguageResource,
    (source, target): (bool, bool),
    offer: &EmulatedCapabilities,
) -> LanguageBody {
    let partner =
        resource == EmulatedLanguageResource::Voice && tongue.root_supports_use(EmulatedLanguageUse::External);
    let features =
        resource.listed_features().iter().filter(|feature| resource.has_feature(feature.name, tongue, offer));
    let held = |feature: &EmulatedFeature| FeatureBody {
        status: if feature.name == "translation_memory" { "early_access" } else { "stable" },
        external: partner && matches!(feature.name, "transcription" | "translated_speech"),
    };
    LanguageBody {
        lang: tongue.code.to_owned(),
        name: tongue.name.to_owned(),
        usable_as_source: source,
        usable_as_target: target,
        status: if tongue.supports_use(EmulatedLanguageUse::Beta) { "beta" } else { "stable" },
        features: features.map(|feature| (feature.name, held(feature))).collect(),
        external: (resource == EmulatedLanguageResource::Voice).then_some(partner),
    }
}

/// Languages that lists are kept for although the table does not know them.
fn extra_languages(offer: &EmulatedCapabilities) -> impl Iterator<Item = LanguageBody> {
    offer.languages().filter(|code| language_table::find_language(code).is_none()).map(|code| LanguageBody {
        lang: code.to_owned(),
        name: code.to_owned(),
        usable_as_source: false,
        usable_as_target: true,
        status: "stable",
        features: BTreeMap::new(),
        external: None,
    })
}

/// `GET /v3/languages/resources`
pub(crate) fn list_resources() -> Result<EndpointResponse, ErrorResponse> {
    #[derive(Serialize)]
    struct ResourceBody {
        name: &'static str,
        features: Vec<FeatureNeedsBody>,
    }
    #[derive(Serialize)]
    struct FeatureNeedsBody {
        name: &'static str,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        needs_source_support: bool,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        needs_target_support: bool,
    }
    let needs = |feature: &EmulatedFeature| FeatureNeedsBody {
        name: feature.name,
        needs_source_support: feature.source,
        needs_target_support: feature.target,
    };
    let shown = ALL_RESOURCES.iter().map(|(name, resource)| ResourceBody {
        name,
        features: resource.listed_features().iter().map(needs).collect(),
    });
    EndpointResponse::from_json(200, &shown.collect::<Vec<_>>())
}

/// `GET` and `POST /v2/languages`. What is asked for may be said in the query, in a form or in JSON.
pub(crate) fn list_old_languages(request: &RawRequest) -> Result<EndpointResponse, ErrorResponse> {
    let mut written = route::query_values(&request.target, "type").into_iter().next();
    if written.is_none() && !request.body.is_empty() {
        written = RequestFields::from_request(request, &[])?.get_text("type")?.map(str::to_owned);
    }
    let targets = match written.as_deref() {
        None | Some("source") => false,
        Some("target") => true,
        Some(_) => return Err(ErrorResponse::bad_request("type must be source or target")),
    };
    let wanted = if targets { EmulatedLanguageUse::Target } else { EmulatedLanguageUse::Source };
    let shown: Vec<_> = language_table::ALL_LANGUAGES
        .iter()
        .filter(|tongue| tongue.supports_use(wanted) && !tongue.supports_use(EmulatedLanguageUse::Beta))
        .map(|tongue| {
            let mut record = json!({ "language": tongue.code.to_uppercase(), "name": tongue.name });
            if targets {
                record["supports_formality"] = json!(tongue.supports_use(EmulatedLanguageUse::Formality));
            }
            record
        })
        .collect();
    EndpointResponse::from_json(200, &shown)
}

/// `GET /v2/glossary-language-pairs`
pub(crate) fn list_glossary_pairs() -> Result<EndpointResponse, ErrorResponse> {
    let roots =
        || language_table::ALL_LANGUAGES.iter().filter(|tongue| tongue.supports_use(EmulatedLanguageUse::Glossary));
    let pairs: Vec<_> = roots()
        .flat_map(|source| roots().map(move |target| (source.code, target.code)))
        .filter(|(source, target)| source != target)
        .map(|(source, target)| json!({ "source_lang": source, "target_lang": target }))
        .collect();
    EndpointResponse::from_json(200, &json!({ "supported_languages": pairs }))
}

/// Whether there are glossaries of a lower-case code.
pub(crate) fn has_glossaries(code: &str) -> bool {
    language_table::find_language(code).is_some_and(|tongue| tongue.supports_use(EmulatedLanguageUse::Glossary))
}

/// Whether there are spoken terms of a lower-case code.
pub(crate) fn has_spoken_terms(code: &str) -> bool {
    language_table::find_language(code).is_some_and(|tongue| tongue.supports_use(EmulatedLanguageUse::Transcription))
}
