//! Answers of the service, through the client that reads them. Time is paused, so that waits cost nothing.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::Future;
use std::sync::Mutex;
use std::time::Duration;

use housestyle::apply::refresh_and_plan;
use housestyle::catalogue::load;
use housestyle::check::Desired;
use housestyle::model::Id;
use housestyle::model::style::LiveStyle;
use housestyle::model::wire::rules_json;
use housestyle::plan::{Basis, PlanOptions, document};
use housestyle::report::{RenderOptions, Sanitized, plan_report as report};
use housestyle::service::client::{Client, ClientConfig};
use housestyle::service::retry::{SendOutcome, classify, elapsed_between};
use housestyle::service::{Request, Response, Transport, TransportError, style};
use housestyle::state::State;
use serde_json::Value as Json;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;

use super::is_inert;

thread_local! {
    static RUNTIME: RefCell<Runtime> = RefCell::new(
        Builder::new_current_thread().enable_time().start_paused(true).build().expect("a runtime needs nothing"),
    );
}

fn block_on<F: Future>(future: F) -> F::Output {
    RUNTIME.with_borrow(|runtime| runtime.block_on(future))
}

/// Answers from a list; then nothing answers any more.
struct Liar(Mutex<VecDeque<Result<Response, TransportError>>>);

impl Transport for Liar {
    fn send(&self, _: &Request) -> impl Future<Output = Result<Response, TransportError>> + Send {
        let next = self.0.lock().expect("nobody panics with it").pop_front();
        async { next.unwrap_or_else(|| Err(TransportError::NotSent("nobody there".to_owned()))) }
    }
}

fn client(answers: impl IntoIterator<Item = Result<Response, TransportError>>) -> Client<Liar> {
    let (_running, stop) = watch::channel(false);
    Client::new(Liar(Mutex::new(answers.into_iter().collect())), ClientConfig::default(), stop, Box::new(|_, _| {}))
}

fn ok(body: &[u8]) -> Result<Response, TransportError> {
    Ok(Response { status: 200, headers: Vec::new(), body: body.to_vec(), truncated: false })
}

/// One body, taken for the answer of each call in turn.
pub(crate) fn answer(data: &[u8]) {
    block_on(async {
        let asked = Id::new("a-1").expect("a good id");
        if let Ok(lists) = style::list_page(&client([ok(data)]), 0, 25).await {
            lists.iter().for_each(whole);
        }
        let _names = style::list_names_page(&client([ok(data)]), 0, 25).await;
        if let Ok(list) = style::get_style(&client([ok(data)]), &asked).await {
            assert_eq!(list.id, asked, "another list was taken for the one asked for");
            whole(&list);
            assert_eq!(
                rules_json(&list.rules, &list.opaque_rules),
                configured(data),
                "a rule would not survive a write"
            );
            if let Ok((made, _)) = style::create_style(&client([ok(data)]), &list.name, &list.content()).await {
                assert_eq!(made, list);
            }
        }
        for status in [400, 403, 404, 409, 413, 456] {
            let refused = Ok(Response { status, headers: Vec::new(), body: data.to_vec(), truncated: false });
            let why = style::get_style(&client([refused]), &asked).await.expect_err("refused");
            assert!(is_inert(&Sanitized(&why.to_string()).to_string()), "{why}");
            assert!(why.to_string().len() < 4096, "an error of any length was printed");
        }
    });
}

/// The rules of an answer, without those that are set to nothing and categories without any.
fn configured(answer: &[u8]) -> Json {
    let answer: Json = serde_json::from_slice(answer).expect("it was read");
    let mut rules = answer.get("configured_rules").and_then(Json::as_object).cloned().unwrap_or_default();
    for category in rules.values_mut() {
        if let Json::Object(category) = category {
            category.retain(|_, value| !value.is_null());
        }
    }
    rules.retain(|_, category| category.as_object().is_none_or(|category| !category.is_empty()));
    Json::Object(rules)
}

/// What was believed is within bounds and comes out as it went in.
fn whole(list: &LiveStyle) {
    assert_eq!(Id::new(list.id.as_str()).as_ref(), Some(&list.id));
    assert!(list.instructions.iter().all(|held| Id::new(held.id.as_str()).is_some()));
    let content = list.content();
    assert!(content.same_content(&content));
}

/// A whole reading and planning against a service that answers with these bytes, one part per call.
pub(crate) fn run(data: &[u8]) {
    let answers = super::parts(data).map(|part| match part.split_first() {
        None => Err(TransportError::NotSent("refused".to_owned())),
        Some((0, why)) => Err(TransportError::NoAnswer(String::from_utf8_lossy(why).into_owned())),
        Some((1, body)) => Ok(Response { status: 200, headers: Vec::new(), body: body.to_vec(), truncated: true }),
        Some((kind @ 2..=31, text)) => {
            let headers = vec![("retry-after".to_owned(), String::from_utf8_lossy(text).into_owned())];
            Ok(Response { status: 400 + u16::from(*kind) * 7, headers, body: text.to_vec(), truncated: false })
        }
        Some(_) => ok(part),
    });
    let client = client(answers.collect::<Vec<_>>());
    let catalogue = load::builtin_catalogue(load::Edition::Core);
    let desired = Desired::try_from_styles(Vec::new(), &catalogue.limits).expect("nothing is wanted");
    let basis = Basis {
        origin: "emulator".to_owned(),
        environment: "default".to_owned(),
        desired: desired.digest().into(),
        catalogue: String::new(),
        options: PlanOptions::default(),
    };
    let planned = block_on(refresh_and_plan(&client, &desired, &State::default(), &catalogue, &basis, true));
    match planned {
        Err(why) => assert!(is_inert(&Sanitized(&why.to_string()).to_string())),
        Ok(plan) => {
            assert!(plan.items.is_empty(), "nothing is wanted and nothing is ours: {:?}", plan.items);
            let look = RenderOptions {
                color: false,
                unicode: true,
                direction_marks: true,
                width: 80,
                screen_reader: false,
                all_entries: false,
            };
            assert!(report::render_human(&plan, "", &look).split('\n').all(is_inert));
            let rendered = document::render_plan(&document::plan_document(&plan));
            assert!(document::parse_plan(&rendered).is_ok());
        }
    }
    assert!(client.requests_sent() <= 1_000, "{} calls", client.requests_sent());
}

/// `Retry-After`, 0xff, `Date`: any wait that comes out is either taken or refused, and no clock overflows.
pub(crate) fn retry(data: &[u8]) {
    let mut texts = super::parts(data).map(|part| String::from_utf8_lossy(part).into_owned());
    let (after, date) = (texts.next().unwrap_or_default(), texts.next().unwrap_or_default());
    let headers = vec![("retry-after".to_owned(), after.clone()), ("date".to_owned(), date.clone())];
    let limited = || Ok(Response { status: 429, headers: headers.clone(), body: Vec::new(), truncated: false });
    for now in [None, Some(jiff::Timestamp::UNIX_EPOCH), Some(jiff::Timestamp::MAX), Some(jiff::Timestamp::MIN)] {
        assert!(matches!(classify(&limited(), now), SendOutcome::RateLimited { .. }));
    }
    let _age = elapsed_between(&after, &date);
    block_on(async {
        let start = tokio::time::Instant::now();
        let _refused = style::list_names_page(&client([limited(), limited(), limited()]), 0, 25).await;
        assert!(start.elapsed() < Duration::from_secs(3_600), "it waited {:?}", start.elapsed());
    });
}
