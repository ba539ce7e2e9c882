//! What an account uses: counted in characters, and listed.
//!
//! Always: what would pass the limit is refused and not counted. Absent: counts for each key (a key is told the account's)
//! and speech.

use serde_json::json;

use crate::emulator::error_response::ErrorResponse;
use crate::emulator::id::EmulatedId;
use crate::emulator::records::StoredUsage;
use crate::emulator::request_context::{EndpointResponse, RequestContext};
use crate::emulator::store::{EmulatedAccount, EmulatorStore, StoredRecord};

/// `GET /v2/usage`
pub(crate) fn get_usage(
    account: &EmulatedAccount,
    terms: &RequestContext<'_>,
) -> Result<EndpointResponse, ErrorResponse> {
    let StoredUsage { text, document, write } = account.usage;
    let product = |name: &str, unit: &str, count: u64| json!({ "product_type": name, "billing_unit": unit, "api_key_unit_count": count, "account_unit_count": count });
    EndpointResponse::from_json(
        200,
        &json!({
            "character_count": account.usage.total_characters(),
            "character_limit": character_limit(terms),
            "speech_to_text_milliseconds_count": 0,
            "speech_to_text_milliseconds_limit": 36_000_000,
            "products": [
                product("translate_text", "characters", text),
                product("translate_document", "characters", document),
                product("write", "characters", write),
                product("speech_to_text", "milliseconds", 0),
            ],
        }),
    )
}

/// Counts what a request uses, unless it is more than the plan has left.
pub(crate) fn add_usage(
    store: &mut EmulatorStore,
    terms: &RequestContext<'_>,
    add: impl FnOnce(&mut StoredUsage),
) -> Result<(), ErrorResponse> {
    let mut usage = store.account(terms.account).usage;
    add(&mut usage);
    if usage.total_characters() > character_limit(terms) {
        return Err(ErrorResponse::new(456, "Quota for this billing period has been exceeded"));
    }
    store.put_record(terms.account, EmulatedId::NONE, StoredRecord::Usage(usage), terms.now);
    Ok(())
}

/// How many characters a text has.
pub(crate) fn count_characters(text: &str) -> u64 {
    text.chars().count() as u64
}

fn character_limit(terms: &RequestContext<'_>) -> u64 {
    if terms.free { terms.limits.free_characters } else { terms.limits.characters }
}
