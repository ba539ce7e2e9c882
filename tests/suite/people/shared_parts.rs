//! Lists and glossaries that files share with people: what they add stays, what the files name is enforced, and what leaves
//! the files goes once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use housestyle::emulator::{Emulator, InjectedFault, StoredInstruction};
use housestyle::model::shared_parts::SharedParts;
use housestyle::model::style::Style;
use housestyle::plan::Safeguard;
use housestyle::plan::drift::detect_drift;
use housestyle::service::Call;

use super::hands::{Clones, add_instruction, change_named, edit_prompt, prompts};
use crate::simulated_world::{CATALOGUE, Ended, GERMAN, World, address, applied, paused, safeguards, style};

const LIST: &str = "Ours, shop";

fn shop(rules: usize, says: &[(&str, &str)]) -> Style {
    style("shop", LIST, "de", &GERMAN[..rules], says)
}

/// The files want this list, and share both of its parts.
fn want_shared(world: &mut World, style: Style) {
    world.want(vec![style]);
    let shared = SharedParts { rules: true, instructions: true, ..SharedParts::default() };
    let desired = std::mem::take(&mut world.desired);
    world.desired = desired.with_shared(BTreeMap::from([(address("shop"), shared)]));
}

/// What nobody sees is applied, and the next plan has nothing to do.
async fn applies_unseen(world: &mut World) {
    world.options.unseen = true;
    applied(world).await;
    let plan = world.plan().await.unwrap();
    assert!(plan.is_empty() && plan.blockers.is_empty(), "{:?} {:?}", plan.items, plan.blockers);
}

#[test]
fn what_people_add_stays_and_what_leaves_the_files_goes_once() {
    paused(async {
        let mut world = World::new(1, |_| {});
        want_shared(&mut world, shop(1, &[("tone", "Be kind."), ("length", "Be brief.")]));
        applies_unseen(&mut world).await;
        add_instruction(&world.emulator, "theirs", "Say Sie.");
        let plan = world.plan().await.unwrap();
        assert!(plan.is_empty(), "{:?}", plan.items);
        assert_eq!(plan.additions[0].names, ["instruction \"theirs\""]);

        want_shared(&mut world, shop(1, &[("tone", "Be very kind.")]));
        applies_unseen(&mut world).await;
        assert_eq!(prompts(&world.emulator), ["Be very kind.", "Say Sie."]);

        // Under the label that left the files, it is somebody's own from now on.
        add_instruction(&world.emulator, "length", "Be long.");
        want_shared(&mut world, shop(1, &[("tone", "Be kind again.")]));
        applies_unseen(&mut world).await;
        assert_eq!(prompts(&world.emulator), ["Be kind again.", "Say Sie.", "Be long."]);
        // What the files name is enforced: an edit of it is drift.
        edit_prompt(&world.emulator, "tone", "Be rude.");
        let Ended::Refused(plan) = world.apply().await else { panic!("not refused") };
        assert_eq!(safeguards(&plan), [Safeguard::Drift]);
    });
}

#[test]
fn rules_that_people_add_are_written_with_those_of_the_files() {
    paused(async {
        let mut world = World::new(1, |_| {});
        want_shared(&mut world, shop(1, &[]));
        applies_unseen(&mut world).await;
        set_second_rule(&world.emulator, GERMAN[1].2);
        let mut next = shop(1, &[]);
        next.rules.extend(style("x", "X", "de", &GERMAN[2..3], &[]).rules);
        want_shared(&mut world, next);
        applies_unseen(&mut world).await;
        let rules = |world: &World| world.lists()[0].configured_rules.values().map(BTreeMap::len).sum::<usize>();
        assert_eq!(rules(&world), 3);
        // Away from the files, and so from the service; theirs stays.
        want_shared(&mut world, shop(0, &[]));
        applies_unseen(&mut world).await;
        assert_eq!(rules(&world), 1);
    });
}

#[test]
fn what_people_add_while_a_run_writes_stays_too() {
    paused(async {
        let mut world = World::new(1, |_| {});
        want_shared(&mut world, shop(1, &[("tone", "Be kind.")]));
        applies_unseen(&mut world).await;
        want_shared(&mut world, shop(1, &[("tone", "Be very kind.")]));
        let added = Arc::new(std::sync::atomic::AtomicBool::new(false));
        world.tamper(move |request, emulator, _| {
            if !request.call.is_read_only() && !added.swap(true, std::sync::atomic::Ordering::SeqCst) {
                let theirs = StoredInstruction {
                    id: emulator.new_id(),
                    label: "theirs".to_owned(),
                    prompt: "Say Sie.".to_owned(),
                    source_language: None,
                };
                change_named(emulator, LIST, |list| list.custom_instructions.push(Arc::new(theirs)));
            }
        });
        applied(&mut world).await;
        assert_eq!(prompts(&world.emulator), ["Be very kind.", "Say Sie."]);
        assert!(world.plan().await.unwrap().is_empty());
    });
}

#[test]
fn what_a_lost_request_was_to_take_away_is_nobodys_addition() {
    paused(async {
        let mut world = World::new(1, |_| {});
        want_shared(&mut world, shop(2, &[]));
        applies_unseen(&mut world).await;
        want_shared(&mut world, shop(1, &[]));
        world.faults(Some(Box::new(|seen| {
            let lost = seen.call.client_call() == Some(Call::ReplaceRules);
            lost.then_some(InjectedFault::LostBefore { hang: false })
        })));
        let Ended::Applied(_, report) = world.apply().await else { panic!("not applied") };
        assert!(!report.end.is_done(), "{report:?}");
        world.faults(None);
        applied(&mut world).await;
        assert_eq!(world.lists()[0].configured_rules.values().map(BTreeMap::len).sum::<usize>(), 1);
    });
}

/// Somebody in the web form sets the rule that the files may want as well.
fn set_second_rule(emulator: &Emulator, value: &str) {
    let (category, rule, _) = GERMAN[1];
    change_named(emulator, LIST, |list| {
        let rules = Arc::make_mut(&mut list.configured_rules).entry(category.to_owned()).or_default();
        rules.insert(rule.to_owned(), value.into());
    });
}

#[test]
fn a_rule_that_an_unfinished_run_wrote_and_people_changed_is_no_addition() {
    paused(async {
        let mut world = World::new(1, |_| {});
        want_shared(&mut world, shop(1, &[]));
        applies_unseen(&mut world).await;
        want_shared(&mut world, shop(2, &[]));
        world.tamper(|request, emulator, _| {
            if request.call == Call::ReplaceRules {
                set_second_rule(emulator, "use_space_as_thousands_separator");
            }
        });
        let Ended::Applied(_, report) = world.apply().await else { panic!("not applied") };
        assert!(!report.end.is_done(), "{report:?}");
        world.tamper(|_, _, _| {});
        // It left the files: nobody's edit goes unseen, and what was ours does not stay for ever.
        want_shared(&mut world, shop(1, &[]));
        let Ended::Refused(plan) = world.apply().await else { panic!("not refused") };
        assert_eq!(safeguards(&plan), [Safeguard::Drift]);
        let live = world.live().await;
        let drift = detect_drift(&world.disk.state(), &live, Some(&world.desired), &CATALOGUE.0, &BTreeSet::new());
        assert_eq!(drift.resources.len(), 1);
        world.options.unseen = false;
        applied(&mut world).await;
        assert_eq!(world.lists()[0].configured_rules.values().map(BTreeMap::len).sum::<usize>(), 1);
    });
}

#[test]
fn an_undo_keeps_what_people_added() {
    paused(async {
        let mut world = World::new(1, |_| {});
        want_shared(&mut world, shop(1, &[("tone", "Be kind.")]));
        applies_unseen(&mut world).await;
        add_instruction(&world.emulator, "before", "Said before.");
        want_shared(&mut world, shop(1, &[("tone", "Be very kind.")]));
        applies_unseen(&mut world).await;
        add_instruction(&world.emulator, "after", "Said after.");
        let snapshot = world.disk.snapshots().pop().unwrap();
        let Ended::Applied(_, report) = world.undo(&snapshot).await else { panic!("not applied") };
        assert!(report.end.is_done(), "{report:?}");
        assert_eq!(prompts(&world.emulator), ["Be kind.", "Said before.", "Said after."]);
        // None of it became ours.
        applies_unseen(&mut world).await;
        assert_eq!(prompts(&world.emulator), ["Be very kind.", "Said before.", "Said after."]);
    });
}

#[test]
fn additions_count_towards_the_limits_of_the_service() {
    paused(async {
        let mut world = World::new(1, |_| {});
        let many: Vec<(String, String)> = (0..199).map(|n| (format!("l{n}"), format!("Say {n}."))).collect();
        let says: Vec<(&str, &str)> = many.iter().map(|(label, prompt)| (label.as_str(), prompt.as_str())).collect();
        want_shared(&mut world, shop(0, &says[..198]));
        applies_unseen(&mut world).await;
        add_instruction(&world.emulator, "theirs", "Say Sie.");
        add_instruction(&world.emulator, "theirs too", "Say Sie twice.");
        want_shared(&mut world, shop(0, &says));
        let Ended::Refused(plan) = world.apply().await else { panic!("not refused") };
        assert_eq!(safeguards(&plan), [Safeguard::Unsupported]);
        assert!(plan.blockers[0].message.contains("1 over the limit of 200"), "{}", plan.blockers[0].message);
    });
}

/// A project with a list and a glossary, both shared.
fn shared_project(clones: &Clones) -> super::hands::CloneOf<'_> {
    let files = clones.open("a");
    files.append_settings("[defaults]\nshared = [\"custom_instructions\", \"entries\"]\n");
    files.write("Be brief.");
    files.write_glossary(&[("wind farm", "Windpark"), ("rotor", "Rotor")]);
    files.commit("first");
    files.succeeds(&["apply", "--auto-approve"]);
    files
}

#[test]
fn a_whole_project_shares_with_people_and_pull_takes_over_what_somebody_asks_for() {
    let clones = Clones::new();
    let files = shared_project(&clones);
    add_instruction(&clones.site.emulator, "Anrede", "Say Sie.");
    let said = files.succeeds(&["plan"]);
    assert!(said.contains("nothing to do") && said.contains("style/a: 1 more on the service, kept"), "{said}");
    assert!(!said.contains("Anrede"), "{said}");
    let said = files.succeeds(&["plan", "-v"]);
    assert!(said.contains("style/a keeps instruction \"Anrede\""), "{said}");
    let said = files.succeeds(&["drift"]);
    assert!(said.contains("none") && said.contains("kept: instruction \"Anrede\""), "{said}");
    assert!(files.succeeds(&["pull"]).contains("nothing to pull"));
    files.succeeds(&["pull", "--take", "theirs=a"]);
    let text = std::fs::read_to_string(files.folder.join("styles/a.yaml")).unwrap();
    assert!(text.contains("Say Sie."), "{text}");
    let said = files.succeeds(&["plan"]);
    assert!(said.contains("nothing to do") && !said.contains("more on the service"), "{said}");
    // A list may say otherwise.
    std::fs::write(files.folder.join("styles/a.yaml"), text.replace("language: de", "language: de\nshared: []"))
        .unwrap();
    add_instruction(&clones.site.emulator, "More", "Say more.");
    let (code, said) = files.run(&["drift"]);
    assert_eq!(code, 2, "{said}");
}

#[test]
fn entries_that_people_add_stay_in_every_dictionary() {
    let clones = Clones::new();
    let files = shared_project(&clones);
    clones.edit_entries(|entries| drop(entries.insert("blade".to_owned(), "Rotorblatt".to_owned())));
    assert!(files.succeeds(&["plan"]).contains("glossary/terms: 1 more on the service, kept"));
    files.write_glossary(&[("wind farm", "Windenergiepark")]);
    files.commit("second");
    files.succeeds(&["apply", "--auto-approve"]);
    let expected = BTreeMap::from([
        ("blade".to_owned(), "Rotorblatt".to_owned()),
        ("wind farm".to_owned(), "Windenergiepark".to_owned()),
    ]);
    assert_eq!(clones.entries(), expected);
    assert!(files.succeeds(&["plan"]).contains("nothing to do"));
    assert!(files.succeeds(&["drift"]).contains("none"));
    // What the files name and people changed is drift as ever.
    clones.edit_entries(|entries| drop(entries.insert("wind farm".to_owned(), "Windfarm".to_owned())));
    files.write_glossary(&[("wind farm", "Windenergiepark"), ("tower", "Turm")]);
    let (code, said) = files.run(&["apply", "--auto-approve"]);
    assert!(code == 5 && said.contains("[drift]") && !said.contains("blade\" of"), "{said}");
}

#[test]
fn a_part_of_another_kind_is_a_finding() {
    let clones = Clones::new();
    let files = clones.open("a");
    crate::playground::write(&files.folder, "styles/a.yaml", "name: A\nlanguage: de\nshared: [entries]\n");
    let (code, said) = files.run(&["validate"]);
    assert!(code == 3 && said.contains("unknown-choice") && said.contains("configured_rules"), "{said}");
}
