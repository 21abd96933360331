//! `bootstrap render`: the script, on standard output.

use super::super::super::args::bootstrap::Render;
use super::super::super::exit::Failure;
use super::super::super::output::Reply;
use crate::bootstrap::existing::{self, Eligible, Rollback, Snapshot};
use crate::bootstrap::{self, BootstrapError, DatabaseName, Logins, OtherDatabases, Request};
use crate::safe_fs;
use mosaic_db::checks::prepared::Scope;
use mosaic_db::postgres::identity::role;
use mosaic_db::scram::{Salt, Verifier};
use std::path::{Path, PathBuf};

pub fn render(args: &Render) -> Result<Reply, Failure> {
    let database = DatabaseName::new(args.database.clone())?;
    if args.after {
        return Ok(Reply::Document(bootstrap::render_after(&database)));
    }
    if let Some(fast_load) = args.importer_fast_load {
        return Ok(Reply::Document(bootstrap::render_fast_load(&database, fast_load)));
    }
    let scope = super::scope(args.bundle.as_ref())?;
    let eligible = args.existing.as_ref().map(|file| eligible(file, &database, &scope)).transpose()?;
    if let (Some(eligible), true) = (&eligible, args.rollback) {
        let request = Rollback { database: &database, scope: &scope, eligible };
        return Ok(Reply::Document(existing::render_rollback(&request)));
    }
    let seed = args.salt_seed.as_deref();
    let logins = Logins {
        migrator: verifier(role::MIGRATOR, args.migrator_password_file.as_ref(), seed)?,
        runtime: verifier(role::RUNTIME, args.runtime_password_file.as_ref(), seed)?,
        importer: verifier(role::IMPORTER, args.importer_password_file.as_ref(), seed)?,
    };
    let other_databases =
        if args.revoke_public_connect { OtherDatabases::ClosedToPublic } else { OtherDatabases::LeftAlone };
    let request = Request { database: &database, scope: &scope, logins: &logins, other_databases };
    Ok(Reply::Document(match &eligible {
        None => bootstrap::render(&request),
        Some(eligible) => existing::render(&request, eligible),
    }))
}

fn eligible(file: &Path, database: &DatabaseName, scope: &Scope) -> Result<Eligible, Failure> {
    let snapshot = Snapshot::parse(&safe_fs::read_catalog(file)?)?;
    Ok(Eligible::new(snapshot, database, scope)?)
}

fn verifier(role: &'static str, file: Option<&PathBuf>, seed: Option<&str>) -> Result<Verifier, Failure> {
    let password = safe_fs::read_secret(file.ok_or(BootstrapError::NoPasswordFile { role })?)?;
    let salt = seed.map(|seed| Salt::derived(seed, role));
    Ok(bootstrap::verifier(role, &password, salt)?)
}
