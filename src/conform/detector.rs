//! A detector: finds the occasions of one rule in a passage and tells which values each shows.
//!
//! Invariant: it is not a yes-or-no pattern. An occasion says what the text does, whatever a style wants of it, so that the
//! same detector serves findings, inference, assertions and coverage.

use std::ops::Range;

use crate::conform::ingredient;
use crate::conform::passage::{Passage, Tongue};

/// A set of values of one detector, by their place in its table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueSet(u32);

impl ValueSet {
    /// No value: the text does something that the rule has no word for.
    pub const NONE: Self = Self(0);
    /// Every value.
    pub const ALL: Self = Self(u32::MAX);

    /// The values at these places, counted from 1 as in the table and in the corpus.
    #[must_use]
    pub const fn of(places: &[u32]) -> Self {
        let mut bits = 0;
        let mut at = 0;
        while at < places.len() {
            bits |= 1 << (places[at] - 1);
            at += 1;
        }
        Self(bits)
    }

    /// Whether it holds the value at this place, counted from 0.
    #[must_use]
    pub const fn contains(self, index: usize) -> bool {
        index < 32 && self.0 & (1 << index) != 0
    }

    /// Whether it holds none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The places, counted from 0.
    pub fn indices(self) -> impl Iterator<Item = usize> {
        (0..32).filter(move |index| self.contains(*index))
    }
}

/// A place that shows how a text decides what a rule is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occasion {
    /// Bytes of the passage.
    pub range: Range<usize>,
    /// The values that it agrees with.
    pub shows: ValueSet,
    /// The values that it speaks to: under any other, it is no occasion.
    pub among: ValueSet,
    /// The marks to look at where the range encloses more than the decision: both quotation marks.
    pub marks: Option<[Range<usize>; 2]>,
}

impl Occasion {
    /// An occasion that speaks to every value.
    #[must_use]
    pub fn new(range: Range<usize>, shows: ValueSet) -> Self {
        Self { range, shows, among: ValueSet::ALL, marks: None }
    }

    /// The same in a part of the passage that begins at this byte.
    #[must_use]
    pub fn seen_from(&self, start: usize) -> Self {
        let moved = |range: &Range<usize>| range.start - start..range.end - start;
        let marks = self.marks.as_ref().map(|marks| marks.each_ref().map(moved));
        Self { range: moved(&self.range), marks, ..self.clone() }
    }

    /// What stands between two marks.
    #[must_use]
    pub fn between(open: Range<usize>, close: Range<usize>, shows: ValueSet) -> Self {
        Self { range: open.start..close.end, shows, among: ValueSet::ALL, marks: Some([open, close]) }
    }

    /// The same, speaking to these values alone.
    #[must_use]
    pub fn among(mut self, among: ValueSet) -> Self {
        self.among = among;
        self
    }

    /// Whether it is an occasion under the value at this place.
    #[must_use]
    pub fn speaks_to(&self, value: usize) -> bool {
        self.among.contains(value)
    }

    /// The smallest range to underline.
    #[must_use]
    pub fn place(&self) -> Range<usize> {
        self.marks.as_ref().map_or_else(|| self.range.clone(), |[open, _]| open.clone())
    }
}

/// Adds an occasion that speaks to every value and shows those at these places, counted from 1.
pub fn push_occasion(found: &mut Vec<Occasion>, range: Range<usize>, shows: &[u32]) {
    found.push(Occasion::new(range, ValueSet::of(shows)));
}

/// One value that a detector can tell.
#[derive(Clone, Copy, Debug)]
pub struct DetectedValue {
    /// Its name in the catalogue.
    pub name: &'static str,
    /// A text that follows it and none of its siblings; empty where siblings cannot be told apart.
    pub example: &'static str,
}

/// Whether a detector is trusted without being asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Precise enough on both parts of the corpus.
    On,
    /// Precise enough, but most texts that show one of its values go unseen: what it finds is a finding, and where it finds
    /// nothing, or one side alone, nothing follows.
    OneSided,
    /// Below 98 %: findings only where a project asks for them.
    Off,
}

/// Replacements that turn an occasion into the wanted value (counted from 0); none where that would guess.
pub type Rewrite = fn(&Passage<'_>, &Occasion, usize) -> Option<Vec<(Range<usize>, String)>>;

/// What finds the occasions of a rule, in every language that has it.
#[derive(Clone, Copy, Debug)]
pub struct Finder {
    /// Characters of which at least one has to be there.
    pub needs: u32,
    /// Finds the occasions of a passage.
    find: fn(&Passage<'_>, &mut Vec<Occasion>),
    /// Rewrites an occasion.
    pub rewrite: Option<Rewrite>,
}

impl Finder {
    /// One that is run where a passage has one of the [ingredients](crate::conform::ingredient) that it needs.
    #[must_use]
    pub const fn new(needs: u32, find: fn(&Passage<'_>, &mut Vec<Occasion>)) -> Self {
        Self { needs, find, rewrite: None }
    }

    /// The same, with what writes an occasion anew.
    #[must_use]
    pub const fn rewritten_by(self, rewrite: Rewrite) -> Self {
        Self { rewrite: Some(rewrite), ..self }
    }

    /// Tells finders apart: rows of several languages share one.
    #[must_use]
    pub fn id(&self) -> usize {
        self.find as usize
    }

    /// Whether a passage with these ingredients may have an occasion.
    #[must_use]
    pub const fn may_find(&self, ingredients: u32) -> bool {
        self.needs == ingredient::ANYTHING || ingredients & self.needs != 0
    }
}

/// One rule in one language: a row of the [table](crate::conform::table).
#[derive(Clone, Copy, Debug)]
pub struct Detector {
    /// Category and rule: `punctuation.apostrophe`.
    pub rule: &'static str,
    /// The language of the texts.
    pub tongue: Tongue,
    /// The values that it can tell.
    pub values: &'static [DetectedValue],
    /// What finds its occasions.
    pub finder: Finder,
    /// Whether it is trusted.
    pub standing: Standing,
}

impl Detector {
    /// The occasions of a passage, in order of place.
    #[must_use]
    pub fn occasions(&self, passage: &Passage<'_>) -> Vec<Occasion> {
        let mut found = Vec::new();
        self.find_occasions(passage, &mut found);
        found
    }

    /// The same, into a list that is empty.
    pub fn find_occasions(&self, passage: &Passage<'_>, found: &mut Vec<Occasion>) {
        if self.finder.may_find(passage.ingredients) {
            (self.finder.find)(passage, found);
            found.sort_by_key(|occasion| (occasion.range.start, occasion.range.end));
        }
    }

    /// The place of a value in its table.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<usize> {
        self.values.iter().position(|value| value.name == name)
    }

    /// Category and name of the rule.
    #[must_use]
    pub fn parts(&self) -> (&'static str, &'static str) {
        self.rule.split_once('.').unwrap_or(("", self.rule))
    }

    /// Whether a passage follows a value: at least one occasion speaks to it, and each of them shows it. Nothing where there
    /// was no occasion.
    #[must_use]
    pub fn follows(&self, passage: &Passage<'_>, value: usize) -> Option<bool> {
        let mut spoke = false;
        for occasion in self.occasions(passage).iter().filter(|occasion| occasion.speaks_to(value)) {
            spoke = true;
            if !occasion.shows.contains(value) {
                return Some(false);
            }
        }
        spoke.then_some(true)
    }
}
