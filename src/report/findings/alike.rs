//! What people read once: findings that say the same of several places.
//!
//! Who pasted twelve lines or writes names in another way did one thing. The places are marked beside each other, and the edits shown
//! as one. Machines get every finding by itself, as ignore comments and baselines do: nothing is joined before it is shown.
//!
//! Law: every edit of the findings is in what is shown, and every place is marked or counted.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

use crate::diagnostic::{Code, Diagnostic, Edit, Safety, SourceFile, Span};

/// Places that are marked besides the first.
const MAX_MARKED: usize = 5;
/// Lines of further places, or other files, that are named.
const MAX_NAMED: usize = 5;

/// Findings that are told as one, where the first of them stands.
pub(super) struct Told<'f> {
    of_file: Vec<&'f Diagnostic>,
    /// Those of other files.
    elsewhere: Vec<&'f Diagnostic>,
}

/// The findings in groups of those that say the same.
pub(super) fn group_alike(findings: &[Diagnostic]) -> Vec<Told<'_>> {
    let of_files = group_by(findings.iter().collect(), |finding| Slip::of(finding));
    let told = group_by(of_files, |group| Advice::of(group[0])).into_iter();
    told.map(|mut groups| {
        let elsewhere = groups.split_off(1).concat();
        Told { of_file: groups.concat(), elsewhere }
    })
    .collect()
}

/// The items in groups of one key, in the order of their first ones; what has no key is alone.
fn group_by<T, K: Eq + Hash>(items: Vec<T>, key: impl Fn(&T) -> Option<K>) -> Vec<Vec<T>> {
    let mut groups: Vec<Vec<T>> = Vec::with_capacity(items.len());
    let mut known: HashMap<K, usize> = HashMap::new();
    for item in items {
        match key(&item).map(|key| *known.entry(key).or_insert(groups.len())) {
            Some(group) if group < groups.len() => groups[group].push(item),
            Some(_) | None => groups.push(vec![item]),
        }
    }
    groups
}

impl<'f> Told<'f> {
    pub(super) fn first(&self) -> &'f Diagnostic {
        self.of_file[0]
    }

    /// One finding about all places.
    pub(super) fn joined(&self) -> Diagnostic {
        let others = &self.of_file[1..];
        let mut joined = self.first().clone();
        joined.notes.retain(|note| others.iter().all(|other| other.notes.contains(note)));
        if let Some(fix) = &mut joined.fix {
            let edits = others.iter().filter_map(|other| other.fix.as_ref()).flat_map(|fix| fix.edits.iter());
            add_edits(&mut fix.edits, edits);
        }
        let (marked, named) = others.split_at(others.len().min(MAX_MARKED));
        let joined =
            marked.iter().fold(joined, |joined, other| joined.with_secondary(other.primary.span, "and this one"));
        let lines: Vec<String> = named.iter().map(|other| other.primary_place().line.to_string()).collect();
        let noun = if lines.len() == 1 { "line" } else { "lines" };
        let joined = with_places(joined, &format!("on {noun}"), lines);
        let place = |other: &&Diagnostic| format!("{}:{}", other.file.shown_path(), other.primary_place().line);
        with_places(joined, "at", self.elsewhere.iter().map(place).collect())
    }
}

/// Adds edits to others as they are made one after the other: of two that write a block at one place, the second finds its first
/// lines there and writes below them.
fn add_edits<'e>(joined: &mut Vec<Edit>, edits: impl Iterator<Item = &'e Edit>) {
    let is_insertion = |edit: &Edit| edit.span.is_empty();
    let mut insertions: HashMap<Span, usize> =
        joined.iter().enumerate().filter(|(_, edit)| is_insertion(edit)).map(|(at, edit)| (edit.span, at)).collect();
    for edit in edits {
        match insertions.get(&edit.span).filter(|_| is_insertion(edit)) {
            Some(at) => {
                let below = edit.text.get(shared_heads(&joined[*at].text, &edit.text)..).unwrap_or_default().to_owned();
                joined[*at].text.push_str(&below);
            }
            None => {
                if is_insertion(edit) {
                    insertions.insert(edit.span, joined.len());
                }
                joined.push(edit.clone());
            }
        }
    }
}

/// How many bytes the lines fill with which two blocks begin alike, and below which each has its own.
fn shared_heads(one: &str, other: &str) -> usize {
    let is_head = |line: &str| line.trim_end().ends_with([':', ']']);
    let lines = one.split_inclusive('\n').zip(other.split_inclusive('\n'));
    lines.take_while(|(one, other)| one == other && is_head(one)).map(|(_, line)| line.len()).sum()
}

/// The finding with a note of further places, of which the first are named.
fn with_places(finding: Diagnostic, at: &str, mut places: Vec<String>) -> Diagnostic {
    if places.len() > MAX_NAMED {
        let others = places.len() + 1 - MAX_NAMED;
        places.truncate(MAX_NAMED - 1);
        places.push(format!("{others} others"));
    }
    match places.split_last() {
        None => finding,
        Some((only, [])) => finding.with_note(format!("the same {at} {only}")),
        Some((last, places)) => finding.with_note(format!("the same {at} {} and {last}", places.join(", "))),
    }
}

/// Whether a finding may say the same as another one: none that counts others, asks for a choice or speaks of two places.
fn is_plain(finding: &Diagnostic) -> bool {
    let counts = finding.omitted > 0 || finding.departs_from.is_some();
    !counts && finding.alternatives.is_empty() && !finding.code.name().starts_with("duplicate-")
}

/// What findings of one file have in common that are told as one.
#[derive(PartialEq, Eq, Hash)]
enum Slip<'f> {
    /// Names that are written in another way, whatever they name.
    Notation { path: &'f str, is_safe: bool, change: Vec<Change<'f>> },
    /// The same help, and edits that take or write the same signs and leave all letters, whatever text has them.
    Signs { path: &'f str, code: Code, help: Vec<&'f str>, is_safe: bool, change: Vec<[String; 2]> },
    /// The same words but for what is quoted.
    Words { path: &'f str, code: Code, words: Vec<&'f str>, meant: Meant<'f> },
}

/// What is to be done about a finding.
#[derive(PartialEq, Eq, Hash)]
enum Meant<'f> {
    /// What its words say, with an edit that is safe or not, or with none.
    Said(Option<bool>),
    /// The same change of words; the finding itself says what is near, and not what became of it.
    Change(bool, Vec<Change<'f>>),
    /// The very same help, with an edit that is safe or not and takes what it is about away, or with none.
    Help(Option<bool>, &'f str),
}

/// What an edit takes and writes.
type Change<'f> = (&'f str, &'f str);

impl<'f> Slip<'f> {
    fn of(finding: &'f Diagnostic) -> Option<Self> {
        if !is_plain(finding) {
            return None;
        }
        let (path, code) = (finding.file.shown_path(), finding.code);
        let help = finding.help.as_deref().unwrap_or_default();
        let changes = |change: fn(&'f SourceFile, &'f Edit) -> Option<Change<'f>>| distinct_changes(finding, change);
        let is_safe = finding.fix.as_ref().map(|fix| fix.safety == Safety::Safe);
        if let Some((is_safe, change)) = is_safe.zip(changes(change_of_notation)) {
            return Some(Self::Notation { path, is_safe, change });
        }
        if let Some((is_safe, change)) = is_safe.zip(distinct_changes(finding, change_of_signs)) {
            return Some(Self::Signs { path, code, help: unquoted(help).collect(), is_safe, change });
        }
        let only_takes = finding.fix.iter().flat_map(|fix| &fix.edits).all(|edit| edit.text.is_empty());
        let meant = match is_safe {
            _ if finds_name(code, help) && only_takes => Meant::Help(is_safe, help),
            Some(is_safe) if finds_name(code, help) => {
                Meant::Change(is_safe, changes(|file, edit| Some(change_of_words(file, edit))).unwrap_or_default())
            }
            Some(_) | None => Meant::Said(is_safe),
        };
        let words = [&*finding.message, &*finding.primary.text, help].into_iter().flat_map(unquoted).collect();
        Some(Self::Words { path, code, words, meant })
    }
}

/// What findings of several files have in common that are told as one: the very same words, and no edit.
#[derive(PartialEq, Eq, Hash)]
struct Advice<'f> {
    code: Code,
    words: [&'f str; 3],
}

impl<'f> Advice<'f> {
    fn of(finding: &'f Diagnostic) -> Option<Self> {
        let words = [&*finding.message, &*finding.primary.text, finding.help.as_deref()?];
        (is_plain(finding) && finding.fix.is_none()).then_some(Self { code: finding.code, words })
    }
}

/// What the edits of a finding change, each once; nothing where one of them changes something else, or there are none.
fn distinct_changes<'f, C: Ord>(
    finding: &'f Diagnostic,
    change: impl Fn(&'f SourceFile, &'f Edit) -> Option<C>,
) -> Option<Vec<C>> {
    let edits = finding.fix.iter().flat_map(|fix| &fix.edits);
    let changes: BTreeSet<C> = edits.map(|edit| change(&finding.file, edit)).collect::<Option<_>>()?;
    (!changes.is_empty()).then(|| changes.into_iter().collect())
}

/// Whether a finding names what is nearest to a word, and not what became of it.
fn finds_name(code: Code, help: &str) -> bool {
    code.name().starts_with("unknown-") && (code != Code::UnknownCategory || help.starts_with("did you mean"))
}

/// What a text says of every name and every number alike.
fn unquoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').step_by(2).flat_map(|part| part.split(|c: char| c.is_ascii_digit()))
}

/// How an edit writes a name that has the same letters: by other signs between its words, or by other capitals.
fn change_of_notation<'f>(file: &'f SourceFile, edit: &'f Edit) -> Option<Change<'f>> {
    let (old, new) = (file.slice(edit.span), edit.text.as_str());
    let is_name = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    let sign = |text: &'f str| text.find(['-', '_']).map_or("", |at| &text[at..=at]);
    let (before, after) = (letters_of(old), letters_of(new));
    let same = is_name(old) && is_name(new) && before.len() > 2 && before.eq_ignore_ascii_case(&after);
    let change = (if sign(old).is_empty() && before != after { "aA" } else { sign(old) }, sign(new));
    (same && change.0 != change.1).then_some(change)
}

/// The signs that an edit takes and those that it writes, where all letters stay and no line ends.
fn change_of_signs(file: &SourceFile, edit: &Edit) -> Option<[String; 2]> {
    let (old, new) = (file.slice(edit.span), edit.text.as_str());
    let only_in = |text: &str, other: &str| -> String {
        let signs: BTreeSet<char> = text.chars().filter(|c| !c.is_alphanumeric() && !other.contains(*c)).collect();
        signs.into_iter().collect()
    };
    let same = letters_of(old) == letters_of(new) && !old.contains('\n') && !new.contains('\n');
    same.then(|| [only_in(old, new), only_in(new, old)])
}

fn letters_of(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// What an edit changes, without the words around it that stay.
fn change_of_words<'f>(file: &'f SourceFile, edit: &'f Edit) -> Change<'f> {
    let (old, new) = (file.slice(edit.span), edit.text.as_str());
    let (before, after) = (split_words(old), split_words(new));
    let ahead = before.iter().zip(&after).take_while(|(a, b)| a == b).count();
    let (before, after) = (&before[ahead..], &after[ahead..]);
    let behind = before.iter().rev().zip(after.iter().rev()).take_while(|(a, b)| a == b).count();
    let lead = old.len() - before.iter().map(|part| part.len()).sum::<usize>();
    let tail: usize = before[before.len() - behind..].iter().map(|part| part.len()).sum();
    (&old[lead..old.len() - tail], &new[lead..new.len() - tail])
}

/// The words of a text, those of `camelCase` too, and each sign between them.
fn split_words(text: &str) -> Vec<&str> {
    let (mut words, mut start, mut before) = (Vec::new(), 0, None);
    for (at, c) in text.char_indices() {
        let goes_on = |before: char| {
            before.is_alphanumeric() && c.is_alphanumeric() && !(before.is_lowercase() && c.is_uppercase())
        };
        if before.is_some_and(|before| !goes_on(before)) {
            words.push(&text[start..at]);
            start = at;
        }
        before = Some(c);
    }
    words.push(&text[start..]);
    words
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::diagnostic::Fix;

    /// A finding about a word of a file, with the word that is to stand there.
    fn about(code: Code, file: &Arc<SourceFile>, word: &str, new: Option<&str>) -> Diagnostic {
        let at = file.text().find(word).expect("the word is there");
        let span = Span::new(at, at + word.len());
        let finding = Diagnostic::new(code, file, span, format!("`{word}` is none")).with_label("none");
        match new {
            Some(new) => finding.with_help(format!("did you mean `{new}`?")).with_fix(Fix {
                title: format!("write `{new}`"),
                safety: Safety::Safe,
                edits: vec![Edit { span, text: new.to_owned() }],
            }),
            None => finding.with_help("write another one"),
        }
    }

    fn joined(findings: &[Diagnostic]) -> Vec<Diagnostic> {
        group_alike(findings).iter().map(Told::joined).collect()
    }

    fn shown(findings: &[Diagnostic]) -> Vec<(usize, usize)> {
        let edits = |finding: &Diagnostic| finding.fix.as_ref().map_or(0, |fix| fix.edits.len());
        joined(findings).iter().map(|finding| (1 + finding.secondary.len(), edits(finding))).collect()
    }

    #[test]
    fn one_change_of_many_names_is_one_finding() {
        let file =
            SourceFile::new("a.yaml", "configuredRules: decimalSeparator, ellipsisX, sourceLang, targetLang, naem");
        let of = |code, word, new| about(code, &file, word, Some(new));
        let named = [
            of(Code::UnknownField, "configuredRules", "configured_rules"),
            of(Code::UnknownRule, "decimalSeparator", "decimal_separator"),
            of(Code::UnknownField, "ellipsisX", "ellipsis"),
        ];
        assert_eq!(shown(&named), [(2, 2), (1, 1)], "capitals are told whatever they name");
        let same = [
            of(Code::UnknownField, "sourceLang", "sourceLanguage"),
            of(Code::UnknownField, "targetLang", "targetLanguage"),
            of(Code::UnknownField, "naem", "name"),
        ];
        assert_eq!(shown(&same), [(2, 2), (1, 1)], "words are compared as wholes");
    }

    #[test]
    fn what_takes_another_word_is_another_slip() {
        let file = SourceFile::new("a.yaml", "[stay-fr, stay-de, rum-en] source_lang target_lang");
        let of = |word, new| about(Code::UnknownReference, &file, word, Some(new));
        let renamed = [of("stay-fr", "rooms-fr"), of("stay-de", "rooms-de"), of("rum-en", "rooms-en")];
        assert_eq!(shown(&renamed), [(2, 2), (1, 1)]);
        let cut = [of("source_lang", "source_language"), of("target_lang", "target_language")];
        assert_eq!(shown(&cut), [(2, 2)]);
    }

    #[test]
    fn what_asks_for_a_choice_or_of_two_places_stands_alone() {
        let file = SourceFile::new("a.yaml", "one two");
        let twice = ["one", "two"].map(|word| about(Code::DuplicateKey, &file, word, None));
        assert_eq!(shown(&twice), [(1, 0), (1, 0)]);
        let choice = ["one", "two"].map(|word| {
            about(Code::WrongType, &file, word, None).or_offering("either", Vec::new()).or_offering("or", Vec::new())
        });
        assert_eq!(shown(&choice), [(1, 0), (1, 0)]);
        let said = ["one", "two"].map(|word| about(Code::WrongType, &file, word, None));
        assert_eq!(shown(&said), [(2, 0)]);
    }

    #[test]
    fn the_same_signs_are_one_slip_in_whatever_text_they_stand() {
        let file = SourceFile::new("a.yaml", "name: “Lounge”\nlabel: “Tone of voice”\nprompt: “Be kind”.\n");
        let of = |word: &str, noun: &str, new: &str| {
            let finding = about(Code::ForeignNotation, &file, word, Some(new));
            Diagnostic { message: format!("quotes become part of {noun}"), ..finding }.with_help("take the quotes away")
        };
        let named = [
            of("“Lounge”", "the name", "Lounge"),
            of("“Tone of voice”", "this label", "Tone of voice"),
            of("“Be kind”.", "this prompt", "Be kind"),
        ];
        assert_eq!(shown(&named), [(2, 2), (1, 1)]);
    }

    #[test]
    fn a_block_that_several_edits_write_is_shown_once() {
        let insertion = |text: &str| Edit { span: Span::empty_at(9), text: text.to_owned() };
        let of = |texts: [&str; 2]| {
            let mut joined = vec![insertion(texts[0])];
            add_edits(&mut joined, [insertion(texts[1])].iter());
            joined.into_iter().map(|edit| edit.text).collect::<Vec<_>>()
        };
        assert_eq!(of(["  p:\n    a: 1\n", "  p:\n    b: 2\n"]), ["  p:\n    a: 1\n    b: 2\n"]);
        assert_eq!(of(["  p:\n    a: 1\n", "  q:\n    b: 2\n"]), ["  p:\n    a: 1\n  q:\n    b: 2\n"]);
        assert_eq!(of(["a: 1\n", "a: 1\n"]), ["a: 1\na: 1\n"], "what is no name of a block is written twice");
    }

    #[test]
    fn every_place_is_marked_or_named() {
        let files: Vec<Arc<SourceFile>> =
            (0..9).map(|at| SourceFile::new(format!("{at}.yaml"), "word\n".repeat(9))).collect();
        let place = |file: &Arc<SourceFile>, at: usize| {
            let span = Span::new(5 * at, 5 * at + 4);
            Diagnostic::new(Code::WrongType, file, span, "not here").with_help("move it")
        };
        let lines: Vec<Diagnostic> = (0..9).map(|at| place(&files[0], at)).collect();
        let shown = joined(&lines);
        assert_eq!((shown.len(), shown[0].secondary.len()), (1, MAX_MARKED));
        assert_eq!(shown[0].notes, ["the same on lines 7, 8 and 9"]);
        let of_files: Vec<Diagnostic> = files.iter().map(|file| place(file, 1)).collect();
        let shown = joined(&of_files);
        assert_eq!(shown.len(), 1);
        assert_eq!(shown[0].notes, ["the same at 1.yaml:2, 2.yaml:2, 3.yaml:2, 4.yaml:2 and 4 others"]);
        let of_both = [place(&files[0], 0), place(&files[1], 1), place(&files[1], 2)];
        assert_eq!(joined(&of_both)[0].notes, ["the same at 1.yaml:2 and 1.yaml:3"]);
    }
}
