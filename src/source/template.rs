//! What a template language leaves in a file: values and whole lines that a program was to fill in before.

use std::collections::HashSet;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, SourceFile, Span};
use crate::source::shorten::shorten_line;
use crate::source::yaml::is_block_sign;
use crate::source::{Format, ParsedFile};

/// The signs of templates, and those that close them.
const SIGNS: &[(&str, &str)] = &[("{{", "}}"), ("{%", "%}"), ("{#", "#}"), ("<%", "%>")];
/// Most lines that one finding marks besides the first.
const MAX_MARKED: usize = 4;
/// What to do where a program was to write the value.
pub(super) const FILL_IN: &str = "write the value itself, or render the file before housestyle reads it";
/// What is told where a value seems to differ by environment.
pub(super) const BY_ENVIRONMENT: &str = "files are the same for all environments: `[environments.NAME]` of housestyle.toml sets the service, the state and limits";

/// What of a line a template is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Filled {
    /// All of it: what it holds, or whether there is any, a program decides.
    Line,
    /// The value behind its key or its dash, or the beginning of that.
    Value,
}

/// The template in a line, outside of quotes: what of it that is, and where it begins and ends.
fn template_in(line: &str, format: Format) -> Option<(Filled, usize, usize)> {
    let said = line.trim_end();
    let body = said.trim_start();
    let begin = said.len() - body.len();
    let ends = |text: &str| SIGNS.iter().any(|(open, close)| text.starts_with(open) && text.ends_with(close));
    if ends(body) && !body.contains(": ") {
        return Some((Filled::Line, begin, said.len()));
    }
    let sign = if format == Format::Toml { "=" } else { ":" };
    let behind = body.split_once(sign).map(|(_, value)| value).or_else(|| body.strip_prefix("- "))?;
    let value = behind.trim_start_matches([' ', '[', '$']);
    let opens = SIGNS.iter().any(|(open, _)| value.starts_with(open));
    opens.then(|| (Filled::Value, said.len() - behind.trim_start().len(), said.len()))
}

/// Whether a program is meant to fill in a template, as values of Helm and expressions are written, and not a text of which it is a
/// part.
pub(super) fn is_of_program(text: &str) -> bool {
    let whole = text.starts_with("{{") && text.find("}}").is_some_and(|at| at + 2 == text.len());
    let inner = text.split_once("{{").map_or("", |(_, inner)| inner.trim_start_matches(['-', '~', ' ']));
    whole || inner.starts_with(['.', '$']) || text.contains(" | ") || text.contains("{%")
}

/// Whether a template names what differs by environment, as it seems.
pub(super) fn is_by_environment(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    [".values", "env", "vars.", "stage"].iter().any(|word| text.contains(word))
}

/// The lines of a text with a template, outside of texts of several lines.
fn template_lines(text: &str, format: Format) -> Vec<(Filled, Span)> {
    let (mut at, mut found, mut block) = (0, Vec::new(), None);
    let mut long = None::<&str>;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let depth = line.len() - line.trim_start_matches(' ').len();
        if block.is_some_and(|column| depth > column || line.trim().is_empty()) {
            continue;
        }
        let sign = line.trim_end().rsplit(' ').next().filter(|_| format == Format::Yaml);
        block = sign.filter(|sign| is_block_sign(sign)).map(|_| depth);
        let quote =
            ["\"\"\"", "'''"].into_iter().find(|quote| format == Format::Toml && line.matches(quote).count() == 1);
        match (long, quote) {
            (None, quote) => long = quote,
            (Some(open), Some(quote)) if open == quote => long = None,
            (Some(_), _) => {}
        }
        if long.is_some() || quote.is_some() {
            continue;
        }
        found.extend(template_in(line, format).map(|(of, from, to)| (of, Span::new(start + from, start + to))));
    }
    found
}

/// The file with one finding about its templates, where one of them is why it cannot be read.
pub(super) fn explain_templates(mut parsed: ParsedFile, format: Format) -> ParsedFile {
    let text = parsed.file.text();
    let faulty = |finding: &&Diagnostic| {
        matches!(finding.code, Code::Syntax | Code::TabIndent | Code::WrongType | Code::UnsupportedTag)
    };
    if !SIGNS.iter().any(|(open, _)| text.contains(open)) || !parsed.findings.iter().any(|finding| faulty(&finding)) {
        return parsed;
    }
    let line_of = |span: Span| parsed.file.position_at(span.start).line;
    let lines = template_lines(text, format);
    // In YAML a value of two braces reads as a mapping, which is told as such.
    let is_mapping = |finding: &Diagnostic| finding.code == Code::WrongType;
    let faults = parsed.findings.iter().filter(faulty);
    let (mappings, others): (Vec<&Diagnostic>, Vec<&Diagnostic>) = faults.partition(|finding| is_mapping(finding));
    let [mappings, others] = [mappings, others]
        .map(|faults| faults.iter().map(|fault| line_of(fault.primary.span)).collect::<HashSet<u32>>());
    let at_fault = |(of, span): &&(Filled, Span)| {
        let number = line_of(*span);
        others.contains(&number) || *of == Filled::Line && mappings.contains(&number)
    };
    let Some(&(_, first)) = lines.iter().find(at_fault) else { return parsed };
    let finding = explain_lines(&parsed.file, first, &lines, format);
    let whole = lines.iter().any(|(of, _)| *of == Filled::Line);
    if whole || format == Format::Yaml {
        return ParsedFile { documents: Vec::new(), findings: vec![finding], incomplete: true, ..parsed };
    }
    // The rest was read.
    let numbers: Vec<u32> = lines.iter().map(|(_, span)| line_of(*span)).collect();
    let is_told =
        |finding: &Diagnostic| numbers.binary_search(&parsed.file.position_at(finding.primary.span.start).line).is_ok();
    parsed.findings = parsed.findings.iter().filter(|finding| !is_told(finding)).cloned().chain([finding]).collect();
    parsed.findings.sort_by_key(|finding| (finding.primary.span, finding.code));
    parsed.incomplete = true;
    parsed
}

/// The finding about the templates of a file, the first of which is one that cannot be read.
fn explain_lines(file: &Arc<SourceFile>, first: Span, lines: &[(Filled, Span)], format: Format) -> Diagnostic {
    let of = lines.iter().find(|(_, span)| *span == first).map(|(of, _)| *of);
    let notation = if format == Format::Toml { "TOML" } else { "YAML" };
    let written = shorten_line(file.slice(first));
    let (what, label, help) = match of {
        Some(Filled::Line) => (
            format!("nothing fills in a template: `{written}` is no line of {notation}"),
            "a line for another program",
            "write out what the template is to say, or render the file before housestyle reads it",
        ),
        Some(Filled::Value) | None => (
            format!("nothing fills in a template: `{written}` is no value of {notation}"),
            "a value for another program to fill in",
            FILL_IN,
        ),
    };
    let others: Vec<Span> = lines.iter().map(|(_, span)| *span).filter(|span| *span != first).collect();
    let finding = Diagnostic::new(Code::Syntax, file, first, what).with_label(label).with_help(help);
    let marked = others.iter().take(MAX_MARKED);
    let mut finding = marked.fold(finding, |finding, span| finding.with_secondary(*span, "and here"));
    finding.omitted += others.len().saturating_sub(MAX_MARKED);
    let environment = lines.iter().take(64).any(|(_, span)| is_by_environment(file.slice(*span)));
    if environment { finding.with_note(BY_ENVIRONMENT) } else { finding }
}
