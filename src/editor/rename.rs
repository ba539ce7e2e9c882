//! A key under another name, in every file that says it.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::diagnostic::SourceFile;
use crate::editor::navigation::{SymbolOccurrence, SymbolTarget, kind_noun};
use crate::editor::node_path;
use crate::editor::protocol::{
    RenameParams, ResponseError, TextDocumentPositionParams, notification_message, workspace_edit,
};
use crate::editor::session::LanguageServer;
use crate::editor::symbol_index::BASE_KIND;
use crate::model::Key;
use crate::report::Sanitized;
use crate::schema::edits;

impl LanguageServer {
    /// Whether a key can be renamed here; what it is called now.
    pub(super) fn prepare_rename(&mut self, params: TextDocumentPositionParams) -> Result<Value, ResponseError> {
        let uri = params.text_document.uri;
        let Some(here) = self.cursor_document(&uri, params.position) else { return Ok(Value::Null) };
        let Some(found) = node_path::node_at_offset(&here.parsed, here.offset) else { return Ok(Value::Null) };
        let Some(target) = self.symbol_at(&uri, &found) else { return Ok(Value::Null) };
        if self.locate_declaration(&uri, &target).is_none() {
            return Ok(Value::Null);
        }
        let range = here.line_index(self.client.encoding).range_of(found.span).to_json();
        Ok(json!({ "range": range, "placeholder": target.key }))
    }

    /// Edits that give a document another key.
    pub(super) fn rename_key(&mut self, params: RenameParams) -> Result<Value, ResponseError> {
        let uri = params.text_document.uri;
        let new = Key::new(&params.new_name)
            .map_err(|why| ResponseError::request_failed(format!("`{}`: {why}", Sanitized(&params.new_name))))?;
        let here = self.cursor_document(&uri, params.position);
        let found = here.as_ref().and_then(|here| node_path::node_at_offset(&here.parsed, here.offset));
        let target = found.and_then(|found| self.symbol_at(&uri, &found));
        let target = target.ok_or_else(|| {
            ResponseError::request_failed(
                "there is no key here: put the cursor on a `key`, or on a place that names one",
            )
        })?;
        if new.as_str() == target.key {
            return Ok(Value::Null);
        }
        let Some((path, filed)) = self.locate_declaration(&uri, &target) else {
            return Err(ResponseError::request_failed(format!(
                "the project has no {} `{}`",
                kind_noun(&target.kind),
                Sanitized(&target.key)
            )));
        };
        let taken = self.visible_files(&uri).into_iter().find(|(_, filed)| {
            filed.index.declarations.iter().any(|other| other.kind == target.kind && other.key == new.as_str())
        });
        if let Some((path, _)) = taken {
            return Err(ResponseError::request_failed(format!(
                "`{new}` is the key of a document in {} already",
                Sanitized(&path)
            )));
        }
        let mut edits: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        let mut versions: BTreeMap<String, Option<i64>> = BTreeMap::new();
        let root = self.buffers.get(&uri).and_then(|buffer| buffer.root.clone());
        let mut add = |mention: &SymbolOccurrence, text: &dyn Fn(&SourceFile) -> Option<String>| -> Option<()> {
            let (name, version, ruler) = self.project_file(&uri, root.as_deref(), &mention.path)?;
            let all = self.visible_files(&uri);
            let held = all.iter().find(|(path, _)| *path == mention.path).map(|(_, filed)| filed.parsed.file.clone());
            let project = root.as_deref().and_then(|root| self.projects.get(root));
            let file = held.or_else(|| project?.settings.source_text(&mention.path).cloned())?;
            let edit = json!({ "range": ruler.range_of(mention.span).to_json(), "newText": text(&file)? });
            versions.insert(name.clone(), version);
            edits.entry(name).or_default().push(edit);
            Some(())
        };
        let declared = filed.index.find_declaration(&target.kind, &target.key);
        let declared = declared.ok_or_else(|| ResponseError::request_failed("it is gone"))?;
        let first = SymbolOccurrence { path, span: declared.span, is_address: false };
        if declared.is_explicit {
            add(&first, &|file| Some(edits::match_notation(file, first.span, new.as_str())));
        } else {
            // Its file gave it the key: from now on it says so itself.
            let document = filed.parsed.documents.get(declared.document);
            let value =
                if edits::is_toml(&filed.parsed.file) { edits::quote_text(new.as_str()) } else { new.to_string() };
            let edit = document.and_then(|document| edits::insert_first(&filed.parsed.file, document, "key", &value));
            let Some(edit) = edit else {
                return Err(ResponseError::request_failed(
                    "its file gives this document its key, and there is no line to write `key` on: write it first",
                ));
            };
            add(&SymbolOccurrence { span: edit.span, ..first }, &|_| Some(edit.text.clone()));
        }
        for mention in self.find_occurrences(&uri, &target) {
            let text = if mention.is_address { format!("{}/{new}", target.kind) } else { new.to_string() };
            add(&mention, &|file| Some(edits::match_notation(file, mention.span, &text)));
        }
        let version = |uri: &String| versions.get(uri).copied().flatten();
        let changes: Vec<_> = edits.into_iter().map(|(uri, edits)| (uri.clone(), version(&uri), edits)).collect();
        self.explain_state_move(&target, &new);
        Ok(workspace_edit(&changes, self.client.versions))
    }

    /// What is on the service is remembered under the old key until somebody says that it is the same thing.
    fn explain_state_move(&mut self, target: &SymbolTarget, new: &Key) {
        let SymbolTarget { kind, key } = target;
        if kind == BASE_KIND || kind == "translation_profile" {
            return;
        }
        let (old, new) = (format!("{kind}/{key}"), format!("{kind}/{new}"));
        let message = format!(
            "{old} is now {new} in the files. The state still has {old}; to keep the id, run: \
             `housestyle state mv {old} {new}`, or pass at the next apply: `--accept-rename {new}={old}`"
        );
        self.outgoing.push(notification_message("window/showMessage", &json!({ "type": 3, "message": message })));
    }
}
