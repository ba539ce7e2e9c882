//! How often a slip leads back to the name that was meant, over every rule and value of the catalogue: more than 10,000
//! slips, and 4,000 negations.
//!
//! A slip that fits two names equally well (`..._wit` cut short of `with` and `without`) has no right answer: it is left
//! out of the shares, and must not be called certain.

#![expect(clippy::print_stdout, reason = "the figures that were reached are worth reading")]

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use housestyle::catalogue::load::{Edition, builtin_catalogue};
use housestyle::catalogue::{Rule, nearest};
use unicode_normalization::UnicodeNormalization;

pub(super) const SEED: u64 = 0x5eed_0f51_1b5e_5eed;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Slip {
    Typo,
    TwoTypos,
    DroppedWord,
    InsertedWord,
    SwappedWords,
    OtherWord,
    OtherNumber,
    British,
    CamelCase,
    UpperCase,
    KebabCase,
    Spaces,
    Dots,
    NoSeparators,
    Truncated,
    Ascii,
    Decomposed,
}

pub(super) const SLIPS: &[Slip] = &[
    Slip::Typo,
    Slip::TwoTypos,
    Slip::DroppedWord,
    Slip::InsertedWord,
    Slip::SwappedWords,
    Slip::OtherWord,
    Slip::OtherNumber,
    Slip::British,
    Slip::CamelCase,
    Slip::UpperCase,
    Slip::KebabCase,
    Slip::Spaces,
    Slip::Dots,
    Slip::NoSeparators,
    Slip::Truncated,
    Slip::Ascii,
    Slip::Decomposed,
];

/// Words that people write for each other.
const OTHER_WORDS: &[(&str, &str)] = &[
    ("period", "dot"),
    ("periods", "full_stops"),
    ("hyphen", "dash"),
    ("numerals", "digits"),
    ("format", "style"),
    ("separator", "delimiter"),
    ("straight", "plain"),
    ("uppercase", "capital"),
    ("lowercase", "small"),
    ("parentheses", "brackets"),
    ("spell", "write"),
    ("abbreviate", "shorten"),
    ("dates", "date"),
    ("numbers", "number"),
    ("marks", "mark"),
    ("quotation", "quote"),
    ("without", "no"),
    ("always", "ever"),
    ("currency", "money"),
    ("symbol", "sign"),
    ("percentage", "percent"),
    ("temperature", "temp"),
];

/// American words of the catalogue and what people write on the other side of the Atlantic.
const BRITISH_WORDS: &[(&str, &str)] = &[
    ("period", "full_stop"),
    ("periods", "full_stops"),
    ("quotation_marks", "inverted_commas"),
    ("capitalize", "capitalise"),
    ("symbolize", "symbolise"),
    ("pluralizing", "pluralising"),
    ("relativizing", "relativising"),
    ("localized", "localised"),
    ("center", "centre"),
];

pub(super) struct Chance(pub(super) u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(super) fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }
}

impl Slip {
    /// How often it is tried on each name: once where it always gives the same.
    fn rounds(self, most: usize) -> usize {
        match self {
            Self::Typo
            | Self::TwoTypos
            | Self::DroppedWord
            | Self::InsertedWord
            | Self::SwappedWords
            | Self::OtherWord
            | Self::OtherNumber
            | Self::Truncated => most,
            Self::British
            | Self::CamelCase
            | Self::UpperCase
            | Self::KebabCase
            | Self::Spaces
            | Self::Dots
            | Self::NoSeparators
            | Self::Ascii
            | Self::Decomposed => 1,
        }
    }

    /// The name as somebody might write it, if this slip can happen to it.
    pub(super) fn make(self, name: &str, chance: &mut Chance) -> Option<String> {
        let mut words: Vec<&str> = name.split('_').collect();
        let written = match self {
            Self::Typo => typo(name, chance),
            // A short word with two typos is another word.
            Self::TwoTypos if name.chars().count() < 8 => return None,
            Self::TwoTypos => typo(&typo(name, chance), chance),
            Self::DroppedWord => {
                if words.len() < 3 {
                    return None;
                }
                let gone = words.remove(chance.below(words.len()));
                // Without its negation a name means the opposite, so that nothing leads back.
                if NEGATIONS.contains(&gone) {
                    return None;
                }
                words.join("_")
            }
            Self::InsertedWord => {
                let more = ["the", "a", "always", "in", "text", "as", "style", "of", "for", "all"];
                words.insert(chance.below(words.len() + 1), more[chance.below(more.len())]);
                words.join("_")
            }
            Self::SwappedWords => {
                if words.len() < 2 {
                    return None;
                }
                let at = chance.below(words.len() - 1);
                words.swap(at, at + 1);
                words.join("_")
            }
            Self::OtherWord => {
                let fitting: Vec<_> = OTHER_WORDS.iter().filter(|(word, _)| words.contains(word)).collect();
                let (word, other) = fitting.get(chance.below(fitting.len()))?;
                let at = words.iter().position(|written| written == word)?;
                words[at] = other;
                words.join("_")
            }
            Self::OtherNumber => {
                let at = chance.below(words.len());
                let other = match words[at].strip_suffix('s') {
                    Some(one) if one.len() > 2 && !one.ends_with('s') => one.to_owned(),
                    Some(_) => return None,
                    None if words[at].len() > 3 => format!("{}s", words[at]),
                    None => return None,
                };
                words[at] = &other;
                words.join("_")
            }
            Self::British => {
                let framed = format!("_{name}_");
                let (word, other) = BRITISH_WORDS.iter().find(|(word, _)| framed.contains(&format!("_{word}_")))?;
                let written = framed.replace(&format!("_{word}_"), &format!("_{other}_"));
                written.trim_matches('_').to_owned()
            }
            Self::UpperCase => name.to_uppercase(),
            Self::Dots => words.join("."),
            Self::CamelCase => {
                let hump = |(at, word): (usize, &&str)| {
                    let mut letters = word.chars();
                    let first =
                        letters.next().map(|c| if at == 0 { c.to_string() } else { c.to_uppercase().to_string() });
                    first.unwrap_or_default() + letters.as_str()
                };
                words.iter().enumerate().map(hump).collect()
            }
            Self::KebabCase => words.join("-"),
            Self::Spaces => words.join(" "),
            Self::NoSeparators => words.concat(),
            Self::Truncated => {
                let letters: Vec<char> = name.chars().collect();
                let keep = letters.len() * (55 + chance.below(40)) / 100;
                letters[..keep.max(4).min(letters.len())].iter().collect()
            }
            Self::Ascii => name.nfd().filter(char::is_ascii).collect(),
            Self::Decomposed => name.nfd().collect(),
        };
        (written != name).then_some(written)
    }

    /// Whether another name would give the same by the same slip.
    fn fits(self, written: &str, other: &str) -> bool {
        let dropped = |at: usize| {
            let mut words: Vec<&str> = other.split('_').collect();
            words.remove(at);
            words.join("_")
        };
        match self {
            Self::Typo => edits(written, other) <= 1,
            Self::TwoTypos => edits(written, other) <= 2,
            Self::DroppedWord => (0..other.split('_').count()).any(|at| dropped(at) == written),
            Self::Truncated => other.starts_with(written),
            Self::Ascii => other.nfd().filter(char::is_ascii).eq(written.chars()),
            Self::InsertedWord => other.starts_with(written),
            Self::OtherNumber => edits(written, other) <= 1,
            Self::SwappedWords
            | Self::OtherWord
            | Self::British
            | Self::CamelCase
            | Self::UpperCase
            | Self::KebabCase
            | Self::Spaces
            | Self::Dots
            | Self::NoSeparators
            | Self::Decomposed => false,
        }
    }
}

fn typo(name: &str, chance: &mut Chance) -> String {
    let mut letters: Vec<char> = name.chars().collect();
    let letter = char::from(b'a' + chance.below(26) as u8);
    let at = chance.below(letters.len() - 1);
    match chance.below(4) {
        0 => drop(letters.remove(at)),
        1 => letters.insert(at, letter),
        2 => letters[at] = letter,
        _ => letters.swap(at, at + 1),
    }
    letters.into_iter().collect()
}

/// Plain Levenshtein distance with swaps, written anew so that it is not the code under test.
fn edits(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let replaced = table[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let swapped = if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    table[i - 2][j - 2] + 1
                } else {
                    usize::MAX
                };
                replaced.min(table[i - 1][j] + 1).min(table[i][j - 1] + 1).min(swapped)
            };
        }
    }
    table[a.len()][b.len()]
}

#[derive(Default)]
struct Tally {
    asked: usize,
    first: usize,
    three: usize,
    certain: usize,
    wrong: Vec<String>,
    misses: Vec<String>,
}

impl Tally {
    fn count(&mut self, meant: &str, written: &str, fair: bool, found: &[&str], certain: Option<&str>) {
        if let Some(certain) = certain {
            self.certain += 1;
            if certain != meant {
                self.wrong.push(format!("{written} -> {certain}, meant {meant}"));
            }
        }
        if !fair {
            return;
        }
        self.asked += 1;
        self.first += usize::from(found.first() == Some(&meant));
        self.three += usize::from(found.iter().take(3).any(|name| *name == meant));
        if found.first() != Some(&meant) {
            self.misses.push(format!("{written} -> {found:?}, meant {meant}"));
        }
    }
}

pub(super) fn share(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// Prints what was reached by each slip and gives the shares of first and of first three answers.
fn report(title: &str, tallies: &BTreeMap<Slip, Tally>) -> (f64, f64) {
    println!("{title} (seed {SEED:#x})");
    let (mut asked, mut first, mut three, mut certain) = (0, 0, 0, 0);
    for (slip, tally) in tallies {
        println!(
            "  {:<13} {:5} asked  first {:6.2} %  three {:6.2} %  certain {:5}",
            format!("{slip:?}"),
            tally.asked,
            share(tally.first, tally.asked),
            share(tally.three, tally.asked),
            tally.certain
        );
        for miss in tally.misses.iter().take(if std::env::var_os("MISSES").is_some() { 30 } else { 0 }) {
            println!("      {miss}");
        }
        asked += tally.asked;
        first += tally.first;
        three += tally.three;
        certain += tally.certain;
        assert!(tally.wrong.is_empty(), "certain and wrong: {:#?}", tally.wrong);
    }
    let shares = (share(first, asked), share(three, asked));
    println!(
        "  all           {asked:5} asked  first {:6.2} %  three {:6.2} %  certain {certain:5}",
        shares.0, shares.1
    );
    shares
}

/// Holds the share of first answers of one kind of slip.
fn hold(tallies: &BTreeMap<Slip, Tally>, slip: Slip, least: f64) {
    let Some(tally) = tallies.get(&slip) else { return };
    let reached = share(tally.first, tally.asked);
    assert!(reached >= least, "{slip:?}: {reached:.2} % of {}: {:#?}", tally.asked, tally.misses);
}

fn asked(tallies: &BTreeMap<Slip, Tally>) -> usize {
    tallies.values().map(|tally| tally.asked).sum()
}

/// Runs every slip over every name of `sets`, where each name is looked for among its set.
fn run<'a>(
    sets: &[Vec<&'a str>],
    rounds: usize,
    find: impl Fn(usize, &str, &str) -> Vec<&'a str>,
    certain: impl Fn(usize, &str, &str) -> Option<&'a str>,
) -> BTreeMap<Slip, Tally> {
    let mut chance = Chance(SEED);
    let mut tallies: BTreeMap<Slip, Tally> = BTreeMap::new();
    for (set, names) in sets.iter().enumerate() {
        for name in names {
            for slip in SLIPS {
                for _ in 0..slip.rounds(rounds) {
                    let Some(written) = slip.make(name, &mut chance) else { continue };
                    let others = || names.iter().filter(|other| *other != name);
                    if others().any(|other| *other == written.trim_end_matches('_')) {
                        continue;
                    }
                    let fair = !others().any(|other| slip.fits(&written, other));
                    let tally = tallies.entry(*slip).or_default();
                    tally.count(name, &written, fair, &find(set, name, &written), certain(set, name, &written));
                }
            }
        }
    }
    tallies
}

fn names(rules: Vec<&Rule>) -> Vec<&str> {
    rules.into_iter().map(|rule| &*rule.name).collect()
}

#[test]
fn slips_in_rule_names_lead_back() {
    let catalogue = builtin_catalogue(Edition::Core);
    let all = vec![catalogue.iter_rules().map(|rule| &*rule.name).collect::<Vec<_>>()];
    let tallies = run(
        &all,
        2,
        |_, _, written| names(nearest::nearest_rules(&catalogue, None, written, None)),
        |_, _, written| nearest::unambiguous_rule(&catalogue, None, written, None).map(|rule| &*rule.name),
    );
    let (first, three) = report("rule names", &tallies);
    assert!(first >= 99.0 && three >= 99.5, "first {first:.2} %, three {three:.2} %");
    hold(&tallies, Slip::British, 95.0);
    hold(&tallies, Slip::Truncated, 95.0);
    assert!(asked(&tallies) >= 2_000, "too few to say anything");
}

#[test]
fn slips_in_rule_names_with_a_value_beside_lead_back() {
    let catalogue = builtin_catalogue(Edition::Core);
    let all = vec![catalogue.iter_rules().map(|rule| &*rule.name).collect::<Vec<_>>()];
    let value = |name: &str, written: &str| {
        let rule = catalogue.iter_rules().find(|rule| rule.name == name).unwrap();
        rule.values.keys().nth(written.len() % rule.values.len()).unwrap()
    };
    let tallies = run(
        &all,
        2,
        |_, name, written| names(nearest::nearest_rules(&catalogue, None, written, Some(value(name, written)))),
        |_, name, written| {
            nearest::unambiguous_rule(&catalogue, None, written, Some(value(name, written))).map(|rule| &*rule.name)
        },
    );
    let (first, three) = report("rule names with their value beside", &tallies);
    assert!(first >= 99.5 && three >= 99.5, "first {first:.2} %, three {three:.2} %");
}

#[test]
fn slips_in_values_lead_back() {
    let catalogue = builtin_catalogue(Edition::Core);
    let rules: Vec<&Rule> = catalogue.iter_rules().collect();
    let sets: Vec<Vec<&str>> = rules.iter().map(|rule| rule.values.keys().collect()).collect();
    let tallies = run(
        &sets,
        2,
        |set, _, written| nearest::nearest_values(rules[set], written).into_iter().map(|value| &*value.name).collect(),
        |set, _, written| nearest::unambiguous_value(rules[set], written).map(|value| &*value.name),
    );
    let (first, three) = report("values", &tallies);
    assert!(first >= 98.5 && three >= 99.5, "first {first:.2} %, three {three:.2} %");
    hold(&tallies, Slip::British, 95.0);
    hold(&tallies, Slip::Truncated, 95.0);
    assert!(asked(&tallies) >= 8_500, "too few to say anything");
}

/// Words that turn a meaning around.
const NEGATIONS: &[&str] = &["not", "without", "never", "no", "except", "unless", "avoid", "omit"];

fn is_negative(name: &str) -> bool {
    name.split('_').any(|word| NEGATIONS.contains(&word))
}

/// What people write for "do not": each of a name that says "do".
fn negations(name: &str) -> Vec<String> {
    let bare = name.strip_prefix("use_").unwrap_or(name);
    [
        "no_",
        "dont_use_",
        "don't_use_",
        "do_not_",
        "do_not_use_",
        "never_use_",
        "avoid_",
        "not_",
        "without_",
        "disallow_",
    ]
    .iter()
    .map(|lead| format!("{lead}{bare}"))
    .collect()
}

/// Other ways to say a negation that a name holds.
fn other_negations(name: &str) -> Vec<String> {
    let mut written = Vec::new();
    if let Some(bare) = name.strip_prefix("do_not_use_") {
        written.extend(
            ["no_", "dont_use_", "do_not_", "never_use_", "avoid_", "not_use_", "without_"]
                .map(|lead| format!("{lead}{bare}")),
        );
    } else if let Some(bare) = name.strip_prefix("do_not_") {
        written.extend(["dont_", "never_", "not_"].map(|lead| format!("{lead}{bare}")));
    } else if let Some(bare) = name.strip_prefix("avoid_") {
        written.extend(["no_", "dont_use_", "do_not_use_", "never_use_"].map(|lead| format!("{lead}{bare}")));
    }
    if name.matches("_without_").count() == 1 {
        written.extend(["_no_", "_with_no_", "_wo_"].map(|other| name.replace("_without_", other)));
    }
    written
}

#[test]
fn a_negation_never_leads_to_its_opposite() {
    let catalogue = builtin_catalogue(Edition::Public);
    let (mut asked, mut kept, mut wrong, mut missed) = (0, 0, Vec::new(), Vec::new());
    for rule in catalogue.iter_rules() {
        for meant in rule.values.keys() {
            let fixes = |written: &str| nearest::unambiguous_value(rule, written).map(|value| value.name.clone());
            let answers = |written: &str| -> Vec<&str> {
                nearest::nearest_values(rule, written).into_iter().map(|value| &*value.name).collect()
            };
            if !is_negative(meant) {
                for written in negations(meant).iter().filter(|written| !rule.values.contains_key(written)) {
                    asked += 1;
                    if answers(written).contains(&meant) || fixes(written).as_deref() == Some(meant) {
                        wrong.push(format!("{}: {written} -> {meant}", rule.name));
                    }
                }
            }
            for written in other_negations(meant).iter().filter(|written| !rule.values.contains_key(written)) {
                asked += 1;
                kept += 1;
                if answers(written).first() != Some(&meant) {
                    missed.push(format!("{}: {written} -> {:?}, meant {meant}", rule.name, answers(written)));
                }
            }
        }
    }
    println!("negations: {asked} asked, {} wrong; {kept} have a negative name, {} missed", wrong.len(), missed.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(missed.is_empty(), "{missed:#?}");
    assert!(asked >= 3_000 && kept >= 100, "too few to say anything");
}

#[test]
fn two_near_neighbours_are_told_apart_by_the_value_alone() {
    let catalogue = builtin_catalogue(Edition::Core);
    let written = "corner_bracket_and_period";
    assert!(nearest::unambiguous_rule(&catalogue, Some("punctuation"), written, None).is_none());
    let found = names(nearest::nearest_rules(&catalogue, Some("punctuation"), written, None));
    assert_eq!(found[..2].iter().collect::<std::collections::BTreeSet<_>>().len(), 2);
    assert!(found[..2].iter().all(|name| name.starts_with("corner_bracket")));
    for (rule, value) in [
        ("corner_bracket_and_periods", "add_period_after_closing_corner_bracket_at_end_of_sentence"),
        ("corner_brackets_and_periods", "do_not_add_period_before_closing_corner_bracket_when_sentence_continues"),
    ] {
        assert_eq!(names(nearest::nearest_rules(&catalogue, Some("punctuation"), written, Some(value)))[0], rule);
        let certain = nearest::unambiguous_rule(&catalogue, Some("punctuation"), written, Some(value)).unwrap();
        assert_eq!(certain.name, rule);
    }
}

#[test]
fn a_lookup_is_quick() {
    let catalogue = builtin_catalogue(Edition::Public);
    let rule = catalogue.find_rule("dates_and_times", "time_format").unwrap();
    let started = Instant::now();
    for _ in 0..100 {
        assert!(!nearest::nearest_values(rule, "use_24_hour_clock_with_colon_separator").is_empty());
        assert!(!nearest::nearest_rules(&catalogue, None, "calender_era", None).is_empty());
    }
    // A hundred times what it takes: this catches an explosion, not a slow day.
    assert!(started.elapsed() < Duration::from_secs(20));
    println!("one lookup of each: {:?}", started.elapsed() / 100);
}
