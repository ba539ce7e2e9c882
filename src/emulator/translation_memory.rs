//! Translation memories: listed, read by segments, deleted. They are made elsewhere: no call that is emulated writes one.
//!
//! Always: paged as the listing of style rule lists is, and with a total, which that one lacks; segments by cursor.

use serde::Serialize;
use serde_json::{Value, json};

use crate::emulator::clock::Moment;
use crate::emulator::error_response::ErrorResponse;
use crate::emulator::id::EmulatedId;
use crate::emulator::message::RawRequest;
use crate::emulator::page;
use crate::emulator::records::{StoredSegment, StoredTranslationMemory};
use crate::emulator::request_context::{EndpointResponse, RequestContext};
use crate::emulator::route::Route;
use crate::emulator::store::{EmulatedAccount, find_resource};

const DEFAULT_SEGMENTS: u64 = 50;
const MAX_SEGMENTS: u64 = 100;
const SHORTEST_FILTER: usize = 2;

/// A translation memory as it is answered.
#[derive(Serialize)]
struct TranslationMemoryBody<'a> {
    translation_memory_id: EmulatedId,
    name: &'a str,
    source_language: &'a str,
    target_languages: &'a [String],
    segment_count: u64,
    creation_time: Moment,
    updated_time: Moment,
}

impl<'a> TranslationMemoryBody<'a> {
    fn from_stored(memory: &'a StoredTranslationMemory) -> Self {
        let StoredTranslationMemory {
            translation_memory_id,
            name,
            source_language,
            target_languages,
            segment_count,
            creation_time,
            updated_time,
            segments: _,
        } = memory;
        Self {
            translation_memory_id: *translation_memory_id,
            name,
            source_language,
            target_languages,
            segment_count: *segment_count,
            creation_time: *creation_time,
            updated_time: *updated_time,
        }
    }
}

/// `GET /v3/translation_memories`
pub(crate) fn list(
    account: &EmulatedAccount,
    context: &RequestContext<'_>,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let page = page::parse_page_query(&request.target)?;
    let shown: Vec<TranslationMemoryBody<'_>> = page
        .select_items(&account.translation_memories, context.tweak.page_shift)
        .map(|memory| TranslationMemoryBody::from_stored(memory))
        .collect();
    let total = account.translation_memories.len();
    EndpointResponse::from_json(200, &json!({ "translation_memories": shown, "total_count": total }))
}

/// `GET /v3/translation_memories/{translation_memory_id}`
pub(crate) fn get(account: &EmulatedAccount, route: &Route) -> Result<EndpointResponse, ErrorResponse> {
    let memory = find_resource::<StoredTranslationMemory>(account, route)?;
    EndpointResponse::from_json(200, &TranslationMemoryBody::from_stored(memory))
}

/// `GET /v3/translation_memories/{translation_memory_id}/segments`
pub(crate) fn list_segments(
    account: &EmulatedAccount,
    route: &Route,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let memory = find_resource::<StoredTranslationMemory>(account, route)?;
    let parameter = |name| page::single_parameter(&request.target, name);
    let size = match parameter("page_size")? {
        Some(written) => {
            page::parse_count(&written).filter(|size| (1..=MAX_SEGMENTS).contains(size)).ok_or_else(|| {
                ErrorResponse::bad_request(format!("page_size must be an integer from 1 to {MAX_SEGMENTS}"))
            })?
        }
        None => DEFAULT_SEGMENTS,
    };
    let filter = parameter("filter_text")?;
    if filter.as_ref().is_some_and(|filter| filter.chars().count() < SHORTEST_FILTER) {
        return Err(ErrorResponse::bad_request(format!("filter_text must have at least {SHORTEST_FILTER} characters")));
    }
    let by_case = match parameter("filter_case_sensitive")?.as_deref() {
        None | Some("false") => false,
        Some("true") => true,
        Some(_) => return Err(ErrorResponse::bad_request("filter_case_sensitive must be true or false")),
    };
    let fold = |text: &str| if by_case { text.to_owned() } else { text.to_lowercase() };
    let wanted = filter.as_deref().map(fold);
    let is_shown = |segment: &&StoredSegment| {
        let mut texts = std::iter::once(&segment.source_text).chain(segment.targets.iter().map(|it| &it.target_text));
        wanted.as_ref().is_none_or(|wanted| texts.any(|text| fold(text).contains(wanted)))
    };
    let start = match parameter("page_cursor")? {
        Some(written) => parse_cursor(memory, &written)?,
        None => 0,
    };
    let mut found = memory.segments.iter().enumerate().skip(start).filter(|(_, segment)| is_shown(segment));
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    let shown: Vec<Value> = found.by_ref().take(size).map(|(_, segment)| segment_body(memory, segment)).collect();
    let mut body = json!({ "segments": shown, "segment_count": memory.segment_count });
    if let Some((_, next)) = found.next() {
        body["next_page_cursor"] = json!(next.source_segment_id);
    }
    EndpointResponse::from_json(200, &body)
}

/// A cursor is the identifier of the segment that the next page begins with.
fn parse_cursor(memory: &StoredTranslationMemory, written: &str) -> Result<usize, ErrorResponse> {
    let id = EmulatedId::parse(written);
    let place = memory.segments.iter().position(|segment| Some(segment.source_segment_id) == id);
    place.ok_or_else(|| ErrorResponse::bad_request("Invalid page_cursor"))
}

fn segment_body(memory: &StoredTranslationMemory, segment: &StoredSegment) -> Value {
    let targets: Vec<Value> = segment
        .targets
        .iter()
        .map(|target| {
            json!({
                "target_segment_id": target.target_segment_id,
                "target_language": target.target_language,
                "target_text": target.target_text,
                "creation_time": memory.creation_time,
                "updated_time": memory.updated_time,
            })
        })
        .collect();
    json!({
        "source_segment_id": segment.source_segment_id,
        "source_text": segment.source_text,
        "targets": targets,
        "creation_time": memory.creation_time,
        "updated_time": memory.updated_time,
    })
}
