//! What a generation consists of, without a secret in it and without anything a secret could be guessed from.
//!
//! The digest of a file whose only unknown part is a password lets whoever has it try passwords. So there are digests of
//! what is public, and of a secret only its name and its version.

use super::consumer::{Consumer, FILES, Source};
use super::environment::Environment;
use super::material::Material;
use super::record::Kind;
use crate::safe_fs::Recipient;
use mosaic_db::attest::{CanonicalError, Grade, SecretVersion, canonical};
use mosaic_db::digest::Digest;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// What the document says it is.
const SCHEMA: &str = "mosaic.secret-generation/v1";

/// What runs the consumers, and so what a generation looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Orchestrator {
    Compose,
    Swarm,
}

/// How a generation is wanted.
#[derive(Clone, Debug)]
pub struct Wish {
    pub environment: Environment,
    pub orchestrator: Orchestrator,
    /// The user and group of the database server.
    pub server: Recipient,
    /// How well a key must be kept at least that attests for it.
    pub grade: Grade,
}

/// What a generation consists of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Descriptor {
    schema: String,
    /// Its place among the generations of its directory, from 1.
    pub number: u32,
    pub environment: Environment,
    pub orchestrator: Orchestrator,
    /// Of every record.
    pub versions: BTreeMap<Kind, SecretVersion>,
    /// By which an older trust store is known.
    pub trust_store_serial: u32,
    /// How well a key must be kept at least that attests for this generation.
    pub grade: Grade,
    /// What everybody is given.
    pub consumers: BTreeMap<Consumer, Given>,
}

/// What one consumer is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Given {
    pub user: u32,
    pub group: u32,
    /// Names of the files that are for it alone.
    pub private: BTreeSet<String>,
    /// Names of the files that everybody may see, this document apart, and SHA-256 of each.
    pub public: BTreeMap<String, Digest>,
}

/// Why bytes are no descriptor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DescriptorError {
    #[error("it is not what this program writes")]
    Document(#[source] CanonicalError),
    #[error("it does not say that it is a {SCHEMA}")]
    Schema,
}

impl Orchestrator {
    /// The word in options and documents.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Compose => "compose",
            Self::Swarm => "swarm",
        }
    }
}

impl fmt::Display for Orchestrator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Descriptor {
    /// Of what was checked together, as the first generation.
    pub fn of(material: &Material, wish: &Wish) -> Self {
        let given = |consumer: Consumer| {
            let Recipient { user, group } = consumer.identity(wish.server);
            let mut given = Given { user, group, private: BTreeSet::new(), public: BTreeMap::new() };
            for (_, name, source) in FILES.into_iter().filter(|(of, ..)| *of == consumer) {
                match source {
                    Source::Material(part) if !part.is_private() => {
                        given.public.insert(name.to_owned(), Digest::of(material.bytes(part)));
                    }
                    Source::Material(_) | Source::Handoff => {
                        given.private.insert(name.to_owned());
                    }
                    Source::Descriptor => {}
                }
            }
            (consumer, given)
        };
        Self {
            schema: SCHEMA.to_owned(),
            number: 1,
            environment: wish.environment.clone(),
            orchestrator: wish.orchestrator,
            grade: wish.grade,
            versions: Kind::ALL.map(|kind| (kind, material.version(kind))).into(),
            trust_store_serial: material.trust_store_serial(),
            consumers: Consumer::ALL.map(given).into(),
        }
    }

    /// The same as the generation with this number.
    #[must_use]
    pub fn numbered(self, number: u32) -> Self {
        Self { number, ..self }
    }

    /// Reads one.
    ///
    /// # Errors
    /// [`DescriptorError`] unless the bytes are the canonical form of one.
    pub fn parse(bytes: &[u8]) -> Result<Self, DescriptorError> {
        let descriptor: Self = canonical::parse(bytes).map_err(DescriptorError::Document)?;
        if descriptor.schema == SCHEMA { Ok(descriptor) } else { Err(DescriptorError::Schema) }
    }

    /// The canonical bytes.
    ///
    /// # Errors
    /// [`DescriptorError::Document`]; no descriptor is known for which this happens.
    pub fn to_bytes(&self) -> Result<Vec<u8>, DescriptorError> {
        canonical::to_bytes(self).map_err(DescriptorError::Document)
    }

    /// The version of a record.
    pub fn version(&self, kind: Kind) -> Option<SecretVersion> {
        self.versions.get(&kind).copied()
    }

    /// The number of its generation's directory: first its place, so that names are in order, then what it consists of,
    /// so that a directory that was emptied does not give a name twice.
    ///
    /// # Errors
    /// Those of [`Self::to_bytes`].
    pub fn id(&self) -> Result<u128, DescriptorError> {
        let digest = Digest::of(&self.to_bytes()?);
        let mut id = [0; 16];
        id[4..8].copy_from_slice(&self.number.to_be_bytes());
        id[8..].copy_from_slice(&digest.bytes()[..8]);
        Ok(u128::from_be_bytes(id))
    }
}

#[cfg(test)]
mod tests;
