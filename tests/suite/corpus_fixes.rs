//! Safe fixes of every case of the corpus, in every sort of line ends and behind a byte order mark: made twice they change
//! nothing more, `--fix` does what its `--diff` shows, lines that are inserted end as the file's do, and no line goes that says
//! something.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use camino::{Utf8Path, Utf8PathBuf};
use housestyle::project::rewriting::fix::FixSelection;
use housestyle::project::validation;
use similar::DiffOp;

use crate::corpus::{Case, cases};
use crate::playground::{housestyle, outcome};

/// How the files of a case are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Written {
    AsTheyAre,
    WithCarriageReturns,
    BehindAMark,
}

impl Written {
    fn of(self, bytes: Vec<u8>) -> Vec<u8> {
        let Ok(text) = String::from_utf8(bytes.clone()) else { return bytes };
        match self {
            Self::AsTheyAre => bytes,
            Self::WithCarriageReturns => text.replace("\r\n", "\n").replace('\n', "\r\n").into_bytes(),
            Self::BehindAMark if text.starts_with('\u{feff}') => bytes,
            Self::BehindAMark => format!("\u{feff}{text}").into_bytes(),
        }
    }
}

/// Writes a case as a project of its own; none where it is a project file by itself that is not to be read as one.
fn lay_out(case: &Case, written: Written) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let alone = case.paths.len() == 1 && case.name.ends_with(".housestyle.toml");
    let patterns = "files = [\"**/*.{yaml,yml,toml}\"]\nexclude = [\"housestyle.toml\"]\n";
    for (path, bytes) in case.files() {
        let path = if alone { Utf8Path::new("housestyle.toml") } else { path };
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, written.of(bytes)).unwrap();
    }
    if !folder.path().join("housestyle.toml").exists() {
        std::fs::write(folder.path().join("housestyle.toml"), patterns).unwrap();
    }
    folder
}

/// What safe fixes make of a project's files: old and new text by path.
fn fixed(root: &Utf8Path) -> BTreeMap<Utf8PathBuf, (String, String)> {
    let projects = validation::projects_of_paths(&[], root).unwrap();
    let [project] = projects.as_slice() else { panic!("one project in {root}") };
    let fixes = project.check_and_fix(root, Some(FixSelection::Safe)).fixes;
    fixes.files.into_iter().map(|(path, file)| (path, (file.file.text().to_owned(), file.text))).collect()
}

/// Lines that are gone and that nothing took the place of, if they said something and no equal line is left.
fn lost_lines(old: &str, new: &str) -> Vec<String> {
    let (before, after): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let plain = |line: &str| line.trim().trim_start_matches('\u{feff}').to_owned();
    let left: Vec<String> = after.iter().map(|line| plain(line)).collect();
    let mut lost = Vec::new();
    for op in similar::capture_diff_slices(similar::Algorithm::Myers, &before, &after) {
        let (from, to) = (op.old_range(), op.new_range());
        if !matches!(op, DiffOp::Delete { .. } | DiffOp::Replace { .. }) || to.len() >= from.len() {
            continue;
        }
        for line in before[from].iter().map(|line| plain(line)) {
            // A key without a value says nothing; one whose value stands on other lines takes those along.
            let said = !line.is_empty() && !line.starts_with('#') && !line.ends_with(':');
            // A word of the line stands in what took its place.
            let moved = left.iter().any(|other| *other == line || words(&line).all(|word| other.contains(word)));
            if said && !moved {
                lost.push(line);
            }
        }
    }
    lost
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}

/// What `--fix --diff` prints, applied: the texts of the files by path.
fn patched(folder: &Path, written: Written, case: &Case, paths: &BTreeMap<Utf8PathBuf, (String, String)>) -> String {
    let copy = lay_out(case, written);
    let (_, patch, said) = outcome(&mut housestyle(folder, &["validate", "--fix", "--diff"]));
    std::fs::write(copy.path().join("fixes.patch"), &patch).unwrap();
    let git = ["-c", "core.autocrlf=false", "apply", "--whitespace=nowarn", "fixes.patch"];
    let applied = Command::new("git").current_dir(copy.path()).args(git).output().unwrap();
    let mut wrong = String::new();
    for (path, (_, new)) in paths {
        if std::fs::read_to_string(copy.path().join(path)).unwrap() != *new {
            let told = String::from_utf8_lossy(&applied.stderr);
            writeln!(wrong, "{} {written:?}: {path} is not as its patch has it\n{said}{told}{patch}", case.name)
                .unwrap();
        }
    }
    wrong
}

#[test]
fn safe_fixes_are_made_once_lose_nothing_and_are_what_their_patch_shows() {
    let mut wrong = String::new();
    let mut changed = 0;
    for case in cases("corpus") {
        for written in [Written::AsTheyAre, Written::WithCarriageReturns, Written::BehindAMark] {
            let folder = lay_out(&case, written);
            let root = Utf8PathBuf::from_path_buf(folder.path().canonicalize().unwrap()).unwrap();
            let name = format!("{} {written:?}", case.name);
            let first = fixed(&root);
            if first.is_empty() {
                // What has no fix as it is has none in other line ends: they are white space to both readers.
                break;
            }
            // A process each: of the other line ends, some.
            if written == Written::AsTheyAre || changed % 5 == 0 {
                wrong.push_str(&patched(folder.path(), written, &case, &first));
            }
            for (path, (old, new)) in &first {
                changed += 1;
                for line in lost_lines(old, new) {
                    writeln!(wrong, "{name}: {path} loses `{line}`").unwrap();
                }
                let bare = |text: &str| text.replace("\r\n", "").contains('\n');
                if written == Written::WithCarriageReturns && !bare(old) && bare(new) {
                    writeln!(wrong, "{name}: {path} has other line ends than before").unwrap();
                }
                if old.starts_with('\u{feff}') != new.starts_with('\u{feff}') {
                    writeln!(wrong, "{name}: {path} has lost its byte order mark").unwrap();
                }
                std::fs::write(root.join(path), new).unwrap();
            }
            for (path, (old, new)) in fixed(&root) {
                if old != new {
                    writeln!(wrong, "{name}: {path} is changed again").unwrap();
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(changed > 120, "only {changed} files were fixed");
}
