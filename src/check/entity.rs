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
    ("&#39;", "'"),
    ("&#x27;", "'"),
    ("&nbsp;", "\u{a0}"),
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
    ("&laquo;", "«"),
    ("&raquo;", "»"),
    ("&copy;", "©"),
    ("&reg;", "®"),
    ("&trade;", "™"),
    ("&euro;", "€"),
    ("&deg;", "°"),
];

/// The entities of a text: what stands there, the sign that is meant, and where.
pub(super) fn find_entities(text: &str) -> impl Iterator<Item = (&'static str, &'static str, usize)> {
    text.match_indices('&').filter_map(|(at, _)| {
        let (entity, sign) = ENTITIES.iter().find(|(entity, _)| text[at..].starts_with(entity))?;
        Some((*entity, *sign, at))
    })
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
        "\u{a0}" => "write a blank".to_owned(),
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
