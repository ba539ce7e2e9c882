//! How the service is spoken to: one call in, one meaning out.
//!
//! The outside world is one trait, [`Transport`]: send a request, get an answer or the precise way in which none came.
//! The HTTP client and the in-process emulator implement it; under tokio's paused clock every fault is an ordinary test.
//! Which call may be sent twice is one table ([`retry`]). Unknown fields are tolerated and kept. The key never reaches a log.

pub mod account;
pub(crate) mod answer;
pub mod client;
pub mod error;
pub mod http;
pub mod pace;
pub mod retry;
pub mod secret;
pub mod style;

use std::future::Future;

/// Every call of the service that this tool makes, by the name that fault scripts and messages use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Call {
    /// `GET /v3/style_rules`
    ListStyles,
    /// `POST /v3/style_rules`
    CreateStyle,
    /// `GET /v3/style_rules/{style_id}`
    GetStyle,
    /// `PATCH /v3/style_rules/{style_id}`
    RenameStyle,
    /// `DELETE /v3/style_rules/{style_id}`
    DeleteStyle,
    /// `PUT /v3/style_rules/{style_id}/configured_rules`
    ReplaceRules,
    /// `POST /v3/style_rules/{style_id}/custom_instructions`
    AddInstruction,
    /// `GET /v3/style_rules/{style_id}/custom_instructions/{instruction_id}`
    GetInstruction,
    /// `PUT /v3/style_rules/{style_id}/custom_instructions/{instruction_id}`
    ReplaceInstruction,
    /// `DELETE /v3/style_rules/{style_id}/custom_instructions/{instruction_id}`
    RemoveInstruction,
}

impl Call {
    /// Every call.
    pub const ALL: &'static [Self] = &[
        Self::ListStyles,
        Self::CreateStyle,
        Self::GetStyle,
        Self::RenameStyle,
        Self::DeleteStyle,
        Self::ReplaceRules,
        Self::AddInstruction,
        Self::GetInstruction,
        Self::ReplaceInstruction,
        Self::RemoveInstruction,
    ];

    /// The name in fault scripts, logs and messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::ListStyles => "list-styles",
            Self::CreateStyle => "create-style",
            Self::GetStyle => "get-style",
            Self::RenameStyle => "rename-style",
            Self::DeleteStyle => "delete-style",
            Self::ReplaceRules => "replace-rules",
            Self::AddInstruction => "add-instruction",
            Self::GetInstruction => "get-instruction",
            Self::ReplaceInstruction => "replace-instruction",
            Self::RemoveInstruction => "remove-instruction",
        }
    }

    /// Its method.
    #[must_use]
    pub fn method(self) -> &'static str {
        match self {
            Self::ListStyles | Self::GetStyle | Self::GetInstruction => "GET",
            Self::CreateStyle | Self::AddInstruction => "POST",
            Self::RenameStyle => "PATCH",
            Self::ReplaceRules | Self::ReplaceInstruction => "PUT",
            Self::DeleteStyle | Self::RemoveInstruction => "DELETE",
        }
    }

    /// Whether it changes nothing.
    #[must_use]
    pub fn reads(self) -> bool {
        self.method() == "GET"
    }
}

/// One request, before address and key are added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Which call.
    pub call: Call,
    /// Path and query: `/v3/style_rules?page=0&page_size=25`.
    pub target: String,
    /// The body: JSON, unless `content_type` says otherwise.
    pub body: Option<Vec<u8>>,
    /// What a body is that is not JSON: `multipart/form-data; boundary=…`.
    pub content_type: Option<String>,
}

/// One answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// Status code.
    pub status: u16,
    /// Headers that matter here, names in lower case: `retry-after`, `x-trace-id`, `date`, `content-type`, `location`.
    pub headers: Vec<(String, String)>,
    /// The body as far as it came.
    pub body: Vec<u8>,
    /// Whether the body ended before its promised length.
    pub cut: bool,
}

impl Response {
    /// The value of a header (name in lower case).
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// The precise way in which no answer came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Broken {
    /// Not one byte of the request was written: the service cannot have acted. Why, in words.
    NotSent(String),
    /// Something was written, no answer came: the service may have acted. Why, in words.
    NoAnswer(String),
}

/// The outside world: send a request, get an answer or the way in which none came. Never repeats anything by itself.
pub trait Transport: Send + Sync {
    /// Sends one request once.
    fn send(&self, request: &Request) -> impl Future<Output = Result<Response, Broken>> + Send;
}
