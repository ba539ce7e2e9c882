//! What came of a trial: a sample with and without a style, and suggestions for prompts and labels.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value as Json};

use crate::diagnostic::Place;
use crate::report::heading::service_line;
use crate::report::humanize;
use crate::report::json::to_pretty_json;
use crate::report::prompt_diff::{changed_prompt_pieces, prompt_pieces};
use crate::report::render_options::{RenderOptions, TextTone};
use crate::report::sanitize::Sanitized;
use crate::report::table::format_number;
use crate::report::wrap::write_wrapped;

/// Version of the JSON forms. Rises when a reader of the old ones would misread the new ones.
const VERSION: u32 = 1;

/// A sample that was translated twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Base address of the service, or `emulator`.
    pub origin: String,
    /// Name of the environment.
    pub environment: String,
    /// What was tried: `style/support-de`.
    pub tried: String,
    /// The parameters that made the difference, as they were sent.
    pub parameters: Map<String, Json>,
    /// The text itself.
    pub source: String,
    /// Its translation with languages alone.
    pub without: String,
    /// Its translation with what was tried.
    pub with: String,
    /// The language that the text turned out to have.
    pub detected: Option<String>,
    /// Characters that both translations count, as far as this machine can tell.
    pub characters: u64,
}

/// A sample, and what became different about it.
#[must_use]
pub fn render_sample(sample: &Sample, options: &RenderOptions) -> String {
    let Sample { origin, environment, tried, parameters: _, source: _, without, with, detected, characters } = sample;
    let mut out = service_line(environment, origin, options);
    write_wrapped(&mut out, options, "without  ", "         ", &prompt_pieces(without, TextTone::Plain, options));
    write_wrapped(&mut out, options, "with     ", "         ", &prompt_pieces(with, TextTone::Plain, options));
    if without == with {
        out.push_str(&format!("no difference: {} changes nothing about this text\n", Sanitized(tried)));
    } else {
        write_wrapped(&mut out, options, "changed  ", "         ", &changed_prompt_pieces(without, with, options));
    }
    let detected = detected.as_ref().map_or_else(String::new, |code| format!("; source language {}", Sanitized(code)));
    out.push_str(&format!("{} characters counted{detected}\n", format_number(*characters)));
    out
}

/// A sample that was translated twice.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SampleDocument<'a> {
    /// Version of this form.
    housestyle_try: u32,
    /// Base address of the service, or `emulator`.
    origin: &'a str,
    /// Name of the environment.
    environment: &'a str,
    /// What was tried: `style/support-de`.
    tried: &'a str,
    /// The parameters that made the difference, as they were sent.
    parameters: &'a Map<String, Json>,
    /// The text itself.
    source: &'a str,
    /// Its translation with languages alone.
    without: &'a str,
    /// Its translation with what was tried.
    with: &'a str,
    /// Whether the translations are the same.
    same: bool,
    /// The language that the text turned out to have; null where the service does not say.
    detected_source_language: Option<&'a str>,
    /// Characters that both translations count, as far as this machine can tell.
    characters: u64,
}

/// A sample as JSON.
#[must_use]
pub fn render_sample_json(sample: &Sample) -> String {
    let Sample { origin, environment, tried, parameters, source, without, with, detected, characters } = sample;
    to_pretty_json(&SampleDocument {
        housestyle_try: VERSION,
        origin,
        environment,
        tried,
        parameters,
        source,
        without,
        with,
        same: without == with,
        detected_source_language: detected.as_deref(),
        characters: *characters,
    })
}

/// What part of an instruction a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum InstructionPart {
    /// Its label.
    Label,
    /// Its prompt.
    Prompt,
}

impl InstructionPart {
    /// The field of the file.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Label => "label",
            Self::Prompt => "prompt",
        }
    }
}

/// What the service would write instead of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// Where the instruction is written.
    pub place: Place,
    /// Label of the instruction.
    pub label: String,
    /// Which of its texts.
    pub part: InstructionPart,
    /// What it says.
    pub before: String,
    /// What it could say, by style or tone (empty where none was asked for). Never the same as before.
    pub after: Vec<(String, String)>,
}

/// What was asked and what came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImproveReport {
    /// Base address of the service, or `emulator`.
    pub origin: String,
    /// Name of the environment.
    pub environment: String,
    /// Where something else was suggested, in order of the files.
    pub suggestions: Vec<Suggestion>,
    /// How many texts were sent.
    pub texts: usize,
    /// Characters that all requests count.
    pub characters: u64,
}

/// Where a suggestion is about, on a line of its own, and its words.
#[must_use]
pub fn render_suggestion(suggestion: &Suggestion, options: &RenderOptions) -> String {
    let Suggestion { place, label, part, before, after } = suggestion;
    let place = Sanitized(&place.to_string()).to_string();
    let mut out = format!("{} {} of \"{}\"\n", options.paint(TextTone::Faint, place), part.as_str(), Sanitized(label));
    for (how, after) in after {
        let first = if how.is_empty() { "    ".to_owned() } else { format!("    {}: ", Sanitized(how)) };
        write_wrapped(&mut out, options, &first, "      ", &changed_prompt_pieces(before, after, options));
    }
    out
}

/// Every suggestion, and the count.
#[must_use]
pub fn render_improvements(improved: &ImproveReport, options: &RenderOptions) -> String {
    let mut out = service_line(&improved.environment, &improved.origin, options);
    out.extend(improved.suggestions.iter().map(|one| render_suggestion(one, options)));
    out.push_str(&improvements_summary_line(improved));
    out
}

/// The last line: how much was sent and how much of it could be better.
#[must_use]
pub fn improvements_summary_line(improved: &ImproveReport) -> String {
    let ImproveReport { origin: _, environment: _, suggestions, texts, characters } = improved;
    format!(
        "{} for {}; {} characters counted\n",
        humanize::count_noun(suggestions.len(), "suggestion"),
        humanize::count_noun(*texts, "text"),
        format_number(*characters)
    )
}

/// What could be written better.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ImprovementsDocument<'a> {
    /// Version of this form.
    housestyle_improvements: u32,
    /// Base address of the service, or `emulator`.
    origin: &'a str,
    /// Name of the environment.
    environment: &'a str,
    /// Texts for which something else was suggested, in order of the files.
    suggestions: Vec<SuggestionDocument<'a>>,
    /// How many texts were sent.
    texts: usize,
    /// Characters that all requests count.
    characters: u64,
}

/// What the service would write instead of a text.
#[derive(Debug, Serialize, JsonSchema)]
struct SuggestionDocument<'a> {
    /// File of the instruction.
    file: &'a str,
    /// Its line, from 1.
    line: u32,
    /// Its column in characters, from 1.
    column: u32,
    /// Label of the instruction.
    label: &'a str,
    /// Which of its texts: `label` or `prompt`.
    field: &'static str,
    /// What it says.
    before: &'a str,
    /// What it could say.
    after: Vec<SuggestionVariant<'a>>,
    /// Whether a suggestion was written into the file.
    written: bool,
}

/// One way to write a text.
#[derive(Debug, Serialize, JsonSchema)]
struct SuggestionVariant<'a> {
    /// The style or tone that it is written in; null where none was asked for.
    variant: Option<&'a str>,
    /// The text.
    text: &'a str,
}

/// Every suggestion as JSON, and which were written.
#[must_use]
pub fn render_improvements_json(improved: &ImproveReport, written: &[bool]) -> String {
    let ImproveReport { origin, environment, suggestions, texts, characters } = improved;
    let written = written.iter().copied().chain(std::iter::repeat(false));
    to_pretty_json(&ImprovementsDocument {
        housestyle_improvements: VERSION,
        origin,
        environment,
        suggestions: suggestions.iter().zip(written).map(|(one, written)| suggestion_document(one, written)).collect(),
        texts: *texts,
        characters: *characters,
    })
}

fn suggestion_document(suggestion: &Suggestion, written: bool) -> SuggestionDocument<'_> {
    let Suggestion { place, label, part, before, after } = suggestion;
    SuggestionDocument {
        file: &place.file,
        line: place.line,
        column: place.column,
        label,
        field: part.as_str(),
        before,
        after: after
            .iter()
            .map(|(how, text)| SuggestionVariant { variant: (!how.is_empty()).then_some(how.as_str()), text })
            .collect(),
        written,
    }
}
