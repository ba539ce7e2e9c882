//! The service, embedded: an independent witness of what the service is known to do.
//!
//! [`Emulator`] is a synchronous, deterministic state machine: a request as it stands on the wire goes in, an answer as
//! it stands on the wire comes out. [`EmbeddedTransport`] puts it behind [`wire::Transport`], [`serve()`] on a socket;
//! [`fault`] says what can go wrong on purpose.
//!
//! Always: the same options and the same requests at the same times give the same bytes. It checks what the service
//! checks, from the catalogue alone, and shares nothing with the client but the names of calls and the wire's types: what
//! both sides believe is written down in `tests/wire`. Absent: randomness, `model`, any clock but the one that is handed in.
//!
//! It answers for style rules, glossaries, spoken terms, translation memories, languages, translation, documents, writing and
//! usage, with the limits and refusals that the service documents. Programs that talk to the service can be tested
//! against it, in their own process or on a socket (`housestyle emulate`), also where the service cannot be made to fail:
//!
//! ```
//! use housestyle_emulator::{Emulator, EmulatorOptions, InjectedFault, RawRequest, WireOutcome};
//!
//! let request = |method: &str, body: &str| RawRequest {
//!     method: method.to_owned(),
//!     target: "/v3/style_rules".to_owned(),
//!     headers: vec![
//!         ("Authorization".to_owned(), "DeepL-Auth-Key any".to_owned()),
//!         ("Content-Type".to_owned(), "application/json".to_owned()),
//!     ],
//!     body: body.as_bytes().to_vec(),
//! };
//! let service = Emulator::new(EmulatorOptions::default());
//!
//! // A list is created, and the answer gets lost on its way.
//! service.set_script(Some(Box::new(|seen| (seen.n == 1).then_some(InjectedFault::LostAfter { hang: false }))));
//! let create = request("POST", r#"{"name": "House", "language": "de"}"#);
//! assert!(matches!(service.handle_request(create).wire, WireOutcome::Dropped));
//!
//! // It is there nevertheless, as the listing tells.
//! let listed = service.handle_request(request("GET", "")).into_reply().unwrap();
//! assert_eq!(listed.status, 200);
//! assert!(String::from_utf8(listed.body).unwrap().contains("\"House\""));
//! ```

mod admin;
mod auth;
mod body;
mod control;
mod document;
mod embedded;
mod endpoint;
mod entries;
mod request_fields;
mod form_body;
mod glossary;
mod old_glossary;
mod records;
mod id;
mod language;
mod data_file_line;
mod processor;
mod translation_memory;
mod memory_job;
mod tmx;
mod message;
mod multipart;
mod capabilities;
mod translation_parameters;
mod page;
mod parted;
mod phrases;
mod data_file;
mod rate_limit;
mod error_response;
mod route;
mod applied_rules;
mod seed;
mod seeding;
mod serve;
mod served_call;
mod collection;
mod spoken_terms;
mod fake_translation;
mod store;
mod style;
mod style_profile;
mod request_context;
mod text_fields;
mod language_table;
mod translate;
mod usage;
mod voice;
mod write;
pub mod clock;
pub mod fault;
pub mod log;

// Paths read as everywhere in the house: `crate::room::…`.
use crate as emulator;
use housestyle_catalogue as catalogue;
use housestyle_disk as disk;
pub use housestyle_wire as wire;

use std::fmt;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

pub use auth::{AUTH_SCHEME, EmulatorKey, VENDOR_SCHEME};
pub use capabilities::EmulatedCapabilities;
pub use clock::{Clock, Moment};
pub use control::{ControlToken, answer_control};
pub use data_file::{PersistError, open_log_file};
pub use embedded::EmbeddedTransport;
pub use fault::{FaultFile, FaultScript, InjectedFault, ObservedCall, RateWindow};
pub use id::EmulatedId;
pub use log::LogEntry;
pub use message::{HandledRequest, RawReply, RawRequest, WireOutcome};
pub use phrases::{PhraseList, PhraseTable};
pub use processor::ReceivedRequest;
pub use rate_limit::RateLimit;
pub use records::{
    KeyUsage, StoredDictionary, StoredDocument, StoredGlossary, StoredInstruction, StoredRules, StoredSegment,
    StoredSpokenTerms, StoredStyleList, StoredStyleProfile, StoredTargetSegment, StoredTranslationMemory, StoredUsage,
    TagUsage,
};
pub use seed::{
    SeedDictionary, SeedFile, SeedGlossary, SeedInstruction, SeedSegment, SeedSpokenTerms, SeedStyleList,
    SeedStyleProfile, SeedTermList, SeedTranslationMemory, SeedUsage,
};
pub use serve::{ServeOptions, serve};
pub use served_call::{OtherCall, ServedCall};

use crate::catalogue::load::Edition;
use crate::wire::Call;
use processor::RequestProcessor;
use store::StoredRecord;

/// How an emulator is set up.
pub struct EmulatorOptions {
    /// Decides ids, trace ids and latencies.
    pub seed: u64,
    /// Where the time comes from.
    pub clock: Clock,
    /// What lists may be kept for and may hold.
    pub capabilities: Arc<EmulatedCapabilities>,
    /// Lengths and counts.
    pub limits: EmulatorLimits,
    /// Where the service is known to behave in several ways.
    pub quirks: EmulatorQuirks,
    /// Keys that are taken. None: every key is.
    pub keys: Vec<EmulatorKey>,
    /// Whether each key opens an account of its own where no keys are configured, rather than all the same one.
    pub account_per_key: bool,
    /// Schemes of the `Authorization` header taken besides [`AUTH_SCHEME`] and [`VENDOR_SCHEME`].
    pub accept_schemes: Vec<String>,
    /// Texts that are answered as a table says.
    pub phrases: PhraseTable,
    /// Where the stand-in for translation says that it is one.
    pub label: LabelPlace,
    /// How long documents, and jobs of translation memories, take from their upload; for none they are done at the first look.
    pub document_time: Duration,
    /// Whether the log holds the bodies of requests, without keys.
    pub log_bodies: bool,
    /// What goes wrong.
    pub faults: Option<FaultScript>,
    /// Calls per second for each account.
    pub rate: Option<RateLimit>,
    /// How long calls take.
    pub latency: Option<EmulatorLatency>,
    /// Entries of the log kept in memory.
    pub keep_entries: usize,
    /// Where each entry goes as a line of JSON.
    pub log: Option<Box<dyn Write + Send>>,
}

impl Default for EmulatorOptions {
    fn default() -> Self {
        Self {
            seed: 0,
            clock: Clock::default(),
            capabilities: EmulatedCapabilities::of_edition(Edition::Public),
            limits: EmulatorLimits::default(),
            quirks: EmulatorQuirks::default(),
            keys: Vec::new(),
            account_per_key: false,
            accept_schemes: Vec::new(),
            phrases: PhraseTable::default(),
            label: LabelPlace::Text,
            document_time: Duration::ZERO,
            log_bodies: false,
            faults: None,
            rate: None,
            latency: None,
            keep_entries: 100_000,
            log: None,
        }
    }
}

/// Where the stand-in for translation says that it is one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LabelPlace {
    /// In front of each text.
    #[default]
    Text,
    /// In the header `X-Emulated` and in the log: for clients that compare lengths or parse markup.
    Header,
}

/// Lengths and counts that the emulator enforces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmulatorLimits {
    /// Code points of a name.
    pub name: usize,
    /// Code points of a label.
    pub label: usize,
    /// Code points of a prompt.
    pub prompt: usize,
    /// Instructions in a list.
    pub custom_instructions: usize,
    /// Lists in an account; more are 456. Unlimited when absent.
    pub style_lists: Option<usize>,
    /// Bytes of a glossary, and of each of its dictionaries; more are 413.
    pub glossary_bytes: usize,
    /// Bytes of a glossary's name.
    pub glossary_name_bytes: usize,
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
    pub document_bytes: usize,
    /// Bytes of a body with texts to improve; more are 413.
    pub write_body_bytes: usize,
    /// Bytes of a request's body; more are 413.
    pub body_bytes: usize,
    /// The same where a glossary is written: its bytes need up to six times their number in JSON.
    pub glossary_body_bytes: usize,
    /// Bytes of a request's target; more are 414.
    pub target_bytes: usize,
    /// Bytes of a request's headers; more are 431.
    pub header_bytes: usize,
}

impl Default for EmulatorLimits {
    fn default() -> Self {
        Self {
            name: 1024,
            label: 100,
            prompt: 300,
            custom_instructions: 200,
            style_lists: None,
            glossary_bytes: 10 << 20,
            glossary_name_bytes: 1024,
            glossaries: 1000,
            free_glossaries: 1,
            term_list: 300,
            spoken_terms_name: 1024,
            spoken_terms: None,
            characters: 1_000_000_000_000,
            free_characters: 500_000,
            document_bytes: 100_000_000,
            write_body_bytes: 10 << 10,
            body_bytes: 128 << 10,
            glossary_body_bytes: 64 << 20,
            target_bytes: 8 * 1024,
            header_bytes: 16 * 1024,
        }
    }
}

impl EmulatorLimits {
    /// Bytes that the body of a call may have.
    fn max_body_bytes(&self, call: ServedCall) -> usize {
        match call {
            ServedCall::Other(OtherCall::CreateOldGlossary) => return self.glossary_body_bytes,
            ServedCall::Other(OtherCall::UploadMemoryFile) => return self.document_bytes,
            ServedCall::Other(_) | ServedCall::Client(_) => {}
        }
        let Some(call) = call.client_call() else { return self.body_bytes };
        if matches!(call, Call::CreateGlossary | Call::PatchGlossary | Call::ReplaceDictionary) {
            self.glossary_body_bytes
        } else if matches!(call, Call::Rephrase | Call::Correct) {
            self.write_body_bytes
        } else if call == Call::UploadDocument {
            self.document_bytes.saturating_add(self.body_bytes)
        } else {
            self.body_bytes
        }
    }
}

/// What is not certain about the service, to be tried either way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmulatorQuirks {
    /// Values that the service was known to offer for other languages only are refused.
    pub strict_languages: bool,
    /// Rules and values that nobody knows are taken.
    pub any_rules: bool,
    /// An absent `source_language` is answered as the list's language.
    pub fill_source_language: bool,
    /// Whitespace at the edges of names, labels and prompts is dropped.
    pub trim: bool,
    /// What a style profile holds cannot be deleted (409); otherwise the profile lets go of it.
    pub refuse_linked_deletion: bool,
    /// A request that names a style profile and one of the things that it may hold is refused; otherwise that thing counts.
    pub refuse_beside_style_profile: bool,
    /// Glossaries of a style profile are in order of their identifiers where their order is no priority.
    pub sort_profile_glossaries: bool,
    /// A style profile that was created is answered with 200; otherwise with 201.
    pub create_profile_with_200: bool,
    /// Style profiles have members that no description knows.
    pub unknown_profile_members: bool,
}

impl Default for EmulatorQuirks {
    fn default() -> Self {
        Self {
            strict_languages: true,
            any_rules: false,
            fill_source_language: false,
            trim: false,
            refuse_linked_deletion: false,
            refuse_beside_style_profile: false,
            sort_profile_glossaries: false,
            create_profile_with_200: false,
            unknown_profile_members: false,
        }
    }
}

/// How long calls take, half of it before they are carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EmulatorLatency {
    /// The quickest.
    pub least: Duration,
    /// The slowest.
    pub most: Duration,
}

impl EmulatorLatency {
    fn for_request(self, seed: u64, n: u64) -> Duration {
        let spread = self.most.saturating_sub(self.least);
        let micros = u64::try_from(spread.as_micros()).unwrap_or(u64::MAX).saturating_add(1);
        self.least + Duration::from_micros(id::mix_bits(seed ^ id::mix_bits(n)) % micros)
    }
}

/// The service. Copies are the same service.
#[derive(Clone)]
pub struct Emulator(Arc<Mutex<RequestProcessor>>);

impl Emulator {
    /// An empty service.
    #[must_use]
    pub fn new(options: EmulatorOptions) -> Self {
        Self(Arc::new(Mutex::new(RequestProcessor::new(options))))
    }

    /// A service that keeps what it holds in a file, and begins with what the file holds.
    ///
    /// # Errors
    /// When the file is used by another process, was written by a newer version, or cannot be read or made.
    pub fn open(options: EmulatorOptions, path: &Path) -> Result<Self, PersistError> {
        let mut machine = RequestProcessor::new(options);
        machine.open_data_file(path)?;
        Ok(Self(Arc::new(Mutex::new(machine))))
    }

    /// Why the latest change that its file could not keep was not kept; such a request is answered with 503.
    #[must_use]
    pub fn last_persist_error(&self) -> Option<String> {
        self.lock_processor().last_persist_error()
    }

    /// Carries one request out at once; how long it would take is in the outcome.
    pub fn handle_request(&self, request: RawRequest) -> HandledRequest {
        let mut machine = self.lock_processor();
        let arrival = machine.receive(request);
        let before = arrival.remaining_delay();
        let mut handled = machine.process_request(arrival);
        handled.delay += before;
        handled
    }

    /// The first half of [`Self::handle_request`]: the request has come, and may lie for [`ReceivedRequest::remaining_delay`].
    #[must_use = "a request that is received and dropped is never carried out"]
    pub fn receive_request(&self, request: RawRequest) -> ReceivedRequest {
        self.lock_processor().receive(request)
    }

    /// The second half of [`Self::handle_request`].
    pub fn process_request(&self, arrival: ReceivedRequest) -> HandledRequest {
        self.lock_processor().process_request(arrival)
    }

    /// Replaces what goes wrong from now on.
    pub fn set_script(&self, script: Option<FaultScript>) {
        self.lock_processor().set_script(None, script);
    }

    /// Replaces what goes wrong from now on in one account; what goes wrong everywhere comes first.
    pub fn set_account_script(&self, account: &str, script: Option<FaultScript>) {
        self.lock_processor().set_script(Some(account), script);
    }

    /// Begins one account again, with what the seed of the start says of it; the others go on.
    ///
    /// # Errors
    /// Where the file that keeps the accounts cannot be written.
    pub fn reset_account(&self, account: &str) -> Result<(), String> {
        self.lock_processor().reset_account(account)
    }

    /// Forgets the requests of one account.
    pub fn clear_account_log(&self, account: &str) {
        self.lock_processor().log.clear_account(account);
    }

    /// Carries out every request that is still late.
    pub fn process_all_delayed(&self) {
        self.lock_processor().process_all_delayed();
    }

    /// The style rule lists of an account, in the order of the listing.
    #[must_use]
    pub fn style_lists(&self, account: &str) -> Vec<Arc<StoredStyleList>> {
        self.lock_processor().store.account(account).styles.iter().cloned().collect()
    }

    /// The glossaries of an account, in the order of the listing.
    #[must_use]
    pub fn glossaries(&self, account: &str) -> Vec<Arc<StoredGlossary>> {
        self.lock_processor().store.account(account).glossaries.iter().cloned().collect()
    }

    /// The collections of spoken terms of an account, in the order of the listing.
    #[must_use]
    pub fn spoken_terms(&self, account: &str) -> Vec<Arc<StoredSpokenTerms>> {
        self.lock_processor().store.account(account).spoken_terms.iter().cloned().collect()
    }

    /// The style profiles of an account, in the order of the listing.
    #[must_use]
    pub fn style_profiles(&self, account: &str) -> Vec<Arc<StoredStyleProfile>> {
        self.lock_processor().store.account(account).style_profiles.iter().cloned().collect()
    }

    /// What an account has used.
    #[must_use]
    pub fn usage(&self, account: &str) -> StoredUsage {
        StoredUsage::clone(&self.lock_processor().store.account(account).usage)
    }

    /// Stores a list as somebody with other means would: unchecked, not logged. Identifiers are given; the one of a list
    /// that is there replaces it.
    pub fn insert_style_list(&self, account: &str, list: StoredStyleList) {
        self.insert_record(account, list.style_id, StoredRecord::Style(Some(Arc::new(list))));
    }

    /// Stores a glossary as [`Self::insert_style_list`] does a list.
    pub fn insert_glossary(&self, account: &str, glossary: StoredGlossary) {
        self.insert_record(account, glossary.glossary_id, StoredRecord::Glossary(Some(Arc::new(glossary))));
    }

    /// Stores a collection of spoken terms as [`Self::insert_style_list`] does a list.
    pub fn insert_spoken_terms(&self, account: &str, terms: StoredSpokenTerms) {
        self.insert_record(account, terms.spoken_terms_id, StoredRecord::SpokenTerms(Some(Arc::new(terms))));
    }

    /// Stores a translation memory as [`Self::insert_style_list`] does a list. There is no call that makes one.
    pub fn insert_translation_memory(&self, account: &str, memory: StoredTranslationMemory) {
        self.insert_record(
            account,
            memory.translation_memory_id,
            StoredRecord::TranslationMemory(Some(Arc::new(memory))),
        );
    }

    /// Adds what a seed file holds (see [`SeedFile`]). What is there already, by identifier or by account and name, keeps its
    /// identifier; several of one name are told apart by their order.
    ///
    /// # Errors
    /// Says in words what is wrong with the file, and where; then nothing of it is stored.
    pub fn apply_seed(&self, json: &str) -> Result<(), String> {
        self.lock_processor().apply_seed(&SeedFile::parse(json)?)
    }

    /// Adds what a seed file holds now and again after every [`Self::reset`].
    ///
    /// # Errors
    /// As [`Self::apply_seed`].
    pub fn set_start_seed(&self, json: &str) -> Result<(), String> {
        let file = SeedFile::parse(json)?;
        let mut machine = self.lock_processor();
        machine.apply_seed(&file)?;
        machine.set_start_seed(file);
        Ok(())
    }

    /// Begins again: no resources, no usage, no faults, no log, the phrases and the seed of the start. Identifiers are given
    /// out as they were from the start.
    ///
    /// # Errors
    /// Where the file that keeps the accounts cannot be written.
    pub fn reset(&self) -> Result<(), String> {
        self.lock_processor().reset()
    }

    /// Replaces the texts that are answered as a table says.
    pub fn set_phrases(&self, phrases: PhraseTable) {
        self.lock_processor().phrases = phrases;
    }

    /// Forgets the requests so far.
    pub fn clear_log(&self) {
        self.lock_processor().log.clear();
    }

    /// The translation memories of an account, in the order of the listing.
    #[must_use]
    pub fn translation_memories(&self, account: &str) -> Vec<Arc<StoredTranslationMemory>> {
        self.lock_processor().store.account(account).translation_memories.iter().cloned().collect()
    }

    /// Says what an account has used.
    pub fn set_usage(&self, account: &str, usage: StoredUsage) {
        self.insert_record(account, EmulatedId::NONE, StoredRecord::Usage(Arc::new(usage)));
    }

    fn insert_record(&self, account: &str, id: EmulatedId, record: StoredRecord) {
        let mut machine = self.lock_processor();
        let now = machine.options.clock.now();
        machine.store.put_record(account, id, record, now);
        // What cannot be kept is taken back and said by `trouble`.
        let _ = machine.commit_changes();
    }

    /// Forgets a list, a glossary or whatever else has this identifier, as somebody with other means would.
    pub fn remove_record(&self, account: &str, id: EmulatedId) {
        let mut machine = self.lock_processor();
        let now = machine.options.clock.now();
        machine.store.remove_record(account, id, now);
        // What cannot be kept is taken back and said by `trouble`.
        let _ = machine.commit_changes();
    }

    /// An identifier not given out before.
    #[must_use]
    pub fn new_id(&self) -> EmulatedId {
        self.lock_processor().store.new_id()
    }

    /// The log: the latest entries, as many as are kept.
    #[must_use]
    pub fn log_entries(&self) -> Vec<LogEntry> {
        self.lock_processor().log.entries()
    }

    /// How many requests stored something.
    #[must_use]
    pub fn write_count(&self) -> u64 {
        self.lock_processor().log.writes
    }

    /// Bytes that the body of a request may have.
    pub(crate) fn max_body_bytes(&self, method: &str, path: &str) -> usize {
        let machine = self.lock_processor();
        let limits = &machine.options.limits;
        route::find_route(method, path).map_or(limits.body_bytes, |route| limits.max_body_bytes(route.call))
    }

    fn lock_processor(&self) -> MutexGuard<'_, RequestProcessor> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Emulator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Emulator")
    }
}
