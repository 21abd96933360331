//! Which servers a run accepts: 16, 17 and 18, and no standby.

use crate::support::{Database, Folder};
use mosaic_lab::postgres::Major;

fn folder() -> Folder {
    Folder::history(&[
        ("0000_first", "CREATE TABLE \"a\" (\"id\" serial PRIMARY KEY);"),
        ("0001_index", "CREATE INDEX CONCURRENTLY \"a_id\" ON \"a\" (\"id\");"),
    ])
}

/// A folder with both kinds of entries, and the bundle that the program was built with.
fn assert_served(major: Major) {
    let database = Database::on(major);
    let folder = folder();
    database.migrator(&["--verify"], folder.write()).run().assert_failed(3, "ENTRIES_PENDING");
    database.migrator(&["--run"], folder.write()).run().assert_reached();
    database.migrator(&["--verify"], folder.write()).run().assert_reached();
    assert_eq!(database.value("SELECT count(*) FROM drizzle.__drizzle_migrations"), "2");

    let database = Database::on(major);
    database.shipped(&["--run"]).run().assert_reached();
    database.shipped(&["--verify"]).run().assert_reached();
    assert_eq!(
        database.value(
            "SELECT count(*) FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
        ),
        "0"
    );
}

#[test]
fn postgresql_16_is_served() {
    assert_served(Major::V16);
}

#[test]
fn postgresql_17_is_served() {
    assert_served(Major::V17);
}

#[test]
fn postgresql_18_is_served() {
    assert_served(Major::V18);
}

#[test]
fn postgresql_15_is_refused_by_name() {
    let database = Database::bare(Major::V15);
    let password = database.reveal("mosaic_migrator.password");
    database.execute(&format!("CREATE ROLE mosaic_migrator LOGIN PASSWORD '{password}'"));
    let folder = folder();
    for command in [&["--run"][..], &["--verify"], &["status"]] {
        let ended = database.migrator(command, folder.write()).run();
        ended.assert_failed(77, "SERVER_VERSION_UNSUPPORTED");
        assert!(format!("{}{}", ended.stdout(), ended.stderr()).contains("PostgreSQL 15."));
    }
}

#[test]
fn a_standby_is_refused_until_it_is_none() {
    let database = Database::bootstrapped();
    let standby = database.cluster().standby().expect("a standby");
    let folder = folder();
    let (primary, port) = (format!(":{}/", database.cluster().port()), format!(":{}/", standby.port()));
    let url = database.reveal("mosaic_migrator.url").replace(&primary, &port);
    let url = database.secret("standby.url", &url);
    let run = || database.migrator_at(&["--run"], folder.write(), &url).run();
    run().assert_failed(75, "SERVER_IN_RECOVERY");
    standby.admin("postgres").expect("a session").batch_execute("SELECT pg_promote()").expect("a promotion");
    run().assert_reached();
}
