//! The command line: its grammar, what is wrong with one, and what completes it.

pub mod command_line;
pub mod complete;
pub mod usage_error;
pub mod version;
