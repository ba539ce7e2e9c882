//! Quotes of TOML that end where their writer did not mean them to, or are those of a typeset page.

use std::ops::Range;

use toml_edit::Key;

use crate::diagnostic::{Diagnostic, Edit, Fix, Safety};
use crate::source::emit::{basic_string, is_bare_key, literal_string};
use crate::source::note::is_note;
use crate::source::quotes::{QuoteMeant, read_quotes, word_around};
use crate::source::shorten::shorten_line;
use crate::source::toml::fault::TomlFault;

impl TomlFault<'_> {
    /// The `"""` or `'''` that is open at the end of the file.
    fn open_long_quote(&self) -> Option<usize> {
        let text = self.text.before(self.text.0.len());
        let mut open: Option<(usize, &str)> = None;
        let mut at = 0;
        while let Some(next) = [text[at..].find("\"\"\""), text[at..].find("'''")].into_iter().flatten().min() {
            at += next;
            let quote = &text[at..at + 3];
            open = match open {
                None => Some((at, quote)),
                Some((_, first)) if first == quote => None,
                still => still,
            };
            at += 3;
        }
        open.map(|(at, _)| at)
    }

    /// A quote of a list that is never closed, on the line of the fault or above.
    pub(super) fn open_quote_in_list(&self) -> Option<Diagnostic> {
        let mut end = self.line_start() + self.text.from(self.line_start()).lines().next().unwrap_or_default().len();
        let mut lines = Vec::new();
        for line in self.text.before(end).split('\n').rev() {
            lines.push((end - line.len(), line));
            if let Some((_, value)) = line.split_once('=').filter(|(key, _)| Key::parse(key).is_ok()) {
                // A list that ends on a line above holds nothing of this one.
                let holds = value.trim_start().starts_with('[') && (lines.len() == 1 || !value.contains(']'));
                return holds.then(|| lines.iter().rev().find_map(|(start, line)| self.open_quote(*start, line)))?;
            }
            end = (end - line.len()).checked_sub(1)?;
        }
        None
    }

    /// The quote that is open at the end of a line, with text behind it.
    fn open_quote(&self, start: usize, line: &str) -> Option<Diagnostic> {
        let mut open: Option<(usize, char)> = None;
        for (at, c) in line.char_indices() {
            match (open, c) {
                (None, '"' | '\'') => open = Some((at, c)),
                (None, '#') => return None,
                (Some((_, quote)), c) if quote == c => open = None,
                _ => {}
            }
        }
        let (at, quote) = open.filter(|_| !["\\", "\"\"\"", "'''"].iter().any(|sign| line.contains(sign)))?;
        let text = line[at + 1..].split(" #").next()?.trim_end_matches([' ', '\t', '\r', ',', ']']);
        let end = start + at + 1 + text.len();
        let edits = vec![Edit { span: self.file_span(end, end), text: quote.to_string() }];
        let title = format!("write `{}{quote}`", shorten_line(&line[at..=at + text.len()]));
        let finding = self.syntax_finding(start + at, start + at + 1, "this quote is never closed");
        (!text.is_empty()).then(|| finding.with_label("opened here").offering(title, edits))
    }

    /// A text with the quote at its end alone, of which this is a part.
    pub(super) fn lost_open_quote(&self) -> Option<Diagnostic> {
        let close = self.start + self.text.between(self.start, self.line_end()).find(['"', '\''])?;
        let quote = self.text.between(close, close + 1);
        let before = self.text.between(self.line_start(), close);
        let in_list = before.contains('[') || !before.contains('=');
        let begin = before.rfind(|c| matches!(c, '[' | '=') || in_list && c == ',').map_or(0, |at| at + 1);
        let text = before[begin..].trim_start();
        let edits = vec![Edit { span: self.file_span(close - text.len(), close - text.len()), text: quote.to_owned() }];
        let message = "this text ends with a quote and does not begin with one";
        let finding = self.syntax_finding(close - text.len(), close + 1, message);
        let title = format!("write `{quote}{}{quote}`", shorten_line(text));
        (!text.is_empty() && !text.contains('\\')).then(|| finding.offering(title, edits))
    }

    /// A text in quotes that end too early, or that do not end: how it was meant.
    pub(super) fn quote_meant(&self, at: usize) -> Option<Diagnostic> {
        let line = self.line_start();
        let before = self.text.between(line, at).trim_end();
        let closed = line + before.len();
        let quote = before.chars().next_back().filter(|c| matches!(c, '"' | '\''))?;
        let value = before.find('=').map(|at| at + 1)?;
        let value = value + before[value..].len() - before[value..].trim_start().len();
        let in_brackets = before[value..].starts_with(['[', '{']);
        let open = match in_brackets {
            true => before[..before.len() - 1].rfind(quote)?,
            false => value,
        };
        let (open, end) = (line + open, self.line_end());
        let blanks = self.text.from(closed).len() - self.text.from(closed).trim_start_matches([' ', '\t']).len();
        let whole = self.text.between(open, end.max(closed));
        // Quotes that stand twice, as a table writes them.
        let twice = whole.strip_prefix(quote).is_some_and(|rest| rest.starts_with(quote));
        let write = |text: &str| match text.contains('\'') || twice {
            true if twice => basic_string(text.trim_matches(quote)),
            true => basic_string(text),
            false => literal_string(text).unwrap_or_else(|| basic_string(text)),
        };
        let replaced = |text: String| {
            let title = format!("write `{}`", shorten_line(&text));
            let edits = vec![Edit { span: self.file_span(open, end), text }];
            (title.clone(), Fix { title, safety: Safety::Unsafe, edits })
        };
        Some(match read_quotes(whole, closed - open, in_brackets)? {
            QuoteMeant::PartOfText(text) => {
                let (title, fix) = replaced(write(text));
                self.syntax_finding(closed + blanks, end, "there is more text behind the closing quote")
                    .with_label("not part of the text")
                    .with_help(title)
                    .with_fix(fix)
            }
            QuoteMeant::ClosedEarly(inner) => {
                let word = word_around(whole, closed - open - 1);
                let (title, fix) = replaced(write(inner));
                let message = format!("the `{quote}` in `{}` closes the text", shorten_line(word));
                self.syntax_finding(closed - 1, closed, message)
                    .with_label("closes the text")
                    .with_help(title)
                    .with_fix(fix)
            }
            QuoteMeant::Unclosed(at) => {
                let title = format!("write `{}{quote}`", shorten_line(self.text.between(open, open + at)));
                let edits = vec![Edit { span: self.file_span(open + at, open + at), text: quote.to_string() }];
                self.syntax_finding(open, open + 1, "this quote is closed by the one that opens the next text")
                    .with_label("opened here")
                    .with_secondary(self.file_span(closed - 1, closed), "closes it")
                    .offering(title, edits)
            }
        })
    }

    /// A comment behind the `=`, where no value stands before it: a note of what is still to be written, or words with a blank behind
    /// their `#`. A sign right before a word may be part of a text.
    pub(super) fn comment_for_value(&self, start: usize, written: &str) -> Option<Diagnostic> {
        let comment = written.strip_prefix('#')?;
        let end = start + self.text.from(start).lines().next().unwrap_or_default().trim_end().len();
        let finding = self
            .syntax_finding(start, end, "there is no value behind the `=`")
            .with_label("a comment")
            .with_note("a `#` begins a comment, unless it stands in quotes");
        let written = shorten_line(self.text.between(start, end));
        if is_note(comment) {
            return Some(finding.with_help(format!("write the value in place of `{written}`, text in quotes")));
        }
        comment.starts_with([' ', '\t']).then(|| {
            finding.with_help("write the value before the comment, or put all of it in quotes if the `#` belongs to it")
        })
    }

    /// A text between the quotes of a typeset page, alone behind its `=`, or a list of such texts, or a key; with all other lines
    /// that have such ones.
    pub(super) fn typeset_quotes(&self) -> Option<Diagnostic> {
        let own = self.line_start();
        let line = self.text.between(own, self.line_end().max(self.start));
        let (span, _) = self.straight_parts(own, line).into_iter().next()?;
        let quote = self.text.from(span.start).trim_start_matches(['[', ' ']).chars().next()?;
        let message = format!("`{quote}` (U+{:04X}) is not a quote in TOML", u32::from(quote));
        let finding = self.syntax_finding(span.start, span.end, message);
        // What stands in a text of several lines is none.
        let long = ["\"\"\"", "'''"].iter().any(|quotes| self.text.from(0).contains(quotes));
        let (mut at, mut edits, mut lines) = (0, Vec::new(), Vec::new());
        for other in self.text.from(0).split_inclusive('\n') {
            let body = if at == own { line } else { other.trim_end() };
            let parts = if at == own || !long { self.straight_parts(at, body) } else { Vec::new() };
            if let Some((_, new)) = parts.first().filter(|_| parts.iter().all(|(_, new)| new.is_some())) {
                lines.push((at, new.clone(), parts.len()));
                let write = |(span, new): (Range<usize>, Option<String>)| {
                    Some(Edit { span: self.file_span(span.start, span.end), text: new? })
                };
                edits.extend(parts.into_iter().filter_map(write));
            }
            at += other.len();
        }
        let Some((_, new, parts)) = lines.iter().find(|(at, ..)| *at == own) else {
            return Some(finding.with_help("write straight quotes around it, and `\\\"` for those within the text"));
        };
        Some(match (lines.len(), new) {
            (1, Some(new)) if *parts == 1 => finding.offering(format!("write `{}`", shorten_line(new)), edits),
            (1, _) => finding.offering("write straight quotes around the text, and none around the key", edits),
            (2, _) => {
                finding.with_note("another line has such quotes, too").offering("write straight quotes in both", edits)
            }
            (count, _) => {
                let finding = finding.with_note(format!("{} other lines have such quotes, too", count - 1));
                finding.offering("write straight quotes in all of them", edits)
            }
        })
    }

    /// The key of a line or the name in a header, and the value of it, where they stand between the quotes of a typeset page, with
    /// how TOML has them; nothing for that where a text has signs of its own.
    fn straight_parts(&self, start: usize, line: &str) -> Vec<(Range<usize>, Option<String>)> {
        let place = |part: &str, at: usize| start + at..start + at + part.len();
        if let Some((at, part, new)) = curly_header(line) {
            return vec![(place(part, at), Some(new))];
        }
        let key = curly_key(line).map(|(at, key)| (place(key, at), Some(basic_key(key))));
        let value = straight_quotes(line).map(|(value, new)| {
            let is_whole = !value.contains(['"', '\\', '#']);
            (place(value, line.trim_end().len() - value.len()), is_whole.then_some(new))
        });
        key.into_iter().chain(value).collect()
    }

    /// A key in braces between such quotes.
    pub(super) fn curly_name(&self, start: usize, end: usize) -> Option<Diagnostic> {
        let key = self.text.between(start, end);
        let edit = Edit { span: self.file_span(start, end), text: basic_key(key) };
        let title = format!("write `{}`", shorten_line(&edit.text));
        let finding = self.syntax_finding(start, end, "these are no quotes in TOML");
        (within_curly(key) != key).then(|| finding.offering(title, vec![edit]))
    }

    /// A quoted text that does not end, or holds what it cannot.
    pub(super) fn invalid_quote(&self) -> Diagnostic {
        if let Some(open) = self.open_long_quote().filter(|_| self.text.from(self.start).trim().is_empty()) {
            let quote = self.text.between(open, open + 3);
            let finding = self
                .syntax_finding(open, open + 3, format!("this `{quote}` is never closed"))
                .with_label("opened here");
            let inner = self.text.from(open + 3);
            let is_field = |line: &str| {
                line.starts_with('[') || line.split_once(" = ").is_some_and(|(key, _)| Key::parse(key).is_ok())
            };
            if inner.lines().skip(1).any(is_field) || inner.trim().is_empty() {
                return finding.with_help(format!("close it with `{quote}`"));
            }
            let end = open + 3 + inner.trim_end().len();
            let edits = vec![Edit { span: self.file_span(end, end), text: quote.to_owned() }];
            return finding.offering(format!("close it with `{quote}` behind the last line"), edits);
        }
        let line = self.line_start();
        let before = self.text.between(line, self.start);
        let open = before.find('=').and_then(|at| before[at..].find(['"', '\'']).map(|quote| line + at + quote));
        let at_end = self.text.from(self.start).lines().next().unwrap_or_default().trim().is_empty();
        match open {
            Some(open) if at_end => {
                let quote = self.text.between(open, open + 1);
                self.syntax_finding(open, open + 1, "this quote is never closed").with_label("opened here").with_help(
                    format!("close it with `{quote}` on the same line; text of several lines stands in `\"\"\"`"),
                )
            }
            Some(_) | None => {
                let code = self.text.from(self.start).chars().next().map_or(0, u32::from);
                self.syntax_finding(
                    self.start,
                    self.end.max(self.start + 1),
                    format!("U+{code:04X} is not allowed in this text"),
                )
                .with_help("write it as an escape such as `\\u0007`, or delete it")
            }
        }
    }
}

/// Whether a character is a quote of a typeset page.
fn is_curly(c: char) -> bool {
    matches!(c, '“' | '”' | '„' | '‟' | '«' | '»' | '‘' | '’' | '‚' | '「' | '」' | '＂' | '＇')
}

/// A text without the quotes of a typeset page around all of it.
pub(super) fn within_curly(text: &str) -> &str {
    let inner = text.trim_matches(is_curly);
    let around = text.starts_with(is_curly) && text.ends_with(is_curly);
    if around && !inner.is_empty() && !inner.contains(is_curly) { inner } else { text }
}

/// The key of a line between the quotes of a typeset page, and where it begins.
fn curly_key(line: &str) -> Option<(usize, &str)> {
    let key = line.split_once('=')?.0.trim();
    let inner = key.trim_matches(is_curly);
    let quoted = key.starts_with(is_curly) && key.ends_with(is_curly) && !inner.is_empty();
    let plain = !inner.contains(['"', '\\']) && !inner.contains(is_curly);
    (quoted && plain).then_some((line.len() - line.trim_start().len(), key))
}

/// The header of a table with such quotes around its names, where it begins, and the same as TOML has it.
fn curly_header(line: &str) -> Option<(usize, &str, String)> {
    let header = line.trim();
    let name = header.trim_matches(['[', ']', ' ']);
    let new: String = name.split(is_curly).collect();
    let depth = header.len() - header.trim_start_matches('[').len();
    let closed = header.ends_with(&"]".repeat(depth)) && depth > 0;
    let meant = closed && name.contains(is_curly) && new.split('.').all(is_bare_key);
    meant.then(|| (line.find(name).unwrap_or_default(), name, new))
}

/// The same key as TOML has it: bare where it can be.
fn basic_key(key: &str) -> String {
    let key = key.trim_matches(is_curly);
    if is_bare_key(key) { key.to_owned() } else { basic_string(key) }
}

/// What stands behind the `=` of a line between the quotes of a typeset page, a text or a list of texts, and the same between
/// straight ones.
fn straight_quotes(line: &str) -> Option<(&str, String)> {
    let value = line.split_once('=')?.1.trim();
    let list = value.strip_prefix('[').and_then(|list| list.strip_suffix(']'));
    let items: Vec<&str> = list.map_or(vec![value], |list| list.split(',').map(str::trim).collect());
    let quoted = |item: &&str| item.starts_with(is_curly) && (list.is_none() || item.ends_with(is_curly));
    let new: Vec<String> = items.iter().map(|item| format!("\"{}\"", item.trim_matches(is_curly))).collect();
    let new = if list.is_some() { format!("[{}]", new.join(", ")) } else { new.join("") };
    items.iter().all(quoted).then_some((value, new))
}
