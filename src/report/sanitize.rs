//! The only way to display text that came from a file or from the service.
//!
//! Always holds: what is written has no control character, no line break and nothing that a reader cannot see. Whatever
//! is not plainly visible becomes `\u{..}`: controls, line ends, tabs, directional marks, zero-width characters, tags,
//! spaces other than the plain one, private and unassigned characters, variation selectors outside emoji. Letters of
//! every script, combining marks on them and emoji stay. Sequences that build systems take for commands (`::`, `##[`,
//! `##vso[`, `##teamcity[`) are broken visibly. Deliberately absent: any way back.

use std::fmt;

use unicode_general_category::{GeneralCategory, get_general_category};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Foreign text, displayed on one line with everything in it made visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sanitized<'a>(pub &'a str);

/// Marks that may stand on one letter; what is piled on top of them is shown as `\u{..}`.
const MAX_MARKS: usize = 4;

impl fmt::Display for Sanitized<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (_, seen) in classify_chars(self.0) {
            match seen {
                SanitizedChar::Plain(c) => fmt::Write::write_char(f, c)?,
                SanitizedChar::Hidden(c) => write!(f, "{}", c.escape_unicode())?,
            }
        }
        Ok(())
    }
}

/// A character as it is to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SanitizedChar {
    /// As it is.
    Plain(char),
    /// As an escape of the notation at hand.
    Hidden(char),
}

/// Every character of a text with its byte offset, and whether it may be written as it is.
pub(crate) fn classify_chars(text: &str) -> impl Iterator<Item = (usize, SanitizedChar)> {
    let mut last = None;
    let mut marks = 0;
    text.char_indices().map(move |(at, c)| {
        let rest = &text[at + c.len_utf8()..];
        let mark = is_mark(c);
        marks = if mark { marks + 1 } else { 0 };
        let plain = if mark { marks <= MAX_MARKS && can_carry_mark(last, c, rest) } else { is_plain(c, last, rest) };
        last = plain.then_some(c);
        (at, if plain { SanitizedChar::Plain(c) } else { SanitizedChar::Hidden(c) })
    })
}

/// Foreign text on one line of at most `width` columns, the rest cut off behind `dots`. Neither an escape nor what a
/// reader takes for one character is cut in two.
#[must_use]
pub fn truncate_sanitized(text: &str, width: usize, dots: &str) -> String {
    let shown = Sanitized(text).to_string();
    if shown.width() <= width {
        return shown;
    }
    let room = width.saturating_sub(dots.width());
    let mut kept = String::new();
    let mut plain = String::new();
    for (_, seen) in classify_chars(text) {
        match seen {
            SanitizedChar::Plain(c) => plain.push(c),
            SanitizedChar::Hidden(c) => {
                let escape = c.escape_unicode().to_string();
                if !push_fitting(&mut kept, &plain, room) || kept.width() + escape.width() > room {
                    return kept + dots;
                }
                kept.push_str(&escape);
                plain.clear();
            }
        }
        if plain.len() > 8 * room.max(8) {
            break;
        }
    }
    push_fitting(&mut kept, &plain, room);
    kept + dots
}

/// Appends as much of a plain text as there is room for; says whether that was all.
fn push_fitting(kept: &mut String, plain: &str, room: usize) -> bool {
    let mut used = kept.width();
    for cluster in plain.graphemes(true) {
        used += cluster.width();
        if used > room {
            return false;
        }
        kept.push_str(cluster);
    }
    true
}

/// Columns that a (shown) text takes on a terminal.
#[must_use]
pub fn display_width(text: &str) -> usize {
    text.width()
}

fn is_plain(c: char, last: Option<char>, rest: &str) -> bool {
    match c {
        ' ' => true,
        ':' => last != Some(':'),
        '#' => last != Some('#') || !may_start_command(rest),
        '\u{200d}' => last.is_some_and(is_emoji_part) && rest.starts_with(is_symbol),
        _ => is_visible(c),
    }
}

/// Whether `##` before this could be a command: at the end of a text, a bracket of ours might follow.
fn may_start_command(rest: &str) -> bool {
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    rest.is_empty() || rest.starts_with('[')
}

fn is_visible(c: char) -> bool {
    use GeneralCategory as G;
    let blank_letter =
        matches!(c, '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{2800}' | '\u{fffc}' | '\u{16fe4}');
    let nothing_to_see = matches!(
        get_general_category(c),
        G::Control
            | G::Format
            | G::Unassigned
            | G::PrivateUse
            | G::Surrogate
            | G::LineSeparator
            | G::ParagraphSeparator
            | G::SpaceSeparator
    );
    !blank_letter && !nothing_to_see
}

fn is_mark(c: char) -> bool {
    use GeneralCategory as G;
    matches!(get_general_category(c), G::NonspacingMark | G::EnclosingMark | G::SpacingMark)
}

/// Whether a mark may stand on what was written last.
fn can_carry_mark(last: Option<char>, mark: char, rest: &str) -> bool {
    let Some(last) = last else { return false };
    match mark {
        '\u{fe0e}' | '\u{fe0f}' => {
            is_symbol(last) || (matches!(last, '0'..='9' | '#' | '*') && rest.starts_with('\u{20e3}'))
        }
        '\u{034f}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' => false,
        '\u{fe00}'..='\u{fe0d}' | '\u{e0100}'..='\u{e01ef}' => false,
        _ => last != ' ',
    }
}

/// What emoji are made of: symbols, and the marks of punctuation that have an emoji form.
fn is_symbol(c: char) -> bool {
    use GeneralCategory as G;
    matches!(c, '\u{203c}' | '\u{2049}' | '\u{3030}')
        || (matches!(get_general_category(c), G::OtherSymbol | G::MathSymbol) && !c.is_ascii() && is_visible(c))
}

fn is_emoji_part(c: char) -> bool {
    is_symbol(c) || matches!(c, '\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};

    use super::*;

    fn shown(text: &str) -> String {
        Sanitized(text).to_string()
    }

    #[test]
    fn what_people_write_stays_as_it_is() {
        for text in [
            "Größe, naïve, œuvre",
            "敬語は使わない。「カギ括弧」",
            "한국어 존댓말",
            "हिन्दी में लिखें",
            "e\u{301}te\u{301}",
            "👍🏽 ❤️ 👩‍🚀 1️⃣ 🇩🇪 🙂‍↔️ ‼️",
            "a: b # c [x] ## Heading",
            "styles/de.yaml:5:5",
        ] {
            assert_eq!(shown(text), text);
        }
    }

    #[test]
    fn what_hides_is_made_visible() {
        for (text, wanted) in [
            ("\u{1b}[2J", "\\u{1b}[2J"),
            ("a\r\nb\tc", "a\\u{d}\\u{a}b\\u{9}c"),
            ("\u{9b}31m\u{7f}", "\\u{9b}31m\\u{7f}"),
            ("a\u{202e}b\u{2066}c", "a\\u{202e}b\\u{2066}c"),
            ("no\u{200b}thing\u{feff}\u{ad}", "no\\u{200b}thing\\u{feff}\\u{ad}"),
            ("a\u{e0041}\u{e007f}", "a\\u{e0041}\\u{e007f}"),
            ("a\u{2028}b\u{2029}\u{a0}\u{3000}", "a\\u{2028}b\\u{2029}\\u{a0}\\u{3000}"),
            ("\u{e000}\u{378}\u{10ffff}", "\\u{e000}\\u{378}\\u{10ffff}"),
            ("a\u{fe0f}葛\u{e0100}", "a\\u{fe0f}葛\\u{e0100}"),
            ("\u{3164}\u{115f}\u{2800}", "\\u{3164}\\u{115f}\\u{2800}"),
            ("a\u{200d}b", "a\\u{200d}b"),
            ("\u{301}a", "\\u{301}a"),
            ("👍\u{fe0f}\u{fe0f}", "👍\u{fe0f}\\u{fe0f}"),
        ] {
            assert_eq!(shown(text), wanted);
        }
    }

    #[test]
    fn commands_of_build_systems_are_broken() {
        assert_eq!(shown("::error file=a::b"), ":\\u{3a}error file=a:\\u{3a}b");
        assert_eq!(shown(":::"), ":\\u{3a}:");
        assert_eq!(shown("##[error]"), "#\\u{23}[error]");
        assert_eq!(shown("##vso[task.setvariable]"), "#\\u{23}vso[task.setvariable]");
        assert_eq!(shown("##vso"), "#\\u{23}vso");
        assert_eq!(shown("####teamcity[x"), "###\\u{23}teamcity[x");
    }

    #[test]
    fn a_cut_never_splits_what_is_one_character_to_a_reader() {
        assert_eq!(truncate_sanitized("short", 5, "…"), "short");
        assert_eq!(truncate_sanitized("shorter", 5, "…"), "shor…");
        assert_eq!(truncate_sanitized("日本語", 4, "…"), "日…");
        assert_eq!(truncate_sanitized("ab\u{200b}cd", 9, "…"), "ab…");
        assert_eq!(truncate_sanitized("ab\u{200b}cd", 11, "…"), "ab\\u{200b}…");
        assert_eq!(truncate_sanitized("aae\u{301}xx", 4, "…"), "aae\u{301}…");
    }

    proptest! {
        #[test]
        fn nothing_hidden_and_no_command_is_ever_written(text in any::<String>()) {
            let out = shown(&text);
            prop_assert!(!out.contains("::") && !out.contains("##[") && !out.contains("##vso["));
            prop_assert!(out.chars().all(|c| !c.is_control() && (c == ' ' || !c.is_whitespace())), "{out:?}");
        }

        #[test]
        fn hostile_pieces_in_any_order_stay_harmless(pieces in proptest::collection::vec(
            proptest::sample::select(vec!["::", ":", "#", "##", "[", "vso[", "teamcity[", "\u{1b}", "\r", "\n", "a",
                "\u{301}", "\u{200d}", "👍", "\u{fe0f}", "\u{202e}", "\u{9d}", "\u{e0020}"]), 0..12)) {
            let out = shown(&pieces.concat());
            for never in ["::", "##[", "##vso[", "##teamcity["] {
                prop_assert!(!out.contains(never), "{out:?}");
            }
            let hidden = |c: char| c.is_control() || ('\u{202a}'..='\u{202e}').contains(&c) || c >= '\u{e0000}';
            prop_assert!(!out.chars().any(hidden), "{out:?}");
        }

        #[test]
        fn a_cut_keeps_to_its_width(text in any::<String>(), width in 1usize..40) {
            prop_assert!(display_width(&truncate_sanitized(&text, width, "…")) <= width.max(1));
        }

        #[test]
        fn plain_ascii_is_untouched(text in "[ -\"$-9;-~]{0,40}") {
            prop_assert_eq!(shown(&text), text);
        }
    }
}
