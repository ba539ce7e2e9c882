//! What the service has deprecated is never called: neither old listings, nor the older glossaries, nor a key outside of
//! its header.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::playground::root;

/// The files of the client, and of the calls that it shares with the emulator.
fn sources() -> impl Iterator<Item = PathBuf> {
    let folders = ["src/service", "src/wire"].map(|folder| std::fs::read_dir(root().join(folder)).unwrap());
    folders.into_iter().flatten().map(|file| file.unwrap().path())
}

/// Every address that stands in the sources of the client, ids taken out.
fn targets() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for file in sources() {
        let text = std::fs::read_to_string(file).unwrap();
        // Unit tests call nothing, and put ids into addresses.
        let text = text.split_once("\n#[cfg(test)]\nmod tests {").map_or(text.as_str(), |(client, tests)| {
            assert!(tests.ends_with("\n}\n") && tests.matches("\n}\n").count() == 1, "unit tests stand last");
            client
        });
        // Comments name what is called; they are read too, so that none speaks of what is not.
        for (at, _) in text.match_indices("/v2/").chain(text.match_indices("/v3/")) {
            let end = text[at..].find(|c: char| !c.is_ascii_alphanumeric() && !"/_-".contains(c)).unwrap();
            found.insert(text[at..at + end].trim_end_matches('/').to_owned());
        }
    }
    found
}

#[test]
fn the_client_calls_what_the_specification_has_and_nothing_deprecated() {
    let known = [
        "/v2/admin/analytics/custom-tags",
        "/v2/admin/developer-keys",
        "/v2/admin/developer-keys/limits",
        "/v2/document",
        "/v2/translate",
        "/v2/usage",
        "/v2/write/correct",
        "/v2/write/rephrase",
        "/v3/glossaries",
        "/v3/languages",
        "/v3/languages/resources",
        "/v3/spoken-terms",
        "/v3/style_profiles",
        "/v3/style_rules",
        "/v3/translation_memories",
    ];
    let unknown: Vec<String> = targets().into_iter().filter(|target| !known.contains(&target.as_str())).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
    let missing: Vec<&&str> = known.iter().filter(|known| !targets().contains(**known)).collect();
    assert!(missing.is_empty(), "the list of known addresses is longer than it needs to be: {missing:?}");
}

#[test]
fn no_key_stands_in_an_address_or_a_body() {
    for path in sources() {
        assert!(!std::fs::read_to_string(&path).unwrap().contains("auth_key"), "{}", path.display());
    }
}
