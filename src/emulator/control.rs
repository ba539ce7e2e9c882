//! The control interface: what a test suite needs so that it does not have to restart the emulator between its tests.
//!
//! Always: under `/_emulator/` alone, never counted or logged as a call of the service, and refused without its own token;
//! without a token there is none. `GET /healthz` needs neither key nor token. Absent: sockets.
//!
//! | call | what it does |
//! |---|---|
//! | `POST /_emulator/reset` | forgets resources, usage, faults, phrases and the log, then applies the seed of the start |
//! | `PUT /_emulator/seed` | adds what a seed file holds |
//! | `PUT`, `DELETE /_emulator/faults` | replaces, ends what goes wrong |
//! | `PUT`, `DELETE /_emulator/translations` | replaces, forgets the phrases |
//! | `GET`, `DELETE /_emulator/log` | the requests so far (`?after=N`: those after number N; `bodies=1`: with their bodies), forgets them |
//!
//! `?account=NAME` confines reset, faults and log to one account.

use std::fmt;

use serde_json::{Value, json};

use crate::emulator::Emulator;
use crate::emulator::fault::{FaultFile, FaultScript};
use crate::emulator::message::{RawReply, RawRequest};
use crate::emulator::phrases::PhraseTable;
use crate::emulator::route;

const CONTROL_PATH: &str = "/_emulator/";
const HEALTH_PATH: &str = "/healthz";

/// What opens the control interface. It is shown nowhere.
#[derive(Clone, PartialEq, Eq)]
pub struct ControlToken(String);

impl ControlToken {
    /// Takes a token that a header can carry.
    ///
    /// # Errors
    /// When it is empty or holds white space or other than ASCII.
    pub fn parse(written: &str) -> Result<Self, String> {
        if written.is_empty() || !written.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err("a control token is made of ASCII letters, digits and punctuation".to_owned());
        }
        Ok(Self(written.to_owned()))
    }

    fn opens(&self, request: &RawRequest) -> bool {
        let given = request.header("authorization").and_then(|header| header.split_once(' '));
        given.is_some_and(|(scheme, token)| scheme.eq_ignore_ascii_case("bearer") && token.trim() == self.0)
    }
}

impl fmt::Debug for ControlToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ControlToken")
    }
}

/// The answer to a control request; nothing for any other request.
#[must_use]
pub fn answer_control(emulator: &Emulator, token: Option<&ControlToken>, request: &RawRequest) -> Option<RawReply> {
    let path = request.target.split(['?', '#']).next().unwrap_or_default();
    if path == HEALTH_PATH && matches!(request.method.as_str(), "GET" | "HEAD") {
        return Some(json_reply(200, &json!({ "status": "ok" })));
    }
    let what = path.strip_prefix(CONTROL_PATH)?;
    let Some(token) = token else {
        return Some(refuse(404, "There is no control interface: start the emulator with --control-token"));
    };
    if !token.opens(request) {
        return Some(refuse(401, "The control interface needs `Authorization: Bearer` with its token"));
    }
    let account = route::query_values(&request.target, "account").into_iter().next();
    let account = account.as_deref();
    Some(match (request.method.as_str(), what) {
        ("POST", "reset") => done(match account {
            Some(account) => emulator.reset_account(account),
            None => emulator.reset(),
        }),
        ("PUT", "seed") => done(text_of(request).and_then(|text| emulator.apply_seed(text))),
        ("PUT", "faults") => done(text_of(request).and_then(FaultFile::parse).map(|file| {
            set_script(emulator, account, Some(file.into_script()));
        })),
        ("DELETE", "faults") => {
            set_script(emulator, account, None);
            done(Ok(()))
        }
        ("PUT", "translations") => done(text_of(request).and_then(PhraseTable::parse).map(|table| {
            emulator.set_phrases(table);
        })),
        ("DELETE", "translations") => {
            emulator.set_phrases(PhraseTable::default());
            done(Ok(()))
        }
        ("GET", "log") => list_log(emulator, account, &request.target),
        ("DELETE", "log") => {
            match account {
                Some(account) => emulator.clear_account_log(account),
                None => emulator.clear_log(),
            }
            done(Ok(()))
        }
        (_, "reset" | "seed" | "faults" | "translations" | "log") => refuse(405, "Method not allowed"),
        (_, _) => refuse(404, "The control interface has reset, seed, faults, translations and log"),
    })
}

fn text_of(request: &RawRequest) -> Result<&str, String> {
    std::str::from_utf8(&request.body).map_err(|_| "the body is not valid UTF-8".to_owned())
}

fn set_script(emulator: &Emulator, account: Option<&str>, script: Option<FaultScript>) {
    match account {
        Some(account) => emulator.set_account_script(account, script),
        None => emulator.set_script(script),
    }
}

fn list_log(emulator: &Emulator, account: Option<&str>, target: &str) -> RawReply {
    let after = match route::query_values(target, "after").first().map(|written| written.parse::<u64>()) {
        None => 0,
        Some(Ok(after)) => after,
        Some(Err(_)) => return refuse(400, "after must be the number of a request"),
    };
    let with_bodies = route::query_values(target, "bodies").iter().any(|written| written == "1");
    let mut entries = emulator.log_entries();
    entries.retain(|entry| entry.n > after && (account.is_none() || entry.account.as_deref() == account));
    if !with_bodies {
        entries.iter_mut().for_each(|entry| entry.body = None);
    }
    json_reply(200, &json!({ "requests": entries }))
}

fn done(outcome: Result<(), String>) -> RawReply {
    match outcome {
        Ok(()) => RawReply { status: 204, headers: Vec::new(), body: Vec::new() },
        Err(why) => refuse(400, &why),
    }
}

fn refuse(status: u16, message: &str) -> RawReply {
    json_reply(status, &json!({ "message": message }))
}

/// An answer in JSON that is none of the service's.
pub(crate) fn json_reply(status: u16, body: &Value) -> RawReply {
    let headers = vec![("content-type".to_owned(), "application/json".to_owned())];
    RawReply { status, headers, body: body.to_string().into_bytes() }
}
