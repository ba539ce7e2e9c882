//! Fixes of findings, as many at once as do not stand in each other's way. What is left over is for another reading.

use std::collections::BTreeMap;

use crate::diagnostic::{Edit, Fix};

/// The edits of as many fixes as touch different bytes, the earlier ones first, and how many fixes those are.
pub fn compatible_fixes<'a>(fixes: impl IntoIterator<Item = &'a Fix>) -> (Vec<&'a Edit>, usize) {
    let mut taken: Vec<&Edit> = Vec::new();
    // Those of different fixes are apart, so the last one that starts before the end of another is the one to look at.
    let mut ends: BTreeMap<u32, u32> = BTreeMap::new();
    let mut of = 0;
    for fix in fixes {
        let touches =
            |own: &Edit| ends.range(..=own.span.end).next_back().is_some_and(|(_, end)| *end >= own.span.start);
        if !fix.edits.is_empty() && !fix.edits.iter().any(touches) {
            for Edit { span, text: _ } in &fix.edits {
                let end = ends.entry(span.start).or_default();
                *end = span.end.max(*end);
            }
            taken.extend(&fix.edits);
            of += 1;
        }
    }
    (taken, of)
}

/// The same edits in the order of the file, as [`apply_text_edits`](super::apply_text_edits) takes them.
pub fn edits_together<'a>(fixes: impl IntoIterator<Item = &'a Fix>) -> Vec<Edit> {
    let mut edits: Vec<Edit> = compatible_fixes(fixes).0.into_iter().cloned().collect();
    edits.sort_by_key(|edit| edit.span);
    edits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Safety, Span};
    use crate::source::edit::apply_text_edits;

    fn fix(edits: &[(usize, usize, &str)]) -> Fix {
        let edit = |(start, end, text): &(usize, usize, &str)| Edit {
            span: Span::new(*start, *end),
            text: (*text).to_owned(),
        };
        Fix { title: String::new(), safety: Safety::Safe, edits: edits.iter().map(edit).collect() }
    }

    #[test]
    fn fixes_that_touch_wait_for_the_next_pass() {
        let fixes = [fix(&[(4, 6, "XY")]), fix(&[(5, 8, "no")]), fix(&[(0, 1, "Ä"), (9, 9, "!")])];
        let (edits, of) = compatible_fixes(&fixes);
        assert_eq!(of, 2);
        assert_eq!(apply_text_edits("abcdefghi", edits).as_deref(), Some("ÄbcdXYghi!"));
    }

    #[test]
    fn a_fix_that_cannot_be_made_changes_nothing() {
        assert_eq!(apply_text_edits("abc", &fix(&[(0, 2, "x"), (1, 3, "y")]).edits), None);
        assert_eq!(apply_text_edits("abc", &fix(&[(2, 9, "x")]).edits), None);
    }
}
