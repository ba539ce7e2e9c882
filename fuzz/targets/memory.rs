//! What is kept on disk: state, journal, saved plans.

use housestyle::model::digest;
use housestyle::model::resource::LiveResource;
use housestyle::plan::document::{self, PlanDocument};
use housestyle::state::{State, format, snapshot as saved};

pub(crate) fn state(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(state) = format::parse_state(text) else { return };
    let rendered = format::render_state(&state);
    let again = format::parse_state(&rendered).expect("what we wrote can be read");
    assert_eq!(again, state);
    assert_eq!(format::render_state(&again), rendered);
}

/// The line as it is, and with the checksum that it would need: a fuzzer does not guess hashes.
pub(crate) fn journal(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let sealed = format!("{} {text}", digest::short_digest(text, 10));
    for line in [text, &sealed] {
        let Some(fact) = format::parse_journal_line("abcdef", line) else { continue };
        let rendered = format::render_journal_line("abcdef", &fact);
        let (line, end) = rendered.split_at(rendered.len() - 1);
        assert!(end == "\n" && !line.contains(['\n', '\r']), "a fact is one line: {rendered:?}");
        assert_eq!(format::parse_journal_line("abcdef", line), Some(fact.clone()));
        // Torn anywhere, it says nothing.
        let torn = (0..line.len()).rev().find(|at| line.is_char_boundary(*at)).map(|at| &line[..at]);
        assert_eq!(format::parse_journal_line("abcdef", torn.expect("a fact is not empty")), None);
        State::default().apply_entry(fact);
    }
}

pub(crate) fn plan(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let believed = document::parse_plan(text);
    let Ok(mut document) = serde_json::from_str::<PlanDocument>(text) else {
        assert!(believed.is_err());
        return;
    };
    document.digest = document::digest_of_plan(&document);
    let rendered = document::render_plan(&document);
    match document::parse_plan(&rendered) {
        Ok(read) => {
            assert_eq!(document::render_plan(&read), rendered);
            // Whatever somebody changes afterwards is seen.
            let mut forged = read;
            forged.basis.origin.push('x');
            assert!(document::parse_plan(&document::render_plan(&forged)).is_err(), "a changed plan was believed");
        }
        Err(document::PlanFileError::Newer(format)) => assert!(format > document::FORMAT),
        Err(why) => panic!("what we wrote cannot be read: {why}"),
    }
}

pub(crate) fn snapshot(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(snapshot) = saved::parse_snapshot(text) else { return };
    let rendered = saved::render_snapshot(&snapshot);
    assert_eq!(saved::parse_snapshot(&rendered).expect("what we wrote can be read"), snapshot);
    assert!(snapshot.created_addresses().is_ok(), "an address was not checked");
    // What was held is what comes back.
    let lists: Vec<_> = snapshot.resources().map(|object| object.expect("it was checked")).collect();
    let again =
        saved::Snapshot::new("", "", 0, lists.iter().map(|(address, list)| (address.clone(), list.as_resource_ref())));
    for (address, list) in &lists {
        let named =
            |(a, l): &(_, LiveResource)| (a, l.as_resource_ref().id()) == (address, list.as_resource_ref().id());
        assert!(again.resources().filter_map(Result::ok).any(|saved| named(&saved)), "an object was lost");
    }
}
