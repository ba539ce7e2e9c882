//! `housestyle schema`: the JSON Schemas of all files, for editors, offline.

#![expect(clippy::disallowed_methods, reason = "schemas are written and compared where the person asks for it")]

use camino::{Utf8Path, Utf8PathBuf};
use clap::ValueEnum;

use crate::cli::exit::{Exit, Stop};
use crate::cli::project;
use crate::cli::screen::Screen;

/// What `schema --help` teaches.
pub const HELP: &str = "Print the JSON Schema of a kind of file, made from the catalogue that the project uses.\n\n\
    Editors complete and check style files by it, without a network. It is published for draft-07 and 2020-12 alike.\n\n\
    Examples:\n\
    \x20 housestyle schema                       the schema of style files\n\
    \x20 housestyle schema glossary              of glossaries; also spoken-terms, translation-profile\n\
    \x20 housestyle schema findings              of what validate --format json prints\n\
    \x20 housestyle schema --into schema         one file per kind, to commit\n\
    \x20 housestyle schema --check schema        whether the committed files are current (exit 3 where not)";

/// Arguments of `schema`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Which kind of file
    #[arg(value_name = "KIND", default_value = "style", conflicts_with_all = ["check", "into"])]
    pub kind: Kind,
    /// Compare the schemas in this folder with what this version makes
    #[arg(long, value_name = "DIR", env = "HOUSESTYLE_CHECK", conflicts_with = "into")]
    pub check: Option<Utf8PathBuf>,
    /// Write every schema into this folder
    #[arg(long, value_name = "DIR", env = "HOUSESTYLE_INTO")]
    pub into: Option<Utf8PathBuf>,
}

/// Kinds of files that have a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// A style rule list.
    Style,
    /// A base that lists extend.
    BaseStyle,
    /// A glossary.
    Glossary,
    /// A collection of spoken terms.
    SpokenTerms,
    /// A translation profile.
    TranslationProfile,
    /// housestyle.toml.
    Project,
    /// A catalogue of further rules.
    Catalogue,
    /// What `validate --format json` prints.
    Findings,
    /// What `plan --out` writes.
    Plan,
    /// What `diff --format json` prints.
    Diff,
    /// What `apply --format json` prints.
    Apply,
    /// A line of what `apply --format ndjson` prints.
    Event,
    /// What `outputs --format json` prints.
    Outputs,
    /// What `state list --format json` prints.
    Bindings,
    /// What `state show --format json` prints.
    Binding,
    /// What `snapshot` writes.
    Snapshot,
    /// What `validate --write-baseline` writes.
    Baseline,
    /// What `drift --format json` prints.
    Drift,
    /// What `pull --format json` prints.
    Pull,
    /// What `languages --format json` prints.
    Languages,
    /// What `usage --format json` prints.
    Usage,
    /// What `try --format json` prints.
    Try,
    /// What `try correct --format json` and `try rephrase --format json` print.
    Improvements,
}

impl Kind {
    fn file(self) -> &'static str {
        match self {
            Self::Style => "style.schema.json",
            Self::BaseStyle => "base-style.schema.json",
            Self::Glossary => "glossary.schema.json",
            Self::SpokenTerms => "spoken-terms.schema.json",
            Self::TranslationProfile => "translation-profile.schema.json",
            Self::Project => "project.schema.json",
            Self::Catalogue => "catalogue.schema.json",
            Self::Findings => "findings.schema.json",
            Self::Plan => "plan.schema.json",
            Self::Diff => "diff.schema.json",
            Self::Apply => "apply.schema.json",
            Self::Event => "event.schema.json",
            Self::Outputs => "outputs.schema.json",
            Self::Bindings => "bindings.schema.json",
            Self::Binding => "binding.schema.json",
            Self::Snapshot => "snapshot.schema.json",
            Self::Baseline => "baseline.schema.json",
            Self::Drift => "drift.schema.json",
            Self::Pull => "pull.schema.json",
            Self::Languages => "languages.schema.json",
            Self::Usage => "usage.schema.json",
            Self::Try => "try.schema.json",
            Self::Improvements => "improvements.schema.json",
        }
    }
}

/// Prints, writes or compares schemas.
///
/// # Errors
/// Where a folder cannot be read or written.
pub fn run(args: &Args, here: &Utf8Path, screen: &Screen) -> Result<Exit, Stop> {
    let documents = documents(here, screen)?;
    if let Some(folder) = &args.into {
        return write(&here.join(folder), &documents, screen);
    }
    if let Some(folder) = &args.check {
        return check(&here.join(folder), &documents, screen);
    }
    let wanted = args.kind.file();
    let text = documents.iter().find(|(file, _)| file == wanted).map_or("", |(_, text)| text);
    screen.out(text)?;
    Ok(Exit::Done)
}

/// Every schema as the text of its file.
///
/// # Errors
/// Where the project around `here` cannot be read.
pub fn documents(here: &Utf8Path, screen: &Screen) -> Result<Vec<(String, String)>, Stop> {
    let catalogue = project::catalogue(here, screen)?;
    let mut documents = crate::schema::documents(&catalogue);
    documents.push((Kind::Plan.file().to_owned(), crate::plan::document::schema()));
    documents.push((Kind::Diff.file().to_owned(), crate::report::diff::schema()));
    documents.push((Kind::Event.file().to_owned(), crate::report::event::schema()));
    documents.push((Kind::Snapshot.file().to_owned(), crate::state::snapshot::schema()));
    documents.push((Kind::Baseline.file().to_owned(), crate::check::baseline::schema()));
    documents.push((Kind::Drift.file().to_owned(), crate::report::drift::schema()));
    documents.push((Kind::Pull.file().to_owned(), crate::report::pull::schema()));
    documents.push((Kind::Languages.file().to_owned(), crate::report::languages::schema()));
    documents.push((Kind::Usage.file().to_owned(), crate::report::usage::schema()));
    documents.push((Kind::Try.file().to_owned(), crate::report::trial::sample_schema()));
    documents.push((Kind::Improvements.file().to_owned(), crate::report::trial::improved_schema()));
    Ok(documents.into_iter().map(|(file, schema)| (file, text(&schema))).collect())
}

fn text(schema: &serde_json::Value) -> String {
    let text = serde_json::to_string_pretty(schema).expect("a tree of text and numbers serialises");
    text + "\n"
}

fn write(folder: &Utf8Path, documents: &[(String, String)], screen: &Screen) -> Result<Exit, Stop> {
    std::fs::create_dir_all(folder).map_err(|error| Stop::io(format!("cannot make the folder {folder}"), &error))?;
    for (file, text) in documents {
        let path = folder.join(file);
        std::fs::write(&path, text).map_err(|error| Stop::io(format!("cannot write {path}"), &error))?;
    }
    screen.say(&format!("{} schemas in {folder}", documents.len()));
    Ok(Exit::Done)
}

/// A project may keep fewer schemas than there are; those that it keeps must be current.
fn check(folder: &Utf8Path, documents: &[(String, String)], screen: &Screen) -> Result<Exit, Stop> {
    let mut kept = 0;
    let mut stale = Vec::new();
    for (file, text) in documents {
        let path = folder.join(file);
        match std::fs::read_to_string(&path) {
            Ok(found) => {
                kept += 1;
                if found.replace("\r\n", "\n") != *text {
                    stale.push(file.as_str());
                }
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(Stop::io(format!("cannot read {path}"), &error)),
        }
    }
    if kept == 0 {
        return Err(Stop::new(Exit::Invalid, format!("no schema in {folder}"))
            .help(format!("housestyle schema --into {folder}")));
    }
    if !stale.is_empty() {
        return Err(Stop::new(Exit::Invalid, format!("not current in {folder}: {}", stale.join(", ")))
            .help(format!("housestyle schema --into {folder}")));
    }
    screen.say(&format!("{kept} schemas are current"));
    Ok(Exit::Done)
}
