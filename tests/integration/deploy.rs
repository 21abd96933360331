//! `deploy check` on files as they are given to it: what is shipped, what somebody wrote for other names, and what nobody
//! should be able to hold it up with.
#![allow(clippy::disallowed_methods, reason = "a test writes the files it works on")]

use crate::support::{Database, Ended, Migrator};
use mosaic_lab::certificates::Authority;
use mosaic_lab::postgres::Major;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tempfile::TempDir;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn check(files: &[&Path], options: &[&str]) -> Ended {
    let files = files.iter().map(|file| file.to_str().expect("a UTF-8 path"));
    let arguments: Vec<&str> =
        ["deploy", "check"].into_iter().chain(files).chain(options.iter().copied()).collect();
    Migrator::new(&arguments).run()
}

fn refused(bytes: &[u8]) -> Value {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("stack.yml");
    fs::write(&file, bytes).expect("a file");
    let ended = check(&[&file], &["--output", "json"]);
    ended.assert_failed(65, "DEPLOY_FILE_INVALID");
    ended.json()
}

fn certificate(directory: &TempDir, name: &str, hosts: &[&str]) -> PathBuf {
    let identity = Authority::new().and_then(|authority| authority.server_for(hosts)).expect("a certificate");
    let file = directory.path().join(name);
    fs::write(&file, identity.certificate).expect("a file");
    file
}

#[test]
fn what_is_shipped_passes_in_one_go() {
    let deploy = root().join("deploy");
    let files = [
        "Dockerfile",
        "compose.yml",
        "swarm.yml",
        "swarm-import.yml",
        "two-gateways.yml",
        "postgres/pg_hba.conf",
        "postgres/postgresql.conf",
    ];
    let files: Vec<PathBuf> = files.iter().map(|file| deploy.join(file)).collect();
    let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    let ended = check(&files, &["--output", "json"]);
    ended.assert_reached();
    let kinds: Vec<Value> = ended.json()["result"]["files"]
        .as_array()
        .expect("files")
        .iter()
        .map(|file| file["kind"].clone())
        .collect();
    assert_eq!(kinds, ["dockerfile", "compose", "swarm", "swarm", "compose", "hba", "settings"]);
    check(&[&deploy.join("portainer.yml")], &["--kind", "portainer"]).assert_reached();
}

#[test]
fn a_stack_with_other_names_is_understood() {
    let ended = check(&[&root().join("fixtures/deploy/own/shop.yml")], &["--output", "json"]);
    ended.assert_reached();
    let answer = ended.json();
    let file = &answer["result"]["files"][0];
    assert_eq!(
        file["services"],
        json!([
            { "service": "cache", "role": "other", "because": "nothing that it runs or is given is known" },
            { "service": "db", "role": "database", "because": "it runs postgres" },
            { "service": "schema", "role": "runner", "because": "it runs --run" },
            { "service": "shop", "role": "gateway", "because": "it is given DATABASE_URL_FILE" },
        ])
    );
    let notes = answer["notes"].as_array().expect("notes");
    assert!(
        notes.iter().any(|note| note.as_str().is_some_and(|note| note.contains("cache plays no known part")))
    );
}

#[test]
fn a_stack_in_the_form_that_compose_prints_is_understood() {
    let ended = check(&[&root().join("fixtures/deploy/own/rendered.yml")], &["--output", "json"]);
    ended.assert_reached();
    let services = ended.json()["result"]["files"][0]["services"].clone();
    let roles: Vec<&Value> =
        services.as_array().expect("services").iter().map(|part| &part["role"]).collect();
    assert_eq!(roles, ["database", "runner", "gateway"]);
}

#[test]
fn a_first_try_is_told_what_is_wrong_without_its_password() {
    let file = root().join("fixtures/deploy/own/first-try.yml");
    let text = check(&[&file], &[]);
    text.assert_failed(2, "DEPLOY_VIOLATION");
    let place = format!("{}:8:9: deploy.database.init: db runs what is mounted at", file.display());
    assert!(text.stdout().contains(&place), "{}", text.stdout());
    assert!(
        text.stdout().contains("  8 |       - ./init:/docker-entrypoint-initdb.d\n    |         ^^^^"),
        "{}",
        text.stdout()
    );
    let ended = check(&[&file], &["--output", "json"]);
    ended.assert_failed(2, "DEPLOY_VIOLATION");
    for ended in [&text, &ended] {
        assert!(!format!("{}{}", ended.stdout(), ended.stderr()).contains("canary"), "{}", ended.stdout());
    }
    let answer = ended.json();
    let findings = answer["result"]["files"][0]["findings"].as_array().expect("findings");
    let rules: BTreeSet<&str> = findings.iter().filter_map(|finding| finding["rule"].as_str()).collect();
    for rule in [
        "deploy.command.direct",
        "deploy.database.init",
        "deploy.database.published",
        "deploy.image.digest",
        "deploy.network.internal",
        "deploy.order.runner",
        "deploy.runner.one_shot",
        "deploy.secret.arguments",
        "deploy.secret.env_file",
        "deploy.secret.environment",
        "deploy.secret.labels",
        "deploy.user.identity",
    ] {
        assert_eq!(rules.contains(rule), rule != "deploy.secret.arguments", "{rule}");
    }
    let init =
        findings.iter().find(|finding| finding["rule"] == "deploy.database.init").expect("the scripts");
    assert_eq!((&init["line"], &init["column"], &init["service"]), (&json!(8), &json!(9), &json!("db")));
}

#[test]
fn a_certificate_has_to_have_the_name_of_the_service() {
    let directory = tempfile::tempdir().expect("a directory");
    let stack = root().join("deploy/two-gateways.yml");
    let files: Vec<PathBuf> = [
        ("a", &["postgres-a"][..]),
        ("b", &["*.example.com", "postgres-b"]),
        ("both", &["postgres-a", "postgres-b"]),
    ]
    .map(|(name, hosts)| certificate(&directory, name, hosts))
    .into();
    let path = |index: usize| files[index].to_str().expect("a UTF-8 path");
    check(&[&stack], &["--certificate", path(0), "--certificate", path(1)]).assert_reached();
    for (given, rule, service) in [
        (vec![path(0)], "deploy.certificate.name", "postgres-b"),
        (vec![path(2)], "deploy.certificate.pair", "postgres-b"),
    ] {
        let mut options = vec!["--output", "json"];
        options.extend(given.iter().flat_map(|file| ["--certificate", file]));
        let ended = check(&[&stack], &options);
        ended.assert_failed(2, "DEPLOY_VIOLATION");
        let found = ended.json()["result"]["files"][0]["findings"][0].clone();
        assert_eq!((&found["rule"], &found["service"]), (&json!(rule), &json!(service)));
    }
    let none = directory.path().join("none");
    fs::write(&none, "no certificate").expect("a file");
    check(&[&stack], &["--certificate", none.to_str().expect("UTF-8")])
        .assert_failed(65, "DEPLOY_CERTIFICATE");
}

#[test]
fn a_file_that_cannot_be_read_is_said_to_be_one() {
    let directory = tempfile::tempdir().expect("a directory");
    let pipe = directory.path().join("pipe");
    rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, rustix::fs::Mode::RUSR).expect("a pipe");
    for path in [pipe.as_path(), directory.path(), &directory.path().join("none"), Path::new("/dev/zero")] {
        check(&[path], &[]).assert_failed(78, "DEPLOY_FILE_UNREADABLE");
    }
}

#[test]
fn what_is_no_deployment_is_refused_with_its_place() {
    let message = |bytes: &[u8]| refused(bytes)["message"].as_str().expect("a message").to_owned();
    for (bytes, expected) in [
        (&b"services:\n  a:\n    image: \xff\n"[..], ":3:1: is not UTF-8"),
        (b"services:\n\ta: {}\n", ":2:"),
        (b"services:\n  a: {image: b, image: c}\n", ":2:17: the key \"image\" stands here twice"),
        (b"services:\n  a: [image]\n", ":2:6: a mapping is expected here"),
        (b"services:\n  a: {cap_drop: {ALL: true}}\n", ":2:17: a plain value is expected here"),
        (b"- a\n", ":1:1: a mapping is expected here"),
        (b"other: 1\n", "a mapping with services is expected here"),
        (b"services: {a: {image: !env B}}\n", "the tag !env is not followed"),
        (b"", "does not look like any kind of file"),
        (b"local all all trust\nnonsense\n", ":2:1: is no line of pg_hba.conf"),
        (b"FROM scratch\nBUILD x\n", ":2:1: is no instruction of a Dockerfile"),
        (b"ssl = on\n= off\n", ":2:1: is no setting"),
    ] {
        let message = message(bytes);
        assert!(message.contains(expected), "{message}");
    }
    let large = [b"# ".to_vec(), vec![b'x'; 300 * 1024]].concat();
    assert!(message(&large).contains("is longer than"));
}

#[test]
fn a_hostile_file_is_refused_at_once() {
    let level = |level: usize, inner: &str| format!("  a{level}: &a{level} [{}]\n", [inner; 9].join(", "));
    let mut bomb = "x:\n".to_owned() + &level(0, "lol");
    for depth in 1..20 {
        bomb += &level(depth, &format!("*a{}", depth - 1));
    }
    let merges = "x: &x {a: 1}\ny:\n".to_owned() + &format!("  <<: [{}]\n", "*x,".repeat(60_000));
    let started = Instant::now();
    for hostile in [
        bomb,
        "services: ".to_owned() + &"[".repeat(200_000),
        "services: ".to_owned() + &"{a: ".repeat(60_000),
        "- ".repeat(100_000),
        "services: \"".to_owned() + &"x".repeat(200_000),
        (0..20_000).map(|key| format!("k{key}: &k{key} v\n")).collect(),
        "services:\n".to_owned()
            + &(0..300).map(|n| format!("  s{n}: {{command: --run}}\n")).collect::<String>(),
        merges,
        "services: &a\n  b: *a\n".to_owned(),
    ] {
        refused(hostile.as_bytes());
    }
    assert!(started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
}

#[test]
fn every_rule_is_listed() {
    let ended = Migrator::new(&["deploy", "rules", "--output", "json"]).run();
    ended.assert_reached();
    let rules = ended.json()["result"]["rules"].as_array().expect("rules").len();
    let text = Migrator::new(&["deploy", "rules"]).run();
    let listed = text.stdout().lines().filter(|line| line.starts_with("deploy.")).count();
    assert_eq!(rules, listed);
    assert!(rules >= 60, "{rules}");
}

/// The server's own reading of the files that are shipped for it, apart from what names places of its container.
#[test]
fn the_server_takes_the_shipped_files() {
    const OF_THE_CONTAINER: [&str; 4] =
        ["listen_addresses", "unix_socket_directories", "ssl_cert_file", "ssl_key_file"];
    let database = Database::bare(Major::V17);
    let cluster = database.cluster();
    let shipped = |file: &str| fs::read_to_string(root().join("deploy/postgres").join(file)).expect("a file");
    let settings = shipped("postgresql.conf");
    let ours = settings.lines().filter(|line| !OF_THE_CONTAINER.iter().any(|name| line.starts_with(name)));
    cluster.configure(&ours.collect::<Vec<_>>()).expect("the server takes the settings");
    let mut admin = cluster.admin("postgres").expect("a session");
    let mut count = |query: &str| -> i64 { admin.query_one(query, &[]).expect("an answer").get(0) };
    assert_eq!(count("SELECT count(*) FROM pg_file_settings WHERE error IS NOT NULL"), 0);
    let text = |name: &str| format!("SELECT count(*) FROM pg_settings WHERE {name}");
    assert_eq!(count(&text("name = 'ssl_min_protocol_version' AND setting = 'TLSv1.2'")), 1);
    assert_eq!(count(&text("name = 'password_encryption' AND setting = 'scram-sha-256'")), 1);
    let file: String = admin.query_one("SHOW hba_file", &[]).expect("a path").get(0);
    fs::write(file, format!("local all all trust\n{}", shipped("pg_hba.conf"))).expect("the file");
    let mut count = |query: &str| -> i64 { admin.query_one(query, &[]).expect("an answer").get(0) };
    assert_eq!(count("SELECT count(*) FROM pg_hba_file_rules WHERE error IS NOT NULL"), 0);
    assert_eq!(count("SELECT count(*) FROM pg_hba_file_rules WHERE type = 'hostssl'"), 3);
    let other = "SELECT count(*) FROM pg_hba_file_rules WHERE type NOT IN ('local', 'hostssl') AND auth_method <> 'reject'";
    assert_eq!(count(other), 0);
}
