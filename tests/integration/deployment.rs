//! The files of `deploy/` at work, on real servers and without a container engine: each service runs what the file says,
//! as the user it says, with the capabilities it says, and sees nothing but what the file mounts.
#![allow(clippy::disallowed_methods, reason = "a test writes the files of a machine")]

mod apart;
mod container;
mod machine;
mod mistakes;
mod pairs;
mod provider;
mod stack;
mod swarm;

use machine::{Machine, Server};
use mosaic_db::bundle::Bundle;
use mosaic_lab::cluster::{Cluster, Options};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::chown;
use std::path::Path;

const COMPOSE: &str = "compose.yml";

/// The rows of a tier, in the tables of the compiled-in bundle.
const TIER: &str = include_str!("../../xtask/src/lab/tier.sql");

/// A machine with a generation, and the variables of compose.yml but for those of an import.
fn deployed() -> (Machine, provider::Credentials) {
    let machine = Machine::new();
    machine.name("postgres");
    let (credentials, out, generation) = machine.render("postgres", "out");
    machine.set("MOSAIC_SECRETS", out);
    machine.set("MOSAIC_GENERATION", generation);
    machine.set("MOSAIC_SIGNING_KEY", machine.provider.within("keys"));
    let [handed_over, source] =
        ["handed-over", "source"].map(|name| provider::directory(&machine.provider.within(name), 0o755));
    machine.set("MOSAIC_HANDED_OVER", handed_over);
    machine.set("MOSAIC_SOURCE", source);
    (machine, credentials)
}

/// `docker compose up` of a service: whatever it waits for first, unless that is done.
fn up(machine: &Machine, service: &str, done: &mut BTreeMap<String, Value>) {
    let container = machine.container(COMPOSE, service);
    for (before, condition) in container.service.depends_on() {
        if !done.contains_key(&before) {
            assert_eq!(condition, "service_completed_successfully", "{service} waits for {before}");
            up(machine, &before, done);
        }
    }
    let ended = container.run();
    ended.assert_reached();
    done.insert(service.to_owned(), ended.json());
}

/// A server with a tier, whose certificate is of this authority, and the file with its URL.
fn tier(machine: &Machine, credentials: &provider::Credentials) -> Cluster {
    machine.name("tier");
    let tier = Cluster::start(machine.installation(), &Options::default()).expect("a server");
    tier.present(&credentials.authority.server_for(&["tier"]).expect("a certificate")).expect("presented");
    tier.create_database("tier").expect("a database");
    let bundle = Bundle::shipped().expect("the bundle");
    let mut admin = tier.admin("tier").expect("a session");
    let extension = "CREATE SCHEMA mosaic; CREATE SCHEMA mosaic_extensions; \
                     CREATE EXTENSION vector SCHEMA mosaic_extensions; SET search_path = public, mosaic_extensions";
    admin.batch_execute(extension).expect("an extension");
    for entry in bundle.entries() {
        // A batch is one transaction, in which nothing can be built beside writers.
        admin.batch_execute(&entry.body().replace(" CONCURRENTLY ", " ")).expect("applied");
    }
    admin.batch_execute("SET search_path = mosaic, mosaic_extensions").expect("a path");
    admin.batch_execute(TIER).expect("rows");
    let url = tier.url("postgres", tier.superuser_password(), "tier").replace("@localhost:", "@tier:");
    let file = machine.provider.within("source/tier-url");
    provider::file(&file, &url);
    chown(file, Some(10_002), Some(10_002)).expect("root gives it away");
    tier
}

fn bootstrapped<'a>(machine: &'a Machine, credentials: &provider::Credentials) -> Server<'a> {
    let server = machine.start(COMPOSE, "postgres");
    // Forgotten by whoever starts the runner first.
    let early = machine.container(COMPOSE, "runner").run();
    early.assert_failed(69, "AUTHENTICATION_FAILED");
    assert!(early.json()["next"].as_str().is_some_and(|next| next.contains("bootstrap render")));
    server.psql(machine.bootstrap(credentials).stdout());
    server
}

#[test]
fn compose_leads_from_an_empty_server_to_a_served_and_imported_tier() {
    let (machine, credentials) = deployed();
    let tier = tier(&machine, &credentials);
    let server = bootstrapped(&machine, &credentials);
    let mut done = BTreeMap::from([("postgres".to_owned(), Value::Null)]);

    // Before the runner there is nothing to serve from.
    assert_ne!(machine.container(COMPOSE, "gateway").check_health().status(), 0);
    up(&machine, "runner", &mut done);
    let result = &done["runner"]["result"];
    assert_eq!(result["pending_before"], result["entries"], "{result}");
    let healthy = machine.container(COMPOSE, "gateway").check_health();
    healthy.assert_reached();
    assert_eq!(healthy.json()["status"], 0);

    let mut few = machine.container(COMPOSE, "verify");
    few.service.definition["cap_add"] = json!(["SETGID", "SETUID"]);
    let unsigned = few.run();
    unsigned.assert_failed(74, "ATTESTATION_NOT_WRITTEN");
    assert!(unsigned.json()["next"].as_str().is_some_and(|next| next.contains("CHOWN")));

    let import = |flags: &[&str], done: &mut BTreeMap<String, Value>| {
        for step in ["verify", "handoff"] {
            done.remove(step);
        }
        up(&machine, "handoff", done);
        let handed = done["handoff"]["result"]["file"].as_str().expect("a file").to_owned();
        let name = Path::new(&handed).parent().and_then(Path::file_name).expect("a directory");
        machine.set("MOSAIC_ATTESTATION", name);
        let importer = machine.container(COMPOSE, "importer");
        let command = importer.command();
        let shown: Vec<String> = command.iter().filter(|word| *word != "--yes").cloned().collect();
        importer.execute(
            &shown.into_iter().chain(flags.iter().map(|flag| (*flag).to_owned())).collect::<Vec<_>>(),
        )
    };
    let shown = import(&[], &mut done);
    shown.assert_reached();
    assert_eq!(shown.json()["result"]["reached"], "zero_dml");
    // Either way it is used up.
    machine.container(COMPOSE, "importer").run().assert_failed(5, "ATTESTATION_REPLAYED");
    let moved = import(&["--yes"], &mut done);
    moved.assert_reached();
    assert_eq!(moved.json()["result"]["reached"], "committed");
    let count = "SELECT count(*) FROM mosaic.tasks";
    let rows: i64 =
        tier.admin("tier").and_then(|mut tier| Ok(tier.query_one(count, &[])?.get(0))).expect("rows");
    assert!(rows > 0);
    let sql = format!("\\connect mosaic\n\\pset tuples_only on\n{count};");
    assert_eq!(server.psql(&sql).split_whitespace().last(), Some(rows.to_string().as_str()));
    machine.container(COMPOSE, "gateway").check_health().assert_reached();
    assert_eq!(server_holds(&machine), json!("current"));
    checked_by_its_superuser(&machine, &server);
    swarm::steps_of_a_swarm(&machine);
}

/// The checks of a superuser, who gets in over the network for as long as they take.
fn checked_by_its_superuser(machine: &Machine, server: &Server<'_>) {
    let own = provider::directory(&machine.provider.within("admin"), 0o755);
    let password =
        fs::read_to_string(machine.provider.within("superuser/superuser-password")).expect("a password");
    let port = machine.port();
    let url = format!("postgresql://postgres:{password}@postgres:{port}/mosaic?sslmode=verify-full");
    provider::file(&own.join("url"), &url);
    let check = |command: &[&str]| {
        let mut container = machine.container(COMPOSE, "runner");
        container.service.definition["user"] = "0:0".into();
        let volumes = container.service.definition["volumes"].as_array_mut().expect("volumes");
        volumes.push(format!("{}:/run/admin:ro", own.display()).into());
        let command = machine.entrypoint().into_iter().chain(command.iter().map(|word| (*word).to_owned()));
        container
            .without("DATABASE_MIGRATION_URL_FILE")
            .without("MOSAIC_RECEIPT_DIR")
            .execute(&command.collect::<Vec<_>>())
    };
    let checks: [&[&str]; 2] = [
        &["bootstrap", "check", "--admin-url-file=/run/admin/url"],
        &["tls", "check", "--url-file=/run/admin/url"],
    ];
    let refused = check(checks[0]);
    assert_eq!(
        (refused.status(), refused.code().as_str()),
        (69, "AUTHENTICATION_FAILED"),
        "{}",
        refused.stdout()
    );
    let reload = "SELECT pg_reload_conf()";
    machine.change_hba(|rules| rules.replace("\n# hostssl", "\nhostssl"));
    server.psql(reload);
    for command in checks {
        check(command).assert_reached();
    }
    machine.change_hba(|rules| {
        rules.replace("\nhostssl  all       postgres", "\n# hostssl  all       postgres")
    });
    server.psql(reload);
}

/// How old the secrets are that the running server has mounted.
fn server_holds(machine: &Machine) -> Value {
    let out = machine.provider.within("out").display().to_string();
    let status =
        crate::support::Migrator::new(&["secrets", "status", "--out", &out, "--output", "json"]).run();
    let told = status.json();
    let holdings = told["result"]["holdings"].as_array().expect("holdings").clone();
    let server = holdings.iter().find(|holding| holding["consumer"] == "server");
    server.unwrap_or_else(|| panic!("the server is not seen: {told}"))["age"].clone()
}
