//! `housestyle man`: manual pages, made from the same definition as the help texts.

use camino::{Utf8Path, Utf8PathBuf};

use crate::cli::args;
use crate::cli::exit::{CliError, Exit};
use crate::cli::screen::Screen;
use crate::disk::{self, FileMode, Overwrite};

/// What `man --help` teaches.
pub const HELP: &str = "Print the manual page, or write one page per verb into a folder.\n\n\
    Examples:\n\
    \x20 housestyle man | man -l -\n\
    \x20 housestyle man ~/.local/share/man/man1";

/// Arguments of `man`.
#[derive(Debug, clap::Args)]
pub struct ManArgs {
    /// Folder for `housestyle.1` and one page per verb; printed where absent
    #[arg(value_name = "DIR")]
    pub dir: Option<Utf8PathBuf>,
}

/// Prints the page or writes all pages.
///
/// # Errors
/// Where the folder or stdout takes nothing.
pub fn run(args: &ManArgs, here: &Utf8Path, screen: &Screen) -> Result<Exit, CliError> {
    let mut command = args::build_command();
    command.build();
    let Some(dir) = &args.dir else {
        screen.print_output(&render_page(command)?)?;
        return Ok(Exit::Success);
    };
    let dir = here.join(dir);
    disk::create_folder(&dir).map_err(|error| CliError::io_error(format!("cannot make the folder {dir}"), &error))?;
    let verbs: Vec<clap::Command> = command.get_subcommands().cloned().collect();
    let mut pages = vec![("housestyle.1".to_owned(), render_page(command)?)];
    for verb in verbs {
        pages.push((format!("housestyle-{}.1", verb.get_name()), render_page(verb)?));
    }
    for (name, text) in &pages {
        let path = dir.join(name);
        disk::replace(&path, text.as_bytes(), FileMode::Shared, Overwrite::Replace)
            .map_err(|error| CliError::io_error(format!("cannot write {path}"), &error))?;
    }
    screen.print_status(&format!("{} pages in {dir}", pages.len()));
    Ok(Exit::Success)
}

fn render_page(command: clap::Command) -> Result<String, CliError> {
    let mut text = Vec::new();
    clap_mangen::Man::new(command)
        .render(&mut text)
        .map_err(|error| CliError::io_error("cannot make the manual page", &error))?;
    Ok(to_ascii(&String::from_utf8_lossy(&text)))
}

/// Text of a page in characters that every `man` reads, whatever the language of the machine.
fn to_ascii(page: &str) -> String {
    let written = |c: char| if c.is_ascii() { c.to_string() } else { format!("\\[u{:04X}]", u32::from(c)) };
    page.chars().map(written).collect()
}
