//! A call that failed, as a way out: what it was, its trace id for whoever asks the service about it, and what to do.

use crate::cli::exit::CliError;
use crate::cli::interrupt::Interrupt;
use crate::service::error::{ErrorKind, ServiceError};

/// The way out after a call that failed.
#[must_use]
pub fn cli_error_from_call(error: &ServiceError, interrupt: &Interrupt) -> CliError {
    let trace = error.trace_id.as_ref().map_or_else(String::new, |trace| format!(" (trace id {trace})"));
    let stop = CliError::new_sanitized(interrupt.exit_for_code(error.exit_code()), format!("{error}{trace}"));
    match help_for_error(error) {
        Some(help) => stop.with_help(help),
        None => stop,
    }
}

/// Ends a run for which the quota is used up.
const QUOTA_EXCEEDED: u16 = 456;

fn help_for_error(error: &ServiceError) -> Option<String> {
    let ErrorKind::Rejected { status, .. } = error.kind else {
        return matches!(error.kind, ErrorKind::Deadline).then(|| "give it longer: --timeout SECONDS".to_owned());
    };
    match status {
        401 => Some("the key is none of this service: look at HOUSESTYLE_AUTH_KEY and --service".to_owned()),
        403 => Some(match error.call.required_scope() {
            Some(scope) => format!("the key may lack the scope `{scope}`, or the plan of the account the feature"),
            None => "the key may lack a scope, or the plan of the account the feature".to_owned(),
        }),
        QUOTA_EXCEEDED => Some("the quota of the account is used up; look at it: housestyle usage".to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::cli::exit::Exit;
    use crate::service::Call;

    fn refused(call: Call, status: u16) -> ServiceError {
        let trouble = ErrorKind::Rejected { status, message: "no".to_owned() };
        let trace = Some("t-1".to_owned());
        ServiceError {
            call,
            target: "/x".to_owned(),
            attempts: 1,
            waited: Duration::ZERO,
            trace_id: trace,
            kind: trouble,
        }
    }

    #[test]
    fn every_refusal_that_a_person_can_do_something_about_says_what() {
        assert_eq!(help_for_error(&refused(Call::Usage, 403)).unwrap().matches("`usage:read`").count(), 1);
        assert!(help_for_error(&refused(Call::TranslateText, QUOTA_EXCEEDED)).unwrap().contains("housestyle usage"));
        assert!(help_for_error(&refused(Call::ListSpokenTerms, 403)).unwrap().contains("a scope"));
        assert_eq!(help_for_error(&refused(Call::Usage, 404)), None);
        assert_eq!(Exit::from_code(refused(Call::Usage, 401).exit_code()), Some(Exit::Auth));
        assert_eq!(Exit::from_code(refused(Call::TranslateText, QUOTA_EXCEEDED).exit_code()), Some(Exit::Error));
    }
}
