//! The endpoints that bring translation memories in and out as files: a job is made, its file goes by an address of its own,
//! and the job tells what became of it.
//!
//! Always: the address of a file carries a signature and is opened without a key; an import makes a memory when its file came,
//! and says how many segments it left out. A job waits as a document does: for no time, unless the emulator is told otherwise.
//! Absent: persistence. A job belongs to the running service and ends with it; the memory that it made stays.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use crate::emulator::body;
use crate::emulator::clock::Moment;
use crate::emulator::error_response::ErrorResponse;
use crate::emulator::id::EmulatedId;
use crate::emulator::message::RawRequest;
use crate::emulator::page;
use crate::emulator::records::{
    MemoryJobOperation, StoredMemoryJob, StoredSegment, StoredTargetSegment, StoredTranslationMemory,
};
use crate::emulator::request_context::{EndpointResponse, RequestContext};
use crate::emulator::route::Route;
use crate::emulator::store::{EmulatedAccount, EmulatorStore, StoredRecord, find_resource};
use crate::emulator::text_fields;
use crate::emulator::tmx::{self, TmxContent};

/// How long the address of a file is good for.
const EXPIRES_AFTER: Duration = Duration::from_secs(3600);

/// `POST /v3/translation_memories/import`
pub(crate) fn create_import(
    store: &mut EmulatorStore,
    context: &RequestContext<'_>,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let fields = body::read_json_object(request)?;
    let file = fields.get("source_file").and_then(Value::as_object);
    let file = file.ok_or_else(|| ErrorResponse::bad_request("source_file is required"))?;
    let file_name = text_fields::require_text(file, "file_name")?;
    text_fields::check_length("file_name", file_name, context.limits.name)?;
    let content_length = file.get("content_length").and_then(Value::as_u64).filter(|bytes| *bytes > 0);
    let content_length =
        content_length.ok_or_else(|| ErrorResponse::bad_request("content_length must be a positive integer"))?;
    let content_type = text_fields::optional_text(file, "content_type")?.unwrap_or("application/xml");
    let parameters = fields.get("parameters").and_then(Value::as_object);
    let display_name = match parameters {
        Some(parameters) => text_fields::optional_text(parameters, "display_name")?.unwrap_or(file_name),
        None => file_name,
    };
    text_fields::check_length("display_name", display_name, context.limits.name)?;
    let job = new_job(
        store,
        context,
        MemoryJobOperation::Import {
            display_name: display_name.to_owned(),
            content_type: content_type.to_owned(),
            content_length,
            outcome: None,
        },
    );
    EndpointResponse::from_json(
        201,
        &json!({
            "job_id": job.job_id,
            "upload_url": file_address(&job, request),
            "expires_at": job.creation_time.advanced_by(EXPIRES_AFTER),
        }),
    )
}

/// `POST /v3/translation_memories/{translation_memory_id}/export`
pub(crate) fn create_export(
    store: &mut EmulatorStore,
    context: &RequestContext<'_>,
    route: &Route,
) -> Result<EndpointResponse, ErrorResponse> {
    let memory = Arc::clone(find_resource::<StoredTranslationMemory>(store.account(context.account), route)?);
    let segments: Vec<(String, BTreeMap<String, String>)> = memory
        .segments
        .iter()
        .map(|segment| {
            let targets = segment.targets.iter();
            let targets = targets.map(|target| (target.target_language.clone(), target.target_text.clone()));
            (segment.source_text.clone(), targets.collect())
        })
        .collect();
    let file = Arc::new(tmx::format_tmx(&memory.source_language, &segments).into_bytes());
    // What was exported already and is the same is given again.
    let known = store.account(context.account).memory_jobs.iter().find(|job| match &job.operation {
        MemoryJobOperation::Export { translation_memory_id, file: known, .. } => {
            *translation_memory_id == memory.translation_memory_id && *known == file
        }
        MemoryJobOperation::Import { .. } => false,
    });
    let (status, job) = match known {
        Some(job) => (200, Arc::clone(job)),
        None => {
            let translation_memory_id = memory.translation_memory_id;
            (
                202,
                new_job(
                    store,
                    context,
                    MemoryJobOperation::Export { translation_memory_id, file, was_downloaded: false },
                ),
            )
        }
    };
    EndpointResponse::from_json(
        status,
        &json!({ "job_id": job.job_id, "parameters": { "translation_memory_id": memory.translation_memory_id } }),
    )
}

/// `GET /v3/translation_memories/jobs/{job_id}`
pub(crate) fn get_job(
    account: &EmulatedAccount,
    context: &RequestContext<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let id = EmulatedId::parse(&route.id).ok_or_else(|| ErrorResponse::bad_request("Invalid job_id"))?;
    let job = account.memory_jobs.get(id).ok_or_else(|| ErrorResponse::not_found("Job"))?;
    EndpointResponse::from_json(200, &job_body(job, context, request))
}

/// `PUT` of the file of an import.
pub(crate) fn upload_file(
    store: &mut EmulatorStore,
    context: &RequestContext<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let (account, mut job) = signed_job(store, route, request)?;
    let MemoryJobOperation::Import { display_name, content_length, outcome, .. } = &mut job.operation else {
        return Err(ErrorResponse::new(405, "This address takes no file"));
    };
    if outcome.is_some() {
        return Err(ErrorResponse::new(409, "The file was uploaded already"));
    }
    if request.body.len() as u64 != *content_length {
        return Err(ErrorResponse::bad_request(format!("The file must have {content_length} bytes, as was declared")));
    }
    let made = tmx::parse_tmx(&request.body).map(|content| {
        let skipped = content.skipped;
        let memory = build_memory(store, display_name, content, context.now);
        (store.put(&account, memory, context.now).translation_memory_id, skipped)
    });
    *outcome = Some((context.now, made));
    store.put_record(&account, job.job_id, StoredRecord::MemoryJob(Some(Arc::new(job))), context.now);
    Ok(EndpointResponse::from_bytes(Vec::new(), "text/plain"))
}

/// `GET` of the file of an export.
pub(crate) fn download_file(
    store: &mut EmulatorStore,
    context: &RequestContext<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let (account, mut job) = signed_job(store, route, request)?;
    let MemoryJobOperation::Export { file, was_downloaded, .. } = &mut job.operation else {
        return Err(ErrorResponse::new(405, "This address gives no file"));
    };
    *was_downloaded = true;
    let bytes = file.to_vec();
    store.put_record(&account, job.job_id, StoredRecord::MemoryJob(Some(Arc::new(job))), context.now);
    Ok(EndpointResponse::from_bytes(bytes, "application/xml"))
}

fn new_job(
    store: &mut EmulatorStore,
    context: &RequestContext<'_>,
    operation: MemoryJobOperation,
) -> Arc<StoredMemoryJob> {
    let signature = format!("{}{}", store.new_id().to_document_id(), store.new_id().to_document_id());
    let job = Arc::new(StoredMemoryJob { job_id: store.new_id(), signature, creation_time: context.now, operation });
    store.put_record(context.account, job.job_id, StoredRecord::MemoryJob(Some(Arc::clone(&job))), context.now);
    job
}

/// The job that an address with a signature names, and whose it is.
fn signed_job(
    store: &EmulatorStore,
    route: &Route,
    request: &RawRequest,
) -> Result<(String, StoredMemoryJob), ErrorResponse> {
    let signature = page::single_parameter(&request.target, "signature")?.unwrap_or_default();
    let found = EmulatedId::parse(&route.id).and_then(|id| store.find_memory_job(id));
    let (account, job) = found
        .filter(|(_, job)| job.signature == signature)
        .ok_or_else(|| ErrorResponse::new(403, "The signature of this address is not valid"))?;
    Ok((account.to_owned(), StoredMemoryJob::clone(job)))
}

/// Where the file of a job goes to or comes from: this emulator, as the client calls it.
fn file_address(job: &StoredMemoryJob, request: &RawRequest) -> String {
    let host = request.header("host").unwrap_or("localhost");
    format!("http://{host}/v3/translation_memories/jobs/{}/file?signature={}", job.job_id, job.signature)
}

fn job_body(job: &StoredMemoryJob, context: &RequestContext<'_>, request: &RawRequest) -> Value {
    let is_ready = |since: Moment| context.now.duration_since(since) >= context.document_time;
    let expires_at = job.creation_time.advanced_by(EXPIRES_AFTER);
    let mut body = json!({
        "job_id": job.job_id,
        "product": "translation_memory",
        "creation_time": job.creation_time,
        "updated_time": job.creation_time,
    });
    let result = match &job.operation {
        MemoryJobOperation::Import { display_name, content_type, content_length, outcome } => {
            body["operation"] = json!("import");
            body["parameters"] = json!({ "display_name": display_name });
            body["source_file"] = json!({ "content_type": content_type, "content_length": content_length });
            match outcome {
                // The service sees an upload only after a while.
                Some((came, _)) if !is_ready(*came) => json!({ "status": "awaiting_input" }),
                Some((came, result)) => {
                    body["updated_time"] = json!(came);
                    match result {
                        Ok((memory, skipped)) => json!({
                            "status": "completed", "translation_memory_id": memory, "skipped_segment_count": skipped,
                        }),
                        Err(why) => json!({ "status": "failed", "error": { "message": why } }),
                    }
                }
                None if context.now > expires_at => json!({ "status": "expired" }),
                None => json!({
                    "status": "awaiting_input",
                    "status_metadata": { "required_action": "Upload the file to upload_url" },
                }),
            }
        }
        MemoryJobOperation::Export { translation_memory_id, file: _, was_downloaded } => {
            body["operation"] = json!("export");
            body["parameters"] = json!({ "translation_memory_id": translation_memory_id });
            if is_ready(job.creation_time) {
                json!({
                    "status": if *was_downloaded { "downloaded" } else { "completed" },
                    "download_url": file_address(job, request),
                    "expires_at": expires_at,
                })
            } else {
                json!({ "status": "processing" })
            }
        }
    };
    body["results"] = json!([result]);
    body
}

/// A memory of what a file holds.
fn build_memory(store: &mut EmulatorStore, name: &str, content: TmxContent, now: Moment) -> StoredTranslationMemory {
    let TmxContent { source_language, segments, skipped: _ } = content;
    let target_languages: BTreeSet<String> = segments.iter().flat_map(|(_, targets)| targets.keys().cloned()).collect();
    let mut build_segment = |(source_text, targets): (String, BTreeMap<String, String>)| StoredSegment {
        source_segment_id: store.new_id(),
        source_text,
        targets: targets
            .into_iter()
            .map(|(target_language, target_text)| StoredTargetSegment {
                target_segment_id: store.new_id(),
                target_language,
                target_text,
            })
            .collect(),
    };
    let segments: Vec<StoredSegment> = segments.into_iter().map(&mut build_segment).collect();
    StoredTranslationMemory {
        translation_memory_id: store.new_id(),
        name: name.to_owned(),
        source_language,
        target_languages: target_languages.into_iter().collect(),
        segment_count: segments.len() as u64,
        creation_time: now,
        updated_time: now,
        segments: Arc::new(segments),
    }
}
