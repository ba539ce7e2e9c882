//! `prompt-utf16`: a prompt fits in characters, but not in UTF-16 units, which one public implementation counts.

use std::sync::Arc;

use crate::check::raw_document::{RawText, RawTextKind};
use crate::diagnostic::{Code, Diagnostic, SourceFile};

/// Only where the limit in characters is kept: beyond it, that is the finding.
pub(super) fn check_prompt_utf16(file: &Arc<SourceFile>, text: &RawText<'_>, limit: usize) -> Option<Diagnostic> {
    if text.kind != RawTextKind::Prompt || text.text.len() <= limit || text.text.chars().count() > limit {
        return None;
    }
    let units = text.text.encode_utf16().count();
    if units <= limit {
        return None;
    }
    let characters = text.text.chars().count();
    let message = format!("this prompt has {units} UTF-16 units, {} over the limit of {limit}", units - limit);
    let finding = Diagnostic::new(Code::PromptUtf16, file, text.span, message)
        .with_label(format!("{characters} characters"))
        .with_note("emoji and rare letters count twice in UTF-16; the service is documented to count characters")
        .with_help("shorten it, to be safe whichever way it is counted");
    Some(finding.with_pointer(text.pointer.to_string()))
}
