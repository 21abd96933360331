//! The statements of a copy. Every name in them was quoted by the server it is sent to.

use super::plan::Transfer;
use super::rows::Form;
use super::side::{Column, Kind};
use mosaic_db::postgres::Literal;

/// Settings on which the text forms of values depend, besides those of the catalog's questions.
const FORMS: &str = "SET LOCAL lc_monetary = 'C'; SET LOCAL xmloption = content";

/// How long this may take is not for a server to know; how long it may wait for others is for us to say. The timeout of
/// transactions is there since 17, and what is set here ends one that runs already.
const TIMES: &str = "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '10s'; \
     SELECT set_config(name, '0', true) FROM pg_settings WHERE name = 'transaction_timeout'";

/// Begins a transaction in which rows are read or written.
pub fn begin(mode: Mode) -> String {
    let mode = match mode {
        Mode::Read => "ISOLATION LEVEL REPEATABLE READ, READ ONLY",
        // What others commit meanwhile must show in the comparison.
        Mode::Write => "ISOLATION LEVEL READ COMMITTED, READ WRITE",
    };
    let printed = mosaic_db::catalog::SETTINGS.iter();
    let printed: String = printed.map(|(name, value)| format!("; SET LOCAL {name} = '{value}'")).collect();
    format!("BEGIN {mode}{printed}; {FORMS}; {TIMES}; SET LOCAL row_security = off; SET LOCAL jit = off")
}

/// Begins a transaction that reads in another one's snapshot.
pub fn begin_in(snapshot: &Literal<'_>) -> String {
    // It must come before any query of the transaction (PostgreSQL manual, SET TRANSACTION).
    let begin = begin(Mode::Read);
    match begin.split_once(';') {
        Some((begin, settings)) => format!("{begin}; SET TRANSACTION SNAPSHOT {snapshot};{settings}"),
        None => begin,
    }
}

/// What a transaction is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The source's.
    Read,
    /// The target's.
    Write,
}

/// Reads a table of the source.
pub fn read_source(transfer: &Transfer) -> String {
    read(transfer, &transfer.sql.source, transfer.kind.source)
}

/// Reads a table of the target back.
pub fn read_target(transfer: &Transfer) -> String {
    read(transfer, &transfer.sql.target, transfer.kind.target)
}

fn read(transfer: &Transfer, table: &str, kind: Kind) -> String {
    // What inherits from a plain table is a table of its own.
    let only = if kind == Kind::Partitioned { "" } else { "ONLY " };
    let columns = columns(&transfer.columns);
    format!("COPY (SELECT {columns} FROM {only}{table}) TO STDOUT (FORMAT {})", format(transfer.form))
}

/// Fills a table of the target. Values given for an identity column are taken as they are (PostgreSQL manual, COPY).
pub fn write(transfer: &Transfer) -> String {
    // An empty list of columns cannot be written; without one, COPY leaves out what is generated.
    let columns = if transfer.columns.is_empty() {
        String::new()
    } else {
        format!(" ({})", columns(&transfer.columns))
    };
    format!("COPY {}{columns} FROM STDIN (FORMAT {})", transfer.sql.target, format(transfer.form))
}

/// Asks which of these tables have rows, by their place.
pub fn occupied<'a>(transfers: impl Iterator<Item = &'a Transfer>) -> String {
    let questions: Vec<String> = transfers
        .enumerate()
        .map(|(place, transfer)| format!("SELECT {place} WHERE EXISTS (SELECT FROM {})", transfer.sql.target))
        .collect();
    questions.join(" UNION ALL ")
}

fn columns(columns: &[Column]) -> String {
    columns.iter().map(|column| column.sql.as_str()).collect::<Vec<_>>().join(", ")
}

const fn format(form: Form) -> &'static str {
    match form {
        Form::Binary => "binary",
        Form::Text => "text",
    }
}
