//! Sums of money: where the currency stands, and whether as sign, code or word.
//!
//! Invariant: an amount without a currency is no sum of money.

use std::ops::Range;
use std::sync::LazyLock;

use crate::conform::beside_digits::ByteSet;
use crate::conform::character::{is_han_or_kana, is_hangul, is_space};
use crate::conform::detector::{Finder, Occasion, ValueSet};
use crate::conform::family::figures::{CODES, code_at_end, currency_names};
use crate::conform::ingredient;
use crate::conform::passage::{Passage, Tongue};
use crate::conform::pattern::{Pattern, pattern};

/// How the currency of a sum is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CurrencyForm {
    Sign,
    WideSign,
    Code,
    Word,
}

/// A sum of money.
struct MoneySum {
    range: Range<usize>,
    written: CurrencyForm,
    leads: bool,
    spaced: bool,
    word: String,
    /// Digits followed by a word for ten thousand or more.
    large: bool,
}

/// A currency of two words, in French.
const SWISS_FRANCS: &str = "francs suisses";

static AMOUNT: LazyLock<Pattern> = LazyLock::new(|| {
    pattern(
        r"[0-9]+(?:[.,'’\u{a0}\u{202f} ][0-9]{3})*(?:['’][0-9]{2}(?-u:\b))?(?:[.,][0-9]+)?(?:[ ]?[万億亿만억조](?:[ ]?[0-9]+[万만]?)?)?",
    )
});

fn read_sums(passage: &Passage<'_>) -> Vec<MoneySum> {
    let text: &str = &passage.text;
    let mut found = Vec::new();
    if !may_name_currency(passage) {
        return found;
    }
    for amount in AMOUNT.find_iter(text) {
        let range = amount.range();
        let large = amount.as_str().ends_with(|c: char| !c.is_ascii_digit());
        if let Some(sum) = leading(text, &range) {
            found.push(MoneySum { large, ..sum });
        } else if let Some(sum) = trailing(passage, &range) {
            found.push(MoneySum { large, ..sum });
        }
    }
    found
}

/// Whether there may be a sign or a code somewhere, or a name behind digits. What is beyond ASCII may end a large number, with
/// a name behind it.
fn may_name_currency(passage: &Passage<'_>) -> bool {
    const SIGNS_AND_CODES: u32 = ingredient::DOLLAR | ingredient::TYPOGRAPHY | ingredient::CAPITALS;
    passage.ingredients & SIGNS_AND_CODES != 0
        || passage
            .beside_digits()
            .may_follow(ByteSet::of_first(currency_names(passage.tongue)).and(ByteSet::of_first(&[SWISS_FRANCS, "万"])))
}

fn leading(text: &str, amount: &Range<usize>) -> Option<MoneySum> {
    let before = text.get(..amount.start)?;
    let trimmed = before.trim_end_matches(is_space);
    let spaces = before[trimmed.len()..].chars().count();
    if spaces > 1 {
        return None;
    }
    let sum = |start: usize, written| {
        Some(MoneySum {
            range: start..amount.end,
            written,
            leads: true,
            spaced: spaces == 1,
            word: trimmed[start..].to_owned(),
            large: false,
        })
    };
    if let Some(sign) = trimmed.chars().next_back().filter(|c| "$€£¥￥₩₹".contains(*c)) {
        // A sign behind an amount belongs to that one: `5 €, 6`.
        let start = trimmed.len() - sign.len_utf8();
        let taken = trimmed[..start].trim_end_matches(is_space).ends_with(|c: char| c.is_ascii_digit());
        return if taken {
            None
        } else {
            sum(start, if sign == '￥' { CurrencyForm::WideSign } else { CurrencyForm::Sign })
        };
    }
    let code = code_at_end(trimmed)?;
    let start = trimmed.len() - code.len();
    let head = trimmed[..start].chars().next_back();
    let inside = head.is_some_and(|c| c.is_ascii_alphanumeric());
    let taken = trimmed[..start].trim_end_matches(is_space).ends_with(|c: char| c.is_ascii_digit());
    if inside || taken { None } else { sum(start, CurrencyForm::Code) }
}

fn trailing(passage: &Passage<'_>, amount: &Range<usize>) -> Option<MoneySum> {
    let rest = passage.text.get(amount.end..)?;
    let trimmed = rest.trim_start_matches(is_space);
    let spaces = rest[..rest.len() - trimmed.len()].chars().count();
    if spaces > 1 || passage.char_before(amount.start).is_some_and(|c| c.is_ascii_alphanumeric() || c == '_') {
        return None;
    }
    let start = amount.end + rest.len() - trimmed.len();
    let sum = |word: &str, written| {
        Some(MoneySum {
            range: amount.start..start + word.len(),
            written,
            leads: false,
            spaced: spaces == 1,
            word: word.to_owned(),
            large: false,
        })
    };
    if let Some(sign) = trimmed.chars().next().filter(|c| "€$£¥₩".contains(*c)) {
        let next = trimmed[sign.len_utf8()..].chars().next();
        let other = next.is_some_and(|c| c.is_ascii_alphanumeric() || c == '{')
            || (spaces == 1
                && next.is_some_and(is_space)
                && trimmed[sign.len_utf8()..].trim_start_matches(is_space).starts_with(|c: char| c.is_ascii_digit()));
        return if other { None } else { sum(&trimmed[..sign.len_utf8()], CurrencyForm::Sign) };
    }
    let letters = trimmed.find(|c: char| !c.is_alphabetic()).unwrap_or(trimmed.len());
    let word = &trimmed[..letters];
    if let Some(code) = CODES.iter().find(|code| word == **code) {
        return sum(code, CurrencyForm::Code);
    }
    let east = passage.tongue.is_east_asian();
    let fits = |name: &&&str| {
        if east {
            trimmed.strip_prefix(**name).is_some_and(|rest| ends_name(passage.tongue, rest))
        } else {
            word == **name
        }
    };
    let mut names = currency_names(passage.tongue).iter();
    if passage.tongue == Tongue::Fr && trimmed.starts_with(SWISS_FRANCS) {
        return sum(SWISS_FRANCS, CurrencyForm::Word);
    }
    let name = names.find(|name| fits(name))?;
    if WEIGHTS.contains(name) && !speaks_of_money(&passage.text, amount) {
        return None;
    }
    sum(name, CurrencyForm::Word)
}

/// Names of currencies that are units of weight, too.
const WEIGHTS: &[&str] = &["Pfund", "pounds", "libras", "livres", "ポンド"];

/// Whether something near an amount says that it is money.
fn speaks_of_money(text: &str, amount: &Range<usize>) -> bool {
    const WORDS: &[&str] = &[
        "£",
        "€",
        "$",
        "gbp",
        "sterlin",
        "euro",
        "dollar",
        "dólar",
        "price",
        "cost",
        "pay",
        "paid",
        " fee",
        "budget",
        "spend",
        "donat",
        "salar",
        "preis",
        "kost",
        "bezahl",
        "zahlung",
        "gebühr",
        "spende",
        "precio",
        "cuesta",
        "pagar",
        "pago",
        "donac",
        "prix",
        "coût",
        "tarif",
        "英ポンド",
        "英国",
        "価格",
        "料金",
        "支払",
        "予算",
        "円",
        "ドル",
        "ユーロ",
    ];
    const REACH: usize = 160;
    let near = &text[text.ceil_char_boundary(amount.start.saturating_sub(REACH))
        ..text.floor_char_boundary(amount.end.saturating_add(REACH))];
    let near = near.to_lowercase();
    WORDS.iter().any(|word| near.contains(word))
}

/// Whether what follows the name of a currency ends it: `5元。`, `500원입니다`, and not `2元运算`, `3원색`, `2엔진`.
fn ends_name(tongue: Tongue, rest: &str) -> bool {
    const KOREAN: &[&str] = &[
        "입니", "이", "은", "을", "의", "에", "으로", "로", "과", "와", "도 ", "만 ", "까지", "부터", "씩", "짜리",
        "어치", "정도", "대", "다", "예요", "를", "가 ", "는", "쯤", "이상", "이하", "미만", "및", "보다",
    ];
    const CHINESE: &[&str] = &[
        "的",
        "和",
        "或",
        "起",
        "每",
        "以",
        "左右",
        "钱",
        "整",
        "人民币",
        "至",
        "到",
        "优惠",
        "红包",
        "了",
        "吗",
        "是",
        "为",
        "就",
        "可",
    ];
    const JAPANESE: &[&str] = &[
        "の", "を", "が", "は", "で", "に", "と", "も", "か", "だ", "な", "以", "分", "相当", "前後", "程度", "未満",
        "札", "、", "。", "（",
    ];
    if !rest.starts_with(|c| is_han_or_kana(c) || is_hangul(c)) {
        return true;
    }
    let tails = match tongue {
        Tongue::Ko => KOREAN,
        Tongue::Ja => JAPANESE,
        Tongue::Zh | Tongue::De | Tongue::En | Tongue::Es | Tongue::Fr | Tongue::It => CHINESE,
    };
    tails.iter().any(|tail| rest.starts_with(tail))
}

/// `numbers.currency_format`.
pub const CURRENCIES: Finder =
    Finder::new(ingredient::DIGIT | ingredient::EAST, find_currencies).rewritten_by(rewrite_currencies);

fn find_currencies(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    use CurrencyForm as W;
    for sum in read_sums(passage) {
        let shows: &[u32] = match (passage.tongue, sum.written, sum.leads, sum.spaced) {
            (Tongue::De | Tongue::Es, W::Sign, false, true) => &[1],
            (Tongue::De | Tongue::Es, W::Code, false, true) => &[2],
            (Tongue::De | Tongue::Es, W::Word, false, true) => &[3],
            (Tongue::De, W::Sign, true, true) => &[4],
            (Tongue::De, W::Code, true, true) => &[5],
            (Tongue::En, W::Word, false, true) => &[1],
            (Tongue::En, W::Sign, true, false) => &[2],
            (Tongue::En, W::Sign, true, true) => &[3],
            (Tongue::En, W::Code, true, true) => &[4],
            (Tongue::Es, W::Sign, true, false) => &[4],
            (Tongue::Es, W::Sign, true, true) => &[5],
            (Tongue::Es, W::Code, true, true) => &[6],
            (Tongue::Fr, W::Word, _, _) if sum.word == SWISS_FRANCS => &[1, 2],
            (Tongue::Fr, W::Word, _, _) => &[1],
            (Tongue::Fr, W::Sign, _, _) => &[2, 3],
            (Tongue::Fr, W::Code, _, _) if sum.word == "CHF" => &[3, 4],
            (Tongue::Fr, W::Code, _, _) => &[4],
            (Tongue::It, W::Sign, false, false) => &[1],
            (Tongue::It, W::Sign, false, true) => &[2],
            (Tongue::It, W::Code, false, true) => &[3],
            (Tongue::It, W::Word, false, true) => &[4],
            (Tongue::It, W::Sign, true, false) => &[5],
            (Tongue::It, W::Sign, true, true) => &[6],
            (Tongue::Ja, W::Word, false, false) => &[1],
            (Tongue::Ja, W::WideSign, true, false) => &[2],
            (Tongue::Ja, W::Sign, true, false) => &[3],
            (Tongue::Ja, W::Sign, true, true) => &[4],
            // Between a word for ten thousand and the currency, a space is customary.
            (Tongue::Ko, W::Word, _, true) if sum.large => continue,
            (Tongue::Ko, W::Word, false, false) => &[1],
            (Tongue::Ko, W::Sign, true, false) => &[2],
            (Tongue::Ko, W::Code, true, true) => &[3],
            (Tongue::Zh, W::Sign, true, false) => &[3],
            (Tongue::Zh, W::Sign, true, true) => &[4],
            (Tongue::Zh, W::Code, true, true) => &[5],
            // `人民币500元` is one sum, told by its name in front.
            (Tongue::Zh, W::Word, _, _) if NAMED.is_match(before(passage, sum.range.start)) => continue,
            _ => &[],
        };
        found.push(Occasion::new(sum.range, ValueSet::of(shows)));
    }
    if passage.tongue == Tongue::Zh {
        find_named_sums(passage, found);
    }
}

fn before<'a>(passage: &'a Passage<'_>, at: usize) -> &'a str {
    passage.text.get(..at).unwrap_or_default()
}

static NAMED: LazyLock<Pattern> = LazyLock::new(|| pattern("(?:人民币|美元|欧元|日元|英镑|港币)$"));

static NAMED_SUM: LazyLock<Pattern> = LazyLock::new(|| {
    pattern("(?:人民币|美元|欧元|日元|英镑|港币)([0-9][0-9,.]*|[零一二三四五六七八九十百千万亿两]+元)")
});

fn find_named_sums(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for captures in NAMED_SUM.captures_iter(&passage.text) {
        let (Some(whole), Some(amount)) = (captures.get(0), captures.get(1)) else { continue };
        let digits = amount.as_str().starts_with(|c: char| c.is_ascii_digit());
        found.push(Occasion::new(whole.range(), ValueSet::of(if digits { &[1] } else { &[2] })));
    }
}

/// Moves nothing: only the space between sign or code and amount is put in or taken out.
fn rewrite_currencies(passage: &Passage<'_>, occasion: &Occasion, value: usize) -> Option<Vec<(Range<usize>, String)>> {
    let sum = read_sums(passage).into_iter().find(|sum| sum.range == occasion.range)?;
    let (written, leads, spaced) = match (passage.tongue, value) {
        (Tongue::De | Tongue::Es, 0) | (Tongue::It, 1) => (CurrencyForm::Sign, false, true),
        (Tongue::De, 3) | (Tongue::En, 2) | (Tongue::Es, 4) | (Tongue::It, 5) | (Tongue::Ja | Tongue::Zh, 3) => {
            (CurrencyForm::Sign, true, true)
        }
        (Tongue::En | Tongue::Ko, 1) | (Tongue::Es, 3) | (Tongue::It, 4) | (Tongue::Ja | Tongue::Zh, 2) => {
            (CurrencyForm::Sign, true, false)
        }
        (Tongue::It, 0) => (CurrencyForm::Sign, false, false),
        (Tongue::Ko, 0) => (CurrencyForm::Word, false, false),
        _ => return None,
    };
    if sum.written != written || sum.leads != leads || sum.spaced == spaced {
        return None;
    }
    let text = passage.text.get(sum.range.clone())?;
    let at = if leads { sum.range.start + sum.word.len() } else { sum.range.end - sum.word.len() };
    let gap: usize = if leads {
        text[sum.word.len()..].chars().take_while(|c| is_space(*c)).map(char::len_utf8).sum()
    } else {
        text[..text.len() - sum.word.len()].chars().rev().take_while(|c| is_space(*c)).map(char::len_utf8).sum()
    };
    let place = if leads { at..at + gap } else { at - gap..at };
    Some(vec![(place, if spaced { "\u{a0}".to_owned() } else { String::new() })])
}
