//! A plan, or a difference of files, as a page to read in a browser.

use crate::plan::Plan;
use crate::report::heading::Heading;
use crate::report::look::Look;
use crate::report::plan::human_under;

/// The page.
#[must_use]
pub fn page(heading: &Heading, plan: &Plan, next: &str) -> String {
    let text = human_under(heading, plan, next, &Look::default());
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>housestyle</title>\n<pre>\n{escaped}</pre>\n</html>\n"
    )
}
