//! What people call our fields: other interfaces of the service, other tools, other languages.

use unicode_normalization::UnicodeNormalization;

use crate::catalogue::nearest;

/// Words that people use for our fields, from the service's other interfaces and from plain language.
const OTHER_WORDS: &[(&str, &str)] = &[
    ("title", "name"),
    ("lang", "language"),
    ("名前", "name"),
    ("名称", "name"),
    ("이름", "name"),
    ("имя", "name"),
    ("название", "name"),
    ("nazwa", "name"),
    ("naam", "name"),
    ("言語", "language"),
    ("语言", "language"),
    ("語言", "language"),
    ("언어", "language"),
    ("язык", "language"),
    ("język", "language"),
    ("língua", "language"),
    ("ルール", "configured_rules"),
    ("規則", "configured_rules"),
    ("规则", "configured_rules"),
    ("규칙", "configured_rules"),
    ("правила", "configured_rules"),
    ("règles_configurées", "configured_rules"),
    ("カスタム指示", "custom_instructions"),
    ("指示", "custom_instructions"),
    ("自定义指令", "custom_instructions"),
    ("指令", "custom_instructions"),
    ("지침", "custom_instructions"),
    ("инструкции", "custom_instructions"),
    ("istruzioni", "custom_instructions"),
    ("instructies", "custom_instructions"),
    ("instructions_personnalisées", "custom_instructions"),
    ("bezeichnung", "label"),
    ("etikett", "label"),
    ("étiquette", "label"),
    ("etiqueta", "label"),
    ("etichetta", "label"),
    ("ラベル", "label"),
    ("aufforderung", "prompt"),
    ("anweisung", "prompt"),
    ("consigne", "prompt"),
    ("instrucción", "prompt"),
    ("istruzione", "prompt"),
    ("プロンプト", "prompt"),
    ("quellsprache", "source_language"),
    ("ausgangssprache", "source_language"),
    ("langue_source", "source_language"),
    ("idioma_de_origen", "source_language"),
    ("lingua_di_origine", "source_language"),
    ("zielsprache", "target_language"),
    ("langue_cible", "target_language"),
    ("idioma_de_destino", "target_language"),
    ("lingua_di_destinazione", "target_language"),
    ("wörterbücher", "dictionaries"),
    ("dictionnaires", "dictionaries"),
    ("diccionarios", "dictionaries"),
    ("dizionari", "dictionaries"),
    ("einträge", "entries"),
    ("entrées", "entries"),
    ("entradas", "entries"),
    ("voci", "entries"),
    ("datei", "file"),
    ("fichier", "file"),
    ("archivo", "file"),
    ("begriffe", "terms"),
    ("termes", "terms"),
    ("términos", "terms"),
    ("from", "address"),
    ("resource", "address"),
    ("iso", "language"),
    ("sprache", "language"),
    ("langue", "language"),
    ("idioma", "language"),
    ("lingua", "language"),
    ("taal", "language"),
    ("nom", "name"),
    ("nombre", "name"),
    ("nome", "name"),
    ("bezeichnung", "name"),
    ("titel", "name"),
    ("regeln", "configured_rules"),
    ("règles", "configured_rules"),
    ("reglas", "configured_rules"),
    ("regole", "configured_rules"),
    ("anweisungen", "custom_instructions"),
    ("consignes", "custom_instructions"),
    ("instrucciones", "custom_instructions"),
    ("language", "target_language"),
    ("lang", "target_language"),
    ("locale", "target_language"),
    ("locale", "language"),
    ("target_lang", "language"),
    ("target_language", "language"),
    ("rules", "configured_rules"),
    ("instructions", "custom_instructions"),
    ("text", "prompt"),
    ("content", "prompt"),
    ("type", "kind"),
    ("type", "store"),
    ("parent", "extends"),
    ("deletion_protection", "protected"),
    ("severity", "lints"),
    ("severities", "lints"),
    ("address", "to"),
    ("path", "files"),
    ("glob", "files"),
    ("pattern", "files"),
    ("input", "text"),
    ("source", "text"),
    ("output", "expect"),
    ("assert", "expect"),
    ("assertions", "expect"),
    ("instruction", "prompt"),
    ("name", "label"),
    ("title", "label"),
    ("source_lang", "source_language"),
    ("lang", "source_language"),
    ("base", "extends"),
    ("bases", "extends"),
    ("base_style", "extends"),
    ("base_styles", "extends"),
    ("imports", "extends"),
    ("import", "extends"),
    ("include", "extends"),
    ("includes", "extends"),
    ("extend", "extends"),
    ("inherits", "extends"),
    ("without", "without_rules"),
    ("remove_rules", "without_rules"),
    ("removed_rules", "without_rules"),
    ("unset", "without_rules"),
    ("exclude_rules", "without_rules"),
    ("excluded_rules", "without_rules"),
    ("disable_rules", "without_rules"),
    ("disabled_rules", "without_rules"),
    ("ignore_rules", "without_rules"),
    ("ignored_rules", "without_rules"),
    ("keep", "protected"),
    ("target_lang", "target_language"),
    ("target", "target_language"),
    ("to", "target_language"),
    ("source", "source_language"),
    ("from", "source_language"),
    ("path", "file"),
    ("tsv", "file"),
    ("csv", "file"),
    ("terms", "entries"),
    ("words", "terms"),
    ("phrases", "terms"),
    ("destroy", "delete"),
    ("entries", "terms"),
    ("lists", "term_lists"),
    ("dictionary", "dictionaries"),
    ("pairs", "dictionaries"),
    ("style_id", "style"),
    ("style_rules", "style"),
    ("glossary_id", "glossary"),
    ("glossary_ids", "glossaries"),
    ("translation_memory_id", "translation_memory"),
    ("memory", "translation_memory"),
    ("threshold", "translation_memory_threshold"),
    ("spoken_terms_id", "spoken_terms"),
    ("style_profile_id", "style_profile"),
    ("style_rule_ids", "styles"),
    ("translation_memory_ids", "translation_memories"),
    ("glossary_priority_order_enabled", "glossary_priority"),
    ("target_media_languages", "target_languages"),
    ("language", "target_languages"),
    ("languages", "target_languages"),
    ("target_media_content_type", "content_type"),
    ("target_media_voice", "voice"),
    ("watermark", "enable_watermark"),
    ("format", "output_format"),
    ("model", "model_type"),
    ("id", "key"),
    // Of style tests.
    ("id", "name"),
    ("description", "name"),
    ("source_language", "from"),
    ("source_lang", "from"),
    ("target_language", "to"),
    ("target_lang", "to"),
    ("old", "from"),
    ("old_address", "from"),
    ("new", "to"),
    ("new_address", "to"),
    ("destination", "to"),
    ("resource", "to"),
    ("import_id", "id"),
    ("source", "from"),
    ("env", "environments"),
    ("ignore", "exclude"),
    ("ignore_patterns", "exclude"),
    ("exclude_patterns", "exclude"),
    ("description", "summary"),
    ("description", "reason"),
    ("comment", "reason"),
    ("note", "reason"),
    ("why", "reason"),
    ("options", "values"),
    ("it", "name"),
    ("it", "tests"),
    ("cases", "tests"),
    ("test_cases", "tests"),
    ("testcases", "tests"),
    ("scenarios", "tests"),
    ("expected", "expect"),
    ("equals", "golden"),
    ("equal", "golden"),
    ("exact", "golden"),
    ("is", "golden"),
    ("reference", "golden"),
    ("regex", "matches"),
    ("regexp", "matches"),
    ("pattern", "matches"),
    ("max_length", "max_characters"),
    ("max_chars", "max_characters"),
    ("maximum_length", "max_characters"),
    ("length", "max_characters"),
    ("excludes", "not_contains"),
    ("includes", "contains"),
    ("rules", "follows"),
    ("terms", "uses_term"),
    ("term", "uses_term"),
    ("threshold", "chrf"),
    ("score", "chrf"),
    ("min", "chrf"),
    ("given", "text"),
    ("when", "text"),
    ("then", "expect"),
    ("similarity", "chrf"),
    ("bleu", "chrf"),
    ("contain", "contains"),
    ("include", "contains"),
    ("has", "contains"),
    ("substring", "contains"),
    ("match", "matches"),
    ("begins_with", "starts_with"),
    ("prefix", "starts_with"),
    ("not_contain", "not_contains"),
    ("not_include", "not_contains"),
    ("lacks", "not_contains"),
    ("have_length", "max_characters"),
    ("case_insensitive", "ignore_case"),
    ("minimum", "chrf"),
];

/// Whether people use a word for a field.
pub(super) fn is_other_word(written: &str, field: &str) -> bool {
    let lower = written.to_lowercase();
    OTHER_WORDS.iter().any(|(word, known)| *word == lower && *known == field)
}

/// Whether a name says no more than "language".
pub(super) fn is_word_for_language(written: &str) -> bool {
    matches!(written.to_ascii_lowercase().as_str(), "language" | "languages" | "lang" | "locale")
}

/// The field that a wrong name stands for, among these.
pub(super) fn closest_field<'n>(written: &str, fields: &[&'n str]) -> Option<&'n str> {
    // The one language that a thing has is not another one.
    if matches!(written, "target_language" | "target_lang")
        && fields.iter().all(|field| !matches!(*field, "language" | "to"))
    {
        return fields.iter().copied().find(|field| *field == "target_language");
    }
    // Letters of full width are the same letters.
    let written: &str = &written.nfkc().collect::<String>();
    let lower = words_of_name(written);
    // What tests are called by their tools begins so.
    let bare = ["to_be_", "to_", "should_", "must_", "assert_", "is_"].iter().find_map(|verb| lower.strip_prefix(verb));
    let word = |field: &&str| {
        let says = |name: &str| OTHER_WORDS.contains(&(name, *field)) || is_other_number(name, field);
        says(&lower) || bare.is_some_and(|bare| bare == *field || says(bare))
    };
    // A name that says the opposite is never meant.
    let denies = |name: &str| name.split('_').any(|word| matches!(word, "not" | "no" | "without" | "never" | "doesnt"));
    let near = || {
        let near = nearest::nearest_words(written, fields.iter().copied());
        near.into_iter().find(|field| denies(field) == denies(&lower) || fields.contains(&lower.as_str()))
    };
    fields.iter().copied().find(word).or_else(near)
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
