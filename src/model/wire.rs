//! What is said to and by the service about style rule lists, as JSON: the same forms in plans, requests, answers and
//! snapshots.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::value::{MapAccessDeserializer, MapDeserializer, SeqAccessDeserializer};
use serde::de::{DeserializeSeed, Error as _, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Value as Json, json};

use crate::model::style::{Instruction, RuleKey, StyleContent};
use crate::model::{SharedText, tag};

/// Largest request body that is sent in one piece, in bytes. The service documents 128 KiB; 100 kB were met in the field.
pub const MAX_BODY_BYTES: usize = 96 * 1024;

/// The body of the request that creates a list under this name, and how many of its instructions fit into it.
#[must_use]
pub fn creation_body(name: &str, content: &StyleContent) -> (Json, usize) {
    let StyleContent { name: _, language, rules, instructions } = content;
    let mut body = json!({
        "name": name,
        "language": language.as_str(),
        "configured_rules": rules_json(rules, &BTreeMap::new()),
        "custom_instructions": [],
    });
    if content.fits_into_one_body() {
        body["custom_instructions"] = instructions.iter().map(instruction_json).collect();
        return (body, instructions.len());
    }
    let mut room = MAX_BODY_BYTES.saturating_sub(body.to_string().len());
    let mut first = Vec::new();
    for instruction in instructions {
        let json = instruction_json(instruction);
        let size = json.to_string().len() + 1;
        if size > room {
            break;
        }
        room -= size;
        first.push(json);
    }
    let sent = first.len();
    body["custom_instructions"] = Json::Array(first);
    (body, sent)
}

impl StyleContent {
    /// Instructions that do not fit into the request that creates the list under a temporary name: a call each.
    #[must_use]
    pub fn instructions_beyond_first_body(&self) -> usize {
        if self.fits_into_one_body() {
            return 0;
        }
        let name = format!("{}{}", self.name, " ".repeat(tag::LENGTH));
        self.instructions.len() - creation_body(&name, self).1
    }

    /// Whether it fits into one body however its texts are escaped. Most do, by far.
    fn fits_into_one_body(&self) -> bool {
        /// What a byte may become: `\u0001`.
        const MAX_ESCAPED: usize = 6;
        /// More than the names of all fields of an instruction or a rule, its quotes and brackets.
        const FRAME: usize = 100;
        let Self { name, language: _, rules, instructions } = self;
        let rules = rules.iter().map(|(RuleKey { category, rule }, value)| category.len() + rule.len() + value.len());
        let instructions = instructions.iter().map(|instruction| {
            let source = instruction.source_language.as_ref().map_or(0, |language| language.as_str().len());
            instruction.label.len() + instruction.prompt.len() + source
        });
        let texts = rules.chain(instructions).map(|length| length * MAX_ESCAPED + FRAME);
        (name.len() + tag::LENGTH) * MAX_ESCAPED + FRAME + texts.sum::<usize>() <= MAX_BODY_BYTES
    }
}

/// The bare object that the service takes as `configured_rules`.
#[must_use]
pub fn rules_json(
    rules: &BTreeMap<RuleKey, SharedText>,
    strange: &BTreeMap<String, serde_json::Value>,
) -> serde_json::Value {
    let mut by_category: BTreeMap<&str, BTreeMap<&str, serde_json::Value>> = BTreeMap::new();
    for (key, value) in rules {
        by_category.entry(&key.category).or_default().insert(&key.rule, value.as_str().into());
    }
    let mut json = serde_json::json!(by_category);
    for (path, value) in strange {
        match path.split_once('/') {
            Some((category, rule)) => {
                let category = &mut json[unescape_path_part(category)];
                if !category.is_object() {
                    // Live list and snapshot may disagree on what a category is.
                    *category = serde_json::json!({});
                }
                category[unescape_path_part(rule)] = value.clone();
            }
            None => json[unescape_path_part(path)] = value.clone(),
        }
    }
    json
}

/// What stands under `configured_rules`, read straight from the bytes of an answer: no tree of it is built. A category or a
/// rule that occurs twice makes it unreadable.
#[derive(Debug, Default)]
pub struct ConfiguredRules {
    /// Rules whose value is text.
    pub rules: BTreeMap<RuleKey, SharedText>,
    /// Whatever else there is, by its path.
    pub opaque: BTreeMap<String, Json>,
}

impl ConfiguredRules {
    /// The same of categories that were kept as JSON.
    #[must_use]
    pub fn from_categories(categories: &BTreeMap<String, Json>) -> Self {
        let categories = categories.iter().map(|(name, under)| (name.as_str(), under));
        let read = Self::deserialize(MapDeserializer::<_, serde_json::Error>::new(categories));
        read.expect("no key of a map occurs twice")
    }
}

impl<'de> Deserialize<'de> for ConfiguredRules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct CategoriesVisitor;
        impl<'de> Visitor<'de> for CategoriesVisitor {
            type Value = ConfiguredRules;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("rules by category")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
                let (mut read, mut seen) = (ConfiguredRules::default(), Vec::new());
                while let Some(category) = access.next_key::<SharedText>()? {
                    if seen.contains(&category) {
                        return Err(A::Error::custom(format!("`{category}` occurs twice")));
                    }
                    seen.push(category.clone());
                    access.next_value_seed(RulesEntry { category, rule: None, read: &mut read })?;
                }
                Ok(read)
            }
        }
        deserializer.deserialize_map(CategoriesVisitor)
    }
}

/// Reads what stands under a category, or under a rule of it.
struct RulesEntry<'r> {
    category: SharedText,
    rule: Option<SharedText>,
    read: &'r mut ConfiguredRules,
}

impl RulesEntry<'_> {
    /// Keeps what nobody knows, under its path.
    fn keep<'de, D: Deserializer<'de>>(self, value: D) -> Result<(), D::Error> {
        let mut path = escape_path_part(&self.category);
        if let Some(rule) = &self.rule {
            path = format!("{path}/{}", escape_path_part(rule));
        }
        self.read.opaque.insert(path, Json::deserialize(value)?);
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for RulesEntry<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for RulesEntry<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("anything")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<(), A::Error> {
        let Self { category, rule: None, read } = self else { return self.keep(MapAccessDeserializer::new(access)) };
        let mut seen = Vec::new();
        while let Some(rule) = access.next_key::<SharedText>()? {
            if seen.contains(&rule) {
                return Err(A::Error::custom(format!("`{category}.{rule}` occurs twice")));
            }
            seen.push(rule.clone());
            access.next_value_seed(RulesEntry { category: category.clone(), rule: Some(rule), read })?;
        }
        Ok(())
    }

    fn visit_str<E: serde::de::Error>(self, value: &str) -> Result<(), E> {
        let Self { category, rule: Some(rule), read } = self else { return self.keep(value.into_deserializer()) };
        read.rules.insert(RuleKey { category, rule }, SharedText::of_word(value));
        Ok(())
    }

    /// A rule that is set to nothing is not set.
    fn visit_unit<E: serde::de::Error>(self) -> Result<(), E> {
        if self.rule.is_some() { Ok(()) } else { self.keep(().into_deserializer()) }
    }

    fn visit_bool<E: serde::de::Error>(self, value: bool) -> Result<(), E> {
        self.keep(value.into_deserializer())
    }

    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<(), E> {
        self.keep(value.into_deserializer())
    }

    fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<(), E> {
        self.keep(value.into_deserializer())
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<(), E> {
        self.keep(value.into_deserializer())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, access: A) -> Result<(), A::Error> {
        self.keep(SeqAccessDeserializer::new(access))
    }
}

/// A name as part of a path: the service may put a `/` into it.
fn escape_path_part(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

fn unescape_path_part(part: &str) -> String {
    part.replace("~1", "/").replace("~0", "~")
}

/// The body of an instruction.
#[must_use]
pub fn instruction_json(instruction: &Instruction) -> serde_json::Value {
    let Instruction { label, prompt, source_language } = instruction;
    let mut json = serde_json::json!({"label": label, "prompt": prompt});
    if let Some(language) = source_language {
        json["source_language"] = language.as_str().into();
    }
    json
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_into_one_body_is_left_for_single_calls() {
        let instructions = (0..200)
            .map(|n| Instruction {
                label: format!("Regel {n}").into(),
                prompt: "漢".repeat(300).into(),
                source_language: None,
            })
            .collect();
        let content = StyleContent {
            name: "n".to_owned(),
            language: crate::model::Language::new("ja"),
            rules: BTreeMap::new(),
            instructions,
        };
        let (body, sent) = creation_body("n", &content);
        assert!(body.to_string().len() <= MAX_BODY_BYTES);
        assert!((50..200).contains(&sent), "{sent}");
    }

    #[test]
    fn what_nobody_knows_comes_back_under_its_own_name_whatever_that_is() {
        let live = serde_json::json!({"a": [1], "a/b": [2], "a~1b": true, "c/d": {"e/~f": 3, "g": "h"}, "": {"": 0}});
        let ConfiguredRules { rules, opaque } = serde_json::from_value(live.clone()).unwrap();
        assert_eq!(rules_json(&rules, &opaque), live);
        let both = BTreeMap::from([("a".to_owned(), 1.into()), ("a/b".to_owned(), 2.into())]);
        assert_eq!(rules_json(&BTreeMap::new(), &both), serde_json::json!({"a": {"b": 2}}));
    }
}
