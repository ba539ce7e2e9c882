//! States in object storage: one object for a stack and environment, replaced on the condition that nobody else did.
//!
//! `<prefix>/<stack>/<environment>/state.json` holds the documents as one unit, so that whoever reads sees a state and a
//! journal that belong together. Compare-and-swap is the conditional write of the store: `If-None-Match: *` to create,
//! `If-Match` with the ETag to replace, the generation at Google.
//!
//! The history is one object for each run that ended, `history/<number>-<id>.json`, never written again: listings name it, a
//! rule of the bucket may expire it, and no versioning has to be switched on. The numbers count down, so that a listing
//! begins with the newest. The last run stands in the unit itself and moves to its own object with the next one: so no run
//! is missing and none is told of that did not end.
//!
//! Always holds: a store is written to only after it showed, on an object of its own, that it refuses what does not meet
//! the condition. An object is never taken away while somebody may write it: what a run without work puts back is an empty
//! unit. A write whose answer was lost is settled by reading what is there: every write has a name.

use std::hash::{BuildHasher as _, Hasher as _};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use crate::state::backend::{
    BackendError, COMMAND_LIMIT, CommitNote, HistoryEntry, Revision, RunRecord, StateBackend, StoreDocuments,
};
use crate::state::object_address::ObjectAddress;
use crate::state::object_client::{Condition, Fault, ObjectAccess, ObjectClient, ObjectVersion};

/// The form of a unit.
const FORMAT: u32 = 1;
/// How old a probe is that nobody uses any more.
const PROBE_LIFE: jiff::SignedDuration = jiff::SignedDuration::from_mins(10);
/// How many old probes are taken away at once.
const MAX_OLD_PROBES: usize = 20;
/// Numbers of the history count down from here.
const LAST_NUMBER: u64 = 99_999_999;

/// How long and how often a store is asked.
#[derive(Clone, Copy, Debug)]
pub struct ObjectLimits {
    /// How long one request may take.
    pub request: Duration,
    /// How often a request is made that had no answer.
    pub attempts: u32,
    /// The pause before the second attempt; it doubles.
    pub pause: Duration,
    /// After how long no further attempt is made.
    pub total: Duration,
}

impl Default for ObjectLimits {
    /// Shorter than a lease certainly holds.
    fn default() -> Self {
        Self { request: COMMAND_LIMIT, attempts: 4, pause: Duration::from_millis(500), total: COMMAND_LIMIT }
    }
}

impl ObjectLimits {
    fn pause_after(&self, attempt: u32) -> Duration {
        self.pause * 2_u32.saturating_pow(attempt - 1)
    }
}

/// What is kept in the object.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Unit {
    format: u32,
    /// Names the write that made it.
    write: String,
    /// The host that showed that it honours conditions.
    proved: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    state: Option<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    journal: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    run: Option<RunRecord>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    moved_to: Option<String>,
    /// Runs that ended and are not in the history yet, the newest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    ended: Vec<EndedRun>,
}

/// A run that ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct EndedRun {
    number: u64,
    /// Tells it from a run of the same number, where somebody took the state away and began anew.
    id: String,
    time: String,
    message: String,
}

/// The object of one stack and environment.
pub struct ObjectBackend {
    client: ObjectClient,
    address: ObjectAddress,
    folder: String,
    limits: ObjectLimits,
    now: fn() -> String,
    /// What was read or written last.
    base: Option<(ObjectVersion, Unit)>,
    /// Writes of which is not known whether they arrived.
    unsettled: Vec<String>,
}

impl ObjectBackend {
    /// The object of a stack and environment below an address. `now` is the time that the history tells.
    ///
    /// # Errors
    /// [`BackendError::Unusable`] where the variables of the cloud do not hold together.
    pub fn new(
        address: &ObjectAddress,
        access: ObjectAccess,
        (stack, environment): (&str, &str),
        limits: ObjectLimits,
        now: fn() -> String,
    ) -> Result<Self, BackendError> {
        let access = ObjectAccess { timeout: limits.request, ..access };
        let names = [address.prefix.as_str(), stack, environment];
        let folder = names.into_iter().filter(|name| !name.is_empty()).collect::<Vec<_>>().join("/");
        let client = ObjectClient::new(address, access)
            .map_err(|reason| BackendError::Unusable { place: address.to_string(), reason })?;
        Ok(Self { client, address: address.clone(), folder, limits, now, base: None, unsettled: Vec::new() })
    }

    fn state_name(&self) -> String {
        format!("{}/state.json", self.folder)
    }

    fn history_name(&self, run: &EndedRun) -> String {
        format!("{}/history/{:08}-{}.json", self.folder, LAST_NUMBER.saturating_sub(run.number), run.id)
    }

    /// The unit and its version, as one answer gave them.
    fn fetch(&mut self) -> Result<Option<(ObjectVersion, Unit)>, BackendError> {
        let name = self.state_name();
        let Some((version, bytes)) = self.repeat(|client| client.get(&name))? else {
            self.base = None;
            return Ok(None);
        };
        let unit = self.parse_unit(&bytes)?;
        self.base = Some((version.clone(), unit.clone()));
        Ok(Some((version, unit)))
    }

    fn parse_unit(&self, bytes: &[u8]) -> Result<Unit, BackendError> {
        let unusable = |reason: &str| BackendError::Unusable { place: self.place(), reason: reason.to_owned() };
        let value: serde_json::Value =
            serde_json::from_slice(bytes).map_err(|_| unusable("the object is no state of this program"))?;
        match value.get("format").and_then(serde_json::Value::as_u64) {
            Some(format) if format == u64::from(FORMAT) => {}
            Some(_) => return Err(unusable("a newer version of this program wrote the object")),
            None => return Err(unusable("the object is no state of this program")),
        }
        serde_json::from_value(value).map_err(|_| unusable("the object is damaged"))
    }

    /// Asks again while nothing answers, within the limits.
    fn repeat<T>(&self, ask: impl Fn(&ObjectClient) -> Result<T, Fault>) -> Result<T, BackendError> {
        let started = Instant::now();
        let mut attempt = 1;
        loop {
            match ask(&self.client) {
                Err(Fault::NoAnswer(_)) if self.may_repeat(&started, attempt) => attempt += 1,
                outcome => return outcome.map_err(|fault| self.error_of(fault)),
            }
        }
    }

    /// Whether another attempt is due; if so, it waits for it.
    fn may_repeat(&self, started: &Instant, attempt: u32) -> bool {
        if attempt >= self.limits.attempts || started.elapsed() >= self.limits.total {
            return false;
        }
        self.client.pause(self.limits.pause_after(attempt));
        true
    }

    fn error_of(&self, fault: Fault) -> BackendError {
        let place = self.place();
        match fault {
            Fault::Condition => BackendError::Changed(place),
            Fault::NoBucket => {
                let reason = format!("there is no bucket or container `{}`", self.address.bucket);
                BackendError::Unusable { place, reason }
            }
            Fault::Denied(reason) => BackendError::Refused { place, reason },
            Fault::NoAnswer(reason) => BackendError::Unreachable { place, reason },
            Fault::Other(reason) => BackendError::Unusable { place, reason },
        }
    }

    /// Tries on an object of its own whether the store refuses what does not meet a condition.
    fn prove_conditions(&self) -> Result<(), BackendError> {
        self.remove_old_probes()?;
        let name = format!("{}/probe/{}-{}", self.folder, digits_of(&(self.now)()), random_name());
        let proved = self.try_conditions(&name);
        let cleaned = self.client.delete(&name).map_err(|fault| self.error_of(fault));
        proved?;
        // A store that keeps the probe would keep one of every first use.
        cleaned
    }

    /// Takes away what runs left that died while they tried. Younger ones may be another run's, right now.
    fn remove_old_probes(&self) -> Result<(), BackendError> {
        let Ok(now) = (self.now)().parse::<jiff::Timestamp>() else { return Ok(()) };
        let old = now.checked_sub(PROBE_LIFE).map(|time| digits_of(&time.to_string())).unwrap_or_default();
        let folder = format!("{}/probe", self.folder);
        for name in self.repeat(|client| client.list(&folder, MAX_OLD_PROBES))? {
            let made = name.rsplit('/').next().unwrap_or_default().split('-').next().unwrap_or_default();
            if made < old.as_str() {
                self.repeat(|client| client.delete(&name))?;
            }
        }
        Ok(())
    }

    fn try_conditions(&self, name: &str) -> Result<(), BackendError> {
        let put = |text: &str, condition: Condition<'_>| self.client.put(name, text, condition);
        let must_be_refused = |outcome: Result<ObjectVersion, Fault>| match outcome {
            Err(Fault::Condition) => Ok(()),
            Ok(_) => Err(BackendError::Unconditional(format!(
                "the object store at {}, for {},",
                self.client.describe_server(),
                self.address
            ))),
            Err(fault) => Err(self.error_of(fault)),
        };
        let first = put("1", Condition::Absent).map_err(|fault| self.error_of(fault))?;
        must_be_refused(put("2", Condition::Absent))?;
        put("3", Condition::Still(&first)).map_err(|fault| self.error_of(fault))?;
        must_be_refused(put("4", Condition::Still(&first)))
    }

    /// Writes a unit in the place of `expected`; what an unclear answer means is read from the object.
    fn write(&mut self, expected: Option<ObjectVersion>, unit: Unit) -> Result<ObjectVersion, BackendError> {
        let name = self.state_name();
        let text = serde_json::to_string(&unit).expect("text and numbers serialise");
        let started = Instant::now();
        let mut expected = expected;
        let mut attempt = 1;
        loop {
            let condition = expected.as_ref().map_or(Condition::Absent, Condition::Still);
            let fault = match self.client.put(&name, &text, condition) {
                Ok(version) => {
                    self.base = Some((version.clone(), unit));
                    return Ok(version);
                }
                Err(fault @ (Fault::Condition | Fault::NoAnswer(_))) => fault,
                Err(fault) => {
                    // An earlier attempt may have arrived.
                    self.unsettled.push(unit.write);
                    return Err(self.error_of(fault));
                }
            };
            let found = match self.fetch() {
                Ok(found) => found,
                Err(error) => {
                    self.unsettled.push(unit.write);
                    return Err(error);
                }
            };
            let (version, writer) = found.map_or((None, None), |(version, unit)| (Some(version), Some(unit.write)));
            if writer.as_ref() == Some(&unit.write) {
                return Ok(version.expect("what has a writer has a version"));
            } else if version == expected {
                // It did not arrive, as far as can be seen.
                if !self.may_repeat(&started, attempt) {
                    self.unsettled.push(unit.write);
                    let reason = match fault {
                        Fault::NoAnswer(reason) => reason,
                        Fault::Condition | Fault::NoBucket | Fault::Denied(_) | Fault::Other(_) => {
                            format!("{} refuses a write whose condition holds", self.client.describe_server())
                        }
                    };
                    return Err(BackendError::Unreachable { place: self.place(), reason });
                }
                attempt += 1;
            } else if writer.is_some_and(|writer| self.unsettled.contains(&writer)) {
                // An earlier write of ours, whose answer was lost, arrived after all.
                expected = version;
            } else {
                return Err(BackendError::Changed(self.place()));
            }
        }
    }

    /// What a write builds on: the unit of the expected version, or that of an earlier write of ours that arrived late.
    fn settle_base(&mut self, expected: Option<&Revision>) -> Result<Option<(ObjectVersion, Unit)>, BackendError> {
        let is_expected = |base: Option<&(ObjectVersion, Unit)>| match (base, expected) {
            (None, None) => true,
            (Some((version, _)), Some(expected)) => version.0 == expected.0,
            (None, Some(_)) | (Some(_), None) => false,
        };
        let is_known = self.base.is_some() || !self.client.host().is_empty();
        if is_known && is_expected(self.base.as_ref()) {
            return Ok(self.base.clone());
        }
        match self.fetch()? {
            found if is_expected(found.as_ref()) => Ok(found),
            Some((version, unit)) if self.unsettled.contains(&unit.write) => Ok(Some((version, unit))),
            _ => Err(BackendError::Changed(self.place())),
        }
    }

    /// Moves runs from the unit to the history; what cannot be moved now stays for the next run.
    fn archive(&self, ended: Vec<EndedRun>) -> Vec<EndedRun> {
        let is_kept = |run: &EndedRun| {
            let text = serde_json::to_string(run).expect("text and numbers serialise");
            let put = self.client.put(&self.history_name(run), &text, Condition::Absent);
            !matches!(put, Ok(_) | Err(Fault::Condition))
        };
        ended.into_iter().filter(is_kept).collect()
    }

    fn replace(
        &mut self,
        expected: Option<&Revision>,
        documents: &StoreDocuments,
        note: Option<&CommitNote>,
    ) -> Result<Revision, BackendError> {
        let base = self.settle_base(expected)?;
        let host = self.client.host();
        let (version, before) = base.map_or((None, Unit::default()), |(version, unit)| (Some(version), unit));
        if before.proved != host {
            self.prove_conditions()?;
        }
        let StoreDocuments { state, journal, run, moved_to } = documents.clone();
        let mut ended = before.ended;
        if let Some(note) = note {
            let number = ended.last().map_or(0, |last| last.number) + 1;
            ended = self.archive(ended);
            let id = random_name()[..8].to_owned();
            ended.push(EndedRun { number, id, time: (self.now)(), message: note.message.clone() });
        }
        let unit = Unit { format: FORMAT, write: random_name(), proved: host, state, journal, run, moved_to, ended };
        Ok(Revision(self.write(version, unit)?.0))
    }
}

impl StateBackend for ObjectBackend {
    fn read(&mut self) -> Result<(Option<Revision>, StoreDocuments), BackendError> {
        Ok(match self.fetch()? {
            Some((version, Unit { state, journal, run, moved_to, .. })) => {
                (Some(Revision(version.0)), StoreDocuments { state, journal, run, moved_to })
            }
            None => (None, StoreDocuments::default()),
        })
    }

    fn current_revision(&mut self) -> Result<Option<Revision>, BackendError> {
        let name = self.state_name();
        Ok(self.repeat(|client| client.head(&name))?.map(|version| Revision(version.0)))
    }

    fn replace_if(
        &mut self,
        expected: Option<&Revision>,
        documents: &StoreDocuments,
        note: &CommitNote,
    ) -> Result<Revision, BackendError> {
        self.replace(expected, documents, note.ends_run.then_some(note))
    }

    fn restore(
        &mut self,
        expected: &Revision,
        _before: Option<&Revision>,
        documents: &StoreDocuments,
    ) -> Result<(), BackendError> {
        self.replace(Some(expected), documents, None).map(|_| ())
    }

    fn history(&mut self, limit: usize) -> Result<Vec<HistoryEntry>, BackendError> {
        let Some((_, unit)) = self.fetch()? else { return Ok(Vec::new()) };
        let under_way = unit.run.map(|run| HistoryEntry {
            revision: Revision("now".to_owned()),
            time: run.since,
            message: format!("run of {}", run.who),
        });
        let folder = format!("{}/history", self.folder);
        let mut runs: Vec<EndedRun> = unit.ended.into_iter().rev().collect();
        for name in self.repeat(|client| client.list(&folder, limit))? {
            // One may expire between the listing and the reading.
            let Some((_, bytes)) = self.repeat(|client| client.get(&name))? else { continue };
            let run: EndedRun = serde_json::from_slice(&bytes).map_err(|_| BackendError::Unusable {
                place: name.clone(),
                reason: "the object is no run of a history".to_owned(),
            })?;
            runs.push(run);
        }
        runs.sort_by_key(|run| std::cmp::Reverse(run.number));
        runs.dedup_by(|one, other| one.id == other.id);
        let entry = |EndedRun { number, time, message, .. }| HistoryEntry {
            revision: Revision(number.to_string()),
            time,
            message: message.trim_end().to_owned(),
        };
        Ok(under_way.into_iter().chain(runs.into_iter().take(limit).map(entry)).collect())
    }

    fn place(&self) -> String {
        let folder = self.folder.strip_prefix(&self.address.prefix).unwrap_or(&self.folder);
        format!("{}/{}", self.address, folder.trim_start_matches('/'))
    }
}

/// The digits of a time, down to seconds: later ones sort later.
fn digits_of(time: &str) -> String {
    time.chars().filter(char::is_ascii_digit).take(14).collect()
}

/// A name that nobody else gives.
fn random_name() -> String {
    let digits = || std::hash::RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", digits(), digits())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_and_end_before_a_lease_expires() {
        let limits = ObjectLimits::default();
        let pauses = [1, 2, 3].map(|attempt| limits.pause_after(attempt));
        assert_eq!(pauses.map(|pause| pause.as_millis()), [500, 1_000, 2_000]);
        assert!(limits.total < crate::state::lease::SAFE);
    }
}
