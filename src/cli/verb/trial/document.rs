//! A document, translated with what is tried.

#![expect(clippy::disallowed_methods, reason = "the document is read and its translation saved where the person says")]

use std::io::Write;

use camino::Utf8Path;

use crate::cli::agree::ask;
use crate::cli::args::Format;
use crate::cli::exit::{Exit, Stop};
use crate::cli::verb::trial::text::Trial;
use crate::cli::verb::trial::{Args, Cost, Edge, afford};
use crate::model::request::Use;
use crate::report::table::number;
use crate::service::document::{self, BYTES, FORMATS, Status};

pub(super) async fn run(args: &Args, out: &Utf8Path, edge: &Edge<'_>) -> Result<Exit, Stop> {
    edge.screen.format(edge.global, &[Format::Human])?;
    let Some(file) = &args.file else {
        return Err(Stop::usage("there is no document").help("name it with --file"));
    };
    let (name, bytes) = read(&edge.here.join(file))?;
    let trial = Trial::prepare(args, edge, Use::Document).await?;
    let Trial { prepared, tried, without: _, with } = &trial;
    let path = edge.here.join(out);
    let over = path.symlink_metadata().is_ok();
    if over {
        overwrite(edge, &trial, &path).await?;
    } else if !path.parent().is_some_and(Utf8Path::is_dir) {
        return Err(Stop::usage(format!("there is no folder for {out}")));
    }
    afford(edge, prepared, Cost::Document(bytes.len() as u64), args.auto_approve).await?;
    let failed = |error| prepared.failed(&error);
    let job = document::upload(&prepared.client, &name, &bytes, with).await.map_err(failed)?;
    edge.screen.say(&format!("sent as document {}", job.id));
    let billed = match document::finished(&prepared.client, &job).await.map_err(failed)? {
        Status::Done(billed) => billed,
        Status::Failed(why) => {
            let why = if why.is_empty() { "the service does not say why".to_owned() } else { why };
            return Err(Stop::quoting(Exit::Error, format!("the document {} was not translated: {why}", job.id)));
        }
        Status::Working(_) => unreachable!("what is finished is being worked on no more"),
    };
    let translated = document::download(&prepared.client, &job).await.map_err(failed)?;
    save(&path, &translated, over)?;
    let billed = billed.map_or_else(String::new, |billed| format!("; {} characters counted", number(billed)));
    edge.screen.out(&format!("translated with {tried} as {out}{billed}\n"))?;
    Ok(Exit::Done)
}

/// Name and bytes of a document that the service takes.
fn read(path: &Utf8Path) -> Result<(String, Vec<u8>), Stop> {
    let unreadable = |error: std::io::Error| Stop::io(format!("cannot read {path}"), &error);
    let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
    if !FORMATS.contains(&ending.as_str()) {
        return Err(Stop::usage(format!("{path} is no document that the service takes"))
            .help(format!("documents end with {}", FORMATS.join(", "))));
    }
    let found = std::fs::metadata(path).map_err(unreadable)?;
    if !found.is_file() {
        return Err(Stop::usage(format!("{path} is not a file")));
    }
    if found.len() == 0 {
        return Err(Stop::usage(format!("{path} is empty, there is nothing to translate")));
    }
    if found.len() > BYTES {
        let (has, most) = (number(found.len()), number(BYTES));
        return Err(Stop::usage(format!("{path} has {has} bytes, and the service takes {most}")));
    }
    let bytes = std::fs::read(path).map_err(unreadable)?;
    Ok((path.file_name().unwrap_or("document").to_owned(), bytes))
}

/// Asks before a file is written over. `--auto-approve` agrees to a cost, not to this.
async fn overwrite(edge: &Edge<'_>, trial: &Trial, path: &Utf8Path) -> Result<(), Stop> {
    let refused = Stop::new(Exit::Refused, format!("{path} is there already, nothing was sent"))
        .help("choose another name for --out, or remove it");
    if !path.is_file() || !edge.screen.interactive {
        return Err(refused);
    }
    let question = format!("Write over {path}? Only `yes` agrees: ");
    let answer = ask(edge.screen, &trial.prepared.interrupt, &question).await?;
    if answer == "yes" { Ok(()) } else { Err(refused) }
}

/// Saves the translation as a whole, or not at all.
fn save(path: &Utf8Path, bytes: &[u8], over: bool) -> Result<(), Stop> {
    let said_no = |error: std::io::Error| Stop::io(format!("cannot write {path}"), &error);
    let folder = path.parent().unwrap_or(Utf8Path::new("/"));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".housestyle-try-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // What the umask leaves of this, as for any new file.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut new = builder.tempfile_in(folder).map_err(said_no)?;
    new.write_all(bytes).map_err(said_no)?;
    new.as_file().sync_all().map_err(said_no)?;
    if over {
        new.persist(path).map_err(|failed| said_no(failed.error))?;
    } else {
        // Somebody may have made one since.
        new.persist_noclobber(path).map_err(|failed| said_no(failed.error))?;
    }
    Ok(())
}
