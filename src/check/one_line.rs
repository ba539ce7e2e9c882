//! A slip on one line is one finding with its mend: where errors of a file end once a line is written otherwise, that is what is
//! offered, and nothing else is said of them.
//!
//! A line that loses a dash, a quote or its indentation takes those around it along, and each of them is an error of its own. Of two
//! ways to read a file, the one with a single slip is the likelier; where no single one ends all errors, one is looked for that
//! ends the first of them, then one for the next, in what the file says with the first mended: of a file that is broken at several
//! lines, all are told at once.
//!
//! Law: with the edits made, no error of form is left that was not told, each letter stands where it stood, and no entry or item
//! has gone.

use std::collections::HashSet;
use std::sync::Arc;

use crate::check::line_guards::{Content, becomes_text};
use crate::check::line_mends::{LineMend, MendCost, TextLines};
use crate::check::mended_file::MendedFile;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, Severity, SourceFile, Span};
use crate::source::edit::apply_text_edits;
use crate::source::habit::is_about_notation;
use crate::source::{Format, ParsedFile, parse_source};

/// Most bytes of changed files that are read again for the findings of one file with other signs, and a fourth of it for all other
/// ways; to check what was read costs more than to read it.
const MAX_REREAD_BYTES: usize = 1 << 18;
/// The largest file that is written otherwise.
const MAX_FILE_BYTES: usize = MAX_REREAD_BYTES / 16;
const CHECK_COST: usize = 3;
/// Most errors whose lines are written otherwise.
const MAX_LINES: usize = 4;
/// Most slips of one file that are mended one by one.
const MAX_SLIPS: usize = 4;
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

/// Offers the mends of lines for the errors of a file that end with them. `find_again` tells the findings of a changed file.
pub(super) fn offer_lines(
    parsed: &ParsedFile,
    findings: &mut Vec<Diagnostic>,
    find_again: impl Fn(&ParsedFile) -> Vec<Diagnostic>,
) {
    let file = &parsed.file;
    let Some(format) = Format::from_path(file.path()).filter(|_| file.text().len() <= MAX_FILE_BYTES) else { return };
    let found: Vec<Diagnostic> = findings.iter().filter(|next| Arc::ptr_eq(&next.file, file)).cloned().collect();
    let reading = Reading::new(parsed, &found);
    let mut search = LineSearch { format, find_again: &find_again, signs: 0, others: 0 };
    // What could not be read as text is not there when it is read again, and a file in another notation is no slip of a line.
    let lost = reading
        .errors()
        .any(|error| matches!(error.code, Code::InvalidUtf8 | Code::WrongEncoding) || is_about_notation(error));
    if lost || search.is_settled(reading) || !reading.errors().any(is_of_form) {
        return;
    }
    let steps = match search.end_all(reading) {
        Some(step) => vec![step],
        None => search.end_one_by_one(reading),
    };
    let Some(last) = steps.last() else { return };
    let left: HashSet<(Code, &str)> = last.findings.iter().map(identity).collect();
    let is_left = |finding: &Diagnostic| {
        left.contains(&identity(finding)) && steps.iter().all(|step| step.told.primary.span != finding.primary.span)
    };
    findings.retain(|finding| !Arc::ptr_eq(&finding.file, file) || is_left(finding));
    findings.extend(steps.into_iter().map(|step| step.told));
}

fn identity(finding: &Diagnostic) -> (Code, &str) {
    (finding.code, &finding.message)
}

fn is_error(finding: &Diagnostic) -> bool {
    finding.severity == Severity::Error
}

fn is_of_form(finding: &Diagnostic) -> bool {
    is_error(finding) && OF_FORM.contains(&finding.code)
}

/// Whether nothing below an error may be read.
fn hides_others(error: &Diagnostic) -> bool {
    matches!(error.code, Code::Syntax | Code::TabIndent)
}

/// A file, and what is found in it.
#[derive(Clone, Copy)]
struct Reading<'r> {
    parsed: &'r ParsedFile,
    findings: &'r [Diagnostic],
    content: Content,
}

impl<'r> Reading<'r> {
    fn new(parsed: &'r ParsedFile, findings: &'r [Diagnostic]) -> Self {
        Self { parsed, findings, content: Content::of(parsed) }
    }

    fn errors(self) -> impl Iterator<Item = &'r Diagnostic> {
        self.findings.iter().filter(|finding| is_error(finding))
    }

    fn knows(self, finding: &Diagnostic) -> bool {
        self.findings.iter().any(|known| identity(known) == identity(finding))
    }

    /// A finding as it is where this shows it; else it stands in what is read as if a guess were made, and is one itself.
    fn shown_or_guessed(self, mut told: Diagnostic) -> Diagnostic {
        let shown = |known: &Diagnostic| known.code == told.code && known.primary.span == told.primary.span;
        if !self.findings.iter().any(shown)
            && let Some(fix) = &mut told.fix
        {
            fix.safety = Safety::Unsafe;
        }
        told
    }
}

/// A line that was written otherwise, and the file with it.
struct Step {
    /// The finding that ends with it, with the edit, both as they stand in the file as it is.
    told: Diagnostic,
    parsed: ParsedFile,
    findings: Vec<Diagnostic>,
}

impl Step {
    fn reading(&self) -> Reading<'_> {
        Reading::new(&self.parsed, &self.findings)
    }
}

/// A search for the lines of a file that are meant otherwise.
struct LineSearch<'s> {
    format: Format,
    find_again: &'s dyn Fn(&ParsedFile) -> Vec<Diagnostic>,
    /// How many bytes may be read again, with other signs and in all other ways.
    signs: usize,
    others: usize,
}

impl LineSearch<'_> {
    /// Whether no error is left, or a single one whose own edit ends it.
    fn is_settled(&self, reading: Reading<'_>) -> bool {
        let mut errors = reading.errors();
        let (Some(one), None) = (errors.next(), errors.next()) else { return reading.errors().next().is_none() };
        one.fix.as_ref().is_some_and(|fix| self.ends_errors(reading, fix))
    }

    fn read(&self, reading: Reading<'_>, text: String) -> ParsedFile {
        parse_source(&SourceFile::new(reading.parsed.file.path().clone(), text), self.format)
    }

    /// Allows to read a file again as often as one of its size may be.
    fn renew(&mut self) {
        (self.signs, self.others) = (MAX_REREAD_BYTES, MAX_REREAD_BYTES / 4);
    }

    /// Takes bytes from those that may be read again; nothing where they are used up.
    fn spend(&mut self, cost: MendCost, bytes: usize) -> Option<()> {
        let left = if cost == MendCost::Signs { &mut self.signs } else { &mut self.others };
        *left = left.checked_sub(bytes)?;
        Some(())
    }

    /// The file with a line written otherwise, where it may be what is meant and more is read in it than `goes_on` refuses.
    fn reread(
        &mut self,
        reading: Reading<'_>,
        mend: &LineMend,
        retyped: bool,
        goes_on: impl Fn(&ParsedFile) -> bool,
    ) -> Option<(ParsedFile, Vec<Diagnostic>)> {
        let changed = apply_text_edits(reading.parsed.file.text(), [&mend.edit])?;
        let length = changed.len();
        self.spend(mend.cost, length)?;
        let parsed = self.read(reading, changed);
        let refused = !goes_on(&parsed)
            || reading.content.is_lost(&parsed, mend, retyped)
            || becomes_text(&parsed, self.format, mend);
        if refused {
            return None;
        }
        self.spend(mend.cost, length * CHECK_COST)?;
        let findings = (self.find_again)(&parsed);
        Some((parsed, findings))
    }

    /// The first way to write a line that leaves no error.
    fn end_all(&mut self, reading: Reading<'_>) -> Option<Step> {
        self.renew();
        let errors: Vec<&Diagnostic> = reading.errors().collect();
        // Where all errors are about types, another one is due.
        let retyped = errors.iter().all(|error| error.code == Code::WrongType);
        let lines = TextLines::new(&reading.parsed.file, self.format);
        let line_of = |finding: &Diagnostic| lines.number_of(finding.primary.span.start as usize);
        let ends = errors.iter().take(MAX_LINES - 1).chain(errors.iter().max_by_key(|error| line_of(error)));
        let told_at = |at: usize| {
            let on_line = errors.iter().find(|error| line_of(error) == at);
            *on_line.or_else(|| errors.iter().find(|error| error.code == Code::Syntax)).unwrap_or(&errors[0])
        };
        let mends = lines.mends_near(ends.map(|error| line_of(error)), |at| line_of(told_at(at)));
        let ends_all = |parsed: &ParsedFile| !parsed.incomplete && !parsed.findings.iter().any(is_error);
        mends.into_iter().find_map(|(at, mend)| {
            let (parsed, findings) = self.reread(reading, &mend, retyped, ends_all)?;
            let good = findings.iter().all(|next| !is_error(next) && reading.knows(next));
            let rather = mend.rather.filter(|fix| good && self.ends_errors(reading, fix));
            let told = offer(told_at(at).clone(), mend.fault, mend.title, mend.edit);
            // Of two ways that leave nothing, neither is made.
            let told = match rather.zip(told.fix.clone()) {
                Some((rather, fix)) => told.offering_either(rather, fix),
                None => told,
            };
            good.then(|| Step { told, parsed, findings })
        })
    }

    /// Whether an edit leaves no error.
    fn ends_errors(&self, reading: Reading<'_>, fix: &Fix) -> bool {
        let changed = apply_text_edits(reading.parsed.file.text(), &fix.edits);
        changed.is_some_and(|changed| !(self.find_again)(&self.read(reading, changed)).iter().any(is_error))
    }

    /// Ways to write lines of which each ends an error, as far as the last of them proves those before it: no error is left that the
    /// file did not show before, but what has an edit of its own or is no matter of form. Where nothing was hidden, none is left.
    fn end_one_by_one(&mut self, reading: Reading<'_>) -> Vec<Step> {
        self.renew();
        let file = &reading.parsed.file;
        let lines = TextLines::new(file, self.format);
        let line_of = |finding: &Diagnostic| lines.number_of(finding.primary.span.start as usize);
        let says = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
        let filled = file.text().lines().filter(says).count();
        let hides = reading.parsed.incomplete;
        let is_unproved = |left: &Diagnostic| match hides {
            true => is_of_form(left) && left.fix.is_none() && !reading.knows(left),
            false => is_error(left),
        };
        let mut steps: Vec<Step> = Vec::new();
        let (mut edits, mut proved) = (Vec::new(), 0);
        // Of a file that is broken at every other line, it is another thing that is wrong.
        while steps.len() < MAX_SLIPS.min(filled.div_ceil(2)) {
            let now = steps.last().map_or(reading, Step::reading);
            // What hides nothing may be wrong in itself.
            let may_slip =
                |error: &Diagnostic| !hides || hides_others(error) || error.fix.is_some() || !reading.knows(error);
            let Some(step) = self.end_next(now, may_slip) else { break };
            let mended = MendedFile::new(file.clone(), &edits, now.parsed.file.text().to_owned());
            // What a line is meant as that has two slips, nobody knows.
            let on_line = |line: usize| steps.iter().any(|step| line_of(&step.told) == line);
            let told = mended.place_line(step.told).filter(|told| !on_line(line_of(told)));
            let Some(told) = told.map(|told| reading.shown_or_guessed(told)) else { break };
            edits.extend(told.fix.iter().flat_map(|fix| fix.edits.iter().cloned()));
            edits.sort_by_key(|edit: &Edit| edit.span);
            steps.push(Step { told, ..step });
            let now = steps[steps.len() - 1].reading();
            if !now.parsed.incomplete && !now.findings.iter().any(is_unproved) {
                proved = steps.len();
            }
        }
        steps.truncate(proved);
        let last_knows = |next: &Diagnostic| steps.last().is_some_and(|last| last.reading().knows(next));
        // Each edit stands for itself: whoever makes one alone has no new error on its line.
        let stands = |step: &Step| {
            let edits = step.told.fix.iter().flat_map(|fix| &fix.edits);
            let Some(changed) = apply_text_edits(file.text(), edits) else { return false };
            let alone = self.read(reading, changed);
            let lines = TextLines::new(&alone.file, self.format);
            let on_line = |next: &Diagnostic| {
                lines.number_of(next.primary.span.start as usize) == line_of(&step.told) && is_error(next)
            };
            (self.find_again)(&alone).iter().all(|next| !on_line(next) || reading.knows(next) || last_knows(next))
        };
        if steps.iter().all(stands) { steps } else { Vec::new() }
    }

    /// The way to write a line that ends one of the first errors that may be slips, and leaves the least of the others.
    fn end_next(&mut self, reading: Reading<'_>, may_slip: impl Fn(&Diagnostic) -> bool) -> Option<Step> {
        // What has an edit is told with it, but where it hides others.
        let is_open = |target: &&Diagnostic| target.fix.is_none() || reading.parsed.incomplete;
        let mut targets: Vec<&Diagnostic> = reading.errors().filter(is_open).collect();
        targets.retain(|target| is_of_form(target) && may_slip(target));
        targets.sort_by_key(|target| target.primary.span.start);
        targets.into_iter().take(MAX_LINES).find_map(|target| self.end_one(reading, target))
    }

    /// The way to write a line that ends an error, its own edit or another, and leaves the least of the others.
    fn end_one(&mut self, reading: Reading<'_>, target: &Diagnostic) -> Option<Step> {
        let lines = TextLines::new(&reading.parsed.file, self.format);
        let told = lines.number_of(target.primary.span.start as usize);
        let retyped = target.code == Code::WrongType;
        let own = target.fix.as_ref().and_then(|fix| {
            let parsed = self.read(reading, apply_text_edits(reading.parsed.file.text(), &fix.edits)?);
            let findings = (self.find_again)(&parsed);
            Some((Left::of(&parsed, &findings), Step { told: target.clone(), parsed, findings }))
        });
        let mut best = own;
        for (_, mend) in lines.mends_near([told], |_| told) {
            let bar = Bar::new(&lines, told, &mend);
            let passes =
                |parsed: &ParsedFile, findings: &[Diagnostic]| bar.is_passed(reading, target, parsed, findings);
            let reread = self.reread(reading, &mend, retyped, |parsed| passes(parsed, &parsed.findings));
            let Some((parsed, findings)) = reread.filter(|(parsed, findings)| passes(parsed, findings)) else {
                continue;
            };
            let left = Left::of(&parsed, &findings);
            if best.as_ref().is_none_or(|(least, _)| left < *least) {
                let told = offer(target.clone(), mend.fault, mend.title, mend.edit);
                best = Some((left, Step { told, parsed, findings }));
            }
        }
        best.map(|(_, step)| step)
    }
}

/// An error with the edit that ends it, and without what was said to do; or what the lines of the edit say themselves.
fn offer(told: Diagnostic, fault: Option<String>, title: String, edit: Edit) -> Diagnostic {
    let Some(fault) = fault else {
        return Diagnostic { notes: Vec::new(), ..told }.without_edits().offering(title, vec![edit]);
    };
    let start = edit.span.start as usize;
    let line = told.file.text()[start..].lines().next().unwrap_or_default().trim_end();
    let span = Span::new(start + line.len() - line.trim_start().len(), start + line.len());
    Diagnostic::new(Code::Syntax, &told.file, span, fault).offering(title, vec![edit])
}

/// The line below which a file may show errors that were hidden, once another line is read.
struct Bar {
    /// Its number in the changed file.
    line: usize,
    format: Format,
}

impl Bar {
    fn new(lines: &TextLines<'_>, told: usize, mend: &LineMend) -> Self {
        let breaks = |text: &str| text.matches('\n').count();
        let first = lines.number_of(mend.edit.span.start as usize);
        let (new, old) = (breaks(&mend.edit.text), breaks(&lines.text[mend.edit.span.range()]));
        let told = if told > first { (told + new).saturating_sub(old) } else { told };
        Self { line: told.max(first + new), format: lines.format }
    }

    /// Whether an error ended, and what is found besides was known, or hidden below.
    fn is_passed(
        &self,
        reading: Reading<'_>,
        ended: &Diagnostic,
        parsed: &ParsedFile,
        findings: &[Diagnostic],
    ) -> bool {
        let lines = TextLines::new(&parsed.file, self.format);
        let hidden = |next: &Diagnostic| {
            let below = lines.number_of(next.primary.span.start as usize) > self.line;
            reading.parsed.incomplete && (below || !is_error(next))
        };
        let again = |next: &Diagnostic| identity(next) == identity(ended) && !hidden(next);
        let others = reading.errors().filter(|other| identity(other) == identity(ended)).count();
        findings.iter().filter(|next| again(next)).count() < others
            && findings.iter().all(|next| reading.knows(next) || hidden(next))
    }
}

/// What is left of a file's errors, the least first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Left {
    /// How much is not known to be read as it is meant.
    unread: usize,
    of_form: usize,
}

impl Left {
    fn of(parsed: &ParsedFile, findings: &[Diagnostic]) -> Self {
        let of_form = || findings.iter().filter(|finding| is_of_form(finding));
        let first = of_form().map(|error| error.primary.span.start as usize).min();
        Self { unread: first.map_or(0, |at| parsed.file.text().len() - at), of_form: of_form().count() }
    }
}
