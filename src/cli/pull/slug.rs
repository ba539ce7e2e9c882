//! Names of new files: made from an object's name, but only of letters, digits and hyphens, so that no name from the
//! service can choose a path, a hidden file or a device.

use unicode_normalization::UnicodeNormalization;

use crate::model::Kind;

/// Longest slug, in characters.
const MAX_SLUG_CHARS: usize = 48;

/// The stem of a file for an object of this kind. A name without any letter of the Latin alphabet gives way to the start of
/// the id.
#[must_use]
pub fn resource_slug(kind: Kind, name: &str, language: &str, id: &str) -> String {
    let mut words = slugify_words(name);
    let language = self::slugify_words(language);
    let noun = match kind {
        Kind::Style => "list",
        Kind::Glossary => "glossary",
        Kind::SpokenTerms => "terms",
        Kind::TranslationProfile => "profile",
    };
    if words.is_empty() {
        let id: String = id.chars().filter(char::is_ascii_alphanumeric).take(8).collect();
        words = format!("{noun}-{}", id.to_ascii_lowercase());
    } else if language.is_empty() && is_device_name(&words) {
        words = format!("{noun}-{words}");
    }
    let mut slug: String = words.chars().take(MAX_SLUG_CHARS).collect();
    slug.truncate(slug.trim_end_matches('-').len());
    let said = slug == language || slug.ends_with(&format!("-{language}"));
    if said || language.is_empty() { slug } else { format!("{slug}-{language}") }
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

/// Names that mean a device to some systems, whatever their ending.
fn is_device_name(stem: &str) -> bool {
    let numbered =
        |name: &str| stem.strip_prefix(name).is_some_and(|n| n.len() == 1 && n.chars().all(char::is_numeric));
    matches!(stem, "con" | "prn" | "aux" | "nul") || numbered("com") || numbered("lpt")
}

/// Letters and digits in lower case, hyphens between words.
fn slugify_words(text: &str) -> String {
    let mut out = String::new();
    for c in text.nfd() {
        match c {
            c if c.is_ascii_alphanumeric() => out.push(c.to_ascii_lowercase()),
            // Marks that stood on a letter, and quotes inside of words.
            '\u{300}'..='\u{36f}' | '\'' | '\u{2019}' => {}
            'ß' => out.push_str("ss"),
            'æ' | 'Æ' => out.push_str("ae"),
            'œ' | 'Œ' => out.push_str("oe"),
            'ø' | 'Ø' => out.push('o'),
            'ł' | 'Ł' => out.push('l'),
            'đ' | 'Đ' | 'ð' | 'Ð' => out.push('d'),
            'þ' | 'Þ' => out.push_str("th"),
            'ı' => out.push('i'),
            _ if out.ends_with('-') || out.is_empty() => {}
            _ => out.push('-'),
        }
    }
    out.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_has_letters_digits_and_hyphens_whatever_the_name() {
        let slug = |name: &str, language: &str| resource_slug(Kind::Style, name, language, "A1b2c3d4-9999");
        assert_eq!(slug("Support, German", "de"), "support-german-de");
        assert_eq!(slug("Straße & Café — Ærø", "de"), "strasse-cafe-aero-de");
        assert_eq!(slug("Shop DE", "de"), "shop-de");
        assert_eq!(slug("サポート", "ja"), "list-a1b2c3d4-ja");
        assert_eq!(slug("サポート v2", "ja"), "v2-ja");
        assert_eq!(slug("../../.github/x", "pt-br"), "github-x-pt-br");
        assert_eq!(slug("\u{1b}[2J", "en"), "2j-en");
        assert_eq!(slug("", "en"), "list-a1b2c3d4-en");
        assert_eq!(slug("CON", "en"), "con-en");
        assert_eq!(slug(&"x".repeat(500), "en").len(), MAX_SLUG_CHARS + 3);
    }

    #[test]
    fn without_a_language_no_stem_is_a_device() {
        let slug = |name: &str| resource_slug(Kind::Glossary, name, "", "A1b2c3d4-9999");
        assert_eq!(slug("Terms, 2026"), "terms-2026");
        assert_eq!(slug("用語集"), "glossary-a1b2c3d4");
        assert_eq!([slug("CON"), slug("Lpt1"), slug("com")], ["glossary-con", "glossary-lpt1", "com"]);
        assert_eq!(table_slug("terms", "en", "../pt"), "terms.en-pt");
    }
}
