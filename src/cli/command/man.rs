//! `housestyle man`: manual pages, made from the same definition as the help texts.

use camino::{Utf8Path, Utf8PathBuf};
use clap_mangen::roff::{Roff, bold, roman};

use crate::cli::command::help::OTHER_VARIABLES;
use crate::cli::exit::{CliError, Exit};
use crate::cli::screen::terminal::Screen;
use crate::disk::{self, FileMode, Overwrite};

/// The long description of `man`.
pub const HELP: &str = "Print the manual page, or write one page per command into a directory.\n\n\
    Examples:\n\
    \x20 housestyle man | man -l -\n\
    \x20 housestyle man ~/.local/share/man/man1";

/// Arguments of `man`.
#[derive(Debug, clap::Args)]
pub struct ManArgs {
    /// Directory for `housestyle.1` and one page per command [default: print the first]
    #[arg(value_name = "DIR")]
    pub dir: Option<Utf8PathBuf>,
}

/// Prints the page or writes all pages. `definition` is the whole command line.
///
/// # Errors
/// Where the directory or stdout cannot be written.
pub fn run(args: &ManArgs, definition: clap::Command, here: &Utf8Path, screen: &Screen) -> Result<Exit, CliError> {
    let mut command = definition;
    command.build();
    let Some(dir) = &args.dir else {
        screen.print_output(&render_page(&command)?)?;
        return Ok(Exit::Success);
    };
    let is_command = command.find_subcommand(dir.as_str()).is_some();
    let dir = here.join(dir);
    if is_command && !dir.is_dir() {
        let name = dir.file_name().unwrap_or_default();
        let stop = CliError::usage_error(format!("`{name}` is a command, and this is the name of a directory"));
        return Err(
            stop.with_help(format!("read its help: housestyle help {name}; for a directory of that name: ./{name}"))
        );
    }
    disk::create_folder(&dir)
        .map_err(|error| CliError::io_error(format!("cannot create the directory {dir}"), &error))?;
    let mut pages = vec![("housestyle.1".to_owned(), render_page(&command)?)];
    for below in command.get_subcommands() {
        pages.push((format!("housestyle-{}.1", below.get_name()), render_page(below)?));
    }
    for (name, text) in &pages {
        let path = dir.join(name);
        disk::replace(&path, text.as_bytes(), FileMode::Shared, Overwrite::Replace)
            .map_err(|error| CliError::io_error(format!("cannot write {path}"), &error))?;
    }
    screen.print_status(&format!("{} pages in {dir}", pages.len()));
    Ok(Exit::Success)
}

fn render_page(command: &clap::Command) -> Result<String, CliError> {
    let about = command.get_long_about().map(ToString::to_string).unwrap_or_default();
    let (description, examples) = about.split_once("Examples:\n").unwrap_or((&about, ""));
    // What the short help leaves out has its place here.
    let whole = command.clone().mut_args(|arg| arg.hide_short_help(false));
    let page = clap_mangen::Man::new(whole.long_about(description.trim_end().to_owned()))
        .source(concat!("housestyle ", env!("CARGO_PKG_VERSION")))
        .manual("housestyle manual");
    let mut text = Vec::new();
    let render = |text: &mut Vec<u8>| {
        page.render_title(text)?;
        page.render_name_section(text)?;
        synopsis(command).to_writer(text)?;
        page.render_description_section(text)?;
        page.render_options_section(text)?;
        if command.has_subcommands() {
            page.render_subcommands_section(text)?;
        }
        further_sections(command, examples).to_writer(text)
    };
    render(&mut text).map_err(|error| CliError::io_error("cannot make the manual page", &error))?;
    Ok(to_ascii(&String::from_utf8_lossy(&text)))
}

/// The line that the help has as well: each option has one spelling there, and values have names.
fn synopsis(command: &clap::Command) -> Roff {
    let usage = command.clone().render_usage().to_string();
    let mut roff = Roff::new();
    roff.control("SH", ["SYNOPSIS"]);
    roff.control("nf", []);
    for line in usage.trim_start_matches("Usage:").lines() {
        roff.text([roman(line.trim())]);
    }
    roff.control("fi", []);
    roff
}

/// What clap knows nothing of: examples as they are typed, variables, exit codes, other pages.
fn further_sections(command: &clap::Command, examples: &str) -> Roff {
    let mut roff = Roff::new();
    if !examples.trim().is_empty() {
        roff.control("SH", ["EXAMPLES"]);
        roff.control("nf", []);
        for line in examples.trim_end().lines() {
            roff.text([roman(line.strip_prefix("  ").unwrap_or(line))]);
        }
        roff.control("fi", []);
    }
    roff.control("SH", ["ENVIRONMENT"]);
    for arg in command.get_arguments() {
        let (Some(variable), Some(long)) = (arg.get_env(), arg.get_long()) else { continue };
        push_entry(&mut roff, &variable.to_string_lossy(), &format!("sets --{long}"));
    }
    OTHER_VARIABLES.iter().for_each(|(name, meaning)| push_entry(&mut roff, name, meaning));
    roff.control("SH", ["EXIT STATUS"]);
    for exit in Exit::ALL {
        push_entry(&mut roff, &exit.code().to_string(), exit.description());
    }
    let others: Vec<String> = if command.get_name() == "housestyle" {
        command.get_subcommands().map(|below| format!("housestyle-{}(1)", below.get_name())).collect()
    } else {
        vec!["housestyle(1)".to_owned()]
    };
    roff.control("SH", ["SEE ALSO"]);
    roff.text([roman(others.join(", "))]);
    roff
}

fn push_entry(roff: &mut Roff, name: &str, meaning: &str) {
    roff.control("TP", []);
    roff.text([bold(name)]);
    roff.text([roman(meaning)]);
}

/// Text of a page in characters that every `man` reads, whatever the language of the machine.
fn to_ascii(page: &str) -> String {
    let written = |c: char| if c.is_ascii() { c.to_string() } else { format!("\\[u{:04X}]", u32::from(c)) };
    page.chars().map(written).collect()
}
