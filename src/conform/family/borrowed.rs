//! What a text takes from elsewhere (names, examples, lines of a program, untranslated words) and what nobody counted: no decision
//! of whoever translated it.

use crate::conform::family::lookalikes::assert_seen;
use crate::conform::passage::{Passage, Tongue};
use crate::conform::table::detector_of;

#[test]
fn a_number_that_nobody_counted_is_none() {
    assert_seen(
        Tongue::Ja,
        "numbers.writing_numbers",
        &[
            ("何百人もの生徒", &[]),
            ("何千人もの翻訳者", &[]),
            ("数十年前から", &[]),
            ("百数十人が集まる", &[]),
            ("三百人が集まる", &[("三百人", &[1])]),
            ("人数：十人まで", &[("十人", &[1])]),
        ],
    );
    assert_seen(
        Tongue::Zh,
        "numbers.writing_numbers",
        &[
            ("数百名学生", &[]),
            ("數千名翻譯志工", &[]),
            ("几十个新的角色", &[]),
            ("上千人参加", &[]),
            ("成百上千个文件", &[]),
            ("超过一千名志工", &[("一千名", &[])]),
            ("等待三十个", &[("三十个", &[])]),
        ],
    );
}

#[test]
fn what_a_text_takes_from_elsewhere_is_no_decision_of_it() {
    for tongue in [Tongue::De, Tongue::En] {
        let standard: &[usize] = if tongue == Tongue::De { &[4] } else { &[5] };
        assert_seen(
            tongue,
            "formatting.email_address_format",
            &[
                ("name@beispiel.org", &[]),
                (" admin@example.com ", &[]),
                ("Mail: admin@example.com", &[("admin@example.com", standard)]),
            ],
        );
    }
    assert_seen(
        Tongue::En,
        "punctuation.periods_in_uppercase_initialisms_and_acronyms",
        &[
            ("creator of OK K.O. and other shows", &[]),
            ("the U.S. law", &[("U.S.", &[])]),
            ("17 U.S.C. § 107", &[("U.S.C.", &[])]),
            ("an F.A.Q. page", &[("F.A.Q.", &[])]),
        ],
    );
    assert_seen(
        Tongue::En,
        "punctuation.range_indicator",
        &[
            ("The name must be from 3 to 63 characters.", &[]),
            ("From 5 to 10", &[]),
            ("It takes 5 to 10 minutes.", &[("5 to 10", &[2])]),
            ("from 5-10 and on", &[("5-10", &[4])]),
        ],
    );
    assert_seen(
        Tongue::Fr,
        "spelling_and_grammar.conjunctions",
        &[
            ("Faites-le au plus simple — Et peut-être encore plus simple", &[]),
            ("— Et toi ?", &[("Et", &[])]),
            ("Il dort.\n– Mais non !", &[("Mais", &[])]),
            ("Il dort. Et toi ?", &[("Et", &[])]),
        ],
    );
}

#[test]
fn a_unit_without_a_number_says_nothing_of_units_beside_numbers() {
    for (tongue, text, spoken_to) in [
        (Tongue::It, "Altezza in centimetri", false),
        (Tongue::It, "Altezza in cm", false),
        (Tongue::Es, "Altura en centímetros", false),
        (Tongue::It, "Servono due chilogrammi", true),
        (Tongue::It, "Pesa 3 kg", true),
    ] {
        let detector = detector_of(tongue, "numbers", "spelling_out_units").unwrap();
        let seen = detector.occasions(&Passage::new(text, tongue, &[]));
        let beside_numbers: Vec<bool> = seen.iter().map(|occasion| occasion.speaks_to(3)).collect();
        assert_eq!(beside_numbers, [spoken_to], "{text}");
        assert!(seen.iter().all(|occasion| occasion.speaks_to(0)), "{text}");
    }
}

#[test]
fn what_is_spoken_of_or_filled_in_is_no_decision() {
    assert_seen(
        Tongue::De,
        "formatting.email_address_format",
        &[
            ("z. B. max oder max.mustermann@example.com", &[]),
            ("z. B. a.b@example.com,c.d@example.com", &[]),
            ("Schreiben Sie an hilfe@example.com", &[("hilfe@example.com", &[4])]),
        ],
    );
    assert_seen(
        Tongue::De,
        "punctuation.sentence_break_indicator",
        &[("Nur a-z, 0-9 und - sind erlaubt.", &[]), ("Kopieren - er ist weg", &[("-", &[])])],
    );
    assert_seen(
        Tongue::En,
        "spelling_and_grammar.all_caps",
        &[
            ("play note [NOTE] for [BEATS] beats", &[]),
            ("the words \"SCRATCH MEMBERSHIP\".", &[]),
            ("NOTE: the name may change", &[("NOTE", &[])]),
        ],
    );
    assert_seen(
        Tongue::Ko,
        "punctuation.parentheses_for_supplementary_information",
        &[
            ("귀하는 (i) 개인 정보의 정확성, 또는 (iii) 처리를", &[]),
            ("슬래시 또는 (\"+\") 기호", &[]),
            ("모드 (더 나은 지원)", &[("모드 (더 나은 지원)", &[])]),
        ],
    );
    assert_seen(
        Tongue::Ko,
        "style_and_tone.declarative_endings",
        &[("도구를 개발하기 위해.", &[]), ("같이 공부해.", &[("공부해.", &[2])])],
    );
}

#[test]
fn what_is_seen_of_a_number_is_all_of_it() {
    assert_seen(
        Tongue::En,
        "numbers.dimensions_separator",
        &[
            ("Upload a smaller image (10,000 x 10,000px max).", &[("10,000 x 10,000", &[3])]),
            ("an icon of 32x32px", &[]),
            ("A table of 10,5 x 10,5 cm", &[("10,5 x 10,5", &[3])]),
        ],
    );
    assert_seen(
        Tongue::Es,
        "punctuation.range_indicator",
        &[("Intervalo: 0'0-8'0", &[]), ("Intervalo: 0-8", &[("0-8", &[4])])],
    );
    assert_seen(
        Tongue::Ja,
        "punctuation.range_indicator",
        &[("ポートは1から65535の間の数値", &[("1から65535", &[4])]), ("1から6553512の間", &[])],
    );
    assert_seen(
        Tongue::En,
        "punctuation.serial_comma",
        &[
            ("Display: 800 x 480 or larger, thousands or millions of colors", &[]),
            ("Search by name, description or tags", &[("name, description or tags", &[1])]),
        ],
    );
    assert_seen(
        Tongue::Es,
        "numbers.numbers_up_to_4_digits",
        &[("(formato aceptado: 1,234*10^3)", &[]), ("más de 1,500 educadores", &[("1,500", &[5])])],
    );
    assert_seen(Tongue::Ja, "numbers.large_number_format", &[("30万3千", &[("30万3千", &[2])])]);
    assert_seen(
        Tongue::Ko,
        "numbers.large_number_format",
        &[("1억 5천만 명 이상", &[("1억 5천만", &[2])]), ("3만 5000원", &[("3만 5000", &[2])])],
    );
    assert_seen(
        Tongue::Zh,
        "numbers.writing_numbers",
        &[("双三次", &[]), ("千米", &[]), ("每天使用三次", &[("三次", &[])])],
    );
}

#[test]
fn what_a_program_reads_is_no_text_for_people() {
    for (tongue, text) in [
        (Tongue::De, "'Morgen' 'um' {time_fmt}"),
        (Tongue::It, "EEEE 'alle' {time_fmt}"),
        (Tongue::Fr, "{date_fmt} 'à' {time_fmt}"),
        (Tongue::It, "'Ultimo' EEEE"),
    ] {
        assert!(Passage::new(text, tongue, &[]).is_code, "{text}");
    }
    for (tongue, text) in [(Tongue::De, "'Blockiert' ({count})"), (Tongue::En, "'{name}' at {time}")] {
        assert!(!Passage::new(text, tongue, &[]).is_code, "{text}");
    }
    assert_seen(
        Tongue::De,
        "numbers.percentage_format",
        &[("Das Format ist '.1%'", &[]), ("um .5% mehr", &[("5%", &[1])])],
    );
    assert_seen(
        Tongue::De,
        "formatting.phone_number_format",
        &[("eine Nummer im Format +49 9 876 543 210", &[]), ("Telefon: +49 301234567", &[("+49 301234567", &[])])],
    );
    assert_seen(
        Tongue::It,
        "spelling_and_grammar.all_caps",
        &[("Permetti CREATE TABLE AS", &[]), ("Si prega di NON chiudere", &[("NON", &[])])],
    );
    assert_seen(
        Tongue::Fr,
        "spelling_and_grammar.french_verbs_ending_in_eler_and_eter",
        &[
            ("Hauteur de la ligne d'étincelles", &[]),
            ("La mer qui étincelle", &[("étincelle", &[1])]),
            ("le renouvellement", &[("renouvellement", &[1])]),
        ],
    );
    assert_seen(
        Tongue::Ja,
        "punctuation.quotation_style",
        &[("句はフィルター (部門 = '財務' OR 部門 = '地域') です", &[]), ("'財務' 部門", &[("'財務'", &[])])],
    );
    assert_seen(
        Tongue::De,
        "punctuation.quotation_style",
        &[("wenn 'Art der ID' = 'Andere'", &[("'Art der ID'", &[]), ("'Andere'", &[])])],
    );
}
