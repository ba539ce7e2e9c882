//! The rules that the stand-in for translation can apply: those about single characters and plain numbers.
//!
//! Always: what it cannot apply it leaves alone and says so ([`is_rule_applied`]). Decision: these few rules are named here, since
//! what a value of a rule does to a text is behaviour, which the catalogue does not hold.

/// Whether a value of a rule is applied.
pub(crate) fn is_rule_applied(name: &str, value: &str) -> bool {
    rule_effect(name, value).is_some()
}

/// A text to which a value of a rule is applied, as far as it can be.
pub(crate) fn apply_rule(text: &str, name: &str, value: &str) -> String {
    match rule_effect(name, value) {
        None => text.to_owned(),
        Some(RuleEffect::Swap(pairs)) => pairs.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to)),
        Some(RuleEffect::Quotes(open, close)) => replace_quotes(text, open, close),
        Some(RuleEffect::Apostrophe(to)) => replace_apostrophes(text, to),
        Some(RuleEffect::Decimal(to)) => replace_decimal_separators(text, to),
        Some(RuleEffect::Clock24) => rewrite_times(text, |hour, minute| format!("{hour}:{minute:02}")),
        Some(RuleEffect::Clock12(am, pm)) => rewrite_times(text, |hour, minute| {
            let half = if hour < 12 { am } else { pm };
            format!("{}:{minute:02} {half}", (hour + 11) % 12 + 1)
        }),
    }
}

enum RuleEffect {
    Swap(&'static [(&'static str, &'static str)]),
    Quotes(&'static str, &'static str),
    Apostrophe(&'static str),
    Decimal(char),
    Clock24,
    Clock12(&'static str, &'static str),
}

fn rule_effect(name: &str, value: &str) -> Option<RuleEffect> {
    Some(match (name, value) {
        ("ellipsis", "use_ellipsis_character" | "use_one_ellipsis_character") => RuleEffect::Swap(&[("...", "…")]),
        ("ellipsis", "use_three_periods" | "use_three_periods_without_spaces") => RuleEffect::Swap(&[("…", "...")]),
        ("exclamation_marks", "do_not_use") => RuleEffect::Swap(&[("!", ".")]),
        ("eszett", "replace_eszett_with_ss") => RuleEffect::Swap(&[("ß", "ss"), ("ẞ", "SS")]),
        ("umlauts", "replace_umlauts_with_ae_oe_ue") => {
            RuleEffect::Swap(&[("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("Ä", "Ae"), ("Ö", "Oe"), ("Ü", "Ue")])
        }
        ("apostrophe", "use_curly_apostrophes") => RuleEffect::Apostrophe("’"),
        ("apostrophe", "use_straight_apostrophes") => RuleEffect::Apostrophe("'"),
        ("quotation_mark", "use_guillemets") => RuleEffect::Quotes("«", "»"),
        ("quotation_mark", "use_curly_quotation_marks" | "use_double_curly_quotation_marks") => {
            RuleEffect::Quotes("“", "”")
        }
        ("quotation_mark", "use_straight_quotation_marks" | "use_double_straight_quotation_marks") => {
            RuleEffect::Quotes("\"", "\"")
        }
        ("quotation_style", value) if value.starts_with("use_double_german_quotation_marks") => {
            RuleEffect::Quotes("„", "“")
        }
        ("quotation_style", value) if value.starts_with("use_guillemets") => RuleEffect::Quotes("«", "»"),
        ("quotation_style", value) if value.starts_with("use_reversed_guillemets") => RuleEffect::Quotes("»", "«"),
        ("quotation_style", value) if value.starts_with("use_double_curly") => RuleEffect::Quotes("“", "”"),
        ("quotation_style", value) if value.starts_with("use_double_straight") => RuleEffect::Quotes("\"", "\""),
        ("decimal_separator", "use_comma_as_decimal_separator") => RuleEffect::Decimal(','),
        ("decimal_separator", "use_period_as_decimal_separator") => RuleEffect::Decimal('.'),
        ("time_format", "use_24_hour_clock" | "use_24_hour_clock_with_colon_as_separator") => RuleEffect::Clock24,
        ("time_format", "use_12_hour_clock_and_lowercase_am_or_pm_without_periods") => RuleEffect::Clock12("am", "pm"),
        ("time_format", "use_12_hour_clock_and_lowercase_am_or_pm_with_periods") => RuleEffect::Clock12("a.m.", "p.m."),
        ("time_format", "use_12_hour_clock_and_uppercase_am_or_pm_without_periods") => RuleEffect::Clock12("AM", "PM"),
        ("time_format", "use_12_hour_clock_and_uppercase_am_or_pm_with_periods") => RuleEffect::Clock12("A.M.", "P.M."),
        _ => return None,
    })
}

/// Double quotation marks of any kind, replaced in turns.
fn replace_quotes(text: &str, open: &str, close: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut inside = false;
    for c in text.chars() {
        if matches!(c, '"' | '“' | '”' | '„' | '«' | '»') {
            out.push_str(if inside { close } else { open });
            inside = !inside;
        } else {
            out.push(c);
        }
    }
    // One that is never closed is no quotation.
    if inside { text.to_owned() } else { out }
}

/// Apostrophes between letters.
fn replace_apostrophes(text: &str, to: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    for (at, c) in letters.iter().enumerate() {
        let letter = |at: Option<usize>| at.and_then(|at| letters.get(at)).is_some_and(|c| c.is_alphabetic());
        if matches!(c, '\'' | '’') && letter(at.checked_sub(1)) && letter(Some(at + 1)) {
            out.push_str(to);
        } else {
            out.push(*c);
        }
    }
    out
}

/// Numbers such as `1234.5` and `0,25`: one separator, and not three digits behind it, which could be thousands.
fn replace_decimal_separators(text: &str, separator: char) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let such = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
        let digits = rest.starts_with(such);
        let end = rest.find(|c| such(c) != digits).unwrap_or(rest.len());
        let (piece, behind) = rest.split_at(end);
        rest = behind;
        let number = piece.trim_end_matches(['.', ',']);
        let mut parts = number.split(['.', ',']);
        match (parts.next(), parts.next(), parts.next()) {
            (Some(whole), Some(digits), None) if !whole.is_empty() && digits.len() != 3 => {
                out.push_str(whole);
                out.push(separator);
                out.push_str(digits);
                out.push_str(&piece[number.len()..]);
            }
            _ => out.push_str(piece),
        }
    }
    out
}

/// Times such as `9:05 pm` and `21:05`, said anew from hour and minute.
fn rewrite_times(text: &str, say: impl Fn(u32, u32) -> String) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let such = |c: char| c.is_ascii_digit() || c == ':';
        let digits = rest.starts_with(such);
        let end = rest.find(|c| such(c) != digits).unwrap_or(rest.len());
        let (piece, behind) = rest.split_at(end);
        rest = behind;
        match parse_time(piece) {
            Some((hour, minute)) => {
                let (hour, taken) = parse_day_half(hour, behind);
                out.push_str(&say(hour, minute));
                rest = &behind[taken..];
            }
            None => out.push_str(piece),
        }
    }
    out
}

fn parse_time(piece: &str) -> Option<(u32, u32)> {
    let (hour, minute) = piece.split_once(':')?;
    if !matches!(hour.len(), 1 | 2) || minute.len() != 2 {
        return None;
    }
    let (hour, minute) = (hour.parse().ok()?, minute.parse().ok()?);
    (hour < 24 && minute < 60).then_some((hour, minute))
}

/// The hour of the day, and how many bytes behind the time say which half of it is meant.
fn parse_day_half(hour: u32, behind: &str) -> (u32, usize) {
    const HALVES: &[(&str, bool)] =
        &[(" a.m.", false), (" p.m.", true), (" am", false), (" pm", true), ("am", false), ("pm", true)];
    for (written, late) in HALVES {
        let found = behind.get(..written.len()).is_some_and(|start| start.eq_ignore_ascii_case(written));
        let ends = !behind.get(written.len()..).unwrap_or_default().starts_with(char::is_alphanumeric);
        if found && ends && (1..=12).contains(&hour) {
            return (hour % 12 + if *late { 12 } else { 0 }, written.len());
        }
    }
    (hour, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_does_what_it_says() {
        for (name, value, before, after) in [
            ("ellipsis", "use_ellipsis_character", "Wait...", "Wait…"),
            ("ellipsis", "use_three_periods", "Wait…", "Wait..."),
            ("quotation_mark", "use_guillemets", "a \"b\" c", "a «b» c"),
            ("quotation_mark", "use_guillemets", "5\" wide", "5\" wide"),
            ("apostrophe", "use_curly_apostrophes", "it's 'so'", "it’s 'so'"),
            (
                "decimal_separator",
                "use_comma_as_decimal_separator",
                "1.5, 1.234, 1.2.3, 0.25.",
                "1,5, 1.234, 1.2.3, 0,25.",
            ),
            ("time_format", "use_24_hour_clock", "at 9:05 pm, 12:00 am, 7:30", "at 21:05, 0:00, 7:30"),
            (
                "time_format",
                "use_12_hour_clock_and_uppercase_am_or_pm_without_periods",
                "21:05 and 0:10 and 3:00 p.m., 1:2:3",
                "9:05 PM and 12:10 AM and 3:00 PM, 1:2:3",
            ),
            ("eszett", "replace_eszett_with_ss", "Straße", "Strasse"),
            ("serial_comma", "use", "a, b and c", "a, b and c"),
        ] {
            assert_eq!(apply_rule(before, name, value), after, "{name} {value}");
        }
        assert!(is_rule_applied("eszett", "replace_eszett_with_ss") && !is_rule_applied("serial_comma", "use"));
    }
}
