//! A key under another name, in every file that says it.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::diagnostic::SourceFile;
use crate::editor::index::BASE;
use crate::editor::jump::{Mention, Target, noun};
use crate::editor::message::{AtPoint, Refusal, Rename, edit, tell};
use crate::editor::session::Server;
use crate::editor::trail;
use crate::model::Key;
use crate::report::Shown;
use crate::schema::edits;

impl Server {
    /// Whether a key can be renamed here; what it is called now.
    pub(super) fn prepare_rename(&mut self, params: AtPoint) -> Result<Value, Refusal> {
        let uri = params.text_document.uri;
        let Some(here) = self.here(&uri, params.position) else { return Ok(Value::Null) };
        let Some(found) = trail::at(&here.parsed, here.offset) else { return Ok(Value::Null) };
        let Some(target) = self.named_at(&uri, &found) else { return Ok(Value::Null) };
        if self.declaration(&uri, &target).is_none() {
            return Ok(Value::Null);
        }
        let range = here.ruler(self.client.encoding).range(found.span).json();
        Ok(json!({ "range": range, "placeholder": target.key }))
    }

    /// Edits that give a document another key.
    pub(super) fn rename(&mut self, params: Rename) -> Result<Value, Refusal> {
        let uri = params.text_document.uri;
        let new = Key::new(&params.new_name)
            .map_err(|why| Refusal::failed(format!("`{}`: {why}", Shown(&params.new_name))))?;
        let here = self.here(&uri, params.position);
        let found = here.as_ref().and_then(|here| trail::at(&here.parsed, here.offset));
        let target = found.and_then(|found| self.named_at(&uri, &found));
        let target = target.ok_or_else(|| {
            Refusal::failed("no key stands here: put the cursor on a `key`, or on a place that names one")
        })?;
        if new.as_str() == target.key {
            return Ok(Value::Null);
        }
        let Some((path, filed)) = self.declaration(&uri, &target) else {
            return Err(Refusal::failed(format!("the project has no {} `{}`", noun(&target.kind), Shown(&target.key))));
        };
        let taken = self.around(&uri).into_iter().find(|(_, filed)| {
            filed.summary.declared.iter().any(|other| other.kind == target.kind && other.key == new.as_str())
        });
        if let Some((path, _)) = taken {
            return Err(Refusal::failed(format!("`{new}` is the key of a document in {} already", Shown(&path))));
        }
        let mut edits: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        let mut versions: BTreeMap<String, Option<i64>> = BTreeMap::new();
        let root = self.buffers.get(&uri).and_then(|buffer| buffer.root.clone());
        let mut add = |mention: &Mention, text: &dyn Fn(&SourceFile) -> Option<String>| -> Option<()> {
            let (name, version, ruler) = self.file(&uri, root.as_deref(), &mention.path)?;
            let all = self.around(&uri);
            let held = all.iter().find(|(path, _)| *path == mention.path).map(|(_, filed)| filed.parsed.file.clone());
            let project = root.as_deref().and_then(|root| self.projects.get(root));
            let file = held.or_else(|| project?.settings.text(&mention.path).cloned())?;
            let edit = json!({ "range": ruler.range(mention.span).json(), "newText": text(&file)? });
            versions.insert(name.clone(), version);
            edits.entry(name).or_default().push(edit);
            Some(())
        };
        let declared = filed.summary.declares(&target.kind, &target.key);
        let declared = declared.ok_or_else(|| Refusal::failed("it is gone"))?;
        let first = Mention { path, span: declared.span, address: false };
        if declared.written {
            add(&first, &|file| Some(edits::like(file, first.span, new.as_str())));
        } else {
            // Its file gave it the key: from now on it says so itself.
            let document = filed.parsed.documents.get(declared.document);
            let value = if edits::is_toml(&filed.parsed.file) { edits::quoted(new.as_str()) } else { new.to_string() };
            let edit = document.and_then(|document| edits::insert_first(&filed.parsed.file, document, "key", &value));
            let Some(edit) = edit else {
                return Err(Refusal::failed(
                    "its file gives this document its key, and there is no line to write `key` on: write it first",
                ));
            };
            add(&Mention { span: edit.span, ..first }, &|_| Some(edit.text.clone()));
        }
        for mention in self.mentions(&uri, &target) {
            let text = if mention.address { format!("{}/{new}", target.kind) } else { new.to_string() };
            add(&mention, &|file| Some(edits::like(file, mention.span, &text)));
        }
        let version = |uri: &String| versions.get(uri).copied().flatten();
        let changes: Vec<_> = edits.into_iter().map(|(uri, edits)| (uri.clone(), version(&uri), edits)).collect();
        self.explain_memory(&target, &new);
        Ok(edit(&changes, self.client.versions))
    }

    /// What is on the service is remembered under the old key until somebody says that it is the same thing.
    fn explain_memory(&mut self, target: &Target, new: &Key) {
        let Target { kind, key } = target;
        if kind == BASE || kind == "translation_profile" {
            return;
        }
        let (old, new) = (format!("{kind}/{key}"), format!("{kind}/{new}"));
        let message = format!(
            "{old} is now {new} in the files. What was applied is still remembered as {old}; so that it keeps its id: \
             `housestyle state mv {old} {new}`, or agree at the next apply: `--accept-rename {new}={old}`"
        );
        self.said.push(tell("window/showMessage", &json!({ "type": 3, "message": message })));
    }
}
