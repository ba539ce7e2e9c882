//! Pipelines: those of `docs/ci`, those that `init` makes, our own, and the action. What they must never do is read off
//! them; their shell steps are run as they stand, with the built program and forges that are played by two scripts.
//!
//! Needs bash, git and jq, as the pipelines do. What only a forge can show (its permissions, its approvals) is not shown.

mod forge;
mod github;
mod gitlab;

use std::path::Path;

use serde_yaml::Value;

use crate::playground::root;

fn yaml(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).unwrap();
    serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every workflow of GitHub in the repository, by name.
fn workflows() -> Vec<(String, Value)> {
    let mut found = Vec::new();
    for folder in ["docs/ci", ".github/workflows"] {
        for entry in std::fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            if path.extension().is_some_and(|ending| ending == "yml") && !name.starts_with("gitlab") {
                found.push((format!("{folder}/{name}"), yaml(&path)));
            }
        }
    }
    found.push(("src/cli/command/init/github.yml".to_owned(), yaml(&root().join("src/cli/command/init/github.yml"))));
    assert!(found.len() >= 6, "{} workflows", found.len());
    found
}

fn steps(job: &Value) -> &[Value] {
    job["steps"].as_sequence().map_or(&[], Vec::as_slice)
}

fn jobs(workflow: &Value) -> Vec<(&str, &Value)> {
    workflow["jobs"].as_mapping().unwrap().iter().map(|(name, job)| (name.as_str().unwrap(), job)).collect()
}

#[test]
fn every_workflow_has_least_permissions_and_pinned_actions() {
    for (name, workflow) in workflows() {
        assert_eq!(workflow["permissions"].as_mapping().map(serde_yaml::Mapping::len), Some(0), "{name}: permissions");
        assert!(workflow["concurrency"]["group"].is_string(), "{name}: concurrency");
        for (job, of) in jobs(&workflow) {
            assert!(of["timeout-minutes"].is_number(), "{name}, {job}: a time limit");
            assert!(of["permissions"].is_mapping(), "{name}, {job}: permissions");
            for step in steps(of) {
                let Some(uses) = step["uses"].as_str() else { continue };
                let (_, hash) = uses.split_once('@').unwrap();
                assert!(hash.len() == 40 && hash.bytes().all(|b| b.is_ascii_hexdigit()), "{name}, {job}: {uses}");
                if uses.starts_with("actions/checkout@") {
                    assert_eq!(step["with"]["persist-credentials"], false, "{name}, {job}");
                }
            }
        }
    }
}

#[test]
fn no_code_of_a_stranger_meets_a_secret() {
    for (name, workflow) in workflows() {
        let on = serde_yaml::to_string(&workflow["on"]).unwrap();
        for trigger in ["pull_request_target", "workflow_run", "issue_comment"] {
            assert!(!on.contains(trigger), "{name}: {trigger}");
        }
        for (job, of) in jobs(&workflow) {
            let text = serde_yaml::to_string(of).unwrap();
            if text.contains("secrets.") {
                assert!(of["environment"].is_string(), "{name}, {job}: secrets stand in an environment");
                let guarded =
                    of["if"].as_str().unwrap_or_default().contains("head.repo.full_name == github.repository");
                assert!(!on.contains("pull_request") || guarded, "{name}, {job}: a fork reaches this job");
            }
        }
    }
}

#[test]
fn what_is_to_be_filled_in_stands_in_the_first_line_and_no_branch_is_pushed_to() {
    for folder in ["docs/ci", "src/cli/command/init"] {
        for entry in std::fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|ending| ending != "yml") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let to_fill = ["OWNER/", "HOUSESTYLE_IMAGE"].iter().any(|word| text.contains(word));
            assert_eq!(to_fill, text.starts_with("# FILL IN: "), "{}", path.display());
            for word in ["after_script", "lock.json"] {
                assert!(!text.contains(word), "{}: {word}", path.display());
            }
            // The one thing that is pushed is the branch of the drift, under its own name.
            let pushes = text.lines().filter(|line| line.contains("git push") || line.contains("git commit"));
            for line in pushes {
                assert_eq!(line.trim(), "git push -q --force origin \"HEAD:refs/heads/$branch\"", "{}", path.display());
            }
            assert_eq!(text.contains("git push"), text.contains("branch=\"housestyle/drift-"), "{}", path.display());
        }
    }
}

#[test]
fn no_expression_stands_in_a_script() {
    let mut scripts = 0;
    let mut all = workflows();
    all.push(("action.yml".to_owned(), yaml(&root().join("action.yml"))));
    for (name, workflow) in all {
        let mut lists: Vec<&[Value]> = Vec::new();
        match workflow["jobs"].as_mapping() {
            Some(jobs) => lists.extend(jobs.values().map(steps)),
            None => lists.push(steps(&workflow["runs"])),
        }
        for step in lists.into_iter().flatten() {
            if let Some(script) = step["run"].as_str() {
                scripts += 1;
                assert!(!script.contains("${{"), "{name}: {script}");
            }
        }
    }
    assert!(scripts > 12, "{scripts} scripts");
}
