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
use crate::emulator::id::{Id, mix};
use crate::emulator::message::RawRequest;
use crate::emulator::offer::Offer;
use crate::emulator::page;
use crate::emulator::refusal::Refusal;
use crate::emulator::route::Route;
use crate::emulator::store::{Account, Instruction, Rules, Store, StyleList};
use crate::emulator::text;
use crate::emulator::{Limits, Quirks};
use crate::service::Call;

/// What an endpoint goes by.
pub(crate) struct Terms<'a> {
    pub(crate) offer: &'a Offer,
    pub(crate) limits: &'a Limits,
    pub(crate) quirks: &'a Quirks,
    pub(crate) account: &'a str,
    pub(crate) free: bool,
    pub(crate) now: Moment,
    pub(crate) twist: Twist,
}

/// What a fault makes of an otherwise ordinary answer.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Twist {
    /// Reads answer the state of so many writes ago.
    pub(crate) writes_ago: usize,
    /// Reads answer the state of then.
    pub(crate) as_of: Option<Moment>,
    /// Pages begin so many items later.
    pub(crate) shift: i64,
    /// Instructions are answered in another order.
    pub(crate) reorder: bool,
    /// Edge whitespace of texts is dropped.
    pub(crate) trim: bool,
    /// Texts are brought to normal form C.
    pub(crate) compose: bool,
}

/// An answer with a body or, for 204, without.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

/// Carries one call out.
pub(crate) fn answer(
    store: &mut Store,
    terms: &Terms<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<Answer, Refusal> {
    if terms.free {
        return match route.call {
            Call::ListStyles => page::read(&request.target).and_then(|_| ok(200, &page::Listing { style_rules: &[] })),
            Call::GetStyle | Call::GetInstruction => Err(Refusal::absent("Style rule list")),
            Call::CreateStyle
            | Call::RenameStyle
            | Call::DeleteStyle
            | Call::ReplaceRules
            | Call::AddInstruction
            | Call::ReplaceInstruction
            | Call::RemoveInstruction => Err(Refusal::new(403, "Style rules are not available on the free plan")),
        };
    }
    if route.call.reads() {
        let earlier;
        let account = if terms.twist.writes_ago > 0 || terms.twist.as_of.is_some() {
            earlier = store.earlier(terms.account, terms.twist.writes_ago, terms.twist.as_of);
            &earlier
        } else {
            store.account(terms.account)
        };
        return read(account, terms, route, request);
    }
    match route.call {
        Call::CreateStyle => create(store, terms, request),
        Call::RenameStyle => {
            let mut list = held(store.account(terms.account), route)?;
            list.name = name(&body::object(request)?, terms)?;
            written(store, terms, list)
        }
        Call::DeleteStyle => {
            let list = found(store.account(terms.account), route)?.style_id;
            store.remove(terms.account, list, terms.now);
            Ok(Answer { status: 204, body: Vec::new() })
        }
        Call::ReplaceRules => {
            let mut list = held(store.account(terms.account), route)?;
            list.configured_rules = Arc::new(rules(&Value::Object(body::object(request)?), &list.language, terms)?);
            written(store, terms, list)
        }
        Call::AddInstruction => {
            let mut list = held(store.account(terms.account), route)?;
            let fields = body::object(request)?;
            let (label, prompt, source_language) = instruction(&fields, &list.language, terms)?;
            room_for_instructions(list.custom_instructions.len() + 1, terms)?;
            let added = Arc::new(Instruction { id: store.fresh(), label, prompt, source_language });
            list.custom_instructions.push(Arc::clone(&added));
            written(store, terms, list)?;
            ok(201, &*added)
        }
        Call::ReplaceInstruction => {
            let mut list = held(store.account(terms.account), route)?;
            let (at, old) = place(&list, route)?;
            let fields = body::object(request)?;
            let (label, prompt, source_language) = instruction(&fields, &list.language, terms)?;
            let new = Arc::new(Instruction { id: old.id, label, prompt, source_language });
            list.custom_instructions[at] = Arc::clone(&new);
            written(store, terms, list)?;
            ok(200, &*new)
        }
        Call::RemoveInstruction => {
            let mut list = held(store.account(terms.account), route)?;
            let (at, _) = place(&list, route)?;
            list.custom_instructions.remove(at);
            written(store, terms, list)?;
            Ok(Answer { status: 204, body: Vec::new() })
        }
        Call::ListStyles | Call::GetStyle | Call::GetInstruction => Err(Refusal::absent("Path")),
    }
}

fn read(account: &Account, terms: &Terms<'_>, route: &Route, request: &RawRequest) -> Result<Answer, Refusal> {
    if route.call == Call::ListStyles {
        let page = page::read(&request.target)?;
        let lists = page.of(account, terms.twist.shift);
        let shown: Vec<Shown<'_>> = lists.map(|list| Shown::of(list, page.detailed, terms.twist.reorder)).collect();
        return ok(200, &page::Listing { style_rules: &shown });
    }
    let list = found(account, route)?;
    if route.call == Call::GetInstruction {
        return ok(200, &*place(list, route)?.1);
    }
    ok(200, &Shown::of(list, true, terms.twist.reorder))
}

fn create(store: &mut Store, terms: &Terms<'_>, request: &RawRequest) -> Result<Answer, Refusal> {
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
    if terms.limits.lists.is_some_and(|most| store.account(terms.account).len() >= most) {
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
    let list = store.put(terms.account, list, terms.now);
    ok(201, &Shown::of(&list, true, terms.twist.reorder))
}

/// Stores a list that a write has changed, and answers it whole.
fn written(store: &mut Store, terms: &Terms<'_>, mut list: StyleList) -> Result<Answer, Refusal> {
    list.version += 1;
    list.updated_time = terms.now.max(Moment::from_micros(list.updated_time.micros() + 1));
    let list = store.put(terms.account, list, terms.now);
    ok(200, &Shown::of(&list, true, terms.twist.reorder))
}

fn found<'a>(account: &'a Account, route: &Route) -> Result<&'a Arc<StyleList>, Refusal> {
    let id = Id::read(&route.style).ok_or_else(|| Refusal::bad("Invalid style_id"))?;
    if !route.instruction.is_empty() && Id::read(&route.instruction).is_none() {
        return Err(Refusal::bad("Invalid instruction_id"));
    }
    account.get(id).ok_or_else(|| Refusal::absent("Style rule list"))
}

fn held(account: &Account, route: &Route) -> Result<StyleList, Refusal> {
    found(account, route).map(|list| StyleList::clone(list))
}

fn place<'a>(list: &'a StyleList, route: &Route) -> Result<(usize, Arc<Instruction>), Refusal> {
    let id = Id::read(&route.instruction).ok_or_else(|| Refusal::bad("Invalid instruction_id"))?;
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

impl Terms<'_> {
    /// A text as it will be held.
    fn stored(&self, written: &str) -> String {
        let trimmed = if self.twist.trim || self.quirks.trim { written.trim() } else { written };
        if self.twist.compose { text::composed(trimmed) } else { trimmed.to_owned() }
    }
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

fn ok(status: u16, body: &impl Serialize) -> Result<Answer, Refusal> {
    let body = serde_json::to_vec(body).map_err(|error| Refusal::new(500, error.to_string()))?;
    Ok(Answer { status, body })
}

/// Microseconds that a new list seems to have taken: 1 to 999, the same for the same id.
fn late_by(id: Id) -> i64 {
    let spread = id.to_string().bytes().fold(0, |sum, byte| mix(sum ^ u64::from(byte)));
    1 + i64::try_from(spread % 999).unwrap_or(0)
}
