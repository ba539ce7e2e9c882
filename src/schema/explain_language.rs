//! Explains language codes: variants, names and country codes that were written where a language is due.

use std::sync::Arc;

use crate::catalogue::languages::{KNOWN_LANGUAGES, find_language, root_code};
use crate::catalogue::{Catalogue, nearest};
use crate::diagnostic::{Code, Diagnostic, Edit, Safety, Severity, SourceFile, Span};
use crate::schema::document_kind::DocumentKind;
use crate::schema::edits;
use crate::schema::explained_document::{ExplainedDocument, echo_text};
use crate::schema::stuck_comment::stuck_comment;
use crate::source::Node;

/// Codes of countries, and shortened names, that are taken for the code of a language, with that code and the language's
/// name.
const TAKEN_CODES: &[(&str, &str, &str)] = &[
    ("jp", "ja", "Japanese"),
    ("cn", "zh", "Chinese"),
    ("kr", "ko", "Korean"),
    ("cz", "cs", "Czech"),
    ("dk", "da", "Danish"),
    ("gr", "el", "Greek"),
    ("ua", "uk", "Ukrainian"),
    ("gb", "en", "English"),
    ("us", "en", "English"),
    ("at", "de", "German"),
    ("mx", "es", "Spanish"),
    ("se", "sv", "Swedish"),
    ("ee", "et", "Estonian"),
    ("vn", "vi", "Vietnamese"),
    ("il", "he", "Hebrew"),
    ("rs", "sr", "Serbian"),
    ("sp", "es", "Spanish"),
];

/// The code and the English name of the language that people mean by a code of no language, written in lower case.
#[must_use]
pub fn language_taken_for(lower: &str) -> Option<(&'static str, &'static str)> {
    TAKEN_CODES.iter().find(|(written, ..)| *written == lower).map(|(_, code, name)| (*code, *name))
}

/// What languages are called in themselves and in other languages, and their codes of three letters.
const LANGUAGE_WORDS: &[(&str, &[&str])] = &[
    ("ar", &["ara", "arabisch", "arabe", "العربية"]),
    ("cs", &["ces", "cze", "tschechisch", "čeština", "cestina"]),
    ("da", &["dan", "dänisch", "dansk"]),
    (
        "de",
        &["deu", "ger", "deutsch", "allemand", "alemán", "aleman", "tedesco", "alemão", "ドイツ語", "德语", "독일어"],
    ),
    ("el", &["ell", "gre", "griechisch", "ελληνικά"]),
    ("en", &["eng", "englisch", "anglais", "inglés", "ingles", "inglese", "inglês", "英語", "英语", "영어"]),
    (
        "es",
        &[
            "spa",
            "spanisch",
            "español",
            "espanol",
            "castellano",
            "espagnol",
            "spagnolo",
            "スペイン語",
            "西班牙语",
            "스페인어",
        ],
    ),
    ("fi", &["fin", "finnisch", "suomi"]),
    (
        "fr",
        &[
            "fra",
            "fre",
            "französisch",
            "franzoesisch",
            "français",
            "francais",
            "francés",
            "francese",
            "フランス語",
            "法语",
            "프랑스어",
        ],
    ),
    ("it", &["ita", "italienisch", "italiano", "italien", "イタリア語", "意大利语", "이탈리아어"]),
    ("ja", &["jpn", "japanisch", "japonais", "giapponese", "日本語", "日语", "일본어", "nihongo"]),
    ("ko", &["kor", "koreanisch", "coréen", "한국어", "韓国語", "韩语"]),
    ("nl", &["nld", "dut", "niederländisch", "holländisch", "nederlands"]),
    ("pl", &["pol", "polnisch", "polski"]),
    ("pt", &["por", "portugiesisch", "português", "portugues", "ポルトガル語", "葡萄牙语", "포르투갈어"]),
    ("ru", &["rus", "russisch", "русский"]),
    ("sv", &["swe", "schwedisch", "svenska"]),
    ("tr", &["tur", "türkisch", "türkçe", "turkce"]),
    ("uk", &["ukr", "ukrainisch", "українська"]),
    ("zh", &["zho", "chi", "chinesisch", "chinois", "中文", "汉语", "漢語", "中国語", "중국어"]),
];

/// Codes, with the regions, scripts and names that people write for them.
const REGION_SLIPS: &[(&str, &str)] = &[
    ("en-GB", "en-uk, en-en, en-eng, en-br, british english, uk english"),
    ("en-US", "en-usa, en-am, american english, us english"),
    ("es-419", "es-la, es-latam, es-lat, es-xl, es-mx, es-ar, es-co, es-us, latin american spanish, mexican spanish"),
    ("fr-CA", "fr-qc, canadian french"),
    ("pt-BR", "pt-bz, pt-bra, brazilian portuguese"),
    ("pt-PT", "pt-po, pt-prt, european portuguese"),
    ("zh-Hans", "zh-cn, zh-sg, zh-chs, zh-sc, zh-simplified, zh-hans-cn, simplified chinese"),
    ("zh-Hant", "zh-tw, zh-hk, zh-mo, zh-cht, zh-tc, zh-hant-tw, traditional chinese"),
    ("de-CH", "de-sui, swiss german"),
];

/// The variant that a code with a wrong region stands for.
pub fn variant_meant(lower: &str) -> Option<&'static str> {
    let slip = REGION_SLIPS.iter().find(|(_, slips)| slips.split(", ").any(|slip| slip == lower));
    slip.map(|(code, _)| *code)
}

/// The variant of the same language whose region is nearest to that of a code.
pub fn variant_near(lower: &str) -> Option<&'static str> {
    let (root, region) = lower.split_once('-')?;
    let variants = || REGION_SLIPS.iter().filter_map(|(code, _)| Some((*code, code.split_once('-')?)));
    let regions = variants().filter(|(_, (of, _))| *of == root).map(|(_, (_, region))| region);
    let near = *nearest::nearest_words(region, regions).first()?;
    variants().find(|(_, parts)| *parts == (root, near)).map(|(code, _)| code)
}

/// The code that was meant by a text that has not the form of one: a language by another of its names, a `_` for a `-`, white
/// space around it, letters of another script among it.
pub fn code_meant(text: &str) -> Option<String> {
    // Signs around a code are none of it.
    let dashed = in_latin_letters(text.trim_matches(|c: char| !c.is_alphanumeric())).replace('_', "-");
    let lower = dashed.to_lowercase();
    let known = code_of_word(&lower).or_else(|| variant_meant(&lower)).map(str::to_owned);
    known.or_else(|| looks_like_code(&dashed).then_some(dashed))
}

/// The code of a language that somebody called by another of its names.
fn code_of_word(word: &str) -> Option<&'static str> {
    LANGUAGE_WORDS.iter().find(|(_, words)| words.contains(&word)).map(|(code, _)| *code)
}

/// Whether a text has the form of a language code: `de`, `pt-BR`, `zh-Hans`.
pub fn looks_like_code(text: &str) -> bool {
    let mut parts = text.split('-');
    let root = parts.next().unwrap_or_default();
    let letters = |part: &str| part.chars().all(|c| c.is_ascii_alphabetic());
    (2..=3).contains(&root.len())
        && letters(root)
        && parts.all(|part| (2..=8).contains(&part.len()) && part.chars().all(|c| c.is_ascii_alphanumeric()))
}

/// The root language of a code or an English name, with its code.
pub fn root_language_called(word: &str) -> Option<(&'static str, &'static str)> {
    let word = word.trim().to_lowercase();
    let called = |code: &str, name: &str| code == word || name.eq_ignore_ascii_case(&word);
    let known = KNOWN_LANGUAGES.iter().find(|known| called(known.code, known.name));
    known.filter(|known| root_code(known.code) == known.code).map(|known| (known.code, known.name))
}

/// The language of a list, where lists are kept for it; of one that is written otherwise, the one that is offered for it.
pub(super) fn language_of_list<'a>(explained: &ExplainedDocument<'a>) -> Option<&'a str> {
    let node = explained.node_at(&["language"])?;
    let written = node.text()?;
    let kept = |code: &str| explained.catalogue.languages.iter().find(|known| known.code == code);
    let offered = || {
        let fix = explain_list_language(explained, node, written).fix?;
        kept(fix.edits.first()?.text.trim_matches(['"', '\'']))
    };
    Some(&*kept(written).or_else(offered)?.code)
}

/// A list's language that is none of those that lists are kept for.
pub(super) fn explain_list_language(explained: &ExplainedDocument<'_>, node: &Node, text: &str) -> Diagnostic {
    let languages = &explained.catalogue.languages;
    let all: Vec<&str> = languages.iter().map(|language| language.code.as_str()).collect();
    let allowed = if all.len() > 12 {
        format!("{} languages are allowed: `housestyle explain language`", all.len())
    } else {
        format!("allowed: {}", all.join(", "))
    };
    let finding =
        |message: String| explained.new_finding(Code::UnknownLanguage, node.span, message).with_note(allowed.clone());
    let write = |finding: Diagnostic, code: &str, safety: Safety| {
        let title = format!("write `{code}`");
        finding.with_help(&title).with_fix(edits::replace_span(
            node.span,
            edits::match_notation(explained.file, node.span, code),
            title.clone(),
            safety,
        ))
    };
    let lower = text.trim().to_ascii_lowercase();
    let root = lower.split(['-', '_']).next().unwrap_or_default();
    let trimmed = text.trim();
    if trimmed.len() < text.len() && explained.catalogue.supports_language(trimmed) {
        let found = finding(format!("`{}` has white space around the code", echo_text(text)));
        return write(found.with_label(format!("`{trimmed}` and white space")), trimmed, Safety::Safe);
    }
    if explained.catalogue.supports_language(&lower) {
        let found = finding(format!("a list's language is written in lower case, not `{}`", echo_text(text)));
        return write(found.with_label(format!("`{lower}`, written otherwise")), &lower, Safety::Safe);
    }
    if root.len() < lower.len() && explained.catalogue.supports_language(root) {
        let found = finding(format!("style lists are kept per root language; `{}` is a variant", echo_text(text)));
        let found = found.with_label(format!("the root is `{root}`"));
        return write(found, root, Safety::Unsafe)
            .with_note("a list of the root language also serves requests for its variants");
    }
    if text.trim().is_empty() {
        return explained
            .new_finding(Code::UnknownLanguage, node.span, "the language is empty")
            .with_label("no code")
            .with_note(allowed)
            .with_help("write the code of a language that lists are kept for");
    }
    let named_in_full = |name: &str| {
        finding(format!("`language` takes a code, not the name `{}`", echo_text(name)))
            .with_label("a language's name, not its code")
    };
    let found = finding(format!("no style lists are kept for the language `{}`", echo_text(text)));
    let name =
        explained.document.get("name").and_then(Node::text).filter(|name| explained.catalogue.supports_language(name));
    if let Some(name) = name.filter(|_| !looks_like_code(text)) {
        return found
            .with_help(format!("write `{name}` here, and `{}` as the name: the two are exchanged", echo_text(text)));
    }
    // A header of HTTP: languages with how well each of them is liked.
    if let Some((code, _)) = lower.split_once(";q=").filter(|(code, _)| explained.catalogue.supports_language(code)) {
        return write(found, code, Safety::Unsafe);
    }
    let strange = text
        .chars()
        .find(|c| c.is_alphabetic() && !c.is_ascii())
        .filter(|_| text.len() < 6 && text.contains(|c: char| c.is_ascii_alphabetic()));
    let found = strange
        .into_iter()
        .fold(found, |found, c| found.with_note(format!("`{c}` (U+{:04X}) is no letter of a code", u32::from(c))));
    let latin = in_latin_letters(&lower);
    if latin != lower && explained.catalogue.supports_language(&latin) {
        return write(found, &latin, Safety::Unsafe).with_help(format!("write `{latin}` with Latin letters"));
    }
    if text.contains(['$', '{', '<']) {
        return found.with_note("variables and templates are not filled in").with_help("write the code itself");
    }
    let words = lower.split(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_')));
    let mut listed: Vec<&str> = words.filter(|word| word.contains(char::is_alphanumeric)).collect();
    listed.dedup();
    match listed.as_slice() {
        [code] if *code != lower && explained.catalogue.supports_language(code) => {
            return write(found, code, Safety::Unsafe);
        }
        // A code with the name of its language, one explains the other.
        [one, other]
            if [(one, other), (other, one)].iter().any(|(code, word)| code_of_word(word) == Some(*code))
                && [one, other].iter().any(|code| explained.catalogue.supports_language(code)) =>
        {
            let code = if explained.catalogue.supports_language(one) { one } else { other };
            return write(found, code, Safety::Unsafe);
        }
        [_, _, ..]
            if listed.iter().all(|code| root_code(code) == root_code(listed[0]) && find_language(code).is_some()) =>
        {
            let found = found.with_note("lists are kept per root language, and also serve requests for its variants");
            return write(found, root_code(listed[0]), Safety::Unsafe);
        }
        [_, _, ..] if listed.iter().all(|code| explained.catalogue.supports_language(code)) => {
            if text.contains(['，', '、', '；']) && explained.kind == Some(DocumentKind::Catalogue) {
                let list = listed.join(", ");
                return found.offering(format!("write `{list}`"), vec![Edit { span: node.span, text: list }]);
            }
            return found.with_help("make a list of its own for each language");
        }
        _ => {}
    }
    if let Some(code) =
        code_of_word(&text.trim().to_lowercase()).filter(|code| explained.catalogue.supports_language(code))
    {
        return match text.trim().len() {
            3 => {
                let found = finding(format!("`language` takes a code of two letters, not `{}`", echo_text(text)));
                write(found.with_label("a code of three letters"), code, Safety::Safe)
            }
            _ => write(named_in_full(text), code, Safety::Safe),
        };
    }
    if let Some(language) = languages.iter().find(|language| language.name.to_lowercase() == lower) {
        return write(named_in_full(text), &language.code, Safety::Safe);
    }
    let taken = language_taken_for(root);
    let found = match taken {
        Some((code, name)) => found.with_note(format!("{name} is `{code}`, not `{root}`")),
        None => found,
    };
    if let Some((code, _)) = taken.filter(|(code, _)| root == lower && explained.catalogue.supports_language(code)) {
        return write(found, code, Safety::Unsafe);
    }
    let names = languages.iter().map(|language| language.name.as_str());
    // It may well be one by now: the service is asked when there is a plan.
    if looks_like_code(text) && text.starts_with(root) {
        let older = OLDER_CODES.iter().find(|(older, _)| *older == root);
        let found = match older {
            Some((_, code)) if explained.catalogue.supports_language(code) => {
                return Diagnostic { severity: Severity::Warning, ..write(found, code, Safety::Unsafe) };
            }
            Some((older, code)) => {
                let switch = *older == "no" && !edits::is_toml(explained.file);
                let found = finding(format!("the code of this language is `{code}`, not `{older}`"));
                let found = found.with_note(format!("no style lists are kept for `{code}`"));
                let found = if switch { found.with_note("readers of YAML 1.1 take `no` for `false`") } else { found };
                let found = found.with_help(describe_profile_instead(code));
                return Diagnostic { severity: Severity::Warning, ..found };
            }
            None => found,
        };
        let found = found.with_note("the catalogue may lag behind the service, which `housestyle plan` asks");
        let found = match root.len() < lower.len() {
            true => {
                found.with_note(format!("lists are kept per root language: for `{root}` where there is one by now"))
            }
            false => found,
        };
        let offered = find_language(root).map(|_| text).or(taken.map(|(code, _)| code));
        let help = match offered.filter(|_| explained.kind.is_some()) {
            Some(code) => describe_profile_instead(code),
            None => "write the code of a language that lists are kept for, unless this is one by now".to_owned(),
        };
        let found = found.with_help(help);
        return Diagnostic { severity: Severity::Warning, ..found };
    }
    let near = nearest::nearest_words(text, names);
    match near.first().and_then(|name| languages.iter().find(|language| language.name == **name)) {
        Some(language) => write(found, &language.code, Safety::Unsafe),
        None => found.with_help("write the code of a language that lists are kept for"),
    }
}

/// Where to say what a list cannot say for a language.
fn describe_profile_instead(code: &str) -> String {
    let target = echo_text(code);
    format!(
        "say it in `custom_instructions` of a document with `kind: translation_profile` and `target_language: {target}`, \
         unless lists are kept for it by now"
    )
}

/// Letters of other scripts with the Latin ones that they look like.
const LATIN_ALIKE: &[(&str, &str)] = &[("аеорсухіјѕԁһкт", "aeopcyxijsdhkt"), ("οινκτ", "oivkt")];

/// A text with the letters of other scripts that stand among Latin ones as those that they look like; letters of full width
/// are Latin ones.
fn in_latin_letters(text: &str) -> String {
    let narrow = |c: char| match c {
        '！'..='～' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        c => c,
    };
    let narrowed: String = text.chars().map(narrow).collect();
    let among = narrowed.contains(|c: char| c.is_ascii_alphabetic());
    if among { narrowed.chars().map(latin_alike).collect() } else { narrowed }
}

/// The Latin letter that another one looks like, or the letter itself.
fn latin_alike(c: char) -> char {
    let alike = |(others, latin): &(&str, &str)| {
        let at = others.chars().position(|other| other == c)?;
        latin.chars().nth(at)
    };
    LATIN_ALIKE.iter().find_map(alike).unwrap_or(c)
}

/// Codes that were replaced, or are those of a language that goes by another, with the code of today.
pub const OLDER_CODES: &[(&str, &str)] = &[
    ("iw", "he"),
    ("in", "id"),
    ("ji", "yi"),
    ("no", "nb"),
    ("nn", "nb"),
    ("cmn", "zh"),
    ("eng", "en"),
    ("deu", "de"),
    ("ger", "de"),
    ("fra", "fr"),
    ("fre", "fr"),
    ("spa", "es"),
    ("por", "pt"),
    ("zho", "zh"),
];

/// A pattern of the codes for which [`explain_list_language`] only warns. It looks neither ahead nor behind, so that every
/// validator knows it.
pub(super) fn newer_code_pattern(catalogue: &Catalogue) -> String {
    let known: Vec<&str> = catalogue.languages.iter().map(|language| language.code.as_str()).collect();
    let taken = TAKEN_CODES.iter().filter(|(_, code, _)| known.contains(code)).map(|(written, ..)| *written);
    let words =
        LANGUAGE_WORDS.iter().filter(|(code, _)| known.contains(code)).flat_map(|(_, words)| words.iter().copied());
    let alone: Vec<&str> = known.iter().copied().chain(taken).chain(words).collect();
    let root = |but: &[&str]| format!("({}|{})", words_pattern(2, but), words_pattern(3, but));
    format!("^({}|{}(-[a-zA-Z0-9]{{2,8}})+)$", root(&alone), root(&known))
}

/// A pattern of all words of so many letters but these.
fn words_pattern(length: usize, but: &[&str]) -> String {
    let but: Vec<&str> = but.iter().copied().filter(|word| word.len() == length && word.is_ascii()).collect();
    let any = |length: usize| "[a-z]".repeat(length);
    if but.is_empty() {
        return any(length);
    }
    let rest = |letter: char| but.iter().filter_map(|word| word.strip_prefix(letter)).collect::<Vec<&str>>();
    let (free, taken): (Vec<char>, Vec<char>) = ('a'..='z').partition(|letter| rest(*letter).is_empty());
    let deeper = taken.into_iter().filter(|_| length > 1);
    let branches = deeper.map(|letter| format!("{letter}({})", words_pattern(length - 1, &rest(letter))));
    let free = format!("[{}]{}", letter_ranges(&free), any(length - 1));
    std::iter::once(free).chain(branches).collect::<Vec<_>>().join("|")
}

/// Letters of a class, runs of more than two as `a-z`.
fn letter_ranges(letters: &[char]) -> String {
    let mut out = String::new();
    for run in letters.chunk_by(|one, next| u32::from(*one) + 1 == u32::from(*next)) {
        match run {
            [first, _, .., last] => out.extend([*first, '-', *last]),
            few => out.extend(few),
        }
    }
    out
}

/// Whether a text names several languages by their codes.
fn is_several_codes(text: &str) -> bool {
    let mut codes = text.split([',', ';', '/', '+', ' ']).filter(|code| !code.is_empty());
    text.contains([',', ';', '/', '+', ' ']) && codes.all(|code| find_language(&code.to_lowercase()).is_some())
}

/// A comment behind the code of a language that is none.
#[must_use]
pub fn stuck_comment_of_code(file: &Arc<SourceFile>, text: &str, span: Span) -> Option<Diagnostic> {
    stuck_comment(file, text, span, |code| looks_like_code(code).then_some(Code::MalformedLanguage))
}

/// A source language that does not look like a language code.
pub fn explain_invalid_code(file: &Arc<SourceFile>, catalogue: &Catalogue, span: Span, text: &str) -> Diagnostic {
    if let Some(finding) = stuck_comment_of_code(file, text, span) {
        return finding;
    }
    let message = if text.is_empty() {
        "the source language is empty".to_owned()
    } else {
        format!("`{}` is not a language code", echo_text(text))
    };
    let finding = Diagnostic::new(Code::MalformedLanguage, file, span, message)
        .with_label("not a code")
        .with_note("a code looks like `en`, `pt-BR` or `zh-Hans`");
    let lower = text.trim().to_lowercase();
    let named = catalogue.languages.iter().find(|language| language.name.to_lowercase() == lower);
    let named = named.map(|language| language.code.clone());
    match named.or_else(|| code_meant(text)) {
        Some(code) => {
            // Of a variant that is not known, more would be found.
            let lower = code.to_lowercase();
            let root = root_code(&lower);
            let known = find_language(&lower).is_some();
            let code = if !known && find_language(root).is_some() { root.to_owned() } else { code };
            let title = format!("write `{code}`");
            let safety = if known { Safety::Safe } else { Safety::Unsafe };
            let fix = edits::replace_span(span, edits::match_notation(file, span, &code), title.clone(), safety);
            finding.with_help(title).with_fix(fix)
        }
        None if is_several_codes(text) => finding
            .with_label("several languages")
            .with_help("write one of them; for each other one an entry of its own, or leave the field out for all"),
        None => finding.with_help("write the code of the source text's language, or leave the field out"),
    }
}
