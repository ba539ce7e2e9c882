//! `housestyle init`: a project that validates and applies as it is.
//!
//! Invariant: nothing that exists is overwritten; where one of the project's files is there already, none is written. The
//! hook and the pipeline go where git and forges look for them, at the top of the repository; where something stands there,
//! it stays.

use camino::{Utf8Path, Utf8PathBuf};

use crate::catalogue::load::Edition;
use crate::catalogue::{Catalogue, load};
use crate::check;
use crate::cli::access::auth_key;
use crate::cli::arguments::args::GlobalArgs;
use crate::cli::arguments::environments;
use crate::cli::command::schema;
use crate::cli::exit::{CliError, Exit};
use crate::cli::invocation::Invocation;
use crate::cli::screen::terminal::Screen;
use crate::cli::store::stack;
use crate::diagnostic::SourceFile;
use crate::disk::{self, FileMode, Overwrite};
use crate::model::Kind;
use crate::model::project::{Preset, StateStoreKind};
use crate::project::{self, PROJECT_FILE};
use crate::report::Sanitized;
use crate::source::{self, Format, limit};

/// What `init --help` teaches.
pub const HELP: &str = "Make a project: a project file, a first list, a base that it extends, the schemas that editors \
    complete from, a hook for pre-commit and a pipeline that validates.\n\n\
    Works in an empty folder and in an existing repository; nothing that is there is overwritten. The project uses the \
    emulator inside the program until its file says otherwise, so plan and apply can be tried at once.\n\n\
    With --from-account, the project is made of what an account holds, as with `pull --all`: a file for each list, \
    glossary and collection of spoken terms, and a state that says which is which. The account is only read; where \
    anything fails, nothing is written.\n\n\
    Examples:\n\
    \x20 housestyle init\n\
    \x20 housestyle init --from-account --service deepl\n\
    \x20 housestyle init translations --language ja\n\
    \x20 housestyle init --ci gitlab\n\
    \x20 housestyle init --texts                      proposes which texts to lint";

/// Arguments of `init`.
#[derive(Debug, clap::Args)]
pub struct InitArgs {
    /// Directory of the project; created if it does not exist
    #[arg(value_name = "DIR", default_value = ".")]
    pub dir: Utf8PathBuf,
    /// Language of the sample style rule list
    #[arg(long, value_name = "CODE", env = "HOUSESTYLE_LANGUAGE", default_value = "en")]
    pub language: String,
    /// CI pipeline to write: `github`, `gitlab` or `none` [default: gitlab if there is a .gitlab-ci.yml, else github]
    #[arg(long, value_name = "FORGE", env = "HOUSESTYLE_CI", hide_possible_values = true)]
    pub ci: Option<Forge>,
    /// Make the project of what the account of --service holds, without samples
    #[arg(long, env = "HOUSESTYLE_FROM_ACCOUNT", value_parser = clap::builder::FalseyValueParser::new(), conflicts_with_all = ["language", "texts"])]
    pub from_account: bool,
    /// Where the state of an account is kept: `file`, to be committed, or `git`, in a reference of the git remote
    #[arg(long, value_name = "STORE", env = "HOUSESTYLE_STORE", default_value = "file")]
    pub store: StoreChoice,
    /// In a project: print `[[texts]]` for the files of translations below it, and write nothing
    #[arg(long, env = "HOUSESTYLE_TEXTS", value_parser = clap::builder::FalseyValueParser::new(), conflicts_with_all = ["language", "ci"])]
    pub texts: bool,
}

/// Whose pipeline is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Forge {
    /// A workflow of GitHub.
    Github,
    /// A file that a pipeline of GitLab includes.
    Gitlab,
    /// None.
    None,
}

/// Where the state of the new project is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum StoreChoice {
    /// In a file of the project.
    File,
    /// In a reference of the project's git remote.
    Git,
}

impl From<StoreChoice> for StateStoreKind {
    fn from(choice: StoreChoice) -> Self {
        match choice {
            StoreChoice::File => Self::File,
            StoreChoice::Git => Self::Git,
        }
    }
}

/// Base styles of the repository by language: the plainest one of each.
const BASE_STYLE_LIBRARY: &[(&str, &str)] = &[
    ("de", include_str!("../../../styles/de.yaml")),
    ("en", include_str!("../../../styles/en-us.yaml")),
    ("es", include_str!("../../../styles/es.yaml")),
    ("fr", include_str!("../../../styles/fr.yaml")),
    ("it", include_str!("../../../styles/it.yaml")),
    ("ja", include_str!("../../../styles/ja.yaml")),
    ("ko", include_str!("../../../styles/ko.yaml")),
    ("zh", include_str!("../../../styles/zh.yaml")),
];

const PROJECT: &str = include_str!("init/housestyle.toml");
const SERVICE_PROJECT: &str = include_str!("init/account.toml");
const LIST: &str = include_str!("init/website.yaml");
const BASE: &str = include_str!("init/base.yaml");
const HOOKS: &str = include_str!("init/pre-commit.yaml");
/// What agents read before they work in the project.
const AGENTS: &str = include_str!("init/AGENTS.md");
const AGENTS_FILE: &str = "AGENTS.md";
const GITHUB: &str = include_str!("init/github.yml");
const GITLAB: &str = include_str!("init/gitlab.yml");
/// What GitLab reads first; ours is included by it.
const GITLAB_FIRST: &str = ".gitlab-ci.yml";
const GITLAB_OURS: &str = ".gitlab/housestyle.yml";
const WORKFLOW: &str = ".github/workflows/housestyle.yml";
const CONFIG: &str = ".pre-commit-config.yaml";
/// The environment of a project for an account, where nobody names it.
const ACCOUNT_ENVIRONMENT: &str = "production";

/// Prints which files of texts there are, as settings to copy.
fn propose_texts(here: &Utf8Path, screen: &Screen) -> Result<Exit, CliError> {
    let opened = project::open_project(here)?;
    let desired = opened.check_files(&[], here).desired;
    let sets = crate::project::texts::text_files::propose_text_sets(&opened, desired.as_ref());
    if sets.is_empty() {
        return Err(CliError::new(Exit::Invalid, "no file of translations was found")
            .with_help("a file is known by its ending and a language in its path, such as locales/de/app.po"));
    }
    let text = |value: &str| serde_json::Value::from(value).to_string();
    for set in sets {
        let (files, language, style) = (text(&set.files), text(set.language.as_str()), text(&set.style));
        screen.print_output(&format!("[[texts]]\nfiles = {files}\nlanguage = {language}\nstyle = {style}\n\n"))?;
    }
    screen.print_status("nothing was written: copy what fits into housestyle.toml");
    Ok(Exit::Success)
}

/// Writes the files.
///
/// # Errors
/// Exit 5 where a file is in the way, 64 for a language that lists are not kept for.
pub fn run(args: &InitArgs, invocation: &Invocation<'_>) -> Result<Exit, CliError> {
    let Invocation { global, here, screen, .. } = *invocation;
    if args.texts {
        return propose_texts(&here.join(&args.dir), screen);
    }
    reject_unused_store(account_preset(global), args.store.into())?;
    let catalogue = load::builtin_catalogue(account_preset(global).map_or(Edition::Core, Preset::edition));
    let (code, name) = find_language(&catalogue, &args.language)?;
    let root = here.join(&args.dir);
    let filled = |text: &str| text.replace("{language}", code).replace("{Language}", name);
    // A language that no base was written for yet begins with an empty one.
    let base = BASE_STYLE_LIBRARY.iter().find(|(known, _)| *known == code).map_or(BASE, |(_, text)| text);
    let base = filled(base);
    let project = match account_preset(global) {
        None | Some(Preset::Emulator) => PROJECT.replace("{stack}", &stack::random_stack()),
        Some(preset) => ServiceProject::new(global, preset, args.store.into(), &stack::random_stack(), None)?.render(),
    };
    let mut files = vec![
        (PROJECT_FILE.to_owned(), project),
        ("styles/website.yaml".to_owned(), filled(LIST)),
        (format!("house/{code}.yaml"), base),
    ];
    files.extend(editor_schemas(&catalogue, &[]));
    reject_existing(&root, files.iter().map(|(path, _)| path.as_str()))?;
    for (path, text) in &files {
        create_file(&root.join(path), text)?;
        screen.print_report(Exit::Success, &format!("created {}\n", display_path(&args.dir, path)))?;
    }
    write_repository_files(args, &root, screen)?;
    ignore_work_dir(args, &root, screen)?;
    let into = if args.dir == "." { String::new() } else { format!("-C {} ", shell_path(&args.dir)) };
    screen.print_status(&format!(
        "next: housestyle {into}validate\n      housestyle {into}plan\n      housestyle {into}apply"
    ));
    Ok(Exit::Success)
}

/// The account of the emulator lies on this machine, and its state with it.
pub(super) fn reject_unused_store(preset: Option<Preset>, store: StateStoreKind) -> Result<(), CliError> {
    let is_used = preset.is_some_and(|preset| preset != Preset::Emulator);
    if is_used || store == StateStoreKind::File {
        return Ok(());
    }
    Err(CliError::usage_error("--store is for the state of an account, and the emulator's stays on this machine")
        .with_help("name the service, too: --service deepl"))
}

/// The service that was asked for, if one was.
pub(super) fn account_preset(global: &GlobalArgs) -> Option<Preset> {
    global.service.or_else(|| global.base_url.as_ref().map(|_| Preset::Custom))
}

/// What the project file of an account says.
pub(super) struct ServiceProject {
    /// The only environment, which is the default one.
    pub(super) environment: String,
    preset: Preset,
    store: StateStoreKind,
    stack: String,
    catalogue: Option<Edition>,
}

impl ServiceProject {
    /// # Errors
    /// Exit 64 where several environments are named, or one that cannot be a name.
    pub(super) fn new(
        global: &GlobalArgs,
        preset: Preset,
        store: StateStoreKind,
        stack: &str,
        catalogue: Option<Edition>,
    ) -> Result<Self, CliError> {
        let named: Vec<&String> = global.env.iter().filter(|name| !name.is_empty()).collect();
        environments::reject_single(
            named.len() > 1,
            "init",
            &named.iter().map(|name| (*name).clone()).collect::<Vec<_>>(),
        )?;
        let environment = named.first().map_or(ACCOUNT_ENVIRONMENT, |name| name.as_str()).to_owned();
        let project = Self { environment, preset, store, stack: stack.to_owned(), catalogue };
        let parsed = source::parse_source(&SourceFile::new(PROJECT_FILE, project.render()), Format::Toml);
        match check::project::read_project(&parsed).1.first() {
            None => Ok(project),
            Some(wrong) => Err(CliError::new_sanitized(Exit::Usage, format!("--env: {}", wrong.message))
                .with_help(wrong.notes.first().or(wrong.help.as_ref()).cloned().unwrap_or_default())),
        }
    }

    /// The text of the file.
    pub(super) fn render(&self) -> String {
        let Self { environment, preset, store, stack, catalogue } = self;
        let key = match preset {
            Preset::Emulator => {
                "The emulator needs no key; its account is in .housestyle, on this machine alone.".to_owned()
            }
            Preset::Deepl | Preset::DeeplFree | Preset::DeeplUs | Preset::DeeplJp | Preset::Custom => format!(
                "The key never stands here: set {}, or name a file with --auth-key-file.{}",
                auth_key::key_variable_for(environment),
                if *preset == Preset::Custom { " The address comes from HOUSESTYLE_BASE_URL." } else { "" }
            ),
        };
        let state = match (preset, store) {
            (Preset::Emulator, _) => {
                "# What is remembered of the emulator's account stays on this machine, as the account does.\nstate = \".housestyle/lock.json\""
            }
            (_, StateStoreKind::File) => {
                "# The state, which says what is whose, is the file housestyle.lock.json: commit it. Where several runners apply, keep\n# it in a reference of the git remote instead: state = { store = \"git\" }"
            }
            (_, StateStoreKind::Git) => {
                "# The state, which says what is whose, is kept in a reference of the git remote that all clones share.\nstate = { store = \"git\" }"
            }
            (_, StateStoreKind::Object) => {
                "# The state, which says what is whose, is kept in object storage, at the address in HOUSESTYLE_STATE.\nstate = { store = \"object\" }"
            }
        };
        let catalogue = catalogue.map_or_else(String::new, |edition| {
            format!("\n# The rules that this service offers.\ncatalogue = \"{}\"\n", edition.as_str())
        });
        SERVICE_PROJECT
            .replace("{stack}", stack)
            .replace("{environment}", environment)
            .replace("{service}", preset.as_str())
            .replace("{key}", &key)
            .replace("{state}", state)
            .replace("{catalogue}", &catalogue)
    }
}

/// The schemas that editors complete from, of the kinds that the project has.
pub(super) fn editor_schemas(catalogue: &Catalogue, kinds: &[Kind]) -> Vec<(String, String)> {
    let wanted = |name: &str| match name {
        "style.schema.json" | "base-style.schema.json" | "project.schema.json" => true,
        "glossary.schema.json" => kinds.contains(&Kind::Glossary),
        "spoken-terms.schema.json" => kinds.contains(&Kind::SpokenTerms),
        "style-profile.schema.json" => kinds.contains(&Kind::StyleProfile),
        _ => false,
    };
    schema::catalogue_schema_documents(catalogue)
        .into_iter()
        .filter(|(name, _)| wanted(name))
        .map(|(name, text)| (format!("schema/{name}"), text))
        .collect()
}

/// # Errors
/// Exit 5 where one of these files is there.
pub(super) fn reject_existing<'a>(root: &Utf8Path, paths: impl Iterator<Item = &'a str>) -> Result<(), CliError> {
    let there: Vec<String> =
        paths.filter(|path| path_exists(&root.join(path))).map(|path| Sanitized(path).to_string()).collect();
    if there.is_empty() {
        return Ok(());
    }
    let stop = CliError::new(Exit::Blocked, format!("already there, so nothing was written: {}", there.join(", ")));
    Err(if there.iter().any(|path| path == PROJECT_FILE) {
        stop.with_help("this is a project already: housestyle pull --all takes over what its account holds")
    } else {
        stop.with_help("choose an empty folder: housestyle init DIR")
    })
}

/// Lets git ignore what belongs to this machine alone.
pub(super) fn ignore_work_dir(args: &InitArgs, root: &Utf8Path, screen: &Screen) -> Result<(), CliError> {
    if add_to_gitignore(&root.join(".gitignore"))? {
        let path = display_path(&args.dir, ".gitignore");
        screen.print_report(Exit::Success, &format!("{path} ignores .housestyle/\n"))?;
    }
    Ok(())
}

/// Writes what git and forges look for at the top of the repository, or in the project where there is none around it, and
/// what agents read, in the project.
pub(super) fn write_repository_files(args: &InitArgs, root: &Utf8Path, screen: &Screen) -> Result<(), CliError> {
    let below = project::below_repository(root);
    let folder = below.trim_end_matches('/');
    let top = root.ancestors().nth(below.matches('/').count()).unwrap_or(root);
    let filled = |text: &str| {
        let chdir = if folder.is_empty() { "." } else { folder };
        let quoted = serde_json::Value::from(chdir).to_string();
        text.replace("\"{folder}\"", &quoted)
    };
    let make = |path: &str, text: &str| -> Result<bool, CliError> {
        if path_exists(&top.join(path)) {
            return Ok(false);
        }
        create_file(&top.join(path), &filled(text))?;
        let shown = if folder.is_empty() {
            display_path(&args.dir, path)
        } else {
            format!("{path} at the top of the repository")
        };
        screen.print_report(Exit::Success, &format!("created {shown}\n"))?;
        Ok(true)
    };
    let stays =
        |path: &str, why: &str| screen.print_status(&format!("{path} is there already and stays as it is: {why}"));
    if !make(CONFIG, HOOKS)? && !read_own_text(&top.join(CONFIG)).is_ok_and(|text| text.contains("housestyle")) {
        stays(CONFIG, "add a hook with the entry `housestyle validate --changed --`");
    }
    let agents = root.join(AGENTS_FILE);
    if !path_exists(&agents) {
        create_file(&agents, AGENTS)?;
        screen.print_report(Exit::Success, &format!("created {}\n", display_path(&args.dir, AGENTS_FILE)))?;
    } else if !read_own_text(&agents).is_ok_and(|text| text.contains("housestyle")) {
        stays(AGENTS_FILE, "tell agents there that applying needs a person");
    }
    let first = path_exists(&top.join(GITLAB_FIRST));
    match args.ci.unwrap_or(if first { Forge::Gitlab } else { Forge::Github }) {
        Forge::Github => {
            if !make(WORKFLOW, GITHUB)? {
                stays(WORKFLOW, "give this project a job of its own in it");
            }
        }
        Forge::Gitlab => {
            if !make(GITLAB_OURS, GITLAB)? {
                stays(GITLAB_OURS, "give this project a job of its own in it");
            } else if first {
                screen.print_status(&format!("include it in {GITLAB_FIRST}: {{local: {GITLAB_OURS}}}"));
            }
            make(GITLAB_FIRST, &format!("include:\n  - local: {GITLAB_OURS}\n"))?;
        }
        Forge::None => {}
    }
    Ok(())
}

fn find_language<'a>(catalogue: &'a Catalogue, written: &str) -> Result<(&'a str, &'a str), CliError> {
    let wanted = written.to_ascii_lowercase();
    let known = catalogue.languages.iter().find(|known| known.code == wanted);
    known.map(|known| (known.code.as_str(), known.name.as_str())).ok_or_else(|| {
        let codes: Vec<&str> = catalogue.languages.iter().map(|known| known.code.as_str()).collect();
        CliError::usage_error(format!("lists are not kept for the language `{}`", written.escape_debug()))
            .with_help(format!("use one of: {}", codes.join(", ")))
    })
}

/// A path as a shell takes it.
pub(super) fn shell_path(path: &Utf8Path) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./+@%,:".contains(c);
    if path.as_str().chars().all(plain) {
        path.to_string()
    } else {
        format!("'{}'", path.as_str().replace('\'', r"'\''"))
    }
}

pub(super) fn path_exists(path: &Utf8Path) -> bool {
    std::fs::symlink_metadata(path).is_ok()
}

pub(super) fn create_file(path: &Utf8Path, text: &str) -> Result<(), CliError> {
    let said_no = |error: std::io::Error| CliError::io_error(format!("cannot write {path}"), &error);
    disk::create_parent(path).map_err(said_no)?;
    disk::replace(path, text.as_bytes(), FileMode::Shared, Overwrite::Never).map_err(said_no)
}

/// Adds our folder to the patterns that git ignores; nothing where one of them says so already.
fn add_to_gitignore(path: &Utf8Path) -> Result<bool, CliError> {
    let said_no = |error: std::io::Error| CliError::io_error(format!("cannot write {path}"), &error);
    let text = read_own_text(path).map_err(said_no)?;
    if text.lines().any(|line| line.trim().trim_matches('/') == ".housestyle") {
        return Ok(false);
    }
    let start = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    let text = format!("{text}{start}.housestyle/\n");
    disk::replace(path, text.as_bytes(), FileMode::Shared, Overwrite::Replace).map_err(said_no)?;
    Ok(true)
}

/// The text of a file beside those that are made; none where there is no such file.
fn read_own_text(path: &Utf8Path) -> std::io::Result<String> {
    let bytes = disk::read_own(path, limit::FILE_BYTES)?.unwrap_or_default();
    String::from_utf8(bytes).map_err(|_| std::io::Error::other("it is not UTF-8"))
}

fn display_path(dir: &Utf8Path, path: &str) -> String {
    if dir == "." { path.to_owned() } else { dir.join(path).into_string() }
}
