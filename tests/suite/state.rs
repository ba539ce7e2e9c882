//! The memory between runs on a real disk: whole or torn, locked, linked, newer, edited by hand.

use std::collections::BTreeMap;

use camino::{Utf8Path, Utf8PathBuf};
use housestyle::model::style::{Instruction, RuleKey, StyleContent};
use housestyle::model::{Address, Id, Key, Language, resource};
use housestyle::state::{Applied, Binding, JournalEntry, PendingCreation, State, file, format};

struct Desk {
    _folder: tempfile::TempDir,
    state: Utf8PathBuf,
    work: Utf8PathBuf,
}

impl Desk {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = Utf8Path::from_path(folder.path()).unwrap().to_owned();
        Self { _folder: folder, state: root.join("housestyle.lock.json"), work: root.join(".housestyle") }
    }

    fn journal(&self) -> Utf8PathBuf {
        self.work.join("housestyle.lock.json.journal")
    }

    fn read(&self) -> State {
        file::read_state(&self.state, &self.work).unwrap()
    }
}

fn address(key: &str) -> Address {
    Address::style(Key::new(key).unwrap())
}

fn binding(n: u32) -> Binding {
    let content = StyleContent {
        name: format!("Name \"{n}\" 日本"),
        language: Language::new("de"),
        rules: BTreeMap::from([(
            RuleKey::new("numbers", "decimal_separator"),
            "use_comma_as_decimal_separator".to_owned(),
        )]),
        instructions: vec![Instruction {
            label: "Ton\n<<<<<<< ".to_owned(),
            prompt: "Be brief.".to_owned(),
            source_language: Some(Language::new("en")),
        }],
    };
    let said = |content: &StyleContent| resource::ResourceContent::Style(content.clone());
    Binding {
        id: Id::new(&format!("id-{n}")).unwrap(),
        version: u64::from(n),
        protected: n.is_multiple_of(2),
        applied: Applied::new(&said(&content), &said(&StyleContent { name: "stored".to_owned(), ..content.clone() })),
        attempted: (n == 3).then(|| Applied::new(&said(&content), &said(&content))).into_iter().collect(),
        imported: n.is_multiple_of(5),
        sealed: true,
    }
}

fn facts() -> Vec<JournalEntry> {
    let creating =
        PendingCreation { nonce: "abcdefgh".to_owned(), digest: "sha256:00".to_owned(), since: Some("Mon".to_owned()) };
    vec![
        JournalEntry::CreationStarted(address("a"), creating.clone()),
        JournalEntry::CreationStarted(address("b"), creating),
        JournalEntry::Bound(address("a"), binding(1)),
        JournalEntry::CreationAbandoned(address("b")),
        JournalEntry::Bound(address("c"), binding(3)),
        JournalEntry::DeletionStarted(Id::new("id-1").unwrap(), address("a")),
        JournalEntry::Deleted(Id::new("id-1").unwrap()),
        JournalEntry::Unbound(address("c")),
        JournalEntry::Bound(address("d"), binding(2)),
    ]
}

#[test]
fn a_journal_that_is_torn_at_any_byte_gives_the_facts_before_the_tear() {
    let desk = Desk::new();
    let mut memory = file::open_state(&desk.state, &desk.work).unwrap();
    memory.initialize("emulator", "stacks");
    let mut states = vec![];
    for fact in facts() {
        memory.record_entries(&[fact]).unwrap();
        states.push(memory.state().clone());
    }
    drop(memory);
    let whole = std::fs::read(desk.journal()).unwrap();
    for length in 0..=whole.len() {
        std::fs::write(desk.journal(), &whole[..length]).unwrap();
        let lines = whole[..length].split(|byte| *byte == b'\n').count() - 1;
        // A line that lacks only its line end is whole.
        let complete = length < whole.len() && whole[length] == b'\n';
        let expected = match lines + usize::from(complete) {
            0 => State { stack: "stacks".to_owned(), origin: "emulator".to_owned(), ..State::default() },
            n => states[n - 1].clone(),
        };
        assert_eq!(desk.read(), expected, "{length} of {} bytes", whole.len());
    }
}

#[test]
fn a_run_that_ended_between_state_and_journal_counts_once() {
    let desk = Desk::new();
    let mut memory = file::open_state(&desk.state, &desk.work).unwrap();
    memory.initialize("emulator", "stacks");
    memory.record_entries(&facts()).unwrap();
    let journal = std::fs::read(desk.journal()).unwrap();
    memory.checkpoint().unwrap();
    let state = memory.state().clone();
    drop(memory);
    assert!(!desk.journal().exists());
    assert_eq!(desk.read(), state);
    std::fs::write(desk.journal(), journal).unwrap();
    assert_eq!(desk.read(), state);
    let taken_up = file::open_state(&desk.state, &desk.work).unwrap();
    assert_eq!(*taken_up.state(), state);
    assert!(!desk.journal().exists(), "a journal that was taken up is folded");
}

#[test]
fn what_is_written_reads_back_and_stands_one_binding_per_line() {
    let mut state = State { serial: 7, stack: "stacks".to_owned(), origin: "https://x".to_owned(), ..State::default() };
    for fact in facts() {
        state.apply_entry(fact);
    }
    state.apply_entry(JournalEntry::Bound(address("e"), binding(3)));
    let text = format::render_state(&state);
    assert_eq!(format::parse_state(&text).unwrap(), state);
    assert_eq!(text.lines().filter(|line| line.contains("\"seal\"")).count(), 2);
    assert_eq!(format::render_state(&format::parse_state(&text).unwrap()), text);
}

#[test]
fn an_id_that_was_changed_by_hand_breaks_the_seal() {
    let mut state = State { stack: "stacks".to_owned(), ..State::default() };
    state.apply_entry(JournalEntry::Bound(address("a"), binding(1)));
    let text = format::render_state(&state).replace("id-1", "id-9");
    let read = format::parse_state(&text).unwrap();
    assert!(!read.bindings[&address("a")].sealed);
    // Writing it again does not heal it.
    assert!(!format::parse_state(&format::render_state(&read)).unwrap().bindings[&address("a")].sealed);
}

#[test]
fn a_second_run_is_told_that_the_first_holds_the_state() {
    let desk = Desk::new();
    let first = file::open_state(&desk.state, &desk.work).unwrap();
    assert!(matches!(file::open_state(&desk.state, &desk.work), Err(file::StateFileError::Locked(_))));
    assert!(file::read_state(&desk.state, &desk.work).is_ok(), "reading needs no lock");
    drop(first);
    assert!(file::open_state(&desk.state, &desk.work).is_ok());
}

#[test]
fn what_is_no_state_is_refused_and_stays_as_it_is() {
    let newer = "{\"housestyle_state\": 99}\n";
    let merged = "{\n<<<<<<< ours\n=======\n>>>>>>> theirs\n}\n";
    for (text, says) in [
        (newer, "format 99"),
        (merged, "line 2 holds a merge conflict marker"),
        ("", "not JSON"),
        ("{}", "no state file"),
        ("{\"housestyle_state\": 1}", "missing"),
        ("[1", "not JSON"),
    ] {
        let desk = Desk::new();
        std::fs::write(&desk.state, text).unwrap();
        let error = file::open_state(&desk.state, &desk.work).expect_err(text).to_string();
        assert!(error.contains(says), "{text:?}: {error}");
        assert_eq!(std::fs::read_to_string(&desk.state).unwrap(), text);
    }
}

#[test]
fn damage_in_the_middle_of_a_journal_is_named_and_nothing_is_guessed() {
    let desk = Desk::new();
    let mut memory = file::open_state(&desk.state, &desk.work).unwrap();
    memory.initialize("emulator", "stacks");
    memory.record_entries(&facts()).unwrap();
    drop(memory);
    let text = std::fs::read_to_string(desk.journal()).unwrap().replacen("nonce", "nonse", 1);
    std::fs::write(desk.journal(), text).unwrap();
    let error = file::read_state(&desk.state, &desk.work).unwrap_err().to_string();
    assert!(error.contains("damaged at line 1"), "{error}");
}

#[cfg(unix)]
#[test]
fn the_state_has_the_permissions_of_any_committed_file_and_is_never_written_through_a_link() {
    use std::os::unix::fs::PermissionsExt as _;
    let desk = Desk::new();
    let mut memory = file::open_state(&desk.state, &desk.work).unwrap();
    memory.initialize("emulator", "stacks");
    memory.record_entries(&facts()).unwrap();
    let bits = |path: &Utf8Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let ordinary = desk.work.join("ordinary");
    std::fs::write(&ordinary, "").unwrap();
    assert_eq!((bits(&desk.state), bits(&desk.journal())), (bits(&ordinary), 0o600));
    std::fs::set_permissions(&desk.state, std::fs::Permissions::from_mode(0o664)).unwrap();
    memory.checkpoint().unwrap();
    assert_eq!(bits(&desk.state), 0o664);
    drop(memory);
    let elsewhere = desk.work.join("elsewhere.json");
    std::fs::rename(&desk.state, &elsewhere).unwrap();
    let before = std::fs::read(&elsewhere).unwrap();
    std::os::unix::fs::symlink(&elsewhere, &desk.state).unwrap();
    let error = file::open_state(&desk.state, &desk.work).expect_err("a link is refused").to_string();
    assert!(error.contains("not a regular file"), "{error}");
    assert_eq!(std::fs::read(&elsewhere).unwrap(), before);
}

#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_state_or_journal_is_refused_instead_of_read_for_ever() {
    for journal in [false, true] {
        let desk = Desk::new();
        std::fs::create_dir_all(&desk.work).unwrap();
        let path = if journal { desk.journal() } else { desk.state.clone() };
        let made = std::process::Command::new("mkfifo").arg(&path).status().unwrap();
        assert!(made.success());
        let refused = file::read_state(&desk.state, &desk.work).unwrap_err().to_string();
        assert_eq!(refused, format!("cannot read `{path}`: it is not a regular file"));
    }
}
