//! Lines that stand at the wrong place, are comments or none, or were copied along with what is meant.

use crate::catalogue::load::{Edition, parsed_catalogue};
use crate::check::line_mends::{LineMend, MendCost, TextLines};
use crate::check::line_signs::{is_name, split_mark};
use crate::diagnostic::{Edit, Fix, Safety, Span};
use crate::schema::edits;
use crate::schema::explained_document::echo_text;
use crate::source::Format;

/// What whole lines are that editors, shells, patches, mails and chats leave.
const RESIDUES: &[&str] = &["EOF", "EOT", ":w", ":q", ":wq", ":wq!", ":q!", ":x", "Copy code", "Code kopieren"];
/// How such lines begin.
const RESIDUE_STARTS: &[&str] = &[
    "```",
    "diff --git ",
    "\\ No newline",
    "@@ -",
    "*** End",
    "*** Begin",
    "*** Update",
    "<<<<<<<",
    "=======",
    ">>>>>>>",
];
/// How the line begins that a program sets below a mail.
pub(super) const MAIL_ENDS: &[&str] = &["Sent from my ", "Von meinem ", "Gesendet von ", "Envoyé de "];
/// What a text of several lines begins with.
const BLOCKS: &[&str] = &["|", ">", "|-", ">-", "\"\"\"", "'''"];
/// Fields with which files begin.
const FIELDS: &[&str] = &[
    "kind",
    "key",
    "name",
    "language",
    "extends",
    "configured_rules",
    "custom_instructions",
    "dictionaries",
    "term_lists",
    "style",
    "source_language",
    "target_language",
    "tests",
];
/// Lists of tables in TOML.
const HEADERS: &[&str] = &["removed", "moved", "import", "texts"];
/// Fields that hold what stands below them.
const HOLDERS: &[&str] =
    &["entries", "terms", "configured_rules", "custom_instructions", "expect", "dictionaries", "term_lists"];
/// Lists, and the fields by which their items are known.
const ITEM_HOLDERS: &[(&str, [&str; 2])] = &[
    ("custom_instructions", ["label", "prompt"]),
    ("dictionaries", ["source_language", "target_language"]),
    ("term_lists", ["language", "terms"]),
    ("tests", ["text", "expect"]),
];
/// Most lines of a paragraph that was copied along.
const MAX_PARAGRAPH: usize = 12;

/// Whether a line is what another program leaves.
pub(super) fn is_residue(body: &str) -> bool {
    let body = body.trim_end();
    let prompt = body.split_once('@').is_some_and(|(_, host)| host.ends_with(['$', '#']) && !host.contains(' '));
    RESIDUES.contains(&body) || RESIDUE_STARTS.iter().chain(MAIL_ENDS).any(|start| body.starts_with(start)) || prompt
}

/// The category of the rule that a line sets, where one alone has it.
fn category_of(line: &str) -> Option<&'static str> {
    let (name, _) = line.trim_start().split_once(": ")?;
    let mut homes = parsed_catalogue(Edition::Public).iter_rules().filter(|rule| *rule.name == *name);
    homes.next().filter(|_| homes.next().is_none()).map(|rule| &*rule.category)
}

/// A line, or the end of one, that is written at a place.
fn inserting(at: usize, title: String, text: String) -> LineMend {
    let edit = Edit { span: Span::empty_at(at), text };
    LineMend { fault: None, title, edit, cost: MendCost::Place, rather: None }
}

impl TextLines<'_> {
    /// Lines left out, with their ends.
    fn without(&self, first: usize, last: usize, title: String) -> LineMend {
        let end = self.spans.get(last + 1).map_or(self.text.len(), |(start, _)| *start);
        let edit = Edit { span: Span::new(self.spans[first].0, end), text: String::new() };
        LineMend { fault: None, title, edit, cost: MendCost::Content, rather: None }
    }

    /// A line left out.
    pub(super) fn left_out(&self, at: usize, told: usize) -> Option<LineMend> {
        let title = if at == told { "leave the line out".to_owned() } else { format!("leave line {} out", at + 1) };
        let signs = self.line(at).trim();
        // What dots stand for is gone, and not to be forgotten.
        let stands_for_more = matches!(signs, "..." | "…" | "[...]" | "[…]");
        let mend =
            (is_residue(signs) || !signs.contains(':') && !stands_for_more).then(|| self.without(at, at, title))?;
        Some(LineMend { cost: MendCost::Residue, ..mend })
    }

    /// A comment that was none.
    pub(super) fn uncommented(&self, at: usize, told: usize, indent: &str, body: &str) -> Option<LineMend> {
        let text = body.trim_start_matches('#').trim_start();
        let is_entry = text.split_once([':', '=']).is_some_and(|(key, _)| !key.trim().is_empty());
        let this = if at == told { String::new() } else { format!("line {} as ", at + 1) };
        let title = format!("write {this}`{}`, without the `#`", echo_text(text));
        // A list that is to rest lost its key first.
        let rather = text.ends_with(':').then(|| self.comment_below(at)).flatten();
        is_entry.then(|| LineMend { rather, ..self.replacing(at, at, title, format!("{indent}{text}")) })
    }

    /// The lines below a key that is commented out as comments, too: what stands deeper, and the items of its list.
    fn comment_below(&self, at: usize) -> Option<Fix> {
        let is_below = |line: &usize| {
            let text = self.line(*line).trim_start();
            text.is_empty()
                || self.depth(*line) > self.depth(at)
                || text.starts_with("- ") && self.depth(*line) == self.depth(at)
        };
        let below: Vec<usize> = (at + 1..self.spans.len()).take_while(is_below).collect();
        let filled: Vec<usize> = below.into_iter().filter(|line| !self.line(*line).trim().is_empty()).collect();
        let [first, last] = [filled.first()?, filled.last()?].map(|line| u32::try_from(line + 1).unwrap_or(u32::MAX));
        let sign = |line: &usize| Edit {
            span: Span::empty_at(self.spans[*line].0 + self.depth(*line)),
            text: "# ".to_owned(),
        };
        Some(Fix {
            title: edits::comment_title(first, last),
            safety: Safety::Unsafe,
            edits: filled.iter().map(sign).collect(),
        })
    }

    /// A sentence that lost the sign of a comment.
    pub(super) fn commented(&self, at: usize, told: usize, indent: &str, body: &str) -> Option<LineMend> {
        let above = at.checked_sub(1).map_or("", |above| self.line(above).trim());
        let goes_on = above.starts_with('#') && !above.ends_with(['.', '!', '?']);
        let sentence = body.ends_with(['.', '!', '?', '。']) || goes_on;
        let named = body.split_once(':').is_some_and(|(key, _)| is_name(key));
        let plain = !named && !body.contains(['"', '=', '[', '{']) && !body.starts_with('-');
        let it = if at == told { "the line".to_owned() } else { format!("line {}", at + 1) };
        let mend = self.replacing(at, at, format!("begin {it} with `# `"), format!("{indent}# {body}"));
        let words = body.split_whitespace().count();
        (sentence && plain && words > if goes_on { 1 } else { 3 })
            .then_some(LineMend { cost: MendCost::Content, ..mend })
    }

    /// A line and its neighbour in the other order, and a key above the entries that stand deeper.
    pub(super) fn moved(&self, at: usize) -> Vec<LineMend> {
        let (above, below) = self.beside(at);
        let mut mends = Vec::new();
        let deeper = |other: &usize, than: usize| self.depth(*other) > self.depth(than);
        let far = |key: usize| {
            let first = (0..key).rev().take_while(|other| deeper(other, key)).last()?;
            let opens = self.says_nothing(key, self.line(key)) && first + 1 < key;
            opens.then_some((first, key, first))
        };
        let shallower = (at + 1..self.spans.len()).find(|other| deeper(&at, *other));
        let far = [Some(at), shallower].into_iter().flatten().filter_map(far);
        let swaps = [above.map(|above| (above, at, above)), below.map(|below| (at, below, at))];
        let begins_text = |at: usize| BLOCKS.iter().any(|block| self.line(at).trim_end().ends_with(block));
        let ways = far.chain(swaps.into_iter().flatten());
        for (first, last, anchor) in ways.filter(|(first, last, _)| !begins_text(*first) && !begins_text(*last)) {
            let (shown, rest) = (self.line(last), &self.text[self.spans[first].0..self.spans[last - 1].1]);
            let title = format!("write `{}` above `{}`", echo_text(shown.trim()), echo_text(self.line(anchor).trim()));
            let mend = self.replacing(first, last, title, format!("{shown}{}{rest}", self.line_end));
            mends.push(LineMend { cost: MendCost::Place, ..mend });
        }
        mends
    }

    /// A line at another column, with what stands deeper below it; and what fell out of the block of a key above, down to this
    /// line, back in it.
    pub(super) fn shifted(&self, at: usize, body: &str) -> Vec<LineMend> {
        /// Most columns that are tried for a line.
        const MOST: usize = 2;
        if self.format == Format::Toml {
            return Vec::new();
        }
        let own = self.depth(at);
        let says = |line: &usize| !self.line(*line).trim().is_empty();
        let below = |above: usize| {
            let lines = (above + 1..self.spans.len()).filter(says);
            lines.take_while(move |line| self.depth(*line) > self.depth(above))
        };
        let last = below(at).last();
        let columns = last.map(|_| self.indentations(at, body)).into_iter().flatten().take(MOST);
        let mut mends: Vec<LineMend> =
            columns.filter_map(|columns| Some(self.at_columns(at, last?, columns))).collect();
        let holds = |line: &usize| self.depth(*line) == own && self.line(*line).trim_end().ends_with(':');
        let holder = (0..at).rev().filter(says).take_while(|line| self.depth(*line) >= own).find(holds);
        let first = holder.and_then(|holder| (holder + 1..at).filter(says).find(|line| self.depth(*line) == own));
        if let Some((holder, first)) = holder.zip(first) {
            let columns = below(holder).next().map_or(own + 2, |inner| self.depth(inner));
            let key = echo_text(self.line(holder).trim().trim_end_matches(':'));
            let fault = Some(format!("lines {} to {} belong to the `{key}` above", first + 1, at + 1));
            mends.push(LineMend { fault, ..self.at_columns(first, at, columns) });
        }
        mends
    }

    /// Lines of which the first stands at a column, and the others as far from it as they do.
    fn at_columns(&self, first: usize, last: usize, columns: usize) -> LineMend {
        let own = self.depth(first);
        let write = |at: usize| match self.line(at).trim_start_matches(' ') {
            "" => String::new(),
            body => format!("{}{body}", " ".repeat((self.depth(at) + columns).saturating_sub(own))),
        };
        let lines: Vec<String> = (first..=last).map(write).collect();
        let (by, side) = (columns.abs_diff(own), if columns < own { "left" } else { "right" });
        let more = if by == 1 { "" } else { "s" };
        let title = format!("move lines {} to {} to the {side}, by {by} column{more}", first + 1, last + 1);
        LineMend { cost: MendCost::Block, ..self.replacing(first, last, title, lines.join(self.line_end)) }
    }

    /// A field that stands behind the sentence of another one, whose line had no end when it was added.
    pub(super) fn with_break(&self, at: usize) -> Vec<LineMend> {
        let line = self.line(at);
        let glued = line.match_indices(": ").filter_map(|(colon, _)| {
            let word = line[..colon].rsplit(|c: char| !c.is_ascii_lowercase() && c != '_').next()?;
            let start = colon - word.len();
            (!word.is_empty() && line[..start].ends_with(['.', '!', '?', '。', '"', '\''])).then_some(start)
        });
        let Some(start) = glued.last().filter(|_| self.format != Format::Toml) else { return Vec::new() };
        let (mark, _) = split_mark(line.trim_start());
        let columns = if at == 0 { vec![0] } else { vec![0, self.depth(at) + mark.len()] };
        let title = format!("write `{}` on a line of its own", echo_text(&line[start..]));
        let write = |column: usize| {
            let text = format!("{}{}", self.line_end, " ".repeat(column));
            LineMend { cost: MendCost::Signs, ..inserting(self.spans[at].0 + start, title.clone(), text) }
        };
        columns.into_iter().map(write).collect()
    }

    /// The header of the entry of a list of TOML that begins with this line, where it was lost.
    pub(super) fn with_header(&self, at: usize) -> Vec<LineMend> {
        let line = self.line(at);
        let begins = self.format == Format::Toml && line.contains(" = ");
        let write = |name: &&str| {
            let title = format!("write `[[{name}]]` above `{}`", echo_text(line.trim()));
            inserting(self.spans[at].0, title, format!("[[{name}]]{}", self.line_end))
        };
        HEADERS.iter().filter(|_| begins).map(write).collect()
    }

    /// The line that is missing between a field with its value and what stands below it as if it were held by it, or between
    /// a key and the rules of a category.
    pub(super) fn with_line_between(&self, at: usize) -> Vec<LineMend> {
        let is_said = |at: &usize| !self.line(*at).trim_start().starts_with('#') && !self.line(*at).trim().is_empty();
        if self.format == Format::Toml {
            return Vec::new();
        }
        let above = (0..at).rev().find(is_said);
        let below = (at + 1..self.spans.len()).find(is_said);
        let pairs = [above.map(|above| (above, at)), below.map(|below| (at, below))];
        let lost = |(above, at): &(usize, usize)| {
            let (mark, field) = split_mark(self.line(*above).trim_start());
            let column = self.depth(*above) + mark.len();
            let is_item = self.line(*at).trim_start().starts_with("- ");
            let has_value = field.split_once(": ").is_some_and(|(_, value)| !value.trim().is_empty());
            let holds = self.depth(*at) > column || is_item && self.depth(*at) == column;
            (has_value && holds).then_some((column, *at))
        };
        let lines = pairs.iter().flatten().filter_map(lost);
        let write = |(column, at): (usize, usize), name: &str| {
            let text = format!("{}{name}:{}", " ".repeat(column), self.line_end);
            let title = format!("write `{name}:` above `{}`", echo_text(self.line(at).trim()));
            inserting(self.spans[at].0, title, text)
        };
        let categories = pairs.iter().flatten().filter_map(|(_, at)| {
            let below = (at + 1..self.spans.len()).filter(is_said).map(|below| self.depth(below));
            let column = below.into_iter().find(|column| column < &self.depth(*at))?;
            Some(write((column, *at), category_of(self.line(*at))?))
        });
        let items = pairs.iter().flatten().filter_map(|(above, at)| {
            let column = self.depth(*at).saturating_sub(2);
            let holder = self.holder_of_item(*at).filter(|_| self.depth(*above) > self.depth(*at))?;
            Some(write((column, *at), holder))
        });
        categories
            .chain(items)
            .chain(lines.flat_map(|line| HOLDERS.iter().map(move |name| write(line, name))))
            .collect()
    }

    /// The list that an item belongs to which begins on this line, by its fields.
    fn holder_of_item(&self, at: usize) -> Option<&'static str> {
        let inside = |line: &usize| self.depth(*line) > self.depth(at) || self.line(*line).trim().is_empty();
        let first = self.line(at).trim_start().strip_prefix("- ")?;
        let below = (at + 1..self.spans.len()).take_while(inside).map(|line| self.line(line).trim_start());
        let fields: Vec<&str> =
            std::iter::once(first).chain(below).filter_map(|line| Some(line.split_once(':')?.0)).collect();
        let of = |(_, known): &&(&str, [&str; 2])| known.iter().all(|field| fields.contains(field));
        ITEM_HOLDERS.iter().find(of).map(|(name, _)| *name)
    }

    /// Lines that were copied with what a page, a shell or a patch shows before each of them.
    pub(super) fn without_prefix(&self, at: usize) -> Option<LineMend> {
        let prefix = |at: usize| Prefix::of(self.spans.get(at).map(|_| self.line(at))?);
        let own = prefix(at)?;
        let same = |at: &usize| prefix(*at).is_some_and(|other| other.kind == own.kind);
        let first = (0..at).rev().take_while(same).last().unwrap_or(at);
        let last = (at + 1..self.spans.len()).take_while(same).last().unwrap_or(at);
        // Numbers of a column are as wide as the widest.
        let width = (first..=last).filter_map(|at| Some(prefix(at)?.length)).max()?;
        let blanks = |at: usize, length: usize| {
            let line = &self.line(at)[length..];
            let wide = own.kind == PrefixKind::Column;
            &line[if wide { (line.len() - line.trim_start_matches(' ').len()).min(width - length) } else { 0 }..]
        };
        let mut bare: Vec<&str> = (first..=last).filter_map(|at| Some(blanks(at, prefix(at)?.length))).collect();
        // Lines are indented by two: one blank more stands behind each number.
        let depth = bare.iter().map(|line| line.len() - line.trim_start_matches(' ').len()).min()?;
        if own.kind == PrefixKind::Column && depth % 2 == 1 {
            bare.iter_mut().for_each(|line| *line = &line[1..]);
        }
        let title = match first == last {
            true => format!("write `{}`", echo_text(bare[0].trim())),
            false => format!("take away what stands before lines {} to {}", first + 1, last + 1),
        };
        let mend = self.replacing(first, last, title, bare.join(self.line_end));
        let numbered = first < last && matches!(own.kind, PrefixKind::Number | PrefixKind::Column);
        let fault = numbered.then(|| "numbers of lines were copied along".to_owned());
        Some(LineMend { fault, cost: MendCost::Content, ..mend })
    }

    /// A paragraph at the beginning or the end of a file that is none of it.
    pub(super) fn paragraphs(&self, at: usize) -> Vec<LineMend> {
        let is_end = |at: &usize| matches!(self.line(*at).trim(), "" | "---");
        let mut mends = Vec::new();
        let lines = self.spans.len();
        let foreign = |end: &usize| {
            let keys = (0..*end).filter_map(|at| self.line(at).split_once(':'));
            keys.into_iter().all(|(key, _)| !FIELDS.contains(&key))
        };
        let ends = (at..lines.min(MAX_PARAGRAPH)).filter(is_end).take(2).filter(foreign);
        if self.format != Format::Toml {
            mends.extend(ends.map(|end| self.without(0, end, format!("leave lines 1 to {} out", end + 1))));
        }
        let starts = (0..at).rev().filter(is_end).take_while(|start| lines - start <= MAX_PARAGRAPH);
        // A greeting and a name, and no word that is being written.
        let is_greeting = |at: usize| {
            let line = self.line(at).trim();
            let plain = line.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | ',' | '.' | '!'));
            line.starts_with(char::is_uppercase) && plain
        };
        let greets = |start: &usize| start + 1 < lines && (start + 1..lines).all(is_greeting);
        mends.extend(starts.take(2).filter(greets).map(|start| {
            let title = format!("leave lines {} to {lines} out", start + 2);
            self.without(start, lines - 1, if start + 2 == lines { format!("leave line {lines} out") } else { title })
        }));
        mends
    }
}

/// What stands before a line that was copied from where lines are shown.
struct Prefix {
    kind: PrefixKind,
    /// In bytes.
    length: usize,
}

#[derive(PartialEq, Eq)]
enum PrefixKind {
    /// Its number, with a sign behind it.
    Number,
    /// Its number, with blanks behind it.
    Column,
    /// The sign of a patch, a quotation or a frame.
    Sign(char),
}

impl Prefix {
    fn of(line: &str) -> Option<Self> {
        let body = line.trim_start();
        if let Some(sign) = body.chars().next().filter(|c| matches!(c, '+' | '>' | '|' | '│' | '┃')) {
            let rest = &body[sign.len_utf8()..];
            let rest = if sign == '+' { rest } else { behind_frame(rest) };
            return Some(Self { kind: PrefixKind::Sign(sign), length: line.len() - rest.len() });
        }
        // `path:12:` of a search.
        let named = body.split_once(':').map_or(0, |(path, _)| {
            let is_path = path.contains(['.', '/']) && !path.contains([' ', '"']) && path.len() < 80;
            if is_path { path.len() + 1 } else { 0 }
        });
        let body = &body[named..];
        let rest = body.trim_start_matches(|c: char| c.is_ascii_digit());
        let framed = rest.strip_prefix(' ').filter(|rest| rest.starts_with(['│', '|', '┃']));
        let rest = framed.unwrap_or(rest);
        let sign = rest.chars().next()?;
        let counted = (1..7).contains(&(body.len() - rest.len()));
        let (kind, behind) = match sign {
            '│' | '|' | '┃' => (PrefixKind::Number, behind_frame(&rest[sign.len_utf8()..])),
            ':' => (PrefixKind::Number, &rest[1..]),
            '-' if named > 0 => (PrefixKind::Number, &rest[1..]),
            // As `cat -n` writes it.
            '\t' => (PrefixKind::Number, &rest[1..]),
            ' ' if rest.starts_with("  ") => (PrefixKind::Column, rest),
            _ => return None,
        };
        counted.then(|| Self { kind, length: line.len() - behind.len() })
    }
}

/// A line without the blank behind a frame.
fn behind_frame(rest: &str) -> &str {
    rest.strip_prefix(' ').unwrap_or(rest)
}
