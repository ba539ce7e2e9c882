//! Names of new files: made from a resource's name, of letters, digits and hyphens in the script that it is written in, so
//! that a reader knows which list it is, and no name from the service chooses a path, a hidden file or a device.
//!
//! Always holds: a name is composed (NFC) and in lower case; two names that a disk which tells no case apart, or composes
//! letters its own way, would take for one are one here as well. Decision: scripts are kept, not turned into Latin letters.
//! A transliteration of kanji needs to know the language and the reading; a wrong one names nothing.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::catalogue::languages::KNOWN_LANGUAGES;
use crate::model::Kind;
use crate::source::key_text::{is_key_char, is_key_letter};

/// Longest slug, in characters.
const MAX_SLUG_CHARS: usize = 48;
/// Longest slug, in bytes: with a language, a number and an ending it stays below what file systems take (255).
const MAX_SLUG_BYTES: usize = 160;

/// What languages of lists are called in their own words, and short forms that names have.
const OWN_NAMES: &[(&str, &[&str])] = &[
    ("de", &["deutsch", "ger"]),
    ("en", &["englisch", "eng"]),
    ("es", &["español", "espanol", "castellano"]),
    ("fr", &["français", "francais", "französisch"]),
    ("it", &["italiano"]),
    ("ja", &["日本語", "jp", "nihongo"]),
    ("ko", &["한국어", "kr"]),
    ("zh", &["中文", "简体中文", "繁體中文", "cn", "zh-cn", "zh-hans"]),
    ("pt", &["português", "portugues"]),
    ("nl", &["nederlands"]),
    ("pl", &["polski"]),
];

/// The stem of a file for a resource of this kind. Its language stands in it once: by the words of the name, or behind it. A
/// name without any letter gives way to the start of the id.
#[must_use]
pub fn resource_slug(kind: Kind, name: &str, language: &str, id: &str) -> String {
    let mut words = slugify_words(name);
    let noun = match kind {
        Kind::Style => "list",
        Kind::Glossary => "glossary",
        Kind::SpokenTerms => "terms",
        Kind::StyleProfile | Kind::TranslationProfile => "profile",
    };
    let named = names_language(&words, language);
    let code = slugify_words(language);
    if words.is_empty() {
        let id: String = id.chars().filter(char::is_ascii_alphanumeric).take(8).collect();
        words = format!("{noun}-{}", id.to_ascii_lowercase());
    } else if (named || code.is_empty()) && is_device_name(&words) {
        words = format!("{noun}-{words}");
    }
    let slug = shorten_slug(&words);
    // The words that named it may have been cut off.
    let named = named && (slug.len() == words.len() || names_language(&slug, language));
    if named || code.is_empty() { slug.into_owned() } else { format!("{slug}-{code}") }
}

/// The stem of a table for a dictionary of the document of this stem.
#[must_use]
pub fn table_slug(document: &str, source: &str, target: &str) -> String {
    format!("{document}.{}-{}", slugify_words(source), slugify_words(target))
}

/// A stem, and the same with numbers behind it.
pub fn numbered_stems(stem: &str) -> impl Iterator<Item = String> {
    let more = (2..100_000).map(move |number| format!("{stem}-{number}"));
    std::iter::once(stem.to_owned()).chain(more)
}

/// A name as a disk sees it that tells neither case nor the composition of letters apart.
#[must_use]
pub fn fold_name(name: &str) -> String {
    // Twice, as upper case is where letters meet that lower case keeps apart (`ß` and `ss`, the two forms of sigma).
    name.nfkc().collect::<String>().to_uppercase().to_lowercase().nfc().collect()
}

/// Whether words of a slug say the language: its code, its name, or the name of what it is a variant of.
fn names_language(slug: &str, language: &str) -> bool {
    let language = language.to_ascii_lowercase();
    let root = language.split('-').next().unwrap_or_default();
    let has = |said: &str| {
        let said = slugify_words(said);
        !said.is_empty() && (slug == said || format!("-{slug}-").contains(&format!("-{said}-")))
    };
    let english =
        |code: &str| KNOWN_LANGUAGES.iter().find(|known| known.code == code).is_some_and(|known| has(known.name));
    let own = || OWN_NAMES.iter().filter(|(code, _)| *code == root).flat_map(|(_, names)| *names).any(|name| has(name));
    if slug == language || slug.ends_with(&format!("-{language}")) {
        return true;
    }
    if language == root {
        // A code within a name may be a word (`it`), so only its end counts; a name of a language is one anywhere.
        return english(root) || own();
    }
    english(&language)
}

/// The slug within the lengths, without a half of a letter or a hyphen at its end.
fn shorten_slug(words: &str) -> Cow<'_, str> {
    let end = words
        .char_indices()
        .enumerate()
        .find(|(count, (at, c))| *count >= MAX_SLUG_CHARS || at + c.len_utf8() > MAX_SLUG_BYTES)
        .map_or(words.len(), |(_, (at, _))| at);
    if end == words.len() {
        return Cow::Borrowed(words);
    }
    let cut = &words[..end];
    // A mark that was cut off belonged to the letter before it.
    let cut = if words[end..].starts_with(is_combining_mark) {
        cut.trim_end_matches(is_combining_mark).char_indices().next_back().map_or("", |(at, _)| &cut[..at])
    } else {
        cut
    };
    Cow::Borrowed(cut.trim_end_matches('-'))
}

/// Names that mean a device to some systems, whatever their ending.
fn is_device_name(stem: &str) -> bool {
    let numbered =
        |name: &str| stem.strip_prefix(name).is_some_and(|n| n.len() == 1 && n.chars().all(char::is_numeric));
    matches!(stem, "con" | "prn" | "aux" | "nul") || numbered("com") || numbered("lpt")
}

/// Letters with their marks and digits in lower case, hyphens between words.
fn slugify_words(text: &str) -> String {
    let mut out = String::new();
    // Compatibility forms (full width, ligatures) become the usual ones first.
    let lower = text.nfkc().collect::<String>().replace('İ', "i").to_lowercase();
    for c in lower.nfc() {
        match c {
            '\'' | '\u{2019}' => {}
            c if is_key_letter(c) => out.push(c),
            c if is_combining_mark(c) && is_key_char(c) && !out.is_empty() && !out.ends_with('-') => out.push(c),
            c if is_combining_mark(c) => {}
            _ if out.ends_with('-') || out.is_empty() => {}
            _ => out.push('-'),
        }
    }
    out.truncate(out.trim_end_matches('-').len());
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Key;

    #[test]
    fn a_slug_keeps_the_script_of_its_name() {
        let slug = |name: &str, language: &str| resource_slug(Kind::Style, name, language, "A1b2c3d4-9999");
        assert_eq!(slug("サポート", "ja"), "サポート-ja");
        assert_eq!(slug("サポート v2", "ja"), "サポート-v2-ja");
        assert_eq!(slug("利用規約・プライバシー", "ja"), "利用規約-プライバシー-ja");
        assert_eq!(slug("고객 지원", "ko"), "고객-지원-ko");
        assert_eq!(slug("帮助中心（网站）", "zh"), "帮助中心-网站-zh");
        assert_eq!(slug("Ｓｈｏｐ ＪＡ", "ja"), "shop-ja");
        assert_eq!(slug("ｻﾎﾟｰﾄ", "ja"), "サポート-ja");
        assert_eq!(slug("Поддержка Ёлка", "ru"), "поддержка-ёлка-ru");
        assert_eq!(slug("हिन्दी सहायता", "hi"), "हिन्दी-सहायता-hi");
        assert_eq!(slug("Straße & Café — Ærø", "de"), "straße-café-ærø-de");
        assert_eq!(slug("🎉🎉", "en"), "list-a1b2c3d4-en");
        assert_eq!(slug("", "en"), "list-a1b2c3d4-en");
    }

    #[test]
    fn a_slug_says_its_language_once() {
        let slug = |name: &str, language: &str| resource_slug(Kind::Style, name, language, "A1b2c3d4-9999");
        assert_eq!(slug("App, English", "en"), "app-english");
        assert_eq!(slug("Support, German", "de"), "support-german");
        assert_eq!(slug("Deutsch (Website)", "de"), "deutsch-website");
        assert_eq!(slug("サポート 日本語", "ja"), "サポート-日本語");
        assert_eq!(slug("Shop DE", "de"), "shop-de");
        assert_eq!(slug("de", "de"), "de");
        assert_eq!(slug("it works", "it"), "it-works-it", "a word is no language");
        assert_eq!(slug("Englishman", "en"), "englishman-en");
        assert_eq!(slug("Help, German", "en"), "help-german-en", "that of another is no name of this one");
        assert_eq!(slug("Support, Portuguese", "pt-br"), "support-portuguese-pt-br");
        assert_eq!(slug(&format!("{} english", "x".repeat(60)), "en"), format!("{}-en", "x".repeat(48)));
    }

    #[test]
    fn no_name_chooses_a_path_a_device_or_a_length() {
        let slug = |name: &str, language: &str| resource_slug(Kind::Style, name, language, "A1b2c3d4-9999");
        assert_eq!(slug("../../.github/x", "pt-br"), "github-x-pt-br");
        assert_eq!(slug("\u{1b}[2J\u{202e}", "en"), "2j-en");
        assert_eq!(slug("a..", "en"), "a-en");
        assert_eq!(slug("CON", "en"), "con-en");
        for name in ["長".repeat(500), "x".repeat(500), "ก็".repeat(300), "क्षि".repeat(100), "\u{301}".repeat(300)]
        {
            let made = slug(&name, "zh");
            assert!(made.len() <= MAX_SLUG_BYTES + 3 && !made.contains("--"), "{made}");
            assert_eq!(Key::new(&made).unwrap().as_str(), made, "what is made is a key");
        }
    }

    #[test]
    fn without_a_language_no_stem_is_a_device() {
        let slug = |name: &str| resource_slug(Kind::Glossary, name, "", "A1b2c3d4-9999");
        assert_eq!(slug("Terms, 2026"), "terms-2026");
        assert_eq!(slug("用語集"), "用語集");
        assert_eq!([slug("CON"), slug("Lpt1"), slug("com")], ["glossary-con", "glossary-lpt1", "com"]);
        assert_eq!(table_slug("terms", "en", "../pt"), "terms.en-pt");
    }

    #[test]
    fn names_that_a_disk_takes_for_one_are_one() {
        for (one, other) in
            [("Café", "cafe\u{301}"), ("ΣΑΣ", "σας"), ("STRASSE", "straße"), ("ﬁle", "file"), ("サポート", "ｻﾎﾟｰﾄ")]
        {
            assert_eq!(fold_name(one), fold_name(other));
        }
        assert_ne!(fold_name("cafe"), fold_name("café"));
    }
}
