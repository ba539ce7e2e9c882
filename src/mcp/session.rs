//! What a line is answered with, in the revision that its sender speaks.

use serde_json::{Map, Value, json};

use crate::mcp::message::{ErrorCode, InputLine, RpcError, encode_answer};
use crate::mcp::{AgentTools, ToolAnswer, ToolDescription};

/// Most bytes of the texts of one answer.
pub const MAX_ANSWER_BYTES: usize = 64 * 1024;

/// The revision whose requests carry it each.
pub const STATELESS_REVISION: &str = "2026-07-28";
/// Revisions that begin with `initialize`, newest first; what is served is the same in all of them.
pub const HANDSHAKE_REVISIONS: &[&str] = &["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// How long a list of tools or resources, or a text, may be taken for current: files change while an agent works.
const CACHE_MILLISECONDS: u64 = 0;

/// Keys of `_meta`.
const REVISION_KEY: &str = "io.modelcontextprotocol/protocolVersion";
const SERVER_KEY: &str = "io.modelcontextprotocol/serverInfo";

/// How results look to the sender of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Era {
    /// Up to 2025-11-25.
    Handshake,
    /// 2026-07-28.
    Stateless,
}

/// A server of these tools.
pub struct McpServer<'a> {
    tools: &'a dyn AgentTools,
    version: &'a str,
}

impl<'a> McpServer<'a> {
    /// A server of these tools, in this version of the program.
    #[must_use]
    pub fn new(tools: &'a dyn AgentTools, version: &'a str) -> Self {
        Self { tools, version }
    }

    /// The answer to a line; none where it asks for none.
    #[must_use]
    pub fn answer_line(&self, line: &InputLine) -> Option<Value> {
        let fault = |code, message: &str| Some(encode_answer(&Value::Null, Err(RpcError::new(code, message))));
        let text = match line {
            InputLine::Text(text) if text.is_empty() => return None,
            InputLine::Text(text) => text,
            InputLine::TooLong => return fault(ErrorCode::InvalidRequest, "a message is longer than is read"),
            InputLine::End => return None,
        };
        let Ok(message) = serde_json::from_slice::<Value>(text) else {
            return fault(ErrorCode::Parse, "a line is no JSON");
        };
        let Some(request) = message.as_object() else {
            return fault(ErrorCode::InvalidRequest, "a message is one object: batches are not served");
        };
        let method = request.get("method").and_then(Value::as_str);
        match (request.get("id"), method) {
            // What answers us, or only tells us something, is not answered.
            (_, None) if request.contains_key("result") || request.contains_key("error") => None,
            (None, Some(_)) => None,
            (Some(id @ (Value::String(_) | Value::Number(_))), Some(method)) => {
                let params = request.get("params").and_then(Value::as_object);
                Some(encode_answer(id, self.answer_request(method, params.unwrap_or(&Map::new()))))
            }
            (_, _) => fault(ErrorCode::InvalidRequest, "a request has a method, and an id that is a text or a number"),
        }
    }

    fn answer_request(&self, method: &str, params: &Map<String, Value>) -> Result<Value, RpcError> {
        if method == "initialize" {
            return Ok(self.initialize(params));
        }
        let era = era_of(params)?;
        let (result, cacheable) = match method {
            "server/discover" => (self.discover(), true),
            "ping" => (json!({}), false),
            "tools/list" => {
                let tools: Vec<Value> = self.tools.list_tools().iter().map(encode_tool).collect();
                (json!({ "tools": tools }), true)
            }
            "tools/call" => (self.call_tool(params)?, false),
            "resources/list" => (self.list_resources(), true),
            "resources/templates/list" => (json!({ "resourceTemplates": [] }), true),
            "resources/read" => (self.read_resource(params, era)?, true),
            other => {
                return Err(RpcError::new(ErrorCode::MethodNotFound, format!("`{other}` is not served here")));
            }
        };
        Ok(match era {
            Era::Handshake => result,
            Era::Stateless => self.complete(result, cacheable),
        })
    }

    /// A result as the newer revision wants it: typed, with the server's name, and with how long it may be kept.
    fn complete(&self, mut result: Value, cacheable: bool) -> Value {
        if let Some(fields) = result.as_object_mut() {
            fields.insert("resultType".to_owned(), json!("complete"));
            fields.insert("_meta".to_owned(), json!({ SERVER_KEY: self.server_info() }));
            if cacheable {
                fields.insert("ttlMs".to_owned(), json!(CACHE_MILLISECONDS));
                fields.insert("cacheScope".to_owned(), json!("private"));
            }
        }
        result
    }

    fn server_info(&self) -> Value {
        json!({ "name": "housestyle", "title": "housestyle", "version": self.version })
    }

    fn initialize(&self, params: &Map<String, Value>) -> Value {
        let asked = params.get("protocolVersion").and_then(Value::as_str).unwrap_or_default();
        let spoken = HANDSHAKE_REVISIONS.iter().find(|known| **known == asked).unwrap_or(&HANDSHAKE_REVISIONS[0]);
        json!({
            "protocolVersion": spoken,
            "capabilities": capabilities(),
            "serverInfo": self.server_info(),
            "instructions": self.tools.instructions(),
        })
    }

    fn discover(&self) -> Value {
        json!({
            "supportedVersions": supported_revisions(),
            "capabilities": capabilities(),
            "serverInfo": self.server_info(),
            "instructions": self.tools.instructions(),
        })
    }

    fn call_tool(&self, params: &Map<String, Value>) -> Result<Value, RpcError> {
        let name = params.get("name").and_then(Value::as_str).unwrap_or_default();
        let none = Value::Object(Map::new());
        let answer = self.tools.call_tool(name, params.get("arguments").unwrap_or(&none));
        let answer = answer.ok_or_else(|| {
            let known: Vec<&str> = self.tools.list_tools().iter().map(|tool| tool.name).collect();
            let message = format!("there is no tool of this name; there are: {}", known.join(", "));
            RpcError::new(ErrorCode::InvalidParams, message)
        })?;
        Ok(encode_tool_answer(answer))
    }

    fn list_resources(&self) -> Value {
        let resources = self.tools.list_resources();
        let resources = resources.iter().map(|resource| {
            json!({
                "uri": resource.uri,
                "name": resource.name,
                "description": resource.description,
                "mimeType": resource.mime_type,
            })
        });
        json!({ "resources": resources.collect::<Vec<_>>() })
    }

    fn read_resource(&self, params: &Map<String, Value>, era: Era) -> Result<Value, RpcError> {
        let uri = params.get("uri").and_then(Value::as_str).unwrap_or_default();
        let (mime_type, text) = self.tools.read_resource(uri).ok_or_else(|| {
            let code = match era {
                Era::Handshake => ErrorCode::ResourceNotFound,
                Era::Stateless => ErrorCode::InvalidParams,
            };
            let data = Some(json!({ "uri": uri }));
            RpcError { data, ..RpcError::new(code, "there is no resource at this address") }
        })?;
        let mut room = MAX_ANSWER_BYTES;
        Ok(json!({ "contents": [{ "uri": uri, "mimeType": mime_type, "text": cut_text(&text, &mut room) }] }))
    }
}

/// The revision of a request: named by itself, or agreed upon before.
fn era_of(params: &Map<String, Value>) -> Result<Era, RpcError> {
    match params.get("_meta").and_then(|meta| meta.get(REVISION_KEY)) {
        None => Ok(Era::Handshake),
        Some(Value::String(named)) if named == STATELESS_REVISION => Ok(Era::Stateless),
        Some(named) => {
            let data = Some(json!({ "supported": supported_revisions(), "requested": named }));
            Err(RpcError { data, ..RpcError::new(ErrorCode::UnsupportedVersion, "this revision is not spoken here") })
        }
    }
}

fn supported_revisions() -> Vec<&'static str> {
    std::iter::once(STATELESS_REVISION).chain(HANDSHAKE_REVISIONS.iter().copied()).collect()
}

fn capabilities() -> Value {
    json!({ "tools": {}, "resources": {} })
}

fn encode_tool(tool: &ToolDescription) -> Value {
    json!({
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": tool.input_schema,
        "annotations": {
            "title": tool.title,
            "readOnlyHint": true,
            "destructiveHint": false,
            "idempotentHint": true,
            "openWorldHint": tool.asks_service,
        },
    })
}

fn encode_tool_answer(answer: ToolAnswer) -> Value {
    let mut room = MAX_ANSWER_BYTES;
    let texts = answer.texts.iter().filter(|text| !text.is_empty());
    let content: Vec<Value> = texts.map(|text| json!({ "type": "text", "text": cut_text(text, &mut room) })).collect();
    json!({ "content": content, "isError": answer.is_error })
}

/// The text, or what of it there is room for, with how much is missing.
fn cut_text(text: &str, room: &mut usize) -> String {
    if text.len() <= *room {
        *room -= text.len();
        return text.to_owned();
    }
    let mut end = *room;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    *room = 0;
    format!(
        "{}\n[cut: {end} of {} bytes are shown; ask for less, such as one file or one list]",
        &text[..end],
        text.len()
    )
}
