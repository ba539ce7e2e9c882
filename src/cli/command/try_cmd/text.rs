//! A sample of text, translated with and without what is tried.

use std::collections::BTreeSet;

use camino::Utf8Path;
use serde_json::{Map, Value as Json, json};

use crate::catalogue::nearest;
use crate::check::Desired;
use crate::cli::arguments::format::{HumanOrJson, choose_format};
use crate::cli::arguments::planning_args::PlanningArgs;
use crate::cli::command::render;
use crate::cli::command::try_cmd::{TryArgs, TryCost, confirm_cost, count_characters};
use crate::cli::exit::{CliError, Exit};
use crate::cli::invocation::Invocation;
use crate::cli::named_file;
use crate::cli::planning::prepare::{self, PreparedRun};
use crate::cli::pull;
use crate::disk::ReadRefusal;
use crate::model::profile::Profile;
use crate::model::request::{self, RequestKind, to_bcp47};
use crate::model::style::Style;
use crate::model::{Address, Kind, Language};
use crate::plan::desired_resource::desired_resources;
use crate::plan::drift;
use crate::report::try_report::{self, Sample};
use crate::service::document::DOCUMENT_EXTENSIONS;
use crate::service::translate;

pub(super) async fn run(args: &TryArgs, invocation: &Invocation<'_>) -> Result<Exit, CliError> {
    let format: HumanOrJson = choose_format(invocation.global, "try")?;
    let sample = read_sample(args, invocation.here)?;
    let trial = TryRequest::prepare_request(args, invocation, RequestKind::Text).await?;
    let TryRequest { prepared, address: tried, without, with } = &trial;
    let size = translate::request_body(&[&sample], with).to_string().len();
    if size > translate::MAX_BODY_BYTES {
        let most = translate::MAX_BODY_BYTES;
        return Err(CliError::usage_error(format!(
            "the sample makes a request of {size} bytes, and the service takes {most}"
        ))
        .with_help("try a part of it, or a document with --file and --out"));
    }
    let counted = 2 * count_characters(&[&sample]);
    confirm_cost(invocation, prepared, TryCost::Characters(counted), args.auto_approve).await?;
    let translated = async |parameters: &Map<String, Json>| {
        let answer = translate::translate_texts(&prepared.client, &[&sample], parameters).await;
        let mut answer = answer.map_err(|error| prepared.call_error(&error))?;
        Ok::<_, CliError>(answer.remove(0))
    };
    let plain = translated(without).await?;
    let styled = translated(with).await?;
    let billed = plain.billed_characters.zip(styled.billed_characters).map(|(plain, styled)| plain + styled);
    let sample = Sample {
        origin: prepared.basis.origin.clone(),
        environment: prepared.basis.environment.clone(),
        tried: tried.clone(),
        parameters: with.clone(),
        source: sample,
        without: plain.text,
        with: styled.text,
        detected: styled.detected_language,
        characters: billed.unwrap_or(counted),
    };
    let json = format == HumanOrJson::Json;
    let shown = if json {
        try_report::render_sample_json(&sample)
    } else {
        try_report::render_sample(&sample, &invocation.screen.stdout_look())
    };
    invocation.screen.print_output(&shown)?;
    Ok(Exit::Success)
}

/// Translations of texts as tests want them: with what is tried, and without it where that is asked for. The cost is shown
/// and approved first.
pub(in crate::cli) async fn translate_for_test(
    args: &TryArgs,
    texts: &[(&str, bool)],
    invocation: &Invocation<'_>,
) -> Result<Vec<(String, Option<String>)>, CliError> {
    let trial = TryRequest::prepare_request(args, invocation, RequestKind::Text).await?;
    let TryRequest { prepared, address: _, without, with } = &trial;
    let subject = find_subject(&prepared.desired, args.subject.as_deref().unwrap_or_default())?;
    require_applied(prepared, &subject).await?;
    let counted: u64 = texts.iter().map(|(text, plain)| count_characters(&[text]) * if *plain { 2 } else { 1 }).sum();
    confirm_cost(invocation, prepared, TryCost::Characters(counted), args.auto_approve).await?;
    let mut answers = Vec::new();
    for batch in batches(texts) {
        let sources: Vec<&str> = batch.iter().map(|(text, _)| *text).collect();
        let answer = translate::translate_texts(&prepared.client, &sources, with).await;
        let styled = answer.map_err(|error| prepared.call_error(&error))?;
        let plain: Vec<&str> = batch.iter().filter(|(_, plain)| *plain).map(|(text, _)| *text).collect();
        let mut bare = Vec::new().into_iter();
        if !plain.is_empty() {
            let answer = translate::translate_texts(&prepared.client, &plain, without).await;
            bare = answer.map_err(|error| prepared.call_error(&error))?.into_iter();
        }
        for ((_, plain), styled) in batch.iter().zip(styled) {
            let without = if *plain { bare.next().map(|answer| answer.text) } else { None };
            answers.push((styled.text, without));
        }
    }
    Ok(answers)
}

/// Texts that fit into one request each.
fn batches<'a>(texts: &'a [(&'a str, bool)]) -> Vec<&'a [(&'a str, bool)]> {
    let mut batches = Vec::new();
    let mut start = 0;
    let mut bytes = 0;
    for (at, (text, _)) in texts.iter().enumerate() {
        // Escapes may make a text twice as long.
        let size = 2 * text.len() + 64;
        if at > start && (at - start >= translate::MAX_TEXTS || bytes + size > translate::MAX_BODY_BYTES / 2) {
            batches.push(&texts[start..at]);
            start = at;
            bytes = 0;
        }
        bytes += size;
    }
    batches.push(&texts[start..]);
    batches
}

/// A recording is named by what the files want, so the service has to have just that: rules, prompts and entries. What was
/// applied last is compared with the files, and what the service holds now with that.
async fn require_applied(prepared: &PreparedRun, subject: &TrySubject<'_>) -> Result<(), CliError> {
    let state = prepared.state_location.read_state()?;
    let used: BTreeSet<Address> = match subject {
        TrySubject::Style(style) => BTreeSet::from([Address::style(style.key.clone())]),
        TrySubject::Profile(profile) => request::referenced_addresses(profile, RequestKind::Text).into_iter().collect(),
    };
    for address in &used {
        let Some(resource) = desired_resources(&prepared.desired).find(|own| own.address() == *address) else {
            continue;
        };
        let applied = state.bindings.get(address);
        if !applied.is_some_and(|own| own.attempted.is_empty() && own.explains_content(&resource.content())) {
            return Err(CliError::new_sanitized(
                Exit::Error,
                format!(
                    "{address} differs from what was last applied: the answer would be recorded for the wrong version"
                ),
            )
            .with_help("housestyle apply"));
        }
    }
    if used.is_empty() {
        return Ok(());
    }
    let live = pull::read_live(prepared, &state, None, &used).await?;
    let drift = drift::detect_drift(&state, &live, Some(&prepared.desired), &prepared.opened.catalogue, &used);
    if let Some((address, reason)) = drift.unread.iter().next() {
        return Err(CliError::new_sanitized(Exit::Error, format!("could not compare {address}: {reason}")));
    }
    let Some(drifted) = drift.resources.first() else { return Ok(()) };
    let message = format!(
        "{} was changed on the service since it was applied: the answer would be that of another version",
        drifted.address
    );
    Err(CliError::new_sanitized(Exit::Blocked, message)
        .with_help("housestyle drift shows it; housestyle apply undoes it"))
}

/// The text of the sample.
fn read_sample(args: &TryArgs, here: &Utf8Path) -> Result<String, CliError> {
    let text = match (&args.text, &args.file) {
        (Some(text), _) => text.clone(),
        (None, Some(file)) => read_sample_file(&here.join(file))?,
        (None, None) => return Err(CliError::usage_error("there is no sample").with_help("give --text or --file")),
    };
    if text.trim().is_empty() {
        return Err(CliError::usage_error("the sample is empty, there is nothing to translate")
            .with_help("write the sample behind --text, or name a file with --file"));
    }
    Ok(text)
}

fn read_sample_file(path: &Utf8Path) -> Result<String, CliError> {
    let document =
        path.extension().is_some_and(|ending| DOCUMENT_EXTENSIONS.contains(&ending.to_ascii_lowercase().as_str()));
    let as_document = |stop: CliError| {
        if document { stop.with_help("translate it as a document: name the result with --out") } else { stop }
    };
    let bytes = named_file::read_bytes(path, translate::MAX_BODY_BYTES as u64).map_err(|why| match why {
        ReadRefusal::NotRegular => CliError::usage_error(format!("{path} is not a file")),
        ReadRefusal::TooLarge { bytes, most, .. } => {
            let message = format!("{path} has {bytes} bytes, and a request takes {most}");
            as_document(CliError::usage_error(message).with_help("try a part of it"))
        }
        why @ (ReadRefusal::Absent | ReadRefusal::Outside | ReadRefusal::Git | ReadRefusal::Failed(_)) => {
            named_file::cannot_read(path, why)
        }
    })?;
    let no_text = |bytes: &[u8]| {
        let why = named_file::describe_no_text(bytes);
        as_document(
            CliError::usage_error(format!("cannot read {path}: {why}")).with_help("name a file of text in UTF-8"),
        )
    };
    match String::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => Ok(text),
        Ok(text) => Err(no_text(text.as_bytes())),
        Err(error) => Err(no_text(error.as_bytes())),
    }
}

/// What is tried, and the parameters of both translations.
pub(super) struct TryRequest {
    pub(super) prepared: PreparedRun,
    /// Its address.
    pub(super) address: String,
    /// Languages alone.
    pub(super) without: Map<String, Json>,
    /// Everything.
    pub(super) with: Map<String, Json>,
}

impl TryRequest {
    /// Finds what is tried, and its ids.
    pub(super) async fn prepare_request(
        args: &TryArgs,
        invocation: &Invocation<'_>,
        r#use: RequestKind,
    ) -> Result<Self, CliError> {
        let prepared = prepare::prepare_run(&PlanningArgs::default(), invocation)?;
        let state = prepared.state_location.read_state()?;
        render::check_same_origin(&prepared, &state)?;
        let subject = find_subject(&prepared.desired, args.subject.as_deref().unwrap_or_default())?;
        let (tried, mut with) = match subject {
            TrySubject::Style(style) => {
                let address = Address::style(style.key.clone());
                let Some(binding) = state.bindings.get(&address) else {
                    return Err(
                        CliError::new(Exit::Error, format!("{address} has no id yet")).with_help("housestyle apply")
                    );
                };
                let with = Map::from_iter([
                    ("target_lang".to_owned(), json!(to_bcp47(&style.language.value))),
                    ("style_id".to_owned(), json!(binding.id.as_str())),
                ]);
                (address, with)
            }
            TrySubject::Profile(profile) => {
                render::reject_missing_source(profile, r#use)?;
                let mut ids = render::resolve_ids(profile, r#use, &state, invocation.global)?;
                ids.translation_memory = render::translation_memory_id(&prepared, profile).await?;
                let with = request::build_parameters(profile, r#use, &ids)
                    .map_err(|address| CliError::new(Exit::Error, format!("{address} has no id yet")))?;
                (Address { kind: Kind::TranslationProfile, key: profile.key.clone() }, with)
            }
        };
        if let Some(to) = &args.to {
            let own = with.get("target_lang").and_then(Json::as_str).unwrap_or_default();
            with.insert("target_lang".to_owned(), json!(resolve_variant(to, own, &tried)?));
        }
        if let Some(from) = &args.from {
            with.insert("source_lang".to_owned(), json!(to_bcp47(&parse_language(from)?)));
        }
        let plain = ["source_lang", "target_lang", "tag_handling", "tag_handling_version", "show_billed_characters"];
        let without = plain.iter().filter_map(|name| Some(((*name).to_owned(), with.get(*name)?.clone()))).collect();
        Ok(Self { prepared, address: tried.to_string(), without, with })
    }
}

enum TrySubject<'a> {
    Style(&'a Style),
    Profile(&'a Profile),
}

/// The style or profile of this key or address.
fn find_subject<'a>(desired: &'a Desired, written: &str) -> Result<TrySubject<'a>, CliError> {
    let of = |kind: Kind, key: &str| match kind {
        Kind::Style => desired.styles().values().find(|style| style.key.as_str() == key).map(TrySubject::Style),
        Kind::TranslationProfile => {
            desired.profiles().values().find(|profile| profile.key.as_str() == key).map(TrySubject::Profile)
        }
        Kind::Glossary | Kind::SpokenTerms | Kind::StyleProfile => None,
    };
    let whole = written.split_once('/').and_then(|(kind, key)| Some((Kind::from_name(kind)?, key)));
    if let Some((kind @ (Kind::Glossary | Kind::SpokenTerms | Kind::StyleProfile), _)) = whole {
        let message = format!("a {} is tried through a translation profile that refers to it", kind.noun());
        return Err(CliError::usage_error(message));
    }
    let found = match whole {
        Some((kind, key)) => (of(kind, key), None),
        None => (of(Kind::Style, written), of(Kind::TranslationProfile, written)),
    };
    match found {
        (Some(one), None) | (None, Some(one)) => Ok(one),
        (Some(_), Some(_)) => Err(CliError::usage_error(format!("a style and a profile have the key `{written}`"))
            .with_help(format!("write style/{written} or translation_profile/{written}"))),
        (None, None) => {
            let key = whole.map_or(written, |(_, key)| key);
            let keys = || desired.styles().keys().chain(desired.profiles().keys()).map(|key| key.as_str());
            let stop = CliError::new_sanitized(Exit::Usage, format!("the project has no style or profile `{written}`"));
            Err(match nearest::nearest_words(key, keys()).first() {
                Some(near) => stop.with_help(format!("did you mean `{near}`?")),
                None => stop.with_help(format!("it has {}", keys().collect::<Vec<_>>().join(", "))),
            })
        }
    }
}

/// A code that could be a language.
pub(super) fn parse_language(written: &str) -> Result<Language, CliError> {
    let good = |part: &str| (1..=8).contains(&part.len()) && part.chars().all(|c| c.is_ascii_alphanumeric());
    let root = written.split('-').next().unwrap_or_default();
    if root.len() >= 2 && root.chars().all(|c| c.is_ascii_alphabetic()) && written.split('-').all(good) {
        Ok(Language::new(written))
    } else {
        Err(CliError::new_sanitized(Exit::Usage, format!("`{written}` is no language code"))
            .with_help("write one such as `en-GB`"))
    }
}

/// A variant of the language that a style is for: the service refuses any other.
fn resolve_variant(written: &str, own: &str, tried: &Address) -> Result<String, CliError> {
    let language = parse_language(written)?;
    let root = |code: &str| code.split('-').next().unwrap_or_default().to_ascii_lowercase();
    if root(language.as_str()) == root(own) {
        Ok(to_bcp47(&language))
    } else {
        Err(CliError::usage_error(format!("{tried} is for `{own}`, it cannot be tried with `{language}`"))
            .with_help(format!("leave --to out, or name a variant of `{own}`")))
    }
}
