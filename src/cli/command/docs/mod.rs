//! `housestyle docs`: the catalogue as a page to browse, and the reference pages of `docs/`.

mod commands;

use camino::{Utf8Path, Utf8PathBuf};

use crate::cli::exit::{CliError, Exit};
use crate::cli::named_file;
use crate::cli::screen::terminal::Screen;
use crate::cli::valid_project;
use crate::disk::{self, FileMode, Overwrite, ReadRefusal};
use crate::report::reference;

/// What `docs --help` teaches.
pub const HELP: &str = "Print every rule and value as one self-contained HTML page: with a search, examples, \
    languages, and the rules of the project's own catalogue files.\n\n\
    With --into, writes the reference too: commands, findings and files, from the same sources as --help and explain.\n\n\
    Examples:\n\
    \x20 housestyle docs > rules.html       to open in a browser or to publish\n\
    \x20 housestyle docs --into docs        catalogue.html, llms.txt and reference/*.md\n\
    \x20 housestyle docs --check docs       whether they are current (exit 3 where not)";

/// Arguments of `docs`.
#[derive(Debug, clap::Args)]
pub struct DocsArgs {
    /// Write the page and the reference into this directory
    #[arg(long, value_name = "DIR", env = "HOUSESTYLE_INTO", conflicts_with = "check")]
    pub into: Option<Utf8PathBuf>,
    /// Check that the pages in this directory are up to date
    #[arg(long, value_name = "DIR", env = "HOUSESTYLE_CHECK")]
    pub check: Option<Utf8PathBuf>,
}

/// Prints the page, or writes or compares all pages. `definition` is the whole command line.
///
/// # Errors
/// Where the project around `here` is invalid, or a folder cannot be read or written.
pub fn run(args: &DocsArgs, definition: clap::Command, here: &Utf8Path, screen: &Screen) -> Result<Exit, CliError> {
    let catalogue = valid_project::load_catalogue(here, screen)?;
    let whole = valid_project::load_whole_catalogue(here, screen)?;
    let pages = || {
        [
            ("catalogue.html", reference::render_rules(&whole)),
            ("reference/commands.md", commands::commands_page(definition.clone())),
            ("reference/findings.md", reference::render_codes()),
            ("reference/files.md", reference::render_fields(&catalogue)),
            ("llms.txt", reference::render_llms_index()),
        ]
    };
    match (&args.into, &args.check) {
        (None, None) => screen.print_output(&reference::render_rules(&whole))?,
        (Some(folder), _) => {
            let pages = pages();
            for (name, text) in &pages {
                write_page(&here.join(folder).join(name), text)?;
            }
            screen.print_status(&format!("{} pages in {folder}", pages.len()));
        }
        (None, Some(folder)) => check_pages(&here.join(folder), folder, &pages(), screen)?,
    }
    Ok(Exit::Success)
}

fn write_page(path: &Utf8Path, text: &str) -> Result<(), CliError> {
    let said_no = |error: std::io::Error| CliError::io_error(format!("cannot write {path}"), &error);
    disk::create_parent(path).map_err(said_no)?;
    disk::replace(path, text.as_bytes(), FileMode::Shared, Overwrite::Replace).map_err(said_no)
}

fn check_pages(folder: &Utf8Path, shown: &Utf8Path, pages: &[(&str, String)], screen: &Screen) -> Result<(), CliError> {
    let mut stale = Vec::new();
    for (name, text) in pages {
        match named_file::read_text(&folder.join(name), 64 << 20) {
            Ok(found) if found.replace("\r\n", "\n") == *text => {}
            Ok(_) => stale.push(*name),
            Err(ReadRefusal::Absent) => stale.push(*name),
            Err(why) => return Err(CliError::io_error(format!("cannot read {}", folder.join(name)), &why.into())),
        }
    }
    if stale.is_empty() {
        screen.print_status(&format!("{} pages are current", pages.len()));
        return Ok(());
    }
    Err(CliError::new(Exit::Invalid, format!("not current in {shown}: {}", stale.join(", ")))
        .with_help(format!("housestyle docs --into {shown}")))
}
