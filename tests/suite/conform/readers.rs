//! Readers of texts: what is read, and where it stands.

use housestyle::conform::reader::{Segment, TextFormat, read_segments};
use proptest::prelude::*;

fn read(format: TextFormat, text: &str) -> (Vec<Segment<'_>>, Vec<String>) {
    let mut segments = Vec::new();
    let faults = read_segments(format, text, &mut |segment| segments.push(segment));
    (segments, faults.into_iter().map(|fault| format!("{}: {}", fault.offset, fault.message)).collect())
}

/// The words of a segment that stand for `needle`, as bytes of the file.
fn place<'a>(file: &'a str, segment: &Segment, needle: &str) -> &'a str {
    let at = segment.target.text().find(needle).unwrap_or_else(|| panic!("{needle:?} in {:?}", segment.target.text()));
    &file[segment.target.place(&(at..at + needle.len()))]
}

#[test]
fn every_format_gives_texts_with_exact_places() {
    let cases: &[(TextFormat, &str, &str, &str, &str)] = &[
        (
            TextFormat::Po,
            "\u{feff}msgid \"Save\"\r\nmsgstr \"年 \\\"x\\\" 😀 \"\r\n\"weiter\"\r\n",
            "Save",
            "\"x\"",
            "\\\"x\\\"",
        ),
        (TextFormat::Json, "{\"a\": {\"b\": [\"x\", \"年\\u2026😀 fertig\"]}}", "a.b.1", "…", "\\u2026"),
        (
            TextFormat::Arb,
            "{\"@@locale\": \"de\", \"save\": \"Gut\", \"@save\": {\"description\": \"no\"}}",
            "save",
            "Gut",
            "Gut",
        ),
        (
            TextFormat::Xliff,
            "<xliff version=\"1.2\"><file target-language=\"de\"><body><trans-unit id=\"u1\"><source>A &amp; B</source><target>年 A &amp; <g id=\"1\">B</g></target></trans-unit></body></file></xliff>",
            "u1",
            "&",
            "&amp;",
        ),
        (
            TextFormat::Xliff,
            "<xliff version=\"2.0\" trgLang=\"de\"><file><unit id=\"u2\"><segment><source>A</source><target>Das <ph id=\"1\"/> Wort</target></segment></unit></file></xliff>",
            "u2",
            "Wort",
            "Wort",
        ),
        (
            TextFormat::Android,
            "<resources>\n<string name=\"a\">L\\'eau &amp; <b>x</b></string></resources>",
            "a",
            "'",
            "\\'",
        ),
        (TextFormat::Strings, "/* note */\n\"key\" = \"年 \\\"x\\\"\";\n", "key", "\"x\"", "\\\"x\\\""),
        (
            TextFormat::Xcstrings,
            "{\"sourceLanguage\":\"en\",\"strings\":{\"Hi\":{\"localizations\":{\"de\":{\"stringUnit\":{\"state\":\"translated\",\"value\":\"Hallo 年\"}}}}}}",
            "Hi",
            "年",
            "年",
        ),
        (TextFormat::Markdown, "# Titel\n\nEin *Wort* &amp; `code`.\n", "block 2", "&", "&amp;"),
        (TextFormat::Html, "<p>Ein <em>Wort</em> &hellip;</p><script>\"x\"</script>", "block 1", "…", "&hellip;"),
        (TextFormat::Plain, "Eins\n\nZwei 年\nDrei\n", "line 3", "Drei", "Drei"),
        (
            TextFormat::Tmx,
            "<tmx><body><tu tuid=\"t\"><tuv xml:lang=\"en\"><seg>A</seg></tuv><tuv xml:lang=\"de\"><seg>B &lt; C</seg></tuv></tu></body></tmx>",
            "t",
            "<",
            "&lt;",
        ),
        (TextFormat::Yaml, "de:\n  a:\n    b: \"Er \\u201eso\\\" 年\"\n", "a.b", "\"", "\\\""),
        (TextFormat::Yaml, "a: 'l''eau'\n", "a", "'", "''"),
        (TextFormat::Yaml, "a: |\n  Eins\n\n  zwei 年\nb: x\n", "a", "zwei", "zwei"),
        (TextFormat::Yaml, "a: Schlicht 年 # no\n", "a", "年", "年"),
        (TextFormat::Properties, "# c\na.b = Gr\\u00fcn \\\n   und rot\n", "a.b", "ü", "\\u00fc"),
        (TextFormat::Properties, "a:b\\:c\nd e\n", "d", "e", "e"),
        (
            TextFormat::Resx,
            "<root><data name=\"Save\" xml:space=\"preserve\"><value>A &amp; B</value><comment>no</comment></data><data name=\"Icon\" type=\"x\"><value>A &amp; B</value></data></root>",
            "Save",
            "&",
            "&amp;",
        ),
        (
            TextFormat::QtTs,
            "<TS language=\"de\"><context><name>Main</name><message><source>Hi</source><translation>Hallo &quot;年&quot;</translation></message><message><source>Yo</source><translation type=\"unfinished\">\"</translation></message></context></TS>",
            "Main|Hi",
            "\"",
            "&quot;",
        ),
        (TextFormat::Fluent, "# c\nsave = Sichern\n    .title = Alles 年\n", "save.title", "年", "年"),
        (
            TextFormat::Fluent,
            "n = { $n ->\n    [one] Eine Datei\n   *[other] { $n } Dateien\n}\n",
            "n[other]",
            "Dateien",
            "Dateien",
        ),
        (
            TextFormat::Subtitles,
            "1\n00:00:01,000 --> 00:00:02,000\nHallo\nWelt\n\n2\n00:00:03,000 --> 00:00:04,000\nTschüss 年\n",
            "2",
            "年",
            "年",
        ),
        (
            TextFormat::Subtitles,
            "WEBVTT\n\nNOTE no\n\n00:01.000 --> 00:02.000 line:0\n<v Anna>Hallo\n",
            "00:01.000",
            "Hallo",
            "Hallo",
        ),
        (
            TextFormat::Stringsdict,
            "<plist><dict><key>files</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@n@ da</string><key>n</key><dict><key>NSStringFormatValueTypeKey</key><string>d</string><key>one</key><string>Eine &amp; 年</string></dict></dict></dict></plist>",
            "files#n[one]",
            "&",
            "&amp;",
        ),
        (TextFormat::Toml, "[a]\nb = \"Er \\\"so\\\" 年\"\n", "a.b", "\"", "\\\""),
        (TextFormat::Toml, "a = 'so \\d'\n", "a", "\\d", "\\d"),
        (TextFormat::Toml, "a = \"\"\"\nEins\nzwei 年\"\"\"\n", "a", "zwei", "zwei"),
        (
            TextFormat::Toml,
            "[files]\ndescription = \"no\"\none = \"Eine Datei\"\nother = \"{{.N}} Dateien\"\n",
            "files.other",
            "Dateien",
            "Dateien",
        ),
        (TextFormat::Js, "export default { a: { 'b': 'L\\'eau 年' } }", "a.b", "'", "\\'"),
        (TextFormat::Js, "module.exports = { a: `Hallo ${name} 年` };", "a", "年", "年"),
        (TextFormat::Php, "<?php return ['a' => ['b' => 'L\\'eau']];", "a.b", "'", "\\'"),
        (TextFormat::Php, "<?php return array('a' => \"ein \\\"Wort\\\"\");", "a", "\"", "\\\""),
        (
            TextFormat::Restructured,
            "Titel\n=====\n\n- Ein ``code`` und\n  年 mehr::\n\n    nein\n",
            "block 2",
            "年",
            "年",
        ),
        (TextFormat::AsciiDoc, "= Titel\n:toc:\n\nNOTE: Ein 年\n\n----\nnein\n----\n", "block 2", "年", "年"),
        (TextFormat::Csv, "en,de\nSave,\"Er sagt \"\"ja\"\"\"\n", "row 2", "\"ja\"", "\"\"ja\"\""),
    ];
    for (format, file, key, needle, stands) in cases {
        let (segments, faults) = read(*format, file);
        assert!(faults.is_empty(), "{format:?}: {faults:?}");
        let last = segments
            .iter()
            .rfind(|segment| segment.target.text().contains(needle))
            .unwrap_or_else(|| panic!("{format:?}: {segments:?}"));
        assert_eq!(last.key, *key, "{format:?}");
        assert_eq!(place(file, last, needle), *stands, "{format:?}");
    }
}

#[test]
fn sources_and_languages_are_known_where_the_format_has_them() {
    let (po, _) = read(
        TextFormat::Po,
        "msgctxt \"menu\"\nmsgid \"One\"\nmsgid_plural \"Many\"\nmsgstr[0] \"Eins\"\nmsgstr[1] \"Viele\"\n",
    );
    assert_eq!(
        po.iter().map(|s| (&*s.key, s.source.as_deref())).collect::<Vec<_>>(),
        [("menu|One", Some("One")), ("menu|One[1]", Some("Many"))]
    );
    let (po, _) = read(
        TextFormat::Po,
        "#. Default: \"Larger than \\\"{limit}\\\"\"\n#: a.js\nmsgid \"tooLarge\"\nmsgstr \"Zu groß\"\n\nmsgid \"One\"\nmsgstr \"Eins\"\n",
    );
    assert_eq!(
        po.iter().map(|s| (&*s.key, s.source.as_deref())).collect::<Vec<_>>(),
        [("tooLarge", Some("Larger than \"{limit}\"")), ("One", Some("One"))]
    );
    let (tmx, _) = read(
        TextFormat::Tmx,
        "<tmx><tu><tuv xml:lang='en'><seg>A</seg></tuv><tuv xml:lang='de'><seg>B</seg></tuv></tu></tmx>",
    );
    assert_eq!(tmx.iter().map(|s| s.language.as_deref()).collect::<Vec<_>>(), [Some("en"), Some("de")]);
    assert_eq!(tmx[1].source.as_deref(), Some("A"));
}

#[test]
fn half_translated_and_broken_files_are_read_as_far_as_they_go() {
    let (po, faults) = read(
        TextFormat::Po,
        "msgid \"\"\nmsgstr \"Language: de\\n\"\n\n#, fuzzy\nmsgid \"A\"\nmsgstr \"Alt\"\n\nmsgid \"B\"\nmsgstr \"\"\n\nmsgid \"C\"\nmsgstr \"Gut\"\nnonsense\nmsgid \"D\nmsgstr \"Auch\"\n",
    );
    assert_eq!(po.iter().map(|s| s.target.text()).collect::<Vec<_>>(), ["Gut"]);
    assert_eq!(faults.len(), 2, "{faults:?}");
    let (json, faults) = read(TextFormat::Json, "{\"a\": \"Eins\", \"b\": \"Zwei\"");
    assert_eq!(json.len(), 2);
    assert_eq!(faults, ["25: a comma or a closing bracket is missing"]);
    let (xliff, faults) =
        read(TextFormat::Xliff, "<xliff><file><trans-unit id='1'><source>A</source><target>B</target>");
    assert_eq!((xliff.len(), faults.len()), (1, 1));
    let deep = "[".repeat(100_000);
    assert_eq!(read(TextFormat::Json, &deep).1.len(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// No bytes make a reader panic; every place lies in the file, on characters, in order.
    #[test]
    fn readers_take_any_text(text in "\\PC{0,80}|[{}\\[\\]\":,\\\\ a\n]{0,60}|[<>/a-z=\"' &;!-]{0,80}|(msgid|msgstr|\"|\\\\|\n| |年|#, fuzzy){0,20}|(<\\?php return|export default|array|=>|[\\[\\](){}'`\"\\\\,:$/]|a|年|\n){0,24}") {
        use TextFormat as F;
        for format in [F::Po, F::Xliff, F::Json, F::Arb, F::Android, F::Strings, F::Xcstrings, F::Markdown, F::Html, F::Plain, F::Tmx, F::Csv, F::Yaml, F::Properties, F::Resx, F::QtTs, F::Fluent, F::Subtitles, F::Stringsdict, F::Toml, F::Js, F::Php, F::Restructured, F::AsciiDoc] {
            let (segments, _) = read(format, &text);
            for segment in segments {
                let decoded = segment.target.text();
                for (at, c) in decoded.char_indices() {
                    let place = segment.target.place(&(at..at + c.len_utf8()));
                    prop_assert!(text.get(place.clone()).is_some(), "{format:?} {place:?}");
                }
            }
        }
    }

    /// What an edit writes reads back as what was meant.
    #[test]
    fn edits_are_written_in_the_escapes_of_the_format(new in "[a-z\"'“”<>& \\\\]{0,12}") {
        for (format, file) in [
            (TextFormat::Po, "msgid \"k\"\nmsgstr \"one TWO three\"\n"),
            (TextFormat::Json, "{\"k\": \"one TWO three\"}"),
            (TextFormat::Xliff, "<xliff><trans-unit id=\"k\"><target>one TWO three</target></trans-unit></xliff>"),
            (TextFormat::Strings, "\"k\" = \"one TWO three\";"),
            (TextFormat::Android, "<resources><string name=\"k\">one TWO three</string></resources>"),
            (TextFormat::Csv, "en,de\nk,\"one TWO three\"\n"),
            (TextFormat::Yaml, "k: \"one TWO three\"\n"),
            (TextFormat::Yaml, "k: 'one TWO three'\n"),
            (TextFormat::Yaml, "k: |-\n  one TWO three\n"),
            (TextFormat::Properties, "k = one TWO three\n"),
            (TextFormat::Properties, "a = \\u00fc\nk = one TWO three\n"),
            (TextFormat::Resx, "<root><data name=\"k\"><value>one TWO three</value></data></root>"),
            (TextFormat::QtTs, "<TS><message><source>k</source><translation>one TWO three</translation></message></TS>"),
            (TextFormat::Fluent, "k = one TWO three\n"),
            (TextFormat::Stringsdict, "<plist><dict><key>k</key><string>one TWO three</string></dict></plist>"),
            (TextFormat::Toml, "k = \"one TWO three\"\n"),
            (TextFormat::Toml, "k = \"\"\"\none TWO three\"\"\"\n"),
            (TextFormat::Js, "export default { k: \"one TWO three\" };"),
            (TextFormat::Js, "export default { k: 'one TWO three' };"),
            (TextFormat::Js, "export default { k: `one TWO three` };"),
            (TextFormat::Restructured, "- one TWO three\n"),
            (TextFormat::AsciiDoc, "NOTE: one TWO three\n"),
            (TextFormat::Php, "<?php return ['k' => 'one TWO three'];"),
            (TextFormat::Php, "<?php return ['k' => \"one TWO three\"];"),
            (TextFormat::Subtitles, "1\n00:00:01,000 --> 00:00:02,000\none TWO three\n"),
        ] {
            let (segments, _) = read(format, file);
            let wanted = |segment: &&Segment| segment.target.text().contains("TWO");
            let target = &segments.iter().find(wanted).unwrap().target;
            let at = target.text().find("TWO").unwrap();
            let place = target.edit_place(&(at..at + 3)).unwrap();
            let written = target.encode(&(at..at + 3), &new).unwrap();
            let edited = format!("{}{written}{}", &file[..place.start], &file[place.end..]);
            let (again, faults) = read(format, &edited);
            prop_assert!(faults.is_empty(), "{format:?} {edited:?} {faults:?}");
            let meant = format!("one {new} three");
            prop_assert!(again.iter().any(|segment| segment.target.text() == meant), "{:?} {edited:?}", format);
        }
    }
}
