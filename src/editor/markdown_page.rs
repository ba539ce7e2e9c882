//! Pages of `explain` as Markdown, for editors that show it.
//!
//! Always holds: what came from a file stands there as text. It makes no link, no picture, no heading and no HTML, and
//! what cannot be seen is made visible.

use serde_json::Value;

use crate::catalogue::{Catalogue, CatalogueSource, Category, Rule, RuleValue};
use crate::diagnostic::Code;
use crate::report::Sanitized;
use crate::report::humanize::count_noun;

/// Values that are listed on the page of a rule; the rest is counted.
const MAX_VALUES: usize = 24;

/// Foreign text as plain words of a paragraph.
pub(super) fn escape_text(text: &str) -> String {
    let shown = Sanitized(text).to_string();
    let mut out = String::with_capacity(shown.len() + 8);
    let mut rest = shown.as_str();
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        // Addresses of sites and of people become links by themselves.
        let links = (c == ':' && rest.starts_with("//")) || (c == '.' && out.to_ascii_lowercase().ends_with("www"));
        let list = out.is_empty() && matches!(c, '-' | '+' | '#');
        let number = out.chars().all(|c| c.is_ascii_digit()) && matches!(c, '.' | ')');
        if links
            || list
            || number
            || matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '~' | '|' | '@' | '$')
        {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// Foreign text as code.
pub(super) fn code_span(text: &str) -> String {
    let shown = Sanitized(text).to_string();
    let longest = shown.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    let ticks = "`".repeat(longest + 1);
    let pad = if shown.starts_with(['`', ' ']) || shown.ends_with(['`', ' ']) { " " } else { "" };
    if shown.is_empty() { String::new() } else { format!("{ticks}{pad}{shown}{pad}{ticks}") }
}

/// The page of a code.
pub(super) fn code_page(code: Code) -> String {
    let severity = code.severity().as_str();
    code.page().trim().replacen(&format!("# {code}"), &format!("**{code}**: {severity}"), 1)
}

/// The page of a category.
pub(super) fn category_page(category: &Category) -> String {
    let mut out =
        format!("**{}**: category of rules\n\n{}\n", escape_text(&category.name), escape_text(&category.summary));
    for rule in category.rules.values() {
        out.push_str(&format!("\n- {}: {}", code_span(&rule.name), count_noun(rule.values.len(), "value")));
    }
    out
}

/// The page of a rule.
pub(super) fn rule_page(rule: &Rule) -> String {
    let values = count_noun(rule.values.len(), "value");
    let mut out = format!(
        "**{}**: rule of {}, {values}\n\n{}\n",
        escape_text(&rule.name),
        code_span(&rule.category),
        escape_text(&rule.summary)
    );
    for value in rule.values.values().take(MAX_VALUES) {
        out.push_str(&format!("\n- {}: {}", code_span(&value.name), value_facts(value)));
    }
    if rule.values.len() > MAX_VALUES {
        out.push_str(&format!("\n- and {} more", rule.values.len() - MAX_VALUES));
    }
    out + &source_text(rule.source)
}

/// The page of a value.
pub(super) fn value_page(rule: &Rule, value: &RuleValue) -> String {
    let mut out = format!(
        "**{}**: value of {}\n\n{}\n",
        escape_text(&value.name),
        code_span(&rule.name),
        escape_text(&value.meaning())
    );
    if let Some(example) = &value.example {
        out.push_str(&format!("\nFor example: {}\n", code_span(example)));
    }
    if !value.languages.is_empty() {
        let all = value.languages.join(", ");
        out.push_str(&format!("\nOffered for (as of October 2025): {}\n", escape_text(&all)));
    }
    if !rule.summary.is_empty() {
        out.push_str(&format!("\nThe rule: {}\n", escape_text(&rule.summary)));
    }
    out + &source_text(value.source)
}

/// What a value means, in a line.
fn value_facts(value: &RuleValue) -> String {
    let mut line = escape_text(&value.meaning());
    if let Some(example) = &value.example {
        line.push_str(&format!(" For example: {}", code_span(example)));
    }
    if !value.languages.is_empty() {
        line.push_str(&format!(" ({})", escape_text(&value.languages.join(", "))));
    }
    line
}

fn source_text(source: CatalogueSource) -> String {
    match source {
        CatalogueSource::Core => String::new(),
        CatalogueSource::Public => {
            "\n\nIn the catalogue `public` alone, which projects with a `deepl` service have.".to_owned()
        }
        CatalogueSource::Project => "\n\nFrom a catalogue file of this project.".to_owned(),
    }
}

/// The page of a field, from its schema.
pub(super) fn field_page(name: &str, schema: &Value) -> String {
    let mut out = format!("**{}**: {}\n\n{}\n", escape_text(name), schema_type(schema), describe_schema(schema));
    for (keyword, what) in [
        ("default", "Unless said otherwise"),
        ("maxLength", "Longest, in characters"),
        ("maxItems", "Most entries"),
        ("minimum", "Least"),
        ("maximum", "Most"),
    ] {
        if let Some(value) = schema.get(keyword) {
            out.push_str(&format!("\n- {what}: {}", code_span(&value_text(value))));
        }
    }
    if let Some(example) = schema["examples"].as_array().and_then(|examples| examples.first()) {
        out.push_str(&format!("\n- For example: {}", code_span(&value_text(example))));
    }
    out
}

/// What a schema says in words. The words are ours, but for names of rules in them.
pub(super) fn describe_schema(schema: &Value) -> String {
    schema["description"]
        .as_str()
        .unwrap_or_default()
        .split('`')
        .enumerate()
        .map(|(at, part)| if at % 2 == 1 { code_span(part) } else { escape_text(part) })
        .collect()
}

pub(super) fn value_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// What sort of value a schema takes.
pub(super) fn schema_type(schema: &Value) -> &'static str {
    match schema["type"].as_str() {
        Some("integer" | "number") => "number",
        Some("boolean") => "true or false",
        Some("array") if schema["items"]["type"] == "object" => "list of mappings",
        Some("array") => "list",
        Some("object") => "mapping",
        None if schema["properties"].is_object() => "text or mapping",
        Some(_) | None => "text",
    }
}

/// The name of a language that lists are kept for.
pub(super) fn language_name(catalogue: &Catalogue, code: &str) -> Option<String> {
    catalogue.languages.iter().find(|known| known.code == code).map(|known| known.name.clone())
}

#[cfg(test)]
#[expect(clippy::wildcard_enum_match_arm, reason = "of the many events of Markdown only text matters")]
mod tests {
    use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

    use super::*;
    use crate::catalogue::load::{Edition, builtin_catalogue};

    /// What a reader of Markdown sees as text, or the first thing that is more than a paragraph of it.
    fn read(markdown: &str) -> Result<String, String> {
        let mut text = String::new();
        for event in Parser::new_ext(markdown, Options::all()) {
            match event {
                Event::Text(part) | Event::Code(part) => text.push_str(&part),
                Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph) => {}
                other => return Err(format!("{other:?}")),
            }
        }
        Ok(text)
    }

    #[test]
    fn foreign_text_stays_text() {
        for text in [
            "[a](http://b)",
            "![a](b)",
            "<b>x</b>",
            "# head",
            "- item",
            "1. one",
            "12) two",
            "*a* _b_ ~c~",
            "`a` ``b``",
            "&amp;",
            "https://a.b",
            "www.a.b",
            "a@b.c",
            "| a | b |",
            "a\\",
            "<https://a>",
            "+ x",
            "$x$",
            "年😀",
            "===",
            "a:b",
            "[^1]",
            "- [ ] x",
        ] {
            assert_eq!(
                read(&escape_text(text)).as_deref(),
                Ok(Sanitized(text).to_string().as_str()),
                "{}",
                escape_text(text)
            );
            assert_eq!(
                read(&format!("x {} y", code_span(text))),
                Ok(format!("x {} y", Sanitized(text))),
                "{}",
                code_span(text)
            );
        }
        assert_eq!(escape_text("a\n# b"), "a\\\\u{a}# b");
    }

    #[test]
    fn every_page_is_well_formed_and_names_its_subject() {
        let catalogue = builtin_catalogue(Edition::Public);
        for rule in catalogue.iter_rules() {
            let page = rule_page(rule);
            let text: String = Parser::new(&page)
                .filter_map(|event| match event {
                    Event::Text(text) | Event::Code(text) => Some(text.to_string()),
                    _ => None,
                })
                .collect();
            assert!(text.contains(&*rule.name), "{page}");
            for value in rule.values.values() {
                assert!(value_page(rule, value).contains(&code_span(&rule.name)));
            }
        }
        for code in Code::ALL {
            assert!(code_page(*code).starts_with(&format!("**{code}**")), "{}", code_page(*code));
        }
    }
}
