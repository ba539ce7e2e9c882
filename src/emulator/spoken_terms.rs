//! Spoken terms: what a voice session shall recognise, a list of terms for each language.
//!
//! Always: terms keep the order in which they came, and `Ab` is not `ab`. Decision: the characters of a list are counted
//! with the line ends between its terms, the stricter of two readings.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::emulator::clock::Moment;
use crate::emulator::entries;
use crate::emulator::error_response::ErrorResponse;
use crate::emulator::id::EmulatedId;
use crate::emulator::language;
use crate::emulator::parted::{PartQuery, PartedResource};
use crate::emulator::records::StoredSpokenTerms;
use crate::emulator::request_context::RequestContext;
use crate::emulator::text_fields;

impl PartedResource for StoredSpokenTerms {
    type PartKey = String;
    type PartEntries = Vec<String>;
    const LIST_FIELD: &'static str = "spoken_terms";
    const PARTS_FIELD: &'static str = "term_lists";
    const PART_NOUN: &'static str = "Term list";
    const MAX_PATCHED_PARTS: usize = usize::MAX;

    fn without_parts(spoken_terms_id: EmulatedId, name: String, creation_time: Moment) -> Self {
        Self { spoken_terms_id, name, creation_time, term_lists: BTreeMap::new() }
    }

    fn set_name(&mut self, name: String) {
        self.name = name;
    }

    fn creation_time(&self) -> Moment {
        self.creation_time
    }

    fn max_name_bytes(context: &RequestContext<'_>) -> usize {
        context.limits.spoken_terms_name
    }

    fn check_count(held: usize, context: &RequestContext<'_>) -> Result<(), ErrorResponse> {
        if context.limits.spoken_terms.is_some_and(|most| held >= most) {
            return Err(ErrorResponse::new(456, "Quota exceeded: the plan allows no more collections of spoken terms"));
        }
        Ok(())
    }

    fn check_size(&self, context: &RequestContext<'_>) -> Result<(), ErrorResponse> {
        self.term_lists.values().try_for_each(|list| check_term_list_size(list, context))
    }

    fn bad_request(reason: String) -> ErrorResponse {
        ErrorResponse::bad_request(reason)
    }

    fn parse_part(
        fields: &Map<String, Value>,
        context: &RequestContext<'_>,
    ) -> Result<(Self::PartKey, Self::PartEntries), ErrorResponse> {
        let language = parse_language(text_fields::require_text(fields, "lang")?)?;
        let mut list: Vec<String> = Vec::new();
        for (at, term) in entries::split_lines(text_fields::require_text(fields, "entries")?).enumerate() {
            let row = at + 1;
            if let Some(what) = entries::phrase_error(term) {
                return Err(ErrorResponse::bad_request(format!("Term {row} {what}")));
            }
            let term = context.normalize_text(term);
            if list.contains(&term) {
                return Err(ErrorResponse::bad_request(format!("Term {row} is there already: {term}")));
            }
            list.push(term);
        }
        if list.is_empty() {
            return Err(ErrorResponse::bad_request("entries must not be empty"));
        }
        check_term_list_size(&list, context)?;
        Ok((language, list))
    }

    fn parse_key(query: &PartQuery<'_>) -> Result<Self::PartKey, ErrorResponse> {
        parse_language(&query.require("lang").map_err(ErrorResponse::bad_request)?)
    }

    fn describe_key(language: &Self::PartKey) -> String {
        format!("language {language}")
    }

    fn put_part(&mut self, language: Self::PartKey, list: Self::PartEntries) {
        self.term_lists.insert(language, list);
    }

    fn merge_part(&mut self, language: Self::PartKey, list: Self::PartEntries) {
        let held = self.term_lists.entry(language).or_default();
        for term in list {
            if !held.contains(&term) {
                held.push(term);
            }
        }
    }

    fn remove_part(&mut self, language: &Self::PartKey) -> bool {
        self.term_lists.remove(language).is_some()
    }

    fn summarize_part(language: &Self::PartKey, entry_count: usize) -> Value {
        json!({ "lang": language, "entry_count": entry_count })
    }

    fn summarize_parts(&self) -> Vec<Value> {
        self.term_lists.iter().map(|(language, list)| Self::summarize_part(language, list.len())).collect()
    }

    fn entry_count(list: &Self::PartEntries) -> usize {
        list.len()
    }

    fn entries_body(&self, language: &Self::PartKey, reversed: bool) -> Option<Value> {
        let mut list: Vec<&str> = self.term_lists.get(language)?.iter().map(String::as_str).collect();
        if reversed {
            list.reverse();
        }
        Some(json!({ "lang": language, "entries": list.join("\n") }))
    }
}

fn check_term_list_size(list: &[String], context: &RequestContext<'_>) -> Result<(), ErrorResponse> {
    let ends = list.len().saturating_sub(1);
    let count = list.iter().map(|term| term.chars().count()).sum::<usize>() + ends;
    let most = context.limits.term_list;
    if count > most {
        return Err(ErrorResponse::bad_request(format!("A term list has at most {most} characters, not {count}")));
    }
    Ok(())
}

/// A language that spoken terms are kept for, in lower case.
fn parse_language(written: &str) -> Result<String, ErrorResponse> {
    let code = written.to_ascii_lowercase();
    if language::has_spoken_terms(&code) {
        Ok(code)
    } else {
        Err(ErrorResponse::bad_request(format!("lang is not a language of spoken terms: {written}")))
    }
}
