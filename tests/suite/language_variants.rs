//! Variants of a language, such as `de_Informal`, have a style of their own.

use crate::playground::{run, write};

#[test]
fn a_variant_of_a_language_is_neither_inferred_nor_proposed_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    write(at, "housestyle.toml", "");
    for (variant, end) in [("de", "…"), ("de_AT", "…"), ("de_Informal", "...")] {
        let entry = |number: usize| format!("msgid \"Wait {number}\"\nmsgstr \"Bitte warten{end}\"\n\n");
        let entries: String = (0..9).map(entry).collect();
        write(at, &format!("locale/{variant}/LC_MESSAGES/app.po"), &entries);
    }
    let (code, out, said) = run(at, &["infer", "--language", "de", "locale"]);
    assert_eq!(code, 0, "{said}");
    assert!(out.contains("ellipsis: use_ellipsis_character") && out.contains("18 texts in 2 files"), "{out}");
    assert!(
        said.contains(
            "locale/de_Informal is left out, 1 file: a variant has a style of its own, from its folder alone"
        ),
        "{said}"
    );
    let (code, out, said) = run(at, &["infer", "--language", "de", "locale/de_Informal"]);
    assert_eq!(code, 0, "{said}");
    assert!(out.contains("ellipsis: use_three_periods_without_spaces"), "{out}");
    let (_, out, _) = run(at, &["init", "--texts"]);
    let style_of = |variant: &str| {
        let block = out.split("[[texts]]").find(|block| block.contains(&format!("locale/{variant}/"))).unwrap();
        block.split("style = ").nth(1).unwrap().trim().to_owned()
    };
    assert_eq!((style_of("de"), style_of("de_AT")), ("\"website-de\"".to_owned(), "\"website-de\"".to_owned()));
    assert_eq!(style_of("de_Informal"), "\"website-de-informal\"");
}

#[test]
fn modules_are_proposed_where_they_hold_sentences() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    write(at, "housestyle.toml", "");
    write(at, "dist/es/index.js", "export default { name: 'x', kind: 'a b' };\n");
    write(
        at,
        "src/i18n/es.js",
        "export default { a: 'Guardar el archivo', b: 'Abrir el archivo', c: 'Cerrar el archivo' };\n",
    );
    write(at, "docs/es/guide.rst", "Una guía de tres palabras.\n");
    let (_, out, _) = run(at, &["init", "--texts"]);
    assert!(out.contains("files = \"src/i18n/es.js\""), "{out}");
    assert!(!out.contains("dist/") && !out.contains("docs/"), "{out}");
}
