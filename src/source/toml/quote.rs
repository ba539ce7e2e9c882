//! Quotes of TOML that end where their writer did not mean them to, or are those of a typeset page.

use toml_edit::Key;

use crate::diagnostic::{Diagnostic, Edit, Fix, Safety};
use crate::source::emit::{basic_string, literal_string};
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

    /// A text between the quotes of a typeset page, alone behind its `=`, or a list of such texts; with all other lines that have
    /// such ones.
    pub(super) fn typeset_quotes(&self) -> Option<Diagnostic> {
        let own = self.line_start();
        let line = self.text.between(own, self.line_end().max(self.start));
        let (value, new) = straight_quotes(line)?;
        let quote = value.trim_start_matches(['[', ' ']).chars().next()?;
        let start = own + line.trim_end().len() - value.len();
        let message = format!("`{quote}` (U+{:04X}) is not a quote in TOML", u32::from(quote));
        let finding = self.syntax_finding(start, start + value.len(), message);
        let title = format!("write `{}`", shorten_line(&new));
        let is_whole = |value: &str| !value.contains(['"', '\\', '#']);
        if !is_whole(value) {
            return Some(finding.with_help(title));
        }
        let mut at = 0;
        let mut edits = Vec::new();
        // What stands in a text of several lines is none.
        let whole =
            Some(self.text.from(0)).filter(|text| !["\"\"\"", "'''"].iter().any(|quotes| text.contains(quotes)));
        for other in whole.unwrap_or_default().split_inclusive('\n') {
            let body = other.trim_end();
            if let Some((value, new)) = straight_quotes(body).filter(|(value, _)| is_whole(value) && at != own) {
                let start = at + body.len() - value.len();
                edits.push(Edit { span: self.file_span(start, start + value.len()), text: new });
            }
            at += other.len();
        }
        let others = edits.len();
        edits.push(Edit { span: self.file_span(start, start + value.len()), text: new });
        edits.sort_by_key(|edit| edit.span);
        Some(match others {
            0 => finding.offering(title, edits),
            1 => {
                finding.with_note("another line has such quotes, too").offering("write straight quotes in both", edits)
            }
            _ => {
                let finding = finding.with_note(format!("{others} other lines have such quotes, too"));
                finding.offering("write straight quotes in all of them", edits)
            }
        })
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

/// What stands behind the `=` of a line between the quotes of a typeset page, a text or a list of texts, and the same between
/// straight ones.
fn straight_quotes(line: &str) -> Option<(&str, String)> {
    let curly = |c: char| matches!(c, '“' | '”' | '„' | '‟' | '«' | '»' | '‘' | '’' | '‚' | '「' | '」' | '＂' | '＇');
    let value = line.split_once('=')?.1.trim();
    let list = value.strip_prefix('[').and_then(|list| list.strip_suffix(']'));
    let items: Vec<&str> = list.map_or(vec![value], |list| list.split(',').map(str::trim).collect());
    let quoted = |item: &&str| item.starts_with(curly) && (list.is_none() || item.ends_with(curly));
    let new: Vec<String> = items.iter().map(|item| format!("\"{}\"", item.trim_matches(curly))).collect();
    let new = if list.is_some() { format!("[{}]", new.join(", ")) } else { new.join("") };
    items.iter().all(quoted).then_some((value, new))
}
