//! Italian: the detector of each rule, its values in the order of their bits, and a text that follows each.

use crate::conform::detector::Detector;
use crate::conform::family::{
    capitals, contact, dates, marks, money, numbers, quotes, romance, temperatures, times, units,
};

/// The detectors of Italian, by category and rule.
pub(super) const DETECTORS: &[Detector] = detectors! { It
    "dates_and_times.centuries", dates::CENTURIES => {
        "spell_out": "La guerra del ventesimo secolo cambiò tutto.",
        "use_numerals": "Il palazzo è del XVII secolo, il ponte del",
    }
    "dates_and_times.dates_in_numerical_form", dates::NUMERIC_DATES => {
        "use_dd_hyphen_mm_hyphen_yyyy": "il saldo del 5-3-2024.",
        "use_dd_period_mm_period_yyyy": "Il verbale del 12.11.2024 arriva il 7 aprile 2025.",
        "use_dd_slash_mm_slash_yyyy": "Scade il 01/02/2025, prorogato al",
    }
    "dates_and_times.decades", dates::DECADES => {
        "spell_out": "Gli anni sessanta e gli",
        "use_apostrophe_yy": "poi anni ’90",
        "use_yy_without_apostrophe": "Un disco degli anni 80.",
    }
    "dates_and_times.hours_minutes_seconds_separator", times::ITALIAN_SEPARATOR => {
        "use_colon": "La corsa parte alle 08:15:30.",
        "use_period": "La riunione è alle 09.30.",
    }
    "dates_and_times.midnight_in_numerals", times::MIDNIGHT => {
        "use_00_00": "non alle 0:00.",
        "use_24_00": "Il turno finisce alle 24.00, non alle",
    }
    "dates_and_times.single_digit_days_and_months", dates::LEADING_ZEROS => {
        "do_not_use_leading_zero": "Il verbale del 12.11.2024 arriva il 7 aprile 2025.",
        "use_leading_zero": "Nato il 09 maggio 2001.",
    }
    "dates_and_times.single_digit_hours", times::LEADING_HOUR => {
        "do_not_use_leading_zero": "Apriamo alle 9:30 e chiudiamo alle 18.45.",
        "use_leading_zero": "La riunione è alle 09.30.",
    }
    "dates_and_times.writing_dates", dates::WRITTEN_DATES => {
        "use_dd_space_spelled_out_month_space_yyyy": "Nato il 09 maggio 2001.",
        "use_numerals": "Scade il 01/02/2025, prorogato al 20-12-2025.",
    }
    "dates_and_times.years", dates::ITALIAN_YEARS => {
        "use_apostrophe_yy": "è cambiato tutto, come nel ’68.",
        "use_yyyy": "Nato il 09 maggio 2001.",
    }
    "formatting.phone_number_format", contact::PHONES => {
        "do_not_use_spaces": "Telefono: 02123456, dall’estero +3902123456",
        "use_space_after_country_code": "Tel. +39 02123456 (ufficio)",
    }
    "numbers.currency_format", money::CURRENCIES => {
        "use_amount_followed_by_currency_symbol_without_space": "invece di 120€.",
        "use_amount_followed_by_space_then_currency_symbol": "Costa 99 € invece di",
        "use_amount_followed_by_space_then_iso_code": "45 USD.",
        "use_amount_followed_by_space_then_spell_out_currency_name_in_lowercase": "oppure 8 dollari.",
        "use_currency_symbol_followed_by_amount_without_space": "La quota è di €50",
        "use_currency_symbol_followed_by_space_then_amount": "oppure € 4.",
    }
    "numbers.large_sums_of_money", numbers::ITALIAN_SUMS => {
        "spell_out_italian_words_milione_and_miliardo": "Il premio è di 2 miliardi di dollari, il costo",
        "use_italian_words_mio_and_mrd_instead_of_italian_words_milione_and_miliardo": "di dollari, il costo 4 mio €.",
    }
    "numbers.percentage_format", units::PERCENTAGES => {
        "use_numerals_followed_by_percent_symbol": "Cresce del 5%, cala del",
        "use_numerals_followed_by_space_then_italian_word_per_cento": "resta il 2 per cento.",
        "use_numerals_followed_by_space_then_italian_word_percento": "Solo il 10 percento risponde.",
        "use_numerals_followed_by_space_then_percent_symbol": "consumo al 20 %.",
    }
    "numbers.spelling_out_units", units::UNIT_WORDS => {
        "abbreviate_units_of_measure_when_used_with_numeral_but_spell_out_when_used_without_numeral":
            "Pesa 3 kg e si vende al chilogrammo.",
        "always_abbreviate_units_of_measure": "Il prezzo al kg sale.",
        "always_spell_out_units_of_measure": "dista 12 chilometri ed è lungo",
        "spell_out_units_of_measure_when_used_with_spelled_out_numbers_but_abbreviate_when_used_with_numeral":
            "Ha comprato due chilogrammi di riso e 3 kg di pane.",
    }
    "numbers.temperature_format", temperatures::TEMPERATURES => {
        "spell_out_unit": "ieri 25 gradi Celsius.",
        "use_italian_word_grado_and_do_not_specify_temperature_scale": "Oggi ci sono 30 gradi.",
        "use_numerals_followed_by_space_then_unit_symbol": "frigo a 5 °C.",
        "use_numerals_followed_by_unit_symbol_without_space": "mai a 20°C.",
    }
    "numbers.thousands_separator", numbers::THOUSANDS => {
        "use_period": "Sono venute 12.500 persone e 1.234.567 email.",
        "use_space": "La strada è lunga 25 000 km.",
    }
    "numbers.units_of_measure_spacing", units::UNIT_SPACING => {
        "do_not_use_space_between_numeral_and_unit_of_measure": "La piscina è di 25 metri, il cavo di 3m.",
        "use_space_between_numeral_and_unit_of_measure": "Il ponte pesa 50000 kg.",
    }
    "punctuation.acronyms", romance::ACRONYMS => {
        "do_not_use_periods": "NON chiudere la finestra HTML.",
    }
    "punctuation.quotation_mark_and_apostrophe", quotes::QUOTATION_AND_APOSTROPHE => {
        "use_double_and_single_curly_quotation_marks_and_curly_apostrophes": "Urlò: “La scritta ‘alt’ manca”.",
        "use_double_and_single_straight_quotation_marks_and_straight_apostrophes": "Premere \"Salva\" per continuare.",
        "use_guillemets_and_curly_apostrophes": "Lo chiamano «piano B», dice l’autore.",
        "use_guillemets_and_straight_apostrophes": "poi «arrivederci»; Un'altra volta, all",
    }
    "punctuation.quotation_style", quotes::QUOTATION_STYLE => {
        "use_double_curly_quotation_marks_for_primary_quotations_and_single_curly_quotation_marks_for_secondary_quotations":
            "Urlò: “La scritta ‘alt’ manca”.",
        "use_double_straight_quotation_marks_for_primary_quotations_and_single_straight_quotation_marks_for_secondary_quotations":
            "Premere \"Salva\" per continuare.",
        "use_guillemets_for_primary_quotations_and_double_curly_quotation_marks_for_secondary_quotations":
            "Scrive: «Il cartello “aperto” è rotto».",
        "use_guillemets_for_primary_quotations_and_double_straight_quotation_marks_for_secondary_quotations":
            "Nota: «Il tasto \"Invio\" manca».",
        "use_guillemets_for_primary_quotations_and_single_guillemets_for_secondary_quotations":
            "Risponde: «La voce ‹forse› manca».",
    }
    "punctuation.range_indicator", marks::RANGES => {
        "use_hyphen_with_spaces": "12 - 14.",
        "use_hyphen_without_spaces": "anni, aule 4-9",
        "use_italian_words_da_a": "Dura da 5 a 10 minuti.",
    }
    "punctuation.uppercase_acronyms", romance::ACRONYM_SPACES => {
        "do_not_use_spaces": "NON chiudere la finestra HTML.",
        "use_spaces": "La sigla O. N. U. è superata.",
    }
    "spelling_and_grammar.all_caps", capitals::CAPITALS => {
        "do_not_use_all_caps_except_for_acronyms_initialisms_or_proper_nouns": "La O.N.U. e la NATO si riuniscono.",
    }
    "style_and_tone.addressing_the_reader", romance::ITALIAN_ADDRESS, OneSided => {
        "use_formal_italian_word_lei": "Come Lei sa, La preghiamo di attendere.",
        "use_informal_italian_word_tu": "Se tu vuoi, cambia il tuo nome.",
    }
};
