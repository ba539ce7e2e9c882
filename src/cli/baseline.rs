//! The baseline of a project: where it lies, reading it, and writing it when somebody asks for that.

use camino::{Utf8Path, Utf8PathBuf};
use clap::builder::FalseyValueParser;

use crate::check::baseline::{Baseline, FilteredFindings};
use crate::cli::exit::{CliError, Exit};
use crate::cli::named_file;
use crate::cli::screen::terminal::Screen;
use crate::diagnostic::Diagnostic;
use crate::disk::{self, FileMode, Overwrite, ReadRefusal};
use crate::report::humanize::count_noun;
use crate::report::{Sanitized, json};

/// Name of the file that a project keeps its baseline in.
pub const BASELINE_FILE: &str = "housestyle.baseline.json";

/// Name of the file of known findings of texts, beside that of `validate`.
pub const TEXT_BASELINE_FILE: &str = "housestyle.texts.baseline.json";

/// Most bytes of a baseline.
const MAX_BASELINE_BYTES: u64 = 256 << 20;

/// The command that a baseline belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BaselineOf {
    /// `validate`
    Project,
    /// `lint`
    Texts,
}

impl BaselineOf {
    fn command(self) -> &'static str {
        match self {
            Self::Project => "validate",
            Self::Texts => "lint",
        }
    }

    fn default_file(self) -> &'static str {
        match self {
            Self::Project => BASELINE_FILE,
            Self::Texts => TEXT_BASELINE_FILE,
        }
    }
}

/// Flags of a baseline.
#[derive(Debug, clap::Args)]
pub struct BaselineArgs {
    /// Baseline: file of known findings, which are not reported [default: that of the project, if it has one]
    #[arg(long, value_name = "FILE", env = "HOUSESTYLE_BASELINE")]
    pub baseline: Option<Utf8PathBuf>,
    /// Ignore the baseline: report every finding
    #[arg(long, env = "HOUSESTYLE_NO_BASELINE", value_parser = FalseyValueParser::new(), conflicts_with = "baseline")]
    pub no_baseline: bool,
    /// Record all current findings in the baseline
    #[arg(long, env = "HOUSESTYLE_WRITE_BASELINE", value_parser = FalseyValueParser::new(), conflicts_with_all = ["no_baseline", "paths"])]
    pub write_baseline: bool,
    /// Remove corrected findings from the baseline
    #[arg(long, env = "HOUSESTYLE_PRUNE_BASELINE", value_parser = FalseyValueParser::new(), conflicts_with_all = ["no_baseline", "paths", "write_baseline"])]
    pub prune_baseline: bool,
}

impl BaselineArgs {
    /// The findings that are not known, after the baseline was written or pruned where that was asked for. `whole` says
    /// that they are those of the whole project: only then does a known one that is missing mean that it was corrected.
    ///
    /// # Errors
    /// Where a baseline that is named is not there or is none, or it cannot be written.
    pub fn filter_findings(
        &self,
        of: BaselineOf,
        findings: Vec<Diagnostic>,
        whole: bool,
        root: &Utf8Path,
        here: &Utf8Path,
        screen: &Screen,
    ) -> Result<Vec<Diagnostic>, CliError> {
        let path = self.baseline.as_ref().map_or_else(|| root.join(of.default_file()), |named| here.join(named));
        let name = self.baseline.as_deref().unwrap_or(Utf8Path::new(of.default_file()));
        if self.write_baseline {
            let baseline = Baseline::from_findings(&findings);
            check_overwritable(&path)?;
            write_baseline(&path, &baseline)?;
            screen.print_status(&format!("{} known from now on, in {name}", count_noun(baseline.len(), "finding")));
            return Ok(Vec::new());
        }
        let baseline = if self.no_baseline { None } else { self.read_baseline(of, &path)? };
        let Some(baseline) = baseline else {
            if self.prune_baseline {
                return Err(CliError::usage_error(format!("there is no baseline {name}"))
                    .with_help(format!("make one: housestyle {} --write-baseline", of.command())));
            }
            return Ok(findings);
        };
        let FilteredFindings { new, known, stale } = baseline.filter_findings(findings);
        if self.prune_baseline && !stale.is_empty() {
            write_baseline(&path, &baseline.without_stale(&stale))?;
            screen.print_status(&format!("took {} out of {name}", count_noun(stale.len(), "corrected finding")));
        } else if whole && !stale.is_empty() {
            let many = count_noun(stale.len(), "finding");
            screen.print_status(&format!(
                "{many} of {name} corrected: housestyle {} --prune-baseline takes them out",
                of.command()
            ));
        }
        if known > 0 {
            screen.print_status(&format!(
                "{} in {name}, not shown: --no-baseline shows them",
                count_noun(known, "known finding")
            ));
        }
        Ok(new)
    }

    fn read_baseline(&self, of: BaselineOf, path: &Utf8Path) -> Result<Option<Baseline>, CliError> {
        let text = match named_file::read_text(path, MAX_BASELINE_BYTES) {
            Ok(text) => text,
            Err(ReadRefusal::Absent) if self.baseline.is_none() && path.symlink_metadata().is_err() => return Ok(None),
            Err(why) => return Err(named_file::cannot_read(path, why)),
        };
        let baseline = Baseline::parse(&text).map_err(|error| {
            CliError::new_sanitized(Exit::Error, format!("cannot use the baseline {path}: {error}")).with_help(format!(
                "restore it from git, or write it anew: housestyle {} --write-baseline",
                of.command()
            ))
        })?;
        Ok(Some(baseline))
    }
}

/// Only a baseline is replaced by a baseline.
fn check_overwritable(path: &Utf8Path) -> Result<(), CliError> {
    match named_file::read_text(path, MAX_BASELINE_BYTES) {
        Err(ReadRefusal::Absent) => Ok(()),
        Ok(text) if text.contains("\"housestyle_baseline\"") || text.is_empty() => Ok(()),
        Ok(_) | Err(_) => Err(CliError::new(
            Exit::Blocked,
            format!("{} is no baseline, so it is not overwritten", Sanitized(path.as_str())),
        )
        .with_help("name another file with --baseline")),
    }
}

fn write_baseline(path: &Utf8Path, baseline: &Baseline) -> Result<(), CliError> {
    let said_no = |error: std::io::Error| CliError::io_error(format!("cannot write the baseline {path}"), &error);
    let text = json::to_pretty_json(&baseline.to_json());
    disk::replace(path, text.as_bytes(), FileMode::Shared, Overwrite::Replace).map_err(said_no)
}
