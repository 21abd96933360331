//! `doctor --self-test`: every known defect is found on every supported server, and the server is left as it was.

use crate::bootstrap::target::Target;
use crate::support::{Ended, Migrator, wait_until};
use mosaic_lab::cluster::SUPERUSER;
use mosaic_lab::postgres::Major;
use rustix::process::Signal;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// What cannot be made wrong on a server that can be asked at all, and why.
const BEYOND_REACH: [(&str, &str); 8] = [
    ("hba.authentication", "the server's files are not the self-test's"),
    ("hba.file", "the server's files are not the self-test's"),
    ("hba.loopback", "the server's files are not the self-test's"),
    ("hba.network", "the server's files are not the self-test's"),
    ("server.encoding", "a database keeps its encoding"),
    ("server.recovery", "a standby takes no defects"),
    ("server.version", "an older server takes no bootstrap"),
    ("session.login", "another login cannot ask"),
];

fn self_test(target: &Target) -> Migrator {
    Migrator::new(&["doctor", "--self-test", "--scratch-url-file", &target.path("admin")])
        .env("DATABASE_TLS_CA_CERT_PATH", target.cluster.ca_pem_path())
}

/// What a server has that somebody put there.
fn holdings(target: &Target) -> Vec<String> {
    let mut admin = target.cluster.admin(SUPERUSER).expect("a session");
    let question = "SELECT datname::text FROM pg_database UNION ALL SELECT rolname FROM pg_roles \
                    UNION ALL SELECT parname FROM pg_parameter_acl \
                    UNION ALL SELECT setconfig::text FROM pg_db_role_setting \
                    UNION ALL SELECT format('%s for %s', spcname, grantee) FROM pg_tablespace, aclexplode(spcacl) \
                    WHERE grantee <> spcowner ORDER BY 1";
    let rows = admin.query(question, &[]).expect("an answer");
    rows.iter().map(|row| row.get(0)).collect()
}

fn list<'a>(answer: &'a Value, key: &str) -> &'a Vec<Value> {
    answer["result"][key].as_array().expect("a list")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("text")
}

/// What no defect makes fail on this server.
fn beyond_reach(major: Major) -> BTreeSet<&'static str> {
    // The setting came with 17, and so did MAINTAIN, without which there is no fast load.
    let since_17: &[&str] =
        if major == Major::V16 { &["server.event_triggers", "fast_load.data_importer"] } else { &[] };
    BEYOND_REACH.iter().map(|(id, _)| *id).chain(since_17.iter().copied()).collect()
}

/// Runs it to the end, and proves that every defect was found and nothing is left.
fn everything_is_found(major: Major) -> Value {
    let target = Target::bare(major);
    let before = holdings(&target);
    let ended = self_test(&target).env("MOSAIC_OUTPUT", "json").run();
    let answer = ended.json();
    let missed: Vec<String> = list(&answer, "defects")
        .iter()
        .filter(|defect| !defect["missed"].is_null())
        .map(|defect| format!("{} {}", text(&defect["id"]), text(&defect["missed"])))
        .collect();
    assert!(missed.is_empty(), "{}", missed.join("\n"));
    assert_eq!(ended.status(), 0, "{}", ended.stdout());
    assert_eq!(answer["result"]["untried"], json!([]));
    for defect in list(&answer, "defects") {
        assert!(!defect["fired"].as_array().expect("a list").is_empty(), "{defect}");
    }
    assert_eq!(
        list(&answer, "checks_without_defect").iter().map(text).collect::<BTreeSet<_>>(),
        beyond_reach(major)
    );
    assert_eq!(holdings(&target), before);
    answer
}

/// In the form for people: a line for each defect as it is tried, and what was not tried at the end.
#[test]
fn every_defect_is_found_on_16() {
    let target = Target::bare(Major::V16);
    let before = holdings(&target);
    let ended = self_test(&target).run();
    ended.assert_reached();
    let told = |what: &str| -> BTreeSet<&str> {
        ended.stdout().lines().filter_map(|line| line.strip_prefix(what)).collect()
    };
    assert_eq!(told("without a defect "), beyond_reach(Major::V16));
    let newer = told("not applicable ");
    assert!(newer.contains("capability-maintains-table: since PostgreSQL 17"), "{newer:?}");
    assert!(newer.contains("constraint-not-enforced: since PostgreSQL 18"), "{newer:?}");
    assert!(told("missed ").is_empty());
    let tried: Vec<&str> = ended.stderr().lines().filter(|line| line.contains(": found by ")).collect();
    assert!(
        tried.len() > 200 && tried.iter().all(|line| line.ends_with("; gone when taken back")),
        "{tried:?}"
    );
    let count = format!("{0} of {0} defects found", tried.len());
    assert!(ended.stdout().lines().last().is_some_and(|line| line.starts_with(&count)), "{}", ended.stdout());
    assert_eq!(holdings(&target), before);
}

#[test]
fn every_defect_is_found_on_17() {
    let answer = everything_is_found(Major::V17);
    assert!(list(&answer, "not_applicable").iter().all(|defect| defect["since"] == 18));
}

/// On 18, which has all that 16 and 17 have: no field of the catalog is without a defect.
#[test]
fn every_defect_is_found_on_18_and_every_field_of_the_catalog_has_one() {
    let answer = everything_is_found(Major::V18);
    assert_eq!(list(&answer, "not_applicable").len(), 0);
    let covered: BTreeSet<(String, String)> =
        list(&answer, "defects").iter().flat_map(|defect| fields(&defect["facts"])).collect();
    let bundle = mosaic_db::bundle::Bundle::shipped().expect("the compiled-in bundle");
    let target = Target::prepared(Major::V18);
    let mut admin = target.cluster.admin(crate::bootstrap::target::DATABASE).expect("a session");
    admin.batch_execute("SET search_path = pg_catalog").expect("a setting");
    let questions = mosaic_db::catalog::questions(bundle.manifest(), 180_000);
    for (class, question) in mosaic_db::catalog::Class::ALL.iter().zip(&questions) {
        let prepared = admin.prepare(question).expect("a question");
        for field in
            prepared.columns().iter().filter_map(|column| mosaic_db::catalog::field_of(column.name()))
        {
            let known = covered.contains(&(class.word().to_owned(), field.to_owned()));
            assert!(known, "no defect changes the field {field} of a {}", class.word());
        }
    }
}

/// The class and field of the catalog that differences and violations speak of.
fn fields(facts: &Value) -> Vec<(String, String)> {
    let differences = facts["differences"].as_array().into_iter().flatten().map(|difference| {
        // What is there or not has this field alone, or has it beside others.
        let field = difference["field"].as_str().unwrap_or("state");
        (text(&difference["class"]).to_owned(), field.to_owned())
    });
    let violations = facts["violations"].as_array().into_iter().flatten().map(text).map(|violation| {
        let (object, field) = match violation.split_once(" on ") {
            Some((_, object)) => (object, "privileges"),
            None if violation.ends_with(" is SECURITY DEFINER") => (violation, "security_definer"),
            None => (violation, "owner"),
        };
        let class = match object.split_once(' ') {
            Some(("default", _)) => "default privilege",
            Some((class, _)) => class,
            None => panic!("an object without a class: {violation}"),
        };
        (class.to_owned(), field.to_owned())
    });
    differences.chain(violations).collect()
}

/// Waits until a defect is there that reaches beyond the database.
fn until_a_stranger_is_there(target: &Target) {
    let mut admin = target.cluster.admin(SUPERUSER).expect("a session");
    let strangers =
        "SELECT EXISTS (SELECT FROM pg_roles WHERE rolname IN ('grantor', 'guest', 'between', 'other'))";
    wait_until("a defect in place", || admin.query_one(strangers, &[]).expect("one row").get(0));
}

#[test]
fn an_interrupted_self_test_leaves_nothing() {
    for signal in [Signal::TERM, Signal::INT] {
        let target = Target::bare(Major::V17);
        let before = holdings(&target);
        let running = self_test(&target).start();
        until_a_stranger_is_there(&target);
        running.signal(signal);
        running.wait().assert_failed(130, "SELF_TEST_INTERRUPTED");
        assert_eq!(holdings(&target), before);
    }
}

#[test]
fn what_a_killed_self_test_left_is_named_and_can_be_removed() {
    let target = Target::bare(Major::V17);
    let before = holdings(&target);
    let running = self_test(&target).start();
    until_a_stranger_is_there(&target);
    running.kill();
    let refused = self_test(&target).env("MOSAIC_OUTPUT", "json").run();
    refused.assert_failed(77, "SELF_TEST_REMAINS");
    let answer = refused.json();
    let statements: Vec<&str> =
        answer["facts"]["remove"].as_array().expect("a list").iter().map(text).collect();
    for statement in &statements {
        let mut admin = target.cluster.admin(SUPERUSER).expect("a session");
        admin.batch_execute(statement).expect(statement);
    }
    assert_eq!(holdings(&target), before);
}

/// The bundle whose objects are broken beside the shipped one's is a bundle like any other.
#[test]
fn the_bundle_with_one_of_everything_is_whole() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/src/doctor/rich");
    Migrator::new(&["manifest", "check", directory]).run().assert_reached();
}

fn refused(target: &Target, url_file: &str) -> Ended {
    Migrator::new(&["doctor", "--self-test", "--scratch-url-file", &target.path(url_file)])
        .env("DATABASE_TLS_CA_CERT_PATH", target.cluster.ca_pem_path())
        .run()
}

#[test]
fn a_server_that_holds_anything_is_refused() {
    let target = Target::prepared(Major::V17);
    let before = target.catalog();
    refused(&target, "admin").assert_failed(77, "SELF_TEST_SERVER");
    assert_eq!(target.catalog(), before);

    let target = Target::bare(Major::V17);
    for (holding, back) in [
        ("CREATE DATABASE theirs", "DROP DATABASE theirs"),
        ("CREATE ROLE theirs", "DROP ROLE theirs"),
        (
            "GRANT SET ON PARAMETER log_statement TO PUBLIC",
            "REVOKE SET ON PARAMETER log_statement FROM PUBLIC",
        ),
        ("ALTER ROLE ALL SET work_mem = '1MB'", "ALTER ROLE ALL RESET ALL"),
    ] {
        let mut admin = target.cluster.admin(SUPERUSER).expect("a session");
        admin.batch_execute(holding).expect(holding);
        let before = holdings(&target);
        refused(&target, "admin").assert_failed(77, "SELF_TEST_SERVER");
        assert_eq!(holdings(&target), before, "{holding}");
        admin.batch_execute(back).expect(back);
    }

    let mut admin = target.cluster.admin(SUPERUSER).expect("a session");
    admin
        .batch_execute(
            "CREATE ROLE nearly LOGIN CREATEROLE CREATEDB PASSWORD 'twenty-two characters and more'",
        )
        .expect("a role");
    target.write("nearly", &target.cluster.url("nearly", "twenty-two characters and more", SUPERUSER));
    refused(&target, "nearly").assert_failed(77, "SELF_TEST_SERVER");
}
