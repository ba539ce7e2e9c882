//! Reading a file that a person or a pipeline names: a plan, a sample, a sheet, a fault script.
//!
//! Decision: a name outside of a project is taken at its word, links included. A name inside of one is a file of that
//! project, whoever wrote it there, so that a link of a stranger's repository leads nowhere else
//! ([`disk::open_inside`]). Both are regular files of bounded size.

use camino::Utf8Path;

use crate::cli::exit::CliError;
use crate::disk::{self, ReadRefusal};
use crate::project;
use crate::project::nearest_path::{suggest_path, without_detours};
use crate::source::text;

/// Reads a file of at most so many bytes, whole. The path is absolute.
///
/// # Errors
/// See [`ReadRefusal`].
pub fn read_bytes(path: &Utf8Path, most: u64) -> Result<Vec<u8>, ReadRefusal> {
    let plain = without_detours(path);
    match plain.parent().and_then(project::find_root) {
        Some(root) => disk::read_inside(root, plain.strip_prefix(root).unwrap_or(&plain), most),
        None => disk::read_named(path, most),
    }
}

/// Reads a file of text (UTF-8) of at most so many bytes, whole. The path is absolute.
///
/// # Errors
/// See [`ReadRefusal`].
pub fn read_text(path: &Utf8Path, most: u64) -> Result<String, ReadRefusal> {
    String::from_utf8(read_bytes(path, most)?)
        .map_err(|not_text| ReadRefusal::Failed(std::io::Error::other(describe_no_text(not_text.as_bytes()))))
}

/// The same as bytes, for whoever decodes them.
///
/// # Errors
/// See [`ReadRefusal`].
pub fn read_text_bytes(path: &Utf8Path, most: u64) -> Result<Vec<u8>, ReadRefusal> {
    read_text(path, most).map(String::into_bytes)
}

/// What a file is that is not UTF-8.
#[must_use]
pub fn describe_no_text(bytes: &[u8]) -> String {
    match text::binary_noun(bytes) {
        Some(noun) => format!("it is {noun}, and no text"),
        None => "it is not text (UTF-8)".to_owned(),
    }
}

/// Why a file that somebody named was not read, with the nearest one that is there.
#[must_use]
pub fn cannot_read(path: &Utf8Path, why: ReadRefusal) -> CliError {
    let help = match &why {
        ReadRefusal::Absent => {
            let base = path.parent().unwrap_or(path);
            Some(suggest_path(path, base).unwrap_or_else(|| "check the path".to_owned()))
        }
        ReadRefusal::NotRegular => Some("name a file".to_owned()),
        ReadRefusal::TooLarge { .. } => Some("name a smaller file".to_owned()),
        ReadRefusal::Outside | ReadRefusal::Git => Some("name a file of the project, or one outside of it".to_owned()),
        ReadRefusal::Failed(error) if error.kind() == std::io::ErrorKind::Other => {
            Some("name a file of text in UTF-8".to_owned())
        }
        ReadRefusal::Failed(_) => None,
    };
    let stop = CliError::io_error(format!("cannot read {path}"), &why.into());
    match help {
        Some(help) => stop.with_help(help),
        None => stop,
    }
}
