//! One file per command: call what does the work, put its facts into an answer.

pub mod bootstrap;
pub mod completions;
pub mod explain;
pub mod man;
pub mod run;
pub mod status;
pub mod verify;
