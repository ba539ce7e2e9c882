//! What language a list is meant to be for: its field against all else that says one, weighed once for every check.
//!
//! The key of a list, its name, its bases, its rules and what names it each say a language, too. Where two of them agree on another
//! one and none bears the field out, the field is the slip: told once, at the field. Where they are divided, nothing is known.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalogue::Catalogue;
use crate::catalogue::languages::{find_language, root_code};
use crate::check::document::SourceDocument;
use crate::check::glossary::located_field;
use crate::check::inherit::{ResolvedBases, is_language_against_key, is_told};
use crate::check::unlikely_language::{key_says, language_of_key, language_said};
use crate::check::value_not_offered::language_of_rules;
use crate::diagnostic::{Code, Diagnostic, Safety, Span};
use crate::model::Language;
use crate::model::project::Project;
use crate::model::reference::ReferenceRole;
use crate::schema::edits;
use crate::schema::validate::DocumentKind;
use crate::source::parallel::map_all;

/// Who says a language of a list besides its field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Witness {
    Key,
    /// The name, where no list of the language that it says is called so: else it was copied with the list.
    Name,
    /// Every base that has a language.
    Bases,
    /// Everything that names the list.
    Users,
    /// The values of its rules.
    Rules,
}

impl Witness {
    /// What it is called in a sentence.
    const fn as_str(self) -> &'static str {
        match self {
            Self::Key => "its key",
            Self::Name => "its name",
            Self::Bases => "its bases",
            Self::Users => "what names it",
            Self::Rules => "its rules",
        }
    }
}

/// What is said of a list of which something says another language than its field.
#[derive(Debug, Default)]
struct Testimony {
    /// Who says another language, and which.
    against: Vec<(Witness, Language)>,
    /// Whether something says that of the field, too.
    borne_out: bool,
    /// Whether its name is that of a list of the language that the name says.
    name_copied: bool,
}

impl Testimony {
    /// The language that is meant, where the field is the slip.
    fn meant(&self) -> Option<&Language> {
        let ((_, first), others) = self.against.split_first()?;
        let agree = !others.is_empty() && others.iter().all(|(_, code)| code == first);
        (agree && !self.borne_out).then_some(first)
    }
}

/// Lists of which something says another language than their field, by key.
#[derive(Debug, Default)]
pub(super) struct ListLanguages<'d>(BTreeMap<&'d str, Testimony>);

impl<'d> ListLanguages<'d> {
    /// Hears all witnesses of each list.
    pub(super) fn weigh<'a>(bases: &ResolvedBases<'d, 'a>, project: &Project, catalogue: &Catalogue) -> Self {
        let users = languages_of_users(bases.documents, project);
        let mut named: BTreeSet<(&str, &str)> = BTreeSet::new();
        for (_, list) in &bases.lists {
            if let (Some(name), Some(language)) = (&list.raw.name, &list.raw.language) {
                named.insert((name.value.trim(), root_code(language.value.as_str())));
            }
        }
        let hear = |list: &'d SourceDocument<'a>| {
            let testimony = hear_list(list, bases, &users, &named, catalogue)?;
            Some((list.key.as_ref()?.as_str(), testimony))
        };
        let lists: Vec<_> = bases.lists.iter().map(|(_, list)| *list).filter(|list| !list.shares_key).collect();
        Self(map_all(&lists, |list| hear(list)).into_iter().flatten().collect())
    }

    /// Whether something may say another language of a list than its field: of one without a key of its own nobody was heard.
    pub(super) fn is_doubtful(&self, list: &SourceDocument<'_>) -> bool {
        list.key.is_none() || list.shares_key || self.of(list).is_some()
    }

    fn of(&self, list: &SourceDocument<'_>) -> Option<&Testimony> {
        self.0.get(list.key.as_ref().filter(|_| !list.shares_key)?.as_str())
    }

    /// The language that a list is meant for, where its field is the slip.
    pub(super) fn meant(&self, list: &SourceDocument<'_>) -> Option<&Language> {
        self.of(list)?.meant()
    }

    /// The language that a list is for: that of its field, where this is no slip.
    pub(super) fn language_of<'l>(&'l self, list: &'l SourceDocument<'_>) -> Option<&'l Language> {
        self.meant(list).or(list.raw.language.as_ref().map(|language| &language.value))
    }

    /// Whether something bears out the field of a list against what says another language.
    pub(super) fn is_borne_out(&self, list: &SourceDocument<'_>) -> bool {
        self.of(list).is_some_and(|said| said.borne_out)
    }

    /// Whether the name of a list alone is wrong, of all that says its language.
    pub(super) fn is_name_stale(&self, list: &SourceDocument<'_>) -> bool {
        self.of(list).is_some_and(|said| {
            let alone = said.against.iter().all(|(who, _)| *who == Witness::Name);
            if said.name_copied { said.borne_out || alone } else { said.borne_out && alone }
        })
    }

    /// Tells each list whose field is the slip.
    pub(super) fn check_fields(&self, bases: &ResolvedBases<'_, '_>) -> Vec<Diagnostic> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let told = bases.lists.iter().filter_map(|(_, list)| Some((*list, self.of(list)?)));
        told.filter_map(|(list, said)| explain_field(list, said)).collect()
    }
}

/// Everything that is said of one list; nothing where all say the language of its field.
fn hear_list(
    list: &SourceDocument<'_>,
    bases: &ResolvedBases<'_, '_>,
    users: &BTreeMap<String, BTreeSet<String>>,
    named: &BTreeSet<(&str, &str)>,
    catalogue: &Catalogue,
) -> Option<Testimony> {
    let own = &list.raw.language.as_ref()?.value;
    if is_told(list, own) {
        return None;
    }
    let key = list.key.as_ref()?.as_str();
    let of_key = if key_says(key, own.as_str()) { Some(own.as_str()) } else { code_of_key(key) };
    let name = list.raw.name.as_ref().map_or("", |name| name.value.trim());
    let of_name = language_said(name).map(|(_, said)| said.code).filter(|said| catalogue.supports_language(said));
    let copied = of_name.is_some_and(|said| said != own.as_str() && named.contains(&(name, said)));
    let one = users.get(key).filter(|codes| codes.len() == 1).and_then(BTreeSet::first).map(String::as_str);
    let said = [
        (Witness::Key, of_key),
        (Witness::Name, of_name.filter(|_| !copied)),
        (Witness::Bases, language_of_bases(list, bases)),
        (Witness::Users, one),
    ];
    let said = || said.iter().filter_map(|(who, code)| Some((*who, (*code)?)));
    let mut testimony = Testimony {
        against: said()
            .filter(|(_, code)| *code != own.as_str())
            .map(|(who, code)| (who, Language::new(code)))
            .collect(),
        borne_out: said().any(|(_, code)| code == own.as_str()),
        name_copied: copied,
    };
    if testimony.against.is_empty() && !copied {
        return None;
    }
    let of_rules = language_of_rules(list, catalogue).filter(|_| !testimony.borne_out);
    testimony.against.extend(of_rules.map(|code| (Witness::Rules, Language::new(code))));
    Some(testimony)
}

/// The language at the end of a key, or that it is.
fn code_of_key(key: &str) -> Option<&'static str> {
    language_of_key(key).or_else(|| find_language(key).map(|known| known.code))
}

/// The language of the bases that a list extends, where all of those that have one agree. A base that is called for the list says
/// nothing by its field.
fn language_of_bases<'d>(list: &SourceDocument<'_>, bases: &ResolvedBases<'d, '_>) -> Option<&'d str> {
    let own = &list.raw.language.as_ref()?.value;
    let resolved = list.raw.extends.iter().filter_map(|item| bases.resolved.get_key_value(item.value.as_str()));
    let mut said = resolved.filter_map(|(key, base)| {
        let code = base.language.filter(|_| !base.document.shares_key)?;
        let called_for_list = is_language_against_key(key, base, own);
        (!called_for_list && !is_told(base.document, code)).then_some(code.as_str())
    });
    let first = said.next()?;
    said.all(|other| other == first).then_some(first)
}

/// The languages that profiles, tests and `[[texts]]` name each list for.
fn languages_of_users(documents: &[SourceDocument<'_>], project: &Project) -> BTreeMap<String, BTreeSet<String>> {
    let mut users: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut add = |key: &str, code: &str| {
        let code = code.to_ascii_lowercase();
        if let Some(known) = find_language(root_code(&code)) {
            users.entry(key.to_owned()).or_default().insert(known.code.to_owned());
        }
    };
    for document in documents {
        let field = match document.shape {
            DocumentKind::Profile => "target_language",
            DocumentKind::StyleTest => "to",
            DocumentKind::Style
            | DocumentKind::Base
            | DocumentKind::Glossary
            | DocumentKind::SpokenTerms
            | DocumentKind::StyleProfile
            | DocumentKind::Catalogue => continue,
        };
        if let (Some(style), Some(code)) = (located_field(document.node, "style"), located_field(document.node, field))
        {
            add(&style.value, &code.value);
        }
    }
    for named in project.references.iter().filter(|named| named.reference.role == ReferenceRole::Texts) {
        if let Some(language) = named.language.as_ref().filter(|_| named.reference.kind == "style") {
            add(&named.reference.key, language.value.as_str());
        }
    }
    users
}

/// A field that is a slip, told as what it would else break.
fn explain_field(list: &SourceDocument<'_>, said: &Testimony) -> Option<Diagnostic> {
    let (meant, language) = (said.meant()?, list.raw.language.as_ref()?);
    let says = |who| said.against.iter().any(|(one, _)| *one == who);
    let code = if says(Witness::Bases) {
        Code::BaseLanguage
    } else if says(Witness::Users) {
        Code::StyleLanguage
    } else {
        Code::UnlikelyLanguage
    };
    let who: Vec<&str> = said.against.iter().map(|(who, _)| who.as_str()).collect();
    let (last, before) = who.split_last()?;
    let message = format!("this list is for `{}`, and {} and {last} say `{meant}`", language.value, before.join(", "));
    let title = format!("write `{meant}`");
    let text = edits::match_notation(list.file, language.span, meant.as_str());
    let finding = Diagnostic::new(code, list.file, language.span, message)
        .with_label("the only one that says it")
        .with_help(format!("{title}, or adapt them"))
        .with_pointer("/language")
        .with_fix(edits::replace_span(language.span, text, title, Safety::Unsafe));
    let name = list.raw.name.as_ref().filter(|_| says(Witness::Name)).map(|name| name.span);
    let bases: Vec<Span> = match says(Witness::Bases) {
        true => list.raw.extends.iter().map(|item| item.span).take(1).collect(),
        false => Vec::new(),
    };
    let shown = name.into_iter().chain(bases);
    Some(shown.fold(finding, |finding, span| finding.with_secondary(span, format!("says `{meant}`"))))
}
