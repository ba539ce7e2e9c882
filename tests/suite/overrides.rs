//! Addresses that people pass, blocks that reviewers merge, and what each of them allows: one address, never more.

use housestyle::diagnostic::Place;
use housestyle::model::resource::UnreadKind;
use housestyle::model::reviewed::{ImportBlock, MovedBlock, RemovedBlock};
use housestyle::model::style::Style;
use housestyle::model::{Id, Kind};
use housestyle::plan::{Agreement, Hazard, Operation, Safeguard, document};

use crate::playground::{self, write};
use crate::scripted_service;
use crate::simulated_world::{ACCOUNT, GERMAN, World, address, applied, operations, paused, safeguards, style};

fn place() -> Place {
    Place { file: "housestyle.toml".into(), line: 3, column: 1 }
}

fn shop(key: &str, name: &str) -> Style {
    style(key, name, "de", GERMAN, &[("Anrede", "Say Sie."), ("Ton", "Be brief.")])
}

#[test]
fn a_file_and_name_that_both_changed_are_known_by_their_content() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.options.prune = true;
        world.want(vec![shop("shop", "Ours, shop")]);
        applied(&mut world).await;
        let id = world.lists()[0].style_id;
        world.want(vec![shop("store", "Ours, store")]);
        let plan = world.plan().await.unwrap();
        assert_eq!(safeguards(&plan), [Safeguard::RenamedKey]);
        assert!(plan.items.is_empty(), "{:?}", plan.items);
        let help = &plan.blockers[0].help;
        for way in ["--accept-rename style/store=style/shop", "--prune --allow-delete style/shop"] {
            assert!(help.contains(way), "{help}");
        }
        // Either way works as it is written.
        world.options.accept_rename.insert(address("store"), address("shop"));
        applied(&mut world).await;
        assert_eq!(world.lists().len(), 1);
        assert_eq!(world.lists()[0].style_id, id);
        world.options.accept_rename.clear();
        world.want(vec![shop("market", "Ours, market")]);
        world.options.agreed[Agreement::Delete].insert(address("store"));
        let plan = applied(&mut world).await;
        assert_eq!(operations(&plan), [Operation::Delete, Operation::Create]);
        assert_ne!(world.lists()[0].style_id, id);
    });
}

#[test]
fn what_is_protected_and_without_a_file_is_kept_until_both_are_asked_for() {
    paused(async {
        let mut world = World::new(1, |_| {});
        let mut legal = shop("legal", "Ours, legal");
        legal.protected = true;
        let other = style("other", "Ours, other", "en", &[], &[]);
        world.want(vec![legal, other.clone()]);
        applied(&mut world).await;
        world.want(vec![other]);
        for (prune, allow, kept, blocked) in [
            (false, false, true, false),
            (false, true, true, false),
            (true, false, false, true),
            (true, true, false, false),
        ] {
            world.options.prune = prune;
            world.options.agreed[Agreement::Delete] = allow.then(|| address("legal")).into_iter().collect();
            let plan = world.plan().await.unwrap();
            assert_eq!(plan.kept.iter().any(|kept| kept.effect == "delete"), kept, "{prune} {allow}");
            assert_eq!(safeguards(&plan) == [Safeguard::Protected], blocked, "{prune} {allow}");
            let told = plan.kept.iter().map(|kept| &kept.reason).chain(plan.blockers.iter().map(|said| &said.help));
            for text in told {
                assert!(text.contains("--allow-delete style/legal") && text.contains("state rm style/legal"), "{text}");
            }
            assert_eq!(operations(&plan).contains(&Operation::Delete), prune, "{prune} {allow}");
        }
    });
}

#[test]
fn what_was_imported_without_being_named_is_deleted_by_name_only() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.options.prune = true;
        let other = style("other", "Ours, other", "en", &[], &[]);
        world.want(vec![shop("shop", "Ours, shop"), other.clone()]);
        applied(&mut world).await;
        world.disk.lose();
        let plan = applied(&mut world).await;
        assert_eq!(operations(&plan), [Operation::Import, Operation::Import]);
        assert!(plan.notes.iter().any(|note| note.contains("not known to be this project's work")), "{:?}", plan.notes);
        // It is remembered through later changes.
        world.want(vec![style("shop", "Ours, shop", "de", GERMAN, &[("Ton", "Be kind.")]), other.clone()]);
        applied(&mut world).await;
        world.want(vec![other]);
        let plan = world.plan().await.unwrap();
        assert_eq!(safeguards(&plan), [Safeguard::Imported]);
        world.options.agreed[Agreement::Delete].insert(address("shop"));
        applied(&mut world).await;
        assert_eq!(world.lists().len(), 1);
    });
}

#[test]
fn a_resource_that_was_named_when_imported_is_ours() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.options.prune = true;
        let other = style("other", "Ours, other", "en", &[], &[]);
        world.want(vec![shop("shop", "Ours, shop"), other.clone()]);
        applied(&mut world).await;
        world.disk.lose();
        world.options.import.insert(address("shop"), None);
        applied(&mut world).await;
        world.options.import.clear();
        world.want(vec![other]);
        let plan = applied(&mut world).await;
        assert_eq!(operations(&plan), [Operation::Delete]);
    });
}

#[test]
fn a_deleted_resource_is_shown_to_get_a_new_id() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.want(vec![shop("shop", "Ours, shop"), style("other", "Ours, other", "en", &[], &[])]);
        applied(&mut world).await;
        let gone = world.lists().into_iter().find(|held| held.name == "Ours, shop").unwrap();
        world.emulator.remove_record(ACCOUNT, gone.style_id);
        let plan = world.plan().await.unwrap();
        assert_eq!(operations(&plan), [Operation::Create]);
        assert_eq!(plan.items[0].hazards, [Hazard::ChangesId, Hazard::OverwritesDrift]);
        assert!(plan.notes.iter().any(|note| note.contains("new id")), "{:?}", plan.notes);
    });
}

#[test]
fn blocks_do_what_they_name_and_then_nothing() {
    paused(async {
        let mut world = World::new(1, |_| {});
        let differs = style("shop", "Ours, shop", "de", &[], &[("Ton", "Be kind.")]);
        world.want(vec![differs.clone(), style("old", "Ours, old", "en", &[], &[("x", "Y.")])]);
        applied(&mut world).await;
        let held = world.lists();
        let id =
            |name: &str| Id::new(&held.iter().find(|list| list.name == name).unwrap().style_id.to_string()).unwrap();
        let (shop_id, old_id) = (id("Ours, shop"), id("Ours, old"));
        // Lost, so that both are unmanaged; the file of one differs from what is there.
        world.disk.lose();
        world.want(vec![shop("shop", "Ours, shop")]);
        assert_eq!(safeguards(&world.plan().await.unwrap()), [Safeguard::Unmanaged]);
        let before = document::plan_document(&world.plan().await.unwrap()).digest;
        world.options.reviewed.imports = vec![ImportBlock {
            to: address("shop"),
            id: shop_id.clone(),
            reason: Some("ours since May".to_owned()),
            place: place(),
        }];
        let plan = world.plan().await.unwrap();
        assert_ne!(document::plan_document(&plan).digest, before, "blocks are part of what is approved");
        assert_eq!(operations(&plan), [Operation::Import]);
        assert!(plan.notes.iter().any(|note| note.contains("ours since May")), "{:?}", plan.notes);
        applied(&mut world).await;
        let plan = world.plan().await.unwrap();
        assert!(plan.is_empty() && plan.blockers.is_empty());
        assert!(plan.notes.iter().any(|note| note.contains("[[import]] is done, can be removed")), "{:?}", plan.notes);

        // Another address under the same id.
        world.options.reviewed.imports.clear();
        world.options.reviewed.moves =
            vec![MovedBlock { from: address("shop"), to: address("store"), reason: None, place: place() }];
        world.want(vec![shop("store", "Ours, shop")]);
        let plan = applied(&mut world).await;
        assert_eq!(plan.items[0].moved_from, Some(address("shop")));
        assert_eq!(plan.items[0].id, Some(shop_id));
        let plan = world.plan().await.unwrap();
        assert!(
            plan.is_empty()
                && plan
                    .notes
                    .iter()
                    .any(|note| { note.contains("[[moved]] is done, can be removed (style/shop is style/store now)") }),
            "{:?}",
            plan.notes
        );

        // Away from the state, then from the service; without --prune, and for this address alone.
        let two = vec![style("extra", "Ours, extra", "en", &[], &[("x", "Z.")]), shop("store", "Ours, shop")];
        world.options.reviewed.moves.clear();
        world.want(two);
        applied(&mut world).await;
        world.options.prune = false;
        world.want(vec![shop("store", "Ours, shop")]);
        world.options.reviewed.removals =
            vec![RemovedBlock { address: address("extra"), delete: false, reason: None, place: place() }];
        let plan = applied(&mut world).await;
        assert_eq!(operations(&plan), [Operation::Forget]);
        let shown =
            housestyle::report::plan_report::render_human(&plan, "", &housestyle::report::RenderOptions::default());
        assert!(shown.contains("stays on the service") && !shown.contains("gone from the service"), "{shown}");
        assert_eq!(world.lists().len(), 3);
        let plan = world.plan().await.unwrap();
        let done = "[[removed]] is done, can be removed (style/extra is not managed any more)";
        assert!(plan.notes.iter().any(|note| note.contains(done)), "{:?}", plan.notes);
        world.options.reviewed.removals =
            vec![RemovedBlock { address: address("store"), delete: true, reason: None, place: place() }];
        let plan = world.plan().await.unwrap();
        assert_eq!(safeguards(&plan), [Safeguard::ReviewedChange], "a file still defines it");
        world.want(vec![style("other", "Ours, other", "en", &[], &[])]);
        let plan = applied(&mut world).await;
        assert_eq!(operations(&plan), [Operation::Delete, Operation::Create]);
        assert!(world.lists().iter().any(|held| held.style_id.to_string() == old_id.to_string()));
        let mut names: Vec<String> = world.lists().into_iter().map(|held| held.name.clone()).collect();
        names.sort();
        assert_eq!(names, ["Ours, extra", "Ours, old", "Ours, other"]);
    });
}

fn project(settings: &str) -> tempfile::TempDir {
    let folder = playground::project();
    write(folder.path(), "housestyle.toml", settings);
    folder
}

#[test]
fn an_address_that_names_nothing_is_a_wrong_argument_everywhere() {
    let folder = project("");
    let (code, _, said) = scripted_service::run(folder.path(), &["apply", "--auto-approve"], &[]);
    assert_eq!(code, 0, "{said}");
    let with = |flag: &str, value: &str| vec!["plan".to_owned(), flag.to_owned(), value.to_owned()];
    let mut wrong: Vec<Vec<String>> = [
        "--target",
        "--import",
        "--allow-replace",
        "--allow-delete",
        "--allow-shrink",
        "--allow-takeover",
        "--recreate",
        "--drop-unknown",
    ]
    .into_iter()
    .map(|flag| with(flag, "style/shp"))
    .collect();
    wrong.push(with("--take", "mine=style/shp"));
    wrong.push(with("--accept-rename", "style/shp=style/shop"));
    wrong.push(with("--accept-rename", "style/shop=style/shp"));
    wrong.push(vec!["drift".to_owned(), "shp".to_owned()]);
    wrong.push(vec!["pull".to_owned(), "--take".to_owned(), "mine=shp".to_owned()]);
    wrong.push(vec!["pull".to_owned(), "style/shp".to_owned()]);
    for arguments in wrong {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let (code, _, said) = scripted_service::run(folder.path(), &arguments, &[]);
        assert_eq!(code, 64, "{arguments:?}: {said}");
        assert!(said.contains("did you mean `style/shop`?"), "{arguments:?}: {said}");
    }
    let (code, _, said) = scripted_service::run(folder.path(), &["plan", "--target", "glossary/nothing-near"], &[]);
    assert!(code == 64 && said.contains("housestyle state list"), "{said}");
    let folder = project("[safeguards]\nprotect = [\"style/shp\"]\n");
    let (code, _, said) = scripted_service::run(folder.path(), &["plan"], &[]);
    assert!(code == 64 && said.contains("`protect` in housestyle.toml") && said.contains("`style/shop`"), "{said}");
}

#[test]
fn blocks_of_the_project_file_are_checked_like_everything_in_it() {
    let good = "[[import]]\nto = \"style/shop\"\nid = \"abc-1\"\nreason = \"since May\"\n\n\
        [[moved]]\nfrom = \"style/a\"\nto = \"style/shop\"\n\n[[removed]]\naddress = \"style/b\"\ndelete = false\n";
    let folder = project(good);
    let (code, out, said) = scripted_service::run(folder.path(), &["validate"], &[]);
    assert_eq!(code, 0, "{out}{said}");
    for (block, wanted) in [
        ("[[import]]\nto = \"style/shop\"\n", "`[[import]]` has no `id`"),
        ("[[import]]\nto = \"style/shop\"\nid = \"a/b\"\n", "not an id"),
        ("[[moved]]\nfrom = \"style/a\"\n", "`[[moved]]` has no `to`"),
        ("[[moved]]\nfrom = \"style/a\"\nto = \"glossary/a\"\n", "different kinds"),
        ("[[removed]]\naddress = \"style/a\"\n", "`[[removed]]` has no `delete`"),
        ("[[removed]]\naddress = \"a b\"\ndelete = true\n", "not an address"),
        ("[[removed]]\naddress = \"style/a\"\ndelete = true\nwhy = \"x\"\n", "has no field `why`"),
        ("[[import]]\nto = \"style/a\"\nid = \"x\"\nenvironments = [\"nowhere\"]\n", "no environment `nowhere`"),
        ("[import]\nto = \"style/a\"\n", "list of tables"),
    ] {
        write(folder.path(), "housestyle.toml", block);
        let (code, out, said) = scripted_service::run(folder.path(), &["validate"], &[]);
        assert!(code == 3 && format!("{out}{said}").contains(wanted), "{block}: {out}{said}");
    }
}

#[test]
fn a_plan_of_another_environment_says_which_one_to_choose() {
    let folder = project("[environments.staging]\n");
    let (code, _, said) =
        scripted_service::run(folder.path(), &["plan", "--env", "staging", "--out", "plan.json"], &[]);
    assert_eq!(code, 0, "{said}");
    let (code, _, said) = scripted_service::run(folder.path(), &["apply", "plan.json"], &[]);
    assert!(code == 6 && said.contains("--env staging"), "{said}");
}

#[test]
fn what_the_service_does_not_list_is_told_and_the_rest_goes_on() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.want(vec![shop("shop", "Ours, shop")]);
        applied(&mut world).await;
        world.want(vec![shop("shop", "Ours, shop"), shop("new", "Ours, new")]);
        for (status, reason) in [(404, "has no lists"), (403, "rejected the listing of lists: 403")] {
            let mut live = world.live().await;
            live.styles.clear();
            live.unread_kinds.insert(Kind::Style, UnreadKind::Refused(status));
            let plan = world.plan_against(&live);
            assert!(plan.items.is_empty() && plan.blockers.is_empty(), "nothing is guessed: {:?}", plan.items);
            let kept: Vec<String> = plan.kept.iter().map(|kept| kept.address.to_string()).collect();
            assert_eq!(kept, ["style/new", "style/shop"]);
            assert!(plan.kept.iter().all(|kept| kept.reason.contains(reason)), "{:?}", plan.kept);
            assert!(plan.is_incomplete());
        }
    });
}

#[test]
fn several_environments_are_planned_approved_and_applied_in_one_run() {
    let folder = project(
        "service = \"emulator\"\n[environments.prod-eu]\n[environments.prod-us]\n[environments.keyless]\nservice = \"deepl\"\n",
    );
    let run = |arguments: &[&str]| scripted_service::run(folder.path(), arguments, &[]);
    let (code, out, said) = run(&["plan", "--env", "prod-*", "--format", "json"]);
    assert_eq!(code, 0, "{said}");
    let plans: serde_json::Value = serde_json::from_str(&out).unwrap();
    let names: Vec<&str> =
        plans["environments"].as_array().unwrap().iter().map(|each| each["environment"].as_str().unwrap()).collect();
    assert_eq!(names, ["prod-eu", "prod-us"]);
    let digest = plans["digest"].as_str().unwrap();
    // Another selection is another digest, and nothing is sent.
    let (code, _, said) = run(&["apply", "--env", "prod-eu", "--env", "default", "--approve", digest]);
    assert!(code == 6 && said.contains("nothing was sent"), "{said}");
    let (code, out, said) = run(&["apply", "--env", "prod-*", "--approve", digest]);
    assert_eq!(code, 0, "{out}{said}");
    for file in ["housestyle.prod-eu.lock.json", "housestyle.prod-us.lock.json"] {
        assert!(folder.path().join(file).is_file(), "each has its own state");
    }
    assert!(!folder.path().join("housestyle.lock.json").exists());
    // One lacks its key: the others are applied, and the gravest exit code tells.
    let (code, out, said) = run(&["apply", "--all-envs", "--auto-approve"]);
    assert_eq!(code, 8, "{out}{said}");
    assert!(said.contains("environment keyless: "), "{said}");
    assert!(folder.path().join("housestyle.lock.json").is_file());
    let (code, out, _) = run(&["plan", "--env", "default", "--env", "prod-us", "--detailed-exitcode"]);
    assert!(code == 0 && out.contains("nothing to do"), "{out}");
    // Side by side, what each lacks.
    write(folder.path(), "styles/new.yaml", "name: New\nlanguage: en\n");
    run(&["apply", "--env", "prod-eu", "--auto-approve"]);
    let (code, out, _) = run(&["plan", "--env", "prod-eu,prod-us", "--detailed-exitcode"]);
    assert_eq!(code, 2);
    let row = out.lines().find(|line| line.starts_with("style/new ")).unwrap_or_default();
    assert_eq!(row.split_whitespace().collect::<Vec<_>>(), ["style/new", "=", "+", "create"], "{out}");
    let (code, out, _) = run(&["plan", "--env", "prod-eu,prod-us", "--format", "markdown"]);
    assert!(code == 0 && out.matches("<!-- housestyle").count() == 1, "{out}");
    for wrong in
        [&["drift", "--env", "prod-*", "--patch"][..], &["state", "list", "--all-envs"], &["plan", "--env", "prd-*"]]
    {
        let (code, _, said) = run(wrong);
        assert_eq!(code, 64, "{wrong:?}: {said}");
    }
    let (code, _, said) = run(&["plan", "--env", "prd-eu"]);
    assert!(code == 64 && said.contains("did you mean `prod-eu`?"), "{said}");
}

#[test]
fn several_environments_are_one_page_and_are_compared_with_a_snapshot_each() {
    let folder =
        project("service = \"emulator\"\n[environments.prod-eu]\n[environments.prod-us]\n[environments.staging]\n");
    let run = |arguments: &[&str]| scripted_service::run(folder.path(), arguments, &[]);
    assert_eq!(run(&["apply", "--env", "prod-eu", "--auto-approve"]).0, 0);
    write(folder.path(), "styles/new.yaml", "name: New <b>\nlanguage: en\n");
    let (code, out, said) = run(&["plan", "--env", "prod-*", "--format", "html", "--write", "html=plan.html"]);
    assert_eq!(code, 0, "{said}");
    assert_eq!(std::fs::read_to_string(folder.path().join("plan.html")).unwrap(), out);
    // One page: one head, one search, one script; each environment in full, and what each lacks side by side.
    for (part, times) in [
        ("<!doctype html>", 1),
        ("<h1>", 1),
        ("id=\"find\"", 1),
        ("id=\"all\"", 1),
        ("</script>", 1),
        ("<h2>Environment prod-eu</h2>", 1),
        ("<h2>Environment prod-us</h2>", 1),
        ("class=\"tally\"", 2),
        ("New &lt;b&gt;", 2),
        ("<b>\"", 0),
    ] {
        assert_eq!(out.matches(part).count(), times, "{part}: {out}");
    }
    assert!(out.contains("Side by side") && out.contains("style/shop  =            + create"), "{out}");
    // Against snapshots, each goes to its environment.
    for environment in ["prod-eu", "prod-us"] {
        let file = format!("{environment}.json");
        let (code, _, said) = run(&["snapshot", "--env", environment, "--out", &file]);
        assert_eq!(code, 0, "{said}");
    }
    let live = run(&["plan", "--env", "prod-*", "--format", "json"]).1;
    let both = ["--against", "prod-us.json", "--against", "prod-eu.json"];
    let (code, out, said) = run(&[&["plan", "--env", "prod-*", "--format", "json"][..], &both].concat());
    assert_eq!((code, &out), (0, &live), "{said}");
    let one = &both[..2];
    for (selected, named, code, expected) in [
        ("prod-*", one, 5, "--against: housestyle snapshot --env prod-eu"),
        ("prod-eu", &both[..], 64, "prod-us.json is of environment prod-us, which was not selected"),
        ("prod-eu", one, 5, "of environment prod-us, but this run is about prod-eu"),
        ("prod-*", &["--against", "prod-us.json", "--against", "./prod-us.json"], 64, "both of environment prod-us"),
    ] {
        let (ended, _, said) = run(&[&["plan", "--env", selected][..], named].concat());
        assert!(ended == code && said.contains(expected), "{selected} {named:?}: {ended} {said}");
    }
}

#[test]
fn the_saved_plans_of_several_environments_are_applied_as_they_were_reviewed() {
    let folder = project("service = \"emulator\"\n[environments.prod-eu]\n[environments.prod-us]\n");
    let run = |arguments: &[&str]| scripted_service::run(folder.path(), arguments, &[]);
    let (code, _, said) = run(&["plan", "--env", "prod-*", "--out", "plans.json"]);
    assert!(code == 0 && said.contains("housestyle apply --env 'prod-*' plans.json"), "{said}");
    // Of one environment, of others, and changed by hand: nothing is sent.
    let (code, _, said) = run(&["apply", "--env", "prod-eu", "plans.json"]);
    assert!(code == 64 && said.contains("several environments"), "{said}");
    let (code, _, said) = run(&["apply", "--all-envs", "plans.json"]);
    assert!(code == 6 && said.contains("--env prod-eu --env prod-us"), "{said}");
    let saved = std::fs::read_to_string(folder.path().join("plans.json")).unwrap();
    write(folder.path(), "forged.json", &saved.replacen("\"create\": 1", "\"create\": 2", 1));
    let (code, _, said) = run(&["apply", "--env", "prod-*", "forged.json"]);
    assert!(code == 6 && said.contains("cannot be applied"), "{code} {said}");
    assert!(!folder.path().join("housestyle.prod-eu.lock.json").exists());
    // A file that changed since then.
    write(folder.path(), "styles/new.yaml", "name: New\nlanguage: en\n");
    let (code, _, said) = run(&["apply", "--env", "prod-*", "plans.json"]);
    assert!(code == 6 && said.contains("environment prod-eu: the files changed"), "{said}");
    std::fs::remove_file(folder.path().join("styles/new.yaml")).unwrap();
    let (code, out, said) = run(&["apply", "--env", "prod-*", "plans.json", "--format", "json"]);
    assert_eq!(code, 0, "{out}{said}");
    let applied: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(applied["housestyle_applies"], 1);
    assert_eq!(applied["environments"][1]["report"]["summary"]["done"], 1, "{out}");
    let (code, out, said) = run(&["drift", "--env", "prod-*", "--format", "json"]);
    assert_eq!(code, 0, "{out}{said}");
    let drifts: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(drifts["environments"][0]["drift"]["housestyle_drift"], 1, "{out}");
    assert_eq!(drifts["environments"][1]["environment"], "prod-us", "{out}");
    for (kind, document) in [("plans", &saved), ("applies", &applied.to_string()), ("drifts", &out)] {
        let (code, schema, _) = run(&["schema", kind]);
        assert_eq!(code, 0);
        let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
        let document: serde_json::Value = serde_json::from_str(document).unwrap();
        jsonschema::validate(&schema, &document).unwrap_or_else(|error| panic!("{kind}: {error}"));
    }
}

#[test]
fn the_drift_of_several_environments_is_one_result_in_every_format() {
    let folder = project("service = \"emulator\"\n[environments.prod-eu]\n[environments.prod-us]\n");
    let run = |arguments: &[&str]| scripted_service::run(folder.path(), arguments, &[]);
    let (code, out, said) = run(&["apply", "--all-envs", "--auto-approve"]);
    assert_eq!(code, 0, "{out}{said}");
    let account = folder.path().join(".housestyle/emulator.prod-us.json");
    let held = std::fs::read_to_string(&account).unwrap();
    std::fs::write(&account, held.replace("\"Shop", "\"Shop <b>")).unwrap();
    let all = ["drift", "--all-envs", "--write", "html=drift.html", "--write", "markdown=drift.md"];
    let (code, out, said) = run(&all);
    assert_eq!(code, 2, "{out}{said}");
    assert!(out.contains("\ndefault: none; 1 unchanged\nprod-eu: none; 1 unchanged\nprod-us: 1 changed"), "{out}");
    // Taken over where it is, undone wherever it is.
    assert!(out.contains("housestyle pull --env prod-us\n") && !out.contains("pull --env prod-eu"), "{out}");
    assert!(out.contains("housestyle apply --all-envs"), "{out}");
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let comment = read("drift.md");
    assert!(comment.starts_with("<!-- housestyle drift default_prod-eu_prod-us -->"), "{comment}");
    assert_eq!(comment.matches("<!-- housestyle").count(), 1, "{comment}");
    assert_eq!(comment.matches("\n### Drift: none").count(), 2, "{comment}");
    let page = read("drift.html");
    for (part, times) in
        [("<!doctype html>", 1), ("id=\"find\"", 1), ("<h2>Environment ", 3), ("Shop &lt;b&gt;", 1), ("Shop <b>", 0)]
    {
        assert_eq!(page.matches(part).count(), times, "{part}: {page}");
    }
}

#[test]
fn a_printed_command_works_on_the_environment_that_was_planned() {
    let folder = project("service = \"emulator\"\n[environments.prod-eu]\n");
    let run = |arguments: &[&str]| scripted_service::run(folder.path(), arguments, &[]);
    assert_eq!(run(&["apply", "--env", "prod-eu", "--auto-approve"]).0, 0);
    let account = folder.path().join(".housestyle/emulator.prod-eu.json");
    let held = std::fs::read_to_string(&account).unwrap();
    std::fs::write(&account, held.replace("\"Shop", "\"Elsewhere")).unwrap();
    write(folder.path(), "styles/shop.yaml", "name: Store\nlanguage: de\n");
    for (command, code) in [("plan", 5), ("pull", 5), ("drift", 2)] {
        for format in ["human", "json"] {
            let (ended, out, said) = run(&[command, "--env", "prod-eu", "--format", format]);
            assert_eq!(ended, code, "{command}: {out}{said}");
            let text = (out + &said).split_whitespace().collect::<Vec<_>>().join(" ");
            let commands = text.match_indices("housestyle ").map(|(at, _)| &text[at..]);
            for printed in commands.filter(|printed| !printed.starts_with("housestyle explain")) {
                let words: Vec<&str> = printed.split([' ', '`', '"', '\\']).take(6).collect();
                assert!(words.windows(2).any(|words| words == ["--env", "prod-eu"]), "{command} {format}: {words:?}");
            }
            assert!(format == "json" || text.contains("--env prod-eu"), "{command}: {text}");
        }
    }
}
