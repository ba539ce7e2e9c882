//! Chinese: the detector of each rule, its values in the order of their bits, and a text that follows each.

use crate::conform::detector::{DetectedValue, Detector, Standing};
use crate::conform::family::{chinese, dates, marks, money, numbers, quotes, times, units};
use crate::conform::ingredient;
use crate::conform::passage::Tongue;

/// The detectors of Chinese, by category and rule.
pub(super) const DETECTORS: &[Detector] = &[
    Detector {
        rule: "dates_and_times.date_format",
        tongue: Tongue::Zh,
        values: &[
            DetectedValue {
                name: "use_historical_eras_and_write_numbers_in_chinese_followed_by_chinese_word_公元前_or_公元后_with_arabic_numerals_in_parentheses",
                example: "建安五年（公元200年）发生大战。",
            },
            DetectedValue {
                name: "use_traditional_calendar_system_with_chinese_numbers",
                example: "春节是农历正月初一。",
            },
            DetectedValue {
                name: "use_yyyy_chinese_word_年_mm_chinese_word_月_dd_chinese_word_日_with_chinese_numbers",
                example: "协议签于二〇二三年十二月一日。",
            },
            DetectedValue {
                name: "use_yyyy_chinese_word_年_mm_chinese_word_月_dd_chinese_word_日_without_leading_zero_for_single_digit_months_and_days",
                example: "活动从2024年3月5日开始。",
            },
            DetectedValue {
                name: "use_yyyy_hyphen_mm_hyphen_dd_with_leading_zero_for_single_digit_days_and_months",
                example: "发布日期：2024-03-05",
            },
        ],
        needs: 0,
        find: dates::find_eastern_dates,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "dates_and_times.time_format",
        tongue: Tongue::Zh,
        values: &[
            DetectedValue {
                name: "use_12_hour_clock_and_write_chinese_word_上午_or_下午_or_chinese_word_早上_or_晚上_followed_by_arabic_numerals",
                example: "商店下午3:30关门。",
            },
            DetectedValue {
                name: "use_12_hour_clock_and_write_chinese_word_上午_or_下午_or_chinese_word_早上_or_晚上_followed_by_arabic_numerals_with_chinese_word_点_for_hours",
                example: "早上8点集合",
            },
            DetectedValue {
                name: "use_12_hour_clock_and_write_chinese_word_上午_or_下午_or_chinese_word_早上_or_晚上_followed_by_arabic_numerals_with_chinese_words_时_and_分_for_hours_and_minutes",
                example: "下午6时15分发车",
            },
            DetectedValue {
                name: "use_12_hour_clock_and_write_chinese_word_上午_or_下午_or_chinese_word_早上_or_晚上_followed_by_chinese_numbers_with_chinese_words_时_and_分_for_hours_and_minutes",
                example: "上午九时二十分报到。",
            },
            DetectedValue { name: "use_24_hour_clock", example: "开始，15:30彩排。" },
        ],
        needs: 0,
        find: times::find_chinese_times,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "formatting.space_between_arabic_numerals_and_unit",
        tongue: Tongue::Zh,
        values: &[DetectedValue { name: "do_not_use", example: "包裹重5kg，箱子重" }],
        needs: ingredient::DIGIT,
        find: chinese::find_unit_spaces,
        rewrite: Some(chinese::rewrite_unit_spaces),
        standing: Standing::On,
    },
    Detector {
        rule: "formatting.space_between_chinese_and_english",
        tongue: Tongue::Zh,
        values: &[DetectedValue { name: "do_not_use", example: "使用Python编程，也用" }],
        needs: ingredient::SMALL | ingredient::CAPITAL,
        find: chinese::find_english_spaces,
        rewrite: Some(chinese::rewrite_spaces),
        standing: Standing::On,
    },
    Detector {
        rule: "formatting.space_between_chinese_characters_and_arabic_numerals",
        tongue: Tongue::Zh,
        values: &[DetectedValue { name: "do_not_use", example: "门票30元。" }],
        needs: ingredient::DIGIT,
        find: chinese::find_numeral_spaces,
        rewrite: Some(chinese::rewrite_spaces),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.currency_format",
        tongue: Tongue::Zh,
        values: &[
            DetectedValue {
                name: "spell_out_currency_name_followed_by_amount_in_arabic_numerals_without_space",
                example: "奖金为美元200，押金为",
            },
            DetectedValue {
                name: "spell_out_currency_name_followed_by_amount_in_chinese",
                example: "罚款人民币五百元。",
            },
            DetectedValue {
                name: "use_currency_symbol_followed_by_amount_in_arabic_numerals_without_space",
                example: "原价¥99，现价",
            },
            DetectedValue {
                name: "use_currency_symbol_followed_by_space_then_amount_in_arabic_numerals",
                example: "现价¥ 79。",
            },
            DetectedValue {
                name: "use_iso_code_followed_by_space_then_amount_in_arabic_numerals",
                example: "押金为USD 50。",
            },
        ],
        needs: 0,
        find: money::find_currencies,
        rewrite: Some(money::rewrite_currencies),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.large_number_format",
        tongue: Tongue::Zh,
        values: &[DetectedValue {
            name: "use_chinese_characters_for_ten_thousands_and_hundred_millions",
            example: "销量2万台，产值8亿元。",
        }],
        needs: ingredient::DIGIT,
        find: numbers::find_eastern_large,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.number_separator",
        tongue: Tongue::Zh,
        values: &[
            DetectedValue {
                name: "do_not_use_chinese_comma_to_separate_numbers_indicating_approximate_value",
                example: "来了七八人，留下",
            },
            DetectedValue { name: "use_chinese_comma_to_separate_numbers_in_abbreviations", example: "" },
        ],
        needs: ingredient::WIDE,
        find: chinese::find_estimates,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.percentage_format",
        tongue: Tongue::Zh,
        values: &[
            DetectedValue {
                name: "use_arabic_numerals_followed_by_percent_symbol_without_space",
                example: "电量80%，增长",
            },
            DetectedValue {
                name: "use_chinese_numbers_followed_by_chinese_word_百分之",
                example: "约百分之二十的人同意。",
            },
        ],
        needs: 0,
        find: units::find_percentages,
        rewrite: Some(units::rewrite_percentages),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.temperature_format",
        tongue: Tongue::Zh,
        values: &[
            DetectedValue {
                name: "use_arabic_numerals_followed_by_space_then_spell_out_unit",
                example: "冰箱4 摄氏度。",
            },
            DetectedValue {
                name: "use_arabic_numerals_followed_by_unit_symbol_without_space",
                example: "气温20℃，水温",
            },
            DetectedValue { name: "use_arabic_numerals_then_spell_out_unit", example: "室温25摄氏度，冰点为" },
            DetectedValue { name: "use_chinese_numbers_then_spell_out_unit", example: "冰点为零摄氏度。" },
        ],
        needs: 0,
        find: units::find_temperatures,
        rewrite: Some(units::rewrite_temperatures),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.writing_numbers",
        tongue: Tongue::Zh,
        values: &[DetectedValue { name: "use_arabic_numerals", example: "年龄18～30岁" }],
        needs: ingredient::WIDE,
        find: chinese::find_numbers,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.zero_format",
        tongue: Tongue::Zh,
        values: &[
            DetectedValue {
                name: "use_chinese_word_〇_for_numbering", example: "协议签于二〇二三年十二月一日。"
            },
            DetectedValue { name: "use_chinese_word_零_for_measurement", example: "全长一百零五公里。" },
        ],
        needs: ingredient::WIDE,
        find: chinese::find_zeros,
        rewrite: Some(chinese::rewrite_zeros),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.colon",
        tongue: Tongue::Zh,
        values: &[
            DetectedValue { name: "use_full_width_colon", example: "注意：请勿关闭" },
            DetectedValue { name: "use_half_width_colon", example: "名称:必填" },
        ],
        needs: ingredient::COLON | ingredient::TYPOGRAPHY,
        find: chinese::find_colons,
        rewrite: Some(chinese::rewrite_colons),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.dash",
        tongue: Tongue::Zh,
        values: &[
            DetectedValue { name: "use_em_dash", example: "第4—9章，第" },
            DetectedValue { name: "use_hyphen", example: "页，第3-5章" },
            DetectedValue { name: "use_tilde", example: "年龄18～30岁" },
        ],
        needs: ingredient::DIGIT,
        find: marks::find_ranges,
        rewrite: Some(marks::rewrite_ranges),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.quotation_style",
        tongue: Tongue::Zh,
        values: &[DetectedValue {
            name: "use_double_straight_quotation_marks_for_primary_quotations_and_single_straight_quotation_marks_for_secondary_quotations",
            example: "他说\"好的\"就走了。",
        }],
        needs: ingredient::QUOTE | ingredient::APOSTROPHE | ingredient::TYPOGRAPHY,
        find: quotes::find_quotation_style,
        rewrite: Some(quotes::rewrite_quotation_style),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.serial_comma",
        tongue: Tongue::Zh,
        values: &[
            DetectedValue {
                name: "do_not_use_serial_comma_when_using_chinese_comma",
                example: "我们卖苹果、梨和香蕉。",
            },
            DetectedValue { name: "use_serial_comma_when_using_comma", example: "" },
        ],
        needs: ingredient::TYPOGRAPHY,
        find: chinese::find_serial_commas,
        rewrite: None,
        standing: Standing::On,
    },
];
