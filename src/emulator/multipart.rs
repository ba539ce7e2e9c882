//! Request bodies of several parts, as browsers send files.
//!
//! Always: every part is named, the last boundary is there, and at most one part is a file; anything else is a 400.

use std::convert::Infallible;

use futures_util::FutureExt;
use serde_json::{Map, Value};

use crate::emulator::body;
use crate::emulator::error_response::ErrorResponse;
use crate::emulator::message::RawRequest;
use crate::emulator::request_fields::RequestFields;

/// A file that was sent along.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct AttachedFile {
    pub(crate) filename: String,
    pub(crate) bytes: Vec<u8>,
}

/// The fields of a body in parts, and the file that came with them. `lists` may hold several values.
pub(crate) fn read_multipart(
    request: &RawRequest,
    lists: &[&str],
) -> Result<(RequestFields, Option<AttachedFile>), ErrorResponse> {
    if body::read_media_type(request)? != "multipart/form-data" {
        return Err(ErrorResponse::new(415, "Unsupported media type: send multipart/form-data"));
    }
    let boundary = multer::parse_boundary(request.header("content-type").unwrap_or_default())
        .map_err(|_| malformed_body("no boundary is declared"))?;
    if !starts_a_line(&request.body, &boundary) {
        return Err(malformed_body("the first boundary does not begin a line"));
    }
    let whole = futures_util::stream::iter([Ok::<_, Infallible>(request.body.clone())]);
    // Everything is there already, so nothing has to wait.
    read_parts(multer::Multipart::new(whole, boundary), lists)
        .now_or_never()
        .unwrap_or_else(|| Err(malformed_body("it is not complete")))
}

async fn read_parts(
    mut parts: multer::Multipart<'_>,
    lists: &[&str],
) -> Result<(RequestFields, Option<AttachedFile>), ErrorResponse> {
    let mut members = Map::new();
    let mut file = None;
    while let Some(part) = parts.next_field().await.map_err(|error| malformed_body(&error.to_string()))? {
        let name = part.name().ok_or_else(|| malformed_body("a part has no name"))?.to_owned();
        let filename = part.file_name().map(str::to_owned);
        let bytes = part.bytes().await.map_err(|error| malformed_body(&error.to_string()))?;
        if let Some(filename) = filename {
            if file.replace(AttachedFile { filename, bytes: bytes.to_vec() }).is_some() {
                return Err(malformed_body("it holds more than one file"));
            }
            continue;
        }
        let value = String::from_utf8(bytes.to_vec()).map_err(|_| malformed_body("a value is not valid UTF-8"))?;
        let value = Value::String(value);
        if lists.contains(&name.as_str()) {
            let list = members.entry(name).or_insert_with(|| Value::Array(Vec::new()));
            if let Value::Array(items) = list {
                items.push(value);
            }
        } else if members.insert(name.clone(), value).is_some() {
            return Err(ErrorResponse::bad_request(format!("{name} is given more than once")));
        }
    }
    Ok((RequestFields { members, is_form: true }, file))
}

/// Whether the first boundary, if there is one, begins the body or a line of it; the parser would take it anywhere.
fn starts_a_line(body: &[u8], boundary: &str) -> bool {
    let delimiter = format!("--{boundary}");
    let first = body.windows(delimiter.len()).position(|bytes| bytes == delimiter.as_bytes());
    first.is_none_or(|at| at == 0 || body[..at].ends_with(b"\r\n"))
}

fn malformed_body(what: &str) -> ErrorResponse {
    ErrorResponse::bad_request(format!("Request body is no multipart form: {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(body: &str) -> RawRequest {
        let declared = ("content-type".to_owned(), "multipart/form-data; boundary=\"B\"".to_owned());
        RawRequest { headers: vec![declared], body: body.as_bytes().to_vec(), ..RawRequest::default() }
    }

    #[test]
    fn fields_lists_and_the_file_are_told_apart() {
        let body = "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--B\r\ncontent-disposition: form-data; \
                    name=\"l\"\r\n\r\nx\r\n--B\r\nContent-Disposition: form-data; name=\"l\"\r\n\r\ny\r\n--B\r\n\
                    Content-Disposition: form-data; name=\"file\"; filename=\"f.txt\"\r\nContent-Type: text/plain\r\n\r\n\
                    B--\n\r\n--B--\r\n";
        let (fields, file) = read_multipart(&request(body), &["l"]).unwrap();
        assert_eq!(Value::Object(fields.members), serde_json::json!({ "a": "1", "l": ["x", "y"] }));
        assert_eq!(file, Some(AttachedFile { filename: "f.txt".to_owned(), bytes: b"B--\n".to_vec() }));
    }

    #[test]
    fn what_is_no_such_body_is_refused() {
        for body in ["", "--B", "--Bx", "--B\r\n\r\n", "--B\r\nx\r\n--B--", "--B\r\na: b\r\n\r\n\r\n--B--", "x--B--"] {
            assert_eq!(read_multipart(&request(body), &[]).unwrap_err().status, 400, "{body:?}");
        }
    }
}
