//! What a text does against what its style wants: departures, with their places in the file and lossless fixes.
//!
//! Invariant: a fix is proved before it is offered (see [`proof`](crate::conform::proof)). So fixing settles, whatever a style
//! sets: where two of its rules claim the same characters, neither is rewritten, and the departure says so.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::conform::detector::{Detector, Occasion, Standing};
use crate::conform::language::is_in_its_language;
use crate::conform::passage::{Passage, Tongue};
use crate::conform::proof::{FixProver, ProvedFix};
use crate::conform::purpose::{Purpose, is_about_values, purpose_of};
use crate::conform::reader::Segment;
use crate::conform::table::{detector_of, detectors_of};
use crate::diagnostic::AskingStyle;

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
    /// Where a style of the project asks for each rule, by category and rule.
    pub asked_at: BTreeMap<&'static str, AskingStyle>,
    /// Most departures of one text from one rule that are described, and may so be fixed.
    pub described: usize,
}

impl StyleChecks {
    /// The checks for these rules, given as category, rule and value. `all` also takes detectors that are off by default.
    pub fn from_rules<'a>(
        tongue: Tongue,
        rules: impl IntoIterator<Item = (&'a str, &'a str, &'a str)>,
        all: bool,
    ) -> Self {
        let mut checks = Self {
            tongue,
            rules: Vec::new(),
            unchecked: BTreeMap::new(),
            asked_at: BTreeMap::new(),
            described: MAX_OF_TEXT,
        };
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
    /// Bytes of the text and what to write there, where that loses nothing.
    pub text_edits: Vec<(Range<usize>, String)>,
    /// The same in bytes of the file, in its escapes.
    pub edits: Vec<(Range<usize>, String)>,
    /// Another rule of the style, with the value that it wants, that the fix would depart from.
    pub contradicts: Option<(&'static str, &'static str)>,
    /// Whether links of the file name the words of its text.
    pub is_linked: bool,
}

/// How often rules had an occasion.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// Occasions and departures by category and rule.
    pub rules: BTreeMap<&'static str, (usize, usize)>,
    /// Texts that were read.
    pub texts: usize,
    /// Texts in another language than theirs, not translated, or words to search for: not checked.
    pub skipped: usize,
    /// Texts of a format without sources that no source was found for.
    pub unpaired: usize,
}

impl Coverage {
    /// Adds what another part counted.
    pub fn merge(&mut self, other: &Self) {
        let Self { rules, texts, skipped, unpaired } = other;
        for (rule, (occasions, departures)) in rules {
            let own = self.rules.entry(rule).or_default();
            own.0 += occasions;
            own.1 += departures;
        }
        self.texts += texts;
        self.skipped += skipped;
        self.unpaired += unpaired;
    }
}

/// Checks segment after segment against a style, and counts.
#[derive(Debug)]
pub struct SegmentLinter<'a> {
    checks: &'a StyleChecks,
    /// Occasions and departures of each rule of the style.
    counts: Vec<(usize, usize)>,
    texts: usize,
    skipped: usize,
    omitted: usize,
    /// Kept between segments, so that one without an occasion costs no memory.
    occasions: Vec<Occasion>,
    wrong: Vec<(usize, Occasion)>,
}

impl<'a> SegmentLinter<'a> {
    /// One that has seen nothing yet.
    #[must_use]
    pub fn new(checks: &'a StyleChecks) -> Self {
        let counts = vec![(0, 0); checks.rules.len()];
        Self { checks, counts, texts: 0, skipped: 0, omitted: 0, occasions: Vec::new(), wrong: Vec::new() }
    }

    /// Checks a segment, of which `passage` is the text. `meant` says of a rule whether departures from it are on purpose here.
    /// What a text has beyond [`StyleChecks::described`] is counted and neither described nor fixed.
    pub fn lint_segment(
        &mut self,
        segment: &Segment<'_>,
        passage: &Passage<'_>,
        meant: &mut dyn FnMut(&'static str) -> bool,
        found: &mut Vec<Departure>,
    ) {
        let Self { checks, counts, texts, skipped, omitted, occasions, wrong } = self;
        *texts += 1;
        let text = passage.written;
        let untranslated = checks.tongue != Tongue::En && segment.source.as_deref() == Some(text);
        if untranslated {
            *skipped += 1;
            return;
        }
        let purpose = purpose_of(&segment.key, text);
        if passage.is_code
            || purpose == Purpose::Search
            || segment.target.is_all_masked()
            || !is_in_its_language(passage)
        {
            *skipped += 1;
            return;
        }
        wrong.clear();
        for (at, (CheckedRule { detector, value }, (seen, departed))) in checks.rules.iter().zip(counts).enumerate() {
            if !detector.finder.may_find(passage.ingredients)
                || purpose == Purpose::Values && is_about_values(detector.rule)
            {
                continue;
            }
            let value = *value;
            detector.find_occasions(passage, occasions);
            let speaking = |occasion: &Occasion| occasion.speaks_to(value) && !passage.is_copied(occasion);
            let mut described = 0;
            for occasion in occasions.drain(..).filter(speaking) {
                *seen += 1;
                if !occasion.shows.contains(value) && !meant(detector.rule) {
                    *departed += 1;
                    if described < checks.described {
                        described += 1;
                        wrong.push((at, occasion));
                    } else {
                        *omitted += 1;
                    }
                }
            }
        }
        if wrong.is_empty() {
            return;
        }
        let fixes = FixProver::new(passage, text, &checks.rules).prove_fixes(wrong);
        found.extend(
            wrong.iter().zip(fixes).map(|((at, occasion), fix)| departure(segment, checks.rules[*at], occasion, fix)),
        );
    }

    /// How many departures were counted only.
    #[must_use]
    pub fn omitted(&self) -> usize {
        self.omitted
    }

    /// What was counted.
    #[must_use]
    pub fn coverage(&self) -> Coverage {
        let mut coverage = Coverage { rules: BTreeMap::new(), texts: self.texts, skipped: self.skipped, unpaired: 0 };
        let counted = self.checks.rules.iter().zip(&self.counts).filter(|(_, (seen, _))| *seen > 0);
        coverage.rules.extend(counted.map(|(rule, (seen, departed))| (rule.detector.rule, (*seen, *departed))));
        coverage
    }
}

/// A departure in the words of people.
fn departure(segment: &Segment<'_>, rule: CheckedRule, occasion: &Occasion, fix: ProvedFix) -> Departure {
    let CheckedRule { detector, value } = rule;
    let ProvedFix { edits: text_edits, contradicts } = fix;
    let target = &segment.target;
    let written = |(range, new): &(Range<usize>, String)| Some((target.edit_place(range)?, target.encode(range, new)?));
    // All of them or none.
    let is_kept = contradicts.is_some() || segment.is_linked;
    let edits: Option<Vec<_>> = if is_kept { None } else { text_edits.iter().map(written).collect() };
    let name = |index: usize| detector.values.get(index).map(|value| value.name);
    Departure {
        rule: detector.rule,
        key: segment.key.chars().take(LONGEST_KEY).collect(),
        seen: target.text().get(occasion.range.clone()).unwrap_or_default().chars().take(LONGEST_SEEN).collect(),
        shows: occasion.shows.indices().filter_map(name).collect(),
        wanted: detector.values[value].name,
        example: detector.values[value].example,
        place: target.place(&occasion.place()),
        text_edits: if edits.is_some() { text_edits } else { Vec::new() },
        edits: edits.unwrap_or_default(),
        contradicts,
        is_linked: segment.is_linked,
    }
}

/// Most departures of one text from one rule that are described: far more than a text has that people wrote.
pub const MAX_OF_TEXT: usize = 2_000;

/// Most characters of a key and of a place that a departure repeats: a message of a catalogue is its own key.
const LONGEST_KEY: usize = 120;
const LONGEST_SEEN: usize = 80;

/// Detectors of a language that are asked without further notice.
pub fn trusted_detectors(tongue: Tongue) -> impl Iterator<Item = &'static Detector> {
    detectors_of(tongue).iter().filter(|detector| detector.standing != Standing::Off)
}
