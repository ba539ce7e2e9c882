//! The endpoints of documents: sent in, asked about, fetched once.
//!
//! Always: only who shows the key of a document hears of it. Plain text and markup are rendered by the stand-in; every
//! other format that the service takes ends in the state `error`, whose message says why, since the emulator cannot honestly
//! claim to have translated it. Absent: waiting. A document is queued for a quarter of a second by the emulator's clock and
//! ready after one.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;

use crate::emulator::fields::Fields;
use crate::emulator::held::Document;
use crate::emulator::id::Id;
use crate::emulator::message::RawRequest;
use crate::emulator::multipart::{self, Attached};
use crate::emulator::order::{self, Order};
use crate::emulator::refusal::Refusal;
use crate::emulator::route::Route;
use crate::emulator::stand_in;
use crate::emulator::store::{Account, Held, Store};
use crate::emulator::terms::{Answer, Terms};
use crate::emulator::usage;

const PLAIN: &[&str] = &["txt"];
const MARKUP: &[&str] = &["htm", "html", "xml", "xlf", "xliff", "dita"];
/// Formats that the service takes and the emulator does not translate.
const OTHER: &[&str] = &["docx", "pptx", "xlsx", "pdf", "srt", "idml", "json", "mif", "jpeg", "jpg", "png"];

const QUEUED: Duration = Duration::from_millis(250);
const READY: Duration = Duration::from_secs(1);

/// `POST /v2/document`
pub(crate) fn upload(store: &mut Store, terms: &Terms<'_>, request: &RawRequest) -> Result<Answer, Refusal> {
    let (fields, file) = multipart::read(request, order::LISTS)?;
    let Attached { filename, bytes } = file.ok_or_else(|| Refusal::bad("file is required"))?;
    let filename = fields.text("filename")?.map_or(filename, str::to_owned);
    let format = filename.rsplit_once('.').map(|(_, ending)| ending.to_lowercase()).unwrap_or_default();
    if ![PLAIN, MARKUP, OTHER].iter().any(|known| known.contains(&format.as_str())) {
        return Err(Refusal::bad(format!("Document format is not supported: {filename}")));
    }
    if bytes.is_empty() {
        return Err(Refusal::bad("The document is empty"));
    }
    if bytes.len() > terms.limits.document {
        return Err(Refusal::new(413, "Document too large"));
    }
    fields.flag("enable_watermark")?;
    let mut order = order::read(&fields, store.account(terms.account), terms)?;
    order.tags = MARKUP.contains(&format.as_str());
    let (result, billed_characters) = match String::from_utf8(bytes) {
        Ok(text) if !OTHER.contains(&format.as_str()) => (Ok(rendered(&text, &order)), usage::characters(&text)),
        Ok(_) | Err(_) => (Err(format!("The emulator does not translate this {format} file")), 0),
    };
    usage::count(store, terms, |usage| usage.document += billed_characters)?;
    let document_id = store.fresh();
    let document = Document {
        document_id,
        document_key: store.fresh().to_string(),
        uploaded: terms.now,
        filename,
        result,
        billed_characters,
        fetched: false,
    };
    let answer = Answer::json(200, &json!({ "document_id": document_id, "document_key": document.document_key }));
    store.put(terms.account, document_id, Held::Document(Some(Arc::new(document))), terms.now);
    answer
}

/// `POST /v2/document/{document_id}`
pub(crate) fn status(
    account: &Account,
    terms: &Terms<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<Answer, Refusal> {
    let document = found(account, route, request)?;
    let age = terms.now.since(document.uploaded);
    let mut said = json!({ "document_id": document.document_id });
    if age < READY {
        said["status"] = json!(if age < QUEUED { "queued" } else { "translating" });
        said["seconds_remaining"] = json!(1);
    } else if let Err(why) = &document.result {
        said["status"] = json!("error");
        said["error_message"] = json!(why);
    } else {
        said["status"] = json!("done");
        said["billed_characters"] = json!(document.billed_characters);
    }
    Answer::json(200, &said)
}

/// `POST /v2/document/{document_id}/result`
pub(crate) fn download(
    store: &mut Store,
    terms: &Terms<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<Answer, Refusal> {
    let mut document = Document::clone(found(store.account(terms.account), route, request)?);
    if document.fetched {
        return Err(Refusal::new(404, "The document was downloaded already"));
    }
    if terms.now.since(document.uploaded) < READY {
        return Err(Refusal::new(404, "The document is not translated yet"));
    }
    let body = std::mem::replace(&mut document.result, Ok(Vec::new()))
        .map_err(|why| Refusal::new(404, format!("There is no result: {why}")))?;
    document.fetched = true;
    store.put(terms.account, document.document_id, Held::Document(Some(Arc::new(document))), terms.now);
    Ok(Answer { status: 200, body, media: Some("application/octet-stream".to_owned()) })
}

/// The document of the path, for whoever shows its key.
fn found<'a>(account: &'a Account, route: &Route, request: &RawRequest) -> Result<&'a Arc<Document>, Refusal> {
    let id = Id::read(&route.id).ok_or_else(|| Refusal::bad("Invalid document_id"))?;
    let fields = Fields::read(request, &[])?;
    let key = fields.required("document_key")?;
    let document = account.documents.get(id).filter(|document| document.document_key == key);
    document.ok_or_else(|| Refusal::absent("Document"))
}

/// A text as the stand-in renders it, with what it says about itself where the format has room for it.
fn rendered(text: &str, order: &Order) -> Vec<u8> {
    let said = if order.tags {
        format!("{}\n<!-- {} -->\n", stand_in::rendered(text, order).trim_end(), stand_in::label(order))
    } else {
        stand_in::translated(text, order)
    };
    said.into_bytes()
}
