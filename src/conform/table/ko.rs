//! Korean: the detector of each rule, its values in the order of their bits, and a text that follows each.

use crate::conform::detector::Detector;
use crate::conform::family::{dates, korean, marks, money, numbers, quotes, temperatures, times, units};

/// The detectors of Korean, by category and rule.
pub(super) const DETECTORS: &[Detector] = detectors! { Ko
    "dates_and_times.date_format", dates::EASTERN_DATES => {
        "use_yyyy_hyphen_mm_hyphen_dd_with_leading_zero_for_single_digit_days_and_months": "출시일은 2024-03-05입니다.",
        "use_yyyy_korean word_년_space_mm_korean word_월_space_dd_korean word_일_without_leading_zero_for_single_digit_days_and_months":
            "회의는 2024년 3월 5일에 열립니다.",
        "use_yyyy_period_space_mm_period_space_dd_period_space_without_leading_zero_for_single_digit_days_and_months":
            "작성일 2023. 12. 24. 확인",
        "use_yyyy_slash_mm_slash_dd_with_leading_zero_for_single_digit_days_and_months":
            "파일은 2025/07/09에 저장되었습니다.",
    }
    "dates_and_times.time_format", times::KOREAN_TIMES => {
        "use_12_hour_clock_with_arabic_numerals_and_colon": "오후 3:30에 시작해",
        "use_12_hour_clock_with_korean_words_시_and_분": "부터 오후 6시 30분까지입니다.",
        "use_24_hour_clock_with_arabic_numerals_and_colon": "열차는 15:30에 떠나",
        "use_24_hour_clock_with_korean_words_시_and_분": "막차는 23시 40분이에요.",
    }
    "numbers.currency_format", money::CURRENCIES => {
        "use_amount_followed_by_spelled_out_currency_name_without_space": "입장료는 20달러다.",
        "use_currency_symbol_followed_by_amount_without_space": "식비는 ₩8,000이다.",
        "use_iso_code_followed_by_space_then_amount": "요금은 KRW 900 또는",
    }
    "numbers.large_number_format", numbers::EASTERN_LARGE => {
        "always_use_arabic_numerals": "참가자는 12500명이다.",
        "use_korean_words_만_억_조_with_space": "인구는 3만 5000명, 예산은 2억 원입니다.",
        "use_korean_words_만_억_조_without_space": "매출은 7억5000만 원, 자본은",
    }
    "numbers.percentage_format", units::PERCENTAGES => {
        "use_numerals_followed_by_korean_word_퍼센트": "목표는 90퍼센트입니다.",
        "use_numerals_followed_by_percent_symbol": "비율은 50%, 나머지는",
        "use_numerals_followed_by_space_then_korean_word_퍼센트": "세금은 10 퍼센트다.",
        "use_numerals_followed_by_space_then_percent_symbol": "또는 10 %예요.",
    }
    "numbers.spelling_out_units", units::UNIT_WORDS => {
        "spell_out_units_in_korean": "거리는 12킬로미터입니다.",
        "use_si_symbols": "무게는 5kg, 길이는 10 cm입니다.",
    }
    "numbers.temperature_format", temperatures::TEMPERATURES => {
        "spell_out_unit_followed_by_numerals_then_korean_word_도": "기온은 섭씨 20도, 물은",
        "use_numerals_followed_by_korean_word_도": "물은 15도입니다.",
        "use_numerals_followed_by_space_then_unit_symbol": "방은 25 °C, 냉장고는",
        "use_numerals_followed_by_unit_symbol_without_space": "얼음은 0°C이다.",
    }
    "numbers.thousands_separator", numbers::THOUSANDS => {
        "do_not_use": "참가자는 12500명이다.",
        "use_comma": "회비는 30,000원, 식비는 ₩8,000이다.",
    }
    "numbers.units_of_measure_spacing", units::UNIT_SPACING => {
        "do_not_use_space_between_numeral_and_unit_of_measure": "무게는 5kg, 길이는",
        "use_space_between_numeral_and_unit_of_measure": "여유는 20 GB이다.",
    }
    "punctuation.colon_between_hours_and_minutes_or_chapters_and_verses", times::KOREAN_COLON => {
        "do_not_use_space_before_or_after_colon": "상영은 20:10, 막차는 23시 40분이에요.",
    }
    "punctuation.colon_in_heading", korean::HEADING_COLONS => {
        "use_space_after_colon_not_before": "경고: 위험",
    }
    "punctuation.ellipsis", marks::ELLIPSES => {
        "use_six_dots_at_the_bottom": "끝......",
        "use_six_dots_in_the_center": "잠시만 기다려 주세요……",
        "use_three_dots_at_the_bottom": "불러오는 중...",
        "use_three_dots_in_the_center": "검색 중…",
    }
    "punctuation.parentheses_for_supplementary_information", korean::BRACKETS => {
        "use_parentheses_without_space_on_either_side": "서울(Seoul)과",
    }
    "punctuation.periods_in_direct_quotes", quotes::PERIOD_IN_QUOTE => {
        "do_not_use": "그녀는 “온다”고 썼다.",
        "use": "그는 “좋습니다.”라고 말했다.",
    }
    "punctuation.quotation_mark", quotes::QUOTATION_MARK => {
        "use_curly_quotation_marks": "화면에 ‘확인’이 뜬다.",
        "use_straight_quotation_marks": "'취소' 단추를 누르세요.",
    }
    "punctuation.quotation_style", quotes::QUOTATION_STYLE => {
        "use_double_quotation_marks_for_primary_quotations_and_single_quotation_marks_for_secondary_quotations":
            "그녀는 “온다”고 썼다.",
    }
    "punctuation.range_indicator", marks::RANGES => {
        "use_hyphen": "쪽은 30-40이다.",
        "use_korean_words_부터_까지": "7부터 9까지의 숫자",
        "use_tilde": "범위는 10~20, 쪽은",
    }
    "style_and_tone.declarative_endings", korean::ENDINGS => {
        "mix_hapsho_and_haeyo_styles": "벌금은 400 원입니다; 곧 갈게요.",
        "use_hae_style": "나는 괜찮아.",
        "use_haeyo_style": "여기 있어요.",
        "use_hapsho_style": "여기 있습니다.",
        "use_hara_style": "입장료는 20달러다.",
    }
    "style_and_tone.default_second_person_pronoun", korean::SECOND_PERSON => {
        "do_not_use_second_person_pronouns": "고객님의 주문이 도착했습니다.",
        "use_second_person_pronouns": "당신이 옳아요.",
    }
};
