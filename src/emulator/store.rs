//! What the service holds: accounts with their lists, and the last changes so that a reader can be shown older states.
//!
//! Always: lists stand in the order in which they were made; every change is one entry that can be taken back.
//! Absent: checks. Whoever changes the store has checked before.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::emulator::clock::Moment;
use crate::emulator::id::Id;

/// Configured rules: category, rule, value.
pub type Rules = BTreeMap<String, BTreeMap<String, String>>;

/// A style rule list as it is held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StyleList {
    /// Its identifier.
    pub style_id: Id,
    /// Display name.
    pub name: String,
    /// When it was made.
    pub creation_time: Moment,
    /// When it was last written.
    pub updated_time: Moment,
    /// Language, lower-case.
    pub language: String,
    /// 1 when made, one more with every write.
    pub version: u64,
    /// Rules that are set.
    pub configured_rules: Arc<Rules>,
    /// Instructions in the order in which they were added.
    pub custom_instructions: Vec<Arc<Instruction>>,
}

/// A custom instruction as it is held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Instruction {
    /// Its identifier.
    pub id: Id,
    /// Short name.
    pub label: String,
    /// The text that instructs.
    pub prompt: String,
    /// Language of the source text.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub source_language: Option<String>,
}

/// The lists of one account, by the place they were made at.
#[derive(Clone, Debug, Default)]
pub(crate) struct Account {
    lists: BTreeMap<u64, Arc<StyleList>>,
    places: HashMap<Id, u64>,
}

impl Account {
    pub(crate) fn get(&self, id: Id) -> Option<&Arc<StyleList>> {
        self.lists.get(self.places.get(&id)?)
    }

    pub(crate) fn lists(&self) -> impl Iterator<Item = &Arc<StyleList>> {
        self.lists.values()
    }

    pub(crate) fn len(&self) -> usize {
        self.lists.len()
    }

    fn set(&mut self, place: u64, id: Id, list: Option<Arc<StyleList>>) {
        match list {
            Some(list) => {
                self.lists.insert(place, list);
                self.places.insert(id, place);
            }
            None => {
                self.lists.remove(&place);
                self.places.remove(&id);
            }
        }
    }
}

/// One committed change: what a list is afterwards, nothing when it is gone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Change {
    pub(crate) account: String,
    /// Orders the lists.
    pub(crate) place: u64,
    pub(crate) id: Id,
    pub(crate) after: Option<Arc<StyleList>>,
    /// How many identifiers were given out by then.
    pub(crate) made: u64,
}

struct Past {
    account: String,
    place: u64,
    id: Id,
    before: Option<Arc<StyleList>>,
    when: Moment,
}

/// Changes remembered for readers that are shown older states.
const REMEMBERED: usize = 256;

/// Everything held.
pub(crate) struct Store {
    seed: u64,
    made: u64,
    accounts: BTreeMap<String, Account>,
    past: VecDeque<Past>,
    changes: Vec<Change>,
    none: Account,
}

impl Store {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            seed,
            made: 0,
            accounts: BTreeMap::new(),
            past: VecDeque::new(),
            changes: Vec::new(),
            none: Account::default(),
        }
    }

    /// An identifier not given out before.
    pub(crate) fn fresh(&mut self) -> Id {
        self.made += 1;
        Id::made(self.seed, self.made)
    }

    pub(crate) fn account(&self, name: &str) -> &Account {
        self.accounts.get(name).unwrap_or(&self.none)
    }

    /// The account as it was so many of its writes ago, and before everything written after `since`.
    pub(crate) fn earlier(&self, name: &str, writes: usize, since: Option<Moment>) -> Account {
        let mut account = self.account(name).clone();
        let mut own = 0;
        for past in self.past.iter().rev().filter(|past| past.account == name) {
            own += 1;
            if own > writes && since.is_none_or(|since| past.when <= since) {
                break;
            }
            account.set(past.place, past.id, past.before.clone());
        }
        account
    }

    /// Stores a list, new or changed.
    pub(crate) fn put(&mut self, account: &str, list: StyleList, now: Moment) -> Arc<StyleList> {
        let list = Arc::new(list);
        self.change(account, list.style_id, Some(Arc::clone(&list)), now);
        list
    }

    /// Forgets a list.
    pub(crate) fn remove(&mut self, account: &str, id: Id, now: Moment) {
        self.change(account, id, None, now);
    }

    fn change(&mut self, account: &str, id: Id, after: Option<Arc<StyleList>>, now: Moment) {
        if !self.accounts.contains_key(account) {
            self.accounts.insert(account.to_owned(), Account::default());
        }
        let Some(held) = self.accounts.get_mut(account) else { return };
        let next = held.lists.last_key_value().map_or(0, |(last, _)| last + 1);
        let place = held.places.get(&id).copied().unwrap_or(next);
        let before = held.lists.get(&place).cloned();
        held.set(place, id, after.clone());
        if self.past.len() == REMEMBERED {
            self.past.pop_front();
        }
        self.past.push_back(Past { account: account.to_owned(), place, id, before, when: now });
        self.changes.push(Change { account: account.to_owned(), place, id, after, made: self.made });
    }

    /// Takes back the changes not yet taken by [`Self::take_changes`], as if they had never been made.
    pub(crate) fn revert(&mut self) {
        for _ in 0..self.changes.len() {
            if let Some(past) = self.past.pop_back()
                && let Some(account) = self.accounts.get_mut(&past.account)
            {
                account.set(past.place, past.id, past.before);
            }
        }
        self.changes.clear();
    }

    /// Whether something changed since [`Self::take_changes`].
    pub(crate) fn changed(&self) -> bool {
        !self.changes.is_empty()
    }

    pub(crate) fn pending_changes(&self) -> &[Change] {
        &self.changes
    }

    pub(crate) fn settle_changes(&mut self) {
        self.changes.clear();
    }

    /// Takes in a change that was made before, as read from a file.
    pub(crate) fn replay(&mut self, change: Change) {
        let account = self.accounts.entry(change.account).or_default();
        account.set(change.place, change.id, change.after);
        self.made = self.made.max(change.made);
    }

    /// How many identifiers were given out.
    pub(crate) fn made(&self) -> u64 {
        self.made
    }

    /// Says that so many identifiers were given out before.
    pub(crate) fn given_out(&mut self, made: u64) {
        self.made = self.made.max(made);
    }

    /// How many lists are held.
    pub(crate) fn len(&self) -> usize {
        self.accounts.values().map(Account::len).sum()
    }

    /// Everything held, as the changes that would make it.
    pub(crate) fn as_changes(&self) -> impl Iterator<Item = Change> {
        self.accounts.iter().flat_map(move |(name, account)| {
            account.lists.iter().map(move |(place, list)| Change {
                account: name.clone(),
                place: *place,
                id: list.style_id,
                after: Some(Arc::clone(list)),
                made: self.made,
            })
        })
    }
}
