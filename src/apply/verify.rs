//! What was written against what is held: the difference between a service that writes a text differently and one that
//! holds something else.

use std::collections::BTreeMap;

use crate::model::SharedText;
use crate::model::resource::{LiveResource, ResourceContent};
use crate::model::style::{Instruction, LiveStyle, StyleContent};
use crate::model::style_profile::{ProfileContent, ProfileField, ProfileValue};
use crate::model::term_set::{LiveTermSet, TermEntries, TermSet, TermSetPart};

/// Entries that a failure names; the rest is counted.
const MAX_NAMED_ENTRIES: usize = 5;

/// Compares what is held with what was wanted. What the service merely writes differently is a remark.
pub(crate) fn verify_resource(wanted: &ResourceContent, live: &LiveResource) -> Result<Vec<String>, String> {
    let (remarks, wrong) = match (wanted, live) {
        (ResourceContent::Style(wanted), LiveResource::Style(live)) => verify_style(wanted, live),
        (ResourceContent::TermSet(wanted), LiveResource::TermSet(live)) => verify_term_set(wanted, live),
        (ResourceContent::StyleProfile(wanted), LiveResource::StyleProfile(live)) => {
            verify_style_profile(wanted, &live.content)
        }
        (ResourceContent::Style(_) | ResourceContent::TermSet(_) | ResourceContent::StyleProfile(_), _) => {
            (Vec::new(), vec!["it is of another kind".to_owned()])
        }
    };
    if wrong.is_empty() { Ok(remarks) } else { Err(format!("the service has a different value: {}", wrong.join("; "))) }
}

/// What the service merely writes differently, and what is not as it was wanted.
fn verify_style(wanted: &StyleContent, live: &LiveStyle) -> (Vec<String>, Vec<String>) {
    let said = live.content();
    if said.same_content(wanted) {
        return (Vec::new(), Vec::new());
    }
    let mut remarks = Vec::new();
    let mut wrong = Vec::new();
    if said.name != wanted.name {
        let remark = format!("name {:?} is stored as {:?}", wanted.name, said.name);
        if is_equal_normalized(&said.name, &wanted.name) { remarks.push(remark) } else { wrong.push(remark) }
    }
    if said.language != wanted.language {
        wrong.push(format!("language {} is stored as {}", wanted.language, said.language));
    }
    for (key, value) in &wanted.rules {
        let stored = said.rules.get(key);
        if stored != Some(value) {
            wrong
                .push(format!("rule {key} was sent as {value} and is {}", stored.map_or("absent", SharedText::as_str)));
        }
    }
    for key in said.rules.keys().filter(|key| !wanted.rules.contains_key(*key)) {
        wrong.push(format!("rule {key} is set although it was not sent"));
    }
    let mut unmatched: Vec<&Instruction> = said.instructions.iter().collect();
    for instruction in &wanted.instructions {
        let Some(at) = unmatched.iter().position(|live| live.label == instruction.label) else {
            wrong.push(format!("instruction {:?} is absent", instruction.label));
            continue;
        };
        let live = unmatched.remove(at);
        if live.source_language != instruction.source_language {
            wrong.push(format!("the source language of instruction {:?} is another", instruction.label));
        }
        if live.prompt != instruction.prompt {
            let remark = format!("the prompt of instruction {:?} is stored differently", instruction.label);
            if is_equal_normalized(&live.prompt, &instruction.prompt) {
                remarks.push(remark)
            } else {
                wrong.push(remark)
            }
        }
    }
    wrong
        .extend(unmatched.iter().map(|live| format!("instruction {:?} is there although it was not sent", live.label)));
    (remarks, wrong)
}

/// What the service merely writes differently, and what is not as it was wanted.
fn verify_term_set(wanted: &TermSet, live: &LiveTermSet) -> (Vec<String>, Vec<String>) {
    let said = live.content();
    let (mut remarks, mut wrong) = (Vec::new(), Vec::new());
    if said.name != wanted.name {
        let remark = format!("name {:?} is stored as {:?}", wanted.name, said.name);
        if is_equal_normalized(&said.name, &wanted.name) { remarks.push(remark) } else { wrong.push(remark) }
    }
    for (part, entries) in &wanted.parts {
        match said.parts.get(part) {
            None => wrong.push(format!("the {} {part} is absent", part.noun())),
            Some(stored) if stored == entries => {}
            Some(stored) => verify_part(part, entries, stored, &mut remarks, &mut wrong),
        }
    }
    for part in said.parts.keys().filter(|part| !wanted.parts.contains_key(*part)) {
        wrong.push(format!("the {} {part} is there although it was not sent", part.noun()));
    }
    (remarks, wrong)
}

/// What the service merely writes differently, and what is not as it was wanted.
fn verify_style_profile(wanted: &ProfileContent, live: &ProfileContent) -> (Vec<String>, Vec<String>) {
    let (mut remarks, mut wrong) = (Vec::new(), Vec::new());
    let mut judge = |what: &str, wanted: &str, live: &str| {
        let remark = format!("{what} {wanted:?} is stored as {live:?}");
        if is_equal_normalized(wanted, live) { remarks.push(remark) } else { wrong.push(remark) }
    };
    if wanted.name != live.name {
        judge("name", &wanted.name, &live.name);
    }
    let text = |value: Option<&ProfileValue>| match value {
        None => String::new(),
        Some(ProfileValue::Text(text)) => text.clone(),
        Some(ProfileValue::On) => "true".to_owned(),
        Some(ProfileValue::Links(links)) => links.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
    };
    for field in ProfileField::ALL {
        let (sent, stored) = (wanted.fields.get(&field), live.fields.get(&field));
        if sent != stored {
            judge(field.as_str(), &text(sent), &text(stored));
        }
    }
    (remarks, wrong)
}

fn verify_part(
    part: &TermSetPart,
    sent: &TermEntries,
    stored: &TermEntries,
    remarks: &mut Vec<String>,
    wrong: &mut Vec<String>,
) {
    let (mut lacking, mut other, mut differently) = (Vec::new(), Vec::new(), 0);
    let mut left: BTreeMap<String, &String> =
        stored.iter().map(|(source, target)| (normalize_text(source), target)).collect();
    for (source, target) in sent.iter() {
        match left.remove(&normalize_text(source)) {
            None => lacking.push(source),
            Some(held) if !is_equal_normalized(held, target) => other.push(source),
            Some(_) if stored.get(source) != Some(target) => differently += 1,
            Some(_) => {}
        }
    }
    if differently > 0 {
        remarks.push(format!("{} of {part} stored differently", part.count_entries(differently)));
    }
    let unasked: Vec<&String> = stored.keys().filter(|source| left.contains_key(&normalize_text(source))).collect();
    for (entries, what) in [(lacking, "absent"), (other, "another"), (unasked, "there although not sent")] {
        if !entries.is_empty() {
            wrong.push(format!("{} of {part} {what}: {}", part.count_entries(entries.len()), quote_entries(&entries)));
        }
    }
}

fn normalize_text(text: &str) -> String {
    use unicode_normalization::UnicodeNormalization as _;
    text.trim().nfc().collect()
}

fn quote_entries(entries: &[&String]) -> String {
    let mut names: Vec<String> = entries.iter().take(MAX_NAMED_ENTRIES).map(|entry| format!("{entry:?}")).collect();
    if entries.len() > MAX_NAMED_ENTRIES {
        names.push("…".to_owned());
    }
    names.join(", ")
}

/// Equal but for white space at the edges and the Unicode normal form.
pub(crate) fn is_equal_normalized(a: &str, b: &str) -> bool {
    use unicode_normalization::UnicodeNormalization as _;
    a == b || a.trim().nfc().eq(b.trim().nfc())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::style::LiveInstruction;
    use crate::model::term_set::{LiveTermSetPart, TermSetKind};
    use crate::model::{Id, Language};

    /// `é` in one character, and as a letter with a mark.
    const COMPOSED: &str = "caf\u{e9}";
    const DECOMPOSED: &str = "cafe\u{301}";

    #[test]
    fn a_prompt_that_is_written_differently_is_a_remark_and_another_one_is_wrong() {
        let instruction =
            |prompt: &str| Instruction { label: "Tone".into(), prompt: prompt.into(), source_language: None };
        let wanted = StyleContent {
            name: "Shop".to_owned(),
            language: Language::new("de"),
            rules: BTreeMap::new(),
            instructions: vec![instruction(COMPOSED)],
        };
        let verify = |prompt: &str| {
            let held = LiveStyle {
                id: Id::new("a-1").unwrap(),
                name: wanted.name.clone(),
                language: wanted.language.clone(),
                version: 1,
                rules: BTreeMap::new(),
                opaque_rules: BTreeMap::new(),
                instructions: vec![LiveInstruction { id: Id::new("i-1").unwrap(), instruction: instruction(prompt) }],
                updated_time: String::new(),
            };
            verify_resource(&ResourceContent::Style(wanted.clone()), &LiveResource::Style(held))
        };
        assert_eq!(verify(COMPOSED), Ok(Vec::new()));
        let remark = "the prompt of instruction \"Tone\" is stored differently";
        assert_eq!(verify(DECOMPOSED), Ok(vec![remark.to_owned()]));
        assert_eq!(verify("cafe"), Err(format!("the service has a different value: {remark}")));
    }

    #[test]
    fn entries_that_are_written_differently_are_a_remark_and_others_are_named() {
        let entries = |entries: &[(&str, &str)]| -> TermEntries {
            TermEntries::new(entries.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect())
        };
        let part = TermSetPart::Dictionary { source: Language::new("fr"), target: Language::new("en") };
        let verify = |sent: &[(&str, &str)], stored: &[(&str, &str)]| {
            let wanted = TermSet {
                kind: TermSetKind::Glossary,
                name: "Terms".to_owned(),
                parts: BTreeMap::from([(part.clone(), entries(sent))]),
            };
            let stored = LiveTermSetPart { entry_count: stored.len() as u64, entries: Some(entries(stored)) };
            let held = LiveTermSet {
                kind: TermSetKind::Glossary,
                id: Id::new("g-1").unwrap(),
                name: "Terms".to_owned(),
                creation_time: String::new(),
                parts: BTreeMap::from([(part.clone(), stored)]),
            };
            verify_resource(&ResourceContent::TermSet(wanted), &LiveResource::TermSet(held))
        };
        let wrong = |what: &str| Err(format!("the service has a different value: 1 entry of fr > en {what}"));
        let two = [(COMPOSED, "coffee"), ("th\u{e9}", "tea")];
        assert_eq!(verify(&two, &two), Ok(Vec::new()));
        let stored = [(DECOMPOSED, "coffee"), ("the\u{301}", " tea")];
        assert_eq!(verify(&two, &stored), Ok(vec!["2 entries of fr > en stored differently".to_owned()]));
        assert_eq!(verify(&two, &two[..1]), wrong("absent: \"th\u{e9}\""));
        assert_eq!(verify(&two[..1], &two), wrong("there although not sent: \"th\u{e9}\""));
        assert_eq!(verify(&two, &[two[0], ("th\u{e9}", "coffee")]), wrong("another: \"th\u{e9}\""));
        // Both spellings were sent, and both are held.
        let spellings = [(COMPOSED, "coffee"), (DECOMPOSED, "coffee shop")];
        assert_eq!(verify(&spellings, &spellings), Ok(Vec::new()));
    }
}
