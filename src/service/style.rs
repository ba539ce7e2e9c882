//! Style rule lists on the wire: requests and answers, one function per call.
//!
//! Answers are read leniently (unknown fields are ignored, unknown rules kept) but never guessed at: an answer without
//! id, version or the fields that identify a list is unreadable.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use crate::model::style::{Content, Instruction, LiveInstruction, LiveStyle, RuleKey};
use crate::model::wire::{instruction_json, read_rules, rules_json};
use crate::model::{Id, Language};
use crate::service::answer::{id, read, removed, text, unreadable};
use crate::service::client::{Answer, Client, request};
use crate::service::error::Error;
use crate::service::{Call, Request, Transport};

const LISTS: &str = "/v3/style_rules";

/// One item of a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The list's id.
    pub id: Id,
    /// Its display name.
    pub name: String,
}

/// Largest request body that is sent in one piece, in bytes. The service documents 128 KiB; 100 kB were met in the field.
pub const BODY_BYTES: usize = 96 * 1024;

/// A page of lists with their content.
///
/// # Errors
/// See [`Trouble`](crate::service::error::Trouble).
pub async fn page<T: Transport>(client: &Client<T>, page: usize, size: usize) -> Result<Vec<LiveStyle>, Error> {
    let request = request(Call::ListStyles, format!("{LISTS}?page={page}&page_size={size}&detailed=true"), None);
    let answer = client.call(&request).await?;
    listed(&request, &answer, live_style)
}

/// A page of lists without their content.
///
/// # Errors
/// See [`Trouble`](crate::service::error::Trouble).
pub async fn names<T: Transport>(client: &Client<T>, page: usize, size: usize) -> Result<Vec<Listed>, Error> {
    let request = request(Call::ListStyles, format!("{LISTS}?page={page}&page_size={size}"), None);
    let answer = client.call(&request).await?;
    listed(&request, &answer, |json| Some(Listed { id: id(json, "style_id")?, name: text(json, "name")? }))
}

/// One list.
///
/// # Errors
/// See [`Trouble`](crate::service::error::Trouble); 404 is [`Error::is_absent`].
pub async fn get<T: Transport>(client: &Client<T>, id: &Id) -> Result<LiveStyle, Error> {
    let request = request(Call::GetStyle, format!("{LISTS}/{id}"), None);
    let answer = client.call(&request).await?;
    let found = read(&request, &answer, live_style)?;
    if found.id == *id { Ok(found) } else { Err(unreadable(&request, &answer, "it is about another list")) }
}

/// Creates a list: rules and as many instructions as fit into one body. Returns it and how many were sent.
///
/// # Errors
/// See [`Trouble`](crate::service::error::Trouble); never repeated by itself once it may have been carried out.
pub async fn create<T: Transport>(
    client: &Client<T>,
    name: &str,
    content: &Content,
) -> Result<(LiveStyle, usize), Error> {
    let (body, sent) = create_body(name, content);
    let request = request(Call::CreateStyle, LISTS, Some(&body));
    let answer = client.call(&request).await?;
    let created = read(&request, &answer, live_style)?;
    if created.language != content.language {
        return Err(unreadable(&request, &answer, "it is about a list of another language"));
    }
    Ok((created, sent))
}

fn create_body(name: &str, content: &Content) -> (Json, usize) {
    let Content { name: _, language, rules, instructions } = content;
    let mut body = json!({
        "name": name,
        "language": language.as_str(),
        "configured_rules": rules_json(rules, &BTreeMap::new()),
        "custom_instructions": [],
    });
    let mut room = BODY_BYTES.saturating_sub(body.to_string().len());
    let mut first = Vec::new();
    for instruction in instructions {
        let json = instruction_json(instruction);
        let size = json.to_string().len() + 1;
        if size > room {
            break;
        }
        room -= size;
        first.push(json);
    }
    let sent = first.len();
    body["custom_instructions"] = Json::Array(first);
    (body, sent)
}

/// Renames a list.
///
/// # Errors
/// See [`Trouble`](crate::service::error::Trouble).
pub async fn rename<T: Transport>(client: &Client<T>, id: &Id, name: &str) -> Result<Answer, Error> {
    let request = request(Call::RenameStyle, format!("{LISTS}/{id}"), Some(&json!({"name": name})));
    client.call(&request).await
}

/// Replaces all configured rules of a list.
///
/// # Errors
/// See [`Trouble`](crate::service::error::Trouble).
pub async fn replace_rules<T: Transport>(
    client: &Client<T>,
    id: &Id,
    rules: &BTreeMap<RuleKey, String>,
    strange: &BTreeMap<String, Json>,
) -> Result<Answer, Error> {
    let body = rules_json(rules, strange);
    let request = request(Call::ReplaceRules, format!("{LISTS}/{id}/configured_rules"), Some(&body));
    client.call(&request).await
}

/// Adds an instruction.
///
/// # Errors
/// See [`Trouble`](crate::service::error::Trouble); never repeated by itself once it may have been carried out.
pub async fn add_instruction<T: Transport>(
    client: &Client<T>,
    list: &Id,
    instruction: &Instruction,
) -> Result<Answer, Error> {
    let body = instruction_json(instruction);
    let request = request(Call::AddInstruction, format!("{LISTS}/{list}/custom_instructions"), Some(&body));
    client.call(&request).await
}

/// Replaces an instruction; its id stays.
///
/// # Errors
/// See [`Trouble`](crate::service::error::Trouble).
pub async fn replace_instruction<T: Transport>(
    client: &Client<T>,
    list: &Id,
    id: &Id,
    instruction: &Instruction,
) -> Result<Answer, Error> {
    let body = instruction_json(instruction);
    let request = request(Call::ReplaceInstruction, format!("{LISTS}/{list}/custom_instructions/{id}"), Some(&body));
    client.call(&request).await
}

/// Removes an instruction. One that is not there counts as removed. Returns how often it may have been carried out unseen.
///
/// # Errors
/// See [`Trouble`](crate::service::error::Trouble).
pub async fn remove_instruction<T: Transport>(client: &Client<T>, list: &Id, id: &Id) -> Result<u32, Error> {
    let request = request(Call::RemoveInstruction, format!("{LISTS}/{list}/custom_instructions/{id}"), None);
    removed(client.call(&request).await)
}

/// Deletes a list. One that is not there counts as deleted.
///
/// # Errors
/// See [`Trouble`](crate::service::error::Trouble).
pub async fn delete<T: Transport>(client: &Client<T>, id: &Id) -> Result<u32, Error> {
    let request = request(Call::DeleteStyle, format!("{LISTS}/{id}"), None);
    removed(client.call(&request).await)
}

fn listed<I>(request: &Request, answer: &Answer, item: impl Fn(&Json) -> Option<I>) -> Result<Vec<I>, Error> {
    read(request, answer, |json| json.get("style_rules")?.as_array()?.iter().map(item).collect())
}

/// A list as the service describes it.
fn live_style(json: &Json) -> Option<LiveStyle> {
    let configured = json.get("configured_rules").and_then(Json::as_object);
    let (rules, strange) = read_rules(configured.into_iter().flatten());
    let none = Vec::new();
    let instructions = json.get("custom_instructions").and_then(Json::as_array).unwrap_or(&none);
    Some(LiveStyle {
        id: id(json, "style_id")?,
        name: text(json, "name")?,
        language: Language::new(&text(json, "language")?),
        version: json.get("version")?.as_u64()?,
        rules,
        strange,
        instructions: instructions.iter().map(live_instruction).collect::<Option<_>>()?,
        updated_time: text(json, "updated_time").unwrap_or_default(),
    })
}

fn live_instruction(json: &Json) -> Option<LiveInstruction> {
    let source_language = text(json, "source_language").filter(|code| !code.is_empty());
    Some(LiveInstruction {
        id: id(json, "id")?,
        instruction: Instruction {
            label: text(json, "label")?,
            prompt: text(json, "prompt")?,
            source_language: source_language.map(|code| Language::new(&code)),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_into_one_body_is_left_for_single_calls() {
        let instructions = (0..200)
            .map(|n| Instruction { label: format!("Regel {n}"), prompt: "漢".repeat(300), source_language: None })
            .collect();
        let content =
            Content { name: "n".to_owned(), language: Language::new("ja"), rules: BTreeMap::new(), instructions };
        let (body, sent) = create_body("n", &content);
        assert!(body.to_string().len() <= BODY_BYTES);
        assert!((50..200).contains(&sent), "{sent}");
    }

    #[test]
    fn what_nobody_knows_is_kept() {
        let json = json!({"style_id": "a-1", "name": "n", "language": "DE", "version": 3, "new_field": 1,
            "configured_rules": {"numbers": {"x": "y", "z": 1, "gone": null}, "odd": [1]}, "custom_instructions": []});
        let live = live_style(&json).unwrap();
        assert_eq!(live.rules.keys().map(ToString::to_string).collect::<Vec<_>>(), ["numbers.x"]);
        assert_eq!(rules_json(&live.rules, &live.strange), json!({"numbers": {"x": "y", "z": 1}, "odd": [1]}));
        assert_eq!(live.language.as_str(), "de");
    }
}
