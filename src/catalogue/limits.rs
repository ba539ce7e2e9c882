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
