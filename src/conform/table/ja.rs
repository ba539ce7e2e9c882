//! Japanese: the detector of each rule, its values in the order of their bits, and a text that follows each.

use crate::conform::detector::{DetectedValue, Detector, Standing};
use crate::conform::family::{dates, japanese, marks, money, numbers, quotes, units};
use crate::conform::ingredient;
use crate::conform::passage::Tongue;

/// The detectors of Japanese, by category and rule.
pub(super) const DETECTORS: &[Detector] = &[
    Detector {
        rule: "dates_and_times.years",
        tongue: Tongue::Ja,
        values: &[
            DetectedValue { name: "use_common_era", example: "2025年の予定を見てください。" },
            DetectedValue { name: "use_japanese_imperial_era", example: "令和6年の法律を確認する。" },
        ],
        needs: 0,
        find: dates::find_japanese_years,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.currency_format",
        tongue: Tongue::Ja,
        values: &[
            DetectedValue {
                name: "use_amount_followed_by_spelled_out_currency_name_in_japanese_without_space",
                example: "予算は2億5000万円だ。",
            },
            DetectedValue {
                name: "use_full_width_currency_symbol_followed_by_amount_without_space",
                example: "送料は￥300です。",
            },
            DetectedValue {
                name: "use_half_width_currency_symbol_followed_by_amount_without_space",
                example: "本体は¥9,800、部品は",
            },
            DetectedValue {
                name: "use_half_width_currency_symbol_followed_by_space_then_amount",
                example: "部品は¥ 500です。",
            },
        ],
        needs: ingredient::DIGIT,
        find: money::find_currencies,
        rewrite: Some(money::rewrite_currencies),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.large_number_format",
        tongue: Tongue::Ja,
        values: &[
            DetectedValue {
                name: "use_comma_to_separate_large_numbers_into_units_of_three_except_for_calendar_years",
                example: "来場者は12,500人だった。",
            },
            DetectedValue {
                name: "use_kanji_for_trillions_hundred_millions_and_ten_thousands",
                example: "予算は2億5000万円だ。",
            },
        ],
        needs: ingredient::DIGIT,
        find: numbers::find_eastern_large,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.number_format",
        tongue: Tongue::Ja,
        values: &[DetectedValue {
            name: "use_half_width_comma_to_separate_large_numbers_into_units_of_three_except_for_calendar_years_and_use_half_width_period_as_decimal_separator",
            example: "体積は2.5リットルである。",
        }],
        needs: ingredient::DIGIT,
        find: numbers::find_japanese_format,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.percentage_format",
        tongue: Tongue::Ja,
        values: &[
            DetectedValue {
                name: "use_numerals_followed_by_full_width_percent_symbol_without_space",
                example: "全体の50％が賛成",
            },
            DetectedValue {
                name: "use_numerals_followed_by_japanese_word_パーセント_without_space",
                example: "残りは20パーセントだ。",
            },
            DetectedValue {
                name: "use_numerals_followed_by_space_then_half_width_percent_symbol",
                example: "税率は10 %か",
            },
        ],
        needs: ingredient::DIGIT,
        find: units::find_percentages,
        rewrite: Some(units::rewrite_percentages),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.spelling_out_units",
        tongue: Tongue::Ja,
        values: &[
            DetectedValue {
                name: "spell_out_units_of_measure_with_katakana_or_katakana_and_kanji",
                example: "体積は2.5リットルである。",
            },
            DetectedValue { name: "use_unit_symbols", example: "容量は500MBです。" },
        ],
        needs: ingredient::DIGIT,
        find: units::find_unit_words,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.temperature_format",
        tongue: Tongue::Ja,
        values: &[
            DetectedValue {
                name: "use_numerals_followed_by_japanese_word_度_without_space",
                example: "気温は20度、水温は",
            },
            DetectedValue {
                name: "use_numerals_followed_by_space_then_unit_symbol", example: "水は100 ℃で沸きます。"
            },
            DetectedValue {
                name: "use_numerals_followed_by_unit_symbol_without_space", example: "水温は15℃です。"
            },
        ],
        needs: ingredient::DIGIT,
        find: units::find_temperatures,
        rewrite: Some(units::rewrite_temperatures),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.use_of_hiragana_and_kanji",
        tongue: Tongue::Ja,
        values: &[DetectedValue {
            name: "use_hiragana_japanese_word_か所_or_か月_when_using_arabic_numerals_in_horizontal_writing_but_use_kanji_japanese_word_箇所_or_箇月_when_using_kanji_numbers",
            example: "五箇月後に七台を届けます。",
        }],
        needs: ingredient::WIDE,
        find: japanese::find_counter_ka,
        rewrite: Some(japanese::rewrite_counter_ka),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.writing_numbers",
        tongue: Tongue::Ja,
        values: &[
            DetectedValue { name: "always_use_kanji_numbers", example: "四人が席に着いた。" },
            DetectedValue {
                name: "use_full_width_arabic_numerals_and_only_use_kanji_numbers_where_it_would_otherwise_sound_unnatural",
                example: "８個の部品、１２枚の板",
            },
            DetectedValue {
                name: "use_half_width_arabic_numerals_and_only_use_kanji_numbers_where_it_would_otherwise_sound_unnatural",
                example: "令和6年の法律を確認する。",
            },
        ],
        needs: ingredient::WIDE,
        find: japanese::find_numbers,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.ampersand_usage",
        tongue: Tongue::Ja,
        values: &[
            DetectedValue { name: "use_full_width_ampersand", example: "衣類＆雑貨、A" },
            DetectedValue { name: "use_half_width_ampersand", example: "Q&Aと研究" },
        ],
        needs: ingredient::AMPERSAND | ingredient::TYPOGRAPHY,
        find: marks::find_ampersands,
        rewrite: Some(marks::rewrite_ampersands),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.corner_bracket_and_periods",
        tongue: Tongue::Ja,
        values: &[DetectedValue {
            name: "add_period_after_closing_corner_bracket_at_end_of_sentence",
            example: "社長は「中止だ」。",
        }],
        needs: ingredient::TYPOGRAPHY,
        find: quotes::find_period_after_corner,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.ellipsis",
        tongue: Tongue::Ja,
        values: &[
            DetectedValue { name: "use_one_ellipsis_character", example: "読み込み中…" },
            DetectedValue { name: "use_three_ellipsis_characters", example: "完了………" },
            DetectedValue { name: "use_two_ellipsis_characters", example: "接続中……" },
        ],
        needs: ingredient::ELLIPSIS,
        find: marks::find_ellipses,
        rewrite: Some(marks::rewrite_ellipses),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.periods_and_commas",
        tongue: Tongue::Ja,
        values: &[
            DetectedValue {
                name: "use_full_width_japanese_periods_and_full_width_japanese_commas",
                example: "残りは4か月、傷は2カ所ある。",
            },
            DetectedValue {
                name: "use_full_width_japanese_periods_and_full_width_non_japanese_commas",
                example: "次に，設定を開く。",
            },
            DetectedValue {
                name: "use_full_width_non_japanese_periods_and_full_width_japanese_commas",
                example: "次に、設定を開く．",
            },
            DetectedValue {
                name: "use_full_width_non_japanese_periods_and_full_width_non_japanese_commas",
                example: "次に，設定を開く．",
            },
        ],
        needs: ingredient::TYPOGRAPHY,
        find: japanese::find_periods_and_commas,
        rewrite: Some(japanese::rewrite_periods_and_commas),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.quotation_style",
        tongue: Tongue::Ja,
        values: &[DetectedValue {
            name: "use_corner_brackets_for_primary_quotations_and_double_corner_brackets_for_secondary_quotations",
            example: "社長は「中止だ」。",
        }],
        needs: ingredient::QUOTE | ingredient::APOSTROPHE | ingredient::TYPOGRAPHY,
        find: quotes::find_quotation_style,
        rewrite: Some(quotes::rewrite_quotation_style),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.range_indicator",
        tongue: Tongue::Ja,
        values: &[
            DetectedValue { name: "use_full_width_dash", example: "の番号、6－9の番号" },
            DetectedValue { name: "use_full_width_wave_dash", example: "期間は3〜5日、時間は" },
            DetectedValue { name: "use_half_width_dash", example: "章は3-5です。" },
            DetectedValue { name: "use_japanese_word_から", example: "1から5の番号" },
        ],
        needs: ingredient::DIGIT,
        find: marks::find_ranges,
        rewrite: Some(marks::rewrite_ranges),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.round_brackets",
        tongue: Tongue::Ja,
        values: &[
            DetectedValue { name: "use_full_width_round_brackets", example: "京都（古都）は静かだ。" },
            DetectedValue {
                name: "use_half_width_round_brackets", example: "項目(任意)を入力してください。"
            },
        ],
        needs: ingredient::BRACKET | ingredient::TYPOGRAPHY,
        find: japanese::find_round_brackets,
        rewrite: Some(japanese::rewrite_round_brackets),
        standing: Standing::On,
    },
    Detector {
        rule: "style_and_tone.mixing_styles",
        tongue: Tongue::Ja,
        values: &[DetectedValue {
            name: "do_not_mix_desu_masu_style_and_dearu_style",
            example: "設定を開きます。名前を入力します。",
        }],
        needs: ingredient::TYPOGRAPHY,
        find: japanese::find_mixture,
        rewrite: None,
        standing: Standing::OneSided,
    },
    Detector {
        rule: "style_and_tone.tone",
        tongue: Tongue::Ja,
        values: &[
            DetectedValue {
                name: "use_dearu_style_to_give_impression_content_is_accurate_and_rigorous_or_to_convey_sense_of_confidence_and_reliability",
                example: "気温は摂氏五度だ。",
            },
            DetectedValue {
                name: "use_desu_masu_style_to_give_impression_content_is_plain_and_straightforward_or_to_give_reader_reassuring_or_soft_impression",
                example: "容量は500MBです。",
            },
        ],
        needs: ingredient::WIDE,
        find: japanese::find_tone,
        rewrite: None,
        standing: Standing::OneSided,
    },
];
