//! Whether a translation meets what a test expects.
//!
//! Invariant: every failure says what was seen; a rule without a detector fails its expectation in words, never passes.

use std::borrow::Cow;

use crate::conform::case::{Expectation, FollowedRules, LetterCase};
use crate::conform::chrf::score_chrf;
use crate::conform::detector::Standing;
use crate::conform::lint::{SegmentLinter, StyleChecks};
use crate::conform::reader::{Decoded, Segment};
use crate::conform::terms::uses_term;
use crate::conform::test_pattern::compile_pattern;

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
        Expectation::Contains(part, case) => {
            one(!fold(seen, *case).contains(&*fold(part, *case)), format!("does not contain `{part}`"))
        }
        Expectation::NotContains(part, case) => {
            one(fold(seen, *case).contains(&*fold(part, *case)), format!("contains `{part}`"))
        }
        Expectation::StartsWith(part, case) => {
            one(!fold(seen, *case).starts_with(&*fold(part, *case)), format!("does not start with `{part}`"))
        }
        Expectation::Any(groups) => {
            let failures: Vec<Vec<String>> = groups.iter().map(|group| judge_translation(text, group)).collect();
            let said = || failures.iter().map(|group| group.join(" and ")).collect::<Vec<_>>().join("; ");
            one(failures.iter().all(|group| !group.is_empty()), format!("nothing of `any` holds: {}", said()))
        }
        Expectation::Not(group) => {
            one(judge_translation(text, group).is_empty(), "everything below `not` holds".to_owned())
        }
        Expectation::Matches(pattern, case) => match compile_pattern(&match case {
            LetterCase::Exact => pattern.clone(),
            LetterCase::Ignored => format!("(?i:{pattern})"),
        }) {
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

/// A text as it is compared.
fn fold(text: &str, case: LetterCase) -> Cow<'_, str> {
    match case {
        LetterCase::Exact => Cow::Borrowed(text),
        LetterCase::Ignored => Cow::Owned(text.to_lowercase()),
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
    linter.lint_segment(&segment, &segment.passage(own.tongue), &mut |_| false, &mut departures);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conform::case::read_style_tests;
    use crate::diagnostic::SourceFile;
    use crate::source::{Format, parse_source};

    /// What fails where a translation is held against an `expect`, and what is wrong with that.
    fn judged(expect: &str, with: &str) -> (Vec<String>, Vec<String>) {
        let text = format!("style: app\ntests:\n  - name: a\n    text: A\n    tags: x\n    expect: {expect}\n");
        let parsed = parse_source(&SourceFile::new("t.yaml", text), Format::Yaml);
        let (tests, faults) = read_style_tests(&parsed.documents[0], &[]);
        let translated = TranslatedText { with, without: None, checks: None };
        let failures = tests.iter().flat_map(|test| judge_translation(&translated, &test.expect)).collect();
        (failures, faults.into_iter().map(|fault| fault.message).collect())
    }

    #[test]
    fn expectations_are_combined_and_case_is_ignored_where_that_is_asked_for() {
        for (expect, failures) in [
            ("{ starts_with: Gut }", vec![]),
            ("{ starts_with: gut }", vec!["does not start with `gut`"]),
            ("{ starts_with: gut, contains: MORGEN, matches: '^gut', ignore_case: true }", vec![]),
            ("{ not_contains: MORGEN, ignore_case: true }", vec!["contains `MORGEN`"]),
            ("{ any: [{ contains: Tag }, { contains: Morgen }] }", vec![]),
            (
                "{ any: [{ contains: Tag }, { contains: Abend, max_characters: 3 }] }",
                vec![
                    "nothing of `any` holds: does not contain `Tag`; does not contain `Abend` and has 11 characters, more than 3",
                ],
            ),
            ("{ not: { contains: Tag } }", vec![]),
            ("{ not: { contains: Gut, starts_with: Gut } }", vec!["everything below `not` holds"]),
        ] {
            assert_eq!(judged(expect, "Gut. Morgen").0, failures, "{expect}");
        }
    }

    #[test]
    fn what_could_not_fail_or_never_hold_is_refused() {
        for (expect, fault) in [
            ("{ max_characters: 0 }", "`max_characters` does not take this"),
            ("{ ignore_case: true }", "nothing is expected, so this test could not fail"),
            ("{ any: [] }", "`any` does not take this"),
            ("{ any: [{}] }", "nothing is expected here"),
            ("{ not: { nonsense: 1 } }", "unknown expectation `nonsense`"),
        ] {
            let (_, faults) = judged(expect, "x");
            assert!(faults.iter().any(|found| found.contains(fault)), "{expect}: {faults:?}");
        }
    }
}
