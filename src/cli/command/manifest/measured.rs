//! `manifest build --scratch-url-file`: runs the entries on a scratch database and records what each did.

use super::super::super::Context;
use super::super::super::exit::Failure;
use super::super::super::progress::Progress;
use super::super::super::resolve::{self, Login};
use super::super::super::runtime;
use crate::migrate::{Interrupt, Limits, Request, Unmet, measure};
use crate::safe_fs;
use mosaic_db::allowance::InForce;
use mosaic_db::bundle::{Bundle, Effects, directory, outdated, schemas};
use mosaic_db::digest::Digest;
use std::path::{Path, PathBuf};
use std::time::Duration;

const FILE_NAME: &str = "effects.v1.json";

/// Nobody else works on a scratch database.
const LIMITS: Limits = Limits {
    lock_wait: Duration::from_secs(1),
    lock_timeout: Duration::from_secs(10),
    statement_timeout: None,
};

/// Measures the bundle in this directory and writes the file beside its manifest; gives the file's digest.
pub(super) fn write(directory: &Path, url_file: &Path, context: &Context<'_>) -> Result<Digest, Failure> {
    let bundle = Bundle::load(directory)?;
    let connect_timeout = resolve::connect_timeout(context.environment)?;
    let endpoint = Login::of_file(context.environment, url_file)?.endpoint(connect_timeout)?;
    let mut progress = Progress::new(context.output);
    let application_name = context.output.application_name();
    let measured = runtime::block_on(async {
        let interrupt = Interrupt::listen()?;
        let request = Request {
            endpoint: &endpoint,
            bundle: &bundle,
            allowances: InForce::none(),
            limits: LIMITS,
            application_name: &application_name,
            interrupt: &interrupt,
            unmet: Unmet::IsMeasured,
        };
        Ok(measure(&request, &mut |event| progress.show(&event)).await)
    })?;
    progress.finish();
    let effects = measured?;
    let bytes = effects.encode()?;
    safe_fs::replace(directory, FILE_NAME, &bytes)?;
    write_schemas(directory, &bundle, &effects)?;
    Ok(Digest::of(&bytes))
}

/// Writes the expected snapshots, and removes those of an earlier measurement.
fn write_schemas(root: &Path, bundle: &Bundle, effects: &Effects) -> Result<(), Failure> {
    let schemas = schemas(bundle, effects)?;
    safe_fs::make_directory(root, "schema")?;
    for (path, bytes) in &schemas {
        let (folder, name) = place(root, path);
        safe_fs::replace(&folder, name, bytes)?;
    }
    for path in outdated(bundle, &directory::read(root)?, &schemas) {
        let (folder, name) = place(root, path);
        safe_fs::remove(&folder, name)?;
    }
    Ok(())
}

/// The directory of a path within the bundle, and the name in it.
fn place<'a>(root: &Path, path: &'a str) -> (PathBuf, &'a str) {
    match path.rsplit_once('/') {
        Some((folder, name)) => (root.join(folder), name),
        None => (root.to_owned(), path),
    }
}
