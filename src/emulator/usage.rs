//! What an account uses: counted in characters, and listed.
//!
//! Always: what would pass the limit is refused and not counted. Absent: counts for each key (a key is told the account's)
//! and speech.

use serde_json::json;

use crate::emulator::held::Usage;
use crate::emulator::id::Id;
use crate::emulator::refusal::Refusal;
use crate::emulator::store::{Account, Held, Store};
use crate::emulator::terms::{Answer, Terms};

/// `GET /v2/usage`
pub(crate) fn get(account: &Account, terms: &Terms<'_>) -> Result<Answer, Refusal> {
    let Usage { text, document, write } = account.usage;
    let product = |name: &str, unit: &str, count: u64| json!({ "product_type": name, "billing_unit": unit, "api_key_unit_count": count, "account_unit_count": count });
    Answer::json(
        200,
        &json!({
            "character_count": account.usage.total(),
            "character_limit": limit(terms),
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
pub(crate) fn count(store: &mut Store, terms: &Terms<'_>, add: impl FnOnce(&mut Usage)) -> Result<(), Refusal> {
    let mut usage = store.account(terms.account).usage;
    add(&mut usage);
    if usage.total() > limit(terms) {
        return Err(Refusal::new(456, "Quota for this billing period has been exceeded"));
    }
    store.put(terms.account, Id::NONE, Held::Usage(usage), terms.now);
    Ok(())
}

/// How many characters a text has.
pub(crate) fn characters(text: &str) -> u64 {
    text.chars().count() as u64
}

fn limit(terms: &Terms<'_>) -> u64 {
    if terms.free { terms.limits.free_characters } else { terms.limits.characters }
}
