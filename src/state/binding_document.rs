//! The line of a binding, in a state file and in its journal.
//!
//! It carries a seal, a short digest over stack, key and id: a line whose id was edited by hand no longer fits its seal, and the
//! plan says so.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use serde::de::{DeserializeSeed, Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value as Json;

use crate::model::shared_parts::SharedParts;
use crate::model::style::RuleKey;
use crate::model::style_profile::ProfileContent;
use crate::model::term_set::{TermSetKind, TermSetPart};
use crate::model::{Address, Id, Kind, Language, SharedText, digest};
use crate::state::applied::{AppliedInstruction, AppliedPart, AppliedStyle, AppliedStyleProfile, AppliedTermSet};
use crate::state::format::{StateFormatError, parse_address, parse_id};
use crate::state::unique_map::{UniqueMap, occurs_twice};
use crate::state::{Applied, Binding};

/// A binding.
#[derive(Serialize, Deserialize)]
pub(super) struct BindingDocument {
    id: String,
    seal: String,
    version: u64,
    applied: AppliedDocument,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    attempted: Vec<AppliedDocument>,
    #[serde(default, skip_serializing_if = "is_false")]
    protected: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    imported: bool,
}

/// Bindings by address, each with the seal of its line: the stack that it has to fit may stand after them. Of a line only what
/// is kept of it is held while the next one is read.
pub(super) struct BindingLines(pub(super) BTreeMap<Address, (Binding, String)>);

/// What was applied, of every kind: which fields there are, the kind of the address tells.
#[derive(Serialize, Deserialize)]
struct AppliedDocument {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    language: Option<Language>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules: Option<RulesDocument>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    instructions: Option<InstructionsDocument>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    parts: Option<UniqueMap<String, PartDocument>>,
    /// What a style profile says, in the words of the service.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    profile: Option<Json>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stored_profile: Option<Json>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stored_name: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    shared: Vec<String>,
}

/// Rules by category and name.
struct RulesDocument(Arc<BTreeMap<RuleKey, SharedText>>);

/// Instructions by label.
#[derive(Serialize)]
struct InstructionsDocument(Arc<BTreeMap<SharedText, AppliedInstruction>>);

#[derive(Serialize, Deserialize)]
struct PartDocument {
    count: u64,
    entries: String,
    sum: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stored: Option<String>,
    /// 16 hexadecimal digits for each source phrase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sources: Option<String>,
}

/// The seal of a line.
pub(super) fn binding_seal(stack: &str, address: &Address, id: &Id) -> String {
    digest::short_digest(format!("{stack} {address} {id}"), 8)
}

impl BindingDocument {
    pub(super) fn from_binding(stack: &str, address: &Address, binding: &Binding) -> Self {
        let Binding { id, version, protected, applied, attempted, imported, sealed } = binding;
        Self {
            id: id.to_string(),
            seal: if *sealed { binding_seal(stack, address, id) } else { "broken".to_owned() },
            version: *version,
            applied: AppliedDocument::from_applied(applied),
            attempted: attempted.iter().map(AppliedDocument::from_applied).collect(),
            protected: *protected,
            imported: *imported,
        }
    }

    /// The binding of this line, and its seal: whether it fits is left open.
    pub(super) fn into_binding(self, address: &Address) -> Result<(Binding, String), StateFormatError> {
        let Self { id, seal, version, applied, attempted, protected, imported } = self;
        let id = parse_id(&id)?;
        let attempted = attempted.into_iter().map(|attempt| attempt.into_applied(address));
        let binding = Binding {
            sealed: false,
            version,
            protected,
            imported,
            applied: applied.into_applied(address)?,
            attempted: attempted.collect::<Result<_, _>>()?,
            id,
        };
        Ok((binding, seal))
    }
}

impl<'de> Deserialize<'de> for BindingLines {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct LinesVisitor;
        impl<'de> Visitor<'de> for LinesVisitor {
            type Value = BindingLines;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
                let mut lines = BTreeMap::new();
                while let Some((key, document)) = access.next_entry::<String, BindingDocument>()? {
                    let address = parse_address(&key).map_err(A::Error::custom)?;
                    let sealed = document.into_binding(&address).map_err(A::Error::custom)?;
                    if lines.insert(address, sealed).is_some() {
                        return Err(A::Error::custom(occurs_twice(&key)));
                    }
                }
                Ok(BindingLines(lines))
            }
        }
        deserializer.deserialize_map(LinesVisitor)
    }
}

impl AppliedDocument {
    fn from_applied(applied: &Applied) -> Self {
        match applied {
            Applied::Style(AppliedStyle { name, stored_name, language, rules, instructions, shared }) => Self {
                name: name.clone(),
                language: Some(language.clone()),
                rules: Some(RulesDocument(rules.clone())),
                instructions: Some(InstructionsDocument(instructions.clone())),
                parts: None,
                profile: None,
                stored_profile: None,
                stored_name: stored_name.clone(),
                shared: shared_words(*shared),
            },
            Applied::TermSet(AppliedTermSet { name, stored_name, parts }) => {
                let part = |(part, applied): (&TermSetPart, &AppliedPart)| {
                    let AppliedPart { count, entries, sum, stored, sources } = applied;
                    let document = PartDocument {
                        count: *count,
                        entries: entries.clone(),
                        sum: format!("{sum:032x}"),
                        stored: stored.clone(),
                        sources: sources
                            .as_ref()
                            .map(|sources| sources.iter().map(|digest| format!("{digest:016x}")).collect()),
                    };
                    (part.to_string(), document)
                };
                Self {
                    name: name.clone(),
                    language: None,
                    rules: None,
                    instructions: None,
                    parts: Some(UniqueMap(parts.iter().map(part).collect())),
                    profile: None,
                    stored_profile: None,
                    stored_name: stored_name.clone(),
                    shared: Vec::new(),
                }
            }
            Applied::StyleProfile(AppliedStyleProfile { sent, stored, shared }) => Self {
                name: sent.name.clone(),
                language: None,
                rules: None,
                instructions: None,
                parts: None,
                profile: Some(sent.to_json()),
                stored_profile: stored.as_ref().map(ProfileContent::to_json),
                stored_name: None,
                shared: shared_words(SharedParts { links: *shared, ..SharedParts::default() }),
            },
        }
    }

    fn into_applied(self, address: &Address) -> Result<Applied, StateFormatError> {
        let Self { name, language, rules, instructions, parts, profile, stored_profile, stored_name, shared } = self;
        match (address.kind, TermSetKind::from_kind(address.kind)) {
            (Kind::StyleProfile, _) => {
                let read =
                    |json: Json, field| ProfileContent::from_json(&json).ok_or_else(|| missing_field(field, address));
                let profile = profile.ok_or_else(|| missing_field("profile", address))?;
                Ok(Applied::StyleProfile(AppliedStyleProfile {
                    sent: read(profile, "profile")?,
                    stored: stored_profile.map(|json| read(json, "stored_profile")).transpose()?,
                    shared: SharedParts::from_words(shared.iter().map(String::as_str)).links,
                }))
            }
            (_, Some(kind)) => {
                let parts = parts.ok_or_else(|| missing_field("parts", address))?;
                let parts = parts.0.into_iter().map(|(name, part)| part.into_part(kind, &name, address));
                Ok(Applied::TermSet(AppliedTermSet { name, stored_name, parts: parts.collect::<Result<_, _>>()? }))
            }
            (Kind::Style, None) => Ok(Applied::Style(AppliedStyle {
                name,
                stored_name,
                language: language.ok_or_else(|| missing_field("language", address))?,
                rules: rules.ok_or_else(|| missing_field("rules", address))?.0,
                instructions: instructions.ok_or_else(|| missing_field("instructions", address))?.0,
                shared: SharedParts::from_words(shared.iter().map(String::as_str)),
            })),
            (Kind::Glossary | Kind::SpokenTerms | Kind::TranslationProfile, None) => {
                Err(StateFormatError::Shape(format!("{address} cannot be managed: its kind is never on the service")))
            }
        }
    }
}

impl Serialize for RulesDocument {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut by_category: BTreeMap<&SharedText, BTreeMap<&SharedText, &SharedText>> = BTreeMap::new();
        for (RuleKey { category, rule }, value) in &*self.0 {
            by_category.entry(category).or_default().insert(rule, value);
        }
        by_category.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for RulesDocument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct CategoriesVisitor;
        impl<'de> Visitor<'de> for CategoriesVisitor {
            type Value = RulesDocument;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("rules by category")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
                let (mut rules, mut seen) = (BTreeMap::new(), BTreeSet::new());
                while let Some(category) = access.next_key::<SharedText>()? {
                    if !seen.insert(category.clone()) {
                        return Err(A::Error::custom(occurs_twice(category)));
                    }
                    access.next_value_seed(RulesOfCategory { category, rules: &mut rules })?;
                }
                Ok(RulesDocument(Arc::new(rules)))
            }
        }
        deserializer.deserialize_map(CategoriesVisitor)
    }
}

/// Reads the rules of a category into those of its list.
struct RulesOfCategory<'r> {
    category: SharedText,
    rules: &'r mut BTreeMap<RuleKey, SharedText>,
}

impl<'de> DeserializeSeed<'de> for RulesOfCategory<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for RulesOfCategory<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("values by rule")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<(), A::Error> {
        while let Some((rule, value)) = access.next_entry::<SharedText, SharedText>()? {
            let key = RuleKey { category: self.category.clone(), rule };
            if self.rules.contains_key(&key) {
                return Err(A::Error::custom(occurs_twice(key.rule)));
            }
            self.rules.insert(key, value);
        }
        Ok(())
    }
}

impl<'de> Deserialize<'de> for InstructionsDocument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        UniqueMap::deserialize(deserializer).map(|UniqueMap(instructions)| Self(Arc::new(instructions)))
    }
}

impl PartDocument {
    fn into_part(
        self,
        kind: TermSetKind,
        name: &str,
        address: &Address,
    ) -> Result<(TermSetPart, AppliedPart), StateFormatError> {
        let Self { count, entries, sum, stored, sources } = self;
        let part = TermSetPart::parse(kind, name)
            .ok_or_else(|| StateFormatError::Shape(format!("`{name}` of {address} names no part")))?;
        let sum = u128::from_str_radix(&sum, 16).map_err(|_| missing_field("sum", address))?;
        let sources = sources.map(|text| read_sources(&text).ok_or_else(|| missing_field("sources", address)));
        Ok((part, AppliedPart { count, entries, sum, stored, sources: sources.transpose()? }))
    }
}

/// Digests of 16 hexadecimal digits each.
fn read_sources(text: &str) -> Option<BTreeSet<u64>> {
    if !text.is_ascii() || !text.len().is_multiple_of(16) {
        return None;
    }
    let digests = (0..text.len()).step_by(16).map(|at| u64::from_str_radix(text.get(at..at + 16)?, 16).ok());
    digests.collect()
}

fn shared_words(shared: SharedParts) -> Vec<String> {
    let words =
        [("configured_rules", shared.rules), ("custom_instructions", shared.instructions), ("links", shared.links)];
    words.into_iter().filter(|(_, on)| *on).map(|(word, _)| word.to_owned()).collect()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the shape that serde asks for")]
fn is_false(value: &bool) -> bool {
    !value
}

fn missing_field(key: &str, address: &Address) -> StateFormatError {
    StateFormatError::Shape(format!("`{key}` of {address} is missing or of another type"))
}
