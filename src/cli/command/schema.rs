//! `housestyle schema`: the JSON Schemas of all files, for editors, offline.

use camino::{Utf8Path, Utf8PathBuf};
use clap::ValueEnum;
use serde_json::Value;

use crate::catalogue::Catalogue;
use crate::cli::exit::{CliError, Exit};
use crate::cli::named_file;
use crate::cli::screen::terminal::Screen;
use crate::cli::valid_project;
use crate::disk::{self, FileMode, Overwrite, ReadRefusal};
use crate::emulator::{FaultFile, PhraseTable, SeedFile};
use crate::schema::derive_schema::printed_schema;
use crate::{report, schema};

/// What `schema --help` teaches.
pub const HELP: &str = "Print the JSON Schema of a kind of file, made from the catalogue that the project uses.\n\n\
    Editors complete and check style files by it, without a network. It is published for draft-07 and 2020-12 alike.\n\n\
    Examples:\n\
    \x20 housestyle schema                       the schema of style files\n\
    \x20 housestyle schema glossary              of glossaries; also spoken-terms, style-profile\n\
    \x20 housestyle schema findings              of what validate --format json prints\n\
    \x20 housestyle schema --into schema         one file per kind, to commit\n\
    \x20 housestyle schema --check schema        whether the committed files are current (exit 3 where not)";

/// Arguments of `schema`.
#[derive(Debug, clap::Args)]
pub struct SchemaArgs {
    /// Kind of file
    #[arg(value_name = "KIND", default_value = "style", conflicts_with_all = ["check", "into"])]
    pub kind: SchemaKind,
    /// Check that the schemas in this directory are up to date
    #[arg(long, value_name = "DIR", env = "HOUSESTYLE_CHECK", conflicts_with = "into")]
    pub check: Option<Utf8PathBuf>,
    /// Write every schema into this directory
    #[arg(long, value_name = "DIR", env = "HOUSESTYLE_INTO")]
    pub into: Option<Utf8PathBuf>,
}

/// Kinds of files that have a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SchemaKind {
    /// A style rule list.
    Style,
    /// A base that lists extend.
    BaseStyle,
    /// A glossary.
    Glossary,
    /// A collection of spoken terms.
    SpokenTerms,
    /// A style profile.
    StyleProfile,
    /// A translation profile.
    TranslationProfile,
    /// Style tests.
    StyleTest,
    /// housestyle.toml.
    Project,
    /// A catalogue of further rules.
    Catalogue,
    /// What `validate --format json` prints.
    Findings,
    /// What `plan --out` writes.
    Plan,
    /// What `plan --out` writes of several environments.
    Plans,
    /// What `diff --format json` prints.
    Diff,
    /// What `apply --format json` prints.
    Apply,
    /// What `apply --format json` prints of several environments.
    Applies,
    /// A line of what `apply --format ndjson` prints.
    Event,
    /// What `outputs --format json` prints.
    Outputs,
    /// What `state list --format json` prints.
    StateList,
    /// What `state show --format json` prints of a resource.
    StateShow,
    /// What `state show --format json` prints of the store.
    StateStore,
    /// What `snapshot` writes.
    Snapshot,
    /// What `validate --write-baseline` writes.
    Baseline,
    /// What `drift --format json` prints.
    Drift,
    /// What `drift --format json` prints of several environments.
    Drifts,
    /// What `pull --format json` prints.
    Pull,
    /// What `languages --format json` prints.
    Languages,
    /// What `usage --format json` prints.
    Usage,
    /// What `infer --format json` prints.
    Infer,
    /// What `try --format json` prints.
    Try,
    /// What `try correct --format json` and `try rephrase --format json` print.
    Improvements,
    /// What `emulate --seed` reads.
    EmulatorSeed,
    /// What `emulate --faults` reads.
    EmulatorFaults,
    /// What `emulate --translations` reads.
    EmulatorTranslations,
}

impl SchemaKind {
    fn file_name(self) -> String {
        let value = self.to_possible_value();
        format!("{}.schema.json", value.as_ref().map_or("", |value| value.get_name()))
    }
}

/// Prints, writes or compares schemas.
///
/// # Errors
/// Where a folder cannot be read or written.
pub fn run(args: &SchemaArgs, here: &Utf8Path, screen: &Screen) -> Result<Exit, CliError> {
    let documents = schema_documents(here, screen)?;
    if let Some(folder) = &args.into {
        return write_schemas(&here.join(folder), &documents, screen);
    }
    if let Some(folder) = &args.check {
        return check_schemas(&here.join(folder), &documents, screen);
    }
    let wanted = args.kind.file_name();
    let text = documents.iter().find(|(file, _)| *file == wanted).map_or("", |(_, text)| text);
    screen.print_output(text)?;
    Ok(Exit::Success)
}

/// Every schema as the text of its file.
///
/// # Errors
/// Where the project around `here` cannot be read.
pub fn schema_documents(here: &Utf8Path, screen: &Screen) -> Result<Vec<(String, String)>, CliError> {
    Ok(catalogue_schema_documents(&valid_project::load_catalogue(here, screen)?))
}

/// The same for a catalogue that is at hand.
#[must_use]
pub fn catalogue_schema_documents(catalogue: &Catalogue) -> Vec<(String, String)> {
    let documents = schema::published_schemas(catalogue).into_iter().chain(report::schemas::printed_schemas());
    let documents = documents.chain(emulator_schemas());
    documents.map(|(file, schema)| (file, render_schema(&schema))).collect()
}

/// The schemas of the files that `emulate` reads, by file name.
#[must_use]
pub fn emulator_schemas() -> [(String, Value); 3] {
    [
        (SchemaKind::EmulatorSeed, printed_schema::<SeedFile> as fn(&str) -> Value),
        (SchemaKind::EmulatorFaults, printed_schema::<FaultFile>),
        (SchemaKind::EmulatorTranslations, printed_schema::<PhraseTable>),
    ]
    .map(|(kind, make)| {
        let file = kind.file_name();
        let schema = make(&file);
        (file, schema)
    })
}

fn render_schema(schema: &serde_json::Value) -> String {
    let text = serde_json::to_string_pretty(schema).expect("a tree of text and numbers serialises");
    text + "\n"
}

fn write_schemas(folder: &Utf8Path, documents: &[(String, String)], screen: &Screen) -> Result<Exit, CliError> {
    disk::create_folder(folder)
        .map_err(|error| CliError::io_error(format!("cannot make the folder {folder}"), &error))?;
    for (file, text) in documents {
        let path = folder.join(file);
        disk::replace(&path, text.as_bytes(), FileMode::Shared, Overwrite::Replace)
            .map_err(|error| CliError::io_error(format!("cannot write {path}"), &error))?;
    }
    screen.print_status(&format!("{} schemas in {folder}", documents.len()));
    Ok(Exit::Success)
}

/// A project may keep fewer schemas than there are; those that it keeps must be current.
fn check_schemas(folder: &Utf8Path, documents: &[(String, String)], screen: &Screen) -> Result<Exit, CliError> {
    let mut kept = 0;
    let mut stale = Vec::new();
    for (file, text) in documents {
        let path = folder.join(file);
        match named_file::read_text(&path, 16 << 20) {
            Ok(found) => {
                kept += 1;
                if found.replace("\r\n", "\n") != *text {
                    stale.push(file.as_str());
                }
            }
            Err(ReadRefusal::Absent) => {}
            Err(why) => return Err(CliError::io_error(format!("cannot read {path}"), &why.into())),
        }
    }
    if kept == 0 {
        return Err(CliError::new(Exit::Invalid, format!("no schema in {folder}"))
            .with_help(format!("housestyle schema --into {folder}")));
    }
    if !stale.is_empty() {
        return Err(CliError::new(Exit::Invalid, format!("not current in {folder}: {}", stale.join(", ")))
            .with_help(format!("housestyle schema --into {folder}")));
    }
    screen.print_status(&format!("{kept} schemas are current"));
    Ok(Exit::Success)
}
