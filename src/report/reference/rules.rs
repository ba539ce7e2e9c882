//! The browsable catalogue: one page that stands alone, with a search, for people who write lists.
//!
//! Always holds: the page asks no other address for anything, and says everything without its script too.

use std::fmt;

use crate::catalogue::load::{Edition, parsed_catalogue};
use crate::catalogue::{Catalogue, CatalogueSource, Category, Rule, RuleValue};
use crate::report::explain::adds_to_name;
use crate::report::humanize::count_noun;
use crate::report::sanitize::Sanitized;

const PAGE: &str = include_str!("rules.html");

/// The page as HTML.
#[must_use]
pub fn render_rules(catalogue: &Catalogue) -> String {
    let mut sections = String::new();
    let mut index = String::new();
    for category in catalogue.categories.values() {
        index.push_str(&format!(
            "<li><a href=\"#{0}\">{0}</a> <span>{1}</span></li>\n",
            EscapedHtml(&category.name),
            category.rules.len()
        ));
        write_category(&mut sections, category, catalogue);
    }
    let mut languages = String::new();
    for language in &catalogue.languages {
        languages.push_str(&format!(
            "<option value=\"{0}\">{1} ({0})</option>\n",
            EscapedHtml(&language.code),
            EscapedHtml(&language.name)
        ));
    }
    let counts = |catalogue: &Catalogue| {
        let (rules, values) = catalogue.count_rules_and_values();
        let categories = count_noun(catalogue.categories.len(), "category");
        format!("{} with {} in {categories}", count_noun(rules, "rule"), count_noun(values, "value"))
    };
    let counts = format!(
        "{} (catalogue <code>core</code>: {}; what <code>public</code> alone has is marked)",
        counts(catalogue),
        counts(parsed_catalogue(Edition::Core))
    );
    PAGE.replace("{{counts}}", &counts)
        .replace("{{digest}}", &catalogue.digest())
        .replace("{{languages}}", &languages)
        .replace("{{index}}", &index)
        // Last, so that nothing in it is taken for a place to fill.
        .replace("{{rules}}", &sections)
}

fn write_category(out: &mut String, category: &Category, catalogue: &Catalogue) {
    out.push_str(&format!("<section id=\"{0}\">\n<h2>{0}</h2>\n", EscapedHtml(&category.name)));
    if adds_to_name(&category.summary, &category.name) {
        out.push_str(&format!("<p>{}</p>\n", EscapedHtml(&category.summary)));
    }
    for rule in category.rules.values() {
        write_rule(out, rule, catalogue);
    }
    out.push_str("</section>\n");
}

fn write_rule(out: &mut String, rule: &Rule, catalogue: &Catalogue) {
    let id = format!("{}.{}", rule.category, rule.name);
    out.push_str(&format!(
        "<article id=\"{0}\" data-category=\"{1}\" data-rule=\"{2}\">\n<h3><a href=\"#{0}\">{2}</a></h3>\n",
        EscapedHtml(&id),
        EscapedHtml(&rule.category),
        EscapedHtml(&rule.name)
    ));
    if adds_to_name(&rule.summary, &rule.name) {
        out.push_str(&format!("<p>{}</p>\n", EscapedHtml(&rule.summary)));
    }
    out.push_str(source_text(rule.source));
    out.push_str("<ul>\n");
    for value in rule.values.values() {
        write_value(out, value, rule.source);
    }
    out.push_str("</ul>\n");
    for clash in catalogue.contradictions.iter() {
        for (own, other) in clash.pairs().flat_map(|(one, other)| [(one, other), (other, one)]) {
            if own.0 == rule.category && own.1 == rule.name {
                let there = format!("{}.{}", other.0, other.1);
                out.push_str(&format!(
                    "<p class=\"clash\"><code>{}</code> clashes with <a href=\"#{1}\">{1}</a> <code>{2}</code>: {3}</p>\n",
                    EscapedHtml(own.2),
                    EscapedHtml(&there),
                    EscapedHtml(other.2),
                    EscapedHtml(&clash.reason)
                ));
            }
        }
    }
    out.push_str("</article>\n");
}

fn write_value(out: &mut String, value: &RuleValue, of: CatalogueSource) {
    out.push_str(&format!(
        "<li data-value=\"{0}\" data-languages=\"{1}\"><code>{0}</code>",
        EscapedHtml(&value.name),
        EscapedHtml(&value.languages.join(" "))
    ));
    let meaning = value.meaning();
    if adds_to_name(&meaning, &value.name) {
        out.push_str(&format!(" <span>{}</span>", EscapedHtml(&meaning)));
    }
    if let Some(example) = &value.example {
        out.push_str(&format!(" <q>{}</q>", EscapedHtml(example)));
    }
    for language in value.languages.iter() {
        out.push_str(&format!(" <small>{}</small>", EscapedHtml(language)));
    }
    if value.source != of {
        out.push_str(source_text(value.source));
    }
    out.push_str("</li>\n");
}

fn source_text(source: CatalogueSource) -> &'static str {
    match source {
        CatalogueSource::Core => "",
        CatalogueSource::Public => {
            "<p class=\"source\">In the catalogue <code>public</code> alone, which projects with a <code>deepl</code> \
             service have.</p>\n"
        }
        CatalogueSource::Project => "<p class=\"source\">From a catalogue file of this project.</p>\n",
    }
}

/// Foreign text in HTML, between tags or in quotes: everything in it visible and nothing in it markup.
struct EscapedHtml<'a>(&'a str);

impl fmt::Display for EscapedHtml<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in Sanitized(self.0).to_string().chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                _ => fmt::Write::write_char(f, c)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::load;

    #[test]
    fn every_rule_and_value_is_on_the_page_and_every_place_is_filled() {
        let catalogue = load::builtin_catalogue(load::Edition::Public);
        let page = render_rules(&catalogue);
        assert!(!page.contains("{{"), "a place of the page is not filled");
        for rule in catalogue.iter_rules() {
            assert!(
                page.contains(&format!("id=\"{}.{}\"", EscapedHtml(&rule.category), EscapedHtml(&rule.name))),
                "{}",
                rule.name
            );
            for value in rule.values.keys() {
                assert!(page.contains(&format!("data-value=\"{}\"", EscapedHtml(value))), "{value}");
            }
        }
    }

    #[test]
    fn text_of_a_project_is_no_markup() {
        let mut catalogue = load::builtin_catalogue(load::Edition::Core);
        let hostile = "</code><script>alert(1)</script>\" onload='x' \u{202e}";
        let category = std::sync::Arc::make_mut(&mut catalogue.categories).values_mut().next().unwrap();
        category.summary = hostile.into();
        std::sync::Arc::make_mut(category.rules.values_mut().next().unwrap()).summary = hostile.into();
        let page = render_rules(&catalogue);
        assert!(!page.contains("<script>alert") && !page.contains("onload='x'") && !page.contains('\u{202e}'));
        assert!(page.contains("&lt;script&gt;alert(1)"));
    }

    #[test]
    fn the_page_stands_alone() {
        let page = render_rules(&load::builtin_catalogue(load::Edition::Core));
        for word in ["http:", "https:", "src=", "@import", "url("] {
            assert!(!page.contains(word), "{word}");
        }
        assert!(page.contains("default-src 'none'"));
    }
}
