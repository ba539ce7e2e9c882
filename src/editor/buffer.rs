//! A document that an editor holds open.

use std::sync::Arc;

use camino::Utf8PathBuf;

use crate::diagnostic::Diagnostic;
use crate::editor::index::KINDS;
use crate::editor::message::{Change, OpenedDocument};
use crate::editor::position::{Encoding, Ruler};
use crate::editor::project::Filed;
use crate::source::beside::Tables;
use crate::source::table::Notation;
use crate::source::{Format, Parsed, discover};

/// What a document is to us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The file that marks a project.
    Project,
    /// A file of further rules.
    Catalogue,
    /// A file of documents.
    Documents,
    /// A table that documents of a project may name.
    Table,
    /// Nothing of ours: it is left alone.
    Foreign,
}

/// Whether what was found in a document was shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shown {
    /// Nothing of this version.
    No,
    /// Something; it may be other by now.
    Perhaps,
    /// All of it.
    Yes,
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
    pub(super) part: Part,
    filed: Option<Filed>,
    /// What was last read without a fault of the text.
    sound: Option<Arc<Parsed>>,
    /// What is wrong with it, once it was looked at.
    pub(super) findings: Option<Vec<Diagnostic>>,
    /// Whether its findings were shown.
    pub(super) shown: Shown,
}

impl Buffer {
    pub(super) fn open(document: OpenedDocument, root: Option<Utf8PathBuf>, path: String) -> Self {
        let OpenedDocument { uri: _, language_id: _, version, text } = document;
        Self {
            version,
            text,
            root,
            path,
            part: Part::Foreign,
            filed: None,
            sound: None,
            findings: None,
            shown: Shown::No,
        }
    }

    /// Makes changes, each in the text that the one before left.
    pub(super) fn change(&mut self, version: Option<i64>, changes: Vec<Change>, encoding: Encoding) {
        self.version = version.unwrap_or(self.version + 1);
        for Change { range, text } in changes {
            let Some(range) = range else {
                self.text = text;
                continue;
            };
            let ruler = Ruler::held(&self.text, encoding);
            let (one, other) = (ruler.offset(range.start), ruler.offset(range.end));
            self.text.replace_range(one.min(other)..one.max(other), &text);
        }
        self.filed = None;
        self.findings = None;
    }

    /// What it says, read now where it was not yet.
    pub(super) fn filed(&mut self) -> Filed {
        let Self { filed, sound, path, text, .. } = self;
        let filed = filed.get_or_insert_with(|| Filed::of(Arc::new(discover::held(path, text))));
        if !filed.parsed.incomplete {
            *sound = Some(filed.parsed.clone());
        }
        filed.clone()
    }

    /// Takes over a reading of the same text.
    pub(super) fn take(&mut self, filed: Filed) {
        self.filed = Some(filed);
    }

    /// Forgets what was read beside it, where other tables are held by now; whether it had to.
    pub(super) fn renew(&mut self, tables: &Tables) -> Option<Filed> {
        let renewed = self.filed.as_ref()?.renewed(tables)?;
        self.findings = None;
        self.shown = self.shown.min(Shown::Perhaps);
        self.filed = Some(renewed.clone());
        Some(renewed)
    }

    /// It belongs to another project now.
    pub(super) fn moved(&mut self, root: &camino::Utf8Path, path: String) {
        self.root = Some(root.to_owned());
        self.path = path;
        self.filed = None;
        self.findings = None;
    }

    /// What was last read of it without a fault of the text.
    pub(super) fn sound(&self) -> Option<&Arc<Parsed>> {
        self.sound.as_ref()
    }

    /// What it says, where it was read since it changed.
    pub(super) fn read(&self) -> Option<Arc<Parsed>> {
        self.filed.as_ref().map(|filed| filed.parsed.clone())
    }

    pub(super) fn ruler(&self, encoding: Encoding) -> Ruler<'_> {
        Ruler::held(&self.text, encoding)
    }
}

/// Whether a path is that of a table.
pub(super) fn is_table(path: &str) -> bool {
    Notation::of(path).is_some()
}

/// A name with an ending that tells the notation: its own, or that of the language the editor takes it for.
pub(super) fn named(name: &str, language: &str) -> Option<String> {
    if Format::of(name).is_some() || Notation::of(name).is_some() {
        return Some(name.to_owned());
    }
    match language {
        "yaml" => Some(format!("{name}.yaml")),
        "toml" => Some(format!("{name}.toml")),
        _ => None,
    }
}

/// Whether a text that is in no project says of itself that it is one of our documents.
pub(super) fn says_ours(text: &str) -> bool {
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
            assert!(says_ours(ours), "{ours}");
        }
        for others in
            ["", "kind: Deployment\n", "name: ci\non: [push]\n", "[package]\nname = \"x\"\n", "kind: styles\n"]
        {
            assert!(!says_ours(others), "{others}");
        }
    }
}
