//! The endpoints of documents: sent in, asked about, fetched once.
//!
//! Always: only who shows the key of a document hears of it. Plain text and markup are rendered by the stand-in; every
//! other format that the service takes ends in the state `error`, whose message says why, since the emulator cannot honestly
//! claim to have translated it. Absent: waiting. A document is done when it is asked about first, unless the emulator is told
//! how long one takes: for a quarter of that time it is queued.

use std::sync::Arc;

use serde_json::json;

use crate::emulator::LabelPlace;
use crate::emulator::error_response::ErrorResponse;
use crate::emulator::fake_translation;
use crate::emulator::id::EmulatedId;
use crate::emulator::message::RawRequest;
use crate::emulator::multipart::{self, AttachedFile};
use crate::emulator::records::StoredDocument;
use crate::emulator::request_context::{EndpointResponse, RequestContext};
use crate::emulator::request_fields::RequestFields;
use crate::emulator::route::Route;
use crate::emulator::store::{EmulatedAccount, EmulatorStore, StoredRecord};
use crate::emulator::translate::detect_language;
use crate::emulator::translation_parameters::{self, EmulatedTranslationParameters};
use crate::emulator::usage::{self, UsedFor};

const PLAIN_EXTENSIONS: &[&str] = &["txt"];
const MARKUP_EXTENSIONS: &[&str] = &["htm", "html", "xml", "xlf", "xliff", "dita"];
/// Formats that the service takes and the emulator does not translate.
const UNTRANSLATED_EXTENSIONS: &[&str] =
    &["docx", "pptx", "xlsx", "pdf", "srt", "idml", "json", "mif", "jpeg", "jpg", "png"];

/// `POST /v2/document`
pub(crate) fn upload(
    store: &mut EmulatorStore,
    context: &RequestContext<'_>,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let (fields, file) = multipart::read_multipart(request, translation_parameters::LIST_FIELDS)?;
    let AttachedFile { filename, bytes } = file.ok_or_else(|| ErrorResponse::bad_request("file is required"))?;
    let filename = fields.get_text("filename")?.map_or(filename, str::to_owned);
    let format = filename.rsplit_once('.').map(|(_, ending)| ending.to_lowercase()).unwrap_or_default();
    if ![PLAIN_EXTENSIONS, MARKUP_EXTENSIONS, UNTRANSLATED_EXTENSIONS]
        .iter()
        .any(|known| known.contains(&format.as_str()))
    {
        return Err(ErrorResponse::bad_request(format!(
            "Invalid file: the file extension of {filename} is not one of a document that is translated"
        )));
    }
    if bytes.is_empty() {
        return Err(ErrorResponse::bad_request("The document is empty"));
    }
    if bytes.len() > context.limits.document_bytes {
        return Err(ErrorResponse::new(413, "Document too large"));
    }
    fields.get_flag("enable_watermark")?;
    let mut order = translation_parameters::read_parameters(&fields, store.account(context.account), context)?;
    order.handles_tags = MARKUP_EXTENSIONS.contains(&format.as_str());
    let (result, billed_characters) = match String::from_utf8(bytes) {
        Ok(text) if !UNTRANSLATED_EXTENSIONS.contains(&format.as_str()) => {
            (render_document(&text, &order, context), usage::count_characters(&text))
        }
        Ok(_) | Err(_) => (Err(format!("The emulator does not translate this {format} file")), 0),
    };
    usage::add_usage(store, context, UsedFor::Document, billed_characters)?;
    let document_id = store.new_id();
    let document = StoredDocument {
        document_id,
        document_key: format!("{}{}", store.new_id().to_document_id(), store.new_id().to_document_id()),
        uploaded_at: context.now,
        filename,
        result,
        billed_characters,
        was_downloaded: false,
    };
    let answer = EndpointResponse::from_json(
        200,
        &json!({ "document_id": document_id.to_document_id(), "document_key": document.document_key }),
    );
    store.put_record(context.account, document_id, StoredRecord::Document(Some(Arc::new(document))), context.now);
    answer
}

/// `POST /v2/document/{document_id}`
pub(crate) fn status(
    account: &EmulatedAccount,
    context: &RequestContext<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let document = find_document(account, route, request)?;
    let age = context.now.duration_since(document.uploaded_at);
    let mut said = json!({ "document_id": document.document_id.to_document_id() });
    if age < context.document_time {
        said["status"] = json!(if age < context.document_time / 4 { "queued" } else { "translating" });
        said["seconds_remaining"] = json!((context.document_time - age).as_secs_f64().ceil().max(1.0) as u64);
    } else if let Err(why) = &document.result {
        said["status"] = json!("error");
        said["message"] = json!(why);
        said["error_message"] = json!(why);
    } else {
        said["status"] = json!("done");
        said["billed_characters"] = json!(document.billed_characters);
    }
    EndpointResponse::from_json(200, &said)
}

/// `POST /v2/document/{document_id}/result`
pub(crate) fn download(
    store: &mut EmulatorStore,
    context: &RequestContext<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let mut document = StoredDocument::clone(find_document(store.account(context.account), route, request)?);
    if document.was_downloaded {
        return Err(ErrorResponse::new(404, "The document was downloaded already"));
    }
    if context.now.duration_since(document.uploaded_at) < context.document_time {
        return Err(ErrorResponse::new(503, "Document not ready: it is not translated yet"));
    }
    let body = std::mem::replace(&mut document.result, Ok(Vec::new()))
        .map_err(|why| ErrorResponse::new(404, format!("There is no result: {why}")))?;
    document.was_downloaded = true;
    store.put_record(
        context.account,
        document.document_id,
        StoredRecord::Document(Some(Arc::new(document))),
        context.now,
    );
    Ok(EndpointResponse::from_bytes(body, "application/octet-stream"))
}

/// The document of the path, for whoever shows its key.
fn find_document<'a>(
    account: &'a EmulatedAccount,
    route: &Route,
    request: &RawRequest,
) -> Result<&'a Arc<StoredDocument>, ErrorResponse> {
    let id =
        EmulatedId::parse_document_id(&route.id).ok_or_else(|| ErrorResponse::bad_request("Invalid document_id"))?;
    let fields = RequestFields::from_request(request, &[])?;
    let key = fields.require_text("document_key")?;
    let document = account.documents.get(id).filter(|document| document.document_key == key);
    document.ok_or_else(|| ErrorResponse::new(404, "Not found: there is no such document"))
}

/// A document as the stand-in renders it, with its label where the format has room for it, or why it cannot be translated.
/// A plain text whose every line is a phrase of the table has no label.
fn render_document(
    text: &str,
    order: &EmulatedTranslationParameters,
    context: &RequestContext<'_>,
) -> Result<Vec<u8>, String> {
    let source = order.source.map(|source| source.code);
    let spoken =
        source.or_else(|| context.phrases.language_of(text.trim_end())).unwrap_or_else(|| detect_language(text));
    // A variant is another language than its root: British English is made of English.
    if spoken.eq_ignore_ascii_case(order.target.code) {
        return Err("Source and target language are equal.".to_owned());
    }
    if !order.handles_tags {
        let phrase = |line: &str| {
            let (_, phrase) = context.phrases.find_phrase(source, order.target.code, line.trim_end())?;
            Some(format!("{phrase}{}", &line[line.trim_end().len()..]))
        };
        let lines = text.split_inclusive('\n');
        let all: Option<String> =
            lines.map(|line| if line.trim().is_empty() { Some(line.to_owned()) } else { phrase(line) }).collect();
        if let Some(all) = all {
            return Ok(all.into_bytes());
        }
    }
    let rendered = fake_translation::render_text(text, order);
    let label = fake_translation::describe_parameters(order);
    let said = match context.label {
        LabelPlace::Header => rendered,
        LabelPlace::Text if order.handles_tags => format!("{}\n<!-- {label} -->\n", rendered.trim_end()),
        LabelPlace::Text => format!("{label} {rendered}"),
    };
    Ok(said.into_bytes())
}
