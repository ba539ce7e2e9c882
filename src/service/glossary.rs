//! Glossaries on the wire: dictionaries by language pair, entries as tab-separated lines.

use serde_json::{Value as Json, json};

use crate::model::Language;
use crate::model::lexicon::{Entries, Part, Which};
use crate::service::Call;
use crate::service::answer::text;
use crate::service::lexicon::{Form, escaped, lines};

pub(super) static FORM: Form = Form {
    which: Which::Glossary,
    path: "/v3/glossaries",
    all: "glossaries",
    id: "glossary_id",
    parts: "dictionaries",
    part_path: "dictionaries",
    calls: [
        Call::ListGlossaries,
        Call::CreateGlossary,
        Call::GetGlossary,
        Call::GlossaryEntries,
        Call::PatchGlossary,
        Call::ReplaceDictionary,
        Call::DeleteDictionary,
        Call::DeleteGlossary,
    ],
    part,
    body,
    query,
    entries,
};

fn part(json: &Json) -> Option<Part> {
    let (source, target) = (text(json, "source_lang")?, text(json, "target_lang")?);
    Some(Part::Dictionary { source: Language::new(&source), target: Language::new(&target) })
}

fn body(part: &Part, entries: &Entries) -> Json {
    let (source, target) = languages(part);
    let lines: Vec<String> = entries.iter().map(|(source, target)| format!("{source}\t{target}")).collect();
    json!({"source_lang": source, "target_lang": target, "entries": lines.join("\n"), "entries_format": "tsv"})
}

fn query(part: &Part) -> String {
    let (source, target) = languages(part);
    format!("source_lang={}&target_lang={}", escaped(source), escaped(target))
}

fn entries(json: &Json, asked: &Part) -> Option<Entries> {
    let mut all = json.get("dictionaries")?.as_array()?.iter();
    let dictionary = all.find(|json| part(json).as_ref() == Some(asked))?;
    let separator = match dictionary.get("entries_format").and_then(Json::as_str) {
        None | Some("tsv") => '\t',
        Some(_) => return None,
    };
    lines(dictionary.get("entries")?.as_str()?, |line| {
        let (source, target) = line.split_once(separator)?;
        (!target.contains(separator)).then(|| (source.to_owned(), target.to_owned()))
    })
}

fn languages(part: &Part) -> (&str, &str) {
    match part {
        Part::Dictionary { source, target } => (source.as_str(), target.as_str()),
        // No glossary has such a part.
        Part::Terms(language) => (language.as_str(), language.as_str()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_read_as_they_are_written_and_nothing_is_guessed() {
        let part = Part::Dictionary { source: Language::new("de"), target: Language::new("en") };
        let said = |text: &str| {
            let json = json!({"dictionaries": [{"source_lang": "DE", "target_lang": "en", "entries": text,
                "entries_format": "tsv"}]});
            entries(&json, &part)
        };
        let read = said("Haus\thouse\r\n\"quoted\"\tsays \"so\"\n").unwrap();
        assert_eq!(read.len(), 2);
        assert_eq!(read["\"quoted\""], "says \"so\"");
        assert_eq!(body(&part, &read)["entries"], "\"quoted\"\tsays \"so\"\nHaus\thouse");
        assert_eq!(said(""), Some(Entries::default()));
        for odd in ["no tab", "a\tb\tc", "a\tb\na\tc"] {
            assert_eq!(said(odd), None, "{odd:?}");
        }
        assert_eq!(query(&part), "source_lang=de&target_lang=en");
        assert_eq!(escaped("d e&x=1"), "d%20e%26x%3D1");
    }
}
