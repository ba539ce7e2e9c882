//! What the program can do: one file per verb, each with its flags and its way through the rooms.

pub mod completions;
pub mod man;
