//! What each service can reach, seen from inside it.

use super::container::Container;
use super::machine::Machine;
use super::provider::LOGINS;
use super::stack::From;
use super::{COMPOSE, deployed};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// User, capabilities, number of network interfaces, whether anything can be written to the root, way to new privileges.
const FACTS: &str = "echo $(id -u):$(id -g) $(id -G); sed -n 's/^CapBnd:[[:space:]]*0*//p; s/^CapPrm:[[:space:]]*0*//p; \
                     s/^NoNewPrivs:[[:space:]]*//p' /proc/self/status; \
                     for place in / /usr /run /run/secrets; do touch $place/x 2>/dev/null && echo open $place; done; \
                     grep -c : /proc/self/net/dev; ls /run/secrets";

/// SETUID and SETGID are 6 and 7, CHOWN is 0 (capabilities(7)).
const GIVING: &str = "c1";

/// What a service is, and whose passwords it has.
struct Expected {
    service: &'static str,
    user: &'static str,
    capabilities: &'static str,
    secrets: &'static [&'static str],
    passwords: &'static [&'static str],
}

const MIGRATOR: &[&str] = &[
    "ca.pem",
    "database-migration-url",
    "generation.v1.json",
    "mosaic-migrate-target-url",
    "mosaic-migrate-target-version",
    "trust-store.v1.json",
];

const EXPECTED: [Expected; 6] = [
    Expected {
        service: "postgres",
        user: "999:999",
        capabilities: "",
        secrets: &["generation.v1.json", "server.crt", "server.key"],
        passwords: &[],
    },
    Expected {
        service: "runner",
        user: "10003:10003",
        capabilities: "",
        secrets: MIGRATOR,
        // A copy, for those who verify.
        passwords: &["importer", "migrator"],
    },
    Expected {
        service: "gateway",
        user: "10001:10001",
        capabilities: "",
        secrets: &["ca.pem", "database-url", "generation.v1.json"],
        passwords: &["runtime"],
    },
    Expected {
        service: "verify",
        user: "0:0",
        capabilities: GIVING,
        secrets: MIGRATOR,
        passwords: &["importer", "migrator"],
    },
    Expected {
        service: "handoff",
        user: "0:0",
        capabilities: GIVING,
        secrets: &["generation.v1.json", "handoff.v1.json", "trust-store.v1.json"],
        passwords: &[],
    },
    Expected {
        service: "importer",
        user: "10002:10002",
        capabilities: "",
        secrets: &[
            "ca.pem",
            "generation.v1.json",
            "mosaic-migrate-target-url",
            "mosaic-migrate-target-version",
            "trust-store.v1.json",
        ],
        passwords: &["importer"],
    },
];

#[test]
fn every_service_of_compose_has_what_is_its_own_and_nothing_else() {
    let (machine, _) = deployed();
    let none_yet = machine.provider.within("handed-over/none-was-named");
    fs::create_dir(none_yet).expect("a directory");
    for expected in EXPECTED {
        let container = machine.container(COMPOSE, expected.service);
        let seen = container.execute(&["sh", "-c", FACTS].map(str::to_owned));
        let group = expected.user.split(':').next_back().unwrap_or_default();
        let interfaces = if expected.service == "handoff" { 1 } else { interfaces() };
        let told = [
            format!("{} {group}", expected.user),
            expected.capabilities.to_owned(),
            expected.capabilities.to_owned(),
            "1".to_owned(),
            interfaces.to_string(),
        ];
        let told =
            [told.as_slice(), &expected.secrets.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>()];
        assert_eq!(seen.stdout(), told.concat().join("\n") + "\n", "{}: {}", expected.service, seen.stderr());
        let passwords = passwords(&machine, &container);
        assert_eq!(passwords, expected.passwords.iter().copied().collect(), "{}", expected.service);
    }
}

/// Those of the machine's network.
fn interfaces() -> usize {
    fs::read_to_string("/proc/self/net/dev").expect("interfaces").matches(':').count()
}

/// The logins whose passwords are in what is mounted.
fn passwords<'a>(machine: &Machine, container: &Container<'_>) -> BTreeSet<&'a str> {
    let sources = container.service.mounts().into_iter().map(|mount| match mount.from {
        From::Path(path) => path,
        From::Volume(name) => machine.volume(&name, &mount.target),
    });
    let files: Vec<PathBuf> = sources.flat_map(|source| files(&source)).collect();
    let password = |kind| {
        let file = machine.provider.within("passwords-postgres").join(kind);
        fs::read_to_string(file).expect("a password")
    };
    let held = LOGINS.iter().filter(|(kind, _)| {
        let password = password(kind);
        files.iter().any(|file| String::from_utf8_lossy(&fs::read(file).expect("a file")).contains(&password))
    });
    held.map(|(kind, _)| *kind).collect()
}

fn files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let entries = fs::read_dir(path).expect("a directory").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| files(&path)).collect()
}

/// Also where somebody mounts more than the file says, or runs a consumer on the machine itself.
#[test]
fn no_user_gets_at_the_directory_of_another() {
    let (machine, _) = deployed();
    let out = machine.provider.within("out");
    let generation = fs::read_to_string(out.join("current")).expect("a pointer");
    let consumers = [
        ("gateway", 10_001, "database-url"),
        ("importer", 10_002, "mosaic-migrate-target-url"),
        ("migrator", 10_003, "database-migration-url"),
        ("server", 999, "server.key"),
    ];
    for (_, user, _) in consumers {
        for (consumer, owner, file) in consumers {
            let file = out.join(&generation).join(consumer).join(file);
            let read = Command::new("setpriv")
                .args([format!("--reuid={user}"), format!("--regid={user}"), "--clear-groups".to_owned()])
                .arg("cat")
                .arg(file)
                .output()
                .expect("cat runs");
            assert_eq!(read.status.success(), user == owner, "{user} reads what is {consumer}'s");
        }
    }
}
