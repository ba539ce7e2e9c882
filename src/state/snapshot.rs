//! What resources said at one moment, as a file: saved before the first write of every apply, and on demand for a whole
//! account, so that a person can look at it and `apply --undo` can make the service say it again.
//!
//! Canonical JSON: sorted, no time but the service's own, no secret. Rules that nobody here knows are in it as the service
//! told them. A newer format is refused. Deliberately absent: what a project wants; a snapshot knows the service alone.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::model::resource::{LiveResource, LiveResourceRef};
use crate::model::style::{Instruction, LiveInstruction, LiveStyle};
use crate::model::term_set::TermSetKind;
use crate::model::wire::{ConfiguredRules, rules_json};
use crate::model::{Address, Id, Kind, Language, LiveAccount, digest};
pub use crate::state::snapshot_capabilities::SnapshotCapabilities;
use crate::state::snapshot_error::{FORMAT, SnapshotError, parse_address, parse_id};
pub use crate::state::snapshot_style_profile::SnapshotStyleProfile;
pub use crate::state::snapshot_terms::{SnapshotDictionary, SnapshotGlossary, SnapshotSpokenTerms, SnapshotTermList};

/// What resources of an account said at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Snapshot {
    /// Format of this file.
    pub housestyle_snapshot: u64,
    /// Address of the service that the ids belong to, or `emulator`.
    pub origin: String,
    /// Stack of the project; empty where it had none yet.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stack: String,
    /// Environment of the project.
    pub environment: String,
    /// When it was taken: the service's own HTTP date, where it told one.
    pub taken: Option<String>,
    /// Serial of the state when it was taken.
    pub serial: u64,
    /// Digest of the snapshot that the run after it applied back; absent where the run was no undo.
    pub undoes: Option<String>,
    /// The lists, those of the project first.
    pub styles: Vec<SnapshotStyle>,
    /// The glossaries, those of the project first; absent where none was read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub glossaries: Vec<SnapshotGlossary>,
    /// The collections of spoken terms, those of the project first; absent where none was read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spoken_terms: Vec<SnapshotSpokenTerms>,
    /// The style profiles, those of the project first; absent where none was read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub style_profiles: Vec<SnapshotStyleProfile>,
    /// Languages and translation memories that the service offered; absent where it was not asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capabilities: Option<SnapshotCapabilities>,
    /// Addresses of resources that did not exist and that the run after it began to create.
    pub created: Vec<String>,
}

/// One list as the service held it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SnapshotStyle {
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
    pub custom_instructions: Vec<SnapshotInstruction>,
}

/// One instruction as the service held it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SnapshotInstruction {
    /// The service's id.
    pub id: String,
    /// Short name.
    pub label: String,
    /// The text that instructs.
    pub prompt: String,
    /// Language of the source text, where it is not the list's.
    pub source_language: Option<String>,
}

impl Snapshot {
    /// A snapshot of these resources, each with what the project calls it.
    #[must_use]
    pub fn new<'a>(
        origin: &str,
        environment: &str,
        serial: u64,
        objects: impl IntoIterator<Item = (Option<Address>, LiveResourceRef<'a>)>,
    ) -> Self {
        let mut snapshot = Self {
            housestyle_snapshot: FORMAT,
            origin: origin.to_owned(),
            stack: String::new(),
            environment: environment.to_owned(),
            taken: None,
            serial,
            undoes: None,
            styles: Vec::new(),
            glossaries: Vec::new(),
            spoken_terms: Vec::new(),
            style_profiles: Vec::new(),
            capabilities: None,
            created: Vec::new(),
        };
        let mut objects: Vec<_> = objects.into_iter().collect();
        let order = |(address, found): &(Option<Address>, LiveResourceRef<'a>)| {
            (address.is_none(), address.as_ref().map(ToString::to_string), found.id().clone())
        };
        objects.sort_by_cached_key(order);
        for (address, found) in objects {
            let address = address.as_ref();
            match found {
                LiveResourceRef::Style(held) => snapshot.styles.push(SnapshotStyle::from_live(address, held)),
                LiveResourceRef::StyleProfile(held) => {
                    snapshot.style_profiles.push(SnapshotStyleProfile::from_live(address, held));
                }
                LiveResourceRef::TermSet(held) => match held.kind {
                    TermSetKind::Glossary => snapshot.glossaries.push(SnapshotGlossary::from_live(address, held)),
                    TermSetKind::SpokenTerms => {
                        snapshot.spoken_terms.push(SnapshotSpokenTerms::from_live(address, held))
                    }
                },
            }
        }
        snapshot
    }

    /// Everything in it: what the project called it, and what the service held.
    pub fn resources(&self) -> impl Iterator<Item = Result<(Option<Address>, LiveResource), SnapshotError>> {
        let Self { styles, glossaries, spoken_terms, style_profiles, .. } = self;
        let styles =
            styles.iter().map(|saved| saved.to_live().map(|(called, held)| (called, LiveResource::Style(held))));
        let term_sets = glossaries
            .iter()
            .map(SnapshotGlossary::to_live)
            .chain(spoken_terms.iter().map(SnapshotSpokenTerms::to_live));
        let term_sets = term_sets.map(|read| read.map(|(called, held)| (called, LiveResource::TermSet(held))));
        let profiles = style_profiles
            .iter()
            .map(|saved| saved.to_live().map(|(called, held)| (called, LiveResource::StyleProfile(held))));
        styles.chain(term_sets).chain(profiles)
    }

    /// The addresses that the run after it began to create.
    ///
    /// # Errors
    /// Names what is no address.
    pub fn created_addresses(&self) -> Result<Vec<Address>, SnapshotError> {
        self.created.iter().map(|text| parse_address(text)).collect()
    }

    /// Digest of everything in it.
    #[must_use]
    pub fn digest(&self) -> String {
        digest::digest_of_bytes(render_snapshot(self))
    }
}

impl SnapshotStyle {
    fn from_live(address: Option<&Address>, live: &LiveStyle) -> Self {
        let LiveStyle { id, name, language, version, rules, opaque_rules: strange, instructions, updated_time: _ } =
            live;
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
                    SnapshotInstruction {
                        id: id.to_string(),
                        label: label.to_string(),
                        prompt: prompt.to_string(),
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
    pub fn to_live(&self) -> Result<(Option<Address>, LiveStyle), SnapshotError> {
        let Self { address: called, id: named, version, name, language, configured_rules, custom_instructions } = self;
        let called = called.as_deref().map(parse_address).transpose()?;
        let ConfiguredRules { rules, opaque } = ConfiguredRules::from_categories(configured_rules);
        let instruction = |saved: &SnapshotInstruction| {
            let SnapshotInstruction { id: named, label, prompt, source_language } = saved;
            Ok(LiveInstruction {
                id: parse_id(named)?,
                instruction: Instruction {
                    label: label.into(),
                    prompt: prompt.into(),
                    source_language: source_language.as_deref().map(Language::new),
                },
            })
        };
        let held = LiveStyle {
            id: parse_id(named)?,
            name: name.clone(),
            language: Language::new(language),
            version: *version,
            rules,
            opaque_rules: opaque,
            instructions: custom_instructions.iter().map(instruction).collect::<Result<_, SnapshotError>>()?,
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
    pub fn to_live_account<'a>(
        &self,
        kinds: &BTreeSet<Kind>,
        bound: impl IntoIterator<Item = &'a (Kind, Id)>,
    ) -> Result<LiveAccount, SnapshotError> {
        let mut live = LiveAccount::default();
        for saved in self.resources() {
            let (_, object) = saved?;
            if kinds.contains(&object.as_resource_ref().kind()) {
                live.insert(object);
            }
        }
        let capabilities = self.capabilities.as_ref().map(SnapshotCapabilities::to_capabilities).transpose()?;
        live.translation_memories = capabilities.and_then(|offers| offers.memories);
        live.missing =
            bound.into_iter().filter(|(kind, id)| live.get(*kind, id).is_none()).map(|(_, id)| id.clone()).collect();
        Ok(live)
    }
}

/// The bytes of the file: indented, one final line end.
#[must_use]
pub fn render_snapshot(snapshot: &Snapshot) -> String {
    let mut text = serde_json::to_string_pretty(snapshot).expect("a document of text and numbers serialises");
    text.push('\n');
    text
}

/// Reads the bytes of the file. Every address and id in it is checked.
///
/// # Errors
/// See [`SnapshotError`].
pub fn parse_snapshot(text: &str) -> Result<Snapshot, SnapshotError> {
    let not_one = |error: serde_json::Error| SnapshotError::NotASnapshot(error.to_string());
    let json: Json = serde_json::from_str(text).map_err(not_one)?;
    match json.get("housestyle_snapshot").and_then(Json::as_u64) {
        None => return Err(SnapshotError::NotASnapshot("it has no `housestyle_snapshot`".to_owned())),
        Some(format) if format > FORMAT => return Err(SnapshotError::Newer(format)),
        Some(_) => {}
    }
    let snapshot: Snapshot = serde_json::from_value(json).map_err(not_one)?;
    for object in snapshot.resources() {
        object?;
    }
    snapshot.capabilities.as_ref().map(SnapshotCapabilities::to_capabilities).transpose()?;
    snapshot.created_addresses()?;
    Ok(snapshot)
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
            rules: BTreeMap::from([(RuleKey::new("numbers", "nobody_knows"), "this".into())]),
            opaque_rules: BTreeMap::from([
                ("numbers/odd".to_owned(), serde_json::json!({"x": [1, 2]})),
                ("flat".to_owned(), serde_json::json!(true)),
            ]),
            instructions: vec![LiveInstruction {
                id: Id::new("i-1").unwrap(),
                instruction: Instruction {
                    label: "Tone".into(),
                    prompt: "Be brief.".into(),
                    source_language: Some(Language::new("en")),
                },
            }],
            updated_time: String::new(),
        }
    }

    #[test]
    fn what_was_held_is_read_back_whole() {
        let address = Address::style(Key::new("shop").unwrap());
        let snapshot = Snapshot::new(
            "emulator",
            "default",
            3,
            [(Some(address.clone()), LiveResourceRef::Style(&held())), (None, LiveResourceRef::Style(&held()))],
        );
        let again = parse_snapshot(&render_snapshot(&snapshot)).unwrap();
        assert_eq!(again, snapshot);
        assert_eq!(again.styles[0].to_live().unwrap(), (Some(address), held()));
        assert_eq!(again.styles[1].to_live().unwrap().0, None);
    }

    #[test]
    fn what_is_newer_or_something_else_is_refused() {
        let text = render_snapshot(&Snapshot::new("emulator", "default", 3, [(None, LiveResourceRef::Style(&held()))]));
        let newer = text.replace("\"housestyle_snapshot\": 1", "\"housestyle_snapshot\": 2");
        assert!(matches!(parse_snapshot(&newer), Err(SnapshotError::Newer(2))));
        assert!(matches!(parse_snapshot("{}"), Err(SnapshotError::NotASnapshot(_))));
        assert!(matches!(parse_snapshot("[1"), Err(SnapshotError::NotASnapshot(_))));
        let elsewhere = text.replace("\"id\": \"a-1\"", "\"id\": \"../a-1\"");
        assert!(matches!(parse_snapshot(&elsewhere), Err(SnapshotError::Shape(_))));
    }
}
