//! From a keystroke to its findings, in a project of a thousand files: in a typical list, in the largest legal one, and
//! for a burst of keystrokes. And what happens aside: checking the whole project.
//!
//! `cargo bench --bench lsp`. Rounds with `pipe` in their name speak to the built program as an editor does, over its
//! stdin and stdout; the others measure the same without pipes and threads.

#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a bench stands at the edge and fails by panicking"
)]

mod binary;

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use divan::Bencher;
use housestyle::catalogue::load::{Edition, builtin_catalogue};
use housestyle::editor::{Incoming, LanguageServer, frame};
use serde_json::{Value, json};

use crate::binary::program_path;

fn main() {
    divan::main();
}

/// Files of the project beside those that are typed in.
const FILES: usize = 1_000;
/// Keystrokes of a burst.
const BURST: usize = 30;

/// What is typed in.
#[derive(Clone, Copy, Debug)]
enum List {
    /// 20 rules, 10 instructions, one base.
    Typical,
    /// 200 instructions of 300 characters, and every rule.
    Largest,
}

const LISTS: [List; 2] = [List::Typical, List::Largest];

impl List {
    fn text(self) -> String {
        match self {
            Self::Typical => list(0, 20, 10, 90),
            Self::Largest => list(0, usize::MAX, 200, 300),
        }
    }
}

fn list(number: usize, rules: usize, instructions: usize, characters: usize) -> String {
    let catalogue = builtin_catalogue(Edition::Core);
    let mut text = format!("name: List {number}\nlanguage: de\nextends: [house/base]\nconfigured_rules:\n");
    let mut left = rules;
    for category in catalogue.categories.values() {
        if left > 0 {
            writeln!(text, "  {}:", category.name).unwrap();
        }
        for rule in category.rules.values().take(left) {
            left -= 1;
            writeln!(text, "    {}: \"{}\"", rule.name, rule.values.keys().next().unwrap()).unwrap();
        }
    }
    text.push_str("custom_instructions:\n");
    for instruction in 0..instructions {
        let prompt: String = "丁寧な言葉で書いてください。Keep names. ".chars().cycle().take(characters - 1).collect();
        writeln!(text, "  - label: Instruction {instruction} of {number}\n    prompt: \"{prompt}.\"").unwrap();
    }
    text
}

/// A project with a list to type in, `styles/typed.yaml`.
fn project(typed: List) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("housestyle.toml", "[limits]\ncustom_instructions = 200\n");
    write("house/base.yaml", "kind: base_style\ncustom_instructions:\n  - {label: tone, prompt: Be kind.}\n");
    for number in 1..=FILES {
        write(&format!("styles/{:02}/list-{number}.yaml", number % 50), &list(number, 20, 10, 90));
    }
    write("styles/typed.yaml", &typed.text());
    folder
}

fn uri(folder: &Path) -> String {
    format!("file://{}", folder.join("styles/typed.yaml").to_str().unwrap())
}

fn initialize() -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {} } })
}

fn opened(uri: &str, text: &str) -> Value {
    let document = json!({ "uri": uri, "languageId": "yaml", "version": 1, "text": text });
    json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document } })
}

/// A letter typed into a value near the top, and taken away again with the next version.
fn keystroke(uri: &str, version: i64) -> Value {
    let even = version % 2 == 0;
    let at = |character: u32| json!({ "line": 0, "character": character });
    let range = json!({ "start": at(6), "end": at(if even { 6 } else { 7 }) });
    let change = json!([{ "range": range, "text": if even { "x" } else { "" } }]);
    let params = json!({ "textDocument": { "uri": uri, "version": version }, "contentChanges": change });
    json!({ "jsonrpc": "2.0", "method": "textDocument/didChange", "params": params })
}

/// A server in this process that knows the project.
struct Session {
    _folder: tempfile::TempDir,
    uri: String,
    server: LanguageServer,
    version: i64,
}

impl Session {
    fn new(typed: List) -> Self {
        let folder = project(typed);
        let uri = uri(folder.path());
        let mut server = LanguageServer::new();
        let read = |message: Value| Incoming::parse_body(message.to_string().as_bytes());
        server.handle_batch(vec![read(initialize())]);
        server.handle_batch(vec![read(opened(&uri, &typed.text()))]);
        while let Some(work) = server.take_work() {
            server.apply_results(work.run());
        }
        Self { _folder: folder, uri, server, version: 1 }
    }

    /// From the bytes of a keystroke to the bytes of its findings.
    fn strike(&mut self) -> usize {
        self.version += 1;
        let body = keystroke(&self.uri, self.version).to_string();
        let said = self.server.handle_batch(vec![Incoming::parse_body(body.as_bytes())]);
        assert_eq!(said[0]["params"]["version"], self.version);
        said.iter().map(|message| frame::encode_frame(&message.to_string()).len()).sum()
    }
}

/// The program, as an editor has it.
struct Editor {
    _folder: tempfile::TempDir,
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    uri: String,
    version: i64,
}

impl Editor {
    fn new(typed: List) -> Self {
        let folder = project(typed);
        let uri = uri(folder.path());
        let mut child =
            Command::new(program_path()).arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (stdin, stdout) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut editor = Self { _folder: folder, child, stdin, stdout, uri, version: 1 };
        let open = opened(&editor.uri, &typed.text());
        editor.say(&[initialize(), open]);
        editor.until(1);
        editor
    }

    fn say(&mut self, messages: &[Value]) {
        let bytes: Vec<u8> = messages.iter().flat_map(|message| frame::encode_frame(&message.to_string())).collect();
        self.stdin.write_all(&bytes).unwrap();
    }

    /// Waits for the findings of a version.
    fn until(&mut self, version: i64) {
        loop {
            let mut length = 0;
            loop {
                let mut line = String::new();
                self.stdout.read_line(&mut line).unwrap();
                match line.strip_prefix("Content-Length: ") {
                    Some(number) => length = number.trim().parse().unwrap(),
                    None => break,
                }
            }
            let mut body = vec![0; length];
            self.stdout.read_exact(&mut body).unwrap();
            let message: Value = serde_json::from_slice(&body).unwrap();
            let params = &message["params"];
            if params["uri"] == self.uri.as_str() && params["version"] == version {
                return;
            }
        }
    }

    /// Strikes this many keys and waits for the findings of the last.
    fn strike(&mut self, keys: usize) {
        let messages: Vec<Value> = (0..keys)
            .map(|_| {
                self.version += 1;
                keystroke(&self.uri, self.version)
            })
            .collect();
        self.say(&messages);
        self.until(self.version);
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        let _gone = self.child.kill();
        let _gone = self.child.wait();
    }
}

/// A keystroke to its findings, over the pipes of the program.
#[divan::bench(args = LISTS, sample_count = 200, sample_size = 1)]
fn a_keystroke_pipe(bencher: Bencher, list: List) {
    let mut editor = Editor::new(list);
    bencher.bench_local(|| editor.strike(1));
}

/// Thirty keystrokes at once to the findings of the last.
#[divan::bench(args = LISTS, sample_count = 50, sample_size = 1)]
fn b_burst_pipe(bencher: Bencher, list: List) {
    let mut editor = Editor::new(list);
    bencher.bench_local(|| editor.strike(BURST));
}

/// A keystroke while the program checks the whole project aside, as after every pause.
#[divan::bench(args = LISTS, sample_count = 20, sample_size = 1)]
fn c_keystroke_after_a_pause_pipe(bencher: Bencher, list: List) {
    let mut editor = Editor::new(list);
    bencher
        .with_inputs(|| std::thread::sleep(std::time::Duration::from_millis(151)))
        .bench_local_values(|()| editor.strike(1));
}

/// A keystroke to its findings, without pipes and threads.
#[divan::bench(args = LISTS, sample_count = 200, sample_size = 1)]
fn d_keystroke_inside(bencher: Bencher, list: List) {
    let mut session = Session::new(list);
    bencher.bench_local(|| session.strike());
}

/// Checking the whole project, which happens aside.
#[divan::bench(args = LISTS, sample_count = 20, sample_size = 1)]
fn e_project_aside(bencher: Bencher, list: List) {
    let mut session = Session::new(list);
    bencher.bench_local(|| {
        session.strike();
        let work = session.server.take_work().unwrap();
        session.server.apply_results(work.run())
    });
}

/// Reading the project from the disk and checking it, once at the start.
#[divan::bench(args = LISTS, sample_count = 5, sample_size = 1)]
fn f_opening(bencher: Bencher, list: List) {
    bencher.with_inputs(|| project(list)).bench_local_values(|folder| {
        let mut server = LanguageServer::new();
        let read = |message: Value| Incoming::parse_body(message.to_string().as_bytes());
        server.handle_batch(vec![read(initialize()), read(opened(&uri(folder.path()), &list.text()))]);
        let work = server.take_work().unwrap();
        server.apply_results(work.run())
    });
}
