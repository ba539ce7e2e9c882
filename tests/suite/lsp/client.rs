//! An editor for tests: it speaks to the built program over pipes, holds texts, and makes edits that are offered.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

use crate::playground::housestyle;

/// How long anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// A text that the editor holds.
pub(crate) struct Held {
    pub(crate) text: String,
    pub(crate) version: i64,
}

/// An editor with the program behind it.
pub(crate) struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    heard: Receiver<Value>,
    next: i64,
    pub(crate) root: PathBuf,
    pub(crate) held: BTreeMap<String, Held>,
    /// What was last shown of files, with the version where one was named.
    pub(crate) shown: BTreeMap<String, (Option<i64>, Vec<Value>)>,
    /// Everything else that was said.
    pub(crate) said: Vec<Value>,
}

/// What an editor can do that shows everything.
pub(crate) fn able() -> Value {
    json!({
        "general": { "positionEncodings": ["utf-16"] },
        "workspace": {
            "didChangeWatchedFiles": { "dynamicRegistration": true },
            "workspaceEdit": { "documentChanges": true },
        },
        "textDocument": {
            "rename": { "prepareSupport": true },
            "hover": { "contentFormat": ["markdown"] },
            "publishDiagnostics": { "relatedInformation": true },
        },
    })
}

pub(crate) fn frame(body: &str) -> Vec<u8> {
    format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

impl Client {
    /// Starts the program in a folder and says nothing yet.
    pub(crate) fn start(root: &Path) -> Self {
        let mut child = housestyle(root, &["lsp", "--stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, heard) = channel();
        std::thread::spawn(move || {
            while let Some(message) = read(&mut stdout) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let (held, shown) = (BTreeMap::new(), BTreeMap::new());
        Self { child, stdin, heard, next: 1, root: root.to_owned(), held, shown, said: Vec::new() }
    }

    /// Starts it and introduces an editor that can do this.
    pub(crate) fn introduced(root: &Path, capabilities: &Value) -> Self {
        let mut client = Self::start(root);
        let answer =
            client.ask("initialize", json!({ "processId": null, "rootUri": null, "capabilities": capabilities }));
        assert!(answer["result"]["capabilities"].is_object(), "{answer}");
        client.tell("initialized", json!({}));
        client
    }

    /// How many threads the program has.
    #[cfg(target_os = "linux")]
    pub(crate) fn count_threads(&self) -> usize {
        std::fs::read_dir(format!("/proc/{}/task", self.child.id())).unwrap().count()
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(bytes).unwrap();
        stdin.flush().unwrap();
    }

    pub(crate) fn tell(&mut self, method: &str, params: Value) {
        self.write(&frame(&json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string()));
    }

    /// Asks, and gives the whole answer.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.next;
        self.next += 1;
        self.write(&frame(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()));
        self.answer(&json!(id))
    }

    pub(crate) fn answer(&mut self, id: &Value) -> Value {
        loop {
            let message = self.hear();
            if message.get("id") == Some(id) && message.get("method").is_none() {
                return message;
            }
            self.keep(message);
        }
    }

    fn hear(&mut self) -> Value {
        self.heard
            .recv_timeout(PATIENCE)
            .unwrap_or_else(|why| panic!("nothing is said ({why}); so far: {:?}, {:?}", self.said, self.shown))
    }

    fn keep(&mut self, message: Value) {
        if message["method"] == "textDocument/publishDiagnostics" {
            let params = &message["params"];
            let path = self.path(params["uri"].as_str().unwrap());
            let findings = params["diagnostics"].as_array().unwrap().clone();
            self.shown.insert(path, (params["version"].as_i64(), findings));
        } else {
            self.said.push(message);
        }
    }

    /// Waits until what is shown of a file is as wanted.
    pub(crate) fn until(&mut self, path: &str, wanted: impl Fn(Option<i64>, &[Value]) -> bool) {
        while !self.shown.get(path).is_some_and(|(version, findings)| wanted(*version, findings)) {
            let message = self.hear();
            self.keep(message);
        }
    }

    /// Waits until the version that is held was looked at.
    pub(crate) fn looked(&mut self, path: &str) {
        let version = self.held[path].version;
        self.until(path, |shown, _| shown == Some(version));
    }

    pub(crate) fn uri(&self, path: &str) -> String {
        format!("file://{}", self.root.join(path).to_str().unwrap().replace(' ', "%20"))
    }

    pub(crate) fn path(&self, uri: &str) -> String {
        let path = uri.trim_start_matches("file://").replace("%20", " ");
        Path::new(&path).strip_prefix(&self.root).map_or(path.clone(), |below| below.to_str().unwrap().to_owned())
    }

    /// Opens what the disk has, or an empty text.
    pub(crate) fn open(&mut self, path: &str) {
        let text = std::fs::read_to_string(self.root.join(path)).unwrap_or_default();
        self.open_as(path, &text);
    }

    pub(crate) fn open_as(&mut self, path: &str, text: &str) {
        let language = match path.rsplit_once('.') {
            Some((_, "toml")) => "toml",
            Some((_, "tsv" | "csv")) => "plaintext",
            _ => "yaml",
        };
        let document = json!({ "uri": self.uri(path), "languageId": language, "version": 1, "text": text });
        self.held.insert(path.to_owned(), Held { text: text.to_owned(), version: 1 });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Replaces bytes of a text.
    pub(crate) fn edit(&mut self, path: &str, span: std::ops::Range<usize>, new: &str) {
        let uri = self.uri(path);
        let held = self.held.get_mut(path).unwrap();
        let range = json!({ "start": point(&held.text, span.start), "end": point(&held.text, span.end) });
        held.text.replace_range(span, new);
        held.version += 1;
        let document = json!({ "uri": uri, "version": held.version });
        let changes = json!([{ "range": range, "text": new }]);
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    /// Makes the edits of a workspace edit in texts that are held, and in files of the disk; which files changed.
    pub(crate) fn make(&mut self, edit: &Value) -> Vec<String> {
        let mut changed = Vec::new();
        for change in edit["documentChanges"].as_array().unwrap() {
            let path = self.path(change["textDocument"]["uri"].as_str().unwrap());
            let stored = || std::fs::read_to_string(self.root.join(&path)).unwrap();
            let text = self.held.get(&path).map_or_else(stored, |held| held.text.clone());
            let version = self.held.get(&path).map(|held| held.version);
            assert_eq!(change["textDocument"]["version"].as_i64(), version, "{path}");
            let mut edits: Vec<(usize, usize, String)> = change["edits"]
                .as_array()
                .unwrap()
                .iter()
                .map(|edit| {
                    let at = |end: &str| offset(&text, &edit["range"][end]);
                    (at("start"), at("end"), edit["newText"].as_str().unwrap().to_owned())
                })
                .collect();
            edits.sort();
            for (start, end, new) in edits.into_iter().rev() {
                if self.held.contains_key(&path) {
                    self.edit(&path, start..end, &new);
                } else {
                    let mut text = std::fs::read_to_string(self.root.join(&path)).unwrap();
                    text.replace_range(start..end, &new);
                    std::fs::write(self.root.join(&path), text).unwrap();
                }
            }
            changed.push(path);
        }
        changed
    }

    /// Nothing more will be said to the program.
    pub(crate) fn hang_up(&mut self) {
        self.stdin = None;
    }

    /// How the program ended, and what it said on stderr.
    pub(crate) fn end(mut self) -> (i32, String) {
        self.stdin = None;
        let mut said = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        (self.child.wait().unwrap().code().unwrap_or(-1), said)
    }
}

fn read(input: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if input.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line == "\r\n" {
            break;
        }
        length = line.strip_prefix("Content-Length: ")?.trim().parse().ok()?;
    }
    let mut body = vec![0; length];
    input.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}

/// A place as the protocol counts it: lines, and UTF-16 units in the line. Written apart from the program's own counting.
pub(crate) fn point(text: &str, offset: usize) -> Value {
    let before = &text[..offset];
    let line = before.matches('\n').count();
    let column = before.rsplit('\n').next().unwrap();
    json!({ "line": line, "character": column.encode_utf16().count() })
}

/// The offset of a place.
pub(crate) fn offset(text: &str, point: &Value) -> usize {
    let line = point["line"].as_u64().unwrap() as usize;
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let mut units = point["character"].as_u64().unwrap() as usize;
    let mut at = start;
    for c in text[start..].chars() {
        if units == 0 {
            break;
        }
        units -= c.len_utf16();
        at += c.len_utf8();
    }
    at
}
