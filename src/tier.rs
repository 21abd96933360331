//! Moving a tier's data into a prepared database: copied as a stream, compared row by row, in one transaction.
//!
//! What will be done is decided before a row moves ([`plan`], pure, over both [`side`]s), shown, and then done. Nothing
//! is committed that was not read back and compared, and no statement here changes the shape of anything.

mod checkpoint;
mod commit;
mod error;
mod jobs;
mod order;
mod plan;
mod proof;
mod rows;
mod run;
mod side;
mod source;
mod statement;
mod tally;
mod target;
mod transfer;
mod whole;

pub use error::{ImportError, Reached};
pub use plan::{Act, Plan, Transfer};
pub use proof::Constraints;
pub use rows::Form;
pub use run::{Done, Event, Extent, Moved, Phase, Report, Request, Took, import};
pub use source::Location;
