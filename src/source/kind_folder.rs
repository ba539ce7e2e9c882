//! Folders whose name says of which kind the documents in them are.

/// The names that people give to the folders of a kind, with the word of that kind.
const FOLDERS: &[(&str, &[&str])] = &[
    ("base_style", &["house", "base", "bases", "base-styles", "base_styles"]),
    ("glossary", &["glossary", "glossaries"]),
    ("spoken_terms", &["spoken", "spoken-terms", "spoken_terms"]),
    ("style_profile", &["style-profiles", "style_profiles"]),
    ("translation_profile", &["profiles", "translation-profiles", "translation_profiles"]),
];

/// The folder of a path that says a kind, and the word of that kind; the innermost one counts.
#[must_use]
pub fn kind_of_folder(path: &str) -> Option<(&str, &'static str)> {
    path.rsplit('/')
        .skip(1)
        .find_map(|folder| FOLDERS.iter().find(|(_, names)| names.contains(&folder)).map(|(kind, _)| (folder, *kind)))
}
