//! Whether a translation meets what a test expects.
//!
//! Invariant: every failure says what was seen; a rule without a detector fails its expectation in words, never passes.

use crate::conform::case::{Expectation, FollowedRules};
use crate::conform::chrf::score_chrf;
use crate::conform::detector::Standing;
use crate::conform::lint::{SegmentLinter, StyleChecks};
use crate::conform::reader::{Decoded, Segment};
use crate::conform::terms::uses_term;
use crate::model::test_pattern::compile_pattern;

/// A translation, and what it is judged by.
#[derive(Debug)]
pub struct TranslatedText<'a> {
    /// With the style.
    pub with: &'a str,
    /// Without it, where that was recorded.
    pub without: Option<&'a str>,
    /// The style, as far as texts can be checked against it; none where the language has no detectors.
    pub checks: Option<&'a StyleChecks>,
}

/// What is not as expected, one line each.
#[must_use]
pub fn judge_translation(text: &TranslatedText<'_>, expect: &[Expectation]) -> Vec<String> {
    expect.iter().flat_map(|expectation| judge(text, expectation)).collect()
}

fn judge(text: &TranslatedText<'_>, expectation: &Expectation) -> Vec<String> {
    let seen = text.with;
    let one = |failed: bool, message: String| if failed { vec![message] } else { Vec::new() };
    match expectation {
        Expectation::Follows(rules) => judge_rules(text, rules),
        Expectation::Contains(part) => one(!seen.contains(part.as_str()), format!("does not contain `{part}`")),
        Expectation::NotContains(part) => one(seen.contains(part.as_str()), format!("contains `{part}`")),
        Expectation::Matches(pattern) => match compile_pattern(pattern) {
            Ok(regex) => one(!regex.is_match(seen), format!("does not match `{pattern}`")),
            Err(why) => vec![format!("`{pattern}` is no pattern: {why}")],
        },
        Expectation::UsesTerm(term) => {
            let used = text.checks.map_or_else(
                || seen.to_lowercase().contains(&term.to_lowercase()),
                |checks| uses_term(&seen.to_lowercase(), &term.to_lowercase(), checks.tongue),
            );
            one(!used, format!("does not use the term `{term}`"))
        }
        Expectation::MaxCharacters(most) => {
            let count = seen.chars().count();
            one(count > *most, format!("has {count} characters, more than {most}"))
        }
        Expectation::SameAsWithout => match text.without {
            Some(without) => {
                one(without != seen, format!("differs from the translation without the style: `{without}`"))
            }
            None => vec!["was not recorded without the style".to_owned()],
        },
        Expectation::Golden(golden, least) => {
            let score = score_chrf(seen, golden);
            one(score < *least, format!("has chrF {score:.1} against `{golden}`, less than {least}"))
        }
    }
}

fn judge_rules(text: &TranslatedText<'_>, rules: &FollowedRules) -> Vec<String> {
    let Some(checks) = text.checks else { return vec!["no detector knows this language".to_owned()] };
    let named = |rule: &str| match rules {
        FollowedRules::All => true,
        FollowedRules::Named(names) => names.iter().any(|name| name == rule || rule.ends_with(&format!(".{name}"))),
    };
    let mut failures = Vec::new();
    if let FollowedRules::Named(names) = rules {
        for name in names {
            let checked = checks.rules.iter().any(|rule| rule.detector.rule == name || rule.detector.parts().1 == name);
            if !checked {
                failures.push(format!("`{name}` is not set by the style, or cannot be checked"));
            }
        }
    }
    let own = StyleChecks {
        rules: checks.rules.iter().filter(|rule| named(rule.detector.rule)).copied().collect(),
        ..checks.clone()
    };
    let segment = Segment { target: Decoded::verbatim(text.with, 0), ..Segment::default() };
    let mut departures = Vec::new();
    let mut linter = SegmentLinter::new(&own);
    linter.lint_segment(&segment, &mut |_| false, &mut departures);
    // To see nothing is no proof where most of what could be seen is not.
    if let FollowedRules::Named(_) = rules {
        let seen = linter.coverage().rules;
        let one_sided = own.rules.iter().filter(|rule| rule.detector.standing == Standing::OneSided);
        failures.extend(
            one_sided
                .map(|rule| rule.detector.rule)
                .filter(|rule| !seen.contains_key(rule))
                .map(|rule| format!("`{rule}` has no occasion in this text: one side of it alone is seen")),
        );
    }
    failures.extend(departures.into_iter().map(|departure| {
        format!("`{}` does not follow {}: the style requires {}", departure.seen, departure.rule, departure.wanted)
    }));
    failures
}
