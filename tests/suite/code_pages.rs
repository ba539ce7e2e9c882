//! The page of every code has an example, and the example yields exactly that code.
//!
//! A fenced block whose info string names a file (`yaml file=styles/a.yaml`) is a file of the example's project. What
//! text cannot show plainly stands in other fences:
//!
//! * `bytes file=…`: as above, but `\xNN` is a byte, and `{3*ab}` stands for `ababab`;
//! * `yaml file=styles/list-{}.yaml copies=5`: so many files, each under its own number;
//! * `csv file=…`: as it stands; `rows file=… copies=5`: the line so many times, with `{}` for its number, and as `bytes`;
//! * `link file=…`: a symbolic link to what the block says.

use std::fs;

use camino::Utf8Path;
use housestyle::catalogue::load::builtin_catalogue;
use housestyle::check;
use housestyle::check::outside_files::find_outside;
use housestyle::diagnostic::{Code, Diagnostic};
use housestyle::model::project::Project;
use housestyle::project::OpenedProject;
use housestyle::project::texts::style_tests;
use housestyle::project::texts::text_files;
use housestyle::source::discover::{discover_files, load_files};

use crate::playground::symlink;

#[test]
fn every_page_says_what_why_and_what_to_do() {
    for code in Code::ALL {
        let page = code.page();
        let headings: Vec<&str> = page.lines().filter(|line| line.starts_with("## ")).collect();
        let title = format!("# {code}");
        assert_eq!(page.lines().next(), Some(title.as_str()));
        assert_eq!(headings, ["## Why it matters", "## Example", "## What to do"], "{code}");
        let first = page.lines().nth(2).unwrap_or_default();
        assert!(first.len() > 20, "{code}: says too little first");
    }
}

#[test]
fn every_example_yields_exactly_its_code() {
    let mut wrong = Vec::new();
    for code in Code::ALL {
        let folder = tempfile::tempdir().unwrap();
        let root = Utf8Path::from_path(folder.path()).unwrap();
        let mut blocks = 0;
        for block in blocks_of(code.page()) {
            block.write(root);
            blocks += 1;
        }
        assert!(blocks > 0, "{code} has no example");
        let found = findings(root);
        if found.is_empty() || found.iter().any(|finding| finding.code != *code) {
            let lines = found.iter().take(9).map(|f| format!("\n  {}: {} ({})", f.primary_place(), f.code, f.message));
            wrong.push(format!("{code}:{}", lines.collect::<String>()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What a run of `validate` in this folder would find.
fn findings(root: &Utf8Path) -> Vec<Diagnostic> {
    let mut all = Vec::new();
    let mut project = Project::default();
    if root.join("housestyle.toml").exists() {
        let parsed = load_files(root, &["housestyle.toml".into()]);
        (project, all) = check::project::read_project(&parsed[0]);
    }
    let found = discover_files(root, &project.files, &project.exclude, &[]);
    if root.join("housestyle.toml").exists() {
        all.extend(find_outside(root, &found.passed_over, &project));
    }
    let missed = found.files.is_empty() && !(found.findings.is_empty() && all.is_empty());
    all.extend(found.findings);
    if !missed {
        let catalogue = builtin_catalogue(project.edition());
        let checked = check::check_project(&load_files(root, &found.files), &project, &catalogue);
        all.extend(checked.findings);
        // What `lint` and `test` would add.
        if let Some(desired) = checked.desired {
            let (tests, faults) = style_tests::plan_tests(root, &desired, &[], &[]);
            let known = style_tests::RecordingIndex::read(root);
            all.extend(
                faults.into_iter().chain(tests.iter().flat_map(|test| style_tests::evaluate_test(test, &known))),
            );
            let opened = OpenedProject { root: root.to_owned(), project, catalogue, findings: Vec::new() };
            let jobs = text_files::plan_text_jobs(&opened, &desired, &[], false).unwrap();
            all.extend(text_files::run_text_jobs(&opened, &jobs).findings);
        }
    }
    all
}

struct Block {
    kind: String,
    file: String,
    copies: usize,
    text: String,
}

fn blocks_of(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```") else { continue };
        let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let setting = |name: &str| info.split(' ').find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
        if let Some(file) = setting("file") {
            blocks.push(Block {
                kind: info.split(' ').next().unwrap().to_owned(),
                file: file.to_owned(),
                copies: setting("copies").map_or(1, |copies| copies.parse().unwrap()),
                text: body.join("\n") + "\n",
            });
        }
    }
    blocks
}

impl Block {
    fn write(&self, root: &Utf8Path) {
        if self.kind == "rows" {
            let row =
                |n: usize| [bytes(self.text.trim_end().replace("{}", &n.to_string()).as_str()), vec![b'\n']].concat();
            return fs::write(root.join(&self.file), (1..=self.copies).flat_map(row).collect::<Vec<u8>>()).unwrap();
        }
        for copy in 1..=self.copies {
            let path = root.join(self.file.replace("{}", &copy.to_string()));
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            match self.kind.as_str() {
                "yaml" | "toml" | "csv" | "json" | "po" => fs::write(path, &self.text).unwrap(),
                "bytes" => fs::write(path, bytes(self.text.trim_end_matches('\n'))).unwrap(),
                "link" => symlink(self.text.trim().as_ref(), path.as_ref()),
                other => panic!("no fence `{other}` is known"),
            }
        }
    }
}

/// `\xNN` becomes a byte, `{3*ab}` becomes `ababab`.
fn bytes(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        if let Some(hex) = rest.strip_prefix("\\x") {
            out.push(u8::from_str_radix(&hex[..2], 16).unwrap());
            rest = &hex[2..];
        } else if let Some((times, what, after)) = repeat(rest) {
            out.extend(bytes(what).repeat(times));
            rest = after;
        } else {
            let c = rest.chars().next().unwrap();
            out.extend(c.to_string().bytes());
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

fn repeat(text: &str) -> Option<(usize, &str, &str)> {
    let (inner, after) = text.strip_prefix('{')?.split_once('}')?;
    let (times, what) = inner.split_once('*')?;
    Some((times.parse().ok()?, what, after))
}
