//! The environment of the process.
//!
//! Invariant: this is the only place that reads it (clap reads the variables of flags, which have the same names).

use std::collections::BTreeMap;

/// The environment of the process, read once.
#[derive(Clone, Default)]
pub struct EnvVariables(BTreeMap<String, String>);

impl std::fmt::Debug for EnvVariables {
    /// Names alone: a value may be a key.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

impl EnvVariables {
    /// What this process was given. What is not Unicode is left out.
    #[must_use]
    pub fn from_process() -> Self {
        let known = std::env::vars_os();
        Self(known.filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?))).collect())
    }

    /// Variables for a test.
    #[must_use]
    pub fn from_pairs(pairs: &[(&str, &str)]) -> Self {
        Self(pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect())
    }

    /// The variables whose names begin so.
    pub fn with_prefix<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        let named = self.0.iter().filter(move |(name, value)| name.starts_with(prefix) && !value.is_empty());
        named.map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The value of a variable that is set and not empty.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// Whether a variable has this value.
    #[must_use]
    pub fn has_value(&self, name: &str, value: &str) -> bool {
        self.get(name) == Some(value)
    }

    /// Whether nobody watches: a pipeline says `CI`.
    #[must_use]
    pub fn is_pipeline(&self) -> bool {
        self.get("CI").is_some_and(|value| value != "false" && value != "0")
    }

    /// Whether any variable is set to nothing.
    #[must_use]
    pub fn has_empty(&self) -> bool {
        self.0.values().any(String::is_empty)
    }

    /// Whether a variable is set to nothing.
    #[must_use]
    pub fn is_empty(&self, name: &str) -> bool {
        self.0.get(name).is_some_and(String::is_empty)
    }

    /// Whether the locale says that text is UTF-8.
    #[must_use]
    pub fn has_utf8_locale(&self) -> bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| self.get(name)).unwrap_or_default();
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    }
}
