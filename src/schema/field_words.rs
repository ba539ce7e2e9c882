//! What people call our fields: other interfaces of the service, other tools, other languages.

use unicode_normalization::UnicodeNormalization;

use crate::catalogue::nearest;
use crate::source::Node;

/// Our fields, with the words that people use for them, from the service's other interfaces and from plain language.
const OTHER_WORDS: &[(&str, &str)] = &[
    ("name", "title 名前 名称 이름 имя название nazwa naam nom nombre nome bezeichnung titel id description it"),
    ("language", "lang 言語 语言 語言 언어 язык język língua iso sprache langue idioma lingua taal locale target_lang"),
    ("language", "target_language language_code"),
    ("configured_rules", "ルール 規則 规则 규칙 правила règles_configurées regeln règles reglas regole rules"),
    (
        "custom_instructions",
        "カスタム指示 指示 自定义指令 指令 지침 инструкции istruzioni instructies instructions_personnalisées anweisungen",
    ),
    ("custom_instructions", "consignes instrucciones instructions"),
    ("label", "bezeichnung etikett étiquette etiqueta etichetta ラベル name title"),
    ("prompt", "aufforderung anweisung consigne instrucción istruzione プロンプト text content instruction"),
    (
        "source_language",
        "quellsprache ausgangssprache langue_source idioma_de_origen lingua_di_origine source_lang lang",
    ),
    ("source_language", "source from source_language_code"),
    ("target_language", "zielsprache langue_cible idioma_de_destino lingua_di_destinazione language lang locale"),
    ("target_language", "target_lang target to language_code target_language_code"),
    ("dictionaries", "wörterbücher dictionnaires diccionarios dizionari dictionary pairs"),
    ("entries", "einträge entrées entradas voci terms do_not_translate dont_translate untranslated"),
    ("file", "datei fichier archivo path tsv csv"),
    ("terms", "begriffe termes términos words phrases entries spoken_terms"),
    ("address", "from resource"),
    ("kind", "type"),
    ("store", "type backend"),
    ("industry", "branch branche sector sektor"),
    (
        "extends",
        "$ref parent base bases base_style base_styles imports import include includes extend inherits depends_on uses",
    ),
    ("protected", "deletion_protection keep"),
    ("moved", "moves move renamed renames"),
    ("lints", "severity severities"),
    ("to", "address target target_language target_lang new new_address destination resource"),
    ("files", "path paths patterns include includes dateien fichiers archivos glob pattern"),
    ("exclude", "ausschließen ausschliessen ignore ignore_patterns exclude_patterns"),
    ("text", "input source given when"),
    ("expect", "output assert assertions expected expected_output expected_translation then"),
    ("without_rules", "without remove_rules removed_rules unset exclude_rules excluded_rules disable_rules"),
    ("without_rules", "disabled_rules ignore_rules ignored_rules"),
    ("delete", "destroy"),
    ("parallelism", "concurrency workers threads jobs max_parallel"),
    ("term_lists", "lists"),
    ("style", "style_id style_rules"),
    ("glossary", "glossary_id"),
    ("glossaries", "glossary_ids"),
    ("translation_memory", "translation_memory_id memory"),
    ("translation_memory_threshold", "threshold"),
    ("spoken_terms", "spoken_terms_id"),
    ("style_profile", "style_profile_id"),
    ("styles", "style_rule_ids style_rules"),
    ("translation_memories", "translation_memory_ids"),
    ("glossary_priority", "glossary_priority_order_enabled"),
    ("target_languages", "target_media_languages language languages"),
    ("content_type", "target_media_content_type"),
    ("voice", "target_media_voice"),
    ("enable_watermark", "watermark"),
    ("output_format", "format"),
    ("model_type", "model"),
    ("key", "id"),
    ("from", "source_language source_lang old old_address source"),
    ("id", "import_id"),
    ("environments", "env"),
    ("default_environment", "housestyle_env"),
    ("summary", "description"),
    ("reason", "description comment note why"),
    ("values", "options"),
    ("tests", "it cases test_cases testcases scenarios"),
    ("golden", "equals equal exact is reference"),
    ("matches", "regex regexp pattern match"),
    ("max_characters", "max_length max_chars maximum_length length have_length"),
    ("not_contains", "excludes not_contain not_include lacks"),
    ("contains", "includes contain include has substring"),
    ("follows", "rules"),
    ("uses_term", "terms term"),
    ("chrf", "threshold score min similarity bleu minimum"),
    ("starts_with", "begins_with prefix"),
    ("ignore_case", "case_insensitive"),
];

/// Whether people use a word for a field.
pub(super) fn is_other_word(written: &str, field: &str) -> bool {
    let lower = written.to_lowercase();
    OTHER_WORDS.iter().any(|(known, words)| *known == field && words.split(' ').any(|word| word == lower))
}

/// Whether a name says no more than "language".
pub(super) fn is_word_for_language(written: &str) -> bool {
    matches!(written.to_ascii_lowercase().as_str(), "language" | "languages" | "lang" | "locale")
}

/// The field that a wrong name stands for, among these.
pub fn closest_field<'n>(written: &str, fields: &[&'n str]) -> Option<&'n str> {
    // The one language that a thing has is not another one.
    if matches!(written, "target_language" | "target_lang")
        && fields.iter().all(|field| !matches!(*field, "language" | "to"))
    {
        let own = |own: &str| fields.iter().copied().find(|field| *field == own);
        return own("target_language").or_else(|| own("target_languages"));
    }
    // Letters of full width are the same letters.
    let written: &str = &written.nfkc().collect::<String>();
    let lower = words_of_name(written);
    // What tests are called by their tools begins so.
    let bare = ["to_be_", "to_", "should_", "must_", "assert_", "is_"].iter().find_map(|verb| lower.strip_prefix(verb));
    let word = |field: &&str| {
        let means =
            |name: &str| OTHER_WORDS.iter().any(|(of, words)| of == field && words.split(' ').any(|word| word == name));
        let says = |name: &str| means(name) || is_other_number(name, field);
        says(&lower) || bare.is_some_and(|bare| bare == *field || says(bare))
    };
    // A name that says the opposite is never meant.
    let is_denial = |word: &str| nearest::unambiguous_word(word, ["not", "no", "without", "never", "doesnt"]).is_some();
    let denies = |name: &str| name.split('_').any(is_denial);
    let near = || {
        let near = nearest::nearest_words(written, fields.iter().copied());
        near.into_iter().find(|field| denies(field) == denies(&lower) || fields.contains(&lower.as_str()))
    };
    fields.iter().copied().find(|field| **field == lower).or_else(|| fields.iter().copied().find(word)).or_else(near)
}

/// The field that a wrong name stands for: one that is required and absent, for then the slip is explained whole, unless its
/// letters are nearer to those of another that is free.
pub(super) fn field_meant<'n>(written: &str, missing: &[&'n str], free: &[&'n str]) -> Option<&'n str> {
    let required = closest_field(written, missing).filter(|field| {
        let nearest = nearest::nearest_words(written, free.iter().copied());
        is_other_word(written, field) || nearest.first().is_none_or(|near| near == field)
    });
    required.or_else(|| closest_field(written, free))
}

/// The words of a name, in small letters and with `_` between them: `source_language` for `sourceLanguage`.
fn words_of_name(written: &str) -> String {
    let mut out = String::with_capacity(written.len() + 4);
    let mut small = false;
    for c in written.chars() {
        if c.is_uppercase() && small {
            out.push('_');
        }
        small = c.is_lowercase();
        out.extend(c.to_lowercase());
    }
    out.replace(['-', ' '], "_")
}

/// Whether two names are one in the singular and in the plural.
fn is_other_number(one: &str, other: &str) -> bool {
    let plural = |one: &str, many: &str| {
        many.strip_suffix('s') == Some(one)
            || one.strip_suffix('y').is_some_and(|stem| many.strip_suffix("ies") == Some(stem))
    };
    plural(one, other) || plural(other, one)
}

/// The field that is set already, of which a name is another notation: `target-language` beside `target_language`.
pub(super) fn field_set_as<'f>(node: &Node, known: &[&'f str], written: &str) -> Option<&'f str> {
    let letters = |name: &str| -> String {
        name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
    };
    known.iter().copied().find(|field| letters(field) == letters(written) && node.get(field).is_some())
}

/// Whether a text has the form of an id that the service gives: a UUID.
#[must_use]
pub fn is_id(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let hex = |part: &&str| part.chars().all(|c| c.is_ascii_hexdigit());
    parts.iter().map(|part| part.len()).eq([8, 4, 4, 4, 12]) && parts.iter().all(hex)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_of_the_service_is_told_from_a_name() {
        assert!(is_id("6c2f9f57-1d43-4a62-9a0e-3b7c1c0d9e21"));
        assert!(
            ["Contracts 2025", "6c2f9f57", "support-de", "6c2f9f57-1d43-4a62-9a0e-3b7c1c0d9e2g"]
                .iter()
                .all(|name| !is_id(name))
        );
    }
}
