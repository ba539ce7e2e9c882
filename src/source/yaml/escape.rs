//! Backslashes between double quotes that begin nothing YAML knows.

use crate::diagnostic::{Diagnostic, Edit, Fix, Safety};
use crate::source::yaml::fault::YamlFault;

/// Signs that other languages escape, and that say nothing else behind a backslash: YAML takes them as they are.
const BARE_SIGNS: &[char] = &['\'', '`', '!', '#', '&', '%', '@', '~', '<', '>', ',', ';', ':', '='];

impl YamlFault<'_> {
    pub(super) fn invalid_escape(&self) -> Diagnostic {
        // The mark is that of the opening quote.
        let mut at = self.at + 1;
        let bytes = self.text.0.as_bytes();
        let (mut first, mut bare) = (None, Vec::new());
        while at < bytes.len() && bytes[at] != b'"' {
            if bytes[at] != b'\\' {
                at += 1;
                continue;
            }
            let length = match escape_length(self.text.from(at)) {
                Ok(length) => length,
                Err(length) => {
                    first = first.or(Some((at, length)));
                    if self.text.from(at + 1).starts_with(BARE_SIGNS) {
                        bare.push(Edit { span: self.marks.file_span(at, at + 1), text: String::new() });
                    }
                    length
                }
            };
            at += length;
        }
        let Some((at, length)) = first else {
            return self
                .character_finding("an escape in this text is unknown to YAML")
                .with_help("use single quotes, which have no escapes");
        };
        let written = self.text.between(at, at + length);
        let finding = self.syntax_finding(at, at + length, format!("`{written}` is no escape of YAML"));
        let sign = written.strip_prefix('\\').unwrap_or_default();
        if !sign.starts_with(BARE_SIGNS) {
            return self.offer_single_quotes(finding);
        }
        let sign = if sign == "`" { "the backtick".to_owned() } else { format!("`{sign}`") };
        finding.with_help(format!("write {sign} itself: between double quotes it needs no backslash")).with_fix(Fix {
            title: format!("write {sign} without a backslash"),
            safety: Safety::Unsafe,
            edits: bare,
        })
    }

    /// Offers single quotes for a text of one line that has no escape which YAML knows.
    fn offer_single_quotes(&self, finding: Diagnostic) -> Diagnostic {
        let finding = finding.with_help("write `\\\\` for a backslash, or use single quotes, which have no escapes");
        let Some((inner, _)) = self.text.from(self.at + 1).split_once('"') else { return finding };
        let is_known = inner.match_indices('\\').any(|(at, _)| escape_length(&inner[at..]).is_ok());
        if is_known || inner.contains(['\'', '\n']) {
            return finding;
        }
        let span = self.marks.file_span(self.at, self.at + inner.len() + 2);
        let edits = vec![Edit { span, text: format!("'{inner}'") }];
        finding.with_fix(Fix { title: "use single quotes".into(), safety: Safety::Unsafe, edits })
    }
}

/// Length in bytes of the escape that `text` starts with; as an error if YAML has none such.
fn escape_length(text: &str) -> Result<usize, usize> {
    let Some(letter) = text.chars().nth(1) else { return Err(1) };
    let digits = match letter {
        'x' => 2,
        'u' => 4,
        'U' => 8,
        '0' | 'a' | 'b' | 't' | '\t' | 'n' | 'v' | 'f' | 'r' | 'e' | ' ' | '"' | '/' | '\\' | 'N' | '_' | 'L' | 'P'
        | '\n' | '\r' => return Ok(1 + letter.len_utf8()),
        _ => return Err(1 + letter.len_utf8()),
    };
    let written: String = text.chars().skip(2).take(digits).take_while(char::is_ascii_hexdigit).collect();
    let valid = u32::from_str_radix(&written, 16).ok().and_then(char::from_u32).is_some();
    let length = 2 + written.len();
    if valid && written.len() == digits { Ok(length) } else { Err(length) }
}
