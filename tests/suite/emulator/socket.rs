//! The emulator on a socket, spoken to in plain bytes.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use housestyle::emulator::{Emulator, EmulatorOptions, InjectedFault, ServeOptions, serve};
use housestyle::service::Call;

use super::LISTS;

/// Serves an emulator while `talk` runs, then stops it.
fn served(fault: Option<(Call, InjectedFault)>, talk: impl FnOnce(SocketAddr) + Send + 'static) -> Emulator {
    let emulator = Emulator::new(EmulatorOptions::default());
    if let Some((call, fault)) = fault {
        emulator.set_script(Some(Box::new(move |seen| (seen.call == call).then(|| fault.clone()))));
    }
    talk_to(emulator, ServeOptions::default(), talk)
}

fn served_with(options: ServeOptions, talk: impl FnOnce(SocketAddr) + Send + 'static) {
    talk_to(Emulator::new(EmulatorOptions::default()), options, talk);
}

fn talk_to(emulator: Emulator, options: ServeOptions, talk: impl FnOnce(SocketAddr) + Send + 'static) -> Emulator {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let serving = tokio::spawn(serve(emulator.clone(), listener, options, async move {
            let _ = stopped.await;
        }));
        tokio::task::spawn_blocking(move || talk(address)).await.unwrap();
        stop.send(()).unwrap();
        serving.await.unwrap().unwrap();
    });
    emulator
}

/// Sends bytes on a new connection and reads until it ends.
fn say(address: SocketAddr, text: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(text.as_bytes()).unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8(answer).unwrap()
}

fn post(more: &str, body: &str) -> String {
    format!(
        "POST {LISTS} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Service-Auth-Key k\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n{more}\r\n{body}",
        body.len()
    )
}

const LIST: &str = "{\"name\":\"A\",\"language\":\"de\"}";

#[test]
fn answers_come_over_a_socket() {
    served(None, |address| {
        let made = say(address, &post("", LIST));
        assert!(made.starts_with("HTTP/1.1 201 Created\r\n"), "{made}");
        assert!(made.contains("\r\nx-trace-id: "), "{made}");
        assert!(made.contains("\"version\":1"), "{made}");
        let listed = say(
            address,
            &format!(
                "GET {LISTS}?page=0 HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Service-Auth-Key k\r\n\r\n"
            ),
        );
        assert!(listed.starts_with("HTTP/1.1 200 OK\r\n") && listed.contains("\"name\":\"A\""), "{listed}");
        let refused = say(address, "BREW / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
        assert!(refused.starts_with("HTTP/1.1 403 "), "{refused}");
        let large = say(address, &post("", &" ".repeat(300_000)));
        assert!(large.starts_with("HTTP/1.1 413 "), "{large}");
    });
}

#[test]
fn a_lost_answer_is_a_connection_that_ends_without_a_byte() {
    for fault in
        [InjectedFault::LostAfter { hang: false }, InjectedFault::LostBefore { hang: false }, InjectedFault::Refused]
    {
        let stored = usize::from(fault == InjectedFault::LostAfter { hang: false });
        let emulator = served(Some((Call::CreateStyle, fault)), |address| {
            assert_eq!(say(address, &post("", LIST)), "");
        });
        assert_eq!(emulator.style_lists("default").len(), stored);
    }
}

#[test]
fn a_cut_answer_promises_more_than_comes() {
    let emulator = served(Some((Call::CreateStyle, InjectedFault::Cut { keep: Some(10) })), |address| {
        let answer = say(address, &post("", LIST));
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 201 "), "{head}");
        let promised: usize = head.rsplit_once("content-length: ").unwrap().1.parse().unwrap();
        assert_eq!(body.len(), 10);
        assert!(promised > 10, "{head}");
    });
    assert_eq!(emulator.style_lists("default").len(), 1);
}

#[test]
fn a_request_that_does_not_come_whole_is_not_carried_out() {
    let emulator = served(None, |address| {
        let whole = post("", LIST);
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(&whole.as_bytes()[..whole.len() - 1]).unwrap();
        drop(stream);
    });
    assert_eq!(emulator.style_lists("default").len(), 0);
    assert_eq!(emulator.write_count(), 0);
}

#[test]
fn a_silent_connection_does_not_keep_it_from_stopping() {
    served(Some((Call::CreateStyle, InjectedFault::LostBefore { hang: true })), |address| {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(post("", LIST).as_bytes()).unwrap();
        std::mem::forget(stream);
    });
}

#[test]
fn half_a_request_ends_by_a_timeout_and_others_are_served_meanwhile() {
    let options = ServeOptions { read_timeout: Duration::from_millis(300), ..ServeOptions::default() };
    served_with(options, |address| {
        let whole = post("", LIST);
        let half: Vec<TcpStream> = (0..150)
            .flat_map(|_| ["", "GET /v3/style", &whole[..whole.len() - 1]])
            .map(|part| {
                let mut stream = TcpStream::connect(address).unwrap();
                stream.write_all(part.as_bytes()).unwrap();
                stream
            })
            .collect();
        assert!(say(address, &whole).starts_with("HTTP/1.1 201 "));
        let mut timed_out = 0;
        for mut stream in half {
            stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).expect("the emulator ends the connection");
            timed_out += usize::from(answer.starts_with(b"HTTP/1.1 408 "));
        }
        assert!(timed_out >= 150, "{timed_out}");
    });
}

#[test]
fn a_foreign_host_is_refused_and_health_needs_no_key() {
    served(None, |address| {
        let get = |path: &str, host: &str| {
            say(address, &format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n"))
        };
        assert!(get("/healthz", "localhost").starts_with("HTTP/1.1 200 "));
        assert!(get("/healthz", "evil.example").starts_with("HTTP/1.1 421 "));
        assert!(get("/_emulator/log", "localhost").starts_with("HTTP/1.1 404 "));
    });
}

#[test]
fn only_loopback_is_served() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("0.0.0.0:0").await.unwrap();
        let outcome =
            serve(Emulator::new(EmulatorOptions::default()), listener, ServeOptions::default(), std::future::pending())
                .await;
        assert_eq!(outcome.unwrap_err().kind(), std::io::ErrorKind::InvalidInput);
    });
}
