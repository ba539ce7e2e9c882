//! The memory between runs on a real disk: whole or torn, locked, linked, newer, edited by hand.

use std::collections::BTreeMap;

use camino::{Utf8Path, Utf8PathBuf};
use housestyle::model::style::{Instruction, RuleKey, StyleContent};
use housestyle::model::{Id, Language, resource};
use housestyle::state::{Applied, Binding, JournalEntry, PendingCreation, State, file, format};

use crate::simulated_world::{Dice, address, seeds};

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
        self.place().journal_path()
    }

    fn place(&self) -> file::StateFile {
        file::StateFile::new(self.state.clone(), self.work.clone(), "default")
    }

    fn read(&self) -> State {
        file::read_state(&self.place()).unwrap()
    }
}

pub(crate) fn binding(n: u32) -> Binding {
    let content = StyleContent {
        name: format!("Name \"{n}\" 日本"),
        language: Language::new("de"),
        rules: BTreeMap::from([(
            RuleKey::new("numbers", "decimal_separator"),
            "use_comma_as_decimal_separator".into(),
        )]),
        instructions: vec![Instruction {
            label: "Ton\n<<<<<<< ".into(),
            prompt: "Be brief.".into(),
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
    let mut memory = file::open_state(&desk.place()).unwrap();
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
    let mut memory = file::open_state(&desk.place()).unwrap();
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
    let taken_up = file::open_state(&desk.place()).unwrap();
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
fn a_line_whose_checksum_does_not_fit_is_no_fact_however_valid_it_looks() {
    for fact in facts() {
        let line = format::render_journal_line("stacks", &fact);
        let (check, body) = line.trim_end().split_once(' ').unwrap();
        assert!(format::parse_journal_line("stacks", line.trim_end()).is_some(), "{fact:?}");
        let other = body.replace("id-", "ix-").replace("style/", "style/x");
        assert_ne!(other, body);
        assert_eq!(format::parse_journal_line("stacks", &format!("{check} {other}")), None, "{fact:?}");
    }
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
    let first = file::open_state(&desk.place()).unwrap();
    assert!(matches!(file::open_state(&desk.place()), Err(file::StateFileError::Locked(_))));
    assert!(file::read_state(&desk.place()).is_ok(), "reading needs no lock");
    drop(first);
    assert!(file::open_state(&desk.place()).is_ok());
}

#[test]
fn what_is_no_state_is_refused_and_stays_as_it_is() {
    let newer = "{\"housestyle_state\": 99}\n";
    // It could be read, and what this version does not know of it would be lost.
    let alike =
        format::render_state(&State::default()).replacen("\"housestyle_state\": 1", "\"housestyle_state\": 2", 1);
    let listed = format::render_state(&State::default()).replacen('{', "{\"former\": [],", 1);
    let merged = "{\n<<<<<<< ours\n=======\n>>>>>>> theirs\n}\n";
    for (text, says) in [
        (newer, "format 99"),
        (&alike, "format 2"),
        (merged, "line 2 contains a merge conflict marker"),
        ("", "not JSON"),
        ("{}", "no state file"),
        ("{\"housestyle_state\": 1}", "missing"),
        ("[1", "not JSON"),
        (&listed, "expected an object"),
    ] {
        let desk = Desk::new();
        std::fs::write(&desk.state, text).unwrap();
        let error = file::open_state(&desk.place()).expect_err(text).to_string();
        assert!(error.contains(says), "{text:?}: {error}");
        assert_eq!(std::fs::read_to_string(&desk.state).unwrap(), text);
    }
}

#[test]
fn damage_in_the_middle_of_a_journal_is_named_and_nothing_is_guessed() {
    let desk = Desk::new();
    let mut memory = file::open_state(&desk.place()).unwrap();
    memory.initialize("emulator", "stacks");
    memory.record_entries(&facts()).unwrap();
    drop(memory);
    let text = std::fs::read_to_string(desk.journal()).unwrap().replacen("nonce", "nonse", 1);
    std::fs::write(desk.journal(), text).unwrap();
    let error = file::read_state(&desk.place()).unwrap_err().to_string();
    assert!(error.contains("damaged at line 1"), "{error}");
}

#[cfg(unix)]
#[test]
fn the_state_has_the_permissions_of_any_committed_file_and_is_never_written_through_a_link() {
    use std::os::unix::fs::PermissionsExt as _;
    let desk = Desk::new();
    let mut memory = file::open_state(&desk.place()).unwrap();
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
    let error = file::open_state(&desk.place()).expect_err("a link is refused").to_string();
    assert!(error.contains("leads through a symbolic link"), "{error}");
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
        let refused = file::read_state(&desk.place()).unwrap_err().to_string();
        assert_eq!(refused, format!("cannot read `{path}`: it is not a regular file"));
    }
}

#[test]
fn two_states_of_one_name_have_a_journal_and_a_lock_each_and_a_foreign_journal_is_refused() {
    let desk = Desk::new();
    let place = |folder: &str| {
        file::StateFile::new(desk.state.with_file_name(folder).join("lock.json"), desk.work.clone(), folder)
    };
    let (production, staging) = (place("production"), place("staging"));
    let mut killed = file::open_state(&staging).unwrap();
    killed.initialize("emulator", "stacks");
    killed.record_entries(&[JournalEntry::Bound(address("website"), binding(1))]).unwrap();
    // Not locked by the other, and nothing of it is read.
    let other = file::open_state(&production).unwrap();
    assert!(other.state().bindings.is_empty());
    drop((killed, other));
    assert!(staging.journal_path().exists());
    assert!(file::read_state(&production).unwrap().bindings.is_empty());
    assert!(file::read_state(&staging).unwrap().bindings.contains_key(&address("website")));
    // The journal of one environment or project in the place of another's.
    std::fs::copy(staging.journal_path(), production.journal_path()).unwrap();
    let refused = file::read_state(&production).unwrap_err();
    assert!(matches!(refused, file::StateFileError::ForeignJournal { .. }), "{refused}");
    assert!(file::open_state(&production).is_err());
    assert!(production.journal_path().exists(), "it is not eaten");
}

#[test]
fn a_merge_that_kept_both_sides_of_a_line_is_refused() {
    let mut state = State { stack: "stacks".to_owned(), ..State::default() };
    state.apply_entry(JournalEntry::Bound(address("a"), binding(1)));
    let text = format::render_state(&state);
    let line = text.lines().find(|line| line.contains("\"style/a\"")).unwrap();
    let both = text.replace(line, &format!("{line},\n{}", line.replace("id-1", "id-2")));
    let error = format::parse_state(&both).unwrap_err().to_string();
    assert!(error.contains("`style/a` occurs twice"), "{error}");
    let twice = text.replace("  \"serial\": 0,\n", "  \"serial\": 0,\n  \"serial\": 1,\n");
    let error = format::parse_state(&twice).unwrap_err().to_string();
    assert!(error.contains("duplicate field `serial`"), "{error}");
}

#[test]
fn a_reader_sees_state_and_journal_of_one_moment() {
    let desk = Desk::new();
    let place = desk.place();
    let mut store = file::open_state(&place).unwrap();
    store.initialize("emulator", "stacks");
    store.record_entries(&[JournalEntry::Bound(address("first"), binding(1))]).unwrap();
    let over = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        let readers: Vec<_> = (0..3)
            .map(|_| {
                scope.spawn(|| {
                    let (mut most, mut reads) = (0, 0_u32);
                    while !over.load(std::sync::atomic::Ordering::SeqCst) {
                        let seen = file::read_state(&place).unwrap().bindings.len();
                        assert!(seen >= most, "{seen} after {most}: facts were missed");
                        most = seen;
                        reads += 1;
                    }
                    reads
                })
            })
            .collect();
        for n in 0..150 {
            store.record_entries(&[JournalEntry::Bound(address(&format!("k{n}")), binding(n + 2))]).unwrap();
            store.checkpoint().unwrap();
        }
        over.store(true, std::sync::atomic::Ordering::SeqCst);
        assert!(readers.into_iter().map(|reader| reader.join().unwrap()).sum::<u32>() > 20);
    });
}

#[cfg(unix)]
#[test]
fn a_folder_that_is_a_link_to_elsewhere_is_refused() {
    let elsewhere = tempfile::tempdir().unwrap();
    let desk = Desk::new();
    std::os::unix::fs::symlink(elsewhere.path(), &desk.work).unwrap();
    assert!(matches!(file::open_state(&desk.place()), Err(file::StateFileError::Link { .. })));
    let desk = Desk::new();
    std::os::unix::fs::symlink(elsewhere.path(), desk.state.with_file_name("inner")).unwrap();
    let place =
        file::StateFile::new(desk.state.with_file_name("inner").join("lock.json"), desk.work.clone(), "default");
    assert!(matches!(file::open_state(&place), Err(file::StateFileError::Link { .. })));
    assert_eq!(std::fs::read_dir(elsewhere.path()).unwrap().count(), 0);
}

#[test]
fn ids_that_were_managed_are_remembered() {
    let mut state = State { stack: "stacks".to_owned(), ..State::default() };
    state.apply_entry(JournalEntry::Bound(address("a"), binding(1)));
    state.apply_entry(JournalEntry::Bound(address("a"), binding(2)));
    state.apply_entry(JournalEntry::Deleted(Id::new("id-2").unwrap()));
    let former: Vec<String> = state.former_ids.keys().map(ToString::to_string).collect();
    assert_eq!(former, ["id-1", "id-2"]);
    let again = format::parse_state(&format::render_state(&state)).unwrap();
    assert_eq!(again, state);
    state.apply_entry(JournalEntry::Bound(address("b"), binding(2)));
    assert_eq!(state.renamed_to(&address("a")), Some(&address("b")), "an agreement about the old address is done");
    state.apply_entry(JournalEntry::Bound(address("a"), binding(1)));
    assert!(!state.former_ids.contains_key(&Id::new("id-1").unwrap()), "it is where it was");
}

#[test]
fn a_file_that_was_edited_at_random_is_read_as_its_whole_text_says() {
    let desk = Desk::new();
    let mut state = State { serial: 7, stack: "stacks".to_owned(), origin: "emulator".to_owned(), ..State::default() };
    for (key, n) in [("a", 1), ("b", 2), ("c", 3)] {
        state.apply_entry(JournalEntry::Bound(address(key), binding(n)));
    }
    let written = format::render_state(&state);
    let lines: Vec<&str> = written.split_inclusive('\n').collect();
    let mut read = 0;
    for seed in seeds(0, "HOUSESTYLE_CASES", 3_000) {
        let mut dice = Dice::new(seed);
        let mut text = written.clone();
        for _ in 0..=dice.below(2) {
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
            let (one, two) = (*dice.pick(&places), *dice.pick(&places));
            match dice.below(4) {
                0 => text.insert(one, *dice.pick(&['{', '}', '"', ',', ':', '\n', ' ', '1', '\r'])),
                1 => text.insert_str(one, lines[usize::try_from(dice.below(lines.len() as u64)).unwrap()]),
                2 => text = text.replacen(*dice.pick(&lines), "", 1),
                _ => {
                    let from = places.iter().position(|at| *at == one.min(two)).unwrap();
                    let to = *places.get(from + 9).unwrap_or(&text.len());
                    text.replace_range(one.min(two)..one.max(two).min(to), "");
                }
            }
        }
        std::fs::write(&desk.state, &text).unwrap();
        match (file::read_state(&desk.place()), format::parse_state(&text)) {
            (Ok(one), Ok(two)) => {
                assert_eq!(one, two, "HOUSESTYLE_SEED={seed}: {text}");
                read += 1;
            }
            (Err(file::StateFileError::Format { source, .. }), Err(error)) => {
                assert_eq!(source.to_string(), error.to_string(), "HOUSESTYLE_SEED={seed}: {text}");
            }
            (one, two) => panic!("HOUSESTYLE_SEED={seed}: {one:?} and {two:?} of {text}"),
        }
    }
    assert!(read > 0);
}

#[test]
fn a_run_writes_its_state_once_and_an_id_that_was_edited_by_hand_stays_marked() {
    let desk = Desk::new();
    let read = || std::fs::read_to_string(&desk.state).unwrap();
    let run = |facts: &[JournalEntry]| {
        let mut memory = file::open_state(&desk.place()).unwrap();
        memory.initialize("emulator", "stacks");
        memory.record_entries(facts).unwrap();
        memory
    };
    let bound = |key: &str, n| JournalEntry::Bound(address(key), binding(n));
    run(&[bound("a", 1), bound("b", 2), bound("c", 3)]).checkpoint().unwrap();
    let before = read();

    let mut memory = run(&[bound("a", 4), JournalEntry::Unbound(address("c")), bound("d", 5)]);
    assert_eq!(read(), before, "it is written once, at the end");
    assert_eq!(desk.read(), *memory.state());
    memory.checkpoint().unwrap();
    assert_eq!(read(), format::render_state(memory.state()));
    drop(memory);

    std::fs::write(&desk.state, read().replacen("id-5", "id-6", 1)).unwrap();
    let mut memory = run(&[bound("a", 1)]);
    memory.checkpoint().unwrap();
    assert_eq!(read(), format::render_state(memory.state()));
    assert_eq!(read().matches("\"broken\"").count(), 1);
}

#[test]
fn a_state_of_many_runs_says_what_the_last_one_knew() {
    for seed in seeds(0, "HOUSESTYLE_CASES", 60) {
        let desk = Desk::new();
        let mut dice = Dice::new(seed);
        let mut number = |below: u64| u32::try_from(dice.below(below)).unwrap();
        for _ in 0..6 {
            let mut memory = file::open_state(&desk.place()).unwrap();
            memory.initialize("emulator", "stacks");
            for _ in 0..number(5) {
                let mut key = || address(&format!("k{}", number(12)));
                let (one, two) = (key(), key());
                let binding = binding(number(30));
                let fact = match number(7) {
                    0 => JournalEntry::Unbound(one),
                    1 => JournalEntry::Moved(one, two, binding),
                    2 => JournalEntry::Deleted(binding.id),
                    3 => JournalEntry::DeletionStarted(binding.id, one),
                    _ => JournalEntry::Bound(one, binding),
                };
                memory.record_entries(&[fact]).unwrap();
            }
            // Some runs are killed.
            if number(4) == 0 {
                continue;
            }
            memory.checkpoint().unwrap();
            if memory.state().serial > 0 {
                let written = std::fs::read_to_string(&desk.state).unwrap();
                assert_eq!(written, format::render_state(memory.state()), "HOUSESTYLE_SEED={seed}");
            }
        }
    }
}

#[test]
fn what_is_not_so_is_not_written() {
    let mut state = State { stack: "stacks".to_owned(), origin: "emulator".to_owned(), ..State::default() };
    state.apply_entry(JournalEntry::Bound(address("a"), Binding { imported: true, protected: true, ..binding(1) }));
    assert_eq!(format::render_state(&state).matches("true").count(), 2);
    state.apply_entry(JournalEntry::Bound(address("a"), Binding { imported: false, protected: false, ..binding(1) }));
    let text = format::render_state(&state);
    assert!(!text.contains("true") && !text.contains("false"), "{text}");
}

#[test]
fn which_kinds_were_ever_made_is_remembered_where_it_is_not_lists_alone() {
    use housestyle::model::{Address, Key, Kind};
    let made = |serial: u64, kinds: &[Kind]| {
        let mut state = State { serial, ..State::default() };
        for (n, kind) in kinds.iter().enumerate() {
            let address = Address::new(*kind, Key::new(&format!("a{n}")).unwrap());
            let (nonce, digest) = ("abcdefgh".to_owned(), "sha256:00".to_owned());
            state.apply_entry(JournalEntry::CreationStarted(address, PendingCreation { nonce, digest, since: None }));
        }
        state.used_kinds.into_iter().collect::<Vec<_>>()
    };
    assert_eq!(made(0, &[Kind::Style, Kind::Style]), []);
    assert_eq!(made(7, &[Kind::Style]), []);
    assert_eq!(made(0, &[Kind::Glossary]), [Kind::Glossary]);
    assert_eq!(made(0, &[Kind::Style, Kind::Glossary]), [Kind::Style, Kind::Glossary]);
    // A memory of lists alone, as all once were: nothing of it is left, but it counts.
    assert_eq!(made(7, &[Kind::Glossary]), [Kind::Style, Kind::Glossary]);
    assert_eq!(made(0, &[Kind::Glossary, Kind::SpokenTerms]), [Kind::Glossary, Kind::SpokenTerms]);
}
