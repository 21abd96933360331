//! What is refused before anything is connected to, each with its own code.

use super::site::Site;
use crate::support::{Database, Ended, Migrator};
use mosaic_lab::listener::{Listener, NO_TLS};
use mosaic_lab::password;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, chown, symlink};
use std::path::PathBuf;

/// A site whose server is a listener that must not hear anything.
struct Deaf {
    site: Site,
    listener: Listener,
}

impl Deaf {
    fn new() -> Self {
        let listener = Listener::answering(NO_TLS).expect("a listener");
        let site = Site::around(Database::bootstrapped());
        let deaf = Self { site, listener };
        deaf.secret("m.url", &deaf.url("mosaic_migrator", "mosaic", &password::generated()));
        deaf.secret("t.url", &deaf.url("mosaic_data_importer", "mosaic", &password::generated()));
        deaf
    }

    fn url(&self, user: &str, database: &str, password: &str) -> String {
        let port = self.listener.port();
        format!("postgresql://{user}:{password}@localhost:{port}/{database}?sslmode=verify-full")
    }

    fn secret(&self, name: &str, text: &str) -> PathBuf {
        self.site.database().secret(name, text)
    }

    fn verify(&self) -> Migrator {
        let secrets = self.site.database().secrets();
        self.site
            .verify()
            .env("DATABASE_MIGRATION_URL_FILE", secrets.join("m.url"))
            .env("MOSAIC_TARGET_URL_FILE", secrets.join("t.url"))
    }

    fn assert_unheard(&self, ended: &Ended, status: i32, code: &str) {
        ended.assert_failed(status, code);
        assert_eq!(self.listener.connections(), 0, "{code}");
        assert!(self.site.current().is_none() && self.site.generations().is_empty(), "{code}");
    }

    fn target(&self, text: &str, status: i32, code: &str) {
        let file = self.secret("other.url", text);
        self.assert_unheard(&self.verify().env("MOSAIC_TARGET_URL_FILE", file).run(), status, code);
        let _gone = fs::remove_file(self.site.database().secrets().join("other.url"));
    }
}

#[test]
fn an_importers_url_that_leads_elsewhere_is_refused() {
    let deaf = Deaf::new();
    let (user, secret) = ("mosaic_data_importer", password::generated());
    let good = deaf.url(user, "mosaic", &secret);
    deaf.target(&deaf.url(user, "other", &secret), 5, "TARGET_MISMATCH");
    deaf.target(&deaf.url("mosaic_runtime", "mosaic", &secret), 5, "TARGET_MISMATCH");
    deaf.target(&good.replace("localhost", "127.0.0.1"), 5, "TARGET_MISMATCH");
    deaf.target(&good.replace(&format!(":{}/", deaf.listener.port()), ":1/"), 5, "TARGET_MISMATCH");
    deaf.target(&deaf.url(user, "mosaic", "twenty-one-characters"), 5, "TARGET_PASSWORD_WEAK");
    deaf.target(&format!("{good}\n"), 78, "FILE_CONTENT");
    deaf.target(&good.replace("verify-full", "require"), 78, "DSN_INVALID");
    // The listener hears what is not refused.
    deaf.verify().run().assert_failed(69, "TLS_NOT_OFFERED");
    assert_eq!(deaf.listener.connections(), 1);
}

#[test]
fn half_of_the_variables_is_no_plain_verification() {
    let deaf = Deaf::new();
    for variable in [
        "MOSAIC_ATTESTATION_DIR",
        "MOSAIC_ATTESTATION_SIGNING_KEY_FILE",
        "MOSAIC_TARGET_URL_FILE",
        "MOSAIC_TARGET_CREDENTIAL_VERSION_FILE",
    ] {
        deaf.assert_unheard(&deaf.verify().without(variable).run(), 78, "VARIABLE_MISSING");
    }
}

#[test]
fn files_that_are_not_what_they_must_be_are_refused() {
    let deaf = Deaf::new();
    for text in ["0", "01", "-1", "1.0", "one", "4294967296", " 1"] {
        let file = deaf.secret("bad.version", text);
        let ended = deaf.verify().env("MOSAIC_TARGET_CREDENTIAL_VERSION_FILE", &file).run();
        deaf.assert_unheard(&ended, 78, "FILE_CONTENT");
        fs::remove_file(file).expect("the file is there");
    }
    let wide = deaf.secret("wide-key", "01234567890123456789012345678901");
    fs::set_permissions(&wide, fs::Permissions::from_mode(0o440)).expect("a mode");
    let link = deaf.site.database().secrets().join("link");
    symlink(deaf.site.key(), &link).expect("a link");
    for key in [wide, link] {
        let ended = deaf.verify().env("MOSAIC_ATTESTATION_SIGNING_KEY_FILE", key).run();
        deaf.assert_unheard(&ended, 78, "FILE_UNSAFE");
    }
    let short = deaf.secret("short-key", "0123456789");
    let ended = deaf.verify().env("MOSAIC_ATTESTATION_SIGNING_KEY_FILE", short).run();
    deaf.assert_unheard(&ended, 78, "SIGNING_KEY_INVALID");
    let other = deaf.site.keygen("others", &[]).join("signing-key");
    let ended = deaf.verify().env("MOSAIC_ATTESTATION_SIGNING_KEY_FILE", other).run();
    deaf.assert_unheard(&ended, 78, "SIGNING_KEY_NOT_LISTED");
    let review = deaf.site.keygen_for("review", "reviewer", &[]);
    let ended = deaf
        .verify()
        .env("MOSAIC_ATTESTATION_SIGNING_KEY_FILE", review.join("signing-key"))
        .env("MOSAIC_TRUST_STORE_FILE", review.join("trust-store.v1.json"))
        .run();
    deaf.assert_unheard(&ended, 78, "SIGNING_KEY_NOT_LISTED");
    let ended = deaf.verify().env("MOSAIC_TRUST_STORE_FILE", "/nowhere/store").run();
    deaf.assert_unheard(&ended, 78, "FILE_UNREADABLE");
    let ended = deaf.verify().env("MOSAIC_ATTESTATION_DIR", "/nowhere").run();
    deaf.assert_unheard(&ended, 78, "ATTESTATION_DIRECTORY");
}

#[test]
fn only_a_development_key_is_signed_with_by_whom_is_not_root() {
    let deaf = Deaf::new();
    let production = deaf.site.keygen("production", &[]);
    let key = production.join("signing-key");
    let program = || deaf.verify().env("MOSAIC_ATTESTATION_SIGNING_KEY_FILE", &key);
    let listed = || program().env("MOSAIC_TRUST_STORE_FILE", production.join("trust-store.v1.json"));
    if !rustix::process::geteuid().is_root() {
        deaf.assert_unheard(
            &program().without("MOSAIC_TRUST_STORE_FILE").run(),
            77,
            "ATTESTATION_NEEDS_ROOT",
        );
        deaf.assert_unheard(&listed().run(), 77, "ATTESTATION_NEEDS_ROOT");
        return;
    }
    // To be another user, who owns a copy of everything.
    let nobody = 65_534;
    for directory in [deaf.site.database().secrets().to_owned(), production.clone(), deaf.site.directory()] {
        chown(&directory, Some(nobody), Some(nobody)).expect("chown");
        for entry in fs::read_dir(&directory).expect("a directory") {
            chown(entry.expect("an entry").path(), Some(nobody), Some(nobody)).expect("chown");
        }
    }
    deaf.site.open_to_others();
    let ca = fs::read_to_string(deaf.site.database().cluster().ca_pem_path()).expect("a CA file");
    let ca = deaf.secret("ca.pem", &ca);
    chown(&ca, Some(nobody), Some(nobody)).expect("chown");
    let nobody = |program: Migrator| program.env("DATABASE_TLS_CA_CERT_PATH", &ca).under(nobody).run();
    let ended = nobody(program().without("MOSAIC_TRUST_STORE_FILE"));
    deaf.assert_unheard(&ended, 77, "ATTESTATION_NEEDS_ROOT");
    deaf.assert_unheard(&nobody(listed()), 77, "ATTESTATION_NEEDS_ROOT");
}
