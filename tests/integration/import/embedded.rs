//! The embedded database as a source: its rows arrive like any other's, and while it is another's it is not waited for.

use super::ground::{Ground, TIER};
use super::types::{self, dump, printed};
use super::{ROWS, TASKS};
use crate::support::NAME;
use mosaic_lab::pglite::Pglite;
use mosaic_lab::postgres::Major;
use mosaic_lab::proxy::Proxy;
use postgres::{Client, NoTls};
use std::num::NonZeroU8;
use std::time::{Duration, Instant};

/// Connecting is bounded by 10 s where no variable says otherwise; a bound for a busy machine comes on top.
const TIMELY: Duration = Duration::from_secs(20);

fn client(pglite: &Pglite) -> Client {
    let (host, port) = pglite.address().split_once(':').expect("a host and a port");
    Client::connect(&format!("host={host} port={port} user=postgres dbname=postgres"), NoTls)
        .expect("a session")
}

#[test]
fn it_is_a_source() {
    let ground = Ground::new(Major::V17, TASKS);
    let sql = [TASKS, ROWS].concat().replace("{S}", "public");
    let pglite = Pglite::start(&sql).expect("an embedded database");
    let source = ["--source-pglite", pglite.address()];
    // Its one connection is given back each time, also after an import that was refused.
    ground.import_from(&source, &[]).run().assert_reached();
    ground.target.execute("INSERT INTO mosaic.projects VALUES (1, 'there')");
    ground.import_from(&source, &["--yes"]).run().assert_failed(8, "IMPORT_NOT_EMPTY");
    ground.target.execute("TRUNCATE mosaic.tasks, mosaic.projects");
    ground.import_from(&source, &["--yes"]).run().assert_reached();
    assert_eq!(ground.count("tasks"), 1000);
}

/// It ends when somebody copies into it.
#[test]
fn it_is_only_ever_read() {
    let ground = Ground::new(Major::V17, TASKS);
    let sql = [TASKS, ROWS].concat().replace("{S}", "public");
    let pglite = Pglite::start(&sql).expect("an embedded database");
    let (_, port) = pglite.address().split_once(':').expect("a host and a port");
    let proxy = Proxy::to(port.parse().expect("a port")).expect("a proxy");
    proxy.listen();
    let through = format!("127.0.0.1:{}", proxy.port());
    ground.import_from(&["--source-pglite", &through], &["--yes"]).run().assert_reached();
    let said = String::from_utf8_lossy(&proxy.said()).to_uppercase();
    assert_eq!(said.matches(" TO STDOUT").count(), 2, "a copy of each table");
    for writing in ["STDIN", "INSERT", "UPDATE ", "SETVAL", "READ WRITE"] {
        assert!(!said.contains(writing), "{writing}");
    }
}

#[test]
fn every_type_arrives() {
    let ground = Ground::new(Major::V17, types::TABLES);
    let sql = types::source_sql();
    // What the statements mean is settled by a server of the target's version.
    let cluster = ground.target.cluster();
    cluster.create_database(TIER).expect("a database");
    cluster.admin(TIER).and_then(|mut admin| Ok(admin.batch_execute(&sql)?)).expect("a reference");
    let pglite = Pglite::start(&sql).expect("an embedded database");
    ground.import_from(&["--source-pglite", pglite.address()], &["--yes"]).run().assert_reached();
    let target = printed(cluster.admin(NAME).expect("a session"), "mosaic");
    assert_eq!(printed(client(&pglite), "public"), target);
    assert_eq!(dump(cluster, TIER, "public"), dump(cluster, NAME, "mosaic"));
}

#[test]
fn while_it_serves_another_it_is_refused_in_time() {
    let ground = Ground::new(Major::V17, TASKS);
    let sql = [TASKS, ROWS].concat().replace("{S}", "public");
    for clients in [1, 5] {
        let pglite = Pglite::start_for(NonZeroU8::new(clients).expect("some"), &sql);
        let pglite = pglite.expect("an embedded database");
        let mut other = client(&pglite);
        other.batch_execute("BEGIN").expect("a transaction");
        let began = Instant::now();
        let source = ["--source-pglite", pglite.address()];
        let ended = ground.import_from(&source, &["--yes"]).run();
        ended.assert_failed(69, "SOURCE_UNREACHABLE");
        assert!(began.elapsed() < TIMELY, "{clients} clients: {:?}", began.elapsed());
        assert_eq!(ground.count("projects"), 0);
        other.batch_execute("ROLLBACK").expect("its end");
        drop(other);
    }
}
