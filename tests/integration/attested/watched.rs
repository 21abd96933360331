//! The two processes of an attested verification, seen from outside: who opens sockets, and what the witness has.

use super::site::Site;
use crate::support::{Database, Migrator, Running, children, traced, wait_until};
use mosaic_lab::listener::Listener;
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::path::PathBuf;

/// The calls that make or take a socket.
const SOCKETS: &str = "socket,socketpair,connect,bind,listen,accept,accept4,sendto,sendmsg,recvfrom,recvmsg";

#[test]
fn whoever_holds_the_key_opens_no_socket() {
    let site = Site::migrated();
    let trace = tempfile::tempdir().expect("a directory");
    let prefix = trace.path().join("trace").display().to_string();
    // One file for each process: `trace.PID`.
    let calls = format!("--trace={SOCKETS},openat,execve");
    let ended = traced(site.verify(), &["-ff", "--output", &prefix, &calls]);
    assert!(ended.success());
    let traces: Vec<String> = fs::read_dir(trace.path())
        .expect("the traces")
        .map(|entry| fs::read_to_string(entry.expect("a trace").path()).expect("text"))
        .collect();
    let key = site.key().file_name().expect("a name").to_str().expect("UTF-8").to_owned();
    let reads_the_key = |trace: &&String| trace.contains(&format!("\"{key}\""));
    let opens_a_socket = |trace: &&String| {
        let calls = SOCKETS.split(',').map(|call| format!("{call}("));
        trace.lines().any(|line| calls.clone().any(|call| line.starts_with(&call)))
    };
    assert_eq!(traces.iter().filter(reads_the_key).count(), 1, "one process reads the key");
    let with_sockets: Vec<_> = traces.iter().filter(opens_a_socket).collect();
    assert!(!with_sockets.is_empty(), "the trace sees sockets");
    assert!(!with_sockets.iter().any(reads_the_key), "the process with the key opened a socket");
    assert!(!with_sockets.iter().any(|trace| trace.contains("mosaic_data_importer.url")));
}

/// A verification that goes on for as long as it is wanted, because its server never answers.
struct Stuck {
    silent: Listener,
    site: Site,
}

impl Stuck {
    fn new() -> Self {
        let silent = Listener::answering(b"").expect("a listener");
        Self { silent, site: Site::around(Database::bootstrapped()) }
    }

    /// Starts it, and gives the process id of its witness as well.
    fn start(&self) -> (Running, u32) {
        let database = self.site.database();
        let at = |name: &str, login: &str| {
            let (port, silent) = (database.cluster().port(), self.silent.port());
            let url = database.reveal(&format!("{login}.url"));
            database.secret(name, &url.replace(&format!(":{port}/"), &format!(":{silent}/")))
        };
        let running = self
            .site
            .verify()
            .env("DATABASE_MIGRATION_URL_FILE", at("silent.url", "mosaic_migrator"))
            .env("MOSAIC_TARGET_URL_FILE", at("target.url", "mosaic_data_importer"))
            .env("MOSAIC_CONNECT_TIMEOUT_MS", "60000")
            .start();
        wait_until("a witness that connects", || self.silent.connections() > 0);
        let witness = children(running.pid());
        let [witness] = witness[..] else { panic!("one child: {witness:?}") };
        (running, witness)
    }
}

#[test]
fn a_witness_that_is_killed_says_nothing_that_is_signed() {
    let stuck = Stuck::new();
    let (running, witness) = stuck.start();
    let witness = Pid::from_raw(witness.try_into().expect("a pid")).expect("a pid");
    kill_process(witness, Signal::KILL).expect("the witness is there");
    running.wait().assert_failed(1, "WITNESS_FAILED");
    assert!(stuck.site.current().is_none());
}

#[test]
fn a_witness_has_no_privilege_and_no_secret_where_others_could_look() {
    let stuck = Stuck::new();
    let (running, witness) = stuck.start();
    let of_witness = |name: &str| PathBuf::from(format!("/proc/{witness}/{name}"));
    let read = |name: &str| fs::read(of_witness(name)).expect("a file of /proc");
    assert_eq!(read("cmdline"), b"mosaic-db-migrator: witness\0");
    // What the program itself set to keep OpenSSL from the system's certificates is there or not; nothing else is.
    let environment = String::from_utf8(read("environ")).expect("UTF-8");
    assert!(
        environment.split('\0').all(|pair| pair.is_empty() || pair.starts_with("SSL_CERT_")),
        "{environment}"
    );
    let status = String::from_utf8(read("status")).expect("UTF-8");
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(&format!("{name}:")));
        line.expect("a field of /proc/PID/status").split_whitespace().collect::<Vec<_>>().join(" ")
    };
    for set in ["CapInh", "CapPrm", "CapEff", "CapAmb"] {
        assert_eq!(field(set), "0000000000000000", "{set}");
    }
    assert_eq!(field("NoNewPrivs"), "1");
    if rustix::process::geteuid().is_root() {
        assert_eq!(field("Uid"), "10003 10003 10003 10003");
        assert_eq!(field("Gid"), "10003 10003 10003 10003");
        assert_eq!(field("Groups"), "");
    }
    // Nothing is open in it but its pipes, its socket and what the event loop is made of.
    for entry in fs::read_dir(of_witness("fd")).expect("the open files") {
        let target = fs::read_link(entry.expect("an entry").path()).unwrap_or_default();
        let shown = target.display().to_string();
        let expected = ["pipe:", "socket:", "anon_inode:", "/dev/null"];
        assert!(expected.iter().any(|kind| shown.starts_with(kind)), "{shown}");
    }
    // It does not outlive who started it.
    running.kill();
    wait_until("the end of the witness", || !of_witness("status").exists());
}

#[test]
fn a_witness_is_no_command() {
    let refused = Migrator::new(&["mosaic-db-migrator: witness"]).run();
    refused.assert_failed(64, "USAGE");
    // Under its name but without pipes it is the program without arguments.
    let refused = Migrator::new(&[]).named("mosaic-db-migrator: witness").run_on_files();
    assert_eq!(refused.code(), Some(64), "{refused}");
}

/// Root of a container that has next to nothing: enough to become the identity and to hand over what was published,
/// not enough to read other users' files.
#[test]
fn three_capabilities_are_enough() {
    if !rustix::process::geteuid().is_root() {
        return;
    }
    let site = Site::migrated();
    let secrets = site.database().secrets();
    chown(secrets.join("mosaic_migrator.url"), Some(10_003), Some(10_003)).expect("chown");
    chown(secrets.join("mosaic_data_importer.url"), Some(10_002), Some(10_002)).expect("chown");
    // A directory that other users may enter, as theirs are: these files are not read as root.
    fs::set_permissions(secrets, fs::Permissions::from_mode(0o711)).expect("a mode");
    let bounded = |kept: &str| {
        let keep = format!("--bounding-set=-all,{kept}");
        site.verify().through("setpriv", &["--inh-caps=-all", &keep]).run()
    };
    bounded("+setuid,+setgid,+chown").assert_reached();
    let attested = site.current().expect("an attestation").statement;
    bounded("+setgid,+chown").assert_failed(78, "FILE_UNREADABLE");
    assert_eq!(site.current().expect("an attestation").statement, attested);
}
