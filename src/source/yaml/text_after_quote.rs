//! Text behind the quote that closes a value: what the quotes were meant for.

use crate::diagnostic::{Diagnostic, Edit, Fix, Safety};
use crate::source::quotes::{QuoteMeant, read_quotes, word_around};
use crate::source::shorten::shorten_line;
use crate::source::yaml::fault::{YamlFault, is_plain_key};
use crate::source::yaml::findings;

impl YamlFault<'_> {
    /// More of a line than its text in quotes.
    pub(super) fn text_after_quote(&self) -> Diagnostic {
        if self.text.between(self.at, self.line_end(self.at)) == "," {
            return self.trailing_comma(self.at);
        }
        let brackets = [('[', ']'), ('{', '}')];
        let strange_comma =
            || brackets.iter().find_map(|(open, close)| self.strange_comma(self.open_bracket(*open, *close)?));
        let known = strange_comma().or_else(|| self.doubled_quotes()).or_else(|| self.quoted_key_without_colon());
        let rest = self.text.between(self.at, self.line_end(self.at));
        let comment = || ["// ", "/* ", "<!-- "].iter().any(|sign| rest.starts_with(sign));
        if let Some(finding) = known.or_else(|| self.strange_comment(self.at, rest).filter(|_| comment())) {
            return finding;
        }
        let finding =
            self.line_finding("there is more text behind the closing quote").with_label("not part of the text");
        self.comma_within_line().or_else(|| self.quotes_in_braces()).or_else(|| self.quote_meant()).unwrap_or_else(
            || finding.with_help("put all of the text in quotes; inside of `'…'` a single quote is written twice"),
        )
    }

    /// `""text""`: the quotes around a text stand twice.
    fn doubled_quotes(&self) -> Option<Diagnostic> {
        let before = self.text.between(self.line_start(self.at), self.at);
        let quotes = ["\"\"", "''"].into_iter().find(|quotes| before.ends_with(quotes))?;
        let lead = &before[..before.len() - quotes.len()];
        let begins = lead.ends_with([' ', '[', '{']) || lead.is_empty();
        let length = self.text.between(self.at, self.line_end(self.at)).find(quotes).filter(|at| *at > 0 && begins)?;
        let behind = self.text.from(self.at + length + quotes.len());
        let gone = |at| Edit { span: self.marks.file_span(at, at + 1), text: String::new() };
        let edits = vec![gone(self.at - 1), gone(self.at + length)];
        let ends = behind.is_empty() || behind.starts_with([' ', '\n', '\r', ',', ']', '}']);
        ends.then(|| {
            self.syntax_finding(self.at - quotes.len(), self.at, "the quotes around this text stand twice")
                .with_label("opens a text and closes it")
                .offering("write them once", edits)
        })
    }

    /// `"key" "value"` or `"key" = true`: a key in quotes that begins its line, and a value behind it.
    fn quoted_key_without_colon(&self) -> Option<Diagnostic> {
        let (start, end) = (self.line_start(self.at), self.line_end(self.at));
        let closed = self.text.before(self.at).trim_end().len();
        let quoted = self.text.between(start, closed).trim_start_matches([' ', '{']);
        let quote = quoted.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let key = quoted[1..].strip_suffix(quote).filter(|key| is_plain_key(key))?;
        let behind = self.text.between(closed, end);
        let value = ["=>", "=", ";", ""].iter().find_map(|sign| behind.trim_start().strip_prefix(sign))?.trim_start();
        let word = value.trim_end_matches([',', '}', ' ']);
        let is_value = value.starts_with(['"', '\'', '[', '{'])
            || matches!(word, "true" | "false" | "null")
            || !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        is_value.then(|| {
            let title = format!("write `{}`", shorten_line(&format!("{quote}{key}{quote}: {word}")));
            let edit = Edit { span: self.marks.file_span(closed, end - value.len()), text: ": ".to_owned() };
            self.syntax_finding(closed - quoted.len(), closed, "no `:` is behind this key")
                .with_label("a key, as it seems")
                .offering(title, vec![edit])
        })
    }

    /// Quotes within the value of a mapping in braces, as JSON has them: they are to be escaped.
    fn quotes_in_braces(&self) -> Option<Diagnostic> {
        let line = self.line_start(self.at);
        let before = self.text.between(line, self.at).trim_end();
        // The quote that closes the text may stand behind a colon itself.
        let open = line + before.strip_suffix('"')?.rfind(": \"")? + 2;
        let value = self.text.between(open, self.line_end(self.at)).trim_end_matches([' ', ',', '}', ']']);
        let inner = value.strip_prefix('"')?.strip_suffix('"')?;
        let is_one = !inner.contains(['\\', '{', '[']) && !inner.contains("\":") && !inner.contains("\",");
        self.open_bracket('{', '}').filter(|_| is_one)?;
        let word = word_around(value, before.len() + line - open - 1);
        let closed = line + before.len();
        let edits = inner.match_indices('"').map(|(at, _)| {
            let at = open + 1 + at;
            Edit { span: self.marks.file_span(at, at), text: "\\".to_owned() }
        });
        Some(
            self.syntax_finding(closed - 1, closed, format!("the `\"` in `{}` closes the text", shorten_line(word)))
                .with_label("closes the text")
                .with_secondary(self.marks.file_span(open, open + 1), "opened here")
                .offering("write `\\\"` for the quotes within it", edits.collect()),
        )
    }

    /// The quotes around the fault as they were meant, where that is told by what stands there.
    fn quote_meant(&self) -> Option<Diagnostic> {
        let line = self.line_start(self.at);
        let before = self.text.between(line, self.at).trim_end();
        let closed = line + before.len();
        let quote = before.chars().next_back().filter(|c| matches!(c, '"' | '\''))?;
        let in_brackets = self.open_bracket('[', ']') > self.open_bracket('{', '}');
        let open = match in_brackets {
            true => before[..before.len() - 1].rfind(quote),
            false => before.find(&format!(": {quote}")).map(|at| at + 2).or_else(|| {
                let lead = before.len() - before.trim_start_matches([' ', '-']).len();
                before[lead..].starts_with(quote).then_some(lead)
            }),
        }?;
        let (open, end) = (line + open, self.text_end(closed));
        let blanks = self.text.from(closed).len() - self.text.from(closed).trim_start_matches([' ', '\t']).len();
        let text = self.text.between(open, end);
        let quotes = |text: &str| match findings::quoted_text(text).is_some_and(|text| text.starts_with('\'')) {
            true => ("single", Some('\'')),
            false => ("double", Some('"')),
        };
        match read_quotes(text, closed - open, in_brackets)? {
            QuoteMeant::PartOfText(text) => {
                let (kind, _) = quotes(text);
                let finding = self
                    .syntax_finding(closed + blanks, end, "there is more text behind the closing quote")
                    .with_label("not part of the text")
                    .with_secondary(self.marks.file_span(open, open + 1), "the text begins with a quote")
                    .with_help(format!("put all of the text in {kind} quotes"));
                let finding = self.quoted_fix(finding, open, end);
                // Of one piece in quotes, they may end too early.
                let rest = self.text.between(closed, end);
                let inner = self.text.between(open + 1, closed - 1);
                if rest.contains([quote, '\\']) || inner.contains(quote) {
                    return Some(finding);
                }
                let moved = [(closed - 1, closed, String::new()), (end, end, quote.to_string())];
                let moved = moved.map(|(start, end, text)| Edit { span: self.marks.file_span(start, end), text });
                let (title, edits) = ("move the closing quote to the end of the text".to_owned(), moved.to_vec());
                // What needed its quotes had them for all of it.
                Some(match finding.fix.is_some() && (inner.contains(": ") || inner.contains(" #")) {
                    true => finding.rather_offering(Fix { title, safety: Safety::Unsafe, edits }),
                    false => finding.or_offering(title, edits),
                })
            }
            QuoteMeant::ClosedEarly(inner) => {
                let (kind, other) = quotes(inner);
                let word = word_around(text, closed - open - 1);
                let finding = self
                    .syntax_finding(
                        closed - 1,
                        closed,
                        format!("the `{quote}` in `{}` closes the text", shorten_line(word)),
                    )
                    .with_label("closes the text")
                    .with_secondary(self.marks.file_span(open, open + 1), "opened here")
                    .with_help(match other == Some(quote) {
                        true => "write the quotes within it twice".to_owned(),
                        false => format!("put the text in {kind} quotes"),
                    });
                let fix = findings::quote_fix(inner, self.marks.file_span(open, end));
                Some(fix.into_iter().fold(finding, Diagnostic::with_fix))
            }
            QuoteMeant::Unclosed(at) => {
                let text = self.text.between(open, open + at);
                let title = format!("write `{}`", shorten_line(&format!("{text}{quote}")));
                let place = self.marks.file_span(open + at, open + at);
                Some(
                    self.syntax_finding(open, open + 1, "this quote is closed by the one that opens the next text")
                        .with_label("opened here")
                        .with_secondary(self.marks.file_span(closed - 1, closed), "closes it")
                        .offering(title, vec![Edit { span: place, text: quote.to_string() }]),
                )
            }
        }
    }
}
