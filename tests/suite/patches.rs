//! What the service changed, as a patch that git itself takes: afterwards the files say what the service says.

#![cfg(unix)]

use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use crate::playground::{clean, run_in_shell, write};

fn git_apply(folder: &Path, patch: &str) {
    let mut git = clean("git", folder).arg("apply").stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    git.stdin.take().unwrap().write_all(patch.as_bytes()).unwrap();
    let told = git.wait_with_output().unwrap();
    assert!(told.status.success(), "{}\n{patch}", String::from_utf8_lossy(&told.stderr));
}

/// Applies a file, lets somebody else make the service say what `theirs` says, and takes that in by a patch.
fn taken_in(below: &str, file: &str, ours: &str, theirs: &str) -> String {
    taken_in_beside(&[], below, file, ours, theirs)
}

/// The same beside other files.
fn taken_in_beside(others: &[(&str, &str)], below: &str, file: &str, ours: &str, theirs: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let project = root.join(below);
    let elsewhere = root.join("elsewhere");
    for project in [&project, &elsewhere] {
        write(project, "housestyle.toml", "");
        for (file, text) in others {
            write(project, file, text);
        }
    }
    write(&project, file, ours);
    assert!(clean("git", root).args(["init", "-q"]).status().unwrap().success());
    let (code, _, said) = run_in_shell(&project, &["apply", "--auto-approve"]);
    assert_eq!(code, 0, "{said}");
    write(&elsewhere, file, theirs);
    std::fs::copy(project.join("housestyle.lock.json"), elsewhere.join("housestyle.lock.json")).unwrap();
    // The account goes there and comes back: folders of state are never reached through links.
    let account = |project: &Path| project.join(".housestyle/emulator.json");
    std::fs::create_dir(elsewhere.join(".housestyle")).unwrap();
    std::fs::rename(account(&project), account(&elsewhere)).unwrap();
    let (code, _, said) = run_in_shell(&elsewhere, &["apply", "--auto-approve"]);
    assert_eq!(code, 0, "{said}");
    std::fs::rename(account(&elsewhere), account(&project)).unwrap();

    let (code, patch, said) = run_in_shell(&project, &["drift", "--patch"]);
    assert_eq!(code, 2, "{said}");
    git_apply(&project, &patch);
    let (code, plan, _) = run_in_shell(&project, &["plan", "--detailed-exitcode"]);
    assert_eq!(code, 0, "{plan}");
    std::fs::read_to_string(project.join(file)).unwrap()
}

const YAML: &str = "# The shop\nname: Shop\nlanguage: de\ncustom_instructions:\n  # agreed\n  - label: Tone\n    \
                    prompt: |\n      Write plainly,\n      and kindly.\n";
const TOML: &str = "# The shop\nname = 'Shop' # shown\nlanguage = \"de\"\n\n[[custom_instructions]]\n# agreed\n\
                    label = \"Tone\"\nprompt = \"\"\"\nWrite plainly,\nand kindly.\"\"\"\n";

#[test]
fn a_patch_fits_files_of_either_line_end_in_a_project_below_its_repository() {
    for (file, text) in [("styles/shop.yaml", YAML), ("styles/shop.toml", TOML)] {
        for end in ["\n", "\r\n"] {
            let (ours, theirs) = (text.replace('\n', end), text.replace("kindly", "warmly"));
            assert_eq!(taken_in("texts/a b", file, &ours, &theirs), ours.replace("kindly", "warmly"), "{file} {end:?}");
        }
    }
}

#[test]
fn a_list_that_somebody_wrote_anew_is_taken_in_and_then_nobody_has_to_agree_to_anything() {
    let theirs = "name: Store\nlanguage: de\ncustom_instructions:\n  - label: Words\n    prompt: Be brief.\n";
    let text = taken_in("", "styles/shop.yaml", YAML, theirs);
    assert!(text.starts_with("# The shop\nname: Store\n") && text.ends_with("Be brief.\n"), "{text}");
    assert!(!text.contains("Tone"), "{text}");
}

#[test]
fn an_inherited_rule_goes_and_comes_back_in_the_words_of_the_format() {
    const BASE: &str = "kind: base_style\nconfigured_rules:\n  punctuation:\n    serial_comma: use\n";
    let taken =
        |file: &str, ours: &str, theirs: &str| taken_in_beside(&[("house/base.yaml", BASE)], "", file, ours, theirs);
    let (with, rules) = ("name = 'Shop'\nlanguage = 'en'\nextends = ['house/base']\n", "without_rules");
    let without = format!("{with}{rules} = [\"punctuation.serial_comma\"]\n");
    assert_eq!(taken("styles/shop.toml", with, &without), without);
    let own = "\n[configured_rules.punctuation]\nserial_comma = \"do_not_use\"\n";
    assert_eq!(taken("styles/shop.toml", &format!("{with}{own}"), &without), without);
    assert_eq!(taken("styles/shop.toml", &without, &format!("{with}{own}")), format!("{with}{own}"));

    let with = "name: Shop\nlanguage: en\nextends: [house/base]\n";
    let without = format!("{with}{rules}: [punctuation.serial_comma]\n");
    let null = format!("{with}configured_rules:\n  punctuation:\n    serial_comma: ~\n");
    assert_eq!(taken("styles/shop.yaml", with, &without), null);
    let own = null.replace('~', "do_not_use");
    assert_eq!(taken("styles/shop.yaml", &without, &own), own);
}
