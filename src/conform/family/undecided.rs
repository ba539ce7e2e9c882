//! More of what looks like an occasion and decides nothing: words with two meanings, letters of a program, grammar.

use crate::conform::family::lookalikes::assert_seen;
use crate::conform::passage::{MASKED, Passage, Tongue};
use crate::conform::table::detectors_of;

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
            ("15m", &[]),
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

#[test]
fn a_letter_that_another_of_the_source_stands_for_is_no_unit() {
    let seen = |text: &str, source: &str| {
        let passage = Passage::new(text, Tongue::It, &[]).with_source(Some(source));
        let detector = detectors_of(Tongue::It).iter().find(|one| one.rule == "numbers.units_of_measure_spacing");
        detector.unwrap().occasions(&passage).len()
    };
    assert_eq!(seen("Età ≤ 60 g.", "Age ≤ 60 d."), 0);
    assert_eq!(seen("91 - 120 g.", "91 - 120 d."), 0);
    assert_eq!(seen("Pesa 60 g.", "It weighs 60 g."), 1);
    assert_eq!(seen("Pesa 60 g.", "Weight"), 1);
}

#[test]
fn names_of_laws_and_products_keep_their_years_and_signs() {
    let seen = |tongue: Tongue, rule: &str, text: &str, source: &str| {
        let passage = Passage::new(text, tongue, &[]).with_source(Some(source));
        let detector = detectors_of(tongue).iter().find(|one| one.rule == rule);
        detector.unwrap().occasions(&passage).len()
    };
    let years = "dates_and_times.years";
    let acts = "1988年および2003年データ保護法に基づき";
    assert_eq!(seen(Tongue::Ja, years, acts, "under the Data Protection Acts 1988 and 2003"), 0);
    assert_eq!(seen(Tongue::Ja, years, "1988年に設立", "Founded in 1988"), 1);
    let signs = "punctuation.ampersand_usage";
    let plan = "Buy a Business & eCommerce Plan";
    assert_eq!(seen(Tongue::De, signs, "hole dir ein Business & eCommerce-Paket", plan), 0);
    assert_eq!(seen(Tongue::En, signs, plan, ""), 0);
    assert_eq!(seen(Tongue::De, signs, "hole Brot & salziges Gebäck", "get bread & salty pastry"), 1);
    // What is explained, and marks that are spoken of.
    let noon = "中午12点被视为中午，凌晨12点被视为午夜";
    assert_eq!(seen(Tongue::Zh, "dates_and_times.time_format", noon, ""), 0);
    assert_eq!(seen(Tongue::Zh, "dates_and_times.time_format", "中午12点开始", ""), 1);
    assert_eq!(seen(Tongue::Es, "punctuation.quotation_mark", "comillas (“'” o “\"”)", ""), 0);
    assert_eq!(seen(Tongue::Es, "punctuation.quotation_mark", "el botón “Guardar”", ""), 1);
    let commas = "punctuation.comma_after_short_introductory_phrase";
    assert_eq!(seen(Tongue::En, commas, "Today, Tomorrow", ""), 0);
    assert_eq!(seen(Tongue::En, commas, "Today, Anna left", ""), 1);
    let mail = "formatting.email_address_format";
    assert_eq!(seen(Tongue::De, mail, "Die E-Mail sollte das Format Maria.Musterfrau@Beispiel.de haben", ""), 0);
}
