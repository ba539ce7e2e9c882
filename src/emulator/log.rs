//! What happened: one entry per request.
//!
//! Always: an entry says whether something was stored, whatever the client got to see. Absent: keys, and bodies unless they
//! are asked for.

use std::collections::VecDeque;
use std::io::Write;

use serde::Serialize;

/// One request, as it went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LogEntry {
    /// Number of the request, from 1.
    pub n: u64,
    /// Method.
    pub method: String,
    /// Path and query.
    pub path: String,
    /// Name of the call, when the path is one.
    pub call: Option<&'static str>,
    /// Status that was answered; nothing when no answer was given.
    pub status: Option<u16>,
    /// `X-Trace-ID` of the answer.
    pub trace: String,
    /// Whether something was stored.
    pub wrote: bool,
    /// What went wrong on purpose.
    pub fault: Option<&'static str>,
    /// The reporting tag that usage is counted under.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
    /// The label of the stand-in where it is kept out of the texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The body of the request without keys, where bodies are kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// Whose request it was. Never printed: it may be the key.
    #[serde(skip)]
    pub account: Option<String>,
}

/// The entries so far.
pub(crate) struct RequestLog {
    entries: VecDeque<LogEntry>,
    max_entries: usize,
    lines: Option<Box<dyn Write + Send>>,
    pub(crate) writes: u64,
}

impl RequestLog {
    pub(crate) fn new(keep: usize, lines: Option<Box<dyn Write + Send>>) -> Self {
        Self { entries: VecDeque::new(), max_entries: keep, lines, writes: 0 }
    }

    pub(crate) fn append_entry(&mut self, entry: LogEntry) {
        self.writes += u64::from(entry.wrote);
        if let Some(lines) = &mut self.lines {
            let mut line = serde_json::to_vec(&entry).unwrap_or_default();
            line.push(b'\n');
            // A log that cannot be written must not stop the service: the entries in memory still say it.
            let _ = lines.write_all(&line).and_then(|()| lines.flush());
        }
        if self.entries.len() == self.max_entries {
            self.entries.pop_front();
        }
        if self.max_entries > 0 {
            self.entries.push_back(entry);
        }
    }

    pub(crate) fn clear_account(&mut self, name: &str) {
        self.entries.retain(|entry| entry.account.as_deref() != Some(name));
    }

    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.writes = 0;
    }

    pub(crate) fn entries(&self) -> Vec<LogEntry> {
        self.entries.iter().cloned().collect()
    }
}
