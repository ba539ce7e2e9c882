//! Files that translation memories are exchanged in: TMX, read leniently and written plainly.
//!
//! Always: a segment has its text alone, markup within it is dropped; what lacks the source text or every translation is left
//! out and counted. Absent: attributes, properties and notes of segments.

use std::collections::BTreeMap;
use std::fmt::Write;

use quick_xml::Reader;
use quick_xml::escape;
use quick_xml::events::{BytesRef, BytesStart, Event};

use crate::emulator::language_table;

/// What a file holds.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct TmxContent {
    /// Language of the source texts, as the service writes it.
    pub(crate) source_language: String,
    /// Source texts, each with its translations by language.
    pub(crate) segments: Vec<(String, BTreeMap<String, String>)>,
    /// Segments that were left out.
    pub(crate) skipped: u64,
}

/// Reads a file.
pub(crate) fn parse_tmx(bytes: &[u8]) -> Result<TmxContent, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "The file is not UTF-8".to_owned())?;
    let mut reader = Reader::from_str(text.trim_start_matches('\u{feff}'));
    let mut content = TmxContent::default();
    let mut units: Vec<Vec<(String, String)>> = Vec::new();
    let mut declared = None;
    let (mut language, mut seg, mut is_tmx) = (String::new(), None::<String>, false);
    loop {
        let event = reader.read_event().map_err(|error| format!("The file is not well-formed XML: {error}"))?;
        match event {
            Event::Start(tag) | Event::Empty(tag) => match tag.local_name().as_ref() {
                b"tmx" => is_tmx = true,
                b"header" => declared = attribute_of(&tag, b"srclang"),
                b"tu" => units.push(Vec::new()),
                b"tuv" => language = attribute_of(&tag, b"lang").unwrap_or_default(),
                b"seg" => seg = Some(String::new()),
                _ => {}
            },
            Event::End(tag) if tag.local_name().as_ref() == b"seg" => {
                if let (Some(text), Some(unit)) = (seg.take(), units.last_mut()) {
                    unit.push((language.clone(), text));
                }
            }
            Event::Text(said) => append(&mut seg, &said.decode().map_err(|error| error.to_string())?),
            Event::CData(said) => append(&mut seg, &said.decode().map_err(|error| error.to_string())?),
            Event::GeneralRef(named) => append(&mut seg, &resolve_reference(&named)?),
            Event::Eof => break,
            Event::End(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
    }
    if !is_tmx {
        return Err("The file is not TMX".to_owned());
    }
    let first = units.iter().flatten().next().map(|(language, _)| language.clone());
    let source = declared.filter(|code| code != "*all*").or(first).unwrap_or_default();
    let known = |code: &str| language_table::find_language(code).map(|found| found.code.to_owned());
    content.source_language = known(&source).ok_or_else(|| format!("`{source}` is no language of the service"))?;
    let root = |code: &str| language_table::root_code(code).to_lowercase();
    for unit in units {
        let is_source = |(language, _): &&(String, String)| root(language) == root(&content.source_language);
        let text = unit.iter().find(is_source).map(|(_, text)| text.clone()).filter(|text| !text.trim().is_empty());
        let targets: BTreeMap<String, String> = unit
            .iter()
            .filter(|said| !is_source(said) && !said.1.trim().is_empty())
            .filter_map(|(language, text)| Some((known(language)?, text.clone())))
            .collect();
        match text.filter(|_| !targets.is_empty()) {
            Some(text) => content.segments.push((text, targets)),
            None => content.skipped += 1,
        }
    }
    if content.segments.is_empty() {
        return Err("The file holds no segment with a translation".to_owned());
    }
    Ok(content)
}

fn append(seg: &mut Option<String>, text: &str) {
    if let Some(seg) = seg {
        seg.push_str(text);
    }
}

fn resolve_reference(named: &BytesRef<'_>) -> Result<String, String> {
    let failed = |what: &dyn std::fmt::Display| format!("The file is not well-formed XML: {what}");
    if let Some(c) = named.resolve_char_ref().map_err(|error| failed(&error))? {
        return Ok(c.to_string());
    }
    let name = named.decode().map_err(|error| failed(&error))?;
    escape::resolve_predefined_entity(&name)
        .map(str::to_owned)
        .ok_or_else(|| failed(&format_args!("unknown entity `{name}`")))
}

/// An attribute by its name without a prefix.
fn attribute_of(tag: &BytesStart<'_>, name: &[u8]) -> Option<String> {
    let found = tag.attributes().flatten().find(|attribute| attribute.key.local_name().as_ref() == name)?;
    let text = std::str::from_utf8(&found.value).ok()?;
    escape::unescape(text).ok().map(std::borrow::Cow::into_owned)
}

/// Writes a file.
pub(crate) fn format_tmx(source: &str, segments: &[(String, BTreeMap<String, String>)]) -> String {
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<tmx version=\"1.4\">\n  <header creationtool=\"housestyle emulator\" \
         creationtoolversion=\"1\" segtype=\"sentence\" o-tmf=\"none\" adminlang=\"en\" srclang=\"{source}\" \
         datatype=\"plaintext\"/>\n  <body>\n"
    );
    for (text, targets) in segments {
        out.push_str("    <tu>\n");
        let own = std::iter::once((source, text.as_str()));
        for (language, text) in own.chain(targets.iter().map(|(language, text)| (language.as_str(), text.as_str()))) {
            let text = escape::partial_escape(text);
            let _infallible = writeln!(out, "      <tuv xml:lang=\"{language}\"><seg>{text}</seg></tuv>");
        }
        out.push_str("    </tu>\n");
    }
    out + "  </body>\n</tmx>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let segments = vec![
            (
                "Save & <close>".to_owned(),
                BTreeMap::from([("de".to_owned(), "Speichern & schließen \"ß\"".to_owned())]),
            ),
            (
                "Hi".to_owned(),
                BTreeMap::from([("de".to_owned(), "Hallo".to_owned()), ("fr".to_owned(), "Salut".to_owned())]),
            ),
        ];
        let read = parse_tmx(format_tmx("en", &segments).as_bytes()).unwrap();
        assert_eq!(read, TmxContent { source_language: "en".to_owned(), segments, skipped: 0 });
    }

    #[test]
    fn markup_within_a_segment_goes_and_what_lacks_a_side_is_counted() {
        let file = "<tmx><header srclang=\"EN\"/><body><tu><tuv xml:lang=\"en\"><seg>A <bpt i=\"1\"/>b&#x21;</seg></tuv>\
            <tuv xml:lang=\"DE\"><seg><![CDATA[<b>]]></seg></tuv></tu><tu><tuv xml:lang=\"en\"><seg>alone</seg></tuv></tu></body></tmx>";
        let read = parse_tmx(file.as_bytes()).unwrap();
        assert_eq!(read.segments, [("A b!".to_owned(), BTreeMap::from([("de".to_owned(), "<b>".to_owned())]))]);
        assert_eq!(read.skipped, 1);
    }

    #[test]
    fn what_is_no_memory_is_refused_in_words() {
        for (file, why) in [
            ("<tmx><body>", "no language"),
            ("<html/>", "not TMX"),
            ("<tmx></x>", "well-formed"),
            ("<tmx><header srclang='en'/></tmx>", "no segment"),
            ("<tmx><header srclang='xx'/></tmx>", "`xx`"),
        ] {
            let said = parse_tmx(file.as_bytes()).unwrap_err();
            assert!(said.contains(why), "{file}: {said}");
        }
    }
}
