//! `status`: which entries are applied and which are pending.

use super::super::Context;
use super::super::exit::Failure;
use super::super::output::Reply;
use super::super::resolve::ProofConfig;
use crate::environment::Process;

pub fn status(context: &Context<'_>) -> Result<Reply, Failure> {
    let _config = ProofConfig::resolve(context.environment, Process::Runner)?;
    Err(Failure::Internal { location: "a command that is being built".to_owned() })
}
