//! A server that lies, fails, or is not the one that was meant.

use super::pretender::{self, Pretender};
use super::*;
use mosaic_lab::certificates::Flaw;
use mosaic_lab::listener::Listener;
use std::time::Instant;

/// Small, so that what is larger is soon there.
const SMALL: Limits = Limits { bytes: 64 * 1024, ..LIMITS };

/// Short, so that what never comes is not waited for.
const SHORT: Limits = Limits { time: Duration::from_millis(700), ..LIMITS };

/// Asks a server that is none.
fn ask(pretender: &Pretender, authority: &Authority, wanted: Wanted) -> Result<Record, Error> {
    ask_within(SMALL, pretender, authority, wanted)
}

fn ask_within(
    limits: Limits,
    pretender: &Pretender,
    authority: &Authority,
    wanted: Wanted,
) -> Result<Record, Error> {
    read_within(limits, (&pretender.address(), authority.pem()), token("s.canary"), Kind::Importer, wanted)
}

#[test]
fn only_the_server_that_the_ca_vouches_for_hears_the_token() {
    let (ours, other) = (Authority::new().unwrap(), Authority::new().unwrap());
    let pretender = Pretender::answering(&other, 200, "{}");
    assert_eq!(code(ask(&pretender, &ours, Wanted::Newest)), "VAULT_NOT_AUTHENTICATED");
    assert_eq!(pretender.heard(), "");
    for flaw in [Flaw::WrongHost, Flaw::Expired, Flaw::NoSubjectAltName] {
        let flawed = Pretender::behind(&ours.flawed(flaw).unwrap(), |_| {});
        assert_eq!(code(ask(&flawed, &ours, Wanted::Newest)), "VAULT_NOT_AUTHENTICATED", "{flaw:?}");
        assert_eq!(flawed.heard(), "", "{flaw:?}");
    }
    // A server without TLS.
    let plain = Listener::answering(b"HTTP/1.1 400 Bad Request\r\n\r\n").unwrap();
    let address = format!("https://localhost:{}", plain.port());
    let login = || token("s.canary");
    let refused = read_within(SMALL, (&address, ours.pem()), login(), Kind::Importer, Wanted::Newest);
    assert_eq!(code(refused), "VAULT_NOT_AUTHENTICATED");
    assert!(!String::from_utf8_lossy(&plain.received()).contains("canary"));
    // None at all.
    drop(plain);
    let refused = read_within(SMALL, (&address, ours.pem()), login(), Kind::Importer, Wanted::Newest);
    assert_eq!(code(refused), "VAULT_UNREACHABLE");
}

#[test]
fn a_redirect_is_not_followed() {
    let authority = Authority::new().unwrap();
    for status in [301, 302, 303, 307, 308] {
        let elsewhere = Pretender::answering(&authority, 200, "{}");
        let plain = Listener::answering(b"HTTP/1.1 200 OK\r\n\r\n").unwrap();
        for target in [elsewhere.address(), format!("http://localhost:{}", plain.port())] {
            let head =
                format!("HTTP/1.1 {status} Moved\r\nLocation: {target}/v1/x\r\nContent-Length: 0\r\n\r\n");
            let pretender = Pretender::saying(&authority, head);
            assert_eq!(code(ask(&pretender, &authority, Wanted::Newest)), "VAULT_REDIRECT");
            assert!(pretender.heard().contains("canary"), "the server that was meant is asked");
        }
        assert_eq!((elsewhere.heard(), plain.connections()), (String::new(), 0), "{status}");
    }
}

#[test]
fn an_answer_that_does_not_end_in_time() {
    let authority = Authority::new().unwrap();
    let silent = Pretender::start(&authority, pretender::Client::wait);
    let slow = Pretender::start(&authority, |client| {
        client.say(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
        // Each byte is in time; all of them are not.
        while client.say(b" ") {
            std::thread::sleep(Duration::from_millis(20));
        }
    });
    // Each of these is whole, and none of them is the answer (RFC 9110, section 15.2).
    let interim =
        Pretender::start(&authority, |client| while client.say(b"HTTP/1.1 103 Early Hints\r\n\r\n") {});
    for pretender in [silent, slow, interim] {
        let started = Instant::now();
        assert_eq!(code(ask_within(SHORT, &pretender, &authority, Wanted::Newest)), "VAULT_TIMEOUT");
        assert!(started.elapsed() < Duration::from_secs(5));
    }
}

#[test]
fn an_answer_that_is_larger_than_any_record() {
    const PIECE: [u8; 16 * 1024] = [b' '; 16 * 1024];
    let authority = Authority::new().unwrap();
    let announced = Pretender::start(&authority, |client| {
        client.say(b"HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n");
        while client.say(&PIECE) {}
    });
    let chunked = Pretender::start(&authority, |client| {
        client.say(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
        while client.say(b"4000\r\n") && client.say(&PIECE) && client.say(b"\r\n") {}
    });
    let headers = Pretender::start(&authority, |client| {
        client.say(b"HTTP/1.1 200 OK\r\n");
        while client.say(b"X: ") && client.say(&PIECE) && client.say(b"\r\n") {}
    });
    for (pretender, expected) in [
        (announced, "VAULT_ANSWER_TOO_LARGE"),
        (chunked, "VAULT_ANSWER_TOO_LARGE"),
        (headers, "VAULT_FAILED"),
    ] {
        assert_eq!(code(ask(&pretender, &authority, Wanted::Newest)), expected);
        // The limit, and what fits into the buffers of two sockets.
        assert!(pretender.said() < 16 << 20, "{}", pretender.said());
    }
}

#[test]
fn an_answer_that_is_none() {
    let authority = Authority::new().unwrap();
    let metadata = |version: u64| json!({ "version": version, "destroyed": false, "deletion_time": "" });
    let record = |version| json!({ "data": { "data": { "url": "canary" }, "metadata": metadata(version) } });
    for (status, document, expected) in [
        (200, String::new(), "VAULT_ANSWER_MALFORMED"),
        (200, "<html>canary</html>".to_owned(), "VAULT_ANSWER_MALFORMED"),
        (404, "<html>canary</html>".to_owned(), "VAULT_ANSWER_MALFORMED"),
        (200, json!({ "data": null }).to_string(), "VAULT_ANSWER_MALFORMED"),
        (200, json!({ "data": { "data": { "url": "canary" } } }).to_string(), "VAULT_ANSWER_MALFORMED"),
        (200, record(0).to_string(), "VAULT_ANSWER_MALFORMED"),
        (
            200,
            json!({ "data": { "data": null, "metadata": metadata(2) } }).to_string(),
            "VAULT_ANSWER_MALFORMED",
        ),
        (200, record(1).to_string(), "VAULT_VERSION_MISMATCH"),
        (200, record(2).to_string(), "read"),
        (404, json!({ "errors": [] }).to_string(), "VAULT_RECORD_MISSING"),
        (403, json!({ "errors": ["canary"] }).to_string(), "VAULT_FORBIDDEN"),
        (412, json!({ "errors": ["canary"] }).to_string(), "VAULT_BUSY"),
        (429, json!({ "errors": ["canary"] }).to_string(), "VAULT_BUSY"),
        (500, json!({ "errors": ["canary"] }).to_string(), "VAULT_FAILED"),
        (503, json!({ "errors": ["canary"] }).to_string(), "VAULT_SEALED"),
        (204, String::new(), "VAULT_FAILED"),
    ] {
        let pretender = Pretender::answering(&authority, status, &document);
        let read = ask(&pretender, &authority, Wanted::Exactly(version(2)));
        assert_eq!(code(read), expected, "{status} {document}");
    }
    for text in ["canary\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\ncanary"] {
        let pretender = Pretender::saying(&authority, text);
        assert_eq!(code(ask(&pretender, &authority, Wanted::Newest)), "VAULT_FAILED");
    }
}
