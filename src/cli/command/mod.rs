//! What the program can do: one file per command, each with its options and its way through the rooms.

pub mod apply;
pub mod completions;
pub mod diff;
pub mod drift;
pub mod docs;
pub mod emulate;
pub mod explain;
pub mod help;
pub mod init;
pub mod infer;
pub mod languages;
pub mod lint;
pub mod lsp;
pub mod man;
pub mod outputs;
pub mod overview;
pub mod plan;
pub mod pull;
pub mod render;
pub mod schema;
pub mod show;
pub mod snapshot;
pub mod state;
pub mod try_cmd;
pub mod usage;
pub mod validate;
