//! What prompts name and what they wish of it, in a few languages: clocks, dates, quotes, forms of address and the like.
//!
//! A wish that is limited (`in headings`, `only where`) or that says what becomes of something (`replace`) is unclear: better silent
//! than wrong.

use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

/// What prompts ask for that rules are about.
pub(super) struct Topic {
    /// Rules that are about it, with their categories: languages have theirs under several names.
    pub(super) rules: &'static [(&'static str, &'static str)],
    pub(super) forms: &'static [Form],
}

/// Parts of the values that ask for a form, and the words that prompts have for it. A single form is what a rule forbids, or not.
pub(super) type Form = (&'static [&'static str], &'static [&'static str]);

pub(super) const TOPICS: &[Topic] = &[
    Topic {
        rules: &[("dates_and_times", "time_format")],
        forms: &[
            (
                &["use_12_hour_clock"],
                &[
                    "12-hour clock",
                    "12 hour clock",
                    "12-hour format",
                    "12-hour time",
                    "twelve-hour clock",
                    "am or pm",
                    "am and pm",
                    "am/pm",
                    "a.m. or p.m.",
                    "a.m. and p.m.",
                    "a.m./p.m.",
                    "12-Stunden-",
                    "format 12 heures",
                    "format de 12 heures",
                    "formato de 12 horas",
                    "formato 12 ore",
                ],
            ),
            (
                &["use_24_hour_clock", "uhr"],
                &[
                    "24-hour clock",
                    "24 hour clock",
                    "24-hour format",
                    "24-hour time",
                    "24-Stunden-",
                    "format 24 heures",
                    "format de 24 heures",
                    "formato de 24 horas",
                    "formato 24 ore",
                ],
            ),
        ],
    },
    Topic {
        rules: &[("dates_and_times", "date_format"), ("dates_and_times", "dates_in_numerical_form")],
        forms: &[
            (
                &["use_dd_"],
                &["dd/mm/yyyy", "dd.mm.yyyy", "dd-mm-yyyy", "dd/mm/yy", "dd.mm.yy", "tt.mm.jjjj", "jj/mm/aaaa"],
            ),
            (&["use_mm_", "use_spelled_out_month"], &["mm/dd/yyyy", "mm-dd-yyyy", "mm/dd/yy"]),
            (&["use_yyyy_"], &["yyyy-mm-dd", "yyyy/mm/dd", "iso 8601"]),
        ],
    },
    Topic {
        rules: &[
            ("punctuation", "quotation_mark"),
            ("punctuation", "quotation_style"),
            ("punctuation", "quotation_mark_and_apostrophe"),
        ],
        forms: &[
            (&["guillemets"], &["guillemets"]),
            (&["curly", "german"], &["curly quotation marks", "curly quotes"]),
            (&["straight"], &["straight quotation marks", "straight quotes"]),
        ],
    },
    Topic {
        rules: &[("numbers", "decimal_separator")],
        forms: &[
            (
                &["use_comma"],
                &[
                    "decimal comma",
                    "comma as decimal",
                    "comma as the decimal",
                    "Dezimalkomma",
                    "Dezimalzahlen mit Komma",
                    "Komma als Dezimal*",
                    "virgule décimale",
                    "virgule comme séparateur décimal",
                    "virgola decimale",
                    "coma decimal",
                ],
            ),
            (
                &["use_period"],
                &[
                    "decimal point",
                    "period as decimal",
                    "period as the decimal",
                    "point as decimal",
                    "point as the decimal",
                    "full stop as the decimal",
                    "Dezimalpunkt",
                    "Dezimalzahlen mit Punkt",
                    "Punkt als Dezimal*",
                    "point décimal",
                    "punto decimale",
                    "punto decimal",
                ],
            ),
        ],
    },
    Topic {
        rules: &[("numbers", "currency_format")],
        forms: &[
            (&["use_amount_followed_by"], &["symbol after the amount", "symbol behind the amount"]),
            (&["symbol_followed_by"], &["symbol before the amount", "symbol in front of the amount"]),
        ],
    },
    Topic {
        rules: &[("style_and_tone", "addressing_the_reader")],
        forms: &[
            (
                &["use_formal"],
                &["formally", "formal form of address", "vouvoy*", "vouvoie*", "siez*", "dare del lei", "dai del lei"],
            ),
            (
                &["use_informal"],
                &["informally", "informal form of address", "tutoy*", "tutoie*", "duz*", "dare del tu", "dai del tu"],
            ),
        ],
    },
    Topic {
        rules: &[("style_and_tone", "instructions_style")],
        forms: &[
            (&["use_imperative"], &["the imperative", "im Imperativ"]),
            (&["use_infinitive"], &["the infinitive", "im Infinitiv"]),
        ],
    },
    Topic {
        rules: &[("punctuation", "exclamation_marks")],
        forms: &[(&["do_not_use"], &["exclamation mark*", "exclamation point*", "Ausrufezeichen"])],
    },
    Topic {
        rules: &[("punctuation", "serial_comma")],
        forms: &[(&["do_not_use"], &["serial comma*", "Oxford comma*"])],
    },
    Topic { rules: &[("spelling_and_grammar", "contractions")], forms: &[(&["do_not_use"], &["contractions"])] },
    Topic {
        rules: &[],
        forms: &[
            (
                &[],
                &[
                    "keep product names in English",
                    "keep product names",
                    "leave product names in English",
                    "leave product names",
                    "keep brand names in English",
                    "keep brand names",
                    "leave brand names",
                    "product names unchanged",
                    "product names untranslated",
                ],
            ),
            (&[], &["translate product names", "translate all product names", "translate brand names"]),
        ],
    },
];

/// The topic that forms of address are about.
static ADDRESSING_TOPIC: LazyLock<Option<usize>> =
    LazyLock::new(|| TOPICS.iter().position(|topic| topic.rules == [("style_and_tone", "addressing_the_reader")]));

/// How readers are addressed: formally, and informally. What begins with a capital has it everywhere.
pub(super) const FORMS_OF_ADDRESS: &[(&str, &[&str], &[&str])] = &[
    ("de", &["Sie"], &["du", "ihr"]),
    ("fr", &["vous"], &["tu"]),
    ("it", &["Lei", "voi"], &["tu"]),
    ("es", &["usted", "ustedes"], &["tú", "vosotros", "vos"]),
    ("nl", &["u"], &["je", "jij", "jou"]),
    ("pl", &["Pan", "Pani", "Państwo"], &["ty"]),
    ("sv", &["ni"], &["du"]),
    ("da", &["De"], &["du"]),
    ("nb", &["De"], &["du"]),
];

/// Words of prompts that are about forms of address, besides those of the topic.
const ADDRESSING: &[&str] = &[
    "address*",
    "pronoun*",
    "Anrede*",
    "ansprech*",
    "sprich",
    "pronom*",
    "rivolg*",
    "dirígete",
    "dirígase",
    "aanspre*",
];

/// Languages as prompts call them: in English, German, French, Italian and Spanish.
const LANGUAGE_NAMES: &[(&str, &[&str])] = &[
    ("de", &["German", "Deutsch", "ins Deutsche", "allemand", "tedesco", "alemán"]),
    ("en", &["English", "Englisch", "ins Englische", "anglais", "inglese", "inglés"]),
    ("es", &["Spanish", "Spanisch", "ins Spanische", "espagnol", "spagnolo", "español"]),
    ("fr", &["French", "Französisch", "ins Französische", "français", "francese", "francés"]),
    ("it", &["Italian", "Italienisch", "ins Italienische", "italien", "italiano"]),
    ("ja", &["Japanese", "Japanisch", "ins Japanische", "japonais", "giapponese", "japonés"]),
    ("ko", &["Korean", "Koreanisch", "ins Koreanische", "coréen", "coreano"]),
    ("zh", &["Chinese", "Chinesisch", "ins Chinesische", "chinois", "cinese", "chino"]),
    ("nl", &["Dutch"]),
    ("pl", &["Polish"]),
    ("pt", &["Portuguese"]),
];

/// Words behind which a form of address is named.
const NAMING: &[&str] = &[
    "pronoun", "pronom", "pronome", "Pronomen", "with", "as", "using", "use", "say", "mit", "per", "avec", "par",
    "con", "met", "med",
];

/// What a word of a prompt is about.
#[derive(Clone, Copy)]
enum About {
    /// A topic, and which of its forms.
    Topic(usize, usize),
    Addressing,
    /// A language, by its root code.
    Language(&'static str),
}

/// All words that are looked for, with what they are about and whether they are the beginning of a word.
struct Vocabulary {
    words: AhoCorasick,
    about: Vec<(About, bool)>,
}

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(|| {
    let mut words: Vec<(&str, About)> = ADDRESSING.iter().map(|word| (*word, About::Addressing)).collect();
    for (code, names) in LANGUAGE_NAMES {
        words.extend(names.iter().map(|name| (*name, About::Language(code))));
    }
    for (at, topic) in TOPICS.iter().enumerate() {
        for (form, (_, own)) in topic.forms.iter().enumerate() {
            words.extend(own.iter().map(|word| (*word, About::Topic(at, form))));
        }
    }
    let built = AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .match_kind(MatchKind::LeftmostLongest)
        .build(words.iter().map(|(word, _)| word.trim_end_matches('*')));
    let about = words.iter().map(|(word, about)| (*about, word.ends_with('*'))).collect();
    Vocabulary { words: built.expect("words that are no patterns"), about }
});

/// The longest prompt that is read, in bytes: the service takes 300 characters.
const LONGEST: usize = 4 * 300;
/// Most things that are looked at in a prompt: each is held against the words around it.
const MOST_MENTIONS: usize = 16;

/// Whether a prompt has words that may be held against the rules or the language of a list.
pub(super) fn may_ask(prompt: &str) -> bool {
    prompt.len() <= LONGEST && VOCABULARY.words.is_match(prompt)
}

/// Something that a prompt names, and what it wishes of that.
pub(super) struct Mention {
    pub(super) range: Range<usize>,
    pub(super) wish: Wish,
    pub(super) subject: Subject,
}

pub(super) enum Subject {
    /// A topic, and which of its forms.
    Topic(usize, usize),
    /// A form of address that the list's language has not, and the languages that have it.
    OtherAddress(Vec<&'static str>),
    /// Another language than the list's that texts are to be written in.
    OtherLanguage,
}

/// What a prompt names, in a list for a language.
pub(super) fn read_prompt(prompt: &str, language: Option<&str>) -> Vec<Mention> {
    let mention = |range: Range<usize>, subject| Mention { wish: wish_about(prompt, &range), range, subject };
    let mut read = Vec::new();
    let mut about_address = false;
    for found in VOCABULARY.words.find_iter(prompt).take(MOST_MENTIONS) {
        let (about, open) = VOCABULARY.about[found.pattern().as_usize()];
        match about {
            _ if !is_whole(prompt, &found.range(), open) => {}
            About::Addressing => about_address = true,
            About::Language(code) if Some(code) == language || !writes_in(prompt, &found.range()) => {}
            About::Language(_) => {
                read.push(Mention { wish: Wish::Asked, range: found.range(), subject: Subject::OtherLanguage });
            }
            About::Topic(topic, _)
                if Some(topic) == *ADDRESSING_TOPIC
                    && other_language_of(&prompt[found.range()], language).is_some() =>
            {
                let languages = other_language_of(&prompt[found.range()], language).into_iter().collect();
                let range = found.start()..end_of_word(prompt, found.end());
                read.push(mention(range, Subject::OtherAddress(languages)));
            }
            About::Topic(topic, form) => {
                about_address |= Some(topic) == *ADDRESSING_TOPIC;
                read.push(mention(found.start()..end_of_word(prompt, found.end()), Subject::Topic(topic, form)));
            }
        }
    }
    if about_address {
        let forms = forms_of_address(prompt, language).into_iter();
        read.extend(forms.take(MOST_MENTIONS).map(|(range, subject)| mention(range, subject)));
    }
    read
}

/// The language of a verb such as `vouvoyer`, where it is not the list's.
fn other_language_of(word: &str, language: Option<&str>) -> Option<&'static str> {
    const VERBS: &[(&str, &[&str])] = &[
        ("fr", &["vouvoy", "vouvoi", "tutoy", "tutoi"]),
        ("de", &["siez", "duz"]),
        ("it", &["dare del ", "dai del "]),
    ];
    let word = word.to_lowercase();
    let (own, _) = VERBS.iter().find(|(_, verbs)| verbs.iter().any(|verb| word.starts_with(verb)))?;
    (Some(*own) != language).then_some(*own)
}

/// Whether a part of a text does not go on as a word; what is open is the beginning of one.
fn is_whole(text: &str, part: &Range<usize>, open: bool) -> bool {
    let goes_on = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let open = open || !text[part.clone()].ends_with(char::is_alphanumeric);
    !goes_on(text[..part.start].chars().next_back()) && (open || !goes_on(text[part.end..].chars().next()))
}

/// Where the word ends that is begun before a place.
fn end_of_word(text: &str, at: usize) -> usize {
    text[at..].find(|c: char| !c.is_alphabetic()).map_or(text.len(), |end| at + end)
}

/// The forms of address that a prompt names behind a preposition or in quotes. Where it has one of the list's language, those of
/// other languages are spoken of.
fn forms_of_address(prompt: &str, language: Option<&str>) -> Vec<(Range<usize>, Subject)> {
    let own = FORMS_OF_ADDRESS.iter().find(|(code, ..)| Some(*code) == language);
    let has = |forms: &[&str], word: &str| forms.iter().any(|form| is_form(form, word));
    let (mut of_own, mut of_others) = (Vec::new(), Vec::new());
    let mut before = "";
    for word in words_of(prompt) {
        let start = word.as_ptr() as usize - prompt.as_ptr() as usize;
        let range = start..start + word.len();
        let named = is_quoted(prompt, &range) || is_among(before, NAMING);
        before = word;
        let form =
            own.and_then(|(_, formal, informal)| [formal, informal].into_iter().position(|forms| has(forms, word)));
        let having = FORMS_OF_ADDRESS.iter().filter(|(_, formal, informal)| has(formal, word) || has(informal, word));
        let languages: Vec<&str> = having.map(|(code, ..)| *code).collect();
        match form {
            Some(form) => {
                of_own.extend(ADDRESSING_TOPIC.map(|topic| (range, Subject::Topic(topic, form))).filter(|_| named))
            }
            None if named && !languages.is_empty() => of_others.push((range, Subject::OtherAddress(languages))),
            None => {}
        }
    }
    if of_own.is_empty() && own.is_some() { of_others } else { of_own }
}

/// What becomes of something that a prompt names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wish {
    Asked,
    Forbidden,
    /// It is limited, replaced, or spoken of.
    Unclear,
}

/// Words that forbid what stands behind them.
const NEGATIONS: &[&str] = &[
    "not", "no", "never", "don't", "don’t", "avoid", "without", "nicht", "nie", "niemals", "kein", "keine", "keinen",
    "ohne", "ne", "jamais", "sans", "non", "mai", "senza", "nunca", "sin", "geen", "nooit", "niet",
];

/// Words that limit a wish, or name what is to become of something else.
const LIMITS: &[&str] = &[
    "if",
    "when",
    "only",
    "except",
    "unless",
    "where",
    "wenn",
    "falls",
    "nur",
    "außer",
    "si",
    "sauf",
    "uniquement",
    "solo",
    "salvo",
    "se",
    "cuando",
    "excepto",
    "instead",
    "rather",
    "replace",
    "convert",
    "change",
    "turn",
    "from",
    "statt",
    "ersetze",
    "remplace",
    "remplacez",
    "sostituisci",
    "reemplaza",
    "source",
    "may",
    "can",
    "either",
];

/// Words behind a scope that limit nothing.
const EVERYTHING: &str = "all|every|any|each|everything|whole|entire|our|text|texts|translations|sentences|allen\
        |alle|jedem|jeder|jede|tout|tutto|todo|tous|toutes|tutti|tutte|todos|todas";

/// Words that name the texts which a wish is about.
const SCOPES: &[&str] = &[
    "in", "for", "inside", "within", "on", "at", "im", "bei", "für", "dans", "pour", "en", "nei", "nelle", "nel",
    "per", "para", "voor", "between", "after",
];

/// What a prompt wishes of what it names there.
fn wish_about(prompt: &str, named: &Range<usize>) -> Wish {
    let has = |text, words: &[&str]| words_of(text).any(|word| is_among(word, words));
    let ended = |(at, _): &(usize, &str)| prompt[at + 1..].starts_with(' ');
    let sentence = prompt[..named.start].match_indices(['.', '!', '?']).rfind(ended).map_or(0, |(at, _)| at + 1);
    let ends = |c: char| matches!(c, ',' | ';' | ':' | '(' | ')' | '—' | '–' | '\n');
    let begin = prompt[..named.start].rfind(ends).map_or(0, |at| at + 1).max(sentence);
    let clause = &prompt[begin..named.start];
    let turn = [" but ", " sondern ", " mais ", " sino ", " ma "].iter().filter_map(|word| clause.rfind(word)).max();
    let before = &clause[turn.unwrap_or(0)..];
    let rest = &prompt[named.end..];
    let behind = &rest[..rest.find(|c| ends(c) || matches!(c, '.' | '!' | '?')).unwrap_or(rest.len())];
    let first = words_of(&prompt[sentence..]).next().unwrap_or_default();
    if has(prompt, LIMITS) || is_limited(behind) || has(first, SCOPES) {
        return Wish::Unclear;
    }
    match has(before, NEGATIONS) || has(behind, &["nicht", "nie", "jamais", "pas", "mai", "nunca"]) {
        true => Wish::Forbidden,
        false => Wish::Asked,
    }
}

/// Whether words name a part of all texts, as `in headings` does and `in all texts` does not.
fn is_limited(words: &str) -> bool {
    let ahead = words_of(words).skip(1).map(Some).chain([None]);
    words_of(words)
        .zip(ahead)
        .any(|(word, next)| is_among(word, SCOPES) && !next.is_some_and(|next| is_listed(next, EVERYTHING)))
}

/// Whether a prompt orders that texts be written in the language that it names there: `Write Spanish that …`, `Translate into
/// natural Spanish`, `Schreibe alles auf Spanisch`, and not `Write the names of products in English`.
fn writes_in(prompt: &str, named: &Range<usize>) -> bool {
    const ORDERS: &str = "write|use|prefer|translate|speak|answer|reply|schreibe|schreib|schreiben|verwende\
        |übersetze|écris|écrivez|traduis|traduisez|scrivi|traduci|escribe|traduce";
    const BETWEEN: &str = "in|into|to|auf|en|al|always|only|everything|all|text|texts|copy|alles|immer|nur|tout|tutto\
        |todo|european|latin|american|british|swiss|canadian|natural|plain|simple|clear|standard\
        |modern|idiomatic|correct|good|everyday";
    const GOING_ON: &str = "that|which|as|throughout|everywhere|with|not|only|spelling";
    let clause = prompt[..named.start].rfind(['.', '!', '?', ',', ';', ':', '(', '\n']).map_or(0, |at| at + 1);
    let mut before = prompt[clause..named.start].rsplit(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let ordered = before.find(|word| !is_listed(word, BETWEEN)).is_some_and(|word| is_listed(word, ORDERS));
    let rest = prompt[named.end..].trim_start_matches(' ');
    let ended = rest.is_empty() || rest.starts_with(['.', '!', ',', ';', '(', '\n']);
    let goes_on = words_of(rest).next().is_some_and(|word| is_listed(word, GOING_ON));
    let limited = words_of(prompt).any(|word| is_among(word, LIMITS));
    ordered && !before.any(|word| is_among(word, NEGATIONS)) && (ended || goes_on) && !limited
}

pub(super) fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphabetic() && !matches!(c, '\'' | '’')).filter(|word| !word.is_empty())
}

fn is_listed(word: &str, list: &str) -> bool {
    list.split('|').any(|own| own.eq_ignore_ascii_case(word))
}

pub(super) fn is_among(word: &str, words: &[&str]) -> bool {
    words.iter().any(|own| own.eq_ignore_ascii_case(word))
}

/// Whether a word stands in quotes by itself.
fn is_quoted(text: &str, word: &Range<usize>) -> bool {
    text[..word.start].ends_with(['"', '„', '“', '«', '‚', '‘', '\''])
        && text[word.end..].starts_with(['"', '“', '”', '»', '‘', '’', '\''])
}

/// Whether a word is this form of address: a capital of one counts.
fn is_form(form: &str, word: &str) -> bool {
    form == word || form.starts_with(char::is_lowercase) && form.to_lowercase() == word.to_lowercase()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_word_is_about_one_thing() {
        let of_topics = TOPICS.iter().flat_map(|topic| topic.forms).flat_map(|(_, words)| *words);
        let mut known = HashSet::new();
        for word in of_topics.chain(ADDRESSING) {
            // Of two that are the same, only the first would be found.
            assert!(known.insert(word.trim_end_matches('*').to_lowercase()), "{word}");
        }
    }
}
