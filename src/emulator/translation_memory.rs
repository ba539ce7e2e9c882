//! The endpoint that lists translation memories. They are made elsewhere: no call of the service writes one.
//!
//! Always: paged as the listing of style rule lists is, and with a total, which that one lacks.

use serde::Serialize;

use crate::emulator::error_response::ErrorResponse;
use crate::emulator::message::RawRequest;
use crate::emulator::page;
use crate::emulator::records::StoredTranslationMemory;
use crate::emulator::request_context::{EndpointResponse, RequestContext};
use crate::emulator::store::EmulatedAccount;

/// `GET /v3/translation_memories`
pub(crate) fn list_translation_memories(
    account: &EmulatedAccount,
    terms: &RequestContext<'_>,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    #[derive(Serialize)]
    struct TranslationMemoryListBody<'a> {
        translation_memories: Vec<&'a StoredTranslationMemory>,
        total_count: usize,
    }
    let page = page::parse_page_query(&request.target)?;
    let shown =
        page.select_items(&account.translation_memories, terms.tweak.page_shift).map(|memory| &**memory).collect();
    EndpointResponse::from_json(
        200,
        &TranslationMemoryListBody { translation_memories: shown, total_count: account.translation_memories.len() },
    )
}
