//! Progress and closing report of an apply, with every outcome.

use std::time::Duration;

use housestyle::apply::{Event, Failure, Outcome, Report};
use housestyle::model::Address;
use housestyle::plan::Verb;
use housestyle::report::Look;
use housestyle::report::apply::{human, json};
use housestyle::report::event;
use housestyle::report::progress::Lines;

use super::plans::{address, id};
use super::{HOSTILE, golden, harmless, looks};

fn failure(message: &str, done: &[&str]) -> Failure {
    Failure {
        act: "rename style/support-de".to_owned(),
        message: message.to_owned(),
        trace: Some("9d5cb4b1b2f84a6e".to_owned()),
        done: done.iter().map(|step| (*step).to_owned()).collect(),
        exit: 4,
    }
}

fn outcomes() -> Vec<(Address, Verb, Outcome)> {
    let done = |n, old: Option<usize>| Outcome::Done { id: Some(id(n)), old: old.map(id), remarks: Vec::new() };
    let refused = "PATCH /v3/style_rules/a74d88fb: 400 Bad Request: name is too long";
    let lost = "POST /v3/style_rules: no answer within 30 s; a list of this name may exist";
    let steps: Vec<String> = (0..12).map(|n| format!("added instruction \"i{n}\"")).collect();
    let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
    vec![
        (address("a"), Verb::Create, done(1, None)),
        (address("b"), Verb::Replace, done(2, Some(3))),
        (address("c"), Verb::Delete, Outcome::Done { id: None, old: Some(id(4)), remarks: Vec::new() }),
        (
            address("d"),
            Verb::Update,
            Outcome::Done {
                id: Some(id(5)),
                old: None,
                remarks: vec!["the service stored the name as `D `".to_owned()],
            },
        ),
        (address("e"), Verb::Update, Outcome::Failed(failure(refused, &steps))),
        (address("f"), Verb::Create, Outcome::Unknown(failure(lost, &[]))),
        (address("g"), Verb::Update, Outcome::Skipped),
        (address("h"), Verb::Adopt, done(6, None)),
        (address("i"), Verb::Forget, Outcome::Done { id: None, old: None, remarks: Vec::new() }),
        (address("j"), Verb::Sweep, Outcome::Done { id: None, old: Some(id(7)), remarks: Vec::new() }),
    ]
}

fn report(outcomes: Vec<(Address, Verb, Outcome)>, trouble: Option<&str>) -> Report {
    Report { outcomes, trouble: trouble.map(str::to_owned), exit: 4 }
}

fn hostile() -> Vec<(Address, Verb, Outcome)> {
    let remarks = vec![HOSTILE.to_owned()];
    let failure = Failure {
        act: HOSTILE.to_owned(),
        message: HOSTILE.to_owned(),
        trace: Some(HOSTILE.to_owned()),
        done: vec![HOSTILE.to_owned()],
        exit: 1,
    };
    vec![
        (address("a"), Verb::Update, Outcome::Done { id: None, old: None, remarks }),
        (address("b"), Verb::Update, Outcome::Failed(failure.clone())),
        (address("c"), Verb::Update, Outcome::Unknown(failure)),
    ]
}

fn events(outcomes: &[(Address, Verb, Outcome)], what: &str) -> Vec<Event> {
    let mut events = vec![Event::Started { items: outcomes.len(), calls: 20 }];
    for (address, verb, outcome) in outcomes {
        let (address, verb) = (address.clone(), *verb);
        events.push(Event::ItemStarted { address: address.clone(), verb });
        events.push(Event::StepDone { address: address.clone(), what: what.to_owned() });
        events.push(Event::ItemEnded { address, verb, outcome: outcome.clone() });
    }
    events.insert(4, Event::Waiting { wait: Duration::from_secs(30), reason: format!("429, {what}") });
    events.push(Event::Interrupted);
    events
}

fn lines(events: &[Event], look: Look) -> String {
    let lines = Lines::new(look);
    events.iter().filter_map(|event| lines.hear(event)).collect()
}

#[test]
fn an_apply_for_people() {
    let look = Look::default();
    let trouble = Some("the state could not be written (disk full); its journal holds everything");
    golden("apply.txt", &human(&report(outcomes(), trouble), "housestyle apply", &look));
    golden("apply.json", &json(&report(outcomes(), trouble)));
    golden("apply-progress.txt", &lines(&events(&outcomes(), "rules replaced"), look));
    golden("apply-hostile.txt", &human(&report(hostile(), Some(HOSTILE)), HOSTILE, &look));
}

#[test]
fn a_run_without_trouble_ends_with_its_counts() {
    let text = human(&report(outcomes()[..3].to_vec(), None), "", &Look::default());
    assert_eq!(text.lines().last(), Some("Applied: 1 created, 1 deleted, 1 replaced"));
    assert_eq!(human(&report(Vec::new(), None), "", &Look::default()), "Applied: nothing done\n");
}

#[test]
fn no_look_lets_hostile_outcomes_through() {
    for look in looks() {
        harmless(&human(&report(hostile(), Some(HOSTILE)), HOSTILE, &look), &look);
        harmless(&lines(&events(&hostile(), HOSTILE), look), &look);
        harmless(&json(&report(hostile(), Some(HOSTILE))), &look);
        harmless(&events(&hostile(), HOSTILE).iter().map(event::json).collect::<String>(), &look);
    }
}
