//! What a write did, in order: tests hold it against what must be safe before what.

/// One step of a write, recorded after it succeeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WriteStep {
    /// A temporary file is made.
    Create,
    /// The bytes of the file are safe.
    SyncFile,
    /// The file has its name.
    Rename,
    /// The name is safe.
    SyncFolder,
    /// Lines that were appended are safe.
    SyncLines,
}

#[cfg(test)]
thread_local! {
    static STEPS: std::cell::RefCell<Vec<WriteStep>> = const { std::cell::RefCell::new(Vec::new()) };
}

/// Records a step; outside of tests nothing is kept.
pub(super) fn record(step: WriteStep) {
    #[cfg(test)]
    STEPS.with_borrow_mut(|steps| steps.push(step));
    #[cfg(not(test))]
    let _not_kept = step;
}

/// The steps of this thread since it was asked last.
#[cfg(test)]
pub(super) fn take() -> Vec<WriteStep> {
    STEPS.with_borrow_mut(std::mem::take)
}
