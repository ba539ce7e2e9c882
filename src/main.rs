//! The `housestyle` binary: hands the process over to [`housestyle::cli`] and does nothing else.

use std::process::ExitCode;

fn main() -> ExitCode {
    housestyle::cli::main()
}
