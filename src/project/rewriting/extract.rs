//! What several lists of a language share, moved into a base style that they extend.
//!
//! Always holds: the meaning of every list stays what it was. Files are edited in memory, read and checked again as one
//! project, and compared with the former one by the machinery of `diff`; a language for which anything differs is left as it
//! was. Only what each list of the group writes itself moves: what it inherits stays where it is.

use std::collections::BTreeMap;

use crate::check::Desired;
use crate::diagnostic::Place;
use crate::model::style::{Instruction, RuleKey, Style, StyleContent};
use crate::model::{Key, Kind, Language, SharedText, document_tree};
use crate::plan::diff;
use crate::project::rewriting::import;
use crate::project::rewriting::merge::find_document;
use crate::project::rewriting::project_files::ProjectFiles;
use crate::project::rewriting::slug;
use crate::source::edit::{self, TreeEdit};
use crate::source::emit::{self, ValueTree};
use crate::source::path_segment::PathSegment;
use crate::source::{Format, Node, ParsedFile};

/// Fields that stand before `extends` in a document.
const BEFORE_EXTENDS: &[&str] = &["kind", "key", "name", "language"];
/// Where bases are kept unless the project has another place for them.
const FOLDER: &str = "house";

/// A base that lists of a language share from now on.
#[derive(Clone, Debug)]
pub struct ExtractedBase {
    /// Its language.
    pub language: Language,
    /// Its file.
    pub path: String,
    /// What `extends` calls it.
    pub key: String,
    /// Rules and values that move.
    pub rules: BTreeMap<RuleKey, SharedText>,
    /// Instructions that move, in order.
    pub instructions: Vec<Instruction>,
    /// The lists that extend it, with their files.
    pub lists: Vec<(Key, String)>,
}

/// A language that is left as it is although lists share something.
#[derive(Clone, Debug)]
pub struct LeftLanguage {
    /// Its code.
    pub language: Language,
    /// Where somebody would have to edit.
    pub place: Option<Place>,
    /// Why, in words that follow a colon.
    pub reason: String,
}

/// What one list writes itself.
struct OwnContent<'a> {
    list: &'a Style,
    path: String,
    document: usize,
    rules: BTreeMap<RuleKey, SharedText>,
    instructions: Vec<Instruction>,
}

/// Edits the files in memory: a base for each of the languages whose chosen lists share something.
pub fn extract_bases(
    files: &mut ProjectFiles<'_>,
    desired: &Desired,
    chosen: &dyn Fn(&Style) -> bool,
) -> (Vec<ExtractedBase>, Vec<LeftLanguage>) {
    let mut groups: BTreeMap<&Language, Vec<&Style>> = BTreeMap::new();
    for list in desired.styles().values().filter(|list| chosen(list)) {
        groups.entry(&list.language.value).or_default().push(list);
    }
    let (mut bases, mut left) = (Vec::new(), Vec::new());
    for (language, lists) in groups.into_iter().filter(|(_, lists)| lists.len() > 1) {
        match extract_base(files, desired, language, &lists) {
            Ok(base) => bases.extend(base),
            Err(why) => left.push(why),
        }
    }
    (bases, left)
}

fn extract_base(
    files: &mut ProjectFiles<'_>,
    desired: &Desired,
    language: &Language,
    lists: &[&Style],
) -> Result<Option<ExtractedBase>, LeftLanguage> {
    let stop = |place: Option<Place>, reason: &str| LeftLanguage {
        language: language.clone(),
        place,
        reason: reason.to_owned(),
    };
    let mut own = Vec::new();
    for list in lists {
        own.push(
            read_own_content(files, list)
                .ok_or_else(|| stop(Some(list.place.clone()), "what this list writes itself cannot be told"))?,
        );
    }
    let Some((first, others)) = own.split_first() else { return Ok(None) };
    let mut rules = first.rules.clone();
    rules.retain(|rule, value| others.iter().all(|other| other.rules.get(rule) == Some(value)));
    // Instructions have an order, which stays where those at the beginning move together.
    let shared = |(at, instruction): &(usize, &Instruction)| {
        others.iter().all(|other| other.instructions.get(*at) == Some(*instruction))
    };
    let instructions: Vec<Instruction> =
        first.instructions.iter().enumerate().take_while(shared).map(|(_, instruction)| instruction.clone()).collect();
    if rules.is_empty() && instructions.is_empty() {
        return Ok(None);
    }
    let (path, key) = free_base(files, language)
        .ok_or_else(|| stop(None, "`files` in housestyle.toml matches no folder for bases"))?;
    let text = import::schema_line(files, "base-style.schema.json", &path)
        + &render_base(&path, language, &rules, &instructions);
    let mut touched: Vec<String> = Vec::new();
    let mut edited = Ok(());
    for content in &own {
        edited = edit_list(files, content, &rules, instructions.len(), &key);
        if edited.is_err() {
            break;
        }
        touched.push(content.path.clone());
    }
    files.put_document(&path, &text);
    touched.push(path.clone());
    if let Err((place, why)) = edited.and_then(|()| prove_same_meaning(files, desired).map_err(|why| (None, why))) {
        touched.iter().for_each(|path| files.restore_file(path));
        return Err(stop(place, &why));
    }
    let lists = own.iter().map(|content| (content.list.key.clone(), content.path.clone())).collect();
    Ok(Some(ExtractedBase { language: language.clone(), path, key, rules, instructions, lists }))
}

/// What the document of a list says beside its bases.
fn read_own_content<'a>(files: &ProjectFiles<'_>, list: &'a Style) -> Option<OwnContent<'a>> {
    let path = list.place.file.to_string();
    let parsed = files.get(&path)?;
    let document = find_document(parsed, Kind::Style, &list.key)?;
    let root = parsed.documents.get(document)?;
    let mut rules = BTreeMap::new();
    for category in root.get("configured_rules").map(Node::entries).unwrap_or_default() {
        for rule in category.value.entries() {
            if let Some(value) = rule.value.text() {
                rules.insert(RuleKey::new(&category.key.value, &rule.key.value), SharedText::of_word(value));
            }
        }
    }
    let items = root.get("custom_instructions").map(Node::items).unwrap_or_default();
    let text = |item: &Node, field: &str| item.get(field).and_then(Node::text).map(str::to_owned);
    let instructions = items.iter().map(|item| {
        Some(Instruction {
            label: text(item, "label")?.into(),
            prompt: text(item, "prompt")?.into(),
            source_language: text(item, "source_language").map(|code| Language::new(&code)),
        })
    });
    Some(OwnContent { list, path, document, rules, instructions: instructions.collect::<Option<_>>()? })
}

/// A path for a new base, and the key that it has by its path.
fn free_base(files: &ProjectFiles<'_>, language: &Language) -> Option<(String, String)> {
    let beside = files.parsed.iter().filter(|parsed| has_base(parsed));
    let folders = beside.filter_map(|parsed| Some(parsed.file.path().rsplit_once('/')?.0.to_owned()));
    let folder = std::iter::once(FOLDER.to_owned())
        .chain(folders)
        .find(|folder| files.matches_pattern(&format!("{folder}/x.yaml")))?;
    let shared = format!("{language}-shared");
    let stems = std::iter::once(language.to_string()).chain(slug::numbered_stems(&shared));
    let mut paths = stems.map(|stem| (format!("{folder}/{stem}.yaml"), format!("{folder}/{stem}")));
    paths.find(|(path, _)| files.is_free(path))
}

fn has_base(parsed: &ParsedFile) -> bool {
    parsed.documents.iter().any(|document| document.get("kind").and_then(Node::text) == Some("base_style"))
}

fn render_base(
    path: &str,
    language: &Language,
    rules: &BTreeMap<RuleKey, SharedText>,
    instructions: &[Instruction],
) -> String {
    let content = StyleContent {
        name: String::new(),
        language: language.clone(),
        rules: rules.clone(),
        instructions: instructions.to_vec(),
    };
    let mut fields = vec![("kind".to_owned(), ValueTree::from_text("base_style"))];
    fields.extend(document_tree::style_fields(&content).into_iter().filter(|(name, _)| name != "name"));
    match Format::from_path(path) {
        Some(Format::Toml) => emit::toml(&fields),
        Some(Format::Yaml) | None => emit::yaml(&fields),
    }
}

/// Takes out of a list what its base says from now on.
fn edit_list(
    files: &mut ProjectFiles<'_>,
    content: &OwnContent<'_>,
    rules: &BTreeMap<RuleKey, SharedText>,
    instructions: usize,
    base: &str,
) -> Result<(), (Option<Place>, String)> {
    let step = |text: &str| PathSegment::Key(text.to_owned());
    let moved = rules
        .keys()
        .map(|rule| TreeEdit::Remove { at: vec![step("configured_rules"), step(&rule.category), step(&rule.rule)] });
    let first = || TreeEdit::Remove { at: vec![step("custom_instructions"), PathSegment::Item(0)] };
    let mut acts: Vec<TreeEdit> = moved.collect();
    acts.extend(std::iter::repeat_with(first).take(instructions));
    acts.push(TreeEdit::Append { at: vec![step("extends")], item: ValueTree::from_text(base), after: BEFORE_EXTENDS });
    let Some(parsed) = files.get(&content.path) else { return Err((None, "its file is gone".to_owned())) };
    let mut text = parsed.file.text().to_owned();
    // One after the other: what is first changes with each.
    for act in &acts {
        let format = Format::from_path(&content.path).unwrap_or(Format::Yaml);
        let now = crate::source::discover::parse_buffer(&content.path, &text);
        text = edit::edit_document(&now, format, content.document, std::slice::from_ref(act))
            .map_err(|error| (Some(now.file.place_of(error.span)), error.why.to_owned()))?;
    }
    files.put_document(&content.path, &text);
    Ok(())
}

/// Whether the files, as they are to be, mean what they meant.
fn prove_same_meaning(files: &ProjectFiles<'_>, before: &Desired) -> Result<(), String> {
    let (after, errors) = files.check_project();
    if let Some(error) = errors.first() {
        return Err(format!("the files would be invalid: {}", error.message));
    }
    let after = after.ok_or("the files would be invalid")?;
    let protect = std::collections::BTreeSet::new();
    let plan = diff::diff_revisions(before, &after, &files.opened.catalogue, &protect, true);
    if !plan.is_empty() || !diff::diff_profiles(before, &after).is_empty() {
        return Err("the lists would mean something else".to_owned());
    }
    Ok(())
}
