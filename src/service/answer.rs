//! Answers read as JSON: one way to say that one makes no sense, with its trace id.
//!
//! Lenient: unknown fields are ignored. Never guessed at: what identifies a thing must be there.

use serde_json::Value as Json;

use crate::model::Id;
use crate::service::Request;
use crate::service::client::Answer;
use crate::service::error::{Error, Trouble};

/// What an answer means.
///
/// # Errors
/// [`Trouble::Unreadable`] where it is not JSON or `meaning` finds too little in it.
pub(crate) fn read<A>(
    request: &Request,
    answer: &Answer,
    meaning: impl FnOnce(&Json) -> Option<A>,
) -> Result<A, Error> {
    let json: Json = serde_json::from_slice(&answer.response.body)
        .map_err(|error| unreadable(request, answer, &format!("it is not JSON ({error})")))?;
    meaning(&json).ok_or_else(|| unreadable(request, answer, "it lacks what such an answer holds"))
}

/// An answer that makes no sense, and why.
pub(crate) fn unreadable(request: &Request, answer: &Answer, why: &str) -> Error {
    Error {
        call: request.call,
        target: request.target.clone(),
        attempts: 1,
        waited: std::time::Duration::ZERO,
        trace: answer.response.header("x-trace-id").map(str::to_owned),
        trouble: Trouble::Unreadable(why.to_owned()),
    }
}

/// An id of the service.
pub(crate) fn id(json: &Json, key: &str) -> Option<Id> {
    Id::new(json.get(key)?.as_str()?)
}

/// A text.
pub(crate) fn text(json: &Json, key: &str) -> Option<String> {
    json.get(key)?.as_str().map(str::to_owned)
}

/// How often something may have been removed unseen; what is not there counts as removed.
pub(crate) fn removed(result: Result<Answer, Error>) -> Result<u32, Error> {
    match result {
        Ok(answer) => Ok(answer.unsure),
        Err(error) if error.is_absent() => Ok(error.attempts),
        Err(error) => Err(error),
    }
}
