//! Style profiles on the wire. They are read and never written.
//!
//! The listing is documented without pages. Should it have some, it says how many profiles there are in all, and the rest is
//! asked for page by page until nothing new comes.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use crate::model::Id;
use crate::model::style_profile::StyleProfile;
use crate::service::answer::{fetch, id_field, text_field};
use crate::service::client::{Client, build_request};
use crate::service::error::ServiceError;
use crate::service::{Call, Transport};

/// Members of a profile that hold ids of what it bundles.
const COMPONENT_FIELDS: [&str; 3] = ["style_rule_ids", "glossary_ids", "translation_memory_ids"];

/// Every style profile that the account shows, by id.
///
/// # Errors
/// See [`crate::service::error::ErrorKind`].
pub async fn list_style_profiles<T: Transport>(client: &Client<T>) -> Result<Vec<StyleProfile>, ServiceError> {
    let mut all: BTreeMap<Id, StyleProfile> = BTreeMap::new();
    let mut page = 0;
    loop {
        let (profiles, total) = list_page(client, page).await?;
        let before = all.len();
        all.extend(profiles.into_iter().map(|profile| (profile.id.clone(), profile)));
        page += 1;
        if all.len() == before || all.len() as u64 >= total.unwrap_or(0) {
            return Ok(all.into_values().collect());
        }
    }
}

/// One page with the number of all profiles, where the service says it. The first is asked for without a number.
async fn list_page<T: Transport>(
    client: &Client<T>,
    page: usize,
) -> Result<(Vec<StyleProfile>, Option<u64>), ServiceError> {
    let path = Call::ListStyleProfiles.path(&[]);
    let target = if page == 0 { path } else { format!("{path}?page={page}") };
    fetch(client, &build_request(Call::ListStyleProfiles, target, None), |json| {
        let profiles =
            json.get("style_profiles")?.as_array()?.iter().map(parse_style_profile).collect::<Option<_>>()?;
        Some((profiles, json.get("total_count").and_then(Json::as_u64)))
    })
    .await
}

/// What it holds beyond the members that are known is left out: nothing of it is written.
fn parse_style_profile(json: &Json) -> Option<StyleProfile> {
    let ids = COMPONENT_FIELDS.iter().filter_map(|field| json.get(*field)?.as_array()).flatten();
    Some(StyleProfile {
        id: id_field(json, "style_profile_id")?,
        name: text_field(json, "name")?,
        components: ids.map(|id| id.as_str().and_then(Id::new)).collect::<Option<_>>()?,
    })
}
