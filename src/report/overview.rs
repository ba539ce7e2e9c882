//! Lists × rules: which lists set a rule, and which of them set it differently. As text, as CSV and as a page.
//!
//! Values are those after base styles are taken in: what would be sent. Every rule that any list sets has a row; a list that
//! does not set it is counted as such. Cells of CSV never begin with what a spreadsheet takes for a formula.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::style::{RuleKey, Style};
use crate::report::csv;
use crate::report::html::escape::escape_foreign;
use crate::report::humanize::count_noun;
use crate::report::render_options::{RenderOptions, TextTone};
use crate::report::sanitize::Sanitized;
use crate::report::wrap::{TextPiece, write_wrapped};

/// What is compared.
#[derive(Clone, Debug, Default)]
pub struct Overview<'a> {
    lists: Vec<&'a Style>,
    rules: BTreeSet<&'a RuleKey>,
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
        Self { lists, rules }
    }

    /// How many lists and rules there are.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        (self.lists.len(), self.rules.len())
    }

    /// The lists of each value of a rule, and the lists that do not set it, last.
    fn lists_by_value(&self, rule: &RuleKey) -> (BTreeMap<&str, Vec<&str>>, Vec<&str>) {
        let mut values: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let mut unset = Vec::new();
        for list in &self.lists {
            match list.rules.get(rule) {
                Some(value) => values.entry(&value.value).or_default().push(list.key.as_str()),
                None => unset.push(list.key.as_str()),
            }
        }
        (values, unset)
    }
}

/// Each rule with its values, and the lists of each value; rules whose values differ are marked.
#[must_use]
pub fn render_human(overview: &Overview<'_>, look: &RenderOptions) -> String {
    let mut out = String::new();
    let mut differ = 0;
    for rule in &overview.rules {
        let (values, unset) = overview.lists_by_value(rule);
        let varies = values.len() > 1;
        differ += usize::from(varies);
        let (sign, tone) = if varies { ("~ ", TextTone::Change) } else { ("= ", TextTone::Faint) };
        let mut pieces = vec![
            TextPiece::new(tone, sign),
            TextPiece::new(TextTone::Strong, Sanitized(&rule.to_string()).to_string()),
        ];
        if varies {
            pieces.push(TextPiece::new(TextTone::Change, format!("  {}", count_noun(values.len(), "value"))));
        }
        write_wrapped(&mut out, look, "", "      ", &pieces);
        for (value, lists) in values {
            let pieces = [
                TextPiece::new(TextTone::Plain, format!("{}: ", Sanitized(value))),
                TextPiece::new(TextTone::Faint, lists.join(", ")),
            ];
            write_wrapped(&mut out, look, "    ", "        ", &pieces);
        }
        if !unset.is_empty() {
            let text = format!("unset: {}", unset.join(", "));
            write_wrapped(&mut out, look, "    ", "        ", &[TextPiece::new(TextTone::Faint, text)]);
        }
    }
    let (lists, rules) = overview.counts();
    let counts = format!(
        "Overview: {}, {}, {differ} with differing values",
        count_noun(lists, "list"),
        count_noun(rules, "rule")
    );
    write_wrapped(&mut out, look, "", "  ", &[TextPiece::new(TextTone::Strong, counts)]);
    out
}

/// A row for each rule and a column for each list, as a spreadsheet opens it; the second row holds languages.
#[must_use]
pub fn render_csv(overview: &Overview<'_>) -> String {
    let head = overview.lists.iter().map(|list| list.key.as_str());
    let languages = overview.lists.iter().map(|list| list.language.value.as_str());
    let mut out = csv::render_row(["rule"].into_iter().chain(head));
    out.push_str(&csv::render_row(["language"].into_iter().chain(languages)));
    for rule in &overview.rules {
        let name = rule.to_string();
        let cells = overview.lists.iter().map(|list| list.rules.get(*rule).map_or("", |value| value.value.as_str()));
        out.push_str(&csv::render_row([name.as_str()].into_iter().chain(cells)));
    }
    out
}

const PAGE: &str = include_str!("overview.html");

/// The same as a page that stands alone.
#[must_use]
pub fn render_html(overview: &Overview<'_>) -> String {
    let mut head = String::new();
    for list in &overview.lists {
        head.push_str(&format!(
            "<th scope=\"col\">{} <small>{}</small></th>",
            escape_foreign(list.key.as_str()),
            escape_foreign(list.language.value.as_str())
        ));
    }
    let mut rows = String::new();
    for rule in &overview.rules {
        let (values, _) = overview.lists_by_value(rule);
        let class = if values.len() > 1 { " class=\"differs\"" } else { "" };
        rows.push_str(&format!("<tr{class}><th scope=\"row\">{}</th>", escape_foreign(&rule.to_string())));
        for list in &overview.lists {
            let cell = list.rules.get(*rule).map_or(String::new(), |value| escape_foreign(&value.value));
            rows.push_str(&format!("<td>{cell}</td>"));
        }
        rows.push_str("</tr>\n");
    }
    let (lists, rules) = overview.counts();
    let counts = format!("{}, {}", count_noun(lists, "list"), count_noun(rules, "rule"));
    PAGE.replace("{{counts}}", &counts).replace("{{head}}", &head).replace("{{rows}}", &rows)
}
