//! The endpoints of style profiles: an object that bundles glossaries, style rule lists and translation memories under one
//! identifier, so that a request names one.
//!
//! Always: nothing is stored unless the whole request holds; each list of identifiers that is sent replaces the one that was
//! held, what is absent stays, and an empty text takes `description` or `industry` away. Identifiers must lead to things of the
//! account; of lists there is one for each language, of memories one for each source language. Decision: what the service does
//! with a profile when a component is deleted, whether it keeps the order of glossaries, how it answers a creation and which
//! further members a profile has, is not documented; both ways can be tried ([`crate::emulator::EmulatorQuirks`]).

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::emulator::body;
use crate::emulator::error_response::ErrorResponse;
use crate::emulator::id::EmulatedId;
use crate::emulator::language_table;
use crate::emulator::message::RawRequest;
use crate::emulator::records::StoredStyleProfile;
use crate::emulator::request_context::{EndpointResponse, RequestContext};
use crate::emulator::route::Route;
use crate::emulator::store::{EmulatedAccount, EmulatorStore, find_resource};
use crate::emulator::text_fields;

/// `GET /v3/style_profiles`
pub(crate) fn list(account: &EmulatedAccount, context: &RequestContext<'_>) -> Result<EndpointResponse, ErrorResponse> {
    let shown: Vec<Value> = account.style_profiles.iter().map(|held| profile_body(held, context)).collect();
    EndpointResponse::from_json(200, &json!({ "style_profiles": shown, "total_count": shown.len() }))
}

/// `GET /v3/style_profiles/{style_profile_id}`
pub(crate) fn get(
    account: &EmulatedAccount,
    context: &RequestContext<'_>,
    route: &Route,
) -> Result<EndpointResponse, ErrorResponse> {
    EndpointResponse::from_json(200, &profile_body(find_resource::<StoredStyleProfile>(account, route)?, context))
}

/// `POST /v3/style_profiles`
pub(crate) fn create(
    store: &mut EmulatorStore,
    context: &RequestContext<'_>,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let fields = body::read_json_object(request)?;
    text_fields::require_text(&fields, "name")?;
    let empty = StoredStyleProfile {
        style_profile_id: EmulatedId::NONE,
        name: String::new(),
        description: None,
        industry: None,
        glossary_ids: Vec::new(),
        style_rule_ids: Vec::new(),
        translation_memory_ids: Vec::new(),
        glossary_priority_order_enabled: false,
        creation_time: context.now,
        updated_time: context.now,
    };
    let profile = merge_fields(empty, &fields, store.account(context.account), context)?;
    let profile = StoredStyleProfile { style_profile_id: store.new_id(), ..profile };
    let status = if context.quirks.create_profile_with_200 { 200 } else { 201 };
    EndpointResponse::from_json(status, &profile_body(&store.put(context.account, profile, context.now), context))
}

/// `PATCH /v3/style_profiles/{style_profile_id}`
pub(crate) fn patch(
    store: &mut EmulatorStore,
    context: &RequestContext<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let account = store.account(context.account);
    let held = StoredStyleProfile::clone(find_resource::<StoredStyleProfile>(account, route)?);
    let profile = merge_fields(held, &body::read_json_object(request)?, account, context)?;
    let profile = StoredStyleProfile { updated_time: context.now, ..profile };
    EndpointResponse::from_json(200, &profile_body(&store.put(context.account, profile, context.now), context))
}

/// What becomes of the profiles that hold a thing when that is deleted: they let go of it, or the deletion is refused.
pub(crate) fn release_component(
    store: &mut EmulatorStore,
    context: &RequestContext<'_>,
    id: EmulatedId,
) -> Result<(), ErrorResponse> {
    let holders = store.account(context.account).style_profiles.iter().filter(|profile| profile.holds(id));
    let holders: Vec<StoredStyleProfile> = holders.map(|profile| StoredStyleProfile::clone(profile)).collect();
    if let Some(profile) = holders.first().filter(|_| context.quirks.refuse_linked_deletion) {
        let message = format!("It is used by the style profile {} ({})", profile.style_profile_id, profile.name);
        return Err(ErrorResponse::new(409, message));
    }
    for mut profile in holders {
        for ids in [&mut profile.glossary_ids, &mut profile.style_rule_ids, &mut profile.translation_memory_ids] {
            ids.retain(|held| *held != id);
        }
        profile.updated_time = context.now;
        store.put(context.account, profile, context.now);
    }
    Ok(())
}

impl StoredStyleProfile {
    fn holds(&self, id: EmulatedId) -> bool {
        [&self.glossary_ids, &self.style_rule_ids, &self.translation_memory_ids].iter().any(|ids| ids.contains(&id))
    }
}

/// A profile as it is answered: `description` and `industry` are absent where they are not set.
fn profile_body(profile: &StoredStyleProfile, context: &RequestContext<'_>) -> Value {
    let StoredStyleProfile {
        style_profile_id,
        name,
        description,
        industry,
        glossary_ids,
        style_rule_ids,
        translation_memory_ids,
        glossary_priority_order_enabled,
        creation_time,
        updated_time,
    } = profile;
    let mut body = json!({
        "style_profile_id": style_profile_id,
        "name": name,
        "glossary_ids": glossary_ids,
        "style_rule_ids": style_rule_ids,
        "translation_memory_ids": translation_memory_ids,
        "glossary_priority_order_enabled": glossary_priority_order_enabled,
        "creation_time": creation_time,
        "updated_time": updated_time,
    });
    for (field, text) in [("description", description), ("industry", industry)] {
        if let Some(text) = text {
            body[field] = json!(text);
        }
    }
    if context.quirks.unknown_profile_members {
        body["example_document_ids"] = json!([style_profile_id]);
        body["spoken_terms_id"] = json!(style_profile_id);
    }
    body
}

/// The profile with what a body says of it.
fn merge_fields(
    mut profile: StoredStyleProfile,
    fields: &Map<String, Value>,
    account: &EmulatedAccount,
    context: &RequestContext<'_>,
) -> Result<StoredStyleProfile, ErrorResponse> {
    if let Some(name) = text_fields::optional_text(fields, "name")? {
        let name = context.normalize_text(name);
        text_fields::check_length("name", &name, context.limits.name)?;
        profile.name = name;
    }
    for (field, held) in [("description", &mut profile.description), ("industry", &mut profile.industry)] {
        if let Some(text) = text_fields::optional_text(fields, field)? {
            *held = Some(context.normalize_text(text)).filter(|text| !text.is_empty());
        }
    }
    match fields.get("glossary_priority_order_enabled") {
        None => {}
        Some(Value::Bool(on)) => profile.glossary_priority_order_enabled = *on,
        Some(Value::Null | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_)) => {
            return Err(ErrorResponse::bad_request("glossary_priority_order_enabled must be true or false"));
        }
    }
    if let Some(ids) = read_ids(fields, "glossary_ids", |id| account.glossaries.get(id).map(|_| None))? {
        profile.glossary_ids = ids;
    }
    let language = |id| account.styles.get(id).map(|list| Some(language_table::root_code(&list.language).to_owned()));
    if let Some(ids) = read_ids(fields, "style_rule_ids", language)? {
        profile.style_rule_ids = ids;
    }
    let source = |id| {
        let memory = account.translation_memories.get(id)?;
        Some(Some(language_table::root_code(&memory.source_language).to_lowercase()))
    };
    if let Some(ids) = read_ids(fields, "translation_memory_ids", source)? {
        profile.translation_memory_ids = ids;
    }
    if context.quirks.sort_profile_glossaries && !profile.glossary_priority_order_enabled {
        profile.glossary_ids.sort();
    }
    Ok(profile)
}

/// A list of identifiers of a body. `find` tells whether the account holds a thing, and the language that only one of them may
/// be of.
fn read_ids(
    fields: &Map<String, Value>,
    field: &str,
    find: impl Fn(EmulatedId) -> Option<Option<String>>,
) -> Result<Option<Vec<EmulatedId>>, ErrorResponse> {
    let Some(written) = fields.get(field) else { return Ok(None) };
    let refuse = |why: String| ErrorResponse::bad_request(format!("Check '{field}': {why}"));
    let items = written.as_array().ok_or_else(|| refuse("it must be an array of strings".to_owned()))?;
    let mut languages = BTreeSet::new();
    let mut ids = Vec::new();
    for item in items {
        let text = item.as_str().ok_or_else(|| refuse("it must hold strings".to_owned()))?;
        let id = EmulatedId::parse(text).ok_or_else(|| refuse(format!("{text} is no identifier")))?;
        let language = find(id).ok_or_else(|| refuse(format!("{text} does not exist or is not accessible")))?;
        if ids.contains(&id) {
            return Err(refuse(format!("{text} is there more than once")));
        }
        if let Some(language) = language
            && !languages.insert(language.clone())
        {
            return Err(refuse(format!("there is more than one for the language {language}")));
        }
        ids.push(id);
    }
    Ok(Some(ids))
}
