//! Resources of the account that nobody kept in files yet: a tidy new file for each, and a binding.
//!
//! What cannot be said in a valid file is left on the service, with the reason. Rules that nobody here knows stay there, and
//! are named in a comment. Where a file wants one of this name already and says the same, only the binding is made.

mod term_set;
mod style;
mod style_profile;

use std::collections::{BTreeMap, BTreeSet};

pub(in crate::rewriting) use style::drop_arrived_rules;
pub(in crate::rewriting) use term_set::write_part as written_part;

use crate::check::Desired;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::model::resource::{LiveResourceRef, ResourceContent};
use crate::model::tag::Tag;
use crate::model::{Address, Id, Key, Kind, Language, LiveAccount, document_tree};
use crate::plan::component::ComponentIndex;
use crate::plan::desired_resource::{self, DesiredResource};
use crate::plan::drift::unmanaged_resources;
use crate::project::rewriting::project_files::ProjectFiles;
use crate::project::rewriting::slug::{fold_name, numbered_stems, resource_slug};
use crate::report::Sanitized;
use crate::report::pull::OmittedPart;
use crate::source::Format;
use crate::source::emit::{self, ValueTree};
use crate::state::{Applied, Binding, State};

/// Which resources.
#[derive(Clone, Debug)]
pub enum ImportSelection {
    /// Every one.
    All,
    /// Those of these ids.
    Ids(BTreeSet<Id>),
}

/// A resource that is kept in files from now on.
#[derive(Clone, Debug)]
pub struct ImportedResource {
    /// What it is called.
    pub address: Address,
    /// The file that is made for it; nothing where one says the same already.
    pub file: Option<String>,
    /// The tables that are made beside it.
    pub tables: Vec<String>,
    /// What is remembered.
    pub binding: Binding,
    /// What is left out of the file because nobody here knows it.
    pub omitted: Vec<OmittedPart>,
}

impl ImportedResource {
    /// Every file that is made for it.
    pub fn created_files(&self) -> impl Iterator<Item = &String> {
        self.file.iter().chain(&self.tables)
    }
}

/// A new document and the tables that it names: paths and texts.
struct DocumentDraft {
    fields: Vec<(String, ValueTree)>,
    tables: Vec<(String, String)>,
}

/// A resource that stays nobody's.
#[derive(Clone, Debug)]
pub struct SkippedImport {
    /// Its id.
    pub id: Id,
    /// Its name.
    pub name: String,
    /// Why, as what follows a colon.
    pub reason: String,
}

/// Makes files. `into` says the folder for them, below the project's, by kind.
pub fn import_resources(
    files: &mut ProjectFiles<'_>,
    desired: &Desired,
    state: &State,
    live: &LiveAccount,
    which: &ImportSelection,
    into: &BTreeMap<Kind, String>,
) -> (Vec<ImportedResource>, Vec<SkippedImport>) {
    let (mut adopted, mut left) = (Vec::new(), Vec::new());
    let mut named: BTreeMap<(Kind, &str, &str), usize> = BTreeMap::new();
    for held in unmanaged_resources(state, live) {
        *named.entry(identity_of(held)).or_default() += 1;
    }
    let asked = |held: &LiveResourceRef<'_>| match which {
        ImportSelection::All => true,
        ImportSelection::Ids(ids) => ids.contains(held.id()),
    };
    let mut objects: Vec<LiveResourceRef<'_>> = unmanaged_resources(state, live).filter(asked).collect();
    objects.sort_by_key(|held| (held.kind(), held.name(), held.id()));
    // What is made a file of here is named by the style profiles after it.
    let mut known = (!live.style_profiles.is_empty()).then(|| state.clone());
    let mut taken = TakenNames::collect_from(files, desired, state);
    for held in objects {
        let twice = named.get(&identity_of(held)).is_some_and(|n| *n > 1);
        let into = into.get(&held.kind()).map_or("", String::as_str);
        let components = ComponentIndex::new(known.as_ref().unwrap_or(state), live);
        match import_resource(files, desired, held, twice, &mut taken, into, &components) {
            Ok(object) => {
                if let Some(known) = &mut known {
                    known.bindings.insert(object.address.clone(), object.binding.clone());
                }
                adopted.push(object);
            }
            Err(why) => left.push(SkippedImport { id: held.id().clone(), name: held.name().to_owned(), reason: why }),
        }
    }
    drop_invalid_imports(files, adopted, left)
}

/// What was adopted and leaves the project valid; the others go back.
fn drop_invalid_imports(
    files: &mut ProjectFiles<'_>,
    mut adopted: Vec<ImportedResource>,
    mut left: Vec<SkippedImport>,
) -> (Vec<ImportedResource>, Vec<SkippedImport>) {
    while adopted.iter().any(|list| list.file.is_some()) {
        let (desired, errors) = files.check_project();
        if desired.is_some() {
            break;
        }
        let wrong: BTreeSet<&str> = errors.iter().map(|error| &**error.file.path()).collect();
        let named = |list: &ImportedResource| list.created_files().any(|file| wrong.contains(file.as_str()));
        let (dropped, kept): (Vec<ImportedResource>, Vec<ImportedResource>) = adopted.into_iter().partition(named);
        // An error that names none of them: none of them can stay.
        let (dropped, kept) = if dropped.is_empty() { (kept, Vec::new()) } else { (dropped, kept) };
        let why = errors.first().map_or("the project would be invalid", |error| &error.message);
        for list in dropped {
            list.created_files().for_each(|file| files.restore_file(file));
            let why = format!("the project would be invalid with it: {}", Sanitized(why));
            left.push(SkippedImport { id: list.binding.id, name: list.binding.applied.name().to_owned(), reason: why });
        }
        adopted = kept;
    }
    (adopted, left)
}

fn identity_of(live: LiveResourceRef<'_>) -> (Kind, &str, &str) {
    (live.kind(), live.name(), live.language().map_or("", Language::as_str))
}

/// Names that new files must not have.
struct TakenNames {
    /// Paths as a disk sees them that tells neither case nor composition apart.
    paths: BTreeSet<String>,
    keys: BTreeSet<(Kind, String)>,
}

impl TakenNames {
    fn collect_from(files: &ProjectFiles<'_>, desired: &Desired, state: &State) -> Self {
        let wanted = desired_resource::desired_resources(desired).map(DesiredResource::address);
        let keys = wanted.chain(state.bindings.keys().cloned());
        Self {
            paths: files.parsed.iter().map(|parsed| fold_name(parsed.file.path())).collect(),
            keys: keys.map(|Address { kind, key }| (kind, fold_name(key.as_str()))).collect(),
        }
    }

    fn is_free(&self, files: &ProjectFiles<'_>, path: &str) -> bool {
        !self.paths.contains(&fold_name(path)) && files.opened.root.join(path).symlink_metadata().is_err()
    }

    /// A stem that is free, with its path.
    fn find_free_name(
        &self,
        files: &ProjectFiles<'_>,
        kind: Kind,
        into: &str,
        stem: &str,
        ending: &str,
    ) -> Option<(String, String)> {
        let path =
            |name: &str| if into.is_empty() { format!("{name}.{ending}") } else { format!("{into}/{name}.{ending}") };
        let is_free = |name: &String| self.is_free(files, &path(name)) && !self.keys.contains(&(kind, fold_name(name)));
        numbered_stems(stem).find(is_free).map(|name| {
            let path = path(&name);
            (name, path)
        })
    }
}

fn import_resource(
    files: &mut ProjectFiles<'_>,
    desired: &Desired,
    live: LiveResourceRef<'_>,
    twice: bool,
    taken: &mut TakenNames,
    into: &str,
    components: &ComponentIndex<'_>,
) -> Result<ImportedResource, String> {
    let kind = live.kind();
    if Tag::from_name(live.name()).is_some() {
        return Err("it wears the mark of a creation that is under way or was interrupted".to_owned());
    }
    if twice {
        return Err(match kind {
            Kind::Style => "another list has its name and language: rename one of them on the service".to_owned(),
            Kind::Glossary | Kind::SpokenTerms | Kind::StyleProfile | Kind::TranslationProfile => {
                format!("another {} has its name: rename one of them on the service", kind.noun())
            }
        });
    }
    let (content, omitted) = match live {
        LiveResourceRef::Style(live) => {
            let (content, omitted) = style::importable_content(files, live)?;
            (ResourceContent::Style(content), omitted)
        }
        LiveResourceRef::TermSet(live) => (ResourceContent::TermSet(term_set::importable_terms(live)?), Vec::new()),
        LiveResourceRef::StyleProfile(live) => {
            let (content, omitted) = style_profile::importable_content(components, live);
            (ResourceContent::StyleProfile(content), omitted)
        }
    };
    if let Some(wanted) =
        desired_resource::desired_resources(desired).find(|wanted| wanted.identity_key() == identity_of(live))
    {
        return bind_existing(wanted, live, &content, omitted, components);
    }
    let ending =
        if files.matches_pattern(&format!("{into}/x.yaml")) || !files.matches_pattern(&format!("{into}/x.toml")) {
            "yaml"
        } else {
            "toml"
        };
    let stem = resource_slug(kind, live.name(), live.language().map_or("", Language::as_str), live.id().as_str());
    let (stem, path) =
        taken.find_free_name(files, kind, into, &stem, ending).ok_or("every name that its file could have is taken")?;
    let key = Key::new(&stem).map_err(|why| format!("its file's name cannot be a key: {why}"))?;
    let draft = match &content {
        ResourceContent::Style(content) => {
            DocumentDraft { fields: style::document_fields(content), tables: Vec::new() }
        }
        ResourceContent::TermSet(content) => {
            term_set::draft_document(files, &path, content, &|path: &str| taken.is_free(files, path))?
        }
        ResourceContent::StyleProfile(content) => {
            DocumentDraft { fields: document_tree::style_profile_fields(content)?, tables: Vec::new() }
        }
    };
    let text = schema_line(files, schema_file(kind), &path)
        + &style::omitted_parts_comment(&omitted)
        + &render_document(&path, &draft.fields);
    let checked = files.check_document(&path, &text, &draft.tables);
    // What it names in other files is checked with the whole project.
    let is_wrong =
        |finding: &&Diagnostic| finding.severity == Severity::Error && finding.code != Code::UnknownReference;
    if let Some(error) = checked.findings.iter().find(is_wrong) {
        return Err(explain_finding(error));
    }
    for (path, text) in &draft.tables {
        files.put_table(path, None, text);
    }
    files.put_document(&path, &text);
    let tables: Vec<String> = draft.tables.into_iter().map(|(path, _)| path).collect();
    taken.paths.extend(tables.iter().chain([&path]).map(|path| fold_name(path)));
    taken.keys.insert((kind, fold_name(&stem)));
    let binding = new_binding(live, &style_profile::with_ids(content, components), false);
    Ok(ImportedResource { address: Address::new(kind, key), file: Some(path), tables, binding, omitted })
}

/// The binding to what a file wants already, where it says the same.
fn bind_existing(
    wanted: DesiredResource<'_>,
    live: LiveResourceRef<'_>,
    content: &ResourceContent,
    omitted: Vec<OmittedPart>,
    components: &ComponentIndex<'_>,
) -> Result<ImportedResource, String> {
    let (address, kind) = (wanted.address(), live.kind());
    let named = match kind {
        Kind::Style => "name and language",
        Kind::Glossary | Kind::SpokenTerms | Kind::StyleProfile | Kind::TranslationProfile => "name",
    };
    if components.state().bindings.contains_key(&address) {
        Err(format!("{address} has its {named}, and another id"))
    } else if wanted.content().same_content(content) {
        let binding = new_binding(live, &style_profile::with_ids(content.clone(), components), wanted.is_protected());
        Ok(ImportedResource { address, file: None, tables: Vec::new(), binding, omitted })
    } else {
        Err(format!(
            "{} defines a {} of its {named} with other content: housestyle plan --import {address}",
            Sanitized(&wanted.place().file),
            kind.noun()
        ))
    }
}

fn new_binding(live: LiveResourceRef<'_>, content: &ResourceContent, protected: bool) -> Binding {
    Binding {
        id: live.id().clone(),
        version: live.version().unwrap_or_default(),
        protected,
        applied: Applied::new(content, content),
        attempted: Vec::new(),
        imported: false,
        sealed: true,
    }
}

/// A document in the notation of its path.
fn render_document(path: &str, fields: &[(String, ValueTree)]) -> String {
    match Format::from_path(path) {
        Some(Format::Toml) => emit::toml(fields),
        Some(Format::Yaml) | None => emit::yaml(fields),
    }
}

/// Why what it says cannot stand in a file: in words that follow a colon, with the text that is meant where it is short.
fn explain_finding(error: &Diagnostic) -> String {
    let text = error.file.slice(error.primary.span);
    let what = if (1..=60).contains(&text.len()) { format!(": {}", Sanitized(text)) } else { String::new() };
    format!("a file with this content would be invalid: {} [{}]{what}", Sanitized(&error.message), error.code)
}

fn schema_file(kind: Kind) -> &'static str {
    match kind {
        Kind::Style => "style.schema.json",
        Kind::Glossary => "glossary.schema.json",
        Kind::SpokenTerms => "spoken-terms.schema.json",
        Kind::StyleProfile => "style-profile.schema.json",
        Kind::TranslationProfile => "translation-profile.schema.json",
    }
}

/// The line above the fields that names the schema for editors, where the project has a copy of it.
#[must_use]
pub fn schema_line(files: &ProjectFiles<'_>, schema: &str, path: &str) -> String {
    if !files.with_schemas && !files.opened.root.join("schema").join(schema).is_file() {
        return String::new();
    }
    let up = "../".repeat(path.matches('/').count());
    let mark =
        if Format::from_path(path) == Some(Format::Toml) { "#:schema " } else { "# yaml-language-server: $schema=" };
    format!("{mark}{up}schema/{schema}\n")
}
