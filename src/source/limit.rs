//! How much is read. Anything beyond is a finding, so that no file can cost unbounded time or memory.

/// Largest file, in bytes.
pub const FILE_BYTES: u64 = 1 << 20;
/// Most files in one project.
pub const FILES: usize = 20_000;
/// All files of one project together, in bytes.
pub const PROJECT_BYTES: u64 = 128 << 20;
/// Deepest nesting of values.
pub const DEPTH: usize = 32;
/// Most nodes that aliases may add to one file.
pub const ALIAS_NODES: usize = 20_000;
/// Largest table beside a document, in bytes. The service takes 10 MiB of entries in one glossary; quotes and columns of
/// languages come on top.
pub const TABLE_BYTES: u64 = 32 << 20;
/// All tables of one project together, in bytes.
pub const TABLES_BYTES: u64 = 512 << 20;
