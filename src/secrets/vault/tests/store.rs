//! A real server.

use super::*;
use mosaic_lab::openbao::OpenBao;
use mosaic_lab::password;

const IMPORTER: &str = "mosaic-stack/database/importer";

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
