//! How much a finding weighs.

/// How much a finding weighs. Only errors make files invalid (exit code 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// What is checked is not as it has to be: the run ends with exit code 3.
    Error,
    /// Probably not what was meant; nothing stops.
    Warning,
}

impl Severity {
    /// The word on screen and in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}
