//! Which call a method and a target mean.
//!
//! Always: a path that is not in the table is 404, a method that its path does not take is 405 with `Allow`.

use crate::emulator::error_response::ErrorResponse;
use crate::emulator::served_call::{OtherCall, ServedCall};
use crate::wire::Call;

/// A call and what its address names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Route {
    pub(crate) call: ServedCall,
    /// The identifier in the path as written, percent signs decoded; empty where the path has none.
    pub(crate) id: String,
    /// The second identifier in the path.
    pub(crate) sub_id: String,
}

/// What a call is about. Each has a file of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum CallArea {
    Styles,
    Glossaries,
    TranslationMemories,
    StyleProfiles,
    SpokenTerms,
    Languages,
    Translate,
    Document,
    Write,
    Usage,
    Admin,
    Voice,
}

/// What a call is about.
pub(crate) fn call_area(call: ServedCall) -> CallArea {
    match call {
        ServedCall::Client(call) => client_call_area(call),
        ServedCall::Other(call) => other_call_area(call),
    }
}

fn client_call_area(call: Call) -> CallArea {
    match call {
        Call::ListStyles
        | Call::CreateStyle
        | Call::GetStyle
        | Call::RenameStyle
        | Call::DeleteStyle
        | Call::ReplaceRules
        | Call::AddInstruction
        | Call::GetInstruction
        | Call::ReplaceInstruction
        | Call::RemoveInstruction => CallArea::Styles,
        Call::ListGlossaries
        | Call::CreateGlossary
        | Call::GetGlossary
        | Call::GetGlossaryEntries
        | Call::PatchGlossary
        | Call::ReplaceDictionary
        | Call::DeleteDictionary
        | Call::DeleteGlossary => CallArea::Glossaries,
        Call::ListTranslationMemories => CallArea::TranslationMemories,
        Call::ListStyleProfiles
        | Call::CreateStyleProfile
        | Call::GetStyleProfile
        | Call::PatchStyleProfile
        | Call::DeleteStyleProfile => CallArea::StyleProfiles,
        Call::ListSpokenTerms
        | Call::CreateSpokenTerms
        | Call::GetSpokenTerms
        | Call::GetTermListEntries
        | Call::PatchSpokenTerms
        | Call::ReplaceTermList
        | Call::DeleteTermList
        | Call::DeleteSpokenTerms => CallArea::SpokenTerms,
        Call::ListLanguages | Call::ListLanguageResources => CallArea::Languages,
        Call::TranslateText => CallArea::Translate,
        Call::UploadDocument | Call::DocumentStatus | Call::DownloadDocument => CallArea::Document,
        Call::Rephrase | Call::Correct => CallArea::Write,
        Call::Usage => CallArea::Usage,
        Call::ListTagUsage | Call::ListKeyLimits | Call::ListKeys => CallArea::Admin,
    }
}

fn other_call_area(call: OtherCall) -> CallArea {
    match call {
        OtherCall::ListOldLanguages | OtherCall::PostOldLanguages => CallArea::Languages,
        OtherCall::ListGlossaryPairs
        | OtherCall::ListOldGlossaries
        | OtherCall::CreateOldGlossary
        | OtherCall::GetOldGlossary
        | OtherCall::GetOldGlossaryEntries
        | OtherCall::DeleteOldGlossary => CallArea::Glossaries,
        OtherCall::GetTranslationMemory
        | OtherCall::ListSegments
        | OtherCall::DeleteTranslationMemory
        | OtherCall::ImportTranslationMemory
        | OtherCall::ExportTranslationMemory
        | OtherCall::GetMemoryJob
        | OtherCall::UploadMemoryFile
        | OtherCall::DownloadMemoryFile => CallArea::TranslationMemories,
        OtherCall::SetKeyLimits => CallArea::Admin,
        OtherCall::StartVoiceSession => CallArea::Voice,
    }
}

/// Whether the address of a call is its own key.
pub(crate) fn is_signed(call: ServedCall) -> bool {
    matches!(call, ServedCall::Other(OtherCall::UploadMemoryFile | OtherCall::DownloadMemoryFile))
}

/// Whether 414 is declared for a call; where it is not, a target that is too long is a bad request.
pub(crate) fn declares_long_target(call: ServedCall) -> bool {
    matches!(call_area(call), CallArea::Translate | CallArea::Document)
}

/// Whether 415 is declared for a call; where it is not, a body of another media type is a bad request.
pub(crate) fn declares_media_type(call: ServedCall) -> bool {
    matches!(call_area(call), CallArea::Glossaries | CallArea::SpokenTerms | CallArea::Document)
}

/// Finds the call.
pub(crate) fn find_route(method: &str, target: &str) -> Result<Route, ErrorResponse> {
    let path = target.split(['?', '#']).next().unwrap_or_default();
    let segments: Vec<String> = path.split('/').map(decode_segment).collect();
    let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
    use ServedCall::{Client, Other};
    let (calls, id, part): (&[ServedCall], &str, &str) = match segments.as_slice() {
        ["", "v3", "style_rules"] => (&[Client(Call::ListStyles), Client(Call::CreateStyle)], "", ""),
        ["", "v3", "style_rules", id] if !id.is_empty() => {
            (&[Client(Call::GetStyle), Client(Call::RenameStyle), Client(Call::DeleteStyle)], id, "")
        }
        ["", "v3", "style_rules", id, "configured_rules"] => (&[Client(Call::ReplaceRules)], id, ""),
        ["", "v3", "style_rules", id, "custom_instructions"] => (&[Client(Call::AddInstruction)], id, ""),
        ["", "v3", "style_rules", id, "custom_instructions", part] if !part.is_empty() => (
            &[Client(Call::GetInstruction), Client(Call::ReplaceInstruction), Client(Call::RemoveInstruction)],
            id,
            part,
        ),
        ["", "v3", "glossaries"] => (&[Client(Call::ListGlossaries), Client(Call::CreateGlossary)], "", ""),
        ["", "v3", "glossaries", id] if !id.is_empty() => {
            (&[Client(Call::GetGlossary), Client(Call::PatchGlossary), Client(Call::DeleteGlossary)], id, "")
        }
        ["", "v3", "glossaries", id, "entries"] => (&[Client(Call::GetGlossaryEntries)], id, ""),
        ["", "v3", "glossaries", id, "dictionaries"] => {
            (&[Client(Call::ReplaceDictionary), Client(Call::DeleteDictionary)], id, "")
        }
        ["", "v3", "translation_memories"] => (&[Client(Call::ListTranslationMemories)], "", ""),
        ["", "v3", "translation_memories", "import"] => (&[Other(OtherCall::ImportTranslationMemory)], "", ""),
        ["", "v3", "translation_memories", "jobs", id] if !id.is_empty() => (&[Other(OtherCall::GetMemoryJob)], id, ""),
        ["", "v3", "translation_memories", "jobs", id, "file"] => {
            (&[Other(OtherCall::UploadMemoryFile), Other(OtherCall::DownloadMemoryFile)], id, "")
        }
        ["", "v3", "translation_memories", id, "export"] => (&[Other(OtherCall::ExportTranslationMemory)], id, ""),
        ["", "v3", "style_profiles"] => (&[Client(Call::ListStyleProfiles), Client(Call::CreateStyleProfile)], "", ""),
        ["", "v3", "style_profiles", id] if !id.is_empty() => (
            &[Client(Call::GetStyleProfile), Client(Call::PatchStyleProfile), Client(Call::DeleteStyleProfile)],
            id,
            "",
        ),
        ["", "v3", "translation_memories", id] if !id.is_empty() => {
            (&[Other(OtherCall::GetTranslationMemory), Other(OtherCall::DeleteTranslationMemory)], id, "")
        }
        ["", "v3", "translation_memories", id, "segments"] => (&[Other(OtherCall::ListSegments)], id, ""),
        ["", "v3", "voice", "realtime"] => (&[Other(OtherCall::StartVoiceSession)], "", ""),
        ["", "v3", "spoken-terms"] => (&[Client(Call::ListSpokenTerms), Client(Call::CreateSpokenTerms)], "", ""),
        ["", "v3", "spoken-terms", id] if !id.is_empty() => {
            (&[Client(Call::GetSpokenTerms), Client(Call::PatchSpokenTerms), Client(Call::DeleteSpokenTerms)], id, "")
        }
        ["", "v3", "spoken-terms", id, "entries"] => (&[Client(Call::GetTermListEntries)], id, ""),
        ["", "v3", "spoken-terms", id, "term-lists"] => {
            (&[Client(Call::ReplaceTermList), Client(Call::DeleteTermList)], id, "")
        }
        ["", "v3", "languages"] => (&[Client(Call::ListLanguages)], "", ""),
        ["", "v3", "languages", "resources"] => (&[Client(Call::ListLanguageResources)], "", ""),
        ["", "v2", "translate"] => (&[Client(Call::TranslateText)], "", ""),
        ["", "v2", "document"] => (&[Client(Call::UploadDocument)], "", ""),
        ["", "v2", "document", id] if !id.is_empty() => (&[Client(Call::DocumentStatus)], id, ""),
        ["", "v2", "document", id, "result"] => (&[Client(Call::DownloadDocument)], id, ""),
        ["", "v2", "write", "rephrase"] => (&[Client(Call::Rephrase)], "", ""),
        ["", "v2", "write", "correct"] => (&[Client(Call::Correct)], "", ""),
        ["", "v2", "usage"] => (&[Client(Call::Usage)], "", ""),
        ["", "v2", "admin", "analytics", "custom-tags"] => (&[Client(Call::ListTagUsage)], "", ""),
        ["", "v2", "admin", "developer-keys"] => (&[Client(Call::ListKeys)], "", ""),
        ["", "v2", "admin", "developer-keys", "limits"] => {
            (&[Client(Call::ListKeyLimits), Other(OtherCall::SetKeyLimits)], "", "")
        }
        ["", "v2", "languages"] => (&[Other(OtherCall::ListOldLanguages), Other(OtherCall::PostOldLanguages)], "", ""),
        ["", "v2", "glossary-language-pairs"] => (&[Other(OtherCall::ListGlossaryPairs)], "", ""),
        ["", "v2", "glossaries"] => {
            (&[Other(OtherCall::ListOldGlossaries), Other(OtherCall::CreateOldGlossary)], "", "")
        }
        ["", "v2", "glossaries", id] if !id.is_empty() => {
            (&[Other(OtherCall::GetOldGlossary), Other(OtherCall::DeleteOldGlossary)], id, "")
        }
        ["", "v2", "glossaries", id, "entries"] => (&[Other(OtherCall::GetOldGlossaryEntries)], id, ""),
        _ => return Err(ErrorResponse::not_found("Path")),
    };
    match calls.iter().find(|call| call.method() == method) {
        Some(&call) => Ok(Route { call, id: id.to_owned(), sub_id: part.to_owned() }),
        None => {
            let allowed: Vec<&str> = calls.iter().map(|call| call.method()).collect();
            Err(ErrorResponse::new(405, "Method not allowed").with_header("allow", allowed.join(", ")))
        }
    }
}

/// Percent signs decoded; what does not decode stays as it is written.
fn decode_segment(written: &str) -> String {
    percent_encoding::percent_decode_str(written).decode_utf8_lossy().into_owned()
}

/// The values of a parameter in the query of a target, in order.
pub(crate) fn query_values(target: &str, name: &str) -> Vec<String> {
    let query = target.split_once('?').map_or("", |(_, query)| query);
    let query = query.split('#').next().unwrap_or_default();
    let pairs = form_urlencoded::parse(query.as_bytes());
    pairs.filter(|(known, _)| known == name).map(|(_, value)| value.into_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where a call is known from.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Source {
        /// The specification of the service that this tool was written for.
        Specification,
        /// The public description of the service's interface.
        Description,
        /// The client libraries of the vendor, and the documentation.
        Clients,
    }

    /// Every call that this tool makes and that the emulator answers: the one table of them, with the source of each.
    fn known_calls() -> Vec<(ServedCall, &'static str, Source)> {
        use ServedCall::{Client, Other};
        use Source::{Clients, Description, Specification};
        vec![
            (Client(Call::ListStyles), "/v3/style_rules?page=0", Specification),
            (Client(Call::CreateStyle), "/v3/style_rules", Specification),
            (Client(Call::GetStyle), "/v3/style_rules/a", Specification),
            (Client(Call::RenameStyle), "/v3/style_rules/a", Specification),
            (Client(Call::DeleteStyle), "/v3/style_rules/a", Specification),
            (Client(Call::ReplaceRules), "/v3/style_rules/a/configured_rules", Specification),
            (Client(Call::AddInstruction), "/v3/style_rules/a/custom_instructions", Specification),
            (Client(Call::GetInstruction), "/v3/style_rules/a/custom_instructions/b", Specification),
            (Client(Call::ReplaceInstruction), "/v3/style_rules/a/custom_instructions/b", Specification),
            (Client(Call::RemoveInstruction), "/v3/style_rules/a/custom_instructions/b", Specification),
            (Client(Call::ListGlossaries), "/v3/glossaries", Description),
            (Client(Call::CreateGlossary), "/v3/glossaries", Description),
            (Client(Call::GetGlossary), "/v3/glossaries/a", Description),
            (Client(Call::GetGlossaryEntries), "/v3/glossaries/a/entries?source_lang=en&target_lang=de", Description),
            (Client(Call::PatchGlossary), "/v3/glossaries/a", Description),
            (Client(Call::ReplaceDictionary), "/v3/glossaries/a/dictionaries", Description),
            (
                Client(Call::DeleteDictionary),
                "/v3/glossaries/a/dictionaries?source_lang=en&target_lang=de",
                Description,
            ),
            (Client(Call::DeleteGlossary), "/v3/glossaries/a", Description),
            (Client(Call::ListTranslationMemories), "/v3/translation_memories?page=0", Specification),
            (Client(Call::ListSpokenTerms), "/v3/spoken-terms", Specification),
            (Client(Call::CreateSpokenTerms), "/v3/spoken-terms", Specification),
            (Client(Call::GetSpokenTerms), "/v3/spoken-terms/a", Description),
            (Client(Call::GetTermListEntries), "/v3/spoken-terms/a/entries?lang=de", Specification),
            (Client(Call::PatchSpokenTerms), "/v3/spoken-terms/a", Specification),
            (Client(Call::ReplaceTermList), "/v3/spoken-terms/a/term-lists", Specification),
            (Client(Call::DeleteTermList), "/v3/spoken-terms/a/term-lists?lang=de", Description),
            (Client(Call::DeleteSpokenTerms), "/v3/spoken-terms/a", Specification),
            (Client(Call::ListLanguages), "/v3/languages?resource=write", Specification),
            (Client(Call::ListLanguageResources), "/v3/languages/resources", Specification),
            (Client(Call::TranslateText), "/v2/translate", Specification),
            (Client(Call::UploadDocument), "/v2/document", Specification),
            (Client(Call::DocumentStatus), "/v2/document/a", Description),
            (Client(Call::DownloadDocument), "/v2/document/a/result", Description),
            (Client(Call::Rephrase), "/v2/write/rephrase", Specification),
            (Client(Call::Correct), "/v2/write/correct", Specification),
            (Client(Call::Usage), "/v2/usage", Specification),
            (Client(Call::ListTagUsage), "/v2/admin/analytics/custom-tags?page=1", Specification),
            (Client(Call::ListKeyLimits), "/v2/admin/developer-keys/limits", Specification),
            (Other(OtherCall::SetKeyLimits), "/v2/admin/developer-keys/limits", Description),
            (Client(Call::ListKeys), "/v2/admin/developer-keys", Description),
            (Other(OtherCall::ListOldLanguages), "/v2/languages?type=target", Specification),
            (Other(OtherCall::PostOldLanguages), "/v2/languages", Description),
            (Other(OtherCall::ListGlossaryPairs), "/v2/glossary-language-pairs", Description),
            (Other(OtherCall::ListOldGlossaries), "/v2/glossaries", Description),
            (Other(OtherCall::CreateOldGlossary), "/v2/glossaries", Description),
            (Other(OtherCall::GetOldGlossary), "/v2/glossaries/a", Description),
            (Other(OtherCall::DeleteOldGlossary), "/v2/glossaries/a", Description),
            (Other(OtherCall::GetOldGlossaryEntries), "/v2/glossaries/a/entries", Description),
            (Other(OtherCall::GetTranslationMemory), "/v3/translation_memories/a", Clients),
            (Other(OtherCall::DeleteTranslationMemory), "/v3/translation_memories/a", Clients),
            (Other(OtherCall::ListSegments), "/v3/translation_memories/a/segments?page_size=2", Clients),
            (Other(OtherCall::StartVoiceSession), "/v3/voice/realtime", Specification),
            (Other(OtherCall::ImportTranslationMemory), "/v3/translation_memories/import", Clients),
            (Other(OtherCall::ExportTranslationMemory), "/v3/translation_memories/a/export", Clients),
            (Other(OtherCall::GetMemoryJob), "/v3/translation_memories/jobs/a", Clients),
            (Other(OtherCall::UploadMemoryFile), "/v3/translation_memories/jobs/a/file?signature=b", Clients),
            (Other(OtherCall::DownloadMemoryFile), "/v3/translation_memories/jobs/a/file?signature=b", Clients),
            (Client(Call::ListStyleProfiles), "/v3/style_profiles", Description),
            (Client(Call::CreateStyleProfile), "/v3/style_profiles", Description),
            (Client(Call::GetStyleProfile), "/v3/style_profiles/a", Description),
            (Client(Call::PatchStyleProfile), "/v3/style_profiles/a", Description),
            (Client(Call::DeleteStyleProfile), "/v3/style_profiles/a", Description),
        ]
    }

    #[test]
    fn every_call_of_ours_and_every_route_is_in_the_table_with_its_source() {
        let known = known_calls();
        let calls: std::collections::BTreeSet<ServedCall> = known.iter().map(|(call, _, _)| *call).collect();
        assert_eq!(calls, ServedCall::all().collect());
        assert_eq!(calls.len(), known.len());
        for (call, path, source) in &known {
            assert_eq!(find_route(call.method(), path).map(|route| route.call), Ok(*call));
            if let ServedCall::Client(call) = call {
                let ids = ["a", "b"];
                assert_eq!(call.path(&ids), path.split('?').next().unwrap(), "{source:?}");
            }
            // No method that the table lacks is answered.
            for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] {
                let bare = |path: &str| path.split('?').next().unwrap_or_default().to_owned();
                let listed = known.iter().any(|(call, other, _)| call.method() == method && bare(other) == bare(path));
                let answered = find_route(method, path);
                assert_eq!(answered.is_ok(), listed, "{method} {path}");
                assert!(listed || answered.is_err_and(|refused| refused.status == 405), "{method} {path}");
            }
        }
        let of = |source: Source| known.iter().filter(|(_, _, from)| *from == source).count();
        assert_eq!([of(Source::Specification), of(Source::Description), of(Source::Clients)], [28, 26, 8]);
    }

    #[test]
    fn queries_are_decoded() {
        assert_eq!(query_values("/x?a=1&b=%31%zz+&a=2#a=3", "a"), ["1", "2"]);
        assert_eq!(query_values("/x?a=1&b=%31%zz+&a=2", "b"), ["1%zz "]);
        assert!(query_values("/x", "a").is_empty());
    }
}
