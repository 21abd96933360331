//! `activate plan` and `tls plan`: what the program itself printed and wrote, step by step, moves a plan on.

use crate::certify::assembled::{ALL, complete};
use crate::posture::session_over_tls;
use crate::support::{Database, Ended, Folder, Migrator};
use mosaic_lab::certificates::Authority;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A directory that answers are kept in.
struct Evidence(TempDir);

impl Evidence {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a directory"))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn keep(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path().join(name);
        #[expect(clippy::disallowed_methods, reason = "what a shell's redirection does")]
        fs::write(&path, bytes).expect("a file");
        path
    }

    fn answer(&self, name: &str, program: Migrator) -> Ended {
        let ended = program.env("MOSAIC_OUTPUT", "json").run();
        self.keep(name, ended.stdout().as_bytes());
        ended
    }

    fn plan(&self, plan: &[&str], more: &[&str]) -> Ended {
        let directory = self.path().display().to_string();
        Migrator::new(&[plan, &["--output", "json", "--evidence", &directory], more].concat()).run()
    }

    /// The steps that are done.
    fn done(&self, plan: &[&str]) -> Vec<String> {
        let json = self.plan(plan, &[]).json();
        let steps = json["result"]["steps"].as_array().expect("steps");
        let done = steps.iter().filter(|step| step["standing"]["state"] == "done");
        done.map(|step| step["id"].as_str().expect("an id").to_owned()).collect()
    }
}

const ACTIVATE: &[&str] = &["activate", "plan"];
const CUT_OVER: &[&str] = &["tls", "plan", "cut-over"];
const ROTATE: &[&str] = &["tls", "plan", "rotate-ca"];

fn admin(database: &Database, command: &[&str], option: &str) -> Migrator {
    let cluster = database.cluster();
    let url = cluster.url("postgres", cluster.superuser_password(), "mosaic");
    let url = database.secret("admin.url", &url).display().to_string();
    Migrator::new(&[command, &[option, &url]].concat())
        .env("DATABASE_TLS_CA_CERT_PATH", cluster.ca_pem_path())
}

fn tls_check(database: &Database) -> Migrator {
    admin(database, &["tls", "check"], "--url-file")
}

#[test]
fn an_activation_goes_from_the_first_step_to_the_last() {
    use crate::attested::site::Site;
    let site = Site::bootstrapped();
    let database = site.database();
    let evidence = Evidence::new();
    Migrator::new(ACTIVATE).run().assert_failed(3, "PLAN_OPEN");
    assert_eq!(evidence.done(ACTIVATE), [""; 0]);

    evidence.answer("1.json", admin(database, &["bootstrap", "check"], "--admin-url-file")).assert_reached();
    evidence.answer("2.json", tls_check(database)).assert_reached();
    evidence
        .answer("3.json", site.configure(database.shipped(&["--verify"])))
        .assert_failed(3, "ENTRIES_PENDING");
    assert_eq!(evidence.done(ACTIVATE), ["bootstrap", "tls"]);
    evidence.answer("4.json", database.shipped(&["--run"])).assert_reached();
    evidence.answer("5.json", database.shipped(&["--verify"])).assert_reached();
    assert_eq!(evidence.done(ACTIVATE), ["bootstrap", "tls", "run"], "it was not attested");
    evidence.answer("6.json", site.verify()).assert_reached();
    evidence.answer("7.json", database.runtime(&["readiness"])).assert_reached();
    let desk = complete(database, None);
    desk.assemble("foundation", &ALL, "foundation.json").assert_reached();
    evidence.keep("8.json", &fs::read(desk.path("foundation.json")).expect("a certificate"));
    let all_but_the_last = ["bootstrap", "tls", "run", "verify", "readiness", "certify"];
    assert_eq!(evidence.done(ACTIVATE), all_but_the_last);
    evidence.answer("9.json", tls_check(database)).assert_reached();
    assert_eq!(evidence.done(ACTIVATE), all_but_the_last, "nobody serves");
    {
        let _serving = session_over_tls(database, "mosaic_runtime", "gateway");
        evidence.answer("9.json", tls_check(database)).assert_reached();
    }
    let ended = evidence.plan(ACTIVATE, &[]);
    let json = ended.assert_reached().json();
    assert!(json["result"]["rollback"].as_array().is_some_and(|back| back.len() == 6), "{json}");
    assert!(!json.to_string().contains(database.cluster().superuser_password()));

    // Another run undoes what was proved before it.
    evidence.answer("a.json", database.shipped(&["--run"])).assert_reached();
    evidence.plan(ACTIVATE, &[]).assert_failed(3, "PLAN_OPEN");
    assert_eq!(evidence.done(ACTIVATE), ["bootstrap", "tls", "run"]);
}

#[test]
fn what_does_not_count_is_named() {
    let (one, other) = (Database::bootstrapped(), Database::bootstrapped());
    let evidence = Evidence::new();
    evidence.answer("one.json", tls_check(&one)).assert_reached();
    evidence.keep("notes.txt", b"to be done");
    evidence.answer("status.json", one.shipped(&["status"]));
    let ended = evidence.plan(ACTIVATE, &[]);
    ended.assert_failed(3, "PLAN_OPEN");
    let named = |ended: &Ended, word: &str| ended.json()["result"]["set_aside"].to_string().contains(word);
    assert!(
        named(&ended, "notes.txt is unknown") && named(&ended, "status.json is unknown"),
        "{}",
        ended.stdout()
    );

    let foreign = evidence.answer("other.json", tls_check(&other));
    evidence.plan(ACTIVATE, &[]).assert_failed(2, "PLAN_CONTRADICTORY");
    let id = one.value("SELECT database_id FROM mosaic_control.identity");
    let ended = evidence.plan(ACTIVATE, &["--database-id", &id]);
    ended.assert_failed(3, "PLAN_OPEN");
    assert!(named(&ended, "other.json is foreign"), "{}", ended.stdout());

    // The time is that of the document, not of the file.
    let mut old: Value = foreign.json();
    old["ended"] = "1700000000000".into();
    evidence.keep("other.json", old.to_string().as_bytes());
    let ended = evidence.plan(ACTIVATE, &["--database-id", &id]);
    assert!(named(&ended, "other.json is stale"), "{}", ended.stdout());
    old["ended"] = "9700000000000".into();
    evidence.keep("other.json", old.to_string().as_bytes());
    evidence.plan(ACTIVATE, &["--database-id", &id]).assert_failed(2, "PLAN_CONTRADICTORY");
}

#[test]
fn a_receipt_is_evidence_of_a_run() {
    let database = Database::bootstrapped();
    let folder = Folder::history(&[("0000_first", "SELECT 1;")]);
    let evidence = Evidence::new();
    let program = database.migrator(&["--run"], folder.write()).env("MOSAIC_RECEIPT_DIR", evidence.path());
    program.run().assert_reached();
    assert_eq!(evidence.done(ACTIVATE), ["run"]);
}

#[test]
fn a_cut_over_goes_from_plaintext_to_proof() {
    let database = Database::bootstrapped();
    let cluster = database.cluster();
    let evidence = Evidence::new();
    let check = |name: &str| evidence.answer(name, tls_check(&database));
    let config = database.legacy("host all all 127.0.0.1/32 scram-sha-256");
    let connect = || config.connect(::postgres::NoTls).expect("a session");
    let gone = || {
        database.until(
            "the end of the sessions",
            "NOT EXISTS (SELECT FROM pg_stat_activity WHERE usename = 'legacy')",
        );
    };

    let legacy = connect();
    check("1.json").assert_failed(2, "TLS_CHECK_FAILED");
    assert_eq!(evidence.done(CUT_OVER), ["offer"]);
    drop(legacy);
    gone();
    check("2.json").assert_failed(2, "TLS_CHECK_FAILED");
    assert_eq!(evidence.done(CUT_OVER), ["offer", "drain"]);
    let late = connect();
    cluster.admit(&[]).expect("the rules");
    check("3.json").assert_failed(2, "TLS_CHECK_FAILED");
    assert_eq!(evidence.done(CUT_OVER), ["offer", "close"]);
    // As the step says.
    database.execute(
        "SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a JOIN pg_stat_ssl s USING (pid) \
         WHERE a.client_addr IS NOT NULL AND NOT s.ssl",
    );
    gone();
    check("4.json").assert_reached();
    evidence.plan(CUT_OVER, &[]).assert_reached();
    drop(late);
}

#[test]
fn an_authority_is_rotated_step_by_step() {
    use crate::attested::site::Site;
    let site = Site::migrated();
    let database = site.database();
    let cluster = database.cluster();
    let evidence = Evidence::new();
    let (old, new) = (cluster.authority(), Authority::new().expect("an authority"));
    let next = new.server().expect("a certificate");
    let next_file = database.secret("next.pem", &next.certificate).display().to_string();
    let both = database.secret("both.pem", &format!("{}{}", old.pem(), new.pem()));
    let only = database.secret("only.pem", new.pem());
    let check = |ca: &Path, more: &[&str]| {
        admin(database, &[&["tls", "check"], more].concat(), "--url-file")
            .env("DATABASE_TLS_CA_CERT_PATH", ca)
    };
    let judge_next = ["--next-certificate-file", next_file.as_str()];
    evidence
        .answer("1.json", check(&cluster.ca_pem_path(), &judge_next))
        .assert_failed(2, "TLS_CHECK_FAILED");
    assert_eq!(evidence.done(ROTATE), [""; 0]);
    evidence.answer("2.json", check(&both, &judge_next)).assert_reached();
    assert_eq!(evidence.done(ROTATE), ["overlap"]);
    cluster.present(&next).expect("the server takes it");
    evidence.answer("3.json", check(&both, &[])).assert_reached();
    assert_eq!(evidence.done(ROTATE), ["overlap", "show"]);
    let verify = site.verify().env("DATABASE_TLS_CA_CERT_PATH", &both);
    evidence.answer("4.json", verify).assert_reached();
    assert_eq!(evidence.done(ROTATE), ["overlap", "show", "attest"]);
    evidence.answer("5.json", check(&only, &[])).assert_reached();
    evidence.plan(ROTATE, &[]).assert_reached();
}
