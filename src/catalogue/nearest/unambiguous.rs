//! Where only one name can have been meant, so that a fix may be made unasked.
//!
//! A name is certain when it is very near, every other one is clearly farther, and no word or number that turns a
//! meaning around (`not`, `without`, 12 or 24) came or went.

use std::borrow::Cow;

use crate::catalogue::nearest::meaning::{deciding_words, is_contradiction};
use crate::catalogue::nearest::spelling::{Spelling, edit_distance_within};
use crate::catalogue::nearest::{candidate_rules, candidate_spelling, rules_with_value};
use crate::catalogue::{Catalogue, Category, Rule, RuleValue};

/// Most edits that a slip may have.
const MAX_SLIP_EDITS: usize = 3;
/// How much farther every other name must be.
const CLEARANCE: usize = 3;

/// The one word that must have been meant.
#[must_use]
pub fn unambiguous_word<'a>(written: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    only_candidate(written, candidates, |name| name)
}

/// The one category that must have been meant.
#[must_use]
pub fn unambiguous_category<'a>(catalogue: &'a Catalogue, written: &str) -> Option<&'a Category> {
    only_candidate(written, catalogue.categories.values(), |category| &category.name)
}

/// The one rule that must have been meant. A value beside it that only some rules have rules out the others.
#[must_use]
pub fn unambiguous_rule<'a>(
    catalogue: &'a Catalogue,
    category: Option<&str>,
    written: &str,
    value_beside: Option<&str>,
) -> Option<&'a Rule> {
    let fitting =
        value_beside.map_or_else(Vec::new, |value| rules_with_value(candidate_rules(catalogue, category), value));
    if fitting.is_empty() {
        only_candidate(written, candidate_rules(catalogue, category), |rule| &rule.name)
    } else {
        only_candidate(written, fitting, |rule| &rule.name)
    }
}

/// The one value of a rule that must have been meant.
#[must_use]
pub fn unambiguous_value<'a>(rule: &'a Rule, written: &str) -> Option<&'a RuleValue> {
    only_candidate(written, rule.values.values(), |value| &value.name)
}

fn only_candidate<T: Copy>(
    written: &str,
    candidates: impl IntoIterator<Item = T>,
    name: impl Fn(&T) -> &str,
) -> Option<T> {
    let written = Spelling::new(written);
    let mut near: Vec<(usize, Cow<'_, Spelling>, T)> = candidates
        .into_iter()
        .map(|candidate| {
            let spelling = candidate_spelling(name(&candidate));
            (count_edits(&written, &spelling), spelling, candidate)
        })
        .collect();
    near.sort_by_key(|(steps, ..)| *steps);
    let best = match_by_letters(&written, &near).or_else(|| match_by_words(&written, &near))?;
    let (steps, spelling, candidate) = &near[best];
    // What ends too early may be the beginning of another name.
    let begins = |other: &Spelling| other.letters().starts_with(written.letters());
    let cut_short = *steps > 0 && near.iter().enumerate().any(|(at, (_, other, _))| at != best && begins(other));
    let same_meaning = deciding_words(&written) == deciding_words(spelling) && !is_contradiction(&written, spelling);
    (!cut_short && same_meaning).then_some(*candidate)
}

/// A few letters differ from one name, and more of them from every other.
fn match_by_letters<T>(written: &Spelling, near: &[(usize, Cow<'_, Spelling>, T)]) -> Option<usize> {
    let ((steps, spelling, _), others) = near.split_first()?;
    let next = others.first().map_or(usize::MAX, |(next, ..)| *next);
    let allowed = MAX_SLIP_EDITS.min((spelling.text.chars().count() + 1) / 5);
    let clear = if *steps == 0 { next > 0 } else { next >= steps + CLEARANCE };
    // Where words came, went or changed places, a name that lost or gained a word may be meant as well.
    let same_words = *steps == 0 || (written.words.len() == spelling.words.len() && !written.is_shuffled(spelling));
    let alone = same_words || others.iter().all(|(_, other, _)| written.count_differing_words(other) > 2);
    (*steps <= allowed && clear && alone).then_some(0)
}

/// One word came or went, or the order changed, and at least three words differ from every other name.
fn match_by_words<T>(written: &Spelling, near: &[(usize, Cow<'_, Spelling>, T)]) -> Option<usize> {
    let apart: Vec<usize> = near.iter().map(|(_, spelling, _)| written.count_differing_words(spelling)).collect();
    let best = apart.iter().position(|words| *words <= 1)?;
    let enough = near[best].1.words.len() > 2;
    let alone = apart.iter().enumerate().all(|(at, words)| at == best || *words > 2);
    // A word that seems to have come may be two others that lost their separator.
    let likest = || {
        let likeness = written.likeness(&near[best].1);
        near.iter().enumerate().all(|(at, (_, other, _))| at == best || written.likeness(other) < likeness)
    };
    (enough && alone && likest()).then_some(best)
}

/// Edits between two names, beyond any slip where a script was lost. Words in another order count as one edit.
fn count_edits(written: &Spelling, name: &Spelling) -> usize {
    if written.text == name.text || written.lacks_only_verb(name) {
        return 0;
    }
    if written.is_ascii() && !name.is_ascii() {
        return if written.letters() == name.to_plain().letters() { 0 } else { usize::from(u8::MAX) };
    }
    let edits = edit_distance_within(written.letters(), name.letters(), MAX_SLIP_EDITS + CLEARANCE);
    if written.is_shuffled(name) { edits.min(1) } else { edits }
}
