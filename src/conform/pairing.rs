//! The source of texts whose format holds none: another file, in the source language, with the same keys.
//!
//! Invariant: texts are paired by key alone. A key of a plural class that the source does not have (`items_few`) is paired with
//! the source's form for other numbers.

use std::collections::HashMap;

use crate::conform::reader::{TextFormat, read_segments};

/// The texts of a source file, by key.
#[derive(Debug, Default)]
pub struct SourceTexts {
    by_key: HashMap<String, String>,
}

/// The source of one text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairedSource<'a> {
    /// The text, or its form for one.
    pub text: &'a str,
    /// Its form for other numbers, where the key is one of a plural.
    pub other: Option<&'a str>,
    /// Whether the key is that of a form for a single number.
    pub is_singular: bool,
}

/// What stands around the name of a plural class at the end of a key: `items_one`, `items.one`, `items[one]`.
const AROUND_CLASS: &[(&str, &str)] = &[("_", ""), (".", ""), ("[", "]")];

/// Classes, and whether each may be a single number.
const CLASSES: &[(&str, bool)] =
    &[("zero", true), ("one", true), ("two", true), ("few", false), ("many", false), ("other", false)];

/// A key of a plural class: what stands before it, what is around its name, and whether it is that of a single number.
pub(crate) fn split_class(key: &str) -> Option<(&str, &'static str, &'static str, bool)> {
    AROUND_CLASS.iter().find_map(|(before, after)| {
        let (stem, class) = key.strip_suffix(after)?.rsplit_once(before)?;
        let (_, single) = CLASSES.iter().find(|(name, _)| *name == class)?;
        Some((stem, *before, *after, *single))
    })
}

impl SourceTexts {
    /// Reads the texts of a source file; what cannot be read of it is no source.
    #[must_use]
    pub fn read(format: TextFormat, text: &str) -> Self {
        let mut by_key = HashMap::new();
        let _faults = read_segments(format, text, &mut |segment| {
            by_key.insert(segment.key.into_owned(), segment.target.text().to_owned());
        });
        Self { by_key }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.by_key.is_empty()
    }

    /// The text with this key.
    #[must_use]
    pub fn text(&self, key: &str) -> Option<&str> {
        self.by_key.get(key).map(String::as_str)
    }

    /// The source of the text with this key.
    #[must_use]
    pub fn find(&self, key: &str) -> Option<PairedSource<'_>> {
        let own = self.text(key);
        let Some((stem, before, after, is_singular)) = split_class(key) else {
            return own.map(|text| PairedSource { text, other: None, is_singular: false });
        };
        let of_class = |class: &str| self.text(&format!("{stem}{before}{class}{after}"));
        let Some(other) = of_class("other") else {
            return own.map(|text| PairedSource { text, other: None, is_singular: false });
        };
        let text = of_class("one").or(own).unwrap_or(other);
        Some(PairedSource { text, other: Some(other), is_singular })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_paired_by_key_and_forms_with_those_that_the_source_has() {
        let json = r#"{ "save": "Save", "items_one": "{n} item", "items_other": "{n} items", "part_two": "Part two" }"#;
        let texts = SourceTexts::read(TextFormat::Json, json);
        let paired = |key| texts.find(key).map(|paired| (paired.text, paired.other, paired.is_singular));
        assert_eq!(paired("save"), Some(("Save", None, false)));
        assert_eq!(paired("items_one"), Some(("{n} item", Some("{n} items"), true)));
        assert_eq!(paired("items_few"), Some(("{n} item", Some("{n} items"), false)));
        assert_eq!(paired("part_two"), Some(("Part two", None, false)), "no plural class, a name");
        assert_eq!(paired("gone"), None);
    }
}
