//! Temperatures: how their unit is written, and what is no degree of warmth.
//!
//! Invariant: degrees without a scale are temperatures only where a text speaks of warmth.

use std::ops::Range;
use std::sync::LazyLock;

use crate::conform::beside_digits::ByteSet;
use crate::conform::detector::{Finder, Occasion, push_occasion};
use crate::conform::family::units::{range_start, respace};
use crate::conform::ingredient;
use crate::conform::passage::{Passage, Tongue};
use crate::conform::pattern::{Pattern, pattern};

static DEGREES: LazyLock<Pattern> = LazyLock::new(|| {
    pattern(concat!(
        r"(섭씨 |화씨 )?[-−]?[0-9]+(?:[.,][0-9]+)?([ \u{a0}\u{202f}]?)(°[ ]?[CF]|℃|℉|Grad Celsius|Grad Fahrenheit|degrees? Celsius",
        r"|degrees? Fahrenheit|grados? Celsius|grados? Fahrenheit|grados?|gradi Celsius|gradi Fahrenheit|grado Celsius|gradi|度|도|摄氏度|华氏度)"
    ))
});

/// Words beside which degrees without a scale are of warmth. In the languages that write them so, the same word counts angles,
/// alcohol, separation and repetition, in Korean `도` is "also", and nothing in their letters tells them apart.
static WARMTH: LazyLock<Pattern> = LazyLock::new(|| {
    pattern(concat!(
        r"(?i)temperatur|calor|caliente|calient|fr[íi]o|fr[íi]a|horno|hierv|hace |fiebre|bajo cero|termómetro|termostato|sombra|clima",
        r"|mañana|hoy|viento|nevera|congelad",
        r"|caldo|calda|fredd|forno|cuoci|boll[eio]|febbre|sotto zero|termometro|termostato|ombra|sole|oggi|domani|ieri|meteo|frigo",
        r"|기온|온도|수온|체온|섭씨|화씨|날씨|오븐|영하|실내|냉장|냉동|난방|더위|추위|최저|최고|예열|끓|물은|방은",
        r"|気温|温度|水温|体温|室温|摂氏|華氏|零下|氷点下|オーブン|冷蔵|冷凍|暖房|冷房|暑|寒|沸"
    ))
});

/// Words beside which they are none, whatever else a text speaks of.
static ANGLES: LazyLock<Pattern> = LazyLock::new(|| {
    pattern(concat!(
        r"(?i)ángulo|gir[aeo]|inclina|pendiente|latitud|longitud|alcohol|libertad|rotaci|vino|licor",
        r"|angol|ruot|rotazion|latitudin|longitudin|alcol|vodka|liquor",
        r"|각도|회전|돌리|돌려|경사|기울|방향|북위|남위|동경|서경|위도|경도|알코올|도수|소주|맥주",
        r"|角度|回転|傾|緯|経度|アルコール"
    ))
});

/// `numbers.temperature_format`.
pub const TEMPERATURES: Finder =
    Finder::new(ingredient::DIGIT | ingredient::EAST, find_temperatures).rewritten_by(rewrite_temperatures);

fn find_temperatures(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    let mut weather = None;
    for captures in DEGREES.captures_behind(passage, ByteSet::of("°Gdg")) {
        let (Some(whole), Some(space), Some(unit)) = (captures.get(0), captures.get(2), captures.get(3)) else {
            continue;
        };
        let (unit, next) = (unit.as_str(), passage.char_at(whole.end()));
        if next.is_some_and(|c| c.is_alphanumeric()) && !passage.tongue.is_east_asian() {
            continue;
        }
        let symbol = unit.starts_with(['°', '℃', '℉']);
        let start = range_start(passage, whole.start());
        let tight = space.is_empty();
        let scale = ["Celsius", "Fahrenheit", "摄氏", "华氏"].iter().any(|scale| unit.contains(scale));
        let bare = !symbol && !scale && captures.get(1).is_none();
        if bare && !*weather.get_or_insert_with(|| WARMTH.is_match(&passage.text) && !ANGLES.is_match(&passage.text)) {
            continue;
        }
        let shows: &[u32] = match (passage.tongue, symbol, tight) {
            (Tongue::De, true, false)
            | (Tongue::En, true, false)
            | (Tongue::Es, true, false)
            | (Tongue::Ja, true, false) => &[2],
            (Tongue::De, true, true) => &[],
            (Tongue::De | Tongue::En | Tongue::Es | Tongue::It, false, false) if scale => &[1],
            (Tongue::Es, false, false) => &[4],
            (Tongue::It, false, false) => &[2],
            (Tongue::En | Tongue::Es | Tongue::Ja, true, true)
            | (Tongue::It, true, false)
            | (Tongue::Ko, true, false) => &[3],
            (Tongue::It | Tongue::Ko, true, true) => &[4],
            (Tongue::Ja, false, true) if unit == "度" && !next.is_some_and(|c| "目数合々".contains(c)) => &[1],
            (Tongue::Ko, false, true) if unit == "도" && captures.get(1).is_some() => &[1],
            (Tongue::Ko, false, true) if unit == "도" && is_degree(passage, whole.end()) => &[2],
            (Tongue::Zh, true, true) => &[2],
            (Tongue::Zh, true, false) => &[],
            (Tongue::Zh, false, false) if unit != "度" => &[1],
            (Tongue::Zh, false, true) if unit != "度" => &[3],
            _ => continue,
        };
        push_occasion(found, start..whole.end(), shows);
    }
    if passage.tongue == Tongue::Zh {
        static SPELLED: LazyLock<Pattern> =
            LazyLock::new(|| pattern("零?下?[零〇一二三四五六七八九十百]+(?:摄氏度|华氏度)"));
        for whole in SPELLED.find_iter(&passage.text) {
            push_occasion(found, whole.range(), &[4]);
        }
    }
}

/// Whether what follows the Korean word for degree ends the noun, and no longer word begins (`도시`, `도착`).
fn is_degree(passage: &Passage<'_>, at: usize) -> bool {
    let rest = passage.text.get(at..).unwrap_or_default();
    rest.is_empty()
        || ["입니", "이", "예요", "로", "를", "가", "까지", "부터", "에서", "다", "의", " ", ",", ".", "와"]
            .iter()
            .any(|tail| rest.starts_with(tail))
}

/// Puts in or takes out the space before the symbol.
fn rewrite_temperatures(
    passage: &Passage<'_>,
    occasion: &Occasion,
    value: usize,
) -> Option<Vec<(Range<usize>, String)>> {
    let text = passage.text.get(occasion.range.clone())?;
    if !text.contains(['°', '℃', '℉']) {
        return None;
    }
    match (passage.tongue, value) {
        (Tongue::De | Tongue::En | Tongue::Es | Tongue::Ja, 1) | (Tongue::It | Tongue::Ko, 2) => {
            respace(passage, occasion, "\u{a0}")
        }
        (Tongue::En | Tongue::Es | Tongue::Ja, 2) | (Tongue::It | Tongue::Ko, 3) | (Tongue::Zh, 1) => {
            respace(passage, occasion, "")
        }
        _ => None,
    }
}
