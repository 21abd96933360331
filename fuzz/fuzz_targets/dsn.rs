//! Database URLs: what is accepted has one meaning, and what is refused repeats nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mosaic_db::attest::TargetUrl;
use mosaic_db::dsn::{Dsn, resembles_credential};

const CANARY: &str = "XQcanaryQX";

fuzz_target!(|text: &str| {
    match Dsn::parse(text) {
        Ok(dsn) => {
            assert!(resembles_credential(text));
            is_read_the_same_when_written_anew(&dsn);
            // The stricter reader takes the same URL or none.
            if let Ok(url) = TargetUrl::parse(text) {
                assert_eq!(parts(url.dsn()), parts(&dsn));
            }
        }
        Err(error) => {
            assert!(error.offset <= text.len());
            assert!(TargetUrl::parse(text).is_err());
        }
    }
    hides_a_password(text);
});

fn parts(dsn: &Dsn) -> (&str, &str, &str, u16, &str) {
    (dsn.user(), dsn.password().expose(), dsn.host(), dsn.port(), dsn.database())
}

fn is_read_the_same_when_written_anew(dsn: &Dsn) {
    let (user, password, host, port, database) = parts(dsn);
    let host = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
    let (password, database) = (escaped(password), escaped(database));
    let text = format!("postgresql://{user}:{password}@{host}:{port}/{database}?sslmode=verify-full");
    let again = match Dsn::parse(&text) {
        Ok(again) => again,
        // Escaping everything makes it up to three times as long.
        Err(_) if text.len() > 4096 => return,
        Err(error) => panic!("{error}"),
    };
    assert_eq!(parts(&again), parts(dsn));
}

fn escaped(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02x}")).collect()
}

/// Puts the canary where a password is expected, whatever else the text is.
fn hides_a_password(text: &str) {
    let Some((before, after)) = text.split_once('@').filter(|_| !text.contains(CANARY)) else { return };
    let text = format!("{before}{CANARY}@{after}");
    let said = match Dsn::parse(&text) {
        Ok(dsn) => format!("{dsn:?}"),
        Err(error) => format!("{error} {error:?}"),
    };
    assert!(!said.contains(CANARY), "{said}");
}
