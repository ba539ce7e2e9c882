//! What is well-formed YAML and yet refused, or doubtful: the findings, one function each.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, SourceFile, Span};
use crate::source::shorten::shorten_line;
use crate::source::template::{BY_ENVIRONMENT, FILL_IN, is_by_environment, is_of_program};
use crate::source::{Node, Value, limit};

/// The fix that quotes a text at its place, in the quotes that it does not hold.
pub(super) fn quote_fix(text: &str, span: Span) -> Option<Fix> {
    let quoted = quoted_text(text)?;
    Some(Fix {
        title: "put all of the text in quotes".into(),
        safety: Safety::Unsafe,
        edits: vec![Edit { span, text: quoted }],
    })
}

/// A text of one line in quotes, double ones where it has none itself.
pub(super) fn quoted_text(text: &str) -> Option<String> {
    let plain = !text.is_empty() && !text.contains(['\t', '\n']);
    let quoted =
        if text.contains(['"', '\\']) { format!("'{}'", text.replace('\'', "''")) } else { format!("\"{text}\"") };
    plain.then_some(quoted)
}

/// Length of the text that a line begins with where it was meant as one. A ` #` cuts it where a blank stands behind that, or a
/// second one before it; right before a word, the sign belongs to the text.
pub(super) fn meant_length(line: &str) -> usize {
    let is_comment = |at: &usize| {
        let behind = line[at + 2..].chars().next();
        behind.is_none_or(|c| matches!(c, ' ' | '#' | '!')) || line[..*at].ends_with(' ')
    };
    let end = line.match_indices(" #").map(|(at, _)| at).find(is_comment).unwrap_or(line.len());
    line[..end].trim_end().len()
}

/// The rest of a line from a place on, without a comment, where it is all of the value of a key or of a list's item.
fn value_at(file: &SourceFile, start: u32) -> Option<(&str, Span)> {
    let (before, behind) = file.text().split_at_checked(start as usize)?;
    let line = before.rsplit('\n').next().unwrap_or_default();
    let opens = line.ends_with(": ") || line.trim_start().ends_with("- ") || line.trim().is_empty();
    let text = behind.lines().next().unwrap_or_default();
    let text = &text[..meant_length(text)];
    let flow = line.contains(['{', '[']);
    (opens && !flow && !text.is_empty()).then(|| (text, Span::new(start as usize, start as usize + text.len())))
}

/// Nesting beyond what is read.
pub(super) fn too_deep(file: &Arc<SourceFile>, span: Span) -> Diagnostic {
    Diagnostic::new(Code::TooDeep, file, span, format!("values are nested more than {} levels deep", limit::DEPTH))
        .with_label("the first one too deep")
        .with_note("nothing below this place was read")
        .with_help("flatten the values; a style needs four levels")
}

/// A `|` or `>` where a value in brackets begins.
pub(super) fn block_scalar_in_brackets(file: &Arc<SourceFile>, span: Span) -> Diagnostic {
    let sign = file.slice(span).chars().next().unwrap_or('|');
    let start = span.start as usize;
    Diagnostic::new(
        Code::Syntax,
        file,
        Span::new(start, start + 1),
        format!("a text with `{sign}` cannot stand in brackets"),
    )
    .with_label("begins a text of several lines")
    .with_help("put the text in quotes")
}

/// A key in brackets that goes over several lines: YAML joins them, and nobody means it.
pub(super) fn key_of_lines(file: &Arc<SourceFile>, span: Span) -> Diagnostic {
    let first = file.slice(span).lines().next().unwrap_or_default().trim_end();
    let start = span.start as usize;
    let span = Span::new(start, start + first.len());
    let message = format!("`{}` is the beginning of a key that goes on below", shorten_line(first));
    let finding = Diagnostic::new(Code::Syntax, file, span, message).with_label("no `:` and no `,` behind it");
    if first.bytes().all(|byte| byte == b'.') || first == "…" {
        return finding.with_help("delete the line, or write what it stands for");
    }
    finding.with_help("write its value and a `,` behind it, or delete the line")
}

/// A plain scalar that YAML 1.1 reads as something else.
pub(super) fn ambiguous_scalar(file: &Arc<SourceFile>, span: Span, text: &str, reading: &str) -> Diagnostic {
    let number = text.as_bytes()[0].is_ascii_digit() && text.bytes().all(|b| b.is_ascii_digit() || b == b'o');
    let message = if matches!(reading, "true" | "false") {
        format!("`{text}` without quotes is `{reading}` to readers of YAML 1.1")
    } else {
        format!("`{}` without quotes is {reading} to readers of YAML 1.1", shorten_line(text))
    };
    Diagnostic::new(Code::AmbiguousScalar, file, span, message)
        .with_note(if number {
            "here it is a number, as YAML 1.2 has it"
        } else {
            "here it is text, as YAML 1.2 has it"
        })
        .with_help(format!("quote it: `\"{}\"`", shorten_line(text)))
        .with_fix(Fix {
            title: "quote it".into(),
            // A number in quotes is text.
            safety: if number { Safety::Unsafe } else { Safety::Safe },
            edits: vec![Edit { span, text: format!("\"{text}\"") }],
        })
}

/// A key that is a number, `true` or nothing. Quotes make it a phrase; where keys are names, they make no other one of it.
pub(super) fn non_text_key(file: &Arc<SourceFile>, key: &Node, text: &str, phrase: bool) -> Diagnostic {
    let what = if matches!(key.value, Value::Bool(_)) { "a switch" } else { key.describe_type() };
    let message = format!("a key must be text, and `{}` is {what}", shorten_line(text));
    let rest = file.text().get(key.span.end as usize..).unwrap_or_default();
    if matches!(key.value, Value::Integer(_))
        && rest.starts_with([':'])
        && rest[1..].trim_start_matches(' ').starts_with(['\n', '\r'])
    {
        let help = format!("write `- ` in place of `{text}:` where it counts entries of a list, or quote it");
        return Diagnostic::new(Code::WrongType, file, key.span, message).with_help(help);
    }
    let finding = Diagnostic::new(Code::WrongType, file, key.span, message);
    let words = if phrase { words_of_switch(file, key.span, text) } else { Vec::new() };
    let write = |word: &str, title: String, safety| Fix {
        title,
        safety,
        edits: vec![Edit { span: key.span, text: format!("\"{word}\"") }],
    };
    let mut ways: Vec<Fix> =
        words.iter().map(|word| write(word, format!("write `\"{word}\"`"), Safety::Unsafe)).collect();
    if ways.len() > 1 {
        let help = format!("write the word of which a program made `{text}`");
        return Diagnostic { alternatives: ways, ..finding }.with_help(help);
    }
    if let Some(way) = ways.pop() {
        return finding.with_help(format!("{}, of which a program made `{text}`", way.title)).with_fix(way);
    }
    let safety = if phrase { Safety::Safe } else { Safety::Unsafe };
    let help = format!("quote it: `\"{}\"`", shorten_line(text));
    finding.with_help(help).with_fix(write(text, "quote it".into(), safety))
}

/// Words of which who reads YAML 1.1 and writes it again makes a switch, and their translations.
const SWITCHES: &[(&str, &str, &str)] = &[
    ("true", "Yes", "ja jo oui sí si sì sim tak ano áno da да так igen kyllä evet はい 예 네 是 是的 yes"),
    (
        "true",
        "On",
        "an ein aan på til activé encendido activado acceso attivo ligado włączone zapnuto вкл açık オン 켜짐 开 on",
    ),
    (
        "true",
        "True",
        "wahr waar vrai verdadero vero verdadeiro sant sand sandt prawda pravda igaz tosi doğru истина 真 참 true",
    ),
    ("false", "No", "nein nee nej nei non no não nie ne нет ні nem ei hayır いいえ 아니요 아니오 否 不"),
    (
        "false",
        "Off",
        "aus uit av fra désactivé apagado spento desligado wyłączone vypnuto выкл kapalı オフ 꺼짐 关 off",
    ),
    ("false", "False", "falsch onwaar faux falso falsk fałsz nepravda hamis väärin yanlış ложь 偽 거짓 假 false"),
];
/// Most bytes before and behind a key that tell how keys are written.
const MAX_BESIDE: usize = 1 << 11;

/// The words that may have stood as a key which is `true` or `false` by now, written as the keys beside it: the one of which the
/// value is a translation, or all.
fn words_of_switch(file: &SourceFile, key: Span, text: &str) -> Vec<String> {
    if !matches!(text, "true" | "false") {
        return Vec::new();
    }
    let (before, behind) = file.text().split_at(key.start as usize);
    let before = &before[before.ceil_char_boundary(before.len().saturating_sub(MAX_BESIDE))..];
    let behind = &behind[..behind.floor_char_boundary(MAX_BESIDE)];
    let lead = before.rsplit('\n').next().unwrap_or_default();
    let line = behind.lines().next().filter(|_| lead.trim().is_empty()).unwrap_or_default();
    let value = line[..meant_length(line)].split_once(':').map_or("", |(_, value)| value.trim());
    let value = value.trim_matches(['"', '\'']);
    let beside = before.lines().rev().skip(1).chain(behind.lines().skip(1));
    let keys = beside.filter_map(|line| Some(line.strip_prefix(lead)?.trim_start_matches(['"', '\''])));
    let first = |key: &str| key.chars().next();
    let (upper, lower): (Vec<char>, Vec<char>) =
        keys.clone().filter_map(first).filter(|c| c.is_alphabetic()).partition(|c| c.is_uppercase());
    let ends = |rest: &str| rest.starts_with(['"', '\'', ':']);
    let is_there = |word: &str| {
        keys.clone().any(|key| {
            key.get(..word.len()).is_some_and(|own| own.eq_ignore_ascii_case(word)) && ends(&key[word.len()..])
        })
    };
    let small = upper.len() < lower.len() || upper.len() == lower.len() && value.starts_with(char::is_lowercase);
    let of_switch = || SWITCHES.iter().filter(|(switch, _, _)| *switch == text);
    let said = value.to_lowercase();
    let meant = of_switch().find(|(_, _, others)| others.split(' ').any(|other| other == said));
    let words = of_switch().filter(|word| meant.is_none_or(|meant| meant == *word) && !is_there(word.1));
    // What stands there is the likeliest.
    let words = words
        .clone()
        .filter(|word| word.1.eq_ignore_ascii_case(text))
        .chain(words.filter(|word| !word.1.eq_ignore_ascii_case(text)));
    words.map(|(_, word, _)| if small { word.to_lowercase() } else { (*word).to_owned() }).collect()
}

/// A key without a value in brackets that is the rest of a number, behind a comma.
pub(super) fn decimal_comma(file: &Arc<SourceFile>, key: Span) -> Option<Diagnostic> {
    let (text, rest) = (file.slice(key), file.text().get(key.end as usize..)?);
    let number = file.text().get(..key.start as usize)?.strip_suffix(',')?;
    let whole = number.len() - number.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let is_rest = text.bytes().all(|b| b.is_ascii_digit()) && rest.trim_start().starts_with([',', '}']);
    if !is_rest || whole == 0 || !number[..number.len() - whole].ends_with(": ") {
        return None;
    }
    let span = Span::new(number.len() - whole, key.end as usize);
    // Three digits behind it are a thousand.
    let decimals = if text.len() == 3 { text } else { text.trim_end_matches('0') };
    let sign = if text.len() == 3 || decimals.is_empty() { "" } else { "." };
    let new = format!("{}{sign}{decimals}", &number[number.len() - whole..]);
    let message = format!("a comma divides entries here, so `{}` is no number", file.slice(span));
    let edits = vec![Edit { span, text: new.clone() }];
    Some(Diagnostic::new(Code::WrongType, file, span, message).offering(format!("write `{new}`"), edits))
}

/// A key that is a collection.
pub(super) fn complex_key(file: &Arc<SourceFile>, span: Span, what: &str) -> Diagnostic {
    let finding = Diagnostic::new(Code::WrongType, file, span, format!("a key must be text, not {what}"));
    // Template languages write `{{ name }}`, which is a mapping inside of a mapping.
    let (before, behind) = file.text().split_at_checked(span.start as usize).unwrap_or_default();
    if before.ends_with('{') || behind.starts_with("{{") {
        let start = span.start - u32::from(before.ends_with('{'));
        let message = "nothing fills in a template: `{{ … }}` is a mapping for YAML";
        let finding = Diagnostic { message: message.to_owned(), ..finding };
        let line = before.trim_end_matches('{').rsplit('\n').next().unwrap_or_default();
        if line.trim_end().ends_with("language:") {
            return finding.with_help("write the code itself, such as `en`: templates are not filled in");
        }
        return explain_template_value(file, finding, value_at(file, start));
    }
    finding.with_help("write a word as the key, or quote the value if it is meant as text")
}

/// A template at the beginning of a value: quotes are offered where it is part of a text, or of a phrase and its translation.
fn explain_template_value(file: &SourceFile, finding: Diagnostic, value: Option<(&str, Span)>) -> Diagnostic {
    let Some((text, span)) = value else { return finding.with_help(FILL_IN) };
    let finding = if is_by_environment(text) { finding.with_note(BY_ENVIRONMENT) } else { finding };
    // Texts that are translated have such signs of their own.
    let of_text = kind_of_text(file.text()) == Some("glossary") && !text.contains("{{ .") && !text.contains(" | ");
    let of_program = is_of_program(text) && !of_text;
    let Some((phrase, translation)) = text.split_once(": ") else {
        let finding = finding.with_help(FILL_IN);
        let fix = quote_fix(text, span).filter(|_| !of_program);
        return fix.into_iter().fold(finding, |finding, fix| {
            finding.with_help("put all of the text in quotes: templates are not filled in").with_fix(fix)
        });
    };
    let translation = translation.trim();
    let translation = match translation.starts_with(char::is_alphanumeric) || translation.starts_with(['"', '\'']) {
        true => Some(translation.to_owned()),
        false => quoted_text(translation),
    };
    let new = quoted_text(phrase).zip(translation).map(|(phrase, translation)| format!("{phrase}: {translation}"));
    match new.filter(|_| !of_program) {
        Some(new) => finding.offering(format!("write `{}`", shorten_line(&new)), vec![Edit { span, text: new }]),
        None => finding.with_help(FILL_IN),
    }
}

/// The word behind `kind` at the margin of a text.
pub(super) fn kind_of_text(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line.strip_prefix("kind:")).map(|word| word.trim().trim_matches(['"', '\'']))
}

/// `!` with nothing behind it, which was meant as a text.
pub(super) fn lone_mark(file: &Arc<SourceFile>, tag: Span) -> Diagnostic {
    let message = "`!` without quotes is a tag, and no text stands behind it";
    let edits = vec![Edit { span: tag, text: "\"!\"".to_owned() }];
    Diagnostic::new(Code::UnsupportedTag, file, tag, message).offering("put it in quotes", edits)
}

/// A tag for a type that these files do not have.
pub(super) fn unsupported_tag(file: &Arc<SourceFile>, tag: Span) -> Diagnostic {
    let message = format!("the tag `{}` has no meaning here", shorten_line(file.slice(tag)));
    Diagnostic::new(Code::UnsupportedTag, file, tag, message)
        .with_note(
            "tags of the core schema are read: `!!str`, `!!int`, `!!float`, `!!bool`, `!!null`, `!!seq`, `!!map`",
        )
        .with_help(if file.slice(tag) == "!include" {
            "write here what that file holds, or share it with `extends`"
        } else if file.text()[tag.end as usize..].starts_with(" \n")
            || !file.text()[tag.end as usize..].starts_with(' ')
        {
            "delete the tag; the value was checked as if it had none"
        } else {
            "put the text in quotes if `!` belongs to it, or delete the tag"
        })
}

/// An alias whose anchor does not exist.
pub(super) fn undefined_alias(file: &Arc<SourceFile>, span: Span, name: &str, known: &[(&str, Span)]) -> Diagnostic {
    let finding =
        Diagnostic::new(Code::UndefinedAlias, file, span, format!("nothing is anchored as `{}`", shorten_line(name)))
            .with_label("used here");
    // Words behind it, or a star at its end: emphasis, not an alias.
    let value = value_at(file, span.start);
    let words = value.is_some_and(|(text, _)| text.len() > span.len());
    if name.is_empty() || name.starts_with('*') || name.ends_with('*') || words {
        let finding = Diagnostic::new(Code::UndefinedAlias, file, span, "a plain text cannot start with `*`")
            .with_label("read as an alias")
            .with_help("put all of the text in quotes");
        let fix = value.and_then(|(text, span)| quote_fix(text, span));
        return fix.into_iter().fold(finding, Diagnostic::with_fix);
    }
    // A text is never merged.
    let before = file.text().get(..span.start as usize).unwrap_or_default();
    if known.is_empty() && before.trim_end().ends_with("<<:") {
        let finding = finding.with_note("anchors end with their file, and merge keys are not read");
        return finding.with_help(match kind_of_text(file.text()) {
            Some("glossary" | "spoken_terms") => {
                "write the entries out, or into a document of their own: a profile can name several `glossaries`"
            }
            _ => "move what files share into a document with `kind: base_style`, and write `extends: [KEY]` in each",
        });
    }
    match known {
        [] => finding
            .with_note("the document has no anchor before this line; between documents, `extends` shares rules")
            .with_help(format!("write the value out, or quote `\"*{}\"` if it is meant as text", shorten_line(name))),
        [(_, place)] => finding
            .with_secondary(*place, "the only anchor before this line")
            .with_help("name an anchor that exists, or write the value out"),
        many => {
            let finding = many.iter().rev().take(3).rev().fold(finding, |finding, (name, place)| {
                finding.with_secondary(*place, format!("`{}` is anchored here", shorten_line(name)))
            });
            finding.with_help("name an anchor that exists, or write the value out")
        }
    }
}
