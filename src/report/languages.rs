//! Languages that the service offers: one resource with everything about it, all resources side by side, or JSON.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::model::offer::{Feature, Offer, Resource};
use crate::report::json::{self, pretty};
use crate::report::look::Look;
use crate::report::shown::Shown;
use crate::report::table::table;
use crate::report::words;

/// Version of the JSON form. Rises when a reader of the old one would misread the new one.
const VERSION: u32 = 1;
/// Columns of a name.
const NAME: usize = 28;

/// What the service offers for one resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered {
    /// The resource.
    pub resource: Resource,
    /// Its languages.
    pub languages: Vec<Offer>,
}

/// One resource: every language with what it can do.
#[must_use]
pub fn one(offered: &Offered, look: &Look) -> String {
    let Offered { resource, languages } = offered;
    let rows: Vec<Vec<String>> = sorted(languages)
        .into_iter()
        .map(|offer| {
            let features = offer.features.iter().map(|(name, feature)| {
                let mark = if settled(&feature.status) { "" } else { "*" };
                format!("{}{mark}", Shown(name))
            });
            vec![
                Shown(&offer.code).to_string(),
                look.cut(&offer.name, NAME),
                usable(offer).to_owned(),
                Shown(&offer.status).to_string(),
                features.collect::<Vec<_>>().join(", "),
            ]
        })
        .collect();
    let mut out = format!("{}: {}\n", Shown(&resource.name), words::count(languages.len(), "language"));
    if !rows.is_empty() {
        out.push_str(&table(&["code", "name", "use", "status", "features"], &rows, look));
    }
    if languages.iter().flat_map(|offer| offer.features.values()).any(|feature| !settled(&feature.status)) {
        out.push_str("* not stable yet\n");
    }
    out
}

/// All resources side by side: what each language is good for.
#[must_use]
pub fn all(offered: &[Offered], look: &Look) -> String {
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
            let uses = offered.iter().map(|Offered { languages, .. }| {
                languages.iter().find(|offer| offer.is(code)).map_or_else(
                    || "-".to_owned(),
                    |offer| format!("{}{}", usable(offer), if settled(&offer.status) { "" } else { "*" }),
                )
            });
            [Shown(code).to_string(), look.cut(name, NAME)].into_iter().chain(uses).collect()
        })
        .collect();
    let heads: Vec<String> = offered.iter().map(|offered| short(&offered.resource.name)).collect();
    let head: Vec<&str> = ["code", "name"].into_iter().chain(heads.iter().map(String::as_str)).collect();
    let mut out = table(&head, &rows, look);
    out.push_str(&words::count(names.len(), "language"));
    if rows.iter().flatten().any(|cell| cell.ends_with('*')) {
        out.push_str("; * not stable yet");
    }
    out.push('\n');
    out
}

/// What the service offers.
#[derive(Debug, Serialize, JsonSchema)]
struct Document<'a> {
    /// Version of this form.
    housestyle_languages: u32,
    /// The service that answered: its address, or `emulator`.
    origin: &'a str,
    /// What languages are used for. All that the service lists, or the one that was asked for.
    resources: Vec<Shelf<'a>>,
}

/// One resource: a use of languages.
#[derive(Debug, Serialize, JsonSchema)]
struct Shelf<'a> {
    /// `translate_text`, `glossary`, `style_rules` and whatever else the service lists.
    name: &'a str,
    /// What may be asked of its languages, where the service says so.
    features: Vec<Need<'a>>,
    /// Its languages by code.
    languages: Vec<Spoken<'a>>,
}

/// A feature of a resource.
#[derive(Debug, Serialize, JsonSchema)]
struct Need<'a> {
    /// `formality`, `glossary` and whatever else the service lists.
    name: &'a str,
    /// Whether the source language has to have it.
    needs_source_support: bool,
    /// Whether the target language has to have it.
    needs_target_support: bool,
}

/// A language as one resource has it.
#[derive(Debug, Serialize, JsonSchema)]
struct Spoken<'a> {
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
    features: BTreeMap<&'a str, Support<'a>>,
}

/// How far a feature of a language is.
#[derive(Debug, Serialize, JsonSchema)]
struct Support<'a> {
    /// `stable`, `beta` and whatever else the service writes; empty where it says nothing.
    status: &'a str,
    /// Whether partners of the service provide it.
    external: bool,
}

/// JSON: every resource with its features and languages, in the service's own words.
#[must_use]
pub fn json(offered: &[Offered], origin: &str) -> String {
    pretty(&Document { housestyle_languages: VERSION, origin, resources: offered.iter().map(shelf).collect() })
}

/// The JSON Schema of this form.
#[must_use]
pub fn schema() -> serde_json::Value {
    json::schema::<Document<'_>>("housestyle languages")
}

fn shelf(offered: &Offered) -> Shelf<'_> {
    let Offered { resource: Resource { name, features }, languages } = offered;
    Shelf {
        name,
        features: features
            .iter()
            .map(|feature| Need {
                name: &feature.name,
                needs_source_support: feature.source,
                needs_target_support: feature.target,
            })
            .collect(),
        languages: sorted(languages).into_iter().map(spoken).collect(),
    }
}

fn spoken(offer: &Offer) -> Spoken<'_> {
    let Offer { code, name, source, target, status, features, external } = offer;
    Spoken {
        lang: code,
        name,
        usable_as_source: *source,
        usable_as_target: *target,
        status,
        external: *external,
        features: features
            .iter()
            .map(|(name, Feature { status, external })| (name.as_str(), Support { status, external: *external }))
            .collect(),
    }
}

fn sorted(languages: &[Offer]) -> Vec<&Offer> {
    let mut sorted: Vec<&Offer> = languages.iter().collect();
    sorted.sort_by_key(|offer| offer.code.to_ascii_lowercase());
    sorted
}

fn usable(offer: &Offer) -> &'static str {
    match (offer.source, offer.target) {
        (true, true) => "both",
        (true, false) => "source",
        (false, true) => "target",
        (false, false) => "neither",
    }
}

/// Whether a status asks for no mark: it is stable, or the service says nothing.
fn settled(status: &str) -> bool {
    status.is_empty() || status.eq_ignore_ascii_case("stable")
}

/// A head that leaves room for the others.
fn short(resource: &str) -> String {
    match resource {
        "translate_text" => "text".to_owned(),
        "translate_document" => "document".to_owned(),
        "style_rules" => "style".to_owned(),
        "translation_memory" => "memory".to_owned(),
        other => Shown(other).to_string(),
    }
}
