//! Who is asking: keys, their accounts, plans and scopes.
//!
//! Always: a request without a known key is 403 and nothing else is said about it. Decision: the interface description
//! declares 401 too, but 403 is what clients are known to get, for missing and for wrong keys alike; a fault script can
//! answer 401. Absent: secrets. Keys are compared as text, and the log never holds one.

use std::collections::BTreeSet;

use crate::emulator::error_response::ErrorResponse;
use crate::emulator::message::RawRequest;
use crate::emulator::route::{self, CallArea};
use crate::service::Call;

/// The scheme of the interface description.
pub const AUTH_SCHEME: &str = "Service-Auth-Key";

/// A key that the emulator takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmulatorKey {
    /// The key itself. One that ends in `:fx` belongs to the free plan.
    pub key: String,
    /// The account it opens. Keys of one account see the same lists.
    pub account: String,
    /// What it may do; everything when absent.
    pub scopes: Option<BTreeSet<String>>,
}

impl EmulatorKey {
    /// Reads `KEY`, `KEY@ACCOUNT`, `KEY=SCOPE,SCOPE` or `KEY@ACCOUNT=SCOPE,SCOPE`. Where no account is named it is what
    /// the key says before its first `.`: `acme.reader` and `acme.writer` open the same one.
    ///
    /// # Errors
    /// When the key is empty, or holds something that no header can carry.
    pub fn parse(written: &str) -> Result<Self, String> {
        let (rest, scopes) = match written.split_once('=') {
            Some((rest, scopes)) => (rest, Some(scopes.split(',').map(|scope| scope.trim().to_owned()).collect())),
            None => (written, None),
        };
        let (key, account) = match rest.split_once('@') {
            Some((key, account)) => (key, account.to_owned()),
            None => (rest, rest.split('.').next().unwrap_or(rest).trim_end_matches(":fx").to_owned()),
        };
        if key.is_empty() || !key.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(format!("`{written}` names no key: write KEY[@ACCOUNT][=SCOPE,SCOPE]"));
        }
        Ok(Self { key: key.to_owned(), account, scopes })
    }

    fn accepting_any_key(key: &str) -> Self {
        Self { key: key.to_owned(), account: "default".to_owned(), scopes: None }
    }
}

/// Who asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Caller {
    pub(crate) account: String,
    pub(crate) free: bool,
    scopes: Option<BTreeSet<String>>,
}

impl Caller {
    /// Refuses a call that the scopes of the key do not cover.
    pub(crate) fn authorize_call(&self, call: Call) -> Result<(), ErrorResponse> {
        let Some(scopes) = &self.scopes else { return Ok(()) };
        match required_scope(call) {
            Some(needed) if scopes.contains(needed) => Ok(()),
            Some(needed) => {
                Err(ErrorResponse::new(403, "Forbidden").with_detail(format!("Missing required scope(s): {needed}")))
            }
            None => Err(ErrorResponse::new(403, "Forbidden").with_detail("Spoken terms need a key without scopes")),
        }
    }
}

/// The scope that covers a call; none does for spoken terms.
fn required_scope(call: Call) -> Option<&'static str> {
    Some(match route::call_area(call) {
        CallArea::Styles if call.is_read_only() => "style_rules:read",
        CallArea::Styles => "style_rules:write",
        CallArea::Glossaries if call.is_read_only() => "glossaries:read",
        CallArea::Glossaries => "glossaries:write",
        CallArea::TranslationMemories => "translation_memories:read",
        CallArea::SpokenTerms => return None,
        CallArea::Languages => "languages:read",
        CallArea::Translate => "translate:text",
        CallArea::Document => "translate:document",
        CallArea::Write => "write:improve",
        CallArea::Usage => "usage:read",
    })
}

/// Finds the caller. Without configured keys every key opens the one account.
pub(crate) fn identify_caller(
    request: &RawRequest,
    keys: &[EmulatorKey],
    schemes: &[String],
) -> Result<Caller, ErrorResponse> {
    let Some(header) = request.header("authorization") else {
        return Err(if has_legacy_key(request) {
            ErrorResponse::new(
                403,
                "Authentication by query parameter or request body is no longer supported: use the Authorization header",
            )
        } else {
            forbidden_error()
        });
    };
    let (scheme, key) = header.trim().split_once(' ').ok_or_else(forbidden_error)?;
    let known = std::iter::once(AUTH_SCHEME).chain(schemes.iter().map(String::as_str));
    let key = key.trim();
    if key.is_empty() || !known.into_iter().any(|known| known.eq_ignore_ascii_case(scheme)) {
        return Err(forbidden_error());
    }
    let found = if keys.is_empty() {
        EmulatorKey::accepting_any_key(key)
    } else {
        keys.iter().find(|known| known.key == key).cloned().ok_or_else(forbidden_error)?
    };
    Ok(Caller { account: found.account, free: found.key.ends_with(":fx"), scopes: found.scopes })
}

fn forbidden_error() -> ErrorResponse {
    ErrorResponse::new(403, "Invalid or missing authentication key")
}

/// A target as the log may hold it: a query that carries a key is left out whole.
pub(crate) fn redact_key(target: &str) -> String {
    match target.split_once('?') {
        Some((path, _)) if !route::query_values(target, "auth_key").is_empty() => format!("{path}?…"),
        Some(_) | None => target.to_owned(),
    }
}

/// Whether a key was sent in one of the old ways.
fn has_legacy_key(request: &RawRequest) -> bool {
    let in_body = || request.body.windows(8).any(|window| window == b"auth_key");
    !route::query_values(&request.target, "auth_key").is_empty() || in_body()
}
