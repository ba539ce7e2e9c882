//! A sign that stands where YAML has the colon behind a key, or a colon without its blank: one finding for all lines that have it.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Edit, SourceFile, Span};
use crate::source::shorten::shorten_line;
use crate::source::yaml::fault::is_plain_key;
use crate::source::yaml::lone_line::is_entry;

/// Lines that are marked beside each other; the fix has all.
pub(super) const MAX_MARKED: usize = 20;

/// A sign behind a key: the column of the key, and all from the key's end to its value.
struct SignBehindKey<'a> {
    column: usize,
    key: &'a str,
    sign: Span,
    between: Span,
}

impl<'a> SignBehindKey<'a> {
    /// The first such sign on the line that begins at this byte.
    fn on_line(text: &'a str, start: usize, sign: char) -> Option<Self> {
        let line = text.get(start..)?.lines().next()?;
        let column = line.len() - line.trim_start_matches(['\u{feff}', ' ', '-']).len();
        let at = line.find(sign)?;
        let key = line.get(column..at)?.trim_end();
        let behind = &line[at + sign.len_utf8()..];
        let value = behind.trim_start_matches(|c| c == '>' && sign == '=').trim_start_matches([' ', '\u{3000}']);
        let word = !key.is_empty() && !key.contains(|c: char| c.is_whitespace() || "#:{[".contains(c));
        let parts = sign == ':' && (value.is_empty() || value.len() < behind.len());
        (word && !parts).then(|| Self {
            column,
            key,
            sign: Span::new(start + at, start + at + sign.len_utf8()),
            between: Span::new(start + column + key.len(), start + line.len() - value.len()),
        })
    }
}

/// Where a line has another sign in place of the colon behind its key.
pub(super) fn sign_for_colon(line: &str) -> Option<usize> {
    let equals = || line.find('=').filter(|at| is_plain_key(line[..*at].trim()));
    line.find(['：', '﹕', '꞉']).or_else(equals)
}

/// Where the colon of a line parts nothing, as no blank is behind it.
pub(super) fn colon_without_blank(words: &str) -> Option<usize> {
    // Of an address, a time and a ratio, the colon is a part.
    let no_value = |c: char| matches!(c, ':' | '/') || c.is_ascii_digit();
    let at = words.find(':').filter(|at| *at > 0 && !is_entry(words))?;
    (!words[at + 1..].starts_with(no_value) && !words[..at].contains(['"', '\''])).then_some(at)
}

/// The finding about the sign that stands at this byte of the file behind a key, and about the same on other lines like it.
#[must_use]
pub fn explain_strange_colon(file: &Arc<SourceFile>, at: usize) -> Option<Diagnostic> {
    let text = file.text();
    let sign = text.get(at..)?.chars().next()?;
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let first = SignBehindKey::on_line(text, start, sign)?;
    // Another document has signs of its own.
    let mut next =
        text[..start].rfind("\n---").map_or(0, |mark| text[mark + 1..].find('\n').map_or(start, |end| mark + 2 + end));
    let own = text[next..].split_inclusive('\n').take_while(|line| !line.starts_with("---"));
    let lines = own.filter_map(|line| {
        next += line.len();
        SignBehindKey::on_line(text, next - line.len(), sign)
    });
    // What stands deeper may be the text of a prompt, unless it looks like a field.
    let field = |key: &str| key.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    let like = |line: &SignBehindKey<'_>| line.column == first.column || !sign.is_ascii() && field(line.key);
    let found: Vec<SignBehindKey<'_>> = lines.filter(like).collect();
    let (message, label) = match sign {
        ':' => ("no space is behind the `:`".to_owned(), "no space behind it"),
        '=' => ("YAML sets values with `:`, not with `=`".to_owned(), "not a colon"),
        _ => (format!("`{sign}` (U+{:04X}) is not a colon in YAML", u32::from(sign)), "looks like `:`"),
    };
    let title = match found.len() {
        1 => format!("write `{}: `", shorten_line(first.key)),
        _ => "write `: ` in each of these lines".to_owned(),
    };
    let edits = found.iter().map(|line| Edit { span: line.between, text: ": ".to_owned() }).collect();
    let finding = Diagnostic::new(Code::Syntax, file, first.sign, message).with_label(label);
    let marked = found
        .iter()
        .filter(|line| line.sign != first.sign)
        .take(MAX_MARKED)
        .fold(finding, |finding, line| finding.with_secondary(line.sign, "and this one"));
    Some(marked.offering(title, edits))
}
