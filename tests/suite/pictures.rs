//! The pictures of the documentation show what the program shows now, say it in words, and stay small.

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::playground::root;

/// All pictures together, in bytes.
const MOST: u64 = 1 << 20;

#[test]
fn pictures_are_drawn_from_the_goldens_as_they_are() {
    let folder = root().join("docs/pictures");
    let sources: Value = serde_json::from_slice(&std::fs::read(folder.join("sources.json")).unwrap()).unwrap();
    for (name, drawn) in sources.as_object().unwrap() {
        let source = drawn["source"].as_str().unwrap();
        let digest = Sha256::digest(std::fs::read(root().join(source)).unwrap());
        let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(drawn["sha256"], digest, "{source} changed: python3 docs/pictures/draw.py ({name})");
        // A drawing follows the reader's theme; a page has a picture of each.
        let themes = ["light", "dark"].map(|theme| folder.join(format!("{name}-{theme}.png")).is_file());
        let drawn = folder.join(format!("{name}.svg"));
        assert!(themes == [!drawn.is_file(); 2], "{name}: one drawing, or a light and a dark page");
        if drawn.is_file() {
            let text = std::fs::read_to_string(&drawn).unwrap();
            assert!(text.contains("prefers-color-scheme:dark") && !text.contains("<script"), "{name}");
        }
    }
    let files = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().metadata().unwrap().len());
    let bytes: u64 = files.sum();
    assert!(bytes <= MOST, "{bytes} bytes");
}

#[test]
fn every_picture_is_used_with_words_for_those_who_do_not_see_it() {
    let mut used = String::new();
    let pages = std::fs::read_dir(root().join("docs")).unwrap().map(|file| file.unwrap().path());
    for page in pages.filter(|page| page.extension().is_some_and(|kind| kind == "md")).chain([root().join("README.md")])
    {
        used.push_str(&std::fs::read_to_string(page).unwrap());
    }
    for file in std::fs::read_dir(root().join("docs/pictures")).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        assert!(!(name.ends_with(".png") || name.ends_with(".svg")) || used.contains(&name), "{name} is on no page");
    }
    for image in used.split("<img ").skip(1) {
        let tag = image.split('>').next().unwrap();
        let words = tag.split("alt=\"").nth(1).and_then(|alt| alt.split('"').next()).unwrap_or_default();
        assert!(words.len() > 40, "no words for {tag}");
    }
}
