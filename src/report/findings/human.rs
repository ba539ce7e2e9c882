//! Findings for people: what, where (with the words of the file underlined), why, and what to do.
//!
//! `miette` draws the lines of the file, from a safe copy of them ([`Excerpt`]); everything else is written here. Bounded:
//! the first findings in full, the rest counted, so that one mistake repeated ten thousand times stays readable.

use std::collections::BTreeMap;
use std::fmt;

use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, NarratableReportHandler, SourceCode, ThemeCharacters,
    ThemeStyles,
};

use crate::diagnostic::{AskingStyle, Code, Diagnostic, Fix, Safety, Severity};
use crate::report::findings::FindingTotals;
use crate::report::findings::alike::group_alike;
use crate::report::findings::excerpt::Excerpt;
use crate::report::findings::fix_diff::write_fix_diff;
use crate::report::humanize::count_noun;
use crate::report::render_options::{RenderOptions, TextTone};
use crate::report::wrap::{TextPiece, write_wrapped};

/// Findings of one file that are shown in full.
const MAX_PER_FILE: usize = 50;
/// Findings in all that are shown in full.
const MAX_FINDINGS: usize = 200;
/// Columns of one message, help or note, over all its lines.
const MAX_MESSAGE_COLUMNS: usize = 400;

/// Every finding with its lines, then the counts and what to do next. `files` is the number of files that were read.
#[must_use]
pub fn render_human(findings: &[Diagnostic], files: usize, options: &RenderOptions) -> String {
    let edited_by_lint = |code| matches!(code, Code::OffStyle | Code::TermNotUsed);
    let of_texts = findings.iter().any(|finding| edited_by_lint(finding.code));
    let fixing = if of_texts { "housestyle lint --fix" } else { "housestyle validate --fix" };
    render_human_fixed_by(findings, files, fixing, options)
}

/// The same, where this command edits what has a safe fix.
#[must_use]
pub fn render_human_fixed_by(findings: &[Diagnostic], files: usize, fixing: &str, options: &RenderOptions) -> String {
    let mut out = String::new();
    let mut left_out: BTreeMap<&str, usize> = BTreeMap::new();
    let mut per_file: BTreeMap<&str, usize> = BTreeMap::new();
    let mut in_all = 0;
    let told = group_alike(findings);
    for group in &told {
        let path = group.first().file.shown_path();
        let in_file = per_file.entry(path).or_default();
        if *in_file < MAX_PER_FILE && in_all < MAX_FINDINGS {
            *in_file += 1;
            in_all += 1;
            write_finding(&mut out, &group.joined(), options);
            out.push('\n');
        } else {
            *left_out.entry(path).or_default() += 1;
        }
    }
    write_omitted(&mut out, &left_out, (findings, told.len()), options);
    write_footer(&mut out, findings, files, fixing, options);
    out
}

fn write_finding(out: &mut String, finding: &Diagnostic, options: &RenderOptions) {
    let tone = severity_tone(finding.severity);
    let head = format!("{}[{}]", finding.severity.as_str(), finding.code);
    let message = [
        TextPiece::new(tone, head),
        TextPiece::new(TextTone::Plain, ": "),
        TextPiece::new(TextTone::Strong, options.truncate_text(&finding.message, MAX_MESSAGE_COLUMNS)),
    ];
    write_wrapped(out, options, "", "  ", &message);
    write_excerpt(out, finding, options);
    let fix = finding.fix.as_ref();
    let safety = fix.map(|fix| match fix.safety {
        Safety::Safe => " (safe fix)",
        Safety::Unsafe => " (unsafe fix)",
    });
    if let Some(help) = finding.help.as_ref().or(fix.map(|fix| &fix.title)) {
        write_message(
            out,
            options,
            "help",
            &format!("{}{}", options.truncate_text(help, MAX_MESSAGE_COLUMNS), safety.unwrap_or_default()),
        );
    }
    if let Some(fix) = fix {
        write_fix_diff(out, &finding.file, &fix.edits, options);
    }
    for (at, Fix { title, edits, .. }) in finding.alternatives.iter().enumerate() {
        let first = at == 0 && fix.is_none() && finding.alternatives.len() > 1;
        let word = if first { "either" } else { "or" };
        write_message(out, options, word, &options.truncate_text(title, MAX_MESSAGE_COLUMNS));
        write_fix_diff(out, &finding.file, edits, options);
    }
    for note in &finding.notes {
        write_message(out, options, "note", &options.truncate_text(note, MAX_MESSAGE_COLUMNS));
    }
    if let Some(AskingStyle { address, place }) = finding.departs_from.as_ref().and_then(|rule| rule.style.as_ref()) {
        let asks = format!("{address} asks for it at {place}");
        write_message(out, options, "note", &options.truncate_text(&asks, MAX_MESSAGE_COLUMNS));
    }
}

fn severity_tone(severity: Severity) -> TextTone {
    match severity {
        Severity::Error => TextTone::Error,
        Severity::Warning => TextTone::Warning,
    }
}

fn write_message(out: &mut String, options: &RenderOptions, word: &str, text: &str) {
    let pieces =
        [TextPiece::new(TextTone::Help, format!("{word}:")), TextPiece::new(TextTone::Plain, format!(" {text}"))];
    write_wrapped(out, options, "  ", "        ", &pieces);
}

/// The lines of the file, drawn or told by `miette`.
fn write_excerpt(out: &mut String, finding: &Diagnostic, options: &RenderOptions) {
    let drawing = ExcerptDiagnostic { excerpt: Excerpt::from_finding(finding, options), severity: finding.severity };
    let mut drawn = String::new();
    let result = if options.screen_reader {
        NarratableReportHandler::new().with_context_lines(0).render_report(&mut drawn, &drawing)
    } else {
        GraphicalReportHandler::new_themed(graphical_theme(&drawing, options))
            .with_context_lines(0)
            .without_primary_span_start()
            .with_width(options.width)
            .render_report(&mut drawn, &drawing)
    };
    if result.is_err() {
        drawn.clear();
    }
    // The first lines are `miette`'s headline, which is ours already.
    let begin = if options.screen_reader { drawn.find("Begin snippet") } else { drawn.find('\n').map(|end| end + 1) };
    let mut body = drawn.get(begin.unwrap_or(drawn.len())..).unwrap_or_default().trim_end().to_owned();
    if options.screen_reader {
        body = body.replace("\n\n", "\n");
    }
    for line in body.lines() {
        out.push_str(line.trim_end());
        out.push('\n');
    }
}

fn graphical_theme(drawing: &ExcerptDiagnostic, options: &RenderOptions) -> GraphicalTheme {
    let characters = if options.unicode { ThemeCharacters::unicode() } else { ThemeCharacters::ascii() };
    let mut styles = if options.color { ThemeStyles::ansi() } else { ThemeStyles::none() };
    let primary = match drawing.severity {
        Severity::Error => styles.error,
        Severity::Warning => styles.warning,
    };
    styles.highlights = drawing.excerpt.primary_flags().map(|is| if is { primary } else { styles.help }).collect();
    GraphicalTheme { characters, styles }
}

/// A finding as `miette` sees it: lines and labels, no words.
#[derive(Debug)]
struct ExcerptDiagnostic {
    excerpt: Excerpt,
    severity: Severity,
}

impl fmt::Display for ExcerptDiagnostic {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl std::error::Error for ExcerptDiagnostic {}

impl miette::Diagnostic for ExcerptDiagnostic {
    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        })
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.excerpt)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.excerpt.labeled_spans()))
    }
}

/// Says how many findings are not shown, of these and of how many groups that are told.
fn write_omitted(
    out: &mut String,
    left_out: &BTreeMap<&str, usize>,
    (findings, told): (&[Diagnostic], usize),
    options: &RenderOptions,
) {
    for (path, more) in left_out.iter().take(MAX_PER_FILE) {
        let path = options.truncate_text(path, options.width.saturating_sub(24).max(24));
        out.push_str(&format!("{} and {} in {path}\n", options.pick_glyph("…", "..."), format_args!("{more} more")));
    }
    if left_out.len() > MAX_PER_FILE {
        out.push_str(&format!(
            "{} and in {}\n",
            options.pick_glyph("…", "..."),
            count_noun(left_out.len() - MAX_PER_FILE, "more file")
        ));
    }
    if !left_out.is_empty() {
        let shown = told - left_out.values().sum::<usize>();
        let kept = if findings.iter().all(|finding| finding.omitted == 0) { "them all" } else { "all that were kept" };
        out.push_str(&format!("shown: {shown} of {told}; the plain and JSON formats list {kept}\n\n"));
    }
}

fn write_footer(out: &mut String, findings: &[Diagnostic], files: usize, fixing: &str, options: &RenderOptions) {
    let totals = FindingTotals::from_findings(findings);
    let tone = match (totals.errors, totals.warnings) {
        (0, 0) => TextTone::Success,
        (0, _) => TextTone::Warning,
        _ => TextTone::Error,
    };
    out.push_str(&format!("{}\n", options.paint(tone, totals.summary_line(files))));
    let safe =
        findings.iter().filter(|finding| finding.fix.as_ref().is_some_and(|fix| fix.safety == Safety::Safe)).count();
    if safe > 0 {
        let command = options.paint(TextTone::Help, fixing);
        let verb = if safe == 1 { "has" } else { "have" };
        out.push_str(&format!("{safe} of them {verb} a safe fix: {command}\n"));
    }
    if let Some(code) = most_severe(findings) {
        let command = format!("housestyle explain {code}");
        out.push_str(&format!("what it means: {}\n", options.paint(TextTone::Help, command)));
    }
}

/// The code of the first error, or of the first finding where none is an error.
fn most_severe(findings: &[Diagnostic]) -> Option<Code> {
    findings.iter().find(|finding| finding.severity == Severity::Error).or(findings.first()).map(|finding| finding.code)
}
