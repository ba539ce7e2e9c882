//! The way to the emulator: it counts, delays, rewrites, kills, and looks for twins after every request.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use housestyle::emulator::{EmbeddedTransport, Emulator};
use housestyle::service::{Request, Response, Transport, TransportError};
use tokio::sync::Notify;

use crate::simulated_world::{ACCOUNT, Dice};
use crate::{style_profiles, term_sets};

/// The emulator behind a switch that kills the client at a chosen call.
pub(crate) struct Wire {
    pub(crate) inner: EmbeddedTransport,
    pub(crate) watch: Arc<Watch>,
}

/// What is counted on the wire, and when the client dies.
#[derive(Default)]
pub(crate) struct Watch {
    pub(crate) calls: Mutex<u64>,
    pub(crate) kill: Mutex<Option<(u64, bool)>>,
    pub(crate) killed: AtomicBool,
    pub(crate) dead: Notify,
    pub(crate) checks: Mutex<Vec<String>>,
    pub(crate) rewrite: Option<Rewrite>,
    pub(crate) tamper: Option<Tamper>,
    pub(crate) delay: Option<Arc<Mutex<(Dice, u64)>>>,
}

/// What somebody on the way does to a request.
pub(crate) type Rewrite = Arc<dyn Fn(&mut Request) + Send + Sync>;
/// What happens when a request was carried out, before its answer is seen.
pub(crate) type Tamper = Arc<dyn Fn(&Request, &Emulator, &mut Response) + Send + Sync>;

impl Transport for Wire {
    async fn send(&self, request: &Request) -> Result<Response, TransportError> {
        let n = {
            let mut calls = self.watch.calls.lock().unwrap();
            *calls += 1;
            *calls
        };
        let kill = *self.watch.kill.lock().unwrap();
        if kill == Some((n, false)) {
            self.watch.die().await;
        }
        let mut request = request.clone();
        self.watch.pause().await;
        if let Some(rewrite) = &self.watch.rewrite {
            rewrite(&mut request);
        }
        let (method, target) = (request.call.method(), request.target.as_str());
        if let Some(held) = style_profiles::deletes_held(self.inner.emulator(), method, target) {
            self.watch.checks.lock().unwrap().push(format!("call {n}: {held}"));
        }
        let mut answer = self.inner.send(&request).await;
        if let (Some(tamper), Ok(response)) = (&self.watch.tamper, &mut answer) {
            tamper(&request, self.inner.emulator(), response);
        }
        let emulator = self.inner.emulator();
        let twin = twins(emulator).or_else(|| term_sets::held::twins(emulator));
        if let Some(twin) = twin.or_else(|| style_profiles::violation(emulator)) {
            self.watch.checks.lock().unwrap().push(format!("call {n}: {twin}"));
        }
        if kill == Some((n, true)) {
            self.watch.die().await;
        }
        self.watch.pause().await;
        answer
    }
}

impl Watch {
    /// As long as a request is on its way, where that is set.
    async fn pause(&self) {
        let Some(delay) = &self.delay else { return };
        let wait = {
            let mut delay = delay.lock().unwrap();
            let longest = delay.1;
            delay.0.below(longest)
        };
        tokio::time::sleep(Duration::from_millis(wait)).await;
    }

    async fn die(&self) {
        self.killed.store(true, Ordering::SeqCst);
        self.dead.notify_one();
        std::future::pending::<()>().await;
    }
}

/// Two lists under one clean name of ours, if there are any. Names of ours begin with `Ours`.
fn twins(emulator: &Emulator) -> Option<String> {
    let mut seen = BTreeMap::new();
    for list in emulator.style_lists(ACCOUNT) {
        if list.name.starts_with("Ours") && !list.name.ends_with(']') {
            let again = seen.insert((list.name.clone(), list.language.clone()), list.style_id);
            if let Some(first) = again {
                return Some(format!("twins of {:?}: {first} and {}", list.name, list.style_id));
            }
        }
    }
    None
}
