//! What people call our fields: other interfaces of the service, other tools, other languages.

use unicode_normalization::UnicodeNormalization;

use crate::catalogue::nearest;

/// Words that people use for our fields, from the service's other interfaces and from plain language.
const OTHER_WORDS: &[(&str, &str)] = &[
    ("title", "name"),
    ("lang", "language"),
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
    ("it", "tests"),
    ("cases", "tests"),
    ("test_cases", "tests"),
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
    ("minimum", "chrf"),
];

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
    let lower = written.to_lowercase().replace(['-', ' '], "_");
    let word = |field: &&str| OTHER_WORDS.contains(&(lower.as_str(), *field));
    fields
        .iter()
        .copied()
        .find(word)
        .or_else(|| nearest::nearest_words(written, fields.iter().copied()).first().copied())
}
