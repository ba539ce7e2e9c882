//! The fixed words of a guide, in English and in the languages that lists are kept for.

use crate::catalogue::{languages, sentences};
use crate::report::guide::words_of_name;

/// The language that a guide is written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GuideLanguage {
    /// English, whatever the list.
    #[default]
    English,
    /// German.
    German,
    /// Spanish.
    Spanish,
    /// French.
    French,
    /// Italian.
    Italian,
    /// Japanese.
    Japanese,
    /// Korean.
    Korean,
    /// Chinese.
    Chinese,
}

/// The fixed words of one language.
#[derive(Debug)]
pub(super) struct Phrases {
    pub(super) instructions: &'static str,
    pub(super) terms: &'static str,
    pub(super) right: &'static str,
    pub(super) wrong: &'static str,
    pub(super) unsaid: &'static str,
    /// Between a label and what it labels.
    pub(super) colon: &'static str,
}

impl GuideLanguage {
    /// The language of a list, where the catalogue has sentences in it; otherwise English.
    #[must_use]
    pub fn of_list(code: &str) -> Self {
        let all =
            [Self::German, Self::Spanish, Self::French, Self::Italian, Self::Japanese, Self::Korean, Self::Chinese];
        let written =
            |known: &Self| known.code() == languages::root_code(code) && sentences::has_sentences(known.code());
        all.into_iter().find(written).unwrap_or_default()
    }

    /// Its root code.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
            Self::Spanish => "es",
            Self::French => "fr",
            Self::Italian => "it",
            Self::Japanese => "ja",
            Self::Korean => "ko",
            Self::Chinese => "zh",
        }
    }

    /// The heading of a category: its name as words, or what the catalogue calls it in this language.
    #[must_use]
    pub fn category_title(self, category: &str) -> String {
        if let Some(title) = sentences::find_category_title(self.code(), category) {
            return title.to_owned();
        }
        words_of_name(category)
    }

    pub(super) fn phrases(self) -> &'static Phrases {
        match self {
            Self::English => &Phrases {
                instructions: "Instructions",
                terms: "Terms",
                right: "Right",
                wrong: "Wrong",
                unsaid: "Not put into words",
                colon: ": ",
            },
            Self::German => &Phrases {
                instructions: "Anweisungen",
                terms: "Terminologie",
                right: "Richtig",
                wrong: "Falsch",
                unsaid: "Nicht in Worte gefasst",
                colon: ": ",
            },
            Self::Spanish => &Phrases {
                instructions: "Instrucciones",
                terms: "Terminología",
                right: "Correcto",
                wrong: "Incorrecto",
                unsaid: "Sin explicación",
                colon: ": ",
            },
            Self::French => &Phrases {
                instructions: "Instructions",
                terms: "Terminologie",
                right: "Correct",
                wrong: "Incorrect",
                unsaid: "Sans explication",
                colon: "\u{a0}: ",
            },
            Self::Italian => &Phrases {
                instructions: "Istruzioni",
                terms: "Terminologia",
                right: "Corretto",
                wrong: "Errato",
                unsaid: "Senza spiegazione",
                colon: ": ",
            },
            Self::Japanese => &Phrases {
                instructions: "指示",
                terms: "用語",
                right: "正",
                wrong: "誤",
                unsaid: "説明のない項目",
                colon: "：",
            },
            Self::Korean => &Phrases {
                instructions: "지침",
                terms: "용어",
                right: "맞음",
                wrong: "틀림",
                unsaid: "설명이 없는 규칙",
                colon: ": ",
            },
            Self::Chinese => &Phrases {
                instructions: "说明",
                terms: "术语",
                right: "正确",
                wrong: "错误",
                unsaid: "未作说明的规则",
                colon: "：",
            },
        }
    }
}
