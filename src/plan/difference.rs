//! What lies between a wanted object and a live one, whatever its kind.

use crate::diagnostic::Place;
use crate::model::object::Content;
use crate::model::style::RuleKey;
use crate::plan::{Cause, Change, Field, Guard, Step};

/// What lies between a wanted object and a live one.
#[derive(Debug)]
pub struct Difference {
    /// What changes, for people.
    pub changes: Vec<Change>,
    /// What is called, in order; the name last.
    pub steps: Vec<Step>,
    /// Live rules that nobody here knows, and that stay.
    pub kept: Vec<(RuleKey, String)>,
    /// Live rules that nobody here knows, and that go because it was asked for.
    pub dropped: Vec<RuleKey>,
    /// What forbids the change: guard, message, help.
    pub refused: Vec<(Guard, String, String)>,
    /// How many rules and instructions, or entries, go without another in their place.
    pub removed: usize,
    /// How many the live object has.
    pub held: usize,
    /// What the object says once done.
    pub content: Content,
}

impl Difference {
    /// Nothing yet, between a live object with so much in it and what is to become of it.
    pub(super) fn new(held: usize, content: Content) -> Self {
        Self {
            changes: Vec::new(),
            steps: Vec::new(),
            kept: Vec::new(),
            dropped: Vec::new(),
            refused: Vec::new(),
            removed: 0,
            held,
            content,
        }
    }
}

/// Why file and service differ: whether what is held is ours, and whether the file still says what was last applied.
pub(super) fn cause(remembered: bool, live_is_ours: bool, file_as_applied: bool) -> Cause {
    match (remembered, live_is_ours, file_as_applied) {
        (false, _, _) => Cause::Unknown,
        (true, true, _) => Cause::Edited,
        (true, false, true) => Cause::Drifted,
        (true, false, false) => Cause::Conflict,
    }
}

/// A change of these parts.
pub(super) fn change(
    field: Field,
    before: Option<String>,
    after: Option<String>,
    cause: Cause,
    place: Option<&Place>,
) -> Change {
    Change { field, before, after, cause, place: place.cloned() }
}
