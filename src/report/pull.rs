//! What a pull brought into the files, for people and as JSON.

use schemars::JsonSchema;
use serde::Serialize;

use crate::diagnostic::Place;
use crate::model::{Address, Id, Kind};
use crate::plan::{Change, Field};
use crate::report::change::subject;
use crate::report::json::pretty;
use crate::report::look::{Look, Tone};
use crate::report::prompt::changed;
use crate::report::shown::Shown;
use crate::report::words::count;
use crate::report::wrap::{Piece, wrap};

/// Version of the JSON form. Rises when a reader of the old one would misread the new one.
const VERSION: u64 = 1;

/// What became of one change of the service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Became {
    /// It is in the files now.
    Written {
        /// Whether it overrides what a base says.
        overrides: bool,
    },
    /// The files said so already.
    Agreed,
    /// The files keep what they say, because somebody said so.
    Kept,
    /// Both changed, to different things.
    Conflict,
    /// Nobody here knows the rule or the value.
    Unknown,
    /// Somebody has to write it.
    ByHand {
        /// Where.
        place: Option<Place>,
        /// Why.
        why: String,
    },
}

/// One change of the service.
#[derive(Clone, Debug)]
pub struct Line {
    /// As it was last applied, and as it is held.
    pub change: Change,
    /// What the files say.
    pub ours: Option<String>,
    /// What became of it.
    pub became: Became,
}

/// One list of the project.
#[derive(Clone, Debug)]
pub struct List {
    /// Its address.
    pub address: Address,
    /// Its file.
    pub file: Option<String>,
    /// What the service changed.
    pub lines: Vec<Line>,
}

/// A list that is kept in files from now on.
#[derive(Clone, Debug)]
pub struct New {
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
    pub unknown: Vec<String>,
}

/// Everything that a pull did, or would do.
#[derive(Clone, Debug, Default)]
pub struct Pull {
    /// Lists of the project that the service changed.
    pub lists: Vec<List>,
    /// Lists that become the project's.
    pub new: Vec<New>,
    /// Lists that stay nobody's: id, name, reason.
    pub left: Vec<(Id, String, String)>,
    /// Lists of the project that the service does not have any more.
    pub deleted: Vec<Address>,
    /// Files that change.
    pub files: Vec<String>,
    /// Whether nothing is written.
    pub dry: bool,
}

impl Pull {
    /// How many changes ended in this way.
    fn count(&self, is: impl Fn(&Became) -> bool) -> usize {
        self.lists.iter().flat_map(|list| &list.lines).filter(|line| is(&line.became)).count()
    }

    /// Whether something is left that somebody has to decide or write.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.count(|became| matches!(became, Became::Conflict | Became::Unknown | Became::ByHand { .. })) > 0
    }

    /// The line that counts.
    #[must_use]
    pub fn sentence(&self) -> String {
        let mut parts = Vec::new();
        let written = self.count(|became| matches!(became, Became::Written { .. }));
        if written > 0 {
            parts.push(format!("{} taken in", count(written, "change")));
        }
        if !self.new.is_empty() {
            let of = |kind: &Kind| self.new.iter().filter(|new| new.address.kind == *kind).count();
            let kinds = Kind::ALL.iter().filter(|kind| of(kind) > 0).map(|kind| {
                let n = of(kind);
                format!("{n} {}", if n == 1 { kind.noun() } else { kind.plural() })
            });
            parts.push(format!("{} adopted", kinds.collect::<Vec<_>>().join(", ")));
        }
        if !self.files.is_empty() {
            parts.push(format!(
                "{} {}",
                count(self.files.len(), "file"),
                if self.dry { "would change" } else { "written" }
            ));
        }
        for (n, what) in [
            (self.count(|became| *became == Became::Conflict), "conflict"),
            (self.count(|became| matches!(became, Became::ByHand { .. })), "change to make by hand"),
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
        if parts.is_empty() { "nothing to take in".to_owned() } else { parts.join("; ") }
    }
}

/// The pull for people.
#[must_use]
pub fn human(pull: &Pull, look: &Look) -> String {
    let mut out = String::new();
    for list in &pull.lists {
        let file = list.file.as_deref().map(|file| format!("  {}", Shown(file))).unwrap_or_default();
        let pieces = [
            Piece::new(Tone::Doubt, "^ "),
            Piece::new(Tone::Strong, list.address.to_string()),
            Piece::new(Tone::Faint, file),
        ];
        wrap(&mut out, look, "", "      ", &pieces);
        list.lines.iter().for_each(|line| self::line(&mut out, line, &list.address, look));
    }
    for new in &pull.new {
        let what = match &new.file {
            Some(file) if new.tables.is_empty() => format!("  {}", Shown(file)),
            Some(file) => format!("  {} and {}", Shown(file), count(new.tables.len(), "table")),
            None => "  a file says the same already".to_owned(),
        };
        let pieces = [
            Piece::new(Tone::Good, "+ "),
            Piece::new(Tone::Strong, new.address.to_string()),
            Piece::new(Tone::Plain, format!("  \"{}\"", look.cut(&new.name, 60))),
            Piece::new(Tone::Faint, format!("  id {}", new.id)),
            Piece::new(Tone::Plain, what),
        ];
        wrap(&mut out, look, "", "      ", &pieces);
        for unknown in &new.unknown {
            let text = format!("unknown here, stays on the service: {}", Shown(unknown));
            wrap(&mut out, look, "    = ", "      ", &[Piece::new(Tone::Plain, text)]);
        }
    }
    for address in &pull.deleted {
        let text = format!(
            "{address} was deleted on the service: delete its file, or make it again with housestyle apply --recreate {address}"
        );
        wrap(&mut out, look, "- ", "  ", &[Piece::new(Tone::Plain, text)]);
    }
    for (id, name, why) in &pull.left {
        let text = format!("left on the service: \"{}\" {id}: {why}", look.cut(name, 60));
        wrap(&mut out, look, "! ", "  ", &[Piece::new(Tone::Doubt, text)]);
    }
    wrap(&mut out, look, "", "      ", &[Piece::new(Tone::Strong, format!("Pull: {}", pull.sentence()))]);
    out
}

fn line(out: &mut String, line: &Line, address: &Address, look: &Look) {
    let Line { change, ours, became } = line;
    let room = look.width.saturating_sub(20).max(20);
    let end = look.pick(" ↵ ", " \\n ");
    let cut = |text: &Option<String>| match text {
        Some(text) => look.cut(&text.trim_end_matches('\n').replace('\n', end), room),
        None => "(nothing)".to_owned(),
    };
    let (sign, tone, tail) = match became {
        Became::Written { overrides: false } => ("~", Tone::Change, String::new()),
        Became::Written { overrides: true } => ("~", Tone::Change, "  overrides its base".to_owned()),
        Became::Agreed => ("=", Tone::Faint, "  in the file already".to_owned()),
        Became::Kept => ("=", Tone::Faint, "  the file stays as it is".to_owned()),
        Became::Conflict => ("!", Tone::Bad, "  conflict".to_owned()),
        Became::Unknown => ("=", Tone::Doubt, "  unknown here, so it stays on the service alone".to_owned()),
        Became::ByHand { .. } => ("!", Tone::Bad, "  to be written by hand".to_owned()),
    };
    let place = change.place.as_ref().map(|place| format!("  {}", Shown(&place.to_string()))).unwrap_or_default();
    let pieces = [
        Piece::new(tone, format!("{sign} ")),
        Piece::new(Tone::Plain, subject(&change.field)),
        Piece::new(tone, tail),
        Piece::new(Tone::Faint, place),
    ];
    wrap(out, look, "    ", "        ", &pieces);
    if let (Became::Written { .. }, Field::Instruction(_), Some(ours), Some(theirs)) =
        (became, &change.field, ours, &change.after)
    {
        let bar = format!("        {} ", look.pick("│", "|"));
        return wrap(out, look, &bar, &bar, &changed(ours, theirs, look));
    }
    let mut detail = |head: &str, text: String| {
        wrap(out, look, &format!("        {head}"), "          ", &[Piece::new(Tone::Plain, text)]);
    };
    match became {
        Became::Conflict => {
            detail("file:    ", cut(ours));
            detail("service: ", cut(&change.after));
            detail("help: ", format!("housestyle pull --take theirs={address} (or mine={address})"));
        }
        Became::ByHand { place, why } => {
            let place = place.as_ref().map(|place| format!("{}: ", Shown(&place.to_string()))).unwrap_or_default();
            detail("", format!("{place}{}", Shown(why)));
            detail("service: ", cut(&change.after));
        }
        Became::Written { .. } => detail("", format!("{} {} {}", cut(ours), look.pick("→", "->"), cut(&change.after))),
        Became::Agreed | Became::Kept | Became::Unknown => {}
    }
}

/// What a pull did, or would do.
#[derive(Debug, Serialize, JsonSchema)]
struct Document<'a> {
    /// Version of this form.
    housestyle_pull: u64,
    /// Whether nothing was written.
    dry_run: bool,
    /// Files that change.
    files: &'a [String],
    /// Lists of the project that the service changed.
    lists: Vec<Merged<'a>>,
    /// Lists that the project keeps from now on.
    adopted: Vec<Adopted<'a>>,
    /// Lists that stay nobody's.
    left: Vec<Left<'a>>,
    /// Addresses of lists that the service does not have any more.
    deleted: Vec<String>,
}

/// One list of the project.
#[derive(Debug, Serialize, JsonSchema)]
struct Merged<'a> {
    /// `style/support-de`
    address: String,
    /// Its file.
    file: Option<&'a str>,
    /// What the service changed.
    changes: Vec<Outcome<'a>>,
}

/// One change of the service, and what became of it.
#[derive(Debug, Serialize, JsonSchema)]
struct Outcome<'a> {
    /// What it is about, in words: `name`, `numbers.decimal_separator`, `instruction "Anrede"`.
    field: String,
    /// What the files said before.
    file: Option<&'a str>,
    /// What the service says.
    service: Option<&'a str>,
    /// `path:line:column` in the files.
    place: Option<String>,
    /// `written`, `overridden` (written, over what a base says), `agreed` (the files said so already), `kept` (the files
    /// won), `conflict`, `unknown` (nobody here knows the rule or the value) or `by-hand`.
    became: &'static str,
    /// Why somebody has to write it.
    why: Option<&'a str>,
}

/// A list that the project keeps from now on.
#[derive(Debug, Serialize, JsonSchema)]
struct Adopted<'a> {
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
    /// Rules that are not in the file, because nobody here knows them.
    unknown: &'a [String],
}

/// A list that stays nobody's.
#[derive(Debug, Serialize, JsonSchema)]
struct Left<'a> {
    /// The service's id.
    id: String,
    /// Display name.
    name: &'a str,
    /// Why it stays there.
    why: &'a str,
}

/// The pull as JSON.
#[must_use]
pub fn json(pull: &Pull) -> String {
    let Pull { lists, new, left, deleted, files, dry } = pull;
    pretty(&Document {
        housestyle_pull: VERSION,
        dry_run: *dry,
        files,
        lists: lists
            .iter()
            .map(|List { address, file, lines }| Merged {
                address: address.to_string(),
                file: file.as_deref(),
                changes: lines.iter().map(outcome).collect(),
            })
            .collect(),
        adopted: new
            .iter()
            .map(|New { address, id, name, file, tables, unknown }| Adopted {
                address: address.to_string(),
                id: id.to_string(),
                name,
                file: file.as_deref(),
                tables,
                unknown,
            })
            .collect(),
        left: left.iter().map(|(id, name, why)| Left { id: id.to_string(), name, why }).collect(),
        deleted: deleted.iter().map(ToString::to_string).collect(),
    })
}

/// The JSON Schema of this form.
#[must_use]
pub fn schema() -> serde_json::Value {
    let mut schema =
        schemars::generate::SchemaSettings::draft07().into_generator().into_root_schema_for::<Document<'_>>();
    schema.insert("title".to_owned(), "housestyle pull".into());
    schema.into()
}

fn outcome(line: &Line) -> Outcome<'_> {
    let Line { change, ours, became } = line;
    let (became, why) = match became {
        Became::Written { overrides: false } => ("written", None),
        Became::Written { overrides: true } => ("overridden", None),
        Became::Agreed => ("agreed", None),
        Became::Kept => ("kept", None),
        Became::Conflict => ("conflict", None),
        Became::Unknown => ("unknown", None),
        Became::ByHand { place: _, why } => ("by-hand", Some(why.as_str())),
    };
    Outcome {
        field: change.field.to_string(),
        file: ours.as_deref(),
        service: change.after.as_deref(),
        place: change.place.as_ref().map(Place::to_string),
        became,
        why,
    }
}
