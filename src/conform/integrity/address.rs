//! Addresses of pages: one that a slip or a machine changed leads nowhere.
//!
//! Invariant: an address may be another one on purpose (a page in the reader's language, another host, a part of the page), so
//! only what is a letter or two away from the source's, or cannot be followed at all, is wrong.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::conform::character::{is_han_or_kana, is_hangul};

static ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r#"(?i)(?-u:\b)https?://[^\s<>"'`{}()（）「」“”«»‹›%$\\|，。、；：\[\]]+"#;
    Regex::new(pattern).expect("a pattern of this file, and a test compiles it")
});

/// Words that announce an example.
static EXAMPLE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:e\.g\.|for example|such as|example:)[,:]?\s*[\x22'(]?https?://")
        .expect("a pattern of this file, and a test compiles it")
});

static BROKEN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)(?-u:\b)https?\s?[:：]\s?[/／]\s?[/／]\s?[a-z0-9-]{1,60}\.[a-z0-9.-]{2,80}")
        .expect("a pattern of this file, and a test compiles it")
});

/// Most letters that a slip changes.
const SLIP: usize = 2;

/// Longest address that is compared letter by letter, in bytes; shorter than the least, two letters are another page.
const COMPARED: Range<usize> = 12..300;

/// An address of a translation that is wrong: its bytes, and what the source has.
#[must_use]
pub fn find_changed_address(source: &str, target: &str) -> Option<(Range<usize>, String)> {
    // The name of an example may be another in another language.
    let is_example = ["://example.", "://www.example.", "/example"].iter().any(|part| source.contains(part));
    if !source.contains("://") || is_example || EXAMPLE.is_match(source) {
        return None;
    }
    let own = read_addresses(source);
    let found = read_addresses(target);
    let plain = |addresses: &[Range<usize>], text: &str| -> Vec<Address> {
        addresses.iter().map(|range| part_language(&text[range.clone()])).collect()
    };
    let (wanted, seen) = (plain(&own, source), plain(&found, target));
    let missing: Vec<usize> =
        (0..own.len()).filter(|at| !seen.iter().any(|seen| seen.page == wanted[*at].page)).collect();
    let broken = BROKEN.find_iter(target).find(|one| {
        let text = one.as_str();
        text.contains(|c: char| c.is_whitespace() || !c.is_ascii())
    });
    if let (Some(broken), Some(first)) = (broken, missing.first()) {
        return Some((broken.range(), source[own[*first].clone()].to_owned()));
    }
    found.iter().zip(&seen).filter(|(_, seen)| wanted.iter().all(|wanted| wanted.page != seen.page)).find_map(
        |(range, address)| {
            let near = |at: &&usize| {
                let wanted = &wanted[**at];
                // In another language, a page may have a name that is near.
                wanted.languages == address.languages
                    && COMPARED.contains(&address.page.len())
                    && COMPARED.contains(&wanted.page.len())
                    && distance(&address.page, &wanted.page) <= SLIP
            };
            missing.iter().find(near).map(|at| (range.clone(), source[own[*at].clone()].to_owned()))
        },
    )
}

/// Addresses that are whole: none that goes on with a placeholder.
fn read_addresses(text: &str) -> Vec<Range<usize>> {
    let whole = |found: regex::Match<'_>| {
        if text[found.end()..].starts_with(['{', '%', '$', '\\', '|', '[']) {
            return None;
        }
        let prose = found.as_str().find(|c: char| is_han_or_kana(c) || is_hangul(c)).unwrap_or(found.len());
        let address = found.as_str()[..prose].trim_end_matches(['.', ',', ';', ':', '!', '?', '…', '*', '_', '/', '’']);
        Some(found.start()..found.start() + address.len())
    };
    ADDRESS.find_iter(text).filter_map(whole).collect()
}

/// An address without scheme, `www`, query and part of the page.
struct Address {
    /// Host and path, without what names a language.
    page: String,
    /// What names one.
    languages: Vec<String>,
}

/// Takes what names a language out of an address.
fn part_language(address: &str) -> Address {
    let lower = address.to_ascii_lowercase();
    let rest = lower.split_once("://").map_or(lower.as_str(), |(_, rest)| rest);
    let rest = rest.split(['?', '#']).next().unwrap_or(rest).trim_start_matches("www.");
    let is_language = |part: &&str| {
        let (language, region) = part.split_once(['-', '_']).unwrap_or((part, ""));
        language.len() == 2 && language.bytes().all(|byte| byte.is_ascii_lowercase()) && region.len() <= 4
    };
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let mut languages = Vec::new();
    let mut page = match host.split_once('.').filter(|(first, _)| is_language(first)) {
        Some((first, rest)) => {
            languages.push(first.to_owned());
            rest.to_owned()
        }
        None => host.to_owned(),
    };
    for part in path.split('/').filter(|part| !part.is_empty()) {
        if is_language(&part) {
            languages.push(part.to_owned());
        } else {
            page.push('/');
            page.push_str(part);
        }
    }
    Address { page, languages }
}

/// How many letters are to be put in, taken out or changed; more than [`SLIP`] are not told apart.
fn distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    if one.len().abs_diff(other.len()) > SLIP {
        return SLIP + 1;
    }
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, c) in one.iter().enumerate() {
        let mut corner = row[0];
        row[0] = at + 1;
        for (to, d) in other.iter().enumerate() {
            let next = (corner + usize::from(c != d)).min(row[to] + 1).min(row[to + 1] + 1);
            corner = row[to + 1];
            row[to + 1] = next;
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_told_and_another_page_is_not() {
        for (source, target, fault) in [
            ("See https://almwind.org/manual.", "Siehe https://almwind.org/manual.", None),
            (
                "See https://almwind.org/manual.",
                "Siehe https://amlwind.org/manual.",
                Some("https://amlwind.org/manual"),
            ),
            ("See https://almwind.org/manual.", "Siehe https://almwind.org/manul.", Some("https://almwind.org/manul")),
            ("访 https://almwind.org/manual", "详见 https: //almwind.org/manual。", Some("https: //almwind.org")),
            ("See http://almwind.org/manual", "详见http：//almwind.org/manual", Some("http：//almwind.org")),
            ("See https://almwind.org/manual", "详见https://almwind.org/manual。", None),
            ("See https://almwind.org/manual", "https://almwind.org/manual를 보세요", None),
            ("See http://www.almwind.org/en/manual/", "Siehe https://almwind.org/de/manual#teil", None),
            ("See https://en.wikipedia.org/wiki/Fugue", "Siehe https://de.wikipedia.org/wiki/Fuge_(Musik)", None),
            ("See https://almwind.org/help", "Siehe https://beispiel.de/hilfe", None),
            ("See https://almwind.org/help", "Siehe dort", None),
            ("https://almwind.org/{id}/x", "https://almwind.org/{id}/y", None),
            ("Begin with http:// or https://.", "Am Anfang http:// oder https://.", None),
            ("http://example.com/x.jpg", "http://exemple.com/x.jpg", None),
            ("e.g., https://my-almwind.org/manual", "z. B. https://mein-almwind.org/manual", None),
            ("No address", "Siehe https: //almwind.org", None),
        ] {
            let found = find_changed_address(source, target);
            assert_eq!(found.map(|(range, _)| &target[range]), fault, "{source} → {target}");
        }
    }
}
