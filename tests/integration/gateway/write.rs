//! Who writes has asked the very transaction that writes, as the runtime: on servers that let it, and on every kind that
//! does not.

use super::{aside, endpoint, migrated, runtime};
use crate::support::Database;
use mosaic_db::error::Code;
use mosaic_db::gateway::write::{CommitError, Transaction, Unproven, VALID_FOR, WriteHealthProof, observe};
use mosaic_db::gateway::{PolicyRevision, State, pool};
use mosaic_db::postgres::Connection;

pub(super) async fn connect(database: &Database, port: u16) -> Connection {
    endpoint(database, port).connect("writer", &pool::settings()).await.expect("a connection")
}

#[expect(clippy::disallowed_methods, reason = "a test writes as a service does")]
pub(super) async fn begin(connection: &mut Connection) -> Transaction<'_> {
    Transaction::begin(connection).await.expect("a transaction")
}

fn policy(revision: &str) -> PolicyRevision {
    PolicyRevision::new(revision).expect("a revision")
}

async fn mint<'t>(transaction: &'t Transaction<'t>) -> Result<WriteHealthProof<'t>, Unproven> {
    WriteHealthProof::mint(transaction, policy("7")).await
}

/// Does something with a proof of a transaction, and says what the proof is good for then.
async fn after(connection: &mut Connection, sql: &str) -> Result<(), Unproven> {
    let transaction = begin(connection).await;
    let proof = mint(&transaction).await?;
    transaction.client().batch_execute(sql).await.expect("the server runs it");
    proof.revalidate(&policy("7")).await.map(drop)
}

const WRITTEN: &str = "INSERT INTO mosaic.connector_lease_audit_log \
     (event, tenant_id, logical_agent_id, connector_id, correlation_id) VALUES ('expiry', $1, 'a', 'c', 'x')";

async fn write(transaction: &Transaction<'_>, tenant: &str) {
    let proof = mint(transaction).await.expect("a proof");
    let permit = proof.revalidate(&policy("7")).await.expect("a permit");
    permit.write(WRITTEN, &[Some(tenant)]).await.expect("a row");
}

fn written(database: &Database, tenant: &str) -> bool {
    let count = format!("SELECT count(*) FROM mosaic.connector_lease_audit_log WHERE tenant_id = '{tenant}'");
    database.value(&count) == "1"
}

#[test]
fn what_was_proved_is_written_and_nothing_stays_of_the_question() {
    let database = migrated();
    runtime().block_on(async {
        let mut connection = connect(&database, database.cluster().port()).await;
        assert_eq!(observe(&mut connection).await, State::Healthy);
        let transaction = begin(&mut connection).await;
        write(&transaction, "committed").await;
        transaction.commit().await.expect("a commit");
        let transaction = begin(&mut connection).await;
        write(&transaction, "dropped").await;
        drop(transaction);
        let transaction = begin(&mut connection).await;
        write(&transaction, "rolled-back").await;
        transaction.rollback().await.expect("a rollback");
    });
    let tenants = ["committed", "dropped", "rolled-back"].map(|tenant| written(&database, tenant));
    assert_eq!(tenants, [true, false, false]);
    assert_eq!(
        database.value("SELECT pg_relation_size('mosaic.connector_leases')"),
        "0",
        "no dead row either"
    );
}

#[test]
fn a_proof_is_of_one_transaction_one_policy_and_a_few_seconds() {
    let database = migrated();
    runtime().block_on(async {
        let mut connection = connect(&database, database.cluster().port()).await;
        let connection = &mut connection;
        assert!(after(connection, "SELECT pg_sleep(0.1); SAVEPOINT inner_one").await.is_ok());
        let another = "COMMIT; BEGIN; SELECT pg_current_xact_id()";
        for other in ["COMMIT", "ROLLBACK", "COMMIT; BEGIN", another] {
            let refused = after(connection, other).await.expect_err(other);
            assert!(matches!(refused, Unproven::OtherTransaction), "{other}: {refused}");
            assert_eq!(refused.code(), Code::KanbanWriteHealthUnproven);
        }
        let read_only = after(connection, "SET TRANSACTION READ ONLY").await.expect_err("read only");
        assert!(matches!(read_only, Unproven::ReadOnly), "{read_only}");

        let old = format!("SELECT pg_sleep({})", VALID_FOR.as_secs_f64() + 0.01);
        let expired = after(connection, &old).await.expect_err("an old proof");
        assert!(matches!(expired, Unproven::Expired(age) if age > VALID_FOR), "{expired}");

        let transaction = begin(connection).await;
        let proof = mint(&transaction).await.expect("a proof");
        let moved = proof.revalidate(&policy("8")).await.map(drop).expect_err("another policy");
        assert!(matches!(moved, Unproven::Policy { .. }), "{moved}");
        assert!(proof.revalidate(&policy("7")).await.is_ok(), "the policy of the proof is in force again");
    });
}

#[test]
fn where_the_server_does_not_let_it_write_there_is_no_proof() {
    let database = migrated();
    let refused = |port: u16| {
        runtime().block_on(async {
            let mut connection = connect(&database, port).await;
            let state = observe(&mut connection).await;
            let transaction = begin(&mut connection).await;
            let unproven = mint(&transaction).await.map(drop).expect_err("no proof");
            let Unproven::Refused(error) = &unproven else { panic!("{unproven}") };
            assert_eq!(unproven.code(), Code::KanbanWriteHealthUnproven);
            (state, error.sqlstate.clone())
        })
    };
    let port = database.cluster().port();
    let degraded = |sqlstate: &str| (State::ReadOnlyDegraded, sqlstate.to_owned());

    let standby = database.cluster().standby().expect("a standby");
    assert_eq!(refused(standby.port()), degraded("25006"));

    database.cluster().configure(&["default_transaction_read_only = on"]).expect("a server that takes it");
    assert_eq!(refused(port), degraded("25006"));
    database.cluster().configure(&["default_transaction_read_only = off"]).expect("a server that takes it");

    database.execute("REVOKE UPDATE ON mosaic.connector_leases FROM mosaic_runtime_capability");
    assert_eq!(refused(port), degraded("42501"));
    database.execute("REVOKE ALL ON mosaic.connector_leases FROM mosaic_runtime_capability");
    assert_eq!(refused(port), (State::WriteUnavailable, "42501".to_owned()));
}

#[test]
fn a_server_that_does_not_answer_is_unavailable() {
    let database = migrated();
    let end =
        "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE usename = 'mosaic_runtime'";
    runtime().block_on(async {
        let mut connection = connect(&database, database.cluster().port()).await;
        let transaction = begin(&mut connection).await;
        let proof = mint(&transaction).await.expect("a proof");
        assert_eq!(aside(|| database.value(end)), "true");
        let gone = proof.revalidate(&policy("7")).await.map(drop).expect_err("a session that was ended");
        assert!(matches!(gone, Unproven::Unavailable), "{gone}");
        assert_eq!(gone.code(), Code::KanbanWriteUnavailable);
        assert!(matches!(transaction.commit().await, Err(CommitError::Lost)));
        assert_eq!(observe(&mut connection).await, State::WriteUnavailable);
    });
}

#[test]
fn a_commit_says_what_became_of_it() {
    let database = migrated();
    runtime().block_on(async {
        let mut connection = connect(&database, database.cluster().port()).await;
        let transaction = begin(&mut connection).await;
        write(&transaction, "failed").await;
        transaction.client().batch_execute("SELECT 1 / 0").await.expect_err("a failed statement");
        // The server would answer this COMMIT without an error.
        let refused = transaction.commit().await.expect_err("nothing to commit");
        assert!(matches!(refused, CommitError::Refused(error) if error.is("25P02")));
        assert!(!aside(|| written(&database, "failed")));
    });
}

#[test]
fn a_commit_whose_answer_is_lost_may_have_happened() {
    let database = migrated();
    let waiting =
        "SELECT pid FROM pg_stat_activity WHERE usename = 'mosaic_runtime' AND wait_event = 'SyncRep'";
    std::thread::scope(|threads| {
        runtime().block_on(async {
            let mut connection = connect(&database, database.cluster().port()).await;
            aside(|| database.hold_commits());
            let transaction = begin(&mut connection).await;
            write(&transaction, "unknown").await;
            threads.spawn(|| {
                database.until("a COMMIT that waits", &format!("EXISTS ({waiting})"));
                database.value(&format!("SELECT pg_terminate_backend(({waiting}), 10000)"))
            });
            assert!(matches!(transaction.commit().await, Err(CommitError::Unknown)));
        });
    });
    database.let_commits_go();
    assert!(written(&database, "unknown"), "here it did");
}
