//! The older glossaries: one pair of languages each, fixed once they are made.
//!
//! Always: they are glossaries like all others, so that each is also seen through the newer calls; a glossary of several pairs
//! has no place here and is not shown.

use serde_json::{Value, json};

use crate::emulator::body;
use crate::emulator::entries;
use crate::emulator::error_response::ErrorResponse;
use crate::emulator::message::RawRequest;
use crate::emulator::parted::{self, PartedResource};
use crate::emulator::records::{StoredDictionary, StoredGlossary};
use crate::emulator::request_context::{EndpointResponse, RequestContext};
use crate::emulator::route::Route;
use crate::emulator::store::{EmulatedAccount, EmulatorStore, StoredResource, find_resource};

const TSV_MEDIA_TYPE: &str = "text/tab-separated-values";

/// `GET /v2/glossaries`
pub(crate) fn list(account: &EmulatedAccount) -> Result<EndpointResponse, ErrorResponse> {
    let all: Vec<Value> = account.glossaries.iter().filter_map(|held| summarize(held)).collect();
    EndpointResponse::from_json(200, &json!({ "glossaries": all }))
}

/// `POST /v2/glossaries`
pub(crate) fn create(
    store: &mut EmulatorStore,
    context: &RequestContext<'_>,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let fields = body::read_members(request, &[])?;
    let name = parted::parse_name::<StoredGlossary>(&fields, context)?;
    let (pair, entries) = StoredGlossary::parse_part(&fields, context)?;
    StoredGlossary::check_count(store.account(context.account).glossaries.len(), context)?;
    let mut glossary = StoredGlossary::without_parts(store.new_id(), name, context.now);
    glossary.put_part(pair, entries);
    glossary.check_size(context)?;
    let glossary = store.put(context.account, glossary, context.now);
    EndpointResponse::from_json(201, &summarize(&glossary))
}

/// `GET /v2/glossaries/{glossary_id}`
pub(crate) fn get(account: &EmulatedAccount, route: &Route) -> Result<EndpointResponse, ErrorResponse> {
    let glossary = find_resource::<StoredGlossary>(account, route)?;
    let summary = summarize(glossary).ok_or_else(|| ErrorResponse::not_found(StoredGlossary::NOUN))?;
    EndpointResponse::from_json(200, &summary)
}

/// `GET /v2/glossaries/{glossary_id}/entries`
pub(crate) fn get_entries(
    account: &EmulatedAccount,
    route: &Route,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let accepted = request.header("accept").unwrap_or("*/*");
    let takes_tsv = accepted.split(',').any(|range| {
        matches!(
            range.split(';').next().unwrap_or_default().trim(),
            TSV_MEDIA_TYPE | "text/*" | "*/*" | "application/json"
        )
    });
    if !takes_tsv {
        return Err(StoredGlossary::bad_request(format!("Accept must allow {TSV_MEDIA_TYPE}, not {accepted} alone")));
    }
    let glossary = find_resource::<StoredGlossary>(account, route)?;
    let dictionary = only_dictionary(glossary).ok_or_else(|| ErrorResponse::not_found(StoredGlossary::NOUN))?;
    let entries = entries::format_tsv(dictionary.entries.iter());
    Ok(EndpointResponse::from_bytes(entries.into_bytes(), TSV_MEDIA_TYPE))
}

fn only_dictionary(glossary: &StoredGlossary) -> Option<&StoredDictionary> {
    match glossary.dictionaries.as_slice() {
        [one] => Some(one),
        [] | [_, _, ..] => None,
    }
}

fn summarize(glossary: &StoredGlossary) -> Option<Value> {
    let StoredDictionary { source_lang, target_lang, entries } = only_dictionary(glossary)?;
    Some(json!({
        "glossary_id": glossary.glossary_id,
        "name": glossary.name,
        "ready": true,
        "source_lang": source_lang,
        "target_lang": target_lang,
        "creation_time": glossary.creation_time,
        "entry_count": entries.len(),
    }))
}
