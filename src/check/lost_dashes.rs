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
