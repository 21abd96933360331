//! One statement with its values apart from its text.
//!
//! Every value goes as `text` and is cast where it is used (`$1::uuid`), and every column comes as `text`: what a row holds
//! is read by the types of this program, not by the driver's.

use super::batch::{Batch, ResultSet, Stop, cause};
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Client, Row};

/// Runs a statement, in one round trip. A column that is not `text` reads as NULL.
///
/// # Errors
/// [`Stop`].
pub async fn ask(client: &Client, sql: &str, values: &[Option<&str>]) -> Result<ResultSet, Stop> {
    let values: Vec<(&(dyn ToSql + Sync), Type)> =
        values.iter().map(|value| (value as &(dyn ToSql + Sync), Type::TEXT)).collect();
    match client.query_typed(sql, &values).await {
        Ok(rows) => Ok(ResultSet::of(rows.iter().map(texts).collect())),
        Err(error) => Err(Stop { completed: Batch::default(), cause: cause(&error) }),
    }
}

fn texts(row: &Row) -> Vec<Option<String>> {
    (0..row.len()).map(|column| row.try_get(column).unwrap_or_default()).collect()
}
