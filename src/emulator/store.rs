//! What the service holds: accounts with their shelves, and the last changes so that a reader can be shown older states.
//!
//! Always: things stand in the order in which they were made; every change is one entry that can be taken back. What an
//! account has used is counted beside: no reader is shown it too old, and counting is no write. Absent: checks. Whoever
//! changes the store has checked before.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use crate::emulator::clock::Moment;
use crate::emulator::collection::StoredCollection;
use crate::emulator::error_response::ErrorResponse;
use crate::emulator::id::EmulatedId;
use crate::emulator::records::{
    StoredDocument, StoredGlossary, StoredMemoryJob, StoredSpokenTerms, StoredStyleList, StoredStyleProfile,
    StoredTranslationMemory, StoredUsage,
};
use crate::emulator::route::Route;

/// What one account holds.
#[derive(Clone, Debug, Default)]
pub(crate) struct EmulatedAccount {
    pub(crate) styles: StoredCollection<StoredStyleList>,
    pub(crate) glossaries: StoredCollection<StoredGlossary>,
    pub(crate) spoken_terms: StoredCollection<StoredSpokenTerms>,
    pub(crate) translation_memories: StoredCollection<StoredTranslationMemory>,
    pub(crate) style_profiles: StoredCollection<StoredStyleProfile>,
    pub(crate) documents: StoredCollection<StoredDocument>,
    pub(crate) memory_jobs: StoredCollection<StoredMemoryJob>,
    pub(crate) usage: Arc<StoredUsage>,
}

impl EmulatedAccount {
    fn record_count(&self) -> usize {
        let Self {
            styles,
            glossaries,
            spoken_terms,
            translation_memories: memories,
            style_profiles,
            documents,
            memory_jobs,
            usage: _,
        } = self;
        let lists = styles.len() + glossaries.len() + spoken_terms.len() + memories.len();
        lists + style_profiles.len() + documents.len() + memory_jobs.len()
    }

    fn set_record(&mut self, place: u64, id: EmulatedId, record: StoredRecord) {
        match record {
            StoredRecord::Style(list) => self.styles.put_at(place, id, list),
            StoredRecord::Glossary(glossary) => self.glossaries.put_at(place, id, glossary),
            StoredRecord::SpokenTerms(terms) => self.spoken_terms.put_at(place, id, terms),
            StoredRecord::TranslationMemory(memory) => self.translation_memories.put_at(place, id, memory),
            StoredRecord::StyleProfile(profile) => self.style_profiles.put_at(place, id, profile),
            StoredRecord::Document(document) => self.documents.put_at(place, id, document),
            StoredRecord::MemoryJob(job) => self.memory_jobs.put_at(place, id, job),
            StoredRecord::Usage(usage) => self.usage = usage,
        }
    }

    /// Where a thing of this kind stands or would stand, and what it is now.
    fn current_record(&self, id: EmulatedId, record: &StoredRecord) -> (u64, StoredRecord) {
        match record {
            StoredRecord::Style(_) => (self.styles.position_of(id), StoredRecord::Style(self.styles.get(id).cloned())),
            StoredRecord::Glossary(_) => {
                (self.glossaries.position_of(id), StoredRecord::Glossary(self.glossaries.get(id).cloned()))
            }
            StoredRecord::SpokenTerms(_) => {
                (self.spoken_terms.position_of(id), StoredRecord::SpokenTerms(self.spoken_terms.get(id).cloned()))
            }
            StoredRecord::TranslationMemory(_) => (
                self.translation_memories.position_of(id),
                StoredRecord::TranslationMemory(self.translation_memories.get(id).cloned()),
            ),
            StoredRecord::StyleProfile(_) => {
                (self.style_profiles.position_of(id), StoredRecord::StyleProfile(self.style_profiles.get(id).cloned()))
            }
            StoredRecord::Document(_) => {
                (self.documents.position_of(id), StoredRecord::Document(self.documents.get(id).cloned()))
            }
            StoredRecord::MemoryJob(_) => {
                (self.memory_jobs.position_of(id), StoredRecord::MemoryJob(self.memory_jobs.get(id).cloned()))
            }
            StoredRecord::Usage(_) => (0, StoredRecord::Usage(Arc::clone(&self.usage))),
        }
    }
}

/// A thing of any kind, or that there is none of this kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StoredRecord {
    Style(Option<Arc<StoredStyleList>>),
    Glossary(Option<Arc<StoredGlossary>>),
    SpokenTerms(Option<Arc<StoredSpokenTerms>>),
    TranslationMemory(Option<Arc<StoredTranslationMemory>>),
    StyleProfile(Option<Arc<StoredStyleProfile>>),
    Document(Option<Arc<StoredDocument>>),
    MemoryJob(Option<Arc<StoredMemoryJob>>),
    Usage(Arc<StoredUsage>),
}

impl StoredRecord {
    /// Whether it is something that a client has written, rather than counted.
    fn is_content(&self) -> bool {
        match self {
            Self::Style(_)
            | Self::Glossary(_)
            | Self::SpokenTerms(_)
            | Self::TranslationMemory(_)
            | Self::StyleProfile(_)
            | Self::Document(_)
            | Self::MemoryJob(_) => true,
            Self::Usage(_) => false,
        }
    }
}

/// A resource of one kind: where accounts keep it, and what its calls name it.
pub(crate) trait StoredResource: Sized {
    /// The name of its identifier in paths and answers.
    const ID_FIELD: &'static str;
    /// What it is called in a refusal.
    const NOUN: &'static str;

    fn id(&self) -> EmulatedId;
    fn name(&self) -> &str;
    fn collection(account: &EmulatedAccount) -> &StoredCollection<Self>;
    fn into_record(stored: Option<Arc<Self>>) -> StoredRecord;
}

/// The resource that the path of a call names: 400 for what is no identifier, 404 for one that the account does not hold.
pub(crate) fn find_resource<'a, T: StoredResource>(
    account: &'a EmulatedAccount,
    route: &Route,
) -> Result<&'a Arc<T>, ErrorResponse> {
    let id =
        EmulatedId::parse(&route.id).ok_or_else(|| ErrorResponse::bad_request(format!("Invalid {}", T::ID_FIELD)))?;
    T::collection(account).get(id).ok_or_else(|| ErrorResponse::not_found(T::NOUN))
}

impl StoredResource for StoredStyleList {
    const ID_FIELD: &'static str = "style_id";
    const NOUN: &'static str = "Style rule list";

    fn id(&self) -> EmulatedId {
        self.style_id
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn collection(account: &EmulatedAccount) -> &StoredCollection<Self> {
        &account.styles
    }

    fn into_record(stored: Option<Arc<Self>>) -> StoredRecord {
        StoredRecord::Style(stored)
    }
}

impl StoredResource for StoredGlossary {
    const ID_FIELD: &'static str = "glossary_id";
    const NOUN: &'static str = "Glossary";

    fn id(&self) -> EmulatedId {
        self.glossary_id
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn collection(account: &EmulatedAccount) -> &StoredCollection<Self> {
        &account.glossaries
    }

    fn into_record(stored: Option<Arc<Self>>) -> StoredRecord {
        StoredRecord::Glossary(stored)
    }
}

impl StoredResource for StoredSpokenTerms {
    const ID_FIELD: &'static str = "spoken_terms_id";
    const NOUN: &'static str = "Spoken terms";

    fn id(&self) -> EmulatedId {
        self.spoken_terms_id
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn collection(account: &EmulatedAccount) -> &StoredCollection<Self> {
        &account.spoken_terms
    }

    fn into_record(stored: Option<Arc<Self>>) -> StoredRecord {
        StoredRecord::SpokenTerms(stored)
    }
}

impl StoredResource for StoredTranslationMemory {
    const ID_FIELD: &'static str = "translation_memory_id";
    const NOUN: &'static str = "Translation memory";

    fn id(&self) -> EmulatedId {
        self.translation_memory_id
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn collection(account: &EmulatedAccount) -> &StoredCollection<Self> {
        &account.translation_memories
    }

    fn into_record(stored: Option<Arc<Self>>) -> StoredRecord {
        StoredRecord::TranslationMemory(stored)
    }
}

impl StoredResource for StoredStyleProfile {
    const ID_FIELD: &'static str = "style_profile_id";
    const NOUN: &'static str = "Style profile";

    fn id(&self) -> EmulatedId {
        self.style_profile_id
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn collection(account: &EmulatedAccount) -> &StoredCollection<Self> {
        &account.style_profiles
    }

    fn into_record(stored: Option<Arc<Self>>) -> StoredRecord {
        StoredRecord::StyleProfile(stored)
    }
}

/// One committed change: what a thing is afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoreChange {
    pub(crate) account: String,
    /// Orders things of one kind.
    pub(crate) position: u64,
    pub(crate) id: EmulatedId,
    pub(crate) after: StoredRecord,
    /// How many identifiers were given out by then.
    pub(crate) ids_issued: u64,
}

struct PastChange {
    account: String,
    position: u64,
    id: EmulatedId,
    before: StoredRecord,
    when: Moment,
}

/// Changes remembered for readers that are shown older states.
const MAX_PAST_CHANGES: usize = 256;

/// Everything held.
pub(crate) struct EmulatorStore {
    seed: u64,
    ids_issued: u64,
    accounts: BTreeMap<String, EmulatedAccount>,
    past: VecDeque<PastChange>,
    changes: Vec<StoreChange>,
    empty_account: EmulatedAccount,
}

impl EmulatorStore {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            seed,
            ids_issued: 0,
            accounts: BTreeMap::new(),
            past: VecDeque::new(),
            changes: Vec::new(),
            empty_account: EmulatedAccount::default(),
        }
    }

    /// Forgets everything of an account. Its past is nobody's any more.
    pub(crate) fn clear_account(&mut self, name: &str) {
        self.accounts.remove(name);
        self.past.retain(|past| past.account != name);
    }

    /// The job of this identifier, of whatever account, with the name of that.
    pub(crate) fn find_memory_job(&self, id: EmulatedId) -> Option<(&str, &Arc<StoredMemoryJob>)> {
        self.accounts.iter().find_map(|(name, account)| Some((name.as_str(), account.memory_jobs.get(id)?)))
    }

    /// Forgets everything, as if nothing had ever been held.
    pub(crate) fn clear(&mut self) {
        *self = Self::new(self.seed);
    }

    /// An identifier not given out before.
    pub(crate) fn new_id(&mut self) -> EmulatedId {
        self.ids_issued += 1;
        EmulatedId::generate(self.seed, self.ids_issued)
    }

    pub(crate) fn account(&self, name: &str) -> &EmulatedAccount {
        self.accounts.get(name).unwrap_or(&self.empty_account)
    }

    /// The account as it was so many of its writes ago, and before everything written after `since`.
    pub(crate) fn account_as_of(&self, name: &str, writes: usize, since: Option<Moment>) -> EmulatedAccount {
        let mut account = self.account(name).clone();
        let mut own = 0;
        let states = self.past.iter().rev().filter(|past| past.account == name && past.before.is_content());
        for past in states {
            own += 1;
            if own > writes && since.is_none_or(|since| past.when <= since) {
                break;
            }
            account.set_record(past.position, past.id, past.before.clone());
        }
        account
    }

    /// Makes a thing what `after` says: new, changed or gone.
    pub(crate) fn put_record(&mut self, account: &str, id: EmulatedId, after: StoredRecord, now: Moment) {
        if !self.accounts.contains_key(account) {
            self.accounts.insert(account.to_owned(), EmulatedAccount::default());
        }
        let Some(held) = self.accounts.get_mut(account) else { return };
        let (place, before) = held.current_record(id, &after);
        held.set_record(place, id, after.clone());
        if self.past.len() == MAX_PAST_CHANGES {
            self.past.pop_front();
        }
        self.past.push_back(PastChange { account: account.to_owned(), position: place, id, before, when: now });
        self.changes.push(StoreChange {
            account: account.to_owned(),
            position: place,
            id,
            after,
            ids_issued: self.ids_issued,
        });
    }

    /// Stores a resource, new or changed.
    pub(crate) fn put<T: StoredResource>(&mut self, account: &str, resource: T, now: Moment) -> Arc<T> {
        let resource = Arc::new(resource);
        self.put_record(account, resource.id(), T::into_record(Some(Arc::clone(&resource))), now);
        resource
    }

    /// Forgets whatever has this identifier.
    pub(crate) fn remove_record(&mut self, account: &str, id: EmulatedId, now: Moment) {
        let held = self.account(account);
        let gone = if held.styles.get(id).is_some() {
            StoredRecord::Style(None)
        } else if held.glossaries.get(id).is_some() {
            StoredRecord::Glossary(None)
        } else if held.spoken_terms.get(id).is_some() {
            StoredRecord::SpokenTerms(None)
        } else if held.translation_memories.get(id).is_some() {
            StoredRecord::TranslationMemory(None)
        } else if held.style_profiles.get(id).is_some() {
            StoredRecord::StyleProfile(None)
        } else if held.documents.get(id).is_some() {
            StoredRecord::Document(None)
        } else {
            return;
        };
        self.put_record(account, id, gone, now);
    }

    /// Takes back the changes not yet settled, as if they had never been made.
    pub(crate) fn revert_changes(&mut self) {
        for _ in 0..self.changes.len() {
            if let Some(past) = self.past.pop_back()
                && let Some(account) = self.accounts.get_mut(&past.account)
            {
                account.set_record(past.position, past.id, past.before);
            }
        }
        self.changes.clear();
    }

    /// Whether something changed since [`Self::settle_changes`].
    pub(crate) fn has_changes(&self) -> bool {
        !self.changes.is_empty()
    }

    /// Whether something that changed since is more than a count.
    pub(crate) fn has_content_changes(&self) -> bool {
        self.changes.iter().any(|change| change.after.is_content())
    }

    pub(crate) fn pending_changes(&self) -> &[StoreChange] {
        &self.changes
    }

    pub(crate) fn settle_changes(&mut self) {
        self.changes.clear();
    }

    /// Takes in a change that was made before, as read from a file.
    pub(crate) fn replay_change(&mut self, change: StoreChange) {
        let account = self.accounts.entry(change.account).or_default();
        account.set_record(change.position, change.id, change.after);
        self.ids_issued = self.ids_issued.max(change.ids_issued);
    }

    /// How many identifiers were given out.
    pub(crate) fn ids_issued(&self) -> u64 {
        self.ids_issued
    }

    /// Says that so many identifiers were given out before.
    pub(crate) fn set_ids_issued(&mut self, made: u64) {
        self.ids_issued = self.ids_issued.max(made);
    }

    /// How many things are held.
    pub(crate) fn record_count(&self) -> usize {
        self.accounts.values().map(EmulatedAccount::record_count).sum()
    }

    /// Everything held that outlives the process, as the changes that would make it.
    pub(crate) fn as_changes(&self) -> Vec<StoreChange> {
        let mut changes = Vec::new();
        for (name, account) in &self.accounts {
            let mut add = |place, id, after| {
                changes.push(StoreChange {
                    account: name.clone(),
                    position: place,
                    id,
                    after,
                    ids_issued: self.ids_issued,
                });
            };
            let EmulatedAccount {
                styles,
                glossaries,
                spoken_terms,
                translation_memories: memories,
                style_profiles,
                documents: _,
                memory_jobs: _,
                usage,
            } = account;
            styles
                .iter_positioned()
                .for_each(|(place, id, list)| add(place, id, StoredRecord::Style(Some(Arc::clone(list)))));
            glossaries
                .iter_positioned()
                .for_each(|(place, id, held)| add(place, id, StoredRecord::Glossary(Some(Arc::clone(held)))));
            spoken_terms
                .iter_positioned()
                .for_each(|(place, id, held)| add(place, id, StoredRecord::SpokenTerms(Some(Arc::clone(held)))));
            memories
                .iter_positioned()
                .for_each(|(place, id, held)| add(place, id, StoredRecord::TranslationMemory(Some(Arc::clone(held)))));
            style_profiles
                .iter_positioned()
                .for_each(|(place, id, held)| add(place, id, StoredRecord::StyleProfile(Some(Arc::clone(held)))));
            if **usage != StoredUsage::default() {
                add(0, EmulatedId::NONE, StoredRecord::Usage(Arc::clone(usage)));
            }
        }
        changes
    }
}
