//! The administrative calls: usage by reporting tag, keys and their limits.
//!
//! Always: where keys are configured, only one with the scope `admin` is answered; no key is ever shown, each has an
//! identifier and a label. Decision: the interface description says that there are limits for each key and not in which
//! form they are listed: they are listed in the form in which they are set.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use jiff::civil::Date;
use serde_json::{Map, Value, json};

use crate::emulator::body;
use crate::emulator::error_response::ErrorResponse;
use crate::emulator::id::EmulatedId;
use crate::emulator::message::RawRequest;
use crate::emulator::page;
use crate::emulator::records::{KeyUsage, StoredUsage, TagUsage};
use crate::emulator::request_context::{EndpointResponse, RequestContext};
use crate::emulator::store::{EmulatedAccount, EmulatorStore, StoredRecord};
use crate::emulator::text_fields;
use crate::emulator::usage;

/// Rows on a page of the usage by tag.
const PAGE_SIZE: usize = 25;

/// `GET /v2/admin/analytics/custom-tags`
pub(crate) fn list_tag_usage(
    account: &EmulatedAccount,
    context: &RequestContext<'_>,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let parameter = |name: &str| page::single_parameter(&request.target, name);
    let day = |name: &str| match parameter(name)? {
        None => Ok(None),
        Some(written) => written
            .parse::<Date>()
            .map(Some)
            .map_err(|_| ErrorResponse::bad_request(format!("{name} must be a date: YYYY-MM-DD"))),
    };
    let today = usage::day_of(context.now);
    let start = day("start_date")?.unwrap_or(today.first_of_month());
    let end = day("end_date")?.unwrap_or(today);
    if start > end {
        return Err(ErrorResponse::bad_request("start_date must not be after end_date"));
    }
    let by_day = match parameter("aggregate_by")?.as_deref() {
        None | Some("period") => false,
        Some("day") => true,
        Some(_) => return Err(ErrorResponse::bad_request("aggregate_by must be period or day")),
    };
    let number = match parameter("page")? {
        Some(written) => page::parse_count(&written)
            .ok_or_else(|| ErrorResponse::bad_request("page must be an integer, 0 or more"))?,
        None => 0,
    };
    let within = |day: &str| day.parse::<Date>().is_ok_and(|day| (start..=end).contains(&day));
    let mut rows: Vec<Value> = Vec::new();
    for (tag, days) in &account.usage.by_tag {
        let days: BTreeMap<&String, &TagUsage> = days.iter().filter(|(day, _)| within(day)).collect();
        if by_day {
            rows.extend(days.iter().map(|(day, used)| tag_row(tag, Some(day.as_str()), used)));
        } else if !days.is_empty() {
            let sum = days.values().fold(TagUsage::default(), |sum, used| TagUsage {
                translate: sum.translate.saturating_add(used.translate),
                write: sum.write.saturating_add(used.write),
            });
            rows.push(tag_row(tag, None, &sum));
        }
    }
    let skipped = usize::try_from(number).unwrap_or(usize::MAX).saturating_mul(PAGE_SIZE);
    let next = (rows.len() > skipped.saturating_add(PAGE_SIZE)).then_some(number + 1);
    let shown: Vec<Value> = rows.into_iter().skip(skipped).take(PAGE_SIZE).collect();
    EndpointResponse::from_json(
        200,
        &json!({ "custom_tag_usage_report": {
            "aggregate_by": if by_day { "day" } else { "period" },
            "start_date": start.to_string(),
            "end_date": end.to_string(),
            "next_page": next,
            "usage": shown,
        } }),
    )
}

fn tag_row(tag: &str, day: Option<&str>, used: &TagUsage) -> Value {
    let TagUsage { translate, write } = used;
    let mut row = json!({ "custom_tag": tag });
    if let Some(day) = day {
        row["usage_date"] = json!(day);
    }
    row["breakdown"] = json!({
        "total_characters": translate.saturating_add(*write),
        "text_translation_characters": translate,
        "text_improvement_characters": write,
    });
    row
}

/// `GET /v2/admin/developer-keys`
pub(crate) fn list_keys(
    account: &EmulatedAccount,
    context: &RequestContext<'_>,
) -> Result<EndpointResponse, ErrorResponse> {
    let shown: Vec<Value> = keys_of(account, context)
        .into_iter()
        .map(|(id, label)| {
            let limit = account.usage.by_key.get(&id).and_then(|key| key.character_limit);
            json!({
                "key_id": id, "label": label, "creation_time": usage_epoch(), "deactivated_time": null,
                "is_deactivated": false, "usage_limits": { "characters": limit },
            })
        })
        .collect();
    EndpointResponse::from_json(200, &shown)
}

/// `GET /v2/admin/developer-keys/limits`
pub(crate) fn list_key_limits(
    account: &EmulatedAccount,
    context: &RequestContext<'_>,
) -> Result<EndpointResponse, ErrorResponse> {
    let unlimited = KeyUsage::default();
    let shown: Vec<Value> = keys_of(account, context)
        .into_iter()
        .map(|(id, label)| limits_row(id, &label, account.usage.by_key.get(&id).unwrap_or(&unlimited)))
        .collect();
    EndpointResponse::from_json(200, &shown)
}

/// `PUT /v2/admin/developer-keys/limits`
pub(crate) fn set_key_limits(
    store: &mut EmulatorStore,
    context: &RequestContext<'_>,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let fields = body::read_json_object(request)?;
    let written = text_fields::require_text(&fields, "key_id")?;
    let known = keys_of(store.account(context.account), context);
    let id = EmulatedId::parse(written).ok_or_else(|| ErrorResponse::bad_request("Invalid key_id"))?;
    let (_, label) =
        known.into_iter().find(|(known, _)| *known == id).ok_or_else(|| ErrorResponse::not_found("Key"))?;
    let mut usage = StoredUsage::clone(&store.account(context.account).usage);
    let key = usage.by_key.entry(id).or_default();
    key.character_limit = read_limit(&fields, "characters", key.character_limit)?;
    key.speech_limit = read_limit(&fields, "speech_to_text_milliseconds", key.speech_limit)?;
    let answer = EndpointResponse::from_json(200, &limits_row(id, &label, key));
    store.put_record(context.account, EmulatedId::NONE, StoredRecord::Usage(Arc::new(usage)), context.now);
    answer
}

/// A limit that is set, lifted by `null`, or left as it is.
fn read_limit(fields: &Map<String, Value>, name: &str, before: Option<u64>) -> Result<Option<u64>, ErrorResponse> {
    match fields.get(name) {
        None => Ok(before),
        Some(Value::Null) => Ok(None),
        Some(Value::Number(number)) if number.is_u64() => Ok(number.as_u64()),
        Some(Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_)) => {
            Err(ErrorResponse::bad_request(format!("{name} must be an integer, 0 or more, or null")))
        }
    }
}

fn limits_row(id: EmulatedId, label: &str, key: &KeyUsage) -> Value {
    json!({
        "key_id": id, "label": label,
        "characters": key.character_limit, "speech_to_text_milliseconds": key.speech_limit,
    })
}

/// The keys of the account: those that are configured, and those that were used where none are.
fn keys_of(account: &EmulatedAccount, context: &RequestContext<'_>) -> Vec<(EmulatedId, String)> {
    let configured = context.keys.iter().filter(|key| key.account == context.account).map(|key| key.id());
    let used = account.usage.by_key.keys().copied().filter(|_| context.keys.is_empty());
    let all: BTreeSet<EmulatedId> = configured.chain(used).collect();
    all.into_iter().enumerate().map(|(at, id)| (id, format!("key {}", at + 1))).collect()
}

/// When keys were made: the emulator does not say more than that it was before everything else.
fn usage_epoch() -> &'static str {
    "2026-01-01T00:00:00.0Z"
}
