//! What an account uses: counted in characters for the account, for each key and for each reporting tag, and listed.
//!
//! Always: what would pass the limit of the account or of the key is refused and not counted. Absent: speech. Its sessions are
//! answered and never held.

use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::json;

use crate::emulator::clock::Moment;
use crate::emulator::error_response::ErrorResponse;
use crate::emulator::id::EmulatedId;
use crate::emulator::records::{KeyUsage, StoredUsage};
use crate::emulator::request_context::{EndpointResponse, RequestContext};
use crate::emulator::store::{EmulatedAccount, EmulatorStore, StoredRecord};

/// Minutes of speech that a plan has.
const SPEECH_MINUTES: u64 = 600;

/// What characters are counted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UsedFor {
    Text,
    Document,
    Write,
}

/// `GET /v2/usage`
pub(crate) fn get_usage(
    account: &EmulatedAccount,
    context: &RequestContext<'_>,
) -> Result<EndpointResponse, ErrorResponse> {
    let used = &account.usage;
    let limit = character_limit(used, context);
    let mut body = json!({ "character_count": used.total_characters(), "character_limit": limit });
    if !context.free {
        let unused = KeyUsage::default();
        let key = used.by_key.get(&context.key).unwrap_or(&unused);
        let characters = |name: &str, account: u64, key: u64| {
            json!({
                "product_type": name, "billing_unit": "characters",
                "api_key_unit_count": key, "account_unit_count": account,
                "api_key_character_count": key, "character_count": account,
            })
        };
        let minutes = |name: &str| {
            json!({
                "product_type": name, "billing_unit": "minutes", "api_key_unit_count": 0, "account_unit_count": 0,
                "api_key_character_count": 0, "character_count": 0,
            })
        };
        let (start, end) = billing_period(context.now);
        body["products"] = json!([
            characters("write", used.write, key.write),
            characters("translate", used.text.saturating_add(used.document), key.translate),
            minutes("speechToText"),
            minutes("speechToSpeech"),
        ]);
        body["api_key_character_count"] = json!(key.total_characters());
        body["api_key_character_limit"] = json!(key.character_limit.unwrap_or(limit));
        // Deprecated in favour of minutes, and always 0.
        body["speech_to_text_milliseconds_count"] = json!(0);
        body["speech_to_text_milliseconds_limit"] = json!(key.speech_limit.unwrap_or(SPEECH_MINUTES * 60_000));
        body["speech_to_text_minutes_count"] = json!(0);
        body["speech_to_text_minutes_limit"] = json!(SPEECH_MINUTES);
        body["speech_to_speech_minutes_count"] = json!(0);
        body["speech_to_speech_minutes_limit"] = json!(SPEECH_MINUTES);
        body["start_time"] = json!(start);
        body["end_time"] = json!(end);
    }
    EndpointResponse::from_json(200, &body)
}

/// Counts what a request uses, unless it is more than the plan or the key has left.
pub(crate) fn add_usage(
    store: &mut EmulatorStore,
    context: &RequestContext<'_>,
    used_for: UsedFor,
    characters: u64,
) -> Result<(), ErrorResponse> {
    let mut usage = StoredUsage::clone(&store.account(context.account).usage);
    let key = usage.by_key.entry(context.key).or_default();
    match used_for {
        UsedFor::Text => usage.text = usage.text.saturating_add(characters),
        UsedFor::Document => usage.document = usage.document.saturating_add(characters),
        UsedFor::Write => usage.write = usage.write.saturating_add(characters),
    }
    match used_for {
        UsedFor::Text | UsedFor::Document => key.translate = key.translate.saturating_add(characters),
        UsedFor::Write => key.write = key.write.saturating_add(characters),
    }
    if key.character_limit.is_some_and(|most| key.total_characters() > most) {
        return Err(ErrorResponse::new(456, "The character limit of this key has been exceeded"));
    }
    if let Some(tag) = context.reporting_tag {
        let day = usage.by_tag.entry(tag.to_owned()).or_default().entry(day_of(context.now).to_string()).or_default();
        match used_for {
            UsedFor::Text | UsedFor::Document => day.translate = day.translate.saturating_add(characters),
            UsedFor::Write => day.write = day.write.saturating_add(characters),
        }
    }
    if usage.total_characters() > character_limit(&usage, context) {
        return Err(ErrorResponse::new(456, "Quota for this billing period has been exceeded"));
    }
    store.put_record(context.account, EmulatedId::NONE, StoredRecord::Usage(Arc::new(usage)), context.now);
    Ok(())
}

/// How many characters a text has.
pub(crate) fn count_characters(text: &str) -> u64 {
    text.chars().count() as u64
}

/// The day of a moment, in UTC.
pub(crate) fn day_of(moment: Moment) -> Date {
    Timestamp::from_microsecond(moment.as_micros()).unwrap_or(Timestamp::UNIX_EPOCH).to_zoned(TimeZone::UTC).date()
}

/// The month that a moment is in, from its beginning to the beginning of the next.
fn billing_period(now: Moment) -> (Moment, Moment) {
    let first = day_of(now).first_of_month();
    let next = first.last_of_month().tomorrow().unwrap_or(first);
    let moment = |day: Date| {
        let midnight = day.to_zoned(TimeZone::UTC).map(|day| day.timestamp().as_microsecond());
        Moment::from_micros(midnight.unwrap_or(0))
    };
    (moment(first), moment(next))
}

/// The limit of an account: its own, or that of its plan.
fn character_limit(usage: &StoredUsage, context: &RequestContext<'_>) -> u64 {
    let of_plan = if context.free { context.limits.free_characters } else { context.limits.characters };
    usage.character_limit.unwrap_or(of_plan)
}
