//! The endpoints of resources that are made of parts, once for every kind: a glossary of dictionaries, spoken terms of term
//! lists.
//!
//! Always: a PUT replaces a part, a PATCH merges into parts and takes nothing away, the last part may go and the resource
//! stays; nothing is stored unless the whole request holds. Absent: what an entry is. That is in the file of the kind.

use serde_json::{Map, Value, json};

use crate::emulator::body;
use crate::emulator::clock::Moment;
use crate::emulator::error_response::ErrorResponse;
use crate::emulator::id::EmulatedId;
use crate::emulator::message::RawRequest;
use crate::emulator::request_context::{EndpointResponse, RequestContext};
use crate::emulator::route::{self, Route};
use crate::emulator::store::{EmulatedAccount, EmulatorStore, StoredResource, find_resource};
use crate::emulator::style_profile;
use crate::emulator::text_fields;

/// What differs between kinds of resources that are made of parts.
pub(crate) trait PartedResource: StoredResource + Clone {
    /// What a part is found by: a pair of languages, a language.
    type PartKey: PartialEq;
    /// The entries of a part.
    type PartEntries;
    /// The member that lists the resources.
    const LIST_FIELD: &'static str;
    /// The member that holds the parts.
    const PARTS_FIELD: &'static str;
    /// What a part is called in a refusal.
    const PART_NOUN: &'static str;
    /// Parts that one PATCH may hold.
    const MAX_PATCHED_PARTS: usize;

    /// A resource without parts.
    fn without_parts(id: EmulatedId, name: String, now: Moment) -> Self;
    fn set_name(&mut self, name: String);
    fn creation_time(&self) -> Moment;
    /// Bytes that a name may have.
    fn max_name_bytes(context: &RequestContext<'_>) -> usize;
    /// Refuses one more than `held` of them.
    fn check_count(held: usize, context: &RequestContext<'_>) -> Result<(), ErrorResponse>;
    /// Refuses a resource that is too large.
    fn check_size(&self, context: &RequestContext<'_>) -> Result<(), ErrorResponse>;
    /// 400 in the form of the kind.
    fn bad_request(reason: String) -> ErrorResponse;
    /// Reads a part of a body.
    fn parse_part(
        fields: &Map<String, Value>,
        context: &RequestContext<'_>,
    ) -> Result<(Self::PartKey, Self::PartEntries), ErrorResponse>;
    /// The part that a query names.
    fn parse_key(query: &PartQuery<'_>) -> Result<Self::PartKey, ErrorResponse>;
    /// A key in words: `pair en to de`.
    fn describe_key(key: &Self::PartKey) -> String;
    fn put_part(&mut self, key: Self::PartKey, part: Self::PartEntries);
    fn merge_part(&mut self, key: Self::PartKey, part: Self::PartEntries);
    /// Whether there was one.
    fn remove_part(&mut self, key: &Self::PartKey) -> bool;
    /// A part as it is listed: its key and how many entries it has.
    fn summarize_part(key: &Self::PartKey, entry_count: usize) -> Value;
    /// All parts as they are listed.
    fn summarize_parts(&self) -> Vec<Value>;
    /// How many entries a part has.
    fn entry_count(part: &Self::PartEntries) -> usize;
    /// The answer with the entries of a part; nothing when there is none.
    fn entries_body(&self, key: &Self::PartKey, reversed: bool) -> Option<Value>;
}

/// The query of a request about one part.
pub(crate) struct PartQuery<'a>(&'a str);

impl PartQuery<'_> {
    /// A parameter that must be there once.
    pub(crate) fn require(&self, name: &str) -> Result<String, String> {
        match route::query_values(self.0, name).as_slice() {
            [] => Err(format!("{name} is required")),
            [value] => Ok(value.clone()),
            [_, _, ..] => Err(format!("{name} is given more than once")),
        }
    }
}

/// GET of all.
pub(crate) fn list<T: PartedResource>(account: &EmulatedAccount) -> Result<EndpointResponse, ErrorResponse> {
    let all: Vec<Value> = T::collection(account).iter().map(|held| summarize(&**held)).collect();
    EndpointResponse::from_json(200, &json!({ T::LIST_FIELD: all }))
}

/// POST of a new one.
pub(crate) fn create<T: PartedResource>(
    store: &mut EmulatorStore,
    context: &RequestContext<'_>,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let fields = body::read_members(request, &[T::PARTS_FIELD])?;
    let name = parse_name::<T>(&fields, context)?;
    let mut parts: Vec<(T::PartKey, T::PartEntries)> = Vec::new();
    for written in read_parts::<T>(&fields)? {
        let (key, part) = T::parse_part(written, context)?;
        if parts.iter().any(|(known, _)| *known == key) {
            let twice = T::describe_key(&key);
            return Err(T::bad_request(format!("{} hold the {twice} more than once", T::PARTS_FIELD)));
        }
        parts.push((key, part));
    }
    if parts.is_empty() {
        return Err(T::bad_request(format!("{} must hold at least one", T::PARTS_FIELD)));
    }
    T::check_count(T::collection(store.account(context.account)).len(), context)?;
    let mut resource = T::without_parts(store.new_id(), name, context.now);
    for (key, part) in parts {
        resource.put_part(key, part);
    }
    resource.check_size(context)?;
    EndpointResponse::from_json(201, &summarize(&*store.put(context.account, resource, context.now)))
}

/// GET of one.
pub(crate) fn get<T: PartedResource>(
    account: &EmulatedAccount,
    route: &Route,
) -> Result<EndpointResponse, ErrorResponse> {
    EndpointResponse::from_json(200, &summarize(&**find_resource::<T>(account, route)?))
}

/// GET of the entries of a part.
pub(crate) fn get_entries<T: PartedResource>(
    account: &EmulatedAccount,
    context: &RequestContext<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let held = find_resource::<T>(account, route)?;
    let key = T::parse_key(&PartQuery(&request.target))?;
    let body = held.entries_body(&key, context.tweak.reorder_instructions);
    EndpointResponse::from_json(200, &body.ok_or_else(|| ErrorResponse::not_found(T::PART_NOUN))?)
}

/// PATCH of the name, of parts, or of both.
pub(crate) fn patch<T: PartedResource>(
    store: &mut EmulatorStore,
    context: &RequestContext<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let mut resource = clone_resource::<T>(store, context, route)?;
    let fields = body::read_members(request, &[T::PARTS_FIELD])?;
    let parts = read_parts::<T>(&fields)?;
    if parts.len() > T::MAX_PATCHED_PARTS {
        return Err(T::bad_request(format!("{} must hold at most {}", T::PARTS_FIELD, T::MAX_PATCHED_PARTS)));
    }
    if parts.is_empty() && !fields.contains_key("name") {
        return Err(T::bad_request(format!("name or {} is required", T::PARTS_FIELD)));
    }
    if fields.contains_key("name") {
        resource.set_name(parse_name::<T>(&fields, context)?);
    }
    for written in parts {
        let (key, part) = T::parse_part(written, context)?;
        resource.merge_part(key, part);
    }
    resource.check_size(context)?;
    EndpointResponse::from_json(200, &summarize(&*store.put(context.account, resource, context.now)))
}

/// PUT of a part: new, or in place of the one that is there.
pub(crate) fn replace_part<T: PartedResource>(
    store: &mut EmulatorStore,
    context: &RequestContext<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let mut resource = clone_resource::<T>(store, context, route)?;
    let (key, part) = T::parse_part(&body::read_members(request, &[])?, context)?;
    let summary = T::summarize_part(&key, T::entry_count(&part));
    resource.put_part(key, part);
    resource.check_size(context)?;
    store.put(context.account, resource, context.now);
    EndpointResponse::from_json(200, &summary)
}

/// DELETE of a part.
pub(crate) fn delete_part<T: PartedResource>(
    store: &mut EmulatorStore,
    context: &RequestContext<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let mut resource = clone_resource::<T>(store, context, route)?;
    if !resource.remove_part(&T::parse_key(&PartQuery(&request.target))?) {
        return Err(ErrorResponse::not_found(T::PART_NOUN));
    }
    store.put(context.account, resource, context.now);
    Ok(EndpointResponse::no_content())
}

/// DELETE of one resource, of whatever kind.
pub(crate) fn delete<T: StoredResource>(
    store: &mut EmulatorStore,
    context: &RequestContext<'_>,
    route: &Route,
) -> Result<EndpointResponse, ErrorResponse> {
    let id = find_resource::<T>(store.account(context.account), route)?.id();
    style_profile::release_component(store, context, id)?;
    store.put_record(context.account, id, T::into_record(None), context.now);
    Ok(EndpointResponse::no_content())
}

/// A name within its limits.
pub(crate) fn parse_name<T: PartedResource>(
    fields: &Map<String, Value>,
    context: &RequestContext<'_>,
) -> Result<String, ErrorResponse> {
    let written = text_fields::require_text(fields, "name").map_err(|refusal| T::bad_request(refusal.message))?;
    let name = context.normalize_text(written);
    if name.trim().is_empty() {
        return Err(T::bad_request("name must not be empty".to_owned()));
    }
    let most = T::max_name_bytes(context);
    if name.len() > most {
        return Err(T::bad_request(format!("name must have at most {most} bytes")));
    }
    Ok(name)
}

fn clone_resource<T: PartedResource>(
    store: &EmulatorStore,
    context: &RequestContext<'_>,
    route: &Route,
) -> Result<T, ErrorResponse> {
    Ok(T::clone(find_resource::<T>(store.account(context.account), route)?))
}

/// The parts that a body holds; none when it does not mention any.
fn read_parts<T: PartedResource>(fields: &Map<String, Value>) -> Result<Vec<&Map<String, Value>>, ErrorResponse> {
    let items = match fields.get(T::PARTS_FIELD) {
        None => return Ok(Vec::new()),
        Some(Value::Array(items)) => items,
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_)) => {
            return Err(T::bad_request(format!("{} must be an array", T::PARTS_FIELD)));
        }
    };
    let objects = items
        .iter()
        .map(|item| item.as_object().ok_or_else(|| T::bad_request(format!("{} must hold objects", T::PARTS_FIELD))));
    objects.collect()
}

/// A resource as it is answered.
fn summarize<T: PartedResource>(resource: &T) -> Value {
    json!({
        T::ID_FIELD: resource.id(),
        "name": resource.name(),
        T::PARTS_FIELD: resource.summarize_parts(),
        "creation_time": resource.creation_time(),
    })
}
