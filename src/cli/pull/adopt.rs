//! Lists of the account that nobody kept in files yet: a tidy new file for each, and a binding.
//!
//! A list that cannot be said in a valid file is left on the service, with the reason. Rules that nobody here knows stay
//! there, and are named in a comment. Where a file wants a list of this name already and says the same, only the binding
//! is made.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::{self, Desired};
use crate::cli::pull::Files;
use crate::cli::pull::slug::slug;
use crate::diagnostic::Severity;
use crate::model::object::Content;
use crate::model::style::{self, LiveStyle, RuleKey};
use crate::model::tag::Tag;
use crate::model::{Address, Id, Key, Live, write};
use crate::plan::drift::{ambiguous, unmanaged};
use crate::report::Shown;
use crate::source::{Format, discover, emit};
use crate::state::{Applied, Binding, State};

/// Which lists.
#[derive(Clone, Debug)]
pub enum Which {
    /// Every one.
    All,
    /// Those of these ids.
    These(BTreeSet<Id>),
}

/// A list that is kept in files from now on.
#[derive(Clone, Debug)]
pub struct Adopted {
    /// What it is called.
    pub address: Address,
    /// The file that is made for it; nothing where one says the same already.
    pub file: Option<String>,
    /// What is remembered.
    pub binding: Binding,
    /// What is left out of the file because nobody here knows it.
    pub unknown: Vec<String>,
}

/// A list that stays nobody's.
#[derive(Clone, Debug)]
pub struct Left {
    /// Its id.
    pub id: Id,
    /// Its name.
    pub name: String,
    /// Why, as what follows a colon.
    pub why: String,
}

/// Makes files. `into` is the folder for them, below the project's.
pub fn adopt(
    files: &mut Files<'_>,
    desired: &Desired,
    state: &State,
    live: &Live,
    which: &Which,
    into: &str,
) -> (Vec<Adopted>, Vec<Left>) {
    let (mut adopted, mut left) = (Vec::new(), Vec::new());
    let mut named: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for held in unmanaged(state, live) {
        *named.entry((&held.name, held.language.as_str())).or_default() += 1;
    }
    let asked = |held: &&LiveStyle| match which {
        Which::All => true,
        Which::These(ids) => ids.contains(&held.id),
    };
    let mut lists: Vec<&LiveStyle> = unmanaged(state, live).filter(asked).collect();
    lists.sort_by(|a, b| (&a.name, &a.id).cmp(&(&b.name, &b.id)));
    let mut taken = Taken::of(files, desired, state);
    for held in lists {
        let twice = named.get(&(held.name.as_str(), held.language.as_str())).is_some_and(|n| *n > 1);
        match one(files, desired, state, held, twice, &mut taken, into) {
            Ok(list) => adopted.push(list),
            Err(why) => left.push(Left { id: held.id.clone(), name: held.name.clone(), why }),
        }
    }
    (adopted, left)
}

/// Names that new files must not have.
struct Taken {
    /// Paths in lower case: some disks tell no case apart.
    paths: BTreeSet<String>,
    keys: BTreeSet<String>,
}

impl Taken {
    fn of(files: &Files<'_>, desired: &Desired, state: &State) -> Self {
        let keys = desired.styles().keys().map(Key::as_str).chain(state.bindings.keys().map(|of| of.key.as_str()));
        Self {
            paths: files.parsed.iter().map(|parsed| parsed.file.path().to_lowercase()).collect(),
            keys: keys.map(str::to_lowercase).collect(),
        }
    }

    /// A stem that is free, with its path.
    fn free(&mut self, files: &Files<'_>, into: &str, stem: &str, ending: &str) -> (String, String) {
        let mut number = 1;
        loop {
            let name = if number == 1 { stem.to_owned() } else { format!("{stem}-{number}") };
            let path = if into.is_empty() { format!("{name}.{ending}") } else { format!("{into}/{name}.{ending}") };
            let lower = path.to_lowercase();
            let there = files.opened.root.join(&path).symlink_metadata().is_ok();
            if !there && !self.paths.contains(&lower) && self.keys.insert(name.clone()) {
                self.paths.insert(lower);
                return (name, path);
            }
            number += 1;
        }
    }
}

fn one(
    files: &mut Files<'_>,
    desired: &Desired,
    state: &State,
    held: &LiveStyle,
    twice: bool,
    taken: &mut Taken,
    into: &str,
) -> Result<Adopted, String> {
    if Tag::of(&held.name).is_some() {
        return Err("it wears the mark of a creation that is under way or was interrupted".to_owned());
    }
    if twice {
        return Err("another list has its name and language: rename one of them on the service".to_owned());
    }
    if let Some(label) = ambiguous(held).first() {
        return Err(format!("two of its instructions have the label \"{}\" and say different things", Shown(label)));
    }
    let (content, unknown) = known(files, held);
    let namesake =
        desired.styles().values().find(|style| style.name.value == held.name && style.language.value == held.language);
    if let Some(style) = namesake {
        let address = Address::style(style.key.clone());
        return if state.bindings.contains_key(&address) {
            Err(format!("{address} has its name and language, and another id"))
        } else if style.content().same(&content) {
            let binding = binding(held, &content, style.protected);
            Ok(Adopted { address, file: None, binding, unknown })
        } else {
            Err(format!(
                "{} wants a list of its name and language and says something else: housestyle plan --adopt {address}",
                Shown(&style.place.file)
            ))
        };
    }
    let ending =
        if files.takes(&format!("{into}/x.yaml")) || !files.takes(&format!("{into}/x.toml")) { "yaml" } else { "toml" };
    let stem = slug(&held.name, held.language.as_str(), held.id.as_str());
    let (stem, path) = taken.free(files, into, &stem, ending);
    let key = Key::new(&stem).map_err(|why| format!("its file's name cannot be a key: {why}"))?;
    let fields = write::style(&content);
    let body = match Format::of(&path) {
        Some(Format::Toml) => emit::toml(&fields),
        Some(Format::Yaml) | None => emit::yaml(&fields),
    };
    let text = heading(files, &path, &unknown) + &body;
    let alone = [discover::held(&path, &text)];
    let checked = check::read(&alone, &files.opened.project, &files.opened.catalogue);
    if let Some(error) = checked.findings.iter().find(|finding| finding.severity == Severity::Error) {
        return Err(format!("a file that says the same would be invalid: {} [{}]", Shown(&error.message), error.code));
    }
    files.put(&path, &text);
    Ok(Adopted { address: Address::style(key), file: Some(path), binding: binding(held, &content, false), unknown })
}

fn binding(held: &LiveStyle, content: &style::Content, protected: bool) -> Binding {
    Binding {
        id: held.id.clone(),
        version: held.version,
        protected,
        applied: Applied::new(&Content::Style(content.clone()), &Content::Style(content.clone())),
        attempted: Vec::new(),
        sealed: true,
    }
}

/// What a file can say of a list, and the names of what it cannot.
fn known(files: &Files<'_>, held: &LiveStyle) -> (style::Content, Vec<String>) {
    let catalogue = &files.opened.catalogue;
    let mut content = held.content();
    let mut unknown = Vec::new();
    content.rules.retain(|key: &RuleKey, value| {
        let known =
            catalogue.rule(&key.category, &key.rule).is_some_and(|rule| rule.values.contains_key(value.as_str()));
        if !known {
            unknown.push(format!("{key}: {value}"));
        }
        known
    });
    unknown.extend(held.strange.keys().map(|path| path.replace('/', ".")));
    // The same instruction twice is once in a file.
    let mut seen = BTreeSet::new();
    content.instructions.retain(|instruction| seen.insert(instruction.clone()));
    (content, unknown)
}

/// The lines above the fields: the schema for editors, and what is left out.
fn heading(files: &Files<'_>, path: &str, unknown: &[String]) -> String {
    let mut out = String::new();
    if files.opened.root.join("schema/style.schema.json").is_file() {
        let up = "../".repeat(path.matches('/').count());
        let mark =
            if Format::of(path) == Some(Format::Toml) { "#:schema " } else { "# yaml-language-server: $schema=" };
        out.push_str(&format!("{mark}{up}schema/style.schema.json\n"));
    }
    if !unknown.is_empty() {
        out.push_str("# On the service, and unknown here, so that it stays there as it is:\n");
        unknown.iter().for_each(|what| out.push_str(&format!("#   {}\n", Shown(what))));
    }
    out
}
