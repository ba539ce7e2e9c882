//! Languages that the service was known to offer, in July 2026.
//!
//! Only a live listing settles what is offered, so that nothing here may be an error: a code that is not in this table is a
//! warning, and the features beside the codes are as well.

/// A language that text is translated from or into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownLanguage {
    /// Code, lower-case: a root code, or the code of a variant.
    pub code: &'static str,
    /// English name.
    pub name: &'static str,
    /// Whether readers are addressed formally or informally by choice, as a target.
    pub formality: bool,
    /// Whether text is improved in it.
    pub improvement: bool,
}

const fn language_row(code: &'static str, name: &'static str) -> KnownLanguage {
    KnownLanguage { code, name, formality: false, improvement: false }
}

const fn language_row_with(code: &'static str, name: &'static str, formality: bool, writing: bool) -> KnownLanguage {
    KnownLanguage { code, name, formality, improvement: writing }
}

/// Every language that is known, by code.
pub const KNOWN_LANGUAGES: &[KnownLanguage] = &[
    language_row("ace", "Acehnese"),
    language_row("af", "Afrikaans"),
    language_row("an", "Aragonese"),
    language_row("ar", "Arabic"),
    language_row("as", "Assamese"),
    language_row("ay", "Aymara"),
    language_row("az", "Azerbaijani"),
    language_row("ba", "Bashkir"),
    language_row("be", "Belarusian"),
    language_row("bg", "Bulgarian"),
    language_row("bho", "Bhojpuri"),
    language_row("bn", "Bengali"),
    language_row("br", "Breton"),
    language_row("bs", "Bosnian"),
    language_row("ca", "Catalan"),
    language_row("ceb", "Cebuano"),
    language_row("ckb", "Central Kurdish"),
    language_row("cs", "Czech"),
    language_row("cy", "Welsh"),
    language_row("da", "Danish"),
    language_row_with("de", "German", true, true),
    language_row_with("de-ch", "German (Switzerland)", true, false),
    language_row("el", "Greek"),
    language_row_with("en", "English", false, true),
    language_row_with("en-gb", "English (British)", false, true),
    language_row_with("en-us", "English (American)", false, true),
    language_row("eo", "Esperanto"),
    language_row_with("es", "Spanish", true, true),
    language_row_with("es-419", "Spanish (Latin American)", true, false),
    language_row("et", "Estonian"),
    language_row("eu", "Basque"),
    language_row("fa", "Persian"),
    language_row("fi", "Finnish"),
    language_row_with("fr", "French", true, true),
    language_row_with("fr-ca", "French (Canada)", true, false),
    language_row("ga", "Irish"),
    language_row("gl", "Galician"),
    language_row("gn", "Guarani"),
    language_row("gom", "Konkani"),
    language_row("gu", "Gujarati"),
    language_row("ha", "Hausa"),
    language_row("he", "Hebrew"),
    language_row("hi", "Hindi"),
    language_row("hr", "Croatian"),
    language_row("ht", "Haitian Creole"),
    language_row("hu", "Hungarian"),
    language_row("hy", "Armenian"),
    language_row("id", "Indonesian"),
    language_row("ig", "Igbo"),
    language_row("is", "Icelandic"),
    language_row_with("it", "Italian", true, true),
    language_row_with("ja", "Japanese", true, true),
    language_row("jv", "Javanese"),
    language_row("ka", "Georgian"),
    language_row("kk", "Kazakh"),
    language_row("kmr", "Northern Kurdish"),
    language_row_with("ko", "Korean", false, true),
    language_row("ky", "Kyrgyz"),
    language_row("la", "Latin"),
    language_row("lb", "Luxembourgish"),
    language_row("lmo", "Lombard"),
    language_row("ln", "Lingala"),
    language_row("lt", "Lithuanian"),
    language_row("lv", "Latvian"),
    language_row("mai", "Maithili"),
    language_row("mg", "Malagasy"),
    language_row("mi", "Maori"),
    language_row("mk", "Macedonian"),
    language_row("ml", "Malayalam"),
    language_row("mn", "Mongolian"),
    language_row("mr", "Marathi"),
    language_row("ms", "Malay"),
    language_row("mt", "Maltese"),
    language_row("my", "Burmese"),
    language_row("nb", "Norwegian (Bokmål)"),
    language_row("ne", "Nepali"),
    language_row_with("nl", "Dutch", true, false),
    language_row("oc", "Occitan"),
    language_row("om", "Oromo"),
    language_row("pa", "Punjabi"),
    language_row("pag", "Pangasinan"),
    language_row("pam", "Kapampangan"),
    language_row_with("pl", "Polish", true, false),
    language_row("prs", "Dari"),
    language_row("ps", "Pashto"),
    language_row_with("pt", "Portuguese", true, true),
    language_row_with("pt-br", "Portuguese (Brazilian)", true, true),
    language_row_with("pt-pt", "Portuguese (European)", true, true),
    language_row("qu", "Quechua"),
    language_row("ro", "Romanian"),
    language_row_with("ru", "Russian", true, false),
    language_row("sa", "Sanskrit"),
    language_row("scn", "Sicilian"),
    language_row("sk", "Slovak"),
    language_row("sl", "Slovenian"),
    language_row("sq", "Albanian"),
    language_row("sr", "Serbian"),
    language_row("st", "Sesotho"),
    language_row("su", "Sundanese"),
    language_row("sv", "Swedish"),
    language_row("sw", "Swahili"),
    language_row("ta", "Tamil"),
    language_row("te", "Telugu"),
    language_row("tg", "Tajik"),
    language_row("th", "Thai"),
    language_row("tk", "Turkmen"),
    language_row("tl", "Tagalog"),
    language_row("tn", "Tswana"),
    language_row("tr", "Turkish"),
    language_row("ts", "Tsonga"),
    language_row("tt", "Tatar"),
    language_row("uk", "Ukrainian"),
    language_row("ur", "Urdu"),
    language_row("uz", "Uzbek"),
    language_row("vi", "Vietnamese"),
    language_row("wo", "Wolof"),
    language_row("xh", "Xhosa"),
    language_row("yi", "Yiddish"),
    language_row("yue", "Cantonese"),
    language_row_with("zh", "Chinese", false, true),
    language_row_with("zh-hans", "Chinese (simplified)", false, true),
    language_row("zh-hant", "Chinese (traditional)"),
    language_row("zu", "Zulu"),
];

/// What is known of a language, by its lower-case code.
#[must_use]
pub fn find_language(code: &str) -> Option<&'static KnownLanguage> {
    KNOWN_LANGUAGES.iter().find(|known| known.code == code)
}

/// The root of a code: `pt` of `pt-br`.
#[must_use]
pub fn root_code(code: &str) -> &str {
    code.split('-').next().unwrap_or(code)
}

/// Whether texts are translated into a language, and from its root alone: a variant. `code` is in lower case.
#[must_use]
pub fn is_target_only(code: &str) -> bool {
    root_code(code) != code && find_language(code).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_sorted_and_every_variant_has_its_root() {
        assert!(KNOWN_LANGUAGES.windows(2).all(|pair| pair[0].code < pair[1].code));
        assert!(KNOWN_LANGUAGES.iter().all(|language| find_language(root_code(language.code)).is_some()));
    }
}
