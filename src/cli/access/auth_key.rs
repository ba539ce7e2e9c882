//! The key of the service: where it may come from, and what is refused before anything is sent.
//!
//! Invariant: a key comes from the environment or from a file that nobody else can read; never from a flag or a project
//! file. No message of this file holds a byte of one. Deliberately absent: commands that fetch a key, and user files.

use camino::Utf8Path;

use crate::catalogue::nearest;
use crate::cli::env_variables::EnvVariables;
use crate::cli::exit::{CliError, Exit};
use crate::disk::{self, ReadRefusal};
use crate::model::project::Preset;
use crate::report::Sanitized;
use crate::service::secret::Secret;

/// Longest key file, in bytes.
const MAX_KEY_FILE_BYTES: u64 = 4096;

/// Finds the key for an environment: from the file of the flag, from `HOUSESTYLE_AUTH_KEY_<ENV>`, from
/// `HOUSESTYLE_AUTH_KEY`, or from the file that `HOUSESTYLE_AUTH_KEY_FILE` names; in this order.
///
/// # Errors
/// Exit 8 where there is none, or where it cannot be the right one.
pub fn find_key(
    file: Option<&Utf8Path>,
    environment: &str,
    preset: Preset,
    variables: &EnvVariables,
) -> Result<Secret, CliError> {
    let own = key_variable_for(environment);
    let from_environment =
        variables.get(&own).filter(|_| own != KEY_FILE_VARIABLE).or_else(|| variables.get(KEY_VARIABLE));
    let key = match (file, from_environment) {
        (Some(path), None) => read_key_file(path)?,
        (Some(path), Some(_)) if !variables.has_value(KEY_FILE_VARIABLE, path.as_str()) => read_key_file(path)?,
        (_, Some(key)) => key.to_owned(),
        (None, None) => {
            return Err(CliError::new(Exit::Auth, format!("no key for the service `{}`", preset.as_str())).with_help(
                match unread_key_variable(&own, variables) {
                    Some(name) => {
                        format!(
                            "{} is set, but not read here: set {KEY_VARIABLE} or {own} to its value",
                            Sanitized(name)
                        )
                    }
                    None => format!("set {KEY_VARIABLE} or {own}, or name a file with --auth-key-file"),
                },
            ));
        }
    };
    validate_key(key.trim(), preset)
}

/// Variables in which other tools look for a key. They are named and never read: a key is meant for whom it was given to.
const FOREIGN_KEY_VARIABLES: [&str; 4] = ["DEEPL_AUTH_KEY", "DEEPL_API_KEY", "DEEPL_KEY", "DEEPL_TOKEN"];

/// A variable that was probably meant for this environment: one of another tool, or one of nearly the same name.
fn unread_key_variable<'a>(own: &str, variables: &'a EnvVariables) -> Option<&'a str> {
    let foreign = FOREIGN_KEY_VARIABLES.iter().copied().find(|name| variables.get(name).is_some());
    let set = || variables.with_prefix(KEY_VARIABLE).map(|(name, _)| name).filter(|name| *name != KEY_FILE_VARIABLE);
    foreign.or_else(|| nearest::nearest_words(own, set()).first().copied())
}

const KEY_VARIABLE: &str = "HOUSESTYLE_AUTH_KEY";
const KEY_FILE_VARIABLE: &str = "HOUSESTYLE_AUTH_KEY_FILE";

/// The variable that holds the key of one environment alone.
#[must_use]
pub fn key_variable_for(environment: &str) -> String {
    let upper = environment.to_ascii_uppercase();
    format!("{KEY_VARIABLE}_{}", upper.replace(|c: char| !c.is_ascii_alphanumeric(), "_"))
}

fn validate_key(key: &str, preset: Preset) -> Result<Secret, CliError> {
    if key.is_empty() {
        return Err(CliError::new(Exit::Auth, "the key is empty")
            .with_help("write the key into the variable or the file that is named for it"));
    }
    if !key.chars().all(|c| c.is_ascii_graphic()) {
        return Err(CliError::new(Exit::Auth, "the key contains characters that no key has")
            .with_help("look for line ends, quotes and invisible characters around it"));
    }
    let free = key.ends_with(":fx");
    match preset {
        Preset::Deepl | Preset::DeeplUs | Preset::DeeplJp if free => Err(CliError::new(
            Exit::Auth,
            format!("the key ends with `:fx`: it is not for the service `{}`", preset.as_str()),
        )
        .with_help("write `--service deepl-free`, or use the key of the paid account")),
        Preset::DeeplFree if !free => {
            Err(CliError::new(Exit::Auth, "the key does not end with `:fx`: it is not for the service `deepl-free`")
                .with_help("write `--service deepl`, or use the key of the free account"))
        }
        Preset::Emulator | Preset::Deepl | Preset::DeeplFree | Preset::DeeplUs | Preset::DeeplJp | Preset::Custom => {
            Ok(Secret::new(key))
        }
    }
}

fn read_key_file(path: &Utf8Path) -> Result<String, CliError> {
    let refused = |why: &str| {
        let stop = CliError::new(Exit::Auth, format!("the key file {path} {why}"));
        stop.with_help("name a file with the key and nothing else behind --auth-key-file")
    };
    let unreadable = |why: ReadRefusal| match why {
        ReadRefusal::NotRegular => refused("is not a regular file"),
        ReadRefusal::TooLarge { .. } => refused("is too long to hold a key"),
        why @ (ReadRefusal::Absent | ReadRefusal::Outside | ReadRefusal::Git | ReadRefusal::Failed(_)) => {
            refused(&format!("cannot be read: {why}")).with_help("check the path behind --auth-key-file")
        }
    };
    let opened = disk::open_named(path, MAX_KEY_FILE_BYTES).map_err(unreadable)?;
    if others_may_read(&opened.metadata) {
        return Err(refused("can be read by others").with_help(format!("chmod 600 {path}")));
    }
    String::from_utf8(opened.read_whole().map_err(unreadable)?).map_err(|_| refused("is not text"))
}

#[cfg(unix)]
fn others_may_read(found: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    found.permissions().mode() & 0o077 != 0
}

#[cfg(not(unix))]
fn others_may_read(_found: &std::fs::Metadata) -> bool {
    false
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests make the files that they look at")]
mod tests {
    use super::*;

    fn with(pairs: &[(&str, &str)]) -> EnvVariables {
        EnvVariables::from_pairs(pairs)
    }

    fn message(found: Result<Secret, CliError>) -> String {
        match found {
            Ok(_) => "a key".to_owned(),
            Err(stop) => format!("{} {}", stop.exit.code(), stop.message),
        }
    }

    #[test]
    fn a_key_of_the_wrong_plan_is_refused_before_anything_is_sent() {
        let free = with(&[(KEY_VARIABLE, "abc:fx")]);
        let paid = with(&[(KEY_VARIABLE, "abc")]);
        assert!(message(find_key(None, "default", Preset::Deepl, &free)).starts_with("8 the key ends with `:fx`"));
        assert!(message(find_key(None, "default", Preset::DeeplJp, &free)).starts_with("8 "));
        assert!(message(find_key(None, "default", Preset::DeeplFree, &paid)).starts_with("8 the key does not end"));
        assert_eq!(message(find_key(None, "default", Preset::DeeplFree, &free)), "a key");
        assert_eq!(message(find_key(None, "default", Preset::Deepl, &paid)), "a key");
        assert_eq!(message(find_key(None, "default", Preset::Custom, &free)), "a key");
    }

    #[test]
    fn a_key_that_is_absent_empty_or_no_header_is_refused_without_being_shown() {
        assert!(message(find_key(None, "eu west", Preset::Deepl, &with(&[]))).starts_with("8 no key"));
        for odd in ["a b", "a\nb", "a\u{200b}b"] {
            let said = message(find_key(None, "default", Preset::Custom, &with(&[(KEY_VARIABLE, odd)])));
            assert!(said.starts_with("8 the key contains"), "{said}");
            assert!(!said.contains(odd));
        }
    }

    #[test]
    fn the_key_of_the_environment_goes_before_the_general_one() {
        let both = with(&[(KEY_VARIABLE, "general:fx"), ("HOUSESTYLE_AUTH_KEY_EU_WEST", "special")]);
        assert_eq!(message(find_key(None, "eu-west", Preset::Deepl, &both)), "a key");
        assert!(message(find_key(None, "other", Preset::Deepl, &both)).starts_with("8 "));
    }

    #[cfg(unix)]
    #[test]
    fn a_key_file_that_others_can_read_is_refused() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = Utf8Path::from_path(folder.path()).unwrap().join("key");
        std::fs::write(&path, "abc\n").unwrap();
        let mode = |bits| std::fs::set_permissions(&path, std::fs::Permissions::from_mode(bits)).unwrap();
        mode(0o644);
        assert!(
            message(find_key(Some(&path), "default", Preset::Deepl, &with(&[]))).ends_with("can be read by others")
        );
        mode(0o600);
        assert_eq!(message(find_key(Some(&path), "default", Preset::Deepl, &with(&[]))), "a key");
        let folder = path.parent().unwrap();
        assert!(message(find_key(Some(folder), "default", Preset::Deepl, &with(&[]))).ends_with("not a regular file"));
    }
}
