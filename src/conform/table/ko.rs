//! Korean: the detector of each rule, its values in the order of their bits, and a text that follows each.

use crate::conform::detector::{DetectedValue, Detector, Standing};
use crate::conform::family::{dates, korean, marks, money, numbers, quotes, times, units};
use crate::conform::ingredient;
use crate::conform::passage::Tongue;

/// The detectors of Korean, by category and rule.
pub(super) const DETECTORS: &[Detector] = &[
    Detector {
        rule: "dates_and_times.date_format",
        tongue: Tongue::Ko,
        values: &[
            DetectedValue {
                name: "use_yyyy_hyphen_mm_hyphen_dd_with_leading_zero_for_single_digit_days_and_months",
                example: "출시일은 2024-03-05입니다.",
            },
            DetectedValue {
                name: "use_yyyy_korean word_년_space_mm_korean word_월_space_dd_korean word_일_without_leading_zero_for_single_digit_days_and_months",
                example: "회의는 2024년 3월 5일에 열립니다.",
            },
            DetectedValue {
                name: "use_yyyy_period_space_mm_period_space_dd_period_space_without_leading_zero_for_single_digit_days_and_months",
                example: "작성일 2023. 12. 24. 확인",
            },
            DetectedValue {
                name: "use_yyyy_slash_mm_slash_dd_with_leading_zero_for_single_digit_days_and_months",
                example: "파일은 2025/07/09에 저장되었습니다.",
            },
        ],
        needs: ingredient::DIGIT,
        find: dates::find_eastern_dates,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "dates_and_times.time_format",
        tongue: Tongue::Ko,
        values: &[
            DetectedValue {
                name: "use_12_hour_clock_with_arabic_numerals_and_colon", example: "오후 3:30에 시작해"
            },
            DetectedValue {
                name: "use_12_hour_clock_with_korean_words_시_and_분",
                example: "부터 오후 6시 30분까지입니다.",
            },
            DetectedValue {
                name: "use_24_hour_clock_with_arabic_numerals_and_colon", example: "열차는 15:30에 떠나"
            },
            DetectedValue {
                name: "use_24_hour_clock_with_korean_words_시_and_분", example: "막차는 23시 40분이에요."
            },
        ],
        needs: ingredient::DIGIT,
        find: times::find_korean_times,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.currency_format",
        tongue: Tongue::Ko,
        values: &[
            DetectedValue {
                name: "use_amount_followed_by_spelled_out_currency_name_without_space",
                example: "입장료는 20달러다.",
            },
            DetectedValue {
                name: "use_currency_symbol_followed_by_amount_without_space",
                example: "식비는 ₩8,000이다.",
            },
            DetectedValue { name: "use_iso_code_followed_by_space_then_amount", example: "요금은 KRW 900 또는" },
        ],
        needs: ingredient::DIGIT,
        find: money::find_currencies,
        rewrite: Some(money::rewrite_currencies),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.large_number_format",
        tongue: Tongue::Ko,
        values: &[
            DetectedValue { name: "always_use_arabic_numerals", example: "참가자는 12500명이다." },
            DetectedValue {
                name: "use_korean_words_만_억_조_with_space",
                example: "인구는 3만 5000명, 예산은 2억 원입니다.",
            },
            DetectedValue {
                name: "use_korean_words_만_억_조_without_space", example: "매출은 7억5000만 원, 자본은"
            },
        ],
        needs: ingredient::DIGIT,
        find: numbers::find_eastern_large,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.percentage_format",
        tongue: Tongue::Ko,
        values: &[
            DetectedValue {
                name: "use_numerals_followed_by_korean_word_퍼센트", example: "목표는 90퍼센트입니다."
            },
            DetectedValue { name: "use_numerals_followed_by_percent_symbol", example: "비율은 50%, 나머지는" },
            DetectedValue {
                name: "use_numerals_followed_by_space_then_korean_word_퍼센트",
                example: "세금은 10 퍼센트다.",
            },
            DetectedValue { name: "use_numerals_followed_by_space_then_percent_symbol", example: "또는 10 %예요." },
        ],
        needs: ingredient::DIGIT,
        find: units::find_percentages,
        rewrite: Some(units::rewrite_percentages),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.spelling_out_units",
        tongue: Tongue::Ko,
        values: &[
            DetectedValue { name: "spell_out_units_in_korean", example: "거리는 12킬로미터입니다." },
            DetectedValue { name: "use_si_symbols", example: "무게는 5kg, 길이는 10 cm입니다." },
        ],
        needs: ingredient::DIGIT,
        find: units::find_unit_words,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.temperature_format",
        tongue: Tongue::Ko,
        values: &[
            DetectedValue {
                name: "spell_out_unit_followed_by_numerals_then_korean_word_도",
                example: "기온은 섭씨 20도, 물은",
            },
            DetectedValue { name: "use_numerals_followed_by_korean_word_도", example: "물은 15도입니다." },
            DetectedValue {
                name: "use_numerals_followed_by_space_then_unit_symbol", example: "방은 25 °C, 냉장고는"
            },
            DetectedValue {
                name: "use_numerals_followed_by_unit_symbol_without_space", example: "얼음은 0°C이다."
            },
        ],
        needs: ingredient::DIGIT,
        find: units::find_temperatures,
        rewrite: Some(units::rewrite_temperatures),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.thousands_separator",
        tongue: Tongue::Ko,
        values: &[
            DetectedValue { name: "do_not_use", example: "참가자는 12500명이다." },
            DetectedValue { name: "use_comma", example: "회비는 30,000원, 식비는 ₩8,000이다." },
        ],
        needs: ingredient::DIGIT,
        find: numbers::find_thousands,
        rewrite: Some(numbers::rewrite_thousands),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.units_of_measure_spacing",
        tongue: Tongue::Ko,
        values: &[
            DetectedValue {
                name: "do_not_use_space_between_numeral_and_unit_of_measure",
                example: "무게는 5kg, 길이는",
            },
            DetectedValue { name: "use_space_between_numeral_and_unit_of_measure", example: "여유는 20 GB이다." },
        ],
        needs: ingredient::DIGIT,
        find: units::find_unit_spacing,
        rewrite: Some(units::rewrite_unit_spacing),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.colon_between_hours_and_minutes_or_chapters_and_verses",
        tongue: Tongue::Ko,
        values: &[DetectedValue {
            name: "do_not_use_space_before_or_after_colon",
            example: "상영은 20:10, 막차는 23시 40분이에요.",
        }],
        needs: ingredient::DIGIT,
        find: times::find_korean_colon,
        rewrite: Some(times::rewrite_korean_colon),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.colon_in_heading",
        tongue: Tongue::Ko,
        values: &[DetectedValue { name: "use_space_after_colon_not_before", example: "경고: 위험" }],
        needs: ingredient::COLON,
        find: korean::find_heading_colons,
        rewrite: Some(korean::rewrite_heading_colons),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.ellipsis",
        tongue: Tongue::Ko,
        values: &[
            DetectedValue { name: "use_six_dots_at_the_bottom", example: "끝......" },
            DetectedValue { name: "use_six_dots_in_the_center", example: "잠시만 기다려 주세요……" },
            DetectedValue { name: "use_three_dots_at_the_bottom", example: "불러오는 중..." },
            DetectedValue { name: "use_three_dots_in_the_center", example: "검색 중…" },
        ],
        needs: ingredient::ELLIPSIS,
        find: marks::find_ellipses,
        rewrite: Some(marks::rewrite_ellipses),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.parentheses_for_supplementary_information",
        tongue: Tongue::Ko,
        values: &[DetectedValue { name: "use_parentheses_without_space_on_either_side", example: "서울(Seoul)과" }],
        needs: ingredient::BRACKET,
        find: korean::find_brackets,
        rewrite: Some(korean::rewrite_brackets),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.periods_in_direct_quotes",
        tongue: Tongue::Ko,
        values: &[
            DetectedValue { name: "do_not_use", example: "그녀는 “온다”고 썼다." },
            DetectedValue { name: "use", example: "그는 “좋습니다.”라고 말했다." },
        ],
        needs: ingredient::QUOTE | ingredient::TYPOGRAPHY,
        find: quotes::find_period_in_quote,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.quotation_mark",
        tongue: Tongue::Ko,
        values: &[
            DetectedValue { name: "use_curly_quotation_marks", example: "화면에 ‘확인’이 뜬다." },
            DetectedValue { name: "use_straight_quotation_marks", example: "'취소' 단추를 누르세요." },
        ],
        needs: ingredient::QUOTE | ingredient::APOSTROPHE | ingredient::TYPOGRAPHY,
        find: quotes::find_quotation_mark,
        rewrite: Some(quotes::rewrite_quotation_mark),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.quotation_style",
        tongue: Tongue::Ko,
        values: &[DetectedValue {
            name: "use_double_quotation_marks_for_primary_quotations_and_single_quotation_marks_for_secondary_quotations",
            example: "그녀는 “온다”고 썼다.",
        }],
        needs: ingredient::QUOTE | ingredient::APOSTROPHE | ingredient::TYPOGRAPHY,
        find: quotes::find_quotation_style,
        rewrite: Some(quotes::rewrite_quotation_style),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.range_indicator",
        tongue: Tongue::Ko,
        values: &[
            DetectedValue { name: "use_hyphen", example: "쪽은 30-40이다." },
            DetectedValue { name: "use_korean_words_부터_까지", example: "7부터 9까지의 숫자" },
            DetectedValue { name: "use_tilde", example: "범위는 10~20, 쪽은" },
        ],
        needs: ingredient::DIGIT,
        find: marks::find_ranges,
        rewrite: Some(marks::rewrite_ranges),
        standing: Standing::On,
    },
    Detector {
        rule: "style_and_tone.declarative_endings",
        tongue: Tongue::Ko,
        values: &[
            DetectedValue {
                name: "mix_hapsho_and_haeyo_styles", example: "벌금은 400 원입니다; 곧 갈게요."
            },
            DetectedValue { name: "use_hae_style", example: "나는 괜찮아." },
            DetectedValue { name: "use_haeyo_style", example: "여기 있어요." },
            DetectedValue { name: "use_hapsho_style", example: "여기 있습니다." },
            DetectedValue { name: "use_hara_style", example: "입장료는 20달러다." },
        ],
        needs: ingredient::PERIOD,
        find: korean::find_endings,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "style_and_tone.default_second_person_pronoun",
        tongue: Tongue::Ko,
        values: &[
            DetectedValue {
                name: "do_not_use_second_person_pronouns", example: "고객님의 주문이 도착했습니다."
            },
            DetectedValue { name: "use_second_person_pronouns", example: "당신이 옳아요." },
        ],
        needs: ingredient::WIDE,
        find: korean::find_second_person,
        rewrite: None,
        standing: Standing::On,
    },
];
