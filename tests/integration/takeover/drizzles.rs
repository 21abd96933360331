//! Drizzle's migrators at work on a bootstrapped database, and what they leave there.

use crate::support::{Database, Folder, NAME};
use mosaic_lab::drizzle::{Drizzle, Release};
use std::process::{Child, Stdio};

/// The settings of a session that works as the owner of the schemas.
const AS_OWNER: &str = "-c role=mosaic_schema_owner";

/// Migrates with Drizzle as the schema owner.
pub fn migrate(database: &Database, release: Release, folder: &Folder) {
    may_create_schemas(database, || finish(start(database, release, folder, AS_OWNER)));
}

/// Migrates with Drizzle as the superuser, to whom everything then belongs.
pub fn migrate_as_superuser(database: &Database, release: Release, folder: &Folder) {
    finish(start(database, release, folder, ""));
}

/// Several classic Drizzles, all of which have read the ledger before any of them writes to `users`.
pub fn migrate_at_once(database: &Database, folder: &Folder, count: usize) {
    may_create_schemas(database, || {
        let mut admin = database.admin();
        let mut barrier = admin.transaction().expect("a transaction");
        barrier.batch_execute("LOCK TABLE public.users IN ACCESS EXCLUSIVE MODE").expect("a lock");
        let runners: Vec<Child> =
            (0..count).map(|_| start(database, Release::Classic, folder, AS_OWNER)).collect();
        let waiting =
            "SELECT count(*) FROM pg_locks WHERE relation = 'public.users'::regclass AND NOT granted";
        database.until("runners at the barrier", &format!("({waiting}) = {count}"));
        barrier.commit().expect("the barrier opens");
        runners.into_iter().for_each(finish);
    });
}

/// Drizzle asks for its own schema every time, and PostgreSQL checks that privilege even where the schema exists.
fn may_create_schemas(database: &Database, work: impl FnOnce()) {
    database.execute(&format!("GRANT CREATE ON DATABASE {NAME} TO mosaic_schema_owner"));
    work();
    database.execute(&format!("REVOKE CREATE ON DATABASE {NAME} FROM mosaic_schema_owner"));
}

fn start(database: &Database, release: Release, folder: &Folder, options: &str) -> Child {
    let drizzle = Drizzle::find(release).expect("an installed Drizzle");
    let mut command = drizzle.migrate(database.cluster(), NAME, folder.write(), options);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("Node starts")
}

fn finish(drizzle: Child) {
    let ended = drizzle.wait_with_output().expect("Node ends");
    assert!(ended.status.success(), "Drizzle: {}", String::from_utf8_lossy(&ended.stderr));
}

fn texts(database: &Database, query: &str) -> Vec<String> {
    database.admin().query(query, &[]).expect("the superuser may").iter().map(|row| row.get(0)).collect()
}

/// The ledger's rows by `id`: every column, and the transaction that wrote the row as it stands.
pub fn ledger(database: &Database) -> Vec<String> {
    let rows =
        "SELECT row_to_json(l)::text || ' by ' || xmin FROM drizzle.__drizzle_migrations l ORDER BY id";
    texts(database, rows)
}

/// Everything of the database's own in the catalogs that migrations write to.
pub fn objects(database: &Database) -> Vec<String> {
    texts(
        database,
        "SELECT o FROM (
            SELECT concat_ws(' ', 'class', oid, relname, relnamespace, relowner, relfilenode) FROM pg_class WHERE oid >= 16384
            UNION ALL SELECT concat_ws(' ', 'type', oid, typname, typnamespace, typowner) FROM pg_type WHERE oid >= 16384
            UNION ALL SELECT concat_ws(' ', 'constraint', oid, conname, conrelid) FROM pg_constraint WHERE oid >= 16384
            UNION ALL SELECT concat_ws(' ', 'schema', oid, nspname, nspowner) FROM pg_namespace
            UNION ALL SELECT concat_ws(' ', 'column', attrelid, attname, atttypid) FROM pg_attribute WHERE attrelid >= 16384
         ) AS objects (o) ORDER BY o",
    )
}

pub fn has_table(database: &Database, name: &str) -> bool {
    database.value(&format!("to_regclass('public.{name}') IS NOT NULL")) == "true"
}
