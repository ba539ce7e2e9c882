//! Completion of a command line while somebody types it: commands, options, and values that only the project knows.
//!
//! Invariant: nothing is printed but candidates, nothing is written, and no failure is shown: what cannot be read has no
//! candidates. Commands and values come first; options are offered where a word begins with `-`.

use std::ffi::{OsStr, OsString};
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use clap::ValueHint;
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate};
use clap_complete::env::{Bash, Elvish, EnvCompleter, Fish, Powershell, Zsh};

use crate::catalogue::load;
use crate::cli::command::help;
use crate::cli::exit::CliError;
use crate::diagnostic::Code;
use crate::project::{self, DocumentHead, OpenedProject};

/// The variable by which the script of a shell asks for candidates: the name of the shell.
pub const COMPLETE_VARIABLE: &str = "HOUSESTYLE_COMPLETE";

/// The adapter for a shell.
#[must_use]
pub fn find_shell(name: &str) -> Option<&'static dyn EnvCompleter> {
    let shells: [&'static dyn EnvCompleter; 5] = [&Bash, &Elvish, &Fish, &Powershell, &Zsh];
    shells.into_iter().find(|shell| shell.is(name))
}

/// Names of the shells.
pub const SHELLS: &[&str] = &["bash", "elvish", "fish", "powershell", "zsh"];

/// The script that a shell loads once.
///
/// # Errors
/// Where the script cannot be made.
pub fn registration_script(shell: &dyn EnvCompleter) -> Result<String, CliError> {
    let mut script = Vec::new();
    shell
        .write_registration(COMPLETE_VARIABLE, "housestyle", "housestyle", "housestyle", &mut script)
        .map_err(|error| CliError::io_error("cannot make the completion script", &error))?;
    Ok(String::from_utf8_lossy(&script).into_owned())
}

/// The candidates for the words that a shell hands over behind `--`, in the form that this shell reads.
#[must_use]
pub fn list_candidates(
    shell: &dyn EnvCompleter,
    definition: clap::Command,
    arguments: &[OsString],
    here: &Utf8Path,
) -> String {
    let words: Vec<OsString> = arguments.iter().skip_while(|word| *word != "--").skip(1).cloned().collect();
    if words.is_empty() {
        return String::new();
    }
    let typed = words.last().and_then(|word| word.to_str()).unwrap_or_default();
    let options = typed.starts_with('-');
    let commands = definition.get_subcommands().map(|below| below.get_name().to_owned()).collect();
    let project = Arc::new(ProjectValues { folder: folder_of(&words, here), commands });
    let mut command = with_completers(definition, &project, options);
    let mut out = Vec::new();
    // A word that cannot be completed has no candidates.
    let _none = shell.write_complete(&mut command, words, Some(here.as_std_path()), &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

/// The folder that `-C` names among the words, else the current one.
fn folder_of(words: &[OsString], here: &Utf8Path) -> Utf8PathBuf {
    let words: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    let mut folder = here.to_owned();
    for (at, word) in words.iter().enumerate() {
        let named = match *word {
            "-C" | "--chdir" => words.get(at + 1).copied(),
            other => other.strip_prefix("--chdir=").or_else(|| other.strip_prefix("-C")),
        };
        if let Some(named) = named.filter(|named| !named.is_empty()) {
            folder = here.join(named);
        }
    }
    folder
}

/// The definition with a completer for each argument whose values depend on the project.
fn with_completers(command: clap::Command, project: &Arc<ProjectValues>, options: bool) -> clap::Command {
    let named: Vec<String> = command.get_subcommands().map(|below| below.get_name().to_owned()).collect();
    let formats: Vec<String> = command
        .get_arguments()
        .find(|arg| arg.get_id() == "format")
        .map(|arg| arg.get_possible_values().iter().map(|word| format!("{}=", word.get_name())).collect())
        .unwrap_or_default();
    let mut command = command.mut_args(|arg| {
        let arg = if arg.is_positional() || options { arg } else { arg.hide(true) };
        if arg.get_id() == "write" {
            let formats = formats.clone();
            return arg.add(ArgValueCompleter::new(move |typed: &OsStr| {
                let typed = typed.to_str().unwrap_or_default();
                let found = formats.iter().filter(|format| format.starts_with(typed));
                found.map(CompletionCandidate::new).collect::<Vec<_>>()
            }));
        }
        let Some(what) = ValueKind::of_argument(&arg) else {
            return match path_hint(&arg) {
                Some(hint) => arg.value_hint(hint),
                None => arg,
            };
        };
        let project = project.clone();
        arg.add(ArgValueCompleter::new(move |typed: &OsStr| {
            let typed = typed.to_str().unwrap_or_default();
            project.complete_value(what, typed).into_iter().map(CompletionCandidate::new).collect::<Vec<_>>()
        }))
    });
    for name in named {
        command = command.mut_subcommand(name, |below| with_completers(below, project, options));
    }
    command
}

/// Whether an argument is a path, and to what.
fn path_hint(arg: &clap::Arg) -> Option<ValueHint> {
    match arg.get_value_names()?.first()?.as_str() {
        "DIR" => Some(ValueHint::DirPath),
        "FILE" | "PATH" | "PLAN" | "SNAPSHOT" => Some(ValueHint::AnyPath),
        _ => None,
    }
}

/// What an argument names, told by the name of its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ValueKind {
    /// A resource by its address: `style/support`.
    Address,
    /// `NEW=OLD`.
    AddressPair,
    /// `mine=ADDRESS` or `theirs=ADDRESS`; the sides that may win.
    Side { theirs: bool },
    /// A style rule list or a profile, by key.
    StyleOrProfile,
    /// A style rule list by key.
    Style,
    /// A profile by key.
    Profile,
    /// An environment.
    Environment,
    /// Anything that `explain` explains.
    Topic,
    /// A command or topic of `help`.
    HelpTopic,
}

impl ValueKind {
    fn of_argument(arg: &clap::Arg) -> Option<Self> {
        let name = arg.get_value_names()?.first()?.as_str();
        match (arg.get_id().as_str(), name) {
            ("env", _) => Some(Self::Environment),
            (_, "ADDRESS" | "ADDRESS[=ID]" | "OLD" | "NEW" | "NAME") => Some(Self::Address),
            (_, "NEW=OLD") => Some(Self::AddressPair),
            (_, "mine=ADDRESS") => Some(Self::Side { theirs: false }),
            (_, "mine|theirs=ADDRESS") => Some(Self::Side { theirs: true }),
            (_, "STYLE|PROFILE") => Some(Self::StyleOrProfile),
            ("styles", "STYLE") => Some(Self::Style),
            (_, "PROFILE") => Some(Self::Profile),
            ("word", "WORD") => Some(Self::Topic),
            (_, "COMMAND|TOPIC") => Some(Self::HelpTopic),
            (_, _) => None,
        }
    }
}

/// What the project around a folder names; read only when a value is asked for.
struct ProjectValues {
    folder: Utf8PathBuf,
    commands: Vec<String>,
}

impl ProjectValues {
    fn opened(&self) -> OpenedProject {
        project::open_or_default(&self.folder)
    }

    /// Whole values that begin as typed. A list with commas is completed at its last part.
    fn complete_value(&self, what: ValueKind, typed: &str) -> Vec<String> {
        let (before, last) = typed.rfind(',').map_or(("", typed), |at| typed.split_at(at + 1));
        let found = match what {
            ValueKind::Address => addresses(&self.opened(), last),
            ValueKind::AddressPair => match last.split_once('=') {
                None => addresses(&self.opened(), last).into_iter().map(|address| format!("{address}=")).collect(),
                // The old address has no file any more: the state knows it, which no completion opens.
                Some(_) => Vec::new(),
            },
            ValueKind::Side { theirs } => {
                let sides: &[&str] = if theirs { &["mine", "theirs"] } else { &["mine"] };
                match last.split_once('=') {
                    None => sides.iter().map(|side| format!("{side}=")).collect(),
                    Some((side, rest)) => {
                        addresses(&self.opened(), rest).into_iter().map(|found| format!("{side}={found}")).collect()
                    }
                }
            }
            ValueKind::StyleOrProfile => keys_of_kinds(&self.opened(), &["style", "translation_profile"]),
            ValueKind::Style => keys_of_kinds(&self.opened(), &["style"]),
            ValueKind::Profile => keys_of_kinds(&self.opened(), &["translation_profile"]),
            ValueKind::Environment => self.opened().project.environments.keys().cloned().collect(),
            ValueKind::Topic => topics(&self.opened()),
            ValueKind::HelpTopic => {
                self.commands.iter().cloned().chain(help::TOPICS.iter().map(|topic| (*topic).to_owned())).collect()
            }
        };
        let mut found: Vec<String> =
            found.into_iter().filter(|value| value.starts_with(last)).map(|value| format!("{before}{value}")).collect();
        found.sort();
        found.dedup();
        found
    }
}

/// Addresses of what the files describe; keys alone for lists where no kind was begun.
fn addresses(opened: &OpenedProject, typed: &str) -> Vec<String> {
    let held = opened
        .list_documents()
        .into_iter()
        .filter(|found| matches!(found.kind.as_str(), "style" | "glossary" | "spoken_terms" | "style_profile"));
    let whole = |DocumentHead { kind, key, .. }| {
        if kind == "style" && !typed.starts_with("style/") { key } else { format!("{kind}/{key}") }
    };
    held.map(whole).collect()
}

fn keys_of_kinds(opened: &OpenedProject, kinds: &[&str]) -> Vec<String> {
    let found = opened.list_documents().into_iter();
    found.filter(|found| kinds.contains(&found.kind.as_str())).map(|found| found.key).collect()
}

/// Codes, categories and rules, also those that the public catalogue alone has.
fn topics(opened: &OpenedProject) -> Vec<String> {
    let codes = Code::ALL.iter().map(|code| code.name().to_owned());
    let public = load::builtin_catalogue(load::Edition::Public);
    let named = [&opened.catalogue, &public].into_iter().flat_map(|catalogue| {
        catalogue.categories.keys().chain(catalogue.iter_rules().map(|rule| &*rule.name)).map(str::to_owned)
    });
    let named: Vec<String> = named.collect();
    codes.chain(named).chain(["codes", "safeguards", "kinds", "rules", "fields"].map(ToOwned::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::line::command_line::build_command;
    use crate::disk::{self, FileMode, Overwrite};

    /// Candidates for the last of these words in a project with a list, a glossary, a profile and two environments.
    fn complete(words: &[&str]) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let root = Utf8Path::from_path(folder.path()).unwrap();
        for (path, text) in [
            ("housestyle.toml", "[environments.live]\n[environments.test]\n"),
            ("styles/support-de.yaml", "name: Support\nlanguage: de\n"),
            ("styles/broken.yaml", "name: [\n"),
            ("glossaries/g.yaml", "kind: glossary\nkey: terms\nname: Terms\ndictionaries: []\n"),
            ("profiles/p.yaml", "kind: translation_profile\nkey: shop\n"),
        ] {
            disk::create_folder(root.join(path).parent().unwrap()).unwrap();
            disk::replace(root.join(path), text.as_bytes(), FileMode::Shared, Overwrite::Replace).unwrap();
        }
        let before = ["housestyle", "--", "housestyle", "-C", root.as_str()];
        let words: Vec<OsString> = before.iter().chain(words).map(OsString::from).collect();
        let text = list_candidates(find_shell("fish").unwrap(), build_command(), &words, Utf8Path::new("/"));
        text.lines().map(|line| line.split('\t').next().unwrap().to_owned()).collect()
    }

    #[test]
    fn commands_come_first_and_options_where_a_dash_is_typed() {
        let first = complete(&[""]);
        let options = first.iter().position(|word| word.starts_with('-')).unwrap_or(first.len());
        assert!(first[..options].contains(&"plan".to_owned()), "{first:?}");
        assert!(first[options..].iter().all(|word| word == "--help" || word == "--version"), "{first:?}");
        assert_eq!(complete(&["plan", "--prun"]), ["--prune"]);
    }

    #[test]
    fn values_come_from_the_project() {
        assert_eq!(complete(&["plan", "--target", "s"]), ["support-de"]);
        assert_eq!(complete(&["plan", "--target", "style/s"]), ["style/support-de"]);
        assert_eq!(complete(&["apply", "--allow-delete", "glossary/"]), ["glossary/terms"]);
        assert_eq!(complete(&["pull", "--take", "theirs=sup"]), ["theirs=support-de"]);
        assert_eq!(complete(&["plan", "--env", ""]), ["default", "live", "test"]);
        assert_eq!(complete(&["render", "s"]), ["shop"]);
        assert_eq!(complete(&["validate", "--write", "s"]), ["sarif="]);
        assert_eq!(complete(&["plan", "--write", "s"]), Vec::<String>::new(), "a plan is no SARIF");
        assert_eq!(complete(&["plan", "--format", ""]), ["human", "json", "markdown", "html"]);
        assert!(complete(&["explain", "decimal_"]).contains(&"decimal_separator".to_owned()));
        assert!(complete(&["explain", "unknown-r"]).contains(&"unknown-rule".to_owned()));
        assert_eq!(complete(&["help", "appl"]), ["apply"]);
    }

    #[test]
    fn the_value_names_that_are_completed_are_those_of_arguments() {
        fn kinds(command: &clap::Command, found: &mut Vec<ValueKind>) {
            found.extend(command.get_arguments().filter_map(ValueKind::of_argument));
            command.get_subcommands().for_each(|below| kinds(below, found));
        }
        let mut found = Vec::new();
        kinds(&build_command(), &mut found);
        for kind in [
            ValueKind::Address,
            ValueKind::AddressPair,
            ValueKind::Side { theirs: false },
            ValueKind::Side { theirs: true },
            ValueKind::StyleOrProfile,
            ValueKind::Style,
            ValueKind::Profile,
            ValueKind::Environment,
            ValueKind::Topic,
            ValueKind::HelpTopic,
        ] {
            assert!(found.contains(&kind), "no argument is completed as {kind:?}");
        }
    }

    #[test]
    fn every_shell_has_a_script_that_asks_the_program() {
        for name in SHELLS {
            let script = registration_script(find_shell(name).unwrap()).unwrap();
            assert!(script.contains(COMPLETE_VARIABLE) && script.contains("housestyle"), "{script}");
        }
    }
}
