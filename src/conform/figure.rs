//! A number as it stands in a text.

use std::ops::Range;

/// A number in digits of half width.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Its bytes.
    pub range: Range<usize>,
    /// What separates its thousands.
    pub grouped_by: Option<char>,
    /// What separates its decimals.
    pub decimal: Option<char>,
    /// One separator with three digits behind it: thousands or decimals.
    pub ambiguous: bool,
    /// Digits before the decimals.
    pub whole_digits: usize,
    /// Whether the whole part is `0`, or absent (`.5`).
    pub below_one: bool,
    /// Whether there is no digit before the decimals.
    pub bare: bool,
}
