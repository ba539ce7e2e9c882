//! What stands beside the digits of a passage: detectors of numbers ask it first, as in most passages nothing is for them.
//!
//! Invariant: a set never lacks what a passage has. So what is asked for and absent, no pattern could find.

use crate::conform::character::is_space;

/// A set of bytes of ASCII, and whether anything beyond ASCII is in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByteSet(u128);

impl ByteSet {
    /// Every byte.
    pub const ALL: Self = Self(u128::MAX);
    /// What these characters begin with.
    #[must_use]
    pub const fn of(characters: &str) -> Self {
        let bytes = characters.as_bytes();
        let mut set = 0;
        let mut at = 0;
        while at < bytes.len() {
            set |= Self::bit(bytes[at]);
            at += 1;
        }
        Self(set)
    }

    /// What these words begin with.
    #[must_use]
    pub const fn of_first(words: &[&str]) -> Self {
        let mut set = 0;
        let mut at = 0;
        while at < words.len() {
            set |= Self::bit(words[at].as_bytes()[0]);
            at += 1;
        }
        Self(set)
    }

    /// Both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// A byte's place; a control character that no text has stands for all beyond ASCII.
    const fn bit(byte: u8) -> u128 {
        1 << (if byte.is_ascii() { byte } else { 0x7F })
    }

    /// Whether what stands at `at`, spaces passed over, begins with one of them.
    #[must_use]
    pub fn follows(self, text: &str, at: usize) -> bool {
        let rest = text.get(at..).unwrap_or_default().trim_start_matches(is_space);
        rest.bytes().next().is_some_and(|byte| self.0 & Self::bit(byte) != 0)
    }

    fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// What stands beside the runs of digits of half width in a text.
#[derive(Clone, Copy, Debug)]
pub struct BesideDigits {
    /// Right behind a run, or behind the one space that follows it.
    behind: ByteSet,
    /// Alone between two runs.
    between: ByteSet,
}

impl BesideDigits {
    /// Anything: every question is answered with yes.
    pub const ANYTHING: Self = Self { behind: ByteSet::ALL, between: ByteSet::ALL };

    /// Reads a text once.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
        let mut beside = Self { behind: ByteSet::default(), between: ByteSet::default() };
        let mut at = 0;
        while at < bytes.len() {
            if !is_digit(at) {
                at += 1;
                continue;
            }
            while is_digit(at) {
                at += 1;
            }
            let space = text[at..].chars().next().filter(|c| is_space(*c)).map_or(0, char::len_utf8);
            if let Some(next) = bytes.get(at + space) {
                beside.behind.0 |= ByteSet::bit(*next);
                if is_digit(at + 1) {
                    beside.between.0 |= ByteSet::bit(bytes[at]);
                }
            }
        }
        beside
    }

    /// Whether one of these may stand behind digits.
    #[must_use]
    pub fn may_follow(&self, set: ByteSet) -> bool {
        self.behind.meets(set)
    }

    /// Whether one of these may stand alone between digits.
    #[must_use]
    pub fn may_part(&self, set: ByteSet) -> bool {
        self.between.meets(set)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::conform::passage::tests::dice;
    use crate::conform::passage::{Passage, Tongue};
    use crate::conform::table::detectors_of;

    /// What rules are about, apart from the digits that stand beside it.
    const PARTS: &[&str] = &[
        "1",
        "5",
        "12",
        "30",
        "007",
        "2024",
        "500",
        "1.000",
        "3,5",
        " ",
        " ",
        " ",
        "\u{a0}",
        "\u{202f}",
        "\u{3000}",
        "\n",
        ".",
        ",",
        ":",
        "/",
        "-",
        "–",
        "—",
        "~",
        "～",
        "%",
        "％",
        "°",
        "°C",
        "℃",
        "x",
        "×",
        "'",
        "’",
        "\"",
        "„",
        "“",
        "”",
        "«",
        "»",
        "…",
        "...",
        ". . .",
        "(",
        ")",
        "+",
        "=",
        "@",
        "&",
        "!",
        "?",
        ";",
        "#",
        "a",
        "A",
        "und",
        "and",
        "Uhr",
        "Grad Celsius",
        "Prozent",
        "percent",
        "per cento",
        "por ciento",
        "パーセント",
        "퍼센트",
        "km",
        "kg",
        "MB",
        "m²",
        "µm",
        "Kilometer",
        "kilometers",
        "metros",
        "mètres",
        "metri",
        "メートル",
        "미터",
        "公里",
        "€",
        "$",
        "£",
        "￥",
        "EUR",
        "CHF",
        "Euro",
        "dollars",
        "pesos",
        "francs suisses",
        "円",
        "원",
        "元",
        "万",
        "억",
        "亿",
        "Millionen",
        "Mio.",
        "million",
        "milioni",
        "k",
        "Januar",
        "Sept.",
        "March",
        "enero",
        "mars",
        "gennaio",
        "th",
        "er",
        "º",
        "de",
        "del",
        "BC",
        "AD",
        "a.m.",
        "pm",
        "PM",
        "p. m.",
        "h",
        "heures",
        "du soir",
        "ore",
        "alle",
        "시",
        "분",
        "오전 ",
        "年",
        "月",
        "日",
        "년",
        "월",
        "일",
        "点",
        "下午",
        "bis",
        "to",
        "から",
        "부터",
        "까지",
        "FM",
        "MHz",
        "Tel.",
        "+49",
        "(030)",
        "0800",
        "1234567",
        "Nr.",
        "siècle",
        "XX",
        "années",
        "anni",
        "ß",
        "ss",
        "Strasse",
        "ae",
        "ueber",
        "ä",
        "Du",
        "dein",
        "JSON",
        "NICHT",
        "Dr.",
        "z. B.",
        "e.g.",
        "u.s.w.",
        "١",
        "０",
        "\u{301}",
    ];

    #[test]
    fn what_is_asked_first_hides_no_occasion() {
        let mut next = dice(11);
        let mut seen = BTreeSet::new();
        for tongue in Tongue::ALL {
            let values = detectors_of(tongue).iter().flat_map(|detector| detector.values);
            let examples: Vec<_> = values.map(|value| value.example).filter(|example| !example.is_empty()).collect();
            for _ in 0..2_000 {
                let mut text: Vec<char> =
                    if next(3) == 0 { Vec::new() } else { examples[next(examples.len())].chars().collect() };
                for _ in 0..1 + next(if text.is_empty() { 9 } else { 3 }) {
                    let at = next(text.len() + 1);
                    let gone = next(2).min(text.len() - at);
                    text.splice(at..at + gone, PARTS[next(PARTS.len())].chars());
                }
                let text: String = text.into_iter().collect();
                let passage = Passage::new(&text, tongue, &[]);
                let anything = Passage::new(&text, tongue, &[]).with_anything();
                for detector in detectors_of(tongue) {
                    let all = detector.occasions(&anything);
                    assert_eq!(detector.occasions(&passage), all, "{} of {text:?} in {}", detector.rule, tongue.code());
                    if !all.is_empty() {
                        seen.insert((tongue, detector.rule));
                    }
                }
            }
        }
        let detectors: usize = Tongue::ALL.into_iter().map(|tongue| detectors_of(tongue).len()).sum();
        assert!(seen.len() * 100 > detectors * 95, "{} of {detectors} detectors had an occasion", seen.len());
    }
}
