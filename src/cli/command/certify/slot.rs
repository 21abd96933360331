//! `certify slot`: somebody's word, bound to the file that it rests on, and signed.

use super::super::super::Context;
use super::super::super::args::certify::{Review, Slot as Args};
use super::super::super::clock;
use super::super::super::exit::Failure;
use super::super::super::output::{Answer, Ending};
use super::{PROGRAM, published};
use crate::certify::{self, CertifyError};
use crate::safe_fs;
use mosaic_db::attest::Purpose;
use mosaic_db::certificate::{SLOT_SCHEMA, Slot, SlotKind, printable};
use mosaic_db::digest::Digest;
use serde_json::json;

pub fn slot(args: &Args, context: &Context<'_>) -> Result<Answer, Failure> {
    let (kind, purpose, word, directories) = match args {
        Args::Rotation(word) => (SlotKind::Rotation, Purpose::Certify, word, &[][..]),
        Args::Rollback(word) => (SlotKind::Rollback, Purpose::Certify, word, &[][..]),
        Args::Review(Review { word, reviewed }) => {
            (SlotKind::Review, Purpose::Review, word, reviewed.as_slice())
        }
    };
    let evidence = safe_fs::read_public(&word.evidence)?;
    let reviewed: Result<Vec<Digest>, CertifyError> =
        directories.iter().map(|directory| Ok(Digest::of(&certify::read(directory)?.bytes))).collect();
    let mut reviewed = reviewed?;
    reviewed.sort();
    reviewed.dedup();
    let slot = Slot {
        schema: SLOT_SCHEMA.to_owned(),
        kind,
        by: word.by.clone(),
        database_id: printable(&word.database_id),
        evidence: Digest::of(&evidence),
        // A file that can be read here is far smaller.
        evidence_bytes: u32::try_from(evidence.len()).unwrap_or(u32::MAX),
        issued: clock::instant().map_err(CertifyError::Clock)?,
        invocation: context.output.invocation().to_string(),
        program: PROGRAM.to_owned(),
        reviewed,
    };
    let document = certify::publish(&slot, purpose, &word.signing_key_file, &word.out)?;
    Ok(Answer {
        ending: Ending::Reached(format!("{} vouches for {kind}", slot.by)),
        text: format!(
            "slot       {kind}\nby         {}\nevidence   {} ({} bytes)\nreviewed   {} documents\nkey        {}\npublished  {}\n",
            slot.by,
            slot.evidence,
            slot.evidence_bytes,
            slot.reviewed.len(),
            document.key,
            document.directory.display(),
        ),
        result: json!({ "slot": slot, "published": published(&document) }),
        notes: Vec::new(),
    })
}
