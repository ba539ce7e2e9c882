//! Saved plans: writing one, and holding one against the plan as it is made now.
//!
//! Decision: a saved plan is a claim and authorises nothing. Its options are not taken from the file but from the flags
//! of the run that applies it, so that a swapped file cannot approve what nobody approved; where they differ, the
//! message says which flags the plan was made with.

#![expect(clippy::disallowed_methods, reason = "plan files are written and read here")]

use std::io::ErrorKind;

use camino::Utf8Path;

use crate::cli::exit::{CliError, Exit};
use crate::disk::{self, FileMode, Overwrite};
use crate::plan::document::{self, PlanBasisDocument, PlanDocument};
use crate::report::Sanitized;

/// Most bytes of a plan file.
const MAX_PLAN_BYTES: u64 = 256 << 20;

/// Saves a plan: as a whole or not at all, for this person alone, and never over something that is no plan.
///
/// # Errors
/// Where another file is in the way, or writing fails.
pub fn write_plan(path: &Utf8Path, plan: &PlanDocument) -> Result<(), CliError> {
    match std::fs::symlink_metadata(path) {
        Ok(found) if !found.is_file() => return Err(blocked_path(path, "is not a regular file")),
        Ok(_) if !is_plan_file(path) => return Err(blocked_path(path, "is not a plan")),
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(CliError::io_error(format!("cannot read {path}"), &error)),
    }
    let said_no = |error: std::io::Error| CliError::io_error(format!("cannot write {path}"), &error);
    disk::replace(path, document::render_plan(plan).as_bytes(), FileMode::Private, Overwrite::Replace).map_err(said_no)
}

/// Reads a saved plan.
///
/// # Errors
/// Where it cannot be read, or was changed after it was made (exit 6).
pub fn read_plan(path: &Utf8Path) -> Result<PlanDocument, CliError> {
    let said_no = |error: std::io::Error| CliError::io_error(format!("cannot read {path}"), &error);
    let found = std::fs::metadata(path).map_err(said_no)?;
    if !found.is_file() || found.len() > MAX_PLAN_BYTES {
        return Err(CliError::new(Exit::Error, format!("{path} is not a saved plan")));
    }
    let text = std::fs::read_to_string(path).map_err(said_no)?;
    document::parse_plan(&text).map_err(|error| {
        let exit = match error {
            document::PlanFileError::Altered => Exit::Stale,
            document::PlanFileError::NotAPlan(_) | document::PlanFileError::Newer(_) => Exit::Error,
        };
        CliError::new_sanitized(exit, format!("{path} cannot be applied: {error}"))
            .with_help("make it again: housestyle plan --out")
    })
}

/// Why a reviewed plan is not the plan as it is made now; nothing where it is.
#[must_use]
pub fn stale_reason(reviewed: &PlanDocument, now: &PlanDocument) -> Option<CliError> {
    if reviewed.digest == now.digest {
        return None;
    }
    let PlanBasisDocument { origin, environment, desired, catalogue, options } = &reviewed.basis;
    let stop = |why: String| Some(CliError::new(Exit::Stale, why));
    let basis = &now.basis;
    if (origin, environment) != (&basis.origin, &basis.environment) {
        let message = format!("the plan is for environment {} of {}", Sanitized(environment), Sanitized(origin));
        let help = if environment == &basis.environment {
            "choose that service: --service or --base-url".to_owned()
        } else {
            format!("choose that environment: --env {}", Sanitized(environment))
        };
        return stop(message).map(|stop| stop.with_help(help));
    }
    if options != &basis.options {
        return stop("the plan was made with other flags or safeguards".to_owned())
            .map(|stop| stop.with_help(format!("it was made with: {}", render_flags(options))));
    }
    let what = if desired != &basis.desired {
        "the files changed after the plan was made"
    } else if catalogue != &basis.catalogue {
        "the catalogue of rules changed after the plan was made"
    } else {
        "the service changed after the plan was made"
    };
    stop(what.to_owned()).map(|stop| stop.with_help("review a new plan: housestyle plan"))
}

/// Options as one writes them, those of the project file left out.
fn render_flags(options: &std::collections::BTreeMap<String, Vec<String>>) -> String {
    let from_project =
        ["import-by-name", "import-block", "moved-block", "removed-block", "protect", "max-delete", "max-shrink"];
    let flags: Vec<String> = options
        .iter()
        .filter(|(name, _)| !from_project.contains(&name.as_str()))
        .flat_map(|(name, values)| {
            values.iter().map(move |value| match value.as_str() {
                "true" => format!("--{name}"),
                // Only its digest is known.
                _ if name == "undo" => format!("--{name}"),
                value => format!("--{name} {}", Sanitized(value)),
            })
        })
        .collect();
    if flags.is_empty() { "no flags".to_owned() } else { flags.join(" ") }
}

fn is_plan_file(path: &Utf8Path) -> bool {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    serde_json::from_str::<serde_json::Value>(&text).is_ok_and(|json| json.get("housestyle_plan").is_some())
}

fn blocked_path(path: &Utf8Path, what: &str) -> CliError {
    CliError::new(Exit::Blocked, format!("{path} {what}, so it is not overwritten"))
        .with_help("choose another name for --out")
}
