//! `--run`: brings the database to the state of the bundle.

use super::super::Context;
use super::super::exit::Failure;
use super::super::output::Reply;
use crate::environment::Process;

pub fn run(context: &Context<'_>) -> Result<Reply, Failure> {
    context.environment.migrator_url(Process::Runner)?;
    Err(Failure::Internal { location: "a command that is being built".to_owned() })
}
