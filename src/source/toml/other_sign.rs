//! A sign, or a character that nobody sees, that stands in an entry where TOML has another one or none.

use crate::diagnostic::{Diagnostic, Edit};
use crate::source::emit::basic_string;
use crate::source::shorten::shorten_line;
use crate::source::toml::fault::TomlFault;

/// What is written between a key and its value elsewhere.
const SIGNS: &[&str] = &["=>", "->", ":=", ":", ";", "：", "；", "＝"];

/// Whether nobody sees a character.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{feff}')
}

/// Whether everybody takes a character for a blank.
fn is_like_blank(c: char) -> bool {
    c.is_whitespace() && !c.is_ascii()
}

/// Whether white space that includes byte `at` of a line stands beside a sign of TOML or an end of the line, and not within words.
fn is_beside_sign(line: &str, at: usize) -> bool {
    let is_sign = |c: Option<char>| c.is_none_or(|c| "=[]{},#".contains(c));
    let behind = line.get(at..).unwrap_or_default().trim_start().chars().next();
    is_sign(line[..at].trim_end().chars().next_back()) || is_sign(behind)
}

/// The characters of a line that stand in no text and in no comment, with their offsets.
fn outside_of_texts(line: &str) -> impl Iterator<Item = (usize, char)> {
    let (mut quote, mut comment, mut escaped) = (None, false, false);
    line.char_indices().filter(move |(_, c)| {
        let before = quote;
        match quote {
            None if matches!(c, '"' | '\'') => quote = Some(*c),
            None if *c == '#' => comment = true,
            Some(open) if open == *c && !escaped => quote = None,
            None | Some(_) => {}
        }
        escaped = before == Some('"') && *c == '\\' && !escaped;
        before.is_none() && !comment
    })
}

impl TomlFault<'_> {
    /// A no-break space and the like among what TOML reads.
    pub(super) fn unseen_character(&self) -> Option<Diagnostic> {
        let start = self.line_start();
        let line = self.text.from(start).lines().next().unwrap_or_default();
        let is_meant = |at: usize, c: char| is_unseen(c) || is_like_blank(c) && is_beside_sign(line, at);
        let unseen: Vec<(usize, char)> = outside_of_texts(line).filter(|(at, c)| is_meant(*at, *c)).collect();
        let (at, first) = *unseen.first()?;
        let said = line.trim_end_matches(|c: char| c.is_whitespace() || is_unseen(c)).len();
        let what = match first {
            '\u{a0}' | '\u{202f}' => "a no-break space",
            '\u{3000}' => "an ideographic space",
            first if first.is_whitespace() => "a space that is none of ASCII",
            _ => "a character that nobody sees",
        };
        let message = format!("{what} (U+{:04X}) stands in this line", u32::from(first));
        let edits = unseen.into_iter().map(|(at, c)| Edit {
            span: self.file_span(start + at, start + at + c.len_utf8()),
            text: if c.is_whitespace() && at < said { " ".to_owned() } else { String::new() },
        });
        let finding = self.syntax_finding(start + at, start + at + first.len_utf8(), message).with_label("here");
        let blank = first.is_whitespace() && at < said;
        let title = if blank { "write a blank in its place" } else { "take it out" };
        Some(finding.offering(title, edits.collect()))
    }

    /// `key: value`, `"key" => value`, `key; value`.
    pub(super) fn other_sign(&self, start: usize, line: &str) -> Option<Diagnostic> {
        let outside = |at: usize| outside_of_texts(line).any(|(other, _)| other == at);
        let found = SIGNS.iter().filter_map(|sign| Some((line.find(sign).filter(|at| outside(*at))?, *sign)));
        let (at, sign) = found.min_by_key(|(at, sign)| (*at, std::cmp::Reverse(sign.len())))?;
        let (key, value) = (line[..at].trim_end(), line[at + sign.len()..].trim());
        let quoted = key.trim_start().starts_with(['"', '\'']);
        if key.trim().is_empty() || !quoted && key.trim().contains([' ', '"', '=']) {
            return None;
        }
        let message = format!("TOML sets values with `=`, not with `{sign}`");
        let finding = self.syntax_finding(start + at, start + at + sign.len(), message);
        let text = match value.parse::<toml_edit::Value>() {
            Ok(_) => value.to_owned(),
            Err(_) if value.is_empty() || value.contains(['"', '\\', '#', '[', '{']) => {
                return Some(finding.with_help("write `key = value`, text in quotes"));
            }
            Err(_) => basic_string(value),
        };
        let title = format!("write `{}`", shorten_line(&format!("{} = {text}", key.trim_start())));
        let span = self.file_span(start + key.len(), start + line.len());
        Some(finding.offering(title, vec![Edit { span, text: format!(" = {text}") }]))
    }

    /// `{ store: "git" }`, `key => "value"`: the sign before a value.
    pub(super) fn sign_before_value(&self) -> Option<Diagnostic> {
        let before = self.text.between(self.line_start(), self.start).trim_end();
        let sign = SIGNS.iter().find(|sign| before.ends_with(**sign))?;
        let key = before[..before.len() - sign.len()].trim_end();
        let (start, end) = (self.line_start() + key.len(), self.line_start() + before.len());
        let edit = Edit { span: self.file_span(start, end), text: " =".to_owned() };
        let message = format!("TOML sets values with `=`, not with `{sign}`");
        Some(self.syntax_finding(end - sign.len(), end, message).offering("write `=`", vec![edit]))
    }

    /// An entry all of which stands in quotes.
    pub(super) fn entry_in_quotes(&self, start: usize, words: &str) -> Option<Diagnostic> {
        let quote = words.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let inner = words.strip_prefix(quote)?.strip_suffix(quote)?;
        let is_entry = inner.contains('=') && inner.parse::<toml_edit::DocumentMut>().is_ok();
        let sign = |at: usize| Edit { span: self.file_span(at, at + 1), text: String::new() };
        let edits = vec![sign(start), sign(start + words.len() - 1)];
        let finding = self.syntax_finding(start, start + words.len(), "all of this entry stands in quotes");
        let title = format!("write `{}`", shorten_line(inner));
        is_entry.then(|| finding.with_label("no key and no value").offering(title, edits))
    }

    /// `["a",, "b"]`: a comma with no value before it.
    pub(super) fn extra_comma(&self) -> Diagnostic {
        let start = self.start;
        let edit = Edit { span: self.file_span(start, start + 1), text: String::new() };
        let finding = self.syntax_finding(start, start + 1, "there is no value before this `,`");
        finding.with_label("one too many").offering("delete this `,`", vec![edit])
    }
}
