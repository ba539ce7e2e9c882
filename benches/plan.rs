//! Planning 1,000 and 10,000 lists: the decision alone, and reading the whole account from the embedded service first.
//!
//! `cargo bench --bench plan`. Each list has three rules and three instructions; one in a hundred was edited. What one
//! could use instead of a plan is a listing: its calls alone are timed beside it.

#![expect(clippy::unwrap_used, reason = "a bench fails by panicking")]

mod nowhere;

use std::collections::BTreeMap;

use divan::Bencher;
use housestyle::apply::{self, refresh_and_plan};
use housestyle::catalogue::{Catalogue, Limits, load};
use housestyle::check::Desired;
use housestyle::diagnostic::Place;
use housestyle::emulator::{EmbeddedTransport, Emulator, EmulatorOptions as Setup};
use housestyle::model::style::{Instruction, RuleKey, Style};
use housestyle::model::{Key, Kind, Language, LiveAccount, Placed, SharedText};
use housestyle::plan::{Basis, PlanOptions, document, make_plan};
use housestyle::service::account;
use housestyle::service::client::{Client, ClientConfig};
use housestyle::state::{State, StateStore};
use tokio::sync::watch;

use crate::nowhere::Nowhere;

const COUNTS: [usize; 2] = [1_000, 10_000];

fn main() {
    divan::main();
}

struct Account {
    runtime: tokio::runtime::Runtime,
    client: Client<EmbeddedTransport>,
    catalogue: Catalogue,
    desired: Desired,
    state: State,
    live: LiveAccount,
    basis: Basis,
    _running: watch::Sender<bool>,
}

impl Account {
    /// An account in which everything was applied once, and files in which one list in a hundred was edited since.
    fn new(count: usize) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let catalogue = load::builtin_catalogue(load::Edition::Core);
        let (running, stop) = watch::channel(false);
        let embedded = EmbeddedTransport::new(Emulator::new(Setup::default()), "bench-key");
        let client = Client::new(embedded, ClientConfig::default(), stop, Box::new(|_, _| {}));
        let (desired, basis) = wanted(count, false, &catalogue);
        let mut memory = StateStore::new(State::default(), Nowhere);
        runtime.block_on(async {
            let plan = refresh_and_plan(&client, &desired, memory.state(), &catalogue, &basis, false).await.unwrap();
            assert!(apply::apply_plan(&client, &plan, &mut memory, 8, &|_| {}, &|_| 0).await.end.is_done());
        });
        let state = memory.state().clone();
        let live = runtime.block_on(account::read_account(&client, &bound(&state))).unwrap();
        let (desired, basis) = wanted(count, true, &catalogue);
        Self { runtime, client, catalogue, desired, state, live, basis, _running: running }
    }
}

fn bound(state: &State) -> account::ReadScope {
    account::ReadScope {
        kinds: BTreeMap::from([(Kind::Style, true)]),
        managed: state.bindings.values().map(|binding| (Kind::Style, binding.id.clone())).collect(),
        ..account::ReadScope::default()
    }
}

fn wanted(count: usize, edited: bool, catalogue: &Catalogue) -> (Desired, Basis) {
    let styles = (0..count).map(|n| style(n, edited && n % 100 == 0)).collect();
    let desired = Desired::try_from_styles(styles, &Limits::default()).unwrap();
    let basis = Basis {
        origin: "emulator".to_owned(),
        environment: "default".to_owned(),
        desired: desired.digest().into(),
        catalogue: catalogue.digest(),
        options: PlanOptions {
            max_delete: 3,
            max_delete_percent: 10,
            max_shrink_percent: 50,
            ..PlanOptions::default()
        },
    };
    (desired, basis)
}

fn style(n: usize, edited: bool) -> Style {
    let place = Place { file: "made.yaml".into(), line: 1, column: 1 };
    let rules = [
        ("numbers", "decimal_separator", "use_comma_as_decimal_separator"),
        ("numbers", "thousands_separator", "use_period_as_thousands_separator"),
        ("dates_and_times", "time_format", "use_hh_colon_mm_german_word_uhr_with_leading_zeros_for_single_digit_hours"),
    ];
    let tone = if edited { "Write briefly and warmly." } else { "Write briefly." };
    let says =
        [("Ton", tone), ("Anrede", "Address the reader with Sie."), ("Namen", "Keep product names as they are.")];
    Style {
        key: Key::new(&format!("style-{n:05}")).unwrap(),
        name: Placed::new(format!("House style {n:05}"), place.clone()),
        language: Placed::new(Language::new("de"), place.clone()),
        rules: rules
            .iter()
            .map(|(category, rule, value)| {
                (RuleKey::new(category, rule), Placed::new(SharedText::of_word(value), place.clone()))
            })
            .collect(),
        instructions: says
            .iter()
            .map(|(label, prompt)| {
                let instruction =
                    Instruction { label: (*label).into(), prompt: (*prompt).into(), source_language: None };
                Placed::new(instruction, place.clone())
            })
            .collect(),
        protected: false,
        place,
    }
}

#[divan::bench(args = COUNTS, sample_count = 10)]
fn decide(bencher: Bencher<'_, '_>, count: usize) {
    let account = Account::new(count);
    let Account { catalogue, desired, state, live, basis, .. } = &account;
    bencher.bench_local(|| make_plan(desired, state, live, catalogue, basis.clone()));
}

#[divan::bench(args = COUNTS, sample_count = 10)]
fn decide_and_digest(bencher: Bencher<'_, '_>, count: usize) {
    let account = Account::new(count);
    let Account { catalogue, desired, state, live, basis, .. } = &account;
    bencher.bench_local(|| document::plan_document(&make_plan(desired, state, live, catalogue, basis.clone())).digest);
}

#[divan::bench(args = COUNTS, sample_count = 10)]
fn read_and_decide(bencher: Bencher<'_, '_>, count: usize) {
    let account = Account::new(count);
    let Account { runtime, client, catalogue, desired, state, basis, .. } = &account;
    bencher
        .bench_local(|| runtime.block_on(refresh_and_plan(client, desired, state, catalogue, basis, false)).unwrap());
}

#[divan::bench(args = COUNTS, sample_count = 10)]
fn merely_read(bencher: Bencher<'_, '_>, count: usize) {
    let account = Account::new(count);
    let bound = bound(&account.state);
    bencher.bench_local(|| account.runtime.block_on(account::read_account(&account.client, &bound)).unwrap());
}
