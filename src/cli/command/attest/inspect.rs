//! `attest inspect`: a readable view of an attestation or a trust store.

use super::super::super::args::attest::Inspect;
use super::super::super::exit::Failure;
use super::super::super::output::{Answer, Ending};
use super::super::super::resolve::IDENTITIES;
use super::{AttestCommandError, Signed, lines, now, shown};
use crate::safe_fs;
use mosaic_db::attest::{Purpose, State, Statement, TrustStore, canonical, verify_signature};
use serde_json::json;
use std::fmt::Write as _;

pub fn inspect(args: &Inspect) -> Result<Answer, Failure> {
    match &args.trust_store {
        Some(path) => signed(args, &TrustStore::parse(&safe_fs::read_trust_store(path)?)?),
        None => unsigned(args),
    }
}

/// The signature first: nothing is shown that no trusted key signed.
fn signed(args: &Inspect, trust: &TrustStore) -> Result<Answer, Failure> {
    let file = Signed::read(&args.file)?;
    let purpose = Purpose::MigrateTarget;
    let now = now()?;
    let signer = verify_signature(&file.bytes, &file.signature, purpose.payload_type(), purpose, trust, now)?;
    let statement = canonical::parse(&file.bytes).map_err(AttestCommandError::Unknown)?;
    let statement = shown(&statement);
    Ok(Answer {
        ending: Ending::Reached(format!("signed by key {signer}, which is trusted at {now}")),
        text: format!("SIGNED by key {signer}\n{}", lines(&statement)),
        result: json!({ "verified": true, "signer": signer, "statement": statement }),
        notes: vec![
            "only the signature was checked: attest check compares the rest with what is expected".to_owned(),
        ],
    })
}

fn unsigned(args: &Inspect) -> Result<Answer, Failure> {
    let bytes = safe_fs::read_signed(&args.file, IDENTITIES)?;
    if let Ok(trust) = TrustStore::parse(&bytes) {
        return Ok(store(&trust));
    }
    let statement: Statement = canonical::parse(&bytes).map_err(AttestCommandError::Unknown)?;
    let statement = shown(&statement);
    Ok(Answer {
        ending: Ending::Reached("shown, NOT VERIFIED: anybody can have written this".to_owned()),
        text: format!("NOT VERIFIED: anybody can have written this\n{}", lines(&statement)),
        result: json!({ "verified": false, "signer": null, "statement": statement }),
        notes: vec!["--trust-store FILE proves who signed".to_owned()],
    })
}

fn store(trust: &TrustStore) -> Answer {
    let mut text = format!("trust store, serial {}\n", trust.serial());
    let mut keys = Vec::new();
    for key in trust.keys() {
        let (id, window) = (key.public_key.id(), key.window);
        let (from, until) = (window.not_before(), window.not_after());
        let state = match key.state {
            State::Active => "active",
            State::Revoked => "REVOKED",
        };
        let grade = key.grade.name();
        let _infallible = writeln!(text, "{id}  {}  {state}  {grade}  {from} to {until}", key.purpose.name());
        keys.push(json!({
            "key_id": id,
            "public_key": key.public_key.to_string(),
            "purpose": key.purpose,
            "state": key.state,
            "grade": key.grade,
            "not_before": from,
            "not_after": until,
        }));
    }
    let versions = trust.revoked_secret_versions();
    if !versions.is_empty() {
        let list: Vec<String> = versions.iter().map(ToString::to_string).collect();
        let _infallible = writeln!(text, "revoked versions of the secret: {}", list.join(", "));
    }
    Answer {
        ending: Ending::Reached(format!("a trust store with {} keys", keys.len())),
        text,
        result: json!({ "serial": trust.serial(), "keys": keys, "revoked_secret_versions": versions }),
        notes: Vec::new(),
    }
}
