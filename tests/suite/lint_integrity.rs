//! Whether translations still work where their sources did: in every format, paired with a source file where the format holds none.

use std::path::Path;

use crate::playground::{run, write};

fn project(at: &Path, files: &str, more: &str) {
    write(
        at,
        "housestyle.toml",
        &format!("[[texts]]\nfiles = \"{files}\"\nlanguage = \"de\"\nstyle = \"app\"\n{more}"),
    );
    write(
        at,
        "styles/app.yaml",
        "name: App\nlanguage: de\nconfigured_rules:\n  punctuation:\n    ellipsis: use_ellipsis_character\n",
    );
}

/// Places, codes and messages of what is found.
fn found(at: &Path) -> Vec<String> {
    let (_, out, _) = run(at, &["lint", "--format", "plain"]);
    out.lines().filter(|line| line.contains("]: ")).map(|line| line.split(" (").next().unwrap().to_owned()).collect()
}

#[test]
fn formats_with_sources_are_compared_with_them() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    project(at, "de/*", "");
    write(
        at,
        "de/a.po",
        "msgid \"%(n)s file of %(who)s\"\nmsgid_plural \"%(n)s files of %(who)s\"\nmsgstr[0] \"Eine Datei von %(who)s\"\nmsgstr[1] \"%(zahl)s Dateien von %(who)s\"\n\n\
         msgid \"Line\\n\"\nmsgstr \"Zeile\"\n\nmsgid \"menu.save\"\nmsgstr \"{n} sichern\"\n\n#, fuzzy\nmsgid \"%s\"\nmsgstr \"x\"\n",
    );
    write(
        at,
        "de/b.xlf",
        "<xliff version=\"1.2\"><file source-language=\"en\" target-language=\"de\"><body><trans-unit id=\"1\"><source>Hi {name}</source><target>Hallo {Name}</target></trans-unit></body></file></xliff>\n",
    );
    assert_eq!(
        found(at),
        [
            "de/a.po:4:12: warning[placeholder-unknown]: `%(zahl)s` is no placeholder of the source, which has `%(n)s`",
            "de/a.po:7:9: warning[edge-whitespace-changed]: the text ends with no white space, its source with a line break",
            "de/b.xlf:1:135: warning[placeholder-unknown]: `{Name}` is no placeholder of the source, which has `{name}`",
        ]
    );
}

#[test]
fn a_format_without_sources_is_compared_with_the_file_of_the_source_language() {
    for (target, source, more) in [
        ("locales/de/app.json", "locales/en/app.json", ""),
        ("locales/de-DE/app.json", "locales/en-US/app.json", ""),
        ("i18n/app.de.json", "i18n/app.en.json", ""),
        ("i18n/app.de.json", "i18n/app.json", ""),
        ("de.json", "en.json", ""),
        ("out/german/app.json", "src/strings/app.json", "source = \"src/strings/*.json\"\n"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        project(at, target, more);
        write(at, source, r#"{ "a": "{n} files", "b_one": "{n} file", "b_other": "{n} files", "c": "<0>x</0>" }"#);
        write(
            at,
            target,
            r#"{ "a": "{zahl} Dateien", "b_one": "Eine Datei", "b_other": "Dateien", "c": "<0>x", "d": "neu" }"#,
        );
        let codes: Vec<String> =
            found(at).iter().map(|line| line.split(['[', ']']).nth(1).unwrap().to_owned()).collect();
        assert_eq!(codes, ["placeholder-unknown", "placeholder-lost", "tag-unbalanced"], "{target}");
        let (_, _, err) = run(at, &["lint"]);
        assert!(
            err.contains("1 text without a source to compare with: `source` of [[texts]] names its files"),
            "{err}"
        );
    }
    let folder = tempfile::tempdir().unwrap();
    project(folder.path(), "de.json", "source = \"english/*.json\"\n");
    write(folder.path(), "de.json", "{}");
    assert!(found(folder.path())[0].contains("[no-files]: no file matches `english/*.json`"));
}

#[test]
fn figures_code_links_and_plural_forms_are_those_of_the_source() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    project(at, "de/*", "");
    write(
        at,
        "de/a.po",
        "msgid \"\"\nmsgstr \"Plural-Forms: nplurals=2; plural=(n != 1);\\n\"\n\n\
         msgid \"Use 8 signs\"\nmsgstr \"Verwenden Sie 6 Zeichen\"\n\n\
         msgid \"Set `max_size`\"\nmsgstr \"Setzen Sie `max_größe`\"\n\n\
         msgid \"<a href='x'>Terms</a>\"\nmsgstr \"Bedingungen\"\n\n\
         msgid \"Terms\"\nmsgstr \"<a href='x'>Bedingungen</a>\"\n\n\
         # housestyle: ignore[plural-classes] it is never more than one\n\
         msgid \"%d day\"\nmsgid_plural \"%d days\"\nmsgstr[0] \"%d Tag\"\nmsgstr[1] \"\"\n\n\
         msgid \"%d file\"\nmsgid_plural \"%d files\"\nmsgstr[0] \"%d Datei\"\nmsgstr[1] \"\"\n",
    );
    let source = r#"{ "a_one": "{{n}} file", "a_other": "{{n}} files", "b": "{n, plural, one {#} other {# x}}" }"#;
    write(at, "en/b.json", source);
    write(at, "de/b.json", r#"{ "a_other": "{{n}} Dateien", "b": "{n, plural, one {#} few {#y} other {# x}}" }"#);
    assert_eq!(
        found(at),
        [
            "de/a.po:5:23: warning[number-changed]: `6` is not the number of the source, `8`",
            "de/a.po:8:21: warning[code-changed]: `max_größe` is not the code of the source, `max_size`",
            "de/a.po:11:9: warning[tag-lost]: `<a>` of the source is missing",
            "de/a.po:14:9: warning[tag-added]: `<a href='x'>` is not in the source",
            "de/a.po:24:12: warning[plural-classes]: the plural form `msgstr[1]` is missing",
            "de/b.json:1:15: warning[plural-classes]: the plural form `one` is missing",
            "de/b.json:1:57: warning[plural-classes]: the plural form `few` is never shown",
        ]
    );
}

#[test]
fn a_module_of_a_program_is_compared_and_fixed_in_its_literals_alone() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for (name, source, target, fixed) in [
        (
            "de.ts",
            "export default { a: 'Loading {count}', b: t('x') };\n",
            "import { t } from './t';\nexport default {\n  a: 'L\\'eau wird geladen... {n}', // 'x...'\n  b: t('x...'),\n};\n",
            "import { t } from './t';\nexport default {\n  a: 'L\\'eau wird geladen… {n}', // 'x...'\n  b: t('x...'),\n};\n",
        ),
        (
            "de.php",
            "<?php return ['a' => 'Loading {count}'];\n",
            "<?php\nreturn [\n  'a' => \"Wird geladen... {n}\",\n  'b' => \"Hallo... $name\",\n];\n",
            "<?php\nreturn [\n  'a' => \"Wird geladen… {n}\",\n  'b' => \"Hallo... $name\",\n];\n",
        ),
        ("de.toml", "a = \"Loading {count}\"\n", "a = 'Wird geladen... {n}'\n", "a = 'Wird geladen… {n}'\n"),
    ] {
        project(at, &format!("texts/{name}"), "");
        write(at, &format!("texts/{}", name.replace("de", "en")), source);
        write(at, &format!("texts/{name}"), target);
        let codes: Vec<String> =
            found(at).iter().map(|line| line.split(['[', ']']).nth(1).unwrap().to_owned()).collect();
        assert_eq!(codes, ["off-style/punctuation.ellipsis", "placeholder-unknown"], "{name}");
        run(at, &["lint", "--fix"]);
        assert_eq!(std::fs::read_to_string(at.join(format!("texts/{name}"))).unwrap(), fixed);
    }
}

#[test]
fn what_is_meant_is_said_beside_the_text_or_for_the_project() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let text = "msgid \"{count} files\"\nmsgstr \"Dateien\"\n";
    project(at, "de.po", "");
    write(at, "de.po", text);
    assert_eq!(found(at), ["de.po:2:9: warning[placeholder-lost]: `{count}` of the source is missing"]);
    write(at, "de.po", &format!("# housestyle: ignore[placeholder-lost] the count stands beside it\n{text}"));
    assert!(found(at).is_empty());
    write(at, "de.po", text);
    project(at, "de.po", "[lints]\nplaceholder-lost = \"off\"\n");
    assert!(found(at).is_empty());
}
