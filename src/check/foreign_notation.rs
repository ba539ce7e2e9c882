//! `foreign-notation`: signs of another notation that become part of a text.
//!
//! Prompts may well speak of variables, so that these are looked for in names, and in prompts those of pipelines alone; and what
//! stands in straight quotes is meant as it is written, but for a variable.

use std::sync::Arc;

use crate::check::entity::entity_finding;
use crate::check::left_over_signs::{command_at_end, find_citations, starts_with_citation};
use crate::check::raw_document::{RawText, RawTextKind};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, Severity, SourceFile, Span};
use crate::schema::edits;
use crate::schema::explained_document::echo_text;
use crate::source::quotes::quotes_around;

/// What a template has before and behind the name of a variable.
const BRACKETS: &[(&str, &str)] =
    &[("${{", "}}"), ("{{", "}}"), ("${", "}"), ("$(", ")"), ("<%", "%>"), ("{%", "%}"), ("[[", "]]")];

/// Words of the names of variables that templates of names have between single braces.
const FILLED_IN: &[&str] = &["language", "lang", "locale", "country", "region", "market", "brand", "project", "client"];

/// Whether nothing but white space stands before this on its line, and a line before that.
fn begins_line(before: &str) -> bool {
    before.rfind('\n').is_some_and(|end| before[end..].trim().is_empty())
}

/// Says it of the text of a document.
pub(super) fn check_foreign_notation(file: &Arc<SourceFile>, text: &RawText<'_>) -> Option<Diagnostic> {
    let finding = |span: Span, message: String| {
        Diagnostic::new(Code::ForeignNotation, file, span, message).with_pointer(text.pointer.to_string())
    };
    let noun = text.kind.noun();
    if text.kind == RawTextKind::Name
        && let Some(variable) = find_variable(text.text)
    {
        let message = format!("nothing fills in `{}`, so {noun} is sent with it", echo_text(variable));
        return Some(finding(text.span, message).with_label("a variable").with_help("write the name itself"));
    }
    if matches!(text.kind, RawTextKind::Name | RawTextKind::Label | RawTextKind::Prompt)
        && let Some(label) = describe_placeholder(text)
    {
        let (what, help) = match text.kind == RawTextKind::Prompt {
            true => ("an instruction", "write the instruction, or make the lines of this entry comments"),
            false => (noun, "write the text itself: nothing fills it in"),
        };
        let message = format!("`{}` is sent as {what}", echo_text(text.text.trim()));
        return Some(finding(text.span, message).with_label(label).with_help(help));
    }
    if text.kind == RawTextKind::Prompt
        && let Some(finding) =
            without_remark(file, file.slice(text.span), text.span.start as usize, Code::ForeignNotation)
    {
        return Some(finding.with_pointer(text.pointer.to_string()));
    }
    if text.kind == RawTextKind::Prompt
        && let Some(finding) = check_prompt(file, text)
    {
        return Some(finding);
    }
    let raw = file.slice(text.span);
    if let Some(finding) = check_comment_inside(file, text) {
        return Some(finding.with_pointer(text.pointer.to_string()));
    }
    let spoken = match text.kind {
        RawTextKind::Name | RawTextKind::Label | RawTextKind::Prompt | RawTextKind::Context => true,
        RawTextKind::TranslationMemory | RawTextKind::Phrase | RawTextKind::Term | RawTextKind::Text => false,
    };
    if !spoken || edits::is_toml(file) || raw.starts_with(['"', '\'', '|', '>']) || raw.is_empty() {
        return None;
    }
    let start = text.span.start as usize;
    if let Some((open, inner, close)) = quotes_around(raw) {
        let title = "write straight quotes";
        let message = format!("`{open}` and `{close}` are no quotes of YAML, and become part of {noun}");
        let finding = finding(text.span, message)
            .with_label("part of the text")
            .with_help("write straight quotes; where these belong to the text, put straight ones around them");
        if inner.contains(['"', '\\', '\n']) {
            return Some(finding);
        }
        let end = text.span.end as usize;
        let quote = |span: Span| Edit { span, text: "\"".to_owned() };
        return Some(finding.with_fix(Fix {
            title: title.to_owned(),
            safety: Safety::Unsafe,
            edits: vec![
                quote(Span::new(start, start + open.len_utf8())),
                quote(Span::new(end - close.len_utf8(), end)),
            ],
        }));
    }
    if matches!(text.kind, RawTextKind::Name | RawTextKind::Label)
        && let Some(finding) = check_trailing_comma(file, text.span, noun)
    {
        return Some(finding.with_pointer(text.pointer.to_string()));
    }
    if raw.contains('\\')
        && let Some(at) = raw.find(" \\\n").or_else(|| raw.find(" \\\r\n"))
    {
        let sign = Span::new(start + at + 1, start + at + 2);
        let title = "delete the `\\`";
        return Some(
            finding(sign, format!("this `\\` becomes part of {noun}"))
                .with_label("joins no lines")
                .with_help("delete the `\\`: lines of a plain text are joined by themselves")
                .with_fix(edits::replace_span(sign, "", title, Safety::Unsafe)),
        );
    }
    let prompt = matches!(text.kind, RawTextKind::Prompt | RawTextKind::Context);
    let at = Some(raw)
        .filter(|raw| raw.contains('/'))?
        .find(" // ")
        .filter(|at| prompt && raw[..*at].ends_with(['.', '!', '?', '。', '！', '？']))?;
    let sign = Span::new(start + at + 1, start + at + 3);
    Some(
        finding(sign, format!("`//` begins no comment, so what follows becomes part of {noun}"))
            .with_label("part of the text")
            .with_help("begin the comment with `#`; where it belongs to the text, put all of it in quotes")
            .with_fix(edits::replace_span(sign, "#", "begin the comment with `#`", Safety::Unsafe)),
    )
}

/// A question of a colleague behind a text, which somebody was to answer: `Use du. [MK: or Sie? please check!!]`.
fn without_remark(file: &Arc<SourceFile>, raw: &str, start: usize, code: Code) -> Option<Diagnostic> {
    let text = raw.trim_end().trim_end_matches(['"', '\'']).trim_end().strip_suffix(']')?;
    let (before, remark) = text.rsplit_once('[')?;
    let (initials, asked) = remark.split_once(": ")?;
    let of_person = (2..4).contains(&initials.len()) && initials.bytes().all(|c| c.is_ascii_uppercase());
    let presses = ["!!", "??", "?!", "!?"].iter().any(|signs| asked.trim_end().ends_with(signs));
    let sentence = before.trim_end();
    if !of_person || !presses || !sentence.ends_with(['.', '!', '?', '。']) {
        return None;
    }
    let remark = Span::new(start + before.len(), start + text.len() + 1);
    let message = format!("`{}` is a remark of a colleague, and would be sent", echo_text(file.slice(remark)));
    let removal = Edit { span: Span::new(start + sentence.len(), start + text.len() + 1), text: String::new() };
    let finding = Diagnostic::new(code, file, remark, message).with_label("a note for later");
    Some(finding.offering("take the remark out", vec![removal]))
}

/// What is told in place of a fault by what stands at the end of a line: a remark, or a command.
pub(super) fn offer_without_rest(finding: &Diagnostic) -> Option<Diagnostic> {
    offer_without_remark(finding)
        .or_else(|| offer_without_citations(finding))
        .or_else(|| offer_without_command(finding))
}

/// The markers of an assistant on a line of YAML that is broken by one of them: `[cite: 12]` has a colon as keys have it, and
/// `[cite_start]` before a text begins a list.
fn offer_without_citations(Diagnostic { code, file, primary, .. }: &Diagnostic) -> Option<Diagnostic> {
    /// Longest line that is looked at: a file may be one.
    const LONGEST: usize = 4_000;
    let broken = matches!(code, Code::Syntax | Code::WrongType) && file.has_text() && !edits::is_toml(file);
    let start = broken.then(|| edits::line_start(file, primary.span.start as usize))?;
    let line = file.text()[start..].lines().next().filter(|line| line.len() < LONGEST && line.contains('['))?;
    let edits: Vec<Edit> = find_citations(line)
        .into_iter()
        .map(|part| Edit { span: Span::new(start + part.range.start, start + part.range.end), text: String::new() })
        .collect();
    let within = |inner: Span, outer: Span| outer.start <= inner.start && inner.end <= outer.end;
    let at = edits.iter().find(|edit| within(primary.span, edit.span)).or_else(|| {
        // A text of which a colon in a marker made a key and its value, alone.
        let of_text = *code == Code::WrongType && file.slice(primary.span).matches(": ").count() == 1;
        let has_colon = |edit: &&Edit| file.slice(edit.span).contains(": ");
        edits.iter().filter(has_colon).find(|edit| of_text && within(edit.span, primary.span))
    });
    let begins_list = || starts_with_citation(line).then(|| edits.first()).flatten();
    let place = at.or_else(begins_list)?.span;
    let marker = file.slice(place).trim();
    let before = file.slice(place).len() - file.slice(place).trim_start().len();
    let label = if marker.contains(": ") { "its `: ` ends a key" } else { "begins a list in YAML" };
    let message = format!("`{}` is a reference that an assistant writes for itself", echo_text(marker));
    let shown = place.start as usize + before;
    let told = Diagnostic::new(*code, file, Span::new(shown, shown + marker.len()), message);
    Some(told.with_label(label).offering("delete it", edits))
}

/// The same of a remark whose colon is a fault: quotes around all of it would only let it pass.
fn offer_without_remark(Diagnostic { code, file, primary, .. }: &Diagnostic) -> Option<Diagnostic> {
    let start = edits::line_start(file, primary.span.start as usize);
    let line = file.text()[start..].lines().next().filter(|_| *code == Code::Syntax)?;
    let told = without_remark(file, line, start, Code::Syntax)?;
    (told.primary.span.start < primary.span.start && primary.span.end < told.primary.span.end).then_some(told)
}

/// The same of a command of an editor behind a value, or at the end of the line of a fault or of the one above it.
pub(super) fn offer_without_command(finding: &Diagnostic) -> Option<Diagnostic> {
    let Diagnostic { code, file, primary, fix, severity, .. } = finding;
    let is_open = *severity == Severity::Error && (*code == Code::Syntax || fix.is_none()) && file.has_text();
    let start = is_open.then_some(primary.span.start as usize)?;
    let within = |start: usize, text: &str| {
        let before = command_at_end(text).filter(|before| !before.trim().is_empty())?;
        Some(Span::new(start + before.len(), start + text.trim_end().len()))
    };
    let place = if *code == Code::Syntax {
        let at_end = |start: usize| within(start, file.text()[start..].lines().next()?);
        let own = edits::line_start(file, start);
        at_end(own).or_else(|| at_end(edits::line_start(file, own.checked_sub(1)?)))?
    } else {
        within(start, file.slice(primary.span))?
    };
    let message = format!("`{}` is a command of the editor vim, and stands in the file", file.slice(place));
    let told = Diagnostic::new(*code, file, place, message).with_label("typed into the text");
    let told = Diagnostic { pointer: finding.pointer.clone(), ..told };
    Some(told.offering("delete it", vec![Edit { span: place, text: String::new() }]))
}

/// A line of a block text that was meant as a comment.
fn check_comment_inside(file: &Arc<SourceFile>, text: &RawText<'_>) -> Option<Diagnostic> {
    /// Notes of people; headings of Markdown are other words.
    const NOTES: &[&str] = &["TODO", "FIXME", "XXX", "NOTE:", "HACK:"];
    let raw = file.slice(text.span);
    let code = |line: &str| {
        let said = line.trim_start();
        let note = |note: &&str| said.strip_prefix(*note).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
        let noted = NOTES.iter().any(note).then_some(Code::ForeignNotation);
        if line.starts_with(" housestyle:") { Some(Code::InvalidIgnore) } else { noted }
    };
    let mut lines = memchr::memchr_iter(b'#', raw.as_bytes()).filter(|at| begins_line(&raw[..*at]));
    let (at, code) = lines.find_map(|at| Some((at, code(&raw[at + 1..])?)))?;
    let outside = move_outside(file, text.span, at);
    let at = text.span.start as usize + at;
    let said = file.text()[at..].lines().next().unwrap_or_default().trim_end();
    let message = format!("in {} of several lines, `#` begins no comment: this line is sent", text.kind.noun());
    let finding = Diagnostic::new(code, file, Span::new(at, at + said.len()), message);
    let finding = finding.with_label("a part of the text").with_help("move it to a line above the field");
    Some(outside.into_iter().fold(finding, Diagnostic::with_fix))
}

/// The edit that makes the last line of a block text a comment: with less indentation, it is none of the text.
fn move_outside(file: &Arc<SourceFile>, span: Span, at: usize) -> Option<Fix> {
    let raw = file.slice(span).trim_end();
    let line = raw[..at].rfind('\n')? + 1;
    if !raw.starts_with(['|', '>']) || raw[at..].contains('\n') || raw[..line].trim_end().lines().count() < 2 {
        return None;
    }
    let start = span.start as usize;
    let head = &file.text()[edits::line_start(file, start)..start];
    let indentation = &head[..head.len() - head.trim_start_matches(' ').len()];
    let title = "move it out of the text, below the field";
    let blanks = Span::new(start + line, start + at);
    Some(edits::replace_span(blanks, indentation, title, Safety::Unsafe))
}

/// What a text is that somebody was to replace; nothing where it is a text.
fn describe_placeholder(text: &RawText<'_>) -> Option<&'static str> {
    const NOTES: &[&str] = &["TODO", "TBD", "TBC", "FIXME", "XXX", "Lorem ipsum"];
    const NOTHING: &[&str] = &["n/a", "none", "null", "-", "...", "…", "???", "?"];
    /// Words by which a template asks for a text.
    const ASKS: &[&str] = &["insert", "enter", "add", "your", "write", "fill", "replace", "todo", "placeholder"];
    let (bare, prompt) = (text.text.trim(), text.kind == RawTextKind::Prompt);
    // Labels may well be about notes: `TODO comments`.
    let ends = |rest: &str| match prompt {
        true => !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'),
        false => rest.is_empty() || rest.starts_with(':'),
    };
    if NOTES.iter().any(|note| bare.strip_prefix(note).is_some_and(ends))
        || prompt && bare.len() < 5 && NOTHING.iter().any(|word| bare.eq_ignore_ascii_case(word))
    {
        return Some("a note for later");
    }
    let within = |open, close| {
        bare.strip_prefix(open)?.strip_suffix(close).filter(|inner: &&str| !inner.contains([open, close]))
    };
    let (inner, bracket) = within('<', '>').map(|inner| (inner, '<')).or_else(|| Some((within('[', ']')?, '[')))?;
    let first = inner.split(|c: char| !c.is_alphabetic()).next()?.to_lowercase();
    let capitals =
        inner.chars().count() > 2 && !inner.contains(char::is_lowercase) && inner.contains(char::is_uppercase);
    // A word in small letters may be a tag that the text is about.
    let words = bracket == '<' && inner.contains(' ') && !inner.contains(['=', '/', '"']);
    (capitals || words || ASKS.contains(&first.as_str())).then_some("a placeholder")
}

/// A link of Markdown whose words are its own address, as a chat makes it of a domain: where it stands, and the words.
fn find_own_link(text: &str) -> Option<(std::ops::Range<usize>, &str)> {
    let middle = text.find("](http")?;
    let open = text[..middle].rfind('[')?;
    let (words, rest) = (&text[open + 1..middle], &text[middle + 2..]);
    let address = &rest[..rest.find(')')?];
    let (_, bare) = address.split_once("://")?;
    (bare.trim_end_matches('/') == words).then(|| (open..middle + 3 + address.len(), words))
}

/// What nobody means to be sent as an instruction: a variable of a pipeline, signs as HTML writes them.
fn check_prompt(file: &Arc<SourceFile>, prompt: &RawText<'_>) -> Option<Diagnostic> {
    const OF_PIPELINES: &[&str] = &["env.", "vars.", "secrets.", "github.", "inputs."];
    let finding = |message: String| {
        Diagnostic::new(Code::ForeignNotation, file, prompt.span, message).with_pointer(prompt.pointer.to_string())
    };
    if let Some((range, words)) = find_own_link(file.slice(prompt.span)) {
        let start = prompt.span.start as usize;
        let span = Span::new(start + range.start, start + range.end);
        let message = format!("`{}` became a link in Markdown, and is sent with its signs", echo_text(words));
        let title = format!("write `{}`", echo_text(words));
        let edits = vec![Edit { span, text: words.to_owned() }];
        return Some(finding(message).with_label("holds a link to itself").offering(title, edits));
    }
    // Most prompts have neither sign.
    memchr::memchr2(b'$', b'&', prompt.text.as_bytes())?;
    let variable = find_variable(prompt.text).filter(|variable| {
        let name = variable.strip_prefix("${{").map(str::trim_start);
        name.is_some_and(|name| OF_PIPELINES.iter().any(|start| name.starts_with(start)))
    });
    if let Some(variable) = variable {
        let message = format!("nothing fills in `{}`, so the instruction is sent with it", echo_text(variable));
        return Some(finding(message).with_label("a variable of a pipeline").with_help("write the text itself"));
    }
    // What is quoted is spoken of.
    let is_spoken_of = |at: usize| prompt.text[..at].ends_with(['`', '"', '\'', '“', '„', '«', '‘', '(']);
    let found = entity_finding(file, prompt.kind.noun(), (prompt.text, prompt.span), |_, at| !is_spoken_of(at))?;
    Some(found.with_pointer(prompt.pointer.to_string()))
}

/// An entry of a dictionary whose phrases stand in quotes of another notation, both of them.
pub(super) fn check_quoted_entry(file: &Arc<SourceFile>, key: Span, value: Span) -> Option<Diagnostic> {
    if edits::is_toml(file) {
        return None;
    }
    let (open, _, close) = quotes_around(file.slice(key))?;
    quotes_around(file.slice(value))?;
    let message = format!("`{open}` and `{close}` are no quotes of YAML, and become part of the phrases");
    let finding = Diagnostic::new(Code::ForeignNotation, file, key, message).with_label("part of the phrase");
    Some(
        finding
            .with_help("write straight quotes, or none; where these belong to the phrases, put straight ones around"),
    )
}

/// Several terms that were written as one: three between commas at least, since a name may have one.
pub(super) fn check_several_terms(file: &Arc<SourceFile>, span: Span, text: &str) -> Option<Diagnostic> {
    let (sign, least) =
        [(", ", 3), ("、", 2), ("，", 2), ("; ", 2), (" | ", 2)].into_iter().find(|(sign, _)| text.contains(sign))?;
    let terms: Vec<&str> = text.split(sign).map(str::trim).collect();
    let short = |term: &&str| {
        // The point of a title ends nothing.
        let name = ["Dr. ", "Prof. ", "Mr. ", "Mrs. ", "Ms. "].iter().find_map(|title| term.strip_prefix(title));
        let name = name.unwrap_or(term);
        !name.is_empty() && term.split(' ').count() < 4 && !name.contains(['.', '&', '('])
    };
    if terms.len() < least || !terms.iter().all(short) {
        return None;
    }
    let message = format!("`{}` is one term", echo_text(text));
    let finding = Diagnostic::new(Code::ForeignNotation, file, span, message)
        .with_label(format!("`{}` parts nothing", sign.trim()));
    let start = span.start as usize;
    let line = file.text().get(edits::line_start(file, start)..start).unwrap_or_default();
    if line.trim_end().ends_with(['[', ',']) {
        let terms: Vec<String> = terms.iter().map(|term| edits::match_notation(file, span, term)).collect();
        let list = terms.join(", ");
        let title = format!("write `{}`", echo_text(&list));
        return Some(finding.offering(title, vec![Edit { span, text: list }]));
    }
    let help = "write each of them as an entry of its own";
    let dash = line.trim_start_matches(' ').strip_prefix('-').is_some_and(|rest| rest.trim().is_empty());
    if edits::is_toml(file) || !dash || file.slice(span) != text {
        return Some(finding.with_help(help));
    }
    let entries = terms.join(&format!("{}{line}", edits::line_ending(file)));
    Some(finding.with_help(help).with_fix(edits::replace_span(span, entries, help, Safety::Unsafe)))
}

/// A comma behind a value, as JSON has them: in YAML it is part of the text.
pub(super) fn check_trailing_comma(file: &Arc<SourceFile>, span: Span, noun: &str) -> Option<Diagnostic> {
    let raw = file.slice(span);
    if !raw.ends_with(',') || edits::is_toml(file) || raw.starts_with(['"', '\'', '|', '>']) {
        return None;
    }
    let sign = Span::new(span.end as usize - 1, span.end as usize);
    let title = "delete the comma";
    let message = format!("the `,` at the end becomes part of {noun}");
    let finding = Diagnostic::new(Code::ForeignNotation, file, sign, message).with_label("parts nothing");
    let finding = finding.with_help(format!("{title}; where it belongs to the text, put all of it in quotes"));
    Some(finding.with_fix(edits::replace_span(sign, "", title, Safety::Unsafe)))
}

/// A variable of a shell or a template in a text.
pub(super) fn find_variable(text: &str) -> Option<&str> {
    for (open, close) in BRACKETS {
        let Some(start) = text.find(open) else { continue };
        let Some(length) = text[start + open.len()..].find(close) else { continue };
        return Some(&text[start..start + open.len() + length + close.len()]);
    }
    let braced = text.find('{').and_then(|start| text[start..].split_inclusive('}').next());
    let is_filled = |name: &str| FILLED_IN.iter().any(|word| name.to_lowercase().split('_').any(|part| part == *word));
    if let Some(name) = braced.filter(|name| name.ends_with('}') && is_filled(name[1..name.len() - 1].trim())) {
        return Some(name);
    }
    let constant = |word: &str| {
        word.len() > 1
            && word.starts_with(|c: char| c.is_ascii_uppercase())
            && word.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
    };
    text.split([' ', ',', '(', ')']).find(|word| {
        let of_shell = word.strip_prefix('$').is_some_and(constant);
        of_shell || word.strip_prefix('%').and_then(|word| word.strip_suffix('%')).is_some_and(constant)
    })
}
