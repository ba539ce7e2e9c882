//! What is not YAML at all: from the words of the event parser to a place and words for people.

use std::ops::Range;
use std::sync::Arc;

use saphyr_parser::ScanError;

use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, SourceFile};
use crate::source::faulty_text::FaultyText;
use crate::source::quotes::quotes_around;
use crate::source::shorten::shorten_line;
use crate::source::yaml::findings;
use crate::source::yaml::lone_line::is_behind_sentence;
use crate::source::yaml::offset_map::OffsetMap;
use crate::source::yaml::strange_colon::{colon_without_blank, sign_for_colon};

/// Whether an alias has no anchor: the one error behind which the parser reads on.
pub(super) fn is_unknown_anchor(error: &ScanError) -> bool {
    error.info() == "while parsing node, found unknown anchor"
}

/// Whether the parser's own limit of nesting was reached.
pub(super) fn is_too_deep(error: &ScanError) -> bool {
    error.info() == "recursion limit exceeded"
}

/// The blanks between a colon and a value on its line, where a tab among them is what is wrong.
pub(super) fn blanks_after_colon(error: &ScanError, text: &str, at: usize) -> Option<Range<usize>> {
    if error.info() != "':' must be followed by a valid YAML whitespace" {
        return None;
    }
    let before = text.get(..at)?;
    let start = before.trim_end_matches([' ', '\t']).len();
    (before[..start].ends_with(':') && before[start..].contains('\t')).then_some(start..at)
}

/// The finding for an error of the parser at byte `at` of the parsed text.
pub(super) fn explain_error(
    file: &Arc<SourceFile>,
    text: &str,
    marks: &OffsetMap,
    info: &str,
    at: usize,
) -> Diagnostic {
    let fault = YamlFault { file, text: FaultyText(text), marks, at: at.min(text.len()) };
    if let Some(finding) = fault.strange_indentation().or_else(|| fault.bracket_in_comment()) {
        return finding;
    }
    match info {
        "while scanning a quoted scalar, found unexpected end of stream"
        | "while scanning a quoted scalar, found unexpected document indicator" => fault.unclosed_quote(),
        "invalid indentation in quoted scalar" => fault.quote_underindented(),
        "invalid trailing content after double-quoted scalar" => fault.text_after_quote(),
        "while parsing a quoted scalar, found unknown escape character"
        | "while parsing a quoted scalar, did not find expected hexadecimal number"
        | "while parsing a quoted scalar, found invalid Unicode character escape code" => fault.invalid_escape(),
        "mapping values are not allowed in this context" | "illegal placement of ':' indicator" => {
            fault.unexpected_colon()
        }
        "simple key expect ':'" | "simple key expected" => fault.line_without_colon(),
        "while parsing a block mapping, did not find expected key" => fault.no_key(),
        "while parsing a block collection, did not find expected '-' indicator" => fault.no_dash(),
        "while parsing a flow sequence, expected ',' or ']'" => fault.missing_separator('[', ']'),
        "while parsing a flow mapping, did not find expected ',' or '}'" => fault.missing_separator('{', '}'),
        "while parsing a node, did not find expected node content" => fault.no_value(),
        "comment intercepting the multiline text" => fault.comment_in_text(),
        "\"-\" is only valid inside a block" => fault
            .character_finding("a list item with `-` inside of brackets")
            .with_help("write `[a, b]`, without the `-`"),
        "':' must be followed by a valid YAML whitespace" | "'-' must be followed by a valid YAML whitespace" => {
            fault.tab_before_value()
        }
        "misplaced bracket" => {
            fault.character_finding("a closing bracket without its opening one").with_help("delete the bracket")
        }
        "found unprintable character" => fault.unprintable_character(),
        "invalid indentation" | "wrongly indented line in block scalar" => fault
            .line_finding("this line is indented to a depth that no line above has")
            .with_help("indent it like the lines it belongs to"),
        "mapping keys are not allowed in this context" => fault.reserved_character(),
        "did not find expected <document start>" if text.starts_with('%') => fault
            .line_finding("behind `%` lines, a document starts with `---`")
            .with_help("write `---` before this line"),
        "did not find expected <document start>" | "invalid content after document end marker" => {
            let known = fault.toml_lines().or_else(|| fault.section_in_brackets());
            let known = known.or_else(|| fault.first_fields_indented());
            known.or_else(|| fault.second_object()).unwrap_or_else(|| {
                fault
                    .line_finding("there is more text behind the end of the document")
                    .with_help("delete it, or start it with `---`")
            })
        }
        "while parsing a tag, did not find expected tag URI"
        | "while scanning a tag, did not find expected whitespace or line break"
        | "while scanning a verbatim tag, did not find the expected '>'"
        | "the handle wasn't declared" => {
            fault.character_finding("`!` starts a tag, and this one is not well-formed").with_help("quote the text")
        }
        "while scanning an anchor or alias, did not find expected alphabetic or numeric character" => fault.bare_sign(),
        "a byte order mark must not appear inside a document" => fault
            .character_finding("a byte order mark inside of the text")
            .with_help("delete it; it is invisible in most editors"),
        "block sequence entries are not allowed in this context" => fault
            .character_finding("a list cannot start on the line of its key")
            .with_help("start the list on the next line, or write it with brackets"),
        "while scanning a block scalar, did not find expected comment or line break" => fault.text_behind_block_sign(),
        _ if info.starts_with("unexpected character") => fault.reserved_character(),
        _ => fault.other_error(info),
    }
}

pub(super) struct YamlFault<'a> {
    pub(super) file: &'a Arc<SourceFile>,
    pub(super) text: FaultyText<'a>,
    pub(super) marks: &'a OffsetMap<'a>,
    pub(super) at: usize,
}

impl YamlFault<'_> {
    pub(super) fn syntax_finding(&self, start: usize, end: usize, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Code::Syntax, self.file, self.marks.file_span(start, end), message)
    }

    /// About the character at the fault.
    pub(super) fn character_finding(&self, message: impl Into<String>) -> Diagnostic {
        let end = self.text.from(self.at).chars().next().map_or(self.at, |c| self.at + c.len_utf8());
        self.syntax_finding(self.at, end, message)
    }

    /// About the rest of the line at the fault.
    pub(super) fn line_finding(&self, message: impl Into<String>) -> Diagnostic {
        self.syntax_finding(self.at, self.line_end(self.at), message)
    }

    pub(super) fn line_start(&self, at: usize) -> usize {
        self.text.before(at).rfind('\n').map_or(0, |at| at + 1)
    }

    pub(super) fn line_end(&self, at: usize) -> usize {
        let rest = self.text.from(at);
        let line = &rest[..rest.find(['\n', '\r']).unwrap_or(rest.len())];
        let line = line.split(" #").next().unwrap_or_default();
        at + line.trim_end().len()
    }

    /// The end of a text on this line as it was meant, without quotes.
    pub(super) fn text_end(&self, at: usize) -> usize {
        let rest = self.text.from(at);
        at + findings::meant_length(&rest[..rest.find(['\n', '\r']).unwrap_or(rest.len())])
    }

    /// The last line before the fault that says something: its first and its last byte.
    pub(super) fn previous_line(&self, at: usize) -> Option<(usize, usize)> {
        let before = self.text.before(at).trim_end();
        let start = self.line_start(before.len());
        let start = start + self.text.from(start).len() - self.text.from(start).trim_start_matches([' ', '\t']).len();
        (start < before.len()).then(|| (start, self.line_end(start)))
    }

    fn unclosed_quote(&self) -> Diagnostic {
        let quote = self.text.from(self.at).chars().next().filter(|c| matches!(c, '"' | '\'')).unwrap_or('"');
        let name = if quote == '"' { "double" } else { "single" };
        self.character_finding(format!("this {name} quote is never closed"))
            .with_label("opened here")
            .with_help(format!("close it with `{quote}`, or drop it if the text needs no quotes"))
    }

    /// A quoted text whose next line stands too far left: not closed, or not indented.
    fn quote_underindented(&self) -> Diagnostic {
        let next = self.text.from(self.at).split('\n').skip(1).find(|line| !line.trim().is_empty()).unwrap_or_default();
        let before_quote = next.split(['"', '\'']).next().unwrap_or_default();
        if before_quote.contains(": ") || next.trim_end().ends_with(':') || next.starts_with("- ") {
            return self.unclosed_quote();
        }
        self.character_finding("the text that this quote opens goes on further left")
            .with_label("opened here")
            .with_help("indent all lines of the text deeper than its key")
    }

    fn unexpected_colon(&self) -> Diagnostic {
        let start = self.line_start(self.at);
        let line = self.text.between(start, self.at);
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        if line.starts_with("--- ") {
            return self
                .syntax_finding(start, start + 3, "a mapping cannot start on the line of `---`")
                .with_help("start the document on the next line");
        }
        // `key: value: more`
        if let Some(first) = line.find(": ") {
            if let Some(finding) = self.colon_at_the_end(indent) {
                return finding;
            }
            let value = start + first + 2;
            let value = value + self.text.from(value).len() - self.text.from(value).trim_start_matches(' ').len();
            let first_value = self.text.between(value, self.at);
            if let Some(finding) = self.second_field_on_line(line, first_value) {
                return finding;
            }
            let outer = line[..first].trim_start_matches([' ', '-']);
            if let Some(finding) = self.field_on_the_line_above(outer, first_value) {
                return finding;
            }
            // A key that ends with a colon of its own, as French puts a blank before it.
            let rest = self.text.between((self.at + 1).min(self.text_end(value)), self.text_end(value)).trim();
            let whole =
                self.text.between(value, self.at).is_empty() && !outer.contains(['"', '\'']) && !rest.is_empty();
            if let Some(quoted) = findings::quoted_text(rest).filter(|_| whole) {
                let from = start + first - outer.len();
                let text = format!("\"{outer}:\": {quoted}");
                let edit = Edit { span: self.marks.file_span(from, self.text_end(value)), text: text.clone() };
                return self
                    .character_finding("a second `:` on one line")
                    .with_label("this one parts, and the first belongs to the key, as it seems")
                    .offering(format!("write `{}`", shorten_line(&text)), vec![edit]);
            }
            let finding = self
                .character_finding("a second `:` on one line")
                .with_label("a plain text cannot hold `: `")
                .with_secondary(self.marks.file_span(start + first, start + first + 1), "the key ends here");
            // With one more of them, a key that is no field may be what holds the first one.
            let more = self.text.between(self.at, self.line_end(self.at)).matches(": ").count() > 1;
            if more && outer.contains(|c: char| c.is_uppercase() || c == ' ') {
                return self.offer_two_quotes(finding, start + indent);
            }
            return self.offer_quotes(finding, value, self.text_end(value));
        }
        if let Some(open) = self.unclosed_above(start, indent) {
            return self.unclosed_bracket(open, self.at);
        }
        if let Some(finding) = self.colon_in_text(start, indent) {
            return finding;
        }
        let Some((before, end)) = self.previous_line(start) else {
            return self.character_finding("a `:` where none can stand").with_help("quote the text");
        };
        if before - self.line_start(before) >= indent {
            return self.missing_colon(before, end);
        }
        let strange = self.strange_item(before, self.text.between(before, end));
        if let Some(finding) = strange.or_else(|| self.empty_brackets(before, end)) {
            return finding;
        }
        let key = (start + indent).min(self.at);
        let above = self.text.between(before, end);
        let dashes = above.len() - above.trim_start_matches(['-', ' ']).len();
        let (field, start) = (&above[dashes..], before + dashes);
        let sign = || sign_for_colon(field).or_else(|| colon_without_blank(field));
        let meant = self.blank_behind_colon(start, field).or_else(|| self.strange_colon(start + sign()?));
        if let Some(finding) = meant {
            return finding;
        }
        self.entry_below_text(key, (before, end), dashes)
    }

    /// A line that should be a key and its value.
    fn missing_colon(&self, start: usize, end: usize) -> Diagnostic {
        let words = self.text.between(start, end);
        if let Some(finding) = self.toml_lines() {
            return finding;
        }
        let above = || self.previous_line(self.line_start(start)).filter(|_| words.starts_with('#'));
        if let Some((start, end)) = self.text_before_entry(start, words).or_else(above) {
            return self.missing_colon(start, end);
        }
        if let Some(finding) = sign_for_colon(words).and_then(|at| self.strange_colon(start + at)) {
            return finding;
        }
        if let Some(finding) = self.blank_behind_colon(start, words) {
            return finding;
        }
        let misplaced = self.unindented_text(start, end).or_else(|| self.key_without_colon(start, words));
        if let Some(finding) = misplaced.or_else(|| self.left_out(start, words)) {
            return finding;
        }
        let strange = self.strange_item(start, words).or_else(|| self.strange_comment(start, words));
        if let Some(finding) = strange.or_else(|| self.strange_separator(start, words)) {
            return finding;
        }
        let finding = self.syntax_finding(start, end, format!("`{}` is not a key with a value", shorten_line(words)));
        match colon_without_blank(words) {
            Some(at) => {
                let key = words[..at].trim_end().len();
                let place = self.marks.file_span(start + key, start + at + 1);
                finding
                    .with_label("no space behind the `:`")
                    .offering("write a space behind the `:`", vec![Edit { span: place, text: ": ".into() }])
            }
            None => {
                let finding = finding.with_label("no `:` behind the key");
                let key = |(key, value): &(&str, &str)| is_plain_key(key) && !value.trim().is_empty();
                match words.split_once(' ').filter(|words| key(words) && !self.goes_on(start, end)) {
                    Some((key, _)) => finding.with_help(format!(
                        "write `{}:`, or indent the line if it continues the text above",
                        shorten_line(key)
                    )),
                    None => self.explain_lone_value(finding, start, words),
                }
            }
        }
    }

    /// A text that starts with a bracket and goes on behind the closing one: `{name} stays`.
    fn text_after_bracket(&self) -> Option<Diagnostic> {
        let start = self.line_start(self.at);
        let line = self.text.between(start, self.at);
        let value = line.rfind(": ").map(|at| at + 2).or_else(|| line.rfind("- ").map(|at| at + 2))?;
        let value = value + line[value..].len() - line[value..].trim_start_matches(' ').len();
        let sign = line[value..].chars().next().filter(|sign| matches!(sign, '{' | '['))?;
        let close = if sign == '{' { '}' } else { ']' };
        if !line.trim_end().ends_with(close) {
            return None;
        }
        let sign_behind = self.text.between(self.at, self.line_end(self.at));
        if matches!(sign_behind, ";" | ",") {
            let edit = Edit { span: self.marks.file_span(self.at, self.at + 1), text: String::new() };
            let finding = self.character_finding(format!("`{sign_behind}` stands behind the value, and parts nothing"));
            return Some(finding.with_label("no part of the value").offering("delete it", vec![edit]));
        }
        let start = start + value;
        let link = self.text.between(start, self.text_end(start));
        let name =
            link.strip_prefix('[').and_then(|link| link.strip_suffix(')')?.split_once("](")).map(|(name, _)| name);
        if let Some(name) = name.filter(|name| !name.is_empty() && !name.contains(['[', ']', ' ', ':', '#'])) {
            let edits = vec![Edit { span: self.marks.file_span(start, start + link.len()), text: name.to_owned() }];
            let finding = self.syntax_finding(start, start + link.len(), "this is a link of Markdown");
            return Some(finding.with_label("starts a list for YAML").offering(format!("write `{name}`"), edits));
        }
        let message = format!("a plain text cannot start with `{sign}`");
        Some(
            self.quoted_fix(
                self.syntax_finding(start, start + 1, message)
                    .with_label(format!("starts a {} for YAML", if sign == '{' { "mapping" } else { "list" }))
                    .with_help("put all of the text in quotes"),
                start,
                self.text_end(start),
            ),
        )
    }

    /// A bracket on a line above that is still open, where this line stands no deeper than that one.
    fn unclosed_above(&self, line: usize, indent: usize) -> Option<usize> {
        let above = Self { at: line, ..*self };
        let open = above.open_bracket('[', ']').into_iter().chain(above.open_bracket('{', '}')).max()?;
        let start = self.line_start(open);
        let depth = self.text.from(start).len() - self.text.from(start).trim_start_matches([' ', '\t']).len();
        (depth >= indent).then_some(open)
    }

    fn unclosed_bracket(&self, open: usize, expected: usize) -> Diagnostic {
        let bracket = if self.text.from(open).starts_with('[') { ('[', ']') } else { ('{', '}') };
        if let Some(finding) = self.lost_comma(open, bracket.1, expected) {
            return finding;
        }
        self.syntax_finding(open, open + 1, format!("this `{}` is never closed", bracket.0))
            .with_label("opened here")
            .with_secondary(
                self.marks.file_span(expected, expected),
                format!("`,` or `{}` was expected before this", bracket.1),
            )
            .with_help(format!("close it with `{}`", bracket.1))
    }

    fn line_without_colon(&self) -> Diagnostic {
        let line = self.line_start(self.at);
        let here = self.text.between(line, self.at);
        let (start, end) = match self.previous_line(line) {
            Some(before) if here.trim().is_empty() => before,
            Some(_) | None => (line + here.len() - here.trim_start().len(), self.line_end(self.at)),
        };
        self.missing_colon(start, end.max(start))
    }

    fn no_key(&self) -> Diagnostic {
        let line = self.line_start(self.at);
        let indent = self.text.between(line, self.at).len();
        let before = self.text.before(self.at).trim_end();
        if before.len() > line && before.ends_with(['"', '\'']) {
            return self.text_after_quote();
        }
        let lead = self.text.between(line, self.at).trim_start_matches(' ');
        // An item may stand at the column of its key.
        let deeper = indent + usize::from(self.text.from(self.at).starts_with("- "));
        let above = self.previous_line(line).filter(|(above, _)| above - self.line_start(*above) < deeper);
        if let Some(finding) = above.and_then(|(above, end)| self.empty_brackets(above, end)) {
            return finding;
        }
        if lead == "- " || (lead.is_empty() && self.text.from(self.at).starts_with("- ")) {
            let start = self.at - lead.len();
            if let Some(finding) = self.item_out_of_line(start) {
                return finding;
            }
            return self
                .syntax_finding(start, self.line_end(self.at), "a list item among the entries of a mapping")
                .with_help("give the list a key of its own, or indent the item below its key");
        }
        if let Some(finding) = self.text_after_bracket() {
            return finding;
        }
        if !lead.trim().is_empty() {
            return self
                .line_finding("there is more on this line than a value")
                .with_label("does not belong to the value before it")
                .with_help("put each entry on a line of its own, or all of the text in quotes");
        }
        let open = self.unclosed_above(line, indent).map(|open| self.unclosed_bracket(open, self.at));
        if let Some(finding) = open.or_else(|| self.odd_siblings(self.at)) {
            return finding;
        }
        let finding = self.line_finding("this line does not line up with the entries above");
        let mut help = "indent it like the other entries of its mapping";
        let finding = match self.previous_line(line) {
            Some((start, _)) => {
                let above = start - self.line_start(start);
                if above < indent {
                    help = "indent it like the entries above, or write the line that it stands below, which is missing";
                }
                let depth = |n: usize| if n == 1 { "1 column".to_owned() } else { format!("{n} columns") };
                finding.with_label(format!("indented by {}", depth(indent))).with_secondary(
                    self.marks.file_span(start, self.line_end(start)),
                    format!("indented by {}", depth(above)),
                )
            }
            None => finding,
        };
        finding.with_help(help)
    }

    fn no_dash(&self) -> Diagnostic {
        if let Some(finding) = self.strange_item(self.at, self.text.between(self.at, self.line_end(self.at))) {
            return finding;
        }
        let aside = self.item_out_of_line(self.at).or_else(|| self.field_beside_item());
        if let Some(finding) = aside.or_else(|| self.fields_at_the_dash()) {
            return finding;
        }
        let finding = self.line_finding("this line stands among list items, and is none");
        finding.with_help("start it with `- `, or indent it like the fields of the item above")
    }

    fn missing_separator(&self, open: char, close: char) -> Diagnostic {
        let missing = format!("`,` or `{close}`");
        match self.open_bracket(open, close) {
            Some(at)
                if self.text.from(self.at).trim().is_empty() || self.line_start(at) != self.line_start(self.at) =>
            {
                self.comma_within_line().unwrap_or_else(|| self.unclosed_bracket(at, self.at))
            }
            Some(at) => self.strange_comma(at).or_else(|| self.comma_within_line()).unwrap_or_else(|| {
                self.character_finding(format!("{missing} is missing here"))
                    .with_secondary(self.marks.file_span(at, at + 1), "inside of this")
                    .with_help(format!("separate the values with `,`, or close the bracket with `{close}`"))
            }),
            None => {
                self.character_finding(format!("{missing} is missing here")).with_help("separate the values with `,`")
            }
        }
    }

    /// The bracket that is open at the fault, found by counting backwards.
    pub(super) fn open_bracket(&self, open: char, close: char) -> Option<usize> {
        let mut depth = 0_usize;
        for (at, c) in self.text.before(self.at).char_indices().rev().take(1 << 16) {
            if c == close {
                depth += 1;
            } else if c == open {
                match depth.checked_sub(1) {
                    Some(less) => depth = less,
                    None => return Some(at),
                }
            }
        }
        None
    }

    fn no_value(&self) -> Diagnostic {
        for (open, close) in [('[', ']'), ('{', '}')] {
            let rest = self.text.from(self.at).trim_start();
            if (rest.is_empty() || self.at == self.line_start(self.at)) && self.open_bracket(open, close).is_some() {
                return self.missing_separator(open, close);
            }
        }
        if let Some(finding) = self.comma_too_many() {
            return finding;
        }
        let sign = self.text.from(self.at).chars().next().unwrap_or(' ');
        let finding = self.character_finding(format!("a value was expected here, and `{sign}` starts none"));
        match self.text.between(self.line_start(self.at), self.at).trim_end().ends_with(':') {
            true => self.offer_quotes(finding, self.at, self.text_end(self.at)),
            false => finding.with_help("quote the text"),
        }
    }

    /// A tab between an indicator and its value.
    fn tab_before_value(&self) -> Diagnostic {
        let blank = self.text.before(self.at).trim_end_matches([' ', '\t']).len();
        if !self.text.between(blank, self.at).contains('\t') {
            return self.character_finding("a blank is missing here").with_help("write a space before this");
        }
        self.syntax_finding(blank, self.at, "a tab cannot stand before this value")
            .with_help("write one space")
            .with_fix(Fix {
                title: "write one space".into(),
                safety: Safety::Safe,
                edits: vec![Edit { span: self.marks.file_span(blank, self.at), text: " ".into() }],
            })
    }

    /// A text of several lines with a comment between them.
    fn comment_in_text(&self) -> Diagnostic {
        let line = self.line_start(self.at);
        let start = self.text.between(line, self.line_end(self.at)).find(" #").map_or(self.at, |at| line + at + 1);
        self.syntax_finding(start, self.line_end(self.at), "a comment cuts this text in two")
            .with_label("not part of the text")
            .with_help("put all of the text in quotes")
    }

    fn unprintable_character(&self) -> Diagnostic {
        let code = self.text.from(self.at).chars().next().map_or(0, u32::from);
        self.character_finding(format!("the character U+{code:04X} cannot stand in YAML")).with_help("delete it")
    }

    fn bare_sign(&self) -> Diagnostic {
        let sign = self.text.from(self.at).chars().next().unwrap_or('*');
        let end = self.text_end(self.at);
        let alone = self.text.between(self.line_start(self.at), self.at).trim().is_empty();
        if let Some(finding) = self.strange_item(self.at, self.text.between(self.at, end)).filter(|_| alone) {
            return finding;
        }
        self.offer_quotes(self.character_finding(format!("a plain text cannot start with `{sign}`")), self.at, end)
    }

    fn reserved_character(&self) -> Diagnostic {
        let sign = self.text.from(self.at).chars().next().unwrap_or(' ');
        let end = self.text_end(self.at);
        if let Some(finding) = self.in_backticks(self.at, end) {
            return finding;
        }
        let name = self.text.between(self.at, end).trim().strip_prefix('%').and_then(|name| name.strip_suffix('%'));
        if name.is_some_and(|name| !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')) {
            let message = "nothing fills in a variable: `%…%` begins no text in YAML";
            let finding = self.character_finding(message.to_owned());
            let finding = self.offer_quotes(finding, self.at, end);
            return finding.with_help("write the value itself, or put it in quotes if it is meant as text");
        }
        let sign = if sign == '`' { "a backtick".to_owned() } else { format!("`{sign}`") };
        self.offer_quotes(self.character_finding(format!("a plain text cannot start with {sign}")), self.at, end)
    }

    /// Offers to quote a range of one line.
    fn offer_quotes(&self, finding: Diagnostic, start: usize, end: usize) -> Diagnostic {
        let text = self.text.between(start, end.max(start));
        // A key and its value are two texts.
        let is_first = self.text.between(self.line_start(start), start).trim_start_matches([' ', '-']).is_empty();
        let pair = text.split_once(": ").filter(|(key, value)| is_first && !key.contains('"') && !value.contains(": "));
        if let Some((key, value)) = pair {
            let bare = value.starts_with(char::is_alphanumeric) || value.starts_with(['"', '\'']);
            let value = if bare { Some(value.to_owned()) } else { findings::quoted_text(value) };
            if let Some(text) = findings::quoted_text(key).zip(value).map(|(key, value)| format!("{key}: {value}")) {
                let edits = vec![Edit { span: self.marks.file_span(start, end), text: text.clone() }];
                return finding.offering(format!("write `{}`", shorten_line(&text)), edits);
            }
        }
        let finding = finding.with_help("put all of the text in quotes");
        if text.contains(['[', ']', '{', '}']) || is_behind_sentence(text) {
            return finding;
        }
        self.quoted_fix(finding, start, end)
    }

    /// The same where brackets are part of the text. Quotes of a typeset page around all of it give way to straight ones.
    pub(super) fn quoted_fix(&self, finding: Diagnostic, start: usize, end: usize) -> Diagnostic {
        let (text, span) = (self.text.between(start, end.max(start)), self.marks.file_span(start, end));
        if let Some((open, inner, close)) = quotes_around(text) {
            let finding = finding.with_help(format!("write straight quotes: `{open}` and `{close}` are none of YAML"));
            let fix = findings::quote_fix(inner, span);
            return fix.into_iter().fold(finding, Diagnostic::with_fix);
        }
        match findings::quote_fix(text, span) {
            Some(fix) => finding.with_fix(fix),
            None => finding,
        }
    }

    fn other_error(&self, info: &str) -> Diagnostic {
        let start = self.line_start(self.at);
        let line = self.text.between(start, self.line_end(start));
        if let Some(finding) = self.strange_comment(start, line).filter(|_| line.starts_with('%')) {
            return finding;
        }
        let info = info.replace('`', "'");
        let finding = self.character_finding(format!("this is not well-formed YAML: {info}"));
        if self.at >= self.text.0.len() { finding.with_label("the file ends here") } else { finding }
    }
}

/// Whether a word can be a key as it is.
pub(super) fn is_plain_key(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic()) && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
