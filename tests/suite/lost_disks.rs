//! The real program is killed at every call of an apply, and its machine is thrown away with everything on it. Another machine
//! clones what was pushed and goes on: nothing is doubled, nothing of ours is left over, nothing foreign is touched, and what
//! it tells of its work is what the log of the account shows.
//!
//! `HOUSESTYLE_LEASES=real` waits for the lease of each dead run until it ends by itself, a minute later.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use housestyle::emulator::{Clock, EmulatorOptions, InjectedFault, LogEntry, Moment, StoredStyleList};
use housestyle::model::tag::Tag;
use housestyle::state::lease::{self, LeaseRequest};
use serde_json::Value;

use crate::objects::{self, server::ObjectServer};
use crate::playground::{git, outcome, outcome_in_one, write};
use crate::process::list;
use crate::shared_state::{STACK, Site, lease_request};
use crate::simulated_world::address;

const APPLY: [&str; 3] = ["apply", "--auto-approve", "--prune"];
/// What the files want.
const WANTED: [&str; 4] = ["Also", "Comes", "Edited", "New name"];

/// Where the state is, and so what of it outlives a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Home {
    /// A reference of the remote.
    Git,
    /// An object in a bucket.
    Object,
    /// A file that is committed after each apply: the one of the apply before.
    CommittedFile,
    /// A file that nobody commits: nothing.
    LostFile,
}

const HOMES: [Home; 4] = [Home::Git, Home::Object, Home::CommittedFile, Home::LostFile];

/// When the program dies.
#[derive(Clone, Copy, Debug)]
enum Death {
    BeforeTheServiceActs,
    AfterTheServiceActed,
}

const DEATHS: [Death; 2] = [Death::BeforeTheServiceActs, Death::AfterTheServiceActed];

/// An account, a bare repository and a place for the state. What was applied before, and what the files want now: an edit, a
/// rename, a deletion, two creations. Where no state outlives the machine, everything is to be created.
struct Story {
    site: Site,
    home: Home,
    objects: ObjectServer,
    foreign: Vec<Arc<StoredStyleList>>,
}

impl Story {
    fn new(home: Home) -> Self {
        // What another run left has an age.
        let options = EmulatorOptions { clock: Clock::system(), ..EmulatorOptions::default() };
        let (site, objects) = (Site::with_options(options), ObjectServer::new());
        let others = [
            "Theirs".to_owned(),
            "Comes (copy)".to_owned(),
            Tag::new("zzzzzz", &address("also"), "abcdefgh").tagged_name("Also"),
        ];
        for name in others {
            let now = Moment::from_micros(1_780_000_000_000_000);
            let list = StoredStyleList {
                style_id: site.emulator.new_id(),
                name,
                creation_time: now,
                updated_time: now,
                language: "de".to_owned(),
                version: 1,
                configured_rules: Arc::default(),
                custom_instructions: Vec::new(),
            };
            site.emulator.insert_style_list("default", list);
        }
        let foreign = site.emulator.style_lists("default");
        let story = Self { site, home, objects, foreign };
        let author = story.site.checkout("author", &[]);
        let store = if home == Home::Git { "state = { store = \"git\" }\n" } else { "" };
        write(&author, "housestyle.toml", &format!("stack = \"{STACK}\"\n{store}"));
        if home != Home::LostFile {
            write(&author, "styles/edited.yaml", &list("Edited", "Be brief."));
            write(&author, "styles/renamed.yaml", &list("Old name", "Be brief."));
            // Content of its own: with that of a new list, it would be asked about as a rename.
            write(&author, "styles/goes.yaml", &list("Goes", "Be kind."));
            push(&author);
            let (code, _, said) = story.apply(&author);
            assert_eq!(code, 0, "{said}");
            push(&author);
            std::fs::remove_file(author.join("styles/goes.yaml")).unwrap();
        }
        write(&author, "styles/edited.yaml", &list("Edited", "Be long."));
        write(&author, "styles/renamed.yaml", &list("New name", "Be brief."));
        write(&author, "styles/comes.yaml", &list("Comes", "Be brief."));
        write(&author, "styles/also.yaml", &list("Also", "Be brief."));
        push(&author);
        std::fs::remove_dir_all(&author).unwrap();
        story
    }

    /// What a machine has that was never here before.
    fn fresh_clone(&self, name: &str) -> PathBuf {
        let folder = self.site.folder.path();
        git(folder, &["clone", "--quiet", "--branch", "main", "remote.git", name]);
        folder.join(name)
    }

    fn command(&self, folder: &Path, arguments: &[&str]) -> Command {
        let mut command = self.site.command(folder, arguments);
        command.env("HOUSESTYLE_PARALLELISM", "2");
        if self.home == Home::Object {
            command.envs(objects::with_state(&self.objects));
        }
        command
    }

    /// Exit code, the report as JSON, and what was said beside it.
    fn apply(&self, folder: &Path) -> (i32, Value, String) {
        let (code, out, said) = outcome(&mut self.command(folder, &[&APPLY[..], &["--format", "json"]].concat()));
        let report = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{code}: {out}{said}"));
        (code, report, out + &said)
    }

    fn names(&self) -> Vec<String> {
        let known: BTreeSet<_> = self.foreign.iter().map(|list| list.style_id).collect();
        let lists = self.site.emulator.style_lists("default");
        let ours = lists.iter().filter(|list| !known.contains(&list.style_id));
        let mut names: Vec<String> = ours.map(|list| list.name.clone()).collect();
        names.sort();
        names
    }

    fn log_from(&self, first: usize) -> Vec<LogEntry> {
        self.site.emulator.log_entries().split_off(first)
    }

    /// The lease of the dead run ends, as it does a minute later by the clock of whoever waits.
    fn end_lease(&self, folder: &Path) {
        if std::env::var("HOUSESTYLE_LEASES").is_ok_and(|leases| leases == "real") {
            return;
        }
        let backend: Box<dyn housestyle::state::backend::StateBackend> = match self.home {
            Home::Git => Box::new(self.site.backend(folder)),
            Home::Object => Box::new(objects::s3(&self.objects)),
            Home::CommittedFile | Home::LostFile => return,
        };
        let expired = LeaseRequest { expiry: Duration::ZERO, ..lease_request("later", 0, self.site.folder.path()) };
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let taken = runtime.block_on(lease::acquire_lease(backend, &expired, &|_, _| (), Box::new(|_: &str| ())));
        drop(taken.unwrap());
    }
}

fn push(folder: &Path) {
    git(folder, &["add", "--all"]);
    git(folder, &["commit", "--quiet", "--allow-empty", "--message", "files"]);
    git(folder, &["push", "--quiet", "origin", "HEAD:main"]);
}

#[test]
fn a_machine_that_is_lost_at_any_call_is_mended_from_a_fresh_clone() {
    let calls = HOMES.map(|home| {
        let story = Story::new(home);
        let before = story.log_from(0).len();
        let (code, report, said) = story.apply(&story.fresh_clone("alive"));
        assert_eq!((code, story.names()), (0, WANTED.map(str::to_owned).to_vec()), "{home:?}: {said}");
        tells_the_truth(&report, &story.log_from(before), &format!("{home:?}"));
        (home, story.log_from(before).len())
    });
    let cases: Vec<(Home, usize, Death)> = calls
        .into_iter()
        .flat_map(|(home, calls)| (1..=calls).flat_map(move |at| DEATHS.map(|death| (home, at, death))))
        .collect();
    // `HOUSESTYLE_KILLS=all` tries every one, in some minutes.
    let all = std::env::var("HOUSESTYLE_KILLS").is_ok_and(|said| said == "all");
    let cases: Vec<_> = cases.into_iter().step_by(if all { 1 } else { 5 }).collect();
    // Most of each case is waiting for what may still arrive: several wait side by side.
    let (next, kills) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let side_by_side = if std::env::var_os("HOUSESTYLE_LEASES").is_some() { 32 } else { 8 };
    std::thread::scope(|scope| {
        for _ in 0..side_by_side {
            scope.spawn(|| {
                while let Some((home, at, death)) = cases.get(next.fetch_add(1, Ordering::SeqCst)) {
                    kills.fetch_add(usize::from(lose(*home, *at, *death)), Ordering::SeqCst);
                }
            });
        }
    });
    let kills = kills.into_inner();
    println!("{kills} kills, {} cases, calls: {calls:?}", cases.len());
    // Lanes side by side take one call more or less.
    assert!(kills * 10 >= cases.len() * 9, "{kills} kills of {} cases", cases.len());
}

/// Kills the program at one call, throws its machine away and lets another one go on. Whether the call was reached.
fn lose(home: Home, at: usize, death: Death) -> bool {
    let story = Story::new(home);
    let dead = story.fresh_clone("dead");
    let (reached, wait) = std::sync::mpsc::channel();
    let mut n = 0;
    story.site.emulator.set_script(Some(Box::new(move |_| {
        n += 1;
        (n == at).then(|| {
            let _ = reached.send(());
            match death {
                Death::BeforeTheServiceActs => InjectedFault::LostBefore { hang: true },
                Death::AfterTheServiceActed => InjectedFault::LostAfter { hang: true },
            }
        })
    })));
    let before = story.log_from(0).len();
    let mut child = story.command(&dead, &APPLY).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let killed = wait.recv_timeout(Duration::from_secs(60)).is_ok();
    if killed {
        // The script is asked before the service acts; the log has the entry once it has.
        let logged = |story: &Story| story.log_from(before).len() >= at;
        for _ in 0..if matches!(death, Death::AfterTheServiceActed) { 500 } else { 0 } {
            if logged(&story) {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
    }
    child.wait().unwrap();
    story.site.emulator.set_script(None);
    std::fs::remove_dir_all(&dead).unwrap();
    mended(&story, &format!("{home:?}, killed at call {at}, {death:?}"));
    killed
}

/// One run of another machine mends everything, or two.
fn mended(story: &Story, why: &str) {
    let next = story.fresh_clone("next");
    story.end_lease(&next);
    for run in 1..=2 {
        let before = story.log_from(0).len();
        let (code, report, said) = story.apply(&next);
        assert_eq!(code, 0, "{why}, run {run}: {said}");
        tells_the_truth(&report, &story.log_from(before), &format!("{why}, run {run}: {said}"));
        if story.names() == WANTED {
            break;
        }
        assert!(run == 1, "{why}: {:?}: {said}", story.names());
    }
    let (writes, third) = (story.site.emulator.write_count(), story.fresh_clone("third"));
    let (code, report, said) = story.apply(&third);
    assert_eq!((code, story.site.emulator.write_count()), (0, writes), "{why}: {said}");
    tells_the_truth(&report, &[], why);
    assert_eq!(story.names(), WANTED, "{why}: {said}");
    let lists = story.site.emulator.style_lists("default");
    for foreign in &story.foreign {
        assert!(lists.contains(foreign), "{why}: {} was touched", foreign.name);
    }
    if matches!(story.home, Home::Git | Home::Object) {
        // The history knows of everything, also of what the dead run did.
        let (code, log, said) = outcome(&mut story.command(&third, &["state", "log", "-p"]));
        assert_eq!(code, 0, "{why}: {said}");
        for told in ["added style/also", "added style/comes", "removed style/goes", "changed style/edited"] {
            assert!(log.contains(told), "{why}: {told}: {log}");
        }
    }
}

/// The store of the state takes so many calls and refuses every one after them, with the machine of the run: what that run
/// made is known as ours when the store is there again, whether its machine is or not.
#[test]
fn what_a_run_made_whose_store_died_at_any_call_is_known_as_ours() {
    let homes = if cfg!(unix) { &[Home::Git, Home::Object][..] } else { &[Home::Object][..] };
    let calls = homes.iter().map(|home| {
        let story = Story::new(*home);
        let store = DyingStore::of(&story, None);
        let (code, said) = store.apply(&story.fresh_clone("alive"));
        assert_eq!(code, 0, "{home:?}: {said}");
        (*home, store.count_calls())
    });
    let all = std::env::var("HOUSESTYLE_KILLS").is_ok_and(|said| said == "all");
    let cases: Vec<(Home, usize, bool)> = calls
        .flat_map(|(home, calls)| (0..calls).flat_map(move |n| [(home, n, true), (home, n, false)]))
        // Each number once, with and without its machine by turns.
        .filter(|(_, n, machine)| all || (n % 2 == 0) == *machine)
        .collect();
    let (next, deaths) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                while let Some((home, calls, keeps_machine)) = cases.get(next.fetch_add(1, Ordering::SeqCst)) {
                    let died = lose_store(*home, *calls, *keeps_machine);
                    deaths.fetch_add(usize::from(died), Ordering::SeqCst);
                }
            });
        }
    });
    let deaths = deaths.into_inner();
    println!("{deaths} deaths of the store, {} cases", cases.len());
    assert!(deaths * 10 >= cases.len() * 9, "{deaths} deaths of {} cases", cases.len());
}

/// A store that takes so many calls. That of git is a program of this name in front of the real one, which fails as git does
/// where the remote is gone.
struct DyingStore<'a> {
    story: &'a Story,
    programs: PathBuf,
}

impl<'a> DyingStore<'a> {
    fn of(story: &'a Story, calls: Option<usize>) -> Self {
        let programs = story.site.folder.path().join("programs");
        let store = Self { story, programs };
        match story.home {
            Home::Git => store.write_program(calls.unwrap_or(1_000_000)),
            Home::Object => story.objects.die_after(Some(calls.unwrap_or(1_000_000))),
            Home::CommittedFile | Home::LostFile => {}
        }
        store
    }

    #[cfg(unix)]
    fn write_program(&self, calls: usize) {
        use std::os::unix::fs::PermissionsExt as _;
        let script = format!(
            "#!/bin/sh\nPATH=${{PATH#*:}}\nfor word do case $word in push|fetch|ls-remote)\n\
             echo >> '{0}/calls'\n[ $(wc -l < '{0}/calls') -le {calls} ] || \
             {{ echo 'fatal: Could not read from remote repository.' >&2; exit 128; }};;\nesac; done\nexec git \"$@\"\n",
            self.programs.display()
        );
        write(&self.programs, "git", &script);
        write(&self.programs, "calls", "");
        std::fs::set_permissions(self.programs.join("git"), std::fs::Permissions::from_mode(0o755)).unwrap();
    }

    #[cfg(not(unix))]
    fn write_program(&self, _: usize) {}

    fn count_calls(&self) -> usize {
        match self.story.home {
            Home::Git => std::fs::read_to_string(self.programs.join("calls")).unwrap().lines().count(),
            Home::Object | Home::CommittedFile | Home::LostFile => self.story.objects.count_requests(),
        }
    }

    fn apply(&self, folder: &Path) -> (i32, String) {
        let path = format!("{}:{}", self.programs.display(), std::env::var("PATH").unwrap());
        outcome_in_one(self.story.command(folder, &APPLY).env("PATH", path))
    }
}

/// One run whose store dies. Whether it noticed.
fn lose_store(home: Home, calls: usize, keeps_machine: bool) -> bool {
    let story = Story::new(home);
    let why = format!("{home:?}, dead after {calls} calls, machine kept: {keeps_machine}");
    let clone = story.fresh_clone("begun");
    let writes = story.site.emulator.write_count();
    let (code, said) = DyingStore::of(&story, Some(calls)).apply(&clone);
    let wrote = story.site.emulator.write_count() > writes;
    assert!(!(wrote && code == 0) || story.names() == WANTED, "{why}: {said}");
    story.objects.die_after(None);
    if !keeps_machine {
        std::fs::remove_dir_all(&clone).unwrap();
    }
    let next = if keeps_machine { clone } else { story.fresh_clone("another") };
    story.end_lease(&next);
    let (_, plan) = outcome_in_one(&mut story.command(&next, &["plan"]));
    assert!(!plan.contains("nobody in this project"), "{why}: {said}\n{plan}");
    mended(&story, &format!("{why}: {said}\n{plan}"));
    code != 0
}

/// What a run that ended well says that it did, and no more, is what the account logged.
fn tells_the_truth(report: &Value, log: &[LogEntry], why: &str) {
    let id_in = |path: &str| path.split('/').nth(3).map(|id| id.split('?').next().unwrap_or(id).to_owned());
    let writes: Vec<&LogEntry> = log.iter().filter(|entry| entry.wrote && entry.fault.is_none()).collect();
    let (mut told, mut created) = (BTreeSet::new(), 0);
    for outcome in report["outcomes"].as_array().unwrap() {
        assert_eq!(outcome["outcome"], "done", "{why}: {outcome}");
        let remarked = !outcome["remarks"].as_array().unwrap().is_empty();
        let id = |which: &str| outcome[which].as_str().map(str::to_owned);
        let sent = |id: &str| writes.iter().filter(|entry| id_in(&entry.path).as_deref() == Some(id)).count();
        match outcome["operation"].as_str().unwrap() {
            "create" => {
                created += 1;
                assert!(sent(&id("id").unwrap()) > 0, "{why}: {outcome}");
            }
            "update" => assert!(sent(&id("id").unwrap()) > 0, "{why}: {outcome}"),
            // What was gone already is remarked.
            "delete" | "sweep" => assert!(sent(&id("old_id").unwrap()) == 1 || remarked, "{why}: {outcome}"),
            // What a dead run made may lack its name.
            "import" | "forget" => {}
            other => panic!("{why}: {other}"),
        }
        told.extend(id("id").into_iter().chain(id("old_id")));
    }
    assert_eq!(writes.iter().filter(|entry| entry.call == Some("create-style")).count(), created, "{why}");
    for write in writes {
        let known = id_in(&write.path).is_none_or(|id| told.contains(&id));
        assert!(known, "{why}: not told: {} {}", write.method, write.path);
    }
}

#[test]
fn what_goes_is_deleted_when_everything_else_is_done() {
    let story = Story::new(Home::CommittedFile);
    let clone = story.fresh_clone("one");
    let before = story.log_from(0).len();
    // What fails beside it does not bring it forward.
    let mut names = 0;
    story.site.emulator.set_script(Some(Box::new(move |seen| {
        names += usize::from(seen.call.name() == "rename-style");
        (seen.call.name() == "rename-style" && names == 1).then(|| InjectedFault::with_status(400))
    })));
    let (code, report, said) = story.apply(&clone);
    assert_eq!((code, &report["summary"]["failed"]), (4, &Value::from(1)), "{said}");
    let writes: Vec<_> = story.log_from(before).into_iter().filter(|entry| entry.wrote).collect();
    let deleted: Vec<usize> = (0..writes.len()).filter(|at| writes[*at].call == Some("delete-style")).collect();
    assert_eq!(deleted, [writes.len() - 1], "{writes:?}");
    assert!(writes.len() > 5, "{writes:?}");
}

#[test]
fn a_run_that_has_to_stop_deletes_nothing_any_more() {
    let story = Story::new(Home::CommittedFile);
    let clone = story.fresh_clone("one");
    story.site.emulator.set_script(Some(Box::new(|seen| {
        (seen.call.name() == "create-style").then(|| InjectedFault::with_status(401))
    })));
    let (code, report, said) = story.apply(&clone);
    assert_ne!(code, 0, "{said}");
    let outcomes = report["outcomes"].as_array().unwrap();
    let goes = outcomes.iter().find(|outcome| outcome["address"] == "style/goes").unwrap();
    assert_eq!((&goes["operation"], &goes["outcome"]), (&Value::from("delete"), &Value::from("skipped")), "{said}");
    assert!(story.names().contains(&"Goes".to_owned()));
}
