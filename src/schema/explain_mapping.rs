//! Explains a mapping where a text is due: fields of what is named by one word, a text with a `: ` in it, what is noted beside it.

use crate::catalogue::Rule;
use crate::catalogue::languages::find_language;
use crate::diagnostic::{Diagnostic, Edit, Fix, Safety, Span};
use crate::schema::edits;
use crate::schema::explain_list::offer_text_alone;
use crate::schema::explained_document::{ExplainedDocument, echo_text, is_index};
use crate::schema::forbidden_setting::service_at;
use crate::schema::{explain_choice, explain_phrase, explain_rule_value, noted};
use crate::source::{Entry, Node, Value};

/// The code of a finding about a rule without quotes: its dots make tables.
fn explain_dotted_code(explained: &ExplainedDocument<'_>, name: &str, node: &Node, finding: Diagnostic) -> Diagnostic {
    fn collect_leaves<'n>(way: &str, node: &'n Node, leaves: &mut Vec<(String, &'n Entry)>) {
        for entry in node.entries() {
            let way = format!("{way}.{}", entry.key.value);
            match entry.value.text() {
                Some(_) => leaves.push((way, entry)),
                None => collect_leaves(&way, &entry.value, leaves),
            }
        }
    }
    let (file, mut leaves) = (explained.file, Vec::new());
    collect_leaves(name, node, &mut leaves);
    let code = |way: &str| edits::quote_text(&way.replacen('.', "/", 1));
    let Some((way, first)) = leaves.first() else { return finding.with_help("write one of `error`, `warn`, `off`") };
    let line = format!("{} = {}", code(way), edits::quote_text(first.value.text().unwrap_or_default()));
    let edit = |(way, leaf): &(String, &Entry)| {
        let start = edits::line_start(file, leaf.key.span.start as usize);
        let span = Span::new(start, leaf.key.span.end as usize);
        (file.slice(span) == way.as_str()).then(|| Edit { span, text: code(way) })
    };
    let edits: Option<Vec<Edit>> = leaves.iter().map(edit).collect();
    let fix = edits.map(|edits| Fix { title: "quote the code".to_owned(), safety: Safety::Unsafe, edits });
    let finding = finding.with_label("without quotes, dots make tables");
    fix.into_iter().fold(finding.with_help(format!("write `{}`", echo_text(&line))), Diagnostic::with_fix)
}

/// The word that a field takes among the texts below it, as a table that other programs have says it: the address of a service
/// says more than its name.
fn word_below<'e>(explained: &ExplainedDocument<'_>, parts: &[&str], entries: &'e [Entry]) -> Option<&'e str> {
    let words = explain_choice::words_at(explained, parts);
    let texts = || entries.iter().filter_map(|entry| entry.value.text());
    let at = || texts().find_map(service_at).filter(|_| parts.last() == Some(&"service"));
    at().or_else(|| texts().find(|text| words.contains(text))).filter(|_| explained.kind.is_none())
}

/// What to write in place of a mapping; `rule` is the rule whose value it should be.
pub(super) fn explain_mapping_for_text(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    node: &Node,
    entries: &[Entry],
    rule: Option<&Rule>,
    finding: Diagnostic,
) -> Diagnostic {
    let name = parts.last().copied().unwrap_or_default();
    let raw = explained.file.slice(node.span);
    if matches!(parts, ["lints", _]) {
        return explain_dotted_code(explained, name, node, finding);
    }
    match (rule, entries) {
        (Some(rule), entries) if switched_value(rule, entries).is_some() => {
            let (switch, value) = switched_value(rule, entries).unwrap_or_default();
            explain_rule_value::explain_switched_rule(explained, rule, node, switch, value, finding)
        }
        // One value in a mapping of its own.
        (Some(rule), [only]) if only.value.text().is_some_and(|text| rule.values.contains_key(text)) => {
            let value = explain_rule_value::offered_value(explained, rule, only.value.text().unwrap_or_default());
            explain_rule_value::offer_value_alone(explained, rule, node, value, finding)
        }
        (Some(rule), entries) if entries.len() > 1 && entries.iter().all(|entry| is_variant(&entry.key.value)) => {
            let values = entries.iter().filter_map(|entry| Some((echo_text(&entry.key.value), entry.value.text()?)));
            let line = |(code, value): (String, &str)| {
                format!("`{}` in the one for `{code}`", edits::field_line(explained.file, &rule.name, value))
            };
            let lines: Vec<String> = values.filter(|(_, value)| rule.values.contains_key(value)).map(line).collect();
            let finding = finding.with_note("a list is for all variants of its language, and so is each of its values");
            finding.with_help(match lines.as_slice() {
                [] => "write one value; where variants differ, a list for each".to_owned(),
                lines => format!("write one value, or a list for each variant: {}", lines.join(", ")),
            })
        }
        (Some(rule), entries) if only_value(Some(rule), entries.iter().flat_map(key_and_text)).is_some() => {
            let texts = entries.iter().flat_map(key_and_text);
            let value = only_value(Some(rule), texts).unwrap_or_default();
            finding.with_help(format!("write `{}` itself", explain_rule_value::offered_value(explained, rule, value)))
        }
        (None, entries) if word_below(explained, parts, entries).is_some() => {
            let word = word_below(explained, parts, entries).unwrap_or_default();
            let place = if parts.len() == 1 { "above the first `[table]`" } else { "beside it" };
            let line = edits::field_line(explained.file, name, word);
            let timeout = entries.iter().any(|entry| entry.key.value == "timeout");
            let timeout = if timeout { ", and there `timeout` in seconds" } else { "" };
            finding.with_label("a table of its own").with_help(format!("write `{line}` {place}{timeout}"))
        }
        (None, [only])
            if matches!(parts, [.., "terms", _])
                && !is_word_for_text(explained, &only.key.value)
                && is_said_so(only) =>
        {
            let (term, key) = (echo_text(&only.key.value), explained.file.slice(only.key.span));
            let finding = finding
                .with_label("a term and how it is said, as it seems")
                .with_note("a term is one text, as it is written: the service takes no pronunciation")
                .with_help(format!(
                    "write `{term}` alone, or put all of it in quotes where the `:` belongs to the term"
                ));
            let inside = !raw.contains('#') && (!edits::is_toml(explained.file) || raw.starts_with('{'));
            let new = if edits::is_toml(explained.file) { edits::quote_text(&only.key.value) } else { key.to_owned() };
            match inside {
                true => finding.with_fix(edits::replace_span(node.span, new, "write the term alone", Safety::Unsafe)),
                false => finding,
            }
        }
        (None, [only])
            if !raw.starts_with('{')
                && (only.key.value.contains(' ')
                    || matches!(parts, [.., "terms", _]) && !is_word_for_text(explained, &only.key.value))
                && only.value.text().is_some()
                && (matches!(name, "prompt" | "context") || begins_behind_its_key(explained, parts, node)) =>
        {
            let title = "put all of the text in quotes: a `:` and a blank divide a key from its value";
            let finding = finding.with_label("a text with a `: ` in it").with_help(title);
            if edits::is_toml(explained.file) || raw.contains(['"', '\\', '\n']) {
                finding
            } else {
                let fix = edits::replace_span(
                    node.span,
                    format!("\"{raw}\""),
                    "put all of the text in quotes",
                    Safety::Unsafe,
                );
                finding.with_fix(fix)
            }
        }
        (None, entries) if parts.len() == 4 && parts[2] == "entries" => {
            explain_phrase::explain_structured_phrase(explained, parts, node, entries, finding)
        }
        (None, _) if matches!(name, "style" | "glossary" | "spoken_terms" | "style_profile" | "profile") => {
            finding.with_help("write its key: a document has a file of its own, and the file's name is the key")
        }
        (None, entries) if name == "prompt" && entries.len() > 1 => finding
            .with_help("write one text; where it differs by language, an instruction each, with `source_language`"),
        (Some(rule), _) => finding.with_help(explain_rule_value::describe_values(explained, rule)),
        (None, _) if let Some(prompt) = node.get("prompt") => {
            let finding =
                finding.with_help("write the text of `prompt` by itself: an instruction of a request has no label");
            let text = explained.file.slice(prompt.span);
            match prompt.text().filter(|_| !text.contains('\n')) {
                Some(_) => {
                    finding.with_fix(edits::replace_span(node.span, text, "write the prompt alone", Safety::Unsafe))
                }
                None => finding,
            }
        }
        (None, entries) if text_with_fields_beside(explained, parts, entries).is_some() => {
            let (text, beside) = text_with_fields_beside(explained, parts, entries).unwrap_or_default();
            offer_fields_beside(explained, parts, text, &beside, finding)
        }
        (None, entries)
            if matches!(parts, [.., "terms", _]) && entries.len() > 1 && noted::term_of(entries).is_some() =>
        {
            let term = noted::term_of(entries).and_then(|entry| Some((entry, entry.value.text()?)));
            let finding = finding.with_help(format!(
                "write the term alone: `{}`; what is noted about it, as a comment: the service takes no more",
                echo_text(term.map_or("", |(_, text)| text))
            ));
            let fix =
                term.and_then(|(entry, _)| noted::write_alone(explained.file, node, entry, (node.span.start, "")));
            fix.into_iter().fold(finding, Diagnostic::with_fix)
        }
        (None, entries) => match text_meant(explained, name, entries) {
            Some(path) if entries.iter().any(|entry| names_file(entry, path)) && parts.first() != Some(&"extends") => {
                finding
                    .with_label("the name of a file")
                    .with_help(format!("write what `{path}` holds: no file is read here"))
            }
            Some(text) => offer_text_alone(explained, parts, node, text, finding),
            None if name == "name" => finding.with_help("write one text: a name is the same in all languages"),
            None if matches!(parts, [.., "translation_memories", _] | ["translation_memory"])
                && node.get("name").and_then(Node::text).is_some() =>
            {
                let text = node.get("name").and_then(Node::text).unwrap_or_default();
                let text = echo_text(&edits::match_notation(explained.file, node.span, text));
                let dash = if is_index(name) && !edits::is_toml(explained.file) { "- " } else { "" };
                finding.with_help(format!("write the name by itself: `{dash}{text}`; documents hold no ids"))
            }
            _ => finding.with_help(describe_text(explained, parts)),
        },
    }
}

/// Whether the value of an entry says how its key is spoken: as many words, which begin alike, or the signs of a dictionary.
fn is_said_so(entry: &Entry) -> bool {
    // Without quotes, the brackets of a dictionary make a list.
    if let [only] = entry.value.items() {
        return only.text().is_some();
    }
    let Some(said) = entry.value.text() else { return false };
    let begins = |text: &str| text.chars().next().map(char::to_lowercase).map(Iterator::collect::<String>);
    let signs = said.len() > 2 && said.starts_with(['/', '[']) && said.ends_with(['/', ']']);
    let words = |text: &str| text.split_whitespace().count();
    let ends = |text: &str| text.to_lowercase().chars().rev().take(2).collect::<String>();
    let sounds = |one: &str, other: &str| begins(one) == begins(other) || ends(one) == ends(other);
    let alike = words(said) == words(&entry.key.value) && sounds(said, &entry.key.value);
    let repeats = said.strip_prefix(&*entry.key.value).is_some_and(|rest| rest.starts_with([' ', ',']));
    signs || repeats || alike && begins(said).is_some()
}

/// Whether a name is the code of a variant, or of a language.
fn is_variant(name: &str) -> bool {
    find_language(&name.to_ascii_lowercase().replace('_', "-")).is_some()
}

/// Whether a key is a word for a text, or its language: what stands behind it is the text then.
fn is_word_for_text(explained: &ExplainedDocument<'_>, key: &str) -> bool {
    let word = key.to_ascii_lowercase();
    let words = ["term", "terms", "text", "word", "phrase", "name", "value", "title", "label", "spoken"];
    words.contains(&&*word) || explained.catalogue.supports_language(&word) || find_language(&word).is_some()
}

/// Whether a value begins on the line of its key.
pub(super) fn begins_behind_its_key(explained: &ExplainedDocument<'_>, parts: &[&str], node: &Node) -> bool {
    let Some(key) = explained.entry_at(parts).map(|entry| entry.key.span.end) else { return true };
    explained.file.text().get(key as usize..node.span.start as usize).is_some_and(|between| !between.contains('\n'))
}

/// A rule that is written with a switch of its own: whether it is on, and its value.
fn switched_value<'a>(rule: &Rule, entries: &'a [Entry]) -> Option<(bool, &'a str)> {
    let [one, other] = entries else { return None };
    let switch = |entry: &Entry| match (&entry.value.value, entry.key.value.as_str()) {
        (Value::Bool(on), "enabled" | "enable" | "active" | "on" | "apply") => Some(*on),
        (Value::Bool(off), "disabled" | "disable" | "off") => Some(!*off),
        _ => None,
    };
    let value = |entry: &'a Entry| entry.value.text().filter(|text| rule.values.contains_key(text));
    switch(one).zip(value(other)).or_else(|| switch(other).zip(value(one)))
}

/// What an entry says, as key and as text.
fn key_and_text(entry: &Entry) -> impl Iterator<Item = &str> {
    std::iter::once(entry.key.value.as_str()).chain(entry.value.text())
}

/// The value of a rule among these texts, where it is the only one.
pub(super) fn only_value<'a>(rule: Option<&Rule>, texts: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let mut values = texts.filter(|text| rule.is_some_and(|rule| rule.values.contains_key(text)));
    values.next().filter(|_| values.next().is_none())
}

/// The one text of a mapping, and its other entries, where each is a field beside it that has the name of both:
/// `translation_memory_threshold` for the `threshold` of `translation_memory`.
fn text_with_fields_beside<'a>(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    entries: &'a [Entry],
) -> Option<(&'a str, Vec<(String, &'a Node)>)> {
    let (name, holder) = parts.split_last()?;
    let fields = explained.fields_at(holder);
    let beside = |entry: &'a Entry| {
        let field = format!("{name}_{}", entry.key.value);
        let free = fields.contains(&field.as_str()) && explained.node_at(holder)?.get(&field).is_none();
        free.then_some((field, &entry.value))
    };
    let (others, texts): (Vec<&Entry>, Vec<&Entry>) = entries.iter().partition(|entry| beside(entry).is_some());
    let [only] = texts.as_slice() else { return None };
    let text = only.value.text().filter(|text| echo_text(text) == *text)?;
    let others: Vec<(String, &Node)> = others.into_iter().filter_map(beside).collect();
    (!others.is_empty()).then_some((text, others))
}

fn offer_fields_beside(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    text: &str,
    beside: &[(String, &Node)],
    finding: Diagnostic,
) -> Diagnostic {
    let (file, name) = (explained.file, parts.last().copied().unwrap_or_default());
    let sign = if edits::is_toml(file) { " =" } else { ":" };
    let lines: Vec<String> = std::iter::once(edits::field_line(file, name, text))
        .chain(beside.iter().map(|(field, value)| format!("{field}{sign} {}", file.slice(value.span))))
        .collect();
    let shown: Vec<String> = lines.iter().map(|line| format!("`{}`", echo_text(line))).collect();
    let finding = finding.with_help(format!("write {}", shown.join(", and beside it ")));
    let Some(entry) = explained.entry_at(parts) else { return finding };
    let raw = file.slice(entry.span());
    let scalars = beside.iter().all(|(_, value)| value.items().is_empty() && value.entries().is_empty());
    // In braces, lines part nothing.
    let inside = match edits::is_toml(file) {
        true => file.slice(entry.value.span).starts_with('{'),
        false => !file.slice(explained.document.span).starts_with('{'),
    };
    if raw.contains('#') || !inside || !scalars || parts.len() != 1 {
        return finding;
    }
    let new = lines.join(edits::line_ending(file));
    finding.with_fix(edits::replace_span(entry.span(), new, "write them beside each other", Safety::Unsafe))
}

/// The text of a mapping that is meant alone: the only one, or the only code where a language is due.
fn text_meant<'a>(explained: &ExplainedDocument<'_>, field: &str, entries: &'a [Entry]) -> Option<&'a str> {
    let of_language = field.ends_with("language");
    let fits = |text: &&str| !of_language || explained.catalogue.supports_language(text);
    let mut texts = entries.iter().filter_map(|entry| entry.value.text()).filter(fits);
    texts.next().filter(|text| texts.next().is_none() && echo_text(text) == *text)
}

/// Whether an entry says that its text is the name of a file.
fn names_file(entry: &Entry, text: &str) -> bool {
    const WORDS: &[&str] = &["file", "path", "filename", "src", "include", "from_file", "file_path", "$ref"];
    entry.value.text() == Some(text) && WORDS.contains(&&*entry.key.value.to_ascii_lowercase())
}

/// What text is due: one of its words where they are few.
pub(super) fn describe_text(explained: &ExplainedDocument<'_>, parts: &[&str]) -> String {
    match explain_choice::describe_words(explained, parts) {
        Some(words) => format!("write one of {words}"),
        None => "write text here".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::is_said_so;
    use crate::diagnostic::SourceFile;
    use crate::source::{Format, parse_source};

    #[test]
    fn how_a_term_is_said_begins_as_it_does_or_has_the_signs_of_a_dictionary() {
        for (line, said) in [
            ("Almwind: ALM-wint", true),
            ("Überzelt: ü-ber-tselt", true),
            ("Firnlicht: /ˈfɪrnlɪçt/", true),
            ("Almwind: The Ridge Edition", false),
            ("Almwind: Ridge", false),
            ("Almwind: A new tent", false),
        ] {
            let parsed = parse_source(&SourceFile::new("a.yaml", line), Format::Yaml);
            assert_eq!(is_said_so(&parsed.documents[0].entries()[0]), said, "{line}");
        }
    }
}
