//! The language that letters tell: Korean has Hangul to itself, Greek, Hebrew and Thai their scripts, and of those that several
//! languages write in, some have letters of their own.

use std::collections::BTreeMap;

use crate::catalogue::languages::find_language;
use crate::check::directions::DoubtfulPair;
use crate::check::entries::DictionaryEntries;
use crate::check::glossary::language_edits;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, SourceFile, Span};
use crate::model::Language;
use crate::model::glossary::{Dictionary, LanguagePair};
use crate::schema::edits;

/// Most texts that are looked at.
const MAX_TEXTS: usize = 200;

/// Most characters of each.
const MAX_CHARACTERS: usize = 100;

/// Scripts that one language is written in, of those that are translated.
const OF_ONE_LANGUAGE: &[(char, char, &str)] = &[
    ('\u{370}', '\u{3ff}', "el"),
    ('\u{530}', '\u{58f}', "hy"),
    ('\u{590}', '\u{5ff}', "he"),
    ('\u{b80}', '\u{bff}', "ta"),
    ('\u{c00}', '\u{c7f}', "te"),
    ('\u{e00}', '\u{e7f}', "th"),
    ('\u{10a0}', '\u{10ff}', "ka"),
    ('\u{1100}', '\u{11ff}', "ko"),
    ('\u{ac00}', '\u{d7a3}', "ko"),
];

/// Letters of one script by those that some of its languages have alone.
const CYRILLIC: (char, char) = ('\u{400}', '\u{52f}');
const ARABIC: (char, char) = ('\u{600}', '\u{6ff}');
const KANA: (char, char) = ('\u{3041}', '\u{30fa}');
const HAN: (char, char) = ('\u{4e00}', '\u{9fff}');

fn is_in(c: char, (first, last): (char, char)) -> bool {
    (first..=last).contains(&c)
}

/// The language of a text by its letters; nothing where several are written so. Chinese is what has no kana `beside_kana`.
fn language_of_text(text: &str, beside_kana: bool) -> Option<&'static str> {
    let count = |range| text.chars().filter(|c| is_in(*c, range)).count();
    let has = |letters: &str| text.chars().flat_map(char::to_lowercase).any(|c| letters.contains(c));
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let most = |count: usize| count > 0 && count * 2 > letters;
    let of_one = |code: &str| {
        let ranges = OF_ONE_LANGUAGE.iter().filter(|(_, _, own)| *own == code);
        ranges.map(|(first, last, _)| count((*first, *last))).sum()
    };
    if let Some((_, _, code)) = OF_ONE_LANGUAGE.iter().find(|(_, _, code)| most(of_one(code))) {
        return Some(code);
    }
    if most(count(CYRILLIC)) {
        let (russian, ukrainian) = (has("ыэё"), has("їєґ"));
        // What Serbian, Macedonian, Belarusian and the languages of Central Asia have.
        let other = has("ђјљњћџѓѕќўәғқңөұүһ");
        return match (russian, ukrainian, other) {
            (true, false, false) if !has("і") => Some("ru"),
            (false, true, false) => Some("uk"),
            (..) => None,
        };
    }
    if most(count(ARABIC)) {
        // Persian and Urdu write with more letters, and with a Kaf and a Yeh of their own.
        return (!has("پچژگکیٹڈڑےھہ")).then_some("ar");
    }
    let (kana, han) = (count(KANA), count(HAN));
    match kana > 0 {
        true => most(kana + han).then_some("ja"),
        false => (beside_kana && most(han)).then_some("zh"),
    }
}

/// Whether a text has letters that Japanese alone is written in.
fn has_kana(text: &str) -> bool {
    text.chars().any(|c| is_in(c, KANA))
}

/// Which of two that are said to be in one language is in another one by its letters, the first or the second, and in which.
pub(super) fn odd_language<'t>(
    said: &str,
    [first, second]: [&mut dyn Iterator<Item = &'t str>; 2],
) -> Option<(usize, &'static str)> {
    let sample = |texts: &mut dyn Iterator<Item = &'t str>| -> String {
        texts.take(MAX_TEXTS).flat_map(|text| text.chars().take(MAX_CHARACTERS).chain(['\n'])).collect()
    };
    let [first, second] = [first, second].map(sample);
    let one = language_of_text(&first, has_kana(&second));
    let other = language_of_text(&second, has_kana(&first));
    if one == other {
        return None;
    }
    let is_odd = |code: Option<&'static str>| code.filter(|code| *code != said);
    match (is_odd(one), is_odd(other)) {
        (None, Some(code)) => Some((1, code)),
        (Some(code), None) => Some((0, code)),
        (..) => None,
    }
}

/// Writes a code in the place of another one.
pub(super) fn write_code(file: &SourceFile, at: Span, field: &str, code: &str) -> Fix {
    let title = format!("write `{}`", edits::field_line(file, field, code));
    Fix { title, safety: Safety::Unsafe, edits: vec![Edit { span: at, text: edits::match_notation(file, at, code) }] }
}

/// Says which language a dictionary is meant to be for where its letters tell it on one side alone, beside the `first` one for its
/// pair, or beside its other side where both are for one language; and whether they do.
pub(super) fn tell_other_script(
    finding: &mut Diagnostic,
    doubt: &DoubtfulPair<'_>,
    first: &Dictionary,
    dictionaries: &BTreeMap<LanguagePair, Dictionary>,
) -> bool {
    fn sources(of: &DictionaryEntries) -> impl Iterator<Item = &str> {
        of.keys().map(String::as_str)
    }
    fn targets(of: &DictionaryEntries) -> impl Iterator<Item = &str> {
        of.values().map(|target| target.value.as_str())
    }
    let (own, pair) = (&doubt.entries, &doubt.pair);
    let (source, target) = (pair.source.as_str(), pair.target.as_str());
    let odd = if finding.code == Code::PairOfOneLanguage {
        let odd = odd_language(source, [&mut sources(own), &mut targets(own)]);
        [0, 1].map(|side| odd.filter(|(at, _)| *at == side).map(|(_, code)| code))
    } else {
        let of_sources = odd_language(source, [&mut sources(&first.entries), &mut sources(own)]);
        let of_targets = odd_language(target, [&mut targets(&first.entries), &mut targets(own)]);
        [of_sources, of_targets].map(|odd| odd.filter(|(at, _)| *at == 1).map(|(_, code)| code))
    };
    let (meant, code) = match odd {
        [None, Some(code)] => (LanguagePair { target: Language::new(code), ..pair.clone() }, code),
        [Some(code), None] => (LanguagePair { source: Language::new(code), ..pair.clone() }, code),
        _ => return false,
    };
    let edits = language_edits(&finding.file, doubt.node, pair, &meant);
    let Some((at, title, edits)) = edits.filter(|_| !dictionaries.contains_key(&meant)) else { return false };
    let named = find_language(code).map_or(code, |known| known.name);
    finding.primary.span = at;
    finding.primary.text = format!("its phrases are in {named}, as their letters say");
    *finding = finding.clone().offering(title, edits);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_tell_a_language_where_they_are_of_one() {
        for (said, first, second, told) in [
            ("ja", "ソラーノ", "솔라노", Some((1, "ko"))),
            ("ja", "솔라노", "ソラーノ", Some((0, "ko"))),
            ("ja", "ソラーノ", "索拉诺", Some((1, "zh"))),
            ("ja", "東京", "北京", None),
            ("zh", "北京", "ソラーノ", Some((1, "ja"))),
            ("de", "Kasse", "касса, вы", Some((1, "ru"))),
            ("de", "Kasse", "каса", None),
            ("ru", "касса, вы", "каса, її", Some((1, "uk"))),
            ("en", "till", "צג", Some((1, "he"))),
            ("de", "Kasse", "Till", None),
            ("ko", "솔라노 Eco", "미스트랄 Drive", None),
            ("de", "Kasse", "Ωμέγα", Some((1, "el"))),
        ] {
            let [mut one, mut other] = [first, second].map(std::iter::once);
            assert_eq!(odd_language(said, [&mut one, &mut other]), told, "{said}: {first} and {second}");
        }
    }
}
