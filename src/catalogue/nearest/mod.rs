//! Did you mean: which known name is nearest to what somebody wrote.
//!
//! Names are compared in one spelling (Unicode form, case and separators aside), by words and by letters, since long
//! names lose, gain and swap whole words more often than letters. Whether a fix may be made unasked is a stricter
//! question: [`unambiguous_rule`] and [`unambiguous_value`] answer only where no second name could have been meant.

mod likeness;
mod meaning;
mod spelling;
mod synonyms;
mod unambiguous;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use crate::catalogue::load::{Edition, parsed_catalogue};
use crate::catalogue::{Catalogue, Category, Rule, RuleValue};

use spelling::Spelling;
pub use unambiguous::{unambiguous_category, unambiguous_rule, unambiguous_value, unambiguous_word};

/// Most names that are suggested at once.
pub const MAX_SUGGESTIONS: usize = 5;

/// Below this likeness (of 1) a name is not suggested.
const MIN_LIKENESS: f64 = 0.62;
/// What a value beside a misspelt rule adds, where the rule has that value.
const VALUE_BONUS: f64 = 0.5;
/// How many candidates are compared in full after a first look.
const SHORTLIST: usize = 12;

/// Names near to what was written, best first.
#[must_use]
pub fn nearest_words<'a>(written: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    rank_candidates(written, candidates, |name| name, |_| 0.0)
}

/// What to write instead of a key that is not there: the nearest of those that are, or all of them.
#[must_use]
pub fn suggest_key<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    match nearest_words(written, known.iter().copied()).first() {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => "there is none yet: housestyle explain kinds shows what files there are".to_owned(),
        None => format!("use one of: {}", known.join(", ")),
    }
}

/// Categories near to what was written, best first.
#[must_use]
pub fn nearest_categories<'a>(catalogue: &'a Catalogue, written: &str) -> Vec<&'a Category> {
    rank_candidates(written, catalogue.categories.values(), |category| &category.name, |_| 0.0)
}

/// Rules near to what was written, best first: of one category, or of all. The value beside the name counts, since a
/// value often belongs to one rule alone.
#[must_use]
pub fn nearest_rules<'a>(
    catalogue: &'a Catalogue,
    category: Option<&str>,
    written: &str,
    value_beside: Option<&str>,
) -> Vec<&'a Rule> {
    let beside =
        value_beside.map_or_else(Vec::new, |value| rules_with_value(candidate_rules(catalogue, category), value));
    let bonus = |rule: &Rule| if beside.iter().any(|known| std::ptr::eq(*known, rule)) { VALUE_BONUS } else { 0.0 };
    let spelling = Spelling::new(written);
    let mut near = rank_candidates(written, candidate_rules(catalogue, category), |rule| &rule.name, bonus);
    // A word that means something else looks like some rule by chance: the value beside it, or more than a word, must agree.
    near.retain(|rule| bonus(rule) > 0.0 || spelling.shares_enough(&candidate_spelling(&rule.name)));
    near
}

/// Values of a rule near to what was written, best first.
#[must_use]
pub fn nearest_values<'a>(rule: &'a Rule, written: &str) -> Vec<&'a RuleValue> {
    rank_candidates(written, rule.values.values(), |value| &value.name, |_| 0.0)
}

/// The value of a rule that is nearest to what was written, where no other one is as near.
#[must_use]
pub fn nearest_value<'a>(rule: &'a Rule, written: &str) -> Option<&'a RuleValue> {
    let near = nearest_values(rule, written);
    let tied = |best: &RuleValue| near.get(1).is_some_and(|other| are_equally_near(written, &best.name, &other.name));
    near.first().copied().filter(|best| !tied(best))
}

/// Whether a name is as was written but for one word, and that is a word of the catalogue too: what was written is no slip, and
/// means something else.
#[must_use]
pub fn means_another(written: &str, name: &str) -> bool {
    static WORDS: LazyLock<HashSet<&str>> =
        LazyLock::new(|| parsed_catalogue(Edition::Public).iter_names().flat_map(|name| name.split('_')).collect());
    meaning::replaces_known_word(&Spelling::new(written), &candidate_spelling(name), |word| WORDS.contains(word))
}

/// Whether a name says the opposite of what was written.
#[must_use]
pub fn says_opposite(written: &str, name: &str) -> bool {
    meaning::says_opposite(&Spelling::new(written), &candidate_spelling(name))
}

/// Whether two names are equally near to what was written: nothing tells which one is meant.
#[must_use]
pub fn are_equally_near(written: &str, one: &str, other: &str) -> bool {
    let written = Spelling::new(written);
    let likeness = |name: &str| written.likeness(&candidate_spelling(name));
    likeness(one).total_cmp(&likeness(other)).is_eq()
}

/// Whether a name has no word but the `use` that most values begin with.
#[must_use]
pub fn is_bare_verb(name: &str) -> bool {
    matches!(name, "use" | "do_not_use")
}

/// What a language is offered in place of a value: the longest value of its rule that it goes on from, the nearest one, or that of
/// the rule that is nearest to that.
#[must_use]
pub fn offered_instead<'a>(
    catalogue: &'a Catalogue,
    rule: &'a Rule,
    value: &str,
    language: &str,
) -> Option<(&'a Rule, &'a RuleValue)> {
    let near = nearest_rules(catalogue, Some(&rule.category), &rule.name, None);
    let fits = |near: &&RuleValue| near.name != value && near.languages.iter().any(|of| of == language);
    let goes_on = |near: &&RuleValue| value.strip_prefix(&*near.name).is_some_and(|rest| rest.starts_with('_'));
    let begun = rule.values.values().filter(fits).filter(goes_on).max_by_key(|near| near.name.len());
    begun.map(|near| (rule, near)).or_else(|| {
        std::iter::once(rule)
            .chain(near)
            .find_map(|rule| nearest_values(rule, value).into_iter().find(fits).map(|near| (rule, near)))
    })
}

fn candidate_rules<'a>(catalogue: &'a Catalogue, category: Option<&str>) -> impl Iterator<Item = &'a Rule> + Clone {
    catalogue.iter_rules().filter(move |rule| category.is_none_or(|category| rule.category == category))
}

/// The rules that have this value: as written, or else in another spelling.
fn rules_with_value<'a>(rules: impl Iterator<Item = &'a Rule> + Clone, value: &str) -> Vec<&'a Rule> {
    let exact: Vec<&Rule> = rules.clone().filter(|rule| rule.values.contains_key(value)).collect();
    if !exact.is_empty() {
        return exact;
    }
    let value = Spelling::new(value);
    let same: Vec<&Rule> = rules
        .clone()
        .filter(|rule| rule.values.keys().any(|name| candidate_spelling(name).text == value.text))
        .collect();
    if !same.is_empty() || !value.says_much() {
        return same;
    }
    // What a value speaks of says which rule is meant, where just one rule speaks of it.
    let holds = |rule: &&Rule| rule.values.keys().any(|name| value.stands_in(&candidate_spelling(name)));
    match rules.filter(holds).collect::<Vec<_>>() {
        speaking if speaking.len() == 1 => speaking,
        _ => Vec::new(),
    }
}

/// The spelling of a known name. Those of the built-in catalogue are made once, as each question goes through all of them.
fn candidate_spelling(name: &str) -> Cow<'static, Spelling> {
    static BUILTIN: LazyLock<HashMap<&str, Spelling>> = LazyLock::new(|| {
        parsed_catalogue(Edition::Public).iter_names().map(|name| (name, Spelling::new(name))).collect()
    });
    BUILTIN.get(name).map_or_else(|| Cow::Owned(Spelling::new(name)), Cow::Borrowed)
}

fn rank_candidates<T: Copy>(
    written: &str,
    candidates: impl IntoIterator<Item = T>,
    name: impl Fn(&T) -> &str,
    bonus: impl Fn(T) -> f64,
) -> Vec<T> {
    let written = Spelling::new(written);
    if written.text.is_empty() {
        return Vec::new();
    }
    let mut first_look: Vec<(f64, Cow<'_, Spelling>, T)> = candidates
        .into_iter()
        .map(|candidate| {
            let spelling = candidate_spelling(name(&candidate));
            (written.rough_likeness(&spelling) + bonus(candidate), spelling, candidate)
        })
        .collect();
    first_look.sort_by(|a, b| b.0.total_cmp(&a.0));
    first_look.truncate(SHORTLIST);
    let mut near: Vec<(f64, T)> = first_look
        .iter()
        .map(|(_, spelling, candidate)| (written.likeness(spelling) + bonus(*candidate), *candidate))
        .filter(|(score, _)| *score >= MIN_LIKENESS)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    near.truncate(MAX_SUGGESTIONS);
    near.into_iter().map(|(_, candidate)| candidate).collect()
}
