//! What a list of changes is called and what it is about: a plan, a difference of two sets of files.
//!
//! The same renderers show both; only the words on top differ.

use crate::plan::Plan;
use crate::report::render_options::{RenderOptions, TextTone};
use crate::report::sanitize::Sanitized;
use crate::report::wrap::{TextPiece, write_wrapped};

/// The words on top of a list of changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// What it is: `Plan`, `Diff`.
    pub title: &'static str,
    /// What is said where nothing changes.
    pub empty_text: &'static str,
    /// What it is about, on a line of its own; made inert already.
    pub about: String,
    /// What it is told apart by from others of its title in one discussion: the environment, the project's folder.
    pub name: String,
}

impl Heading {
    /// A plan against a service.
    #[must_use]
    pub fn for_plan(plan: &Plan) -> Self {
        let (environment, origin) = (&plan.basis.environment, &plan.basis.origin);
        let about = service_of(environment, origin);
        Self { title: "Plan", empty_text: "nothing to do", about, name: environment.clone() }
    }

    /// The difference of two sets of files. `below` is the project's folder in its repository, or nothing.
    #[must_use]
    pub fn for_diff(base: &str, head: &str, below: &str) -> Self {
        let below = below.trim_end_matches('/');
        let about = format!("from {} to {}, as if the first had been applied", Sanitized(base), Sanitized(head));
        let name = if below.is_empty() { "files" } else { below };
        Self { title: "Diff", empty_text: "no difference", about, name: name.to_owned() }
    }

    /// What the service changed since the last apply to an environment.
    #[must_use]
    pub fn for_drift(environment: &str, origin: &str) -> Self {
        let about = service_of(environment, origin);
        Self { title: "Drift", empty_text: "none", about, name: environment.to_owned() }
    }

    /// The first line of a comment on a pull request, by which one's own earlier comment is found again.
    #[must_use]
    pub fn comment_marker(&self) -> String {
        let safe = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-') { c } else { '_' };
        // Two hyphens in a row could end the mark.
        let name = self.name.chars().take(64).map(safe).collect::<String>().replace("--", "-_");
        format!("<!-- housestyle {} {name} -->", self.title.to_ascii_lowercase())
    }
}

/// Which service a result is of.
fn service_of(environment: &str, origin: &str) -> String {
    format!("environment {}, service {}", Sanitized(environment), Sanitized(origin))
}

/// The line of a result for people that names the service that it is of: an account of the emulator looks like any other.
#[must_use]
pub fn service_line(environment: &str, origin: &str, options: &RenderOptions) -> String {
    let mut out = String::new();
    write_wrapped(&mut out, options, "", "      ", &[TextPiece::new(TextTone::Faint, service_of(environment, origin))]);
    out
}
