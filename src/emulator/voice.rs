//! The call that asks for a voice session.
//!
//! Always: parameters are checked and the answer has the documented shape. Absent: the session itself. The address leads to
//! this emulator, which streams nothing.

use serde_json::json;

use crate::emulator::body;
use crate::emulator::error_response::ErrorResponse;
use crate::emulator::language_table::{self, EmulatedLanguageUse};
use crate::emulator::message::RawRequest;
use crate::emulator::request_context::{EndpointResponse, RequestContext};
use crate::emulator::request_fields::RequestFields;
use crate::emulator::store::EmulatorStore;

const FORMATS: &[&str] = &["json", "msgpack"];
const MODES: &[&str] = &["auto", "fixed"];
const FORMALITY: &[&str] = &["default", "formal", "more", "informal", "less"];

/// `POST /v3/voice/realtime`
pub(crate) fn start_session(
    store: &mut EmulatorStore,
    context: &RequestContext<'_>,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    if context.free {
        return Err(ErrorResponse::new(403, "Voice is not available on the free plan"));
    }
    let fields = RequestFields { members: body::read_json_object(request)?, is_form: false };
    fields.require_text("source_media_content_type")?;
    fields.get_text("target_media_content_type")?;
    fields.get_text("target_media_voice")?;
    fields.get_choice("message_format", FORMATS)?;
    let mode = fields.get_choice("source_language_mode", MODES)?;
    fields.get_choice("formality", FORMALITY)?;
    let source = fields.get_text("source_language")?;
    if mode == Some("fixed") && source.is_none() {
        return Err(ErrorResponse::bad_request("source_language is required with source_language_mode fixed"));
    }
    if let Some(source) = source {
        check_language("source_language", source, EmulatedLanguageUse::Transcription)?;
    }
    for name in ["target_languages", "target_media_languages"] {
        for target in fields.get_texts(name)?.unwrap_or_default() {
            check_language(name, target, EmulatedLanguageUse::Target)?;
        }
    }
    let account = store.account(context.account);
    if fields.get_id("spoken_terms_id")?.is_some_and(|id| account.spoken_terms.get(id).is_none()) {
        return Err(ErrorResponse::not_found("Spoken terms"));
    }
    if fields.get_id("glossary_id")?.is_some_and(|id| account.glossaries.get(id).is_none()) {
        return Err(ErrorResponse::not_found("Glossary"));
    }
    let host = request.header("host").unwrap_or("localhost");
    EndpointResponse::from_json(
        200,
        &json!({
            "streaming_url": format!("ws://{host}/v3/voice/realtime/connect"),
            "token": store.new_id().to_string(),
        }),
    )
}

fn check_language(name: &str, written: &str, wanted: EmulatedLanguageUse) -> Result<(), ErrorResponse> {
    let known = language_table::find_language(written)
        .is_some_and(|language| language.supports_use(wanted) || language.root_supports_use(wanted));
    if known { Ok(()) } else { Err(ErrorResponse::bad_request(format!("Value for '{name}' not supported: {written}"))) }
}
