//! Tokens of XML and HTML, with their bytes.
//!
//! Invariant: every byte belongs to one token, whatever the text; a `<` that opens no tag is text. No crate of the tree gives
//! places for broken documents, and a translator's export often is one.

use std::ops::Range;

use crate::conform::reader::decoded::Decoded;

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum MarkupToken<'a> {
    /// `<name …>`; `closed` where it ends in `/>`.
    Open { name: &'a str, range: Range<usize>, closed: bool },
    /// `</name>`
    Close { name: &'a str, range: Range<usize> },
    /// Characters, with entities as they stand.
    Text(Range<usize>),
    /// The inside of a CDATA section.
    Literal(Range<usize>),
    /// A comment, a declaration, an instruction.
    Aside(Range<usize>),
}

/// Every token of a text, in order.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = MarkupToken<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        if at >= text.len() {
            return None;
        }
        let start = at;
        let rest = &text[start..];
        let token = if rest.starts_with("<!--") {
            let end = rest.find("-->").map_or(rest.len(), |end| end + 3);
            at += end;
            MarkupToken::Aside(start..at)
        } else if rest.starts_with("<![CDATA[") {
            let end = rest.find("]]>").map_or(rest.len(), |end| end + 3);
            at += end;
            let close = if end == rest.len() && !rest.ends_with("]]>") { at } else { at - 3 };
            MarkupToken::Literal(start + 9..close.max(start + 9))
        } else if rest.starts_with("<!") || rest.starts_with("<?") {
            at += rest.find('>').map_or(rest.len(), |end| end + 1);
            MarkupToken::Aside(start..at)
        } else if let Some((name, end)) = tag(rest) {
            at += end;
            match name.strip_prefix('/') {
                Some(name) => MarkupToken::Close { name, range: start..at },
                None => MarkupToken::Open { name, range: start..at, closed: rest[..end].ends_with("/>") },
            }
        } else {
            let skip = usize::from(rest.starts_with('<'));
            at += rest[skip..].find('<').map_or(rest.len(), |end| end + skip);
            MarkupToken::Text(start..at)
        };
        Some(token)
    })
}

/// The name (with its slash) and length of a tag at the start of a text.
fn tag(text: &str) -> Option<(&str, usize)> {
    let body = text.strip_prefix('<')?;
    let slash = usize::from(body.starts_with('/'));
    if !body[slash..].starts_with(|c: char| c.is_alphabetic() || c == '_') {
        return None;
    }
    let sign = |c: char| !(c.is_alphanumeric() || matches!(c, ':' | '-' | '_' | '.'));
    let end = slash + body[slash..].find(sign).unwrap_or(body.len() - slash);
    let mut quote = None;
    for (at, byte) in body.bytes().enumerate().skip(end) {
        match (quote, byte) {
            (None, b'>') => return Some((&body[..end], at + 2)),
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), byte) if open == byte => quote = None,
            // A tag without an end, before another one.
            (None, b'<') => return None,
            _ => {}
        }
    }
    None
}

/// The value of an attribute of a tag, with entities as they stand.
pub(super) fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = tag;
    loop {
        let at = rest.find(name)?;
        let before = rest[..at].chars().next_back();
        let after = rest[at + name.len()..].trim_start();
        if before.is_some_and(char::is_whitespace)
            && let Some(value) = after.strip_prefix('=').map(str::trim_start)
        {
            let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
            return value[1..].split(quote).next();
        }
        rest = &rest[at + name.len()..];
    }
}

/// Adds characters with their entities decoded.
pub(super) fn push_entities<'a>(decoded: &mut Decoded<'a>, body: &'a str, at: usize) {
    let mut rest = body;
    let mut here = at;
    while let Some(found) = rest.find('&') {
        decoded.push_plain(&rest[..found], here);
        here += found;
        let tail = &rest[found..];
        let end = tail.bytes().take(LONGEST_ENTITY).position(|byte| byte == b';').map(|end| end + 1);
        match end.and_then(|end| entity(&tail[1..end - 1]).map(|c| (c, end))) {
            Some((c, end)) => {
                decoded.push_escape(c.encode_utf8(&mut [0; 4]), here, end);
                here += end;
                rest = &tail[end..];
            }
            // What it stands for is declared elsewhere.
            None if end.is_some_and(|end| is_entity_name(&tail[1..end - 1])) => {
                let end = end.unwrap_or_default();
                decoded.push_masked(&tail[..end], here, end);
                here += end;
                rest = &tail[end..];
            }
            None => {
                decoded.push_plain(&tail[..1], here);
                here += 1;
                rest = &tail[1..];
            }
        }
    }
    decoded.push_plain(rest, here);
}

/// Most bytes of an entity: `&CounterClockwiseContourIntegral;`.
const LONGEST_ENTITY: usize = 40;

/// Whether something can be the name of an entity: `app_name`.
fn is_entity_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'))
}

fn entity(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code).filter(|c| *c != '\0');
    }
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => '\u{a0}',
        "hellip" => '…',
        "ndash" => '–',
        "mdash" => '—',
        "lsquo" => '‘',
        "rsquo" => '’',
        "sbquo" => '‚',
        "ldquo" => '“',
        "rdquo" => '”',
        "bdquo" => '„',
        "laquo" => '«',
        "raquo" => '»',
        "euro" => '€',
        "times" => '×',
        "deg" => '°',
        _ => return None,
    })
}
