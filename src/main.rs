//! The `housestyle` binary: hands the process over to [`housestyle::cli`].

fn main() {}
