//! Answers read as JSON: one way to report that one makes no sense, with its trace id.
//!
//! Lenient: unknown fields are ignored. Never guessed at: what identifies a thing must be there. A read whose answer
//! makes no sense is sent again; of a write, somebody has to look what became of it.

use std::fmt::Display;

use serde_json::Value as Json;

use crate::model::Id;
use crate::service::client::{Client, ServiceAnswer};
use crate::service::error::{ErrorKind, ServiceError};
use crate::service::{Request, Transport};

/// How often a read is sent whose answers make no sense.
const MAX_READS: u32 = 3;

/// Sends a call and reads its answer. A read is sent again where the answer makes no sense.
///
/// # Errors
/// See [`ErrorKind`]; [`ErrorKind::Unreadable`] where the answer is not JSON or `meaning` finds too little in it.
pub(crate) async fn fetch<T: Transport, A>(
    client: &Client<T>,
    request: &Request,
    meaning: impl Fn(&Json) -> Option<A>,
) -> Result<A, ServiceError> {
    fetch_parsed(client, request, |body| Ok(meaning(&serde_json::from_str(body)?))).await
}

/// As [`fetch`], for answers that are read without a tree of them in between: `parse` gives nothing where too little is
/// there.
///
/// # Errors
/// As [`fetch`].
pub(crate) async fn fetch_parsed<T: Transport, A>(
    client: &Client<T>,
    request: &Request,
    parse: impl Fn(&str) -> serde_json::Result<Option<A>>,
) -> Result<A, ServiceError> {
    let mut reads = 1;
    loop {
        let answer = client.send_call(request).await?;
        match parse_body(request, &answer, &parse) {
            Err(unreadable) if request.call.is_read_only() && reads < MAX_READS => {
                client.wait_before_reading_again(request, unreadable, reads).await?;
                reads += 1;
            }
            ended => return ended,
        }
    }
}

/// What an answer means.
///
/// # Errors
/// [`ErrorKind::Unreadable`] where it is not JSON or `meaning` finds too little in it.
pub(crate) fn parse_answer<A>(
    request: &Request,
    answer: &ServiceAnswer,
    meaning: impl Fn(&Json) -> Option<A>,
) -> Result<A, ServiceError> {
    parse_body(request, answer, |body| Ok(meaning(&serde_json::from_str(body)?)))
}

fn parse_body<A>(
    request: &Request,
    answer: &ServiceAnswer,
    parse: impl Fn(&str) -> serde_json::Result<Option<A>>,
) -> Result<A, ServiceError> {
    let lacking = || unreadable_error(request, answer, "it lacks what such an answer holds");
    let not_json = |error: &dyn Display| unreadable_error(request, answer, &format!("it is not JSON ({error})"));
    // Checked as a whole: string by string it costs more.
    let body = std::str::from_utf8(&answer.response.body).map_err(|error| not_json(&error))?;
    match parse(body) {
        Ok(parsed) => parsed.ok_or_else(lacking),
        // What is wrong with its shape would quote it.
        Err(error) if error.is_data() => Err(lacking()),
        Err(error) => Err(not_json(&error)),
    }
}

/// An answer that makes no sense, and why.
pub(crate) fn unreadable_error(request: &Request, answer: &ServiceAnswer, why: &str) -> ServiceError {
    ServiceError {
        call: request.call,
        target: request.target.clone(),
        attempts: 1,
        waited: std::time::Duration::ZERO,
        trace_id: answer.response.header("x-trace-id").map(str::to_owned),
        kind: ErrorKind::Unreadable(why.to_owned()),
    }
}

/// An id of the service.
pub(crate) fn id_field(json: &Json, key: &str) -> Option<Id> {
    Id::new(json.get(key)?.as_str()?)
}

/// A text.
pub(crate) fn text_field(json: &Json, key: &str) -> Option<String> {
    json.get(key)?.as_str().map(str::to_owned)
}

/// How often something may have been removed unseen; what is not there counts as removed.
pub(crate) fn removal_attempts(result: Result<ServiceAnswer, ServiceError>) -> Result<u32, ServiceError> {
    match result {
        Ok(answer) => Ok(answer.unknown_attempts),
        Err(error) if error.is_not_found() => Ok(error.attempts),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::{Call, Response};

    #[test]
    fn what_is_gone_may_have_been_removed_by_any_attempt_that_was_not_answered() {
        let answered = |unknown_attempts| {
            let response = Response { status: 204, headers: Vec::new(), body: Vec::new(), truncated: false };
            Ok(ServiceAnswer { response, unknown_attempts })
        };
        let rejected = |status| {
            let kind = ErrorKind::Rejected { status, message: String::new() };
            let (target, waited) = ("/v3/style_rules/a".to_owned(), std::time::Duration::ZERO);
            Err(ServiceError { call: Call::DeleteStyle, target, attempts: 3, waited, trace_id: None, kind })
        };
        assert_eq!([0, 2].map(|unknown| removal_attempts(answered(unknown)).unwrap()), [0, 2]);
        assert_eq!(removal_attempts(rejected(404)).unwrap(), 3);
        assert_eq!(removal_attempts(rejected(403)).unwrap_err().attempts, 3);
    }
}
