//! Chinese: the detector of each rule, its values in the order of their bits, and a text that follows each.

use crate::conform::detector::Detector;
use crate::conform::family::{chinese, dates, marks, money, numbers, quotes, temperatures, times, units};

/// The detectors of Chinese, by category and rule.
pub(super) const DETECTORS: &[Detector] = detectors! { Zh
    "dates_and_times.date_format", dates::EASTERN_DATES => {
        "use_historical_eras_and_write_numbers_in_chinese_followed_by_chinese_word_公元前_or_公元后_with_arabic_numerals_in_parentheses":
            "建安五年（公元200年）发生大战。",
        "use_traditional_calendar_system_with_chinese_numbers": "春节是农历正月初一。",
        "use_yyyy_chinese_word_年_mm_chinese_word_月_dd_chinese_word_日_with_chinese_numbers":
            "协议签于二〇二三年十二月一日。",
        "use_yyyy_chinese_word_年_mm_chinese_word_月_dd_chinese_word_日_without_leading_zero_for_single_digit_months_and_days":
            "活动从2024年3月5日开始。",
        "use_yyyy_hyphen_mm_hyphen_dd_with_leading_zero_for_single_digit_days_and_months": "发布日期：2024-03-05",
    }
    "dates_and_times.time_format", times::CHINESE_TIMES => {
        "use_12_hour_clock_and_write_chinese_word_上午_or_下午_or_chinese_word_早上_or_晚上_followed_by_arabic_numerals":
            "商店下午3:30关门。",
        "use_12_hour_clock_and_write_chinese_word_上午_or_下午_or_chinese_word_早上_or_晚上_followed_by_arabic_numerals_with_chinese_word_点_for_hours":
            "早上8点集合",
        "use_12_hour_clock_and_write_chinese_word_上午_or_下午_or_chinese_word_早上_or_晚上_followed_by_arabic_numerals_with_chinese_words_时_and_分_for_hours_and_minutes":
            "下午6时15分发车",
        "use_12_hour_clock_and_write_chinese_word_上午_or_下午_or_chinese_word_早上_or_晚上_followed_by_chinese_numbers_with_chinese_words_时_and_分_for_hours_and_minutes":
            "上午九时二十分报到。",
        "use_24_hour_clock": "开始，15:30彩排。",
    }
    "formatting.space_between_arabic_numerals_and_unit", chinese::UNIT_SPACES => {
        "do_not_use": "包裹重5kg，箱子重",
    }
    "formatting.space_between_chinese_and_english", chinese::ENGLISH_SPACES => {
        "do_not_use": "使用Python编程，也用",
    }
    "formatting.space_between_chinese_characters_and_arabic_numerals", chinese::NUMERAL_SPACES => {
        "do_not_use": "门票30元。",
    }
    "numbers.currency_format", money::CURRENCIES => {
        "spell_out_currency_name_followed_by_amount_in_arabic_numerals_without_space": "奖金为美元200，押金为",
        "spell_out_currency_name_followed_by_amount_in_chinese": "罚款人民币五百元。",
        "use_currency_symbol_followed_by_amount_in_arabic_numerals_without_space": "原价¥99，现价",
        "use_currency_symbol_followed_by_space_then_amount_in_arabic_numerals": "现价¥ 79。",
        "use_iso_code_followed_by_space_then_amount_in_arabic_numerals": "押金为USD 50。",
    }
    "numbers.large_number_format", numbers::EASTERN_LARGE => {
        "use_chinese_characters_for_ten_thousands_and_hundred_millions": "销量2万台，产值8亿元。",
    }
    "numbers.number_separator", chinese::ESTIMATES => {
        "do_not_use_chinese_comma_to_separate_numbers_indicating_approximate_value": "来了七八人，留下",
        "use_chinese_comma_to_separate_numbers_in_abbreviations": "",
    }
    "numbers.percentage_format", units::PERCENTAGES => {
        "use_arabic_numerals_followed_by_percent_symbol_without_space": "电量80%，增长",
        "use_chinese_numbers_followed_by_chinese_word_百分之": "约百分之二十的人同意。",
    }
    "numbers.temperature_format", temperatures::TEMPERATURES => {
        "use_arabic_numerals_followed_by_space_then_spell_out_unit": "冰箱4 摄氏度。",
        "use_arabic_numerals_followed_by_unit_symbol_without_space": "气温20℃，水温",
        "use_arabic_numerals_then_spell_out_unit": "室温25摄氏度，冰点为",
        "use_chinese_numbers_then_spell_out_unit": "冰点为零摄氏度。",
    }
    "numbers.writing_numbers", chinese::NUMBERS => {
        "use_arabic_numerals": "年龄18～30岁",
    }
    "numbers.zero_format", chinese::ZEROS => {
        "use_chinese_word_〇_for_numbering": "协议签于二〇二三年十二月一日。",
        "use_chinese_word_零_for_measurement": "全长一百零五公里。",
    }
    "punctuation.colon", chinese::COLONS => {
        "use_full_width_colon": "注意：请勿关闭",
        "use_half_width_colon": "名称:必填",
    }
    "punctuation.dash", marks::RANGES => {
        "use_em_dash": "第4—9章，第",
        "use_hyphen": "页，第3-5章",
        "use_tilde": "年龄18～30岁",
    }
    "punctuation.quotation_style", quotes::QUOTATION_STYLE => {
        "use_double_straight_quotation_marks_for_primary_quotations_and_single_straight_quotation_marks_for_secondary_quotations":
            "他说\"好的\"就走了。",
    }
    "punctuation.serial_comma", chinese::SERIAL_COMMAS => {
        "do_not_use_serial_comma_when_using_chinese_comma": "我们卖苹果、梨和香蕉。",
        "use_serial_comma_when_using_comma": "",
    }
};
