//! Bounded findings: of one code in one file the first are kept, and the rest is counted, so that a hostile file costs
//! bounded memory.
//!
//! Always holds: the count is a finding of its own, so that no format loses it, and no baseline knows it: what was only
//! counted cannot be told from a new fault. The bound is far above what a file has that people wrote; what is shown to them
//! is bounded where it is printed.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Span};

/// Most findings of one code in one file that are kept.
pub const MAX_PER_CODE: usize = 2_000;

/// Findings while they are made: those beyond the first of their code are counted and not kept.
#[derive(Debug)]
pub struct CappedFindings {
    most: usize,
    kept: Vec<Diagnostic>,
    /// By code: how many are kept, and where the last of them is.
    codes: BTreeMap<Code, (usize, usize)>,
}

impl Default for CappedFindings {
    fn default() -> Self {
        Self::new(MAX_PER_CODE)
    }
}

impl CappedFindings {
    /// None yet, of which `most` of one code are kept.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self { most, kept: Vec::new(), codes: BTreeMap::new() }
    }

    /// Keeps or counts a finding.
    pub fn push(&mut self, finding: Diagnostic) {
        let (code, omitted) = (finding.code, finding.omitted);
        self.add(code, || Diagnostic { omitted: 0, ..finding });
        self.omit(code, omitted);
    }

    /// Counts findings that were not made, of a code of which one is kept.
    pub fn omit(&mut self, code: Code, count: usize) {
        if let Some((_, last)) = self.codes.get(&code)
            && let Some(last) = self.kept.get_mut(*last)
        {
            last.omitted += count;
        }
    }

    /// Keeps or counts a finding of this code; one that is only counted is not even made.
    pub fn add(&mut self, code: Code, finding: impl FnOnce() -> Diagnostic) {
        let (count, last) = self.codes.entry(code).or_default();
        if *count < self.most {
            *count += 1;
            *last = self.kept.len();
            self.kept.push(finding());
        } else if let Some(last) = self.kept.get_mut(*last) {
            last.omitted += 1;
        }
    }

    /// What was kept, in the order in which it came.
    #[must_use]
    pub fn into_findings(self) -> Vec<Diagnostic> {
        self.kept
    }
}

impl Extend<Diagnostic> for CappedFindings {
    fn extend<T: IntoIterator<Item = Diagnostic>>(&mut self, findings: T) {
        findings.into_iter().for_each(|finding| self.push(finding));
    }
}

/// Findings in their order, of each code in each file the first; where some were left out, a finding says how many.
#[must_use]
pub fn cap_findings(findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    cap_at(findings, MAX_PER_CODE)
}

/// The same where nothing more is left out than was while findings were made.
#[must_use]
pub fn count_omitted(findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    cap_at(findings, usize::MAX)
}

fn cap_at(findings: Vec<Diagnostic>, most: usize) -> Vec<Diagnostic> {
    if findings.len() <= most && findings.iter().all(|finding| finding.omitted == 0) {
        return findings;
    }
    let mut groups: BTreeMap<(Arc<str>, Code), CappedGroup> = BTreeMap::new();
    let mut kept: Vec<Diagnostic> = Vec::new();
    for mut finding in findings {
        let group = groups.entry((finding.file.path().clone(), finding.code)).or_default();
        group.omitted += std::mem::take(&mut finding.omitted);
        group.count += 1;
        if group.count <= most {
            group.last = kept.len();
            kept.push(finding);
        } else {
            group.omitted += 1;
            group.first_omitted.get_or_insert(finding);
        }
    }
    let mut counts: Vec<(usize, Diagnostic)> = groups
        .into_values()
        .filter(|group| group.omitted > 0)
        .filter_map(|group| {
            let about = group.first_omitted.as_ref().or_else(|| kept.get(group.last))?;
            Some((group.last, count_finding(about, group.omitted)))
        })
        .collect();
    counts.sort_by_key(|(last, _)| std::cmp::Reverse(*last));
    for (last, count) in counts {
        kept.insert((last + 1).min(kept.len()), count);
    }
    kept
}

/// Findings of one code in one file.
#[derive(Default)]
struct CappedGroup {
    count: usize,
    /// Where the last one is that was kept.
    last: usize,
    omitted: usize,
    first_omitted: Option<Diagnostic>,
}

fn count_finding(about: &Diagnostic, omitted: usize) -> Diagnostic {
    let message = format!("{omitted} more findings of this kind in this file are counted only");
    let mut count =
        Diagnostic::new(about.code, &about.file, Span::empty_at(about.primary.span.start as usize), message)
            .with_label("from here on")
            .with_help("correct those above, then run the command again");
    count.severity = about.severity;
    count.omitted = omitted;
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::SourceFile;

    fn findings(path: &str, code: Code, many: usize) -> Vec<Diagnostic> {
        let file = SourceFile::new(path, "x".repeat(many + 1));
        (0..many).map(|at| Diagnostic::new(code, &file, Span::new(at, at + 1), "m")).collect()
    }

    #[test]
    fn what_is_left_out_is_counted_by_code_and_file() {
        let mut all = findings("a.yaml", Code::UnknownRule, MAX_PER_CODE + 7);
        all.extend(findings("a.yaml", Code::UnknownField, 3));
        all.extend(findings("b.yaml", Code::UnknownRule, MAX_PER_CODE));
        let kept = cap_findings(all);
        assert_eq!(kept.len(), MAX_PER_CODE + 1 + 3 + MAX_PER_CODE);
        assert_eq!(kept[MAX_PER_CODE].message, "7 more findings of this kind in this file are counted only");
        assert_eq!(kept[MAX_PER_CODE].code, Code::UnknownRule);
    }

    #[test]
    fn what_was_left_out_while_findings_were_made_is_counted_too() {
        let mut capped = CappedFindings::default();
        capped.extend(findings("a.yaml", Code::DuplicateKey, MAX_PER_CODE + 5));
        let kept = cap_findings(capped.into_findings());
        assert_eq!(kept.len(), MAX_PER_CODE + 1);
        assert!(kept[MAX_PER_CODE].message.starts_with("5 more"), "{}", kept[MAX_PER_CODE].message);
    }
}
