//! `manifest build --scratch-url-file`: runs the entries on a scratch database and records what each did.

use super::super::super::Context;
use super::super::super::exit::Failure;
use super::super::super::progress::Progress;
use super::super::super::resolve::{self, Login};
use super::super::super::runtime;
use crate::migrate::{Interrupt, Limits, Request, Unmet, measure};
use crate::safe_fs;
use mosaic_db::bundle::Bundle;
use mosaic_db::digest::Digest;
use std::path::Path;
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
            limits: LIMITS,
            application_name: &application_name,
            interrupt: &interrupt,
            unmet: Unmet::IsMeasured,
        };
        Ok(measure(&request, &mut |event| progress.show(&event)).await)
    })?;
    progress.finish();
    let bytes = measured?.encode()?;
    safe_fs::replace(directory, FILE_NAME, &bytes)?;
    Ok(Digest::of(&bytes))
}
