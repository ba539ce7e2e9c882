//! Text to tree, with the exact place of everything.
//!
//! Parsing never fails: it gives a tree and findings. Every event of YAML is represented or refused; scalars keep the
//! kind they resolve to, so `name: 2024` is not text. What is read is bounded: see the constants in [`limit`].

pub mod side_tables;
mod shorten;
mod conflict;
pub mod discover;
mod duplicate;
pub mod edit;
pub mod emit;
mod faulty_text;
pub mod key_text;
pub mod limit;
pub mod node;
pub mod outside;
pub mod path_segment;
pub(crate) mod parallel;
mod plain_characters;
pub mod table;
pub mod text;
pub mod tidy;
pub mod toml;
pub mod yaml;

use std::sync::{Arc, OnceLock};

pub use node::{Entry, Node, Value};

use crate::diagnostic::{Diagnostic, SourceFile};

/// The notations of project and style files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// YAML 1.2, core schema.
    Yaml,
    /// TOML 1.0.
    Toml,
}

impl Format {
    /// The format that a path's ending names: `.yaml`, `.yml` or `.toml`.
    #[must_use]
    pub fn from_path(path: &str) -> Option<Self> {
        match path.rsplit_once('.')?.1 {
            "yaml" | "yml" => Some(Self::Yaml),
            "toml" => Some(Self::Toml),
            _ => None,
        }
    }
}

/// What a file holds: its documents (TOML has one, an empty file none) and what was wrong with its text.
#[derive(Debug)]
pub struct ParsedFile {
    /// The file itself.
    pub file: Arc<SourceFile>,
    /// Documents in order. After a syntax fault, what could be read before it (or with a repair).
    pub documents: Vec<Node>,
    /// What was wrong, in order of place.
    pub findings: Vec<Diagnostic>,
    /// Whether text was lost to a fault, so that absence of a field proves nothing.
    pub incomplete: bool,
    /// Files that the documents name, once somebody read them from the disk.
    pub side_tables: OnceLock<Vec<side_tables::SideTable>>,
}

impl ParsedFile {
    /// One document in which nothing was wrong.
    fn without_findings(file: &Arc<SourceFile>, document: Node) -> Self {
        Self {
            file: file.clone(),
            documents: vec![document],
            findings: Vec::new(),
            incomplete: false,
            side_tables: OnceLock::new(),
        }
    }

    /// The same, with nothing read beside it yet.
    pub(crate) fn without_side_tables(&self) -> Self {
        let Self { file, documents, findings, incomplete, side_tables: _ } = self;
        Self {
            file: file.clone(),
            documents: documents.clone(),
            findings: findings.clone(),
            incomplete: *incomplete,
            side_tables: OnceLock::new(),
        }
    }
}

/// Reads a file's text into a tree.
#[must_use]
pub fn parse_source(file: &Arc<SourceFile>, format: Format) -> ParsedFile {
    match format {
        Format::Yaml => yaml::parse(file),
        Format::Toml => toml::parse(file),
    }
}
