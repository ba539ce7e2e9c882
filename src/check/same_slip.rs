//! The same slip of syntax on lines that follow one another is one finding: who pasted four lines did one thing. Of rows, values and
//! names, each is told.
//!
//! Law: its edits are those of the findings that it joins, and keep every letter.

use crate::check::line_signs::letters_of;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, SourceFile};

/// Joins findings of neighbouring lines that say the same of each, and whose edits write the same signs. They are in order of file
/// and place.
pub(super) fn join_same_slips(findings: &mut Vec<Diagnostic>) {
    let mut kept: Vec<(Diagnostic, Option<Slip>)> = Vec::with_capacity(findings.len());
    for mut finding in findings.drain(..) {
        let slip = Slip::of(&finding);
        match (kept.last_mut(), slip) {
            (Some((first, Some(above))), Some(slip)) if above.goes_on(first, &slip, &finding) => {
                above.last = slip.last;
                if let (Some(fix), Some(more)) = (first.fix.as_mut(), finding.fix.take()) {
                    fix.edits.extend(more.edits);
                }
            }
            (_, slip) => kept.push((finding, slip)),
        }
    }
    findings.extend(kept.into_iter().map(|(finding, slip)| match slip {
        Some(slip) => slip.tell_lines(finding),
        None => finding,
    }));
}

/// A slip that one line or several have.
struct Slip {
    /// The lines, from one.
    first: u32,
    last: u32,
    safety: Safety,
    /// What the edits write in place of what, letters apart.
    signs: Vec<[String; 2]>,
}

impl Slip {
    /// The slip of a finding whose edits write other signs on its line.
    fn of(finding: &Diagnostic) -> Option<Self> {
        let (Fix { edits, safety, .. }, file) = (finding.fix.as_ref()?, &finding.file);
        let line = line_of(file, finding.primary.span.start);
        let keeps = |edit: &Edit| {
            let on_line = line_of(file, edit.span.start) == line && line_of(file, edit.span.end) == line;
            on_line && !edit.text.contains('\n') && letters_of(file.slice(edit.span)) == letters_of(&edit.text)
        };
        let signs = |text: &str| text.chars().filter(|c| !c.is_alphanumeric() && *c != ' ').collect();
        (finding.code == Code::Syntax && finding.omitted == 0 && !edits.is_empty() && edits.iter().all(keeps)).then(
            || Self {
                first: line,
                last: line,
                safety: *safety,
                signs: edits.iter().map(|edit| [signs(file.slice(edit.span)), signs(&edit.text)]).collect(),
            },
        )
    }

    /// Whether a finding says of the line below what one says of the lines of this.
    fn goes_on(&self, first: &Diagnostic, below: &Self, finding: &Diagnostic) -> bool {
        self.last + 1 == below.first
            && self.safety == below.safety
            && self.signs == below.signs
            && first.code == finding.code
            && first.file.path() == finding.file.path()
            && unquoted(&first.message).eq(unquoted(&finding.message))
    }

    /// The finding of the first line, with a word of the others.
    fn tell_lines(&self, finding: Diagnostic) -> Diagnostic {
        match self.last - self.first {
            0 => finding,
            1 => finding.with_note(format!("line {} is like it, and mended with it", self.last)),
            _ => {
                finding.with_note(format!("lines {} to {} are like it, and mended with it", self.first + 1, self.last))
            }
        }
    }
}

fn line_of(file: &SourceFile, at: u32) -> u32 {
    file.position_at(at).line
}

/// What a message says of every text alike.
fn unquoted(message: &str) -> impl Iterator<Item = &str> {
    message.split('`').step_by(2)
}
