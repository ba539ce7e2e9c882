//! The workflows of GitHub, and the action, step by step.

use serde_yaml::Value;

use super::forge::Forge;
use super::{steps, yaml};
use crate::playground::root;

const KEY: (&str, &str) = ("secrets.HOUSESTYLE_AUTH_KEY", "a-key-of-the-tests");
const NO_KEY: (&str, &str) = ("secrets.HOUSESTYLE_AUTH_KEY", "");
const TOKEN: (&str, &str) = ("github.token", "a-token");

fn step(file: &str, job: &str, name: &str) -> Value {
    let workflow = yaml(&root().join("docs/ci").join(file));
    let found = steps(&workflow["jobs"][job]).iter().find(|step| step["name"] == name);
    found.unwrap_or_else(|| panic!("{file}, {job} has no step `{name}`")).clone()
}

fn forge() -> Forge {
    let mut forge = Forge::new();
    forge.variables.insert("HOUSESTYLE_ENV".to_owned(), "production".to_owned());
    forge
}

#[test]
fn a_pull_request_of_a_fork_gets_findings_and_a_difference_without_a_key() {
    let forge = forge();
    let base = forge.git(&["rev-parse", "HEAD"]);
    forge.write(
        "styles/shop.yaml",
        "name: Shop\nlanguage: en\ncustom_instructions:\n  - {label: Tone, prompt: Write.}\n",
    );
    forge.commit("more");
    let done = forge.step(&step("github-review.yml", "validate", "Validate"), &[]);
    assert_eq!(done.code, 0, "{}", done.shown);
    let shown = step("github-review.yml", "validate", "Diff");
    let done = forge.step(&shown, &[("github.event.pull_request.base.sha", &base)]);
    assert_eq!(done.code, 0, "{}", done.shown);
    let summary = forge.file("summary");
    assert!(summary.starts_with("<!-- housestyle diff") && summary.contains("Tone"), "{summary}");
    forge.write("styles/shop.yaml", "name: Shop\nlanguage: english\n");
    let done = forge.step(&step("github-review.yml", "validate", "Validate"), &[]);
    assert_eq!(done.code, 3);
    assert!(done.shown.contains("::error ") && done.shown.contains("file=styles/shop.yaml"), "{}", done.shown);
}

#[test]
fn a_workflow_without_its_secret_says_so_and_breaks_nothing() {
    let forge = forge();
    let done = forge.step(&step("github-review.yml", "plan", "Plan"), &[NO_KEY, TOKEN]);
    assert_eq!((done.code, done.outputs.len()), (0, 0), "{}", done.shown);
    assert!(done.shown.contains("no secret HOUSESTYLE_AUTH_KEY"), "{}", done.shown);
    for (file, job, name) in [
        ("github-apply.yml", "plan", "Plan"),
        ("github-apply.yml", "apply", "Apply the approved plan"),
        ("github-drift.yml", "drift", "Detect drift"),
    ] {
        let done = forge.step(&step(file, job, name), &[NO_KEY, TOKEN, ("needs.plan.outputs.digest", "sha256:0")]);
        assert_eq!(done.code, 8, "{file}: {}", done.shown);
        assert!(done.shown.contains("no secret HOUSESTYLE_AUTH_KEY"), "{file}: {}", done.shown);
    }
    assert_eq!(forge.calls(), "");
}

#[test]
fn one_comment_is_made_and_then_kept_up_to_date() {
    let forge = forge();
    let done = forge.step(&step("github-review.yml", "plan", "Plan"), &[KEY, TOKEN]);
    assert_eq!(done.outputs["code"], "0", "{}", done.shown);
    let comment = step("github-review.yml", "plan", "Comment");
    let about = [TOKEN, ("github.event.pull_request.number", "7")];
    let marker = forge.read("housestyle-plan.md").lines().next().unwrap().to_owned();

    // Somebody else wrote the marker, too: theirs is not ours.
    let quoted = serde_json::to_string(&format!("{marker}\nmine")).unwrap();
    let theirs = format!("[{{\"id\": 4, \"user\": {{\"login\": \"visitor\"}}, \"body\": {quoted}}}]");
    forge.answers(&[("--paginate", &theirs)]);
    let done = forge.step(&comment, &about);
    assert_eq!(done.code, 0, "{}", done.shown);
    let calls = forge.calls();
    assert!(calls.contains("--method POST repos/OWNER/texts/issues/7/comments"), "{calls}");
    assert!(forge.sent().starts_with(&marker));

    let ours = theirs.replace(
        "]",
        &format!(", {{\"id\": 5, \"user\": {{\"login\": \"github-actions[bot]\"}}, \"body\": {quoted}}}]"),
    );
    forge.answers(&[("--paginate", &ours)]);
    let done = forge.step(&comment, &about);
    assert_eq!(done.code, 0, "{}", done.shown);
    let calls = forge.calls();
    assert!(
        calls.contains("--method PATCH repos/OWNER/texts/issues/comments/5 ") && !calls.contains("POST"),
        "{calls}"
    );
}

#[test]
fn a_refused_plan_is_a_comment_before_it_is_a_failure() {
    let forge = forge();
    forge.applied();
    for n in 0..6 {
        forge.write(&format!("styles/l{n}.yaml"), &format!("name: L{n}\nlanguage: en\n"));
    }
    let done = forge.run("housestyle apply --auto-approve", &[]);
    assert_eq!(done.code, 0, "{}", done.shown);
    for n in 0..6 {
        std::fs::remove_file(forge.site().join(format!("styles/l{n}.yaml"))).unwrap();
    }
    let plan = step("github-review.yml", "plan", "Plan");
    let script = plan["run"].as_str().unwrap().replace("housestyle plan", "housestyle plan --prune");
    let done = forge.run(&script, &[("HOUSESTYLE_AUTH_KEY", "a-key-of-the-tests")]);
    assert_eq!((done.code, done.outputs["code"].as_str()), (0, "5"), "{}", done.shown);
    assert!(forge.read("housestyle-plan.md").contains("blocked by"), "{}", forge.read("housestyle-plan.md"));
    let done = forge.step(&step("github-review.yml", "plan", "A safeguard blocks the plan"), &[]);
    assert_eq!(done.code, 5);
}

#[test]
fn what_was_approved_is_applied_and_remembered() {
    let forge = forge();
    let plan = step("github-apply.yml", "plan", "Plan");
    let apply = step("github-apply.yml", "apply", "Apply the approved plan");
    let done = forge.step(&plan, &[KEY, TOKEN]);
    assert_eq!(done.code, 0, "{}", done.shown);
    let digest = done.outputs["digest"].clone();
    assert!(digest.starts_with("sha256:") && forge.file("summary").contains("### Plan: 1 to create"));

    let other: String = digest["sha256:".len()..].chars().rev().collect();
    let done = forge.step(&apply, &[KEY, TOKEN, ("needs.plan.outputs.digest", &format!("sha256:{other}"))]);
    assert_eq!(done.code, 6, "{}", done.shown);
    assert!(done.shown.contains("::error title=housestyle::something changed since the plan"), "{}", done.shown);
    let done = forge.step(&apply, &[KEY, TOKEN, ("needs.plan.outputs.digest", &digest)]);
    assert_eq!(done.code, 0, "{}", done.shown);

    // The state is in a reference of the remote; neither the branch nor the checkout has anything new.
    let branch = ["--git-dir", "../origin.git", "log", "--format=%s", "main"];
    assert_eq!(forge.git(&branch), "the first list");
    assert!(!forge.site().join("housestyle.production.lock.json").exists());
    let said = forge.git(&["--git-dir", "../origin.git", "log", "--format=%B", "refs/housestyle/k4f2x7pa/production"]);
    assert!(said.contains("apply: 1 added") && said.contains(&digest), "{said}");

    // A runner without that disk knows what was applied.
    forge.git(&["clone", "-q", "../origin.git", "../other"]);
    let done = forge.run("housestyle -C ../other state list", &[]);
    assert!(done.code == 0 && done.shown.contains("style/shop"), "{}", done.shown);
    let done = forge.step(&plan, &[KEY, TOKEN]);
    assert_eq!((done.code, done.outputs.get("digest")), (0, None), "{}", done.shown);
}

#[test]
fn drift_opens_keeps_and_closes_one_pull_request() {
    let forge = forge();
    forge.applied();
    let look = step("github-drift.yml", "drift", "Detect drift");
    let request = step("github-drift.yml", "drift", "Update the drift pull request");
    let about = |code| {
        [TOKEN, ("github.repository", "OWNER/texts"), ("github.ref_name", "main"), ("steps.drift.outputs.code", code)]
    };
    let branch = "housestyle/drift-production";
    let tip = || {
        forge.git(&[
            "--git-dir",
            "../origin.git",
            "for-each-ref",
            "--format=%(objectname)",
            &format!("refs/heads/{branch}"),
        ])
    };
    let look_and_request = |expected: &'static str| {
        // A runner begins with a fresh checkout of the branch.
        forge.git(&["checkout", "-q", "--force", "main"]);
        let done = forge.step(&look, &[KEY, TOKEN]);
        assert_eq!((done.code, done.outputs["code"].as_str()), (0, expected), "{}", done.shown);
        let done = forge.step(&request, &about(expected));
        assert_eq!(done.code, 0, "{}", done.shown);
        done
    };
    forge.answers(&[("pr list", "[]")]);
    assert!(look_and_request("0").shown.contains("no drift, no pull request"));
    assert_eq!(tip(), "");
    forge.calls();

    // Somebody edits the list on the service: the emulator keeps it in a file.
    let account = ".housestyle/emulator.production.json";
    let held = forge.read(account);
    forge.write(account, &held.replace("\"Shop\"", "\"Store\""));
    assert_ne!(held, forge.read(account), "{held}");
    look_and_request("2");
    let first = tip();
    assert!(!first.is_empty());
    let text = forge.git(&["--git-dir", "../origin.git", "show", &format!("{branch}:styles/shop.yaml")]);
    assert!(text.contains("name: Store"), "{text}");
    let changed = forge.git(&["--git-dir", "../origin.git", "diff", "--name-only", "main", branch]);
    assert_eq!(changed, "styles/shop.yaml");
    let calls = forge.calls();
    assert!(calls.contains(&format!("gh pr create --head {branch} --base main")), "{calls}");
    assert!(forge.sent().contains("Store"));

    // The same drift once more: nothing is pushed, the same request is kept.
    forge.answers(&[("pr list", r#"[{"number": 9}]"#)]);
    assert!(look_and_request("2").shown.contains("has this drift already"));
    assert_eq!(tip(), first);
    let calls = forge.calls();
    assert!(calls.contains("gh pr edit 9 ") && !calls.contains("create"), "{calls}");
    // Another edit: another commit in its place.
    forge.write(account, &held.replace("\"Shop\"", "\"Market\""));
    look_and_request("2");
    let second = tip();
    assert_ne!(second, first);
    let count = forge.git(&["--git-dir", "../origin.git", "rev-list", "--count", &format!("main..{branch}")]);
    assert_eq!(count, "1");
    // What somebody wrote to the branch is theirs.
    forge.git(&["checkout", "-q", "--force", "-B", "theirs", &second]);
    forge.write("styles/shop.yaml", "name: Market hall\nlanguage: en\n");
    forge.commit("by hand");
    forge.git(&["push", "-q", "origin", &format!("HEAD:refs/heads/{branch}")]);
    let theirs = tip();
    assert!(look_and_request("2").shown.contains("somebody else wrote to"));
    assert_eq!(tip(), theirs);
    // The drift is gone, in whatever way.
    forge.write(account, &held);
    forge.calls();
    look_and_request("0");
    assert!(forge.calls().contains("gh pr close 9 --delete-branch"));
}

#[test]
fn drift_that_contradicts_the_files_is_told_and_pushes_nothing() {
    let forge = forge();
    forge.applied();
    let account = ".housestyle/emulator.production.json";
    let held = forge.read(account);
    forge.write(account, &held.replace("\"Shop\"", "\"Store\""));
    forge.write("styles/shop.yaml", "name: Market\nlanguage: en\n");
    forge.commit("another name");
    let done = forge.step(&step("github-drift.yml", "drift", "Detect drift"), &[KEY, TOKEN]);
    assert!(done.code == 5 && done.shown.contains("housestyle pull --take"), "{}", done.shown);
    assert!(forge.file("summary").contains("Store"));
}

#[test]
fn the_action_installs_what_has_the_right_sum_and_runs_it() {
    let forge = forge();
    let action = yaml(&root().join("action.yml"));
    let steps = steps(&action["runs"]);
    let (install, run) = (&steps[0], &steps[1]);
    let version = env!("CARGO_PKG_VERSION");
    let name = format!("housestyle-{version}-x86_64-linux");
    // What a release holds: an archive with a program in it, and the sums.
    let made = forge.run(
        &format!(
            "mkdir -p ../release/{name}/bin && printf '#!/bin/sh\\necho it ran \"$@\"; exit 3\\n' >../release/{name}/bin/housestyle\n\
             sed -i 's/; exit 3/; [ \"$1\" = --version ] || exit 3/' ../release/{name}/bin/housestyle\n\
             chmod +x ../release/{name}/bin/housestyle && cd ../release && tar -czf {name}.tar.gz {name} && sha256sum *.tar.gz >SHA256SUMS\n\
             mkdir -p ../temp/housestyle && cp *.tar.gz SHA256SUMS ../temp/housestyle/"
        ),
        &[],
    );
    assert_eq!(made.code, 0, "{}", made.shown);
    let path = root();
    let given = |platform: &'static str, from: &'static str, sum: &'static str| {
        vec![
            ("inputs.version", ""),
            ("inputs.from", from),
            ("inputs.sha256", sum),
            ("github.action_path", path.to_str().unwrap()),
            ("github.action_repository || github.repository", "OWNER/housestyle"),
            TOKEN,
            ("runner.os", platform),
            ("runner.arch", "X64"),
        ]
    };
    let done = forge.step(install, &given("Linux", "release", ""));
    assert_eq!(done.code, 0, "{}", done.shown);
    assert!(done.shown.contains("it ran --version") && done.outputs["version"] == version, "{}", done.shown);
    assert!(forge.file("path").trim().ends_with("temp/housestyle/bin"));
    let calls = forge.calls();
    assert!(calls.contains(&format!("gh release download v{version} --repo OWNER/housestyle")), "{calls}");
    assert!(calls.contains("gh attestation verify"), "{calls}");
    let done = forge.step(run, &[("inputs.run", "validate --format github")]);
    assert_eq!((done.code, done.outputs["exit-code"].as_str()), (3, "3"), "{}", done.shown);
    assert!(done.shown.contains("it ran validate --format github"), "{}", done.shown);

    let done = forge.step(install, &given("FreeBSD", "release", ""));
    assert!(done.code == 1 && done.shown.contains("there is no build for FreeBSD-X64"), "{}", done.shown);
    let wrong = "0000000000000000000000000000000000000000000000000000000000000000";
    assert_ne!(forge.step(install, &given("Linux", "release", wrong)).code, 0);
    let archive = forge.folder().join(format!("temp/housestyle/{name}.tar.gz"));
    std::fs::write(archive, "something else").unwrap();
    assert_ne!(forge.step(install, &given("Linux", "release", "")).code, 0);
    assert_eq!(forge.step(install, &given("Linux", "elsewhere", "")).code, 64);
}

impl Forge {
    /// Applies what the project says, so that there is something to look at.
    fn applied(&self) {
        let done = self.run("housestyle apply --auto-approve", &[]);
        assert_eq!(done.code, 0, "{}", done.shown);
    }
}

#[test]
fn what_init_makes_runs_and_reads_the_folder_of_the_project() {
    let forge = Forge::new();
    for folder in [".", "translations"] {
        let made = forge.run(&format!("housestyle init {folder}/new --language ja"), &[]);
        assert_eq!(made.code, 0, "{}", made.shown);
        let path = forge.site().join(".github/workflows/housestyle.yml");
        let workflow = yaml(&path);
        let job = &workflow["jobs"]["validate"];
        let chdir = job["env"]["HOUSESTYLE_CHDIR"].as_str().unwrap();
        assert_eq!(chdir, format!("{folder}/new").trim_start_matches("./"));
        // Where it comes from is for people to say: a name in a registry might be anybody's.
        assert!(steps(job)[1]["uses"].as_str().unwrap().starts_with("OWNER/housestyle@"));
        forge.commit("a project");
        for step in &steps(job)[2..] {
            let script = step["run"].as_str().unwrap();
            let done = forge.run(script, &[("HOUSESTYLE_CHDIR", chdir), ("BASE", "HEAD~1")]);
            assert_eq!(done.code, 0, "{script}: {}", done.shown);
        }
        assert!(forge.file("summary").contains("### Diff: 1 to create"), "{}", forge.file("summary"));
        std::fs::remove_file(path).unwrap();
    }
}
