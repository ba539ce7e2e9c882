//! How the service says no: a status and a body that says why.
//!
//! Always: `{"message": …}`, with `detail` where the service gives one; an empty body for 500 and 503.

use serde_json::json;

/// A refused request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ErrorResponse {
    pub(crate) status: u16,
    pub(crate) message: String,
    pub(crate) detail: Option<String>,
    pub(crate) headers: Vec<(String, String)>,
}

impl ErrorResponse {
    pub(crate) fn new(status: u16, message: impl Into<String>) -> Self {
        Self { status, message: message.into(), detail: None, headers: Vec::new() }
    }

    /// 400: the request is not what the endpoint takes.
    pub(crate) fn bad_request(message: impl Into<String>) -> Self {
        Self::new(400, message)
    }

    /// 404: there is no such thing in this account.
    pub(crate) fn not_found(what: &str) -> Self {
        Self::new(404, format!("{what} not found"))
    }

    pub(crate) fn with_detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }

    pub(crate) fn with_header(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push((name.to_owned(), value.into()));
        self
    }

    pub(crate) fn json_body(&self) -> Vec<u8> {
        if matches!(self.status, 500 | 503) {
            return Vec::new();
        }
        let body = match &self.detail {
            Some(detail) => json!({ "message": self.message, "detail": detail }),
            None => json!({ "message": self.message }),
        };
        body.to_string().into_bytes()
    }
}
