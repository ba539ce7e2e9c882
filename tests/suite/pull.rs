//! Pulling: what the service changed stands in the file, in few lines, and nothing else does.
//!
//! Seeded: a failure prints its seed, `HOUSESTYLE_SEED=n` runs it alone, `HOUSESTYLE_CASES=n` as many as wanted.

use std::collections::BTreeMap;

use camino::Utf8PathBuf;
use housestyle::catalogue::{Catalogue, load};
use housestyle::model::resource::LiveAccount;
use housestyle::model::resource::ResourceContent;
use housestyle::model::style::{Instruction, LiveInstruction, LiveStyle, RuleKey, Style};
use housestyle::model::{Address, Id, Language};
use housestyle::plan::drift;
use housestyle::project;
use housestyle::project::rewriting::project_files::ProjectFiles;
use housestyle::project::rewriting::{merge, save_files};
use housestyle::report::pull::PullOutcome;
use housestyle::state::{Applied, Binding, State};

use crate::edit::difference;
use crate::edit::random::{Rules, TEXTS, Writer};
use crate::simulated_world::{Dice, seeds};

const CASES: u64 = 1000;

/// A few rules that lists of this language may have, each with its values.
fn rules(catalogue: &Catalogue, language: &str) -> Vec<(RuleKey, Vec<String>)> {
    let offered = catalogue.iter_rules().filter_map(|rule| {
        let values = rule.values.values().filter(|value| value.languages.iter().any(|code| code == language));
        let values: Vec<String> = values.map(|value| value.name.to_string()).collect();
        let ascii = rule.name.is_ascii();
        (values.len() > 1 && ascii).then(|| (RuleKey::new(&rule.category, &rule.name), values))
    });
    offered.collect()
}

/// The list as the service would hold it, had its file been applied.
fn held(style: &Style, id: &str) -> LiveStyle {
    let content = style.content();
    let instruction = |(at, instruction): (usize, Instruction)| LiveInstruction {
        id: Id::new(&format!("i-{at}")).unwrap(),
        instruction,
    };
    LiveStyle {
        id: Id::new(id).unwrap(),
        name: content.name,
        language: content.language,
        version: 1,
        rules: content.rules,
        opaque_rules: BTreeMap::new(),
        instructions: content.instructions.into_iter().enumerate().map(instruction).collect(),
        updated_time: String::new(),
    }
}

fn bound(held: &LiveStyle) -> Binding {
    Binding {
        id: held.id.clone(),
        version: held.version,
        protected: false,
        applied: Applied::new(&ResourceContent::Style(held.content()), &ResourceContent::Style(held.content())),
        attempted: Vec::new(),
        imported: false,
        sealed: true,
    }
}

/// Somebody changes one thing. `true` where something goes as a whole.
fn change(dice: &mut Dice, held: &mut LiveStyle, offered: &[(RuleKey, Vec<String>)]) -> bool {
    held.version += 1;
    let text = (*dice.pick(TEXTS)).to_owned();
    let count = held.instructions.len() as u64;
    match dice.below(8) {
        0 => held.name = format!("{} {text}", held.name),
        1 | 2 => {
            let (key, values) = dice.pick(offered);
            held.rules.insert(key.clone(), dice.pick(values).clone().into());
        }
        3 => {
            let key = held.rules.keys().next().cloned();
            return key.is_some_and(|key| held.rules.remove(&key).is_some());
        }
        4 if count > 0 => {
            held.instructions.remove(dice.below(count) as usize);
            return true;
        }
        5 if count > 0 => {
            let at = dice.below(count) as usize;
            let code = if held.instructions[at].instruction.source_language.is_some() {
                None
            } else {
                Some(Language::new("fr"))
            };
            held.instructions[at].instruction.source_language = code;
        }
        6 if count > 0 => {
            let prompt = &mut held.instructions[dice.below(count) as usize].instruction.prompt;
            let words: Vec<&str> = prompt.split(' ').collect();
            let word = words[dice.below(words.len() as u64) as usize].to_owned();
            *prompt = prompt.replacen(&word, &text, 1).into();
        }
        _ => held.instructions.push(LiveInstruction {
            id: Id::new("new").unwrap(),
            instruction: Instruction { label: "New".into(), prompt: text.into(), source_language: None },
        }),
    }
    false
}

#[test]
fn a_thousand_single_edits_are_pulled_in_three_lines_each_at_most() {
    let seeds = seeds(0, "HOUSESTYLE_CASES", CASES);
    let catalogue = load::builtin_catalogue(load::Edition::Core);
    let offered = rules(&catalogue, "de");
    let folder = tempfile::tempdir().unwrap();
    let root = Utf8PathBuf::from_path_buf(folder.path().canonicalize().unwrap()).unwrap();
    std::fs::create_dir(root.join("styles")).unwrap();
    std::fs::write(root.join("housestyle.toml"), "").unwrap();

    // One project of all files, so that they are read and checked together, as a project is.
    let mut texts: BTreeMap<String, (String, u64)> = BTreeMap::new();
    for seed in seeds {
        let mut dice = Dice::new(seed);
        let (ending, eol) = (*dice.pick(&["yaml", "toml"]), *dice.pick(&["\n", "\n", "\r\n"]));
        let mut configured: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
        for _ in 0..1 + dice.below(5) {
            let (key, values) = dice.pick(&offered).clone();
            let value = dice.pick(&values).clone();
            configured.entry(key.category.to_string()).or_default().insert(key.rule.to_string(), value);
        }
        let configured: Rules =
            configured.into_iter().map(|(category, rules)| (category, rules.into_iter().collect())).collect();
        let mut writer = Writer { dice: &mut dice, out: String::new(), comments: 0, eol, rules: Some(configured) };
        if ending == "yaml" {
            writer.yaml_file()
        } else {
            writer.toml_file()
        }
        // Names are unique in a project.
        let (head, tail) = writer.out.split_once(eol).unwrap();
        let (_, tail) = tail.split_once(&format!("{eol}language")).unwrap();
        let name = if ending == "yaml" {
            format!("name: List {seed}  # shown")
        } else {
            format!("name = 'List {seed}' # shown")
        };
        let text = format!("{head}{eol}{name}{eol}language{tail}");
        std::fs::write(root.join(format!("styles/s{seed}.{ending}")), &text).unwrap();
        texts.insert(format!("styles/s{seed}.{ending}"), (text, seed));
    }

    let opened = project::open_project(&root).unwrap();
    let mut files = ProjectFiles::read_project(&opened);
    let (desired, errors) = files.check_project();
    assert!(errors.is_empty(), "{:?} {}", errors.first(), errors[0].file.text());
    let desired = desired.unwrap();
    let (mut state, mut live, mut whole) = (State::default(), LiveAccount::default(), BTreeMap::new());
    for style in desired.styles().values() {
        let (_, seed) = texts[&*style.place.file];
        let mut held = held(style, &format!("id-{seed}"));
        state.bindings.insert(Address::style(style.key.clone()), bound(&held));
        let goes = change(&mut Dice::new(seed + 77_777), &mut held, &offered);
        whole.insert(style.place.file.to_string(), goes);
        live.styles.insert(held.id.clone(), held);
    }
    let drift = drift::detect_drift(&state, &live, Some(&desired), &catalogue, &Default::default());
    let lists = merge::merge_drift(&mut files, &desired, &drift, &state, &live, &BTreeMap::new());
    for list in &lists {
        for merged in &list.changes {
            let seed = list.file.as_ref().map_or(0, |file| texts[file].1);
            assert!(
                matches!(merged.became, PullOutcome::Written { .. }),
                "HOUSESTYLE_SEED={seed}: {merged:?}\n{}",
                texts[list.file.as_ref().unwrap()].0
            );
        }
    }
    save_files::write_all_or_none(&root, &files.changed_files()).unwrap();

    let (mut most, mut changed) = (0, 0);
    for (path, (old, seed)) in &texts {
        let new = std::fs::read_to_string(root.join(path)).unwrap();
        let difference = difference(old, &new);
        changed += usize::from(!difference.is_empty());
        let said = difference.lines().filter(|line| line.trim_end_matches('␍').len() > 1);
        let (gone, come): (Vec<&str>, Vec<&str>) = said.partition(|line| line.starts_with('-'));
        let lines = gone.len().max(come.len());
        if whole[path] {
            assert!(come.len() <= 1, "HOUSESTYLE_SEED={seed}: {difference}\n{old}");
        } else {
            most = most.max(lines);
            assert!(lines <= 3, "HOUSESTYLE_SEED={seed}: {difference}\n{old}");
            let marks = ["# comment", "# behind", "# shown", "# the title"];
            let is = |line: &&str| marks.iter().any(|mark| line.contains(mark));
            let comments = |text: &str| text.lines().filter(is).count();
            assert_eq!(comments(old), comments(&new), "HOUSESTYLE_SEED={seed}: {difference}\n{old}");
        }
        assert_eq!(old.contains('\r'), new.contains('\r'), "HOUSESTYLE_SEED={seed}");
    }
    let again = ProjectFiles::read_project(&opened);
    let (desired, errors) = again.check_project();
    assert!(errors.is_empty(), "{errors:?}");
    for style in desired.unwrap().styles().values() {
        let binding = &state.bindings[&Address::style(style.key.clone())];
        let held = &live.styles[&binding.id];
        assert!(
            style.content().same_content(&held.content()),
            "{}: {:?}\n{:?}",
            style.place,
            style.content(),
            held.content()
        );
    }
    println!("{changed} of {} files changed, {most} lines at most", texts.len());
}
