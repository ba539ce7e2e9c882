//! A sample of text, translated with and without what is tried.

#![expect(clippy::disallowed_methods, reason = "the sample is read where the person names it")]

use camino::Utf8Path;
use serde_json::{Map, Value as Json, json};

use crate::catalogue::nearest;
use crate::check::Desired;
use crate::cli::args::Format;
use crate::cli::choices::Choices;
use crate::cli::exit::{Exit, Stop};
use crate::cli::prepare::{self, Prepared};
use crate::cli::verb::render;
use crate::cli::verb::trial::{Args, Cost, Edge, afford, characters};
use crate::model::profile::Profile;
use crate::model::request::{self, Use, cased};
use crate::model::style::Style;
use crate::model::{Address, Kind, Language};
use crate::report::trial::{self, Sample};
use crate::service::document::FORMATS;
use crate::service::translate;

pub(super) async fn run(args: &Args, edge: &Edge<'_>) -> Result<Exit, Stop> {
    let format = edge.screen.format(edge.global, &[Format::Human, Format::Json])?;
    let sample = sample(args, edge.here)?;
    let trial = Trial::prepare(args, edge, Use::Text).await?;
    let Trial { prepared, tried, without, with } = &trial;
    let size = translate::body(&[&sample], with).to_string().len();
    if size > translate::BODY_BYTES {
        let most = translate::BODY_BYTES;
        return Err(Stop::usage(format!("the sample makes a request of {size} bytes, and the service takes {most}"))
            .help("try a part of it, or a document with --file and --out"));
    }
    let counted = 2 * characters(&[&sample]);
    afford(edge, prepared, Cost::Characters(counted), args.auto_approve).await?;
    let translated = async |parameters: &Map<String, Json>| {
        let answer = translate::translate(&prepared.client, &[&sample], parameters).await;
        let mut answer = answer.map_err(|error| prepared.failed(&error))?;
        Ok::<_, Stop>(answer.remove(0))
    };
    let plain = translated(without).await?;
    let styled = translated(with).await?;
    let billed = plain.billed.zip(styled.billed).map(|(plain, styled)| plain + styled);
    let sample = Sample {
        tried: tried.clone(),
        parameters: with.clone(),
        source: sample,
        without: plain.text,
        with: styled.text,
        detected: styled.detected,
        characters: billed.unwrap_or(counted),
    };
    let json = format == Format::Json;
    let shown = if json { trial::sample_json(&sample) } else { trial::sample(&sample, &edge.screen.look()) };
    edge.screen.out(&shown)?;
    Ok(Exit::Done)
}

/// The text of the sample.
fn sample(args: &Args, here: &Utf8Path) -> Result<String, Stop> {
    let text = match (&args.text, &args.file) {
        (Some(text), _) => text.clone(),
        (None, Some(file)) => read(&here.join(file))?,
        (None, None) => return Err(Stop::usage("there is no sample").help("give --text or --file")),
    };
    if text.trim().is_empty() {
        return Err(Stop::usage("the sample is empty, there is nothing to translate"));
    }
    Ok(text)
}

fn read(path: &Utf8Path) -> Result<String, Stop> {
    let unreadable = |error: std::io::Error| Stop::io(format!("cannot read {path}"), &error);
    let found = std::fs::metadata(path).map_err(unreadable)?;
    if !found.is_file() {
        return Err(Stop::usage(format!("{path} is not a file")));
    }
    let document = path.extension().is_some_and(|ending| FORMATS.contains(&ending.to_ascii_lowercase().as_str()));
    let as_document = |stop: Stop| {
        if document { stop.help("translate it as a document: name the result with --out") } else { stop }
    };
    if found.len() > translate::BODY_BYTES as u64 {
        let most = translate::BODY_BYTES;
        let message = format!("{path} has {} bytes, and a request takes {most}", found.len());
        return Err(as_document(Stop::usage(message).help("try a part of it")));
    }
    let bytes = std::fs::read(path).map_err(unreadable)?;
    let text = String::from_utf8(bytes).ok().filter(|text| !text.contains('\0'));
    text.ok_or_else(|| as_document(Stop::usage(format!("{path} is not text (UTF-8)"))))
}

/// What is tried, and the parameters of both translations.
pub(super) struct Trial {
    pub(super) prepared: Prepared,
    /// Its address.
    pub(super) tried: String,
    /// Languages alone.
    pub(super) without: Map<String, Json>,
    /// Everything.
    pub(super) with: Map<String, Json>,
}

impl Trial {
    /// Finds what is tried, and its ids.
    pub(super) async fn prepare(args: &Args, edge: &Edge<'_>, r#use: Use) -> Result<Self, Stop> {
        let Edge { global, here, variables, screen } = edge;
        let prepared = prepare::prepare(global, &Choices::default(), here, variables, screen)?;
        let state = prepared.place.read()?;
        render::same_origin(&prepared, &state)?;
        let subject = find(&prepared.desired, args.what.as_deref().unwrap_or_default())?;
        let (tried, mut with) = match subject {
            Subject::Style(style) => {
                let address = Address::style(style.key.clone());
                let Some(binding) = state.bindings.get(&address) else {
                    return Err(Stop::new(Exit::Error, format!("{address} has no id yet")).help("housestyle apply"));
                };
                let with = Map::from_iter([
                    ("target_lang".to_owned(), json!(cased(&style.language.value))),
                    ("style_id".to_owned(), json!(binding.id.as_str())),
                ]);
                (address, with)
            }
            Subject::Profile(profile) => {
                let mut ids = render::bound(profile, r#use, &state, global)?;
                ids.memory = render::memory_id(&prepared, profile).await?;
                let with = request::parameters(profile, r#use, &ids)
                    .map_err(|address| Stop::new(Exit::Error, format!("{address} has no id yet")))?;
                (Address { kind: Kind::TranslationProfile, key: profile.key.clone() }, with)
            }
        };
        if let Some(to) = &args.to {
            let own = with.get("target_lang").and_then(Json::as_str).unwrap_or_default();
            with.insert("target_lang".to_owned(), json!(variant(to, own, &tried)?));
        }
        if let Some(from) = &args.from {
            with.insert("source_lang".to_owned(), json!(cased(&language(from)?)));
        }
        let plain = ["source_lang", "target_lang", "tag_handling", "tag_handling_version", "show_billed_characters"];
        let without = plain.iter().filter_map(|name| Some(((*name).to_owned(), with.get(*name)?.clone()))).collect();
        Ok(Self { prepared, tried: tried.to_string(), without, with })
    }
}

enum Subject<'a> {
    Style(&'a Style),
    Profile(&'a Profile),
}

/// The style or profile of this key or address.
fn find<'a>(desired: &'a Desired, written: &str) -> Result<Subject<'a>, Stop> {
    let of = |kind: Kind, key: &str| match kind {
        Kind::Style => desired.styles().values().find(|style| style.key.as_str() == key).map(Subject::Style),
        Kind::TranslationProfile => {
            desired.profiles().values().find(|profile| profile.key.as_str() == key).map(Subject::Profile)
        }
        Kind::Glossary | Kind::SpokenTerms => None,
    };
    let whole = written.split_once('/').and_then(|(kind, key)| Some((Kind::from_name(kind)?, key)));
    if let Some((kind @ (Kind::Glossary | Kind::SpokenTerms), _)) = whole {
        return Err(Stop::usage(format!("a {} is tried through a profile that refers to it", kind.noun())));
    }
    let found = match whole {
        Some((kind, key)) => (of(kind, key), None),
        None => (of(Kind::Style, written), of(Kind::TranslationProfile, written)),
    };
    match found {
        (Some(one), None) | (None, Some(one)) => Ok(one),
        (Some(_), Some(_)) => Err(Stop::usage(format!("a style and a profile have the key `{written}`"))
            .help(format!("write style/{written} or translation_profile/{written}"))),
        (None, None) => {
            let key = whole.map_or(written, |(_, key)| key);
            let keys = || desired.styles().keys().chain(desired.profiles().keys()).map(|key| key.as_str());
            let stop = Stop::quoting(Exit::Usage, format!("the project has no style or profile `{written}`"));
            Err(match nearest::words(key, keys()).first() {
                Some(near) => stop.help(format!("did you mean `{near}`?")),
                None => stop.help(format!("it has {}", keys().collect::<Vec<_>>().join(", "))),
            })
        }
    }
}

/// A code that could be a language.
pub(super) fn language(written: &str) -> Result<Language, Stop> {
    let good = |part: &str| (1..=8).contains(&part.len()) && part.chars().all(|c| c.is_ascii_alphanumeric());
    let root = written.split('-').next().unwrap_or_default();
    if root.len() >= 2 && root.chars().all(|c| c.is_ascii_alphabetic()) && written.split('-').all(good) {
        Ok(Language::new(written))
    } else {
        Err(Stop::quoting(Exit::Usage, format!("`{written}` is no language code")).help("write one such as `en-GB`"))
    }
}

/// A variant of the language that a style is for: the service refuses any other.
fn variant(written: &str, own: &str, tried: &Address) -> Result<String, Stop> {
    let language = language(written)?;
    let root = |code: &str| code.split('-').next().unwrap_or_default().to_ascii_lowercase();
    if root(language.as_str()) == root(own) {
        Ok(cased(&language))
    } else {
        Err(Stop::usage(format!("{tried} is for `{own}`, it cannot be tried with `{language}`")))
    }
}
