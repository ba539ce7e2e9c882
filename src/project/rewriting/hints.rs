//! What could be said shorter: rules that a base says already, prompts that hardly differ, lists that say nothing.
//!
//! Hints are no findings: nothing about them is wrong, so they have no code, fail nothing, and are shown to who asks for them.

use std::collections::BTreeMap;

use crate::check::Desired;
use crate::diagnostic::Place;
use crate::model::Kind;
use crate::model::style::{Instruction, RuleKey, Style};
use crate::project::rewriting::merge::{find_document, inherited_desired};
use crate::project::rewriting::project_files::ProjectFiles;
use crate::report::Sanitized;
use crate::report::sequence_diff::similarity_ratio;
use crate::source::{Node, ParsedFile};

/// Something that could be shorter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hint {
    /// Where.
    pub place: Place,
    /// What: lower-case start, no full stop.
    pub message: String,
    /// What to do, as an order.
    pub help: String,
}

/// Least share of words that two prompts have in common to be near.
const NEAR: f64 = 0.85;
/// Fewest characters of a prompt that is compared: short ones are near to many.
const MIN_PROMPT_CHARS: usize = 20;
/// Most prompts of one language and label that are compared with each other.
const MAX_COMPARED: usize = 60;

/// Every hint of a valid project, in order of place.
#[must_use]
pub fn find_hints(files: &ProjectFiles<'_>, desired: &Desired) -> Vec<Hint> {
    let mut hints = Vec::new();
    let inherited = inherited_desired(files);
    for list in desired.styles().values() {
        if list.rules.is_empty() && list.instructions.is_empty() {
            hints.push(Hint {
                place: list.place.clone(),
                message: format!("the list `{}` sets no rule and has no instruction", list.key),
                help: "add some, or delete the file".to_owned(),
            });
        }
        let base = inherited.as_ref().and_then(|inherited| inherited.styles().get(&list.key));
        if let (Some(base), Some((parsed, root))) = (base, own_document(files, list)) {
            hints.extend(redundant_rules(parsed, root, base));
            hints.extend(redundant_instructions(parsed, root, base));
        }
    }
    hints.extend(near_prompts(desired));
    hints.sort();
    hints.dedup();
    hints
}

fn own_document<'a>(files: &'a ProjectFiles<'_>, list: &Style) -> Option<(&'a ParsedFile, &'a Node)> {
    let parsed = files.get(&list.place.file)?;
    let at = find_document(parsed, Kind::Style, &list.key)?;
    Some((parsed, parsed.documents.get(at)?))
}

fn redundant_rules(parsed: &ParsedFile, root: &Node, base: &Style) -> Vec<Hint> {
    let mut hints = Vec::new();
    for category in root.get("configured_rules").map(Node::entries).unwrap_or_default() {
        for rule in category.value.entries() {
            let key = RuleKey::new(&category.key.value, &rule.key.value);
            let given = base.rules.get(&key).filter(|given| rule.value.text() == Some(given.value.as_str()));
            if let Some(given) = given {
                hints.push(Hint {
                    place: parsed.file.place_of(rule.key.span),
                    message: format!(
                        "`{}` has the value that {} gives already",
                        Sanitized(&key.to_string()),
                        given.place
                    ),
                    help: "take the line out".to_owned(),
                });
            }
        }
    }
    hints
}

fn redundant_instructions(parsed: &ParsedFile, root: &Node, base: &Style) -> Vec<Hint> {
    let items = root.get("custom_instructions").map(Node::items).unwrap_or_default();
    let text = |item: &Node, field: &str| item.get(field).and_then(Node::text).map(str::to_owned);
    let same = |item: &Node, given: &Instruction| {
        text(item, "label").as_deref() == Some(given.label.as_str())
            && text(item, "prompt").as_deref() == Some(given.prompt.as_str())
            && text(item, "source_language").map(|code| code.to_ascii_lowercase())
                == given.source_language.as_ref().map(|code| code.as_str().to_owned())
    };
    let found = items.iter().filter_map(|item| {
        let given = base.instructions.iter().find(|given| same(item, &given.value))?;
        Some(Hint {
            place: parsed.file.place_of(item.span),
            message: format!("{} has the instruction `{}` already", given.place, Sanitized(&given.value.label)),
            help: "take the instruction out".to_owned(),
        })
    });
    found.collect()
}

/// Prompts of one language and label whose texts differ in a word or two, each told once beside the first that it is near to.
fn near_prompts(desired: &Desired) -> Vec<Hint> {
    let mut groups: BTreeMap<(&str, String), BTreeMap<&str, &Place>> = BTreeMap::new();
    for list in desired.styles().values() {
        for instruction in &list.instructions {
            let prompt = instruction.value.prompt.as_str();
            if prompt.chars().count() >= MIN_PROMPT_CHARS {
                let group = (list.language.value.as_str(), instruction.value.label.to_lowercase());
                groups.entry(group).or_default().entry(prompt).or_insert(&instruction.place);
            }
        }
    }
    let mut hints = Vec::new();
    for ((_, label), prompts) in groups {
        let prompts: Vec<(&str, &Place)> = prompts.into_iter().take(MAX_COMPARED).collect();
        for (at, (prompt, place)) in prompts.iter().enumerate() {
            let near = prompts[..at].iter().find(|(other, _)| {
                let (other, prompt) = (fold(other), fold(prompt));
                similarity_ratio(&split_words(&other), &split_words(&prompt)) >= NEAR
            });
            if let Some((_, other)) = near {
                hints.push(Hint {
                    place: (*place).clone(),
                    message: format!("the prompt of `{}` is nearly that at {other}", Sanitized(&label)),
                    help: "make them equal, so that a base can hold it (housestyle extract)".to_owned(),
                });
            }
        }
    }
    hints
}

/// A prompt without what people do not mean to differ in. Scripts without spaces are compared by character.
fn fold(prompt: &str) -> String {
    let words: String = prompt
        .to_lowercase()
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { ' ' })
        .flat_map(|c| if c > '\u{2e80}' { vec![c, ' '] } else { vec![c] })
        .collect();
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The words of a folded prompt, each with the space behind it, which counts as a word.
fn split_words(folded: &str) -> Vec<&str> {
    folded.split(' ').flat_map(|word| [word, " "]).collect()
}
