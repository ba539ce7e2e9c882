//! Signs as HTML writes them, in texts that are sent as they stand: `&amp;`.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, SourceFile, Span};
use crate::schema::edits;
use crate::source::table::Notation;

/// The names of the characters from U+00A0 on, in their order.
const LATIN_1: &str = "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 \
    acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil \
    Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute \
    Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc \
    iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

/// Those of the letters of Greek from U+0391 on.
const GREEK: &str = "Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon Phi \
    Chi Psi Omega - - - - - - - alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf \
    sigma tau upsilon phi chi psi omega";

/// Other names, each before its sign; of blanks, before the sign that stands for it.
const NAMED: &str = "amp& lt< gt> quot\" apos' num# OEligŒ oeligœ Scaronš scaronš Yumlÿ fnofƒ hellip… ndash– mdash— lsquo‘ rsquo’ sbquo‚ \
    ldquo“ rdquo” bdquo„ lsaquo‹ rsaquo› dagger† Dagger‡ bull• permil‰ prime′ Prime″ euro€ trade™ larr← uarr↑ rarr→ darr↓ \
    harr↔ minus− ne≠ le≤ ge≥ infin∞ asymp≈ radic√ sum∑ check✓ numero№ \
    aogoną Aogoną cacuteć Cacuteć eogonę Eogonę lstrokł Lstrokł nacuteń Nacuteń sacuteś Sacuteś zacuteź Zacuteź zdotż Zdotż \
    ccaronč Ccaronč dcaronď Dcaronď ecaroně Ecaroně ncaronň Ncaronň rcaronř Rcaronř tcaronť Tcaronť uringů Uringů zcaronž \
    Zcaronž odblacő Odblacő udblacű Udblacű abreveă Abreveă scedilş Scedilş tcedilţ Tcedilţ gbreveğ Gbreveğ inodotı";

/// Blanks, which have no sign.
const BLANKS: &[(&str, &str)] = &[("thinsp", "\u{2009}"), ("ensp", "\u{2002}"), ("emsp", "\u{2003}"), ("shy", "")];

/// Longest entity, in bytes.
const MAX_ENTITY: usize = 10;

/// The entities of a text: what stands there, the sign that is meant, and where.
pub(super) fn find_entities(text: &str) -> impl Iterator<Item = (&str, String, usize)> {
    memchr::memchr_iter(b'&', text.as_bytes()).filter_map(|at| {
        let rest = &text[at..];
        let entity = &rest[..=rest.bytes().take(MAX_ENTITY).position(|byte| byte == b';')?];
        let name = &entity[1..entity.len() - 1];
        Some((entity, numeric_sign(entity).or_else(|| named_sign(name))?, at))
    })
}

/// The sign that a name stands for: `eacute`.
fn named_sign(name: &str) -> Option<String> {
    if let Some((_, blank)) = BLANKS.iter().find(|(own, _)| *own == name) {
        return Some((*blank).to_owned());
    }
    let in_order = |names: &str, first: u32| {
        let at = names.split_ascii_whitespace().position(|own| own == name && name != "-")?;
        char::from_u32(first + u32::try_from(at).ok()?)
    };
    let named = || {
        let sign = NAMED
            .split_ascii_whitespace()
            .find_map(|row| row.strip_prefix(name)?.chars().next_back().map(|sign| (row, sign)));
        let (row, sign) = sign.filter(|(row, sign)| row.len() == name.len() + sign.len_utf8())?;
        // A name in capitals is that of the capital.
        let capital = row.starts_with(char::is_uppercase);
        if capital && sign.is_lowercase() { sign.to_uppercase().next() } else { Some(sign) }
    };
    in_order(LATIN_1, 0xa0).or_else(|| in_order(GREEK, 0x391)).or_else(named).map(String::from)
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

/// The finding about the first entity of a text that is told of, which mends all of these: `what` holds it.
pub(super) fn entity_finding(
    file: &Arc<SourceFile>,
    what: &str,
    (text, span): (&str, Span),
    is_told: impl Fn(&str, usize) -> bool,
) -> Option<Diagnostic> {
    let found: Vec<_> = find_entities(text).filter(|(entity, _, at)| is_told(entity, *at)).collect();
    let (entity, _, _) = found.first()?;
    let raw = file.slice(span);
    let inside = raw.find(entity).map(|at| {
        let start = span.start as usize + at;
        Span::new(start, start + entity.len())
    });
    let mut signs: Vec<&str> = Vec::new();
    found.iter().for_each(|(_, sign, _)| {
        if !signs.contains(&&**sign) {
            signs.push(sign)
        }
    });
    let seen: Vec<&str> = signs.iter().copied().filter(|sign| !sign.trim().is_empty()).collect();
    let help = match (&signs[..], &seen[..]) {
        ([""], _) => "take it out".to_owned(),
        (_, []) => "write a blank".to_owned(),
        ([sign], _) => format!("write `{sign}`"),
        (signs, seen) => {
            let blank = if seen.len() < signs.len() { ", a blank" } else { "" };
            format!("write what each stands for: `{}`{blank}", seen.join("`, `"))
        }
    };
    let message = format!("{what} holds `{entity}`, as HTML writes it, and is sent so");
    let finding = Diagnostic::new(Code::ForeignNotation, file, inside.unwrap_or(span), message)
        .with_label("part of the text")
        .with_help(&help);
    let edits = written_signs(file, (text, span), &found);
    let fix = edits.map(|edits| Fix { title: help, safety: Safety::Unsafe, edits });
    Some(fix.into_iter().fold(finding, Diagnostic::with_fix))
}

/// The edits that write signs in the place of entities; all of a text anew where one of them means something where it stands.
fn written_signs(file: &SourceFile, (text, span): (&str, Span), found: &[(&str, String, usize)]) -> Option<Vec<Edit>> {
    let raw = file.slice(span);
    let place = raw.find(text)?;
    let start = span.start as usize + place;
    let edits = found
        .iter()
        .map(|(entity, sign, at)| Edit { span: Span::new(start + at, start + at + entity.len()), text: sign.clone() });
    let holds = |signs: &[&str]| found.iter().any(|(_, sign, _)| signs.contains(&&**sign));
    if let Some(notation) = Notation::from_path(file.path()) {
        return (notation == Notation::Tsv || !holds(&["\"", ","])).then(|| edits.collect());
    }
    let mut meant = text.to_owned();
    found.iter().rev().for_each(|(entity, sign, at)| meant.replace_range(*at..at + entity.len(), sign));
    let quote = raw.chars().next().filter(|c| matches!(c, '"' | '\''));
    let closes = quote.is_some_and(|quote| found.iter().any(|(_, sign, _)| sign.contains([quote, '\\'])));
    let block = raw.starts_with(['|', '>', '\n', '\r']) || raw.starts_with("\"\"\"") || raw.starts_with("\'\'\'");
    let sign = |c: char| c.is_ascii_punctuation() && !matches!(c, '(' | '.' | '/' | '<' | '=');
    let divided = meant.starts_with(sign) || meant.contains(": ") || meant.contains(" #") || meant.ends_with(':');
    if block || !(closes || quote.is_none() && divided) {
        return Some(edits.collect());
    }
    Some(vec![Edit { span, text: edits::match_notation(file, span, &meant) }])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_are_what_html_names() {
        let meant = "é Š š Ÿ œ Ω α ÿ \u{a0} ½ & \" č Ł …";
        let text = "&eacute; &Scaron; &scaron; &Yuml; &oelig; &Omega; &alpha; &yuml; &nbsp; &frac12; &amp; &#34; &ccaron; &Lstrok; &hellip;";
        let signs: Vec<String> = find_entities(text).map(|(_, sign, _)| sign).collect();
        assert_eq!(signs.join(" "), meant);
        assert_eq!(find_entities("R&D; a&b; &; &-; &am; &eacut; &Amp;").count(), 0);
        assert_eq!(LATIN_1.split_ascii_whitespace().count(), 96);
    }
}
