//! Reads `housestyle.toml`: the generated schema judges its shape, as that of every other file, and what no schema can say
//! is checked here.
//!
//! A setting that is wrong leaves its default in place, so that the rest of the project can still be checked.
//! No setting names a host, a key, a proxy or a command; those that try are refused.

use std::collections::BTreeMap;

use crate::catalogue::load::{Edition, parsed_catalogue};
use crate::catalogue::nearest;
use crate::check::lint::apply_severity;
use crate::check::setting_value::{CheckedSettings, is_file_of, patterns_taken_out, section_names};
use crate::check::{commented_head, document, follow_fix, ignore, one_line, safe_fix};
use crate::diagnostic::{Code, Diagnostic, Located, Place, Safety, Severity, Span};
use crate::model::project::{
    DeletionPolicy, DriftPolicy, Environment, ImportPolicy, MoveBlock, Preset, Project, ProjectReference,
    SafeguardLimits, StateStoreKind, TextSet,
};
use crate::model::reference::{PROJECT_KIND, Reference, list_references};
use crate::model::reviewed::{AcknowledgedBlock, ImportBlock, MovedBlock, RemovedBlock, ReviewedChanges};
use crate::model::shared_parts::SharedParts;
use crate::model::{Address, Id, Kind, Language};
use crate::schema::edits;
use crate::schema::explain_language::looks_like_code;
use crate::schema::explained_document::{is_at_or_below, join_pointer};
use crate::schema::project::{
    AcknowledgedSettings, EnvironmentSettings, ImportSettings, MovedSettings, ProjectFile, RULE_LINT, RemovedSettings,
    SafeguardSettings, StateSettings,
};
use crate::schema::project_file::{read_project_file, validate_project};
use crate::source::discover::PROJECT_FILE;
use crate::source::{Format, Node, ParsedFile, parse_source};

/// What a project file says, and everything that is wrong with it, what parsing found included.
#[must_use]
pub fn read_project(parsed: &ParsedFile) -> (Project, Vec<Diagnostic>) {
    let (project, mut findings) = read_once(parsed);
    follow_fix::follow_fixes(&parsed.file, &mut findings, |file| read_once(&parse_source(file, Format::Toml)).1);
    one_line::offer_lines(parsed, &mut findings, |parsed| read_once(parsed).1);
    commented_head::tell_commented_heads(&mut findings);
    (project, safe_fix::demote_lossy_fixes(findings))
}

/// Whether settings of a project are read from the file at this path: its own, or one of its catalogue files.
#[must_use]
pub fn is_setting(project: &Project, path: &str) -> bool {
    path == PROJECT_FILE || project.catalogues.iter().any(|file| file == path)
}

fn read_once(parsed: &ParsedFile) -> (Project, Vec<Diagnostic>) {
    let mut findings = parsed.findings.clone();
    let mut project = Project::default();
    let Some(document) = parsed.documents.first().filter(|document| !document.entries().is_empty()) else {
        return (project, findings);
    };
    let (found, wrong) = validate_project(&parsed.file, document);
    // After a fault of the text, what is absent may be that fault.
    let follows = |finding: &Diagnostic| {
        let lost = parsed.incomplete && finding.code == Code::MissingField;
        lost || finding.code == Code::WrongType && document::follows_from_syntax(parsed, finding)
    };
    findings.extend(found.into_iter().filter(|finding| !follows(finding)).map(|finding| name_rule(document, finding)));
    document::drop_repeated_tables(&mut findings);
    let sections = section_names(document);
    let mut settings =
        CheckedSettings { file: &parsed.file, document, findings, wrong, contested: Vec::new(), sections };
    settings.check_values(&mut Vec::new(), document);
    settings.check_lone_safeguards(document);
    settings.check_moves(document);
    settings.check_former_addresses(document);
    settings.check_imports(document);
    project.file = Some(parsed.file.clone());
    let references = list_references(PROJECT_KIND, document);
    project.contested_moves = contested_moves(&references, &settings.contested);
    project.references = references
        .into_iter()
        .filter(|reference| !is_at_or_below(&reference.pointer, &settings.wrong))
        .map(|reference| {
            let texts = texts_of(document, &reference.pointer);
            let files = texts.and_then(|texts| texts.get("files")?.text()).map(str::to_owned);
            ProjectReference { language: texts.and_then(language_of_texts), files, reference }
        })
        .collect();
    match read_project_file(document, &settings.wrong) {
        Ok(file) => ProjectReader { settings: &mut settings, document }.read_settings(file, &mut project),
        Err(why) => {
            let finding = settings.invalid(document.span, format!("the settings cannot be read: {why}"));
            settings.findings.push(finding);
        }
    }
    let ignored =
        ignore::comments_of_project(parsed).into_iter().filter_map(|finding| apply_severity(finding, &project));
    settings.findings.extend(ignored);
    (project, settings.findings)
}

/// The blocks `[[moved]]` with these places.
fn contested_moves(references: &[Reference], contested: &[[usize; 2]]) -> Vec<[MoveBlock; 2]> {
    if contested.is_empty() {
        return Vec::new();
    }
    let by_pointer: BTreeMap<&str, &Reference> = references.iter().map(|named| (&*named.pointer, named)).collect();
    let side = |index: usize, field: &str| by_pointer.get(&*format!("/moved/{index}/{field}")).copied();
    let block = |index| Some(MoveBlock { index, from: side(index, "from")?.span, to: side(index, "to")?.clone() });
    contested.iter().filter_map(|[first, second]| Some([block(*first)?, block(*second)?])).collect()
}

/// A word of `[lints]` that is no code, and the name of a rule, or nearly one.
fn name_rule(document: &Node, finding: Diagnostic) -> Diagnostic {
    let lints = document.get("lints").map(Node::entries).unwrap_or_default();
    let unknown = finding.code == Code::UnknownField;
    let Some(entry) = lints.iter().find(|entry| unknown && entry.key.span == finding.primary.span) else {
        return finding;
    };
    let written = entry.key.value.as_str();
    let bare = written.strip_prefix(RULE_LINT).filter(|bare| !bare.is_empty());
    let (category, name) = bare.unwrap_or(written).split_once('.').unwrap_or(("", bare.unwrap_or(written)));
    let catalogue = parsed_catalogue(Edition::Public);
    let category = catalogue.categories.get(category).map(|category| &*category.name);
    let mut called = catalogue.iter_rules().filter(|rule| rule.name == name);
    let exact = called.next().filter(|_| called.next().is_none());
    // Of what is a code, nearly, a rule is not offered.
    let may_be_near = finding.fix.is_none() || bare.is_some();
    let near = || nearest::unambiguous_rule(catalogue, category, name, None).filter(|_| may_be_near);
    let Some(rule) = exact.or_else(near) else { return finding };
    let meant = format!("{RULE_LINT}{}.{}", rule.category, rule.name);
    if finding.help.as_ref().is_some_and(|help| help.contains(&format!("`{meant}`"))) {
        return finding;
    }
    let finding = finding.with_help(format!("did you mean `\"{meant}\"`?"));
    match lints.iter().any(|other| other.key.value == meant) {
        true => finding.without_edits().with_note("it is set already"),
        false => {
            let text = edits::quote_text(&meant);
            let title = format!("write `{text}`");
            finding.with_fix(edits::replace_span(entry.key.span, text, title, Safety::Unsafe))
        }
    }
}

/// Puts settings into a project, with the places that are still needed.
struct ProjectReader<'s, 'a> {
    settings: &'s mut CheckedSettings<'a>,
    document: &'a Node,
}

impl ProjectReader<'_, '_> {
    fn read_settings(&mut self, file: ProjectFile, project: &mut Project) {
        let ProjectFile {
            files,
            exclude,
            stack,
            default_environment,
            catalogue,
            catalogue_files,
            defaults,
            limits,
            lints,
            texts,
            ..
        } = file;
        project.files = files.map_or_else(|| std::mem::take(&mut project.files), |files| present(Some(files)));
        let taken_out = patterns_taken_out(self.document).map(str::to_owned);
        project.exclude = present(exclude).into_iter().chain(taken_out).collect();
        project.stack = stack;
        if let Some(name) = default_environment {
            project.default_environment = name;
        }
        // Of a service or a catalogue that is not known, nobody knows what it offers: then no rule is unknown.
        let unknown = self.settings.doubts_any(&["service", "catalogue"]).then_some(Edition::Public);
        project.catalogue = catalogue.as_deref().and_then(Edition::from_name).or(unknown);
        project.catalogues = present(catalogue_files).iter().map(|path| inner_path(path)).collect();
        if let Some(limit) = limits.and_then(|limits| limits.custom_instructions) {
            project.limits.custom_instructions = limit as usize;
        }
        for (name, word) in lints.iter().flatten() {
            let severity = read_severity(word);
            if let Some(rule) = name.strip_prefix(RULE_LINT) {
                project.rule_lints.insert(rule.to_owned(), severity);
            } else if let Some(code) = Code::from_name(name) {
                project.lints.insert(code, severity);
            }
        }
        // What is to be said of a warning whose weight cannot be read, nobody knows.
        let unread = self.settings.unread_lints().filter(|code| code.severity() == Severity::Warning);
        project.lints.extend(unread.map(|code| (code, None)));
        project.texts = present(texts)
            .into_iter()
            .map(|set| TextSet {
                files: set.files,
                language: Language::new(&set.language),
                style: set.style,
                glossaries: present(set.glossaries),
                source: set.source,
            })
            .collect();
        let shared = present(defaults.and_then(|defaults| defaults.shared));
        project.shared = SharedParts::from_words(shared.iter().map(String::as_str));
        self.read_environments(file.default_settings, file.environments.unwrap_or_default(), project);
        self.read_blocks("import", file.import, project, |block: ImportSettings, place, changes| {
            let ImportSettings { to, id, environments, reason } = block;
            let (Ok(to), Some(id)) = (Address::parse(&to), Id::new(&id)) else { return None };
            changes.imports.push(ImportBlock { to, id, reason, place });
            environments
        });
        self.read_blocks("moved", file.moved, project, |block: MovedSettings, place, changes| {
            let MovedSettings { from, to, environments, reason } = block;
            let (Ok(from), Ok(to)) = (Address::parse(&from), Address::parse(&to)) else { return None };
            changes.moves.push(MovedBlock { from, to, reason, place });
            environments
        });
        self.read_blocks("acknowledged", file.acknowledged, project, |block: AcknowledgedSettings, place, changes| {
            let AcknowledgedSettings { id, environments, reason } = block;
            changes.acknowledged.push(AcknowledgedBlock { id: Id::new(&id)?, reason, place });
            environments
        });
        self.read_blocks("removed", file.removed, project, |block: RemovedSettings, place, changes| {
            let RemovedSettings { address, delete, environments, reason } = block;
            let address = Address::parse(&address).ok()?;
            changes.removals.push(RemovedBlock { address, delete, reason, place });
            environments
        });
    }

    fn read_environments(
        &mut self,
        defaults: EnvironmentSettings,
        sections: BTreeMap<String, EnvironmentSettings>,
        project: &mut Project,
    ) {
        let mut states = BTreeMap::new();
        let names: Vec<String> = sections.keys().map(|name| format!("`{name}`")).collect();
        // What is set at the top is set for this environment alone, but for the store, which all share.
        let top = "service deletion import_match skip_kinds parallelism max_rps timeout settle safeguards";
        let sets = |name: &str| self.document.get(name).is_some();
        let has_state =
            self.document.get("state").is_some_and(|state| state.text().is_some() || state.get("file").is_some());
        let is_set = sections.is_empty()
            || sections.contains_key(&project.default_environment)
            || has_state
            || top.split(' ').any(sets);
        project.uses_default_environment = is_set || sets("default_environment");
        if !is_set && !self.settings.doubts_environments() {
            self.tell_unset_environment(&project.default_environment, &names);
        }
        let mut first = Environment::with_defaults(&project.default_environment, true);
        self.read_environment(&[], defaults, &mut first, &mut states);
        // A table `[state]` names the store of every environment that names none.
        let store = first.store;
        project.environments = BTreeMap::from([(first.name.clone(), first)]);
        for (name, settings) in sections {
            let mut environment =
                project.environments.remove(&name).unwrap_or_else(|| Environment::with_defaults(&name, false));
            environment.store = store;
            let path = ["environments", name.as_str()];
            self.read_environment(&path, settings, &mut environment, &mut states);
            project.environments.insert(name, environment);
        }
        self.check_shared_state(project, &states);
    }

    /// A default environment of which nothing is set, beside others that have a table each.
    fn tell_unset_environment(&mut self, name: &str, others: &[String]) {
        let node = self.document.get("default_environment").filter(|node| node.text() == Some(name));
        let is_told = |node: &&Node| self.settings.findings.iter().any(|finding| finding.primary.span == node.span);
        let Some(node) = node.filter(|node| !is_told(node)) else { return };
        let message = format!("nothing is set for the environment `{name}`, and others have a table each");
        let finding = self.settings.invalid(node.span, message).with_label("has the defaults alone");
        let help = format!("name one of {}, or write a table `[environments.{name}]`", others.join(", "));
        let finding = finding.with_help(help).with_pointer("/default_environment");
        self.settings.findings.push(Diagnostic { severity: Severity::Warning, ..finding });
    }

    /// Reads the settings of one environment. `states` keeps where each environment's state file is named.
    fn read_environment(
        &self,
        path: &[&str],
        settings: EnvironmentSettings,
        environment: &mut Environment,
        states: &mut BTreeMap<String, Span>,
    ) {
        let EnvironmentSettings {
            service,
            state,
            deletion,
            import_match,
            skip_kinds,
            parallelism,
            max_rps,
            timeout,
            settle,
            ..
        } = settings;
        environment.service_named |= service.is_some();
        environment.service = service.and_then(|word| Preset::from_name(&word)).unwrap_or(environment.service);
        environment.deletion = match deletion.as_deref() {
            Some("prune") => DeletionPolicy::Prune,
            Some(_) => DeletionPolicy::Keep,
            None => environment.deletion,
        };
        environment.import = match import_match.as_deref() {
            Some("name") => ImportPolicy::ByName,
            Some(_) => ImportPolicy::Exact,
            None => environment.import,
        };
        environment.skip_kinds.extend(present(skip_kinds).iter().filter_map(|word| Kind::from_name(word)));
        environment.parallelism = parallelism.map(|number| number as usize).or(environment.parallelism);
        environment.max_rps = max_rps.or(environment.max_rps);
        environment.timeout = timeout.map(u64::from).or(environment.timeout);
        environment.settle = settle.map(u64::from).or(environment.settle);
        let (store, file, below): (_, _, &[&str]) = match state {
            Some(StateSettings::File(file)) => (Some(StateStoreKind::File), Some(file), &["state"]),
            Some(StateSettings::Store(table)) => {
                (table.store.and_then(|word| StateStoreKind::from_name(&word)), table.file, &["state", "file"])
            }
            None => (None, None, &[]),
        };
        environment.store = store.unwrap_or(environment.store);
        if let Some(file) = file {
            environment.state = inner_path(&file);
            let named = self.document.at_pointer(&join_pointer(&[path, below].concat()));
            states.extend(named.map(|node| (environment.name.clone(), node.span)));
        }
        if let Some(safeguards) = settings.safeguards {
            read_safeguards(safeguards, &mut environment.safeguards);
        }
    }

    /// Gives every block of one name to its environments. Ids belong to an account, so a block may name those that it is for.
    fn read_blocks<T>(
        &mut self,
        name: &str,
        blocks: Option<Vec<Option<T>>>,
        project: &mut Project,
        mut read_block: impl FnMut(T, Place, &mut ReviewedChanges) -> Option<Vec<Option<String>>>,
    ) {
        let pointer = join_pointer(&[name]);
        let nodes = items_at(self.document, &pointer);
        for (index, (block, node)) in blocks.into_iter().flatten().zip(nodes).enumerate() {
            let Some(block) = block else { continue };
            let mut changes = ReviewedChanges::default();
            let named = present(read_block(block, self.settings.file.place_of(node.span), &mut changes));
            for item in node.get("environments").map(Node::items).unwrap_or_default() {
                let known: Vec<&str> = project.environments.keys().map(String::as_str).collect();
                if let Some(name) = item.text().filter(|name| !known.contains(name)) {
                    self.settings.report_unknown_environment(
                        item,
                        name,
                        &known,
                        &format!("{pointer}/{index}/environments"),
                    );
                }
            }
            for environment in project.environments.values_mut() {
                if named.is_empty() || named.contains(&environment.name) {
                    environment.reviewed.imports.extend(changes.imports.iter().cloned());
                    environment.reviewed.moves.extend(changes.moves.iter().cloned());
                    environment.reviewed.removals.extend(changes.removals.iter().cloned());
                    environment.reviewed.acknowledged.extend(changes.acknowledged.iter().cloned());
                }
            }
        }
    }

    /// Environments with one state file would each take the others' resources for their own.
    fn check_shared_state(&mut self, project: &Project, states: &BTreeMap<String, Span>) {
        let mut by_file: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for environment in project.environments.values() {
            by_file.entry(&environment.state).or_default().push(&environment.name);
        }
        for (file, mut names) in by_file {
            let place = |name: &str| states.get(name).copied();
            names.sort_by_key(|name| place(name).is_none());
            let [first, others @ .., last] = names.as_slice() else { continue };
            let Some(span) = place(first) else { continue };
            let mut shown = format!("`{first}`");
            others.iter().for_each(|name| shown.push_str(&format!(", `{name}`")));
            let unset = if place(last).is_none() { ", which has it where none is set," } else { "" };
            let message = format!("the environments {shown} and `{last}`{unset} have one state file, `{file}`");
            // Who is named in it keeps it, whoever has it unasked, or who runs on what people see.
            let keeper = names
                .iter()
                .position(|name| is_file_of(file, name))
                .or_else(|| names.iter().position(|name| place(name).is_none()))
                .or_else(|| names.iter().position(|name| name.starts_with("prod")))
                .unwrap_or_default();
            let keeper = names[keeper];
            let moving: Vec<&str> =
                names.iter().copied().filter(|name| *name != keeper && place(name).is_some()).collect();
            let own: Vec<String> = moving
                .iter()
                .map(|name| format!("`{name}` its own file, such as `{}`", file_of_own(file, keeper, name)))
                .collect();
            let span = moving.first().and_then(|name| place(name)).unwrap_or(span);
            let finding = self
                .settings
                .invalid(span, message)
                .with_note("each would treat the resources of the other as its own")
                .with_help(format!("give {}", own.join(", and ")));
            let places = names.iter().filter_map(|name| place(name)).filter(|other| *other != span);
            let finding = places.fold(finding, |finding, other| finding.with_secondary(other, "the same file"));
            self.settings.findings.push(finding);
        }
    }
}

/// The name of a file with that of an environment in it: where another's stands, else behind its first part.
fn file_of_own(file: &str, other: &str, environment: &str) -> String {
    if is_file_of(file, other) {
        let parts = file.split_inclusive(['/', '.']);
        let own = |part: &str| match part.strip_prefix(other) {
            Some(end) if end.len() < 2 => format!("{environment}{end}"),
            _ => part.to_owned(),
        };
        return parts.map(own).collect();
    }
    let start = file.rfind('/').map_or(0, |at| at + 1);
    let at = file[start..].find('.').filter(|at| *at > 0).map_or(file.len(), |at| start + at);
    format!("{}.{environment}{}", &file[..at], &file[at..])
}

/// The table of `[[texts]]` that a name is in.
fn texts_of<'d>(document: &'d Node, pointer: &str) -> Option<&'d Node> {
    let index: usize = pointer.strip_prefix("/texts/")?.split('/').next()?.parse().ok()?;
    document.get("texts")?.items().get(index)
}

/// The language of texts.
fn language_of_texts(texts: &Node) -> Option<Located<Language>> {
    let node = texts.get("language")?;
    let code = node.text().filter(|code| looks_like_code(code))?;
    Some(Located { value: Language::new(code), span: node.span })
}

fn read_safeguards(settings: SafeguardSettings, limits: &mut SafeguardLimits) {
    let SafeguardSettings { max_delete, max_delete_percent, max_shrink_percent, drift, protect } = settings;
    let number = |number: Option<u32>, default: usize| number.map_or(default, |number| number as usize);
    limits.max_delete = number(max_delete, limits.max_delete);
    limits.max_delete_percent = number(max_delete_percent, limits.max_delete_percent);
    limits.max_shrink_percent = number(max_shrink_percent, limits.max_shrink_percent);
    limits.drift = match drift.as_deref() {
        Some("revert") => DriftPolicy::Revert,
        Some(_) => DriftPolicy::Review,
        None => limits.drift,
    };
    limits.protect.extend(present(protect).iter().filter_map(|address| Address::parse(address).ok()));
}

fn items_at<'a>(document: &'a Node, pointer: &str) -> &'a [Node] {
    document.at_pointer(pointer).map(Node::items).unwrap_or_default()
}

/// The entries of a list that are right.
fn present<T>(list: Option<Vec<Option<T>>>) -> Vec<T> {
    list.into_iter().flatten().flatten().collect()
}

fn inner_path(written: &str) -> String {
    written.trim_start_matches("./").to_owned()
}

/// A finding and its severity, where a project may set it.
fn read_severity(word: &str) -> Option<Severity> {
    match word {
        "error" => Some(Severity::Error),
        "warn" => Some(Severity::Warning),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::file_of_own;

    #[test]
    fn a_state_file_of_its_own_has_the_name_of_its_environment() {
        for (file, own) in [
            ("housestyle.lock.json", "housestyle.prod.lock.json"),
            ("a.b/state.json", "a.b/state.prod.json"),
            ("a.b/state", "a.b/state.prod"),
            (".state", ".state.prod"),
        ] {
            assert_eq!(file_of_own(file, "dev", "prod"), own);
        }
        assert_eq!(file_of_own("a.dev/house.dev.lock.json", "dev", "prod"), "a.prod/house.prod.lock.json");
    }
}
