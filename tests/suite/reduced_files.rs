//! Files that are reduced to what they want are checked as if they had been kept whole.
//!
//! Seeded: a failure prints its seed, `HOUSESTYLE_SEED=n` runs it alone, `HOUSESTYLE_CASES=n` as many as wanted.

use std::collections::BTreeMap;

use camino::{Utf8Path, Utf8PathBuf};
use housestyle::catalogue::load::builtin_catalogue;
use housestyle::check::CheckPurpose;
use housestyle::check::files::{FilesToCheck, check_files};
use housestyle::check::{CheckedProject, check_project};
use housestyle::model::project::Project;
use housestyle::report::{RenderOptions, findings};
use housestyle::source::discover::{load_document, load_side_tables};

use crate::source::short_way::{edited, texts};
use crate::world::{Dice, seeds};

const CASES: u64 = 150;

/// Findings as people and programs read them, and what is wanted with all of its places.
fn told(checked: &CheckedProject) -> (String, String, Option<String>) {
    let wanted = checked.desired.as_ref().map(|desired| format!("{} {:#?}", desired.digest(), desired.styles()));
    let human = findings::render_human(&checked.findings, 1, &RenderOptions::default());
    (findings::render_json(&checked.findings, 1), human, wanted)
}

#[test]
fn reduced_files_are_checked_like_whole_ones() {
    let catalogue = builtin_catalogue(false);
    let all: Vec<(Utf8PathBuf, String)> = texts()
        .into_iter()
        .filter(|(path, _)| path.extension().is_some_and(|ending| matches!(ending, "yaml" | "toml")))
        .filter(|(path, text)| !path.as_str().contains("housestyle.toml") && text.len() < 4_000)
        .collect();
    let bases: Vec<_> = all.iter().filter(|(_, text)| text.contains("base_style")).cloned().collect();
    let root = Utf8Path::new("/nowhere");
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
        let paths: Vec<Utf8PathBuf> = files.keys().cloned().collect();
        let project = Project::default();
        let whole: Vec<_> = paths.iter().map(|path| load_document(root, path, &files)).collect();
        load_side_tables(root, &whole);
        let long = told(&check_project(&whole, &project, &catalogue));
        let to_check = FilesToCheck { root, paths: &paths, texts: &files };
        for purpose in [CheckPurpose::Findings, CheckPurpose::Desired] {
            let short = check_files(to_check, &project, &catalogue, purpose);
            reduced += paths.len() - short.whole.len();
            across += usize::from(short.project.findings.iter().any(|finding| !finding.notes.is_empty()));
            let (json, human, wanted) = told(&short.project);
            let files = || files.iter().map(|(path, text)| format!("== {path}\n{text}")).collect::<String>();
            assert_eq!((&json, &human), (&long.0, &long.1), "HOUSESTYLE_SEED={seed} {purpose:?}\n{}", files());
            if purpose == CheckPurpose::Desired {
                assert_eq!(wanted, long.2, "HOUSESTYLE_SEED={seed}\n{}", files());
            }
        }
    }
    assert!(std::env::var_os("HOUSESTYLE_SEED").is_some() || (reduced > 20 && across > 5), "{reduced} {across}");
}
