//! Explains values of the wrong type, length or form.

use crate::catalogue::nearest;
use crate::diagnostic::{Code, Diagnostic, Safety, Span};
use crate::schema::edits;
use crate::schema::explain_language::{list_language, not_a_code};
use crate::schema::validate::{Case, Fault, Shape, echo};
use crate::schema::{explain_choice, explain_rule};
use crate::source::{Node, Value};

/// Lists of texts: one text alone is easily written without its brackets.
const LISTS_OF_TEXT: &[&str] = &["extends", "glossaries", "target_languages", "without_rules"];

/// What a place takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    Text,
    List,
    Mapping,
    Switch,
    Number,
}

impl Takes {
    fn of(shape: Shape, parts: &[&str]) -> Self {
        match (shape, parts) {
            (_, []) => Self::Mapping,
            (_, ["protected"]) => Self::Switch,
            (Shape::Style | Shape::Base, ["configured_rules"] | ["configured_rules" | "custom_instructions", _])
            | (Shape::Glossary, ["dictionaries", _] | ["dictionaries", _, "entries"])
            | (Shape::SpokenTerms, ["term_lists", _])
            | (Shape::Profile, ["document" | "voice"]) => Self::Mapping,
            (Shape::Style | Shape::Base, ["custom_instructions" | "extends" | "without_rules"])
            | (Shape::Glossary, ["dictionaries"])
            | (Shape::SpokenTerms, ["term_lists"] | ["term_lists", _, "terms"])
            | (Shape::Profile, ["glossaries" | "custom_instructions"] | ["voice", "target_languages"]) => Self::List,
            (
                Shape::Profile,
                ["show_billed_characters" | "enable_beta_languages"] | ["document", "enable_watermark"],
            ) => Self::Switch,
            (Shape::Profile, ["translation_memory_threshold"]) => Self::Number,
            (Shape::Style | Shape::Base | Shape::Glossary | Shape::SpokenTerms | Shape::Profile, _) => Self::Text,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::List => "a list",
            Self::Mapping => "a mapping",
            Self::Switch => "`true` or `false`",
            Self::Number => "a whole number",
        }
    }

    fn holds(self, node: &Node) -> bool {
        match (&node.value, self) {
            (Value::Text(_), Self::Text)
            | (Value::Sequence(_), Self::List)
            | (Value::Mapping(_), Self::Mapping)
            | (Value::Bool(_), Self::Switch)
            | (Value::Integer(_), Self::Number) => true,
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
            ) => false,
        }
    }
}

/// One value that the schema refuses.
pub(super) fn value(case: &Case<'_>, parts: &[&str], node: &Node, fault: &Fault) -> Diagnostic {
    let takes = Takes::of(case.shape, parts);
    if !takes.holds(node) {
        return if node.value == Value::Null {
            nothing(case, parts, node)
        } else {
            wrong_type(case, parts, node, takes)
        };
    }
    let text = node.text().unwrap_or_default();
    match (parts, fault) {
        (["configured_rules", category, rule], _) => explain_rule::value(case, category, rule, node, text),
        (["language"], Fault::Choice | Fault::Form) => list_language(case, node, text),
        (["kind"], _) => unknown_kind(case, node, text),
        (["glossaries"], Fault::TooLong(limit)) => explain_choice::too_many_glossaries(case, node, *limit),
        (["custom_instructions"], Fault::TooLong(limit)) if case.shape == Shape::Profile => {
            explain_choice::too_many_of_request(case, node, *limit)
        }
        (["custom_instructions"], Fault::TooLong(limit)) => {
            too_many_instructions(case.entry(parts).map(|entry| entry.key.span), node, *limit, case)
        }
        (["name"], Fault::TooLong(limit)) => too_long(case, Code::NameTooLong, "the name", node, text, *limit),
        (["custom_instructions", _, "label"], Fault::TooLong(limit)) => {
            too_long(case, Code::LabelTooLong, "this label", node, text, *limit)
        }
        (["custom_instructions", _] | ["custom_instructions", _, "prompt"], Fault::TooLong(limit)) => {
            let finding = too_long(case, Code::PromptTooLong, "this prompt", node, text, *limit);
            finding.help("shorten it, or split it into two instructions")
        }
        (["without_rules", _], _) => explain_rule::without(case, node, text),
        (["key"] | ["extends", _], _) => invalid_key(case, node, text),
        (["custom_instructions", _, "source_language"], Fault::Choice | Fault::Form | Fault::Empty) => {
            not_a_code(case.file, case.catalogue, node.span, text)
        }
        (_, Fault::Choice) => explain_choice::unknown(case, parts, node, text),
        (_, Fault::Range) => explain_choice::out_of_range(case, parts, node),
        (_, Fault::TooLong(limit)) => {
            too_long(case, Code::WrongType, &format!("`{}`", last(parts)), node, text, *limit)
        }
        (_, Fault::Empty | Fault::Form) => empty(case, parts, node),
        (_, Fault::Type | Fault::Unknown(_) | Fault::Missing(_) | Fault::Other(_)) => {
            case.finding(Code::WrongType, node.span, format!("`{}` does not take this value", last(parts)))
        }
    }
}

/// More instructions than a list may have: the primary place is the first one over.
pub(crate) fn too_many(count: usize, limit: usize) -> (String, String) {
    let over = count - limit;
    (
        format!("{count} instructions, {over} over the limit of {limit}"),
        "the limit may differ by plan: set `limits.custom_instructions` in housestyle.toml if yours does".to_owned(),
    )
}

fn too_many_instructions(key: Option<Span>, node: &Node, limit: usize, case: &Case<'_>) -> Diagnostic {
    let items = node.items();
    let (message, note) = too_many(items.len(), limit);
    let first = items.get(limit).map_or(node.span, |item| item.span);
    let finding = case.finding(Code::TooManyInstructions, first, message).label("the first one over").note(note);
    match key {
        Some(key) => finding.because(key, "the list"),
        None => finding,
    }
}

fn too_long(case: &Case<'_>, code: Code, what: &str, node: &Node, text: &str, limit: usize) -> Diagnostic {
    let count = text.chars().count();
    let over = count.saturating_sub(limit);
    case.finding(
        code,
        beyond(case.file.slice(node.span), node.span, text, limit),
        format!("{what} has {count} characters, {over} over the limit of {limit}"),
    )
    .label(format!("{over} over"))
    .note("characters are Unicode code points")
}

/// The part of a scalar that lies beyond its first `limit` characters; the whole scalar where escapes or folding hide it.
fn beyond(raw: &str, span: Span, text: &str, limit: usize) -> Span {
    let end = raw.trim_end().trim_end_matches(['"', '\'']).len();
    let tail = |offset: usize| Span::new(span.start as usize + offset, span.start as usize + end.max(offset));
    let at = text.char_indices().nth(limit).map_or(text.len(), |(at, _)| at);
    if let Some(start) = raw.find(text) {
        return tail(start + at);
    }
    // Folded lines: white space of the text may stand for any white space of the file, all else must agree.
    let body = if raw.starts_with(['|', '>']) { raw.find('\n').map_or(0, |line| line + 1) } else { 0 };
    let mut rest = raw[body..].trim_start_matches(['"', '\'']);
    for c in text[..at].chars().filter(|c| !c.is_whitespace()) {
        rest = rest.trim_start();
        match rest.strip_prefix(c) {
            Some(after) => rest = after,
            None => return span,
        }
    }
    let rest = rest.trim_start();
    tail(raw.len() - rest.len())
}

fn nothing(case: &Case<'_>, parts: &[&str], node: &Node) -> Diagnostic {
    let Some(entry) = case.entry(parts) else {
        let finding = case.finding(Code::EmptyValue, node.span, "there is nothing here");
        return finding.help("write something, or remove the line");
    };
    let takes = Takes::of(case.shape, parts);
    let written = echo(&entry.key.value);
    let what = match takes {
        Takes::Text | Takes::Switch | Takes::Number => format!("`{written}` has no value"),
        Takes::List | Takes::Mapping => format!("`{written}` holds nothing"),
    };
    let finding = case.finding(Code::EmptyValue, entry.key.span, what).label("nothing follows");
    let needed = matches!(
        parts,
        ["name" | "language" | "target_language" | "dictionaries" | "term_lists"]
            | ["custom_instructions", _, "label" | "prompt"]
            | ["dictionaries", _, _]
            | ["dictionaries", _, "entries", _]
            | ["term_lists", _, _]
    ) && !(case.shape == Shape::Base && matches!(parts, ["language"]));
    if needed {
        return finding.help(format!("write {} after it", takes.words()));
    }
    let finding = finding.help(format!("write {} after it, or remove the line", takes.words()));
    match edits::remove(case.file, entry) {
        Some(span) => finding.fix(edits::replace(span, "", "remove the line", Safety::Safe)),
        None => finding,
    }
}

fn empty(case: &Case<'_>, parts: &[&str], node: &Node) -> Diagnostic {
    let what = match parts {
        [.., list, at] if at.bytes().all(|byte| byte.is_ascii_digit()) => format!("an item of `{list}`"),
        _ => format!("`{}`", last(parts)),
    };
    case.finding(Code::EmptyValue, node.span, format!("{what} is empty"))
        .label("says nothing")
        .help(format!("write {} here", Takes::of(case.shape, parts).words()))
}

fn wrong_type(case: &Case<'_>, parts: &[&str], node: &Node, takes: Takes) -> Diagnostic {
    let Some(name) = parts.last() else {
        let fields = match case.shape {
            Shape::Style => "`name` and `language`",
            Shape::Base => "`configured_rules`",
            Shape::Glossary => "`name` and `dictionaries`",
            Shape::SpokenTerms => "`name` and `term_lists`",
            Shape::Profile => "`target_language`",
        };
        return case
            .finding(Code::WrongType, node.span, format!("a document is a mapping of fields, not {}", node.describe()))
            .label(node.describe())
            .help(format!("begin with fields such as {fields}"));
    };
    let rule = match parts {
        ["configured_rules", category, rule] => case.catalogue.rule(category, rule),
        _ => None,
    };
    let subject = match parts {
        ["custom_instructions", index] => format!("instruction {}", index.parse::<usize>().unwrap_or(0) + 1),
        ["dictionaries" | "term_lists", _] => case.shape.owner(parts),
        ["term_lists", _, "terms", index] => format!("term {}", index.parse::<usize>().unwrap_or(0) + 1),
        ["without_rules", index] => format!("rule {} of `without_rules`", index.parse::<usize>().unwrap_or(0) + 1),
        ["extends", index] => format!("base {} of `extends`", index.parse::<usize>().unwrap_or(0) + 1),
        _ => format!("`{}`", echo(name)),
    };
    let one = if rule.is_some() { "one value" } else { takes.words() };
    let finding = case.finding(Code::WrongType, node.span, format!("{subject} takes {one}, not {}", node.describe()));
    let raw = case.file.slice(node.span);
    match (&node.value, takes) {
        (Value::Sequence(items), Takes::Text) => match items.as_slice() {
            [only] if only.text().is_some() && raw.starts_with('[') => {
                let valid = rule.is_some_and(|rule| only.text().is_some_and(|text| rule.values.contains_key(text)));
                let safety = if valid { Safety::Safe } else { Safety::Unsafe };
                finding.label("a list with one entry").help("drop the brackets").fix(edits::replace(
                    node.span,
                    case.file.slice(only.span),
                    "drop the brackets",
                    safety,
                ))
            }
            [_] => finding.label("a list with one entry").help("write the entry by itself"),
            items => finding.label(format!("a list with {} entries", items.len())).help("keep one of them"),
        },
        (Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::Date(_), Takes::Text) => {
            let finding = finding.label(node.describe());
            match rule {
                Some(rule) => finding.help(explain_rule::offer(rule)),
                None if *name == "kind" => finding.help("write the word of a kind, such as `style`"),
                None => {
                    let title = "put it in quotes";
                    finding.help(title).fix(edits::replace(node.span, edits::quoted(raw), title, Safety::Safe))
                }
            }
        }
        (Value::Text(text), Takes::List) if LISTS_OF_TEXT.contains(name) && !raw.starts_with(['|', '>']) => {
            finding.help("put it in brackets").fix(edits::replace(
                node.span,
                format!("[{}]", edits::like(case.file, node.span, text)),
                "put it in brackets",
                Safety::Safe,
            ))
        }
        (Value::Text(text), Takes::Switch) => match text.to_ascii_lowercase().as_str() {
            word @ ("yes" | "on" | "true" | "y" | "no" | "off" | "false" | "n") => {
                let switch = if matches!(word, "yes" | "on" | "true" | "y") { "true" } else { "false" };
                let title = format!("write `{switch}`");
                finding.help(&title).fix(edits::replace(node.span, switch, title.clone(), Safety::Safe))
            }
            _ => finding.help("write `true` or `false`"),
        },
        (Value::Mapping(_), Takes::List) if *name == "custom_instructions" => {
            finding.help("write each instruction as an entry with `label` and `prompt`")
        }
        (Value::Text(_), Takes::Mapping) if parts.first() == Some(&"custom_instructions") => {
            finding.help("write it as `label` and `prompt`")
        }
        (Value::Text(_), Takes::Mapping) if parts.len() == 2 && parts[0] == "configured_rules" => {
            finding.help(format!("write rules of `{name}` below it, each with its value"))
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
        ) => finding.help(match rule {
            Some(rule) => explain_rule::offer(rule),
            None => format!("write {} here", takes.words()),
        }),
    }
}

/// Words that people use for our kinds.
const OTHER_KINDS: &[(&str, &str)] = &[
    ("base", "base_style"),
    ("style_rules", "style"),
    ("style_rule_list", "style"),
    ("glossaries", "glossary"),
    ("dictionary", "glossary"),
    ("profile", "translation_profile"),
    ("terms", "spoken_terms"),
    ("spoken_term", "spoken_terms"),
];

/// A word after `kind` that names no kind.
pub(super) fn unknown_kind(case: &Case<'_>, node: &Node, text: &str) -> Diagnostic {
    let kinds = Shape::ALL.map(Shape::as_str);
    let list: Vec<String> = kinds.iter().map(|kind| format!("`{kind}`")).collect();
    let finding = case
        .finding(Code::UnknownKind, node.span, format!("no kind of document is named `{}`", echo(text)))
        .label("not a kind")
        .at("/kind")
        .note(format!("kinds: {}; `style` also where `kind` is absent", list.join(", ")));
    let other = OTHER_KINDS.iter().find(|(word, _)| *word == text.to_ascii_lowercase().replace('-', "_"));
    match other.map(|(_, kind)| kind).or_else(|| {
        nearest::words(text, kinds).first().copied().and_then(|near| kinds.iter().find(|kind| **kind == near))
    }) {
        Some(best) => finding.help(format!("did you mean `{best}`?")).fix(edits::rename(
            case.file,
            node.span,
            best,
            Safety::Unsafe,
        )),
        None => finding,
    }
}

fn invalid_key(case: &Case<'_>, node: &Node, text: &str) -> Diagnostic {
    let fitting: String = text.chars().map(|c| if fits(c) { c } else { '-' }).collect();
    let fitting = fitting.trim_matches(['-', '.', '/', '_']).to_owned();
    let finding = case
        .finding(Code::InvalidKey, node.span, format!("`{}` cannot be a key", echo(text)))
        .label("not a key")
        .note("a key has letters (a-z, A-Z), digits, `.`, `_`, `-` or `/`, and begins with a letter or digit");
    if fitting.is_empty() || fitting.len() > 128 {
        return finding.help("give it another key");
    }
    let title = format!("write `{fitting}`");
    finding.help(&title).fix(edits::replace(
        node.span,
        edits::like(case.file, node.span, &fitting),
        title.clone(),
        Safety::Unsafe,
    ))
}

fn fits(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '/')
}

fn last<'a>(parts: &[&'a str]) -> &'a str {
    parts.last().copied().unwrap_or("document")
}
