//! Languages on the wire. Deliberately absent: the deprecated listings of version 2.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use crate::model::capabilities::{LanguageFeature, LanguageResource, LanguageResourceFeature, SupportedLanguage};
use crate::service::answer::{fetch, text_field};
use crate::service::client::{Client, build_request};
use crate::service::error::ServiceError;
use crate::service::{Call, Transport};

/// Every language of a resource. `include` holds `beta` and `external`, for those that are not listed without being
/// asked for.
///
/// # Errors
/// See [`crate::service::error::ErrorKind`]; 403 for a key without the scope, 404 for a service without the listing.
pub async fn list_languages<T: Transport>(
    client: &Client<T>,
    resource: &str,
    include: &[&str],
) -> Result<Vec<SupportedLanguage>, ServiceError> {
    let include: String = include.iter().map(|word| format!("&include={word}")).collect();
    let request = build_request(
        Call::ListLanguages,
        format!("{}?resource={resource}{include}", Call::ListLanguages.path(&[])),
        None,
    );
    fetch(client, &request, |json| json.as_array()?.iter().map(parse_language).collect()).await
}

/// Every resource that has languages.
///
/// # Errors
/// See [`crate::service::error::ErrorKind`]; 403 for a key without the scope, 404 for a service without the listing.
pub async fn list_language_resources<T: Transport>(client: &Client<T>) -> Result<Vec<LanguageResource>, ServiceError> {
    let request = build_request(Call::ListLanguageResources, Call::ListLanguageResources.path(&[]), None);
    fetch(client, &request, |json| json.as_array()?.iter().map(parse_resource).collect()).await
}

fn parse_language(json: &Json) -> Option<SupportedLanguage> {
    let flag = |key: &str| json.get(key).and_then(Json::as_bool).unwrap_or(false);
    Some(SupportedLanguage {
        code: text_field(json, "lang")?,
        name: text_field(json, "name").unwrap_or_default(),
        source: flag("usable_as_source"),
        target: flag("usable_as_target"),
        status: text_field(json, "status").unwrap_or_default(),
        features: json.get("features").map_or_else(BTreeMap::new, parse_features),
        external: flag("external"),
    })
}

/// A map of features; the bare list that an older form had counts too.
fn parse_features(json: &Json) -> BTreeMap<String, LanguageFeature> {
    let feature = |json: &Json| LanguageFeature {
        status: text_field(json, "status").unwrap_or_default(),
        external: json.get("external").and_then(Json::as_bool).unwrap_or(false),
    };
    let listed = json.as_array().into_iter().flatten().filter_map(Json::as_str);
    let mapped = json.as_object().into_iter().flatten().map(|(name, json)| (name.clone(), feature(json)));
    listed.map(|name| (name.to_owned(), LanguageFeature::default())).chain(mapped).collect()
}

fn parse_resource(json: &Json) -> Option<LanguageResource> {
    let feature = |json: &Json| {
        let flag = |key: &str| json.get(key).and_then(Json::as_bool).unwrap_or(false);
        let (source, target) = (flag("needs_source_support"), flag("needs_target_support"));
        Some(LanguageResourceFeature { name: text_field(json, "name")?, source, target })
    };
    let features = json.get("features").and_then(Json::as_array).into_iter().flatten();
    // The word goes into an address: what could not be one is no resource that can be asked for.
    let name = text_field(json, "name").filter(|name| is_resource_name(name))?;
    Some(LanguageResource { name, features: features.map(feature).collect::<Option<_>>()? })
}

/// Whether this could be the word of a resource.
#[must_use]
pub fn is_resource_name(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_nobody_knows_of_a_language_is_left_out_and_what_is_absent_is_no() {
        let found = parse_language(&json!({"lang": "de-CH", "usable_as_target": true, "new": 1, "features": {
            "formality": {"status": "stable"}, "odd": 7}}))
        .unwrap();
        assert_eq!((found.code.as_str(), found.base_language(), found.matches_code("DE-ch")), ("de-CH", "de", true));
        assert!(found.target && !found.source && !found.external);
        assert_eq!(found.features.keys().collect::<Vec<_>>(), ["formality", "odd"]);
        assert_eq!(parse_language(&json!({"name": "German"})), None);
        assert_eq!(parse_features(&json!(["glossary"])).len(), 1);
    }

    #[test]
    fn a_resource_whose_word_is_none_makes_the_listing_unreadable() {
        assert!(
            parse_resource(&json!({"name": "write", "features": [{"name": "tone", "needs_target_support": true}]}))
                .is_some()
        );
        assert!(parse_resource(&json!({"name": "write&x=1", "features": []})).is_none());
    }
}
