//! The questions to a transaction: whether it can write, and whether it still is the one that could.

use super::Transaction;
use crate::gateway::health::State;
use crate::postgres::{Connection, ResultSet, statement};

/// Takes a transaction id, which a standby has none of, and the right, the mode and the lock that an UPDATE takes, of no
/// row: what many transactions do at once must not leave dead rows or wait for each other.
pub(super) const WRITE: &str = "WITH probe AS (UPDATE mosaic.connector_leases SET renewed_at = renewed_at WHERE false) \
     SELECT pg_catalog.pg_current_xact_id()::text, pg_catalog.pg_backend_pid()::text, \
     pg_catalog.current_setting('transaction_read_only'), \
     (pg_catalog.date_part('epoch', pg_catalog.clock_timestamp()) * 1000000)::bigint::text";

/// The same without writing. Outside of every transaction that wrote there is no id.
pub(super) const SAME: &str = "SELECT coalesce(pg_catalog.pg_current_xact_id_if_assigned()::text, 'none'), \
     pg_catalog.pg_backend_pid()::text, pg_catalog.current_setting('transaction_read_only'), \
     (pg_catalog.date_part('epoch', pg_catalog.clock_timestamp()) * 1000000)::bigint::text";

/// What a transaction says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    /// Which it is: no two of one server have the same id, and no two servers of one process the same session.
    pub identity: Identity,
    /// Whether it takes writes.
    pub mode: Mode,
    /// The server's clock, in microseconds since 1970.
    pub micros: u64,
}

/// A transaction of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Identity {
    transaction: String,
    backend: String,
}

/// `transaction_read_only`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    ReadWrite,
    ReadOnly,
}

/// Reads an answer; `None` where it has another form.
pub(super) fn read(answer: &ResultSet) -> Option<Answer> {
    let [[transaction, backend, read_only, micros]] = answer.exact()?.try_into().ok()?;
    let mode = match read_only {
        "off" => Mode::ReadWrite,
        "on" => Mode::ReadOnly,
        _ => return None,
    };
    let identity = Identity { transaction: transaction.to_owned(), backend: backend.to_owned() };
    Some(Answer { identity, mode, micros: micros.parse().ok()? })
}

/// What the database is good for now, for a [`crate::gateway::Health`]. Nothing stays of the question.
pub async fn observe(connection: &mut Connection) -> State {
    #[expect(clippy::disallowed_methods, reason = "only by trying to write is it known whether it can")]
    let Ok(transaction) = Transaction::begin(connection).await else { return State::WriteUnavailable };
    let wrote = transaction.ask(WRITE, &[]).await;
    drop(transaction);
    if wrote.is_ok() {
        return State::Healthy;
    }
    let reading = "SELECT count(*)::text FROM (SELECT FROM mosaic.connector_leases LIMIT 1) AS one";
    match statement::ask(connection.client(), reading, &[]).await {
        Ok(_) => State::ReadOnlyDegraded,
        Err(_) => State::WriteUnavailable,
    }
}
