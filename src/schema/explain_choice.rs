//! Explains values of closed lists, numbers and lengths of requests: what translation profiles and the project file hold.

use unicode_normalization::UnicodeNormalization;

use crate::catalogue::languages::find_language;
use crate::catalogue::nearest;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Located, Safety};
use crate::schema::explain_value::ExpectedValue;
use crate::schema::explained_document::{ExplainedDocument, echo_text};
use crate::schema::forbidden_setting::{is_variable, service_at};
use crate::schema::joined_names::explain_joined_names;
use crate::schema::{edits, elsewhere};
use crate::source::{Node, Value};

/// Fields, words of the service, and those that people use for them.
const OTHER_WORDS: &[(&str, &str, &str)] = &[
    ("formality", "more", "polite sie vous usted"),
    ("formality", "less", "casual du tu"),
    ("formality", "prefer_more", "prefer_formal"),
    ("formality", "prefer_less", "prefer_informal"),
    ("model_type", "latency_optimized", "fast latency"),
    ("model_type", "quality_optimized", "quality best next_gen nextgen next_generation llm"),
    ("model_type", "prefer_quality_optimized", "prefer_quality"),
    ("tag_handling_version", "v1", "1 1.0"),
    ("tag_handling_version", "v2", "2 2.0"),
    ("output_format", "docx", "word"),
    ("output_format", "pptx", "powerpoint"),
    ("output_format", "xlsx", "excel"),
    ("drift", "review", "block fail error stop"),
    ("drift", "revert", "overwrite restore"),
    ("shared", "configured_rules", "rules"),
    ("shared", "custom_instructions", "instructions"),
    ("deletion", "prune", "delete remove plan"),
    ("deletion", "keep", "never none hold"),
    ("store", "object", "s3 gs gcs az azure bucket"),
    ("store", "file", "local"),
    ("store", "git", "remote"),
    ("catalogue", "public", "full all complete extended deepl"),
    ("service", "deepl", "deepl_pro"),
    ("service", "deepl-us", "us usa deepl_usa"),
    ("service", "deepl-jp", "jp japan deepl_ja deepl_japan"),
    ("service", "emulator", "mock"),
    ("lints", "warn", "warning note info"),
    ("lints", "off", "ignore allow none disable disabled skip"),
    ("lints", "error", "select enable deny fatal"),
];

/// A word that is none of those that the field takes.
pub(super) fn explain_unknown_choice(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    node: &Node,
    text: &str,
) -> Diagnostic {
    // An item of a list is one by the name of the list.
    let field = parts.iter().rev().find(|part| part.parse::<usize>().is_err()).copied().unwrap_or_default();
    let words = words_at(explained, parts);
    let about = if let ["lints", _] = parts { "lints" } else { field };
    let shown = if node.text().is_some() { text } else { explained.file.slice(node.span) };
    let all: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    let finding = explained
        .new_finding(Code::UnknownChoice, node.span, format!("`{field}` does not take `{}`", echo_text(shown)))
        .with_label("not one of its words");
    let joined = explain_joined_names(&finding, &Located { value: text.to_owned(), span: node.span }, |_| false);
    if let Some(joined) = joined.filter(|joined| joined.fix.is_some()) {
        return joined;
    }
    if is_variable(text) {
        let words =
            describe_words(explained, parts).map_or("a word itself".to_owned(), |words| format!("one of {words}"));
        let flag = if field == "service" { ", or take the line out and give `--service`" } else { "" };
        return finding.with_label("variables are not filled in").with_help(format!("write {words}{flag}"));
    }
    let finding = if all.is_empty() { finding } else { finding.with_note(format!("its words: {}", all.join(", "))) };
    let asked = text.trim().to_ascii_lowercase().replace(['-', ' '], "_");
    if field == "skip_kinds"
        && let Some(kind) = elsewhere::kind_never_sent(&asked)
    {
        let help = format!("take it out: {kind} are never sent, so that nothing of them is skipped");
        let item = edits::item_in_brackets(explained.file, node.span);
        let fix = item.map(|span| edits::replace_span(span, "", "take it out", Safety::Unsafe));
        return fix.into_iter().fold(finding.with_help(help), Diagnostic::with_fix);
    }
    let same = words.iter().find(|word| **word == asked).map(|word| (*word, Safety::Safe));
    let meant = same
        .or(word_meant(about, text).map(|word| (word, Safety::Unsafe)))
        .or_else(|| Some((*nearest::nearest_words(text, words.iter().copied()).first()?, Safety::Unsafe)));
    let deaf =
        explained.node_at(&["target_language"]).filter(|_| field == "formality").and_then(language_without_formality);
    match meant {
        Some((word, safety)) => {
            let prefer = words.iter().copied().find(|other| other.strip_prefix("prefer_") == Some(word));
            let (word, finding) = match deaf.zip(prefer) {
                Some((language, prefer)) => {
                    let note = format!("`{word}` is rejected for {language}, which is not known to have a choice");
                    (prefer, finding.with_note(note))
                }
                None => (word, finding),
            };
            let finding = if word == "object" && asked != word {
                finding.with_note("the address is given with `--state` or HOUSESTYLE_STATE, never in a file")
            } else {
                finding
            };
            let write = |word: &str, safety| {
                let text = edits::match_notation(explained.file, node.span, word);
                edits::replace_span(node.span, text, format!("write `{word}`"), safety)
            };
            // What another word stands for, is asked for with a condition or without one.
            match prefer.filter(|prefer| field == "formality" && *prefer != word && word_meant(about, &asked).is_some())
            {
                Some(prefer) => finding
                    .offering_either(write(word, Safety::Unsafe), write(prefer, Safety::Unsafe))
                    .with_note(format!("`{word}` is refused for a language without a choice, `{prefer}` is not")),
                None => finding.with_help(format!("did you mean `{word}`?")).with_fix(write(word, safety)),
            }
        }
        None if let Some((help, fix)) = elsewhere::field_of_word(explained, parts, text) => {
            fix.into_iter().fold(finding.with_help(help), Diagnostic::with_fix)
        }
        None => match (only_value(explained, parts), describe_words(explained, parts)) {
            (Some(value), _) if parts.contains(&"expect") && node.value == Value::Bool(false) => {
                finding.with_help(format!("write `not: {{ {field}: {value} }}` for the opposite, or remove the line"))
            }
            (Some(value), _) => offer_only_value(explained, parts, &value, finding),
            (None, _) if field == "service" && text.contains("://") => {
                let known = service_at(text);
                let word = known.unwrap_or("custom");
                let fix =
                    edits::replace_span(node.span, edits::quote_text(word), format!("write `{word}`"), Safety::Unsafe);
                Diagnostic { notes: Vec::new(), ..finding }.with_fix(fix).with_help(match known {
                    Some(word) => format!("write `\"{word}\"`: that is its address"),
                    None => {
                        "write `\"custom\"`, and give the address with `--base-url` or HOUSESTYLE_BASE_URL".to_owned()
                    }
                })
            }
            (None, Some(words)) => {
                Diagnostic { notes: Vec::new(), ..finding }.with_help(format!("write one of {words}"))
            }
            (None, None) => finding.with_help("write one of its words"),
        },
    }
}

/// The one value that a place takes; where all of several entries of a list are others, it is written in place of them.
fn offer_only_value(explained: &ExplainedDocument<'_>, parts: &[&str], value: &str, finding: Diagnostic) -> Diagnostic {
    let list = parts.split_last().and_then(|(_, list)| explained.node_at(list)).filter(|list| list.items().len() > 1);
    let Some(list) = list.filter(|list| list.items().iter().all(|item| item.text() != Some(value))) else {
        return finding.with_help(format!("write `{value}`, or remove the line"));
    };
    let text = format!("[{}]", edits::text_value(explained.file, value));
    let finding = finding.with_help(format!("write `{text}`, or remove the line"));
    match explained.file.slice(list.span) {
        raw if raw.starts_with('[') && !raw.contains('#') => {
            finding.with_fix(edits::replace_span(list.span, text.clone(), format!("write `{text}`"), Safety::Unsafe))
        }
        _ => finding,
    }
}

/// The name of the language of this code, where none is more formal than another.
fn language_without_formality(code: &Node) -> Option<&'static str> {
    let language = find_language(&code.text()?.to_ascii_lowercase())?;
    (!language.formality).then_some(language.name)
}

/// The one value that a place takes.
fn only_value(explained: &ExplainedDocument<'_>, parts: &[&str]) -> Option<String> {
    let schema = explained.schema_at(parts)?;
    let only = schema.get("const").or_else(|| match schema.get("enum")?.as_array()?.as_slice() {
        [only] => Some(only),
        _ => None,
    })?;
    Some(only.as_str().map_or_else(|| only.to_string(), str::to_owned))
}

/// The word of ours that another one stands for.
pub(super) fn word_meant(about: &str, text: &str) -> Option<&'static str> {
    let asked = text.trim().to_ascii_lowercase().replace(['-', ' '], "_");
    let other = OTHER_WORDS.iter().find(|(of, _, words)| *of == about && words.split(' ').any(|word| word == asked));
    let other = other.map(|(_, word, _)| *word);
    // `formell`, `formale`, `informel`: one word in many languages.
    let one_word = || asked.chars().all(char::is_alphabetic) && about == "formality";
    other.or_else(|| match asked.as_str() {
        word if word.starts_with("inform") && one_word() => Some("less"),
        word if word.starts_with("formal") || word.starts_with("formel") => one_word().then_some("more"),
        _ => None,
    })
}

/// More words than this are no help.
const MAX_WORDS: usize = 6;

/// The words that a place takes, for a sentence; none where they are many, or where it takes others too.
pub(super) fn describe_words(explained: &ExplainedDocument<'_>, parts: &[&str]) -> Option<String> {
    let words: Vec<String> = words_at(explained, parts).iter().map(|word| format!("`{word}`")).collect();
    (1..=MAX_WORDS).contains(&words.len()).then(|| words.join(", "))
}

/// The words that a place takes; none where it takes others too.
pub(super) fn words_at<'a>(explained: &ExplainedDocument<'a>, parts: &[&str]) -> Vec<&'a str> {
    let words = explained.schema_at(parts).and_then(|schema| schema.get("enum")?.as_array());
    words.into_iter().flatten().filter_map(serde_json::Value::as_str).collect()
}

/// A number outside of what the field takes.
pub(super) fn explain_out_of_range(explained: &ExplainedDocument<'_>, parts: &[&str], node: &Node) -> Diagnostic {
    // An item of a list is one by the name of the list.
    let field = parts.iter().rev().find(|part| part.parse::<usize>().is_err()).copied().unwrap_or_default();
    let written = echo_text(explained.file.slice(node.span));
    let range = describe_range(explained, parts).unwrap_or_else(|| "another number".to_owned());
    let takes = range.strip_suffix(" on").map_or_else(|| range.clone(), |least| format!("{least} or more"));
    let finding = explained
        .new_finding(Code::OutOfRange, node.span, format!("`{field}` takes {takes}, not {written}"))
        .with_label("outside of the range");
    if field == "translation_memory_threshold" {
        return finding
            .with_note("it is the smallest match in percent for a stored segment to be used")
            .with_help("write a number from 75 to 100");
    }
    if let (Value::Integer(number), "settle" | "timeout") = (&node.value, field)
        && let Some(seconds) = seconds_of(explained, parts, *number)
    {
        let help = format!("write `{seconds}` where milliseconds were meant: it is in seconds, from {range}");
        let fix = edits::replace_span(node.span, seconds.to_string(), format!("write `{seconds}`"), Safety::Unsafe);
        return finding.with_help(help).with_fix(fix);
    }
    // Of other tools, a number below zero is no limit.
    if let (Value::Integer(..0), Some(("0", most))) = (&node.value, range.split_once(" to "))
        && field.starts_with("max_")
    {
        return finding.with_help(format!("write `{most}` for no limit, or a whole number from 0 on"));
    }
    let none = matches!((&node.value, field), (Value::Integer(0), "max_rps" | "timeout"));
    finding.with_help(match none {
        true => format!("leave the line out where no limit is meant, or write a whole number from {range}"),
        false => format!("write a whole number from {range}"),
    })
}

/// The seconds of a whole number of them in milliseconds, where the field takes so many.
fn seconds_of(explained: &ExplainedDocument<'_>, parts: &[&str], number: i64) -> Option<i64> {
    let schema = explained.schema_at(parts)?;
    let bound = |keyword: &str| schema.get(keyword)?.as_i64();
    let seconds = number.checked_div(1000).filter(|seconds| *seconds > 0 && number % 1000 == 0)?;
    (seconds >= bound("minimum")? && seconds <= bound("maximum")?).then_some(seconds)
}

/// The numbers that a field takes, behind `from`: `1 to 64`, or `1 on` where there is no greatest one.
pub(super) fn describe_range(explained: &ExplainedDocument<'_>, parts: &[&str]) -> Option<String> {
    let schema = explained.schema_at(parts)?;
    let least = schema.get("minimum")?;
    Some(schema.get("maximum").map_or_else(|| format!("{least} on"), |most| format!("{least} to {most}")))
}

/// More glossaries than one request may name.
pub(super) fn explain_too_many_glossaries(explained: &ExplainedDocument<'_>, node: &Node, limit: usize) -> Diagnostic {
    let count = node.items().len();
    let first = node.items().get(limit).map_or(node.span, |item| item.span);
    explained
        .new_finding(
            Code::TooManyGlossaries,
            first,
            format!("{count} glossaries, {} over the limit of {limit} for one request", count.saturating_sub(limit)),
        )
        .with_label("the first one over")
        .with_help("merge glossaries, or make a second profile")
}

/// More instructions than one request may hold.
pub(super) fn explain_too_many_of_request(explained: &ExplainedDocument<'_>, node: &Node, limit: usize) -> Diagnostic {
    let count = node.items().len();
    let first = node.items().get(limit).map_or(node.span, |item| item.span);
    explained
        .new_finding(
            Code::TooManyInstructions,
            first,
            format!("{count} instructions, {} over the limit of {limit} for one request", count.saturating_sub(limit)),
        )
        .with_label("the first one over")
        .with_help("put permanent instructions into the style")
}

/// What a number is called that need not be a whole one.
const FRACTION: &str = "a number";

/// What a place takes that takes a number.
pub(super) fn describe_number(explained: &ExplainedDocument<'_>, parts: &[&str]) -> &'static str {
    let schema = explained.schema_at(parts);
    let whole = schema.is_none_or(|schema| schema.get("type").is_none_or(|name| name != "number"));
    if whole { ExpectedValue::Number.describe_expected() } else { FRACTION }
}

/// Whether a number is one in percent.
pub(super) fn is_percentage(field: &str) -> bool {
    matches!(field, "translation_memory_threshold" | "max_delete_percent" | "max_shrink_percent" | "chrf")
}

/// A text where a number is due, perhaps with a unit.
pub(super) fn explain_text_for_number(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    node: &Node,
    text: &str,
    finding: Diagnostic,
) -> Diagnostic {
    let field = parts.last().copied().unwrap_or_default();
    // Digits of full width are digits.
    let text: &str = &text.nfkc().collect::<String>();
    if let Some(share) =
        text.trim().parse::<f64>().ok().filter(|share| is_percentage(field) && *share > 0.0 && *share < 1.0)
    {
        let title = format!("write `{:.0}`: it is in percent", share * 100.0);
        return finding.offering(title, vec![Edit { span: node.span, text: format!("{:.0}", share * 100.0) }]);
    }
    let noun = describe_number(explained, parts);
    let point = text.trim().replacen(',', ".", 1);
    if noun == FRACTION && point != text.trim() && point.parse::<f64>().is_ok() {
        return finding.offering(format!("write `{point}`"), vec![Edit { span: node.span, text: point }]);
    }
    let digits: String = text.trim().chars().take_while(char::is_ascii_digit).collect();
    let unit = text.trim()[digits.len()..].trim();
    // Of a whole number with decimals, all are zeros.
    let unit = if matches!(unit, ",0" | ",00" | ".0" | ".00") { "" } else { unit };
    let limits = explained.schema_at(parts);
    let bound = |keyword: &str| limits.and_then(|schema| schema.get(keyword)?.as_f64());
    let fits = digits.parse::<f64>().is_ok_and(|number| {
        bound("minimum").is_none_or(|least| number >= least) && bound("maximum").is_none_or(|most| number <= most)
    });
    let seconds = match unit {
        "m" | "min" | "minutes" => 60,
        "h" | "hours" => 3600,
        _ => 1,
    };
    if let Some(number) = digits.parse::<u64>().ok().filter(|_| seconds > 1 && matches!(field, "timeout" | "settle")) {
        let title = format!("write `{}`: it is in seconds", number.saturating_mul(seconds));
        let number = number.saturating_mul(seconds).to_string();
        return finding.offering(title, vec![Edit { span: node.span, text: number }]);
    }
    let percent = matches!(unit, "%" | "percent");
    let sibling = format!("{field}_percent");
    let holder = &parts[..parts.len().saturating_sub(1)];
    if percent && !digits.is_empty() && explained.fields_at(holder).contains(&&*sibling) {
        let finding = finding.with_help(format!("write `{sibling} = {digits}`: `{field}` is a number of resources"));
        let free = explained.node_at(holder).is_some_and(|holder| holder.get(&sibling).is_none());
        return match explained.entry_at(parts).filter(|_| free) {
            Some(entry) => finding.with_fix(Fix {
                title: format!("write `{sibling} = {digits}`"),
                safety: Safety::Unsafe,
                edits: vec![Edit { span: entry.key.span, text: sibling }, Edit { span: node.span, text: digits }],
            }),
            None => finding,
        };
    }
    // What is counted is said along: `20 characters`.
    let counted = field.starts_with("max_") && unit.chars().all(char::is_alphabetic);
    if fits && (percent || counted || matches!(unit, "" | "s" | "sec" | "seconds")) {
        let title = format!("write `{digits}`");
        return finding.offering(title, vec![Edit { span: node.span, text: digits }]);
    }
    match describe_range(explained, parts) {
        Some(range) => finding.with_help(format!("write {noun} from {range}")),
        None => finding.with_help(format!("write {noun}")),
    }
}
