//! Takes bases into a document: later bases win over earlier ones, the document's own values win over all.
//!
//! Every value keeps the document that wrote it, so that places lead to the file that has to change.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use foldhash::HashMap;

use crate::catalogue::languages::{find_language, root_code};
use crate::catalogue::nearest;
use crate::check::base_language;
use crate::check::document::SourceDocument;
use crate::check::list_language::ListLanguages;
use crate::check::meant_base::paths_meant;
use crate::check::raw_document::{RawInstruction, RawRule};
use crate::check::unlikely_language::{is_for_other, key_says, language_of_key};
use crate::diagnostic::{Code, Diagnostic, Located, Safety, Span};
use crate::model::style::{RuleKey, Style};
use crate::model::{Key, Language, Placed};
use crate::schema::edits;
use crate::schema::explained_document::echo_text;
use crate::schema::joined_names::explain_joined_names;
use crate::schema::stuck_comment::stuck_comment;
use crate::schema::validate::DocumentKind;

/// A document with its bases taken in.
pub(super) struct MergedStyle<'d, 'a> {
    pub(super) document: &'d SourceDocument<'a>,
    /// Its language: its own, or that of its bases.
    pub(super) language: Option<&'d Language>,
    pub(super) rules: BTreeMap<&'d RuleKey, MergedValue<'d, 'a, RawRule>>,
    pub(super) instructions: Vec<MergedValue<'d, 'a, RawInstruction>>,
    /// Whether every base was there and sound, so that absence proves something.
    pub(super) complete: bool,
}

/// A value and where it came from.
pub(super) struct MergedValue<'d, 'a, T> {
    pub(super) value: &'d T,
    /// The document that wrote it.
    pub(super) from: &'d SourceDocument<'a>,
    /// Where the taking document names the base that it came through; none for its own.
    pub(super) via: Option<Span>,
}

impl<T> Clone for MergedValue<'_, '_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for MergedValue<'_, '_, T> {}

/// Bases by key, resolved, and the keys that lists have, with their files.
#[derive(Default)]
pub(super) struct ResolvedBases<'d, 'a> {
    pub(super) resolved: BTreeMap<&'d str, MergedStyle<'d, 'a>>,
    pub(super) lists: Vec<(&'d Key, &'d SourceDocument<'a>)>,
    /// Every document, and the keys of the lists that some of them name; found out where a list is extended.
    pub(super) documents: &'d [SourceDocument<'a>],
    pub(super) named: OnceLock<BTreeSet<String>>,
    /// What is said of the languages of lists; of bases that are not read yet, nothing.
    pub(super) languages: ListLanguages<'d>,
}

impl ResolvedBases<'_, '_> {
    /// Whether a profile or a test names a list.
    fn is_named(&self, list: &Key) -> bool {
        self.named.get_or_init(|| named_lists(self.documents)).contains(list.as_str())
    }
}

/// The keys of the lists that profiles and tests name.
pub(super) fn named_lists(documents: &[SourceDocument<'_>]) -> BTreeSet<String> {
    let references = documents.iter().flat_map(SourceDocument::references);
    references.filter(|named| named.kind == DocumentKind::Style.as_str()).map(|named| named.key).collect()
}

/// Takes the bases of `document` in. Names that are no base are left to [`unknown_bases`].
pub(super) fn merge_bases<'d, 'a>(
    document: &'d SourceDocument<'a>,
    bases: &ResolvedBases<'d, 'a>,
) -> (MergedStyle<'d, 'a>, Vec<Diagnostic>) {
    let own = &document.raw;
    let mut findings = Vec::new();
    let mut merged = MergedStyle {
        document,
        language: own.language.as_ref().map(|language| &language.value),
        rules: BTreeMap::new(),
        instructions: Vec::new(),
        complete: true,
    };
    let mut labels: HashMap<&'d str, usize> = HashMap::default();
    for item in &own.extends {
        let Some(base) = bases.resolved.get(item.value.as_str()) else {
            merged.complete = false;
            continue;
        };
        merged.complete &= base.complete && !base.document.broken;
        match (merged.language, base.language) {
            (Some(wanted), Some(given))
                if wanted != given
                    && !base.document.shares_key
                    && !is_told(document, wanted)
                    && !is_told(base.document, given)
                    && bases.languages.meant(document).is_none() =>
            {
                findings.push(base_language::base_language_mismatch(document, item.span, (wanted, given), base, bases));
            }
            (None, Some(given)) => merged.language = Some(given),
            (Some(_) | None, Some(_) | None) => {}
        }
        for (key, rule) in &base.rules {
            merged.rules.insert(key, MergedValue { via: Some(item.span), ..*rule });
        }
        for instruction in &base.instructions {
            upsert_instruction(
                &mut merged.instructions,
                &mut labels,
                MergedValue { via: Some(item.span), ..*instruction },
            );
        }
    }
    findings.extend(overridden_bases(&merged, bases));
    findings.extend(unset_rules(&mut merged));
    for (key, rule) in &own.rules {
        if rule.value.is_some() {
            merged.rules.insert(key, MergedValue { value: rule, from: document, via: None });
        } else if merged.rules.remove(key).is_none()
            && merged.complete
            && !own.unset_rules.iter().any(|item| item.value == *key)
        {
            findings.push(nothing_to_unset(document, key, rule));
        }
    }
    for instruction in &own.instructions {
        upsert_instruction(
            &mut merged.instructions,
            &mut labels,
            MergedValue { value: instruction, from: document, via: None },
        );
    }
    (merged, findings)
}

impl MergedStyle<'_, '_> {
    /// Whether the list and its bases were all read without an error, so that what is not there is not set.
    pub(super) fn is_known_whole(&self) -> bool {
        self.complete && !self.document.broken
    }

    /// The list that this document wants; none where it lacks what a list must have.
    pub(super) fn into_style(self) -> Option<Style> {
        let Self { document, language: _, rules, instructions, complete: _ } = self;
        let file = document.file;
        let name = document.raw.name.as_ref()?;
        let language = document.raw.language.as_ref()?;
        let rules = rules.into_iter().filter_map(|(key, taken)| {
            let value = taken.value.value.clone()?;
            Some((key.clone(), Placed::new(value, taken.from.file.place_of(taken.value.span))))
        });
        let instructions = instructions
            .into_iter()
            .map(|taken| Placed::new(taken.value.instruction.clone(), taken.from.file.place_of(taken.value.span)));
        Some(Style {
            key: document.key.clone()?,
            name: Placed::new(name.value.clone(), file.place_of(name.span)),
            language: Placed::new(language.value.clone(), file.place_of(language.span)),
            rules: rules.collect(),
            instructions: instructions.collect(),
            protected: document.raw.protected,
            place: file.place_of(document.start),
        })
    }
}

/// Takes away the inherited rules that the document does without.
fn unset_rules(merged: &mut MergedStyle<'_, '_>) -> Vec<Diagnostic> {
    let (own, file) = (&merged.document.raw, merged.document.file);
    let mut findings = Vec::new();
    let mut first: BTreeMap<&RuleKey, Span> = BTreeMap::new();
    for (index, Located { value: key, span }) in own.unset_rules.iter().enumerate() {
        let pointer = format!("/without_rules/{index}");
        let finding = |code, message| Diagnostic::new(code, file, *span, message).with_pointer(pointer.clone());
        let set = own.rules.get(key).filter(|rule| rule.value.is_some());
        if let Some(before) = first.insert(key, *span) {
            findings.push(
                finding(Code::DuplicateReference, format!("`{key}` is named twice"))
                    .with_label("again")
                    .with_secondary(before, "first here")
                    .with_help("name it once, or write the one that is meant"),
            );
        } else if let Some(rule) = set {
            findings.push(
                finding(Code::ExclusiveFields, format!("`{key}` is unset and set in one document"))
                    .with_secondary(rule.key, "set here")
                    .with_help("keep one of the two: a value of its own wins over what is inherited anyway"),
            );
        } else if merged.rules.remove::<RuleKey>(key).is_none() && merged.complete && !merged.document.broken {
            let of_category = merged.rules.keys().filter(|other| other.category == key.category).take(MAX_NAMED);
            let others: Vec<String> = of_category.map(|other| format!("`{}`", other.rule)).collect();
            let others = match others.as_slice() {
                [] => String::new(),
                others => format!("; of `{}`, bases set {}", key.category, others.join(", ")),
            };
            findings.push(
                finding(Code::WithoutEffect, format!("no base of this document sets `{key}`"))
                    .with_label("nothing to unset")
                    .with_help(format!("remove it, or check `extends`{others}")),
            );
        }
    }
    findings
}

/// Adds an instruction, or puts it where one of its label stands.
fn upsert_instruction<'d, 'a>(
    list: &mut Vec<MergedValue<'d, 'a, RawInstruction>>,
    labels: &mut HashMap<&'d str, usize>,
    taken: MergedValue<'d, 'a, RawInstruction>,
) {
    let label = taken.value.instruction.label.as_str();
    match labels.get(label) {
        Some(at) => list[*at] = taken,
        None => {
            labels.insert(label, list.len());
            list.push(taken);
        }
    }
}

/// Names in `extends` that are no base, once all bases are resolved.
pub(super) fn unknown_bases(document: &SourceDocument<'_>, bases: &ResolvedBases<'_, '_>) -> Vec<Diagnostic> {
    let mut named = BTreeSet::new();
    let unknown = document.raw.extends.iter().filter(|item| !bases.resolved.contains_key(item.value.as_str()));
    let first = unknown.filter(|item| named.insert(item.value.as_str()));
    join_unknown_bases(first.map(|item| unknown_base(document, item, bases)).collect())
}

fn unknown_base(document: &SourceDocument<'_>, item: &Located<String>, bases: &ResolvedBases<'_, '_>) -> Diagnostic {
    let (written, span) = (item.value.as_str(), item.span);
    let is_known = |key: &str| bases.resolved.contains_key(key).then_some(Code::UnknownBase);
    if let Some(finding) = stuck_comment(document.file, written, span, is_known) {
        return finding.with_pointer("/extends");
    }
    let finding = Diagnostic::new(
        Code::UnknownBase,
        document.file,
        span,
        format!("the project has no base `{}`", echo_text(written)),
    )
    .with_label("not a base")
    .with_pointer("/extends");
    if let Some(finding) = explain_joined_names(&finding, item, |name| bases.resolved.contains_key(name)) {
        return finding;
    }
    let bare = [".yaml", ".yml", ".toml"].iter().find_map(|ending| written.strip_suffix(ending)).unwrap_or(written);
    let meant: Vec<String> = paths_meant(document.file.path(), written).collect();
    let is_meant = |path: &str| path.rsplit_once('.').is_some_and(|(path, _)| meant.iter().any(|meant| meant == path));
    let of_path = bases.lists.iter().find(|(_, list)| is_meant(list.file.path()));
    if let Some((key, list)) = of_path.or_else(|| bases.lists.iter().find(|(key, _)| key.as_str() == written)) {
        let may_be_base = of_path.is_some() && !bases.is_named(key);
        return explain_extended_list(document, (key, list), may_be_base, bases, finding);
    }
    let keys: Vec<&str> = bases.resolved.keys().copied().collect();
    let of_path =
        |merged: &MergedStyle<'_, '_>| Some(merged.document.file.path()).filter(|path| is_meant(path)).cloned();
    let all_of_path: Vec<(&str, &MergedStyle<'_, '_>)> = bases
        .resolved
        .iter()
        .filter(|(_, merged)| of_path(merged).is_some())
        .map(|(key, merged)| (*key, merged))
        .collect();
    if let [(_, first), _, ..] = all_of_path.as_slice() {
        return explain_several_bases(document, span, first.document.file.path(), &all_of_path, finding);
    }
    if let Some((key, path)) = bases.resolved.iter().find_map(|(key, merged)| Some((*key, of_path(merged)?))) {
        let named = path.rsplit_once('.').is_some_and(|(path, _)| path == key);
        let note =
            if named { format!("{path} is that base") } else { format!("{path} is a base whose `key` is `{key}`") };
        return finding.with_note(note).with_help(format!("write `{key}`")).with_fix(edits::rename_key(
            document.file,
            span,
            key,
            Safety::Unsafe,
        ));
    }
    let said = language_of_key(bare);
    match base_meant(document, written, bare, bases) {
        Some(best) => {
            let fix = edits::rename_key(document.file, span, best, Safety::Unsafe);
            match lies_too_deep(bare, best, bases) {
                Some(ending) => finding
                    .with_help(format!("move `{best}{ending}` to `{bare}{ending}`, or {}", fix.title))
                    .or_offering(fix.title, fix.edits),
                None => finding.with_help(format!("did you mean `{best}`?")).with_fix(fix),
            }
        }
        None if keys.is_empty() => {
            finding.with_note(NO_BASES).with_help(match bare == written && Key::new(written).is_ok() {
                true => {
                    let (path, name) = (echo_text(written), written.rsplit('/').next().unwrap_or_default());
                    let shipped = match SHIPPED.contains(&name) {
                        true => format!(" (`styles/{name}.yaml` of housestyle's repository is one to copy)"),
                        false => String::new(),
                    };
                    format!(
                        "bring `{path}.yaml` back if it was deleted, or write it with `kind: base_style`{shipped}, or take this out"
                    )
                }
                false => "write a base into a file of this project, and name its path without the ending".to_owned(),
            })
        }
        None => {
            let own = document.raw.language.as_ref().map(|language| &language.value);
            let is_other = |key: &str| own.zip(bases.resolved[key].language).is_some_and(|(own, other)| own != other);
            let fitting: Vec<&str> = keys.iter().copied().filter(|key| !is_other(key)).collect();
            let some: Vec<String> = fitting.iter().take(5).map(|key| format!("`{key}`")).collect();
            let more = if fitting.len() > some.len() { " and others" } else { "" };
            let is_for = |key: &str, base: &MergedStyle<'_, '_>| {
                said.is_some()
                    && (language_of_key(key) == said || base.language.map(|is| root_code(is.as_str())) == said)
            };
            let lacks = said.filter(|_| !bases.resolved.iter().any(|(key, base)| is_for(key, base)));
            let named = |key: &&str| document.raw.extends.iter().any(|base| base.value.as_str() == *key);
            let name = match fitting.iter().all(named) {
                true => format!("take it out: of the bases of the project, {} stands here already", some.join(" and ")),
                false => format!("name a base of the project: {}{more}", some.join(", ")),
            };
            finding.with_help(match (lacks, some.is_empty()) {
                (Some(said), true) => format!("no base is for `{said}`: write one, or take this out"),
                (Some(said), false) => format!("no base is for `{said}`: write one, or {name}"),
                (None, true) => "take it out, or write it: the bases of the project are for other languages".to_owned(),
                (None, false) => name,
            })
        }
    }
}

/// The base that is meant by a name that none has, as it seems: one of the language that the name says and the document has.
fn base_meant<'d>(
    document: &SourceDocument<'_>,
    written: &str,
    bare: &str,
    bases: &ResolvedBases<'d, '_>,
) -> Option<&'d str> {
    let said = language_of_key(bare);
    let own = document.raw.language.as_ref().map(|language| &language.value);
    let own = own.filter(|own| !is_told(document, own));
    let fits = |key: &str, base: &MergedStyle<'_, '_>| {
        let other = own.zip(base.language).is_some_and(|(own, other)| own != other);
        !base.document.shares_key && !other && !is_for_other(said, key, base.language)
    };
    let fitting: Vec<&str> = bases.resolved.iter().filter(|(key, base)| fits(key, base)).map(|(key, _)| *key).collect();
    // The folder is easily left out: a single base of that last name is surely meant.
    let tail: Vec<&str> =
        fitting.iter().copied().filter(|key| key.rsplit('/').next() == bare.rsplit('/').next()).collect();
    if let [only] = tail.as_slice() {
        return Some(only);
    }
    let near = nearest::nearest_words(written, fitting.iter().copied());
    // Else the only one for the language.
    let is_for = |key: &&&str| bases.resolved[**key].language.is_some_and(|is| Some(root_code(is.as_str())) == said);
    let mut only = fitting.iter().filter(is_for);
    near.first().copied().or_else(|| only.next().filter(|_| only.next().is_none()).copied())
}

/// The ending of a file that was put into a folder below its own, as it seems: another base lies where this one is looked for, and
/// nothing names it as it lies.
fn lies_too_deep<'b>(written: &str, best: &str, bases: &'b ResolvedBases<'_, '_>) -> Option<&'b str> {
    let ((folder, name), (below, own)) = (written.rsplit_once('/')?, best.rsplit_once('/')?);
    let ending = bases.resolved[best].document.file.path().strip_prefix(best)?;
    let is_beside = |key: &&str| key.rsplit_once('/').is_some_and(|(other, _)| other == folder);
    let mut named = bases.documents.iter().flat_map(|document| &document.raw.extends);
    let deeper = name == own && below.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
    let told = deeper && bases.resolved.keys().any(is_beside) && !named.any(|item| item.value == best);
    (told && ending.starts_with('.')).then_some(ending)
}

/// A file of several bases where one of them is due: the one for the language of the document, where there is just one.
fn explain_several_bases(
    document: &SourceDocument<'_>,
    span: Span,
    path: &str,
    bases: &[(&str, &MergedStyle<'_, '_>)],
    finding: Diagnostic,
) -> Diagnostic {
    let names: Vec<String> = bases.iter().take(5).map(|(key, _)| format!("`{key}`")).collect();
    let more = if bases.len() > names.len() { " and others" } else { "" };
    let finding = finding.with_note(format!("{path} holds {} bases: {}{more}", bases.len(), names.join(", ")));
    let own = document.raw.language.as_ref().map(|language| &language.value);
    let mut of_language = bases.iter().filter(|(_, base)| own.is_some() && base.language == own);
    match of_language.next().filter(|_| of_language.next().is_none()) {
        Some((key, _)) => finding
            .with_help(format!("name one of its bases: did you mean `{key}`, which is for the same language?"))
            .with_fix(edits::rename_key(document.file, span, key, Safety::Unsafe)),
        None => finding.with_help("name one of its bases by its key"),
    }
}

/// A list where a base is due. `may_be_base` where nothing needs it as a list.
fn explain_extended_list(
    document: &SourceDocument<'_>,
    (key, list): (&Key, &SourceDocument<'_>),
    may_be_base: bool,
    bases: &ResolvedBases<'_, '_>,
    finding: Diagnostic,
) -> Diagnostic {
    let finding = finding.with_note(format!(
        "`{key}` is a list, in {}: only documents with `kind: base_style` can be extended",
        list.file.path()
    ));
    if document.key.as_ref() == Some(key) {
        return finding.with_help("take it out: this is the list itself");
    }
    let language =
        |document: &SourceDocument<'_>| document.raw.language.as_ref().map(|language| language.value.clone());
    match (language(document), language(list)) {
        (Some(own), Some(other)) if own != other => finding
            .with_note(format!("it is for `{other}`, and this {} for `{own}`", document.shape.noun()))
            .with_help("take it out, or move what both share into a base without `language`"),
        _ if may_be_base && list.raw.extends.is_empty() => {
            finding.with_help("write `kind: base_style` into it and no `name`, or move what both share into a base")
        }
        _ => {
            const SHARE: &str = "move what both share into a base, and extend that in both";
            let held = |base: &&Located<String>| bases.resolved.contains_key(base.value.as_str());
            let is_there = |base: &Located<String>| document.raw.extends.iter().any(|own| own.value == base.value);
            let mut shared = list.raw.extends.iter().filter(held);
            match shared.next().filter(|base| shared.next().is_none() && !is_there(base)) {
                Some(Located { value: base, .. }) => {
                    let fix = edits::rename_key(document.file, finding.primary.span, base, Safety::Unsafe);
                    finding.with_help(format!("write `{base}`, which `{key}` extends, or {SHARE}")).with_fix(fix)
                }
                None => finding.with_help(SHARE),
            }
        }
    }
}

/// What is said where a project has no base at all.
const NO_BASES: &str = "the project has no document with `kind: base_style`";

/// Bases that the repository has in `styles`, to be copied.
const SHIPPED: &[&str] =
    &["de", "de-ch", "de-technical", "en-gb", "en-us", "es", "es-latam", "fr", "fr-1990", "it", "ja", "ko", "zh"];

/// Most bases that one finding names; beyond, they are counted.
const MAX_NAMED: usize = 8;

/// Where the project has no base at all, those that a document names are one finding.
fn join_unknown_bases(findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let alike = |finding: &Diagnostic| finding.notes.iter().any(|note| note == NO_BASES);
    let [first, others @ ..] = findings.as_slice() else { return findings };
    if others.is_empty() || !findings.iter().all(alike) {
        return findings;
    }
    let name = |finding: &Diagnostic| finding.message.rsplit(' ').next().unwrap_or_default().to_owned();
    let mut names: Vec<String> = findings.iter().take(MAX_NAMED).map(name).collect();
    if findings.len() > MAX_NAMED {
        names.push(format!("{} more", findings.len() - MAX_NAMED));
    }
    let joined = others
        .iter()
        .take(MAX_NAMED - 1)
        .fold(first.clone(), |joined, other| joined.with_secondary(other.primary.span, "and this one"));
    let several = if others.len() == 1 { "and the other alike" } else { "and the others alike" };
    let help = first.help.as_ref().map(|help| format!("{help}, {several}"));
    let last = names.len() - 1;
    let message = format!("the project has no bases {} and {}", names[..last].join(", "), names[last]);
    vec![Diagnostic { message, help, ..joined }]
}

/// Bases of which nothing is left: each of their rules and instructions is set by one that stands after them.
fn overridden_bases(merged: &MergedStyle<'_, '_>, bases: &ResolvedBases<'_, '_>) -> Vec<Diagnostic> {
    let (own, file) = (&merged.document.raw, merged.document.file);
    let mut findings = Vec::new();
    // A base that is named twice is an error of its own, and aliases may repeat one thousands of times.
    let mut named = BTreeSet::new();
    if !own.extends.iter().all(|item| named.insert(&item.value)) {
        return findings;
    }
    let of_rules = merged.rules.values().filter_map(|rule| rule.via);
    let left: BTreeSet<Span> = of_rules.chain(merged.instructions.iter().filter_map(|one| one.via)).collect();
    for (at, item) in own.extends.iter().enumerate().take(own.extends.len().saturating_sub(1)) {
        let Some(base) = bases.resolved.get(item.value.as_str()).filter(|_| !left.contains(&item.span)) else {
            continue;
        };
        // What comes of the same document through a later base is no other value.
        let changed = base.rules.iter().find_map(|(key, rule)| {
            let now = merged.rules.get(key)?;
            (now.value.value != rule.value.value).then_some(now.via?)
        });
        let winner = changed.and_then(|via| own.extends[at + 1..].iter().find(|other| other.span == via));
        let Some(winner) = winner.filter(|winner| merged.complete && is_out_of_order(item, winner, bases)) else {
            continue;
        };
        let mut order: Vec<&str> = own.extends.iter().map(|item| item.value.as_str()).collect();
        let moved = order.remove(at);
        let place = own.extends.iter().position(|other| other.span == winner.span).unwrap_or(at);
        order.insert(place, moved);
        let separator = |name: &&str| edits::match_notation(file, item.span, name);
        let order: Vec<String> = order.iter().map(separator).collect();
        let (one, other) = (echo_text(&item.value), echo_text(&winner.value));
        findings.push(
            Diagnostic::new(
                Code::WithoutEffect,
                file,
                item.span,
                format!("all that `{one}` says is overridden by `{other}`, which stands after it"),
            )
            .with_label("nothing of it is left")
            .with_secondary(winner.span, "overrides it")
            .with_help(format!("write `[{}]` if `{one}` is to win: later ones do", echo_text(&order.join(", "))))
            .with_pointer("/extends"),
        );
    }
    findings
}

/// Whether another order would leave something of both: where the later one sets more than the earlier. A supplement bears the
/// name of what it supplements (`house/de-ch` of `house/de`): behind that it may override all of it.
fn is_out_of_order(earlier: &Located<String>, later: &Located<String>, bases: &ResolvedBases<'_, '_>) -> bool {
    let supplements = |one: &Located<String>, other: &Located<String>| {
        one.value.strip_prefix(&other.value).is_some_and(|rest| rest.starts_with('-'))
    };
    let (Some(own), Some(other)) =
        (bases.resolved.get(earlier.value.as_str()), bases.resolved.get(later.value.as_str()))
    else {
        return false;
    };
    let label = |one: &MergedValue<'_, '_, RawInstruction>| one.value.instruction.label.clone();
    let known: BTreeSet<_> = own.instructions.iter().map(label).collect();
    let more = other.rules.keys().any(|key| !own.rules.contains_key(*key))
        || other.instructions.iter().any(|one| !known.contains(&label(one)));
    supplements(earlier, later) || more && !supplements(later, earlier)
}

/// Whether a language is none that lists have, and that was told where it is written.
pub(super) fn is_told(document: &SourceDocument<'_>, language: &Language) -> bool {
    document.broken && (language.as_str().contains('-') || find_language(language.as_str()).is_none())
}

/// Whether the key of a base says the language of what extends it, and not its own: that is a slip.
pub(super) fn is_language_against_key(key: &str, base: &MergedStyle<'_, '_>, wanted: &Language) -> bool {
    let says = |language: &Language| key_says(key, language.as_str());
    says(wanted) && base.language.is_some_and(|given| given != wanted && !says(given))
}

fn nothing_to_unset(document: &SourceDocument<'_>, key: &RuleKey, rule: &RawRule) -> Diagnostic {
    let finding =
        Diagnostic::new(Code::EmptyValue, document.file, rule.key, format!("`{}` has no value", echo_text(&key.rule)))
            .with_label("nothing follows")
            .with_note("an empty value takes an inherited rule away, and no base of this document sets this one")
            .with_help("write a value after it, or remove the line")
            .with_pointer(format!("/configured_rules/{}/{}", key.category, key.rule));
    match edits::removal_of_span(document.file, rule.key.to(rule.span)) {
        Some(span) => finding.with_fix(edits::replace_span(span, "", "remove the line", Safety::Unsafe)),
        None => finding,
    }
}
