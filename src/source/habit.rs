//! Files that are something else as a whole: in a Markdown fence, a patch, JSON with comments, TOML under the name of YAML.
//!
//! One habit is one finding. It is only looked for where something is wrong already, so that nobody's prompt is taken for one.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, SourceFile, Span};
use crate::source::edit::apply_text_edits;
use crate::source::emit::{self, ValueTree};
use crate::source::{Format, Node, ParsedFile, Value, parse_source};

/// What stands between the notation of a file and the one that it is read in.
const READ_AS: &str = ", and the file is read as ";

/// The file with the one finding about what it is, where it is something else and that is why it cannot be read.
pub(super) fn explain_habits(parsed: ParsedFile, format: Format) -> ParsedFile {
    let faulty = |finding: &Diagnostic| {
        matches!(finding.code, Code::Syntax | Code::WrongType | Code::UndefinedAlias | Code::DuplicateKey)
    };
    let no_mapping = |node: &Node| !matches!(node.value, Value::Mapping(_));
    let text = parsed.file.text().trim_start_matches(['\u{feff}', ' ', '\n', '\r']);
    let commented = text.starts_with('{') && text.lines().any(|line| line.trim_start().starts_with("//"));
    if format == Format::Yaml
        && let Some(finding) = explain_split_document(&parsed)
    {
        return ParsedFile { documents: Vec::new(), findings: vec![finding], incomplete: true, ..parsed };
    }
    // No field begins so.
    let marked = |node: &Node| node.entries().iter().any(|entry| entry.key.value.starts_with('+'));
    let read = !parsed.documents.iter().any(|document| no_mapping(document) || marked(document));
    if !commented && !parsed.findings.iter().any(faulty) && read {
        return parsed;
    }
    match recognize_habit(&parsed.file, format) {
        Some(finding) => ParsedFile { documents: Vec::new(), findings: vec![finding], incomplete: true, ..parsed },
        None if format == Format::Yaml => explain_second_document(parsed),
        None => parsed,
    }
}

/// Fields at the margin that begin anew with the first of them: a second document, or the same one pasted again.
fn explain_second_document(mut parsed: ParsedFile) -> ParsedFile {
    let text = parsed.file.text();
    let again = |finding: &Diagnostic| {
        let at = finding.primary.span.start as usize;
        finding.code == Code::DuplicateKey && text[..at].ends_with('\n')
    };
    let mut repeated = parsed.findings.iter().filter(|finding| again(finding));
    let Some(first) = repeated.next() else { return parsed };
    let other =
        |finding: &&Diagnostic| parsed.file.slice(finding.primary.span) != parsed.file.slice(first.primary.span);
    if !repeated.any(|finding| other(&finding)) {
        return parsed;
    }
    let there = first.secondary.first().map(|label| label.span);
    let begins = |document: &Node| {
        // What a document is called may stand above its other fields once.
        let mut fields = document
            .entries()
            .iter()
            .skip_while(|entry| matches!(entry.key.value.as_str(), "kind" | "key") && there != Some(entry.key.span));
        fields.next().is_some_and(|entry| there == Some(entry.key.span))
    };
    if !parsed.documents.iter().any(begins) {
        return parsed;
    }
    let at = first.primary.span.start as usize;
    // What says of a document what it is stands right above its name.
    let own = |line: &&str| ["key:", "kind:", "# "].iter().any(|begin| line.starts_with(begin));
    let above: usize = text[..at].split_inclusive('\n').rev().take_while(own).map(str::len).sum();
    let begins = &text[at - above..at];
    let title = match begins.split([':', ' ']).next().filter(|word| matches!(*word, "key" | "kind")) {
        Some(word) => format!("write `---` above its `{word}`"),
        None => "write `---` above it".to_owned(),
    };
    let key = text[at..].split([':', '\n']).next().unwrap_or_default();
    let message = format!("`{key}` and what is below it stand there already: a document begins anew");
    let mut own = text[at - above..].lines().take_while(|line| !line.starts_with("---"));
    let keyed = own.any(|line| line.starts_with("key:"));
    let finding = Diagnostic::new(Code::DuplicateKey, &parsed.file, first.primary.span, message)
        .with_label("begins the fields again")
        .with_secondary(first.secondary[0].span, "they begin here")
        .with_help(match keyed {
            true => format!("{title}, or keep one of the two"),
            false => format!("{title} and a `key` below it, or keep one of the two"),
        })
        .with_fix(Fix {
            title,
            safety: Safety::Unsafe,
            edits: vec![Edit { span: Span::empty_at(at - above), text: "---\n".to_owned() }],
        });
    let others = parsed.findings.iter().filter(|finding| !again(finding)).cloned();
    parsed.findings = others.chain([finding]).collect();
    parsed
}

/// `...` or `---` among the fields of a document, which divides it.
fn explain_split_document(parsed: &ParsedFile) -> Option<Diagnostic> {
    /// What tells a document of its own.
    const OWN: &[&str] = &["kind", "key", "name", "language"];
    let [one, other] = parsed.documents.as_slice() else { return None };
    let text = parsed.file.text();
    let mark = |line: &str| {
        let line = line.trim_end();
        let bare = line.split(" #").next().unwrap_or_default().trim_end();
        ["...", "---"].into_iter().find(|mark| bare == *mark)
    };
    let first = one.entries().first()?.key.span.start as usize;
    let (mut at, mut lines) = (0, text.split_inclusive('\n'));
    let line = lines.find(|line| {
        let found = at >= first && mark(line).is_some();
        at += if found { 0 } else { line.len() };
        found
    })?;
    let below = lines.find(|line| !line.trim().is_empty() && !line.starts_with('#'))?;
    let (mark, fields) = (mark(line)?, other.entries());
    let apart = fields.iter().all(|entry| one.get(&entry.key.value).is_none());
    let names = |document: &Node| OWN.iter().any(|field| document.get(field).is_some());
    let nameless = !fields.is_empty() && names(one) && !names(other);
    if below.starts_with("---") || !apart || mark == "---" && !nameless {
        return None;
    }
    let (message, label, help) = match mark {
        "---" => (
            "`---` begins another document, and what follows has no name, language or kind of its own",
            "begins another document",
            "delete the line; where a document was meant, write its `key`, `name` and `language` below",
        ),
        _ => (
            "`...` ends the document, and more of it follows",
            "ends the document",
            "delete the line; where something was left out, write it here",
        ),
    };
    Some(
        Diagnostic::new(Code::Syntax, &parsed.file, Span::new(at, at + mark.len()), message)
            .with_label(label)
            .with_help(help)
            .with_fix(Fix {
                title: "delete the line".to_owned(),
                safety: Safety::Unsafe,
                edits: vec![Edit { span: Span::new(at, at + line.len()), text: String::new() }],
            }),
    )
}

/// Lines with their places, without those that say nothing.
struct WrittenLine<'a> {
    start: usize,
    text: &'a str,
}

fn recognize_habit(file: &Arc<SourceFile>, format: Format) -> Option<Diagnostic> {
    let text = file.text();
    let mut at = 0;
    let mut lines = Vec::new();
    for line in text.split_inclusive('\n') {
        let bare = line.trim_end().trim_start_matches('\u{feff}');
        if !bare.trim().is_empty() {
            lines.push(WrittenLine { start: at + line.len() - line.trim_start_matches('\u{feff}').len(), text: bare });
        }
        at += line.len();
    }
    let habit = FileHabit { file, format, lines };
    habit
        .fence()
        .or_else(|| habit.sentences())
        .or_else(|| habit.patch())
        .or_else(|| habit.json_comments())
        .or_else(|| habit.code_around())
        .or_else(|| habit.blocks())
        .or_else(|| habit.pasted())
        .or_else(|| habit.other_notation())
}

/// Whether a value is written as TOML has it: text in quotes, a list, a table, a number, a switch.
fn is_toml_value(value: &str) -> bool {
    value.starts_with(|c: char| matches!(c, '"' | '\'' | '[' | '{' | '-' | '+') || c.is_ascii_digit())
        || matches!(value.split([' ', '#']).next(), Some("true" | "false"))
}

/// Whether a line begins with the name of a field and the sign behind it.
fn is_field(line: &WrittenLine<'_>) -> bool {
    let key = line.text.split_once([':', '=']).map_or("", |(key, _)| key.trim_end());
    !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

struct FileHabit<'a> {
    file: &'a Arc<SourceFile>,
    format: Format,
    lines: Vec<WrittenLine<'a>>,
}

impl FileHabit<'_> {
    fn finding(&self, line: &WrittenLine<'_>, message: impl Into<String>) -> Diagnostic {
        let lead = line.text.len() - line.text.trim_start().len();
        let span = Span::new(line.start + lead, line.start + line.text.len());
        Diagnostic::new(Code::Syntax, self.file, span, message)
    }

    /// Whole lines of the file, with their ends.
    fn line_span(&self, line: &WrittenLine<'_>) -> Span {
        let rest = &self.file.text()[line.start..];
        Span::new(line.start, line.start + rest.find('\n').map_or(rest.len(), |at| at + 1))
    }

    /// A fence of Markdown around the text, and perhaps prose around that.
    fn fence(&self) -> Option<Diagnostic> {
        let is_fence = |line: &&WrittenLine<'_>| line.text.starts_with("```") || line.text.starts_with("~~~");
        let mut fences = self.lines.iter().filter(is_fence);
        let open = fences.next()?;
        let close = fences.next();
        let mut behind = self.lines.iter().filter(|line| line.start > open.start);
        let ends = close.is_none() && behind.all(|line| line.text.starts_with('#'));
        if ends && self.lines[0].start != open.start {
            let edits = vec![Edit { span: self.line_span(open), text: String::new() }];
            let finding = self.finding(open, "the end of a Markdown fence stands behind this text");
            return Some(finding.with_label("no part of the file").offering("delete the line", edits));
        }
        let inside =
            |line: &&WrittenLine<'_>| line.start > open.start && close.is_none_or(|close| line.start < close.start);
        let around = || self.lines.iter().filter(|line| !inside(line) && !is_fence(line));
        let is_below = |line: &WrittenLine<'_>| line.text.starts_with([' ', '-', '#', '[', ']', '}']);
        // Where fields stand beside its signs, a change was copied from a review.
        if around().any(is_field) && around().all(|line| is_field(line) || is_below(line)) {
            let removal = |line: &WrittenLine<'_>| Edit { span: self.line_span(line), text: String::new() };
            let edits = self.lines.iter().filter(is_fence).map(removal).collect();
            let finding = self.finding(open, "a fence of Markdown stands among the fields");
            return Some(finding.with_label("no part of the file").offering("delete the lines of the fence", edits));
        }
        let around = around().count();
        let message = if around == 0 {
            "the fence of a Markdown page is around this text"
        } else {
            "a Markdown page was pasted: only what stands in its fence is meant"
        };
        let outside: Vec<&WrittenLine<'_>> = self.lines.iter().filter(|line| !inside(line)).collect();
        let edits = outside.iter().map(|line| Edit { span: self.line_span(line), text: String::new() }).collect();
        let title = if around == 0 { "delete the lines of the fence" } else { "keep what stands in the fence" };
        Some(self.finding(open, message).with_label("no part of the file").offering(title, edits))
    }

    /// What an assistant says before and behind its answer: sentences at the margin, with a blank line between them and the rest.
    fn sentences(&self) -> Option<Diagnostic> {
        let text = self.file.text();
        let is_sentence = |line: &&WrittenLine<'_>| {
            let is_entry = line.text.contains(": ") || line.text.contains(" = ");
            // What says neither is a comment that lost its sign.
            let to_person = line.text.ends_with(['!', '?', ':'])
                || [" you", " me ", "I "].iter().any(|word| line.text.contains(word));
            let ended = line.text.ends_with(['.', '!', '?', ':']) && line.text.split(' ').count() > 3;
            line.text.starts_with(char::is_uppercase) && ended && to_person && !is_entry
        };
        let said: Vec<&WrittenLine<'_>> = self.lines.iter().filter(|line| !line.text.starts_with('#')).collect();
        let (above, rest) = said.split_at(said.iter().take_while(|line| is_sentence(line)).count());
        let (rest, below) = rest.split_at(rest.len() - rest.iter().rev().take_while(|line| is_sentence(line)).count());
        // Whether a blank line stands above the first of these.
        let is_apart = |lines: &[&WrittenLine<'_>]| {
            lines.first().is_some_and(|line| text[..line.start].trim_end_matches(['\n', '\r']).len() + 1 < line.start)
        };
        let told = [(above, is_apart(rest)), (below, is_apart(below))].into_iter().filter(|(_, apart)| *apart);
        let lines: Vec<&WrittenLine<'_>> = told.flat_map(|(lines, _)| lines).copied().collect();
        let first = lines.first()?;
        let edits: Vec<Edit> =
            lines.iter().map(|line| Edit { span: self.line_span(line), text: String::new() }).collect();
        let rest = SourceFile::new(&**self.file.path(), apply_text_edits(text, &edits)?);
        let is_read = !parse_source(&rest, self.format).findings.iter().any(|finding| finding.code == Code::Syntax);
        let finding = self.finding(first, "what an assistant says around its answer was pasted with it");
        is_read.then(|| finding.with_label("no part of the file").offering("delete it", edits))
    }

    /// The lines of a patch.
    fn patch(&self) -> Option<Diagnostic> {
        let heads = |line: &&WrittenLine<'_>| {
            line.text.starts_with("diff --git ") || (line.text.starts_with("@@ -") && line.text[3..].contains(" @@"))
        };
        let Some(first) = self.lines.iter().find(heads) else { return self.signs_of_patch() };
        let marked = self.lines.iter().any(|line| line.text.starts_with(['+', '-']));
        marked.then(|| {
            self.finding(first, "this is a patch, not the file that it changes")
                .with_label("begins a change")
                .with_help("apply it to the file (`git apply`), or delete its headers and signs")
        })
    }

    /// Lines with the sign of a patch before them: all, or some among the lines of the file.
    fn signs_of_patch(&self) -> Option<Diagnostic> {
        let sign = |line: &WrittenLine<'_>| line.text.chars().next().filter(|c| matches!(c, ' ' | '+' | '-'));
        let key = |line: &WrittenLine<'_>| line.text[1..].trim_start().split([':', '=']).next().map(str::to_owned);
        let begins_entry = |c: char| c.is_ascii_alphabetic() || matches!(c, '-' | '[');
        let is_new = |line: &WrittenLine<'_>| {
            line.text.starts_with('+') && line.text[1..].trim_start().starts_with(begins_entry)
        };
        let at = self.lines.iter().position(is_new)?;
        let first = &self.lines[at];
        let all =
            self.lines.len() > 1 && self.lines.iter().all(|line| sign(line).is_some() || line.text.starts_with('#'));
        // What a line with a `-` has beside no other is an entry of a list.
        let old = self.lines[..at].iter().rev().take_while(|line| line.text.starts_with('-')).count();
        let replaced = self.lines[at - old..at].iter().any(|line| key(line) == key(first));
        // With one blank behind it, the sign may be that of an item.
        let is_item = first.text[1..].starts_with(' ') && !first.text[1..].starts_with("  ");
        if !all && !replaced && is_item {
            return None;
        }
        let old = if all || replaced { old } else { 0 };
        let among = at - old..at + self.lines[at..].iter().take_while(|line| is_new(line)).count();
        let signed = if all { &self.lines[..] } else { &self.lines[among] };
        // Where no line has a blank before it for the others' signs, a sign stands in the place of one.
        let lead = |line: &WrittenLine<'_>| line.text[1..].len() - line.text[1..].trim_start().len();
        let blank = if !all && lead(first) % 2 == 1 { " " } else { "" };
        let edits = signed.iter().filter(|line| sign(line).is_some()).map(|line| match sign(line) {
            Some('-') => Edit { span: self.line_span(line), text: String::new() },
            Some(_) | None => Edit { span: Span::new(line.start, line.start + 1), text: blank.to_owned() },
        });
        let title = match signed.iter().any(|line| sign(line) == Some('-')) {
            true => "delete the signs, and the lines with a `-`",
            false => "delete the signs",
        };
        Some(self.finding(first, "the signs of a patch stand before these lines").offering(title, edits.collect()))
    }

    /// JSON with comments: YAML takes JSON, and has comments of its own.
    fn json_comments(&self) -> Option<Diagnostic> {
        let begins = self.lines.iter().find(|line| !line.text.trim_start().starts_with("//"))?;
        let json = begins.text.starts_with(['{', '[']) && self.format == Format::Yaml;
        let comment =
            self.lines.iter().find(|line| line.text.trim_start().starts_with(['/']) && line.text.contains("//"));
        let comment = comment
            .or_else(|| self.lines.iter().find(|line| line.text.contains("\", //") || line.text.contains("{ //")));
        let comment = comment.filter(|_| json)?;
        let edits = self.lines.iter().filter_map(|line| {
            let lead = line.text.len() - line.text.trim_start().len();
            let at = line.start + lead;
            line.text[lead..].starts_with("//").then(|| Edit { span: Span::new(at, at + 2), text: "#".to_owned() })
        });
        let edits: Vec<Edit> = edits.collect();
        let finding = self
            .finding(comment, "a comment of JavaScript: comments begin with `#` here")
            .with_label("not a comment")
            .with_help("begin it with `#`");
        if edits.is_empty() {
            return Some(finding);
        }
        Some(finding.with_fix(Fix { title: "begin comments with `#`".to_owned(), safety: Safety::Unsafe, edits }))
    }

    /// An object of a programming language, with the statement around it.
    fn code_around(&self) -> Option<Diagnostic> {
        let first = self.lines.iter().find(|line| !line.text.starts_with(['#', '/']))?;
        let text = first.text;
        let object = text.find(['{', '[', '(']).filter(|_| text.contains('{') || text.ends_with(['[', '(']));
        let head = text[..object.unwrap_or(0)].trim_end().trim_end_matches('(').trim_end();
        let assigned = head.strip_suffix('=').map(str::trim_end);
        let name = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "_.: ".contains(c));
        let word = |text: &str| name(text) && !text.contains([' ', ':']);
        let language = if text.starts_with("<?php") {
            "PHP"
        } else if self.format == Format::Toml {
            return None;
        } else if head == "export default"
            || assigned.is_some_and(|left| {
                left == "module.exports"
                    || ["const ", "let ", "var ", "export const "].iter().any(|word| left.starts_with(word))
                        && name(left)
            })
        {
            "JavaScript"
        } else if assigned.is_some_and(word) {
            "a programming language"
        } else {
            return None;
        };
        let message = format!("this is an object of {language}, not {}", self.notation());
        let message = message.replace("of a programming language", "with its assignment");
        Some(self.finding(first, message).with_label("begins a statement").with_help(if language == "PHP" {
            "write each field on a line of its own: `key: value`"
        } else {
            "keep the braces and what they hold: YAML reads such an object without the words around it"
        }))
    }

    /// Blocks of Terraform's language.
    fn blocks(&self) -> Option<Diagnostic> {
        let is_block = |line: &&WrittenLine<'_>| {
            let head = line.text.trim().strip_suffix('{').map(str::trim_end).unwrap_or_default();
            let mut words = head.split(' ');
            let word = words.next().unwrap_or_default();
            let named = words.all(|label| label.len() > 1 && label.starts_with('"') && label.ends_with('"'));
            !word.is_empty() && named && word.chars().all(|c| c.is_ascii_alphabetic() || c == '_')
        };
        let first = self.lines.iter().find(is_block)?;
        let closed = self.lines.iter().any(|line| line.text.trim() == "}");
        let notation = self.notation();
        // The fields of a block with labels are those of a document; in the project file, a block is a table.
        let field = |line: &WrittenLine<'_>| {
            let (key, value) = line.text.split_once('=')?;
            let (key, value) = (key.trim(), value.trim());
            let plain = key.chars().all(|c| c.is_ascii_lowercase() || c == '_') && value.starts_with(['"', '[']);
            plain.then(|| match self.format {
                Format::Yaml => format!("`{key}: {}`", value.trim_matches('"')),
                Format::Toml => format!("`{key} = {value}`"),
            })
        };
        let labelled = first.text.contains('"');
        // Those of the project file that are lists of tables.
        let word = first.text.trim().trim_end_matches('{').trim_end();
        let is_list = matches!(word, "moved" | "removed" | "import" | "acknowledged" | "texts");
        let fields: Vec<String> = self
            .lines
            .iter()
            .filter(|line| line.start > first.start && (labelled || is_list))
            .map_while(field)
            .take(2)
            .collect();
        closed.then(|| {
            self.finding(first, format!("this is a block of Terraform's language, not {notation}"))
                .with_label("a block")
                .with_help(match (fields.as_slice(), self.format) {
                    ([_, ..], Format::Toml) if is_list => {
                        format!("write `[[{word}]]`, and its lines below without the braces: {}", fields.join(", "))
                    }
                    ([_, ..], _) => {
                        format!("write its fields at the margin, without the block: {}", fields.join(", "))
                    }
                    ([], Format::Yaml) => {
                        "write `key: value`, and what is in a block indented below its key".to_owned()
                    }
                    ([], Format::Toml) => "write `[table]` with `key = value` below it".to_owned(),
                })
        })
    }

    /// Lines with the signs of where they were copied from, or of another language altogether.
    fn pasted(&self) -> Option<Diagnostic> {
        let first = self.lines.first()?;
        let said = || self.lines.iter().filter(|line| !line.text.starts_with('#'));
        let all = |sign: &str| said().count() > 1 && said().all(|line| line.text.starts_with(sign));
        if first.text.starts_with('<')
            && first.text[1..].starts_with(|c: char| c.is_alphabetic() || matches!(c, '?' | '!'))
        {
            let finding = self.finding(first, format!("this is XML or HTML, not {}", self.notation()));
            return Some(
                finding.with_label("a tag").with_help("write the fields by hand: `housestyle init` shows a first file"),
            );
        }
        if ["curl ", "wget "].iter().any(|word| first.text.starts_with(word)) {
            let finding = self.finding(first, format!("this is a command of a shell, not {}", self.notation()));
            let help = "write what the command sends: each field on a line of its own, without the key";
            return Some(finding.with_label("a command").with_help(help));
        }
        if all("|") {
            let finding = self.finding(first, format!("this is a table of Markdown, not {}", self.notation()));
            return Some(finding.with_label("a row").with_help("write each field on a line of its own, `key: value`"));
        }
        // At the margin, YAML has no text that begins so.
        let some_quoted = || self.format == Format::Yaml && said().any(|line| line.text.starts_with("> "));
        let (sign, what) = if all("> ") || some_quoted() {
            ("> ", "the signs of a quoted mail stand before these lines")
        } else if all("**") {
            ("**", "the signs that Markdown has for bold stand in these lines")
        } else {
            return None;
        };
        let title = format!("delete each `{}`", sign.trim());
        let places = self.lines.iter().flat_map(|line| {
            let at = line.text.match_indices(sign).filter(|(at, _)| sign == "**" || *at == 0);
            at.map(|(at, sign)| Span::new(line.start + at, line.start + at + sign.len()))
        });
        let edits = places.map(|span| Edit { span, text: String::new() }).collect();
        let first = said().find(|line| line.text.starts_with(sign)).unwrap_or(first);
        Some(self.finding(first, what).with_label("no part of the file").offering(title, edits))
    }

    fn notation(&self) -> &'static str {
        match self.format {
            Format::Yaml => "YAML",
            Format::Toml => "TOML",
        }
    }

    /// The whole file in the other notation.
    fn other_notation(&self) -> Option<Diagnostic> {
        let said: Vec<&WrittenLine<'_>> =
            self.lines.iter().filter(|line| !line.text.trim_start().starts_with('#')).collect();
        let first = said.first()?;
        if self.format == Format::Toml && first.text.starts_with('{') && first.text.len() < 3 {
            let finding = self.finding(first, format!("this is JSON{READ_AS}TOML")).with_label("begins an object");
            return Some(self.offer_toml(finding, "write `key = value`, text in quotes, and objects as `[table]`"));
        }
        let top = || said.iter().filter(|line| !line.text.starts_with([' ', '\t', '-', '}', ']']));
        let word = |text: &str| {
            !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '"'))
        };
        let toml = |line: &&&WrittenLine<'_>| {
            let text = line.text;
            text.split_once('=').is_some_and(|(key, value)| word(key.trim()) && is_toml_value(value.trim()))
                || (text.starts_with('[') && text.ends_with(']'))
        };
        let yaml = |line: &&&WrittenLine<'_>| {
            line.text
                .split_once(':')
                .is_some_and(|(key, value)| word(key) && (value.is_empty() || value.starts_with(' ')))
        };
        let (all, like) = (
            top().count(),
            match self.format {
                Format::Yaml => top().filter(toml).count(),
                Format::Toml => top().filter(yaml).count(),
            },
        );
        // Texts of several lines are like nothing.
        let is_read = || {
            let other = parse_source(&SourceFile::new("read", self.file.text()), Format::Toml);
            other.findings.is_empty() && !other.documents.is_empty()
        };
        let is_other = like == all || self.format == Format::Yaml && toml(&first) && is_read();
        if all < 2 || !is_other {
            return None;
        }
        let (other, ending, sign) = match self.format {
            Format::Yaml => ("TOML", ".toml", "`key: value`"),
            Format::Toml => ("YAML", ".yaml", "`key = value`"),
        };
        let (own, path) = (self.notation(), self.file.path());
        let finding = self.finding(first, format!("this is {other}{READ_AS}{own}"));
        let finding = finding.with_label(format!("{own} has {sign}"));
        Some(if path.ends_with("housestyle.toml") {
            self.offer_toml(
                finding,
                "write `key = value`, text in quotes, and `[table]` for what has settings below it",
            )
        } else {
            finding.with_help(format!("give the file a name that ends with `{ending}`"))
        })
    }

    /// What YAML or JSON says, as TOML: its first lines, and the whole of it as an edit where nothing is lost.
    fn offer_toml(&self, finding: Diagnostic, otherwise: &str) -> Diagnostic {
        let read = |text: &str, format| parse_source(&SourceFile::new("read", text), format);
        let whole = |parsed: ParsedFile| match parsed.documents.as_slice() {
            [document] if parsed.findings.is_empty() => Some(ValueTree::from_node(document)),
            _ => None,
        };
        let text = self.file.text();
        let Some(tree) = whole(read(text, Format::Yaml)).filter(|_| !text.contains('#')) else {
            return finding.with_help(otherwise);
        };
        let ValueTree::Mapping(entries) = &tree else { return finding.with_help(otherwise) };
        let toml = emit::toml(entries);
        let same = whole(read(&toml, Format::Toml)).is_some_and(|other| other.equals_unordered(&tree));
        let lines: Vec<String> =
            toml.lines().filter(|line| !line.is_empty()).take(2).map(|line| format!("`{line}`")).collect();
        if !same || lines.iter().any(|line| line.len() > 80) {
            return finding.with_help(otherwise);
        }
        let more = if toml.lines().count() > 2 { ", and so on" } else { "" };
        let edits = vec![Edit { span: Span::new(0, text.len()), text: toml }];
        finding.with_help(format!("write {}{more}", lines.join(" and "))).with_fix(Fix {
            title: "write it as TOML".to_owned(),
            safety: Safety::Unsafe,
            edits,
        })
    }
}

/// Whether a finding says that a whole file is in another notation than the one that it is read in.
#[must_use]
pub fn is_about_notation(finding: &Diagnostic) -> bool {
    finding.code == Code::Syntax && finding.message.starts_with("this is ") && finding.message.contains(READ_AS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_something_else_has_one_finding() {
        let said = |path: &str, text: &str| {
            let format = Format::from_path(path).unwrap();
            let parsed = parse_source(&SourceFile::new(path, text), format);
            parsed.findings.iter().map(|finding| finding.message.clone()).collect::<Vec<_>>().join("; ")
        };
        for (path, text, about) in [
            ("a.yaml", "```yaml\nname: A\nlanguage: de\n```\n", "fence"),
            ("a.yaml", "Here is the list:\n\n```yaml\nname: A\n```\nTell me if more is needed.\n", "Markdown page"),
            ("a.yaml", "diff --git a/a.yaml b/a.yaml\n@@ -1,2 +1,2 @@\n-name: A\n+name: B\n language: de\n", "patch"),
            ("a.yaml", "{\n  // the name\n  \"name\": \"A\"\n}\n", "JavaScript"),
            ("a.yaml", "resource \"style\" \"a\" {\n  name = \"A\"\n}\n", "Terraform"),
            ("a.yaml", "curl https://api.deepl.com \\\n  -d '{}'\n", "command of a shell"),
            ("a.yaml", "name = \"A\"\nlanguage = \"de\"\n", "this is TOML"),
            ("a.toml", "name: A\nlanguage: de\n", "this is YAML"),
            ("housestyle.toml", "{\n  \"files\": [\"styles/*.yaml\"]\n}\n", "this is JSON"),
        ] {
            let told = said(path, text);
            assert!(told.contains(about) && !told.contains(';'), "{text}{told}");
        }
        assert_eq!(said("a.yaml", "name: A\nlanguage: de\nx: |\n  ```\n  diff --git a b\n"), "");
    }
}
