//! Which environments a run is about: one, several, or all.
//!
//! Always holds: each environment keeps its own state, lock and safeguards. One that fails does not stop the others, and
//! the exit code is the gravest.

use globset::GlobBuilder;

use crate::catalogue::nearest;
use crate::cli::arguments::args::{GlobalArgs, StateArg};
use crate::cli::exit::{CliError, Exit};
use crate::model::project::Project;

/// The environments that were asked for, in the order in which they were named, each once; the default one where none was.
///
/// # Errors
/// Exit 64 for a name or pattern that fits none, and for what belongs to one environment beside several.
pub fn select_environments(global: &GlobalArgs, project: &Project) -> Result<Vec<String>, CliError> {
    let mut selected: Vec<String> = Vec::new();
    if global.all_envs {
        selected.extend(meant_environments(project).map(str::to_owned));
    }
    for pattern in &global.env {
        // A variable of a pipeline that is not set must not choose another account.
        if pattern.is_empty() {
            return Err(CliError::usage_error("--env was given without a name")
                .with_help("name an environment, or leave --env out for the default one"));
        }
        for name in matching_environments(pattern, project)? {
            if !selected.contains(&name) {
                selected.push(name);
            }
        }
    }
    if selected.is_empty() {
        selected.push(project.default_environment.clone());
    }
    // An address has a place for each environment.
    if selected.len() > 1 && matches!(global.state, Some(StateArg::File(_))) {
        return Err(CliError::usage_error("--state names one state file, and several environments were selected")
            .with_help("each environment has its own state: set `state` in its section of housestyle.toml"));
    }
    Ok(selected)
}

/// The environments that the project file speaks of: the default one, which always exists, is among them where the file names
/// it, sets something for it or has no other.
fn meant_environments(project: &Project) -> impl Iterator<Item = &str> {
    let meant = |name: &&String| project.uses_default_environment || **name != project.default_environment;
    project.environments.keys().filter(meant).map(String::as_str)
}

fn matching_environments(pattern: &str, project: &Project) -> Result<Vec<String>, CliError> {
    let known = || meant_environments(project);
    if project.environments.contains_key(pattern) {
        return Ok(vec![pattern.to_owned()]);
    }
    let glob = pattern.contains(['*', '?', '[', '{']).then(|| GlobBuilder::new(pattern).build());
    let matching: Vec<String> = match glob {
        Some(Ok(glob)) => {
            let matcher = glob.compile_matcher();
            known().filter(|name| matcher.is_match(name)).map(str::to_owned).collect()
        }
        Some(Err(_)) | None => Vec::new(),
    };
    if !matching.is_empty() {
        return Ok(matching);
    }
    let stop = CliError::usage_error(format!("the project has no environment `{}`", pattern.escape_debug()));
    let help = match nearest::nearest_words(pattern, known()).first() {
        Some(best) => format!("did you mean `{best}`?"),
        None => format!("use one of: {}", known().collect::<Vec<_>>().join(", ")),
    };
    Err(stop.with_help(help))
}

impl GlobalArgs {
    /// The same for one environment alone.
    #[must_use]
    pub fn for_environment(&self, name: &str) -> Self {
        Self { env: vec![name.to_owned()], all_envs: false, ..self.clone() }
    }
}

/// What makes sense for one environment alone.
///
/// # Errors
/// Exit 64 where it was given.
pub fn reject_single(given: bool, option: &str, names: &[String]) -> Result<(), CliError> {
    if !given {
        return Ok(());
    }
    Err(CliError::usage_error(format!("{option} is for one environment, and {} were selected", names.len()))
        .with_help(format!("pass one: --env {}", names.first().map_or("NAME", String::as_str))))
}

/// The exit code of several runs: the gravest. What may have happened unseen weighs most, then what needs a person.
#[must_use]
pub fn most_severe_exit(exits: impl IntoIterator<Item = Exit>) -> Exit {
    let gravity = |exit: Exit| match exit {
        Exit::Success => 0,
        Exit::Changes => 1,
        Exit::Partial => 2,
        Exit::TimedOut => 3,
        Exit::Error => 4,
        Exit::Stale => 5,
        Exit::Blocked => 6,
        Exit::Invalid => 7,
        Exit::Auth => 8,
        Exit::Usage => 9,
        Exit::Unknown => 10,
        Exit::Interrupted => 11,
        Exit::Terminated => 12,
    };
    exits.into_iter().max_by_key(|exit| gravity(*exit)).unwrap_or(Exit::Success)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::project::Environment;

    fn select(patterns: &[&str], all: bool) -> Result<Vec<String>, u8> {
        let mut project = Project::default();
        for name in ["prod-eu", "prod-us", "staging"] {
            project.environments.insert(name.to_owned(), Environment::with_defaults(name, false));
        }
        let env = patterns.iter().map(|text| (*text).to_owned()).collect();
        let global = GlobalArgs { env, all_envs: all, ..GlobalArgs::default() };
        select_environments(&global, &project).map_err(|stop| stop.exit.code())
    }

    #[test]
    fn names_patterns_and_all_select_each_environment_once() {
        assert_eq!(select(&[], false).unwrap(), ["default"]);
        assert_eq!(select(&["staging", "prod-*"], false).unwrap(), ["staging", "prod-eu", "prod-us"]);
        assert_eq!(select(&["prod-us", "*"], false).unwrap(), ["prod-us", "default", "prod-eu", "staging"]);
        assert_eq!(select(&[], true).unwrap(), ["default", "prod-eu", "prod-us", "staging"]);
        assert_eq!(select(&["stagign"], false), Err(64));
        assert_eq!(select(&["test-*"], false), Err(64));
    }

    #[test]
    fn the_gravest_exit_counts() {
        assert_eq!(most_severe_exit([Exit::Success, Exit::Changes, Exit::Success]), Exit::Changes);
        assert_eq!(most_severe_exit([Exit::Partial, Exit::Unknown, Exit::Blocked]), Exit::Unknown);
        assert_eq!(most_severe_exit([]), Exit::Success);
    }
}
