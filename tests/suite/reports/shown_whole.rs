//! What is approved was shown whole, in every format: two values that differ in their last character never look the same.

use housestyle::model::style::RuleKey;
use housestyle::model::term_set::TermSetPart;
use housestyle::model::{Kind, Language};
use housestyle::plan::{Cause, Change, ChangedField, Operation, Plan, PlanItem, document};
use housestyle::report::diff::{self, DiffSide};
use housestyle::report::heading::Heading;
use housestyle::report::json::to_pretty_json;
use housestyle::report::markdown::{self, DEFAULT_LIMIT};
use housestyle::report::{html, plan_report as text};
use proptest::prelude::{Strategy, prop_assert, prop_assume, proptest};

use super::looks;
use super::plans::{address, id, plan};

/// A plan in every format that it is approved in.
fn every_format(plan: &Plan) -> Vec<(String, String)> {
    let heading = Heading::for_plan(plan);
    let side = DiffSide { name: String::new(), commit: None, desired: String::new() };
    let mut shown: Vec<(String, String)> =
        looks().into_iter().map(|look| (format!("{look:?}"), text::render_human(plan, "", &look))).collect();
    shown.push(("markdown".to_owned(), markdown::render_plan(&heading, plan, "", DEFAULT_LIMIT)));
    shown.push(("html".to_owned(), html::render_plan_page(&heading, plan, "")));
    shown.push(("json".to_owned(), to_pretty_json(&document::plan_document(plan).items)));
    shown.push(("diff json".to_owned(), diff::render_json(plan, &side, &side)));
    shown
}

fn fields() -> Vec<ChangedField> {
    let part = TermSetPart::Dictionary { source: Language::new("en"), target: Language::new("de") };
    vec![
        ChangedField::Name,
        ChangedField::Language,
        ChangedField::Rule(RuleKey::new("numbers", "decimal_separator")),
        ChangedField::Instruction("Tone".into()),
        ChangedField::InstructionLabel,
        ChangedField::InstructionSource("Tone".into()),
        ChangedField::Part(part.clone()),
        ChangedField::Entry(part, "wind farm".to_owned()),
    ]
}

/// A plan of one resource with one change.
fn of_change(operation: Operation, field: &ChangedField, before: Option<&str>, after: Option<&str>) -> Plan {
    let owned = |text: Option<&str>| text.map(Into::into);
    let change =
        Change { field: field.clone(), before: owned(before), after: owned(after), cause: Cause::Unknown, place: None };
    let about = PlanItem::new(address("support"), "Support", &Language::new("de"), operation);
    plan(vec![PlanItem { changes: vec![change], id: (operation != Operation::Create).then(|| id(1)), ..about }])
}

/// The formats in which two plans look the same.
fn alike(one: &Plan, other: &Plan) -> Vec<String> {
    let pairs = every_format(one).into_iter().zip(every_format(other));
    pairs.filter(|((_, one), (_, other))| one == other).map(|((format, _), _)| format).collect()
}

fn last() -> impl Strategy<Value = char> {
    let special =
        proptest::sample::select(vec![' ', '\n', '\t', '·', '↵', '…', '-', ']', '+', '}', '\\', 'a', '語', '\u{200b}']);
    proptest::prop_oneof![special, proptest::prelude::any::<char>()]
}

proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { cases: 16, ..Default::default() })]
    #[test]
    fn values_that_differ_in_their_last_character_differ_in_every_format(
        prefix in "[a-z 語\n·↵-]{0,150}", one in last(), other in last(),
    ) {
        prop_assume!(one != other);
        let (one, other) = (format!("{prefix}{one}"), format!("{prefix}{other}"));
        for field in fields() {
            for (operation, before) in [(Operation::Create, None), (Operation::Update, None), (Operation::Update, Some("was"))] {
                let [left, right] = [&one, &other].map(|after| of_change(operation, &field, before, Some(after)));
                let alike = alike(&left, &right);
                prop_assert!(alike.is_empty(), "{operation:?} {field:?}: {one:?} and {other:?} look the same: {alike:?}");
            }
            let [left, right] = [&one, &other].map(|before| of_change(Operation::Update, &field, Some(before), None));
            let alike = alike(&left, &right);
            prop_assert!(alike.is_empty(), "removal of {field:?}: {one:?} and {other:?} look the same: {alike:?}");
        }
    }
}

#[test]
fn names_of_any_length_are_shown_whole() {
    let named =
        |name: &str| plan(vec![PlanItem::new(address("support"), name, &Language::new("de"), Operation::Create)]);
    let prefix = "Support ".repeat(40);
    assert_eq!(alike(&named(&format!("{prefix}a")), &named(&format!("{prefix}b"))), Vec::<String>::new());
}

/// Entries beyond those that are listed are counted, and their digest tells one rest from another.
#[test]
fn entries_that_are_only_counted_differ_too() {
    let part = TermSetPart::Dictionary { source: Language::new("en"), target: Language::new("de") };
    let entries = |last: &str| {
        let of = |n: usize| Change {
            field: ChangedField::Entry(part.clone(), format!("phrase {n:04}")),
            before: None,
            after: Some(if n == 899 { last.into() } else { format!("Wort {n}").into() }),
            cause: Cause::Edited,
            place: None,
        };
        let item = PlanItem {
            changes: (0..900).map(of).collect(),
            ..PlanItem::new(address("glossary/terms"), "Terms", None, Operation::Update)
        };
        assert_eq!(item.address.kind, Kind::Glossary);
        plan(vec![item])
    };
    assert_eq!(alike(&entries("Wort a"), &entries("Wort b")), Vec::<String>::new());
}

#[test]
fn a_comment_marks_words_in_elements_that_forges_keep() {
    let prompt = "Write plainly and briefly, in the words of the reader. ".repeat(4) + "\n+ no sign of ours";
    let label = ChangedField::Instruction("Tone".into());
    let added = of_change(Operation::Create, &label, None, Some(&prompt));
    let removed = of_change(Operation::Update, &label, Some(&prompt), None);
    for (plan, mark) in [(added, "<code>Write"), (removed, "<code><del>Write")] {
        let comment =
            markdown::render_plan(&Heading::for_plan(&plan), &plan, "housestyle apply\nhousestyle plan", DEFAULT_LIMIT);
        assert_eq!(comment.matches(mark).count(), 1, "{comment}");
        assert!(!comment.contains("<details"), "a plan of one resource is not folded: {comment}");
        assert!(comment.ends_with("```sh\nhousestyle apply\nhousestyle plan\n```\n"), "{comment}");
        assert!(!comment.lines().any(|line| line.starts_with("+ no sign")), "{comment}");
    }
}
