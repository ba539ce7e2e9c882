//! Explains values of the wrong type: a list for a text, a number for a word, one table for a list.
//!
//! Text is put in quotes unasked only where free text is meant: a word of a closed list, a path or a key is no better in quotes.

use crate::catalogue::nearest;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, Span};
use crate::schema::document_kind::DocumentKind;
use crate::schema::edits;
use crate::schema::explain_language::language_of_list;
use crate::schema::explain_list::{
    advise_on_several, explain_table_for_texts, explain_text_for_list, first_field_of_items, offer_one_dash,
    offer_plural, offer_root_language, offer_word_of_list, table_header_of, takes_fields_of, takes_texts,
};
use crate::schema::explain_mapping::{describe_text, explain_mapping_for_text, only_value};
use crate::schema::explain_phrase::explain_text_for_entries;
use crate::schema::explain_rule::rule_of_value;
use crate::schema::explain_test::{
    describe_table_of_cases, explain_list_for_not, explain_mapping_for_entries, explain_text_for_expectations,
    explain_text_for_not,
};
use crate::schema::explain_unquoted::explain_unquoted;
use crate::schema::explain_value::ExpectedValue;
use crate::schema::explained_document::{ExplainedDocument, describe_entry, echo_text, is_index};
use crate::schema::regroup::shift_edits;
use crate::schema::restate::restate_beside;
use crate::schema::{elsewhere, explain_choice, explain_rule_value, listed_rules, restate, sign_value};
use crate::source::yaml::strange_colon::explain_strange_colon;
use crate::source::{Entry, Node, Value};

/// A document that is one line of text: a key whose colon is none.
fn explain_lone_text(explained: &ExplainedDocument<'_>, node: &Node) -> Option<Diagnostic> {
    let text = node.text()?.lines().next()?;
    let at = text.find([':', '：', '﹕', '='])?;
    let key = text[..at].trim();
    if key.is_empty() || key.contains(char::is_whitespace) || !explained.file.slice(node.span).starts_with(key) {
        return None;
    }
    explain_strange_colon(explained.file, node.span.start as usize + at)
}

/// A value of another type than its place takes.
pub(super) fn explain_wrong_type(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    node: &Node,
    takes: ExpectedValue,
) -> Diagnostic {
    let Some(name) = parts.last() else {
        if let Some(finding) = explain_lone_text(explained, node) {
            return finding;
        }
        return explained
            .new_finding(
                Code::WrongType,
                node.span,
                format!("a document is a mapping of fields, not {}", node.describe_type()),
            )
            .with_label(node.describe_type())
            .with_help(match &node.value {
                Value::Sequence(_) if explained.kind == Some(DocumentKind::StyleTest) => {
                    "write `tests:` above it, and what all tests share beside that"
                }
                Value::Sequence(items) if !begins_documents(explained, items) => {
                    "a file begins with fields such as `name` and `language`; one of another tool is named in `exclude`"
                }
                Value::Sequence(_) if explained.file.slice(node.span).starts_with('[') => {
                    "take the brackets away: a file holds one document, or several with `---` between them"
                }
                Value::Sequence(items) if items.len() == 1 => "take the `- ` away: a file begins with its fields",
                Value::Sequence(_) => "begin each document with `---` instead of `- `, and give each a `key`",
                Value::Null
                | Value::Bool(_)
                | Value::Integer(_)
                | Value::Float(_)
                | Value::Date(_)
                | Value::Text(_)
                | Value::Mapping(_) => "begin with fields such as `name` and `language`",
            });
    };
    let rule = match parts {
        ["configured_rules", category, rule] => explained.catalogue.find_rule(category, rule),
        _ => None,
    };
    let subject = match parts {
        [.., list, index] if explained.is_item(parts) => describe_entry(list, index),
        _ => format!("`{}`", echo_text(name)),
    };
    let table = explained.kind.is_none() && takes == ExpectedValue::Mapping;
    let one = match (rule, table) {
        (Some(_), _) => "one value",
        (None, true) => "a table",
        (None, false) if takes == ExpectedValue::List && takes_texts(explained, parts) => "a list of texts",
        (None, false) if takes == ExpectedValue::Number => explain_choice::describe_number(explained, parts),
        (None, false) => takes.describe_expected(),
    };
    let given = match &node.value {
        Value::Mapping(_) if edits::is_toml(explained.file) => "a table",
        Value::Sequence(items) if items.len() == 1 => "a list of one",
        Value::Float(_) if takes == ExpectedValue::Number => "a fraction",
        Value::Date(_) if !explained.file.slice(node.span).contains('-') => "a time",
        Value::Null
        | Value::Bool(_)
        | Value::Integer(_)
        | Value::Float(_)
        | Value::Date(_)
        | Value::Text(_)
        | Value::Sequence(_)
        | Value::Mapping(_) => node.describe_type(),
    };
    let finding = explained.new_finding(Code::WrongType, node.span, format!("{subject} takes {one}, not {given}"));
    if takes == ExpectedValue::Mapping
        && *name != "environments"
        && let Some(finding) = listed_rules::explain_double_brackets(explained, parts, node.items(), &finding)
    {
        return finding;
    }
    if takes == ExpectedValue::Mapping
        && let Some(finding) = listed_rules::explain_listed_rules(explained, parts, node.items(), &finding)
    {
        return finding;
    }
    let raw = explained.file.slice(node.span);
    let of_all = restate::source_of_all(explained.document).filter(|_| parts == ["dictionaries"]);
    let restated =
        explained.schema_at(parts).and_then(|schema| restate_beside(explained.file, schema, parts, node, of_all));
    if let Some(restated) = restated {
        let said = |finding: Diagnostic, of_all: &Entry| finding.with_secondary(of_all.key.span, "said once for all");
        return of_all.into_iter().fold(restated.explain(finding), said);
    }
    let rule_of = |written: &str| rule_of_value(explained, name, written, &|_| true);
    match (&node.value, takes) {
        (Value::Sequence(_), ExpectedValue::Text) if matches!(parts, ["tests", _, "cases"]) => {
            finding.with_help(describe_table_of_cases(node))
        }
        (Value::Sequence(items), ExpectedValue::Text) => match items.as_slice() {
            [only] if only.text().is_some() && raw.starts_with('[') => {
                let valid = rule.is_some_and(|rule| only.text().is_some_and(|text| rule.values.contains_key(text)));
                let safety = if valid { Safety::Safe } else { Safety::Unsafe };
                finding.with_label("a list with one entry").with_help("drop the brackets").with_fix(
                    edits::replace_span(node.span, explained.file.slice(only.span), "drop the brackets", safety),
                )
            }
            [_] => finding.with_label("a list with one entry").with_help("write the entry by itself"),
            items if rule.is_some() && only_value(rule, items.iter().filter_map(Node::text)).is_some() => {
                let value = only_value(rule, items.iter().filter_map(Node::text)).unwrap_or_default();
                let value = rule.map_or(value, |rule| explain_rule_value::offered_value(explained, rule, value));
                finding
                    .with_help(format!("write `{value}` alone: whether it counts, `[lints]` in housestyle.toml says"))
            }
            items => {
                let finding = finding.with_label(format!("a list with {} entries", items.len()));
                offer_word_of_list(explained, parts, node, &finding)
                    .or_else(|| offer_plural(explained, parts, &finding))
                    .or_else(|| offer_root_language(explained, parts, node, &finding))
                    .unwrap_or_else(|| finding.with_help(advise_on_several(explained, parts)))
            }
        },
        (Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::Date(_), ExpectedValue::Text) => {
            let finding = finding.with_label(node.describe_type());
            let language = language_of_list(explained);
            match rule.map(|rule| (rule, sign_value::value_meant(rule, raw, language))) {
                Some((rule, Some(value))) => explain_rule_value::explain_switch(explained, rule, node, finding, value),
                Some((rule, None)) if node.value == Value::Bool(false) => {
                    explain_rule_value::offer_unset(explained, rule, node, finding)
                }
                Some((rule, None)) => finding.with_help(explain_rule_value::describe_values(explained, rule)),
                None => explain_unquoted(explained, parts, node, finding),
            }
        }
        (Value::Text(text), ExpectedValue::List) if takes_texts(explained, parts) && !raw.starts_with(['|', '>']) => {
            explain_text_for_list(explained, parts, node, text, finding)
        }
        (Value::Text(key), ExpectedValue::Switch)
            if *name == "glossary_priority" && named_glossaries(explained).any(|named| named == key) =>
        {
            if named_glossaries(explained).next() == Some(key) {
                let title = "write `true`: then the order of `glossaries` says which comes first";
                finding.offering(title, vec![Edit { span: node.span, text: "true".to_owned() }])
            } else {
                let key = echo_text(key);
                finding.with_help(format!(
                    "write `true`, and `{key}` first in `glossaries`: their order says which comes first"
                ))
            }
        }
        (Value::Text(text), ExpectedValue::Switch) => match switch_of(&text.to_lowercase()) {
            Some((switch, safety)) => {
                let title = format!("write `{switch}`");
                finding.with_help(&title).with_fix(edits::replace_span(node.span, switch, title.clone(), safety))
            }
            None => match nearest::nearest_words(&text.to_ascii_lowercase(), ["true", "false"]).as_slice() {
                [switch] => {
                    let title = format!("write `{switch}`");
                    let fix = edits::replace_span(node.span, *switch, title, Safety::Unsafe);
                    finding.with_help(format!("did you mean `{switch}`?")).with_fix(fix)
                }
                _ => finding.with_help("write `true` or `false`"),
            },
        },
        (Value::Mapping(entries), ExpectedValue::List) if takes_texts(explained, parts) => {
            explain_table_for_texts(explained, parts, entries, finding)
        }
        (Value::Mapping(_), ExpectedValue::List) if table_header_of(explained, parts).is_some() => {
            let header = table_header_of(explained, parts).unwrap_or(node.span);
            let finding = explained.new_finding(
                Code::WrongType,
                header,
                format!("{subject} is a list of tables, and `[{name}]` is one table"),
            );
            let title = format!("write `[[{name}]]`");
            let again = explained.file.text().matches(&format!("\n[{name}]")).count() > 1
                || explained.file.text().starts_with(&format!("[{name}]"))
                    && explained.file.text().contains(&format!("\n[{name}]"));
            if again {
                let help = format!("{title} for each of them");
                return finding.with_label("one table, as the one below").with_help(help);
            }
            let fields = explained.fields_at(&[parts, &["0"]].concat());
            if let Some(first) = first_field_of_items(explained, parts)
                && node.entries().iter().all(|entry| !fields.contains(&entry.key.value.as_str()))
            {
                let help = format!("{title} for each, with `{first} = …` and its other fields below");
                return finding.with_label("one table").with_help(help);
            }
            let complete = takes_fields_of(explained, parts, node);
            finding.with_label("one table").with_help(&title).with_fix(Fix {
                title: title.clone(),
                safety: if complete { Safety::Safe } else { Safety::Unsafe },
                edits: vec![
                    Edit { span: Span::empty_at(header.start as usize), text: "[".into() },
                    Edit { span: Span::empty_at(header.end as usize), text: "]".into() },
                ],
            })
        }
        (Value::Sequence(items), ExpectedValue::Mapping)
            if parts.len() == 2
                && parts[0] == "configured_rules"
                && items.first().and_then(Node::text).and_then(rule_of).is_some() =>
        {
            let (rule, value) = items.first().and_then(Node::text).and_then(rule_of).unwrap_or_default();
            finding.with_help(format!("write each value behind its rule: `{rule}: {value}`"))
        }
        (Value::Text(text), ExpectedValue::Number) => {
            explain_choice::explain_text_for_number(explained, parts, node, text, finding)
        }
        (Value::Float(share), ExpectedValue::Number)
            if explain_choice::is_percentage(name) && (0.0..=1.0).contains(share) =>
        {
            let title = format!("write `{:.0}`: it is in percent", share * 100.0);
            finding.offering(title, vec![Edit { span: node.span, text: format!("{:.0}", share * 100.0) }])
        }
        (Value::Mapping(entries), ExpectedValue::Text) => {
            explain_mapping_for_text(explained, parts, node, entries, rule, finding)
        }
        (Value::Sequence(items), ExpectedValue::Mapping)
            if *name != "entries" && items.iter().flat_map(Node::entries).count() > 0 =>
        {
            let fields = explained.fields_at(parts);
            let known = |entry: &Entry| fields.is_empty() || fields.contains(&entry.key.value.as_str());
            if is_index(name) {
                offer_one_dash(explained.file, node, finding)
            } else if items.iter().flat_map(Node::entries).all(known) && *name != "configured_rules" && !table {
                finding.with_help(format!("write each as a field of `{name}`: no `-`"))
            } else if table {
                finding.with_help("give each environment a table of its own: `[environments.prod]`")
            } else if *name != "configured_rules" && !explained.fields_at(parts).is_empty() {
                let fields: Vec<String> =
                    explained.fields_at(parts).iter().take(4).map(|field| format!("`{field}`")).collect();
                finding.with_help(format!("write its fields below it, without a `-`: {}", fields.join(", ")))
            } else {
                finding.with_help(match edits::is_toml(explained.file) {
                    true => "write a table for each category, with its rules: `[configured_rules.punctuation]`",
                    false => "write each category as a field below it, with its rules: no `-`",
                })
            }
        }
        (Value::Text(_), ExpectedValue::List) if raw.starts_with(['|', '>']) && takes_texts(explained, parts) => {
            finding.with_help("write each line as an entry of its own, behind a `- `")
        }
        (Value::Mapping(entries), ExpectedValue::List) if matches!(entries.as_slice(), [only] if only.value.items().iter().any(|item| !item.entries().is_empty())) =>
        {
            let only = echo_text(&entries[0].key.value);
            finding.with_help(format!("take `{only}` away, and the list below it one level up"))
        }
        (Value::Mapping(entries), ExpectedValue::List) if first_field_of_items(explained, parts).is_some() => {
            let first = first_field_of_items(explained, parts).unwrap_or_default();
            let fields = explained.fields_at(&[parts, &["0"]].concat());
            let one = !entries.is_empty() && entries.iter().all(|entry| fields.contains(&entry.key.value.as_str()));
            let toml = edits::is_toml(explained.file);
            let dash = || begin_entry(explained, entries).filter(|_| !toml);
            let fix = one.then(dash).flatten();
            let finding = finding.with_help(match (one, toml) {
                (true, _) => format!(
                    "write `- ` before `{}`, and the other fields below it",
                    entries.first().map_or(first, |entry| &entry.key.value)
                ),
                (false, true) => format!("write `[[{name}]]` for each, with `{first} = …` and its other fields below"),
                (false, false) => format!("write a list: each entry begins with `- {first}:`"),
            });
            fix.into_iter().fold(finding, Diagnostic::with_fix)
        }
        (Value::Mapping(entries), ExpectedValue::List) if !entries.is_empty() && explained.kind.is_some() => {
            explain_mapping_for_entries(explained, parts, node, finding)
        }
        (Value::Sequence(items), ExpectedValue::Switch) if *name == "glossary_priority" => {
            explain_listed_priority(explained, parts, items, finding)
        }
        (Value::Text(_), ExpectedValue::List) if *name == "custom_instructions" => {
            finding.with_help("write each instruction as an entry with `label` and `prompt`")
        }
        (Value::Sequence(_), ExpectedValue::Mapping) if *name == "entries" => {
            let dash = if raw.starts_with('[') { "" } else { ", without a `-`" };
            finding.with_help(format!("write each entry as `phrase: translation`{dash}"))
        }
        (Value::Text(text), ExpectedValue::Mapping)
            if !raw.starts_with(['"', '\'', '|', '>', '{']) && sign_between(text).is_some() =>
        {
            let (key, sign, value) = sign_between(text).unwrap_or_default();
            let at = node.span.start as usize + raw.find(sign).unwrap_or(0);
            let span = Span::new(at, at + sign.len());
            let help = format!("write `{}`", echo_text(&format!("{key}: {value}")));
            let more = if text.lines().count() > 1 || text.matches(sign).count() > 1 {
                ", and each other line so"
            } else {
                ""
            };
            let what = match sign {
                ":" => "no blank is behind this `:`, so that it parts nothing".to_owned(),
                _ => format!("YAML sets values with `:`, not with `{sign}`"),
            };
            explained
                .new_finding(Code::WrongType, span, what)
                .with_label(if sign == ":" { "no blank behind it" } else { "not a colon" })
                .with_help(format!("{help}{more}"))
        }
        (Value::Text(text), ExpectedValue::Mapping) if *name == "expect" => {
            explain_text_for_expectations(explained, parts, node, text, finding)
        }
        (Value::Text(text), ExpectedValue::Mapping) if *name == "entries" => {
            explain_text_for_entries(explained, parts, text, finding)
        }
        (Value::Sequence(items), ExpectedValue::Mapping)
            if *name == "configured_rules" && !items.is_empty() && items.iter().all(|item| item.text().is_some()) =>
        {
            finding.with_help(
                "write each category as a field below it, with its rules: `punctuation:`, below it `ellipsis: …`",
            )
        }
        (Value::Text(text), ExpectedValue::Mapping) if text.starts_with('{') && raw.starts_with(['"', '\'']) => {
            finding.with_help("take the quotes away: what stands between them is read without")
        }
        (Value::Text(_), ExpectedValue::Mapping) if parts.first() == Some(&"custom_instructions") => {
            match (edits::is_toml(explained.file), node.text().filter(|text| echo_text(text) == *text)) {
                (true, Some(text)) => finding.with_help(format!(
                    "write `{{ label = \"…\", prompt = {} }}`, with a name of your choice as the label",
                    edits::quote_text(text)
                )),
                (_, text) => finding.with_help(match text {
                    Some(text) => {
                        let prompt = edits::field_line(explained.file, "prompt", text);
                        format!("write `label: …`, with a name of your choice, and below it `{prompt}`")
                    }
                    None => "write it as `prompt:`, and above it `label:` with a name of your choice".to_owned(),
                }),
            }
        }
        (Value::Text(text), ExpectedValue::Mapping) if parts.len() == 2 && parts[0] == "configured_rules" => {
            match rule_of(text) {
                Some((rule, value)) => {
                    elsewhere::offer_field_below(explained, parts, node, (rule, Some(value)), finding)
                }
                None => finding.with_help(format!("write rules of `{name}` below it, each with its value")),
            }
        }
        (Value::Bool(true), ExpectedValue::List)
            if explain_choice::words_at(explained, &[parts, &["0"]].concat()).len() == 1 =>
        {
            let words = explain_choice::words_at(explained, &[parts, &["0"]].concat());
            let text = format!("[{}]", edits::match_notation(explained.file, Span::empty_at(0), words[0]));
            let title = format!("write `{text}`");
            finding.offering(title, vec![Edit { span: node.span, text }])
        }
        (Value::Sequence(items), ExpectedValue::Mapping)
            if *name == "not"
                && explained.kind == Some(DocumentKind::StyleTest)
                && items.iter().all(|item| item.text().is_some()) =>
        {
            explain_list_for_not(explained, parts, finding)
        }
        (Value::Text(text), ExpectedValue::Mapping)
            if *name == "not" && explained.kind == Some(DocumentKind::StyleTest) =>
        {
            explain_text_for_not(explained, parts, node, text, finding)
        }
        (Value::Text(text), ExpectedValue::Mapping)
            if elsewhere::field_below_of_word(explained, parts, text).is_some() =>
        {
            let field = elsewhere::field_below_of_word(explained, parts, text).unwrap_or_default();
            elsewhere::offer_field_below(explained, parts, node, (field, None), finding)
        }
        (
            Value::Null
            | Value::Bool(_)
            | Value::Integer(_)
            | Value::Float(_)
            | Value::Date(_)
            | Value::Text(_)
            | Value::Sequence(_)
            | Value::Mapping(_),
            _,
        ) => finding.with_help(match (rule, explain_choice::describe_range(explained, parts)) {
            (Some(rule), _) => explain_rule_value::describe_values(explained, rule),
            (None, Some(range)) => format!("write a whole number from {range}"),
            (None, None) if table && is_index(name) => {
                let (list, of) = (&parts[..parts.len() - 1], node.text().filter(|text| echo_text(text) == *text));
                let below = match (first_field_of_items(explained, list), of) {
                    (Some(first), Some(text)) => format!("below it `{first} = {}`", edits::quote_text(text)),
                    _ => "its settings below".to_owned(),
                };
                format!("write `[[{}]]` and {below}", echo_text(&list.join(".")))
            }
            (None, None) if table && *name == "environments" => {
                "give each environment a table of its own: `[environments.prod]`".to_owned()
            }
            (None, None) if table => format!("write `[{}]` and its settings below", echo_text(&parts.join("."))),
            (None, None) if takes == ExpectedValue::Text => describe_text(explained, parts),
            (None, None) => describe_fields(explained, parts, takes),
        }),
    }
}

/// The fix that makes fields in block style those of an entry of a list.
fn begin_entry(explained: &ExplainedDocument<'_>, entries: &[Entry]) -> Option<Fix> {
    let all: Vec<&Entry> = entries.iter().collect();
    let mut edits = shift_edits(explained, &all, 2)?;
    *edits.first_mut()? = Edit { span: Span::empty_at(all[0].key.span.start as usize), text: "- ".to_owned() };
    Some(Fix { title: "write `- ` before the first".to_owned(), safety: Safety::Unsafe, edits })
}

/// Glossaries in the order of their priority, behind the switch that says that their order is one.
fn explain_listed_priority(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    items: &[Node],
    finding: Diagnostic,
) -> Diagnostic {
    const LIST: &str = "glossaries";
    let (file, entry) = (explained.file, explained.entry_at(parts));
    let keys: Vec<&str> = items.iter().filter_map(Node::text).collect();
    let alone = explained.node_at(&[LIST]).is_none() && !keys.is_empty() && keys.len() == items.len();
    let Some(entry) = entry.filter(|_| alone) else {
        let finding = finding.with_help(format!("write `true`: then the order of `{LIST}` says which comes first"));
        let same = explained.node_at(&[LIST]).is_some_and(|list| list.items().iter().filter_map(Node::text).eq(keys));
        let switch = entry.filter(|_| same).map(|entry| entry.value.span);
        let fix = switch.map(|span| edits::replace_span(span, "true", "write `true`", Safety::Unsafe));
        return fix.into_iter().fold(finding, Diagnostic::with_fix);
    };
    let sign = if edits::is_toml(file) { " =" } else { ":" };
    let switch = format!("{}{sign} true", entry.key.value);
    let keys = keys.iter().map(|key| edits::match_notation(file, items[0].span, key)).collect::<Vec<_>>().join(", ");
    let list = echo_text(&format!("{LIST}{sign} [{keys}]"));
    let finding = finding.with_help(format!("write `{list}` and `{switch}`"));
    let at = entry.key.span.start as usize;
    if at != edits::line_start(file, at) || file.slice(explained.document.span).starts_with('{') {
        return finding;
    }
    let new = format!("{switch}{}{LIST}", edits::line_ending(file));
    finding.with_fix(edits::replace_span(entry.key.span, new, "write them as `glossaries`", Safety::Unsafe))
}

/// The keys in `glossaries`.
fn named_glossaries<'a>(explained: &ExplainedDocument<'a>) -> impl Iterator<Item = &'a str> {
    explained.node_at(&["glossaries"]).map(Node::items).unwrap_or_default().iter().filter_map(Node::text)
}

/// The switch that a word stands for; in the words of other languages of lists, it is an offer.
fn switch_of(word: &str) -> Option<(&'static str, Safety)> {
    Some(match word {
        "yes" | "on" | "true" | "y" => ("true", Safety::Safe),
        "no" | "off" | "false" | "n" => ("false", Safety::Safe),
        "ja" | "oui" | "sí" | "si" | "sì" | "はい" | "예" | "네" | "是" => ("true", Safety::Unsafe),
        "nein" | "non" | "いいえ" | "아니요" | "아니오" | "否" => ("false", Safety::Unsafe),
        _ => return None,
    })
}

/// A key, a sign that parts it from its value in other notations, and the value, on the first line of a text.
fn sign_between(text: &str) -> Option<(&str, &'static str, &str)> {
    const SIGNS: &[&str] = &["->", "=>", "→", "⇒", ":=", "=", "：", ":"];
    // Lines of a plain text are one: the next key is the first word that a sign follows.
    let sign = SIGNS.iter().find(|sign| text.contains(**sign))?;
    let (key, rest) = text.split_once(sign)?;
    let value = match rest.find(sign) {
        Some(again) => rest[..again].trim().rsplit_once(' ').map_or("…", |(value, _)| value),
        None => rest,
    };
    let (key, value) = (key.trim(), value.trim());
    let fits = *sign != ":"
        || !rest.starts_with([' ', '/']) && !key.contains(' ') && !key.ends_with(|c: char| c.is_ascii_digit());
    (fits && !key.is_empty() && !key.contains('.') && !value.is_empty()).then_some((key, sign, value))
}

/// Whether the entries of a list might be documents: one has a field of a document.
fn begins_documents(explained: &ExplainedDocument<'_>, items: &[Node]) -> bool {
    let fields = explained.fields_at(&[]);
    let known = |entry: &Entry| fields.contains(&entry.key.value.as_str());
    let entries = || items.iter().flat_map(Node::entries);
    entries().next().is_none() || 2 * entries().filter(|entry| known(entry)).count() > entries().count()
}

/// What a mapping or a list is due to hold.
fn describe_fields(explained: &ExplainedDocument<'_>, parts: &[&str], takes: ExpectedValue) -> String {
    let fields: Vec<String> = explained.fields_at(parts).iter().take(4).map(|field| format!("`{field}`")).collect();
    match takes {
        ExpectedValue::List if explain_choice::describe_words(explained, &[parts, &["0"]].concat()).is_some() => {
            let words = explain_choice::describe_words(explained, &[parts, &["0"]].concat()).unwrap_or_default();
            format!("write a list of words in brackets: {words}")
        }
        ExpectedValue::Mapping if !fields.is_empty() => format!("write its fields below it: {}", fields.join(", ")),
        ExpectedValue::Mapping
        | ExpectedValue::List
        | ExpectedValue::Text
        | ExpectedValue::Switch
        | ExpectedValue::Number => format!("write {} here", takes.describe_expected()),
    }
}
