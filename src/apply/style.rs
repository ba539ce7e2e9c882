//! Writing to a style rule list: its rules, its instructions, its name.
//!
//! An instruction is added by a POST that is never repeated blindly: when its answer is lost, the list is read until the
//! instruction shows up.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::apply::event::Outcome;
use crate::apply::refresh::LOOKUP_PAUSES;
use crate::apply::run::{ApplyRun, WriteTally};
use crate::apply::verify::is_equal_normalized;
use crate::model::Id;
use crate::model::style::{Instruction, LiveStyle, StyleContent};
use crate::model::tag::Tag;
use crate::plan::{PlanItem, StyleAction};
use crate::service::{Transport, style};
use crate::state::Journal;

/// How often one instruction is sent.
const MAX_ADD_ATTEMPTS: u32 = 3;

/// Carries out the writing steps of an item.
pub(super) async fn write_style<T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    item: &PlanItem,
    before: &LiveStyle,
    act: &str,
    done: &mut Vec<String>,
) -> Result<WriteTally, Outcome> {
    let id = &before.id;
    let mut held = before.clone();
    let mut written = WriteTally::default();
    for action in item.steps.iter().filter_map(|step| step.action.as_style()) {
        let (what, unseen) = match action {
            // What has a temporary name gets its own one last.
            StyleAction::Rename { .. } if Tag::from_name(&before.name).is_some() => continue,
            StyleAction::Rename { name } => {
                let answer = style::rename_style(run.client, id, name).await;
                ("renamed".to_owned(), answer.map(|answer| u64::from(answer.unknown_attempts)))
            }
            StyleAction::ReplaceRules { rules, opaque_rules } => {
                let answer = style::replace_rules(run.client, id, rules, opaque_rules).await;
                ("rules replaced".to_owned(), answer.map(|answer| u64::from(answer.unknown_attempts)))
            }
            StyleAction::AddInstruction { instruction } => {
                let unseen = add_instruction(run, id, instruction, &mut held, act, done).await?;
                (format!("instruction {:?} added", instruction.label), Ok(unseen))
            }
            StyleAction::ReplaceInstruction { id: instruction_id, instruction } => {
                let answer = style::replace_instruction(run.client, id, instruction_id, instruction).await;
                (
                    format!("instruction {:?} replaced", instruction.label),
                    answer.map(|answer| u64::from(answer.unknown_attempts)),
                )
            }
            StyleAction::RemoveInstruction { id: instruction_id, label } => {
                let answer = style::remove_instruction(run.client, id, instruction_id).await;
                (format!("instruction {label:?} removed"), answer.map(u64::from))
            }
        };
        let unseen = unseen.map_err(|error| run.fail_call(act, &error, done))?;
        written.confirmed += 1;
        written.unconfirmed += unseen;
        run.step_done(item, &what);
        done.push(what);
    }
    Ok(written)
}

/// Adds the instructions that did not fit into the call that created the list. Whether there were any.
pub(super) async fn complete_style<T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    item: &PlanItem,
    content: &StyleContent,
    mut live: LiveStyle,
    act: &str,
    done: &mut Vec<String>,
) -> Result<bool, Outcome> {
    let id = live.id.clone();
    let missing: Vec<&Instruction> =
        content.instructions.iter().filter(|wanted| !has_instruction(&live, wanted, content)).collect();
    let any = !missing.is_empty();
    for instruction in missing {
        add_instruction(run, &id, instruction, &mut live, act, done).await?;
        done.push(format!("added instruction {:?}", instruction.label));
        run.step_done(item, "instruction added");
    }
    Ok(any)
}

/// Adds one instruction. When its answer is lost, the list is read until it shows up; only then is it sent again.
///
/// `held` is the list as last read; it is brought up to date.
async fn add_instruction<T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    list: &Id,
    instruction: &Instruction,
    live: &mut LiveStyle,
    act: &str,
    done: &[String],
) -> Result<u64, Outcome> {
    let known: BTreeSet<Id> = live.instructions.iter().map(|live| live.id.clone()).collect();
    let mut unsure = 0;
    let mut attempt = 1;
    loop {
        let error = match style::add_instruction(run.client, list, instruction).await {
            Ok(_) => return Ok(unsure),
            Err(error) if !error.may_have_happened() => return Err(run.fail_call(act, &error, done)),
            Err(error) => error,
        };
        unsure += 1;
        let mut waited = Duration::ZERO;
        let mut pauses = LOOKUP_PAUSES.iter();
        loop {
            *live = style::get_style(run.client, list).await.map_err(|second| {
                let mut outcome = run.fail_call(act, &error, done);
                if let Outcome::Unknown(failure) = &mut outcome {
                    failure.message = format!("{error}; reading the list back failed: {second}");
                }
                outcome
            })?;
            let came = live.instructions.iter().any(|live| {
                !known.contains(&live.id)
                    && live.instruction.label == instruction.label
                    && live.instruction.prompt == instruction.prompt
            });
            if came {
                return Ok(unsure);
            }
            let Some(pause) = pauses.next().filter(|_| waited < run.client.config().settle_time) else { break };
            waited += *pause;
            let waiting =
                run.client.wait_for(*pause, "an answer was lost: looking whether the instruction appears").await;
            waiting.map_err(|_| run.fail_call(act, &error, done))?;
        }
        if attempt == MAX_ADD_ATTEMPTS {
            return Err(run.fail_call(act, &error, done));
        }
        attempt += 1;
    }
}

fn has_instruction(live: &LiveStyle, wanted: &Instruction, content: &StyleContent) -> bool {
    live.instructions.iter().any(|live| {
        let said = live.instruction.clone().normalized_for(&content.language);
        said.label == wanted.label
            && is_equal_normalized(&said.prompt, &wanted.prompt)
            && said.source_language == wanted.source_language
    })
}
