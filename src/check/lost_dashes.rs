//! Lists that read as one mapping, as the dashes of their entries are lost or stand in a comment.

use std::sync::Arc;

use crate::check::half_commented;
use crate::diagnostic::{Code, Diagnostic, Edit, Span};
use crate::schema::edits;

/// Makes one finding of each such list: where a list is due, a field that is set again begins the next entry.
pub(super) fn tell_lost_dashes(findings: &mut Vec<Diagnostic>) {
    let of_list =
        |found: &&Diagnostic| found.code == Code::WrongType && found.message.ends_with("a list, not a mapping");
    let lists: Vec<Diagnostic> = findings.iter().filter(of_list).cloned().collect();
    for list in lists {
        if let Some(told) = tell_sorted_lines(&list) {
            let lines = told.primary.span;
            let of_lines = |found: &Diagnostic| (lines.start..lines.end).contains(&found.primary.span.start);
            findings.retain(|found| !Arc::ptr_eq(&found.file, &list.file) || !of_lines(found));
            findings.push(told);
            continue;
        }
        let first = list.primary.span.start as usize;
        let column = first - edits::line_start(&list.file, first);
        let lines = lines_of_mapping(&list, column);
        let line_of = |span: Span| edits::line_start(&list.file, span.start as usize);
        let in_list = |found: &Diagnostic| {
            Arc::ptr_eq(&found.file, &list.file) && lines.iter().any(|(at, _)| *at == line_of(found.primary.span))
        };
        let is_again = |found: &Diagnostic| found.code == Code::DuplicateKey && in_list(found);
        let mut before = findings.iter().filter(|found| is_again(found)).flat_map(|found| &found.secondary);
        let begins = before.any(|label| label.span.start as usize == first);
        let told = half_commented::offer_first_line(&list, column, &lines)
            .or_else(|| begins.then(|| begin_each(&list, column, &lines)));
        if let Some(told) = told {
            let begins = |found: &Diagnostic| in_list(found) && found.primary.span.start as usize == first;
            findings.retain(|found| !is_again(found) && !begins(found));
            findings.push(told);
        }
    }
}

/// The finding for instructions whose lines an editor sorted: fields stand before the first item, one of them twice, and the items
/// have nothing but their label.
fn tell_sorted_lines(list: &Diagnostic) -> Option<Diagnostic> {
    let start = edits::line_start(&list.file, list.primary.span.start as usize);
    let mut lines: Vec<&str> = list.file.text()[start..].split_inclusive('\n').collect();
    let in_order = |pair: &[&str]| pair[0] <= pair[1] || pair[0].to_lowercase() <= pair[1].to_lowercase();
    let sorted = lines.windows(2).take_while(|pair| pair[1].starts_with(' ') && in_order(pair)).count();
    lines.truncate(sorted + 1);
    let items = lines.iter().position(|line| line.trim_start().starts_with("- "))?;
    let fields: Vec<&str> = lines[..items].iter().filter_map(|line| line.trim().split(": ").next()).collect();
    let twice = fields.iter().enumerate().any(|(at, field)| fields[..at].contains(field));
    let labels = lines[items..].iter().all(|line| line.trim_start().starts_with("- label: "));
    let span = Span::new(start, start + lines.concat().trim_end().len());
    let message = "the lines of these instructions were sorted, as it seems: labels and prompts stand apart";
    let help = "undo it, or take the lines from the last commit; else write each prompt below its label";
    let finding = Diagnostic::new(Code::MissingField, &list.file, span, message).with_help(help);
    (twice && labels && lines.len() > items + 1).then_some(finding)
}

/// The lines of the mapping that a finding is about, with their places; none where it does not begin a line of YAML.
fn lines_of_mapping(list: &Diagnostic, column: usize) -> Vec<(usize, &str)> {
    let (mut next, lead) = (list.primary.span.start as usize - column, " ".repeat(column));
    let below = list.file.text()[next..].split_inclusive('\n').filter(|_| !edits::is_toml(&list.file));
    let placed = below.map(|line| {
        next += line.len();
        (next - line.len(), line)
    });
    let own = placed.take_while(|(_, line)| line.trim().is_empty() || line.starts_with(&lead));
    own.filter(|(_, line)| !line.trim().is_empty()).collect()
}

/// Offers to begin an entry wherever the first field stands.
fn begin_each(list: &Diagnostic, column: usize, lines: &[(usize, &str)]) -> Diagnostic {
    let field = |line: &str| line[column..].split(':').next().unwrap_or_default().to_owned();
    let first = field(lines[0].1);
    let sign = |line: &str| if field(line) == first { "- " } else { "  " }.to_owned();
    let edits = lines.iter().map(|(at, line)| Edit { span: Span::empty_at(at + column), text: sign(line) }).collect();
    let title = format!("write `- ` before each `{first}`, and the other fields, if any, below it");
    list.clone().without_edits().offering(title, edits)
}
