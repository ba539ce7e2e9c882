//! Faults of a text by what other programs or people left in it: where that is taken out, no quotes are due.

use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, Span};

/// Makes one of such a fault and of what is told of the part that it lies in, and offers the text without emphasis of Markdown.
pub(super) fn explain_faults(findings: &mut Vec<Diagnostic>) {
    for fault in findings.iter_mut().filter(|fault| fault.code == Code::UndefinedAlias) {
        if let Some(fix) = drop_emphasis(fault) {
            fault.help = Some(format!("{}; or put all of the text in quotes", fix.title));
            fault.fix = Some(fix);
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
