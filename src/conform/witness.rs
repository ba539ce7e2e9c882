//! The source as a witness: what stands in it character for character was copied, and is no decision of who translated.
//!
//! Invariant: prose in quotation marks and amounts are judged although they were copied: to copy `"OK"` or `0.5 MB` is what a
//! style speaks about.

use foldhash::HashSet;
use memchr::memmem;

use crate::conform::character::{is_han_or_kana, is_hangul};
use crate::conform::detector::Occasion;
use crate::conform::passage::MASKED;

/// Longest word that is looked for in the source, in bytes.
const LONGEST: usize = 200;

/// The words of a source, as they stand between white space and without the punctuation around them.
#[derive(Debug)]
pub enum SourceWords<'a> {
    /// In a short one they are looked for.
    Short(&'a str),
    /// Those of a long one, so that a text with many occasions is read in time that grows with it.
    Long(HashSet<&'a str>),
}

/// Longest source in which words are looked for, in bytes.
const LONGEST_SHORT: usize = 400;

impl<'a> SourceWords<'a> {
    /// The words of this source.
    #[must_use]
    pub fn new(source: &'a str) -> Self {
        if source.len() <= LONGEST_SHORT {
            return Self::Short(source);
        }
        let runs = source.split(is_border).filter(|run| !run.is_empty() && run.len() <= LONGEST);
        Self::Long(runs.flat_map(|run| [run, strip_punctuation(run)]).collect())
    }

    /// Whether it has this word.
    fn contains(&self, word: &str) -> bool {
        match self {
            Self::Long(words) => words.contains(word),
            Self::Short(source) => memmem::find_iter(source.as_bytes(), word).any(|at| {
                let (before, after) = (&source[..at], &source[at + word.len()..]);
                let start = before.rfind(is_border).map_or(0, |at| at + border_len(&before[at..]));
                let end = source.len() - after.len() + after.find(is_border).unwrap_or(after.len());
                let run = &source[start..end];
                run.len() <= LONGEST && (run == word || strip_punctuation(run) == word)
            }),
        }
    }
}

/// Whether the word that an occasion is in was copied from a source with these words.
#[must_use]
pub fn is_copied(text: &str, occasion: &Occasion, words: &SourceWords<'_>) -> bool {
    let range = &occasion.range;
    let Some(own) = text.get(range.clone()).filter(|own| own.len() <= LONGEST && !own.contains(is_border)) else {
        return false;
    };
    let reach = |far: usize| text.floor_char_boundary(far);
    let before = &text[reach(range.start.saturating_sub(LONGEST))..range.start];
    let after = &text[range.end..reach(range.end + LONGEST)];
    let start = range.start - before.len() + before.rfind(is_border).map_or(0, |at| at + border_len(&before[at..]));
    let end = range.end + after.find(is_border).unwrap_or(after.len());
    let word = &text[start..end];
    if word.contains(MASKED) || word.len() > LONGEST {
        return false;
    }
    let bare_marks = !own.contains(char::is_alphanumeric) && !is_between_letters(text, occasion);
    if occasion.marks.is_some() || bare_marks {
        // Marks around or behind a word that is one for people are prose: `"OK"`, `OK...`.
        return word.contains(is_code_sign) && words.contains(word);
    }
    let bare = strip_punctuation(word);
    !bare.is_empty() && words.contains(bare) && !is_amount(bare, &text[end..])
}

/// Where a word ends: at white space, and where a script without spaces begins.
fn is_border(c: char) -> bool {
    c.is_whitespace()
        || is_han_or_kana(c)
        || is_hangul(c)
        || matches!(c, '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ffef}')
}

fn border_len(text: &str) -> usize {
    text.chars().next().map_or(0, char::len_utf8)
}

fn strip_punctuation(word: &str) -> &str {
    word.trim_matches(|c: char| is_quote(c) || ".,;:!?…()[]".contains(c))
}

/// Whether it is a quotation mark of any kind, or an apostrophe.
#[must_use]
pub fn is_quote(c: char) -> bool {
    "\"'“”„‟‘’‚‛«»‹›".contains(c)
}

fn is_code_sign(c: char) -> bool {
    "=<>{}[]|\\/_#$*+".contains(c)
}

fn is_between_letters(text: &str, occasion: &Occasion) -> bool {
    let letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
    letter(text[..occasion.range.start].chars().next_back()) && letter(text[occasion.range.end..].chars().next())
}

/// A number with its unit, or one that a word or a sign follows which it counts or measures.
fn is_amount(word: &str, after: &str) -> bool {
    let rest = word.trim_start_matches(['+', '-', '−', '±', '~', '$', '€', '£', '¥']);
    let digits = rest.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '\'' | '’'));
    if digits.len() == rest.len() {
        return false;
    }
    let unit = digits.chars().count();
    let signs =
        digits.chars().all(|c| c.is_alphabetic() || matches!(c, '%' | '‰' | '°' | '€' | '$' | '£' | '¥' | '²' | '³'));
    let next = after.trim_start().chars().next();
    let follows = next.is_some_and(|c| c.is_alphabetic() || matches!(c, '%' | '‰' | '°' | '€' | '$' | '£' | '¥'));
    if unit == 0 { follows || word.len() > rest.len() } else { signs && unit <= 4 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conform::detector::ValueSet;
    use crate::conform::passage::tests::dice;

    #[test]
    fn a_short_source_has_the_words_of_a_long_one() {
        let pieces =
            ["GEDCOM", "1:16", "“OK”", "a", "-", "文", "(x)", ".", ",", " ", "\n", "é", "=b", "「Z」", "Z", "１"];
        let mut dice = dice(7);
        for _ in 0..20_000 {
            let source: String = (0..dice(9)).map(|_| pieces[dice(pieces.len())]).collect();
            let word: String = (0..=dice(3)).map(|_| pieces[dice(pieces.len())]).collect();
            let runs = source.split(is_border).filter(|run| !run.is_empty());
            let long = SourceWords::Long(runs.flat_map(|run| [run, strip_punctuation(run)]).collect());
            // A word has no border in it, as none that is asked for has.
            if !word.contains(is_border) && !word.is_empty() {
                assert_eq!(SourceWords::Short(&source).contains(&word), long.contains(&word), "{source:?} {word:?}");
            }
        }
    }

    #[test]
    fn what_was_copied_is_no_decision_unless_it_is_prose_or_an_amount() {
        for (source, text, own, copied) in [
            ("Export GEDCOM file", "GEDCOM-Datei", "GEDCOM-Datei", false),
            ("Export as GEDCOM", "Als GEDCOM exportieren", "GEDCOM", true),
            ("Scale 1:16", "Maßstab 1:16", "1:16", true),
            ("GEDCOM file", "GEDCOMファイル", "GEDCOM", true),
            ("Use McDonald's map", "McDonald's Karte", "'", true),
            ("0.5 MB left", "Noch 0.5 MB", "0.5", false),
            ("up to 50%", "bis zu 50%", "50%", false),
            ("1,000 files", "1,000 Dateien", "1,000", false),
            ("Wait...", "Wait...: der Laden", "...", false),
        ] {
            let start = text.find(own).unwrap();
            let occasion = Occasion::new(start..start + own.len(), ValueSet::NONE);
            assert_eq!(is_copied(text, &occasion, &SourceWords::new(source)), copied, "{text}");
        }
        for (source, text, copied) in
            [("Press \"OK\"", "Auf \"OK\" tippen", false), ("a[\"x\"]", "a[\"x\"] hier", true)]
        {
            let (open, close) = (text.find('"').unwrap(), text.rfind('"').unwrap());
            let occasion = Occasion::between(open..open + 1, close..close + 1, ValueSet::NONE);
            assert_eq!(is_copied(text, &occasion, &SourceWords::new(source)), copied, "{text}");
        }
    }
}
