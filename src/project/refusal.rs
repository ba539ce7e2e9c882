//! Why something could not be done with the files of a project. Which exit code each has, the edge knows.

/// Why something could not be done with the files of a project. Messages begin in lower case and have no full stop; help is an order.
#[derive(Debug)]
pub enum Refusal {
    /// There is no project around a folder.
    NoProject {
        /// Which folder.
        message: String,
        /// Where one is, or how to make one.
        help: String,
    },
    /// A path that somebody named belongs to no project.
    Unowned {
        /// Which path.
        message: String,
        /// What to name.
        help: String,
    },
    /// A file is no longer as it was read. Nothing was written.
    Changed(String),
    /// What is no file of the project stands where one would be written. Nothing was written.
    InTheWay(String),
    /// The disk says no.
    Disk {
        /// What was tried, and what was done before: `cannot write styles/a.yaml, nothing was written`.
        act: String,
        /// Its reason.
        error: std::io::Error,
    },
}
