//! Two gateways, each with a server, an authority, logins, a signing key and an importer of its own. What belongs to one
//! opens nothing of the other: every mixture of URL, authority, attestation and credential is refused with the code that
//! says what is mixed, and what belongs together works.

use crate::attested::site::Site;
use crate::support::{Ended, Migrator};
use mosaic_lab::proxy::Proxy;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

const LOGINS: [&str; 3] = ["mosaic_migrator", "mosaic_runtime", "mosaic_data_importer"];

/// Everything of one gateway.
struct Gateway {
    site: Site,
    replay: TempDir,
}

impl Gateway {
    fn start() -> Self {
        let site = Site::migrated();
        // An importer believes no development key.
        site.keygen("production", &[]);
        let database = site.database();
        // A source with the tables of the target, and no rows.
        let mut admin = database.cluster().admin("postgres").expect("a session");
        admin.batch_execute("CREATE DATABASE tier TEMPLATE mosaic").expect("a source");
        let cluster = database.cluster();
        database.secret("source.url", &cluster.url("postgres", cluster.superuser_password(), "tier"));
        database.secret("admin.url", &cluster.url("postgres", cluster.superuser_password(), "mosaic"));
        Self { site, replay: tempfile::tempdir().expect("a directory") }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.site.database().secret_path(name)
    }

    fn url(&self, login: &str) -> PathBuf {
        self.file(&format!("{login}.url"))
    }

    fn ca(&self) -> PathBuf {
        self.site.database().cluster().ca_pem_path()
    }

    fn production(&self, name: &str) -> PathBuf {
        self.site
            .key()
            .parent()
            .and_then(|keys| keys.parent())
            .expect("a place")
            .join("production")
            .join(name)
    }

    /// This gateway's server, asked for with the other one's password.
    fn url_with_password_of(&self, other: &Self, login: &str) -> PathBuf {
        let database = self.site.database();
        let own = database.reveal(&format!("{login}.password"));
        let foreign = other.site.database().reveal(&format!("{login}.password"));
        let url = database.reveal(&format!("{login}.url")).replace(&own, &foreign);
        database.secret(&format!("{login}.mixed.url"), &url)
    }

    /// A verification that ends in an attestation, with this migrator's URL.
    fn verify(&self, migrator: PathBuf, ca: PathBuf, importer: PathBuf) -> Ended {
        let program = self.site.configure(self.site.database().shipped(&["--verify"]));
        program
            .env("DATABASE_MIGRATION_URL_FILE", migrator)
            .env("DATABASE_TLS_CA_CERT_PATH", ca)
            .env("MOSAIC_TARGET_URL_FILE", importer)
            .env("MOSAIC_ATTESTATION_SIGNING_KEY_FILE", self.production("signing-key"))
            .env("MOSAIC_TRUST_STORE_FILE", self.production("trust-store.v1.json"))
            .env("MOSAIC_OUTPUT", "json")
            .run()
    }

    /// A fresh attestation of what is there.
    fn attest(&self) -> PathBuf {
        let ended = self.verify(self.url("mosaic_migrator"), self.ca(), self.url("mosaic_data_importer"));
        ended.assert_reached();
        self.site.current().expect("an attestation").path("migrate-target.v1.json")
    }

    fn readiness(&self, url: PathBuf, ca: PathBuf) -> Ended {
        Migrator::new(&["readiness"])
            .env("DATABASE_URL_FILE", url)
            .env("DATABASE_TLS_CA_CERT_PATH", ca)
            .env("MOSAIC_OUTPUT", "json")
            .run()
    }

    fn tls_check(&self, url: PathBuf, ca: PathBuf) -> Ended {
        Migrator::new(&["tls", "check", "--output", "json", "--url-file", &url.display().to_string()])
            .env("DATABASE_TLS_CA_CERT_PATH", ca)
            .run()
    }

    /// The dry run of this gateway's importer.
    fn import(&self, url: PathBuf, ca: PathBuf, attestation: PathBuf, trust: PathBuf) -> Ended {
        let [url, attestation, source] =
            [url, attestation, self.file("source.url")].map(|path| path.display().to_string());
        let arguments = [
            "migrate-tier",
            "--target-url-file",
            &url,
            "--target-attestation-file",
            &attestation,
            "--source-url-file",
            &source,
            "--source-schema",
            "mosaic",
        ];
        Migrator::new(&arguments)
            .env("DATABASE_TLS_CA_CERT_PATH", ca)
            .env("MOSAIC_TRUST_STORE_FILE", trust)
            .env("MOSAIC_TARGET_CREDENTIAL_VERSION_FILE", self.file("importer.version"))
            .env("MOSAIC_REPLAY_DIR", self.replay.path())
            .env("MOSAIC_OUTPUT", "json")
            .run()
    }

    fn database_id(&self) -> Value {
        self.site.database().value("SELECT database_id FROM mosaic_control.identity").into()
    }
}

fn pair() -> [Gateway; 2] {
    [Gateway::start(), Gateway::start()]
}

/// Each gateway, and the other one.
fn both_ways(gateways: &[Gateway; 2]) -> [(&Gateway, &Gateway); 2] {
    let [a, b] = gateways;
    [(a, b), (b, a)]
}

#[test]
fn a_runtime_is_ready_where_it_belongs() {
    let gateways = pair();
    for (own, other) in both_ways(&gateways) {
        let login = "mosaic_runtime";
        let ended = own.readiness(own.url(login), own.ca());
        assert_eq!(ended.assert_reached().json()["result"]["database"]["id"], own.database_id());
        own.readiness(own.url(login), other.ca()).assert_failed(69, "TLS_CERTIFICATE_REFUSED");
        own.readiness(other.url(login), own.ca()).assert_failed(69, "TLS_CERTIFICATE_REFUSED");
        own.readiness(own.url_with_password_of(other, login), own.ca())
            .assert_failed(69, "AUTHENTICATION_FAILED");
        for stranger in ["mosaic_migrator", "mosaic_data_importer"] {
            own.readiness(own.url(stranger), own.ca()).assert_failed(77, "LOGIN_WRONG");
        }
    }
}

#[test]
fn a_verification_attests_where_it_belongs() {
    let gateways = pair();
    for (own, other) in both_ways(&gateways) {
        let [migrator, _, importer] = LOGINS.map(|login| own.url(login));
        let [others_migrator, _, others_importer] = LOGINS.map(|login| other.url(login));
        let attested = own.site.generations().len();
        let refused = |ended: Ended, status, code| {
            ended.assert_failed(status, code);
            assert_eq!(own.site.generations().len(), attested, "{code}: nothing is signed");
        };
        refused(own.verify(migrator.clone(), other.ca(), importer.clone()), 69, "TLS_CERTIFICATE_REFUSED");
        refused(
            own.verify(others_migrator.clone(), own.ca(), others_importer.clone()),
            69,
            "TLS_CERTIFICATE_REFUSED",
        );
        // Which of the two is the right one is not for this program to say.
        refused(own.verify(migrator.clone(), own.ca(), others_importer), 5, "TARGET_MISMATCH");
        refused(own.verify(others_migrator, own.ca(), importer.clone()), 5, "TARGET_MISMATCH");
        let mixed = own.url_with_password_of(other, "mosaic_migrator");
        refused(own.verify(mixed, own.ca(), importer.clone()), 69, "AUTHENTICATION_FAILED");
        let ended = own.verify(migrator, own.ca(), importer);
        assert_eq!(ended.assert_reached().json()["result"]["database"]["id"], own.database_id());
        assert_eq!(own.site.generations().len(), attested + 1);
    }
}

/// All sixteen mixtures of four things that come in twos.
#[test]
fn an_importer_goes_where_all_of_it_belongs() {
    let gateways = pair();
    let login = "mosaic_data_importer";
    for mixture in 0..16_usize {
        let [url, ca, attestation, trust] = [0, 1, 2, 3].map(|bit| mixture >> bit & 1);
        let ended = gateways[url].import(
            gateways[url].url(login),
            gateways[ca].ca(),
            gateways[attestation].attest(),
            gateways[trust].production("trust-store.v1.json"),
        );
        if attestation != trust {
            ended.assert_failed(5, "SIGNATURE_UNKNOWN");
        } else if url != attestation {
            ended.assert_failed(5, "TARGET_PORT_DIFFERS");
        } else if ca != attestation {
            ended.assert_failed(5, "TARGET_AUTHORITIES_DIFFER");
        } else {
            let json = ended.assert_reached().json();
            assert_eq!(json["result"]["database"]["id"], gateways[url].database_id());
            continue;
        }
        assert_eq!(ended.json()["result"]["reached"], "zero_connections", "{mixture:04b}");
    }
    for (own, other) in both_ways(&gateways) {
        let trust = own.production("trust-store.v1.json");
        let mixed = own.url_with_password_of(other, login);
        own.import(mixed, own.ca(), own.attest(), trust.clone()).assert_failed(5, "TARGET_SECRET_DIFFERS");
        let attestation = own.attest();
        own.import(own.url(login), own.ca(), attestation.clone(), trust.clone()).assert_reached();
        own.import(own.url(login), own.ca(), attestation, trust).assert_failed(5, "ATTESTATION_REPLAYED");
    }
}

#[test]
fn a_tls_check_looks_where_it_belongs() {
    let gateways = pair();
    for (own, other) in both_ways(&gateways) {
        let ended = own.tls_check(own.file("admin.url"), own.ca());
        assert_eq!(ended.assert_reached().json()["result"]["database"]["id"], own.database_id());
        let ended = own.tls_check(own.file("admin.url"), other.ca());
        ended.assert_failed(2, "TLS_CHECK_FAILED");
        let checks = ended.json()["result"]["checks"].clone();
        let violated = |id: &str| {
            let mut checks = checks.as_array().expect("checks").iter();
            checks.any(|check| check["id"] == id && check["verdict"] == "violation")
        };
        assert!(violated("leaf.signer") && violated("handshake.verified"), "{checks}");
        assert_eq!(ended.json()["result"]["database"], Value::Null);
        for login in LOGINS {
            own.tls_check(own.url(login), own.ca()).assert_failed(77, "TLS_CHECK_BLIND");
            own.tls_check(own.url_with_password_of(other, login), own.ca())
                .assert_failed(69, "AUTHENTICATION_FAILED");
        }
    }
}

/// Behind one address, the server of one gateway is replaced by the other's.
#[test]
fn an_address_that_leads_to_the_other_server_is_refused() {
    let [own, other] = pair();
    let port = |gateway: &Gateway| gateway.site.database().cluster().port();
    let proxy = Proxy::to(port(&own)).expect("a proxy");
    let through = |name: &str| {
        let url = own.site.database().reveal(&format!("{name}.url"));
        let url = url.replace(&format!(":{}/", port(&own)), &format!(":{}/", proxy.port()));
        own.site.database().secret(&format!("{name}.through.url"), &url)
    };
    let [migrator, runtime, importer] = LOGINS.map(through);
    let admin = through("admin");
    own.readiness(runtime.clone(), own.ca()).assert_reached();
    own.tls_check(admin.clone(), own.ca()).assert_reached();
    let attest = || {
        own.verify(migrator.clone(), own.ca(), importer.clone()).assert_reached();
        own.site.current().expect("an attestation").path("migrate-target.v1.json")
    };
    let trust = own.production("trust-store.v1.json");
    own.import(importer.clone(), own.ca(), attest(), trust.clone()).assert_reached();
    let attestation = attest();

    proxy.retarget(port(&other));
    own.readiness(runtime.clone(), own.ca()).assert_failed(69, "TLS_CERTIFICATE_REFUSED");
    own.verify(migrator.clone(), own.ca(), importer.clone()).assert_failed(69, "TLS_CERTIFICATE_REFUSED");
    own.tls_check(admin.clone(), own.ca()).assert_failed(2, "TLS_CHECK_FAILED");
    own.import(importer, own.ca(), attestation, trust).assert_failed(69, "TLS_CERTIFICATE_REFUSED");
    // With both authorities trusted it is the key that differs, and the passwords.
    let both = [own.ca(), other.ca()].map(|path| fs::read_to_string(path).expect("a file")).concat();
    let both = own.site.database().secret("both.pem", &both);
    own.readiness(runtime, both.clone()).assert_failed(69, "AUTHENTICATION_FAILED");
    own.tls_check(admin, both).assert_failed(69, "AUTHENTICATION_FAILED");
}
