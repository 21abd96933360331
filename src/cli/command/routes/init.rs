//! `routes init`: a first inventory, which permits nothing.

use super::super::super::args::routes::Init;
use super::super::super::clock;
use super::super::super::exit::Failure;
use super::super::super::output::{Answer, Ending};
use super::RoutesCommandError;
use crate::safe_fs;
use mosaic_db::routes::inventory::{Seen, draft};
use mosaic_db::routes::walk;
use serde_json::json;

pub(super) fn init(args: &Init) -> Result<Answer, Failure> {
    let coverage = walk(&args.path).map_err(RoutesCommandError::from)?;
    let drafted = draft(coverage.files.iter().map(Seen::of), clock::instant()?);
    safe_fs::publish_for_all(&args.out, drafted.as_bytes())?;
    let records = coverage.files.iter().filter(|file| !file.scanned.hits.is_empty()).count();
    let sentence = format!("{} has {records} records, all of them unreviewed", args.out.display());
    Ok(Answer {
        text: format!("{sentence}\n"),
        ending: Ending::Reached(sentence),
        result: json!({ "records": records }),
        notes: Vec::new(),
    })
}
