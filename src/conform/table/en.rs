//! English: the detector of each rule, its values in the order of their bits, and a text that follows each.

use crate::conform::detector::Detector;
use crate::conform::family::{
    capitals, contact, dates, english, marks, money, numbers, quotes, temperatures, times, units,
};

/// The detectors of English, by category and rule.
pub(super) const DETECTORS: &[Detector] = detectors! { En
    "dates_and_times.calendar_era", dates::ERAS => {
        "use_bc_and_ad": "The temple was built in 44 BC and rebuilt in AD 79.",
        "use_bce_and_ce": "The town was founded in 300 BCE.",
    }
    "dates_and_times.date_format", dates::DATES => {
        "use_dd_slash_mm_slash_yyyy_with_leading_zeros_for_single_digit_days_and_months": "Please reply by 25/03/2024",
        "use_dd_space_spelled_out_month_space_yyyy_without_leading_zeros_for_single_digit_days":
            "The sale ends on 5 March 2024, not on",
        "use_mm_slash_dd_slash_yyyy_with_leading_zeros_for_single_digit_days_and_months": "03/25/2024.",
        "use_spelled_out_month_space_dd_comma_space_yyyy_without_leading_zeros_for_single_digit_days":
            "Your trial ends on December 31, 2025.",
        "use_yyyy_hyphen_mm_hyphen_dd_with_leading_zeros_for_single_digit_days_and_months": "moved to 2025-02-15.",
    }
    "dates_and_times.time_format", times::ENGLISH_TIMES => {
        "use_12_hour_clock_and_lowercase_am_or_pm_with_periods": "Lunch is served at 12 p.m. and at",
        "use_12_hour_clock_and_lowercase_am_or_pm_with_periods_except_use_noon_and_midnight_instead_of_12_am_and_12_pm":
            "The shop opens at 8 a.m. and closes at midnight.",
        "use_12_hour_clock_and_lowercase_am_or_pm_without_periods": "Lunch is served at 12 pm.",
        "use_12_hour_clock_and_lowercase_am_or_pm_without_periods_except_use_noon_and_midnight_instead_of_12_am_and_12_pm":
            "at noon; until 6:30pm.",
        "use_12_hour_clock_and_uppercase_am_or_pm_with_periods": "Lunch is served at 12 P.M. sharp.",
        "use_12_hour_clock_and_uppercase_am_or_pm_with_periods_except_use_noon_and_midnight_instead_of_12_am_and_12_pm":
            "Doors close at 11 P.M. and reopen at noon.",
        "use_12_hour_clock_and_uppercase_am_or_pm_without_periods": "Lunch is served at 12 PM.",
        "use_12_hour_clock_and_uppercase_am_or_pm_without_periods_except_use_noon_and_midnight_instead_of_12_am_and_12_pm":
            "5 PM; at noon.",
        "use_24_hour_clock": "The last bus left at 23:10.",
    }
    "formatting.email_address_format", contact::MAIL => {
        "place_domain_in_parentheses": "",
        "replace_at_symbol_with_english_word_at_in_brackets_and_replace_periods_with_english_word_dot_in_brackets":
            "sales[at]example[dot]net",
        "replace_at_symbol_with_english_word_at_in_brackets_with_space_on_either_side": "to sales [at] example.org.",
        "replace_at_symbol_with_english_word_at_with_space_on_either_side": "Send an email to info at example.com or",
        "use_standard_format": "Contact support@example.net for details.",
    }
    "formatting.phone_number_country_code_format", contact::COUNTRY_CODES => {
        "use_00_before_country_code": "Call 0044 20 7946 0000 now.",
        "use_plus_sign_before_country_code": "Phone: (202) 555-0147, fax: +1-202-555-0148",
    }
    "formatting.phone_number_format", contact::PHONES => {
        "do_not_use_spaces_or_special_characters_between_digits_of_phone_number": "Our number is +12025550123",
        "separate_country_code_area_code_local_prefix_and_last_four_digits_with_hyphens": "fax: +1-202-555-0148",
        "separate_country_code_area_code_local_prefix_and_last_four_digits_with_periods": "Call 312.555.0198 today.",
        "separate_country_code_area_code_local_prefix_and_last_four_digits_with_spaces":
            "Call +1 202 555 0123 or 0044 20 7946 0000.",
        "use_north_american_numbering_plan_format": "Tel. (312) 555-0199",
    }
    "numbers.currency_format", money::CURRENCIES => {
        "use_amount_followed_by_space_then_spell_out_currency_name": "It costs 30 euros",
        "use_currency_symbol_followed_by_amount_without_space": "Revenue reached €4 billion, up from €950m.",
        "use_currency_symbol_followed_by_space_then_amount": "€ 28 online.",
        "use_iso_code_followed_by_space_then_amount": "a pass EUR 60.",
    }
    "numbers.decimal_numbers_less_than_one", numbers::BELOW_ONE => {
        "always_use_0_before_decimal_separator": "Add 0.5 kg of sugar",
    }
    "numbers.dimensions_separator", units::DIMENSIONS => {
        "use_multiplication_sign_between_dimensions_with_space_on_either_side": "The tile is 10 × 20 cm, the sheet",
        "use_multiplication_sign_between_dimensions_without_space_on_either_side": "Pick 1024×768",
        "use_x_between_dimensions_with_space_on_either_side": "The crate measures 60 x 80 cm.",
        "use_x_between_dimensions_without_space_on_either_side": "1280x720.",
    }
    "numbers.large_sums_of_money_format", numbers::ENGLISH_SUMS => {
        "use_amount_followed_by_abbreviation_for_million_or_billion_without_space": "up from €950m.",
        "use_amount_followed_by_space_then_abbreviation_for_million_or_billion": "then $2 bn, then",
        "use_amount_followed_by_space_then_english_word_million_or_billion": "then $3 million.",
    }
    "numbers.mathematical_expression_spacing", numbers::MATH => {
        "use_space_between_elements_of_mathematical_expression_or_equation": "The equation x + 1 = 3 has one solution.",
    }
    "numbers.percentage_format", units::PERCENTAGES => {
        "use_numerals_followed_by_percent_symbol": "Sales rose 5%, costs fell",
        "use_numerals_followed_by_space_then_percent_symbol": "costs fell 3 %",
        "use_numerals_followed_by_space_then_spell_out_per_cent": "About 10 per cent of users agree.",
        "use_numerals_followed_by_space_then_spell_out_percent": "2 percent remained.",
    }
    "numbers.spelling_out_units", units::UNIT_WORDS => {
        "abbreviate_units_of_measure_when_used_with_numeral_but_spell_out_when_used_without_numeral":
            "Sold by the kilogram, it weighs 5kg.",
        "always_abbreviate_units_of_measure": "The price per kg rose.",
        "always_spell_out_units_of_measure": "It holds 2 liters and weighs",
    }
    "numbers.temperature_format", temperatures::TEMPERATURES => {
        "use_numerals_followed_by_space_then_spell_out_unit": "Water boils at 100 degrees Celsius.",
        "use_numerals_followed_by_space_then_unit_symbol": "-1 °C, in May.",
        "use_numerals_followed_by_unit_symbol_without_space": "Bake at 180°C.",
    }
    "numbers.thousands_separator", numbers::THOUSANDS => {
        "use_comma_to_separate_large_numbers_into_units_of_three": "We shipped 12,500 units in",
        "use_space_to_separate_large_numbers_into_units_of_three": "units in 1 234 567 boxes.",
    }
    "numbers.units_of_measure_spacing", units::UNIT_SPACING => {
        "do_not_use_space_between_numeral_and_unit_of_measure": "It holds 2 liters and weighs 300g.",
        "use_space_between_numeral_and_unit_of_measure": "The road is 15000 km long.",
    }
    "punctuation.ampersand_abbreviation_spacing", marks::AMPERSAND_ABBREVIATIONS => {
        "do_not_use_spaces_before_and_after_ampersand_as_part_of_abbreviation": "Our R&D team works with",
        "use_spaces_before_and_after_ampersand_as_part_of_abbreviation": "Our Q & A page and",
    }
    "punctuation.ampersand_usage", marks::AMPERSANDS => {
        "use_english_word_and_except_in_company_names_common_abbreviations_titles_software_code_and_mathematical_equations":
            "Cut and paste",
    }
    "punctuation.comma_after_i_e_and_e_g", english::COMMAS_AFTER_LATIN => {
        "do_not_use": "Pick a colour (e.g. red)",
        "use": "red), i.e., a warm one.",
    }
    "punctuation.comma_after_short_introductory_phrase", english::INTRODUCTIONS => {
        "do_not_use": "In 2024 we moved to a new office.",
        "use": "By default, the file is saved. Today, we changed it.",
    }
    "punctuation.ellipsis", marks::ELLIPSES => {
        "use_ellipsis_character": "Loading… then waiting",
        "use_three_spaced_periods": "wait. . . forever.",
    }
    "punctuation.exclamation_marks", english::EXCLAMATIONS => {
        "do_not_use": "Thank you for your order.",
    }
    "punctuation.periods_in_academic_degrees", english::DEGREES => {
        "do_not_use": "She has a PhD and an",
        "use": "an M.D. from Leeds.",
    }
    "punctuation.periods_in_uppercase_initialisms_and_acronyms", english::INITIALISMS => {
        "do_not_use": "PLEASE update your PDF viewer.",
    }
    "punctuation.possessives_of_proper_names_ending_in_s_style", english::POSSESSIVES => {
        "add_apostrophe_only": "We love Dickens' novels",
        "add_apostrophe_s": "James’s car",
    }
    "punctuation.quotation_mark_and_apostrophe", quotes::QUOTATION_AND_APOSTROPHE => {
        "use_curly_quotation_marks_and_apostrophes": "He said “yes” and it’s done.",
        "use_straight_quotation_marks_and_apostrophes": "The \"Save\" button isn't active.",
    }
    "punctuation.quotation_style", quotes::QUOTATION_STYLE => {
        "use_double_quotation_marks_for_primary_quotations_and_single_quotation_marks_for_secondary_quotations":
            "He said “yes” and it’s done.",
        "use_single_quotation_marks_for_primary_quotations_and_double_quotation_marks_for_secondary_quotations":
            "‘Say “cheese” now,’ he said.",
    }
    "punctuation.range_indicator", marks::RANGES => {
        "use_en_dash_without_space_on_either_side": "Read pages 10–20",
        "use_english_word_to": "sleep 10 to 12 hours.",
        "use_hyphen_with_space_on_either_side": "12 - 14 are new.",
        "use_hyphen_without_space_on_either_side": "31-35.",
    }
    "punctuation.salutation", marks::SALUTATION => {
        "use_colon_after_salutation": "Dear Sir or Madam:\nThank you for your letter.",
        "use_comma_after_salutation": "Dear Customer,\nYour parcel is here.",
    }
    "punctuation.sentence_break_indicator", marks::BREAKS => {
        "use_em_dash_with_space_on_either_side": "The fix — a small one — works.",
        "use_em_dash_without_space_on_either_side": "One thing—speed—matters.",
        "use_en_dash_with_space_on_either_side": "Your data stays here – always.",
    }
    "punctuation.serial_comma", english::SERIAL_COMMAS => {
        "do_not_use": "Choose red, green or blue.",
        "use": "Bread, milk, and eggs are out.",
    }
    "spelling_and_grammar.all_caps", capitals::CAPITALS => {
        "do_not_use_all_caps_except_for_acronyms_initialisms_or_proper_nouns": "The F.B.I. called the BBC.",
    }
    "spelling_and_grammar.contractions", english::CONTRACTIONS => {
        "do_not_use_contractions": "You are offline, so this cannot be sent.",
        "use_contractions": "The \"Save\" button isn't active.",
        "use_contractions_but_avoid_negative_contractions": "offline, so this cannot be sent; You're late, but",
    }
    "spelling_and_grammar.latin_abbreviations", english::LATIN => {
        "do_not_use_latin_abbreviations": "Use a mirror, and so on",
    }
};
