//! Languages that the service was known to offer, in July 2026.
//!
//! Only a live listing settles what is offered, so that nothing here may be an error: a code that is not in this table is a
//! warning, and the features beside the codes are as well.

/// A language that text is translated from or into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Code, lower-case: a root code, or the code of a variant.
    pub code: &'static str,
    /// English name.
    pub name: &'static str,
    /// Whether readers are addressed formally or informally by choice, as a target.
    pub formality: bool,
    /// Whether text is improved in it.
    pub writing: bool,
}

const fn plain(code: &'static str, name: &'static str) -> Known {
    Known { code, name, formality: false, writing: false }
}

const fn with(code: &'static str, name: &'static str, formality: bool, writing: bool) -> Known {
    Known { code, name, formality, writing }
}

/// Every language that is known, by code.
pub const KNOWN: &[Known] = &[
    plain("ace", "Acehnese"),
    plain("af", "Afrikaans"),
    plain("an", "Aragonese"),
    plain("ar", "Arabic"),
    plain("as", "Assamese"),
    plain("ay", "Aymara"),
    plain("az", "Azerbaijani"),
    plain("ba", "Bashkir"),
    plain("be", "Belarusian"),
    plain("bg", "Bulgarian"),
    plain("bho", "Bhojpuri"),
    plain("bn", "Bengali"),
    plain("br", "Breton"),
    plain("bs", "Bosnian"),
    plain("ca", "Catalan"),
    plain("ceb", "Cebuano"),
    plain("ckb", "Central Kurdish"),
    plain("cs", "Czech"),
    plain("cy", "Welsh"),
    plain("da", "Danish"),
    with("de", "German", true, true),
    with("de-ch", "German (Switzerland)", true, false),
    plain("el", "Greek"),
    with("en", "English", false, true),
    with("en-gb", "English (British)", false, true),
    with("en-us", "English (American)", false, true),
    plain("eo", "Esperanto"),
    with("es", "Spanish", true, true),
    with("es-419", "Spanish (Latin American)", true, false),
    plain("et", "Estonian"),
    plain("eu", "Basque"),
    plain("fa", "Persian"),
    plain("fi", "Finnish"),
    with("fr", "French", true, true),
    with("fr-ca", "French (Canada)", true, false),
    plain("ga", "Irish"),
    plain("gl", "Galician"),
    plain("gn", "Guarani"),
    plain("gom", "Konkani"),
    plain("gu", "Gujarati"),
    plain("ha", "Hausa"),
    plain("he", "Hebrew"),
    plain("hi", "Hindi"),
    plain("hr", "Croatian"),
    plain("ht", "Haitian Creole"),
    plain("hu", "Hungarian"),
    plain("hy", "Armenian"),
    plain("id", "Indonesian"),
    plain("ig", "Igbo"),
    plain("is", "Icelandic"),
    with("it", "Italian", true, true),
    with("ja", "Japanese", true, true),
    plain("jv", "Javanese"),
    plain("ka", "Georgian"),
    plain("kk", "Kazakh"),
    plain("kmr", "Northern Kurdish"),
    with("ko", "Korean", false, true),
    plain("ky", "Kyrgyz"),
    plain("la", "Latin"),
    plain("lb", "Luxembourgish"),
    plain("lmo", "Lombard"),
    plain("ln", "Lingala"),
    plain("lt", "Lithuanian"),
    plain("lv", "Latvian"),
    plain("mai", "Maithili"),
    plain("mg", "Malagasy"),
    plain("mi", "Maori"),
    plain("mk", "Macedonian"),
    plain("ml", "Malayalam"),
    plain("mn", "Mongolian"),
    plain("mr", "Marathi"),
    plain("ms", "Malay"),
    plain("mt", "Maltese"),
    plain("my", "Burmese"),
    plain("nb", "Norwegian (Bokmål)"),
    plain("ne", "Nepali"),
    with("nl", "Dutch", true, false),
    plain("oc", "Occitan"),
    plain("om", "Oromo"),
    plain("pa", "Punjabi"),
    plain("pag", "Pangasinan"),
    plain("pam", "Kapampangan"),
    with("pl", "Polish", true, false),
    plain("prs", "Dari"),
    plain("ps", "Pashto"),
    with("pt", "Portuguese", true, true),
    with("pt-br", "Portuguese (Brazilian)", true, true),
    with("pt-pt", "Portuguese (European)", true, true),
    plain("qu", "Quechua"),
    plain("ro", "Romanian"),
    with("ru", "Russian", true, false),
    plain("sa", "Sanskrit"),
    plain("scn", "Sicilian"),
    plain("sk", "Slovak"),
    plain("sl", "Slovenian"),
    plain("sq", "Albanian"),
    plain("sr", "Serbian"),
    plain("st", "Sesotho"),
    plain("su", "Sundanese"),
    plain("sv", "Swedish"),
    plain("sw", "Swahili"),
    plain("ta", "Tamil"),
    plain("te", "Telugu"),
    plain("tg", "Tajik"),
    plain("th", "Thai"),
    plain("tk", "Turkmen"),
    plain("tl", "Tagalog"),
    plain("tn", "Tswana"),
    plain("tr", "Turkish"),
    plain("ts", "Tsonga"),
    plain("tt", "Tatar"),
    plain("uk", "Ukrainian"),
    plain("ur", "Urdu"),
    plain("uz", "Uzbek"),
    plain("vi", "Vietnamese"),
    plain("wo", "Wolof"),
    plain("xh", "Xhosa"),
    plain("yi", "Yiddish"),
    plain("yue", "Cantonese"),
    with("zh", "Chinese", false, true),
    with("zh-hans", "Chinese (simplified)", false, true),
    plain("zh-hant", "Chinese (traditional)"),
    plain("zu", "Zulu"),
];

/// What is known of a language, by its lower-case code.
#[must_use]
pub fn known(code: &str) -> Option<&'static Known> {
    KNOWN.iter().find(|known| known.code == code)
}

/// The root of a code: `pt` of `pt-br`.
#[must_use]
pub fn root(code: &str) -> &str {
    code.split('-').next().unwrap_or(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_sorted_and_every_variant_has_its_root() {
        assert!(KNOWN.windows(2).all(|pair| pair[0].code < pair[1].code));
        assert!(KNOWN.iter().all(|language| known(root(language.code)).is_some()));
    }
}
