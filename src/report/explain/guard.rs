//! The page of a guard: what it refuses, and what agrees to exactly that.

use crate::plan::Guard;
use crate::report::explain::{entry, heading, text};
use crate::report::look::Look;

/// The page of a guard.
pub(super) fn page(guard: Guard, look: &Look) -> String {
    let mut out = heading(guard.name(), "guard; a plan is refused as it is, with exit code 5", look);
    text(&mut out, guard.about(), look);
    text(&mut out, guard.way_on(), look);
    out
}

/// Every guard, a line each.
pub(super) fn index(look: &Look) -> String {
    let mut out = heading("guards", "what plans are refused for", look);
    for guard in Guard::ALL {
        entry(&mut out, guard.name(), guard.about(), look);
    }
    out
}
