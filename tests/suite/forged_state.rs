//! States that somebody forged. The seal of an entry has no key, so an entry that binds a foreign list with its known content
//! looks like one of ours: what only the state calls ours is not deleted unless a person names it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use housestyle::state::backend::{CommitNote, StateBackend as _};
use housestyle::state::{Binding, JournalEntry, State, format};

use crate::playground::{git, write};
use crate::shared_state::{NEVER, Remote, STACK, Site, acquire, claim};
use crate::simulated_world::address;

const LOCK: &str = "housestyle.lock.json";
const PRUNES: &str = "stack = \"abcdefgh\"\ndeletion = \"prune\"\n";

/// A project on its own, and a list of somebody else on the same account, with everything that is known of it.
struct Account {
    site: Site,
    ours: PathBuf,
    foreign: Binding,
}

fn state_of(project: &Path) -> State {
    format::parse_state(&std::fs::read_to_string(project.join(LOCK)).unwrap()).unwrap()
}

fn commit(project: &Path, message: &str) {
    git(project, &["add", "--all"]);
    git(project, &["commit", "--quiet", "--message", message]);
}

impl Account {
    fn new() -> Self {
        let site = Site::new();
        let theirs = site.checkout("theirs", &["theirs"]);
        write(&theirs, "housestyle.toml", "stack = \"bbbbbbbb\"\n");
        let (code, said) = site.run(&theirs, &["apply", "--auto-approve"]);
        assert_eq!(code, 0, "{said}");
        let foreign = state_of(&theirs).bindings.remove(&address("theirs")).unwrap();
        let ours = site.checkout("ours", &["a", "b"]);
        write(&ours, "housestyle.toml", PRUNES);
        let (code, said) = site.run(&ours, &["apply", "--auto-approve"]);
        assert_eq!(code, 0, "{said}");
        commit(&ours, "lists and their state");
        Self { site, ours, foreign }
    }

    /// Writes an entry for the foreign list into the state, as our own program would write it.
    fn forge(&self, change: impl Fn(&mut State)) {
        let mut state = state_of(&self.ours);
        change(&mut state);
        write(&self.ours, LOCK, &format::render_state(&state));
    }

    fn bind(&self, state: &mut State) {
        state.bindings.insert(address("website"), self.foreign.clone());
    }

    fn apply(&self, project: &Path, flags: &[&str]) -> (i32, String) {
        self.site.run(project, &[&["apply", "--auto-approve"], flags].concat())
    }

    /// Nothing is deleted, and the reason and both ways out are told.
    fn refuses(&self, project: &Path) -> String {
        let before = self.site.emulator.write_count();
        let (code, said) = self.apply(project, &[]);
        assert_eq!((code, self.site.emulator.write_count()), (5, before), "{said}");
        for word in ["[never-managed]", "--allow-delete style/website", "housestyle state rm style/website"] {
            assert!(said.contains(word), "{word}: {said}");
        }
        said
    }

    /// A clone as a pipeline has it: nothing of this machine in it.
    fn fresh(&self, name: &str, flags: &[&str]) -> PathBuf {
        let folder = self.site.folder.path();
        let from = format!("file://{}", self.ours.display());
        git(folder, &[&["clone", "--quiet"], flags, &[from.as_str(), name]].concat());
        folder.join(name)
    }
}

#[test]
fn a_forged_entry_deletes_nothing_unless_a_person_names_it() {
    let account = Account::new();
    account.forge(|state| account.bind(state));
    account.refuses(&account.ours);
    commit(&account.ours, "an entry nobody looks at");
    account.refuses(&account.ours);
    let clone = account.fresh("pipeline", &[]);
    account.refuses(&clone);
    let (code, said) = account.site.run(&clone, &["plan", "--detailed-exitcode"]);
    assert!(code == 5 && said.contains("[never-managed]"), "{said}");
    // A merged branch is judged as a whole, whatever its commits say one by one.
    git(&account.ours, &["checkout", "--quiet", "-b", "request"]);
    write(&account.ours, "styles/website.yaml", "name: List theirs\nlanguage: de\n");
    commit(&account.ours, "a file for it");
    std::fs::remove_file(account.ours.join("styles/website.yaml")).unwrap();
    commit(&account.ours, "and none");
    git(&account.ours, &["checkout", "--quiet", "main"]);
    git(&account.ours, &["merge", "--quiet", "--no-ff", "request", "--message", "merge"]);
    let clone = account.fresh("merged", &[]);
    account.refuses(&clone);
    let (code, said) = account.apply(&clone, &["--allow-delete", "style/website"]);
    assert_eq!(code, 0, "{said}");
    assert_eq!(account.site.names(), ["List a", "List b"]);
}

#[test]
fn a_forged_record_or_a_forged_beginning_of_a_deletion_deletes_nothing() {
    let account = Account::new();
    // That a deletion was begun needs no `deletion = "prune"`.
    write(&account.ours, "housestyle.toml", &format!("stack = \"{STACK}\"\n"));
    account.forge(|state| {
        state.pending_deletions.insert(account.foreign.id.clone(), address("website"));
    });
    account.refuses(&account.ours);
    // The record of this machine came with the checkout.
    account.forge(|state| account.bind(state));
    write(&account.ours, "housestyle.toml", PRUNES);
    let work = account.ours.join(".housestyle");
    let record = std::fs::read_dir(&work).unwrap().map(|entry| entry.unwrap().path());
    let record = record.into_iter().find(|path| path.extension().is_some_and(|ending| ending == "managed")).unwrap();
    let text = std::fs::read_to_string(&record).unwrap();
    std::fs::write(&record, format!("{text}{}\n", account.foreign.id)).unwrap();
    git(&account.ours, &["add", "--force", record.to_str().unwrap()]);
    commit(&account.ours, "a record");
    account.refuses(&account.fresh("pipeline", &[]));
}

#[test]
fn what_the_project_managed_is_deleted_in_every_clone() {
    let account = Account::new();
    std::fs::remove_file(account.ours.join("styles/a.yaml")).unwrap();
    commit(&account.ours, "a goes");
    write(&account.ours, "notes.md", "Later.\n");
    commit(&account.ours, "something else");
    // A shallow clone does not know, and says what it lacks.
    let before = account.site.emulator.write_count();
    let (code, said) = account.apply(&account.fresh("shallow", &["--depth", "1"]), &[]);
    assert_eq!((code, account.site.emulator.write_count()), (5, before), "{said}");
    assert!(said.contains("[never-managed]") && said.contains("git fetch --unshallow"), "{said}");
    let (code, said) = account.apply(&account.fresh("full", &[]), &[]);
    assert_eq!(code, 0, "{said}");
    assert_eq!(account.site.names(), ["List b", "List theirs"]);
    // Outside of any repository, the record of this machine says it.
    std::fs::remove_dir_all(account.ours.join(".git")).unwrap();
    std::fs::remove_file(account.ours.join("styles/b.yaml")).unwrap();
    write(&account.ours, "styles/c.yaml", "name: List c\nlanguage: de\n");
    let (code, said) = account.apply(&account.ours, &[]);
    assert_eq!(code, 0, "{said}");
    assert_eq!(account.site.names(), ["List c", "List theirs"]);
}

#[test]
fn a_shared_store_knows_what_its_runs_managed() {
    let account = Account::new();
    let shared = format!("{PRUNES}state = {{ store = \"git\" }}\n");
    // What moves with a forged entry in it is not vouched for by moving.
    account.forge(|state| account.bind(state));
    let (code, said) = account.site.run(&account.ours, &["state", "migrate", "--to", "git"]);
    assert_eq!(code, 0, "{said}");
    write(&account.ours, "housestyle.toml", &shared);
    account.refuses(&account.ours);
    let (code, said) = account.site.run(&account.ours, &["state", "rm", "style/website"]);
    assert_eq!(code, 0, "{said}");
    // What was managed before it moved, and what a run of the store created, may go.
    std::fs::remove_file(account.ours.join("styles/a.yaml")).unwrap();
    let (code, said) = account.apply(&account.ours, &[]);
    assert_eq!(code, 0, "{said}");
    write(&account.ours, "styles/c.yaml", "name: List c\nlanguage: de\n");
    let (code, said) = account.apply(&account.ours, &[]);
    assert_eq!(code, 0, "{said}");
    std::fs::remove_file(account.ours.join("styles/c.yaml")).unwrap();
    let (code, said) = account.apply(&account.ours, &[]);
    assert_eq!(code, 0, "{said}");
    assert_eq!(account.site.names(), ["List b", "List theirs"]);
    // Somebody writes the store without a run.
    let mut backend = account.site.backend(&account.ours);
    let (revision, mut documents) = backend.read().unwrap();
    let mut state = format::parse_state(documents.state.as_deref().unwrap()).unwrap();
    account.bind(&mut state);
    documents.state = Some(format::render_state(&state));
    let note = CommitNote { message: "apply: 0 added, 0 changed, 0 removed\n".to_owned(), ends_run: true };
    backend.replace_if(revision.as_ref(), &documents, &note).unwrap();
    account.refuses(&account.ours);
    // And back in the file: what the store knew stays known, the rest does not become so.
    let (code, said) = account.site.run(&account.ours, &["state", "migrate", "--to", "file"]);
    assert_eq!(code, 0, "{said}");
    write(&account.ours, "housestyle.toml", PRUNES);
    std::fs::remove_dir_all(account.ours.join(".git")).unwrap();
    std::fs::remove_file(account.ours.join("styles/b.yaml")).unwrap();
    write(&account.ours, "styles/d.yaml", "name: List d\nlanguage: de\n");
    let said = account.refuses(&account.ours);
    assert!(!said.contains("--allow-delete style/b"), "{said}");
}

#[tokio::test(start_paused = true)]
async fn what_a_dead_run_bound_is_told_by_the_one_that_goes_on() {
    let site = Remote::new();
    let (one, two) = (site.checkout("one", &[]), site.checkout("two", &[]));
    let lost = Arc::new(AtomicUsize::new(0));
    let mut dead = acquire(&site, &one, &site.request("dead", 0, NEVER), &lost).await.unwrap();
    dead.initialize("emulator", STACK);
    let binding = crate::state::binding(1);
    dead.record_entries(&[JournalEntry::Bound(address("a"), binding.clone()), claim("b")]).unwrap();
    std::mem::forget(dead);
    // It goes on, and has nothing to do itself.
    drop(acquire(&site, &two, &site.request("two", 300, NEVER), &lost).await.unwrap());
    let told = || site.backend(&two).history(10).unwrap().into_iter().map(|run| run.message + "\n").collect::<String>();
    assert!(told().contains(&format!("\nadded style/a {}\n", binding.id)), "{}", told());
    let mut next = acquire(&site, &two, &site.request("three", 300, NEVER), &lost).await.unwrap();
    next.record_entries(&[JournalEntry::Unbound(address("a"))]).unwrap();
    next.checkpoint().unwrap();
    assert!(told().contains(&format!("\nremoved style/a {}", binding.id)), "{}", told());
}
