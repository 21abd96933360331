//! TLS, pgvector, and nothing left behind.

use super::{psql, start, superuser_url};
use mosaic_lab::{
    cluster::{Cluster, Options, SUPERUSER, kept_logs, stop_lasting},
    error::Error,
    postgres::{self, Major},
};
use std::{
    io::{BufRead, BufReader},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

pub(crate) fn eventually(what: &str, mut condition: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !condition() {
        assert!(Instant::now() < deadline, "not in time: {what}");
        thread::sleep(Duration::from_millis(20));
    }
}

fn runs(pid: u32) -> bool {
    // A zombie is still listed, but has no executable.
    Path::new(&format!("/proc/{pid}/exe")).read_link().is_ok()
}

#[test]
fn a_verified_client_connects_with_tls_1_3_and_channel_binding() {
    let cluster = start();
    let sql = "SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
    let output = psql(&cluster, &(superuser_url(&cluster) + "&channel_binding=require"), sql);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "TLSv1.3\n", "{output:?}");
}

#[test]
fn a_wrong_password_and_a_session_without_tls_are_refused() {
    let cluster = start();
    assert!(super::connects(&cluster));
    let wrong = cluster.url(SUPERUSER, "wrong", SUPERUSER);
    assert_eq!(psql(&cluster, &wrong, "SELECT 1").status.code(), Some(2));
    let mut plain = ::postgres::Config::new();
    plain.host("127.0.0.1").port(cluster.port()).user(SUPERUSER).password(cluster.superuser_password());
    let refused = plain.connect(::postgres::NoTls).err().unwrap();
    assert_eq!(refused.code(), Some(&::postgres::error::SqlState::INVALID_AUTHORIZATION_SPECIFICATION));
}

#[test]
fn vector_is_available_in_a_new_database() {
    let cluster = start();
    cluster.create_database("odd \"name").unwrap();
    let mut admin = cluster.admin("odd \"name").unwrap();
    admin.batch_execute("CREATE EXTENSION vector").unwrap();
    let distance: f64 = admin.query_one("SELECT '[0,3]'::vector <-> '[4,0]'::vector", &[]).unwrap().get(0);
    assert!((distance - 5.0).abs() < f64::EPSILON);
}

#[test]
fn psql_stops_at_the_first_error() {
    let cluster = start();
    let output = cluster
        .run_psql(SUPERUSER, "SELECT :'word'; SELECT 1/0; SELECT 'later'", &[("word", "a'b")])
        .unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3));
    assert!(printed.contains("a'b") && !printed.contains("later"), "{printed}");
}

#[test]
fn a_server_that_cannot_start_says_why() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = format!("port = {}", taken.local_addr().unwrap().port());
    let options = Options { settings: vec![port], ..Options::default() };
    let error = Cluster::start(&postgres::find(Major::V17).unwrap(), &options).err().unwrap();
    assert!(matches!(&error, Error::NotReady { log } if log.contains("Address already in use")), "{error}");
}

#[test]
fn dropping_a_cluster_leaves_nothing() {
    let cluster = start();
    let (directory, pid, port) = (cluster.directory().to_owned(), cluster.pid(), cluster.port());
    assert!(directory.exists() && runs(pid));
    drop(cluster);
    assert!(!directory.exists() && !runs(pid));
    assert!(TcpStream::connect(("127.0.0.1", port)).is_err());
}

#[test]
fn a_test_that_panics_keeps_the_log() {
    let (send, receive) = std::sync::mpsc::channel();
    let failed = thread::spawn(move || {
        let cluster = start();
        send.send(cluster.directory().to_owned()).unwrap();
        panic!("on purpose");
    });
    assert!(failed.join().is_err());
    let directory = receive.recv().unwrap();
    assert!(!directory.exists());
    let log = kept_logs().join(directory.file_name().unwrap()).with_extension("log");
    assert!(std::fs::read_to_string(&log).unwrap().contains("ready to accept connections"));
    std::fs::remove_file(log).unwrap();
}

/// The name of the variable that makes [`a_killed_process_leaves_nothing`] the process to be killed.
const VICTIM: &str = "MOSAIC_LAB_TEST_VICTIM";

#[test]
fn a_killed_process_leaves_nothing() {
    if std::env::var_os(VICTIM).is_some() {
        let cluster = start();
        println!("\nat {} {}", cluster.pid(), cluster.directory().display());
        loop {
            thread::park();
        }
    }
    let mut victim = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "cluster::a_killed_process_leaves_nothing", "--nocapture"])
        .env(VICTIM, "yes")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(victim.stdout.take().unwrap()).lines();
    let line = lines.map(Result::unwrap).find(|line| line.starts_with("at ")).unwrap();
    let [_, pid, directory] = line.splitn(3, ' ').collect::<Vec<_>>().try_into().unwrap();
    let (pid, directory) = (pid.parse().unwrap(), PathBuf::from(directory));
    assert!(directory.exists() && runs(pid));
    victim.kill().unwrap();
    victim.wait().unwrap();
    eventually("the server ends", || !runs(pid));
    eventually("the directory goes", || !directory.exists());
}

#[test]
fn a_lasting_cluster_stays_until_it_is_stopped() {
    let installation = postgres::find(Major::V17).unwrap();
    let cluster = Cluster::start_lasting(&installation, &Options::default()).unwrap();
    let directory = cluster.directory().to_owned();
    let pid = cluster.pid();
    drop(cluster);
    assert!(runs(pid));
    stop_lasting(&directory).unwrap();
    assert!(!runs(pid) && !directory.exists());
}

#[test]
fn stopping_a_lasting_cluster_that_was_killed_only_cleans_up() {
    let cluster = Cluster::start_lasting(&postgres::find(Major::V17).unwrap(), &Options::default()).unwrap();
    let (directory, pid) = (cluster.directory().to_owned(), cluster.pid());
    // The shell has a kill of its own; the program is not on every system.
    let killed = Command::new("sh").args(["-c", &format!("kill -KILL {pid}")]).status().unwrap();
    assert!(killed.success());
    eventually("the server ends", || !runs(pid));
    stop_lasting(&directory).unwrap();
    assert!(!directory.exists());
}
