//! Edits of files: exactly what was wanted, in as few lines as possible, with every comment kept.

use housestyle::diagnostic::SourceFile;
use housestyle::source::edit::{TreeEdit, edit_document};
use housestyle::source::emit::{self, ValueTree};
use housestyle::source::path_segment::PathSegment;
use housestyle::source::{Format, parse_source};

use crate::playground::run;

pub(crate) mod random;

const FIELDS: &[&str] = &["kind", "key", "name", "language", "extends", "configured_rules"];

fn way(pointer: &str) -> Vec<PathSegment> {
    let part = |part: &str| part.parse().map_or_else(|_| PathSegment::Key(part.to_owned()), PathSegment::Item);
    pointer.split('/').skip(1).map(part).collect()
}

fn set(pointer: &str, text: &str) -> TreeEdit {
    TreeEdit::Set { at: way(pointer), value: ValueTree::from_text(text), after: &[] }
}

fn gone(pointer: &str) -> TreeEdit {
    TreeEdit::Remove { at: way(pointer) }
}

fn added(label: &str, prompt: &str) -> TreeEdit {
    let item = ValueTree::Mapping(vec![
        ("label".into(), ValueTree::from_text(label)),
        ("prompt".into(), ValueTree::from_text(prompt)),
    ]);
    TreeEdit::Append { at: way("/custom_instructions"), item, after: FIELDS }
}

/// The lines that differ, as a patch has them.
fn lines(path: &str, text: &str, act: TreeEdit) -> String {
    let format = Format::from_path(path).unwrap();
    let parsed = parse_source(&SourceFile::new(path, text), format);
    match edit_document(&parsed, format, 0, &[act]) {
        Ok(new) => difference(text, &new),
        Err(refused) => format!("{}: {}", parsed.file.place_of(refused.span), refused.why),
    }
}

pub(crate) fn difference(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
    let diff = similar::TextDiff::from_slices(&old, &new);
    let changed = diff.iter_all_changes().filter(|change| change.tag() != similar::ChangeTag::Equal);
    changed
        .map(|change| {
            let line = change.value();
            let end = if line.ends_with('\n') { "" } else { "⌿\n" };
            format!("{}{}{end}", change.tag(), line.replace('\r', "␍"))
        })
        .collect()
}

const YAML: &str = "\
# yaml-language-server: $schema=../schema/style.schema.json
name: Shop   # as shown
language: de
configured_rules:
  # why the comma
  numbers:
    decimal_separator: 'use_comma'  # always
    thousand: \"use_point\"
  punctuation: {ellipsis: a, quotes: b}

# Tone of voice
custom_instructions:
  - label: Anrede
    prompt: Address the reader with Sie.
  # about length
  - label: Länge
    prompt: |
      Be brief.
      Say \"no\" more than once.
    source_language: en
  - {label: flow, prompt: 'it''s'}
protected: true
";

#[test]
fn yaml_scalars_keep_their_notation() {
    let shown = |pointer: &str, text: &str| lines("a.yaml", YAML, set(pointer, text));
    assert_eq!(shown("/name", "Laden"), "-name: Shop   # as shown\n+name: Laden   # as shown\n");
    assert_eq!(shown("/name", "yes"), "-name: Shop   # as shown\n+name: \"yes\"   # as shown\n");
    assert_eq!(
        shown("/configured_rules/numbers/decimal_separator", "use_period"),
        "-    decimal_separator: 'use_comma'  # always\n+    decimal_separator: 'use_period'  # always\n"
    );
    assert_eq!(
        shown("/configured_rules/numbers/thousand", "a\"b"),
        "-    thousand: \"use_point\"\n+    thousand: \"a\\\"b\"\n"
    );
    assert_eq!(
        shown("/configured_rules/punctuation/quotes", "a, b"),
        "-  punctuation: {ellipsis: a, quotes: b}\n+  punctuation: {ellipsis: a, quotes: \"a, b\"}\n"
    );
    assert_eq!(
        shown("/custom_instructions/1/prompt", "Be brief.\nSay 年 more than once.\n"),
        "-      Say \"no\" more than once.\n+      Say 年 more than once.\n"
    );
    assert_eq!(
        shown("/custom_instructions/1/prompt", "Be brief.\n\nOr not.\nSay \"no\" more than once.\n"),
        "+\n+      Or not.\n"
    );
    assert_eq!(
        shown("/custom_instructions/0/prompt", "Two\nlines 😀"),
        "-    prompt: Address the reader with Sie.\n+    prompt: |-\n+      Two\n+      lines 😀\n"
    );
    assert_eq!(
        shown("/custom_instructions/2/prompt", "isn't"),
        "-  - {label: flow, prompt: 'it''s'}\n+  - {label: flow, prompt: 'isn''t'}\n"
    );
    assert_eq!(
        shown("/custom_instructions/0/prompt", "\u{1b}[2J"),
        "-    prompt: Address the reader with Sie.\n+    prompt: \"\\x1b[2J\"\n"
    );
}

#[test]
fn yaml_entries_and_items_come_and_go_with_their_comments() {
    let shown = |act: TreeEdit| lines("a.yaml", YAML, act);
    assert_eq!(shown(set("/configured_rules/numbers/fractions", "x")), "+    fractions: x\n");
    assert_eq!(shown(set("/configured_rules/dates/era", "x")), "+  dates:\n+    era: x\n");
    assert_eq!(
        shown(set("/configured_rules/punctuation/dash", "x")),
        "-  punctuation: {ellipsis: a, quotes: b}\n+  punctuation: {ellipsis: a, quotes: b, dash: x}\n"
    );
    assert_eq!(shown(gone("/configured_rules/numbers/thousand")), "-    thousand: \"use_point\"\n");
    assert_eq!(
        shown(gone("/configured_rules/punctuation/ellipsis")),
        "-  punctuation: {ellipsis: a, quotes: b}\n+  punctuation: {quotes: b}\n"
    );
    assert_eq!(
        shown(gone("/custom_instructions/1")),
        "-  # about length\n-  - label: Länge\n-    prompt: |\n-      Be brief.\n-      Say \"no\" more than once.\n\
         -    source_language: en\n"
    );
    assert_eq!(shown(gone("/custom_instructions/2")), "-  - {label: flow, prompt: 'it''s'}\n");
    assert_eq!(shown(gone("/custom_instructions/1/source_language")), "-    source_language: en\n");
    assert_eq!(shown(set("/custom_instructions/0/source_language", "ja")), "+    source_language: ja\n");
    assert_eq!(shown(added("new", "Be: kind")), "+  - {label: new, prompt: \"Be: kind\"}\n");
    let few = "name: A\nlanguage: de\nprotected: true";
    assert_eq!(
        lines("a.yaml", few, added("new", "Be kind.")),
        "+custom_instructions:\n+  - label: new\n+    prompt: Be kind.\n"
    );
    assert_eq!(
        lines("a.yaml", "name: A\r\nlanguage: de", set("/configured_rules/a/b", "c")),
        "-language: de⌿\n+language: de␍\n+configured_rules:␍\n+  a:␍\n+    b: c⌿\n"
    );
    let one = "name: A\nconfigured_rules:\n  a:\n    # own\n    b: c # same\n\n# other\nlanguage: de\n";
    assert_eq!(
        lines("a.yaml", one, gone("/configured_rules/a/b")),
        "-configured_rules:\n-  a:\n-    # own\n-    b: c # same\n"
    );
}

#[test]
fn lists_may_stand_in_the_column_of_their_key_and_between_brackets() {
    let text = "name: A\ncustom_instructions:\n- label: a\n  prompt: b\n-\n  label: c\n  prompt: d\nlanguage: de\n";
    assert_eq!(lines("a.yaml", text, added("new", "e")), "+- label: new\n+  prompt: e\n");
    assert_eq!(lines("a.yaml", text, gone("/custom_instructions/0")), "-- label: a\n-  prompt: b\n");
    assert_eq!(lines("a.yaml", text, gone("/custom_instructions/1")), "--\n-  label: c\n-  prompt: d\n");
    let flow = "name: A\ncustom_instructions: [\n  {label: a, prompt: b}, # one\n  {label: c, prompt: d}\n]\n";
    assert_eq!(
        lines("a.yaml", flow, added("new", "e")),
        "-  {label: c, prompt: d}\n+  {label: c, prompt: d},\n+  {label: new, prompt: e}\n"
    );
    assert_eq!(lines("a.yaml", flow, gone("/custom_instructions/0")), "-  {label: a, prompt: b}, # one\n");
    assert_eq!(
        lines("a.yaml", "{name: A, language: de}\n", set("/configured_rules/a/b", "c")),
        "-{name: A, language: de}\n+{name: A, language: de, configured_rules: {a: {b: c}}}\n"
    );
}

#[test]
fn comments_between_brackets_stay_with_what_they_are_about() {
    let one = "{label: a, prompt: b}";
    let two = "{label: c, prompt: d}";
    let new = "{label: new, prompt: e}";
    let full = |list: &str| {
        let list = list.replace("{1}", one).replace("{2}", two).replace("{new}", new);
        format!("name: A\ncustom_instructions: {list}\nlanguage: de\n")
    };
    for (list, act, left) in [
        ("[\n  {1} # one\n]", added("new", "e"), "[\n  {1}, # one\n  {new}\n]"),
        ("[\n  {1}\n  # end\n]", added("new", "e"), "[\n  {1},\n  {new}\n  # end\n]"),
        ("[\n  {1}, # one\n  # end\n]", added("new", "e"), "[\n  {1}, # one\n  {new},\n  # end\n]"),
        ("[\n  {1} # one\n  , # odd\n]", added("new", "e"), "[\n  {1}, # one\n  {new}\n  , # odd\n]"),
        ("[\n  {1} # see ]\n] # and }", added("new", "e"), "[\n  {1}, # see ]\n  {new}\n] # and }"),
        ("[{1} # one\n]", added("new", "e"), "[{1}, {new} # one\n]"),
        ("[{1}\n  # end\n]", added("new", "e"), "[{1}, {new}\n  # end\n]"),
        ("[{1}, # one\n]", added("new", "e"), "[{1}, {new} # one\n]"),
        ("[{1}] # all", added("new", "e"), "[{1}, {new}] # all"),
        ("[ ] # none", added("new", "e"), "[ {new} ] # none"),
        ("[\n    # none\n  ]", added("new", "e"), "[\n    # none\n    {new}\n  ]"),
        ("[ # none\n  ]", added("new", "e"), "[ # none\n    {new}\n  ]"),
        ("[\n  # about a\n  {1}, # one\n  {2}\n]", gone("/custom_instructions/0"), "[\n  {2}\n]"),
        ("[\n  # about a\n  {1},\n  {2}\n]", gone("/custom_instructions/0"), "[\n  {2}\n]"),
        ("[\n  {1}, # one\n  {2} # two\n]", gone("/custom_instructions/1"), "[\n  {1}, # one\n]"),
        ("[\n  {1}, # one\n  {2}\n]", gone("/custom_instructions/1"), "[\n  {1}, # one\n]"),
        ("[\n  {1},\n  {2}\n]", gone("/custom_instructions/1"), "[\n  {1}\n]"),
        ("[{1}, {2} # both\n]", gone("/custom_instructions/1"), "[{1} # both\n]"),
    ] {
        for eol in ["\n", "\r\n"] {
            let text = full(list).replace('\n', eol);
            let parsed = parse_source(&SourceFile::new("a.yaml", text), Format::Yaml);
            let edited = edit_document(&parsed, Format::Yaml, 0, std::slice::from_ref(&act));
            assert_eq!(edited, Ok(full(left).replace('\n', eol)), "{list}");
        }
    }
    let toml = "custom_instructions = [\n  # none\n]\n";
    assert_eq!(lines("a.toml", toml, added("new", "e")), "+  { label = \"new\", prompt = \"e\" }\n");
}

#[test]
fn what_comes_goes_where_its_name_sorts_and_above_no_comment_of_another() {
    let yaml = "configured_rules:\n  numbers:\n    b: x\n    # about d\n    d: y\n";
    for (key, after) in [("a", "  numbers:\n"), ("c", "b: x\n"), ("e", "d: y\n")] {
        let act = set(&format!("/configured_rules/numbers/{key}"), "z");
        let parsed = parse_source(&SourceFile::new("a.yaml", yaml), Format::Yaml);
        let new = edit_document(&parsed, Format::Yaml, 0, &[act]).unwrap();
        assert_eq!(new, yaml.replace(after, &format!("{after}    {key}: z\n")));
    }
    let toml = "[configured_rules.numbers]\nb = \"x\"\n# about d\nd = \"y\"\n";
    for (key, after) in [("a", "numbers]\n"), ("c", "b = \"x\"\n"), ("e", "d = \"y\"\n")] {
        let act = set(&format!("/configured_rules/numbers/{key}"), "z");
        let parsed = parse_source(&SourceFile::new("a.toml", toml), Format::Toml);
        let new = edit_document(&parsed, Format::Toml, 0, &[act]).unwrap();
        assert_eq!(new, toml.replace(after, &format!("{after}{key} = \"z\"\n")));
    }
    // A comment above the first may be about all of them: nothing comes between.
    let titled = "[configured_rules.numbers]\n# the title\nb = \"x\"\n";
    assert_eq!(lines("a.toml", titled, set("/configured_rules/numbers/a", "z")), "+a = \"z\"\n");
    let parsed = parse_source(&SourceFile::new("a.toml", titled), Format::Toml);
    let new = edit_document(&parsed, Format::Toml, 0, &[set("/configured_rules/numbers/a", "z")]).unwrap();
    assert_eq!(new, format!("{titled}a = \"z\"\n"));
}

#[test]
fn what_goes_from_between_brackets_takes_its_line() {
    let plain = "custom_instructions: [\n  {label: a, prompt: b},\n  {label: c, prompt: d}\n]\n";
    assert_eq!(lines("a.yaml", plain, gone("/custom_instructions/0")), "-  {label: a, prompt: b},\n");
}

#[test]
fn a_literal_text_of_several_lines_in_toml_keeps_the_lines_that_do_not_change() {
    let text = "[[custom_instructions]]\nlabel = 'a'\nprompt = \'\'\'\nOne.\nTwo.\nThree.\'\'\'\n";
    let shown = |new: &str| lines("a.toml", text, set("/custom_instructions/0/prompt", new));
    assert_eq!(shown("One.\n2\nThree."), "-Two.\n+2\n");
    assert_eq!(shown("One.\nTwo.\n\nThree."), "+\n");
    assert_eq!(shown("One.\nThree."), "-Two.\n");
    let text = "custom_instructions:\n  - label: a\n    prompt: |-\n      One.\n      Two.\n      Three.\n";
    let shown = |new: &str| lines("a.yaml", text, set("/custom_instructions/0/prompt", new));
    assert_eq!(shown("One.\nTwo.\n\nThree."), "+\n");
    assert_eq!(shown("One.\nTwo.\n\nMore.\nThree."), "+\n+      More.\n");
    assert_eq!(shown("One.\nTwo.\n\n\nThree."), "+\n+\n");
}

#[test]
fn lines_that_come_into_a_text_change_nothing_around_it() {
    // Written anew, these would lose the line of their opening, or the depth that their head says.
    let toml = "name = '''a\nc'''\nlanguage = \"\"\"a\nc\"\"\"\n";
    for name in ["/name", "/language"] {
        assert_eq!(lines("a.toml", toml, set(name, "a\nb\nc")), "+b\n", "{name}");
    }
    assert_eq!(lines("a.toml", toml, set("/name", "a\nd")), "-c'''\n+d'''\n");
    let yaml = "custom_instructions:\n  - label: a\n    prompt: |2-\n      a\n      c\n";
    let shown = |new: &str| lines("a.yaml", yaml, set("/custom_instructions/0/prompt", new));
    assert_eq!(shown("a\nb\nc"), "+      b\n");
    assert_eq!(shown("a\nb\nB\nc"), "+      b\n+      B\n");
}

#[test]
fn what_an_anchor_shares_is_not_changed_for_all() {
    let text = "name: &n Shop\nlanguage: de\nconfigured_rules:\n  a: &a\n    x: one\n  b: *a\ncustom_instructions:\n  \
                - label: *n\n    prompt: p\n";
    assert_eq!(
        lines("a.yaml", text, set("/configured_rules/b/x", "two")),
        "a.yaml:5:8: the value is shared by an anchor, or the place is not laid out in a way that can be edited"
    );
    assert_eq!(lines("a.yaml", text, set("/custom_instructions/0/label", "two")), "-  - label: *n\n+  - label: two\n");
    assert!(lines("a.yaml", text, set("/name", "two")).contains("shared by an anchor"));
    assert_eq!(lines("a.yaml", text, gone("/configured_rules/b")), "-  b: *a\n");
    assert!(lines("a.yaml", text, gone("/configured_rules/a")).contains("a.yaml:5:5"));
    assert_eq!(lines("a.yaml", text, set("/language", "fr")), "-language: de\n+language: fr\n");
}

#[test]
fn folded_texts_keep_the_breaks_of_lines_that_do_not_change() {
    let text = "name: A\ncustom_instructions:\n  - label: a\n    prompt: >-\n      One two three\n      four five six\n\n      \
                seven eight\n  - label: b\n    prompt: \"one\n      two\n      three\"\n  - label: c\n    prompt: one two\n      \
                three\n";
    let shown =
        |index: usize, text_: &str| lines("a.yaml", text, set(&format!("/custom_instructions/{index}/prompt"), text_));
    assert_eq!(shown(0, "One two three four FIVE six\nseven eight"), "-      four five six\n+      four FIVE six\n");
    assert_eq!(shown(1, "one 2 three"), "-      two\n+      2\n");
    assert_eq!(shown(2, "one 2 three"), "-    prompt: one two\n+    prompt: one 2\n");
}

const TOML: &str = "\
#:schema ../schema/style.schema.json
name = \"Shop\" # as shown
language = 'de'

[configured_rules.numbers]
# why
decimal_separator = \"use_comma\"

[configured_rules.punctuation]
ellipsis = \"a\"

# about tone
[[custom_instructions]]
label = \"Anrede\"
prompt = \"Sie\"

[[custom_instructions]]
label = \"Länge\"
prompt = \"\"\"
Be brief.
No more.\"\"\"
source_language = \"en\"
";

#[test]
fn toml_keeps_tables_comments_and_quotes() {
    let shown = |act: TreeEdit| lines("a.toml", TOML, act);
    assert_eq!(shown(set("/name", "La\"den")), "-name = \"Shop\" # as shown\n+name = \"La\\\"den\" # as shown\n");
    assert_eq!(shown(set("/language", "fr")), "-language = 'de'\n+language = 'fr'\n");
    assert_eq!(shown(set("/configured_rules/numbers/x", "y")), "+x = \"y\"\n");
    assert_eq!(shown(set("/configured_rules/dates/x", "y")), "+[configured_rules.dates]\n+x = \"y\"\n+\n");
    assert_eq!(shown(set("/custom_instructions/1/prompt", "Be brief.\nYes.")), "-No more.\"\"\"\n+Yes.\"\"\"\n");
    assert_eq!(
        shown(gone("/configured_rules/numbers/decimal_separator")),
        "-[configured_rules.numbers]\n-# why\n-decimal_separator = \"use_comma\"\n-\n"
    );
    assert_eq!(
        shown(gone("/custom_instructions/0")),
        "-# about tone\n-[[custom_instructions]]\n-label = \"Anrede\"\n-prompt = \"Sie\"\n-\n"
    );
    assert_eq!(shown(gone("/custom_instructions/1/source_language")), "-source_language = \"en\"\n");
    assert_eq!(shown(set("/custom_instructions/0/source_language", "ja")), "+source_language = \"ja\"\n");
    assert_eq!(
        shown(added("new", "one\ntwo")),
        "+\n+[[custom_instructions]]\n+label = \"new\"\n+prompt = \"\"\"\n+one\n+two\"\"\"\n"
    );
    // Of the fields at the top, the last one is no table.
    assert_eq!(shown(set("/protected", "no")), "+protected = \"no\"\n");
    let null = TreeEdit::Set { at: way("/configured_rules/numbers/x"), value: ValueTree::Null, after: &[] };
    assert_eq!(shown(null), "a.toml:7:1: TOML has no null");
}

#[test]
fn toml_has_other_forms_too() {
    let dotted = "name = 'A'\nlanguage = 'de'\nconfigured_rules.numbers.a = 'b' # c\ncustom_instructions = [\n  { label = 'x', prompt = 'y' },\n]\n";
    let shown = |act: TreeEdit| lines("a.toml", dotted, act);
    assert_eq!(shown(set("/configured_rules/numbers/c", "d")), "+configured_rules.numbers.c = \"d\"\n");
    assert_eq!(shown(set("/configured_rules/dates/c", "d")), "+configured_rules.dates.c = \"d\"\n");
    assert_eq!(shown(gone("/configured_rules/numbers/a")), "-configured_rules.numbers.a = 'b' # c\n");
    assert_eq!(shown(added("new", "z")), "+  { label = \"new\", prompt = \"z\" },\n");
    assert_eq!(
        shown(gone("/custom_instructions/0")),
        "-custom_instructions = [\n-  { label = 'x', prompt = 'y' },\n-]\n"
    );
    let inline = "name = 'A'\nlanguage = 'de'\nconfigured_rules = { numbers = { a = 'b' } }\n";
    let shown = |act: TreeEdit| lines("a.toml", inline, act);
    assert_eq!(
        shown(set("/configured_rules/dates/c", "d")),
        "-configured_rules = { numbers = { a = 'b' } }\n+configured_rules = { numbers = { a = 'b' }, dates = { c = \"d\" } }\n"
    );
    assert_eq!(shown(gone("/configured_rules/numbers/a")), "-configured_rules = { numbers = { a = 'b' } }\n");
    assert_eq!(shown(added("new", "z")), "+\n+[[custom_instructions]]\n+label = \"new\"\n+prompt = \"z\"\n");
}

#[test]
fn what_is_emitted_is_read_back() {
    let texts = [
        "plain",
        "a: b",
        "",
        " edge ",
        "two\nlines\n",
        "\u{1b}[2J\u{202e}",
        "'",
        "\"",
        "\\",
        "年😀",
        "#no",
        "~",
        "1e3",
        "\"\"\"\n'''",
        "\n",
    ];
    let items: Vec<ValueTree> = texts
        .iter()
        .map(|text| {
            ValueTree::Mapping(vec![
                ("label".into(), ValueTree::from_text(*text)),
                ((*text).to_owned(), ValueTree::from_text("x")),
            ])
        })
        .collect();
    let tree = vec![
        ("name".to_owned(), ValueTree::from_text("A")),
        ("items".to_owned(), ValueTree::Sequence(items)),
        (
            "deep".to_owned(),
            ValueTree::Mapping(vec![(
                "a b".to_owned(),
                ValueTree::Mapping(vec![("c".into(), ValueTree::from_text("d"))]),
            )]),
        ),
    ];
    for (path, text) in [("a.yaml", emit::yaml(&tree)), ("a.toml", emit::toml(&tree))] {
        let parsed = parse_source(&SourceFile::new(path, text.clone()), Format::from_path(path).unwrap());
        assert!(parsed.findings.is_empty(), "{text}\n{:?}", parsed.findings);
        assert!(
            ValueTree::from_node(&parsed.documents[0]).equals_unordered(&ValueTree::Mapping(tree.clone())),
            "{text}"
        );
        assert!(!text.contains('\u{1b}'));
    }
}

#[test]
fn fixes_are_shown_as_a_patch_and_guesses_are_made_where_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("styles/a b.yaml");
    std::fs::create_dir(folder.path().join("styles")).unwrap();
    std::fs::write(folder.path().join("housestyle.toml"), "").unwrap();
    let text = "name: A # kept\nlanguage: de\nconfigured_rules:\n  numbers:\n    \
                decimal_seperator: use_comma_as_decimal_separator\n";
    std::fs::write(&path, text).unwrap();
    let (code, patch, _) = run(folder.path(), &["validate", "--fix", "--diff"]);
    assert_eq!(code, 3);
    assert!(patch.starts_with("diff --git a/styles/a b.yaml b/styles/a b.yaml\n"), "{patch}");
    assert!(
        patch.contains("\n-    decimal_seperator: use") && patch.contains("\n+    decimal_separator: use"),
        "{patch}"
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    // A key made from the name of the file is a guess.
    assert_eq!(run(folder.path(), &["validate", "--fix"]).0, 3);
    assert_eq!(run(folder.path(), &["validate", "--fix", "--unsafe"]).0, 0);
    let fixed = std::fs::read_to_string(&path).unwrap();
    assert!(fixed.contains("key: a-b") && fixed.contains("name: A # kept"), "{fixed}");
    // What no edit can mend is not passed over in silence.
    std::fs::write(folder.path().join("styles/c.yaml"), "name: C\nlanguage: de\nnonsense: 1\n").unwrap();
    let told = run(folder.path(), &["validate", "--fix", "--diff"]);
    assert_eq!(
        told,
        (
            3,
            String::new(),
            "the patch leaves 1 error with no safe edit; housestyle validate shows what is wrong\n".to_owned()
        )
    );
}
