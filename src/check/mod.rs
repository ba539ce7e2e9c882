//! What must hold across files and values.
//!
//! Holding a [`Desired`] means that every check passed: nothing else can make one.

use std::collections::BTreeMap;

use crate::diagnostic::Diagnostic;
use crate::model::Key;
use crate::model::style::Style;

/// What the files of a project want, checked.
#[derive(Clone, Debug, Default)]
pub struct Desired {
    styles: BTreeMap<Key, Style>,
}

impl Desired {
    /// Style rule lists by key.
    #[must_use]
    pub fn styles(&self) -> &BTreeMap<Key, Style> {
        &self.styles
    }
}

/// What came out of checking a project.
#[derive(Debug)]
pub struct Checked {
    /// Everything found, in order of file and place.
    pub findings: Vec<Diagnostic>,
    /// What the files want, where no finding is an error.
    pub desired: Option<Desired>,
}
