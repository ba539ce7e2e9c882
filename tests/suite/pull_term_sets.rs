//! Pulling glossaries and spoken terms: one edit is one line of a table or a document, and what an account holds becomes
//! files that say it, whatever its names.
//!
//! Seeded: a failure prints its seed, `HOUSESTYLE_SEED=n` runs it alone, `HOUSESTYLE_CASES=n` as many as wanted.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use camino::Utf8PathBuf;
use housestyle::catalogue::load;
use housestyle::emulator::{Emulator, EmulatorOptions, Moment, StoredDictionary, StoredGlossary, StoredSpokenTerms};
use housestyle::model::resource::{LiveAccount, ResourceContent};
use housestyle::model::term_set::{LiveTermSet, LiveTermSetPart};
use housestyle::model::{Address, Id, Kind};
use housestyle::plan::drift;
use housestyle::project;
use housestyle::project::rewriting::project_files::ProjectFiles;
use housestyle::project::rewriting::{merge, save_files};
use housestyle::report::pull::PullOutcome;
use housestyle::state::{Applied, Binding, State};

use crate::edit::difference;
use crate::playground::{git, run_in_one, write};
use crate::simulated_world::{ACCOUNT, Dice, seeds};

const CASES: u64 = 400;

/// Phrases that a dictionary may have.
const PHRASES: [&str; 24] = [
    "cart",
    "check-out",
    "a: b",
    "x, y",
    "„q“",
    "yes",
    "#1",
    "l'été",
    "長い 語",
    "= 1",
    "-",
    "~",
    "1.5",
    "null",
    "a\\b",
    "{x}",
    "[y]",
    "& z",
    "* w",
    "%",
    "@home",
    "say \"hi\" now",
    "naïve",
    "Straße",
];

/// How a dictionary is written.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    Block,
    Flow,
    Toml,
    Tsv,
    Csv,
    Four,
}

const FORMS: [Form; 6] = [Form::Block, Form::Flow, Form::Toml, Form::Tsv, Form::Csv, Form::Four];

/// A glossary with one dictionary: its document, and its table.
fn written(dice: &mut Dice, seed: u64, form: Form) -> (String, Option<String>) {
    let eol = if dice.chance(30) { "\r\n" } else { "\n" };
    let mut phrases: Vec<&str> = PHRASES.iter().filter(|_| dice.chance(50)).copied().collect();
    if phrases.is_empty() {
        phrases.push("cart");
    }
    if dice.chance(50) {
        phrases.sort_unstable();
    }
    let entries: Vec<(&str, String)> =
        phrases.iter().map(|phrase| (*phrase, format!("{} {}", dice.pick(&PHRASES), dice.below(9)))).collect();
    let json = |text: &str| serde_json::to_string(text).unwrap();
    let name = format!("Terms {seed}");
    let ending = if form == Form::Tsv { "tsv" } else { "csv" };
    let mut document = match form {
        Form::Toml => format!(
            "kind = 'glossary'\nname = {}  # shown\n\n[[dictionaries]]\nsource_language = 'en'\ntarget_language = 'de'\n",
            json(&name)
        ),
        Form::Block | Form::Flow | Form::Tsv | Form::Csv | Form::Four => format!(
            "# the title\nkind: glossary\nname: {name}  # shown\ndictionaries:\n  - source_language: en\n    target_language: de\n"
        ),
    };
    let mut comment = |at: usize| if dice.chance(30) { format!("  # comment {at}") } else { String::new() };
    match form {
        Form::Block => {
            document.push_str("    entries:\n");
            for (at, (source, target)) in entries.iter().enumerate() {
                document.push_str(&format!("      {}: {}{}\n", json(source), json(target), comment(at)));
            }
        }
        Form::Flow => {
            let entries: Vec<String> = entries.iter().map(|(a, b)| format!("{}: {}", json(a), json(b))).collect();
            document.push_str(&format!("    entries: {{{}}}\n", entries.join(", ")));
        }
        Form::Toml => {
            document.push_str("\n[dictionaries.entries]\n");
            for (at, (source, target)) in entries.iter().enumerate() {
                document.push_str(&format!("{} = {}{}\n", json(source), json(target), comment(at)));
            }
        }
        Form::Tsv | Form::Csv | Form::Four => document.push_str(&format!("    file: g{seed}.{ending}  # table\n")),
    }
    let document = document.replace('\n', eol);
    if !matches!(form, Form::Tsv | Form::Csv | Form::Four) {
        return (document, None);
    }
    let quoted = dice.chance(40);
    let cell = |text: &str| match form {
        Form::Tsv => text.to_owned(),
        Form::Block | Form::Flow | Form::Toml | Form::Csv | Form::Four if quoted || text.contains([',', '"']) => {
            format!("\"{}\"", text.replace('"', "\"\""))
        }
        Form::Block | Form::Flow | Form::Toml | Form::Csv | Form::Four => text.to_owned(),
    };
    let (between, rest) = match form {
        Form::Tsv => ("\t", ""),
        Form::Four => (",", ",en,DE"),
        Form::Block | Form::Flow | Form::Toml | Form::Csv => (",", ""),
    };
    let mut table = if dice.chance(30) { "\u{feff}".to_owned() } else { String::new() };
    for (source, target) in &entries {
        table.push_str(&format!("{}{between}{}{rest}{eol}", cell(source), cell(target)));
        if dice.chance(5) {
            table.push_str(eol);
        }
    }
    if dice.chance(30) {
        table.truncate(table.trim_end_matches(['\r', '\n']).len());
    }
    (document, Some(table))
}

/// Somebody changes one entry. The lines that may go and come for it.
fn change(dice: &mut Dice, entries: &mut BTreeMap<String, String>) -> (usize, usize) {
    let some = entries.keys().nth(dice.below(entries.len() as u64) as usize).unwrap().clone();
    match dice.below(3) {
        0 if entries.len() > 1 => {
            entries.remove(&some);
            (1, 0)
        }
        1 => {
            let fresh = PHRASES.iter().find(|phrase| !entries.contains_key(**phrase)).unwrap_or(&"another one");
            entries.insert((*fresh).to_owned(), format!("new {}", dice.pick(&PHRASES)));
            (0, 1)
        }
        _ => {
            entries.insert(some, format!("other {}", dice.pick(&PHRASES)));
            (1, 1)
        }
    }
}

#[test]
fn hundreds_of_single_entries_are_pulled_in_one_line_each() {
    let seeds = seeds(0, "HOUSESTYLE_CASES", CASES);
    let folder = tempfile::tempdir().unwrap();
    let root = Utf8PathBuf::from_path_buf(folder.path().canonicalize().unwrap()).unwrap();
    std::fs::create_dir(root.join("glossaries")).unwrap();
    std::fs::write(root.join("housestyle.toml"), "").unwrap();
    let mut texts: BTreeMap<String, (String, u64, Form)> = BTreeMap::new();
    for seed in seeds {
        let mut dice = Dice::new(seed);
        let form = *dice.pick(&FORMS);
        let (document, table) = written(&mut dice, seed, form);
        let ending = if form == Form::Toml { "toml" } else { "yaml" };
        let table =
            table.map(|text| (format!("glossaries/g{seed}.{}", if form == Form::Tsv { "tsv" } else { "csv" }), text));
        for (path, text) in table.into_iter().chain([(format!("glossaries/g{seed}.{ending}"), document)]) {
            std::fs::write(root.join(&path), &text).unwrap();
            texts.insert(path, (text, seed, form));
        }
    }

    let opened = project::open_project(&root).unwrap();
    let mut files = ProjectFiles::read_project(&opened);
    let (desired, errors) = files.check_project();
    assert!(errors.is_empty(), "{:?} {}", errors.first(), errors[0].file.text());
    let desired = desired.unwrap();
    let (mut state, mut live, mut lines) = (State::default(), LiveAccount::default(), BTreeMap::new());
    for glossary in desired.glossaries().values() {
        let (_, seed, _) = texts[&*glossary.place.file];
        let content = glossary.content();
        let id = Id::new(&format!("id-{seed}")).unwrap();
        let applied =
            Applied::new(&ResourceContent::TermSet(content.clone()), &ResourceContent::TermSet(content.clone()));
        let binding = Binding {
            id: id.clone(),
            version: 0,
            protected: false,
            applied,
            attempted: Vec::new(),
            imported: false,
            sealed: true,
        };
        state.bindings.insert(Address::new(Kind::Glossary, glossary.key.clone()), binding);
        let mut parts = BTreeMap::new();
        for (part, entries) in &content.parts {
            let mut entries = BTreeMap::clone(entries);
            lines.insert(seed, change(&mut Dice::new(seed + 77_777), &mut entries));
            let part_held = LiveTermSetPart { entry_count: entries.len() as u64, entries: Some(Arc::new(entries)) };
            parts.insert(part.clone(), part_held);
        }
        let held = LiveTermSet { kind: content.kind, id, name: content.name, creation_time: String::new(), parts };
        live.glossaries.insert(held.id.clone(), held);
    }
    let drift = drift::detect_drift(
        &state,
        &live,
        Some(&desired),
        &load::builtin_catalogue(load::Edition::Core),
        &BTreeSet::new(),
    );
    let lists = merge::merge_drift(&mut files, &desired, &drift, &state, &live, &BTreeMap::new());
    for list in &lists {
        let seed = texts[list.file.as_ref().unwrap()].1;
        for merged in &list.changes {
            assert!(matches!(merged.became, PullOutcome::Written { .. }), "HOUSESTYLE_SEED={seed}: {merged:?}");
        }
    }
    save_files::write_all_or_none(&root, &files.changed_files()).unwrap();

    let mut changed = 0;
    for (path, (old, seed, form)) in &texts {
        let new = std::fs::read_to_string(root.join(path)).unwrap();
        let bare = |text: &'_ str| text.trim_start_matches('\u{feff}').to_owned();
        let difference = difference(&bare(old), &bare(&new));
        if difference.is_empty() {
            continue;
        }
        changed += 1;
        let (gone, come): (Vec<&str>, Vec<&str>) = difference.lines().partition(|line| line.starts_with('-'));
        // A line of a flow mapping holds them all; a last line without an end gets one.
        let one = *form == Form::Flow || (!old.ends_with('\n') && gone.len() == 1);
        let (goes, comes) = lines[seed];
        let fits = if one { gone.len() <= 1 && come.len() <= 2 } else { (gone.len(), come.len()) == (goes, comes) };
        assert!(fits, "HOUSESTYLE_SEED={seed}: {difference}\n{old}");
        let comments = |text: &str| text.matches("# ").count();
        assert!(goes > comes || comments(old) == comments(&new), "HOUSESTYLE_SEED={seed}: {difference}\n{old}");
        assert_eq!(
            (old.contains('\r'), old.starts_with('\u{feff}')),
            (new.contains('\r'), new.starts_with('\u{feff}'))
        );
    }
    let again = ProjectFiles::read_project(&opened);
    let (desired, errors) = again.check_project();
    assert!(errors.is_empty(), "{errors:?}");
    for glossary in desired.unwrap().glossaries().values() {
        let binding = &state.bindings[&Address::new(Kind::Glossary, glossary.key.clone())];
        assert_eq!(glossary.content(), live.glossaries[&binding.id].content(), "{}", glossary.place);
    }
    assert!(changed + 20 > lines.len(), "{changed} of {} files changed", lines.len());
}

/// Names that must not choose a path, paint a screen, or end a scalar.
const NAMES: [&str; 26] = [
    "../../.github/workflows/x",
    "/etc/passwd",
    "..",
    ".git/config",
    "CON",
    "con",
    "nul.txt",
    "LPT1",
    "a/b",
    "a\\b",
    "~",
    "yes",
    "0x1",
    "null",
    "- x",
    "a: b",
    "# c",
    "{d}",
    "name\"quote",
    "'single'",
    "Glossary",
    "glossary",
    "GLOSSARY",
    "用語集",
    "İstanbul",
    "x.yaml",
];

fn plant(emulator: &Emulator, name: &str, dictionaries: &[(&str, &str, BTreeMap<String, String>)]) {
    let dictionary = |(source, target, entries): &(&str, &str, BTreeMap<String, String>)| {
        Arc::new(StoredDictionary {
            source_lang: (*source).to_owned(),
            target_lang: (*target).to_owned(),
            entries: entries.clone(),
        })
    };
    let glossary = StoredGlossary {
        glossary_id: emulator.new_id(),
        name: name.to_owned(),
        creation_time: Moment::from_micros(1_780_000_000_000_000),
        dictionaries: dictionaries.iter().map(dictionary).collect(),
    };
    emulator.insert_glossary(ACCOUNT, glossary);
}

fn entries(of: &[(&str, &str)]) -> BTreeMap<String, String> {
    of.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect()
}

/// Every path below a folder, `.housestyle` aside.
fn paths(folder: &Path) -> Vec<String> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.ends_with(".housestyle") {
            continue;
        }
        if path.is_dir() {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            all.extend(paths(&path).into_iter().map(|below| format!("{name}/{below}")));
        } else {
            all.push(path.file_name().unwrap().to_str().unwrap().to_owned());
        }
    }
    all
}

#[test]
fn an_account_of_hostile_names_becomes_files_that_say_it() {
    let outer = tempfile::tempdir().unwrap();
    let folder = outer.path().join("deep/project");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("housestyle.toml"), "").unwrap();
    let emulator = Emulator::open(EmulatorOptions::default(), &folder.join(".housestyle/emulator.json")).unwrap();
    let short = entries(&PHRASES.map(|phrase| (phrase, "ja"))[..20]);
    let long: BTreeMap<String, String> =
        (0..60).map(|n| (format!("{} {n}", PHRASES[n % 24]), format!("t, {n}"))).collect();
    let mut quotes = long.clone();
    quotes.insert("\"in quotes\"".to_owned(), "\"so\"".to_owned());
    for (at, name) in NAMES.iter().enumerate() {
        plant(
            &emulator,
            name,
            &[("en", "de", short.clone()), ("en", "fr", long.clone()), ("de", "en", quotes.clone())],
        );
        emulator.insert_spoken_terms(
            ACCOUNT,
            StoredSpokenTerms {
                spoken_terms_id: emulator.new_id(),
                name: (*name).to_owned(),
                creation_time: Moment::from_micros(1_780_000_000_000_000 + at as i64),
                term_lists: BTreeMap::from([(
                    "de".to_owned(),
                    PHRASES.iter().map(|text| (*text).to_owned()).collect(),
                )]),
            },
        );
    }
    // What no file can say stays where it is.
    let refused: [(&str, &str, &str); 4] = [
        ("space", " a", "x"),
        ("hidden", "a\u{200b}b", "x"),
        ("right", "x", "\u{202e}abc"),
        ("escape", "x", "\u{1b}[2J"),
    ];
    for (name, source, target) in refused {
        let mut all = long.clone();
        all.insert(source.to_owned(), target.to_owned());
        plant(&emulator, name, &[("en", "de", all)]);
    }
    plant(&emulator, "name\nrules: x", &[("en", "de", long)]);
    plant(&emulator, "empty", &[]);
    plant(&emulator, "twin", &[("en", "de", short.clone())]);
    plant(&emulator, "twin", &[("en", "de", short)]);
    drop(emulator);

    let (code, said) = run_in_one(&folder, &["pull", "--all"]);
    assert_eq!(code, 0, "{said}");
    assert!(!said.contains('\u{1b}') && !said.contains('\u{200b}') && !said.contains('\u{202e}'), "{said}");
    assert_eq!(said.matches("! unmanaged: ").count(), refused.len() + 3, "{said}");
    assert_eq!(run_in_one(&folder, &["validate"]).0, 0);
    let (code, said) = run_in_one(&folder, &["plan", "--detailed-exitcode"]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("nothing to do; 53 unchanged; 7 unmanaged"), "{said}");

    let made = paths(outer.path());
    // Letters of any script, none of which has a case that a disk could take for another one.
    let plain =
        |c: char| c == '-' || c.is_alphanumeric() && c.to_lowercase().eq([c]) && !matches!(c, '\u{2000}'..='\u{2bff}');
    let mut lower = BTreeSet::new();
    for path in &made {
        assert!(lower.insert(path.to_lowercase()), "{path} twice for some disks");
        let Some(below) = path.strip_prefix("deep/project/") else { panic!("{path} lies outside of the project") };
        if below == "housestyle.toml" || below == "housestyle.lock.json" {
            continue;
        }
        let (folder, name) = below.split_once('/').unwrap();
        let (stem, ending) = name.split_once('.').unwrap();
        assert!(matches!(folder, "glossaries" | "spoken-terms"), "{path}");
        assert!(stem.chars().all(plain) && !matches!(stem, "con" | "nul" | "lpt1"), "{path}");
        assert!(matches!(ending, "yaml" | "en-fr.tsv" | "en-de.tsv" | "de-en.csv"), "{path}");
    }
    assert_eq!(made.len(), 2 + 26 * 3 + 26 + 2, "{made:?}");
    // Again, and nothing is new.
    let (code, said) = run_in_one(&folder, &["pull", "--all"]);
    assert!(code == 0 && said.contains("Pull: nothing to pull"), "{said}");
}

#[test]
fn what_is_in_the_way_of_a_new_table_is_not_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("housestyle.toml"), "").unwrap();
    let emulator = Emulator::open(EmulatorOptions::default(), &folder.join(".housestyle/emulator.json")).unwrap();
    let long: BTreeMap<String, String> = (0..30).map(|n| (format!("a {n}"), format!("b {n}"))).collect();
    plant(&emulator, "Terms", &[("en", "de", long)]);
    drop(emulator);
    std::fs::create_dir(folder.join("glossaries")).unwrap();
    std::fs::write(folder.join("glossaries/terms.en-de.tsv"), "mine").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("/nowhere", folder.join("glossaries/terms.en-de-2.tsv")).unwrap();
    let (code, said) = run_in_one(folder, &["pull", "--all"]);
    assert_eq!(code, 0, "{said}");
    assert_eq!(std::fs::read_to_string(folder.join("glossaries/terms.en-de.tsv")).unwrap(), "mine");
    let document = std::fs::read_to_string(folder.join("glossaries/terms.yaml")).unwrap();
    assert!(document.contains("file: terms.en-de-3.tsv"), "{document}");
    assert_eq!(run_in_one(folder, &["plan", "--detailed-exitcode"]).0, 0);
}

#[test]
fn a_patch_takes_edits_of_tables_into_files() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let document = "kind: glossary\nname: Terms\ndictionaries:\n  - source_language: en\n    target_language: fr\n    \
                    file: t.csv\n  - source_language: en\n    target_language: de\n    file: t.tsv\n";
    let before = "\u{feff}\"cart\",\"panier\",en,fr\r\n\"hello, world\",\"bonjour, le monde\",EN,FR\r\n\"term\",\"mot\",en,fr\r\n";
    let after = "\u{feff}\"cart\",\"chariot\",en,fr\r\n\"hello, world\",\"bonjour, le monde\",EN,FR\r\n\"zz\",\"Z, \"\"z\"\"\",en,fr\r\n";
    // Another program changes the account as one that has files of its own.
    for (below, csv, tsv) in [("", before, "a\tA\nc\tC"), ("elsewhere/", after, "a\tA1\nb\tB\nc\tC\nd\tD")] {
        write(folder, &format!("{below}housestyle.toml"), "");
        write(folder, &format!("{below}glossaries/t.yaml"), document);
        write(folder, &format!("{below}glossaries/t.csv"), csv);
        write(folder, &format!("{below}glossaries/t.tsv"), tsv);
    }
    git(folder, &["init", "-q", "."]);
    assert_eq!(run_in_one(folder, &["apply", "--auto-approve"]).0, 0);
    std::fs::copy(folder.join("housestyle.lock.json"), folder.join("elsewhere/housestyle.lock.json")).unwrap();
    std::fs::create_dir(folder.join("elsewhere/.housestyle")).unwrap();
    let account = |below: &str| folder.join(below).join(".housestyle/emulator.json");
    std::fs::rename(account(""), account("elsewhere")).unwrap();
    assert_eq!(run_in_one(&folder.join("elsewhere"), &["apply", "--auto-approve"]).0, 0);
    std::fs::rename(account("elsewhere"), account("")).unwrap();

    let (code, patch) = run_in_one(folder, &["drift", "--patch"]);
    assert_eq!(code, 2, "{patch}");
    write(folder, "drift.patch", &patch);
    git(folder, &["apply", "drift.patch"]);
    let read = |path: &str| std::fs::read_to_string(folder.join(path)).unwrap();
    assert_eq!(read("glossaries/t.csv"), after);
    assert_eq!(read("glossaries/t.tsv"), "a\tA1\nb\tB\nc\tC\nd\tD");
    let (code, said) = run_in_one(folder, &["plan", "--detailed-exitcode"]);
    assert_eq!(code, 0, "{said}");
    assert_eq!(run_in_one(folder, &["drift"]).0, 0);
}

#[test]
fn an_entry_that_no_file_can_say_does_not_hold_up_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::create_dir(folder.join("glossaries")).unwrap();
    std::fs::write(folder.join("housestyle.toml"), "").unwrap();
    let document = "kind: glossary\nname: Terms\ndictionaries:\n  - source_language: en\n    target_language: de\n    \
                    file: t.tsv\n  - source_language: en\n    target_language: fr\n    entries:\n      a: A # one\n";
    std::fs::write(folder.join("glossaries/t.yaml"), document).unwrap();
    std::fs::write(folder.join("glossaries/t.tsv"), "a\tA\nb\tB\n").unwrap();
    assert_eq!(run_in_one(folder, &["apply", "--auto-approve"]).0, 0);
    let edit = |changes: &[(&str, &str)]| {
        let emulator = Emulator::open(EmulatorOptions::default(), &folder.join(".housestyle/emulator.json")).unwrap();
        let mut glossary = StoredGlossary::clone(&emulator.glossaries(ACCOUNT)[0]);
        for dictionary in &mut glossary.dictionaries {
            let changes = changes.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned()));
            Arc::make_mut(dictionary).entries.extend(changes);
        }
        emulator.insert_glossary(ACCOUNT, glossary);
    };
    edit(&[("a", "A1"), ("hidden", "x\u{200b}y"), ("space ", "x"), ("c", "C")]);
    let (code, said) = run_in_one(folder, &["pull"]);
    assert_eq!(code, 5, "{said}");
    assert!(said.contains("Pull: 4 changes pulled; 2 files written; 4 changes to make by hand"), "{said}");
    let read = |path: &str| std::fs::read_to_string(folder.join(path)).unwrap();
    assert_eq!(read("glossaries/t.tsv"), "a\tA1\nb\tB\nc\tC\n");
    assert_eq!(read("glossaries/t.yaml"), document.replace("a: A #", "a: A1 #") + "      c: C\n");
    // What was taken in is remembered: the next edit is judged by itself, beside what stays open.
    edit(&[("b", "B2")]);
    let (_, said) = run_in_one(folder, &["pull"]);
    assert!(said.contains("Pull: 2 changes pulled; 2 files written; 4 changes to make by hand"), "{said}");
    assert_eq!(read("glossaries/t.tsv"), "a\tA1\nb\tB2\nc\tC\n");
    let (code, said) = run_in_one(folder, &["pull", "--take", "mine=glossary/t"]);
    assert_eq!(code, 0, "{said}");
    let (_, said) = run_in_one(folder, &["plan"]);
    assert!(said.contains("edited") && !said.contains("drifted") && !said.contains("conflict"), "{said}");
}
