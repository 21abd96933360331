//! What a real server says, and what one says that lies.

mod pretender;

use super::*;
use mosaic_lab::certificates::Authority;
use mosaic_lab::listener::Listener;
use mosaic_lab::openbao::OpenBao;
use mosaic_lab::password;
use pretender::Pretender;
use serde_json::json;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::time::Instant;
use tempfile::TempDir;

const IMPORTER: &str = "mosaic-stack/database/importer";

/// Small, so that what is larger is soon there.
const SMALL: Limits = Limits { bytes: 64 * 1024, ..LIMITS };

/// Short, so that what never comes is not waited for.
const SHORT: Limits = Limits { time: Duration::from_millis(700), ..LIMITS };

fn environment() -> Environment {
    Environment::parse("test").unwrap()
}

fn version(number: u64) -> SecretVersion {
    SecretVersion::new(u32::try_from(number).unwrap()).unwrap()
}

fn token(text: &str) -> Login {
    Login::Token(Secret::new(text.to_owned()))
}

/// One record, as the command reads it.
fn read_within(
    limits: Limits,
    (address, ca): (&str, &str),
    login: Login,
    kind: Kind,
    wanted: Wanted,
) -> Result<Record, Error> {
    let address = Address::parse(address).unwrap();
    let ca = CaBundle::from_pem(ca.as_bytes()).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        Client::open_within(limits, &address, &ca, login, &environment()).await?.read(kind, wanted).await
    })
}

/// A server with a policy for what is to be read, and a token under it.
struct Store {
    bao: OpenBao,
    token: String,
}

impl Store {
    fn start() -> Self {
        let bao = OpenBao::start().unwrap();
        bao.policy_to_read("render", "mosaic-stack/database").unwrap();
        let token = bao.token("render").unwrap();
        Self { bao, token }
    }

    fn put(&self, url: &str) -> u64 {
        self.bao.put(IMPORTER, &json!({ "url": url })).unwrap()
    }

    fn read_as(&self, login: Login, kind: Kind, wanted: Wanted) -> Result<Record, Error> {
        read_within(LIMITS, (&self.bao.address(), self.bao.authority().pem()), login, kind, wanted)
    }

    fn read(&self, wanted: Wanted) -> Result<Record, Error> {
        self.read_as(token(&self.token), Kind::Importer, wanted)
    }

    fn code(&self, wanted: Wanted) -> &'static str {
        code(self.read(wanted))
    }
}

/// The values as text, in the order of the kind's keys.
fn values<const COUNT: usize>(record: Record) -> [String; COUNT] {
    record.into_values().unwrap().map(|value| value.expose().to_owned())
}

/// The code of a refusal, which shows nothing that is marked as secret.
fn code(read: Result<Record, Error>) -> &'static str {
    match read {
        Ok(record) => {
            assert_silent(&record, &["canary"]);
            "read"
        }
        Err(error) => {
            assert_silent(&error, &["canary", "localhost"]);
            error.code().entry().code
        }
    }
}

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
fn the_newest_version_or_the_one_that_was_asked_for() {
    let store = Store::start();
    store.put("first");
    store.put("second");
    for (wanted, number, url) in [
        (Wanted::Newest, 2, "second"),
        (Wanted::Exactly(version(1)), 1, "first"),
        (Wanted::Exactly(version(2)), 2, "second"),
    ] {
        let record = store.read(wanted).unwrap();
        assert_eq!((record.version(), values(record)), (version(number), [url.to_owned()]), "{wanted:?}");
    }
    assert_eq!(store.code(Wanted::Exactly(version(3))), "VAULT_RECORD_MISSING");
    // Rotation.
    store.put("third");
    assert_eq!(store.read(Wanted::Newest).unwrap().version(), version(3));
    // Another record.
    let tls = json!({ "certificate": "c\nd\n", "key": "k\n" });
    store.bao.put("mosaic-stack/database/tls-server", &tls).unwrap();
    let record = store.read_as(token(&store.token), Kind::TlsServer, Wanted::Newest).unwrap();
    assert_eq!(values(record), ["c\nd\n", "k\n"]);
    assert_eq!(
        code(store.read_as(token(&store.token), Kind::Migrator, Wanted::Newest)),
        "VAULT_RECORD_MISSING"
    );
}

#[test]
fn a_version_that_was_deleted_or_destroyed() {
    let store = Store::start();
    let (first, second) = (store.put("first"), store.put("second"));
    store.bao.soft_delete(IMPORTER, second).unwrap();
    // The one before does not take its place.
    assert_eq!(store.code(Wanted::Newest), "VAULT_RECORD_DELETED");
    assert_eq!(store.code(Wanted::Exactly(version(second))), "VAULT_RECORD_DELETED");
    assert_eq!(store.code(Wanted::Exactly(version(first))), "read");
    store.bao.undelete(IMPORTER, second).unwrap();
    assert_eq!(store.code(Wanted::Newest), "read");
    store.bao.destroy(IMPORTER, second).unwrap();
    assert_eq!(store.code(Wanted::Newest), "VAULT_RECORD_DESTROYED");
    store.bao.soft_delete(IMPORTER, first).unwrap();
    store.bao.destroy(IMPORTER, first).unwrap();
    assert_eq!(store.code(Wanted::Exactly(version(first))), "VAULT_RECORD_DESTROYED");
}

#[test]
fn a_record_that_holds_something_else() {
    let store = Store::start();
    for (data, expected) in [
        (json!({}), "SECRET_INCOMPLETE"),
        (json!({ "url": "" }), "SECRET_INCOMPLETE"),
        (json!({ "URL": "canary" }), "SECRET_INCOMPLETE"),
        (json!({ "url": "canary", "canary": "canary" }), "SECRET_INCOMPLETE"),
        (json!({ "url": 5 }), "VAULT_RECORD_INVALID"),
        (json!({ "url": null }), "VAULT_RECORD_INVALID"),
        (json!({ "url": ["canary"] }), "VAULT_RECORD_INVALID"),
        (json!({ "url": { "url": "canary" } }), "VAULT_RECORD_INVALID"),
    ] {
        store.bao.put(IMPORTER, &data).unwrap();
        assert_eq!(store.code(Wanted::Newest), expected, "{data}");
    }
}

#[test]
fn a_token_that_may_not_read() {
    let store = Store::start();
    store.put("first");
    store.bao.policy_to_read("elsewhere", "mosaic-stack/queue").unwrap();
    let elsewhere = store.bao.token("elsewhere").unwrap();
    for other in [&*elsewhere, "s.canary"] {
        let read = store.read_as(token(other), Kind::Importer, Wanted::Newest);
        assert_eq!(code(read), "VAULT_FORBIDDEN");
    }
    assert_eq!(store.code(Wanted::Newest), "read");
    store.bao.revoke(&store.token).unwrap();
    assert_eq!(store.code(Wanted::Newest), "VAULT_FORBIDDEN");
}

#[test]
fn a_server_that_is_sealed() {
    let store = Store::start();
    store.put("first");
    let role = store.bao.approle("renderer", "render").unwrap();
    store.bao.seal().unwrap();
    assert_eq!(store.code(Wanted::Newest), "VAULT_SEALED");
    let login = Login::AppRole { role_id: Secret::new(role.role_id), secret_id: Secret::new(role.secret_id) };
    assert_eq!(code(store.read_as(login, Kind::Importer, Wanted::Newest)), "VAULT_SEALED");
    store.bao.unseal().unwrap();
    assert_eq!(store.code(Wanted::Newest), "read");
}

#[test]
fn an_app_role() {
    let store = Store::start();
    store.put("first");
    let role = store.bao.approle("renderer", "render").unwrap();
    let files = tempfile::tempdir().unwrap();
    let (role_id, secret_id) =
        (file(&files, "role-id", &role.role_id), file(&files, "secret-id", &role.secret_id));
    let login = || Login::approle_files(&role_id, &secret_id).unwrap();
    let record = store.read_as(login(), Kind::Importer, Wanted::Newest).unwrap();
    assert_eq!(values(record), ["first"]);
    assert_silent(&login(), &[&role.role_id, &role.secret_id]);
    for (role_id, secret_id) in [(&*role.role_id, "canary"), ("canary", &*role.secret_id)] {
        let login = Login::AppRole {
            role_id: Secret::new(role_id.to_owned()),
            secret_id: Secret::new(secret_id.to_owned()),
        };
        assert_eq!(code(store.read_as(login, Kind::Importer, Wanted::Newest)), "VAULT_LOGIN_REFUSED");
    }
}

#[test]
fn only_the_server_that_the_ca_vouches_for_hears_the_token() {
    let (ours, other) = (Authority::new().unwrap(), Authority::new().unwrap());
    let pretender = Pretender::answering(&other, 200, "{}");
    assert_eq!(code(ask(&pretender, &ours, Wanted::Newest)), "VAULT_NOT_AUTHENTICATED");
    assert_eq!(pretender.heard(), "");
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
    for pretender in [silent, slow] {
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

#[test]
fn a_login_that_is_none() {
    let files = tempfile::tempdir().unwrap();
    for (text, mode, expected) in [
        ("s.token", 0o400, None),
        ("s.token\n", 0o400, Some("FILE_CONTENT")),
        ("", 0o400, Some("FILE_CONTENT")),
        ("s.token", 0o440, Some("FILE_UNSAFE")),
        ("s tok\u{e9}n", 0o400, Some("VAULT_CREDENTIAL_INVALID")),
    ] {
        let path = file(&files, "token", text);
        std::fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
        let read = Login::token_file(&path);
        assert_eq!(read.err().map(|error| error.code().entry().code), expected, "{text:?} {mode:o}");
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn nothing_secret_shows() {
    let store = Store::start();
    let (value, key) = (password::canary(), password::canary());
    store.put(&value);
    store.bao.put("mosaic-stack/database/tls-server", &json!({ "certificate": value, "key": key })).unwrap();
    let secrets = [&*value, &*key, &*store.token];
    assert_silent(&store.read(Wanted::Newest).unwrap(), &secrets);
    let login = token(&store.token);
    assert_silent(&login, &secrets);
    assert_silent(&store.read_as(login, Kind::TlsServer, Wanted::Newest).unwrap(), &secrets);
    // Whatever goes wrong with a record that is there.
    store.bao.put(IMPORTER, &json!({ "url": value, "more": key })).unwrap();
    assert_silent(&store.read(Wanted::Newest).unwrap_err(), &secrets);
    let other = Authority::new().unwrap();
    let address = store.bao.address();
    let refused =
        read_within(LIMITS, (&address, other.pem()), token(&store.token), Kind::Importer, Wanted::Newest);
    assert_silent(&refused.unwrap_err(), &secrets);
}

/// That no form in which something may be printed holds one of these.
fn assert_silent(shown: &(impl fmt::Debug + ?Sized), secrets: &[&str]) {
    let text = format!("{shown:?} {shown:#?}");
    for secret in secrets {
        assert!(!text.contains(secret), "a secret shows");
    }
}

/// A file of mode 0400.
fn file(directory: &TempDir, name: &str, text: &str) -> PathBuf {
    let path = directory.path().join(name);
    std::fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&path)
        .and_then(|mut file| std::io::Write::write_all(&mut file, text.as_bytes()))
        .unwrap();
    std::fs::set_permissions(&path, Permissions::from_mode(0o400)).unwrap();
    path
}
