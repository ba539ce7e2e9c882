//! The promised exit codes of a run, as the tests know them.

use housestyle::apply::{FailureCause, RunEnd};

/// The number that scripts see of a run, as the documentation promises it: the test's own table.
pub(crate) fn exit_number(end: RunEnd) -> u8 {
    use FailureCause::{
        Denied, GaveUp, Interrupted, LeaseLost, NotAsSent, NotRecorded, Redirected, Rejected, Stale, Unknown,
        Unreachable, Unreadable,
    };
    match end {
        RunEnd::Done => 0,
        RunEnd::Failed(Rejected | Unreachable | Unreadable | NotRecorded) => 1,
        RunEnd::Partial | RunEnd::Failed(NotAsSent) => 4,
        RunEnd::Failed(Redirected) => 5,
        RunEnd::Failed(Stale) => 6,
        RunEnd::Failed(Unknown) => 7,
        RunEnd::Failed(Denied) => 8,
        RunEnd::Failed(GaveUp | LeaseLost) => 9,
        RunEnd::Failed(Interrupted) => 130,
    }
}
