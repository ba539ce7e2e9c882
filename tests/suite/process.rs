//! The real program over a real socket, killed and interrupted: SIGKILL at every call of a journey (before the service
//! acts, after it acted, after it answered), SIGINT and SIGTERM in the middle. One clean run must mend everything.

use std::io::BufRead;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use housestyle::emulator::{Emulator, EmulatorOptions, InjectedFault, ServeOptions, serve};
use housestyle::service::Call;
use housestyle::state::file::{self, StateFile};

use crate::playground::{housestyle, outcome_in_one, write};

/// The key of these runs. Long enough to be recognised anywhere.
const KEY: &str = "process-test-key-0123456789";

/// An emulated service on a port of its own, until it is dropped.
struct Service {
    emulator: Emulator,
    address: String,
    _runtime: tokio::runtime::Runtime,
}

impl Service {
    fn start() -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let emulator = Emulator::new(EmulatorOptions::default());
        let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        runtime.spawn(serve(emulator.clone(), listener, ServeOptions::default(), std::future::pending()));
        Self { emulator, address, _runtime: runtime }
    }

    fn command(&self, folder: &Path, arguments: &[&str]) -> Command {
        let mut command = housestyle(folder, arguments);
        command
            .env("HOUSESTYLE_SERVICE", "custom")
            .env("HOUSESTYLE_BASE_URL", &self.address)
            .env("HOUSESTYLE_AUTH_KEY", KEY)
            .env("HOUSESTYLE_PARALLELISM", "2")
            .env("HOUSESTYLE_SETTLE", "1");
        command
    }

    fn apply(&self, folder: &Path) -> (i32, String) {
        outcome_in_one(&mut self.command(folder, &["apply", "--auto-approve", "--prune"]))
    }

    /// Names and versions of everything the account holds.
    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> =
            self.emulator.style_lists("default").iter().map(|list| list.name.clone()).collect();
        names.sort();
        names
    }
}

pub(crate) fn list(name: &str, prompt: &str) -> String {
    format!(
        "name: {name}\nlanguage: de\nconfigured_rules:\n  numbers:\n    decimal_separator: use_comma_as_decimal_separator\n\
         custom_instructions:\n  - label: Ton\n    prompt: {prompt}\n  - label: Anrede\n    prompt: Say Sie.\n"
    )
}

/// A project of which one part was applied and the rest is still to do: an edit, a rename, a deletion, two creations.
fn begun(service: &Service) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    write(path, "housestyle.toml", "");
    write(path, "styles/edited.yaml", &list("Edited", "Be brief."));
    write(path, "styles/renamed.yaml", &list("Old name", "Be brief."));
    // Content of its own: with that of a new list, it would be asked about as a rename.
    write(path, "styles/goes.yaml", &list("Goes", "Be kind."));
    let (code, said) = service.apply(path);
    assert_eq!(code, 0, "{said}");
    write(path, "styles/edited.yaml", &list("Edited", "Be long."));
    write(path, "styles/renamed.yaml", &list("New name", "Be brief."));
    std::fs::remove_file(path.join("styles/goes.yaml")).unwrap();
    write(path, "styles/comes.yaml", &list("Comes", "Be brief."));
    write(path, "styles/also.yaml", &list("Also", "Be brief."));
    folder
}

const WANTED: [&str; 4] = ["Also", "Comes", "Edited", "New name"];

/// One clean run mends everything, the next one has nothing to do.
fn mended(service: &Service, folder: &Path, story: &str) {
    service.emulator.set_script(None);
    let (code, said) = service.apply(folder);
    assert_eq!(code, 0, "{story}: {said}");
    if service.names() != WANTED {
        // A creation that landed after the kill is tagged; the plan that follows removes it.
        let (code, said) = service.apply(folder);
        assert_eq!(code, 0, "{story}: {said}");
    }
    assert_eq!(service.names(), WANTED, "{story}: {said}");
    let writes = service.emulator.write_count();
    let (code, said) = service.apply(folder);
    assert_eq!((code, service.emulator.write_count()), (0, writes), "{story}: {said}");
}

/// When the child dies.
#[derive(Clone, Copy, Debug)]
enum Moment {
    BeforeTheServiceActs,
    AfterTheServiceActed,
    AfterTheAnswer,
}

#[test]
fn a_kill_at_any_call_is_mended_by_one_run_and_doubles_nothing() {
    let calls = {
        let service = Service::start();
        let folder = begun(&service);
        let before = service.emulator.log_entries().len();
        assert_eq!(service.apply(folder.path()).0, 0);
        assert_eq!(service.names(), WANTED);
        service.emulator.log_entries().len() - before
    };
    assert!(calls >= 18, "the journey has {calls} calls");
    let moments = [Moment::BeforeTheServiceActs, Moment::AfterTheServiceActed, Moment::AfterTheAnswer];
    let cases: Vec<_> = (1..=calls).flat_map(|at| moments.map(|moment| (at, moment))).collect();
    // Most of each case is waiting for what may still arrive: several wait side by side.
    let next = AtomicUsize::new(0);
    let kills = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                while let Some((at, moment)) = cases.get(next.fetch_add(1, Ordering::SeqCst)) {
                    kills.fetch_add(usize::from(kill(*at, *moment)), Ordering::SeqCst);
                }
            });
        }
    });
    let kills = kills.into_inner();
    println!("{kills} kills over {calls} calls");
    assert!(kills >= calls * 3 - 6, "{kills} kills");
}

/// Kills the program at one call of the journey, and lets the next run mend it. Whether the call was reached.
fn kill(at: usize, moment: Moment) -> bool {
    let service = Service::start();
    let folder = begun(&service);
    let (reached, wait) = std::sync::mpsc::channel();
    let mut n = 0;
    service.emulator.set_script(Some(Box::new(move |_| {
        n += 1;
        let due = n == at;
        // "After the answer" is while the next call hangs.
        let after = matches!(moment, Moment::AfterTheAnswer) && n == at + 1;
        if due && !matches!(moment, Moment::AfterTheAnswer) || after {
            let _ = reached.send(());
        }
        match moment {
            Moment::BeforeTheServiceActs if due => Some(InjectedFault::LostBefore { hang: true }),
            Moment::AfterTheServiceActed if due => Some(InjectedFault::LostAfter { hang: true }),
            Moment::AfterTheAnswer if after => Some(InjectedFault::LostBefore { hang: true }),
            Moment::BeforeTheServiceActs | Moment::AfterTheServiceActed | Moment::AfterTheAnswer => None,
        }
    })));
    let mut child = service.command(folder.path(), &["apply", "--auto-approve", "--prune"]);
    let mut child = child.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let killed = wait.recv_timeout(Duration::from_secs(20)).is_ok();
    if killed {
        if matches!(moment, Moment::AfterTheServiceActed) {
            wait_for_commit(&service);
        }
        child.kill().unwrap();
    }
    child.wait().unwrap();
    mended(&service, folder.path(), &format!("killed at call {at}, {moment:?}"));
    killed
}

/// The script is asked before the service acts; the log has the entry once it has.
fn wait_for_commit(service: &Service) {
    let before = service.emulator.log_entries().len();
    for _ in 0..50 {
        if service.emulator.log_entries().len() > before {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

pub(crate) fn signal(child: &Child, name: &str) {
    let done = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(done.success());
}

#[test]
fn an_interruption_finishes_what_is_in_flight_and_says_what_remains() {
    for (name, code) in [("-INT", 130), ("-TERM", 143)] {
        let service = Service::start();
        let folder = begun(&service);
        let (reached, wait) = std::sync::mpsc::channel();
        let late = Arc::new(Mutex::new(Vec::new()));
        let (mut writes, mut slow, seen_late) = (0, None, late.clone());
        // From the second write on, every call takes a while. What begins once the first of them is answered begins too late.
        service.emulator.set_script(Some(Box::new(move |seen| {
            writes += usize::from(!seen.call.is_read_only());
            if writes < 2 {
                return None;
            }
            let since: &mut Instant = slow.get_or_insert_with(|| {
                let _ = reached.send(());
                Instant::now()
            });
            if since.elapsed() > Duration::from_millis(600) {
                seen_late.lock().unwrap().push(seen.call);
            }
            Some(InjectedFault::Slow { ms: 600 })
        })));
        let mut child = service.command(folder.path(), &["apply", "--auto-approve", "--prune"]);
        let child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        wait.recv_timeout(Duration::from_secs(20)).unwrap();
        signal(&child, name);
        let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
        let (said, told) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
        assert_eq!(status.code(), Some(code), "{said}");
        let counted = |line: &str| {
            let number = line.strip_prefix("finishing ")?.strip_suffix("; interrupt again to leave at once")?;
            number.split_once(" request").and_then(|(number, _)| number.parse::<u64>().ok())
        };
        assert!(told.lines().any(|line| counted(line).is_some_and(|number| number > 0)), "{told}");
        assert!(said.contains("housestyle apply"), "the next command is said: {said}");
        assert!(said.lines().any(|line| line.starts_with("Interrupted. Applied: ")), "{said}");
        let late = late.lock().unwrap().clone();
        assert!(late.is_empty(), "no new call begins but those in flight: {late:?}");
        service.emulator.set_script(None);
        mended(&service, folder.path(), name);
    }
}

#[test]
fn what_has_its_name_when_the_run_is_interrupted_is_told_as_written_and_verified_by_the_next() {
    let service = Service::start();
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "housestyle.toml", "");
    write(folder.path(), "styles/comes.yaml", &list("Comes", "Be brief."));
    write(folder.path(), "styles/also.yaml", &list("Also", "Be kind."));
    let (reached, wait) = std::sync::mpsc::channel();
    let mut names = 0;
    service.emulator.set_script(Some(Box::new(move |seen| {
        if seen.call != Call::RenameStyle {
            return None;
        }
        names += 1;
        if names == 2 {
            let _ = reached.send(());
        }
        Some(InjectedFault::Slow { ms: 600 })
    })));
    let mut child = service.command(folder.path(), &["apply", "--auto-approve", "--format", "json"]);
    let child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait.recv_timeout(Duration::from_secs(20)).unwrap();
    signal(&child, "-INT");
    let Output { status, stdout, .. } = child.wait_with_output().unwrap();
    let said: serde_json::Value = serde_json::from_slice(&stdout).unwrap();
    assert_eq!(status.code(), Some(130), "{said}");
    let counts = ["done", "failed", "unverified", "unknown", "skipped"].map(|count| said["summary"][count].as_u64());
    assert_eq!(counts, [0, 0, 2, 0, 0].map(Some), "{said}");
    assert_eq!(service.names(), ["Also", "Comes"]);
    // Until then, the state says that much of them and no more.
    let listed = |arguments: &[&str]| outcome_in_one(&mut service.command(folder.path(), arguments)).1;
    let told = "  Comes  begun, not read back: the next apply does\n";
    let text = listed(&["state", "list"]);
    assert!(text.contains(told) && !text.contains("hs!"), "{text}");
    assert!(listed(&["state", "show", "style/also"]).contains("begun, not read back: the next apply does"));
    let resource = || {
        let text = listed(&["state", "list", "-o", "json"]);
        serde_json::from_str::<serde_json::Value>(&text).unwrap()["resources"]["style/comes"].clone()
    };
    assert_eq!((&resource()["name"], &resource()["interrupted"]), (&"Comes".into(), &true.into()));
    service.emulator.set_script(None);
    let writes = service.emulator.write_count();
    let (code, said) = service.apply(folder.path());
    assert_eq!((code, service.emulator.write_count()), (0, writes), "{said}");
    assert_eq!(resource()["interrupted"], false);
    assert!(!listed(&["state", "list"]).contains("begun"));
    let plan = service.command(folder.path(), &["plan", "--detailed-exitcode"]).output().unwrap();
    assert_eq!(plan.status.code(), Some(0));
}

#[test]
fn an_interruption_while_one_environment_is_planned_ends_them_all() {
    let service = Service::start();
    let folder = tempfile::tempdir().unwrap();
    let environment =
        |name: &str| format!("[environments.{name}]\nservice = \"custom\"\nstate = \"{name}.lock.json\"\n");
    write(folder.path(), "housestyle.toml", &["a", "b", "c"].map(environment).concat());
    write(folder.path(), "styles/comes.yaml", &list("Comes", "Be brief."));
    let (reached, wait) = std::sync::mpsc::channel();
    service.emulator.set_script(Some(Box::new(move |_| {
        let _ = reached.send(());
        Some(InjectedFault::Slow { ms: 600 })
    })));
    let arguments = ["apply", "--auto-approve", "--env", "a", "--env", "b", "--env", "c", "--format", "json"];
    let mut child = service.command(folder.path(), &arguments);
    let child = child.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    wait.recv_timeout(Duration::from_secs(20)).unwrap();
    signal(&child, "-INT");
    let Output { status, stdout, .. } = child.wait_with_output().unwrap();
    let said: serde_json::Value = serde_json::from_slice(&stdout).unwrap();
    assert_eq!((status.code(), service.emulator.log_entries().len()), (Some(130), 1), "{said}");
    for ended in said["environments"].as_array().unwrap() {
        assert_eq!(ended["exit_code"], 130, "{said}");
    }
}

#[test]
fn the_state_of_another_service_is_not_pulled_into() {
    let (service, other) = (Service::start(), Service::start());
    let folder = begun(&service);
    let before = std::fs::read(folder.path().join("housestyle.lock.json")).unwrap();
    let (code, said) = outcome_in_one(&mut other.command(folder.path(), &["pull"]));
    assert_eq!((code, other.emulator.log_entries().len()), (5, 0), "{said}");
    assert!(said.contains("their ids differ"), "{said}");
    assert_eq!(std::fs::read(folder.path().join("housestyle.lock.json")).unwrap(), before);
}

#[test]
fn a_second_interruption_leaves_at_once_and_loses_nothing() {
    let service = Service::start();
    let folder = begun(&service);
    let (reached, wait) = std::sync::mpsc::channel();
    let mut writes = 0;
    service.emulator.set_script(Some(Box::new(move |seen| {
        writes += u64::from(!seen.call.is_read_only());
        (writes == 1).then(|| {
            let _ = reached.send(());
            InjectedFault::LostAfter { hang: true }
        })
    })));
    let mut child = service.command(folder.path(), &["apply", "--auto-approve", "--prune"]);
    let mut child = child.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    wait.recv_timeout(Duration::from_secs(20)).unwrap();
    signal(&child, "-INT");
    for _ in 0..200 {
        std::thread::sleep(Duration::from_millis(10));
        if child.try_wait().unwrap().is_some() {
            break;
        }
        signal(&child, "-INT");
    }
    let Output { status, stderr, .. } = child.wait_with_output().unwrap();
    assert_eq!(status.code(), Some(130));
    let told = String::from_utf8(stderr).unwrap();
    let line = told.lines().find(|line| line.starts_with("left with ")).unwrap_or_else(|| panic!("{told}"));
    assert!(line.ends_with(" in flight: run apply again, it looks up what became of them"), "{line}");
    mended(&service, folder.path(), "interrupted twice");
}

#[test]
fn a_run_waits_for_another_one_that_holds_the_state_file() {
    let service = Service::start();
    let folder = begun(&service);
    let root = camino::Utf8PathBuf::from_path_buf(folder.path().to_owned()).unwrap();
    let place = StateFile::new(root.join("housestyle.lock.json"), root.join(".housestyle"), "default");
    let holder = file::open_state(&place).unwrap();
    let arguments = |timeout| ["apply", "--auto-approve", "--prune", "--lock-timeout", timeout];
    let Output { status, stderr, .. } = service.command(folder.path(), &arguments("0")).output().unwrap();
    let said = String::from_utf8_lossy(&stderr);
    assert!(status.code() == Some(9) && said.contains("--lock-timeout"), "{said}");
    let mut second = service.command(folder.path(), &arguments("60"));
    let mut second = second.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut told = std::io::BufReader::new(second.stderr.take().unwrap());
    let mut line = String::new();
    told.read_line(&mut line).unwrap();
    assert!(line.contains("waiting for the state: another run holds housestyle.lock.json"), "{line}");
    drop(holder);
    // Whoever reads no more would end it.
    std::io::copy(&mut told, &mut std::io::sink()).unwrap();
    assert_eq!(second.wait().unwrap().code(), Some(0));
    mended(&service, folder.path(), "two runs, one file");
}

/// Each kind of disk call that a run makes, failing or ending the process at its n-th use. Needs `strace`; `.ci/run`
/// installs it.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs strace"]
fn a_disk_that_fails_or_a_process_that_dies_at_any_disk_call_loses_nothing() {
    // `HOUSESTYLE_DISK=all` tries every kind of failure, in a few minutes.
    let all = std::env::var("HOUSESTYLE_DISK").is_ok_and(|said| said == "all");
    let ends: &[&str] = if all {
        &["signal=KILL", "error=ENOSPC", "error=EIO", "error=EROFS"]
    } else {
        &["signal=KILL", "error=ENOSPC"]
    };
    let calls = [("fsync,fdatasync", 10), ("rename,renameat,renameat2", 3), ("unlink,unlinkat", 3), ("write", 14)];
    let cases: Vec<(&str, &str, usize)> = calls
        .iter()
        .flat_map(|(call, most)| ends.iter().flat_map(move |end| (1..=*most).map(move |n| (*call, *end, n))))
        .collect();
    let next = AtomicUsize::new(0);
    let hits = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                while let Some((call, end, n)) = cases.get(next.fetch_add(1, Ordering::SeqCst)) {
                    hits.fetch_add(usize::from(disk(call, end, *n)), Ordering::SeqCst);
                }
            });
        }
    });
    let hits = hits.into_inner();
    println!("{hits} faults of {} tried came to pass", cases.len());
    assert!(hits * 2 > cases.len(), "{hits} of {} faults came to pass", cases.len());
}

/// Runs an apply in which one disk call goes wrong, and lets the next run mend it. Whether it came to pass.
#[cfg(target_os = "linux")]
fn disk(call: &str, end: &str, n: usize) -> bool {
    let service = Service::start();
    let folder = begun(&service);
    let plain = service.command(folder.path(), &["apply", "--auto-approve", "--prune"]);
    let mut traced = Command::new("strace");
    traced.args(["-f", "-qq", "-o"]).arg(folder.path().join("trace"));
    traced.args(["-e", &format!("trace={call}"), "-e", &format!("inject={call}:{end}:when={n}")]);
    traced.arg(plain.get_program()).args(plain.get_args()).current_dir(folder.path()).env_clear();
    traced.envs(plain.get_envs().filter_map(|(name, value)| Some((name, value?))));
    traced.env("PATH", "/usr/bin:/bin").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    traced.status().unwrap();
    let trace = String::from_utf8_lossy(&std::fs::read(folder.path().join("trace")).unwrap()).into_owned();
    mended(&service, folder.path(), &format!("{call} number {n}: {end}"));
    trace.contains("INJECTED") || trace.contains("SIGKILL")
}
