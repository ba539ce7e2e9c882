//! A saved plan, read back to be shown again.
//!
//! Only what is shown comes back: changes, hazards, what is kept, what blocks, counts. Calls do not, so that nothing read
//! here can be applied; `apply` makes the plan again and compares digests. Showing the result gives what was shown when the
//! plan was made.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value as Json;

use crate::diagnostic::Place;
use crate::model::resource::ResourceContent;
use crate::model::style::{Instruction, RuleKey, StyleContent};
use crate::model::style_profile::{ProfileContent, ProfileField};
use crate::model::term_set::{TermSet, TermSetKind, TermSetPart};
use crate::model::{Address, Id, Kind, Language, SharedText};
use crate::plan::document::{
    AdditionsDocument, BlockerDocument, DeferredDeletionDocument, PlanChangeDocument, PlanDocument, PlanItemDocument,
};
use crate::plan::{
    Basis, Blocker, Cause, Change, ChangedField, DeferredDeletion, Hazard, KeptAdditions, Operation, Plan, PlanItem,
    PlanOptions, Safeguard,
};

/// A part of a saved plan that this version does not know: its words, quoted.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("it contains `{0}`, which this version of housestyle does not know")]
pub struct UnknownPlanPart(String);

/// The plan of a document, to be shown and for nothing else.
///
/// # Errors
/// Names what this version does not know.
pub fn displayed_plan(document: &PlanDocument) -> Result<Plan, UnknownPlanPart> {
    let PlanDocument {
        housestyle_plan: _,
        digest: _,
        basis,
        summary,
        items,
        shared: _,
        kept,
        blockers,
        notes,
        additions,
    } = document;
    let unchanged = Address::parse("unchanged").map_err(UnknownPlanPart)?;
    Ok(Plan {
        basis: Basis {
            origin: basis.origin.clone(),
            environment: basis.environment.clone(),
            desired: basis.desired.clone().into(),
            catalogue: basis.catalogue.clone(),
            options: PlanOptions::default(),
        },
        items: items.iter().map(read_item).collect::<Result<_, _>>()?,
        calls: summary.calls,
        // Their number is all that is shown of them.
        unchanged: vec![unchanged; summary.unchanged],
        read_back: BTreeMap::new(),
        kept: kept.iter().map(read_kept).collect::<Result<_, _>>()?,
        blockers: blockers.iter().map(read_blocker).collect::<Result<_, _>>()?,
        unmanaged: BTreeMap::from([(Kind::Style, summary.unmanaged)]),
        notes: notes.clone(),
        seen: BTreeMap::new(),
        additions: additions
            .iter()
            .map(|AdditionsDocument { address, names }| {
                Ok(KeptAdditions { address: read_address(address)?, names: names.clone() })
            })
            .collect::<Result<_, UnknownPlanPart>>()?,
    })
}

impl Operation {
    /// The operation of this word.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let all = [Self::Delete, Self::Replace, Self::Create, Self::Update, Self::Import, Self::Forget, Self::Sweep];
        all.into_iter().find(|operation| operation.name() == name)
    }
}

impl Hazard {
    /// The hazard of this word.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let all = [
            Self::Deletes,
            Self::ChangesId,
            Self::OverwritesDrift,
            Self::OlderFiles,
            Self::Shrinks,
            Self::DropsUnknown,
        ];
        all.into_iter().find(|hazard| hazard.name() == name)
    }
}

impl Cause {
    /// The cause of this word.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Edited, Self::Drifted, Self::Conflict, Self::Unknown].into_iter().find(|cause| cause.as_str() == name)
    }
}

fn unknown(text: &str) -> UnknownPlanPart {
    UnknownPlanPart(text.to_owned())
}

fn read_address(text: &str) -> Result<Address, UnknownPlanPart> {
    Address::parse(text).map_err(|_| unknown(text))
}

fn read_id(text: Option<&str>) -> Result<Option<Id>, UnknownPlanPart> {
    text.map(|text| Id::new(text).ok_or_else(|| unknown(text))).transpose()
}

fn read_item(item: &PlanItemDocument) -> Result<PlanItem, UnknownPlanPart> {
    let address = read_address(&item.address)?;
    let operation = Operation::from_name(&item.operation).ok_or_else(|| unknown(&item.operation))?;
    let changes = item.changes.iter().map(|change| read_change(change, address.kind)).collect::<Result<_, _>>()?;
    let hazards = item.hazards.iter().map(|name| Hazard::from_name(name).ok_or_else(|| unknown(name)));
    let language = item.language.as_deref().map(Language::new);
    Ok(PlanItem {
        id: read_id(item.id.as_deref())?,
        changes,
        hazards: hazards.collect::<Result<_, _>>()?,
        kept_rules: item.kept_rules.iter().map(|text| read_rule(text)).collect::<Result<_, _>>()?,
        moved_from: item.moved_from.as_deref().map(read_address).transpose()?,
        place: item.place.as_deref().map(read_place).transpose()?,
        desired: item.steps.iter().find_map(|step| created_content(step.body.as_ref()?, address.kind)).map(Arc::new),
        protected: item.protected,
        ..PlanItem::new(address, &item.name, language.as_ref(), operation)
    })
}

fn read_change(change: &PlanChangeDocument, kind: Kind) -> Result<Change, UnknownPlanPart> {
    let PlanChangeDocument { field, before, after, cause, place } = change;
    Ok(Change {
        field: read_field(field, kind).ok_or_else(|| unknown(field))?,
        before: before.clone(),
        after: after.clone(),
        cause: Cause::from_name(cause).ok_or_else(|| unknown(cause))?,
        place: place.as_deref().map(read_place).transpose()?,
    })
}

fn read_rule(text: &str) -> Result<RuleKey, UnknownPlanPart> {
    let (category, rule) = text.split_once('.').ok_or_else(|| unknown(text))?;
    Ok(RuleKey::new(category, rule))
}

/// `path:line:column`
fn read_place(text: &str) -> Result<Place, UnknownPlanPart> {
    let mut parts = text.rsplitn(3, ':');
    let mut number = || parts.next().and_then(|part| part.parse().ok());
    let (column, line) = (number(), number());
    match (parts.next(), line, column) {
        (Some(file), Some(line), Some(column)) => Ok(Place { file: Arc::from(file), line, column }),
        (Some(_) | None, _, _) => Err(unknown(text)),
    }
}

/// The field of these words, as [`ChangedField`] displays them.
fn read_field(text: &str, kind: Kind) -> Option<ChangedField> {
    match text {
        "name" => return Some(ChangedField::Name),
        "language" => return Some(ChangedField::Language),
        "protected" => return Some(ChangedField::Protected),
        "instruction label" => return Some(ChangedField::InstructionLabel),
        _ => {}
    }
    if let Some(label) = text.strip_prefix("source language of instruction ") {
        return Some(ChangedField::InstructionSource(read_quoted(label)?.0.into()));
    }
    let set = match kind {
        Kind::Glossary => TermSetKind::Glossary,
        Kind::SpokenTerms => TermSetKind::SpokenTerms,
        Kind::StyleProfile => return ProfileField::from_name(text).map(ChangedField::Profile),
        // Translation profiles live in files alone.
        Kind::TranslationProfile => return None,
        Kind::Style => {
            return match text.strip_prefix("instruction ") {
                Some(label) => Some(ChangedField::Instruction(read_quoted(label)?.0.into())),
                None => read_rule(text).ok().map(ChangedField::Rule),
            };
        }
    };
    for noun in ["entry ", "term "] {
        if let Some((source, rest)) = text.strip_prefix(noun).and_then(read_quoted) {
            return Some(ChangedField::Entry(TermSetPart::parse(set, rest.strip_prefix(" of ")?)?, source));
        }
    }
    let part = text.strip_prefix("dictionary ").or_else(|| text.strip_prefix("term list "))?;
    TermSetPart::parse(set, part).map(ChangedField::Part)
}

/// The text in quotes that `{:?}` wrote at the beginning, and what follows it.
fn read_quoted(text: &str) -> Option<(String, &str)> {
    let mut out = String::new();
    let mut chars = text.strip_prefix('"')?.chars();
    loop {
        match chars.next()? {
            '"' => return Some((out, chars.as_str())),
            '\\' => match chars.next()? {
                'n' => out.push('\n'),
                'r' => out.push('\r'),
                't' => out.push('\t'),
                '0' => out.push('\0'),
                'u' => {
                    let (digits, rest) = chars.as_str().strip_prefix('{')?.split_once('}')?;
                    out.push(char::from_u32(u32::from_str_radix(digits, 16).ok()?)?);
                    chars = rest.chars();
                }
                plain => out.push(plain),
            },
            plain => out.push(plain),
        }
    }
}

/// What a creation sends, as far as it is counted on screen.
fn created_content(body: &Json, kind: Kind) -> Option<ResourceContent> {
    let name = body["name"].as_str()?.to_owned();
    if kind == Kind::Style {
        let rules = body["configured_rules"].as_object()?.iter().flat_map(|(category, rules)| {
            let rules = rules.as_object().into_iter().flatten();
            rules.map(move |(rule, value)| {
                (RuleKey::new(category, rule), SharedText::of_word(value.as_str().unwrap_or_default()))
            })
        });
        let text = |instruction: &Json, field: &str| SharedText::from(instruction[field].as_str().unwrap_or_default());
        let instructions = body["custom_instructions"].as_array()?.iter().map(|instruction| Instruction {
            label: text(instruction, "label"),
            prompt: text(instruction, "prompt"),
            source_language: None,
        });
        return Some(ResourceContent::Style(StyleContent {
            name,
            language: Language::new(body["language"].as_str()?),
            rules: rules.collect(),
            instructions: instructions.collect(),
        }));
    }
    if kind == Kind::StyleProfile {
        return ProfileContent::from_json(body).map(ResourceContent::StyleProfile);
    }
    let set = if kind == Kind::Glossary { TermSetKind::Glossary } else { TermSetKind::SpokenTerms };
    let parts = body["parts"].as_array()?.iter().map(|part| {
        let count = part["entry_count"].as_u64()?;
        // A plan holds their number and digest.
        let entries = (0..count).map(|n| (n.to_string(), String::new())).collect();
        Some((TermSetPart::parse(set, part["part"].as_str()?)?, Arc::new(entries)))
    });
    Some(ResourceContent::TermSet(TermSet { kind: set, name, parts: parts.collect::<Option<_>>()? }))
}

fn read_kept(kept: &DeferredDeletionDocument) -> Result<DeferredDeletion, UnknownPlanPart> {
    Ok(DeferredDeletion {
        address: read_address(&kept.address)?,
        id: read_id(kept.id.as_deref())?,
        name: kept.name.clone(),
        effect: kept.effect.clone(),
        reason: kept.reason.clone(),
    })
}

fn read_blocker(blocker: &BlockerDocument) -> Result<Blocker, UnknownPlanPart> {
    let BlockerDocument { safeguard, address, message, help } = blocker;
    Ok(Blocker {
        safeguard: Safeguard::from_name(safeguard).ok_or_else(|| unknown(safeguard))?,
        address: address.as_deref().map(read_address).transpose()?,
        message: message.clone(),
        help: help.clone(),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert_eq, proptest};

    use super::*;

    proptest! {
        #[test]
        fn every_field_is_read_from_its_words(label in any::<String>()) {
            let dictionary = TermSetPart::Dictionary { source: Language::new("en"), target: Language::new("pt-br") };
            let terms = TermSetPart::Terms(Language::new("de"));
            for (kind, field) in [
                (Kind::Style, ChangedField::Name),
                (Kind::Style, ChangedField::Language),
                (Kind::Style, ChangedField::Protected),
                (Kind::Style, ChangedField::Rule(RuleKey::new("numbers", "decimal_separator"))),
                (Kind::Style, ChangedField::Instruction(label.as_str().into())),
                (Kind::Style, ChangedField::InstructionLabel),
                (Kind::Style, ChangedField::InstructionSource(label.as_str().into())),
                (Kind::Glossary, ChangedField::Part(dictionary.clone())),
                (Kind::Glossary, ChangedField::Entry(dictionary, label.clone())),
                (Kind::SpokenTerms, ChangedField::Part(terms.clone())),
                (Kind::SpokenTerms, ChangedField::Entry(terms, label.clone())),
            ] {
                prop_assert_eq!(read_field(&field.to_string(), kind), Some(field));
            }
        }
    }

    #[test]
    fn a_place_is_read_from_its_words() {
        let place = Place { file: Arc::from("a:b/c.yaml"), line: 3, column: 14 };
        assert_eq!(read_place(&place.to_string()), Ok(place));
        assert!(read_place("a.yaml:x:1").is_err() && read_place("a.yaml").is_err());
    }
}
