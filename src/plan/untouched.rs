//! Lists that are as they were applied last and as they are wanted now: what most lists of most runs are.
//!
//! They are recognised while the account is read, and nothing but their name and version is kept of them: a plan of ten
//! thousand lists holds those that differ. Where a plan could need the content of such a list after all, none is recognised.

use foldhash::HashMap;

use crate::check::Desired;
use crate::model::reviewed::ReviewedChanges;
use crate::model::style::{LiveStyle, Style};
use crate::model::{Id, Kind};
use crate::plan::{PlanOptions, style};
use crate::state::{Binding, State};

/// Recognises lists that nothing is to be done to.
pub struct UntouchedLists<'a> {
    by_id: HashMap<&'a Id, (&'a Style, &'a Binding, bool)>,
}

impl<'a> UntouchedLists<'a> {
    /// What the files want and the state remembers.
    #[must_use]
    pub fn new(desired: &'a Desired, state: &'a State, options: &PlanOptions) -> Self {
        let PlanOptions { undo, accept_rename, import, reviewed, .. } = options;
        let ReviewedChanges { imports, moves, removals: _, acknowledged: _ } = reviewed;
        let mut by_id = HashMap::default();
        let binds_anew = !(accept_rename.is_empty() && import.is_empty() && imports.is_empty() && moves.is_empty());
        if undo.is_some() || binds_anew {
            return Self { by_id };
        }
        let mut owned_twice = Vec::new();
        for (address, binding) in state.bindings.iter().filter(|(address, _)| address.kind == Kind::Style) {
            if let Some(style) = desired.styles().get(&address.key) {
                let protected = options.protects(address, style.protected);
                if by_id.insert(&binding.id, (style, binding, protected)).is_some() {
                    owned_twice.push(&binding.id);
                }
            } else {
                owned_twice.push(&binding.id);
            }
        }
        for id in owned_twice {
            by_id.remove(id);
        }
        Self { by_id }
    }

    /// Whether a list is one of them.
    #[must_use]
    pub fn contains(&self, live: &LiveStyle) -> bool {
        self.by_id
            .get(&live.id)
            .is_some_and(|(style, binding, protected)| is_untouched(style, live, binding, *protected))
    }
}

/// Whether nobody wrote to a list since the last apply, and it says what is wanted.
pub(super) fn is_untouched(wanted: &Style, live: &LiveStyle, binding: &Binding, protected: bool) -> bool {
    binding.id == live.id
        && binding.version == live.version
        && binding.protected == protected
        && style::is_as_wanted(wanted, live)
}
