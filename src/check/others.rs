//! Glossaries, spoken terms and profiles of a project: each read by itself and in parallel, then against each other.

use std::collections::BTreeMap;

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use crate::catalogue::Catalogue;
use crate::check::document::Document;
use crate::check::reference::Index;
use crate::check::{Desired, duplicate_name, glossary, profile, reference, spoken_terms};
use crate::diagnostic::Diagnostic;
use crate::model::profile::Profile;
use crate::model::style::Style;
use crate::schema::validate::Shape;

/// What came out of the documents that are no styles.
pub(super) struct Others {
    glossaries: BTreeMap<usize, glossary::Read>,
    spoken_terms: BTreeMap<usize, spoken_terms::Read>,
    profiles: Vec<Option<Profile>>,
}

/// One document that was read.
enum Read {
    Glossary(glossary::Read),
    SpokenTerms(spoken_terms::Read),
    Profile(Option<Box<Profile>>),
}

/// Reads and checks them.
pub(super) fn read(documents: &[Document<'_>], catalogue: &Catalogue) -> (Others, Vec<Vec<Diagnostic>>) {
    let read: Vec<(usize, Read, Vec<Diagnostic>)> = documents
        .par_iter()
        .enumerate()
        .filter_map(|(at, document)| {
            let (read, found) = one(document, catalogue)?;
            Some((at, read, found))
        })
        .collect();
    let mut others = Others { glossaries: BTreeMap::new(), spoken_terms: BTreeMap::new(), profiles: Vec::new() };
    let mut findings = Vec::new();
    for (at, read, found) in read {
        findings.push(found);
        match read {
            Read::Glossary(read) => {
                others.glossaries.insert(at, read);
            }
            Read::SpokenTerms(read) => {
                others.spoken_terms.insert(at, read);
            }
            Read::Profile(profile) => others.profiles.push(profile.map(|profile| *profile)),
        }
    }
    findings.push(duplicate_name::check_without_language(documents));
    findings.push(glossary::check_number(documents).into_iter().collect());
    let index = Index::of(documents, &others.glossaries, &others.spoken_terms);
    let profiles = documents.par_iter().filter(|document| document.shape == Shape::Profile);
    let followed: Vec<_> = profiles.map(|document| reference::check(document, &index)).collect();
    findings.extend(followed);
    (others, findings)
}

fn one(document: &Document<'_>, catalogue: &Catalogue) -> Option<(Read, Vec<Diagnostic>)> {
    match document.shape {
        Shape::Style | Shape::Base => None,
        Shape::Glossary => {
            let (read, found) = glossary::read(document);
            Some((Read::Glossary(read), found))
        }
        Shape::SpokenTerms => {
            let (read, found) = spoken_terms::read(document);
            Some((Read::SpokenTerms(read), found))
        }
        Shape::Profile => {
            let (read, found) = profile::read(document, catalogue.limits.prompt);
            Some((Read::Profile(read.map(Box::new)), found))
        }
    }
}

impl Others {
    /// Everything that the files want, styles included; none where something is missing.
    pub(super) fn desired(self, styles: Vec<Style>) -> Option<Desired> {
        let Self { glossaries, spoken_terms, profiles } = self;
        Some(Desired::all(
            styles,
            glossaries.into_values().map(|read| read.glossary).collect::<Option<_>>()?,
            spoken_terms.into_values().map(|read| read.terms).collect::<Option<_>>()?,
            profiles.into_iter().collect::<Option<_>>()?,
        ))
    }
}
