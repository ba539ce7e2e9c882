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

use crate::diagnostic::{Code, Diagnostic, Safety, Severity};
use crate::report::findings::Totals;
use crate::report::findings::excerpt::Excerpt;
use crate::report::findings::patch::patch;
use crate::report::look::{Look, Tone};
use crate::report::words::count;
use crate::report::wrap::{Piece, wrap};

/// Findings of one file that are shown in full.
const PER_FILE: usize = 50;
/// Findings in all that are shown in full.
const IN_ALL: usize = 200;
/// Columns of one message, help or note, over all its lines.
const SENTENCE: usize = 400;

/// Every finding with its lines, then the counts and what to do next. `files` is the number of files that were read.
#[must_use]
pub fn human(findings: &[Diagnostic], files: usize, look: &Look) -> String {
    let mut out = String::new();
    let mut left_out: BTreeMap<&str, usize> = BTreeMap::new();
    let mut per_file: BTreeMap<&str, usize> = BTreeMap::new();
    let mut in_all = 0;
    for finding in findings {
        let in_file = per_file.entry(finding.file.path()).or_default();
        if *in_file < PER_FILE && in_all < IN_ALL {
            *in_file += 1;
            in_all += 1;
            one(&mut out, finding, look);
            out.push('\n');
        } else {
            *left_out.entry(finding.file.path()).or_default() += 1;
        }
    }
    leftovers(&mut out, &left_out, look);
    footer(&mut out, findings, files, look);
    out
}

fn one(out: &mut String, finding: &Diagnostic, look: &Look) {
    let tone = tone(finding.severity);
    let head = format!("{}[{}]", finding.severity.as_str(), finding.code);
    let message = [
        Piece::new(tone, head),
        Piece::new(Tone::Plain, ": "),
        Piece::new(Tone::Strong, look.cut(&finding.message, SENTENCE)),
    ];
    wrap(out, look, "", "  ", &message);
    lines(out, finding, look);
    let fix = finding.fix.as_ref();
    let safety = fix.map(|fix| match fix.safety {
        Safety::Safe => " (safe fix)",
        Safety::Unsafe => " (unsafe fix)",
    });
    if let Some(help) = finding.help.as_ref().or(fix.map(|fix| &fix.title)) {
        sentence(out, look, "help", &format!("{}{}", look.cut(help, SENTENCE), safety.unwrap_or_default()));
    }
    if let Some(fix) = fix {
        patch(out, &finding.file, &fix.edits, look);
    }
    for note in &finding.notes {
        sentence(out, look, "note", &look.cut(note, SENTENCE));
    }
}

fn tone(severity: Severity) -> Tone {
    match severity {
        Severity::Error => Tone::Bad,
        Severity::Warning => Tone::Doubt,
    }
}

fn sentence(out: &mut String, look: &Look, word: &str, text: &str) {
    let pieces = [Piece::new(Tone::Help, format!("{word}:")), Piece::new(Tone::Plain, format!(" {text}"))];
    wrap(out, look, "  ", "        ", &pieces);
}

/// The lines of the file, drawn or told by `miette`.
fn lines(out: &mut String, finding: &Diagnostic, look: &Look) {
    let drawing = Drawing { excerpt: Excerpt::of(finding, look), severity: finding.severity };
    let mut drawn = String::new();
    let result = if look.narrated {
        NarratableReportHandler::new().with_context_lines(0).render_report(&mut drawn, &drawing)
    } else {
        GraphicalReportHandler::new_themed(theme(&drawing, look))
            .with_context_lines(0)
            .without_primary_span_start()
            .with_width(look.width)
            .render_report(&mut drawn, &drawing)
    };
    if result.is_err() {
        drawn.clear();
    }
    // The first lines are `miette`'s headline, which is ours already.
    let begin = if look.narrated { drawn.find("Begin snippet") } else { drawn.find('\n').map(|end| end + 1) };
    let mut body = drawn.get(begin.unwrap_or(drawn.len())..).unwrap_or_default().trim_end().to_owned();
    if look.narrated {
        body = body.replace("\n\n", "\n");
    }
    for line in body.lines() {
        out.push_str(line.trim_end());
        out.push('\n');
    }
}

fn theme(drawing: &Drawing, look: &Look) -> GraphicalTheme {
    let characters = if look.unicode { ThemeCharacters::unicode() } else { ThemeCharacters::ascii() };
    let mut styles = if look.color { ThemeStyles::ansi() } else { ThemeStyles::none() };
    let primary = match drawing.severity {
        Severity::Error => styles.error,
        Severity::Warning => styles.warning,
    };
    styles.highlights = drawing.excerpt.primaries().map(|is| if is { primary } else { styles.help }).collect();
    GraphicalTheme { characters, styles }
}

/// A finding as `miette` sees it: lines and labels, no words.
#[derive(Debug)]
struct Drawing {
    excerpt: Excerpt,
    severity: Severity,
}

impl fmt::Display for Drawing {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl std::error::Error for Drawing {}

impl miette::Diagnostic for Drawing {
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
        Some(Box::new(self.excerpt.labels()))
    }
}

fn leftovers(out: &mut String, left_out: &BTreeMap<&str, usize>, look: &Look) {
    for (path, more) in left_out.iter().take(PER_FILE) {
        let path = look.cut(path, look.width.saturating_sub(24).max(24));
        out.push_str(&format!("{} and {} in {path}\n", look.pick("…", "..."), format_args!("{more} more")));
    }
    if left_out.len() > PER_FILE {
        out.push_str(&format!("{} and in {}\n", look.pick("…", "..."), count(left_out.len() - PER_FILE, "more file")));
    }
    if !left_out.is_empty() {
        out.push_str("the plain and JSON formats list them all\n\n");
    }
}

fn footer(out: &mut String, findings: &[Diagnostic], files: usize, look: &Look) {
    let totals = Totals::of(findings);
    let tone = match (totals.errors, totals.warnings) {
        (0, 0) => Tone::Good,
        (0, _) => Tone::Doubt,
        _ => Tone::Bad,
    };
    out.push_str(&format!("{}\n", look.paint(tone, totals.sentence(files))));
    let safe =
        findings.iter().filter(|finding| finding.fix.as_ref().is_some_and(|fix| fix.safety == Safety::Safe)).count();
    if safe > 0 {
        let command = look.paint(Tone::Help, "housestyle validate --fix");
        let verb = if safe == 1 { "has" } else { "have" };
        out.push_str(&format!("{safe} of them {verb} a safe fix: {command}\n"));
    }
    if let Some(code) = most_severe(findings) {
        let command = format!("housestyle explain {code}");
        out.push_str(&format!("what it means: {}\n", look.paint(Tone::Help, command)));
    }
}

/// The code of the first error, or of the first finding where none is an error.
fn most_severe(findings: &[Diagnostic]) -> Option<Code> {
    findings.iter().find(|finding| finding.severity == Severity::Error).or(findings.first()).map(|finding| finding.code)
}
