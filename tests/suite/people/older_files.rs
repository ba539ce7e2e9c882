//! Checkouts of different age on one account: what a newer commit made is not taken back unseen, whatever history the
//! checkout has.

use housestyle::model::shared_parts::SharedParts;
use housestyle::plan::Safeguard;

use super::commits::{Commit, check_out};
use super::hands::{CloneOf, Clones, delete_list};
use crate::simulated_world::{Ended, World, applied, paused, safeguards, style};

/// Two clones of a project that was applied once: the second has a newer commit and applied it.
fn applied_by_both(clones: &Clones) -> (CloneOf<'_>, CloneOf<'_>) {
    let old = clones.open("old");
    old.write("Be brief.");
    old.commit("first");
    old.succeeds(&["apply", "--auto-approve"]);
    let new = clones.open("new");
    new.write("Be very brief.");
    new.commit("second");
    new.succeeds(&["apply", "--auto-approve"]);
    (old, new)
}

/// A clone of a project that was applied once, and once more with a change that is not committed.
fn applied_without_commit(clones: &Clones) -> CloneOf<'_> {
    let desk = clones.open("desk");
    desk.write("Be brief.");
    desk.commit("first");
    desk.succeeds(&["apply", "--auto-approve"]);
    desk.write("Be very brief.");
    desk.succeeds(&["apply", "--auto-approve"]);
    desk
}

#[track_caller]
fn refuses(clone: &CloneOf<'_>) -> String {
    let (code, said) = clone.run(&["apply", "--auto-approve"]);
    assert!(code == 5 && said.contains("[older-files]"), "{code}: {said}");
    said
}

#[test]
fn a_checkout_that_lacks_the_applied_commit_takes_nothing_back_unseen() {
    let clones = Clones::new();
    let (old, new) = applied_by_both(&clones);
    let said = refuses(&old);
    let commit = &new.head()[..10];
    assert!(said.contains(commit) && said.contains("git pull") && said.contains("--approve DIGEST"), "{said}");
    assert_eq!(clones.prompts(), ["Be very brief."]);
    // A plan tells it, and whoever looks at it may go back.
    let told = old.succeeds(&["plan"]);
    assert!(told.contains("goes back: it was applied from newer files") && told.contains(commit), "{told}");
    // With the commit, there is nothing left to say.
    old.pull();
    assert!(old.succeeds(&["apply", "--auto-approve"]).contains("nothing to do"));
    old.write("Be kind.");
    old.commit("third");
    old.succeeds(&["apply", "--auto-approve"]);
    assert_eq!(clones.prompts(), ["Be kind."]);
    let log = old.succeeds(&["state", "log"]);
    assert!(log.contains(&format!("commit: {}", old.head())) && log.contains(&new.head()), "{log}");
}

#[test]
fn going_back_is_possible_for_whoever_has_seen_the_plan() {
    let clones = Clones::new();
    let (old, _) = applied_by_both(&clones);
    let digest = old.digest();
    old.succeeds(&["apply", "--approve", &digest]);
    assert_eq!(clones.prompts(), ["Be brief."]);
    // A revert that was committed is newer than what it reverts.
    let new = clones.open("again");
    new.write("Be very brief.");
    new.git(&["add", "--all"]);
    new.succeeds(&["apply", "--auto-approve", "--allow-drift"]);
    assert_eq!(clones.prompts(), ["Be very brief."]);
}

#[test]
fn a_revert_is_a_newer_commit() {
    let clones = Clones::new();
    let (_, new) = applied_by_both(&clones);
    new.git(&["revert", "--no-edit", "HEAD"]);
    new.git(&["push", "--quiet", "origin", "HEAD"]);
    new.succeeds(&["apply", "--auto-approve"]);
    assert_eq!(clones.prompts(), ["Be brief."]);
}

#[test]
fn what_was_squashed_is_known_by_its_content() {
    let clones = Clones::new();
    let main = clones.open("main");
    main.write("Be brief.");
    main.commit("first");
    main.succeeds(&["apply", "--auto-approve"]);
    // A branch is applied, squashed into the main branch, and deleted.
    let branch = clones.open("branch");
    branch.git(&["checkout", "--quiet", "-b", "topic"]);
    branch.write("Be very brief.");
    branch.commit("on a branch");
    branch.succeeds(&["apply", "--auto-approve"]);
    refuses(&main);
    main.git(&["fetch", "--quiet", "origin", "topic"]);
    main.git(&["merge", "--quiet", "--squash", "FETCH_HEAD"]);
    main.commit("squashed");
    main.write("Be kind.");
    main.commit("third");
    main.succeeds(&["apply", "--auto-approve"]);
    assert_eq!(clones.prompts(), ["Be kind."]);
}

#[test]
fn an_old_pipeline_that_runs_again_in_a_shallow_clone_takes_nothing_back() {
    let clones = Clones::new();
    let (old, new) = applied_by_both(&clones);
    let again = clones.open_shallow("again", &format!("{}:refs/heads/again", old.head()));
    let said = refuses(&again);
    assert!(said.contains("applied before and replaced since") && said.contains("fetch-depth: 0"), "{said}");
    assert_eq!(clones.prompts(), ["Be very brief."]);
    // What was never applied is taken for new, and told.
    new.write("Be kind.");
    new.commit("third");
    let shallow = clones.open_shallow("shallow", "main");
    let said = shallow.succeeds(&["apply", "--auto-approve"]);
    assert!(said.contains("this clone is shallow"), "{said}");
    assert_eq!(clones.prompts(), ["Be kind."]);
}

#[test]
fn what_was_applied_without_a_commit_is_not_taken_back_by_those_who_lack_it() {
    let clones = Clones::new();
    let desk = applied_without_commit(&clones);
    desk.write("Be very, very brief.");
    desk.succeeds(&["apply", "--auto-approve"]);
    let pipeline = clones.open("pipeline");
    pipeline.pull();
    let said = refuses(&pipeline);
    assert!(said.contains("not committed"), "{said}");
    desk.commit("second");
    pipeline.pull();
    pipeline.write("Be kind.");
    pipeline.commit("third");
    pipeline.succeeds(&["apply", "--auto-approve"]);
    assert_eq!(clones.prompts(), ["Be kind."]);
}

#[test]
fn an_undo_takes_back_what_was_never_committed_and_a_later_commit_is_newer() {
    let clones = Clones::new();
    let desk = applied_without_commit(&clones);
    desk.succeeds(&["apply", "--undo", "--auto-approve"]);
    assert_eq!(clones.prompts(), ["Be brief."]);
    desk.commit("second");
    desk.succeeds(&["apply", "--auto-approve"]);
    assert_eq!(clones.prompts(), ["Be very brief."]);
}

#[test]
fn what_lies_beside_the_files_is_no_change_to_them() {
    let clones = Clones::new();
    let desk = clones.open("desk");
    desk.write("Be brief.");
    desk.commit("first");
    let pipeline = clones.open("pipeline");
    desk.succeeds(&["plan", "--out", "plan.json"]);
    desk.succeeds(&["apply", "plan.json"]);
    // The commit is all of what was applied.
    assert!(!desk.succeeds(&["state", "log"]).contains("not committed"));
    pipeline.write("Be kind.");
    pipeline.commit("second");
    pipeline.succeeds(&["apply", "--auto-approve"]);
    // And who has no change to the files has none of those that were applied.
    pipeline.write("Be very kind.");
    pipeline.succeeds(&["apply", "--auto-approve"]);
    assert!(pipeline.succeeds(&["state", "log"]).contains("not committed"));
    desk.pull();
    let text = std::fs::read_to_string(desk.folder.join("styles/a.yaml")).unwrap();
    crate::playground::write(&desk.folder, "styles/a.yaml", &format!("# The same, with a remark.\n{text}"));
    refuses(&desk);
    assert_eq!(clones.prompts(), ["Be very kind."]);
}

#[test]
fn what_a_newer_commit_added_or_removed_stays_added_and_removed() {
    let clones = Clones::new();
    let (old, new) = applied_by_both(&clones);
    new.write_list("b", "New.");
    new.commit("added");
    new.succeeds(&["apply", "--auto-approve"]);
    old.git(&["fetch", "--quiet", "origin"]);
    old.git(&["reset", "--quiet", "--hard", "origin/main~1"]);
    let (code, said) = old.run(&["apply", "--auto-approve", "--prune"]);
    assert!(code == 5 && said.contains("[older-files] style/b"), "{said}");
    std::fs::remove_file(new.folder.join("styles/a.yaml")).unwrap();
    new.commit("removed");
    new.succeeds(&["apply", "--auto-approve", "--prune"]);
    let (code, said) = old.run(&["apply", "--auto-approve"]);
    assert!(code == 5 && said.contains("[older-files] style/a"), "{said}");
    assert_eq!(clones.site.names(), ["List b"]);
}

#[test]
fn files_that_want_what_was_applied_are_never_too_old() {
    let clones = Clones::new();
    let (old, new) = applied_by_both(&clones);
    new.write_list("b", "Only here.");
    new.commit("added");
    new.succeeds(&["apply", "--auto-approve"]);
    // The same change, made on a branch of its own.
    old.write("Be very brief.");
    old.write_list("c", "Only there.");
    old.git(&["add", "--all"]);
    old.git(&["commit", "--quiet", "--message", "beside"]);
    old.succeeds(&["apply", "--auto-approve"]);
    assert_eq!(clones.site.names(), ["List a", "List b", "List c"]);
}

#[test]
fn what_a_run_leaves_out_stays_newer_than_its_files() {
    let clones = Clones::new();
    let (old, _) = applied_by_both(&clones);
    old.write_list("b", "Be kind.");
    old.git(&["add", "--all"]);
    old.git(&["commit", "--quiet", "--message", "beside"]);
    let (code, said) = old.run(&["apply", "--auto-approve", "--keep-going"]);
    assert!(code == 4 && said.contains("[older-files]"), "{code}: {said}");
    assert_eq!(clones.site.names(), ["List a", "List b"]);
    refuses(&old);
    assert_eq!(clones.prompts(), ["Be very brief."]);
}

#[test]
fn what_a_run_keeps_because_nobody_asked_to_prune_is_not_pruned_by_the_next() {
    let clones = Clones::new();
    let old = clones.open("old");
    old.write("Be brief.");
    old.commit("first");
    old.succeeds(&["apply", "--auto-approve"]);
    let new = clones.open("new");
    new.write_list("b", "New.");
    new.commit("added");
    new.succeeds(&["apply", "--auto-approve"]);
    old.write_list("c", "Only there.");
    old.git(&["add", "--all"]);
    old.git(&["commit", "--quiet", "--message", "beside"]);
    old.succeeds(&["apply", "--auto-approve"]);
    let (code, said) = old.run(&["apply", "--auto-approve", "--prune"]);
    assert!(code == 5 && said.contains("[older-files] style/b"), "{code}: {said}");
    assert_eq!(clones.site.names(), ["List a", "List b", "List c"]);
}

#[test]
fn what_a_target_leaves_out_stays_newer_than_these_files() {
    let clones = Clones::new();
    let (old, _) = applied_by_both(&clones);
    old.write_list("b", "Be kind.");
    old.git(&["add", "--all"]);
    old.git(&["commit", "--quiet", "--message", "beside"]);
    old.succeeds(&["apply", "--auto-approve", "--target", "style/b"]);
    refuses(&old);
    assert_eq!(clones.prompts(), ["Be very brief."]);
}

#[test]
fn what_a_newer_commit_added_of_a_skipped_kind_is_not_pruned_by_the_next_run() {
    let clones = Clones::new();
    let (old, new) = applied_by_both(&clones);
    new.write_glossary(&[("rotor", "Rotor")]);
    new.commit("a glossary");
    new.succeeds(&["apply", "--auto-approve"]);
    old.git(&["pull", "--quiet", "--rebase", "origin", "main"]);
    old.git(&["reset", "--quiet", "--hard", "HEAD~1"]);
    let settings = old.folder.join("housestyle.toml");
    let before = std::fs::read_to_string(&settings).unwrap();
    old.write_list("b", "Be kind.");
    for text in [format!("skip_kinds = [\"glossary\"]\n{before}"), before] {
        std::fs::write(&settings, text).unwrap();
        old.git(&["add", "--all"]);
        old.git(&["commit", "--quiet", "--message", "beside"]);
        old.succeeds(&["apply", "--auto-approve"]);
    }
    let (code, said) = old.run(&["apply", "--auto-approve", "--prune"]);
    assert!(code == 5 && said.contains("[older-files] glossary/terms"), "{code}: {said}");
    assert_eq!(clones.entries()["rotor"], "Rotor");
}

#[test]
fn what_people_deleted_does_not_come_back_as_older_files_had_it() {
    let clones = Clones::new();
    let (old, new) = applied_by_both(&clones);
    new.write_list("b", "Be kind.");
    new.commit("added");
    new.succeeds(&["apply", "--auto-approve"]);
    delete_list(&clones.site.emulator, "List a");
    let (code, said) = old.run(&["apply", "--auto-approve", "--allow-drift"]);
    assert!(code == 5 && said.contains("[older-files] style/a"), "{code}: {said}");
    assert_eq!(clones.site.names(), ["List b"]);
    new.succeeds(&["apply", "--auto-approve", "--allow-drift"]);
    assert_eq!(clones.site.names(), ["List a", "List b"]);
}

#[test]
fn going_back_that_was_not_finished_closes_no_newer_commit() {
    paused(async {
        let says = |prompt: &str| {
            let list = |key: &str| style(key, &format!("Ours {key}"), "de", &[], &[("tone", prompt)]);
            Commit::new(vec![list("a"), list("b")], None, SharedParts::default())
        };
        let commits = [says("Be brief."), says("Be very brief.")];
        for call in 1.. {
            let mut world = World::new(1, |_| {});
            check_out(&mut world, &commits);
            applied(&mut world).await;
            check_out(&mut world, &commits[..1]);
            // Somebody has seen what goes back, and the machine dies at this call.
            world.options.unseen = false;
            let died = matches!(world.apply_killed(Some((call, true))).await, Ended::Killed);
            let held = world.lists();
            let newer: Vec<_> =
                held.iter().filter(|list| &*list.custom_instructions[0].prompt == "Be very brief.").collect();
            if died && newer.len() == 1 {
                world.options.unseen = true;
                let Ended::Refused(plan) = world.apply().await else { panic!("call {call}: not refused") };
                assert_eq!(safeguards(&plan), [Safeguard::OlderFiles], "call {call}");
                break;
            }
            assert!(died, "no call after which one of the lists has gone back");
        }
    });
}
