//! The Kanban schema of the compiled-in bundle: what it refuses, and that what came before goes on.

mod evidence;
mod fences;
mod members;
mod order;
pub mod previous;
mod proposals;
mod reference;
mod relations;
mod vocabularies;

use crate::support::Database;
use mosaic_lab::postgres::Major;
use postgres::{Client, Error};

fn migrated(major: Major) -> Database {
    let database = Database::on(major);
    database.shipped(&["--run"]).run().assert_reached();
    database
}

/// With rows for two workspaces, as the runtime writes them.
fn inhabited(major: Major) -> Database {
    let database = migrated(major);
    runtime(&database).batch_execute(include_str!("kanban/world.sql")).expect("the runtime writes");
    database
}

/// A session with the rights of the gateway's login, and its path.
fn runtime(database: &Database) -> Client {
    let mut client = database.admin();
    client
        .batch_execute("SET SESSION AUTHORIZATION mosaic_runtime; SET search_path = pg_catalog, mosaic")
        .expect("a session of the runtime");
    client
}

/// SQLSTATE and constraint of what the server refused.
fn refusal<T>(answer: Result<T, Error>) -> (String, String) {
    let error = answer.err().expect("a refusal");
    let answer = error.as_db_error().unwrap_or_else(|| panic!("not the server's: {error}"));
    (answer.code().code().to_owned(), answer.constraint().unwrap_or_default().to_owned())
}

/// What a batch is refused for, in a transaction that is rolled back.
fn refused(client: &mut Client, sql: &str) -> (String, String) {
    let mut transaction = client.transaction().expect("a transaction");
    refusal(transaction.batch_execute(&format!("{sql}; SET CONSTRAINTS ALL IMMEDIATE")))
}

/// The id of a row in `kanban/world.sql`.
fn id(name: &str) -> String {
    format!("md5('{name}')::uuid")
}
