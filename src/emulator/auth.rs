//! Who is asking: keys, their accounts, plans and scopes.
//!
//! Always: a request without a known key is 403 and nothing else is said about it. Decision: the interface description
//! declares 401 too, but 403 is what clients are known to get, for missing and for wrong keys alike; a fault script can
//! answer 401. Absent: secrets. Keys are compared as text, and the log never holds one.

use std::collections::BTreeSet;

use crate::emulator::EmulatorOptions;
use crate::emulator::error_response::ErrorResponse;
use crate::emulator::id::{EmulatedId, mix_bits};
use crate::emulator::message::RawRequest;
use crate::emulator::route::{self, CallArea};
use crate::emulator::served_call::ServedCall;

/// The scheme of the interface description.
pub const AUTH_SCHEME: &str = "Service-Auth-Key";

/// The scheme that clients of the public service send.
pub const VENDOR_SCHEME: &str = "DeepL-Auth-Key";

/// Headers that carry a reporting tag.
const REPORTING_HEADERS: &[&str] = &["x-service-reporting-tag", "x-deepl-reporting-tag"];

/// The scope that opens the administrative calls, and those alone.
const ADMIN_SCOPE: &str = "admin";

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

    fn accepting_any_key(key: &str, account_per_key: bool) -> Self {
        let account = if account_per_key { key } else { "default" };
        Self { key: key.to_owned(), account: account.to_owned(), scopes: None }
    }

    /// What the key is called where it must not be shown.
    #[must_use]
    pub fn id(&self) -> EmulatedId {
        let bits = self.key.bytes().fold(0, |sum, byte| mix_bits(sum ^ u64::from(byte)));
        EmulatedId::generate(bits, self.key.len() as u64)
    }
}

/// Who asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Caller {
    pub(crate) account: String,
    pub(crate) key_id: EmulatedId,
    pub(crate) free: bool,
    /// Whether keys are configured: else every key may do everything.
    is_configured: bool,
    scopes: Option<BTreeSet<String>>,
}

impl Caller {
    /// Whoever comes with an address that is its own key: that of a file.
    pub(crate) fn of_signed_address() -> Self {
        Self { account: String::new(), key_id: EmulatedId::NONE, free: false, is_configured: false, scopes: None }
    }

    /// Refuses a call that the scopes of the key do not cover.
    pub(crate) fn authorize_call(&self, call: ServedCall) -> Result<(), ErrorResponse> {
        let is_admin = self.scopes.as_ref().is_some_and(|scopes| scopes.contains(ADMIN_SCOPE));
        if route::call_area(call) == CallArea::Admin && !is_admin && self.is_configured {
            return Err(ErrorResponse::new(403, "Forbidden").with_detail("An admin key is needed"));
        }
        let Some(scopes) = &self.scopes else { return Ok(()) };
        match required_scope(call) {
            Some(needed) if scopes.contains(needed) => Ok(()),
            Some(needed) => {
                Err(ErrorResponse::new(403, "Forbidden").with_detail(format!("Missing required scope(s): {needed}")))
            }
            None => Err(ErrorResponse::new(403, "Forbidden").with_detail("This call needs a key without scopes")),
        }
    }
}

/// The scope that covers a call; none does for spoken terms and speech.
fn required_scope(call: ServedCall) -> Option<&'static str> {
    Some(match route::call_area(call) {
        CallArea::Styles if call.is_read_only() => "style_rules:read",
        CallArea::Styles => "style_rules:write",
        CallArea::Glossaries if call.is_read_only() => "glossaries:read",
        CallArea::Glossaries => "glossaries:write",
        CallArea::TranslationMemories if call.is_read_only() => "translation_memories:read",
        CallArea::TranslationMemories => "translation_memories:write",
        CallArea::StyleProfiles if call.is_read_only() => "style_profiles:read",
        CallArea::StyleProfiles => "style_profiles:write",
        CallArea::SpokenTerms | CallArea::Voice => return None,
        CallArea::Admin => ADMIN_SCOPE,
        CallArea::Languages => "languages:read",
        CallArea::Translate => "translate:text",
        CallArea::Document => "translate:document",
        CallArea::Write => "write:improve",
        CallArea::Usage => "usage:read",
    })
}

/// Finds the caller.
pub(crate) fn identify_caller(request: &RawRequest, options: &EmulatorOptions) -> Result<Caller, ErrorResponse> {
    let EmulatorOptions { keys, accept_schemes, account_per_key, .. } = options;
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
    let known: Vec<&str> =
        [AUTH_SCHEME, VENDOR_SCHEME].into_iter().chain(accept_schemes.iter().map(String::as_str)).collect();
    let key = key.trim();
    if key.is_empty() {
        return Err(forbidden_error());
    }
    if !known.iter().any(|known| known.eq_ignore_ascii_case(scheme)) {
        let message =
            format!("Authorization scheme `{scheme}` is not accepted: use {} followed by the key", known.join(" or "));
        return Err(ErrorResponse::new(403, message));
    }
    let found = if keys.is_empty() {
        EmulatorKey::accepting_any_key(key, *account_per_key)
    } else {
        keys.iter().find(|known| known.key == key).cloned().ok_or_else(forbidden_error)?
    };
    Ok(Caller {
        key_id: found.id(),
        free: found.key.ends_with(":fx"),
        is_configured: !keys.is_empty(),
        account: found.account,
        scopes: found.scopes,
    })
}

/// What a request asks its usage to be counted under.
pub(crate) fn reporting_tag(request: &RawRequest) -> Option<&str> {
    REPORTING_HEADERS.iter().find_map(|name| request.header(name)).map(str::trim).filter(|tag| !tag.is_empty())
}

fn forbidden_error() -> ErrorResponse {
    ErrorResponse::new(403, "Invalid or missing authentication key")
}

/// Bytes of a body that the log holds.
const MAX_LOGGED_BODY: usize = 16 << 10;

/// The body of a request as the log may hold it: without the key that it came with, or any that is configured.
pub(crate) fn redact_body(request: &RawRequest, keys: &[EmulatorKey]) -> String {
    let mut text = String::from_utf8_lossy(&request.body).into_owned();
    let own =
        request.header("authorization").and_then(|header| header.trim().split_once(' ')).map(|(_, key)| key.trim());
    for key in keys.iter().map(|known| known.key.as_str()).chain(own).filter(|key| !key.is_empty()) {
        text = text.replace(key, "…");
    }
    if text.len() > MAX_LOGGED_BODY {
        let end = text.floor_char_boundary(MAX_LOGGED_BODY);
        text.truncate(end);
        text.push('…');
    }
    text
}

/// A target as the log may hold it: a query that carries a key or a signature is left out whole.
pub(crate) fn redact_key(target: &str) -> String {
    match target.split_once('?') {
        Some((path, _))
            if ["auth_key", "signature"].iter().any(|name| !route::query_values(target, name).is_empty()) =>
        {
            format!("{path}?…")
        }
        Some(_) | None => target.to_owned(),
    }
}

/// Whether a key was sent in one of the old ways.
fn has_legacy_key(request: &RawRequest) -> bool {
    let in_body = || request.body.windows(8).any(|window| window == b"auth_key");
    !route::query_values(&request.target, "auth_key").is_empty() || in_body()
}
