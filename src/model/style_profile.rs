//! Style profiles as the account shows them: objects of the service that bundle lists under one id. This tool reads them, where a
//! list that one may hold is deleted or replaced, and writes none.

use crate::model::Id;

/// A style profile of the account, its own or one that is shared with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StyleProfile {
    /// The service's id.
    pub id: Id,
    /// Display name; not promised to be unique.
    pub name: String,
    /// Everything that it holds: ids of style rule lists, glossaries and translation memories.
    pub components: Vec<Id>,
}
