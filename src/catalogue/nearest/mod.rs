//! Did you mean: which known name is nearest to what somebody wrote.
//!
//! Names are compared in one spelling (Unicode form, case and separators aside), by words and by letters, since long
//! names lose, gain and swap whole words more often than letters. Whether a fix may be made unasked is a stricter
//! question: [`certain_rule`] and [`certain_value`] answer only where no second name could have been meant.

mod certain;
mod spelling;

use crate::catalogue::{Catalogue, Category, Rule, RuleValue};

pub use certain::{certain_category, certain_rule, certain_value, certain_word};
use spelling::Spelling;

/// Most names that are suggested at once.
pub const MOST: usize = 5;

/// Below this likeness (of 1) a name is not suggested.
const FLOOR: f64 = 0.62;
/// What a value beside a misspelt rule adds, where the rule has that value.
const BESIDE: f64 = 0.5;
/// How many candidates are compared in full after a first look.
const SHORTLIST: usize = 12;

/// Names near to what was written, best first.
#[must_use]
pub fn words<'a>(written: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    rank(written, candidates, |name| name, |_| 0.0)
}

/// Categories near to what was written, best first.
#[must_use]
pub fn categories<'a>(catalogue: &'a Catalogue, written: &str) -> Vec<&'a Category> {
    rank(written, catalogue.categories.values(), |category| &category.name, |_| 0.0)
}

/// Rules near to what was written, best first: of one category, or of all. The value beside the name counts, since a
/// value often belongs to one rule alone.
#[must_use]
pub fn rules<'a>(
    catalogue: &'a Catalogue,
    category: Option<&str>,
    written: &str,
    value_beside: Option<&str>,
) -> Vec<&'a Rule> {
    let beside = value_beside.map_or_else(Vec::new, |value| offering(among(catalogue, category), value));
    let bonus = |rule: &Rule| if beside.iter().any(|known| std::ptr::eq(*known, rule)) { BESIDE } else { 0.0 };
    rank(written, among(catalogue, category), |rule| &rule.name, bonus)
}

/// Values of a rule near to what was written, best first.
#[must_use]
pub fn values<'a>(rule: &'a Rule, written: &str) -> Vec<&'a RuleValue> {
    rank(written, rule.values.values(), |value| &value.name, |_| 0.0)
}

fn among<'a>(catalogue: &'a Catalogue, category: Option<&str>) -> impl Iterator<Item = &'a Rule> + Clone {
    catalogue.rules().filter(move |rule| category.is_none_or(|category| rule.category == category))
}

/// The rules that have this value: as written, or else in another spelling.
fn offering<'a>(rules: impl Iterator<Item = &'a Rule> + Clone, value: &str) -> Vec<&'a Rule> {
    let exact: Vec<&Rule> = rules.clone().filter(|rule| rule.values.contains_key(value)).collect();
    if !exact.is_empty() {
        return exact;
    }
    let value = Spelling::new(value);
    rules.filter(|rule| rule.values.keys().any(|name| Spelling::new(name).text == value.text)).collect()
}

fn rank<T: Copy>(
    written: &str,
    candidates: impl IntoIterator<Item = T>,
    name: impl Fn(&T) -> &str,
    bonus: impl Fn(T) -> f64,
) -> Vec<T> {
    let written = Spelling::new(written);
    if written.text.is_empty() {
        return Vec::new();
    }
    let mut first_look: Vec<(f64, Spelling, T)> = candidates
        .into_iter()
        .map(|candidate| {
            let spelling = Spelling::new(name(&candidate));
            (written.glance(&spelling) + bonus(candidate), spelling, candidate)
        })
        .collect();
    first_look.sort_by(|a, b| b.0.total_cmp(&a.0));
    first_look.truncate(SHORTLIST);
    let mut near: Vec<(f64, T)> = first_look
        .iter()
        .map(|(_, spelling, candidate)| (written.likeness(spelling) + bonus(*candidate), *candidate))
        .filter(|(score, _)| *score >= FLOOR)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    near.truncate(MOST);
    near.into_iter().map(|(_, candidate)| candidate).collect()
}
