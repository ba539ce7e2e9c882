//! Style rule lists on the wire: requests and answers, one function per call.
//!
//! Answers are read leniently (unknown fields are ignored, unknown rules kept) but never guessed at: an answer without
//! id, version or the fields that identify a list is unreadable.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use crate::model::style::{Instruction, LiveStyle, RuleKey, StyleContent};
use crate::model::wire::{creation_body, instruction_json, rules_json};
use crate::model::{Id, SharedText};
use crate::service::answer::{fetch_parsed, removal_attempts};
use crate::service::client::{Client, ServiceAnswer, build_request};
use crate::service::error::ServiceError;
use crate::service::listed_resource::ListedResource;
use crate::service::{Call, Transport, style_wire};

/// A page of lists with their content.
///
/// # Errors
/// See [`ErrorKind`](crate::service::error::ErrorKind).
pub async fn list_page<T: Transport>(
    client: &Client<T>,
    page: usize,
    size: usize,
) -> Result<Vec<LiveStyle>, ServiceError> {
    let request = build_request(
        Call::ListStyles,
        format!("{}?page={page}&page_size={size}&detailed=true", Call::ListStyles.path(&[])),
        None,
    );
    fetch_parsed(client, &request, style_wire::parse_page).await
}

/// A page of lists without their content.
///
/// # Errors
/// See [`ErrorKind`](crate::service::error::ErrorKind).
pub async fn list_names_page<T: Transport>(
    client: &Client<T>,
    page: usize,
    size: usize,
) -> Result<Vec<ListedResource>, ServiceError> {
    let request =
        build_request(Call::ListStyles, format!("{}?page={page}&page_size={size}", Call::ListStyles.path(&[])), None);
    fetch_parsed(client, &request, style_wire::parse_names_page).await
}

/// One list.
///
/// # Errors
/// See [`ErrorKind`](crate::service::error::ErrorKind); 404 is [`ServiceError::is_not_found`].
pub async fn get_style<T: Transport>(client: &Client<T>, id: &Id) -> Result<LiveStyle, ServiceError> {
    let request = build_request(Call::GetStyle, Call::GetStyle.path(&[id.as_str()]), None);
    fetch_parsed(client, &request, |body| Ok(style_wire::parse_style(body)?.filter(|found| found.id == *id))).await
}

/// Creates a list: rules and as many instructions as fit into one body. Returns it and how many were sent.
///
/// # Errors
/// See [`ErrorKind`](crate::service::error::ErrorKind); never repeated by itself once it may have been carried out.
pub async fn create_style<T: Transport>(
    client: &Client<T>,
    name: &str,
    content: &StyleContent,
) -> Result<(LiveStyle, usize), ServiceError> {
    let (body, sent) = creation_body(name, content);
    let request = build_request(Call::CreateStyle, Call::CreateStyle.path(&[]), Some(&body));
    let created = fetch_parsed(client, &request, |body| {
        Ok(style_wire::parse_style(body)?.filter(|created| created.language == content.language))
    })
    .await?;
    Ok((created, sent))
}

/// Renames a list.
///
/// # Errors
/// See [`ErrorKind`](crate::service::error::ErrorKind).
pub async fn rename_style<T: Transport>(
    client: &Client<T>,
    id: &Id,
    name: &str,
) -> Result<ServiceAnswer, ServiceError> {
    let request =
        build_request(Call::RenameStyle, Call::RenameStyle.path(&[id.as_str()]), Some(&json!({"name": name})));
    client.send_call(&request).await
}

/// Replaces all configured rules of a list.
///
/// # Errors
/// See [`ErrorKind`](crate::service::error::ErrorKind).
pub async fn replace_rules<T: Transport>(
    client: &Client<T>,
    id: &Id,
    rules: &BTreeMap<RuleKey, SharedText>,
    strange: &BTreeMap<String, Json>,
) -> Result<ServiceAnswer, ServiceError> {
    let body = rules_json(rules, strange);
    let request = build_request(Call::ReplaceRules, Call::ReplaceRules.path(&[id.as_str()]), Some(&body));
    client.send_call(&request).await
}

/// Adds an instruction.
///
/// # Errors
/// See [`ErrorKind`](crate::service::error::ErrorKind); never repeated by itself once it may have been carried out.
pub async fn add_instruction<T: Transport>(
    client: &Client<T>,
    list: &Id,
    instruction: &Instruction,
) -> Result<ServiceAnswer, ServiceError> {
    let body = instruction_json(instruction);
    let request = build_request(Call::AddInstruction, Call::AddInstruction.path(&[list.as_str()]), Some(&body));
    client.send_call(&request).await
}

/// Replaces an instruction; its id stays.
///
/// # Errors
/// See [`ErrorKind`](crate::service::error::ErrorKind).
pub async fn replace_instruction<T: Transport>(
    client: &Client<T>,
    list: &Id,
    id: &Id,
    instruction: &Instruction,
) -> Result<ServiceAnswer, ServiceError> {
    let body = instruction_json(instruction);
    let request = build_request(
        Call::ReplaceInstruction,
        Call::ReplaceInstruction.path(&[list.as_str(), id.as_str()]),
        Some(&body),
    );
    client.send_call(&request).await
}

/// Removes an instruction. One that is not there counts as removed. Returns how often it may have been carried out unseen.
///
/// # Errors
/// See [`ErrorKind`](crate::service::error::ErrorKind).
pub async fn remove_instruction<T: Transport>(client: &Client<T>, list: &Id, id: &Id) -> Result<u32, ServiceError> {
    let request =
        build_request(Call::RemoveInstruction, Call::RemoveInstruction.path(&[list.as_str(), id.as_str()]), None);
    removal_attempts(client.send_call(&request).await)
}

/// Deletes a list. One that is not there counts as deleted.
///
/// # Errors
/// See [`ErrorKind`](crate::service::error::ErrorKind).
pub async fn delete_style<T: Transport>(client: &Client<T>, id: &Id) -> Result<u32, ServiceError> {
    let request = build_request(Call::DeleteStyle, Call::DeleteStyle.path(&[id.as_str()]), None);
    removal_attempts(client.send_call(&request).await)
}
