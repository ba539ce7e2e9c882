//! Style profiles: objects of the service that bundle style rule lists, glossaries and translation memories under one id, so
//! that a request names one. As wanted by files, as held by the service, and the content that both are compared by.
//!
//! What a profile has beside its name is one table, [`ProfileField`]: the words of files and of the service, and what a value
//! is. Comparison, requests, drift, state and snapshots go over the table and name no field. A field that is not set, an
//! empty text, `false` and an empty list are one: absent.
//!
//! Files name components by key, the service by id. A [`Component`] is either: what the state knows by id becomes one before
//! anything is compared, and what is only created by the same plan stays a key until it is there.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde_json::{Map, Value as Json, json};

use crate::diagnostic::Place;
use crate::model::{Address, Id, Key, Kind, Placed, digest};

/// A field of a profile, beside its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ProfileField {
    /// What it is for.
    Description,
    /// The branch of trade.
    Industry,
    /// The style rule lists: at most one for each language.
    Styles,
    /// The glossaries.
    Glossaries,
    /// Whether the order of the glossaries is their priority.
    GlossaryPriority,
    /// The translation memories: at most one for each source language.
    TranslationMemories,
}

/// What the value of a field is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldForm {
    /// A text.
    Text,
    /// On or off.
    Flag,
    /// Components, of a kind of this project or, where there is none, of the account alone.
    Links(Option<Kind>),
}

/// A field in the words of files and of the service.
struct FieldRow {
    field: ProfileField,
    word: &'static str,
    member: &'static str,
    form: FieldForm,
}

const FIELDS: [FieldRow; 6] = [
    row(ProfileField::Description, "description", "description", FieldForm::Text),
    row(ProfileField::Industry, "industry", "industry", FieldForm::Text),
    row(ProfileField::Styles, "styles", "style_rule_ids", FieldForm::Links(Some(Kind::Style))),
    row(ProfileField::Glossaries, "glossaries", "glossary_ids", FieldForm::Links(Some(Kind::Glossary))),
    row(ProfileField::GlossaryPriority, "glossary_priority", "glossary_priority_order_enabled", FieldForm::Flag),
    row(ProfileField::TranslationMemories, "translation_memories", "translation_memory_ids", FieldForm::Links(None)),
];

const fn row(field: ProfileField, word: &'static str, member: &'static str, form: FieldForm) -> FieldRow {
    FieldRow { field, word, member, form }
}

impl ProfileField {
    /// Every field, in the order of files.
    pub const ALL: [Self; 6] = [
        Self::Description,
        Self::Industry,
        Self::Styles,
        Self::Glossaries,
        Self::GlossaryPriority,
        Self::TranslationMemories,
    ];

    fn row(self) -> &'static FieldRow {
        let row = &FIELDS[self as usize];
        debug_assert!(row.field == self, "the table has the order of the enum");
        row
    }

    /// The word in files.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.row().word
    }

    /// The field of this word.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|field| field.as_str() == name)
    }

    /// What the service calls it.
    #[must_use]
    pub fn member(self) -> &'static str {
        self.row().member
    }

    /// What its value is.
    #[must_use]
    pub fn form(self) -> FieldForm {
        self.row().form
    }
}

impl fmt::Display for ProfileField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Something that a profile holds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Component {
    /// By its id on the service.
    Id(Id),
    /// By its address in the project: its id is not known yet.
    Managed(Address),
    /// A translation memory, by the name that the service shows.
    Memory(String),
}

impl Component {
    /// Its id, where that is known.
    #[must_use]
    pub fn id(&self) -> Option<&Id> {
        match self {
            Self::Id(id) => Some(id),
            Self::Managed(_) | Self::Memory(_) => None,
        }
    }
}

impl fmt::Display for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(id) => write!(f, "{id}"),
            Self::Managed(address) => write!(f, "{address}"),
            Self::Memory(name) => write!(f, "{name:?}"),
        }
    }
}

/// What a field says. What says nothing is absent instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProfileValue {
    /// A text, not empty.
    Text(String),
    /// On.
    On,
    /// Components, at least one, each once.
    Links(Vec<Component>),
}

impl ProfileValue {
    /// Its components.
    #[must_use]
    pub fn links(&self) -> &[Component] {
        match self {
            Self::Links(links) => links,
            Self::Text(_) | Self::On => &[],
        }
    }

    /// The same without some components; nothing where none is left.
    #[must_use]
    pub fn without(&self, is_left_out: impl Fn(&Component) -> bool) -> Option<Self> {
        let Self::Links(links) = self else { return Some(self.clone()) };
        let rest: Vec<Component> = links.iter().filter(|link| !is_left_out(link)).cloned().collect();
        (!rest.is_empty()).then_some(Self::Links(rest))
    }
}

/// What a profile says: what is compared, digested and sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProfileContent {
    /// Display name.
    pub name: String,
    /// Fields that are set.
    pub fields: BTreeMap<ProfileField, ProfileValue>,
}

/// A style profile as the files want it.
#[derive(Clone, Debug)]
pub struct StyleProfile {
    /// Its stable name in the project.
    pub key: Key,
    /// Display name.
    pub name: Placed<String>,
    /// Fields that are set.
    pub fields: BTreeMap<ProfileField, Placed<ProfileValue>>,
    /// Whether deleting it is refused.
    pub protected: bool,
    /// Where its document begins.
    pub place: Place,
}

/// A style profile as the account shows it, its own or one that is shared with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveStyleProfile {
    /// The service's id.
    pub id: Id,
    /// What it says.
    pub content: ProfileContent,
    /// When it was created, as the service says it.
    pub creation_time: String,
    /// When it was last changed.
    pub updated_time: String,
    /// Members of the answer that this version does not know: nothing is ever sent of them, so that they stay.
    pub unknown: BTreeMap<String, Json>,
}

impl LiveStyleProfile {
    /// Whether it holds this.
    #[must_use]
    pub fn holds(&self, id: &Id) -> bool {
        self.content.links().any(|(_, link)| link.id() == Some(id))
    }
}

impl StyleProfile {
    /// What it should say.
    #[must_use]
    pub fn content(&self) -> ProfileContent {
        let fields = self.fields.iter().map(|(field, placed)| (*field, placed.value.clone())).collect();
        ProfileContent { name: self.name.value.clone(), fields }.normalized()
    }

    /// The same with the ids of components that `find` knows.
    #[must_use]
    pub fn resolved(&self, find: impl Fn(&Component) -> Option<Id>) -> Self {
        let mut resolved = self.clone();
        for placed in resolved.fields.values_mut() {
            resolve_links(&mut placed.value, &find);
        }
        resolved
    }

    /// Where a field is written.
    #[must_use]
    pub fn field_place(&self, field: ProfileField) -> &Place {
        self.fields.get(&field).map_or(&self.place, |placed| &placed.place)
    }
}

fn resolve_links(value: &mut ProfileValue, find: &impl Fn(&Component) -> Option<Id>) {
    if let ProfileValue::Links(links) = value {
        for link in links {
            if let Some(id) = find(link) {
                *link = Component::Id(id);
            }
        }
    }
}

impl ProfileContent {
    /// In the one form that is compared: what says nothing is absent, each component stands once, and where order means
    /// nothing there is none.
    #[must_use]
    pub fn normalized(mut self) -> Self {
        let ordered = self.fields.contains_key(&ProfileField::GlossaryPriority);
        for (field, value) in &mut self.fields {
            if let ProfileValue::Links(links) = value {
                if *field == ProfileField::Glossaries && ordered {
                    let mut seen = BTreeSet::new();
                    links.retain(|link| seen.insert(link.clone()));
                } else {
                    links.sort();
                    links.dedup();
                }
            }
        }
        self.fields.retain(|_, value| match value {
            ProfileValue::Text(text) => !text.is_empty(),
            ProfileValue::On => true,
            ProfileValue::Links(links) => !links.is_empty(),
        });
        self
    }

    /// Every component, with the field that it stands in.
    pub fn links(&self) -> impl Iterator<Item = (ProfileField, &Component)> {
        self.fields.iter().flat_map(|(field, value)| value.links().iter().map(|link| (*field, link)))
    }

    /// The same with the ids of components that `find` knows.
    #[must_use]
    pub fn resolved(mut self, find: impl Fn(&Component) -> Option<Id>) -> Self {
        self.fields.values_mut().for_each(|value| resolve_links(value, &find));
        self.normalized()
    }

    /// Everything that it says, as an object in the words of the service.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let fields = self.fields.iter().map(|(field, value)| (*field, Some(value.clone()))).collect();
        Json::Object(ProfilePatch { name: Some(self.name.clone()), fields }.to_json())
    }

    /// What an object in the words of the service says, its name included; nothing where it makes no sense.
    #[must_use]
    pub fn from_json(json: &Json) -> Option<Self> {
        let name = json.get("name")?.as_str()?.to_owned();
        let mut fields = BTreeMap::new();
        for field in ProfileField::ALL {
            let said = match json.get(field.member()) {
                None | Some(Json::Null) => continue,
                Some(said) => said,
            };
            let value = match field.form() {
                FieldForm::Text => ProfileValue::Text(said.as_str()?.to_owned()),
                FieldForm::Flag if said.as_bool()? => ProfileValue::On,
                FieldForm::Flag => continue,
                FieldForm::Links(_) => {
                    let ids = said.as_array()?.iter().map(|id| id.as_str().and_then(Component::parse));
                    ProfileValue::Links(ids.collect::<Option<_>>()?)
                }
            };
            fields.insert(field, value);
        }
        Some(Self { name, fields }.normalized())
    }

    /// Digest of all of it.
    #[must_use]
    pub fn digest(&self) -> String {
        digest::digest_of_json(&self.to_json())
    }
}

/// What of a profile is to be written: what is not in it stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProfilePatch {
    /// The name, where it changes.
    pub name: Option<String>,
    /// Fields that change; nothing for one that is emptied.
    pub fields: BTreeMap<ProfileField, Option<ProfileValue>>,
}

impl ProfilePatch {
    /// The members of the request.
    #[must_use]
    pub fn to_json(&self) -> Map<String, Json> {
        let name = self.name.as_ref().map(|name| ("name".to_owned(), json!(name)));
        let fields =
            self.fields.iter().map(|(field, value)| (field.member().to_owned(), member_json(*field, value.as_ref())));
        name.into_iter().chain(fields).collect()
    }

    /// The same with the ids of components that `find` knows.
    #[must_use]
    pub fn resolved(mut self, find: impl Fn(&Component) -> Option<Id>) -> Self {
        self.fields.values_mut().flatten().for_each(|value| resolve_links(value, &find));
        self
    }
}

/// A field as the service takes it; one that is absent empties what is there.
fn member_json(field: ProfileField, value: Option<&ProfileValue>) -> Json {
    match (field.form(), value) {
        (FieldForm::Text, Some(ProfileValue::Text(text))) => json!(text),
        (FieldForm::Text, _) => json!(""),
        (FieldForm::Flag, value) => json!(value.is_some()),
        (FieldForm::Links(_), value) => {
            let links = value.map(ProfileValue::links).unwrap_or_default();
            json!(links.iter().map(ToString::to_string).collect::<Vec<_>>())
        }
    }
}

impl Component {
    /// What this text (as it is displayed) names.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if let Some(quoted) = text.strip_prefix('"') {
            return serde_json::from_str(&format!("\"{quoted}")).ok().map(Self::Memory);
        }
        match text.contains('/') {
            true => Address::parse(text).ok().map(Self::Managed),
            false => Id::new(text).map(Self::Id),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_has_its_row_and_its_words() {
        for field in ProfileField::ALL {
            assert_eq!(FIELDS[field as usize].field, field);
            assert_eq!(ProfileField::from_name(field.as_str()), Some(field));
        }
    }

    #[test]
    fn what_says_nothing_is_absent_and_order_counts_where_it_is_priority() {
        let said = |priority: bool, ids: &[&str]| {
            let json = json!({
                "name": "Shop", "description": "", "style_rule_ids": [], "glossary_ids": ids,
                "glossary_priority_order_enabled": priority,
            });
            ProfileContent::from_json(&json).unwrap()
        };
        assert_eq!(said(false, &["b", "a"]), said(false, &["a", "b", "a"]));
        assert_ne!(said(true, &["b", "a"]), said(true, &["a", "b"]));
        assert_eq!(said(false, &[]).fields, BTreeMap::new());
        let whole = said(true, &["b", "a"]);
        assert_eq!(ProfileContent::from_json(&whole.to_json()), Some(whole));
    }

    #[test]
    fn a_component_is_read_as_it_is_shown() {
        let address = Address::style(Key::new("shop/de").unwrap());
        for component in [
            Component::Id(Id::new("a-1").unwrap()),
            Component::Managed(address),
            Component::Memory("Legal \"2024\"/x".to_owned()),
        ] {
            assert_eq!(Component::parse(&component.to_string()), Some(component));
        }
    }
}
