//! A name that no document has and that stands in several places, where one document of its kind is named in none: it was renamed,
//! as it seems, and what names it was not.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::check::document::{SourceDocument, key_of_file};
use crate::check::unlikely_language::language_of_key;
use crate::check::{glossary, profile};
use crate::diagnostic::{Code, Diagnostic, Fix, Located, Safety, SourceFile, Span};
use crate::model::project::Project;
use crate::model::reference::{Reference, ReferenceRole};
use crate::model::{Kind, Language};
use crate::schema::edits;
use crate::schema::explained_document::echo_text;
use crate::schema::validate::DocumentKind;
use crate::source::empty_file::empty_file;
use crate::source::kind_folder::kind_of_folder;
use crate::source::{self, Format};

/// A place that names a document, and the language that what it names is to be for, where that is said.
struct NamingPlace<'p> {
    file: &'p Arc<SourceFile>,
    reference: Reference,
    language: Option<Language>,
}

/// Most documents without a key, or without content, of which it is asked whether a reference says what they are.
const MAX_NAMELESS: usize = 8;

/// A kind and a key.
type Named<'n> = (&'n str, &'n str);

/// Offers the document that is named nowhere where a name stands that nothing has, in every place.
pub(super) fn name_renamed(findings: &mut [Vec<Diagnostic>], documents: &[SourceDocument<'_>], project: &Project) {
    name_misnamed(findings, documents, project);
    name_empty(findings, documents, project);
    name_keyless(findings, documents, project);
    // Where something else has the name, it is missing all the same.
    let lacks = |finding: &Diagnostic| is_unknown(finding) || finding.code == Code::WrongReference;
    let is_open = |finding: &Diagnostic| lacks(finding) && finding.fix.is_none() && finding.secondary.is_empty();
    let all = || findings.iter().flatten();
    if all().filter(|finding| lacks(finding)).nth(1).is_none() || !all().any(|one| is_unknown(one) && is_open(one)) {
        return;
    }
    let places = list_places(documents, project);
    let mut by_name: BTreeMap<Named<'_>, Vec<&NamingPlace<'_>>> = BTreeMap::new();
    for place in &places {
        by_name.entry((&place.reference.kind, &place.reference.key)).or_default().push(place);
    }
    let keyed = documents.iter().filter_map(|document| {
        let key = document.key.as_ref().filter(|_| !document.shares_key)?;
        Some(((document.shape.as_str(), key.as_str()), document))
    });
    let (named, free): (BTreeMap<_, _>, BTreeMap<_, _>) = keyed.partition(|(name, _)| by_name.contains_key(name));
    let missing = by_name.iter().filter(|(name, places)| !named.contains_key(*name) && places.len() > 1);
    let meant = missing.filter_map(|(name, places)| Some((*name, document_meant(name, places, &free)?)));
    let mut meant: Vec<(Named<'_>, Named<'_>)> = meant.collect();
    let at = |finding: &Diagnostic| (finding.file.path().clone(), finding.primary.span);
    let unknown: BTreeSet<(Arc<str>, Span)> = all().filter(|finding| is_unknown(finding)).map(at).collect();
    let is_told = |place: &&NamingPlace<'_>| unknown.contains(&(place.file.path().clone(), place.reference.span));
    meant.retain(|(old, _)| by_name[old].iter().any(is_told));
    // What two names may mean, neither surely does.
    let mut times: BTreeMap<Named<'_>, usize> = BTreeMap::new();
    meant.iter().for_each(|(_, new)| *times.entry(*new).or_default() += 1);
    meant.retain(|(_, new)| times[new] == 1);
    let places: BTreeMap<_, _> = meant
        .iter()
        .flat_map(|(old, new)| {
            by_name[old].iter().map(|place| ((&**place.file.path(), place.reference.span), (*place, *new)))
        })
        .collect();
    let open: BTreeSet<(Arc<str>, Span)> =
        findings.iter().flatten().filter(|finding| is_open(finding)).map(at).collect();
    let mut told = BTreeSet::new();
    let first = |at: &&(Arc<str>, Span)| places.get(&(&*at.0, at.1)).is_some_and(|(_, new)| told.insert(*new));
    let first: BTreeSet<&(Arc<str>, Span)> = open.iter().filter(first).collect();
    for finding in findings.iter_mut().flatten().filter(|finding| is_open(finding)) {
        let at = at(finding);
        if let Some((place, new)) = places.get(&(&*at.0, at.1)) {
            tell_renamed(finding, &place.reference, *new, first.contains(&at));
        }
    }
}

/// Says of files without content as what other documents name them, where nothing else has that name.
fn name_empty(findings: &mut [Vec<Diagnostic>], documents: &[SourceDocument<'_>], project: &Project) {
    let open = |finding: &&mut Diagnostic| finding.code == Code::EmptyFile && finding.fix.is_none();
    for finding in findings.iter_mut().flatten().filter(open).take(MAX_NAMELESS) {
        let file = finding.file.clone();
        let meant = |NamingPlace { file: by, reference, .. }: &NamingPlace<'_>| {
            let shape = DocumentKind::from_name(&reference.kind)?;
            let has_it = |other: &SourceDocument<'_>| {
                other.shape == shape && other.key.as_ref().is_some_and(|key| key.as_str() == reference.key)
            };
            let of_folder = kind_of_folder(file.path()).is_none_or(|(_, kind)| kind == reference.kind);
            let is_own = of_folder && key_of_file(&file, shape) == reference.key && !documents.iter().any(has_it);
            is_own.then(|| (shape, by.place_of(reference.span)))
        };
        let mut meant: Vec<_> = list_places(documents, project).iter().filter_map(meant).collect();
        meant.dedup_by_key(|(shape, _)| *shape);
        if let ([(shape, place)], Some(format)) = (meant.as_slice(), Format::from_path(file.path())) {
            let by = format!("{place} names it as a {}", shape.noun());
            *finding = empty_file(&file, format, finding.primary.span, Some((shape.as_str(), &by)));
        }
    }
}

/// Offers the one name of a kind that nothing has as the key of the one document of that kind that lacks it: that nothing has it
/// follows from that, where no other name is a slip away.
fn name_keyless(findings: &mut [Vec<Diagnostic>], documents: &[SourceDocument<'_>], project: &Project) {
    let at = |finding: &Diagnostic| (finding.file.path().clone(), finding.primary.span);
    let mut settled = BTreeSet::new();
    let open = |finding: &&mut Diagnostic| finding.code == Code::MissingField && finding.fix.is_none();
    for finding in findings.iter_mut().flatten().filter(open).take(MAX_NAMELESS) {
        let lacks_key = |document: &&SourceDocument<'_>| document.key.is_none() && !document.key_written;
        let is_told = |document: &&SourceDocument<'_>| {
            Arc::ptr_eq(&finding.file, document.file)
                && finding.primary.span == document.key_span
                && lacks_key(document)
        };
        let Some(document) = documents.iter().find(is_told) else { continue };
        let of_kind = || documents.iter().filter(|other| other.shape == document.shape);
        let keys: BTreeSet<&str> = of_kind().filter_map(|own| Some(own.key.as_ref()?.as_str())).collect();
        let places = list_places(documents, project);
        let is_unknown = |place: &&NamingPlace<'_>| {
            place.reference.kind == document.shape.as_str() && !keys.contains(&*place.reference.key)
        };
        let nameless: Vec<&NamingPlace<'_>> = places.iter().filter(is_unknown).collect();
        let place = nameless.first().filter(|_| of_kind().filter(lacks_key).nth(1).is_none());
        let Some(place) = place else { continue };
        let name = &place.reference.key;
        let slip = keys.iter().any(|key| is_slip(key, name));
        let alone = !slip && nameless.iter().all(|other| other.reference.key == *name);
        let value = edits::text_value(document.file, name);
        let edit = edits::insert_first(document.file, document.node, "key", &value);
        if let Some(edit) = edit.filter(|_| alone) {
            let at = place.file.place_of(place.reference.span);
            let title = format!("add `key: {}`, the name at {at}, which nothing has", echo_text(name));
            *finding = finding.clone().offering(title, vec![edit]);
            settled.extend(nameless.iter().map(|other| (other.file.path().clone(), other.reference.span)));
        }
    }
    for found in findings {
        found.retain(|finding| !(is_unknown(finding) && settled.contains(&at(finding))));
    }
}

/// Whether a name is told that nothing has.
fn is_unknown(finding: &Diagnostic) -> bool {
    matches!(finding.code, Code::UnknownBase | Code::UnknownReference | Code::UnknownAddress)
}

/// Tells a document whose name differs by a slip from the one that places of several files say, and none says its own: the one odd name is
/// its, and it is told once.
fn name_misnamed(findings: &mut [Vec<Diagnostic>], documents: &[SourceDocument<'_>], project: &Project) {
    let at = |finding: &Diagnostic| (finding.file.path().clone(), finding.primary.span);
    let unknown: BTreeSet<(Arc<str>, Span)> =
        findings.iter().flatten().filter(|finding| is_unknown(finding) && finding.fix.is_some()).map(at).collect();
    if unknown.len() < 2 {
        return;
    }
    let places = list_places(documents, project);
    let place = |place: &NamingPlace<'_>| (place.file.path().clone(), place.reference.span);
    let mut by_name: BTreeMap<Named<'_>, Vec<&NamingPlace<'_>>> = BTreeMap::new();
    for place in &places {
        by_name.entry((&place.reference.kind, &place.reference.key)).or_default().push(place);
    }
    let mut told = Vec::new();
    for ((kind, said), named) in &by_name {
        // In one file, one hand may have written the same slip twice.
        let files: BTreeSet<&str> = named.iter().map(|named| &**named.file.path()).collect();
        if files.len() < 2 || !named.iter().all(|named| unknown.contains(&place(named))) {
            continue;
        }
        let mut alike = documents.iter().filter_map(|document| {
            let key = document.key.as_ref().filter(|_| !document.shares_key)?.as_str();
            let own = document.shape.as_str() == *kind && is_slip(key, said) && !by_name.contains_key(&(*kind, key));
            own.then_some((document, key))
        });
        let (Some((document, key)), None) = (alike.next(), alike.next()) else { continue };
        for found in findings.iter_mut() {
            found.retain(|finding| !(is_unknown(finding) && named.iter().any(|named| place(named) == at(finding))));
        }
        told.push(tell_misnamed(document, key, said, named.len()));
    }
    if let Some(found) = findings.first_mut() {
        found.extend(told);
    }
}

/// Whether two names of one language differ in capitals alone, or by one letter that is another one, missing, or swapped.
fn is_slip(one: &str, other: &str) -> bool {
    let letters = |name: &str| name.to_lowercase().chars().collect::<Vec<char>>();
    let (one_letters, other_letters) = (letters(one), letters(other));
    let pairs = || one_letters.iter().zip(&other_letters);
    let before = pairs().take_while(|(one, other)| one == other).count();
    let (rest, other_rest) = (&one_letters[before..], &other_letters[before..]);
    let behind = rest.iter().rev().zip(other_rest.iter().rev()).take_while(|(one, other)| one == other).count();
    let (rest, other_rest) = (&rest[..rest.len() - behind], &other_rest[..other_rest.len() - behind]);
    let is_slip = match (rest, other_rest) {
        ([a, b], [c, d]) => a == d && b == c,
        (rest, other_rest) => rest.len() < 2 && other_rest.len() < 2,
    };
    // A number that is another one was meant to be.
    let words = rest.iter().chain(other_rest).all(|c| !c.is_numeric());
    is_slip && words && language_of_key(&one.to_lowercase()) == language_of_key(&other.to_lowercase())
}

fn tell_misnamed(document: &SourceDocument<'_>, key: &str, said: &str, places: usize) -> Diagnostic {
    let (file, shown) = (document.file, echo_text(said));
    let message = format!(
        "nothing names the {} `{}`: the {places} places that mean it say `{shown}`",
        document.shape.noun(),
        echo_text(key)
    );
    let finding = Diagnostic::new(Code::UnknownReference, file, document.key_span, message);
    if document.key_written {
        let fix = edits::rename_key(file, document.key_span, said, Safety::Unsafe);
        return finding.with_help(format!("write `{shown}`")).with_fix(fix).with_pointer("/key");
    }
    let ending = file.path().rsplit('.').next().unwrap_or_default();
    let name = said.rsplit('/').next().unwrap_or_default();
    let help = format!("rename the file: `{}.{ending}`; or add `key`", echo_text(name));
    // Of a list in which nothing else is found, the tree was not kept.
    let edit = || {
        let parsed = source::parse_source(file, Format::from_path(file.path())?);
        edits::insert_first(file, parsed.documents.first()?, "key", &edits::text_value(file, said))
    };
    let title = format!("add `key` with `{shown}`");
    let fix = edit().map(|edit| Fix { title, safety: Safety::Unsafe, edits: vec![edit] });
    fix.into_iter().fold(finding.with_help(help).with_pointer(""), Diagnostic::with_fix)
}

/// Every place that names a document, but for those that say where it was.
fn list_places<'p>(documents: &'p [SourceDocument<'_>], project: &'p Project) -> Vec<NamingPlace<'p>> {
    let of_documents = documents.iter().flat_map(|document| {
        let target = || glossary::located_field(document.node, "target_language");
        let language = match document.shape == DocumentKind::Profile {
            true => target().map(|target| profile::root_language(&Language::new(&target.value))),
            false => document.raw.language.as_ref().map(|language| language.value.clone()),
        };
        // The tree of a list or base may not be kept.
        let is_list = matches!(document.shape, DocumentKind::Style | DocumentKind::Base);
        let references = if is_list { extended_bases(document) } else { document.references() };
        let file = document.file;
        references.into_iter().map(move |reference| NamingPlace { file, reference, language: language.clone() })
    });
    let of_project = project.file.iter().flat_map(|file| {
        project.references.iter().map(move |named| NamingPlace {
            file,
            reference: named.reference.clone(),
            language: named.language.as_ref().map(|language| profile::root_language(&language.value)),
        })
    });
    let was =
        |place: &NamingPlace<'_>| matches!(place.reference.role, ReferenceRole::MovedFrom | ReferenceRole::Removes);
    of_documents.chain(of_project).filter(|place| !was(place)).collect()
}

/// The bases that a list or a base names.
fn extended_bases(document: &SourceDocument<'_>) -> Vec<Reference> {
    let reference = |base: &Located<String>| Reference {
        role: ReferenceRole::Uses,
        kind: DocumentKind::Base.as_str().to_owned(),
        key: base.value.clone(),
        is_address: false,
        span: base.span,
        pointer: "/extends".to_owned(),
    };
    document.raw.extends.iter().map(reference).collect()
}

/// The one document among these that may have had a name: of its kind, and of the language that the name says and its places need.
fn document_meant<'n>(
    (kind, key): &Named<'_>,
    places: &[&NamingPlace<'_>],
    free: &BTreeMap<Named<'n>, &SourceDocument<'_>>,
) -> Option<Named<'n>> {
    let said = language_of_key(key);
    let fits = |document: &SourceDocument<'_>| {
        let Some(own) = document.raw.language.as_ref().map(|own| &own.value) else { return true };
        let needed = places.iter().filter_map(|place| place.language.as_ref());
        said.is_none_or(|said| own.as_str() == said) && needed.into_iter().all(|needed| needed == own)
    };
    let mut fitting = free.iter().filter(|((of, _), document)| of == kind && fits(document));
    fitting.next().filter(|_| fitting.next().is_none()).map(|(name, _)| *name)
}

/// Says at a place what it means, and once how the service is to keep what was renamed.
fn tell_renamed(finding: &mut Diagnostic, place: &Reference, (kind, key): Named<'_>, is_first: bool) {
    let text = if place.is_address { format!("{kind}/{key}") } else { key.to_owned() };
    let shown = echo_text(&text);
    if finding.code == Code::WrongReference {
        finding.code = Code::UnknownReference;
        finding.message = format!("the project has no {kind} `{}`", echo_text(&place.key));
        finding.primary.text = format!("not a {kind}");
    }
    finding.help = Some(format!("did you mean `{shown}`, which nothing names?"));
    finding.fix = Some(edits::rename_key(&finding.file, place.span, &text, Safety::Unsafe));
    if is_first && Kind::from_name(kind).is_some() {
        let was = echo_text(&place.key);
        finding.notes.push(format!(
            "if an apply has sent it as `{was}`: `[[moved]]` with `from = \"{kind}/{was}\"` and `to = \"{kind}/{}\"` keeps it",
            echo_text(key)
        ));
    }
}
