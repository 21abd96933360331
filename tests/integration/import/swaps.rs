//! Between the attestation and the import, the target became another one: refused before a row could be written.

use super::ground::Ground;
use super::refusals::{next_transaction, reached};
use super::types::pg_dump;
use super::{ROWS, TASKS};
use crate::support::{Database, NAME};
use mosaic_lab::postgres::Major;
use mosaic_lab::proxy::Proxy;

fn ground() -> (Ground, Proxy) {
    let ground = Ground::new(Major::V17, TASKS);
    ground.source(&[TASKS, ROWS]);
    let proxy = Proxy::to(ground.target.cluster().port()).expect("a proxy");
    (ground, proxy)
}

/// An import attested on the ground itself, which meets this server on the same port.
fn meets(ground: &Ground, proxy: &Proxy, other: &Database, status: i32, code: &str) {
    proxy.retarget(ground.target.cluster().port());
    let import = ground.import_through(proxy.port(), &["--yes"]);
    proxy.retarget(other.cluster().port());
    let before = next_transaction(other);
    let ended = import.run();
    ended.assert_failed(status, code);
    assert_eq!((reached(&ended).as_str(), next_transaction(other)), ("zero_dml", before), "{code}");
}

#[test]
fn another_server_on_the_same_port() {
    let (ground, proxy) = ground();
    // Of the same authority, for the same name, with the same passwords: the key alone tells them apart.
    let twin = ground.twin(Major::V17);
    meets(&ground, &proxy, &twin, 69, "TLS_KEY_MISMATCH");
    // With the key too. Clusters of the laboratory are copies of one, so these two have the same system identifier,
    // and the same timeline and object ids, as a restored backup has.
    let identity = ground.target.cluster().identity().expect("its certificate and key");
    twin.cluster().present(&identity).expect("a server that takes it");
    meets(&ground, &proxy, &twin, 5, "TARGET_DATABASE_ID_DIFFERS");
    // What was made by another initdb.
    let stranger = ground.twin(Major::V16);
    stranger.cluster().present(&identity).expect("a server that takes it");
    meets(&ground, &proxy, &stranger, 5, "TARGET_CLUSTER_DIFFERS");
    // The attested one is none of them, and is still good.
    proxy.retarget(ground.target.cluster().port());
    ground.import_through(proxy.port(), &["--yes"]).run().assert_reached();
}

#[test]
fn a_promoted_copy_of_the_server() {
    let (ground, proxy) = ground();
    let copy = ground.target.cluster().standby().expect("a standby");
    for (status, code) in [(75, "SERVER_IN_RECOVERY"), (5, "TARGET_TIMELINE_DIFFERS")] {
        proxy.retarget(ground.target.cluster().port());
        let import = ground.import_through(proxy.port(), &["--yes"]);
        proxy.retarget(copy.port());
        import.run().assert_failed(status, code);
        let mut admin = copy.admin(NAME).expect("a session");
        admin.batch_execute("SELECT pg_promote() WHERE pg_is_in_recovery()").expect("a promotion");
    }
    let rows = "SELECT count(*) FROM mosaic.tasks";
    let rows = copy.admin(NAME).expect("a session").query_one(rows, &[]).expect("one row");
    assert_eq!(rows.get::<_, i64>(0), 0);
}

#[test]
fn another_database_under_the_same_name() {
    let ground = Ground::new(Major::V17, TASKS);
    ground.source(&[TASKS, ROWS]);
    let import = ground.import(&["--yes"]);
    let mut admin = ground.target.cluster().admin("postgres").expect("a session");
    // A clone has all of it but its owner, its privileges and its settings, which whoever restores one repeats.
    let clone = [
        "ALTER DATABASE mosaic RENAME TO was_mosaic",
        "CREATE DATABASE mosaic TEMPLATE was_mosaic",
        "UPDATE pg_database d SET datdba = o.datdba, datacl = o.datacl FROM pg_database o \
         WHERE d.datname = 'mosaic' AND o.datname = 'was_mosaic'",
        "INSERT INTO pg_db_role_setting SELECT d.oid, s.setrole, s.setconfig FROM pg_db_role_setting s \
         JOIN pg_database o ON o.oid = s.setdatabase AND o.datname = 'was_mosaic', pg_database d \
         WHERE d.datname = 'mosaic'",
    ];
    for statement in clone {
        admin.batch_execute(statement).expect("the superuser may");
    }
    let before = next_transaction(&ground.target);
    import.run().assert_failed(5, "TARGET_DATABASE_OID_DIFFERS");
    assert_eq!(next_transaction(&ground.target), before);
    // Everything but the database is as it was: attested itself, the clone is a target like any other.
    ground.import(&["--yes"]).run().assert_reached();
}

#[test]
fn a_clone_on_another_server() {
    let (ground, proxy) = ground();
    let clone = ground.twin(Major::V18);
    // What bootstrap makes as somebody else than the one who restores a dump is there already.
    let options =
        ["--clean", "--if-exists", "--exclude-extension=*", "--exclude-schema=mosaic_extensions", NAME];
    let dump = String::from_utf8(pg_dump(ground.target.cluster(), &options)).expect("UTF-8");
    let restored = clone.cluster().run_psql(NAME, &dump, &[]).expect("psql runs");
    assert!(restored.status.success(), "{}", String::from_utf8_lossy(&restored.stderr));
    let identity = ground.target.cluster().identity().expect("its certificate and key");
    clone.cluster().present(&identity).expect("a server that takes it");
    let database_id = "SELECT database_id FROM mosaic_control.identity";
    assert_eq!(clone.value(database_id), ground.target.value(database_id));
    meets(&ground, &proxy, &clone, 5, "TARGET_CLUSTER_DIFFERS");
}

#[test]
fn another_schema_than_the_attested_one() {
    let ground = Ground::new(Major::V17, TASKS);
    ground.source(&[TASKS, ROWS]);
    let changes = [
        ("ALTER TABLE mosaic.tasks ADD COLUMN more text", "ALTER TABLE mosaic.tasks DROP COLUMN more"),
        ("CREATE INDEX more ON mosaic.tasks (title)", "DROP INDEX mosaic.more"),
        (
            "ALTER TABLE mosaic.tasks DROP CONSTRAINT tasks_title_check",
            "ALTER TABLE mosaic.tasks ADD CONSTRAINT tasks_title_check CHECK (title <> '')",
        ),
    ];
    for (change, back) in changes {
        let import = ground.import(&["--yes"]);
        ground.target.execute(change);
        let before = next_transaction(&ground.target);
        let ended = import.run();
        ended.assert_failed(5, "TARGET_SCHEMA_DIFFERS");
        assert_eq!(
            (reached(&ended).as_str(), next_transaction(&ground.target)),
            ("zero_dml", before),
            "{change}"
        );
        ground.target.execute(back);
    }
}
