//! How the service is spoken to: one call in, one meaning out.
//!
//! The outside world is one trait, [`Transport`]: send a request, get an answer or the precise way in which none came.
//! The HTTP client and the in-process emulator implement it; under tokio's paused clock every fault is an ordinary test.
//! Which call may be sent twice is one table ([`retry`]). Unknown fields are tolerated and kept. The key never reaches a log.

pub mod account;
pub(crate) mod answer;
pub mod client;
pub mod document;
pub mod error;
mod glossary;
pub mod http;
pub mod improve;
pub mod language;
pub mod term_set;
pub mod translation_memory;
pub mod resource;
pub mod rate_limiter;
pub mod retry;
pub mod secret;
mod spoken_terms;
pub mod style;
pub mod translate;
pub mod usage;

use std::future::Future;

/// Version of the service's interface description that this tool is made for.
pub const INTERFACE_VERSION: &str = "3.12.0";

/// Every call of the service that this tool makes, by the name that fault scripts and messages use.
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
}

impl Call {
    /// Every call.
    pub const ALL: &'static [Self] = &[
        Self::ListStyles,
        Self::CreateStyle,
        Self::GetStyle,
        Self::RenameStyle,
        Self::DeleteStyle,
        Self::ReplaceRules,
        Self::AddInstruction,
        Self::GetInstruction,
        Self::ReplaceInstruction,
        Self::RemoveInstruction,
        Self::ListGlossaries,
        Self::CreateGlossary,
        Self::GetGlossary,
        Self::GetGlossaryEntries,
        Self::PatchGlossary,
        Self::ReplaceDictionary,
        Self::DeleteDictionary,
        Self::DeleteGlossary,
        Self::ListTranslationMemories,
        Self::ListSpokenTerms,
        Self::CreateSpokenTerms,
        Self::GetSpokenTerms,
        Self::GetTermListEntries,
        Self::PatchSpokenTerms,
        Self::ReplaceTermList,
        Self::DeleteTermList,
        Self::DeleteSpokenTerms,
        Self::ListLanguages,
        Self::ListLanguageResources,
        Self::TranslateText,
        Self::UploadDocument,
        Self::DocumentStatus,
        Self::DownloadDocument,
        Self::Rephrase,
        Self::Correct,
        Self::Usage,
    ];

    /// The name in fault scripts, logs and messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::ListStyles => "list-styles",
            Self::CreateStyle => "create-style",
            Self::GetStyle => "get-style",
            Self::RenameStyle => "rename-style",
            Self::DeleteStyle => "delete-style",
            Self::ReplaceRules => "replace-rules",
            Self::AddInstruction => "add-instruction",
            Self::GetInstruction => "get-instruction",
            Self::ReplaceInstruction => "replace-instruction",
            Self::RemoveInstruction => "remove-instruction",
            Self::ListGlossaries => "list-glossaries",
            Self::CreateGlossary => "create-glossary",
            Self::GetGlossary => "get-glossary",
            Self::GetGlossaryEntries => "glossary-entries",
            Self::PatchGlossary => "patch-glossary",
            Self::ReplaceDictionary => "replace-dictionary",
            Self::DeleteDictionary => "delete-dictionary",
            Self::DeleteGlossary => "delete-glossary",
            Self::ListTranslationMemories => "list-memories",
            Self::ListSpokenTerms => "list-spoken-terms",
            Self::CreateSpokenTerms => "create-spoken-terms",
            Self::GetSpokenTerms => "get-spoken-terms",
            Self::GetTermListEntries => "spoken-entries",
            Self::PatchSpokenTerms => "patch-spoken-terms",
            Self::ReplaceTermList => "replace-term-list",
            Self::DeleteTermList => "delete-term-list",
            Self::DeleteSpokenTerms => "delete-spoken-terms",
            Self::ListLanguages => "list-languages",
            Self::ListLanguageResources => "list-language-resources",
            Self::TranslateText => "translate-text",
            Self::UploadDocument => "upload-document",
            Self::DocumentStatus => "document-status",
            Self::DownloadDocument => "download-document",
            Self::Rephrase => "rephrase",
            Self::Correct => "correct",
            Self::Usage => "usage",
        }
    }

    /// Its method.
    #[must_use]
    pub fn method(self) -> &'static str {
        match self {
            Self::ListStyles
            | Self::GetStyle
            | Self::GetInstruction
            | Self::ListGlossaries
            | Self::GetGlossary
            | Self::GetGlossaryEntries
            | Self::ListTranslationMemories
            | Self::ListSpokenTerms
            | Self::GetSpokenTerms
            | Self::GetTermListEntries
            | Self::ListLanguages
            | Self::ListLanguageResources
            | Self::Usage => "GET",
            Self::CreateStyle
            | Self::AddInstruction
            | Self::CreateGlossary
            | Self::CreateSpokenTerms
            | Self::TranslateText
            | Self::UploadDocument
            | Self::DocumentStatus
            | Self::DownloadDocument
            | Self::Rephrase
            | Self::Correct => "POST",
            Self::RenameStyle | Self::PatchGlossary | Self::PatchSpokenTerms => "PATCH",
            Self::ReplaceRules | Self::ReplaceInstruction | Self::ReplaceDictionary | Self::ReplaceTermList => "PUT",
            Self::DeleteStyle
            | Self::RemoveInstruction
            | Self::DeleteDictionary
            | Self::DeleteGlossary
            | Self::DeleteTermList
            | Self::DeleteSpokenTerms => "DELETE",
        }
    }

    /// Whether it changes nothing, whatever its method: to ask for the state of a document takes a POST.
    #[must_use]
    pub fn is_read_only(self) -> bool {
        self.method() == "GET" || self == Self::DocumentStatus
    }

    /// Whether what it does counts against a quota of characters, so that usage is reported by it.
    #[must_use]
    pub fn counts_characters(self) -> bool {
        matches!(self, Self::TranslateText | Self::UploadDocument | Self::Rephrase | Self::Correct)
    }
}

/// One request, before address and key are added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Which call.
    pub call: Call,
    /// Path and query: `/v3/style_rules?page=0&page_size=25`.
    pub target: String,
    /// The body: JSON, unless `content_type` says otherwise.
    pub body: Option<Vec<u8>>,
    /// What a body is that is not JSON: `multipart/form-data; boundary=…`.
    pub content_type: Option<String>,
}

/// One answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// Status code.
    pub status: u16,
    /// Headers that matter here, names in lower case: `retry-after`, `x-trace-id`, `date`, `content-type`, `location`.
    pub headers: Vec<(String, String)>,
    /// The body as far as it came.
    pub body: Vec<u8>,
    /// Whether the body ended before its promised length.
    pub truncated: bool,
}

impl Response {
    /// The value of a header (name in lower case).
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// The precise way in which no answer came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TransportError {
    /// Not one byte of the request was written: the service cannot have acted. Why, in words.
    NotSent(String),
    /// Something was written, no answer came: the service may have acted. Why, in words.
    NoAnswer(String),
}

/// The outside world: send a request, get an answer or the way in which none came. Never repeats anything by itself.
pub trait Transport: Send + Sync {
    /// Sends one request once.
    fn send(&self, request: &Request) -> impl Future<Output = Result<Response, TransportError>> + Send;
}
