//! Signs as HTML writes them, in texts that are sent as they stand: `&amp;`.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Safety, SourceFile, Span};
use crate::schema::edits;

/// What HTML writes in the place of a sign.
const ENTITIES: &[(&str, &str)] = &[
    ("&amp;", "&"),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", "\""),
    ("&apos;", "'"),
    ("&nbsp;", "\u{a0}"),
    ("&thinsp;", "\u{2009}"),
    ("&ensp;", "\u{2002}"),
    ("&emsp;", "\u{2003}"),
    ("&shy;", ""),
    ("&auml;", "ä"),
    ("&ouml;", "ö"),
    ("&uuml;", "ü"),
    ("&Auml;", "Ä"),
    ("&Ouml;", "Ö"),
    ("&Uuml;", "Ü"),
    ("&szlig;", "ß"),
    ("&eacute;", "é"),
    ("&egrave;", "è"),
    ("&agrave;", "à"),
    ("&ccedil;", "ç"),
    ("&ntilde;", "ñ"),
    ("&hellip;", "…"),
    ("&ndash;", "–"),
    ("&mdash;", "—"),
    ("&ldquo;", "“"),
    ("&rdquo;", "”"),
    ("&lsquo;", "‘"),
    ("&rsquo;", "’"),
    ("&bdquo;", "„"),
    ("&sbquo;", "‚"),
    ("&lsaquo;", "‹"),
    ("&rsaquo;", "›"),
    ("&laquo;", "«"),
    ("&raquo;", "»"),
    ("&copy;", "©"),
    ("&reg;", "®"),
    ("&trade;", "™"),
    ("&euro;", "€"),
    ("&deg;", "°"),
    ("&times;", "×"),
    ("&middot;", "·"),
    ("&bull;", "•"),
];

/// Longest form of a sign by its number, in bytes.
const MAX_NUMERIC: usize = 10;

/// The entities of a text: what stands there, the sign that is meant, and where.
pub(super) fn find_entities(text: &str) -> impl Iterator<Item = (&str, String, usize)> {
    text.match_indices('&').filter_map(|(at, _)| {
        let rest = &text[at..];
        if let Some((entity, sign)) = ENTITIES.iter().find(|(entity, _)| rest.starts_with(entity)) {
            return Some((*entity, (*sign).to_owned(), at));
        }
        let entity = &rest[..=rest.bytes().take(MAX_NUMERIC).position(|byte| byte == b';')?];
        Some((entity, numeric_sign(entity)?, at))
    })
}

/// The sign that a number stands for: `&#8222;`, `&#x201E;`.
fn numeric_sign(entity: &str) -> Option<String> {
    let number = entity.strip_prefix("&#")?.strip_suffix(';')?;
    let code = match number.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => number.parse(),
    };
    char::from_u32(code.ok()?).filter(|c| !c.is_control()).map(String::from)
}

/// The finding about an entity in a text at this place of a file: `what` holds it.
pub(super) fn entity_finding(
    file: &Arc<SourceFile>,
    what: &str,
    (entity, sign): (&str, &str),
    span: Span,
) -> Diagnostic {
    let inside = file.slice(span).find(entity).map(|at| {
        let start = span.start as usize + at;
        Span::new(start, start + entity.len())
    });
    let help = match sign {
        "" => "take it out".to_owned(),
        sign if sign.trim().is_empty() => "write a blank".to_owned(),
        sign => format!("write `{sign}`"),
    };
    let message = format!("{what} holds `{entity}`, as HTML writes it, and is sent so");
    let finding = Diagnostic::new(Code::ForeignNotation, file, inside.unwrap_or(span), message)
        .with_label("part of the text")
        .with_help(&help);
    match inside {
        Some(span) => finding.with_fix(edits::replace_span(span, sign, help, Safety::Unsafe)),
        None => finding,
    }
}
