//! Faults that a review found, one test each: what the run reports agrees with what the service's log shows.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use housestyle::apply::{ApplyReport, FailureCause, Outcome, RunEnd};
use housestyle::emulator::{FaultFile, InjectedFault};
use housestyle::model::tag::Tag;
use housestyle::model::{Address, Key};
use housestyle::plan::Operation;
use housestyle::service::Call;
use tokio::time::Instant;

use crate::playground::project;
use crate::scripted_service::{Scripted, run};
use crate::simulated_world::{ACCOUNT, Ended, GERMAN, World, paused, style};
use crate::term_sets::made::{glossary, want};

fn many(count: usize) -> Vec<housestyle::model::style::Style> {
    (0..count).map(|n| style(&format!("s{n:03}"), &format!("Ours, list {n:03}"), "de", &GERMAN[..1], &[])).collect()
}

async fn applied(world: &mut World) -> ApplyReport {
    match world.apply().await {
        Ended::Applied(_, report) => report,
        Ended::Nothing(_) => panic!("nothing to do"),
        Ended::Refused(plan) => panic!("refused: {:?}", plan.blockers),
        Ended::Unread(unread) => panic!("unread: {unread}"),
        Ended::Killed => panic!("killed"),
    }
}

/// A world with one applied list whose next apply replaces its rules.
async fn with_pending_rules() -> World {
    let mut world = World::new(3, |_| {});
    world.want(vec![style("a", "Ours a", "de", &GERMAN[..1], &[])]);
    assert!(applied(&mut world).await.end.is_done());
    world.want(vec![style("a", "Ours a", "de", &GERMAN[1..], &[])]);
    world
}

#[test]
fn a_write_whose_first_answer_was_lost_is_unknown_whatever_comes_later() {
    paused(async {
        for later in [InjectedFault::rate_limited("100000"), InjectedFault::Refused, InjectedFault::with_status(401)] {
            let mut world = with_pending_rules().await;
            let mut wrote = false;
            let script = later.clone();
            world.faults(Some(Box::new(move |seen| {
                if seen.call != Call::ReplaceRules {
                    return wrote.then(|| script.clone());
                }
                let first = !wrote;
                wrote = true;
                Some(if first { InjectedFault::LostAfter { hang: false } } else { script.clone() })
            })));
            let report = applied(&mut world).await;
            assert!(matches!(report.outcomes[0].2, Outcome::Unknown(_)), "{later:?}: {report:?}");
            assert_eq!(report.end, RunEnd::Failed(FailureCause::Unknown), "{later:?}");
        }
    });
}

#[test]
fn a_write_whose_answers_are_lost_is_read_back_and_told_as_it_is() {
    paused(async {
        let mut world = with_pending_rules().await;
        world.faults(Some(Box::new(|seen| {
            (seen.call == Call::ReplaceRules).then_some(InjectedFault::LostAfter { hang: false })
        })));
        let report = applied(&mut world).await;
        assert!(report.end.is_done(), "{report:?}");
        let Outcome::Done { remarks, .. } = &report.outcomes[0].2 else { panic!("{report:?}") };
        assert!(remarks[0].contains("reading back shows that it was carried out"), "{remarks:?}");
        world.converged().unwrap();
    });
}

#[test]
fn a_write_whose_answer_was_cut_is_read_back() {
    paused(async {
        for call in [Call::ReplaceRules, Call::RenameStyle] {
            let mut world = with_pending_rules().await;
            world.want(vec![style("a", "Ours a, renamed", "de", &GERMAN[1..], &[])]);
            world.faults(Some(Box::new(move |seen| (seen.call == call).then_some(InjectedFault::Cut { keep: None }))));
            let report = applied(&mut world).await;
            assert!(report.end.is_done(), "{}: {report:?}", call.name());
            world.converged().unwrap();
        }
    });
}

#[test]
fn a_read_that_makes_no_sense_is_read_again() {
    paused(async {
        for fault in
            [InjectedFault::Garbage, InjectedFault::Html { status: None }, InjectedFault::Cut { keep: Some(9) }]
        {
            for call in [Call::ListStyles, Call::GetStyle] {
                let mut world = with_pending_rules().await;
                let broken = fault.clone();
                world.faults(Some(Box::new(move |seen| {
                    (seen.call == call && seen.nth % 2 == 1).then(|| broken.clone())
                })));
                assert!(applied(&mut world).await.end.is_done(), "{fault:?} at {}", call.name());
            }
        }
    });
}

#[test]
fn a_read_that_never_makes_sense_ends_after_a_few_attempts() {
    paused(async {
        let mut world = with_pending_rules().await;
        let before = world.emulator.log_entries().len();
        world.faults(Some(Box::new(|_| Some(InjectedFault::Garbage))));
        let Ended::Unread(unread) = world.apply().await else { panic!("went on") };
        assert!(unread.to_string().contains("the answer cannot be read"), "{unread}");
        assert_eq!(world.emulator.log_entries().len() - before, 3);
    });
}

#[test]
fn windows_without_a_header_are_learned_and_used_up() {
    paused(async {
        for (allowed, seconds, lists) in [(60, 10, 120), (20, 3, 120), (100, 60, 200)] {
            let script = format!(
                r#"{{"rules": [{{"when": {{"beyond": {{"requests": {allowed}, "seconds": {seconds}}}}},
                    "fault": {{"kind": "status", "status": 429}}}}]}}"#
            );
            let mut world = World::new(1, |_| {});
            world.want(many(lists));
            world.faults(Some(FaultFile::parse(&script).unwrap().into_script()));
            let start = Instant::now();
            let report = applied(&mut world).await;
            assert!(report.end.is_done(), "{report:?}");
            world.converged().unwrap();
            let log = world.emulator.log_entries();
            let refused = log.iter().filter(|entry| entry.status == Some(429)).count();
            let windows = (log.len() - refused - 1) / allowed;
            let possible = Duration::from_secs(u64::try_from(windows).unwrap() * seconds);
            let took = start.elapsed();
            assert!(took <= possible.mul_f64(1.3), "{allowed} in {seconds} s: {took:?} instead of {possible:?}");
            assert!(refused <= 40, "{allowed} in {seconds} s: {refused} refusals for {} requests", log.len());
        }
    });
}

#[test]
fn a_wait_that_comes_with_503_is_honoured() {
    paused(async {
        for call in [Call::GetStyle, Call::ReplaceRules] {
            let mut world = with_pending_rules().await;
            let asked: Arc<Mutex<Vec<Instant>>> = Arc::default();
            let heard = asked.clone();
            world.faults(Some(Box::new(move |seen| {
                if seen.call != call {
                    return None;
                }
                heard.lock().unwrap().push(Instant::now());
                let headers = std::collections::BTreeMap::from([("retry-after".to_owned(), "30".to_owned())]);
                (seen.nth == 1 || heard.lock().unwrap().len() == 1).then_some(InjectedFault::Status {
                    status: 503,
                    headers,
                    body: None,
                })
            })));
            assert!(applied(&mut world).await.end.is_done());
            let asked = asked.lock().unwrap();
            assert!(asked[1] - asked[0] >= Duration::from_secs(30), "{}: {:?}", call.name(), asked[1] - asked[0]);
        }
    });
}

#[test]
fn a_creation_that_is_stored_differently_gets_no_name_and_is_told_as_begun() {
    paused(async {
        let mut world = World::new(3, |_| {});
        world.want(vec![style("a", "Ours a", "de", GERMAN, &[("one", "First.")])]);
        world.tamper(|request, emulator, response| {
            if request.call == Call::CreateStyle {
                let mut list = (**emulator.style_lists(ACCOUNT).first().unwrap()).clone();
                list.configured_rules = Arc::default();
                emulator.insert_style_list(ACCOUNT, list);
                let mut json: serde_json::Value = serde_json::from_slice(&response.body).unwrap();
                json["configured_rules"] = serde_json::json!({});
                response.body = json.to_string().into_bytes();
            }
        });
        let report = applied(&mut world).await;
        let Outcome::Failed(failure) = &report.outcomes[0].2 else { panic!("{report:?}") };
        assert!(failure.done.iter().any(|done| done.starts_with("created ")), "{failure:?}");
        assert!(Tag::from_name(&world.lists()[0].name).is_some(), "the name was given: {:?}", world.lists()[0].name);
    });
}

#[test]
fn a_creation_whose_answer_shows_too_little_is_judged_by_what_is_stored() {
    paused(async {
        let mut world = World::new(3, |_| {});
        world.want(vec![style("a", "Ours a", "de", GERMAN, &[])]);
        world.tamper(|request, _, response| {
            if request.call == Call::CreateStyle {
                let mut json: serde_json::Value = serde_json::from_slice(&response.body).unwrap();
                json["configured_rules"] = serde_json::json!({});
                response.body = json.to_string().into_bytes();
            }
        });
        let report = applied(&mut world).await;
        assert!(report.end.is_done(), "{report:?}");
        world.converged().unwrap();
    });
}

#[test]
fn pages_that_are_shorter_than_asked_for_hide_nothing() {
    paused(async {
        let mut world = World::new(3, |_| {});
        world.want(many(30));
        assert!(applied(&mut world).await.end.is_done());
        world.disk.lose();
        world.rewrite(|request| {
            request.target =
                request.target.replace("page_size=25", "page_size=20").replace("page_size=24", "page_size=20");
        });
        let plan = world.plan().await.unwrap();
        assert_eq!((plan.count_operations(Operation::Create), plan.count_operations(Operation::Import)), (0, 30));
    });
}

#[test]
fn another_dictionary_that_changes_meanwhile_is_noticed() {
    paused(async {
        let mut world = World::new(5, |_| {});
        let wanted = |word: &str| {
            vec![glossary("a", "Ours", &[("de", "en", &[("Haus", word)]), ("de", "fr", &[("Haus", "maison")])])]
        };
        want(&mut world, Vec::new(), wanted("house"), Vec::new());
        assert!(applied(&mut world).await.end.is_done());
        want(&mut world, Vec::new(), wanted("home"), Vec::new());
        world.tamper(|request, emulator, _| {
            if request.call == Call::ReplaceDictionary {
                let mut held = (*emulator.glossaries(ACCOUNT)[0]).clone();
                for dictionary in held.dictionaries.iter_mut().filter(|dictionary| dictionary.target_lang == "fr") {
                    Arc::make_mut(dictionary).entries =
                        std::collections::BTreeMap::from([("Haus".to_owned(), "logis".to_owned())]);
                }
                emulator.insert_glossary(ACCOUNT, held);
            }
        });
        let report = applied(&mut world).await;
        assert_eq!(report.end, RunEnd::Failed(FailureCause::Stale), "{report:?}");
        let Outcome::Failed(failure) = &report.outcomes[0].2 else { panic!("{report:?}") };
        assert!(failure.message.contains("somebody else wrote meanwhile"), "{failure:?}");
    });
}

#[test]
fn the_writes_that_a_plan_foresees_are_those_that_are_sent() {
    paused(async {
        let mut world = World::new(5, |_| {});
        let prompts: Vec<(String, String)> = (0..200).map(|n| (format!("Regel {n}"), "漢".repeat(300))).collect();
        let says: Vec<(&str, &str)> = prompts.iter().map(|(label, prompt)| (label.as_str(), prompt.as_str())).collect();
        world.want(vec![style("a", "Ours a", "ja", &[], &says), style("b", "Ours b", "de", GERMAN, &[])]);
        let plan = world.plan().await.unwrap();
        assert!(plan.calls > 50, "{}", plan.calls);
        assert!(applied(&mut world).await.end.is_done());
        assert_eq!(world.emulator.write_count(), plan.calls as u64);
    });
}

#[test]
fn a_list_costs_three_requests_and_all_of_them_together_a_few_listings() {
    paused(async {
        let mut world = World::new(5, |_| {});
        world.want(many(50));
        assert!(applied(&mut world).await.end.is_done());
        let log = world.emulator.log_entries();
        let reads = log.iter().filter(|entry| entry.method == "GET").count();
        assert!(reads <= 70 && log.len() == 100 + reads, "{reads} reads, {} requests", log.len());
    });
}

#[test]
fn a_page_of_a_thousand_lists_takes_one_request_and_one_more_proves_the_end() {
    paused(async {
        let mut world = World::new(5, |_| {});
        world.want(many(1_000));
        assert!(applied(&mut world).await.end.is_done());
        let before = world.emulator.log_entries().len();
        assert!(matches!(world.apply().await, Ended::Nothing(_)));
        let requests = world.emulator.log_entries().len() - before;
        assert!(requests <= 42, "{requests} requests");
    });
}

#[test]
fn a_deadline_cuts_a_silent_read_and_names_what_was_wrong() {
    paused(async {
        let mut world = with_pending_rules().await;
        world.manners.run_timeout = Some(Duration::from_secs(5));
        world.faults(Some(Box::new(|_| Some(InjectedFault::LostBefore { hang: true }))));
        let start = Instant::now();
        let Ended::Unread(unread) = world.apply().await else { panic!("went on") };
        assert_eq!(FailureCause::from(&unread), FailureCause::GaveUp);
        assert!(unread.to_string().contains("no answer came within 5 s"), "{unread}");
        assert!(start.elapsed() <= Duration::from_millis(5_100), "{:?}", start.elapsed());
    });
}

#[test]
fn an_interruption_ends_a_read_at_once() {
    paused(async {
        let world = with_pending_rules().await;
        let stopped = Arc::new(AtomicBool::new(false));
        world.faults(Some(Box::new(|_| Some(InjectedFault::LostBefore { hang: true }))));
        let (stop, stopping) = tokio::sync::watch::channel(false);
        let client = world.client_with(stopping);
        let start = Instant::now();
        let reading = housestyle::service::style::list_page(&client, 0, 25);
        let interrupting = async {
            tokio::time::sleep(Duration::from_secs(2)).await;
            stop.send(true).unwrap();
            stopped.store(true, Ordering::SeqCst);
        };
        let (read, ()) = tokio::join!(reading, interrupting);
        assert_eq!(FailureCause::from(&read.unwrap_err()), FailureCause::Interrupted);
        assert!(start.elapsed() < Duration::from_secs(3) && stopped.load(Ordering::SeqCst));
    });
}

#[test]
fn what_another_run_is_making_is_waited_for_and_never_removed_while_it_is_young() {
    paused(async {
        let mut world = World::new(3, |_| {});
        world.want(vec![style("a", "Ours a", "de", GERMAN, &[])]);
        assert!(applied(&mut world).await.end.is_done());
        let address = Address::style(Key::new("b").unwrap());
        let tag = Tag::new(&world.disk.state().stack, &address, "zzzzzzzz");
        world.plant_now(&tag.tagged_name("Ours b"), "de");
        let young = world.plan().await.unwrap();
        assert_eq!(young.count_operations(Operation::Sweep), 0, "{:?}", young.items);
        assert!(young.notes.iter().any(|note| note.contains("another run")), "{:?}", young.notes);
        let start = Instant::now();
        assert!(applied(&mut world).await.end.is_done());
        assert!(start.elapsed() >= Duration::from_secs(29), "removed after {:?}", start.elapsed());
        world.converged().unwrap();
    });
}

#[test]
fn what_goes_wrong_with_a_read_is_told_in_full_by_every_command() {
    let folder = project();
    for (status, exit, words) in [
        (401, 8, "HOUSESTYLE_AUTH_KEY"),
        (403, 8, "style_rules:read"),
        (404, 1, "this service has no /v3/style_rules"),
        (456, 1, "quota"),
    ] {
        let service = Scripted::new(move |_| (status, r#"{"message": "words of the service"}"#.to_owned()));
        for command in [&["plan"][..], &["apply", "--auto-approve"], &["drift"], &["pull", "--all"]] {
            let (code, _, said) = service.run(folder.path(), command);
            assert_eq!(code, exit, "{command:?} {status}: {said}");
            for part in [&format!("{status}: words of the service"), "GET /v3/style_rules", "trace-of-", "help:", words]
            {
                assert!(said.contains(part), "{command:?} {status}: no {part:?} in {said}");
            }
        }
    }
}

#[test]
fn what_is_no_service_at_all_ends_at_once_and_is_named() {
    let folder = project();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            // Whoever closes with something unread resets the connection, which is another fault.
            let _asked = std::io::Read::read(&mut stream, &mut [0; 4096]);
            let _left = std::io::Write::write_all(&mut stream, b"220 mail.example ESMTP\r\n");
        }
    });
    for (address, words) in [
        (format!("http://127.0.0.1:{port}"), "is not HTTP"),
        (format!("https://127.0.0.1:{port}"), "cannot be reached"),
    ] {
        let settings = [("HOUSESTYLE_BASE_URL", address.as_str()), ("HOUSESTYLE_AUTH_KEY", "a-key-of-some-length")];
        let start = std::time::Instant::now();
        let (code, _, said) = run(folder.path(), &["plan"], &settings);
        assert!(code == 1 && said.contains(words), "{address}: {code} {said}");
        assert!(said.contains(&format!("127.0.0.1:{port}")), "the host is not named: {said}");
        assert!(start.elapsed() < Duration::from_secs(8), "{address}: {:?}", start.elapsed());
    }
}
