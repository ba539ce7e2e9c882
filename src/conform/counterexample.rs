//! Texts that break a rule of which the catalogue has one value, or whose other values leave the same text alone: no example
//! of a sibling can be the wrong text of such a rule.
//!
//! Invariant: each is found to break its rule and no other; a test of [`crate::conform::example`] judges all of them.

use crate::conform::passage::Tongue;

/// Language, rule, and a text that breaks it.
const COUNTEREXAMPLES: &[(Tongue, &str, &str)] = &[
    (Tongue::De, "numbers.decimal_numbers_less_than_one", "Mische ,25 l Milch mit dem Mehl."),
    (Tongue::De, "numbers.mathematical_expression_spacing", "Die Formel lautet a+b=c."),
    (Tongue::De, "numbers.units_of_measure_spacing", "Das Paket wiegt nur 5kg und ist leicht."),
    (Tongue::De, "punctuation.ampersand_usage", "Bitte lesen & bestätigen Sie den Hinweis."),
    (Tongue::De, "punctuation.apostrophe", "Wie geht's weiter"),
    (Tongue::De, "punctuation.sentence_break_indicator", "Alle Daten bleiben lokal - nichts wird gesendet."),
    (Tongue::De, "punctuation.slash", "Geben Sie Name/ Firma an."),
    (Tongue::De, "spelling_and_grammar.all_caps", "Bitte schalten Sie das Gerät NICHT aus."),
    (Tongue::De, "spelling_and_grammar.eszett", "Die Straße ist groß genug."),
    (Tongue::De, "spelling_and_grammar.umlauts", "Bitte überprüfen Sie die Größe."),
    (Tongue::En, "numbers.decimal_numbers_less_than_one", "Add .5 kg of sugar"),
    (Tongue::En, "numbers.mathematical_expression_spacing", "The equation x+1=3 has one solution."),
    (Tongue::En, "punctuation.ampersand_usage", "Learn how to cut & paste text."),
    (Tongue::En, "punctuation.exclamation_marks", "Thank you for your order!"),
    (Tongue::En, "punctuation.periods_in_uppercase_initialisms_and_acronyms", "Please update your P.D.F. viewer."),
    (Tongue::En, "spelling_and_grammar.all_caps", "Please do NOT close the window."),
    (Tongue::En, "spelling_and_grammar.latin_abbreviations", "Use a mirror, etc."),
    (Tongue::Es, "formatting.phone_number_format", "Teléfono: 912 345 678, desde fuera"),
    (Tongue::Es, "spelling_and_grammar.all_caps", "NUNCA comparta su clave."),
    (Tongue::Fr, "punctuation.slash", "Veuillez choisir la rue/ la place du marché."),
    (Tongue::Fr, "spelling_and_grammar.conjunctions", "Mais rien ne presse."),
    (Tongue::It, "punctuation.acronyms", "Il file è in formato H.T.M.L. e si apre subito."),
    (Tongue::It, "spelling_and_grammar.all_caps", "Si prega di NON chiudere la finestra."),
    (Tongue::Ja, "numbers.number_format", "人口は１２，０００人である。"),
    (Tongue::Ja, "numbers.use_of_hiragana_and_kanji", "5箇月後に届けます。"),
    (Tongue::Ja, "punctuation.quotation_style", "社長は“中止だ”と言った。"),
    (Tongue::Ja, "style_and_tone.mixing_styles", "設定を開きます。名前を入力するのである。"),
    (Tongue::Ko, "punctuation.colon_between_hours_and_minutes_or_chapters_and_verses", "상영은 20 : 10에 시작해요."),
    (Tongue::Ko, "punctuation.colon_in_heading", "경고 : 위험"),
    (Tongue::Ko, "punctuation.parentheses_for_supplementary_information", "서울 (Seoul)과 부산"),
    (Tongue::Ko, "punctuation.quotation_style", "그녀는 「온다」고 썼다."),
    (Tongue::Zh, "formatting.space_between_arabic_numerals_and_unit", "包裹重5 kg，箱子重"),
    (Tongue::Zh, "formatting.space_between_chinese_and_english", "使用 Python 编程"),
    (Tongue::Zh, "formatting.space_between_chinese_characters_and_arabic_numerals", "门票 30 元。"),
    (Tongue::Zh, "numbers.large_number_format", "销量20,000台，产值很高。"),
    (Tongue::Zh, "numbers.number_separator", "来了七、八人，留下"),
    (Tongue::Zh, "numbers.writing_numbers", "年龄十八岁"),
    (Tongue::Zh, "numbers.zero_format", "协议签于二零二三年十二月一日。"),
    (Tongue::Zh, "numbers.zero_format", "全长一百〇五公里。"),
    (Tongue::Zh, "punctuation.quotation_style", "他说「好的」就走了。"),
    (Tongue::Zh, "punctuation.serial_comma", "我们卖苹果、梨、和香蕉。"),
];

/// The texts that break a rule, given as `category.rule`.
pub(super) fn counterexamples_of(tongue: Tongue, rule: &str) -> impl Iterator<Item = &'static str> {
    let of_rule = move |(of, name, _): &&(Tongue, &str, &str)| *of == tongue && *name == rule;
    COUNTEREXAMPLES.iter().filter(of_rule).map(|(_, _, text)| *text)
}
