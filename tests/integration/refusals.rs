//! Refusals that come before any connection.

use crate::support::Migrator;
use std::io::Write as _;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;

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

/// Everything that is wrong before a connection, one mistake a case, each with its own code and no canary.
#[test]
fn what_is_refused_before_connecting_shows_no_secret() {
    let (listener, url) = silent_server();
    let directory = tempfile::tempdir().expect("a directory");
    let file = |name: &str, content: &str, mode: u32| {
        let path = directory.path().join(name);
        std::fs::OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&path)
            .and_then(|mut file| file.write_all(content.as_bytes()))
            .and_then(|()| std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)))
            .expect("a file");
        path.into_os_string().into_string().expect("a UTF-8 path")
    };
    let good = file("url", &url, 0o400);
    let plaintext = url.replace("verify-full", "disable");
    let ca = file("ca.pem", "no certificate", 0o644);
    let (url_in, file_in) = ("DATABASE_MIGRATION_URL", "DATABASE_MIGRATION_URL_FILE");
    let ca_in = "DATABASE_TLS_CA_CERT_PATH";
    for (variables, code) in [
        (vec![(url_in, plaintext.clone())], "DSN_INVALID"),
        (vec![(url_in, format!("{url}\n"))], "DSN_INVALID"),
        (vec![(file_in, file("plaintext", &plaintext, 0o400))], "DSN_INVALID"),
        (vec![(file_in, file("wide", &url, 0o440))], "FILE_UNSAFE"),
        (vec![(file_in, file("newline", &format!("{url}\n"), 0o400))], "FILE_CONTENT"),
        (vec![(file_in, file("absent", "", 0o400) + "x")], "FILE_UNREADABLE"),
        (vec![(file_in, good.clone())], "VARIABLE_MISSING"),
        (vec![(file_in, good.clone()), (ca_in, file("ca2.pem", "", 0o644))], "FILE_CONTENT"),
        (vec![(file_in, good.clone()), (ca_in, file("ca3.pem", "x", 0o666))], "FILE_UNSAFE"),
        (vec![(file_in, good.clone()), (url_in, url.clone())], "VARIABLE_CONFLICT"),
        (vec![(file_in, good.clone()), ("MOSAIC_TIER", "local".to_owned())], "LOCAL_TIER"),
        (vec![(file_in, good.clone()), ("MOSAIC_LOCK_WAIT", "1".to_owned())], "VARIABLE_MISSPELT"),
        (vec![(file_in, good), (ca_in, ca), ("MOSAIC_LOCK_WAIT_MS", "soon".to_owned())], "VARIABLE_INVALID"),
    ] {
        for form in ["text", "json"] {
            let migrator = Migrator::new(&["--run"]).env("MOSAIC_OUTPUT", form);
            let ended = variables.iter().fold(migrator, |run, (name, value)| run.env(name, value)).run();
            let shown = format!("{}{}", ended.stdout(), ended.stderr());
            assert_eq!(ended.status(), 78, "{code}: {shown}");
            assert!(shown.contains(code) && !shown.contains(CANARY), "{code}: {shown}");
        }
    }
    assert_untouched(&listener);
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
fn the_form_of_the_answer_is_checked_like_everything_else() {
    let ended = Migrator::new(&["status"]).env("MOSAIC_OUTPUT", "xml").run();
    assert_eq!(ended.status(), 78);
    assert!(ended.stderr().contains("VARIABLE_INVALID"), "{}", ended.stderr());
    let ended = Migrator::new(&["explain", "USAGE", "--output", "text"]).env("MOSAIC_OUTPUT", "json").run();
    assert!(ended.stdout().starts_with("USAGE\n"), "the option wins: {}", ended.stdout());
}

/// `--help` and its like must work where everything else is broken.
#[test]
fn documents_need_no_environment() {
    for arguments in [&["--help"][..], &["--version"], &["man"], &["completions", "bash"]] {
        let broken = Migrator::new(arguments).env("DATABASE_URL", "x").env("MOSAIC_TIER", "\n");
        assert_eq!(broken.run().status(), 0, "{arguments:?}");
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
