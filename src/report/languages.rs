//! Languages that the service offers: one resource with everything about it, all resources side by side, or JSON.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use crate::model::offer::{Offer, Resource};
use crate::report::json::pretty;
use crate::report::look::Look;
use crate::report::shown::Shown;
use crate::report::table::table;
use crate::report::words;

/// Version of the JSON form.
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

/// JSON: every resource with its features and languages, in the service's own words.
#[must_use]
pub fn json(offered: &[Offered], origin: &str) -> String {
    let resources: Vec<Json> = offered
        .iter()
        .map(|Offered { resource, languages }| {
            let features = resource.features.iter().map(|feature| {
                json!({"name": feature.name, "needs_source_support": feature.source,
                    "needs_target_support": feature.target})
            });
            json!({
                "name": resource.name,
                "features": features.collect::<Vec<_>>(),
                "languages": sorted(languages).into_iter().map(language).collect::<Vec<_>>(),
            })
        })
        .collect();
    pretty(&json!({"housestyle_languages": VERSION, "origin": origin, "resources": resources}))
}

fn language(offer: &Offer) -> Json {
    let Offer { code, name, source, target, status, features, external } = offer;
    let features: serde_json::Map<String, Json> = features
        .iter()
        .map(|(name, feature)| (name.clone(), json!({"status": feature.status, "external": feature.external})))
        .collect();
    json!({"lang": code, "name": name, "usable_as_source": source, "usable_as_target": target, "status": status,
        "external": external, "features": features})
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
