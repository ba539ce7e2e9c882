//! A difference of two sets of files is what applying the one and planning the other says; git is only read from, and
//! nothing in the repository decides what it runs.

use crate::playground::{clean, git, run_in_shell, write};

/// A repository with one commit: a project with a base and two lists.
fn repository() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    write(at, "housestyle.toml", "");
    write(at, "house/base.yaml", "kind: base_style\ncustom_instructions:\n  - {label: tone, prompt: Be kind.}\n");
    write(at, "styles/de.yaml", "name: Support\nlanguage: de\nextends: [house/base]\n");
    write(at, "styles/en.yaml", "name: Help\nlanguage: en\nprotected: true\n");
    git(at, &["init", "-q"]);
    git(at, &["add", "."]);
    git(at, &["commit", "-q", "-m", "lists"]);
    folder
}

#[test]
fn a_base_that_changes_changes_every_list_that_extends_it() {
    let folder = repository();
    let at = folder.path();
    write(at, "house/base.yaml", "kind: base_style\ncustom_instructions:\n  - {label: tone, prompt: Be brief.}\n");
    let (code, out, said) = run_in_shell(at, &["diff", "--detailed-exitcode"]);
    assert_eq!(code, 2, "{said}");
    let text = out;
    assert!(text.contains("~ change style/de") && text.contains("house/base.yaml:3:5"), "{text}");
    assert!(text.contains("Be [-kind-]{+brief+}."), "{text}");
    assert!(!text.contains("style/en"), "{text}");
}

#[test]
fn what_goes_or_gets_a_new_id_is_a_hazard_and_protection_is_told() {
    let folder = repository();
    let at = folder.path();
    write(at, "housestyle.toml", "deletion = \"prune\"\n");
    std::fs::remove_file(at.join("styles/en.yaml")).unwrap();
    write(at, "styles/de.yaml", "name: Support\nlanguage: fr\n");
    let text = run_in_shell(at, &["diff"]).1;
    assert!(text.starts_with("Diff: 0 to create, 0 to change, 1 to delete, 1 to replace\n"), "{text}");
    assert!(text.contains("- delete style/en"), "{text}");
    assert!(text.contains("! new id: applications that use the old one have to be changed"), "{text}");
    assert!(text.contains("style/en is protected: apply is blocked until --allow-delete style/en is passed"), "{text}");
    let json: serde_json::Value = serde_json::from_str(&run_in_shell(at, &["diff", "-o", "json"]).1).unwrap();
    assert_eq!(json["items"][0]["hazards"][0], "deletes");
    assert_eq!(json["items"][1]["hazards"][0], "changes-id");
}

#[test]
fn a_project_below_its_repository_is_compared_alone() {
    let folder = repository();
    let at = folder.path();
    write(at, "texts/housestyle.toml", "");
    write(at, "texts/styles/shop.yaml", "name: Shop\nlanguage: de\n");
    git(at, &["add", "."]);
    git(at, &["commit", "-q", "-m", "another project"]);
    write(at, "texts/styles/shop.yaml", "name: Store\nlanguage: de\n");
    write(at, "styles/de.yaml", "name: Other\nlanguage: de\n");
    let text = run_in_shell(&at.join("texts/styles"), &["diff"]).1;
    assert!(text.contains("style/shop") && !text.contains("style/de"), "{text}");
    // Where there was no project yet, everything is new.
    let text = run_in_shell(&at.join("texts"), &["diff", "HEAD~1"]).1;
    assert!(text.starts_with("Diff: 1 to create") && text.contains("HEAD~1 has no housestyle.toml here"), "{text}");
}

#[test]
fn nothing_in_a_repository_decides_what_git_runs() {
    let folder = repository();
    let at = folder.path();
    let trap = at.join("sprung");
    let script = at.join("trap.sh");
    std::fs::write(&script, format!("#!/bin/sh\ntouch {}\n", trap.display())).unwrap();
    let made = clean("chmod", at).args(["+x", script.to_str().unwrap()]).status().unwrap();
    assert!(made.success());
    let run = script.to_str().unwrap();
    for setting in [
        "core.fsmonitor",
        "core.pager",
        "diff.external",
        "core.sshCommand",
        "diff.x.textconv",
        "filter.x.smudge",
        "core.editor",
    ] {
        git(at, &["config", setting, run]);
    }
    git(at, &["config", "filter.x.clean", run]);
    git(at, &["config", "core.hooksPath", at.to_str().unwrap()]);
    std::fs::copy(&script, at.join("post-index-change")).unwrap();
    write(at, ".gitattributes", "* diff=x filter=x\n");
    write(at, "styles/de.yaml", "name: Other\nlanguage: de\n");
    for arguments in [&["diff"][..], &["diff", "HEAD"], &["diff", "HEAD...HEAD"], &["diff", "HEAD..HEAD"]] {
        let (code, _, said) = run_in_shell(at, arguments);
        assert_eq!(code, 0, "{said}");
    }
    assert!(!trap.exists(), "something of the repository was run");
    for name in ["--output=x", "-p", "--upload-pack=x"] {
        let (code, _, said) = run_in_shell(at, &["diff", "--", name]);
        assert_eq!(code, 64, "{said}");
    }
    assert!(!at.join("x").exists());
}

#[test]
fn a_repository_inside_of_the_files_of_another_is_not_entered() {
    let folder = repository();
    let at = folder.path();
    // A bare repository among the files, whose settings would name a program.
    git(at, &["clone", "-q", "--bare", ".", "styles/inner"]);
    write(at, "styles/inner/housestyle.toml", "");
    let (code, out, said) = run_in_shell(&at.join("styles/inner"), &["diff"]);
    assert_eq!(code, 1, "{out}{said}");
}

#[cfg(unix)]
#[test]
fn names_in_a_revision_cannot_leave_its_folder() {
    let folder = repository();
    let at = folder.path();
    std::os::unix::fs::symlink("/etc/passwd", at.join("styles/link.yaml")).unwrap();
    std::os::unix::fs::symlink("de.yaml", at.join("styles/same.yaml")).unwrap();
    git(at, &["add", "."]);
    git(at, &["commit", "-q", "-m", "links"]);
    let (code, out, said) = run_in_shell(at, &["diff", "HEAD~1..HEAD"]);
    assert_eq!(code, 3, "{out}");
    assert!(said.contains("unreadable-file") && said.contains("styles/link.yaml"), "{said}");
    // On the older side the same is left out.
    git(at, &["rm", "-q", "styles/link.yaml", "styles/same.yaml"]);
    git(at, &["commit", "-q", "-m", "no links"]);
    let (code, _, said) = run_in_shell(at, &["diff", "HEAD~1..HEAD"]);
    assert_eq!(code, 0, "{said}");
}

#[test]
fn a_clone_in_part_says_what_to_fetch() {
    let folder = repository();
    let at = folder.path();
    git(at, &["config", "uploadpack.allowFilter", "true"]);
    let url = format!("file://{}", at.display());
    let elsewhere = tempfile::tempdir().unwrap();
    git(elsewhere.path(), &["clone", "-q", "--filter=blob:none", "--no-checkout", &url, "part"]);
    let part = elsewhere.path().join("part");
    let (code, out, said) = run_in_shell(&part, &["diff", "HEAD..HEAD"]);
    assert_eq!(code, 1, "{out}");
    assert!(said.contains("git fetch --refetch --no-filter origin"), "{said}");
}

#[test]
fn the_same_files_differ_in_nothing_and_both_ways_are_one_comparison() {
    let folder = repository();
    let at = folder.path();
    for arguments in
        [&["diff"][..], &["diff", "HEAD"], &["diff", "HEAD..HEAD"], &["diff", "HEAD", "HEAD"], &["diff", "HEAD.."]]
    {
        let (code, _, said) = run_in_shell(at, &[arguments, &["--detailed-exitcode"]].concat());
        assert_eq!(code, 0, "{arguments:?}: {said}");
    }
    write(at, "styles/de.yaml", "name: Support\nlanguage: de\n");
    git(at, &["commit", "-q", "-a", "-m", "no base"]);
    let range = run_in_shell(at, &["diff", "HEAD~1..HEAD"]).1;
    let two = run_in_shell(at, &["diff", "HEAD~1", "HEAD"]).1;
    assert_eq!(range, two);
    let (_, folders, said) = run_in_shell(at, &["diff", "--folders", ".", "."]);
    assert!(folders.starts_with("Diff: no difference"), "{said}");
}

#[test]
fn a_profile_that_changed_is_told_though_nothing_is_sent() {
    let folder = repository();
    let at = folder.path();
    let profile = "kind: translation_profile\ntarget_language: de\nstyle: de\nformality: more\n";
    write(at, "profiles/site.yaml", profile);
    write(at, "profiles/old.yaml", "kind: translation_profile\ntarget_language: en\n");
    git(at, &["add", "."]);
    git(at, &["commit", "-q", "-m", "profiles"]);
    let (code, out, _) = run_in_shell(at, &["diff", "--detailed-exitcode"]);
    assert_eq!(code, 0, "{out}");
    let long = "word ".repeat(20);
    write(at, "profiles/site.yaml", &format!("{}context: {long}x\n", profile.replace("more", "less")));
    std::fs::remove_file(at.join("profiles/old.yaml")).unwrap();
    let (code, out, said) = run_in_shell(at, &["diff", "--detailed-exitcode", "-o", "json"]);
    assert_eq!(code, 2, "{said}");
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    let rest = "nothing is sent, but requests that are rendered from it differ";
    let expected = [
        format!("translation_profile/old removed; {rest}"),
        format!("translation_profile/site changes: context, formality more -> less; {rest}"),
    ];
    assert_eq!(json["notes"], serde_json::json!(expected));
    let text = run_in_shell(at, &["diff"]).1;
    assert!(text.starts_with("Diff: no difference on the service; 2 unchanged\n"), "{text}");
}

#[test]
fn a_repository_without_a_commit_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    write(at, "housestyle.toml", "");
    git(at, &["init", "-q"]);
    for arguments in [&["diff"][..], &["diff", "main"]] {
        let (code, _, said) = run_in_shell(at, arguments);
        assert_eq!(code, 64);
        assert!(said.contains("nothing was committed here yet"), "{said}");
    }
}
