//! Collections of spoken terms: as wanted by files, as held by the service.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diagnostic::Place;
use crate::model::term_set::{LiveTermSet, TermSet, TermSetKind, TermSetPart};
use crate::model::{Key, Language, Placed};

/// A collection of spoken terms as the files want it.
#[derive(Clone, Debug)]
pub struct SpokenTerms {
    /// Its stable name in the project.
    pub key: Key,
    /// Display name.
    pub name: Placed<String>,
    /// Term lists by language.
    pub term_lists: BTreeMap<Language, TermList>,
    /// Whether deleting it is refused.
    pub protected: bool,
    /// Where its document begins.
    pub place: Place,
}

/// The terms of a language.
#[derive(Clone, Debug)]
pub struct TermList {
    /// The terms, each where it is written.
    pub terms: BTreeMap<String, Place>,
    /// Where the list is written.
    pub place: Place,
}

/// A collection of spoken terms as the service holds it.
pub type LiveSpokenTerms = LiveTermSet;

impl SpokenTerms {
    /// What the collection should say.
    #[must_use]
    pub fn content(&self) -> TermSet {
        let entries = |list: &TermList| list.terms.keys().map(|term| (term.clone(), String::new())).collect();
        TermSet {
            kind: TermSetKind::SpokenTerms,
            name: self.name.value.clone(),
            parts: self
                .term_lists
                .iter()
                .map(|(language, list)| (TermSetPart::Terms(language.clone()), Arc::new(entries(list))))
                .collect(),
        }
    }
}
