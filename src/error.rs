//! The error catalogue: one stable code, exit status, meaning and next step for everything that can go wrong.
//!
//! Each module has its own closed error enum whose `Display` states the facts of one occurrence and never prints
//! its source. Its `code()` is an exhaustive match into [`Code`]; everything an operator reads about a code in
//! general (`explain CODE`, the man page) comes from the table in `error/catalogue.rs` and the files below it.

mod catalogue;
mod status;

pub use catalogue::Code;
pub use status::Status;

/// What the catalogue says about one [`Code`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The code, stable across releases.
    pub code: &'static str,
    /// The exit status of the process.
    pub status: Status,
    /// What happened.
    pub what: &'static str,
    /// What it means for the database.
    pub database: &'static str,
    /// What to do or run next.
    pub next: &'static str,
}
