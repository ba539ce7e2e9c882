//! Projects with style profiles as their people run them: translation memories by name, what is imported, moved and removed,
//! what an account holds already, and who holds what.

use housestyle::emulator::{Emulator, StoredStyleProfile};
use serde_json::json;

use crate::people::hands::{CloneOf, Clones};
use crate::playground::write;
use crate::simulated_world::{ACCOUNT, KEY};
use crate::style_profiles::patch_on;

const PROFILE: &str = "style-profiles/web.yaml";

/// An account with translation memories, two of them of one name and two of one source language.
fn with_memories(emulator: &Emulator) {
    let memory =
        |name: &str, source: &str| json!({"name": name, "source_language": source, "target_languages": ["de"]});
    let memories = [("Legal", "en"), ("Twice", "fr"), ("Twice", "it"), ("Product", "en")];
    let seed = json!({ "translation_memories": memories.map(|(name, source)| memory(name, source)) });
    emulator.apply_seed(&seed.to_string()).unwrap();
}

fn memory_id(emulator: &Emulator, name: &str) -> String {
    let all = emulator.translation_memories(ACCOUNT);
    all.iter().find(|memory| memory.name == name).unwrap().translation_memory_id.to_string()
}

fn stored(emulator: &Emulator) -> StoredStyleProfile {
    StoredStyleProfile::clone(&emulator.style_profiles(ACCOUNT)[0])
}

fn write_profile(files: &CloneOf<'_>, path: &str, name: &str, fields: &str) {
    write(&files.folder, path, &format!("kind: style_profile\nname: {name}\n{fields}"));
}

fn read(files: &CloneOf<'_>, path: &str) -> String {
    std::fs::read_to_string(files.folder.join(path)).unwrap()
}

#[test]
fn translation_memories_are_named_as_on_the_account() {
    let clones = Clones::new();
    let (files, emulator) = (clones.open("a"), clones.emulator());
    with_memories(emulator);
    files.write("Be brief.");
    for (named, told) in [
        ("Legl", "did you mean `Legal`?"),
        ("Twice", "2 translation memories are called `Twice`"),
        ("Legal, Product", "two translation memories of the source language `en`"),
    ] {
        write_profile(&files, PROFILE, "Web", &format!("styles: [a]\ntranslation_memories: [{named}]\n"));
        let (code, said) = files.run(&["plan"]);
        assert!(code == 5 && said.split_whitespace().collect::<Vec<_>>().join(" ").contains(told), "{named}: {said}");
    }
    write_profile(&files, PROFILE, "Web", "styles: [a]\ntranslation_memories: [Legal] # of the lawyers\n");
    files.commit("first");
    files.succeeds(&["apply", "--auto-approve"]);
    assert_eq!(stored(emulator).translation_memory_ids[0].to_string(), memory_id(emulator, "Legal"));
    assert!(files.succeeds(&["plan"]).contains("nothing to do"));
    // Somebody takes another one, and the file learns its name; what stands around it stays.
    patch_on(emulator, &stored(emulator), &json!({"translation_memory_ids": [memory_id(emulator, "Product")]}), KEY);
    let (code, said) = files.run(&["drift"]);
    assert!(code == 2 && said.contains("\"Legal\" → \"Product\""), "{said}");
    let (code, said) = files.run(&["apply", "--auto-approve"]);
    assert!(code == 5 && said.contains("[drift]"), "{said}");
    files.succeeds(&["pull"]);
    assert!(
        read(&files, PROFILE).contains("translation_memories: [Product] # of the lawyers"),
        "{}",
        read(&files, PROFILE)
    );
    assert!(files.succeeds(&["plan"]).contains("nothing to do"));
    // One that two share has no name in a file: it stays, and is told.
    let both = [memory_id(emulator, "Product"), memory_id(emulator, "Twice")];
    patch_on(emulator, &stored(emulator), &json!({ "translation_memory_ids": both }), KEY);
    let said = files.succeeds(&["plan"]);
    assert!(said.contains("style_profile/web: 1 more on the service, kept"), "{said}");
}

#[test]
fn links_are_pulled_item_by_item_and_in_the_order_that_counts() {
    let clones = Clones::new();
    let (files, emulator) = (clones.open("a"), clones.emulator());
    files.write("Be brief.");
    for key in ["gear", "more", "last"] {
        let text = "dictionaries:\n  - {source_language: en, target_language: de, entries: {tent: Zelt}}\n";
        write(&files.folder, &format!("glossaries/{key}.yaml"), &format!("kind: glossary\nname: {key}\n{text}"));
    }
    let lists = "styles: [a]\nglossaries:\n  - gear # first of all\n  - more\nglossary_priority: true\n";
    write_profile(&files, PROFILE, "Web", lists);
    files.commit("first");
    files.succeeds(&["apply", "--auto-approve"]);
    let id = |name: &str| {
        let all = emulator.glossaries(ACCOUNT);
        all.iter().find(|glossary| glossary.name == name).unwrap().glossary_id.to_string()
    };
    let pulled = |names: &[&str]| {
        let ids: Vec<String> = names.iter().map(|name| id(name)).collect();
        patch_on(emulator, &stored(emulator), &json!({ "glossary_ids": ids }), KEY);
        files.succeeds(&["pull"]);
        assert!(files.succeeds(&["plan"]).contains("nothing to do"));
        read(&files, PROFILE)
    };
    let text = pulled(&["gear", "last"]);
    assert!(text.contains("  - gear # first of all\n  - last\n"), "{text}");
    let text = pulled(&["last", "more", "gear"]);
    let place = |word: &str| text.find(word).unwrap_or_else(|| panic!("{word}: {text}"));
    assert!(place("last") < place("more") && place("more") < place("gear"), "{text}");
    assert!(!pulled(&[]).contains("gear"));
}

#[test]
fn profiles_are_imported_moved_and_removed_by_what_the_project_says() {
    let clones = Clones::new();
    let (files, emulator) = (clones.open("a"), clones.emulator());
    let theirs = json!({"style_profiles": [{"name": "Web", "description": "old"}]});
    emulator.apply_seed(&theirs.to_string()).unwrap();
    let id = stored(emulator).style_profile_id.to_string();
    files.write("Be brief.");
    write_profile(&files, PROFILE, "Web", "description: new\nstyles: [a]\n");
    let (code, said) = files.run(&["plan"]);
    assert!(code == 5 && said.contains("[unmanaged]") && said.contains(&id), "{said}");
    let settings = read(&files, "housestyle.toml");
    let say = |block: &str| write(&files.folder, "housestyle.toml", &format!("{settings}\n{block}"));
    say(&format!("[[import]]\nto = \"style_profile/web\"\nid = \"{id}\"\n"));
    files.commit("first");
    let said = files.succeeds(&["apply", "--auto-approve"]);
    assert!(said.contains("= style_profile/web imported"), "{said}");
    assert_eq!(
        (stored(emulator).style_profile_id.to_string(), stored(emulator).description.as_deref()),
        (id.clone(), Some("new"))
    );

    std::fs::rename(files.folder.join(PROFILE), files.folder.join("style-profiles/site.yaml")).unwrap();
    let (code, said) = files.run(&["plan"]);
    assert!(code == 5 && said.contains("[renamed-key]"), "{said}");
    say("[[moved]]\nfrom = \"style_profile/web\"\nto = \"style_profile/site\"\n");
    files.commit("second");
    files.succeeds(&["apply", "--auto-approve"]);
    assert!(files.succeeds(&["outputs"]).contains("style_profile/site"));
    assert_eq!(stored(emulator).style_profile_id.to_string(), id);

    std::fs::remove_file(files.folder.join("style-profiles/site.yaml")).unwrap();
    say("[[removed]]\naddress = \"style_profile/site\"\ndelete = true\n");
    files.commit("third");
    files.succeeds(&["apply", "--auto-approve"]);
    assert_eq!((emulator.style_profiles(ACCOUNT).len(), emulator.style_lists(ACCOUNT).len()), (0, 1));
}

#[test]
fn a_project_is_made_of_an_account_that_has_profiles() {
    let clones = Clones::new();
    let (files, emulator) = (clones.open("a"), clones.emulator());
    with_memories(emulator);
    files.write("Be brief.");
    files.write_glossary(&[("tent", "Zelt")]);
    write_profile(&files, PROFILE, "Web", "styles: [a]\nglossaries: [terms]\ntranslation_memories: [Legal]\n");
    files.commit("first");
    files.succeeds(&["apply", "--auto-approve"]);
    files.succeeds(&["init", "again", "--from-account", "--service", "custom"]);
    let text = std::fs::read_to_string(files.folder.join("again/style-profiles/web.yaml")).unwrap();
    for line in ["name: Web", "list-a", "terms", "Legal"] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let said = files.succeeds(&["-C", "again", "plan"]);
    assert!(said.contains("3 to import") || said.contains("nothing to do"), "{said}");
}

#[test]
fn an_overview_tells_in_every_format_what_is_in_which_profile() {
    let clones = Clones::new();
    let files = clones.open("a");
    files.write("Be brief.");
    files.write_list("alone", "Be kind.");
    files.write_glossary(&[("tent", "Zelt")]);
    assert!(!files.succeeds(&["overview"]).contains("style profile"));
    let fields = "styles: [a]\nglossaries: [terms]\nglossary_priority: true\ntranslation_memories: [<Legal>]\n";
    write_profile(&files, PROFILE, "Web & shop", fields);
    let said = files.succeeds(&["overview"]);
    assert!(said.contains("1 style profile") && said.contains("styles: a  glossaries: terms"), "{said}");
    assert!(said.contains("in none: alone"), "{said}");
    let rows: Vec<String> = files.succeeds(&["overview", "-o", "csv"]).lines().map(str::to_owned).collect();
    assert_eq!(rows[0], "rule,a,alone,glossary/terms");
    assert_eq!(rows.last().unwrap(), "style_profile/web,x,,x");
    let page = files.succeeds(&["overview", "-o", "html"]);
    assert!(page.contains("<section id=\"style-profiles\">") && page.contains("Web &amp; shop"), "{page}");
    assert!(page.contains("&lt;Legal&gt;") && page.contains("in no style profile"), "{page}");
    // A language has no glossary.
    let said = files.succeeds(&["overview", "-o", "csv", "--language", "de"]);
    assert_eq!(said.lines().next(), Some("rule,a,alone"));
}
