//! Collections of spoken terms on the wire: term lists by language, a term a line.

use serde_json::{Value as Json, json};

use crate::model::Language;
use crate::model::term_set::{TermEntries, TermSetKind, TermSetPart};
use crate::service::Call;
use crate::service::answer::text_field;
use crate::service::term_set_wire::{TermSetCalls, TermSetWire, escape_query, parse_lines};

pub(super) static SPOKEN_TERMS_WIRE: TermSetWire = TermSetWire {
    which: TermSetKind::SpokenTerms,
    list_field: "spoken_terms",
    id_field: "spoken_terms_id",
    parts_field: "term_lists",
    calls: TermSetCalls {
        list: Call::ListSpokenTerms,
        create: Call::CreateSpokenTerms,
        get: Call::GetSpokenTerms,
        entries: Call::GetTermListEntries,
        rename: Call::PatchSpokenTerms,
        replace_part: Call::ReplaceTermList,
        remove_part: Call::DeleteTermList,
        delete: Call::DeleteSpokenTerms,
    },
    parse_part,
    part_body,
    part_query,
    parse_entries,
};

fn parse_part(json: &Json) -> Option<TermSetPart> {
    Some(TermSetPart::Terms(Language::new(&text_field(json, "lang")?)))
}

fn part_body(part: &TermSetPart, entries: &TermEntries) -> Json {
    let terms: Vec<&str> = entries.keys().map(String::as_str).collect();
    json!({"lang": part_language(part), "entries": terms.join("\n")})
}

fn part_query(part: &TermSetPart) -> String {
    format!("lang={}", escape_query(part_language(part)))
}

fn parse_entries(json: &Json, asked: &TermSetPart) -> Option<TermEntries> {
    if parse_part(json).as_ref() != Some(asked) {
        return None;
    }
    parse_lines(json.get("entries")?.as_str()?, |line| Some((line.to_owned(), String::new())))
}

fn part_language(part: &TermSetPart) -> &str {
    match part {
        TermSetPart::Terms(language) => language.as_str(),
        // No collection of spoken terms has such a part.
        TermSetPart::Dictionary { source, target: _ } => source.as_str(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_read_as_they_are_written() {
        let part = TermSetPart::Terms(Language::new("de"));
        let said = json!({"lang": "DE", "entries": "Müller GmbH\nkubectl\n"});
        let read = parse_entries(&said, &part).unwrap();
        assert_eq!(part_body(&part, &read), json!({"lang": "de", "entries": "Müller GmbH\nkubectl"}));
        assert_eq!(parse_entries(&said, &TermSetPart::Terms(Language::new("en"))), None);
        assert_eq!(parse_entries(&json!({"lang": "de", "entries": "a\na"}), &part), None);
    }
}
