//! What an agent can call: commands that read, each with the words of its command line and no others.
//!
//! Invariants: a tool is one of the table below; none has an option that writes a file, takes a baseline or applies; variables
//! set options of the whole program alone, so that a variable cannot add one either. A path is inside the project and no
//! option, whatever it begins with.

use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Value, json};

use crate::catalogue::languages::root_code;
use crate::cli::arguments::args::GlobalArgs;
use crate::cli::env_variables::EnvVariables;
use crate::cli::exit::{CliError, Exit};
use crate::cli::screen::terminal::Screen;
use crate::diagnostic::Code;
use crate::mcp::{AgentTools, ResourceDescription, ToolAnswer, ToolDescription};
use crate::project;
use crate::report::explain;
use crate::report::explain::search::{self, FoundRule};
use crate::source::discover;

/// The commands of one project, as tools.
pub struct ProjectTools<'a> {
    global: &'a GlobalArgs,
    here: &'a Utf8Path,
    variables: &'a EnvVariables,
    run_words: &'a RunWords<'a>,
}

/// Runs the words of a command line on a screen: the table of commands is above this room.
pub type RunWords<'a> = dyn Fn(&[String], &Arc<Screen>) -> Result<Exit, CliError> + 'a;

/// What a tool takes, each a text or a list of texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Argument {
    /// Paths inside the project, as positional words.
    Paths,
    /// One word that has to be there.
    Word(&'static str, &'static str),
    /// One word that may be there.
    OptionalWord(&'static str, &'static str),
    /// `--flag VALUE`: name of the argument, the flag, what it is.
    Option(&'static str, &'static str, &'static str),
    /// `--flag` where it is true: name of the argument, the flag, what it does.
    Switch(&'static str, &'static str, &'static str),
}

/// A tool and the command line that it stands for.
struct Tool {
    name: &'static str,
    title: &'static str,
    description: &'static str,
    /// The command and its fixed words.
    words: &'static [&'static str],
    arguments: &'static [Argument],
    asks_service: bool,
}

const ENVIRONMENT: Argument =
    Argument::Option("environment", "--env", "Environment of housestyle.toml; the default where absent");
const STYLE_KEY: Argument =
    Argument::Option("style", "--style", "Key of the style rule list that the paths are written under");

const TOOLS: &[Tool] = &[
    Tool {
        name: "validate",
        title: "Validate the files",
        description: "Check the project's style files and list every finding with file, line, code and fix. Call it after each edit \
            of a file.",
        words: &["validate", "--format", "json"],
        arguments: &[Argument::Paths],
        asks_service: false,
    },
    Tool {
        name: "lint",
        title: "Check texts against their style",
        description: "Show where translated texts do not follow the style that they are written under, with the wanted value and \
            an example. Without paths: all texts that the project names.",
        words: &["lint", "--format", "json"],
        arguments: &[Argument::Paths, STYLE_KEY],
        asks_service: false,
    },
    Tool {
        name: "explain",
        title: "Explain a code, rule, value or field",
        description: "One page about a finding's code, a safeguard, a category, a rule, a value, a kind of document or a field.",
        words: &["explain"],
        arguments: &[Argument::Word("word", "What to explain: `unknown-rule`, `decimal_separator`, `glossary`")],
        asks_service: false,
    },
    Tool {
        name: "guide",
        title: "Read a style as prose",
        description: "A style rule list as sentences with right and wrong texts, instructions and terms. Read it before you write \
            or translate for this list.",
        words: &["guide"],
        arguments: &[
            Argument::Word("style", "Key of the style rule list"),
            Argument::Option("audience", "--for", "`writers` (default), `agent` or `prompt`"),
            Argument::Switch("own_language", "--own-language", "Sentences in the language of the list"),
        ],
        asks_service: false,
    },
    Tool {
        name: "overview",
        title: "Compare lists",
        description: "Which lists set which rules, and where their values differ.",
        words: &["overview"],
        arguments: &[
            Argument::Option("language", "--language", "Only lists of this language"),
            Argument::Option("rule", "--rule", "Only this rule, category or CATEGORY.RULE"),
        ],
        asks_service: false,
    },
    Tool {
        name: "diff",
        title: "Compare revisions",
        description: "What two revisions of git mean differently, as a plan would say it; without arguments, what is not committed.",
        words: &["diff", "--format", "markdown"],
        arguments: &[
            Argument::OptionalWord("base", "Revision to compare from, or BASE..HEAD"),
            Argument::OptionalWord("head", "Revision to compare to; the working tree where absent"),
        ],
        asks_service: false,
    },
    Tool {
        name: "plan",
        title: "Plan an apply",
        description: "What an apply would change on the translation service, with the digest that a person approves: \
            `housestyle apply --approve DIGEST`. You cannot apply; hand the digest and the command to a person.",
        words: &["plan", "--format", "markdown"],
        arguments: &[ENVIRONMENT],
        asks_service: true,
    },
    Tool {
        name: "drift",
        title: "Find edits on the service",
        description: "What somebody changed on the service since the last apply.",
        words: &["drift", "--format", "markdown"],
        arguments: &[ENVIRONMENT],
        asks_service: true,
    },
    Tool {
        name: "render",
        title: "Render a translation profile",
        description: "The JSON parameters of a request under a translation profile, ids included.",
        words: &["render"],
        arguments: &[
            Argument::Word("profile", "Key of the translation profile"),
            Argument::Option("use", "--for", "`text` (default), `document` or `voice`"),
            ENVIRONMENT,
        ],
        asks_service: true,
    },
];

/// The tool that no command line stands for.
const SEARCH: &str = "search_rules";

/// Where resources are.
const STYLES: &str = "housestyle://styles/";
const FINDINGS: &str = "housestyle://findings/";

impl<'a> ProjectTools<'a> {
    /// The tools of the project around `here`, run with the options of the whole program.
    #[must_use]
    pub fn new(
        global: &'a GlobalArgs,
        here: &'a Utf8Path,
        variables: &'a EnvVariables,
        run_words: &'a RunWords<'a>,
    ) -> Self {
        Self { global, here, variables, run_words }
    }

    /// Runs a command line with everything that it prints kept.
    fn run_words(&self, words: &[String]) -> ToolAnswer {
        let screen = Arc::new(Screen::capturing(self.global, self.variables));
        let ended = (self.run_words)(words, &screen);
        let (output, messages) = screen.take_captured();
        match ended {
            Ok(exit) => {
                let told = if exit == Exit::Success {
                    String::new()
                } else {
                    format!("exit code {}: {}", exit.code(), exit.description())
                };
                ToolAnswer { texts: vec![output, messages, told], is_error: false }
            }
            Err(stop) => {
                let answer = stopped(&screen.redact_secret(&stop.message), stop.help.as_deref());
                ToolAnswer { texts: [vec![output, messages], answer.texts].concat(), is_error: true }
            }
        }
    }

    /// The words of a call, or why there are none.
    fn words_of(&self, tool: &Tool, arguments: &Value) -> Result<Vec<String>, String> {
        let given = arguments.as_object().ok_or("the arguments are an object")?;
        let known: Vec<&str> = tool.arguments.iter().map(|argument| argument.name()).collect();
        if let Some(unknown) = given.keys().find(|name| !known.contains(&name.as_str())) {
            return Err(format!("`{}` takes no `{unknown}`; it takes: {}", tool.name, known.join(", ")));
        }
        let mut words: Vec<String> = tool.words.iter().map(|word| (*word).to_owned()).collect();
        let mut positional = Vec::new();
        for argument in tool.arguments {
            let value = given.get(argument.name()).filter(|value| !value.is_null());
            match (argument, value) {
                (Argument::Word(name, what), None) => return Err(format!("`{name}` is missing: {what}")),
                (_, None) => {}
                (Argument::Paths, Some(value)) => {
                    let paths = value.as_array().ok_or("`paths` is a list of texts")?;
                    for path in paths {
                        let path = path.as_str().ok_or("`paths` is a list of texts")?;
                        positional.push(self.path_inside(path)?.into_string());
                    }
                }
                (Argument::Word(name, _) | Argument::OptionalWord(name, _), Some(value)) => {
                    positional.push(plain_word(name, value)?);
                }
                (Argument::Option(name, flag, _), Some(value)) => {
                    words.push(format!("{flag}={}", plain_word(name, value)?))
                }
                (Argument::Switch(name, flag, _), Some(value)) => {
                    let on = value.as_bool().ok_or_else(|| format!("`{name}` is true or false"))?;
                    words.extend(on.then(|| (*flag).to_owned()));
                }
            }
        }
        words.push("--".to_owned());
        words.append(&mut positional);
        Ok(words)
    }

    /// A path of the project, relative to where the server stands.
    fn path_inside(&self, path: &str) -> Result<Utf8PathBuf, String> {
        let outside = || format!("`{}` is not inside the project", crate::report::Sanitized(path));
        let root = project::find_root(self.here).ok_or("there is no project here")?;
        let whole = self.here.join(path);
        let real = |path: &Utf8Path| path.canonicalize_utf8().map_err(|_| outside());
        if real(&whole)?.starts_with(real(root)?) { Ok(Utf8PathBuf::from(path)) } else { Err(outside()) }
    }

    /// Rules whose name, words or values hold every word that is asked for.
    fn search_rules(&self, arguments: &Value) -> ToolAnswer {
        let Some(query) = arguments.get("query").and_then(Value::as_str).filter(|query| !query.trim().is_empty())
        else {
            return stopped("`query` is missing: words such as `decimal comma`", None);
        };
        let language = arguments.get("language").and_then(Value::as_str).map(|code| root_code(code).to_lowercase());
        let catalogue = project::open_or_default(self.here).catalogue;
        let found = search::search_rules(&catalogue, query, language.as_slice());
        let mut out = String::new();
        for FoundRule { rule, values } in found.iter().take(search::MAX_SHOWN) {
            out.push_str(&format!("{}.{}: {}\n", rule.category, rule.name, rule.summary));
            for value in values {
                let example = value.example.as_deref().map(|example| format!(" ({example})")).unwrap_or_default();
                out.push_str(&format!("  {}: {}{example}\n", value.name, value.meaning()));
            }
        }
        let told = match found.len() {
            0 => "no rule has all of these words; ask for fewer, or for a word of its name".to_owned(),
            n if n > search::MAX_SHOWN => format!("{} of {n} rules are shown; add a word", search::MAX_SHOWN),
            n => format!("{n} rules"),
        };
        ToolAnswer { texts: vec![out, told], is_error: false }
    }
}

impl Argument {
    fn name(self) -> &'static str {
        match self {
            Self::Paths => "paths",
            Self::Word(name, _) | Self::OptionalWord(name, _) | Self::Option(name, _, _) | Self::Switch(name, _, _) => {
                name
            }
        }
    }

    fn schema(self) -> Value {
        match self {
            Self::Paths => json!({
                "type": "array",
                "items": { "type": "string" },
                "description": "Files or folders inside the project, relative to its folder",
            }),
            Self::Word(_, what) | Self::OptionalWord(_, what) | Self::Option(_, _, what) => {
                json!({ "type": "string", "description": what })
            }
            Self::Switch(_, _, what) => json!({ "type": "boolean", "description": what }),
        }
    }
}

/// A text that is a word of a command line and never an option.
fn plain_word(name: &str, value: &Value) -> Result<String, String> {
    let text = value.as_str().ok_or_else(|| format!("`{name}` is a text"))?;
    if text.is_empty() || text.starts_with('-') || text.contains('\0') {
        return Err(format!("`{name}` is a word that does not begin with `-`"));
    }
    Ok(text.to_owned())
}

fn stopped(message: &str, help: Option<&str>) -> ToolAnswer {
    let help = help.map(|help| format!("\nhelp: {help}")).unwrap_or_default();
    ToolAnswer { texts: vec![format!("error: {message}{help}")], is_error: true }
}

fn describe_tool(tool: &Tool) -> ToolDescription {
    let properties: serde_json::Map<String, Value> =
        tool.arguments.iter().map(|argument| (argument.name().to_owned(), argument.schema())).collect();
    let required: Vec<&str> = tool
        .arguments
        .iter()
        .filter(|argument| matches!(argument, Argument::Word(_, _)))
        .map(|argument| argument.name())
        .collect();
    let mut schema = json!({ "type": "object", "properties": properties, "additionalProperties": false });
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    let Tool { name, title, description, words: _, arguments: _, asks_service } = tool;
    ToolDescription { name, title, description, input_schema: schema, asks_service: *asks_service }
}

impl AgentTools for ProjectTools<'_> {
    fn list_tools(&self) -> Vec<ToolDescription> {
        let mut tools: Vec<ToolDescription> = TOOLS.iter().map(describe_tool).collect();
        let search = ToolDescription {
            name: SEARCH,
            title: "Search the rules",
            description: "Rules of the catalogue that a style can set, with their values, by words of their names and meanings.",
            input_schema: json!({
                "type": "object",
                "properties": {
                    "query": { "type": "string", "description": "Words that all have to be there, such as `decimal comma`" },
                    "language": { "type": "string", "description": "Only values that are offered for this language: `de`" },
                },
                "required": ["query"],
                "additionalProperties": false,
            }),
            asks_service: false,
        };
        tools.insert(3, search);
        tools
    }

    fn call_tool(&self, name: &str, arguments: &Value) -> Option<ToolAnswer> {
        if name == SEARCH {
            return Some(self.search_rules(arguments));
        }
        let tool = TOOLS.iter().find(|tool| tool.name == name)?;
        Some(match self.words_of(tool, arguments) {
            Ok(words) => self.run_words(&words),
            Err(message) => stopped(&message, None),
        })
    }

    fn list_resources(&self) -> Vec<ResourceDescription> {
        let opened = project::open_or_default(self.here);
        let styles = opened.list_files().into_iter().map(|path| ResourceDescription {
            uri: format!("{STYLES}{path}"),
            name: path.to_string(),
            description: "A file of the project, as it is".to_owned(),
            mime_type: "text/plain",
        });
        let findings = Code::ALL.iter().map(|code| ResourceDescription {
            uri: format!("{FINDINGS}{}", code.name()),
            name: code.name().to_owned(),
            description: "What this finding means, with an example".to_owned(),
            mime_type: "text/plain",
        });
        styles.chain(findings).collect()
    }

    fn read_resource(&self, uri: &str) -> Option<(&'static str, String)> {
        let opened = project::open_or_default(self.here);
        if let Some(code) = uri.strip_prefix(FINDINGS) {
            let known = Code::ALL.iter().find(|known| known.name() == code)?;
            let look = Screen::capturing(self.global, self.variables).stdout_look();
            let page = explain::explain_topic(known.name(), &opened.catalogue, &[], &look).ok()?;
            return Some(("text/plain", page));
        }
        let path = uri.strip_prefix(STYLES)?;
        let path = opened.list_files().into_iter().find(|known| known == path)?;
        let (file, _) = discover::read_source_file(&opened.root, &path);
        Some(("text/plain", file.text().to_owned()))
    }

    fn instructions(&self) -> &'static str {
        "housestyle keeps the house style of a company's translations as files in this project. Read `guide` before you write or \
         translate, `lint` what you wrote, `validate` after each edit of a style file, `plan` before you hand over. Nothing here \
         writes or applies: tell a person the digest of the plan and the command `housestyle apply --approve DIGEST`."
    }
}
