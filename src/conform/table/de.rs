//! German: the detector of each rule, its values in the order of their bits, and a text that follows each.

use crate::conform::detector::{DetectedValue, Detector, Standing};
use crate::conform::family::{contact, dates, german, marks, money, numbers, quotes, times, units};
use crate::conform::ingredient;
use crate::conform::passage::Tongue;

/// The detectors of German, by category and rule.
pub(super) const DETECTORS: &[Detector] = &[
    Detector {
        rule: "dates_and_times.date_format",
        tongue: Tongue::De,
        values: &[
            DetectedValue {
                name: "use_dd_period_mm_period_yy_with_leading_zeros_for_single_digit_days_and_months",
                example: "Der Laden schließt am 12.11.24 schon um 14:30 Uhr.",
            },
            DetectedValue {
                name: "use_dd_period_mm_period_yyyy_with_leading_zeros_for_single_digit_days_and_months",
                example: "Die Lieferung kommt am 05.03.2024 gegen 9:05 Uhr.",
            },
            DetectedValue {
                name: "use_dd_period_space_abbreviated_month_yyyy_with_abbreviations_jan_period_feb_period_mrz_period_apr_period_mai_jun_period_jul_period_aug_period_sep_period_okt_period_nov_period_dez_period_without_leading_zeros_for_single_digit_days",
                example: "am 4. Sep. 2024 bleibt das Lager zu.",
            },
            DetectedValue {
                name: "use_dd_period_space_abbreviated_month_yyyy_with_abbreviations_jan_period_febr_period_maerz_apr_period_mai_juni_juli_aug_period_sept_period_okt_period_nov_period_dez_period_without_leading_zeros_for_single_digit_days",
                example: "Am 3. Sept. 2024 und am",
            },
            DetectedValue {
                name: "use_dd_period_space_month_yyyy_without_leading_zeros_for_single_digit_days",
                example: "Die Frist endet am 17. April 2025 um 18 Uhr.",
            },
        ],
        needs: ingredient::DIGIT,
        find: dates::find_dates,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "dates_and_times.time_format",
        tongue: Tongue::De,
        values: &[
            DetectedValue {
                name: "use_hh_colon_mm_german_word_uhr_with_leading_zeros_for_single_digit_hours",
                example: "Wir treffen uns um 07:45 Uhr am Gleis 3.",
            },
            DetectedValue {
                name: "use_hh_colon_mm_german_word_uhr_without_leading_zeros_for_single_digit_hours",
                example: "Die Lieferung kommt am 05.03.2024 gegen 9:05 Uhr.",
            },
            DetectedValue {
                name: "use_hh_period_mm_german_word_uhr_with_leading_zeros_for_single_digit_hours",
                example: "Bitte erscheinen Sie um 08.15 Uhr, nicht um",
            },
            DetectedValue {
                name: "use_hh_period_mm_german_word_uhr_without_leading_zeros_for_single_digit_hours",
                example: "nicht um 8.00 Uhr.",
            },
            DetectedValue {
                name: "use_hh_period_mm_german_word_uhr_without_leading_zeros_for_single_digit_hours_and_for_full_hours_state_hour_only",
                example: "Die Frist endet am 17. April 2025 um 18 Uhr.",
            },
        ],
        needs: ingredient::DIGIT,
        find: times::find_german_times,
        rewrite: Some(times::rewrite_german_times),
        standing: Standing::On,
    },
    Detector {
        rule: "formatting.email_address_format",
        tongue: Tongue::De,
        values: &[
            DetectedValue {
                name: "replace_at_symbol_with_english_word_at_in_brackets_with_space_on_either_side",
                example: "Kontakt: post [at] example.org",
            },
            DetectedValue {
                name: "replace_at_symbol_with_english_word_at_in_parentheses_with_space_on_either_side",
                example: "an team (at) example.com.",
            },
            DetectedValue {
                name: "replace_at_symbol_with_english_word_at_with_space_on_either_side",
                example: "Antworten gehen an buero at example.net, Rechnungen an",
            },
            DetectedValue { name: "use_standard_format", example: "Schreiben Sie an hilfe@example.com" },
        ],
        needs: ingredient::AT | ingredient::PERIOD,
        find: contact::find_mail,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "formatting.phone_number_format",
        tongue: Tongue::De,
        values: &[
            DetectedValue {
                name: "do_not_use_spaces_or_special_characters_between_digits_of_phone_number",
                example: "mobil unter 01701234567.",
            },
            DetectedValue {
                name: "place_area_code_in_parentheses_followed_by_space",
                example: "Telefon: (030) 23125000, Fax:",
            },
            DetectedValue {
                name: "separate_area_code_and_phone_number_with_slash",
                example: "Rufnummer: 040/66969000",
            },
            DetectedValue {
                name: "separate_area_code_and_phone_number_with_space",
                example: "Hotline 0800 1234567, aus dem Ausland",
            },
        ],
        needs: ingredient::DIGIT,
        find: contact::find_phones,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.currency_format",
        tongue: Tongue::De,
        values: &[
            DetectedValue {
                name: "use_amount_followed_by_space_then_currency_symbol",
                example: "Pro kg fallen 2 € an.",
            },
            DetectedValue {
                name: "use_amount_followed_by_space_then_iso_code",
                example: "Die Strecke von 12 500 km kostete 12'500 CHF.",
            },
            DetectedValue {
                name: "use_amount_followed_by_space_then_spell_out_currency_name",
                example: "Die Stiftung vergab 50000 Euro.",
            },
            DetectedValue {
                name: "use_currency_symbol_followed_by_space_then_amount",
                example: "Sparen Sie bis zu 30 % und zahlen Sie nur € 7.",
            },
            DetectedValue {
                name: "use_iso_code_followed_by_space_then_amount",
                example: "Die Miete von CHF 900 steigt",
            },
        ],
        needs: ingredient::DIGIT,
        find: money::find_currencies,
        rewrite: Some(money::rewrite_currencies),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.decimal_numbers_less_than_one",
        tongue: Tongue::De,
        values: &[DetectedValue {
            name: "always_use_0_before_decimal_separator",
            example: "Mische 0,25 l Milch mit 200 g Mehl.",
        }],
        needs: ingredient::DIGIT,
        find: numbers::find_below_one,
        rewrite: Some(numbers::rewrite_below_one),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.decimal_separator",
        tongue: Tongue::De,
        values: &[
            DetectedValue { name: "use_comma_as_decimal_separator", example: "Mische 0,25 l Milch mit 200 g Mehl." },
            DetectedValue {
                name: "use_period_as_decimal_separator",
                example: "Die Gebühr von 15€ entfällt ab 3.5 kg nicht.",
            },
        ],
        needs: ingredient::DIGIT,
        find: numbers::find_german_decimals,
        rewrite: Some(numbers::rewrite_german_decimals),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.dimensions_separator",
        tongue: Tongue::De,
        values: &[
            DetectedValue {
                name: "use_multiplication_sign_between_dimensions_with_space_on_either_side",
                example: "Die Platte misst 10 × 20 cm, die Folie",
            },
            DetectedValue {
                name: "use_multiplication_sign_between_dimensions_without_space_on_either_side",
                example: "Das Poster ist 40×60 cm groß, der Rahmen",
            },
            DetectedValue {
                name: "use_x_between_dimensions_with_space_on_either_side",
                example: "Ein Regal von 80 x 200 cm trägt 40kg.",
            },
            DetectedValue {
                name: "use_x_between_dimensions_without_space_on_either_side",
                example: "cm, die Folie 15x30 cm.",
            },
        ],
        needs: ingredient::DIGIT,
        find: units::find_dimensions,
        rewrite: Some(units::rewrite_dimensions),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.large_number_format",
        tongue: Tongue::De,
        values: &[
            DetectedValue { name: "spell_out_large_numbers", example: "Euro, nicht 4 Milliarden." },
            DetectedValue { name: "use_abbreviations_for_large_numbers", example: "Kunden und 2 Mrd. Euro Umsatz." },
        ],
        needs: ingredient::DIGIT,
        find: numbers::find_german_large,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.mathematical_expression_spacing",
        tongue: Tongue::De,
        values: &[DetectedValue {
            name: "use_space_between_elements_of_mathematical_expression_or_equation",
            example: "Die Formel lautet a + b = c.",
        }],
        needs: ingredient::EQUALS,
        find: numbers::find_math,
        rewrite: Some(numbers::rewrite_math),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.percentage_format",
        tongue: Tongue::De,
        values: &[
            DetectedValue {
                name: "use_numerals_followed_by_percent_symbol",
                example: "Der Akku ist zu 80% geladen, das sind",
            },
            DetectedValue {
                name: "use_numerals_followed_by_space_then_german_word_prozent",
                example: "Etwa 40 Prozent der Kunden zahlen mit Karte.",
            },
            DetectedValue {
                name: "use_numerals_followed_by_space_then_percent_symbol",
                example: "Sparen Sie bis zu 30 % und zahlen Sie nur € 7.",
            },
        ],
        needs: ingredient::DIGIT,
        find: units::find_percentages,
        rewrite: Some(units::rewrite_percentages),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.spelling_out_units",
        tongue: Tongue::De,
        values: &[
            DetectedValue {
                name: "abbreviate_units_of_measure_when_used_with_numeral_but_spell_out_when_used_without_numeral",
                example: "lang, gemessen in Kilometern; trägt 40kg.",
            },
            DetectedValue { name: "always_abbreviate_units_of_measure", example: "Pro kg fallen 2 € an." },
            DetectedValue {
                name: "always_spell_out_units_of_measure",
                example: "Fünf Pakete wiegen zusammen 12 Kilogramm.",
            },
        ],
        needs: ingredient::DIGIT | ingredient::MEASURE,
        find: units::find_unit_words,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.temperature_format",
        tongue: Tongue::De,
        values: &[
            DetectedValue {
                name: "use_numerals_followed_by_space_then_spell_out_unit",
                example: "Im Saal sind 25 Grad Celsius.",
            },
            DetectedValue {
                name: "use_numerals_followed_by_space_then_unit_symbol",
                example: "Lagern Sie das Mittel bei 4 °C bis 8 °C.",
            },
        ],
        needs: ingredient::DIGIT,
        find: units::find_temperatures,
        rewrite: Some(units::rewrite_temperatures),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.thousands_separator",
        tongue: Tongue::De,
        values: &[
            DetectedValue { name: "do_not_use_thousands_separator", example: "Der Tank fasst 25000 l Wasser." },
            DetectedValue {
                name: "use_period_as_thousands_separator",
                example: "Das Archiv enthält 12.500 Bilder und 1.234.567 Dateien.",
            },
            DetectedValue { name: "use_space_as_thousands_separator", example: "Die Strecke von 12 500 km kostete" },
            DetectedValue {
                name: "use_straight_apostrophe_as_thousands_separator",
                example: "Der Umsatz lag bei 3'450'000 Franken.",
            },
        ],
        needs: ingredient::DIGIT,
        find: numbers::find_thousands,
        rewrite: Some(numbers::rewrite_thousands),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.units_of_measure_spacing",
        tongue: Tongue::De,
        values: &[DetectedValue {
            name: "use_space_between_numeral_and_unit_of_measure",
            example: "Der Tank fasst 25000 l Wasser.",
        }],
        needs: ingredient::DIGIT,
        find: units::find_unit_spacing,
        rewrite: Some(units::rewrite_unit_spacing),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.ampersand_abbreviation_spacing",
        tongue: Tongue::De,
        values: &[
            DetectedValue {
                name: "do_not_use_spaces_before_and_after_ampersand_as_part_of_abbreviation",
                example: "Häufige Q&A finden Sie hier.",
            },
            DetectedValue {
                name: "use_spaces_before_and_after_ampersand_as_part_of_abbreviation",
                example: "sitzt in Jena, die M & A in Bonn.",
            },
        ],
        needs: ingredient::AMPERSAND,
        find: marks::find_ampersand_abbreviations,
        rewrite: Some(marks::rewrite_ampersand_abbreviations),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.ampersand_usage",
        tongue: Tongue::De,
        values: &[DetectedValue {
            name: "use_german_word_und_except_in_company_names_common_abbreviations_titles_software_code_and_mathematical_equations",
            example: "Tipps und Tricks",
        }],
        needs: ingredient::AMPERSAND | ingredient::AND,
        find: marks::find_ampersands,
        rewrite: Some(marks::rewrite_ampersands),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.apostrophe",
        tongue: Tongue::De,
        values: &[DetectedValue { name: "use_curly_apostrophes", example: "Wie geht’s weiter" }],
        needs: ingredient::APOSTROPHE | ingredient::TYPOGRAPHY,
        find: quotes::find_apostrophe,
        rewrite: Some(quotes::rewrite_apostrophe),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.ellipsis",
        tongue: Tongue::De,
        values: &[
            DetectedValue { name: "use_ellipsis_character", example: "Suche läuft…" },
            DetectedValue { name: "use_three_periods_without_spaces", example: "Wird geladen ..." },
        ],
        needs: ingredient::ELLIPSIS,
        find: marks::find_ellipses,
        rewrite: Some(marks::rewrite_ellipses),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.quotation_style",
        tongue: Tongue::De,
        values: &[
            DetectedValue {
                name: "use_double_german_quotation_marks_for_primary_quotations_and_single_german_quotation_marks_for_secondary_quotations",
                example: "Er sagte: „Das Wort ‚Bitte‘ fehlt.“",
            },
            DetectedValue {
                name: "use_guillemets_for_primary_quotations_and_single_guillemets_for_secondary_quotations",
                example: "Sie nannten es «Plan B».",
            },
            DetectedValue {
                name: "use_reversed_guillemets_for_primary_quotations_and_single_reversed_guillemets_for_secondary_quotations",
                example: "Auf dem Knopf steht »Los«, darunter",
            },
        ],
        needs: ingredient::QUOTE | ingredient::APOSTROPHE | ingredient::TYPOGRAPHY,
        find: quotes::find_quotation_style,
        rewrite: Some(quotes::rewrite_quotation_style),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.range_indicator",
        tongue: Tongue::De,
        values: &[
            DetectedValue {
                name: "use_en_dash_without_space_on_either_side",
                example: "Uhr, Kinder von 3–6 Jahren sind frei.",
            },
            DetectedValue { name: "use_german_word_bis", example: "Minuten, mit Pause 20 bis 30 Minuten." },
        ],
        needs: ingredient::DIGIT,
        find: marks::find_ranges,
        rewrite: Some(marks::rewrite_ranges),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.salutation",
        tongue: Tongue::De,
        values: &[
            DetectedValue {
                name: "do_not_use_comma_after_salutation_capitalize_following_word",
                example: "Sehr geehrter Herr Doktor\nWir danken Ihnen.",
            },
            DetectedValue {
                name: "use_comma_after_salutation",
                example: "Lieber Kunde,\nIhre Bestellung ist unterwegs.",
            },
            DetectedValue {
                name: "use_exclamation_mark_after_salutation",
                example: "Hallo zusammen!\nHier sind die Neuigkeiten.",
            },
        ],
        needs: ingredient::NEWLINE,
        find: marks::find_salutation,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.sentence_break_indicator",
        tongue: Tongue::De,
        values: &[DetectedValue {
            name: "use_en_dash_with_space_on_either_side",
            example: "Alle Daten bleiben lokal – nichts wird gesendet.",
        }],
        needs: ingredient::HYPHEN | ingredient::TYPOGRAPHY,
        find: marks::find_breaks,
        rewrite: Some(marks::rewrite_breaks),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.slash",
        tongue: Tongue::De,
        values: &[
            DetectedValue {
                name: "do_not_use_spaces_before_and_after_slashes",
                example: "Wählen Sie Ort und/oder Datum.",
            },
            DetectedValue { name: "use_spaces_before_and_after_slashes", example: "Geben Sie Name / Firma an." },
            DetectedValue {
                name: "use_spaces_before_and_after_slashes_if_there_are_multiple_words_before_and_after_slash",
                example: "Wählen Sie Ort und/oder Datum; Geben Sie Name / Firma an.",
            },
        ],
        needs: ingredient::SLASH,
        find: marks::find_slashes,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "spelling_and_grammar.all_caps",
        tongue: Tongue::De,
        values: &[DetectedValue {
            name: "do_not_use_all_caps_except_for_acronyms_initialisms_or_proper_nouns",
            example: "Der Pfad /usr/share/doc bleibt, TCP/IP und km/h auch.",
        }],
        needs: ingredient::CAPITALS,
        find: marks::find_capitals,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "spelling_and_grammar.eszett",
        tongue: Tongue::De,
        values: &[DetectedValue { name: "replace_eszett_with_ss", example: "Die Strasse ist gross genug." }],
        needs: ingredient::DOUBLE_S,
        find: german::find_eszett,
        rewrite: Some(german::rewrite_eszett),
        standing: Standing::On,
    },
    Detector {
        rule: "spelling_and_grammar.informal_address_pronouns",
        tongue: Tongue::De,
        values: &[
            DetectedValue { name: "capitalize_informal_address_pronouns", example: "magst, kannst Du" },
            DetectedValue { name: "do_not_capitalize_informal_address_pronouns", example: "Hier findest du" },
        ],
        needs: ingredient::SMALL,
        find: german::find_informal_pronouns,
        rewrite: Some(german::rewrite_informal_pronouns),
        standing: Standing::On,
    },
    Detector {
        rule: "spelling_and_grammar.umlauts",
        tongue: Tongue::De,
        values: &[DetectedValue {
            name: "replace_umlauts_with_ae_oe_ue",
            example: "Bitte ueberpruefen Sie die Groesse.",
        }],
        needs: ingredient::UMLAUT,
        find: german::find_umlauts,
        rewrite: None,
        standing: Standing::On,
    },
];
