//! Lengths and counts that the service enforces, each with its source.

/// What the service takes. A project may raise or lower what depends on a plan (`[limits]`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Longest name of a list, in code points. Source: the vendor's documentation.
    pub name: usize,
    /// Longest label of an instruction, in code points. Source: published interface description.
    pub label: usize,
    /// Longest prompt of an instruction, in code points. Source: specification, "Limits".
    pub prompt: usize,
    /// Most instructions in one list. Source: specification, "Limits"; may change per plan.
    pub custom_instructions: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { name: 1024, label: 100, prompt: 300, custom_instructions: 200 }
    }
}

/// Longest phrase of a glossary entry and longest name of a glossary or collection, in bytes of UTF-8. Source:
/// specification, "Limits".
pub const MAX_PHRASE_BYTES: usize = 1024;
/// Largest glossary, in bytes of its entries. Source: specification, "Limits".
pub const MAX_GLOSSARY_BYTES: usize = 10 << 20;
/// Most glossaries of one account. Source: specification, "Limits".
pub const MAX_GLOSSARIES: usize = 1000;
/// Most glossaries of one request. Source: specification, "Limits".
pub const MAX_GLOSSARIES_OF_REQUEST: usize = 5;
/// Most characters of one list of spoken terms, all terms together. Source: published interface description.
pub const MAX_SPOKEN_CHARACTERS: usize = 300;
/// Most instructions of one request, each as long as a prompt may be. Source: published interface description.
pub const MAX_INSTRUCTIONS_OF_REQUEST: usize = 10;
/// Largest threshold of a translation memory, in percent. Source: specification, "Limits".
pub const MAX_THRESHOLD: usize = 100;
/// Threshold that is recommended at least. Source: specification, "Applying a style rule list".
pub const RECOMMENDED_THRESHOLD: u8 = 75;
