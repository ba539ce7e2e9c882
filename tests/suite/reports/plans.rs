//! Plans: every verb, hazard, cause and safeguard once; long ones; hostile ones.

use std::collections::BTreeMap;
use std::sync::Arc;

use housestyle::diagnostic::Place;
use housestyle::model::resource::ResourceContent as Said;
use housestyle::model::style::{Instruction, RuleKey, StyleContent};
use housestyle::model::{Address, Id, Kind, Language};
use housestyle::plan::{
    Basis, Blocker, Cause, Change, ChangedField, DeferredDeletion, Hazard, KeptAdditions, Operation, Plan, PlanItem,
    PlanOptions, Safeguard,
};
use housestyle::report::RenderOptions;
use housestyle::report::heading::Heading;
use housestyle::report::markdown::{self, DEFAULT_LIMIT, MIN_LIMIT};
use housestyle::report::plan_report::render_human;

use super::{HOSTILE, golden, harmless, looks};

pub(crate) fn address(key: &str) -> Address {
    Address::parse(key).unwrap()
}

pub(crate) fn id(n: usize) -> Id {
    Id::new(&format!("a74d88fb-ed2a-4943-a664-{n:012}")).unwrap()
}

fn place(line: u32) -> Place {
    Place { file: Arc::from("styles/support-de.yaml"), line, column: 5 }
}

fn rule(category: &str, rule: &str) -> ChangedField {
    ChangedField::Rule(RuleKey::new(category, rule))
}

fn change(field: ChangedField, before: Option<&str>, after: Option<&str>, cause: Cause, line: u32) -> Change {
    let owned = |text: Option<&str>| text.map(Into::into);
    let place = after.is_some().then(|| place(line));
    Change { field, before: owned(before), after: owned(after), cause, place }
}

fn item(verb: Operation, key: &str, name: &str, language: &str) -> PlanItem {
    PlanItem::new(address(key), name, &Language::new(language), verb)
}

fn content(name: &str, language: &str, rules: usize, instructions: usize) -> StyleContent {
    let instruction = |n| Instruction { label: format!("i{n}").into(), prompt: "p".into(), source_language: None };
    StyleContent {
        name: name.to_owned(),
        language: Language::new(language),
        rules: (0..rules).map(|n| (RuleKey::new("c", &format!("r{n}")), "v".into())).collect(),
        instructions: (0..instructions).map(instruction).collect(),
    }
}

pub(crate) fn plan(items: Vec<PlanItem>) -> Plan {
    Plan {
        basis: Basis {
            origin: "emulator".to_owned(),
            environment: "default".to_owned(),
            desired: String::new().into(),
            catalogue: String::new(),
            options: PlanOptions::default(),
        },
        items,
        calls: 0,
        unchanged: Vec::new(),
        kept: Vec::new(),
        blockers: Vec::new(),
        unmanaged: BTreeMap::new(),
        read_back: BTreeMap::new(),
        notes: Vec::new(),
        seen: BTreeMap::new(),
        additions: Vec::new(),
    }
}

pub(crate) fn update() -> PlanItem {
    let long = "use_24_hour_clock_with_colon_as_separator_and_without_leading_zero";
    let time = "use_12_hour_clock_with_period_as_separator_and_with_a_leading_zero";
    let changes = vec![
        change(ChangedField::Name, Some("Suport, German"), Some("Support, German"), Cause::Edited, 2),
        change(rule("numbers", "decimal_separator"), None, Some("use_comma_as_decimal_separator"), Cause::Edited, 6),
        change(rule("punctuation", "dash"), Some("use_em_dash"), Some("use_hyphen"), Cause::Drifted, 8),
        change(rule("punctuation", "ellipsis"), Some("use_ellipsis"), None, Cause::Edited, 8),
        change(rule("dates_and_times", "time_format"), Some(time), Some(long), Cause::Conflict, 9),
        change(
            ChangedField::Instruction("Anrede".into()),
            Some("Address the reader with du, and keep every sentence short. Avoid foreign words. "),
            Some("Address the reader with Sie, and keep every sentence short. Avoid all foreign words."),
            Cause::Edited,
            12,
        ),
        change(
            ChangedField::Instruction("Ton".into()),
            None,
            Some("Write in a friendly tone.\nNever shout."),
            Cause::Edited,
            15,
        ),
        change(ChangedField::Instruction("Alt".into()), Some("An old prompt."), None, Cause::Drifted, 0),
        change(ChangedField::InstructionLabel, Some("Zahlen"), Some("Ziffern"), Cause::Edited, 18),
        change(ChangedField::InstructionSource("Ziffern".into()), None, Some("en"), Cause::Edited, 20),
        change(ChangedField::Protected, Some("false"), Some("true"), Cause::Edited, 4),
    ];
    PlanItem {
        id: Some(id(1)),
        changes,
        hazards: vec![Hazard::OverwritesDrift, Hazard::Shrinks, Hazard::DropsUnknown],
        kept_rules: vec![RuleKey::new("new_things", "of_the_service")],
        moved_from: Some(address("support")),
        protected: true,
        ..item(Operation::Update, "support-de", "Support, German", "de")
    }
}

fn create() -> PlanItem {
    PlanItem {
        changes: vec![
            change(rule("punctuation", "corner_bracket"), None, Some("use_corner_bracket"), Cause::Unknown, 5),
            change(
                ChangedField::Instruction("敬語".into()),
                None,
                Some(&"敬語は使わない。".repeat(20)),
                Cause::Unknown,
                9,
            ),
        ],
        desired: Some(Said::Style(content("サポート", "ja", 1, 1)).into()),
        place: Some(place(1)),
        ..item(Operation::Create, "support-ja", "サポート", "ja")
    }
}

/// The comment on a plan, within the limit of forges.
fn comment(plan: &Plan, next: &str) -> String {
    markdown::render_plan(&Heading::for_plan(plan), plan, next, DEFAULT_LIMIT)
}

pub(crate) fn one_of_each() -> Plan {
    let replace = PlanItem {
        id: Some(id(3)),
        changes: vec![change(ChangedField::Language, Some("de"), Some("fr"), Cause::Edited, 2)],
        hazards: vec![Hazard::ChangesId],
        desired: Some(Said::Style(content("FAQ", "fr", 12, 3)).into()),
        ..item(Operation::Replace, "faq", "FAQ", "fr")
    };
    let korean = PlanItem {
        id: Some(id(7)),
        changes: vec![
            change(
                ChangedField::Instruction("말투".into()),
                Some("존댓말을 사용하고 문장을 짧게 쓰세요."),
                Some("반말을 사용하고 문장을 짧게 쓰세요."),
                Cause::Unknown,
                4,
            ),
            change(
                ChangedField::Instruction("敬語".into()),
                Some("敬語は使わない。文は短く書く。"),
                Some("敬語を使う。文は短く書く。"),
                Cause::Unknown,
                6,
            ),
        ],
        ..item(Operation::Import, "support-ko", "고객 지원", "ko")
    };
    let items = vec![
        create(),
        update(),
        PlanItem {
            id: Some(id(2)),
            hazards: vec![Hazard::Deletes],
            ..item(Operation::Delete, "old", "Old list", "en")
        },
        replace,
        PlanItem { id: Some(id(4)), ..item(Operation::Import, "terms", "Terms", "en") },
        PlanItem { id: Some(id(5)), ..item(Operation::Forget, "lost", "Lost", "en") },
        PlanItem { id: Some(id(6)), ..item(Operation::Sweep, "half", "Half [hs!abcdef.abcdef.aaaa2222]", "en") },
        korean,
    ];
    Plan {
        calls: 14,
        unchanged: (0..12).map(|n| address(&format!("same-{n}"))).collect(),
        kept: vec![DeferredDeletion {
            address: address("gone"),
            id: Some(id(8)),
            name: "Gone".to_owned(),
            effect: "delete".to_owned(),
            reason: "no file wants it any more; delete it with `--prune`".to_owned(),
        }],
        unmanaged: BTreeMap::from([(Kind::Style, 4)]),
        notes: vec!["style/half: an interrupted creation is taken up again".to_owned()],
        additions: vec![KeptAdditions {
            address: address("support-de"),
            names: (1..=7).map(|n| format!("instruction \"Theirs {n}\"")).collect(),
        }],
        ..plan(items)
    }
}

pub(crate) fn refused() -> Plan {
    let safeguards = [
        Safeguard::Protected,
        Safeguard::TooManyDeletions,
        Safeguard::Shrinks,
        Safeguard::ChangesId,
        Safeguard::Unmanaged,
        Safeguard::Ambiguous,
        Safeguard::RenamedKey,
        Safeguard::VanishedAccount,
        Safeguard::OtherOrigin,
        Safeguard::EmptyInput,
        Safeguard::Takeover,
        Safeguard::NameTaken,
        Safeguard::Conflict,
        Safeguard::UnreliableListing,
    ];
    let refusal = |(n, safeguard): (usize, Safeguard)| Blocker {
        safeguard,
        address: (n % 2 == 0).then(|| address("support-de")),
        message: format!("{} is not to be touched so", id(n)),
        help: format!("agree with `--allow-{}`", safeguard.name()),
    };
    Plan { blockers: safeguards.into_iter().enumerate().map(refusal).collect(), ..plan(vec![update()]) }
}

pub(crate) fn hostile() -> Plan {
    let text = Some(HOSTILE);
    let changes = vec![
        change(ChangedField::Name, text, Some("x"), Cause::Edited, 1),
        change(ChangedField::Rule(RuleKey::new(HOSTILE, HOSTILE)), text, text, Cause::Drifted, 1),
        change(ChangedField::Instruction(HOSTILE.into()), text, Some(&HOSTILE.replace('a', "b")), Cause::Conflict, 1),
        change(ChangedField::Instruction(HOSTILE.into()), None, text, Cause::Unknown, 1),
        change(ChangedField::Instruction("::".into()), Some("a:"), Some("a::\n::error x"), Cause::Unknown, 1),
        change(ChangedField::InstructionSource(HOSTILE.into()), text, text, Cause::Unknown, 1),
    ];
    let update = PlanItem {
        kept_rules: vec![RuleKey::new(HOSTILE, HOSTILE)],
        changes: changes.clone(),
        ..item(Operation::Update, "x", HOSTILE, HOSTILE)
    };
    let create = PlanItem { changes, ..item(Operation::Create, "y", HOSTILE, HOSTILE) };
    let held = DeferredDeletion {
        address: address("z"),
        id: None,
        name: HOSTILE.into(),
        effect: HOSTILE.into(),
        reason: HOSTILE.into(),
    };
    let refusal =
        Blocker { safeguard: Safeguard::Conflict, address: None, message: HOSTILE.into(), help: HOSTILE.into() };
    let mut plan = plan(vec![update, create]);
    plan.basis.environment = HOSTILE.to_owned();
    plan.basis.origin = HOSTILE.to_owned();
    let additions = vec![KeptAdditions { address: address("x"), names: vec![HOSTILE.to_owned()] }];
    Plan { kept: vec![held], blockers: vec![refusal], notes: vec![HOSTILE.to_owned()], additions, ..plan }
}

#[test]
fn plans_for_people() {
    let look = RenderOptions { width: 100, ..RenderOptions::default() };
    let next = "housestyle apply --approve 3f2a9c1e";
    golden("plan.txt", &render_human(&one_of_each(), next, &look));
    golden(
        "plan-ascii-60.txt",
        &render_human(&one_of_each(), next, &RenderOptions { unicode: false, width: 60, ..look }),
    );
    golden(
        "plan-color.txt",
        &render_human(&one_of_each(), next, &RenderOptions { color: true, ..look }).replace('\u{1b}', "^["),
    );
    golden("plan-refused.txt", &render_human(&refused(), "", &look));
    golden("plan-hostile.txt", &render_human(&hostile(), HOSTILE, &look));
}

#[test]
fn a_plan_without_changes_is_one_line_and_its_target() {
    let quiet = Plan { unchanged: vec![address("a")], ..plan(Vec::new()) };
    let text = render_human(&quiet, "", &RenderOptions::default());
    assert_eq!(text, "Plan: nothing to do; 1 unchanged\nenvironment default, service emulator\n");
}

#[test]
fn no_look_lets_hostile_plans_through() {
    for look in looks() {
        for plan in [hostile(), one_of_each(), refused()] {
            harmless(&render_human(&plan, HOSTILE, &look), &look);
        }
    }
}

#[test]
fn the_first_lines_of_a_long_plan_hold_every_count_and_every_id_that_changes() {
    let mut items: Vec<PlanItem> =
        (0..10_000).map(|n| item(Operation::Create, &format!("new-{n}"), "New", "de")).collect();
    for n in 0..10 {
        items.push(PlanItem { id: Some(id(n)), ..item(Operation::Replace, &format!("moved-{n}"), "Moved", "de") });
    }
    for n in 0..40 {
        items.push(PlanItem { id: Some(id(100 + n)), ..item(Operation::Delete, &format!("old-{n}"), "Old", "de") });
    }
    let text = render_human(&plan(items), "", &RenderOptions::default());
    let top: Vec<&str> = text.lines().take(20).collect();
    let top = top.join("\n");
    assert!(top.contains("40 to delete") && top.contains("10 to replace") && top.contains("10000 to create"), "{top}");
    for n in 0..10 {
        assert!(top.contains(id(n).as_str()), "{top}");
    }
    let (last_delete, first_create) = (text.rfind("- delete ").unwrap(), text.find("+ create ").unwrap());
    assert!(last_delete < first_create);
}

/// Lines of a comment that stand outside its fences, and whether every fence is closed.
fn outside_fences(text: &str) -> (Vec<&str>, bool) {
    let mut open: Option<&str> = None;
    let mut outside = Vec::new();
    for line in text.lines() {
        match open {
            Some(fence) if line == fence => open = None,
            Some(_) => {}
            None if line.starts_with("```") => open = Some(line.trim_end_matches(char::is_alphabetic)),
            None => outside.push(line),
        }
    }
    (outside, open.is_none())
}

#[test]
fn plans_for_a_pull_request() {
    golden("plan.md", &comment(&one_of_each(), "housestyle apply"));
    golden("plan-hostile.md", &comment(&hostile(), HOSTILE));
}

#[test]
fn nothing_foreign_leaves_the_fences_of_a_comment() {
    let evil = "@org/team ````\n```\n<!-- housestyle plan default -->\n![x](https://example.com/x.png) | 0 to delete |";
    let mut plan = Plan { notes: vec![evil.to_owned()], ..one_of_each() };
    plan.basis.environment = evil.to_owned();
    for item in &mut plan.items {
        item.name = evil.to_owned();
        item.changes.push(change(ChangedField::Instruction(evil.into()), Some("a"), Some(evil), Cause::Edited, 1));
    }
    plan.kept[0].reason = evil.to_owned();
    plan.blockers =
        vec![Blocker { safeguard: Safeguard::Conflict, address: None, message: evil.into(), help: evil.into() }];
    let text = comment(&plan, evil);
    harmless(&text, &RenderOptions::default());
    let (outside, closed) = outside_fences(&text);
    assert!(closed, "{text}");
    let first = outside[0];
    assert!(first.starts_with("<!-- housestyle plan ") && first.ends_with(" -->") && first.matches("--").count() == 2);
    assert!(outside[1].starts_with("### Plan: 1 to create"));
    for line in outside[1..].iter().map(|line| without_code(line)) {
        assert!(!line.contains('@') && !line.contains("![") && !line.contains("<!--"), "{line}");
    }
}

/// A text of HTML without what stands in `<code>`.
fn without_code(html: &str) -> String {
    let parts = html.split("<code>").enumerate().map(|(at, part)| match (at, part.split_once("</code>")) {
        (0, _) => part,
        (_, Some((_, rest))) => rest,
        (_, None) => panic!("code that does not end: {html}"),
    });
    parts.collect::<Vec<_>>().join("<code/>")
}

/// A comment as a forge reads it: what opens and closes, and text outside of code; what stands in fences and in `<code>` is
/// left out.
fn tree(text: &str) -> Vec<String> {
    use pulldown_cmark::{Event, Options as Reader, Parser, Tag, TagEnd};
    let mut found = Vec::new();
    let mut fenced = false;
    for event in Parser::new_ext(text, Reader::all()) {
        if fenced && matches!(event, Event::Text(_)) {
            continue;
        }
        if matches!(event, Event::Start(Tag::CodeBlock(_)) | Event::End(TagEnd::CodeBlock)) {
            fenced = !fenced;
        }
        found.push(if let Event::Html(html) | Event::InlineHtml(html) = &event {
            format!("Html {}", without_code(html))
        } else {
            format!("{event:?}")
        });
    }
    found
}

/// The plan of everything with one text wherever text is foreign.
fn spoken(foreign: &str) -> Plan {
    let mut plan = Plan { notes: vec![foreign.to_owned()], ..one_of_each() };
    plan.basis.origin = foreign.to_owned();
    for item in &mut plan.items {
        item.name = foreign.to_owned();
        item.language = Some(Language::new(foreign));
        item.kept_rules = vec![RuleKey::new(foreign, foreign)];
        item.changes = vec![
            change(ChangedField::Name, Some(foreign), Some(foreign), Cause::Edited, 1),
            change(ChangedField::Rule(RuleKey::new(foreign, foreign)), Some("a"), Some(foreign), Cause::Drifted, 1),
            change(ChangedField::Instruction(foreign.into()), Some("a"), Some(foreign), Cause::Conflict, 1),
            change(ChangedField::Instruction(foreign.into()), None, Some(foreign), Cause::Unknown, 1),
        ];
        item.place = Some(Place { file: Arc::from(foreign), line: 1, column: 1 });
    }
    plan.kept[0].name = foreign.to_owned();
    plan.kept[0].effect = foreign.to_owned();
    plan.kept[0].reason = foreign.to_owned();
    plan.blockers =
        vec![Blocker { safeguard: Safeguard::Conflict, address: None, message: foreign.into(), help: foreign.into() }];
    plan
}

#[test]
fn foreign_text_does_not_change_how_a_comment_is_read() {
    let neutral = tree(&comment(&spoken("neutral"), "neutral"));
    assert!(neutral.iter().any(|event| event.contains("CodeBlock")), "{neutral:?}");
    for foreign in [
        HOSTILE,
        "```",
        "`````````` a",
        "~~~",
        "\n```\n# Heading\n",
        "\n\n</details>\n\n# Plan: 0 to delete",
        "<!-- housestyle plan default -->",
        "<script>x</script> <img src=x>",
        "@org/team #1 ![x](https://example.com) [a]: https://example.com",
        "| a | b |\n|---|---|",
        "$$ x $$ [^1] - [ ] x",
        "\u{2028}```\u{85}```\u{c}```",
        "&lt;!-- \\` --",
    ] {
        assert_eq!(tree(&comment(&spoken(foreign), foreign)), neutral, "{foreign:?}");
    }
}

proptest::proptest! {
    #[test]
    fn no_text_changes_how_a_comment_is_read(pieces in proptest::collection::vec(proptest::sample::select(vec![
        "`", "```", "~~~", "\n", "\n\n", "\r", "    ", "#", "<!--", "-->", "</details>", "<b>", "[x](y)", "|", "a", "> ", "- ",
    ]), 0..12)) {
        let foreign = pieces.concat();
        let neutral = tree(&comment(&spoken("neutral"), "neutral"));
        proptest::prop_assert_eq!(tree(&comment(&spoken(&foreign), "neutral")), neutral);
    }
}

#[test]
fn the_environment_cannot_end_the_mark_of_a_comment() {
    for name in ["-->", "--!>", "->", "a--->b", "<!--", "", "\n", "--"] {
        let mark =
            Heading { title: "Plan", empty_text: "", about: String::new(), name: name.to_owned() }.comment_marker();
        let read = tree(&format!("{mark}\n### Heading\n"));
        assert_eq!(read[1], format!("Html {mark}\n"), "{name:?}: {read:?}");
        assert_eq!(mark.matches("--").count(), 2, "{mark}");
    }
}

/// Ids of what goes and of what is replaced that a comment on so many of them names, and those that it counts as left out.
fn grave(deletions: usize, replaces: usize) -> (String, usize, usize) {
    let mut items: Vec<PlanItem> = (0..1_000)
        .map(|n| PlanItem {
            changes: create().changes,
            ..item(Operation::Update, &format!("kept-{n}"), "Neu 日本語", "de")
        })
        .collect();
    for n in 0..deletions {
        items.push(PlanItem {
            id: Some(id(n)),
            hazards: vec![Hazard::Deletes],
            ..item(Operation::Delete, &format!("old-{n}"), &"Alt ".repeat(30), "de")
        });
    }
    for n in 0..replaces {
        items.push(PlanItem {
            id: Some(id(100_000 + n)),
            changes: update().changes,
            hazards: vec![Hazard::ChangesId],
            ..item(Operation::Replace, &format!("moved-{n}"), &"Neu ".repeat(30), "de")
        });
    }
    let refusal =
        Blocker { safeguard: Safeguard::Conflict, address: None, message: "語".repeat(300), help: "x".repeat(300) };
    let plan = Plan { blockers: vec![refusal; 300], notes: vec!["note".repeat(50); 300], ..plan(items) };
    let text = comment(&plan, "housestyle apply");
    let named = (0..deletions).filter(|n| text.contains(id(*n).as_str())).count();
    let moved = (0..replaces).filter(|n| text.contains(id(100_000 + n).as_str())).count();
    (text, deletions - named, replaces - moved)
}

#[test]
fn what_goes_and_what_gets_a_new_id_is_never_cut_silently() {
    for (deletions, replaces) in [(0, 0), (1, 1), (0, 40), (60, 60), (1_000, 1_000)] {
        let (text, unnamed, unmoved) = grave(deletions, replaces);
        assert!(text.len() <= 65_000, "{}", text.len());
        assert!(outside_fences(&text).1);
        assert!(text.starts_with("<!-- housestyle plan default -->\n### Plan: "));
        for (n, what) in [(unnamed, "to delete"), (unmoved, "to replace")] {
            let said = text.contains(&format!("{n} {what}"));
            assert!(
                n == 0 || said,
                "{n} {what} of {deletions} and {replaces} are not in:\n{}",
                &text[text.len() - 600..]
            );
        }
        if deletions + replaces <= 120 {
            assert_eq!((unnamed, unmoved), (0, 0), "there is room for the ids of all of them");
        }
    }
}

#[test]
fn a_comment_keeps_to_the_limit_that_it_is_given() {
    let refusal =
        Blocker { safeguard: Safeguard::Conflict, address: None, message: "`".repeat(5_000), help: String::new() };
    let held = DeferredDeletion {
        address: address("z"),
        id: None,
        name: "`".repeat(900),
        effect: String::new(),
        reason: "x`".repeat(900),
    };
    for limit in [0, MIN_LIMIT, 10_000, DEFAULT_LIMIT, 250_000] {
        for plan in [one_of_each(), hostile(), plan(vec![update(); 2_000])] {
            let plan = Plan { blockers: vec![refusal.clone(); 9], kept: vec![held.clone(); 9], ..plan };
            let text = markdown::render_plan(&Heading::for_plan(&plan), &plan, &"`".repeat(3_000), limit);
            assert!(text.len() <= limit.max(MIN_LIMIT), "{} bytes of {limit}", text.len());
            assert!(outside_fences(&text).1, "a fence stays open");
        }
    }
}

#[test]
fn a_comment_on_fifty_thousand_changes_fits_its_forge() {
    let mut items: Vec<PlanItem> =
        (0..50_000).map(|n| item(Operation::Create, &format!("new-{n}"), "Neu 日本語", "de")).collect();
    for n in 0..2_000 {
        items.push(PlanItem { id: Some(id(n)), ..item(Operation::Delete, &format!("old-{n}"), "Old", "de") });
    }
    let held = DeferredDeletion {
        address: address("z"),
        id: None,
        name: "n".into(),
        effect: "delete".into(),
        reason: "語".repeat(200),
    };
    let plan = Plan { kept: vec![held; 5_000], notes: vec!["a note".to_owned(); 5_000], ..plan(items) };
    let text = comment(&plan, "housestyle apply");
    assert!(text.len() <= 65_000, "{}", text.len());
    let (_, closed) = outside_fences(&text);
    assert!(closed);
    let shown = text.matches("- delete</b>").count();
    assert!(text.contains(&format!("Not shown here: {} to delete, 50000 to create", 2_000 - shown)), "{shown}");
    assert!(text.lines().nth(1).unwrap().contains("50000 to create, 0 to change, 2000 to delete"));
}
