//! `foreign-notation`: what programs write into a cell of a dictionary that is no phrase: errors and formulas of spreadsheets,
//! words for a cell of nothing, names that were read as dates, notes of those who translate.

use std::ops::Range;
use std::sync::Arc;

use crate::catalogue::languages::root_code;
use crate::check::left_over::tell_left_over;
use crate::check::raw_document::RawTextKind;
use crate::diagnostic::{Code, Diagnostic, Edit, Safety, SourceFile, Span};
use crate::model::glossary::LanguagePair;
use crate::schema::edits;
use crate::schema::explained_document::echo_text;
use crate::source::table::Notation;

/// What a spreadsheet shows where a formula has no value, in the languages of its programs.
const SHEET_ERRORS: &str = "#REF!|#NAME?|#VALUE!|#N/A|#DIV/0!|#NULL!|#NUM!|#SPILL!|#ERROR!|#WERT!|#BEZUG!|#NV|#ZAHL!|#N/D|#N/D!|\
    #ND|#NOM?|#ADR!|#ARG!|#NOMBRE!|#¿NOMBRE?|#¡REF!|#¡VALOR!|#VALOR!|#NOME?|#RIF!|#VALORE!|#NAZWA?|\
    #LICZBA!|#NAAM?|#VERW!|#WAARDE!|#VALEUR!|#¡DIV/0!";

/// Those of programs in English.
const ENGLISH_ERRORS: &str = "#REF!|#NAME?|#VALUE!|#N/A|#DIV/0!|#NULL!|#NUM!|#SPILL!|#ERROR!";

/// Those of a lookup that found nothing.
const LOOKUP_ERRORS: &str = "#N/A|#NV|#N/D|#N/D!|#ND";

/// Words by which programs write that a cell is empty; each may be a word of a language, too.
const NOTHING: &str = "nan|NaN|None|NULL|null|undefined|<NA>";

/// Marks of those who translate for a phrase that stays as it is.
const STAYING: &str = "(do not translate)|[do not translate]|do not translate|DO NOT TRANSLATE|Do not translate|DNT|(DNT)|[DNT]|\
    (nicht übersetzen)|nicht übersetzen|(ne pas traduire)|ne pas traduire|(no traducir)|no traducir|(non tradurre)|non tradurre";

/// Their notes where a translation is missing.
const OPEN: &str =
    "TBD|TODO|n/a|N/A|tbd|???|to be translated|zu übersetzen|à traduire|da tradurre|por traducir|fehlt noch";

/// Their notes that point to another cell.
const ELSEWHERE: &str = "see above|siehe oben|s. o.|s.o.|voir ci-dessus|vedi sopra|véase arriba|〃";

/// Parts of a source phrase that points to another place itself, in the languages where these are known.
const POINTING: (&str, &str) = ("en|de|fr|es|it", "above|supra|oben|dessus|arriba|sopra|s.o|s. o|same");

/// How words of a source phrase begin whose translation may well be such a word, and signs of it.
const MEANT: &str = "nul|nil|none|zero|zéro|cero|nan|number|zahl|undefin|undefiniert|empty|leer|value|wert|missing|\
    nothing|todo|to-do|to do|task|tbd|determin|defined|offen|translat|übersetz|available|applicable|\
    entfällt|n/a|?";

/// Abbreviations of months, as spreadsheets show them in English, German and French, in the order of the year.
const MONTHS: &str = "Jan|janv,Feb|févr,Mar|Mär|Mrz|mars,Apr|avr,May|Mai|mai,Jun|juin,Jul|juil,Aug|août,Sep|Sept|sept,\
    Oct|Okt|oct,Nov|nov,Dec|Dez|déc";

/// The words of a list.
fn words(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.split('|')
}

/// A side of an entry.
#[derive(Clone, Copy)]
pub(super) struct Side<'t> {
    pub(super) text: &'t str,
    pub(super) span: Span,
}

/// What a cell holds instead of a phrase.
struct Held {
    is: &'static str,
    help: &'static str,
}

/// Says it of both sides of an entry.
pub(super) fn tell_left_in_entry(
    file: &Arc<SourceFile>,
    pair: &LanguagePair,
    source: Side<'_>,
    target: Side<'_>,
) -> Vec<Diagnostic> {
    // What both sides hold alike is told once.
    let alike = source.text == target.text;
    let sides = [(source, target, false), (target, source, true)];
    let told = sides.into_iter().filter_map(|(side, other, is_target)| {
        let text = side.text.trim();
        let Some(held) = held_in_cell(text, other.text.trim(), is_target, pair) else {
            return tell_gender(file, source.text, side, is_target)
                .or_else(|| tell_tags(file, source.text, side, is_target))
                .or_else(|| tell_question(file, source.text, side, is_target))
                .or_else(|| tell_left_over(file, RawTextKind::Phrase, side.text, side.span));
        };
        let message = format!("`{}` is {}", echo_text(text), held.is);
        let finding = Diagnostic::new(Code::ForeignNotation, file, side.span, message).with_label("becomes a phrase");
        let of_lookup = is_target && !alike && words(LOOKUP_ERRORS).any(|error| error == text);
        let lost = || format!("write the translation of `{}`: a lookup found none", echo_text(source.text));
        let finding = finding.with_help(if of_lookup { lost() } else { held.help.to_owned() });
        if let Some(before) = text_of_date(text, other.text).filter(|_| held.help == BEFORE_DATE) {
            let title = format!("write `{before}`, of which a spreadsheet made a date, as it seems");
            let new = file.slice(side.span).replace(text, before);
            return Some(finding.offering(title, vec![Edit { span: side.span, text: new }]));
        }
        let repeated = (held.help == STAYS).then(|| repeat_source(file, source, target)).flatten();
        Some(match repeated {
            Some(text) => finding.with_fix(edits::replace_span(side.span, text, STAYS, Safety::Unsafe)),
            None if alike => finding.with_secondary(other.span, "and here"),
            None => finding,
        })
    });
    told.take(if alike { 1 } else { 2 }).collect()
}

/// What is done with a date that was none.
const BEFORE_DATE: &str = "write what stood there before a spreadsheet read it as a date";
/// What is done with a phrase that nobody translates.
const STAYS: &str = "repeat the phrase, which stays as it is";

/// The source phrase as it is to be written in the place of the target phrase.
fn repeat_source(file: &SourceFile, source: Side<'_>, target: Side<'_>) -> Option<String> {
    let written = file.slice(source.span);
    match Notation::from_path(file.path()) {
        Some(_) => (written == source.text && !written.contains(['"', ','])).then(|| written.to_owned()),
        None => Some(edits::match_notation(file, target.span, source.text)),
    }
}

/// Says it of a spoken term.
pub(super) fn tell_left_in_term(file: &Arc<SourceFile>, text: &str, span: Span) -> Option<Diagnostic> {
    if !is_sheet_error(text.trim()) && !is_formula(text.trim()) {
        return tell_left_over(file, RawTextKind::Term, text, span);
    }
    let message = format!("`{}` comes from a spreadsheet, and is no term", echo_text(text));
    let finding = Diagnostic::new(Code::ForeignNotation, file, span, message).with_label("becomes a term");
    Some(finding.with_help("write the term itself, or delete this one"))
}

/// What a cell holds that is no phrase, beside the other one of its entry.
fn held_in_cell(text: &str, other: &str, is_target: bool, pair: &LanguagePair) -> Option<Held> {
    const MEND: &str = "mend the formula and save the table again, or delete this row";
    let first = text.chars().next()?;
    // An error in English beside one of another language translates what a spreadsheet shows.
    let of_english = |cell: &str| words(ENGLISH_ERRORS).any(|error| error == cell);
    let translated = is_sheet_error(other) && of_english(text) != of_english(other);
    if first == '#' && is_sheet_error(text) && !translated {
        return Some(Held { is: "an error of a spreadsheet", help: MEND });
    }
    if first == '=' && is_formula(text) && (other == text || !is_formula(other)) {
        return Some(Held {
            is: "a formula of a spreadsheet",
            help: "write what the formula shows, or delete this entry",
        });
    }
    if text.len() > 24 {
        return None;
    }
    let tells_month = || other != text && other.contains(|c: char| c.is_ascii_digit()) && names_month(other);
    let is_date = match whole_date(text) {
        Some(_) => !other.contains(char::is_numeric) || text_of_date(text, other).is_some(),
        None => date_of(text).is_some() && !tells_month(),
    };
    if is_date {
        return Some(Held { is: "a date as a spreadsheet writes it", help: BEFORE_DATE });
    }
    if is_shortened_number(text) {
        let help = "write the number that stood there, in a cell that is formatted as text";
        return Some(Held { is: "a number as a spreadsheet shortens it, without its last digits", help });
    }
    let lower = other.to_lowercase();
    let begins = |part: &str| match part.contains(|c: char| !c.is_alphabetic()) {
        true => lower.contains(part),
        false => lower.split(|c: char| !c.is_alphanumeric()).any(|word| word.starts_with(part)),
    };
    let meant = || words(MEANT).any(begins) || other.chars().all(|c| !c.is_alphabetic());
    if !is_target {
        let nothing = text == "nan" && other != text && !meant();
        let help = "write the phrase, or delete this entry";
        return nothing.then_some(Held { is: "what a program writes for an empty cell", help });
    }
    // In English, most of them are words.
    let english = pair.target.as_str().starts_with("en");
    let nothing = words(NOTHING).any(|word| word == text) && (!english || matches!(text, "nan" | "<NA>"));
    if nothing && other != text && !meant() {
        let help = "write the translation, or delete this entry";
        return Some(Held { is: "what a program writes for an empty cell", help });
    }
    note_in_cell(text, other, pair).filter(|_| other != text && !meant())
}

/// A note of those who translate, in the place of a translation.
fn note_in_cell(text: &str, source: &str, pair: &LanguagePair) -> Option<Held> {
    let english = pair.target.as_str().starts_with("en") && text.is_ascii();
    let holds = |list| words(list).any(|note| note == text);
    let lower = source.to_lowercase();
    let stays = holds(STAYING) && (!english || text.contains("DNT")) && !is_short_for(text, &lower);
    let known = || words(POINTING.0).any(|code| code == root_code(pair.source.as_str()));
    let points = || holds(ELSEWHERE) && known() && !words(POINTING.1).any(|part| lower.contains(part));
    if stays || holds(OPEN) && (!english || text == "???") || points() {
        let help = if stays { STAYS } else { "write the translation" };
        return Some(Held { is: "a note, and would be the translation", help });
    }
    None
}

/// Whether capitals may be the abbreviation of a phrase: they begin alike, and it has all of them in this order.
fn is_short_for(capitals: &str, lower: &str) -> bool {
    let mut rest = lower.chars();
    let mut letters = capitals.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase);
    letters.next() == rest.next() && letters.all(|letter| rest.any(|c| c == letter))
}

/// `2.5E+11`: one digit, perhaps more behind a sign, and an exponent of two.
pub(super) fn is_shortened_number(cell: &str) -> bool {
    let digits = |text: &str, least: usize| text.len() >= least && text.bytes().all(|byte| byte.is_ascii_digit());
    let Some((number, exponent)) = cell.split_once("E+") else { return false };
    let (whole, rest) = number.split_once(['.', ',']).unwrap_or((number, "0"));
    whole.len() == 1 && digits(whole, 1) && digits(rest, 1) && digits(exponent, 2)
}

/// `#REF!` and the like.
fn is_sheet_error(cell: &str) -> bool {
    cell.starts_with('#') && words(SHEET_ERRORS).any(|error| error == cell)
}

/// `=VLOOKUP(A4;B:C;2)`, `=A4`.
fn is_formula(cell: &str) -> bool {
    let Some(rest) = cell.strip_prefix('=') else { return false };
    let name = |c: char| c.is_uppercase() || c == '.' || c == '_' || c.is_ascii_digit();
    let behind = rest.trim_start_matches(name);
    let calls = behind.len() + 1 < rest.len() && behind.starts_with('(') && behind.ends_with(')');
    let column = rest.trim_start_matches('$').trim_start_matches(|c: char| c.is_ascii_uppercase());
    let row = column.trim_start_matches('$');
    let is_cell = rest.starts_with(|c: char| c == '$' || c.is_ascii_uppercase())
        && !row.is_empty()
        && row.bytes().all(|byte| byte.is_ascii_digit());
    calls || is_cell
}

/// Whether a text speaks of a month, and not in capitals alone, as names of parts do.
fn names_month(text: &str) -> bool {
    let lower = text.to_lowercase();
    let mut said = lower.split(|c: char| !c.is_alphabetic());
    text.to_uppercase() != text
        && said.any(|word| MONTHS.split(['|', ',']).any(|month| word.starts_with(&month.to_lowercase())))
}

/// The month and the number of `02-Dec`, `07. Sep`, `Sep-07`, `Sep 07`: a day of two digits, or a hyphen between; whole names of
/// months may be meant.
fn date_of(cell: &str) -> Option<[usize; 2]> {
    let digits = |text: &&str| text.len() < 3 && text.bytes().all(|byte| byte.is_ascii_digit());
    let day = |text: &str| Some(text).filter(digits)?.parse().ok();
    let is_month = |names: &str, text: &str| names.split('|').any(|month| month == text.trim_end_matches('.'));
    let month = |text: &str| MONTHS.split(',').position(|names| is_month(names, text)).map(|at| at + 1);
    let whole = |text: &str| matches!(text.trim_end_matches('.'), "May" | "Mai" | "mai" | "mars" | "juin" | "août");
    // Most cells have no day: its digits are asked for first.
    let both = |name: &str, number: &str| day(number).and_then(|day| Some([month(name)?, day]));
    if let Some((one, other)) = cell.split_once('-') {
        return both(other, one).or_else(|| both(one, other));
    }
    let (one, other) = cell.split_once(' ')?;
    let german = one.strip_suffix('.').filter(|one| one.len() == 2 && !whole(other));
    let office = !whole(one) && other.starts_with('0');
    german.and_then(|german| both(other, german)).or_else(|| both(one, other).filter(|_| office))
}

/// The numbers of `24/07/2026` and `24.07.2026` but for the year; what begins with the year is written by hand as well.
fn whole_date(cell: &str) -> Option<[usize; 2]> {
    let mut parts = cell.split(['/', '.']);
    let mut number = |most: [usize; 2]| -> Option<usize> {
        let digits = |text: &&str| text.bytes().all(|byte| byte.is_ascii_digit());
        parts.next().filter(|text| (most[0]..=most[1]).contains(&text.len())).filter(digits)?.parse().ok()
    };
    let (one, other, _year) = (number([1, 2])?, number([1, 2])?, number([4, 4])?);
    parts.next().is_none().then_some([one, other])
}

/// What a spreadsheet made a date of, where the other phrase has it: `10-12` of `size 10-12` for `12. Okt`.
fn text_of_date<'t>(cell: &str, other: &'t str) -> Option<&'t str> {
    let [month, day] = date_of(cell).or_else(|| whole_date(cell))?;
    let is_same = |word: &&str| {
        let numbers: Option<Vec<usize>> = word.split(['-', '/', '–']).map(|part| part.parse().ok()).collect();
        numbers.is_some_and(|numbers| numbers == [month, day] || numbers == [day, month])
    };
    let words = other.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    let mut same = words.filter(is_same);
    same.next().filter(|_| same.next().is_none())
}

/// ` (oder Haarkur? Anna fragen)`: a question behind a translation, of a phrase that asks nothing.
fn tell_question(file: &Arc<SourceFile>, source: &str, side: Side<'_>, is_target: bool) -> Option<Diagnostic> {
    const MARKS: [char; 3] = ['?', '？', '؟'];
    let raw = file.slice(side.span);
    let (open, close) = if raw.ends_with('）') { ('（', '）') } else { ('(', ')') };
    let at = raw.strip_suffix(close)?.rfind(open).filter(|at| *at > 0)?;
    let asks = raw[at..].contains(MARKS) && !source.contains(['?', '？', '؟', '(', '（']);
    if !is_target || !asks || raw[..at].trim().is_empty() || raw[..at].contains(MARKS) {
        return None;
    }
    let start = side.span.start as usize;
    let message = format!("`{}` is a question, and becomes part of the phrase", echo_text(&raw[at..]));
    let place = Span::new(start + raw[..at].trim_end().len(), side.span.end as usize);
    let finding = Diagnostic::new(Code::ForeignNotation, file, Span::new(start + at, side.span.end as usize), message);
    let edits = vec![Edit { span: place, text: String::new() }];
    Some(finding.with_label("nothing to translate").offering("settle it, and delete it here", edits))
}

/// A phrase that only its number tells from the one above, with the translation of that one and its number: a sheet filled it down.
pub(super) fn tell_filled_down(
    file: &Arc<SourceFile>,
    above: (&str, &str),
    [source, target]: [Side<'_>; 2],
) -> Option<Diagnostic> {
    let number = |text: &str| {
        let start = text.find(|c: char| c.is_ascii_digit())?;
        let digits = text[start..].trim_end_matches(|c: char| !c.is_ascii_digit());
        let whole = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
        whole.then(|| (text[..start].to_owned(), digits.to_owned(), text[start + digits.len()..].to_owned()))
    };
    if target.text != above.1 || !target.text.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let ((before, own, behind), (before_above, theirs, behind_above)) = (number(source.text)?, number(above.0)?);
    let (_, said, _) = number(target.text)?;
    if before != before_above || behind != behind_above || own == theirs || said != theirs {
        return None;
    }
    let message = format!("this is the translation of `{}`, the phrase above", echo_text(above.0));
    let finding =
        Diagnostic::new(Code::ForeignNotation, file, target.span, message).with_label(format!("{theirs}, not {own}"));
    let at = target.span.start as usize + file.slice(target.span).find(&said)?;
    let edit = Edit { span: Span::new(at, at + said.len()), text: own.clone() };
    Some(finding.offering(format!("write the translation of `{}`", echo_text(source.text)), vec![edit]))
}

/// ` {f}`, ` (m.)`: the gender or kind of a word as dictionaries for people have it.
fn tell_gender(file: &Arc<SourceFile>, source: &str, side: Side<'_>, is_target: bool) -> Option<Diagnostic> {
    const GENDERS: &str = "f|m|n|pl|m/f|f.|m.|n.|pl.|sg.|fpl|mpl|f.pl.|m.pl.";
    const KINDS: &str = "noun|verb|adj.|adv.|Adj.|Adv.|Subst.|Verb";
    if !is_target || !side.text.ends_with([')', '}']) || source.contains(['{', '(']) {
        return None;
    }
    let open = side.text.rfind([' ', '\u{a0}'])?;
    let gender = &side.text[open..];
    let inner = gender.trim_start().strip_prefix(['{', '('])?.strip_suffix(['}', ')'])?;
    let is_one_of = |list| words(list).any(|word| word == inner);
    let kind = match (is_one_of(GENDERS), is_one_of(KINDS)) {
        (true, _) => "gender",
        (_, true) => "kind of word",
        (false, false) => return None,
    };
    if side.text[..open].trim().is_empty() {
        return None;
    }
    let message = format!("the {kind} `{}` becomes part of this phrase", gender.trim_start());
    let at = file.slice(side.span).rfind(gender)? + side.span.start as usize;
    let place = Span::new(at, at + gender.len());
    let title = "delete it: an entry is the word alone";
    let finding = Diagnostic::new(
        Code::ForeignNotation,
        file,
        Span::new(at + gender.len() - gender.trim_start().len(), at + gender.len()),
        message,
    );
    let finding = finding.with_label("part of the phrase").with_help(title);
    Some(finding.with_fix(edits::replace_span(place, "", "delete it", Safety::Unsafe)))
}

/// `{1}Save as{2}`, `<1>Save</1>`: tags of a program for translators around a phrase, of a source phrase that has none.
fn tell_tags(file: &Arc<SourceFile>, source: &str, side: Side<'_>, is_target: bool) -> Option<Diagnostic> {
    if !is_target || source.contains(['{', '<', '[']) {
        return None;
    }
    let raw = file.slice(side.span);
    let tags = tags_of(raw);
    let (first, last) = (tags.first()?, tags.last().filter(|_| tags.len() > 1)?);
    let start = side.span.start as usize;
    let at = |tag: &Range<usize>| Span::new(start + tag.start, start + tag.end);
    let message =
        format!("`{}` and `{}` are tags, and become part of this phrase", &raw[first.clone()], &raw[last.clone()]);
    let finding =
        Diagnostic::new(Code::ForeignNotation, file, at(first), message).with_label("not in the source phrase");
    let edits = tags.iter().map(|tag| Edit { span: at(tag), text: String::new() }).collect();
    Some(finding.with_secondary(at(last), "nor this one").offering("delete the tags", edits))
}

/// `{1}`, `{1>`, `<1}`, `<1>`, `</1>`: a number between braces.
fn tags_of(raw: &str) -> Vec<Range<usize>> {
    let tag = |(at, _): (usize, &str)| {
        let inner = raw[at + 1..].find(['}', '>'])?;
        let number = raw[at + 1..at + 1 + inner].trim_matches('/');
        let is_number = (1..=3).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then_some(at..at + inner + 2)
    };
    raw.match_indices(['{', '<']).take(16).filter_map(tag).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Language;

    fn is_told(source: &str, target: &str, code: &str) -> bool {
        let pair = LanguagePair { source: Language::new("en"), target: Language::new(code) };
        held_in_cell(target, source, true, &pair).is_some() || held_in_cell(source, target, false, &pair).is_some()
    }

    #[test]
    fn what_is_no_phrase_is_found() {
        for (source, target) in [
            ("Rückruf", "#NAME?"),
            ("city tax", "#N/D!"),
            ("#NV", "#NV"),
            ("#NAME?", "#REF!"),
            ("Rückruf", "=GOOGLETRANSLATE(A4;\"de\";\"en\")"),
            ("Rückruf", "=$B$4"),
            ("queue", "nan"),
            ("nan", "Schlange"),
            ("queue", "None"),
            ("queue", "NULL"),
            ("02-Dec", "DEC 2"),
            ("07. Sep", "07. Sep"),
            ("SEP7", "Sep-07"),
            ("SEP7", "7-Sep"),
            ("SEP7", "Sep 07"),
            ("Moss Green", "(do not translate)"),
            ("Moss Green", "TBD"),
            ("tenant", "TBD"),
            ("Moss Green", "???"),
            ("Moss Green", "n/a"),
            ("Moss Green", "DNT"),
            ("Moss Green", "siehe oben"),
            ("Moss Green", "à traduire"),
            ("2.5E+11", "2.5E+11"),
            ("part 250000000027", "1,23457E+12"),
        ] {
            assert!(is_told(source, target, "de"), "{source} {target}");
        }
        assert!(is_told("Warteschlange", "nan", "en"));
    }

    #[test]
    fn what_may_be_a_phrase_is_left_alone() {
        for (source, target) in [
            ("#NAME?", "#WERT!"),
            ("=SUM(A1)", "=SUMME(A1)"),
            ("zero", "null"),
            ("NULL", "NULL"),
            ("None", "Keine"),
            ("undefined value", "undefined"),
            ("1 May", "1. Mai"),
            ("2 Dec", "02. Dez"),
            ("DEC 2", "DEC 2"),
            ("SEP7", "SEP7"),
            ("not applicable", "n/a"),
            ("to be determined", "TBD"),
            ("#hashtag", "#hashtag"),
            ("=", "="),
            ("Labour Day", "1. Mai"),
            ("What?", "???"),
            ("naan", "Naan"),
            ("dinitrotoluene", "DNT"),
            ("Do Not Track", "DNT"),
            ("see above", "siehe oben"),
            ("2E+5", "2E+5"),
            ("E+11", "E+11"),
            ("null", "null"),
        ] {
            assert!(!is_told(source, target, "de"), "{source} {target}");
        }
        for (source, target) in [("Keine", "None"), ("zu klären", "TBD"), ("k. A.", "n/a"), ("Ohne", "None")] {
            assert!(!is_told(source, target, "en"), "{source} {target}");
        }
    }
}
