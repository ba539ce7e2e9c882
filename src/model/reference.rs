//! Which places of files name other documents: one table for checks, completion, explanations, jumps and renaming.
//!
//! Law: a place that is not in this table is no reference for anybody; one that is, is one for all of them.

use crate::diagnostic::Span;
use crate::model::{Address, Key, Kind};
pub use crate::source::test_files::TEST_KIND;
use crate::source::{Node, Value};

/// The word for the project file, which has none either.
pub const PROJECT_KIND: &str = "project";

/// What a reference says besides the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReferenceRole {
    /// The document takes part: a base, a style, a glossary.
    Uses,
    /// `protect`: it is never deleted or replaced.
    Protects,
    /// `[[texts]]`: its rules are those of the texts.
    Texts,
    /// `[[import]]`: it becomes managed.
    Imports,
    /// `[[moved]]`: the address that it had.
    MovedFrom,
    /// `[[moved]]`: the address that it has now.
    MovedTo,
    /// `[[removed]]`: the address that it had.
    Removes,
}

/// What is written at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferenceForm {
    /// The key of a document of this kind.
    Key(&'static str),
    /// The key, or the address: `support` or `style/support`.
    KeyOrAddress(&'static str),
    /// The address: kind and key.
    Address,
}

use ReferenceForm::{Address as Whole, Key as Bare, KeyOrAddress as Either};
use ReferenceRole::{Imports, MovedFrom, MovedTo, Protects, Removes, Texts, Uses};

/// A kind, the way to a place in it (`*` for any name or number), what is written there, and what that says.
type ReferencePlace = (&'static str, &'static [&'static str], ReferenceForm, ReferenceRole);

const PLACES: &[ReferencePlace] = &[
    ("style", &["extends", "*"], Bare("base_style"), Uses),
    ("base_style", &["extends", "*"], Bare("base_style"), Uses),
    ("style_profile", &["styles", "*"], Bare("style"), Uses),
    ("style_profile", &["glossaries", "*"], Bare("glossary"), Uses),
    ("translation_profile", &["style_profile"], Bare("style_profile"), Uses),
    ("translation_profile", &["style"], Bare("style"), Uses),
    ("translation_profile", &["glossary"], Bare("glossary"), Uses),
    ("translation_profile", &["glossaries", "*"], Bare("glossary"), Uses),
    ("translation_profile", &["spoken_terms"], Bare("spoken_terms"), Uses),
    (TEST_KIND, &["style", "*"], Either("style"), Uses),
    (TEST_KIND, &["profile", "*"], Either("translation_profile"), Uses),
    (TEST_KIND, &["tests", "*", "style", "*"], Either("style"), Uses),
    (TEST_KIND, &["tests", "*", "profile", "*"], Either("translation_profile"), Uses),
    (PROJECT_KIND, &["safeguards", "protect", "*"], Whole, Protects),
    (PROJECT_KIND, &["environments", "*", "safeguards", "protect", "*"], Whole, Protects),
    (PROJECT_KIND, &["texts", "*", "style"], Either("style"), Texts),
    (PROJECT_KIND, &["texts", "*", "glossaries", "*"], Either("glossary"), Texts),
    (PROJECT_KIND, &["import", "*", "to"], Whole, Imports),
    (PROJECT_KIND, &["moved", "*", "from"], Whole, MovedFrom),
    (PROJECT_KIND, &["moved", "*", "to"], Whole, MovedTo),
    (PROJECT_KIND, &["removed", "*", "address"], Whole, Removes),
];

/// What the value at this place of a document of this kind names; nothing where it names no document. The place of a list
/// that may be written as one text is that of its first entry.
#[must_use]
pub fn reference_at(kind: &str, parts: &[&str]) -> Option<(ReferenceForm, ReferenceRole)> {
    let fits = |path: &[&str]| {
        let same = path.iter().zip(parts).all(|(wanted, part)| *wanted == "*" || wanted == part);
        let whole = path.len() == parts.len() || (path.len() == parts.len() + 1 && path.last() == Some(&"*"));
        same && whole && !parts.is_empty()
    };
    PLACES.iter().find(|(of, path, ..)| *of == kind && fits(path)).map(|(_, _, form, role)| (*form, *role))
}

/// A place that names a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// What it says besides the name.
    pub role: ReferenceRole,
    /// The kind of what is named, as the field `kind` has it.
    pub kind: String,
    /// Its key.
    pub key: String,
    /// Whether the kind is written before the key.
    pub is_address: bool,
    /// Where it is written, quotes included.
    pub span: Span,
    /// Its JSON pointer.
    pub pointer: String,
}

impl ReferenceForm {
    /// Kind and key of what a text names, and whether the kind is written with it; nothing where it is no name. A key is read
    /// as it stands, whatever its characters: what no document can be called is not there, and has to be told.
    #[must_use]
    pub fn read(self, text: &str) -> Option<(String, String, bool)> {
        let address = |text: &str| {
            let address = Address::parse(text).ok()?;
            Some((address.kind.as_str().to_owned(), address.key.to_string(), text.contains('/')))
        };
        match self {
            Self::Key(kind) => Some((kind.to_owned(), text.to_owned(), false)),
            Self::KeyOrAddress(kind) => {
                let of_kind = text.split_once('/').and_then(|(word, key)| Some((Kind::from_name(word)?.as_str(), key)));
                let (kind, key, is_address) = of_kind.map_or((kind, text, false), |(kind, key)| (kind, key, true));
                let key = Key::new(key).map_or_else(|_| key.to_owned(), |key| key.to_string());
                Some((kind.to_owned(), key, is_address))
            }
            Self::Address => address(text),
        }
    }
}

/// Every place of a document of this kind that names another, in the order of the file.
#[must_use]
pub fn list_references(kind: &str, document: &Node) -> Vec<Reference> {
    let mut found = Vec::new();
    if PLACES.iter().any(|(of, ..)| *of == kind) {
        collect_references(kind, document, &mut Vec::new(), &mut found);
    }
    found
}

fn collect_references(kind: &str, node: &Node, path: &mut Vec<String>, found: &mut Vec<Reference>) {
    let leads = |path: &[String]| {
        PLACES.iter().any(|(of, place, ..)| {
            *of == kind
                && path.len() <= place.len()
                && place.iter().zip(path).all(|(want, part)| *want == "*" || want == part)
        })
    };
    match &node.value {
        Value::Text(text) => {
            let parts: Vec<&str> = path.iter().map(String::as_str).collect();
            let Some((form, role)) = reference_at(kind, &parts) else { return };
            let Some((kind, key, is_address)) = form.read(text) else { return };
            let pointer = parts.iter().map(|part| format!("/{}", part.replace('~', "~0").replace('/', "~1"))).collect();
            found.push(Reference { role, kind, key, is_address, span: node.span, pointer });
        }
        Value::Mapping(entries) => {
            for entry in entries {
                path.push(entry.key.value.clone());
                if leads(path) {
                    collect_references(kind, &entry.value, path, found);
                }
                path.pop();
            }
        }
        Value::Sequence(items) => {
            for (index, item) in items.iter().enumerate() {
                path.push(index.to_string());
                if leads(path) {
                    collect_references(kind, item, path, found);
                }
                path.pop();
            }
        }
        Value::Null | Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::Date(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::SourceFile;
    use crate::source::{Format, parse_source};

    #[test]
    fn every_place_that_names_a_document_is_found() {
        let text = "[safeguards]\nprotect = ['style/a']\n[[texts]]\nfiles = 'x'\nlanguage = 'de'\nstyle = 'b'\n\
                    glossaries = ['glossary/c']\n[[moved]]\nfrom = 'style/d'\nto = 'style/e'\n[[removed]]\n\
                    address = 'glossary/f'\n[[import]]\nto = 'style/g'\nid = '1'\n";
        let parsed = parse_source(&SourceFile::new("housestyle.toml", text), Format::Toml);
        let mut said: Vec<String> = list_references(PROJECT_KIND, &parsed.documents[0])
            .iter()
            .map(|found| format!("{:?} {}/{} {}", found.role, found.kind, found.key, found.is_address))
            .collect();
        said.sort();
        assert_eq!(
            said,
            [
                "Imports style/g true",
                "MovedFrom style/d true",
                "MovedTo style/e true",
                "Protects style/a true",
                "Removes glossary/f true",
                "Texts glossary/c true",
                "Texts style/b false",
            ]
        );
        assert_eq!(reference_at("style", &["extends"]), reference_at("style", &["extends", "0"]));
        assert_eq!(reference_at("style", &["name"]), None);
    }
}
