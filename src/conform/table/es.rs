//! Spanish: the detector of each rule, its values in the order of their bits, and a text that follows each.

use crate::conform::detector::Detector;
use crate::conform::family::{
    capitals, contact, dates, marks, money, numbers, quotes, romance, temperatures, times, units,
};

/// The detectors of Spanish, by category and rule.
pub(super) const DETECTORS: &[Detector] = detectors! { Es
    "dates_and_times.date_format", dates::DATES => {
        "use_dd_space_spelled_out_month_space_yyyy_and_use_spanish_word_septiembre_for_ninth_month":
            "El curso empieza el 1 de septiembre de 2025.",
        "use_dd_space_spelled_out_month_space_yyyy_and_use_spanish_word_setiembre_for_ninth_month":
            "Nació el 30 de abril de 2001 y se casó el 9 de setiembre de 2020.",
        "use_numerals_only_with_leading_zero_for_single_digits": "Recibido el 01-02-2025, archivado el 20/12/2024.",
        "use_numerals_only_without_leading_zero_for_single_digits": "Válido hasta el 1.2.2025.",
        "use_spelled_out_month_space_dd_comma_space_yyyy_and_use_spanish_word_septiembre_for_ninth_month":
            "La reunión de octubre 3, 2024 se aplaza.",
    }
    "dates_and_times.dates_in_numerical_form", dates::NUMERIC_DATES => {
        "use_dd_hyphen_mm_hyphen_yyyy": "el pago del 5-3-2024.",
        "use_dd_period_mm_period_yyyy": "Válido hasta el 1.2.2025.",
        "use_dd_slash_mm_slash_yyyy": "archivado el 20/12/2024.",
    }
    "dates_and_times.time_format", times::SPANISH_TIMES => {
        "spell_out_time_in_words": "Salimos a las cinco de la mañana.",
        "use_12_hour_clock_without_leading_zero_or_minutes_for_full_hours_use_colon_as_separator_and_lowercase_am_or_pm_without_periods":
            "Cierra a la 1:30 pm, abre a las",
        "use_12_hour_clock_without_leading_zero_or_minutes_for_full_hours_use_colon_as_separator_and_uppercase_am_or_pm_without_periods":
            "a las 5 PM.",
        "use_12_hour_clock_without_leading_zero_use_period_as_separator_and_lowercase_am_or_pm_with_periods_and_spaces":
            "La función es a las 9.30 p. m. en punto.",
        "use_24_hour_clock_with_colon_as_separator": "Abrimos a las 9:30 y cerramos a las 21:00.",
        "use_24_hour_clock_with_period_as_separator": "llega a las 18.20 h.",
    }
    "formatting.phone_number_format", contact::PHONES => {
        "do_not_use_spaces": "Teléfono: 912345678, desde fuera",
        "keep_original_format": "",
    }
    "numbers.currency_format", money::CURRENCIES => {
        "use_amount_followed_by_space_then_currency_symbol": "El libro cuesta 12 €.",
        "use_amount_followed_by_space_then_iso_code": "bien 8 USD.",
        "use_amount_followed_by_space_then_spell_out_currency_name": "El libro cuesta 12 euros.",
        "use_currency_symbol_followed_by_amount_without_space": "cuesta $450.",
        "use_currency_symbol_followed_by_space_then_amount": "Pague € 7 o bien",
        "use_iso_code_followed_by_space_then_amount": "la guía USD 9.",
    }
    "numbers.decimal_separator", numbers::SPANISH_DECIMALS => {
        "use_comma_and_do_not_use_thousands_separator": "la 101,5 FM.",
        "use_comma_do_not_use_thousands_separator_and_use_period_only_for_radio_stations":
            "Escucha la 98.3 FM o; Mezcle 0,25 l de leche con",
        "use_period_and_do_not_use_thousands_separator": "la caja 2.5 kg.",
    }
    "numbers.numbers_of_5_digits_or_more", numbers::SPANISH_LONG => {
        "use_comma_as_decimal_separator_and_period_as_thousands_separator":
            "la 101,5 FM; Hay 45.000 plazas y 2.300 mesas.",
        "use_comma_as_decimal_separator_and_space_as_thousands_separator":
            "Vendimos 25 000 libros y 3 000 discos; la 101,5 FM.",
        "use_comma_as_decimal_separator_period_as_thousands_separator_and_period_for_radio_stations":
            "Hay 45.000 plazas y 2.300 mesas; Escucha la 98.3 FM o",
        "use_comma_as_decimal_separator_space_as_thousands_separator_and_period_for_radio_stations":
            "Son 25 000,5 km en la 98.3 FM.",
        "use_period_as_decimal_separator_and_comma_as_thousands_separator": "Gastó 34,200 pesos y ahorró 2,100 pesos.",
        "use_period_as_decimal_separator_and_space_as_thousands_separator": "Son 25 000.5 km.",
    }
    "numbers.numbers_up_to_4_digits", numbers::SPANISH_SHORT => {
        "use_comma_as_decimal_separator_and_period_as_thousands_separator":
            "la 101,5 FM; Hay 45.000 plazas y 2.300 mesas.",
        "use_comma_as_decimal_separator_and_space_as_thousands_separator":
            "Vendimos 25 000 libros y 3 000 discos; la 101,5 FM.",
        "use_comma_as_decimal_separator_period_as_thousands_separator_and_period_for_radio_stations":
            "Hay 45.000 plazas y 2.300 mesas; Escucha la 98.3 FM o",
        "use_comma_as_decimal_separator_space_as_thousands_separator_and_period_for_radio_stations":
            "Pesa 3,5 kg, son 3 000 discos en la 98.3 FM.",
        "use_period_as_decimal_separator_and_comma_as_thousands_separator": "Gastó 34,200 pesos y ahorró 2,100 pesos.",
        "use_period_as_decimal_separator_and_space_as_thousands_separator":
            "la caja 2.5 kg; Vendimos 25 000 libros y 3 000 discos.",
    }
    "numbers.percentage_format", units::PERCENTAGES => {
        "use_numerals_followed_by_percent_symbol": "Subió un 5%, bajó",
        "use_numerals_followed_by_space_then_percent_symbol": "bajó un 3 % y quedó",
        "use_spanish_word_por_cien": "El diez por cien no, el 10 por cien sí.",
        "use_spanish_word_por_ciento": "El 40 por ciento vota",
    }
    "numbers.spelling_out_units", units::UNIT_WORDS => {
        "abbreviate_units_of_measure_when_used_with_numeral_but_spell_out_when_used_without_numeral":
            "Pesa 3 kg y se vende por kilogramo.",
        "always_abbreviate_units_of_measure": "de arroz, y tres kg de pan.",
        "always_spell_out_units_of_measure": "Corrió 12 kilómetros y pesa",
        "spell_out_units_of_measure_when_used_with_spelled_out_numbers_but_abbreviate_when_used_with_numeral":
            "Compró dos kilogramos de arroz y 3 kg de pan.",
    }
    "numbers.temperature_format", temperatures::TEMPERATURES => {
        "spell_out_unit": "ayer hubo 25 grados Celsius.",
        "use_numerals_followed_by_space_then_unit_symbol": "la nevera a 5 °C.",
        "use_numerals_followed_by_unit_symbol_without_space": "nunca a 20°C.",
        "use_spanish_word_grado_and_do_not_specify_temperature_scale": "hierve; a 40 grados no.",
    }
    "numbers.units_of_measure_spacing", units::UNIT_SPACING => {
        "do_not_use_space_between_numeral_and_unit_of_measure": "Corrió 12 kilómetros y pesa 80kg.",
        "use_space_between_numeral_and_unit_of_measure": "La carretera mide 15000 km.",
    }
    "punctuation.abbreviations", romance::DOUBLED => {
        "do_not_separate_abbreviated_words": "trabaja en RRHH.",
        "separate_each_abbreviated_word_with_period_and_space": "Las FF. AA. y",
        "separate_each_abbreviated_word_with_period_without_space": "Los RR.HH. de",
        "separate_each_abbreviated_word_with_space_without_period": "ganó en los JJ OO.",
    }
    "punctuation.quotation_mark", quotes::QUOTATION_MARK => {
        "use_double_curly_quotation_marks": "Gritó: “El letrero ‘alto’ no está”.",
        "use_double_straight_quotation_marks": "Pulse \"Guardar\" para seguir.",
        "use_guillemets": "Lo llaman «plan B».",
    }
    "punctuation.quotation_style", quotes::QUOTATION_STYLE => {
        "use_double_curly_quotation_marks_for_primary_quotations_then_alternate_with_single_curly_quotation_marks_for_nested_quotations":
            "Gritó: “El letrero ‘alto’ no está”.",
        "use_double_straight_quotation_marks_for_primary_quotations_then_alternate_with_single_straight_quotation_marks_for_nested_quotations":
            "Pulse \"Guardar\" para seguir.",
        "use_guillemets_for_primary_quotations_double_curly_quotation_marks_for_secondary_quotations_and_single_curly_quotation_marks_for_further_nested_quotations":
            "Lo llaman «plan B».",
    }
    "punctuation.range_indicator", marks::RANGES => {
        "use_en_dash_with_spaces": "20 – 22, o bien",
        "use_en_dash_without_spaces": "30–40.",
        "use_hyphen_with_spaces": "bien 30 - 35.",
        "use_hyphen_without_spaces": "años, aulas 4-9.",
        "use_spanish_words_de_a": "Dura de 5 a 10 minutos",
    }
    "punctuation.salutation", marks::SALUTATION => {
        "use_colon_after_salutation": "Estimado cliente:\nSu pedido está listo.",
        "use_comma_after_salutation": "Hola a todos,\nhay novedades.",
    }
    "spelling_and_grammar.all_caps", capitals::CAPITALS, Off => {
        "do_not_use_all_caps_except_for_acronyms_or_brand_names": "Vive en EE. UU. y trabaja en RRHH.",
    }
    "spelling_and_grammar.spanish_word_solo", romance::SOLO => {
        "never_use_acute_accent": "El archivo es de solo lectura.",
        "use_acute_accent_when_used_as_adverb": "Sólo quiero leer, no",
    }
};
