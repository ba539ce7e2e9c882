//! A call that failed, as a way out: what it was, its trace id for whoever asks the service about it, and what to do.

use crate::cli::exit::{CliError, Exit};
use crate::cli::screen::interrupt::Interrupt;
use crate::service::Call;
use crate::service::account::AccountReadError;
use crate::service::error::{ErrorKind, ServiceError};

/// The way out after a call that failed.
#[must_use]
pub fn cli_error_from_call(error: &ServiceError, interrupt: &Interrupt) -> CliError {
    let trace = error.trace_id.as_ref().map_or_else(String::new, |trace| format!(" (trace id {trace})"));
    let stop = CliError::new_sanitized(interrupt.exit_for(error), format!("{error}{trace}"));
    match help_for_error(error) {
        Some(help) => stop.with_help(help),
        None => stop,
    }
}

/// The way out after an account could not be read.
#[must_use]
pub fn cli_error_from_read(unread: &AccountReadError, interrupt: &Interrupt) -> CliError {
    match unread {
        AccountReadError::Call(error) => cli_error_from_call(error, interrupt),
        AccountReadError::Listing(_) => CliError::new_sanitized(Exit::Error, unread),
        AccountReadError::Unsteady(_) => CliError::new_sanitized(Exit::Stale, unread)
            .with_help("somebody else is at work in this account: run again when they are done"),
    }
}

/// Ends a run for which the quota is used up.
const QUOTA_EXCEEDED: u16 = 456;

fn help_for_error(error: &ServiceError) -> Option<String> {
    let help = match &error.kind {
        ErrorKind::Rejected { status, .. } => return help_for_status(error.call, *status),
        ErrorKind::Redirected { .. } => "look at --service and HOUSESTYLE_BASE_URL: the address has moved",
        ErrorKind::NotSent(_) => {
            "look at the network, at --service and HOUSESTYLE_BASE_URL; a certificate of your own: --ca-file"
        }
        ErrorKind::RateLimited { .. } => "try again later, or lower --max-rps",
        ErrorKind::OutcomeUnknown(_) | ErrorKind::Unreadable(_) if error.may_have_happened() => {
            "run apply again: it looks up what became of the request"
        }
        ErrorKind::OutcomeUnknown(_) => "the service or the way to it is failing: try again later",
        ErrorKind::Unreadable(_) => "is this the service? look at --service and HOUSESTYLE_BASE_URL",
        ErrorKind::Deadline { .. } => "give it longer: --timeout SECONDS",
        ErrorKind::LeaseLost(_) => "run again: it plans anew on what the other run left",
        ErrorKind::Interrupted => return None,
    };
    Some(help.to_owned())
}

fn help_for_status(call: Call, status: u16) -> Option<String> {
    let help = match status {
        401 => "the key is none of this service: look at HOUSESTYLE_AUTH_KEY, --service and --auth-scheme".to_owned(),
        403 => match call.required_scope() {
            Some(scope) => format!(
                "the key may be wrong (look at HOUSESTYLE_AUTH_KEY, --service and --auth-scheme), may lack the scope \
                 `{scope}`, or the plan of the account the feature"
            ),
            None => {
                "the key may be wrong (look at HOUSESTYLE_AUTH_KEY, --service and --auth-scheme), may lack a scope, \
                 or the plan of the account the feature"
                    .to_owned()
            }
        },
        404 if call.is_read_only() => {
            format!("this service has no {}: look at --service and HOUSESTYLE_BASE_URL", call.path(&[]))
        }
        413 => "the request is larger than the service takes: split the file".to_owned(),
        QUOTA_EXCEEDED => "the quota of the account is used up; look at it: housestyle usage".to_owned(),
        _ => return None,
    };
    Some(help)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
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
        assert!(help_for_error(&refused(Call::Usage, 404)).unwrap().contains("/v2/usage"));
        assert_eq!(help_for_error(&refused(Call::CreateStyle, 404)), None);
        assert_eq!(Exit::from(&refused(Call::Usage, 401)), Exit::Auth);
        assert_eq!(Exit::from(&refused(Call::TranslateText, QUOTA_EXCEEDED)), Exit::Error);
    }
}
