//! One state for many runners: a bare repository as remote, real processes of the built program, and the lease itself under
//! a clock that jumps. Twins and lost bindings are counted at the service.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};
use std::time::Duration;

use camino::Utf8PathBuf;
use housestyle::emulator::{Emulator, EmulatorOptions, ServeOptions, serve};
use housestyle::fence::{Fence, FenceClock};
use housestyle::state::backend::{BackendError, CommitNote, HistoryEntry, RunRecord, StateBackend, StoreDocuments};
use housestyle::state::git_backend::GitBackend;
use housestyle::state::lease::{self, LeaseError, LeaseRequest};
use housestyle::state::leased_journal::Renewals;
use housestyle::state::{Journal, JournalEntry, PendingCreation, StateStore};

use crate::playground::{PROGRAM, clean, git, outcome_in_one, write};
use crate::simulated_world::address;

pub(crate) const STACK: &str = "abcdefgh";
const REFERENCE: &str = "refs/housestyle/abcdefgh/default";

/// A bare repository that clones push to.
#[derive(Clone)]
pub(crate) struct Remote {
    pub(crate) folder: Arc<tempfile::TempDir>,
}

/// A remote, and an account on a port of this machine.
pub(crate) struct Site {
    remote: Remote,
    pub(crate) emulator: Emulator,
    address: String,
    _runtime: tokio::runtime::Runtime,
}

impl std::ops::Deref for Site {
    type Target = Remote;

    fn deref(&self) -> &Remote {
        &self.remote
    }
}

impl Remote {
    pub(crate) fn new() -> Self {
        let remote = Self { folder: Arc::new(tempfile::tempdir().unwrap()) };
        git(remote.folder.path(), &["init", "--quiet", "--bare", "remote.git"]);
        remote
    }

    /// A clone with a project of these lists, nothing of it committed: the state does not travel through branches.
    pub(crate) fn checkout(&self, name: &str, lists: &[&str]) -> PathBuf {
        git(self.folder.path(), &["clone", "--quiet", "remote.git", name]);
        let clone = self.folder.path().join(name);
        write(&clone, "housestyle.toml", &format!("stack = \"{STACK}\"\nstate = {{ store = \"git\" }}\n"));
        write(&clone, ".gitignore", ".housestyle/\n");
        for list in lists {
            let text = format!(
                "name: List {list}\nlanguage: de\ncustom_instructions:\n  - label: Ton\n    prompt: Be brief.\n"
            );
            write(&clone, &format!("styles/{list}.yaml"), &text);
        }
        clone
    }

    /// The commit of the shared state, and none where there is none.
    pub(crate) fn tip(&self) -> Option<String> {
        let told =
            git(self.folder.path(), &["--git-dir", "remote.git", "for-each-ref", "--format=%(objectname)", REFERENCE]);
        let commit = told.trim();
        (!commit.is_empty()).then(|| commit.to_owned())
    }

    pub(crate) fn backend(&self, clone: &Path) -> GitBackend {
        self.backend_on(clone, std::env::var("PATH").unwrap())
    }

    /// With programs from this search path.
    fn backend_on(&self, clone: &Path, path: String) -> GitBackend {
        let mut variables =
            vec![("PATH".to_owned(), path), ("HOME".to_owned(), self.folder.path().to_str().unwrap().to_owned())];
        variables.extend(std::env::var("SYSTEMROOT").ok().map(|root| ("SYSTEMROOT".to_owned(), root)));
        GitBackend::new(Utf8PathBuf::from_path_buf(clone.to_owned()).unwrap(), variables, "origin", STACK, "default")
    }

    pub(crate) fn request(&self, holder: &str, patience: u64, beat: Duration) -> LeaseRequest {
        LeaseRequest { renewals: Renewals::every(beat), ..lease_request(holder, patience, self.folder.path()) }
    }
}

/// The clock of the runtime around, paused or not; outside of one, that of the machine.
fn clock_of_tokio() -> FenceClock {
    let Ok(runtime) = tokio::runtime::Handle::try_current() else { return FenceClock::system() };
    let start = tokio::time::Instant::now();
    FenceClock::from_fn(move || {
        let _inside = runtime.enter();
        start.elapsed()
    })
}

/// What a runner asks for that never renews its lease.
pub(crate) fn lease_request(holder: &str, patience: u64, folder: &Path) -> LeaseRequest {
    LeaseRequest {
        run: RunRecord {
            holder: holder.to_owned(),
            who: format!("runner {holder}"),
            since: "2026-01-01T00:00:00Z".to_owned(),
            environment: "default".to_owned(),
            beat: 0,
        },
        stack: STACK.to_owned(),
        patience: Duration::from_secs(patience),
        work: Utf8PathBuf::from_path_buf(folder.join("work")).unwrap(),
        renewals: Renewals::every(NEVER),
        expiry: lease::EXPIRY,
        fence: Fence::new(clock_of_tokio()),
    }
}

impl Site {
    pub(crate) fn new() -> Self {
        Self::with_options(EmulatorOptions::default())
    }

    pub(crate) fn with_options(options: EmulatorOptions) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let emulator = Emulator::new(options);
        let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        runtime.spawn(serve(emulator.clone(), listener, ServeOptions::default(), std::future::pending()));
        Self { remote: Remote::new(), emulator, address, _runtime: runtime }
    }

    /// The remote alone, for whoever outlives this.
    pub(crate) fn remote(&self) -> Remote {
        self.remote.clone()
    }

    pub(crate) fn command(&self, folder: &Path, arguments: &[&str]) -> Command {
        let mut command = clean(PROGRAM, folder);
        command
            .args(arguments)
            .env("HOME", self.folder.path())
            .env("USER", "ann")
            .env("HOSTNAME", "desk")
            .env("HOUSESTYLE_SERVICE", "custom")
            .env("HOUSESTYLE_BASE_URL", &self.address)
            .env("HOUSESTYLE_AUTH_KEY", "shared-test-key-0123456789")
            .env("HOUSESTYLE_SETTLE", "1");
        command
    }

    pub(crate) fn run(&self, folder: &Path, arguments: &[&str]) -> (i32, String) {
        outcome_in_one(&mut self.command(folder, arguments))
    }

    pub(crate) fn apply(&self, folder: &Path) -> (i32, String) {
        self.run(folder, &["apply", "--auto-approve"])
    }

    pub(crate) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> =
            self.emulator.style_lists("default").iter().map(|list| list.name.clone()).collect();
        names.sort();
        names
    }
}

pub(crate) const NEVER: Duration = Duration::from_secs(3600);

pub(crate) async fn acquire(
    site: &Remote,
    clone: &Path,
    request: &LeaseRequest,
    lost: &Arc<AtomicUsize>,
) -> Result<StateStore<Box<dyn Journal>>, LeaseError> {
    let lost = lost.clone();
    let on_lost = Box::new(move |_: &str| {
        lost.fetch_add(1, Ordering::SeqCst);
    });
    lease::acquire_lease(Box::new(site.backend(clone)), request, &|_, _| (), on_lost).await
}

pub(crate) fn claim(key: &str) -> JournalEntry {
    let creating = PendingCreation { nonce: "abcdefgh".to_owned(), digest: "sha256:00".to_owned(), since: None };
    JournalEntry::CreationStarted(address(key), creating)
}

/// Two runners of two projects at the same moment: one list each, both runs end well, and a third has nothing to do. Answers
/// the project of the third.
pub(crate) fn race(
    site: &Site,
    project: impl Fn(&str) -> PathBuf,
    apply: impl Fn(&Path) -> (i32, String) + Sync,
) -> PathBuf {
    let folders = [project("one"), project("two")];
    let start = Barrier::new(2);
    let ended: Vec<(i32, String)> = std::thread::scope(|scope| {
        let runs = folders.each_ref().map(|folder| {
            scope.spawn(|| {
                start.wait();
                apply(folder)
            })
        });
        runs.into_iter().map(|run| run.join().unwrap()).collect()
    });
    let said = format!("{}\n---\n{}", ended[0].1, ended[1].1);
    assert_eq!((ended[0].0, ended[1].0), (0, 0), "{said}");
    assert_eq!(site.names(), ["List a", "List b"], "{said}");
    let writes = site.emulator.write_count();
    let third = project("three");
    let (code, said) = apply(&third);
    assert_eq!((code, site.emulator.write_count()), (0, writes), "{said}");
    third
}

#[test]
fn two_runners_without_a_common_disk_make_one_list_each() {
    let pairs: usize = std::env::var("HOUSESTYLE_PAIRS").ok().and_then(|pairs| pairs.parse().ok()).unwrap_or(20);
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while next.fetch_add(1, Ordering::SeqCst) < pairs {
                    let site = Site::new();
                    race(&site, |name| site.checkout(name, &["a", "b"]), |folder| site.apply(folder));
                }
            });
        }
    });
}

#[test]
fn the_reference_is_an_audit_trail_and_the_checkout_stays_as_it_was() {
    let site = Site::new();
    let clone = site.checkout("one", &["a"]);
    write(&clone, ".git/hooks/pre-push", "#!/bin/sh\ntouch ran\nexit 1\n");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let hook = clone.join(".git/hooks/pre-push");
        std::fs::set_permissions(hook, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    let before = git(&clone, &["status", "--porcelain"]);
    let (code, said) = site.apply(&clone);
    assert_eq!(code, 0, "{said}");
    assert!(!clone.join("ran").exists(), "a hook ran");
    assert_eq!(git(&clone, &["status", "--porcelain"]), before);
    assert!(!clone.join("housestyle.lock.json").exists());
    let first = site.tip().unwrap();

    // Nothing to do: the history stays as it is.
    let (code, said) = site.apply(&clone);
    assert_eq!((code, site.tip().as_ref()), (0, Some(&first)), "{said}");

    write(
        &clone,
        "styles/a.yaml",
        "name: List a\nlanguage: de\ncustom_instructions:\n  - label: Ton\n    prompt: Long.\n",
    );
    write(&clone, "styles/b.yaml", "name: List b\nlanguage: de\n");
    let (code, said) = site.apply(&clone);
    assert_eq!(code, 0, "{said}");
    let (code, log) = site.run(&clone, &["state", "log", "-p"]);
    assert_eq!(code, 0, "{log}");
    let runs: Vec<&str> = log.lines().filter(|line| line.contains("apply: ")).collect();
    assert_eq!(runs.len(), 2, "{log}");
    assert!(runs[0].contains("1 added, 1 changed, 0 removed") && runs[1].contains("1 added, 0 changed"), "{log}");
    for said in ["by: ann@desk", "plan: sha256:", "exit code: 0", "added style/b", "changed style/a"] {
        assert!(log.contains(said), "{said}: {log}");
    }
    // Nothing of the project is in it.
    let files = git(site.folder.path(), &["--git-dir", "remote.git", "ls-tree", "-r", "--name-only", REFERENCE]);
    assert_eq!(files, "state.json\n");
    let (code, shown) = site.run(&clone, &["state", "show"]);
    assert_eq!(code, 0, "{shown}");
    assert!(shown.contains(REFERENCE) && shown.contains("abcdefgh, from housestyle.toml"), "{shown}");
}

#[test]
fn how_and_why_a_plan_was_approved_stands_in_the_history() {
    let site = Site::new();
    let clone = site.checkout("one", &["a"]);
    let (code, plan) = site.run(&clone, &["plan", "-o", "json"]);
    assert_eq!(code, 0, "{plan}");
    let at = plan.find("sha256:").unwrap();
    let digest = &plan[plan.find("\"digest\": \"").map_or(at, |at| at + "\"digest\": \"".len())..][..71];
    let (code, said) = site.run(&clone, &["apply", "--approve", digest, "--reason", "two\nlines"]);
    assert_eq!(code, 64, "{said}");
    let (code, said) = site.run(&clone, &["apply", "--auto-approve", "--reason", "no digest"]);
    assert_eq!(code, 64, "{said}");
    let (code, said) = site.run(&clone, &["apply", "--approve", digest, "--reason", "reviewed in pull request 81"]);
    assert_eq!(code, 0, "{said}");
    write(&clone, "styles/b.yaml", "name: List b\nlanguage: de\n");
    assert_eq!(site.apply(&clone).0, 0);
    let (_, log) = site.run(&clone, &["state", "log", "-p"]);
    for said in
        ["approved: by its digest", "reason: reviewed in pull request 81", "approved: beforehand, with --auto-approve"]
    {
        assert_eq!(log.matches(said).count(), 1, "{said}: {log}");
    }
    let (code, said) = site.run(&clone, &["apply", "--approve", digest]);
    assert_eq!(code, 6, "{said}");
    assert!(said.contains("this plan was applied at 20") && said.contains(" by ann@desk"), "{said}");
}

#[test]
fn a_remote_that_refuses_the_reference_is_told_before_anything_is_sent() {
    let site = Site::new();
    let clone = site.checkout("one", &["a"]);
    let hook = site.folder.path().join("remote.git/hooks/pre-receive");
    std::fs::write(&hook, "#!/bin/sh\necho not for you >&2\nexit 1\n").unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::set_permissions(&hook, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    let (code, said) = site.apply(&clone);
    assert_eq!((code, site.emulator.write_count()), (1, 0), "{said}");
    assert!(said.contains("rejected the state: [remote rejected]") && said.contains("contents: write"), "{said}");
    let (code, said) = site.run(&clone, &["apply", "--auto-approve", "--state-remote", "elsewhere"]);
    assert_eq!((code, site.emulator.write_count()), (1, 0), "{said}");
    assert!(said.contains("--state-remote"), "{said}");
}

#[test]
fn a_state_moves_between_file_and_reference_and_leaves_a_pointer() {
    let site = Site::new();
    let clone = site.checkout("one", &["a"]);
    let shared = std::fs::read_to_string(clone.join("housestyle.toml")).unwrap();
    let on_file = format!("stack = \"{STACK}\"\n");
    write(&clone, "housestyle.toml", &on_file);
    let (code, said) = site.apply(&clone);
    assert_eq!(code, 0, "{said}");

    // The other store is empty: no run begins anew beside the file.
    write(&clone, "housestyle.toml", &shared);
    let (code, said) = site.apply(&clone);
    assert_eq!(code, 5, "{said}");
    assert!(said.contains("state migrate --to git"), "{said}");

    let (code, said) = site.run(&clone, &["state", "migrate", "--to", "git"]);
    assert_eq!(code, 0, "{said}");
    let writes = site.emulator.write_count();
    let (code, said) = site.apply(&clone);
    assert_eq!((code, site.emulator.write_count()), (0, writes), "{said}");

    // Whoever still works with the file is told where the state went.
    write(&clone, "housestyle.toml", &on_file);
    let (code, said) = site.apply(&clone);
    assert_eq!(code, 5, "{said}");
    assert!(said.contains("it was moved to") && said.contains(REFERENCE), "{said}");

    let (code, said) = site.run(&clone, &["state", "migrate", "--to", "file"]);
    assert_eq!(code, 0, "{said}");
    let (code, said) = site.apply(&clone);
    assert_eq!((code, site.emulator.write_count()), (0, writes), "{said}");
    write(&clone, "housestyle.toml", &shared);
    let (code, said) = site.run(&clone, &["plan"]);
    assert_eq!(code, 5, "{said}");
    assert!(said.contains("moved to housestyle.lock.json"), "{said}");
}

/// What every shared home promises; `open` makes a runner's own way to one and the same home.
pub(crate) fn keeps_the_contract(open: &mut dyn FnMut() -> Box<dyn StateBackend>) {
    let (mut one, mut two) = (open(), open());
    let documents = |text: &str| StoreDocuments { state: Some(text.to_owned()), ..StoreDocuments::default() };
    let note = |message: &str, ends_run| CommitNote { message: message.to_owned(), ends_run };
    let is_changed = |outcome| matches!(outcome, Err(BackendError::Changed(_)));
    assert_eq!(one.read().unwrap(), (None, StoreDocuments::default()));
    assert_eq!(one.current_revision().unwrap(), None);
    assert!(one.history(5).unwrap().is_empty());

    // Of two writers with one revision one is told that it lost.
    let first = one.replace_if(None, &documents("1"), &note("one", true)).unwrap();
    assert!(is_changed(two.replace_if(None, &documents("2"), &note("lost", true))));
    assert_eq!(two.read().unwrap(), (Some(first.clone()), documents("1")));
    assert_eq!(two.current_revision().unwrap().as_ref(), Some(&first));
    let second = two.replace_if(Some(&first), &documents("3"), &note("two", true)).unwrap();
    assert!(is_changed(one.replace_if(Some(&first), &documents("4"), &note("lost", true))));
    assert_eq!(one.read().unwrap(), (Some(second.clone()), documents("3")));

    // A run without work leaves what was there, and no trace in the history.
    let run = RunRecord {
        holder: "h".to_owned(),
        who: "ann@desk".to_owned(),
        since: "2026-01-01T00:00:00Z".to_owned(),
        environment: "default".to_owned(),
        beat: 1,
    };
    let full = StoreDocuments { journal: "{}\nä\n".to_owned(), run: Some(run.clone()), ..documents("\"3\u{1F600}\n") };
    let held = one.replace_if(Some(&second), &full, &note("run of ann@desk", false)).unwrap();
    assert_eq!(two.read().unwrap(), (Some(held.clone()), full.clone()));
    let later = StoreDocuments { run: Some(RunRecord { beat: 2, ..run }), ..full };
    let beat = one.replace_if(Some(&held), &later, &note("run of ann@desk", false)).unwrap();
    assert_ne!(held, beat);
    assert!(is_changed(two.restore(&held, Some(&second), &documents("3")).map(|()| beat.clone())));
    one.restore(&beat, Some(&second), &documents("3")).unwrap();
    let (restored, found) = two.read().unwrap();
    assert_eq!(found, documents("3"));

    // A pointer is kept with the state, and the history tells the runs that ended, the newest first.
    let moved = StoreDocuments { moved_to: Some("elsewhere".to_owned()), ..documents("3") };
    let last = two.replace_if(restored.as_ref(), &moved, &note("three\n\nby: ann@desk\n", true)).unwrap();
    assert_eq!(one.read().unwrap(), (Some(last.clone()), moved));
    let messages = |entries: Vec<HistoryEntry>| entries.into_iter().map(|entry| entry.message).collect::<Vec<_>>();
    assert_eq!(messages(one.history(9).unwrap()), ["three\n\nby: ann@desk", "two", "one"]);
    assert_eq!(messages(open().history(2).unwrap()), ["three\n\nby: ann@desk", "two"]);

    // Whoever begins anew finds nothing, whether or not something is left behind.
    one.restore(&last, None, &StoreDocuments::default()).unwrap();
    let (revision, found) = two.read().unwrap();
    assert_eq!(found, StoreDocuments::default());
    two.replace_if(revision.as_ref(), &documents("5"), &note("four", true)).unwrap();
    assert_eq!(open().read().unwrap().1, documents("5"));
}

#[cfg(unix)]
#[test]
fn a_git_that_fails_wrote_nothing_whatever_it_prints() {
    use std::os::unix::fs::PermissionsExt as _;
    let remote = Remote::new();
    let clone = remote.checkout("one", &[]);
    let programs = remote.folder.path().join("programs");
    let script =
        "#!/bin/sh\nPATH=${PATH#*:}\ncase \"$*\" in *commit-tree*) git \"$@\"; exit 1 ;; esac\nexec git \"$@\"\n";
    write(&programs, "git", script);
    std::fs::set_permissions(programs.join("git"), std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let documents = StoreDocuments { state: Some("1".to_owned()), ..StoreDocuments::default() };
    let note = CommitNote { message: "one".to_owned(), ends_run: true };
    let error = remote.backend_on(&clone, path).replace_if(None, &documents, &note).unwrap_err();
    assert!(error.to_string().contains("git cannot write objects"), "{error}");
    assert_eq!(remote.tip(), None);
}

#[test]
fn a_reference_keeps_the_contract() {
    let site = Remote::new();
    let clones = [site.checkout("one", &[]), site.checkout("two", &[]), site.checkout("three", &[])];
    let mut next = clones.iter().cycle();
    keeps_the_contract(&mut || Box::new(site.backend(next.next().unwrap())));
}

#[test]
fn a_stack_is_the_same_in_every_clone_and_told_where_it_comes_from() {
    let site = Site::new();
    let seed = site.checkout("seed", &["a"]);
    write(&seed, "housestyle.toml", "");
    git(&seed, &["add", "."]);
    git(&seed, &["commit", "--quiet", "-m", "first"]);
    git(&seed, &["push", "--quiet", "origin", "HEAD:main"]);
    let stack = |name: &str| {
        git(site.folder.path(), &["clone", "--quiet", "--branch", "main", "remote.git", name]);
        let (code, said) = site.run(&site.folder.path().join(name), &["state", "show"]);
        assert_eq!(code, 0, "{said}");
        assert!(said.contains("from the first commit of the repository"), "{said}");
        said.lines().find(|line| line.starts_with("stack")).unwrap().to_owned()
    };
    assert_eq!(stack("one"), stack("two"));
    // A clone that lacks the first commit does not guess.
    let remote = format!("file://{}", site.folder.path().join("remote.git").display());
    write(&seed, "more", "");
    git(&seed, &["add", "."]);
    git(&seed, &["commit", "--quiet", "-m", "second"]);
    git(&seed, &["push", "--quiet", "origin", "HEAD:main"]);
    git(site.folder.path(), &["clone", "--quiet", "--depth", "1", "--branch", "main", &remote, "shallow"]);
    let shallow = site.folder.path().join("shallow");
    write(&shallow, "housestyle.toml", "state = { store = \"git\" }\n");
    let (code, said) = site.run(&shallow, &["plan"]);
    assert_eq!(code, 64, "{said}");
    assert!(said.contains("stack = \""), "{said}");
}

#[test]
fn a_snapshot_of_another_project_or_with_a_foreign_id_is_not_brought_back() {
    let site = Site::new();
    let (one, two) = (site.checkout("one", &["website"]), site.checkout("two", &["website"]));
    write(&one, "housestyle.toml", "stack = \"aaaaaaaa\"\n");
    write(&two, "housestyle.toml", "stack = \"bbbbbbbb\"\n");
    let list = "name: Two\nlanguage: de\ncustom_instructions:\n  - label: Ton\n    prompt: Be brief.\n";
    write(&two, "styles/website.yaml", list);
    for project in [&one, &two] {
        let (code, said) = site.apply(project);
        assert_eq!(code, 0, "{said}");
    }
    let (code, said) = site.run(&one, &["snapshot", "--out", "one.json"]);
    assert_eq!(code, 0, "{said}");
    let before = site.emulator.write_count();
    std::fs::copy(one.join("one.json"), two.join("one.json")).unwrap();
    let (code, said) = site.run(&two, &["apply", "--undo", "one.json", "--auto-approve"]);
    assert_eq!((code, site.emulator.write_count()), (5, before), "{said}");
    assert!(said.contains("another project"), "{said}");

    // One id edited in a snapshot of its own, to that of a list that it never managed.
    write(&two, "styles/website.yaml", &list.replace("brief", "long"));
    let (code, said) = site.apply(&two);
    assert_eq!(code, 0, "{said}");
    let id = |name: &str| {
        let lists = site.emulator.style_lists("default");
        lists.iter().find(|list| list.name == name).unwrap().style_id.to_string()
    };
    let undo = two.join(".housestyle/undo/default");
    for entry in std::fs::read_dir(undo).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replace(&id("Two"), &id("List website"))).unwrap();
    }
    let before = site.emulator.write_count();
    let (code, said) = site.run(&two, &["apply", "--undo", "--auto-approve"]);
    assert_eq!((code, site.emulator.write_count()), (5, before), "{said}");
    assert!(said.contains("never managed") && said.contains("--import style/website"), "{said}");
}
