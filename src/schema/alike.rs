//! What is wrong with several entries of a list in one way is one finding.

use crate::diagnostic::{Code, Diagnostic, Safety};
use crate::schema::explained_document::is_index;

/// Most places that are marked besides the first.
const MOST_MARKED: usize = 8;

/// What is said of several entries of a list, or mended by one fix, is said once.
pub(super) fn join_alike(mut findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    // Places come by name; what is joined begins with what stands first.
    findings.sort_by_key(|finding| finding.primary.span);
    // The list, and what is below its entry.
    let list_of = |finding: &Diagnostic| {
        let of_items = matches!(finding.code, Code::WrongType | Code::UnknownField | Code::UnknownChoice);
        let pointer = finding.pointer.as_deref().filter(|_| of_items)?;
        let parts: Vec<&str> = pointer.split('/').collect();
        // Phrases stand beside each other as entries do.
        let at = match parts.as_slice() {
            ["", "dictionaries", _, "entries", _] => 4,
            parts => parts.iter().rposition(|part| is_index(part))?,
        };
        Some((parts[..at].join("/"), parts[at + 1..].join("/")))
    };
    let of_both = |finding: &Diagnostic| finding.fix.clone().filter(|fix| fix.edits.len() > 1);
    // What is to be written for one term is the example for all.
    let unquoted = |finding: &Diagnostic| {
        let parts = finding.help.as_deref().unwrap_or_default().split('`').step_by(2);
        parts.map(str::to_owned).collect::<Vec<_>>()
    };
    let mut joined: Vec<Diagnostic> = Vec::new();
    for finding in findings {
        let alike = |first: &&mut Diagnostic| {
            first.code == finding.code
                // Of words, each has its own in its place.
                && (first.code != Code::UnknownChoice || first.fix == finding.fix)
                && first.fix.is_some() == finding.fix.is_some()
                && (first.help == finding.help
                    || list_of(first).is_some_and(|(_, below)| below.is_empty())
                        && unquoted(first) == unquoted(&finding))
                && (list_of(first).is_some() && list_of(first) == list_of(&finding)
                    || of_both(first).is_some() && of_both(first) == of_both(&finding))
        };
        match joined.iter_mut().find(alike) {
            Some(first) => {
                if first.secondary.len() < MOST_MARKED {
                    *first = first.clone().with_secondary(finding.primary.span, "and this one");
                } else {
                    first.omitted += 1;
                }
                first.omitted += finding.omitted;
                // What mends one and what mends the other are made together.
                if let (Some(fix), Some(other)) = (&mut first.fix, &finding.fix)
                    && fix.edits != other.edits
                {
                    fix.edits.extend(other.edits.iter().cloned());
                    fix.safety = if other.safety == Safety::Unsafe { Safety::Unsafe } else { fix.safety };
                }
            }
            None => joined.push(finding),
        }
    }
    joined
}
