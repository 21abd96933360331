//! Handing an attestation from the identity that made it to the one that acts on it. Neither may write where the other
//! reads, so a third party carries it: one that may give files away, and has neither a key that signs nor a URL.
//!
//! The order is fixed. Whether files can be given away is known before anything else is looked at; both directories are
//! opened once; what lies on the producer's side is read once into memory; nothing is written but an [`Artifact`], which
//! is verified; and it is written by the same steps as every other generation.

mod error;

pub use error::HandoverError;

use crate::attestation::{SIGNATURE, STATEMENT};
use crate::safe_fs::{self, Anchor, Folder, Generation, Owner, Recipient};
use crate::witness;
use mosaic_db::attest::{Instant, TrustStore};
use mosaic_db::handoff::{Artifact, Descriptor};
use rustix::thread::{CapabilitySet, capabilities};
use std::path::{Path, PathBuf};

/// Whom attestations are handed to.
pub const IMPORTER: Recipient = Recipient { user: 10_002, group: 10_002 };
/// Who makes them.
const PRODUCER: Recipient = witness::IDENTITY;

/// What to hand over.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    pub descriptor: &'a Descriptor,
    pub trust: &'a TrustStore,
    /// The producer's directory of generations.
    pub from: &'a Path,
    /// The consumer's, where the producer cannot write.
    pub to: &'a Path,
    pub now: Instant,
}

/// What is in the consumer's hands now.
pub struct Handed {
    pub artifact: Artifact,
    /// The generation's directory.
    pub directory: PathBuf,
    pub effect: Effect,
}

/// What was done for that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It was there, and nothing was written.
    Nothing,
    /// It was there, and a run that was killed had not made it the current one.
    Completed,
    /// It was written.
    Written,
}

/// An attestation as it lies in a directory, unverified.
struct Found {
    bytes: Vec<u8>,
    signature: Vec<u8>,
}

/// Hands the producer's current attestation over, if it is what the descriptor expects.
///
/// # Errors
/// [`HandoverError`]; the consumer has what it had before then.
pub fn hand_over(request: &Request<'_>) -> Result<Handed, HandoverError> {
    require_chown()?;
    let from = Anchor::open(request.from, Owner::Or(&[PRODUCER.user])).map_err(HandoverError::Source)?;
    let to = Anchor::open(request.to, Owner::Ours).map_err(HandoverError::Target)?;
    let generations = to.hold().map_err(HandoverError::NotWritten)?;
    let artifact = take(&from, request)?;
    let files = [(STATEMENT, artifact.bytes()), (SIGNATURE, artifact.signature())];
    let generation = Generation {
        id: artifact.statement().nonce.number(),
        content: Folder::private(&files, Some(IMPORTER)),
    };
    let effect = outstanding(&to, &artifact, generation.id)?;
    let recovered = || generations.recover(&generation.content);
    let written = match effect {
        Effect::Nothing => Ok(()),
        Effect::Completed => recovered().and_then(|()| generations.point(&generation.name())),
        Effect::Written => recovered().and_then(|()| generations.publish(&generation).map(drop)),
    };
    written.map_err(HandoverError::NotWritten)?;
    let directory = to.path().join(generation.name());
    Ok(Handed { artifact, directory, effect })
}

/// Reads what the producer offers, once, and lets nothing pass that does not hold.
fn take(from: &Anchor, request: &Request<'_>) -> Result<Artifact, HandoverError> {
    let found = from
        .current()
        .and_then(|id| from.generation(id, Owner::Or(&[PRODUCER.user])))
        .and_then(|generation| Found::read(&generation, PRODUCER))
        .map_err(HandoverError::Source)?;
    let Request { trust, now, descriptor, .. } = *request;
    Ok(Artifact::verify(found.bytes, found.signature, trust, now, descriptor)?)
}

/// What is left to be done on the consumer's side.
fn outstanding(to: &Anchor, artifact: &Artifact, id: u128) -> Result<Effect, HandoverError> {
    let standing = Found::standing(to, id)?;
    if standing.as_ref().is_some_and(|found| !found.is(artifact)) {
        return Err(HandoverError::Occupied { nonce: artifact.statement().nonce });
    }
    match to.current() {
        Ok(current) if current == id && standing.is_some() => return Ok(Effect::Nothing),
        Ok(current) => match Found::standing(to, current)? {
            Some(before) => artifact.require_later_than(&before.bytes)?,
            None => return Err(HandoverError::Gone),
        },
        Err(error) if error.is_missing() => {}
        Err(error) => return Err(HandoverError::Standing(error)),
    }
    Ok(if standing.is_some() { Effect::Completed } else { Effect::Written })
}

impl Found {
    fn read(generation: &Anchor, owner: Recipient) -> Result<Self, safe_fs::Error> {
        Ok(Self {
            bytes: generation.read_sealed(STATEMENT, owner)?,
            signature: generation.read_sealed(SIGNATURE, owner)?,
        })
    }

    /// A generation that was handed over, if it was.
    fn standing(to: &Anchor, id: u128) -> Result<Option<Self>, HandoverError> {
        let generation = match to.generation(id, Owner::Or(&[IMPORTER.user])) {
            Err(error) if error.is_missing() => return Ok(None),
            entered => entered.map_err(HandoverError::Standing)?,
        };
        Self::read(&generation, IMPORTER).map(Some).map_err(HandoverError::Standing)
    }

    fn is(&self, artifact: &Artifact) -> bool {
        self.bytes == artifact.bytes() && self.signature == artifact.signature()
    }
}

/// Whoever cannot give a file away would find out with the file half made.
fn require_chown() -> Result<(), HandoverError> {
    let sets = capabilities(None).map_err(|errno| HandoverError::Capabilities(errno.into()))?;
    if sets.effective.contains(CapabilitySet::CHOWN) { Ok(()) } else { Err(HandoverError::MayNotGive) }
}
