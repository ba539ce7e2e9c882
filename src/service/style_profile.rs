//! Style profiles on the wire.
//!
//! The listing is documented without pages. Should it have some, it says how many profiles there are in all, and the rest is
//! asked for page by page until nothing new comes. A PATCH names only what differs: what this version does not know stays.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use crate::model::Id;
use crate::model::style_profile::{LiveStyleProfile, ProfileContent, ProfileField, ProfilePatch};
use crate::service::answer::{fetch, id_field, removal_attempts, text_field};
use crate::service::client::{Client, ServiceAnswer, build_request};
use crate::service::error::ServiceError;
use crate::service::{Call, Transport};

/// Members of an answer that say no field of a profile.
const OTHER_MEMBERS: [&str; 4] = ["style_profile_id", "name", "creation_time", "updated_time"];

/// Every style profile that the account shows, by id.
///
/// # Errors
/// See [`crate::service::error::ErrorKind`].
pub async fn list_style_profiles<T: Transport>(client: &Client<T>) -> Result<Vec<LiveStyleProfile>, ServiceError> {
    let mut all: BTreeMap<Id, LiveStyleProfile> = BTreeMap::new();
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
) -> Result<(Vec<LiveStyleProfile>, Option<u64>), ServiceError> {
    let path = Call::ListStyleProfiles.path(&[]);
    let target = if page == 0 { path } else { format!("{path}?page={page}") };
    fetch(client, &build_request(Call::ListStyleProfiles, target, None), |json| {
        let profiles =
            json.get("style_profiles")?.as_array()?.iter().map(parse_style_profile).collect::<Option<_>>()?;
        Some((profiles, json.get("total_count").and_then(Json::as_u64)))
    })
    .await
}

/// One profile.
///
/// # Errors
/// See [`crate::service::error::ErrorKind`]; 404 is [`ServiceError::is_not_found`].
pub async fn get_style_profile<T: Transport>(client: &Client<T>, id: &Id) -> Result<LiveStyleProfile, ServiceError> {
    let request = build_request(Call::GetStyleProfile, Call::GetStyleProfile.path(&[id.as_str()]), None);
    fetch(client, &request, |json| parse_style_profile(json).filter(|found| found.id == *id)).await
}

/// Creates a profile under this name with all that it is to hold.
///
/// # Errors
/// See [`crate::service::error::ErrorKind`]; never repeated by itself once it may have been carried out.
pub async fn create_style_profile<T: Transport>(
    client: &Client<T>,
    name: &str,
    content: &ProfileContent,
) -> Result<LiveStyleProfile, ServiceError> {
    let body = ProfileContent { name: name.to_owned(), ..content.clone() }.to_json();
    let request = build_request(Call::CreateStyleProfile, Call::CreateStyleProfile.path(&[]), Some(&body));
    fetch(client, &request, parse_style_profile).await
}

/// Gives a profile these members; what is not among them stays as it is.
///
/// # Errors
/// See [`crate::service::error::ErrorKind`].
pub async fn patch_style_profile<T: Transport>(
    client: &Client<T>,
    id: &Id,
    patch: &ProfilePatch,
) -> Result<ServiceAnswer, ServiceError> {
    let target = Call::PatchStyleProfile.path(&[id.as_str()]);
    client.send_call(&build_request(Call::PatchStyleProfile, target, Some(&Json::Object(patch.to_json())))).await
}

/// Deletes a profile; what it holds stays. One that is not there counts as deleted.
///
/// # Errors
/// See [`crate::service::error::ErrorKind`].
pub async fn delete_style_profile<T: Transport>(client: &Client<T>, id: &Id) -> Result<u32, ServiceError> {
    let target = Call::DeleteStyleProfile.path(&[id.as_str()]);
    removal_attempts(client.send_call(&build_request(Call::DeleteStyleProfile, target, None)).await)
}

fn parse_style_profile(json: &Json) -> Option<LiveStyleProfile> {
    let known = |member: &str| {
        OTHER_MEMBERS.contains(&member) || ProfileField::ALL.iter().any(|field| field.member() == member)
    };
    let unknown = json.as_object()?.iter().filter(|(member, _)| !known(member));
    Some(LiveStyleProfile {
        id: id_field(json, "style_profile_id")?,
        content: ProfileContent::from_json(json)?,
        creation_time: text_field(json, "creation_time").unwrap_or_default(),
        updated_time: text_field(json, "updated_time").unwrap_or_default(),
        unknown: unknown.map(|(member, said)| (member.clone(), said.clone())).collect(),
    })
}
