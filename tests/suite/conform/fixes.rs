//! Fixes of texts change texts and nothing else, in every format and whatever syntax a message is written in.

use housestyle::conform::passage::Tongue;
use housestyle::conform::reader::TextFormat;
use proptest::prelude::*;

use crate::fuzz::targets::fixes::{FORMATS, fix_twice};

/// Messages as programs write them, with what a style speaks about around and inside of their syntax.
const MESSAGES: &[&str] = &[
    // printf
    "%'d \"Bytes\" ... und %2$'d weitere, 5%",
    "%-10.2f%% von \"%1$s\"... in %3$+05d 'Teilen'",
    "%(name)s's \"Datei\" ... %(count)03d%%, l'utente '%(who)s'",
    "%s... '%s' \"%s\" — %d% und %%d",
    "%*d \"Werte\" %.*f ... %hhd %lld %zu %@ %1$@",
    // ICU
    "'{'name'}' ist \"frei\" ... {name}",
    "''{1}'' wurde \"{0}\" ... l'utente",
    "Es gibt {n, plural, =0 {keine \"Datei\"} one {'#' # Datei ...} other {# \"Dateien\"...}}.",
    "{g, select, male {l'utente \"{x}\"...} female {l''utente} other {'{'l'utente'}'}} ... 5%",
    "{n, plural, offset:1 one {{g, select, a {\"A\"...} other {'B'}}} other {#...}}",
    "{d, date, 'den' d. MMMM} ... \"Termin\" {t, number, '#'#,##0.00}",
    "Don''t '{'panic'}' \"{now}\"... it's {0}'s",
    // MessageFormat 2
    ".input {$n :number} .match $n one {{\"Eine\" Datei ...}} * {{{$n} \"Dateien\" l'utente}}",
    "{#b}\"fett\"{/b} ... {$name :string @x=|l'a|} {|wörtlich '{' |}",
    ".local $x = {|\"a\"| :upper} {{{$x} ... 5%}}",
    // Fluent
    "{ $name } hat { $n -> [one] \"eine\" Datei *[other] { $n } Dateien } ... l'ami",
    "{ -brand-name(case: \"genitive\") } \"ist\" ... { \"{\" }{ \"\\u00e9\" }",
    // iOS, Android, Qt, Chrome, Vue, i18next
    "%1$@ \"von\" %2$@ ... %#@files@ l'utente",
    "%1$s \"und\" %2$d ... <xliff:g id=\"x\" example=\"'a'\">%3$s</xliff:g>",
    "%1 \"von\" %2 ... %L3 %n Datei(en)",
    "$1 \"von\" $2 ... $NAME$ $$5 l'utente",
    "@:common.ok \"Datei\" ... {count} | {count} Dateien... 'eine'",
    "{{user.name}}'s \"Datei\" ... $t(key, {\"a\": 1}) {{- raw}}",
    // Markup and what is pasted
    "<a href=\"x\" title='l\"a'>\"Los\"</a> ... &amp; &quot;5%&quot; &#39;",
    "{\"a\": \"b'c\", \"d\": [1, \"...\"]} \"Text\" ...",
    "\\(x' = \"y\"\\) $$f'(x)...$$ \\frac{1'}{2} \"Text\" ...",
    "`code \"x\" ...` \"Text\" ... ``a'b``",
    "#,##0.00 'Stück' ... \"x\"",
    "[\"a\", 'b'] \"c\" ... a=\"b\" rgb(1, 2, 3) 192.168.0.1 1:16",
    "C'est l'ami d'\"Ana\" ... 5 % 10:30 « oui » 1 000,5 € ‹a›",
];

/// A file of a format that holds these messages, each under its key.
fn file_of(format: TextFormat, messages: &[&str]) -> String {
    let json = |text: &str| serde_json::to_string(text).unwrap();
    let xml = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let android = |text: &str| xml(text).replace('\\', "\\\\").replace('\'', "\\'").replace('"', "\\\"");
    let each = |one: &dyn Fn(usize, &str) -> String| -> String {
        messages.iter().enumerate().map(|(at, text)| one(at, text)).collect()
    };
    match format {
        TextFormat::Po => each(&|at, text| format!("msgid \"k{at}\"\nmsgstr {}\n\n", json(text))),
        TextFormat::Xliff => {
            let unit = |at: usize, text: &str| {
                let body = if at.is_multiple_of(2) { xml(text) } else { format!("<![CDATA[F & E {text}]]>") };
                format!("<trans-unit id=\"k{at}\"><source>Text</source><target>{body}</target></trans-unit>")
            };
            format!("<xliff><file><body>{}</body></file></xliff>", each(&unit))
        }
        TextFormat::Json | TextFormat::Arb => {
            let pairs = each(&|at, text| format!(",\"k{at}\":{}", json(text)));
            format!("{{{}}}", &pairs[1..])
        }
        TextFormat::Xcstrings => {
            let pairs = each(&|at, text| {
                format!(",\"k{at}\":{{\"localizations\":{{\"de\":{{\"stringUnit\":{{\"value\":{}}}}}}}}}", json(text))
            });
            format!("{{\"strings\":{{{}}}}}", &pairs[1..])
        }
        TextFormat::Android => {
            let unit = |at: usize, text: &str| match at % 3 {
                0 => format!("<string name=\"k{at}\">{}</string>", android(text)),
                1 => format!("<string name=\"k{at}\">\"{}\"</string>", android(text)),
                _ => format!("<string name=\"k{at}\"><![CDATA[F & E {}]]></string>", text.replace('\'', "\\'")),
            };
            format!("<resources>{}</resources>", each(&unit))
        }
        TextFormat::Strings => each(&|at, text| format!("\"k{at}\" = {};\n", json(text))),
        TextFormat::Markdown
        | TextFormat::Restructured
        | TextFormat::AsciiDoc
        | TextFormat::Html
        | TextFormat::Plain => each(&|_, text| format!("{text}\n\n")),
        TextFormat::Tmx => {
            let unit = |at: usize, text: &str| {
                format!(
                    "<tu tuid=\"k{at}\"><tuv xml:lang=\"en\"><seg>Text</seg></tuv><tuv><seg>{}</seg></tuv></tu>",
                    xml(text)
                )
            };
            format!("<tmx><body>{}</body></tmx>", each(&unit))
        }
        TextFormat::Yaml => each(&|at, text| {
            let single = format!("'{}'", text.replace('\'', "''"));
            let block = format!("|\n  {text}");
            match at % 3 {
                0 => format!("k{at}: {}\n", json(text)),
                1 => format!("k{at}: {single}\n"),
                _ => format!("k{at}: {block}\n"),
            }
        }),
        TextFormat::Properties => each(&|at, text| format!("k{at} = {}\n", text.replace('\\', "\\\\"))),
        TextFormat::Resx => {
            let unit = |at: usize, text: &str| format!("<data name=\"k{at}\"><value>{}</value></data>", xml(text));
            format!("<root>{}</root>", each(&unit))
        }
        TextFormat::QtTs => {
            let unit = |at: usize, text: &str| {
                format!("<message><source>k{at}</source><translation>{}</translation></message>", xml(text))
            };
            format!("<TS><context><name>x</name>{}</context></TS>", each(&unit))
        }
        TextFormat::Stringsdict => {
            let unit = |at: usize, text: &str| {
                format!(
                    "<key>k{at}</key><dict><key>n</key><dict><key>other</key><string>{}</string></dict></dict>",
                    xml(text)
                )
            };
            format!("<plist><dict>{}</dict></plist>", each(&unit))
        }
        TextFormat::Toml => each(&|at, text| match at % 3 {
            0 => format!("k{at} = {}\n", json(text)),
            1 if !text.contains('\'') => format!("k{at} = '{text}'\n"),
            _ => format!("k{at} = \"\"\"\n{}\"\"\"\n", text.replace('\\', "\\\\").replace('"', "\\\"")),
        }),
        TextFormat::Js => {
            let unit = |at: usize, text: &str| {
                let slashed = text.replace('\\', "\\\\");
                match at % 3 {
                    0 => format!("k{at}: {},\n", json(text)),
                    1 => format!("k{at}: '{}',\n", slashed.replace('\'', "\\'")),
                    _ => format!("k{at}: `{}`,\n", slashed.replace('`', "\\`")),
                }
            };
            format!("export default {{\n{}}};\n", each(&unit))
        }
        TextFormat::Php => {
            let unit = |at: usize, text: &str| {
                let slashed = text.replace('\\', "\\\\");
                match at % 2 {
                    0 => format!("'k{at}' => \"{}\",\n", slashed.replace('"', "\\\"").replace('$', "\\$")),
                    _ => format!("'k{at}' => '{}',\n", slashed.replace('\'', "\\'")),
                }
            };
            format!("<?php\nreturn [\n{}];\n", each(&unit))
        }
        TextFormat::Fluent => each(&|at, text| format!("k{at} = {text}\n")),
        TextFormat::Subtitles => each(&|at, text| format!("{at}\n00:00:01,000 --> 00:00:02,000\n{text}\n\n")),
        TextFormat::Csv => format!("en,\n{}", each(&|at, text| format!("k{at},\"{}\"\n", text.replace('"', "\"\"")))),
    }
}

#[test]
fn fixes_change_texts_alone_in_every_format_and_syntax() {
    let mut made = 0;
    for format in FORMATS {
        for tongue in Tongue::ALL {
            for pick in 0..4 {
                made += fix_twice(*format, tongue, pick, &file_of(*format, MESSAGES));
            }
        }
    }
    assert!(made > 1_000, "only {made} fixes were made");
}

/// The faults of `lint --fix` that were seen: none of these is rewritten.
#[test]
fn what_a_program_reads_is_not_rewritten() {
    for message in [
        "'{'name'}'",
        "Es ist ''{1}'' da",
        "%'d",
        "{\"a\": \"b\"}",
        "\\(a' + \"b\"\\)",
        "#,##0.00 'kg'",
        "l'{name}",
        "'{0}'",
    ] {
        // In Markdown, a backslash before a bracket is none of TeX.
        let markdown = |format: &&TextFormat| **format != TextFormat::Markdown || !message.starts_with('\\');
        for format in FORMATS.iter().filter(markdown) {
            for tongue in Tongue::ALL {
                for pick in 0..5 {
                    assert_eq!(
                        fix_twice(*format, tongue, pick, &file_of(*format, &[message])),
                        0,
                        "{message} {format:?}"
                    );
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Parts of messages in any order, in any format.
    #[test]
    fn fixes_of_any_mixture_change_texts_alone(
        format in prop::sample::select(FORMATS.to_vec()),
        tongue in prop::sample::select(Tongue::ALL.to_vec()),
        pick in 0..6_usize,
        parts in prop::collection::vec((prop::sample::select(MESSAGES.to_vec()), 0..40_usize, 1..24_usize), 1..6),
    ) {
        let text: String = parts
            .iter()
            .flat_map(|(message, from, len)| message.chars().skip(*from).take(*len).chain([' ']).collect::<Vec<_>>())
            .collect();
        fix_twice(format, tongue, pick, &file_of(format, &[text.as_str()]));
    }
}
