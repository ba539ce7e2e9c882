//! Reports look as they should, say what they must, and carry nothing that a terminal or a build system would obey.
//!
//! Goldens stand in `tests/reports/`; `HOUSESTYLE_BLESS=1` rewrites them.

mod applies;
mod findings;
mod forms;
mod pages;
pub(crate) mod plans;
mod shown_whole;

use housestyle::report::RenderOptions;

/// What pretends to be something else: screen control, line ends, directional marks, commands of build systems.
pub(crate) const HOSTILE: &str = "a\u{1b}[2J\u{1b}]52;c;x\u{7}\r\n::error file=x::b\u{9b}1m\u{202e}c\u{200b}##vso[task.x]d\u{e0041}##[e]\u{2028}\t##teamcity[e";

/// The looks that every report is tried in.
pub(crate) fn looks() -> Vec<RenderOptions> {
    let mut looks = Vec::new();
    for color in [false, true] {
        for unicode in [false, true] {
            for (width, narrated) in [(20, false), (100, false), (100, true)] {
                looks.push(RenderOptions {
                    color,
                    unicode,
                    direction_marks: true,
                    width,
                    screen_reader: narrated,
                    all_entries: false,
                });
            }
        }
    }
    looks
}

/// Compares with a golden file, or rewrites it where that is asked for.
pub(crate) fn golden(name: &str, text: &str) {
    let path = format!("{}/tests/reports/{name}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("HOUSESTYLE_BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
        return;
    }
    let wanted = std::fs::read_to_string(&path).unwrap_or_default();
    snapbox::assert_data_eq!(text, snapbox::Data::text(wanted).raw());
}

/// Fails where a text has anything that is not plainly visible, colours aside where they are allowed.
pub(crate) fn harmless(text: &str, look: &RenderOptions) {
    let bare = if look.color { without_colors(text) } else { text.to_owned() };
    for (number, line) in bare.split('\n').enumerate() {
        let hidden = |c: &char| {
            c.is_control()
                || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202f}' | '\u{feff}' | '\u{e0000}'..)
        };
        let bad = line.chars().find(hidden);
        assert_eq!(bad, None, "line {} of\n{bare}", number + 1);
        for never in ["::", "##[", "##vso[", "##teamcity["] {
            assert!(!line.contains(never), "{never} in {line:?}");
        }
    }
}

/// The text without SGR sequences; fails on any other sequence.
fn without_colors(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let mut bare = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (codes, rest) = part.strip_prefix('[').and_then(|part| part.split_once('m')).expect("only SGR sequences");
        assert!(codes.chars().all(|c| c.is_ascii_digit() || c == ';'), "not an SGR sequence: {codes:?}");
        bare.push_str(rest);
    }
    bare
}
