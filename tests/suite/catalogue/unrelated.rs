//! What gets no suggestion: words about something else, and values that say the same in the other order.

use housestyle::catalogue::load::{Edition, builtin_catalogue};
use housestyle::catalogue::nearest;

use crate::catalogue::slips::{Chance, share};

/// Words and names of other trades, none of them about the same thing as any rule.
const UNRELATED: &str = include_str!("unrelated.txt");

#[test]
fn unrelated_words_get_no_suggestion() {
    let catalogue = builtin_catalogue(Edition::Public);
    let words: Vec<&str> = UNRELATED.split_whitespace().collect();
    assert!(words.len() >= 700);
    let answered: Vec<_> = words
        .iter()
        .filter_map(|word| Some((word, nearest::nearest_rules(&catalogue, None, word, None).first()?.name.clone())))
        .collect();
    let mut values = Vec::new();
    for rule in catalogue.iter_rules().step_by(3) {
        values.extend(
            words.iter().filter_map(|word| Some((*word, nearest::nearest_values(rule, word).first()?.name.clone()))),
        );
    }
    let asked = words.len() * catalogue.iter_rules().step_by(3).count();
    println!("unrelated: rules {} of {}: {answered:?}", answered.len(), words.len());
    println!("unrelated: values {} of {asked}: {:?}", values.len(), &values[..values.len().min(20)]);
    assert!(share(answered.len(), words.len()) <= 2.0);
    assert!(share(values.len(), asked) <= 2.0);
    // Where a rule of a category is due, two words beside each other included.
    let mut chance = Chance(28);
    let pairs: Vec<String> = (0..400)
        .map(|_| format!("{}_{}", words[chance.below(words.len())], words[chance.below(words.len())]))
        .collect();
    let (mut asked, mut told) = (0, Vec::new());
    for category in catalogue.categories.values() {
        for word in words.iter().copied().chain(pairs.iter().map(String::as_str)) {
            asked += 1;
            let near = nearest::nearest_rules(&catalogue, Some(&category.name), word, None);
            told.extend(near.first().map(|rule| (word, rule.name.clone())));
        }
    }
    println!("unrelated: rules of a category {} of {asked}: {:?}", told.len(), &told[..told.len().min(40)]);
    assert!(share(told.len(), asked) <= 2.0);
    for word in &words {
        assert!(nearest::unambiguous_rule(&catalogue, None, word, None).is_none(), "{word}");
    }
}

/// Two things in the other order are another value: whoever left out a word as well is not told to turn them around.
#[test]
fn no_suggestion_puts_what_was_written_in_the_other_order() {
    let catalogue = builtin_catalogue(Edition::Public);
    let (mut asked, mut wrong) = (0, Vec::new());
    for rule in catalogue.iter_rules() {
        for value in rule.values.keys() {
            let bare = value.strip_prefix("use_").unwrap_or(value);
            let first = nearest::nearest_values(rule, bare).first().map(|near| &*near.name);
            if first != Some(value) {
                wrong.push(format!("{bare} -> {first:?}"));
            }
            for between in ["_followed_by_", "_then_", "_before_", "_after_"] {
                let Some((one, other)) = bare.split_once(between) else { continue };
                asked += 1;
                for verb in ["use_", ""] {
                    let turned = format!("{verb}{other}{between}{one}");
                    let near = nearest::nearest_values(rule, &turned);
                    if near.iter().any(|near| &*near.name == value) {
                        wrong.push(format!("{turned} -> {value}"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(asked > 20, "only {asked} values have two sides");
}
