//! The page of a guard: what it refuses, and what agrees to exactly that.

use crate::plan::Safeguard;
use crate::report::explain::{page_heading, write_entry, write_text};
use crate::report::render_options::RenderOptions;

/// The page of a guard.
pub(super) fn render_page(guard: Safeguard, look: &RenderOptions) -> String {
    let mut out = page_heading(guard.name(), "guard; a plan is refused as it is, with exit code 5", look);
    write_text(&mut out, guard.describe(), look);
    write_text(&mut out, guard.suggest_remedy(), look);
    out
}

/// Every guard, a line each.
pub(super) fn render_index(look: &RenderOptions) -> String {
    let mut out = page_heading("guards", "what plans are refused for", look);
    for guard in Safeguard::ALL {
        write_entry(&mut out, guard.name(), guard.describe(), look);
    }
    out
}
