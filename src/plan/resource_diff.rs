//! What lies between a wanted resource and a live one, whatever its kind.

use crate::diagnostic::Place;
use crate::model::SharedText;
use crate::model::resource::ResourceContent;
use crate::model::style::RuleKey;
use crate::plan::{Cause, Change, ChangedField, Safeguard, Step};

/// What lies between a wanted resource and a live one.
#[derive(Debug)]
pub struct ResourceDiff {
    /// What changes, for people.
    pub changes: Vec<Change>,
    /// What is called, in order; the name last.
    pub steps: Vec<Step>,
    /// Live rules that nobody here knows, and that stay.
    pub kept_rules: Vec<(RuleKey, SharedText)>,
    /// Live rules that nobody here knows, and that go because it was asked for.
    pub dropped_rules: Vec<RuleKey>,
    /// What forbids the change: safeguard, message, help.
    pub blocked: Vec<(Safeguard, String, String)>,
    /// How many rules and instructions, or entries, go without another in their place.
    pub removed: usize,
    /// How many the live resource has.
    pub live_size: usize,
    /// What the resource says once done.
    pub desired_content: ResourceContent,
}

impl ResourceDiff {
    /// Nothing yet, between a live resource with so much in it and what is to become of it.
    pub(super) fn new(held: usize, content: ResourceContent) -> Self {
        Self {
            changes: Vec::new(),
            steps: Vec::new(),
            kept_rules: Vec::new(),
            dropped_rules: Vec::new(),
            blocked: Vec::new(),
            removed: 0,
            live_size: held,
            desired_content: content,
        }
    }
}

/// Why file and service differ: whether what is held is ours, and whether the file still says what was last applied.
pub(super) fn classify_cause(remembered: bool, live_is_ours: bool, file_as_applied: bool) -> Cause {
    match (remembered, live_is_ours, file_as_applied) {
        (false, _, _) => Cause::Unknown,
        (true, true, _) => Cause::Edited,
        (true, false, true) => Cause::Drifted,
        (true, false, false) => Cause::Conflict,
    }
}

/// Why something comes that is not there. What was applied, and of which only a run that did not end may have taken it away, people
/// may have taken away as well: nobody can tell, so it counts as theirs.
pub(super) fn classify_return(
    remembered: bool,
    absence_is_ours: bool,
    was_applied: bool,
    file_as_applied: bool,
) -> Cause {
    if absence_is_ours && was_applied {
        return Cause::Drifted;
    }
    classify_cause(remembered, absence_is_ours, file_as_applied)
}

/// A change of these parts.
pub(super) fn build_change(
    field: ChangedField,
    before: Option<SharedText>,
    after: Option<SharedText>,
    cause: Cause,
    place: Option<&Place>,
) -> Change {
    Change { field, before, after, cause, place: place.cloned() }
}
