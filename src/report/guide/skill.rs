//! A guide as a skill file for agents: front matter that says when to read it, then rules in one line each.
//!
//! Invariant: at most [`MAX_SKILL_LINES`] lines, whatever the list and its glossaries hold; what is left out is counted.

use crate::model::digest;
use crate::report::guide::page::{counts, escape_foreign, escape_own, push_terms, push_unsaid};
use crate::report::guide::{Guide, GuideRule, language_name, one_line};

/// Most lines of a skill file.
pub const MAX_SKILL_LINES: usize = 500;

/// Lines that are kept free below the tables of terms.
const RESERVED_LINES: usize = 12;

/// The name of the skill, which is that of its folder: lower-case letters of ASCII, digits and hyphens, at most 64.
#[must_use]
pub fn skill_name(key: &str) -> String {
    let mut slug = String::new();
    for c in key.chars() {
        if c.is_ascii_alphanumeric() {
            slug.push(c.to_ascii_lowercase());
        } else if !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug = slug.trim_matches('-');
    // Keys that differ in what was dropped stay apart.
    let lossy = slug.len() > 40 || key.chars().any(|c| !c.is_ascii_alphanumeric() && c != '-') || slug.is_empty();
    let kept: String = slug.chars().take(40).collect();
    if lossy {
        let mark = digest::short_digest(digest::digest_of_bytes(key), 6);
        format!("house-style-{}{}{mark}", kept.trim_end_matches('-'), if kept.is_empty() { "" } else { "-" })
    } else {
        format!("house-style-{kept}")
    }
}

/// The file.
#[must_use]
pub fn render_skill(guide: &Guide<'_>) -> String {
    let phrases = guide.words.phrases();
    let language = language_name(guide.language);
    let name = escape_foreign(guide.name);
    let description = format!(
        "House style \"{}\" for texts in {language}. Read it before you write, translate or review such texts.",
        guide.name
    );
    let mut out = format!(
        "---\nname: {}\ndescription: {}\n---\n\n\
         <!-- Written by `housestyle guide {key} --for agent`: change the style, not this file. -->\n\n\
         # {name}\n\n{}. Check a text: `housestyle lint FILE --style {key}`. A rule in full: `housestyle explain RULE`.\n",
        skill_name(guide.key),
        serde_json::Value::from(description),
        counts(guide),
        key = guide.key,
    );
    let mut body = String::new();
    if !guide.instructions.is_empty() {
        body.push_str(&format!("\n## {}\n\n", phrases.instructions));
        for instruction in &guide.instructions {
            let (label, prompt) = (escape_foreign(&instruction.label), escape_foreign(&one_line(&instruction.prompt)));
            body.push_str(&format!("- {label}{}{prompt}\n", phrases.colon));
        }
    }
    for chapter in &guide.chapters {
        body.push_str(&format!("\n## {}\n\n", escape_foreign(&chapter.title)));
        for rule in &chapter.rules {
            push_rule(&mut body, guide, rule);
        }
    }
    push_unsaid(&mut body, guide);
    let used = out.lines().count();
    let room = MAX_SKILL_LINES.saturating_sub(used + RESERVED_LINES);
    let lines: Vec<&str> = body.lines().collect();
    for line in lines.iter().take(room) {
        out.push_str(line);
        out.push('\n');
    }
    let left_out = lines.iter().skip(room).filter(|line| line.starts_with("- ")).count();
    let heads = 4 * guide.terms.len();
    let room = room.saturating_sub(lines.len() + heads);
    let mut terms_left_out = guide.term_count();
    if room > 0 && terms_left_out > 0 {
        out.push_str(&format!("\n## {}\n", phrases.terms));
        terms_left_out = push_terms(&mut out, guide, room);
    }
    if left_out + terms_left_out > 0 {
        out.push_str(&format!(
            "\nLeft out here: {left_out} lines and {terms_left_out} terms. All of them: `housestyle guide {}`.\n",
            guide.key
        ));
    }
    out
}

fn push_rule(out: &mut String, guide: &Guide<'_>, rule: &GuideRule<'_>) {
    let phrases = guide.words.phrases();
    out.push_str(&format!("- {} `{}`", escape_foreign(&rule.sentence), rule.rule));
    for (label, text) in [(phrases.right, &rule.right), (phrases.wrong, &rule.wrong)] {
        if let Some(text) = text {
            out.push_str(&format!(" · {label}{}{}", phrases.colon, escape_own(text)));
        }
    }
    out.push('\n');
}
