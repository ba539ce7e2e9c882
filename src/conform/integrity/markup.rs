//! Tags in texts: elements that somebody closes, and whether they nest.
//!
//! Invariant: a word in angle brackets that nothing closes is no element (`<Enter>`, `<none>`).

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

static TAG: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"<(?P<end>/)?(?P<name>[\p{Alphabetic}_][\p{Alphabetic}0-9._-]*|[0-9]+)(?:\s[^<>]*?)?(?P<closed>/)?>")
        .expect("a pattern of this file, and a test compiles it")
});

/// Elements of HTML that texts have.
const HTML: &str = "a abbr b bdi bdo big blockquote br button center cite code dd del details dfn div dl dt em font h1 \
    h2 h3 h4 h5 h6 hr i img input ins kbd label li mark nobr ol p pre q rp rt ruby s samp small span \
    strike strong sub summary sup table tbody td th thead time tr tt u ul var wbr";

fn is_html(element: &str) -> bool {
    HTML.split(' ').any(|known| known == element)
}

/// A tag of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Tag<'a> {
    name: &'a str,
    range: Range<usize>,
    end: bool,
    closed: bool,
}

/// A tag that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TagFault {
    /// An element that neither the source nor HTML knows.
    Unknown(Range<usize>),
    /// A tag that opens what nothing closes, or closes what nothing opened.
    Unbalanced(Range<usize>),
}

fn read_tags(text: &str) -> Vec<Tag<'_>> {
    if !text.contains('<') {
        return Vec::new();
    }
    let tags = TAG.captures_iter(text).filter_map(|parts| {
        Some(Tag {
            name: parts.name("name")?.as_str(),
            range: parts.get(0)?.range(),
            end: parts.name("end").is_some(),
            closed: parts.name("closed").is_some(),
        })
    });
    tags.collect()
}

/// Elements by name, as far as each that opens is closed, and none is closed before it opens.
fn closed_elements<'a>(tags: &[Tag<'a>]) -> BTreeSet<&'a str> {
    let mut open: BTreeMap<&str, (isize, bool)> = BTreeMap::new();
    for tag in tags.iter().filter(|tag| !tag.closed) {
        let (count, nested) = open.entry(tag.name).or_insert((0, true));
        *count += if tag.end { -1 } else { 1 };
        *nested &= *count >= 0;
    }
    open.into_iter().filter(|(_, (count, nested))| *count == 0 && *nested).map(|(name, _)| name).collect()
}

/// The first tag of a translation that is wrong beside its source.
#[must_use]
pub fn find_tag_fault(source: &str, target: &str) -> Option<TagFault> {
    let tags = read_tags(target);
    if tags.is_empty() && !source.contains('<') {
        return None;
    }
    let known = read_tags(source);
    let is_known =
        |tag: &&Tag<'_>| is_html(&tag.name.to_ascii_lowercase()) || known.iter().any(|own| own.name == tag.name);
    let of_element = |tag: &&Tag<'_>| tag.end || tag.closed;
    if let Some(unknown) = tags.iter().filter(of_element).find(|tag| !is_known(tag)) {
        let first = tags.iter().find(|tag| tag.name == unknown.name).unwrap_or(unknown);
        return Some(TagFault::Unknown(first.range.clone()));
    }
    let balanced = closed_elements(&known);
    let mut open: Vec<&Tag<'_>> = Vec::new();
    for tag in tags.iter().filter(|tag| !tag.closed && balanced.contains(tag.name)) {
        if !tag.end {
            open.push(tag);
        } else if open.last().is_some_and(|last| last.name == tag.name) {
            open.pop();
        } else {
            return Some(TagFault::Unbalanced(tag.range.clone()));
        }
    }
    open.first().map(|tag| TagFault::Unbalanced(tag.range.clone()))
}

/// Elements that do something: a reader follows, fills in or sees them.
const ACTIVE: &[&str] = &[
    "a", "audio", "button", "embed", "form", "iframe", "img", "input", "object", "script", "select", "textarea",
    "video",
];

/// An element that only one of the two texts has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ElementFault {
    /// The source has it, by name, and the translation has not.
    Lost(String),
    /// The translation has it, and the source has not.
    Added(Range<usize>),
}

/// The first element that does something and came or went: a link, a field, a component of the program (`<0>`, `<link>`). What
/// only looks different (`<b>`, `<br>`) may be another in another language.
#[must_use]
pub fn find_element_fault(source: &str, target: &str) -> Option<ElementFault> {
    if !source.contains('<') && !target.contains('<') {
        return None;
    }
    let (own, found) = (read_tags(source), read_tags(target));
    let names =
        |tags: &[Tag<'_>]| -> BTreeSet<String> { tags.iter().map(|tag| tag.name.to_ascii_lowercase()).collect() };
    let (wanted, seen) = (names(&own), names(&found));
    let closed = closed_elements(&own);
    let lost = own.iter().find(|tag| {
        let name = tag.name.to_ascii_lowercase();
        let active = ACTIVE.contains(&name.as_str());
        // One that nothing closes may be a word in angle brackets.
        let component = !is_html(&name) && !active && (tag.closed || closed.contains(tag.name));
        // Words of people between the brackets (`<Select all>`) are none either.
        let words = active && tag.range.len() > tag.name.len() + 2 && !text_of(tag, source).contains(['=', '/']);
        (active && (!words || closed.contains(tag.name)) || component) && !seen.contains(&name)
    });
    if let Some(lost) = lost {
        return Some(ElementFault::Lost(lost.name.to_owned()));
    }
    let closed = closed_elements(&found);
    let added = found.iter().find(|tag| {
        let name = tag.name.to_ascii_lowercase();
        // One that stands alone and says nothing more is spoken of.
        let speaks = closed.contains(tag.name) || text_of(tag, target).contains('=');
        ACTIVE.contains(&name.as_str()) && !tag.end && !wanted.contains(&name) && speaks
    });
    added.map(|tag| ElementFault::Added(tag.range.clone()))
}

fn text_of<'a>(tag: &Tag<'_>, text: &'a str) -> &'a str {
    text.get(tag.range.clone()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_something_may_neither_come_nor_go() {
        for (source, target, fault) in [
            ("See <a href=\"x\">this</a>", "Siehe <a href=\"x\">hier</a>", ""),
            ("See <a href=\"x\">this</a>", "Siehe hier", "lost a"),
            ("See <0>this</0> and <1/>", "Siehe <0>hier</0>", "lost 1"),
            ("<link>x</link>", "x", "lost link"),
            ("<b>All</b><br>files", "Alle Dateien", ""),
            ("Press <Enter>", "Drücken Sie Eingabe", ""),
            ("<none>", "keine", ""),
            ("<Select All>", "<Alle>", ""),
            ("<select multiple>x</select>", "x", "lost select"),
            ("<input>", "x", "lost input"),
            ("All files", "<b>Alle</b> Dateien", ""),
            ("All files", "<a href=\"x\">Alle</a> Dateien", "added <a href=\"x\">"),
            ("All files", "Alle<script>x</script>", "added <script>"),
            ("The script tag", "Das Element <script>", ""),
            ("<A HREF=\"x\">x</A>", "<a href=\"x\">x</a>", ""),
        ] {
            let found = match find_element_fault(source, target) {
                None => String::new(),
                Some(ElementFault::Lost(name)) => format!("lost {name}"),
                Some(ElementFault::Added(range)) => format!("added {}", &target[range]),
            };
            assert_eq!(found, fault, "{source} → {target}");
        }
    }

    #[test]
    fn an_element_is_one_that_the_source_or_html_knows_and_that_nests() {
        for (source, target, fault) in [
            ("<b>All</b> files", "<b>Alle</b> Dateien", ""),
            ("All files", "<b>Alle</b> Dateien", ""),
            ("Press <Enter>", "<Eingabe> drücken", ""),
            ("<0>All</0> <link>files</link>", "<link>Dateien</link>: <0>alle</0>", ""),
            ("<code>x</code>", "<код>x</код>", "unknown <код>"),
            ("<link>x</link>", "<verweis>x</verweis>", "unknown <verweis>"),
            ("<b>x</b>", "<b>x<b>", "unbalanced <b>"),
            ("<b>x</b>", "x</b>", "unbalanced </b>"),
            ("<b><i>x</i></b>", "<b><i>x</b></i>", "unbalanced </b>"),
            ("<p>one<p>two", "<p>eins", ""),
            ("one</p><p>two", "eins</p><p>zwei", ""),
            ("a<br>b<br/>c", "a<br>b", ""),
            ("<b>x</b>", "<details><summary><b>x</b></summary></details>", ""),
            ("see <https://a.example>", "siehe <https://a.example>", ""),
        ] {
            let found = match find_tag_fault(source, target) {
                None => String::new(),
                Some(TagFault::Unknown(range)) => format!("unknown {}", &target[range]),
                Some(TagFault::Unbalanced(range)) => format!("unbalanced {}", &target[range]),
            };
            assert_eq!(found, fault, "{source} → {target}");
        }
    }
}
