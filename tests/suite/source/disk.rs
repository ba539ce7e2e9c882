//! Which files are found and read, on a real disk.

use std::fs;

use camino::{Utf8Path, Utf8PathBuf};
use housestyle::diagnostic::{Code, Diagnostic};
use housestyle::source::discover::{DiscoveredFiles, discover_files, load_files, read_source_file};
use housestyle::source::limit;

struct Project {
    folder: tempfile::TempDir,
}

impl Project {
    fn new(files: &[(&str, &str)]) -> Self {
        let project = Self { folder: tempfile::tempdir().unwrap() };
        for (path, text) in files {
            project.write(path, text);
        }
        project
    }

    fn root(&self) -> &Utf8Path {
        Utf8Path::from_path(self.folder.path()).unwrap()
    }

    fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn find(&self, include: &[&str], exclude: &[&str], named: &[&str]) -> DiscoveredFiles {
        let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let named: Vec<Utf8PathBuf> = named.iter().map(Utf8PathBuf::from).collect();
        discover_files(self.root(), &owned(include), &owned(exclude), &named)
    }
}

fn codes(findings: &[Diagnostic]) -> Vec<(Code, &str)> {
    findings.iter().map(|finding| (finding.code, &**finding.file.path())).collect()
}

const ALL: &[&str] = &["styles/**/*.{yaml,yml,toml}"];

#[test]
fn files_are_those_of_the_patterns_in_order() {
    let project = Project::new(&[
        ("styles/b.yaml", ""),
        ("styles/a.toml", ""),
        ("styles/sub/c.yml", ""),
        ("styles/sub/draft-d.yaml", ""),
        ("styles/notes.md", ""),
        ("styles/.hidden.yaml", ""),
        ("styles/ignored/e.yaml", ""),
        ("other/f.yaml", ""),
        (".gitignore", "ignored/\n"),
    ]);
    let found = project.find(ALL, &["**/draft-*"], &[]);
    assert_eq!(found.files, ["styles/a.toml", "styles/b.yaml", "styles/sub/c.yml"]);
    assert!(found.findings.is_empty());
    assert_eq!(project.find(&["./styles/*.yaml", "other/*"], &[], &[]).files, ["other/f.yaml", "styles/b.yaml"]);
}

#[test]
fn named_files_and_folders_are_taken_unless_excluded() {
    let project =
        Project::new(&[("styles/a.yaml", ""), ("styles/draft.yaml", ""), ("other/b.yaml", ""), ("notes.md", "")]);
    let absolute = project.root().join("other/b.yaml");
    let found = project.find(
        ALL,
        &["**/draft*"],
        &["./styles", "styles/draft.yaml", "styles/../styles/a.yaml", absolute.as_str()],
    );
    assert_eq!(found.files, ["other/b.yaml", "styles/a.yaml"]);
    assert!(found.findings.is_empty());
    let found = project.find(ALL, &[], &["none.yaml", "notes.md"]);
    assert_eq!(codes(&found.findings), [(Code::UnreadableFile, "none.yaml"), (Code::UnreadableFile, "notes.md")]);
    assert!(found.files.is_empty());
}

#[test]
fn broken_patterns_are_said() {
    let project = Project::new(&[("styles/a.yaml", "")]);
    let found = project.find(&["styles/[", "styles/*.yaml"], &["{a"], &[]);
    assert_eq!(
        codes(&found.findings),
        [(Code::InvalidGlob, "housestyle.toml"), (Code::InvalidGlob, "housestyle.toml")]
    );
    assert_eq!(found.files, ["styles/a.yaml"]);
}

#[cfg(unix)]
#[test]
fn links_are_followed_inside_only_and_pipes_never_opened() {
    let project = Project::new(&[("styles/a.yaml", "a: 1\n")]);
    let outside = Project::new(&[("secret.yaml", "b: 1\n")]);
    let link = |to: &Utf8Path, from: &str| std::os::unix::fs::symlink(to, project.root().join(from)).unwrap();
    link(&outside.root().join("secret.yaml"), "styles/out.yaml");
    link(Utf8Path::new("a.yaml"), "styles/in.yaml");
    link(Utf8Path::new("gone.yaml"), "styles/dangling.yaml");
    link(outside.root(), "styles/folder");
    let pipe = project.root().join("styles/pipe.yaml");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let found = project.find(ALL, &[], &[]);
    assert_eq!(found.files, ["styles/a.yaml", "styles/in.yaml"]);
    let expected = ["styles/dangling.yaml", "styles/folder", "styles/out.yaml", "styles/pipe.yaml"];
    assert_eq!(codes(&found.findings), expected.map(|path| (Code::UnreadableFile, path)));
    let named = project.find(ALL, &[], &["styles/folder/secret.yaml", "styles/folder", "styles/pipe.yaml"]);
    assert!(named.files.is_empty(), "{:?}", named.files);
    let (file, findings) = read_source_file(project.root(), Utf8Path::new("styles/pipe.yaml"));
    assert_eq!((file.text(), codes(&findings)), ("", vec![(Code::UnreadableFile, "styles/pipe.yaml")]));
}

#[cfg(unix)]
#[test]
fn folders_behind_links_are_followed_inside_and_refused_outside() {
    let project = Project::new(&[
        ("shared/a.yaml", ""),
        ("shared/deep/b.toml", ""),
        ("shared/notes.md", ""),
        ("styles/own/c.yaml", ""),
        ("docs/d.yaml", ""),
    ]);
    let outside = Project::new(&[("x.yaml", "")]);
    let link = |to: &str, from: &str| std::os::unix::fs::symlink(to, project.root().join(from)).unwrap();
    link("../shared", "styles/linked");
    link("../shared", "styles/twice");
    // Files that match by their own names keep them, a circle ends, and where nothing could match nothing is said.
    link("own", "styles/again");
    link(".", "styles/circle");
    link(outside.root().as_str(), "docs/elsewhere");
    let found = project.find(ALL, &[], &[]);
    assert_eq!(found.files, ["styles/linked/a.yaml", "styles/linked/deep/b.toml", "styles/own/c.yaml"]);
    assert!(found.findings.is_empty(), "{:?}", found.findings);
    link(outside.root().as_str(), "styles/out");
    let found = project.find(ALL, &[], &[]);
    assert_eq!(codes(&found.findings), [(Code::UnreadableFile, "styles/out")]);
    assert!(found.findings[0].message.ends_with("it is a link to a folder outside of the project folder"));
    assert!(project.find(ALL, &["styles/out/**"], &[]).findings.is_empty());
}

#[test]
fn what_is_too_much_is_not_read() {
    let project = Project::new(&[]);
    let limit = usize::try_from(limit::FILE_BYTES).unwrap();
    project.write("styles/at.yaml", format!("a: {}", "x".repeat(limit - 3)));
    project.write("styles/over.yaml", format!("a: {}", "x".repeat(limit - 2)));
    let found = project.find(ALL, &[], &[]);
    let parsed = load_files(project.root(), &found.files);
    let codes: Vec<_> = parsed.iter().map(|parsed| codes(&parsed.findings)).collect();
    assert_eq!(codes, [vec![], vec![(Code::FileTooLarge, "styles/over.yaml")]]);
    assert!(parsed[1].incomplete && parsed[1].documents.is_empty());
}

#[test]
fn loading_keeps_the_order_and_every_fault() {
    let project = Project::new(&[("b.yaml", "a: no\n"), ("a.toml", "a = 1\n")]);
    project.write("c.yaml", b"name: Gr\xFC\xDFe\nlanguage: *de\n");
    project.write("d.yaml", b"\xFF\xFEa\0:\0 \x001\0");
    let paths = ["c.yaml", "gone.yaml", "b.yaml", "a.toml", "d.yaml"].map(Utf8PathBuf::from);
    let parsed = load_files(project.root(), &paths);
    let told: Vec<_> = parsed.iter().map(|parsed| codes(&parsed.findings)).collect();
    assert_eq!(
        told,
        [
            vec![(Code::InvalidUtf8, "c.yaml"), (Code::UndefinedAlias, "c.yaml")],
            vec![(Code::UnreadableFile, "gone.yaml")],
            vec![(Code::AmbiguousScalar, "b.yaml")],
            vec![],
            vec![(Code::WrongEncoding, "d.yaml")],
        ]
    );
    let incomplete: Vec<bool> = parsed.iter().map(|parsed| parsed.incomplete).collect();
    assert_eq!(incomplete, [true, true, false, false, true]);
    assert_eq!(parsed[4].documents[0].to_json(), serde_json::json!({"a": 1}));
}
