//! The endpoints that list languages, and what other endpoints ask about a language.
//!
//! Always: one call lists every language of a resource; a feature stands in a record only where the language has it.
//! Languages on trial and speech by external partners come only when asked for. The two listings of old that are still
//! answered are here too, so that a test can see that nobody asks for them.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::json;

use crate::emulator::message::RawRequest;
use crate::emulator::offer::Offer;
use crate::emulator::refusal::Refusal;
use crate::emulator::route;
use crate::emulator::terms::{Answer, Terms};
use crate::emulator::tongue::{self, Tongue, Use};

/// What languages are listed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Resource {
    TranslateText,
    TranslateDocument,
    Glossary,
    Voice,
    Write,
    StyleRules,
    TranslationMemory,
}

/// A feature: its key, whether both sides of a translation must have it, and who has it.
struct Feature {
    name: &'static str,
    source: bool,
    target: bool,
}

const ALL: &[(&str, Resource)] = &[
    ("translate_text", Resource::TranslateText),
    ("translate_document", Resource::TranslateDocument),
    ("glossary", Resource::Glossary),
    ("voice", Resource::Voice),
    ("write", Resource::Write),
    ("style_rules", Resource::StyleRules),
    ("translation_memory", Resource::TranslationMemory),
];

const fn feature(name: &'static str, source: bool, target: bool) -> Feature {
    Feature { name, source, target }
}

impl Resource {
    fn features(self) -> &'static [Feature] {
        const TEXT: &[Feature] = &[
            feature("auto_detection", true, false),
            feature("formality", false, true),
            feature("glossary", true, true),
            feature("style_rules", false, true),
            feature("tag_handling", true, true),
            feature("translation_memory", true, true),
        ];
        const DOCUMENT: &[Feature] = &[
            feature("auto_detection", true, false),
            feature("formality", false, true),
            feature("glossary", true, true),
            feature("style_rules", false, true),
            feature("translation_memory", true, true),
        ];
        const VOICE: &[Feature] = &[
            feature("auto_detection", true, false),
            feature("formality", false, true),
            feature("glossary", true, true),
            feature("spoken_terms", true, false),
            feature("transcription", true, false),
            feature("translated_speech", false, true),
        ];
        const WRITE: &[Feature] = &[
            feature("auto_detection", true, false),
            feature("tone", false, true),
            feature("writing_style", false, true),
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
    fn sides(self, tongue: Tongue, offer: &Offer) -> (bool, bool) {
        match self {
            Self::TranslateText | Self::TranslateDocument => (tongue.has(Use::Source), tongue.has(Use::Target)),
            Self::Glossary => (tongue.has(Use::Glossary), tongue.has(Use::Glossary)),
            Self::Voice => {
                let speaks = tongue.has(Use::Transcription);
                (speaks, tongue.has(Use::Target) && tongue.root_has(Use::Transcription))
            }
            Self::Write => (tongue.has(Use::Source) && writes(tongue), tongue.has(Use::Write)),
            Self::StyleRules => (false, offer.keeps(&tongue.code.to_lowercase())),
            Self::TranslationMemory => (tongue.has(Use::Memory), tongue.has(Use::Memory)),
        }
    }

    fn has(self, feature: &str, tongue: Tongue, offer: &Offer) -> bool {
        match feature {
            "auto_detection" => self.sides(tongue, offer).0,
            "formality" => tongue.has(Use::Formality),
            "glossary" => tongue.root_has(Use::Glossary),
            "style_rules" => tongue.has(Use::Target) && offer.keeps(tongue::root(tongue.code)),
            "tag_handling" => true,
            "translation_memory" => tongue.root_has(Use::Memory),
            "spoken_terms" | "transcription" => tongue.has(Use::Transcription),
            "translated_speech" => tongue.has(Use::Target) && tongue.root_has(Use::Speech),
            "tone" | "writing_style" => tongue.has(Use::Tone),
            _ => false,
        }
    }
}

/// Whether text of a language, or of a variant of it, is improved.
fn writes(tongue: Tongue) -> bool {
    tongue::ALL.iter().any(|other| tongue::root(other.code) == tongue::root(tongue.code) && other.has(Use::Write))
}

/// A language as it is listed.
#[derive(Serialize)]
struct Record {
    lang: String,
    name: String,
    usable_as_source: bool,
    usable_as_target: bool,
    status: &'static str,
    features: BTreeMap<&'static str, Held>,
    #[serde(skip_serializing_if = "Option::is_none")]
    external: Option<bool>,
}

/// How far a feature is supported.
#[derive(Serialize)]
struct Held {
    status: &'static str,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    external: bool,
}

/// `GET /v3/languages`
pub(crate) fn list(terms: &Terms<'_>, request: &RawRequest) -> Result<Answer, Refusal> {
    let names = || ALL.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    let resource = match route::parameters(&request.target, "resource").as_slice() {
        [] => return Err(Refusal::bad("resource is required")),
        [written] => match ALL.iter().find(|(name, _)| name == written) {
            Some((_, resource)) => *resource,
            None => return Err(Refusal::bad(format!("resource must be one of {}, not {written}", names()))),
        },
        [_, _, ..] => return Err(Refusal::bad("resource is given more than once")),
    };
    let (mut beta, mut external) = (false, false);
    for include in route::parameters(&request.target, "include") {
        match include.as_str() {
            "beta" => beta = true,
            "external" => external = true,
            _ => return Err(Refusal::bad(format!("include must be beta or external, not {include}"))),
        }
    }
    let shown = tongue::ALL.iter().filter(|tongue| beta || !tongue.has(Use::Beta)).filter_map(|tongue| {
        let partner = resource == Resource::Voice && tongue.root_has(Use::External);
        let (source, target) = resource.sides(*tongue, terms.offer);
        ((source || target) && (external || !partner)).then(|| record(*tongue, resource, (source, target), terms.offer))
    });
    let mut shown: Vec<Record> = shown.collect();
    if resource == Resource::StyleRules {
        shown.extend(beyond(terms.offer));
    }
    Answer::json(200, &shown)
}

fn record(tongue: Tongue, resource: Resource, (source, target): (bool, bool), offer: &Offer) -> Record {
    let partner = resource == Resource::Voice && tongue.root_has(Use::External);
    let features = resource.features().iter().filter(|feature| resource.has(feature.name, tongue, offer));
    let held = |feature: &Feature| Held {
        status: if feature.name == "translation_memory" { "early_access" } else { "stable" },
        external: partner && matches!(feature.name, "transcription" | "translated_speech"),
    };
    Record {
        lang: tongue.code.to_owned(),
        name: tongue.name.to_owned(),
        usable_as_source: source,
        usable_as_target: target,
        status: if tongue.has(Use::Beta) { "beta" } else { "stable" },
        features: features.map(|feature| (feature.name, held(feature))).collect(),
        external: (resource == Resource::Voice).then_some(partner),
    }
}

/// Languages that lists are kept for although the table does not know them.
fn beyond(offer: &Offer) -> impl Iterator<Item = Record> {
    offer.languages().filter(|code| tongue::find(code).is_none()).map(|code| Record {
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
pub(crate) fn resources() -> Result<Answer, Refusal> {
    #[derive(Serialize)]
    struct Shown {
        name: &'static str,
        features: Vec<Needs>,
    }
    #[derive(Serialize)]
    struct Needs {
        name: &'static str,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        needs_source_support: bool,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        needs_target_support: bool,
    }
    let needs = |feature: &Feature| Needs {
        name: feature.name,
        needs_source_support: feature.source,
        needs_target_support: feature.target,
    };
    let shown =
        ALL.iter().map(|(name, resource)| Shown { name, features: resource.features().iter().map(needs).collect() });
    Answer::json(200, &shown.collect::<Vec<_>>())
}

/// The listings of old; nothing for any other path.
pub(crate) fn deprecated(request: &RawRequest) -> Option<Result<Answer, Refusal>> {
    let path = request.target.split(['?', '#']).next().unwrap_or_default();
    let get = request.method == "GET";
    match path {
        "/v2/languages" if get || request.method == "POST" => Some(old_languages(request)),
        "/v2/glossary-language-pairs" if get => Some(old_pairs()),
        _ => None,
    }
}

fn old_languages(request: &RawRequest) -> Result<Answer, Refusal> {
    let targets = match route::parameters(&request.target, "type").first().map_or("source", String::as_str) {
        "source" => false,
        "target" => true,
        _ => return Err(Refusal::bad("type must be source or target")),
    };
    let wanted = if targets { Use::Target } else { Use::Source };
    let shown: Vec<_> = tongue::ALL
        .iter()
        .filter(|tongue| tongue.has(wanted) && !tongue.has(Use::Beta))
        .map(|tongue| {
            let mut record = json!({ "language": tongue.code.to_uppercase(), "name": tongue.name });
            if targets {
                record["supports_formality"] = json!(tongue.has(Use::Formality));
            }
            record
        })
        .collect();
    Answer::json(200, &shown)
}

fn old_pairs() -> Result<Answer, Refusal> {
    let roots = || tongue::ALL.iter().filter(|tongue| tongue.has(Use::Glossary));
    let pairs: Vec<_> = roots()
        .flat_map(|source| roots().map(move |target| (source.code, target.code)))
        .filter(|(source, target)| source != target)
        .map(|(source, target)| json!({ "source_lang": source, "target_lang": target }))
        .collect();
    Answer::json(200, &json!({ "supported_languages": pairs }))
}

/// Whether there are glossaries of a lower-case code.
pub(crate) fn has_glossaries(code: &str) -> bool {
    tongue::find(code).is_some_and(|tongue| tongue.has(Use::Glossary))
}

/// Whether there are spoken terms of a lower-case code.
pub(crate) fn has_spoken_terms(code: &str) -> bool {
    tongue::find(code).is_some_and(|tongue| tongue.has(Use::Transcription))
}
