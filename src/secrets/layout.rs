//! The files of a generation: what each holds, where it is, and whose it is. Pure.

use super::consumer::{Consumer, DESCRIPTOR, FILES, Source};
use super::descriptor::{Descriptor, DescriptorError, Orchestrator};
use super::material::{Material, Part};
use super::record::Kind;
use super::swarm::{self, SwarmError};
use crate::safe_fs::{Access, Folder, NewFile, Recipient};
use mosaic_db::attest::{NotAText, Text};
use mosaic_db::error::Code;
use mosaic_db::handoff;

/// The documents that a generation is described with. They hold no secret; one holds the digest of one.
pub struct Documents {
    pub descriptor: Vec<u8>,
    pub handoff: Vec<u8>,
    /// What refers to the objects of a Swarm; empty elsewhere.
    pub stack: Vec<u8>,
}

/// One file in one of a generation's directories.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'a> {
    pub directory: &'static str,
    /// Who gets at the directory.
    pub passage: Access,
    pub file: NewFile<'a>,
    /// The record whose version says which bytes these are.
    pub record: Option<Kind>,
}

/// Why there are no documents.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LayoutError {
    #[error("the description of the generation")]
    Descriptor(#[source] DescriptorError),
    #[error("the description for the handing over")]
    Handoff(#[source] handoff::DescriptorError),
    #[error("the generation's name")]
    Name(#[source] NotAText),
    #[error(transparent)]
    Swarm(#[from] SwarmError),
}

impl LayoutError {
    /// The catalogue code.
    pub const fn code(&self) -> Code {
        match self {
            Self::Descriptor(_) | Self::Handoff(_) | Self::Name(_) => Code::Internal,
            Self::Swarm(error) => error.code(),
        }
    }
}

impl Documents {
    /// The documents of a generation that is called like this.
    ///
    /// # Errors
    /// [`LayoutError`].
    pub fn of(name: &str, descriptor: &Descriptor, material: &Material) -> Result<Self, LayoutError> {
        let handoff = handoff::Descriptor {
            generation: Text::new(name).map_err(LayoutError::Name)?,
            grade: descriptor.grade,
            secret_version: material.version(Kind::Importer),
            target_sha256: material.target_sha256(),
        };
        let mut documents = Self {
            descriptor: descriptor.to_bytes().map_err(LayoutError::Descriptor)?,
            handoff: handoff.to_bytes().map_err(LayoutError::Handoff)?,
            stack: Vec::new(),
        };
        if descriptor.orchestrator == Orchestrator::Swarm {
            documents.stack = swarm::stack(name, descriptor, material, &documents)?;
        }
        Ok(documents)
    }

    /// The bytes of a file.
    pub fn bytes<'a>(&'a self, material: &'a Material, source: Source) -> &'a [u8] {
        match source {
            Source::Material(part) => material.bytes(part),
            Source::Handoff => &self.handoff,
            Source::Descriptor => &self.descriptor,
        }
    }
}

/// Every file that is in one of a generation's directories.
pub fn pieces<'a>(
    orchestrator: Orchestrator,
    server: Recipient,
    material: &'a Material,
    documents: &'a Documents,
) -> Vec<Piece<'a>> {
    match orchestrator {
        Orchestrator::Compose => {
            let piece = |(consumer, name, source): (Consumer, &'static str, Source)| {
                let identity = consumer.identity(server);
                let bytes = documents.bytes(material, source);
                Piece {
                    directory: consumer.name(),
                    passage: Access::shown_to(identity.group),
                    file: NewFile { name, bytes, access: source.access(identity) },
                    record: record(source),
                }
            };
            FILES.map(piece).into()
        }
        Orchestrator::Swarm => {
            let piece = |object: swarm::Object| Piece {
                directory: object.form.directory(),
                passage: Access::closed(None),
                file: NewFile {
                    name: object.name,
                    bytes: documents.bytes(material, object.source),
                    access: if object.source.is_private() { Access::private(None) } else { Access::public() },
                },
                record: record(object.source),
            };
            swarm::OBJECTS.map(piece).into()
        }
    }
}

/// A generation of these files: a directory that consumers may pass through but not look into.
pub fn folder<'a>(orchestrator: Orchestrator, pieces: &[Piece<'a>], documents: &'a Documents) -> Folder<'a> {
    let public = |name, bytes| NewFile { name, bytes, access: Access::public() };
    let mut files = vec![public(DESCRIPTOR, &documents.descriptor[..])];
    let access = match orchestrator {
        Orchestrator::Compose => Access::passage(),
        Orchestrator::Swarm => {
            files.push(public(swarm::STACK, &documents.stack));
            Access::closed(None)
        }
    };
    let mut folders: Vec<(&'static str, Folder<'a>)> = Vec::new();
    for piece in pieces {
        match folders.iter_mut().find(|(name, _)| *name == piece.directory) {
            Some((_, folder)) => folder.files.push(piece.file),
            None => {
                let folder = Folder { files: vec![piece.file], folders: Vec::new(), access: piece.passage };
                folders.push((piece.directory, folder));
            }
        }
    }
    Folder { files, folders, access }
}

fn record(source: Source) -> Option<Kind> {
    match source {
        Source::Material(part) => Part::record(part),
        Source::Handoff | Source::Descriptor => None,
    }
}
