//! Translation memories on the wire. They are read and never written.

use serde_json::Value as Json;

use crate::model::Language;
use crate::model::memory::Memory;
use crate::service::account::{Unread, pages};
use crate::service::answer::{id, read, text};
use crate::service::client::{Client, request};
use crate::service::error::Error;
use crate::service::{Call, Transport};

const PAGE: usize = 25;

/// Every translation memory of the account.
///
/// # Errors
/// A call failed, or the pages do not end.
pub async fn all<T: Transport>(client: &Client<T>) -> Result<Vec<Memory>, Unread> {
    let mut all = pages(async |at| page(client, at).await, PAGE, |memory: &Memory| &memory.id).await?;
    all.sort_by(|a, b| a.id.cmp(&b.id));
    // A memory that moved between pages while they were read stands on two.
    all.dedup_by(|a, b| a.id == b.id);
    Ok(all)
}

/// A page of translation memories.
///
/// # Errors
/// See [`crate::service::error::Trouble`].
pub async fn page<T: Transport>(client: &Client<T>, page: usize) -> Result<Vec<Memory>, Error> {
    let target = format!("/v3/translation_memories?page={page}&page_size={PAGE}");
    let request = request(Call::ListMemories, target, None);
    let answer = client.call(&request).await?;
    read(&request, &answer, |json| json.get("translation_memories")?.as_array()?.iter().map(memory).collect())
}

fn memory(json: &Json) -> Option<Memory> {
    let targets = json.get("target_languages")?.as_array()?;
    Some(Memory {
        id: id(json, "translation_memory_id")?,
        name: text(json, "name")?,
        source_language: Language::new(&text(json, "source_language")?),
        target_languages: targets.iter().map(|code| code.as_str().map(Language::new)).collect::<Option<_>>()?,
        segment_count: json.get("segment_count").and_then(Json::as_u64).unwrap_or(0),
    })
}
