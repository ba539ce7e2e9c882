//! What came of several environments in one run, as JSON: each report in full, under the name of its environment.

use schemars::JsonSchema;
use serde::Serialize;

use crate::apply::ApplyReport;
use crate::plan::drift::Drift;
use crate::report::apply_report::{self, ApplyDocument, ExitCodes};
use crate::report::drift::{self, DriftDocument};
use crate::report::json::to_pretty_json;

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

/// The drift of several environments, each with the origin of its account.
#[must_use]
pub fn render_drifts(ended: &[(EnvironmentExit<'_>, Option<(&Drift, &str)>)], exit_code: u8) -> String {
    let environments = ended.iter().map(|(EnvironmentExit { environment, exit_code, error }, found)| DriftSetEntry {
        environment,
        exit_code: *exit_code,
        drift: found.map(|(found, origin)| drift::drift_document(found, environment, origin)),
        error: *error,
    });
    to_pretty_json(&DriftSetDocument { housestyle_drifts: VERSION, environments: environments.collect(), exit_code })
}
