//! Objects of the account that nobody kept in files yet: a tidy new file for each, and a binding.
//!
//! What cannot be said in a valid file is left on the service, with the reason. Rules that nobody here knows stay there, and
//! are named in a comment. Where a file wants one of this name already and says the same, only the binding is made.

mod lexicon;
mod style;

use std::collections::{BTreeMap, BTreeSet};

pub(in crate::cli::pull) use lexicon::written as written_part;

use crate::check::Desired;
use crate::cli::pull::Files;
use crate::cli::pull::slug::{numbered, slug};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::lexicon::Which as Lexicons;
use crate::model::object::{Content, Found};
use crate::model::tag::Tag;
use crate::model::{Address, Id, Key, Kind, Language, Live};
use crate::plan::drift::unmanaged;
use crate::plan::wanted::{self, Wanted};
use crate::report::Shown;
use crate::source::Format;
use crate::source::emit::{self, Tree};
use crate::state::{Applied, Binding, State};

/// Which objects.
#[derive(Clone, Debug)]
pub enum Which {
    /// Every one.
    All,
    /// Those of these ids.
    These(BTreeSet<Id>),
}

/// An object that is kept in files from now on.
#[derive(Clone, Debug)]
pub struct Adopted {
    /// What it is called.
    pub address: Address,
    /// The file that is made for it; nothing where one says the same already.
    pub file: Option<String>,
    /// The tables that are made beside it.
    pub tables: Vec<String>,
    /// What is remembered.
    pub binding: Binding,
    /// What is left out of the file because nobody here knows it.
    pub unknown: Vec<String>,
}

impl Adopted {
    /// Every file that is made for it.
    pub fn files(&self) -> impl Iterator<Item = &String> {
        self.file.iter().chain(&self.tables)
    }
}

/// A new document and the tables that it names: paths and texts.
struct Draft {
    fields: Vec<(String, Tree)>,
    tables: Vec<(String, String)>,
}

/// An object that stays nobody's.
#[derive(Clone, Debug)]
pub struct Left {
    /// Its id.
    pub id: Id,
    /// Its name.
    pub name: String,
    /// Why, as what follows a colon.
    pub why: String,
}

/// Makes files. `into` says the folder for them, below the project's, by kind.
pub fn adopt(
    files: &mut Files<'_>,
    desired: &Desired,
    state: &State,
    live: &Live,
    which: &Which,
    into: &BTreeMap<Kind, String>,
) -> (Vec<Adopted>, Vec<Left>) {
    let (mut adopted, mut left) = (Vec::new(), Vec::new());
    let mut named: BTreeMap<(Kind, &str, &str), usize> = BTreeMap::new();
    for held in unmanaged(state, live) {
        *named.entry(told_apart_by(held)).or_default() += 1;
    }
    let asked = |held: &Found<'_>| match which {
        Which::All => true,
        Which::These(ids) => ids.contains(held.id()),
    };
    let mut objects: Vec<Found<'_>> = unmanaged(state, live).filter(asked).collect();
    objects.sort_by_key(|held| (held.kind(), held.name(), held.id()));
    let mut taken = Taken::of(files, desired, state);
    for held in objects {
        let twice = named.get(&told_apart_by(held)).is_some_and(|n| *n > 1);
        let into = into.get(&held.kind()).map_or("", String::as_str);
        match one(files, desired, state, held, twice, &mut taken, into) {
            Ok(object) => adopted.push(object),
            Err(why) => left.push(Left { id: held.id().clone(), name: held.name().to_owned(), why }),
        }
    }
    (adopted, left)
}

fn told_apart_by(held: Found<'_>) -> (Kind, &str, &str) {
    (held.kind(), held.name(), held.language().map_or("", Language::as_str))
}

/// Names that new files must not have.
struct Taken {
    /// Paths in lower case: some disks tell no case apart.
    paths: BTreeSet<String>,
    keys: BTreeSet<(Kind, String)>,
}

impl Taken {
    fn of(files: &Files<'_>, desired: &Desired, state: &State) -> Self {
        let wanted = wanted::all(desired).map(Wanted::address);
        let keys = wanted.chain(state.bindings.keys().cloned());
        Self {
            paths: files.parsed.iter().map(|parsed| parsed.file.path().to_lowercase()).collect(),
            keys: keys.map(|Address { kind, key }| (kind, key.as_str().to_lowercase())).collect(),
        }
    }

    fn is_free(&self, files: &Files<'_>, path: &str) -> bool {
        !self.paths.contains(&path.to_lowercase()) && files.opened.root.join(path).symlink_metadata().is_err()
    }

    /// A stem that is free, with its path.
    fn free(&self, files: &Files<'_>, kind: Kind, into: &str, stem: &str, ending: &str) -> Option<(String, String)> {
        let path =
            |name: &str| if into.is_empty() { format!("{name}.{ending}") } else { format!("{into}/{name}.{ending}") };
        let is_free =
            |name: &String| self.is_free(files, &path(name)) && !self.keys.contains(&(kind, name.to_lowercase()));
        numbered(stem).find(is_free).map(|name| {
            let path = path(&name);
            (name, path)
        })
    }
}

fn one(
    files: &mut Files<'_>,
    desired: &Desired,
    state: &State,
    held: Found<'_>,
    twice: bool,
    taken: &mut Taken,
    into: &str,
) -> Result<Adopted, String> {
    let kind = held.kind();
    if Tag::of(held.name()).is_some() {
        return Err("it wears the mark of a creation that is under way or was interrupted".to_owned());
    }
    if twice {
        return Err(match kind {
            Kind::Style => "another list has its name and language: rename one of them on the service".to_owned(),
            Kind::Glossary | Kind::SpokenTerms | Kind::TranslationProfile => {
                format!("another {} has its name: rename one of them on the service", kind.noun())
            }
        });
    }
    let (content, unknown) = match held {
        Found::Style(held) => {
            let (content, unknown) = style::known(files, held)?;
            (Content::Style(content), unknown)
        }
        Found::Lexicon(held) => (Content::Lexicon(lexicon::known(held)?), Vec::new()),
    };
    if let Some(wanted) = wanted::all(desired).find(|wanted| wanted.told_apart_by() == told_apart_by(held)) {
        return said_already(wanted, state, held, &content, unknown);
    }
    let ending =
        if files.takes(&format!("{into}/x.yaml")) || !files.takes(&format!("{into}/x.toml")) { "yaml" } else { "toml" };
    let stem = slug(kind, held.name(), held.language().map_or("", Language::as_str), held.id().as_str());
    let (stem, path) =
        taken.free(files, kind, into, &stem, ending).ok_or("every name that its file could have is taken")?;
    let key = Key::new(&stem).map_err(|why| format!("its file's name cannot be a key: {why}"))?;
    let draft = match &content {
        Content::Style(content) => Draft { fields: style::fields(content), tables: Vec::new() },
        Content::Lexicon(content) => lexicon::draft(files, &path, content, &|path: &str| taken.is_free(files, path))?,
    };
    let text = schema_line(files, kind, &path) + &style::left_out(&unknown) + &document(&path, &draft.fields);
    let checked = files.alone(&path, &text, &draft.tables);
    if let Some(error) = checked.findings.iter().find(|finding| finding.severity == Severity::Error) {
        return Err(refused(error));
    }
    for (path, text) in &draft.tables {
        files.put_table(path, None, text);
    }
    files.put(&path, &text);
    let tables: Vec<String> = draft.tables.into_iter().map(|(path, _)| path).collect();
    taken.paths.extend(tables.iter().chain([&path]).map(|path| path.to_lowercase()));
    taken.keys.insert((kind, stem));
    let binding = binding(held, &content, false);
    Ok(Adopted { address: Address::new(kind, key), file: Some(path), tables, binding, unknown })
}

/// The binding to what a file wants already, where it says the same.
fn said_already(
    wanted: Wanted<'_>,
    state: &State,
    held: Found<'_>,
    content: &Content,
    unknown: Vec<String>,
) -> Result<Adopted, String> {
    let (address, kind) = (wanted.address(), held.kind());
    let named = match kind {
        Kind::Style => "name and language",
        Kind::Glossary | Kind::SpokenTerms | Kind::TranslationProfile => "name",
    };
    if state.bindings.contains_key(&address) {
        Err(format!("{address} has its {named}, and another id"))
    } else if wanted.content().same(content) {
        let binding = binding(held, content, wanted.protected());
        Ok(Adopted { address, file: None, tables: Vec::new(), binding, unknown })
    } else {
        Err(format!(
            "{} wants a {} of its {named} and says something else: housestyle plan --adopt {address}",
            Shown(&wanted.place().file),
            kind.noun()
        ))
    }
}

fn binding(held: Found<'_>, content: &Content, protected: bool) -> Binding {
    Binding {
        id: held.id().clone(),
        version: held.version().unwrap_or_default(),
        protected,
        applied: Applied::new(content, content),
        attempted: Vec::new(),
        sealed: true,
    }
}

/// A document in the notation of its path.
fn document(path: &str, fields: &[(String, Tree)]) -> String {
    match Format::of(path) {
        Some(Format::Toml) => emit::toml(fields),
        Some(Format::Yaml) | None => emit::yaml(fields),
    }
}

/// Why what it says cannot stand in a file: in words that follow a colon, with the text that is meant where it is short.
fn refused(error: &Diagnostic) -> String {
    let text = error.file.slice(error.primary.span);
    let what = if (1..=60).contains(&text.len()) { format!(": {}", Shown(text)) } else { String::new() };
    format!("a file that says the same would be invalid: {} [{}]{what}", Shown(&error.message), error.code)
}

/// The line above the fields that names the schema for editors, where the project has a copy of it.
fn schema_line(files: &Files<'_>, kind: Kind, path: &str) -> String {
    let schema = match Lexicons::of(kind) {
        None => "style.schema.json",
        Some(Lexicons::Glossary) => "glossary.schema.json",
        Some(Lexicons::SpokenTerms) => "spoken-terms.schema.json",
    };
    if !files.opened.root.join("schema").join(schema).is_file() {
        return String::new();
    }
    let up = "../".repeat(path.matches('/').count());
    let mark = if Format::of(path) == Some(Format::Toml) { "#:schema " } else { "# yaml-language-server: $schema=" };
    format!("{mark}{up}schema/{schema}\n")
}
