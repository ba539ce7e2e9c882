//! Headers of tables, `[table]` and `[[table]]`: what is no name between their brackets.

use crate::diagnostic::{Diagnostic, Edit};
use crate::source::shorten::shorten_line;
use crate::source::toml::fault::TomlFault;

/// Whether this is a name that needs no quotes.
fn is_bare_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
}

impl TomlFault<'_> {
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
        let plain = parts.iter().all(|words| !words.is_empty() && words.iter().all(|word| is_bare_name(word)));
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
        if names.len() > 1 && names.iter().all(|name| is_bare_name(name)) {
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
