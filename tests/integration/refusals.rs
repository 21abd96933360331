//! Refusals that come before any connection.

use crate::support::Migrator;
use std::net::TcpListener;

const CANARY: &str = "Zc0nary-Passw0rd";

/// A listening socket that nobody may come to, and its address as a database URL.
fn silent_server() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.set_nonblocking(true).expect("nonblocking");
    let port = listener.local_addr().expect("an address").port();
    let url = format!("postgresql://mosaic_migrator:{CANARY}@127.0.0.1:{port}/mosaic?sslmode=verify-full");
    (listener, url)
}

/// A connection, had there been one, would be waiting in the accept queue: the program has ended.
fn assert_untouched(listener: &TcpListener) {
    let refused = listener.accept().expect_err("somebody connected");
    assert_eq!(refused.kind(), std::io::ErrorKind::WouldBlock);
}

#[test]
fn the_credential_of_another_identity_is_never_used() {
    for (variables, code) in [
        (&["DATABASE_URL"][..], "DATABASE_MIGRATION_URL_MISSING"),
        (&["DATABASE_URL", "DATABASE_MIGRATION_URL"], "FOREIGN_CREDENTIAL"),
    ] {
        for command in [&["--run"][..], &["--verify"], &["status"]] {
            let (listener, url) = silent_server();
            let migrator = Migrator::new(command).env("MOSAIC_OUTPUT", "json");
            let ended = variables.iter().fold(migrator, |run, name| run.env(name, &url)).run();
            assert_eq!((ended.status(), ended.code().as_str()), (78, code), "{command:?} {variables:?}");
            assert!(!format!("{}{}", ended.stdout(), ended.stderr()).contains(CANARY));
            assert_untouched(&listener);
        }
    }
}

#[test]
fn a_credential_in_the_arguments_is_refused_and_not_repeated() {
    for arguments in [
        &["--run", "postgresql://u:Zc0nary-Passw0rd@h/d"][..],
        &["explain", "POSTGRES://u:Zc0nary-Passw0rd@h/d"],
        &["status", "--output=postgres://u:Zc0nary-Passw0rd@h/d"],
        &["host=h Password=Zc0nary-Passw0rd"],
    ] {
        for form in ["text", "json"] {
            let ended = Migrator::new(arguments).env("MOSAIC_OUTPUT", form).run();
            let shown = format!("{}{}", ended.stdout(), ended.stderr());
            assert_eq!(ended.status(), 64);
            assert!(shown.contains("CREDENTIAL_IN_ARGUMENTS") && !shown.contains(CANARY), "{shown}");
        }
    }
}

#[test]
fn the_keys_of_the_json_output_do_not_depend_on_the_ending() {
    let keys = |arguments: &[&str]| {
        let ended = Migrator::new(arguments).env("MOSAIC_OUTPUT", "json").run();
        let json = ended.json();
        assert_eq!(json["status"], ended.status());
        json.as_object().expect("an object").keys().cloned().collect::<Vec<_>>()
    };
    let success = keys(&["explain", "USAGE"]);
    for failure in [&["--run"][..], &["--run", "--foo"], &["explain", "NO_SUCH_CODE"], &[]] {
        assert_eq!(keys(failure), success, "{failure:?}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_failure_and_a_full_disk_is_one() {
    let program = env!("CARGO_BIN_EXE_mosaic-db-migrator");
    let status = |script: &str| {
        let shell = std::process::Command::new("bash").args(["-c", script, "bash", program]).status();
        shell.expect("bash").code()
    };
    assert_eq!(status(r#""$1" man | true; exit "${PIPESTATUS[0]}""#), Some(0));
    assert_eq!(status(r#""$1" man >/dev/full 2>/dev/null"#), Some(74));
}
