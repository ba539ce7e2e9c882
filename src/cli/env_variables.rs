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
    #[cfg(test)]
    #[must_use]
    pub fn from_pairs(pairs: &[(&str, &str)]) -> Self {
        Self(pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect())
    }

    /// The variables whose names begin so.
    pub fn with_prefix<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        let named = self.0.iter().filter(move |(name, value)| name.starts_with(prefix) && !value.is_empty());
        named.map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The values of variables whose names say that they are secret, whatever command runs: `HOUSESTYLE_AUTH_KEY…`,
    /// `…_SECRET…`, `…_TOKEN`, `AWS_…`, `AZURE_…KEY…`, `GOOGLE_…TOKEN`. Left out are those that name a place, a region or a
    /// profile: messages name them too.
    pub fn secrets(&self) -> impl Iterator<Item = &str> {
        let secret = self.0.iter().filter(|(name, _)| is_secret_name(&name.to_ascii_uppercase()));
        secret.map(|(_, value)| value.as_str())
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

/// Of the variables of a cloud that are no secret: what comes behind `AWS_`.
const PLAIN_AWS: [&str; 8] = [
    "REGION",
    "DEFAULT_REGION",
    "PROFILE",
    "DEFAULT_PROFILE",
    "DEFAULT_OUTPUT",
    "EXECUTION_ENV",
    "ROLE_ARN",
    "ROLE_SESSION_NAME",
];

fn is_secret_name(name: &str) -> bool {
    if ["_FILE", "_PATH", "_URL", "_URI", "_ENDPOINT"].iter().any(|ending| name.ends_with(ending)) {
        return false;
    }
    let behind = |start: &str| name.strip_prefix(start);
    behind("HOUSESTYLE_AUTH_KEY").is_some()
        || name.contains("_SECRET")
        || name.ends_with("_TOKEN")
        || behind("AWS_").is_some_and(|rest| !PLAIN_AWS.contains(&rest) && !rest.starts_with("ENDPOINT_URL"))
        || behind("AZURE_").is_some_and(|rest| rest.contains("KEY"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_known_by_their_names() {
        for name in [
            "HOUSESTYLE_AUTH_KEY",
            "HOUSESTYLE_AUTH_KEY_EU",
            "CLIENT_SECRET",
            "MY_SECRET_KEY",
            "GITHUB_TOKEN",
            "GOOGLE_OAUTH_ACCESS_TOKEN",
            "AWS_ACCESS_KEY_ID",
            "AWS_SECRET_ACCESS_KEY",
            "AWS_SESSION_TOKEN",
            "AZURE_STORAGE_KEY",
            "AZURE_STORAGE_ACCOUNT_KEY",
            "github_token",
        ] {
            assert!(is_secret_name(&name.to_ascii_uppercase()), "{name}");
        }
        for name in ["PATH", "HOUSESTYLE_AUTH_KEY_FILE", "AWS_REGION", "AWS_ENDPOINT_URL_S3", "AZURE_STORAGE_ACCOUNT"] {
            assert!(!is_secret_name(name), "{name}");
        }
    }
}
