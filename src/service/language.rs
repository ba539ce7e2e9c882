//! Languages on the wire. Deliberately absent: the deprecated listings of version 2.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use crate::model::offer::{Feature, Offer, Resource, ResourceFeature};
use crate::service::answer::{read, text};
use crate::service::client::{Client, request};
use crate::service::error::Error;
use crate::service::{Call, Transport};

/// Every language of a resource. `include` holds `beta` and `external`, for those that are not listed without being
/// asked for.
///
/// # Errors
/// See [`crate::service::error::Trouble`]; 403 for a key without the scope, 404 for a service without the listing.
pub async fn languages<T: Transport>(
    client: &Client<T>,
    resource: &str,
    include: &[&str],
) -> Result<Vec<Offer>, Error> {
    let include: String = include.iter().map(|word| format!("&include={word}")).collect();
    let request = request(Call::ListLanguages, format!("/v3/languages?resource={resource}{include}"), None);
    let answer = client.call(&request).await?;
    read(&request, &answer, |json| json.as_array()?.iter().map(offer).collect())
}

/// Every resource that has languages.
///
/// # Errors
/// See [`crate::service::error::Trouble`]; 403 for a key without the scope, 404 for a service without the listing.
pub async fn resources<T: Transport>(client: &Client<T>) -> Result<Vec<Resource>, Error> {
    let request = request(Call::ListLanguageResources, "/v3/languages/resources", None);
    let answer = client.call(&request).await?;
    read(&request, &answer, |json| json.as_array()?.iter().map(resource).collect())
}

fn offer(json: &Json) -> Option<Offer> {
    let flag = |key: &str| json.get(key).and_then(Json::as_bool).unwrap_or(false);
    Some(Offer {
        code: text(json, "lang")?,
        name: text(json, "name").unwrap_or_default(),
        source: flag("usable_as_source"),
        target: flag("usable_as_target"),
        status: text(json, "status").unwrap_or_default(),
        features: json.get("features").map_or_else(BTreeMap::new, features),
        external: flag("external"),
    })
}

/// A map of features; the bare list that an older form had counts too.
fn features(json: &Json) -> BTreeMap<String, Feature> {
    let feature = |json: &Json| Feature {
        status: text(json, "status").unwrap_or_default(),
        external: json.get("external").and_then(Json::as_bool).unwrap_or(false),
    };
    let listed = json.as_array().into_iter().flatten().filter_map(Json::as_str);
    let mapped = json.as_object().into_iter().flatten().map(|(name, json)| (name.clone(), feature(json)));
    listed.map(|name| (name.to_owned(), Feature::default())).chain(mapped).collect()
}

fn resource(json: &Json) -> Option<Resource> {
    let feature = |json: &Json| {
        let flag = |key: &str| json.get(key).and_then(Json::as_bool).unwrap_or(false);
        let (source, target) = (flag("needs_source_support"), flag("needs_target_support"));
        Some(ResourceFeature { name: text(json, "name")?, source, target })
    };
    let features = json.get("features").and_then(Json::as_array).into_iter().flatten();
    // The word goes into an address: what could not be one is no resource that can be asked for.
    let name = text(json, "name").filter(|name| is_word(name))?;
    Some(Resource { name, features: features.map(feature).collect::<Option<_>>()? })
}

/// Whether this could be the word of a resource.
#[must_use]
pub fn is_word(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_nobody_knows_of_a_language_is_left_out_and_what_is_absent_is_no() {
        let found = offer(&json!({"lang": "de-CH", "usable_as_target": true, "new": 1, "features": {
            "formality": {"status": "stable"}, "odd": 7}}))
        .unwrap();
        assert_eq!((found.code.as_str(), found.root(), found.is("DE-ch")), ("de-CH", "de", true));
        assert!(found.target && !found.source && !found.external);
        assert_eq!(found.features.keys().collect::<Vec<_>>(), ["formality", "odd"]);
        assert_eq!(offer(&json!({"name": "German"})), None);
        assert_eq!(features(&json!(["glossary"])).len(), 1);
    }

    #[test]
    fn a_resource_whose_word_is_none_makes_the_listing_unreadable() {
        assert!(
            resource(&json!({"name": "write", "features": [{"name": "tone", "needs_target_support": true}]})).is_some()
        );
        assert!(resource(&json!({"name": "write&x=1", "features": []})).is_none());
    }
}
