//! The service's side into the files: merged into those that are there, and new ones for lists that nobody kept yet.
//!
//! Always holds: nothing is written that was not checked as a whole project first; a base is never edited for one list's
//! sake; names from the service choose no path. Files are written before the memory says so.

pub mod adopt;
pub mod merge;
pub mod save;
pub mod slug;

use std::sync::Arc;

use crate::apply;
use crate::check::{self, Desired};
use crate::cli::exit::{Exit, Stop};
use crate::cli::prepare::Prepared;
use crate::cli::project::Opened;
use crate::diagnostic::{Diagnostic, Severity, SourceFile};
use crate::model::{Kind, Live};
use crate::service::account::{self, Unread};
use crate::source::discover::{self, Patterns};
use crate::source::{Format, Parsed, parse};
use crate::state::State;

/// The files of a project as they were read, and as they are to be.
pub struct Files<'a> {
    /// The project.
    pub opened: &'a Opened,
    /// What is to be in the files, new ones included.
    pub parsed: Vec<Parsed>,
    /// What the files that change said before; nothing for new ones.
    before: Vec<(Arc<str>, Option<Arc<SourceFile>>)>,
}

/// A file that becomes different.
pub struct Changed<'a> {
    /// Its path below the project folder.
    pub path: &'a str,
    /// As it was read, where it was there.
    pub old: Option<&'a SourceFile>,
    /// Its text from now on.
    pub new: &'a str,
}

impl<'a> Files<'a> {
    /// Reads every file of the project.
    #[must_use]
    pub fn read(opened: &'a Opened) -> Self {
        let parsed = discover::load(&opened.root, &opened.files());
        Self { opened, parsed, before: Vec::new() }
    }

    /// What the files want, and what is wrong with them.
    #[must_use]
    pub fn check(&self) -> (Option<Desired>, Vec<Diagnostic>) {
        // Those of files that were changed are not read yet.
        discover::beside(&self.opened.root, &self.parsed);
        let checked = check::read(&self.parsed, &self.opened.project, &self.opened.catalogue);
        let errors = checked.findings.into_iter().filter(|finding| finding.severity == Severity::Error).collect();
        (checked.desired, errors)
    }

    /// The file at this path.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<&Parsed> {
        self.parsed.iter().find(|parsed| **parsed.file.path() == *path)
    }

    /// Gives a file other text, or makes it.
    pub fn put(&mut self, path: &str, text: &str) {
        let new = discover::held(path, text);
        let file = new.file.clone();
        match self.parsed.iter_mut().find(|parsed| **parsed.file.path() == *path) {
            Some(parsed) => {
                let old = std::mem::replace(parsed, new);
                if !self.before.iter().any(|(known, _)| **known == *path) {
                    self.before.push((old.file.path().clone(), Some(old.file)));
                }
            }
            None => {
                self.before.push((file.path().clone(), None));
                self.parsed.push(new);
            }
        }
    }

    /// Takes back what was done to a file.
    pub fn restore(&mut self, path: &str) {
        let Some(at) = self.before.iter().position(|(known, _)| **known == *path) else { return };
        let (_, old) = self.before.remove(at);
        let Some(now) = self.parsed.iter().position(|parsed| **parsed.file.path() == *path) else { return };
        match old {
            Some(old) => self.parsed[now] = parse(&old, Format::of(path).unwrap_or(Format::Yaml)),
            None => drop(self.parsed.remove(now)),
        }
    }

    /// Files that become different, by path.
    #[must_use]
    pub fn changed(&self) -> Vec<Changed<'_>> {
        let mut changed: Vec<Changed<'_>> = self
            .before
            .iter()
            .filter_map(|(path, old)| {
                let new = self.get(path)?.file.text();
                let old = old.as_deref();
                (old.is_none_or(|old| old.text() != new)).then_some(Changed { path, old, new })
            })
            .collect();
        changed.sort_by_key(|changed| changed.path);
        changed
    }

    /// Whether a file of this path would be read as one of the project's.
    #[must_use]
    pub fn takes(&self, path: &str) -> bool {
        Patterns::new(&self.opened.project.files, &self.opened.project.exclude).take(path)
    }
}

/// The account, if it can be the one that the state speaks of. `all` proves also what is absent.
///
/// # Errors
/// Exit 5 where it is another one; those of reading.
pub async fn live(prepared: &Prepared, state: &State, all: bool) -> Result<Live, Stop> {
    let Prepared { client, basis, interrupt, .. } = prepared;
    if !state.origin.is_empty() && state.origin != basis.origin {
        let message = format!(
            "the state was made for {}, this run speaks to {}: ids of one mean nothing to the other",
            state.origin, basis.origin
        );
        return Err(Stop::quoting(Exit::Refused, message)
            .help("choose the environment or service that the state belongs to, or give this one a state of its own"));
    }
    let mut reach = apply::reach(&Desired::default(), state, &basis.options);
    if all {
        reach.kinds.insert(Kind::Style, true);
    }
    let read = async {
        let mut live = account::read(client, &reach).await?;
        if all {
            account::confirm(client, Kind::Style, &mut live).await?;
        }
        Ok(live)
    };
    let live: Live = read.await.map_err(|unread: Unread| Stop::quoting(interrupt.exit_of(unread.exit()), unread))?;
    let lost = state.bindings.values().filter(|binding| live.gone.contains(&binding.id)).count();
    if lost > 1 && lost == state.bindings.len() {
        let message =
            format!("none of the {lost} bound objects exists in this account: is it the wrong account, key or region?");
        return Err(Stop::new(Exit::Refused, message).help("check key and service"));
    }
    Ok(live)
}
