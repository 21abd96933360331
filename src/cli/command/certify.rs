//! `certify`: attempts what deployed logins must be denied, takes people's word for the rest, and merges both.

mod assemble;
mod probe;
mod slot;

use super::super::Context;
use super::super::args::certify::Certify;
use super::super::exit::Failure;
use super::super::output::Reply;
use crate::certify::Published;
use serde_json::{Value, json};

/// Name and version of this program, as documents name it.
const PROGRAM: &str = concat!("mosaic-db-migrator ", env!("CARGO_PKG_VERSION"));

pub fn certify(action: &Certify, context: &Context<'_>) -> Result<Reply, Failure> {
    let answer = match action {
        Certify::Probe(args) => probe::probe(args, context),
        Certify::Slot(args) => slot::slot(args, context),
        Certify::Assemble(args) => assemble::assemble(args),
    };
    answer.map(Reply::Answer)
}

fn published(document: &Published) -> Value {
    json!({ "directory": document.directory, "sha256": document.sha256, "key_id": document.key })
}
