//! Reads `housestyle.toml`: every setting with its place, every mistake with its own finding, defaults for the rest.
//!
//! A setting that is wrong leaves its default in place, so that the rest of the project can still be checked.
//! No setting names a host, a key, a proxy or a command; those that try are refused.

use std::collections::BTreeMap;

use crate::catalogue::nearest;
use crate::check::project_file::SettingReader;
use crate::check::reviewed_blocks;
use crate::diagnostic::{Code, Diagnostic, Safety, Severity, Span};
use crate::model::project::{
    DeletionPolicy, Environment, ImportPolicy, Preset, Project, ProtectedAddress, SafeguardLimits, StateStoreKind,
    TextSet,
};
use crate::model::{Address, Language};
use crate::schema::edits;
use crate::schema::validate::echo_text;
use crate::source::{Entry, Node, ParsedFile, Value};

const TOP_LEVEL_SETTINGS: &[&str] = &[
    "files",
    "exclude",
    "default_environment",
    "catalogue",
    "limits",
    "lints",
    "texts",
    "environments",
    "stack",
    "import",
    "moved",
    "removed",
];
const ENVIRONMENT_SETTINGS: &[&str] =
    &["service", "state", "deletion", "import_match", "parallelism", "max_rps", "timeout", "settle", "safeguards"];
const STATE_SETTINGS: &[&str] = &["store", "file"];
const CATALOGUE_SETTINGS: &[&str] = &["extras", "files"];
const TEXT_SETTINGS: &[&str] = &["files", "language", "style", "glossaries"];
const LIMIT_SETTINGS: &[&str] = &["custom_instructions"];
const SAFEGUARD_SETTINGS: &[&str] = &["max_delete", "max_delete_percent", "max_shrink_percent", "protect"];

/// What a project file says, and everything that is wrong with it, what parsing found included.
#[must_use]
pub fn read_project(parsed: &ParsedFile) -> (Project, Vec<Diagnostic>) {
    let mut reader = SettingReader { file: &parsed.file, findings: parsed.findings.clone(), protected: Vec::new() };
    let mut project = Project::default();
    if let Some(document) = parsed.documents.first() {
        let known: Vec<&str> = TOP_LEVEL_SETTINGS.iter().chain(ENVIRONMENT_SETTINGS).copied().collect();
        let entries = document.entries();
        for entry in entries {
            let (path, node) = (entry.key.value.as_str(), &entry.value);
            match path {
                "files" => project.files = reader.read_globs(path, node),
                "exclude" => project.exclude = reader.read_globs(path, node),
                "catalogue" => read_catalogue(&mut reader, node, &mut project),
                "limits" => read_limits(&mut reader, node, &mut project),
                "lints" => read_lints(&mut reader, node, &mut project),
                "stack" => read_stack(&mut reader, node, &mut project),
                "texts" => read_texts(&mut reader, node, &mut project),
                "default_environment" | "environments" => {}
                _ if reviewed_blocks::BLOCKS.contains(&path) => {}
                _ if ENVIRONMENT_SETTINGS.contains(&path) => {}
                _ => reader.report_unknown("", entry, &known),
            }
        }
        read_environments(&mut reader, document, &mut project);
        for entry in document.entries() {
            let name = entry.key.value.as_str();
            if reviewed_blocks::BLOCKS.contains(&name) {
                reviewed_blocks::read_blocks(&mut reader, name, &entry.value, &mut project);
            }
        }
    }
    project.protected = reader.protected;
    (project, reader.findings)
}

/// The name of the project in tags and state stores: 6 to 8 base32 digits.
fn read_stack(reader: &mut SettingReader<'_>, node: &Node, project: &mut Project) {
    let Some(text) = reader.read_text("stack", node) else { return };
    let digits = text.chars().all(|c| matches!(c, 'a'..='z' | '2'..='7'));
    if digits && (6..=8).contains(&text.len()) {
        project.stack = Some(text.to_owned());
    } else {
        let message = format!("`{}` is not the name of a stack", echo_text(text));
        reader.report_invalid("stack", node, message, "write 6 to 8 of the characters a-z and 2-7");
    }
}

/// The table form of `state`: which kind of store, and the file of the kind `file`.
fn read_state_table(
    reader: &mut SettingReader<'_>,
    path: &str,
    node: &Node,
    environment: &mut Environment,
    states: &mut BTreeMap<String, Span>,
) {
    for entry in reader.read_table(path, node) {
        let inner = format!("{path}.{}", entry.key.value);
        match entry.key.value.as_str() {
            "store" => {
                let words: Vec<&str> = StateStoreKind::ALL.iter().map(|kind| kind.as_str()).collect();
                let word = reader.read_choice(&inner, &entry.value, &words);
                environment.store = word.and_then(StateStoreKind::from_name).unwrap_or(environment.store);
            }
            "file" => {
                if let Some(file) = reader.read_inner_path(&inner, &entry.value) {
                    states.insert(environment.name.clone(), entry.value.span);
                    environment.state = file;
                }
            }
            _ => reader.report_unknown(path, entry, STATE_SETTINGS),
        }
    }
}

fn read_catalogue(reader: &mut SettingReader<'_>, node: &Node, project: &mut Project) {
    for entry in reader.read_table("catalogue", node) {
        match entry.key.value.as_str() {
            "extras" => {
                if let Some(extras) = reader.read_bool("catalogue.extras", &entry.value) {
                    project.extras = extras;
                }
            }
            "files" => {
                let items = if entry.value.items().is_empty() {
                    reader.read_texts("catalogue.files", &entry.value);
                    &[]
                } else {
                    entry.value.items()
                };
                project
                    .catalogues
                    .extend(items.iter().filter_map(|item| reader.read_inner_path("catalogue.files", item)));
            }
            _ => reader.report_unknown("catalogue", entry, CATALOGUE_SETTINGS),
        }
    }
}

fn read_limits(reader: &mut SettingReader<'_>, node: &Node, project: &mut Project) {
    for entry in reader.read_table("limits", node) {
        match entry.key.value.as_str() {
            "custom_instructions" => {
                let number = reader.read_number("limits.custom_instructions", &entry.value, 0, 10_000);
                if let Some(limit) = number.and_then(|number| usize::try_from(number).ok()) {
                    project.limits.custom_instructions = limit;
                }
            }
            _ => reader.report_unknown("limits", entry, LIMIT_SETTINGS),
        }
    }
}

fn read_lints(reader: &mut SettingReader<'_>, node: &Node, project: &mut Project) {
    let codes: Vec<&str> = Code::ALL.iter().map(|code| code.name()).collect();
    for entry in reader.read_table("lints", node) {
        let name = entry.key.value.as_str();
        let Some(code) = Code::from_name(name) else {
            reader.report_unknown("lints", entry, &codes);
            continue;
        };
        let path = format!("lints.{name}");
        let weight = match reader.read_choice(&path, &entry.value, &["error", "warn", "off"]) {
            Some("error") => Some(Severity::Error),
            Some("warn") => Some(Severity::Warning),
            Some(_) => None,
            None => continue,
        };
        if weight != Some(Severity::Error) && !code.is_relaxable() {
            let message = format!("`{name}` cannot weigh less than an error");
            reader
                .report_invalid(&path, &entry.value, message, "take the line out")
                .notes
                .push("a file with this fault has no meaning that could be planned".to_owned());
            continue;
        }
        project.lints.insert(code, weight);
    }
}

fn read_texts(reader: &mut SettingReader<'_>, node: &Node, project: &mut Project) {
    if node.items().is_empty() {
        reader.read_table("texts", node);
        return;
    }
    for item in node.items() {
        let mut set =
            TextSet { files: String::new(), language: Language::new(""), style: String::new(), glossaries: Vec::new() };
        for entry in reader.read_table("texts", item) {
            match entry.key.value.as_str() {
                "files" => set.files = reader.read_glob("texts.files", &entry.value).unwrap_or_default(),
                "language" => {
                    set.language = Language::new(reader.read_text("texts.language", &entry.value).unwrap_or_default())
                }
                "style" => set.style = reader.read_text("texts.style", &entry.value).unwrap_or_default().to_owned(),
                "glossaries" => {
                    set.glossaries = reader
                        .read_texts("texts.glossaries", &entry.value)
                        .iter()
                        .map(|(text, _)| (*text).to_owned())
                        .collect();
                }
                _ => reader.report_unknown("texts", entry, TEXT_SETTINGS),
            }
        }
        let missing = [("files", item.get("files")), ("language", item.get("language")), ("style", item.get("style"))];
        for (name, _) in missing.iter().filter(|(_, value)| value.is_none()) {
            let message = format!("texts have no `{name}`");
            reader.report_invalid("texts", item, message, "write `files`, `language` and `style`");
        }
        if !set.files.is_empty() && !set.style.is_empty() && !set.language.as_str().is_empty() {
            project.texts.push(set);
        }
    }
}

fn read_environments(reader: &mut SettingReader<'_>, document: &Node, project: &mut Project) {
    let sections: &[Entry] = document.get("environments").map_or(&[], |node| reader.read_table("environments", node));
    if let Some(node) = document.get("default_environment")
        && let Some(name) = reader.read_text("default_environment", node)
    {
        let named = sections.iter().map(|entry| entry.key.value.as_str());
        let named: Vec<&str> = named.filter(|name| is_environment_name(name)).collect();
        match nearest::nearest_words(name, named.iter().copied()).first() {
            _ if !is_environment_name(name) => report_environment_name(reader, "default_environment", node.span, name),
            Some(best) if !named.contains(&name) => {
                let message = format!("there is no environment `{}`", echo_text(name));
                let fix = edits::rename_key(reader.file, node.span, best, Safety::Unsafe);
                let help = format!("did you mean `{best}`?");
                reader.report_invalid("default_environment", node, message, &help).fix = Some(fix);
            }
            Some(_) | None => name.clone_into(&mut project.default_environment),
        }
    }
    let mut first = Environment::with_defaults(&project.default_environment, true);
    let mut states = BTreeMap::new();
    for entry in document.entries().iter().filter(|entry| ENVIRONMENT_SETTINGS.contains(&entry.key.value.as_str())) {
        read_environment_setting(reader, "", entry, &mut first, &mut states);
    }
    // A table `[state]` names the store of every environment that names none.
    let store = first.store;
    project.environments = BTreeMap::from([(first.name.clone(), first)]);
    for section in sections {
        let name = section.key.value.as_str();
        let path = format!("environments.{name}");
        if !is_environment_name(name) {
            report_environment_name(reader, &path, section.key.span, name);
            continue;
        }
        let mut environment =
            project.environments.remove(name).unwrap_or_else(|| Environment::with_defaults(name, false));
        environment.store = store;
        for entry in reader.read_table(&path, &section.value) {
            if ENVIRONMENT_SETTINGS.contains(&entry.key.value.as_str()) {
                read_environment_setting(reader, &path, entry, &mut environment, &mut states);
            } else {
                reader.report_unknown(&path, entry, ENVIRONMENT_SETTINGS);
            }
        }
        project.environments.insert(name.to_owned(), environment);
    }
    check_shared_state(reader, project, &states);
}

/// Reads one setting of an environment. `states` remembers where each environment's state file is named.
fn read_environment_setting(
    reader: &mut SettingReader<'_>,
    section: &str,
    entry: &Entry,
    environment: &mut Environment,
    states: &mut BTreeMap<String, Span>,
) {
    let (name, node) = (entry.key.value.as_str(), &entry.value);
    let path = if section.is_empty() { name.to_owned() } else { format!("{section}.{name}") };
    match name {
        "service" => {
            let presets: Vec<&str> = Preset::ALL.iter().map(|preset| preset.as_str()).collect();
            if let Some(preset) = reader.read_choice(&path, node, &presets).and_then(Preset::from_name) {
                environment.service = preset;
            }
        }
        "state" if matches!(node.value, Value::Mapping(_)) => {
            read_state_table(reader, &path, node, environment, states);
        }
        "state" => {
            if let Some(state) = reader.read_inner_path(&path, node) {
                states.insert(environment.name.clone(), node.span);
                environment.store = StateStoreKind::File;
                environment.state = state;
            }
        }
        "deletion" => match reader.read_choice(&path, node, &["keep", "prune"]) {
            Some("prune") => environment.deletion = DeletionPolicy::Prune,
            Some(_) => environment.deletion = DeletionPolicy::Keep,
            None => {}
        },
        "import_match" => match reader.read_choice(&path, node, &["exact", "name"]) {
            Some("name") => environment.import = ImportPolicy::ByName,
            Some(_) => environment.import = ImportPolicy::Exact,
            None => {}
        },
        "parallelism" => set_number(&mut environment.parallelism, reader.read_number(&path, node, 1, 64)),
        "max_rps" => set_number(&mut environment.max_rps, reader.read_number(&path, node, 1, 1000)),
        "timeout" => set_number(&mut environment.timeout, reader.read_number(&path, node, 1, 86_400)),
        "settle" => set_number(&mut environment.settle, reader.read_number(&path, node, 0, 600)),
        _ => read_safeguards(reader, &path, node, &mut environment.safeguards),
    }
}

fn read_safeguards(reader: &mut SettingReader<'_>, path: &str, node: &Node, safeguards: &mut SafeguardLimits) {
    for entry in reader.read_table(path, node) {
        let name = entry.key.value.as_str();
        let below = format!("{path}.{name}");
        let number = |reader: &mut SettingReader<'_>, most: i64, target: &mut usize| {
            let read = reader.read_number(&below, &entry.value, 0, most);
            *target = read.and_then(|number| usize::try_from(number).ok()).unwrap_or(*target);
        };
        match name {
            "max_delete" => number(reader, 1_000_000, &mut safeguards.max_delete),
            "max_delete_percent" => number(reader, 100, &mut safeguards.max_delete_percent),
            "max_shrink_percent" => number(reader, 100, &mut safeguards.max_shrink_percent),
            "protect" => {
                for (text, item) in reader.read_texts(&below, &entry.value) {
                    match Address::parse(text) {
                        Ok(address) => {
                            reader.protected.push(ProtectedAddress {
                                address: address.clone(),
                                file: reader.file.clone(),
                                span: item.span,
                                pointer: format!("/{}", below.replace('.', "/")),
                            });
                            safeguards.protect.push(address);
                        }
                        Err(why) => {
                            let message = format!("`{}` is no address", echo_text(text));
                            let finding = reader.report_invalid(
                                &below,
                                item,
                                message,
                                "write an address such as `style/support-de`",
                            );
                            finding.notes.push(why);
                        }
                    }
                }
            }
            _ => reader.report_unknown(path, entry, SAFEGUARD_SETTINGS),
        }
    }
}

/// Two environments with one state file would each take the other's objects for their own.
fn check_shared_state(reader: &mut SettingReader<'_>, project: &Project, states: &BTreeMap<String, Span>) {
    let mut first: BTreeMap<&str, &Environment> = BTreeMap::new();
    for environment in project.environments.values() {
        let Some(other) = first.insert(&environment.state, environment) else { continue };
        let Some(span) = states.get(&environment.name).or_else(|| states.get(&other.name)) else { continue };
        let message = format!(
            "the environments `{}` and `{}` have one state file, `{}`",
            other.name, environment.name, environment.state
        );
        let finding = Diagnostic::new(Code::InvalidSetting, reader.file, *span, message)
            .with_note("each would treat the resources of the other as its own")
            .with_help("give each environment its own file");
        reader.findings.push(match states.get(&other.name) {
            Some(there) if there != span => finding.with_secondary(*there, "the same file"),
            Some(_) | None => finding,
        });
    }
}

fn set_number<T: TryFrom<i64>>(target: &mut Option<T>, number: Option<i64>) {
    if let Some(number) = number.and_then(|number| T::try_from(number).ok()) {
        *target = Some(number);
    }
}

/// Names go into file names and names of environment variables.
fn is_environment_name(name: &str) -> bool {
    let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    (1..=32).contains(&name.len()) && name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(good)
}

fn report_environment_name(reader: &mut SettingReader<'_>, path: &str, span: Span, name: &str) {
    let message = format!("`{}` cannot name an environment", echo_text(name));
    let finding = Diagnostic::new(Code::InvalidSetting, reader.file, span, message)
        .with_note("a name has up to 32 of `a-z`, `0-9`, `-` and `_`, and begins with a letter")
        .with_help("give it another name")
        .with_pointer(format!("/{}", path.replace('.', "/")));
    reader.findings.push(finding);
}
