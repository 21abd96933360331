//! Brings the rows of the release before into the columns and tables of the system of record, while that release goes on
//! writing.
//!
//! Each step goes through one table in the order of its key, some rows at a time, each batch in a transaction of its own
//! with the place it got to: killed anywhere, it goes on there. A step whose sources have the checksum they had is not
//! gone through again, and a row that is as it must be is not written. A row that could be read in more than one way is
//! not read: it is put on a list with the reason, and leaves the list when it was mended and the step is run again.
//!
//! It holds the migration lock, as a run does, and changes no shape.

mod error;
mod pace;
mod plan;
mod retained;
mod run;
mod status;
mod step;
mod workspace;

pub(crate) use error::BackfillError;
pub(crate) use run::{Event, Passed, Report, Request, run};
pub(crate) use status::{Quarantined, Standing, StatusError, Work, status};
pub(crate) use workspace::{Naming, NotASlug, NotATitle, Slug, Title};
