//! Whether the files of this checkout are older than those that were applied last.
//!
//! The state names the commits that were applied. History decides where it reaches: a checkout whose history has them is no
//! older. Where it does not, what was applied decides: after a squash merge the commit is gone and its content is in the
//! history; in a shallow clone, files that were applied before and replaced since are older, and files that were never
//! applied are taken for new. Where there is no repository, nothing is recorded, and the content alone is compared.

use std::collections::BTreeSet;

use crate::check::{Desired, DesiredDigest};
use crate::cli::access::settings::EMULATOR_ORIGIN;
use crate::cli::exit::CliError;
use crate::cli::git::repository::{Ancestry, Git, GitRevision};
use crate::cli::git::revisions::{self, RevisionSource};
use crate::cli::planning::prepare::PreparedRun;
use crate::cli::store::state_location::{StateLocation, WORK_DIR};
use crate::model::Address;
use crate::plan::desired_resource::desired_resources;
use crate::plan::older_files::OlderFiles;
use crate::plan::{Basis, Plan};
use crate::state::{AppliedFiles, OpenFiles, State};

/// Commits of the history in which what was applied is looked for.
const MAX_SEARCHED_COMMITS: usize = 30;

/// Marks what a plan would take back of newer files.
///
/// # Errors
/// Where git cannot be run.
pub fn judge_plan(location: &StateLocation, basis: &Basis, state: &State, plan: &mut Plan) -> Result<(), CliError> {
    let changed = plan.changed_by_files(state);
    if changed.is_empty() || state.files.open_runs().next().is_none() {
        return Ok(());
    }
    let checkout = Checkout::find(location, basis, Some(&basis.desired));
    let lacking = checkout.lacking(state)?;
    let Some(last) = lacking.last().copied() else { return Ok(()) };
    let short = short_name(&last.commit);
    if checkout.knows_history() {
        let mut older: BTreeSet<Address> = changed.iter().map(|(address, _)| address.clone()).collect();
        if basis.options.undo.is_none() {
            for address in checkout.find_applied(&changed, state)? {
                older.remove(&address);
            }
        }
        let reason = if last.dirty {
            format!(
                "it was applied from changes to {short} that were not committed, and this checkout does not have them"
            )
        } else {
            format!("it was applied from the commit {short}, which this checkout does not contain")
        };
        let remedy = if last.dirty { "commit and merge them" } else { "update the checkout (`git pull`)" };
        plan.mark_older(&older, &OlderFiles { reason, remedy: remedy.to_owned() });
        return Ok(());
    }
    let (fetch, why) = if checkout.git.is_some() {
        (
            "fetch its history (`fetch-depth: 0` of a checkout on GitHub, `GIT_DEPTH: 0` on GitLab)",
            "this clone is shallow",
        )
    } else {
        ("run in a clone of the repository", "these files are in no repository")
    };
    if basis.options.undo.is_none() && state.files.was_replaced(checkout.commit.as_deref(), basis.desired.as_str()) {
        let reason = format!("these files were applied before and replaced since, by those of the commit {short}");
        let remedy = format!("update the checkout (`git pull`); where they are new in truth, {fetch}");
        let addresses = changed.into_iter().map(|(address, _)| address).collect();
        plan.mark_older(&addresses, &OlderFiles { reason, remedy });
    } else {
        plan.notes.push(format!(
            "{why}, so it cannot be told whether these files contain the commit {short}, which was applied last; {fetch}"
        ));
    }
    Ok(())
}

/// Which files a run is about to apply, and the applied commits that its own history lacks; nothing where that cannot be told,
/// and for an undo, which applies none.
///
/// # Errors
/// Where git cannot be run.
pub fn files_of_run(prepared: &PreparedRun, state: &State, plan: &Plan) -> Result<OpenFiles, CliError> {
    let PreparedRun { state_location: location, basis, .. } = prepared;
    let checkout = Checkout::find(location, basis, Some(&basis.desired));
    let Some(commit) = checkout.commit.clone().filter(|_| plan.basis.options.undo.is_none()) else { return Ok(None) };
    // What has everything that it changes has everything, unless it passed something over.
    let lacking = if plan.leaves_something_out() { checkout.lacking(state)? } else { Vec::new() };
    let lacking = lacking.iter().map(|run| run.commit.clone()).collect();
    let (desired, dirty) = (basis.desired.as_str().to_owned(), checkout.has_changes()?);
    Ok(Some((AppliedFiles { commit, desired, dirty, superseded: false }, lacking)))
}

/// The files that a pull has written, as [`files_of_run`]: what they want now is mostly not committed yet.
///
/// # Errors
/// Where git cannot be run.
pub fn files_of_pull(prepared: &PreparedRun, state: &State) -> Result<OpenFiles, CliError> {
    let checkout = Checkout::find(&prepared.state_location, &prepared.basis, None);
    let Some(commit) = checkout.commit.clone() else { return Ok(None) };
    let lacking = checkout.lacking(state)?.iter().map(|run| run.commit.clone()).collect();
    let dirty = checkout.has_changes()?;
    Ok(Some((AppliedFiles { commit, desired: String::new(), dirty, superseded: false }, lacking)))
}

/// The files of this run, as git knows them.
struct Checkout<'a> {
    location: &'a StateLocation,
    git: Option<Git>,
    commit: Option<String>,
    /// What the files want, where they were not changed since they were read.
    desired: Option<&'a DesiredDigest>,
    /// Changes that were never committed decide nothing: nobody else has applied any to the account, which lies in this checkout,
    /// or what they want is not asked, as an undo says again what was there before.
    trusts_changes: bool,
}

impl<'a> Checkout<'a> {
    fn find(location: &'a StateLocation, basis: &Basis, desired: Option<&'a DesiredDigest>) -> Self {
        let git = Git::discover_repository(location.root(), location.variables()).ok();
        let commit = git.as_ref().and_then(Git::head_commit);
        let trusts_changes = basis.origin == EMULATOR_ORIGIN || basis.options.undo.is_some();
        Self { location, git, commit, desired, trusts_changes }
    }

    /// Whether the files want something else than their commit does. What lies beside them, as a saved plan may, decides nothing.
    fn has_changes(&self) -> Result<bool, CliError> {
        let (Some(git), Some(commit)) = (&self.git, &self.commit) else { return Ok(false) };
        let own =
            self.location.state_file.strip_prefix(self.location.root()).ok().into_iter().map(|path| path.as_str());
        let own: Vec<&str> = own.chain([WORK_DIR]).collect();
        if !git.has_changes(&own)? {
            return Ok(false);
        }
        let Some(desired) = self.desired else { return Ok(true) };
        Ok(read_commit(git, commit).is_none_or(|committed| committed.digest() != desired.as_str()))
    }

    fn knows_history(&self) -> bool {
        self.commit.is_some() && self.git.as_ref().is_some_and(|git| !git.is_shallow())
    }

    /// What was applied and is not known to be in the history of this checkout, the newest last.
    fn lacking<'s>(&self, state: &'s State) -> Result<Vec<&'s AppliedFiles>, CliError> {
        let mut lacking = Vec::new();
        // Whoever has changes of their own may have those that were applied.
        let may_have_changes =
            self.trusts_changes || (state.files.open_runs().any(|run| run.dirty) && self.has_changes()?);
        for run in state.files.open_runs() {
            let known = match &self.git {
                Some(git) if self.commit.is_some() => git.ancestry(&run.commit)?,
                Some(_) | None => Ancestry::Unknown,
            };
            if known != Ancestry::Contained || (run.dirty && !may_have_changes && !self.was_committed(run)?) {
                lacking.push(run);
            }
        }
        Ok(lacking)
    }

    /// Whether a commit that came after it wants all that was applied before it was committed.
    fn was_committed(&self, run: &AppliedFiles) -> Result<bool, CliError> {
        let Some(git) = &self.git else { return Ok(false) };
        let wants = |commit: &String| read_commit(git, commit).is_some_and(|files| files.digest() == run.desired);
        Ok(git.commits_of_folder(Some(&run.commit), MAX_SEARCHED_COMMITS)?.iter().any(wants))
    }

    /// Of these resources, those that a commit of the history wants as they were applied last.
    fn find_applied(&self, changed: &[(Address, Address)], state: &State) -> Result<Vec<Address>, CliError> {
        let Some(git) = &self.git else { return Ok(Vec::new()) };
        let sought = changed.iter().filter(|(_, known_as)| state.bindings.contains_key(known_as));
        let mut sought: Vec<&(Address, Address)> = sought.collect();
        let mut found = Vec::new();
        for commit in git.commits_of_folder(None, MAX_SEARCHED_COMMITS)? {
            if sought.is_empty() {
                break;
            }
            let Some(desired) = read_commit(git, &commit) else { continue };
            sought.retain(|(address, known_as)| {
                let applied = was_wanted(&desired, known_as, state) || was_wanted(&desired, address, state);
                found.extend(applied.then(|| address.clone()));
                !applied
            });
        }
        Ok(found)
    }
}

/// What the files of a commit want, where they can be read.
fn read_commit(git: &Git, commit: &str) -> Option<Desired> {
    let revision = GitRevision { name: commit.to_owned(), commit: commit.to_owned() };
    revisions::open_revision(&RevisionSource::Revision(revision), Some(git)).ok()?.read_quietly()
}

/// Whether files want a resource as it was applied last, or begun to be.
fn was_wanted(desired: &Desired, address: &Address, state: &State) -> bool {
    let Some(binding) = state.bindings.get(address) else { return false };
    let newest = binding.attempted.last().unwrap_or(&binding.applied);
    desired_resources(desired).any(|wanted| wanted.address() == *address && newest.was_made_of(&wanted.content()))
}

fn short_name(commit: &str) -> &str {
    commit.get(..10).unwrap_or(commit)
}
