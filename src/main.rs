//! The `housestyle` binary: hands the process over to [`housestyle::cli`] and does nothing else.

use std::process::ExitCode;

use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    housestyle::cli::main()
}
