//! What TOML 1.1 took in and readers of TOML 1.0 refuse. It is read here, and said: editors, forges and other tools that look
//! at the same file may not.

use std::sync::Arc;

use toml_parser::Source;
use toml_parser::lexer::TokenKind;

use crate::diagnostic::{Code, Diagnostic, SourceFile, Span};

/// The finding about a well-formed text; `base` is the length of a byte order mark.
pub(super) fn check_newer_syntax(file: &Arc<SourceFile>, text: &str, base: usize) -> Option<Diagnostic> {
    let found = newer_syntax(text);
    let (first, what) = found.first()?;
    let at = |span: &Span| Span::new(base + span.start as usize, base + span.end as usize);
    let mut finding = Diagnostic::new(
        Code::NewerToml,
        file,
        at(first),
        format!("{what} is TOML 1.1, which other readers may refuse"),
    )
    .with_help(match *what {
        LINE_BREAK => {
            "write the table on one line, or below a header of its own, `[name]`, one field a line without commas"
        }
        LAST_COMMA => "take this comma away",
        ESCAPE => "write the escape as `\\uXXXX`",
        _ => "write the time with its seconds",
    });
    for (span, what) in found.iter().skip(1).take(3) {
        finding = finding.with_secondary(at(span), *what);
    }
    Some(if found.len() > 4 {
        finding.with_note(format!("{} more places in this file", found.len() - 4))
    } else {
        finding
    })
}

const LINE_BREAK: &str = "a line break in an inline table";
const LAST_COMMA: &str = "a comma behind the last field of an inline table";
const ESCAPE: &str = "this escape";
const SHORT_TIME: &str = "a time without seconds";

/// Every place, in order, with what it is.
fn newer_syntax(text: &str) -> Vec<(Span, &'static str)> {
    let mut found = Vec::new();
    // The brackets of values that are open, and whether a line break was said for each.
    let mut open: Vec<(TokenKind, bool)> = Vec::new();
    let mut comma: Option<Span> = None;
    let mut is_value = false;
    for token in Source::new(text).lex() {
        let (kind, range) = (token.kind(), token.span());
        let span = Span::new(range.start(), range.end());
        let raw = text.get(span.range()).unwrap_or_default();
        match kind {
            TokenKind::Equals => is_value = true,
            TokenKind::LeftCurlyBracket => open.push((kind, false)),
            TokenKind::LeftSquareBracket if is_value || !open.is_empty() => open.push((kind, false)),
            TokenKind::RightCurlyBracket => {
                if let (Some(comma), Some((TokenKind::LeftCurlyBracket, _))) = (comma, open.last()) {
                    found.push((comma, LAST_COMMA));
                }
                open.pop();
            }
            TokenKind::RightSquareBracket => drop(open.pop()),
            TokenKind::Newline => match open.last_mut() {
                Some((TokenKind::LeftCurlyBracket, said)) if !*said => {
                    *said = true;
                    found.push((span, LINE_BREAK));
                }
                Some(_) => {}
                None => is_value = false,
            },
            TokenKind::BasicString | TokenKind::MlBasicString => {
                found.extend(
                    newer_escapes(raw).map(|(from, to)| (Span::new(range.start() + from, range.start() + to), ESCAPE)),
                );
            }
            TokenKind::Atom if is_value && is_short_time(raw) => found.push((span, SHORT_TIME)),
            TokenKind::Atom
            | TokenKind::LeftSquareBracket
            | TokenKind::Dot
            | TokenKind::Comma
            | TokenKind::Whitespace
            | TokenKind::Comment
            | TokenKind::LiteralString
            | TokenKind::MlLiteralString
            | TokenKind::Eof => {}
        }
        let blank = matches!(kind, TokenKind::Whitespace | TokenKind::Newline | TokenKind::Comment);
        if !blank {
            comma = (kind == TokenKind::Comma).then_some(span);
        }
    }
    found
}

/// The escapes `\e` and `\xHH` of a string, as offsets in it.
fn newer_escapes(raw: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut skip = false;
    raw.as_bytes().windows(2).enumerate().filter_map(move |(at, pair)| {
        if std::mem::take(&mut skip) || pair[0] != b'\\' {
            return None;
        }
        skip = true;
        match pair[1] {
            b'e' => Some((at, at + 2)),
            b'x' => Some((at, (at + 4).min(raw.len()))),
            _ => None,
        }
    })
}

/// `07:32`, `1979-05-27T07:32Z` and the like.
fn is_short_time(raw: &str) -> bool {
    let bytes = raw.as_bytes();
    let Some(colon) = bytes.iter().position(|byte| *byte == b':') else { return false };
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    colon >= 2
        && digit(colon - 2)
        && digit(colon - 1)
        && digit(colon + 1)
        && digit(colon + 2)
        && bytes.get(colon + 3) != Some(&b':')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_new_is_found_and_nothing_else() {
        let told = |text: &str| -> Vec<(&'static str, String)> {
            newer_syntax(text).into_iter().map(|(span, what)| (what, text[span.range()].to_owned())).collect()
        };
        for (text, wanted) in [
            ("a = {b = 1,\n c = 2}\n", vec![(LINE_BREAK, "\n")]),
            ("a = {\n b = 1,\n}\n", vec![(LINE_BREAK, "\n"), (LAST_COMMA, ",")]),
            ("a = [{b = 1, }]\n", vec![(LAST_COMMA, ",")]),
            ("a = \"x\\ey\\x41\\\\e\"\n", vec![(ESCAPE, "\\e"), (ESCAPE, "\\x41")]),
            (
                "a = 07:32\nb = 1979-05-27T07:32Z\nc = 1979-05-27 07:32\n",
                vec![(SHORT_TIME, "07:32"), (SHORT_TIME, "1979-05-27T07:32Z"), (SHORT_TIME, "07:32")],
            ),
        ] {
            let wanted: Vec<(&str, String)> = wanted.into_iter().map(|(what, raw)| (what, raw.to_owned())).collect();
            assert_eq!(told(text), wanted, "{text:?}");
        }
        for text in [
            "a = [\n 1,\n 2,\n]\n[b]\nc = {d = [\n1,\n], e = 2}\n[[f]]\ng = \"\\u00e9 \\n {\\\\x\"\nh = 'a\\e'\n",
            "a = 07:32:00\nb = 1979-05-27T07:32:00+01:00\nc = \"\"\"\n{\n,}\n\"\"\"\n# {\n\"x:12:34\" = 1\n",
        ] {
            assert_eq!(told(text), [], "{text:?}");
        }
    }
}
