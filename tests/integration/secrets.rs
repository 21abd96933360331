//! `secrets render` and `secrets status` against a real store of secrets: what consumers get, when they get nothing, and
//! what a renderer that is killed or refused leaves.
#![allow(clippy::disallowed_methods, reason = "a test writes files and asks the clock for itself")]

mod attested;
mod capabilities;
mod impostor;
mod killed;
mod pretender;
mod provider;
mod site;
mod written;

use crate::support::Migrator;
use serde_json::{Value, json};
use site::{CANARY, Site};
use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};

#[test]
fn what_the_provider_has_is_given_to_whom_it_is_for() {
    let site = Site::new();
    let ended = site.render().run();
    let told = ended.assert_reached().json();
    assert_eq!(told["result"]["written"], "generation");
    assert_eq!(told["result"]["generation"]["number"], 1);
    let version = json!({ "importer": 1, "migrator": 1, "runtime": 1, "tls-ca": 1, "tls-server": 1 });
    assert_eq!(told["result"]["generation"]["versions"], version);
    for (file, kind) in [
        ("gateway/database-url", "runtime"),
        ("importer/mosaic-migrate-target-url", "importer"),
        ("migrator/database-migration-url", "migrator"),
        ("migrator/mosaic-migrate-target-url", "importer"),
    ] {
        assert_eq!(site.file(file), site.url(kind, 1), "{file}");
    }
    assert_eq!(site.file("importer/mosaic-migrate-target-version"), "1");
    site.require_no_secret(&ended);

    let before = site.everything();
    let again = site.render().run();
    assert_eq!(again.assert_reached().json()["result"]["written"], "nothing");
    assert_eq!(site.everything(), before, "not even a time has changed");
    site.require_no_secret(&again);
    let text = site.render().env("MOSAIC_OUTPUT", "text").run();
    site.require_no_secret(text.assert_reached());
}

#[test]
fn an_app_role_renders_as_a_token_does() {
    let site = Site::new();
    site.render_as_role().run().assert_reached();
    assert_eq!(site.file("gateway/database-url"), site.url("runtime", 1));
}

#[test]
fn a_rotation_is_one_new_generation_and_who_has_the_old_one_is_named() {
    let site = Site::new();
    site.render().run().assert_reached();
    let held = site.held("importer");
    let shown = ["--consumer", &format!("importer={}", held.display())];
    let status = site.status(&shown).run();
    let told = status.assert_reached().json();
    assert_eq!(told["result"]["holdings"][0]["age"], "current");
    assert_eq!(told["result"]["not_seen"], json!(["gateway", "handoff", "migrator", "server"]));

    site.rotate("runtime", 2);
    let told = site.render().run().assert_reached().json();
    assert_eq!(told["result"]["generation"]["number"], 2);
    assert_eq!(told["result"]["generation"]["versions"]["runtime"], 2);
    assert_eq!(told["result"]["generation"]["versions"]["importer"], 1);
    assert_eq!(site.file("gateway/database-url"), site.url("runtime", 2));

    let status = site.status(&shown).run();
    status.assert_failed(3, "CONSUMER_BEHIND");
    let told = status.json();
    assert_eq!(told["result"]["holdings"][0]["age"], "behind");
    assert_eq!(told["result"]["holdings"][0]["generation"], 1);
    assert_eq!(told["result"]["current"]["number"], 2);
    site.require_no_secret(&status);
}

#[test]
fn no_version_goes_back_even_where_it_is_asked_for() {
    let site = Site::new();
    site.rotate("importer", 2);
    site.render().run().assert_reached();
    let before = site.everything();
    site.render_with(&["--version", "importer=1"]).run().assert_failed(77, "SECRET_VERSION_LOWER");
    assert_eq!(site.everything(), before);
    site.rotate("importer", 3);
    let told = site.render_with(&["--version", "importer=2"]).run().assert_reached().json();
    assert_eq!(told["result"]["written"], "nothing");
    let told = site.render_with(&["--version", "importer=3"]).run().assert_reached().json();
    assert_eq!(told["result"]["generation"]["versions"]["importer"], 3);
}

#[test]
fn whatever_is_wrong_with_the_provider_the_generation_stays() {
    let site = Site::new();
    site.render().run().assert_reached();
    let before = site.everything();
    let refused = |status: i32, expected: &str| {
        let ended = site.render().run();
        ended.assert_failed(status, expected);
        site.require_no_secret(&ended);
        assert_eq!(site.everything(), before, "{expected}");
    };
    site.put("importer", &json!({ "url": "" }));
    refused(78, "SECRET_INCOMPLETE");
    site.put("importer", &json!({ "url": site.url("importer", 9), "password": CANARY }));
    refused(78, "SECRET_INCOMPLETE");
    site.put("importer", &json!({ "url": site.url("migrator", 9) }));
    refused(78, "SECRET_USER_WRONG");
    site.put("importer", &json!({ "url": site.url("importer", 9).replace("localhost", "db.test") }));
    refused(78, "SECRET_TARGETS_DIFFER");
    site.put("importer", &json!({ "url": format!("{}\n", site.url("importer", 9)) }));
    refused(78, "DSN_INVALID");
    site.put("importer", &json!({ "url": site.url("importer", 9) }));
    site.render().run().assert_reached();
}

#[test]
fn whoever_is_not_root_is_told_before_anything_is_read() {
    let site = Site::new();
    site.render().under(10_009).run().assert_failed(77, "RENDER_NEEDS_ROOT");
    assert!(site.generations().is_empty());
}

#[test]
fn a_directory_without_a_generation_has_no_status() {
    let site = Site::new();
    site.status(&[]).run().assert_failed(2, "GENERATION_MISSING");
}

#[test]
fn a_name_that_leaves_its_directory_is_no_name() {
    let render = |environment: &str, more: &[&str]| {
        let arguments = [
            ["secrets", "render"],
            ["--env", environment],
            ["--for", "compose"],
            ["--out", "/nowhere"],
            ["--vault-address", "https://vault.test"],
            ["--vault-ca-file", "/nowhere"],
            ["--trust-store-file", "/nowhere"],
        ];
        Migrator::new(&[arguments.as_flattened(), more].concat()).run()
    };
    let token = ["--vault-token-file", "/nowhere"];
    for environment in ["../test", "te/st", ".", "test%2f", ""] {
        render(environment, &token).assert_failed(64, "USAGE");
    }
    for pin in ["../importer=1", "importer=0", "importer", "other=1", "importer=1/.."] {
        render("test", &[&token[..], &["--version", pin]].concat()).assert_failed(64, "USAGE");
    }
    // Who asks is said, and once.
    render("test", &[]).assert_failed(64, "USAGE");
    render("test", &["--vault-role-id-file", "/nowhere"]).assert_failed(64, "USAGE");
    let role = ["--vault-role-id-file", "/nowhere", "--vault-secret-id-file", "/nowhere"];
    render("test", &[&token[..], &role].concat()).assert_failed(64, "USAGE");
    render("test", &token).assert_failed(78, "FILE_UNREADABLE");
    render("test", &role).assert_failed(78, "FILE_UNREADABLE");
    let status = ["secrets", "status", "--out", "/nowhere", "--consumer", "../importer=/nowhere"];
    Migrator::new(&status).run().assert_failed(64, "USAGE");
}

/// Compose passes over the owner and mode that a stack file asks for: who starts must look.
#[test]
fn a_consumer_does_not_start_on_a_file_that_others_could_have_chosen_or_read() {
    let site = Site::new();
    site.render().run().assert_reached();
    let url = site.path("migrator/database-migration-url");
    let verify = || {
        Migrator::new(&["--verify"])
            .env("DATABASE_MIGRATION_URL_FILE", &url)
            .env("DATABASE_TLS_CA_CERT_PATH", site.path("migrator/ca.pem"))
            .env("MOSAIC_CONNECT_TIMEOUT_MS", "1000")
            .under(10_003)
            .run()
    };
    // Read as it should be: it goes on to a server, which there is not.
    assert_eq!(verify().status(), 69, "{}", verify().stderr());
    for mode in [0o440, 0o444, 0o600] {
        fs::set_permissions(&url, fs::Permissions::from_mode(mode)).expect("a mode");
        verify().assert_failed(78, "FILE_UNSAFE");
    }
    fs::set_permissions(&url, fs::Permissions::from_mode(0o400)).expect("a mode");
    std::os::unix::fs::chown(&url, Some(10_002), Some(10_002)).expect("an owner");
    assert_eq!(verify().status(), 78, "{}", verify().stderr());
    assert_eq!(fs::metadata(&url).expect("a file").uid(), 10_002);
}

#[test]
fn a_swarm_gets_a_part_of_a_stack_file() {
    let site = Site::new();
    let told = site.render_for("swarm").run().assert_reached().json();
    let path = told["result"]["generation"]["path"].as_str().expect("a path");
    let stack = fs::read_to_string(format!("{path}/stack.yml")).expect("a stack");
    assert!(stack.contains("    name: mosaic-test-importer-url.v1."), "{stack}");
    assert!(!stack.contains(CANARY));
    assert_eq!(told["result"]["for"], Value::from("swarm"));
    // A directory is for one of the two.
    site.render().run().assert_failed(77, "GENERATION_FOREIGN");
}
