//! `prompt-utf16`: a prompt fits in characters, but not in UTF-16 units, which one public implementation counts.

use std::sync::Arc;

use crate::check::own::{Text, What};
use crate::diagnostic::{Code, Diagnostic, SourceFile};

/// Only where the limit in characters is kept: beyond it, that is the finding.
pub(super) fn check(file: &Arc<SourceFile>, text: &Text<'_>, limit: usize) -> Option<Diagnostic> {
    if text.what != What::Prompt || text.text.len() <= limit || text.text.chars().count() > limit {
        return None;
    }
    let units = text.text.encode_utf16().count();
    if units <= limit {
        return None;
    }
    let characters = text.text.chars().count();
    let message = format!("this prompt has {units} UTF-16 units, {} over the limit of {limit}", units - limit);
    let finding = Diagnostic::new(Code::PromptUtf16, file, text.span, message)
        .label(format!("{characters} characters"))
        .note("emoji and rare letters count twice in UTF-16; the service is documented to count characters")
        .help("shorten it, to be safe whichever way it is counted");
    Some(finding.at(text.pointer.clone()))
}
