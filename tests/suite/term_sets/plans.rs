//! What is planned for glossaries and spoken terms: identity, minimal calls, reasons by entry, safeguards.

use std::sync::Arc;

use housestyle::apply::{FailureCause, RunEnd};
use housestyle::catalogue::load;
use housestyle::emulator::InjectedFault;
use housestyle::model::{Address, Id, Key, Kind};
use housestyle::plan::drift::{self, ResourceDeltas};
use housestyle::plan::drift_term_set::{self, TermSetDelta};
use housestyle::plan::drift_verdict::DriftVerdict;
use housestyle::plan::{Agreement, Cause, ChangedField, Hazard, Operation, Plan, Safeguard, document, saved_display};
use housestyle::report::RenderOptions;
use housestyle::report::plan_report::render_human;
use housestyle::service::Call;

use crate::simulated_world::{ACCOUNT, Ended, GERMAN, World, applied, paused, safeguards, style};
use crate::term_sets::held;
use crate::term_sets::made::{Entries, glossary, terms, want};

fn one(world: &mut World, entries: Entries<'_>) {
    want(world, Vec::new(), vec![glossary("terms", "Ours", &[("de", "en", entries)])], Vec::new());
}

fn address() -> Address {
    Address::new(Kind::Glossary, Key::new("terms").unwrap())
}

fn sent(world: &World) -> Vec<&'static str> {
    world.emulator.log_entries().iter().filter_map(|entry| entry.call).collect()
}

fn causes(plan: &Plan) -> Vec<(String, Cause)> {
    plan.items[0].changes.iter().map(|change| (change.field.to_string(), change.cause)).collect()
}

const TWO: Entries<'static> = &[("Haus", "house"), ("Ton", "tone")];

#[test]
fn one_insert_among_many_is_one_change_and_one_call_and_the_other_dictionary_is_not_sent() {
    paused(async {
        let mut world = World::new(1, |_| {});
        let words: Vec<(String, String)> = (0..5_000).map(|n| (format!("Wort {n}"), format!("word {n}"))).collect();
        let all: Vec<(&str, &str)> = words.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        let of =
            |entries: &[(&str, &str)]| vec![glossary("terms", "Ours", &[("de", "en", entries), ("de", "fr", &all)])];
        want(&mut world, Vec::new(), of(&all[1..]), Vec::new());
        let plan = applied(&mut world).await;
        assert_eq!((plan.items[0].operation, plan.items[0].changes.len()), (Operation::Create, 9_999));
        let screen = render_human(&plan, "", &RenderOptions::default());
        assert!(screen.lines().count() < 60, "{screen}");
        assert!(screen.contains("and 4979 more of de > en: 4979 to add"), "{screen}");
        assert!(screen.contains("de > en: 4999 entries, de > fr: 5000 entries"), "{screen}");

        let before = sent(&world).len();
        want(&mut world, Vec::new(), of(&all), Vec::new());
        let plan = applied(&mut world).await;
        assert_eq!(causes(&plan), [("entry \"Wort 0\" of de > en".to_owned(), Cause::Edited)]);
        let calls = &sent(&world)[before..];
        let writes: Vec<_> =
            calls.iter().filter(|call| call.starts_with("replace") || call.starts_with("patch")).collect();
        assert_eq!(writes, [&"replace-dictionary"]);
        let text = document::render_plan(&document::plan_document(&plan));
        assert!(text.len() < 2_500 && text.contains("\"entry_count\": 5000"), "{text}");
        assert!(matches!(world.apply().await, Ended::Nothing(_)));
    });
}

#[test]
fn kinds_that_nobody_speaks_of_are_not_read_and_a_key_without_their_scope_works() {
    paused(async {
        let mut world = World::new(1, |_| {});
        held::plant(&world, "Theirs");
        want(&mut world, vec![style("a", "Ours", "de", &[], &[])], Vec::new(), Vec::new());
        applied(&mut world).await;
        assert!(!sent(&world).iter().any(|call| call.contains("glossar") || call.contains("spoken")));

        let mut world = World::new(1, |_| {});
        one(&mut world, TWO);
        applied(&mut world).await;
        assert!(!sent(&world).iter().any(|call| call.contains("style") || call.contains("spoken")));
        // Once glossaries were made they are looked at, but a key that lost the right to is no hindrance then.
        want(&mut world, vec![style("a", "Ours", "de", &[], &[])], Vec::new(), Vec::new());
        applied(&mut world).await;
        world.faults(Some(Box::new(|seen| {
            (seen.call == housestyle::service::Call::ListGlossaries)
                .then(|| housestyle::emulator::InjectedFault::with_status(403))
        })));
        assert!(matches!(world.apply().await, Ended::Nothing(_)));
    });
}

#[test]
fn reasons_are_told_by_entry_although_no_entry_is_remembered() {
    paused(async {
        let mut world = World::new(1, |_| {});
        one(&mut world, TWO);
        applied(&mut world).await;
        let text = housestyle::state::format::render_state(&world.disk.state());
        assert!(!text.contains("Haus") && text.contains("\"count\":2"), "{text}");

        // Only the service changed.
        held::add_entry(&world, "Ours", "fremd", "foreign");
        let plan = world.plan().await.unwrap();
        assert_eq!(causes(&plan), [("entry \"fremd\" of de > en".to_owned(), Cause::Drifted)]);
        assert_eq!(plan.items[0].hazards, [Hazard::OverwritesDrift]);

        // Both changed, different entries: each has its own reason, and nothing is refused.
        one(&mut world, &[("Haus", "building"), ("Ton", "tone"), ("neu", "new")]);
        let plan = world.plan().await.unwrap();
        let told = |entry: &str, cause| (format!("entry \"{entry}\" of de > en"), cause);
        assert_eq!(
            causes(&plan),
            [told("Haus", Cause::Edited), told("fremd", Cause::Drifted), told("neu", Cause::Edited)]
        );
        assert!(plan.blockers.is_empty());

        // Both changed the same one.
        held::add_entry(&world, "Ours", "Haus", "home");
        let plan = world.plan().await.unwrap();
        assert_eq!(safeguards(&plan), [Safeguard::Conflict]);
        world.options.agreed[Agreement::TakeMine].insert(address());
        applied(&mut world).await;
        world.converged().unwrap();
    });
}

#[test]
fn a_rename_is_one_patch_that_carries_no_entries_and_keeps_the_id() {
    paused(async {
        let mut world = World::new(1, |_| {});
        one(&mut world, TWO);
        applied(&mut world).await;
        let (id, writes) = (held::all(&world.emulator)[0].id.clone(), world.emulator.write_count());
        want(&mut world, Vec::new(), vec![glossary("terms", "Ours, new", &[("de", "en", TWO)])], Vec::new());
        let plan = applied(&mut world).await;
        assert_eq!(
            plan.items[0].changes.iter().map(|change| change.field.clone()).collect::<Vec<_>>(),
            [ChangedField::Name]
        );
        assert_eq!((world.emulator.write_count(), &held::all(&world.emulator)[0].id), (writes + 1, &id));
    });
}

#[test]
fn a_glossary_that_others_made_is_adopted_where_it_is_equal_and_refused_where_it_is_not() {
    paused(async {
        let mut world = World::new(1, |_| {});
        held::plant_glossary(&world, "Ours", &[("de", "en", TWO)]);
        one(&mut world, TWO);
        let writes = world.emulator.write_count();
        let plan = applied(&mut world).await;
        assert_eq!((plan.items[0].operation, world.emulator.write_count()), (Operation::Import, writes));

        let mut world = World::new(1, |_| {});
        held::plant_glossary(&world, "Ours", &[("de", "en", &TWO[..1])]);
        one(&mut world, TWO);
        let plan = world.plan().await.unwrap();
        assert_eq!(safeguards(&plan), [Safeguard::Unmanaged]);
        let told = &plan.blockers[0].message;
        assert!(told.starts_with("an unmanaged glossary of this name exists"), "{told}");
        held::plant_glossary(&world, "Ours", &[("de", "en", TWO)]);
        assert_eq!(safeguards(&world.plan().await.unwrap()), [Safeguard::Ambiguous]);
        let id = Id::new(&held::all(&world.emulator)[0].id).unwrap();
        world.options.import.insert(address(), Some(id));
        applied(&mut world).await;
        world.as_wanted().unwrap();
    });
}

#[test]
fn guards_of_deletion_and_shrinking_hold_for_glossaries_too() {
    paused(async {
        let mut world = World::new(1, |_| {});
        let words: Vec<String> = (0..40).map(|n| format!("Wort {n}")).collect();
        let all: Vec<(&str, &str)> = words.iter().map(|word| (word.as_str(), "word")).collect();
        one(&mut world, &all);
        applied(&mut world).await;
        world.options.max_shrink_percent = 50;
        one(&mut world, &all[..10]);
        let plan = world.plan().await.unwrap();
        assert_eq!(safeguards(&plan), [Safeguard::Shrinks]);
        assert_eq!(plan.blockers[0].message, "30 of 40 entries would be removed");
        world.options.agreed[Agreement::Shrink].insert(address());
        applied(&mut world).await;

        // Held, unless deletion is asked for.
        want(&mut world, vec![style("a", "Ours", "de", &[], &[])], Vec::new(), Vec::new());
        world.options.prune = false;
        let plan = world.plan().await.unwrap();
        assert_eq!(plan.kept[0].effect, "delete");
        world.options.prune = true;
        // Not what somebody edited since.
        held::add_entry(&world, "Ours", "fremd", "foreign");
        assert_eq!(safeguards(&world.plan().await.unwrap()), [Safeguard::Takeover]);
        world.options.agreed[Agreement::Takeover].insert(address());
        applied(&mut world).await;
        assert!(held::all(&world.emulator).is_empty());
    });
}

#[test]
fn what_is_protected_lost_or_renamed_in_the_files_is_asked_about() {
    paused(async {
        let mut world = World::new(1, |_| {});
        let mut protected = glossary("terms", "Ours", &[("de", "en", TWO)]);
        protected.protected = true;
        let spoken = || vec![terms("names", "Ours, names", &[("de", &["kubectl"])])];
        want(&mut world, Vec::new(), vec![protected], spoken());
        applied(&mut world).await;
        want(&mut world, Vec::new(), Vec::new(), spoken());
        assert_eq!(safeguards(&world.plan().await.unwrap()), [Safeguard::Protected]);

        want(&mut world, Vec::new(), vec![glossary("other", "Ours", &[("de", "en", TWO)])], spoken());
        let plan = world.plan().await.unwrap();
        assert_eq!(safeguards(&plan), [Safeguard::RenamedKey]);
        world.options.accept_rename.insert(Address::new(Kind::Glossary, Key::new("other").unwrap()), address());
        assert_eq!(applied(&mut world).await.items[0].moved_from, Some(address()));

        // Gone, and another of its name there.
        let id = world.emulator.glossaries(ACCOUNT)[0].glossary_id;
        world.emulator.remove_record(ACCOUNT, id);
        held::plant_glossary(&world, "Ours", &[("de", "en", TWO)]);
        assert_eq!(safeguards(&world.plan().await.unwrap()), [Safeguard::NameTaken]);
    });
}

#[test]
fn a_rest_of_an_interrupted_creation_is_swept_unless_somebody_wrote_to_it() {
    paused(async {
        for edited in [false, true] {
            let mut world = World::new(1, |_| {});
            one(&mut world, TWO);
            // The creation lands after the run gave it up for lost and made another.
            let mut lost = false;
            world.faults(Some(Box::new(move |seen| {
                let this = !lost && seen.call == housestyle::service::Call::CreateGlossary;
                lost |= this;
                this.then_some(housestyle::emulator::InjectedFault::Late {
                    after_calls: Some(10_000),
                    after_ms: None,
                    hang: false,
                })
            })));
            applied(&mut world).await;
            world.faults(None);
            world.emulator.process_all_delayed();
            assert_eq!(held::all(&world.emulator).len(), 2);
            if edited {
                let tagged = held::left_over(&world).unwrap();
                let all = held::all(&world.emulator);
                let name = all.into_iter().find(|held| tagged.starts_with(&held.id)).unwrap().name;
                held::add_entry(&world, &name, "fremd", "foreign");
            }
            let plan = applied(&mut world).await;
            assert_eq!(plan.count_operations(Operation::Sweep), usize::from(!edited));
            assert_eq!(held::all(&world.emulator).len(), if edited { 2 } else { 1 });
            assert_eq!(plan.notes.iter().any(|note| note.contains("it was edited since")), edited);
        }
    });
}

#[test]
fn an_undo_brings_every_entry_back_and_takes_away_what_came() {
    paused(async {
        let mut world = World::new(1, |_| {});
        let first = |world: &mut World| {
            let spoken = vec![terms("names", "Ours, names", &[("de", &["kubectl", "k8s"]), ("en", &["kubectl"])])];
            want(world, Vec::new(), vec![glossary("terms", "Ours", &[("de", "en", TWO), ("en", "de", TWO)])], spoken);
        };
        first(&mut world);
        applied(&mut world).await;
        let before: Vec<_> =
            held::all(&world.emulator).into_iter().map(|held| (held.id, held.name, held.parts)).collect();
        let wanted = vec![
            glossary("terms", "Ours, renamed", &[("de", "en", &[("Haus", "building")])]),
            glossary("comes", "Ours, comes", &[("de", "en", TWO)]),
        ];
        want(&mut world, Vec::new(), wanted, Vec::new());
        applied(&mut world).await;
        assert_eq!(held::all(&world.emulator).len(), 2);
        let snapshot = world.disk.snapshots().pop().unwrap();
        let ended = world.undo(&snapshot).await;
        assert!(matches!(&ended, Ended::Applied(_, report) if report.end.is_done()));
        let mut after: Vec<_> =
            held::all(&world.emulator).into_iter().map(|held| (held.id, held.name, held.parts)).collect();
        // What was deleted comes back under another id.
        assert_eq!(after.len(), before.len());
        for (one, other) in after.iter_mut().zip(&before) {
            if one.1 == "Ours, names" {
                one.0.clone_from(&other.0);
            }
        }
        assert_eq!(after, before);
        first(&mut world);
        assert!(matches!(world.apply().await, Ended::Nothing(_)));
    });
}

#[test]
fn a_dictionary_whose_entries_are_not_there_yet_is_looked_at_again() {
    paused(async {
        let mut world = World::new(1, |_| {});
        one(&mut world, TWO);
        applied(&mut world).await;
        let mut missing = 1;
        world.faults(Some(Box::new(move |seen| {
            if seen.call != Call::GetGlossaryEntries || missing == 0 {
                return None;
            }
            missing -= 1;
            Some(InjectedFault::with_status(404))
        })));
        assert!(world.plan().await.unwrap().is_empty());
        world.faults(Some(Box::new(|seen| {
            (seen.call == Call::GetGlossaryEntries).then(|| InjectedFault::with_status(404))
        })));
        let unread = world.plan().await.unwrap_err().to_string();
        assert!(unread.contains("is listed and not found"), "{unread}");
        world.faults(Some(Box::new(|seen| {
            (seen.call == Call::GetGlossaryEntries).then(|| InjectedFault::with_status(410))
        })));
        let refused = world.plan().await.unwrap_err();
        assert!(
            FailureCause::from(&refused) == FailureCause::Rejected && !refused.to_string().contains("not found"),
            "{refused}"
        );
    });
}

#[test]
fn a_dictionary_that_is_gone_goes_from_the_files_unless_they_changed_it() {
    paused(async {
        let mut world = World::new(1, |_| {});
        let both = |entries: Entries<'_>| vec![glossary("terms", "Ours", &[("de", "en", TWO), ("de", "fr", entries)])];
        want(&mut world, Vec::new(), both(TWO), Vec::new());
        applied(&mut world).await;
        let state = world.disk.state();
        let mut live = world.live().await;
        for held in live.glossaries.values_mut() {
            held.parts.retain(|part, _| !part.to_string().contains("fr"));
        }
        for (entries, verdict) in [(TWO, DriftVerdict::WriteToFiles), (&TWO[..1], DriftVerdict::Conflict)] {
            want(&mut world, Vec::new(), both(entries), Vec::new());
            let found = drift::detect_drift(
                &state,
                &live,
                Some(&world.desired),
                &load::builtin_catalogue(load::Edition::Core),
                &Default::default(),
            );
            let ResourceDeltas::TermSet(deltas) = &found.resources[0].deltas else { panic!("{found:?}") };
            assert_eq!(deltas.iter().map(|delta| delta.verdict).collect::<Vec<_>>(), [verdict]);
        }
    });
}

#[test]
fn many_entries_that_differ_are_told_as_a_whole_and_fewer_by_name() {
    paused(async {
        let mut world = World::new(1, |_| {});
        let words: Vec<String> = (0..60).map(|n| format!("Wort {n}")).collect();
        let entries: Vec<(&str, &str)> = words.iter().map(|word| (word.as_str(), "word")).collect();
        one(&mut world, &entries);
        applied(&mut world).await;
        let live = world.live().await;
        for (gone, told) in [(50, 50), (51, 1)] {
            let mut live = live.clone();
            let part = live.glossaries.values_mut().next().unwrap().parts.values_mut().next().unwrap();
            Arc::make_mut(part.entries.as_mut().unwrap()).retain(|source, _| !words[..gone].contains(source));
            part.entry_count -= gone as u64;
            let drifted = drift::detect_drift(
                &world.disk.state(),
                &live,
                Some(&world.desired),
                &load::builtin_catalogue(load::Edition::Core),
                &Default::default(),
            );
            assert_eq!(drifted.resources[0].changes.len(), told);
        }
    });
}

#[test]
fn an_entry_that_both_sides_added_differently_is_a_conflict() {
    paused(async {
        let mut world = World::new(1, |_| {});
        one(&mut world, &TWO[1..]);
        applied(&mut world).await;
        let mut live = world.live().await;
        let part = live.glossaries.values_mut().next().unwrap().parts.values_mut().next().unwrap();
        Arc::make_mut(part.entries.as_mut().unwrap()).insert("Haus".to_owned(), "home".to_owned());
        part.entry_count += 1;
        one(&mut world, TWO);
        let plan = world.plan_against(&live);
        assert_eq!(causes(&plan), [("entry \"Haus\" of de > en".to_owned(), Cause::Conflict)]);
    });
}

#[test]
fn a_saved_plan_is_shown_again_as_it_was() {
    paused(async {
        let mut world = World::new(1, |_| {});
        let styles = vec![style("shop", "Ours, shop", "de", GERMAN, &[("Ton", "Be brief.")])];
        let spoken = terms("brands", "Ours, brands", &[("de", &["Acme", "Roadrunner"])]);
        want(&mut world, styles, vec![glossary("terms", "Ours, terms", &[("de", "en", TWO)])], vec![spoken]);
        let plan = world.plan().await.unwrap();
        assert_eq!(plan.count_operations(Operation::Create), 3);
        let shown = |plan: &Plan| render_human(plan, "", &RenderOptions::default());
        let saved = saved_display::displayed_plan(&document::plan_document(&plan)).unwrap();
        assert_eq!(shown(&saved), shown(&plan));
        let text = document::render_plan(&document::plan_document(&plan));
        assert!(text.contains("\"prompt\": \"Be brief.\""), "what is sent is part of what is reviewed: {text}");
    });
}

#[test]
fn what_the_service_changed_is_in_the_files_only_if_they_say_the_same() {
    let wanted = glossary("terms", "Ours", &[("de", "en", TWO)]).content();
    let part = wanted.parts.keys().next().unwrap().clone();
    let entry = |source: &str, after: Option<&str>| TermSetDelta::Entry {
        part: part.clone(),
        source: source.to_owned(),
        after: after.map(str::to_owned),
    };
    let entries = wanted.parts[&part].clone();
    for (delta, is_there) in [
        (TermSetDelta::Name { after: "Ours".to_owned() }, true),
        (TermSetDelta::Name { after: "Theirs".to_owned() }, false),
        (entry("Haus", Some("house")), true),
        (entry("Haus", Some("home")), false),
        (entry("Haus", None), false),
        (entry("Hof", None), true),
        (TermSetDelta::Part { part: part.clone(), after: Some(entries) }, true),
        (TermSetDelta::Part { part: part.clone(), after: None }, false),
    ] {
        assert_eq!(drift_term_set::is_in_files(&delta, &wanted), is_there, "{delta:?}");
    }
}

#[test]
fn a_glossary_that_was_edited_since_the_plan_is_not_written_to() {
    paused(async {
        let mut world = World::new(1, |_| {});
        one(&mut world, TWO);
        applied(&mut world).await;
        one(&mut world, &TWO[1..]);
        let plan = world.plan().await.unwrap();
        held::add_entry(&world, "Ours", "Hof", "yard");
        let writes = world.emulator.write_count();
        let report = world.carry_out(&plan).await;
        assert_eq!(
            (report.end, world.emulator.write_count()),
            (RunEnd::Failed(FailureCause::Stale), writes),
            "{report:?}"
        );
    });
}
