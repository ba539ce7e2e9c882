//! A slip on one line is one finding with its mend: where the errors of a file end together once one line is written otherwise, that
//! is what is offered, and nothing else is said.
//!
//! A line that loses a dash, a quote or its indentation takes those around it along, and each of them is an error of its own. Of two
//! ways to read a file, the one with a single slip is the likelier.
//!
//! Law: with the edit made, no error is left in the file, each letter stands where it stood, and no entry or item has gone.

use std::collections::HashSet;
use std::sync::Arc;

use crate::check::line_mends::{LineMend, MendCost, TextLines};
use crate::diagnostic::{Code, Diagnostic, Severity, SourceFile};
use crate::source::edit::apply_text_edits;
use crate::source::{Format, Node, ParsedFile, Value, parse_source};

/// Most bytes of changed files that are read again for the findings of one file with other signs, and a fourth of it for all other
/// ways; to check what was read costs more than to read it.
const MAX_REREAD_BYTES: usize = 1 << 18;
/// The largest file that is written otherwise.
const MAX_FILE_BYTES: usize = MAX_REREAD_BYTES / 16;
const CHECK_COST: usize = 3;
/// Most errors whose lines are written otherwise.
const MAX_LINES: usize = 4;
/// Errors that come of the form of a line, by whose signs it is another one than what is meant. What any other error says of a
/// value stands, however its signs are written.
const OF_FORM: &[Code] = &[
    Code::Syntax,
    Code::TabIndent,
    Code::DuplicateKey,
    Code::UndefinedAlias,
    Code::UnknownField,
    Code::UnknownRule,
    Code::WrongType,
];

/// Offers the mend of one line for the errors of a file that end with it. `find_again` tells the findings of a changed file.
pub(super) fn offer_one_line(
    parsed: &ParsedFile,
    findings: &mut Vec<Diagnostic>,
    find_again: impl Fn(&ParsedFile) -> Vec<Diagnostic>,
) {
    let file = &parsed.file;
    let Some(format) = Format::from_path(file.path()).filter(|_| file.text().len() <= MAX_FILE_BYTES) else { return };
    let read = |text: String| parse_source(&SourceFile::new(file.path().clone(), text), format);
    let is_error = |finding: &&Diagnostic| finding.severity == Severity::Error && Arc::ptr_eq(&finding.file, file);
    let errors: Vec<&Diagnostic> = findings.iter().filter(is_error).collect();
    let has_errors = |found: &[Diagnostic]| found.iter().any(|next| next.severity == Severity::Error);
    let settled = match errors.as_slice() {
        [] => true,
        [one] => one.fix.as_ref().is_some_and(|fix| {
            apply_text_edits(file.text(), &fix.edits).is_none_or(|changed| !has_errors(&find_again(&read(changed))))
        }),
        _ => false,
    };
    if settled || !errors.iter().any(|error| OF_FORM.contains(&error.code)) {
        return;
    }
    let least = Content::of(parsed);
    // Where all errors are about types, another one is due.
    let retyped = errors.iter().all(|error| error.code == Code::WrongType);
    let lines = TextLines::new(file, format);
    let line_of = |finding: &Diagnostic| lines.number_of(finding.primary.span.start as usize);
    let ends = errors.iter().take(MAX_LINES - 1).chain(errors.iter().max_by_key(|error| line_of(error)));
    let near = ends.flat_map(|error| [Some(line_of(error)), line_of(error).checked_sub(1)]).flatten();
    let mut seen = HashSet::new();
    let numbers: Vec<usize> = near.filter(|at| seen.insert(*at)).collect();
    let told_at = |at: usize| {
        let on_line = errors.iter().find(|error| line_of(error) == at);
        on_line.or_else(|| errors.iter().find(|error| error.code == Code::Syntax)).unwrap_or(&errors[0])
    };
    let mends =
        numbers.iter().flat_map(|at| lines.mends(*at, line_of(told_at(*at))).into_iter().map(|mend| (*at, mend)));
    let mut mends: Vec<(usize, LineMend)> = mends.collect();
    mends.sort_by_key(|(_, mend)| mend.cost);
    let known: HashSet<(Code, &str)> = findings.iter().map(|finding| (finding.code, &*finding.message)).collect();
    let (mut signs, mut others) = (MAX_REREAD_BYTES, MAX_REREAD_BYTES / 4);
    let mut tried = HashSet::new();
    for (at, mend) in mends {
        let Some(changed) = apply_text_edits(file.text(), [&mend.edit]) else { continue };
        if !tried.insert(changed.clone()) {
            continue;
        }
        let budget = if mend.cost == MendCost::Signs { &mut signs } else { &mut others };
        let Some(left) = budget.checked_sub(changed.len()) else { continue };
        *budget = left;
        let parsed = read(changed);
        let broken = parsed.incomplete || has_errors(&parsed.findings);
        if broken || least.is_lost(&parsed, &mend, retyped) || becomes_text(&parsed, format, &mend) {
            continue;
        }
        let Some(left) = budget.checked_sub(parsed.file.text().len() * CHECK_COST) else { continue };
        *budget = left;
        let again = find_again(&parsed);
        if has_errors(&again) || again.iter().any(|next| !known.contains(&(next.code, &*next.message))) {
            continue;
        }
        let told = Diagnostic { notes: Vec::new(), fix: None, ..(*told_at(at)).clone() };
        let told = told.offering(mend.title, vec![mend.edit]);
        let left: HashSet<(Code, String)> = again.into_iter().map(|next| (next.code, next.message)).collect();
        findings.retain(|finding| {
            !Arc::ptr_eq(&finding.file, file) || left.contains(&(finding.code, finding.message.clone()))
        });
        findings.push(told);
        return;
    }
}

/// Whether a line that is written otherwise only went on with the text above it, or took in the one below, as no prose does.
fn becomes_text(parsed: &ParsedFile, format: Format, mend: &LineMend) -> bool {
    let lines = TextLines::new(&parsed.file, format);
    let start = mend.edit.span.start as usize;
    let first = lines.number_of(start);
    let last = lines.number_of(start + mend.edit.text.len());
    let swallows = |node: &Node| {
        let (top, bottom) = (lines.number_of(node.span.start as usize), lines.number_of(node.span.end as usize));
        let plain = !parsed.file.slice(node.span).starts_with(['|', '>', '"', '\'']);
        let last = if plain { last + 1 } else { last };
        (first.max(top + 1)..=last.min(bottom)).any(|at| !lines.is_prose(at))
    };
    parsed.documents.iter().any(|document| any_text(document, &swallows))
}

/// How much a file says.
#[derive(Default)]
struct Content {
    /// Values, and keys that have one.
    said: usize,
    /// These, and what holds them.
    nodes: usize,
}

impl Content {
    fn of(parsed: &ParsedFile) -> Self {
        let mut content = Self::default();
        parsed.documents.iter().for_each(|document| content.add(document));
        content
    }

    /// Whether a file says less than this; one of another type in the place of a value has other nodes where it must be `retyped`.
    fn is_lost(&self, parsed: &ParsedFile, mend: &LineMend, retyped: bool) -> bool {
        let content = Self::of(parsed);
        mend.cost == MendCost::Signs && (content.said < self.said || retyped && content.nodes == self.nodes)
    }

    fn add(&mut self, node: &Node) {
        self.nodes += 1;
        match &node.value {
            Value::Sequence(items) => items.iter().for_each(|item| self.add(item)),
            Value::Mapping(entries) => entries.iter().for_each(|entry| {
                self.said += usize::from(entry.value.value != Value::Null);
                self.add(&entry.value);
            }),
            Value::Text(_) | Value::Null | Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::Date(_) => {
                self.said += 1;
            }
        }
    }
}

/// Whether something holds of a text of a tree.
fn any_text(node: &Node, holds: &impl Fn(&Node) -> bool) -> bool {
    match &node.value {
        Value::Text(_) => holds(node),
        Value::Sequence(items) => items.iter().any(|item| any_text(item, holds)),
        Value::Mapping(entries) => entries.iter().any(|entry| any_text(&entry.value, holds)),
        Value::Null | Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::Date(_) => false,
    }
}
