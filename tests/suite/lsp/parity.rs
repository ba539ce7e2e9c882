//! What an editor shows is what `validate` shows: over the whole corpus of mistakes, opened from the disk and typed in.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use camino::{Utf8Path, Utf8PathBuf};
use housestyle::diagnostic::{Diagnostic, Severity};
use housestyle::editor::{Incoming, LanguageServer};
use housestyle::project;
use serde_json::{Value, json};

use super::client::point;
use crate::corpus;

/// An editor in this process: what it was last shown of each file.
struct Editor {
    server: LanguageServer,
    root: Utf8PathBuf,
    shown: BTreeMap<String, Vec<Value>>,
}

impl Editor {
    fn new(root: &Utf8Path) -> Self {
        let mut editor = Self { server: LanguageServer::new(), root: root.to_owned(), shown: BTreeMap::new() };
        let capabilities = json!({ "textDocument": { "publishDiagnostics": { "relatedInformation": true } } });
        let params = json!({ "capabilities": capabilities });
        editor.take(Incoming::Request { id: json!(0), method: "initialize".into(), params });
        editor
    }

    fn take(&mut self, incoming: Incoming) {
        let said = self.server.handle_batch(vec![incoming]);
        self.see(said);
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.take(Incoming::Notification { method: method.into(), params });
    }

    fn see(&mut self, said: Vec<Value>) {
        for message in said.into_iter().filter(|message| message["method"] == "textDocument/publishDiagnostics") {
            let uri = message["params"]["uri"].as_str().unwrap();
            let path = uri.strip_prefix(&format!("file://{}/", self.root)).unwrap().replace("%20", " ");
            self.shown.insert(path, message["params"]["diagnostics"].as_array().unwrap().clone());
        }
    }

    /// Lets everything be done that is to be done.
    fn rest(&mut self) {
        while let Some(work) = self.server.take_work() {
            let said = self.server.apply_results(work.run());
            self.see(said);
        }
    }

    fn uri(&self, path: &str) -> String {
        format!("file://{}/{}", self.root, path.replace(' ', "%20"))
    }

    fn open(&mut self, path: &str, text: &str) {
        let document = json!({ "uri": self.uri(path), "languageId": "", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn write(&mut self, path: &str, text: &str) {
        let document = json!({ "uri": self.uri(path), "version": 2 });
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": [{ "text": text }] }));
    }

    fn list(&self) -> BTreeMap<String, Vec<String>> {
        let lists = self.shown.iter().map(|(path, shown)| (path.clone(), shown.iter().map(seen).collect()));
        lists.filter(|(_, list): &(String, Vec<String>)| !list.is_empty()).collect()
    }
}

fn seen(shown: &Value) -> String {
    let severity = if shown["severity"] == 1 { "error" } else { "warning" };
    let related: Vec<String> = shown["relatedInformation"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|related| format!("{} {}", related["location"]["range"], related["message"]))
        .collect();
    let message = shown["message"].as_str().unwrap();
    format!("{} {} {severity} {message} {related:?}", shown["range"], shown["code"])
}

/// What an editor should show, made from what `validate` found. `open` says whether an editor holds the file.
fn wanted(finding: &Diagnostic, open: bool) -> String {
    let text = finding.file.text();
    let (mark, offset) = match text.strip_prefix('\u{feff}') {
        Some(bare) if !open => (bare, 3),
        _ => (text, 0),
    };
    let range = |start: u32, end: u32| {
        let at = |offset_of: u32| point(mark, (offset_of as usize).saturating_sub(offset));
        json!({ "start": at(start), "end": at(end) })
    };
    let related: Vec<String> = finding
        .secondary
        .iter()
        .map(|label| format!("{} {}", range(label.span.start, label.span.end), json!(label.text)))
        .collect();
    let mut message = shown(&finding.message);
    finding.notes.iter().for_each(|note| write!(message, "\nnote: {}", shown(note)).unwrap());
    finding.help.iter().for_each(|help| write!(message, "\nhelp: {}", shown(help)).unwrap());
    write!(message, "\nmore: housestyle explain {}", finding.code).unwrap();
    let severity = if finding.severity == Severity::Error { "error" } else { "warning" };
    let span = finding.primary.span;
    format!("{} \"{}\" {severity} {message} {related:?}", range(span.start, span.end), finding.code)
}

fn shown(text: &str) -> String {
    housestyle::report::Sanitized(text).to_string()
}

fn validated(root: &Utf8Path, open: &BTreeSet<&str>) -> BTreeMap<String, Vec<String>> {
    let mut lists: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for finding in project::open_project(root).unwrap().check_files(&[], root).findings {
        let path = finding.file.path().to_string();
        let held = open.contains(path.as_str());
        lists.entry(path).or_default().push(wanted(&finding, held));
    }
    lists
}

/// The corpus as projects of their own, each below `root`.
fn projects(root: &Utf8Path) -> Vec<(String, Utf8PathBuf)> {
    let mut projects = Vec::new();
    for case in corpus::cases("corpus").into_iter().chain(corpus::cases("corpus/valid")) {
        let folder = root.join(&case.name);
        for (path, bytes) in case.files() {
            let project = path.as_str().ends_with("housestyle.toml");
            let path = if project { folder.join("housestyle.toml") } else { folder.join("styles").join(path) };
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        }
        if !folder.join("housestyle.toml").is_file() {
            std::fs::write(folder.join("housestyle.toml"), "files = [\"styles/**\"]\n").unwrap();
        }
        projects.push((case.name, folder));
    }
    assert!(projects.len() > 100);
    projects
}

/// Files of a project that an editor can hold: those that are text.
fn texts(folder: &Utf8Path) -> Vec<(String, String)> {
    let paths = corpus::below(folder, folder);
    paths
        .into_iter()
        .filter_map(|path| Some((path.to_string(), std::fs::read_to_string(folder.join(path)).ok()?)))
        .collect()
}

fn differ(
    what: &str,
    name: &str,
    wanted: &BTreeMap<String, Vec<String>>,
    got: &BTreeMap<String, Vec<String>>,
) -> String {
    if wanted == got {
        String::new()
    } else {
        format!("== {name}, {what}\n-- validate\n{wanted:#?}\n-- editor\n{got:#?}\n")
    }
}

#[test]
fn an_editor_shows_what_validate_shows() {
    let scratch = tempfile::tempdir().unwrap();
    let root = Utf8PathBuf::from_path_buf(scratch.path().canonicalize().unwrap()).unwrap();
    let mut wrong = String::new();
    for (name, folder) in projects(&root) {
        let texts = texts(&folder);
        let paths: BTreeSet<&str> = texts.iter().map(|(path, _)| path.as_str()).collect();
        let (stored, held) = (validated(&folder, &BTreeSet::new()), validated(&folder, &paths));

        // Only the project's file is open: everything else comes from the disk.
        let mut editor = Editor::new(&folder);
        editor.open("housestyle.toml", &std::fs::read_to_string(folder.join("housestyle.toml")).unwrap());
        editor.rest();
        wrong += &differ("from the disk", &name, &stored, &editor.list());

        // Everything is opened, one file after the other.
        for (path, text) in &texts {
            editor.open(path, text);
        }
        editor.rest();
        wrong += &differ("opened", &name, &held, &editor.list());

        // Everything is held and is nothing at first, then typed in.
        let mut editor = Editor::new(&folder);
        texts.iter().for_each(|(path, _)| editor.open(path, ""));
        editor.rest();
        texts.iter().for_each(|(path, text)| editor.write(path, text));
        editor.rest();
        wrong += &differ("typed", &name, &held, &editor.list());

        // What is shown at once is what is shown in the end, for a file that was typed in last.
        for (path, text) in texts.iter().filter(|(path, _)| path != "housestyle.toml") {
            editor.write(path, "");
            editor.rest();
            editor.write(path, text);
            let at_once = editor.list().remove(path);
            editor.rest();
            let in_the_end = editor.list().remove(path);
            if at_once != in_the_end {
                writeln!(wrong, "== {name}, {path} at once\n{at_once:#?}\n-- in the end\n{in_the_end:#?}").unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
