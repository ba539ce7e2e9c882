//! A guide as one prompt for another service: plain text of a bounded length, the most important first.
//!
//! Invariant: never longer than asked for, in characters; what was left out for length is named or counted at the end.

use crate::report::guide::{Guide, GuideRule, language_name, one_line};
use crate::report::sanitize::Sanitized;

/// Characters of a prompt where nothing else is asked for.
pub const DEFAULT_PROMPT_CHARACTERS: usize = 4000;

/// A line that may be left out, and how its absence is told.
struct PromptLine {
    /// The line, without its break.
    text: String,
    /// What it is: rules are named, the others counted.
    what: PromptPart,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum PromptPart {
    Instruction,
    Rule(String),
    Term,
}

/// The prompt, of at most `most` characters. Instructions come first, as people wrote them for this style; then rules, then
/// terms; and where all of that fits, examples beside the rules, in their order.
#[must_use]
pub fn render_prompt(guide: &Guide<'_>, most: usize) -> String {
    let head = format!("Write {} in this house style.", language_name(guide.language));
    let lines = prompt_lines(guide);
    let whole: usize = length(&head) + 1 + lines.iter().map(|line| length(&line.text) + 1).sum::<usize>();
    if whole <= most {
        return join(&head, &add_examples(guide, lines, most - whole), "");
    }
    // Fewer lines, until they and the words about the others fit.
    let fitting = (0..lines.len()).rev().find_map(|kept| {
        let text = join(&head, &lines[..kept], &left_out_line(&lines[kept..], true));
        let text = if length(&text) <= most {
            text
        } else {
            join(&head, &lines[..kept], &left_out_line(&lines[kept..], false))
        };
        (length(&text) <= most).then_some(text)
    });
    fitting.unwrap_or_else(|| head.chars().take(most).collect())
}

fn prompt_lines(guide: &Guide<'_>) -> Vec<PromptLine> {
    let instructions = guide.instructions.iter().map(|instruction| PromptLine {
        text: format!("- {}: {}", Sanitized(&instruction.label), Sanitized(&one_line(&instruction.prompt))),
        what: PromptPart::Instruction,
    });
    let rules = guide.chapters.iter().flat_map(|chapter| &chapter.rules).map(|rule| PromptLine {
        text: format!("- {}", Sanitized(&rule.sentence)),
        what: PromptPart::Rule(rule.rule.to_string()),
    });
    let terms = guide.terms.values().flatten().map(|(source, target)| PromptLine {
        text: format!("- \"{}\" is \"{}\".", Sanitized(source), Sanitized(target)),
        what: PromptPart::Term,
    });
    instructions.chain(rules).chain(terms).collect()
}

/// The lines of rules with a right text behind them, as long as there is room.
fn add_examples(guide: &Guide<'_>, mut lines: Vec<PromptLine>, mut room: usize) -> Vec<PromptLine> {
    let rules: Vec<&GuideRule<'_>> = guide.chapters.iter().flat_map(|chapter| &chapter.rules).collect();
    for line in &mut lines {
        let PromptPart::Rule(name) = &line.what else { continue };
        let rule = rules.iter().find(|rule| rule.rule.to_string() == *name);
        if let Some(text) = rule.and_then(|rule| rule.right.as_deref()) {
            let example = format!(" Example: {}", text.replace('\n', " / "));
            if length(&example) <= room {
                room -= length(&example);
                line.text.push_str(&example);
            }
        }
    }
    lines
}

/// What was left out, rules by name or counted.
fn left_out_line(lines: &[PromptLine], named: bool) -> String {
    let count = |what: &PromptPart| lines.iter().filter(|line| line.what == *what).count();
    let rules: Vec<&str> = lines.iter().filter_map(|line| rule_name(&line.what)).collect();
    let mut parts = Vec::new();
    for (n, noun) in [(count(&PromptPart::Instruction), "instructions"), (rules.len(), "rules")] {
        if n > 0 {
            parts.push(format!("{n} {noun}"));
        }
    }
    if named
        && !rules.is_empty()
        && let Some(last) = parts.last_mut()
    {
        last.push_str(&format!(" ({})", rules.join(", ")));
    }
    if count(&PromptPart::Term) > 0 {
        parts.push(format!("{} terms", count(&PromptPart::Term)));
    }
    format!("Left out for length: {}.", parts.join(", "))
}

fn rule_name(part: &PromptPart) -> Option<&str> {
    match part {
        PromptPart::Rule(name) => Some(name),
        PromptPart::Instruction | PromptPart::Term => None,
    }
}

fn join(head: &str, lines: &[PromptLine], tail: &str) -> String {
    let mut out = format!("{head}\n");
    for line in lines {
        out.push_str(&line.text);
        out.push('\n');
    }
    if !tail.is_empty() {
        out.push_str(tail);
        out.push('\n');
    }
    out
}

fn length(text: &str) -> usize {
    text.chars().count()
}
