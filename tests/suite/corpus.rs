//! The corpus of seeded mistakes: each case is a file or a folder whose name says what is wrong, and a list of exactly
//! the findings it must have. `HOUSESTYLE_BLESS=1` rewrites the lists; they are then reviewed by eye.
//!
//! A case is `<name>.yaml` or `<name>.toml` with `<name>.<ending>.expected` beside it, or a folder with `expected` in it.
//! A file named `housestyle.toml` in a folder, or `<name>.housestyle.toml`, is read as a project file.

use std::fmt::Write as _;

use camino::{Utf8Path, Utf8PathBuf};
use housestyle::catalogue::load::builtin;
use housestyle::check::{self, Checked};
use housestyle::diagnostic::Diagnostic;
use housestyle::model::project::Project;
use housestyle::source::discover::load;

/// One case: a folder and the files in it that make the project, in order of path.
pub(crate) struct Case {
    pub(crate) name: String,
    root: Utf8PathBuf,
    pub(crate) paths: Vec<Utf8PathBuf>,
    expected: Utf8PathBuf,
}

pub(crate) fn cases(folder: &str) -> Vec<Case> {
    let root = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut cases = Vec::new();
    for path in sorted(&root) {
        let name = path.file_name().unwrap().to_owned();
        if path.is_dir() {
            if name != "valid" {
                let mut paths = below(&path, &path);
                paths.retain(|path| path != "expected");
                cases.push(Case { name, expected: path.join("expected"), root: path, paths });
            }
        } else if !name.ends_with(".expected") {
            let expected = root.join(format!("{name}.expected"));
            cases.push(Case { paths: vec![Utf8PathBuf::from(&name)], root: root.clone(), expected, name });
        }
    }
    cases
}

fn sorted(folder: &Utf8Path) -> Vec<Utf8PathBuf> {
    let mut paths: Vec<_> = folder.read_dir_utf8().unwrap().map(|entry| entry.unwrap().into_path()).collect();
    paths.sort();
    paths
}

/// Every file below `folder`, as a path from `root`.
pub(crate) fn below(root: &Utf8Path, folder: &Utf8Path) -> Vec<Utf8PathBuf> {
    sorted(folder)
        .into_iter()
        .flat_map(
            |path| if path.is_dir() { below(root, &path) } else { vec![path.strip_prefix(root).unwrap().to_owned()] },
        )
        .collect()
}

/// Everything that is found in a project of these files.
pub(crate) fn check(root: &Utf8Path, paths: &[Utf8PathBuf]) -> Checked {
    let (projects, styles): (Vec<_>, Vec<_>) =
        paths.iter().cloned().partition(|path| path.as_str().ends_with("housestyle.toml"));
    let (mut project, mut findings) = (Project::default(), Vec::new());
    for parsed in load(root, &projects) {
        (project, findings) = check::project::read(&parsed);
    }
    if styles.is_empty() && !findings.is_empty() {
        return Checked { findings, desired: None };
    }
    let mut checked = check::read(&load(root, &styles), &project, &builtin(project.extras));
    findings.append(&mut checked.findings);
    Checked { findings, ..checked }
}

fn list(findings: &[Diagnostic], one_file: bool) -> String {
    let mut out = String::new();
    for finding in findings {
        let place = finding.place();
        if !one_file {
            write!(out, "{}:", place.file).unwrap();
        }
        writeln!(out, "{}:{} {}", place.line, place.column, finding.code).unwrap();
    }
    out
}

#[test]
fn every_seeded_mistake_is_found_where_it_is_and_nothing_else() {
    let bless = std::env::var_os("HOUSESTYLE_BLESS").is_some();
    let cases = cases("corpus");
    let mut wrong = String::new();
    for case in &cases {
        let found = list(&check(&case.root, &case.paths).findings, case.paths.len() == 1);
        let expected = std::fs::read_to_string(&case.expected).unwrap_or_default();
        if bless {
            std::fs::write(&case.expected, found).unwrap();
        } else if found != expected || found.is_empty() {
            writeln!(wrong, "== {}\n-- expected\n{expected}-- found\n{found}", case.name).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn valid_files_have_no_finding() {
    let cases = cases("corpus/valid");
    for case in &cases {
        let checked = check(&case.root, &case.paths);
        assert!(checked.findings.is_empty(), "{}\n{}", case.name, list(&checked.findings, false));
    }
    assert!(!cases.is_empty());
}

#[test]
#[ignore = "prints every finding of the corpus for reading"]
fn show() {
    for case in cases("corpus") {
        println!("== {}", case.name);
        for f in check(&case.root, &case.paths).findings {
            println!(
                "{}: {}[{}] {} | {:?} <{}>",
                f.place(),
                f.severity.as_str(),
                f.code,
                f.message,
                f.file.slice(f.primary.span),
                f.primary.text
            );
            for s in &f.secondary {
                println!("    because {:?} <{}>", f.file.slice(s.span), s.text);
            }
            for n in &f.notes {
                println!("    note {n}");
            }
            if let Some(h) = &f.help {
                println!("    help {h}");
            }
            if let Some(x) = &f.fix {
                println!("    fix {:?} {} {:?}", x.safety, x.title, x.edits);
            }
        }
    }
}
