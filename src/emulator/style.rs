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
use crate::emulator::held::{Instruction, Rules, StyleList};
use crate::emulator::id::{Id, mix};
use crate::emulator::message::RawRequest;
use crate::emulator::page;
use crate::emulator::refusal::Refusal;
use crate::emulator::route::Route;
use crate::emulator::store::{Account, Store};
use crate::emulator::terms::{Answer, Terms};
use crate::emulator::text;
use crate::service::Call;

/// What a key of the free plan gets: an empty listing, and nothing else.
pub(crate) fn on_the_free_plan(route: &Route, request: &RawRequest) -> Result<Answer, Refusal> {
    if route.call == Call::ListStyles {
        page::read(&request.target)?;
        Answer::json(200, &page::Listing { style_rules: &[] })
    } else if route.call.reads() {
        Err(Refusal::absent("Style rule list"))
    } else {
        Err(Refusal::new(403, "Style rules are not available on the free plan"))
    }
}

/// `GET /v3/style_rules`
pub(crate) fn list(account: &Account, terms: &Terms<'_>, request: &RawRequest) -> Result<Answer, Refusal> {
    let page = page::read(&request.target)?;
    let lists = page.of(&account.styles, terms.twist.shift);
    let shown: Vec<Shown<'_>> = lists.map(|list| Shown::of(list, page.detailed, terms.twist.reorder)).collect();
    Answer::json(200, &page::Listing { style_rules: &shown })
}

/// `GET /v3/style_rules/{style_id}`
pub(crate) fn get(account: &Account, terms: &Terms<'_>, route: &Route) -> Result<Answer, Refusal> {
    Answer::json(200, &Shown::of(found(account, route)?, true, terms.twist.reorder))
}

/// `GET /v3/style_rules/{style_id}/custom_instructions/{instruction_id}`
pub(crate) fn get_instruction(account: &Account, route: &Route) -> Result<Answer, Refusal> {
    Answer::json(200, &*place(found(account, route)?, route)?.1)
}

/// `PATCH /v3/style_rules/{style_id}`
pub(crate) fn rename(
    store: &mut Store,
    terms: &Terms<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<Answer, Refusal> {
    let mut list = held(store.account(terms.account), route)?;
    list.name = name(&body::object(request)?, terms)?;
    written(store, terms, list)
}

/// `DELETE /v3/style_rules/{style_id}`
pub(crate) fn delete(store: &mut Store, terms: &Terms<'_>, route: &Route) -> Result<Answer, Refusal> {
    let list = found(store.account(terms.account), route)?.style_id;
    store.remove(terms.account, list, terms.now);
    Ok(Answer::gone())
}

/// `PUT /v3/style_rules/{style_id}/configured_rules`
pub(crate) fn replace_rules(
    store: &mut Store,
    terms: &Terms<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<Answer, Refusal> {
    let mut list = held(store.account(terms.account), route)?;
    list.configured_rules = Arc::new(rules(&Value::Object(body::object(request)?), &list.language, terms)?);
    written(store, terms, list)
}

/// `POST /v3/style_rules/{style_id}/custom_instructions`
pub(crate) fn add_instruction(
    store: &mut Store,
    terms: &Terms<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<Answer, Refusal> {
    let mut list = held(store.account(terms.account), route)?;
    let fields = body::object(request)?;
    let (label, prompt, source_language) = instruction(&fields, &list.language, terms)?;
    room_for_instructions(list.custom_instructions.len() + 1, terms)?;
    let added = Arc::new(Instruction { id: store.fresh(), label, prompt, source_language });
    list.custom_instructions.push(Arc::clone(&added));
    written(store, terms, list)?;
    Answer::json(201, &*added)
}

/// `PUT /v3/style_rules/{style_id}/custom_instructions/{instruction_id}`
pub(crate) fn replace_instruction(
    store: &mut Store,
    terms: &Terms<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<Answer, Refusal> {
    let mut list = held(store.account(terms.account), route)?;
    let (at, old) = place(&list, route)?;
    let fields = body::object(request)?;
    let (label, prompt, source_language) = instruction(&fields, &list.language, terms)?;
    let new = Arc::new(Instruction { id: old.id, label, prompt, source_language });
    list.custom_instructions[at] = Arc::clone(&new);
    written(store, terms, list)?;
    Answer::json(200, &*new)
}

/// `DELETE /v3/style_rules/{style_id}/custom_instructions/{instruction_id}`
pub(crate) fn remove_instruction(store: &mut Store, terms: &Terms<'_>, route: &Route) -> Result<Answer, Refusal> {
    let mut list = held(store.account(terms.account), route)?;
    let (at, _) = place(&list, route)?;
    list.custom_instructions.remove(at);
    written(store, terms, list)?;
    Ok(Answer::gone())
}

/// `POST /v3/style_rules`
pub(crate) fn create(store: &mut Store, terms: &Terms<'_>, request: &RawRequest) -> Result<Answer, Refusal> {
    let fields = body::object(request)?;
    let name = name(&fields, terms)?;
    let language = text::required(&fields, "language")?.to_lowercase();
    if !terms.offer.keeps(&language) {
        return Err(Refusal::bad(format!("Unsupported language for style rules: {language}")));
    }
    let configured_rules = match fields.get("configured_rules") {
        Some(written) => rules(written, &language, terms)?,
        None => Rules::new(),
    };
    let instructions = match fields.get("custom_instructions") {
        Some(Value::Array(items)) => items.as_slice(),
        Some(_) => return Err(Refusal::bad("custom_instructions must be an array")),
        None => &[],
    };
    room_for_instructions(instructions.len(), terms)?;
    let mut checked = Vec::with_capacity(instructions.len());
    for item in instructions {
        let fields = item.as_object().ok_or_else(|| Refusal::bad("custom_instructions must hold objects"))?;
        checked.push(instruction(fields, &language, terms)?);
    }
    if terms.limits.lists.is_some_and(|most| store.account(terms.account).styles.len() >= most) {
        return Err(Refusal::new(456, "Quota exceeded: the plan allows no more style rule lists"));
    }
    let style_id = store.fresh();
    let custom_instructions = checked
        .into_iter()
        .map(|(label, prompt, source_language)| {
            Arc::new(Instruction { id: store.fresh(), label, prompt, source_language })
        })
        .collect();
    let list = StyleList {
        style_id,
        name,
        creation_time: terms.now,
        // The service is known to print two different times from the start.
        updated_time: Moment::from_micros(terms.now.micros() + late_by(style_id)),
        language,
        version: 1,
        configured_rules: Arc::new(configured_rules),
        custom_instructions,
    };
    let list = store.put_style(terms.account, list, terms.now);
    Answer::json(201, &Shown::of(&list, true, terms.twist.reorder))
}

/// Stores a list that a write has changed, and answers it whole.
fn written(store: &mut Store, terms: &Terms<'_>, mut list: StyleList) -> Result<Answer, Refusal> {
    list.version += 1;
    list.updated_time = terms.now.max(Moment::from_micros(list.updated_time.micros() + 1));
    let list = store.put_style(terms.account, list, terms.now);
    Answer::json(200, &Shown::of(&list, true, terms.twist.reorder))
}

fn found<'a>(account: &'a Account, route: &Route) -> Result<&'a Arc<StyleList>, Refusal> {
    let id = Id::read(&route.id).ok_or_else(|| Refusal::bad("Invalid style_id"))?;
    if !route.part.is_empty() && Id::read(&route.part).is_none() {
        return Err(Refusal::bad("Invalid instruction_id"));
    }
    account.styles.get(id).ok_or_else(|| Refusal::absent("Style rule list"))
}

fn held(account: &Account, route: &Route) -> Result<StyleList, Refusal> {
    found(account, route).map(|list| StyleList::clone(list))
}

fn place<'a>(list: &'a StyleList, route: &Route) -> Result<(usize, Arc<Instruction>), Refusal> {
    let id = Id::read(&route.part).ok_or_else(|| Refusal::bad("Invalid instruction_id"))?;
    let mut instructions = list.custom_instructions.iter().enumerate();
    let found: Option<(usize, &'a Arc<Instruction>)> = instructions.find(|(_, instruction)| instruction.id == id);
    found.map(|(at, found)| (at, Arc::clone(found))).ok_or_else(|| Refusal::absent("Custom instruction"))
}

fn name(fields: &Map<String, Value>, terms: &Terms<'_>) -> Result<String, Refusal> {
    let name = terms.stored(text::required(fields, "name")?);
    text::within("name", &name, terms.limits.name)?;
    Ok(name)
}

/// Label, prompt and source language of a new instruction.
fn instruction(
    fields: &Map<String, Value>,
    language: &str,
    terms: &Terms<'_>,
) -> Result<(String, String, Option<String>), Refusal> {
    let label = terms.stored(text::required(fields, "label")?);
    text::within("label", &label, terms.limits.label)?;
    let prompt = terms.stored(text::required(fields, "prompt")?);
    text::within("prompt", &prompt, terms.limits.prompt)?;
    let source_language = match text::optional(fields, "source_language")? {
        Some(written) => Some(text::language(written)?),
        None => terms.quirks.fill_source_language.then(|| language.to_owned()),
    };
    Ok((label, prompt, source_language))
}

fn room_for_instructions(count: usize, terms: &Terms<'_>) -> Result<(), Refusal> {
    let most = terms.limits.custom_instructions;
    if count > most {
        return Err(Refusal::bad(format!("A style rule list holds at most {most} custom instructions")));
    }
    Ok(())
}

fn rules(written: &Value, language: &str, terms: &Terms<'_>) -> Result<Rules, Refusal> {
    let categories = written.as_object().ok_or_else(|| Refusal::bad("configured_rules must be an object"))?;
    let mut rules = Rules::new();
    for (category, set) in categories {
        let set = set.as_object().ok_or_else(|| Refusal::bad(format!("{category} must be an object")))?;
        let mut values = std::collections::BTreeMap::new();
        for (rule, value) in set {
            let value = value.as_str().ok_or_else(|| Refusal::bad(format!("{category}.{rule} must be a string")))?;
            values.insert(rule.clone(), value.to_owned());
        }
        rules.insert(category.clone(), values);
    }
    if !terms.quirks.any_rules {
        terms.offer.check(&rules, language, terms.quirks.strict_languages)?;
    }
    rules.retain(|_, values| !values.is_empty());
    Ok(rules)
}

/// A list as it is answered.
#[derive(Serialize)]
pub(crate) struct Shown<'a> {
    style_id: Id,
    name: &'a str,
    creation_time: Moment,
    updated_time: Moment,
    language: &'a str,
    version: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    configured_rules: Option<&'a Rules>,
    #[serde(skip_serializing_if = "Option::is_none")]
    custom_instructions: Option<Vec<&'a Instruction>>,
}

impl<'a> Shown<'a> {
    fn of(list: &'a StyleList, detailed: bool, reorder: bool) -> Self {
        let StyleList {
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
fn late_by(id: Id) -> i64 {
    let spread = id.to_string().bytes().fold(0, |sum, byte| mix(sum ^ u64::from(byte)));
    1 + i64::try_from(spread % 999).unwrap_or(0)
}
