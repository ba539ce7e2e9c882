//! What came of several environments in one run: each report in full, under the name of its environment.

use schemars::JsonSchema;
use serde::Serialize;

use crate::apply::ApplyReport;
use crate::plan::PlanItem;
use crate::plan::drift::Drift;
use crate::report::apply_report::{self, ApplyDocument, ExitCodes};
use crate::report::drift::{self, DriftDocument, ShownDrift};
use crate::report::json::to_pretty_json;
use crate::report::plan_report::write_next_command;
use crate::report::render_options::{RenderOptions, TextTone};
use crate::report::sanitize::Sanitized;
use crate::report::wrap::{TextPiece, write_wrapped};
use crate::report::{html, markdown, plan_set};

/// The version of these forms.
const VERSION: u32 = 1;

/// What came of applying the plans of several environments.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct ApplySetDocument<'a> {
    /// Version of this format.
    #[schemars(extend("enum" = [VERSION]))]
    housestyle_applies: u32,
    /// Each environment, in the order in which they were selected.
    environments: Vec<ApplySetEntry<'a>>,
    /// The gravest exit code.
    exit_code: u8,
}

/// An environment, and how its apply ended.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct ApplySetEntry<'a> {
    /// Name of the environment.
    environment: &'a str,
    /// Its exit code.
    exit_code: u8,
    /// What was done; absent where the run did not come that far.
    report: Option<ApplyDocument<'a>>,
    /// Why the run did not come that far.
    error: Option<&'a str>,
}

/// What drifted in several environments.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct DriftSetDocument<'a> {
    /// Version of this format.
    #[schemars(extend("enum" = [VERSION]))]
    housestyle_drifts: u32,
    /// Each environment, in the order in which they were selected.
    environments: Vec<DriftSetEntry<'a>>,
    /// The gravest exit code.
    exit_code: u8,
}

/// An environment and its drift.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct DriftSetEntry<'a> {
    /// Name of the environment.
    environment: &'a str,
    /// Its exit code.
    exit_code: u8,
    /// What drifted; absent where the account could not be read.
    drift: Option<DriftDocument<'a>>,
    /// Why the comparison failed, or what could not be compared.
    error: Option<&'a str>,
}

/// How an environment ended: its exit code, and the error in words.
#[derive(Clone, Copy, Debug)]
pub struct EnvironmentExit<'a> {
    /// Name of the environment.
    pub environment: &'a str,
    /// Its exit code.
    pub exit_code: u8,
    /// The error, where there was one.
    pub error: Option<&'a str>,
}

/// The reports of several applies.
#[must_use]
pub fn render_applies(
    ended: &[(EnvironmentExit<'_>, Option<&ApplyReport>)],
    exit_code: u8,
    codes: ExitCodes,
) -> String {
    let environments = ended.iter().map(|(EnvironmentExit { environment, exit_code, error }, report)| ApplySetEntry {
        environment,
        exit_code: *exit_code,
        report: report.map(|report| apply_report::apply_document(report, codes)),
        error: *error,
    });
    to_pretty_json(&ApplySetDocument { housestyle_applies: VERSION, environments: environments.collect(), exit_code })
}

/// How a comparison ended, and the drift with the origin of the account, where that was read.
pub type EndedDrift<'a> = (EnvironmentExit<'a>, Option<(&'a Drift, &'a str)>);

/// The drift of several environments as JSON.
#[must_use]
pub fn render_drifts_json(ended: &[EndedDrift<'_>], exit_code: u8) -> String {
    let environments = ended.iter().map(|(EnvironmentExit { environment, exit_code, error }, found)| DriftSetEntry {
        environment,
        exit_code: *exit_code,
        drift: found.map(|(found, origin)| drift::drift_document(found, environment, origin)),
        error: *error,
    });
    to_pretty_json(&DriftSetDocument { housestyle_drifts: VERSION, environments: environments.collect(), exit_code })
}

/// The drift of several environments, one after the other, and `next`: what to run now (nothing where empty).
#[must_use]
pub fn render_drifts_human(ended: &[EndedDrift<'_>], next: &str, options: &RenderOptions) -> String {
    let mut out = String::new();
    for (EnvironmentExit { environment, exit_code: _, error }, found) in ended {
        match (found, error) {
            (Some((found, origin)), _) => {
                out.push_str(&drift::render_human(found, environment, origin, "", options));
                out.push('\n');
            }
            (None, Some(why)) => {
                plan_set::write_failed(&mut out, "Drift", environment, why, options);
                out.push('\n');
            }
            (None, None) => {}
        }
    }
    for line in overview_lines(ended) {
        write_wrapped(&mut out, options, "", "  ", &[TextPiece::new(TextTone::Plain, line)]);
    }
    if !next.is_empty() {
        out.push('\n');
    }
    write_next_command(&mut out, next, options);
    out
}

/// The drift of several environments as one comment of at most `limit` bytes, under one marker.
#[must_use]
pub fn render_drifts_markdown(ended: &[EndedDrift<'_>], next: &str, limit: usize) -> String {
    let parts: Vec<_> = ended.iter().map(comment_part).collect();
    markdown::render_comment_set(("Drift", "Drift"), &overview(ended), &parts, next, limit)
}

fn comment_part<'a>((ended, found): &EndedDrift<'a>) -> markdown::CommentPart<'a> {
    let EnvironmentExit { environment, exit_code: _, error } = *ended;
    let comment = found.map(|(found, origin)| -> Box<dyn Fn(usize) -> String + 'a> {
        Box::new(move |room| drift::render_markdown(found, environment, origin, "", room))
    });
    markdown::CommentPart { environment, comment, error }
}

/// The drift of several environments as one page.
#[must_use]
pub fn render_drifts_html(ended: &[EndedDrift<'_>], next: &str) -> String {
    let shown: Vec<_> = ended
        .iter()
        .map(|(ended, found)| found.map(|(found, origin)| ShownDrift::new(found, ended.environment, origin)))
        .collect();
    let asides: Vec<_> =
        shown.iter().map(|shown| move |item: &PlanItem| shown.as_ref().and_then(|shown| shown.aside(item))).collect();
    let parts = ended.iter().zip(&shown).zip(&asides).map(|(((ended, _), shown), aside)| html::PagePart {
        environment: ended.environment,
        page: shown.as_ref().map(|shown| shown.page(aside, "")),
        error: ended.error,
    });
    html::render_page_set("Drift", &overview(ended), &parts.collect::<Vec<_>>(), next)
}

/// A line for each environment, with what it has.
fn overview(ended: &[EndedDrift<'_>]) -> String {
    overview_lines(ended).map(|line| line + "\n").collect()
}

fn overview_lines<'a>(ended: &'a [EndedDrift<'_>]) -> impl Iterator<Item = String> + 'a {
    ended.iter().map(|(EnvironmentExit { environment, exit_code: _, error }, found)| {
        let said = match (found, error) {
            (Some((found, _)), _) => drift::summary_line(found),
            (None, Some(why)) => format!("failed: {}", Sanitized(why)),
            (None, None) => "not compared".to_owned(),
        };
        format!("{}: {said}", Sanitized(environment))
    })
}
