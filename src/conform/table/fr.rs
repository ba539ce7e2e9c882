//! French: the detector of each rule, its values in the order of their bits, and a text that follows each.

use crate::conform::detector::Detector;
use crate::conform::family::{dates, french, marks, money, quotes, slashes, times, units};

/// The detectors of French, by category and rule.
pub(super) const DETECTORS: &[Detector] = detectors! { Fr
    "dates_and_times.centuries", dates::CENTURIES => {
        "spell_out": "Les romans du dix-neuvième siècle sont longs.",
        "use_arabic_numerals": "un mur du 12e siècle.",
        "use_roman_numerals": "Un palais du XXe siècle et un mur du",
    }
    "dates_and_times.date_format", dates::DATES => {
        "use_dd_period_mm_period_yyyy": "Mise à jour du 01.09.2024, puis du",
        "use_dd_slash_mm_slash_yyyy": "Réponse attendue le 15/11/2025.",
        "use_dd_space_spelled_out_month_space_yyyy": "Le 14 juillet 2024, les bureaux sont fermés.",
        "use_yyyy_period_mm_period_dd": "Archive du 2023.12.24",
        "use_yyyy_slash_mm_slash_dd": "puis du 2025/01/02.",
    }
    "dates_and_times.decades", dates::DECADES => {
        "spell_out": "Les années quatre-vingt sont loin.",
        "use_yy_for_20th_century_but_yyyy_for_other_centuries": "Dans les années 80, puis dans les",
        "use_yyyy": "revient, celle des années 1960 aussi.",
    }
    "dates_and_times.hours_minutes_separator", times::FRENCH_SEPARATOR => {
        "use_colon_without_spaces": "La réunion est à 09:15, le déjeuner à 12:30.",
        "use_letter_h_with_regular_space_on_either_side": "Le spectacle commence à 20 h 30.",
        "use_letter_h_without_spaces": "Rendez-vous à 08h00 précises.",
    }
    "dates_and_times.single_digit_hours", times::LEADING_HOUR => {
        "do_not_use_leading_zero": "Départ à 6h15, retour à 18:40.",
        "use_leading_zero": "Rendez-vous à 08h00 précises.",
    }
    "dates_and_times.time_format", times::FRENCH_CLOCK => {
        "use_12_hour_clock_and_do_not_specify_morning_or_evening": "La réunion commence à 9 h 15.",
        "use_12_hour_clock_and_specify_morning_or_evening": "Il dort à 10 heures du soir.",
        "use_24_hour_clock": "Départ à 6h15, retour à 18:40.",
    }
    "numbers.currency_format", money::CURRENCIES => {
        "spell_out": "le stylo 3 euros.",
        "use_currency_symbol_but_spell_out_if_no_symbol_exists":
            "Il paie 30 francs suisses; Le livre coûte 12 €, le stylo",
        "use_currency_symbol_but_use_iso_code_if_no_symbol_exists": "25 CHF; Le livre coûte 12 €, le stylo",
        "use_iso_code": "Prix : 20 EUR ou 25 CHF.",
    }
    "numbers.spelling_out_units", units::UNIT_WORDS => {
        "abbreviate_units_of_measure_when_used_with_numeral_but_spell_out_when_used_without_numeral":
            "Le prix au kilogramme baisse; Le lac est à 12 km, soit",
        "always_abbreviate_units_of_measure": "Le prix par kg monte.",
        "always_spell_out_units_of_measure": "mesure 40 centimètres.",
    }
    "punctuation.apostrophe", quotes::APOSTROPHE => {
        "use_curly_apostrophes": "En aout, l’île est fraîche.",
        "use_straight_apostrophes": "Aujourd'hui",
    }
    "punctuation.ellipsis", marks::ELLIPSES => {
        "use_ellipsis_character": "Recherche en cours…",
        "use_three_periods": "Chargement...",
    }
    "punctuation.quotation_mark", quotes::QUOTATION_MARK => {
        "use_double_curly_quotation_marks": "puis “merci”.",
        "use_double_straight_quotation_marks": "Cliquez sur \"Enregistrer\".",
        "use_guillemets": "Le mode «avion» est actif.",
    }
    "punctuation.slash", slashes::SLASHES => {
        "do_not_use_spaces_before_and_after_slashes": "Indiquez le nom et/ou le prénom.",
        "use_spaces_before_and_after_slashes": "Choisissez la ville / le pays.",
        "use_spaces_before_and_after_slashes_if_there_are_multiple_words_before_or_after_slash":
            "Le logement et/ou le parking : choisir la rue / la place.",
    }
    "punctuation.spacing_and_punctuation", french::HIGH_PUNCTUATION => {
        "do_not_use_space": "Voulez-vous continuer?",
        "use_regular_space": "Que faire ; attendre ?",
    }
    "spelling_and_grammar.abbreviating_french_word_numero", french::NUMERO => {
        "abbreviate_as_n_then_degree_symbol": "Voir le n° 5 et le",
        "abbreviate_as_n_then_o_in_superscript": "Le nᵒ 7 manque.",
        "abbreviate_as_no": "le no 12.",
    }
    "spelling_and_grammar.accents_and_cedillas", french::ACCENTS => {
        "do_not_use_on_capital_letters": "L’Ecole est fermée.",
        "never_use": "Le francais et ses parametres.",
        "use_even_on_capital_letters": "Une Équipe",
    }
    "spelling_and_grammar.accents_in_verbs_conjugated_like_french_word_céder", french::CEDER => {
        "use_acute_accent": "Elle préférera attendre, il",
        "use_grave_accent": "attendre, il cèdera sa place.",
    }
    "spelling_and_grammar.accents_with_subject_verb_inversion", french::INVERSIONS => {
        "use_acute_accent": "Aussi aimé-je lire",
        "use_grave_accent": "Ainsi parlè-je",
    }
    "spelling_and_grammar.compound_nouns", french::COMPOUNDS => {
        "write_as_one_word": "Le weekend, je perds mon portemonnaie.",
        "write_with_hyphen": "Bon week-end à tous.",
    }
    "spelling_and_grammar.conjunctions", french::OPENERS => {
        "never_start_sentence_with_coordinating_conjunction": "Cependant, rien ne presse.",
    }
    "spelling_and_grammar.french_verbs_ending_in_eler_and_eter", french::ELER => {
        "transcribe_open_e_sound_by_doubling_next_consonant": "Le ruisseau ruisselle, la neige s’",
        "transcribe_open_e_sound_with_grave_accent": "la neige s’amoncèle.",
    }
    "spelling_and_grammar.i_and_u_with_circumflex_accents", french::CIRCUMFLEXES => {
        "do_not_use_circumflex_accents_except_in_verbs_and_to_distinguish_homophones": "En aout, l’",
        "use_circumflex_accents": "Il passe août sur une île.",
    }
    "spelling_and_grammar.personal_titles", french::TITLES => {
        "abbreviate": "M. Dupont",
        "do_not_abbreviate": "écrit à Monsieur Bernard.",
    }
    "spelling_and_grammar.spelled_out_numbers", french::SPELLED_NUMBERS, Off => {
        "use_hyphens": "Cela fait vingt-et-un jours.",
        "use_hyphens_between_elements_under_100_and_not_separated_by_french_word_et":
            "Il y a vingt et un fichiers et trente-deux dossiers.",
    }
    "style_and_tone.addressing_the_reader", french::ADDRESS, Off => {
        "use_formal_french_word_vous": "Voulez-vous continuer?",
        "use_informal_french_word_tu": "Si tu changes tes réglages, on te prévient.",
    }
};
