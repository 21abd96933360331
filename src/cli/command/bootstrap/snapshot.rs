//! `bootstrap snapshot`: the script that says what is in a database, on standard output.

use super::super::super::args::bootstrap::Snapshot;
use super::super::super::exit::Failure;
use super::super::super::output::Reply;
use crate::bootstrap::{DatabaseName, existing};

pub fn snapshot(args: &Snapshot) -> Result<Reply, Failure> {
    let database = DatabaseName::new(args.database.clone())?;
    let scope = super::scope(args.bundle.as_ref())?;
    Ok(Reply::Document(existing::render_snapshot(&database, &args.owner, &scope)))
}
