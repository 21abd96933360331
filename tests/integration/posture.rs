//! `tls check`: a server that is as it must be, and each way in which it is not, made wrong in that one way.

use crate::support::{Database, Ended, Migrator, wait_until};
use mosaic_db::dsn::Dsn;
use mosaic_db::postgres::{CaBundle, Endpoint, Session};
use mosaic_lab::certificates::{Authority, Flaw, Identity};
use mosaic_lab::cluster::Options;
use mosaic_lab::listener::Listener;
use mosaic_lab::postgres::Major;
use mosaic_lab::proxy::{Mode, Proxy};
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::net::TcpListener;
use std::time::Duration;

struct Server(Database);

impl Server {
    fn start() -> Self {
        Self(Database::bootstrapped())
    }

    fn command(&self, more: &[&str]) -> Migrator {
        let cluster = self.0.cluster();
        let url = cluster.url("postgres", cluster.superuser_password(), "mosaic");
        self.command_with(&url, &fs::read_to_string(cluster.ca_pem_path()).expect("a file"), more)
    }

    fn command_with(&self, url: &str, ca: &str, more: &[&str]) -> Migrator {
        let url = self.0.secret("checked.url", url).display().to_string();
        let ca = self.0.secret("checked.pem", ca);
        Migrator::new(&[&["tls", "check", "--output", "json", "--url-file", &url], more].concat())
            .env("DATABASE_TLS_CA_CERT_PATH", ca)
    }

    fn check(&self) -> Ended {
        self.command(&[]).run()
    }

    fn check_with_ca(&self, ca: &str, more: &[&str]) -> Ended {
        let cluster = self.0.cluster();
        let url = cluster.url("postgres", cluster.superuser_password(), "mosaic");
        self.command_with(&url, ca, more).run()
    }

    fn present(&self, identity: &Identity) {
        self.0.cluster().present(identity).expect("the server takes it");
    }

    fn authority(&self) -> &Authority {
        self.0.cluster().authority()
    }

    /// Adds to a file of the data directory, and tells the server nothing of it.
    fn append(&self, name: &str, text: &str) {
        let path = self.0.cluster().directory().join("data").join(name);
        let file = OpenOptions::new().append(true).open(path);
        file.and_then(|mut file| file.write_all(text.as_bytes())).expect("a line");
    }
}

/// The ids of the checks with this verdict.
fn with(ended: &Ended, verdict: &str) -> Vec<String> {
    let json = ended.json();
    let checks = json["result"]["checks"].as_array().expect("checks");
    let matching = checks.iter().filter(|check| check["verdict"] == verdict);
    matching.map(|check| check["id"].as_str().expect("an id").to_owned()).collect()
}

fn observed(ended: &Ended, id: &str) -> String {
    let json = ended.json();
    let checks = json["result"]["checks"].as_array().expect("checks");
    let check = checks.iter().find(|check| check["id"] == id).expect("the check");
    check["observed"].as_str().expect("text").to_owned()
}

/// It failed, and these checks alone are violations.
fn assert_violated(ended: &Ended, ids: &[&str]) {
    ended.assert_failed(2, "TLS_CHECK_FAILED");
    assert_eq!(with(ended, "violation"), ids, "{}", ended.stdout());
}

fn assert_good(major: Major) {
    let server = Server(Database::on(major));
    let ended = server.check();
    ended.assert_reached();
    let json = ended.json();
    let checks = json["result"]["checks"].as_array().expect("checks");
    assert_eq!(with(&ended, "good").len(), checks.len(), "{}", ended.stdout());
    assert_eq!(json["result"]["leaf"]["names"], serde_json::json!(["localhost", "127.0.0.1"]));
    assert_eq!(
        json["result"]["database"]["id"],
        server.0.value("SELECT database_id FROM mosaic_control.identity")
    );
    assert!(!ended.stdout().contains(server.0.cluster().superuser_password()));
}

#[test]
fn a_good_server_is_good_on_16() {
    assert_good(Major::V16);
}

#[test]
fn a_good_server_is_good_on_17() {
    assert_good(Major::V17);
}

#[test]
fn a_good_server_is_good_on_18() {
    assert_good(Major::V18);
}

#[test]
fn a_line_that_lets_plaintext_in_is_found_and_used() {
    let server = Server::start();
    let cluster = server.0.cluster();
    for (line, ids) in [
        ("host all all 127.0.0.1/32 scram-sha-256", &["plaintext.session", "rules.plaintext"][..]),
        (
            "hostnossl mosaic mosaic_runtime 127.0.0.1/32 scram-sha-256",
            &["plaintext.session", "rules.plaintext"],
        ),
        // For somebody else, from somewhere else: only the rules tell.
        ("host shop all 10.0.0.0/8 scram-sha-256", &["rules.plaintext"]),
        ("host replication all 127.0.0.1/32 scram-sha-256", &["plaintext.replication", "rules.plaintext"]),
        ("hostnogssenc all legacy 127.0.0.1/32 scram-sha-256", &["rules.plaintext"]),
    ] {
        cluster.admit(&[line]).expect("a line");
        assert_violated(&server.check(), ids);
    }
    cluster.admit(&["host all all 127.0.0.1/32 trust"]).expect("a line");
    assert_violated(&server.check(), &["plaintext.session", "rules.plaintext"]);
    cluster.admit(&["hostnossl all all all reject", "host all all 10.0.0.0/8 scram-sha-256"]).expect("lines");
    server.check().assert_reached();
}

#[test]
fn a_line_that_the_server_cannot_read_is_found() {
    let server = Server::start();
    server.0.cluster().admit(&["hostssl all all nowhere/33 scram-sha-256"]).expect("a line");
    assert_violated(&server.check(), &["rules.errors"]);
}

#[test]
fn what_lies_on_disk_and_is_not_in_force_is_found() {
    let server = Server::start();
    // The server tells the times of its files in whole seconds.
    let later = "clock_timestamp() > date_trunc('second', pg_conf_load_time()) + interval '1 second'";
    server.0.until("another second than that of the reading", later);
    server.append("pg_hba.conf", "\n# a remark\n");
    assert_violated(&server.check(), &["rules.loaded"]);
    server.0.cluster().admit(&[]).expect("the rules");
    server.check().assert_reached();
    let next = server.authority().server().expect("a certificate");
    let path = server.0.cluster().directory().join("data/server.crt");
    #[expect(clippy::disallowed_methods, reason = "the server's own file, changed behind its back")]
    fs::write(path, &next.certificate).expect("a certificate");
    assert_violated(&server.check(), &["server.loaded"]);
    server.present(&next);
    server.check().assert_reached();
}

#[test]
fn a_server_without_tls_is_told_from_outside() {
    let server = Server::start();
    server.0.cluster().configure(&["ssl = off"]).expect("no TLS");
    let ended = server.check();
    assert_violated(&ended, &["handshake.verified"]);
    assert!(observed(&ended, "handshake.verified").contains("does not offer TLS"));
    assert!(with(&ended, "unseen").contains(&"sessions.plaintext".to_owned()), "{}", ended.stdout());
    // Lines for TLS let nobody in who has none.
    assert!(with(&ended, "good").contains(&"plaintext.session".to_owned()), "{}", ended.stdout());
}

#[test]
fn an_old_protocol_is_a_violation() {
    let server = Server::start();
    server.0.cluster().configure(&["ssl_min_protocol_version = 'TLSv1'"]).expect("an old protocol");
    assert_violated(&server.check(), &["server.protocol"]);
}

#[test]
fn a_session_without_tls_is_named() {
    let server = Server::start();
    let cluster = server.0.cluster();
    let mut config = server.0.legacy("host all legacy 127.0.0.1/32 scram-sha-256");
    let legacy = config.application_name("old gateway").connect(::postgres::NoTls).expect("a session");
    let pid = server.0.value("SELECT pid FROM pg_stat_activity WHERE usename = 'legacy'");
    // Closing the door does not put out who is in.
    cluster.admit(&[]).expect("the rules");
    let ended = server.check();
    assert_violated(&ended, &["sessions.plaintext"]);
    let named = &ended.json()["result"]["sessions"]["plaintext"][0];
    let expected = serde_json::json!({ "pid": pid, "login": "legacy", "application": "old gateway", "address": "127.0.0.1" });
    assert_eq!(*named, expected);
    server.0.execute(&format!("SELECT pg_terminate_backend({pid})"));
    server.0.until(
        "the end of the session",
        "NOT EXISTS (SELECT FROM pg_stat_activity WHERE usename = 'legacy')",
    );
    server.check().assert_reached();
    drop(legacy);
}

#[test]
fn each_flaw_of_a_certificate_has_its_check() {
    let server = Server::start();
    for (flaw, ids) in [
        (Flaw::Expired, &["handshake.verified", "leaf.validity"][..]),
        (Flaw::WrongHost, &["handshake.verified", "leaf.names"]),
        (Flaw::NoSubjectAltName, &["leaf.names"]),
    ] {
        server.present(&server.authority().flawed(flaw).expect("a certificate"));
        let ended = server.check();
        ended.assert_failed(2, "TLS_CHECK_FAILED");
        let mut found = with(&ended, "violation");
        // Where OpenSSL takes a common name for want of another, a session still refuses it.
        found.retain(|id| flaw != Flaw::NoSubjectAltName || id != "handshake.verified");
        assert_eq!(found, ids, "{flaw:?}: {}", ended.stdout());
        assert!(with(&ended, "unseen").contains(&"sessions.plaintext".to_owned()), "{flaw:?}");
    }
}

#[test]
fn a_certificate_that_nothing_can_be_bound_to_is_a_violation() {
    let server = Server::start();
    let authority = Authority::ed25519().expect("an authority");
    server.present(&authority.server().expect("a certificate"));
    let ended = server.check_with_ca(authority.pem(), &[]);
    assert_violated(&ended, &["leaf.binding"]);
    assert!(observed(&ended, "leaf.binding").contains("ED25519"), "{}", ended.stdout());
}

#[test]
fn a_certificate_that_ends_soon_is_warned_of() {
    let server = Server::start();
    server.present(&server.authority().server_for_a_day().expect("a certificate"));
    let ended = server.check();
    assert_eq!(with(ended.assert_reached(), "warning"), ["leaf.validity"]);
    let ended = server.command(&["--warn-days", "0"]).run();
    assert!(with(ended.assert_reached(), "warning").is_empty(), "{}", ended.stdout());
}

/// Both authorities before the server shows the new certificate, and both until nothing rests on the old one.
#[test]
fn an_authority_is_rotated_with_overlap() {
    let server = Server::start();
    let (old, new) = (server.authority(), Authority::new().expect("an authority"));
    let next = new.server().expect("a certificate");
    let file = server.0.secret("next.pem", &next.certificate).display().to_string();
    let judge_next = ["--next-certificate-file", file.as_str()];

    let ended = server.check_with_ca(old.pem(), &judge_next);
    assert_violated(&ended, &["next.signer", "authority.overlap"]);
    let both = [format!("{}{}", old.pem(), new.pem()), format!("{}{}", new.pem(), old.pem())];
    for ca in &both {
        let ended = server.check_with_ca(ca, &judge_next);
        assert!(with(ended.assert_reached(), "warning").is_empty(), "{}", ended.stdout());
        // Nothing shows what the new one is for.
        let ended = server.check_with_ca(ca, &[]);
        assert_eq!(with(ended.assert_reached(), "warning"), ["authority.overlap"]);
    }
    server.present(&next);
    for ca in &both {
        let ended = server.check_with_ca(ca, &[]);
        assert_eq!(with(ended.assert_reached(), "warning"), ["authority.overlap"]);
        let signed = ended.json()["result"]["authorities"].clone();
        let signed: Vec<bool> =
            signed.as_array().expect("two").iter().map(|it| it["signed_leaf"] == true).collect();
        assert_eq!(signed, [ca == &both[1], ca == &both[0]]);
    }
    assert_violated(&server.check_with_ca(old.pem(), &[]), &["handshake.verified", "leaf.signer"]);
    assert!(with(server.check_with_ca(new.pem(), &[]).assert_reached(), "warning").is_empty());
}

#[test]
fn who_cannot_see_is_refused() {
    let server = Server::start();
    let password = "an-auditor-of-some-length";
    server.0.execute(&format!(
        "CREATE ROLE auditor LOGIN PASSWORD '{password}'; GRANT CONNECT ON DATABASE mosaic TO auditor"
    ));
    let cluster = server.0.cluster();
    let url = cluster.url("auditor", password, "mosaic");
    let ca = fs::read_to_string(cluster.ca_pem_path()).expect("a file");
    let check = || server.command_with(&url, &ca, &[]).run();
    check().assert_failed(77, "TLS_CHECK_BLIND");
    let needed = [
        "pg_read_all_stats",
        "pg_read_all_settings",
        "SELECT ON pg_hba_file_rules",
        "EXECUTE ON FUNCTION pg_hba_file_rules()",
    ];
    for grant in needed {
        server.0.execute(&format!("GRANT {grant} TO auditor"));
    }
    let ended = check();
    assert_eq!(with(ended.assert_reached(), "warning"), ["rules.loaded", "server.loaded"]);
    assert_eq!(ended.json()["result"]["database"]["id"], serde_json::Value::Null);
    for grant in needed {
        server.0.execute(&format!("REVOKE {grant} FROM auditor"));
        check().assert_failed(77, "TLS_CHECK_BLIND");
        server.0.execute(&format!("GRANT {grant} TO auditor"));
    }
    server.0.execute("REVOKE pg_read_all_stats FROM auditor");
    let blind = check();
    blind.assert_failed(77, "TLS_CHECK_BLIND");
    // What takes no session was found all the same.
    assert!(with(&blind, "good").contains(&"leaf.signer".to_owned()), "{}", blind.stdout());
}

#[test]
fn who_is_not_there_or_does_not_let_in_is_told_apart() {
    let server = Server::start();
    let cluster = server.0.cluster();
    let ca = fs::read_to_string(cluster.ca_pem_path()).expect("a file");
    let free = TcpListener::bind("127.0.0.1:0").and_then(|it| it.local_addr()).expect("a free port").port();
    let url = format!("postgresql://postgres:secret@localhost:{free}/mosaic?sslmode=verify-full");
    server.command_with(&url, &ca, &[]).run().assert_failed(69, "SERVER_UNREACHABLE");
    let url = cluster.url("postgres", "not-the-password", "mosaic");
    server.command_with(&url, &ca, &[]).run().assert_failed(69, "AUTHENTICATION_FAILED");
    server.command(&["--next-certificate-file", "/dev/null"]).run().assert_failed(78, "FILE_UNSAFE");
    let empty = server.0.secret("empty.pem", "no certificate").display().to_string();
    server.command(&["--next-certificate-file", &empty]).run().assert_failed(78, "CERTIFICATE_FILE_INVALID");
}

/// Somebody in between who takes connections and says nothing does not hold the check up.
#[test]
fn a_silent_server_ends_within_the_bound() {
    let server = Server::start();
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = silent.local_addr().expect("an address").port();
    let ca = fs::read_to_string(server.0.cluster().ca_pem_path()).expect("a file");
    let url = format!("postgresql://postgres:secret@localhost:{port}/mosaic?sslmode=verify-full");
    let ended = server.command_with(&url, &ca, &[]).env("MOSAIC_CONNECT_TIMEOUT_MS", "300").run();
    assert_violated(&ended, &["handshake.verified"]);
    assert!(with(&ended, "unseen").contains(&"plaintext.session".to_owned()), "{}", ended.stdout());
}

/// Whoever listens in between hears the runtime's name, the database's, and nothing of the URL's credential.
#[test]
fn nothing_secret_is_said_in_plaintext() {
    let server = Server::start();
    // A server that wants the password itself, and does not get as far as that.
    let listener = Listener::answering(b"R\0\0\0\x08\0\0\0\x03").expect("a port");
    let ca = fs::read_to_string(server.0.cluster().ca_pem_path()).expect("a file");
    let port = listener.port();
    let url =
        format!("postgresql://auditor:a-canary-of-22-letters@localhost:{port}/mosaic?sslmode=verify-full");
    let ended = server.command_with(&url, &ca, &[]).run();
    let violations = ["handshake.verified", "plaintext.session", "plaintext.replication"];
    assert_violated(&ended, &violations);
    assert_eq!(listener.connections(), 3);
    let heard = String::from_utf8_lossy(&listener.received()).into_owned();
    assert!(heard.contains("mosaic_runtime") && heard.contains("replication"), "{heard}");
    for secret in ["canary", "auditor"] {
        assert!(!heard.contains(secret) && !ended.stdout().contains("canary"), "{heard}");
    }
}

/// Both halves of a check are of one server: where the address leads to another one meanwhile, even of the same authority
/// and with the same passwords, the session ends before it begins.
#[test]
fn a_session_has_to_meet_the_key_that_was_judged() {
    let server = Server::start();
    let cluster = server.0.cluster();
    let twin = cluster.start_beside(cluster.installation(), &Options::default()).expect("a server");
    twin.create_database("mosaic").expect("a database");
    let password = cluster.superuser_password();
    let mut admin = twin.admin("mosaic").expect("a session");
    admin.batch_execute(&format!("ALTER ROLE postgres PASSWORD '{password}'")).expect("the superuser may");
    let proxy = Proxy::to(cluster.port()).expect("a proxy");
    let url = cluster.url("postgres", password, "mosaic");
    let url = url.replace(&format!(":{}/", cluster.port()), &format!(":{}/", proxy.port()));
    let ca = fs::read_to_string(cluster.ca_pem_path()).expect("a file");
    server.command_with(&url, &ca, &[]).run().assert_reached();
    let before = proxy.connections();
    assert_eq!(before, 4, "a handshake, two starts without TLS, a session");
    proxy.set(Mode::Delay(Duration::from_millis(300)));
    let running = server.command_with(&url, &ca, &[]).start();
    wait_until("the last start without TLS", || proxy.connections() == before + 3);
    proxy.retarget(twin.port());
    running.wait().assert_failed(69, "TLS_KEY_MISMATCH");
}

#[test]
fn a_standby_is_checked_like_any_server() {
    let server = Server::start();
    let cluster = server.0.cluster();
    let standby = cluster.standby().expect("a standby");
    let url = cluster.url("postgres", cluster.superuser_password(), "mosaic");
    let url = url.replace(&format!(":{}/", cluster.port()), &format!(":{}/", standby.port()));
    let ca = fs::read_to_string(standby.ca_pem_path()).expect("a file");
    server.command_with(&url, &ca, &[]).run().assert_reached();
}

/// A session over TLS that stays open, as a gateway's does.
pub struct Serving {
    runtime: tokio::runtime::Runtime,
    session: Option<Session>,
}

/// Opens a session of this login under this application name.
pub fn session_over_tls(database: &Database, login: &str, application: &str) -> Serving {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime");
    let dsn = Dsn::parse(&database.reveal(&format!("{login}.url"))).expect("a URL");
    let ca = fs::read(database.cluster().ca_pem_path()).expect("a CA file");
    let ca = CaBundle::from_pem(&ca).expect("certificates");
    let endpoint = Endpoint::new(dsn, &ca, None, Duration::from_secs(10)).expect("an endpoint");
    let session = runtime.block_on(Session::open_as_runtime(&endpoint, application)).expect("a session");
    Serving { runtime, session: Some(session) }
}

impl Drop for Serving {
    fn drop(&mut self) {
        if let Some(session) = self.session.take() {
            self.runtime.block_on(session.close());
        }
    }
}
