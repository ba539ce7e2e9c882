//! Entries of which the first line alone became a comment: what is left of them goes on in the entry above, or reads as a mapping
//! where there is none.

use crate::diagnostic::{Code, Diagnostic, Edit, SourceFile, Span};
use crate::schema::edits;

/// Offers to comment out the rest of the entry whose field a finding says is set again: the `#` is what was done on purpose.
pub(super) fn offer_rest_of_comment(finding: &Diagnostic) -> Option<Diagnostic> {
    let (file, key) = (&finding.file, finding.primary.span.start as usize);
    let start = edits::line_start(file, key);
    let (above, below) = file.text().split_at_checked(start).filter(|_| finding.code == Code::DuplicateKey)?;
    let entry = comment_at_end(above)?.trim_start_matches(['#', ' ']);
    let begins = entry.starts_with("[[") || entry.starts_with("- ") && entry.contains(": ");
    let column = below.len() - below.trim_start_matches(' ').len();
    if !begins || start + column != key {
        return None;
    }
    let is_rest = |line: &&str| {
        let depth = line.len() - line.trim_start_matches(' ').len();
        line.trim().is_empty() || depth >= column && !line.starts_with('[')
    };
    let (mut at, mut edits) = (start, Vec::new());
    for line in below.split_inclusive('\n').take_while(is_rest) {
        let sign = Edit { span: Span::empty_at(at + column), text: "# ".to_owned() };
        edits.extend((!line.trim().is_empty()).then_some(sign));
        at += line.len();
    }
    let line_of = |at: Span| file.position_at(at.start).line;
    let (last, above) = (edits.last()?.span, Span::empty_at(above.trim_end().len()));
    let (comment, first, last) = (line_of(above), line_of(finding.primary.span), line_of(last));
    let title = edits::comment_title(first, last);
    let message = format!("the entry of line {comment} is commented out by half");
    let told = Diagnostic::new(Code::DuplicateKey, file, finding.primary.span, message)
        .with_label("the rest of it belongs to the entry above")
        .with_help(format!("{title}, or take the one of line {comment} away if the entry is to count"))
        .or_offering(title, edits);
    // As deep as the rest of it, which stands behind the dash.
    let end = above.start as usize;
    let from = edits::line_start(file, end);
    let lead = if entry.starts_with("[[") { 0 } else { column.saturating_sub("- ".len()) };
    let whole = Edit { span: Span::new(from, end - entry.len()), text: " ".repeat(lead) };
    Some(told.or_offering(edits::uncomment_title(comment, comment), vec![whole]))
}

/// Offers to take the `#` away from the line right above, which begins the entry that the rest belongs to.
pub(super) fn offer_first_line(list: &Diagnostic, column: usize, lines: &[(usize, &str)]) -> Option<Diagnostic> {
    let above = list.file.text()[..lines.first()?.0].trim_end();
    let begin = edits::line_start(&list.file, above.len());
    let entry = comment_at_end(above)?.trim_start().strip_prefix("- ")?;
    let (field, _) = entry.split_once(": ").filter(|(field, _)| !field.contains([' ', '"', '\'']))?;
    // What is left may have a first line of its own.
    let own = lines.iter().any(|(_, line)| line[column..].starts_with(&format!("{field}:")));
    let lead = column.checked_sub(2).filter(|_| !own)?;
    let edit = Edit { span: Span::new(begin, above.len() - entry.len()), text: format!("{}- ", " ".repeat(lead)) };
    let title = "take the `#` of the line above away".to_owned();
    let help = format!("{title}, or comment out the rest and the name of the list, too");
    let message = "the first line of this entry is commented out, and the rest is not".to_owned();
    let told = Diagnostic { message, ..list.clone() }.without_edits().offering(title, vec![edit]).with_help(help);
    let name = edits::line_start(&list.file, list.file.text()[..begin].trim_end().len());
    let named = list.file.text()[name..begin].trim_end().ends_with(':');
    let places = named.then_some(name).into_iter().chain(lines.iter().map(|(at, _)| *at));
    let rest =
        places.map(|at| Edit { span: Span::empty_at(first_sign(&list.file, at)), text: "# ".to_owned() }).collect();
    Some(if named { told.or_offering("comment out the rest and the name of the list, too", rest) } else { told })
}

/// Where the first character of a line stands that is no space.
fn first_sign(file: &SourceFile, line: usize) -> usize {
    let rest = &file.text()[line..];
    line + rest.len() - rest.trim_start_matches(' ').len()
}

/// What the last line of a text says, where it is a comment.
fn comment_at_end(text: &str) -> Option<&str> {
    text.trim_end().rsplit('\n').next()?.trim_start().strip_prefix('#')
}
