//! Runs of the built program whose store is slow, stuck, elsewhere or replaced under them: who waits can be stopped, who gets
//! nowhere is told why in the store's own words, and who lost the lease ends with 9 and names who has it.
//!
//! `HOUSESTYLE_LEASES=real` also stops a run for longer than its lease, a minute.

#![cfg(unix)]

use std::io::{Read as _, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use housestyle::emulator::{InjectedFault, LogEntry, Moment, StoredStyleList};
use housestyle::model::tag::Tag;
use housestyle::service::Call;
use housestyle::state::backend::COMMAND_LIMIT;

use crate::leases::take_over;
use crate::playground::{git, outcome_in_one, write};
use crate::process::signal;
use crate::shared_state::{STACK, Site};
use crate::simulated_world::address;

/// A script that the remote runs before it takes what was pushed.
fn receive_hook(site: &Site, script: &str) {
    let hook = site.folder.path().join("remote.git/hooks/pre-receive");
    write(hook.parent().unwrap(), "pre-receive", &format!("#!/bin/sh\n{script}"));
    std::fs::set_permissions(&hook, std::fs::Permissions::from_mode(0o755)).unwrap();
}

/// A pipe with a name.
fn pipe(path: &Path) -> PathBuf {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    path.to_owned()
}

#[test]
fn a_remote_that_takes_no_lease_is_told_in_its_own_words_and_soon() {
    type Obstacle = fn(&Site);
    let cases: [(&str, Obstacle, &str); 4] = [
        (
            "a lock that a dead process left",
            |site| write(&site.folder.path().join("remote.git"), "refs/housestyle/abcdefgh/default.lock", ""),
            "File exists",
        ),
        (
            "a reference in the way",
            |site| {
                let git_dir = ["--git-dir", "remote.git"];
                let tree = git(site.folder.path(), &[&git_dir[..], &["mktree", "--missing", "--batch"]].concat());
                let tree = tree.trim();
                let tree = if tree.is_empty() { "4b825dc642cb6eb9a060e54bf8d69288fbee4904" } else { tree };
                let commit = git(site.folder.path(), &[&git_dir[..], &["commit-tree", tree, "-m", "x"]].concat());
                let update = ["update-ref", "refs/housestyle/abcdefgh", commit.trim()];
                git(site.folder.path(), &[&git_dir[..], &update].concat());
            },
            "'refs/housestyle/abcdefgh' exists",
        ),
        (
            "a hook that speaks like git",
            |site| receive_hook(site, "echo 'cannot lock ref, ask Ann' >&2\nexit 1\n"),
            "ask Ann",
        ),
        ("a hook that refuses", |site| receive_hook(site, "echo 'not on a Sunday' >&2\nexit 1\n"), "not on a Sunday"),
    ];
    for (what, obstacle, words) in cases {
        let site = Site::new();
        let clone = site.checkout("one", &["a"]);
        obstacle(&site);
        let (code, said) = site.apply(&clone);
        assert_eq!((code, site.emulator.write_count()), (1, 0), "{what}: {said}");
        assert!(said.contains(words), "{what}: {said}");
    }
}

#[test]
fn a_state_that_is_pushed_where_nobody_reads_is_refused_and_taken_back() {
    let site = Site::new();
    let clone = site.checkout("one", &["a"]);
    git(site.folder.path(), &["init", "--quiet", "--bare", "elsewhere.git"]);
    git(&clone, &["remote", "set-url", "--push", "origin", "../elsewhere.git"]);
    let (code, said) = site.apply(&clone);
    assert_eq!((code, site.emulator.write_count()), (1, 0), "{said}");
    assert!(said.contains("pushurl"), "{said}");
    assert_eq!(git(site.folder.path(), &["--git-dir", "elsewhere.git", "for-each-ref"]), "");
    // Two addresses of one repository are no fault.
    git(&clone, &["remote", "set-url", "--push", "origin", "../remote.git/"]);
    let (code, said) = site.apply(&clone);
    assert_eq!(code, 0, "{said}");
    // A state that others wrote, and pushes that go elsewhere since then.
    for address in ["../elsewhere.git", "../copy.git"] {
        if address == "../copy.git" {
            git(site.folder.path(), &["clone", "--quiet", "--mirror", "remote.git", "copy.git"]);
        }
        let (tip, writes) = (site.tip(), site.emulator.write_count());
        git(&clone, &["remote", "set-url", "--push", "origin", address]);
        write(&clone, "styles/a.yaml", &crate::process::list("List a", "Be long."));
        let (code, said) = site.apply(&clone);
        assert_eq!((code, site.emulator.write_count(), site.tip()), (1, writes, tip), "{said}");
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        let told =
            format!("it is pushed to {address} (`pushurl` or `pushInsteadOf` in the settings of git) and read from ");
        assert!(said.contains(&told) && !said.contains("stale info"), "{said}");
    }
}

#[test]
fn settings_that_change_what_a_push_does_do_not_change_this_one() {
    let site = Site::new();
    let clone = site.checkout("one", &["a"]);
    git(&clone, &["config", "remote.origin.mirror", "true"]);
    git(&clone, &["config", "--add", "push.pushOption", "ci.skip"]);
    let (code, said) = site.apply(&clone);
    assert_eq!((code, site.names()), (0, vec!["List a".to_owned()]), "{said}");
}

#[test]
fn who_waits_for_a_push_that_hangs_can_be_interrupted_and_runs_out_of_time() {
    for (arguments, interrupts, code, told) in [
        (&["apply", "--auto-approve"][..], true, 130, "interrupted, nothing was sent"),
        (&["apply", "--auto-approve", "--timeout", "1"], false, 9, "`--timeout`"),
        (&["apply", "--auto-approve", "--lock-timeout", "1"], false, 9, "within the 1 seconds of --lock-timeout"),
    ] {
        let site = Site::new();
        let clone = site.checkout("one", &["a"]);
        let [began, goes_on] = ["began", "goes-on"].map(|name| pipe(&site.folder.path().join(name)));
        receive_hook(&site, &format!("echo > '{}'\nread x < '{}'\n", began.display(), goes_on.display()));
        let mut running = site.command(&clone, arguments);
        let mut running = running.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        std::fs::read(&began).unwrap();
        let pushed = std::time::Instant::now();
        if interrupts {
            signal(&running, "-INT");
        }
        assert_eq!(running.wait().unwrap().code(), Some(code));
        assert!(pushed.elapsed() < COMMAND_LIMIT, "{arguments:?} ends by itself, not with git's command");
        let mut said = String::new();
        running.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert!(said.contains(told), "{said}");
        assert!(site.emulator.log_entries().iter().all(|entry| !entry.wrote));
        // The hook that still waits.
        writeln!(std::fs::OpenOptions::new().write(true).open(&goes_on).unwrap()).unwrap();
    }
}

#[test]
fn a_state_that_is_replaced_in_mid_run_ends_the_run_with_9_and_names_who_has_it() {
    let site = Site::new();
    let clone = site.checkout("one", &["a"]);
    let (remote, robbed) = (site.remote(), site.checkout("two", &[]));
    let mut taken = false;
    site.emulator.set_script(Some(Box::new(move |seen| {
        if seen.call == Call::RenameStyle && !std::mem::replace(&mut taken, true) {
            take_over(&remote, &robbed);
        }
        None
    })));
    let (code, said) = site.apply(&clone);
    assert_eq!(code, 9, "{said}");
    assert!(said.contains("another run took over") && said.contains("runner thief"), "{said}");
}

#[test]
fn what_stands_in_the_reference_and_is_no_state_is_told_as_what_it_is() {
    let in_remote = |site: &Site, script: &str| {
        let script = format!("cd remote.git; export GIT_DIR=$PWD\n{script}");
        let (code, said) =
            outcome_in_one(Command::new("sh").args(["-ec", &script]).current_dir(site.folder.path()).envs([
                ("GIT_AUTHOR_NAME", "a"),
                ("GIT_AUTHOR_EMAIL", "a"),
                ("GIT_COMMITTER_NAME", "a"),
                ("GIT_COMMITTER_EMAIL", "a"),
            ]));
        assert_eq!(code, 0, "{said}");
    };
    let reference = format!("refs/housestyle/{STACK}/default");
    let commit = |file: &str, blob: &str| {
        format!(
            "b=$({blob} | git hash-object -w --stdin)\nt=$(printf '100644 blob %s\\t{file}\\n' $b | git mktree)\n\
             git update-ref {reference} $(git commit-tree $t -m x)"
        )
    };
    for (script, told) in [
        (format!("git update-ref {reference} $(echo hi | git hash-object -w --stdin)"), "it names a blob"),
        (commit("README.md", "echo hi"), "\"README.md\", which is no file of this program"),
        (commit("state.json", "head -c 67108865 /dev/zero"), "state.json has 67108865 bytes, more than the 64 MiB"),
    ] {
        let site = Site::new();
        let clone = site.checkout("one", &["a"]);
        in_remote(&site, &script);
        for command in [&["plan"][..], &["apply", "--auto-approve"]] {
            let (code, said) = site.run(&clone, command);
            assert_eq!((code, site.emulator.write_count()), (1, 0), "{told}: {said}");
            assert!(said.replace('\n', " ").contains(told), "{told}: {said}");
        }
    }
}

#[test]
fn a_clone_that_git_does_not_trust_is_told_as_that() {
    let site = Site::new();
    let clone = site.checkout("one", &["a"]);
    // Git plays the clone of somebody else for its own tests.
    let programs = site.folder.path().join("programs");
    let script = "#!/bin/sh\nPATH=${PATH#*:} GIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec git \"$@\"\n";
    write(&programs, "git", script);
    std::fs::set_permissions(programs.join("git"), std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let (code, said) = outcome_in_one(site.command(&clone, &["plan"]).env("PATH", path));
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("dubious ownership") && said.contains("safe.directory"), "{said}");
    assert!(!said.contains("--state-remote"), "{said}");
}

/// Whose attempt a tagged list is, all letters of the stack say.
#[test]
fn two_stacks_that_begin_alike_are_two() {
    let site = Site::new();
    let [two, three] = ["acmeweb2", "acmeweb3"].map(|stack| {
        let clone = site.checkout(stack, &["a"]);
        write(&clone, "housestyle.toml", &format!("stack = \"{stack}\"\n"));
        clone
    });
    write(&three, "styles/a.yaml", "name: Others\nlanguage: de\n");
    // What one of them is making.
    let name = Tag::new("acmeweb2", &address("b"), "abcdefgh").tagged_name("List b");
    let now = Moment::from_micros(1_700_000_000_000_000);
    site.emulator.insert_style_list(
        "default",
        StoredStyleList {
            style_id: site.emulator.new_id(),
            name: name.clone(),
            creation_time: now,
            updated_time: now,
            language: "de".to_owned(),
            version: 1,
            configured_rules: Arc::default(),
            custom_instructions: Vec::new(),
        },
    );
    let (code, said) = site.run(&three, &["apply", "--auto-approve", "--prune"]);
    assert_eq!(code, 0, "{said}");
    assert!(site.names().contains(&name), "{:?}", site.names());
    // A state of the one is none of the other, nor is a snapshot.
    std::fs::copy(three.join("housestyle.lock.json"), two.join("housestyle.lock.json")).unwrap();
    let (code, said) = site.run(&two, &["plan"]);
    assert_eq!(code, 5, "{said}");
    assert!(said.contains("`acmeweb3`") && said.contains("`acmeweb2`"), "{said}");
    std::fs::remove_file(two.join("housestyle.lock.json")).unwrap();
    let (code, said) = site.run(&two, &["apply", "--auto-approve"]);
    assert_eq!(code, 0, "{said}");
    assert!(!site.names().contains(&name), "its own is cleaned up: {:?}", site.names());
}

/// A run with a slow remote is stopped in the middle of a long list, for longer than its lease; another ends meanwhile.
#[test]
fn a_run_that_was_stopped_for_longer_than_its_lease_sends_what_was_in_flight_and_no_more() {
    if !std::env::var("HOUSESTYLE_LEASES").is_ok_and(|leases| leases == "real") {
        return;
    }
    let site = Site::new();
    let list = |says: &str| {
        let long: String = (0..120).map(|n| format!("  - label: L{n}\n    prompt: {says} {n}.\n")).collect();
        format!("name: List a\nlanguage: de\ncustom_instructions:\n{long}")
    };
    let [one, two] = ["one", "two"].map(|name| {
        let clone = site.checkout(name, &[]);
        write(&clone, "styles/a.yaml", &list("Say"));
        clone
    });
    let (code, said) = site.apply(&one);
    assert_eq!(code, 0, "{said}");
    for clone in [&one, &two] {
        write(clone, "styles/a.yaml", &list("Write"));
    }
    receive_hook(&site, "sleep 1.5\n");
    // A service as slow as one on another continent: the stop comes in the middle.
    let (reached, wait) = std::sync::mpsc::channel();
    let mut replaced = 0;
    site.emulator.set_script(Some(Box::new(move |seen| {
        replaced += usize::from(seen.call == Call::ReplaceInstruction);
        if replaced == 40 {
            let _once = reached.send(());
        }
        (seen.call == Call::ReplaceInstruction).then_some(InjectedFault::Slow { ms: 30 })
    })));
    let apply = ["apply", "--auto-approve"];
    let spawn =
        |folder: &Path| site.command(folder, &apply).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let child = spawn(&one);
    wait.recv().unwrap();
    signal(&child, "-STOP");
    let before = site.emulator.log_entries().len();
    let (code, said) = outcome_in_one(site.command(&two, &apply).env("HOUSESTYLE_PARALLELISM", "2"));
    let finished = site.emulator.log_entries().len();
    signal(&child, "-CONT");
    let ended = child.wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&[ended.stdout, ended.stderr].concat()).into_owned();
    let late: Vec<LogEntry> = site.emulator.log_entries().split_off(finished);
    let writes = late.iter().filter(|entry| entry.wrote).count();
    println!(
        "stopped at entry {before}, the other ended with {code} at {finished}; late writes: {writes}\n{told}\n{said}"
    );
    assert!(writes <= 1, "{writes} writes after the other run had ended: {told}");
    assert_eq!(ended.status.code(), Some(9), "{told}");
    assert!(told.contains("another run took over") && told.contains("ann@desk"), "{told}");
    assert_eq!((code, site.names()), (0, vec!["List a".to_owned()]), "{said}");
}
