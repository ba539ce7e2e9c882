//! `housestyle overview`: which lists set which rules, where they differ, and what style profiles hold. Offline.

use crate::catalogue::nearest;
use crate::check::Desired;
use crate::cli::arguments::format::{OverviewFormat, choose_format};
use crate::cli::exit::{CliError, Exit};
use crate::cli::invocation::Invocation;
use crate::cli::valid_project;
use crate::model::style::RuleKey;
use crate::project;
use crate::report::overview::{self, Overview};

/// What `overview --help` teaches.
pub const HELP: &str = "Show which style rule lists set which rules, and where their values differ.\n\n\
    Values are those after base styles are taken in. Where the project has style profiles, it also shows which list and \
    glossary is in which of them. Nothing is sent. Formats: human, csv (for a spreadsheet: a row per rule and style \
    profile, a column per list), html (a page).\n\n\
    Examples:\n\
    \x20 housestyle overview\n\
    \x20 housestyle overview --language de\n\
    \x20 housestyle overview --rule decimal_separator --rule quotation_marks\n\
    \x20 housestyle overview -o csv > rules.csv";

/// Arguments of `overview`.
#[derive(Debug, clap::Args)]
pub struct OverviewArgs {
    /// Only lists of this language; repeatable
    #[arg(long, value_name = "LANGUAGE", env = "HOUSESTYLE_LANGUAGE", value_delimiter = ',')]
    pub language: Vec<String>,
    /// Only this rule, category or `CATEGORY.RULE`; repeatable
    #[arg(long, value_name = "RULE", env = "HOUSESTYLE_RULE", value_delimiter = ',')]
    pub rule: Vec<String>,
}

/// Compares and shows.
///
/// # Errors
/// Exit 3 where the files are invalid, 64 for a language or rule that no list has.
pub fn run(args: &OverviewArgs, invocation: &Invocation<'_>) -> Result<Exit, CliError> {
    let Invocation { global, here, screen, .. } = *invocation;
    let format = choose_format(global, "overview")?;
    let opened = project::open_project(here)?;
    let (desired, _) = valid_project::read_desired(&opened, here, screen)?;
    check_filters(args, &desired)?;
    let overview = Overview::new(
        desired.styles().values(),
        |list| {
            args.language.is_empty()
                || args.language.iter().any(|code| code.eq_ignore_ascii_case(list.language.value.as_str()))
        },
        |rule| args.rule.is_empty() || args.rule.iter().any(|name| names_rule(name, rule)),
    )
    .with_style_profiles(desired.style_profiles(), desired.glossaries().keys().filter(|_| args.language.is_empty()));
    screen.print_output(&match format {
        OverviewFormat::Human => overview::render_human(&overview, &screen.stdout_look()),
        OverviewFormat::Csv => overview::render_csv(&overview),
        OverviewFormat::Html => overview::render_html(&overview),
    })?;
    Ok(Exit::Success)
}

fn names_rule(name: &str, rule: &RuleKey) -> bool {
    rule.rule == *name || rule.category == *name || rule.to_string() == name
}

/// A filter that names nothing would show an empty overview, which reads as agreement.
fn check_filters(args: &OverviewArgs, desired: &Desired) -> Result<(), CliError> {
    let lists = || desired.styles().values();
    for code in &args.language {
        if !lists().any(|list| code.eq_ignore_ascii_case(list.language.value.as_str())) {
            let known: Vec<&str> = lists().map(|list| list.language.value.as_str()).collect();
            return Err(unknown_filter("language", code, &known));
        }
    }
    for name in &args.rule {
        if !lists().flat_map(|list| list.rules.keys()).any(|rule| names_rule(name, rule)) {
            let known: Vec<&str> = lists().flat_map(|list| list.rules.keys()).map(|rule| rule.rule.as_str()).collect();
            return Err(unknown_filter("rule", name, &known));
        }
    }
    Ok(())
}

fn unknown_filter(what: &str, written: &str, known: &[&str]) -> CliError {
    let mut known = known.to_vec();
    known.sort_unstable();
    known.dedup();
    let stop = CliError::new_sanitized(Exit::Usage, format!("no list has the {what} `{written}`"));
    match nearest::nearest_words(written, known.iter().copied()).first() {
        Some(near) => stop.with_help(format!("did you mean `{near}`?")),
        None => stop.with_help("run housestyle overview without filters to see what there is"),
    }
}
