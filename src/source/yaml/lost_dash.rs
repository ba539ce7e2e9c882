//! A list item whose `-` was forgotten: its fields look like those of the item above, set a second time.
//!
//! Said once, at the field that begins the item. Deleting one of the two would lose what the item says.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, SourceFile, Span};
use crate::source::shorten::shorten_line;

/// Findings in which the keys of an item without its dash are one finding.
pub(super) fn merge_lost_dashes(file: &Arc<SourceFile>, findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let first_of = |finding: &Diagnostic| finding.secondary.first().map(|label| label.span);
    // Where an item begins, and where the field is that begins it a second time.
    let lost: Vec<(Span, Span)> = findings
        .iter()
        .filter(|finding| finding.code == Code::DuplicateKey)
        .filter_map(|finding| Some((first_of(finding)?, finding.primary.span)))
        .filter(|(first, again)| begins_item(file, *first) && begins_line(file, *again))
        .collect();
    if lost.is_empty() {
        return findings;
    }
    let follows = |finding: &Diagnostic| {
        let Some(first) = first_of(finding).filter(|_| finding.code == Code::DuplicateKey) else { return false };
        lost.iter().any(|(item, again)| *item < first && first < *again && *again < finding.primary.span)
    };
    let merged = findings.into_iter().filter(|finding| !follows(finding)).map(|finding| {
        let again = finding.primary.span;
        match lost.iter().find(|(_, field)| finding.code == Code::DuplicateKey && *field == again) {
            Some((item, _)) => lost_dash(file, *item, again),
            None => finding,
        }
    });
    merged.collect()
}

fn line_before(file: &SourceFile, span: Span) -> &str {
    let before = &file.text()[..span.start as usize];
    &before[before.rfind('\n').map_or(0, |at| at + 1)..]
}

/// Whether a key stands right behind the dash of a list item.
fn begins_item(file: &SourceFile, key: Span) -> bool {
    let lead = line_before(file, key);
    lead.trim().ends_with('-') && lead.chars().all(|c| matches!(c, ' ' | '-'))
}

fn begins_line(file: &SourceFile, key: Span) -> bool {
    line_before(file, key).chars().all(|c| c == ' ')
}

fn lost_dash(file: &Arc<SourceFile>, item: Span, again: Span) -> Diagnostic {
    let key = shorten_line(file.slice(again));
    let finding = Diagnostic::new(Code::DuplicateKey, file, again, format!("`{key}` is set twice in one list item"))
        .with_label("begins the next item")
        .with_secondary(item, "the item begins here")
        .with_note("without its `-`, what it says would belong to the item above")
        .with_help(format!("write `- {key}:`"));
    let start = again.start as usize;
    let room = line_before(file, again).ends_with("  ");
    if !room {
        return finding;
    }
    finding.with_fix(Fix {
        title: "write the `-` of the item".to_owned(),
        safety: Safety::Unsafe,
        edits: vec![Edit { span: Span::new(start - 2, start), text: "- ".to_owned() }],
    })
}
