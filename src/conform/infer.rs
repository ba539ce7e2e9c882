//! From texts to the style that they follow: for each rule, the value that dominates.
//!
//! Invariant: below a minimum of occasions nothing is claimed, and a mixture is reported, not decided. A detector that sees
//! one side of its rule alone claims nothing.

use std::collections::BTreeMap;

use crate::conform::detector::{Detector, Standing, ValueSet};
use crate::conform::language::is_in_its_language;
use crate::conform::lint::trusted_detectors;
use crate::conform::passage::{Passage, Tongue};
use crate::conform::purpose::{Purpose, is_about_values, purpose_of};
use crate::conform::reader::Segment;

/// What occasions showed, by the set of values that they agree with.
#[derive(Debug, Default)]
struct Tally {
    sets: BTreeMap<(ValueSet, ValueSet), usize>,
    places: Vec<(String, ValueSet)>,
}

/// Counts occasions of every trusted detector of a language that sees all sides of its rule.
#[derive(Debug)]
pub struct StyleTally {
    tongue: Tongue,
    rules: BTreeMap<&'static str, (&'static Detector, Tally)>,
    /// Texts that were counted.
    pub texts: usize,
}

/// What is claimed of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// One value dominates, and a list can have it.
    Value {
        /// Its name.
        name: &'static str,
        /// Occasions that agree with it.
        agree: usize,
        /// Values that the same occasions cannot exclude.
        also: Vec<&'static str>,
    },
    /// One value dominates, and no list of this project can have it.
    NotOffered {
        /// Its name.
        name: &'static str,
        /// Occasions that agree with it.
        agree: usize,
    },
    /// No value dominates.
    Mixture(Vec<Alternative>),
    /// Enough occasions, and none shows a value of the rule.
    NoValue,
    /// Too few occasions.
    TooFew,
}

/// One value of a mixture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// Its name.
    pub name: &'static str,
    /// Occasions that agree with it.
    pub agree: usize,
    /// Some of them.
    pub examples: Vec<String>,
}

/// A rule and what is claimed of it.
#[derive(Clone, Debug)]
pub struct InferredRule {
    /// Category and rule.
    pub rule: &'static str,
    /// Occasions that were seen.
    pub occasions: usize,
    /// What follows.
    pub claim: Claim,
    /// Places that agree, as examples.
    pub examples: Vec<String>,
}

impl InferredRule {
    fn among(mut self, is_offered: impl Fn(&str, &str) -> bool) -> Self {
        let rule = self.rule;
        let offered = |name: &str| is_offered(rule, name);
        match &mut self.claim {
            Claim::Value { name, agree, also: _ } if !offered(name) => {
                self.claim = Claim::NotOffered { name, agree: *agree };
            }
            Claim::Value { also, .. } => also.retain(|name| offered(name)),
            Claim::Mixture(alternatives) => match alternatives.iter().any(|one| offered(one.name)) {
                true => alternatives.retain(|one| offered(one.name)),
                // Nobody could uncomment one of them.
                false => {
                    if let Some(Alternative { name, agree, .. }) = alternatives.first() {
                        self.claim = Claim::NotOffered { name, agree: *agree };
                    }
                }
            },
            Claim::NotOffered { .. } | Claim::NoValue | Claim::TooFew => {}
        }
        self
    }
}

/// When a value is claimed.
#[derive(Clone, Copy, Debug)]
pub struct Thresholds {
    /// Least occasions.
    pub minimum: usize,
    /// Least share that agrees, in percent.
    pub share: usize,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self { minimum: 5, share: 90 }
    }
}

/// Examples that are kept of each set of values.
const EXAMPLES: usize = 3;

/// Characters on each side of an example.
const CONTEXT: usize = 20;

impl StyleTally {
    /// An empty count for a language.
    #[must_use]
    pub fn new(tongue: Tongue) -> Self {
        let rules = trusted_detectors(tongue).filter(|detector| detector.standing == Standing::On);
        let rules = rules.map(|detector| (detector.rule, (detector, Tally::default()))).collect();
        Self { tongue, rules, texts: 0 }
    }

    /// The language of the texts.
    #[must_use]
    pub fn tongue(&self) -> Tongue {
        self.tongue
    }

    /// Counts a segment; `place` names it for people.
    pub fn add_segment(&mut self, segment: &Segment, place: &str) {
        let text = segment.target.text();
        if self.tongue != Tongue::En && segment.source.as_deref() == Some(text) {
            return;
        }
        let passage = Passage::new(text, self.tongue, segment.target.masked());
        let purpose = purpose_of(&segment.key, text);
        if passage.is_code
            || purpose == Purpose::Search
            || segment.target.is_all_masked()
            || !is_in_its_language(&passage)
        {
            return;
        }
        self.texts += 1;
        let asked = |rule: &str| purpose != Purpose::Values || !is_about_values(rule);
        for (detector, tally) in self.rules.values_mut().filter(|(detector, _)| asked(detector.rule)) {
            for occasion in detector.occasions(&passage) {
                *tally.sets.entry((occasion.shows, occasion.among)).or_default() += 1;
                let alike = tally.places.iter().filter(|(_, shows)| *shows == occasion.shows).count();
                if alike < EXAMPLES && !occasion.shows.is_empty() {
                    let words = with_context(text, &occasion.range);
                    tally.places.push((format!("{place}: {words}"), occasion.shows));
                }
            }
        }
    }

    /// What the counts say of every rule that had an occasion. `is_offered` tells of category and rule, and a value, whether a
    /// list can have it: nothing else is claimed.
    #[must_use]
    pub fn infer(&self, thresholds: Thresholds, is_offered: impl Fn(&str, &str) -> bool) -> Vec<InferredRule> {
        let judged = self.rules.values().filter(|(_, tally)| !tally.sets.is_empty());
        judged.map(|(detector, tally)| judge(detector, tally, thresholds).among(&is_offered)).collect()
    }
}

/// An occasion with a few words around it, on one line.
fn with_context(text: &str, range: &std::ops::Range<usize>) -> String {
    let before = text.get(..range.start).unwrap_or_default();
    let after = text.get(range.end..).unwrap_or_default();
    let start = before.char_indices().rev().nth(CONTEXT - 1).map_or(0, |(at, _)| at);
    let end = after.char_indices().nth(CONTEXT).map_or(after.len(), |(at, _)| at);
    // Whole words, where there are spaces between them.
    let cut = if start == 0 { 0 } else { before[start..].find(char::is_whitespace).unwrap_or(0) };
    let rest = if end == after.len() { end } else { after[..end].rfind(char::is_whitespace).unwrap_or(end) };
    let whole = text.get(start + cut..range.end + rest).unwrap_or_default();
    whole.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn judge(detector: &Detector, tally: &Tally, thresholds: Thresholds) -> InferredRule {
    let occasions: usize = tally.sets.values().sum();
    // (agree, spoke, how particular the agreeing occasions are)
    let score = |value: usize| {
        let spoke: usize =
            tally.sets.iter().filter(|((_, among), _)| among.contains(value)).map(|(_, count)| count).sum();
        let agree: usize =
            tally.sets.iter().filter(|((shows, _), _)| shows.contains(value)).map(|(_, count)| count).sum();
        (agree, spoke)
    };
    let checkable = |value: &usize| !detector.values[*value].example.is_empty();
    let mut scores: Vec<(usize, usize, usize)> = (0..detector.values.len())
        .filter(checkable)
        .map(|value| {
            let (agree, spoke) = score(value);
            (value, agree, spoke)
        })
        .collect();
    scores.sort_by_key(|(value, agree, _)| (std::cmp::Reverse(*agree), *value));
    let best = scores.first().copied().unwrap_or((0, 0, 0));
    let enough = best.2 >= thresholds.minimum;
    let dominates = best.1 * 100 >= best.2 * thresholds.share && best.1 > 0;
    let examples_of = |value: usize| -> Vec<String> {
        let agreeing = tally.places.iter().filter(|(_, shows)| shows.contains(value));
        agreeing.map(|(place, _)| place.clone()).take(EXAMPLES).collect()
    };
    let claim = if !enough {
        Claim::TooFew
    } else if dominates {
        let also = scores[1..].iter().filter(|(_, agree, spoke)| (*agree, *spoke) == (best.1, best.2));
        let also = also.map(|(value, ..)| detector.values[*value].name).collect();
        Claim::Value { name: detector.values[best.0].name, agree: best.1, also }
    } else if best.1 == 0 {
        Claim::NoValue
    } else {
        let some = scores.iter().filter(|(_, agree, _)| *agree > 0);
        Claim::Mixture(
            some.map(|(value, agree, _)| Alternative {
                name: detector.values[*value].name,
                agree: *agree,
                examples: examples_of(*value),
            })
            .collect(),
        )
    };
    let examples = examples_of(best.0);
    InferredRule { rule: detector.rule, occasions, claim, examples }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_occasion_has_whole_words_around_it_behind_spaces_of_any_width() {
        for space in [' ', '\u{a0}', '\u{3000}'] {
            let text = format!("{}{space}a b … c d{space}{}", "x".repeat(CONTEXT), "y".repeat(CONTEXT));
            let at = text.find('…').unwrap();
            assert_eq!(with_context(&text, &(at..at + '…'.len_utf8())), "a b … c d");
        }
    }
}
