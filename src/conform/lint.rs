//! What a text does against what its style wants: departures, with their places in the file and lossless fixes.
//!
//! Invariant: a fix is proved before it is offered: the rewritten text has the same occasions, one departure less, no departure
//! more from any other rule, and not a byte of code changed. So fixing settles, whatever a style sets: where two of its rules
//! claim the same characters, neither is rewritten, and the departure says so.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::conform::detector::{Detector, Occasion, Standing};
use crate::conform::language::is_in_its_language;
use crate::conform::passage::{MASKED, Passage, Tongue};
use crate::conform::reader::Segment;
use crate::conform::table::{detector_of, detectors_of};

/// Why a configured rule is not checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unchecked {
    /// No detector tells it: it needs judgement, or is about the file.
    NoDetector,
    /// Its detector cannot tell this value from its siblings.
    NoSuchValue,
    /// Its detector is not precise enough and was not asked for.
    BelowPrecision,
}

impl Unchecked {
    /// A few words for people.
    #[must_use]
    pub fn reason(self) -> &'static str {
        match self {
            Self::NoDetector => "needs judgement",
            Self::NoSuchValue => "this value cannot be distinguished from similar ones in a text",
            Self::BelowPrecision => "off by default: its precision is below 98 %",
        }
    }
}

/// A rule that is checked, and the value that it shall have.
#[derive(Clone, Copy, Debug)]
pub struct CheckedRule {
    /// What finds its occasions.
    pub detector: &'static Detector,
    /// The wanted value's place in the detector's table.
    pub value: usize,
}

/// A style, as far as texts can be checked against it.
#[derive(Clone, Debug)]
pub struct StyleChecks {
    /// The language of the texts.
    pub tongue: Tongue,
    /// What is checked.
    pub rules: Vec<CheckedRule>,
    /// What is configured and not checked, by category and rule.
    pub unchecked: BTreeMap<(String, String), Unchecked>,
}

impl StyleChecks {
    /// The checks for these rules, given as category, rule and value. `all` also takes detectors that are off by default.
    pub fn from_rules<'a>(
        tongue: Tongue,
        rules: impl IntoIterator<Item = (&'a str, &'a str, &'a str)>,
        all: bool,
    ) -> Self {
        let mut checks = Self { tongue, rules: Vec::new(), unchecked: BTreeMap::new() };
        for (category, rule, value) in rules {
            let why = match detector_of(tongue, category, rule) {
                None => Unchecked::NoDetector,
                Some(detector) if detector.standing == Standing::Off && !all => Unchecked::BelowPrecision,
                Some(detector) => {
                    match detector.value(value).filter(|place| !detector.values[*place].example.is_empty()) {
                        Some(value) => {
                            checks.rules.push(CheckedRule { detector, value });
                            continue;
                        }
                        None => Unchecked::NoSuchValue,
                    }
                }
            };
            checks.unchecked.insert((category.to_owned(), rule.to_owned()), why);
        }
        checks
    }
}

/// A place where a text does not follow its style.
#[derive(Clone, Debug)]
pub struct Departure {
    /// Category and rule.
    pub rule: &'static str,
    /// What the format calls the text.
    pub key: String,
    /// The words at the place.
    pub seen: String,
    /// The values that they show.
    pub shows: Vec<&'static str>,
    /// The value that is wanted.
    pub wanted: &'static str,
    /// A text that follows it.
    pub example: &'static str,
    /// Bytes of the file.
    pub place: Range<usize>,
    /// Bytes of the file and what to write there, where that loses nothing.
    pub edits: Vec<(Range<usize>, String)>,
    /// Another rule of the style, with the value that it wants, that the fix would depart from.
    pub contradicts: Option<(&'static str, &'static str)>,
}

/// How often rules had an occasion.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// Occasions and departures by category and rule.
    pub rules: BTreeMap<&'static str, (usize, usize)>,
    /// Texts that were read.
    pub texts: usize,
    /// Texts in another language than theirs, or not translated: not checked.
    pub skipped: usize,
}

impl Coverage {
    /// Adds what another part counted.
    pub fn merge(&mut self, other: &Self) {
        let Self { rules, texts, skipped } = other;
        for (rule, (occasions, departures)) in rules {
            let own = self.rules.entry(rule).or_default();
            own.0 += occasions;
            own.1 += departures;
        }
        self.texts += texts;
        self.skipped += skipped;
    }
}

/// Checks segment after segment against a style, and counts.
#[derive(Debug)]
pub struct SegmentLinter<'a> {
    checks: &'a StyleChecks,
    /// What each rule of the style needs, and its occasions and departures.
    counts: Vec<(u32, usize, usize)>,
    texts: usize,
    skipped: usize,
    /// Kept between segments, so that one without an occasion costs no memory.
    occasions: Vec<Occasion>,
    wrong: Vec<(usize, Occasion)>,
}

impl<'a> SegmentLinter<'a> {
    /// One that has seen nothing yet.
    #[must_use]
    pub fn new(checks: &'a StyleChecks) -> Self {
        let counts = checks.rules.iter().map(|rule| (rule.detector.needs, 0, 0)).collect();
        Self { checks, counts, texts: 0, skipped: 0, occasions: Vec::new(), wrong: Vec::new() }
    }

    /// Checks a segment. At most `room` departures are kept; what is beyond is counted and comes back. `meant` says of a rule
    /// whether departures from it are on purpose here.
    pub fn lint_segment(
        &mut self,
        segment: &Segment<'_>,
        room: usize,
        meant: &mut dyn FnMut(&'static str) -> bool,
        found: &mut Vec<Departure>,
    ) -> usize {
        let Self { checks, counts, texts, skipped, occasions, wrong } = self;
        *texts += 1;
        let text = segment.target.text();
        let untranslated = checks.tongue != Tongue::En && segment.source.as_deref() == Some(text);
        if untranslated {
            *skipped += 1;
            return 0;
        }
        let passage = Passage::new(text, checks.tongue, segment.target.masked()).with_source(segment.source.as_deref());
        if !is_in_its_language(&passage) {
            *skipped += 1;
            return 0;
        }
        wrong.clear();
        for (at, (needs, seen, departed)) in counts.iter_mut().enumerate() {
            if *needs != 0 && passage.ingredients & *needs == 0 {
                continue;
            }
            let CheckedRule { detector, value } = checks.rules[at];
            detector.find_occasions(&passage, occasions);
            for occasion in occasions.drain(..).filter(|occasion| occasion.speaks_to(value)) {
                *seen += 1;
                if !occasion.shows.contains(value) && !meant(detector.rule) {
                    *departed += 1;
                    wrong.push((at, occasion));
                }
            }
        }
        let left_out = wrong.len().saturating_sub(room);
        let judged = JudgedPassage { segment, passage: &passage, checks };
        found.extend(wrong.iter().take(room).map(|(at, occasion)| judged.departure(&checks.rules[*at], occasion)));
        left_out
    }

    /// What was counted.
    #[must_use]
    pub fn coverage(&self) -> Coverage {
        let mut coverage = Coverage { rules: BTreeMap::new(), texts: self.texts, skipped: self.skipped };
        let counted = self.checks.rules.iter().zip(&self.counts).filter(|(_, (_, seen, _))| *seen > 0);
        coverage.rules.extend(counted.map(|(rule, (_, seen, departed))| (rule.detector.rule, (*seen, *departed))));
        coverage
    }
}

/// A passage that departs from its style.
struct JudgedPassage<'a> {
    segment: &'a Segment<'a>,
    passage: &'a Passage<'a>,
    checks: &'a StyleChecks,
}

impl JudgedPassage<'_> {
    fn departure(&self, rule: &CheckedRule, occasion: &Occasion) -> Departure {
        let CheckedRule { detector, value } = *rule;
        let Self { segment, passage, checks: _ } = self;
        let edits = rewrite(detector, passage, occasion, value);
        let contradicts = edits.as_ref().and_then(|edits| self.find_contradiction(rule, edits));
        let edits = edits.filter(|_| contradicts.is_none()).and_then(|edits| self.file_edits(&edits));
        let name = |index: usize| detector.values.get(index).map(|value| value.name);
        Departure {
            rule: detector.rule,
            key: segment.key.to_string(),
            seen: segment.target.text().get(occasion.range.clone()).unwrap_or_default().to_owned(),
            shows: occasion.shows.indices().filter_map(name).collect(),
            wanted: detector.values[value].name,
            example: detector.values[value].example,
            place: segment.target.place(&occasion.place()),
            edits: edits.unwrap_or_default(),
            contradicts,
        }
    }

    /// A rule that has more departures once these edits are made.
    fn find_contradiction(
        &self,
        fixed_rule: &CheckedRule,
        edits: &[(Range<usize>, String)],
    ) -> Option<(&'static str, &'static str)> {
        let text = apply_edits(&self.passage.text, edits)?;
        let fixed = Passage::new(&text, self.passage.tongue, &[]).with_source(self.passage.source);
        let others = self.checks.rules.iter().filter(|rule| rule.detector.rule != fixed_rule.detector.rule);
        let (_, against) = others
            .map(|rule| (count_occasions(rule, self.passage).1, rule))
            .find(|(before, rule)| count_occasions(rule, &fixed).1 > *before)?;
        Some((against.detector.rule, against.detector.values[against.value].name))
    }

    /// Edits in bytes of the file; nothing where one cannot be made there.
    fn file_edits(&self, edits: &[(Range<usize>, String)]) -> Option<Vec<(Range<usize>, String)>> {
        let target = &self.segment.target;
        edits.iter().map(|(range, new)| Some((target.edit_place(range)?, target.encode(new)))).collect()
    }
}

/// Occasions that speak to the wanted value, and those of them that do not show it.
fn count_occasions(rule: &CheckedRule, passage: &Passage<'_>) -> (usize, usize) {
    let CheckedRule { detector, value } = *rule;
    let occasions = detector.occasions(passage);
    let speaking = occasions.iter().filter(|occasion| occasion.speaks_to(value));
    let wrong = speaking.clone().filter(|occasion| !occasion.shows.contains(value)).count();
    (speaking.count(), wrong)
}

/// The proved edits of an occasion, in bytes of the passage.
#[must_use]
pub fn rewrite(
    detector: &'static Detector,
    passage: &Passage<'_>,
    occasion: &Occasion,
    value: usize,
) -> Option<Vec<(Range<usize>, String)>> {
    let mut edits = (detector.rewrite?)(passage, occasion, value)?;
    edits.sort_by_key(|(range, _)| range.start);
    let whole =
        edits.iter().all(|(range, _)| passage.text.get(range.clone()).is_some_and(|text| !text.contains(MASKED)));
    if !whole || edits.is_empty() {
        return None;
    }
    let text = apply_edits(&passage.text, &edits)?;
    // What is code stands masked in this text already, and stays so.
    let fixed = Passage::new(&text, passage.tongue, &[]).with_source(passage.source);
    let masked = |text: &str| text.matches(MASKED).count();
    if masked(&passage.text) != masked(&fixed.text) {
        return None;
    }
    let rule = CheckedRule { detector, value };
    let (before, after) = (count_occasions(&rule, passage), count_occasions(&rule, &fixed));
    (before.0 == after.0 && after.1 + 1 == before.1).then_some(edits)
}

/// Replaces ranges of a text that do not overlap.
#[must_use]
pub fn apply_edits(text: &str, edits: &[(Range<usize>, String)]) -> Option<String> {
    let mut out = String::with_capacity(text.len() + 16);
    let mut at = 0;
    for (range, new) in edits {
        out.push_str(text.get(at..range.start)?);
        out.push_str(new);
        at = range.end;
    }
    out.push_str(text.get(at..)?);
    Some(out)
}

/// Detectors of a language that are asked without further notice.
pub fn trusted_detectors(tongue: Tongue) -> impl Iterator<Item = &'static Detector> {
    detectors_of(tongue).iter().filter(|detector| detector.standing == Standing::On)
}
