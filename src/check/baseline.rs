//! A baseline: findings that were there when a project began to be checked, so that only new ones fail.
//!
//! A finding is known by its content, not by its line: it stays known while lines above it come and go. What was
//! corrected leaves an entry that matches nothing any more; such entries are counted, and taken out on request.
//!
//! What was only counted, as a file has too many of its kind, is never known: it stays new.
//!
//! Always holds: a baseline changes what is shown and how `validate` ends, and nothing else. Holding a
//! [`crate::check::Desired`] still means that every file is valid.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::diagnostic::Diagnostic;
use crate::diagnostic::fingerprint::Fingerprints;

/// The format this version writes and reads.
const FORMAT: u64 = 1;

/// Findings that are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    /// By fingerprint.
    known: BTreeMap<String, KnownFinding>,
}

/// The file of a baseline.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BaselineDocument {
    /// Format of this file.
    pub housestyle_baseline: u64,
    /// Findings that are known, by path, id and message.
    pub findings: Vec<KnownFinding>,
}

/// A finding that is known.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KnownFinding {
    /// The file that it is about.
    pub path: String,
    /// Its code, and the rule behind it where there is one: `off-style/punctuation.ellipsis`.
    pub id: String,
    /// What it said when it became known; for those who read this file.
    pub message: String,
    /// What it is known by: its id, file, place in the tree and the words that it is about.
    pub fingerprint: String,
}

/// Why a file is no baseline.
#[derive(Debug, thiserror::Error)]
pub enum BaselineError {
    /// Not a baseline at all.
    #[error("it is not a baseline of housestyle: {0}")]
    NotABaseline(#[from] serde_json::Error),
    /// Written by a newer version.
    #[error("it has format {0}, this version knows formats up to {FORMAT}: use a newer housestyle")]
    Newer(u64),
}

/// Findings, told apart by a baseline.
#[derive(Debug)]
pub struct FilteredFindings {
    /// Those that it does not know.
    pub new: Vec<Diagnostic>,
    /// How many it knows.
    pub known: usize,
    /// What it knows and what is not there any more.
    pub stale: Vec<KnownFinding>,
}

impl Baseline {
    /// A baseline that knows these findings.
    #[must_use]
    pub fn from_findings(findings: &[Diagnostic]) -> Self {
        let mut names = Fingerprints::default();
        let known = findings.iter().filter(|finding| is_knowable(finding)).map(|finding| {
            let known = KnownFinding {
                path: finding.file.path().to_string(),
                id: finding.id().into_owned(),
                message: finding.message.clone(),
                fingerprint: names.fingerprint_of(finding),
            };
            (known.fingerprint.clone(), known)
        });
        Self { known: known.collect() }
    }

    /// Reads the file of a baseline.
    ///
    /// # Errors
    /// See [`BaselineError`].
    pub fn parse(text: &str) -> Result<Self, BaselineError> {
        let document: BaselineDocument = match serde_json::from_str(text) {
            Ok(document) => document,
            Err(error) => {
                // A newer form may have fields that this version does not know.
                let newer = serde_json::from_str::<serde_json::Value>(text).ok();
                let format = newer.and_then(|value| value.get("housestyle_baseline")?.as_u64());
                return Err(format
                    .filter(|format| *format > FORMAT)
                    .map_or(BaselineError::NotABaseline(error), BaselineError::Newer));
            }
        };
        if document.housestyle_baseline > FORMAT {
            return Err(BaselineError::Newer(document.housestyle_baseline));
        }
        Ok(Self { known: document.findings.into_iter().map(|known| (known.fingerprint.clone(), known)).collect() })
    }

    /// The file of the baseline.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        let sorted: BTreeSet<&KnownFinding> = self.known.values().collect();
        let document =
            BaselineDocument { housestyle_baseline: FORMAT, findings: sorted.into_iter().cloned().collect() };
        serde_json::to_value(document).expect("a document of text and numbers serialises")
    }

    /// How many findings it knows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether it knows none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Tells findings apart; all of a file's, in order.
    #[must_use]
    pub fn filter_findings(&self, findings: Vec<Diagnostic>) -> FilteredFindings {
        let mut names = Fingerprints::default();
        let mut met: BTreeSet<String> = BTreeSet::new();
        let mut new = Vec::new();
        for finding in findings {
            let name = names.fingerprint_of(&finding);
            if is_knowable(&finding) && self.known.contains_key(&name) {
                met.insert(name);
            } else {
                new.push(finding);
            }
        }
        let stale = self.known.values().filter(|known| !met.contains(&known.fingerprint)).cloned().collect();
        FilteredFindings { new, known: met.len(), stale }
    }

    /// The baseline without entries that match nothing any more.
    #[must_use]
    pub fn without_stale(mut self, stale: &[KnownFinding]) -> Self {
        for known in stale {
            self.known.remove(&known.fingerprint);
        }
        self
    }
}

/// Whether a finding is one of its own: a count of what was not kept hides which they are.
fn is_knowable(finding: &Diagnostic) -> bool {
    finding.omitted == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Code, SourceFile, Span};

    fn found(text: &str) -> Vec<Diagnostic> {
        let file = SourceFile::new("a.yaml", text);
        let places = text.match_indices("bad").map(|(at, _)| Span::new(at, at + 3));
        places
            .map(|span| Diagnostic::new(Code::EdgeWhitespace, &file, span, "bad").with_pointer("/list/3/text"))
            .collect()
    }

    #[test]
    fn a_finding_is_known_wherever_it_moves_and_a_further_one_is_new() {
        let baseline = Baseline::from_findings(&found("bad x bad"));
        let sifted = baseline.filter_findings(found("\n\nbad\nx\nbad\nbad"));
        assert_eq!((sifted.new.len(), sifted.known, sifted.stale.len()), (1, 2, 0));
        let sifted = baseline.filter_findings(found("bad"));
        assert_eq!((sifted.new.len(), sifted.known, sifted.stale.len()), (0, 1, 1));
        assert_eq!(baseline.clone().without_stale(&sifted.stale).len(), 1);
    }

    #[test]
    fn what_is_written_is_read_and_what_is_newer_is_refused() {
        let baseline = Baseline::from_findings(&found("bad bad"));
        assert_eq!(Baseline::parse(&baseline.to_json().to_string()).unwrap(), baseline);
        assert!(matches!(Baseline::parse("{\"housestyle_baseline\": 2, \"more\": 1}"), Err(BaselineError::Newer(2))));
        assert!(matches!(Baseline::parse("[]"), Err(BaselineError::NotABaseline(_))));
        assert!(matches!(Baseline::parse("{\"housestyle_plan\": 1}"), Err(BaselineError::NotABaseline(_))));
    }
}
