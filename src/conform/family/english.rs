//! English: contractions, commas, degrees, initialisms, Latin abbreviations.
//!
//! Invariant: word lists are closed; a word that is not on one is no occasion.

use std::ops::Range;
use std::sync::LazyLock;

use crate::conform::character::is_space;
use crate::conform::detector::{Finder, Occasion, push_occasion};
use crate::conform::family::capitals::{capital_words, shouts};
use crate::conform::family::figures::is_numbered;
use crate::conform::ingredient;
use crate::conform::passage::Passage;
use crate::conform::pattern::{Pattern, pattern};

/// `spelling_and_grammar.contractions`.
pub const CONTRACTIONS: Finder = Finder::new(ingredient::CAPITAL | ingredient::SMALL, find_contractions);

fn find_contractions(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static SHORT: LazyLock<Pattern> = LazyLock::new(|| {
        pattern(concat!(
            r"(?i)\b(?:(?:do|does|did|is|are|was|were|has|have|had|wo|would|should|could|ca|must|need)n['’]t",
            r"|(?:it|that|there|here|what|who|where|he|she|let)['’]s|(?:i|you|we|they|he|she|it|that)['’](?:ll|d)|(?:you|we|they)['’]re",
            r"|(?:i|you|we|they)['’]ve|i['’]m)\b"
        ))
    });
    static LONG: LazyLock<Pattern> = LazyLock::new(|| {
        pattern(concat!(
            r"(?i)\b(?:(?:do|does|did|is|are|was|were|has|have|had|will|would|should|could|can) not|cannot",
            r"|it is|that is|there is|you are|we are|they are|i am|(?:you|we|they|it) will)\b"
        ))
    });
    for short in SHORT.find_iter(&passage.text) {
        // `Let's Encrypt` is a name.
        let next = passage.word_after(short.end());
        let is_name = short.as_str().starts_with("Let") && next.len() > 1 && next.starts_with(char::is_uppercase);
        if is_name {
            continue;
        }
        let negative = short.as_str().to_ascii_lowercase().ends_with('t')
            && short.as_str().contains(['n', 'N'])
            && !short.as_str().to_ascii_lowercase().starts_with("that");
        push_occasion(found, short.range(), if negative { &[2] } else { &[2, 3] });
    }
    for long in LONG.find_iter(&passage.text) {
        let lower = long.as_str().to_ascii_lowercase();
        let negative = lower.ends_with("not");
        let next = passage.word_after(long.end());
        // At the end of a clause (`as it is`) nothing can be contracted; a shouted `NOT` is no plain one; `that is` explains;
        // in a question (`are they`) the order differs.
        let stressed = long.as_str().ends_with("NOT");
        let ends = passage.char_at(long.end()).is_none_or(|c| matches!(c, '.' | ',' | ')' | '?' | ';' | ':' | '!'));
        let only = lower.ends_with("can not") || next == "only";
        // What `it is not` may become is told by its `is not` alone.
        if stressed
            || only
            || (ends && !negative)
            || next == "not"
            || (lower == "it will"
                && ["using", "with", "without", "of", "for"].contains(&passage.word_before(long.start())))
            || (lower == "that is" && passage.word_before(long.start()).is_empty())
            || (lower.ends_with(" is") && lower.starts_with("that"))
        {
            continue;
        }
        push_occasion(found, long.range(), if negative { &[1, 3] } else { &[1] });
    }
}

/// `punctuation.comma_after_i_e_and_e_g`.
pub const COMMAS_AFTER_LATIN: Finder =
    Finder::new(ingredient::PERIOD, find_commas_after_latin).rewritten_by(rewrite_commas_after_latin);

fn find_commas_after_latin(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static LATIN: LazyLock<Pattern> = LazyLock::new(|| pattern(r"\b(?:e\.g\.|i\.e\.)"));
    for latin in LATIN.find_iter(&passage.text) {
        let comma = passage.char_at(latin.end()) == Some(',');
        if comma || passage.char_at(latin.end()).is_some_and(|c| is_space(c) || c == '\n') {
            push_occasion(found, latin.start()..latin.end() + usize::from(comma), if comma { &[2] } else { &[1] });
        }
    }
}

/// Puts in or takes out the comma.
fn rewrite_commas_after_latin(
    _: &Passage<'_>,
    occasion: &Occasion,
    value: usize,
) -> Option<Vec<(Range<usize>, String)>> {
    let end = occasion.range.end;
    Some(vec![if value == 0 { (end - 1..end, String::new()) } else { (end..end, ",".to_owned()) }])
}

/// `spelling_and_grammar.latin_abbreviations`.
pub const LATIN: Finder = Finder::new(ingredient::SMALL, find_latin);

fn find_latin(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static LATIN: LazyLock<Pattern> = LazyLock::new(|| {
        pattern(r"\b(?:e\.g\.|i\.e\.|etc\.?|vs\.|viz\.|cf\.|et al\.|ibid\.)|\b(?:for example|and so on|namely)\b")
    });
    for latin in LATIN.find_iter(&passage.text) {
        let english =
            latin.as_str().starts_with("for") || latin.as_str().starts_with("and") || latin.as_str() == "namely";
        if !passage.char_at(latin.end()).is_some_and(|c| c.is_alphanumeric() || c == '/')
            && passage.char_before(latin.start()) != Some('/')
        {
            push_occasion(found, latin.range(), if english { &[1] } else { &[] });
        }
    }
}

/// `punctuation.comma_after_short_introductory_phrase`.
pub const INTRODUCTIONS: Finder =
    Finder::new(ingredient::CAPITAL, find_introductions).rewritten_by(rewrite_introductions);

fn find_introductions(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static START: LazyLock<Pattern> = LazyLock::new(|| {
        pattern(concat!(
            r"(?:In (?:19|20)[0-9]{2}|Today|Yesterday|Tomorrow|Last (?:week|month|year)|By default|Usually|Sometimes|In this case|For now)",
            r"(,| (?:we|you|it|they|he|she|this|the|our|your|a|users)\b)"
        ))
    });
    for captures in START.captures_iter(&passage.text) {
        let (Some(whole), Some(next)) = (captures.get(0), captures.get(1)) else { continue };
        // `Today, Tomorrow` names two days.
        let is_list = next.as_str() == ","
            && passage.word_after(whole.end()).starts_with(char::is_uppercase)
            && passage.text[whole.end()..].split_whitespace().nth(1).is_none();
        if passage.starts_sentence(whole.start()) && !is_list && !has_insertion(&passage.text[next.start()..]) {
            push_occasion(found, whole.range(), if next.as_str() == "," { &[2] } else { &[1] });
        }
    }
}

/// Whether a comma opens an insertion that another closes: `Usually, but not always, this is …`.
fn has_insertion(rest: &str) -> bool {
    const HEADS: &[&str] = &[", but ", ", though ", ", if ", ", or ", ", and "];
    let sentence = &rest[..rest.find(['.', '!', '?', '\n']).unwrap_or(rest.len())];
    HEADS.iter().any(|head| sentence.strip_prefix(head).is_some_and(|inner| inner.contains(", ")))
}

/// Puts in or takes out the comma.
fn rewrite_introductions(
    passage: &Passage<'_>,
    occasion: &Occasion,
    value: usize,
) -> Option<Vec<(Range<usize>, String)>> {
    let text = passage.text.get(occasion.range.clone())?;
    let end = occasion.range.end;
    if value == 0 {
        return Some(vec![(end - 1..end, String::new())]);
    }
    let at = occasion.range.start + text.rfind(' ')?;
    Some(vec![(at..at, ",".to_owned())])
}

/// Whether the sentence begins with a clause that no comma has ended yet: `If the button above, copy and paste …`.
fn ends_clause(before: &str) -> bool {
    const FIRST: &[&str] =
        &["If", "When", "Once", "After", "Before", "While", "Until", "Unless", "Because", "Although"];
    let sentence = before.rsplit(['.', '!', '?', ':', '\n']).next().unwrap_or_default().trim_start();
    !sentence.contains(',') && sentence.split_whitespace().next().is_some_and(|word| FIRST.contains(&word))
}

/// `punctuation.serial_comma`: lists of three plain items.
pub const SERIAL_COMMAS: Finder =
    Finder::new(ingredient::COMMA, find_serial_commas).rewritten_by(rewrite_serial_commas);

fn find_serial_commas(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static LIST: LazyLock<Pattern> = LazyLock::new(|| pattern(r"\b(\p{L}+), ([\p{L}-]+)(,?) (?:and|or) ([\p{L}-]+)"));
    const OPENERS: &[&str] = &[
        "however",
        "also",
        "today",
        "yes",
        "no",
        "then",
        "therefore",
        "otherwise",
        "please",
        "finally",
        "first",
        "second",
        "now",
        "here",
        "instead",
        "so",
        "thus",
        "if",
        "example",
        "default",
        "sorry",
        "hello",
        "course",
        "said",
        "it",
        "this",
        "that",
    ];
    const PRONOUNS: &[&str] = &[
        "it", "we", "you", "they", "he", "she", "I", "which", "but", "this", "then", "there", "not", "so", "if", "who",
        "click", "press", "try",
    ];
    for captures in LIST.captures_iter(&passage.text) {
        let (Some(whole), Some(one), Some(two), Some(comma), Some(three)) =
            (captures.get(0), captures.get(1), captures.get(2), captures.get(3), captures.get(4))
        else {
            continue;
        };
        let opener = OPENERS.contains(&one.as_str().to_lowercase().as_str()) || one.as_str().ends_with("ly");
        let clause = [two.as_str(), three.as_str()].iter().any(|word| PRONOUNS.contains(word))
            || ends_clause(&passage.text[..one.start()]);
        // Without a comma, what follows must end: `apples, pears and plums grow` may be two clauses.
        let past = passage.char_at(whole.end()).is_some_and(char::is_alphanumeric);
        // `shipping, road and rail transport, energy`: a pair within a longer list.
        let rest = passage.near_after(whole.end()).split(['.', ';', ':', '!', '?', '\n']).next();
        let within = comma.is_empty() && rest.is_some_and(|rest| rest.contains(','));
        // `in Paris, France and works` is one place and a verb.
        let capital = |word: &str| word.starts_with(char::is_uppercase);
        let place = capital(one.as_str()) && capital(two.as_str()) && !capital(three.as_str());
        // `800 x 480 or larger, thousands or millions of colors` are two pairs.
        let pair = comma.is_empty() && matches!(passage.word_before(whole.start()), "and" | "or");
        if !opener && !clause && !past && !place && !within && !pair {
            push_occasion(found, whole.range(), if comma.is_empty() { &[1] } else { &[2] });
        }
    }
}

/// Puts in or takes out the last comma.
fn rewrite_serial_commas(
    passage: &Passage<'_>,
    occasion: &Occasion,
    value: usize,
) -> Option<Vec<(Range<usize>, String)>> {
    let text = passage.text.get(occasion.range.clone())?;
    let at = text.rfind(" and ").or_else(|| text.rfind(" or "))?;
    let place = occasion.range.start + at;
    Some(vec![if value == 0 { (place - 1..place, String::new()) } else { (place..place, ",".to_owned()) }])
}

/// `punctuation.exclamation_marks`: each one, and the calm end of a greeting.
pub const EXCLAMATIONS: Finder = Finder::new(ingredient::CALL | ingredient::PERIOD, find_exclamations);

fn find_exclamations(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for (at, mark) in passage.text.match_indices('!') {
        let before = passage.char_before(at);
        let after = passage.char_at(at + 1);
        let prose = before.is_some_and(|c| c.is_alphanumeric() || matches!(c, ')' | '"' | '”' | '\''));
        if prose && after.is_none_or(|c| c.is_whitespace() || matches!(c, '"' | '”' | '’' | ')' | '<')) {
            push_occasion(found, at..at + mark.len(), &[]);
        }
    }
    static CALM: LazyLock<Pattern> = LazyLock::new(|| {
        pattern(r"^(?:Welcome|Thank you|Thanks|Congratulations|Hello|Sorry|Enjoy|Success)\b[^.!?\n]{0,80}(\.)")
    });
    if let Some(end) = CALM.captures(&passage.text).and_then(|captures| captures.get(1)) {
        push_occasion(found, end.range(), &[1]);
    }
}

/// `punctuation.periods_in_academic_degrees`.
pub const DEGREES: Finder = Finder::new(ingredient::CAPITAL, find_degrees);

fn find_degrees(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static DEGREE: LazyLock<Pattern> = LazyLock::new(|| {
        pattern(
            r"\b(?:PhD|MBA|BSc|MSc|LLB|EdD|Ph\.D\.?|M\.D\.|B\.A\.|M\.A\.|B\.Sc\.|M\.Sc\.|M\.B\.A\.|Ed\.D\.|LL\.B\.)",
        )
    });
    for degree in DEGREE.find_iter(&passage.text) {
        if !passage.char_at(degree.end()).is_some_and(char::is_alphanumeric) {
            push_occasion(found, degree.range(), if degree.as_str().contains('.') { &[2] } else { &[1] });
        }
    }
}

/// `punctuation.periods_in_uppercase_initialisms_and_acronyms`.
pub const INITIALISMS: Finder =
    Finder::new(ingredient::CAPITALS | ingredient::INITIAL, find_initialisms).rewritten_by(rewrite_initialisms);

fn find_initialisms(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static DOTTED: LazyLock<Pattern> = LazyLock::new(|| pattern(r"\b(?:[A-Z]\.){2,}"));
    const OTHERS: &[&str] = &["A.M.", "P.M.", "M.D.", "B.A.", "M.A.", "J.R.R.", "D.C."];
    let capitals = |word: &str| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_uppercase());
    for dotted in DOTTED.find_iter(&passage.text) {
        let text = dotted.as_str();
        let degree =
            passage.text.get(dotted.end()..).is_some_and(|rest| rest.starts_with("Sc") || rest.starts_with("Ph"));
        // Initials of a person stand before a surname.
        let person = text.len() == 4
            && passage.word_after(dotted.end()).starts_with(char::is_uppercase)
            && text != "U.S."
            && text != "U.K.";
        // Behind a word in capitals they go on with a name: `OK K.O.`; between other words they abbreviate.
        let title = capitals(passage.word_before(dotted.start()))
            && passage.char_before(dotted.start()).is_some_and(is_space)
            && text != "U.S."
            && text != "U.K.";
        if !OTHERS.contains(&text)
            && !degree
            && !person
            && !title
            && !passage.char_at(dotted.end()).is_some_and(char::is_alphanumeric)
        {
            push_occasion(found, dotted.range(), &[]);
        }
    }
    for (range, word) in capital_words(passage) {
        if shouts(word) == Some(false) && word.chars().count() <= 5 && !is_numbered(passage, range.start) {
            push_occasion(found, range, &[1]);
        }
    }
}

/// Takes the full stops out of the middle; the last one may end the sentence.
fn rewrite_initialisms(passage: &Passage<'_>, occasion: &Occasion, _: usize) -> Option<Vec<(Range<usize>, String)>> {
    let text = passage.text.get(occasion.range.clone())?;
    let goes_on = passage.word_after(occasion.range.end).starts_with(char::is_lowercase);
    (goes_on && text.len() >= 6).then(|| vec![(occasion.range.clone(), text.replace('.', ""))])
}

/// `punctuation.possessives_of_proper_names_ending_in_s_style`.
pub const POSSESSIVES: Finder =
    Finder::new(ingredient::APOSTROPHE | ingredient::TYPOGRAPHY, find_possessives).rewritten_by(rewrite_possessives);

fn find_possessives(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static OWNER: LazyLock<Pattern> = LazyLock::new(|| pattern(r"\b([A-Z][a-z]+s)['’](s\b)?"));
    const NAMES: &[&str] = &[
        "James",
        "Charles",
        "Dickens",
        "Marcus",
        "Thomas",
        "Jones",
        "Williams",
        "Chris",
        "Lucas",
        "Nicholas",
        "Jess",
        "Alexis",
        "Louis",
        "Agnes",
        "Carlos",
        "Andreas",
        "Hans",
        "Paris",
        "Texas",
        "Arkansas",
        "Dallas",
        "Moses",
        "Jesus",
        "Descartes",
        "Socrates",
        "Yeats",
        "Keats",
        "Hopkins",
        "Dennis",
        "Curtis",
        "Douglas",
        "Travis",
        "Kansas",
        "Illinois",
        "Athens",
        "Brussels",
        "Laos",
        "Cyprus",
        "Venus",
        "Mars",
        "Zeus",
        "Achilles",
        "Hercules",
        "Burns",
        "Harris",
        "Davis",
        "Adams",
    ];
    for captures in OWNER.captures_iter(&passage.text) {
        let (Some(whole), Some(name)) = (captures.get(0), captures.get(1)) else { continue };
        let long = captures.get(2).is_some();
        let next = passage.char_at(whole.end());
        if NAMES.contains(&name.as_str()) && (long || next.is_none_or(|c| c.is_whitespace())) {
            push_occasion(found, whole.range(), if long { &[2] } else { &[1] });
        }
    }
}

/// Adds or takes away the letter.
fn rewrite_possessives(_: &Passage<'_>, occasion: &Occasion, value: usize) -> Option<Vec<(Range<usize>, String)>> {
    let end = occasion.range.end;
    Some(vec![if value == 0 { (end - 1..end, String::new()) } else { (end..end, "s".to_owned()) }])
}
