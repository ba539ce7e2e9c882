//! Lists × rules: which lists set a rule, and which of them set it differently. As text, as CSV and as a page.
//!
//! Values are those after base styles are taken in: what would be sent, each with what it does to a text. Lists are compared
//! within their language; every rule that any of them sets has a row, and a list that does not set it is counted as such where
//! the service offers the rule for the language. Where the project has style profiles, each is shown with what it holds, and what
//! is in none of them. Cells of CSV never begin with what a spreadsheet takes for a formula.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalogue::load;
use crate::model::style::{RuleKey, Style};
use crate::model::style_profile::{Component, ProfileContent, ProfileField, StyleProfile};
use crate::model::{Address, Key, Kind};
use crate::report::csv;
use crate::report::html::csp_hash;
use crate::report::html::escape::{escape_foreign, escape_html};
use crate::report::humanize::count_noun;
use crate::report::render_options::{RenderOptions, TextTone};
use crate::report::sanitize::Sanitized;
use crate::report::wrap::{TextPiece, write_wrapped};

/// What is compared.
#[derive(Clone, Debug, Default)]
pub struct Overview<'a> {
    lists: Vec<&'a Style>,
    rules: BTreeSet<&'a RuleKey>,
    /// The style profiles of the project.
    profiles: Vec<ProfileRow<'a>>,
    /// Glossaries, where the project has style profiles and no language was asked for.
    glossaries: Vec<&'a Key>,
}

/// A style profile and what it holds.
#[derive(Clone, Debug)]
struct ProfileRow<'a> {
    profile: &'a StyleProfile,
    content: ProfileContent,
}

impl ProfileRow<'_> {
    fn holds(&self, kind: Kind, key: &Key) -> bool {
        let component = Component::Managed(Address::new(kind, key.clone()));
        self.content.links().any(|(_, link)| *link == component)
    }

    /// What it holds: fields and names, and whether their order is a priority.
    fn fields(&self) -> impl Iterator<Item = (ProfileField, Vec<String>, bool)> {
        let fields = &self.content.fields;
        fields.iter().filter(|(_, value)| !value.links().is_empty()).map(|(field, value)| {
            let ordered = *field == ProfileField::Glossaries && fields.contains_key(&ProfileField::GlossaryPriority);
            (*field, value.links().iter().map(component_name).collect(), ordered)
        })
    }
}

/// A component as its file names it.
fn component_name(component: &Component) -> String {
    match component {
        Component::Managed(address) => address.key.to_string(),
        Component::Memory(name) => name.clone(),
        Component::Id(id) => id.to_string(),
    }
}

impl<'a> Overview<'a> {
    /// The lists that `keeps_list` keeps, with those of their rules that `keeps_rule` keeps.
    #[must_use]
    pub fn new(
        lists: impl IntoIterator<Item = &'a Style>,
        keeps_list: impl Fn(&Style) -> bool,
        keeps_rule: impl Fn(&RuleKey) -> bool,
    ) -> Self {
        let lists: Vec<&Style> = lists.into_iter().filter(|list| keeps_list(list)).collect();
        let rules = lists.iter().flat_map(|list| list.rules.keys()).filter(|rule| keeps_rule(rule)).collect();
        Self { lists, rules, profiles: Vec::new(), glossaries: Vec::new() }
    }

    /// With what these style profiles hold: what of the lists and of these glossaries is in none of them is told.
    #[must_use]
    pub fn with_style_profiles(
        self,
        profiles: &'a BTreeMap<Key, StyleProfile>,
        glossaries: impl IntoIterator<Item = &'a Key>,
    ) -> Self {
        if profiles.is_empty() {
            return self;
        }
        let profiles = profiles.values().map(|profile| ProfileRow { profile, content: profile.content() }).collect();
        Self { profiles, glossaries: glossaries.into_iter().collect(), ..self }
    }

    /// What is in no style profile: keys of lists, and addresses of glossaries.
    fn alone(&self) -> Vec<String> {
        if self.profiles.is_empty() {
            return Vec::new();
        }
        let is_held = |kind, key: &Key| self.profiles.iter().any(|row| row.holds(kind, key));
        let lists = self.lists.iter().filter(|list| !is_held(Kind::Style, &list.key));
        let glossaries = self.glossaries.iter().filter(|key| !is_held(Kind::Glossary, key));
        let glossaries = glossaries.map(|key| Address::new(Kind::Glossary, (*key).clone()).to_string());
        lists.map(|list| list.key.to_string()).chain(glossaries).collect()
    }

    /// How many lists and rules there are.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        (self.lists.len(), self.rules.len())
    }
}

/// A rule in the lists of one language.
struct RuleRow<'a> {
    rule: &'a RuleKey,
    /// The lists of each value.
    values: BTreeMap<&'a str, Vec<&'a str>>,
    /// Lists that do not set it, where the service offers it for their language.
    unset: Vec<&'a str>,
}

impl RuleRow<'_> {
    fn differs(&self) -> bool {
        self.values.len() > 1
    }
}

/// The lists of one language, and every rule that one of them sets.
struct LanguageGroup<'a> {
    language: &'a str,
    lists: Vec<&'a str>,
    rows: Vec<RuleRow<'a>>,
}

impl<'a> Overview<'a> {
    /// By language: lists of different languages have little to be compared by.
    fn by_language(&self) -> Vec<LanguageGroup<'a>> {
        let mut groups: BTreeMap<&str, Vec<&'a Style>> = BTreeMap::new();
        for list in &self.lists {
            groups.entry(list.language.value.as_str()).or_default().push(list);
        }
        let group = |(language, lists): (&'a str, Vec<&'a Style>)| {
            let rows = self.rules.iter().filter_map(|rule| rule_row(rule, language, &lists));
            LanguageGroup {
                language,
                rows: rows.collect(),
                lists: lists.iter().map(|list| list.key.as_str()).collect(),
            }
        };
        groups.into_iter().map(group).collect()
    }
}

/// The rule in these lists; nothing where none of them sets it.
fn rule_row<'a>(rule: &'a RuleKey, language: &str, lists: &[&'a Style]) -> Option<RuleRow<'a>> {
    let mut values: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut unset = Vec::new();
    for list in lists {
        match list.rules.get(rule) {
            Some(value) => values.entry(&value.value).or_default().push(list.key.as_str()),
            None => unset.push(list.key.as_str()),
        }
    }
    if !is_offered(rule, language) {
        unset.clear();
    }
    (!values.is_empty()).then_some(RuleRow { rule, values, unset })
}

/// Whether the service is known to offer the rule for a language, or nothing is known of that.
fn is_offered(rule: &RuleKey, language: &str) -> bool {
    let Some(known) = load::parsed_catalogue(load::Edition::Public).find_rule(&rule.category, &rule.rule) else {
        return true;
    };
    let mut values = known.values.values();
    values.any(|value| value.is_offered_for(language))
}

/// What text looks like under a value; nothing where that is not known.
fn illustration(rule: &RuleKey, value: &str, language: &str) -> Option<String> {
    let known =
        load::parsed_catalogue(load::Edition::Public).find_rule(&rule.category, &rule.rule)?.values.get(value)?;
    Some(Sanitized(&known.illustration(Some(language))).to_string())
}

/// By language, each rule with its values, what they do to a text, and the lists of each; rules whose values differ are
/// marked. What all lists of a language agree on has one line.
#[must_use]
pub fn render_human(overview: &Overview<'_>, options: &RenderOptions) -> String {
    let mut out = String::new();
    let mut differ = BTreeSet::new();
    for LanguageGroup { language, lists, rows } in overview.by_language() {
        let head = [
            TextPiece::new(TextTone::Strong, format!("{}  {}", Sanitized(language), count_noun(lists.len(), "list"))),
            TextPiece::new(TextTone::Faint, format!(": {}", lists.join(", "))),
        ];
        write_wrapped(&mut out, options, "", "    ", &head);
        for row in &rows {
            if row.differs() {
                differ.insert(row.rule);
            }
            write_row(&mut out, row, language, options);
        }
        out.push('\n');
    }
    write_profiles(&mut out, overview, options);
    let (lists, rules) = overview.counts();
    let counts = format!(
        "Overview: {}, {}, {} with differing values",
        count_noun(lists, "list"),
        count_noun(rules, "rule"),
        differ.len()
    );
    write_wrapped(&mut out, options, "", "  ", &[TextPiece::new(TextTone::Strong, counts)]);
    out
}

/// Each style profile with what it holds, and what is in none.
fn write_profiles(out: &mut String, overview: &Overview<'_>, options: &RenderOptions) {
    if overview.profiles.is_empty() {
        return;
    }
    let head = TextPiece::new(TextTone::Strong, count_noun(overview.profiles.len(), "style profile"));
    write_wrapped(out, options, "", "    ", &[head]);
    for row in &overview.profiles {
        let mut pieces = vec![TextPiece::new(TextTone::Strong, row.profile.key.as_str())];
        for (field, names, ordered) in row.fields() {
            let joined = names.iter().map(|name| Sanitized(name).to_string()).collect::<Vec<_>>();
            let joined = joined.join(if ordered { " > " } else { ", " });
            pieces.push(TextPiece::new(TextTone::Faint, format!("  {}: ", field_noun(field))));
            pieces.push(TextPiece::new(TextTone::Plain, joined));
        }
        write_wrapped(out, options, "  ", "        ", &pieces);
    }
    let alone = overview.alone();
    if !alone.is_empty() {
        let pieces = [
            TextPiece::new(TextTone::Change, "~ "),
            TextPiece::new(TextTone::Strong, "in none"),
            TextPiece::new(TextTone::Plain, format!(": {}", alone.join(", "))),
        ];
        write_wrapped(out, options, "  ", "        ", &pieces);
    }
    out.push('\n');
}

fn field_noun(field: ProfileField) -> String {
    field.as_str().replace('_', " ")
}

fn write_row(out: &mut String, row: &RuleRow<'_>, language: &str, options: &RenderOptions) {
    let RuleRow { rule, values, unset } = row;
    let name = TextPiece::new(TextTone::Strong, Sanitized(&rule.to_string()).to_string());
    let described = |value: &str| match illustration(rule, value, language) {
        Some(text) => format!("{text}  {}", Sanitized(value)),
        None => Sanitized(value).to_string(),
    };
    if let (Some((value, _)), false, true) = (values.first_key_value(), row.differs(), unset.is_empty()) {
        let value = TextPiece::new(TextTone::Plain, format!("  {}", described(value)));
        return write_wrapped(out, options, "  = ", "        ", &[name, value]);
    }
    let (sign, tone) = if row.differs() { ("~ ", TextTone::Change) } else { ("= ", TextTone::Faint) };
    let mut head = vec![TextPiece::new(tone, sign), name];
    if row.differs() {
        head.push(TextPiece::new(TextTone::Change, format!("  {}", count_noun(values.len(), "value"))));
    }
    write_wrapped(out, options, "  ", "        ", &head);
    for (value, lists) in values {
        let pieces = [
            TextPiece::new(TextTone::Plain, format!("{}: ", described(value))),
            TextPiece::new(TextTone::Faint, lists.join(", ")),
        ];
        write_wrapped(out, options, "      ", "          ", &pieces);
    }
    if !unset.is_empty() {
        let text = format!("unset: {}", unset.join(", "));
        write_wrapped(out, options, "      ", "          ", &[TextPiece::new(TextTone::Faint, text)]);
    }
}

/// A row for each rule and a column for each list, as a spreadsheet opens it; the second row holds languages. Where the project
/// has style profiles, glossaries have columns too, and each profile a row that marks what it holds.
#[must_use]
pub fn render_csv(overview: &Overview<'_>) -> String {
    let Overview { lists, rules, profiles, glossaries } = overview;
    let glossary_names: Vec<String> =
        glossaries.iter().map(|key| Address::new(Kind::Glossary, (*key).clone()).to_string()).collect();
    let head = lists.iter().map(|list| list.key.as_str()).chain(glossary_names.iter().map(String::as_str));
    let languages = lists.iter().map(|list| list.language.value.as_str()).chain(glossaries.iter().map(|_| ""));
    let mut out = csv::render_row(["rule"].into_iter().chain(head));
    out.push_str(&csv::render_row(["language"].into_iter().chain(languages)));
    for rule in rules {
        let name = rule.to_string();
        let cells = lists.iter().map(|list| list.rules.get(*rule).map_or("", |value| value.value.as_str()));
        let more = glossaries.iter().map(|_| "");
        out.push_str(&csv::render_row([name.as_str()].into_iter().chain(cells).chain(more)));
    }
    for row in profiles {
        let name = Address::new(Kind::StyleProfile, row.profile.key.clone()).to_string();
        let mark = |holds: bool| if holds { "x" } else { "" };
        let in_lists = lists.iter().map(|list| mark(row.holds(Kind::Style, &list.key)));
        let in_glossaries = glossaries.iter().map(|key| mark(row.holds(Kind::Glossary, key)));
        out.push_str(&csv::render_row([name.as_str()].into_iter().chain(in_lists).chain(in_glossaries)));
    }
    out
}

const PAGE: &str = include_str!("overview.html");
const STYLE: &str = include_str!("overview.css");
const SCRIPT: &str = include_str!("overview.js");

/// The same as a page that stands alone: by language, with search and filters, readable at any width.
#[must_use]
pub fn render_html(overview: &Overview<'_>) -> String {
    let mut body = String::new();
    for LanguageGroup { language, lists, rows } in overview.by_language() {
        let names: Vec<String> = lists.iter().map(|list| format!("<li>{}</li>", escape_foreign(list))).collect();
        body.push_str(&format!(
            "<section class=\"language\" data-language=\"{0}\"><h2>{0} <span>{1}</span></h2>\n\
             <ul class=\"lists\">{2}</ul>\n",
            escape_foreign(language),
            count_noun(lists.len(), "list"),
            names.join("")
        ));
        for row in &rows {
            write_card(&mut body, row, language, lists.len());
        }
        body.push_str("</section>\n");
    }
    write_profile_cards(&mut body, overview);
    let (lists, rules) = overview.counts();
    let mut counts = format!("{}, {}", count_noun(lists, "list"), count_noun(rules, "rule"));
    if !overview.profiles.is_empty() {
        let profiles = count_noun(overview.profiles.len(), "style profile");
        counts.push_str(&format!(", <a href=\"#style-profiles\">{profiles}</a>"));
    }
    PAGE.replace("{{style_hash}}", &csp_hash(STYLE))
        .replace("{{script_hash}}", &csp_hash(SCRIPT))
        .replace("{{counts}}", &counts)
        .replace("{{style}}", STYLE)
        .replace("{{script}}", SCRIPT)
        .replace("{{body}}", &body)
}

/// A card for each style profile, and one for what is in none.
fn write_profile_cards(out: &mut String, overview: &Overview<'_>) {
    if overview.profiles.is_empty() {
        return;
    }
    out.push_str(&format!(
        "<section id=\"style-profiles\"><h2>Style profiles <span>{}</span></h2>\n",
        overview.profiles.len()
    ));
    for row in &overview.profiles {
        let StyleProfile { key, name, .. } = row.profile;
        out.push_str(&format!(
            "<article class=\"rule\"><h3>{} <small>{}</small></h3><dl class=\"held\">\n",
            escape_foreign(key.as_str()),
            escape_foreign(&name.value)
        ));
        for (field, names, ordered) in row.fields() {
            let names: Vec<String> = names.iter().map(|name| escape_foreign(name)).collect();
            let (noun, mark) = (field_noun(field), if ordered { " by priority" } else { "" });
            let joined = names.join(if ordered { " &gt; " } else { ", " });
            out.push_str(&format!("<div><dt>{noun}{mark}</dt><dd>{joined}</dd></div>\n"));
        }
        out.push_str("</dl></article>\n");
    }
    let alone: Vec<String> = overview.alone().iter().map(|name| escape_foreign(name)).collect();
    if !alone.is_empty() {
        out.push_str(&format!(
            "<article class=\"rule differs\"><h3>in no style profile</h3><p class=\"held\">{}</p></article>\n",
            alone.join(", ")
        ));
    }
    out.push_str("</section>\n");
}

fn write_card(out: &mut String, row: &RuleRow<'_>, language: &str, of_lists: usize) {
    let RuleRow { rule, values, unset } = row;
    let differs = if row.differs() { " differs" } else { "" };
    out.push_str(&format!(
        "<article class=\"rule{differs}\"><h3>{} <small>{}</small></h3><dl>\n",
        escape_foreign(&rule.rule),
        escape_foreign(&rule.category)
    ));
    for (value, lists) in values {
        let shown = illustration(rule, value, language).unwrap_or_else(|| Sanitized(value).to_string());
        let lists = match lists.len() == of_lists && of_lists > 1 {
            true => format!("all {of_lists} lists"),
            false => lists.iter().map(|list| escape_foreign(list)).collect::<Vec<_>>().join(", "),
        };
        out.push_str(&format!(
            "<div><dt><bdi>{}</bdi> <code>{}</code></dt><dd>{lists}</dd></div>\n",
            escape_html(&shown),
            escape_foreign(value)
        ));
    }
    if !unset.is_empty() {
        let lists: Vec<String> = unset.iter().map(|list| escape_foreign(list)).collect();
        out.push_str(&format!("<div class=\"unset\"><dt>unset</dt><dd>{}</dd></div>\n", lists.join(", ")));
    }
    out.push_str("</dl></article>\n");
}
