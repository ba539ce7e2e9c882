//! What is kept on disk: state, journal, saved plans.

use housestyle::model::digest;
use housestyle::model::object::Object;
use housestyle::plan::document::{self, Document};
use housestyle::state::{State, format, snapshot as saved};

pub(crate) fn state(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(state) = format::parse(text) else { return };
    let rendered = format::render(&state);
    let again = format::parse(&rendered).expect("what we wrote can be read");
    assert_eq!(again, state);
    assert_eq!(format::render(&again), rendered);
}

/// The line as it is, and with the checksum that it would need: a fuzzer does not guess hashes.
pub(crate) fn journal(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let sealed = format!("{} {text}", digest::short(text, 10));
    for line in [text, &sealed] {
        let Some(fact) = format::parse_fact("abcdef", line) else { continue };
        let rendered = format::render_fact("abcdef", &fact);
        let (line, end) = rendered.split_at(rendered.len() - 1);
        assert!(end == "\n" && !line.contains(['\n', '\r']), "a fact is one line: {rendered:?}");
        assert_eq!(format::parse_fact("abcdef", line), Some(fact.clone()));
        // Torn anywhere, it says nothing.
        let torn = (0..line.len()).rev().find(|at| line.is_char_boundary(*at)).map(|at| &line[..at]);
        assert_eq!(format::parse_fact("abcdef", torn.expect("a fact is not empty")), None);
        State::default().take(fact);
    }
}

pub(crate) fn plan(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let believed = document::parse(text);
    let Ok(mut document) = serde_json::from_str::<Document>(text) else {
        assert!(believed.is_err());
        return;
    };
    document.digest = document::digest_of(&document);
    let rendered = document::render(&document);
    match document::parse(&rendered) {
        Ok(read) => {
            assert_eq!(document::render(&read), rendered);
            // Whatever somebody changes afterwards is seen.
            let mut forged = read;
            forged.basis.origin.push('x');
            assert!(document::parse(&document::render(&forged)).is_err(), "a changed plan was believed");
        }
        Err(document::Error::Newer(format)) => assert!(format > document::FORMAT),
        Err(why) => panic!("what we wrote cannot be read: {why}"),
    }
}

pub(crate) fn snapshot(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(snapshot) = saved::parse(text) else { return };
    let rendered = saved::render(&snapshot);
    assert_eq!(saved::parse(&rendered).expect("what we wrote can be read"), snapshot);
    assert!(snapshot.created().is_ok(), "an address was not checked");
    // What was held is what comes back.
    let lists: Vec<_> = snapshot.objects().map(|object| object.expect("it was checked")).collect();
    let again = saved::Snapshot::of("", "", 0, lists.iter().map(|(address, list)| (address.clone(), list.found())));
    for (address, list) in &lists {
        let named = |(a, l): &(_, Object)| (a, l.found().id()) == (address, list.found().id());
        assert!(again.objects().filter_map(Result::ok).any(|saved| named(&saved)), "an object was lost");
    }
}
