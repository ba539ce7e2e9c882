//! Saved plans: writing one, and holding one against the plan as it is made now.
//!
//! Decision: a saved plan is a claim and authorises nothing. Its options are not taken from the file but from the flags
//! of the run that applies it, so that a swapped file cannot approve what nobody approved; where they differ, the
//! message says which flags the plan was made with.

use std::io::ErrorKind;

use camino::Utf8Path;

use crate::cli::exit::{CliError, Exit};
use crate::cli::named_file;
use crate::disk::{self, FileMode, Overwrite, ReadRefusal};
use crate::model::Kind;
use crate::plan::commands::shell_word;
use crate::plan::document::{self, PlanBasisDocument, PlanDocument, PlanFileError};
use crate::report::Sanitized;
use crate::report::json::to_pretty_json;
use crate::report::plan_set::PlanSetDocument;
use crate::source::Format;

/// Most bytes of a plan file.
const MAX_PLAN_BYTES: u64 = 256 << 20;

/// Saves a plan: as a whole or not at all, for this person alone, and never over something that is no plan.
///
/// # Errors
/// Where another file is in the way, or writing fails.
pub fn write_plan(path: &Utf8Path, plan: &PlanDocument) -> Result<(), CliError> {
    write_document(path, &document::render_plan(plan))
}

fn write_document(path: &Utf8Path, text: &str) -> Result<(), CliError> {
    match std::fs::symlink_metadata(path) {
        Ok(found) if !found.is_file() => return Err(blocked_path(path, "is not a regular file")),
        Ok(_) if !is_plan_file(path) => return Err(blocked_path(path, "is not a plan")),
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(CliError::io_error(format!("cannot read {path}"), &error)),
    }
    let said_no = |error: std::io::Error| CliError::io_error(format!("cannot write {path}"), &error);
    disk::replace(path, text.as_bytes(), FileMode::Private, Overwrite::Replace).map_err(said_no)
}

/// Saves the plans of several environments, as [`write_plan`] saves one.
///
/// # Errors
/// Where another file is in the way, or writing fails.
pub fn write_plan_set(path: &Utf8Path, plans: &PlanSetDocument) -> Result<(), CliError> {
    write_document(path, &to_pretty_json(plans))
}

/// Reads saved plans of several environments. Each must be as it was made.
///
/// # Errors
/// Where they cannot be read, or were changed after they were made (exit 6).
pub fn read_plan_set(path: &Utf8Path) -> Result<PlanSetDocument, CliError> {
    let text = read_document(path)?;
    let refused = |exit: Exit, why: &dyn std::fmt::Display| {
        CliError::new_sanitized(exit, format!("{path} cannot be applied: {why}"))
            .with_help("make it again: housestyle plan --out, with the same environments")
    };
    if serde_json::from_str::<serde_json::Value>(&text).is_ok_and(|json| json.get("housestyle_plan").is_some()) {
        return Err(refused(Exit::Usage, &"it is the plan of one environment"));
    }
    let set: PlanSetDocument = serde_json::from_str(&text).map_err(|error| refused(Exit::Error, &error))?;
    for plan in set.environments.iter().filter_map(|each| each.plan.as_ref()) {
        document::parse_plan(&document::render_plan(plan)).map_err(|error| refused(plan_file_exit(&error), &error))?;
    }
    if set.digest_of_parts() == set.digest { Ok(set) } else { Err(refused(Exit::Stale, &PlanFileError::Altered)) }
}

/// Why reviewed plans are not those that are made now; nothing where they are.
#[must_use]
pub fn stale_set_reason(reviewed: &PlanSetDocument, now: &PlanSetDocument) -> Option<CliError> {
    if reviewed.digest == now.digest {
        return None;
    }
    let names = |set: &PlanSetDocument| -> Vec<String> {
        set.environments.iter().map(|each| Sanitized(&each.environment).to_string()).collect()
    };
    if names(reviewed) != names(now) {
        let stop =
            CliError::new(Exit::Stale, format!("the plans are for the environments {}", names(reviewed).join(", ")));
        return Some(stop.with_help(format!("choose them: --env {}", names(reviewed).join(" --env "))));
    }
    for (then, now) in reviewed.environments.iter().zip(&now.environments) {
        if let (Some(then), Some(plan)) = (&then.plan, &now.plan)
            && let Some(stop) = stale_reason(then, plan)
        {
            return Some(CliError { message: format!("environment {}: {}", now.environment, stop.message), ..stop });
        }
        if then.plan.is_some() != now.plan.is_some() {
            let message = format!("environment {} could be planned only once", Sanitized(&now.environment));
            return Some(CliError::new(Exit::Stale, message).with_help("review new plans: housestyle plan"));
        }
    }
    Some(CliError::new(Exit::Stale, "the current plans differ from the saved ones").with_help("housestyle plan"))
}

/// Reads a saved plan.
///
/// # Errors
/// Where it cannot be read, or was changed after it was made (exit 6).
pub fn read_plan(path: &Utf8Path) -> Result<PlanDocument, CliError> {
    let text = read_document(path)?;
    if serde_json::from_str::<serde_json::Value>(&text).is_ok_and(|json| json.get("housestyle_plans").is_some()) {
        return Err(CliError::new(Exit::Usage, format!("{path} holds the plans of several environments"))
            .with_help("choose the same ones: --env NAME for each, or --all-envs"));
    }
    document::parse_plan(&text).map_err(|error| unusable_plan(path, &text, &error))
}

fn read_document(path: &Utf8Path) -> Result<String, CliError> {
    named_file::read_text(path, MAX_PLAN_BYTES).map_err(|why| {
        let stop = match why {
            ReadRefusal::NotRegular | ReadRefusal::TooLarge { .. } => {
                CliError::new(Exit::Error, format!("{path} is not a saved plan: {why}"))
            }
            why @ (ReadRefusal::Absent | ReadRefusal::Outside | ReadRefusal::Git | ReadRefusal::Failed(_)) => {
                named_file::cannot_read(path, why)
            }
        };
        let kind = path
            .parent()
            .and_then(Utf8Path::file_name)
            .and_then(|name| Kind::ALL.iter().find(|kind| kind.as_str() == name));
        if let (Some(kind), Some(key)) = (kind, path.file_name()) {
            return stop.with_help(format!(
                "for a resource: housestyle state show {0}/{1}, or housestyle apply --target {0}/{1}",
                kind.as_str(),
                Sanitized(key)
            ));
        }
        match stop.help {
            Some(near) if near.starts_with("did you mean") => {
                CliError { help: Some(format!("{near} {SAVE_A_PLAN}")), ..stop }
            }
            Some(_) | None => stop.with_help(SAVE_A_PLAN),
        }
    })
}

/// How a plan that can be named comes to be.
const SAVE_A_PLAN: &str = "save a plan with housestyle plan --out FILE, and name that file";

/// What a file is that is no plan, where its content or its name tells, and what reads it.
fn other_document(path: &Utf8Path, text: &str) -> Option<(&'static str, &'static str)> {
    let json = serde_json::from_str::<serde_json::Value>(text).unwrap_or_default();
    let first =
        json.as_object().into_iter().flat_map(|fields| fields.keys()).find(|name| name.starts_with("housestyle_"));
    match first.map(String::as_str) {
        Some("housestyle_snapshot") => Some(("a snapshot", "housestyle plan --against FILE plans against it")),
        Some("housestyle_state") => Some(("a state file", "housestyle state list shows it")),
        Some("housestyle_apply" | "housestyle_applies") => Some(("the result of an apply", SAVE_A_PLAN)),
        Some("housestyle_findings" | "housestyle_diff" | "housestyle_drift") => Some(("another report", SAVE_A_PLAN)),
        Some("housestyle_baseline") => Some(("a baseline of findings", SAVE_A_PLAN)),
        Some(_) => None,
        None if Format::from_path(path.as_str()).is_some() => {
            Some(("a source file", "housestyle validate checks it, and housestyle plan shows what it changes"))
        }
        None => None,
    }
}

/// Why a file is no plan that can be used.
fn unusable_plan(path: &Utf8Path, text: &str, error: &PlanFileError) -> CliError {
    if let (PlanFileError::NotAPlan(_), Some((what, help))) = (error, other_document(path, text)) {
        return CliError::new(Exit::Error, format!("{path} is {what}, not a saved plan")).with_help(help);
    }
    CliError::new_sanitized(plan_file_exit(error), format!("{path} cannot be used: {error}"))
        .with_help("make it again: housestyle plan --out FILE")
}

fn plan_file_exit(error: &PlanFileError) -> Exit {
    match error {
        PlanFileError::Altered => Exit::Stale,
        PlanFileError::NotAPlan(_) | PlanFileError::Newer(_) => Exit::Error,
    }
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
        return stop("the plan was made with other flags or safeguards".to_owned()).map(|stop| {
            stop.with_help(match render_flags(options) {
                flags if flags.is_empty() => "it was made without flags".to_owned(),
                flags => format!("it was made with: {flags}"),
            })
        });
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
#[must_use]
pub fn render_flags(options: &std::collections::BTreeMap<String, Vec<String>>) -> String {
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
                value => format!("--{name} {}", shell_word(&Sanitized(value).to_string())),
            })
        })
        .collect();
    flags.join(" ")
}

fn is_plan_file(path: &Utf8Path) -> bool {
    let text = named_file::read_text(path, MAX_PLAN_BYTES).unwrap_or_default();
    serde_json::from_str::<serde_json::Value>(&text)
        .is_ok_and(|json| json.get("housestyle_plan").is_some() || json.get("housestyle_plans").is_some())
}

fn blocked_path(path: &Utf8Path, what: &str) -> CliError {
    CliError::new(Exit::Blocked, format!("{path} {what}, so it is not overwritten"))
        .with_help("choose another name for --out")
}
