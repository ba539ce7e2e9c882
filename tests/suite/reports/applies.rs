//! Progress and closing report of an apply, with every outcome.

use std::time::Duration;

use crate::simulated_world::exit_number::exit_number;
use housestyle::apply::{ApplyEvent, ApplyReport, FailureCause, ItemFailure, Outcome, RunEnd};
use housestyle::model::Address;
use housestyle::plan::Operation;
use housestyle::report::RenderOptions;
use housestyle::report::apply_report::{render_human, render_json};
use housestyle::report::event;
use housestyle::report::progress::ProgressLines;

use super::plans::{address, id};
use super::{HOSTILE, golden, harmless, looks};

fn failure(message: &str, done: &[&str]) -> ItemFailure {
    ItemFailure {
        act: "rename style/support-de".to_owned(),
        message: message.to_owned(),
        trace: Some("9d5cb4b1b2f84a6e".to_owned()),
        done: done.iter().map(|step| (*step).to_owned()).collect(),
        cause: FailureCause::NotAsSent,
    }
}

fn outcomes() -> Vec<(Address, Operation, Outcome)> {
    let done = |n, old: Option<usize>| Outcome::Done { id: Some(id(n)), old: old.map(id), remarks: Vec::new() };
    let refused = "PATCH /v3/style_rules/a74d88fb: 400 Bad Request: name is too long";
    let lost = "POST /v3/style_rules: no answer within 30 s; a list of this name may exist";
    let rival = "another run created style/k at the same time: 2; 1 was withdrawn, run apply again";
    let steps: Vec<String> = (0..12).map(|n| format!("added instruction \"i{n}\"")).collect();
    let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
    vec![
        (address("a"), Operation::Create, done(1, None)),
        (address("b"), Operation::Replace, done(2, Some(3))),
        (address("c"), Operation::Delete, Outcome::Done { id: None, old: Some(id(4)), remarks: Vec::new() }),
        (
            address("d"),
            Operation::Update,
            Outcome::Done {
                id: Some(id(5)),
                old: None,
                remarks: vec!["the service stored the name as `D `".to_owned()],
            },
        ),
        (address("e"), Operation::Update, Outcome::Failed(failure(refused, &steps))),
        (address("f"), Operation::Create, Outcome::Unknown(failure(lost, &[]))),
        (address("g"), Operation::Update, Outcome::Skipped),
        (
            address("k"),
            Operation::Create,
            Outcome::Withdrawn(failure(rival, &["created 1 under a temporary name", "withdrew 1"])),
        ),
        (
            address("m"),
            Operation::Update,
            Outcome::Stopped(failure("PUT /v3/style_rules/9/configured_rules: interrupted", &["renamed"])),
        ),
        (
            address("l"),
            Operation::Create,
            Outcome::Unverified(failure("GET /v3/style_rules/8: interrupted", &["gave it its name"])),
        ),
        (address("h"), Operation::Import, done(6, None)),
        (address("i"), Operation::Forget, Outcome::Done { id: None, old: None, remarks: Vec::new() }),
        (address("j"), Operation::Sweep, Outcome::Done { id: None, old: Some(id(7)), remarks: Vec::new() }),
    ]
}

fn report(outcomes: Vec<(Address, Operation, Outcome)>, trouble: Option<&str>) -> ApplyReport {
    ApplyReport {
        origin: "https://translation.example".into(),
        environment: "production".into(),
        outcomes,
        state_error: trouble.map(str::to_owned),
        end: RunEnd::Partial,
    }
}

fn hostile() -> Vec<(Address, Operation, Outcome)> {
    let remarks = vec![HOSTILE.to_owned()];
    let failure = ItemFailure {
        act: HOSTILE.to_owned(),
        message: HOSTILE.to_owned(),
        trace: Some(HOSTILE.to_owned()),
        done: vec![HOSTILE.to_owned()],
        cause: FailureCause::Rejected,
    };
    vec![
        (address("a"), Operation::Update, Outcome::Done { id: None, old: None, remarks }),
        (address("b"), Operation::Update, Outcome::Failed(failure.clone())),
        (address("c"), Operation::Update, Outcome::Unknown(failure)),
    ]
}

fn events(outcomes: &[(Address, Operation, Outcome)], what: &str) -> Vec<ApplyEvent> {
    let mut events = vec![ApplyEvent::Started { items: outcomes.len(), calls: 20 }];
    for (address, verb, outcome) in outcomes {
        let (address, verb) = (address.clone(), *verb);
        events.push(ApplyEvent::ItemStarted { address: address.clone(), operation: verb });
        events.push(ApplyEvent::StepDone { address: address.clone(), what: what.to_owned() });
        events.push(ApplyEvent::ItemEnded { address, operation: verb, outcome: outcome.clone() });
    }
    events.insert(4, ApplyEvent::Waiting { wait: Duration::from_secs(30), reason: format!("429, {what}") });
    events.push(ApplyEvent::Interrupted);
    events
}

fn lines(events: &[ApplyEvent], look: RenderOptions) -> String {
    let lines = ProgressLines::new(look);
    events.iter().filter_map(|event| lines.render_event(event)).collect()
}

#[test]
fn an_apply_for_people() {
    let look = RenderOptions::default();
    let trouble = Some("the state could not be written (disk full); its journal holds everything");
    golden("apply.txt", &render_human(&report(outcomes(), trouble), "housestyle apply", &look));
    golden("apply.json", &render_json(&report(outcomes(), trouble), exit_number));
    golden("apply-progress.txt", &lines(&events(&outcomes(), "rules replaced"), look));
    golden("apply-hostile.txt", &render_human(&report(hostile(), Some(HOSTILE)), HOSTILE, &look));
}

#[test]
fn a_run_without_trouble_ends_with_its_counts() {
    let text = render_human(&report(outcomes()[..3].to_vec(), None), "", &RenderOptions::default());
    assert_eq!(text.lines().last(), Some("Applied: 1 created, 1 deleted, 1 replaced"));
    assert_eq!(render_human(&report(Vec::new(), None), "", &RenderOptions::default()), "Applied: nothing done\n");
}

#[test]
fn no_look_lets_hostile_outcomes_through() {
    for look in looks() {
        harmless(&render_human(&report(hostile(), Some(HOSTILE)), HOSTILE, &look), &look);
        harmless(&lines(&events(&hostile(), HOSTILE), look), &look);
        harmless(&render_json(&report(hostile(), Some(HOSTILE)), exit_number), &look);
        harmless(
            &events(&hostile(), HOSTILE)
                .iter()
                .map(|event| event::render_event(event, exit_number))
                .collect::<String>(),
            &look,
        );
    }
}
