//! Identifiers as sentences: `use_24_hour_clock` reads "Use 24-hour clock."
//!
//! Date patterns are drawn (`dd_period_mm` reads "DD.MM"), words of a language are quoted, names are capitalized. What
//! still reads badly has a hand-written sentence in the data.

/// An identifier as a sentence.
#[must_use]
pub fn describe_identifier(identifier: &str) -> String {
    let tokens: Vec<&str> = identifier.split(['_', ' ']).filter(|token| !token.is_empty()).collect();
    let is_field = |token: &&str| FIELDS.iter().any(|(field, _)| field == token);
    let first = tokens.iter().position(is_field);
    let last = tokens.iter().rposition(is_field);
    let mut text = String::new();
    for (at, token) in tokens.iter().enumerate() {
        let (before, after) = (at.checked_sub(1).map(|at| tokens[at]), tokens.get(at + 1).copied());
        let in_pattern = first.is_some_and(|first| first <= at) && last.is_some_and(|last| at <= last);
        if in_pattern {
            push_pattern_token(&mut text, token, first == Some(at));
        } else if last.is_some_and(|last| at == last + 1) && *token == "period" {
            text.push('.');
        } else if PAIRS.iter().any(|(first, second)| before == Some(first) && token == second) {
            text.push('-');
            text.push_str(&quote_word(token, &tokens[..at], after));
        } else {
            if !text.is_empty() && !text.ends_with(' ') {
                text.push(' ');
            }
            text.push_str(&quote_word(token, &tokens[..at], after));
        }
    }
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str().trim_end()))
}

const FIELDS: &[(&str, &str)] = &[("dd", "DD"), ("mm", "MM"), ("yy", "YY"), ("yyyy", "YYYY"), ("hh", "HH")];
const SIGNS: &[(&str, &str)] =
    &[("period", "."), ("slash", "/"), ("hyphen", "-"), ("colon", ":"), ("comma", ","), ("space", " ")];
/// What English joins by a hyphen before a noun.
const PAIRS: &[(&str, &str)] = &[
    ("12", "hour"),
    ("24", "hour"),
    ("full", "width"),
    ("half", "width"),
    ("non", "japanese"),
    ("single", "digit"),
    ("sino", "korean"),
];
const NAMES: &[(&str, &str)] = &[
    ("arabic", "Arabic"),
    ("bce", "BCE"),
    ("bc", "BC"),
    ("ad", "AD"),
    ("ce", "CE"),
    ("chinese", "Chinese"),
    ("english", "English"),
    ("french", "French"),
    ("german", "German"),
    ("iso", "ISO"),
    ("italian", "Italian"),
    ("japanese", "Japanese"),
    ("kanji", "kanji"),
    ("korean", "Korean"),
    ("latin", "Latin"),
    ("north", "North"),
    ("american", "American"),
    ("roman", "Roman"),
    ("sino", "Sino"),
    ("si", "SI"),
    ("spanish", "Spanish"),
];
const SPEECH: &[&str] = &["chinese", "english", "french", "german", "italian", "japanese", "korean", "spanish"];

/// One token of a date pattern.
fn push_pattern_token(text: &mut String, token: &str, opens: bool) {
    if let Some((_, sign)) = SIGNS.iter().find(|(name, _)| *name == token) {
        text.push_str(sign);
    } else if token == "word" || SPEECH.contains(&token) {
        // `chinese_word_年`: the sign itself is what is drawn.
    } else if let Some((_, field)) = FIELDS.iter().find(|(name, _)| *name == token) {
        if opens || text.ends_with(|c: char| c.is_lowercase()) {
            text.push(' ');
        }
        text.push_str(field);
    } else {
        let glued = text.ends_with([' ', '/']) || !token.is_ascii();
        text.push_str(if glued { "" } else { " " });
        text.push_str(token);
    }
}

fn quote_word(token: &str, before: &[&str], after: Option<&str>) -> String {
    let quoted = match before {
        [.., language, "word" | "words"] => SPEECH.contains(language),
        // `chinese_word_上午_or_下午`: both are words that are quoted.
        [.., "or" | "and"] => !token.is_ascii(),
        _ => false,
    };
    if quoted {
        return format!("\u{201c}{token}\u{201d}");
    }
    if token == "i" && after == Some("e") {
        return "i.".into();
    }
    NAMES.iter().find(|(name, _)| *name == token).map_or_else(|| token.to_owned(), |(_, proper)| (*proper).to_owned())
}

#[cfg(test)]
mod tests {
    use super::describe_identifier;

    #[test]
    fn an_identifier_becomes_a_sentence() {
        for (identifier, read) in [
            ("", ""),
            ("use_24_hour_clock", "Use 24-hour clock."),
            ("use_dd_slash_mm_slash_yyyy", "Use DD/MM/YYYY."),
            ("use_dd_space_spelled_out_month_space_yyyy", "Use DD spelled out month YYYY."),
            ("use_half_width_ampersand", "Use half-width ampersand."),
            ("use_german_word_bis", "Use German word \u{201c}bis\u{201d}."),
            ("use_yyyy_korean word_년_space_mm_korean word_월", "Use YYYY년 MM Korean word \u{201c}월\u{201d}."),
            ("use_numerals_followed_by_space_then_iso_code", "Use numerals followed by space then ISO code."),
        ] {
            assert_eq!(describe_identifier(identifier), read);
        }
    }
}
