//! Japanese: the detector of each rule, its values in the order of their bits, and a text that follows each.

use crate::conform::detector::Detector;
use crate::conform::family::{dates, japanese, marks, money, numbers, quotes, temperatures, units};

/// The detectors of Japanese, by category and rule.
pub(super) const DETECTORS: &[Detector] = detectors! { Ja
    "dates_and_times.years", dates::JAPANESE_YEARS => {
        "use_common_era": "2025年の予定を見てください。",
        "use_japanese_imperial_era": "令和6年の法律を確認する。",
    }
    "numbers.currency_format", money::CURRENCIES => {
        "use_amount_followed_by_spelled_out_currency_name_in_japanese_without_space": "予算は2億5000万円だ。",
        "use_full_width_currency_symbol_followed_by_amount_without_space": "送料は￥300です。",
        "use_half_width_currency_symbol_followed_by_amount_without_space": "本体は¥9,800、部品は",
        "use_half_width_currency_symbol_followed_by_space_then_amount": "部品は¥ 500です。",
    }
    "numbers.large_number_format", numbers::EASTERN_LARGE => {
        "use_comma_to_separate_large_numbers_into_units_of_three_except_for_calendar_years": "来場者は12,500人だった。",
        "use_kanji_for_trillions_hundred_millions_and_ten_thousands": "予算は2億5000万円だ。",
    }
    "numbers.number_format", numbers::JAPANESE_FORMAT => {
        "use_half_width_comma_to_separate_large_numbers_into_units_of_three_except_for_calendar_years_and_use_half_width_period_as_decimal_separator":
            "体積は2.5リットルである。",
    }
    "numbers.percentage_format", units::PERCENTAGES => {
        "use_numerals_followed_by_full_width_percent_symbol_without_space": "全体の50％が賛成",
        "use_numerals_followed_by_japanese_word_パーセント_without_space": "残りは20パーセントだ。",
        "use_numerals_followed_by_space_then_half_width_percent_symbol": "税率は10 %か",
    }
    "numbers.spelling_out_units", units::UNIT_WORDS => {
        "spell_out_units_of_measure_with_katakana_or_katakana_and_kanji": "体積は2.5リットルである。",
        "use_unit_symbols": "容量は500MBです。",
    }
    "numbers.temperature_format", temperatures::TEMPERATURES => {
        "use_numerals_followed_by_japanese_word_度_without_space": "気温は20度、水温は",
        "use_numerals_followed_by_space_then_unit_symbol": "水は100 ℃で沸きます。",
        "use_numerals_followed_by_unit_symbol_without_space": "水温は15℃です。",
    }
    "numbers.use_of_hiragana_and_kanji", japanese::COUNTER_KA => {
        "use_hiragana_japanese_word_か所_or_か月_when_using_arabic_numerals_in_horizontal_writing_but_use_kanji_japanese_word_箇所_or_箇月_when_using_kanji_numbers":
            "五箇月後に七台を届けます。",
    }
    "numbers.writing_numbers", japanese::NUMBERS => {
        "always_use_kanji_numbers": "四人が席に着いた。",
        "use_full_width_arabic_numerals_and_only_use_kanji_numbers_where_it_would_otherwise_sound_unnatural":
            "８個の部品、１２枚の板",
        "use_half_width_arabic_numerals_and_only_use_kanji_numbers_where_it_would_otherwise_sound_unnatural":
            "令和6年の法律を確認する。",
    }
    "punctuation.ampersand_usage", marks::AMPERSANDS => {
        "use_full_width_ampersand": "衣類＆雑貨、A",
        "use_half_width_ampersand": "Q&Aと研究",
    }
    "punctuation.corner_bracket_and_periods", quotes::PERIOD_AFTER_CORNER => {
        "add_period_after_closing_corner_bracket_at_end_of_sentence": "社長は「中止だ」。",
    }
    "punctuation.ellipsis", marks::ELLIPSES => {
        "use_one_ellipsis_character": "読み込み中…",
        "use_three_ellipsis_characters": "完了………",
        "use_two_ellipsis_characters": "接続中……",
    }
    "punctuation.periods_and_commas", japanese::PERIODS_AND_COMMAS => {
        "use_full_width_japanese_periods_and_full_width_japanese_commas": "残りは4か月、傷は2カ所ある。",
        "use_full_width_japanese_periods_and_full_width_non_japanese_commas": "次に，設定を開く。",
        "use_full_width_non_japanese_periods_and_full_width_japanese_commas": "次に、設定を開く．",
        "use_full_width_non_japanese_periods_and_full_width_non_japanese_commas": "次に，設定を開く．",
    }
    "punctuation.quotation_style", quotes::QUOTATION_STYLE => {
        "use_corner_brackets_for_primary_quotations_and_double_corner_brackets_for_secondary_quotations":
            "社長は「中止だ」。",
    }
    "punctuation.range_indicator", marks::RANGES => {
        "use_full_width_dash": "の番号、6－9の番号",
        "use_full_width_wave_dash": "期間は3〜5日、時間は",
        "use_half_width_dash": "章は3-5です。",
        "use_japanese_word_から": "1から5の番号",
    }
    "punctuation.round_brackets", japanese::ROUND_BRACKETS => {
        "use_full_width_round_brackets": "京都（古都）は静かだ。",
        "use_half_width_round_brackets": "項目(任意)を入力してください。",
    }
    "style_and_tone.mixing_styles", japanese::MIXTURE, OneSided => {
        "do_not_mix_desu_masu_style_and_dearu_style": "設定を開きます。名前を入力します。",
    }
    "style_and_tone.tone", japanese::TONE, OneSided => {
        "use_dearu_style_to_give_impression_content_is_accurate_and_rigorous_or_to_convey_sense_of_confidence_and_reliability":
            "気温は摂氏五度だ。",
        "use_desu_masu_style_to_give_impression_content_is_plain_and_straightforward_or_to_give_reader_reassuring_or_soft_impression":
            "容量は500MBです。",
    }
};
