//! An attestation as objects of a Swarm. It is made for a generation, so it cannot be part of one: it is published beside
//! them, as a generation of its own, told from others by its nonce.

use super::consumer::DESCRIPTOR;
use super::descriptor::{Descriptor, DescriptorError, Orchestrator};
use super::render::Written;
use super::swarm::{self, ATTESTATION, Form, STACK, SwarmError};
use crate::attestation::{SIGNATURE, STATEMENT};
use crate::handover::IMPORTER;
use crate::safe_fs::{self, Access, Anchor, Folder, Generation, Generations, Held, NewFile, Owner};
use mosaic_db::attest::{Instant, TrustError, TrustStore};
use mosaic_db::error::Code;
use mosaic_db::handoff::{self, Artifact, HandoffError};
use std::path::{Path, PathBuf};

/// What was published.
#[derive(Debug)]
pub struct Published {
    pub artifact: Artifact,
    /// Where the part of the stack file is.
    pub stack: PathBuf,
    pub written: Written,
}

/// Why nothing was.
#[derive(Debug, thiserror::Error)]
pub enum ObjectsError {
    #[error("the generation")]
    Generation(#[source] safe_fs::Error),
    #[error("the generation is refused")]
    Descriptor(#[source] DescriptorError),
    #[error("the generation is for {0}")]
    NoSwarm(Orchestrator),
    #[error("the generation is refused")]
    Expected(#[source] handoff::DescriptorError),
    #[error(transparent)]
    TrustStore(#[from] TrustError),
    #[error("no attestation was handed over")]
    Unread(#[source] safe_fs::Error),
    #[error(transparent)]
    Refused(#[from] HandoffError),
    #[error(transparent)]
    Swarm(#[from] SwarmError),
    #[error("no attestation can be published")]
    Directory(#[source] safe_fs::Error),
    #[error("the attestation was not published")]
    NotWritten(#[source] safe_fs::Error),
    #[error("{} is not as it was published", .0.display())]
    Damaged(PathBuf),
}

impl ObjectsError {
    /// The catalogue code.
    pub const fn code(&self) -> Code {
        match self {
            Self::Directory(error) if error.is_contention() => Code::RenderBusy,
            Self::Generation(error) | Self::Unread(error) | Self::Directory(error) => error.code(),
            Self::Descriptor(_) | Self::Damaged(_) => Code::GenerationDamaged,
            Self::NoSwarm(_) => Code::GenerationForeign,
            Self::Expected(error) => error.code(),
            Self::TrustStore(error) => error.code(),
            Self::Refused(error) => error.code(),
            Self::Swarm(error) => error.code(),
            Self::NotWritten(_) => Code::GenerationNotWritten,
        }
    }
}

/// Verifies what was handed over against the generation it is for, and publishes exactly those bytes.
///
/// # Errors
/// [`ObjectsError`]; what was published before is as it was then.
pub fn publish(generation: &Path, from: &Path, out: &Path, now: Instant) -> Result<Published, ObjectsError> {
    let read = |file: &str| safe_fs::read_public(&generation.join(file)).map_err(ObjectsError::Generation);
    let descriptor = Descriptor::parse(&read(DESCRIPTOR)?).map_err(ObjectsError::Descriptor)?;
    if descriptor.orchestrator != Orchestrator::Swarm {
        return Err(ObjectsError::NoSwarm(descriptor.orchestrator));
    }
    let expected = handoff::Descriptor::parse(&read("secrets/handoff")?).map_err(ObjectsError::Expected)?;
    let trust = TrustStore::parse(&read("configs/trust-store")?)?;
    let (id, bytes, signature) = handed_over(from).map_err(ObjectsError::Unread)?;
    let artifact = Artifact::verify(bytes, signature, &trust, now, &expected)?;
    let mut generation = Generation { id, content: Folder::empty() };
    let stack = swarm::attestation_stack(&generation.name(), &descriptor.environment, &artifact)?;
    generation.content = content(&artifact, &stack);
    let written = write(out, &generation)?;
    let stack = out.join(generation.name()).join(STACK);
    Ok(Published { artifact, stack, written })
}

fn handed_over(from: &Path) -> Result<(u128, Vec<u8>, Vec<u8>), safe_fs::Error> {
    let anchor = Anchor::open(from, Owner::Ours)?;
    let id = anchor.current()?;
    let handed = anchor.generation(id, Owner::Or(&[IMPORTER.user]))?;
    Ok((id, handed.read_sealed(STATEMENT, IMPORTER)?, handed.read_sealed(SIGNATURE, IMPORTER)?))
}

fn content<'a>(artifact: &'a Artifact, stack: &'a [u8]) -> Folder<'a> {
    let objects: Vec<_> = ATTESTATION.into_iter().zip([artifact.bytes(), artifact.signature()]).collect();
    Folder {
        files: vec![NewFile { name: STACK, bytes: stack, access: Access::public() }],
        folders: vec![(Form::Config.directory(), Folder::private(&objects, None))],
        access: Access::closed(None),
    }
}

fn write(out: &Path, generation: &Generation<'_>) -> Result<Written, ObjectsError> {
    let generations = Generations::hold(out).map_err(ObjectsError::Directory)?;
    let (name, content) = (generation.name(), &generation.content);
    generations.recover(content).map_err(ObjectsError::NotWritten)?;
    if !safe_fs::generations(out).map_err(ObjectsError::Directory)?.contains(&name) {
        generations.publish(generation).map_err(ObjectsError::NotWritten)?;
        return Ok(Written::Generation);
    }
    let place = out.join(&name);
    let folders = content.folders.iter().map(|(folder, content)| (place.join(folder), &content.files));
    for (directory, files) in folders.chain([(place.clone(), &content.files)]) {
        for file in files {
            if safe_fs::held(&directory, file).map_err(ObjectsError::Directory)? != Held::Same {
                return Err(ObjectsError::Damaged(directory.join(file.name)));
            }
        }
    }
    if safe_fs::current(out).map_err(ObjectsError::Directory)? == Some(name.clone()) {
        return Ok(Written::Nothing);
    }
    generations.point(&name).map_err(ObjectsError::NotWritten)?;
    Ok(Written::Pointer)
}
