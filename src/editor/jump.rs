//! From a name to what it names, and back to everything that names it.

use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Value, json};

use crate::diagnostic::Span;
use crate::editor::buffer::{Buffer, Part};
use crate::editor::index::{BASE, DEFAULT_KIND, kind, refers_to};
use crate::editor::message::{AtPoint, Point, References, Refusal};
use crate::editor::position::{Encoding, Ruler};
use crate::editor::project::Filed;
use crate::editor::session::Server;
use crate::editor::settings::Settings;
use crate::editor::trail::{self, Trail};
use crate::editor::uri;
use crate::model::Address;
use crate::source::{Node, Parsed, beside};

/// A document at a place of it.
pub(super) struct Here {
    pub(super) text: String,
    pub(super) parsed: Arc<Parsed>,
    /// What was last read of it without a fault of the text.
    pub(super) sound: Option<Arc<Parsed>>,
    pub(super) part: Part,
    pub(super) path: String,
    pub(super) root: Option<Utf8PathBuf>,
    pub(super) settings: Arc<Settings>,
    /// The place in bytes.
    pub(super) offset: usize,
}

impl Here {
    pub(super) fn ruler(&self, encoding: Encoding) -> Ruler<'_> {
        Ruler::held(&self.text, encoding)
    }

    /// The schema of a document of this file.
    pub(super) fn schema(&self, document: &Node) -> Option<&Value> {
        match self.part {
            Part::Project => self.settings.schema("project.schema.json"),
            Part::Catalogue => self.settings.schema("catalogue.schema.json"),
            // Of a kind that is only begun, what every document has is known.
            Part::Documents => {
                self.settings.schema_of(kind(document)).or_else(|| self.settings.schema_of(DEFAULT_KIND))
            }
            Part::Table | Part::Foreign => None,
        }
    }
}

/// A document by kind and key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) kind: String,
    pub(super) key: String,
}

/// What documents of a kind are called.
pub(super) fn noun(kind: &str) -> String {
    if kind == BASE { "base style".to_owned() } else { kind.replace('_', " ") }
}

/// Where a target is named in one file.
pub(super) struct Mention {
    pub(super) path: String,
    pub(super) span: Span,
    /// Whether the kind stands before the key, as in an address.
    pub(super) address: bool,
}

impl Server {
    /// The buffer of a document that is ours.
    pub(super) fn ours(&mut self, uri: &str) -> Option<&mut Buffer> {
        self.buffers.get_mut(uri).filter(|buffer| buffer.part != Part::Foreign)
    }

    /// A document that is ours, at a place.
    pub(super) fn here(&mut self, uri: &str, point: Point) -> Option<Here> {
        let encoding = self.client.encoding;
        let buffer = self.ours(uri).filter(|buffer| buffer.part != Part::Table)?;
        let parsed = buffer.filed().parsed;
        let mut here = Here {
            offset: buffer.ruler(encoding).offset(point),
            text: buffer.text.clone(),
            parsed,
            sound: buffer.sound().cloned(),
            part: buffer.part,
            path: buffer.path.clone(),
            root: buffer.root.clone(),
            settings: Settings::bare(),
        };
        if let Some(project) = here.root.as_deref().and_then(|root| self.projects.get(root)) {
            here.settings = project.settings.clone();
        }
        Some(here)
    }

    pub(super) fn definition(&mut self, params: AtPoint) -> Result<Value, Refusal> {
        let uri = params.text_document.uri;
        let Some(here) = self.here(&uri, params.position) else { return Ok(Value::Null) };
        let Some(found) = trail::at(&here.parsed, here.offset) else { return Ok(Value::Null) };
        if let Some(file) = self.table(&here, &found) {
            return Ok(json!({ "uri": uri::of(&file), "range": crate::editor::message::Range::default().json() }));
        }
        let Some(target) = self.named_at(&uri, &found) else { return Ok(Value::Null) };
        let Some((path, filed)) = self.declaration(&uri, &target) else { return Ok(Value::Null) };
        let span = filed.summary.declares(&target.kind, &target.key).map_or(Span::at(0), |declared| declared.span);
        Ok(self.locations(&uri, &[Mention { path, span, address: false }]).pop().unwrap_or(Value::Null))
    }

    pub(super) fn references(&mut self, params: References) -> Result<Value, Refusal> {
        let uri = params.text_document.uri;
        let Some(here) = self.here(&uri, params.position) else { return Ok(Value::Null) };
        let target = trail::at(&here.parsed, here.offset).and_then(|found| self.named_at(&uri, &found));
        let Some(target) = target else { return Ok(Value::Null) };
        let mut mentions = self.mentions(&uri, &target);
        if params.context.include_declaration
            && let Some((path, filed)) = self.declaration(&uri, &target)
            && let Some(declared) = filed.summary.declares(&target.kind, &target.key)
        {
            mentions.insert(0, Mention { path, span: declared.span, address: false });
        }
        Ok(Value::Array(self.locations(&uri, &mentions)))
    }

    /// The document that is named, or that names itself, at a place.
    pub(super) fn named_at(&self, uri: &str, found: &Trail) -> Option<Target> {
        let buffer = self.buffers.get(uri)?;
        let parts = found.parts();
        if found.is_key {
            return None;
        }
        if buffer.part == Part::Project {
            let protects = matches!(parts.as_slice(), [.., "guards", "protect", _]);
            let address = Address::parse(&found.text).ok().filter(|_| protects)?;
            return Some(Target { kind: address.kind.as_str().to_owned(), key: address.key.to_string() });
        }
        let parsed = buffer.read()?;
        let kind = kind(parsed.documents.get(found.document)?);
        let of = match parts.as_slice() {
            ["key"] => kind,
            [field] | [field, _] => refers_to(kind, field)?,
            _ => return None,
        };
        Some(Target { kind: of.to_owned(), key: found.text.clone() })
    }

    /// The file that declares a document, as a document sees it: in its project, or in itself.
    pub(super) fn declaration(&self, uri: &str, target: &Target) -> Option<(String, Filed)> {
        self.around(uri).into_iter().find(|(_, filed)| filed.summary.declares(&target.kind, &target.key).is_some())
    }

    /// Every place that names a document.
    pub(super) fn mentions(&self, uri: &str, target: &Target) -> Vec<Mention> {
        let mut mentions = Vec::new();
        for (path, filed) in self.around(uri) {
            let named = filed.summary.named.iter().filter(|named| named.kind == target.kind && named.key == target.key);
            mentions.extend(named.map(|named| Mention { path: path.clone(), span: named.span, address: false }));
        }
        let root = self.buffers.get(uri).and_then(|buffer| buffer.root.as_deref());
        let Some(project) = root.and_then(|root| self.projects.get(root)) else { return mentions };
        let Some(file) = project.settings.file() else { return mentions };
        for text in protected(file) {
            let same = Address::parse(text.0)
                .is_ok_and(|address| address.kind.as_str() == target.kind && address.key.as_str() == target.key);
            if same {
                let path = file.file.path().to_string();
                mentions.push(Mention { path, span: text.1, address: true });
            }
        }
        mentions
    }

    /// Files that a document can name things of, itself among them.
    pub(super) fn around(&self, uri: &str) -> Vec<(String, Filed)> {
        let Some(buffer) = self.buffers.get(uri) else { return Vec::new() };
        let own = (buffer.path.clone(), buffer.read().map(Filed::of));
        let project = buffer.root.as_deref().and_then(|root| self.projects.get(root));
        let files = project.into_iter().flat_map(|project| &project.files);
        let others =
            files.filter(|(path, _)| path.as_str() != own.0).map(|(path, filed)| (path.to_string(), filed.clone()));
        own.1.map(|filed| (own.0.clone(), filed)).into_iter().chain(others).collect()
    }

    /// Places as the editor names them.
    pub(super) fn locations(&self, uri: &str, mentions: &[Mention]) -> Vec<Value> {
        let root = self.buffers.get(uri).and_then(|buffer| buffer.root.clone());
        mentions
            .iter()
            .filter_map(|mention| {
                let (uri, _, ruler) = self.file(uri, root.as_deref(), &mention.path)?;
                Some(json!({ "uri": uri, "range": ruler.range(mention.span).json() }))
            })
            .collect()
    }

    /// The file that a field called `file` names, where it is there or held.
    fn table(&self, here: &Here, found: &Trail) -> Option<Utf8PathBuf> {
        let parts = found.parts();
        if found.is_key || here.part != Part::Documents || parts.last() != Some(&"file") {
            return None;
        }
        let root = here.root.as_deref()?;
        let path = beside::resolve(&here.path, &found.text).ok()?;
        let held = self.projects.get(root).is_some_and(|project| project.tables.contains_key(&path));
        let path = root.join(path);
        (held || path.is_file()).then_some(path)
    }

    /// The name, the version (where it is held) and the measure of a file of the project around a document.
    pub(super) fn file(
        &self,
        uri: &str,
        root: Option<&Utf8Path>,
        path: &str,
    ) -> Option<(String, Option<i64>, Ruler<'_>)> {
        let encoding = self.client.encoding;
        let held = self.buffers.iter().find(|(name, buffer)| match root {
            Some(_) => buffer.root.as_deref() == root && buffer.path == path,
            None => name.as_str() == uri,
        });
        if let Some((name, buffer)) = held {
            return Some((name.clone(), Some(buffer.version), buffer.ruler(encoding)));
        }
        let project = self.projects.get(root?)?;
        let file = project.text(path).or_else(|| project.settings.text(path))?;
        Some((uri::of(&root?.join(path)), None, Ruler::stored(file.text(), encoding)))
    }
}

/// Addresses that a project file protects, with their places.
fn protected(parsed: &Parsed) -> Vec<(&str, Span)> {
    let Some(document) = parsed.documents.first() else { return Vec::new() };
    let named = document.get("environments").map(Node::entries).unwrap_or_default();
    let sections = std::iter::once(document).chain(named.iter().map(|entry| &entry.value));
    let lists = sections.filter_map(|section| section.get("guards")?.get("protect"));
    lists.flat_map(Node::items).filter_map(|item| Some((item.text()?, item.span))).collect()
}
