//! `syntax`: an instruction that was put among the rules, above the list that it belongs to.

use crate::diagnostic::{Code, Diagnostic, Edit, Span};

/// What a list of instructions stands below.
const LIST: &str = "custom_instructions:";

/// Says of items among the entries of a mapping that they are instructions, with the edit that moves them to the end of their list.
pub(super) fn explain_misplaced(findings: &mut [Diagnostic]) {
    // A head of its own would set the list a second time.
    let is_open = |finding: &&mut Diagnostic| {
        let head = format!("write `{LIST}` above");
        let another = finding.help.as_deref().is_some_and(|help| help.starts_with(&head));
        finding.code == Code::Syntax && (finding.fix.is_none() || another)
    };
    for finding in findings.iter_mut().filter(is_open) {
        let Some(edits) = move_below_list(finding) else { continue };
        "an instruction among the rules".clone_into(&mut finding.message);
        "belongs below `custom_instructions`".clone_into(&mut finding.primary.text);
        *finding = finding.clone().offering("move its lines to the end of `custom_instructions`", edits);
    }
}

/// The edits that move the item which begins at a finding behind the last line of the only list of instructions below it.
fn move_below_list(finding: &Diagnostic) -> Option<Vec<Edit>> {
    let text = finding.file.text();
    let start = finding.primary.span.start as usize;
    let start = text[..start].rfind('\n').map_or(0, |end| end + 1);
    let depth = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let (first, below) = text[start..].split_at(text[start..].find('\n')? + 1);
    let inside = |outer: usize| move |line: &&str| depth(line) > outer && !line.trim().is_empty();
    let length =
        first.len() + below.split_inclusive('\n').take_while(inside(depth(first))).map(str::len).sum::<usize>();
    let item = &text[start..start + length];
    let has = |field: &str| item.lines().any(|line| line.trim_start_matches([' ', '-']).starts_with(field));
    if !first.trim_start().starts_with("- ") || !has("label:") || !has("prompt:") || text.matches(LIST).count() != 1 {
        return None;
    }
    let last = start + length - 1;
    let list = last + text[last..].find(&format!("\n{LIST}\n"))? + LIST.len() + 2;
    let others: usize = text[list..].split_inclusive('\n').take_while(inside(0)).map(str::len).sum();
    let end = list + others;
    // Items of another depth would be none of the list.
    if depth(&text[list..]) != depth(first) || !text[..end].ends_with('\n') {
        return None;
    }
    let removed = Edit { span: Span::new(start, start + length), text: String::new() };
    Some(vec![removed, Edit { span: Span::empty_at(end), text: item.to_owned() }])
}
