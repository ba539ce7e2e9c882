//! Foreign text on its way to people, and names on their way into paths.

use std::collections::BTreeMap;

use housestyle::diagnostic::Place;
use housestyle::model::resource::ResourceContent as Said;
use housestyle::model::style::{Instruction, RuleKey, StyleContent};
use housestyle::model::tag::Tag;
use housestyle::model::{Address, Id, Key, Kind, Language};
use housestyle::plan::{
    Action, Basis, Blocker, Cause, Change, ChangedField, DeferredDeletion, Hazard, Operation, Plan, PlanItem,
    PlanOptions, Safeguard, Step, StyleAction, document,
};
use housestyle::report::heading::Heading;
use housestyle::report::{RenderOptions, Sanitized, markdown, plan_report as report, sanitize as cutting};

use super::is_inert;

/// Nothing that is written does anything but be read, whole or cut.
pub(crate) fn shown(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let shown = Sanitized(&text).to_string();
    assert!(is_inert(&shown), "{shown:?}");
    for width in [0, 1, 7, 40] {
        let cut = cutting::truncate_sanitized(&text, width, "…");
        assert!(cutting::display_width(&cut) <= width.max(1), "{cut:?} in {width}");
        assert!(is_inert(&cut), "{cut:?}");
    }
}

/// A name wears a tag, and takes none from what stands in it.
pub(crate) fn tag(data: &[u8]) {
    let name = String::from_utf8_lossy(data);
    if let Some(Tag { stack, key, nonce }) = Tag::from_name(&name) {
        assert!(name.ends_with(&format!(" [hs!{stack}.{key}.{nonce}]")));
        assert_eq!(Tag::from_name(&format!("{name} (copy)")), None);
    }
    let address = Address::style(Key::new("a").expect("a good key"));
    let tag = Tag::new("abcdef", &address, "aaaa2222");
    let worn = tag.tagged_name(&name);
    assert_eq!(Tag::from_name(&worn), Some(tag));
    assert!(worn.chars().count() <= 1024);
}

/// Keys, addresses, ids and languages: what is taken is safe in a path, and comes back as it went in.
pub(crate) fn names(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Ok(key) = Key::new(&text) {
        let text = key.as_str();
        assert!(text.len() <= Key::MAX && !text.starts_with('/') && !text.ends_with('/'));
        assert!(text.split('/').all(|part| !matches!(part, "" | "." | "..")));
        assert!(is_inert(text));
    }
    if let Ok(address) = Address::parse(&text) {
        assert_eq!(Address::parse(&address.to_string()), Ok(address.clone()));
        assert_eq!(Tag::hash_address(&address).len(), 6);
    }
    if let Some(id) = Id::new(&text) {
        assert!(id.as_str().bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-'));
    }
    assert_eq!(Language::new(Language::new(&text).as_str()), Language::new(&text));
}

/// A plan full of foreign text, on a terminal and as a comment on a pull request.
pub(crate) fn comment(data: &[u8]) {
    let parts: Vec<String> = super::parts(data).map(|part| String::from_utf8_lossy(part).into_owned()).collect();
    let plan = plan_of(&parts);
    let look = RenderOptions {
        color: false,
        unicode: true,
        direction_marks: true,
        width: 80,
        screen_reader: false,
        all_entries: false,
    };
    for line in report::render_human(&plan, "", &look).split('\n') {
        assert!(is_inert(line), "{line:?}");
    }
    let written = markdown::render_plan(&Heading::for_plan(&plan), &plan, "housestyle apply", markdown::DEFAULT_LIMIT);
    assert!(written.chars().count() < 65_536, "{} characters", written.chars().count());
    fenced(&written);
    let saved = document::render_plan(&document::plan_document(&plan));
    assert!(document::parse_plan(&saved).is_ok());
}

/// Outside of fences stands nothing but what is ours; every fence that opens is closed.
fn fenced(written: &str) {
    let mut open: Option<usize> = None;
    for line in written.split('\n') {
        assert!(is_inert(line), "{line:?}");
        let ticks = line.bytes().take_while(|byte| *byte == b'`').count();
        match open {
            Some(fence) if ticks >= fence && line.len() == ticks => open = None,
            Some(_) => {}
            None if ticks >= 3 => open = Some(ticks),
            None => {
                let ours = ["", "</details>", "Next:"].contains(&line)
                    || ["<!-- housestyle plan ", "### ", "<details", "**Not shown here: "]
                        .iter()
                        .any(|b| line.starts_with(b));
                assert!(ours || only_our_elements(line), "foreign text outside of a fence: {line:?}");
                assert!(!outside_of_code(line).contains(['@', '[', '`']), "{line:?}");
            }
        }
    }
    assert_eq!(open, None, "a fence was left open");
}

/// Whether each element of a line is one of those that we write, and nothing of it is open at its end but lists and folds.
fn only_our_elements(line: &str) -> bool {
    const OURS: &[&str] = &["b", "br", "code", "del", "details", "ins", "li", "p", "summary", "ul"];
    let Some(rest) = line.strip_prefix('<') else { return false };
    rest.split('<').all(|element| {
        let Some((name, text)) = element.split_once('>') else { return false };
        OURS.contains(&name.trim_start_matches('/')) && !text.contains('>')
    })
}

/// A line without what stands in `<code>`, where forges replace nothing.
fn outside_of_code(line: &str) -> String {
    let mut parts = line.split("<code>");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once("</code>").map_or("", |(_, after)| after))
}

fn plan_of(parts: &[String]) -> Plan {
    let part = |at: usize| parts.get(at).cloned().unwrap_or_default();
    let address = Address::style(Key::new("support-de").expect("a good key"));
    let id = Id::new("a-1").expect("a good id");
    let place = Some(Place { file: part(1).into(), line: 1, column: 1 });
    let content = StyleContent {
        name: part(0),
        language: Language::new(&part(2)),
        rules: BTreeMap::from([(RuleKey::new(&part(3), &part(4)), part(5).into())]),
        instructions: vec![Instruction {
            label: part(6).into(),
            prompt: part(7).into(),
            source_language: Some(Language::new(&part(8))),
        }],
    };
    let change = |field, before, after| Change { field, before, after, cause: Cause::Conflict, place: place.clone() };
    let changes = vec![
        change(ChangedField::Name, Some(part(7).into()), Some(part(0).into())),
        change(ChangedField::Rule(RuleKey::new(&part(3), &part(4))), None, Some(part(5).into())),
        change(ChangedField::Instruction(part(6).into()), Some(part(8).into()), Some(part(7).into())),
        change(ChangedField::InstructionLabel, Some(part(7).into()), Some(part(6).into())),
        change(ChangedField::InstructionSource(part(6).into()), None, Some(part(8).into())),
        change(ChangedField::Instruction(part(7).into()), Some(part(0).into()), None),
    ];
    let item = |verb, action| PlanItem {
        id: Some(id.clone()),
        changes: changes.clone(),
        steps: vec![Step { action, changes: vec![0, 1, 2] }],
        hazards: vec![Hazard::OverwritesDrift, Hazard::Shrinks],
        kept_rules: vec![RuleKey::new(&part(4), &part(3))],
        moved_from: Some(address.clone()),
        place: place.clone(),
        desired: Some(Said::Style(content.clone()).into()),
        ..PlanItem::new(address.clone(), &part(0), &Language::new(&part(2)), verb)
    };
    Plan {
        basis: Basis {
            origin: part(9),
            environment: part(10),
            desired: String::new().into(),
            catalogue: String::new(),
            options: PlanOptions::default(),
        },
        items: vec![
            item(Operation::Delete, Action::Delete { kind: Kind::Style, id: id.clone() }),
            item(Operation::Create, Action::Create(Said::Style(content.clone()).into())),
            item(Operation::Update, Action::Style(StyleAction::Rename { name: part(0) })),
        ],
        calls: 3,
        unchanged: Vec::new(),
        read_back: BTreeMap::new(),
        kept: vec![DeferredDeletion {
            address: address.clone(),
            id: Some(id),
            name: part(0),
            effect: part(6),
            reason: part(11),
        }],
        blockers: vec![Blocker {
            safeguard: Safeguard::Unmanaged,
            address: Some(address),
            message: part(11),
            help: part(12),
        }],
        unmanaged: BTreeMap::new(),
        notes: vec![part(12), part(11)],
        seen: BTreeMap::new(),
        additions: Vec::new(),
    }
}
