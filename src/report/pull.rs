//! What a pull brought into the files, for people and as JSON.

use schemars::JsonSchema;
use serde::Serialize;

use crate::catalogue::load;
use crate::diagnostic::Place;
use crate::model::{Address, Id, Kind, SharedText};
use crate::plan::commands::name_environment;
use crate::plan::{Change, ChangedField};
use crate::report::change::field_label;
use crate::report::heading::service_line;
use crate::report::humanize::count_noun;
use crate::report::json::to_pretty_json;
use crate::report::prompt_diff::{changed_prompt_pieces, inline_text};
use crate::report::render_options::{RenderOptions, TextTone};
use crate::report::sanitize::Sanitized;
use crate::report::wrap::{TextPiece, write_wrapped};

/// Version of the JSON form. Rises when a reader of the old one would misread the new one.
const VERSION: u64 = 1;

/// Something of a resource that no file of this project can have, so that it stays on the service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OmittedPart {
    /// What it is: `style_and_tone.short_vs_long_words: use_short_words`.
    pub text: String,
    /// Whether the public catalogue has it.
    pub is_public: bool,
}

/// What became of one change of the service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PullOutcome {
    /// It is in the files now.
    Written {
        /// Whether it overrides what a base says.
        overrides: bool,
    },
    /// The files said so already.
    InSync,
    /// The files keep what they say, because somebody said so.
    Kept,
    /// Both changed, to different things.
    Conflict,
    /// Nobody here knows the rule or the value.
    Unknown,
    /// Somebody has to write it.
    Manual {
        /// Where.
        place: Option<Place>,
        /// Why.
        why: String,
    },
}

/// One change of the service.
#[derive(Clone, Debug)]
pub struct PulledChange {
    /// As it was last applied, and as it is held.
    pub change: Change,
    /// What the files say.
    pub file_value: Option<SharedText>,
    /// What became of it.
    pub outcome: PullOutcome,
}

/// One list of the project.
#[derive(Clone, Debug)]
pub struct PulledResource {
    /// Its address.
    pub address: Address,
    /// Its file.
    pub file: Option<String>,
    /// What the service changed.
    pub changes: Vec<PulledChange>,
}

/// A list that is kept in files from now on.
#[derive(Clone, Debug)]
pub struct PulledImport {
    /// Its address.
    pub address: Address,
    /// Its id.
    pub id: Id,
    /// Its name.
    pub name: String,
    /// The file that is made; nothing where one says the same already.
    pub file: Option<String>,
    /// The tables that are made beside it.
    pub tables: Vec<String>,
    /// What is left out of the file.
    pub unknown: Vec<OmittedPart>,
}

/// Everything that a pull did, or would do.
#[derive(Clone, Debug, Default)]
pub struct PullReport {
    /// Base address of the service, or `emulator`.
    pub origin: String,
    /// Name of the environment.
    pub environment: String,
    /// Managed resources that changed on the service.
    pub resources: Vec<PulledResource>,
    /// Lists that become the project's.
    pub imported: Vec<PulledImport>,
    /// Lists that stay nobody's: id, name, reason.
    pub unmanaged: Vec<(Id, String, String)>,
    /// Lists of the project that the service does not have any more.
    pub deleted: Vec<Address>,
    /// Files that change.
    pub files: Vec<String>,
    /// Whether nothing is written.
    pub dry_run: bool,
}

impl PullReport {
    /// How many changes ended in this way.
    fn count_outcomes(&self, is: impl Fn(&PullOutcome) -> bool) -> usize {
        self.resources.iter().flat_map(|list| &list.changes).filter(|line| is(&line.outcome)).count()
    }

    /// Whether something is left that somebody has to decide or write.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.count_outcomes(|became| {
            matches!(became, PullOutcome::Conflict | PullOutcome::Unknown | PullOutcome::Manual { .. })
        }) > 0
    }

    /// The line that counts.
    #[must_use]
    pub fn summary_line(&self) -> String {
        let mut parts = Vec::new();
        let written = self.count_outcomes(|became| matches!(became, PullOutcome::Written { .. }));
        if written > 0 {
            parts.push(format!("{} pulled", count_noun(written, "change")));
        }
        if !self.imported.is_empty() {
            let of = |kind: &Kind| self.imported.iter().filter(|new| new.address.kind == *kind).count();
            let kinds = Kind::ALL.iter().filter(|kind| of(kind) > 0).map(|kind| {
                let n = of(kind);
                format!("{n} {}", if n == 1 { kind.noun() } else { kind.plural() })
            });
            parts.push(format!("{} imported", kinds.collect::<Vec<_>>().join(", ")));
        }
        if !self.files.is_empty() {
            parts.push(format!(
                "{} {}",
                count_noun(self.files.len(), "file"),
                if self.dry_run { "would change" } else { "written" }
            ));
        }
        for (n, what) in [
            (self.count_outcomes(|became| *became == PullOutcome::Conflict), "conflict"),
            (self.count_outcomes(|became| matches!(became, PullOutcome::Manual { .. })), "change to make by hand"),
        ] {
            match n {
                0 => {}
                1 => parts.push(format!("1 {what}")),
                n => parts.push(format!(
                    "{n} {}",
                    what.replacen("conflict", "conflicts", 1).replacen("change ", "changes ", 1)
                )),
            }
        }
        if parts.is_empty() { "nothing to pull".to_owned() } else { parts.join("; ") }
    }
}

/// The pull for people.
#[must_use]
pub fn render_human(pull: &PullReport, options: &RenderOptions) -> String {
    let mut out = service_line(&pull.environment, &pull.origin, options);
    for list in &pull.resources {
        let file = list.file.as_deref().map(|file| format!("  {}", Sanitized(file))).unwrap_or_default();
        let pieces = [
            TextPiece::new(TextTone::Warning, "^ "),
            TextPiece::new(TextTone::Strong, list.address.to_string()),
            TextPiece::new(TextTone::Faint, file),
        ];
        write_wrapped(&mut out, options, "", "      ", &pieces);
        for line in &list.changes {
            write_change(&mut out, line, &list.address, &pull.environment, options);
        }
    }
    for new in &pull.imported {
        let what = match &new.file {
            Some(file) if new.tables.is_empty() => format!("  {}", Sanitized(file)),
            Some(file) => format!("  {} and {}", Sanitized(file), count_noun(new.tables.len(), "table")),
            None => "  a file already has the same content".to_owned(),
        };
        let pieces = [
            TextPiece::new(TextTone::Success, "+ "),
            TextPiece::new(TextTone::Strong, new.address.to_string()),
            TextPiece::new(TextTone::Plain, format!("  \"{}\"", inline_text(&new.name, options))),
            TextPiece::new(TextTone::Faint, format!("  id {}", new.id)),
            TextPiece::new(TextTone::Plain, what),
        ];
        write_wrapped(&mut out, options, "", "      ", &pieces);
        for OmittedPart { text, is_public } in &new.unknown {
            let (what, _) = load::explain_unmanageable(*is_public);
            let text = format!("{what}, left on the service: {}", Sanitized(text));
            write_wrapped(&mut out, options, "    = ", "      ", &[TextPiece::new(TextTone::Plain, text)]);
        }
    }
    for address in &pull.deleted {
        let text = format!(
            "{address} was deleted on the service: delete its file, or create it again with housestyle apply --recreate {address}"
        );
        let text = name_environment(&text, &pull.environment);
        write_wrapped(&mut out, options, "- ", "  ", &[TextPiece::new(TextTone::Plain, text)]);
    }
    for (id, name, why) in &pull.unmanaged {
        let text = format!("unmanaged: \"{}\" {id}: {why}", inline_text(name, options));
        write_wrapped(&mut out, options, "! ", "  ", &[TextPiece::new(TextTone::Warning, text)]);
    }
    write_wrapped(
        &mut out,
        options,
        "",
        "      ",
        &[TextPiece::new(TextTone::Strong, format!("Pull: {}", pull.summary_line()))],
    );
    out
}

fn write_change(out: &mut String, line: &PulledChange, address: &Address, environment: &str, options: &RenderOptions) {
    let PulledChange { change, file_value: ours, outcome: became } = line;
    let shown =
        |text: &Option<SharedText>| text.as_deref().map_or("(nothing)".to_owned(), |text| inline_text(text, options));
    let (sign, tone, tail) = match became {
        PullOutcome::Written { overrides: false } => ("~", TextTone::Change, String::new()),
        PullOutcome::Written { overrides: true } => ("~", TextTone::Change, "  overrides its base".to_owned()),
        PullOutcome::InSync => ("=", TextTone::Faint, "  already in the file".to_owned()),
        PullOutcome::Kept => ("=", TextTone::Faint, "  file kept".to_owned()),
        PullOutcome::Conflict => ("!", TextTone::Error, "  conflict".to_owned()),
        PullOutcome::Unknown => {
            let (what, hint) = load::explain_unmanageable(change.is_public_alone());
            ("=", TextTone::Warning, format!("  {what}, left on the service{hint}"))
        }
        PullOutcome::Manual { .. } => ("!", TextTone::Error, "  edit by hand".to_owned()),
    };
    let place = change.place.as_ref().map(|place| format!("  {}", Sanitized(&place.to_string()))).unwrap_or_default();
    let pieces = [
        TextPiece::new(tone, format!("{sign} ")),
        TextPiece::new(TextTone::Plain, field_label(&change.field, options)),
        TextPiece::new(tone, tail),
        TextPiece::new(TextTone::Faint, place),
    ];
    write_wrapped(out, options, "    ", "        ", &pieces);
    if let (PullOutcome::Written { .. }, ChangedField::Instruction(_), Some(ours), Some(theirs)) =
        (became, &change.field, ours, &change.after)
    {
        let bar = format!("        {} ", options.pick_glyph("│", "|"));
        return write_wrapped(out, options, &bar, &bar, &changed_prompt_pieces(ours, theirs, options));
    }
    let mut detail = |head: &str, text: String| {
        write_wrapped(out, options, &format!("        {head}"), "          ", &[TextPiece::new(TextTone::Plain, text)]);
    };
    match became {
        PullOutcome::Conflict => {
            detail("file:    ", shown(ours));
            detail("service: ", shown(&change.after));
            let take = format!("housestyle pull --take theirs={address} (or mine={address})");
            detail("help: ", name_environment(&take, environment).into_owned());
        }
        PullOutcome::Manual { place, why } => {
            let place = place.as_ref().map(|place| format!("{}: ", Sanitized(&place.to_string()))).unwrap_or_default();
            detail("", format!("{place}{}", Sanitized(why)));
            detail("service: ", shown(&change.after));
        }
        PullOutcome::Written { .. } => {
            detail("", format!("{} {} {}", shown(ours), options.pick_glyph("→", "->"), shown(&change.after)))
        }
        PullOutcome::InSync | PullOutcome::Kept | PullOutcome::Unknown => {}
    }
}

/// What a pull did, or would do.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct PullDocument<'a> {
    /// Version of this form.
    housestyle_pull: u64,
    /// Base address of the service, or `emulator`.
    origin: &'a str,
    /// Name of the environment.
    environment: &'a str,
    /// Whether nothing was written.
    dry_run: bool,
    /// Files that change.
    files: &'a [String],
    /// Managed resources that changed on the service.
    resources: Vec<PulledResourceDocument<'a>>,
    /// Resources that the project manages from now on.
    imported: Vec<PulledImportDocument<'a>>,
    /// Resources that stay unmanaged.
    unmanaged: Vec<PulledUnmanagedDocument<'a>>,
    /// Addresses of managed resources that are no longer on the service.
    deleted: Vec<String>,
}

/// One list of the project.
#[derive(Debug, Serialize, JsonSchema)]
struct PulledResourceDocument<'a> {
    /// `style/support-de`
    address: String,
    /// Its file.
    file: Option<&'a str>,
    /// What the service changed.
    changes: Vec<PulledChangeDocument<'a>>,
}

/// One change of the service, and what became of it.
#[derive(Debug, Serialize, JsonSchema)]
struct PulledChangeDocument<'a> {
    /// What it is about, in words: `name`, `numbers.decimal_separator`, `instruction "Anrede"`.
    field: String,
    /// The value in the files before.
    file: Option<&'a str>,
    /// The value on the service.
    service: Option<&'a str>,
    /// `path:line:column` in the files.
    place: Option<String>,
    /// `written`, `overridden` (written, over what a base says), `agreed` (the files said so already), `kept` (the files
    /// won), `conflict`, `unknown` (this version does not know the rule or the value) or `by-hand`.
    outcome: &'static str,
    /// Why it has to be edited by hand.
    reason: Option<&'a str>,
}

/// A resource that the project manages from now on.
#[derive(Debug, Serialize, JsonSchema)]
struct PulledImportDocument<'a> {
    /// `style/support-de`
    address: String,
    /// The service's id.
    id: String,
    /// Display name.
    name: &'a str,
    /// The file that is made; null where one says the same already.
    file: Option<&'a str>,
    /// The tables that are made beside it, for dictionaries that are too long to stand in it.
    tables: &'a [String],
    /// Rules that are not in the file, because this version does not know them.
    unknown: Vec<&'a str>,
}

/// A resource that stays unmanaged.
#[derive(Debug, Serialize, JsonSchema)]
struct PulledUnmanagedDocument<'a> {
    /// The service's id.
    id: String,
    /// Display name.
    name: &'a str,
    /// Why it stays there.
    reason: &'a str,
}

/// The pull as JSON.
#[must_use]
pub fn render_json(pull: &PullReport) -> String {
    let PullReport {
        origin,
        environment,
        resources: lists,
        imported: new,
        unmanaged: left,
        deleted,
        files,
        dry_run: dry,
    } = pull;
    to_pretty_json(&PullDocument {
        housestyle_pull: VERSION,
        origin,
        environment,
        dry_run: *dry,
        files,
        resources: lists
            .iter()
            .map(|PulledResource { address, file, changes: lines }| PulledResourceDocument {
                address: address.to_string(),
                file: file.as_deref(),
                changes: lines.iter().map(change_document).collect(),
            })
            .collect(),
        imported: new
            .iter()
            .map(|PulledImport { address, id, name, file, tables, unknown }| PulledImportDocument {
                address: address.to_string(),
                id: id.to_string(),
                name,
                file: file.as_deref(),
                tables,
                unknown: unknown.iter().map(|part| part.text.as_str()).collect(),
            })
            .collect(),
        unmanaged: left
            .iter()
            .map(|(id, name, why)| PulledUnmanagedDocument { id: id.to_string(), name, reason: why })
            .collect(),
        deleted: deleted.iter().map(ToString::to_string).collect(),
    })
}

fn change_document(line: &PulledChange) -> PulledChangeDocument<'_> {
    let PulledChange { change, file_value: ours, outcome: became } = line;
    let (became, why) = match became {
        PullOutcome::Written { overrides: false } => ("written", None),
        PullOutcome::Written { overrides: true } => ("overridden", None),
        PullOutcome::InSync => ("agreed", None),
        PullOutcome::Kept => ("kept", None),
        PullOutcome::Conflict => ("conflict", None),
        PullOutcome::Unknown => ("unknown", None),
        PullOutcome::Manual { place: _, why } => ("by-hand", Some(why.as_str())),
    };
    PulledChangeDocument {
        field: change.field.to_string(),
        file: ours.as_deref(),
        service: change.after.as_deref(),
        place: change.place.as_ref().map(Place::to_string),
        outcome: became,
        reason: why,
    }
}
