//! Glossaries: several directions of languages in one, each with its entries.
//!
//! Always: directions are of root languages. Refusals carry `detail` besides their message. Absent: a listing with entries,
//! versions, and any order of entries: they are answered in the order of their bytes.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::emulator::clock::Moment;
use crate::emulator::entries::{self, EmulatedEntries, EntriesFormat};
use crate::emulator::error_response::ErrorResponse;
use crate::emulator::id::EmulatedId;
use crate::emulator::language;
use crate::emulator::parted::{PartQuery, PartedResource};
use crate::emulator::records::{StoredDictionary, StoredGlossary};
use crate::emulator::request_context::RequestContext;
use crate::emulator::text_fields;

impl PartedResource for StoredGlossary {
    type PartKey = (String, String);
    type PartEntries = EmulatedEntries;
    const LIST_FIELD: &'static str = "glossaries";
    const PARTS_FIELD: &'static str = "dictionaries";
    const PART_NOUN: &'static str = "Dictionary";
    const MAX_PATCHED_PARTS: usize = 1;

    fn without_parts(glossary_id: EmulatedId, name: String, creation_time: Moment) -> Self {
        Self { glossary_id, name, creation_time, dictionaries: Vec::new() }
    }

    fn set_name(&mut self, name: String) {
        self.name = name;
    }

    fn creation_time(&self) -> Moment {
        self.creation_time
    }

    fn max_name_bytes(context: &RequestContext<'_>) -> usize {
        context.limits.glossary_name_bytes
    }

    fn check_count(held: usize, context: &RequestContext<'_>) -> Result<(), ErrorResponse> {
        let most = if context.free { context.limits.free_glossaries } else { context.limits.glossaries };
        if held >= most {
            let detail = format!("The plan allows at most {most} glossaries");
            return Err(ErrorResponse::new(456, "Quota exceeded").with_detail(detail));
        }
        Ok(())
    }

    fn check_size(&self, context: &RequestContext<'_>) -> Result<(), ErrorResponse> {
        let bytes: usize = self.dictionaries.iter().map(|held| entries::count_bytes(&held.entries)).sum();
        let most = context.limits.glossary_bytes;
        if bytes > most {
            let detail = format!("A glossary has at most {most} bytes");
            return Err(ErrorResponse::new(413, "Glossary too large").with_detail(detail));
        }
        Ok(())
    }

    fn bad_request(reason: String) -> ErrorResponse {
        ErrorResponse::bad_request(reason.clone()).with_detail(reason)
    }

    fn parse_part(
        fields: &Map<String, Value>,
        context: &RequestContext<'_>,
    ) -> Result<(Self::PartKey, Self::PartEntries), ErrorResponse> {
        let text = |name| text_fields::require_text(fields, name).map_err(|refusal| Self::bad_request(refusal.message));
        let pair = check_language_pair(text("source_lang")?, text("target_lang")?)?;
        let format = text("entries_format")?;
        let format = EntriesFormat::from_name(format)
            .ok_or_else(|| Self::bad_request(format!("entries_format must be tsv or csv, not {format}")))?;
        let mut entries =
            entries::parse_entries(text("entries")?, format, &pair.0, &pair.1).map_err(Self::bad_request)?;
        if context.tweak.compose {
            entries = entries
                .iter()
                .map(|(from, to)| (context.normalize_text(from), context.normalize_text(to)))
                .collect::<EmulatedEntries>();
        }
        Ok((pair, entries))
    }

    fn parse_key(query: &PartQuery<'_>) -> Result<Self::PartKey, ErrorResponse> {
        let one = |name| query.require(name).map_err(Self::bad_request);
        check_language_pair(&one("source_lang")?, &one("target_lang")?)
    }

    fn describe_key((source, target): &Self::PartKey) -> String {
        format!("pair {source} to {target}")
    }

    fn put_part(&mut self, key: Self::PartKey, entries: Self::PartEntries) {
        match find_dictionary(self, &key) {
            Some(held) => Arc::make_mut(held).entries = entries,
            None => {
                let (source_lang, target_lang) = key;
                self.dictionaries.push(Arc::new(StoredDictionary { source_lang, target_lang, entries }));
            }
        }
    }

    fn merge_part(&mut self, key: Self::PartKey, entries: Self::PartEntries) {
        match find_dictionary(self, &key) {
            Some(held) => Arc::make_mut(held).entries.extend(entries),
            None => self.put_part(key, entries),
        }
    }

    fn remove_part(&mut self, key: &Self::PartKey) -> bool {
        let held = self.dictionaries.len();
        self.dictionaries.retain(|dictionary| !dictionary.is_for(key));
        self.dictionaries.len() < held
    }

    fn summarize_part((source_lang, target_lang): &Self::PartKey, entry_count: usize) -> Value {
        json!({ "source_lang": source_lang, "target_lang": target_lang, "entry_count": entry_count })
    }

    fn summarize_parts(&self) -> Vec<Value> {
        let summary = |held: &Arc<StoredDictionary>| {
            json!({
                "source_lang": held.source_lang, "target_lang": held.target_lang, "entry_count": held.entries.len(),
            })
        };
        self.dictionaries.iter().map(summary).collect()
    }

    fn entry_count(entries: &Self::PartEntries) -> usize {
        entries.len()
    }

    fn entries_body(&self, key: &Self::PartKey, reversed: bool) -> Option<Value> {
        let held = self.dictionaries.iter().find(|held| held.is_for(key))?;
        let entries = held.entries.iter();
        let entries = if reversed { entries::format_tsv(entries.rev()) } else { entries::format_tsv(entries) };
        Some(json!({ "dictionaries": [{
            "source_lang": held.source_lang, "target_lang": held.target_lang, "entries": entries, "entries_format": "tsv",
        }] }))
    }
}

/// A direction of root languages that there are glossaries for, in lower case.
fn check_language_pair(source: &str, target: &str) -> Result<(String, String), ErrorResponse> {
    let [source, target] = [("source_lang", source), ("target_lang", target)].map(|(name, written)| {
        let code = written.to_ascii_lowercase();
        if language::has_glossaries(&code) {
            Ok(code)
        } else if code.split('-').next().is_some_and(language::has_glossaries) {
            Err(StoredGlossary::bad_request(format!("{name} must be a root language without a variant, not {written}")))
        } else {
            Err(StoredGlossary::bad_request(format!("{name} is not a language of glossaries: {written}")))
        }
    });
    let (source, target) = (source?, target?);
    if source == target {
        return Err(StoredGlossary::bad_request(
            "source_lang and target_lang must not be the same language".to_owned(),
        ));
    }
    Ok((source, target))
}

fn find_dictionary<'a>(
    glossary: &'a mut StoredGlossary,
    key: &(String, String),
) -> Option<&'a mut Arc<StoredDictionary>> {
    glossary.dictionaries.iter_mut().find(|held| held.is_for(key))
}

impl StoredDictionary {
    fn is_for(&self, (source, target): &(String, String)) -> bool {
        self.source_lang == *source && self.target_lang == *target
    }
}
