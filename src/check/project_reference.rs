//! What the project file names: `protect`, `[[texts]]`, `[[import]]`, `[[moved]]` and `[[removed]]` against the documents.
//!
//! What only the state can answer is a warning: a resource that is managed may have no file any more, and a block that is done
//! may stay. A style of texts is needed whenever they are checked, so that one which is not there is an error.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::catalogue::languages::find_language;
use crate::catalogue::nearest;
use crate::check::contested_move::tell_contested_moves;
use crate::check::document::SourceDocument;
use crate::check::list_language::ListLanguages;
use crate::check::profile;
use crate::check::reference::{nearest_style, suggest_style};
use crate::check::unknown_reference::{NO_LIST, some_of};
use crate::check::unlikely_language::{is_for_other, language_of_key};
use crate::diagnostic::{Code, Diagnostic, Label, Place, Safety, Severity, SourceFile, Span};
use crate::model::project::{MoveBlock, Project, ProjectReference};
use crate::model::reference::{Reference, ReferenceRole};
use crate::model::{Kind, Language};
use crate::schema::edits;
use crate::schema::explained_document::echo_text;
use crate::schema::kind_of_word;
use crate::schema::validate::DocumentKind;
use crate::source::Node;

/// The documents of a project by kind and key, and what leads to them.
struct KnownDocuments<'d, 'a> {
    all: BTreeMap<(&'static str, &'d str), &'d SourceDocument<'a>>,
    /// A list that extends a base, by the key of the base.
    extending: BTreeMap<&'d str, &'d str>,
    /// Where addresses moved that have no document any more, by kind and key.
    moved: BTreeMap<(&'d str, &'d str), &'d str>,
    /// Where each block `[[moved]]` leads, by the kind and key that it moves.
    onward: BTreeMap<(&'d str, &'d str), &'d Reference>,
    languages: &'d ListLanguages<'d>,
    /// What the project file names.
    named: &'d [ProjectReference],
    /// Where documents name others, by kind and key of these.
    uses: OnceCell<BTreeMap<(String, String), Place>>,
}

impl KnownDocuments<'_, '_> {
    /// The styles with their languages.
    fn styles(&self) -> impl Iterator<Item = (&str, &Language)> {
        let styles = self.all.iter().filter(|((kind, _), _)| *kind == "style");
        styles.filter_map(|((_, key), style)| Some((*key, self.languages.language_of(style)?)))
    }

    /// The document that an address with a folder in its key names without it.
    fn without_folder(&self, named: &Reference) -> Option<&SourceDocument<'_>> {
        let (_, key) = named.key.rsplit_once('/')?;
        self.all.get(&(named.kind.as_str(), key)).copied()
    }

    /// What of a kind the project has, as it would be written in the place of a name, as the end of a sentence.
    fn list_some(&self, named: &Reference) -> String {
        let of_kind = self.all.keys().filter(|(kind, _)| *kind == named.kind);
        let write =
            |(kind, key): &(&str, &str)| if named.is_address { format!("{kind}/{key}") } else { (*key).to_owned() };
        let names: Vec<String> = of_kind.map(write).collect();
        some_of(&names.iter().map(String::as_str))
    }

    /// The address of the only list of the language that a protected key says, where nothing else protects it.
    fn only_list_of(&self, named: &Reference) -> Option<String> {
        let said =
            language_of_key(&named.key).filter(|_| named.role == ReferenceRole::Protects && named.kind == "style")?;
        let mut lists = self.styles().filter(|(_, language)| language.as_str() == said);
        let (Some((key, _)), None) = (lists.next(), lists.next()) else { return None };
        let protects = |other: &ProjectReference| {
            other.reference.role == ReferenceRole::Protects
                && other.reference.kind == "style"
                && other.reference.key == key
        };
        (!self.named.iter().any(protects)).then(|| format!("style/{key}"))
    }

    /// A place that uses a document which is said to be gone.
    fn place_using(&self, named: &Reference) -> Option<&Place> {
        let uses = self.uses.get_or_init(|| {
            let gone = |used: &Reference| matches!(used.role, ReferenceRole::MovedFrom | ReferenceRole::Removes);
            let places = self.all.values().flat_map(|document| {
                let used = document.references().into_iter().filter(|used| !gone(used));
                used.map(|used| ((used.kind, used.key), document.file.place_of(used.span)))
            });
            places.collect()
        });
        uses.get(&(named.kind.clone(), named.key.clone()))
    }

    /// The base that is named where a list is due: by its key, or by what stands in it behind the folder, where no list is near.
    fn base_called(&self, named: &Reference) -> Option<&str> {
        let mut bases = self.all.keys().filter(|(kind, _)| *kind == "base_style").map(|(_, key)| *key);
        if let Some(base) = bases.clone().find(|key| *key == named.key) {
            return Some(base);
        }
        let called = |key: &&str| named.kind == "style" && key.rsplit('/').next() == Some(&named.key);
        let base = bases.by_ref().find(called)?;
        (!bases.any(|key| called(&key)) && self.nearest_key(named).is_none()).then_some(base)
    }

    /// The address of the one document of another kind that has the key which was named without a kind, where addresses are due.
    fn address_elsewhere(&self, named: &Reference) -> Option<String> {
        let bare = !named.is_address && named.role != ReferenceRole::Texts;
        let mut same = self.all.keys().filter(|(_, key)| bare && *key == named.key);
        let (kind, key) = same.next().filter(|_| same.next().is_none())?;
        Kind::from_name(kind).map(|_| format!("{kind}/{key}"))
    }

    /// The kind of what is named without it, and whether that is known: a document is there, or a move leads to one.
    fn kind_meant(&self, named: &Reference) -> (String, Safety) {
        let onward = || self.onward.get(&(named.kind.as_str(), named.key.as_str())).copied();
        let to = if named.role == ReferenceRole::MovedFrom { onward() } else { Some(named) };
        let kind_elsewhere = |to: &Reference| Some(self.address_elsewhere(to)?.split_once('/')?.0.to_owned());
        match to.filter(|to| !self.all.contains_key(&(to.kind.as_str(), to.key.as_str()))) {
            None => (named.kind.clone(), Safety::Safe),
            Some(to) => (kind_elsewhere(to).unwrap_or_else(|| to.kind.clone()), Safety::Unsafe),
        }
    }

    /// The key of the same kind that is nearest to a name that no document has: that of a document which the service calls so
    /// comes first.
    fn nearest_key(&self, named: &Reference) -> Option<&str> {
        if let Some(moved) = self.moved.get(&(named.kind.as_str(), named.key.as_str())) {
            return Some(moved);
        }
        let said = language_of_key(&named.key);
        let is_other = |key: &str, of: &SourceDocument<'_>| {
            is_for_other(said, key, of.raw.language.as_ref().map(|language| &language.value))
        };
        let of_kind = || {
            let of_kind = self.all.iter().filter(|((kind, _), _)| *kind == named.kind);
            of_kind.map(|((_, key), of)| (*key, *of)).filter(|(key, of)| !is_other(key, of))
        };
        let called = |document: &SourceDocument<'_>| {
            document.raw.name.as_ref().is_some_and(|name| name.value.eq_ignore_ascii_case(&named.key))
        };
        let called = of_kind().find(|(_, document)| called(document)).map(|(key, _)| key);
        called.or_else(|| nearest::nearest_words(&named.key, of_kind().map(|(key, _)| key)).first().copied())
    }
}

/// Follows every name of the project file. Of the kind of a document without a key, or with that of another, nothing is said: it
/// might be what is meant.
pub(super) fn check_project_references(
    project: &Project,
    documents: &[SourceDocument<'_>],
    languages: &ListLanguages<'_>,
) -> Vec<Diagnostic> {
    let Some(file) = project.file.as_ref() else { return Vec::new() };
    let unkeyed = documents.iter().filter(|document| document.key.is_none() || document.shares_key);
    let unkeyed: BTreeSet<&str> = unkeyed.map(|document| kind_of_lists(document.shape.as_str())).collect();
    let keyed = || documents.iter().filter_map(|document| Some((document.key.as_ref()?.as_str(), document)));
    let all: BTreeMap<_, _> = keyed().map(|(key, document)| ((document.shape.as_str(), key), document)).collect();
    let lists = keyed().filter(|(_, document)| document.shape == DocumentKind::Style);
    let extending = lists.flat_map(|(key, list)| list.raw.extends.iter().map(move |base| (base.value.as_str(), key)));
    let to = by_block(&project.references, "to");
    let moves = by_block(&project.references, "from");
    let moves: Vec<_> = moves.into_iter().filter_map(|(block, from)| Some((from, *to.get(block)?))).collect();
    let onward = moves.iter().map(|(from, to)| ((from.kind.as_str(), from.key.as_str()), *to)).collect();
    let moves = moves
        .iter()
        .filter(|(from, to)| from.kind == to.kind && all.contains_key(&(to.kind.as_str(), to.key.as_str())));
    let moved = moves.map(|(from, to)| ((from.kind.as_str(), from.key.as_str()), to.key.as_str())).collect();
    let named = &*project.references;
    let known =
        KnownDocuments { extending: extending.collect(), moved, onward, languages, all, named, uses: OnceCell::new() };
    let swapped = swapped_moves(file, &project.references, &known);
    let check = |named: &ProjectReference| match (move_of(named, "from"), move_of(named, "to")) {
        (Some(block), _) if swapped.contains_key(block) => swapped.get(block).cloned(),
        (_, Some(block)) if swapped.contains_key(block) => None,
        _ => check_reference(file, named, &known),
    };
    let may_be_told = |named: &ProjectReference, finding: &Diagnostic| {
        !unkeyed.contains(kind_of_lists(&named.reference.kind)) || is_spelling(&named.reference.key, finding)
    };
    let exists = |block: &MoveBlock| known.all.contains_key(&(block.to.kind.as_str(), block.to.key.as_str()));
    let contested = tell_contested_moves(file, &project.contested_moves, exists).into_iter();
    let contested = contested.filter(|(block, _)| !unkeyed.contains(kind_of_lists(&block.to.kind)));
    let (astray, mut findings): (BTreeSet<Span>, Vec<Diagnostic>) =
        contested.map(|(block, finding)| (block.to.span, finding)).unzip();
    let references = project.references.iter().filter(|named| !astray.contains(&named.reference.span));
    findings.extend(references.filter_map(|named| check(named).filter(|finding| may_be_told(named, finding))));
    findings
}

/// Whether what is to be written differs in signs and capitals alone: `mail_de` for `mail-de`.
fn is_spelling(written: &str, finding: &Diagnostic) -> bool {
    let folded = |text: &str| text.trim_matches('"').to_lowercase().replace('_', "-");
    let mut edits = finding.fix.iter().flat_map(|fix| &fix.edits);
    edits.any(|edit| folded(&edit.text).rsplit('/').next() == Some(&folded(written)))
}

/// The kind of a document, where a list and a base are one: the word that tells them apart may be what is missing.
fn kind_of_lists(kind: &str) -> &str {
    if kind == DocumentKind::Base.as_str() { DocumentKind::Style.as_str() } else { kind }
}

/// Moves whose two addresses are swapped, as it seems, by block.
fn swapped_moves<'r>(
    file: &Arc<SourceFile>,
    references: &'r [ProjectReference],
    documents: &KnownDocuments<'_, '_>,
) -> BTreeMap<&'r str, Diagnostic> {
    let to = by_block(references, "to");
    let swapped = |(block, from)| Some((block, find_swapped(file, from, to.get(block)?, documents)?));
    by_block(references, "from").into_iter().filter_map(swapped).collect()
}

/// The addresses of a field of `[[moved]]`, by block.
fn by_block<'r>(references: &'r [ProjectReference], field: &str) -> BTreeMap<&'r str, &'r Reference> {
    references.iter().filter_map(|named| Some((move_of(named, field)?, &named.reference))).collect()
}

/// The block `[[moved]]` whose field this is.
fn move_of<'r>(named: &'r ProjectReference, field: &str) -> Option<&'r str> {
    named.reference.pointer.strip_prefix("/moved/")?.strip_suffix(field)
}

/// A move from an address that has a file to one that has none: the two are swapped, as it seems.
fn find_swapped(
    file: &Arc<SourceFile>,
    from: &Reference,
    to: &Reference,
    documents: &KnownDocuments<'_, '_>,
) -> Option<Diagnostic> {
    let found = |named: &Reference| documents.all.get(&(named.kind.as_str(), named.key.as_str())).copied();
    let (there, None) = (found(from)?, found(to)) else { return None };
    if to.kind == from.kind && to.key.rsplit('/').next() == Some(&from.key) {
        let finding =
            Diagnostic::new(Code::UnknownAddress, file, to.span, format!("no document is `{}`", written(file, to)));
        let finding = finding.with_secondary(from.span, "is still there").with_pointer(to.pointer.clone());
        return Some(explain_folder(finding, to, there));
    }
    // One that is near to another document alone is misspelt.
    let is_near = !nearest::nearest_words(&to.key, [from.key.as_str()]).is_empty();
    let misspelt = documents.nearest_key(to).is_some_and(|near| near != from.key && !is_near);
    if misspelt || from.kind != to.kind {
        return None;
    }
    let (old, new) = (written(file, from), written(file, to));
    let message = format!("`{}` has a file and `{}` has none: `from` and `to` are swapped, as it seems", old, new);
    let finding = Diagnostic::new(Code::UnknownAddress, file, from.span, message)
        .with_label("is still there")
        .with_secondary(to.span, "leads nowhere")
        .with_note(format!("its file is {}", there.file.path()))
        .with_help(format!("write `from = \"{new}\"` and `to = \"{old}\"`, or give that file its new name"))
        .with_pointer(from.pointer.clone());
    Some(finding.with_fix(edits::swap_texts(file, from.span, to.span, "swap them")))
}

/// An address with the folder of its file, which is no part of it: the document did not move.
fn explain_folder(finding: Diagnostic, named: &Reference, there: &SourceDocument<'_>) -> Diagnostic {
    let address = format!("{}/{}", named.kind, there.key.as_ref().map_or("", |key| key.as_str()));
    finding.with_label("no folder is part of a key").with_note(format!("its file is {}", there.file.path())).with_help(
        format!(
            "take the block away: a document keeps its address in any folder, and this one is `{}`",
            echo_text(&address)
        ),
    )
}

/// A name as the file has it, for a sentence.
fn written(file: &SourceFile, named: &Reference) -> String {
    echo_text(file.slice(named.span).trim_matches(['"', '\''])).to_owned()
}

fn check_reference(
    file: &Arc<SourceFile>,
    ProjectReference { reference, language: said, files }: &ProjectReference,
    documents: &KnownDocuments<'_, '_>,
) -> Option<Diagnostic> {
    let found = documents.all.get(&(reference.kind.as_str(), reference.key.as_str()));
    let language = said.as_ref().map(|said| &said.value);
    let address = format!("{}/{}", reference.kind, reference.key);
    let shown = echo_text(&address);
    let finding = |code, message: String| {
        Diagnostic::new(code, file, reference.span, message).with_pointer(reference.pointer.clone())
    };
    // What was written for a kind and is none became part of the key.
    let named = || Some(written(file, reference)).filter(|written| written.contains('/'));
    let nobody = || format!("no document of the project is `{}`", named().unwrap_or_else(|| shown.clone()));
    if let Some(written) = named().filter(|_| found.is_none())
        && let Some(finding) =
            explain_word_of_kind(finding(Code::UnknownAddress, nobody()), reference.role, &written, documents)
    {
        return Some(finding);
    }
    match (reference.role, found) {
        (ReferenceRole::Texts, None) if documents.base_called(reference).is_some() => {
            let base = documents.base_called(reference)?;
            let message = format!("`{}` is a base, and texts follow a list", echo_text(base));
            let finding = finding(Code::UnknownReference, message).with_label("a base");
            Some(match documents.extending.get(base) {
                Some(list) => {
                    let fix = edits::rename_key(file, reference.span, list, Safety::Unsafe);
                    finding.with_help(format!("did you mean `{list}`, which extends it?")).with_fix(fix)
                }
                None => finding.with_help(NO_LIST),
            })
        }
        (ReferenceRole::Texts, None) => {
            let message = format!("the project has no {} `{}`", reference.kind, echo_text(&reference.key));
            let finding = finding(Code::UnknownReference, message).with_label(format!("not a {}", reference.kind));
            let root = language.map(profile::root_language).filter(|_| reference.kind == "style");
            let sister = root.as_ref().and_then(|root| nearest_style(documents.styles(), &reference.key, root));
            Some(match root.filter(|_| sister.is_some() && documents.nearest_key(reference).is_none()) {
                Some(root) => suggest_style(finding, sister, reference.span, &root),
                None if reference.kind == "glossary" && !documents.all.keys().any(|(kind, _)| *kind == "glossary") => {
                    take_line_out(finding, reference)
                }
                None => suggest_name(finding, reference, documents, "correct it, or write the document"),
            })
        }
        (ReferenceRole::Texts, Some(document)) if reference.kind == "glossary" => {
            let finding = Diagnostic { severity: Severity::Warning, ..finding(Code::MissingPair, String::new()) };
            check_glossary_of_texts(finding, document, language?, &reference.key)
        }
        (ReferenceRole::Texts, Some(document)) => {
            let (style, texts) = (document.raw.language.as_ref()?, language?);
            let root = profile::root_language(texts);
            // Of a code that is unknown, more is told where it stands.
            let known = find_language(root.as_str()).is_some();
            let told = document.broken || documents.languages.meant(document).is_some();
            let differs = reference.kind == "style" && !told && known && style.value != root;
            differs.then_some(()).and_then(|()| {
                let key = echo_text(&reference.key);
                let message = format!("the style `{key}` is for `{}`, these texts are in `{texts}`", style.value);
                let label = format!("a style for `{}`", style.value);
                let files = files.as_deref().unwrap_or_default();
                if names_language(files, &style.value) && !names_language(files, &root) {
                    let finding = finding(Code::StyleLanguage, message);
                    return explain_language(finding.with_label(label), said.as_ref()?.span, &style.value);
                }
                let sister = nearest_style(documents.styles(), &reference.key, &root);
                let finding = finding(Code::StyleLanguage, message).with_label(label);
                Some(suggest_style(finding, sister, reference.span, &root))
            })
        }
        (ReferenceRole::Protects, None) => {
            let finding = finding(Code::UnknownAddress, nobody()).with_label("protects nothing").with_note(
                "a managed resource whose file is gone stays protected; `plan` stops where the state has none either",
            );
            Some(suggest_name(finding, reference, documents, "correct it or take it away"))
        }
        (ReferenceRole::MovedTo, None) if documents.without_folder(reference).is_some() => {
            let finding = finding(Code::UnknownAddress, nobody());
            documents.without_folder(reference).map(|there| explain_folder(finding, reference, there))
        }
        (ReferenceRole::MovedTo, None)
            if let Some(onward) = documents.onward.get(&(&reference.kind, &reference.key)) =>
        {
            let (here, there) = (written(file, reference), written(file, onward));
            let help = format!(
                "take this block away if its move is done: another one moves `{here}` on to `{there}`; else lead it there, and \
                 take that one away"
            );
            let finding = finding(Code::UnknownAddress, nobody()).with_label("moved on");
            Some(finding.with_secondary(onward.span, "the block that moves it on").with_help(help))
        }
        (ReferenceRole::Imports | ReferenceRole::MovedTo, None) => {
            let finding = finding(Code::UnknownAddress, nobody()).with_label("leads nowhere");
            Some(suggest_name(finding, reference, documents, "correct it, write the file, or take the block away"))
        }
        (ReferenceRole::MovedFrom, Some(document)) => Some(
            finding(Code::UnknownAddress, format!("`{shown}` still has a file, and so did not move"))
                .with_label("is still there")
                .with_note(format!("its file is {}", document.file.path()))
                .with_help("delete that file, correct the address, or take the block away"),
        ),
        (ReferenceRole::Removes, Some(document)) => Some(
            finding(Code::UnknownAddress, format!("`{shown}` still has a file, and so was not removed"))
                .with_label("is still there")
                .with_note(format!("its file is {}", document.file.path()))
                .with_help(match documents.place_using(reference) {
                    Some(place) => format!("correct the address, or take the block away: {place} uses `{shown}`"),
                    None => "delete that file, correct the address, or take the block away".to_owned(),
                }),
        ),
        (ReferenceRole::Protects | ReferenceRole::Imports | ReferenceRole::MovedTo, Some(_))
        | (ReferenceRole::MovedFrom | ReferenceRole::Removes, None)
            if !reference.is_address =>
        {
            let (kind, safety) = documents.kind_meant(reference);
            let address = format!("{kind}/{}", reference.key);
            let fix = edits::rename_key(file, reference.span, &address, safety);
            let message =
                format!("`{}` is a key, and an address is due: its kind and its key", written(file, reference));
            let finding = finding(Code::UnknownAddress, message).with_label("says no kind");
            Some(finding.with_help(format!("write `{}`", echo_text(&address))).with_fix(fix))
        }
        (ReferenceRole::Uses, _)
        | (ReferenceRole::Protects | ReferenceRole::Imports | ReferenceRole::MovedTo, Some(_))
        | (ReferenceRole::MovedFrom | ReferenceRole::Removes, None) => None,
    }
}

/// A document of a kind of which the project has none: what names it is to go, where it is alone on its line.
fn take_line_out(finding: Diagnostic, named: &Reference) -> Diagnostic {
    let (file, span) = (finding.file.clone(), named.span);
    let start = edits::line_start(&file, span.start as usize);
    let line = file.text()[start..].lines().next().unwrap_or_default();
    let alone = line.split_once('=').is_some_and(|(_, value)| {
        value.trim().trim_start_matches('[').trim_end_matches(']').trim() == file.slice(span)
    });
    let help = format!("take it out, or write the document: the project has no {}", named.kind);
    let lines = edits::lines_of_span(&file, Span::new(start, start + line.len())).filter(|_| alone);
    let fix = lines.map(|lines| edits::replace_span(lines, "", "take the line out", Safety::Unsafe));
    fix.into_iter().fold(finding.with_help(help), Diagnostic::with_fix)
}

/// Whether a place takes the kind before the key.
fn takes_address(role: ReferenceRole) -> bool {
    use ReferenceRole::{Imports, MovedFrom, MovedTo, Protects, Removes};
    matches!(role, Imports | MovedFrom | MovedTo | Protects | Removes)
}

/// Whether a part of a path is the code of a language.
fn names_language(path: &str, language: &Language) -> bool {
    path.split(|c: char| !c.is_alphanumeric()).any(|part| part.eq_ignore_ascii_case(language.as_str()))
}

/// Texts whose path and style are of one language: the code beside them is the slip.
fn explain_language(finding: Diagnostic, written: Span, language: &Language) -> Option<Diagnostic> {
    let fix = edits::rename_key(&finding.file, written, language.as_str(), Safety::Unsafe);
    let here = Label { span: written, text: format!("their path says `{language}`, too") };
    let pointer = finding.pointer.as_ref().map(|pointer| pointer.replace("/style", "/language"));
    let style = finding.primary.clone();
    let finding = Diagnostic { primary: here, pointer, ..finding }.with_secondary(style.span, style.text);
    Some(finding.with_help(format!("write `{language}`")).with_fix(fix))
}

/// Texts whose language no dictionary of their glossary leads to: none of its terms is ever checked.
fn check_glossary_of_texts(
    finding: Diagnostic,
    document: &SourceDocument<'_>,
    texts: &Language,
    key: &str,
) -> Option<Diagnostic> {
    let root = profile::root_language(texts);
    let targets = document.node.get("dictionaries").map(Node::items).unwrap_or_default().iter();
    let targets: Option<Vec<Language>> =
        targets.map(|of| Some(profile::root_language(&Language::new(of.get("target_language")?.text()?)))).collect();
    let targets = targets.filter(|targets| !targets.is_empty() && !document.broken && !document.incomplete)?;
    if targets.contains(&root) || find_language(root.as_str()).is_none() {
        return None;
    }
    let message =
        format!("the glossary `{}` has no dictionary into `{root}`, so no term of it is checked", echo_text(key));
    let has: BTreeSet<String> = targets.iter().map(|target| format!("`{target}`")).collect();
    let has: Vec<String> = has.into_iter().take(5).collect();
    Some(
        Diagnostic { message, ..finding }
            .with_label(format!("nothing into `{root}`"))
            .with_note(format!("its dictionaries are into {}", has.join(", ")))
            .with_help(format!("add a dictionary into `{root}`, or take the glossary out")),
    )
}

/// An address whose first word is no kind that is managed: one that is never sent, one that is written otherwise, or none.
fn explain_word_of_kind(
    finding: Diagnostic,
    role: ReferenceRole,
    written: &str,
    known: &KnownDocuments<'_, '_>,
) -> Option<Diagnostic> {
    let (word, key) = written.split_once('/').filter(|(word, _)| Kind::from_name(word).is_none())?;
    // The path of a file, for what is in it.
    let key = [".yaml", ".yml", ".toml"].iter().find_map(|ending| key.strip_suffix(ending)).unwrap_or(key);
    let may_be_gone = matches!(role, ReferenceRole::MovedFrom | ReferenceRole::Removes);
    let meant = kind_of_word(word).filter(|_| role != ReferenceRole::Texts);
    let Some(kind) = meant.and_then(|kind| Kind::from_name(kind.as_str())) else {
        if meant.is_some() {
            let finding = finding.with_label(format!("`{}` is never sent", echo_text(word)));
            let list = known.extending.get(key).filter(|_| role == ReferenceRole::Protects);
            return Some(match known.all.contains_key(&("base_style", key)) {
                true => Diagnostic {
                    message: format!("`{}` is a base, and nothing of the service", echo_text(key)),
                    ..finding
                },
                false => finding,
            })
            .map(|finding| match list {
                Some(list) => finding.with_help(format!("take it out, and protect what extends it: `style/{list}`")),
                None => finding.with_help("take it out: nothing of it is on the service"),
            });
        }
        // A list may have a folder in its key, but none of a name as kinds have them.
        let like_kind = matches!(role, ReferenceRole::Imports | ReferenceRole::Protects) && word.contains("memor");
        return like_kind.then(|| {
            finding.with_label(format!("`{}` is no kind that is managed", echo_text(word))).with_help(
                "take it away: lists, glossaries, spoken terms and style profiles are managed, and a profile names a \
                 memory by its name, as `translation_memory`",
            )
        });
    };
    if !may_be_gone && !known.all.contains_key(&(kind.as_str(), key)) {
        return None;
    }
    let address = format!("{}/{key}", kind.as_str());
    let title = format!("write `{}`", echo_text(&address));
    let fix = edits::replace_span(finding.primary.span, edits::quote_text(&address), title.clone(), Safety::Unsafe);
    Some(finding.with_label(format!("the kind is `{}`", kind.as_str())).with_help(title).with_fix(fix))
}

/// The finding with the name that may have been meant, or with other help where none is near.
fn suggest_name(finding: Diagnostic, named: &Reference, known: &KnownDocuments<'_, '_>, otherwise: &str) -> Diagnostic {
    let best = match (known.address_elsewhere(named), known.nearest_key(named)) {
        (Some(address), _) => address,
        (None, Some(best)) if named.is_address || takes_address(named.role) => format!("{}/{best}", named.kind),
        (None, Some(best)) => best.to_owned(),
        (None, None) if let Some(list) = known.only_list_of(named) => list,
        (None, None) => return finding.with_help(format!("{otherwise}{}", known.list_some(named))),
    };
    let title = format!("write `{best}`");
    let fix = edits::replace_span(named.span, edits::quote_text(&best), title, Safety::Unsafe);
    finding.with_help(format!("did you mean `{best}`?")).with_fix(fix)
}
