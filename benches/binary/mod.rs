//! The program that a bench starts: the one that cargo built beside it, or the one that `HOUSESTYLE_BINARY` names, such as
//! the shipped build of `.packaging/build`.

use std::path::PathBuf;

/// The path of the program.
pub(crate) fn program_path() -> PathBuf {
    std::env::var_os("HOUSESTYLE_BINARY").map_or_else(|| env!("CARGO_BIN_EXE_housestyle").into(), PathBuf::from)
}
