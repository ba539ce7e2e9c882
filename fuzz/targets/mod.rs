//! What is fuzzed: one function per target, each with the properties that must hold for any bytes.
//!
//! The fuzzer runs these, and so does the test suite over the committed corpus. They panic where a promise breaks.

mod editor;
mod emulator;
mod files;
pub(crate) mod fixes;
pub(crate) mod laws;
mod memory;
mod service;
mod text;

/// Takes any bytes; panics where a promise breaks.
pub(crate) type Target = fn(&[u8]);

/// Every target by name.
pub(crate) const TARGETS: &[(&str, Target)] = &[
    ("answer", service::answer),
    ("catalogue", files::catalogue),
    ("comment", text::comment),
    ("editor", editor::run),
    ("entries", emulator::entries),
    ("fixes", fixes::run),
    ("journal", memory::journal),
    ("names", text::names),
    ("plan", memory::plan),
    ("project", files::project),
    ("retry", service::retry),
    ("run", service::run),
    ("shown", text::shown),
    ("snapshot", memory::snapshot),
    ("state", memory::state),
    ("style", files::style),
    ("table", files::beside),
    ("tag", text::tag),
    ("toml", files::toml),
    ("yaml", files::yaml),
];

/// Whether text is safe to print as one line: nothing moves the cursor, hides, or speaks to a build system.
pub(crate) fn is_inert(line: &str) -> bool {
    let hides = |c: char| {
        c.is_control()
            || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}')
            || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e000}'..='\u{f8ff}' | '\u{e0000}'..='\u{10ffff}')
    };
    !line.chars().any(hides) && !["::", "##[", "##vso[", "##teamcity["].iter().any(|command| line.contains(command))
}

/// Bytes cut at each byte 0xff: several texts out of one input.
pub(crate) fn parts(data: &[u8]) -> impl Iterator<Item = &[u8]> {
    data.split(|byte| *byte == 0xff)
}
