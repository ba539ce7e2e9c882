//! What tells the two kinds of term sets apart on the wire, and what both read alike.

use std::sync::Arc;

use serde_json::Value as Json;

use crate::model::term_set::{TermEntries, TermSetKind, TermSetPart};
use crate::service::Call;

/// One kind of term set on the wire.
pub(super) struct TermSetWire {
    /// Which kind.
    pub(super) which: TermSetKind,
    /// The field that a listing stands under.
    pub(super) list_field: &'static str,
    /// The field of the id.
    pub(super) id_field: &'static str,
    /// The field of its parts.
    pub(super) parts_field: &'static str,
    /// Its calls.
    pub(super) calls: TermSetCalls,
    /// Which part an item of an answer is about.
    pub(super) parse_part: fn(&Json) -> Option<TermSetPart>,
    /// What is sent of a part.
    pub(super) part_body: fn(&TermSetPart, &TermEntries) -> Json,
    /// What names a part in a query.
    pub(super) part_query: fn(&TermSetPart) -> String,
    /// The entries that an answer holds, if it is about this part.
    pub(super) parse_entries: fn(&Json, &TermSetPart) -> Option<TermEntries>,
}

/// The calls for one kind of term set.
pub(super) struct TermSetCalls {
    pub(super) list: Call,
    pub(super) create: Call,
    pub(super) get: Call,
    pub(super) entries: Call,
    pub(super) rename: Call,
    pub(super) replace_part: Call,
    pub(super) remove_part: Call,
    pub(super) delete: Call,
}

/// Lines of text as entries; nothing where a line makes no sense or says what another one says already.
pub(super) fn parse_lines(text: &str, entry: impl Fn(&str) -> Option<(String, String)>) -> Option<TermEntries> {
    let mut entries = std::collections::BTreeMap::new();
    for line in text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)).filter(|line| !line.is_empty()) {
        let (source, target) = entry(line)?;
        if entries.insert(source, target).is_some() {
            return None;
        }
    }
    Some(Arc::new(entries))
}

/// A language code in a query, whatever is in it.
pub(super) fn escape_query(code: &str) -> String {
    let keep = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    code.bytes().map(|byte| if keep(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}
