//! Who runs this: for those who wait for it, and for those who read the history of the state.

use crate::cli::access::transport;
use crate::cli::env_variables::EnvVariables;
use crate::disk;
use crate::model::digest;

/// A random name for this run.
#[must_use]
pub fn random_holder() -> String {
    digest::short_digest(format!("{} {}", transport::random_seed(), transport::random_seed()), 16)
}

/// The wall clock, for people: nothing is decided by it.
#[must_use]
pub fn current_time() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// The address of the pipeline's run, or the person and the machine.
#[must_use]
pub fn describe_run(variables: &EnvVariables) -> String {
    let get = |name: &str| variables.get(name);
    if let (Some(server), Some(repository), Some(run)) =
        (get("GITHUB_SERVER_URL"), get("GITHUB_REPOSITORY"), get("GITHUB_RUN_ID"))
    {
        return format!("{server}/{repository}/actions/runs/{run}");
    }
    if let Some(address) =
        ["CI_JOB_URL", "BUILD_URL", "BUILDKITE_BUILD_URL", "CIRCLE_BUILD_URL"].iter().find_map(|name| get(name))
    {
        return address.to_owned();
    }
    let user = get("USER").or_else(|| get("USERNAME")).unwrap_or("somebody");
    let host = get("HOSTNAME").or_else(|| get("COMPUTERNAME")).map(str::to_owned).or_else(|| {
        let name = String::from_utf8(disk::read_named("/proc/sys/kernel/hostname", 1 << 10).ok()?).ok()?;
        Some(name.trim().to_owned()).filter(|name| !name.is_empty())
    });
    format!("{user}@{}", host.as_deref().unwrap_or("an unnamed machine"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pipeline_is_named_by_its_address_and_a_person_by_name_and_machine() {
        let github = [("GITHUB_SERVER_URL", "https://forge"), ("GITHUB_REPOSITORY", "a/b"), ("GITHUB_RUN_ID", "7")];
        assert_eq!(describe_run(&EnvVariables::from_pairs(&github)), "https://forge/a/b/actions/runs/7");
        let gitlab = [("CI_JOB_URL", "https://forge/-/jobs/1"), ("USER", "ann")];
        assert_eq!(describe_run(&EnvVariables::from_pairs(&gitlab)), "https://forge/-/jobs/1");
        let person = [("USER", "ann"), ("HOSTNAME", "desk")];
        assert_eq!(describe_run(&EnvVariables::from_pairs(&person)), "ann@desk");
    }
}
