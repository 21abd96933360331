//! What is easily done wrong on this way: each answer has the code of just that, and says what to do next.

use super::container::Container;
use super::stack::{Stack, Variables, shipped};
use super::{COMPOSE, deployed};
use serde_json::{Value, json};
use std::fs;

/// A service, what is wrong with it, the code that it ends with, and what the answer names.
type Mistake = (&'static str, fn(Container<'_>) -> Container<'_>, &'static str, &'static str);

const AUTHORITY: &str = "DATABASE_TLS_CA_CERT_PATH";

/// Without the directory of the generation.
fn without_secrets(mut container: Container<'_>) -> Container<'_> {
    let volumes = container.service.definition["volumes"].as_array_mut().expect("volumes");
    volumes.retain(|volume| volume["target"] != "/run/secrets");
    container
}

fn under<'a>(mut container: Container<'a>, user: &str) -> Container<'a> {
    container.service.definition["user"] = Value::from(user);
    container
}

fn without_capabilities(mut container: Container<'_>) -> Container<'_> {
    container.service.definition["cap_add"] = json!([]);
    container
}

const MISTAKES: [Mistake; 18] = [
    ("runner", |c| c.without("DATABASE_MIGRATION_URL_FILE"), "DATABASE_MIGRATION_URL_MISSING", "_URL_FILE"),
    ("runner", |c| c.without(AUTHORITY), "VARIABLE_MISSING", AUTHORITY),
    ("runner", without_secrets, "FILE_UNREADABLE", "/run/secrets"),
    ("runner", |c| under(c, "10002:10002"), "FILE_UNREADABLE", "/run/secrets/database-migration-url"),
    (
        "runner",
        |c| under(c, "0:0"),
        "FILE_UNSAFE",
        "user 10003, who is neither root nor the user of this process (0)\n",
    ),
    ("runner", |c| c.without(AUTHORITY).env(AUTHORITY, "/run/secrets/ca.crt"), "FILE_UNREADABLE", AUTHORITY),
    ("gateway", |c| c.without("DATABASE_URL_FILE"), "DATABASE_URL_MISSING", "DATABASE_URL_FILE"),
    ("gateway", without_secrets, "FILE_UNREADABLE", "/run/secrets"),
    ("gateway", |c| c.without(AUTHORITY), "VARIABLE_MISSING", AUTHORITY),
    ("verify", |c| under(c, "10003:10003"), "FILE_UNREADABLE", "/run/signing-key/signing-key"),
    ("verify", without_capabilities, "FILE_UNREADABLE", "SETUID"),
    ("verify", |c| c.without("MOSAIC_ATTESTATION_DIR"), "VARIABLE_MISSING", "MOSAIC_ATTESTATION_DIR"),
    ("verify", without_secrets, "FILE_UNREADABLE", "/run/secrets"),
    ("handoff", without_secrets, "FILE_UNREADABLE", "/run/secrets"),
    ("handoff", |c| under(c, "10002:10002"), "FILE_UNREADABLE", "/run/secrets/handoff.v1.json"),
    ("importer", |c| c.without("MOSAIC_REPLAY_DIR"), "VARIABLE_MISSING", "MOSAIC_REPLAY_DIR"),
    ("importer", |c| c.without("MOSAIC_TRUST_STORE_FILE"), "VARIABLE_MISSING", "MOSAIC_TRUST_STORE_FILE"),
    ("importer", |c| c, "FILE_UNREADABLE", "/run/mosaic-attestations/migrate-target.v1.json"),
];

#[test]
fn every_likely_mistake_is_told_apart_and_leads_on() {
    let (machine, _) = deployed();
    // Compose does not start an importer for which no attestation was named; this is one with an empty directory.
    fs::create_dir(machine.provider.within("handed-over/none-was-named")).expect("a directory");
    for (service, spoil, code, named) in MISTAKES {
        let container = spoil(machine.container(COMPOSE, service)).without("MOSAIC_OUTPUT");
        // What the gateway's own image runs is not this program's; its health check is.
        let ended = if service == "gateway" { container.check_health() } else { container.run() };
        ended.assert_failed(78, code);
        let told = format!("{}{}", ended.stdout(), ended.stderr());
        assert!(told.contains(named), "{service} does not tell of {named}: {told}");
        assert!(told.contains("\n  next:     "), "{told}");
    }
}

/// Compose asks for a variable by its name, and the head of the file says what it is.
#[test]
fn every_variable_that_a_file_asks_for_is_told_of_in_its_head() {
    for (file, beside) in [
        ("compose.yml", ""),
        ("portainer.yml", "compose.yml"),
        ("two-gateways.yml", "compose.yml"),
        ("swarm.yml", "compose.yml"),
        ("swarm-import.yml", "swarm.yml"),
    ] {
        let mut told = head(file);
        assert!(told.contains(beside));
        if !beside.is_empty() {
            told += &head(beside);
        }
        let mut variables = Variables::new();
        while let Err(missing) = Stack::read(&shipped(file), &variables) {
            let name = missing.trim_end_matches("_A").trim_end_matches("_B");
            let name = if told.contains("and the _SHA256 of each") {
                name.trim_end_matches("_SHA256")
            } else {
                name
            };
            assert!(told.contains(name), "{file} says nothing of {missing}");
            variables.insert(missing, "a".to_owned());
        }
    }
}

fn head(file: &str) -> String {
    let text = fs::read_to_string(shipped(file)).expect("a file");
    text.lines().take_while(|line| line.starts_with('#')).collect::<Vec<_>>().join("\n")
}

/// An engine makes the directory of a bind in the short form where it is missing: root's, empty, among the generations.
#[test]
fn no_engine_makes_a_directory_that_somebody_mistyped() {
    for file in ["compose.yml", "portainer.yml", "two-gateways.yml"] {
        let text = fs::read_to_string(shipped(file)).expect("a file");
        let short: Vec<_> = text.lines().filter(|line| line.trim_start().starts_with("- ${")).collect();
        // The one directory that may be empty.
        let allowed = short.iter().all(|line| line.contains("${MOSAIC_HANDED_OVER"));
        assert!(allowed, "{file}: {short:?}");
        assert_eq!(
            text.matches("type: bind").count(),
            text.matches("create_host_path: false").count(),
            "{file}"
        );
    }
}
