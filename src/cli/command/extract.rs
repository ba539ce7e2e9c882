//! `housestyle extract`: what lists of a language share, moved into a base style. Offline; proved to change no meaning.

use std::collections::BTreeSet;

use crate::catalogue::nearest;
use crate::check::Desired;
use crate::cli::arguments::format::{HumanOnly, choose_format};
use crate::cli::exit::{CliError, Exit};
use crate::cli::git::patch_output;
use crate::cli::invocation::Invocation;
use crate::cli::valid_project;
use crate::project;
use crate::project::rewriting::extract::{self, ExtractedBase, LeftLanguage};
use crate::project::rewriting::save_files;
use crate::report::Sanitized;
use crate::report::humanize::count_noun;
use crate::report::render_options::{RenderOptions, TextTone};
use crate::report::wrap::{TextPiece, write_wrapped};

/// What `extract --help` teaches.
pub const HELP: &str = "Move what lists of a language share into a base style that they extend.\n\n\
    Rules that each list sets to the same value, and instructions that all of them begin with, move into a new base; each \
    list gets `extends` and loses those lines; all other lines and comments stay. Before anything is written, the files are read again and \
    compared with what they meant, as `diff` does: a language for which a list would mean anything else is left as it is. \
    Nothing is sent, and the next plan has nothing to do for it.\n\n\
    Without keys, all lists of a language are one group. Where only some of them share more, name these.\n\n\
    Examples:\n\
    \x20 housestyle extract --dry-run                  what would move\n\
    \x20 housestyle extract --diff                     the same as a patch\n\
    \x20 housestyle extract --language de              lists of one language\n\
    \x20 housestyle extract shop-de support-de         these lists alone";

/// Arguments of `extract`.
#[derive(Debug, clap::Args)]
pub struct ExtractArgs {
    /// Only these lists, by key
    #[arg(value_name = "STYLE")]
    pub styles: Vec<String>,
    /// Only lists of this language; repeatable
    #[arg(long, value_name = "LANGUAGE", env = "HOUSESTYLE_LANGUAGE", value_delimiter = ',')]
    pub language: Vec<String>,
    /// Show what would be written, write nothing
    #[arg(long, env = "HOUSESTYLE_DRY_RUN", value_parser = clap::builder::FalseyValueParser::new())]
    pub dry_run: bool,
    /// Print a patch, write nothing
    #[arg(long, env = "HOUSESTYLE_DIFF", value_parser = clap::builder::FalseyValueParser::new())]
    pub diff: bool,
}

/// Extracts, proves and writes.
///
/// # Errors
/// Exit 3 where the files are invalid, 64 for a list or language that there is not, 6 where a file changes meanwhile.
pub fn run(args: &ExtractArgs, invocation: &Invocation<'_>) -> Result<Exit, CliError> {
    let Invocation { global, here, variables, screen } = *invocation;
    choose_format::<HumanOnly>(global, "extract")?;
    let opened = project::open_project(here)?;
    let (mut files, desired) = valid_project::read_valid_files(&opened, screen)?;
    check_selection(args, &desired)?;
    let (bases, left) = extract::extract_bases(&mut files, &desired, &|list| {
        let language = list.language.value.as_str();
        (args.styles.is_empty() || args.styles.iter().any(|key| strip_kind(key) == list.key.as_str()))
            && (args.language.is_empty() || args.language.iter().any(|code| code.eq_ignore_ascii_case(language)))
    });
    let dry = args.dry_run || args.diff;
    if !dry {
        save_files::write_all_or_none(&opened.root, &files.changed_files())?;
    }
    let exit = if left.is_empty() { Exit::Success } else { Exit::Blocked };
    if args.diff {
        patch_output::print_patch(screen, variables, &files.render_patch())?;
    } else {
        screen.print_report(exit, &render_human(&bases, &left, dry, &screen.stdout_look()))?;
    }
    Ok(exit)
}

fn strip_kind(key: &str) -> &str {
    key.strip_prefix("style/").unwrap_or(key)
}

/// # Errors
/// Names a list or language that there is not, and a single list, which shares nothing with another.
fn check_selection(args: &ExtractArgs, desired: &Desired) -> Result<(), CliError> {
    let keys = || desired.styles().keys().map(|key| key.as_str());
    let languages: BTreeSet<&str> = desired.styles().values().map(|list| list.language.value.as_str()).collect();
    let unknown = |what: &str, written: &str, known: &[&str]| {
        let stop = CliError::new_sanitized(Exit::Usage, format!("the project has no {what} `{written}`"));
        match nearest::nearest_words(written, known.iter().copied()).first() {
            Some(near) => stop.with_help(format!("did you mean `{near}`?")),
            None => stop.with_help("housestyle overview shows the lists and their rules"),
        }
    };
    for key in &args.styles {
        if !keys().any(|known| known == strip_kind(key)) {
            return Err(unknown("list", key, &keys().collect::<Vec<_>>()));
        }
    }
    for code in &args.language {
        if !languages.iter().any(|known| code.eq_ignore_ascii_case(known)) {
            return Err(unknown("list of the language", code, &languages.iter().copied().collect::<Vec<_>>()));
        }
    }
    if let [one] = args.styles.as_slice() {
        return Err(CliError::new_sanitized(Exit::Usage, format!("`{one}` alone shares nothing with another list"))
            .with_help("name two or more lists, or none for all"));
    }
    Ok(())
}

fn render_human(bases: &[ExtractedBase], left: &[LeftLanguage], dry: bool, options: &RenderOptions) -> String {
    let mut out = String::new();
    for ExtractedBase { language, path, key: _, rules, instructions, lists } in bases {
        let pieces = [
            TextPiece::new(TextTone::Success, "+ "),
            TextPiece::new(TextTone::Strong, path.clone()),
            TextPiece::new(TextTone::Plain, format!("  new base of {} ({language})", count_noun(lists.len(), "list"))),
        ];
        write_wrapped(&mut out, options, "", "      ", &pieces);
        let mut line = |text: String| {
            write_wrapped(&mut out, options, "    ", "        ", &[TextPiece::new(TextTone::Plain, text)]);
        };
        rules.iter().for_each(|(rule, value)| line(format!("{rule}: {}", Sanitized(value))));
        instructions.iter().for_each(|said| line(format!("instruction \"{}\"", Sanitized(&said.label))));
        let named: Vec<&str> = lists.iter().map(|(key, _)| key.as_str()).collect();
        line(format!("moved out of {}", named.join(", ")));
    }
    for LeftLanguage { language, place, reason } in left {
        let place = place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default();
        let text = format!("lists of `{language}` are left as they are: {place}{reason}");
        write_wrapped(
            &mut out,
            options,
            "! ",
            "  ",
            &[TextPiece::new(TextTone::Warning, Sanitized(&text).to_string())],
        );
    }
    let lists: usize = bases.iter().map(|base| base.lists.len()).sum();
    let text = match (bases.is_empty(), dry) {
        (true, _) => "Extract: no lists of one language share what could move".to_owned(),
        (false, true) => format!(
            "Extract: {} for {}; no list would change its meaning; nothing was written",
            count_noun(bases.len(), "base"),
            count_noun(lists, "list")
        ),
        (false, false) => format!(
            "Extract: {} for {}; no list changed its meaning",
            count_noun(bases.len(), "base"),
            count_noun(lists, "list")
        ),
    };
    write_wrapped(&mut out, options, "", "  ", &[TextPiece::new(TextTone::Strong, text)]);
    out
}
