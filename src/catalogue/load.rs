//! From data to catalogue: the categories that are built in, and what a project adds to them.
//!
//! The built-in data is parsed once. A project's file may add categories, rules, values and languages; it never takes
//! anything away, so that a list which was valid stays so. Its reading is `schema::extend`, as this folder knows no files.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use serde::Deserialize;

use crate::catalogue::{
    Catalogue, CatalogueSource, Category, Contradiction, Limits, ListLanguage, Rule, RuleValue, Setting,
};

/// What the service is known to offer: its specification, and with `extras` what became public since.
#[must_use]
pub fn builtin_catalogue(extras: bool) -> Catalogue {
    parsed_catalogue(extras).clone()
}

/// The same, shared.
pub(crate) fn parsed_catalogue(extras: bool) -> &'static Catalogue {
    static WHOLE: LazyLock<Catalogue> = LazyLock::new(load_catalogue);
    static SEED: LazyLock<Catalogue> = LazyLock::new(|| without_extras(&WHOLE));
    if extras { &WHOLE } else { &SEED }
}

/// What makes a project know what the service offers beyond its specification, as an order.
pub const ENABLE_EXTRAS: &str = "set `catalogue.extras = true` in housestyle.toml";

/// Whether a rule has this value (or, without one, is there at all) with `extras` alone.
#[must_use]
pub fn is_extra(category: &str, rule: &str, value: Option<&str>) -> bool {
    let knows = |extras| {
        let found = parsed_catalogue(extras).find_rule(category, rule);
        found.is_some_and(|rule| value.is_none_or(|value| rule.values.contains_key(value)))
    };
    knows(true) && !knows(false)
}

const CATEGORIES: &[&str] = &[
    include_str!("data/dates_and_times.json"),
    include_str!("data/formatting.json"),
    include_str!("data/numbers.json"),
    include_str!("data/punctuation.json"),
    include_str!("data/spelling_and_grammar.json"),
    include_str!("data/style_and_tone.json"),
    include_str!("data/vocabulary.json"),
];
const CONTRADICTIONS: &str = include_str!("data/contradictions.json");
const LANGUAGES: &[(&str, &str)] = &[
    ("de", "German"),
    ("en", "English"),
    ("es", "Spanish"),
    ("fr", "French"),
    ("it", "Italian"),
    ("ja", "Japanese"),
    ("ko", "Korean"),
    ("zh", "Chinese"),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CategoryData {
    category: String,
    summary: String,
    #[serde(default)]
    extra: bool,
    rules: BTreeMap<String, RuleData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleData {
    summary: String,
    values: BTreeMap<String, ValueData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ValueData {
    languages: Vec<String>,
    example: Option<String>,
    summary: Option<String>,
    #[serde(default)]
    extra: bool,
}

/// One value, or one kind of value, against others.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ContradictionData {
    one: SideData,
    other: SideData,
    reason: String,
}

/// A `*` in a value stands for any text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SideData {
    category: String,
    rule: String,
    values: Vec<String>,
}

fn load_catalogue() -> Catalogue {
    let mut categories = BTreeMap::new();
    for text in CATEGORIES {
        let data: CategoryData = serde_json::from_str(text).expect("the built-in data is tested");
        let category = build_category(data);
        categories.insert(category.name.clone(), category);
    }
    let data: Vec<ContradictionData> = serde_json::from_str(CONTRADICTIONS).expect("the built-in data is tested");
    let contradictions = data.iter().flat_map(|pair| expand_contradiction(&categories, pair)).collect();
    let languages =
        LANGUAGES.iter().map(|(code, name)| ListLanguage { code: (*code).into(), name: (*name).into() }).collect();
    Catalogue {
        categories: Arc::new(categories),
        languages,
        contradictions: Arc::new(contradictions),
        limits: Limits::default(),
    }
}

/// What the specification alone says.
fn without_extras(whole: &Catalogue) -> Catalogue {
    let Catalogue { categories, languages, contradictions, limits } = whole;
    let seed_rule = |rule: &Rule| {
        let Rule { name, category, summary, values, source } = rule;
        let values = values.iter().filter(|(_, value)| value.source == CatalogueSource::Seed);
        let values = values.map(|(name, value)| (name.clone(), value.clone())).collect();
        Rule { name: name.clone(), category: category.clone(), summary: summary.clone(), values, source: *source }
    };
    let seed_category = |category: &Category| {
        let Category { name, summary, rules } = category;
        let rules = rules.iter().filter(|(_, rule)| rule.source == CatalogueSource::Seed);
        let rules: BTreeMap<_, _> = rules.map(|(name, rule)| (name.clone(), seed_rule(rule))).collect();
        (!rules.is_empty()).then(|| Category { name: name.clone(), summary: summary.clone(), rules })
    };
    let categories: BTreeMap<_, _> =
        categories.iter().filter_map(|(name, category)| Some((name.clone(), seed_category(category)?))).collect();
    let knows = |(category, rule, value): &Setting| {
        let rule = categories.get(&**category).and_then(|category| category.rules.get(&**rule));
        rule.is_some_and(|rule| rule.values.contains_key(&**value))
    };
    let contradictions = contradictions.iter().filter(|pair| knows(&pair.one) && knows(&pair.other)).cloned().collect();
    Catalogue {
        categories: Arc::new(categories),
        languages: languages.clone(),
        contradictions: Arc::new(contradictions),
        limits: limits.clone(),
    }
}

fn build_category(data: CategoryData) -> Category {
    let CategoryData { category, summary, extra, rules } = data;
    let rules = rules.into_iter().map(|(name, RuleData { summary, values })| {
        let values =
            values.into_iter().map(|(name, value)| (name.clone(), build_rule_value(name, value, extra))).collect();
        let source = catalogue_source(extra);
        (name.clone(), Rule { name, category: category.clone(), summary, values, source })
    });
    Category { rules: rules.collect(), name: category.clone(), summary }
}

fn build_rule_value(name: String, data: ValueData, in_extra: bool) -> RuleValue {
    let ValueData { languages, example, summary, extra } = data;
    RuleValue { name, summary, example, languages, source: catalogue_source(extra || in_extra) }
}

fn catalogue_source(extra: bool) -> CatalogueSource {
    if extra { CatalogueSource::Extra } else { CatalogueSource::Seed }
}

fn expand_contradiction(categories: &BTreeMap<String, Category>, data: &ContradictionData) -> Vec<Contradiction> {
    let ContradictionData { one, other, reason } = data;
    let (others, reason) = (expand_side(categories, other), Arc::<str>::from(reason.as_str()));
    let mut contradictions = Vec::new();
    for one in expand_side(categories, one) {
        contradictions.extend(others.iter().map(|other| Contradiction {
            one: one.clone(),
            other: other.clone(),
            reason: reason.clone(),
        }));
    }
    contradictions
}

/// Every value that one side of a contradiction stands for.
fn expand_side(categories: &BTreeMap<String, Category>, side: &SideData) -> Vec<Setting> {
    let SideData { category, rule, values } = side;
    let known = categories.get(category).and_then(|category| category.rules.get(rule));
    let names = known.into_iter().flat_map(|rule| rule.values.keys());
    let names = names.filter(|name| values.iter().any(|pattern| matches_pattern(pattern, name)));
    let (category, rule) = (Arc::<str>::from(category.as_str()), Arc::<str>::from(rule.as_str()));
    names.map(|name| (category.clone(), rule.clone(), name.as_str().into())).collect()
}

fn matches_pattern(pattern: &str, name: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else { return pattern == name };
    let (middle, tail) = rest.rsplit_once('*').unwrap_or(("", rest));
    let Some(name) = name.strip_prefix(head) else { return false };
    // The first place of each part leaves the most room for what follows.
    let behind = middle.split('*').try_fold(name, |name, part| name.split_once(part).map(|(_, behind)| behind));
    behind.is_some_and(|name| name.ends_with(tail))
}
