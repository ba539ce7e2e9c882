//! The table of detectors: one file a language.
//!
//! Invariant: names of rules and values are those of the catalogue; a test compares them, and that each example follows its
//! own value and none of its siblings.

/// Rows of a language: `"category.rule", FINDER => { "value": "a text that follows it", … }`, values in the order of their
/// places. Behind the finder stands how far it is trusted, where that is not `On`.
macro_rules! detectors {
    ($tongue:ident $($rule:literal, $finder:expr $(, $standing:ident)? => { $($name:literal: $example:literal,)+ })+) => {
        &[$($crate::detector::Detector {
            rule: $rule,
            tongue: $crate::passage::Tongue::$tongue,
            values: &[$($crate::detector::DetectedValue { name: $name, example: $example }),+],
            finder: $finder,
            standing: [$($crate::detector::Standing::$standing,)? $crate::detector::Standing::On][0],
        }),+]
    };
}

mod de;
mod en;
mod es;
mod fr;
mod it;
mod ja;
mod ko;
mod zh;

use crate::conform::detector::Detector;
use crate::conform::passage::Tongue;

/// The detectors of a language, by category and rule.
#[must_use]
pub fn detectors_of(tongue: Tongue) -> &'static [Detector] {
    match tongue {
        Tongue::De => de::DETECTORS,
        Tongue::En => en::DETECTORS,
        Tongue::Es => es::DETECTORS,
        Tongue::Fr => fr::DETECTORS,
        Tongue::It => it::DETECTORS,
        Tongue::Ja => ja::DETECTORS,
        Tongue::Ko => ko::DETECTORS,
        Tongue::Zh => zh::DETECTORS,
    }
}

/// The detector of a rule in a language.
#[must_use]
pub fn detector_of(tongue: Tongue, category: &str, rule: &str) -> Option<&'static Detector> {
    detectors_of(tongue).iter().find(|detector| detector.parts() == (category, rule))
}
