//! `housestyle outputs`: the ids that applications send with their requests, from the memory alone.

use std::collections::BTreeMap;
use std::fmt::Write;

use camino::Utf8Path;
use serde_json::json;

use crate::cli::args::{Format, Global};
use crate::cli::exit::{Exit, Stop};
use crate::cli::memory::Place;
use crate::cli::screen::Screen;
use crate::report::Shown;
use crate::state::State;

/// Arguments of `outputs`.
#[derive(Debug, clap::Args)]
#[command(
    long_about = "Show the style_id of every list that was applied, for applications that translate with it.\n\n\
    Nothing is sent. Forms: human, json, env (one variable per list).\n\n\
    Examples:\n\
    \x20 housestyle outputs\n\
    \x20 housestyle outputs --format json | jq -r '.styles[\"support-de\"].style_id'\n\
    \x20 housestyle outputs --format env >> .env      STYLE_ID_SUPPORT_DE=…"
)]
pub struct Args {}

/// Shows the ids.
///
/// # Errors
/// Where there is no project or the state cannot be read; for `env`, where two keys give one variable.
pub fn run(args: &Args, global: &Global, here: &Utf8Path, screen: &Screen) -> Result<Exit, Stop> {
    let Args {} = args;
    let format = screen.format(global, &[Format::Human, Format::Json, Format::Env])?;
    let state = Place::of(global, here, screen)?.read()?;
    let text = match format {
        Format::Json => json(&state),
        Format::Env => env(&state)?,
        Format::Human | Format::Plain => human(&state),
    };
    screen.out(&text)?;
    if state.bindings.is_empty() {
        screen.say("nothing was applied yet: housestyle apply");
    }
    Ok(Exit::Done)
}

fn human(state: &State) -> String {
    let wide = state.bindings.keys().map(|address| address.key.as_str().len()).max().unwrap_or(0);
    let mut text = String::new();
    for (address, binding) in &state.bindings {
        let (key, applied) = (address.key.as_str(), &binding.applied);
        let name = Shown(&applied.name);
        let _fits = writeln!(text, "{key:wide$}  {}  {}  {name}", binding.id, applied.language);
    }
    text
}

fn json(state: &State) -> String {
    let styles: serde_json::Map<String, serde_json::Value> = state
        .bindings
        .iter()
        .map(|(address, binding)| {
            let applied = &binding.applied;
            let language = applied.language.as_str();
            (
                address.key.to_string(),
                json!({"style_id": binding.id.as_str(), "name": applied.name, "language": language}),
            )
        })
        .collect();
    let json = json!({"version": 1, "origin": state.origin, "styles": styles});
    serde_json::to_string_pretty(&json).expect("a tree of text and numbers serialises") + "\n"
}

fn env(state: &State) -> Result<String, Stop> {
    let mut lines: BTreeMap<String, (&str, &str)> = BTreeMap::new();
    for (address, binding) in &state.bindings {
        let key = address.key.as_str();
        let name = key.to_ascii_uppercase().replace(|c: char| !c.is_ascii_alphanumeric(), "_");
        if let Some((other, _)) = lines.insert(format!("STYLE_ID_{name}"), (key, binding.id.as_str())) {
            return Err(Stop::new(
                Exit::Refused,
                format!("`{other}` and `{key}` give the same variable STYLE_ID_{name}"),
            )
            .help("use --format json, or change one of the keys"));
        }
    }
    Ok(lines.iter().map(|(name, (_, id))| format!("{name}={id}\n")).collect())
}
