//! French: the space before high punctuation, accents and the spellings of 1990, numbers and titles.
//!
//! Invariant: word lists are closed; a sentence that is not French is never asked.

use std::ops::Range;
use std::sync::LazyLock;

use crate::conform::character::is_space;
use crate::conform::detector::{Finder, Occasion, push_occasion};
use crate::conform::ingredient;
use crate::conform::passage::{MASKED, Passage};
use crate::conform::pattern::{Pattern, pattern};

/// `punctuation.spacing_and_punctuation`: before `:`, `;`, `!` and `?`.
pub const HIGH_PUNCTUATION: Finder =
    Finder::new(ingredient::CALL | ingredient::COLON, find_high_punctuation).rewritten_by(rewrite_high_punctuation);

fn find_high_punctuation(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for (at, sign) in passage.text.match_indices([':', ';', '!', '?']) {
        let before = &passage.text[..at];
        let trimmed = before.trim_end_matches(is_space);
        let spaces = before[trimmed.len()..].chars().count();
        let left = trimmed.chars().next_back();
        let right = passage.char_at(at + sign.len());
        let prose = left.is_some_and(|c| {
            c.is_alphabetic() || c.is_ascii_digit() || matches!(c, '»' | ')' | '"' | '”' | '’') || c == MASKED
        });
        let ends = right.is_none_or(|c| c.is_whitespace() || matches!(c, '"' | '»' | ')' | '”' | '<') || c == MASKED);
        // Runs of signs are judged by their first; a name before a colon (`Note:`) may be a key of another language.
        let call = trimmed.ends_with("()");
        // `doit finir par "?"` speaks of the sign.
        let quoted = left.is_some_and(|c| "\"«“”".contains(c)) && right.is_some_and(|c| "\"»”".contains(c));
        let joins = right == Some(MASKED) && (left == Some(MASKED) || is_directive(trimmed));
        let of_code =
            || call || quoted || sign == ":" && (joins || is_pair(passage, at) || is_ratio(passage, at, spaces));
        if prose
            && !of_code()
            && ends
            && spaces <= 1
            && !(left == Some(MASKED) && spaces == 0 && is_space_by_name(passage, at))
        {
            let start = trimmed.len() - left.map_or(0, char::len_utf8);
            push_occasion(found, start..at + sign.len(), if spaces == 0 { &[1] } else { &[2] });
        }
    }
}

/// Whether a colon stands between the two numbers of a ratio: `12 : 30`. A year and what follows it are none.
fn is_ratio(passage: &Passage<'_>, colon: usize, spaces: usize) -> bool {
    let digits = |text: &str| text.bytes().rev().take_while(u8::is_ascii_digit).count();
    let before = passage.near_before(colon).trim_end_matches(is_space);
    let after = passage.near_after(colon + 1).strip_prefix(is_space);
    spaces > 0
        && (1..=3).contains(&digits(before))
        && after.is_some_and(|after| after.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether the source joins what stands before the colon to what follows: `IP:Port`.
fn is_pair(passage: &Passage<'_>, colon: usize) -> bool {
    let word = passage.word_before(colon);
    let Some(source) = passage.searched_source().filter(|_| !word.is_empty()) else { return false };
    let joined = |rest: &str| rest.strip_prefix(':').is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
    source.match_indices(word).any(|(at, _)| joined(&source[at + word.len()..]))
}

/// Whether a word is the domain of a directive: `.. py:`.
fn is_directive(before: &str) -> bool {
    before.trim_end_matches(char::is_alphanumeric).ends_with(".. ")
}

/// Whether the code that ends here is a space which HTML names, or nothing that is written in a sentence.
fn is_space_by_name(passage: &Passage<'_>, at: usize) -> bool {
    let before = passage.written.get(..at).unwrap_or_default();
    !before.ends_with(['}', '>', 's', 'd', '`', '@'])
}

/// Puts in or takes out the space: one that does not break, as French sets it.
fn rewrite_high_punctuation(
    passage: &Passage<'_>,
    occasion: &Occasion,
    value: usize,
) -> Option<Vec<(Range<usize>, String)>> {
    let text = passage.text.get(occasion.range.clone())?;
    let sign = occasion.range.end - text.chars().next_back()?.len_utf8();
    let start = passage.text[..sign].trim_end_matches(is_space).len();
    Some(vec![(start..sign, if value == 0 { String::new() } else { "\u{a0}".to_owned() })])
}

/// `spelling_and_grammar.abbreviating_french_word_numero`.
pub const NUMERO: Finder = Finder::new(ingredient::DIGIT, find_numero);

fn find_numero(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static NUMERO: LazyLock<Pattern> =
        LazyLock::new(|| pattern(r"\b[nN](°|º|ᵒ|o|<sup>o</sup>)[ \u{a0}\u{202f}]?[0-9]+"));
    for captures in NUMERO.captures_iter(&passage.text) {
        let (Some(whole), Some(sign)) = (captures.get(0), captures.get(1)) else { continue };
        let shows: &[u32] = match sign.as_str() {
            "°" => &[1],
            "ᵒ" | "º" => &[2],
            "o" => &[3],
            _ => &[],
        };
        push_occasion(found, whole.range(), shows);
    }
}

/// `spelling_and_grammar.accents_and_cedillas`: capitals, and words that are never written without.
pub const ACCENTS: Finder = Finder::new(ingredient::ANYTHING, find_accents);

fn find_accents(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    const BARE_CAPITALS: &[&str] = &[
        "Etat",
        "Etats",
        "Ecole",
        "Ecoles",
        "Evenement",
        "Evénement",
        "Evénements",
        "Equipe",
        "Equipes",
        "Echec",
        "Elément",
        "Eléments",
        "Editer",
        "Editeur",
        "Edition",
        "Ecrire",
        "Eteindre",
        "Etape",
        "Etapes",
        "Ete",
        "Egalement",
        "Energie",
        "Ecran",
        "Electricité",
        "Etudiant",
        "Etudiants",
        "Enoncé",
        "Economie",
        "Etranger",
        "Etiquette",
        "Etiquettes",
        "Etes",
        "Eléve",
    ];
    const BARE: &[&str] = &[
        "francais",
        "francaise",
        "ecole",
        "telephone",
        "prenom",
        "donnees",
        "parametres",
        "parametre",
        "systeme",
        "systemes",
        "probleme",
        "problemes",
        "reinitialiser",
        "numero",
        "adherent",
        "deja",
        "apres",
        "etre",
        "meme",
        "tres",
        "acces",
        "succes",
        "fenetre",
        "requete",
        "cree",
    ];
    for (range, word) in passage.words() {
        let first = word.chars().next().unwrap_or_default();
        if BARE_CAPITALS.contains(&word) {
            push_occasion(found, range, &[1, 2]);
        } else if BARE.contains(&word) {
            push_occasion(found, range, &[2]);
        } else if "ÀÂÇÉÈÊËÎÏÔÛÙÜŸ".contains(first) && word.chars().nth(1).is_none_or(|c| !c.is_uppercase())
        {
            push_occasion(found, range, &[3]);
        }
    }
}

/// A list of pairs: the stem of one spelling, the stem of the other.
fn find_pairs(passage: &Passage<'_>, found: &mut Vec<Occasion>, pairs: &[(&str, &str)]) {
    for (range, word) in passage.words() {
        let lower = word.to_lowercase();
        for (one, other) in pairs {
            if lower.starts_with(one) {
                push_occasion(found, range.clone(), &[1]);
                break;
            }
            if lower.starts_with(other) {
                push_occasion(found, range.clone(), &[2]);
                break;
            }
        }
    }
}

/// `spelling_and_grammar.accents_in_verbs_conjugated_like_french_word_céder`: futures and conditionals.
pub const CEDER: Finder = Finder::new(ingredient::WIDE, find_ceder);

fn find_ceder(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    const STEMS: &[(&str, &str)] = &[
        ("cédera", "cèdera"),
        ("céderi", "cèderi"),
        ("préférer", "préfèrer"),
        ("réglera", "règlera"),
        ("considérera", "considèrera"),
        ("complétera", "complètera"),
        ("accédera", "accèdera"),
        ("accéderez", "accèderez"),
        ("espérera", "espèrera"),
        ("opérera", "opèrera"),
        ("célébrera", "célèbrera"),
        ("répétera", "répètera"),
        ("révélera", "révèlera"),
        ("possédera", "possèdera"),
        ("procédera", "procèdera"),
        ("suggérera", "suggèrera"),
        ("générera", "génèrera"),
        ("gérera", "gèrera"),
        ("insérera", "insèrera"),
        ("libérera", "libèrera"),
        ("récupérera", "récupèrera"),
        ("altérera", "altèrera"),
        ("différera", "diffèrera"),
        ("accélérera", "accélèrera"),
    ];
    for (range, word) in passage.words() {
        let lower = word.to_lowercase();
        // The infinitive keeps its accent everywhere.
        let Some(place) = STEMS.iter().find_map(|(one, other)| {
            if lower.starts_with(one) && lower.len() > one.len().max(lower.rfind("er").map_or(0, |at| at + 2))
                || lower.starts_with(one) && one.ends_with('a')
            {
                Some(1)
            } else if lower.starts_with(other) && lower.len() >= other.len() {
                Some(2)
            } else {
                None
            }
        }) else {
            continue;
        };
        push_occasion(found, range, &[place]);
    }
}

/// `spelling_and_grammar.accents_with_subject_verb_inversion`.
pub const INVERSIONS: Finder = Finder::new(ingredient::HYPHEN, find_inversions).rewritten_by(rewrite_inversions);

fn find_inversions(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static INVERSION: LazyLock<Pattern> = LazyLock::new(|| pattern(r"\p{L}+([éè])-je\b"));
    for captures in INVERSION.captures_iter(&passage.text) {
        let (Some(whole), Some(accent)) = (captures.get(0), captures.get(1)) else { continue };
        push_occasion(found, whole.range(), if accent.as_str() == "é" { &[1] } else { &[2] });
    }
}

/// Swaps the accent.
fn rewrite_inversions(passage: &Passage<'_>, occasion: &Occasion, value: usize) -> Option<Vec<(Range<usize>, String)>> {
    let text = passage.text.get(occasion.range.clone())?;
    let at = occasion.range.start + text.rfind(['é', 'è'])?;
    Some(vec![(at..at + 'é'.len_utf8(), if value == 0 { "é" } else { "è" }.to_owned())])
}

/// `spelling_and_grammar.compound_nouns`: those that the spelling of 1990 joined.
pub const COMPOUNDS: Finder = Finder::new(ingredient::CAPITAL | ingredient::SMALL, find_compounds);

fn find_compounds(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static COMPOUND: LazyLock<Pattern> = LazyLock::new(|| {
        pattern(
            r"(?i)\b(?:week(-?)end|porte(-?)monnaie|porte(-?)clés?|tire(-?)bouchon|croque(-?)monsieur|pique(-?)nique|mille(-?)pattes|auto(-?)stop|chauve(-?)souris|passe(-?)partout|cow(-?)boy)s?\b",
        )
    });
    for captures in COMPOUND.captures_iter(&passage.text) {
        let Some(whole) = captures.get(0) else { continue };
        push_occasion(found, whole.range(), if whole.as_str().contains('-') { &[2] } else { &[1] });
    }
}

/// `spelling_and_grammar.conjunctions`: how sentences begin.
pub const OPENERS: Finder = Finder::new(ingredient::CAPITAL, find_openers);

fn find_openers(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    const COORDINATING: &[&str] = &["Mais", "Et", "Donc", "Or", "Ni", "Car"];
    const ADVERBS: &[&str] = &["Cependant", "Toutefois", "Pourtant", "Ainsi", "Néanmoins", "Ensuite", "Enfin"];
    for (range, word) in passage.words() {
        let listed = (COORDINATING.contains(&word), ADVERBS.contains(&word));
        let follows = passage.char_at(range.end).is_some_and(|c| c == ',' || is_space(c));
        if (listed.0 || listed.1)
            && follows
            && passage.starts_sentence(range.start)
            && !is_behind_inner_dash(passage, range.start)
            && !(word == "Ni" && is_repeated(passage, range.end))
        {
            push_occasion(found, range, if listed.1 { &[1] } else { &[] });
        }
    }
}

/// Whether the `Ni` that ends at `at` has another in its sentence, with which it belongs together: `Ni toi ni moi`.
fn is_repeated(passage: &Passage<'_>, at: usize) -> bool {
    let rest = &passage.text[at..];
    rest[..rest.find(['.', '!', '?', '\n']).unwrap_or(rest.len())].contains(" ni ")
}

/// Whether a dash stands before `at` that begins no line: what follows goes on with the sentence, whatever its first letter.
fn is_behind_inner_dash(passage: &Passage<'_>, at: usize) -> bool {
    let before = passage.text[..at].trim_end_matches(is_space);
    before.strip_suffix(['—', '–']).is_some_and(|rest| {
        let rest = rest.trim_end_matches(is_space);
        !(rest.is_empty() || rest.ends_with(['\n', '\r', '.', '!', '?', '…', '»']))
    })
}

/// `spelling_and_grammar.french_verbs_ending_in_eler_and_eter`.
pub const ELER: Finder = Finder::new(ingredient::CAPITAL | ingredient::SMALL, find_eler);

fn find_eler(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    find_pairs(
        passage,
        found,
        &[
            ("ruissell", "ruissèl"),
            ("amoncell", "amoncèl"),
            ("renouvelle", "renouvèl"),
            ("morcell", "morcèl"),
            ("ensorcell", "ensorcèl"),
            ("chancell", "chancèl"),
            ("épell", "épèl"),
            ("nivell", "nivèl"),
            ("feuillett", "feuillèt"),
            ("cliquett", "cliquèt"),
            ("étincell", "étincèl"),
            ("étiquettera", "étiquètera"),
        ],
    );
    // A spark is an `étincelle`, and nothing that is done.
    let done = |range: &Range<usize>| {
        let word = passage.text[range.clone()].to_lowercase();
        let spark = word.trim_end_matches('s') == "étincelle";
        !word.starts_with("chanceller")
            && (!spark || matches!(passage.word_before(range.start), "il" | "elle" | "on" | "qui" | "Il" | "Elle"))
    };
    found.retain(|occasion| done(&occasion.range));
}

/// `spelling_and_grammar.i_and_u_with_circumflex_accents`.
pub const CIRCUMFLEXES: Finder =
    Finder::new(ingredient::CAPITAL | ingredient::SMALL, find_circumflexes).rewritten_by(rewrite_circumflexes);

fn find_circumflexes(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    const NOUNS: &[&str] = &[
        "boite", "boites", "aout", "maitre", "maitres", "ile", "iles", "gout", "gouts", "cout", "couts", "fraiche",
        "diner", "chaine", "chaines", "croute",
    ];
    // The value excepts verbs, and the reform that it speaks of only some of their endings: one with the accent follows both.
    const VERBS: &[&str] = &[
        "connait",
        "connaitre",
        "apparait",
        "apparaitre",
        "disparait",
        "disparaitre",
        "parait",
        "paraitre",
        "coute",
        "coutent",
        "bruler",
        "entrainer",
        "entraine",
        "reconnaitre",
        "reconnait",
        "maitriser",
        "naitre",
    ];
    for (range, word) in passage.words() {
        let lower = word.to_lowercase();
        let bare = lower.replace('î', "i").replace('û', "u");
        // The reform leaves names as they are: `Île de Man`.
        if matches!(&*bare, "ile" | "iles") && word.starts_with(char::is_uppercase) {
            let behind: Vec<&str> = passage.text[range.end..].split_whitespace().take(2).collect();
            if matches!(behind.as_slice(), ["de" | "du" | "des", name] if name.starts_with(char::is_uppercase)) {
                continue;
            }
        }
        match (VERBS.contains(&bare.as_str()), bare == lower) {
            (false, _) if !NOUNS.contains(&bare.as_str()) => {}
            (_, true) => push_occasion(found, range, &[1]),
            (false, false) => push_occasion(found, range, &[2]),
            (true, false) => push_occasion(found, range, &[1, 2]),
        }
    }
}

/// Writes the word of the list that stands at the same place.
fn rewrite_circumflexes(
    passage: &Passage<'_>,
    occasion: &Occasion,
    value: usize,
) -> Option<Vec<(Range<usize>, String)>> {
    let word = passage.text.get(occasion.range.clone())?;
    let new = if value == 0 {
        word.replace('î', "i").replace('û', "u").replace('Î', "I")
    } else {
        // Where the accent goes is told by the list alone.
        return None;
    };
    Some(vec![(occasion.range.clone(), new)])
}

/// `spelling_and_grammar.personal_titles`: before a name.
pub const TITLES: Finder = Finder::new(ingredient::CAPITAL, find_titles);

fn find_titles(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static TITLE: LazyLock<Pattern> = LazyLock::new(|| {
        pattern(r"\b(?:(M\.|Mme|Mlle|MM\.|Mmes)|Monsieur|Madame|Mademoiselle|Messieurs)[ \u{a0}]\p{Lu}\p{Ll}+")
    });
    for captures in TITLE.captures_iter(&passage.text) {
        let Some(whole) = captures.get(0) else { continue };
        push_occasion(found, whole.range(), if captures.get(1).is_some() { &[1] } else { &[2] });
    }
}

/// `spelling_and_grammar.spelled_out_numbers`: where a hyphen is a choice.
pub const SPELLED_NUMBERS: Finder = Finder::new(ingredient::CAPITAL | ingredient::SMALL, find_spelled_numbers);

fn find_spelled_numbers(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static NUMBER: LazyLock<Pattern> = LazyLock::new(|| {
        pattern(concat!(
            r"(?i)\b(?:(?:vingt|trente|quarante|cinquante|soixante)([ -])et[ -](?:un|une|onze)",
            r"|(?:deux|trois|quatre|cinq|six|sept|huit|neuf)([ -])(?:cents?|mille)",
            r"|(?:vingt|trente|quarante|cinquante|soixante)-(?:deux|trois|quatre|cinq|six|sept|huit|neuf|dix)|quatre-vingts?(?:-\p{L}+)?)\b"
        ))
    });
    for captures in NUMBER.captures_iter(&passage.text) {
        let Some(whole) = captures.get(0) else { continue };
        let joint = captures.get(1).or_else(|| captures.get(2)).map(|joint| joint.as_str());
        // Where the number goes on behind a space, its hyphens are those of the older rule.
        let goes_on = matches!(passage.word_after(whole.end()), "mille" | "cent" | "cents")
            && passage.char_at(whole.end()) != Some('-');
        let shows: &[u32] = match joint {
            Some("-") => &[1],
            Some(_) => &[2],
            None if goes_on => &[2],
            None => &[1, 2],
        };
        push_occasion(found, whole.range(), shows);
    }
}

/// `style_and_tone.addressing_the_reader` in French.
pub const ADDRESS: Finder = Finder::new(ingredient::CAPITAL | ingredient::SMALL, find_address);

fn find_address(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    const FORMAL: &[&str] = &["vous", "votre", "vos", "vôtre", "vôtres"];
    const INFORMAL: &[&str] = &["tu", "te", "toi", "tes", "tien", "tienne"];
    for (range, word) in passage.words() {
        let lower = word.to_lowercase();
        let noun = passage.text[..range.start].to_lowercase().ends_with("rendez-");
        let formal = FORMAL.contains(&lower.as_str()) && !noun;
        if formal
            || (INFORMAL.contains(&lower.as_str())
                && passage.stands_alone(&range)
                && !word.chars().all(char::is_uppercase)
                && passage.char_before(range.start) != Some('-')
                && !(passage.char_at(range.end) == Some('-')
                    && passage.char_at(range.end + 1).is_some_and(|c| c.is_ascii_digit())))
        {
            push_occasion(found, range, if formal { &[1] } else { &[2] });
        }
    }
}
