//! Commands of ours in texts, made to work where a run does: pasted into a shell, they mean the same environment.
//!
//! Always holds: only texts of ours are changed, never those of files or of the service. A command that names its
//! environment already is left as it is, so that a text can be gone through twice.

use std::borrow::Cow;

use crate::model::project::DEFAULT_ENVIRONMENT;
use crate::plan::Plan;

/// Commands that work on a project, an environment or a service.
const WORKING: &str = "apply diff drift extract infer languages lint outputs plan pull render show snapshot state test try \
    usage validate";

/// A message in which each command of ours, but for a move of the state, works where this run does: it repeats its options.
#[must_use]
pub fn repeat_options<'a>(text: &'a str, options: &str) -> Cow<'a, str> {
    const PROGRAM: &str = "housestyle ";
    if options.is_empty() || !text.contains(PROGRAM) {
        return Cow::Borrowed(text);
    }
    let mut told = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(PROGRAM) {
        let (before, behind) = rest.split_at(at + PROGRAM.len());
        told.push_str(before);
        let end = behind.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(behind.len());
        let (verb, behind) = behind.split_at(end);
        told.push_str(verb);
        let names_own =
            [options, " --env ", " --all-envs", " -h", " migrate"].iter().any(|own| behind.starts_with(own));
        if WORKING.split(' ').any(|command| command == verb) && !names_own {
            told.push_str(options);
        }
        rest = behind;
    }
    Cow::Owned(told + rest)
}

/// A text in which each command of ours names its environment, where that is not the default one.
#[must_use]
pub fn name_environment<'a>(text: &'a str, environment: &str) -> Cow<'a, str> {
    if environment == DEFAULT_ENVIRONMENT {
        return Cow::Borrowed(text);
    }
    repeat_options(text, &format!(" --env {}", shell_word(environment)))
}

impl Plan {
    /// Lets the commands in helps, reasons and notes work on the plan's own environment.
    pub fn name_environment(&mut self) {
        let environment = &self.basis.environment;
        let helps = self.blockers.iter_mut().map(|blocker| &mut blocker.help);
        let reasons = self.kept.iter_mut().map(|kept| &mut kept.reason);
        for text in helps.chain(reasons).chain(&mut self.notes) {
            if let Cow::Owned(named) = name_environment(text, environment) {
                *text = named;
            }
        }
    }
}

/// A word as a shell reads it back: in single quotes where it holds more than letters, digits and plain signs.
#[must_use]
pub fn shell_word(text: &str) -> Cow<'_, str> {
    let plain = |c: char| c.is_alphanumeric() || "-_./:=@%+,".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("'{}'", text.replace('\'', r"'\''")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_command_of_a_message_repeats_what_this_run_was_told() {
        let told = |text| repeat_options(text, " --env live").into_owned();
        assert_eq!(
            told("run housestyle state rm a, or see housestyle plan -h"),
            "run housestyle state --env live rm a, or see housestyle plan -h"
        );
        assert_eq!(told("`housestyle pull`"), "`housestyle pull --env live`");
        assert_eq!(told("housestyle apply --env live --prune"), "housestyle apply --env live --prune");
        assert_eq!(told("housestyle explain plan"), "housestyle explain plan");
        assert_eq!(repeat_options("housestyle apply", ""), "housestyle apply");
    }

    #[test]
    fn an_environment_is_named_once_and_the_default_one_never() {
        let once = name_environment("`housestyle state rm style/a`", "live").into_owned();
        assert_eq!(once, "`housestyle state --env live rm style/a`");
        assert_eq!(name_environment(&once, "live"), once);
        assert_eq!(name_environment("housestyle plan", DEFAULT_ENVIRONMENT), "housestyle plan");
    }
}
