//! `--run`: brings the database to the state of the bundle.

use super::super::Context;
use super::super::exit::Failure;
use super::super::output::Reply;
use super::super::resolve::RunConfig;

pub fn run(context: &Context<'_>) -> Result<Reply, Failure> {
    let _config = RunConfig::resolve(context.environment)?;
    Err(Failure::Internal { location: "a command that is being built".to_owned() })
}
