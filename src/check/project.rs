//! Reads `housestyle.toml`: every setting with its place, every mistake with its own finding, defaults for the rest.
//!
//! A setting that is wrong leaves its default in place, so that the rest of the project can still be checked.
//! No setting names a host, a key, a proxy or a command; those that try are refused.

use std::collections::BTreeMap;

use crate::catalogue::nearest;
use crate::check::lint::relaxable;
use crate::check::setting::Reader;
use crate::diagnostic::{Code, Diagnostic, Safety, Severity, Span};
use crate::model::Address;
use crate::model::project::{Adopt, Deletion, Environment, Guards, Preset, Project};
use crate::schema::edits;
use crate::schema::validate::echo;
use crate::source::{Entry, Node, Parsed};

const TOP: &[&str] = &["files", "exclude", "default_environment", "catalogue", "limits", "lints", "environments"];
const ENVIRONMENT: &[&str] =
    &["service", "state", "deletion", "adopt", "parallelism", "max_rps", "timeout", "settle", "guards"];
const CATALOGUE: &[&str] = &["extras", "files"];
const LIMITS: &[&str] = &["custom_instructions"];
const GUARDS: &[&str] = &["max_delete", "max_delete_percent", "max_shrink_percent", "protect"];

/// What a project file says, and everything that is wrong with it, what parsing found included.
#[must_use]
pub fn read(parsed: &Parsed) -> (Project, Vec<Diagnostic>) {
    let mut reader = Reader { file: &parsed.file, findings: parsed.findings.clone() };
    let mut project = Project::default();
    if let Some(document) = parsed.documents.first() {
        let known: Vec<&str> = TOP.iter().chain(ENVIRONMENT).copied().collect();
        let entries = document.entries();
        for entry in entries {
            let (path, node) = (entry.key.value.as_str(), &entry.value);
            match path {
                "files" => project.files = reader.globs(path, node),
                "exclude" => project.exclude = reader.globs(path, node),
                "catalogue" => catalogue(&mut reader, node, &mut project),
                "limits" => limits(&mut reader, node, &mut project),
                "lints" => lints(&mut reader, node, &mut project),
                "default_environment" | "environments" => {}
                _ if ENVIRONMENT.contains(&path) => {}
                _ => reader.unknown("", entry, &known),
            }
        }
        environments(&mut reader, document, &mut project);
    }
    (project, reader.findings)
}

fn catalogue(reader: &mut Reader<'_>, node: &Node, project: &mut Project) {
    for entry in reader.table("catalogue", node) {
        match entry.key.value.as_str() {
            "extras" => {
                if let Some(extras) = reader.switch("catalogue.extras", &entry.value) {
                    project.extras = extras;
                }
            }
            "files" => {
                let items = if entry.value.items().is_empty() {
                    reader.texts("catalogue.files", &entry.value);
                    &[]
                } else {
                    entry.value.items()
                };
                project.catalogues.extend(items.iter().filter_map(|item| reader.inside("catalogue.files", item)));
            }
            _ => reader.unknown("catalogue", entry, CATALOGUE),
        }
    }
}

fn limits(reader: &mut Reader<'_>, node: &Node, project: &mut Project) {
    for entry in reader.table("limits", node) {
        match entry.key.value.as_str() {
            "custom_instructions" => {
                let number = reader.number("limits.custom_instructions", &entry.value, 0, 10_000);
                if let Some(limit) = number.and_then(|number| usize::try_from(number).ok()) {
                    project.limits.custom_instructions = limit;
                }
            }
            _ => reader.unknown("limits", entry, LIMITS),
        }
    }
}

fn lints(reader: &mut Reader<'_>, node: &Node, project: &mut Project) {
    let codes: Vec<&str> = Code::ALL.iter().map(|code| code.name()).collect();
    for entry in reader.table("lints", node) {
        let name = entry.key.value.as_str();
        let Some(code) = Code::from_name(name) else {
            reader.unknown("lints", entry, &codes);
            continue;
        };
        let path = format!("lints.{name}");
        let weight = match reader.choice(&path, &entry.value, &["error", "warn", "off"]) {
            Some("error") => Some(Severity::Error),
            Some("warn") => Some(Severity::Warning),
            Some(_) => None,
            None => continue,
        };
        if weight != Some(Severity::Error) && !relaxable(code) {
            let message = format!("`{name}` cannot weigh less than an error");
            reader
                .invalid(&path, &entry.value, message, "take the line out")
                .notes
                .push("a file with this fault has no meaning that could be planned".to_owned());
            continue;
        }
        project.lints.insert(code, weight);
    }
}

fn environments(reader: &mut Reader<'_>, document: &Node, project: &mut Project) {
    let sections: &[Entry] = document.get("environments").map_or(&[], |node| reader.table("environments", node));
    if let Some(node) = document.get("default_environment")
        && let Some(name) = reader.text("default_environment", node)
    {
        let named: Vec<&str> = sections.iter().map(|entry| entry.key.value.as_str()).collect();
        match nearest::words(name, named.iter().copied()).first() {
            _ if !environment_name(name) => not_a_name(reader, "default_environment", node.span, name),
            Some(best) if !named.contains(&name) => {
                let message = format!("there is no environment `{}`", echo(name));
                let fix = edits::rename(reader.file, node.span, best, Safety::Unsafe);
                let help = format!("did you mean `{best}`?");
                reader.invalid("default_environment", node, message, &help).fix = Some(fix);
            }
            Some(_) | None => name.clone_into(&mut project.default_environment),
        }
    }
    let mut first = Environment::named(&project.default_environment, true);
    let mut states = BTreeMap::new();
    for entry in document.entries().iter().filter(|entry| ENVIRONMENT.contains(&entry.key.value.as_str())) {
        setting(reader, "", entry, &mut first, &mut states);
    }
    project.environments = BTreeMap::from([(first.name.clone(), first)]);
    for section in sections {
        let name = section.key.value.as_str();
        let path = format!("environments.{name}");
        if !environment_name(name) {
            not_a_name(reader, &path, section.key.span, name);
            continue;
        }
        let mut environment = project.environments.remove(name).unwrap_or_else(|| Environment::named(name, false));
        for entry in reader.table(&path, &section.value) {
            if ENVIRONMENT.contains(&entry.key.value.as_str()) {
                setting(reader, &path, entry, &mut environment, &mut states);
            } else {
                reader.unknown(&path, entry, ENVIRONMENT);
            }
        }
        project.environments.insert(name.to_owned(), environment);
    }
    shared_state(reader, project, &states);
}

/// Reads one setting of an environment. `states` remembers where each environment's state file is named.
fn setting(
    reader: &mut Reader<'_>,
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
            if let Some(preset) = reader.choice(&path, node, &presets).and_then(Preset::from_name) {
                environment.service = preset;
            }
        }
        "state" => {
            if let Some(state) = reader.inside(&path, node) {
                states.insert(environment.name.clone(), node.span);
                environment.state = state;
            }
        }
        "deletion" => match reader.choice(&path, node, &["hold", "plan"]) {
            Some("plan") => environment.deletion = Deletion::Plan,
            Some(_) => environment.deletion = Deletion::Hold,
            None => {}
        },
        "adopt" => match reader.choice(&path, node, &["exact", "by-name"]) {
            Some("by-name") => environment.adopt = Adopt::ByName,
            Some(_) => environment.adopt = Adopt::Exact,
            None => {}
        },
        "parallelism" => set(&mut environment.parallelism, reader.number(&path, node, 1, 64)),
        "max_rps" => set(&mut environment.max_rps, reader.number(&path, node, 1, 1000)),
        "timeout" => set(&mut environment.timeout, reader.number(&path, node, 1, 86_400)),
        "settle" => set(&mut environment.settle, reader.number(&path, node, 0, 600)),
        _ => guards(reader, &path, node, &mut environment.guards),
    }
}

fn guards(reader: &mut Reader<'_>, path: &str, node: &Node, guards: &mut Guards) {
    for entry in reader.table(path, node) {
        let name = entry.key.value.as_str();
        let below = format!("{path}.{name}");
        let number = |reader: &mut Reader<'_>, most: i64, target: &mut usize| {
            let read = reader.number(&below, &entry.value, 0, most);
            *target = read.and_then(|number| usize::try_from(number).ok()).unwrap_or(*target);
        };
        match name {
            "max_delete" => number(reader, 1_000_000, &mut guards.max_delete),
            "max_delete_percent" => number(reader, 100, &mut guards.max_delete_percent),
            "max_shrink_percent" => number(reader, 100, &mut guards.max_shrink_percent),
            "protect" => {
                for (text, item) in reader.texts(&below, &entry.value) {
                    match Address::parse(text) {
                        Ok(address) => guards.protect.push(address),
                        Err(why) => {
                            let message = format!("`{}` is no address", echo(text));
                            let finding =
                                reader.invalid(&below, item, message, "write an address such as `style/support-de`");
                            finding.notes.push(why);
                        }
                    }
                }
            }
            _ => reader.unknown(path, entry, GUARDS),
        }
    }
}

/// Two environments with one state file would each take the other's objects for their own.
fn shared_state(reader: &mut Reader<'_>, project: &Project, states: &BTreeMap<String, Span>) {
    let mut first: BTreeMap<&str, &Environment> = BTreeMap::new();
    for environment in project.environments.values() {
        let Some(other) = first.insert(&environment.state, environment) else { continue };
        let Some(span) = states.get(&environment.name).or_else(|| states.get(&other.name)) else { continue };
        let message = format!(
            "the environments `{}` and `{}` have one state file, `{}`",
            other.name, environment.name, environment.state
        );
        let finding = Diagnostic::new(Code::InvalidSetting, reader.file, *span, message)
            .note("each would take the other's objects for its own")
            .help("give each environment its own file");
        reader.findings.push(match states.get(&other.name) {
            Some(there) if there != span => finding.because(*there, "the same file"),
            Some(_) | None => finding,
        });
    }
}

fn set<T: TryFrom<i64>>(target: &mut Option<T>, number: Option<i64>) {
    if let Some(number) = number.and_then(|number| T::try_from(number).ok()) {
        *target = Some(number);
    }
}

/// Names go into file names and names of environment variables.
fn environment_name(name: &str) -> bool {
    let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    (1..=32).contains(&name.len()) && name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(good)
}

fn not_a_name(reader: &mut Reader<'_>, path: &str, span: Span, name: &str) {
    let message = format!("`{}` cannot name an environment", echo(name));
    let finding = Diagnostic::new(Code::InvalidSetting, reader.file, span, message)
        .note("a name has up to 32 of `a-z`, `0-9`, `-` and `_`, and begins with a letter")
        .help("give it another name")
        .at(format!("/{}", path.replace('.', "/")));
    reader.findings.push(finding);
}
