//! One stopped resource beside others, and notes that somebody has read.

use super::hands::{Clones, add_instruction};
use crate::world::ACCOUNT;

#[test]
fn what_no_safeguard_stops_is_carried_out_where_somebody_asks_for_it() {
    let clones = Clones::new();
    let files = clones.open("a");
    files.write("Be brief.");
    files.commit("first");
    files.succeeds(&["apply", "--auto-approve"]);
    add_instruction(&clones.site.emulator, "Anrede", "Say Sie.");
    files.write("Be very brief.");
    files.write_list("b", "Be kind.");
    files.commit("second");
    let (code, said) = files.run(&["apply", "--auto-approve"]);
    assert!(code == 5 && said.contains("--keep-going") && said.contains("--target"), "{code}: {said}");
    assert_eq!(clones.site.names(), ["List a"]);
    let (code, said) = files.run(&["apply", "--auto-approve", "--keep-going"]);
    assert!(code == 4 && said.contains("not carried out") && said.contains("[drift]"), "{code}: {said}");
    assert_eq!(clones.site.names(), ["List a", "List b"]);
    assert!(clones.prompts().contains(&"Say Sie.".to_owned()));
    // It is part of what is approved.
    files.write_list("b", "Be very kind.");
    let digest = files.digest();
    let (code, said) = files.run(&["apply", "--keep-going", "--approve", &digest]);
    assert_eq!(code, 6, "{said}");
}

#[test]
fn a_note_that_somebody_has_read_is_not_written_again() {
    let clones = Clones::new();
    let files = clones.open("a");
    files.write("Be brief.");
    files.commit("first");
    files.succeeds(&["apply", "--auto-approve"]);
    let emulator = &clones.site.emulator;
    let ours = emulator.style_lists(ACCOUNT).remove(0);
    let mut twins = Vec::new();
    for _ in 0..2 {
        let style_id = emulator.new_id();
        emulator.insert_style_list(ACCOUNT, housestyle::emulator::StoredStyleList { style_id, ..(*ours).clone() });
        twins.push(style_id.to_string());
    }
    let noted = |command: &str| files.succeeds(&[command]);
    assert!(twins.iter().all(|id| noted("plan").contains(id) && noted("drift").contains(id)));
    files.succeeds(&["state", "acknowledge", &twins[0]]);
    for command in ["plan", "drift"] {
        let said = noted(command);
        assert!(!said.contains(&twins[0]) && said.contains(&twins[1]), "{said}");
    }
    files.append_settings(&format!("[[acknowledged]]\nid = \"{}\"\nreason = \"of the web team\"\n", twins[1]));
    for command in ["plan", "drift"] {
        let said = noted(command);
        assert!(twins.iter().all(|id| !said.contains(id)), "{said}");
    }
    for list in emulator.style_lists(ACCOUNT) {
        if list.style_id.to_string() == twins[1] {
            emulator.remove_record(ACCOUNT, list.style_id);
        }
    }
    let said = noted("plan");
    assert!(said.contains("[[acknowledged]] names") && said.contains("remove the block"), "{said}");
    let (code, said) = files.run(&["state", "acknowledge", &ours.style_id.to_string()]);
    assert!(code == 5 && said.contains("style/a"), "{said}");
}
