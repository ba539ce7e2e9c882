//! A document, translated with what is tried.

use camino::Utf8Path;

use crate::cli::arguments::format::{HumanOnly, choose_format};
use crate::cli::command::try_cmd::text::TryRequest;
use crate::cli::command::try_cmd::{TryArgs, TryCost, confirm_cost};
use crate::cli::exit::{CliError, Exit};
use crate::cli::invocation::Invocation;
use crate::cli::named_file;
use crate::cli::screen::confirm::ask_question;
use crate::disk::{self, FileMode, Overwrite, ReadRefusal};
use crate::model::request::RequestKind;
use crate::report::table::format_number;
use crate::service::document::{self, DOCUMENT_EXTENSIONS, DocumentStatus, MAX_DOCUMENT_BYTES};

pub(super) async fn run(args: &TryArgs, out: &Utf8Path, invocation: &Invocation<'_>) -> Result<Exit, CliError> {
    choose_format::<HumanOnly>(invocation.global, "try --file")?;
    let Some(file) = &args.file else {
        return Err(CliError::usage_error("there is no document").with_help("name it with --file"));
    };
    let (name, bytes) = read_document(&invocation.here.join(file))?;
    let trial = TryRequest::prepare_request(args, invocation, RequestKind::Document).await?;
    let TryRequest { prepared, address: tried, without: _, with } = &trial;
    let path = invocation.here.join(out);
    let over = path.symlink_metadata().is_ok();
    if over {
        confirm_overwrite(invocation, &trial, &path).await?;
    } else if !path.parent().is_some_and(Utf8Path::is_dir) {
        return Err(CliError::usage_error(format!("there is no folder for {out}")));
    }
    confirm_cost(invocation, prepared, TryCost::Document(bytes.len() as u64), args.auto_approve).await?;
    let failed = |error| prepared.call_error(&error);
    let job = document::upload_document(&prepared.client, &name, bytes, with).await.map_err(failed)?;
    invocation.screen.print_status(&format!("sent as document {}", job.id));
    let billed = match document::wait_until_finished(&prepared.client, &job).await.map_err(failed)? {
        DocumentStatus::Done(billed) => billed,
        DocumentStatus::Failed(why) => {
            let why = if why.is_empty() { "the service gave no reason".to_owned() } else { why };
            return Err(CliError::new_sanitized(
                Exit::Error,
                format!("the document {} was not translated: {why}", job.id),
            ));
        }
        DocumentStatus::Working(_) => unreachable!("what is finished is being worked on no more"),
    };
    let translated = document::download_document(&prepared.client, &job).await.map_err(failed)?;
    save_translation(&path, &translated, over)?;
    let billed = billed.map_or_else(String::new, |billed| format!("; {} characters counted", format_number(billed)));
    invocation.screen.print_output(&format!(
        "{}translated with {tried} as {out}{billed}\n",
        prepared.service_line(&invocation.screen.stdout_look())
    ))?;
    Ok(Exit::Success)
}

/// Name and bytes of a document that the service takes.
fn read_document(path: &Utf8Path) -> Result<(String, Vec<u8>), CliError> {
    let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
    if !DOCUMENT_EXTENSIONS.contains(&ending.as_str()) {
        return Err(CliError::usage_error(format!("{path} is not a document format that the service accepts"))
            .with_help(format!("documents end with {}", DOCUMENT_EXTENSIONS.join(", "))));
    }
    let bytes = named_file::read_bytes(path, MAX_DOCUMENT_BYTES).map_err(|why| match why {
        ReadRefusal::NotRegular => CliError::usage_error(format!("{path} is not a file")),
        ReadRefusal::TooLarge { bytes, most, .. } => {
            let (has, most) = (format_number(bytes), format_number(most));
            CliError::usage_error(format!("{path} has {has} bytes, and the service takes {most}"))
        }
        why @ (ReadRefusal::Absent | ReadRefusal::Outside | ReadRefusal::Git | ReadRefusal::Failed(_)) => {
            named_file::cannot_read(path, why)
        }
    })?;
    if bytes.is_empty() {
        return Err(CliError::usage_error(format!("{path} is empty, there is nothing to translate")));
    }
    Ok((path.file_name().unwrap_or("document").to_owned(), bytes))
}

/// Asks before a file is written over. `--auto-approve` approves a cost, not this.
async fn confirm_overwrite(invocation: &Invocation<'_>, trial: &TryRequest, path: &Utf8Path) -> Result<(), CliError> {
    let refused = CliError::new(Exit::Blocked, format!("{path} is there already, nothing was sent"))
        .with_help("choose another name for --out, or remove it");
    if !path.is_file() || !invocation.screen.interactive {
        return Err(refused);
    }
    let question = format!("Write over {path}? Only `yes` is accepted: ");
    let answer = ask_question(invocation.screen, &trial.prepared.interrupt, &question).await?;
    if answer == "yes" { Ok(()) } else { Err(refused) }
}

/// Saves the translation as a whole, or not at all.
fn save_translation(path: &Utf8Path, bytes: &[u8], over: bool) -> Result<(), CliError> {
    let said_no = |error: std::io::Error| CliError::io_error(format!("cannot write {path}"), &error);
    // Somebody may have made one since it was looked for.
    let overwrite = if over { Overwrite::Replace } else { Overwrite::Never };
    disk::replace(path, bytes, FileMode::Shared, overwrite).map_err(said_no)
}
