//! `housestyle sheet`: prompts and glossary entries as CSV for a spreadsheet, and back into the files. Offline.

use std::collections::BTreeMap;
use std::io::Read;

use camino::{Utf8Path, Utf8PathBuf};

use crate::catalogue::nearest;
use crate::cli::arguments::format::{SheetFormat, choose_format};
use crate::cli::exit::{CliError, Exit};
use crate::cli::git::patch_output;
use crate::cli::invocation::Invocation;
use crate::cli::named_file;
use crate::cli::valid_project;
use crate::disk::ReadRefusal;
use crate::project;
use crate::project::rewriting::save_files;
use crate::project::rewriting::sheet::{self, ReadSheet, SheetChange, SheetEntry, SheetKey};
use crate::report::humanize::count_noun;
use crate::report::prompt_diff::{changed_prompt_pieces, inline_text};
use crate::report::render_options::{RenderOptions, TextTone};
use crate::report::wrap::{TextPiece, write_wrapped};
use crate::report::{self, Sanitized};
use crate::source::text;

/// Largest sheet, in bytes.
const MAX_SHEET_BYTES: u64 = 64 << 20;

/// What `sheet --help` teaches.
pub const HELP: &str = "Print prompts and glossary entries as a sheet for a spreadsheet, or take a sheet back into the files.\n\n\
    A sheet is CSV with the columns address, language, entry and text; no cell is a formula. Linguists edit the column text. \
    --read takes the texts that differ into the files, each at its own place: comments, order and quotes stay; a new phrase of \
    a dictionary is added. The files are checked as a whole first. A sheet that lacks rows or columns, names what is not there, \
    or holds an empty text changes nothing: each of these is a finding with its place, and the exit code is 3. What it has no \
    row of at all is told. Commas, semicolons and tabs, a byte order \
    mark and any line ends are read, and columns may be moved or added. Nothing is sent.\n\n\
    Examples:\n\
    \x20 housestyle sheet > texts.csv\n\
    \x20 housestyle sheet --language ja --only prompts > ja.csv\n\
    \x20 housestyle sheet --read texts.csv --diff      what would change, as a patch\n\
    \x20 housestyle sheet --read texts.csv             change the files";

/// Arguments of `sheet`.
#[derive(Debug, clap::Args)]
pub struct SheetArgs {
    /// Take the texts of this sheet into the files; `-` is stdin
    #[arg(long, value_name = "FILE", env = "HOUSESTYLE_READ")]
    pub read: Option<Utf8PathBuf>,
    /// With --read: show what would be written, write nothing
    #[arg(long, env = "HOUSESTYLE_DRY_RUN", value_parser = clap::builder::FalseyValueParser::new(), requires = "read")]
    pub dry_run: bool,
    /// With --read: print a patch, write nothing
    #[arg(long, env = "HOUSESTYLE_DIFF", value_parser = clap::builder::FalseyValueParser::new(), requires = "read")]
    pub diff: bool,
    /// Only texts of this language, and glossaries from or into it; repeatable
    #[arg(long, value_name = "LANGUAGE", env = "HOUSESTYLE_LANGUAGE", value_delimiter = ',')]
    pub language: Vec<String>,
    /// Only prompts, or only glossaries
    #[arg(long, value_name = "KIND", env = "HOUSESTYLE_ONLY")]
    pub only: Option<SheetKind>,
}

/// What a sheet holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum SheetKind {
    /// Prompts of custom instructions.
    Prompts,
    /// Entries of glossaries.
    Glossaries,
}

/// Prints a sheet, or reads one.
///
/// # Errors
/// Exit 3 where the files or the sheet are invalid, 64 for a language that nothing has, 6 where a file changes meanwhile.
pub fn run(args: &SheetArgs, invocation: &Invocation<'_>) -> Result<Exit, CliError> {
    let Invocation { global, here, variables, screen } = *invocation;
    choose_format::<SheetFormat>(global, "sheet")?;
    let opened = project::open_project(here)?;
    let (mut files, desired) = valid_project::read_valid_files(&opened, screen)?;
    let all = sheet::list_entries(&files, &desired);
    check_languages(args, &all)?;
    let Some(path) = &args.read else {
        screen.print_output(&sheet::render_sheet(all.iter().filter(|(key, _)| is_wanted(args, key))))?;
        return Ok(Exit::Success);
    };
    let (source, mut findings) = text::decode_bytes(path.as_str(), read_bytes(&here.join(path), path)?);
    let mut sheet = ReadSheet::default();
    if findings.is_empty() {
        sheet = sheet::read_sheet(&source, &all);
        findings.append(&mut sheet.findings);
    }
    let ReadSheet { changes, absent, .. } = sheet;
    if findings.is_empty() {
        findings = sheet::apply_changes(&mut files, &desired, &source, &all, &changes).err().unwrap_or_default();
    }
    if !findings.is_empty() {
        screen.print_always(&report::findings::render_human(&findings, 1, &screen.stderr_look()));
        return Err(CliError::new(Exit::Invalid, "the sheet cannot be taken as it is, nothing was written"));
    }
    let (_, errors) = files.check_project();
    if !errors.is_empty() {
        screen.print_always(&report::findings::render_human(&errors, files.parsed.len(), &screen.stderr_look()));
        return Err(CliError::new(Exit::Invalid, "with this sheet the files would be invalid, nothing was written"));
    }
    let is_meant = |(address, language): &&(String, String)| {
        let key = SheetKey { address: address.clone(), language: language.clone(), entry: String::new() };
        is_wanted(args, &key)
    };
    if let Some(note) = describe_absent(absent.iter().filter(is_meant)) {
        screen.print_status(&note);
    }
    let dry = args.dry_run || args.diff;
    if !dry {
        save_files::write_all_or_none(&opened.root, &files.changed_files())?;
    }
    if args.diff {
        patch_output::print_patch(screen, variables, &files.render_patch())?;
    } else {
        let written: Vec<&str> = files.changed_files().iter().map(|changed| changed.path).collect();
        screen.print_report(Exit::Success, &render_human(&changes, written.len(), dry, &screen.stdout_look()))?;
    }
    Ok(Exit::Success)
}

/// Most documents without rows that a note names.
const MAX_ABSENT_NAMED: usize = 3;

/// What a sheet is silent about; nothing where it has rows of everything.
fn describe_absent<'a>(absent: impl Iterator<Item = &'a (String, String)>) -> Option<String> {
    let named: Vec<String> = absent.map(|(address, language)| format!("{address} ({language})")).collect();
    let more = match named.len().saturating_sub(MAX_ABSENT_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let shown = named.get(..MAX_ABSENT_NAMED.min(named.len()))?.join(", ");
    (!named.is_empty()).then(|| {
        format!(
            "note: the sheet has no row of {}{more}: nothing changes there (--language and --only tell what it is of)",
            Sanitized(&shown)
        )
    })
}

fn is_wanted(args: &SheetArgs, key: &SheetKey) -> bool {
    let is_glossary = key.address.starts_with("glossary/");
    let kind = match args.only {
        None => true,
        Some(SheetKind::Prompts) => !is_glossary,
        Some(SheetKind::Glossaries) => is_glossary,
    };
    kind && (args.language.is_empty() || args.language.iter().any(|code| has_language(key, code)))
}

fn has_language(key: &SheetKey, code: &str) -> bool {
    let code = code.to_ascii_lowercase();
    key.language == code
        || (key.address.starts_with("glossary/")
            && (key.language.starts_with(&format!("{code}-")) || key.language.ends_with(&format!("-{code}"))))
}

fn check_languages(args: &SheetArgs, all: &BTreeMap<SheetKey, SheetEntry>) -> Result<(), CliError> {
    for code in &args.language {
        if !all.keys().any(|key| has_language(key, code)) {
            let known: Vec<&str> = all.keys().map(|key| key.language.as_str()).collect();
            let stop =
                CliError::new_sanitized(Exit::Usage, format!("no text of the project has the language `{code}`"));
            return Err(match nearest::nearest_words(code, known.iter().copied()).first() {
                Some(near) => stop.with_help(format!("did you mean `{near}`?")),
                None => stop.with_help("leave --language out to see all"),
            });
        }
    }
    Ok(())
}

fn read_bytes(full: &Utf8Path, written: &Utf8Path) -> Result<Vec<u8>, CliError> {
    let said_no =
        |error: std::io::Error| CliError::io_error(format!("cannot read {}", Sanitized(written.as_str())), &error);
    let most = MAX_SHEET_BYTES;
    let too_large = || {
        let message =
            format!("{} is larger than {most} bytes, more than a sheet of texts", Sanitized(written.as_str()));
        CliError::new(Exit::Invalid, message)
    };
    let mut bytes = Vec::new();
    if written == "-" {
        std::io::stdin().take(most + 1).read_to_end(&mut bytes).map_err(said_no)?;
    } else {
        bytes = named_file::read_bytes(full, most).map_err(|why| match why {
            ReadRefusal::TooLarge { .. } => too_large(),
            ReadRefusal::Absent
            | ReadRefusal::NotRegular
            | ReadRefusal::Outside
            | ReadRefusal::Git
            | ReadRefusal::Failed(_) => named_file::cannot_read(full, why),
        })?;
    }
    if bytes.len() as u64 > most { Err(too_large()) } else { Ok(bytes) }
}

fn render_human(changes: &[SheetChange], files: usize, dry: bool, options: &RenderOptions) -> String {
    let mut out = String::new();
    for SheetChange { key, before, after, place, .. } in changes {
        let mark = match before {
            Some(_) => TextPiece::new(TextTone::Change, "~ "),
            None => TextPiece::new(TextTone::Success, "+ "),
        };
        let pieces = [
            mark,
            TextPiece::new(TextTone::Strong, Sanitized(&key.address).to_string()),
            TextPiece::new(TextTone::Plain, format!("  {} \"{}\"", key.language, inline_text(&key.entry, options))),
            TextPiece::new(TextTone::Faint, format!("  {}", Sanitized(&place.to_string()))),
        ];
        write_wrapped(&mut out, options, "", "      ", &pieces);
        let bar = format!("    {} ", options.pick_glyph("│", "|"));
        write_wrapped(
            &mut out,
            options,
            &bar,
            &bar,
            &changed_prompt_pieces(before.as_deref().unwrap_or_default(), after, options),
        );
    }
    let text = match (changes.len(), dry) {
        (0, _) => "Sheet: nothing to change".to_owned(),
        (texts, false) => {
            format!("Sheet: {} changed; {} written", count_noun(texts, "text"), count_noun(files, "file"))
        }
        (texts, true) => format!("Sheet: {} would change in {}", count_noun(texts, "text"), count_noun(files, "file")),
    };
    write_wrapped(&mut out, options, "", "  ", &[TextPiece::new(TextTone::Strong, text)]);
    out
}
