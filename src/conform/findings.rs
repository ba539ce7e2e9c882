//! From departures to findings: what `lint` says about one file of texts.
//!
//! Invariant: every departure is a finding, however many there are: what is shown is bounded where it is printed. Beyond what
//! memory is for, findings are counted in one of their own. A fix is offered only where the whole file, read again with it,
//! differs in the text that it is about and in nothing else.

use std::sync::Arc;

use crate::conform::ignore::TextIgnores;
use crate::conform::integrity::plural::{GroupFault, PluralGroups, find_numbered_faults};
use crate::conform::integrity::{INTEGRITY_CODES, IntegrityFault, SourceText, find_integrity_faults};
use crate::conform::lint::{Coverage, Departure, SegmentLinter, StyleChecks};
use crate::conform::pairing::{PairedSource, SourceTexts};
use crate::conform::passage::{Passage, Tongue};
use crate::conform::reader::{Segment, SourceForms, TextFormat, read_segments};
use crate::conform::rewritten::RewrittenTexts;
use crate::conform::terms::find_missing_terms;
use crate::diagnostic::cap::{self, CappedFindings};
use crate::diagnostic::{Code, DepartedRule, Diagnostic, Edit, Fix, Safety, SourceFile, Span};

/// Longest words of a text that a message repeats, in characters.
const ECHO: usize = 40;

/// What is asked of the texts of a file.
#[derive(Clone, Debug)]
pub struct TextChecks {
    /// The rules.
    pub style: StyleChecks,
    /// Entries of glossaries: source and target terms.
    pub terms: Vec<(String, String)>,
}

/// What a file of texts has to be told.
#[derive(Debug, Default)]
pub struct TextReport {
    /// Findings in order of place.
    pub findings: Vec<Diagnostic>,
    /// How often rules had an occasion.
    pub coverage: Coverage,
}

/// Checks every text of a file that holds its sources itself, or has none.
#[must_use]
pub fn check_text_file(file: &Arc<SourceFile>, format: TextFormat, checks: &TextChecks) -> TextReport {
    check_paired_file(file, format, checks, &SourceTexts::default())
}

/// Checks every text of a file; `sources` are those of another one, for formats that hold none.
#[must_use]
pub fn check_paired_file(
    file: &Arc<SourceFile>,
    format: TextFormat,
    checks: &TextChecks,
    sources: &SourceTexts,
) -> TextReport {
    let mut report = TextReport::default();
    let mut found = CappedFindings::new(MAX_TEXT_FINDINGS);
    let mut departures = Vec::new();
    let mut rewritten = RewrittenTexts::default();
    let tongue = checks.style.tongue;
    let mut linter = SegmentLinter::new(&checks.style);
    let mut ignores = TextIgnores::new(file, tongue);
    let mut number = 0;
    let mut unpaired = 0;
    let mut groups = PluralGroups::new(format);
    let mut names = NamesAsSources::default();
    let mut take = |mut segment: Segment<'_>| {
        number += 1;
        if segment.language.as_deref().is_some_and(|code| Tongue::parse(code) != Some(tongue)) {
            return;
        }
        if format.is_keyed() && segment.source.as_deref().is_none_or(is_identifier) {
            unpaired += usize::from(!pair_segment(&mut segment, sources));
        }
        let comments = &segment.comments;
        ignores.read_comments(comments);
        groups.add_segment(&segment);
        names.add_source(segment.source.as_deref());
        let passage = segment.passage(tongue);
        for fault in find_segment_faults(&segment, &passage) {
            names.add_fault(&fault);
            if comments.is_empty() || !ignores.ignores_code(comments, fault.code) {
                found.add(fault.code, || not_intact(file, &segment, fault));
            }
        }
        let mut meant = |rule: &'static str| !comments.is_empty() && ignores.ignores_rule(comments, rule);
        linter.lint_segment(&segment, &passage, &mut meant, &mut departures);
        for mut departure in departures.drain(..) {
            found.add(Code::OffStyle, || {
                rewritten.add_departure(number - 1, &mut departure);
                off_style(file, departure, &checks.style)
            });
        }
        if let Some(source) = segment.source.as_deref().filter(|_| !checks.terms.is_empty()) {
            for term in find_missing_terms(&checks.terms, source, segment.target.text(), tongue) {
                if !comments.is_empty() && ignores.ignores_code(comments, Code::TermNotUsed) {
                    continue;
                }
                found.add(Code::TermNotUsed, || term_not_used(file, &segment, term.source, term.target));
            }
        }
    };
    let faults = read_segments(format, file.text(), &mut take);
    for GroupFault { fault, key, comments } in groups.find_faults(file.text(), sources, tongue) {
        if comments.is_empty() || !ignores.ignores_code(&comments, fault.code) {
            found.add(fault.code, || {
                let IntegrityFault { code, range, message, help } = fault;
                Diagnostic::new(code, file, Span::new(range.start, range.end), message)
                    .with_help(help)
                    .with_pointer(key_pointer(&key))
            });
        }
    }
    found.omit(Code::OffStyle, linter.omitted());
    report.coverage = linter.coverage();
    report.coverage.unpaired = unpaired;
    report.findings = found.into_findings();
    if names.are_sources() {
        report.findings.retain(|finding| !INTEGRITY_CODES.contains(&finding.code));
    }
    if !rewritten.is_empty() {
        let unsafe_texts = rewritten.find_unsafe_texts(format, file.text());
        for finding in &mut report.findings {
            if !unsafe_texts.is_empty() && finding.fix.as_ref().is_some_and(|fix| unsafe_texts.concerns(fix)) {
                finding.fix = None;
                finding.help = Some(BY_HAND.to_owned());
            }
        }
    }
    for fault in faults {
        let span = Span::new(fault.offset.min(file.text().len()), (fault.offset + 1).min(file.text().len()));
        report.findings.push(
            Diagnostic::new(Code::UnreadableText, file, on_characters(file, span), fault.message)
                .with_note(format!("read as {}", format.as_str()))
                .with_help("correct the file"),
        );
    }
    report.findings.extend(ignores.into_findings());
    report.findings.sort_by_key(Diagnostic::sort_key);
    report.findings = cap::count_omitted(std::mem::take(&mut report.findings));
    report
}

/// Most findings of one code in one file that are kept; beyond, they are counted.
pub const MAX_TEXT_FINDINGS: usize = 200_000;

/// What to do where no fix is offered.
const BY_HAND: &str = "rewrite it by hand, or change the style";

/// What to do where links name the text.
const WITH_LINKS: &str = "links of this file name the heading: rename it and its links by hand";

/// Gives a text the source that another file has for it; whether it has one.
fn pair_segment(segment: &mut Segment<'_>, sources: &SourceTexts) -> bool {
    if segment.is_part {
        return true;
    }
    let Some(PairedSource { text, other, is_singular }) = sources.find(&segment.key) else {
        // A key of words is the source where the file of sources has grown without it.
        let text = segment.target.text();
        let is_key = || segment.key.strip_suffix(text).is_some_and(|head| head.is_empty() || head.ends_with('.'));
        if !sources.is_empty() && text.contains(' ') && is_key() {
            segment.source = Some(text.to_owned().into());
        }
        return false;
    };
    segment.source = Some(text.to_owned().into());
    segment.forms = other.map(|other| SourceForms {
        one: text.to_owned().into(),
        other: other.to_owned().into(),
        is_singular,
        number: None,
    });
    true
}

/// Whether what a file has as sources are names that somebody chose (`Info:point loss`): then nearly none of them has a
/// placeholder, and translations have what no source has. Nothing can be compared with a name.
#[derive(Debug, Default)]
struct NamesAsSources {
    /// Sources that may have a placeholder.
    with: usize,
    /// Placeholders that no source has.
    without: usize,
}

impl NamesAsSources {
    /// Fewer may be slips.
    const LEAST: usize = 5;

    fn add_source(&mut self, source: Option<&str>) {
        self.with += usize::from(source.is_some_and(|source| memchr::memchr2(b'{', b'%', source.as_bytes()).is_some()));
    }

    fn add_fault(&mut self, fault: &IntegrityFault) {
        self.without += usize::from(fault.code == Code::PlaceholderUnknown);
    }

    fn are_sources(&self) -> bool {
        self.without >= Self::LEAST && self.with * 4 < self.without
    }
}

/// What a text does not keep of its source.
fn find_segment_faults(segment: &Segment<'_>, passage: &Passage<'_>) -> Vec<IntegrityFault> {
    if segment.target.is_all_masked() || passage.is_code {
        return Vec::new();
    }
    let number = segment.forms.as_ref().and_then(|forms| forms.number.as_ref());
    let mut faults: Vec<IntegrityFault> = number
        .and_then(|number| find_numbered_faults(number, passage.tongue, passage.written.len()))
        .into_iter()
        .collect();
    let Some(source) = segment.source.as_deref().filter(|source| !is_identifier(source)) else { return faults };
    let source = match &segment.forms {
        Some(SourceForms { one, other, is_singular, number: _ }) => {
            SourceText { text: one, plural: Some(other), is_singular: *is_singular }
        }
        None => SourceText { text: source, plural: None, is_singular: false },
    };
    faults.extend(find_integrity_faults(&source, passage));
    // The first part of a compiled message ends where that language has its next one.
    let edges_say_nothing = has_edges_of_key(segment) || segment.key.ends_with(".0.value");
    faults.retain(|fault| fault.code != Code::EdgeWhitespaceChanged || !edges_say_nothing);
    faults
}

/// Whether a text ends with a blank as its key does, which is then a text of the program: what the language of the source has
/// in its place lost the blank.
fn has_edges_of_key(segment: &Segment<'_>) -> bool {
    segment.key.ends_with(' ') && segment.target.text().ends_with(' ')
}

/// Whether what a format has as source is the name of a text: `menu.save`. Labels (`Rule:`), waits (`Loading...`) and words with
/// a hyphen are texts.
fn is_identifier(source: &str) -> bool {
    let ascii = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-' | b':' | b'/' | b'?');
    let inner = source.trim_matches(['.', ':', '-', '?']);
    source.is_empty()
        || (source.bytes().all(ascii) && (inner.contains(['_', '.', ':', '/']) || inner.matches('-').count() > 1))
}

fn not_intact(file: &Arc<SourceFile>, segment: &Segment<'_>, fault: IntegrityFault) -> Diagnostic {
    let IntegrityFault { code, range, message, help } = fault;
    let place = segment.target.place(&range);
    let source = segment.source.as_deref().unwrap_or_default();
    let message = message.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>();
    Diagnostic::new(code, file, Span::new(place.start, place.end), message)
        .with_note(format!("the source: {}", echo_source(source)))
        .with_help(help)
        .with_pointer(key_pointer(&segment.key))
}

fn on_characters(file: &SourceFile, span: Span) -> Span {
    let text = file.text();
    let mut start = span.start as usize;
    while start > 0 && !text.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = (span.end as usize).max(start);
    while end < text.len() && !text.is_char_boundary(end) {
        end += 1;
    }
    Span::new(start, end)
}

fn echo(text: &str) -> String {
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if line.chars().nth(ECHO).is_none() { line } else { line.chars().take(ECHO - 1).chain(['…']).collect() }
}

/// Longest part of a source that a note repeats, in characters.
const LONGEST_SOURCE: usize = 160;

fn echo_source(text: &str) -> String {
    let shown: String = text.chars().take(LONGEST_SOURCE).flat_map(char::escape_debug).collect();
    let shown = shown.replace("\\\"", "\"").replace("\\'", "'");
    if text.chars().nth(LONGEST_SOURCE).is_none() { format!("`{shown}`") } else { format!("`{shown}…`") }
}

fn off_style(file: &Arc<SourceFile>, departure: Departure, checks: &StyleChecks) -> Diagnostic {
    let Departure { rule, key, seen, shows, wanted, example, place, text_edits: _, edits, contradicts, is_linked } =
        departure;
    let name = rule.split_once('.').map_or(rule, |(_, name)| name);
    let message = format!("`{}` does not follow `{name}`", echo(&seen));
    let label = match shows.as_slice() {
        [] => "no value of this rule".to_owned(),
        [one, ..] => format!("shows `{}`", echo(one)),
    };
    let mut finding = Diagnostic::new(Code::OffStyle, file, Span::new(place.start, place.end), message)
        .with_label(label)
        .with_note(format!("the style requires `{wanted}`, as in: {}", echo(example)))
        .with_pointer(key_pointer(&key))
        .with_departed_rule(DepartedRule {
            rule,
            value: shows.first().copied(),
            wanted,
            style: checks.asked_at.get(rule).cloned(),
        });
    if let Some((other, value)) = contradicts {
        finding = finding
            .with_note(format!("the style also sets `{other}` to `{value}`: no text here follows both"))
            .with_help("take one of the two rules out of the style");
    } else if edits.is_empty() {
        finding = finding.with_help(if is_linked { WITH_LINKS } else { BY_HAND });
    } else {
        let edits: Vec<Edit> =
            edits.into_iter().map(|(range, text)| Edit { span: Span::new(range.start, range.end), text }).collect();
        let title = match written_space(checks.tongue, rule, &edits) {
            Some(space) => format!("write it as `{name}` wants, with {space}"),
            None => format!("write it as `{name}` wants"),
        };
        finding = finding.with_fix(Fix { title, safety: Safety::Safe, edits });
    }
    finding
}

/// The space that edits write and nobody sees, and why it is that one.
fn written_space(tongue: Tongue, rule: &str, edits: &[Edit]) -> Option<String> {
    let written = |space: char| edits.iter().any(|edit| edit.text.contains(space));
    let space = if written('\u{202f}') {
        "U+202F NARROW NO-BREAK SPACE"
    } else if written('\u{a0}') {
        "U+00A0 NO-BREAK SPACE"
    } else {
        return None;
    };
    let why = if tongue == Tongue::Fr && rule.starts_with("punctuation.") {
        "as French typography asks"
    } else {
        "so that no line breaks there"
    };
    Some(format!("{space}, {why}"))
}

/// The key of a text as a pointer, so that formats that show one can.
fn key_pointer(key: &str) -> String {
    let short: String = key.chars().take(120).collect();
    format!("/{}", short.replace('~', "~0").replace('/', "~1"))
}

fn term_not_used(file: &Arc<SourceFile>, segment: &Segment<'_>, source: &str, target: &str) -> Diagnostic {
    let text = segment.target.text();
    let place = segment.target.place(&(0..text.len()));
    Diagnostic::new(
        Code::TermNotUsed,
        file,
        Span::new(place.start, place.end),
        format!("`{}` is not used", echo(target)),
    )
    .with_note(format!("the source has `{}`, and the glossary gives `{}` for it", echo(source), echo(target)))
    .with_help("use the term, or remove it from the glossary")
    .with_pointer(key_pointer(&segment.key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fix_says_which_space_it_writes_and_why() {
        for (tongue, rule, text, title) in [
            (
                Tongue::De,
                ("numbers", "units_of_measure_spacing", "use_space_between_numeral_and_unit_of_measure"),
                "Es wiegt 5kg und ist leicht.",
                "write it as `units_of_measure_spacing` wants, with U+00A0 NO-BREAK SPACE, so that no line breaks there",
            ),
            (
                Tongue::Fr,
                ("punctuation", "spacing_and_punctuation", "use_regular_space"),
                "Voulez-vous supprimer ce fichier?",
                "write it as `spacing_and_punctuation` wants, with U+00A0 NO-BREAK SPACE, as French typography asks",
            ),
            (
                Tongue::De,
                ("punctuation", "ellipsis", "use_ellipsis_character"),
                "Die Datei wird geladen...",
                "write it as `ellipsis` wants",
            ),
        ] {
            let file = SourceFile::new("a.txt", text);
            let checks = TextChecks { style: StyleChecks::from_rules(tongue, [rule], false), terms: Vec::new() };
            let report = check_text_file(&file, TextFormat::Plain, &checks);
            let fixes: Vec<&str> =
                report.findings.iter().filter_map(|finding| Some(finding.fix.as_ref()?.title.as_str())).collect();
            assert_eq!(fixes, [title], "{text}");
        }
    }
}
