//! What an answer (or its absence) means, and which call may be sent again after it. One table, nothing else decides.
//!
//! | class | when | idempotent call | POST that makes something |
//! |---|---|---|---|
//! | not sent | refused, unknown host | again | again |
//! | never sent | a certificate that is not trusted | no | no |
//! | too many requests | 429, 529 | again, when it is time | again, when it is time |
//! | rejected | 3xx, other 4xx, 501 (which says that nobody does such a thing) | no | no |
//! | answered | 2xx | – | – |
//! | unknown | other 5xx; sent and not answered | again | **never**: read back |
//!
//! A wait that the service asks for is honoured with every status that has one. A refusal for the pace draws on time, every
//! other repeat on the budget of the run.
//!
//! A POST that makes nothing is as good as idempotent: a translation or an improvement is at worst paid for twice, and the
//! state of a document is only asked for. A result is given out once, so its download is not repeated.

use std::time::Duration;

use crate::service::{Response, TransportError};

/// A "not found" about something managed is believed when it was answered twice, this far apart.
pub const ABSENCE_RECHECK_DELAY: Duration = Duration::from_secs(2);

/// What came of sending a request once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SendOutcome {
    /// 2xx.
    Answered,
    /// Nothing happened: never sent.
    NotSent {
        /// Why, in words.
        why: String,
        /// Whether trying again would not help.
        permanent: bool,
    },
    /// Nothing happened, and the same call may be sent again later: 429 or 529.
    RateLimited {
        /// Status code.
        status: u16,
        /// The wait that was asked for.
        asked: Option<Duration>,
    },
    /// Nothing happened, and nothing will: 4xx, or 501.
    Rejected {
        /// Status code.
        status: u16,
    },
    /// Points elsewhere: 3xx.
    Redirected {
        /// Status code.
        status: u16,
    },
    /// It may have happened.
    OutcomeUnknown {
        /// Why, in words.
        why: String,
        /// The wait that was asked for.
        asked: Option<Duration>,
        /// Whether what came back was not HTTP: hardly the service.
        broken: bool,
    },
}

/// What it means that this came back. `now` is the time that a `Retry-After` date is measured against.
#[must_use]
pub fn classify(result: &Result<Response, TransportError>, now: Option<jiff::Timestamp>) -> SendOutcome {
    let unknown = |why: &str, asked, broken| SendOutcome::OutcomeUnknown { why: why.to_owned(), asked, broken };
    let response = match result {
        Err(TransportError::NotSent(why)) => return SendOutcome::NotSent { why: why.clone(), permanent: false },
        Err(TransportError::NeverSent(why)) => return SendOutcome::NotSent { why: why.clone(), permanent: true },
        Err(TransportError::NoAnswer(why)) => return unknown(why, None, false),
        Err(TransportError::NotHttp(why)) => return unknown(why, None, true),
        Ok(response) => response,
    };
    let asked = || response.header("retry-after").and_then(|text| parse_retry_after(text, response, now));
    match response.status {
        200..=299 => SendOutcome::Answered,
        status @ 300..=399 => SendOutcome::Redirected { status },
        status @ (429 | 529) => SendOutcome::RateLimited { status, asked: asked() },
        status @ (400..=499 | 501) => SendOutcome::Rejected { status },
        status => unknown(&format!("the service failed: {status}"), asked(), false),
    }
}

/// The wait of a `Retry-After` header: seconds, or an HTTP date measured against the answer's own `Date` (our clock may
/// be wrong). Nonsense and the past count as absent.
fn parse_retry_after(text: &str, response: &Response, now: Option<jiff::Timestamp>) -> Option<Duration> {
    let text = text.trim();
    if let Ok(seconds) = text.parse::<u64>() {
        return Some(Duration::from_secs(seconds));
    }
    let until = parse_http_date(text)?;
    let from = response.header("date").and_then(parse_http_date).or(now)?;
    u64::try_from((until - from).get_seconds()).ok().map(Duration::from_secs)
}

/// How much later one HTTP date is than another; `None` where either is none.
#[must_use]
pub fn elapsed_between(since: &str, now: &str) -> Option<Duration> {
    u64::try_from((parse_http_date(now)? - parse_http_date(since)?).get_seconds()).ok().map(Duration::from_secs)
}

/// How old something of this time (as in `2026-11-21T08:49:37Z`) is at an HTTP date; nothing where either is none. What is
/// younger than the clock counts as new.
#[must_use]
pub fn age_at(time: &str, now: &str) -> Option<Duration> {
    let since: jiff::Timestamp = time.parse().ok()?;
    Some(u64::try_from((parse_http_date(now)? - since).get_seconds()).map_or(Duration::ZERO, Duration::from_secs))
}

/// An HTTP date such as `Sat, 21 Nov 2026 08:49:37 GMT`.
fn parse_http_date(text: &str) -> Option<jiff::Timestamp> {
    let parsed = jiff::fmt::rfc2822::parse(&text.replace("GMT", "+0000")).ok()?;
    Some(parsed.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(status: u16, headers: &[(&str, &str)]) -> Result<Response, TransportError> {
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Ok(Response { status, headers, body: Vec::new(), truncated: false })
    }

    #[test]
    fn every_status_has_one_meaning() {
        for status in 200..600 {
            let is = classify(&answer(status, &[]), None);
            let class = match status {
                200..=299 => SendOutcome::Answered,
                300..=399 => SendOutcome::Redirected { status },
                429 | 529 => SendOutcome::RateLimited { status, asked: None },
                400..=499 | 501 => SendOutcome::Rejected { status },
                _ => SendOutcome::OutcomeUnknown {
                    why: format!("the service failed: {status}"),
                    asked: None,
                    broken: false,
                },
            };
            assert_eq!(is, class, "status {status}");
        }
    }

    #[test]
    fn retry_after_takes_seconds_and_dates_and_no_nonsense() {
        let wait = |headers: &[(&str, &str)]| classify(&answer(429, headers), None);
        let seconds = |n| SendOutcome::RateLimited { status: 429, asked: Some(Duration::from_secs(n)) };
        assert_eq!(wait(&[("retry-after", "7")]), seconds(7));
        assert_eq!(wait(&[("retry-after", " 1000000000000 ")]), seconds(1_000_000_000_000));
        let dates = [("retry-after", "Sat, 21 Nov 2026 08:49:37 GMT"), ("date", "Sat, 21 Nov 2026 08:49:07 GMT")];
        assert_eq!(wait(&dates), seconds(30));
        for nonsense in ["", "-5", "soon", "NaN", "Sat, 99 Nov 2026 08:49:37 GMT"] {
            assert_eq!(
                wait(&[("retry-after", nonsense)]),
                SendOutcome::RateLimited { status: 429, asked: None },
                "{nonsense:?}"
            );
        }
    }

    #[test]
    fn the_time_between_two_dates_is_told_forwards_alone() {
        let (early, late) = ("Mon, 21 Sep 2026 14:13:22 GMT", "Mon, 21 Sep 2026 14:14:02 GMT");
        assert_eq!(elapsed_between(early, late), Some(Duration::from_secs(40)));
        assert_eq!(elapsed_between(early, early), Some(Duration::ZERO));
        assert_eq!([elapsed_between(late, early), elapsed_between("soon", late)], [None; 2]);
    }
}
