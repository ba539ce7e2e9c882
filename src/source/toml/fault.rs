//! What is not TOML: from the words of the parser, and a look at the text, to a place and words for people.

use std::sync::Arc;

use toml_edit::{Key, TomlError};

use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, SourceFile, Span};
use crate::source::edit::line;
use crate::source::emit::is_printable;
use crate::source::faulty_text::FaultyText;
use crate::source::hidden_bracket::HiddenBracket;
use crate::source::limit;
use crate::source::shorten::shorten_line;
use crate::source::toml::bare_text;
use crate::source::toml::quote::within_curly;

/// Whether the parser's own limit of nesting was reached.
pub(super) fn is_too_deep(message: &str) -> bool {
    message.starts_with("cannot recurse further") || message.starts_with("recursion limit")
}

/// Whether a key is there already, as a value or as something that cannot take more.
pub(super) fn is_repeated(message: &str) -> bool {
    message == "duplicate key" || message.starts_with("cannot extend value")
}

/// The finding for an error of the parser. `base` is the length of a byte order mark.
pub(super) fn explain_error(file: &Arc<SourceFile>, base: usize, span: Span, error: &TomlError) -> Diagnostic {
    let text = &file.text()[base..];
    let (start, end) = (span.start as usize - base, span.end as usize - base);
    let fault = TomlFault { file, text: FaultyText(text), base, start, end };
    let message = error.message();
    let (what, expected) = message.split_once(", expected ").unwrap_or((message, ""));
    let meant = match what {
        _ if is_too_deep(message) || is_repeated(message) => None,
        "missing assignment between key-value pairs" => fault.unseen_character().or_else(|| fault.sign_before_value()),
        "unclosed table" | "unclosed array table" | "unexpected key or value" | "invalid key-value pair" => {
            fault.unseen_character().or_else(|| fault.other_header())
        }
        "missing opening quote" => fault.unseen_character().or_else(|| fault.lost_open_quote()),
        "unclosed array"
        | "missing comma between array elements"
        | "invalid basic string"
        | "invalid literal string" => fault.unseen_character().or_else(|| fault.open_quote_in_list()),
        _ => fault.unseen_character(),
    };
    if let Some(finding) = fault.bracket_in_comment().or_else(|| fault.decimal_comma()).or(meant) {
        return finding;
    }
    match what {
        _ if is_too_deep(message) => too_deep(file, span),
        "duplicate key" => duplicate_key(file, span, file.slice(span)),
        "string values must be quoted" | "invalid boolean" => fault.invalid_value(),
        "invalid float" if fault.is_word() => fault.invalid_value(),
        "key with no value" => fault.missing_equals(),
        "extra `=`" => fault.second_equals(),
        "extra comma in array" | "extra comma in inline table" => fault.extra_comma(),
        "unclosed array" | "unclosed inline table" => fault.unclosed_bracket(),
        "missing comma between array elements" | "missing comma between key-value pairs" => fault.missing_comma(),
        "unclosed table" | "unclosed array table" => fault.unclosed_header(),
        "unexpected key or value" => fault.trailing_text(),
        "invalid unquoted key" => fault.invalid_key(),
        "unquoted keys cannot be empty" => fault
            .syntax_finding(start, fault.line_end(), "a value without a key")
            .with_help("write the key before the `=`"),
        "missing escaped value" | "too few unicode value digits" => fault.invalid_escape(),
        "unexpected leading zero" => fault
            .word_finding("a number cannot start with a zero")
            .with_help("drop the zero, or put it in quotes if it is text"),
        "integer number overflowed" | "floating-point number overflowed" => {
            fault.word_finding("the number is too large").with_help("put it in quotes if it is text")
        }
        _ if what.starts_with("invalid ") && what.ends_with(" string") => fault.invalid_quote(),
        _ => {
            let finding = fault.word_finding(format!("this is not well-formed TOML: {}", what.replace('`', "'")));
            let finding = finding.with_help(match what {
                "missing opening quote" => "quote the whole text at both ends, or take the quote away",
                _ => "write `key = value`, with text in quotes, `[table]`, or a comment behind a `#`",
            });
            if expected.is_empty() { finding } else { finding.with_label(format!("expected {expected}")) }
        }
    }
}

/// The name that a key in its notation has.
pub(super) fn key_name(written: &str) -> String {
    let keys = Key::parse(written).ok();
    keys.and_then(|mut keys| keys.pop()).map_or_else(|| written.to_owned(), |key| key.get().to_owned())
}

/// The finding for a key that is set again where the first place is not known.
pub(super) fn duplicate_key(file: &Arc<SourceFile>, span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::DuplicateKey, file, span, format!("`{}` is set twice", shorten_line(name)))
        .with_label("set again")
        .with_help("keep one of them")
}

pub(super) struct TomlFault<'a> {
    file: &'a Arc<SourceFile>,
    pub(super) text: FaultyText<'a>,
    base: usize,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl TomlFault<'_> {
    pub(super) fn file_span(&self, start: usize, end: usize) -> Span {
        Span::new(self.base + start, self.base + end)
    }

    pub(super) fn syntax_finding(&self, start: usize, end: usize, message: impl Into<String>) -> Diagnostic {
        let end = self.text.0.ceil_char_boundary(end.min(self.text.0.len()));
        Diagnostic::new(Code::Syntax, self.file, self.file_span(start, end), message)
    }

    /// The bracket that is open at the fault, where a comment above holds the one which closes it.
    fn bracket_in_comment(&self) -> Option<Diagnostic> {
        let hidden = HiddenBracket::find(self.text.0, self.start)?;
        let place = |start, end| self.file_span(start, end);
        Some(
            hidden.explain(self.text.0, place, |span, message| Diagnostic::new(Code::Syntax, self.file, span, message)),
        )
    }

    /// About the value that the fault lies in.
    fn word_finding(&self, message: impl Into<String>) -> Diagnostic {
        let (start, end) = self.word_range();
        self.syntax_finding(start, end, message)
    }

    fn word_range(&self) -> (usize, usize) {
        let stops = [' ', '\t', '\n', '\r', ',', '[', ']', '{', '}', '=', '#', '"'];
        let start = self.text.before(self.start).rfind(stops).map_or(0, |at| at + 1);
        let rest = self.text.from(self.start);
        (start, (self.start + rest.find(stops).unwrap_or(rest.len())).max(self.end))
    }

    pub(super) fn line_start(&self) -> usize {
        self.text.before(self.start).rfind('\n').map_or(0, |at| at + 1)
    }

    pub(super) fn line_end(&self) -> usize {
        let rest = self.text.from(self.start);
        let line = rest.lines().next().unwrap_or_default();
        self.start + line.split(" #").next().unwrap_or_default().trim_end().len()
    }

    /// `key == value`, or a second `=` on a line.
    fn second_equals(&self) -> Diagnostic {
        let finding = self.syntax_finding(self.start, self.end.max(self.start + 1), "a second `=`");
        if !self.text.before(self.start).trim_end().ends_with('=') {
            return finding.with_help("put all of the text in quotes");
        }
        let span = self.file_span(self.start, self.start + 1);
        let title = "delete the second `=`";
        finding.offering(title, vec![Edit { span, text: String::new() }])
    }

    /// The rule that this line sets, as `without_rules` names it.
    fn rule_of_line(&self) -> Option<String> {
        let above = self.text.before(self.line_start());
        let category = above.lines().rev().find(|line| line.starts_with('['))?;
        let category = category.strip_prefix("[configured_rules.")?.split(']').next()?;
        let key = self.text.between(self.line_start(), self.start).split('=').next()?.trim();
        let rule = format!("{category}.{key}");
        rule.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.".contains(&byte)).then_some(rule)
    }

    /// Offers to take the rule away that a line sets to nothing, at the top of the file, or to leave the line out.
    fn offer_without_rule(&self, finding: Diagnostic, rule: &str) -> Diagnostic {
        let written = format!("without_rules = [\"{rule}\"]");
        let finding =
            finding.with_help(format!("leave the line out; an inherited rule is taken away at the top: `{written}`"));
        let text = self.file.text();
        let at = self.base + self.start;
        let (begin, end) = (line::line_start(text, at), line::next_line_start(text, at));
        // A header whose only line goes says nothing any more.
        let above = line::line_start(text, text[..begin].trim_end().len());
        let is_header = |line: &str| line.is_empty() || line.starts_with('[');
        let alone = text[above..].starts_with('[') && is_header(text[end..].trim_start());
        let gone = Edit { span: Span::new(if alone { above } else { begin }, end), text: String::new() };
        let first =
            text.split_inclusive('\n').take_while(|line| !line.trim_start().starts_with('[')).map(str::len).sum();
        let top = text[..first].trim_end().len();
        let (title, at, said) = match text[..top].split_once("\nwithout_rules = [") {
            Some((before, list)) => {
                let Some(close) = list.find(']').filter(|close| list[..*close].ends_with('"')) else { return finding };
                let at = before.len() + "\nwithout_rules = [".len() + close;
                (format!("write `\"{rule}\"` into `without_rules`"), at, format!(", \"{rule}\""))
            }
            None if top == 0 || text.contains("without_rules") => return finding,
            None => (format!("write `{written}` at the top"), top, format!("{}{written}", line::line_ending(text))),
        };
        let said = Edit { span: Span::empty_at(at), text: said };
        finding.or_offering(title, vec![said, gone.clone()]).or_offering("leave the line out", vec![gone])
    }

    /// A value that is none: absent, or text without quotes.
    fn invalid_value(&self) -> Diagnostic {
        if let Some(finding) = self.typeset_quotes() {
            return finding;
        }
        let end = self.line_end().max(self.end);
        // A text that begins with digits was taken for a number up to its first letter.
        let head = self.text.before(self.start);
        let digits =
            head.len() - head.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-')).len();
        let begin = if self.is_word() { self.start - digits } else { self.start };
        let written = self.text.between(begin, end).trim();
        // The bracket of a list that the text stands in is none of its characters.
        let inside = self.text.between(self.line_start(), self.start).contains(['[', '{']);
        let written = if inside && !written.contains(['[', '{']) {
            written.split([',', ']', '}']).next().unwrap_or_default().trim_end()
        } else {
            written
        };
        if written.is_empty() {
            let without = self.syntax_finding(self.start, self.start, "there is no value behind the `=`");
            return self.other_header().unwrap_or_else(|| without.with_help("write the value, text in quotes"));
        }
        if let Some(finding) = self.comment_for_value(begin, written) {
            return finding;
        }
        let lower = written.to_ascii_lowercase();
        if matches!(lower.as_str(), "null" | "nil" | "none" | "undefined" | "~") {
            let finding = self.syntax_finding(self.start, self.start + written.len(), "TOML has no null");
            let finding = finding.with_label("not a value");
            return match self.rule_of_line() {
                Some(rule) => self.offer_without_rule(finding, &rule),
                None => finding.with_help("write a value, or leave the line out"),
            };
        }
        let digits = written.trim_end_matches(['%', ' ']);
        let percent = written.ends_with('%') && digits.bytes().all(|byte| byte.is_ascii_digit());
        let (message, new) = if percent && !digits.is_empty() {
            (format!("`{written}` is no number: it stands without its sign"), digits.to_owned())
        } else if matches!(lower.as_str(), "yes" | "on" | "no" | "off") {
            let switch = if matches!(lower.as_str(), "yes" | "on") { "true" } else { "false" };
            (
                format!("`{written}` is no value of TOML: a switch is `true` or `false`, a text is in quotes"),
                switch.to_owned(),
            )
        } else if matches!(lower.as_str(), "true" | "false") {
            (format!("`{written}` is `{lower}` in TOML"), lower)
        } else {
            let bare = written.trim_matches(['`', '´']).trim_end_matches([';', ',']);
            ("a text must be in quotes".to_owned(), format!("\"{}\"", within_curly(bare)))
        };
        let start = begin + self.text.between(begin, end).len() - self.text.between(begin, end).trim_start().len();
        let finding = self
            .syntax_finding(start, start + written.len(), message)
            .with_help(format!("write `{}`", shorten_line(&new)));
        if written.contains(['"', '\\', ',', ']', '}', '#']) {
            return finding;
        }
        let title = format!("write `{}`", shorten_line(&new));
        let edits = vec![Edit { span: self.file_span(start, start + written.len()), text: new }];
        let finding = finding.with_fix(Fix { title, safety: Safety::Unsafe, edits });
        if inside { finding } else { bare_text::join_bare_texts(finding) }
    }

    /// Whether letters stand where a value was expected.
    fn is_word(&self) -> bool {
        self.text.from(self.start).starts_with(|c: char| c.is_ascii_alphabetic())
    }

    fn missing_equals(&self) -> Diagnostic {
        let start = self.line_start();
        let line = self.text.between(start, self.line_end().max(self.start));
        let lead = line.len() - line.trim_start().len();
        let key = line.trim();
        let meant = self.other_header().or_else(|| self.entry_in_quotes(start + lead, key));
        let meant = meant.or_else(|| self.typeset_quotes());
        if let Some(finding) = meant.or_else(|| self.strange_comment(start + lead, key)) {
            return finding;
        }
        if let Some(finding) = self.other_sign(start, line) {
            return finding;
        }
        if key.is_empty() {
            return self
                .word_finding("this is neither a key nor a table")
                .with_help("write `key = value`, text in quotes");
        }
        let above = self.text.before(start).trim_end();
        let previous = above.rsplit('\n').next().unwrap_or_default();
        let odd = |text: &str| text.matches('"').count() % 2 == 1 && !text.contains("\"\"\"");
        if let Some(quote) = previous.find('"').filter(|_| odd(previous) && odd(key)) {
            let open = above.len() - previous.len() + quote;
            return self
                .syntax_finding(open, open + 1, "this quote is never closed")
                .with_label("opened here")
                .with_help("close it with `\"` on the same line; text of several lines stands in `\"\"\"`");
        }
        let name = above.rsplit('\n').next().and_then(|line| line.strip_suffix('=')).map(str::trim);
        if let (Some(item), Some(name)) = (key.strip_prefix("- "), name) {
            return self
                .syntax_finding(start + lead, start + lead + 1, "a list stands in brackets in TOML, not behind dashes")
                .with_label("no value of TOML")
                .with_help(format!("write `{} = [{}]`", shorten_line(name), shorten_line(item)));
        }
        if let Some((name, _)) = key.split_once('=').filter(|(name, _)| name.trim().contains(' ')) {
            let name = name.trim();
            let table = self.text.before(start).rsplit('\n').find(|line| line.trim_start().starts_with('['));
            // A phrase stays as it is.
            let phrases = table.is_some_and(|table| table.contains("entries") || table.contains("[dictionaries."));
            let (start, end) = (start + lead, start + lead + name.len());
            let finding = self.syntax_finding(start, end, format!("`{}` has blanks in it", shorten_line(name)));
            if phrases && !name.contains(['"', '\'', '\\']) {
                let edit = Edit { span: self.file_span(start, end), text: format!("\"{name}\"") };
                return finding.offering(format!("write `\"{}\"`", shorten_line(name)), vec![edit]);
            }
            let field = shorten_line(&name.replace(' ', "_"));
            return finding.with_help(format!("write `{field}`, or the key in quotes where it is no field"));
        }
        self.syntax_finding(
            start + lead,
            start + lead + key.len(),
            format!("`{}` has no `=` and no value", shorten_line(key)),
        )
        .with_help("write `key = value`, text in quotes")
    }

    /// A comment as other languages write it.
    fn strange_comment(&self, start: usize, words: &str) -> Option<Diagnostic> {
        if words.len() > 2 && words.bytes().all(|byte| byte == b'-') {
            let above = self.text.before(start).lines().any(|line| !line.trim().is_empty() && !line.starts_with('#'));
            let finding = self
                .syntax_finding(start, start + words.len(), "TOML has no documents: `---` parts nothing")
                .with_label("begins a document in YAML");
            return Some(finding.with_help(match above {
                true => "write what is below it into a file of its own, or all of it into a `.yaml` file",
                false => "delete the line",
            }));
        }
        let sign = ["//", "/*", "<!--", "--", ";", "%"].into_iter().find(|sign| words.starts_with(sign))?;
        let title = "begin the comment with `#`";
        let mut edits = vec![Edit { span: self.file_span(start, start + sign.len()), text: "#".into() }];
        let line = self.text.from(start).lines().next().unwrap_or_default().trim_end();
        for inner in ["*/", "-->"].iter().filter_map(|end| line.strip_suffix(end)) {
            let span = self.file_span(start + inner.trim_end().len(), start + line.len());
            edits.push(Edit { span, text: String::new() });
        }
        Some(
            self.syntax_finding(start, start + sign.len(), format!("`{sign}` begins no comment in TOML"))
                .with_label("not a comment")
                .offering(title, edits),
        )
    }

    /// Where a `,` was expected: forgotten, or the bracket above is not closed.
    fn missing_comma(&self) -> Diagnostic {
        let line = self.text.from(self.line_start()).lines().next().unwrap_or_default();
        let starts_entry = line.split_once('=').is_some_and(|(key, _)| Key::parse(key).is_ok());
        let at_start = self.text.between(self.line_start(), self.start).trim().is_empty();
        if self.text.from(self.start).starts_with('\\') || self.text.before(self.start).trim_end().ends_with('\\') {
            let at = self.text.before(self.start + 1).rfind('\\').unwrap_or(self.start);
            let title = "delete the `\\`";
            let edit = Edit { span: self.file_span(at, at + 1), text: String::new() };
            return self
                .syntax_finding(at, at + 1, "no `\\` joins lines here: a list may go over several")
                .offering(title, vec![edit]);
        }
        if at_start && (starts_entry || line.starts_with('[')) {
            return self.unclosed_bracket();
        }
        if let Some(finding) = self.quote_meant(self.start) {
            return finding;
        }
        let sign = self.text.from(self.start).chars().next().filter(|c| ";|，、；،".contains(*c));
        if let Some(sign) = sign {
            let end = self.start + sign.len_utf8();
            let edit = Edit { span: self.file_span(self.start, end), text: ",".into() };
            return self
                .syntax_finding(self.start, end, format!("`{sign}` parts no values of TOML"))
                .with_label("not a `,`")
                .offering("write `,`", vec![edit]);
        }
        // It is missed before this, and missing behind the value above, whatever comment is there.
        let above = self.text.before(self.start).trim_end();
        let line = above.rsplit('\n').next().unwrap_or_default();
        let mut quote = None;
        let comment = line.char_indices().find(|(_, c)| {
            match (quote, c) {
                (None, '"' | '\'') => quote = Some(*c),
                (Some(open), c) if open == *c => quote = None,
                _ => {}
            }
            quote.is_none() && *c == '#'
        });
        let end = comment.map_or(above.len(), |(at, _)| above.len() - line.len() + line[..at].trim_end().len());
        let title = "write a `,` behind this value";
        let edit = Edit { span: self.file_span(end, end), text: ",".into() };
        self.syntax_finding(end, end, "a `,` is missing here").offering(title, vec![edit])
    }

    fn unclosed_bracket(&self) -> Diagnostic {
        let mut depth = 0_usize;
        for (at, c) in self.text.before(self.start).char_indices().rev().take(1 << 16) {
            match c {
                ']' | '}' => depth += 1,
                '[' | '{' if depth == 0 => {
                    let close = if c == '[' { ']' } else { '}' };
                    return self
                        .syntax_finding(at, at + 1, format!("this `{c}` is never closed"))
                        .with_label("opened here")
                        .with_secondary(
                            self.file_span(self.start, self.start),
                            format!("`,` or `{close}` was expected before this"),
                        )
                        .with_help(format!("close it with `{close}`"));
                }
                '[' | '{' => depth -= 1,
                _ => {}
            }
        }
        self.syntax_finding(self.start, self.end, "a bracket is never closed").with_help("close it")
    }

    /// Something behind a value.
    fn trailing_text(&self) -> Diagnostic {
        let before = self.text.between(self.line_start(), self.start).trim_end();
        let start =
            self.start + self.text.from(self.start).len() - self.text.from(self.start).trim_start_matches(' ').len();
        let start = match before.rfind([' ', '\t']) {
            // The key of a second entry was taken for part of the value.
            Some(word) if self.text.from(start).starts_with('=') => self.line_start() + word + 1,
            Some(_) | None => start,
        };
        if before.is_empty() {
            return self
                .word_finding("this is neither a key nor a table")
                .with_help("write `key = value`, text in quotes");
        }
        let rest = self.text.between(start, self.line_end().max(start));
        if matches!(rest.trim(), "," | ";") {
            let title = format!("delete the `{}`", rest.trim());
            let edit = Edit { span: self.file_span(start, start + 1), text: String::new() };
            return self
                .syntax_finding(start, start + 1, format!("no `{}` stands behind a value of TOML", rest.trim()))
                .offering(title, vec![edit]);
        }
        let arrow = if before.ends_with("=>") { self.sign_before_value() } else { None };
        let meant = arrow.or_else(|| bare_text::file_without_quotes(self.file)).or_else(|| self.typeset_quotes());
        let meant = meant.or_else(|| self.strange_comment(start, rest.trim()));
        if let Some(finding) = meant.or_else(|| self.quote_meant(self.start)) {
            return finding;
        }
        self.syntax_finding(start, self.line_end().max(start), "there is more on this line than a value")
            .with_help("put each entry on a line of its own, and all of a text in quotes")
    }

    /// A number with a comma before its decimals, at the fault or right before it; three of them may be thousands.
    fn decimal_comma(&self) -> Option<Diagnostic> {
        let is_part = |c: char| c.is_ascii_digit() || c == ',';
        let head = self.text.between(self.line_start(), self.start).trim_end().trim_end_matches(is_part);
        let start = self.line_start() + head.len();
        let rest = self.text.from(start);
        let written = rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())].trim_end_matches(',');
        let (whole, decimals) = written.split_once(',').filter(|_| head.trim_end().ends_with('='))?;
        if whole.is_empty() || decimals.contains(',') || decimals.len() == 3 {
            return None;
        }
        let decimals = decimals.trim_end_matches('0');
        let number = if decimals.is_empty() { whole.to_owned() } else { format!("{whole}.{decimals}") };
        let (end, title) = (start + written.len(), format!("write `{number}`"));
        let edits = vec![Edit { span: self.file_span(start, end), text: number }];
        let finding = self.syntax_finding(start, end, "TOML has a point before decimals, not a comma");
        Some(finding.with_label("a decimal comma").offering(title, edits))
    }

    fn invalid_key(&self) -> Diagnostic {
        let (start, end) = self.word_range();
        let key = self.text.between(start, end);
        if let Some(finding) = self.strange_header(start, end).or_else(|| self.typeset_quotes()) {
            return finding;
        }
        let line = self.text.between(self.line_start(), self.line_end().max(self.start));
        let is_sign = self.text.from(self.start).starts_with(['：', '；']);
        if let Some(finding) = self.other_sign(self.line_start(), line).filter(|_| is_sign) {
            return finding;
        }
        if let Some(bare) = key.strip_prefix('+').filter(|_| start == self.line_start()) {
            let edit = Edit { span: self.file_span(start, start + 1), text: String::new() };
            let message = format!("a `+` stands before `{}`, as in a patch", shorten_line(bare));
            return self
                .syntax_finding(start, start + 1, message)
                .with_label("no part of the key")
                .offering("take the `+` away", vec![edit]);
        }
        // Of a key of several parts, the one that has the sign; in a path or an address, a `.` parts nothing.
        let is_path = key.contains('/');
        let (start, end) = if is_path { (start, end) } else { self.part_around(start, end) };
        let key = self.text.between(start, end);
        if let Some(finding) = self.unseen_in_key(start, end).or_else(|| self.curly_name(start, end)) {
            return finding;
        }
        let title = format!("write `\"{key}\"`");
        let finding = self
            .syntax_finding(start, end, format!("the key `{}` must be in quotes", shorten_line(key)))
            .with_note("keys without quotes have ASCII letters, digits, `-` and `_` alone")
            .with_help(&title);
        if key.contains(['"', '\'', '\\']) || key.contains('.') && !is_path {
            return finding;
        }
        let edit = Edit { span: self.file_span(start, end), text: format!("\"{key}\"") };
        finding.with_fix(Fix { title: title.clone(), safety: Safety::Unsafe, edits: vec![edit] })
    }

    /// A key with a character that nobody sees, and that nobody means.
    fn unseen_in_key(&self, start: usize, end: usize) -> Option<Diagnostic> {
        let key = self.text.between(start, end);
        let is_unseen = |c: &char| !is_printable(*c) || c.is_whitespace();
        let unseen = key.chars().find(is_unseen)?;
        let seen: String = key.chars().filter(|c| !is_unseen(c)).collect();
        let is_plain = !seen.is_empty() && seen.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c));
        let message = format!("U+{:04X} stands in the key `{seen}`, which nobody sees", u32::from(unseen));
        let edit = Edit { span: self.file_span(start, end), text: seen.clone() };
        is_plain.then(|| self.syntax_finding(start, end, message).offering(format!("write `{seen}`"), vec![edit]))
    }

    /// The part of a dotted key that the fault lies in.
    fn part_around(&self, start: usize, end: usize) -> (usize, usize) {
        let at = self.start.clamp(start, end);
        let first = self.text.between(start, at).rfind('.').map_or(start, |dot| start + dot + 1);
        (first, self.text.between(at, end).find('.').map_or(end, |dot| at + dot))
    }

    fn invalid_escape(&self) -> Diagnostic {
        let start = self.text.before(self.start).rfind('\\').unwrap_or(self.start);
        let end = self.text.from(start).chars().take(2).map(char::len_utf8).sum::<usize>() + start;
        let line_start = self.text.before(start).rfind('\n').map_or(0, |at| at + 1);
        let line = self.text.from(line_start).lines().next().unwrap_or_default().trim_end();
        let written = line.split('"').nth(1).unwrap_or_default();
        let path = !written.contains(' ') && written.rsplit('\\').next().is_some_and(|name| name.contains('.'));
        let escape = self.text.between(start, end);
        let digits = [("\\x", 2), ("\\u", 4), ("\\U", 8)].into_iter().find(|(begins, _)| *begins == escape);
        let message = match digits {
            Some((_, digits)) => {
                format!("`{escape}` begins a character by {digits} digits of its code, and none follow")
            }
            None => format!("`{}` is no escape of TOML", shorten_line(escape)),
        };
        let finding = self.syntax_finding(start, end.max(self.end), message);
        if path {
            let title = "write `/` between the parts of a path";
            let quoted = line.find('"').zip(line.rfind('"')).map_or(0..0, |(first, last)| first..last);
            let edits = line[quoted.clone()].match_indices('\\').map(|(at, _)| {
                let at = line_start + quoted.start + at;
                Edit { span: self.file_span(at, at + 1), text: "/".into() }
            });
            let fix = Fix { title: title.into(), safety: Safety::Unsafe, edits: edits.collect() };
            let finding = finding.with_help(title);
            return if line.contains(r"\\") { finding } else { finding.with_fix(fix) };
        }
        let finding = finding.with_help("write `\\\\` for a backslash, or use single quotes, which have no escapes");
        // One text in double quotes, alone behind its `=`.
        let value = line.find('=').map_or(0, |at| at + 1);
        let value = value + line[value..].len() - line[value..].trim_start().len();
        let inner = line[value..].strip_prefix('"').and_then(|inner| inner.strip_suffix('"'));
        match inner.filter(|inner| !inner.contains(['"', '\''])) {
            Some(inner) => finding.with_fix(Fix {
                title: "use single quotes".into(),
                safety: Safety::Unsafe,
                edits: vec![Edit {
                    span: self.file_span(line_start + value, line_start + line.len()),
                    text: format!("'{inner}'"),
                }],
            }),
            None => finding,
        }
    }
}

/// Nesting beyond what is read.
pub(super) fn too_deep(file: &Arc<SourceFile>, span: Span) -> Diagnostic {
    Diagnostic::new(Code::TooDeep, file, span, format!("values are nested more than {} levels deep", limit::DEPTH))
        .with_label("the first one too deep")
        .with_help("flatten the values; a style needs four levels")
}
