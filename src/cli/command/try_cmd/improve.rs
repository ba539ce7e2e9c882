//! Prompts and labels through text improvement: suggestions, and what becomes of them.

use std::collections::BTreeMap;

use crate::catalogue::nearest;
use crate::cli::arguments::format::{HumanOrJson, choose_format};
use crate::cli::arguments::planning_args::PlanningArgs;
use crate::cli::command::try_cmd::apply_suggestions::{self, TextReplacement};
use crate::cli::command::try_cmd::{ImproveArgs, TryCommand, TryCost, confirm_cost, count_characters, text};
use crate::cli::exit::{CliError, Exit};
use crate::cli::invocation::Invocation;
use crate::cli::planning::prepare::{self, PreparedRun};
use crate::cli::screen::confirm::ask_question;
use crate::diagnostic::Place;
use crate::model::request::to_bcp47;
use crate::model::style::Instruction;
use crate::model::{Address, Kind, Placed};
use crate::report::humanize;
use crate::report::try_report::{self, ImproveReport, InstructionPart, Suggestion};
use crate::service::improve::{self, ImproveMode, ImproveRequest};

pub(super) async fn run(act: &TryCommand, invocation: &Invocation<'_>) -> Result<Exit, CliError> {
    let format: HumanOrJson = choose_format(invocation.global, "try correct")?;
    let (improve, ways) = select_improvements(act);
    if improve.fix && ways.len() > 1 {
        return Err(CliError::usage_error("one text can be written, not several")
            .with_help("name one style or tone with --fix"));
    }
    let target = improve.to.as_deref().map(|to| text::parse_language(to).map(|to| to_bcp47(&to))).transpose()?;
    let wishes: Vec<ImproveRequest> =
        ways.into_iter().map(|how| ImproveRequest { mode: how, target: target.clone() }).collect();
    let Invocation { screen, .. } = *invocation;
    let prepared = prepare::prepare_run(&PlanningArgs::default(), invocation)?;
    let texts = instruction_texts(&prepared, improve)?;
    if texts.is_empty() {
        screen.print_status("there are no instructions, nothing was sent");
        return Ok(Exit::Success);
    }
    let improved = request_improvements(invocation, &prepared, &texts, &wishes, improve.auto_approve).await?;
    let json = format == HumanOrJson::Json;
    if !improve.fix {
        let look = screen.stdout_look();
        let shown = if json {
            try_report::render_improvements_json(&improved, &[])
        } else {
            try_report::render_improvements(&improved, &look)
        };
        screen.print_output(&shown)?;
        return Ok(Exit::Success);
    }
    let taken = choose_suggestions(invocation, &prepared, &improved, improve.auto_approve, json).await?;
    let changes: Vec<TextReplacement> = taken
        .iter()
        .map(|at| TextReplacement {
            suggestion: &improved.suggestions[*at],
            text: &improved.suggestions[*at].after[0].1,
        })
        .collect();
    let done = apply_suggestions::write_suggestions(invocation.here, &changes, screen)?;
    if json {
        let written: Vec<bool> = (0..improved.suggestions.len())
            .map(|at| taken.iter().position(|taken| *taken == at).is_some_and(|at| done[at]))
            .collect();
        screen.print_output(&try_report::render_improvements_json(&improved, &written))?;
    } else {
        screen.print_output(&try_report::improvements_summary_line(&improved))?;
    }
    screen.print_status(&format!(
        "wrote {}",
        humanize::count_noun(done.iter().filter(|done| **done).count(), "suggestion")
    ));
    Ok(Exit::Success)
}

/// What is asked of the service: one way for a correction, one for every style or tone of a rephrasing.
fn select_improvements(act: &TryCommand) -> (&ImproveArgs, Vec<ImproveMode>) {
    match act {
        TryCommand::Correct(improve) => (improve, vec![ImproveMode::Correct]),
        TryCommand::Rephrase { improve, writing_style, tone } => {
            let styles = writing_style.iter().cloned().map(ImproveMode::Style);
            let mut ways: Vec<ImproveMode> = styles.chain(tone.iter().cloned().map(ImproveMode::Tone)).collect();
            if ways.is_empty() {
                ways.push(ImproveMode::Rephrase);
            }
            (improve, ways)
        }
    }
}

/// One text of an instruction.
struct InstructionText {
    place: Place,
    label: String,
    part: InstructionPart,
    text: String,
}

/// Labels and prompts of these lists, each once however many lists share it, in order of the files.
fn instruction_texts(prepared: &PreparedRun, improve: &ImproveArgs) -> Result<Vec<InstructionText>, CliError> {
    let mut found: BTreeMap<(String, u32, u32, InstructionPart), InstructionText> = BTreeMap::new();
    for address in &improve.styles {
        let style = find_style(prepared, address)?;
        for Placed { value: Instruction { label, prompt, source_language: _ }, place } in &style.instructions {
            let parts = [(InstructionPart::Label, label), (InstructionPart::Prompt, prompt)];
            for (part, text) in
                parts.into_iter().filter(|(part, _)| *part == InstructionPart::Prompt || !improve.prompts_only)
            {
                let key = (place.file.to_string(), place.line, place.column, part);
                let text =
                    InstructionText { place: place.clone(), label: label.to_string(), part, text: text.to_string() };
                found.insert(key, text);
            }
        }
    }
    Ok(found.into_values().collect())
}

fn find_style<'a>(prepared: &'a PreparedRun, address: &Address) -> Result<&'a crate::model::style::Style, CliError> {
    if address.kind != Kind::Style {
        return Err(CliError::usage_error(format!("{address} has no prompts"))
            .with_help("name a style rule list: housestyle state list shows them"));
    }
    prepared.desired.styles().get(&address.key).ok_or_else(|| {
        let keys = prepared.desired.styles().keys().map(|key| key.as_str());
        CliError::new_sanitized(Exit::Usage, format!("the project has no style `{}`", address.key))
            .with_help(nearest::suggest_key(address.key.as_str(), keys))
    })
}

/// Sends every text in every way, in as few requests as they fit into, after somebody agreed to what it costs.
async fn request_improvements(
    invocation: &Invocation<'_>,
    prepared: &PreparedRun,
    texts: &[InstructionText],
    wishes: &[ImproveRequest],
    agreed: bool,
) -> Result<ImproveReport, CliError> {
    let bare: Vec<&str> = texts.iter().map(|text| text.text.as_str()).collect();
    let batches: Vec<_> =
        wishes.iter().map(|wish| improve::split_batches(wish, &bare)).collect::<Result<_, _>>().map_err(|long| {
            let InstructionText { place, label, part, .. } = &texts[long.index];
            let what = format!("{place}: the {} of \"{label}\" is too long: {long}", part.as_str());
            CliError::new_sanitized(Exit::Usage, what)
        })?;
    let counted = count_characters(&bare) * wishes.len() as u64;
    confirm_cost(invocation, prepared, TryCost::Characters(counted), agreed).await?;
    let mut after: Vec<Vec<(String, String)>> = vec![Vec::new(); texts.len()];
    for (wish, batches) in wishes.iter().zip(batches) {
        for batch in batches {
            let answer = improve::improve_texts(&prepared.client, wish, &bare[batch.clone()]).await;
            for (at, improvement) in batch.zip(answer.map_err(|error| prepared.call_error(&error))?) {
                // What stands at the edges is no matter of wording: it stays as it is.
                let (text, before) = (improvement.text.trim(), bare[at]);
                if !text.is_empty() && text != before.trim() {
                    let lead = &before[..before.len() - before.trim_start().len()];
                    let trail = &before[before.trim_end().len()..];
                    after[at].push((variant_name(&wish.mode), format!("{lead}{text}{trail}")));
                }
            }
        }
    }
    let suggestions = texts
        .iter()
        .zip(after)
        .filter(|(_, after)| !after.is_empty())
        .map(|(InstructionText { place, label, part, text }, after)| Suggestion {
            place: place.clone(),
            label: label.clone(),
            part: *part,
            before: text.clone(),
            after,
        })
        .collect();
    Ok(ImproveReport {
        origin: prepared.basis.origin.clone(),
        environment: prepared.basis.environment.clone(),
        suggestions,
        texts: texts.len(),
        characters: counted,
    })
}

/// What a variant is called beside others.
fn variant_name(how: &ImproveMode) -> String {
    match how {
        ImproveMode::Correct | ImproveMode::Rephrase => String::new(),
        ImproveMode::Style(word) | ImproveMode::Tone(word) => word.clone(),
    }
}

/// Suggestions that are to be written: all of them, or those that a person agrees to one by one.
async fn choose_suggestions(
    invocation: &Invocation<'_>,
    prepared: &PreparedRun,
    improved: &ImproveReport,
    all: bool,
    json: bool,
) -> Result<Vec<usize>, CliError> {
    let mut taken = Vec::new();
    let mut every = all;
    for (at, suggestion) in improved.suggestions.iter().enumerate() {
        if !json {
            invocation
                .screen
                .print_output(&try_report::render_suggestion(suggestion, &invocation.screen.stdout_look()))?;
        }
        if !every {
            let question = "Write it? [y]es, [n]o, [a]ll of them, [q]uit: ";
            match ask_question(invocation.screen, &prepared.interrupt, question).await?.to_lowercase().as_str() {
                "y" | "yes" => {}
                "a" | "all" => every = true,
                "q" | "quit" => break,
                _ => continue,
            }
        }
        taken.push(at);
    }
    Ok(taken)
}
