//! What the test modules share: the built program, a bootstrapped database, a migration folder.

#![allow(dead_code, unused_imports, reason = "the test modules that use the rest are on their way")]

mod barrier;
mod database;
mod folder;
mod program;

pub use barrier::Barrier;
pub use database::{Database, NAME, wait_until};
pub use folder::Folder;
pub use program::{Ended, Migrator, Running};
