//! French: the detector of each rule, its values in the order of their bits, and a text that follows each.

use crate::conform::detector::{DetectedValue, Detector, Standing};
use crate::conform::family::{dates, french, marks, money, quotes, times, units};
use crate::conform::ingredient;
use crate::conform::passage::Tongue;

/// The detectors of French, by category and rule.
pub(super) const DETECTORS: &[Detector] = &[
    Detector {
        rule: "dates_and_times.centuries",
        tongue: Tongue::Fr,
        values: &[
            DetectedValue { name: "spell_out", example: "Les romans du dix-neuvième siècle sont longs." },
            DetectedValue { name: "use_arabic_numerals", example: "un mur du 12e siècle." },
            DetectedValue { name: "use_roman_numerals", example: "Un palais du XXe siècle et un mur du" },
        ],
        needs: ingredient::SMALL,
        find: dates::find_centuries,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "dates_and_times.date_format",
        tongue: Tongue::Fr,
        values: &[
            DetectedValue { name: "use_dd_period_mm_period_yyyy", example: "Mise à jour du 01.09.2024, puis du" },
            DetectedValue { name: "use_dd_slash_mm_slash_yyyy", example: "Réponse attendue le 15/11/2025." },
            DetectedValue {
                name: "use_dd_space_spelled_out_month_space_yyyy",
                example: "Le 14 juillet 2024, les bureaux sont fermés.",
            },
            DetectedValue { name: "use_yyyy_period_mm_period_dd", example: "Archive du 2023.12.24" },
            DetectedValue { name: "use_yyyy_slash_mm_slash_dd", example: "puis du 2025/01/02." },
        ],
        needs: ingredient::DIGIT,
        find: dates::find_dates,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "dates_and_times.decades",
        tongue: Tongue::Fr,
        values: &[
            DetectedValue { name: "spell_out", example: "Les années quatre-vingt sont loin." },
            DetectedValue {
                name: "use_yy_for_20th_century_but_yyyy_for_other_centuries",
                example: "Dans les années 80, puis dans les",
            },
            DetectedValue { name: "use_yyyy", example: "revient, celle des années 1960 aussi." },
        ],
        needs: ingredient::SMALL,
        find: dates::find_decades,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "dates_and_times.hours_minutes_separator",
        tongue: Tongue::Fr,
        values: &[
            DetectedValue {
                name: "use_colon_without_spaces", example: "La réunion est à 09:15, le déjeuner à 12:30."
            },
            DetectedValue {
                name: "use_letter_h_with_regular_space_on_either_side",
                example: "Le spectacle commence à 20 h 30.",
            },
            DetectedValue { name: "use_letter_h_without_spaces", example: "Rendez-vous à 08h00 précises." },
        ],
        needs: ingredient::DIGIT,
        find: times::find_french_separator,
        rewrite: Some(times::rewrite_french_separator),
        standing: Standing::On,
    },
    Detector {
        rule: "dates_and_times.single_digit_hours",
        tongue: Tongue::Fr,
        values: &[
            DetectedValue { name: "do_not_use_leading_zero", example: "Départ à 6h15, retour à 18:40." },
            DetectedValue { name: "use_leading_zero", example: "Rendez-vous à 08h00 précises." },
        ],
        needs: ingredient::DIGIT,
        find: times::find_leading_hour,
        rewrite: Some(times::rewrite_leading_hour),
        standing: Standing::On,
    },
    Detector {
        rule: "dates_and_times.time_format",
        tongue: Tongue::Fr,
        values: &[
            DetectedValue {
                name: "use_12_hour_clock_and_do_not_specify_morning_or_evening",
                example: "La réunion commence à 9 h 15.",
            },
            DetectedValue {
                name: "use_12_hour_clock_and_specify_morning_or_evening",
                example: "Il dort à 10 heures du soir.",
            },
            DetectedValue { name: "use_24_hour_clock", example: "Départ à 6h15, retour à 18:40." },
        ],
        needs: ingredient::DIGIT,
        find: times::find_french_clock,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.currency_format",
        tongue: Tongue::Fr,
        values: &[
            DetectedValue { name: "spell_out", example: "le stylo 3 euros." },
            DetectedValue {
                name: "use_currency_symbol_but_spell_out_if_no_symbol_exists",
                example: "Il paie 30 francs suisses; Le livre coûte 12 €, le stylo",
            },
            DetectedValue {
                name: "use_currency_symbol_but_use_iso_code_if_no_symbol_exists",
                example: "25 CHF; Le livre coûte 12 €, le stylo",
            },
            DetectedValue { name: "use_iso_code", example: "Prix : 20 EUR ou 25 CHF." },
        ],
        needs: ingredient::DIGIT,
        find: money::find_currencies,
        rewrite: Some(money::rewrite_currencies),
        standing: Standing::On,
    },
    Detector {
        rule: "numbers.spelling_out_units",
        tongue: Tongue::Fr,
        values: &[
            DetectedValue {
                name: "abbreviate_units_of_measure_when_used_with_numeral_but_spell_out_when_used_without_numeral",
                example: "Le prix au kilogramme baisse; Le lac est à 12 km, soit",
            },
            DetectedValue { name: "always_abbreviate_units_of_measure", example: "Le prix par kg monte." },
            DetectedValue { name: "always_spell_out_units_of_measure", example: "mesure 40 centimètres." },
        ],
        needs: ingredient::DIGIT | ingredient::MEASURE,
        find: units::find_unit_words,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.apostrophe",
        tongue: Tongue::Fr,
        values: &[
            DetectedValue { name: "use_curly_apostrophes", example: "En aout, l’île est fraîche." },
            DetectedValue { name: "use_straight_apostrophes", example: "Aujourd'hui" },
        ],
        needs: ingredient::APOSTROPHE | ingredient::TYPOGRAPHY,
        find: quotes::find_apostrophe,
        rewrite: Some(quotes::rewrite_apostrophe),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.ellipsis",
        tongue: Tongue::Fr,
        values: &[
            DetectedValue { name: "use_ellipsis_character", example: "Recherche en cours…" },
            DetectedValue { name: "use_three_periods", example: "Chargement..." },
        ],
        needs: ingredient::ELLIPSIS,
        find: marks::find_ellipses,
        rewrite: Some(marks::rewrite_ellipses),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.quotation_mark",
        tongue: Tongue::Fr,
        values: &[
            DetectedValue { name: "use_double_curly_quotation_marks", example: "puis “merci”." },
            DetectedValue { name: "use_double_straight_quotation_marks", example: "Cliquez sur \"Enregistrer\"." },
            DetectedValue { name: "use_guillemets", example: "Le mode «avion» est actif." },
        ],
        needs: ingredient::QUOTE | ingredient::TYPOGRAPHY,
        find: quotes::find_quotation_mark,
        rewrite: Some(quotes::rewrite_quotation_mark),
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.slash",
        tongue: Tongue::Fr,
        values: &[
            DetectedValue {
                name: "do_not_use_spaces_before_and_after_slashes",
                example: "Indiquez le nom et/ou le prénom.",
            },
            DetectedValue { name: "use_spaces_before_and_after_slashes", example: "Choisissez la ville / le pays." },
            DetectedValue {
                name: "use_spaces_before_and_after_slashes_if_there_are_multiple_words_before_or_after_slash",
                example: "Le logement et/ou le parking : choisir la rue / la place.",
            },
        ],
        needs: ingredient::SLASH,
        find: marks::find_slashes,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "punctuation.spacing_and_punctuation",
        tongue: Tongue::Fr,
        values: &[
            DetectedValue { name: "do_not_use_space", example: "Voulez-vous continuer?" },
            DetectedValue { name: "use_regular_space", example: "Que faire ; attendre ?" },
        ],
        needs: ingredient::COLON | ingredient::CALL,
        find: french::find_high_punctuation,
        rewrite: Some(french::rewrite_high_punctuation),
        standing: Standing::On,
    },
    Detector {
        rule: "spelling_and_grammar.abbreviating_french_word_numero",
        tongue: Tongue::Fr,
        values: &[
            DetectedValue { name: "abbreviate_as_n_then_degree_symbol", example: "Voir le n° 5 et le" },
            DetectedValue { name: "abbreviate_as_n_then_o_in_superscript", example: "Le nᵒ 7 manque." },
            DetectedValue { name: "abbreviate_as_no", example: "le no 12." },
        ],
        needs: ingredient::DIGIT,
        find: french::find_numero,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "spelling_and_grammar.accents_and_cedillas",
        tongue: Tongue::Fr,
        values: &[
            DetectedValue { name: "do_not_use_on_capital_letters", example: "L’Ecole est fermée." },
            DetectedValue { name: "never_use", example: "Le francais et ses parametres." },
            DetectedValue { name: "use_even_on_capital_letters", example: "Une Équipe" },
        ],
        needs: 0,
        find: french::find_accents,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "spelling_and_grammar.accents_in_verbs_conjugated_like_french_word_céder",
        tongue: Tongue::Fr,
        values: &[
            DetectedValue { name: "use_acute_accent", example: "Elle préférera attendre, il" },
            DetectedValue { name: "use_grave_accent", example: "attendre, il cèdera sa place." },
        ],
        needs: ingredient::WIDE,
        find: french::find_ceder,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "spelling_and_grammar.accents_with_subject_verb_inversion",
        tongue: Tongue::Fr,
        values: &[
            DetectedValue { name: "use_acute_accent", example: "Aussi aimé-je lire" },
            DetectedValue { name: "use_grave_accent", example: "Ainsi parlè-je" },
        ],
        needs: ingredient::HYPHEN,
        find: french::find_inversions,
        rewrite: Some(french::rewrite_inversions),
        standing: Standing::On,
    },
    Detector {
        rule: "spelling_and_grammar.compound_nouns",
        tongue: Tongue::Fr,
        values: &[
            DetectedValue { name: "write_as_one_word", example: "Le weekend, je perds mon portemonnaie." },
            DetectedValue { name: "write_with_hyphen", example: "Bon week-end à tous." },
        ],
        needs: ingredient::SMALL | ingredient::CAPITAL,
        find: french::find_compounds,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "spelling_and_grammar.conjunctions",
        tongue: Tongue::Fr,
        values: &[DetectedValue {
            name: "never_start_sentence_with_coordinating_conjunction",
            example: "Cependant, rien ne presse.",
        }],
        needs: ingredient::CAPITAL,
        find: french::find_openers,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "spelling_and_grammar.french_verbs_ending_in_eler_and_eter",
        tongue: Tongue::Fr,
        values: &[
            DetectedValue {
                name: "transcribe_open_e_sound_by_doubling_next_consonant",
                example: "Le ruisseau ruisselle, la neige s’",
            },
            DetectedValue { name: "transcribe_open_e_sound_with_grave_accent", example: "la neige s’amoncèle." },
        ],
        needs: ingredient::SMALL | ingredient::CAPITAL,
        find: french::find_eler,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "spelling_and_grammar.i_and_u_with_circumflex_accents",
        tongue: Tongue::Fr,
        values: &[
            DetectedValue {
                name: "do_not_use_circumflex_accents_except_in_verbs_and_to_distinguish_homophones",
                example: "En aout, l’",
            },
            DetectedValue { name: "use_circumflex_accents", example: "Le livre coûte 12 €, le stylo 3 euros." },
        ],
        needs: ingredient::SMALL | ingredient::CAPITAL,
        find: french::find_circumflexes,
        rewrite: Some(french::rewrite_circumflexes),
        standing: Standing::On,
    },
    Detector {
        rule: "spelling_and_grammar.personal_titles",
        tongue: Tongue::Fr,
        values: &[
            DetectedValue { name: "abbreviate", example: "M. Dupont" },
            DetectedValue { name: "do_not_abbreviate", example: "écrit à Monsieur Bernard." },
        ],
        needs: ingredient::CAPITAL,
        find: french::find_titles,
        rewrite: None,
        standing: Standing::On,
    },
    Detector {
        rule: "spelling_and_grammar.spelled_out_numbers",
        tongue: Tongue::Fr,
        values: &[
            DetectedValue { name: "use_hyphens", example: "Cela fait vingt-et-un jours." },
            DetectedValue {
                name: "use_hyphens_between_elements_under_100_and_not_separated_by_french_word_et",
                example: "Il y a vingt et un fichiers et trente-deux dossiers.",
            },
        ],
        needs: ingredient::SMALL | ingredient::CAPITAL,
        find: french::find_spelled_numbers,
        rewrite: None,
        standing: Standing::Off,
    },
    Detector {
        rule: "style_and_tone.addressing_the_reader",
        tongue: Tongue::Fr,
        values: &[
            DetectedValue { name: "use_formal_french_word_vous", example: "Voulez-vous continuer?" },
            DetectedValue {
                name: "use_informal_french_word_tu",
                example: "Si tu changes tes réglages, on te prévient.",
            },
        ],
        needs: ingredient::SMALL | ingredient::CAPITAL,
        find: french::find_address,
        rewrite: None,
        standing: Standing::Off,
    },
];
