//! From data to catalogue: the categories that are built in, and what a project adds to them.
//!
//! The built-in data is parsed once, and its texts are not copied. A project's file may add categories, rules, values and
//! languages; it never takes anything away, so that a list which was valid stays so. Its reading is `schema::extend`, as
//! this folder knows no files.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::{Arc, LazyLock};

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};

use crate::catalogue::{
    ByName, Catalogue, CatalogueSource, Category, Contradiction, ContradictionSide, Limits, ListLanguage, Rule,
    RuleValue,
};

/// The rules that are built in come in two editions, as services differ in what they offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edition {
    /// The five categories that every service offers: 124 rules, 444 values.
    Core,
    /// All that DeepL's public service offers: 159 rules, 518 values.
    Public,
}

impl Edition {
    /// Every edition, the smaller one first.
    pub const ALL: &'static [Self] = &[Self::Core, Self::Public];

    /// The word in files and flags.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Core => "core",
            Self::Public => "public",
        }
    }

    /// The edition of this word.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|edition| edition.as_str() == name)
    }
}

/// What the services of an edition are known to offer.
#[must_use]
pub fn builtin_catalogue(edition: Edition) -> Catalogue {
    parsed_catalogue(edition).clone()
}

/// The same, shared.
#[must_use]
pub fn parsed_catalogue(edition: Edition) -> &'static Catalogue {
    static PUBLIC: LazyLock<Catalogue> = LazyLock::new(load_catalogue);
    static CORE: LazyLock<Catalogue> = LazyLock::new(|| only_core(&PUBLIC));
    match edition {
        Edition::Core => &CORE,
        Edition::Public => &PUBLIC,
    }
}

/// What makes every project know what the public service offers, as an order.
pub const CHOOSE_PUBLIC: &str = "write `catalogue = \"public\"` at the top of housestyle.toml";

/// Where the rules that the smaller edition lacks are offered.
pub const OFFERED_PUBLICLY: &str = "it is in the catalogue `public`, as DeepL's public service offers it";

/// What is said of a rule or value of the service that a project cannot manage, and what to do where something helps.
#[must_use]
pub fn explain_unmanageable(is_public: bool) -> (&'static str, String) {
    match is_public {
        true => (
            "offered by DeepL's public service, not in this project's catalogue",
            format!("; to manage it, {CHOOSE_PUBLIC}"),
        ),
        false => ("unknown to this version", String::new()),
    }
}

/// Whether a rule has this value (or, without one, is there at all) in the public edition alone.
#[must_use]
pub fn is_public_alone(category: &str, rule: &str, value: Option<&str>) -> bool {
    let knows = |edition| {
        let found = parsed_catalogue(edition).find_rule(category, rule);
        found.is_some_and(|rule| value.is_none_or(|value| rule.values.contains_key(value)))
    };
    knows(Edition::Public) && !knows(Edition::Core)
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
struct CategoryData<'a> {
    category: &'a str,
    summary: Text<'a>,
    #[serde(default)]
    public: bool,
    #[serde(borrow)]
    rules: Entries<'a, RuleData<'a>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleData<'a> {
    summary: Text<'a>,
    #[serde(borrow)]
    values: Entries<'a, ValueData<'a>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ValueData<'a> {
    #[serde(borrow)]
    languages: Vec<&'a str>,
    example: Option<Text<'a>>,
    /// By language, where the example is not the same in all of them.
    #[serde(borrow, default = "no_entries")]
    examples: Entries<'a, Text<'a>>,
    summary: Option<Text<'a>>,
    #[serde(default)]
    public: bool,
}

/// Some values of one rule against some of another.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ContradictionData<'a> {
    #[serde(borrow)]
    one: SideData<'a>,
    #[serde(borrow)]
    other: SideData<'a>,
    reason: Text<'a>,
}

/// A `*` in a value stands for any text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SideData<'a> {
    category: &'a str,
    rule: &'a str,
    #[serde(borrow)]
    values: Vec<&'a str>,
}

/// A text of the data; copied only where its spelling there is another.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// The entries of an object, as they stand there.
struct Entries<'a, T>(Vec<(&'a str, T)>);

impl<'de: 'a, 'a, T: Deserialize<'de>> Deserialize<'de> for Entries<'a, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EntriesVisitor(PhantomData))
    }
}

fn no_entries<'a, T>() -> Entries<'a, T> {
    Entries(Vec::new())
}

struct EntriesVisitor<'a, T>(PhantomData<(&'a str, T)>);

impl<'de: 'a, 'a, T: Deserialize<'de>> Visitor<'de> for EntriesVisitor<'a, T> {
    type Value = Entries<'a, T>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = access.next_entry()? {
            entries.push(entry);
        }
        Ok(Entries(entries))
    }
}

/// The few sets of languages that values are offered for, each held once.
type SharedLanguages = BTreeMap<Vec<&'static str>, Arc<Vec<String>>>;

fn load_catalogue() -> Catalogue {
    let mut languages = SharedLanguages::new();
    let categories: ByName<Category> = CATEGORIES
        .iter()
        .map(|text| build_category(serde_json::from_str(text).expect("the built-in data is tested"), &mut languages))
        .collect();
    let data: Vec<ContradictionData<'_>> = serde_json::from_str(CONTRADICTIONS).expect("the built-in data is tested");
    let contradictions = data.into_iter().map(|ContradictionData { one, other, reason }| {
        let [one, other] = [one, other].map(|side| expand_side(&categories, side));
        Contradiction { one, other, reason: reason.0 }
    });
    let contradictions = Arc::new(contradictions.collect());
    let languages =
        LANGUAGES.iter().map(|(code, name)| ListLanguage { code: (*code).into(), name: (*name).into() }).collect();
    Catalogue { categories: Arc::new(categories), languages, contradictions, limits: Limits::default() }
}

/// What every service offers.
fn only_core(whole: &Catalogue) -> Catalogue {
    let Catalogue { categories, languages, contradictions, limits } = whole;
    let core_rule = |rule: &Arc<Rule>| {
        if rule.values.values().all(|value| value.source == CatalogueSource::Core) {
            return rule.clone();
        }
        let mut rule = rule.as_ref().clone();
        rule.values = rule.values.values().filter(|value| value.source == CatalogueSource::Core).cloned().collect();
        Arc::new(rule)
    };
    let core_category = |category: &Category| {
        let rules = category.rules.values().filter(|rule| rule.source == CatalogueSource::Core);
        let rules: ByName<_> = rules.map(core_rule).collect();
        (!rules.is_empty()).then(|| Category { name: category.name.clone(), summary: category.summary.clone(), rules })
    };
    let categories: ByName<_> = categories.values().filter_map(core_category).collect();
    let mut contradictions = contradictions.as_ref().clone();
    for side in contradictions.iter_mut().flat_map(|clash| [&mut clash.one, &mut clash.other]) {
        let known = categories.get(&side.category).and_then(|category| category.rules.get(&side.rule));
        side.values.retain(|value| known.is_some_and(|rule| rule.values.contains_key(value)));
    }
    Catalogue {
        categories: Arc::new(categories),
        languages: languages.clone(),
        contradictions: Arc::new(contradictions),
        limits: limits.clone(),
    }
}

fn build_category(data: CategoryData<'static>, languages: &mut SharedLanguages) -> Category {
    let CategoryData { category, summary, public, rules } = data;
    let rules = rules.0.into_iter().map(|(name, RuleData { summary, values })| {
        let values =
            values.0.into_iter().map(|(name, value)| build_rule_value(name, value, public, languages)).collect();
        let (category, source) = (category.into(), catalogue_source(public));
        Arc::new(Rule { name: name.into(), category, summary: summary.0, values, source })
    });
    Category { rules: rules.collect(), name: category.into(), summary: summary.0 }
}

fn build_rule_value(
    name: &'static str,
    data: ValueData<'static>,
    in_public: bool,
    shared: &mut SharedLanguages,
) -> RuleValue {
    let ValueData { languages, example, examples, summary, public } = data;
    let owned = |codes: &Vec<&str>| Arc::new(codes.iter().map(|code| (*code).to_owned()).collect::<Vec<_>>());
    let languages = shared.entry(languages).or_insert_with_key(owned).clone();
    let [summary, example] = [summary, example].map(|text| text.map(|text| text.0));
    let examples = examples.0.into_iter().map(|(language, text)| (language.into(), text.0)).collect();
    RuleValue {
        name: name.into(),
        summary,
        example,
        examples,
        languages,
        source: catalogue_source(public || in_public),
    }
}

const fn catalogue_source(public: bool) -> CatalogueSource {
    if public { CatalogueSource::Public } else { CatalogueSource::Core }
}

/// Every value that one side of a contradiction stands for.
fn expand_side(categories: &ByName<Category>, side: SideData<'static>) -> ContradictionSide {
    let SideData { category, rule, values } = side;
    let known = categories.get(category).and_then(|category| category.rules.get(rule));
    let known = known.into_iter().flat_map(|rule| rule.values.values().map(|value| &value.name));
    let values = known.filter(|name| values.iter().any(|pattern| matches_pattern(pattern, name))).cloned().collect();
    ContradictionSide { category: category.into(), rule: rule.into(), values }
}

fn matches_pattern(pattern: &str, name: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(name) = name.strip_prefix(head) else { return false };
    let Some((middle, tail)) = rest.rsplit_once('*') else { return name.ends_with(rest) };
    // The first place of each part leaves the most room for what follows.
    let behind = middle.split('*').try_fold(name, |name, part| name.split_once(part).map(|(_, behind)| behind));
    behind.is_some_and(|name| name.ends_with(tail))
}
