//! What a difference between state and service means for the files.

/// What a change of the service means for the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DriftVerdict {
    /// The files say what was last applied: the change is to be written.
    WriteToFiles,
    /// The files say the same already.
    AlreadyInFiles,
    /// The files were changed too, to something else.
    Conflict,
    /// The files cannot say it: nobody here knows the rule or its value.
    Unknown,
}

/// The service's own words about a list that drifted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveRevision {
    /// Its version, where its kind has one.
    pub version: Option<u64>,
    /// When it was last modified, as the service says it; empty where it does not.
    pub updated: String,
}
