//! The endpoints of style rule lists: what is asked, what is refused, what is answered.
//!
//! Always: nothing is stored unless the whole request holds; every write raises the version by one, also one that changes
//! nothing. Decision: members that an endpoint does not know are ignored, as the service is known to do on PATCH; members
//! that it knows must have their type, and `null` is no value.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::emulator::body;
use crate::emulator::clock::Moment;
use crate::emulator::error_response::ErrorResponse;
use crate::emulator::id::{EmulatedId, mix_bits};
use crate::emulator::message::RawRequest;
use crate::emulator::page;
use crate::emulator::records::{StoredInstruction, StoredRules, StoredStyleList};
use crate::emulator::request_context::{EndpointResponse, RequestContext};
use crate::emulator::route::Route;
use crate::emulator::store::{EmulatedAccount, EmulatorStore, find_resource};
use crate::emulator::text_fields;
use crate::wire::Call;

/// What a key of the free plan gets: an empty listing, and nothing else.
pub(crate) fn answer_free_plan(route: &Route, request: &RawRequest) -> Result<EndpointResponse, ErrorResponse> {
    if route.call == Call::ListStyles {
        page::parse_page_query(&request.target)?;
        EndpointResponse::from_json(200, &StyleListPageBody { style_rules: &[] })
    } else if route.call.is_read_only() {
        Err(ErrorResponse::not_found("Style rule list"))
    } else {
        Err(ErrorResponse::new(403, "Style rules are not available on the free plan"))
    }
}

/// `GET /v3/style_rules`
pub(crate) fn list_styles(
    account: &EmulatedAccount,
    context: &RequestContext<'_>,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let page = page::parse_page_query(&request.target)?;
    let lists = page.select_items(&account.styles, context.tweak.page_shift);
    let shown: Vec<StyleListBody<'_>> =
        lists.map(|list| StyleListBody::from_stored(list, page.detailed, context.tweak.reorder_instructions)).collect();
    EndpointResponse::from_json(200, &StyleListPageBody { style_rules: &shown })
}

/// `GET /v3/style_rules/{style_id}`
pub(crate) fn get_style(
    account: &EmulatedAccount,
    context: &RequestContext<'_>,
    route: &Route,
) -> Result<EndpointResponse, ErrorResponse> {
    EndpointResponse::from_json(
        200,
        &StyleListBody::from_stored(find_style(account, route)?, true, context.tweak.reorder_instructions),
    )
}

/// `GET /v3/style_rules/{style_id}/custom_instructions/{instruction_id}`
pub(crate) fn get_instruction(account: &EmulatedAccount, route: &Route) -> Result<EndpointResponse, ErrorResponse> {
    EndpointResponse::from_json(200, &*find_instruction(find_style(account, route)?, route)?.1)
}

/// `PATCH /v3/style_rules/{style_id}`
pub(crate) fn rename_style(
    store: &mut EmulatorStore,
    context: &RequestContext<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let mut list = clone_stored_style(store.account(context.account), route)?;
    list.name = parse_name(&body::read_json_object(request)?, context)?;
    store_and_answer(store, context, list)
}

/// `PUT /v3/style_rules/{style_id}/configured_rules`
pub(crate) fn replace_rules(
    store: &mut EmulatorStore,
    context: &RequestContext<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let mut list = clone_stored_style(store.account(context.account), route)?;
    let written = Value::Object(body::read_json_object(request)?);
    list.configured_rules = Arc::new(parse_rules(&written, &list.language, &list.configured_rules, context)?);
    store_and_answer(store, context, list)
}

/// `POST /v3/style_rules/{style_id}/custom_instructions`
pub(crate) fn add_instruction(
    store: &mut EmulatorStore,
    context: &RequestContext<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let mut list = clone_stored_style(store.account(context.account), route)?;
    let fields = body::read_json_object(request)?;
    let (label, prompt, source_language) = parse_instruction(&fields, &list.language, context)?;
    check_instruction_count(list.custom_instructions.len() + 1, context)?;
    let added = Arc::new(StoredInstruction { id: store.new_id(), label, prompt, source_language });
    list.custom_instructions.push(Arc::clone(&added));
    store_and_answer(store, context, list)?;
    EndpointResponse::from_json(201, &*added)
}

/// `PUT /v3/style_rules/{style_id}/custom_instructions/{instruction_id}`
pub(crate) fn replace_instruction(
    store: &mut EmulatorStore,
    context: &RequestContext<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let mut list = clone_stored_style(store.account(context.account), route)?;
    let (at, old) = find_instruction(&list, route)?;
    let fields = body::read_json_object(request)?;
    let (label, prompt, source_language) = parse_instruction(&fields, &list.language, context)?;
    let new = Arc::new(StoredInstruction { id: old.id, label, prompt, source_language });
    list.custom_instructions[at] = Arc::clone(&new);
    store_and_answer(store, context, list)?;
    EndpointResponse::from_json(200, &*new)
}

/// `DELETE /v3/style_rules/{style_id}/custom_instructions/{instruction_id}`
pub(crate) fn remove_instruction(
    store: &mut EmulatorStore,
    context: &RequestContext<'_>,
    route: &Route,
) -> Result<EndpointResponse, ErrorResponse> {
    let mut list = clone_stored_style(store.account(context.account), route)?;
    let (at, _) = find_instruction(&list, route)?;
    list.custom_instructions.remove(at);
    store_and_answer(store, context, list)?;
    Ok(EndpointResponse::no_content())
}

/// `POST /v3/style_rules`
pub(crate) fn create_style(
    store: &mut EmulatorStore,
    context: &RequestContext<'_>,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let fields = body::read_json_object(request)?;
    let name = parse_name(&fields, context)?;
    let language = text_fields::require_text(&fields, "language")?.to_lowercase();
    if !context.capabilities.supports_language(&language) {
        return Err(ErrorResponse::bad_request(format!("Unsupported language for style rules: {language}")));
    }
    let configured_rules = match fields.get("configured_rules") {
        Some(written) => parse_rules(written, &language, &StoredRules::new(), context)?,
        None => StoredRules::new(),
    };
    let instructions = match fields.get("custom_instructions") {
        Some(Value::Array(items)) => items.as_slice(),
        Some(_) => return Err(ErrorResponse::bad_request("custom_instructions must be an array")),
        None => &[],
    };
    check_instruction_count(instructions.len(), context)?;
    let mut checked = Vec::with_capacity(instructions.len());
    for item in instructions {
        let fields =
            item.as_object().ok_or_else(|| ErrorResponse::bad_request("custom_instructions must hold objects"))?;
        checked.push(parse_instruction(fields, &language, context)?);
    }
    if context.limits.style_lists.is_some_and(|most| store.account(context.account).styles.len() >= most) {
        return Err(ErrorResponse::new(456, "Quota exceeded: the plan allows no more style rule lists"));
    }
    let style_id = store.new_id();
    let custom_instructions = checked
        .into_iter()
        .map(|(label, prompt, source_language)| {
            Arc::new(StoredInstruction { id: store.new_id(), label, prompt, source_language })
        })
        .collect();
    let list = StoredStyleList {
        style_id,
        name,
        creation_time: context.now,
        // The service is known to print two different times from the start.
        updated_time: Moment::from_micros(context.now.as_micros() + creation_delay_micros(style_id)),
        language,
        version: 1,
        configured_rules: Arc::new(configured_rules),
        custom_instructions,
    };
    let list = store.put(context.account, list, context.now);
    EndpointResponse::from_json(201, &StyleListBody::from_stored(&list, true, context.tweak.reorder_instructions))
}

/// Stores a list that a write has changed, and answers it whole.
fn store_and_answer(
    store: &mut EmulatorStore,
    context: &RequestContext<'_>,
    mut list: StoredStyleList,
) -> Result<EndpointResponse, ErrorResponse> {
    list.version += 1;
    list.updated_time = context.now.max(Moment::from_micros(list.updated_time.as_micros() + 1));
    let list = store.put(context.account, list, context.now);
    EndpointResponse::from_json(200, &StyleListBody::from_stored(&list, true, context.tweak.reorder_instructions))
}

fn find_style<'a>(account: &'a EmulatedAccount, route: &Route) -> Result<&'a Arc<StoredStyleList>, ErrorResponse> {
    if !route.sub_id.is_empty() && EmulatedId::parse(&route.id).is_some() && EmulatedId::parse(&route.sub_id).is_none()
    {
        return Err(ErrorResponse::bad_request("Invalid instruction_id"));
    }
    find_resource(account, route)
}

fn clone_stored_style(account: &EmulatedAccount, route: &Route) -> Result<StoredStyleList, ErrorResponse> {
    find_style(account, route).map(|list| StoredStyleList::clone(list))
}

fn find_instruction<'a>(
    list: &'a StoredStyleList,
    route: &Route,
) -> Result<(usize, Arc<StoredInstruction>), ErrorResponse> {
    let id = EmulatedId::parse(&route.sub_id).ok_or_else(|| ErrorResponse::bad_request("Invalid instruction_id"))?;
    let mut instructions = list.custom_instructions.iter().enumerate();
    let found: Option<(usize, &'a Arc<StoredInstruction>)> = instructions.find(|(_, instruction)| instruction.id == id);
    found.map(|(at, found)| (at, Arc::clone(found))).ok_or_else(|| ErrorResponse::not_found("Custom instruction"))
}

fn parse_name(fields: &Map<String, Value>, context: &RequestContext<'_>) -> Result<String, ErrorResponse> {
    let name = context.normalize_text(text_fields::require_text(fields, "name")?);
    text_fields::check_length("name", &name, context.limits.name)?;
    Ok(name)
}

/// Label, prompt and source language of a new instruction.
fn parse_instruction(
    fields: &Map<String, Value>,
    language: &str,
    context: &RequestContext<'_>,
) -> Result<(String, String, Option<String>), ErrorResponse> {
    let label = context.normalize_text(text_fields::require_text(fields, "label")?);
    text_fields::check_length("label", &label, context.limits.label)?;
    let prompt = context.normalize_text(text_fields::require_text(fields, "prompt")?);
    text_fields::check_length("prompt", &prompt, context.limits.prompt)?;
    let source_language = match text_fields::optional_text(fields, "source_language")? {
        Some(written) => Some(text_fields::parse_language_code(written)?),
        None => context.quirks.fill_source_language.then(|| language.to_owned()),
    };
    Ok((label, prompt, source_language))
}

fn check_instruction_count(count: usize, context: &RequestContext<'_>) -> Result<(), ErrorResponse> {
    let most = context.limits.custom_instructions;
    if count > most {
        return Err(ErrorResponse::bad_request(format!("A style rule list holds at most {most} custom instructions")));
    }
    Ok(())
}

/// Rules that are offered, or that the list `held` already: those may have been made elsewhere.
fn parse_rules(
    written: &Value,
    language: &str,
    stored: &StoredRules,
    context: &RequestContext<'_>,
) -> Result<StoredRules, ErrorResponse> {
    let categories =
        written.as_object().ok_or_else(|| ErrorResponse::bad_request("configured_rules must be an object"))?;
    let mut rules = StoredRules::new();
    for (category, set) in categories {
        let set = set.as_object().ok_or_else(|| ErrorResponse::bad_request(format!("{category} must be an object")))?;
        let mut values = std::collections::BTreeMap::new();
        for (rule, value) in set {
            let value = value
                .as_str()
                .ok_or_else(|| ErrorResponse::bad_request(format!("{category}.{rule} must be a string")))?;
            values.insert(rule.clone(), value.to_owned());
        }
        rules.insert(category.clone(), values);
    }
    if !context.quirks.any_rules {
        let mut new = rules.clone();
        for (category, set) in stored {
            if let Some(values) = new.get_mut(category) {
                values.retain(|rule, value| set.get(rule) != Some(value));
            }
        }
        new.retain(|category, values| !values.is_empty() || !stored.contains_key(category));
        context.capabilities.check_rules(&new, language, context.quirks.strict_languages)?;
    }
    rules.retain(|_, values| !values.is_empty());
    Ok(rules)
}

/// The envelope of a page.
#[derive(Serialize)]
struct StyleListPageBody<'a> {
    style_rules: &'a [StyleListBody<'a>],
}

/// A list as it is answered.
#[derive(Serialize)]
pub(crate) struct StyleListBody<'a> {
    style_id: EmulatedId,
    name: &'a str,
    creation_time: Moment,
    updated_time: Moment,
    language: &'a str,
    version: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    configured_rules: Option<&'a StoredRules>,
    #[serde(skip_serializing_if = "Option::is_none")]
    custom_instructions: Option<Vec<&'a StoredInstruction>>,
}

impl<'a> StyleListBody<'a> {
    fn from_stored(list: &'a StoredStyleList, detailed: bool, reorder: bool) -> Self {
        let StoredStyleList {
            style_id,
            name,
            creation_time,
            updated_time,
            language,
            version,
            configured_rules,
            custom_instructions,
        } = list;
        let instructions = custom_instructions.iter().map(|instruction| &**instruction);
        Self {
            style_id: *style_id,
            name,
            creation_time: *creation_time,
            updated_time: *updated_time,
            language,
            version: *version,
            configured_rules: detailed.then_some(&**configured_rules),
            custom_instructions: detailed
                .then(|| if reorder { instructions.rev().collect() } else { instructions.collect() }),
        }
    }
}

/// Microseconds that a new list seems to have taken: 1 to 999, the same for the same id.
fn creation_delay_micros(id: EmulatedId) -> i64 {
    let spread = id.to_string().bytes().fold(0, |sum, byte| mix_bits(sum ^ u64::from(byte)));
    1 + i64::try_from(spread % 999).unwrap_or(0)
}
