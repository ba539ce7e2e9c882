//! States in object storage: a store in this process that speaks the wire, real stores where a package registry has them,
//! real processes of the built program. Twins and lost bindings are counted at the service.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use housestyle::state::backend::{BackendError, CommitNote, StateBackend, StoreDocuments};
use housestyle::state::lease::{self, LeaseError, LeaseRequest};
use housestyle::state::object_address::ObjectAddress;
use housestyle::state::object_backend::{ObjectBackend, ObjectLimits};
use housestyle::state::object_client::ObjectAccess;
use housestyle::state::{Journal, StateStore};

use crate::playground::{outcome_in_one, write};
use crate::shared_state::{STACK, Site, claim, keeps_the_contract, lease_request, race};
use crate::simulated_world::address;

mod real;
pub(crate) mod server;

use server::{Fault, ObjectServer, SECRET, s3_variables};

const ADDRESS: &str = "s3://acme/team";
const STATE: &str = "team/abcdefgh/default/state.json";

/// Short waits: a store that does not answer is waited for, whatever the machine does meanwhile.
const SHORT: ObjectLimits = ObjectLimits {
    request: Duration::from_millis(300),
    attempts: 3,
    pause: Duration::from_millis(1),
    total: Duration::from_secs(20),
};
/// Only what answers at once.
const PATIENT: ObjectLimits = ObjectLimits { request: Duration::from_secs(60), ..SHORT };

fn backend(address: &str, variables: &[(String, String)], limits: ObjectLimits) -> ObjectBackend {
    let access =
        ObjectAccess { variables: variables.to_vec(), ca_certificates: None, timeout: Duration::from_secs(60) };
    let now = || "2026-01-01T00:00:00Z".to_owned();
    ObjectBackend::new(&ObjectAddress::parse(address).unwrap(), access, (STACK, "default"), limits, now).unwrap()
}

pub(crate) fn s3(server: &ObjectServer) -> ObjectBackend {
    backend(ADDRESS, &server.variables(), PATIENT)
}

fn documents(text: &str) -> StoreDocuments {
    StoreDocuments { state: Some(text.to_owned()), ..StoreDocuments::default() }
}

fn note() -> CommitNote {
    CommitNote { message: "x".to_owned(), ends_run: true }
}

async fn acquire(
    server: &ObjectServer,
    request: &LeaseRequest,
    lost: &Arc<AtomicUsize>,
) -> Result<StateStore<Box<dyn Journal>>, LeaseError> {
    let lost = lost.clone();
    let on_lost = Box::new(move |_: &str| {
        lost.fetch_add(1, Ordering::SeqCst);
    });
    lease::acquire_lease(Box::new(s3(server)), request, &|_, _| (), on_lost).await
}

/// A project whose state is in a store; the folder is no repository.
fn project(site: &Site, name: &str, lists: &[&str]) -> PathBuf {
    let folder = site.folder.path().join(name);
    write(&folder, "housestyle.toml", &format!("stack = \"{STACK}\"\n"));
    add_lists(&folder, lists);
    folder
}

fn add_lists(folder: &Path, lists: &[&str]) {
    for list in lists {
        let text =
            format!("name: List {list}\nlanguage: de\ncustom_instructions:\n  - label: Ton\n    prompt: Be brief.\n");
        write(folder, &format!("styles/{list}.yaml"), &text);
    }
}

fn command(site: &Site, variables: &[(String, String)], folder: &Path, arguments: &[&str]) -> Command {
    let mut command = site.command(folder, arguments);
    command.envs(variables.iter().cloned());
    command
}

fn run(site: &Site, variables: &[(String, String)], folder: &Path, arguments: &[&str]) -> (i32, String) {
    let (code, said) = outcome_in_one(&mut command(site, variables, folder, arguments));
    assert!(!said.contains(SECRET) && !said.contains("AWS4-HMAC"), "a secret was printed: {said}");
    (code, said)
}

/// The variables of a store, and the address as the pipeline's variable.
pub(crate) fn with_state(server: &ObjectServer) -> Vec<(String, String)> {
    let mut variables = server.variables();
    variables.push(("HOUSESTYLE_STATE".to_owned(), ADDRESS.to_owned()));
    variables
}

const APPLY: &[&str] = &["apply", "--auto-approve"];

#[test]
fn an_object_keeps_the_contract_by_etag_and_by_generation() {
    let server = ObjectServer::new();
    keeps_the_contract(&mut || Box::new(s3(&server)));
    assert!(server.names().iter().all(|name| !name.contains("probe")), "{:?}", server.names());

    let server = ObjectServer::new();
    let variables =
        [("GOOGLE_BASE_URL", server.address.as_str()), ("GOOGLE_ALLOW_HTTP", "true"), ("GOOGLE_BEARER_TOKEN", "t")];
    let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
    keeps_the_contract(&mut || Box::new(backend("gs://acme/team", &variables, PATIENT)));
    keeps_the_contract(&mut || Box::new(backend("gs://acme", &variables, PATIENT)));
}

/// Two runners at the same moment: one list each, both runs end well, the third has nothing to do.
#[test]
fn two_runners_on_one_object_make_one_list_each() {
    for _ in 0..6 {
        let (site, server) = (Site::new(), ObjectServer::new());
        let variables = with_state(&server);
        let fresh =
            race(&site, |name| project(&site, name, &["a", "b"]), |folder| run(&site, &variables, folder, APPLY));
        assert!(!fresh.join("housestyle.lock.json").exists());
        assert_eq!(server.names(), [STATE]);
    }
}

/// Killed at every write to the state, before and after it is carried out; the disk is thrown away.
#[test]
fn a_run_that_was_killed_is_continued_from_another_machine() {
    for planted in 1..=3 {
        for done in [false, true] {
            let (site, server) = (Site::new(), ObjectServer::new());
            let variables = with_state(&server);
            let folder = project(&site, "dead", &["a", "b"]);
            server.plant(Some(Fault::Stuck { write: planted, done }));
            let mut dead = command(&site, &variables, &folder, APPLY).spawn().unwrap();
            while !server.is_stuck() {
                assert!(dead.try_wait().unwrap().is_none(), "it ended before write {planted}");
                std::thread::sleep(Duration::from_millis(5));
            }
            dead.kill().unwrap();
            dead.wait().unwrap();
            server.plant(None);
            std::fs::remove_dir_all(&folder).unwrap();

            let next = project(&site, "next", &["a", "b"]);
            let held = server.text(STATE).is_some_and(|text| text.contains("\"run\":"));
            if held {
                let (code, said) = run(&site, &variables, &next, &[APPLY, &["--lock-timeout", "0"]].concat());
                assert_eq!(code, 9, "{said}");
                assert!(said.contains("ann@desk"), "{said}");
                // A minute later, by the clock of whoever waits.
                let expired = LeaseRequest { expiry: Duration::ZERO, ..lease_request("later", 0, site.folder.path()) };
                let runtime = tokio::runtime::Runtime::new().unwrap();
                drop(runtime.block_on(acquire(&server, &expired, &Arc::default())).unwrap());
            }
            for _ in 0..2 {
                let (code, said) = run(&site, &variables, &next, APPLY);
                assert_eq!(code, 0, "{said}");
                assert_eq!(site.names(), ["List a", "List b"], "killed at {planted}, {done}: {said}");
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn the_lease_on_an_object_ends_by_itself_and_its_claims_are_known_everywhere() {
    let server = ObjectServer::new();
    let folder = tempfile::tempdir().unwrap();
    let lost = Arc::new(AtomicUsize::new(0));
    let mut dead = acquire(&server, &lease_request("dead", 0, folder.path()), &lost).await.unwrap();
    dead.initialize("emulator", STACK);
    dead.record_entries(&[claim("a")]).unwrap();

    let held = acquire(&server, &lease_request("two", 30, folder.path()), &lost).await.err().unwrap();
    assert!(matches!(&held, LeaseError::Held { who, .. } if who == "runner dead"), "{held}");
    let started = tokio::time::Instant::now();
    let mut taken = acquire(&server, &lease_request("two", 300, folder.path()), &lost).await.unwrap();
    assert!(started.elapsed() >= lease::EXPIRY && started.elapsed() < lease::EXPIRY + Duration::from_secs(10));
    assert!(taken.state().pending_creations.contains_key(&address("a")), "the claim was durable");

    // The first one was only slow: it keeps nothing more, and says so once.
    for _ in 0..2 {
        let error = dead.record_entries(&[claim("b")]).unwrap_err();
        assert!(lease::is_lease_lost(&error), "{error}");
    }
    drop(dead);
    assert_eq!(lost.load(Ordering::SeqCst), 1);
    taken.checkpoint().unwrap();
    drop(taken);
    assert!(acquire(&server, &lease_request("three", 0, folder.path()), &lost).await.is_ok());
}

#[test]
fn the_state_moves_there_and_back_and_leaves_pointers() {
    let (site, server) = (Site::new(), ObjectServer::new());
    let variables = server.variables();
    let clone = site.checkout("one", &["a"]);
    let on_git = std::fs::read_to_string(clone.join("housestyle.toml")).unwrap();
    let on_file = format!("stack = \"{STACK}\"\n");
    write(&clone, "housestyle.toml", &on_file);
    let (code, said) = run(&site, &variables, &clone, APPLY);
    assert_eq!(code, 0, "{said}");
    let writes = site.emulator.write_count();
    let at = |address: &'static str| ["--state", address];

    // The object is absent while the file holds the state: no run begins anew beside it.
    let (code, said) = run(&site, &variables, &clone, &[APPLY, &at(ADDRESS)].concat());
    assert_eq!(code, 5, "{said}");
    assert!(said.contains("state migrate --to s3://acme/team"), "{said}");

    let migrate = |arguments: &[&str]| {
        let (code, said) = run(&site, &variables, &clone, &[&["state", "migrate", "--to"], arguments].concat());
        assert_eq!(code, 0, "{arguments:?}: {said}");
        said
    };
    let applies = |arguments: &[&str], what: &str| {
        let (code, said) = run(&site, &variables, &clone, &[APPLY, arguments].concat());
        assert_eq!((code, site.emulator.write_count()), (0, writes), "{what}: {said}");
    };
    let stops = |arguments: &[&str], words: &str| {
        let (code, said) = run(&site, &variables, &clone, &[APPLY, arguments].concat());
        assert_eq!((code, site.emulator.write_count()), (5, writes), "{said}");
        assert!(said.contains(words), "{words}: {said}");
    };
    let said = migrate(&[ADDRESS]);
    assert!(said.contains("moved 1 resource from housestyle.lock.json to s3://acme/team"), "{said}");
    applies(&at(ADDRESS), "in the bucket");
    stops(&[], "pass --state s3://acme/team");

    // To another prefix, then to git, then back, then to the file.
    migrate(&["s3://acme/other", "--state", ADDRESS]);
    applies(&at("s3://acme/other"), "under another prefix");
    stops(&at(ADDRESS), "pass --state s3://acme/other");
    migrate(&["git", "--state", "s3://acme/other"]);
    write(&clone, "housestyle.toml", &on_git);
    applies(&[], "in git");
    stops(&at("s3://acme/other"), "moved to refs/housestyle/abcdefgh/default");
    stops(&at("s3://acme/elsewhere"), "state migrate --to s3://acme/elsewhere");
    migrate(&[ADDRESS]);
    applies(&at(ADDRESS), "in the bucket again");
    stops(&[], "pass --state s3://acme/team");
    migrate(&["file", "--state", ADDRESS]);
    write(&clone, "housestyle.toml", &on_file);
    applies(&[], "in the file again");
    stops(&at(ADDRESS), "moved to housestyle.lock.json");

    // Where a state is, none is moved to.
    migrate(&["s3://acme/third"]);
    let (code, said) =
        run(&site, &variables, &clone, &["state", "migrate", "--to", "s3://acme/third", "--state", "s3://acme/fourth"]);
    assert_eq!(code, 5, "{said}");
}

#[test]
fn the_history_is_an_object_for_each_run_and_the_store_is_shown() {
    let (site, server) = (Site::new(), ObjectServer::new());
    let variables = with_state(&server);
    let folder = project(&site, "one", &["a"]);
    for list in ["a", "b", "c"] {
        add_lists(&folder, &[list]);
        let (code, said) = run(&site, &variables, &folder, APPLY);
        assert_eq!(code, 0, "{said}");
    }
    assert_eq!(site.names().len(), 3);
    let probes = server.take_requests().into_iter().filter(|request| request.contains("/probe/")).count();
    assert_eq!(probes, 5, "a store is tried once");
    let (code, said) = run(&site, &variables, &folder, APPLY);
    assert_eq!(code, 0, "{said}");
    let (code, log) = run(&site, &variables, &folder, &["state", "log", "-p"]);
    assert_eq!(code, 0, "{log}");
    let runs: Vec<&str> = log.lines().filter(|line| line.contains("apply: ")).collect();
    assert_eq!(runs.len(), 3, "a run without work leaves no trace: {log}");
    assert!(runs[0].starts_with("3 ") && runs[2].starts_with("1 "), "{log}");
    for said in ["by: ann@desk", "plan: sha256:", "exit code: 0", "added style/c", "added style/a"] {
        assert!(log.contains(said), "{said}: {log}");
    }
    let (_, short) = run(&site, &variables, &folder, &["state", "log", "-n", "1"]);
    assert_eq!(short.lines().filter(|line| line.contains("apply: ")).count(), 1, "{short}");
    let history: Vec<String> = server.names().into_iter().filter(|name| name.contains("/history/")).collect();
    assert_eq!(history.len(), 2, "{history:?}");
    assert!(server.text(&history[0]).unwrap().contains("added style/b"), "names begin with the newest");

    let (code, shown) = run(&site, &variables, &folder, &["state", "show"]);
    assert_eq!(code, 0, "{shown}");
    assert!(shown.contains("object storage") && shown.contains(ADDRESS) && shown.contains("resources    3"), "{shown}");
    server.take_requests();
    for arguments in [&["plan"][..], &["state", "list"], &["state", "log"], &["drift"]] {
        run(&site, &variables, &folder, arguments);
    }
    let requests = server.take_requests();
    assert!(requests.iter().all(|request| request.starts_with("GET ")), "who looks writes nothing: {requests:?}");
}

#[test]
fn every_environment_has_an_object_of_its_own() {
    let (site, server) = (Site::new(), ObjectServer::new());
    let variables = with_state(&server);
    let folder = project(&site, "one", &["a"]);
    let text = format!(
        "stack = \"{STACK}\"\n[environments.staging]\nservice = \"custom\"\n[environments.production]\nservice = \"custom\"\n"
    );
    write(&folder, "housestyle.toml", &text);
    let (code, said) = run(&site, &variables, &folder, &["apply", "--auto-approve", "--env", "staging"]);
    assert_eq!(code, 0, "{said}");
    let (code, said) = run(&site, &variables, &folder, &["plan", "--env", "staging", "--env", "production"]);
    assert!(!said.contains("names one state file"), "{code}: {said}");
    assert_eq!(server.names(), ["team/abcdefgh/staging/state.json"]);
}

#[test]
fn a_store_that_ignores_conditions_is_refused_by_name_before_anything_is_sent() {
    let (site, server) = (Site::new(), ObjectServer::new());
    server.plant(Some(Fault::Unconditional));
    let folder = project(&site, "one", &["a"]);
    let (code, said) = run(&site, &with_state(&server), &folder, APPLY);
    assert_eq!((code, site.emulator.write_count()), (1, 0), "{said}");
    let host = server.address.trim_start_matches("http://");
    for words in ["ignores the conditions of writes", host, "ObjectsForTests", "s3://acme/team", "If-None-Match"] {
        assert!(said.contains(words), "{words}: {said}");
    }
    assert_eq!(server.names(), [""; 0], "the probe was taken away");

    // Proved elsewhere: an object that was copied here is proved again.
    server.plant(None);
    assert_eq!(run(&site, &with_state(&server), &folder, APPLY).0, 0);
    let text = server.text(STATE).unwrap();
    let copy = ObjectServer::new();
    copy.set(STATE, &text);
    copy.plant(Some(Fault::Unconditional));
    let (code, said) = run(&site, &with_state(&copy), &folder, APPLY);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("ignores the conditions of writes"), "{said}");
    assert_eq!(copy.text(STATE), Some(text));
}

#[test]
fn what_is_wrong_with_a_store_is_said_with_a_way_out_and_without_a_secret() {
    let (site, server) = (Site::new(), ObjectServer::new());
    let folder = project(&site, "one", &["a"]);
    let variables = server.variables();
    let fails = |variables: &[(String, String)], address: &str, expected: i32, words: &[&str]| {
        for arguments in [&["apply", "--auto-approve", "-vv"][..], &["plan"]] {
            let (code, said) = run(&site, variables, &folder, &[arguments, &["--state", address]].concat());
            assert_eq!((code, site.emulator.write_count()), (expected, 0), "{address}: {said}");
            for words in words {
                assert!(said.contains(words), "{words}: {said}");
            }
        }
    };
    fails(&variables, "s3://nobody/team", 1, &["cannot be used", "there is no bucket or container `nobody`", "AWS_"]);
    server.plant(Some(Fault::Denied));
    fails(&variables, ADDRESS, 1, &["rejected the state", "403 (SignatureDoesNotMatch)", "AWS_ACCESS_KEY_ID"]);
    server.plant(Some(Fault::Page));
    fails(&variables, ADDRESS, 1, &["cannot be reached", "no answer of an object store"]);
    server.plant(None);
    // Nobody listens.
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = format!("http://{}", free.local_addr().unwrap());
    drop(free);
    fails(&s3_variables(&port), ADDRESS, 1, &["cannot be reached", "AWS_ENDPOINT_URL"]);
    // Plain HTTP only where the cloud's own variable allows it, and only to this machine.
    let without = |name: &str| variables.iter().filter(|(known, _)| known != name).cloned().collect::<Vec<_>>();
    fails(&without("AWS_ALLOW_HTTP"), ADDRESS, 1, &["plain HTTP is for this machine"]);
    fails(&s3_variables("http://192.0.2.1:9"), ADDRESS, 1, &["plain HTTP is for this machine"]);
    fails(&without("AWS_SECRET_ACCESS_KEY"), ADDRESS, 1, &["cannot be used", "AWS_*"]);
    for (text, words) in [
        ("garbage", "no state of this program"),
        ("{\"format\":2}", "newer version"),
        ("{\"format\":1,\"state\":5}", "damaged"),
        ("{\"format\":1,\"write\":\"x\",\"proved\":\"x\",\"state\":\"{\"}", "cannot be used"),
    ] {
        server.set(STATE, text);
        fails(&variables, ADDRESS, 1, &[words]);
        assert_eq!(server.text(STATE).as_deref(), Some(text), "what cannot be read is not replaced");
    }
    for wrong in ["s3://", "s4://acme/x", "s3://key:secret@acme/x"] {
        let (code, said) = run(&site, &variables, &folder, &["plan", "--state", wrong]);
        assert_eq!(code, 64, "{said}");
        assert!(said.contains("s3://BUCKET/PREFIX"), "{said}");
    }
}

#[test]
fn the_object_of_another_stack_is_not_taken_over() {
    let (site, server) = (Site::new(), ObjectServer::new());
    let (one, two) = (project(&site, "one", &["a"]), project(&site, "two", &["a"]));
    write(&two, "housestyle.toml", "stack = \"zzzzzzzz\"\n");
    let variables = with_state(&server);
    assert_eq!(run(&site, &variables, &one, APPLY).0, 0);
    let theirs = STATE.replace("abcdefgh", "zzzzzzzz");
    server.set(&theirs, &server.text(STATE).unwrap());
    let writes = site.emulator.write_count();
    let (code, said) = run(&site, &variables, &two, APPLY);
    assert_eq!((code, site.emulator.write_count()), (5, writes), "{said}");
    assert!(said.contains("belongs to the stack `abcdefgh`"), "{said}");
}

/// A run that died while it tried the store left its probe; one that tries it now is not disturbed.
#[test]
fn the_probes_of_dead_runs_are_taken_away_and_those_of_others_stay() {
    let (site, server) = (Site::new(), ObjectServer::new());
    let folder = project(&site, "one", &["a"]);
    let probe = |time: &str| STATE.replace("state.json", &format!("probe/{time}-abc"));
    let (old, young) = (probe("20260101000000"), probe("29990101000000"));
    for name in [&old, &young] {
        server.set(name, "1");
    }
    let (code, said) = run(&site, &with_state(&server), &folder, APPLY);
    assert_eq!(code, 0, "{said}");
    assert_eq!((server.text(&old), server.text(&young).is_some()), (None, true), "{:?}", server.names());
}

/// What a state cannot be is not read, let alone four times.
#[test]
fn an_object_that_is_larger_than_a_state_is_refused_by_its_size() {
    let (site, server) = (Site::new(), ObjectServer::new());
    let folder = project(&site, "one", &["a"]);
    server.set(STATE, &"0".repeat((64 << 20) + 1));
    for command in [&["plan"][..], APPLY, &["state", "log"]] {
        server.take_requests();
        let (code, said) = run(&site, &with_state(&server), &folder, command);
        assert_eq!((code, site.emulator.write_count()), (1, 0), "{command:?}: {said}");
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains("has 67108865 bytes, more than the 64 MiB of a state"), "{command:?}: {said}");
        assert_eq!(server.take_requests(), [format!("GET {STATE}")], "{command:?}");
    }
}

/// A run that forgot the variable would begin a state of its own, beside the one that everybody else uses.
#[test]
fn a_project_that_keeps_its_state_in_object_storage_needs_an_address() {
    let (site, server) = (Site::new(), ObjectServer::new());
    let folder = project(&site, "one", &["a"]);
    write(&folder, "housestyle.toml", &format!("stack = \"{STACK}\"\nstate = {{ store = \"object\" }}\n"));
    for arguments in [&["plan"][..], &["apply", "--auto-approve"], &["drift"], &["state", "show"], &["outputs"]] {
        let (code, said) = run(&site, &server.variables(), &folder, arguments);
        assert_eq!(code, 64, "{arguments:?}: {said}");
        assert!(said.contains("no address is given") && said.contains("set HOUSESTYLE_STATE to it"), "{said}");
    }
    assert_eq!((site.emulator.write_count(), server.names().len()), (0, 0));
    assert!(!folder.join("housestyle.lock.json").exists());
    let (code, said) = run(&site, &with_state(&server), &folder, &["apply", "--auto-approve"]);
    assert_eq!(code, 0, "{said}");
    assert_eq!(server.names(), [STATE]);
    let (code, said) = run(&site, &with_state(&server), &folder, &["plan", "--detailed-exitcode"]);
    assert_eq!(code, 0, "{said}");
}

#[test]
fn no_project_file_names_an_address() {
    let (site, server) = (Site::new(), ObjectServer::new());
    let folder = project(&site, "one", &["a"]);
    for state in ["state = \"s3://acme/team\"", "state = { store = \"s3://acme/team\" }", "[state]\nstore = \"s3\""] {
        write(&folder, "housestyle.toml", &format!("stack = \"{STACK}\"\n{state}\n"));
        let (code, said) = run(&site, &server.variables(), &folder, &["plan"]);
        assert_eq!(code, 3, "{state}: {said}");
    }
    assert!(server.take_requests().is_empty());
}

#[test]
fn a_store_that_hangs_or_is_busy_is_not_asked_for_ever() {
    let server = ObjectServer::new();
    server.plant(Some(Fault::Silent));
    let mut hanging = backend(ADDRESS, &server.variables(), SHORT);
    for _ in 0..2 {
        let error = hanging.read().unwrap_err();
        assert!(matches!(&error, BackendError::Unreachable { reason, .. } if reason.contains("in time")), "{error}");
    }
    assert_eq!(server.take_requests().len(), 6);
    let error = hanging.replace_if(None, &documents("1"), &note()).unwrap_err();
    assert!(matches!(error, BackendError::Unreachable { .. }), "{error}");
    server.take_requests();

    server.plant(Some(Fault::Busy { requests: 2 }));
    assert_eq!(s3(&server).read().unwrap().0, None, "the third answer counts");
    server.take_requests();
    server.plant(Some(Fault::Busy { requests: 3 }));
    let error = s3(&server).read().unwrap_err();
    assert!(matches!(&error, BackendError::Unreachable { reason, .. } if reason.contains("503 (SlowDown)")), "{error}");
}

#[test]
fn a_write_whose_answer_was_lost_is_settled_by_what_is_there() {
    let server = ObjectServer::new();
    let mut one = s3(&server);
    // Carried out, and the answer lost: ours.
    server.plant(Some(Fault::LostAnswer { write: 1, also: 0 }));
    let first = one.replace_if(None, &documents("1"), &note()).unwrap();
    assert_eq!(s3(&server).read().unwrap(), (Some(first.clone()), documents("1")));
    // Not carried out: sent again.
    server.plant(Some(Fault::LostRequest { write: 1 }));
    let second = one.replace_if(Some(&first), &documents("2"), &note()).unwrap();
    assert_eq!(s3(&server).read().unwrap(), (Some(second.clone()), documents("2")));

    // Carried out, and then the network is gone: nobody knows, so nobody says that it was done or not.
    server.plant(Some(Fault::LostAnswer { write: 1, also: 9 }));
    let error = one.replace_if(Some(&second), &documents("3"), &note()).unwrap_err();
    assert!(matches!(error, BackendError::Unreachable { .. }), "{error}");
    server.plant(None);
    // What is there is our own: the next write builds on it.
    let fourth = one.replace_if(Some(&second), &documents("4"), &note()).unwrap();
    assert_eq!(s3(&server).read().unwrap(), (Some(fourth.clone()), documents("4")));

    // It is no less our own where it was read meanwhile.
    server.plant(Some(Fault::LostAnswer { write: 1, also: 9 }));
    one.replace_if(Some(&fourth), &documents("5"), &note()).unwrap_err();
    server.plant(None);
    assert_eq!(one.read().unwrap().1, documents("5"));
    let sixth = one.replace_if(Some(&fourth), &documents("6"), &note()).unwrap();
    assert_eq!(s3(&server).read().unwrap(), (Some(sixth.clone()), documents("6")));

    // The same, and somebody else was quicker: told.
    server.plant(Some(Fault::LostAnswer { write: 1, also: 9 }));
    one.replace_if(Some(&sixth), &documents("7"), &note()).unwrap_err();
    server.plant(None);
    let mut two = s3(&server);
    let (found, _) = two.read().unwrap();
    two.replace_if(found.as_ref(), &documents("8"), &note()).unwrap();
    let error = one.replace_if(Some(&sixth), &documents("9"), &note()).unwrap_err();
    assert!(matches!(error, BackendError::Changed(_)), "{error}");
    assert_eq!(s3(&server).read().unwrap().1, documents("8"));
}

#[test]
fn a_history_that_cannot_be_written_or_expired_costs_no_state() {
    let server = ObjectServer::new();
    let mut one = s3(&server);
    let mut revision = None;
    let numbers = |one: &mut ObjectBackend| {
        let entries = one.history(9).unwrap();
        entries.into_iter().map(|entry| entry.revision.0).collect::<Vec<_>>().join(" ")
    };
    let history = || server.names().into_iter().filter(|name| name.contains("history")).collect::<Vec<_>>();
    server.plant(Some(Fault::NoHistory));
    for text in ["1", "2"] {
        revision = Some(one.replace_if(revision.as_ref(), &documents(text), &note()).unwrap());
    }
    assert_eq!((history().len(), numbers(&mut one).as_str()), (0, "2 1"), "kept in the unit meanwhile");
    server.plant(None);
    for text in ["3", "4"] {
        revision = Some(one.replace_if(revision.as_ref(), &documents(text), &note()).unwrap());
    }
    assert_eq!((history().len(), numbers(&mut one).as_str()), (3, "4 3 2 1"));
    server.remove(&history()[2]);
    assert_eq!(numbers(&mut one), "4 3 2");
    // Somebody took the state away: what comes then has numbers of its own, and no run replaces another one.
    server.remove(STATE);
    let mut anew = s3(&server);
    let first = anew.replace_if(None, &documents("5"), &note()).unwrap();
    anew.replace_if(Some(&first), &documents("6"), &note()).unwrap();
    assert_eq!(history().len(), 3);
}
