//! One file per command.

pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod bundle;
pub(crate) mod chaos;
pub(crate) mod demo;
pub(crate) mod docs;
pub(crate) mod fuzz;
pub(crate) mod lab;
pub(crate) mod package;
pub(crate) mod screens;
pub(crate) mod soak;
pub(crate) mod test;
