//! `housestyle init --from-account`: a project made of what an account holds.
//!
//! Always holds: the account is only read, and read whole before the first file is written. Every file is checked as one
//! project in memory; where anything is in the way or wrong, nothing is written. The state is written last: a project
//! without it is found and completed by `pull --all`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use camino::Utf8Path;

use crate::catalogue::load::{self, Edition};
use crate::check::Desired;
use crate::cli::access::auth_key;
use crate::cli::arguments::args::GlobalArgs;
use crate::cli::arguments::planning_args::PlanningArgs;
use crate::cli::command::init::{self, InitArgs, ServiceProject};
use crate::cli::command::pull::NEW_FILE_FOLDERS;
use crate::cli::exit::{CliError, Exit};
use crate::cli::invocation::Invocation;
use crate::cli::planning::prepare::{PreparedRun, ReadyProject};
use crate::cli::pull::{self, outcome};
use crate::cli::store::stack;
use crate::cli::store::state_location::WORK_DIR;
use crate::model::project::{Preset, StateStoreKind};
use crate::model::style::LiveStyle;
use crate::model::{Kind, LiveAccount};
use crate::plan::drift::Drift;
use crate::plan::unread_kind;
use crate::project::rewriting::import::{self, ImportSelection, ImportedResource};
use crate::project::rewriting::project_files::{FileChange, ProjectFiles};
use crate::project::rewriting::save_files;
use crate::project::{self, FixedTexts, OpenedProject, PROJECT_FILE};
use crate::report::Sanitized;
use crate::report::humanize::count_noun;
use crate::report::pull as pull_report;
use crate::state::State;

/// The state file of a project with one environment.
const STATE_FILE: &str = "housestyle.lock.json";

/// Reads the account and writes the project.
///
/// # Errors
/// Exit 64 where no account is named, 5 where files are in the way or the account holds nothing; those of reading.
pub async fn run(args: &InitArgs, invocation: &Invocation<'_>) -> Result<Exit, CliError> {
    let Invocation { global, here, screen, .. } = *invocation;
    let root = here.join(&args.dir);
    let preset = init::account_preset(global).ok_or_else(|| {
        CliError::usage_error("--from-account needs to know whose account: no service is named").with_help(
            "housestyle init --from-account --service deepl (deepl-free for the free plan), with the key in \
             HOUSESTYLE_AUTH_KEY",
        )
    })?;
    reject_used_folder(&root)?;
    if preset == Preset::Emulator && !root.join(WORK_DIR).is_dir() {
        return Err(CliError::usage_error(format!("there is no account of the emulator in {}", root.join(WORK_DIR)))
            .with_help("name the service whose account it is, such as --service deepl"));
    }
    let name = stack::random_stack();
    let store: StateStoreKind = args.store.into();
    init::reject_unused_store(Some(preset), store)?;
    let described = |catalogue| ServiceProject::new(global, preset, store, &name, catalogue);
    let plain = described(None)?;
    let global = GlobalArgs { env: vec![plain.environment.clone()], all_envs: false, ..global.clone() };
    let open = |project: &ServiceProject| {
        project::load_project_over(&root, &FixedTexts::from([(PROJECT_FILE.into(), project.render())]))
    };
    let ready = ReadyProject::without_files(Arc::new(open(&plain)), screen)?;
    let prepared = ready.connect(&PlanningArgs::default(), &Invocation { global: &global, ..*invocation })?;
    let state = State::default();
    let live = pull::read_live(&prepared, &state, Some(&ImportSelection::All), &BTreeSet::new()).await?;
    if live.all_resources().next().is_none() {
        return Err(empty_account(&live, &prepared));
    }
    let beyond = if preset.edition() == Edition::Public { 0 } else { count_lists_beyond_core(&live) };
    let project = described((beyond > 0).then_some(Edition::Public))?;
    let opened = open(&project);
    let mut files = ProjectFiles::read_project(&opened);
    files.with_schemas = true;
    if let Some(there) = files.parsed.first() {
        let path = Sanitized(there.file.path()).to_string();
        return Err(CliError::new(
            Exit::Blocked,
            format!("{path} would belong to the new project, nothing was written"),
        )
        .with_help("choose an empty folder: housestyle init DIR --from-account"));
    }
    let into: BTreeMap<Kind, String> =
        NEW_FILE_FOLDERS.iter().map(|(kind, folder)| (*kind, (*folder).to_owned())).collect();
    let (imported, left) =
        import::import_resources(&mut files, &Desired::default(), &state, &live, &ImportSelection::All, &into);
    let report = outcome::build_report(&prepared.basis, &files, &Drift::default(), &[], &imported, &left, false);

    // Whoever writes holds the state first.
    let mut opened_state = prepared.state_location.open_store(screen, Some(&prepared.interrupt)).await?;
    write_files(&root, &opened, &project.render(), &files, &imported)?;
    let facts: Vec<_> = outcome::imported_entries(&imported).collect();
    outcome::record_entries_of(&mut opened_state, &prepared, &facts, "init --from-account")?;
    drop(opened_state);
    init::ignore_work_dir(args, &root, screen)?;
    init::write_repository_files(args, &root, screen)?;

    screen.print_report(Exit::Success, &pull_report::render_human(&report, &screen.stdout_look()))?;
    for (kind, why) in &live.unread_kinds {
        let why = unread_kind::describe_unread(*kind, *why);
        screen.print_status(&format!("note: {} are left out: {}", kind.plural(), Sanitized(&why)));
    }
    if beyond > 0 {
        screen.print_status(&format!(
            "note: {} rules of the public catalogue, so housestyle.toml says catalogue = \"public\"",
            if beyond == 1 { "1 list uses".to_owned() } else { format!("{} use", count_noun(beyond, "list")) }
        ));
    }
    let next = NextSteps { args, root: &root, preset, store, environment: &project.environment };
    next.lines(&imported).iter().for_each(|line| screen.print_status(line));
    Ok(Exit::Success)
}

/// # Errors
/// Exit 5 where the folder is a project, or holds a state of one.
fn reject_used_folder(root: &Utf8Path) -> Result<(), CliError> {
    init::reject_existing(root, [PROJECT_FILE, STATE_FILE].into_iter())
}

fn empty_account(live: &LiveAccount, prepared: &PreparedRun) -> CliError {
    let refused: Vec<&str> = live.unread_kinds.keys().map(|kind| kind.plural()).collect();
    let origin = Sanitized(&prepared.basis.origin).to_string();
    let message = if refused.is_empty() {
        format!(
            "the account of {origin} holds no lists, glossaries, spoken terms or style profiles, so nothing was written"
        )
    } else {
        let refused = refused.join(" and ");
        format!(
            "the account of {origin} holds nothing that this key may list ({refused} are refused), nothing was written"
        )
    };
    CliError::new(Exit::Blocked, message).with_help(
        "check that the key is of the right account; for a first list of your own: housestyle init --service …",
    )
}

/// How many lists say what the public catalogue alone knows.
fn count_lists_beyond_core(live: &LiveAccount) -> usize {
    let uses = |list: &&LiveStyle| {
        list.rules.iter().any(|(rule, value)| load::is_public_alone(&rule.category, &rule.rule, Some(value)))
    };
    live.styles.values().filter(uses).count()
}

/// Writes what belongs to the project itself: all of it or nothing.
fn write_files(
    root: &Utf8Path,
    opened: &OpenedProject,
    project: &str,
    files: &ProjectFiles<'_>,
    imported: &[ImportedResource],
) -> Result<(), CliError> {
    let kinds: Vec<Kind> = imported.iter().map(|resource| resource.address.kind).collect();
    let schemas = init::editor_schemas(&opened.catalogue, &kinds);
    let mut all = files.changed_files();
    all.push(FileChange { path: PROJECT_FILE, old: None, new: project });
    all.extend(schemas.iter().map(|(path, text)| FileChange { path, old: None, new: text }));
    init::reject_existing(root, all.iter().map(|change| change.path))?;
    Ok(save_files::write_all_or_none(root, &all)?)
}

/// What is said at the end.
struct NextSteps<'a> {
    args: &'a InitArgs,
    root: &'a Utf8Path,
    preset: Preset,
    store: StateStoreKind,
    environment: &'a str,
}

impl NextSteps<'_> {
    fn lines(&self, imported: &[ImportedResource]) -> Vec<String> {
        let Self { args, root, preset, store, environment } = self;
        let mut lines = Vec::new();
        let into = if args.dir == "." { String::new() } else { format!("-C {} ", init::shell_path(&args.dir)) };
        let mut paths = vec![PROJECT_FILE.to_owned()];
        if *store == StateStoreKind::File && *preset != Preset::Emulator {
            paths.push(STATE_FILE.to_owned());
        }
        paths.extend([".gitignore", "schema"].map(str::to_owned));
        for (kind, folder) in NEW_FILE_FOLDERS {
            if imported.iter().any(|resource| resource.address.kind == kind && resource.file.is_some()) {
                paths.push(folder.to_owned());
            }
        }
        let below = project::below_repository(root);
        let has_repository = root.ancestors().any(|folder| init::path_exists(&folder.join(".git")));
        if below.is_empty() {
            paths.extend(
                ["AGENTS.md", ".pre-commit-config.yaml", ".github", ".gitlab", ".gitlab-ci.yml"].map(str::to_owned),
            );
        }
        let there: Vec<String> = paths.into_iter().filter(|path| init::path_exists(&root.join(path))).collect();
        if !has_repository {
            lines.push(format!("repository: git {into}init"));
        }
        lines.push(format!("commit: git {into}add {}", there.join(" ")));
        if !below.is_empty() {
            lines.push("        and what was created at the top of the repository".to_owned());
        }
        lines.push(format!("        git {into}commit -m \"Take over the house style\""));
        if *preset != Preset::Emulator {
            let address = if *preset == Preset::Custom { " and HOUSESTYLE_BASE_URL" } else { "" };
            lines.push(format!(
                "key: set {}{address} where housestyle runs; never commit it",
                auth_key::key_variable_for(environment)
            ));
        }
        lines.push(format!("next: housestyle {into}plan"));
        lines
    }
}
