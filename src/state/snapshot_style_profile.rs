//! Style profiles in a snapshot: every member as the service told it, those included that nobody here knows.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::model::Address;
use crate::model::style_profile::{LiveStyleProfile, ProfileContent};
use crate::state::snapshot_error::{SnapshotError, parse_address, parse_id};

/// One style profile as the service held it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SnapshotStyleProfile {
    /// What the project calls it; absent where it is not the project's.
    pub address: Option<String>,
    /// The service's id.
    pub id: String,
    /// What it said, in the words of the service: its name, texts, and ids of what it holds.
    pub content: BTreeMap<String, Json>,
    /// What the service told and this version does not know.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub unknown: BTreeMap<String, Json>,
}

impl SnapshotStyleProfile {
    pub(super) fn from_live(called: Option<&Address>, live: &LiveStyleProfile) -> Self {
        let LiveStyleProfile { id, content, creation_time: _, updated_time: _, unknown } = live;
        let content = content.to_json();
        let members = content.as_object().into_iter().flatten();
        Self {
            address: called.map(ToString::to_string),
            id: id.to_string(),
            content: members.map(|(member, said)| (member.clone(), said.clone())).collect(),
            unknown: unknown.clone(),
        }
    }

    /// What the project called it, and the profile as the service held it.
    ///
    /// # Errors
    /// Names what is no address or no id, or makes no sense.
    pub fn to_live(&self) -> Result<(Option<Address>, LiveStyleProfile), SnapshotError> {
        let Self { address, id, content, unknown } = self;
        let called = address.as_deref().map(parse_address).transpose()?;
        let content = Json::Object(content.clone().into_iter().collect());
        let content = ProfileContent::from_json(&content)
            .ok_or_else(|| SnapshotError::Shape(format!("the style profile {id} makes no sense")))?;
        let held = LiveStyleProfile {
            id: parse_id(id)?,
            content,
            creation_time: String::new(),
            updated_time: String::new(),
            unknown: unknown.clone(),
        };
        Ok((called, held))
    }
}
