//! `bootstrap`: what an operator's superuser session runs, and the proof that it took effect.

use super::super::args::bootstrap::{Bootstrap, Render};
use super::super::exit::Failure;
use super::super::output::Reply;
use crate::bootstrap::{
    BootstrapError, DatabaseName, Logins, OtherDatabases, Request, Scope, render, render_after,
};
use mosaic_db::bundle::Bundle;
use mosaic_db::postgres::identity::role;
use mosaic_db::scram::{Salt, Verifier};
use mosaic_db::secret::Secret;
use rustix::rand::{GetRandomFlags, getrandom};
use std::fs::File;
use std::io::Read as _;
use std::path::PathBuf;
use zeroize::Zeroizing;

/// Far more than any password; a file that is larger is another file.
const LARGEST_PASSWORD_FILE: u64 = 1024;

pub fn bootstrap(action: &Bootstrap) -> Result<Reply, Failure> {
    match action {
        Bootstrap::Render(args) => render_script(args),
    }
}

fn render_script(args: &Render) -> Result<Reply, Failure> {
    let database = DatabaseName::new(args.database.clone())?;
    if args.after {
        return Ok(Reply::Document(render_after(&database)));
    }
    let scope = match &args.bundle {
        Some(directory) => Scope::of(Bundle::load(directory)?.manifest()),
        None => Scope::mosaic(),
    };
    let seed = args.salt_seed.as_deref();
    let logins = Logins {
        migrator: verifier(role::MIGRATOR, args.migrator_password_file.as_ref(), seed)?,
        runtime: verifier(role::RUNTIME, args.runtime_password_file.as_ref(), seed)?,
        importer: verifier(role::IMPORTER, args.importer_password_file.as_ref(), seed)?,
    };
    let other_databases =
        if args.revoke_public_connect { OtherDatabases::ClosedToPublic } else { OtherDatabases::LeftAlone };
    Ok(Reply::Document(render(&Request {
        database: &database,
        scope: &scope,
        logins: &logins,
        other_databases,
    })))
}

fn verifier(role: &'static str, file: Option<&PathBuf>, seed: Option<&str>) -> Result<Verifier, Failure> {
    let password = password(file).ok_or(BootstrapError::PasswordFile { role })?;
    let salt = match seed {
        Some(seed) => Salt::derived(seed, role),
        None => Salt::from_random(random().ok_or(BootstrapError::NoRandomness)?),
    };
    Ok(Verifier::of(&password, salt).map_err(|_| BootstrapError::PasswordTooShort { role })?)
}

/// The content of the file but for one final line end.
fn password(file: Option<&PathBuf>) -> Option<Secret> {
    let mut bytes = Zeroizing::new(Vec::with_capacity(1024));
    let read = File::open(file?).ok()?.take(LARGEST_PASSWORD_FILE + 1).read_to_end(&mut bytes).ok()?;
    if read as u64 > LARGEST_PASSWORD_FILE {
        return None;
    }
    let text = std::str::from_utf8(&bytes).ok()?;
    Some(Secret::new(text.strip_suffix('\n').unwrap_or(text).to_owned()))
}

fn random() -> Option<[u8; 16]> {
    let mut bytes = [0; 16];
    match getrandom(&mut bytes, GetRandomFlags::empty()) {
        Ok(16) => Some(bytes),
        Ok(_) | Err(_) => None,
    }
}
