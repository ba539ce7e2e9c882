//! English: the detector of each rule, its values in the order of their bits, and a text that follows each.

use crate::conform::detector::{DetectedValue, Detector, Standing};
use crate::conform::family::{contact, dates, english, marks, money, numbers, quotes, times, units};
use crate::conform::ingredient;
use crate::conform::passage::Tongue;

/// The detectors of English, by category and rule.
pub(super) const DETECTORS: &[Detector] = &[
    Detector {
        rule: "dates_and_times.calendar_era",
        tongue: Tongue::En,
        values: &[
            DetectedValue { name: "use_bc_and_ad", example: "The temple was built in 44 BC and rebuilt in AD 79." },
            DetectedValue { name: "use_bce_and_ce", example: "The town was founded in 300 BCE." },
        ],
        needs: ingredient::DIGIT,
        find: dates::find_eras,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "dates_and_times.date_format",
        tongue: Tongue::En,
        values: &[
            DetectedValue {
                name: "use_dd_slash_mm_slash_yyyy_with_leading_zeros_for_single_digit_days_and_months",
                example: "Please reply by 25/03/2024",
            },
            DetectedValue {
                name: "use_dd_space_spelled_out_month_space_yyyy_without_leading_zeros_for_single_digit_days",
                example: "The sale ends on 5 March 2024, not on",
            },
            DetectedValue {
                name: "use_mm_slash_dd_slash_yyyy_with_leading_zeros_for_single_digit_days_and_months",
                example: "03/25/2024.",
            },
            DetectedValue {
                name: "use_spelled_out_month_space_dd_comma_space_yyyy_without_leading_zeros_for_single_digit_days",
                example: "Your trial ends on December 31, 2025.",
            },
            DetectedValue {
                name: "use_yyyy_hyphen_mm_hyphen_dd_with_leading_zeros_for_single_digit_days_and_months",
                example: "moved to 2025-02-15.",
            },
        ],
        needs: ingredient::DIGIT,
        find: dates::find_dates,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "dates_and_times.time_format",
        tongue: Tongue::En,
        values: &[
            DetectedValue {
                name: "use_12_hour_clock_and_lowercase_am_or_pm_with_periods",
                example: "Lunch is served at 12 p.m. and at",
            },
            DetectedValue {
                name: "use_12_hour_clock_and_lowercase_am_or_pm_with_periods_except_use_noon_and_midnight_instead_of_12_am_and_12_pm",
                example: "The shop opens at 8 a.m. and closes at midnight.",
            },
            DetectedValue {
                name: "use_12_hour_clock_and_lowercase_am_or_pm_without_periods",
                example: "Lunch is served at 12 pm.",
            },
            DetectedValue {
                name: "use_12_hour_clock_and_lowercase_am_or_pm_without_periods_except_use_noon_and_midnight_instead_of_12_am_and_12_pm",
                example: "at noon; until 6:30pm.",
            },
            DetectedValue {
                name: "use_12_hour_clock_and_uppercase_am_or_pm_with_periods",
                example: "Lunch is served at 12 P.M. sharp.",
            },
            DetectedValue {
                name: "use_12_hour_clock_and_uppercase_am_or_pm_with_periods_except_use_noon_and_midnight_instead_of_12_am_and_12_pm",
                example: "Doors close at 11 P.M. and reopen at noon.",
            },
            DetectedValue {
                name: "use_12_hour_clock_and_uppercase_am_or_pm_without_periods",
                example: "Lunch is served at 12 PM.",
            },
            DetectedValue {
                name: "use_12_hour_clock_and_uppercase_am_or_pm_without_periods_except_use_noon_and_midnight_instead_of_12_am_and_12_pm",
                example: "5 PM; at noon.",
            },
            DetectedValue { name: "use_24_hour_clock", example: "The last bus left at 23:10." },
        ],
        needs: 0,
        find: times::find_english_times,
        rewrite: Some(times::rewrite_english_times),
        standing: Standing::On,
    },
    Detector {
        rule: "formatting.email_address_format",
        tongue: Tongue::En,
        values: &[
            DetectedValue { name: "place_domain_in_parentheses", example: "" },
            DetectedValue {
                name: "replace_at_symbol_with_english_word_at_in_brackets_and_replace_periods_with_english_word_dot_in_brackets",
                example: "sales[at]example[dot]net",
            },
            DetectedValue {
                name: "replace_at_symbol_with_english_word_at_in_brackets_with_space_on_either_side",
                example: "to sales [at] example.org.",
            },
            DetectedValue {
                name: "replace_at_symbol_with_english_word_at_with_space_on_either_side",
                example: "Send an email to info at example.com or",
            },
            DetectedValue { name: "use_standard_format", example: "Contact support@example.net for details." },
        ],
        needs: ingredient::AT | ingredient::PERIOD,
        find: contact::find_mail,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "formatting.phone_number_country_code_format",
        tongue: Tongue::En,
        values: &[
            DetectedValue { name: "use_00_before_country_code", example: "Call 0044 20 7946 0000 now." },
            DetectedValue {
                name: "use_plus_sign_before_country_code",
                example: "Phone: (202) 555-0147, fax: +1-202-555-0148",
            },
        ],
        needs: ingredient::DIGIT,
        find: contact::find_country_codes,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "formatting.phone_number_format",
        tongue: Tongue::En,
        values: &[
            DetectedValue {
                name: "do_not_use_spaces_or_special_characters_between_digits_of_phone_number",
                example: "Our number is +12025550123",
            },
            DetectedValue {
                name: "separate_country_code_area_code_local_prefix_and_last_four_digits_with_hyphens",
                example: "fax: +1-202-555-0148",
            },
            DetectedValue {
                name: "separate_country_code_area_code_local_prefix_and_last_four_digits_with_periods",
                example: "Call 312.555.0198 today.",
            },
            DetectedValue {
                name: "separate_country_code_area_code_local_prefix_and_last_four_digits_with_spaces",
                example: "Call +1 202 555 0123 or 0044 20 7946 0000.",
            },
            DetectedValue { name: "use_north_american_numbering_plan_format", example: "Tel. (312) 555-0199" },
        ],
        needs: ingredient::DIGIT,
        find: contact::find_phones,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.currency_format",
        tongue: Tongue::En,
        values: &[
            DetectedValue {
                name: "use_amount_followed_by_space_then_spell_out_currency_name",
                example: "It costs 30 euros",
            },
            DetectedValue {
                name: "use_currency_symbol_followed_by_amount_without_space",
                example: "Revenue reached €4 billion, up from €950m.",
            },
            DetectedValue { name: "use_currency_symbol_followed_by_space_then_amount", example: "€ 28 online." },
            DetectedValue { name: "use_iso_code_followed_by_space_then_amount", example: "a pass EUR 60." },
        ],
        needs: ingredient::DIGIT,
        find: money::find_currencies,
        rewrite: Some(money::rewrite_currencies),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.decimal_numbers_less_than_one",
        tongue: Tongue::En,
        values: &[DetectedValue { name: "always_use_0_before_decimal_separator", example: "Add 0.5 kg of sugar" }],
        needs: ingredient::DIGIT,
        find: numbers::find_below_one,
        rewrite: Some(numbers::rewrite_below_one),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.dimensions_separator",
        tongue: Tongue::En,
        values: &[
            DetectedValue {
                name: "use_multiplication_sign_between_dimensions_with_space_on_either_side",
                example: "The tile is 10 × 20 cm, the sheet",
            },
            DetectedValue {
                name: "use_multiplication_sign_between_dimensions_without_space_on_either_side",
                example: "Pick 1024×768",
            },
            DetectedValue {
                name: "use_x_between_dimensions_with_space_on_either_side",
                example: "The crate measures 60 x 80 cm.",
            },
            DetectedValue { name: "use_x_between_dimensions_without_space_on_either_side", example: "1280x720." },
        ],
        needs: ingredient::DIGIT,
        find: units::find_dimensions,
        rewrite: Some(units::rewrite_dimensions),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.large_sums_of_money_format",
        tongue: Tongue::En,
        values: &[
            DetectedValue {
                name: "use_amount_followed_by_abbreviation_for_million_or_billion_without_space",
                example: "up from €950m.",
            },
            DetectedValue {
                name: "use_amount_followed_by_space_then_abbreviation_for_million_or_billion",
                example: "then $2 bn, then",
            },
            DetectedValue {
                name: "use_amount_followed_by_space_then_english_word_million_or_billion",
                example: "then $3 million.",
            },
        ],
        needs: ingredient::DIGIT,
        find: numbers::find_english_sums,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.mathematical_expression_spacing",
        tongue: Tongue::En,
        values: &[DetectedValue {
            name: "use_space_between_elements_of_mathematical_expression_or_equation",
            example: "The equation x + 1 = 3 has one solution.",
        }],
        needs: ingredient::EQUALS,
        find: numbers::find_math,
        rewrite: Some(numbers::rewrite_math),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.percentage_format",
        tongue: Tongue::En,
        values: &[
            DetectedValue { name: "use_numerals_followed_by_percent_symbol", example: "Sales rose 5%, costs fell" },
            DetectedValue { name: "use_numerals_followed_by_space_then_percent_symbol", example: "costs fell 3 %" },
            DetectedValue {
                name: "use_numerals_followed_by_space_then_spell_out_per_cent",
                example: "About 10 per cent of users agree.",
            },
            DetectedValue {
                name: "use_numerals_followed_by_space_then_spell_out_percent",
                example: "2 percent remained.",
            },
        ],
        needs: ingredient::DIGIT,
        find: units::find_percentages,
        rewrite: Some(units::rewrite_percentages),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.spelling_out_units",
        tongue: Tongue::En,
        values: &[
            DetectedValue {
                name: "abbreviate_units_of_measure_when_used_with_numeral_but_spell_out_when_used_without_numeral",
                example: "Sold by the kilogram, it weighs 5kg.",
            },
            DetectedValue { name: "always_abbreviate_units_of_measure", example: "The price per kg rose." },
            DetectedValue { name: "always_spell_out_units_of_measure", example: "It holds 2 liters and weighs" },
        ],
        needs: ingredient::DIGIT | ingredient::MEASURE,
        find: units::find_unit_words,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.temperature_format",
        tongue: Tongue::En,
        values: &[
            DetectedValue {
                name: "use_numerals_followed_by_space_then_spell_out_unit",
                example: "Water boils at 100 degrees Celsius.",
            },
            DetectedValue { name: "use_numerals_followed_by_space_then_unit_symbol", example: "-1 °C, in May." },
            DetectedValue { name: "use_numerals_followed_by_unit_symbol_without_space", example: "Bake at 180°C." },
        ],
        needs: ingredient::DIGIT,
        find: units::find_temperatures,
        rewrite: Some(units::rewrite_temperatures),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.thousands_separator",
        tongue: Tongue::En,
        values: &[
            DetectedValue {
                name: "use_comma_to_separate_large_numbers_into_units_of_three",
                example: "We shipped 12,500 units in",
            },
            DetectedValue {
                name: "use_space_to_separate_large_numbers_into_units_of_three",
                example: "units in 1 234 567 boxes.",
            },
        ],
        needs: ingredient::DIGIT,
        find: numbers::find_thousands,
        rewrite: Some(numbers::rewrite_thousands),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.units_of_measure_spacing",
        tongue: Tongue::En,
        values: &[
            DetectedValue {
                name: "do_not_use_space_between_numeral_and_unit_of_measure",
                example: "It holds 2 liters and weighs 300g.",
            },
            DetectedValue {
                name: "use_space_between_numeral_and_unit_of_measure",
                example: "The road is 15000 km long.",
            },
        ],
        needs: ingredient::DIGIT,
        find: units::find_unit_spacing,
        rewrite: Some(units::rewrite_unit_spacing),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.ampersand_abbreviation_spacing",
        tongue: Tongue::En,
        values: &[
            DetectedValue {
                name: "do_not_use_spaces_before_and_after_ampersand_as_part_of_abbreviation",
                example: "Our R&D team works with",
            },
            DetectedValue {
                name: "use_spaces_before_and_after_ampersand_as_part_of_abbreviation",
                example: "Our Q & A page and",
            },
        ],
        needs: ingredient::AMPERSAND,
        find: marks::find_ampersand_abbreviations,
        rewrite: Some(marks::rewrite_ampersand_abbreviations),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.ampersand_usage",
        tongue: Tongue::En,
        values: &[DetectedValue {
            name: "use_english_word_and_except_in_company_names_common_abbreviations_titles_software_code_and_mathematical_equations",
            example: "Cut and paste",
        }],
        needs: ingredient::AMPERSAND | ingredient::AND,
        find: marks::find_ampersands,
        rewrite: Some(marks::rewrite_ampersands),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.comma_after_i_e_and_e_g",
        tongue: Tongue::En,
        values: &[
            DetectedValue { name: "do_not_use", example: "Pick a colour (e.g. red)" },
            DetectedValue { name: "use", example: "red), i.e., a warm one." },
        ],
        needs: ingredient::PERIOD,
        find: english::find_commas_after_latin,
        rewrite: Some(english::rewrite_commas_after_latin),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.comma_after_short_introductory_phrase",
        tongue: Tongue::En,
        values: &[
            DetectedValue { name: "do_not_use", example: "In 2024 we moved to a new office." },
            DetectedValue { name: "use", example: "By default, the file is saved. Today, we changed it." },
        ],
        needs: ingredient::CAPITAL,
        find: english::find_introductions,
        rewrite: Some(english::rewrite_introductions),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.ellipsis",
        tongue: Tongue::En,
        values: &[
            DetectedValue { name: "use_ellipsis_character", example: "Loading… then waiting" },
            DetectedValue { name: "use_three_spaced_periods", example: "wait. . . forever." },
        ],
        needs: ingredient::ELLIPSIS,
        find: marks::find_ellipses,
        rewrite: Some(marks::rewrite_ellipses),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.exclamation_marks",
        tongue: Tongue::En,
        values: &[DetectedValue { name: "do_not_use", example: "Thank you for your order." }],
        needs: ingredient::CALL | ingredient::PERIOD,
        find: english::find_exclamations,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.periods_in_academic_degrees",
        tongue: Tongue::En,
        values: &[
            DetectedValue { name: "do_not_use", example: "She has a PhD and an" },
            DetectedValue { name: "use", example: "an M.D. from Leeds." },
        ],
        needs: ingredient::CAPITAL,
        find: english::find_degrees,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.periods_in_uppercase_initialisms_and_acronyms",
        tongue: Tongue::En,
        values: &[DetectedValue { name: "do_not_use", example: "PLEASE update your PDF viewer." }],
        needs: ingredient::CAPITALS | ingredient::INITIAL,
        find: english::find_initialisms,
        rewrite: Some(english::rewrite_initialisms),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.possessives_of_proper_names_ending_in_s_style",
        tongue: Tongue::En,
        values: &[
            DetectedValue { name: "add_apostrophe_only", example: "We love Dickens' novels" },
            DetectedValue { name: "add_apostrophe_s", example: "James’s car" },
        ],
        needs: ingredient::APOSTROPHE | ingredient::TYPOGRAPHY,
        find: english::find_possessives,
        rewrite: Some(english::rewrite_possessives),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.quotation_mark_and_apostrophe",
        tongue: Tongue::En,
        values: &[
            DetectedValue {
                name: "use_curly_quotation_marks_and_apostrophes",
                example: "He said “yes” and it’s done.",
            },
            DetectedValue {
                name: "use_straight_quotation_marks_and_apostrophes",
                example: "The \"Save\" button isn't active.",
            },
        ],
        needs: ingredient::QUOTE | ingredient::APOSTROPHE | ingredient::TYPOGRAPHY,
        find: quotes::find_quotation_and_apostrophe,
        rewrite: Some(quotes::rewrite_quotation_and_apostrophe),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.quotation_style",
        tongue: Tongue::En,
        values: &[
            DetectedValue {
                name: "use_double_quotation_marks_for_primary_quotations_and_single_quotation_marks_for_secondary_quotations",
                example: "He said “yes” and it’s done.",
            },
            DetectedValue {
                name: "use_single_quotation_marks_for_primary_quotations_and_double_quotation_marks_for_secondary_quotations",
                example: "‘Say “cheese” now,’ he said.",
            },
        ],
        needs: ingredient::QUOTE | ingredient::APOSTROPHE | ingredient::TYPOGRAPHY,
        find: quotes::find_quotation_style,
        rewrite: Some(quotes::rewrite_quotation_style),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.range_indicator",
        tongue: Tongue::En,
        values: &[
            DetectedValue { name: "use_en_dash_without_space_on_either_side", example: "Read pages 10–20" },
            DetectedValue { name: "use_english_word_to", example: "sleep 10 to 12 hours." },
            DetectedValue { name: "use_hyphen_with_space_on_either_side", example: "12 - 14 are new." },
            DetectedValue { name: "use_hyphen_without_space_on_either_side", example: "31-35." },
        ],
        needs: ingredient::DIGIT,
        find: marks::find_ranges,
        rewrite: Some(marks::rewrite_ranges),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.salutation",
        tongue: Tongue::En,
        values: &[
            DetectedValue {
                name: "use_colon_after_salutation",
                example: "Dear Sir or Madam:\nThank you for your letter.",
            },
            DetectedValue { name: "use_comma_after_salutation", example: "Dear Customer,\nYour parcel is here." },
        ],
        needs: ingredient::NEWLINE,
        find: marks::find_salutation,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.sentence_break_indicator",
        tongue: Tongue::En,
        values: &[
            DetectedValue {
                name: "use_em_dash_with_space_on_either_side", example: "The fix — a small one — works."
            },
            DetectedValue { name: "use_em_dash_without_space_on_either_side", example: "One thing—speed—matters." },
            DetectedValue {
                name: "use_en_dash_with_space_on_either_side", example: "Your data stays here – always."
            },
        ],
        needs: ingredient::HYPHEN | ingredient::TYPOGRAPHY,
        find: marks::find_breaks,
        rewrite: Some(marks::rewrite_breaks),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.serial_comma",
        tongue: Tongue::En,
        values: &[
            DetectedValue { name: "do_not_use", example: "Choose red, green or blue." },
            DetectedValue { name: "use", example: "Bread, milk, and eggs are out." },
        ],
        needs: ingredient::COMMA,
        find: english::find_serial_commas,
        rewrite: Some(english::rewrite_serial_commas),
        standing: Standing::On,
    },
    Detector {
        rule: "spelling_and_grammar.all_caps",
        tongue: Tongue::En,
        values: &[DetectedValue {
            name: "do_not_use_all_caps_except_for_acronyms_initialisms_or_proper_nouns",
            example: "The F.B.I. called the BBC.",
        }],
        needs: ingredient::CAPITALS,
        find: marks::find_capitals,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "spelling_and_grammar.contractions",
        tongue: Tongue::En,
        values: &[
            DetectedValue { name: "do_not_use_contractions", example: "You are offline, so this cannot be sent." },
            DetectedValue { name: "use_contractions", example: "The \"Save\" button isn't active." },
            DetectedValue {
                name: "use_contractions_but_avoid_negative_contractions",
                example: "offline, so this cannot be sent; You're late, but",
            },
        ],
        needs: ingredient::SMALL | ingredient::CAPITAL,
        find: english::find_contractions,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "spelling_and_grammar.latin_abbreviations",
        tongue: Tongue::En,
        values: &[DetectedValue { name: "do_not_use_latin_abbreviations", example: "Use a mirror, and so on" }],
        needs: ingredient::SMALL,
        find: english::find_latin,
        rewrite: None,
        standing: Standing::On,
    },
];
