//! `bootstrap render`: the script, on standard output.

use super::super::super::args::bootstrap::Render;
use super::super::super::exit::Failure;
use super::super::super::output::Reply;
use crate::bootstrap::{self, BootstrapError, DatabaseName, Logins, OtherDatabases, Request};
use crate::safe_fs;
use mosaic_db::postgres::identity::role;
use mosaic_db::scram::{Salt, Verifier};
use std::path::PathBuf;

pub fn render(args: &Render) -> Result<Reply, Failure> {
    let database = DatabaseName::new(args.database.clone())?;
    if args.after {
        return Ok(Reply::Document(bootstrap::render_after(&database)));
    }
    if let Some(fast_load) = args.importer_fast_load {
        return Ok(Reply::Document(bootstrap::render_fast_load(&database, fast_load)));
    }
    let scope = super::scope(args.bundle.as_ref())?;
    let seed = args.salt_seed.as_deref();
    let logins = Logins {
        migrator: verifier(role::MIGRATOR, args.migrator_password_file.as_ref(), seed)?,
        runtime: verifier(role::RUNTIME, args.runtime_password_file.as_ref(), seed)?,
        importer: verifier(role::IMPORTER, args.importer_password_file.as_ref(), seed)?,
    };
    let other_databases =
        if args.revoke_public_connect { OtherDatabases::ClosedToPublic } else { OtherDatabases::LeftAlone };
    let request = Request { database: &database, scope: &scope, logins: &logins, other_databases };
    Ok(Reply::Document(bootstrap::render(&request)))
}

fn verifier(role: &'static str, file: Option<&PathBuf>, seed: Option<&str>) -> Result<Verifier, Failure> {
    let password = safe_fs::read_secret(file.ok_or(BootstrapError::NoPasswordFile { role })?)?;
    let salt = seed.map(|seed| Salt::derived(seed, role));
    Ok(bootstrap::verifier(role, &password, salt)?)
}
