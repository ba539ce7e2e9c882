//! One editor's session, from `initialize` to `exit`.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Value, json};

use crate::diagnostic::{Code, Diagnostic};
use crate::editor::buffer::{Buffer, Part, Shown, is_table, named, says_ours};
use crate::editor::message::{
    Cancelled, Changed, Incoming, OfDocument, Opened, OpenedDocument, Refusal, answer, fields, tell,
};
use crate::editor::position::{Encoding, Ruler};
use crate::editor::project::{self, Done, Filed, Project, Work};
use crate::editor::settings::{self, Held, Settings};
use crate::editor::{finding, uri};
use crate::report;
use crate::source::discover;

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// By `shutdown` and `exit`.
    Cleanly,
    /// By `exit` alone.
    Abruptly,
}

/// Where a session stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Phase {
    #[default]
    Waiting,
    Serving,
    Ending,
    Ended(Ended),
}

/// What the editor can do.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Client {
    pub(super) encoding: Encoding,
    /// Shows Markdown.
    pub(super) markdown: bool,
    /// Shows places that give a reason.
    pub(super) related: bool,
    /// Can be asked to watch files.
    watches: bool,
    /// Takes edits that say which version of a text they are for.
    pub(super) versions: bool,
}

/// One editor's session.
#[derive(Debug, Default)]
pub struct Server {
    phase: Phase,
    pub(super) client: Client,
    /// Open documents by the name that the editor gives them.
    pub(super) buffers: BTreeMap<String, Buffer>,
    pub(super) projects: BTreeMap<Utf8PathBuf, Project>,
    /// What was last shown of files, by name.
    shown: BTreeMap<String, Value>,
    /// What is to be said besides answers.
    pub(super) said: Vec<Value>,
}

impl Server {
    /// A session that waits for `initialize`.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How it ended, once it did.
    #[must_use]
    pub fn ended(&self) -> Option<Ended> {
        match self.phase {
            Phase::Ended(ended) => Some(ended),
            Phase::Waiting | Phase::Serving | Phase::Ending => None,
        }
    }

    /// Takes what was said, all that has come so far, and gives what is to be said in return. Findings of what was typed
    /// are among that, once for the whole of it.
    pub fn take(&mut self, batch: Vec<Incoming>) -> Vec<Value> {
        let cancelled: Vec<Value> = batch.iter().filter_map(cancelled).collect();
        for incoming in batch {
            if self.ended().is_some() {
                break;
            }
            match incoming {
                Incoming::Request { id, method, params } => {
                    let result = if cancelled.contains(&id) {
                        Err(Refusal::new(Refusal::CANCELLED, "taken back"))
                    } else {
                        self.request(&method, params)
                    };
                    let answer = answer(&id, result);
                    self.said.push(answer);
                }
                // What is told and cannot be understood has no answer: nothing is to be done about it.
                Incoming::Notification { method, params } => {
                    let _lost = self.notification(&method, params);
                }
                Incoming::Answer => {}
                Incoming::Invalid(refusal) => self.said.push(answer(&Value::Null, Err(refusal))),
            }
        }
        self.hold();
        let open: Vec<String> = self.buffers.keys().cloned().collect();
        for uri in open {
            self.look(&uri);
            self.show(&uri);
        }
        std::mem::take(&mut self.said)
    }

    /// Work on a project that changed, to be done where nobody waits; `urgent` where nothing is known of it yet.
    pub fn work(&mut self) -> Option<Work> {
        let root = self.projects.iter().find(|(_, project)| project.has_work())?.0.clone();
        let held = self.held(&root);
        Some(self.projects.get_mut(&root)?.work(&root, held))
    }

    /// Whether work is there that something visible waits for.
    #[must_use]
    pub fn is_urgent(&self) -> bool {
        self.projects.values().any(|project| project.has_work() && !project.loaded)
    }

    /// Takes what came of work, and gives what is to be said.
    pub fn learn(&mut self, done: Done) -> Vec<Value> {
        let root = done.root.clone();
        let Some(project) = self.projects.get_mut(&root) else { return Vec::new() };
        let paths = project.learn(done);
        let uris: Vec<String> = self.of_root(&root).map(|(uri, _)| uri.clone()).collect();
        for uri in &uris {
            self.settle(uri, &root);
        }
        for uri in &uris {
            self.look(uri);
            self.show(uri);
        }
        self.show_stored(&root, &paths);
        std::mem::take(&mut self.said)
    }

    fn request(&mut self, method: &str, params: Value) -> Result<Value, Refusal> {
        match (self.phase, method) {
            (Phase::Waiting, "initialize") => Ok(self.initialize(&params)),
            (Phase::Waiting, _) => Err(Refusal::new(Refusal::NOT_YET, "not initialized yet")),
            (Phase::Serving, "initialize") => Err(Refusal::new(Refusal::INVALID, "initialized already")),
            (Phase::Serving, "shutdown") => {
                self.phase = Phase::Ending;
                Ok(Value::Null)
            }
            (Phase::Serving, _) => {
                self.hold();
                self.serve(method, params)
            }
            (Phase::Ending | Phase::Ended(_), _) => Err(Refusal::new(Refusal::INVALID, "shut down already")),
        }
    }

    fn serve(&mut self, method: &str, params: Value) -> Result<Value, Refusal> {
        match method {
            "textDocument/completion" => self.complete(fields(params)?),
            "textDocument/hover" => self.hover(fields(params)?),
            "textDocument/codeAction" => self.actions(fields(params)?),
            "textDocument/definition" => self.definition(fields(params)?),
            "textDocument/references" => self.references(fields(params)?),
            "textDocument/prepareRename" => self.prepare_rename(fields(params)?),
            "textDocument/rename" => self.rename(fields(params)?),
            "textDocument/documentSymbol" => self.symbols(&fields(params)?),
            _ => Err(Refusal::new(Refusal::METHOD, format!("`{}` is not served", report::Shown(method)))),
        }
    }

    fn notification(&mut self, method: &str, params: Value) -> Result<(), Refusal> {
        if method == "exit" {
            let clean = self.phase == Phase::Ending;
            self.phase = Phase::Ended(if clean { Ended::Cleanly } else { Ended::Abruptly });
            return Ok(());
        }
        if self.phase != Phase::Serving {
            return Ok(());
        }
        match method {
            "initialized" => self.watch(),
            "textDocument/didOpen" => self.open(fields::<Opened>(params)?.text_document),
            "textDocument/didChange" => self.change(fields(params)?),
            "textDocument/didClose" => self.close(&fields::<OfDocument>(params)?.text_document.uri),
            "textDocument/didSave" => self.suspect(&fields::<OfDocument>(params)?.text_document.uri),
            "workspace/didChangeWatchedFiles" => self.projects.values_mut().for_each(Project::suspect),
            _ => {}
        }
        Ok(())
    }

    fn initialize(&mut self, params: &Value) -> Value {
        self.phase = Phase::Serving;
        let can = |pointer: &str| params.pointer(&format!("/capabilities/{pointer}"));
        let says = |pointer: &str| can(pointer).and_then(Value::as_bool).unwrap_or(false);
        let offered = can("general/positionEncodings").and_then(Value::as_array);
        let formats = can("textDocument/hover/contentFormat").and_then(Value::as_array);
        self.client = Client {
            encoding: offered
                .and_then(|names| names.iter().filter_map(Value::as_str).find_map(Encoding::from_name))
                .unwrap_or_default(),
            markdown: formats.is_some_and(|formats| formats.iter().any(|format| format == "markdown")),
            related: says("textDocument/publishDiagnostics/relatedInformation"),
            watches: says("workspace/didChangeWatchedFiles/dynamicRegistration"),
            versions: says("workspace/workspaceEdit/documentChanges"),
        };
        let asks = says("textDocument/rename/prepareSupport");
        json!({
            "capabilities": {
                "positionEncoding": self.client.encoding.as_str(),
                "textDocumentSync": { "openClose": true, "change": 2, "save": { "includeText": false } },
                "completionProvider": { "triggerCharacters": [" ", ":", "-", "\"", "'", "[", ".", "=", ","] },
                "hoverProvider": true,
                "definitionProvider": true,
                "referencesProvider": true,
                "renameProvider": if asks { json!({ "prepareProvider": true }) } else { json!(true) },
                "documentSymbolProvider": true,
                "codeActionProvider": { "codeActionKinds": ["quickfix", "source.fixAll.housestyle"] },
            },
            "serverInfo": { "name": "housestyle", "version": env!("CARGO_PKG_VERSION") },
        })
    }

    /// Asks to be told of files that change on the disk.
    fn watch(&mut self) {
        if !self.client.watches {
            return;
        }
        let globs = ["**/*.{yaml,yml,toml,tsv,csv}", "**/.gitignore", "**/.ignore"];
        let watchers: Vec<Value> = globs.iter().map(|glob| json!({ "globPattern": glob })).collect();
        let method = "workspace/didChangeWatchedFiles";
        let options = json!({ "watchers": watchers });
        let registrations = json!([{ "id": "files", "method": method, "registerOptions": options }]);
        self.said.push(json!({
            "jsonrpc": "2.0", "id": "watch", "method": "client/registerCapability",
            "params": { "registrations": registrations },
        }));
    }

    fn open(&mut self, document: OpenedDocument) {
        let uri = document.uri.clone();
        let path = uri::path(&uri);
        let name = path.as_deref().map_or(uri.as_str(), Utf8Path::as_str);
        let Some(name) = named(name, &document.language_id) else { return };
        let marks = path.as_deref().is_some_and(|path| path.file_name() == Some(settings::FILE));
        let root = path.as_deref().and_then(|path| self.root(path, marks));
        let below = match &root {
            Some(root) => Utf8Path::new(&name).strip_prefix(root).map_or(name.clone(), ToString::to_string),
            None => name.rsplit('/').next().unwrap_or_default().to_owned(),
        };
        // An editor may open a document again without having closed it.
        self.buffers.insert(uri.clone(), Buffer::open(document, root.clone(), below));
        if let Some(root) = root {
            let held = self.held(&root);
            self.projects.entry(root.clone()).or_insert_with(|| Project::open(&root, &held));
            if marks {
                self.adopt(&root);
            }
        }
        self.touched(&uri);
    }

    /// The project around a path: on the disk, or in a file that is only held so far.
    fn root(&self, path: &Utf8Path, marks: bool) -> Option<Utf8PathBuf> {
        let mut folders = path.parent()?.ancestors();
        if marks {
            return folders.next().map(Utf8Path::to_owned);
        }
        let held = |folder: &Utf8Path| self.buffers.contains_key(&uri::of(&folder.join(settings::FILE)));
        folders.find(|folder| folder.join(settings::FILE).is_file() || held(folder)).map(Utf8Path::to_owned)
    }

    /// Documents that stood alone, or in a project further up, come into one that was just opened.
    fn adopt(&mut self, root: &Utf8Path) {
        let names: Vec<String> = self.buffers.keys().cloned().collect();
        for name in names {
            let Some(path) = uri::path(&name) else { continue };
            let nearest = self.root(&path, path.file_name() == Some(settings::FILE));
            let Some(buffer) = self.buffers.get_mut(&name) else { continue };
            if nearest.as_deref() == Some(root) && buffer.root.as_deref() != Some(root) {
                let Ok(below) = path.strip_prefix(root) else { continue };
                let Some(below) = named(below.as_str(), "yaml") else { continue };
                buffer.moved(root, below);
                self.touched(&name);
            }
        }
    }

    fn change(&mut self, changed: Changed) {
        let Changed { text_document: document, content_changes } = changed;
        let Some(buffer) = self.buffers.get_mut(&document.uri) else { return };
        buffer.change(document.version, content_changes, self.client.encoding);
        self.touched(&document.uri);
    }

    fn close(&mut self, uri: &str) {
        let Some(buffer) = self.buffers.remove(uri) else { return };
        // Nobody looks at it any more; what is wrong on the disk comes with the next work.
        if self.shown.remove(uri).is_some() {
            self.said.push(publish(uri, None, json!([])));
        }
        let Some(root) = buffer.root else { return };
        if buffer.part == Part::Project && !root.join(settings::FILE).is_file() {
            self.dissolve(&root);
        } else if let Some(project) = self.projects.get_mut(&root) {
            project.tables.remove(Utf8Path::new(&buffer.path));
            project.suspect();
        }
    }

    /// A project that was only ever held is gone.
    fn dissolve(&mut self, root: &Utf8Path) {
        self.projects.remove(root);
        let names: Vec<String> = self.of_root(root).map(|(uri, _)| uri.clone()).collect();
        for name in names {
            if let Some(buffer) = self.buffers.get_mut(&name) {
                buffer.root = None;
            }
            self.touched(&name);
        }
    }

    fn suspect(&mut self, uri: &str) {
        let root = self.buffers.get(uri).and_then(|buffer| buffer.root.as_deref());
        if let Some(project) = root.and_then(|root| self.projects.get_mut(root)) {
            project.suspect();
        }
    }

    /// What a document says has changed, or what it is to us.
    fn touched(&mut self, uri: &str) {
        let Some(buffer) = self.buffers.get_mut(uri) else { return };
        buffer.findings = None;
        buffer.shown = Shown::No;
        let Some((root, project)) = buffer.root.as_deref().and_then(|root| Some((root, self.projects.get_mut(root)?)))
        else {
            let ours = !is_table(&buffer.path) && says_ours(&buffer.text);
            buffer.part = if ours { Part::Documents } else { Part::Foreign };
            return;
        };
        buffer.part = part(buffer, root, project);
        if buffer.part != Part::Foreign {
            project.touch(&buffer.path);
        }
    }

    /// Reads what changed, once for all changes that came together: from now on it counts.
    fn hold(&mut self) {
        let unread = |buffer: &&mut Buffer| buffer.part != Part::Foreign && buffer.read().is_none();
        let mut tables = BTreeSet::new();
        for buffer in self.buffers.values_mut().filter(unread) {
            let filed = buffer.filed();
            let Some(root) = buffer.root.as_deref() else { continue };
            let Some(project) = self.projects.get_mut(root) else { continue };
            if buffer.part == Part::Table {
                project.tables.insert(buffer.path.clone().into(), filed.parsed);
                tables.insert(root.to_owned());
            } else {
                project.hold(&buffer.path, &filed);
            }
        }
        tables.iter().for_each(|root| self.renew(root));
    }

    /// Documents of a project that name tables look at those that are held by now.
    fn renew(&mut self, root: &Utf8Path) {
        let Some(project) = self.projects.get_mut(root) else { return };
        for buffer in self.buffers.values_mut().filter(|buffer| buffer.root.as_deref() == Some(root)) {
            if let Some(filed) = buffer.renew(&project.tables) {
                project.hold(&buffer.path, &filed);
            }
        }
        project.renew();
    }

    /// Takes over what work found, where it looked at what the editor holds now.
    fn settle(&mut self, uri: &str, root: &Utf8Path) {
        let (Some(buffer), Some(project)) = (self.buffers.get_mut(uri), self.projects.get_mut(root)) else { return };
        buffer.part = part(buffer, root, project);
        let filed = buffer.filed();
        let known = project.known(&buffer.path, &filed).cloned();
        let fresh = match buffer.part {
            // What lies beside it has changed since, where nothing is read beside it.
            Part::Documents => known.as_ref().is_some_and(|known| known.parsed.beside.get().is_some()),
            Part::Project | Part::Catalogue => project.settings.rests_on(&filed.parsed.file),
            Part::Table | Part::Foreign => false,
        };
        match known {
            Some(known) => buffer.take(known),
            None => project.hold(&buffer.path, &filed),
        }
        buffer.findings = fresh.then(|| project.findings.get(&buffer.path).cloned().unwrap_or_default());
        buffer.shown = buffer.shown.min(Shown::Perhaps);
    }

    /// Looks at a document, unless that was done since it changed.
    pub(super) fn look(&mut self, uri: &str) {
        let Some(buffer) = self.buffers.get_mut(uri).filter(|buffer| buffer.findings.is_none()) else { return };
        // Nothing is known of the project yet: what would be said might be wrong.
        let project = buffer.root.as_deref().and_then(|root| self.projects.get(root));
        if buffer.part != Part::Foreign && project.is_some_and(|project| !project.loaded) {
            return;
        }
        let filed = buffer.filed();
        let findings = self.look_at(uri, &filed);
        if let Some(buffer) = self.buffers.get_mut(uri) {
            buffer.findings = Some(findings);
        }
    }

    /// What would be wrong with a document if it said this.
    pub(super) fn look_at(&self, uri: &str, filed: &Filed) -> Vec<Diagnostic> {
        let Some(buffer) = self.buffers.get(uri) else { return Vec::new() };
        let project = buffer.root.as_deref().and_then(|root| self.projects.get(root));
        match (buffer.part, project) {
            (Part::Foreign, _) | (Part::Table, None) => Vec::new(),
            (Part::Table, Some(project)) => project.check_table(&buffer.path, &filed.parsed),
            (Part::Documents, Some(project)) => project.check(&buffer.path, filed),
            (Part::Documents, None) => {
                let folder = uri::path(uri).and_then(|path| path.parent().map(Utf8Path::to_owned));
                discover::beside(&folder.unwrap_or_default(), std::slice::from_ref(&filed.parsed));
                let mut findings = Settings::bare().check(std::slice::from_ref(&filed.parsed));
                // What else there is, nobody knows.
                findings.retain(|finding| !matches!(finding.code, Code::UnknownBase | Code::UnknownReference));
                findings
            }
            (Part::Project, _) => crate::check::project::read(&filed.parsed).1,
            (Part::Catalogue, project) => {
                let extras = project.is_some_and(|project| project.settings.project.extras);
                settings::extend(&mut crate::catalogue::load::builtin(extras), &filed.parsed)
            }
        }
    }

    /// Shows what was found in a document.
    fn show(&mut self, uri: &str) {
        let Some(buffer) = self.buffers.get_mut(uri) else { return };
        let Some(findings) = buffer.findings.as_deref().filter(|_| buffer.shown != Shown::Yes) else { return };
        let before = std::mem::replace(&mut buffer.shown, Shown::Yes);
        if buffer.part == Part::Foreign && !self.shown.contains_key(uri) {
            return;
        }
        let json = finding::json(findings, &buffer.ruler(self.client.encoding), uri, self.client.related);
        if before == Shown::No || self.shown.get(uri) != Some(&json) {
            self.said.push(publish(uri, Some(buffer.version), json.clone()));
            self.shown.insert(uri.to_owned(), json);
        }
    }

    /// Shows what was found in files that nobody holds open.
    fn show_stored(&mut self, root: &Utf8Path, paths: &BTreeSet<String>) {
        for path in paths {
            let full = root.join(path);
            let uri = uri::of(&full);
            let open =
                self.buffers.keys().any(|known| *known == uri || uri::path(known).is_some_and(|path| path == full));
            let inner =
                self.projects.keys().any(|other| other != root && other.starts_with(root) && full.starts_with(other));
            if open || inner {
                continue;
            }
            let Some(project) = self.projects.get(root) else { return };
            let findings: &[Diagnostic] = project.findings.get(path).map_or(&[], Vec::as_slice);
            let text = findings.first().map_or("", |finding| finding.file.text());
            let json = finding::json(findings, &Ruler::stored(text, self.client.encoding), &uri, self.client.related);
            let known = self.shown.get(&uri);
            if known != Some(&json) && (known.is_some() || !findings.is_empty()) {
                self.said.push(publish(&uri, None, json.clone()));
                self.shown.insert(uri, json);
            }
        }
    }

    pub(super) fn of_root(&self, root: &Utf8Path) -> impl Iterator<Item = (&String, &Buffer)> {
        self.buffers.iter().filter(move |(_, buffer)| buffer.root.as_deref() == Some(root))
    }

    /// What is held of a project.
    fn held(&mut self, root: &Utf8Path) -> Held {
        let of_root = |buffer: &&mut Buffer| buffer.root.as_deref() == Some(root);
        let documents = self.buffers.values_mut().filter(of_root).filter(|buffer| !is_table(&buffer.path));
        documents.map(|buffer| (buffer.path.clone(), buffer.filed().parsed)).collect()
    }
}

/// What a document of a project is to us.
fn part(buffer: &Buffer, root: &Utf8Path, project: &Project) -> Part {
    let settings = &project.settings;
    let path = buffer.path.as_str();
    let member = || project.text(path).is_some() || project::new(settings, root, path);
    let guest = || !settings.patterns.refuse(path) && says_ours(&buffer.text);
    if path == settings::FILE {
        Part::Project
    } else if is_table(path) {
        Part::Table
    } else if settings.project.catalogues.iter().any(|file| file == path) {
        Part::Catalogue
    } else if member() || guest() {
        Part::Documents
    } else {
        Part::Foreign
    }
}

fn publish(uri: &str, version: Option<i64>, findings: Value) -> Value {
    let mut params = json!({ "uri": uri, "diagnostics": findings });
    if let Some(version) = version {
        params["version"] = json!(version);
    }
    tell("textDocument/publishDiagnostics", &params)
}

fn cancelled(incoming: &Incoming) -> Option<Value> {
    match incoming {
        Incoming::Notification { method, params } if method == "$/cancelRequest" => {
            fields::<Cancelled>(params.clone()).ok().map(|cancelled| cancelled.id)
        }
        Incoming::Notification { .. } | Incoming::Request { .. } | Incoming::Answer | Incoming::Invalid(_) => None,
    }
}
