//! Fixes of departures, proved before they are offered.
//!
//! Invariant: the rewritten text has the same occasions, one departure less, no departure more from any other rule, not a byte
//! of code changed, and the same tokens in every syntax of messages. No quotation mark that comes or goes touches a brace or a
//! token. What cannot be proved is no fix. Proofs cost time in proportion to the text: many departures of one rule are proved
//! together.

use std::borrow::Borrow;
use std::cell::OnceCell;
use std::ops::Range;

use crate::conform::detector::{Detector, Occasion};
use crate::conform::lint::CheckedRule;
use crate::conform::passage::{MASKED, Passage};
use crate::conform::token::{FormatTokens, read_tokens};

/// Bytes of a passage and what to write there.
pub type PassageEdits = Vec<(Range<usize>, String)>;

/// What came of trying to fix a departure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProvedFix {
    /// The edits; none where there is no proof.
    pub edits: PassageEdits,
    /// Another rule of the style, with the value that it wants, that the fix would depart from.
    pub contradicts: Option<(&'static str, &'static str)>,
}

/// Departures of a passage up to which each fix is proved by itself.
const PROVED_ALONE: usize = 8;

/// Bytes of a passage up to which a rewriter sees all of it, and how many it sees on each side of an occasion otherwise.
const SEEN_WHOLE: usize = 8 << 10;
const SEEN_BESIDE: usize = 1 << 10;

/// Into how many parts the departures of one rule are divided where all of them together have no proof.
const PARTS: usize = 4;

/// Characters that end or begin something in a syntax of messages.
const SYNTAX: &str = "{}<>%$&#\\|@`";

/// Marks whose move may change what a syntax reads.
const QUOTES: &str = "'\"`´‘’‚‛“”„‟«»‹›「」『』";

/// What proves the fixes of one passage.
pub struct FixProver<'a, 'p> {
    passage: &'a Passage<'p>,
    /// As it is written: nothing overwritten.
    text: &'a str,
    rules: &'a [CheckedRule],
    tokens: OnceCell<FormatTokens>,
    /// Occasions and departures of each rule.
    counts: OnceCell<Vec<(usize, usize)>>,
}

impl<'a, 'p> FixProver<'a, 'p> {
    /// One for a passage of this text under these rules.
    #[must_use]
    pub fn new(passage: &'a Passage<'p>, text: &'a str, rules: &'a [CheckedRule]) -> Self {
        Self { passage, text, rules, tokens: OnceCell::new(), counts: OnceCell::new() }
    }

    /// A fix, or none, for each departure: the place of its rule among the rules, and where it is.
    #[must_use]
    pub fn prove_fixes(&self, departures: &[(usize, Occasion)]) -> Vec<ProvedFix> {
        let mut fixes: Vec<ProvedFix> = vec![ProvedFix::default(); departures.len()];
        let mut of_rule: Vec<Vec<(usize, PassageEdits)>> = vec![Vec::new(); self.rules.len()];
        for (at, (rule, occasion)) in departures.iter().enumerate() {
            let CheckedRule { detector, value } = self.rules[*rule];
            if let Some(edits) = self.propose_edits(detector, occasion, value) {
                of_rule[*rule].push((at, edits));
            }
        }
        for (rule, proposed) in of_rule.into_iter().enumerate() {
            let each = if departures.len() <= PROVED_ALONE { 1 } else { proposed.len().max(1) };
            for part in proposed.chunks(each) {
                self.prove_together(rule, part, PARTS, &mut fixes);
            }
        }
        fixes
    }

    /// What the detector would write, where that may be written at all.
    fn propose_edits(&self, detector: &Detector, occasion: &Occasion, value: usize) -> Option<PassageEdits> {
        let rewrite = detector.finder.rewrite?;
        let mut edits = match self.window_around(occasion) {
            None => rewrite(self.passage, occasion, value)?,
            Some(window) => {
                let near = Passage::new(&self.passage.text[window.clone()], self.passage.tongue, &[]);
                let edits = rewrite(&near, &occasion.seen_from(window.start), value)?;
                edits.into_iter().map(|(at, new)| (at.start + window.start..at.end + window.start, new)).collect()
            }
        };
        edits.sort_by_key(|(range, _)| range.start);
        let apart = edits.windows(2).all(|pair| pair[0].0.end <= pair[1].0.start);
        (apart && !edits.is_empty() && edits.iter().all(|edit| self.may_edit(edit))).then_some(edits)
    }

    /// What a rewriter sees of a long passage: it may read all that it is shown, once for each departure. Nothing is lost by
    /// it but a fix, as what it writes is proved on the whole.
    fn window_around(&self, occasion: &Occasion) -> Option<Range<usize>> {
        let text = &self.passage.text;
        if text.len() <= SEEN_WHOLE {
            return None;
        }
        let start = text.floor_char_boundary(occasion.range.start.saturating_sub(SEEN_BESIDE));
        let end = text.ceil_char_boundary((occasion.range.end + SEEN_BESIDE).min(text.len()));
        Some(start..end)
    }

    /// Whether nothing that is code is replaced, and no quotation mark moves beside it.
    fn may_edit(&self, (range, new): &(Range<usize>, String)) -> bool {
        let Some(old) = self.passage.text.get(range.clone()) else { return false };
        if old.contains(MASKED) || new.contains(MASKED) {
            return false;
        }
        let quote = |c: char| QUOTES.contains(c);
        if !old.contains(quote) && !new.contains(quote) {
            return true;
        }
        let neighbours = [self.passage.char_before(range.start), self.passage.char_at(range.end)];
        neighbours.into_iter().flatten().all(|c| c != MASKED && c != '\'' && !SYNTAX.contains(c))
    }

    /// Proves the fixes of one rule at once; where that fails and there are several, in up to `parts` parts.
    fn prove_together(&self, rule: usize, proposed: &[(usize, PassageEdits)], parts: usize, fixes: &mut [ProvedFix]) {
        if proposed.is_empty() {
            return;
        }
        match self.judge_edits(rule, proposed) {
            Verdict::Proved => {
                for (at, edits) in proposed {
                    fixes[*at].edits.clone_from(edits);
                }
            }
            Verdict::Contradicts(other) if parts == 1 || proposed.len() == 1 => {
                for (at, _) in proposed {
                    fixes[*at].contradicts = Some(other);
                }
            }
            Verdict::Contradicts(_) | Verdict::Unproved if parts > 1 && proposed.len() > 1 => {
                for part in proposed.chunks(proposed.len().div_ceil(parts)) {
                    self.prove_together(rule, part, 1, fixes);
                }
            }
            Verdict::Contradicts(_) | Verdict::Unproved => {}
        }
    }

    fn judge_edits(&self, rule: usize, proposed: &[(usize, PassageEdits)]) -> Verdict {
        let mut edits: Vec<&(Range<usize>, String)> = proposed.iter().flat_map(|(_, edits)| edits).collect();
        edits.sort_by_key(|(range, _)| range.start);
        let (Some(masked), Some(written)) = (apply_edits(&self.passage.text, &edits), apply_edits(self.text, &edits))
        else {
            return Verdict::Unproved;
        };
        // What is code stands masked in the one text already; in the other it has to be found to be the same.
        if *self.tokens.get_or_init(|| read_tokens(self.text)) != read_tokens(&written) {
            return Verdict::Unproved;
        }
        let fixed = Passage::new(&masked, self.passage.tongue, &[]).with_source(self.passage.source);
        let count_masked = |text: &str| memchr::memchr_iter(MASKED as u8, text.as_bytes()).count();
        if count_masked(&self.passage.text) != count_masked(&fixed.text) {
            return Verdict::Unproved;
        }
        let own = self.rules[rule];
        let (before, after) = (self.counts()[rule], count_occasions(&own, &fixed));
        if before.0 != after.0 || after.1 + proposed.len() != before.1 {
            return Verdict::Unproved;
        }
        let others = self.rules.iter().zip(self.counts());
        let worse = others
            .filter(|(other, _)| other.detector.rule != own.detector.rule)
            .find(|(other, (_, before))| count_occasions(other, &fixed).1 > *before);
        match worse {
            Some((other, _)) => Verdict::Contradicts((other.detector.rule, other.detector.values[other.value].name)),
            None => Verdict::Proved,
        }
    }

    fn counts(&self) -> &[(usize, usize)] {
        self.counts.get_or_init(|| self.rules.iter().map(|rule| count_occasions(rule, self.passage)).collect())
    }
}

/// What a text says to edits.
enum Verdict {
    Proved,
    Contradicts((&'static str, &'static str)),
    Unproved,
}

/// Occasions that speak to the wanted value, and those of them that do not show it.
fn count_occasions(rule: &CheckedRule, passage: &Passage<'_>) -> (usize, usize) {
    let CheckedRule { detector, value } = *rule;
    let occasions = detector.occasions(passage);
    let speaking = occasions.iter().filter(|occasion| occasion.speaks_to(value) && !passage.is_copied(occasion));
    let wrong = speaking.clone().filter(|occasion| !occasion.shows.contains(value)).count();
    (speaking.count(), wrong)
}

/// The proved edits that make an occasion of a text show this value.
#[must_use]
pub fn rewrite_occasion(rule: CheckedRule, passage: &Passage<'_>, text: &str, occasion: &Occasion) -> PassageEdits {
    let rules = [rule];
    let fixes = FixProver::new(passage, text, &rules).prove_fixes(&[(0, occasion.clone())]);
    fixes.into_iter().next().unwrap_or_default().edits
}

/// Replaces ranges of a text; none where they overlap or split a character.
#[must_use]
pub fn apply_edits<E: Borrow<(Range<usize>, String)>>(text: &str, edits: &[E]) -> Option<String> {
    let mut out = String::with_capacity(text.len() + 16);
    let mut at = 0;
    for (range, new) in edits.iter().map(Borrow::borrow) {
        out.push_str(text.get(at..range.start)?);
        out.push_str(new);
        at = range.end;
    }
    out.push_str(text.get(at..)?);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conform::lint::{SegmentLinter, StyleChecks};
    use crate::conform::passage::Tongue;
    use crate::conform::reader::{Decoded, Segment};

    #[test]
    fn a_long_passage_is_fixed_as_a_short_one_is() {
        let rules = [
            ("numbers", "currency_format", "use_amount_followed_by_space_then_currency_symbol"),
            ("punctuation", "ellipsis", "use_ellipsis_character"),
        ];
        let checks = StyleChecks::from_rules(Tongue::De, rules, true);
        let fixed = |times: usize| {
            let text = "Das kostet 5€ nun... und dann. ".repeat(times);
            let segment = Segment { target: Decoded::verbatim(&text, 0), ..Segment::default() };
            let mut found = Vec::new();
            SegmentLinter::new(&checks).lint_segment(
                &segment,
                &segment.passage(checks.tongue),
                &mut |_| false,
                &mut found,
            );
            (found.len(), found.iter().filter(|departure| !departure.text_edits.is_empty()).count())
        };
        assert_eq!(fixed(1), (2, 2));
        assert!("Das kostet 5€ nun... und dann. ".len() * 1_000 > SEEN_WHOLE);
        assert_eq!(fixed(1_000), (2_000, 2_000));
    }
}
