//! The lease on a shared state, under a clock that jumps and among runs of the built program: who has it, who waits for it, and
//! what a run does that lost it.

use std::collections::BTreeMap;
use std::io::{BufRead as _, Read as _};
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::simulated_world::exit_number::exit_number;
use housestyle::apply::{FailureCause, Outcome, RunEnd, apply_plan};
use housestyle::emulator::{InjectedFault, Moment, StoredStyleList};
use housestyle::model::resource::ResourceContent;
use housestyle::model::tag::Tag;
use housestyle::service::Call;
use housestyle::state::backend::{CommitNote, StateBackend as _, StoreDocuments};
use housestyle::state::lease::{self, LeaseError};
use housestyle::state::{JournalEntry, PendingCreation, State};

use crate::playground::write;
use crate::process::signal;
use crate::shared_state::{NEVER, Remote, STACK, Site, acquire, claim, lease_request};
use crate::simulated_world::{Ended, GERMAN, World, address, style};

#[tokio::test(start_paused = true)]
async fn the_lease_of_a_dead_runner_ends_by_itself_and_its_claims_are_known_in_every_clone() {
    let site = Remote::new();
    let (one, two) = (site.checkout("one", &[]), site.checkout("two", &[]));
    let lost = Arc::new(AtomicUsize::new(0));
    let mut dead = acquire(&site, &one, &site.request("dead", 0, NEVER), &lost).await.unwrap();
    dead.initialize("emulator", STACK);
    dead.record_entries(&[claim("a")]).unwrap();
    // Killed, and its disk thrown away.
    std::mem::forget(dead);
    std::fs::remove_dir_all(&one).unwrap();

    let started = tokio::time::Instant::now();
    let held = acquire(&site, &two, &site.request("two", 30, NEVER), &lost).await.err().unwrap();
    assert!(matches!(&held, LeaseError::Held { who, .. } if who == "runner dead"), "{held}");
    assert!(started.elapsed() >= Duration::from_secs(30));
    let started = tokio::time::Instant::now();
    let taken = acquire(&site, &two, &site.request("two", 300, NEVER), &lost).await.unwrap();
    assert!(started.elapsed() >= lease::EXPIRY && started.elapsed() < lease::EXPIRY + Duration::from_secs(10));
    assert!(taken.state().pending_creations.contains_key(&address("a")), "the claim was durable");
    drop(taken);
    // What the dead run left is not put back: the next one does not wait.
    let started = tokio::time::Instant::now();
    let next = acquire(&site, &two, &site.request("three", 0, NEVER), &lost).await.unwrap();
    assert!(started.elapsed() < Duration::from_secs(1));
    assert!(next.state().pending_creations.contains_key(&address("a")));
}

/// What a run that holds the lease is making is told as that, however old it is; a reader says who holds it.
#[test]
fn what_the_holder_of_the_lease_is_making_is_not_left_over() {
    let site = Site::new();
    let clone = site.checkout("one", &["a", "b"]);
    let (code, said) = site.apply(&clone);
    assert_eq!(code, 0, "{said}");
    // An attempt of long ago under our stack, of which the state says nothing; and one that it speaks of.
    let tag = |key: &str, nonce: &str| Tag::new(STACK, &address(key), nonce).tagged_name(&format!("List {key}"));
    let first = site.emulator.style_lists("default").remove(0);
    for (key, nonce) in [("c", "aaaaaaaa"), ("d", "abcdefgh")] {
        let style_id = site.emulator.new_id();
        let list = StoredStyleList { style_id, name: tag(key, nonce), version: 1, ..(*first).clone() };
        site.emulator.insert_style_list("default", StoredStyleList { creation_time: long_ago(), ..list });
    }
    for key in ["c", "d"] {
        write(&clone, &format!("styles/{key}.yaml"), &format!("name: List {key}\nlanguage: de\n"));
    }
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let lost = Arc::new(AtomicUsize::new(0));
    let mut holder = runtime.block_on(acquire(&site, &clone, &site.request("alive", 0, NEVER), &lost)).unwrap();
    holder.record_entries(&[claim("d")]).unwrap();
    let (code, said) = site.run(&clone, &["plan"]);
    assert_eq!(code, 0, "{said}");
    for told in [
        "locked the state: runner alive, since 2026",
        "being made for style/c by another run",
        "being made for style/d by another run",
    ] {
        assert!(said.replace("\n      ", " ").contains(told), "{told}: {said}");
    }
    assert!(!said.contains("resuming") && !said.contains("clean up"), "{said}");
    // Once it has ended, what it left is left over.
    drop(holder);
    let (_, said) = site.run(&clone, &["plan"]);
    assert!(said.contains("resuming an interrupted creation") && !said.contains("locked the state"), "{said}");
}

/// Longer ago than any run settles.
fn long_ago() -> Moment {
    Moment::from_micros(1_700_000_000_000_000)
}

#[tokio::test(start_paused = true)]
async fn a_lease_that_is_renewed_is_not_taken() {
    let site = Remote::new();
    let (one, two) = (site.checkout("one", &[]), site.checkout("two", &[]));
    let lost = Arc::new(AtomicUsize::new(0));
    let mut alive = acquire(&site, &one, &site.request("one", 0, Duration::from_millis(1)), &lost).await.unwrap();
    alive.initialize("emulator", STACK);
    // Three times as long as a lease lives that nobody renews.
    let held = acquire(&site, &two, &site.request("two", 180, NEVER), &lost).await.err().unwrap();
    assert!(matches!(held, LeaseError::Held { .. }), "{held}");
    alive.record_entries(&[claim("a")]).unwrap();
    alive.checkpoint().unwrap();
    assert_eq!(lost.load(Ordering::SeqCst), 0);
    assert!(acquire(&site, &two, &site.request("two", 0, NEVER), &lost).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_holder_whose_lease_is_gone_keeps_nothing_more_and_says_so_once() {
    let site = Remote::new();
    let (one, two) = (site.checkout("one", &[]), site.checkout("two", &[]));
    let lost = Arc::new(AtomicUsize::new(0));
    let mut slow = acquire(&site, &one, &site.request("slow", 0, NEVER), &lost).await.unwrap();
    slow.initialize("emulator", STACK);
    slow.record_entries(&[claim("a")]).unwrap();
    let mut thief = acquire(&site, &two, &site.request("two", 300, NEVER), &lost).await.unwrap();
    thief.record_entries(&[JournalEntry::CreationAbandoned(address("a"))]).unwrap();
    thief.checkpoint().unwrap();
    let tip = site.tip();
    for _ in 0..2 {
        // Also what would wait for the next beat: a machine that slept has no beat that failed.
        for fact in [JournalEntry::Unbound(address("b")), claim("b")] {
            let error = slow.record_entries(&[fact]).unwrap_err();
            assert!(lease::is_lease_lost(&error), "{error}");
        }
    }
    assert!(lease::is_lease_lost(&slow.checkpoint().unwrap_err()));
    drop(slow);
    assert_eq!(site.tip(), tip, "what the other run wrote stays");
    assert_eq!(lost.load(Ordering::SeqCst), 1);
}

#[test]
fn who_waits_for_the_lease_can_be_interrupted() {
    let site = Site::new();
    let clone = site.checkout("one", &["a"]);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let lost = Arc::new(AtomicUsize::new(0));
    let holder = runtime.block_on(acquire(&site, &clone, &site.request("alive", 0, NEVER), &lost)).unwrap();
    let mut waiting = site.command(&clone, &["apply", "--auto-approve"]);
    let mut waiting = waiting.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut told = std::io::BufReader::new(waiting.stderr.take().unwrap());
    let mut line = String::new();
    told.read_line(&mut line).unwrap();
    assert!(line.contains("waiting for the state: locked by runner alive"), "{line}");
    signal(&waiting, "-INT");
    let mut rest = String::new();
    told.read_to_string(&mut rest).unwrap();
    assert_eq!(waiting.wait().unwrap().code(), Some(130), "{rest}");
    assert!(rest.contains("interrupted, nothing was sent"), "{rest}");
    assert!(site.emulator.log_entries().is_empty());
    drop(holder);
}

#[test]
fn the_history_of_a_terminated_run_has_the_exit_code_of_the_process() {
    let site = Site::new();
    let clone = site.checkout("one", &["a", "b", "c"]);
    let (reached, wait) = std::sync::mpsc::channel();
    site.emulator.set_script(Some(Box::new(move |seen| {
        if seen.call.is_read_only() {
            return None;
        }
        let _ = reached.send(());
        Some(InjectedFault::Slow { ms: 300 })
    })));
    let mut child = site.command(&clone, &["apply", "--auto-approve", "--parallelism", "1"]);
    let mut child = child.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait.recv_timeout(Duration::from_secs(20)).unwrap();
    signal(&child, "-TERM");
    assert_eq!(child.wait().unwrap().code(), Some(143));
    let (_, log) = site.run(&clone, &["state", "log", "-p"]);
    assert!(log.contains("exit code: 143"), "{log}");
}

/// Another run takes the lease at once, without waiting for its end.
pub(crate) fn take_over(site: &Remote, clone: &Path) {
    let mut backend = site.backend(clone);
    let (revision, documents) = backend.read().unwrap();
    let run = Some(lease_request("thief", 0, clone).run);
    let note = CommitNote { message: "run of thief".to_owned(), ends_run: false };
    backend.replace_if(revision.as_ref(), &StoreDocuments { run, ..documents }, &note).unwrap();
}

/// The store died after the claim was in it: the next run finds a list of the wanted name and content, and knows it.
#[tokio::test(start_paused = true)]
async fn what_a_run_made_whose_store_died_is_known_as_our_own() {
    for claimed in [true, false] {
        let mut world = World::new(1, |_| {});
        let wanted = style("a", "Ours", "de", &GERMAN[..1], &[("tone", "Be brief.")]);
        world.want(vec![wanted.clone()]);
        assert!(matches!(world.apply().await, Ended::Applied(..)));
        let whole = world.disk.state();
        let mut left = State { bindings: BTreeMap::new(), ..whole };
        if claimed {
            let digest = ResourceContent::Style(wanted.content()).digest();
            let claim = PendingCreation { nonce: "abcdefgh".to_owned(), digest, since: None };
            left.pending_creations.insert(address("a"), claim);
        }
        world.disk.replace(&left);
        let plan = world.plan().await.unwrap();
        let strange = plan.notes.iter().any(|note| note.contains("not known to be this project's work"));
        assert_eq!(strange, !claimed, "{:?}", plan.notes);
        assert!(matches!(world.apply().await, Ended::Applied(..)));
        assert_eq!(world.disk.state().bindings[&address("a")].imported, !claimed);
        assert_eq!(world.converged(), Ok(()));
    }
}

#[tokio::test(start_paused = true)]
async fn a_lease_that_is_known_to_be_gone_is_not_asked_for_again() {
    let site = Remote::new();
    let (one, two) = (site.checkout("one", &[]), site.checkout("two", &[]));
    let lost = Arc::new(AtomicUsize::new(0));
    let mut robbed = acquire(&site, &one, &site.request("one", 0, NEVER), &lost).await.unwrap();
    robbed.initialize("emulator", STACK);
    robbed.record_entries(&[claim("a")]).unwrap();
    take_over(&site, &two);
    for fact in [claim("b"), JournalEntry::Unbound(address("b")), claim("c")] {
        let error = robbed.record_entries(&[fact]).unwrap_err();
        assert!(lease::is_lease_lost(&error), "{error}");
    }
    assert_eq!(lost.load(Ordering::SeqCst), 1);
}

#[tokio::test(start_paused = true)]
async fn a_run_whose_lease_is_gone_sends_nothing_more_than_is_in_flight() {
    let site = Remote::new();
    let (one, two) = (site.checkout("one", &[]), site.checkout("two", &[]));
    let lost = Arc::new(AtomicUsize::new(0));
    let mut world = World::new(1, |_| {});
    world.want(["a", "b", "c", "d"].map(|key| style(key, key, "de", &GERMAN[..1], &[])).to_vec());
    let plan = world.plan().await.unwrap();
    let request = site.request("one", 0, NEVER);
    world.manners.fence = request.fence.clone();
    let mut store = acquire(&site, &one, &request, &lost).await.unwrap();
    let mut taken = false;
    world.faults(Some(Box::new(move |seen| {
        (seen.call == Call::CreateStyle).then(|| {
            if !std::mem::replace(&mut taken, true) {
                take_over(&site, &two);
            }
            InjectedFault::Slow { ms: 50_000 }
        })
    })));
    let (_keep, stop) = tokio::sync::watch::channel(false);
    let report = apply_plan(&world.client_with(stop), &plan, &mut store, 2, &|_| {}, &exit_number).await;
    assert_eq!((report.end, lost.load(Ordering::SeqCst)), (RunEnd::Failed(FailureCause::LeaseLost), 1), "{report:?}");
    let created = |outcome: &Outcome| matches!(outcome, Outcome::Failed(failure) | Outcome::Stopped(failure) if failure.done.len() == 1);
    assert_eq!(report.outcomes.iter().filter(|(_, _, outcome)| created(outcome)).count(), 2, "{report:?}");
    assert!(report.state_error.as_deref().is_some_and(|error| error.contains("finds again what this one did")));
    let writes = world.emulator.log_entries().into_iter().filter(|entry| entry.wrote);
    assert_eq!(writes.map(|entry| entry.call).collect::<Vec<_>>(), [Some("create-style"); 2], "{report:?}");
}
