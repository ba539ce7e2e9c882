//! What came of a trial: a sample with and without a style, and suggestions for prompts and labels.

use serde_json::{Map, Value as Json, json};

use crate::diagnostic::Place;
use crate::report::json::pretty;
use crate::report::look::{Look, Tone};
use crate::report::prompt::{changed, prompt};
use crate::report::shown::Shown;
use crate::report::table::number;
use crate::report::words;
use crate::report::wrap::wrap;

/// Version of the JSON forms.
const VERSION: u32 = 1;

/// A sample that was translated twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
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
pub fn sample(sample: &Sample, look: &Look) -> String {
    let Sample { tried, parameters: _, source: _, without, with, detected, characters } = sample;
    let mut out = String::new();
    wrap(&mut out, look, "without  ", "         ", &prompt(without, Tone::Plain, look));
    wrap(&mut out, look, "with     ", "         ", &prompt(with, Tone::Plain, look));
    if without == with {
        out.push_str(&format!("no difference: {} changes nothing about this text\n", Shown(tried)));
    } else {
        wrap(&mut out, look, "changed  ", "         ", &changed(without, with, look));
    }
    let detected = detected.as_ref().map_or_else(String::new, |code| format!("; source language {}", Shown(code)));
    out.push_str(&format!("{} characters counted{detected}\n", number(*characters)));
    out
}

/// A sample as JSON.
#[must_use]
pub fn sample_json(sample: &Sample) -> String {
    let Sample { tried, parameters, source, without, with, detected, characters } = sample;
    pretty(&json!({
        "housestyle_try": VERSION, "tried": tried, "parameters": parameters, "source": source, "without": without,
        "with": with, "same": without == with, "detected_source_language": detected, "characters": characters,
    }))
}

/// What part of an instruction a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// Its label.
    Label,
    /// Its prompt.
    Prompt,
}

impl Part {
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
    pub part: Part,
    /// What it says.
    pub before: String,
    /// What it could say, by style or tone (empty where none was asked for). Never the same as before.
    pub after: Vec<(String, String)>,
}

/// What was asked and what came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Improved {
    /// Where something else was suggested, in order of the files.
    pub suggestions: Vec<Suggestion>,
    /// How many texts were sent.
    pub texts: usize,
    /// Characters that all requests count.
    pub characters: u64,
}

/// Where a suggestion is about, on a line of its own, and its words.
#[must_use]
pub fn suggestion(suggestion: &Suggestion, look: &Look) -> String {
    let Suggestion { place, label, part, before, after } = suggestion;
    let place = Shown(&place.to_string()).to_string();
    let mut out = format!("{} {} of \"{}\"\n", look.paint(Tone::Faint, place), part.as_str(), Shown(label));
    for (how, after) in after {
        let first = if how.is_empty() { "    ".to_owned() } else { format!("    {}: ", Shown(how)) };
        wrap(&mut out, look, &first, "      ", &changed(before, after, look));
    }
    out
}

/// Every suggestion, and the count.
#[must_use]
pub fn improved(improved: &Improved, look: &Look) -> String {
    let mut out: String = improved.suggestions.iter().map(|one| suggestion(one, look)).collect();
    out.push_str(&counted(improved));
    out
}

/// The last line: how much was sent and how much of it could be better.
#[must_use]
pub fn counted(improved: &Improved) -> String {
    let Improved { suggestions, texts, characters } = improved;
    format!(
        "{} for {}; {} characters counted\n",
        words::count(suggestions.len(), "suggestion"),
        words::count(*texts, "text"),
        number(*characters)
    )
}

/// Every suggestion as JSON, and which were written.
#[must_use]
pub fn improved_json(improved: &Improved, written: &[bool]) -> String {
    let Improved { suggestions, texts, characters } = improved;
    let suggestions: Vec<Json> = suggestions
        .iter()
        .zip(written.iter().copied().chain(std::iter::repeat(false)))
        .map(|(Suggestion { place, label, part, before, after }, written)| {
            let after: Vec<Json> = after
                .iter()
                .map(|(how, text)| json!({"variant": if how.is_empty() { None } else { Some(how) }, "text": text}))
                .collect();
            json!({"file": &*place.file, "line": place.line, "column": place.column, "label": label,
                "field": part.as_str(), "before": before, "after": after, "written": written})
        })
        .collect();
    pretty(&json!({"housestyle_improvements": VERSION, "suggestions": suggestions, "texts": texts,
        "characters": characters}))
}
