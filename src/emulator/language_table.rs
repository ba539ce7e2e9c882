//! The languages that the service knows, and what each can be used for: one table.
//!
//! Always: made after what the service is known to list, in its letter case. A letter of `uses` means: `s` source and `t`
//! target of translation, `g` glossaries, `m` translation memories, `f` formality, `w` text improvement, `y` writing style
//! and tone, `v` transcription of speech, `k` translated speech, `x` speech by external partners, `b` offered on trial.
//! What a root can be used for is said at the root: its variants have only letters of their own. Absent: which languages
//! style rules are offered in. That is the catalogue's to say.

/// A language.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EmulatedLanguage {
    /// As the service writes it: `en-GB`, `zh-Hant`.
    pub(crate) code: &'static str,
    pub(crate) name: &'static str,
    uses: &'static str,
}

/// A use of a language, by its letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EmulatedLanguageUse {
    Source,
    Target,
    Glossary,
    TranslationMemory,
    Formality,
    Write,
    Tone,
    Transcription,
    Speech,
    External,
    Beta,
}

impl EmulatedLanguage {
    /// Whether it can be used so.
    pub(crate) fn supports_use(self, wanted: EmulatedLanguageUse) -> bool {
        self.uses.contains(match wanted {
            EmulatedLanguageUse::Source => 's',
            EmulatedLanguageUse::Target => 't',
            EmulatedLanguageUse::Glossary => 'g',
            EmulatedLanguageUse::TranslationMemory => 'm',
            EmulatedLanguageUse::Formality => 'f',
            EmulatedLanguageUse::Write => 'w',
            EmulatedLanguageUse::Tone => 'y',
            EmulatedLanguageUse::Transcription => 'v',
            EmulatedLanguageUse::Speech => 'k',
            EmulatedLanguageUse::External => 'x',
            EmulatedLanguageUse::Beta => 'b',
        })
    }

    /// Whether its root can be used so.
    pub(crate) fn root_supports_use(self, wanted: EmulatedLanguageUse) -> bool {
        find_language(root_code(self.code)).unwrap_or(self).supports_use(wanted)
    }
}

/// The language that a code names, in any letter case.
pub(crate) fn find_language(code: &str) -> Option<EmulatedLanguage> {
    ALL_LANGUAGES.iter().find(|tongue| tongue.code.eq_ignore_ascii_case(code)).copied()
}

/// The first part of a code.
pub(crate) fn root_code(code: &str) -> &str {
    code.split('-').next().unwrap_or(code)
}

const fn language_row(code: &'static str, name: &'static str, uses: &'static str) -> EmulatedLanguage {
    EmulatedLanguage { code, name, uses }
}

/// Every language, by name.
pub(crate) const ALL_LANGUAGES: &[EmulatedLanguage] = &[
    language_row("af", "Afrikaans", "stb"),
    language_row("sq", "Albanian", "stb"),
    language_row("ar", "Arabic", "stgvkx"),
    language_row("hy", "Armenian", "stb"),
    language_row("az", "Azerbaijani", "stb"),
    language_row("eu", "Basque", "stb"),
    language_row("bn", "Bengali", "stbvx"),
    language_row("bs", "Bosnian", "stb"),
    language_row("bg", "Bulgarian", "stgvkx"),
    language_row("ca", "Catalan", "stb"),
    language_row("zh", "Chinese", "stgmwvk"),
    language_row("zh-Hans", "Chinese (simplified)", "tw"),
    language_row("zh-Hant", "Chinese (traditional)", "t"),
    language_row("hr", "Croatian", "stbvx"),
    language_row("cs", "Czech", "stgvkx"),
    language_row("da", "Danish", "stgvkx"),
    language_row("nl", "Dutch", "stgmfvk"),
    language_row("en", "English", "sgmvk"),
    language_row("en-US", "English (American)", "twy"),
    language_row("en-GB", "English (British)", "twy"),
    language_row("et", "Estonian", "stgvx"),
    language_row("fi", "Finnish", "stgvkx"),
    language_row("fr", "French", "stgmfwyvk"),
    language_row("fr-CA", "French (Canadian)", "tf"),
    language_row("gl", "Galician", "stb"),
    language_row("ka", "Georgian", "stb"),
    language_row("de", "German", "stgmfwyvk"),
    language_row("de-CH", "German (Switzerland)", "tf"),
    language_row("el", "Greek", "stgvkx"),
    language_row("he", "Hebrew", "stgvx"),
    language_row("hi", "Hindi", "stbvx"),
    language_row("hu", "Hungarian", "stgvkx"),
    language_row("is", "Icelandic", "stb"),
    language_row("id", "Indonesian", "stgvkx"),
    language_row("ga", "Irish", "stb"),
    language_row("it", "Italian", "stgmfwyvk"),
    language_row("ja", "Japanese", "stgmfwvk"),
    language_row("kk", "Kazakh", "stb"),
    language_row("ko", "Korean", "stgmwvk"),
    language_row("lv", "Latvian", "stgvx"),
    language_row("lt", "Lithuanian", "stgvx"),
    language_row("mk", "Macedonian", "stb"),
    language_row("ms", "Malay", "stb"),
    language_row("nb", "Norwegian (bokmål)", "stgvkx"),
    language_row("fa", "Persian", "stb"),
    language_row("pl", "Polish", "stgmfvk"),
    language_row("pt", "Portuguese", "sgmfvk"),
    language_row("pt-BR", "Portuguese (Brazilian)", "tfwy"),
    language_row("pt-PT", "Portuguese (European)", "tfwy"),
    language_row("ro", "Romanian", "stgvkx"),
    language_row("ru", "Russian", "stgmfvk"),
    language_row("sr", "Serbian", "stb"),
    language_row("sk", "Slovak", "stgvkx"),
    language_row("sl", "Slovenian", "stgvx"),
    language_row("es", "Spanish", "stgmfwyvk"),
    language_row("es-419", "Spanish (Latin American)", "tf"),
    language_row("sw", "Swahili", "stb"),
    language_row("sv", "Swedish", "stgvk"),
    language_row("ta", "Tamil", "stb"),
    language_row("th", "Thai", "stgvx"),
    language_row("tr", "Turkish", "stgvk"),
    language_row("uk", "Ukrainian", "stgvk"),
    language_row("ur", "Urdu", "stb"),
    language_row("uz", "Uzbek", "stb"),
    language_row("vi", "Vietnamese", "stgvx"),
    language_row("cy", "Welsh", "stb"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_by_name_and_holds_no_code_twice() {
        for pair in ALL_LANGUAGES.windows(2) {
            assert!(pair[0].name < pair[1].name, "{} {}", pair[0].code, pair[1].code);
        }
        for tongue in ALL_LANGUAGES {
            let same = ALL_LANGUAGES.iter().filter(|other| other.code.eq_ignore_ascii_case(tongue.code)).count();
            assert_eq!(same, 1, "{}", tongue.code);
            assert!(find_language(root_code(tongue.code)).is_some());
            assert!(tongue.uses.chars().all(|letter| "stgmfwyvkxb".contains(letter)), "{}", tongue.code);
        }
    }
}
