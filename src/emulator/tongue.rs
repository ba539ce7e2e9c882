//! The languages that the service knows, and what each can be used for: one table.
//!
//! Always: made after what the service is known to list, in its letter case. A letter of `uses` means: `s` source and `t`
//! target of translation, `g` glossaries, `m` translation memories, `f` formality, `w` text improvement, `y` writing style
//! and tone, `v` transcription of speech, `k` translated speech, `x` speech by external partners, `b` offered on trial.
//! What a root can be used for is said at the root: its variants have only letters of their own. Absent: which languages
//! style rules are offered in. That is the catalogue's to say.

/// A language.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tongue {
    /// As the service writes it: `en-GB`, `zh-Hant`.
    pub(crate) code: &'static str,
    pub(crate) name: &'static str,
    uses: &'static str,
}

/// A use of a language, by its letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    Source,
    Target,
    Glossary,
    Memory,
    Formality,
    Write,
    Tone,
    Transcription,
    Speech,
    External,
    Beta,
}

impl Tongue {
    /// Whether it can be used so.
    pub(crate) fn has(self, wanted: Use) -> bool {
        self.uses.contains(match wanted {
            Use::Source => 's',
            Use::Target => 't',
            Use::Glossary => 'g',
            Use::Memory => 'm',
            Use::Formality => 'f',
            Use::Write => 'w',
            Use::Tone => 'y',
            Use::Transcription => 'v',
            Use::Speech => 'k',
            Use::External => 'x',
            Use::Beta => 'b',
        })
    }

    /// Whether its root can be used so.
    pub(crate) fn root_has(self, wanted: Use) -> bool {
        find(root(self.code)).unwrap_or(self).has(wanted)
    }
}

/// The language that a code names, in any letter case.
pub(crate) fn find(code: &str) -> Option<Tongue> {
    ALL.iter().find(|tongue| tongue.code.eq_ignore_ascii_case(code)).copied()
}

/// The first part of a code.
pub(crate) fn root(code: &str) -> &str {
    code.split('-').next().unwrap_or(code)
}

const fn row(code: &'static str, name: &'static str, uses: &'static str) -> Tongue {
    Tongue { code, name, uses }
}

/// Every language, by name.
pub(crate) const ALL: &[Tongue] = &[
    row("af", "Afrikaans", "stb"),
    row("sq", "Albanian", "stb"),
    row("ar", "Arabic", "stgvkx"),
    row("hy", "Armenian", "stb"),
    row("az", "Azerbaijani", "stb"),
    row("eu", "Basque", "stb"),
    row("bn", "Bengali", "stbvx"),
    row("bs", "Bosnian", "stb"),
    row("bg", "Bulgarian", "stgvkx"),
    row("ca", "Catalan", "stb"),
    row("zh", "Chinese", "stgmwvk"),
    row("zh-Hans", "Chinese (simplified)", "tw"),
    row("zh-Hant", "Chinese (traditional)", "t"),
    row("hr", "Croatian", "stbvx"),
    row("cs", "Czech", "stgvkx"),
    row("da", "Danish", "stgvkx"),
    row("nl", "Dutch", "stgmfvk"),
    row("en", "English", "sgmvk"),
    row("en-US", "English (American)", "twy"),
    row("en-GB", "English (British)", "twy"),
    row("et", "Estonian", "stgvx"),
    row("fi", "Finnish", "stgvkx"),
    row("fr", "French", "stgmfwyvk"),
    row("fr-CA", "French (Canadian)", "tf"),
    row("gl", "Galician", "stb"),
    row("ka", "Georgian", "stb"),
    row("de", "German", "stgmfwyvk"),
    row("de-CH", "German (Switzerland)", "tf"),
    row("el", "Greek", "stgvkx"),
    row("he", "Hebrew", "stgvx"),
    row("hi", "Hindi", "stbvx"),
    row("hu", "Hungarian", "stgvkx"),
    row("is", "Icelandic", "stb"),
    row("id", "Indonesian", "stgvkx"),
    row("ga", "Irish", "stb"),
    row("it", "Italian", "stgmfwyvk"),
    row("ja", "Japanese", "stgmfwvk"),
    row("kk", "Kazakh", "stb"),
    row("ko", "Korean", "stgmwvk"),
    row("lv", "Latvian", "stgvx"),
    row("lt", "Lithuanian", "stgvx"),
    row("mk", "Macedonian", "stb"),
    row("ms", "Malay", "stb"),
    row("nb", "Norwegian (bokmål)", "stgvkx"),
    row("fa", "Persian", "stb"),
    row("pl", "Polish", "stgmfvk"),
    row("pt", "Portuguese", "sgmfvk"),
    row("pt-BR", "Portuguese (Brazilian)", "tfwy"),
    row("pt-PT", "Portuguese (European)", "tfwy"),
    row("ro", "Romanian", "stgvkx"),
    row("ru", "Russian", "stgmfvk"),
    row("sr", "Serbian", "stb"),
    row("sk", "Slovak", "stgvkx"),
    row("sl", "Slovenian", "stgvx"),
    row("es", "Spanish", "stgmfwyvk"),
    row("es-419", "Spanish (Latin American)", "tf"),
    row("sw", "Swahili", "stb"),
    row("sv", "Swedish", "stgvk"),
    row("ta", "Tamil", "stb"),
    row("th", "Thai", "stvx"),
    row("tr", "Turkish", "stgvk"),
    row("uk", "Ukrainian", "stgvk"),
    row("ur", "Urdu", "stb"),
    row("uz", "Uzbek", "stb"),
    row("vi", "Vietnamese", "stgvx"),
    row("cy", "Welsh", "stb"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_by_name_and_holds_no_code_twice() {
        for pair in ALL.windows(2) {
            assert!(pair[0].name < pair[1].name, "{} {}", pair[0].code, pair[1].code);
        }
        for tongue in ALL {
            let same = ALL.iter().filter(|other| other.code.eq_ignore_ascii_case(tongue.code)).count();
            assert_eq!(same, 1, "{}", tongue.code);
            assert!(find(root(tongue.code)).is_some());
            assert!(tongue.uses.chars().all(|letter| "stgmfwyvkxb".contains(letter)), "{}", tongue.code);
        }
    }
}
