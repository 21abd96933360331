//! `bootstrap check`: every promise of the script, compared with the server.

use super::super::super::Context;
use super::super::super::args::bootstrap::Check as Args;
use super::super::super::exit::Failure;
use super::super::super::output::{Answer, Ending, Reply};
use super::super::super::resolve::{self, Login};
use super::super::super::runtime;
use super::super::shown;
use crate::safe_fs;
use mosaic_db::checks::prepared::{Passwords, Place, inspect_and_locate};
use mosaic_db::checks::{Check, Verdict, require_good};
use mosaic_db::secret::Secret;
use serde_json::json;
use std::fmt::Write as _;
use std::path::PathBuf;

pub fn check(args: &Args, context: &Context<'_>) -> Result<Reply, Failure> {
    let scope = super::scope(args.bundle.as_ref())?;
    let passwords = Passwords {
        migrator: password(args.migrator_password_file.as_ref())?,
        runtime: password(args.runtime_password_file.as_ref())?,
        importer: password(args.importer_password_file.as_ref())?,
    };
    let connect_timeout = resolve::connect_timeout(context.environment)?;
    let mut login = Login::of_file(context.environment, &args.admin_url_file)?;
    if let Some(database) = &args.database {
        login.dsn = login.dsn.in_database(database);
    }
    let endpoint = login.endpoint(connect_timeout)?;
    let name = context.output.application_name();
    let (checks, place) =
        runtime::block_on(async { Ok(inspect_and_locate(&endpoint, &name, &scope, &passwords).await) })??;
    Ok(Reply::Answer(answer(&checks, place.as_ref())))
}

fn password(file: Option<&PathBuf>) -> Result<Option<Secret>, Failure> {
    Ok(file.map(|file| safe_fs::read_secret(file)).transpose()?)
}

fn answer(checks: &[Check], place: Option<&Place>) -> Answer {
    let mut text = shown(checks, |check| check.verdict != Verdict::Good);
    let failed = checks.iter().filter(|check| check.verdict.fails()).count();
    let warnings = checks.iter().filter(|check| check.verdict == Verdict::Warning).count();
    let sentence = format!("{} checks, {failed} failed, {warnings} warnings", checks.len());
    let _infallible = writeln!(text, "{sentence}");
    let ending = match require_good(checks) {
        Ok(()) => Ending::Reached(sentence),
        Err(failed) => Ending::NotReached(Failure::Prepared(failed)),
    };
    let database = place.map(|it| super::super::database(&it.identity, it.database_id.as_deref()));
    Answer { ending, text, result: json!({ "database": database, "checks": checks }), notes: Vec::new() }
}
