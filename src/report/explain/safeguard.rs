//! The page of a safeguard: what it refuses, and what agrees to exactly that.

use crate::plan::Safeguard;
use crate::report::explain::{page_heading, write_entry, write_text};
use crate::report::render_options::RenderOptions;

/// The page of a safeguard.
pub(super) fn render_page(safeguard: Safeguard, options: &RenderOptions) -> String {
    let mut out = page_heading(safeguard.name(), "safeguard; blocks the plan with exit code 5", options);
    write_text(&mut out, safeguard.describe(), options);
    write_text(&mut out, safeguard.suggest_remedy(), options);
    out
}

/// Every safeguard, a line each.
pub(super) fn render_index(options: &RenderOptions) -> String {
    let mut out = page_heading("safeguards", "what blocks a plan", options);
    for safeguard in Safeguard::ALL {
        write_entry(&mut out, safeguard.name(), safeguard.describe(), options);
    }
    out
}
