//! One editor's session, from `initialize` to `exit`.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Value, json};

use crate::diagnostic::{Code, Diagnostic, SourceFile};
use crate::editor::buffer::{Buffer, BufferRole, PublishState, infer_file_name, is_own_document, is_table};
use crate::editor::position::{LineIndex, PositionEncoding};
use crate::editor::project::{self, BackgroundCheck, BackgroundCheckResult, EditorProject, IndexedFile};
use crate::editor::protocol::{
    CancelParams, DidChangeParams, DidOpenParams, DocumentParams, Incoming, ResponseError, TOKEN_TYPES,
    TextDocumentItem, notification_message, parse_params, response_message,
};
use crate::editor::settings::{self, EditorSettings, OpenTexts};
use crate::editor::texts::{is_text_file, text_sets};
use crate::editor::{finding, uri};
use crate::report;
use crate::source::discover;

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionEnd {
    /// By `shutdown` and `exit`.
    Cleanly,
    /// By `exit` alone.
    Abruptly,
}

/// Where a session stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum SessionPhase {
    #[default]
    Uninitialized,
    Running,
    ShuttingDown,
    Exited(SessionEnd),
}

/// What the editor can do.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ClientCapabilities {
    pub(super) encoding: PositionEncoding,
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
pub struct LanguageServer {
    phase: SessionPhase,
    pub(super) client: ClientCapabilities,
    /// Open documents by the name that the editor gives them.
    pub(super) buffers: BTreeMap<String, Buffer>,
    pub(super) projects: BTreeMap<Utf8PathBuf, EditorProject>,
    /// What was last shown of files, by name.
    published: BTreeMap<String, Value>,
    /// What is to be said besides answers.
    pub(super) outgoing: Vec<Value>,
}

impl LanguageServer {
    /// A session that waits for `initialize`.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How it ended, once it did.
    #[must_use]
    pub fn session_end(&self) -> Option<SessionEnd> {
        match self.phase {
            SessionPhase::Exited(ended) => Some(ended),
            SessionPhase::Uninitialized | SessionPhase::Running | SessionPhase::ShuttingDown => None,
        }
    }

    /// Takes what was said, all that has come so far, and gives what is to be said in return. Findings of what was typed
    /// are among that, once for the whole of it.
    pub fn handle_batch(&mut self, batch: Vec<Incoming>) -> Vec<Value> {
        let cancelled: Vec<Value> = batch.iter().filter_map(cancelled_response).collect();
        for incoming in batch {
            if self.session_end().is_some() {
                break;
            }
            match incoming {
                Incoming::Request { id, method, params } => {
                    let result = if cancelled.contains(&id) {
                        Err(ResponseError::new(ResponseError::REQUEST_CANCELLED, "taken back"))
                    } else {
                        self.handle_request(&method, params)
                    };
                    let answer = response_message(&id, result);
                    self.outgoing.push(answer);
                }
                // What is told and cannot be understood has no answer: nothing is to be done about it.
                Incoming::Notification { method, params } => {
                    let _lost = self.handle_notification(&method, params);
                }
                Incoming::Response => {}
                Incoming::Invalid(refusal) => self.outgoing.push(response_message(&Value::Null, Err(refusal))),
            }
        }
        self.parse_changed_buffers();
        let open: Vec<String> = self.buffers.keys().cloned().collect();
        for uri in open {
            self.check_buffer(&uri);
            self.publish_findings(&uri);
        }
        std::mem::take(&mut self.outgoing)
    }

    /// Work on a project that changed, to be done where nobody waits; `urgent` where nothing is known of it yet.
    pub fn take_work(&mut self) -> Option<BackgroundCheck> {
        let root = self.projects.iter().find(|(_, project)| project.has_work())?.0.clone();
        let held = self.open_texts(&root);
        Some(self.projects.get_mut(&root)?.take_work(&root, held))
    }

    /// Whether work is there that something visible waits for.
    #[must_use]
    pub fn is_urgent(&self) -> bool {
        self.projects.values().any(|project| project.has_work() && !project.loaded)
    }

    /// Takes what came of work, and gives what is to be said.
    pub fn apply_results(&mut self, done: BackgroundCheckResult) -> Vec<Value> {
        let root = done.root.clone();
        let Some(project) = self.projects.get_mut(&root) else { return Vec::new() };
        let paths = project.apply_results(done);
        let uris: Vec<String> = self.project_buffers(&root).map(|(uri, _)| uri.clone()).collect();
        for uri in &uris {
            self.accept_findings(uri, &root);
        }
        for uri in &uris {
            self.check_buffer(uri);
            self.publish_findings(uri);
        }
        self.publish_stored_findings(&root, &paths);
        std::mem::take(&mut self.outgoing)
    }

    fn handle_request(&mut self, method: &str, params: Value) -> Result<Value, ResponseError> {
        match (self.phase, method) {
            (SessionPhase::Uninitialized, "initialize") => Ok(self.initialize(&params)),
            (SessionPhase::Uninitialized, _) => {
                Err(ResponseError::new(ResponseError::SERVER_NOT_INITIALIZED, "not initialized yet"))
            }
            (SessionPhase::Running, "initialize") => {
                Err(ResponseError::new(ResponseError::INVALID_REQUEST, "initialized already"))
            }
            (SessionPhase::Running, "shutdown") => {
                self.phase = SessionPhase::ShuttingDown;
                Ok(Value::Null)
            }
            (SessionPhase::Running, _) => {
                self.parse_changed_buffers();
                self.dispatch_request(method, params)
            }
            (SessionPhase::ShuttingDown | SessionPhase::Exited(_), _) => {
                Err(ResponseError::new(ResponseError::INVALID_REQUEST, "shut down already"))
            }
        }
    }

    fn dispatch_request(&mut self, method: &str, params: Value) -> Result<Value, ResponseError> {
        match method {
            "textDocument/completion" => self.completion_items(parse_params(params)?),
            "textDocument/hover" => self.hover(parse_params(params)?),
            "textDocument/codeAction" => self.code_actions(parse_params(params)?),
            "textDocument/definition" => self.goto_definition(parse_params(params)?),
            "textDocument/references" => self.find_references(parse_params(params)?),
            "textDocument/prepareRename" => self.prepare_rename(parse_params(params)?),
            "textDocument/rename" => self.rename_key(parse_params(params)?),
            "textDocument/documentSymbol" => self.document_symbols(&parse_params(params)?),
            "textDocument/formatting" => self.format_document(&parse_params(params)?),
            "textDocument/semanticTokens/full" => self.semantic_tokens(&parse_params(params)?),
            _ => Err(ResponseError::new(
                ResponseError::METHOD_NOT_FOUND,
                format!("`{}` is not served", report::Sanitized(method)),
            )),
        }
    }

    fn handle_notification(&mut self, method: &str, params: Value) -> Result<(), ResponseError> {
        if method == "exit" {
            let clean = self.phase == SessionPhase::ShuttingDown;
            self.phase = SessionPhase::Exited(if clean { SessionEnd::Cleanly } else { SessionEnd::Abruptly });
            return Ok(());
        }
        if self.phase != SessionPhase::Running {
            return Ok(());
        }
        match method {
            "initialized" => self.register_watchers(),
            "textDocument/didOpen" => self.did_open(parse_params::<DidOpenParams>(params)?.text_document),
            "textDocument/didChange" => self.did_change(parse_params(params)?),
            "textDocument/didClose" => self.did_close(&parse_params::<DocumentParams>(params)?.text_document.uri),
            "textDocument/didSave" => self.mark_stale(&parse_params::<DocumentParams>(params)?.text_document.uri),
            "workspace/didChangeWatchedFiles" => self.projects.values_mut().for_each(EditorProject::mark_stale),
            _ => {}
        }
        Ok(())
    }

    fn initialize(&mut self, params: &Value) -> Value {
        self.phase = SessionPhase::Running;
        let can = |pointer: &str| params.pointer(&format!("/capabilities/{pointer}"));
        let says = |pointer: &str| can(pointer).and_then(Value::as_bool).unwrap_or(false);
        let offered = can("general/positionEncodings").and_then(Value::as_array);
        let formats = can("textDocument/hover/contentFormat").and_then(Value::as_array);
        self.client = ClientCapabilities {
            encoding: offered
                .and_then(|names| names.iter().filter_map(Value::as_str).find_map(PositionEncoding::from_name))
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
                "documentFormattingProvider": true,
                "semanticTokensProvider": {
                    "legend": { "tokenTypes": TOKEN_TYPES, "tokenModifiers": [] },
                    "full": true,
                },
                "codeActionProvider": { "codeActionKinds": ["quickfix", "source.fixAll.housestyle"] },
            },
            "serverInfo": { "name": "housestyle", "version": env!("CARGO_PKG_VERSION") },
        })
    }

    /// Asks to be told of files that change on the disk.
    fn register_watchers(&mut self) {
        if !self.client.watches {
            return;
        }
        let globs = ["**/*.{yaml,yml,toml,tsv,csv}", "**/.gitignore", "**/.ignore"];
        let watchers: Vec<Value> = globs.iter().map(|glob| json!({ "globPattern": glob })).collect();
        let method = "workspace/didChangeWatchedFiles";
        let options = json!({ "watchers": watchers });
        let registrations = json!([{ "id": "files", "method": method, "registerOptions": options }]);
        self.outgoing.push(json!({
            "jsonrpc": "2.0", "id": "watch", "method": "client/registerCapability",
            "params": { "registrations": registrations },
        }));
    }

    fn did_open(&mut self, document: TextDocumentItem) {
        let uri = document.uri.clone();
        let path = uri::path_from_uri(&uri);
        let name = path.as_deref().map_or(uri.as_str(), Utf8Path::as_str);
        let Some(name) = infer_file_name(name, &document.language_id) else { return };
        let marks = path.as_deref().is_some_and(|path| path.file_name() == Some(settings::PROJECT_FILE));
        let root = path.as_deref().and_then(|path| self.project_root(path, marks));
        let below = match &root {
            Some(root) => Utf8Path::new(&name).strip_prefix(root).map_or(name.clone(), ToString::to_string),
            None => name.rsplit('/').next().unwrap_or_default().to_owned(),
        };
        // An editor may open a document again without having closed it.
        self.buffers.insert(uri.clone(), Buffer::open(document, root.clone(), below));
        if let Some(root) = root {
            let held = self.open_texts(&root);
            self.projects.entry(root.clone()).or_insert_with(|| EditorProject::open(&root, &held));
            if marks {
                self.attach_documents(&root);
            }
        }
        self.mark_changed(&uri);
        self.mark_stale_if_unknown(&uri);
    }

    /// A file may have come to the disk after the project was read, with nobody to tell of it.
    fn mark_stale_if_unknown(&mut self, uri: &str) {
        let Some(buffer) = self.buffers.get(uri) else { return };
        let Some(project) = buffer.root.as_ref().and_then(|root| self.projects.get_mut(root)) else { return };
        if project.lacks_file(&buffer.path) {
            project.mark_stale();
        }
    }

    /// The project around a path: on the disk, or in a file that is only held so far.
    fn project_root(&self, path: &Utf8Path, marks: bool) -> Option<Utf8PathBuf> {
        let mut folders = path.parent()?.ancestors();
        if marks {
            return folders.next().map(Utf8Path::to_owned);
        }
        let held =
            |folder: &Utf8Path| self.buffers.contains_key(&uri::uri_from_path(&folder.join(settings::PROJECT_FILE)));
        folders.find(|folder| folder.join(settings::PROJECT_FILE).is_file() || held(folder)).map(Utf8Path::to_owned)
    }

    /// Documents that stood alone, or in a project further up, come into one that was just opened.
    fn attach_documents(&mut self, root: &Utf8Path) {
        let names: Vec<String> = self.buffers.keys().cloned().collect();
        for name in names {
            let Some(path) = uri::path_from_uri(&name) else { continue };
            let nearest = self.project_root(&path, path.file_name() == Some(settings::PROJECT_FILE));
            let Some(buffer) = self.buffers.get_mut(&name) else { continue };
            if nearest.as_deref() == Some(root) && buffer.root.as_deref() != Some(root) {
                let Ok(below) = path.strip_prefix(root) else { continue };
                let Some(below) = infer_file_name(below.as_str(), "yaml") else { continue };
                buffer.move_to_project(root, below);
                self.mark_changed(&name);
            }
        }
    }

    fn did_change(&mut self, changed: DidChangeParams) {
        let DidChangeParams { text_document: document, content_changes } = changed;
        let Some(buffer) = self.buffers.get_mut(&document.uri) else { return };
        buffer.apply_changes(document.version, content_changes, self.client.encoding);
        self.mark_changed(&document.uri);
    }

    fn did_close(&mut self, uri: &str) {
        let Some(buffer) = self.buffers.remove(uri) else { return };
        // Nobody looks at it any more; what is wrong on the disk comes with the next work.
        if self.published.remove(uri).is_some() {
            self.outgoing.push(diagnostics_notification(uri, None, json!([])));
        }
        let Some(root) = buffer.root else { return };
        if buffer.role == BufferRole::Project && !root.join(settings::PROJECT_FILE).is_file() {
            self.remove_project(&root);
        } else if let Some(project) = self.projects.get_mut(&root) {
            project.tables.remove(Utf8Path::new(&buffer.path));
            project.mark_stale();
        }
    }

    /// A project that was only ever held is gone.
    fn remove_project(&mut self, root: &Utf8Path) {
        self.projects.remove(root);
        let names: Vec<String> = self.project_buffers(root).map(|(uri, _)| uri.clone()).collect();
        for name in names {
            if let Some(buffer) = self.buffers.get_mut(&name) {
                buffer.root = None;
            }
            self.mark_changed(&name);
        }
    }

    fn mark_stale(&mut self, uri: &str) {
        let root = self.buffers.get(uri).and_then(|buffer| buffer.root.as_deref());
        if let Some(project) = root.and_then(|root| self.projects.get_mut(root)) {
            project.mark_stale();
        }
    }

    /// What a document says has changed, or what it is to us.
    fn mark_changed(&mut self, uri: &str) {
        let Some(buffer) = self.buffers.get_mut(uri) else { return };
        buffer.findings = None;
        buffer.published = PublishState::Unpublished;
        let Some((root, project)) = buffer.root.as_deref().and_then(|root| Some((root, self.projects.get_mut(root)?)))
        else {
            let ours = !is_table(&buffer.path) && !is_text_file(&buffer.path) && is_own_document(&buffer.text);
            buffer.role = if ours { BufferRole::Documents } else { BufferRole::Foreign };
            return;
        };
        buffer.role = buffer_role(buffer, root, project);
        if !matches!(buffer.role, BufferRole::Foreign | BufferRole::Texts) {
            project.mark_changed(&buffer.path);
        }
    }

    /// Reads what changed, once for all changes that came together: from now on it counts.
    fn parse_changed_buffers(&mut self) {
        let read = |buffer: &Buffer| !matches!(buffer.role, BufferRole::Foreign | BufferRole::Texts);
        let unread = |buffer: &&mut Buffer| read(buffer) && buffer.current_parse().is_none();
        let mut tables = BTreeSet::new();
        for buffer in self.buffers.values_mut().filter(unread) {
            let filed = buffer.indexed_file();
            let Some(root) = buffer.root.as_deref() else { continue };
            let Some(project) = self.projects.get_mut(root) else { continue };
            if buffer.role == BufferRole::Table {
                project.tables.insert(buffer.path.clone().into(), filed.parsed);
                tables.insert(root.to_owned());
            } else {
                project.overlay_file(&buffer.path, &filed);
            }
        }
        tables.iter().for_each(|root| self.reload_tables(root));
    }

    /// Documents of a project that name tables look at those that are held by now.
    fn reload_tables(&mut self, root: &Utf8Path) {
        let Some(project) = self.projects.get_mut(root) else { return };
        for buffer in self.buffers.values_mut().filter(|buffer| buffer.root.as_deref() == Some(root)) {
            if let Some(filed) = buffer.reload_tables(&project.tables) {
                project.overlay_file(&buffer.path, &filed);
            }
        }
        project.reload_tables();
    }

    /// Takes over what work found, where it looked at what the editor holds now.
    fn accept_findings(&mut self, uri: &str, root: &Utf8Path) {
        let (Some(buffer), Some(project)) = (self.buffers.get_mut(uri), self.projects.get_mut(root)) else { return };
        buffer.role = buffer_role(buffer, root, project);
        if buffer.role == BufferRole::Texts {
            // Its style may be another one.
            buffer.findings = None;
            buffer.published = buffer.published.min(PublishState::Outdated);
            return;
        }
        let filed = buffer.indexed_file();
        let known = project.matching_file(&buffer.path, &filed).cloned();
        let fresh = match buffer.role {
            // What lies beside it has changed since, where nothing is read beside it.
            BufferRole::Documents => known.as_ref().is_some_and(|known| known.parsed.side_tables.get().is_some()),
            BufferRole::Project | BufferRole::Catalogue => project.settings.was_read_from(&filed.parsed.file),
            BufferRole::Table | BufferRole::Texts | BufferRole::Foreign => false,
        };
        match known {
            Some(known) => buffer.replace_indexed(known),
            None => project.overlay_file(&buffer.path, &filed),
        }
        buffer.findings = fresh.then(|| project.findings.get(&buffer.path).cloned().unwrap_or_default());
        buffer.published = buffer.published.min(PublishState::Outdated);
    }

    /// Looks at a document, unless that was done since it changed.
    pub(super) fn check_buffer(&mut self, uri: &str) {
        let Some(buffer) = self.buffers.get_mut(uri).filter(|buffer| buffer.findings.is_none()) else { return };
        // Nothing is known of the project yet: what would be said might be wrong.
        let project = buffer.root.as_deref().and_then(|root| self.projects.get(root));
        if buffer.role != BufferRole::Foreign && project.is_some_and(|project| !project.loaded) {
            return;
        }
        let findings = match project.filter(|_| buffer.role == BufferRole::Texts) {
            Some(project) => project.check_text(&SourceFile::new(buffer.path.as_str(), buffer.text.as_str())),
            None => {
                let filed = buffer.indexed_file();
                self.check_file_text(uri, &filed)
            }
        };
        if let Some(buffer) = self.buffers.get_mut(uri) {
            buffer.findings = Some(findings);
        }
    }

    /// What would be wrong with a document if it said this.
    pub(super) fn check_file_text(&self, uri: &str, filed: &IndexedFile) -> Vec<Diagnostic> {
        let Some(buffer) = self.buffers.get(uri) else { return Vec::new() };
        let project = buffer.root.as_deref().and_then(|root| self.projects.get(root));
        match (buffer.role, project) {
            (BufferRole::Foreign, _) | (BufferRole::Table | BufferRole::Texts, None) => Vec::new(),
            (BufferRole::Texts, Some(project)) => project.check_text(&filed.parsed.file),
            (BufferRole::Table, Some(project)) => project.check_table(&buffer.path, &filed.parsed),
            (BufferRole::Documents, Some(project)) => project.check_file(&buffer.path, filed),
            (BufferRole::Documents, None) => {
                let folder = uri::path_from_uri(uri).and_then(|path| path.parent().map(Utf8Path::to_owned));
                discover::load_side_tables(&folder.unwrap_or_default(), std::slice::from_ref(&filed.parsed));
                let mut findings = EditorSettings::without_project().check_files(std::slice::from_ref(&filed.parsed));
                // What else there is, nobody knows.
                findings.retain(|finding| !matches!(finding.code, Code::UnknownBase | Code::UnknownReference));
                findings
            }
            (BufferRole::Project, _) => crate::check::project::read_project(&filed.parsed).1,
            (BufferRole::Catalogue, project) => {
                let settings = project.map_or_else(EditorSettings::without_project, |project| project.settings.clone());
                settings.check_catalogue_file(&filed.parsed)
            }
        }
    }

    /// Shows what was found in a document.
    fn publish_findings(&mut self, uri: &str) {
        let Some(buffer) = self.buffers.get_mut(uri) else { return };
        let Some(findings) = buffer.findings.as_deref().filter(|_| buffer.published != PublishState::Current) else {
            return;
        };
        let before = std::mem::replace(&mut buffer.published, PublishState::Current);
        if buffer.role == BufferRole::Foreign && !self.published.contains_key(uri) {
            return;
        }
        let json = finding::findings_json(findings, &buffer.line_index(self.client.encoding), uri, self.client.related);
        if before == PublishState::Unpublished || self.published.get(uri) != Some(&json) {
            self.outgoing.push(diagnostics_notification(uri, Some(buffer.version), json.clone()));
            self.published.insert(uri.to_owned(), json);
        }
    }

    /// Shows what was found in files that nobody holds open.
    fn publish_stored_findings(&mut self, root: &Utf8Path, paths: &BTreeSet<String>) {
        for path in paths {
            let full = root.join(path);
            let uri = uri::uri_from_path(&full);
            let open = self
                .buffers
                .keys()
                .any(|known| *known == uri || uri::path_from_uri(known).is_some_and(|path| path == full));
            let inner =
                self.projects.keys().any(|other| other != root && other.starts_with(root) && full.starts_with(other));
            if open || inner {
                continue;
            }
            let Some(project) = self.projects.get(root) else { return };
            let findings: &[Diagnostic] = project.findings.get(path).map_or(&[], Vec::as_slice);
            let text = findings.first().map_or("", |finding| finding.file.text());
            let json = finding::findings_json(
                findings,
                &LineIndex::for_disk_file(text, self.client.encoding),
                &uri,
                self.client.related,
            );
            let known = self.published.get(&uri);
            if known != Some(&json) && (known.is_some() || !findings.is_empty()) {
                self.outgoing.push(diagnostics_notification(&uri, None, json.clone()));
                self.published.insert(uri, json);
            }
        }
    }

    pub(super) fn project_buffers(&self, root: &Utf8Path) -> impl Iterator<Item = (&String, &Buffer)> {
        self.buffers.iter().filter(move |(_, buffer)| buffer.root.as_deref() == Some(root))
    }

    /// What is held of a project.
    fn open_texts(&mut self, root: &Utf8Path) -> OpenTexts {
        let of_root = |buffer: &&mut Buffer| buffer.root.as_deref() == Some(root);
        let held = |buffer: &&mut Buffer| !is_table(&buffer.path) && !is_text_file(&buffer.path);
        let documents = self.buffers.values_mut().filter(of_root).filter(held);
        documents.map(|buffer| (buffer.path.clone(), buffer.indexed_file().parsed)).collect()
    }
}

/// What a document of a project is to us.
fn buffer_role(buffer: &Buffer, root: &Utf8Path, project: &EditorProject) -> BufferRole {
    let settings = &project.settings;
    let path = buffer.path.as_str();
    let member = || project.source_text(path).is_some() || project::will_join_project(settings, root, path);
    let guest = || !settings.patterns.excludes_path(path) && is_own_document(&buffer.text);
    if path == settings::PROJECT_FILE {
        BufferRole::Project
    } else if text_sets(settings, path).next().is_some() {
        // Before tables: pairs of texts stand in the same formats as entries.
        BufferRole::Texts
    } else if is_table(path) {
        BufferRole::Table
    } else if settings.project.catalogues.iter().any(|file| file == path) {
        BufferRole::Catalogue
    } else if is_text_file(path) {
        BufferRole::Foreign
    } else if member() || guest() {
        BufferRole::Documents
    } else {
        BufferRole::Foreign
    }
}

fn diagnostics_notification(uri: &str, version: Option<i64>, findings: Value) -> Value {
    let mut params = json!({ "uri": uri, "diagnostics": findings });
    if let Some(version) = version {
        params["version"] = json!(version);
    }
    notification_message("textDocument/publishDiagnostics", &params)
}

fn cancelled_response(incoming: &Incoming) -> Option<Value> {
    match incoming {
        Incoming::Notification { method, params } if method == "$/cancelRequest" => {
            parse_params::<CancelParams>(params.clone()).ok().map(|cancelled| cancelled.id)
        }
        Incoming::Notification { .. } | Incoming::Request { .. } | Incoming::Response | Incoming::Invalid(_) => None,
    }
}
