//! More of what looks like an occasion and decides nothing: words with two meanings, letters of a program, grammar.

use crate::conform::family::lookalikes::assert_seen;
use crate::conform::passage::{MASKED, Passage, Tongue};

#[test]
fn pounds_are_money_where_something_says_so() {
    let rule = "numbers.currency_format";
    assert_seen(
        Tongue::En,
        rule,
        &[
            ("Must be between 0 and 1000 pounds.", &[]),
            ("It costs 20 pounds.", &[("20 pounds", &[1])]),
            ("20 pounds sterling", &[("20 pounds", &[1])]),
            ("It weighs 20 dollars", &[("20 dollars", &[1])]),
        ],
    );
    assert_seen(Tongue::Es, rule, &[("Debe estar entre 0 y 1000 libras.", &[]), ("20 euros", &[("20 euros", &[3])])]);
    assert_seen(
        Tongue::Fr,
        rule,
        &[("entre 0 et 1000 livres.", &[]), ("le prix de 20 livres", &[("20 livres", &[1])])],
    );
    assert_seen(Tongue::De, rule, &[("0 bis 1000 Pfund", &[]), ("Es kostet 20 Pfund", &[("20 Pfund", &[3])])]);
    assert_seen(Tongue::Ja, rule, &[("重量は1000ポンドです", &[]), ("料金は20ポンドです", &[("20ポンド", &[1])])]);
}

#[test]
fn letters_of_durations_and_names_are_no_units() {
    let rule = "numbers.units_of_measure_spacing";
    assert_seen(
        Tongue::De,
        rule,
        &[
            ("der letzten 10 Tage (10d), 3 Monate (3m) oder 2 Jahre (2y)", &[]),
            ("die Bahn 01L/19R", &[]),
            ("eine Höhe von 3m", &[("3m", &[])]),
            ("0,5l Milch", &[("0,5l", &[])]),
        ],
    );
    assert_seen(Tongue::Es, rule, &[("como 1 / 5s, 2 / 10m, 10 / 1h.", &[]), ("una altura de 10m", &[("10m", &[1])])]);
}

#[test]
fn quotation_marks_within_quoted_code_are_code() {
    let rule = "punctuation.quotation_style";
    for text in [
        "대신 'import * as ns from \"mod\"' 또는 'import {a} from \"mod\"'를 사용하세요",
        "가져오려면 'type: \"json\"' 가져오기 특성이 필요합니다",
    ] {
        assert_seen(Tongue::Ko, rule, &[(text, &[])]);
    }
    assert_seen(Tongue::Ko, rule, &[("그는 \"좋아\"라고", &[("\"좋아\"", &[1])])]);
    let passage = Passage::new("He said 'call it \"mod\" now'", Tongue::En, &[]);
    assert!(!passage.text.contains(MASKED));
}

#[test]
fn names_keep_their_signs_and_numbers() {
    let rule = "punctuation.slash";
    assert_seen(
        Tongue::De,
        rule,
        &[
            ("Richtig/Falsch (True/False Question)", &[("Richtig/Falsch", &[1, 3])]),
            ("innerhalb von %1 Tag/en und %2 Stunde/n", &[]),
            ("die Benutzer/innen", &[]),
            ("Der/Die ist/sind", &[("Der/Die", &[1, 3]), ("ist/sind", &[1, 3])]),
        ],
    );
    let rule = "punctuation.ellipsis";
    assert_seen(
        Tongue::Fr,
        rule,
        &[
            ("une instruction 'for...in' doit", &[]),
            ("une instruction « for...of » doit", &[]),
            ("Attends...je viens", &[("...", &[2])]),
        ],
    );
    let rule = "punctuation.uppercase_acronyms";
    assert_seen(
        Tongue::It,
        rule,
        &[("ai file con estensione MTS o CTS.", &[]), ("l'estensione non ha un URL", &[("URL", &[1])])],
    );
    assert_seen(Tongue::Zh, "numbers.writing_numbers", &[("五人制足球场", &[]), ("五人参加", &[("五人", &[])])]);
}

#[test]
fn what_grammar_asks_for_is_no_choice() {
    assert_seen(
        Tongue::Fr,
        "spelling_and_grammar.conjunctions",
        &[
            ("Ni les décorateurs ni les modificateurs ne peuvent être appliqués.", &[]),
            ("Ni vous. Et ni moi.", &[("Ni", &[]), ("Et", &[])]),
        ],
    );
    assert_seen(
        Tongue::En,
        "punctuation.comma_after_short_introductory_phrase",
        &[
            ("Usually, but not always, this is a patient.", &[]),
            ("Usually, but we differ", &[("Usually,", &[2])]),
            ("Usually, this is a patient, too.", &[("Usually,", &[2])]),
        ],
    );
}

#[test]
fn what_a_program_reads_in_wide_signs_or_lists_is_code() {
    assert_seen(
        Tongue::Zh,
        "numbers.percentage_format",
        &[("语法{％复位VAR1为VAR2％}", &[]), ("仅2％的人", &[("2％", &[])])],
    );
    assert_seen(
        Tongue::Es,
        "punctuation.range_indicator",
        &[("separados por comas: \"1, 34-45, -50, -59-\".", &[]), ("las páginas \"34-45\"", &[("34-45", &[4])])],
    );
    assert_seen(
        Tongue::De,
        "formatting.email_address_format",
        &[
            ("max.mustermann@beispiel.com, mary.moe@site.com", &[]),
            ("hilfe@example.com, oder wie", &[("hilfe@example.com", &[4])]),
        ],
    );
}
