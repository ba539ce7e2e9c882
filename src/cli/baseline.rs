//! The baseline of a project: where it lies, reading it, and writing it when somebody asks for that.

#![expect(clippy::disallowed_methods, reason = "baselines are read and written here")]

use std::io::{ErrorKind, Write};

use camino::{Utf8Path, Utf8PathBuf};
use clap::builder::FalseyValueParser;

use crate::check::baseline::{Baseline, Sifted};
use crate::cli::exit::{Exit, Stop};
use crate::cli::screen::Screen;
use crate::diagnostic::Diagnostic;
use crate::report::words::count;
use crate::report::{Shown, json};

/// Name of the file that a project keeps its baseline in.
pub const FILE: &str = "housestyle.baseline.json";

/// Flags of a baseline.
#[derive(Debug, clap::Args)]
pub struct Flags {
    /// File of findings that are known and not shown [default: housestyle.baseline.json of the project, where it is there]
    #[arg(long, value_name = "FILE", env = "HOUSESTYLE_BASELINE")]
    pub baseline: Option<Utf8PathBuf>,
    /// Show every finding, known or not
    #[arg(long, env = "HOUSESTYLE_NO_BASELINE", value_parser = FalseyValueParser::new(), conflicts_with = "baseline")]
    pub no_baseline: bool,
    /// Make all findings of now the known ones
    #[arg(long, env = "HOUSESTYLE_WRITE_BASELINE", value_parser = FalseyValueParser::new(), conflicts_with_all = ["no_baseline", "paths"])]
    pub write_baseline: bool,
    /// Take out of the baseline what was corrected
    #[arg(long, env = "HOUSESTYLE_PRUNE_BASELINE", value_parser = FalseyValueParser::new(), conflicts_with_all = ["no_baseline", "paths", "write_baseline"])]
    pub prune_baseline: bool,
}

impl Flags {
    /// The findings that are not known, after the baseline was written or pruned where that was asked for. `whole` says
    /// that they are those of the whole project: only then does a known one that is missing mean that it was corrected.
    ///
    /// # Errors
    /// Where a baseline that is named is not there or is none, or it cannot be written.
    pub fn sift(
        &self,
        findings: Vec<Diagnostic>,
        whole: bool,
        root: &Utf8Path,
        here: &Utf8Path,
        screen: &Screen,
    ) -> Result<Vec<Diagnostic>, Stop> {
        let path = self.baseline.as_ref().map_or_else(|| root.join(FILE), |named| here.join(named));
        let name = self.baseline.as_deref().unwrap_or(Utf8Path::new(FILE));
        if self.write_baseline {
            let baseline = Baseline::of(&findings);
            free(&path)?;
            write(&path, &baseline)?;
            screen.say(&format!("{} known from now on, in {name}", count(baseline.len(), "finding")));
            return Ok(Vec::new());
        }
        let baseline = if self.no_baseline { None } else { self.read(&path)? };
        let Some(baseline) = baseline else {
            if self.prune_baseline {
                return Err(Stop::usage(format!("there is no baseline {name}"))
                    .help("make one: housestyle validate --write-baseline"));
            }
            return Ok(findings);
        };
        let Sifted { new, known, stale } = baseline.sift(findings);
        if self.prune_baseline && !stale.is_empty() {
            write(&path, &baseline.without(&stale))?;
            screen.say(&format!("took {} out of {name}", count(stale.len(), "corrected finding")));
        } else if whole && !stale.is_empty() {
            let many = count(stale.len(), "finding");
            screen.say(&format!("{many} of {name} corrected: housestyle validate --prune-baseline takes them out"));
        }
        if known > 0 {
            screen.say(&format!("{} in {name}, not shown: --no-baseline shows them", count(known, "known finding")));
        }
        Ok(new)
    }

    fn read(&self, path: &Utf8Path) -> Result<Option<Baseline>, Stop> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound && self.baseline.is_none() => return Ok(None),
            Err(error) => return Err(Stop::io(format!("cannot read the baseline {path}"), &error)),
        };
        let baseline = Baseline::parse(&text).map_err(|error| {
            Stop::quoting(Exit::Error, format!("cannot use the baseline {path}: {error}"))
                .help("restore it from git, or write it anew: housestyle validate --write-baseline")
        })?;
        Ok(Some(baseline))
    }
}

/// Only a baseline is replaced by a baseline.
fn free(path: &Utf8Path) -> Result<(), Stop> {
    match std::fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Ok(text) if text.contains("\"housestyle_baseline\"") || text.is_empty() => Ok(()),
        Ok(_) | Err(_) => {
            Err(Stop::new(Exit::Refused, format!("{} is no baseline, so it is not overwritten", Shown(path.as_str())))
                .help("name another file with --baseline"))
        }
    }
}

fn write(path: &Utf8Path, baseline: &Baseline) -> Result<(), Stop> {
    let said_no = |error: std::io::Error| Stop::io(format!("cannot write the baseline {path}"), &error);
    let folder = path.parent().filter(|folder| !folder.as_str().is_empty()).unwrap_or(Utf8Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".housestyle-baseline-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Committed like any other file: what the umask leaves of this.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder).map_err(said_no)?;
    file.write_all(json::pretty(&baseline.document()).as_bytes()).map_err(said_no)?;
    file.as_file().sync_all().map_err(said_no)?;
    file.persist(path).map_err(|failed| said_no(failed.error))?;
    Ok(())
}
