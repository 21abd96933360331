//! `--verify`: proves, read-only, that the database is in the state of the bundle.

use super::super::Context;
use super::super::exit::Failure;
use super::super::output::Reply;
use super::super::resolve::ProofConfig;
use crate::environment::Process;

pub fn verify(context: &Context<'_>) -> Result<Reply, Failure> {
    let _config = ProofConfig::resolve(context.environment, Process::Verifier)?;
    Err(Failure::Internal { location: "a command that is being built".to_owned() })
}
