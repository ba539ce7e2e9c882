//! From a name to what it names, and back to everything that names it.

use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Value, json};

use crate::diagnostic::Span;
use crate::editor::buffer::{Buffer, BufferRole};
use crate::editor::node_path::{self, NodePath};
use crate::editor::position::{LineIndex, PositionEncoding};
use crate::editor::project::IndexedFile;
use crate::editor::protocol::{LspPosition, ReferenceParams, ResponseError, TextDocumentPositionParams};
use crate::editor::session::LanguageServer;
use crate::editor::settings::EditorSettings;
use crate::editor::symbol_index::{BASE_KIND, DEFAULT_KIND, document_kind};
use crate::editor::uri;
use crate::model::reference::{PROJECT_KIND, list_references, reference_at};
use crate::source::{Node, ParsedFile, side_tables};

/// A document at a place of it.
pub(super) struct CursorDocument {
    pub(super) text: String,
    pub(super) parsed: Arc<ParsedFile>,
    /// What was last read of it without a fault of the text.
    pub(super) last_valid: Option<Arc<ParsedFile>>,
    pub(super) role: BufferRole,
    pub(super) path: String,
    pub(super) root: Option<Utf8PathBuf>,
    pub(super) settings: Arc<EditorSettings>,
    /// The place in bytes.
    pub(super) offset: usize,
}

impl CursorDocument {
    pub(super) fn line_index(&self, encoding: PositionEncoding) -> LineIndex<'_> {
        LineIndex::for_buffer(&self.text, encoding)
    }

    /// The schema of a document of this file.
    pub(super) fn document_schema(&self, document: &Node) -> Option<&Value> {
        match self.role {
            BufferRole::Project => self.settings.schema_named("project.schema.json"),
            BufferRole::Catalogue => self.settings.schema_named("catalogue.schema.json"),
            // Of a kind that is only begun, what every document has is known.
            BufferRole::Documents => self
                .settings
                .schema_for_kind(document_kind(&self.path, document))
                .or_else(|| self.settings.schema_for_kind(DEFAULT_KIND)),
            BufferRole::Table | BufferRole::Texts | BufferRole::Foreign => None,
        }
    }
}

/// A document by kind and key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SymbolTarget {
    pub(super) kind: String,
    pub(super) key: String,
}

/// What documents of a kind are called.
pub(super) fn kind_noun(kind: &str) -> String {
    if kind == BASE_KIND { "base style".to_owned() } else { kind.replace('_', " ") }
}

/// Where a target is named in one file.
pub(super) struct SymbolOccurrence {
    pub(super) path: String,
    pub(super) span: Span,
    /// Whether the kind stands before the key, as in an address.
    pub(super) is_address: bool,
}

impl LanguageServer {
    /// The buffer of a document that is ours.
    pub(super) fn own_buffer(&mut self, uri: &str) -> Option<&mut Buffer> {
        self.buffers.get_mut(uri).filter(|buffer| buffer.role != BufferRole::Foreign)
    }

    /// A document that is ours, at a place.
    pub(super) fn cursor_document(&mut self, uri: &str, point: LspPosition) -> Option<CursorDocument> {
        let encoding = self.client.encoding;
        let buffer =
            self.own_buffer(uri).filter(|buffer| !matches!(buffer.role, BufferRole::Table | BufferRole::Texts))?;
        let parsed = buffer.indexed_file().parsed;
        let mut here = CursorDocument {
            offset: buffer.line_index(encoding).offset_at(point),
            text: buffer.text.clone(),
            parsed,
            last_valid: buffer.last_valid().cloned(),
            role: buffer.role,
            path: buffer.path.clone(),
            root: buffer.root.clone(),
            settings: EditorSettings::without_project(),
        };
        if let Some(project) = here.root.as_deref().and_then(|root| self.projects.get(root)) {
            here.settings = project.settings.clone();
        }
        Some(here)
    }

    pub(super) fn goto_definition(&mut self, params: TextDocumentPositionParams) -> Result<Value, ResponseError> {
        let uri = params.text_document.uri;
        let Some(here) = self.cursor_document(&uri, params.position) else { return Ok(Value::Null) };
        let Some(found) = node_path::node_at_offset(&here.parsed, here.offset) else { return Ok(Value::Null) };
        if let Some(file) = self.referenced_table(&here, &found) {
            return Ok(
                json!({ "uri": uri::uri_from_path(&file), "range": crate::editor::protocol::LspRange::default().to_json() }),
            );
        }
        let Some(target) = self.symbol_at(&uri, &found) else { return Ok(Value::Null) };
        let Some((path, filed)) = self.locate_declaration(&uri, &target) else { return Ok(Value::Null) };
        let span =
            filed.index.find_declaration(&target.kind, &target.key).map_or(Span::empty_at(0), |declared| declared.span);
        Ok(self.lsp_locations(&uri, &[SymbolOccurrence { path, span, is_address: false }]).pop().unwrap_or(Value::Null))
    }

    pub(super) fn find_references(&mut self, params: ReferenceParams) -> Result<Value, ResponseError> {
        let uri = params.text_document.uri;
        let Some(here) = self.cursor_document(&uri, params.position) else { return Ok(Value::Null) };
        let target =
            node_path::node_at_offset(&here.parsed, here.offset).and_then(|found| self.symbol_at(&uri, &found));
        let Some(target) = target else { return Ok(Value::Null) };
        let mut mentions = self.find_occurrences(&uri, &target);
        if params.context.include_declaration
            && let Some((path, filed)) = self.locate_declaration(&uri, &target)
            && let Some(declared) = filed.index.find_declaration(&target.kind, &target.key)
        {
            mentions.insert(0, SymbolOccurrence { path, span: declared.span, is_address: false });
        }
        Ok(Value::Array(self.lsp_locations(&uri, &mentions)))
    }

    /// The document that is named, or that names itself, at a place.
    pub(super) fn symbol_at(&self, uri: &str, found: &NodePath) -> Option<SymbolTarget> {
        let buffer = self.buffers.get(uri)?;
        let parts = found.path_parts();
        if found.is_key {
            return None;
        }
        let parsed = buffer.current_parse()?;
        let kind = match buffer.role {
            BufferRole::Project => PROJECT_KIND,
            BufferRole::Documents => document_kind(&buffer.path, parsed.documents.get(found.document)?),
            BufferRole::Catalogue | BufferRole::Table | BufferRole::Texts | BufferRole::Foreign => return None,
        };
        if buffer.role == BufferRole::Documents && parts == ["key"] {
            return Some(SymbolTarget { kind: kind.to_owned(), key: found.text.clone() });
        }
        let (kind, key, _) = reference_at(kind, &parts)?.0.read(&found.text)?;
        Some(SymbolTarget { kind, key })
    }

    /// The file that declares a document, as a document sees it: in its project, or in itself.
    pub(super) fn locate_declaration(&self, uri: &str, target: &SymbolTarget) -> Option<(String, IndexedFile)> {
        self.visible_files(uri)
            .into_iter()
            .find(|(_, filed)| filed.index.find_declaration(&target.kind, &target.key).is_some())
    }

    /// Every place that names a document.
    pub(super) fn find_occurrences(&self, uri: &str, target: &SymbolTarget) -> Vec<SymbolOccurrence> {
        let mut mentions = Vec::new();
        for (path, filed) in self.visible_files(uri) {
            let named =
                filed.index.references.iter().filter(|named| named.kind == target.kind && named.key == target.key);
            mentions.extend(named.map(|named| SymbolOccurrence {
                path: path.clone(),
                span: named.span,
                is_address: named.is_address,
            }));
        }
        let root = self.buffers.get(uri).and_then(|buffer| buffer.root.as_deref());
        let Some(project) = root.and_then(|root| self.projects.get(root)) else { return mentions };
        let Some(file) = project.settings.project_file() else { return mentions };
        let named = file.documents.first().map(|document| list_references(PROJECT_KIND, document)).unwrap_or_default();
        let named = named.into_iter().filter(|named| named.kind == target.kind && named.key == target.key);
        mentions.extend(named.map(|named| SymbolOccurrence {
            path: file.file.path().to_string(),
            span: named.span,
            is_address: named.is_address,
        }));
        mentions
    }

    /// Files that a document can name things of, itself among them.
    pub(super) fn visible_files(&self, uri: &str) -> Vec<(String, IndexedFile)> {
        let Some(buffer) = self.buffers.get(uri) else { return Vec::new() };
        let own = (buffer.path.clone(), buffer.current_parse().map(IndexedFile::from_parsed));
        let project = buffer.root.as_deref().and_then(|root| self.projects.get(root));
        let files = project.into_iter().flat_map(|project| &project.files);
        let others =
            files.filter(|(path, _)| path.as_str() != own.0).map(|(path, filed)| (path.to_string(), filed.clone()));
        own.1.map(|filed| (own.0.clone(), filed)).into_iter().chain(others).collect()
    }

    /// Places as the editor names them.
    pub(super) fn lsp_locations(&self, uri: &str, mentions: &[SymbolOccurrence]) -> Vec<Value> {
        let root = self.buffers.get(uri).and_then(|buffer| buffer.root.clone());
        mentions
            .iter()
            .filter_map(|mention| {
                let (uri, _, ruler) = self.project_file(uri, root.as_deref(), &mention.path)?;
                Some(json!({ "uri": uri, "range": ruler.range_of(mention.span).to_json() }))
            })
            .collect()
    }

    /// The file that a field called `file` names, where it is there or held.
    fn referenced_table(&self, here: &CursorDocument, found: &NodePath) -> Option<Utf8PathBuf> {
        let parts = found.path_parts();
        if found.is_key || here.role != BufferRole::Documents || parts.last() != Some(&"file") {
            return None;
        }
        let root = here.root.as_deref()?;
        let path = side_tables::resolve_table_path(&here.path, &found.text).ok()?;
        let held = self.projects.get(root).is_some_and(|project| project.tables.contains_key(&path));
        let path = root.join(path);
        (held || path.is_file()).then_some(path)
    }

    /// The name, the version (where it is held) and the measure of a file of the project around a document.
    pub(super) fn project_file(
        &self,
        uri: &str,
        root: Option<&Utf8Path>,
        path: &str,
    ) -> Option<(String, Option<i64>, LineIndex<'_>)> {
        let encoding = self.client.encoding;
        let held = self.buffers.iter().find(|(name, buffer)| match root {
            Some(_) => buffer.root.as_deref() == root && buffer.path == path,
            None => name.as_str() == uri,
        });
        if let Some((name, buffer)) = held {
            return Some((name.clone(), Some(buffer.version), buffer.line_index(encoding)));
        }
        let project = self.projects.get(root?)?;
        let file = project.source_text(path).or_else(|| project.settings.source_text(path))?;
        Some((uri::uri_from_path(&root?.join(path)), None, LineIndex::for_disk_file(file.text(), encoding)))
    }
}
