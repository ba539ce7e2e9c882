//! Further formats of one run, as files beside the screen: `--write FORMAT=FILE`.
//!
//! Always holds: every format comes from the same run, so that they agree with each other and nothing is asked twice. What
//! cannot work is said before the run begins. A file is written as a whole or not at all, with the permissions of any new
//! file, and only where nothing or a regular file stands that is neither source nor memory. `-` is stdout, which takes one
//! format.

use std::io::{ErrorKind, Read};
use std::str::FromStr;

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};
use clap::ValueEnum;

use crate::cli::arguments::args::GlobalArgs;
use crate::cli::arguments::format::{choose_format, find_format};
use crate::cli::exit::{CliError, Exit};
use crate::cli::screen::terminal::Screen;
use crate::disk::{self, FileMode, Overwrite};
use crate::report::{RenderOptions, markdown};
use crate::source;

/// The flag, for the commands that have several formats.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct WriteArgs {
    /// Also write this format to a file (`sarif=out.sarif`); repeatable; `-` is stdout, in place of --format
    #[arg(long, value_name = "FORMAT=FILE", env = "HOUSESTYLE_WRITE")]
    pub write: Vec<WriteTarget>,
}

/// How long a comment may be, for the verbs that write one.
#[derive(Clone, Debug, clap::Args)]
pub struct CommentArgs {
    /// Size limit of the Markdown format in bytes; what does not fit is counted
    #[arg(long, value_name = "BYTES", env = "HOUSESTYLE_MARKDOWN_LIMIT", default_value_t = markdown::DEFAULT_LIMIT, value_parser = parse_markdown_limit)]
    pub markdown_limit: usize,
}

fn parse_markdown_limit(text: &str) -> Result<usize, String> {
    let bytes: usize = text.parse().map_err(|_| "write a number of bytes".to_owned())?;
    let most = 10_000_000;
    if (markdown::MIN_LIMIT..=most).contains(&bytes) {
        Ok(bytes)
    } else {
        Err(format!("write a number from {} to {most}", markdown::MIN_LIMIT))
    }
}

/// A format and where it goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteTarget {
    /// The word of the format.
    pub format: String,
    /// The file, or `-`.
    pub file: Utf8PathBuf,
}

impl FromStr for WriteTarget {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (format, file) = text.split_once('=').ok_or("write it as FORMAT=FILE, such as json=findings.json")?;
        if file.is_empty() {
            return Err("the file has no name".to_owned());
        }
        Ok(Self { format: format.to_owned(), file: file.into() })
    }
}

/// What goes where, settled before the run.
#[derive(Debug)]
pub struct OutputTargets<F> {
    screen: F,
    screen_named: bool,
    files: Vec<(F, Utf8PathBuf)>,
}

/// How formats look in files: as to a reader of whom nothing is known.
const FILE_RENDER_OPTIONS: RenderOptions = RenderOptions {
    color: false,
    unicode: true,
    direction_marks: true,
    width: 100,
    screen_reader: false,
    all_entries: false,
};

impl<F: ValueEnum + Copy> OutputTargets<F> {
    /// Where the formats of a command go. `taken` is a file that the run writes anyway.
    ///
    /// # Errors
    /// Where the command has no such format, one file or stdout is to take two, or something is in the way of a file.
    pub fn resolve_targets(
        writes: &WriteArgs,
        taken: Option<&Utf8Path>,
        command: &str,
        global: &GlobalArgs,
        here: &Utf8Path,
    ) -> Result<Self, CliError> {
        let mut outputs = Self { screen: choose_format(global, command)?, screen_named: false, files: Vec::new() };
        let mut stdout = global.format.clone();
        for WriteTarget { format: name, file } in &writes.write {
            let format: F = find_format(name, command)?;
            if file == "-" {
                if let Some(other) = stdout.replace(name.clone()) {
                    return Err(CliError::usage_error(format!(
                        "stdout takes one format, not both `{other}` and `{name}`"
                    ))
                    .with_help(format!("write one of them to a file: --write {name}=FILE")));
                }
                outputs.screen = format;
                outputs.screen_named = true;
                continue;
            }
            let path = here.join(file);
            if outputs.files.iter().any(|(_, other)| is_same_file(other, &path))
                || taken.is_some_and(|other| is_same_file(other, &path))
            {
                return Err(CliError::usage_error(format!("{file} would be written twice"))
                    .with_help("name a file of its own for each format"));
            }
            check_overwritable(&path, "--write")?;
            outputs.files.push((format, path));
        }
        Ok(outputs)
    }

    /// Whether `--quiet` leaves only errors on the screen: not where its format was asked for by name.
    #[must_use]
    pub fn is_screen_quiet(&self, screen: &Screen) -> bool {
        screen.is_quiet() && !self.screen_named
    }

    /// Writes every format: to the screen first, then to the files. `exit` is how the run will end.
    ///
    /// # Errors
    /// Where stdout or a file cannot be written.
    pub fn write_outputs(
        &self,
        screen: &Screen,
        exit: Exit,
        render: impl Fn(F, &RenderOptions) -> String,
    ) -> Result<(), CliError> {
        self.write_screen_and_files(screen, exit, &render, &render)
    }

    /// As [`Self::write_outputs`], where the screen shows less than the files hold.
    ///
    /// # Errors
    /// Where stdout or a file cannot be written.
    pub fn write_screen_and_files(
        &self,
        screen: &Screen,
        exit: Exit,
        render_screen: impl Fn(F, &RenderOptions) -> String,
        render_file: impl Fn(F, &RenderOptions) -> String,
    ) -> Result<(), CliError> {
        if self.screen_named || screen.shows_report(exit) {
            screen.print_output(&render_screen(self.screen, &screen.stdout_look()))?;
        }
        for (format, path) in &self.files {
            write_file(path, &screen.redact_secret(&render_file(*format, &FILE_RENDER_OPTIONS)))?;
        }
        Ok(())
    }
}

/// Whether two paths name one file, as far as names tell.
fn is_same_file(one: &Utf8Path, other: &Utf8Path) -> bool {
    let plain = |path: &Utf8Path| {
        let mut parts: Vec<String> = Vec::new();
        for part in path.components() {
            match part {
                Utf8Component::CurDir => {}
                Utf8Component::ParentDir if !parts.is_empty() => drop(parts.pop()),
                Utf8Component::ParentDir
                | Utf8Component::Prefix(_)
                | Utf8Component::RootDir
                | Utf8Component::Normal(_) => parts.push(part.as_str().to_owned()),
            }
        }
        parts
    };
    plain(one) == plain(other)
}

/// Says what stands in the way of a file, if anything does.
///
/// # Errors
/// Exit 5 where something is there that is not to be overwritten; `flag` is the one that named the file.
pub fn check_overwritable(path: &Utf8Path, flag: &str) -> Result<(), CliError> {
    let refused = |what: &str| {
        Err(CliError::new(Exit::Blocked, format!("{path} {what}, so it is not overwritten"))
            .with_help(format!("name another file with {flag}")))
    };
    if source::Format::from_path(path.as_str()).is_some() {
        return refused("has the extension of a source file");
    }
    match std::fs::symlink_metadata(path) {
        Ok(found) if !found.is_file() => refused("is not a regular file"),
        Ok(_) if is_state_or_snapshot(path) => refused("is a state file or snapshot"),
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(CliError::io_error(format!("cannot read {path}"), &error)),
    }
}

/// Whether a file is a state file or a snapshot, whose first field says so.
fn is_state_or_snapshot(path: &Utf8Path) -> bool {
    let mut start = [0; 64];
    let read = disk::open_own(path, u64::MAX).and_then(|file| file.map_or(Ok(0), |mut file| file.read(&mut start)));
    let start = String::from_utf8_lossy(&start[..read.unwrap_or(0)]);
    ["\"housestyle_state\"", "\"housestyle_snapshot\""].iter().any(|mark| start.contains(mark))
}

fn write_file(path: &Utf8Path, text: &str) -> Result<(), CliError> {
    check_overwritable(path, "--write")?;
    let said_no = |error: std::io::Error| CliError::io_error(format!("cannot write {path}"), &error);
    disk::replace(path, text.as_bytes(), FileMode::Shared, Overwrite::Replace).map_err(said_no)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_a_format_and_a_file() {
        let target = |text: &str| WriteTarget::from_str(text);
        assert_eq!(target("sarif=a=b").unwrap(), WriteTarget { format: "sarif".to_owned(), file: "a=b".into() });
        assert!(target("sarif").unwrap_err().contains("FORMAT=FILE"));
        assert_eq!(target("json=").unwrap_err(), "the file has no name");
    }

    #[test]
    fn names_of_one_file_are_told() {
        let same = |one: &str, other: &str| is_same_file(one.into(), other.into());
        assert!(same("/p/a.json", "/p/./b/../a.json"));
        assert!(!same("/p/a.json", "/p/b.json"));
    }
}
