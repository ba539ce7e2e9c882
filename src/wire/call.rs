//! Every call of the service that this tool makes, as one table: name, method, path, effect, whether it may be sent again
//! when its outcome is unknown, and the scope that a key needs for it.

use CallEffect::{Paid, Read, Write};
use Repeat::{Again, Once};

/// A call of the service. What is known of it is in one row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Call {
    /// `GET /v3/style_rules`
    ListStyles,
    /// `POST /v3/style_rules`
    CreateStyle,
    /// `GET /v3/style_rules/{style_id}`
    GetStyle,
    /// `PATCH /v3/style_rules/{style_id}`
    RenameStyle,
    /// `DELETE /v3/style_rules/{style_id}`
    DeleteStyle,
    /// `PUT /v3/style_rules/{style_id}/configured_rules`
    ReplaceRules,
    /// `POST /v3/style_rules/{style_id}/custom_instructions`
    AddInstruction,
    /// `GET /v3/style_rules/{style_id}/custom_instructions/{instruction_id}`
    GetInstruction,
    /// `PUT /v3/style_rules/{style_id}/custom_instructions/{instruction_id}`
    ReplaceInstruction,
    /// `DELETE /v3/style_rules/{style_id}/custom_instructions/{instruction_id}`
    RemoveInstruction,
    /// `GET /v3/glossaries`
    ListGlossaries,
    /// `POST /v3/glossaries`
    CreateGlossary,
    /// `GET /v3/glossaries/{glossary_id}`
    GetGlossary,
    /// `GET /v3/glossaries/{glossary_id}/entries`
    GetGlossaryEntries,
    /// `PATCH /v3/glossaries/{glossary_id}`
    PatchGlossary,
    /// `PUT /v3/glossaries/{glossary_id}/dictionaries`
    ReplaceDictionary,
    /// `DELETE /v3/glossaries/{glossary_id}/dictionaries`
    DeleteDictionary,
    /// `DELETE /v3/glossaries/{glossary_id}`
    DeleteGlossary,
    /// `GET /v3/translation_memories`
    ListTranslationMemories,
    /// `GET /v3/style_profiles`
    ListStyleProfiles,
    /// `POST /v3/style_profiles`
    CreateStyleProfile,
    /// `GET /v3/style_profiles/{style_profile_id}`
    GetStyleProfile,
    /// `PATCH /v3/style_profiles/{style_profile_id}`
    PatchStyleProfile,
    /// `DELETE /v3/style_profiles/{style_profile_id}`
    DeleteStyleProfile,
    /// `GET /v3/spoken-terms`
    ListSpokenTerms,
    /// `POST /v3/spoken-terms`
    CreateSpokenTerms,
    /// `GET /v3/spoken-terms/{spoken_terms_id}`
    GetSpokenTerms,
    /// `GET /v3/spoken-terms/{spoken_terms_id}/entries`
    GetTermListEntries,
    /// `PATCH /v3/spoken-terms/{spoken_terms_id}`
    PatchSpokenTerms,
    /// `PUT /v3/spoken-terms/{spoken_terms_id}/term-lists`
    ReplaceTermList,
    /// `DELETE /v3/spoken-terms/{spoken_terms_id}/term-lists`
    DeleteTermList,
    /// `DELETE /v3/spoken-terms/{spoken_terms_id}`
    DeleteSpokenTerms,
    /// `GET /v3/languages`
    ListLanguages,
    /// `GET /v3/languages/resources`
    ListLanguageResources,
    /// `POST /v2/translate`
    TranslateText,
    /// `POST /v2/document`
    UploadDocument,
    /// `POST /v2/document/{document_id}`
    DocumentStatus,
    /// `POST /v2/document/{document_id}/result`
    DownloadDocument,
    /// `POST /v2/write/rephrase`
    Rephrase,
    /// `POST /v2/write/correct`
    Correct,
    /// `GET /v2/usage`
    Usage,
    /// `GET /v2/admin/analytics/custom-tags`
    ListTagUsage,
    /// `GET /v2/admin/developer-keys/limits`
    ListKeyLimits,
    /// `GET /v2/admin/developer-keys`
    ListKeys,
}

/// What a call does when it is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallEffect {
    /// Changes nothing, whatever its method.
    Read,
    /// Changes what the service holds; a result that was given out is gone.
    Write,
    /// Changes nothing and counts against a quota of characters.
    Paid,
}

/// Whether a call may be sent again when it is unknown whether it was carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Repeat {
    /// Carried out twice it leaves what it leaves carried out once.
    Again,
    /// Carried out twice it makes two of something, or gives out nothing the second time.
    Once,
}

/// One row of the table.
struct CallRow {
    call: Call,
    name: &'static str,
    method: &'static str,
    path: &'static str,
    effect: CallEffect,
    repeat: Repeat,
    scope: &'static str,
}

/// Spoken terms have no scope: only a key without scopes reaches them.
const NO_SCOPE: &str = "";

/// The scope of keys for administration.
const ADMIN: &str = "admin";

#[rustfmt::skip]
const TABLE: &[CallRow] = &[
    row(Call::ListStyles, "list-styles", "GET", "/v3/style_rules", Read, Again, "style_rules:read"),
    row(Call::CreateStyle, "create-style", "POST", "/v3/style_rules", Write, Once, "style_rules:write"),
    row(Call::GetStyle, "get-style", "GET", "/v3/style_rules/{style_id}", Read, Again, "style_rules:read"),
    row(Call::RenameStyle, "rename-style", "PATCH", "/v3/style_rules/{style_id}", Write, Again, "style_rules:write"),
    row(Call::DeleteStyle, "delete-style", "DELETE", "/v3/style_rules/{style_id}", Write, Again, "style_rules:write"),
    row(Call::ReplaceRules, "replace-rules", "PUT", "/v3/style_rules/{style_id}/configured_rules", Write, Again, "style_rules:write"),
    row(Call::AddInstruction, "add-instruction", "POST", "/v3/style_rules/{style_id}/custom_instructions", Write, Once, "style_rules:write"),
    row(Call::GetInstruction, "get-instruction", "GET", "/v3/style_rules/{style_id}/custom_instructions/{instruction_id}", Read, Again, "style_rules:read"),
    row(Call::ReplaceInstruction, "replace-instruction", "PUT", "/v3/style_rules/{style_id}/custom_instructions/{instruction_id}", Write, Again, "style_rules:write"),
    row(Call::RemoveInstruction, "remove-instruction", "DELETE", "/v3/style_rules/{style_id}/custom_instructions/{instruction_id}", Write, Again, "style_rules:write"),
    row(Call::ListGlossaries, "list-glossaries", "GET", "/v3/glossaries", Read, Again, "glossaries:read"),
    row(Call::CreateGlossary, "create-glossary", "POST", "/v3/glossaries", Write, Once, "glossaries:write"),
    row(Call::GetGlossary, "get-glossary", "GET", "/v3/glossaries/{glossary_id}", Read, Again, "glossaries:read"),
    row(Call::GetGlossaryEntries, "glossary-entries", "GET", "/v3/glossaries/{glossary_id}/entries", Read, Again, "glossaries:read"),
    row(Call::PatchGlossary, "patch-glossary", "PATCH", "/v3/glossaries/{glossary_id}", Write, Again, "glossaries:write"),
    row(Call::ReplaceDictionary, "replace-dictionary", "PUT", "/v3/glossaries/{glossary_id}/dictionaries", Write, Again, "glossaries:write"),
    row(Call::DeleteDictionary, "delete-dictionary", "DELETE", "/v3/glossaries/{glossary_id}/dictionaries", Write, Again, "glossaries:write"),
    row(Call::DeleteGlossary, "delete-glossary", "DELETE", "/v3/glossaries/{glossary_id}", Write, Again, "glossaries:write"),
    row(Call::ListTranslationMemories, "list-memories", "GET", "/v3/translation_memories", Read, Again, "translation_memories:read"),
    row(Call::ListStyleProfiles, "list-style-profiles", "GET", "/v3/style_profiles", Read, Again, "style_profiles:read"),
    row(Call::CreateStyleProfile, "create-style-profile", "POST", "/v3/style_profiles", Write, Once, "style_profiles:write"),
    row(Call::GetStyleProfile, "get-style-profile", "GET", "/v3/style_profiles/{style_profile_id}", Read, Again, "style_profiles:read"),
    row(Call::PatchStyleProfile, "patch-style-profile", "PATCH", "/v3/style_profiles/{style_profile_id}", Write, Again, "style_profiles:write"),
    row(Call::DeleteStyleProfile, "delete-style-profile", "DELETE", "/v3/style_profiles/{style_profile_id}", Write, Again, "style_profiles:write"),
    row(Call::ListSpokenTerms, "list-spoken-terms", "GET", "/v3/spoken-terms", Read, Again, NO_SCOPE),
    row(Call::CreateSpokenTerms, "create-spoken-terms", "POST", "/v3/spoken-terms", Write, Once, NO_SCOPE),
    row(Call::GetSpokenTerms, "get-spoken-terms", "GET", "/v3/spoken-terms/{spoken_terms_id}", Read, Again, NO_SCOPE),
    row(Call::GetTermListEntries, "spoken-entries", "GET", "/v3/spoken-terms/{spoken_terms_id}/entries", Read, Again, NO_SCOPE),
    row(Call::PatchSpokenTerms, "patch-spoken-terms", "PATCH", "/v3/spoken-terms/{spoken_terms_id}", Write, Again, NO_SCOPE),
    row(Call::ReplaceTermList, "replace-term-list", "PUT", "/v3/spoken-terms/{spoken_terms_id}/term-lists", Write, Again, NO_SCOPE),
    row(Call::DeleteTermList, "delete-term-list", "DELETE", "/v3/spoken-terms/{spoken_terms_id}/term-lists", Write, Again, NO_SCOPE),
    row(Call::DeleteSpokenTerms, "delete-spoken-terms", "DELETE", "/v3/spoken-terms/{spoken_terms_id}", Write, Again, NO_SCOPE),
    row(Call::ListLanguages, "list-languages", "GET", "/v3/languages", Read, Again, "languages:read"),
    row(Call::ListLanguageResources, "list-language-resources", "GET", "/v3/languages/resources", Read, Again, "languages:read"),
    row(Call::TranslateText, "translate-text", "POST", "/v2/translate", Paid, Again, "translate:text"),
    row(Call::UploadDocument, "upload-document", "POST", "/v2/document", Paid, Once, "translate:document"),
    row(Call::DocumentStatus, "document-status", "POST", "/v2/document/{document_id}", Read, Again, "translate:document"),
    row(Call::DownloadDocument, "download-document", "POST", "/v2/document/{document_id}/result", Write, Once, "translate:document"),
    row(Call::Rephrase, "rephrase", "POST", "/v2/write/rephrase", Paid, Again, "write:improve"),
    row(Call::Correct, "correct", "POST", "/v2/write/correct", Paid, Again, "write:improve"),
    row(Call::Usage, "usage", "GET", "/v2/usage", Read, Again, "usage:read"),
    row(Call::ListTagUsage, "list-tag-usage", "GET", "/v2/admin/analytics/custom-tags", Read, Again, ADMIN),
    row(Call::ListKeyLimits, "list-key-limits", "GET", "/v2/admin/developer-keys/limits", Read, Again, ADMIN),
    row(Call::ListKeys, "list-keys", "GET", "/v2/admin/developer-keys", Read, Again, ADMIN),
];

const fn row(
    call: Call,
    name: &'static str,
    method: &'static str,
    path: &'static str,
    effect: CallEffect,
    repeat: Repeat,
    scope: &'static str,
) -> CallRow {
    CallRow { call, name, method, path, effect, repeat, scope }
}

/// The calls in the order of the table, which is the order of the enum: a row is found by its call.
const ALL_CALLS: [Call; TABLE.len()] = {
    let mut all = [Call::Usage; TABLE.len()];
    let mut at = 0;
    while at < TABLE.len() {
        assert!(TABLE[at].call as usize == at, "the table has the order of the enum");
        all[at] = TABLE[at].call;
        at += 1;
    }
    all
};

impl Call {
    /// Every call.
    pub const ALL: &'static [Self] = &ALL_CALLS;

    fn row(self) -> &'static CallRow {
        &TABLE[self as usize]
    }

    /// The name in fault scripts, logs and messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Its method.
    #[must_use]
    pub fn method(self) -> &'static str {
        self.row().method
    }

    /// Its path, with the ids in place of what the table has in braces, in their order.
    #[must_use]
    pub fn path(self, ids: &[&str]) -> String {
        let mut ids = ids.iter();
        let segments = self.row().path.split('/').map(|segment| match segment.strip_prefix('{') {
            Some(_) => ids.next().copied().unwrap_or_default(),
            None => segment,
        });
        segments.collect::<Vec<_>>().join("/")
    }

    /// What it does when it is carried out.
    #[must_use]
    pub fn effect(self) -> CallEffect {
        self.row().effect
    }

    /// Whether it changes nothing, whatever its method: to ask for the state of a document takes a POST.
    #[must_use]
    pub fn is_read_only(self) -> bool {
        self.effect() == Read
    }

    /// Whether what it does counts against a quota of characters, so that usage is reported by it.
    #[must_use]
    pub fn counts_characters(self) -> bool {
        self.effect() == Paid
    }

    /// Whether the same request may be sent again when it is not known what came of it.
    #[must_use]
    pub fn may_repeat(self) -> bool {
        self.row().repeat == Again
    }

    /// Whether it is asked beside what somebody wanted to know, which is told without its answer too: what keys for
    /// administration may read.
    #[must_use]
    pub fn is_optional(self) -> bool {
        self.row().scope == ADMIN
    }

    /// The scope that a key needs for it, where keys have scopes.
    #[must_use]
    pub fn required_scope(self) -> Option<&'static str> {
        Some(self.row().scope).filter(|scope| *scope != NO_SCOPE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_post_is_never_repeated_when_its_outcome_is_unknown_unless_it_makes_nothing() {
        const MAKE_NOTHING: &[Call] = &[Call::TranslateText, Call::Rephrase, Call::Correct, Call::DocumentStatus];
        for call in Call::ALL {
            let repeats = call.method() != "POST" || MAKE_NOTHING.contains(call);
            assert_eq!(call.may_repeat(), repeats, "{}", call.name());
        }
    }

    #[test]
    fn ids_take_their_places_in_a_path() {
        assert_eq!(Call::ReplaceInstruction.path(&["a", "b"]), "/v3/style_rules/a/custom_instructions/b");
        assert_eq!(Call::ListStyles.path(&[]), "/v3/style_rules");
    }

    #[test]
    fn names_are_unique() {
        let names: std::collections::BTreeSet<&str> = Call::ALL.iter().map(|call| call.name()).collect();
        assert_eq!(names.len(), Call::ALL.len());
    }
}
