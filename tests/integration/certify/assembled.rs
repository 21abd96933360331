//! `certify slot` and `certify assemble`: signed parts and people's words become one document, or every reason why not.

use super::migrated;
use crate::support::{Database, Ended, Folder, Migrator};
use mosaic_lab::postgres::Major;
use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const AUTHOR: &str = "Ada Lovelace";
const REVIEWER: &str = "Grace Hopper";
const PARTS: [&str; 3] = ["runtime", "migrator", "importer"];
const SLOTS: [&str; 2] = ["rotation", "rollback"];
pub const ALL: [&str; 6] = ["runtime", "migrator", "importer", "rotation", "rollback", "review"];

/// Keys, a trust store, and a directory for each document.
pub struct Desk {
    place: TempDir,
    database_id: String,
}

impl Desk {
    fn of(database: &Database) -> Self {
        let database_id = database.value("SELECT database_id FROM mosaic_control.identity");
        let desk = Self { place: tempfile::tempdir().expect("a directory"), database_id };
        let text = |path: &Path| path.to_str().expect("a UTF-8 path").to_owned();
        let certify = ["attest", "keygen", "--purpose", "certify", "--out", &text(&desk.path("certify"))];
        Migrator::new(&certify).run().assert_reached();
        let (review, store) = (text(&desk.path("reviewer")), text(&desk.trust_store()));
        let arguments =
            ["attest", "keygen", "--purpose", "review", "--out", &review, "--trust-store", &store];
        Migrator::new(&arguments).run().assert_reached();
        fs::create_dir(desk.path("evidence")).expect("a directory");
        desk.write("evidence/log", b"it was done");
        desk
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.place.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        self.path(name).to_str().expect("a UTF-8 path").to_owned()
    }

    fn trust_store(&self) -> PathBuf {
        self.path("certify/trust-store.v1.json")
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.path(name);
        #[expect(clippy::disallowed_methods, reason = "a test's own file")]
        fs::write(&path, bytes).expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o400)).expect("its mode");
    }

    /// The directory that documents of this name are published in.
    fn out(&self, name: &str) -> String {
        let path = self.path(name);
        if !path.exists() {
            fs::create_dir(&path).expect("a directory");
        }
        self.text(name)
    }

    fn probe(&self, database: &Database, login: &str, bundle: Option<&Path>, name: &str) -> Ended {
        let (key, out) = (self.text("certify/signing-key"), self.out(name));
        let arguments =
            ["certify", "probe", "--as", login, "--signing-key-file", &key, "--out", &out, "--by", AUTHOR];
        let program = match login {
            "runtime" => database.runtime(&arguments),
            "importer" => database.importer(&arguments),
            _ => database.shipped(&arguments),
        };
        match bundle {
            Some(bundle) => program.env("MOSAIC_BUNDLE_DIR", bundle).run(),
            None => program.run(),
        }
    }

    fn slot(&self, kind: &str, by: &str, key: &str, reviewed: &[&str]) -> Ended {
        let (evidence, key, out) = (self.text("evidence/log"), self.text(key), self.out(kind));
        let reviewed: Vec<String> = reviewed.iter().map(|name| self.text(name)).collect();
        let mut arguments = vec![
            "certify",
            "slot",
            kind,
            "--evidence",
            &evidence,
            "--by",
            by,
            "--database-id",
            &self.database_id,
            "--signing-key-file",
            &key,
            "--out",
            &out,
        ];
        if !reviewed.is_empty() {
            arguments.push("--reviewed");
            arguments.extend(reviewed.iter().map(String::as_str));
        }
        Migrator::new(&arguments).run()
    }

    fn fill_slots(&self) {
        for kind in SLOTS {
            self.slot(kind, AUTHOR, "certify/signing-key", &[]).assert_reached();
        }
    }

    fn review(&self, by: &str) {
        let reviewed = [&PARTS[..], &SLOTS].concat();
        self.slot("review", by, "reviewer/signing-key", &reviewed).assert_reached();
    }

    pub fn assemble(&self, kind: &str, names: &[&str], out: &str) -> Ended {
        let (store, out) = (self.trust_store(), self.text(out));
        let mut arguments = vec!["certify", "assemble", kind, "--output", "json", "--trust-store"];
        arguments.extend([store.to_str().expect("a UTF-8 path"), "--out", &out, "--parts"]);
        let names: Vec<String> = names.iter().map(|name| self.text(name)).collect();
        arguments.extend(names.iter().map(String::as_str));
        Migrator::new(&arguments).run()
    }

    /// The reasons, without the place of the desk.
    fn reasons(&self, ended: &Ended) -> Vec<String> {
        let answer = ended.json();
        let reasons = answer["facts"]["reasons"].as_array().unwrap_or_else(|| panic!("no reasons: {answer}"));
        let place = format!("{}/", self.place.path().display());
        reasons.iter().map(|reason| reason.as_str().expect("text").replace(&place, "")).collect()
    }
}

/// Every part and slot of this database.
pub fn complete(database: &Database, bundle: Option<&Path>) -> Desk {
    let desk = Desk::of(database);
    for login in PARTS {
        desk.probe(database, login, bundle, login).assert_reached();
    }
    desk.fill_slots();
    desk.review(REVIEWER);
    desk
}

/// What a certificate rests on can be verified from it alone.
#[test]
fn a_foundation_is_certified_by_all_three_logins() {
    let database = migrated(Major::V17);
    let desk = complete(&database, None);
    desk.assemble("foundation", &ALL, "foundation.json").assert_reached();
    let mut backwards = ALL;
    backwards.reverse();
    desk.assemble("foundation", &backwards, "again.json").assert_reached();
    let bytes = fs::read(desk.path("foundation.json")).expect("the certificate");
    assert_eq!(fs::read(desk.path("again.json")).expect("the certificate"), bytes);
    let certificate: Value = serde_json::from_slice(&bytes).expect("JSON");
    assert_eq!(certificate["database"]["id"], *desk.database_id);
    for document in ["parts", "slots"].iter().flat_map(|kind| certificate[kind].as_array().expect("a list")) {
        let statement = serde_jcs::to_vec(&document["statement"]).expect("canonical JSON");
        assert_eq!(document["sha256"], mosaic_db::digest::Digest::of(&statement).to_string());
    }
    // It is never written over.
    desk.assemble("foundation", &ALL, "foundation.json").assert_failed(74, "FILE_NOT_WRITTEN");
}

#[test]
fn what_is_incomplete_or_tampered_with_is_named() {
    let database = migrated(Major::V17);
    let desk = complete(&database, None);
    let nothing = desk.assemble("foundation", &["review"], "x.json");
    nothing.assert_failed(2, "NOT_CERTIFIED");
    assert_eq!(desk.reasons(&nothing).len(), 5);
    for name in ALL {
        let others: Vec<&str> = ALL.into_iter().filter(|other| *other != name).collect();
        let ended = desk.assemble("foundation", &others, "x.json");
        ended.assert_failed(2, "NOT_CERTIFIED");
        let reasons = desk.reasons(&ended);
        assert!(matches!(&reasons[..], [reason] if reason.contains(name)), "{name}: {reasons:?}");
    }
    let twice = desk.assemble("foundation", &[&ALL[..], &["runtime"]].concat(), "x.json");
    assert_eq!(desk.reasons(&twice), ["runtime: there is another document of its kind"]);

    let generation = fs::read_to_string(desk.path("importer/current")).expect("a pointer");
    let statement = format!("importer/{generation}/statement.v1.json");
    let bytes = fs::read_to_string(desk.path(&statement)).expect("a statement");
    fs::remove_file(desk.path(&statement)).expect("removed");
    desk.assemble("foundation", &ALL, "x.json").assert_failed(78, "FILE_UNREADABLE");
    desk.write(&statement, bytes.replacen("\"denied\"", "\"no_object\"", 1).as_bytes());
    let tampered = desk.assemble("foundation", &ALL, "x.json");
    tampered.assert_failed(2, "NOT_CERTIFIED");
    assert!(
        desk.reasons(&tampered)[0].starts_with("importer: no trusted key"),
        "{:?}",
        desk.reasons(&tampered)
    );
    assert!(!desk.path("x.json").exists());
}

#[test]
fn who_made_a_document_does_not_review_it() {
    let database = migrated(Major::V17);
    let desk = complete(&database, None);
    desk.review("ada  lovelace");
    let own = desk.assemble("foundation", &ALL, "x.json");
    own.assert_failed(2, "NOT_CERTIFIED");
    assert_eq!(desk.reasons(&own).len(), 5, "{:?}", desk.reasons(&own));
    let reviewed = [&PARTS[..], &SLOTS].concat();
    desk.slot("review", REVIEWER, "certify/signing-key", &reviewed).assert_reached();
    let authors_key = desk.assemble("foundation", &ALL, "x.json");
    let other = "review: the signature was made for another purpose: certify";
    assert_eq!(desk.reasons(&authors_key)[0], other);
    desk.slot("review", REVIEWER, "reviewer/signing-key", &PARTS).assert_reached();
    let partial = desk.assemble("foundation", &ALL, "x.json");
    assert_eq!(
        desk.reasons(&partial),
        ["rotation", "rollback"].map(|name| format!("{name}: it is not among what was reviewed"))
    );
    desk.review(REVIEWER);
    desk.assemble("foundation", &ALL, "x.json").assert_reached();
}

#[test]
fn one_certificate_is_of_one_database() {
    let (database, foreign) = (migrated(Major::V17), migrated(Major::V17));
    let desk = complete(&database, None);
    desk.probe(&foreign, "importer", None, "importer").assert_reached();
    desk.review(REVIEWER);
    let mixed = desk.assemble("foundation", &ALL, "x.json");
    mixed.assert_failed(2, "NOT_CERTIFIED");
    // Servers of a test may be copies of one: their system identifiers are equal, their random ids are not.
    assert_eq!(desk.reasons(&mixed)[0], "importer: it is of another database");
}

/// A part that tells of a defect is evidence too: it is kept, and no certificate comes of it.
#[test]
fn a_defect_is_signed_and_not_certified() {
    let database = migrated(Major::V17);
    let desk = complete(&database, None);
    database.execute("GRANT TEMPORARY ON DATABASE mosaic TO mosaic_data_importer");
    desk.probe(&database, "importer", None, "importer").assert_failed(2, "PROBE_NOT_DENIED");
    desk.review(REVIEWER);
    let refused = desk.assemble("foundation", &ALL, "x.json");
    refused.assert_failed(2, "NOT_CERTIFIED");
    let reasons = desk.reasons(&refused);
    assert!(reasons[0].contains("temporary.table"), "{reasons:?}");
}

/// What is not there yet is not certified.
#[test]
fn immutability_waits_for_the_relations() {
    let folder =
        Folder::new().with_application("0000_nothing", "CREATE TABLE mosaic.something (id bigint NOT NULL);");
    let bundle = folder.write();
    let database = Database::on(Major::V17);
    database.migrator(&["--run"], bundle).run().assert_reached();
    let desk = complete(&database, Some(bundle));
    let not_yet = desk.assemble("immutability", &ALL, "immutability.json");
    not_yet.assert_failed(3, "NOT_YET_CERTIFIED");
    assert!(desk.reasons(&not_yet).iter().any(|reason| reason.contains("mosaic.task_events")));
    assert!(!desk.path("immutability.json").exists());
}

/// Rights on evidence that somebody gave, how they are taken back, and who shows them: the login that has them by attempting,
/// or the migrator's reading of the catalog.
const TOO_MANY: [(&str, &str, &str); 9] = [
    (
        "GRANT UPDATE ON mosaic.task_events TO mosaic_runtime",
        "REVOKE UPDATE ON mosaic.task_events FROM mosaic_runtime",
        "runtime",
    ),
    (
        "GRANT DELETE ON mosaic.artifacts TO PUBLIC",
        "REVOKE DELETE ON mosaic.artifacts FROM PUBLIC",
        "importer",
    ),
    (
        "GRANT UPDATE (payload) ON mosaic.task_events TO mosaic_runtime_capability",
        "REVOKE UPDATE (payload) ON mosaic.task_events FROM mosaic_runtime_capability",
        "migrator",
    ),
    (
        "CREATE ROLE helpers; GRANT DELETE ON mosaic.task_checkpoints TO helpers; GRANT helpers TO mosaic_runtime",
        "DROP OWNED BY helpers; DROP ROLE helpers",
        "runtime",
    ),
    (
        "GRANT TRUNCATE ON mosaic.approval_decision_artifacts TO mosaic_runtime",
        "REVOKE TRUNCATE ON mosaic.approval_decision_artifacts FROM mosaic_runtime",
        "runtime",
    ),
    (
        "GRANT TRIGGER ON mosaic.task_checkpoint_artifacts TO mosaic_runtime_capability",
        "REVOKE TRIGGER ON mosaic.task_checkpoint_artifacts FROM mosaic_runtime_capability",
        "migrator",
    ),
    (
        "GRANT REFERENCES ON mosaic.connector_lease_audit_log TO PUBLIC",
        "REVOKE REFERENCES ON mosaic.connector_lease_audit_log FROM PUBLIC",
        "migrator",
    ),
    (
        "GRANT MAINTAIN ON mosaic.task_events TO mosaic_runtime",
        "REVOKE MAINTAIN ON mosaic.task_events FROM mosaic_runtime",
        "migrator",
    ),
    (
        "GRANT SELECT ON mosaic.task_events TO mosaic_runtime WITH GRANT OPTION",
        "REVOKE SELECT ON mosaic.task_events FROM mosaic_runtime",
        "migrator",
    ),
];

#[test]
fn immutability_is_certified_and_any_right_too_many_ends_it() {
    let database = migrated(Major::V17);
    let desk = complete(&database, None);
    desk.assemble("immutability", &ALL, "immutability.json").assert_reached();
    for (grant, revoke, witness) in TOO_MANY {
        database.execute(grant);
        assert_ne!(desk.probe(&database, witness, None, witness).status(), 0, "{grant}");
        desk.review(REVIEWER);
        let refused = desk.assemble("immutability", &ALL, "x.json");
        refused.assert_failed(2, "NOT_CERTIFIED");
        database.execute(revoke);
        desk.probe(&database, witness, None, witness).assert_reached();
        desk.review(REVIEWER);
    }
    desk.assemble("immutability", &ALL, "again.json").assert_reached();
}

/// What signs, what is written and who answers are given together or not at all.
#[test]
fn a_signature_needs_a_place_and_a_name() {
    let part = ["certify", "probe", "--as", "runtime"];
    for options in [
        &["--signing-key-file", "/k"][..],
        &["--signing-key-file", "/k", "--out", "/o"],
        &["--signing-key-file", "/k", "--by", "a"],
        &["--out", "/o"],
        &["--by", "a"],
        &["--signing-key-file", "/k", "--out", "/o", "--by", " "],
    ] {
        Migrator::new(&[&part, options].concat()).run().assert_failed(64, "USAGE");
    }
}
