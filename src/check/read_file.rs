//! A file as it was read: whole, or reduced to what it says.

use std::borrow::Cow;
use std::sync::Arc;

use crate::check::document::SourceDocument;
use crate::check::raw_document::RawDocument;
use crate::diagnostic::{SourceFile, Span};
use crate::model::Key;
use crate::model::style::Style;
use crate::schema::validate::DocumentKind;
use crate::source::{Node, ParsedFile, Value};

/// A file as it was read.
pub(super) enum ReadFile {
    /// With its text and its tree.
    Whole(ParsedFile),
    /// Without them: nothing was found in it.
    Reduced(ReducedFile),
}

/// What is left of a file in which nothing was found.
pub(super) struct ReducedFile {
    pub(super) file: Arc<SourceFile>,
    pub(super) documents: Vec<ReducedDocument>,
}

/// What is left of a document.
pub(super) struct ReducedDocument {
    pub(super) kind: DocumentKind,
    pub(super) key: Key,
    pub(super) key_span: Span,
    pub(super) key_written: bool,
    pub(super) raw: Box<RawDocument>,
    pub(super) start: Span,
    /// What it wants, where no other document has a part in that.
    pub(super) style: Option<Style>,
}

impl ReadFile {
    /// The file, where it was kept whole.
    pub(super) fn whole(&self) -> Option<&ParsedFile> {
        if let Self::Whole(parsed) = self { Some(parsed) } else { None }
    }

    /// The keys of its documents, where it was reduced.
    pub(super) fn reduced_keys(&self) -> impl Iterator<Item = &str> {
        let reduced = if let Self::Reduced(reduced) = self { reduced.documents.as_slice() } else { &[] };
        reduced.iter().map(|document| document.key.as_str())
    }

    /// The path of the file.
    pub(super) fn path(&self) -> &str {
        match self {
            Self::Whole(parsed) => parsed.file.path(),
            Self::Reduced(reduced) => reduced.file.path(),
        }
    }
}

impl ReducedFile {
    /// Its documents, as they were read.
    pub(super) fn documents(&self) -> impl Iterator<Item = SourceDocument<'_>> {
        /// What stands in for the tree that a style no longer has: everything it says is in its values.
        static NOTHING: Node = Node { value: Value::Null, span: Span { start: 0, end: 0 } };
        self.documents.iter().map(|document| SourceDocument {
            file: &self.file,
            shape: document.kind,
            key: Some(document.key.clone()),
            key_span: document.key_span,
            key_written: document.key_written,
            node: &NOTHING,
            side_tables: &[],
            raw: Cow::Borrowed(&document.raw),
            start: document.start,
            broken: false,
            shares_key: false,
            astray: false,
            incomplete: false,
            finished: document.style.is_some(),
        })
    }
}
