//! Words that stand for each other: what people write in place of a word of the catalogue, and British for American.

/// Words that people write for each other; the first of each row stands for all.
const ALIASES: &[&[&str]] = &[
    &["period", "dot", "fullstop", "point"],
    &["periods", "dots", "fullstops", "points"],
    &["hyphen", "dash", "minus"],
    &["numerals", "numbers", "digits", "figures"],
    &["format", "style", "form"],
    &["separator", "delimiter", "sep"],
    &["straight", "plain", "typewriter"],
    &["curly", "smart", "typographic"],
    &["uppercase", "capital", "capitalized", "upper"],
    &["lowercase", "small", "lower"],
    &["parentheses", "parens", "brackets"],
    &["spell", "write"],
    &["symbol", "sign"],
    &["percentage", "percent"],
    &["temperature", "temp"],
    &["abbreviate", "shorten", "abbrev"],
    &["currency", "money"],
    &["quotation", "quote", "quotes"],
    &["without", "no"],
    &["space", "blank", "whitespace"],
];

/// Words with two spellings, British first.
const BRITISH_WORDS: &[(&str, &str)] = &[
    ("centre", "center"),
    ("centred", "centered"),
    ("colour", "color"),
    ("favour", "favor"),
    ("behaviour", "behavior"),
    ("honour", "honor"),
    ("metre", "meter"),
    ("metres", "meters"),
    ("litre", "liter"),
    ("grey", "gray"),
    ("catalogue", "catalog"),
    ("dialogue", "dialog"),
    ("licence", "license"),
    ("defence", "defense"),
    ("labelled", "labeled"),
    ("cancelled", "canceled"),
    ("analyse", "analyze"),
];
/// Endings with two spellings, British first.
const BRITISH_ENDINGS: &[(&str, &str)] = &[
    ("isation", "ization"),
    ("isations", "izations"),
    ("alise", "alize"),
    ("alised", "alized"),
    ("alising", "alizing"),
    ("ulise", "ulize"),
    ("olise", "olize"),
    ("olised", "olized"),
    ("olising", "olizing"),
    ("ivise", "ivize"),
    ("ivising", "ivizing"),
    ("imise", "imize"),
    ("inise", "inize"),
    ("onise", "onize"),
    ("rise", "rize"),
];
/// Pairs of words that are another pair, or one word, on the other side of the Atlantic.
const BRITISH_PAIRS: &[(&str, &str, &[&str])] = &[
    ("full", "stop", &["period"]),
    ("full", "stops", &["periods"]),
    ("inverted", "commas", &["quotation", "marks"]),
    ("inverted", "comma", &["quotation", "mark"]),
    ("don", "t", &["dont"]),
];

/// The row of words that people write for each other that holds this one.
pub(super) fn alias_row(word: &str) -> Option<usize> {
    ALIASES.iter().position(|row| row.contains(&word))
}

/// The same words as the catalogue spells them: in American English.
pub(super) fn to_american_words(words: Vec<Vec<char>>) -> Vec<Vec<char>> {
    let mut out: Vec<Vec<char>> = Vec::with_capacity(words.len());
    let mut rest = words.into_iter().peekable();
    while let Some(word) = rest.next() {
        let pair = rest.peek().and_then(|next| {
            BRITISH_PAIRS.iter().find(|(first, second, _)| is_word(&word, first) && is_word(next, second))
        });
        if let Some((_, _, american)) = pair {
            rest.next();
            out.extend(american.iter().map(|word| word.chars().collect()));
            continue;
        }
        out.push(to_american_word(word));
    }
    out
}

fn to_american_word(word: Vec<char>) -> Vec<char> {
    if let Some((_, american)) = BRITISH_WORDS.iter().find(|(british, _)| is_word(&word, british)) {
        return american.chars().collect();
    }
    let ending = BRITISH_ENDINGS.iter().find(|(british, _)| {
        let letters = british.chars().count();
        word.len() > letters + 2 && is_word(&word[word.len() - letters..], british)
    });
    match ending {
        Some((british, american)) => {
            let stem = word.len() - british.chars().count();
            word[..stem].iter().copied().chain(american.chars()).collect()
        }
        None => word,
    }
}

pub(super) fn is_word(word: &[char], known: &str) -> bool {
    word.iter().copied().eq(known.chars())
}
