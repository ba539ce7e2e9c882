//! A runner: a repository, the built program on the path, `gh` and `curl` that write down what they are asked and answer
//! from a table, and shell steps run as a runner runs them.

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_yaml::Value;

use crate::playground::PROGRAM;

/// `gh` and `curl`: a line of words for each call in `calls`, and what is sent as JSON or files in `sent`; the answer is that
/// of the first rule in `answers` whose word occurs in the call, passed through `--jq`.
const PLAYED: &str = r##"#!/usr/bin/env bash
set -euo pipefail
printf '%s' "${0##*/}" >>"$FORGE/calls"
filter=
file=
previous=
for word in "$@"; do
    printf ' %s' "${word//$'\n'/ }" >>"$FORGE/calls"
    [ "$previous" != --jq ] || filter=$word
    [ "$previous" != --body-file ] || file=$word
    case $word in
        body=@*) file=${word#body=@} ;;
        @-) file=/dev/stdin ;;
    esac
    previous=$word
done
printf '\n' >>"$FORGE/calls"
[ -z "$file" ] || cat "$file" >>"$FORGE/sent"
while IFS=$'\t' read -r word answer; do
    case "$*" in
        *"$word"*)
            if [ -n "$filter" ]; then jq -r "$filter" <<<"$answer"; else printf '%s\n' "$answer"; fi
            exit 0
            ;;
    esac
done <"$FORGE/answers"
"##;

/// A runner in a folder of its own.
pub(super) struct Forge {
    folder: tempfile::TempDir,
    /// Variables of every step.
    pub(super) variables: BTreeMap<String, String>,
}

/// How a step ended.
pub(super) struct Step {
    pub(super) code: i32,
    pub(super) shown: String,
    /// What it wrote to `GITHUB_OUTPUT`.
    pub(super) outputs: BTreeMap<String, String>,
}

impl Forge {
    /// A repository with a project whose environment `production` is the emulator, committed and pushed.
    pub(super) fn new() -> Self {
        let forge = Self { folder: tempfile::tempdir().unwrap(), variables: BTreeMap::new() };
        for folder in ["bin", "home", "temp"] {
            std::fs::create_dir(forge.folder.path().join(folder)).unwrap();
        }
        for name in ["gh", "curl"] {
            let path = forge.folder.path().join("bin").join(name);
            std::fs::write(&path, PLAYED).unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        }
        std::os::unix::fs::symlink(PROGRAM, forge.folder.path().join("bin/housestyle")).unwrap();
        forge.answers(&[]);
        forge.git(&["init", "-q", "--bare", "-b", "main", "../origin.git"]);
        forge.git(&["init", "-q", "-b", "main"]);
        forge.git(&["remote", "add", "origin", "../origin.git"]);
        forge.write(
            "housestyle.toml",
            "stack = \"k4f2x7pa\"\nstate = { store = \"git\" }\n\n[environments.production]\nservice = \"emulator\"\n",
        );
        forge.write(".gitignore", ".housestyle/\n");
        forge.write("styles/shop.yaml", "name: Shop\nlanguage: en\n");
        forge.commit("the first list");
        forge.git(&["push", "-q", "-u", "origin", "main"]);
        forge
    }

    pub(super) fn site(&self) -> PathBuf {
        let site = self.folder.path().join("site");
        std::fs::create_dir_all(&site).unwrap();
        site
    }

    pub(super) fn write(&self, file: &str, text: &str) {
        let path = self.site().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub(super) fn read(&self, file: &str) -> String {
        std::fs::read_to_string(self.site().join(file)).unwrap_or_default()
    }

    pub(super) fn git(&self, arguments: &[&str]) -> String {
        let mut git = Command::new("git");
        let done = self.bare(&mut git).args(arguments).output().unwrap();
        assert!(done.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).unwrap().trim().to_owned()
    }

    pub(super) fn commit(&self, message: &str) {
        self.git(&["add", "-A"]);
        self.git(&["-c", "user.name=tests", "-c", "user.email=tests@localhost", "commit", "-qm", message]);
    }

    /// What `gh` and `curl` answer to calls that hold a word: JSON on one line.
    pub(super) fn answers(&self, answers: &[(&str, &str)]) {
        let text: String = answers.iter().map(|(word, answer)| format!("{word}\t{answer}\n")).collect();
        std::fs::write(self.folder.path().join("answers"), text).unwrap();
    }

    /// The calls since the last time that this was asked, one per line.
    pub(super) fn calls(&self) -> String {
        self.taken("calls")
    }

    /// What was sent since the last time that this was asked.
    pub(super) fn sent(&self) -> String {
        self.taken("sent")
    }

    fn taken(&self, name: &str) -> String {
        let path = self.folder.path().join(name);
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let _none = std::fs::remove_file(path);
        text
    }

    fn bare<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        let folder = self.folder.path();
        command
            .current_dir(self.site())
            .env_clear()
            .env("PATH", format!("{}:/usr/local/bin:/usr/bin:/bin", folder.join("bin").display()))
            .env("HOME", folder.join("home"))
            .env("LANG", "C.UTF-8")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("FORGE", folder)
            .env("RUNNER_TEMP", folder.join("temp"))
            .stdin(std::process::Stdio::null())
    }

    /// Runs a script as GitHub does (`bash -e`), with variables of the step beside those of the job.
    pub(super) fn run(&self, script: &str, variables: &[(&str, &str)]) -> Step {
        let file = |name: &str| {
            let path = self.folder.path().join(name);
            std::fs::write(&path, "").unwrap();
            path
        };
        let (output, summary, path) = (file("output"), file("summary"), file("path"));
        let mut bash = Command::new("bash");
        self.bare(&mut bash)
            .args(["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script])
            .env("GITHUB_OUTPUT", &output)
            .env("GITHUB_STEP_SUMMARY", summary)
            .env("GITHUB_PATH", path)
            .env("GITHUB_REPOSITORY", "OWNER/texts")
            .env("CI", "true")
            .envs(&self.variables)
            .envs(variables.iter().copied());
        let done = bash.output().unwrap();
        let outputs = std::fs::read_to_string(output).unwrap();
        Step {
            code: done.status.code().unwrap_or(-1),
            shown: [done.stdout, done.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat(),
            outputs: outputs
                .lines()
                .filter_map(|line| line.split_once('='))
                .map(|(a, b)| (a.into(), b.into()))
                .collect(),
        }
    }

    /// What steps wrote to the summary or to the path.
    pub(super) fn file(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(name)).unwrap_or_default()
    }

    /// Runs a step of a workflow: expressions in its variables are looked up, and one that is not known is a failure.
    pub(super) fn step(&self, step: &Value, expressions: &[(&str, &str)]) -> Step {
        let mut variables = Vec::new();
        for (name, value) in step["env"].as_mapping().into_iter().flatten() {
            let mut text = value.as_str().unwrap().to_owned();
            while let Some((before, rest)) = text.split_once("${{") {
                let (expression, after) = rest.split_once("}}").unwrap();
                let known = expressions.iter().find(|(name, _)| *name == expression.trim());
                let (_, value) = known.unwrap_or_else(|| panic!("what is `{}` in this test?", expression.trim()));
                text = format!("{before}{value}{after}");
            }
            variables.push((name.as_str().unwrap(), text));
        }
        let variables: Vec<(&str, &str)> = variables.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.run(step["run"].as_str().unwrap(), &variables)
    }

    /// Where the runner stands.
    pub(super) fn folder(&self) -> &Path {
        self.folder.path()
    }
}
