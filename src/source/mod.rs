//! Text to tree, with the exact place of everything.
//!
//! Parsing never fails: it gives a tree and findings. Every event of YAML is represented or refused; scalars keep the
//! kind they resolve to, so `name: 2024` is not text. What is read is bounded: see the constants in [`limit`].
//!
//! This crate knows no house style: it reads and edits any YAML 1.2 (core schema) and TOML 1.0 file that people write by hand.
//!
//! - [`parse_source`] gives each document as a [`Node`], a value with the span of its bytes, and what is wrong with the text as
//!   [`diagnostic::Diagnostic`]s. A file with a mistake has a tree, too: as far as it could be read.
//! - [`edit::edit_document`] changes values and keeps everything else, byte for byte: comments, quotes, order, line ends. Each
//!   edit is proved by reading the file again; what cannot be written in one place is refused with that place.
//! - [`table`] reads CSV, TSV and spreadsheet exports into rows with places, [`edit::edit_table`] edits them likewise.
//! - [`discover`] finds files below a folder as git does, and [`side_tables`] reads the tables that a file names.
//!
//! ```
//! use housestyle_source::diagnostic::SourceFile;
//! use housestyle_source::edit::{TreeEdit, edit_document};
//! use housestyle_source::emit::ValueTree;
//! use housestyle_source::path_segment::PathSegment;
//! use housestyle_source::{Format, parse_source};
//!
//! let file = SourceFile::new("shop.yaml", "# reviewed by Ann\nname: Shop   # shown to customers\nport: 80\n");
//! let parsed = parse_source(&file, Format::Yaml);
//! assert!(parsed.findings.is_empty());
//!
//! let name = parsed.documents[0].get("name").unwrap();
//! assert_eq!((name.text(), file.slice(name.span)), (Some("Shop"), "Shop"));
//! assert_eq!(file.position_at(name.span.start).line, 2);
//!
//! let at = vec![PathSegment::Key("name".to_owned())];
//! let rename = TreeEdit::Set { at, value: ValueTree::Text("Shop: the new one".to_owned()), after: &[] };
//! let text = edit_document(&parsed, Format::Yaml, 0, &[rename]).unwrap();
//! assert_eq!(text, "# reviewed by Ann\nname: \"Shop: the new one\"   # shown to customers\nport: 80\n");
//!
//! let wrong = SourceFile::new("shop.yaml", "name: [\n");
//! let finding = &parse_source(&wrong, Format::Yaml).findings[0];
//! assert_eq!(finding.code.name(), "syntax");
//! ```

pub mod side_tables;
mod shorten;
pub mod alphabet;
mod conflict;
pub mod discover;
pub mod duplicate;
mod duplicate_block;
pub mod empty_file;
mod encoding;
pub mod edit;
pub mod emit;
mod faulty_text;
mod file_search;
mod hidden_bracket;
pub mod habit;
pub mod key_text;
pub mod kind_folder;
pub mod limit;
pub mod node;
pub mod note;
pub mod path_segment;
pub mod parallel;
mod plain_characters;
pub mod quotes;
pub mod table;
mod template;
pub mod test_files;
pub mod text;
pub mod tidy;
pub mod toml;
pub mod yaml;

// Paths read as everywhere in the house: `crate::room::…`.
use crate as source;
pub use housestyle_diagnostic as diagnostic;
pub use housestyle_disk as disk;

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
    pub fn without_side_tables(&self) -> Self {
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
    let parsed = match format {
        Format::Yaml => yaml::parse(file),
        Format::Toml => toml::parse(file),
    };
    template::explain_templates(habit::explain_habits(parsed, format), format)
}
