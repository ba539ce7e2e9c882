//! German: the detector of each rule, its values in the order of their bits, and a text that follows each.

use crate::conform::detector::Detector;
use crate::conform::family::{
    capitals, contact, dates, german, marks, money, numbers, quotes, slashes, temperatures, times, units,
};

/// The detectors of German, by category and rule.
pub(super) const DETECTORS: &[Detector] = detectors! { De
    "dates_and_times.date_format", dates::DATES => {
        "use_dd_period_mm_period_yy_with_leading_zeros_for_single_digit_days_and_months":
            "Der Laden schließt am 12.11.24 schon um 14:30 Uhr.",
        "use_dd_period_mm_period_yyyy_with_leading_zeros_for_single_digit_days_and_months":
            "Die Lieferung kommt am 05.03.2024 gegen 9:05 Uhr.",
        "use_dd_period_space_abbreviated_month_yyyy_with_abbreviations_jan_period_feb_period_mrz_period_apr_period_mai_jun_period_jul_period_aug_period_sep_period_okt_period_nov_period_dez_period_without_leading_zeros_for_single_digit_days":
            "am 4. Sep. 2024 bleibt das Lager zu.",
        "use_dd_period_space_abbreviated_month_yyyy_with_abbreviations_jan_period_febr_period_maerz_apr_period_mai_juni_juli_aug_period_sept_period_okt_period_nov_period_dez_period_without_leading_zeros_for_single_digit_days":
            "Am 3. Sept. 2024 und am",
        "use_dd_period_space_month_yyyy_without_leading_zeros_for_single_digit_days":
            "Die Frist endet am 17. April 2025 um 18 Uhr.",
    }
    "dates_and_times.time_format", times::GERMAN_TIMES => {
        "use_hh_colon_mm_german_word_uhr_with_leading_zeros_for_single_digit_hours":
            "Wir treffen uns um 07:45 Uhr am Gleis 3.",
        "use_hh_colon_mm_german_word_uhr_without_leading_zeros_for_single_digit_hours":
            "Die Lieferung kommt am 05.03.2024 gegen 9:05 Uhr.",
        "use_hh_period_mm_german_word_uhr_with_leading_zeros_for_single_digit_hours":
            "Bitte erscheinen Sie um 08.15 Uhr, nicht um",
        "use_hh_period_mm_german_word_uhr_without_leading_zeros_for_single_digit_hours": "nicht um 8.00 Uhr.",
        "use_hh_period_mm_german_word_uhr_without_leading_zeros_for_single_digit_hours_and_for_full_hours_state_hour_only":
            "Die Frist endet am 17. April 2025 um 18 Uhr.",
    }
    "formatting.email_address_format", contact::MAIL => {
        "replace_at_symbol_with_english_word_at_in_brackets_with_space_on_either_side":
            "Kontakt: post [at] example.org",
        "replace_at_symbol_with_english_word_at_in_parentheses_with_space_on_either_side": "an team (at) example.com.",
        "replace_at_symbol_with_english_word_at_with_space_on_either_side":
            "Antworten gehen an buero at example.net, Rechnungen an",
        "use_standard_format": "Schreiben Sie an hilfe@example.com",
    }
    "formatting.phone_number_format", contact::PHONES => {
        "do_not_use_spaces_or_special_characters_between_digits_of_phone_number": "mobil unter 01701234567.",
        "place_area_code_in_parentheses_followed_by_space": "Telefon: (030) 23125000, Fax:",
        "separate_area_code_and_phone_number_with_slash": "Rufnummer: 040/66969000",
        "separate_area_code_and_phone_number_with_space": "Hotline 0800 1234567, aus dem Ausland",
    }
    "numbers.currency_format", money::CURRENCIES => {
        "use_amount_followed_by_space_then_currency_symbol": "Pro kg fallen 2 € an.",
        "use_amount_followed_by_space_then_iso_code": "Die Strecke von 12 500 km kostete 12'500 CHF.",
        "use_amount_followed_by_space_then_spell_out_currency_name": "Die Stiftung vergab 50000 Euro.",
        "use_currency_symbol_followed_by_space_then_amount": "Sparen Sie bis zu 30 % und zahlen Sie nur € 7.",
        "use_iso_code_followed_by_space_then_amount": "Die Miete von CHF 900 steigt",
    }
    "numbers.decimal_numbers_less_than_one", numbers::BELOW_ONE => {
        "always_use_0_before_decimal_separator": "Mische 0,25 l Milch mit 200 g Mehl.",
    }
    "numbers.decimal_separator", numbers::GERMAN_DECIMALS => {
        "use_comma_as_decimal_separator": "Mische 0,25 l Milch mit 200 g Mehl.",
        "use_period_as_decimal_separator": "Die Gebühr von 15€ entfällt ab 3.5 kg nicht.",
    }
    "numbers.dimensions_separator", units::DIMENSIONS => {
        "use_multiplication_sign_between_dimensions_with_space_on_either_side":
            "Die Platte misst 10 × 20 cm, die Folie",
        "use_multiplication_sign_between_dimensions_without_space_on_either_side":
            "Das Poster ist 40×60 cm groß, der Rahmen",
        "use_x_between_dimensions_with_space_on_either_side": "Ein Regal von 80 x 200 cm trägt 40kg.",
        "use_x_between_dimensions_without_space_on_either_side": "cm, die Folie 15x30 cm.",
    }
    "numbers.large_number_format", numbers::GERMAN_LARGE => {
        "spell_out_large_numbers": "Euro, nicht 4 Milliarden.",
        "use_abbreviations_for_large_numbers": "Kunden und 2 Mrd. Euro Umsatz.",
    }
    "numbers.mathematical_expression_spacing", numbers::MATH => {
        "use_space_between_elements_of_mathematical_expression_or_equation": "Die Formel lautet a + b = c.",
    }
    "numbers.percentage_format", units::PERCENTAGES => {
        "use_numerals_followed_by_percent_symbol": "Der Akku ist zu 80% geladen, das sind",
        "use_numerals_followed_by_space_then_german_word_prozent": "Etwa 40 Prozent der Kunden zahlen mit Karte.",
        "use_numerals_followed_by_space_then_percent_symbol": "Sparen Sie bis zu 30 % und zahlen Sie nur € 7.",
    }
    "numbers.spelling_out_units", units::UNIT_WORDS => {
        "abbreviate_units_of_measure_when_used_with_numeral_but_spell_out_when_used_without_numeral":
            "lang, gemessen in Kilometern; trägt 40kg.",
        "always_abbreviate_units_of_measure": "Pro kg fallen 2 € an.",
        "always_spell_out_units_of_measure": "Fünf Pakete wiegen zusammen 12 Kilogramm.",
    }
    "numbers.temperature_format", temperatures::TEMPERATURES => {
        "use_numerals_followed_by_space_then_spell_out_unit": "Im Saal sind 25 Grad Celsius.",
        "use_numerals_followed_by_space_then_unit_symbol": "Lagern Sie das Mittel bei 4 °C bis 8 °C.",
    }
    "numbers.thousands_separator", numbers::THOUSANDS => {
        "do_not_use_thousands_separator": "Der Tank fasst 25000 l Wasser.",
        "use_period_as_thousands_separator": "Das Archiv enthält 12.500 Bilder und 1.234.567 Dateien.",
        "use_space_as_thousands_separator": "Die Strecke von 12 500 km kostete",
        "use_straight_apostrophe_as_thousands_separator": "Der Umsatz lag bei 3'450'000 Franken.",
    }
    "numbers.units_of_measure_spacing", units::UNIT_SPACING => {
        "use_space_between_numeral_and_unit_of_measure": "Der Tank fasst 25000 l Wasser.",
    }
    "punctuation.ampersand_abbreviation_spacing", marks::AMPERSAND_ABBREVIATIONS => {
        "do_not_use_spaces_before_and_after_ampersand_as_part_of_abbreviation": "Häufige Q&A finden Sie hier.",
        "use_spaces_before_and_after_ampersand_as_part_of_abbreviation": "sitzt in Jena, die M & A in Bonn.",
    }
    "punctuation.ampersand_usage", marks::AMPERSANDS => {
        "use_german_word_und_except_in_company_names_common_abbreviations_titles_software_code_and_mathematical_equations":
            "Tipps und Tricks",
    }
    "punctuation.apostrophe", quotes::APOSTROPHE => {
        "use_curly_apostrophes": "Wie geht’s weiter",
    }
    "punctuation.ellipsis", marks::ELLIPSES => {
        "use_ellipsis_character": "Suche läuft…",
        "use_three_periods_without_spaces": "Wird geladen ...",
    }
    "punctuation.quotation_style", quotes::QUOTATION_STYLE => {
        "use_double_german_quotation_marks_for_primary_quotations_and_single_german_quotation_marks_for_secondary_quotations":
            "Er sagte: „Das Wort ‚Bitte‘ fehlt.“",
        "use_guillemets_for_primary_quotations_and_single_guillemets_for_secondary_quotations":
            "Sie nannten es «Plan B».",
        "use_reversed_guillemets_for_primary_quotations_and_single_reversed_guillemets_for_secondary_quotations":
            "Auf dem Knopf steht »Los«, darunter",
    }
    "punctuation.range_indicator", marks::RANGES => {
        "use_en_dash_without_space_on_either_side": "Uhr, Kinder von 3–6 Jahren sind frei.",
        "use_german_word_bis": "Minuten, mit Pause 20 bis 30 Minuten.",
    }
    "punctuation.salutation", marks::SALUTATION => {
        "do_not_use_comma_after_salutation_capitalize_following_word": "Sehr geehrter Herr Doktor\nWir danken Ihnen.",
        "use_comma_after_salutation": "Lieber Kunde,\nIhre Bestellung ist unterwegs.",
        "use_exclamation_mark_after_salutation": "Hallo zusammen!\nHier sind die Neuigkeiten.",
    }
    "punctuation.sentence_break_indicator", marks::BREAKS => {
        "use_en_dash_with_space_on_either_side": "Alle Daten bleiben lokal – nichts wird gesendet.",
    }
    "punctuation.slash", slashes::SLASHES => {
        "do_not_use_spaces_before_and_after_slashes": "Wählen Sie Ort und/oder Datum.",
        "use_spaces_before_and_after_slashes": "Geben Sie Name / Firma an.",
        "use_spaces_before_and_after_slashes_if_there_are_multiple_words_before_and_after_slash":
            "Wählen Sie Ort und/oder Datum; Geben Sie Name / Firma an.",
    }
    "spelling_and_grammar.all_caps", capitals::CAPITALS => {
        "do_not_use_all_caps_except_for_acronyms_initialisms_or_proper_nouns":
            "Der Pfad /usr/share/doc bleibt, TCP/IP und km/h auch.",
    }
    "spelling_and_grammar.eszett", german::ESZETT => {
        "replace_eszett_with_ss": "Die Strasse ist gross genug.",
    }
    "spelling_and_grammar.informal_address_pronouns", german::INFORMAL_PRONOUNS => {
        "capitalize_informal_address_pronouns": "magst, kannst Du",
        "do_not_capitalize_informal_address_pronouns": "Hier findest du",
    }
    "spelling_and_grammar.umlauts", german::UMLAUTS => {
        "replace_umlauts_with_ae_oe_ue": "Bitte ueberpruefen Sie die Groesse.",
    }
};
