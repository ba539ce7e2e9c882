//! What came of applying a plan: what was done with its ids, then failures in full, the counts last.
//!
//! Always holds: every object of the plan is in the counts; nothing that may have happened is called not done.

use schemars::JsonSchema;
use serde::Serialize;

use crate::apply::{Failure, Outcome, Report};
use crate::model::{Address, Id};
use crate::plan::Verb;
use crate::report::json::pretty;
use crate::report::look::{Look, Tone};
use crate::report::plan::{proposal, sign, word};
use crate::report::shown::Shown;
use crate::report::wrap::{Piece, wrap};

/// Steps done before a failure that are listed; the rest is counted.
const STEPS: usize = 8;

/// The closing report, and `next`: what to run now, said before the counts (nothing where empty).
#[must_use]
pub fn human(report: &Report, next: &str, look: &Look) -> String {
    let Report { outcomes, trouble, exit: _ } = report;
    let mut out = String::new();
    for (address, verb, outcome) in outcomes {
        if let Outcome::Done { .. } = outcome {
            ended(&mut out, address, *verb, outcome, look);
        }
    }
    for (address, verb, outcome) in outcomes {
        match outcome {
            Outcome::Done { .. } => {}
            Outcome::Failed(_) | Outcome::Unknown(_) | Outcome::Skipped => {
                ended(&mut out, address, *verb, outcome, look);
            }
        }
    }
    if let Some(trouble) = trouble {
        let pieces = [Piece::new(Tone::Bad, "error:"), Piece::new(Tone::Plain, format!(" {}", Shown(trouble)))];
        wrap(&mut out, look, "", "  ", &pieces);
    }
    proposal(&mut out, next, look);
    let counts = Counts::of(outcomes);
    let tone = if counts.failed + counts.unknown > 0 || trouble.is_some() {
        Tone::Bad
    } else if counts.skipped > 0 {
        Tone::Doubt
    } else {
        Tone::Good
    };
    wrap(&mut out, look, "", "  ", &[Piece::new(tone, sentence(outcomes))]);
    out
}

/// Version of the JSON form.
const VERSION: u32 = 1;

/// The closing report as JSON, in the order of the plan.
#[must_use]
pub fn json(report: &Report) -> String {
    let Report { outcomes, trouble, exit } = report;
    pretty(&Document {
        housestyle_apply: VERSION,
        outcomes: outcomes.iter().map(|(address, verb, outcome)| written(address, *verb, outcome)).collect(),
        trouble: trouble.as_deref(),
        summary: summary(outcomes),
        exit: *exit,
    })
}

#[derive(Serialize)]
struct Document<'a> {
    housestyle_apply: u32,
    outcomes: Vec<Written<'a>>,
    trouble: Option<&'a str>,
    summary: Summary,
    exit: u8,
}

/// Totals of a run.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Summary {
    /// Objects that are as planned.
    done: usize,
    /// Objects that are not.
    failed: usize,
    /// Objects of which it is not known.
    unknown: usize,
    /// Objects that were not begun.
    skipped: usize,
}

/// How many objects ended in which way.
pub(crate) fn summary(outcomes: &[(Address, Verb, Outcome)]) -> Summary {
    let Counts { failed, unknown, skipped } = Counts::of(outcomes);
    Summary { done: outcomes.len() - failed - unknown - skipped, failed, unknown, skipped }
}

/// One object in JSON, in the closing report and in the stream of events.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Written<'a> {
    /// `style/support-de`
    address: String,
    /// What was to happen.
    verb: &'static str,
    /// `done`, `failed`, `unknown` or `skipped`.
    outcome: &'static str,
    /// Id from now on.
    id: Option<&'a str>,
    /// Id that is no more.
    old_id: Option<&'a str>,
    /// What the service made of it, where that is not what was asked for.
    remarks: &'a [String],
    /// Why it was not done.
    failure: Option<WrittenFailure<'a>>,
}

/// Why an object was not done.
#[derive(Serialize, JsonSchema)]
struct WrittenFailure<'a> {
    /// The act that failed.
    act: &'a str,
    /// What happened.
    message: &'a str,
    /// Trace id that the service gave.
    trace: Option<&'a str>,
    /// Steps that were done before.
    done: &'a [String],
    /// Exit code that it stands for.
    exit: u8,
}

pub(crate) fn written<'a>(address: &Address, verb: Verb, outcome: &'a Outcome) -> Written<'a> {
    let failure = |failure: &'a Failure| {
        let Failure { act, message, trace, done, exit } = failure;
        WrittenFailure { act, message, trace: trace.as_deref(), done, exit: *exit }
    };
    let bare = Written {
        address: address.to_string(),
        verb: verb.name(),
        outcome: "skipped",
        id: None,
        old_id: None,
        remarks: &[],
        failure: None,
    };
    match outcome {
        Outcome::Done { id, old, remarks } => Written {
            outcome: "done",
            id: id.as_ref().map(Id::as_str),
            old_id: old.as_ref().map(Id::as_str),
            remarks,
            ..bare
        },
        Outcome::Failed(why) => Written { outcome: "failed", failure: Some(failure(why)), ..bare },
        Outcome::Unknown(why) => Written { outcome: "unknown", failure: Some(failure(why)), ..bare },
        Outcome::Skipped => bare,
    }
}

/// The line that counts: `Applied: 2 created, 1 changed; 1 failed, 1 unknown, 3 not begun`.
#[must_use]
pub fn sentence(outcomes: &[(Address, Verb, Outcome)]) -> String {
    let verbs =
        [Verb::Create, Verb::Update, Verb::Delete, Verb::Replace, Verb::Adopt, Verb::Forget, Verb::Sweep].into_iter();
    let done = |verb: Verb| {
        outcomes.iter().filter(|(_, of, outcome)| *of == verb && matches!(outcome, Outcome::Done { .. })).count()
    };
    let said: Vec<String> = verbs
        .map(|verb| (verb, done(verb)))
        .filter(|(_, n)| *n > 0)
        .map(|(verb, n)| format!("{n} {}", past(verb)))
        .collect();
    let Counts { failed, unknown, skipped } = Counts::of(outcomes);
    let rest: Vec<String> = [(failed, "failed"), (unknown, "unknown"), (skipped, "not begun")]
        .into_iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, what)| format!("{n} {what}"))
        .collect();
    let said = if said.is_empty() { "nothing done".to_owned() } else { said.join(", ") };
    if rest.is_empty() { format!("Applied: {said}") } else { format!("Applied: {said}; {}", rest.join(", ")) }
}

struct Counts {
    failed: usize,
    unknown: usize,
    skipped: usize,
}

impl Counts {
    fn of(outcomes: &[(Address, Verb, Outcome)]) -> Self {
        let mut counts = Self { failed: 0, unknown: 0, skipped: 0 };
        for (_, _, outcome) in outcomes {
            match outcome {
                Outcome::Done { .. } => {}
                Outcome::Failed(_) => counts.failed += 1,
                Outcome::Unknown(_) => counts.unknown += 1,
                Outcome::Skipped => counts.skipped += 1,
            }
        }
        counts
    }
}

/// The verb once it is done.
pub(crate) fn past(verb: Verb) -> &'static str {
    match verb {
        Verb::Delete => "deleted",
        Verb::Replace => "replaced",
        Verb::Create => "created",
        Verb::Update => "changed",
        Verb::Adopt => "adopted",
        Verb::Forget => "forgotten",
        Verb::Sweep => "swept",
    }
}

/// How work on one object ended.
pub(crate) fn ended(out: &mut String, address: &Address, verb: Verb, outcome: &Outcome, look: &Look) {
    match outcome {
        Outcome::Done { id, old, remarks } => {
            let (sign, tone) = sign(verb);
            let mut pieces = vec![
                Piece::new(tone, format!("{sign} ")),
                Piece::new(Tone::Strong, address.to_string()),
                Piece::new(Tone::Plain, format!(" {}", past(verb))),
            ];
            match (old, id) {
                (Some(old), Some(id)) => {
                    let arrow = look.pick("→", "->");
                    pieces.push(Piece::new(Tone::Strong, format!("  id {old} {arrow} {id}")));
                }
                (None, Some(id)) => pieces.push(Piece::new(Tone::Faint, format!("  id {id}"))),
                (Some(old), None) => pieces.push(Piece::new(Tone::Faint, format!("  id {old} is no more"))),
                (None, None) => {}
            }
            wrap(out, look, "", "      ", &pieces);
            for remark in remarks {
                wrap(out, look, "    ! ", "      ", &[Piece::new(Tone::Doubt, Shown(remark).to_string())]);
            }
        }
        Outcome::Failed(failure) => stopped(out, address, verb, "failed", failure, look),
        Outcome::Unknown(failure) => {
            stopped(out, address, verb, "unknown whether it happened", failure, look);
        }
        Outcome::Skipped => {
            let pieces = [
                Piece::new(Tone::Strong, address.to_string()),
                Piece::new(Tone::Plain, format!(" not begun ({})", word(verb))),
            ];
            wrap(out, look, "  ", "      ", &pieces);
        }
    }
}

fn stopped(out: &mut String, address: &Address, verb: Verb, how: &str, failure: &Failure, look: &Look) {
    let Failure { act, message, trace, done, exit: _ } = failure;
    let pieces = [
        Piece::new(Tone::Bad, "! "),
        Piece::new(Tone::Strong, address.to_string()),
        Piece::new(Tone::Bad, format!(" {how}")),
        Piece::new(Tone::Plain, format!(" ({})", word(verb))),
    ];
    wrap(out, look, "", "      ", &pieces);
    wrap(out, look, "    ", "      ", &[Piece::new(Tone::Plain, format!("{}: {}", Shown(act), Shown(message)))]);
    if let Some(trace) = trace {
        wrap(out, look, "    ", "      ", &[Piece::new(Tone::Faint, format!("trace id {}", Shown(trace)))]);
    }
    if !done.is_empty() {
        let mut steps: Vec<String> = done.iter().take(STEPS).map(|step| Shown(step).to_string()).collect();
        if done.len() > STEPS {
            steps.push(format!("and {} more", done.len() - STEPS));
        }
        let text = format!("done before: {}", steps.join("; "));
        wrap(out, look, "    ", "      ", &[Piece::new(Tone::Plain, text)]);
    }
}
