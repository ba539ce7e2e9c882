//! The template of GitLab, job by job.

use serde_yaml::Value;

use super::forge::{Forge, Step};
use super::yaml;
use crate::playground::root;

const URL: &str = "https://forge.invalid/api/v4";

fn job(name: &str) -> Value {
    let template = yaml(&root().join("docs/ci/gitlab.yml"));
    assert!(template[name].is_mapping(), "there is no job {name}");
    template[name].clone()
}

fn forge() -> Forge {
    let mut forge = Forge::new();
    for (name, value) in [
        ("HOUSESTYLE_ENV", "production"),
        ("CI_API_V4_URL", URL),
        ("CI_PROJECT_ID", "11"),
        ("CI_MERGE_REQUEST_IID", "7"),
        ("CI_COMMIT_BRANCH", "main"),
        ("HOUSESTYLE_AUTH_KEY", "a-key-of-the-tests"),
        ("HOUSESTYLE_COMMENT_TOKEN", "a-token"),
    ] {
        forge.variables.insert(name.to_owned(), value.to_owned());
    }
    forge
}

fn run(forge: &Forge, name: &str, part: &str, variables: &[(&str, &str)]) -> Step {
    let job = job(name);
    let lines: Vec<&str> = job[part].as_sequence().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
    forge.run(&lines.join("\n"), variables)
}

#[test]
fn findings_and_a_difference_need_no_key() {
    let forge = forge();
    let none = [("HOUSESTYLE_AUTH_KEY", ""), ("HOUSESTYLE_COMMENT_TOKEN", "")];
    let done = run(&forge, "housestyle:validate", "script", &none);
    assert_eq!(done.code, 0, "{}", done.shown);
    assert_eq!(forge.read("housestyle-quality.json").trim(), "[]");
    assert!(forge.read("housestyle-findings.xml").contains("<testsuite"));
    let base = forge.git(&["rev-parse", "HEAD"]);
    forge.write("styles/blog.yaml", "name: Blog\nlanguage: en\n");
    forge.commit("more");
    let with = [none[0], none[1], ("CI_MERGE_REQUEST_DIFF_BASE_SHA", base.as_str())];
    let done = run(&forge, "housestyle:diff", "script", &with);
    assert_eq!(done.code, 0, "{}", done.shown);
    assert!(forge.read("housestyle-diff.html").contains("Blog"));
    let done = run(&forge, "housestyle:plan", "script", &none);
    assert!(done.code == 0 && done.shown.contains("no variable HOUSESTYLE_AUTH_KEY"), "{}", done.shown);
    for name in ["housestyle:plan-apply", "housestyle:drift"] {
        let done = run(&forge, name, "script", &none);
        assert!(done.code == 8 && done.shown.contains("HOUSESTYLE_AUTH_KEY"), "{name}: {}", done.shown);
    }
    assert_eq!(forge.calls(), "");
}

#[test]
fn one_note_is_made_and_then_kept_up_to_date() {
    let forge = forge();
    forge.answers(&[("/user", r#"{"id": 42}"#), ("/notes?", "[]")]);
    let done = run(&forge, "housestyle:plan", "script", &[]);
    assert_eq!(done.code, 0, "{}", done.shown);
    let calls = forge.calls();
    assert!(
        calls.contains("-X POST") && calls.contains(&format!("{URL}/projects/11/merge_requests/7/notes\n")),
        "{calls}"
    );
    let sent: serde_json::Value = serde_json::from_str(&forge.sent()).unwrap();
    let marker = sent["body"].as_str().unwrap().lines().next().unwrap().to_owned();
    assert!(marker.starts_with("<!-- housestyle plan"), "{marker}");
    let notes = serde_json::json!([
        {"id": 1, "author": {"id": 41}, "body": marker},
        {"id": 2, "author": {"id": 42}, "body": format!("{marker}\nolder")},
    ]);
    forge.answers(&[("/user", r#"{"id": 42}"#), ("/notes?", &notes.to_string())]);
    let done = run(&forge, "housestyle:plan", "script", &[]);
    assert_eq!(done.code, 0, "{}", done.shown);
    let calls = forge.calls();
    assert!(calls.contains("-X PUT") && calls.contains("/merge_requests/7/notes/2\n"), "{calls}");
}

#[test]
fn what_was_approved_is_applied_and_remembered() {
    let forge = forge();
    let done = run(&forge, "housestyle:plan-apply", "script", &[]);
    assert_eq!(done.code, 0, "{}", done.shown);
    let given = forge.read("housestyle.env");
    let digest = given.trim().strip_prefix("HOUSESTYLE_DIGEST=").unwrap();
    let done =
        run(&forge, "housestyle:apply", "script", &[("HOUSESTYLE_DIGEST", &format!("sha256:{}", "0".repeat(64)))]);
    assert!(done.code == 6 && done.shown.contains("something changed since the plan"), "{}", done.shown);
    let done = run(&forge, "housestyle:apply", "script", &[("HOUSESTYLE_DIGEST", digest)]);
    assert_eq!(done.code, 0, "{}", done.shown);
    // The state is in a reference of the remote, and no exit code is lost in `after_script`.
    assert!(job("housestyle:apply")["after_script"].is_null());
    assert!(forge.git(&["ls-remote", "origin"]).contains("refs/housestyle/k4f2x7pa/production"));
    assert_eq!(forge.git(&["--git-dir", "../origin.git", "log", "--format=%s", "main"]), "the first list");
    assert!(!forge.site().join("housestyle.production.lock.json").exists());
    let done = run(&forge, "housestyle:plan-apply", "script", &[]);
    assert_eq!((done.code, forge.read("housestyle.env").as_str()), (0, ""), "{}", done.shown);
    let done = run(&forge, "housestyle:apply", "script", &[]);
    assert!(done.code == 0 && done.shown.contains("nothing to do"), "{}", done.shown);
    // With a token of its own, the remote is reached with it: here there is none at that address.
    let with = [
        ("HOUSESTYLE_DIGEST", digest),
        ("HOUSESTYLE_PUSH_TOKEN", "glpat-of-the-tests"),
        ("CI_SERVER_HOST", "forge.invalid"),
        ("CI_PROJECT_PATH", "texts/texts"),
    ];
    let done = run(&forge, "housestyle:apply", "script", &with);
    assert!(done.code == 1 && done.shown.contains("cannot be reached"), "{}", done.shown);
    assert!(!done.shown.contains("glpat"), "{}", done.shown);
}

#[test]
fn drift_opens_keeps_and_closes_one_merge_request() {
    let mut forge = forge();
    forge.variables.insert("CI_DEFAULT_BRANCH".to_owned(), "main".to_owned());
    assert_eq!(forge.run("housestyle apply --auto-approve", &[]).code, 0);
    let account = ".housestyle/emulator.production.json";
    let held = forge.read(account);
    let branch = "refs/heads/housestyle/drift-production";
    let tip = || forge.git(&["--git-dir", "../origin.git", "for-each-ref", "--format=%(objectname)", branch]);
    let nightly = || {
        forge.git(&["checkout", "-q", "--force", "main"]);
        let done = run(&forge, "housestyle:drift", "script", &[]);
        assert_eq!(done.code, 0, "{}", done.shown);
        done
    };
    forge.answers(&[("state=opened", "[]")]);
    assert!(nightly().shown.contains("no drift, no merge request"));
    forge.write(account, &held.replace("\"Shop\"", "\"Store\""));
    forge.calls();
    nightly();
    let first = tip();
    assert!(!first.is_empty());
    let sent: serde_json::Value = serde_json::from_str(&forge.sent()).unwrap();
    assert!(forge.calls().contains("-X POST") && sent["description"].as_str().unwrap().contains("Store"), "{sent}");
    assert_eq!(sent["source_branch"], "housestyle/drift-production");
    assert_eq!(sent["target_branch"], "main");
    forge.answers(&[("state=opened", r#"[{"iid": 9}]"#)]);
    assert!(nightly().shown.contains("has this drift already"));
    assert_eq!(tip(), first);
    assert!(forge.calls().contains("/merge_requests/9\n"));
    forge.sent();
    forge.write(account, &held);
    nightly();
    assert!(forge.sent().contains("\"close\""));
}

#[test]
fn what_init_makes_runs() {
    let mut forge = forge();
    forge.variables.remove("HOUSESTYLE_ENV");
    forge.variables.insert("CI_PROJECT_DIR".to_owned(), forge.site().to_str().unwrap().to_owned());
    let made = forge.run("housestyle init translations --ci gitlab", &[]);
    assert!(made.code == 0 && !made.shown.contains(".github"), "{}", made.shown);
    let first: Value = serde_yaml::from_str(&forge.read(".gitlab-ci.yml")).unwrap();
    let ours = first["include"][0]["local"].as_str().unwrap();
    let template: Value = serde_yaml::from_str(&forge.read(ours)).unwrap();
    forge.commit("a project");
    let job = &template["housestyle"];
    let folder = job["variables"]["HOUSESTYLE_CHDIR"].as_str().unwrap();
    for line in job["script"].as_sequence().unwrap() {
        let with = [("HOUSESTYLE_CHDIR", folder), ("CI_MERGE_REQUEST_DIFF_BASE_SHA", "HEAD~1")];
        let done = forge.run(line.as_str().unwrap(), &with);
        assert_eq!(done.code, 0, "{line:?}: {}", done.shown);
    }
    assert!(forge.read("housestyle-diff.html").contains("Website"));
    assert_eq!(forge.read("housestyle-quality.json").trim(), "[]");
    // A pipeline that is there stays as it is.
    forge.write(".gitlab-ci.yml", "stages: []\n");
    let made = forge.run("rm -r .gitlab && housestyle init more", &[]);
    assert!(made.shown.contains("include it in .gitlab-ci.yml: {local: .gitlab/housestyle.yml}"), "{}", made.shown);
    assert_eq!(forge.read(".gitlab-ci.yml"), "stages: []\n");
}
