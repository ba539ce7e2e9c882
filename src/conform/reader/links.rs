//! Headings that links of the same file name by their words.
//!
//! Invariant: in doubt a heading is named: programs make anchors of its words in ways of their own. Nothing is looked for where
//! a file has no such link.

use std::borrow::Cow;
use std::collections::HashSet;

use percent_encoding::percent_decode_str;

/// What links of a file name, in the letters and digits that every way to make an anchor keeps.
#[derive(Debug, Default)]
pub(super) struct LinkTargets {
    words: HashSet<String>,
}

impl LinkTargets {
    /// Fragments of links in Markdown and in the HTML there: `(#words)`, `: #words`, `"#words"`, `[[#words]]`.
    pub(super) fn of_markdown(text: &str) -> Self {
        let mut found = Self::default();
        for (at, _) in text.match_indices('#') {
            let before = text[..at].trim_end_matches(' ');
            let is_target = before.ends_with(['(', '<', '"', '\'', '[']) || before.ends_with("]:");
            if is_target && !text[at + 1..].starts_with(['#', ' ', '\n']) {
                let own = before_any(&text[at + 1..], &[')', '>', '"', '\'', ']', '|', '\n']);
                let is_wiki = before.ends_with('[');
                found.add(if is_wiki { own } else { before_any(own, &[' ']) });
            }
        }
        found
    }

    /// Cross references of AsciiDoc: `<<Words>>`, `<<_words,text>>`, `xref:#words[]`.
    pub(super) fn of_asciidoc(text: &str) -> Self {
        let mut found = Self::default();
        for (at, opening) in text.match_indices("<<").chain(text.match_indices("xref:")) {
            let target = before_any(&text[at + opening.len()..], &[',', '>', '[', '\n']);
            found.add(target.trim_start_matches('#'));
        }
        found
    }

    fn add(&mut self, target: &str) {
        // `gr%C3%B6%C3%9Fe` is `größe`.
        let target = percent_decode_str(target).decode_utf8().unwrap_or(Cow::Borrowed(target));
        // The second heading of the same words has a number.
        let plain = target.trim_end_matches(|c: char| c.is_ascii_digit());
        for part in [&*target, plain] {
            self.words.extend(letters_of(part).into_iter().filter(|words| !words.is_empty()));
        }
    }

    /// Whether a link names the heading of these words.
    pub(super) fn name(&self, heading: &str) -> bool {
        !self.words.is_empty() && letters_of(heading).iter().any(|words| self.words.contains(words))
    }
}

fn before_any<'a>(text: &'a str, ends: &[char]) -> &'a str {
    text.find(ends).map_or(text, |end| &text[..end])
}

/// Letters and digits, once all of them, once without accents and what ASCII lacks.
fn letters_of(text: &str) -> [String; 2] {
    let all: String = text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let plain = all.chars().map(without_accent).filter(char::is_ascii).collect();
    [all, plain]
}

fn without_accent(c: char) -> char {
    match c {
        'à'..='å' => 'a',
        'ç' => 'c',
        'è'..='ë' => 'e',
        'ì'..='ï' => 'i',
        'ñ' => 'n',
        'ò'..='ö' => 'o',
        'ù'..='ü' => 'u',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_is_named_in_whatever_way_its_anchor_is_made() {
        for link in [
            "[x](#größe-ändern)",
            "[x](#gr%C3%B6%C3%9Fe-%C3%A4ndern)",
            "[x](#groe-andern)",
            "[x](#größe-ändern-1)",
            "[x]: #größe-ändern",
            "<a href=\"#Größe_ändern\">",
            "[[#Größe ändern]]",
        ] {
            assert!(LinkTargets::of_markdown(link).name("Größe ändern"), "{link}");
            assert!(!LinkTargets::of_markdown(link).name("Größe"), "{link}");
        }
        for link in ["<<Größe ändern>>", "<<_größe_ändern,hier>>", "xref:Größe ändern[]", "xref:#größe_ändern[x]"]
        {
            assert!(LinkTargets::of_asciidoc(link).name("Größe ändern"), "{link}");
        }
        for text in ["# Größe ändern", "(siehe # Größe ändern)", "Ticket #größe"] {
            assert!(!LinkTargets::of_markdown(text).name("Größe ändern"), "{text}");
        }
    }
}
