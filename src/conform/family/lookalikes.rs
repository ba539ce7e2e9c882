//! What looks like an occasion and is none, each beside one that is.

use crate::conform::passage::{Passage, Tongue};
use crate::conform::table::detector_of;

/// A text, and the places of it with the values that each shows.
pub(super) type Case<'a> = (&'a str, &'a [(&'a str, &'a [usize])]);

/// Texts with the places that a rule sees in them, each followed by the values that it shows, counted from 1.
pub(super) fn assert_seen(tongue: Tongue, rule: &str, cases: &[Case<'_>]) {
    let (category, name) = rule.split_once('.').unwrap();
    let detector = detector_of(tongue, category, name).unwrap();
    let mut wrong = Vec::new();
    for (text, expected) in cases {
        let seen: Vec<(&str, Vec<usize>)> = detector
            .occasions(&Passage::new(text, tongue, &[]))
            .into_iter()
            .map(|occasion| {
                let shown = occasion.shows.indices().filter(|index| *index < detector.values.len());
                (&text[occasion.range.clone()], shown.map(|index| index + 1).collect())
            })
            .collect();
        let expected: Vec<(&str, Vec<usize>)> =
            expected.iter().map(|(place, shows)| (*place, shows.to_vec())).collect();
        if seen != expected {
            wrong.push(format!("{} {rule} {text:?}\n  expected {expected:?}\n  seen     {seen:?}", tongue.code()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn angles_views_and_repetitions_are_no_temperatures() {
    let rule = "numbers.temperature_format";
    assert_seen(
        Tongue::Es,
        rule,
        &[
            ("Gira la imagen 90 grados.", &[]),
            ("un campo de visión de 120 grados", &[]),
            ("3 grados de separación", &[]),
            ("vídeo de 360 grados", &[]),
            ("Hoy hace 30 grados.", &[("30 grados", &[4])]),
            ("Precaliente el horno a 180 grados.", &[("180 grados", &[4])]),
        ],
    );
    assert_seen(
        Tongue::It,
        rule,
        &[
            ("un video a 360 gradi", &[]),
            ("Capovolgi di 180 gradi", &[]),
            ("a 90 gradi rispetto all'asse", &[]),
            ("Oggi ci sono 30 gradi.", &[("30 gradi", &[2])]),
        ],
    );
    assert_seen(
        Tongue::Ko,
        rule,
        &[
            ("Windows 10도 지원합니다.", &[]),
            ("버전 3도 가능합니다.", &[]),
            ("180도 뒤집기", &[]),
            ("기온은 20도입니다.", &[("20도", &[2])]),
        ],
    );
    assert_seen(
        Tongue::Ja,
        rule,
        &[("180度反転", &[]), ("もう1度お試しください", &[]), ("気温は20度です", &[("20度", &[1])])],
    );
}

#[test]
fn yuan_won_and_trillion_are_told_from_elements_colours_and_paragraphs() {
    let rule = "numbers.currency_format";
    assert_seen(
        Tongue::Zh,
        rule,
        &[
            ("2 元运算", &[]),
            ("2元语法", &[]),
            ("3元组", &[]),
            ("费用为5元。", &[("5元", &[])]),
            ("满5元的订单", &[("5元", &[])]),
        ],
    );
    assert_seen(Tongue::Ja, rule, &[("3元連立方程式", &[]), ("5元素", &[]), ("本体は3円です", &[("3円", &[1])])]);
    assert_seen(
        Tongue::Ko,
        rule,
        &[
            ("3원색", &[]),
            ("2엔진", &[]),
            ("5유로파", &[]),
            ("500원입니다", &[("500원", &[1])]),
            ("5 달러", &[("5 달러", &[])]),
        ],
    );
    let rule = "numbers.large_number_format";
    assert_seen(
        Tongue::Ko,
        rule,
        &[
            ("제3조에 따라", &[]),
            ("3조 2번", &[]),
            ("1조 구성원", &[]),
            ("예산은 3조 원입니다", &[("3조", &[2, 3])]),
            ("예산은 3조 8억 원", &[("3조 8억", &[2])]),
        ],
    );
}

#[test]
fn integers_ranges_and_counts_are_no_telephone_numbers() {
    let rule = "formatting.phone_number_format";
    assert_seen(
        Tongue::En,
        rule,
        &[
            ("The callback was called 1234567 times", &[]),
            ("called with 2147483647", &[]),
            ("range of call ids: 1000000-2000000", &[]),
            ("(2019) 1234567 calls", &[]),
            ("from -2147483648 to 2147483647, telephone", &[]),
            ("Call 555-123-4567", &[("555-123-4567", &[2])]),
            ("Phone: (202) 555-0147", &[("(202) 555-0147", &[5])]),
        ],
    );
    assert_seen(
        Tongue::Es,
        rule,
        &[("Tutorial 12345678", &[]), ("telnet 192168001", &[]), ("Llame al 912345678", &[("912345678", &[1])])],
    );
    assert_seen(Tongue::It, rule, &[("chiama 1000000 elementi", &[]), ("Tel. 0612345678", &[("0612345678", &[1])])]);
    assert_seen(Tongue::De, rule, &[("bis +2147483647", &[]), ("Fax: 030/23125001", &[("030/23125001", &[3])])]);
}

#[test]
fn an_acronym_of_any_length_does_not_shout() {
    let rule = "spelling_and_grammar.all_caps";
    assert_seen(
        Tongue::En,
        rule,
        &[
            ("A GEDCOM file", &[]),
            ("The BITTORRENT client", &[]),
            ("Do NOT delete it", &[("NOT", &[])]),
            ("DELETE EVERYTHING now", &[("DELETE", &[]), ("EVERYTHING", &[])]),
        ],
    );
    assert_seen(Tongue::De, rule, &[("GEDCOM-Datei", &[]), ("Bitte NICHT hier", &[("NICHT", &[])])]);
}

#[test]
fn a_korean_noun_before_a_full_stop_is_no_ending() {
    let rule = "style_and_tone.declarative_endings";
    assert_seen(
        Tongue::Ko,
        rule,
        &[
            ("저장 필요.", &[]),
            ("이미지.", &[]),
            ("검색어.", &[]),
            ("캐나다.", &[]),
            ("침해.", &[]),
            ("시작합시다.", &[]),
            ("있어.", &[("있어.", &[2])]),
            ("확인해요.", &[("확인해요.", &[1, 3])]),
            ("시작합니다.", &[("시작합니다.", &[1, 4])]),
            ("시작한다.", &[("시작한다.", &[5])]),
        ],
    );
}

#[test]
fn terms_that_begin_with_a_number_are_no_numbers() {
    assert_seen(
        Tongue::Ja,
        "numbers.writing_numbers",
        &[
            ("三分割法", &[]),
            ("百分率", &[]),
            ("二分探索", &[]),
            ("三人称", &[]),
            ("二枚貝", &[]),
            ("三分の一", &[]),
            ("三個の箱", &[("三個", &[1])]),
            ("二回目", &[("二回", &[1])]),
        ],
    );
    assert_seen(
        Tongue::Zh,
        "numbers.writing_numbers",
        &[
            ("千位分隔符", &[]),
            ("三次样条", &[]),
            ("二次确认", &[]),
            ("三位数", &[]),
            ("三个文件", &[("三个", &[])]),
            ("十天", &[("十天", &[])]),
        ],
    );
}

#[test]
fn a_minus_is_no_range_and_a_difference_no_dash() {
    assert_seen(
        Tongue::En,
        "punctuation.range_indicator",
        &[("x = 3 - 5", &[]), ("5 - 10 = -5", &[]), ("pages 3-5", &[("3-5", &[4])])],
    );
    assert_seen(
        Tongue::En,
        "punctuation.sentence_break_indicator",
        &[("x - y", &[]), ("We stop - and go on", &[("-", &[])]), ("{page} - Onboarding - step {n} of {all}", &[])],
    );
}

#[test]
fn an_opening_quotation_mark_stands_behind_no_letter() {
    let rule = "punctuation.quotation_style";
    assert_seen(Tongue::De, rule, &[("Die Datei\"foo wird \"bar\" gelöscht", &[("\"bar\"", &[])])]);
    assert_seen(Tongue::Zh, rule, &[("点击\"确定\"按钮", &[("\"确定\"", &[1])])]);
    assert_seen(Tongue::Ko, rule, &[("그는\"좋아\"라고", &[("\"좋아\"", &[1])])]);
}

#[test]
fn what_is_seen_is_the_whole_amount_and_the_whole_range() {
    assert_seen(Tongue::En, "punctuation.range_indicator", &[("takes 0.1 to 24.1", &[("0.1 to 24.1", &[2])])]);
    assert_seen(Tongue::De, "punctuation.range_indicator", &[("0,5–1,5", &[("0,5–1,5", &[1])])]);
    assert_seen(Tongue::De, "numbers.currency_format", &[("kostet 10'00€", &[("10'00€", &[])])]);
    assert_seen(
        Tongue::De,
        "numbers.temperature_format",
        &[("bei 10-20 °C", &[("10-20 °C", &[2])]), ("bei -5 °C", &[("-5 °C", &[2])])],
    );
    assert_seen(Tongue::De, "numbers.units_of_measure_spacing", &[("10 bis 20km", &[("10 bis 20km", &[])])]);
    assert_seen(Tongue::De, "numbers.percentage_format", &[("10–20%", &[("10–20%", &[1])])]);
}

#[test]
fn an_ellipsis_and_a_colon_behind_code_are_seen() {
    let rule = "punctuation.ellipsis";
    assert_seen(
        Tongue::De,
        rule,
        &[("Lade {name}...", &[("...", &[2])]), ("<b>Lade</b>… gleich", &[("…", &[1])]), ("{a}...{b}", &[])],
    );
    assert_seen(Tongue::De, rule, &[("NAME1=WERT1,NAME2=WERT2...", &[]), ("(http://localhost/?code=...)", &[])]);
    assert_seen(
        Tongue::Fr,
        "punctuation.spacing_and_punctuation",
        &[
            ("Erreur dans {file}: fichier", &[("}:", &[1])]),
            ("<b>Note</b>: oui", &[(">:", &[1])]),
            ("Attention&nbsp;: oui", &[]),
            ("définie à %s:%s, '.. py:%s::'", &[]),
        ],
    );
}

#[test]
fn a_german_genitive_has_an_apostrophe() {
    assert_seen(
        Tongue::De,
        "punctuation.apostrophe",
        &[
            ("Das ist Max' Auto.", &[("'", &[])]),
            ("Marx’ Werke", &[("’", &[1])]),
            ("der Modus 'Fuchs' Ende", &[]),
            ("Links' und rechts", &[]),
        ],
    );
}

#[test]
fn single_marks_quote_words_where_no_apostrophe_is() {
    let rule = "punctuation.quotation_style";
    assert_seen(
        Tongue::Es,
        rule,
        &[("Pulse 'Aceptar' ahora", &[("'Aceptar'", &[])]), ("usa 'utf-8' aquí", &[]), ("'a=1'", &[])],
    );
    assert_seen(
        Tongue::Fr,
        "punctuation.quotation_mark",
        &[
            ("Cliquez sur 'Enregistrer' pour l'image", &[("'Enregistrer'", &[])]),
            ("le mode ‘Économie d’énergie’ est actif", &[]),
            ("Le mode 'économie' est actif", &[("'économie'", &[])]),
            ("L'image d'abord, l'utilisateur après", &[]),
            ("la valeur 'auto' ou 'utf-8'", &[]),
            ("'Hier' 'à' HH:mm", &[]),
            ("'Dernier' EEEE 'à' {time}", &[]),
        ],
    );
    assert_seen(Tongue::Zh, rule, &[("点击‘确定’按钮", &[("‘确定’", &[])]), ("使用'id'字段", &[])]);
    assert_seen(Tongue::Ja, rule, &[("‘確定’を押す", &[("‘確定’", &[])]), ("'id'を使う", &[])]);
}

#[test]
fn plain_sentences_and_formal_imperatives_are_seen() {
    assert_seen(
        Tongue::Ja,
        "style_and_tone.tone",
        &[
            ("設定を保存する。", &[("する。", &[1])]),
            ("保存した。", &[("した。", &[1])]),
            ("値はない。", &[("ない。", &[1])]),
            ("保存できる。", &[("できる。", &[1])]),
            ("保存される。", &[("される。", &[1])]),
            ("設定を保存する", &[]),
            ("設定を保存します。", &[("ます。", &[2])]),
            ("開いてください。", &[("ください。", &[2])]),
        ],
    );
    assert_seen(
        Tongue::It,
        "style_and_tone.addressing_the_reader",
        &[
            ("Selezioni un file dalla lista.", &[("Selezioni", &[1])]),
            ("Inserisci il nome del file.", &[("Inserisci", &[2])]),
            ("Inserisci nome", &[]),
            ("Apri file", &[]),
        ],
    );
}

#[test]
fn what_texts_of_shops_and_calendars_have_is_told_apart() {
    assert_seen(
        Tongue::De,
        "dates_and_times.date_format",
        &[
            ("Das Format YYYY-MM-DD, z. B. 2011-05-29", &[]),
            ("/alt.asp,/neu,2019/01/27 10:42:59 GMT+1,true", &[]),
            ("/alt.asp,/neu,2018-12-31,false", &[]),
            ("Am 2018-12-31, früh", &[("2018-12-31", &[])]),
        ],
    );
    assert_seen(
        Tongue::De,
        "punctuation.range_indicator",
        &[("Excel 97-2003", &[]), ("Seiten 97-203", &[("97-203", &[])])],
    );
    assert_seen(Tongue::De, "numbers.percentage_format", &[("P, 0000%, ### 0", &[]), ("nur 0%", &[("0%", &[1])])]);
    assert_seen(
        Tongue::Fr,
        "spelling_and_grammar.accents_and_cedillas",
        &[
            ("Element est libre", &[]),
            ("Editer la commande", &[("Editer", &[1, 2])]),
            ("Etiquettes", &[("Etiquettes", &[1, 2])]),
        ],
    );
    assert_seen(
        Tongue::Ja,
        "punctuation.ampersand_usage",
        &[("適用 &e at &c", &[]), ("編集(&E)", &[]), ("tee -a && sysctl を実行", &[]), ("Q&Aと研究", &[("&", &[2])])],
    );
    assert_seen(Tongue::Ko, "style_and_tone.declarative_endings", &[("있을 때마다.", &[]), ("확인해 주십시요.", &[])]);
    assert_seen(
        Tongue::Ko,
        "numbers.large_number_format",
        &[("10만큼만 선택", &[]), ("5만 원을", &[("5만", &[2, 3])]), ("3만5000명", &[("3만5000", &[3])])],
    );
    assert_seen(
        Tongue::Es,
        "dates_and_times.time_format",
        &[("12 horas (ej.: 2:30pm)", &[("2:30pm", &[2])]), ("a las 2:30", &[("2:30", &[5])])],
    );
    assert_seen(Tongue::Es, "dates_and_times.time_format", &[("a,2019/01/27 10:42:59 GMT", &[])]);
    assert_seen(Tongue::De, "numbers.percentage_format", &[("(z. B. 100% oder 400px)", &[])]);
    assert_seen(
        Tongue::De,
        "punctuation.quotation_style",
        &[("'Gestern'", &[]), ("'Tage' fehlen", &[("'Tage'", &[])])],
    );
    assert_seen(Tongue::Zh, "punctuation.quotation_style", &[("{date} '在' {time}", &[])]);
    assert_seen(
        Tongue::Zh,
        "numbers.large_number_format",
        &[("第194,196条", &[]), ("至少50,000个", &[("50,000", &[])])],
    );
    assert_seen(Tongue::Zh, "numbers.writing_numbers", &[("设置两到三天", &[]), ("三天内", &[("三天", &[])])]);
    let rule = "formatting.space_between_chinese_characters_and_arabic_numerals";
    assert_seen(Tongue::Zh, rule, &[("高管 2U 内容", &[]), ("始终为 10 个字符", &[("10", &[])])]);
    assert_seen(
        Tongue::It,
        "punctuation.uppercase_acronyms",
        &[
            ("AAAA-MM-GGTHH:MM:SSZ", &[]),
            ("un URL", &[("URL", &[1])]),
            ("CON AMMINISTRAZIONE", &[]),
            ("il server GNU Mailman", &[]),
        ],
    );
    let rule = "punctuation.round_brackets";
    let seen: &[Case<'_>] = &[
        ("サーバー (任意)", &[("(任意)", &[2])]),
        ("「前」(裏のサーバー)", &[("(裏のサーバー)", &[2])]),
        ("関数 get(値) を", &[]),
        ("%(name)s の値", &[]),
    ];
    assert_seen(Tongue::Ja, rule, seen);
    let seen: &[Case<'_>] = &[
        ("各位, 停止します.", &[(",", &[]), (".", &[])]),
        ("設定.txt を保存中...", &[]),
        ("東京。", &[("。", &[1, 2])]),
    ];
    assert_seen(Tongue::Ja, "punctuation.periods_and_commas", seen);
    let seen: &[Case<'_>] = &[
        ("Industry, tourism and travel, forestry", &[]),
        ("Roads, ships, nautical or aerial charts, railways.", &[]),
        ("Red, white and blue", &[("Red, white and blue", &[1])]),
    ];
    assert_seen(Tongue::En, "punctuation.serial_comma", seen);
    let rule = "punctuation.colon_in_heading";
    assert_seen(
        Tongue::Ko,
        rule,
        &[
            ("해당 목록이 없습니다 : {name}", &[]),
            ("보낸 사람 : 도메인의 정책 찾기.", &[]),
            ("언어 코드 : {code}", &[("언어 코드 :", &[])]),
        ],
    );
    assert_seen(Tongue::Zh, "punctuation.dash", &[("范围为 5 - 3072", &[("5 - 3072", &[2])])]);
    assert_seen(Tongue::Ja, "punctuation.range_indicator", &[("範囲は 1 - 10 です", &[("1 - 10", &[3])])]);
    let rule = "punctuation.salutation";
    assert_seen(
        Tongue::De,
        rule,
        &[("Hallo von %(site)s!\nText", &[]), ("Hallo Herr von Halm!\nText", &[("Hallo Herr von Halm!", &[3])])],
    );
    assert_seen(
        Tongue::Es,
        rule,
        &[("Hola desde Almería:\nTexto", &[]), ("Hola a todos:\nTexto", &[("Hola a todos:", &[1])])],
    );
}

#[test]
fn no_quotation_begins_in_one_part_of_a_message_and_ends_in_another() {
    assert_seen(
        Tongue::De,
        "punctuation.quotation_style",
        &[
            ("sagt \"hallo {x, plural, other {# \"Stücke\"}}\"", &[]),
            ("sagt \"hallo {name}\"", &[("\"hallo {name}\"", &[])]),
        ],
    );
}

#[test]
fn what_everyday_texts_have_is_told_from_what_it_looks_like() {
    let units: &[Case<'_>] = &[
        ("Scratch 3.0 ha portato un incremento", &[]),
        ("il COVID-19 ha costretto le scuole", &[]),
        ("una superficie di 3 ha", &[("3 ha", &[2])]),
        ("3 ha di bosco", &[("3 ha", &[2])]),
    ];
    assert_seen(Tongue::It, "numbers.units_of_measure_spacing", units);
    assert_seen(
        Tongue::Es,
        "numbers.units_of_measure_spacing",
        &[("Scratch 2.0 ha sido creada", &[]), ("una finca de 3 ha", &[("3 ha", &[2])])],
    );
    assert_seen(
        Tongue::En,
        "punctuation.periods_in_academic_degrees",
        &[("Select a text LLM", &[]), ("She has a PhD", &[("PhD", &[1])])],
    );
    assert_seen(
        Tongue::En,
        "punctuation.range_indicator",
        &[("Values range from 0 to 1.", &[]), ("Ages 5 to 10", &[("5 to 10", &[2])])],
    );
    assert_seen(
        Tongue::It,
        "punctuation.range_indicator",
        &[("I valori vanno da 0 a 1.", &[]), ("Bambini da 5 a 10", &[("da 5 a 10", &[3])])],
    );
    assert_seen(
        Tongue::It,
        "dates_and_times.single_digit_days_and_months",
        &[("dal 1° gennaio 2020", &[]), ("dal 5 gennaio 2020", &[("5 gennaio 2020", &[1])])],
    );
    assert_seen(
        Tongue::Es,
        "numbers.percentage_format",
        &[("jugada #{rank} ({probability:.2%})", &[]), ("el 5 % de todos", &[("5 %", &[2])])],
    );
    assert_seen(Tongue::Ko, "dates_and_times.time_format", &[("2013-01-01T12:00:00.000-07:00", &[])]);
    assert_seen(Tongue::Ko, "numbers.large_number_format", &[("예: 255,255,255,255", &[])]);
    assert_seen(
        Tongue::En,
        "punctuation.sentence_break_indicator",
        &[("only letters, numbers, - and _", &[]), ("Save it - then go on", &[("-", &[])])],
    );
    assert_seen(
        Tongue::En,
        "spelling_and_grammar.all_caps",
        &[
            ("LEGO MINDSTORMS EV3", &[]),
            ("Returns Boolean NOT on the argument", &[]),
            ("Do NOT argue", &[("NOT", &[])]),
        ],
    );
    assert_seen(
        Tongue::Ja,
        "punctuation.ampersand_usage",
        &[("Force & Acceleration センサー", &[]), ("~!@#$%^&*()", &[]), ("質問&回答", &[("&", &[2])])],
    );
    assert_seen(
        Tongue::De,
        "numbers.dimensions_separator",
        &[("wird zu „4 × 10“", &[]), ("ein Raster von 4 × 10", &[("4 × 10", &[1])])],
    );
    assert_seen(Tongue::De, "formatting.phone_number_format", &[("eine Nummer im Format +49 9 876 543 210", &[])]);
    assert_seen(
        Tongue::De,
        "punctuation.apostrophe",
        &[("höher als'pick_override' ist", &[]), ("wie geht's dir", &[("'", &[])])],
    );
}

#[test]
fn signs_and_names_of_programs_are_no_punctuation_of_a_sentence() {
    assert_seen(
        Tongue::De,
        "punctuation.quotation_style",
        &[
            ("Schlüsselwort <'#datetime'>", &[]),
            ("linke runde Klammer <'('>", &[]),
            ("Filter <code>[('code', 'like')]</code>", &[]),
            ("das Feld 'Name' ist leer", &[("'Name'", &[])]),
            ("nicht erlaubt sind ., .. und \"\"", &[]),
            ("etwa ['your_channel_id'] oder 'http://name':wort", &[]),
        ],
    );
    assert_seen(
        Tongue::It,
        "punctuation.quotation_mark_and_apostrophe",
        &[("parola chiave ‹'else'›", &[]), ("operatore minore o uguale a ('<=')", &[])],
    );
    assert_seen(Tongue::Zh, "punctuation.colon", &[("示例如下::", &[]), ("示例如下:", &[(":", &[2])])]);
    assert_seen(
        Tongue::En,
        "punctuation.serial_comma",
        &[
            ("If you miss the button above, copy and paste the address.", &[]),
            ("Red, green and blue", &[("Red, green and blue", &[1])]),
        ],
    );
    assert_seen(Tongue::It, "numbers.percentage_format", &[("espressioni di ricerca, come 70%", &[])]);
    assert_seen(
        Tongue::Zh,
        "formatting.space_between_chinese_and_english",
        &[("示例：％s 对于", &[]), ("使用Git工具", &[("Git", &[1])])],
    );
    assert_seen(
        Tongue::En,
        "punctuation.sentence_break_indicator",
        &[("Open 'House - upper floor' again.", &[]), ("Open it - now.", &[("-", &[])])],
    );
    assert_seen(
        Tongue::Fr,
        "punctuation.spacing_and_punctuation",
        &[("Il doit finir par \"?\"", &[]), ("Dit-il « oui »?", &[("»?", &[1])])],
    );
    assert_seen(
        Tongue::De,
        "punctuation.ellipsis",
        &[("etwa http://beispiel.com:8765/cams/...", &[]), ("http://beispiel.com wird geladen...", &[("...", &[2])])],
    );
    assert_seen(
        Tongue::De,
        "punctuation.slash",
        &[("Asien/Kuala Lumpur", &[]), ("Datum/Uhrzeit", &[("Datum/Uhrzeit", &[1, 3])])],
    );
    assert_seen(
        Tongue::En,
        "spelling_and_grammar.all_caps",
        &[("Show ERROR logs", &[]), ("ERROR", &[]), ("shows #ERROR", &[]), ("ERROR: try again", &[("ERROR", &[])])],
    );
    assert_seen(
        Tongue::En,
        "spelling_and_grammar.contractions",
        &[
            ("without folders, using it will force a copy", &[]),
            ("it will force a copy", &[("it will", &[1])]),
            ("Use Let's Encrypt certificates", &[]),
            ("Let's go", &[("Let's", &[2, 3])]),
        ],
    );
}
