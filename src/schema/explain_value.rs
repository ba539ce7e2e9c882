//! Explains values of the wrong type, length or form.

use crate::diagnostic::{Code, Diagnostic, Edit, Safety, Severity, Span};
use crate::schema::commented_block::{explain_commented_block, or_comment_out};
use crate::schema::document_kind::DocumentKind;
use crate::schema::edits;
use crate::schema::explain_language::{explain_invalid_code, explain_list_language};
use crate::schema::explained_document::{ExplainedDocument, SchemaViolation, echo_text, is_index};
use crate::schema::{
    explain_catalogue, explain_choice, explain_list, explain_rule, explain_rule_value, explain_type, kind_meant,
    stuck_comment,
};
use crate::source::key_text::{KEY_RULE, fitting_key};
use crate::source::{Entry, Node, Value};

/// What a place takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ExpectedValue {
    Text,
    List,
    Mapping,
    Switch,
    Number,
}

impl ExpectedValue {
    /// What the schema says; text where it says nothing. A field of several types is explained as the first of them.
    pub(super) fn expected_at(explained: &ExplainedDocument<'_>, parts: &[&str], node: &Node) -> Self {
        let of_type = |name: &str| match name {
            "array" => Self::List,
            "object" => Self::Mapping,
            "boolean" => Self::Switch,
            "integer" | "number" => Self::Number,
            _ => Self::Text,
        };
        let types = match explained.schema_at(parts).and_then(|schema| schema.get("type")) {
            Some(serde_json::Value::Array(types)) => types.as_slice(),
            Some(only) => std::slice::from_ref(only),
            None => &[],
        };
        let types: Vec<Self> = types.iter().filter_map(|name| name.as_str()).map(of_type).collect();
        let accepting = types.iter().find(|expected| expected.accepts_node(node));
        accepting.or(types.first()).copied().unwrap_or(Self::Text)
    }

    pub(super) fn describe_expected(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::List => "a list",
            Self::Mapping => "a mapping",
            Self::Switch => "`true` or `false`",
            Self::Number => "a whole number",
        }
    }

    pub(super) fn accepts_node(self, node: &Node) -> bool {
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
pub(super) fn explain_value(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    node: &Node,
    fault: &SchemaViolation,
) -> Diagnostic {
    let takes = ExpectedValue::expected_at(explained, parts, node);
    if let Some(finding) = stuck_comment::explain_stuck_comment(explained, parts, node) {
        return finding;
    }
    if let Some(finding) = explain_catalogue::explain_catalogue_value(explained, parts, node) {
        return finding;
    }
    if !takes.accepts_node(node) {
        return if node.value == Value::Null {
            explain_null(explained, parts, node)
        } else {
            explain_type::explain_wrong_type(explained, parts, node, takes)
        };
    }
    let text = node.text().unwrap_or_default();
    match (parts, fault) {
        (["configured_rules", category, rule], _) => {
            explain_rule_value::explain_rule_value(explained, category, rule, node, text)
        }
        (["language"], SchemaViolation::Choice | SchemaViolation::Form) => explain_list_language(explained, node, text),
        (["kind"], _) => kind_meant::explain_unknown_kind(explained.file, explained.document, node, text).finding,
        (["glossaries"], SchemaViolation::TooLong(limit)) => {
            explain_choice::explain_too_many_glossaries(explained, node, *limit)
        }
        (["custom_instructions"], SchemaViolation::TooLong(limit)) if explained.kind == Some(DocumentKind::Profile) => {
            explain_choice::explain_too_many_of_request(explained, node, *limit)
        }
        (["custom_instructions"], SchemaViolation::TooLong(limit)) => explain_too_many_instructions(
            explained.entry_at(parts).map(|entry| entry.key.span),
            node,
            *limit,
            explained,
        ),
        (["name"], SchemaViolation::TooLong(limit)) => {
            explain_too_long(explained, Code::NameTooLong, "the name", node, text, *limit)
        }
        (["custom_instructions", _, "label"], SchemaViolation::TooLong(limit)) => {
            let finding = explain_too_long(explained, Code::LabelTooLong, "this label", node, text, *limit);
            let prompt = explained.node_at(&[&parts[..parts.len() - 1], &["prompt"]].concat());
            let short = |prompt: &&Node| {
                prompt.text().is_some_and(|text| text.chars().count() < 40 && text.split(' ').count() < 4)
            };
            match prompt.filter(short) {
                Some(prompt) => explain_swapped_prompt(explained, node, prompt, finding),
                None => finding.with_help("shorten it: what the service is told stands in `prompt`"),
            }
        }
        (["custom_instructions", _] | ["custom_instructions", _, "prompt"], SchemaViolation::TooLong(limit)) => {
            let finding = explain_too_long(explained, Code::PromptTooLong, "this prompt", node, text, *limit);
            finding.with_help("shorten it, or split it into two instructions")
        }
        (["without_rules", _], _) => explain_rule::explain_without_rule(explained, node, text),
        (["key"] | ["extends", _], _) => explain_invalid_key(explained, node, text),
        (
            ["custom_instructions", _, "source_language"],
            SchemaViolation::Choice | SchemaViolation::Form | SchemaViolation::Empty,
        ) => explain_invalid_code(explained.file, explained.catalogue, node.span, text),
        (["lints", code], SchemaViolation::Choice) if matches!(text, "warn" | "off") => {
            explain_lint_not_relaxable(explained, code, node)
        }
        (["stack"], _) => explained
            .new_finding(Code::InvalidSetting, node.span, format!("`{}` is not the name of a stack", echo_text(text)))
            .with_help(if text.contains(['$', '{', '%']) {
                "write 6 to 8 of the characters a-z and 2-7: variables are not filled in"
            } else {
                "write 6 to 8 of the characters a-z and 2-7"
            }),
        (_, SchemaViolation::Choice) => explain_choice::explain_unknown_choice(explained, parts, node, text),
        (_, SchemaViolation::Range) => explain_choice::explain_out_of_range(explained, parts, node),
        (_, SchemaViolation::TooLong(limit)) => {
            explain_too_long(explained, Code::WrongType, &format!("`{}`", last_part(parts)), node, text, *limit)
        }
        (_, SchemaViolation::Empty | SchemaViolation::Form) => explain_empty(explained, parts, node),
        (
            _,
            SchemaViolation::Type
            | SchemaViolation::Unknown(_)
            | SchemaViolation::Missing(_)
            | SchemaViolation::Other(_),
        ) => explained.new_finding(
            Code::WrongType,
            node.span,
            format!("`{}` does not take this value", last_part(parts)),
        ),
    }
}

/// A severity below that of findings which leave nothing to plan with.
fn explain_lint_not_relaxable(explained: &ExplainedDocument<'_>, code: &str, node: &Node) -> Diagnostic {
    explained
        .new_finding(Code::InvalidSetting, node.span, format!("`{code}` is always an error"))
        .with_note("a file with this fault has no meaning that could be planned")
        .with_help("remove the line")
}

/// What is said of a limit that no project sets.
pub const LIMIT_OF_PLAN: &str =
    "the limit may differ by plan: set `limits.custom_instructions` in housestyle.toml if yours does";

/// More instructions than a list may have: the primary place is the first one over.
pub fn describe_too_many(count: usize, limit: usize) -> (String, String) {
    let over = count - limit;
    (
        format!("{count} instruction{}, {over} over the limit of {limit}", if count == 1 { "" } else { "s" }),
        LIMIT_OF_PLAN.to_owned(),
    )
}

fn explain_too_many_instructions(
    key: Option<Span>,
    node: &Node,
    limit: usize,
    explained: &ExplainedDocument<'_>,
) -> Diagnostic {
    let items = node.items();
    let (message, note) = describe_too_many(items.len(), limit);
    let first = items.get(limit).map_or(node.span, |item| item.span);
    let finding = explained
        .new_finding(Code::TooManyInstructions, first, message)
        .with_label("the first one over")
        .with_note(note);
    match key {
        Some(key) => finding.with_secondary(key, "the list"),
        None => finding,
    }
}

fn explain_too_long(
    explained: &ExplainedDocument<'_>,
    code: Code,
    what: &str,
    node: &Node,
    text: &str,
    limit: usize,
) -> Diagnostic {
    let count = text.chars().count();
    let over = count.saturating_sub(limit);
    explained
        .new_finding(
            code,
            excess_span(explained.file.slice(node.span), node.span, text, limit),
            format!("{what} has {count} characters, {over} over the limit of {limit}"),
        )
        .with_label(format!("{over} over"))
        .with_note("characters are Unicode code points")
}

/// The part of a scalar that lies beyond its first `limit` characters; the whole scalar where escapes or folding hide it.
fn excess_span(raw: &str, span: Span, text: &str, limit: usize) -> Span {
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

/// An entry of a dictionary without a translation, or with one that YAML reads as another thing.
fn explain_empty_entry(
    explained: &ExplainedDocument<'_>,
    finding: Diagnostic,
    (phrase, span): (&str, Span),
    sign: &str,
) -> Diagnostic {
    let file = explained.file;
    if sign.len() > 1 && sign.starts_with(['&', '!']) {
        let what = if sign.starts_with('!') { "begins a tag" } else { "names an anchor" };
        return finding
            .with_note(format!("`{}` {what} in YAML, and is no text", echo_text(sign)))
            .with_help(format!("put it in quotes: `\"{}\"`", echo_text(sign)));
    }
    let word = file.slice(span).trim();
    let plain = !word.is_empty() && !edits::is_json(file);
    let reads = plain.then(|| format!("YAML reads `{word}` without quotes as nothing"));
    let finding = reads.into_iter().fold(finding, Diagnostic::with_note);
    // A program that has no translation writes small letters, or capitals alone.
    if plain && word == "Null" {
        let title = format!("put the word in quotes: `{}`", edits::field_line(file, phrase, word));
        return finding.offering(title, vec![Edit { span, text: edits::quote_text(word) }]);
    }
    let line = edits::field_line(file, phrase, phrase);
    finding.with_help(format!("write its translation, or repeat the phrase where it stays as it is: `{line}`"))
}

fn explain_null(explained: &ExplainedDocument<'_>, parts: &[&str], node: &Node) -> Diagnostic {
    let Some(entry) = explained.entry_at(parts) else {
        let finding = explained.new_finding(Code::EmptyValue, node.span, "there is nothing here");
        let before = explained.file.text().get(..node.span.start as usize).unwrap_or_default().trim_end_matches('\n');
        let line = before.rsplit('\n').next().unwrap_or_default().trim_start();
        if line.strip_prefix("- ").is_some_and(|entry| entry.trim_start().starts_with('#')) {
            return finding.with_help("write the entry: what stands behind a `#` is a comment; or remove the line");
        }
        return finding.with_help("write something, or remove the line");
    };
    let takes = ExpectedValue::expected_at(explained, parts, node);
    let written = echo_text(&entry.key.value);
    let what = match takes {
        ExpectedValue::Text | ExpectedValue::Switch | ExpectedValue::Number => format!("`{written}` has no value"),
        ExpectedValue::List | ExpectedValue::Mapping => format!("`{written}` is empty"),
    };
    let written = !explained.file.slice(node.span).trim().is_empty();
    let label = if written { "says nothing" } else { "nothing follows" };
    let finding = explained.new_finding(Code::EmptyValue, entry.key.span, what).with_label(label);
    // What seems to be the value may be a comment.
    let behind = explained.file.text().get(entry.key.span.end as usize..).and_then(|rest| rest.lines().next());
    let comment = behind.and_then(|rest| rest.trim_start_matches([':', '"', '\'', ' ']).strip_prefix('#'));
    let (comment, note) = stuck_comment::part_note(comment);
    let hashtag = matches!(parts, ["dictionaries", _, "entries", _]);
    let prose = comment.is_some_and(|comment| comment.trim().contains(' ') || hashtag) && takes == ExpectedValue::Text;
    let after = note.map_or_else(|| "after it".to_owned(), |note| format!("in place of `#{}`", echo_text(note)));
    let finding = match note {
        Some(_) => finding.with_note("what stands behind a `#` is a comment: the value is still to be written"),
        None => finding,
    };
    let stuck = comment.filter(|comment| prose && comment.starts_with(char::is_alphanumeric));
    if let Some((comment, before)) = stuck.zip(behind.and_then(|rest| rest.find('#'))) {
        let (text, at) = (format!("#{}", comment.trim_end()), entry.key.span.end as usize + before);
        let edit = Edit { span: Span::new(at, at + text.len()), text: edits::quote_text(&text) };
        let finding = finding.with_note("a `#` behind a blank begins a comment");
        return finding.offering("put the text in quotes", vec![edit]);
    }
    if prose && explained.is_required(parts) {
        let finding = finding.with_note("a `#` behind a blank begins a comment");
        return finding.with_help("put the text in quotes if the `#` belongs to it, or write text before it");
    }
    // A dictionary needs one of its two optional fields.
    let sign = behind.map(|rest| rest.trim_start_matches([':', '=', ' ']).trim_end()).unwrap_or_default();
    if let ["dictionaries", _, "entries", phrase] = parts {
        return explain_empty_entry(explained, finding, (phrase, node.span), sign);
    }
    let needed = explained.is_required(parts) || matches!(parts, ["dictionaries", _, ..]);
    if !edits::is_toml(explained.file) && sign.len() > 1 && sign.starts_with(['!', '&']) && !sign.contains(' ') {
        let what = if sign.starts_with('!') { "a tag" } else { "the name of an anchor" };
        let finding = finding.with_note(format!("`{}` is {what} of YAML, and no text", echo_text(sign)));
        let block = explained.kind.is_some()
            && matches!(takes, ExpectedValue::List | ExpectedValue::Mapping)
            && !explained.is_required(parts);
        let finding = if block { Diagnostic { severity: Severity::Warning, ..finding } } else { finding };
        return finding.with_help(if sign.starts_with('!') {
            format!("put it in quotes: `\"{}\"`", echo_text(sign))
        } else {
            format!("write the value behind it, or `{}` where the sign is not meant", echo_text(&sign[1..]))
        });
    }
    let inherits = explained.node_at(&["extends"]).is_some_and(|bases| !bases.items().is_empty());
    if let (["custom_instructions", _, "prompt"], true) = (parts, inherits) {
        return finding
            .with_note("an instruction of a base is not taken away so: only another prompt takes its place")
            .with_help("write the prompt, or delete this entry");
    }
    if needed {
        if let Some(told) = explain_commented_block(explained, parts, &finding) {
            return told;
        }
        return finding.with_help(match (parts, edits::is_toml(explained.file)) {
            (["dictionaries", _, "entries"], false) => {
                "write `phrase: translation` for each below it, or delete the dictionary".to_owned()
            }
            (["tests", _, "expect"], false) => {
                "write below it what is expected: `contains: …`, `starts_with: …`; or delete the test".to_owned()
            }
            _ => format!("write {} {after}", takes.describe_expected()),
        });
    }
    // Nothing is what an empty block says: what was commented out below it is no fault, in TOML neither.
    if explained.kind.is_some() && matches!(takes, ExpectedValue::List | ExpectedValue::Mapping) {
        let finding = Diagnostic { severity: Severity::Warning, ..finding };
        return or_comment_out(entry, &finding).unwrap_or_else(|| {
            finding.with_help(format!("write {} below it, or remove the line", takes.describe_expected()))
        });
    }
    let finding = finding.with_help(format!("write {} {after}, or remove the line", takes.describe_expected()));
    // What would be left empty goes as well.
    let alone = |holder: &Entry| explained.kind.is_some() && holder.value.entries().len() == 1;
    let holders =
        (1..parts.len()).rev().map_while(|len| explained.entry_at(&parts[..len]).filter(|holder| alone(holder)));
    let (gone, title) = holders.last().map_or((entry, "remove the line"), |holder| (holder, "remove the lines"));
    match edits::removal_span(explained.file, gone) {
        Some(span) => finding.with_fix(edits::replace_span(span, "", title, Safety::Unsafe)),
        None => finding,
    }
}

/// A label that is a prompt, beside a prompt that is a label.
fn explain_swapped_prompt(
    explained: &ExplainedDocument<'_>,
    label: &Node,
    prompt: &Node,
    finding: Diagnostic,
) -> Diagnostic {
    let title = "swap `label` and `prompt`";
    let message = "this label is a prompt, and the prompt a label, as it seems";
    let fix = edits::swap_texts(explained.file, label.span, prompt.span, title);
    let finding = Diagnostic { message: message.to_owned(), ..finding };
    finding
        .with_secondary(prompt.span, "this is the label")
        .with_help(format!("{title}: the prompt is what the service is told"))
        .with_fix(fix)
}

fn explain_empty(explained: &ExplainedDocument<'_>, parts: &[&str], node: &Node) -> Diagnostic {
    let what = match parts {
        [.., list, at] if is_index(at) => format!("an item of `{list}`"),
        _ => format!("`{}`", last_part(parts)),
    };
    explained.new_finding(Code::EmptyValue, node.span, format!("{what} is empty")).with_label("says nothing").with_help(
        match explain_list::first_field_of_items(explained, parts) {
            Some(first) => format!("write an entry, which begins with `- {first}:`"),
            // An entry of a list that needs this one says nothing either.
            None if matches!(parts, [_, at, "terms"] if is_index(at)) => {
                "write a term, or take this term list out".to_owned()
            }
            None => format!("write {} here", ExpectedValue::expected_at(explained, parts, node).describe_expected()),
        },
    )
}

fn explain_invalid_key(explained: &ExplainedDocument<'_>, node: &Node, text: &str) -> Diagnostic {
    let fitting = fitting_key(text);
    let finding = explained
        .new_finding(Code::InvalidKey, node.span, format!("`{}` cannot be a key", echo_text(text)))
        .with_label("not a key")
        .with_note(format!("a key has {KEY_RULE}"));
    if fitting.is_empty() || fitting.chars().count() > 128 {
        return finding.with_help("give it another key");
    }
    let title = format!("write `{fitting}`");
    finding.offering(
        title,
        vec![Edit { span: node.span, text: edits::match_notation(explained.file, node.span, &fitting) }],
    )
}

fn last_part<'a>(parts: &[&'a str]) -> &'a str {
    parts.last().copied().unwrap_or("document")
}
