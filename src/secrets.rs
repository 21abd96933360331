//! The credentials of an environment, from their provider to their consumers.

mod environment;
pub mod record;
#[allow(unused_imports, reason = "the commands that use it come next")]
pub mod vault;

#[allow(unused_imports, reason = "the commands that use it come next")]
pub use environment::Environment;
