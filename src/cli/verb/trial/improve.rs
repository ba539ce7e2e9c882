//! Prompts and labels through text improvement: suggestions, and what becomes of them.

use std::collections::BTreeMap;

use crate::cli::agree::ask;
use crate::cli::args::Format;
use crate::cli::choices::Choices;
use crate::cli::exit::{Exit, Stop};
use crate::cli::prepare::{self, Prepared};
use crate::cli::verb::trial::write::{self, Change};
use crate::cli::verb::trial::{Act, Cost, Edge, Improve, afford, characters, text};
use crate::diagnostic::Place;
use crate::model::request::cased;
use crate::model::style::Instruction;
use crate::model::{Address, Kind, Placed};
use crate::report::trial::{self, Improved, Part, Suggestion};
use crate::report::words;
use crate::service::improve::{self, How, Wish};

pub(super) async fn run(act: &Act, edge: &Edge<'_>) -> Result<Exit, Stop> {
    let format = edge.screen.format(edge.global, &[Format::Human, Format::Json])?;
    let (improve, ways) = ways(act);
    if improve.fix && ways.len() > 1 {
        return Err(Stop::usage("one text can be written, not several").help("name one style or tone with --fix"));
    }
    let target = improve.to.as_deref().map(|to| text::language(to).map(|to| cased(&to))).transpose()?;
    let wishes: Vec<Wish> = ways.into_iter().map(|how| Wish { how, target: target.clone() }).collect();
    let Edge { global, here, variables, screen } = edge;
    let prepared = prepare::prepare(global, &Choices::default(), here, variables, screen)?;
    let texts = texts(&prepared, improve)?;
    if texts.is_empty() {
        screen.say("there are no instructions, nothing was sent");
        return Ok(Exit::Done);
    }
    let improved = improved(edge, &prepared, &texts, &wishes, improve.auto_approve).await?;
    let json = format == Format::Json;
    if !improve.fix {
        let look = screen.look();
        let shown = if json { trial::improved_json(&improved, &[]) } else { trial::improved(&improved, &look) };
        screen.out(&shown)?;
        return Ok(Exit::Done);
    }
    let taken = taken(edge, &prepared, &improved, improve.auto_approve, json).await?;
    let changes: Vec<Change> = taken
        .iter()
        .map(|at| Change { suggestion: &improved.suggestions[*at], text: &improved.suggestions[*at].after[0].1 })
        .collect();
    let done = write::write(here, &changes, screen)?;
    if json {
        let written: Vec<bool> = (0..improved.suggestions.len())
            .map(|at| taken.iter().position(|taken| *taken == at).is_some_and(|at| done[at]))
            .collect();
        screen.out(&trial::improved_json(&improved, &written))?;
    } else {
        screen.out(&trial::counted(&improved))?;
    }
    screen.say(&format!("wrote {}", words::count(done.iter().filter(|done| **done).count(), "suggestion")));
    Ok(Exit::Done)
}

/// What is asked of the service: one way for a correction, one for every style or tone of a rephrasing.
fn ways(act: &Act) -> (&Improve, Vec<How>) {
    match act {
        Act::Correct(improve) => (improve, vec![How::Correct]),
        Act::Rephrase { improve, writing_style, tone } => {
            let styles = writing_style.iter().cloned().map(How::Style);
            let mut ways: Vec<How> = styles.chain(tone.iter().cloned().map(How::Tone)).collect();
            if ways.is_empty() {
                ways.push(How::Rephrase);
            }
            (improve, ways)
        }
    }
}

/// One text of an instruction.
struct Text {
    place: Place,
    label: String,
    part: Part,
    text: String,
}

/// Labels and prompts of these lists, each once however many lists share it, in order of the files.
fn texts(prepared: &Prepared, improve: &Improve) -> Result<Vec<Text>, Stop> {
    let mut found: BTreeMap<(String, u32, u32, Part), Text> = BTreeMap::new();
    for address in &improve.styles {
        let style = style(prepared, address)?;
        for Placed { value: Instruction { label, prompt, source_language: _ }, place } in &style.instructions {
            let parts = [(Part::Label, label), (Part::Prompt, prompt)];
            for (part, text) in parts.into_iter().filter(|(part, _)| *part == Part::Prompt || !improve.prompts_only) {
                let key = (place.file.to_string(), place.line, place.column, part);
                let text = Text { place: place.clone(), label: label.clone(), part, text: text.clone() };
                found.insert(key, text);
            }
        }
    }
    Ok(found.into_values().collect())
}

fn style<'a>(prepared: &'a Prepared, address: &Address) -> Result<&'a crate::model::style::Style, Stop> {
    if address.kind != Kind::Style {
        return Err(Stop::usage(format!("{address} has no prompts; style rule lists do")));
    }
    prepared.desired.styles().get(&address.key).ok_or_else(|| {
        let keys = prepared.desired.styles().keys().map(|key| key.as_str());
        let near = crate::catalogue::nearest::words(address.key.as_str(), keys);
        let stop = Stop::quoting(Exit::Usage, format!("the project has no style `{}`", address.key));
        match near.first() {
            Some(near) => stop.help(format!("did you mean `{near}`?")),
            None => stop,
        }
    })
}

/// Sends every text in every way, in as few requests as they fit into, after somebody agreed to what it costs.
async fn improved(
    edge: &Edge<'_>,
    prepared: &Prepared,
    texts: &[Text],
    wishes: &[Wish],
    agreed: bool,
) -> Result<Improved, Stop> {
    let bare: Vec<&str> = texts.iter().map(|text| text.text.as_str()).collect();
    let batches: Vec<_> =
        wishes.iter().map(|wish| improve::batches(wish, &bare)).collect::<Result<_, _>>().map_err(|long| {
            let Text { place, label, part, .. } = &texts[long.index];
            let what = format!("{place}: the {} of \"{label}\" is too long: {long}", part.as_str());
            Stop::quoting(Exit::Usage, what)
        })?;
    let counted = characters(&bare) * wishes.len() as u64;
    afford(edge, prepared, Cost::Characters(counted), agreed).await?;
    let mut after: Vec<Vec<(String, String)>> = vec![Vec::new(); texts.len()];
    for (wish, batches) in wishes.iter().zip(batches) {
        for batch in batches {
            let answer = improve::improve(&prepared.client, wish, &bare[batch.clone()]).await;
            for (at, improvement) in batch.zip(answer.map_err(|error| prepared.failed(&error))?) {
                // What stands at the edges is no matter of wording: it stays as it is.
                let (text, before) = (improvement.text.trim(), bare[at]);
                if !text.is_empty() && text != before.trim() {
                    let lead = &before[..before.len() - before.trim_start().len()];
                    let trail = &before[before.trim_end().len()..];
                    after[at].push((named(&wish.how), format!("{lead}{text}{trail}")));
                }
            }
        }
    }
    let suggestions = texts
        .iter()
        .zip(after)
        .filter(|(_, after)| !after.is_empty())
        .map(|(Text { place, label, part, text }, after)| Suggestion {
            place: place.clone(),
            label: label.clone(),
            part: *part,
            before: text.clone(),
            after,
        })
        .collect();
    Ok(Improved { suggestions, texts: texts.len(), characters: counted })
}

/// What a variant is called beside others.
fn named(how: &How) -> String {
    match how {
        How::Correct | How::Rephrase => String::new(),
        How::Style(word) | How::Tone(word) => word.clone(),
    }
}

/// Suggestions that are to be written: all of them, or those that a person agrees to one by one.
async fn taken(
    edge: &Edge<'_>,
    prepared: &Prepared,
    improved: &Improved,
    all: bool,
    json: bool,
) -> Result<Vec<usize>, Stop> {
    let mut taken = Vec::new();
    let mut every = all;
    for (at, suggestion) in improved.suggestions.iter().enumerate() {
        if !json {
            edge.screen.out(&trial::suggestion(suggestion, &edge.screen.look()))?;
        }
        if !every {
            let question = "Write it? [y]es, [n]o, [a]ll of them, [q]uit: ";
            match ask(edge.screen, &prepared.interrupt, question).await?.to_lowercase().as_str() {
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
