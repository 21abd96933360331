//! One table's rows on their way: out of one connection and into another, told apart and digested as they pass.

use super::plan::Transfer;
use super::rows::{RowError, Rows};
use super::statement;
use super::tally::Tally;
use mosaic_db::postgres::{CopyIn, CopyOut, StopCause};
use tokio_postgres::Client;

/// Whose side failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Where rows are read.
    Source,
    /// Where they are written and read back.
    Target,
}

/// A table that did not get through.
#[derive(Debug)]
pub struct Failed {
    /// Whose side failed.
    pub side: Side,
    /// Why.
    pub cause: FailedCause,
}

/// Why a table did not get through.
#[derive(Debug)]
pub enum FailedCause {
    /// The server refused, or the connection ended.
    Stopped(StopCause),
    /// What came is not what was asked for.
    Rows(RowError),
    /// The server took another number of rows than were sent.
    Taken {
        /// Sent.
        sent: u64,
        /// Taken.
        taken: u64,
    },
}

/// Copies a table, and gives what its rows add up to as they left the source.
pub async fn copy(
    source: &Client,
    target: &Client,
    transfer: &Transfer,
    passing: &mut dyn FnMut(&Tally),
) -> Result<Tally, Failed> {
    let mut from =
        CopyOut::start(source, &statement::read_source(transfer)).await.map_err(stopped(Side::Source))?;
    let mut into = CopyIn::start(target, &statement::write(transfer)).await.map_err(stopped(Side::Target))?;
    let mut rows = Rows::new(transfer.form, transfer.columns.len());
    while let Some(message) = from.next().await.map_err(stopped(Side::Source))? {
        rows.push(&message).map_err(misread(Side::Source))?;
        into.send(&message).await.map_err(stopped(Side::Target))?;
        passing(rows.tally());
    }
    let taken = into.finish().await.map_err(stopped(Side::Target))?;
    let tally = rows.finish().map_err(misread(Side::Source))?;
    match tally.rows() {
        sent if sent == taken => Ok(tally),
        sent => Err(Failed { side: Side::Target, cause: FailedCause::Taken { sent, taken } }),
    }
}

/// Reads a table of one side, and gives what its rows add up to.
pub async fn read(
    client: &Client,
    side: Side,
    transfer: &Transfer,
    passing: &mut dyn FnMut(&Tally),
) -> Result<Tally, Failed> {
    let sql = match side {
        Side::Source => statement::read_source(transfer),
        Side::Target => statement::read_target(transfer),
    };
    let mut from = CopyOut::start(client, &sql).await.map_err(stopped(side))?;
    let mut rows = Rows::new(transfer.form, transfer.columns.len());
    while let Some(message) = from.next().await.map_err(stopped(side))? {
        rows.push(&message).map_err(misread(side))?;
        passing(rows.tally());
    }
    rows.finish().map_err(misread(side))
}

fn stopped(side: Side) -> impl Fn(StopCause) -> Failed {
    move |cause| Failed { side, cause: FailedCause::Stopped(cause) }
}

fn misread(side: Side) -> impl Fn(RowError) -> Failed {
    move |cause| Failed { side, cause: FailedCause::Rows(cause) }
}
