//! `duplicate-name`: two lists of one language have the same name.
//!
//! The service allows it, but a list that is found by its name, after an answer was lost or a state file, is then anyone's guess.

use std::collections::HashMap;

use crate::check::inherit::Merged;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::Language;
use crate::schema::validate::echo;

/// Says it at the later list.
pub(super) fn check(lists: &[Merged<'_, '_>]) -> Vec<Diagnostic> {
    let mut first: HashMap<(&str, &Language), &Merged<'_, '_>> = HashMap::new();
    let mut findings = Vec::new();
    for list in lists {
        let own = &list.document.own;
        let (Some(name), Some(language)) = (&own.name, &own.language) else { continue };
        let Some(other) = first.get(&(name.value.trim(), &language.value)) else {
            first.insert((name.value.trim(), &language.value), list);
            continue;
        };
        let file = other.document.file;
        let Some(there) = &other.document.own.name else { continue };
        let message = format!("another `{}` list is named `{}`", language.value, echo(name.value.trim()));
        let finding = Diagnostic::new(Code::DuplicateName, list.document.file, name.span, message)
            .label("the same name")
            .note(format!("first at {}", file.place(there.span)))
            .help("give one of them another name")
            .at("/name");
        let beside = file.path() == list.document.file.path();
        findings.push(if beside { finding.because(there.span, "first here") } else { finding });
    }
    findings
}
