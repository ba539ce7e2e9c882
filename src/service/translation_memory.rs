//! Translation memories on the wire. They are read and never written.

use serde_json::Value as Json;

use crate::model::Language;
use crate::model::translation_memory::TranslationMemory;
use crate::service::account::{AccountReadError, read_pages};
use crate::service::answer::{fetch, id_field, text_field};
use crate::service::client::{Client, build_request};
use crate::service::error::ServiceError;
use crate::service::{Call, Transport};

const PAGE_SIZE: usize = 25;

/// Every translation memory of the account.
///
/// # Errors
/// A call failed, or the pages do not end.
pub async fn list_translation_memories<T: Transport>(
    client: &Client<T>,
) -> Result<Vec<TranslationMemory>, AccountReadError> {
    let mut all =
        read_pages(async |at| list_page(client, at).await, PAGE_SIZE, 0, |memory: &TranslationMemory| &memory.id)
            .await?;
    all.sort_by(|a, b| a.id.cmp(&b.id));
    // A memory that moved between pages while they were read stands on two.
    all.dedup_by(|a, b| a.id == b.id);
    Ok(all)
}

/// A page of translation memories.
///
/// # Errors
/// See [`crate::service::error::ErrorKind`].
pub async fn list_page<T: Transport>(client: &Client<T>, page: usize) -> Result<Vec<TranslationMemory>, ServiceError> {
    let target = format!("{}?page={page}&page_size={PAGE_SIZE}", Call::ListTranslationMemories.path(&[]));
    let request = build_request(Call::ListTranslationMemories, target, None);
    fetch(client, &request, |json| {
        json.get("translation_memories")?.as_array()?.iter().map(parse_translation_memory).collect()
    })
    .await
}

fn parse_translation_memory(json: &Json) -> Option<TranslationMemory> {
    let targets = json.get("target_languages")?.as_array()?;
    Some(TranslationMemory {
        id: id_field(json, "translation_memory_id")?,
        name: text_field(json, "name")?,
        source_language: Language::new(&text_field(json, "source_language")?),
        target_languages: targets.iter().map(|code| code.as_str().map(Language::new)).collect::<Option<_>>()?,
        segment_count: json.get("segment_count").and_then(Json::as_u64).unwrap_or(0),
    })
}
