//! What the test modules share: the built program, a bootstrapped database, a migration folder.

mod barrier;
mod database;
mod folder;
mod program;

pub use barrier::Barrier;
pub use database::{Database, NAME, wait_until};
pub use folder::Folder;
pub use program::{Ended, Migrator, Running, children, traced};
