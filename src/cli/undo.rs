//! The snapshot behind `--undo`: found, read, and held against the service and environment of this run.

use camino::{Utf8Path, Utf8PathBuf};

use crate::check::Desired;
use crate::cli::exit::{Exit, Stop};
use crate::plan::undo::{self, Error};
use crate::plan::{Basis, Options};
use crate::state::State;
use crate::state::kept;
use crate::state::snapshot::Snapshot;

/// What `--undo` asks for.
#[derive(Clone, Debug)]
pub enum Asked {
    /// What was said before the last run that was no undo itself.
    Newest,
    /// What this file says.
    File(Utf8PathBuf),
}

impl Asked {
    /// What a flag with an optional file asks for.
    #[must_use]
    pub fn of(flag: Option<&Option<Utf8PathBuf>>, here: &Utf8Path) -> Option<Self> {
        flag.map(|file| file.as_ref().map_or(Self::Newest, |file| Self::File(here.join(file))))
    }

    /// What is wanted by the snapshot, and what a plan for it is made from.
    ///
    /// # Errors
    /// Exit 5 where it belongs to another service or environment or cannot be asked for; 1 where it cannot be read.
    pub fn settle(&self, basis: &Basis, state: &State, work: &Utf8Path) -> Result<(Desired, Basis), Stop> {
        let (path, snapshot) = self.find(work, &basis.environment)?;
        let refused = |why: String| Stop::quoting(Exit::Refused, why);
        let Snapshot { origin, environment, .. } = &snapshot;
        if *origin != basis.origin {
            let (taken, now) = (origin.escape_debug(), &basis.origin);
            return Err(refused(format!("{path} was taken from {taken}, this run speaks to {now}"))
                .help("choose the service that it was taken from, with --env or --service"));
        }
        if *environment != basis.environment {
            let (taken, now) = (environment.escape_debug(), &basis.environment);
            return Err(refused(format!("{path} was taken in the environment {taken}, this is {now}"))
                .help(format!("choose that environment: --env {taken}")));
        }
        let name = path.file_name().unwrap_or(path.as_str());
        let (desired, undo) =
            undo::wanted(&snapshot, name, state, &basis.options.targets).map_err(|error| match error {
                Error::Snapshot(_) => Stop::quoting(Exit::Error, format!("{path} cannot be used: {error}")),
                Error::Unfit(_) | Error::Nothing => refused(format!("{path} cannot be brought back: {error}")),
            })?;
        let options = Options { undo: Some(undo), ..basis.options.clone() };
        let basis = Basis { desired: desired.digest(), options, ..basis.clone() };
        Ok((desired, basis))
    }

    fn find(&self, work: &Utf8Path, environment: &str) -> Result<(Utf8PathBuf, Snapshot), Stop> {
        match self {
            Self::File(path) => kept::read(path).map(|snapshot| (path.clone(), snapshot)).map_err(|error| stop(&error)),
            Self::Newest => kept::newest(work, environment).map_err(|error| stop(&error))?.ok_or_else(|| {
                Stop::new(Exit::Error, "nothing to undo: no run of this environment wrote anything from this folder")
                    .help("name a snapshot: --undo FILE")
            }),
        }
    }
}

/// Why a snapshot could not be read or written, as a way out.
#[must_use]
pub fn stop(error: &kept::Error) -> Stop {
    match error {
        kept::Error::InTheWay { .. } => {
            Stop::new(Exit::Refused, error.to_string()).help("choose another name for --out")
        }
        kept::Error::Format { .. } | kept::Error::Disk { .. } => Stop::quoting(Exit::Error, error),
    }
}
