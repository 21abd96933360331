//! `certify assemble`: one certificate out of signed documents, or every reason why there is none.

use super::super::super::args::certify::{Assemble, Kind as Wanted};
use super::super::super::clock;
use super::super::super::exit::Failure;
use super::super::super::output::{Answer, Ending};
use super::PROGRAM;
use crate::certify::{self, CertifyError, Found};
use crate::safe_fs;
use mosaic_db::attest::{TrustStore, canonical};
use mosaic_db::certificate::{self, Certificate, Document, Kind, NotCertified};
use mosaic_db::digest::Digest;
use serde_json::json;
use std::fmt::Write as _;
use std::path::Path;

pub fn assemble(args: &Assemble) -> Result<Answer, Failure> {
    let kind = match args.kind {
        Wanted::Foundation => Kind::Foundation,
        Wanted::Immutability => Kind::Immutability,
    };
    let trust = TrustStore::parse(&safe_fs::read_trust_store(&args.trust_store)?)?;
    let found: Result<Vec<Found>, CertifyError> =
        args.parts.iter().map(|directory| certify::read(directory)).collect();
    let found = found?;
    let documents: Vec<Document<'_>> =
        found.iter().map(|Found { name, bytes, signature }| Document { name, bytes, signature }).collect();
    let now = clock::instant().map_err(CertifyError::Clock)?;
    match certificate::assemble(kind, &documents, &trust, PROGRAM, now) {
        Ok(certificate) => certified(&certificate, &args.out),
        Err(refused) => Ok(not_certified(refused)),
    }
}

fn certified(certificate: &Certificate, out: &Path) -> Result<Answer, Failure> {
    let bytes = canonical::to_bytes(certificate).map_err(CertifyError::Unwritable)?;
    safe_fs::publish(out, &bytes)?;
    let mut text = String::new();
    for part in &certificate.parts {
        let (login, made) = (part.statement.login, part.statement.observations.len());
        let _infallible = writeln!(text, "part {login}: {made} attempts, signed by {}", part.key);
    }
    for slot in &certificate.slots {
        let (kind, by) = (slot.statement.kind, &slot.statement.by);
        let _infallible = writeln!(text, "slot {kind}: {by}, signed by {}", slot.key);
    }
    let sentence = format!("certified: database {}; {}", certificate.database.id, out.display());
    let _infallible = writeln!(text, "{sentence}");
    Ok(Answer {
        ending: Ending::Reached(sentence),
        text,
        result: json!({ "certificate": out, "sha256": Digest::of(&bytes), "kind": certificate.kind }),
        notes: Vec::new(),
    })
}

fn not_certified(refused: NotCertified) -> Answer {
    let text = refused.0.iter().fold(String::new(), |mut text, reason| {
        let standing = if reason.is_not_yet() { "not yet" } else { "no" };
        let _infallible = writeln!(text, "{standing:<8} {reason}");
        text
    });
    let ending = Ending::NotReached(refused.into());
    Answer { ending, text, result: serde_json::Value::Null, notes: Vec::new() }
}
