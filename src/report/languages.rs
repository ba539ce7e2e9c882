//! Languages that the service offers: one resource with everything about it, all resources side by side, or JSON.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::model::capabilities::{LanguageFeature, LanguageResource, SupportedLanguage};
use crate::report::humanize;
use crate::report::json::to_pretty_json;
use crate::report::render_options::RenderOptions;
use crate::report::sanitize::Sanitized;
use crate::report::table::render_table;

/// Version of the JSON form. Rises when a reader of the old one would misread the new one.
const VERSION: u32 = 1;
/// Columns of a name.
const NAME_COLUMNS: usize = 24;

/// What the service offers for one resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceLanguages {
    /// The resource.
    pub resource: LanguageResource,
    /// Its languages.
    pub languages: Vec<SupportedLanguage>,
}

/// One resource: every language with what it can do.
#[must_use]
pub fn render_resource(offered: &ResourceLanguages, options: &RenderOptions) -> String {
    let ResourceLanguages { resource, languages } = offered;
    let rows: Vec<Vec<String>> = sort_languages(languages)
        .into_iter()
        .map(|offer| {
            let features = offer.features.iter().map(|(name, feature)| {
                let mark = if is_stable(&feature.status) { "" } else { "*" };
                format!("{}{mark}", Sanitized(name))
            });
            vec![
                Sanitized(&offer.code).to_string(),
                options.truncate_text(&offer.name, NAME_COLUMNS),
                usable_roles(offer).to_owned(),
                Sanitized(&offer.status).to_string(),
                features.collect::<Vec<_>>().join(", "),
            ]
        })
        .collect();
    let mut out = format!("{}: {}\n", Sanitized(&resource.name), humanize::count_noun(languages.len(), "language"));
    if !rows.is_empty() {
        out.push_str(&render_table(&["code", "name", "use", "status", "features"], &rows, options));
    }
    if languages.iter().flat_map(|offer| offer.features.values()).any(|feature| !is_stable(&feature.status)) {
        out.push_str("* not stable yet\n");
    }
    out
}

/// All resources side by side: what each language is good for.
#[must_use]
pub fn render_all_resources(offered: &[ResourceLanguages], options: &RenderOptions) -> String {
    let mut names: BTreeMap<String, (&str, &str)> = BTreeMap::new();
    for offer in offered.iter().flat_map(|offered| &offered.languages) {
        let known = names.entry(offer.code.to_ascii_lowercase()).or_insert((&offer.code, &offer.name));
        if known.1.is_empty() {
            known.1 = &offer.name;
        }
    }
    let rows: Vec<Vec<String>> = names
        .values()
        .map(|(code, name)| {
            let uses = offered.iter().map(|ResourceLanguages { languages, .. }| {
                languages.iter().find(|offer| offer.matches_code(code)).map_or_else(
                    || "-".to_owned(),
                    |offer| format!("{}{}", usable_roles(offer), if is_stable(&offer.status) { "" } else { "*" }),
                )
            });
            [Sanitized(code).to_string(), options.truncate_text(name, NAME_COLUMNS)].into_iter().chain(uses).collect()
        })
        .collect();
    let heads: Vec<String> = offered.iter().map(|offered| short_heading(&offered.resource.name)).collect();
    let head: Vec<&str> = ["code", "name"].into_iter().chain(heads.iter().map(String::as_str)).collect();
    let mut out = render_table(&head, &rows, options);
    out.push_str(&humanize::count_noun(names.len(), "language"));
    if rows.iter().flat_map(|row| row.iter().skip(2)).any(|cell| cell.starts_with(['f', 't'])) {
        out.push_str("; from: as source language alone, to: as target language alone");
    }
    if rows.iter().flatten().any(|cell| cell.ends_with('*')) {
        out.push_str("; * not stable yet");
    }
    out.push('\n');
    out
}

/// What the service offers.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct LanguagesDocument<'a> {
    /// Version of this form.
    housestyle_languages: u32,
    /// The service that answered: its address, or `emulator`.
    origin: &'a str,
    /// What languages are used for. All that the service lists, or the one that was asked for.
    resources: Vec<LanguageResourceDocument<'a>>,
}

/// One resource: a use of languages.
#[derive(Debug, Serialize, JsonSchema)]
struct LanguageResourceDocument<'a> {
    /// `translate_text`, `glossary`, `style_rules` and whatever else the service lists.
    name: &'a str,
    /// What may be asked of its languages, where the service says so.
    features: Vec<FeatureNeedsDocument<'a>>,
    /// Its languages by code.
    languages: Vec<LanguageDocument<'a>>,
}

/// A feature of a resource.
#[derive(Debug, Serialize, JsonSchema)]
struct FeatureNeedsDocument<'a> {
    /// `formality`, `glossary` and whatever else the service lists.
    name: &'a str,
    /// Whether the source language has to have it.
    needs_source_support: bool,
    /// Whether the target language has to have it.
    needs_target_support: bool,
}

/// A language as one resource has it.
#[derive(Debug, Serialize, JsonSchema)]
struct LanguageDocument<'a> {
    /// BCP 47 code as the service writes it: `pt-BR`.
    lang: &'a str,
    /// Its name in words.
    name: &'a str,
    /// Whether it may be a source.
    usable_as_source: bool,
    /// Whether it may be a target.
    usable_as_target: bool,
    /// `stable`, `beta` and whatever else the service writes; empty where it says nothing.
    status: &'a str,
    /// Whether partners of the service provide it.
    external: bool,
    /// What it can do, by the service's word for it. A feature that it lacks is absent.
    features: BTreeMap<&'a str, FeatureSupportDocument<'a>>,
}

/// How far a feature of a language is.
#[derive(Debug, Serialize, JsonSchema)]
struct FeatureSupportDocument<'a> {
    /// `stable`, `beta` and whatever else the service writes; empty where it says nothing.
    status: &'a str,
    /// Whether partners of the service provide it.
    external: bool,
}

/// JSON: every resource with its features and languages, in the service's own words.
#[must_use]
pub fn render_json(offered: &[ResourceLanguages], origin: &str) -> String {
    to_pretty_json(&LanguagesDocument {
        housestyle_languages: VERSION,
        origin,
        resources: offered.iter().map(resource_document).collect(),
    })
}

fn resource_document(offered: &ResourceLanguages) -> LanguageResourceDocument<'_> {
    let ResourceLanguages { resource: LanguageResource { name, features }, languages } = offered;
    LanguageResourceDocument {
        name,
        features: features
            .iter()
            .map(|feature| FeatureNeedsDocument {
                name: &feature.name,
                needs_source_support: feature.source,
                needs_target_support: feature.target,
            })
            .collect(),
        languages: sort_languages(languages).into_iter().map(language_document).collect(),
    }
}

fn language_document(offer: &SupportedLanguage) -> LanguageDocument<'_> {
    let SupportedLanguage { code, name, source, target, status, features, external } = offer;
    LanguageDocument {
        lang: code,
        name,
        usable_as_source: *source,
        usable_as_target: *target,
        status,
        external: *external,
        features: features
            .iter()
            .map(|(name, LanguageFeature { status, external })| {
                (name.as_str(), FeatureSupportDocument { status, external: *external })
            })
            .collect(),
    }
}

fn sort_languages(languages: &[SupportedLanguage]) -> Vec<&SupportedLanguage> {
    let mut sorted: Vec<&SupportedLanguage> = languages.iter().collect();
    sorted.sort_by_key(|offer| offer.code.to_ascii_lowercase());
    sorted
}

fn usable_roles(offer: &SupportedLanguage) -> &'static str {
    match (offer.source, offer.target) {
        (true, true) => "both",
        (true, false) => "from",
        (false, true) => "to",
        (false, false) => "-",
    }
}

/// Whether a status asks for no mark: it is stable, or the service says nothing.
fn is_stable(status: &str) -> bool {
    status.is_empty() || status.eq_ignore_ascii_case("stable")
}

/// A head that leaves room for the others.
fn short_heading(resource: &str) -> String {
    match resource {
        "translate_text" => "text".to_owned(),
        "translate_document" => "document".to_owned(),
        "style_rules" => "style".to_owned(),
        "translation_memory" => "memory".to_owned(),
        other => Sanitized(other).to_string(),
    }
}
