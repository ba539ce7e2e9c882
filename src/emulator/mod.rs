//! The service, embedded: an independent witness of what the service is known to do.
//!
//! [`Emulator`] is a synchronous, deterministic state machine: a request as it stands on the wire goes in, an answer as
//! it stands on the wire comes out. [`Embedded`] puts it behind [`crate::service::Transport`], [`serve`] on a socket; [`fault`]
//! says what can go wrong on purpose.
//!
//! Always: the same options and the same requests at the same times give the same bytes. It checks what the service
//! checks, from the catalogue alone, and shares nothing with the client but the names of calls and the wire's types: what
//! both sides believe is written down in `tests/wire`. Absent: randomness, `model`, any clock but the one that is handed in.

mod auth;
mod body;
mod document;
mod embedded;
mod endpoint;
mod entries;
mod fields;
mod form;
mod glossary;
mod held;
mod id;
mod language;
mod line;
mod machine;
mod memory;
mod message;
mod multipart;
mod offer;
mod order;
mod page;
mod persist;
mod rate;
mod refusal;
mod route;
mod rule;
mod seed;
mod serve;
mod shelf;
mod spoken_terms;
mod stand_in;
mod store;
mod style;
mod terms;
mod text;
mod tongue;
mod translate;
mod usage;
mod write;
pub mod clock;
pub mod fault;
pub mod log;

use std::fmt;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

pub use auth::{Key, SCHEME};
pub use clock::{Clock, Moment};
pub use embedded::Embedded;
pub use fault::{Fault, FaultFile, Script, Seen};
pub use held::{Dictionary, Document, Glossary, Instruction, Memory, Rules, SpokenTerms, StyleList, Usage};
pub use id::Id;
pub use log::Entry;
pub use machine::Arrival;
pub use message::{Handled, RawReply, RawRequest, Wire};
pub use offer::Offer;
pub use persist::{PersistError, log_file};
pub use rate::Rate;
pub use seed::{SeedFile, SeedMemory, SeedUsage};
pub use serve::serve;

use crate::service::Call;
use machine::Machine;
use store::Held;

/// How an emulator is set up.
pub struct Options {
    /// Decides ids, trace ids and latencies.
    pub seed: u64,
    /// Where the time comes from.
    pub clock: Clock,
    /// What lists may be kept for and may hold.
    pub offer: Arc<Offer>,
    /// Lengths and counts.
    pub limits: Limits,
    /// Where the service is known to behave in several ways.
    pub quirks: Quirks,
    /// Keys that are taken. None: every key opens one account.
    pub keys: Vec<Key>,
    /// Schemes of the `Authorization` header taken besides [`SCHEME`].
    pub accept_schemes: Vec<String>,
    /// What goes wrong.
    pub faults: Option<Script>,
    /// Calls per second for each account.
    pub rate: Option<Rate>,
    /// How long calls take.
    pub latency: Option<Latency>,
    /// Entries of the log kept in memory.
    pub keep_entries: usize,
    /// Where each entry goes as a line of JSON.
    pub log: Option<Box<dyn Write + Send>>,
}

impl Default for Options {
    fn default() -> Self {
        static OFFER: LazyLock<Arc<Offer>> =
            LazyLock::new(|| Arc::new(Offer::of(&crate::catalogue::load::builtin(true))));
        Self {
            seed: 0,
            clock: Clock::default(),
            offer: Arc::clone(&OFFER),
            limits: Limits::default(),
            quirks: Quirks::default(),
            keys: Vec::new(),
            accept_schemes: Vec::new(),
            faults: None,
            rate: None,
            latency: None,
            keep_entries: 100_000,
            log: None,
        }
    }
}

/// Lengths and counts that the emulator enforces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Code points of a name.
    pub name: usize,
    /// Code points of a label.
    pub label: usize,
    /// Code points of a prompt.
    pub prompt: usize,
    /// Instructions in a list.
    pub custom_instructions: usize,
    /// Lists in an account; more are 456. Unlimited when absent.
    pub lists: Option<usize>,
    /// Bytes of a glossary, and of each of its dictionaries; more are 413.
    pub glossary: usize,
    /// Bytes of a glossary's name.
    pub glossary_name: usize,
    /// Glossaries in an account; more are 456.
    pub glossaries: usize,
    /// The same on the free plan.
    pub free_glossaries: usize,
    /// Characters of the terms of one language, with the line ends between them.
    pub term_list: usize,
    /// Bytes of the name of a collection of spoken terms.
    pub spoken_terms_name: usize,
    /// Collections of spoken terms in an account; more are 456. Unlimited when absent.
    pub spoken_terms: Option<usize>,
    /// Characters that an account may use; more are 456.
    pub characters: u64,
    /// The same on the free plan.
    pub free_characters: u64,
    /// Bytes of a document; more are 413.
    pub document: usize,
    /// Bytes of a body with texts to improve; more are 413.
    pub write_body: usize,
    /// Bytes of a request's body; more are 413.
    pub body: usize,
    /// The same where a glossary is written: its bytes need up to six times their number in JSON.
    pub glossary_body: usize,
    /// Bytes of a request's target; more are 414.
    pub target: usize,
    /// Bytes of a request's headers; more are 431.
    pub headers: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            name: 1024,
            label: 100,
            prompt: 300,
            custom_instructions: 200,
            lists: None,
            glossary: 10 << 20,
            glossary_name: 1024,
            glossaries: 1000,
            free_glossaries: 1,
            term_list: 300,
            spoken_terms_name: 1024,
            spoken_terms: None,
            characters: 1_000_000_000_000,
            free_characters: 500_000,
            document: 100_000_000,
            write_body: 10 << 10,
            body: 128 << 10,
            glossary_body: 64 << 20,
            target: 8 * 1024,
            headers: 16 * 1024,
        }
    }
}

impl Limits {
    /// Bytes that the body of a call may have.
    fn body_of(&self, call: Call) -> usize {
        if matches!(call, Call::CreateGlossary | Call::PatchGlossary | Call::ReplaceDictionary) {
            self.glossary_body
        } else if matches!(call, Call::Rephrase | Call::Correct) {
            self.write_body
        } else if call == Call::UploadDocument {
            self.document.saturating_add(self.body)
        } else {
            self.body
        }
    }
}

/// What is not certain about the service, to be tried either way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quirks {
    /// Values that the service was known to offer for other languages only are refused.
    pub strict_languages: bool,
    /// Rules and values that nobody knows are taken.
    pub any_rules: bool,
    /// An absent `source_language` is answered as the list's language.
    pub fill_source_language: bool,
    /// Whitespace at the edges of names, labels and prompts is dropped.
    pub trim: bool,
}

impl Default for Quirks {
    fn default() -> Self {
        Self { strict_languages: true, any_rules: false, fill_source_language: false, trim: false }
    }
}

/// How long calls take, half of it before they are carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Latency {
    /// The quickest.
    pub least: Duration,
    /// The slowest.
    pub most: Duration,
}

impl Latency {
    fn of(self, seed: u64, n: u64) -> Duration {
        let spread = self.most.saturating_sub(self.least);
        let micros = u64::try_from(spread.as_micros()).unwrap_or(u64::MAX).saturating_add(1);
        self.least + Duration::from_micros(id::mix(seed ^ id::mix(n)) % micros)
    }
}

/// The service. Copies are the same service.
#[derive(Clone)]
pub struct Emulator(Arc<Mutex<Machine>>);

impl Emulator {
    /// An empty service.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self(Arc::new(Mutex::new(Machine::new(options))))
    }

    /// A service that keeps what it holds in a file, and begins with what the file holds.
    ///
    /// # Errors
    /// When the file is used by another process, was written by a newer version, or cannot be read or made.
    pub fn open(options: Options, path: &Path) -> Result<Self, PersistError> {
        let mut machine = Machine::new(options);
        machine.keep_in(path)?;
        Ok(Self(Arc::new(Mutex::new(machine))))
    }

    /// Why the latest change that its file could not keep was not kept; such a request is answered with 503.
    #[must_use]
    pub fn trouble(&self) -> Option<String> {
        self.machine().trouble()
    }

    /// Carries one request out at once; how long it would take is in the outcome.
    pub fn handle(&self, request: RawRequest) -> Handled {
        let mut machine = self.machine();
        let arrival = machine.receive(request);
        let before = arrival.wait();
        let mut handled = machine.carry_out(arrival);
        handled.wait += before;
        handled
    }

    /// The first half of [`Self::handle`]: the request has come, and may lie for [`Arrival::wait`].
    #[must_use = "a request that is received and dropped is never carried out"]
    pub fn receive(&self, request: RawRequest) -> Arrival {
        self.machine().receive(request)
    }

    /// The second half of [`Self::handle`].
    pub fn carry_out(&self, arrival: Arrival) -> Handled {
        self.machine().carry_out(arrival)
    }

    /// Replaces what goes wrong from now on.
    pub fn script(&self, script: Option<Script>) {
        self.machine().set_script(script);
    }

    /// Carries out every request that is still late.
    pub fn land_all(&self) {
        self.machine().land_all();
    }

    /// The style rule lists of an account, in the order of the listing.
    #[must_use]
    pub fn lists(&self, account: &str) -> Vec<Arc<StyleList>> {
        self.machine().store.account(account).styles.iter().cloned().collect()
    }

    /// The glossaries of an account, in the order of the listing.
    #[must_use]
    pub fn glossaries(&self, account: &str) -> Vec<Arc<Glossary>> {
        self.machine().store.account(account).glossaries.iter().cloned().collect()
    }

    /// The collections of spoken terms of an account, in the order of the listing.
    #[must_use]
    pub fn spoken_terms(&self, account: &str) -> Vec<Arc<SpokenTerms>> {
        self.machine().store.account(account).spoken_terms.iter().cloned().collect()
    }

    /// What an account has used.
    #[must_use]
    pub fn usage(&self, account: &str) -> Usage {
        self.machine().store.account(account).usage
    }

    /// Stores a list as somebody with other means would: unchecked, not logged. Identifiers are given; the one of a list
    /// that is there replaces it.
    pub fn plant(&self, account: &str, list: StyleList) {
        self.planted(account, list.style_id, Held::Style(Some(Arc::new(list))));
    }

    /// Stores a glossary as [`Self::plant`] does a list.
    pub fn plant_glossary(&self, account: &str, glossary: Glossary) {
        self.planted(account, glossary.glossary_id, Held::Glossary(Some(Arc::new(glossary))));
    }

    /// Stores a collection of spoken terms as [`Self::plant`] does a list.
    pub fn plant_spoken_terms(&self, account: &str, terms: SpokenTerms) {
        self.planted(account, terms.spoken_terms_id, Held::SpokenTerms(Some(Arc::new(terms))));
    }

    /// Stores a translation memory as [`Self::plant`] does a list. There is no call that makes one.
    pub fn plant_memory(&self, account: &str, memory: Memory) {
        self.planted(account, memory.translation_memory_id, Held::Memory(Some(Arc::new(memory))));
    }

    /// Plants what a seed file says (see [`SeedFile`]): translation memories, which no call can make, and usage. A memory
    /// that is there already, by account and name, keeps its identifier; several of one name are told apart by their order.
    ///
    /// # Errors
    /// Says in words what is wrong with the file.
    pub fn seed(&self, json: &str) -> Result<(), String> {
        seed::plant(self, &SeedFile::parse(json)?);
        Ok(())
    }

    /// The translation memories of an account, in the order of the listing.
    #[must_use]
    pub fn memories(&self, account: &str) -> Vec<Arc<Memory>> {
        self.machine().store.account(account).memories.iter().cloned().collect()
    }

    /// Says what an account has used.
    pub fn plant_usage(&self, account: &str, usage: Usage) {
        self.planted(account, Id::NONE, Held::Usage(usage));
    }

    fn planted(&self, account: &str, id: Id, held: Held) {
        let mut machine = self.machine();
        let now = machine.options.clock.now();
        machine.store.put(account, id, held, now);
        // What cannot be kept is taken back and said by `trouble`.
        let _ = machine.commit();
    }

    /// Forgets a list, a glossary or whatever else has this identifier, as somebody with other means would.
    pub fn uproot(&self, account: &str, id: Id) {
        let mut machine = self.machine();
        let now = machine.options.clock.now();
        machine.store.remove(account, id, now);
        // What cannot be kept is taken back and said by `trouble`.
        let _ = machine.commit();
    }

    /// An identifier not given out before.
    #[must_use]
    pub fn fresh_id(&self) -> Id {
        self.machine().store.fresh()
    }

    /// The log: the latest entries, as many as are kept.
    #[must_use]
    pub fn log(&self) -> Vec<Entry> {
        self.machine().log.entries()
    }

    /// How many requests stored something.
    #[must_use]
    pub fn writes(&self) -> u64 {
        self.machine().log.writes
    }

    /// Bytes that the body of a request may have.
    pub(crate) fn body_limit(&self, method: &str, path: &str) -> usize {
        let machine = self.machine();
        let limits = &machine.options.limits;
        route::find(method, path).map_or(limits.body, |route| limits.body_of(route.call))
    }

    fn machine(&self) -> MutexGuard<'_, Machine> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Emulator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Emulator")
    }
}
