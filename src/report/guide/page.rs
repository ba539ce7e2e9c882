//! A guide as a page in Markdown, for people who write.

use crate::report::guide::{Guide, GuideRule, language_name, one_line};
use crate::report::humanize::count_noun;
use crate::report::sanitize::Sanitized;

/// The page. Foreign text is inert in it: it opens no markup and no link.
#[must_use]
pub fn render_page(guide: &Guide<'_>) -> String {
    let phrases = guide.words.phrases();
    let mut out = format!(
        "<!-- Written by `housestyle guide {key}`: change the style, not this page. -->\n\n# {name}\n\n",
        key = guide.key,
        name = escape_foreign(guide.name)
    );
    out.push_str(&format!("{} (`{}`). {}.\n", language_name(guide.language), guide.language, counts(guide)));
    if !guide.instructions.is_empty() {
        out.push_str(&format!("\n## {}\n\n", phrases.instructions));
        for instruction in &guide.instructions {
            let label = escape_foreign(&instruction.label);
            out.push_str(&format!(
                "- **{label}**{}{}\n",
                phrases.colon,
                escape_foreign(&one_line(&instruction.prompt))
            ));
        }
    }
    for chapter in &guide.chapters {
        out.push_str(&format!("\n## {}\n\n", escape_foreign(&chapter.title)));
        for rule in &chapter.rules {
            push_rule(&mut out, guide, rule);
        }
    }
    if !guide.terms.is_empty() {
        out.push_str(&format!("\n## {}\n", phrases.terms));
        push_terms(&mut out, guide, usize::MAX);
    }
    push_unsaid(&mut out, guide);
    out
}

fn push_rule(out: &mut String, guide: &Guide<'_>, rule: &GuideRule<'_>) {
    let phrases = guide.words.phrases();
    let name = rule.rule.to_string();
    out.push_str(&format!("- <a id=\"{name}\"></a>{} `{name}`\n", escape_foreign(&rule.sentence)));
    for (label, text) in [(phrases.right, &rule.right), (phrases.wrong, &rule.wrong)] {
        if let Some(text) = text {
            out.push_str(&format!("  - {label}{}{}\n", phrases.colon, escape_own(text)));
        }
    }
}

/// What is in a guide, in one line.
pub(super) fn counts(guide: &Guide<'_>) -> String {
    let parts = [(guide.instructions.len(), "instruction"), (guide.rule_count(), "rule"), (guide.term_count(), "term")];
    let parts = parts.into_iter().filter(|(n, _)| *n > 0).map(|(n, noun)| count_noun(n, noun));
    parts.collect::<Vec<_>>().join(", ")
}

/// At most so many terms as tables, one for each source language; how many were left out.
pub(super) fn push_terms(out: &mut String, guide: &Guide<'_>, mut room: usize) -> usize {
    let mut left_out = 0;
    for (source, entries) in &guide.terms {
        let kept = entries.len().min(room);
        left_out += entries.len() - kept;
        room -= kept;
        if kept == 0 {
            continue;
        }
        out.push_str(&format!("\n| {} | {} |\n|---|---|\n", language_name(source), language_name(guide.language)));
        for (term, translation) in entries.iter().take(kept) {
            out.push_str(&format!("| {} | {} |\n", escape_foreign(term), escape_foreign(translation)));
        }
    }
    left_out
}

/// Rules that nothing is said of, by name.
pub(super) fn push_unsaid(out: &mut String, guide: &Guide<'_>) {
    if guide.unsaid.is_empty() {
        return;
    }
    out.push_str(&format!("\n## {}\n\n", guide.words.phrases().unsaid));
    for (rule, value) in &guide.unsaid {
        out.push_str(&format!("- {} = {}\n", escape_foreign(&rule.to_string()), escape_foreign(value)));
    }
}

/// Text of a file, as text in Markdown: on one line, with hidden characters made visible.
pub(super) fn escape_foreign(text: &str) -> String {
    escape_own(&Sanitized(text).to_string())
}

/// Text of the catalogue or of a detector, as text in Markdown on one line. Spaces that do not break stay what they are.
pub(super) fn escape_own(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c == '\n' {
            out.push_str("<br>");
            continue;
        }
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' | '&' | '#') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
