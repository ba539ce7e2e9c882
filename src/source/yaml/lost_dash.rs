//! A list item whose `-` was forgotten: its fields look like those of the item above, set a second time.
//!
//! Said once, at the field that begins the item. Deleting one of the two would lose what the item says. Where the whole line of the
//! dash was lost, several fields are set again in their order: that is one finding, too.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, SourceFile, Span};
use crate::source::duplicate::first_field_of_item;
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
        return merge_lost_first_lines(file, findings);
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
    merge_lost_first_lines(file, merged.collect())
}

/// Findings in which fields that an item of a list sets again, one behind the other, are one finding where the line is lost that
/// begins the next item.
fn merge_lost_first_lines(file: &Arc<SourceFile>, mut findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let place = |finding: &Diagnostic| {
        let first = finding.secondary.first().filter(|_| finding.code == Code::DuplicateKey)?.span;
        let again = finding.primary.span;
        (begins_line(file, first) && begins_line(file, again)).then_some((first, again))
    };
    let mut places: Vec<(Span, Span)> = findings.iter().filter_map(place).collect();
    places.sort_by_key(|(_, again)| *again);
    let column = |key: Span| line_before(file, key).len();
    // Both runs are of one depth and in one order, and the second begins behind the first.
    let goes_on = |before: &(Span, Span), next: &(Span, Span)| {
        before.0 < next.0 && next.0 < before.1 && column(before.1) == column(next.1) && column(next.0) == column(next.1)
    };
    for run in places.chunk_by(goes_on).filter(|run| run.len() > 1) {
        let ((first, begins), last) = (run[0], run[run.len() - 1].1);
        let Some(told) = lost_first_line(file, first, begins) else { continue };
        let in_run = |finding: &Diagnostic| {
            let at = finding.primary.span;
            finding.code == Code::DuplicateKey && begins <= at && at <= last && column(at) == column(begins)
        };
        findings.retain(|finding| !in_run(finding));
        findings.push(told);
    }
    findings.sort_by_key(|finding| (finding.primary.span, finding.code));
    findings
}

/// The finding about the first field that is set again in an item whose own first field is not: with the line above it, where that
/// says a language in which only another field differs.
fn lost_first_line(file: &Arc<SourceFile>, first: Span, again: Span) -> Option<Diagnostic> {
    let field = first_field_of_item(file, first)?;
    let start = field.as_ptr() as usize - file.text().as_ptr() as usize;
    let item = Span::new(start, start + field.len());
    let line = file.text()[start..].lines().next()?.trim_end();
    let key = shorten_line(file.slice(again));
    let message = format!("`{key}` begins the next item, whose line `- {field}: …` is lost");
    let finding = Diagnostic::new(Code::DuplicateKey, file, again, message)
        .with_label("set in the item above already")
        .with_secondary(item, "the item begins here")
        .with_help(format!("write its `- {field}: …` above it"));
    let value = |key: Span| file.text()[key.end as usize..].lines().next().unwrap_or_default();
    let is_other_pair = field == "source_language" && value(first).trim() != value(again).trim();
    let lead = line_before(file, again).len().checked_sub(2).filter(|_| is_other_pair && !line.contains('#'));
    Some(match lead {
        Some(lead) => {
            let end = if file.text().contains("\r\n") { "\r\n" } else { "\n" };
            let text = format!("{}- {line}{end}", " ".repeat(lead));
            let at = again.start as usize - lead - 2;
            let edits = vec![Edit { span: Span::empty_at(at), text }];
            finding.offering(format!("write `- {}` above it, as in the item before", shorten_line(line)), edits)
        }
        None => finding,
    })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::edit::apply_text_edits;
    use crate::source::yaml::parse;

    const TWO: &str = "d:\n  - source_language: en\n    target_language: de\n    entries:\n      a: b\n    \
                       target_language: nl\n    entries:\n      a: c\n";

    #[test]
    fn fields_that_an_item_sets_again_in_their_order_are_the_next_item() {
        let findings = parse(&SourceFile::new("a.yaml", TWO)).findings;
        let [told] = findings.as_slice() else { panic!("{findings:?}") };
        assert_eq!(told.primary_place().to_string(), "a.yaml:6:5");
        let mended = told.fix.as_ref().and_then(|fix| apply_text_edits(TWO, &fix.edits));
        let wanted = TWO.replace("    target_language: nl", "  - source_language: en\n    target_language: nl");
        assert_eq!(mended, Some(wanted));
    }

    #[test]
    fn what_begins_the_next_item_is_not_made_up() {
        let text = TWO.replace("source_language: en", "label: One");
        let findings = parse(&SourceFile::new("a.yaml", text)).findings;
        assert_eq!(findings.iter().map(|told| told.fix.is_some()).collect::<Vec<_>>(), [false]);
        // One field alone is set twice, and so are those of a document.
        let alone = TWO.replace("    entries:\n      a: c\n", "");
        let document = "a: 1\nb: 2\na: 3\nb: 4\n".to_owned();
        for (text, count) in [(alone, 1), (document, 2)] {
            assert_eq!(parse(&SourceFile::new("a.yaml", text)).findings.len(), count);
        }
    }
}
