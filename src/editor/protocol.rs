//! Messages of the protocol: what an editor says, and the forms in which it is answered.
//!
//! Only the fields that are used are named; an editor may say more. What lacks a field that is needed is answered as
//! invalid, and never ends the session.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// What words are, in the names of the protocol, by their numbers in `SemanticType`.
pub(super) const TOKEN_TYPES: [&str; 6] = ["property", "namespace", "parameter", "enumMember", "class", "type"];

/// What an editor said.
#[derive(Clone, Debug, PartialEq)]
pub enum Incoming {
    /// Something that is to be answered, once.
    Request {
        /// Number or text that the answer repeats.
        id: Value,
        /// What is asked for.
        method: String,
        /// Of what.
        params: Value,
    },
    /// Something that is told.
    Notification {
        /// What happened.
        method: String,
        /// To what.
        params: Value,
    },
    /// An answer to something that we asked; we ask for nothing that matters.
    Response,
    /// A body that is no message, and why.
    Invalid(ResponseError),
}

/// Why a request was not carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResponseError {
    /// Number of the protocol.
    pub code: i32,
    /// In words.
    pub message: String,
}

impl ResponseError {
    /// The body is no JSON.
    pub const PARSE_ERROR: i32 = -32700;
    /// The body is no message, or comes at a time when it must not.
    pub const INVALID_REQUEST: i32 = -32600;
    /// Nothing of this name is served.
    pub const METHOD_NOT_FOUND: i32 = -32601;
    /// A field is missing or of another type.
    pub const INVALID_PARAMS: i32 = -32602;
    /// Before `initialize`.
    pub const SERVER_NOT_INITIALIZED: i32 = -32002;
    /// The editor took the request back.
    pub const REQUEST_CANCELLED: i32 = -32800;
    /// Well-formed, and cannot be done.
    pub const REQUEST_FAILED: i32 = -32803;

    pub(super) fn new(code: i32, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    pub(super) fn request_failed(message: impl Into<String>) -> Self {
        Self::new(Self::REQUEST_FAILED, message)
    }
}

impl Incoming {
    /// Reads a body.
    #[must_use]
    pub fn parse_body(body: &[u8]) -> Self {
        let mut value: Value = match serde_json::from_slice(body) {
            Ok(value) => value,
            Err(error) => {
                return Self::Invalid(ResponseError::new(ResponseError::PARSE_ERROR, format!("no JSON: {error}")));
            }
        };
        let Some(fields) = value.as_object_mut() else {
            return Self::Invalid(ResponseError::new(ResponseError::INVALID_REQUEST, "a message is an object"));
        };
        let params = fields.remove("params").unwrap_or(Value::Null);
        let id = fields.remove("id");
        match (fields.remove("method"), id) {
            (Some(Value::String(method)), Some(id @ (Value::Number(_) | Value::String(_)))) => {
                Self::Request { id, method, params }
            }
            (Some(Value::String(method)), None) => Self::Notification { method, params },
            (None, Some(_)) if fields.contains_key("result") || fields.contains_key("error") => Self::Response,
            (Some(_) | None, Some(_) | None) => Self::Invalid(ResponseError::new(
                ResponseError::INVALID_REQUEST,
                "neither a request nor a notification",
            )),
        }
    }
}

/// The answer to a request.
pub(super) fn response_message(id: &Value, result: Result<Value, ResponseError>) -> Value {
    match result {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err(ResponseError { code, message }) => {
            json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
        }
    }
}

/// Something told to the editor.
pub(super) fn notification_message(method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}

/// Edits of texts, each with the version that it is for, where the editor takes that.
pub(super) fn workspace_edit(changes: &[(String, Option<i64>, Vec<Value>)], versions: bool) -> Value {
    if !versions {
        let changes: serde_json::Map<String, Value> =
            changes.iter().map(|(uri, _, edits)| (uri.clone(), json!(edits))).collect();
        return json!({ "changes": changes });
    }
    let change = |(uri, version, edits): &(String, Option<i64>, Vec<Value>)| json!({ "textDocument": { "uri": uri, "version": version }, "edits": edits });
    json!({ "documentChanges": changes.iter().map(change).collect::<Vec<_>>() })
}

/// Reads the fields that a method needs.
pub(super) fn parse_params<T: DeserializeOwned>(params: Value) -> Result<T, ResponseError> {
    serde_json::from_value(params).map_err(|error| ResponseError::new(ResponseError::INVALID_PARAMS, error.to_string()))
}

/// A line and a unit in it, both from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub(super) struct LspPosition {
    pub(super) line: u32,
    pub(super) character: u32,
}

/// From a place up to another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub(super) struct LspRange {
    pub(super) start: LspPosition,
    pub(super) end: LspPosition,
}

impl LspRange {
    pub(super) fn to_json(self) -> Value {
        let point = |LspPosition { line, character }: LspPosition| json!({ "line": line, "character": character });
        json!({ "start": point(self.start), "end": point(self.end) })
    }
}

/// Names an open document.
#[derive(Debug, Deserialize)]
pub(super) struct TextDocumentIdentifier {
    pub(super) uri: String,
}

/// `didClose`, `didSave`, `documentSymbol`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DocumentParams {
    pub(super) text_document: TextDocumentIdentifier,
}

/// `completion`, `hover`, `definition`, `prepareRename`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TextDocumentPositionParams {
    pub(super) text_document: TextDocumentIdentifier,
    pub(super) position: LspPosition,
}

/// `references`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReferenceParams {
    pub(super) text_document: TextDocumentIdentifier,
    pub(super) position: LspPosition,
    #[serde(default)]
    pub(super) context: ReferenceContext,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReferenceContext {
    #[serde(default)]
    pub(super) include_declaration: bool,
}

/// `rename`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RenameParams {
    pub(super) text_document: TextDocumentIdentifier,
    pub(super) position: LspPosition,
    pub(super) new_name: String,
}

/// `codeAction`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CodeActionParams {
    pub(super) text_document: TextDocumentIdentifier,
    pub(super) range: LspRange,
    #[serde(default)]
    pub(super) context: CodeActionContext,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct CodeActionContext {
    pub(super) only: Option<Vec<String>>,
}

/// `didOpen`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DidOpenParams {
    pub(super) text_document: TextDocumentItem,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TextDocumentItem {
    pub(super) uri: String,
    #[serde(default)]
    pub(super) language_id: String,
    #[serde(default)]
    pub(super) version: i64,
    pub(super) text: String,
}

/// `didChange`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DidChangeParams {
    pub(super) text_document: VersionedTextDocumentIdentifier,
    pub(super) content_changes: Vec<ContentChange>,
}

#[derive(Debug, Deserialize)]
pub(super) struct VersionedTextDocumentIdentifier {
    pub(super) uri: String,
    #[serde(default)]
    pub(super) version: Option<i64>,
}

/// One change: of a range, or of everything.
#[derive(Debug, Deserialize)]
pub(super) struct ContentChange {
    pub(super) range: Option<LspRange>,
    pub(super) text: String,
}

/// `$/cancelRequest`.
#[derive(Debug, Deserialize)]
pub(super) struct CancelParams {
    pub(super) id: Value,
}
