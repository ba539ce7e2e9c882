//! Collections of spoken terms on the wire: term lists by language, a term a line.

use serde_json::{Value as Json, json};

use crate::model::Language;
use crate::model::lexicon::{Entries, Part, Which};
use crate::service::Call;
use crate::service::answer::text;
use crate::service::lexicon::{Form, escaped, lines};

pub(super) static FORM: Form = Form {
    which: Which::SpokenTerms,
    path: "/v3/spoken-terms",
    all: "spoken_terms",
    id: "spoken_terms_id",
    parts: "term_lists",
    part_path: "term-lists",
    calls: [
        Call::ListSpokenTerms,
        Call::CreateSpokenTerms,
        Call::GetSpokenTerms,
        Call::SpokenEntries,
        Call::PatchSpokenTerms,
        Call::ReplaceTermList,
        Call::DeleteTermList,
        Call::DeleteSpokenTerms,
    ],
    part,
    body,
    query,
    entries,
};

fn part(json: &Json) -> Option<Part> {
    Some(Part::Terms(Language::new(&text(json, "lang")?)))
}

fn body(part: &Part, entries: &Entries) -> Json {
    let terms: Vec<&str> = entries.keys().map(String::as_str).collect();
    json!({"lang": language(part), "entries": terms.join("\n")})
}

fn query(part: &Part) -> String {
    format!("lang={}", escaped(language(part)))
}

fn entries(json: &Json, asked: &Part) -> Option<Entries> {
    if part(json).as_ref() != Some(asked) {
        return None;
    }
    lines(json.get("entries")?.as_str()?, |line| Some((line.to_owned(), String::new())))
}

fn language(part: &Part) -> &str {
    match part {
        Part::Terms(language) => language.as_str(),
        // No collection of spoken terms has such a part.
        Part::Dictionary { source, target: _ } => source.as_str(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_read_as_they_are_written() {
        let part = Part::Terms(Language::new("de"));
        let said = json!({"lang": "DE", "entries": "Müller GmbH\nkubectl\n"});
        let read = entries(&said, &part).unwrap();
        assert_eq!(body(&part, &read), json!({"lang": "de", "entries": "Müller GmbH\nkubectl"}));
        assert_eq!(entries(&said, &Part::Terms(Language::new("en"))), None);
        assert_eq!(entries(&json!({"lang": "de", "entries": "a\na"}), &part), None);
    }
}
