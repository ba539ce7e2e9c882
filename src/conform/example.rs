//! A right and a wrong text for each rule of a style, out of the examples that detectors are tested by.
//!
//! Invariant: what is handed out was judged under the whole style. In a right text nothing departs and the rule has an
//! occasion; in a wrong text this rule departs, and no other. Where no such text can be made, there is none: silence is
//! better than an example that contradicts the rule beside it.

use crate::conform::counterexample::counterexamples_of;
use crate::conform::detector::Detector;
use crate::conform::lint::{CheckedRule, Departure, SegmentLinter, StyleChecks};
use crate::conform::passage::Passage;
use crate::conform::proof::{apply_edits, rewrite_occasion};
use crate::conform::reader::{Decoded, Segment};
use crate::conform::table::detectors_of;

/// Texts that show a rule of a style.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleExample {
    /// A text that follows the rule and departs from no other rule of the style.
    pub right: Option<String>,
    /// A text that departs from this rule alone; where it can be, the right text with the least change.
    pub wrong: Option<String>,
}

/// Most times that a text is rewritten until it departs from nothing else.
const MAX_MENDS: usize = 6;

/// The texts for one rule of a style, given as category and rule. Empty where the rule has no detector.
#[must_use]
pub fn choose_example(checks: &StyleChecks, category: &str, rule: &str) -> RuleExample {
    let Some(checked) = checks.rules.iter().find(|checked| checked.detector.parts() == (category, rule)) else {
        return RuleExample::default();
    };
    let right = right_texts(checks, checked).find(|text| is_right(checks, checked, text));
    let reversed = right.iter().flat_map(|text| reverse(checks, checked, text));
    let siblings = checked.detector.values.iter().map(|value| value.example);
    let written = counterexamples_of(checks.tongue, checked.detector.rule).chain(siblings);
    let wrong = reversed
        .chain(written.filter_map(|text| mend(checks, text.to_owned(), Some(checked.detector))))
        .find(|text| is_wrong(checks, checked, text));
    RuleExample { right, wrong }
}

/// Candidates for a right text: the value's own example, then every other of the language.
fn right_texts<'a>(checks: &'a StyleChecks, checked: &CheckedRule) -> impl Iterator<Item = String> + 'a {
    let own = checked.detector.values[checked.value].example;
    let all = detectors_of(checks.tongue).iter().flat_map(|detector| detector.values.iter());
    let texts = std::iter::once(own).chain(all.map(|value| value.example)).filter(|text| !text.is_empty());
    texts.filter_map(|text| mend(checks, text.to_owned(), None))
}

/// The text, rewritten until nothing departs but what `kept` finds; nothing where that takes more than rewriting.
fn mend(checks: &StyleChecks, mut text: String, kept: Option<&Detector>) -> Option<String> {
    for _ in 0..MAX_MENDS {
        let departures = departures_of(checks, &text);
        let open = departures.iter().find(|departure| kept.is_none_or(|kept| kept.rule != departure.rule));
        let Some(open) = open else { return Some(text) };
        text = apply_edits(&text, &open.text_edits).filter(|_| !open.text_edits.is_empty())?;
    }
    None
}

/// The text with one occasion after the other rewritten as the values would have it that the style does not want.
fn reverse(checks: &StyleChecks, checked: &CheckedRule, text: &str) -> Vec<String> {
    let CheckedRule { detector, value } = *checked;
    let passage = Passage::new(text, checks.tongue, &[]);
    let others = (0..detector.values.len()).filter(|other| *other != value);
    let occasions = detector.occasions(&passage);
    others
        .flat_map(|other| occasions.iter().map(move |occasion| (other, occasion)))
        .filter_map(|(value, occasion)| {
            let edits = rewrite_occasion(CheckedRule { detector, value }, &passage, text, occasion);
            apply_edits(text, &edits).filter(|_| !edits.is_empty())
        })
        .collect()
}

fn is_right(checks: &StyleChecks, checked: &CheckedRule, text: &str) -> bool {
    let passage = Passage::new(text, checks.tongue, &[]);
    checked.detector.follows(&passage, checked.value) == Some(true) && departures_of(checks, text).is_empty()
}

fn is_wrong(checks: &StyleChecks, checked: &CheckedRule, text: &str) -> bool {
    let departures = departures_of(checks, text);
    !departures.is_empty() && departures.iter().all(|departure| departure.rule == checked.detector.rule)
}

/// What `lint` finds in a text.
fn departures_of(checks: &StyleChecks, text: &str) -> Vec<Departure> {
    let segment = Segment { target: Decoded::verbatim(text, 0), ..Segment::default() };
    let mut found = Vec::new();
    SegmentLinter::new(checks).lint_segment(&segment, &segment.passage(checks.tongue), &mut |_| false, &mut found);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conform::passage::Tongue;

    /// Values whose detector finds them and never anything else: no text can break them.
    const ONE_SIDED: &[&str] = &["ja punctuation.corner_bracket_and_periods"];

    #[test]
    fn every_value_that_texts_are_checked_for_has_a_right_and_a_wrong_text() {
        let mut lacking = Vec::new();
        for tongue in Tongue::ALL {
            for detector in detectors_of(tongue) {
                let (category, rule) = detector.parts();
                for value in detector.values.iter().filter(|value| !value.example.is_empty()) {
                    let checks = StyleChecks::from_rules(tongue, [(category, rule, value.name)], true);
                    let example = choose_example(&checks, category, rule);
                    let of = format!("{} {}", tongue.code(), detector.rule);
                    let one_sided = ONE_SIDED.contains(&of.as_str());
                    if example.right.is_none() || example.wrong.is_none() != one_sided {
                        lacking.push(format!("{of} {} {example:?}", value.name));
                    }
                }
            }
        }
        assert!(lacking.is_empty(), "{lacking:#?}");
    }
}
