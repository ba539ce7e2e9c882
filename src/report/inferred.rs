//! The JSON form of an inferred style: what `infer --format json` prints.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::report::json::to_pretty_json;

/// Version of the form. Rises when a reader of the old one would misread the new one.
const VERSION: u32 = 1;

/// What texts say about the style that they follow.
#[derive(Debug, Serialize, JsonSchema)]
pub struct InferredDocument {
    /// Version of this form.
    housestyle_infer: u32,
    /// Root language of the texts.
    pub language: String,
    /// Texts that were counted.
    pub texts: usize,
    /// Files that were read.
    pub files: usize,
    /// Least occasions from which on a value is claimed.
    pub minimum: usize,
    /// Least share of them that agrees, in percent.
    pub share: usize,
    /// Every rule that had an occasion.
    pub rules: Vec<InferredRuleDocument>,
}

/// One rule.
#[derive(Debug, Serialize, JsonSchema)]
pub struct InferredRuleDocument {
    /// Category and rule: `punctuation.apostrophe`.
    pub rule: String,
    /// `value`, `not_offered` (a value that the project's catalogue lacks), `mixture` or `too_few`.
    pub claim: String,
    /// The value, where one dominates.
    pub value: Option<String>,
    /// Values that the same occasions cannot exclude.
    pub also: Vec<String>,
    /// Occasions that were seen.
    pub occasions: usize,
    /// How many occasions agree with each value that was seen.
    pub agree: BTreeMap<String, usize>,
    /// Places that agree, with their words.
    pub examples: Vec<String>,
}

impl InferredDocument {
    /// An empty one.
    #[must_use]
    pub fn new(language: &str, texts: usize, files: usize, minimum: usize, share: usize) -> Self {
        Self {
            housestyle_infer: VERSION,
            language: language.to_owned(),
            texts,
            files,
            minimum,
            share,
            rules: Vec::new(),
        }
    }

    /// As text.
    #[must_use]
    pub fn render(&self) -> String {
        to_pretty_json(self)
    }
}
