//! What the service holds: accounts with their shelves, and the last changes so that a reader can be shown older states.
//!
//! Always: things stand in the order in which they were made; every change is one entry that can be taken back. What an
//! account has used is counted beside: no reader is shown it too old, and counting is no write. Absent: checks. Whoever
//! changes the store has checked before.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use crate::emulator::clock::Moment;
use crate::emulator::held::{Document, Glossary, Memory, SpokenTerms, StyleList, Usage};
use crate::emulator::id::Id;
use crate::emulator::shelf::Shelf;

/// What one account holds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Account {
    pub(crate) styles: Shelf<StyleList>,
    pub(crate) glossaries: Shelf<Glossary>,
    pub(crate) spoken_terms: Shelf<SpokenTerms>,
    pub(crate) memories: Shelf<Memory>,
    pub(crate) documents: Shelf<Document>,
    pub(crate) usage: Usage,
}

impl Account {
    fn len(&self) -> usize {
        let Self { styles, glossaries, spoken_terms, memories, documents, usage: _ } = self;
        styles.len() + glossaries.len() + spoken_terms.len() + memories.len() + documents.len()
    }

    fn set(&mut self, place: u64, id: Id, held: Held) {
        match held {
            Held::Style(list) => self.styles.set(place, id, list),
            Held::Glossary(glossary) => self.glossaries.set(place, id, glossary),
            Held::SpokenTerms(terms) => self.spoken_terms.set(place, id, terms),
            Held::Memory(memory) => self.memories.set(place, id, memory),
            Held::Document(document) => self.documents.set(place, id, document),
            Held::Usage(usage) => self.usage = usage,
        }
    }

    /// Where a thing of this kind stands or would stand, and what it is now.
    fn like(&self, id: Id, held: &Held) -> (u64, Held) {
        match held {
            Held::Style(_) => (self.styles.place(id), Held::Style(self.styles.get(id).cloned())),
            Held::Glossary(_) => (self.glossaries.place(id), Held::Glossary(self.glossaries.get(id).cloned())),
            Held::SpokenTerms(_) => {
                (self.spoken_terms.place(id), Held::SpokenTerms(self.spoken_terms.get(id).cloned()))
            }
            Held::Memory(_) => (self.memories.place(id), Held::Memory(self.memories.get(id).cloned())),
            Held::Document(_) => (self.documents.place(id), Held::Document(self.documents.get(id).cloned())),
            Held::Usage(_) => (0, Held::Usage(self.usage)),
        }
    }
}

/// A thing of any kind, or that there is none of this kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Held {
    Style(Option<Arc<StyleList>>),
    Glossary(Option<Arc<Glossary>>),
    SpokenTerms(Option<Arc<SpokenTerms>>),
    Memory(Option<Arc<Memory>>),
    Document(Option<Arc<Document>>),
    Usage(Usage),
}

impl Held {
    /// Whether it is something that a client has written, rather than counted.
    fn is_state(&self) -> bool {
        match self {
            Self::Style(_) | Self::Glossary(_) | Self::SpokenTerms(_) | Self::Memory(_) | Self::Document(_) => true,
            Self::Usage(_) => false,
        }
    }
}

/// One committed change: what a thing is afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) account: String,
    /// Orders things of one kind.
    pub(crate) place: u64,
    pub(crate) id: Id,
    pub(crate) after: Held,
    /// How many identifiers were given out by then.
    pub(crate) made: u64,
}

struct Past {
    account: String,
    place: u64,
    id: Id,
    before: Held,
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
        let states = self.past.iter().rev().filter(|past| past.account == name && past.before.is_state());
        for past in states {
            own += 1;
            if own > writes && since.is_none_or(|since| past.when <= since) {
                break;
            }
            account.set(past.place, past.id, past.before.clone());
        }
        account
    }

    /// Makes a thing what `after` says: new, changed or gone.
    pub(crate) fn put(&mut self, account: &str, id: Id, after: Held, now: Moment) {
        if !self.accounts.contains_key(account) {
            self.accounts.insert(account.to_owned(), Account::default());
        }
        let Some(held) = self.accounts.get_mut(account) else { return };
        let (place, before) = held.like(id, &after);
        held.set(place, id, after.clone());
        if self.past.len() == REMEMBERED {
            self.past.pop_front();
        }
        self.past.push_back(Past { account: account.to_owned(), place, id, before, when: now });
        self.changes.push(Change { account: account.to_owned(), place, id, after, made: self.made });
    }

    /// Stores a style rule list, new or changed.
    pub(crate) fn put_style(&mut self, account: &str, list: StyleList, now: Moment) -> Arc<StyleList> {
        let list = Arc::new(list);
        self.put(account, list.style_id, Held::Style(Some(Arc::clone(&list))), now);
        list
    }

    /// Stores a glossary, new or changed.
    pub(crate) fn put_glossary(&mut self, account: &str, glossary: Glossary, now: Moment) -> Arc<Glossary> {
        let glossary = Arc::new(glossary);
        self.put(account, glossary.glossary_id, Held::Glossary(Some(Arc::clone(&glossary))), now);
        glossary
    }

    /// Stores a collection of spoken terms, new or changed.
    pub(crate) fn put_spoken_terms(&mut self, account: &str, terms: SpokenTerms, now: Moment) -> Arc<SpokenTerms> {
        let terms = Arc::new(terms);
        self.put(account, terms.spoken_terms_id, Held::SpokenTerms(Some(Arc::clone(&terms))), now);
        terms
    }

    /// Forgets whatever has this identifier.
    pub(crate) fn remove(&mut self, account: &str, id: Id, now: Moment) {
        let held = self.account(account);
        let gone = if held.styles.get(id).is_some() {
            Held::Style(None)
        } else if held.glossaries.get(id).is_some() {
            Held::Glossary(None)
        } else if held.spoken_terms.get(id).is_some() {
            Held::SpokenTerms(None)
        } else if held.memories.get(id).is_some() {
            Held::Memory(None)
        } else if held.documents.get(id).is_some() {
            Held::Document(None)
        } else {
            return;
        };
        self.put(account, id, gone, now);
    }

    /// Takes back the changes not yet settled, as if they had never been made.
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

    /// Whether something changed since [`Self::settle_changes`].
    pub(crate) fn changed(&self) -> bool {
        !self.changes.is_empty()
    }

    /// Whether something that changed since is more than a count.
    pub(crate) fn wrote(&self) -> bool {
        self.changes.iter().any(|change| change.after.is_state())
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

    /// How many things are held.
    pub(crate) fn len(&self) -> usize {
        self.accounts.values().map(Account::len).sum()
    }

    /// Everything held that outlives the process, as the changes that would make it.
    pub(crate) fn as_changes(&self) -> Vec<Change> {
        let mut changes = Vec::new();
        for (name, account) in &self.accounts {
            let mut add = |place, id, after| {
                changes.push(Change { account: name.clone(), place, id, after, made: self.made });
            };
            let Account { styles, glossaries, spoken_terms, memories, documents: _, usage } = account;
            styles.placed().for_each(|(place, id, list)| add(place, id, Held::Style(Some(Arc::clone(list)))));
            glossaries.placed().for_each(|(place, id, held)| add(place, id, Held::Glossary(Some(Arc::clone(held)))));
            spoken_terms
                .placed()
                .for_each(|(place, id, held)| add(place, id, Held::SpokenTerms(Some(Arc::clone(held)))));
            memories.placed().for_each(|(place, id, held)| add(place, id, Held::Memory(Some(Arc::clone(held)))));
            if *usage != Usage::default() {
                add(0, Id::NONE, Held::Usage(*usage));
            }
        }
        changes
    }
}
