//! A password with every awkward character works, and is seen nowhere: not in output, receipts, arguments, the
//! server's view of the session or its log.

use crate::attested::site::Site;
use crate::support::{Database, Ended, Folder, Migrator};
use mosaic_lab::certificates::Authority;
use mosaic_lab::password;
use mosaic_lab::postgres::Major;
use std::net::TcpListener;

/// The ways in which the password could be shown.
struct Canary {
    forms: Vec<String>,
}

impl Canary {
    fn new(password: &str, url: &str) -> Self {
        let encoded = url.split_once(':').and_then(|(_, rest)| rest.split_once(':'));
        let encoded = encoded.and_then(|(_, rest)| rest.split_once('@')).expect("a URL with a password").0;
        // Escaped by JSON or a debug form, a password is no longer itself, but its longest word is.
        let words = password.split(|letter: char| !(letter.is_ascii_alphanumeric() || "-_".contains(letter)));
        let word = words.max_by_key(|word| word.len()).expect("a word");
        assert!(word.len() > 6, "too short to be found by chance: {word}");
        Self { forms: vec![password.to_owned(), encoded.to_owned(), word.to_owned()] }
    }

    fn assert_absent(&self, place: &str, text: &str) {
        for form in &self.forms {
            assert!(!text.contains(form), "{place} shows the password");
        }
    }

    fn assert_absent_in(&self, ended: &Ended) {
        self.assert_absent("standard output", ended.stdout());
        self.assert_absent("standard error", ended.stderr());
    }
}

#[test]
fn a_password_of_awkward_characters_works_and_is_shown_nowhere() {
    let password = password::canary();
    let database = Database::bare_with(Major::V17, &password);
    database.bootstrap();
    let canary = Canary::new(&password, &database.reveal("mosaic_migrator.url"));
    let seen = database.value("SELECT string_agg(to_jsonb(a)::text, ' ') FROM pg_authid a");
    canary.assert_absent("pg_authid", &seen);
    let folder = Folder::history(&[("0000_first", "CREATE TABLE \"a\" (\"id\" integer);")]);
    let broken = Folder::history(&[("0000_first", "CREATE TABLE \"a\" (\"id\" no_such_type);")]);
    let receipts = tempfile::tempdir().expect("a directory for receipts");

    for form in ["text", "json"] {
        let ended = database.migrator(&["--run"], broken.write()).env("MOSAIC_OUTPUT", form).run();
        canary.assert_absent_in(ended.assert_failed(6, "ENTRY_FAILED"));
    }

    // Held up by a lock, the run can be looked at from outside.
    let mut admin = database.admin();
    let mut holder = admin.transaction().expect("a transaction");
    holder.batch_execute("LOCK TABLE drizzle.__drizzle_migrations IN ACCESS EXCLUSIVE MODE").expect("a lock");
    let running = database
        .migrator(&["--run"], folder.write())
        .env("MOSAIC_RECEIPT_DIR", receipts.path())
        .env("MOSAIC_LOCK_TIMEOUT_MS", "60000")
        .start();
    database.blocked_runner();
    let arguments = std::fs::read(format!("/proc/{}/cmdline", running.pid())).expect("the arguments");
    canary.assert_absent("/proc/PID/cmdline", &String::from_utf8_lossy(&arguments));
    let environment = std::fs::read(format!("/proc/{}/environ", running.pid())).expect("the environment");
    canary.assert_absent("/proc/PID/environ", &String::from_utf8_lossy(&environment));
    let seen = database.value("SELECT string_agg(to_jsonb(a)::text, ' ') FROM pg_stat_activity a");
    assert!(seen.contains("mosaic-db-migrator/"), "the run is visible: {seen}");
    canary.assert_absent("pg_stat_activity", &seen);
    holder.rollback().expect("the lock is released");
    canary.assert_absent_in(running.wait().assert_reached());

    let mut written = 0;
    for entry in std::fs::read_dir(receipts.path()).expect("the receipts") {
        let receipt = std::fs::read_to_string(entry.expect("a receipt").path()).expect("a receipt's text");
        canary.assert_absent("a receipt", &receipt);
        written += 1;
    }
    assert!(written > 0, "the run left a receipt");
    for arguments in [&["--verify"][..], &["status"], &["status", "--output", "json"]] {
        canary.assert_absent_in(database.migrator(arguments, folder.write()).run().assert_reached());
    }
    canary.assert_absent("the server's log", &database.cluster().log());
}

/// The server says no, in words that could hold what it was asked with.
#[test]
fn a_wrong_password_is_not_repeated() {
    let database = Database::bootstrapped();
    let wrong = password::canary();
    let url = database.cluster().url("mosaic_migrator", &wrong, "mosaic");
    let canary = Canary::new(&wrong, &url);
    let file = database.secret("wrong.url", &url);
    let folder = Folder::history(&[("0000_first", "SELECT 1;")]);
    for form in ["text", "json"] {
        let run = database.migrator_at(&["--run"], folder.write(), &file).env("MOSAIC_OUTPUT", form).run();
        canary.assert_absent_in(run.assert_failed(69, "AUTHENTICATION_FAILED"));
    }
}

/// Ways to fail after the URL was understood.
#[test]
fn no_failure_of_a_session_shows_the_password() {
    let password = password::canary();
    let database = Database::bare_with(Major::V17, &password);
    database.bootstrap();
    let url = database.reveal("mosaic_migrator.url");
    let canary = Canary::new(&password, &url);
    let folder = Folder::history(&[("0000_first", "SELECT 1;")]);
    let other = Authority::new().expect("an authority");
    let other = database.secret("other.pem", other.pem());
    let elsewhere = database.secret("elsewhere.url", &url.replace("/mosaic?", "/elsewhere?"));
    let free =
        TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port").port();
    let gone = database
        .secret("gone.url", &url.replace(&format!(":{}/", database.cluster().port()), &format!(":{free}/")));
    let mut holder = database.admin();
    holder.batch_execute("SELECT pg_advisory_lock(1297044289, 1262636593)").expect("the lock");
    for form in ["text", "json"] {
        let run = || database.migrator(&["--run"], folder.write()).env("MOSAIC_OUTPUT", form);
        let at = |url| run().env("DATABASE_MIGRATION_URL_FILE", url).run();
        let held = run().env("MOSAIC_LOCK_WAIT_MS", "0").run();
        canary.assert_absent_in(held.assert_failed(4, "DATABASE_MIGRATION_LOCKED"));
        let untrusted = run().env("DATABASE_TLS_CA_CERT_PATH", &other).run();
        canary.assert_absent_in(untrusted.assert_failed(69, "TLS_CERTIFICATE_REFUSED"));
        canary.assert_absent_in(at(&elsewhere).assert_failed(69, "AUTHENTICATION_FAILED"));
        canary.assert_absent_in(at(&gone).assert_failed(69, "SERVER_UNREACHABLE"));
    }
    canary.assert_absent("the server's log", &database.cluster().log());
}

/// URLs that are nearly right, in a variable and in a file; and the right one where a path should be.
#[test]
fn a_url_that_is_not_understood_is_not_repeated() {
    let password = password::canary();
    let database = Database::bare_with(Major::V17, &password);
    let url = database.reveal("mosaic_migrator.url");
    let canary = Canary::new(&password, &url);
    let folder = Folder::history(&[("0000_first", "SELECT 1;")]);
    let encoded = url.split(['/', '@']).nth(2).expect("the user and password").to_owned();
    let encoded = encoded.split_once(':').expect("a password").1;
    let ca = database.cluster().ca_pem_path();
    for malformed in [
        url.replace(encoded, &password),
        url.replace("sslmode=verify-full", "sslmode=require"),
        url.replace("postgresql", "POSTGRESQL"),
        url.replace("postgresql", "mysql"),
        format!("{url}#fragment"),
        format!("{url}&password={encoded}"),
        format!("{url}\n"),
        format!(" {url}"),
        url.replace("mosaic_migrator:", ""),
        url.replace('@', "@@"),
        url.replace("%", "%zz"),
        url.replace("%20", "%00"),
        format!("host=localhost user=mosaic_migrator password={password} dbname=mosaic"),
        password.clone(),
    ] {
        for form in ["text", "json"] {
            let run =
                Migrator::new(&["--run"]).env("MOSAIC_OUTPUT", form).env("DATABASE_TLS_CA_CERT_PATH", &ca);
            canary.assert_absent_in(
                run.env("DATABASE_MIGRATION_URL", &malformed).run().assert_failed(78, "DSN_INVALID"),
            );
            let file = database.secret("malformed.url", &malformed);
            let run =
                database.migrator_at(&["--verify"], folder.write(), &file).env("MOSAIC_OUTPUT", form).run();
            let code = if malformed.ends_with('\n') { "FILE_CONTENT" } else { "DSN_INVALID" };
            canary.assert_absent_in(run.assert_failed(78, code));
        }
    }
    for variable in [
        "DATABASE_MIGRATION_URL_FILE",
        "DATABASE_TLS_CA_CERT_PATH",
        "MOSAIC_BUNDLE_DIR",
        "MOSAIC_RECEIPT_DIR",
        "MOSAIC_LOCK_WAIT_MS",
    ] {
        for form in ["text", "json"] {
            let run =
                database.migrator(&["--run"], folder.write()).env("MOSAIC_OUTPUT", form).env(variable, &url);
            canary.assert_absent_in(run.run().assert_failed(78, "VARIABLE_INVALID"));
        }
    }
    // A form that is none, and a name that is nearly right.
    let run = database.migrator(&["--run"], folder.write()).env("MOSAIC_OUTPUT", &url).run();
    canary.assert_absent_in(run.assert_failed(78, "VARIABLE_INVALID"));
    let run = database.migrator(&["--run"], folder.write()).env("MOSAIC_RECIEPT_DIR", &url).run();
    canary.assert_absent_in(run.assert_failed(78, "VARIABLE_MISSPELT"));
    assert!(!database.cluster().log().contains("mosaic_migrator"), "nobody connected");
}

/// Two passwords and a key, in a process that has all three, on the way that ends well and on ways that do not.
#[test]
fn an_attested_verification_shows_neither_password_nor_key() {
    let (first, second) = (password::canary(), password::canary());
    let database = Database::bare_with_both(Major::V17, &first, &second);
    database.bootstrap();
    database.shipped(&["--run"]).run().assert_reached();
    let site = Site::around(database);
    let (migrator, importer) = ("mosaic_migrator.url", "mosaic_data_importer.url");
    let canaries = [(&first, migrator), (&second, importer)]
        .map(|(password, url)| Canary::new(password, &site.database().reveal(url)));
    let key = std::fs::read(site.key()).expect("a key");
    let hex: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
    let key = Canary { forms: vec![hex.clone(), hex.to_uppercase(), format!("{key:?}")] };
    let absent = |place: &str, text: &str| {
        canaries.iter().chain([&key]).for_each(|canary| canary.assert_absent(place, text));
    };
    let absent_in = |ended: &Ended| {
        absent("standard output", ended.stdout());
        absent("standard error", ended.stderr());
    };
    let receipts = tempfile::tempdir().expect("a directory for receipts");
    let other = Authority::new().expect("an authority");
    let other = site.database().secret("other.pem", other.pem());
    let swapped = site.database().secrets().join(migrator);
    for form in ["text", "json"] {
        let verify = || site.verify().env("MOSAIC_OUTPUT", form).env("MOSAIC_RECEIPT_DIR", receipts.path());
        absent_in(verify().run().assert_reached());
        absent_in(
            verify()
                .env("DATABASE_TLS_CA_CERT_PATH", &other)
                .run()
                .assert_failed(69, "TLS_CERTIFICATE_REFUSED"),
        );
        absent_in(verify().env("MOSAIC_TARGET_URL_FILE", &swapped).run().assert_failed(5, "TARGET_MISMATCH"));
        let as_key = verify().env("MOSAIC_ATTESTATION_SIGNING_KEY_FILE", &swapped).run();
        absent_in(as_key.assert_failed(78, "SIGNING_KEY_INVALID"));
        let as_version = verify().env("MOSAIC_TARGET_CREDENTIAL_VERSION_FILE", &swapped).run();
        absent_in(as_version.assert_failed(78, "FILE_CONTENT"));
        absent_in(
            verify().env("MOSAIC_TRUST_STORE_FILE", site.key()).run().assert_failed(5, "TRUST_STORE_INVALID"),
        );
    }
    let attestation = site.current().expect("an attestation");
    absent("the attestation", &String::from_utf8_lossy(&attestation.statement));
    absent("its signature", &format!("{:?}", attestation.signature));
    absent("the server's log", &site.database().cluster().log());
}
