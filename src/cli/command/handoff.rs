//! `handoff`: an attestation, carried from the identity that made it to the one that acts on it.

use super::super::Context;
use super::super::args::handoff::Handoff;
use super::super::exit::Failure;
use super::super::output::{Answer, Ending, Reply};
use super::attest::now;
use crate::attestation::STATEMENT;
use crate::handover::{Effect, Handed, IMPORTER, Request, hand_over};
use crate::safe_fs;
use mosaic_db::attest::{Grade, TrustStore};
use mosaic_db::handoff::Descriptor;
use serde_json::json;

pub fn handoff(args: &Handoff, _context: &Context<'_>) -> Result<Reply, Failure> {
    let descriptor = Descriptor::parse(&safe_fs::read_public(&args.descriptor)?)?;
    let trust = TrustStore::parse(&safe_fs::read_trust_store(&args.trust_store)?)?;
    let (descriptor, trust) = (&descriptor, &trust);
    let request = Request { descriptor, trust, from: &args.from, to: &args.to, now: now()? };
    let handed = hand_over(&request)?;
    Ok(Reply::Answer(shown(descriptor, &handed)))
}

fn shown(descriptor: &Descriptor, handed: &Handed) -> Answer {
    let Handed { artifact, directory, effect } = handed;
    let statement = artifact.statement();
    let file = directory.join(STATEMENT);
    let (done, sentence) = match effect {
        Effect::Nothing => ("nothing", "was handed over before, and is as it was written"),
        Effect::Completed => {
            ("completed", "was written by a run that was killed, and is the current one now")
        }
        Effect::Written => ("written", "is handed over"),
    };
    let mut notes = Vec::new();
    if statement.grade == Grade::Development {
        notes.push("signed with a development key: no importer acts on it".to_owned());
    }
    Answer {
        ending: Ending::Reached(format!(
            "the attestation of generation {} {sentence}",
            descriptor.generation.as_str()
        )),
        text: format!(
            "the attestation {sentence}: {}\nfor {}:{}, until {}\n",
            file.display(),
            IMPORTER.user,
            IMPORTER.group,
            statement.expires_at,
        ),
        result: json!({
            "done": done,
            "file": file,
            "generation": descriptor.generation,
            "secret_version": statement.secret_version,
            "key_id": statement.key_id,
            "grade": statement.grade,
            "nonce": statement.nonce,
            "issued_at": statement.issued_at,
            "expires_at": statement.expires_at,
        }),
        notes,
    }
}
