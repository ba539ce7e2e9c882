//! Fields that stand one level higher than they belong, beside the list or the mapping that should hold them: told once, with the
//! lines as they are to stand.

use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, SourceFile, Span};
use crate::schema::document_kind::DocumentKind;
use crate::schema::explained_document::{ExplainedDocument, echo_text, join_pointer};
use crate::schema::field_words::{closest_field, is_word_for_language};
use crate::schema::noted::holds_noted_texts;
use crate::schema::restate::SIGNS;
use crate::schema::restate::{Restated, restate, takes_value};
use crate::schema::{edits, elsewhere};
use crate::source::{Entry, Node};

/// What other programs say of the form of entries, which their own lines say here.
const SAID_BY_FORM: &[&str] = &["entries_format"];

/// Fields that were lifted, as one finding.
pub(super) struct LiftedFields<'a> {
    /// The list or mapping that should hold them.
    pub(super) holder: &'a str,
    /// The keys of all that the finding is about.
    pub(super) keys: Vec<Span>,
    pub(super) finding: Diagnostic,
}

/// A list of entries with fields, or a mapping with fields, and what its fields are.
struct Holder<'a> {
    name: &'a str,
    fields: Vec<&'a str>,
    /// The fields of the mapping that holds it.
    outer: Vec<&'a str>,
    is_list: bool,
    /// Whether its fields are told by other words too.
    takes_words: bool,
    /// The field below it that takes the word which stands in its place.
    of_word: Option<&'a str>,
}

impl<'a> Holder<'a> {
    fn at(explained: &ExplainedDocument<'a>, parts: &[&str], name: &'a str) -> Option<Self> {
        let own = explained.fields_at(&[parts, &[name]].concat());
        let of_items = explained.fields_at(&[parts, &[name, "0"]].concat());
        let is_list = !of_items.is_empty();
        let fields = if is_list { of_items } else { own };
        let word = explained.node_at(&[parts, &[name]].concat()).and_then(Node::text);
        let of_word = word.and_then(|word| elsewhere::field_below_of_word(explained, &[parts, &[name]].concat(), word));
        let outer = explained.fields_at(parts);
        let takes_words = is_list || explained.is_required(&[parts, &[name]].concat());
        (!fields.is_empty()).then_some(Self { name, fields, outer, is_list, takes_words, of_word })
    }

    /// The field that a name means here: itself, or one that it is a word for, and for nothing beside the holder.
    fn field_of(&self, written: &str) -> Option<&'a str> {
        if SAID_BY_FORM.contains(&written) {
            return None;
        }
        let named = || self.fields.iter().copied().find(|field| *field == written);
        // Of two languages, nobody knows which one is meant.
        let either = || is_word_for_language(written) && !self.fields.contains(&"language");
        let no_word = || !self.takes_words || either() || closest_field(written, &self.outer).is_some();
        match self.of_word.filter(|_| written == self.name) {
            None => named().or_else(|| if no_word() { None } else { closest_field(written, &self.fields) }),
            field => field,
        }
    }

    /// The field of each entry of which a list of texts stands there, in the plural: `languages` for `language`.
    fn field_of_several(&self, entry: &Entry) -> Option<&'a str> {
        let texts = !entry.value.items().is_empty() && entry.value.items().iter().all(|item| item.text().is_some());
        let one = entry.key.value.strip_suffix('s').filter(|_| texts && self.is_list)?;
        self.field_of(one)
    }
}

/// Fields of a list or mapping that is required and absent, or of a mapping of a profile, which stand beside where it should.
pub(super) fn explain_lifted_fields<'a>(
    explained: &ExplainedDocument<'a>,
    parts: &[&str],
    node: &Node,
    unknown: &[&Entry],
    missing: &[&str],
) -> Vec<LiftedFields<'a>> {
    let of_profile = explained.kind == Some(DocumentKind::Profile) && parts.is_empty();
    let holders = explained.fields_at(parts).into_iter().filter_map(|field| Holder::at(explained, parts, field));
    let holders = holders.filter(|holder| missing.contains(&holder.name) || of_profile && !holder.is_list);
    let of_holder = |holder: Holder<'a>| {
        // What is required and absent comes before what nobody has to set.
        let is_due = |key: &str| missing.contains(&holder.name) || closest_field(key, missing).is_none();
        let due: Vec<&Entry> = unknown.iter().copied().filter(|entry| is_due(&entry.key.value)).collect();
        explain_fields_of(explained, parts, node, &due, holder)
    };
    holders.filter_map(of_holder).collect()
}

/// An unknown name that holds all entries of a list that is required and absent, by their names: `terms` by language.
pub(super) fn explain_whole_list<'a>(
    explained: &ExplainedDocument<'a>,
    parts: &[&str],
    unknown: &[&Entry],
    missing: &[&'a str],
) -> Option<(&'a str, Span, Diagnostic)> {
    let holders = missing.iter().filter_map(|name| Holder::at(explained, parts, name)).filter(|holder| holder.is_list);
    let found = holders
        .flat_map(|holder| unknown.iter().map(move |entry| (holder.name, holder.field_of(&entry.key.value), entry)));
    let (name, entry, restated) = found
        .filter(|(_, field, _)| field.is_some())
        .find_map(|(name, _, entry)| Some((name, *entry, restate_as_holder(explained, parts, name, entry)?)))?;
    let key = entry.key.span;
    let mut finding = restated.explain(explained.unknown_field(parts, entry));
    finding.primary.span = key;
    finding.help = finding.help.map(|help| format!("did you mean `{name}`? {help}"));
    if let Some(fix) = &mut finding.fix {
        fix.edits.insert(0, Edit { span: key, text: name.to_owned() });
    }
    Some((name, key, finding))
}

/// The list of this name as what stands below an entry would be, where that is a mapping of lists by their names.
fn restate_as_holder(explained: &ExplainedDocument<'_>, parts: &[&str], name: &str, entry: &Entry) -> Option<Restated> {
    let lists = entry.value.entries().iter().all(|inner| !inner.value.items().is_empty());
    let place = [parts, &[name]].concat();
    let schema = explained.schema_at(&place).filter(|_| lists && !entry.value.entries().is_empty())?;
    restate(explained.file, schema, &place, &entry.value)
}

/// The fields of one holder that stand beside where it should, or beside the word in its place.
fn explain_fields_of<'a>(
    explained: &ExplainedDocument<'a>,
    parts: &[&str],
    node: &Node,
    unknown: &[&Entry],
    holder: Holder<'a>,
) -> Option<LiftedFields<'a>> {
    // Entries with fields of their own are what the list holds, by another name, and no text of one of its entries.
    let is_list = |entry: &Entry| entry.value.items().iter().any(|item| !item.entries().is_empty());
    let takes = |field: &str, entry: &Entry| {
        let below: &[&str] = if holder.is_list { &[holder.name, "0"] } else { &[holder.name] };
        let place = [parts, below, &[field]].concat();
        let schema = explained.schema_at(&place);
        let restated = || restate(explained.file, schema?, &place, &entry.value);
        let noted =
            || schema.is_some_and(|schema| schema["items"]["type"] == "string") && holds_noted_texts(&entry.value);
        let fits = !is_list(entry) || !explained.fields_at(&[&place[..], &["0"]].concat()).is_empty();
        let shape = || field == entry.key.value || schema.is_some_and(|schema| takes_value(schema, &entry.value));
        // What holds all entries by their names is the list itself.
        let whole = || restate_as_holder(explained, parts, holder.name, entry).is_some();
        (fits && shape() || restated().is_some() || noted()) && !(holder.is_list && whole())
    };
    let is_lifted = |entry: &Entry| holder.field_of(&entry.key.value).is_some_and(|field| takes(field, entry));
    let mut lifted: Vec<&Entry> = unknown.iter().copied().filter(|entry| is_lifted(entry)).collect();
    // Of two names for one field, the first is taken.
    let mut taken: Vec<Option<&str>> = Vec::new();
    lifted.retain(|entry| {
        let field = holder.field_of(&entry.key.value);
        let free = !taken.contains(&field);
        taken.push(field);
        free
    });
    let first = lifted.first()?;
    let several = unknown.iter().copied().find(|entry| holder.field_of_several(entry).is_some());
    let dropped: Vec<&Entry> =
        unknown.iter().copied().filter(|entry| SAID_BY_FORM.contains(&&*entry.key.value)).collect();
    let names: Vec<String> = lifted.iter().take(4).map(|entry| format!("`{}`", entry.key.value)).collect();
    let verb = if names.len() == 1 { "belongs" } else { "belong" };
    let (list, toml) = (holder.name, edits::is_toml(explained.file));
    let whose = if holder.is_list { format!("an entry of `{list}`") } else { format!("`{list}`") };
    let message = format!("{} {verb} to {whose}", names.join(", "));
    let there = node.entry(list);
    let word = there.filter(|_| holder.of_word.is_some());
    let help = match (holder.is_list, several) {
        (false, _) if word.is_some() => {
            let (field, text) = (holder.of_word.unwrap_or_default(), word.and_then(|word| word.value.text()));
            let line = edits::field_line(explained.file, field, &echo_text(text.unwrap_or_default()));
            format!("write `{list}` with `{line}` and {} below it", names.join(", "))
        }
        (false, _) if there.is_some() => format!("put {} under `{list}`", names.join(", ")),
        (true, Some(several)) => {
            let field = holder.field_of_several(several).unwrap_or_default();
            let code = several.value.items().first().and_then(Node::text).unwrap_or_default();
            let one =
                if toml { format!("`[[{list}]]` with `{field} = \"{code}\"`") } else { format!("`- {field}: {code}`") };
            format!("write `{list}` with an entry for each of `{}`: {one} and the others below it", several.key.value)
        }
        (true, None) => {
            let dash = if toml { format!("`[[{list}]]`") } else { format!("`{list}:` and `- `") };
            format!("write {dash} before the first of them, and the others below it")
        }
        (false, _) if toml => format!("put {} into a table `{list}`", if names.len() == 1 { "it" } else { "them" }),
        (false, _) if names.len() == 1 => format!("write `{list}:` above it, and indent it below"),
        (false, _) => format!("write `{list}:` above the first of them, and indent all below it"),
    };
    let words = |entry: &&&Entry| holder.field_of(&entry.key.value) == Some("entries");
    let kept = lifted.iter().find(words).and_then(|entry| describe_kept_words(&entry.value));
    let help = kept.map_or(help.clone(), |kept| format!("{help}; {kept}"));
    let finding = explained
        .new_finding(Code::UnknownField, first.key.span, message)
        .with_label(format!("{} has no such field", explained.describe_any_owner(parts)))
        .with_help(help)
        .with_pointer(join_pointer(&[parts, &[first.key.value.as_str()]].concat()));
    let about: Vec<&Entry> = lifted.iter().copied().chain(several).chain(dropped.iter().copied()).chain(word).collect();
    let keys = about.iter().map(|entry| entry.key.span).collect();
    let movable = !toml && (there.is_none() || word.is_some());
    let headed =
        toml && parts.is_empty() && there.is_none() && holder.is_list && several.is_none() && dropped.is_empty();
    let fix = match headed {
        true => put_below_header(explained.file, node, &holder, &lifted),
        false => movable.then(|| lower_fields(explained.file, node, &holder, &about)).flatten(),
    };
    Some(LiftedFields { holder: list, keys, finding: fix.into_iter().fold(finding, Diagnostic::with_fix) })
}

/// How words without translations are written as entries of a dictionary.
pub(super) fn describe_kept_words(list: &Node) -> Option<String> {
    let word = list.items().first()?.text().filter(|word| echo_text(word) == **word && !word.contains(SIGNS))?;
    Some(format!("write each word with its translation: `{word}: {word}` where it stays as it is"))
}

/// The fix that writes the header of an entry above its fields at the top of a document in TOML, and the names of its tables below
/// that of the list; nothing where other fields stand behind the first of them.
fn put_below_header(file: &SourceFile, node: &Node, holder: &Holder<'_>, lifted: &[&Entry]) -> Option<Fix> {
    let start = |entry: &Entry| edits::line_start(file, entry.key.span.start as usize);
    let is_table = |entry: &Entry| file.text()[start(entry)..].trim_start().starts_with('[');
    let is_lifted = |entry: &Entry| lifted.iter().any(|one| one.key.span == entry.key.span);
    let first = lifted.iter().filter(|entry| !is_table(entry)).map(|entry| start(entry)).min()?;
    let apart = |entry: &Entry| is_table(entry) || is_lifted(entry) || start(entry) < first;
    if !node.entries().iter().all(apart) {
        return None;
    }
    let name = holder.name;
    let end = edits::line_ending(file);
    let apart = file.text()[..first].lines().next_back().is_some_and(|line| !line.trim().is_empty());
    let head = format!("{}[[{name}]]{end}", if apart { end } else { "" });
    let mut edits = vec![Edit { span: Span::empty_at(first), text: head }];
    for entry in lifted {
        let (written, span) = (entry.key.value.as_str(), entry.key.span);
        let field = holder.field_of(written)?;
        match is_table(entry) {
            true if field == written => edits.extend(edits::put_below_table(file, &[span], name).edits),
            true => return None,
            false if field == written => {}
            false => edits.push(Edit { span, text: field.to_owned() }),
        }
    }
    Some(Fix { title: format!("write `[[{name}]]` above them"), safety: Safety::Unsafe, edits })
}

/// The fix that writes the holder above the lines of its fields, and those below it.
fn lower_fields(file: &SourceFile, node: &Node, holder: &Holder<'_>, about: &[&Entry]) -> Option<Fix> {
    let (lines, lead) = lines_together(file, node, about)?;
    let (name, end) = (holder.name, edits::line_ending(file));
    let by = if holder.is_list { 4 } else { 2 };
    let (mut below, mut several) = (String::new(), None);
    for (entry, before, own) in &lines {
        below.push_str(&shifted(before, by));
        let written = entry.key.value.as_str();
        if holder.field_of_several(entry).is_some() {
            several = Some(entry);
        } else if let Some(field) = holder.field_of(written) {
            let key = file.slice(entry.key.span);
            below.push_str(&shifted(&own.replacen(key, if field == written { key } else { field }, 1), by));
        }
    }
    if !below.ends_with('\n') {
        below.push_str(end);
    }
    let head = format!("{lead}{name}:{end}");
    let dash = format!("{lead}  - ");
    let text = match several {
        Some(several) => {
            let field = holder.field_of_several(several)?;
            let codes = several.value.items().iter().filter_map(Node::text);
            let entries = codes.map(|code| {
                format!("{dash}{field}: {}{end}{below}", edits::match_notation(file, Span::empty_at(0), code))
            });
            head + &entries.collect::<String>()
        }
        None if holder.is_list => head + &dash + below.trim_start_matches(' '),
        None => head + &below,
    };
    let (first, last) = (lines.first()?, lines.last()?);
    let start = edits::line_start(file, first.0.key.span.start as usize);
    let stop = edits::lines_of_span(file, last.0.span())?.end;
    let span = Span::new(start, stop as usize);
    Some(edits::replace_span(span, text, format!("write `{name}:` above them"), Safety::Unsafe))
}

/// An entry with the lines between it and the one before, and its own lines.
type EntryLines<'e> = (&'e Entry, &'e str, &'e str);

/// These entries with their lines, where nothing else stands among them, and what indents them.
fn lines_together<'e>(
    file: &'e SourceFile,
    node: &'e Node,
    about: &[&'e Entry],
) -> Option<(Vec<EntryLines<'e>>, &'e str)> {
    let mut all: Vec<&Entry> = node.entries().iter().collect();
    all.sort_by_key(|entry| entry.key.span);
    let is_one = |entry: &&Entry| about.iter().any(|one| one.key.span == entry.key.span);
    let first = all.iter().position(is_one)?;
    let run: Vec<&Entry> = all[first..].iter().copied().take_while(is_one).collect();
    if run.len() != about.len() {
        return None;
    }
    let start = edits::line_start(file, run[0].key.span.start as usize);
    let lead = file.text().get(start..run[0].key.span.start as usize)?;
    let (mut at, mut lines) = (start, Vec::with_capacity(run.len()));
    for entry in run {
        let own = edits::lines_of_span(file, entry.span())?;
        lines.push((entry, file.text().get(at..own.start as usize)?, file.slice(own)));
        at = own.end as usize;
    }
    lead.chars().all(|c| c == ' ').then_some((lines, lead))
}

/// Lines, further to the right.
fn shifted(lines: &str, by: usize) -> String {
    let shift = |line: &str| if line.trim().is_empty() { line.to_owned() } else { format!("{}{line}", " ".repeat(by)) };
    lines.split_inclusive('\n').map(shift).collect()
}

/// Fields of the entries of a list that stand behind it, where its last entry lacks them: they were not indented enough.
pub(super) fn explain_sunken_field<'a>(
    explained: &ExplainedDocument<'a>,
    parts: &[&str],
    node: &Node,
    entry: &Entry,
) -> Option<Diagnostic> {
    let list_of = |name: &'a str| {
        let items = node.get(name).map(Node::items).filter(|items| !items.is_empty())?;
        Some((Holder::at(explained, parts, name)?, items.last()?))
    };
    explained.kind?;
    let (holder, last) = explained.fields_at(parts).into_iter().filter_map(list_of).find(|(holder, last)| {
        let above = last.span.end <= entry.key.span.start;
        let lacks = |field: &str| above && last.get(field).is_none() && !last.entries().is_empty();
        holder.is_list && holder.fields.contains(&&*entry.key.value) && lacks(&entry.key.value)
    })?;
    let (file, field) = (explained.file, entry.key.value.as_str());
    let column = |span: Span| span.start as usize - edits::line_start(file, span.start as usize);
    let own = last.entries().iter().map(|entry| entry.key.span).min()?;
    let line = file.position_at(own.start).line;
    let finding = explained
        .new_finding(Code::UnknownField, entry.key.span, format!("`{field}` belongs to an entry of `{}`", holder.name))
        .with_label(format!("{} has no such field", explained.describe_any_owner(parts)))
        .with_secondary(own, "its entry, as it seems")
        .with_pointer(join_pointer(&[parts, &[field]].concat()));
    if edits::is_toml(file) {
        return Some(
            finding.with_help(format!("move it below `[[{}]]`, to the other fields of line {line}", holder.name)),
        );
    }
    let finding = finding.with_help(format!("indent it like the other fields of the entry in line {line}"));
    let between = file.text().get(last.span.end as usize..entry.key.span.start as usize)?;
    let next = between.lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with('#'));
    let lines = edits::lines_of_span(file, entry.span());
    let (Some(lines), Some(by)) = (lines, column(own).checked_sub(column(entry.key.span)).filter(|_| next)) else {
        return Some(finding);
    };
    let fix = edits::replace_span(lines, shifted(file.slice(lines), by), "indent it", Safety::Unsafe);
    Some(finding.with_fix(fix))
}

#[cfg(test)]
mod tests {
    use super::shifted;

    #[test]
    fn lines_are_shifted_but_for_empty_ones() {
        assert_eq!(shifted("a:\n\n  b\n", 2), "  a:\n\n    b\n");
        assert_eq!(shifted("a", 1), " a");
    }
}
