//! A server that is not the one that was meant, or that lies. It gets the token only if it is the one, and then as little
//! else as there is.

use super::pretender::{self, Pretender};
use super::site::Site;
use crate::support::{Ended, Migrator};
use mosaic_lab::certificates::{Authority, Flaw};
use mosaic_lab::listener::Listener;
use std::time::{Duration, Instant};

fn authority() -> Authority {
    Authority::new().expect("an authority")
}

/// The answer of the program that was sent to this server, and shows nothing of what it said.
fn asked(site: &Site, pretender: &Pretender, authority: &Authority) -> Ended {
    let ended = site.render_from(&pretender.address(), authority).run();
    site.require_no_secret(&ended);
    ended
}

#[test]
fn only_the_server_that_the_ca_vouches_for_hears_the_token() {
    let site = Site::new();
    let (ours, other) = (authority(), authority());
    let pretender = Pretender::answering(&other, 200, "{}");
    asked(&site, &pretender, &ours).assert_failed(69, "VAULT_NOT_AUTHENTICATED");
    assert_eq!(pretender.heard(), "");
    for flaw in [Flaw::WrongHost, Flaw::Expired, Flaw::NoSubjectAltName] {
        let flawed = Pretender::behind(&ours.flawed(flaw).expect("a certificate"), |_| {});
        asked(&site, &flawed, &ours).assert_failed(69, "VAULT_NOT_AUTHENTICATED");
        assert_eq!(flawed.heard(), "", "{flaw:?}");
    }
    let real = site.render_from(&site.bao().address(), &ours).run();
    real.assert_failed(69, "VAULT_NOT_AUTHENTICATED");
    // A server without TLS, and then none.
    let plain = Listener::answering(b"HTTP/1.1 400 Bad Request\r\n\r\n").expect("a listener");
    let address = format!("https://localhost:{}", plain.port());
    site.render_from(&address, &ours).run().assert_failed(69, "VAULT_NOT_AUTHENTICATED");
    let heard = plain.received();
    assert!(!heard.windows(5).any(|window| window == b"vault" || window == b"Vault"), "{heard:?}");
    drop(plain);
    site.render_from(&address, &ours).run().assert_failed(69, "VAULT_UNREACHABLE");
}

#[test]
fn no_variable_leads_elsewhere_or_believes_somebody_else() {
    let site = Site::new();
    let elsewhere = Listener::answering(b"HTTP/1.1 200 OK\r\n\r\n").expect("a listener");
    let url = format!("http://localhost:{}", elsewhere.port());
    let (ours, other) = (authority(), authority());
    let stranger = Pretender::answering(&other, 200, "{}");
    let roots = site.public_file("roots.pem", other.pem());
    let surprised = |render: Migrator| {
        let proxies =
            ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "VAULT_PROXY_ADDR"];
        let render = proxies.iter().fold(render, |render, name| render.env(name, &url));
        render
            .env("VAULT_ADDR", &url)
            .env("VAULT_TOKEN", "canary")
            .env("VAULT_NAMESPACE", "canary")
            .env("VAULT_SKIP_VERIFY", "")
            .env("VAULT_CACERT", &roots)
            .env("SSL_CERT_FILE", &roots)
    };
    let refused = surprised(site.render_from(&stranger.address(), &ours)).run();
    refused.assert_failed(69, "VAULT_NOT_AUTHENTICATED");
    surprised(site.render()).run().assert_reached();
    assert_eq!((stranger.heard().as_str(), elsewhere.connections()), ("", 0));
}

#[test]
fn a_redirect_is_not_followed() {
    let site = Site::new();
    let authority = authority();
    for status in [301, 302, 303, 307, 308] {
        let elsewhere = Pretender::answering(&authority, 200, "{}");
        let plain = Listener::answering(b"HTTP/1.1 200 OK\r\n\r\n").expect("a listener");
        for target in [elsewhere.address(), format!("http://localhost:{}", plain.port())] {
            let answer =
                format!("HTTP/1.1 {status} canary\r\nLocation: {target}/canary\r\nContent-Length: 0\r\n\r\n");
            let pretender = Pretender::saying(&authority, answer);
            let ended = asked(&site, &pretender, &authority);
            ended.assert_failed(77, "VAULT_REDIRECT");
            assert!(!ended.stderr().contains(&target), "{}", ended.stderr());
            assert!(pretender.heard().contains("x-vault-token: "), "the server that was meant is asked");
        }
        assert_eq!((elsewhere.heard().as_str(), plain.connections()), ("", 0), "{status}");
    }
}

#[test]
fn an_answer_that_does_not_end_in_time() {
    let site = Site::new();
    let authority = authority();
    let silent = Pretender::start(&authority, pretender::Client::wait);
    let slow = Pretender::start(&authority, |client| {
        client.say(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n");
        // Each byte is in time; all of them are not.
        while client.say(b" ") {
            std::thread::sleep(Duration::from_millis(20));
        }
    });
    // Each of these is whole, and none of them is the answer (RFC 9110, section 15.2).
    let interim =
        Pretender::start(&authority, |client| while client.say(b"HTTP/1.1 103 Early Hints\r\n\r\n") {});
    let started = Instant::now();
    let running = [&silent, &slow, &interim]
        .map(|pretender| site.render_from(&pretender.address(), &authority).start());
    for running in running {
        running.wait().assert_failed(69, "VAULT_TIMEOUT");
    }
    assert!(started.elapsed() < Duration::from_secs(40));
}

#[test]
fn an_answer_that_is_larger_than_any_record() {
    const PIECE: [u8; 16 * 1024] = [b' '; 16 * 1024];
    let site = Site::new();
    let authority = authority();
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
    for (pretender, status, code) in [
        (announced, 65, "VAULT_ANSWER_TOO_LARGE"),
        (chunked, 65, "VAULT_ANSWER_TOO_LARGE"),
        (headers, 69, "VAULT_FAILED"),
    ] {
        asked(&site, &pretender, &authority).assert_failed(status, code);
        // The limit, and what fits into the buffers of two sockets.
        assert!(pretender.said() < 16 << 20, "{}", pretender.said());
    }
}

#[test]
fn an_answer_that_is_none() {
    let site = Site::new();
    let authority = authority();
    for (answer, status, code) in [
        ("canary\r\n\r\n", 69, "VAULT_FAILED"),
        ("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\ncanary", 69, "VAULT_FAILED"),
        ("HTTP/1.1 200 OK\r\nContent-Length: 19\r\n\r\n<html>canary</html>", 65, "VAULT_ANSWER_MALFORMED"),
        ("HTTP/1.1 500 canary\r\nContent-Length: 23\r\n\r\n{\"errors\":[\"canary\"]}  ", 69, "VAULT_FAILED"),
        ("HTTP/1.1 429 canary\r\nContent-Length: 13\r\n\r\n{\"errors\":[]}", 75, "VAULT_BUSY"),
    ] {
        let pretender = Pretender::saying(&authority, answer);
        asked(&site, &pretender, &authority).assert_failed(status, code);
    }
}
