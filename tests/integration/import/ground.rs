//! A migrated target with an attestation of it, and a source beside it.

use crate::support::{Database, Ended, Folder, Migrator};
use ed25519_dalek::{Signer as _, SigningKey};
use mosaic_db::allowance::Allowances;
use mosaic_db::attest::{
    Decimal, Grade, Instant, Nonce, PublicKey, Purpose, SecretVersion, State, Statement, Text, TrustStore,
    TrustedKey, Window, pae,
};
use mosaic_db::bundle::Bundle;
use mosaic_db::digest::Digest;
use mosaic_db::dsn::Dsn;
use mosaic_db::inspect::inspect_as_importer;
use mosaic_db::postgres::{CaBundle, Endpoint};
use mosaic_lab::cluster::{Cluster, Options};
use mosaic_lab::postgres::Major;
use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Duration;
use tempfile::TempDir;

/// The name of the source's database.
pub const TIER: &str = "tier";

/// A table that is locked for as long as this value lives.
pub struct Held(::postgres::Client);

impl Held {
    /// Ends the lock.
    pub fn let_go(mut self) {
        self.0.batch_execute("ROLLBACK").expect("the end of the lock");
    }
}

/// The check that tells of fast load, and what it tells to do.
const FAST_LOAD: &str = "fast_load.data_importer";
const TAKE_BACK: &str = "bootstrap render --database mosaic --importer-fast-load=take-back";

/// Everything an import needs.
pub struct Ground {
    pub target: Database,
    folder: Folder,
    attestations: Cell<u8>,
    replay: TempDir,
}

impl Ground {
    /// A target of this major version with these tables in its application schema, which the importer may fill.
    pub fn new(major: Major, tables: &str) -> Self {
        Self::on(Database::on(major), tables)
    }

    /// The same in this database.
    pub fn on(target: Database, tables: &str) -> Self {
        let sql = tables.replace("{S}", "mosaic");
        let seeded = definitions(&sql).filter(|definition| is_seeded(definition)).map(name);
        let seeded: Vec<String> = seeded.collect();
        let folder = Folder::new().with_application("0000_tables", &sql).with_grants(grants(&sql));
        let folder = folder.seeding(seeded.iter().map(String::as_str));
        target.migrator(&["--run"], folder.write()).run().assert_reached();
        let replay = tempfile::tempdir().expect("a temporary directory");
        Self { target, folder, attestations: Cell::new(0), replay }
    }

    /// Another server, filled in the same way, with the same passwords and a certificate of the same authority.
    pub fn twin(&self, major: Major) -> Database {
        let password = |login: &str| self.target.reveal(&format!("{login}.password"));
        let twin =
            Database::bare_with_both(major, &password("mosaic_migrator"), &password("mosaic_data_importer"));
        let identity = self.target.cluster().authority().server().expect("a certificate");
        twin.cluster().present(&identity).expect("a server that takes it");
        twin.bootstrap();
        let run = twin.migrator(&["--run"], self.folder.path());
        run.env("DATABASE_TLS_CA_CERT_PATH", self.target.cluster().ca_pem_path()).run().assert_reached();
        twin
    }

    /// A source in the same cluster, in which these statements have run.
    pub fn source(&self, statements: &[&str]) {
        self.target.cluster().create_database(TIER).expect("a database");
        self.on_source(&statements.concat());
        let cluster = self.target.cluster();
        self.target.secret("source.url", &cluster.url("postgres", cluster.superuser_password(), TIER));
    }

    /// A source on a server of its own, in which these statements have run.
    pub fn source_beside(&self, statements: &[&str]) -> Cluster {
        let target = self.target.cluster();
        let source = target.start_beside(target.installation(), &Options::default()).expect("a server");
        source.create_database(TIER).expect("a database");
        let sql = statements.concat().replace("{S}", "public");
        source.admin(TIER).expect("a session").batch_execute(&sql).expect("the superuser may");
        self.target.secret("source.url", &source.url("postgres", source.superuser_password(), TIER));
        source
    }

    /// A file with the superuser's URL of a database of the target's cluster.
    pub fn superuser_url(&self, database: &str) -> String {
        let cluster = self.target.cluster();
        let url = cluster.url("postgres", cluster.superuser_password(), database);
        self.target.secret("superuser.url", &url).display().to_string()
    }

    /// Runs statements on the source.
    pub fn on_source(&self, sql: &str) {
        let mut admin = self.target.cluster().admin(TIER).expect("a session");
        admin.batch_execute(&sql.replace("{S}", "public")).expect("the superuser may");
    }

    /// A file with the source's URL through a proxy.
    pub fn source_through(&self, port: u16) -> String {
        let server = format!(":{}/", self.target.cluster().port());
        let through = self.target.reveal("source.url").replace(&server, &format!(":{port}/"));
        self.target.secret("source-through.url", &through).display().to_string()
    }

    /// Locks a table of the target against whoever writes to it.
    pub fn hold(&self, table: &str) -> Held {
        let mut holder = self.target.admin();
        // It stays as long as it is wanted, whatever the server has for others.
        let wait = "SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0; \
                    SELECT set_config(name, '0', false) FROM pg_settings WHERE name = 'transaction_timeout'";
        holder.batch_execute(wait).expect("settings");
        let lock = format!("BEGIN; LOCK TABLE mosaic.{table} IN EXCLUSIVE MODE");
        holder.batch_execute(&lock).expect("a lock");
        Held(holder)
    }

    /// Waits until the importer waits for a lock, and gives the pid of its server process.
    pub fn until_it_waits(&self) -> i32 {
        let waiting = "SELECT min(pid) FROM pg_stat_activity \
                       WHERE usename = 'mosaic_data_importer' AND wait_event_type = 'Lock'";
        self.target.until("an importer that waits for a lock", &format!("({waiting}) IS NOT NULL"));
        self.target.value(waiting).parse().expect("a pid")
    }

    /// Waits until no session of the importer is left.
    pub fn until_no_importer(&self) {
        let sessions = "SELECT FROM pg_stat_activity WHERE usename = 'mosaic_data_importer'";
        self.target.until("the end of the importer's session", &format!("NOT EXISTS ({sessions})"));
    }

    /// Rows of a table of the target.
    pub fn count(&self, table: &str) -> u64 {
        self.target.value(&format!("SELECT count(*) FROM mosaic.{table}")).parse().expect("a number")
    }

    /// Grants fast load to the importer, or takes it back, as the operator does.
    pub fn fast_load(&self, options: &[&str]) -> Output {
        let script =
            Migrator::new(&[&["bootstrap", "render", "--database", "mosaic"], options].concat()).run();
        self.target.cluster().run_psql("mosaic", script.stdout(), &[]).expect("psql")
    }

    /// The proof as the migrator.
    pub fn verify(&self) -> Ended {
        self.target.migrator(&["--verify"], self.folder.path()).env("MOSAIC_OUTPUT", "json").run()
    }

    /// Whether verification, readiness and the superuser's check, each of them content, tell of fast load.
    pub fn granted_for_a_while(&self) -> [bool; 3] {
        let tells = |ended: &Ended, told: &str| {
            ended.assert_reached();
            let json = ended.json();
            let checks = json["result"]["checks"].as_array().expect("checks");
            let warned =
                |check: &&serde_json::Value| check["id"] == FAST_LOAD && check["verdict"] == "warning";
            let warned = checks.iter().any(|check| warned(&check));
            assert_eq!(told.contains(TAKE_BACK), warned, "{told}");
            warned
        };
        let (verified, ready) = (
            self.verify(),
            self.target
                .runtime(&["readiness"])
                .env("MOSAIC_BUNDLE_DIR", self.folder.path())
                .env("MOSAIC_OUTPUT", "json")
                .run(),
        );
        let bundle = self.folder.path().display().to_string();
        let admin = self.superuser_url("mosaic");
        let checked = Migrator::new(&["bootstrap", "check", "--admin-url-file", &admin, "--bundle", &bundle])
            .env("DATABASE_TLS_CA_CERT_PATH", self.target.cluster().ca_pem_path())
            .env("MOSAIC_OUTPUT", "json")
            .run();
        let notes = |ended: &Ended| ended.json()["notes"].to_string();
        [
            tells(&verified, &notes(&verified)),
            tells(&ready, &notes(&ready)),
            tells(&checked, checked.stdout()),
        ]
    }

    /// The fingerprint of the target's shape.
    pub fn schema(&self) -> String {
        let verified = self.verify();
        verified.assert_reached();
        verified.json()["result"]["schema"].as_str().expect("a fingerprint").to_owned()
    }

    /// The command with a fresh attestation, reading the source.
    pub fn import(&self, more: &[&str]) -> Migrator {
        let source = self.target.secret_path("source.url").display().to_string();
        self.import_from(&["--source-url-file", &source], more)
    }

    /// The same from another source.
    pub fn import_from(&self, source: &[&str], more: &[&str]) -> Migrator {
        let number = self.attestations.get();
        self.attestations.set(number + 1);
        self.import_under(&self.attest(number, |_| {}), source, more)
    }

    /// The command with a fresh attestation, reaching the target through a proxy.
    pub fn import_through(&self, port: u16, more: &[&str]) -> Migrator {
        let direct = self.target.reveal("mosaic_data_importer.url");
        let (server, proxy) = (format!(":{}/", self.target.cluster().port()), format!(":{port}/"));
        let through = direct.replace(&server, &proxy);
        let number = self.attestations.get();
        self.attestations.set(number + 1);
        let sha256 = Digest::of(through.as_bytes());
        let attestation = self.attest(number, |statement| {
            statement.port = port.try_into().expect("a port");
            statement.target_sha256 = sha256;
        });
        let url = self.target.secret("through.url", &through).display().to_string();
        let source = self.target.secret_path("source.url").display().to_string();
        self.command(&url, &attestation, &["--source-url-file", &source], more)
    }

    /// The command under this attestation.
    pub fn import_under(&self, attestation: &Path, source: &[&str], more: &[&str]) -> Migrator {
        let url = self.target.secret_path("mosaic_data_importer.url").display().to_string();
        self.command(&url, attestation, source, more)
    }

    fn command(&self, url: &str, attestation: &Path, source: &[&str], more: &[&str]) -> Migrator {
        let attestation = attestation.display().to_string();
        let arguments = [
            &["migrate-tier", "--target-url-file", url, "--target-attestation-file", &attestation],
            source,
            more,
        ]
        .concat();
        Migrator::new(&arguments)
            .env("DATABASE_TLS_CA_CERT_PATH", self.target.cluster().ca_pem_path())
            .env("MOSAIC_BUNDLE_DIR", self.folder.path())
            .env("MOSAIC_TRUST_STORE_FILE", self.target.secret_path("trust-store"))
            .env("MOSAIC_TARGET_CREDENTIAL_VERSION_FILE", self.target.secret_path("version"))
            .env("MOSAIC_REPLAY_DIR", self.replay.path())
            .env("MOSAIC_OUTPUT", "json")
    }

    /// Attests what the target is now, but for what is changed in the statement.
    pub fn attest(&self, number: u8, change: impl FnOnce(&mut Statement)) -> PathBuf {
        let key = SigningKey::from_bytes(&[7; 32]);
        let public_key = PublicKey::from_bytes(key.verifying_key().as_bytes()).expect("a key");
        let now = Instant::from_unix(unix_now()).expect("a time");
        let window = Window::new(Instant::from_unix(unix_now() - 60).expect("a time"), now.plus(600))
            .expect("a window");
        let trusted = TrustedKey {
            public_key,
            purpose: Purpose::MigrateTarget,
            window,
            state: State::Active,
            grade: Grade::Production,
        };
        let store = TrustStore::of(trusted).encode().expect("a document");
        self.target.secret_bytes("trust-store", &store);
        self.target.secret("version", "3");
        let mut statement = self.statement(&public_key, now, number);
        change(&mut statement);
        let bytes = statement.to_bytes().expect("a document");
        let signature = key.sign(&pae(Purpose::MigrateTarget.payload_type(), &bytes)).to_bytes();
        let name = format!("attestation-{number}");
        self.target.secret_bytes(&format!("{name}.sig"), &signature);
        self.target.secret_bytes(&name, &bytes)
    }

    fn statement(&self, key: &PublicKey, now: Instant, number: u8) -> Statement {
        let url = self.target.reveal("mosaic_data_importer.url");
        let dsn = Dsn::parse(&url).expect("a URL");
        let pem = std::fs::read(self.target.cluster().ca_pem_path()).expect("a file");
        let authorities = CaBundle::from_pem(&pem).expect("certificates");
        let bundle = Bundle::load(self.folder.path()).expect("a bundle");
        let endpoint =
            Endpoint::new(Dsn::parse(&url).expect("a URL"), &authorities, None, Duration::from_secs(10));
        let endpoint = endpoint.expect("an endpoint");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let (spki, found) = runtime.block_on(async {
            let inspected =
                inspect_as_importer(&endpoint, &bundle, Allowances::NONE.as_of(now), "test").await;
            let (session, found) = inspected.expect("an importable database");
            let spki = session.leaf().spki;
            session.close().await;
            (spki, found)
        });
        fn text<const MAX: usize>(text: &str) -> Text<MAX> {
            Text::new(text).expect("printable")
        }
        let decimal = |text: &str| Decimal::new(text).expect("a number");
        Statement {
            schema: text("mosaic.migrate-target/v1"),
            key_id: key.id(),
            grade: Grade::Production,
            audience: text("mosaic_data_importer"),
            issued_at: now,
            expires_at: now.plus(300),
            nonce: Nonce::parse(&format!("{number:032x}")).expect("a nonce"),
            secret_version: SecretVersion::new(3).expect("a version"),
            target_sha256: Digest::of(url.as_bytes()),
            host: text(dsn.host()),
            port: dsn.port().try_into().expect("a port"),
            database: text(dsn.database()),
            ca_sha256: authorities.digests().iter().copied().collect(),
            leaf_spki_sha256: spki,
            system_identifier: decimal(&found.identity.system_identifier),
            timeline: decimal(&found.identity.timeline),
            database_oid: decimal(&found.identity.database_oid),
            database_id: text(&found.database_id),
            manifest_sha256: bundle.fingerprint(),
            bundle_sha256: bundle.digest().expect("a digest"),
            schema_sha256: found.schema,
            receipt_sha256: Digest::of(b""),
            invocation: text("test"),
            build: text("test"),
            image: text("none"),
            correlation_id: text("test"),
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "an attestation is made now")]
fn unix_now() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("after 1970");
    now.as_secs()
}

fn definitions(sql: &str) -> impl Iterator<Item = &str> {
    sql.split("CREATE TABLE mosaic.").skip(1)
}

/// Whether the definition says that the bundle fills the table, so that an import only reads it.
fn is_seeded(definition: &str) -> bool {
    definition.lines().next().is_some_and(|line| line.ends_with("-- seeded"))
}

/// SELECT and INSERT on each table of some DDL, USAGE and UPDATE on each sequence an identity or serial column makes.
fn grants(sql: &str) -> serde_json::Value {
    let on = |kind: &str, name: &str, privileges: &[&str]| {
        serde_json::json!({
            "on": { "kind": kind, "name": name, "schema": "mosaic" }, "privileges": privileges, "to": "importer",
        })
    };
    let mut all = Vec::new();
    for definition in definitions(sql) {
        let table = name(definition);
        let rows: &[&str] = if is_seeded(definition) { &["select"] } else { &["insert", "select"] };
        all.push(on("table", &table, rows));
        for line in definition.lines().filter(|line| line.contains("AS IDENTITY") || line.contains("serial"))
        {
            let column = line.split_whitespace().next().unwrap_or_default();
            all.push(on("sequence", &format!("{table}_{column}_seq"), &["update", "usage"]));
        }
    }
    serde_json::json!({ "0000_tables": { "grant": all, "revoke": [] } })
}

/// The name a definition begins with, quoted or not.
fn name(definition: &str) -> String {
    match definition.strip_prefix('"') {
        Some(quoted) => {
            let kept = quoted.replace("\"\"", "\0");
            kept.split('"').next().unwrap_or_default().replace('\0', "\"")
        }
        None => definition.split_whitespace().next().unwrap_or_default().to_owned(),
    }
}
