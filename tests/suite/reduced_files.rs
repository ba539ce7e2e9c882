//! Files that are reduced to what they want are checked as if they had been kept whole.
//!
//! Seeded: a failure prints its seed, `HOUSESTYLE_SEED=n` runs it alone, `HOUSESTYLE_CASES=n` as many as wanted.

use std::collections::BTreeMap;

use camino::{Utf8Path, Utf8PathBuf};
use housestyle::catalogue::Catalogue;
use housestyle::catalogue::load::{Edition, builtin_catalogue};
use housestyle::check::CheckPurpose;
use housestyle::check::files::{FilesToCheck, check_files};
use housestyle::check::{CheckedProject, check_project};
use housestyle::model::project::Project;
use housestyle::report::{RenderOptions, findings};
use housestyle::source::discover::{load_document, load_side_tables};

use crate::simulated_world::{Dice, seeds};
use crate::source::short_way::{edited, texts};

const CASES: u64 = 150;

/// Findings as people and programs read them, and what is wanted with all of its places.
fn told(checked: &CheckedProject) -> (String, String, Option<String>) {
    let wanted = checked.desired.as_ref().map(|desired| format!("{} {:#?}", desired.digest(), desired.styles()));
    let human = findings::render_human(&checked.findings, 1, &RenderOptions::default());
    (findings::render_json(&checked.findings, 1), human, wanted)
}

/// How many files were reduced, and whether something was found across files; an error where that changes what is told.
fn check_both_ways(files: &BTreeMap<Utf8PathBuf, String>, catalogue: &Catalogue) -> Result<(usize, bool), String> {
    let root = Utf8Path::new("/nowhere");
    let paths: Vec<Utf8PathBuf> = files.keys().cloned().collect();
    let project = Project::default();
    let whole: Vec<_> = paths.iter().map(|path| load_document(root, path, files)).collect();
    load_side_tables(root, &whole);
    let long = told(&check_project(&whole, &project, catalogue));
    let to_check = FilesToCheck { root, paths: &paths, texts: files };
    let (mut reduced, mut across) = (0, false);
    for purpose in [CheckPurpose::Findings, CheckPurpose::Desired] {
        let short = check_files(to_check, &project, catalogue, purpose);
        reduced += paths.len() - short.whole.len();
        across |= short.project.findings.iter().any(|finding| !finding.notes.is_empty());
        let (json, human, wanted) = told(&short.project);
        if (&json, &human) != (&long.0, &long.1) {
            return Err(format!("{purpose:?}: reduced: {human}\nwhole: {}", long.1));
        }
        if purpose == CheckPurpose::Desired && wanted != long.2 {
            return Err(format!("reduced: {wanted:#?}\nwhole: {:#?}", long.2));
        }
    }
    Ok((reduced, across))
}

#[test]
fn reduced_files_are_checked_like_whole_ones() {
    let catalogue = builtin_catalogue(Edition::Core);
    let all: Vec<(Utf8PathBuf, String)> = texts()
        .into_iter()
        .filter(|(path, _)| path.extension().is_some_and(|ending| matches!(ending, "yaml" | "toml")))
        .filter(|(path, text)| !path.as_str().contains("housestyle.toml") && text.len() < 4_000)
        .collect();
    let bases: Vec<_> = all.iter().filter(|(_, text)| text.contains("base_style")).cloned().collect();
    let (mut reduced, mut across) = (0, 0);
    for seed in seeds(0, "HOUSESTYLE_CASES", CASES) {
        let mut dice = Dice::new(seed);
        let mut files: BTreeMap<Utf8PathBuf, String> = BTreeMap::new();
        for _ in 0..=dice.below(5) {
            let among = if dice.chance(30) { &bases } else { &all };
            let (path, text) = dice.pick(among);
            let text = if dice.chance(20) { edited(text, &mut dice) } else { text.clone() };
            let name = path.file_name().unwrap_or_default();
            let folder = if text.contains("base_style") { "house" } else { "styles" };
            let twin = if dice.chance(10) { "again-" } else { "" };
            files.insert(format!("{folder}/{twin}{name}").into(), text.clone());
            if dice.chance(15) {
                // The same list twice: one name, one language.
                files.insert(format!("{folder}/other-{name}").into(), text);
            }
        }
        let (few, found) = check_both_ways(&files, &catalogue).unwrap_or_else(|why| {
            let texts: String = files.iter().map(|(path, text)| format!("== {path}\n{text}")).collect();
            panic!("HOUSESTYLE_SEED={seed}\n{texts}\n{why}")
        });
        reduced += few;
        across += usize::from(found);
    }
    assert!(std::env::var_os("HOUSESTYLE_SEED").is_some() || (reduced > 20 && across > 5), "{reduced} {across}");
}

/// Files that must be kept for the one thing that their row names, or of which that much must be kept.
#[test]
fn what_a_file_is_needed_for_is_kept() {
    let catalogue = builtin_catalogue(Edition::Core);
    let list = "name: Texts\nlanguage: de\n";
    let base = "kind: base_style\ncustom_instructions:\n  - {label: Tone, prompt: Be kind.}\n";
    let rule = "configured_rules:\n  numbers:\n    decimal_separator: use_comma_as_decimal_separator\n";
    let rows: Vec<(&str, Vec<(&str, String)>)> = vec![
        ("a finding of reading", vec![("styles/a.yaml", format!("{list}description: yes\n"))]),
        ("a text that ends too early", vec![("styles/a.yaml", format!("{list}extends: [\n"))]),
        (
            "a comment that ignores",
            vec![("styles/a.yaml", format!("{list}# housestyle: ignore[edge-whitespace] none\n"))],
        ),
        ("a finding of the document", vec![("styles/a.yaml", "name: 'Texts '\nlanguage: de\n".to_owned())]),
        (
            "a kind that refers to others",
            vec![("profiles/a.yaml", "kind: translation_profile\ntarget_language: de\nstyle: gone\n".to_owned())],
        ),
        ("a finding of the rules", vec![("styles/a.yaml", format!("name: Texts\nlanguage: en\n{rule}"))]),
        (
            "a base that a list extends",
            vec![("house/b.yaml", base.to_owned()), ("styles/a.yaml", format!("{list}extends: [house/b]\n"))],
        ),
        (
            "a base beyond ASCII that a list extends",
            vec![
                ("house/b.yaml", base.replace("Tone", "Tön")),
                ("styles/a.yaml", "name: 文\nlanguage: de\nextends: [house/b]\n".to_owned()),
            ],
        ),
        (
            "a base with a rule that its list cannot have",
            vec![
                ("house/b.yaml", format!("kind: base_style\n{rule}")),
                ("styles/a.yaml", "name: Texts\nlanguage: en\nextends: [house/b]\n".to_owned()),
            ],
        ),
        (
            "rules of a list that a test names",
            vec![
                ("styles/a.yaml", format!("{list}{rule}")),
                (
                    "tests/a.yaml",
                    "style: a\nfrom: en\ntests:\n- {name: T, text: A, expect: {follows: [decimal_separator, ellipsis]}}\n"
                        .to_owned(),
                ),
            ],
        ),
        (
            "a list that takes out what its base lacks",
            vec![
                ("house/b.yaml", base.to_owned()),
                (
                    "styles/a.yaml",
                    format!("{list}extends: [house/b]\nconfigured_rules: {{punctuation: {{ellipsis: ~}}}}\n"),
                ),
            ],
        ),
        (
            "two lists of one name behind letters beyond ASCII",
            vec![
                ("styles/a.yaml", "{key: 文, name: Texts, language: de}\n".to_owned()),
                ("styles/b.yaml", list.to_owned()),
            ],
        ),
        (
            "two lists of one key beyond ASCII",
            vec![
                ("styles/a.yaml", "name: 文\nlanguage: de\nkey: b\n".to_owned()),
                ("styles/b.yaml", "name: 本\nlanguage: de\n".to_owned()),
            ],
        ),
    ];
    let wrong: Vec<String> = rows
        .into_iter()
        .filter_map(|(what, files)| {
            let files = files.into_iter().map(|(path, text)| (path.into(), text)).collect();
            check_both_ways(&files, &catalogue).err().map(|why| format!("{what}: {why}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
