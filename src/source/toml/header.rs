//! Headers of tables, `[table]` and `[[table]]`: what is no name between their brackets.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, Edit};
use crate::source::emit::is_bare_key;
use crate::source::shorten::shorten_line;
use crate::source::toml::fault::TomlFault;

/// The brackets of a header, and those that are written in their place.
const OTHER_BRACKETS: &str = "<>(){}[]«»‹›【】（）［］";

/// A line with the name of a table and no entry: where its words stand, and the header that they are meant as.
pub(super) fn header_meant(text: &str, line: Range<usize>) -> Option<(Range<usize>, String)> {
    let (above, behind) = (&text[..line.start], &text[line.end..]);
    let written = text[line.clone()].split('#').next().unwrap_or_default();
    let start = line.start + written.len() - written.trim_start().len();
    let written = written.trim();
    let is_name = |name: &str| name.split('.').all(is_bare_key);
    let of_list = |name: &str, depth: usize| format!("{}{name}{}", "[".repeat(depth), "]".repeat(depth));
    let meant = match written.strip_suffix([':', '=', ',', ';']).map(str::trim_end) {
        Some(header) if header.starts_with('[') => {
            let depth = header.len() - header.trim_start_matches('[').len();
            let name = header.trim_matches(['[', ']']);
            (is_name(name) && header == of_list(name, depth)).then(|| header.to_owned())?
        }
        Some(name) => {
            // A value may be missing there, but where a table is set off and its entries follow.
            let set_off = above.ends_with("\n\n") || above.ends_with("\r\n\r\n");
            let next = behind.lines().nth(1).unwrap_or_default();
            let is_entry = |(key, value): (&str, &str)| is_name(key.trim()) && !value.trim().is_empty();
            (set_off && is_name(name) && next.split_once('=').is_some_and(is_entry)).then(|| of_list(name, 1))?
        }
        None => {
            let name = written.trim_matches(|c| OTHER_BRACKETS.contains(c));
            let begin = written.find(name)?;
            let (open, close) = (written[..begin].chars().count(), written[begin + name.len()..].chars().count());
            // Of one bracket and two, the first ones say whether there are several such tables.
            let known = matches!(open.max(close), 1 | 2) && (open == 0 || close <= open);
            (known && is_name(name)).then(|| of_list(name, open.max(close))).filter(|meant| meant != written)?
        }
    };
    Some((start..start + written.len(), meant))
}

impl TomlFault<'_> {
    /// `<defaults>`, `lints]`, `safeguards:`: a header in other brackets, or in none.
    pub(super) fn other_header(&self) -> Option<Diagnostic> {
        let (words, meant) = header_meant(self.text.0, self.line_start()..self.line_end().max(self.start))?;
        let message = format!("`{}` begins no table", shorten_line(self.text.between(words.start, words.end)));
        let title = format!("write `{}`", shorten_line(&meant));
        let edit = Edit { span: self.file_span(words.start, words.end), text: meant };
        let finding = self.syntax_finding(words.start, words.end, message).with_label("the name of a table");
        Some(finding.offering(title, vec![edit]))
    }

    /// A header that does not end behind its name: not closed, of several names, or of one with blanks.
    pub(super) fn unclosed_header(&self) -> Diagnostic {
        let (start, end) = (self.line_start(), self.line_end());
        let header = self.text.between(start, end);
        if header.contains(',') {
            return self.syntax_finding(start, end, "a table has one name").with_help("write a table for each of them");
        }
        self.name_with_blanks(start, header).unwrap_or_else(|| {
            self.syntax_finding(start, end, "the name of a table is not closed")
                .with_help("close it with as many `]` as it opens with")
        })
    }

    /// `[configured_rules.spelling and grammar]`: no field of ours has a blank in its name.
    fn name_with_blanks(&self, start: usize, header: &str) -> Option<Diagnostic> {
        let name = header.trim().trim_start_matches('[').trim_end_matches(']');
        let open = header.find(name).filter(|_| !name.is_empty())?;
        let closed = header[..open].trim_start().len() == header.len() - open - name.len();
        let parts: Vec<Vec<&str>> = name.split('.').map(|part| part.split_whitespace().collect()).collect();
        let plain = parts.iter().all(|words| !words.is_empty() && words.iter().all(|word| is_bare_key(word)));
        let blanks = parts.iter().find(|words| words.len() > 1).filter(|_| closed && plain)?;
        let joined: Vec<String> = parts.iter().map(|words| words.join("_")).collect();
        let (open, name) = (start + open, name.len());
        let edit = Edit { span: self.file_span(open, open + name), text: joined.join(".") };
        let new = header.replace(self.text.between(open, open + name), &edit.text);
        Some(
            self.syntax_finding(open, open + name, format!("`{}` has blanks in it", shorten_line(&blanks.join(" "))))
                .with_label("no name without quotes")
                .offering(format!("write `{}`", shorten_line(new.trim())), vec![edit]),
        )
    }

    /// A name in a header, from byte `start` to `end`, with another sign where a `.` is due, or a pattern of files.
    pub(super) fn strange_header(&self, start: usize, end: usize) -> Option<Diagnostic> {
        let key = self.text.between(start, end);
        if self.text.between(self.line_start(), start).trim() != "[" {
            return None;
        }
        let names: Vec<&str> = key.split(['/', '\\', ':']).collect();
        if names.len() > 1 && names.iter().all(|name| is_bare_key(name)) {
            let sign = key.find(['/', '\\', ':']).unwrap_or(0);
            let title = format!("write `[{}]`", shorten_line(&names.join(".")));
            let edit = Edit { span: self.file_span(start, end), text: names.join(".") };
            return Some(
                self.syntax_finding(start + sign, start + sign + 1, "a `.` stands between the names of a table")
                    .with_label("not a `.`")
                    .offering(title, vec![edit]),
            );
        }
        key.contains('*').then(|| {
            let message = format!("`{}` is a pattern of files, and names no table", shorten_line(key));
            self.syntax_finding(start, end, message)
                .with_help("take the line away: `[[texts]]` in housestyle.toml names the files that follow a list")
        })
    }
}
