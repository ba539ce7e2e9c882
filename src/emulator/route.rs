//! Which call a method and a target mean.
//!
//! Always: a path that is not in the table is 404, a method that its path does not take is 405 with `Allow`.

use crate::emulator::error_response::ErrorResponse;
use crate::service::Call;

/// A call and what its address names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Route {
    pub(crate) call: Call,
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
    SpokenTerms,
    Languages,
    Translate,
    Document,
    Write,
    Usage,
}

/// What a call is about.
pub(crate) fn call_area(call: Call) -> CallArea {
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
    }
}

/// Finds the call.
pub(crate) fn find_route(method: &str, target: &str) -> Result<Route, ErrorResponse> {
    let path = target.split(['?', '#']).next().unwrap_or_default();
    let segments: Vec<String> = path.split('/').map(|segment| decode_percent(segment, false)).collect();
    let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
    let (calls, id, part): (&[Call], &str, &str) = match segments.as_slice() {
        ["", "v3", "style_rules"] => (&[Call::ListStyles, Call::CreateStyle], "", ""),
        ["", "v3", "style_rules", id] if !id.is_empty() => {
            (&[Call::GetStyle, Call::RenameStyle, Call::DeleteStyle], id, "")
        }
        ["", "v3", "style_rules", id, "configured_rules"] => (&[Call::ReplaceRules], id, ""),
        ["", "v3", "style_rules", id, "custom_instructions"] => (&[Call::AddInstruction], id, ""),
        ["", "v3", "style_rules", id, "custom_instructions", part] if !part.is_empty() => {
            (&[Call::GetInstruction, Call::ReplaceInstruction, Call::RemoveInstruction], id, part)
        }
        ["", "v3", "glossaries"] => (&[Call::ListGlossaries, Call::CreateGlossary], "", ""),
        ["", "v3", "glossaries", id] if !id.is_empty() => {
            (&[Call::GetGlossary, Call::PatchGlossary, Call::DeleteGlossary], id, "")
        }
        ["", "v3", "glossaries", id, "entries"] => (&[Call::GetGlossaryEntries], id, ""),
        ["", "v3", "glossaries", id, "dictionaries"] => (&[Call::ReplaceDictionary, Call::DeleteDictionary], id, ""),
        ["", "v3", "translation_memories"] => (&[Call::ListTranslationMemories], "", ""),
        ["", "v3", "spoken-terms"] => (&[Call::ListSpokenTerms, Call::CreateSpokenTerms], "", ""),
        ["", "v3", "spoken-terms", id] if !id.is_empty() => {
            (&[Call::GetSpokenTerms, Call::PatchSpokenTerms, Call::DeleteSpokenTerms], id, "")
        }
        ["", "v3", "spoken-terms", id, "entries"] => (&[Call::GetTermListEntries], id, ""),
        ["", "v3", "spoken-terms", id, "term-lists"] => (&[Call::ReplaceTermList, Call::DeleteTermList], id, ""),
        ["", "v3", "languages"] => (&[Call::ListLanguages], "", ""),
        ["", "v3", "languages", "resources"] => (&[Call::ListLanguageResources], "", ""),
        ["", "v2", "translate"] => (&[Call::TranslateText], "", ""),
        ["", "v2", "document"] => (&[Call::UploadDocument], "", ""),
        ["", "v2", "document", id] if !id.is_empty() => (&[Call::DocumentStatus], id, ""),
        ["", "v2", "document", id, "result"] => (&[Call::DownloadDocument], id, ""),
        ["", "v2", "write", "rephrase"] => (&[Call::Rephrase], "", ""),
        ["", "v2", "write", "correct"] => (&[Call::Correct], "", ""),
        ["", "v2", "usage"] => (&[Call::Usage], "", ""),
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

/// The values of a parameter in the query of a target, in order.
pub(crate) fn query_values(target: &str, name: &str) -> Vec<String> {
    let query = target.split_once('?').map_or("", |(_, query)| query);
    let query = query.split('#').next().unwrap_or_default();
    query
        .split('&')
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
        .filter(|(known, _)| decode_percent(known, true) == name)
        .map(|(_, value)| decode_percent(value, true))
        .collect()
}

/// Percent signs decoded; what does not decode stays as it is written.
fn decode_percent(written: &str, plus_is_space: bool) -> String {
    if !written.contains(['%', '+']) {
        return written.to_owned();
    }
    String::from_utf8_lossy(&unescape_bytes(written.as_bytes(), plus_is_space)).into_owned()
}

/// The bytes that stand behind percent signs.
pub(crate) fn unescape_bytes(bytes: &[u8], plus_is_space: bool) -> Vec<u8> {
    let digit = |at: usize| bytes.get(at).and_then(|&byte| char::from(byte).to_digit(16));
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match (byte, digit(at + 1), digit(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                out.push(u8::try_from(high * 16 + low).unwrap_or(b'?'));
                at += 2;
            }
            (b'+', ..) if plus_is_space => out.push(b' '),
            _ => out.push(byte),
        }
        at += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_call_is_found_under_its_method_and_path() {
        let paths = [
            (Call::ListStyles, "/v3/style_rules?page=0"),
            (Call::CreateStyle, "/v3/style_rules"),
            (Call::GetStyle, "/v3/style_rules/a"),
            (Call::RenameStyle, "/v3/style_rules/a"),
            (Call::DeleteStyle, "/v3/style_rules/a"),
            (Call::ReplaceRules, "/v3/style_rules/a/configured_rules"),
            (Call::AddInstruction, "/v3/style_rules/a/custom_instructions"),
            (Call::GetInstruction, "/v3/style_rules/a/custom_instructions/b"),
            (Call::ReplaceInstruction, "/v3/style_rules/a/custom_instructions/b"),
            (Call::RemoveInstruction, "/v3/style_rules/a/custom_instructions/b"),
            (Call::ListGlossaries, "/v3/glossaries"),
            (Call::CreateGlossary, "/v3/glossaries"),
            (Call::GetGlossary, "/v3/glossaries/a"),
            (Call::GetGlossaryEntries, "/v3/glossaries/a/entries?source_lang=en&target_lang=de"),
            (Call::PatchGlossary, "/v3/glossaries/a"),
            (Call::ReplaceDictionary, "/v3/glossaries/a/dictionaries"),
            (Call::DeleteDictionary, "/v3/glossaries/a/dictionaries?source_lang=en&target_lang=de"),
            (Call::DeleteGlossary, "/v3/glossaries/a"),
            (Call::ListTranslationMemories, "/v3/translation_memories?page=0"),
            (Call::ListSpokenTerms, "/v3/spoken-terms"),
            (Call::CreateSpokenTerms, "/v3/spoken-terms"),
            (Call::GetSpokenTerms, "/v3/spoken-terms/a"),
            (Call::GetTermListEntries, "/v3/spoken-terms/a/entries?lang=de"),
            (Call::PatchSpokenTerms, "/v3/spoken-terms/a"),
            (Call::ReplaceTermList, "/v3/spoken-terms/a/term-lists"),
            (Call::DeleteTermList, "/v3/spoken-terms/a/term-lists?lang=de"),
            (Call::DeleteSpokenTerms, "/v3/spoken-terms/a"),
            (Call::ListLanguages, "/v3/languages?resource=write"),
            (Call::ListLanguageResources, "/v3/languages/resources"),
            (Call::TranslateText, "/v2/translate"),
            (Call::UploadDocument, "/v2/document"),
            (Call::DocumentStatus, "/v2/document/a"),
            (Call::DownloadDocument, "/v2/document/a/result"),
            (Call::Rephrase, "/v2/write/rephrase"),
            (Call::Correct, "/v2/write/correct"),
            (Call::Usage, "/v2/usage"),
        ];
        assert_eq!(paths.len(), Call::ALL.len());
        for (call, path) in paths {
            assert_eq!(find_route(call.method(), path).map(|route| route.call), Ok(call));
        }
    }

    #[test]
    fn queries_are_decoded() {
        assert_eq!(query_values("/x?a=1&b=%31%zz+&a=2#a=3", "a"), ["1", "2"]);
        assert_eq!(query_values("/x?a=1&b=%31%zz+&a=2", "b"), ["1%zz "]);
        assert!(query_values("/x", "a").is_empty());
    }
}
