//! A server of the Model Context Protocol over stdin and stdout, for agents: the protocol alone.
//!
//! Invariants: one line in, at most one line out; nothing that a line says can make the server hold more than
//! [`message::MAX_LINE_BYTES`]; what a tool answers is cut at [`session::MAX_ANSWER_BYTES`] and says so. This room knows no
//! tool: what can be called and read is behind [`AgentTools`], and all of it is announced as read-only.
//!
//! Two kinds of client are served side by side, told apart by each request. Those of the revision 2026-07-28 send their
//! revision with every request and may ask `server/discover`; their results carry a type, and lists and contents say how long
//! they may be cached. Earlier ones (up to 2025-11-25) begin with `initialize`. No state is kept between requests, so neither
//! depends on what the other did.
//!
//! Decision: the frame is written here instead of taken from `rmcp`. What is served is five methods in lines of JSON; the
//! library brings an asynchronous service, macros and some forty crates, and its answers to the older and newer revision
//! would be ours to check all the same: `tests/sessions/mcp-*.jsonl` holds what two public clients sent and got.

pub mod message;
pub mod session;

// Paths read as everywhere in the house: `crate::room::…`.
use crate as mcp;

use serde_json::Value;

pub use session::McpServer;

/// A tool that an agent can call.
#[derive(Clone, Debug)]
pub struct ToolDescription {
    /// Its name: `validate`.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What it does and when to call it.
    pub description: &'static str,
    /// JSON Schema of its arguments, an object.
    pub input_schema: Value,
    /// Whether it may ask the translation service (by reads alone); otherwise it is offline.
    pub asks_service: bool,
}

/// What a tool answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolAnswer {
    /// Texts, in order.
    pub texts: Vec<String>,
    /// Whether the call failed, in words for the agent.
    pub is_error: bool,
}

/// Something that an agent can read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceDescription {
    /// Its address: `housestyle://styles/support-de`.
    pub uri: String,
    /// Its name for people.
    pub name: String,
    /// What it is.
    pub description: String,
    /// Its media type.
    pub mime_type: &'static str,
}

/// What can be called and read: everything behind it reads, and nothing writes.
pub trait AgentTools {
    /// The tools, in the order in which they are listed.
    fn list_tools(&self) -> Vec<ToolDescription>;
    /// Calls a tool; nothing where there is none of this name.
    fn call_tool(&self, name: &str, arguments: &Value) -> Option<ToolAnswer>;
    /// What can be read.
    fn list_resources(&self) -> Vec<ResourceDescription>;
    /// Its media type and text; nothing where there is none at this address.
    fn read_resource(&self, uri: &str) -> Option<(&'static str, String)>;
    /// What an agent should know before its first call.
    fn instructions(&self) -> &'static str;
}
