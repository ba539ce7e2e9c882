//! Translation of documents on the wire: a file goes up as a form, its state is asked for, the result comes down once.

use std::time::Duration;

use futures_util::TryStreamExt;
use reqwest::multipart::{Form, Part};
use serde_json::{Map, Value as Json, json};

use crate::model::Id;
use crate::service::answer::{id_field, parse_answer, text_field};
use crate::service::client::{Client, build_request};
use crate::service::error::ServiceError;
use crate::service::{Call, Request, Transport};

/// Largest document, in bytes: what a paid plan takes.
pub const MAX_DOCUMENT_BYTES: u64 = 100_000_000;
/// Endings of files that the service takes as documents.
pub const DOCUMENT_EXTENSIONS: &[&str] = &[
    "docx", "pptx", "xlsx", "pdf", "htm", "html", "txt", "xlf", "xliff", "srt", "idml", "xml", "json", "dita", "mif",
    "jpeg", "jpg", "png",
];

const SHORTEST_PAUSE: u64 = 1;
const LONGEST_PAUSE: u64 = 20;

/// A document on the service. Whoever has both parts may read it, so the key is shown to nobody.
#[derive(Clone)]
pub struct DocumentJob {
    /// Its id.
    pub id: Id,
    key: String,
}

/// How far a document is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DocumentStatus {
    /// Waiting or being translated, for about so many seconds.
    Working(Option<u64>),
    /// Ready, with the characters that were billed.
    Done(Option<u64>),
    /// It failed, in the words of the service.
    Failed(String),
}

/// Sends a document, with parameters such as `target_lang` and `style_id`.
///
/// # Errors
/// See [`crate::service::error::ErrorKind`]; never repeated by itself once it may have been carried out.
pub async fn upload_document<T: Transport>(
    client: &Client<T>,
    name: &str,
    bytes: Vec<u8>,
    parameters: &Map<String, Json>,
) -> Result<DocumentJob, ServiceError> {
    let (content_type, body) =
        build_form(name, bytes, parameters).await.expect("a form of bytes in memory can be read");
    let request = Request {
        call: Call::UploadDocument,
        target: Call::UploadDocument.path(&[]),
        body: Some(body),
        content_type: Some(content_type),
    };
    let answer = client.send_call(&request).await?;
    parse_answer(&request, &answer, |json| {
        Some(DocumentJob { id: id_field(json, "document_id")?, key: text_field(json, "document_key")? })
    })
}

/// Asks how far a document is.
///
/// # Errors
/// See [`crate::service::error::ErrorKind`].
pub async fn document_status<T: Transport>(
    client: &Client<T>,
    job: &DocumentJob,
) -> Result<DocumentStatus, ServiceError> {
    let body = json!({"document_key": job.key});
    let request = build_request(Call::DocumentStatus, Call::DocumentStatus.path(&[job.id.as_str()]), Some(&body));
    let answer = client.send_call(&request).await?;
    parse_answer(&request, &answer, |json| {
        Some(match json.get("status")?.as_str()? {
            "done" => DocumentStatus::Done(json.get("billed_characters").and_then(Json::as_u64)),
            "error" => DocumentStatus::Failed(
                ["error_message", "message"].iter().find_map(|key| text_field(json, key)).unwrap_or_default(),
            ),
            _ => DocumentStatus::Working(json.get("seconds_remaining").and_then(Json::as_u64)),
        })
    })
}

/// Asks again and again until a document is ready or has failed, at the pace of the run.
///
/// # Errors
/// See [`crate::service::error::ErrorKind`]; [`crate::service::error::ErrorKind::Deadline`] where it takes longer than the run may.
pub async fn wait_until_finished<T: Transport>(
    client: &Client<T>,
    job: &DocumentJob,
) -> Result<DocumentStatus, ServiceError> {
    let mut pause = SHORTEST_PAUSE;
    loop {
        let left = match document_status(client, job).await? {
            DocumentStatus::Working(left) => left,
            done @ (DocumentStatus::Done(_) | DocumentStatus::Failed(_)) => return Ok(done),
        };
        // The service's guess is a hint: half of it, and never long without a look.
        let wait = left.map_or(pause, |left| (left / 2).max(pause)).min(LONGEST_PAUSE);
        pause = (pause * 2).min(LONGEST_PAUSE);
        let why = "the document is being translated";
        client.wait_for(Duration::from_secs(wait), why).await.map_err(|trouble| ServiceError {
            call: Call::DocumentStatus,
            target: Call::DocumentStatus.path(&[job.id.as_str()]),
            attempts: 0,
            waited: Duration::ZERO,
            trace_id: None,
            kind: trouble,
        })?;
    }
}

/// Fetches the result. The service gives it out once.
///
/// # Errors
/// See [`crate::service::error::ErrorKind`].
pub async fn download_document<T: Transport>(client: &Client<T>, job: &DocumentJob) -> Result<Vec<u8>, ServiceError> {
    let body = json!({"document_key": job.key});
    let request = build_request(Call::DownloadDocument, Call::DownloadDocument.path(&[job.id.as_str()]), Some(&body));
    Ok(client.send_call(&request).await?.response.body)
}

/// A form with one field per parameter and the file behind them: its content type and its bytes, which every attempt sends
/// alike.
async fn build_form(name: &str, bytes: Vec<u8>, parameters: &Map<String, Json>) -> reqwest::Result<(String, Vec<u8>)> {
    let mut size = bytes.len();
    let mut form = Form::new();
    for (field, value) in parameters {
        let values = value.as_array().map_or_else(|| std::slice::from_ref(value), Vec::as_slice);
        for value in values {
            form = form.text(field.clone(), value.as_str().map_or_else(|| value.to_string(), str::to_owned));
        }
        size += 256;
    }
    // As browsers write it: escaped with a backslash, a quote or the end of a line would be read in several ways.
    let name = name.replace('"', "%22").replace('\r', "%0D").replace('\n', "%0A");
    let file = Part::bytes(bytes).file_name(name).mime_str("application/octet-stream")?;
    let form = form.part("file", file);
    let content_type = format!("multipart/form-data; boundary={}", form.boundary());
    let mut body = Vec::with_capacity(size + 1024);
    let mut pieces = form.into_stream();
    while let Some(piece) = pieces.try_next().await? {
        body.extend_from_slice(&piece);
    }
    Ok((content_type, body))
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use tokio::sync::watch;

    use super::*;
    use crate::service::client::ClientConfig;
    use crate::service::{Response, TransportError};

    #[tokio::test]
    async fn the_name_of_a_file_cannot_leave_its_header() {
        let parameters = Map::from_iter([("target_lang".to_owned(), json!("de"))]);
        let (kind, body) = build_form("a\"\r\nx: y.txt", b"text".to_vec(), &parameters).await.unwrap();
        let boundary = kind.strip_prefix("multipart/form-data; boundary=").unwrap();
        let body = String::from_utf8(body).unwrap();
        assert_eq!(body.matches(boundary).count(), 3);
        assert!(
            body.contains("filename=\"a%22%0D%0Ax: y.txt\"") && body.contains("name=\"target_lang\"\r\n\r\nde\r\n")
        );
        assert!(body.contains("\r\nContent-Type: application/octet-stream\r\n\r\ntext\r\n--"));
    }

    #[tokio::test]
    async fn a_list_is_one_field_per_value_and_a_number_is_written_as_it_is() {
        let parameters = Map::from_iter([
            ("glossary_ids".to_owned(), json!(["a", "b"])),
            ("translation_memory_threshold".to_owned(), json!(75)),
            ("enable_watermark".to_owned(), json!(true)),
        ]);
        let (_, body) = build_form("f.txt", Vec::new(), &parameters).await.unwrap();
        let body = String::from_utf8(body).unwrap();
        assert_eq!(body.matches("name=\"glossary_ids\"").count(), 2);
        assert!(body.contains("\r\n\r\n75\r\n") && body.contains("\r\n\r\ntrue\r\n"));
    }

    /// Refuses the first request, and remembers all.
    struct RefusesFirst(Mutex<Vec<Request>>);

    impl Transport for &RefusesFirst {
        async fn send(&self, request: &Request) -> Result<Response, TransportError> {
            let mut sent = self.0.lock().unwrap();
            sent.push(request.clone());
            let status = if sent.len() == 1 { 429 } else { 200 };
            let body = json!({"document_id": "D-1", "document_key": "K"}).to_string().into_bytes();
            Ok(Response { status, headers: Vec::new(), body, truncated: false })
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_document_that_goes_up_again_goes_up_alike() {
        let service = RefusesFirst(Mutex::default());
        let (_stop, stopped) = watch::channel(false);
        let client = Client::new(&service, ClientConfig::default(), stopped, Box::new(|_, _| {}));
        let job = upload_document(&client, "a.txt", b"Hello".to_vec(), &Map::new()).await.unwrap();
        assert_eq!(job.id.as_str(), "D-1");
        let sent = service.0.lock().unwrap();
        assert!(sent.len() == 2 && sent[0] == sent[1]);
    }
}
