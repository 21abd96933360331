//! Whom the program talks to at all. What is wrong with the server's certificate is found before the server learns who
//! is calling, and a password is only proved, never told.

use crate::support::{Database, Ended, Folder, Migrator, wait_until};
use mosaic_db::digest::Digest;
use mosaic_db::dsn::Dsn;
use mosaic_db::postgres::transport::StartupSettings;
use mosaic_db::postgres::{CaBundle, ConnectError, Endpoint};
use mosaic_lab::certificates::{Authority, Flaw, Identity};
use mosaic_lab::cluster::Authentication;
use mosaic_lab::listener::{Listener, NO_TLS};
use mosaic_lab::postgres::Major;
use std::net::TcpListener;
use std::time::{Duration, Instant};

const MIGRATOR: &str = "mosaic_migrator";

/// A server without bootstrap: whoever is refused here is refused before it would matter.
struct Server {
    database: Database,
    folder: Folder,
}

impl Server {
    fn start() -> Self {
        let database = Database::bare(Major::V17);
        Self { database, folder: Folder::history(&[("0000_first", "SELECT 1;")]) }
    }

    /// The program as the migrator; a variable that is set again has the later value.
    fn program(&self, command: &str) -> Migrator {
        self.database.migrator(&[command], self.folder.write())
    }

    fn with_ca(&self, command: &str, pem: &str) -> Ended {
        self.program(command).env("DATABASE_TLS_CA_CERT_PATH", self.database.secret("ca.pem", pem)).run()
    }

    fn with_url(&self, command: &str, url: &str) -> Ended {
        self.program(command).env("DATABASE_MIGRATION_URL_FILE", self.database.secret("url", url)).run()
    }

    fn present(&self, identity: &Identity) {
        self.database.cluster().present(identity).expect("the server takes the certificate");
    }

    /// A good session, as the superuser: TLS and authentication pass, and the login is refused for who it is.
    fn assert_reachable(&self) {
        let cluster = self.database.cluster();
        let url = cluster.url("postgres", cluster.superuser_password(), "mosaic");
        self.with_url("--verify", &url).assert_failed(77, "LOGIN_WRONG");
    }

    /// Refuses with this code and reason, for each command, and never heard the migrator's name. A later good session
    /// shows that the log would have told.
    fn assert_refused_unheard(&self, code: &str, reason: &str, run: impl Fn(&str) -> Ended) {
        for command in ["--run", "--verify", "status"] {
            let ended = run(command);
            ended.assert_failed(69, code);
            assert!(ended.stderr().contains(reason), "{reason}: {}", ended.stderr());
        }
        let good = self.database.cluster().authority().server().expect("a certificate");
        self.present(&good);
        self.database.cluster().configure(&["ssl = on"]).expect("TLS");
        self.assert_reachable();
        wait_until("a session in the server's log", || {
            self.database
                .cluster()
                .log()
                .contains("authorized: user=postgres database=mosaic application_name=mosaic-db-migrator/")
        });
        let log = self.database.cluster().log();
        assert!(log.matches("connection received: host=127.0.0.1").count() >= 4, "{log}");
        assert!(!log.contains(MIGRATOR), "{log}");
    }
}

#[test]
fn a_certificate_of_another_authority_is_refused() {
    let server = Server::start();
    let other = Authority::new().expect("an authority");
    server.assert_refused_unheard(
        "TLS_CERTIFICATE_REFUSED",
        "unable to get local issuer certificate",
        |command| server.with_ca(command, other.pem()),
    );
}

/// Neither the system's store nor one that the environment names counts beside the given file.
#[test]
fn only_the_given_authority_counts() {
    let server = Server::start();
    let other = Authority::new().expect("an authority");
    let other = server.database.secret("other.pem", other.pem());
    server.assert_refused_unheard(
        "TLS_CERTIFICATE_REFUSED",
        "unable to get local issuer certificate",
        |command| {
            let cluster = server.database.cluster();
            server
                .program(command)
                .env("SSL_CERT_FILE", cluster.ca_pem_path())
                .env("SSL_CERT_DIR", cluster.directory())
                .env("DATABASE_TLS_CA_CERT_PATH", &other)
                .run()
        },
    );
}

#[test]
fn a_certificate_for_another_host_is_refused() {
    let server = Server::start();
    let flawed = server.database.cluster().authority().flawed(Flaw::WrongHost).expect("a certificate");
    server.present(&flawed);
    let by_address = server.database.reveal("mosaic_migrator.url").replace("@localhost:", "@127.0.0.1:");
    server.with_url("--run", &by_address).assert_failed(69, "TLS_CERTIFICATE_REFUSED");
    server.assert_refused_unheard("TLS_CERTIFICATE_REFUSED", "hostname mismatch", |command| {
        server.program(command).run()
    });
}

#[test]
fn an_expired_certificate_is_refused() {
    let server = Server::start();
    let flawed = server.database.cluster().authority().flawed(Flaw::Expired).expect("a certificate");
    server.present(&flawed);
    server.assert_refused_unheard("TLS_CERTIFICATE_REFUSED", "certificate has expired", |command| {
        server.program(command).run()
    });
}

#[test]
fn a_certificate_that_names_its_host_as_a_common_name_only_is_refused() {
    let server = Server::start();
    let flawed = server.database.cluster().authority().flawed(Flaw::NoSubjectAltName).expect("a certificate");
    server.present(&flawed);
    server.assert_refused_unheard("TLS_SAN_MISSING", "subject alternative name", |command| {
        server.program(command).run()
    });
}

/// RFC 5929 defines no digest of an Ed25519 certificate for SCRAM to be bound to.
#[test]
fn a_certificate_that_nothing_can_be_bound_to_is_refused() {
    let server = Server::start();
    let authority = Authority::ed25519().expect("an authority");
    server.present(&authority.server().expect("a certificate"));
    server.assert_refused_unheard("TLS_NO_CHANNEL_BINDING", "channel binding", |command| {
        server.with_ca(command, authority.pem())
    });
}

#[test]
fn a_server_without_tls_is_refused() {
    let server = Server::start();
    server.database.cluster().configure(&["ssl = off"]).expect("no TLS");
    server.assert_refused_unheard("TLS_NOT_OFFERED", "does not offer TLS", |command| {
        server.program(command).run()
    });
}

#[test]
fn a_server_of_old_protocols_only_is_refused() {
    let server = Server::start();
    let old = ["ssl_min_protocol_version = 'TLSv1'", "ssl_max_protocol_version = 'TLSv1.1'"];
    server.database.cluster().configure(&old).expect("old protocols");
    server.program("--run").run().assert_failed(69, "TLS_HANDSHAKE_FAILED");
}

/// Somebody in between who says that there is no TLS, or talks on before there is, learns nothing.
#[test]
fn a_downgrade_gets_no_more_than_the_request_for_tls() {
    let server = Server::start();
    const SSL_REQUEST: &[u8] = &[0, 0, 0, 8, 4, 210, 22, 47];
    const AUTHENTICATION_OK: [u8; 9] = *b"R\0\0\0\x08\0\0\0\0";
    for (answer, code) in [
        (NO_TLS, "TLS_NOT_OFFERED"),
        (b"NR\0\0\0\x08\0\0\0\0", "TLS_NOT_OFFERED"),
        (b"E\0\0\0\x05\0", "TLS_NOT_OFFERED"),
        (b"SR\0\0\0\x08\0\0\0\0", "TLS_HANDSHAKE_FAILED"),
    ] {
        assert!(answer.len() < 2 || answer[0] == b'E' || answer[1..] == AUTHENTICATION_OK);
        for command in ["--run", "--verify"] {
            let listener = Listener::answering(answer).expect("a port");
            let url = format!(
                "postgresql://{MIGRATOR}:secret@127.0.0.1:{}/mosaic?sslmode=verify-full",
                listener.port()
            );
            server.with_url(command, &url).assert_failed(69, code);
            let received = listener.received();
            assert!(received.starts_with(SSL_REQUEST), "{received:?}");
            let text = String::from_utf8_lossy(&received).into_owned();
            assert!(!text.contains(MIGRATOR) && !text.contains("secret"), "{text}");
            if code == "TLS_NOT_OFFERED" {
                assert_eq!(received, SSL_REQUEST);
            }
        }
    }
}

/// While an authority is being replaced, both are trusted, whichever stands first.
#[test]
fn a_ca_file_may_hold_several_certificates() {
    let server = Server::start();
    let next = Authority::new().expect("an authority");
    let both = [server.database.cluster().authority().pem(), next.pem()];
    server.database.execute(&format!(
        "CREATE ROLE {MIGRATOR} LOGIN PASSWORD '{}'",
        server.database.reveal("mosaic_migrator.password")
    ));
    for identity in [server.database.cluster().authority().server(), next.server()] {
        server.present(&identity.expect("a certificate"));
        for pem in [both.concat(), format!("{}{}", both[1], both[0])] {
            server.with_ca("--verify", &pem).assert_failed(77, "BOOTSTRAP_MISSING");
        }
    }
    server.with_ca("--verify", both[0]).assert_failed(69, "TLS_CERTIFICATE_REFUSED");
}

#[test]
fn a_ca_file_that_says_less_than_it_should_is_refused() {
    let server = Server::start();
    let authority = server.database.cluster().authority();
    let server_only = authority.server().expect("a certificate");
    let pem = authority.pem();
    let half = pem.len() / 2;
    for (pem, code) in [
        (String::new(), "FILE_CONTENT"),
        ("no certificate".to_owned(), "CA_FILE_INVALID"),
        (server_only.key.clone(), "CA_FILE_INVALID"),
        (format!("{pem}{}", &pem[..half]), "CA_FILE_INVALID"),
        (format!("{pem}{}", pem.replace("MI", "!!")), "CA_FILE_INVALID"),
    ] {
        server.with_ca("--run", &pem).assert_failed(78, code);
    }
    // The server's own certificate is not an authority, even when it is the very one that is shown.
    server.present(&server_only);
    server.with_ca("--run", &server_only.certificate).assert_failed(69, "TLS_CERTIFICATE_REFUSED");
    assert!(!server.database.cluster().log().contains(MIGRATOR));
}

#[test]
fn a_password_is_never_told() {
    let server = Server::start();
    let password = server.database.reveal("mosaic_migrator.password");
    let cluster = server.database.cluster();
    server.database.execute(&format!("CREATE ROLE {MIGRATOR} LOGIN PASSWORD '{password}'"));
    for authentication in [Authentication::Password, Authentication::Trust] {
        cluster.authenticate(authentication).expect("another way to authenticate");
        for command in ["--run", "--verify", "status"] {
            server.program(command).run().assert_failed(69, "AUTHENTICATION_WEAK");
        }
    }
    server
        .database
        .execute(&format!("SET password_encryption = 'md5'; ALTER ROLE {MIGRATOR} PASSWORD '{password}'"));
    cluster.authenticate(Authentication::Md5).expect("another way to authenticate");
    server.program("--run").run().assert_failed(69, "AUTHENTICATION_WEAK");
    // SCRAM, where the stored verifier allows it, is as good under the older name.
    server.database.execute(&format!("ALTER ROLE {MIGRATOR} PASSWORD '{password}'"));
    server.program("--run").run().assert_failed(77, "BOOTSTRAP_MISSING");
}

#[test]
fn a_login_that_the_server_refuses_is_told_apart() {
    let server = Server::start();
    let password = server.database.reveal("mosaic_migrator.password");
    let assert_refused = |url: &str, fact: &str| {
        let ended = server.with_url("--run", url);
        ended.assert_failed(69, "AUTHENTICATION_FAILED");
        assert!(ended.stderr().contains(fact), "{}", ended.stderr());
    };
    let url = server.database.reveal("mosaic_migrator.url");
    assert_refused(&url, "28P01");
    server.database.execute(&format!("CREATE ROLE {MIGRATOR} PASSWORD '{password}'"));
    assert_refused(&url, "28000");
    server.database.execute(&format!("ALTER ROLE {MIGRATOR} LOGIN"));
    assert_refused(&url.replace("/mosaic?", "/elsewhere?"), "3D000");
    server.database.execute("REVOKE CONNECT ON DATABASE mosaic FROM PUBLIC");
    assert_refused(&url, "42501");
}

#[test]
fn a_server_that_is_not_there_is_unreachable_within_the_bound() {
    let server = Server::start();
    let free = TcpListener::bind("127.0.0.1:0")
        .and_then(|listener| listener.local_addr())
        .expect("a free port")
        .port();
    let url = |host: &str, port: u16| {
        format!("postgresql://{MIGRATOR}:secret@{host}:{port}/mosaic?sslmode=verify-full")
    };
    let ended = server.with_url("--run", &url("127.0.0.1", free));
    ended.assert_failed(69, "SERVER_UNREACHABLE");
    assert!(ended.stderr().contains("Connection refused"), "{}", ended.stderr());
    server.with_url("--verify", &url("no-such-host.invalid", free)).assert_failed(69, "SERVER_UNREACHABLE");

    // The kernel takes connections into its queue; nobody ever answers.
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = silent.local_addr().expect("an address").port();
    let file = server.database.secret("silent.url", &url("127.0.0.1", port));
    for command in ["--run", "--verify"] {
        let begun = Instant::now();
        let program = server.program(command).env("DATABASE_MIGRATION_URL_FILE", &file);
        let ended = program.env("MOSAIC_CONNECT_TIMEOUT_MS", "300").run();
        ended.assert_failed(69, "SERVER_UNREACHABLE");
        assert!(ended.stderr().contains("300 ms"), "{}", ended.stderr());
        assert!(begun.elapsed() < Duration::from_secs(8), "the default bound is ten seconds");
    }
}

/// A caller of the library may know which key the server has.
#[test]
fn another_key_than_the_expected_one_is_refused_unheard() {
    let database = Database::bootstrapped();
    let url = database.reveal("mosaic_migrator.url");
    let pem = std::fs::read(database.cluster().ca_pem_path()).expect("the CA file");
    let ca = CaBundle::from_pem(&pem).expect("a CA file");
    let connect = |expected| {
        let dsn = Dsn::parse(&url).expect("a URL");
        let endpoint = Endpoint::new(dsn, &ca, expected, Duration::from_secs(10)).expect("an endpoint");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let connection = endpoint.connect("test", &StartupSettings::default()).await?;
            let leaf = connection.leaf();
            connection.close().await;
            Ok::<_, ConnectError>(leaf.spki)
        })
    };
    let refused = connect(Some(Digest::of(b"another key"))).expect_err("another key");
    assert_eq!(refused.code().entry().code, "TLS_KEY_MISMATCH");
    let key = connect(None).expect("a session");
    assert_eq!(connect(Some(key)).expect("the same key"), key);
    let sessions = || database.cluster().log().matches("authorized: user=mosaic_migrator").count();
    wait_until("two sessions in the server's log", || sessions() >= 2);
    assert_eq!(sessions(), 2);
}
