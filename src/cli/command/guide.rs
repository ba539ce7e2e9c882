//! `housestyle guide`: style rule lists as prose, for writers, for agents and for other services. Offline.

use std::collections::BTreeSet;

use camino::{Utf8Path, Utf8PathBuf};
use clap::ValueEnum;
use clap::builder::FalseyValueParser;

use crate::catalogue::{Catalogue, nearest};
use crate::check::Desired;
use crate::cli::arguments::format::{MarkdownOnly, choose_format};
use crate::cli::exit::{CliError, Exit};
use crate::cli::invocation::Invocation;
use crate::cli::named_file;
use crate::cli::screen::terminal::Screen;
use crate::cli::valid_project;
use crate::conform::example::choose_example;
use crate::conform::lint::StyleChecks;
use crate::conform::passage::Tongue;
use crate::disk::{self, FileMode, Overwrite, ReadRefusal};
use crate::model::glossary::Glossary;
use crate::model::style::Style;
use crate::project;
use crate::report::guide::{
    DEFAULT_PROMPT_CHARACTERS, Guide, GuideLanguage, render_page, render_prompt, render_skill, skill_name,
};
use crate::report::humanize;

/// What `guide --help` teaches.
pub const HELP: &str = "Write a style rule list as prose: every configured rule as a sentence with a right and a wrong text, every \
    custom instruction, and the terms of the glossaries. Nothing is sent, and the same files give the same bytes.\n\n\
    --for writers is a page in Markdown, --for agent a skill file (a folder with SKILL.md for each list), --for prompt one \
    prompt of bounded length for another service. Right texts pass `lint` under the list, wrong texts break their rule alone.\n\n\
    Examples:\n\
    \x20 housestyle guide support-de                            the page of one list\n\
    \x20 housestyle guide --own-language --into docs/style      a page for each list, in its language\n\
    \x20 housestyle guide --for agent --into .agents/skills     what agents read before they write\n\
    \x20 housestyle guide support-de --for prompt               to paste into another service\n\
    \x20 housestyle guide --into docs/style --check             exit 3 where a page is stale, for hooks";

/// Who a guide is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Audience {
    /// People who write: a page in Markdown.
    #[default]
    Writers,
    /// Agents: a skill file with front matter, at most 500 lines.
    Agent,
    /// Another service: one prompt.
    Prompt,
}

/// Arguments of `guide`.
#[derive(Debug, clap::Args)]
pub struct GuideArgs {
    /// Style rule lists; all of the project where absent
    #[arg(value_name = "STYLE")]
    pub styles: Vec<String>,
    /// Who reads it
    #[arg(long = "for", value_name = "AUDIENCE", env = "HOUSESTYLE_FOR", default_value = "writers")]
    pub audience: Audience,
    /// Write sentences in the language of each list, where the catalogue has them
    #[arg(long, env = "HOUSESTYLE_OWN_LANGUAGE", value_parser = FalseyValueParser::new())]
    pub own_language: bool,
    /// Write one file per list into this directory
    #[arg(long, value_name = "DIR", env = "HOUSESTYLE_INTO")]
    pub into: Option<Utf8PathBuf>,
    /// Check that the files in the directory are up to date, and write nothing
    #[arg(long, env = "HOUSESTYLE_CHECK", value_parser = FalseyValueParser::new(), requires = "into")]
    pub check: bool,
    /// Longest prompt, in characters [default: 4000]
    #[arg(long, value_name = "N", env = "HOUSESTYLE_MAX_CHARACTERS", value_parser = clap::value_parser!(u32).range(200..=1_000_000))]
    pub max_characters: Option<u32>,
}

/// Writes, compares or prints guides.
///
/// # Errors
/// Exit 3 where the files are invalid, or where `--check` finds a guide that is stale; 64 for a list that does not exist.
pub fn run(args: &GuideArgs, invocation: &Invocation<'_>) -> Result<Exit, CliError> {
    let Invocation { global, here, screen, .. } = *invocation;
    let MarkdownOnly::Markdown = choose_format(global, "guide")?;
    if args.max_characters.is_some() && args.audience != Audience::Prompt {
        return Err(CliError::usage_error("`--max-characters` is for `--for prompt`: other guides are never cut"));
    }
    let opened = project::open_project(here)?;
    let (desired, _) = valid_project::read_desired(&opened, here, screen)?;
    let styles = chosen_styles(args, &desired)?;
    let texts = styles.iter().map(|style| {
        let text = render_guide(args, style, &desired, &opened.catalogue);
        (guide_path(args.audience, style.key.as_str()), text)
    });
    match &args.into {
        None if args.audience != Audience::Writers && styles.len() > 1 => {
            return Err(CliError::usage_error(format!(
                "the project has {} style rule lists, and one is printed at a time",
                styles.len()
            ))
            .with_help("name one, or write a file for each with --into DIR"));
        }
        None => screen.print_output(&texts.map(|(_, text)| text).collect::<Vec<_>>().join("\n"))?,
        Some(folder) if args.check => check_guides(&here.join(folder), folder, texts, args, screen)?,
        Some(folder) => {
            let mut count = 0;
            for (path, text) in texts {
                write_guide(&here.join(folder).join(path), &text)?;
                count += 1;
            }
            screen.print_status(&format!("{} in {folder}", humanize::count_noun(count, "guide")));
        }
    }
    Ok(Exit::Success)
}

/// The lists that were named, or all.
fn chosen_styles<'a>(args: &GuideArgs, desired: &'a Desired) -> Result<Vec<&'a Style>, CliError> {
    let known: Vec<&str> = desired.styles().keys().map(|key| key.as_str()).collect();
    if known.is_empty() {
        return Err(CliError::usage_error("the project has no style rule list")
            .with_help("housestyle init shows how one begins; housestyle pull --all writes those of the account"));
    }
    if args.styles.is_empty() {
        return Ok(desired.styles().values().collect());
    }
    let mut seen = BTreeSet::new();
    let named = args.styles.iter().filter(|written| seen.insert(written.as_str())).map(|written| {
        let written = written.strip_prefix("style/").unwrap_or(written);
        desired.styles().values().find(|style| style.key.as_str() == written).ok_or_else(|| {
            let stop = CliError::new_sanitized(Exit::Usage, format!("there is no style rule list `{written}`"));
            match nearest::nearest_words(written, known.iter().copied()).first() {
                Some(near) => stop.with_help(format!("did you mean `{near}`?")),
                None => stop.with_help(format!("there are: {}", known.join(", "))),
            }
        })
    });
    named.collect()
}

/// The text of one guide.
pub(in crate::cli) fn render_guide(
    args: &GuideArgs,
    style: &Style,
    desired: &Desired,
    catalogue: &Catalogue,
) -> String {
    let language = style.language.value.as_str();
    let words = if args.own_language { GuideLanguage::of_list(language) } else { GuideLanguage::English };
    let rules = style.rules.iter().map(|(rule, value)| (&*rule.category, &*rule.rule, value.value.as_str()));
    let checks = Tongue::parse(language).map(|tongue| StyleChecks::from_rules(tongue, rules, false));
    let choose = |category: &str, rule: &str| {
        let example = checks.as_ref().map(|checks| choose_example(checks, category, rule)).unwrap_or_default();
        (example.right, example.wrong)
    };
    let guide = Guide::new(style, glossaries_of(style, desired), catalogue, words, &choose);
    match args.audience {
        Audience::Writers => render_page(&guide),
        Audience::Agent => render_skill(&guide),
        Audience::Prompt => {
            let most = args.max_characters.map_or(DEFAULT_PROMPT_CHARACTERS, |most| most as usize);
            render_prompt(&guide, most)
        }
    }
}

/// Glossaries that translation profiles use together with a list; where no profile names the list, all of the project.
fn glossaries_of<'a>(style: &Style, desired: &'a Desired) -> Vec<&'a Glossary> {
    let profiles = desired.profiles().values();
    let own: Vec<_> =
        profiles.filter(|profile| profile.style.as_ref().is_some_and(|named| named.value == style.key)).collect();
    if own.is_empty() {
        return desired.glossaries().values().collect();
    }
    let keys: BTreeSet<_> = own.iter().flat_map(|profile| profile.glossaries.keys()).map(|key| &key.value).collect();
    desired.glossaries().values().filter(|glossary| keys.contains(&glossary.key)).collect()
}

/// Where the guide of a list stands below the folder. A skill is a folder of its own name.
fn guide_path(audience: Audience, key: &str) -> String {
    match audience {
        Audience::Writers => format!("{key}.md"),
        Audience::Agent => format!("{}/SKILL.md", skill_name(key)),
        Audience::Prompt => format!("{key}.txt"),
    }
}

fn write_guide(path: &Utf8Path, text: &str) -> Result<(), CliError> {
    let failed = |error: std::io::Error| CliError::io_error(format!("cannot write {path}"), &error);
    disk::create_parent(path).map_err(failed)?;
    disk::replace(path, text.as_bytes(), FileMode::Shared, Overwrite::Replace).map_err(failed)
}

fn check_guides(
    folder: &Utf8Path,
    shown: &Utf8Path,
    texts: impl Iterator<Item = (String, String)>,
    args: &GuideArgs,
    screen: &Screen,
) -> Result<(), CliError> {
    let mut stale = Vec::new();
    let mut count = 0;
    for (path, text) in texts {
        count += 1;
        match named_file::read_text(&folder.join(&path), 16 << 20) {
            Ok(found) if found.replace("\r\n", "\n") == text => {}
            Ok(_) => stale.push(path),
            Err(ReadRefusal::Absent) => stale.push(path),
            Err(why) => return Err(CliError::io_error(format!("cannot read {}", folder.join(path)), &why.into())),
        }
    }
    if stale.is_empty() {
        screen.print_status(&format!("up to date: {}", humanize::count_noun(count, "guide")));
        return Ok(());
    }
    let same = refresh_command(args, shown);
    Err(CliError::new(Exit::Invalid, format!("not current in {shown}: {}", stale.join(", "))).with_help(same))
}

/// The command that brings the folder up to date.
fn refresh_command(args: &GuideArgs, folder: &Utf8Path) -> String {
    let mut words = vec!["housestyle guide".to_owned()];
    words.extend(args.styles.iter().cloned());
    match args.audience {
        Audience::Writers => {}
        Audience::Agent => words.push("--for agent".to_owned()),
        Audience::Prompt => words.push("--for prompt".to_owned()),
    }
    if args.own_language {
        words.push("--own-language".to_owned());
    }
    words.extend(args.max_characters.map(|most| format!("--max-characters {most}")));
    words.push(format!("--into {folder}"));
    words.join(" ")
}
