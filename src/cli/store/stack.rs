//! The stack: the name of a project in temporary names, seals and state stores, the same in every clone.

use camino::Utf8Path;

use crate::cli::access::transport;
use crate::cli::env_variables::EnvVariables;
use crate::cli::git::repository::Git;
use crate::model::digest;

/// Digits of a new stack.
const DIGITS: usize = 8;

/// A stack, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackIdentity {
    name: String,
    /// Where it comes from.
    pub origin: StackOrigin,
}

/// Where a stack comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StackOrigin {
    /// `stack` in housestyle.toml.
    ProjectFile,
    /// The state, which had one already.
    State,
    /// The first commit of the repository and the path of the project in it.
    Repository,
}

impl StackOrigin {
    /// In words.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ProjectFile => "housestyle.toml",
            Self::State => "the state",
            Self::Repository => "the first commit of the repository",
        }
    }
}

impl StackIdentity {
    /// The name, all of which counts: in temporary names, seals, leases, snapshots and references.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// The stack of a project: what its file says, else what its state says, else what the repository around it gives; none
/// outside of a repository, and none in a clone that lacks the first commit.
#[must_use]
pub fn find_stack(
    configured: Option<&str>,
    existing: Option<&str>,
    root: &Utf8Path,
    variables: &EnvVariables,
) -> Option<StackIdentity> {
    if let Some(name) = configured {
        return Some(StackIdentity { name: name.to_owned(), origin: StackOrigin::ProjectFile });
    }
    if let Some(name) = existing {
        return Some(StackIdentity { name: name.to_owned(), origin: StackOrigin::State });
    }
    let git = Git::discover_repository(root, variables).ok()?;
    let first = git.first_commit()?;
    let name = digest::short_digest(format!("{first} {}", git.path_prefix()), DIGITS);
    Some(StackIdentity { name, origin: StackOrigin::Repository })
}

/// A stack that no other project has.
#[must_use]
pub fn random_stack() -> String {
    digest::short_digest(format!("{} {}", transport::random_seed(), transport::random_seed()), DIGITS)
}
