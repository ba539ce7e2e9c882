//! Documents of two kinds in one file without the `---` between them: the second seems to set the `kind` of the first again.
//!
//! The file is read on as if the line stood there, so that each document is judged by itself.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Edit, SourceFile, Span};
use crate::source::Node;
use crate::source::yaml::build::YamlPass;
use crate::source::yaml::tabs::IndentRepair;

/// The line that parts two documents.
const MARK: &str = "---\n";

/// A text with the marks that were left out, and what is said of them.
pub(super) struct MarkRepair {
    pub(super) text: String,
    pub(super) repairs: Vec<IndentRepair>,
    pub(super) findings: Vec<Diagnostic>,
}

/// The text of a file with a mark before each `kind` that a document begins with and is set to another one at the margin: a
/// document is of one kind. `base` is the length of a byte order mark.
pub(super) fn repair_lost_marks(
    file: &Arc<SourceFile>,
    text: &str,
    base: usize,
    read: &YamlPass,
) -> Option<MarkRepair> {
    let begins = |finding: &&Diagnostic| read.documents.iter().any(|document| begins(document, finding));
    let lost: Vec<&Diagnostic> =
        read.findings.iter().filter(|finding| is_other_kind(file, finding)).filter(begins).collect();
    if lost.is_empty() {
        return None;
    }
    let (mut repaired, mut repairs, mut copied) = (String::with_capacity(text.len() + 64), Vec::new(), 0);
    for finding in &lost {
        let at = (finding.primary.span.start as usize).checked_sub(base)?;
        repaired.push_str(text.get(copied..at)?);
        let start = repaired.len();
        repaired.push_str(MARK);
        repairs.push(IndentRepair { original: at..at, repaired: start..repaired.len() });
        copied = at;
    }
    repaired.push_str(text.get(copied..)?);
    let findings = lost.iter().map(|finding| lost_mark(file, finding)).collect();
    Some(MarkRepair { text: repaired, repairs, findings })
}

/// Whether a finding is about a `kind` at the margin that is set to another one than before: readers differ then, which a note says.
fn is_other_kind(file: &SourceFile, finding: &Diagnostic) -> bool {
    let before = &file.text()[..finding.primary.span.start as usize];
    let again = finding.code == Code::DuplicateKey && !finding.notes.is_empty() && before.ends_with('\n');
    again && file.slice(finding.primary.span) == "kind"
}

/// Whether it is the key that a document begins with, and other fields stand between the two.
fn begins(document: &Node, finding: &Diagnostic) -> bool {
    let [first, second, ..] = document.entries() else { return false };
    let same = finding.secondary.first().is_some_and(|label| label.span == first.key.span);
    same && second.key.span < finding.primary.span
}

fn lost_mark(file: &Arc<SourceFile>, again: &Diagnostic) -> Diagnostic {
    let end = if file.text().contains("\r\n") { "---\r\n" } else { MARK };
    let edit = Edit { span: Span::empty_at(again.primary.span.start as usize), text: end.to_owned() };
    let message = "`kind` begins another document, and no `---` stands above it";
    let finding =
        Diagnostic::new(Code::DuplicateKey, file, again.primary.span, message).with_label("set above already");
    let first = again.secondary.iter().take(1);
    first
        .fold(finding, |finding, first| finding.with_secondary(first.span, "the document begins here"))
        .with_note("the rest of the file was checked as if this were mended")
        .offering("write a line `---` above it", vec![edit])
}
