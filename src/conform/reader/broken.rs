//! Files that were cut off or spoilt: each says where, and none passes for one without texts.

#![cfg(test)]

use crate::conform::reader::{TextFormat, read_segments};

/// The lines of what cannot be read.
fn faults(format: TextFormat, text: &str) -> Vec<String> {
    let faults = read_segments(format, text, &mut drop);
    let line = |offset: usize| 1 + text[..text.floor_char_boundary(offset)].matches('\n').count();
    faults.into_iter().map(|fault| format!("{}: {}", line(fault.offset), fault.message)).collect()
}

#[test]
fn a_file_that_was_cut_off_or_spoilt_says_where() {
    use TextFormat::{Fluent, Json, Php, Po, Properties, QtTs, Resx, Strings, Subtitles};
    for (format, text, expected) in [
        (Resx, "<root>\n<data name=\"a\"><value>A</value></data>\n", "1: `<root>` is never closed"),
        (Resx, "<root>\n<data name=\"a\"><value>A</val", "2: the tag is cut off, or `<` is to be written as `&lt;`"),
        (Resx, "<root>\n<data name=\"a\"><value>A & B</value></data></root>", "2: `&` begins no entity: write `&amp;`"),
        (
            Resx,
            "<root>\n<data name=\"a\"><value>A <b>B</b></value></data></root>",
            "2: a value holds no element: write `<b>` as `&lt;b&gt;`",
        ),
        (Resx, "", "1: `<root>` is missing, the frame of the file"),
        (
            QtTs,
            "<TS><context><name>M</name>\n<message><source>A</source><translation>B</translation></message>\n<mess",
            "3: the tag is cut off, or `<` is to be written as `&lt;`",
        ),
        (QtTs, "<TS><context>\n<name>M</name>", "1: `<context>` is never closed"),
        (
            Subtitles,
            "1\n00:00:01,000 -> 00:00:02,000\nHallo\n",
            "2: a time of a cue is written `00:00:01,000 --> 00:00:02,000`",
        ),
        (Subtitles, "\nHallo\n\nWelt\n", "2: no cue has a time: write `00:00:01,000 --> 00:00:02,000` above its words"),
        (Strings, "\"a\" = \"A\"\n\"b\" = \"B\";\n", "1: a semicolon is missing behind the value"),
        (Strings, "\"b\" = \"B\";\n\"a\" = \"A\"\n", "2: a semicolon is missing behind the value"),
        (
            Properties,
            "a=A\nb=B \\u20\n",
            "2: `\\u` is followed by four hexadecimal digits: `\\u00e9` (a backslash by itself is `\\\\`)",
        ),
        (Po, "msgid \"a\"\nmsgstr \"c\" x\n", "2: something follows the text: its quotation marks are written `\\\"`"),
        (
            Po,
            "msgid \"a\"\nmsgstr \"c\"\n\nmsgid \"a\"\nmsgstr \"d\"\n",
            "4: the message stands in line 1 already: take one out, or give it a `msgctxt`",
        ),
        (
            Json,
            "{\"a\": \"A\",\n\"b\": \"B\",\n\"a\": \"C\"}",
            "3: the key stands in line 1 already: programs read one of the two, take out the other",
        ),
        (Json, "\n", "2: the file is empty: JSON has a value, such as `{}`"),
        (Fluent, "b = B\na = { $x\n", "2: the brace is never closed: the message is lost"),
        (
            Fluent,
            "a =\n    B\n    ...c\n",
            "3: a line that goes on with `.` is none of its message: the message is lost (`{\"…\"}` around the sign keeps it)",
        ),
        (Php, "<?php\n// Hallo\n", "1: no array of texts: write `return ['key' => 'text'];`"),
        (Php, "Hallo", "1: no `<?php` begins the file"),
    ] {
        assert_eq!(faults(format, text), [expected], "{text}");
    }
}

#[test]
fn a_file_that_only_looks_spoilt_is_read() {
    use TextFormat::{Fluent, Json, Php, Po, Properties, QtTs, Resx, Strings, Subtitles};
    for (format, text) in [
        (Resx, "<?xml version=\"1.0\"?>\n<root><data name=\"a\"><value>A &amp; &lt;b&gt;</value></data></root>\n"),
        (Resx, "<root><data name=\"a\"><value><![CDATA[A & <b>]]></value></data></root>"),
        (Resx, "<root />"),
        (
            QtTs,
            "<!DOCTYPE TS><TS version=\"2.1\"><context><name/><message><source>a<byte value=\"x9\"/></source></message></context></TS>",
        ),
        (Subtitles, "WEBVTT\n\nSTYLE\n::cue { color: red }\n"),
        (Subtitles, "1\n00:00:01,000 --> 00:00:02,000\nHallo -> Welt\n\nnoch\nda -> dort\n"),
        (Subtitles, ""),
        (Strings, "\"a\" = \"A\" /* x; */ ; // y\nb = B;"),
        (Properties, "a=C:\\\\users\nb=\\u00e9\n# \\u20\n"),
        (
            Po,
            "msgctxt \"x\"\nmsgid \"a\"\nmsgstr \"c\"\n\nmsgid \"a\"\nmsgstr \"d\"\n\n#~ msgid \"a\"\n#~ msgstr \"e\"\n",
        ),
        (Json, "{\"a\": {\"a\": 1, \"b\": [{\"a\": 1}, {\"a\": 2}]}, \"b\": {\"a\": 2}}"),
        (Fluent, "# { a\na = { $n ->\n    [one] Ein \"Wort\"\n   *[other] { NUMBER($n, x: \"}\") } {\"{\"} W\n}\n"),
        (Fluent, "a =\n    .title = B\n    .label = C { -term }\nb = ...C\n-term = { $x ->\n[one] A\n*[two] B\n}\n"),
        (Php, "<?php return array('a' => 'A');"),
    ] {
        assert_eq!(faults(format, text), [""; 0], "{text}");
    }
}
