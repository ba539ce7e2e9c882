//! Hands: people in the web form, and people with a clone.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use housestyle::emulator::{Emulator, StoredInstruction, StoredStyleList};

use crate::playground::{git, write};
use crate::shared_state::Site;
use crate::simulated_world::ACCOUNT;

/// Somebody in the web form changes the list of this name.
pub(crate) fn change_named(emulator: &Emulator, name: &str, change: impl FnOnce(&mut StoredStyleList)) {
    let held = emulator.style_lists(ACCOUNT).into_iter().find(|list| list.name == name);
    let mut list = (*held.unwrap_or_else(|| panic!("no list is called {name}"))).clone();
    change(&mut list);
    list.version += 1;
    emulator.insert_style_list(ACCOUNT, list);
}

/// The first list of an account that says anything.
fn first_name(emulator: &Emulator) -> String {
    let lists = emulator.style_lists(ACCOUNT);
    lists.iter().find(|list| !list.custom_instructions.is_empty()).unwrap_or(&lists[0]).name.clone()
}

/// Somebody adds an instruction in the web form.
pub(crate) fn add_instruction(emulator: &Emulator, label: &str, prompt: &str) {
    let added = StoredInstruction {
        id: emulator.new_id(),
        label: label.to_owned(),
        prompt: prompt.to_owned(),
        source_language: None,
    };
    change_named(emulator, &first_name(emulator), |list| list.custom_instructions.push(Arc::new(added)));
}

/// Somebody edits an instruction in the web form.
pub(crate) fn edit_prompt(emulator: &Emulator, label: &str, prompt: &str) {
    change_named(emulator, &first_name(emulator), |list| {
        let held = list.custom_instructions.iter_mut().find(|held| held.label == label).unwrap();
        prompt.clone_into(&mut Arc::make_mut(held).prompt);
    });
}

/// Somebody gives the list another name in the web form.
pub(crate) fn rename_list(emulator: &Emulator, name: &str) {
    change_named(emulator, &first_name(emulator), |list| name.clone_into(&mut list.name));
}

/// Somebody deletes the list of this name in the web form.
pub(crate) fn delete_list(emulator: &Emulator, name: &str) {
    let held = emulator.style_lists(ACCOUNT).into_iter().find(|list| list.name == name).unwrap();
    emulator.remove_record(ACCOUNT, held.style_id);
}

/// The prompts of the first list, as they are on the service.
pub(crate) fn prompts(emulator: &Emulator) -> Vec<String> {
    emulator.style_lists(ACCOUNT)[0].custom_instructions.iter().map(|held| held.prompt.clone()).collect()
}

/// Clones of one repository, whose project keeps its state in it.
pub(crate) struct Clones {
    pub(crate) site: Site,
}

/// One of them.
pub(crate) struct CloneOf<'a> {
    site: &'a Site,
    pub(crate) folder: PathBuf,
}

impl Clones {
    pub(crate) fn new() -> Self {
        Self { site: Site::new() }
    }

    /// The service that all of them reach.
    pub(crate) fn emulator(&self) -> &Emulator {
        &self.site.emulator
    }

    /// A clone of what was pushed so far.
    pub(crate) fn open(&self, name: &str) -> CloneOf<'_> {
        CloneOf { site: &self.site, folder: self.site.checkout(name, &[]) }
    }

    /// A clone of the last commit alone.
    pub(crate) fn open_shallow(&self, name: &str, revision: &str) -> CloneOf<'_> {
        let root = self.site.folder.path();
        let folder = root.join(name);
        git(root, &["init", "--quiet", name]);
        let remote = format!("file://{}", root.join("remote.git").display());
        git(&folder, &["remote", "add", "origin", &remote]);
        git(&folder, &["-c", "protocol.file.allow=always", "fetch", "--quiet", "--depth=1", "origin", revision]);
        git(&folder, &["checkout", "--quiet", "--detach", "FETCH_HEAD"]);
        CloneOf { site: &self.site, folder }
    }

    /// Somebody edits the only dictionary of the only glossary in the web form.
    pub(crate) fn edit_entries(&self, edit: impl FnOnce(&mut BTreeMap<String, String>)) {
        let mut glossary = (*self.site.emulator.glossaries(ACCOUNT).remove(0)).clone();
        edit(&mut Arc::make_mut(&mut glossary.dictionaries[0]).entries);
        self.site.emulator.insert_glossary(ACCOUNT, glossary);
    }

    /// Its entries.
    pub(crate) fn entries(&self) -> BTreeMap<String, String> {
        self.site.emulator.glossaries(ACCOUNT)[0].dictionaries[0].entries.clone()
    }

    pub(crate) fn prompts(&self) -> Vec<String> {
        prompts(&self.site.emulator)
    }
}

impl CloneOf<'_> {
    /// The list of the project, with one instruction that says this.
    pub(crate) fn write(&self, prompt: &str) {
        self.write_list("a", prompt);
    }

    /// A list of the project.
    pub(crate) fn write_list(&self, key: &str, prompt: &str) {
        let text =
            format!("name: List {key}\nlanguage: de\ncustom_instructions:\n  - label: Ton\n    prompt: {prompt}\n");
        write(&self.folder, &format!("styles/{key}.yaml"), &text);
    }

    /// The glossary of the project.
    pub(crate) fn write_glossary(&self, entries: &[(&str, &str)]) {
        let entries: String = entries.iter().map(|(source, target)| format!("      {source}: {target}\n")).collect();
        let head = "kind: glossary\nname: Terms\ndictionaries:\n  - source_language: en\n    target_language: de\n";
        write(&self.folder, "glossaries/terms.yaml", &format!("{head}    entries:\n{entries}"));
    }

    pub(crate) fn append_settings(&self, text: &str) {
        let file = self.folder.join("housestyle.toml");
        let before = std::fs::read_to_string(&file).unwrap();
        std::fs::write(file, format!("{before}{text}")).unwrap();
    }

    pub(crate) fn git(&self, arguments: &[&str]) -> String {
        git(&self.folder, arguments)
    }

    /// Everything is committed and pushed to this branch of the same name. Answers the commit.
    pub(crate) fn commit(&self, message: &str) -> String {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--message", message]);
        self.git(&["push", "--quiet", "origin", "HEAD"]);
        self.head()
    }

    pub(crate) fn head(&self) -> String {
        self.git(&["rev-parse", "HEAD"]).trim().to_owned()
    }

    pub(crate) fn pull(&self) {
        self.git(&["pull", "--quiet", "--rebase", "origin", "main"]);
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> (i32, String) {
        self.site.run(&self.folder, arguments)
    }

    pub(crate) fn succeeds(&self, arguments: &[&str]) -> String {
        let (code, said) = self.run(arguments);
        assert_eq!(code, 0, "{arguments:?}: {said}");
        said
    }

    /// The digest of the plan, as somebody reads it.
    pub(crate) fn digest(&self) -> String {
        let said = self.run(&["plan", "--format", "json"]).1;
        let plan: serde_json::Value = serde_json::from_str(said.lines().collect::<String>().as_str()).unwrap();
        plan["digest"].as_str().unwrap().to_owned()
    }
}
