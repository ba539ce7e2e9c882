//! The plans of several environments as one output: each in full, then side by side what each lacks.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::Address;
use crate::plan::document::{self, PlanDocument};
use crate::plan::{Operation, Plan};
use crate::report::heading::Heading;
use crate::report::json::to_pretty_json;
use crate::report::plan_report::{operation_sign, operation_word, summary_line, write_next_command};
use crate::report::render_options::{RenderOptions, TextTone};
use crate::report::sanitize::{Sanitized, display_width};
use crate::report::wrap::{TextPiece, write_wrapped};
use crate::report::{markdown, plan_report};

/// One environment and its plan, or why there is none.
#[derive(Clone, Copy, Debug)]
pub struct EnvironmentPlan<'a> {
    /// Name of the environment.
    pub environment: &'a str,
    /// Its plan, or the error in words, and the exit code of that error.
    pub planned: Result<&'a Plan, (&'a str, u8)>,
}

/// The version of this form.
const VERSION: u32 = 1;

/// Plans of several environments.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanSetDocument {
    /// Format of this document.
    pub housestyle_plans: u32,
    /// Digest of all plans together. `apply --approve` takes it with the same environments.
    pub digest: String,
    /// Each environment, in the order in which they were selected.
    pub environments: Vec<EnvironmentPlanDocument>,
}

/// One environment and its plan.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EnvironmentPlanDocument {
    /// Name of the environment.
    pub environment: String,
    /// Its plan; absent where it could not be made.
    pub plan: Option<PlanDocument>,
    /// Why it could not be made.
    pub error: Option<String>,
    /// Exit code of that error.
    pub exit_code: Option<u8>,
}

/// The plans as JSON.
#[must_use]
pub fn render_json(plans: &[EnvironmentPlan<'_>]) -> String {
    to_pretty_json(&plan_set_document(plans))
}

/// The plans as a document with its digest.
#[must_use]
pub fn plan_set_document(plans: &[EnvironmentPlan<'_>]) -> PlanSetDocument {
    let environments: Vec<EnvironmentPlanDocument> = plans
        .iter()
        .map(|EnvironmentPlan { environment, planned }| EnvironmentPlanDocument {
            environment: (*environment).to_owned(),
            plan: planned.ok().map(document::plan_document),
            error: planned.err().map(|(why, _)| why.to_owned()),
            exit_code: planned.err().map(|(_, code)| code),
        })
        .collect();
    let set = PlanSetDocument { housestyle_plans: VERSION, digest: String::new(), environments };
    PlanSetDocument { digest: set.digest_of_parts(), ..set }
}

impl PlanSetDocument {
    /// The digest of the plans that are in it.
    #[must_use]
    pub fn digest_of_parts(&self) -> String {
        let digests: Vec<(&str, Option<&str>)> = self
            .environments
            .iter()
            .map(|each| (each.environment.as_str(), each.plan.as_ref().map(|plan| plan.digest.as_str())))
            .collect();
        document::digest_of_plan_set(&digests)
    }
}

/// Every plan, what each environment lacks beside the others, and `next`.
#[must_use]
pub fn render_human(plans: &[EnvironmentPlan<'_>], next: &str, options: &RenderOptions) -> String {
    let mut out = String::new();
    for EnvironmentPlan { environment, planned } in plans {
        match planned {
            Ok(plan) => out.push_str(&plan_report::render_human(plan, "", options)),
            Err((why, _)) => write_failed(&mut out, "Plan", environment, why, options),
        }
        out.push('\n');
    }
    write_overview(&mut out, plans, options);
    if !next.is_empty() {
        out.push('\n');
    }
    write_next_command(&mut out, next, options);
    out
}

/// What each environment lacks beside the others, as plain text.
pub(super) fn render_overview(plans: &[EnvironmentPlan<'_>]) -> String {
    let look = RenderOptions::default();
    let mut overview = String::new();
    write_overview(&mut overview, plans, &look);
    overview
}

/// One comment for all of them, under one marker.
#[must_use]
pub fn render_markdown(plans: &[EnvironmentPlan<'_>], next: &str, limit: usize) -> String {
    let parts: Vec<_> = plans.iter().map(comment_part).collect();
    markdown::render_comment_set(("Plan", "Plans"), &render_overview(plans), &parts, next, limit)
}

fn comment_part<'a>(each: &EnvironmentPlan<'a>) -> markdown::CommentPart<'a> {
    let EnvironmentPlan { environment, planned } = *each;
    match planned {
        Ok(plan) => markdown::CommentPart {
            environment,
            comment: Some(Box::new(|room| markdown::render_plan(&Heading::for_plan(plan), plan, "", room))),
            error: None,
        },
        Err((why, _)) => markdown::CommentPart { environment, comment: None, error: Some(why) },
    }
}

/// Of an environment that has no result: why.
pub(super) fn write_failed(out: &mut String, title: &str, environment: &str, why: &str, options: &RenderOptions) {
    let pieces = [
        TextPiece::new(TextTone::Error, format!("{title}: failed")),
        TextPiece::new(TextTone::Plain, format!(": {}", Sanitized(why))),
    ];
    write_wrapped(out, options, "", "      ", &pieces);
    let about = format!("environment {}", Sanitized(environment));
    write_wrapped(out, options, "", "      ", &[TextPiece::new(TextTone::Faint, about)]);
}

/// A line for each resource that some environment lacks, a column for each environment; below, the totals of each.
fn write_overview(out: &mut String, plans: &[EnvironmentPlan<'_>], options: &RenderOptions) {
    let mut rows: BTreeMap<&Address, BTreeMap<usize, Operation>> = BTreeMap::new();
    for (column, each) in plans.iter().enumerate() {
        for item in each.planned.ok().into_iter().flat_map(|plan| &plan.items) {
            rows.entry(&item.address).or_default().insert(column, item.operation);
        }
    }
    let names: Vec<String> = plans.iter().map(|each| Sanitized(each.environment).to_string()).collect();
    let first = rows.keys().map(|address| display_width(&address.to_string())).max().unwrap_or(0).max("resource".len());
    let widths: Vec<usize> = names.iter().map(|name| display_width(name).max("-/+ replace".len())).collect();
    if first + widths.iter().map(|width| width + 2).sum::<usize>() <= options.width {
        let mut head = format!("{:first$}", "resource");
        for (name, width) in names.iter().zip(&widths) {
            head.push_str(&format!("  {name:width$}"));
        }
        out.push_str(&format!("{}\n", options.paint(TextTone::Strong, head.trim_end())));
        for (address, operations) in &rows {
            let mut line = format!("{:first$}", address.to_string());
            for (column, width) in widths.iter().enumerate() {
                line.push_str(&format!("  {:width$}", cell(plans, column, operations.get(&column))));
            }
            out.push_str(&format!("{}\n", line.trim_end()));
        }
    } else {
        // Narrow: a line for each, which wraps between words.
        for (address, operations) in &rows {
            let cells = names
                .iter()
                .enumerate()
                .map(|(column, name)| format!("{name} {}", cell(plans, column, operations.get(&column))));
            let text = format!("{address}: {}", cells.collect::<Vec<_>>().join(", "));
            write_wrapped(out, options, "", "  ", &[TextPiece::new(TextTone::Plain, text)]);
        }
    }
    for (each, name) in plans.iter().zip(&names) {
        let total = match each.planned {
            Ok(plan) => summary_line(&Heading::for_plan(plan), plan),
            Err((why, _)) => format!("failed: {}", Sanitized(why)),
        };
        write_wrapped(out, options, "", "  ", &[TextPiece::new(TextTone::Plain, format!("{name}: {total}"))]);
    }
}

fn cell(plans: &[EnvironmentPlan<'_>], column: usize, operation: Option<&Operation>) -> String {
    match (operation, &plans[column].planned) {
        (Some(operation), _) => format!("{} {}", operation_sign(*operation).0, operation_word(*operation)),
        (None, Ok(_)) => "=".to_owned(),
        (None, Err(_)) => "failed".to_owned(),
    }
}
