//! A document that an editor holds open.

use std::sync::Arc;

use camino::Utf8PathBuf;

use crate::diagnostic::Diagnostic;
use crate::editor::position::{LineIndex, PositionEncoding};
use crate::editor::project::IndexedFile;
use crate::editor::protocol::{ContentChange, TextDocumentItem};
use crate::editor::symbol_index::KINDS;
use crate::editor::texts::is_text_file;
use crate::source::side_tables::TableOverlay;
use crate::source::table::Notation;
use crate::source::{Format, ParsedFile, discover};

/// What a document is to us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BufferRole {
    /// The file that marks a project.
    Project,
    /// A file of further rules.
    Catalogue,
    /// A file of documents.
    Documents,
    /// A table that documents of a project may name.
    Table,
    /// Texts of a product, which follow a style or do not.
    Texts,
    /// Nothing of ours: it is left alone.
    Foreign,
}

/// Whether what was found in a document was shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PublishState {
    /// Nothing of this version.
    Unpublished,
    /// Something; it may be other by now.
    Outdated,
    /// All of it.
    Current,
}

/// A document that an editor holds open.
#[derive(Debug)]
pub(super) struct Buffer {
    pub(super) version: i64,
    pub(super) text: String,
    /// The project around it; none for a document that stands alone.
    pub(super) root: Option<Utf8PathBuf>,
    /// What findings call it: its path below the root.
    pub(super) path: String,
    /// What it is to us.
    pub(super) role: BufferRole,
    indexed: Option<IndexedFile>,
    /// What was last read without a fault of the text.
    last_valid: Option<Arc<ParsedFile>>,
    /// What is wrong with it, once it was looked at.
    pub(super) findings: Option<Vec<Diagnostic>>,
    /// Whether its findings were shown.
    pub(super) published: PublishState,
}

impl Buffer {
    pub(super) fn open(document: TextDocumentItem, root: Option<Utf8PathBuf>, path: String) -> Self {
        let TextDocumentItem { uri: _, language_id: _, version, text } = document;
        Self {
            version,
            text,
            root,
            path,
            role: BufferRole::Foreign,
            indexed: None,
            last_valid: None,
            findings: None,
            published: PublishState::Unpublished,
        }
    }

    /// Makes changes, each in the text that the one before left.
    pub(super) fn apply_changes(
        &mut self,
        version: Option<i64>,
        changes: Vec<ContentChange>,
        encoding: PositionEncoding,
    ) {
        self.version = version.unwrap_or(self.version + 1);
        for ContentChange { range, text } in changes {
            let Some(range) = range else {
                self.text = text;
                continue;
            };
            let ruler = LineIndex::for_buffer(&self.text, encoding);
            let (one, other) = (ruler.offset_at(range.start), ruler.offset_at(range.end));
            self.text.replace_range(one.min(other)..one.max(other), &text);
        }
        self.indexed = None;
        self.findings = None;
    }

    /// What it says, read now where it was not yet.
    pub(super) fn indexed_file(&mut self) -> IndexedFile {
        let Self { indexed: filed, last_valid: sound, path, text, .. } = self;
        let filed = filed.get_or_insert_with(|| IndexedFile::from_parsed(Arc::new(discover::parse_buffer(path, text))));
        if !filed.parsed.incomplete {
            *sound = Some(filed.parsed.clone());
        }
        filed.clone()
    }

    /// Takes over a reading of the same text.
    pub(super) fn replace_indexed(&mut self, filed: IndexedFile) {
        self.indexed = Some(filed);
    }

    /// Forgets what was read beside it, where other tables are held by now; whether it had to.
    pub(super) fn reload_tables(&mut self, tables: &TableOverlay) -> Option<IndexedFile> {
        let renewed = self.indexed.as_ref()?.with_current_tables(tables)?;
        self.findings = None;
        self.published = self.published.min(PublishState::Outdated);
        self.indexed = Some(renewed.clone());
        Some(renewed)
    }

    /// It belongs to another project now.
    pub(super) fn move_to_project(&mut self, root: &camino::Utf8Path, path: String) {
        self.root = Some(root.to_owned());
        self.path = path;
        self.indexed = None;
        self.findings = None;
    }

    /// What was last read of it without a fault of the text.
    pub(super) fn last_valid(&self) -> Option<&Arc<ParsedFile>> {
        self.last_valid.as_ref()
    }

    /// What it says, where it was read since it changed.
    pub(super) fn current_parse(&self) -> Option<Arc<ParsedFile>> {
        self.indexed.as_ref().map(|filed| filed.parsed.clone())
    }

    pub(super) fn line_index(&self, encoding: PositionEncoding) -> LineIndex<'_> {
        LineIndex::for_buffer(&self.text, encoding)
    }
}

/// Whether a path is that of a table.
pub(super) fn is_table(path: &str) -> bool {
    Notation::from_path(path).is_some()
}

/// A name with an ending that tells the notation: its own, or that of the language the editor takes it for.
pub(super) fn infer_file_name(name: &str, language: &str) -> Option<String> {
    if Format::from_path(name).is_some() || Notation::from_path(name).is_some() || is_text_file(name) {
        return Some(name.to_owned());
    }
    match language {
        "yaml" => Some(format!("{name}.yaml")),
        "toml" => Some(format!("{name}.toml")),
        _ => None,
    }
}

/// Whether a text that is in no project says of itself that it is one of our documents.
pub(super) fn is_own_document(text: &str) -> bool {
    const RULES: [&str; 2] = ["configured_rules", "custom_instructions"];
    text.trim_start_matches('\u{feff}').lines().any(|line| {
        if line.starts_with('#') {
            return line.contains("style.schema.json");
        }
        let line = line.trim_start_matches(['[', '{', ' ']);
        let word_end = line.find([':', '=', '.', ']', ' ']).unwrap_or(line.len());
        match line[..word_end].trim_matches(['"', '\'']) {
            "kind" => {
                let value = line[word_end..].trim_matches([':', '=', ' ', '"', '\'', ',', '}', '\t']);
                KINDS.contains(&value.split([',', ' ', '"', '\'']).next().unwrap_or_default())
            }
            word => RULES.contains(&word),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_others_is_told_from_ours() {
        for ours in [
            "kind: base_style\n",
            "# yaml-language-server: $schema=../schema/style.schema.json\n",
            "name: A\nconfigured_rules:\n",
            "[configured_rules.numbers]\n",
            "kind = \"style\"\n",
            "{kind: style, name: A}\n",
        ] {
            assert!(is_own_document(ours), "{ours}");
        }
        for others in
            ["", "kind: Deployment\n", "name: ci\non: [push]\n", "[package]\nname = \"x\"\n", "kind: styles\n"]
        {
            assert!(!is_own_document(others), "{others}");
        }
    }
}
