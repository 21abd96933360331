//! `attest check`: the decision an importer would come to, offline and without consequences.

use super::super::super::args::attest::Check;
use super::super::super::exit::Failure;
use super::super::super::output::{Answer, Ending};
use super::{AttestCommandError, Signed, lines, now, shown};
use crate::safe_fs;
use mosaic_db::attest::{Expectations, Target, TargetUrl, TrustStore, verify_target};
use serde_json::json;

pub fn check(args: &Check) -> Result<Answer, Failure> {
    let signed = Signed::read(&args.file)?;
    let trust = TrustStore::parse(&safe_fs::read_trust_store(&args.trust_store)?)?;
    let mut expected: Expectations = serde_json::from_slice(&safe_fs::read_trust_store(&args.expect)?)
        .map_err(|error| AttestCommandError::Expectations { line: error.line(), column: error.column() })?;
    if let Some(path) = &args.target_url_file {
        let url = safe_fs::read_secret(path)?;
        expected.target = Target::of(&TargetUrl::parse(url.expose())?);
    }
    let now = now()?;
    let verified = verify_target(&signed.bytes, &signed.signature, &trust, now, &expected)?;
    let statement = shown(verified.statement());
    let mut notes = vec!["nothing was recorded, so this attestation can still be used once".to_owned()];
    if expected.observed.is_none() {
        notes.push("no server was asked, and the expectations say nothing of one".to_owned());
    }
    Ok(Answer {
        ending: Ending::Reached(format!("at {now} the attestation holds for what is expected")),
        text: lines(&statement),
        result: json!({ "statement": statement, "checked_at": now, "trust_store_serial": trust.serial() }),
        notes,
    })
}
