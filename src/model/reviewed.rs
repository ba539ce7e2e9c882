//! Agreements that stand in the project file and are reviewed with it: `[[import]]`, `[[moved]]`, `[[removed]]`
//! and `[[acknowledged]]`.
//!
//! Each names exactly one address and allows what it says for that address alone. Once done, it does nothing.

use crate::diagnostic::Place;
use crate::model::{Address, Id};

/// Every block of one environment, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReviewedChanges {
    /// `[[import]]`: existing resources that become managed.
    pub imports: Vec<ImportBlock>,
    /// `[[moved]]`: resources that got another address.
    pub moves: Vec<MovedBlock>,
    /// `[[removed]]`: resources whose files are gone on purpose.
    pub removals: Vec<RemovedBlock>,
    /// `[[acknowledged]]`: resources of others that are no news.
    pub acknowledged: Vec<AcknowledgedBlock>,
}

/// A resource of somebody else, of which somebody here knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcknowledgedBlock {
    /// Its id.
    pub id: Id,
    /// Why, for people.
    pub reason: Option<String>,
    /// Where the block begins.
    pub place: Place,
}

/// An existing resource becomes managed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportBlock {
    /// Its address in the files.
    pub to: Address,
    /// Its id on the service.
    pub id: Id,
    /// Why, for people.
    pub reason: Option<String>,
    /// Where the block begins.
    pub place: Place,
}

/// A resource got another address: its id stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovedBlock {
    /// The address that it had.
    pub from: Address,
    /// The address that it has in the files now.
    pub to: Address,
    /// Why, for people.
    pub reason: Option<String>,
    /// Where the block begins.
    pub place: Place,
}

/// A resource whose file is gone on purpose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemovedBlock {
    /// The address that it had.
    pub address: Address,
    /// Whether it is deleted on the service; otherwise it stays there, unmanaged.
    pub delete: bool,
    /// Why, for people.
    pub reason: Option<String>,
    /// Where the block begins.
    pub place: Place,
}
