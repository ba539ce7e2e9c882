//! Italian: the detector of each rule, its values in the order of their bits, and a text that follows each.

use crate::conform::detector::{DetectedValue, Detector, Standing};
use crate::conform::family::{contact, dates, marks, money, numbers, quotes, romance, times, units};
use crate::conform::ingredient;
use crate::conform::passage::Tongue;

/// The detectors of Italian, by category and rule.
pub(super) const DETECTORS: &[Detector] = &[
    Detector {
        rule: "dates_and_times.centuries",
        tongue: Tongue::It,
        values: &[
            DetectedValue { name: "spell_out", example: "La guerra del ventesimo secolo cambiò tutto." },
            DetectedValue { name: "use_numerals", example: "Il palazzo è del XVII secolo, il ponte del" },
        ],
        needs: ingredient::SMALL,
        find: dates::find_centuries,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "dates_and_times.dates_in_numerical_form",
        tongue: Tongue::It,
        values: &[
            DetectedValue { name: "use_dd_hyphen_mm_hyphen_yyyy", example: "il saldo del 5-3-2024." },
            DetectedValue {
                name: "use_dd_period_mm_period_yyyy",
                example: "Il verbale del 12.11.2024 arriva il 7 aprile 2025.",
            },
            DetectedValue { name: "use_dd_slash_mm_slash_yyyy", example: "Scade il 01/02/2025, prorogato al" },
        ],
        needs: ingredient::DIGIT,
        find: dates::find_numeric_dates,
        rewrite: Some(dates::rewrite_numeric_dates),
        standing: Standing::On,
    },
    Detector {
        rule: "dates_and_times.decades",
        tongue: Tongue::It,
        values: &[
            DetectedValue { name: "spell_out", example: "Gli anni sessanta e gli" },
            DetectedValue { name: "use_apostrophe_yy", example: "poi anni ’90" },
            DetectedValue { name: "use_yy_without_apostrophe", example: "Un disco degli anni 80." },
        ],
        needs: ingredient::SMALL,
        find: dates::find_decades,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "dates_and_times.hours_minutes_seconds_separator",
        tongue: Tongue::It,
        values: &[
            DetectedValue { name: "use_colon", example: "La corsa parte alle 08:15:30." },
            DetectedValue { name: "use_period", example: "La riunione è alle 09.30." },
        ],
        needs: ingredient::DIGIT,
        find: times::find_italian_separator,
        rewrite: Some(times::rewrite_italian_separator),
        standing: Standing::On,
    },
    Detector {
        rule: "dates_and_times.midnight_in_numerals",
        tongue: Tongue::It,
        values: &[
            DetectedValue { name: "use_00_00", example: "non alle 0:00." },
            DetectedValue { name: "use_24_00", example: "Il turno finisce alle 24.00, non alle" },
        ],
        needs: ingredient::DIGIT,
        find: times::find_midnight,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "dates_and_times.single_digit_days_and_months",
        tongue: Tongue::It,
        values: &[
            DetectedValue {
                name: "do_not_use_leading_zero",
                example: "Il verbale del 12.11.2024 arriva il 7 aprile 2025.",
            },
            DetectedValue { name: "use_leading_zero", example: "Nato il 09 maggio 2001." },
        ],
        needs: ingredient::DIGIT,
        find: dates::find_leading_zeros,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "dates_and_times.single_digit_hours",
        tongue: Tongue::It,
        values: &[
            DetectedValue { name: "do_not_use_leading_zero", example: "Apriamo alle 9:30 e chiudiamo alle 18.45." },
            DetectedValue { name: "use_leading_zero", example: "La riunione è alle 09.30." },
        ],
        needs: ingredient::DIGIT,
        find: times::find_leading_hour,
        rewrite: Some(times::rewrite_leading_hour),
        standing: Standing::On,
    },
    Detector {
        rule: "dates_and_times.writing_dates",
        tongue: Tongue::It,
        values: &[
            DetectedValue { name: "use_dd_space_spelled_out_month_space_yyyy", example: "Nato il 09 maggio 2001." },
            DetectedValue { name: "use_numerals", example: "Scade il 01/02/2025, prorogato al 20-12-2025." },
        ],
        needs: ingredient::DIGIT,
        find: dates::find_written_dates,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "dates_and_times.years",
        tongue: Tongue::It,
        values: &[
            DetectedValue { name: "use_apostrophe_yy", example: "è cambiato tutto, come nel ’68." },
            DetectedValue { name: "use_yyyy", example: "Nato il 09 maggio 2001." },
        ],
        needs: 0,
        find: dates::find_italian_years,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "formatting.phone_number_format",
        tongue: Tongue::It,
        values: &[
            DetectedValue { name: "do_not_use_spaces", example: "Telefono: 02123456, dall’estero +3902123456" },
            DetectedValue { name: "use_space_after_country_code", example: "Tel. +39 02123456 (ufficio)" },
        ],
        needs: ingredient::DIGIT,
        find: contact::find_phones,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.currency_format",
        tongue: Tongue::It,
        values: &[
            DetectedValue {
                name: "use_amount_followed_by_currency_symbol_without_space", example: "invece di 120€."
            },
            DetectedValue {
                name: "use_amount_followed_by_space_then_currency_symbol",
                example: "Costa 99 € invece di",
            },
            DetectedValue { name: "use_amount_followed_by_space_then_iso_code", example: "45 USD." },
            DetectedValue {
                name: "use_amount_followed_by_space_then_spell_out_currency_name_in_lowercase",
                example: "oppure 8 dollari.",
            },
            DetectedValue {
                name: "use_currency_symbol_followed_by_amount_without_space",
                example: "La quota è di €50",
            },
            DetectedValue { name: "use_currency_symbol_followed_by_space_then_amount", example: "oppure € 4." },
        ],
        needs: ingredient::DIGIT,
        find: money::find_currencies,
        rewrite: Some(money::rewrite_currencies),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.large_sums_of_money",
        tongue: Tongue::It,
        values: &[
            DetectedValue {
                name: "spell_out_italian_words_milione_and_miliardo",
                example: "Il premio è di 2 miliardi di dollari, il costo",
            },
            DetectedValue {
                name: "use_italian_words_mio_and_mrd_instead_of_italian_words_milione_and_miliardo",
                example: "di dollari, il costo 4 mio €.",
            },
        ],
        needs: ingredient::DIGIT,
        find: numbers::find_italian_sums,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.percentage_format",
        tongue: Tongue::It,
        values: &[
            DetectedValue { name: "use_numerals_followed_by_percent_symbol", example: "Cresce del 5%, cala del" },
            DetectedValue {
                name: "use_numerals_followed_by_space_then_italian_word_per_cento",
                example: "resta il 2 per cento.",
            },
            DetectedValue {
                name: "use_numerals_followed_by_space_then_italian_word_percento",
                example: "Solo il 10 percento risponde.",
            },
            DetectedValue { name: "use_numerals_followed_by_space_then_percent_symbol", example: "consumo al 20 %." },
        ],
        needs: ingredient::DIGIT,
        find: units::find_percentages,
        rewrite: Some(units::rewrite_percentages),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.spelling_out_units",
        tongue: Tongue::It,
        values: &[
            DetectedValue {
                name: "abbreviate_units_of_measure_when_used_with_numeral_but_spell_out_when_used_without_numeral",
                example: "Pesa 3 kg e si vende al chilogrammo.",
            },
            DetectedValue { name: "always_abbreviate_units_of_measure", example: "Il prezzo al kg sale." },
            DetectedValue { name: "always_spell_out_units_of_measure", example: "dista 12 chilometri ed è lungo" },
            DetectedValue {
                name: "spell_out_units_of_measure_when_used_with_spelled_out_numbers_but_abbreviate_when_used_with_numeral",
                example: "Ha comprato due chilogrammi di riso e 3 kg di pane.",
            },
        ],
        needs: ingredient::DIGIT | ingredient::MEASURE,
        find: units::find_unit_words,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.temperature_format",
        tongue: Tongue::It,
        values: &[
            DetectedValue { name: "spell_out_unit", example: "ieri 25 gradi Celsius." },
            DetectedValue {
                name: "use_italian_word_grado_and_do_not_specify_temperature_scale",
                example: "non a 40 gradi.",
            },
            DetectedValue { name: "use_numerals_followed_by_space_then_unit_symbol", example: "frigo a 5 °C." },
            DetectedValue { name: "use_numerals_followed_by_unit_symbol_without_space", example: "mai a 20°C." },
        ],
        needs: ingredient::DIGIT,
        find: units::find_temperatures,
        rewrite: Some(units::rewrite_temperatures),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.thousands_separator",
        tongue: Tongue::It,
        values: &[
            DetectedValue { name: "use_period", example: "Sono venute 12.500 persone e 1.234.567 email." },
            DetectedValue { name: "use_space", example: "La strada è lunga 25 000 km." },
        ],
        needs: ingredient::DIGIT,
        find: numbers::find_thousands,
        rewrite: Some(numbers::rewrite_thousands),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.units_of_measure_spacing",
        tongue: Tongue::It,
        values: &[
            DetectedValue {
                name: "do_not_use_space_between_numeral_and_unit_of_measure",
                example: "La piscina è di 25 metri, il cavo di 3m.",
            },
            DetectedValue { name: "use_space_between_numeral_and_unit_of_measure", example: "Il ponte pesa 50000 kg." },
        ],
        needs: ingredient::DIGIT,
        find: units::find_unit_spacing,
        rewrite: Some(units::rewrite_unit_spacing),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.acronyms",
        tongue: Tongue::It,
        values: &[DetectedValue { name: "do_not_use_periods", example: "NON chiudere la finestra HTML." }],
        needs: ingredient::CAPITALS | ingredient::INITIAL,
        find: romance::find_acronyms,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.quotation_mark_and_apostrophe",
        tongue: Tongue::It,
        values: &[
            DetectedValue {
                name: "use_double_and_single_curly_quotation_marks_and_curly_apostrophes",
                example: "Urlò: “La scritta ‘alt’ manca”.",
            },
            DetectedValue {
                name: "use_double_and_single_straight_quotation_marks_and_straight_apostrophes",
                example: "Premere \"Salva\" per continuare.",
            },
            DetectedValue {
                name: "use_guillemets_and_curly_apostrophes",
                example: "Lo chiamano «piano B», dice l’autore.",
            },
            DetectedValue {
                name: "use_guillemets_and_straight_apostrophes",
                example: "poi «arrivederci»; Un'altra volta, all",
            },
        ],
        needs: ingredient::QUOTE | ingredient::APOSTROPHE | ingredient::TYPOGRAPHY,
        find: quotes::find_quotation_and_apostrophe,
        rewrite: Some(quotes::rewrite_quotation_and_apostrophe),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.quotation_style",
        tongue: Tongue::It,
        values: &[
            DetectedValue {
                name: "use_double_curly_quotation_marks_for_primary_quotations_and_single_curly_quotation_marks_for_secondary_quotations",
                example: "Urlò: “La scritta ‘alt’ manca”.",
            },
            DetectedValue {
                name: "use_double_straight_quotation_marks_for_primary_quotations_and_single_straight_quotation_marks_for_secondary_quotations",
                example: "Premere \"Salva\" per continuare.",
            },
            DetectedValue {
                name: "use_guillemets_for_primary_quotations_and_double_curly_quotation_marks_for_secondary_quotations",
                example: "Scrive: «Il cartello “aperto” è rotto».",
            },
            DetectedValue {
                name: "use_guillemets_for_primary_quotations_and_double_straight_quotation_marks_for_secondary_quotations",
                example: "Nota: «Il tasto \"Invio\" manca».",
            },
            DetectedValue {
                name: "use_guillemets_for_primary_quotations_and_single_guillemets_for_secondary_quotations",
                example: "Risponde: «La voce ‹forse› manca».",
            },
        ],
        needs: ingredient::QUOTE | ingredient::APOSTROPHE | ingredient::TYPOGRAPHY,
        find: quotes::find_quotation_style,
        rewrite: Some(quotes::rewrite_quotation_style),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.range_indicator",
        tongue: Tongue::It,
        values: &[
            DetectedValue { name: "use_hyphen_with_spaces", example: "12 - 14." },
            DetectedValue { name: "use_hyphen_without_spaces", example: "anni, aule 4-9" },
            DetectedValue { name: "use_italian_words_da_a", example: "Dura da 5 a 10 minuti." },
        ],
        needs: ingredient::DIGIT,
        find: marks::find_ranges,
        rewrite: Some(marks::rewrite_ranges),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.uppercase_acronyms",
        tongue: Tongue::It,
        values: &[
            DetectedValue { name: "do_not_use_spaces", example: "NON chiudere la finestra HTML." },
            DetectedValue { name: "use_spaces", example: "La sigla O. N. U. è superata." },
        ],
        needs: ingredient::CAPITALS | ingredient::INITIAL,
        find: romance::find_acronym_spaces,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "spelling_and_grammar.all_caps",
        tongue: Tongue::It,
        values: &[DetectedValue {
            name: "do_not_use_all_caps_except_for_acronyms_initialisms_or_proper_nouns",
            example: "La O.N.U. e la NATO si riuniscono.",
        }],
        needs: ingredient::CAPITALS,
        find: marks::find_capitals,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "style_and_tone.addressing_the_reader",
        tongue: Tongue::It,
        values: &[
            DetectedValue { name: "use_formal_italian_word_lei", example: "Come Lei sa, La preghiamo di attendere." },
            DetectedValue { name: "use_informal_italian_word_tu", example: "Se tu vuoi, cambia il tuo nome." },
        ],
        needs: ingredient::SMALL | ingredient::CAPITAL,
        find: romance::find_italian_address,
        rewrite: None,
        standing: Standing::OneSided,
    },
];
