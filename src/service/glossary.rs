//! Glossaries on the wire: dictionaries by language pair, entries as tab-separated lines.

use serde_json::{Value as Json, json};

use crate::model::Language;
use crate::model::term_set::{TermEntries, TermSetKind, TermSetPart};
use crate::service::Call;
use crate::service::answer::text_field;
use crate::service::term_set_wire::{TermSetCalls, TermSetWire, escape_query, parse_lines};

pub(super) static GLOSSARY_WIRE: TermSetWire = TermSetWire {
    which: TermSetKind::Glossary,
    list_field: "glossaries",
    id_field: "glossary_id",
    parts_field: "dictionaries",
    calls: TermSetCalls {
        list: Call::ListGlossaries,
        create: Call::CreateGlossary,
        get: Call::GetGlossary,
        entries: Call::GetGlossaryEntries,
        rename: Call::PatchGlossary,
        replace_part: Call::ReplaceDictionary,
        remove_part: Call::DeleteDictionary,
        delete: Call::DeleteGlossary,
    },
    parse_part,
    part_body,
    part_query,
    parse_entries,
};

fn parse_part(json: &Json) -> Option<TermSetPart> {
    let (source, target) = (text_field(json, "source_lang")?, text_field(json, "target_lang")?);
    Some(TermSetPart::Dictionary { source: Language::new(&source), target: Language::new(&target) })
}

fn part_body(part: &TermSetPart, entries: &TermEntries) -> Json {
    let (source, target) = language_pair(part);
    let lines: Vec<String> = entries.iter().map(|(source, target)| format!("{source}\t{target}")).collect();
    json!({"source_lang": source, "target_lang": target, "entries": lines.join("\n"), "entries_format": "tsv"})
}

fn part_query(part: &TermSetPart) -> String {
    let (source, target) = language_pair(part);
    format!("source_lang={}&target_lang={}", escape_query(source), escape_query(target))
}

fn parse_entries(json: &Json, asked: &TermSetPart) -> Option<TermEntries> {
    let mut all = json.get("dictionaries")?.as_array()?.iter();
    let dictionary = all.find(|json| parse_part(json).as_ref() == Some(asked))?;
    let separator = match dictionary.get("entries_format").and_then(Json::as_str) {
        None | Some("tsv") => '\t',
        Some(_) => return None,
    };
    parse_lines(dictionary.get("entries")?.as_str()?, |line| {
        let (source, target) = line.split_once(separator)?;
        (!target.contains(separator)).then(|| (source.to_owned(), target.to_owned()))
    })
}

fn language_pair(part: &TermSetPart) -> (&str, &str) {
    match part {
        TermSetPart::Dictionary { source, target } => (source.as_str(), target.as_str()),
        // No glossary has such a part.
        TermSetPart::Terms(language) => (language.as_str(), language.as_str()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_read_as_they_are_written_and_nothing_is_guessed() {
        let part = TermSetPart::Dictionary { source: Language::new("de"), target: Language::new("en") };
        let said = |text: &str| {
            let json = json!({"dictionaries": [{"source_lang": "DE", "target_lang": "en", "entries": text,
                "entries_format": "tsv"}]});
            parse_entries(&json, &part)
        };
        let read = said("Haus\thouse\r\n\"quoted\"\tsays \"so\"\n").unwrap();
        assert_eq!(read.len(), 2);
        assert_eq!(read["\"quoted\""], "says \"so\"");
        assert_eq!(part_body(&part, &read)["entries"], "\"quoted\"\tsays \"so\"\nHaus\thouse");
        assert_eq!(said(""), Some(TermEntries::default()));
        for odd in ["no tab", "a\tb\tc", "a\tb\na\tc"] {
            assert_eq!(said(odd), None, "{odd:?}");
        }
        assert_eq!(part_query(&part), "source_lang=de&target_lang=en");
        assert_eq!(escape_query("d e&x=1"), "d%20e%26x%3D1");
    }
}
