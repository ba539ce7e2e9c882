//! A call that failed, as a way out: what it was, its trace id for whoever asks the service about it, and what to do.

use crate::cli::exit::Stop;
use crate::cli::interrupt::Interrupt;
use crate::service::Call;
use crate::service::error::{Error, Trouble};

/// The way out after a call that failed.
#[must_use]
pub fn stop(error: &Error, interrupt: &Interrupt) -> Stop {
    let trace = error.trace.as_ref().map_or_else(String::new, |trace| format!(" (trace id {trace})"));
    let stop = Stop::quoting(interrupt.exit_of(error.exit()), format!("{error}{trace}"));
    match help(error) {
        Some(help) => stop.help(help),
        None => stop,
    }
}

/// Ends a run for which the quota is used up.
const QUOTA: u16 = 456;

fn help(error: &Error) -> Option<String> {
    let Trouble::Refused { status, .. } = error.trouble else {
        return matches!(error.trouble, Trouble::Deadline).then(|| "give it longer: --timeout SECONDS".to_owned());
    };
    match status {
        401 => Some("the key is none of this service: look at HOUSESTYLE_AUTH_KEY and --service".to_owned()),
        403 => Some(match scope(error.call) {
            Some(scope) => format!("the key may lack the scope `{scope}`, or the plan of the account the feature"),
            None => "the key may lack a scope, or the plan of the account the feature".to_owned(),
        }),
        QUOTA => Some("the quota of the account is used up; look at it: housestyle usage".to_owned()),
        _ => None,
    }
}

/// The scope that a key needs for a call of the kinds made here.
fn scope(call: Call) -> Option<&'static str> {
    match call {
        Call::ListLanguages | Call::ListLanguageResources => Some("languages:read"),
        Call::Usage => Some("usage:read"),
        Call::TranslateText => Some("translate:text"),
        Call::UploadDocument | Call::DocumentStatus | Call::DownloadDocument => Some("translate:document"),
        Call::Rephrase | Call::Correct => Some("write:improve"),
        Call::ListMemories => Some("translation_memories:read"),
        Call::ListGlossaries | Call::GetGlossary | Call::GlossaryEntries => Some("glossaries:read"),
        Call::CreateGlossary
        | Call::PatchGlossary
        | Call::ReplaceDictionary
        | Call::DeleteDictionary
        | Call::DeleteGlossary => Some("glossaries:write"),
        Call::ListStyles | Call::GetStyle | Call::GetInstruction => Some("style_rules:read"),
        Call::CreateStyle
        | Call::RenameStyle
        | Call::DeleteStyle
        | Call::ReplaceRules
        | Call::AddInstruction
        | Call::ReplaceInstruction
        | Call::RemoveInstruction => Some("style_rules:write"),
        // Spoken terms have no scope: only a key without scopes reaches them.
        Call::ListSpokenTerms
        | Call::CreateSpokenTerms
        | Call::GetSpokenTerms
        | Call::SpokenEntries
        | Call::PatchSpokenTerms
        | Call::ReplaceTermList
        | Call::DeleteTermList
        | Call::DeleteSpokenTerms => None,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::cli::exit::Exit;

    fn refused(call: Call, status: u16) -> Error {
        let trouble = Trouble::Refused { status, message: "no".to_owned() };
        let trace = Some("t-1".to_owned());
        Error { call, target: "/x".to_owned(), attempts: 1, waited: Duration::ZERO, trace, trouble }
    }

    #[test]
    fn every_refusal_that_a_person_can_do_something_about_says_what() {
        assert_eq!(help(&refused(Call::Usage, 403)).unwrap().matches("`usage:read`").count(), 1);
        assert!(help(&refused(Call::TranslateText, QUOTA)).unwrap().contains("housestyle usage"));
        assert!(help(&refused(Call::ListSpokenTerms, 403)).unwrap().contains("a scope"));
        assert_eq!(help(&refused(Call::Usage, 404)), None);
        assert_eq!(Exit::from_code(refused(Call::Usage, 401).exit()), Some(Exit::Auth));
        assert_eq!(Exit::from_code(refused(Call::TranslateText, QUOTA).exit()), Some(Exit::Error));
    }
}
