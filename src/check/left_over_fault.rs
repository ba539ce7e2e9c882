//! Faults of a text by what other programs or people left in it: where that is taken out, no quotes are due.

use crate::check::left_out;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, Span};
use crate::schema::edits;
use crate::schema::explained_document::echo_text;

/// Makes one of such a fault and of what is told of the part that it lies in, and offers the text without emphasis of Markdown.
pub(super) fn explain_faults(findings: &mut Vec<Diagnostic>) {
    for fault in findings.iter_mut().filter(|fault| fault.code == Code::UndefinedAlias) {
        if let Some(fix) = drop_emphasis(fault) {
            fault.help = Some(format!("{}; or put all of the text in quotes", fix.title));
            fault.fix = Some(fix);
        } else if names_one_word(fault) {
            let name = fault.file.slice(fault.primary.span).trim_start_matches('*');
            fault.help = Some(format!("write the text out: without the `*`, it is the word `{}`", echo_text(name)));
            fault.fix = None;
        }
    }
    for fault in findings.iter_mut().filter(|fault| fault.code == Code::Syntax) {
        if left_out::says_rest(line_of(fault)) {
            *fault = Diagnostic { message: left_out::MESSAGE.to_owned(), fix: None, ..fault.clone() }
                .with_label("stands for more")
                .with_help(left_out::HELP);
        }
    }
    let parts: Vec<(Diagnostic, Span)> =
        findings.iter().filter_map(|left| Some((left.clone(), removed_part(left)?))).collect();
    for (left, part) in parts {
        let lies_in = |fault: &&mut Diagnostic| {
            let (file, place) = (fault.file.path(), fault.primary.span);
            fault.code == Code::Syntax && file == left.file.path() && part.start <= place.start && place.end <= part.end
        };
        if let Some(fault) = findings.iter_mut().find(lies_in) {
            let Diagnostic { message, primary, help, fix, .. } = left.clone();
            *fault = Diagnostic { message, primary, help, fix, secondary: Vec::new(), ..fault.clone() };
            let place = |finding: &Diagnostic| (finding.code, finding.primary.span, finding.file.path().clone());
            findings.retain(|finding| place(finding) != place(&left));
        }
    }
}

/// Whether an alias without an anchor is one word that an edit would send without its star.
fn names_one_word(fault: &Diagnostic) -> bool {
    let word = fault.file.slice(fault.primary.span).strip_prefix('*').unwrap_or_default();
    let mut edits = fault.fix.iter().flat_map(|fix| &fix.edits);
    let rest = fault.file.text()[fault.primary.span.end as usize..].lines().next().unwrap_or_default();
    rest.trim().is_empty()
        && edits.any(|edit| !word.is_empty() && edit.text.trim_end().ends_with(word) && !edit.text.contains('*'))
}

/// The line that a finding is about.
fn line_of(fault: &Diagnostic) -> &str {
    let start = edits::line_start(&fault.file, fault.primary.span.start as usize);
    fault.file.text()[start..].lines().next().unwrap_or_default().trim()
}

/// What is to be taken out of a text.
fn removed_part(finding: &Diagnostic) -> Option<Span> {
    let edits = &finding.fix.as_ref().filter(|_| finding.code == Code::ForeignNotation)?.edits;
    edits.iter().find(|edit| edit.text.is_empty()).map(|edit| edit.span)
}

/// Takes the stars around words of a text out that was to be put in quotes for the first of them.
fn drop_emphasis(fault: &Diagnostic) -> Option<Fix> {
    let [Edit { span, .. }] = fault.fix.as_ref()?.edits.as_slice() else { return None };
    let raw = fault.file.slice(*span);
    let mut stars = Vec::new();
    for (at, _) in raw.match_indices('*') {
        match stars.last_mut() {
            Some(Span { end, .. }) if *end as usize == at => *end += 1,
            _ => stars.push(Span::new(at, at + 1)),
        }
    }
    let around = |pair: &[Span]| {
        let [open, close] = pair else { return false };
        let inner = &raw[open.end as usize..close.start as usize];
        open.len() == close.len() && inner.starts_with(char::is_alphabetic) && !inner.ends_with(' ')
    };
    if raw.contains([':', '#']) || !stars.chunks(2).all(around) {
        return None;
    }
    let edit = |star: &Span| Edit {
        span: Span { start: span.start + star.start, end: span.start + star.end },
        text: String::new(),
    };
    let title = "take the stars of Markdown out".to_owned();
    Some(Fix { title, safety: Safety::Unsafe, edits: stars.iter().map(edit).collect() })
}
