//! Findings counted by what they are about: for the first look at a repository, where a list of all would be read by nobody.
//!
//! Always holds: every finding is counted in exactly one group, the largest group first; each says where its first ones are,
//! who asks for it, and which line of the project file sets it aside.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::{AskingStyle, Diagnostic, Safety};
use crate::report::findings::FindingTotals;
use crate::report::humanize::count_noun;
use crate::report::render_options::{RenderOptions, TextTone};
use crate::report::sanitize::Sanitized;

/// Places of a group that are shown.
const PLACES: usize = 3;

/// Columns of the words that stand at a place.
const WORDS: usize = 60;

/// Groups of findings with counts and first places, then the line that counts. `files` is the number of files that were read.
#[must_use]
pub fn render_summary(findings: &[Diagnostic], files: usize, options: &RenderOptions) -> String {
    let mut groups: BTreeMap<String, Vec<&Diagnostic>> = BTreeMap::new();
    for finding in findings {
        groups.entry(finding.id().into_owned()).or_default().push(finding);
    }
    let mut groups: Vec<(String, Vec<&Diagnostic>)> = groups.into_iter().collect();
    groups.sort_by_key(|(_, group)| std::cmp::Reverse(count_all(group)));
    let mut out = String::new();
    for (id, group) in &groups {
        write_group(&mut out, id, group, options);
        out.push('\n');
    }
    out.push_str(&format!("{}\n", FindingTotals::from_findings(findings).summary_line(files)));
    if !groups.is_empty() {
        let known = options.paint(TextTone::Help, "housestyle lint --write-baseline");
        out.push_str(&format!("to set today's findings aside: {known}\n"));
    }
    out
}

fn count_all(group: &[&Diagnostic]) -> usize {
    group.iter().map(|finding| finding.omitted.max(1)).sum()
}

fn write_group(out: &mut String, id: &str, group: &[&Diagnostic], options: &RenderOptions) {
    let files = group.iter().map(|finding| finding.file.shown_path()).collect::<BTreeSet<_>>().len();
    let is_safe = |finding: &&&Diagnostic| finding.fix.as_ref().is_some_and(|fix| fix.safety == Safety::Safe);
    let safe = match group.iter().filter(is_safe).count() {
        0 => String::new(),
        safe => format!(", {safe} with a safe fix"),
    };
    let (head, count) = (options.paint(TextTone::Strong, id), count_all(group));
    out.push_str(&format!("{head}: {count} in {}{safe}\n", count_noun(files, "file")));
    for finding in group.iter().take(PLACES) {
        let place = finding.primary_place();
        let words = match finding.file.slice(finding.primary.span) {
            "" => finding.message.as_str(),
            words => words,
        };
        let words = options.truncate_text(&words.split_whitespace().collect::<Vec<_>>().join(" "), WORDS);
        out.push_str(&format!("  {}:{}:{}: {words}\n", Sanitized(&place.file), place.line, place.column));
    }
    if group.len() > PLACES {
        let more = group.len() - PLACES;
        out.push_str(&format!("  {} and {more} more\n", options.pick_glyph("…", "...")));
    }
    let Some(first) = group.first() else { return };
    let mut asking: Vec<&AskingStyle> =
        group.iter().filter_map(|finding| finding.departs_from.as_ref()?.style.as_ref()).collect();
    asking.dedup();
    asking.sort_by_key(|style| &style.place);
    asking.dedup();
    for AskingStyle { address, place } in asking.into_iter().take(PLACES) {
        out.push_str(&format!("  asked for by {} at {}\n", Sanitized(address), Sanitized(&place.to_string())));
    }
    if first.code.is_relaxable() {
        let line = options.paint(TextTone::Help, format!("\"{id}\" = \"off\""));
        out.push_str(&format!("  turned off by this line below [lints] in housestyle.toml: {line}\n"));
    }
}
