//! A DBA's index beside the bundle's: drift, unless a signed allowance names exactly it, in this database, for now.

use crate::support::{Database, Ended, Migrator};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const INDEX: &str = "CREATE INDEX extra ON mosaic.users (name)";
const END: &str = "2020-06-01T00:00:00Z";

/// A database with the compiled-in bundle, and what an operator has beside it.
struct Site {
    database: Database,
    desk: TempDir,
}

impl Site {
    fn new() -> Self {
        let site =
            Self { database: Database::bootstrapped(), desk: tempfile::tempdir().expect("a directory") };
        site.database.shipped(&["--run"]).run().assert_reached();
        site.key("keys", "allowance");
        site
    }

    fn path(&self, name: &str) -> PathBuf {
        self.desk.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        self.path(name).to_str().expect("a UTF-8 path").to_owned()
    }

    fn key(&self, directory: &str, purpose: &str) {
        let out = self.text(directory);
        Migrator::new(&["attest", "keygen", "--out", &out, "--purpose", purpose]).run().assert_reached();
    }

    /// A draft of what is there, which ends in ten days.
    fn draft(&self, more: &[&str]) -> Ended {
        let out = self.text("allowances.v1.json");
        let ends = self.database.value("to_char(now() + '10 days', 'YYYY-MM-DD\"T00:00:00Z\"')");
        let about = ["--owner", "search team", "--reason", "slow report", "--expires", &ends];
        let arguments = [&["allowance", "draft", "--out", &out], &about[..], more].concat();
        self.database.shipped(&arguments).env("MOSAIC_OUTPUT", "json").run()
    }

    fn sign(&self, directory: &str) -> Ended {
        let (file, key) = (self.text("allowances.v1.json"), self.text(&format!("{directory}/signing-key")));
        Migrator::new(&["allowance", "sign", &file, "--signing-key-file", &key]).run()
    }

    /// Changes the draft, and signs it again.
    fn change(&self, change: impl Fn(&mut Value)) {
        let path = self.path("allowances.v1.json");
        let mut draft = serde_json::from_slice(&fs::read(&path).expect("a draft")).expect("JSON");
        change(&mut draft);
        write(&path, &serde_jcs::to_vec(&draft).expect("canonical JSON"));
        self.sign("keys").assert_reached();
    }

    fn with(&self, program: Migrator, directory: &str) -> Ended {
        let trust = self.path(&format!("{directory}/trust-store.v1.json"));
        program
            .env("MOSAIC_OUTPUT", "json")
            .env("MOSAIC_ALLOWANCES_FILE", self.path("allowances.v1.json"))
            .env("MOSAIC_TRUST_STORE_FILE", trust)
            .run()
    }

    fn verify(&self) -> Ended {
        self.with(self.database.shipped(&["--verify"]), "keys")
    }
}

#[expect(clippy::disallowed_methods, reason = "a test's own file")]
fn write(path: &Path, bytes: &[u8]) {
    fs::write(path, bytes).expect("a file");
}

#[test]
fn what_is_allowed_is_a_note_and_no_part_of_the_fingerprint() {
    let site = Site::new();
    let database = &site.database;
    let plain = |program: Migrator| program.env("MOSAIC_OUTPUT", "json").run().assert_reached().json();
    let before = plain(database.shipped(&["--verify"]));
    site.draft(&[]).assert_failed(2, "ALLOWANCE_NOTHING");
    database.execute(&format!("{INDEX}; CREATE INDEX other ON mosaic.users (name, id)"));
    database.execute("CREATE STATISTICS mosaic.both ON name, email FROM mosaic.users");
    database.execute("ALTER STATISTICS mosaic.both OWNER TO mosaic_schema_owner");
    database.shipped(&["--verify"]).run().assert_failed(2, "SCHEMA_DRIFT");
    database.runtime(&["readiness"]).run().assert_failed(2, "SCHEMA_DRIFT");

    let drafted = site.draft(&["--object", "mosaic.extra"]).assert_reached().json();
    assert_eq!(drafted["result"]["allowances"][0]["name"], "mosaic.extra", "{drafted}");
    site.draft(&["--object", "mosaic.users"]).assert_failed(2, "ALLOWANCE_NOTHING");
    site.sign("keys").assert_reached();
    let (file, trust) = (site.text("allowances.v1.json"), site.text("keys/trust-store.v1.json"));
    Migrator::new(&["allowance", "check", &file, "--trust-store", &trust]).run().assert_reached();
    let one = site.verify();
    one.assert_failed(2, "SCHEMA_DRIFT");
    assert!(
        one.stdout().contains("mosaic.other") && !one.stdout().contains("mosaic.extra"),
        "{}",
        one.stdout()
    );

    // What is allowed already is kept; what is new gets an owner of its own.
    let out = site.text("next.json");
    let end = drafted["result"]["allowances"][0]["expires"].as_str().expect("a time");
    let about = ["--owner", "reporting", "--reason", "monthly", "--expires", end];
    let more = database.shipped(&[&["allowance", "draft", "--out", &out], &about[..]].concat());
    let more = site.with(more, "keys").assert_reached().json();
    let owners: Vec<_> = more["result"]["allowances"].as_array().expect("a list").iter().collect();
    let owners: Vec<_> = owners.iter().map(|one| (&one["name"], &one["owner"])).collect();
    assert_eq!(
        owners,
        [
            (&json!("mosaic.extra"), &json!("search team")),
            (&json!("mosaic.other"), &json!("reporting")),
            (&json!("mosaic.both"), &json!("reporting")),
        ]
    );
    fs::rename(&out, &file).expect("a file");
    site.sign("keys").assert_reached();

    let verified = site.verify().assert_reached().json();
    assert_eq!(verified["result"]["schema"], before["result"]["schema"]);
    let noted = |answer: &Value| {
        let notes = answer["notes"].to_string();
        notes.contains("search team answers for it until")
            && notes.contains(end)
            && notes.contains("mosaic.both")
    };
    assert!(noted(&verified), "{verified}");
    let status = site.with(database.shipped(&["status"]), "keys").assert_reached().json();
    assert!(noted(&status), "{status}");
    let ready = site.with(database.runtime(&["readiness"]), "keys").assert_reached().json();
    assert!(noted(&ready), "{ready}");
    assert_eq!(ready["result"]["schema"], before["result"]["schema"]);
    assert_eq!(ready["result"]["allowed"][0]["owner"], "search team");
    site.with(database.shipped(&["--run"]), "keys").assert_reached();
}

#[test]
fn what_is_not_exactly_what_was_signed_is_drift_or_refused() {
    let site = Site::new();
    site.database.execute(INDEX);
    site.draft(&[]).assert_reached();
    site.sign("keys").assert_reached();
    site.verify().assert_reached();

    site.database.execute("DROP INDEX mosaic.extra; CREATE INDEX extra ON mosaic.users (name DESC)");
    let changed = site.verify();
    changed.assert_failed(2, "SCHEMA_DRIFT");
    assert!(changed.stdout().contains("defined otherwise"), "{}", changed.stdout());
    site.database.execute(&format!("DROP INDEX mosaic.extra; {INDEX}"));
    site.verify().assert_reached();

    let path = site.path("allowances.v1.json");
    let signed = fs::read(&path).expect("a draft");
    write(&path, &String::from_utf8_lossy(&signed).replace("slow report", "fast report").into_bytes());
    for command in ["--verify", "--run", "status", "rehearse"] {
        site.with(site.database.shipped(&[command]), "keys").assert_failed(5, "SIGNATURE_UNKNOWN");
    }
    site.with(site.database.runtime(&["readiness"]), "keys").assert_failed(5, "SIGNATURE_UNKNOWN");
    write(&path, &signed);
    site.key("others", "review");
    site.sign("others").assert_reached();
    site.verify().assert_failed(5, "SIGNATURE_UNKNOWN");
    let other = site.with(site.database.shipped(&["--verify"]), "others");
    other.assert_failed(5, "SIGNATURE_OTHER_PURPOSE");
    site.database
        .shipped(&["--verify"])
        .env("MOSAIC_ALLOWANCES_FILE", &path)
        .run()
        .assert_failed(78, "VARIABLE_MISSING");
    fs::remove_file(site.path("allowances.v1.json.sig")).expect("a signature");
    site.verify().assert_failed(78, "FILE_UNREADABLE");

    site.change(|draft| {
        draft["issued"] = "2020-01-01T00:00:00Z".into();
        draft["allowances"][0]["expires"] = END.into();
    });
    let expired = site.verify();
    expired.assert_failed(2, "SCHEMA_DRIFT");
    assert!(expired.stdout().contains("expired 2020-06-01"), "{}", expired.stdout());
    site.with(site.database.runtime(&["readiness"]), "keys").assert_failed(2, "SCHEMA_DRIFT");

    site.draft(&[]).assert_reached();
    site.change(|draft| draft["database_id"] = "6f1c2e34-0000-4000-8000-000000000001".into());
    site.verify().assert_failed(5, "ALLOWANCES_OTHER_DATABASE");
    site.with(site.database.runtime(&["readiness"]), "keys").assert_failed(5, "ALLOWANCES_OTHER_DATABASE");
}

#[test]
fn what_can_change_meaning_is_neither_drafted_nor_signed() {
    let site = Site::new();
    for harmful in [
        "CREATE UNIQUE INDEX extra ON mosaic.users (name, id)",
        "CREATE INDEX extra ON mosaic.users (lower(name))",
        "CREATE INDEX extra ON mosaic.users (name) WHERE name <> ''",
    ] {
        site.database.execute(harmful);
        let drafted = site.draft(&[]);
        drafted.assert_failed(2, "ALLOWANCE_NOTHING");
        site.database.execute("DROP INDEX mosaic.extra");
    }
    site.database.execute(INDEX);
    site.draft(&[]).assert_reached();
    let path = site.path("allowances.v1.json");
    let draft = String::from_utf8(fs::read(&path).expect("a draft")).expect("UTF-8");
    write(&path, draft.replace("CREATE INDEX", "CREATE UNIQUE INDEX").as_bytes());
    site.sign("keys").assert_failed(5, "ALLOWANCE_REFUSED");
}
