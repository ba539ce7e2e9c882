//! Every call that the emulator answers: those that this tool makes, and those that other clients of the service make.
//!
//! Always: one name for each, which fault scripts and the log use. What this tool never calls has its name here, so that
//! [`Call`] stays the list of what it does call.

use crate::wire::Call;

/// A call that is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ServedCall {
    /// One that this tool makes.
    Client(Call),
    /// One that only other clients make.
    Other(OtherCall),
}

/// A call that only other clients make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OtherCall {
    /// `GET /v2/languages`
    ListOldLanguages,
    /// `POST /v2/languages`
    PostOldLanguages,
    /// `GET /v2/glossary-language-pairs`
    ListGlossaryPairs,
    /// `GET /v2/glossaries`
    ListOldGlossaries,
    /// `POST /v2/glossaries`
    CreateOldGlossary,
    /// `GET /v2/glossaries/{glossary_id}`
    GetOldGlossary,
    /// `GET /v2/glossaries/{glossary_id}/entries`
    GetOldGlossaryEntries,
    /// `DELETE /v2/glossaries/{glossary_id}`
    DeleteOldGlossary,
    /// `GET /v3/translation_memories/{translation_memory_id}`
    GetTranslationMemory,
    /// `GET /v3/translation_memories/{translation_memory_id}/segments`
    ListSegments,
    /// `DELETE /v3/translation_memories/{translation_memory_id}`
    DeleteTranslationMemory,
    /// `POST /v3/translation_memories/import`
    ImportTranslationMemory,
    /// `POST /v3/translation_memories/{translation_memory_id}/export`
    ExportTranslationMemory,
    /// `GET /v3/translation_memories/jobs/{job_id}`
    GetMemoryJob,
    /// `PUT` of the file of an import, at the address that the job gave
    UploadMemoryFile,
    /// `GET` of the file of an export, at the address that the job gave
    DownloadMemoryFile,
    /// `PUT /v2/admin/developer-keys/limits`
    SetKeyLimits,
    /// `POST /v3/voice/realtime`
    StartVoiceSession,
}

impl OtherCall {
    const ALL: &'static [Self] = &[
        Self::ListOldLanguages,
        Self::PostOldLanguages,
        Self::ListGlossaryPairs,
        Self::ListOldGlossaries,
        Self::CreateOldGlossary,
        Self::GetOldGlossary,
        Self::GetOldGlossaryEntries,
        Self::DeleteOldGlossary,
        Self::GetTranslationMemory,
        Self::ListSegments,
        Self::DeleteTranslationMemory,
        Self::ImportTranslationMemory,
        Self::ExportTranslationMemory,
        Self::GetMemoryJob,
        Self::UploadMemoryFile,
        Self::DownloadMemoryFile,
        Self::SetKeyLimits,
        Self::StartVoiceSession,
    ];

    /// Its name and method, and whether it only reads.
    fn row(self) -> (&'static str, &'static str, bool) {
        match self {
            Self::ListOldLanguages => ("list-old-languages", "GET", true),
            Self::PostOldLanguages => ("post-old-languages", "POST", true),
            Self::ListGlossaryPairs => ("list-glossary-pairs", "GET", true),
            Self::ListOldGlossaries => ("list-old-glossaries", "GET", true),
            Self::CreateOldGlossary => ("create-old-glossary", "POST", false),
            Self::GetOldGlossary => ("get-old-glossary", "GET", true),
            Self::GetOldGlossaryEntries => ("old-glossary-entries", "GET", true),
            Self::DeleteOldGlossary => ("delete-old-glossary", "DELETE", false),
            Self::GetTranslationMemory => ("get-memory", "GET", true),
            Self::ListSegments => ("list-segments", "GET", true),
            Self::DeleteTranslationMemory => ("delete-memory", "DELETE", false),
            Self::ImportTranslationMemory => ("import-memory", "POST", false),
            Self::ExportTranslationMemory => ("export-memory", "POST", false),
            Self::GetMemoryJob => ("get-memory-job", "GET", true),
            Self::UploadMemoryFile => ("upload-memory-file", "PUT", false),
            Self::DownloadMemoryFile => ("download-memory-file", "GET", false),
            Self::SetKeyLimits => ("set-key-limits", "PUT", false),
            Self::StartVoiceSession => ("start-voice-session", "POST", true),
        }
    }
}

impl ServedCall {
    /// Every call.
    pub fn all() -> impl Iterator<Item = Self> {
        Call::ALL.iter().copied().map(Self::Client).chain(OtherCall::ALL.iter().copied().map(Self::Other))
    }

    /// The name in fault scripts and in the log.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Client(call) => call.name(),
            Self::Other(call) => call.row().0,
        }
    }

    /// Its method.
    #[must_use]
    pub fn method(self) -> &'static str {
        match self {
            Self::Client(call) => call.method(),
            Self::Other(call) => call.row().1,
        }
    }

    /// Whether it changes nothing, whatever its method.
    #[must_use]
    pub fn is_read_only(self) -> bool {
        match self {
            Self::Client(call) => call.is_read_only(),
            Self::Other(call) => call.row().2,
        }
    }

    /// The call of this tool, where it is one.
    #[must_use]
    pub fn client_call(self) -> Option<Call> {
        match self {
            Self::Client(call) => Some(call),
            Self::Other(_) => None,
        }
    }
}

impl PartialEq<Call> for ServedCall {
    fn eq(&self, other: &Call) -> bool {
        self.client_call() == Some(*other)
    }
}

#[cfg(test)]
mod tests {
    use super::ServedCall;

    #[test]
    fn no_name_is_used_twice() {
        let names: std::collections::BTreeSet<&str> = ServedCall::all().map(ServedCall::name).collect();
        assert_eq!(names.len(), ServedCall::all().count());
    }
}
