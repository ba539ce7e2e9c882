//! Spanish: the detector of each rule, its values in the order of their bits, and a text that follows each.

use crate::conform::detector::{DetectedValue, Detector, Standing};
use crate::conform::family::{contact, dates, marks, money, numbers, quotes, romance, times, units};
use crate::conform::ingredient;
use crate::conform::passage::Tongue;

/// The detectors of Spanish, by category and rule.
pub(super) const DETECTORS: &[Detector] = &[
    Detector {
        rule: "dates_and_times.date_format",
        tongue: Tongue::Es,
        values: &[
            DetectedValue {
                name: "use_dd_space_spelled_out_month_space_yyyy_and_use_spanish_word_septiembre_for_ninth_month",
                example: "El curso empieza el 1 de septiembre de 2025.",
            },
            DetectedValue {
                name: "use_dd_space_spelled_out_month_space_yyyy_and_use_spanish_word_setiembre_for_ninth_month",
                example: "Nació el 30 de abril de 2001 y se casó el 9 de setiembre de 2020.",
            },
            DetectedValue {
                name: "use_numerals_only_with_leading_zero_for_single_digits",
                example: "Recibido el 01-02-2025, archivado el 20/12/2024.",
            },
            DetectedValue {
                name: "use_numerals_only_without_leading_zero_for_single_digits",
                example: "Válido hasta el 1.2.2025.",
            },
            DetectedValue {
                name: "use_spelled_out_month_space_dd_comma_space_yyyy_and_use_spanish_word_septiembre_for_ninth_month",
                example: "La reunión de octubre 3, 2024 se aplaza.",
            },
        ],
        needs: ingredient::DIGIT,
        find: dates::find_dates,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "dates_and_times.dates_in_numerical_form",
        tongue: Tongue::Es,
        values: &[
            DetectedValue { name: "use_dd_hyphen_mm_hyphen_yyyy", example: "el pago del 5-3-2024." },
            DetectedValue { name: "use_dd_period_mm_period_yyyy", example: "Válido hasta el 1.2.2025." },
            DetectedValue { name: "use_dd_slash_mm_slash_yyyy", example: "archivado el 20/12/2024." },
        ],
        needs: ingredient::DIGIT,
        find: dates::find_numeric_dates,
        rewrite: Some(dates::rewrite_numeric_dates),
        standing: Standing::On,
    },
    Detector {
        rule: "dates_and_times.time_format",
        tongue: Tongue::Es,
        values: &[
            DetectedValue { name: "spell_out_time_in_words", example: "Salimos a las cinco de la mañana." },
            DetectedValue {
                name: "use_12_hour_clock_without_leading_zero_or_minutes_for_full_hours_use_colon_as_separator_and_lowercase_am_or_pm_without_periods",
                example: "Cierra a la 1:30 pm, abre a las",
            },
            DetectedValue {
                name: "use_12_hour_clock_without_leading_zero_or_minutes_for_full_hours_use_colon_as_separator_and_uppercase_am_or_pm_without_periods",
                example: "a las 5 PM.",
            },
            DetectedValue {
                name: "use_12_hour_clock_without_leading_zero_use_period_as_separator_and_lowercase_am_or_pm_with_periods_and_spaces",
                example: "La función es a las 9.30 p. m. en punto.",
            },
            DetectedValue {
                name: "use_24_hour_clock_with_colon_as_separator",
                example: "Abrimos a las 9:30 y cerramos a las 21:00.",
            },
            DetectedValue { name: "use_24_hour_clock_with_period_as_separator", example: "llega a las 18.20 h." },
        ],
        needs: 0,
        find: times::find_spanish_times,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "formatting.phone_number_format",
        tongue: Tongue::Es,
        values: &[
            DetectedValue { name: "do_not_use_spaces", example: "Teléfono: 912345678, desde fuera" },
            DetectedValue { name: "keep_original_format", example: "" },
        ],
        needs: ingredient::DIGIT,
        find: contact::find_phones,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.currency_format",
        tongue: Tongue::Es,
        values: &[
            DetectedValue {
                name: "use_amount_followed_by_space_then_currency_symbol",
                example: "El libro cuesta 12 €.",
            },
            DetectedValue { name: "use_amount_followed_by_space_then_iso_code", example: "bien 8 USD." },
            DetectedValue {
                name: "use_amount_followed_by_space_then_spell_out_currency_name",
                example: "El libro cuesta 12 euros.",
            },
            DetectedValue { name: "use_currency_symbol_followed_by_amount_without_space", example: "cuesta $450." },
            DetectedValue { name: "use_currency_symbol_followed_by_space_then_amount", example: "Pague € 7 o bien" },
            DetectedValue { name: "use_iso_code_followed_by_space_then_amount", example: "la guía USD 9." },
        ],
        needs: ingredient::DIGIT,
        find: money::find_currencies,
        rewrite: Some(money::rewrite_currencies),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.decimal_separator",
        tongue: Tongue::Es,
        values: &[
            DetectedValue { name: "use_comma_and_do_not_use_thousands_separator", example: "la 101,5 FM." },
            DetectedValue {
                name: "use_comma_do_not_use_thousands_separator_and_use_period_only_for_radio_stations",
                example: "Escucha la 98.3 FM o; Mezcle 0,25 l de leche con",
            },
            DetectedValue { name: "use_period_and_do_not_use_thousands_separator", example: "la caja 2.5 kg." },
        ],
        needs: ingredient::DIGIT,
        find: numbers::find_spanish_decimals,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.numbers_of_5_digits_or_more",
        tongue: Tongue::Es,
        values: &[
            DetectedValue {
                name: "use_comma_as_decimal_separator_and_period_as_thousands_separator",
                example: "la 101,5 FM; Hay 45.000 plazas y 2.300 mesas.",
            },
            DetectedValue {
                name: "use_comma_as_decimal_separator_and_space_as_thousands_separator",
                example: "Vendimos 25 000 libros y 3 000 discos; la 101,5 FM.",
            },
            DetectedValue {
                name: "use_comma_as_decimal_separator_period_as_thousands_separator_and_period_for_radio_stations",
                example: "Hay 45.000 plazas y 2.300 mesas; Escucha la 98.3 FM o",
            },
            DetectedValue {
                name: "use_comma_as_decimal_separator_space_as_thousands_separator_and_period_for_radio_stations",
                example: "Son 25 000,5 km en la 98.3 FM.",
            },
            DetectedValue {
                name: "use_period_as_decimal_separator_and_comma_as_thousands_separator",
                example: "Gastó 34,200 pesos y ahorró 2,100 pesos.",
            },
            DetectedValue {
                name: "use_period_as_decimal_separator_and_space_as_thousands_separator",
                example: "Son 25 000.5 km.",
            },
        ],
        needs: ingredient::DIGIT,
        find: numbers::find_spanish_long,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.numbers_up_to_4_digits",
        tongue: Tongue::Es,
        values: &[
            DetectedValue {
                name: "use_comma_as_decimal_separator_and_period_as_thousands_separator",
                example: "la 101,5 FM; Hay 45.000 plazas y 2.300 mesas.",
            },
            DetectedValue {
                name: "use_comma_as_decimal_separator_and_space_as_thousands_separator",
                example: "Vendimos 25 000 libros y 3 000 discos; la 101,5 FM.",
            },
            DetectedValue {
                name: "use_comma_as_decimal_separator_period_as_thousands_separator_and_period_for_radio_stations",
                example: "Hay 45.000 plazas y 2.300 mesas; Escucha la 98.3 FM o",
            },
            DetectedValue {
                name: "use_comma_as_decimal_separator_space_as_thousands_separator_and_period_for_radio_stations",
                example: "Pesa 3,5 kg, son 3 000 discos en la 98.3 FM.",
            },
            DetectedValue {
                name: "use_period_as_decimal_separator_and_comma_as_thousands_separator",
                example: "Gastó 34,200 pesos y ahorró 2,100 pesos.",
            },
            DetectedValue {
                name: "use_period_as_decimal_separator_and_space_as_thousands_separator",
                example: "la caja 2.5 kg; Vendimos 25 000 libros y 3 000 discos.",
            },
        ],
        needs: ingredient::DIGIT,
        find: numbers::find_spanish_short,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.percentage_format",
        tongue: Tongue::Es,
        values: &[
            DetectedValue { name: "use_numerals_followed_by_percent_symbol", example: "Subió un 5%, bajó" },
            DetectedValue {
                name: "use_numerals_followed_by_space_then_percent_symbol",
                example: "bajó un 3 % y quedó",
            },
            DetectedValue { name: "use_spanish_word_por_cien", example: "El diez por cien no, el 10 por cien sí." },
            DetectedValue { name: "use_spanish_word_por_ciento", example: "El 40 por ciento vota" },
        ],
        needs: ingredient::DIGIT,
        find: units::find_percentages,
        rewrite: Some(units::rewrite_percentages),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.spelling_out_units",
        tongue: Tongue::Es,
        values: &[
            DetectedValue {
                name: "abbreviate_units_of_measure_when_used_with_numeral_but_spell_out_when_used_without_numeral",
                example: "Pesa 3 kg y se vende por kilogramo.",
            },
            DetectedValue { name: "always_abbreviate_units_of_measure", example: "de arroz, y tres kg de pan." },
            DetectedValue { name: "always_spell_out_units_of_measure", example: "Corrió 12 kilómetros y pesa" },
            DetectedValue {
                name: "spell_out_units_of_measure_when_used_with_spelled_out_numbers_but_abbreviate_when_used_with_numeral",
                example: "Compró dos kilogramos de arroz y 3 kg de pan.",
            },
        ],
        needs: ingredient::DIGIT | ingredient::MEASURE,
        find: units::find_unit_words,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.temperature_format",
        tongue: Tongue::Es,
        values: &[
            DetectedValue { name: "spell_out_unit", example: "ayer hubo 25 grados Celsius." },
            DetectedValue { name: "use_numerals_followed_by_space_then_unit_symbol", example: "la nevera a 5 °C." },
            DetectedValue { name: "use_numerals_followed_by_unit_symbol_without_space", example: "nunca a 20°C." },
            DetectedValue {
                name: "use_spanish_word_grado_and_do_not_specify_temperature_scale",
                example: "hierve; a 40 grados no.",
            },
        ],
        needs: ingredient::DIGIT,
        find: units::find_temperatures,
        rewrite: Some(units::rewrite_temperatures),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.units_of_measure_spacing",
        tongue: Tongue::Es,
        values: &[
            DetectedValue {
                name: "do_not_use_space_between_numeral_and_unit_of_measure",
                example: "Corrió 12 kilómetros y pesa 80kg.",
            },
            DetectedValue {
                name: "use_space_between_numeral_and_unit_of_measure",
                example: "La carretera mide 15000 km.",
            },
        ],
        needs: ingredient::DIGIT,
        find: units::find_unit_spacing,
        rewrite: Some(units::rewrite_unit_spacing),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.abbreviations",
        tongue: Tongue::Es,
        values: &[
            DetectedValue { name: "do_not_separate_abbreviated_words", example: "trabaja en RRHH." },
            DetectedValue { name: "separate_each_abbreviated_word_with_period_and_space", example: "Las FF. AA. y" },
            DetectedValue {
                name: "separate_each_abbreviated_word_with_period_without_space",
                example: "Los RR.HH. de",
            },
            DetectedValue {
                name: "separate_each_abbreviated_word_with_space_without_period",
                example: "ganó en los JJ OO.",
            },
        ],
        needs: ingredient::CAPITALS,
        find: romance::find_doubled,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.quotation_mark",
        tongue: Tongue::Es,
        values: &[
            DetectedValue {
                name: "use_double_curly_quotation_marks", example: "Gritó: “El letrero ‘alto’ no está”."
            },
            DetectedValue { name: "use_double_straight_quotation_marks", example: "Pulse \"Guardar\" para seguir." },
            DetectedValue { name: "use_guillemets", example: "Lo llaman «plan B»." },
        ],
        needs: ingredient::QUOTE | ingredient::TYPOGRAPHY,
        find: quotes::find_quotation_mark,
        rewrite: Some(quotes::rewrite_quotation_mark),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.quotation_style",
        tongue: Tongue::Es,
        values: &[
            DetectedValue {
                name: "use_double_curly_quotation_marks_for_primary_quotations_then_alternate_with_single_curly_quotation_marks_for_nested_quotations",
                example: "Gritó: “El letrero ‘alto’ no está”.",
            },
            DetectedValue {
                name: "use_double_straight_quotation_marks_for_primary_quotations_then_alternate_with_single_straight_quotation_marks_for_nested_quotations",
                example: "Pulse \"Guardar\" para seguir.",
            },
            DetectedValue {
                name: "use_guillemets_for_primary_quotations_double_curly_quotation_marks_for_secondary_quotations_and_single_curly_quotation_marks_for_further_nested_quotations",
                example: "Lo llaman «plan B».",
            },
        ],
        needs: ingredient::QUOTE | ingredient::APOSTROPHE | ingredient::TYPOGRAPHY,
        find: quotes::find_quotation_style,
        rewrite: Some(quotes::rewrite_quotation_style),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.range_indicator",
        tongue: Tongue::Es,
        values: &[
            DetectedValue { name: "use_en_dash_with_spaces", example: "20 – 22, o bien" },
            DetectedValue { name: "use_en_dash_without_spaces", example: "30–40." },
            DetectedValue { name: "use_hyphen_with_spaces", example: "bien 30 - 35." },
            DetectedValue { name: "use_hyphen_without_spaces", example: "años, aulas 4-9." },
            DetectedValue { name: "use_spanish_words_de_a", example: "Dura de 5 a 10 minutos" },
        ],
        needs: ingredient::DIGIT,
        find: marks::find_ranges,
        rewrite: Some(marks::rewrite_ranges),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.salutation",
        tongue: Tongue::Es,
        values: &[
            DetectedValue { name: "use_colon_after_salutation", example: "Estimado cliente:\nSu pedido está listo." },
            DetectedValue { name: "use_comma_after_salutation", example: "Hola a todos,\nhay novedades." },
        ],
        needs: ingredient::NEWLINE,
        find: marks::find_salutation,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "spelling_and_grammar.all_caps",
        tongue: Tongue::Es,
        values: &[DetectedValue {
            name: "do_not_use_all_caps_except_for_acronyms_or_brand_names",
            example: "Vive en EE. UU. y trabaja en RRHH.",
        }],
        needs: ingredient::CAPITALS,
        find: marks::find_capitals,
        rewrite: None,
        standing: Standing::Off,
    },
    Detector {
        rule: "spelling_and_grammar.spanish_word_solo",
        tongue: Tongue::Es,
        values: &[
            DetectedValue { name: "never_use_acute_accent", example: "El archivo es de solo lectura." },
            DetectedValue { name: "use_acute_accent_when_used_as_adverb", example: "Sólo quiero leer, no" },
        ],
        needs: ingredient::SMALL | ingredient::CAPITAL,
        find: romance::find_solo,
        rewrite: Some(romance::rewrite_solo),
        standing: Standing::On,
    },
];
