//! What objects said at one moment, as a file: saved before the first write of every apply, and on demand for a whole
//! account, so that a person can look at it and `apply --undo` can make the service say it again.
//!
//! Canonical JSON: sorted, no time but the service's own, no secret. Rules that nobody here knows are in it as the service
//! told them. A newer format is refused. Deliberately absent: what a project wants; a snapshot knows the service alone.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::model::lexicon::Which;
use crate::model::object::{Found, Object};
use crate::model::style::{Instruction, LiveInstruction, LiveStyle};
use crate::model::wire::{read_rules, rules_json};
use crate::model::{Address, Id, Kind, Language, Live, digest};
pub use crate::state::offered::SavedOffers;
pub use crate::state::saved::{SavedDictionary, SavedGlossary, SavedSpokenTerms, SavedTermList};

/// The format this version writes. Higher ones are refused.
pub const FORMAT: u64 = 1;

/// What objects of an account said at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Snapshot {
    /// Format of this file.
    pub housestyle_snapshot: u64,
    /// Address of the service that the ids belong to, or `emulator`.
    pub origin: String,
    /// Environment of the project.
    pub environment: String,
    /// When it was taken: the service's own HTTP date, where it told one.
    pub taken: Option<String>,
    /// Serial of the state when it was taken.
    pub serial: u64,
    /// Digest of the snapshot that the run after it applied back; absent where the run was no undo.
    pub undoes: Option<String>,
    /// The lists, those of the project first.
    pub styles: Vec<SavedStyle>,
    /// The glossaries, those of the project first; absent where none was read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub glossaries: Vec<SavedGlossary>,
    /// The collections of spoken terms, those of the project first; absent where none was read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spoken_terms: Vec<SavedSpokenTerms>,
    /// Languages and translation memories that the service offered; absent where it was not asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offers: Option<SavedOffers>,
    /// Addresses of objects that did not exist and that the run after it began to create.
    pub created: Vec<String>,
}

/// One list as the service held it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SavedStyle {
    /// What the project calls it; absent where it is not the project's.
    pub address: Option<String>,
    /// The service's id.
    pub id: String,
    /// The service's version.
    pub version: u64,
    /// Display name.
    pub name: String,
    /// Root language.
    pub language: String,
    /// Rules by category, those that nobody here knows included.
    pub configured_rules: BTreeMap<String, Json>,
    /// Instructions in the order of the service.
    pub custom_instructions: Vec<SavedInstruction>,
}

/// One instruction as the service held it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SavedInstruction {
    /// The service's id.
    pub id: String,
    /// Short name.
    pub label: String,
    /// The text that instructs.
    pub prompt: String,
    /// Language of the source text, where it is not the list's.
    pub source_language: Option<String>,
}

/// Why bytes are no snapshot that can be used.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Written by a newer version.
    #[error("it has format {0}, this version knows formats up to {FORMAT}: use a newer housestyle")]
    Newer(u64),
    /// Not a snapshot at all.
    #[error("it is not a snapshot of housestyle: {0}")]
    NotASnapshot(String),
    /// Something in it cannot come from the service or a project.
    #[error("{0}")]
    Shape(String),
}

impl Snapshot {
    /// A snapshot of these objects, each with what the project calls it.
    #[must_use]
    pub fn of<'a>(
        origin: &str,
        environment: &str,
        serial: u64,
        objects: impl IntoIterator<Item = (Option<Address>, Found<'a>)>,
    ) -> Self {
        let mut snapshot = Self {
            housestyle_snapshot: FORMAT,
            origin: origin.to_owned(),
            environment: environment.to_owned(),
            taken: None,
            serial,
            undoes: None,
            styles: Vec::new(),
            glossaries: Vec::new(),
            spoken_terms: Vec::new(),
            offers: None,
            created: Vec::new(),
        };
        let mut objects: Vec<_> = objects.into_iter().collect();
        let order = |(address, found): &(Option<Address>, Found<'a>)| {
            (address.is_none(), address.as_ref().map(ToString::to_string), found.id().clone())
        };
        objects.sort_by_cached_key(order);
        for (address, found) in objects {
            let address = address.as_ref();
            match found {
                Found::Style(held) => snapshot.styles.push(SavedStyle::of(address, held)),
                Found::Lexicon(held) => match held.which {
                    Which::Glossary => snapshot.glossaries.push(SavedGlossary::of(address, held)),
                    Which::SpokenTerms => snapshot.spoken_terms.push(SavedSpokenTerms::of(address, held)),
                },
            }
        }
        snapshot
    }

    /// Everything in it: what the project called it, and what the service held.
    pub fn objects(&self) -> impl Iterator<Item = Result<(Option<Address>, Object), Error>> {
        let Self { styles, glossaries, spoken_terms, .. } = self;
        let styles = styles.iter().map(|saved| saved.read().map(|(called, held)| (called, Object::Style(held))));
        let lexicons =
            glossaries.iter().map(SavedGlossary::read).chain(spoken_terms.iter().map(SavedSpokenTerms::read));
        styles.chain(lexicons.map(|read| read.map(|(called, held)| (called, Object::Lexicon(held)))))
    }

    /// The addresses that the run after it began to create.
    ///
    /// # Errors
    /// Names what is no address.
    pub fn created(&self) -> Result<Vec<Address>, Error> {
        self.created.iter().map(|text| address(text)).collect()
    }

    /// Digest of everything in it.
    #[must_use]
    pub fn digest(&self) -> String {
        digest::of(render(self))
    }
}

impl SavedStyle {
    fn of(address: Option<&Address>, held: &LiveStyle) -> Self {
        let LiveStyle { id, name, language, version, rules, strange, instructions, updated_time: _ } = held;
        let configured = rules_json(rules, strange);
        let configured = configured.as_object().expect("rules are sorted by category");
        Self {
            address: address.map(ToString::to_string),
            id: id.to_string(),
            version: *version,
            name: name.clone(),
            language: language.to_string(),
            configured_rules: configured.clone().into_iter().collect(),
            custom_instructions: instructions
                .iter()
                .map(|LiveInstruction { id, instruction: Instruction { label, prompt, source_language } }| {
                    SavedInstruction {
                        id: id.to_string(),
                        label: label.clone(),
                        prompt: prompt.clone(),
                        source_language: source_language.as_ref().map(ToString::to_string),
                    }
                })
                .collect(),
        }
    }

    /// What the project called the list, and the list as the service held it.
    ///
    /// # Errors
    /// Names what is no address or no id.
    pub fn read(&self) -> Result<(Option<Address>, LiveStyle), Error> {
        let Self { address: called, id: named, version, name, language, configured_rules, custom_instructions } = self;
        let called = called.as_deref().map(address).transpose()?;
        let (rules, strange) = read_rules(configured_rules.iter());
        let instruction = |saved: &SavedInstruction| {
            let SavedInstruction { id: named, label, prompt, source_language } = saved;
            Ok(LiveInstruction {
                id: id(named)?,
                instruction: Instruction {
                    label: label.clone(),
                    prompt: prompt.clone(),
                    source_language: source_language.as_deref().map(Language::new),
                },
            })
        };
        let held = LiveStyle {
            id: id(named)?,
            name: name.clone(),
            language: Language::new(language),
            version: *version,
            rules,
            strange,
            instructions: custom_instructions.iter().map(instruction).collect::<Result<_, Error>>()?,
            updated_time: String::new(),
        };
        Ok((called, held))
    }
}

impl Snapshot {
    /// The account as it was then, as far as these kinds. `bound` are the ids that must be told to be gone where it lacks
    /// them.
    ///
    /// # Errors
    /// Names what is no address or no id.
    pub fn live<'a>(
        &self,
        kinds: &BTreeSet<Kind>,
        bound: impl IntoIterator<Item = &'a (Kind, Id)>,
    ) -> Result<Live, Error> {
        let mut live = Live { stable: kinds.clone(), ..Live::default() };
        for saved in self.objects() {
            let (_, object) = saved?;
            if kinds.contains(&object.found().kind()) {
                live.take(object);
            }
        }
        live.gone =
            bound.into_iter().filter(|(kind, id)| live.get(*kind, id).is_none()).map(|(_, id)| id.clone()).collect();
        Ok(live)
    }
}

/// The bytes of the file: indented, one final line end.
#[must_use]
pub fn render(snapshot: &Snapshot) -> String {
    let mut text = serde_json::to_string_pretty(snapshot).expect("a document of text and numbers serialises");
    text.push('\n');
    text
}

/// Reads the bytes of the file. Every address and id in it is checked.
///
/// # Errors
/// See [`Error`].
pub fn parse(text: &str) -> Result<Snapshot, Error> {
    let not_one = |error: serde_json::Error| Error::NotASnapshot(error.to_string());
    let json: Json = serde_json::from_str(text).map_err(not_one)?;
    match json.get("housestyle_snapshot").and_then(Json::as_u64) {
        None => return Err(Error::NotASnapshot("it has no `housestyle_snapshot`".to_owned())),
        Some(format) if format > FORMAT => return Err(Error::Newer(format)),
        Some(_) => {}
    }
    let snapshot: Snapshot = serde_json::from_value(json).map_err(not_one)?;
    for object in snapshot.objects() {
        object?;
    }
    snapshot.offers.as_ref().map(SavedOffers::read).transpose()?;
    snapshot.created()?;
    Ok(snapshot)
}

/// The JSON Schema of a snapshot.
#[must_use]
pub fn schema() -> Json {
    let mut schema = schemars::generate::SchemaSettings::draft07().into_generator().into_root_schema_for::<Snapshot>();
    schema.insert("title".to_owned(), "housestyle snapshot".into());
    schema.into()
}

pub(super) fn address(text: &str) -> Result<Address, Error> {
    Address::parse(text).map_err(|why| Error::Shape(format!("{text:?} is no address: {why}")))
}

pub(super) fn id(text: &str) -> Result<Id, Error> {
    Id::new(text).ok_or_else(|| Error::Shape(format!("{text:?} is no id of the service")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Key;
    use crate::model::style::RuleKey;

    fn held() -> LiveStyle {
        LiveStyle {
            id: Id::new("a-1").unwrap(),
            name: "Shop".to_owned(),
            language: Language::new("de"),
            version: 7,
            rules: BTreeMap::from([(RuleKey::new("numbers", "nobody_knows"), "this".to_owned())]),
            strange: BTreeMap::from([
                ("numbers/odd".to_owned(), serde_json::json!({"x": [1, 2]})),
                ("flat".to_owned(), serde_json::json!(true)),
            ]),
            instructions: vec![LiveInstruction {
                id: Id::new("i-1").unwrap(),
                instruction: Instruction {
                    label: "Tone".to_owned(),
                    prompt: "Be brief.".to_owned(),
                    source_language: Some(Language::new("en")),
                },
            }],
            updated_time: String::new(),
        }
    }

    #[test]
    fn what_was_held_is_read_back_whole() {
        let address = Address::style(Key::new("shop").unwrap());
        let snapshot = Snapshot::of(
            "emulator",
            "default",
            3,
            [(Some(address.clone()), Found::Style(&held())), (None, Found::Style(&held()))],
        );
        let again = parse(&render(&snapshot)).unwrap();
        assert_eq!(again, snapshot);
        assert_eq!(again.styles[0].read().unwrap(), (Some(address), held()));
        assert_eq!(again.styles[1].read().unwrap().0, None);
    }

    #[test]
    fn what_is_newer_or_something_else_is_refused() {
        let text = render(&Snapshot::of("emulator", "default", 3, [(None, Found::Style(&held()))]));
        let newer = text.replace("\"housestyle_snapshot\": 1", "\"housestyle_snapshot\": 2");
        assert!(matches!(parse(&newer), Err(Error::Newer(2))));
        assert!(matches!(parse("{}"), Err(Error::NotASnapshot(_))));
        assert!(matches!(parse("[1"), Err(Error::NotASnapshot(_))));
        let elsewhere = text.replace("\"id\": \"a-1\"", "\"id\": \"../a-1\"");
        assert!(matches!(parse(&elsewhere), Err(Error::Shape(_))));
    }
}
