//! Who is called what, and who calls whom: keys of documents and the places that name them.
//!
//! Always holds: what is listed here can be found in the text at its span, so that jumping and renaming need no more.
//! Deliberately absent: judging whether a name is right; that is for `check`.

use crate::diagnostic::Span;
use crate::model::reference::{Reference, TEST_KIND, list_references};
use crate::source::test_files::is_test_file;
use crate::source::{Node, ParsedFile};

/// The word for bases in `kind`.
pub(super) const BASE_KIND: &str = "base_style";
/// What a document is that says nothing about it.
pub(super) const DEFAULT_KIND: &str = "style";
/// Kinds of documents, in words of the field `kind`.
pub(super) const KINDS: [&str; 6] =
    [DEFAULT_KIND, BASE_KIND, "glossary", "spoken_terms", "style_profile", "translation_profile"];

/// A document's own name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Declaration {
    pub(super) kind: String,
    pub(super) key: String,
    /// Where the key is written; where the document begins if its file names it.
    pub(super) span: Span,
    pub(super) is_explicit: bool,
    /// Which document of its file.
    pub(super) document: usize,
    /// Its `name`, and its `language` where it has one.
    pub(super) title: Option<(String, String)>,
}

/// What one file declares and names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SymbolIndex {
    pub(super) declarations: Vec<Declaration>,
    pub(super) references: Vec<Reference>,
}

impl SymbolIndex {
    /// Reads a file of documents.
    pub(super) fn from_parsed(parsed: &ParsedFile) -> Self {
        let mut summary = Self::default();
        for (index, document) in parsed.documents.iter().enumerate() {
            let kind = document_kind(parsed.file.path(), document);
            summary.declarations.extend(read_declaration(parsed.file.path(), index, document, kind));
            summary.references.extend(list_references(kind, document));
        }
        summary
    }

    /// Whether the file says anything that decides about a document called so, or has the same name and language.
    pub(super) fn conflicts_with(&self, other: &Self) -> bool {
        self.declarations.iter().any(|own| {
            other
                .declarations
                .iter()
                .any(|other| own.key == other.key || own.title.is_some() && own.title == other.title)
        })
    }

    /// Whether the file declares this document.
    pub(super) fn find_declaration(&self, kind: &str, key: &str) -> Option<&Declaration> {
        self.declarations.iter().find(|declared| declared.kind == kind && declared.key == key)
    }

    /// Whether anything in it is called so.
    pub(super) fn mentions_key(&self, key: &str) -> bool {
        self.declarations.iter().any(|declared| declared.key == key)
    }

    /// Whether both hold a document of the same kind, lists and bases aside.
    pub(super) fn shares_kind(&self, other: &Self) -> bool {
        let terms = |kind: &str| matches!(kind, "glossary" | "spoken_terms" | "style_profile");
        self.declarations
            .iter()
            .any(|own| terms(&own.kind) && other.declarations.iter().any(|declared| declared.kind == own.kind))
    }

    /// Whether a document of this kind stands in it.
    pub(super) fn has_kind(&self, kind: &str) -> bool {
        self.declarations.iter().any(|declared| declared.kind == kind)
    }
}

/// The kind that a document says it is.
pub(super) fn document_kind<'n>(path: &str, document: &'n Node) -> &'n str {
    let usual = if is_test_file(path) { TEST_KIND } else { DEFAULT_KIND };
    document.get("kind").and_then(Node::text).unwrap_or(usual)
}

fn read_declaration(path: &str, index: usize, document: &Node, kind: &str) -> Option<Declaration> {
    if kind == TEST_KIND {
        return None;
    }
    let text = |field: &str| document.get(field).and_then(|node| Some((node.text()?.to_owned(), node.span)));
    let title = || Some((text("name")?.0, text("language").map(|(text, _)| text).unwrap_or_default()));
    let (key, span, written) = match text("key") {
        Some((key, span)) => (key, span, true),
        None if index == 0 => {
            (key_from_path(path, kind)?.to_owned(), Span::empty_at(document.span.start as usize), false)
        }
        None => return None,
    };
    Some(Declaration { kind: kind.to_owned(), key, span, is_explicit: written, document: index, title: title() })
}

/// The key that a file gives its first document.
fn key_from_path<'p>(path: &'p str, kind: &str) -> Option<&'p str> {
    let bare = path.rsplit_once('.')?.0;
    Some(if kind == BASE_KIND { bare } else { bare.rsplit('/').next()? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::discover::parse_buffer;

    #[test]
    fn a_file_declares_and_names() {
        let text =
            "name: A\nlanguage: de\nextends: [house/a, house/b]\n---\nkind: base_style\nkey: other\nextends:\n  - x\n";
        let parsed = parse_buffer("styles/shop.yaml", text);
        let summary = SymbolIndex::from_parsed(&parsed);
        let declared: Vec<(&str, &str, bool)> =
            summary.declarations.iter().map(|own| (own.kind.as_str(), own.key.as_str(), own.is_explicit)).collect();
        assert_eq!(declared, [("style", "shop", false), ("base_style", "other", true)]);
        let named: Vec<&str> = summary.references.iter().map(|named| parsed.file.slice(named.span)).collect();
        assert_eq!(named, ["house/a", "house/b", "x"]);
        let base = SymbolIndex::from_parsed(&parse_buffer("house/de.toml", "kind = \"base_style\"\n"));
        assert_eq!(base.declarations[0].key, "house/de");
    }

    #[test]
    fn documents_of_one_key_or_one_name_in_one_language_decide_about_each_other() {
        let summary = |path: &str, text: &str| SymbolIndex::from_parsed(&parse_buffer(path, text));
        let first = summary("styles/a.yaml", "name: A\nlanguage: de\n");
        assert!(first.conflicts_with(&summary("more/a.yaml", "name: B\nlanguage: de\n")));
        assert!(first.conflicts_with(&summary("styles/b.yaml", "name: A\nlanguage: de\n")));
        assert!(!first.conflicts_with(&summary("styles/b.yaml", "name: A\nlanguage: fr\n")));
    }
}
