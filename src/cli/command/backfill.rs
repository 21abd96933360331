//! `backfill`: brings the rows of the release before over, and says how far that is.

mod run;
mod status;

use super::super::Context;
use super::super::args::backfill::Backfill;
use super::super::exit::Failure;
use super::super::output::Reply;

pub fn backfill(action: &Backfill, context: &Context<'_>) -> Result<Reply, Failure> {
    let answer = match action {
        Backfill::Run(args) => run::run(args, context),
        Backfill::Status(_) => status::status(context),
    };
    answer.map(Reply::Answer)
}
